//! The conformance suite finds what is broken: a small game passes it, and every way of breaking that game is caught.

use std::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use polynya_engine::conformance::{Plan, Tally, conform};
use polynya_engine::{BadWords, Clause, Game, Luck, Outcome, Seat, SeatSet, Seed, Turn};
use serde::{Deserialize, Serialize};

/// Both seats add 1 or 2 to their own heap at the same time, then a die adds to both; the larger heap wins.
#[derive(Clone, PartialEq, Debug)]
struct Heaps {
    heaps: [i16; 2],
    waiting: SeatSet,
    rounds: u32,
    broken: Option<Broken>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Broken {
    AuditFails,
    DrawIgnoresOdds,
    ForgetsAnAction,
    HiddenMemory,
    ListsAnIllegalAction,
    ListsTwice,
    OddsOfZero,
    OddsTwice,
    OrderMatters,
    PickIsUnfair,
    SaysNothing,
    WaitsForNobody,
    WaitsInVain,
    WordsAreLost,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Options {
    broken: Option<Broken>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Add(u8);

impl fmt::Display for Add {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "add {}", self.0.min(2))
    }
}

impl FromStr for Add {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Add, BadWords> {
        match text {
            "add 1" => Ok(Add(1)),
            "add 2" => Ok(Add(2)),
            _ => Err(BadWords("add 1 or add 2".to_owned())),
        }
    }
}

polynya_engine::clauses! {
    enum Rule {
        TwoSeats = "1.1" "Two seats play.",
        OnceARound = "1.2" "A seat adds once a round.",
        OneOrTwo = "1.3" "A seat adds one or two.",
    }
}

thread_local! {
    static MEMORY: Cell<i16> = const { Cell::new(0) };
}

const ROUNDS: u32 = 8;

impl Heaps {
    fn is(&self, broken: Broken) -> bool {
        self.broken == Some(broken)
    }
}

impl Game for Heaps {
    type Options = Options;
    type Action = Add;
    type Chance = Add;
    type Event = Added;
    type Rule = Rule;
    const ID: &'static str = "heaps";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    const ACTIONS: usize = 2;

    fn start(options: &Options, seats: u8) -> Result<Self, Rule> {
        let waiting = SeatSet::all(2);
        (seats == 2)
            .then_some(Heaps { heaps: [0; 2], waiting, rounds: 0, broken: options.broken })
            .ok_or(Rule::TwoSeats)
    }

    fn turn(&self) -> Turn {
        if self.rounds == ROUNDS {
            let mut outcome = Outcome::default();
            for seat in Seat::all(2) {
                outcome.scores[seat] = self.heaps[seat.index()];
            }
            Turn::Over(outcome)
        } else if self.is(Broken::WaitsForNobody) && self.rounds == 3 {
            Turn::Players(SeatSet::NONE)
        } else if self.waiting.is_empty() {
            Turn::Chance
        } else {
            Turn::Players(self.waiting)
        }
    }

    fn check(&self, seat: Seat, Add(count): Add) -> Result<(), Rule> {
        if !self.waiting.has(seat) {
            return Err(Rule::OnceARound);
        }
        let most = if self.is(Broken::ListsAnIllegalAction) { 1 } else { 3 };
        if (1..=most).contains(&count) { Ok(()) } else { Err(Rule::OneOrTwo) }
    }

    fn legal(&self, seat: Seat, into: &mut Vec<Add>) {
        if !self.waiting.has(seat) || (self.is(Broken::WaitsInVain) && self.rounds == 2) {
            return;
        }
        into.push(Add(1));
        if !self.is(Broken::ForgetsAnAction) {
            into.push(Add(2));
        }
        if self.is(Broken::ListsTwice) {
            into.push(Add(1));
        }
        if self.is(Broken::WordsAreLost) {
            into.push(Add(3));
        }
    }

    fn pick(&self, seat: Seat, luck: &mut impl Luck, _: &mut Vec<Add>) -> Option<Add> {
        let unfair = self.is(Broken::PickIsUnfair) && luck.below(10) > 0;
        self.waiting.has(seat).then(|| if unfair { Add(1) } else { Add(luck.below(2) as u8 + 1) })
    }

    fn play(&mut self, seat: Seat, Add(count): Add, emit: &mut impl FnMut(Added)) {
        self.waiting = self.waiting.without(seat);
        self.heaps[seat.index()] += i16::from(count);
        if self.is(Broken::OrderMatters) {
            self.heaps[0] = 3 * self.heaps[0] % 100 + i16::from(seat.number() == 1);
        }
        emit(Added(count));
    }

    fn odds(&self, each: &mut impl FnMut(Add, u32)) {
        each(Add(1), if self.is(Broken::OddsOfZero) { 0 } else { 3 });
        each(Add(2), 1);
        if self.is(Broken::OddsTwice) {
            each(Add(2), 1);
        }
    }

    fn draw(&self, luck: &mut impl Luck) -> Add {
        let below = luck.below(4);
        Add(if self.is(Broken::DrawIgnoresOdds) || below == 3 { 2 } else { 1 })
    }

    fn settle(&mut self, Add(count): Add, _: &mut impl FnMut(Added)) {
        self.rounds += 1;
        self.waiting = if self.rounds < ROUNDS { SeatSet::all(2) } else { SeatSet::NONE };
        self.heaps = self.heaps.map(|heap| heap + i16::from(count));
        if self.is(Broken::HiddenMemory) {
            MEMORY.set((MEMORY.get() + 1) % 7);
            self.heaps[0] += MEMORY.get();
        }
    }

    fn index(Add(count): Add) -> Option<usize> {
        (1..=2).contains(&count).then(|| usize::from(count) - 1)
    }

    fn from_index(index: usize) -> Option<Add> {
        (index < 2).then_some(Add(index as u8 + 1))
    }

    fn audit(&self) -> Result<(), String> {
        if self.is(Broken::AuditFails) && self.rounds == 5 { Err("round five".to_owned()) } else { Ok(()) }
    }

    fn turns(&self) -> u32 {
        self.rounds
    }

    fn name(&self, seat: Seat) -> String {
        seat.to_string()
    }

    fn tell(&self, Added(count): &Added) -> String {
        if self.is(Broken::SaysNothing) { String::new() } else { format!("{count} more.") }
    }

    fn describe(&self) -> String {
        format!("{:?}", self.heaps)
    }
}

/// What happened.
#[derive(Clone, Debug, Serialize)]
struct Added(u8);

const PLAN: Plan = Plan { matches: 10, steps: 100, every: 3 };

fn run(broken: Option<Broken>) -> Result<Tally, String> {
    conform::<Heaps>(&Options { broken }, 2, Seed::of("heaps"), PLAN)
}

#[track_caller]
fn caught(broken: Broken, words: &str) {
    let found = run(Some(broken)).expect_err("the suite finds it");
    assert!(found.contains(words), "{broken:?} is called: {found}");
}

#[test]
fn a_sound_game_passes() {
    let tally = run(None).unwrap_or_else(|what| panic!("{what}"));
    assert_eq!(tally.finished, 10);
    assert!(tally.positions > 100 && tally.commuted > 50, "{tally:?}");
}

#[test]
fn a_game_is_refused_with_other_seats() {
    assert!(conform::<Heaps>(&Options::default(), 3, Seed::of("x"), PLAN).is_err());
    assert_eq!(Rule::all().len(), 3);
}

#[test]
fn every_way_of_breaking_it_is_caught() {
    caught(Broken::AuditFails, "invariants do not hold: round five");
    caught(Broken::DrawIgnoresOdds, "was drawn where the odds give");
    caught(Broken::ForgetsAnAction, "is allowed but not listed");
    caught(Broken::HiddenMemory, "the same steps lead to another position");
    caught(Broken::ListsAnIllegalAction, "is listed but refused by 1.3");
    caught(Broken::ListsTwice, "`add 1` is listed twice");
    caught(Broken::OddsOfZero, "`add 1` has no weight");
    caught(Broken::OddsTwice, "`add 2` is listed twice among the odds");
    caught(Broken::OrderMatters, "do not commute");
    caught(Broken::PickIsUnfair, "do not follow their weights");
    caught(Broken::SaysNothing, "has no sentence");
    caught(Broken::WaitsForNobody, "waits for nobody");
    caught(Broken::WaitsInVain, "who cannot do anything");
    caught(Broken::WordsAreLost, "does not survive its own words");
}
