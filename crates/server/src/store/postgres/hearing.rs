//! What nodes tell each other through the database: notifications on one channel, and locks that end with their session.
//!
//! A notification is `NODE` (it is alive), `NODE+TABLE=N,TABLE=N` (it has written these entries, told by the transaction
//! that wrote them) or `NODE:TABLE:TEXT` (something that is not kept). Which node leads a table is decided by an advisory
//! lock with the table's number, held by the session that listens.

use std::collections::HashSet;
use std::future::poll_fn;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use deadpool_postgres::Pool;
use tokio::sync::{Notify, mpsc};
use tokio::time::{MissedTickBehavior, interval, sleep, timeout};
use tokio_postgres::{AsyncMessage, Client, Config, NoTls};

use super::{PATIENCE, Values, attempt, lock};
use crate::store::{News, TableId};

/// The channel.
pub const CHANNEL: &str = "polynya";
/// The most bytes of a text that is told; PostgreSQL takes 8,000.
pub const MAX_TEXT: usize = 7900;
/// How often a node says that it is alive, and asks for the locks that others hold.
const BEAT: Duration = Duration::from_secs(1);
/// After how long without a word the session ends.
const SILENCE: Duration = Duration::from_secs(5);
/// How long to wait before the next try to listen.
const PAUSE: Duration = Duration::from_millis(100);
/// Texts that are told with one statement.
const MAX_TOLD: usize = 256;

/// The tables that a node would lead, and those that it leads.
#[derive(Default)]
pub struct Leases {
    tables: Mutex<Wanted>,
    changed: Notify,
}

#[derive(Default)]
struct Wanted {
    wanted: HashSet<TableId>,
    held: HashSet<TableId>,
}

impl Leases {
    /// Says whether this node would lead a table.
    pub fn want(&self, table: TableId, wanted: bool) {
        let mut tables = lock(&self.tables);
        let changed = if wanted { tables.wanted.insert(table) } else { tables.wanted.remove(&table) };
        drop(tables);
        if changed {
            self.changed.notify_one();
        }
    }

    /// Does this node lead the table?
    pub fn leads(&self, table: TableId) -> bool {
        let tables = lock(&self.tables);
        tables.held.contains(&table) && tables.wanted.contains(&table)
    }

    /// Gives back what is not wanted any more and asks for what is; returns what was given.
    async fn settle(&self, client: &Client) -> Result<Vec<TableId>, ()> {
        const TAKE: &str = "SELECT id FROM unnest($1::bigint[]) AS id WHERE pg_try_advisory_lock(id)";
        const GIVE: &str = "SELECT id FROM unnest($1::bigint[]) AS id WHERE pg_advisory_unlock(id)";
        let (given, asked): (Vec<TableId>, Vec<TableId>) = {
            let mut tables = lock(&self.tables);
            let given: Vec<TableId> = tables.held.difference(&tables.wanted).copied().collect();
            tables.held.retain(|table| !given.contains(table));
            (given, tables.wanted.difference(&tables.held).copied().collect())
        };
        if !given.is_empty() {
            query(client, GIVE, &[&given]).await?;
        }
        if asked.is_empty() {
            return Ok(Vec::new());
        }
        let taken = query(client, TAKE, &[&asked]).await?;
        lock(&self.tables).held.extend(&taken);
        Ok(taken)
    }

    /// The session has ended, and every lock with it.
    fn lose(&self) {
        lock(&self.tables).held.clear();
    }
}

async fn query(client: &Client, sql: &str, values: Values<'_>) -> Result<Vec<TableId>, ()> {
    let rows = timeout(PATIENCE, client.query(sql, values)).await.map_err(drop)?.map_err(drop)?;
    Ok(rows.iter().map(|row| row.get(0)).collect())
}

/// Listens until nobody wants to know any more.
pub async fn listen(config: Config, node: String, leases: Arc<Leases>, news: mpsc::UnboundedSender<News>) {
    while !news.is_closed() {
        let ended = session(&config, &node, &leases, &news).await;
        leases.lose();
        if news.send(News::Deaf).is_err() {
            return;
        }
        tracing::warn!(why = ended, "the other nodes are not heard");
        sleep(PAUSE).await;
    }
}

/// Listens on one connection; returns why it ended.
async fn session(config: &Config, node: &str, leases: &Leases, news: &mpsc::UnboundedSender<News>) -> String {
    let (client, mut connection) = match timeout(PATIENCE, config.connect(NoTls)).await {
        Ok(Ok(connected)) => connected,
        Ok(Err(error)) => return error.to_string(),
        Err(_) => return "PostgreSQL does not answer".to_owned(),
    };
    let (heard, mut notifications) = mpsc::unbounded_channel();
    let pump = tokio::spawn(async move {
        while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
            if let AsyncMessage::Notification(notification) = message
                && heard.send(notification).is_err()
            {
                return;
            }
        }
    });
    let work = async {
        // A node that is paused or cut off says nothing: PostgreSQL ends its session, and its locks with it.
        let listen = format!("LISTEN {CHANNEL}; SET idle_session_timeout = {}", SILENCE.as_millis());
        let listens = timeout(PATIENCE, client.batch_execute(&listen)).await;
        if !matches!(listens, Ok(Ok(()))) || news.send(News::Hears).is_err() {
            return "PostgreSQL does not answer".to_owned();
        }
        let mut beat = interval(BEAT);
        beat.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                notification = notifications.recv() => match notification {
                    Some(notification) => {
                        if let Some(heard) = read(notification.payload(), node) && news.send(heard).is_err() {
                            return "the server stops".to_owned();
                        }
                    }
                    None => return "the connection has ended".to_owned(),
                },
                () = leases.changed.notified() => {
                    let Ok(taken) = leases.settle(&client).await else { return "the connection has ended".to_owned() };
                    taken.into_iter().for_each(|table| drop(news.send(News::Leads(table))));
                }
                _ = beat.tick() => {
                    let alive: Values<'_> = &[&CHANNEL, &node];
                    let told = timeout(PATIENCE, client.execute("SELECT pg_notify($1, $2)", alive)).await;
                    let told = told.is_ok_and(|told| told.is_ok());
                    let (true, Ok(taken)) = (told, leases.settle(&client).await) else {
                        return "the connection has ended".to_owned();
                    };
                    taken.into_iter().for_each(|table| drop(news.send(News::Leads(table))));
                }
            }
        }
    };
    let ended = work.await;
    pump.abort();
    ended
}

/// Reads a notification of another node.
fn read(payload: &str, own: &str) -> Option<News> {
    let end = payload.find(['+', ':']).unwrap_or(payload.len());
    let (node, rest) = payload.split_at(end);
    if node == own {
        return None;
    }
    match rest.split_at_checked(1) {
        None => Some(News::Alive(node.to_owned())),
        Some(("+", tables)) => {
            let grown = |text: &str| {
                let (table, n) = text.split_once('=')?;
                Some((table.parse().ok()?, n.parse().ok()?))
            };
            Some(News::Grew(tables.split(',').filter_map(grown).collect()))
        }
        Some((_, told)) => {
            let (table, text) = told.split_once(':')?;
            Some(News::Told { node: node.to_owned(), table: table.parse().ok()?, text: text.to_owned() })
        }
    }
}

/// Tells the other nodes what comes, in its order, until nothing can come any more.
pub async fn tell(pool: Pool, mut waiting: mpsc::Receiver<String>) {
    const TELL: &str = "SELECT pg_notify($1, text) FROM unnest($2::text[]) AS text";
    let mut texts = Vec::new();
    while waiting.recv_many(&mut texts, MAX_TOLD).await > 0 {
        let told = match pool.get().await {
            Ok(client) => attempt(client, TELL, &[&CHANNEL, &texts]).await.map(drop),
            Err(error) => Err(error.into()),
        };
        if let Err(trouble) = told {
            tracing::debug!(why = trouble.reason(), "the other nodes were not told something");
        }
        texts.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_told_is_understood() {
        let told = News::Told { node: "b".to_owned(), table: 7, text: r#"{"a":"x+y:z"}"#.to_owned() };
        assert_eq!(read(r#"b:7:{"a":"x+y:z"}"#, "a"), Some(told));
        assert_eq!(read("b+7=12,8=1", "a"), Some(News::Grew(vec![(7, 12), (8, 1)])));
        assert_eq!(read("b", "a"), Some(News::Alive("b".to_owned())));
        for own in ["a", "a+7=12", "a:7:x"] {
            assert_eq!(read(own, "a"), None, "nobody listens to oneself");
        }
        assert_eq!(read("b:x:y", "a"), None);
        assert_eq!(read("b+x", "a"), Some(News::Grew(Vec::new())));
    }
}
