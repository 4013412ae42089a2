//! How many simulations the search plays in Connect Four, with random playouts to the end: a game that OpenSpiel has as
//! well. `python/benchmarks/search.py` runs this and OpenSpiel's own search, and compares them.
//!
//! `SECS` says for how long (2 if not set), on one thread; printed is how many simulations that were.

use std::ops::RangeInclusive;
use std::time::Duration;

use polynya_bots::{Budget, Plain, Search};
use polynya_engine::{Game, Gauge, Outcome, PerSeat, Seat, SeatSet, Turn, actions};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

polynya_engine::words! {
    /// A column of the board.
    pub enum Column: "a column" {
        /// The first.
        A = "a",
        /// The second.
        B = "b",
        /// The third.
        C = "c",
        /// The fourth.
        D = "d",
        /// The fifth.
        E = "e",
        /// The sixth.
        F = "f",
        /// The last.
        G = "g",
    }
}

const COLUMNS: [Column; 7] = [Column::A, Column::B, Column::C, Column::D, Column::E, Column::F, Column::G];
/// The rows of the board, and one that stays empty, so that lines do not run on in the next column.
const ROWS: u32 = 6;
const STRIDE: u32 = ROWS + 1;

actions! {
    /// What a seat does.
    pub enum Action {
        /// Drops a disc.
        Drop(column: Column) = "drop",
    }
}

actions! {
    /// What chance does: nothing, ever.
    pub enum Nothing {
        /// It has no turn.
        Never(column: Column) = "never",
    }
}

polynya_engine::clauses! {
    /// Why something is not allowed.
    pub enum Rule {
        Full = "1" "A column has six spaces.",
    }
}

/// The discs of both seats, a bit for each space, column by column from below.
#[derive(Clone, PartialEq, Debug)]
struct ConnectFour {
    discs: [u64; 2],
    turns: u32,
}

/// Are four of these discs in a line?
fn has_line(discs: u64) -> bool {
    [1, STRIDE - 1, STRIDE, STRIDE + 1].into_iter().any(|step| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl ConnectFour {
    fn seat(&self) -> usize {
        self.turns as usize % 2
    }

    fn is_free(&self, column: Column) -> bool {
        (self.discs[0] | self.discs[1]) & 1 << (column as u32 * STRIDE + ROWS - 1) == 0
    }
}

impl Game for ConnectFour {
    type Options = ();
    type Action = Action;
    type Chance = Nothing;
    type Event = ();
    type Ending = ();
    type Rule = Rule;

    const ID: &'static str = "connect-four";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;

    fn start((): &(), _: u8) -> Result<ConnectFour, Rule> {
        Ok(ConnectFour { discs: [0; 2], turns: 0 })
    }

    fn turn(&self) -> Turn {
        let seat = |index: usize| Seat::new(index).expect("there are two");
        let last = 1 - self.seat();
        if has_line(self.discs[last]) {
            return Turn::Over(Outcome { winners: SeatSet::from(seat(last)), scores: PerSeat::default() });
        }
        if self.turns == COLUMNS.len() as u32 * ROWS {
            return Turn::Over(Outcome { winners: SeatSet::NONE, scores: PerSeat::default() });
        }
        Turn::Players(SeatSet::from(seat(self.seat())))
    }

    fn check(&self, _: Seat, Action::Drop(column): Action) -> Result<(), Rule> {
        if self.is_free(column) { Ok(()) } else { Err(Rule::Full) }
    }

    fn each_legal(&self, _: Seat, each: &mut impl FnMut(Action)) {
        COLUMNS.into_iter().filter(|&column| self.is_free(column)).map(Action::Drop).for_each(each);
    }

    fn play(&mut self, _: Seat, Action::Drop(column): Action, _: &mut impl FnMut(())) {
        let all = self.discs[0] | self.discs[1];
        let bottom = 1 << (column as u32 * STRIDE);
        // Adding to the bottom of a column carries to its first free space.
        let column = ((1 << ROWS) - 1) * bottom;
        let seat = self.seat();
        self.discs[seat] |= ((all & column) + bottom) & !all & column;
        self.turns += 1;
    }

    fn odds(&self, _: &mut impl FnMut(Nothing, u32)) {}

    fn settle(&mut self, _: Nothing, _: &mut impl FnMut(())) {}

    fn turns(&self) -> u32 {
        self.turns
    }

    fn ending(&self) -> Option<()> {
        matches!(self.turn(), Turn::Over(_)).then_some(())
    }

    fn gauges(&self, _: &mut impl FnMut(Gauge)) {}
}

fn main() {
    let seconds = std::env::var("SECS").map_or(2.0, |text| text.parse().expect("SECS is a number of seconds"));
    let start = ConnectFour::start(&(), 2).expect("two can play");
    let mut search = Search::new(Plain, Budget::Time(Duration::from_secs_f64(seconds)));
    search.think(&start, Seat::FIRST, &mut Xoshiro256PlusPlus::seed_from_u64(1));
    println!("{}", search.visits());
}
