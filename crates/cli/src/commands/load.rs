//! `polynya load`: how much play a server carries.

mod field;
mod host;
mod link;

use std::net::SocketAddr;
use std::time::Duration;

use polynya_lab::statistics::quantile;

use super::seconds;
use crate::failure::Failure;
use crate::output::say;

use field::{Field, Measured, Play};
use host::Host;

/// Play many matches at once over real sockets and report how the server holds up.
///
/// Two players sit at each table and make random moves; the next move is sent only after both hold the last position,
/// and that is how long a move takes. With bots one player sits at each table, and only that player's moves count. A
/// match that is over makes room for the next one.
#[derive(clap::Args)]
#[command(after_help = "Starts a server of its own with an empty file in the folder for temporary files (TMPDIR), or \
                        takes one that runs on this machine with `--rate 0`. Runs SECS seconds after a short warm-up \
                        (from the environment; 10 if not set).\n\n\
                        Examples:\n  polynya load\n  polynya load --wait queue --tables 10\n  \
                        polynya load --tables 50 --bot normal\n  \
                        polynya load --tables 1000 --viewers 5000\n  \
                        polynya load --store postgres://polynya@127.0.0.1/load --nodes 2\n  \
                        SECS=30 polynya load --url http://127.0.0.1:4040 --pid 1234 --json\n  \
                        polynya load --url http://127.0.0.1:4040 --pid 1234 --url http://127.0.0.1:4041 --pid 1235")]
pub struct Args {
    /// Tables in play at the same time.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u16).range(1..=5000))]
    tables: u16,
    /// Who sits opposite: a bot, such as `normal`; default: another player.
    #[arg(long)]
    bot: Option<String>,
    /// Nobody plays: two players sit at each table, others come to watch until there are so many viewers in all, and
    /// nobody does anything.
    #[arg(long, conflicts_with = "bot", value_name = "COUNT")]
    viewers: Option<u32>,
    /// Seconds that the tables play before anything counts.
    #[arg(long, default_value_t = 1.0, value_parser = warm_up)]
    warm_up: f64,
    /// A server that runs on this machine, such as http://127.0.0.1:4040. Of several nodes on one database each is named,
    /// and the players of a table sit at different ones.
    #[arg(long, requires = "pid")]
    url: Vec<String>,
    /// That server's process; as many as there are servers.
    #[arg(long, requires = "url")]
    pid: Vec<u32>,
    /// Where own servers keep tables, as for `polynya serve`; default: an empty file.
    #[arg(long, conflicts_with = "url")]
    store: Option<String>,
    /// How many own servers to start on that store.
    #[arg(long, requires = "store", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=16))]
    nodes: u8,
    /// When a move counts at the own server: `commit` or `queue`, as for `polynya serve`.
    #[arg(long, conflicts_with = "url", default_value = "commit")]
    wait: String,
    /// One JSON object instead of the table.
    #[arg(long)]
    json: bool,
}

fn warm_up(text: &str) -> Result<f64, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
    seconds.ok_or_else(|| format!("`{text}` is no number of seconds up to a day"))
}

/// Loads a server and prints what was measured.
pub fn run(args: &Args) -> Result<(), Failure> {
    let time = seconds(Duration::from_secs(10), Duration::from_nanos(1))?;
    if args.url.len() != args.pid.len() {
        return Err(Failure::input("every --url needs the --pid of its process, in the same order"));
    }
    let running = |(url, &pid): (&String, &u32)| Ok(Host::running(address(url)?, pid));
    let mut hosts: Vec<Host> = args.url.iter().zip(&args.pid).map(running).collect::<Result<_, Failure>>()?;
    if hosts.is_empty() {
        let own = (0..args.nodes).map(|_| Host::start(args.store.as_deref(), &args.wait));
        hosts = own.collect::<Result<_, Failure>>()?;
    }
    let cpu = || hosts.iter().map(Host::cpu).sum::<Result<f64, Failure>>();
    let memory = || hosts.iter().map(Host::memory).sum::<Result<u64, Failure>>();
    let play = match (&args.bot, args.viewers) {
        (_, Some(_)) => Play::Nobody,
        (Some(bot), None) => Play::Against(bot.clone()),
        (None, None) => Play::Players,
    };
    // Every connection takes one here, too.
    polynya_server::descriptors::raise();
    let mut field = Field::new(hosts.iter().map(|host| host.address).collect(), usize::from(args.tables), play)?;
    if let Some(viewers) = args.viewers {
        field.gather((viewers as usize).saturating_sub(2 * usize::from(args.tables)))?;
    }
    field.play(Duration::from_secs_f64(args.warm_up))?;
    let rss_before = memory()?;
    let before = (cpu()?, cpu_time::ProcessTime::now());
    field.count();
    field.play(time)?;
    let players = if args.bot.is_some() { 1.0 } else { 2.0 };
    let Measured { moves, wall, bytes, matches, waits } = field.measured();
    let row = Row {
        peer: "ours-server",
        matches: args.tables,
        moves,
        wall: wall.as_secs_f64(),
        cpu: cpu()? - before.0,
        load_cpu: before.1.elapsed().as_secs_f64(),
        p50: quantile(&waits, 0.5),
        p99: quantile(&waits, 0.99),
        max: quantile(&waits, 1.0),
        rss: memory()?,
        rss_before,
        bytes: bytes as f64 / (players * moves.max(1) as f64),
    };
    if args.json {
        return say!("{}", serde_json::to_string(&row).expect("a row is plain JSON"));
    }
    match args.viewers {
        Some(viewers) => print_idle(&row, viewers.max(2 * u32::from(args.tables))),
        None => print(&row, matches),
    }
}

/// Returns the address in a URL, if it is one of this machine: nobody else's server is to be loaded.
fn address(url: &str) -> Result<SocketAddr, Failure> {
    let text = url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
    let address: Option<SocketAddr> = text.and_then(|text| text.replace("localhost", "127.0.0.1").parse().ok());
    match address {
        Some(address) if address.ip().is_loopback() => Ok(address),
        Some(_) => Err(Failure::input(format!("`{url}` is another machine; only a server on this one is loaded"))),
        None => Err(Failure::input(format!(
            "`{}` is no address of a server; expected http://127.0.0.1:PORT",
            url.escape_debug()
        ))),
    }
}

/// The measurements of a run, for programs that compare servers; the keys are theirs.
#[derive(serde::Serialize)]
struct Row {
    peer: &'static str,
    matches: u16,
    moves: u64,
    wall: f64,
    cpu: f64,
    load_cpu: f64,
    p50: f64,
    p99: f64,
    max: f64,
    rss: u64,
    rss_before: u64,
    bytes: f64,
}

fn print(row: &Row, matches: u64) -> Result<(), Failure> {
    let each = |seconds: f64| seconds * 1e6 / row.moves.max(1) as f64;
    say!("{} tables, {} moves in {:.1} s, {matches} matches to their end", row.matches, row.moves, row.wall)?;
    say!("{:<32} {:>10.0}", "moves a second", row.moves as f64 / row.wall)?;
    say!("{:<32} {:>10.2} ms", "median of a move", row.p50)?;
    say!("{:<32} {:>10.2} ms", "p99 of a move", row.p99)?;
    say!("{:<32} {:>10.2} ms", "longest move", row.max)?;
    say!("{:<32} {:>10.1} microseconds", "the server's CPU a move", each(row.cpu))?;
    say!("{:<32} {:>10.1} microseconds", "our own CPU a move", each(row.load_cpu))?;
    say!("{:<32} {:>10.0} bytes", "to each player a move", row.bytes)?;
    say!("{:<32} {:>10.1} MB", "the server's memory", row.rss as f64 / 1e6)?;
    say!("{:<32} {:>10.1} MB", "when the measurement began", row.rss_before as f64 / 1e6)
}

fn print_idle(row: &Row, viewers: u32) -> Result<(), Failure> {
    say!("{} tables with {viewers} viewers, idle for {:.1} s", row.matches, row.wall)?;
    say!("{:<32} {:>10.1} MB", "the server's memory", row.rss as f64 / 1e6)?;
    say!("{:<32} {:>10.1} kB", "each viewer's part of it", row.rss as f64 / 1e3 / f64::from(viewers))?;
    say!("{:<32} {:>10.2} %", "of one core", 100.0 * row.cpu / row.wall)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_machine_is_loaded() {
        assert_eq!(address("http://127.0.0.1:4040/").unwrap(), SocketAddr::from(([127, 0, 0, 1], 4040)));
        assert!(address("http://localhost:4040").is_ok() && address("http://[::1]:4040").is_ok());
        for url in
            ["http://192.0.2.1:80", "https://127.0.0.1:1", "127.0.0.1:1", "http://example.org", "http://0.0.0.0:1"]
        {
            assert!(address(url).is_err(), "{url}");
        }
    }
}
