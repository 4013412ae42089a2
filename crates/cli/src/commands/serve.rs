//! `polynya serve`: tables on the web.

mod log;
mod settings;

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::time::Duration;

use polynya_catalog::Games;
use polynya_server::Server;
use polynya_server::store::{Postgres, Sqlite, Store, Wait};
use polynya_server::views::Browser;
use tokio::net::TcpListener;

use crate::failure::Failure;
use crate::output::say;
use settings::{Settings, When};

/// Host tables on the web: open the printed address in a browser.
#[derive(clap::Args)]
#[command(after_help = "Everything is kept in one file; `polynya backup` copies it while the server runs. \
                        In a container, mount its folder, not the single file. `polynya check polynya.db` looks through \
                        it; /healthz writes to it and says what is wrong. With the address of a PostgreSQL database \
                        tables are kept there. Every flag can stand in a file instead, as a key of the same name; \
                        docs/operating.md shows one.\n\n\
                        Examples:\n  polynya serve\n  polynya serve --address 0.0.0.0 --port 80   for everybody in the house\n  \
                        polynya serve --store postgres://polynya:secret@127.0.0.1/polynya\n  \
                        polynya serve --config polynya.toml --port 8080")]
pub struct Args {
    /// A file with settings; flags win over it.
    #[arg(long, value_name = "FILE")]
    config: Option<String>,
    #[command(flatten)]
    flags: Settings,
}

/// Serves these games until it is told to stop.
pub fn run(args: &Args, games: Games<Browser>) -> Result<(), Failure> {
    let file = args.config.as_deref().map(Settings::read).transpose()?;
    let settings = args.flags.clone().or(file.unwrap_or_default());
    log::begin(settings.log.unwrap_or_default());
    let config = settings.config();
    let prefix = config.proxies.prefix.clone();
    // The store's thread and the bots want cores too; with fewer threads the tables wake each other less.
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2));
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(threads).enable_all().build();
    let runtime = runtime.map_err(Failure::input)?;
    let served = runtime.block_on(async {
        let store = open(settings.store(), settings.wait.unwrap_or_default()).await?;
        let address = SocketAddr::from(settings.address());
        let listener = TcpListener::bind(address).await.map_err(|error| {
            Failure::input(format!("cannot listen on {address}: {error}; choose another port with --port"))
        })?;
        let address = listener.local_addr().map_err(Failure::input)?;
        let server = Server::new(config, store, games);
        let others = polynya_server::addresses(address);
        let here = if address.ip().is_unspecified() { nearest(address) } else { address };
        say!("Polynya plays at http://{here}{}", prefix.as_str())?;
        if others.is_empty() {
            say!("Only this computer can open it; with --address 0.0.0.0 everybody in the house can.")?;
        } else if address.ip().is_unspecified() {
            let others: Vec<String> = others.into_iter().map(|house| house + prefix.as_str()).collect();
            say!("Others in the house open {}", others.join(" or "))?;
        }
        say!("Everything is kept in {}. Stop with Ctrl-C.", Postgres::without_password(settings.store()))?;
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
