//! Tables in a PostgreSQL database, which several nodes may share.
//!
//! Every change is one statement, and so one transaction and one round trip. Appends that wait are written together by one
//! task, with connections that nobody else takes: however much is asked, moves are not held up. Everything else takes a
//! connection of the pool. An append moves the table's end from `n - 1` to `n` or does
//! nothing, so of several nodes one has the number. Whoever loses the connection asks again: what was done already is
//! recognised.

mod archive;
mod hearing;
mod keeping;
mod papers;
mod schema;
mod trouble;
mod writer;

use std::str::FromStr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use deadpool_postgres::{Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime};
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_postgres::config::SslMode;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Config, NoTls, Row};

use super::chain::{self, Hash};
use super::{
    Answer, Archived, Keeping, Listed, NewRow, News, Papers, Shared, Store, StoreError, Stored, Summary, TableId,
    columns,
};
use crate::codes;
use hearing::Leases;
use trouble::Trouble;
use writer::{Append, Writer};

/// Connections of one node to ask and to change.
const CONNECTIONS: usize = 6;
/// Those with which it appends, and tells the other nodes something.
const OWN_CONNECTIONS: usize = 2;
/// How long one statement may take; then the connection is given up.
const PATIENCE: Duration = Duration::from_secs(5);
/// How long something is tried again while the database cannot be reached.
const PERSISTENCE: Duration = Duration::from_secs(8);
/// How long to wait before the next try.
const PAUSE: Duration = Duration::from_millis(50);

/// Letters of a node's name.
const NAME: usize = 8;
/// Texts that wait to be told to other nodes; more are dropped.
const MAX_TOLD: usize = 4096;

/// What a statement is given.
type Values<'a> = &'a [&'a (dyn ToSql + Sync)];

/// Tables in a PostgreSQL database.
pub struct Postgres {
    config: Config,
    pool: Pool,
    /// What appends and tells has connections of its own.
    own: Pool,
    node: String,
    leases: Arc<Leases>,
    /// The way to the task that tells the other nodes something.
    told: mpsc::Sender<String>,
    /// The way to the task that appends; none once the store is closed.
    appends: Mutex<Option<mpsc::UnboundedSender<Append>>>,
    writer: Mutex<Option<JoinHandle<()>>>,
}

impl Postgres {
    /// Is this the address of a database, and not the name of a file?
    pub fn is_address(text: &str) -> bool {
        text.starts_with("postgres://") || text.starts_with("postgresql://")
    }

    /// Returns an address as people may see it: without the password.
    pub fn without_password(address: &str) -> String {
        let Some((scheme, rest)) = address.split_once("://") else { return address.to_owned() };
        match rest.rsplit_once('@') {
            Some((who, place)) => format!("{scheme}://{}@{place}", who.split(':').next().unwrap_or_default()),
            None => address.to_owned(),
        }
    }

    /// Opens the database at an address such as `postgres://user:password@host/database`, and makes what belongs there.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        let config = read_address(address)?;
        let own = pool(&config, OWN_CONNECTIONS)?;
        let pool = pool(&config, CONNECTIONS)?;
        schema::prepare(&pool).await?;
        let node = codes::token()[..NAME].to_owned();
        let (appends, waiting) = mpsc::unbounded_channel();
        let writer = tokio::spawn(Writer::new(own.clone(), node.clone()).run(waiting));
        let (told, texts) = mpsc::channel(MAX_TOLD);
        tokio::spawn(hearing::tell(own.clone(), texts));
        let (appends, writer) = (Mutex::new(Some(appends)), Mutex::new(Some(writer)));
        let store = Postgres { config, pool, own, node, leases: Arc::default(), told, appends, writer };
        // A database that cannot be written is found now, not at the first move.
        store.ping().await?;
        Ok(store)
    }

    /// Asks the database, once more if the connection is lost; only for what may be asked twice.
    async fn ask(&self, sql: &str, values: Values<'_>) -> Result<Vec<Row>, StoreError> {
        if lock(&self.appends).is_none() {
            return Err(StoreError::Closed);
        }
        persist(&self.pool, sql, values).await.map(|(rows, _)| rows)
    }

    async fn ask_for_one<T>(
        &self,
        sql: &str,
        values: Values<'_>,
        read: fn(&Row) -> T,
    ) -> Result<Option<T>, StoreError> {
        Ok(self.ask(sql, values).await?.first().map(read))
    }

    async fn stored(&self, code: &str) -> Result<Option<Stored>, StoreError> {
        let found = self.ask(TABLE, &[&unwritable(code)]).await?;
        let Some(found) = found.first() else { return Ok(None) };
        let (id, n): (TableId, i32) = (found.get("id"), found.get("n"));
        Ok(Some(stored(found, &self.ask(ENTRIES, &[&id, &n]).await?)))
    }

    async fn insert(&self, new: Archived) -> Result<TableId, StoreError> {
        const CREATE: &str = "
            WITH opened AS (
                INSERT INTO tables (code, spoken, game, rules, options, seats, secret, host, takebacks, public, origin,
                    phase, created, touched, summary, hash)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $20, $14, $15)
                ON CONFLICT DO NOTHING RETURNING id
            ), added AS (
                INSERT INTO entries (table_id, n, entry, hash, writer) SELECT id, n::integer, entry, first.hash, 0
                FROM opened, unnest($16::text[], $17::bytea[]) WITH ORDINALITY AS first (entry, hash, n)
            ), ended AS (
                INSERT INTO ends (table_id, n, hash) SELECT id, cardinality($16::text[]), $18 FROM opened
            ), came AS (
                INSERT INTO guests (table_id, guest) SELECT id, guest FROM opened, unnest($19::text[]) AS guest
            ), judged AS (
                INSERT INTO analyses (table_id, version, told) SELECT id, $21::integer, $22::text FROM opened
                WHERE $22::text IS NOT NULL
            )
            SELECT id FROM opened";
        const OWN: &str = "SELECT id FROM tables WHERE code = $1 AND hash = $2";
        if lock(&self.appends).is_none() {
            return Err(StoreError::Closed);
        }
        let (first, hashes) = new.hashes();
        let end = hashes.last().unwrap_or(&first).as_slice();
        let hashes: Vec<&[u8]> = hashes.iter().map(Hash::as_slice).collect();
        let Archived { row, phase, created, touched, summary, guests, entries, analysis } = &new;
        let version = analysis.as_ref().map(|analysis| analysis.version as i32);
        let told = analysis.as_ref().map(|analysis| &analysis.told);
        let NewRow { code, spoken, game, rules, options, seats, secret, host, takebacks, public, origin } = row;
        let (rules, seats, origin) = (i32::from(*rules), i16::from(*seats), i32::from(*origin));
        let (takebacks, phase) = (columns::takebacks(*takebacks), columns::phase(*phase));
        let first = first.as_slice();
        let values: Values<'_> = &[
            code, spoken, game, &rules, options, &seats, secret, host, &takebacks, public, &origin, &phase, created,
            summary, &first, entries, &hashes, &end, guests, touched, &version, &told,
        ];
        let (rows, again) = persist(&self.pool, CREATE, values).await?;
        if let Some(row) = rows.first() {
            return Ok(row.get(0));
        }
        // The secret of every table is another, and so is its hash.
        let own = if again { self.ask_for_one(OWN, &[code, &first], |row| row.get(0)).await? } else { None };
        own.ok_or(StoreError::Taken)
    }
}

impl Store for Postgres {
    fn create(&self, table: NewRow, entries: Vec<String>, summary: Summary) -> Answer<'_, TableId> {
        Box::pin(self.insert(Archived::new(table, entries, &summary, columns::seconds(SystemTime::now()))))
    }

    fn append(&self, table: TableId, n: u32, entry: String, summary: Option<Summary>) -> Answer<'_, ()> {
        let (answer, answered) = oneshot::channel();
        let append = Append { table, n, entry, summary, answer };
        let sent = lock(&self.appends).as_ref().is_some_and(|appends| appends.send(append).is_ok());
        Box::pin(async move {
            let closed = || Err(StoreError::Closed);
            if sent { answered.await.unwrap_or_else(|_| closed()) } else { closed() }
        })
    }

    fn open<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Stored>> {
        Box::pin(self.stored(code))
    }

    fn summarize(&self, table: TableId, summary: Summary, touched: SystemTime) -> Answer<'_, ()> {
        const SUMMARIZE: &str = "
            WITH current AS (
                SELECT table_id FROM ends WHERE table_id = $1 AND n = $2 FOR UPDATE
            ), shown AS (
                UPDATE tables SET phase = $3, summary = $4, touched = $5,
                    spoken = CASE $3 WHEN 'gathering' THEN spoken END
                FROM current WHERE id = table_id
            ), gone AS (
                DELETE FROM guests USING current WHERE guests.table_id = current.table_id AND guest <> ALL ($6::text[])
            ), came AS (
                INSERT INTO guests (table_id, guest) SELECT table_id, guest FROM current, unnest($6::text[]) AS guest
                ON CONFLICT DO NOTHING
            )
            SELECT table_id FROM current";
        Box::pin(async move {
            let (phase, json) = (columns::phase(summary.phase), columns::summary(&summary));
            let (n, touched, guests) = (summary.n as i32, columns::seconds(touched), summary.guests());
            self.ask(SUMMARIZE, &[&table, &n, &phase, &json, &touched, &guests]).await.map(drop)
        })
    }

    fn of_guest<'a>(&'a self, guest: &'a str, most: u32) -> Answer<'a, Vec<Listed>> {
        const OF_GUEST: &str = "SELECT id, code, game, touched, summary, n, 1::bigint AS rank FROM guests
            JOIN tables ON id = guests.table_id JOIN ends ON ends.table_id = id
            WHERE guest = $1 AND phase <> 'over' ORDER BY id DESC LIMIT $2";
        Box::pin(async move {
            let rows = self.ask(OF_GUEST, &[&unwritable(guest), &i64::from(most)]).await?;
            Ok(rows.iter().map(listed).collect())
        })
    }

    fn public(&self, most: u32) -> Answer<'_, Vec<Listed>> {
        // Only so many are looked at, the newest.
        const PUBLIC: &str = "WITH newest AS (SELECT id, host, origin FROM tables
                WHERE public AND phase <> 'over'
                AND id NOT IN (SELECT table_id FROM marks WHERE closed IS NOT NULL) ORDER BY id DESC LIMIT 2000),
            ranked AS (SELECT id, greatest(row_number() OVER (PARTITION BY host ORDER BY id DESC),
                CASE origin WHEN 0 THEN 1 ELSE row_number() OVER (PARTITION BY origin ORDER BY id DESC) END) AS rank
                FROM newest)
            SELECT id, code, game, touched, summary, n, rank FROM ranked
            JOIN tables USING (id) JOIN ends ON table_id = id ORDER BY rank, id DESC LIMIT $1";
        Box::pin(async move { Ok(self.ask(PUBLIC, &[&i64::from(most)]).await?.iter().map(listed).collect()) })
    }

    fn listed<'a>(&'a self, code: &'a str) -> Answer<'a, Option<Listed>> {
        const LISTED: &str = "SELECT id, code, game, touched, summary, n, 1::bigint AS rank FROM tables
            JOIN ends ON table_id = id WHERE code = $1";
        Box::pin(async move { self.ask_for_one(LISTED, &[&unwritable(code)], listed).await })
    }

    fn spoken<'a>(&'a self, words: &'a str) -> Answer<'a, Option<Listed>> {
        const SPOKEN: &str = "SELECT id, code, game, touched, summary, n, 1::bigint AS rank FROM tables
            JOIN ends ON table_id = id WHERE spoken = $1";
        Box::pin(async move { self.ask_for_one(SPOKEN, &[&unwritable(words)], listed).await })
    }

    fn ping(&self) -> Answer<'_, ()> {
        const PROBE: &str = "INSERT INTO health VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET written = $1";
        Box::pin(async move { self.ask(PROBE, &[&columns::seconds(SystemTime::now())]).await.map(drop) })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // What was sent before is written.
            lock(&self.appends).take().ok_or(StoreError::Closed)?;
            let writer = lock(&self.writer).take();
            if let Some(writer) = writer {
                writer
                    .await
                    .map_err(|error| StoreError::Broken(format!("the task that writes has failed: {error}")))?;
            }
            self.pool.close();
            self.own.close();
            Ok(())
        })
    }

    fn keeping(&self) -> &dyn Keeping {
        self
    }

    fn papers(&self) -> &dyn Papers {
        self
    }

    fn shared(&self) -> Option<&dyn Shared> {
        Some(self)
    }
}

impl Shared for Postgres {
    fn node(&self) -> &str {
        &self.node
    }

    fn tail(&self, table: TableId, after: u32) -> Answer<'_, Vec<String>> {
        const TAIL: &str = "SELECT entry FROM entries WHERE table_id = $1 AND n > $2 ORDER BY n";
        Box::pin(async move {
            let rows = self.ask(TAIL, &[&table, &(after as i32)]).await?;
            Ok(rows.iter().map(|row| row.get(0)).collect())
        })
    }

    fn listen(&self) -> mpsc::UnboundedReceiver<News> {
        let (news, heard) = mpsc::unbounded_channel();
        tokio::spawn(hearing::listen(self.config.clone(), self.node.clone(), Arc::clone(&self.leases), news));
        heard
    }

    fn tell(&self, table: TableId, text: String) {
        let text = format!("{}:{table}:{text}", self.node);
        if text.len() > hearing::MAX_TEXT || self.told.try_send(text).is_err() {
            tracing::warn!(table, "the other nodes are not told something: it is too long, or too much");
        }
    }

    fn want(&self, table: TableId, wanted: bool) {
        self.leases.want(table, wanted);
    }

    fn leads(&self, table: TableId) -> bool {
        self.leases.leads(table)
    }
}

fn wrong(why: &str) -> StoreError {
    StoreError::Broken(format!("the address of the database is wrong: {why}"))
}

/// Reads an address.
fn read_address(address: &str) -> Result<Config, StoreError> {
    let mut config = Config::from_str(address).map_err(|error| wrong(&Trouble::from(error).reason()))?;
    if config.get_ssl_mode() == SslMode::Require {
        return Err(wrong(
            "`sslmode=require`, but Polynya does not encrypt what it says to PostgreSQL; use a socket of the same machine, \
             a private network or a tunnel",
        ));
    }
    let options = format!("{} -c search_path={}", config.get_options().unwrap_or_default(), schema::SCHEMA);
    config.options(options.trim_start()).application_name("polynya").tcp_user_timeout(PATIENCE);
    config.connect_timeout(*config.get_connect_timeout().unwrap_or(&PATIENCE));
    Ok(config)
}

/// So many connections to a database, as they are needed.
fn pool(config: &Config, most: usize) -> Result<Pool, StoreError> {
    let manager = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let pool = Pool::builder(Manager::from_config(config.clone(), NoTls, manager)).max_size(most);
    let timeouts = deadpool_postgres::Timeouts::wait_millis(PATIENCE.as_millis() as u64);
    pool.timeouts(timeouts).runtime(Runtime::Tokio1).build().map_err(|error| wrong(&error.to_string()))
}

/// Does a statement, and does it again on another connection while the database cannot be reached; tells also whether it
/// may have been done before.
async fn persist(pool: &Pool, sql: &str, values: Values<'_>) -> Result<(Vec<Row>, bool), StoreError> {
    let (begun, mut unsure) = (Instant::now(), false);
    loop {
        let trouble = match pool.get().await {
            Ok(client) => match attempt(client, sql, values).await {
                Ok(rows) => return Ok((rows, unsure)),
                Err(trouble) => {
                    unsure |= matches!(trouble, Trouble::Gone(_));
                    trouble
                }
            },
            Err(error) => error.into(),
        };
        if matches!(trouble, Trouble::Refused(_)) || begun.elapsed() > PERSISTENCE {
            return Err(match trouble.explain() {
                StoreError::Broken(why) if unsure => StoreError::Unsure(why),
                error => error,
            });
        }
        tokio::time::sleep(PAUSE).await;
    }
}

async fn attempt(client: Object, sql: &str, values: Values<'_>) -> Result<Vec<Row>, Trouble> {
    let asked = async {
        let statement = client.prepare_cached(sql).await?;
        client.query(&statement, values).await
    };
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(answer) => Ok(answer?),
        Err(_) => {
            // Nobody else is to wait for this connection.
            drop(Object::take(client));
            Err(Trouble::Gone("it does not answer".to_owned()))
        }
    }
}

/// A text to look for: the database cannot hold or even be asked for one with a zero byte, which nothing is called.
fn unwritable(text: &str) -> &str {
    if text.contains('\0') { "" } else { text }
}

/// What is asked for to read a table: its row, and then its entries.
const TABLE: &str = "SELECT tables.*, n, coalesce(edition, 0) AS edition, closed FROM tables
    JOIN ends ON ends.table_id = id LEFT JOIN marks ON marks.table_id = id WHERE code = $1";
const ENTRIES: &str = "SELECT entry, hash FROM entries WHERE table_id = $1 AND n <= $2 ORDER BY n";

/// A table, from its row and its entries.
fn stored(found: &Row, entries: &[Row]) -> Stored {
    let row = schema::table_row(found);
    let entries: Vec<_> = entries.iter().map(|row| (row.get(0), hash(row.get(1)))).collect();
    let damage = chain::damage(&row, hash(found.get("hash")).as_ref(), &entries, found.get::<_, i32>("n") as u32);
    let entries = entries.into_iter().map(|(entry, _)| entry).collect();
    let (edition, closed) = (found.get("edition"), found.get("closed"));
    Stored { id: found.get("id"), row, entries, damage, edition, closed }
}

fn hash(bytes: &[u8]) -> Option<Hash> {
    bytes.try_into().ok()
}

fn listed(row: &Row) -> Listed {
    let n: i32 = row.get("n");
    Listed {
        id: row.get("id"),
        code: row.get("code"),
        game: row.get("game"),
        touched: columns::time(row.get("touched")),
        summary: columns::summary_from(row.get("summary"), n as u32),
        rank: row.get::<_, i64>("rank") as u32,
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
