//! Counting every line of play, to compare one reading of the rules with another.

use crate::game::{Game, Turn};

/// Returns how many sequences of exactly `depth` steps can follow: actions of every seat that may act, and outcomes of
/// chance. It stays at the largest number where there are more.
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    let mut count = 0;
    if depth == 0 {
        return 1;
    }
    match position.turn() {
        Turn::Over(_) => {}
        Turn::Chance => position.odds(&mut |chance, _| {
            let mut after = position.clone();
            after.settle(chance, &mut |_| {});
            count = perft(&after, depth - 1).saturating_add(count);
        }),
        Turn::Players(seats) => {
            let mut actions = Vec::new();
            for seat in seats.iter() {
                actions.clear();
                position.legal(seat, &mut actions);
                if depth == 1 {
                    count += actions.len() as u64;
                    continue;
                }
                for &action in &actions {
                    let mut after = position.clone();
                    after.play(seat, action, &mut |_| {});
                    count = perft(&after, depth - 1).saturating_add(count);
                }
            }
        }
    }
    count
}
