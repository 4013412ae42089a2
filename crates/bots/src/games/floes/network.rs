//! The network of two seats and its input: the board as it lies, and the features of the heuristic.
//!
//! The input is relative to the seat that ended its turn; the other one is about to roll.

use std::sync::{Arc, LazyLock};

use polynya_engine::{Game, Seat};
use polynya_games::floes::{Chance, Edition, Floes, LANES, Label, PENGUINS, START, Variants};

use super::heuristic::SeatFeatures;
use crate::network::Network;

/// The hidden units of the network.
pub const HIDDEN: usize = 32;
/// The network of two seats.
pub type FloesNetwork = Network<HIDDEN>;

/// The network of the bots; made by `polynya tune polar-dare`.
pub static NETWORK: LazyLock<Arc<FloesNetwork>> = LazyLock::new(|| {
    let network = FloesNetwork::read(include_str!("network.txt")).expect("the file was written by a network");
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
/// What looks the same in a mirror: penguins on the two shores, and the features of each seat.
const SHORES: u16 = CROWD + 2 * PENGUINS as u16 * WATER as u16;
const FEATURES: u16 = SHORES + 4 * PENGUINS as u16 + 1;
const FEATURES_EACH: u16 = 6 + NEAR.len() as u16 + (REACH.len() * PENGUINS) as u16;
/// All inputs.
pub const INPUTS: usize = (FEATURES + 2 * FEATURES_EACH + 2) as usize;

/// Thresholds: does the seat need at most this many moves?
const NEAR: [f32; 9] = [1.01, 2.01, 3.01, 4.01, 5.01, 6.01, 7.01, 8.01, 10.01];
/// Thresholds: does the bear reach a penguin in at most this many moves?
const REACH: [u8; 4] = [1, 2, 3, 4];

/// The faces of the die that it was trained with.
const DIE: [(Label, u32); 4] = [(Label::B3, 1), (Label::P2, 1), (Label::P3, 2), (Label::P4, 2)];
/// The rolls of this die that have the most moves, and how likely it is to have 2, 3 or 4 of them.
pub const ROLLS: [(Label, &[(usize, f32)]); 2] =
    [(Label::B3, &[(3, 1.0 / 6.0)]), (Label::P4, &[(2, 1.0 / 6.0), (3, 1.0 / 3.0), (4, 1.0 / 3.0)])];

/// From this turn on the network is not used: two of them could push each other back forever.
const MAX_TURNS: u32 = 80;

/// Does the network evaluate this position?
pub fn covers<E: Edition>(position: &Floes<E>) -> bool {
    position.turns() < MAX_TURNS && is_trained_setup(position)
}

/// Does the match have the board, the seats and the die that the network was trained with?
pub fn is_trained_setup<E: Edition>(position: &Floes<E>) -> bool {
    let mut same = position.seats() == 2 && position.played_variants() == Variants::NONE;
    let mut faces = 0;
    position.odds(&mut |chance, weight| {
        same &= DIE.iter().any(|&(label, faces)| chance == Chance::Label(label) && weight == faces);
        faces += 1;
    });
    same && faces == DIE.len()
}

/// The input of the network for a position and its mirror image: the values that are not 0, with their indices.
#[derive(Clone, Default, Debug)]
pub struct MirroredInput {
    /// What is the same in both images.
    shared: Vec<(u16, f32)>,
    /// The position as it is, and in a mirror.
    images: [Vec<(u16, f32)>; 2],
}

impl MirroredInput {
    /// Encodes a position with the features of the seat that ended its turn and of the one that rolls, and the log-odds
    /// of the model.
    pub fn encode<E: Edition>(&mut self, position: &Floes<E>, seats: [(Seat, &SeatFeatures); 2], baseline: f32) {
        self.shared.clear();
        self.images.iter_mut().for_each(Vec::clear);
        let mut ice = position.ice();
        while let Some(cell) = ice.pop_first() {
            if (cell / LANES).is_multiple_of(2) {
                self.encode_cell(ICE, cell);
            }
        }
        for place in position.bears() {
            match position.cell(place) {
                NORTH => self.shared.push((SHORES, 1.0)),
                cell => self.encode_cell(BEAR, cell),
            }
        }
        for (side, (seat, features)) in (0..).zip(seats) {
            self.encode_penguins(position, seat, side);
            self.encode_features(features, FEATURES + side * FEATURES_EACH);
        }
        let ahead = seats[1].1.moves - seats[0].1.moves;
        self.shared
            .extend([(FEATURES + 2 * FEATURES_EACH, baseline / 3.0), (FEATURES + 2 * FEATURES_EACH + 1, ahead / 8.0)]);
    }

    /// Returns what is the same in both images, the image, and its mirror image.
    pub fn parts(&self) -> [&[(u16, f32)]; 3] {
        [&self.shared, &self.images[0], &self.images[1]]
    }

    /// Returns all inputs of one of the two images.
    pub fn dense(&self, image: usize) -> Vec<f32> {
        let mut inputs = vec![0.0; INPUTS];
        for &(number, input) in self.shared.iter().chain(&self.images[image]) {
            inputs[usize::from(number)] = input;
        }
        inputs
    }

    fn encode_cell(&mut self, kind: u16, cell: u8) {
        let cell = cell - FIRST;
        self.images[0].push((kind + u16::from(cell), 1.0));
        self.images[1].push((kind + u16::from(cell ^ (LANES - 1)), 1.0));
    }

    /// Penguins stand in rising order of their cells.
    fn encode_penguins<E: Edition>(&mut self, position: &Floes<E>, seat: Seat, side: u16) {
        let kinds = PENGUINS as u16;
        let (mut before, mut company) = (u8::MAX, 0);
        for (place, _) in position.penguins(seat) {
            let cell = position.cell(place);
            company = if cell == before { company + 1 } else { 0 };
            before = cell;
            let kind = side * kinds + company;
            match cell {
                START => self.shared.push((SHORES + 1 + kind, 1.0)),
                NORTH => self.shared.push((SHORES + 1 + 2 * kinds + kind, 1.0)),
                cell => self.encode_cell(CROWD + kind * u16::from(WATER), cell),
            }
        }
    }

    fn encode_features(&mut self, features: &SeatFeatures, first: u16) {
        let mut number = first;
        let mut add = |input: f32| {
            if input != 0.0 {
                self.shared.push((number, input));
            }
            number += 1;
        };
        add(features.moves / 8.0);
        add(features.loss);
        add(features.finish);
        features.legs.iter().for_each(|moves| add(moves / 8.0));
        NEAR.iter().for_each(|&near| add(if features.moves <= near { 1.0 } else { 0.0 }));
        for bear in features.bear {
            REACH.iter().for_each(|&reach| add(if bear <= reach { 1.0 } else { 0.0 }));
        }
    }
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Describe, Turn};
    use polynya_games::floes::{Action, PolarDare, PolarDareOptions};
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::super::{FITTED, WinHeuristic};
    use super::*;
    use crate::Heuristic;

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
        let mut heuristic = WinHeuristic::<PolarDare>::new(FITTED, 1);
        let (mut position, mut image, mut corrected) = (start(), start(), 0);
        heuristic.prepare(&position);
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
                    let features = heuristic.features(&position);
                    let seats = [seat, seat.next(2)].map(|seat| (seat, &features[seat.index()]));
                    let [output, same] = [&position, &image].map(|position| {
                        let mut input = MirroredInput::default();
                        input.encode(position, seats, 0.0);
                        let [shared, image, mirrored] = input.parts();
                        NETWORK.forward_mirrored(shared, [image, mirrored])
                    });
                    assert!((output - same).abs() < 1e-3, "{output} and {same}: {}", position.describe());
                    corrected += usize::from(output.abs() > 0.1);
                }
            }
        }
        assert!(corrected > 100, "the network has something to say");
    }

    #[test]
    fn only_what_it_was_trained_with_is_evaluated_by_the_network() {
        assert!(covers(&start()));
        let three = Floes::<PolarDare>::start(&PolarDareOptions::default(), 3).expect("three may play");
        assert!(!covers(&three));
        let die = [Label::B3, Label::B3, Label::P2, Label::P3, Label::P4, Label::P4];
        let other = Floes::<PolarDare>::start(&PolarDareOptions { die, ..PolarDareOptions::default() }, 2);
        assert!(!covers(&other.expect("another die")));
    }
}
