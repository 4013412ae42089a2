//! A small net that corrects the judgement: it has learned from matches against itself what counting moves does not
//! see.
//!
//! It knows boards of one sort, with two seats. Its inputs say which cells carry ice, penguins of the seat that rolls
//! next, penguins of the other, or the bear, and how far both are; one layer of hidden units follows. What it answers
//! is added to the odds by the judgement.

use std::fmt::Write;

use polynya_engine::Seat;
use polynya_games::floes::{Cells, Edition, Floes, LANES, PENGUINS};

use super::{Outlook, Outlooks};

/// Water cells of the largest board that it knows.
const CELLS: usize = 32;
/// Ice, the penguins of both, the bear.
const PLANES: usize = 1 + 2 * PENGUINS + 1;
/// Penguins of both ashore and at the goal, and the bear at the pole.
const BESIDE: usize = 4 * PENGUINS + 1;
/// Inputs that are there or not.
const SWITCHES: usize = PLANES * CELLS + BESIDE;
/// Inputs that are numbers: what both still need.
const NUMBERS: usize = 7;
const INPUTS: usize = SWITCHES + NUMBERS;
/// Hidden units.
const HIDDEN: usize = 32;
/// The most switches that are on at once.
const MOST_ON: usize = 64;

/// The weights of a net.
#[derive(Clone, PartialEq)]
pub struct Net {
    first: Vec<[f32; HIDDEN]>,
    bias: [f32; HIDDEN],
    second: [f32; HIDDEN],
    rest: f32,
}

/// What a net sees of a position.
pub struct Sight {
    on: [u16; MOST_ON],
    count: usize,
    numbers: [f32; NUMBERS],
}

impl Sight {
    /// What is seen by `seat`, which rolls next. Mirrored, west is east.
    pub fn of<E: Edition>(position: &Floes<E>, seat: Seat, outlooks: &Outlooks, mirrored: bool) -> Sight {
        let mut sight = Sight { on: [0; MOST_ON], count: 0, numbers: [0.0; NUMBERS] };
        let top = position.height() * LANES + LANES;
        let water = |cell: u8| {
            let (row, lane) = (cell / LANES - 1, cell % LANES);
            usize::from(row * LANES + if mirrored { LANES - 1 - lane } else { lane })
        };
        let mut ice = position.ice();
        while ice.some() {
            sight.switch(water(ice.take()));
        }
        let seats = [seat, seat.next(2)];
        for (side, seat) in seats.into_iter().enumerate() {
            let mut last = (0, 0);
            for (place, _) in position.penguins(seat) {
                let cell = position.cell(place);
                last = if last.0 == cell { (cell, last.1 + 1) } else { (cell, 0) };
                let number = side * PENGUINS + if cell == 0 { last.1 } else { last.1 };
                if (LANES..top).contains(&cell) {
                    sight.switch((1 + number) * CELLS + water(cell));
                } else {
                    let goal = usize::from(cell != 0);
                    sight.switch(PLANES * CELLS + 2 * PENGUINS * goal + number);
                }
            }
        }
        for place in position.bears().take(1) {
            let cell = position.cell(place);
            if (LANES..top).contains(&cell) {
                sight.switch((PLANES - 1) * CELLS + water(cell));
            } else {
                sight.switch(SWITCHES - 1);
            }
        }
        let [own, other] = seats.map(|seat| outlooks[seat.index()]);
        let numbers = |Outlook { moves, loss, finish }: Outlook| [moves / 10.0, loss / 5.0, finish];
        let ([a, b, c], [d, e, f]) = (numbers(own), numbers(other));
        sight.numbers = [a, b, c, d, e, f, a - d];
        sight
    }

    #[inline]
    fn switch(&mut self, input: usize) {
        self.on[self.count] = input as u16;
        self.count += 1;
    }

    fn on(&self) -> &[u16] {
        &self.on[..self.count]
    }
}

impl Net {
    /// A net that corrects nothing yet.
    pub fn new(luck: &mut impl rand_core::Rng) -> Net {
        let mut small = || (luck.next_u32() as f32 / u32::MAX as f32 - 0.5) * 0.2;
        let first = (0..INPUTS).map(|_| std::array::from_fn(|_| small())).collect();
        Net { first, bias: [0.0; HIDDEN], second: std::array::from_fn(|_| small()), rest: 0.0 }
    }

    fn hidden(&self, sight: &Sight) -> [f32; HIDDEN] {
        let mut hidden = self.bias;
        for &input in sight.on() {
            let row = &self.first[usize::from(input)];
            for unit in 0..HIDDEN {
                hidden[unit] += row[unit];
            }
        }
        for (row, number) in self.first[SWITCHES..].iter().zip(sight.numbers) {
            for unit in 0..HIDDEN {
                hidden[unit] += row[unit] * number;
            }
        }
        hidden
    }

    /// What is added to the odds of the seat that sees this, as a logarithm.
    #[inline]
    pub fn correct(&self, sight: &Sight) -> f32 {
        let hidden = self.hidden(sight);
        let mut sum = 0.0;
        for unit in 0..HIDDEN {
            sum += hidden[unit].max(0.0) * self.second[unit];
        }
        sum + self.rest
    }

    /// Moves the answer for this sight by about `step` times how sensitive each weight is.
    pub fn learn(&mut self, sight: &Sight, step: f32) {
        let hidden = self.hidden(sight);
        let mut back = [0.0; HIDDEN];
        for unit in 0..HIDDEN {
            if hidden[unit] > 0.0 {
                back[unit] = step * self.second[unit];
                self.second[unit] += step * hidden[unit];
                self.bias[unit] += back[unit];
            }
        }
        self.rest += step;
        for &input in sight.on() {
            let row = &mut self.first[usize::from(input)];
            for unit in 0..HIDDEN {
                row[unit] += back[unit];
            }
        }
        for (row, number) in self.first[SWITCHES..].iter_mut().zip(sight.numbers) {
            for unit in 0..HIDDEN {
                row[unit] += back[unit] * number;
            }
        }
    }

    /// The weights as lines of whole numbers, thousandths each.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let rows = self.first.iter().chain([&self.bias, &self.second]).map(<[f32; HIDDEN]>::as_slice);
        for row in rows.chain([[self.rest].as_slice()]) {
            let numbers: Vec<String> = row.iter().map(|weight| format!("{:.0}", weight * 1000.0)).collect();
            writeln!(text, "{}", numbers.join(" ")).expect("a text takes everything");
        }
        text
    }

    /// Reads what `write` wrote; lines that begin with `#` are remarks.
    pub fn read(text: &str) -> Option<Net> {
        let number = |word: &str| word.parse().ok().map(|weight: f32| weight / 1000.0);
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let mut rows = lines.map(|line| line.split(' ').map(number).collect::<Option<Vec<f32>>>());
        let mut row = || rows.next()??.try_into().ok();
        let first = (0..INPUTS).map(|_| row()).collect::<Option<Vec<[f32; HIDDEN]>>>()?;
        let (bias, second) = (row()?, row()?);
        let [rest] = rows.next()??.try_into().ok()?;
        Some(Net { first, bias, second, rest })
    }
}
