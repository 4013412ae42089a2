//! What the die of a match can show.

use polynya_engine::Game;
use polynya_games::floes::{Chance, Edition, Floes, Label};

/// The most moves that two dice give together.
pub(super) const MAX_MOVES: usize = 8;

/// The faces of one die with their probabilities.
pub(super) struct DieOdds {
    faces: Vec<(Label, f32)>,
}

impl DieOdds {
    pub(super) fn of<E: Edition>(position: &Floes<E>) -> DieOdds {
        let mut total = 0;
        position.odds(&mut |_, weight| total += weight);
        let mut faces = Vec::new();
        position.odds(&mut |chance, weight| {
            let share = weight as f32 / total as f32;
            match chance {
                Chance::Label(label) => faces.push((label, share)),
                // The second roll of Polar Bear Alert is a bear or penguins, half and half.
                Chance::Again => faces.extend([(Label::B4, share / 2.0), (Label::P4, share / 2.0)]),
            }
        });
        DieOdds { faces }
    }

    /// Returns the probability that one die gives the bear at least this many moves, and at least one.
    pub(super) fn bear_moves(&self, moves: usize) -> f32 {
        let enough = |label: Label| label.is_bear() && usize::from(label.moves()) >= moves;
        self.faces.iter().filter(|(label, _)| enough(*label)).map(|(_, chance)| chance).sum()
    }

    /// Returns the probabilities that the dice together give at least 0, 1, 2, … penguin moves.
    pub(super) fn penguin_moves(&self, dice: i32) -> [f32; MAX_MOVES + 1] {
        let mut exactly = [0.0; MAX_MOVES + 1];
        exactly[0] = 1.0;
        for _ in 0..dice {
            let before = std::mem::replace(&mut exactly, [0.0; MAX_MOVES + 1]);
            for &(label, chance) in &self.faces {
                let more = if label.is_bear() { 0 } else { usize::from(label.moves()) };
                for moves in more..=MAX_MOVES {
                    exactly[moves] += before[moves - more] * chance;
                }
            }
        }
        for moves in (0..MAX_MOVES).rev() {
            exactly[moves] += exactly[moves + 1];
        }
        exactly
    }
}
