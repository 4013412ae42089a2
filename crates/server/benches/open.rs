//! How long it takes to open a table of about 1,000 steps, and to show its replay: `cargo bench -p polynya-server`.

use std::time::{Duration, Instant};

use polynya_catalog::game;
use polynya_engine::Seed;
use polynya_server::protocol::Takebacks;
use polynya_server::room::{Entry, Room};
use polynya_server::store::NewRow;

const STEPS: usize = 1000;
const TIMES: u32 = 20;

/// The entries of a match between random bots, cut off after so many steps.
fn entries(row: &NewRow) -> Vec<String> {
    let entry = game(&row.game).expect("it is a game");
    let seed = Seed::of("the table that is opened");
    let mut table = entry.open(&row.options, row.seats, seed).expect("the options hold");
    let mut player = entry.player("random", seed).expect("every game has it");
    let mut entries: Vec<Entry> = (1..=row.seats).map(|seat| Entry::Bot { seat, bot: "random".to_owned() }).collect();
    entries.push(Entry::Start { steps: table.line().steps(0) });
    while let (Some(seat), true) = (table.line().awaited().first(), table.line().len() < STEPS) {
        let before = table.line().len();
        let action = player.choose(table.line(), seat);
        table.submit(seat, &action).expect("a bot keeps to the rules");
        entries.push(Entry::Step { id: before as u64 + 1, steps: table.line().steps(before) });
    }
    entries.iter().map(|entry| serde_json::to_string(entry).expect("an entry is plain JSON")).collect()
}

fn time(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..TIMES).for_each(|_| work());
    start.elapsed() / TIMES
}

fn main() {
    let long = r#"{"mega_ice_age":true,"homesick_penguins":true}"#;
    let games = [
        ("polar-dare", "{}"),
        ("piecepack-dare", long),
        ("rescue-polar-bears", "{}"),
        ("ice-breakers", "{}"),
        ("polar-roller", "{}"),
    ];
    println!("{:20} {:>6} {:>12} {:>12} {:>12}", "game", "steps", "open", "replay", "bytes");
    for (id, options) in games {
        let row = NewRow {
            code: "bench".to_owned(),
            game: id.to_owned(),
            rules: game(id).expect("it is a game").version(),
            options: game(id).and_then(|entry| entry.options(options)).expect("the options hold"),
            seats: 4,
            secret: Seed::of("secret").to_string(),
            host: String::new(),
            takebacks: Takebacks::Consent,
            public: false,
        };
        let entries = entries(&row);
        let room = Room::fold(row.clone(), &entries).expect("the entries hold");
        let open = time(|| drop(Room::fold(row.clone(), &entries)));
        let written =
            || serde_json::to_vec(&room.replay().and_then(|replay| replay())).expect("a replay is plain JSON");
        let replay = time(|| drop(written()));
        println!("{id:20} {:>6} {open:>12.1?} {replay:>12.1?} {:>12}", room.steps(), written().len());
    }
}
