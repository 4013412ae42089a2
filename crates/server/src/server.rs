//! The server: what all its parts share, and opening new tables.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use polynya_catalog::{AnyGame, CatalogError, Games};
use polynya_engine::{Record, Seed};
use serde::Deserialize;
use thiserror::Error;

use crate::analysing::Analysing;
use crate::codes;
use crate::gate::subnet;
use crate::kept::Kept;
use crate::limits::Limits;
use crate::metrics::{Metrics, What};
use crate::misses::Tries;
use crate::nodes::Nodes;
use crate::outbox::Backlog;
use crate::protocol::{First, GameInfo, NewTable, Phase, Takebacks};
use crate::proxy::{Proxies, SecureCookies};
use crate::room::{Actor, Chair, Entry, Hosting, MAX_NAME, Room, Wish, check_clock, sanitize};
use crate::routes::Prepared;
use crate::shares::Shares;
use crate::store::{Listed, NewRow, Store, StoreError, Summary, TableId};
use crate::tables::Tables;
use crate::views::Browser;
use crate::workshop::{Setup, Undone, Workshop};

/// The most steps that a match from elsewhere may have: ten times those of a very long one.
pub(crate) const MAX_STEPS: usize = 20_000;
/// Bytes of bodies that are read or waited for: in all, for one address, and always for each.
const BODIES: (usize, usize, usize) = (48 << 20, 8 << 20, 256 << 10);
/// Bytes of long answers that are on their way: in all, for one address, and always for each.
const ANSWERS: (usize, usize, usize) = (64 << 20, 16 << 20, 1 << 20);
/// Bytes of tables in memory: in all, for those that one address has woken, and always for each.
const MEMORY: (usize, usize, usize) = (96 << 20, 24 << 20, 4 << 20);
/// Bytes of whole matches that are kept because somebody may ask for them again.
const KEPT: usize = 24 << 20;
/// Bytes of set-ups that are kept.
const KEPT_SET_UPS: usize = 4 << 20;
/// How long the store is known to be well.
const FRESH: Duration = Duration::from_secs(1);

/// What can be chosen about a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// How long a bot waits before it acts, so that people can follow.
    pub pace: Duration,
    /// How long bots wait for the next step of a plan that a team-mate makes.
    pub patience: Duration,
    /// After how long others may let a bot play for an absent person.
    pub absent: Duration,
    /// After how long without the host the next person at the table becomes host.
    pub host_absent: Duration,
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
    /// The addresses by which browsers reach the server, beside numbers and names without a dot: `https://play.example.org`.
    pub origins: Vec<String>,
    /// How long tables that are over are kept after the last thing that happened there; none for ever.
    pub keep: Option<Duration>,
    /// The same for tables that are not over.
    pub keep_abandoned: Option<Duration>,
    /// The proxies before the server, and the path under which it is.
    pub proxies: Proxies,
    /// When the cookie of a guest is sent over https alone.
    pub secure_cookies: SecureCookies,
}

impl Default for Config {
    fn default() -> Config {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Config {
            pace: Duration::from_millis(280),
            patience: Duration::from_secs(30),
            absent: Duration::from_secs(120),
            host_absent: Duration::from_secs(300),
            idle: Duration::from_secs(30),
            rate: NonZeroU32::new(40),
            connections: 4096,
            connections_each: 512,
            watchers: 200,
            // With two, no address can keep all of them busy.
            thinkers: cores.saturating_sub(1).max(2),
            origins: Vec::new(),
            keep: None,
            keep_abandoned: None,
            proxies: Proxies::default(),
            secure_cookies: SecureCookies::default(),
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
    /// What is known of other nodes on the same store.
    pub nodes: Nodes,
    /// Where bots think.
    pub bots: Workshop,
    /// Where hints are thought out: however many are asked for, the bots play on.
    pub hints: Workshop,
    /// Where records are judged and whole matches told.
    pub jobs: Workshop,
    /// Where matches are analysed: it takes seconds of a whole core.
    pub analyses: Workshop,
    /// The analyses that are being made.
    pub analysing: Analysing,
    /// Where tables are made and read.
    pub reading: Workshop,
    /// Whole matches that were told lately.
    pub kept: Kept,
    /// How matches begin with the options that were asked for lately.
    pub set_ups: Kept,
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
    /// What each address may do in a while; none for no limit.
    pub(crate) limits: Option<Limits>,
    /// Codes that were wrong, by address.
    pub misses: Option<Tries<IpAddr>>,
    /// How often each table was found by its words.
    pub calls: Option<Tries<TableId>>,
    /// Where it listens, once it does.
    pub listens: OnceLock<SocketAddr>,
    /// Sockets that came through trusted proxies, by the address behind these.
    pub proxied: Arc<Shares>,
    /// When the store last said that it is well. Whoever asks it holds this, and the others wait for the answer.
    well: tokio::sync::Mutex<Option<Instant>>,
    /// The tables that are open to everybody, and when the store was last asked for them. Whoever asks it holds this.
    public: tokio::sync::Mutex<Option<(Instant, Arc<Vec<Listed>>)>>,
}

/// Why a request fails.
#[derive(Clone, Debug, Error)]
pub enum ServerError {
    /// What was asked cannot be: the sentence says why.
    #[error("{0}")]
    Invalid(String),
    /// It cannot be read.
    #[error("{0}")]
    Malformed(String),
    /// There is no table with this code.
    #[error("There is no table “{0}”; look at the code again.")]
    NoTable(String),
    /// There is no study with this code.
    #[error("There is no study “{0}”; look at the link again. Old ones make room for new ones.")]
    NoStudy(String),
    /// The table is there, but cannot be shown.
    #[error("{0}")]
    Gone(String),
    /// The server stops.
    #[error("The server is stopping; come back in a moment.")]
    Stopping,
    /// The match has not begun.
    #[error("The match at this table has not begun yet.")]
    NotBegun,
    /// Somebody may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// Too much of it.
    #[error("{0}")]
    TooMuch(String),
    /// Too many codes were wrong.
    #[error("Too many codes from your address were wrong. Wait {} and look at the code again.", seconds(*.0))]
    Guessing(Duration),
    /// The server has too much to do.
    #[error("{0}")]
    Busy(String),
    /// The server is at fault.
    #[error("{0}")]
    Broken(String),
}

impl From<StoreError> for ServerError {
    fn from(error: StoreError) -> ServerError {
        match error {
            StoreError::Closed => ServerError::Stopping,
            error => ServerError::Broken(error.to_string()),
        }
    }
}

impl From<CatalogError> for ServerError {
    fn from(error: CatalogError) -> ServerError {
        ServerError::Invalid(error.to_string())
    }
}

/// So many whole seconds, in words.
fn seconds(wait: Duration) -> String {
    match whole_seconds(wait) {
        1 => "a second".to_owned(),
        some => format!("{some} seconds"),
    }
}

/// How many whole seconds somebody has to wait.
pub fn whole_seconds(wait: Duration) -> u64 {
    wait.as_secs_f64().ceil().max(1.0) as u64
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
        let hands = config.thinkers;
        let shop = |name, hands, each, most, nice| Workshop::new(Setup { name, hands, each, most, nice });
        let shares = |(most, each, floor)| Shares::new(most, each, floor);
        Arc::new(Server {
            store,
            games: Arc::new(games),
            tables: Tables::default(),
            nodes: Nodes::default(),
            // A table waits for one bot at a time, so this is bounded by the tables.
            bots: shop("bots", hands, usize::MAX, usize::MAX, 10),
            hints: shop("hints", 2, 16, 256, 10),
            jobs: shop("jobs", hands, 32, 512, 10),
            // With two, no address can keep all of them busy.
            analyses: shop("analyses", 2, 4, 64, 19),
            analysing: Analysing::default(),
            reading: shop("reading", 2, 1024, 8192, 5),
            kept: Kept::new(KEPT),
            set_ups: Kept::new(KEPT_SET_UPS),
            bodies: shares(BODIES),
            answers: shares(ANSWERS),
            memory: config.rate.map_or_else(Shares::unlimited, |_| shares(MEMORY)),
            backlog: Arc::default(),
            infos: OnceLock::new(),
            list: OnceLock::new(),
            texts: Mutex::default(),
            metrics: Metrics::new(),
            limits: config.rate.map(Limits::new),
            misses: config.rate.map(|_| Tries::default()),
            calls: config.rate.map(|_| Tries::default()),
            listens: OnceLock::new(),
            proxied: crate::connection_shares(&config),
            config,
            well: tokio::sync::Mutex::default(),
            public: tokio::sync::Mutex::default(),
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

    /// Returns what the first page shows of the games.
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

    /// Can the store take something? While it can, it is asked once a second, however often this is called.
    pub async fn check_well(&self) -> Result<(), StoreError> {
        let mut well = self.well.lock().await;
        if well.is_some_and(|when| when.elapsed() < FRESH) {
            return Ok(());
        }
        let said = self.store.ping().await;
        *well = said.is_ok().then(Instant::now);
        said
    }

    /// Returns the tables that are open to everybody, as they are now. However many want to know at the same time, the
    /// store is asked once for all who came before it was.
    pub async fn public_tables(&self, most: u32) -> Result<Arc<Vec<Listed>>, StoreError> {
        let came = Instant::now();
        let mut last = self.public.lock().await;
        if let Some((_, tables)) = last.as_ref().filter(|(asked, _)| *asked >= came) {
            return Ok(Arc::clone(tables));
        }
        let asked = Instant::now();
        let tables = Arc::new(self.store.public(most).await?);
        *last = Some((asked, Arc::clone(&tables)));
        Ok(tables)
    }

    /// Does something that may take long for a long match, in turn with others.
    pub async fn job<T: Send + 'static>(
        &self,
        address: IpAddr,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServerError> {
        self.job_at(address, "", work).await
    }

    /// Does the same for a table: those of one address take turns too.
    pub async fn job_at<T: Send + 'static>(
        &self,
        address: IpAddr,
        table: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ServerError> {
        self.jobs.run(address, table, work).await.map_err(|undone| self.undone(address, undone))
    }

    /// Returns the counts as text, with what waits just now.
    pub fn counts(&self) -> String {
        let shops = [
            ("bots", &self.bots),
            ("hints", &self.hints),
            ("jobs", &self.jobs),
            ("analyses", &self.analyses),
            ("tables", &self.reading),
        ];
        for (queue, shop) in shops {
            self.metrics.waiting(queue).set(shop.waiting() as i64);
        }
        self.metrics.backlog.set(self.backlog.bytes() as i64);
        self.metrics.text()
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
            spoken: None,
            game: new.game.clone(),
            rules: game.version(),
            options: game.options(&options)?,
            seats,
            secret: String::new(),
            host: guest.to_owned(),
            takebacks: new.takebacks,
            public: new.public,
            origin: origin(address),
        };
        // Refuses a wrong number of seats before anything is written.
        let mut room = Room::new(&self.games, row.clone())?;
        if new.public {
            self.may_list(address)?;
        }
        let name = Some(sanitize(&new.name, MAX_NAME)).filter(|name| !name.is_empty());
        let name = name.unwrap_or_else(|| "You".to_owned());
        let mut entries = Vec::new();
        for (seat, who) in (1..).zip(&new.seats) {
            match who.as_str() {
                "open" => {}
                "me" => {
                    let own = new.names.get(usize::from(seat) - 1).map(|own| sanitize(own, MAX_NAME));
                    let name = own.filter(|own| !own.is_empty()).unwrap_or_else(|| name.clone());
                    // What the seat adds to the luck follows once the commitment was seen.
                    entries.push(Entry::Sit { seat, guest: guest.to_owned(), name, nonce: String::new() });
                }
                bot => {
                    room.check_bot(bot).map_err(|rejection| {
                        let bot = polynya_engine::excerpt(bot);
                        ServerError::Invalid(format!(
                            "Seat {seat} cannot be held by “{bot}”: it is `me`, `open` or a bot. {rejection}"
                        ))
                    })?;
                    entries.push(Entry::Bot { seat, bot: bot.to_owned() });
                }
            }
        }
        entries.extend((new.first != First::default()).then_some(Entry::First { first: new.first }));
        for entry in &entries {
            room.apply(entry, None)?;
        }
        for (seat, &set) in (1..=u8::MAX).zip(&new.sets).filter(|(_, set)| **set > 0) {
            let decision = room.decide(Actor::Guest(guest), Wish::Set { seat, set: Some(set) });
            let entry = decision.map_err(|why| ServerError::Invalid(format!("`sets`: {why}")))?.entry;
            room.apply(&entry, None)?;
            entries.push(entry);
        }
        let mut hosting = Hosting::new(guest.to_owned());
        hosting.closed = new.closed;
        hosting.clock = check_clock(new.clock.unwrap_or(hosting.clock)).map_err(ServerError::Invalid)?;
        entries.extend(hosting.entries());
        self.create(address, row, entries).await
    }

    /// A table at which the same people meet again, in these chairs; returns its code.
    pub async fn again(
        &self,
        address: IpAddr,
        row: NewRow,
        chairs: &[Chair],
        [hosting, seating]: [Vec<Entry>; 2],
    ) -> Result<String, ServerError> {
        let mut entries = hosting;
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
        entries.extend(seating);
        self.create(address, row, entries).await
    }

    /// A table for a match that was begun elsewhere; returns its code.
    pub async fn import(
        &self,
        address: IpAddr,
        guest: &str,
        json: String,
        dice: ImportedDice,
    ) -> Result<String, ServerError> {
        let host = guest.to_owned();
        let games = Arc::clone(&self.games);
        let (row, entry) = self.job(address, move || imported(&games, host, &json, dice)).await??;
        self.create(address, row, vec![entry]).await
    }

    /// A table for one screen that goes on with a match: whoever asks sits on every seat; returns its code.
    pub async fn go_on(&self, address: IpAddr, guest: &str, json: String, name: &str) -> Result<String, ServerError> {
        let (host, games) = (guest.to_owned(), Arc::clone(&self.games));
        let (row, entry) = self.job(address, move || imported(&games, host, &json, ImportedDice::New)).await??;
        let name = Some(sanitize(name, MAX_NAME)).filter(|name| !name.is_empty()).unwrap_or_else(|| "You".to_owned());
        let sit = |seat| Entry::Sit { seat, guest: guest.to_owned(), name: name.clone(), nonce: String::new() };
        let entries = std::iter::once(entry).chain((1..=row.seats).map(sit)).collect();
        self.create(address, row, entries).await
    }

    /// Writes a new table down under a code of its own, and begins the match if nobody is missing.
    async fn create(&self, address: IpAddr, row: NewRow, entries: Vec<Entry>) -> Result<String, ServerError> {
        loop {
            let (games, row, entries) = (Arc::clone(&self.games), row.clone(), entries.clone());
            let made = self.reading.run(address, "", move || first_entries(&games, row, entries)).await;
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

/// The number by which the lobby tells addresses apart; 0 for this machine itself, where all come through one proxy.
fn origin(address: IpAddr) -> u16 {
    if subnet(address).is_loopback() {
        return 0;
    }
    let hash = codes::hash(&subnet(address).to_string());
    u16::from_str_radix(&hash[..4], 16).unwrap_or_default().max(1)
}

/// Returns a rate several times as high.
pub(crate) fn times(rate: NonZeroU32, factor: u32) -> NonZeroU32 {
    NonZeroU32::new(rate.get().saturating_mul(factor)).unwrap_or(rate)
}

/// The table of a match that was begun elsewhere, and its entry.
fn imported(
    games: &Games<Browser>,
    host: String,
    json: &str,
    dice: ImportedDice,
) -> Result<(NewRow, Entry), CatalogError> {
    let mut record = Record::read(json)?;
    if record.steps.len() > MAX_STEPS {
        let steps = record.steps.len();
        return Err(CatalogError::Unknown(format!("the record has {steps} steps; a table takes at most {MAX_STEPS}")));
    }
    let known = dice == ImportedDice::Same && record.result.is_none();
    if known {
        let (seed, from) = record.proven_seed()?;
        let drawn = record.steps.iter().filter(|step| step.starts_with('*')).count() as u64;
        if drawn < from {
            return Err(CatalogError::Unknown(format!(
                "the first {from} draws of this match were made elsewhere: go on after them, or with new dice"
            )));
        }
        record.seed = Some(seed);
    } else if record.result.is_none() {
        // Whoever brings the seed of a match that goes on would know its dice.
        record.seed = None;
    }
    let game = games.get(&record.game)?;
    let table = game.resume(&record, Seed::new(codes::random()))?;
    let row = NewRow {
        code: String::new(),
        spoken: None,
        game: record.game.clone(),
        rules: record.rules,
        options: game.options(record.options_json())?,
        seats: table.seats(),
        secret: String::new(),
        host,
        takebacks: Takebacks::Consent,
        public: false,
        origin: 0,
    };
    // What is written is our own record of it: nothing unknown is kept.
    let mut own = table.record(record.seed);
    own.players = None;
    own.sets = record.sets.filter(|_| game.info().sets.is_some());
    if let (Some(numbers), Some(sets)) = (&own.sets, game.info().sets) {
        sets.judge(row.seats, numbers).map_err(CatalogError::Unknown)?;
    }
    own.luck = record.luck.filter(|_| record.result.is_some());
    Ok((row, Entry::Import { record: own.write(), adds: !known }))
}

/// Whose dice a match has that is brought along and goes on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ImportedDice {
    /// New ones.
    #[default]
    New,
    /// Those that the record tells, whose draws go on by their numbers: everybody at the table is told.
    Same,
}

/// A new table with a code and a secret of its own, its entries as they are written, and what the lobby knows of it.
fn first_entries(
    games: &Games<Browser>,
    row: NewRow,
    mut entries: Vec<Entry>,
) -> Result<(NewRow, Vec<String>, Summary), CatalogError> {
    let secret = Seed::new(codes::random()).to_string();
    let row = NewRow { code: codes::link(), spoken: None, secret, ..row };
    let mut room = Room::new(games, row.clone())?;
    for entry in &entries {
        room.apply(entry, None)?;
    }
    if room.table().is_none() && room.is_ready() {
        let start = room.decide(Actor::Table, Wish::Start);
        let start = start.map_err(|rejection| CatalogError::Unknown(format!("the match cannot begin: {rejection}")))?;
        room.apply(&start.entry, start.ahead)?;
        entries.push(start.entry);
    }
    // A match that goes on is found by its link alone.
    let spoken = (room.phase() == Phase::Gathering).then(codes::spoken);
    Ok((NewRow { spoken, ..row }, entries.iter().map(Entry::write).collect(), room.summary()))
}
