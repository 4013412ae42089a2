//! The tables in memory, by their codes.

use std::collections::HashMap;
use std::convert::Infallible;
use std::hash::Hash;
use std::net::IpAddr;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant, SystemTime};

use polynya_catalog::{ANALYSIS, MatchAnalysis};
use polynya_engine::Record;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

use crate::analysing::Course;
use crate::codes;
use crate::gate::subnet;
use crate::kept::{Key, Whole};
use crate::misses::Tries;
use crate::protocol::{AnalysisProgress, AnalysisState, Phase, TableInfo};
use crate::room::{Room, Telling};
use crate::routes::Prepared;
use crate::server::{Server, ServerError};
use crate::store::{KeptAnalysis, Listed, Stored, Summary, TableId};
use crate::table::{Request, Table};

/// Requests that may wait for a table.
const INBOX: usize = 256;
/// How often a table that is just being put away is looked up again.
const TRIES: usize = 3;

/// About how many bytes a table takes in memory.
const WEIGHT: usize = 16 * 1024;
/// About how many bytes each step of its match takes.
const WEIGHT_OF_STEP: usize = 72;

/// The longest match that is analysed here, in steps: three times those of a very long one between people.
const MAX_ANALYSED: u32 = 6_000;
/// How long an analysis may take: several times what the longest match of a whole evening needs.
const MAX_ANALYSIS: Duration = Duration::from_secs(60);
/// How long it may take while others wait for theirs.
const BUSY_ANALYSIS: Duration = Duration::from_secs(20);

/// From this many tables in memory on, those that nobody looks at are put away at once.
const CROWD: usize = 1000;

/// A queue of those who want a table read.
type Queue = tokio::sync::Mutex<()>;

/// Where to reach each table that is in memory.
pub struct Tables {
    open: Mutex<Open>,
    /// Whoever reads a table stands in its queue, so that it is read once when all its players come back together.
    queues: Mutex<HashMap<String, Weak<Queue>>>,
}

struct Open {
    ways: HashMap<String, mpsc::Sender<Request>>,
    /// The same by their numbers, for what other nodes tell: the way, and the last entry that is known to be written.
    by_number: HashMap<TableId, (mpsc::WeakSender<Request>, Arc<AtomicU32>)>,
    /// Held by the task of every table; none once the server stops and no table is opened any more.
    running: Option<mpsc::Sender<Infallible>>,
    ended: Option<mpsc::Receiver<Infallible>>,
}

impl Default for Tables {
    fn default() -> Tables {
        let (running, ended) = mpsc::channel(1);
        let open = Open { ways: HashMap::new(), by_number: HashMap::new(), running: Some(running), ended: Some(ended) };
        Tables { open: Mutex::new(open), queues: Mutex::default() }
    }
}

impl Tables {
    fn queue(&self, code: &str) -> Arc<Queue> {
        let mut queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = queues.get(code).and_then(Weak::upgrade) {
            return queue;
        }
        if queues.len() == queues.capacity() {
            queues.retain(|_, queue| queue.strong_count() > 0);
        }
        let queue = Arc::default();
        queues.insert(code.to_owned(), Arc::downgrade(&queue));
        queue
    }

    /// Are there so many that one at which nobody looks is put away at once?
    pub fn is_crowded(&self) -> bool {
        self.open().ways.len() > CROWD
    }

    fn open(&self) -> std::sync::MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets go of a table, if nobody else holds on to it; `true` if it may end.
    pub fn forget(&self, code: &str) -> bool {
        let ways = &mut self.open().ways;
        let unused = ways.get(code).is_none_or(|sender| sender.strong_count() == 1);
        if unused {
            ways.remove(code);
        }
        unused
    }

    /// Another node has written entry `n` of a table. If the table is too busy to be told, it finds out with its next
    /// request.
    pub fn grew(&self, table: TableId, n: u32) {
        if let Some((_, grown)) = self.open().by_number.get(&table) {
            grown.fetch_max(n, Ordering::AcqRel);
        }
        self.hand(table, || Request::CatchUp);
    }

    /// Hands something to a table, if it is in memory.
    pub fn hand(&self, table: TableId, request: impl FnOnce() -> Request) {
        let way = self.open().by_number.get(&table).and_then(|(way, _)| way.upgrade());
        if let Some(way) = way {
            drop(way.try_send(request()));
        }
    }

    /// Returns the numbers of all tables that are in memory.
    pub fn numbers(&self) -> Vec<TableId> {
        self.open().by_number.keys().copied().collect()
    }

    /// Hands something to all tables that are in memory.
    pub fn hand_all(&self, request: impl Fn() -> Request) {
        for way in self.open().ways.values() {
            drop(way.try_send(request()));
        }
    }

    /// A table has ended.
    fn end(&self, table: TableId, grown: &Arc<AtomicU32>) {
        let by_number = &mut self.open().by_number;
        if by_number.get(&table).is_some_and(|(_, known)| Arc::ptr_eq(known, grown)) {
            by_number.remove(&table);
        }
    }

    /// The way to a table whose task runs.
    fn living(&self, code: &str) -> Option<mpsc::Sender<Request>> {
        self.open().ways.get(code).filter(|sender| !sender.is_closed()).cloned()
    }

    /// Puts a table there whose task is about to run, and which holds what is returned until it ends; nothing if the
    /// server stops.
    fn insert(
        &self,
        code: &str,
        table: TableId,
        way: mpsc::Sender<Request>,
        grown: Arc<AtomicU32>,
    ) -> Option<mpsc::Sender<Infallible>> {
        let mut open = self.open();
        let running = open.running.clone()?;
        open.by_number.insert(table, (way.downgrade(), grown));
        open.ways.insert(code.to_owned(), way);
        Some(running)
    }

    /// Tells every table that the server stops; no table is opened any more. Returns what ends when the last one has.
    pub async fn close(&self) -> impl Future<Output = ()> + Send + use<> {
        let (ways, ended) = {
            let mut open = self.open();
            open.running = None;
            (std::mem::take(&mut open.ways), open.ended.take())
        };
        for way in ways.into_values() {
            drop(way.send(Request::Close).await);
        }
        async move {
            if let Some(mut ended) = ended {
                ended.recv().await;
            }
        }
    }
}

impl Server {
    /// Returns the code of the table that somebody asks for by its link or by its words. Whoever is wrong too often has to
    /// wait; whoever has a link or a seat does not wait for others at the same address.
    pub async fn find(self: &Arc<Self>, address: IpAddr, guest: &str, code: &str) -> Result<String, ServerError> {
        let no_table = || ServerError::NoTable(polynya_engine::excerpt(code));
        let address = subnet(address);
        if codes::is_link(code) {
            if self.tables.living(code).is_some() || self.store.listed(code).await?.is_some() {
                return Ok(code.to_owned());
            }
            pay(&self.misses, address)?;
            return Err(no_table());
        }
        let paid = pay(&self.misses, address);
        let found = if codes::is_spoken(code) { self.called(address, code).await? } else { None };
        let sits = |listed: &Listed| listed.summary.as_ref().is_some_and(|summary| summary.guests().contains(&guest));
        match (paid, found) {
            (Ok(()), Some(listed)) => {
                self.misses.iter().for_each(|misses| misses.give_back(&address));
                if listed.code != code && pay(&self.calls, listed.id).is_err() {
                    let words = "Very many look for this table by its words; wait a moment, or ask for its link.";
                    return Err(ServerError::TooMuch(words.to_owned()));
                }
                Ok(listed.code)
            }
            (Err(_), Some(listed)) if sits(&listed) => Ok(listed.code),
            (Ok(()), None) => Err(no_table()),
            (Err(wait), _) => Err(wait),
        }
    }

    /// The table that has these words: for ever, if it was opened by an older program, or while people gather.
    async fn called(self: &Arc<Self>, address: IpAddr, words: &str) -> Result<Option<Listed>, ServerError> {
        if let Some(listed) = self.store.listed(words).await? {
            return Ok(Some(listed));
        }
        let Some(listed) = self.store.spoken(words).await? else { return Ok(None) };
        let phase = match &listed.summary {
            Some(summary) => summary.phase,
            None => self.summarize(address, &listed.code, listed.touched).await?.phase,
        };
        Ok((phase == Phase::Gathering).then_some(listed))
    }

    /// Returns the way to a table, which is read from the store if it is not in memory.
    pub async fn table(self: &Arc<Self>, address: IpAddr, code: &str) -> Result<mpsc::Sender<Request>, ServerError> {
        if let Some(sender) = self.tables.living(code) {
            return Ok(sender);
        }
        if self.tables.open().running.is_none() {
            return Err(ServerError::Stopping);
        }
        let queue = self.tables.queue(code);
        let _turn = queue.lock().await;
        if let Some(sender) = self.tables.living(code) {
            return Ok(sender);
        }
        let (id, room) = self.read(address, code).await?;
        let share = self.memory.take(address, WEIGHT + room.steps() as usize * WEIGHT_OF_STEP);
        let share = share.map_err(|denied| self.undone(address, denied.into()))?;
        let (sender, inbox) = mpsc::channel(INBOX);
        let grown = Arc::new(AtomicU32::new(0));
        let running = self.tables.insert(code, id, sender.clone(), Arc::clone(&grown)).ok_or(ServerError::Stopping)?;
        let table = Table::new(Arc::clone(self), id, room, share, inbox, sender.downgrade(), Arc::clone(&grown));
        let server = Arc::clone(self);
        tokio::spawn(async move {
            table.run().await;
            server.tables.end(id, &grown);
            drop(running);
        });
        Ok(sender)
    }

    /// Returns a table as the store has it, when it is the turn of this address.
    pub async fn read(self: &Arc<Self>, address: IpAddr, code: &str) -> Result<(TableId, Room), ServerError> {
        let (server, runtime, name) = (Arc::clone(self), Handle::current(), code.to_owned());
        // A long table takes a while, and the others do not wait for it.
        let read = self.reading.run(address, code, move || runtime.block_on(server.read_now(&name))).await;
        read.map_err(|undone| self.undone(address, undone))?
    }

    /// Returns a table as the store has it. A long one takes a while: only for threads that no table needs.
    async fn read_now(&self, code: &str) -> Result<(TableId, Room), ServerError> {
        let no_table = || ServerError::NoTable(polynya_engine::excerpt(code));
        let Stored { id, row, entries, damage, edition, closed } = self.store.open(code).await?.ok_or_else(no_table)?;
        let mut room = Room::restore(&self.games, row, &entries, damage).map_err(|error| {
            tracing::error!(table = code, %error, "a table cannot be shown");
            ServerError::Gone(format!("The table {code} cannot be shown any more: {error}"))
        })?;
        if let Some(why) = room.closed() {
            tracing::error!(table = code, "{why}");
        }
        room.edition = edition;
        if let Some(why) = closed {
            room.close(&why);
        }
        Ok((id, room))
    }

    /// Returns a whole match as it is told to a guest, when it is the turn of this address. A table that sleeps is not
    /// woken.
    pub async fn whole(
        self: &Arc<Self>,
        address: IpAddr,
        guest: &str,
        code: &str,
        what: Whole,
    ) -> Result<Prepared, ServerError> {
        // May this guest look at the table?
        self.info(address, guest, code).await?;
        if let Some(told) = self.kept.get(&Key { code: code.to_owned(), what, after: None }) {
            return Ok(told);
        }
        let (server, runtime, guest, code) = (Arc::clone(self), Handle::current(), guest.to_owned(), code.to_owned());
        let table = code.clone();
        self.job_at(address, &table, move || runtime.block_on(server.tell_whole(&guest, &code, what))).await?
    }

    /// Returns what was luck and what was skill in a match that is over. It is done once, whoever waits for it, and kept;
    /// if nobody waits any more, it is left.
    pub async fn analysis(self: &Arc<Self>, address: IpAddr, guest: &str, code: &str) -> Result<Prepared, ServerError> {
        let info = self.info(address, guest, code).await?;
        if info.phase != Phase::Over {
            let why = "A match is analysed when it is over: until then it would be advice for those who play.";
            return Err(ServerError::Invalid(why.to_owned()));
        }
        if let Some(told) = self.kept_analysis(code).await? {
            return Ok(told);
        }
        let (wanted, mut done) = self.analysing.join(code, |course| {
            let (server, guest, code) = (Arc::clone(self), guest.to_owned(), code.to_owned());
            tokio::spawn(async move {
                let made = server.make_analysis(address, guest, &code, &course).await;
                server.analysing.leave(&code, &course, made);
            });
        });
        let made = done.wait_for(Option::is_some).await.map(|made| made.clone());
        drop(wanted);
        made.ok().flatten().unwrap_or_else(|| Err(ServerError::Stopping))
    }

    /// Returns how far the analysis of a match is.
    pub async fn analysis_progress(
        self: &Arc<Self>,
        address: IpAddr,
        guest: &str,
        code: &str,
    ) -> Result<AnalysisProgress, ServerError> {
        self.info(address, guest, code).await?;
        if let Some(progress) = self.analysing.progress(code) {
            return Ok(progress);
        }
        let kept = self.kept_analysis(code).await?.is_some();
        let state = if kept { AnalysisState::Kept } else { AnalysisState::None };
        Ok(AnalysisProgress { state, done: 0, steps: 0 })
    }

    /// Returns the analysis of a match that was made before.
    async fn kept_analysis(&self, code: &str) -> Result<Option<Prepared>, ServerError> {
        let key = analysis_key(code);
        if let Some(told) = self.kept.get(&key) {
            return Ok(Some(told));
        }
        let kept = self.store.papers().analysis(code).await?.filter(|kept| kept.version == ANALYSIS);
        Ok(kept.map(|kept| {
            let told = Prepared::json(kept.told);
            self.kept.put(key, told.clone());
            told
        }))
    }

    /// Analyses a match when it is the turn of this address, and keeps what was found.
    async fn make_analysis(
        self: &Arc<Self>,
        address: IpAddr,
        guest: String,
        code: &str,
        course: &Arc<Course>,
    ) -> Result<Prepared, ServerError> {
        let (server, runtime, name, on) = (Arc::clone(self), Handle::current(), code.to_owned(), Arc::clone(course));
        let work = move || {
            let record = runtime.block_on(server.telling(&guest, &name, Whole::Analysis))?;
            let record = Record::read(&(record.tell)()).map_err(|error| ServerError::Broken(error.to_string()))?;
            let analysis = server.analyse(&record, &on)?;
            Ok::<_, ServerError>(serde_json::to_string(&analysis).expect("an analysis is plain JSON"))
        };
        let made = self.analyses.run(address, code, work).await.map_err(|undone| self.undone(address, undone))?;
        let told = made?;
        let prepared = Prepared::json(told.clone());
        self.kept.put(analysis_key(code), prepared.clone());
        // Whoever waits for it gets it also where it cannot be kept; then it is made again some day.
        if let Err(error) =
            self.store.papers().keep_analysis(code.to_owned(), KeptAnalysis { version: ANALYSIS, told }).await
        {
            tracing::warn!(table = code, %error, "an analysis could not be kept");
        }
        Ok(prepared)
    }

    /// Analyses a match within the bounds of length and time, as long as somebody waits for it.
    fn analyse(&self, record: &Record, course: &Course) -> Result<MatchAnalysis, ServerError> {
        let steps = record.steps.len();
        if steps > MAX_ANALYSED as usize {
            let words = format!("This match has {steps} steps, and one of at most {MAX_ANALYSED} is analysed here");
            return Err(ServerError::Invalid(format!("{words}; {ELSEWHERE}")));
        }
        let game = self.games.get(&record.game).map_err(|error| ServerError::Broken(error.to_string()))?;
        let began = Instant::now();
        let mut late = false;
        let analysed = game.analyse(record, &mut |done| {
            course.note(done, steps);
            let most = if self.analyses.waiting() > 0 { BUSY_ANALYSIS } else { MAX_ANALYSIS };
            late = began.elapsed() > most;
            if late || !course.is_wanted() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match analysed.map_err(|error| ServerError::Broken(error.to_string()))? {
            Some(analysis) => Ok(analysis),
            None if late => {
                Err(ServerError::Invalid(format!("To analyse this match takes too long here; {ELSEWHERE}")))
            }
            None => Err(ServerError::Broken("nobody waits for it any more".to_owned())),
        }
    }

    /// Tells a whole match. A long one takes a while: only for threads that no table needs.
    async fn tell_whole(&self, guest: &str, code: &str, what: Whole) -> Result<Prepared, ServerError> {
        let Telling { after, tell } = self.telling(guest, code, what).await?;
        let key = Key { code: code.to_owned(), what, after };
        if let Some(told) = self.kept.get(&key) {
            return Ok(told);
        }
        let told = Prepared::json(tell());
        self.kept.put(key, told.clone());
        Ok(told)
    }

    /// Returns how a whole match is told, by its table if that is awake.
    async fn telling(&self, guest: &str, code: &str, what: Whole) -> Result<Telling, ServerError> {
        let living = match self.tables.living(code) {
            Some(table) => ask_one(table, |reply| Request::Whole { guest: guest.to_owned(), what, reply }).await,
            None => None,
        };
        match living {
            Some(told) => told,
            None => {
                let (_, room) = self.read_now(code).await?;
                room.whole(what, room.chairs.of(guest)).ok_or(ServerError::NotBegun)
            }
        }
    }

    /// Asks a table something.
    pub async fn ask<T>(
        self: &Arc<Self>,
        address: IpAddr,
        code: &str,
        request: impl Fn(oneshot::Sender<T>) -> Request,
    ) -> Result<T, ServerError> {
        for _ in 0..TRIES {
            if let Some(answer) = ask_one(self.table(address, code).await?, &request).await {
                return Ok(answer);
            }
        }
        Err(ServerError::Broken(format!("the table {code} does not answer")))
    }

    /// Returns a table as the lobby shows it, and does not wake it if it sleeps.
    pub async fn info(self: &Arc<Self>, address: IpAddr, guest: &str, code: &str) -> Result<TableInfo, ServerError> {
        let listed = self.store.listed(code).await?;
        let listed = listed.ok_or_else(|| ServerError::NoTable(polynya_engine::excerpt(code)))?;
        if let Err(error) = self.games.get(&listed.game) {
            return Err(ServerError::Gone(format!("The table {code} cannot be shown any more: {error}")));
        }
        self.info_of(address, guest, listed).await
    }

    /// Returns a listed table as the lobby shows it: only one that is in memory is asked.
    pub async fn info_of(
        self: &Arc<Self>,
        address: IpAddr,
        guest: &str,
        listed: Listed,
    ) -> Result<TableInfo, ServerError> {
        if let Some(table) = self.tables.living(&listed.code) {
            let request = |reply| Request::Info { guest: guest.to_owned(), reply };
            if let Some(info) = ask_one(table, request).await {
                return info;
            }
        }
        let idle = SystemTime::now().duration_since(listed.touched).map_or(0, |since| since.as_secs() as u32);
        let summary = match listed.summary {
            Some(summary) => summary,
            None => self.summarize(address, &listed.code, listed.touched).await?,
        };
        if let Some(reason) = summary.bars(guest) {
            return Err(ServerError::Forbidden(reason.to_owned()));
        }
        Ok(TableInfo {
            code: listed.code,
            game: listed.game,
            phase: summary.phase,
            seats: summary.seat_infos(guest),
            your_turn: summary.waits_for(guest),
            idle,
        })
    }

    /// Summarises a table that was never summarised, or not since its last entry because the server was killed.
    async fn summarize(
        self: &Arc<Self>,
        address: IpAddr,
        code: &str,
        touched: SystemTime,
    ) -> Result<Summary, ServerError> {
        let (id, room) = self.read(address, code).await?;
        self.store.summarize(id, room.summary(), touched).await?;
        Ok(room.summary())
    }
}

fn analysis_key(code: &str) -> Key {
    Key { code: code.to_owned(), what: Whole::Analysis, after: None }
}

/// What somebody can do whose match is not analysed here.
const ELSEWHERE: &str = "save it and type `polynya analyse match.json`, which takes as long as it needs.";

/// Takes a try, if tries are counted.
fn pay<K: Eq + Hash>(tries: &Option<Tries<K>>, key: K) -> Result<(), ServerError> {
    tries.as_ref().map_or(Ok(()), |tries| tries.take(key)).map_err(ServerError::Guessing)
}

/// Asks a table something; nothing if it is just being put away.
async fn ask_one<T>(table: mpsc::Sender<Request>, request: impl Fn(oneshot::Sender<T>) -> Request) -> Option<T> {
    let (reply, answer) = oneshot::channel();
    table.send(request(reply)).await.ok()?;
    answer.await.ok()
}
