//! The log at the table, the log after a reload, the replay and the log of the imported record are equal, sentence for
//! sentence and event for event.
//!
//! `POLYNYA_MATCHES` says how many matches of all games together are played; half of them by random moves.

use polynya_catalog::{Ahead, AnyGame, Games, QUICK_BOT, Values};
use polynya_engine::{Luck, Seat, SeatSet, Seed};
use polynya_server::protocol::{LogEntry, Takebacks};
use polynya_server::room::{Actor, Change, Decision, Entry, Room, Wish};
use polynya_server::store::NewRow;
use polynya_server::views::{Browser, games, merge};
use serde_json::{Map, Value};

/// As many steps as a table remembers.
const REMEMBERED: usize = 200;
/// After this many steps a match is left: random ones may wander for long.
const MAX_STEPS: u32 = 500;

fn matches() -> usize {
    std::env::var("POLYNYA_MATCHES").map_or(25, |text| text.parse().expect("a number"))
}

/// A table whose viewers keep everything that they are told.
struct Watched<'a> {
    games: &'a Games<Browser>,
    room: Room,
    entries: Vec<String>,
    told: Vec<LogEntry>,
    view: Value,
}

impl Watched<'_> {
    fn new(games: &Games<Browser>, row: NewRow) -> Option<Watched<'_>> {
        let room = Room::new(games, row).ok()?;
        Some(Watched { games, room, entries: Vec::new(), told: Vec::new(), view: Value::Null })
    }

    fn fold(&self) -> Room {
        Room::fold(self.games, self.room.row.clone(), &self.entries).expect("the entries hold")
    }

    fn perform(&mut self, wish: Wish<'_>) {
        let Decision { entry, ahead } = self.room.decide(Actor::Table, wish).unwrap_or_else(|no| panic!("{no}"));
        self.append(&entry, ahead);
    }

    fn append(&mut self, entry: &Entry, ahead: Option<Ahead<Browser>>) {
        self.entries.push(entry.write());
        match self.room.apply(entry, ahead).expect("what was decided holds") {
            Change::Match => {
                self.told = self.room.last_steps(REMEMBERED);
                self.view = self.room.position().picture().view();
            }
            Change::Steps { back, played, changes, .. } => {
                if let Some(back) = back {
                    self.told.truncate(back.at as usize);
                }
                self.told.extend(self.room.last_steps(played));
                let mut stepwise = self.view.clone();
                changes.iter().for_each(|change| merge(&mut stepwise, change));
                merge(&mut self.view, &self.room.change());
                if !changes.is_empty() {
                    assert_eq!(changes.len(), played, "each step has a change of its own");
                    assert_eq!(stepwise, self.view, "the changes of all steps lead to the view after the last");
                }
            }
            _ => {}
        }
    }
}

/// Options by chance; some of them do not fit together, and then another table is opened.
fn open<'a>(games: &'a Games<Browser>, game: &dyn AnyGame<Browser>, luck: &mut impl Luck, secret: Seed) -> Watched<'a> {
    loop {
        let option = |option: &polynya_catalog::OptionInfo, luck: &mut dyn FnMut(u32) -> u32| {
            let value = match option.values {
                Values::Switch(usual) => Value::Bool(usual != (luck(3) == 0)),
                Values::OneOf(values) => serde_json::from_str(values[luck(values.len() as u32) as usize]).ok()?,
                Values::Such(_) => return None,
            };
            Some((option.name.to_owned(), value))
        };
        let info = game.info();
        let options: Map<String, Value> =
            info.options.iter().filter_map(|each| option(each, &mut |below| luck.below(below))).collect();
        let seats = info.seats.start() + luck.below(u32::from(info.seats.end() - info.seats.start()) + 1) as u8;
        let Ok(options) = game.options(&Value::Object(options).to_string()) else { continue };
        let row = NewRow {
            code: "fox".to_owned(),
            game: info.id.to_owned(),
            rules: game.version(),
            options,
            seats,
            secret: secret.to_string(),
            host: String::new(),
            takebacks: Takebacks::Consent,
            public: false,
            spoken: None,
            origin: 0,
        };
        let Some(mut table) = Watched::new(games, row) else { continue };
        for seat in 1..=seats {
            table.append(&Entry::Bot { seat, bot: "random".to_owned() }, None);
        }
        table.perform(Wish::Start);
        return table;
    }
}

/// Plays a match, now and then with steps that are taken back, and with a table that was loaded from its entries.
fn play<'a>(games: &'a Games<Browser>, game: &dyn AnyGame<Browser>, number: usize) -> Watched<'a> {
    let seed = Seed::of("the same log").nth(number as u64);
    let luck = &mut seed.draw(0);
    let mut table = open(games, game, luck, seed);
    let bot = if number.is_multiple_of(2) { "random" } else { QUICK_BOT };
    let mut player = game.player(bot, seed).expect("every game has it");
    loop {
        let able: Vec<Seat> = table.room.awaited().iter().collect();
        if able.is_empty() || table.room.steps() > MAX_STEPS {
            return table;
        }
        let seat = able[luck.below(able.len() as u32) as usize];
        let action = player.choose(&table.room.position().to_bytes(), seat).expect("it is a position");
        table.perform(Wish::Play { seat, action: &action });
        let last = table.room.undo_points([seat].into_iter().collect()).pop();
        if let (Some(point), 0) = (last, luck.below(30)) {
            table.perform(Wish::Undo { seat: point.seat, to: point.to, agreed: true });
        }
        if luck.below(100) == 0 {
            table.room = table.fold();
        }
    }
}

#[track_caller]
fn check_same(what: &str, game: &str, one: &[LogEntry], other: &[LogEntry]) {
    assert_eq!(one.len(), other.len(), "{game}: {what}");
    for (one, other) in one.iter().zip(other) {
        assert_eq!(one, other, "{game}: {what}");
        let events: Vec<Value> = serde_json::from_str(one.events.json()).expect("events are a list");
        assert_eq!(events.len(), one.told.len(), "{game}: {what}: one sentence for each event of {one:?}");
    }
}

#[test]
fn the_log_is_the_same_at_the_table_after_a_reload_in_the_replay_and_after_an_import() {
    let games = games();
    let all: Vec<_> = games.iter().collect();
    for number in 0..matches() {
        let game = all[number % all.len()];
        let id = game.info().id;
        let table = play(&games, game, number / all.len());
        let (room, told) = (&table.room, &table.told);
        assert_eq!(told.len(), room.steps() as usize, "{id}: nothing is missing");
        assert_eq!(table.view, room.position().picture().view(), "{id}: the changes add up to the view");

        let shown = table.fold().last_steps(REMEMBERED);
        check_same("after a reload", id, &told[told.len() - shown.len()..], &shown);
        assert_eq!(shown, room.last_steps(REMEMBERED), "{id}");

        let replay = room.replay(SeatSet::all(room.row.seats)).expect("it has begun")();
        check_same("in the replay", id, told, &replay.log);
        assert_eq!(replay.changes.len(), told.len(), "{id}");
        for course in &replay.courses {
            assert_eq!(course.values.len(), told.len() + 1, "{id}: {}", course.name);
        }

        let mut imported = Room::new(&games, room.row.clone()).expect("the row holds");
        let record = room.record(SeatSet::all(room.row.seats)).expect("it has begun")();
        imported.apply(&Entry::Import { record, adds: true }, None).expect("the record holds");
        let shown = imported.last_steps(REMEMBERED);
        check_same("after an import", id, &told[told.len() - shown.len()..], &shown);
        assert_eq!(imported.replay(SeatSet::all(room.row.seats)).expect("it has begun")(), replay, "{id}");
    }
}
