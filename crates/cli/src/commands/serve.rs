//! `polynya serve`: tables on the web.

use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use polynya_catalog::Games;
use polynya_server::store::{Postgres, Sqlite, Store, Wait};
use polynya_server::views::Browser;
use polynya_server::{Config, Server, descriptors};
use tokio::net::TcpListener;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::failure::Failure;
use crate::output::say;

/// Host tables on the web: open the printed address in a browser.
#[derive(clap::Args)]
#[command(
    after_help = "Everything is kept in one file, which can be copied for a backup while nobody has played for some seconds. \
                        In a container, mount its folder, not the single file. `polynya check polynya.db` looks through \
                        it; /healthz writes to it and says what is wrong. With the address of a PostgreSQL database \
                        tables are kept there.\n\n\
                        Examples:\n  polynya serve\n  polynya serve --address 0.0.0.0 --port 80   for everybody in the house\n  \
                        polynya serve --store postgres://polynya:secret@127.0.0.1/polynya"
)]
pub struct Args {
    /// The address to listen on; 0.0.0.0 for the whole network.
    #[arg(long, default_value = "127.0.0.1")]
    address: IpAddr,
    /// The port; 0 for any free one.
    #[arg(long, default_value_t = 4040)]
    port: u16,
    /// Where tables are kept: a file, or the address of a PostgreSQL database, `postgres://USER:PASSWORD@HOST/DATABASE`.
    #[arg(long, visible_alias = "data", value_name = "FILE or ADDRESS", default_value = "polynya.db")]
    store: String,
    /// Milliseconds that a bot waits before it acts, so that people can follow.
    #[arg(long, default_value_t = 280)]
    pace: u64,
    /// Seconds after which others may let a bot play for an absent person.
    #[arg(long, default_value_t = 120)]
    absent: u64,
    /// Messages a second that one connection may send; 0 for no limit at all, not even of connections.
    #[arg(long, default_value_t = 40)]
    rate: u32,
    /// An address by which browsers reach the server, if it has a name of its own: https://play.example.org. May be repeated.
    #[arg(long, value_name = "URL", value_parser = origin)]
    origin: Vec<String>,
    /// Connections at the same time.
    #[arg(long, default_value_t = Config::default().connections)]
    connections: usize,
    /// Connections of one address at the same time.
    #[arg(long, default_value_t = Config::default().connections_each)]
    connections_each: usize,
    /// Connections of people who watch one table.
    #[arg(long, default_value_t = Config::default().watchers)]
    watchers: usize,
    /// When a move counts: on the disk, or in the queue for it (faster; a crash may lose the last moves).
    #[arg(long, value_enum, default_value_t = When::Commit)]
    wait: When,
}

/// Reads an origin: scheme, host and port, as browsers send it.
fn origin(text: &str) -> Result<String, String> {
    let text = text.trim_end_matches('/').to_lowercase();
    let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@']) => Ok(text),
        _ => Err("an origin is `https://NAME` or `http://NAME:PORT`, without a path".to_owned()),
    }
}

/// When a move counts.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum When {
    Commit,
    Queue,
}

/// Serves these games until it is told to stop.
pub fn run(args: &Args, games: Games<Browser>) -> Result<(), Failure> {
    let levels = std::env::var("RUST_LOG").ok().and_then(|levels| levels.parse().ok());
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        // A log that cannot be written is no reason to stop a match.
        .log_internal_errors(false)
        .with_filter(levels.unwrap_or_else(usual_levels));
    tracing_subscriber::registry().with(lines).init();
    let config = Config {
        pace: Duration::from_millis(args.pace),
        absent: Duration::from_secs(args.absent),
        rate: NonZeroU32::new(args.rate),
        origins: args.origin.clone(),
        connections: args.connections.min(descriptors::raise()),
        connections_each: args.connections_each,
        watchers: args.watchers,
        ..Config::default()
    };
    // The store's thread and the bots want cores too; with fewer threads the tables wake each other less.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    let runtime = runtime.map_err(Failure::input)?;
    let served = runtime.block_on(async {
        let store = open(&args.store, args.wait).await?;
        let address = SocketAddr::new(args.address, args.port);
        let listener = TcpListener::bind(address).await.map_err(|error| {
            Failure::input(format!("cannot listen on {address}: {error}; choose another port with --port"))
        })?;
        let address = listener.local_addr().map_err(Failure::input)?;
        let server = Server::new(config, store, games);
        let others = polynya_server::addresses(address);
        say!("Polynya plays at http://{}", if address.ip().is_unspecified() { nearest(address) } else { address })?;
        if others.is_empty() {
            say!("Only this computer can open it; with --address 0.0.0.0 everybody in the house can.")?;
        } else if address.ip().is_unspecified() {
            say!("Others in the house open {}", others.join(" or "))?;
        }
        say!("Everything is kept in {}. Stop with Ctrl-C.", Postgres::without_password(&args.store))?;
        polynya_server::serve(server, listener, stop()).await.map_err(Failure::input)
    });
    // Whoever still waits for something long gets no reply any more.
    runtime.shutdown_timeout(SHUTDOWN_GRACE);
    served
}

/// Opens the place where tables are kept.
async fn open(place: &str, wait: When) -> Result<Box<dyn Store>, Failure> {
    if !Postgres::is_address(place) {
        let wait = if wait == When::Queue { Wait::Queue } else { Wait::Commit };
        return Ok(Box::new(Sqlite::open(Path::new(place), wait).map_err(Failure::input)?));
    }
    if wait == When::Queue {
        return Err(Failure::input("`--wait queue` is for a file; PostgreSQL itself says when a move counts"));
    }
    let opened = Postgres::open(place).await;
    let refused = |error| Failure::input(format!("{}: {error}", Postgres::without_password(place)));
    Ok(Box::new(opened.map_err(refused)?))
}

/// Where this computer itself reaches a server that listens everywhere.
fn nearest(address: SocketAddr) -> SocketAddr {
    let own: IpAddr = if address.is_ipv6() { Ipv6Addr::LOCALHOST.into() } else { Ipv4Addr::LOCALHOST.into() };
    SocketAddr::new(own, address.port())
}

/// What the log holds if nobody says otherwise: how the server began, and whatever goes wrong.
fn usual_levels() -> Targets {
    Targets::new().with_default(LevelFilter::WARN).with_target("polynya_server", LevelFilter::INFO)
}

/// How long work beside the tables may go on when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(1);

/// Completes when somebody presses Ctrl-C or the system wants the program to end.
async fn stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) else {
            drop(interrupt.await);
            return;
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate.recv() => {}
        }
    }
    #[cfg(not(unix))]
    drop(interrupt.await);
}
