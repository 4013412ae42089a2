//! A position as numbers, for one seat.

use std::ops::RangeInclusive;

use polynya_engine::{MAX_SEATS, Member, Observe, Observer, PerSeat, Seat};

use super::action::{Face, Glaciers, Loan, Number};
use super::board::{ANIMALS, ROUNDS, Shape};
use super::map::{CLIFFS, FIELDS, MOST_FISH};
use super::{Phase, PolarRoller, Sheet};

/// More points than a sheet can be worth: 36 penguins and 20 for their colonies, 19 orcas in 9 pods, 36 bears with
/// 45 glaciers around them, 6 fish.
const MOST_POINTS: f32 = 36.0 + 20.0 + 19.0 + 36.0 + 72.0 + 45.0 + 12.0;

/// The glaciers of the proposed map, which come first in the numbering.
const GLACIERS: usize = 48;

/// The numbers that a seat is given in a match.
const NUMBERS: f32 = (ROUNDS * ANIMALS) as f32;

impl Observe for PolarRoller {
    const OBSERVATION: u16 = 2;

    fn observe(&self, seat: Seat, to: &mut impl Observer) {
        let view = View { position: self, seat };
        view.table(to);
        view.sheets(to);
        view.numbers(to);
        view.melting(to);
    }
}

/// The table as one seat sees it.
struct View<'a> {
    position: &'a PolarRoller,
    seat: Seat,
}

impl View<'_> {
    /// How far a seat sits to the left of the one that looks.
    fn distance(&self, other: Seat) -> usize {
        let seats = usize::from(self.position.seats);
        (seats + other.index() - self.seat.index()) % seats
    }

    /// The seats from the one that looks on.
    fn seats(&self) -> impl Iterator<Item = Seat> + use<> {
        let (seats, first) = (self.position.seats, self.seat);
        Seat::all(seats).cycle().skip(first.index()).take(usize::from(seats))
    }

    /// Shows `N` numbers for each of the twelve places, nothing but zeros where nobody sits.
    fn each<const N: usize>(
        &self,
        to: &mut impl Observer,
        name: &'static str,
        meaning: &'static str,
        range: RangeInclusive<f32>,
        value: impl Fn(&Sheet, Seat) -> [u8; N],
    ) {
        let mut numbers = [[0; N]; MAX_SEATS];
        for (numbers, seat) in numbers.iter_mut().zip(self.seats()) {
            *numbers = value(self.position.sheet(seat), seat);
        }
        let size = N * MAX_SEATS;
        to.some_counts(name, meaning, range, size, &numbers.as_flattened()[..N * usize::from(self.position.seats)]);
    }

    /// Shows a set of places, of which a sheet has `count`, for each of the twelve.
    fn set(
        &self,
        to: &mut impl Observer,
        name: &'static str,
        meaning: &'static str,
        count: usize,
        set: impl Fn(&Sheet) -> u64,
    ) {
        to.bits(name, meaning, count * MAX_SEATS, count, self.seats().map(|seat| set(self.position.sheet(seat))));
    }

    fn table(&self, to: &mut impl Observer) {
        let position = self.position;
        to.value("rounds", "rounds that are over", 0.0..=f32::from(ROUNDS), position.rounds);
        let (phase, rolls) = match position.phase {
            Phase::GlacierDie => (0, None),
            Phase::Melt => (1, None),
            Phase::PolarDice(seat) => (2, Some(self.distance(seat))),
            Phase::Draw => (3, None),
            Phase::Over => (4, None),
        };
        to.one_hot("phase", "the glacier die falls, melting, polar dice fall, drawing, over", 5, Some(phase));
        let face = position.face.map(|face| face.bit() as usize);
        to.one_hot("glacier_die", "the face of the glacier die, from 1 to 8", Face::COUNT, face);
        let holder = "who rolls the glacier die in this round, counted clockwise from the seat that looks";
        to.one_hot("holder", holder, MAX_SEATS, Some(self.distance(position.holder())));
        let rolling = "whose polar dice fall next, counted clockwise from the seat that looks";
        to.one_hot("rolls", rolling, MAX_SEATS, rolls);
        let seated = "1 for each seat at the table, clockwise from the seat that looks; 12 numbers";
        self.each(to, "seated", seated, 0.0..=1.0, |_, _| [1]);
        let awaited = "1 for each seat that is not done with this phase, clockwise from the seat that looks";
        self.each(to, "awaited", awaited, 0.0..=1.0, |_, seat| [position.waiting.contains(seat).into()]);
    }

    fn sheets(&self, to: &mut impl Observer) {
        let glaciers = "12 sheets clockwise from the seat that looks, 48 glaciers each: the fields from a to s, and in \
                        a field its triangle, its diamond and its trapezoid, as far as it has them";
        self.set(to, "melted", glaciers, GLACIERS, |sheet| shown(sheet.melted));
        self.set(to, "bears", glaciers, GLACIERS, |sheet| shown(sheet.bears));
        let cliffs = "12 sheets clockwise from the seat that looks, cliffs 1 to 42 each";
        self.set(to, "penguins", cliffs, CLIFFS, |sheet| sheet.penguins.bits());
        let pools = "12 sheets clockwise from the seat that looks, pools a to s each";
        self.set(to, "orcas", pools, FIELDS, |sheet| sheet.orcas.bits().into());
        let eaten = "fish that were eaten, on 12 sheets clockwise from the seat that looks";
        self.each(to, "fish_eaten", eaten, 0.0..=f32::from(MOST_FISH), |sheet, _| [sheet.fish_eaten]);
        let left = "fish that can still be eaten, on 12 sheets clockwise from the seat that looks";
        self.each(to, "fish_left", left, 0.0..=f32::from(MOST_FISH), |sheet, _| [sheet.fish_left()]);
        let lost = "numbers that were crossed out, on 12 sheets clockwise from the seat that looks";
        self.each(to, "lost", lost, 0.0..=NUMBERS, |sheet, _| [sheet.lost]);
        let points = "points as they stand, on 12 sheets clockwise from the seat that looks";
        // Sheet by sheet and not seat by seat: most of them are as they were when another seat looked.
        let mut totals = PerSeat::default();
        for seat in Seat::all(self.position.seats) {
            let sheet = self.position.sheet(seat);
            let animals = u64::from(sheet.orcas.bits()) | u64::from(sheet.fish_left()) << 32;
            let key = [sheet.melted.bits(), sheet.bears.bits(), sheet.penguins.bits(), animals];
            totals[seat] = to.remembered(key, || sheet.score().total() as u8);
        }
        self.each(to, "points", points, 0.0..=MOST_POINTS, |_, seat| [totals[seat]]);
    }

    fn numbers(&self, to: &mut impl Observer) {
        let dice = "12 seats clockwise from the one that looks, the first and then the second die as rolled, 1 for the \
                    one of 6 numbers that it shows";
        self.set(to, "dice", dice, 2 * Number::COUNT, |sheet| {
            sheet.dice.map_or(0, |[one, two]| 1 << one.bit() | 1 << (Number::COUNT as u32 + two.bit()))
        });
        let own =
            "12 seats clockwise from the one that looks, how many of each number from 1 to 6 are its own and unused";
        self.each(to, "own_numbers", own, 0.0..=2.0, |sheet, _| counted(sheet.own_numbers()));
        let borrowed =
            "12 seats clockwise from the one that looks, 1 for the number from 1 to 6 that is borrowed and unused";
        self.set(to, "borrowed", borrowed, Number::COUNT, |sheet| sheet.borrowed.map_or(0, |number| 1 << number.bit()));
        let taken = "12 seats clockwise from the one that looks, 1 for the die that it has taken: the first of its \
                     left neighbour, the second, the first of its right neighbour, the second";
        self.each(to, "taken", taken, 0.0..=1.0, |sheet, _| Loan::ALL.map(|loan| u8::from(sheet.taken == Some(loan))));
    }

    fn melting(&self, to: &mut impl Observer) {
        let left =
            "12 seats clockwise from the one that looks, how many triangles, diamonds and trapezoids it has to melt";
        self.each(to, "to_melt", left, 0.0..=2.0, |sheet, _| {
            Shape::ALL.map(|shape| sheet.melting.left[shape as usize])
        });
        let pair = "1 for each of 12 seats, clockwise from the one that looks, that melts two shapes side by side";
        self.each(to, "pair", pair, 0.0..=1.0, |sheet, _| [sheet.melting.pair.into()]);
        let first = "12 seats clockwise from the one that looks, 1 for the one of 48 glaciers beside which the second \
                     of a pair must melt, in the order of `melted`";
        self.set(to, "melted_first", first, GLACIERS, |sheet| shown(sheet.melting.first.into_iter().collect()));
    }
}

fn shown(glaciers: Glaciers) -> u64 {
    glaciers.bits() & ((1 << GLACIERS) - 1)
}

/// How often each of the six numbers occurs.
fn counted(numbers: impl Iterator<Item = Number>) -> [u8; Number::COUNT] {
    let mut counts = [0; Number::COUNT];
    numbers.for_each(|number| counts[number.bit() as usize] += 1);
    counts
}
