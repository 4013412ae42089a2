//! The server: what all its parts share, and opening new tables.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};
use polynya_catalog::{AnyGame, CatalogError, Games};
use polynya_engine::{Record, Seed};
use thiserror::Error;

use crate::codes;
use crate::gate::subnet;
use crate::kept::Kept;
use crate::metrics::{Metrics, What};
use crate::outbox::Backlog;
use crate::protocol::{GameInfo, NewTable, Takebacks};
use crate::room::{Actor, Chair, Entry, MAX_NAME, Room, Wish, sanitize};
use crate::routes::Prepared;
use crate::shares::Shares;
use crate::store::{NewRow, Store, StoreError, Summary};
use crate::tables::Tables;
use crate::views::Browser;
use crate::workshop::{Setup, Undone, Workshop};

/// The most steps that a match from elsewhere may have: ten times those of a very long one.
const MAX_STEPS: usize = 20_000;
/// Bytes of bodies that are read or waited for: in all, for one address, and always for each.
const BODIES: (usize, usize, usize) = (48 << 20, 8 << 20, 256 << 10);
/// Bytes of long answers that are on their way: in all, for one address, and always for each.
const ANSWERS: (usize, usize, usize) = (64 << 20, 16 << 20, 1 << 20);
/// Bytes of tables in memory: in all, for those that one address has woken, and always for each.
const MEMORY: (usize, usize, usize) = (96 << 20, 24 << 20, 4 << 20);
/// Bytes of whole matches that are kept because somebody may ask for them again.
const KEPT: usize = 24 << 20;

/// What can be chosen about a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Config {
    /// How long a bot waits before it acts, so that people can follow.
    pub pace: Duration,
    /// After how long others may let a bot play for an absent person.
    pub absent: Duration,
    /// How long a table without viewers stays in memory.
    pub idle: Duration,
    /// Messages a second that one connection may send, and tenths of that in new tables for one address; none for no
    /// limit, not even of connections and watchers.
    pub rate: Option<NonZeroU32>,
    /// Connections at the same time.
    pub connections: usize,
    /// Connections of one address at the same time: a school behind one router, with a few for each.
    pub connections_each: usize,
    /// Connections of people who watch one table.
    pub watchers: usize,
    /// Bots that may think at the same time.
    pub thinkers: usize,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            pace: Duration::from_millis(280),
            absent: Duration::from_secs(120),
            idle: Duration::from_secs(30),
            rate: NonZeroU32::new(40),
            connections: 4096,
            connections_each: 512,
            watchers: 200,
            // With two, no address can keep all of them busy.
            thinkers: cores.saturating_sub(1).max(2),
        }
    }
}

/// Everything that the parts of the server share.
pub struct Server {
    /// What was chosen.
    pub config: Config,
    /// Where tables are kept.
    pub store: Box<dyn Store>,
    /// The games that are played here.
    pub games: Arc<Games<Browser>>,
    /// The tables in memory.
    pub tables: Tables,
    /// Where bots think.
    pub bots: Workshop,
    /// Where hints are thought out: however many are asked for, the bots play on.
    pub hints: Workshop,
    /// Where records are judged and whole matches told.
    pub jobs: Workshop,
    /// Where tables are made and read.
    pub reading: Workshop,
    /// Whole matches that were told lately.
    pub kept: Kept,
    /// Bytes of bodies.
    pub bodies: Arc<Shares>,
    /// Bytes of long answers on their way.
    pub answers: Arc<Shares>,
    /// Bytes of tables in memory.
    pub memory: Arc<Shares>,
    /// What waits to be sent over sockets.
    pub backlog: Arc<Backlog>,
    infos: OnceLock<Vec<GameInfo>>,
    list: OnceLock<Prepared>,
    /// Texts about games that never change: what they are, and of which game.
    texts: Mutex<HashMap<(&'static str, &'static str), Prepared>>,
    /// Counts.
    pub metrics: Metrics,
    openings: Option<DefaultKeyedRateLimiter<IpAddr>>,
    sockets: Option<DefaultKeyedRateLimiter<IpAddr>>,
    /// How often an address may connect.
    pub(crate) arrivals: Option<Arc<DefaultKeyedRateLimiter<IpAddr>>>,
}

/// Why a request fails.
#[derive(Debug, Error)]
pub enum ServerError {
    /// What was asked cannot be: the sentence says why.
    #[error("{0}")]
    Invalid(String),
    /// It cannot be read.
    #[error("{0}")]
    Malformed(String),
    /// There is no table with this code.
    #[error("There is no table `{0}`; look at the code again.")]
    NoTable(String),
    /// The match has not begun.
    #[error("The match at this table has not begun yet.")]
    NotBegun,
    /// Somebody may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// Too much of it.
    #[error("{0}")]
    TooMuch(String),
    /// The server has too much to do.
    #[error("{0}")]
    Busy(String),
    /// The server is at fault.
    #[error("{0}")]
    Broken(String),
}

impl From<StoreError> for ServerError {
    fn from(error: StoreError) -> ServerError {
        ServerError::Broken(error.to_string())
    }
}

impl From<CatalogError> for ServerError {
    fn from(error: CatalogError) -> ServerError {
        ServerError::Invalid(error.to_string())
    }
}

impl From<Undone> for ServerError {
    fn from(undone: Undone) -> ServerError {
        match undone {
            Undone::Own => ServerError::TooMuch(
                "Your address has enough on its way; wait for that, or for a few seconds.".to_owned(),
            ),
            Undone::All => ServerError::Busy("The server has too much to do; try again in a few seconds.".to_owned()),
            Undone::Failed => ServerError::Broken("the server could not do this".to_owned()),
        }
    }
}

impl Server {
    /// Returns a server of these games that nobody can reach yet.
    pub fn new(config: Config, store: Box<dyn Store>, games: Games<Browser>) -> Arc<Server> {
        let openings = config.rate.map(|rate| {
            let each = NonZeroU32::new(rate.get() / 10).unwrap_or(NonZeroU32::MIN);
            RateLimiter::keyed(Quota::per_second(each).allow_burst(rate))
        });
        // Everybody comes back at once when the server does.
        let sockets = config.rate.map(|rate| RateLimiter::keyed(Quota::per_second(rate).allow_burst(times(rate, 12))));
        let arrivals = config
            .rate
            .map(|rate| Arc::new(RateLimiter::keyed(Quota::per_second(times(rate, 4)).allow_burst(times(rate, 16)))));
        let hands = config.thinkers;
        let shop = |name, hands, each, most, nice| Workshop::new(Setup { name, hands, each, most, nice });
        let shares = |(most, each, floor)| Shares::new(most, each, floor);
        Arc::new(Server {
            config,
            store,
            games: Arc::new(games),
            tables: Tables::default(),
            // A table waits for one bot at a time, so this is bounded by the tables.
            bots: shop("bots", hands, usize::MAX, usize::MAX, 10),
            hints: shop("hints", 2, 16, 256, 10),
            jobs: shop("jobs", hands, 32, 512, 10),
            reading: shop("reading", 2, 1024, 8192, 5),
            kept: Kept::new(KEPT),
            bodies: shares(BODIES),
            answers: shares(ANSWERS),
            memory: config.rate.map_or_else(Shares::unlimited, |_| shares(MEMORY)),
            backlog: Arc::default(),
            infos: OnceLock::new(),
            list: OnceLock::new(),
            texts: Mutex::default(),
            metrics: Metrics::new(),
            openings,
            sockets,
            arrivals,
        })
    }

    /// Says in the log what begins here, and within which limits.
    pub(crate) fn introduce(&self) {
        let Config { rate, connections, connections_each, watchers, thinkers, .. } = self.config;
        let version = env!("CARGO_PKG_VERSION");
        match rate {
            Some(rate) => {
                tracing::info!(version, rate, connections, connections_each, watchers, thinkers, "Polynya begins");
            }
            None => tracing::info!(version, thinkers, "Polynya begins, without limits"),
        }
    }

    /// Returns what the first page shows of the games. The first call plays the matches of their pictures.
    pub fn game_infos(&self) -> &[GameInfo] {
        self.infos.get_or_init(|| self.games.iter().map(crate::routes::game_info).collect())
    }

    /// Returns the same as it is told.
    pub fn game_list(&self) -> &Prepared {
        let write = || serde_json::to_string(self.game_infos()).expect("infos are plain JSON");
        self.list.get_or_init(|| Prepared::json(write()))
    }

    /// Returns a text about a game that never changes; the first call writes it.
    pub fn text_of(
        &self,
        what: &'static str,
        game: &dyn AnyGame<Browser>,
        write: impl FnOnce(&dyn AnyGame<Browser>) -> String,
    ) -> Prepared {
        let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
        texts.entry((what, game.info().id)).or_insert_with(|| Prepared::json(write(game))).clone()
    }

    /// May this address open another table, or have another record judged?
    pub fn may_open(&self, address: IpAddr) -> Result<(), ServerError> {
        let words = "Too many new tables or records from your address; wait a few seconds.";
        check(self.openings.as_ref(), address, words)
    }

    /// May this address connect to a table once more?
    pub fn may_connect(&self, address: IpAddr) -> Result<(), ServerError> {
        let words = "Too many connections to tables from your address; wait a few seconds.";
        check(self.sockets.as_ref(), address, words).inspect_err(|_| self.metrics.refuse(What::Viewer, address))
    }

    /// Forgets the addresses that have asked for nothing lately.
    pub fn forget_addresses(&self) {
        for limiter in [self.openings.as_ref(), self.sockets.as_ref(), self.arrivals.as_deref()].into_iter().flatten() {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }

    /// Does something that may take long for a long match, in turn with others.
    pub async fn job<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServerError> {
        self.jobs.run(address, work).await.map_err(|undone| self.undone(address, undone))
    }

    /// Counts work that was refused.
    pub(crate) fn undone(&self, address: IpAddr, undone: Undone) -> ServerError {
        if undone != Undone::Failed {
            self.metrics.refuse(What::Work, address);
        }
        undone.into()
    }

    /// Opens a table as a guest at an address wants it; returns its code.
    pub async fn open_table(&self, address: IpAddr, guest: &str, new: &NewTable) -> Result<String, ServerError> {
        let game = self.games.get(&new.game)?;
        let options = match &new.options {
            serde_json::Value::Null => "{}".to_owned(),
            options => options.to_string(),
        };
        let seats = u8::try_from(new.seats.len()).unwrap_or(u8::MAX);
        let row = NewRow {
            code: String::new(),
            game: new.game.clone(),
            rules: game.version(),
            options: game.options(&options)?,
            seats,
            secret: String::new(),
            host: guest.to_owned(),
            takebacks: new.takebacks,
            public: new.public,
        };
        // Refuses a wrong number of seats before anything is written.
        Room::new(&self.games, row.clone())?;
        let name = sanitize(&new.name, MAX_NAME);
        let mut entries = Vec::new();
        for (seat, who) in (1..).zip(&new.seats) {
            match who.as_str() {
                "open" => {}
                "me" => entries.push(Entry::Sit {
                    seat,
                    guest: guest.to_owned(),
                    name: if name.is_empty() { "You".to_owned() } else { name.clone() },
                    // It is added once the commitment was seen.
                    nonce: String::new(),
                }),
                bot => {
                    let bots = game.bots();
                    if !bots.iter().any(|known| known.name == bot) {
                        let names: Vec<&str> = bots.iter().map(|known| known.name).collect();
                        let (bot, names) = (polynya_engine::excerpt(bot), names.join(", "));
                        let what = format!("seat {seat} is `{bot}`; expected `me`, `open` or a bot: {names}");
                        return Err(ServerError::Invalid(what));
                    }
                    entries.push(Entry::Bot { seat, bot: bot.to_owned() });
                }
            }
        }
        self.create(address, row, entries).await
    }

    /// A table at which the same people meet again, in these chairs; returns its code.
    pub async fn again(&self, address: IpAddr, row: NewRow, chairs: &[Chair]) -> Result<String, ServerError> {
        let mut entries = Vec::new();
        for (seat, chair) in (1..).zip(chairs) {
            match (&chair.bot, chair.guests.split_first()) {
                (Some(bot), _) => entries.push(Entry::Bot { seat, bot: bot.clone() }),
                (None, Some((guest, others))) => {
                    let nonce = String::new();
                    entries.push(Entry::Sit { seat, guest: guest.clone(), name: chair.name.clone(), nonce });
                    let claim = |guest: &String| Entry::Claim { seat, guest: guest.clone() };
                    entries.extend(others.iter().map(claim));
                }
                (None, None) => {}
            }
        }
        self.create(address, row, entries).await
    }

    /// A table for a match that was begun elsewhere; returns its code.
    pub async fn import(&self, address: IpAddr, guest: &str, json: String) -> Result<String, ServerError> {
        let host = guest.to_owned();
        let games = Arc::clone(&self.games);
        let (row, entry) = self.job(address, move || imported(&games, host, &json)).await??;
        self.create(address, row, vec![entry]).await
    }

    /// Writes a new table down under a code of its own, and begins the match if nobody is missing.
    async fn create(&self, address: IpAddr, row: NewRow, entries: Vec<Entry>) -> Result<String, ServerError> {
        loop {
            let (games, row, entries) = (Arc::clone(&self.games), row.clone(), entries.clone());
            let made = self.reading.run(address, move || first_entries(&games, row, entries)).await;
            let (row, texts, summary) = made.map_err(|undone| self.undone(address, undone))??;
            let code = row.code.clone();
            match self.store.create(row, texts, summary).await {
                Ok(_) => return Ok(code),
                // The code is in use: another one, with another secret and so another start.
                Err(StoreError::Taken) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

fn check(limiter: Option<&DefaultKeyedRateLimiter<IpAddr>>, address: IpAddr, words: &str) -> Result<(), ServerError> {
    match limiter.map(|limiter| limiter.check_key(&subnet(address))) {
        Some(Err(_)) => Err(ServerError::TooMuch(words.to_owned())),
        _ => Ok(()),
    }
}

/// Returns a rate several times as high.
pub(crate) fn times(rate: NonZeroU32, factor: u32) -> NonZeroU32 {
    NonZeroU32::new(rate.get().saturating_mul(factor)).unwrap_or(rate)
}

/// The table of a match that was begun elsewhere, and its entry.
fn imported(games: &Games<Browser>, host: String, json: &str) -> Result<(NewRow, Entry), CatalogError> {
    let mut record = Record::read(json)?;
    if record.steps.len() > MAX_STEPS {
        let steps = record.steps.len();
        return Err(CatalogError::Unknown(format!("the record has {steps} steps; a table takes at most {MAX_STEPS}")));
    }
    if record.result.is_none() {
        // Whoever brings the seed of a match that goes on would know its dice.
        record.seed = None;
    }
    let game = games.get(&record.game)?;
    let table = game.resume(&record, Seed::new(codes::random()))?;
    let row = NewRow {
        code: String::new(),
        game: record.game.clone(),
        rules: record.rules,
        options: game.options(record.options_json())?,
        seats: table.seats(),
        secret: String::new(),
        host,
        takebacks: Takebacks::Consent,
        public: false,
    };
    // What is written is our own record of it: nothing unknown is kept.
    let mut own = table.record(record.seed);
    own.players = None;
    own.luck = record.luck.filter(|_| record.result.is_some());
    Ok((row, Entry::Import { record: own.write(), adds: true }))
}

/// A new table with a code and a secret of its own, its entries as they are written, and what the lobby knows of it.
fn first_entries(
    games: &Games<Browser>,
    row: NewRow,
    mut entries: Vec<Entry>,
) -> Result<(NewRow, Vec<String>, Summary), CatalogError> {
    let row = NewRow { code: codes::code(), secret: Seed::new(codes::random()).to_string(), ..row };
    let mut room = Room::new(games, row.clone())?;
    for entry in &entries {
        room.apply(entry)?;
    }
    if room.table().is_none() && room.chairs.is_ready() {
        let start = room.decide(Actor::Table, Wish::Start);
        let start =
            start.map_err(|rejection| CatalogError::Unknown(format!("the match cannot begin: {rejection:?}")))?;
        room.apply(&start)?;
        entries.push(start);
    }
    Ok((row, entries.iter().map(Entry::write).collect(), room.summary()))
}
