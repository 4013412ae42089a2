//! `polynya admin`: looking after the tables of a server, also while it runs.

use std::path::Path;
use std::time::SystemTime;

use clap::Subcommand;
use polynya_engine::plural;
use polynya_server::protocol::Phase;
use polynya_server::store::{Keeping, KeptGuest, KeptTable, Outside, Postgres, Sqlite, Statistics};

use super::archive::{block_on, check_store};
use crate::failure::Failure;
use crate::output::say;

/// Look after the tables of a server: list, close and delete them, and count what is kept.
#[derive(clap::Args)]
#[command(after_help = "A store is the file of a server or the address of a PostgreSQL database. Servers may run \
                        meanwhile: they notice within five seconds, and a move at a table that was deleted is refused at \
                        once.\n\n\
                        Examples:\n  polynya admin polynya.db tables\n  polynya admin polynya.db statistics\n  \
                        polynya admin polynya.db close 3v9k2m7q8x1c5b4n --reason 'spam in its chat'\n  \
                        polynya admin postgres://polynya@127.0.0.1/polynya delete 3v9k2m7q8x1c5b4n")]
pub struct Args {
    /// The store.
    store: String,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// List the tables at which something happened last.
    Tables {
        /// How many.
        #[arg(long, default_value_t = 50)]
        most: u32,
    },
    /// List the guests who were at a table last, by the hash of their cookie.
    Guests {
        /// How many.
        #[arg(long, default_value_t = 50)]
        most: u32,
    },
    /// Let nobody play at a table any more; it is still shown.
    Close {
        /// The code in its link.
        code: String,
        /// What people at the table are told.
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Delete a table with everything that happened there, for ever.
    Delete {
        /// The code in its link.
        code: String,
    },
    /// Count what is kept.
    Statistics,
}

/// Whose tables these are.
enum Place {
    File(Outside),
    Database(Box<Postgres>),
}

impl Place {
    async fn open(store: &str) -> Result<Place, Failure> {
        if Postgres::is_address(store) {
            return Ok(Place::Database(Box::new(Postgres::open(store).await.map_err(Failure::input)?)));
        }
        check_store(store)?;
        Ok(Place::File(Sqlite::outside(Path::new(store)).map_err(Failure::input)?))
    }

    fn keeping(&self) -> &dyn Keeping {
        match self {
            Place::File(file) => file,
            Place::Database(database) => &**database,
        }
    }
}

/// Does what is asked.
pub fn run(args: &Args) -> Result<(), Failure> {
    block_on(async {
        let place = Place::open(&args.store).await?;
        let keeping = place.keeping();
        match &args.what {
            What::Tables { most } => list(&keeping.latest(*most).await.map_err(Failure::input)?),
            What::Guests { most } => guests(&keeping.guests(*most).await.map_err(Failure::input)?),
            What::Close { code, reason } => {
                let closed = keeping.close_table(code.clone(), reason.clone()).await.map_err(Failure::input)?;
                told(code, closed, "closed")
            }
            What::Delete { code } => {
                let deleted = keeping.delete(code.clone()).await.map_err(Failure::input)?;
                told(code, deleted, "deleted")
            }
            What::Statistics => statistics(&keeping.statistics().await.map_err(Failure::input)?),
        }
    })
}

fn told(code: &str, done: bool, what: &str) -> Result<(), Failure> {
    match done {
        true => say!("table {code} is {what}"),
        false => Err(Failure::input(format!("there is no table {code}; `polynya admin STORE tables` lists them"))),
    }
}

fn list(tables: &[KeptTable]) -> Result<(), Failure> {
    say!("{:<18} {:<20} {:<10} {:>8} {:>7} {:>9}  closed", "code", "game", "phase", "entries", "guests", "idle")?;
    for KeptTable { code, game, phase, touched, entries, guests, closed, .. } in tables {
        let (phase, idle) = (word(*phase), idle(*touched));
        let closed = closed.as_deref().map_or("", |why| if why.is_empty() { "yes" } else { why });
        say!("{code:<18} {game:<20} {phase:<10} {entries:>8} {guests:>7} {idle:>9}  {closed}")?;
    }
    Ok(())
}

fn guests(guests: &[KeptGuest]) -> Result<(), Failure> {
    say!("{:<34} {:>7} {:>9}", "guest", "tables", "idle")?;
    for KeptGuest { guest, tables, touched } in guests {
        say!("{guest:<34} {tables:>7} {:>9}", idle(*touched))?;
    }
    Ok(())
}

fn statistics(Statistics { tables, entries, guests, bytes }: &Statistics) -> Result<(), Failure> {
    for (game, phase, count) in tables {
        say!("{game:<20} {:<10} {count:>8}", word(*phase))?;
    }
    let all = tables.iter().map(|(.., count)| count).sum::<u64>();
    let mega = *bytes as f64 / 1e6;
    let (all, guests) = (plural(all as usize, "table"), plural(*guests as usize, "guest"));
    say!("{all} with {entries} entries, {guests} with seats, {mega:.1} MB on the disk")
}

fn word(phase: Phase) -> &'static str {
    match phase {
        Phase::Gathering => "gathering",
        Phase::Playing => "playing",
        Phase::Over => "over",
    }
}

/// How long ago that is, roughly.
fn idle(touched: SystemTime) -> String {
    let seconds = SystemTime::now().duration_since(touched).map_or(0, |since| since.as_secs());
    match seconds {
        0..120 => format!("{seconds} s"),
        120..7200 => format!("{} min", seconds / 60),
        7200..172_800 => format!("{} h", seconds / 3600),
        _ => format!("{} d", seconds / 86_400),
    }
}
