//! How long it takes to open a table of about 1,000 steps, and to show its replay: `cargo bench -p polynya-server`.

use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use polynya_catalog::Games;
use polynya_engine::{SeatSet, Seed};
use polynya_server::protocol::Takebacks;
use polynya_server::room::{Entry, Room};
use polynya_server::store::NewRow;
use polynya_server::views::{Browser, games};

const STEPS: usize = 1000;
const TIMES: u32 = 20;

/// The entries of a match between random bots, cut off after so many steps.
fn entries(games: &Games<Browser>, row: &NewRow) -> Vec<String> {
    let game = games.get(&row.game).expect("it is a game");
    let seed = Seed::of("the table that is opened");
    let mut table = game.open(&row.options, row.seats, seed).expect("the options hold");
    let mut player = game.player("random", seed).expect("every game has it");
    let mut entries: Vec<Entry> = (1..=row.seats).map(|seat| Entry::Bot { seat, bot: "random".to_owned() }).collect();
    entries.push(Entry::Start { steps: table.steps(0), additions: None, order: None, stood: false });
    while let (Some(seat), true) = (table.awaited().first(), table.len() < STEPS) {
        let before = table.len();
        let action = player.choose(&table.to_bytes(), seat).expect("it is a position");
        table.submit(seat, &action).expect("a bot keeps to the rules");
        entries.push(Entry::Step { id: NonZeroU64::new(before as u64 + 1), steps: table.steps(before) });
    }
    entries.iter().map(Entry::write).collect()
}

fn time(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    (0..TIMES).for_each(|_| work());
    start.elapsed() / TIMES
}

fn main() {
    let long = r#"{"mega_ice_age":true,"homesick_penguins":true}"#;
    let all = games();
    let tables = [
        ("polar-dare", "{}"),
        ("piecepack-dare", long),
        ("rescue-polar-bears", "{}"),
        ("ice-breakers", "{}"),
        ("polar-roller", "{}"),
    ];
    println!("{:20} {:>6} {:>12} {:>12} {:>12}", "game", "steps", "open", "replay", "bytes");
    for (id, options) in tables {
        let game = all.get(id).expect("it is a game");
        let row = NewRow {
            code: "bench".to_owned(),
            game: id.to_owned(),
            rules: game.version(),
            options: game.options(options).expect("the options hold"),
            seats: 4,
            secret: Seed::of("secret").to_string(),
            host: String::new(),
            takebacks: Takebacks::Consent,
            public: false,
            spoken: None,
            origin: 0,
        };
        let entries = entries(&all, &row);
        let room = Room::fold(&all, row.clone(), &entries).expect("the entries hold");
        let open = time(|| drop(Room::fold(&all, row.clone(), &entries)));
        let written =
            || serde_json::to_vec(&room.replay(SeatSet::NONE).map(|replay| replay())).expect("a replay is plain JSON");
        let replay = time(|| drop(written()));
        println!("{id:20} {:>6} {open:>12.1?} {replay:>12.1?} {:>12}", room.steps(), written().len());
    }
}
