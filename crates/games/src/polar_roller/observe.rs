//! A position as numbers, for one seat.

use std::ops::RangeInclusive;

use polynya_engine::{BitSet, Bits, MAX_SEATS, Member, Observe, Observer, Seat};

use super::action::{Cliff, Face, Glacier, Loan, Number, Pool};
use super::board::{ANIMALS, ROUNDS, Shape};
use super::map::MOST_FISH;
use super::{Phase, PolarRoller, Sheet};

/// More points than a sheet can be worth: 36 penguins and 20 for their colonies, 19 orcas in 9 pods, 36 bears with
/// 45 glaciers around them, 6 fish.
const MOST_POINTS: f32 = 36.0 + 20.0 + 19.0 + 36.0 + 72.0 + 45.0 + 12.0;

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
        value: impl Fn(&Sheet, Seat) -> [f32; N],
    ) {
        let seated = self.seats().enumerate();
        let numbers = seated.flat_map(|(place, seat)| {
            let numbers = value(self.position.sheet(seat), seat).into_iter().enumerate();
            numbers.filter(|&(_, number)| number != 0.0).map(move |(index, number)| (N * place + index, number))
        });
        to.sparse(name, meaning, range, N * MAX_SEATS, numbers);
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
        self.each(to, "seated", seated, 0.0..=1.0, |_, _| [1.0]);
        let awaited = "1 for each seat that is not done with this phase, clockwise from the seat that looks";
        self.each(to, "awaited", awaited, 0.0..=1.0, |_, seat| [flag(position.waiting.contains(seat))]);
    }

    fn sheets(&self, to: &mut impl Observer) {
        let glaciers = "12 sheets clockwise from the seat that looks, 48 glaciers each: the fields from a to s, and in \
                        a field its triangle, its diamond and its trapezoid, as far as it has them";
        self.each(to, "melted", glaciers, 0.0..=1.0, |sheet, _| flags::<Glacier, _, 48>(sheet.melted));
        self.each(to, "bears", glaciers, 0.0..=1.0, |sheet, _| flags::<Glacier, _, 48>(sheet.bears));
        let cliffs = "12 sheets clockwise from the seat that looks, cliffs 1 to 42 each";
        self.each(to, "penguins", cliffs, 0.0..=1.0, |sheet, _| flags::<Cliff, _, 42>(sheet.penguins));
        let pools = "12 sheets clockwise from the seat that looks, pools a to s each";
        self.each(to, "orcas", pools, 0.0..=1.0, |sheet, _| flags::<Pool, _, 19>(sheet.orcas));
        let eaten = "fish that were eaten, on 12 sheets clockwise from the seat that looks";
        self.each(to, "fish_eaten", eaten, 0.0..=f32::from(MOST_FISH), |sheet, _| [f32::from(sheet.fish_eaten)]);
        let left = "fish that can still be eaten, on 12 sheets clockwise from the seat that looks";
        self.each(to, "fish_left", left, 0.0..=f32::from(MOST_FISH), |sheet, _| [f32::from(sheet.fish_left())]);
        let lost = "numbers that were crossed out, on 12 sheets clockwise from the seat that looks";
        self.each(to, "lost", lost, 0.0..=NUMBERS, |sheet, _| [f32::from(sheet.lost)]);
        let points = "points as they stand, on 12 sheets clockwise from the seat that looks";
        self.each(to, "points", points, 0.0..=MOST_POINTS, |sheet, _| [f32::from(sheet.score().total())]);
    }

    fn numbers(&self, to: &mut impl Observer) {
        let dice = "12 seats clockwise from the one that looks, the first and then the second die as rolled, 1 for the \
                    one of 6 numbers that it shows";
        self.each(to, "dice", dice, 0.0..=1.0, |sheet, _| {
            let mut shown = [0.0; 12];
            for (index, number) in sheet.dice.iter().flatten().enumerate() {
                shown[6 * index + number.bit() as usize] = 1.0;
            }
            shown
        });
        let own =
            "12 seats clockwise from the one that looks, how many of each number from 1 to 6 are its own and unused";
        self.each(to, "own_numbers", own, 0.0..=2.0, |sheet, _| counted(sheet.own_numbers()));
        let borrowed =
            "12 seats clockwise from the one that looks, 1 for the number from 1 to 6 that is borrowed and unused";
        self.each(to, "borrowed", borrowed, 0.0..=1.0, |sheet, _| counted(sheet.borrowed.into_iter()));
        let taken = "12 seats clockwise from the one that looks, 1 for the die that it has taken: the first of its \
                     left neighbour, the second, the first of its right neighbour, the second";
        self.each(to, "taken", taken, 0.0..=1.0, |sheet, _| Loan::ALL.map(|loan| flag(sheet.taken == Some(loan))));
    }

    fn melting(&self, to: &mut impl Observer) {
        let left =
            "12 seats clockwise from the one that looks, how many triangles, diamonds and trapezoids it has to melt";
        self.each(to, "to_melt", left, 0.0..=2.0, |sheet, _| {
            Shape::ALL.map(|shape| f32::from(sheet.melting.left[shape as usize]))
        });
        let pair = "1 for each of 12 seats, clockwise from the one that looks, that melts two shapes side by side";
        self.each(to, "pair", pair, 0.0..=1.0, |sheet, _| [flag(sheet.melting.pair)]);
        let first = "12 seats clockwise from the one that looks, 1 for the one of 48 glaciers beside which the second \
                     of a pair must melt, in the order of `melted`";
        self.each(to, "melted_first", first, 0.0..=1.0, |sheet, _| {
            flags::<Glacier, u64, 48>(sheet.melting.first.into_iter().collect())
        });
    }
}

fn flag(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

/// 1 for each member of a set.
fn flags<T: Member, W: Bits, const N: usize>(set: BitSet<T, W>) -> [f32; N] {
    std::array::from_fn(|index| flag(set.contains(T::from_bit(index as u32))))
}

/// How often each of the six numbers occurs.
fn counted(numbers: impl Iterator<Item = Number>) -> [f32; 6] {
    let mut counts = [0.0; 6];
    numbers.for_each(|number| counts[number.bit() as usize] += 1.0);
    counts
}
