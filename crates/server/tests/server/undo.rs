//! What a table says may be taken back: at once inside the own turn up to the last roll, by consent beyond it.

use polynya_engine::{Seat, Seed};
use polynya_server::protocol::{Takebacks, UndoPoint};
use polynya_server::room::{Actor, Entry, Rejection, Room, Wish};
use polynya_server::store::NewRow;
use polynya_server::views::games;

/// A table with one guest a seat, and everything that was written down.
struct Played {
    room: Room,
    entries: Vec<String>,
}

impl Played {
    fn new(game: &str, seats: u8, takebacks: Takebacks, steps: &[&str]) -> Played {
        let (games, steps) = (games(), steps.to_vec());
        let listed = games.get(game).expect("it is a game");
        let row = NewRow {
            code: "seal".to_owned(),
            game: game.to_owned(),
            rules: listed.version(),
            options: listed.options("{}").expect("the options hold"),
            seats,
            secret: Seed::of("what is taken back").to_string(),
            host: "guest 1".to_owned(),
            takebacks,
            public: false,
            spoken: None,
            origin: 0,
        };
        let room = Room::new(&games, row).expect("the row holds");
        let mut table = Played { room, entries: Vec::new() };
        for seat in 1..=seats {
            let (guest, name) = (format!("guest {seat}"), format!("Guest {seat}"));
            table.append(&Entry::Sit { seat, guest, name, nonce: String::new() });
        }
        let first = steps.iter().position(|step| !step.starts_with('*')).unwrap_or(steps.len());
        table.append(&Entry::Start { steps: spoken(&steps[..first]), additions: None, order: None, stood: false });
        for step in steps[first..].chunk_by(|_, next| next.starts_with('*')) {
            table.append(&Entry::Step { id: None, steps: spoken(step) });
        }
        table
    }

    fn append(&mut self, entry: &Entry) {
        self.entries.push(entry.write());
        self.room.apply(entry, None).expect("it may be");
    }

    /// What this seat may take back. A table that was loaded says the same, and what it says is so.
    fn point(&self, seat: u8) -> Option<UndoPoint> {
        let seats = Seat::numbered(usize::from(seat)).into_iter().collect();
        let points = self.room.undo_points(seats);
        let loaded = Room::fold(&games(), self.room.row.clone(), &self.entries).expect("the entries hold");
        assert_eq!(loaded.undo_points(seats), points);
        assert!(points.len() <= 1 && points.iter().all(|point| point.seat == seat), "{points:?}");
        let point = points.first().copied();
        for to in point.into_iter().flat_map(|point| [Some(point.to), point.restart]).flatten() {
            let guest = format!("guest {seat}");
            let decided = self.room.decide(Actor::Guest(&guest), Wish::Undo { seat, to, agreed: false });
            let decided = decided.map(|decision| decision.entry);
            match point.expect("there is one").free {
                true => assert!(matches!(decided, Ok(Entry::Undo { .. })), "{decided:?}"),
                false => assert!(matches!(decided, Err(Rejection::Consent(_))), "{decided:?}"),
            }
        }
        point
    }
}

fn spoken(steps: &[&str]) -> Vec<polynya_catalog::Spoken> {
    steps.iter().map(|step| step.parse().expect("a step")).collect()
}

fn free(seat: u8, to: u32, restart: u32) -> Option<UndoPoint> {
    Some(UndoPoint { seat, to, free: true, restart: Some(restart) })
}

fn by_consent(seat: u8, to: u32) -> Option<UndoPoint> {
    Some(UndoPoint { seat, to, free: false, restart: None })
}

const MOVED: [&str; 4] = ["1 roll", "* P3", "1 hop start a1", "1 slide a1 n"];

#[test]
fn own_steps_since_the_roll_are_taken_back_at_once() {
    for takebacks in [Takebacks::Own, Takebacks::Consent] {
        let table = Played::new("polar-dare", 2, takebacks, &MOVED);
        assert_eq!(table.point(1), free(1, 3, 2), "{takebacks:?}");
        assert_eq!(table.point(2), None, "{takebacks:?}: seat 2 has done nothing");
    }
}

#[test]
fn beyond_a_roll_there_is_only_consent() {
    let rolled = |takebacks| Played::new("polar-dare", 2, takebacks, &MOVED[..2]).point(1);
    assert_eq!(rolled(Takebacks::Consent), by_consent(1, 0));
    assert_eq!(rolled(Takebacks::Own), None);
}

#[test]
fn the_end_of_the_own_turn_is_taken_back_until_the_next_seat_rolls() {
    let steps = [&MOVED[..], &["1 hop a1 a2", "2 roll", "* B3", "2 slide c4 n"]].concat();
    let table = |takebacks, count| Played::new("polar-dare", 2, takebacks, &steps[..count]);
    assert_eq!(table(Takebacks::Own, 5).point(1), free(1, 4, 2));
    assert_eq!(table(Takebacks::Own, 7).point(1), None);
    assert_eq!(table(Takebacks::Consent, 7).point(1), by_consent(1, 4));
    assert_eq!(table(Takebacks::Consent, 8).point(1), by_consent(1, 4));
    assert_eq!(table(Takebacks::Own, 8).point(2), free(2, 7, 7));
}

#[test]
fn without_takebacks_nothing_is_offered() {
    for count in 0..=MOVED.len() {
        let table = Played::new("polar-dare", 2, Takebacks::None, &MOVED[..count]);
        assert_eq!(table.point(1), None, "after {count} steps");
    }
}

#[test]
fn where_seats_act_at_the_same_time_steps_of_others_stay() {
    let steps = [
        "* d8 2",
        "1 melt cd",
        "2 melt ld",
        "2 melt dd",
        "2 done",
        "1 melt gd",
        "1 done",
        "* dice 1 1 5",
        "* dice 2 6 4",
    ];
    let table = |takebacks, count| Played::new("polar-roller", 2, takebacks, &steps[..count]);
    assert_eq!(table(Takebacks::Own, 1).point(1), None, "nobody has acted");
    let drafts = table(Takebacks::Own, 4);
    assert_eq!((drafts.point(1), drafts.point(2)), (free(1, 1, 1), free(2, 3, 2)));
    let one_done = table(Takebacks::Own, 6);
    assert_eq!((one_done.point(1), one_done.point(2)), (free(1, 5, 1), free(2, 4, 2)));
    let rolled = table(Takebacks::Own, 9);
    assert_eq!((rolled.point(1), rolled.point(2)), (None, None));
    let rolled = table(Takebacks::Consent, 9);
    assert_eq!((rolled.point(1), rolled.point(2)), (by_consent(1, 6), by_consent(2, 4)));
}

#[test]
fn what_was_taken_back_is_not_offered_again() {
    let mut table = Played::new("polar-dare", 2, Takebacks::Consent, &MOVED);
    table.append(&Entry::Undo { seat: 1, to: 3, then: Vec::new() });
    assert_eq!(table.point(1), free(1, 2, 2));
    table.append(&Entry::Undo { seat: 1, to: 2, then: Vec::new() });
    assert_eq!(table.point(1), by_consent(1, 0));
    table.append(&Entry::Undo { seat: 1, to: 0, then: Vec::new() });
    assert_eq!(table.point(1), None);
}
