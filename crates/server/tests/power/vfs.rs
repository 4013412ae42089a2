//! A disk that can lose its power: a layer under SQLite that writes down every write, truncation and sync.
//!
//! What was synced is durable. Of what was not, a cut leaves any part: writes are dropped, reordered, or torn at 512
//! bytes. A sync may fail, and then its writes are lost for good although the running program still reads them, as
//! Linux does. The files themselves always hold what the running program wrote.

use std::collections::HashMap;
use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs;
use std::path::{Path, PathBuf};
use std::ptr;
use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use rusqlite::ffi::{
    SQLITE_FULL, SQLITE_IOERR_FSYNC, SQLITE_OK, SQLITE_OPEN_MAIN_DB, SQLITE_OPEN_MAIN_JOURNAL, SQLITE_OPEN_WAL,
    sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs, sqlite3_vfs_find, sqlite3_vfs_register,
};

/// The smallest part of a write that arrives or does not.
const SECTOR: usize = 512;

/// Numbers that look like chance and are the same every time (SplitMix64).
#[derive(Clone)]
pub struct Chance(pub u64);

impl Chance {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
}

/// Something that was done to a file and is not durable yet.
enum Change {
    Write { at: usize, bytes: Vec<u8> },
    Truncate(usize),
}

impl Change {
    /// Does it to these bytes; of a write only those sectors that arrive.
    fn apply(&self, image: &mut Vec<u8>, mut arrives: impl FnMut() -> bool) {
        match self {
            Change::Truncate(size) => image.resize(*size, 0),
            Change::Write { at, bytes } => {
                let mut from = 0;
                while from < bytes.len() {
                    let to = bytes.len().min(from + SECTOR - (at + from) % SECTOR);
                    if arrives() {
                        image.resize(image.len().max(at + to), 0);
                        image[at + from..at + to].copy_from_slice(&bytes[from..to]);
                    }
                    from = to;
                }
            }
        }
    }
}

/// A file as the disk has it.
#[derive(Default)]
struct Platter {
    durable: Vec<u8>,
    pending: Vec<Change>,
}

impl Platter {
    fn sync(&mut self) {
        for change in self.pending.drain(..) {
            change.apply(&mut self.durable, || true);
        }
    }

    /// What the file holds after a cut.
    fn after_cut(&self, luck: &mut Chance) -> Vec<u8> {
        let mut image = self.durable.clone();
        let mut left: Vec<&Change> = self.pending.iter().collect();
        // All, none, or any part of them in any order.
        let (keeps, tears) = match luck.below(5) {
            0 => (8, 0),
            1 => (0, 0),
            2 => (4, 0),
            3 => (6, 2),
            _ => (4, 4),
        };
        left.retain(|_| luck.below(8) < keeps);
        if luck.below(2) == 0 {
            for at in (1..left.len()).rev() {
                left.swap(at, luck.below(at + 1));
            }
        }
        for change in left {
            change.apply(&mut image, || luck.below(8) >= tears);
        }
        image
    }
}

/// What one folder's disk does.
struct Disk {
    platters: HashMap<PathBuf, Platter>,
    luck: Chance,
    /// Is there no room?
    full: bool,
    /// How many of a thousand syncs fail.
    failing: usize,
    failed: usize,
    /// Does it say of syncs that they are done when they are not?
    lies: bool,
    /// Changes and syncs so far, and at which of them the power is cut.
    done: usize,
    cuts: Vec<usize>,
    images: Vec<Images>,
}

/// What a cut leaves: files by name.
pub type Images = Vec<(PathBuf, Vec<u8>)>;

impl Disk {
    fn images(&mut self) -> Images {
        let Disk { platters, luck, .. } = self;
        platters.iter().map(|(name, platter)| (name.clone(), platter.after_cut(luck))).collect()
    }

    fn count(&mut self) {
        self.done += 1;
        for _ in 0..self.cuts.iter().filter(|&&cut| cut == self.done).count() {
            let images = self.images();
            self.images.push(images);
        }
    }
}

static DISKS: LazyLock<Mutex<HashMap<PathBuf, Disk>>> = LazyLock::new(Mutex::default);

fn disks() -> MutexGuard<'static, HashMap<PathBuf, Disk>> {
    DISKS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A folder whose disk can lose its power.
pub struct Power(PathBuf);

impl Power {
    /// Everything that SQLite writes into this folder is written down from now on.
    pub fn over(folder: &Path, luck: u64) -> Power {
        register();
        let folder = folder.canonicalize().unwrap();
        let disk = Disk {
            platters: HashMap::new(),
            luck: Chance(luck),
            full: false,
            failing: 0,
            failed: 0,
            lies: false,
            done: 0,
            cuts: Vec::new(),
            images: Vec::new(),
        };
        disks().insert(folder.clone(), disk);
        Power(folder)
    }

    fn disk<T>(&self, with: impl FnOnce(&mut Disk) -> T) -> T {
        with(disks().get_mut(&self.0).unwrap())
    }

    /// No room is left, or there is room again.
    pub fn fill(&self, full: bool) {
        self.disk(|disk| disk.full = full);
    }

    /// So many of a thousand syncs fail.
    pub fn fail(&self, failing: usize) {
        self.disk(|disk| disk.failing = failing);
    }

    /// From now on syncs are said to be done and are not.
    pub fn lie(&self) {
        self.disk(|disk| disk.lies = true);
    }

    /// How many syncs have failed.
    pub fn failed(&self) -> usize {
        self.disk(|disk| disk.failed)
    }

    /// How many changes and syncs there were.
    pub fn done(&self) -> usize {
        self.disk(|disk| disk.done)
    }

    /// What would be left if the power were cut now.
    pub fn cut(&self) -> Images {
        self.disk(Disk::images)
    }

    /// Cuts the power at these changes, counted from the first.
    pub fn cut_at(&self, cuts: Vec<usize>) {
        self.disk(|disk| disk.cuts = cuts);
    }

    /// What those cuts have left.
    pub fn images(&self) -> Vec<Images> {
        self.disk(|disk| std::mem::take(&mut disk.images))
    }
}

impl Drop for Power {
    fn drop(&mut self) {
        disks().remove(&self.0);
    }
}

/// Puts the files that a cut has left into another folder.
pub fn lay_out(images: &Images, folder: &Path) {
    for (name, bytes) in images {
        fs::write(folder.join(name.file_name().unwrap()), bytes).unwrap();
    }
}

/// The system's own layer.
struct Real(*mut sqlite3_vfs);

// SAFETY: it is registered for as long as the program runs and never changed, and SQLite calls it from all threads.
unsafe impl Send for Real {}
// SAFETY: as above.
unsafe impl Sync for Real {}

static REAL: OnceLock<Real> = OnceLock::new();

/// A file of this layer; that of the system's layer stands behind it in memory.
#[repr(C)]
struct File {
    base: sqlite3_file,
    /// Its name, if it is written down.
    name: *mut PathBuf,
}

fn register() {
    REAL.get_or_init(|| {
        // SAFETY: the default layer always exists; the copy is leaked, so it lives as long as SQLite may use it, and its
        // other functions do not care which layer they are called for.
        unsafe {
            let real = sqlite3_vfs_find(ptr::null());
            let mut own = *real;
            own.zName = c"power".as_ptr();
            own.szOsFile = size_of::<File>() as c_int + (*real).szOsFile;
            own.pNext = ptr::null_mut();
            own.xOpen = Some(open);
            own.xDelete = Some(delete);
            let registered = sqlite3_vfs_register(Box::leak(Box::new(own)), 1);
            assert_eq!(registered, SQLITE_OK);
            Real(real)
        }
    });
}

fn real_vfs() -> *mut sqlite3_vfs {
    REAL.get().expect("it is set when the layer is registered").0
}

/// The file of the system's layer.
///
/// # Safety
/// `file` must be one of this layer.
unsafe fn real(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: SQLite has allocated `szOsFile` bytes, so there is a file of the system's layer behind ours.
    unsafe { file.cast::<File>().add(1).cast() }
}

/// Does something to the disk's part of a file, if it is written down.
///
/// # Safety
/// `file` must be an open one of this layer.
unsafe fn with_disk<T>(file: *mut sqlite3_file, with: impl FnOnce(&mut Disk, &Path) -> T) -> Option<T> {
    // SAFETY: the name was set when the file was opened and is freed when it is closed.
    let name = unsafe { (*file.cast::<File>()).name.as_ref() }?;
    disks().get_mut(name.parent()?).map(|disk| with(disk, name))
}

unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out: *mut c_int,
) -> c_int {
    // SAFETY: SQLite gives a name that lives as long as the file, and room for both files.
    unsafe {
        let own = file.cast::<File>();
        (*own).base.pMethods = ptr::null();
        (*own).name = ptr::null_mut();
        let vfs = real_vfs();
        let code = (*vfs).xOpen.unwrap()(vfs, name, real(file), flags, out);
        if (*real(file)).pMethods.is_null() {
            return code;
        }
        (*own).base.pMethods = &raw const METHODS;
        if code == SQLITE_OK
            && !name.is_null()
            && flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) != 0
        {
            let name = PathBuf::from(CStr::from_ptr(name).to_str().unwrap());
            let mut disks = disks();
            if let Some(disk) = name.parent().and_then(|folder| disks.get_mut(folder)) {
                let start = || Platter { durable: fs::read(&name).unwrap_or_default(), pending: Vec::new() };
                disk.platters.entry(name.clone()).or_insert_with(start);
                (*own).name = Box::into_raw(Box::new(name));
            }
        }
        code
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    // SAFETY: SQLite gives a name.
    unsafe {
        let path = PathBuf::from(CStr::from_ptr(name).to_str().unwrap());
        if let (Some(folder), mut disks) = (path.parent(), disks()) {
            disks.get_mut(folder).map(|disk| disk.platters.remove(&path));
        }
        let vfs = real_vfs();
        (*vfs).xDelete.unwrap()(vfs, name, sync)
    }
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: SQLite closes a file once, and uses it no more.
    unsafe {
        let name = std::mem::replace(&mut (*file.cast::<File>()).name, ptr::null_mut());
        if !name.is_null() {
            drop(Box::from_raw(name));
        }
        let real = real(file);
        (*(*real).pMethods).xClose.unwrap()(real)
    }
}

unsafe extern "C" fn write(file: *mut sqlite3_file, from: *const c_void, amount: c_int, at: sqlite3_int64) -> c_int {
    // SAFETY: SQLite gives so many bytes.
    unsafe {
        let bytes = std::slice::from_raw_parts(from.cast::<u8>(), amount as usize).to_vec();
        let full = with_disk(file, |disk, name| {
            if !disk.full {
                disk.platters
                    .entry(name.to_owned())
                    .or_default()
                    .pending
                    .push(Change::Write { at: at as usize, bytes });
                disk.count();
            }
            disk.full
        });
        if full == Some(true) {
            return SQLITE_FULL;
        }
        let real = real(file);
        (*(*real).pMethods).xWrite.unwrap()(real, from, amount, at)
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    // SAFETY: it is an open file of this layer.
    unsafe {
        with_disk(file, |disk, name| {
            let platter = disk.platters.entry(name.to_owned()).or_default();
            platter.pending.push(Change::Truncate(size as usize));
            disk.count();
        });
        let real = real(file);
        (*(*real).pMethods).xTruncate.unwrap()(real, size)
    }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: it is an open file of this layer.
    unsafe {
        let synced = with_disk(file, |disk, name| {
            disk.count();
            let fails = disk.luck.below(1000) < disk.failing;
            let Disk { platters, luck, failed, lies, .. } = disk;
            let platter = platters.entry(name.to_owned()).or_default();
            if fails {
                *failed += 1;
                platter.durable = platter.after_cut(luck);
                platter.pending.clear();
                SQLITE_IOERR_FSYNC
            } else {
                if !*lies {
                    platter.sync();
                }
                SQLITE_OK
            }
        });
        // The real disk need not be waited for.
        synced.unwrap_or_else(|| {
            let real = real(file);
            (*(*real).pMethods).xSync.unwrap()(real, flags)
        })
    }
}

/// Passes a call on to the system's layer.
macro_rules! passed_on {
    ($($name:ident => $method:ident ( $($argument:ident : $type:ty),* ) -> $result:ty;)*) => { $(
        unsafe extern "C" fn $name(file: *mut sqlite3_file $(, $argument: $type)*) -> $result {
            // SAFETY: SQLite's promises about the arguments hold for both layers.
            unsafe {
                let real = real(file);
                (*(*real).pMethods).$method.unwrap()(real $(, $argument)*)
            }
        }
    )* };
}

passed_on! {
    read => xRead(into: *mut c_void, amount: c_int, at: sqlite3_int64) -> c_int;
    file_size => xFileSize(size: *mut sqlite3_int64) -> c_int;
    lock => xLock(level: c_int) -> c_int;
    unlock => xUnlock(level: c_int) -> c_int;
    check_reserved_lock => xCheckReservedLock(out: *mut c_int) -> c_int;
    file_control => xFileControl(what: c_int, argument: *mut c_void) -> c_int;
    sector_size => xSectorSize() -> c_int;
    device_characteristics => xDeviceCharacteristics() -> c_int;
    shm_map => xShmMap(page: c_int, size: c_int, extend: c_int, out: *mut *mut c_void) -> c_int;
    shm_lock => xShmLock(offset: c_int, n: c_int, flags: c_int) -> c_int;
    shm_barrier => xShmBarrier() -> ();
    shm_unmap => xShmUnmap(delete: c_int) -> c_int;
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};
