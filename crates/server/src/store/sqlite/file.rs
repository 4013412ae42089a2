//! The file itself: who owns it, who may read it, and whether it is still there.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::OnceLock;

use crate::store::StoreError;

/// The right to be the one process that uses a database, until it is dropped.
///
/// It must be dropped after all connections: a process loses SQLite's locks on a file when it closes any handle of it.
pub struct Owned {
    /// The file, with its whole path.
    path: PathBuf,
    database: Identity,
    /// SQLite's log beside it, once there is one.
    log: OnceLock<Identity>,
    _database: File,
    _lock: File,
}

/// Which file it is, whatever its name.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Identity(u64, u64);

impl Owned {
    /// Takes the file, which is made if there is none, or says who has it.
    ///
    /// A lock file beside it says who that is. The database is locked too, by `flock`, which SQLite's own locks do not
    /// feel: so it is found to be in use under any of its names.
    pub fn take(database: &Path) -> Result<Owned, StoreError> {
        let path = fs::canonicalize(database).unwrap_or_else(|_| database.to_owned());
        let name = beside(&path, "-lock");
        let mut lock = open(&name)?;
        if !locked(&lock, &name)? {
            let mut owner = String::new();
            // Only for the message: whoever has just taken it may not have written its number yet.
            let _ = lock.take(20).read_to_string(&mut owner);
            let (database, owner) = (database.display(), owner.trim());
            return Err(StoreError::Broken(format!("{database} is in use by process {owner}; one server at a time")));
        }
        let file = open(&path)?;
        if cfg!(target_os = "linux") && !locked(&file, &path)? {
            return Err(StoreError::Broken(format!(
                "{} is in use by another server, under another name of the same file (a link, or a mount of the single \
                 file: mount its folder); one server at a time",
                database.display()
            )));
        }
        let broken = |error: io::Error| StoreError::Broken(format!("{}: {error}", name.display()));
        lock.set_len(0).map_err(broken)?;
        writeln!(lock, "{}", process::id()).map_err(broken)?;
        let path = fs::canonicalize(&path).unwrap_or(path);
        let metadata = file.metadata().map_err(|error| cannot_open(&path, &error))?;
        let database = Identity::of(&metadata);
        Ok(Owned { path, database, log: OnceLock::new(), _database: file, _lock: lock })
    }

    /// Returns the file's whole path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns its name, for people who need not know where it is.
    pub fn name(&self) -> &Path {
        self.path.file_name().map_or(&self.path, Path::new)
    }

    /// Lets nobody else on the machine read it: it holds the secrets of matches that are being played.
    pub fn narrow(&self) {
        for suffix in ["", "-wal", "-shm", "-lock"] {
            let name = beside(&self.path, suffix);
            if let Err(error) = narrow(&name) {
                tracing::warn!(file = %name.display(), %error, "others may read this file");
            }
        }
        if links(&self.path) > 1 {
            tracing::warn!(
                file = %self.path.display(),
                "the file has several names (hard links); always use the same one, for the log beside it goes by the name"
            );
        }
    }

    /// Remembers which log it is, now that there is one.
    pub fn remember_log(&self) {
        if let Some(log) = Identity::at(&beside(&self.path, "-wal")) {
            let _ = self.log.set(log);
        }
    }

    /// Is what is written still found under the file's name? If not, says in one sentence what happened.
    pub fn check(&self) -> Result<(), String> {
        let log = self.log.get().map(|log| ("-wal", log));
        for (suffix, known) in [("", &self.database)].into_iter().chain(log) {
            let name = beside(self.name(), suffix);
            let name = name.display();
            match Identity::at(&beside(&self.path, suffix)) {
                Some(found) if found == *known => {}
                Some(_) => {
                    return Err(format!(
                        "{name} was replaced by another file while the server runs, so nothing can be saved; start the \
                         server again"
                    ));
                }
                None => {
                    return Err(format!(
                        "{name} is gone, so nothing can be saved; put it back, or start the server again"
                    ));
                }
            }
        }
        Ok(())
    }
}

impl Identity {
    /// The file that has this name now.
    fn at(name: &Path) -> Option<Identity> {
        fs::metadata(name).ok().map(|metadata| Identity::of(&metadata))
    }

    #[cfg(unix)]
    fn of(metadata: &fs::Metadata) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity(metadata.dev(), metadata.ino())
    }

    /// Elsewhere a file that is in use cannot be replaced.
    #[cfg(not(unix))]
    fn of(_: &fs::Metadata) -> Identity {
        Identity(0, 0)
    }
}

/// The name of a file that belongs to the database.
fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(database);
    name.push(suffix);
    PathBuf::from(name)
}

/// Opens a file, and makes it if there is none, for its owner alone.
fn open(name: &Path) -> Result<File, StoreError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, PRIVATE);
    options.open(name).map_err(|error| cannot_open(name, &error))
}

fn cannot_open(name: &Path, error: &io::Error) -> StoreError {
    StoreError::Broken(format!("{} cannot be written: {error}", name.display()))
}

/// Takes the lock of a file; `false` if somebody else has it.
fn locked(file: &File, name: &Path) -> Result<bool, StoreError> {
    match file.try_lock() {
        Ok(()) => Ok(true),
        Err(TryLockError::WouldBlock) => Ok(false),
        Err(TryLockError::Error(error)) => Err(StoreError::Broken(format!("{}: {error}", name.display()))),
    }
}

/// For its owner alone.
#[cfg(unix)]
const PRIVATE: u32 = 0o600;

#[cfg(unix)]
fn narrow(name: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    match fs::metadata(name) {
        Ok(metadata) if metadata.permissions().mode() & 0o077 != 0 => {
            fs::set_permissions(name, fs::Permissions::from_mode(PRIVATE))
        }
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn narrow(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
fn links(name: &Path) -> u64 {
    fs::metadata(name).map_or(1, |metadata| std::os::unix::fs::MetadataExt::nlink(&metadata))
}

#[cfg(not(unix))]
fn links(_: &Path) -> u64 {
    1
}
