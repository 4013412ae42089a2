//! What the network sees of a match of two seats: the board as it lies, and what the counts say about it.
//!
//! The seat that ended its turn looks: the other one is about to roll.

use std::sync::{Arc, LazyLock};

use polynya_engine::{Game, Seat};
use polynya_games::floes::{Cells, Chance, Edition, Floes, LANES, Label, PENGUINS, Variants};

use super::{Outlook, START};
use crate::net::Net;

/// The hidden units of the network.
pub const HIDDEN: usize = 32;
/// The network of two seats.
pub type Network = Net<HIDDEN>;

/// The network that is played; made by `polynya tune polar-dare`.
pub static NETWORK: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::read(include_str!("network.txt")).expect("the file was written by a network");
    assert_eq!(network.inputs(), INPUTS, "the file belongs to these inputs");
    Arc::new(network)
});

/// The cells of water on the board, the first of them, and the cell of the pole.
const WATER: u8 = 32;
const FIRST: u8 = LANES;
const NORTH: u8 = FIRST + WATER;

/// Where each kind of input begins: floes by cell, the bear by cell, penguins by seat, number and cell.
const ICE: u16 = 0;
const BEAR: u16 = ICE + WATER as u16;
const CROWD: u16 = BEAR + WATER as u16;
/// What looks the same in a mirror: penguins on the two shores, and the counts of each seat.
const SHORES: u16 = CROWD + 2 * PENGUINS as u16 * WATER as u16;
const COUNTS: u16 = SHORES + 4 * PENGUINS as u16 + 1;
const COUNTS_EACH: u16 = 6 + NEAR.len() as u16 + (REACH.len() * PENGUINS) as u16;
/// All inputs.
pub const INPUTS: usize = (COUNTS + 2 * COUNTS_EACH + 2) as usize;

/// The moves to the end of which it is seen whether fewer are needed.
const NEAR: [f32; 9] = [1.01, 2.01, 3.01, 4.01, 5.01, 6.01, 7.01, 8.01, 10.01];
/// The moves of the bear of which it is seen whether they reach a penguin.
const REACH: [u8; 4] = [1, 2, 3, 4];

/// The faces of the die that it was taught with.
const DIE: [(Label, u32); 4] = [(Label::B3, 1), (Label::P2, 1), (Label::P3, 2), (Label::P4, 2)];
/// The rolls of this die that have the most moves, and how likely it is to have so many of them.
pub const ROLLS: [(Label, &[(usize, f32)]); 2] =
    [(Label::B3, &[(3, 1.0 / 6.0)]), (Label::P4, &[(2, 1.0 / 6.0), (3, 1.0 / 3.0), (4, 1.0 / 3.0)])];

/// After so many turns the network has no say any more: two of them could push each other back for ever.
const LONG: u32 = 80;

/// Does the network judge this position?
pub fn taught<E: Edition>(position: &Floes<E>) -> bool {
    position.turns() < LONG && known(position)
}

/// Are this the board, the seats and the die that the network was taught with?
pub fn known<E: Edition>(position: &Floes<E>) -> bool {
    let mut same = position.seats() == 2 && position.played_variants() == Variants::NONE;
    let mut faces = 0;
    position.odds(&mut |chance, weight| {
        same &= DIE.iter().any(|&(label, faces)| chance == Chance::Label(label) && weight == faces);
        faces += 1;
    });
    same && faces == DIE.len()
}

/// The inputs that are not 0, with their numbers.
#[derive(Clone, Default, Debug)]
pub struct Sight {
    both: Vec<(u16, f32)>,
    pictures: [Vec<(u16, f32)>; 2],
}

impl Sight {
    /// Looks at a position: the seat that ended its turn first, then the one that rolls.
    pub fn see<E: Edition>(&mut self, position: &Floes<E>, seats: [(Seat, &Outlook); 2], belief: f32) {
        self.both.clear();
        self.pictures.iter_mut().for_each(Vec::clear);
        let mut ice = position.ice();
        while ice.some() {
            let cell = ice.take();
            if (cell / LANES).is_multiple_of(2) {
                self.draw(ICE, cell);
            }
        }
        for place in position.bears() {
            match position.cell(place) {
                NORTH => self.both.push((SHORES, 1.0)),
                cell => self.draw(BEAR, cell),
            }
        }
        for (side, (seat, outlook)) in (0..).zip(seats) {
            self.crowd(position, seat, side);
            self.counts(outlook, COUNTS + side * COUNTS_EACH);
        }
        let ahead = seats[1].1.moves - seats[0].1.moves;
        self.both.extend([(COUNTS + 2 * COUNTS_EACH, belief / 3.0), (COUNTS + 2 * COUNTS_EACH + 1, ahead / 8.0)]);
    }

    /// What looks the same in a mirror, the picture, and its mirror image.
    pub fn parts(&self) -> [&[(u16, f32)]; 3] {
        [&self.both, &self.pictures[0], &self.pictures[1]]
    }

    /// All inputs of one of the two pictures.
    pub fn whole(&self, picture: usize) -> Vec<f32> {
        let mut inputs = vec![0.0; INPUTS];
        for &(number, input) in self.both.iter().chain(&self.pictures[picture]) {
            inputs[usize::from(number)] = input;
        }
        inputs
    }

    fn draw(&mut self, kind: u16, cell: u8) {
        let cell = cell - FIRST;
        self.pictures[0].push((kind + u16::from(cell), 1.0));
        self.pictures[1].push((kind + u16::from(cell ^ (LANES - 1)), 1.0));
    }

    /// Penguins stand in rising order of their cells.
    fn crowd<E: Edition>(&mut self, position: &Floes<E>, seat: Seat, side: u16) {
        let kinds = PENGUINS as u16;
        let (mut before, mut company) = (u8::MAX, 0);
        for (place, _) in position.penguins(seat) {
            let cell = position.cell(place);
            company = if cell == before { company + 1 } else { 0 };
            before = cell;
            let kind = side * kinds + company;
            match cell {
                START => self.both.push((SHORES + 1 + kind, 1.0)),
                NORTH => self.both.push((SHORES + 1 + 2 * kinds + kind, 1.0)),
                cell => self.draw(CROWD + kind * u16::from(WATER), cell),
            }
        }
    }

    fn counts(&mut self, outlook: &Outlook, first: u16) {
        let mut number = first;
        let mut add = |input: f32| {
            if input != 0.0 {
                self.both.push((number, input));
            }
            number += 1;
        };
        add(outlook.moves / 8.0);
        add(outlook.loss);
        add(outlook.finish);
        outlook.legs.iter().for_each(|moves| add(moves / 8.0));
        NEAR.iter().for_each(|&near| add(if outlook.moves <= near { 1.0 } else { 0.0 }));
        for bear in outlook.bear {
            REACH.iter().for_each(|&reach| add(if bear <= reach { 1.0 } else { 0.0 }));
        }
    }
}

#[cfg(test)]
mod tests {
    use polynya_engine::Turn;
    use polynya_games::floes::{Action, PolarDare, PolarDareOptions};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::super::{FITTED, Judge};
    use super::*;
    use crate::Knowledge;

    fn start() -> Floes<PolarDare> {
        Floes::start(&PolarDareOptions::default(), 2).expect("two may play")
    }

    fn mirrored(action: Action) -> Action {
        let text = action.to_string();
        let text = text.split(' ').map(|word| match word.as_bytes() {
            [lane @ b'a'..=b'd', row @ b'1'..=b'4'] => {
                String::from_utf8_lossy(&[b'a' + b'd' - lane, *row]).into_owned()
            }
            _ => word.to_owned(),
        });
        let text: Vec<String> = text.collect();
        text.join(" ").parse().unwrap_or_else(|bad| panic!("{action}: {bad}"))
    }

    #[test]
    fn it_says_the_same_about_the_mirror_image_of_a_position() {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(3);
        let mut judge = Judge::<PolarDare>::new(FITTED, 1);
        let (mut position, mut image, mut corrected) = (start(), start(), 0);
        judge.look(&position);
        while position.turns() < 300 {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let rolled = position.draw(&mut luck);
                    position.settle(rolled, &mut |_| {});
                    image.settle(rolled, &mut |_| {});
                }
                Turn::Players(seats) => {
                    let seat = seats.first().expect("somebody acts");
                    let action = position.pick(seat, &mut luck, &mut Vec::new()).expect("it can act");
                    position.play(seat, action, &mut |_| {});
                    image.play(seat, mirrored(action), &mut |_| {});
                    let outlooks = judge.outlooks(&position);
                    let seats = [seat, seat.next(2)].map(|seat| (seat, &outlooks[seat.index()]));
                    let [answer, same] = [&position, &image].map(|position| {
                        let mut sight = Sight::default();
                        sight.see(position, seats, 0.0);
                        let [both, one, other] = sight.parts();
                        NETWORK.answer_to_both(both, [one, other])
                    });
                    assert!((answer - same).abs() < 1e-3, "{answer} and {same}: {}", position.describe());
                    corrected += usize::from(answer.abs() > 0.1);
                }
            }
        }
        assert!(corrected > 100, "the network has something to say");
    }

    #[test]
    fn only_what_it_was_taught_with_is_judged_by_the_network() {
        assert!(taught(&start()));
        let three = Floes::<PolarDare>::start(&PolarDareOptions::default(), 3).expect("three may play");
        assert!(!taught(&three));
        let die = [Label::B3, Label::B3, Label::P2, Label::P3, Label::P4, Label::P4];
        let other = Floes::<PolarDare>::start(&PolarDareOptions { die, ..PolarDareOptions::default() }, 2);
        assert!(!taught(&other.expect("another die")));
    }
}
