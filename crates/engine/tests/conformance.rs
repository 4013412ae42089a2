//! The conformance suite finds what is broken: a small game passes it, and every way of breaking that game is caught.

use std::cell::Cell;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use polynya_engine::conformance::{Plan, Tally, conform};
use polynya_engine::notation::Sizes;
use polynya_engine::{
    Actions, Audit, Clause, Describe, Game, Gauge, Luck, Numbered, Observe, Observer, Outcome, ParseError, Prompt,
    Seat, SeatSet, Seed, Turn,
};
use serde::{Deserialize, Serialize, Serializer};

/// Both seats add 1 or 2 to their own heap at the same time, then a die adds to both; the larger heap wins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Heaps {
    #[serde(serialize_with = "heaps")]
    heaps: [i16; 2],
    waiting: SeatSet,
    rounds: u32,
    broken: Option<Broken>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum Broken {
    AsksNothing,
    AuditFails,
    DrawIgnoresOdds,
    EndsWithoutCause,
    ForgetsAnAction,
    GaugesChange,
    HiddenMemory,
    ListsAnIllegalAction,
    ListsTwice,
    MaskIsWide,
    ObservationGrows,
    ObservationIsOutOfRange,
    OddsOfZero,
    OddsTwice,
    OrderMatters,
    PickIsUnfair,
    SaysNothing,
    TextLies,
    WaitsForNobody,
    WaitsInVain,
    WordsAreLost,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
struct Options {
    broken: Option<Broken>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
struct Add(u8);

impl Actions for Add {
    const SIZES: &'static [Sizes] = &[[2, 1, 1]];

    fn digits(self) -> (usize, Sizes) {
        (0, [usize::from(self.0) - 1, 0, 0])
    }

    fn from_digits(_: usize, [count, ..]: Sizes) -> Option<Add> {
        Some(Add(count as u8 + 1))
    }

    fn typescript() -> String {
        "number".to_owned()
    }
}

impl fmt::Display for Add {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "add {}", self.0.min(2))
    }
}

impl FromStr for Add {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Add, ParseError> {
        match text {
            "add 1" => Ok(Add(1)),
            "add 2" => Ok(Add(2)),
            _ => Err(ParseError("add 1 or add 2".to_owned())),
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
    static TEXT_LIES: Cell<bool> = const { Cell::new(false) };
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
    type Ending = Ending;
    type Rule = Rule;
    const ID: &'static str = "heaps";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;

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
        if !self.waiting.contains(seat) {
            return Err(Rule::OnceARound);
        }
        let most = if self.is(Broken::ListsAnIllegalAction) { 1 } else { 3 };
        if (1..=most).contains(&count) { Ok(()) } else { Err(Rule::OneOrTwo) }
    }

    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Add)) {
        if !self.waiting.contains(seat) || (self.is(Broken::WaitsInVain) && self.rounds == 2) {
            return;
        }
        each(Add(1));
        if !self.is(Broken::ForgetsAnAction) {
            each(Add(2));
        }
        if self.is(Broken::ListsTwice) {
            each(Add(1));
        }
        if self.is(Broken::WordsAreLost) {
            each(Add(3));
        }
    }

    fn pick(&self, seat: Seat, luck: &mut impl Luck, _: &mut Vec<Add>) -> Option<Add> {
        let unfair = self.is(Broken::PickIsUnfair) && luck.below(10) > 0;
        self.waiting.contains(seat).then(|| if unfair { Add(1) } else { Add(luck.below(2) as u8 + 1) })
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

    fn turns(&self) -> u32 {
        self.rounds
    }

    fn ending(&self) -> Option<Ending> {
        (self.rounds == ROUNDS && !self.is(Broken::EndsWithoutCause)).then_some(Ending::LastRound)
    }

    fn gauges(&self, each: &mut impl FnMut(Gauge)) {
        for seat in Seat::all(2) {
            let name = if self.is(Broken::GaugesChange) && self.rounds > 2 { "more" } else { "heap" };
            each(Gauge { name, seat: Some(seat), value: self.heaps[seat.index()].into(), most: None });
        }
    }
}

impl Numbered for Heaps {
    fn mask(&self, seat: Seat, mask: &mut [bool]) {
        mask.fill(self.is(Broken::MaskIsWide));
        self.each_legal(seat, &mut |action| mask[usize::from(action.0) - 1] = true);
    }
}

impl Audit for Heaps {
    fn audit(&self) -> Result<(), String> {
        if self.is(Broken::AuditFails) && self.rounds == 5 { Err("round five".to_owned()) } else { Ok(()) }
    }
}

impl Describe for Heaps {
    fn name(&self, seat: Seat) -> String {
        seat.to_string()
    }

    fn tell(&self, Added(count): &Added) -> String {
        if self.is(Broken::SaysNothing) { String::new() } else { format!("{count} more.") }
    }

    fn describe(&self) -> String {
        format!("{:?}", self.heaps)
    }

    fn prompt(&self, _: Option<Seat>) -> Prompt {
        Prompt::new(if self.is(Broken::AsksNothing) { "" } else { "Add one or two." }, "1.3")
    }
}

impl Observe for Heaps {
    const OBSERVATION: u16 = 1;

    fn observe(&self, seat: Seat, to: &mut impl Observer) {
        let count = if self.is(Broken::ObservationGrows) { 1 + self.rounds as usize } else { 2 };
        let most = if self.is(Broken::ObservationIsOutOfRange) { 2.0 } else { 200.0 };
        let heaps = [seat, seat.next(2)].map(|seat| f32::from(self.heaps[seat.index()]));
        to.field("heaps", "from the seat that looks", -200.0..=most, heaps.into_iter().cycle().take(count));
    }
}

/// Why a match ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
enum Ending {
    LastRound,
}

/// Writes heaps, or in a broken game smaller ones.
fn heaps<S: Serializer>(heaps: &[i16; 2], to: S) -> Result<S::Ok, S::Error> {
    heaps.map(|heap| if heap > 5 && TEXT_LIES.get() { 5 } else { heap }).serialize(to)
}

/// What happened.
#[derive(Clone, PartialEq, Debug, Serialize)]
struct Added(u8);

const PLAN: Plan = Plan { matches: 10, steps: 100, every: 3 };

fn run(broken: Option<Broken>) -> Result<Tally, String> {
    TEXT_LIES.set(broken == Some(Broken::TextLies));
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
    caught(Broken::AsksNothing, "has no sentence or no clause");
    caught(Broken::AuditFails, "invariants do not hold: round five");
    caught(Broken::DrawIgnoresOdds, "was drawn where the odds give");
    caught(Broken::EndsWithoutCause, "has an ending exactly when it is over");
    caught(Broken::ForgetsAnAction, "is allowed but not listed");
    caught(Broken::GaugesChange, "gauges of a match change");
    caught(Broken::HiddenMemory, "the same steps lead to another position");
    caught(Broken::ListsAnIllegalAction, "is listed but refused by 1.3");
    caught(Broken::ListsTwice, "`add 1` is listed twice");
    caught(Broken::MaskIsWide, "is not in the mask as it is in the list");
    caught(Broken::ObservationGrows, "numbers, which is not in the layout");
    caught(Broken::ObservationIsOutOfRange, "which is not in -200.0..=2.0");
    caught(Broken::OddsOfZero, "`add 1` has no weight");
    caught(Broken::OddsTwice, "`add 2` is listed twice among the odds");
    caught(Broken::OrderMatters, "do not commute");
    caught(Broken::PickIsUnfair, "do not follow their weights");
    caught(Broken::SaysNothing, "has no sentence");
    caught(Broken::TextLies, "the text of a position leads to another");
    caught(Broken::WaitsForNobody, "waits for nobody");
    caught(Broken::WaitsInVain, "who cannot do anything");
    caught(Broken::WordsAreLost, "does not survive its own words");
}
