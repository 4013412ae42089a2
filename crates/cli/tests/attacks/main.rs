//! Nobody can turn the server against others: while each attack runs, honest people play on and nothing of theirs is
//! refused.
//!
//! The real program runs with its usual limits, on a file and on a database; attackers come from 127.0.0.2 and beyond,
//! honest people from 127.0.0.1. `POLYNYA_SECONDS` makes it longer, and makes every attack run on the database too;
//! `POLYNYA_ONLY` names one attack, and with `POLYNYA_QUIET`, on a machine that does nothing else, the time of honest moves
//! is judged too.

#[path = "../../../server/tests/server/common/mod.rs"]
mod common;

mod attackers;
mod honest;

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use attackers::{ATTACKS, Attack, Attackers};
use common::Guest;
use honest::Experience;
use tokio::sync::oneshot;

/// The most memory that the server may take, in megabytes.
const MAX_MEMORY: u64 = 200;
/// By how much the slowest hundredth of honest moves may be slower than without the attack.
const MAX_DELAY: Duration = Duration::from_millis(50);
/// By how much a bot may answer later than without the attack: for that long bots of strangers think between two of its
/// moves.
const MAX_BOT_DELAY: Duration = Duration::from_millis(2500);

/// The real program, as anybody starts it.
struct Program {
    child: Child,
    /// Open for as long as it runs, so that it can say what it likes.
    _output: (BufReader<ChildStdout>, ChildStderr),
    address: SocketAddr,
}

impl Program {
    fn start(store: &OsStr) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
            .args(["serve", "--port", "0", "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let address = line.trim().rsplit("http://").next().unwrap().parse().expect("it prints its address");
        let errors = child.stderr.take().unwrap();
        Program { child, _output: (output, errors), address }
    }

    /// The most memory that it has had, in megabytes.
    fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it runs");
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        peak.expect("the system knows it").parse::<u64>().unwrap() / 1000
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where tables are kept while the server is attacked.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    File,
    Database,
}

/// Lets an attack run, and tells what honest people noticed.
fn suffer(attack: &'static Attack, place: Place, time: Duration) -> String {
    let folder = tempfile::tempdir().unwrap();
    let program = Program::start(&match place {
        Place::File => folder.path().join("tables.db").into_os_string(),
        Place::Database => new_database().into(),
    });
    let address = program.address;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    let stop = Arc::new(AtomicBool::new(false));
    let attackers = Attackers { address, stop: Arc::clone(&stop) };
    let told = runtime.block_on(async {
        // Everything is ready before anything is measured, and the pictures of the first page are drawn.
        assert_eq!(Guest::arrive(address).await.get("/api/games").await.status, 200);
        let ready = attackers.prepare(attack).await;
        let (begin, begins) = oneshot::channel();
        // Honest people have a thread to themselves: what they wait for is the server.
        let honest = thread::spawn(move || honest::experience(address, time, begin));
        begins.await.expect("honest people play in peace");
        let attacking = tokio::spawn(attackers.attack(attack, ready));
        let Experience { before, during, bots, asked, refused } =
            tokio::task::spawn_blocking(|| honest.join().expect("honest people are served")).await.unwrap();
        stop.store(true, Ordering::Relaxed);
        let done = attacking.await.expect("the attack ends");
        let peak = program.peak();
        assert!(refused.is_empty(), "{}: honest requests were refused: {refused:?}", attack.name);
        assert!(peak <= MAX_MEMORY, "{}: {peak} MB", attack.name);
        let delay = during.p99.saturating_sub(before.p99);
        if std::env::var_os("POLYNYA_QUIET").is_some() {
            assert!(delay <= MAX_DELAY, "{}: honest moves take {delay:?} longer", attack.name);
            let late = bots[1].saturating_sub(bots[0]);
            assert!(late <= MAX_BOT_DELAY, "{}: a bot answers {late:?} later", attack.name);
        }
        let ms = |time: Duration| time.as_secs_f64() * 1e3;
        format!(
            "| {} | {:.1} / {:.1} | {:.1} / {:.1} | {:+.1} | {:.0} / {:.0} | {} + {} | {peak} | {} of {asked} | {done} |",
            attack.name,
            ms(before.p50),
            ms(before.p99),
            ms(during.p50),
            ms(during.p99),
            ms(during.p99) - ms(before.p99),
            ms(bots[0]),
            ms(bots[1]),
            before.moves,
            during.moves,
            refused.len(),
        )
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    told
}

/// The address of a database that nobody has used.
fn new_database() -> String {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(common::postgres::database())
}

/// Every attack, or those of a sample that `POLYNYA_SECONDS` makes whole.
fn suffer_all(place: Place, sample: Option<&[&str]>) {
    // One at a time: what is measured is the attack.
    static TURN: Mutex<()> = Mutex::new(());
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    polynya_server::descriptors::raise();
    let seconds = std::env::var("POLYNYA_SECONDS").map(|text| text.parse().expect("a number"));
    let sample = sample.filter(|_| seconds.is_err());
    let only = std::env::var("POLYNYA_ONLY").ok();
    let wanted = |attack: &&Attack| match (&only, sample) {
        (Some(only), _) => only == attack.name,
        (None, Some(sample)) => sample.contains(&attack.name),
        (None, None) => true,
    };
    println!(
        "| attack | p50 / p99 before, ms | during, ms | p99, ms more | slowest bot before / during, ms | moves | peak, MB | refused | attackers |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let time = Duration::from_secs_f64(seconds.unwrap_or(if sample.is_some() { 0.5 } else { 1.0 }));
    for attack in ATTACKS.iter().filter(wanted) {
        println!("{}", suffer(attack, place, time));
    }
}

#[test]
fn honest_people_are_served_while_others_attack() {
    suffer_all(Place::File, None);
}

/// Those that make it write, read and ask much.
#[test]
fn honest_people_are_served_on_a_database_while_others_attack() {
    suffer_all(Place::Database, Some(&["covers", "lobby", "undos"]));
}
