//! Wins within a turn: whether a seat can win with what it may still do before anything is drawn or anybody else acts.
//!
//! Exact, and the quickest win is found first: iterative deepening (IDA*, Korf 1985) with a game's lower bound on the
//! actions that a win takes, and a table of the bounds that were proved on the way. Where the bound is above what the
//! turn allows, nothing is searched.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use polynya_engine::{Game, Seat, Turn};

use crate::greedy::Heuristic;

/// More actions than any turn has: there is no win.
const NEVER: u32 = u32::MAX;

/// Finds wins within a turn.
pub(crate) struct WinSearch<G: Game> {
    /// The bounds that were proved in this turn.
    proved: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    /// The actions of the win, the last one first.
    backwards: Vec<G::Action>,
    /// What may be done in the positions under way, one list behind the other.
    legal: Vec<G::Action>,
}

impl<G: Game> WinSearch<G> {
    pub(crate) fn new() -> WinSearch<G> {
        WinSearch { proved: HashMap::default(), backwards: Vec::new(), legal: Vec::new() }
    }

    /// Returns the actions of the quickest win that the seat has in this turn.
    pub(crate) fn quickest(
        &mut self,
        heuristic: &impl Heuristic<G>,
        position: &G,
        seat: Seat,
    ) -> Option<Vec<G::Action>> {
        let mut most = heuristic.actions_to_win(position, seat)?.max(1);
        self.proved.clear();
        self.backwards.clear();
        loop {
            let needed = self.prove(heuristic, position, seat, most);
            if needed == NEVER {
                return None;
            }
            if needed <= most {
                return Some(self.backwards.iter().rev().copied().collect());
            }
            most = needed;
        }
    }

    /// Returns how many actions the quickest win takes if they are at most `most`; otherwise a bound above `most`.
    fn prove(&mut self, heuristic: &impl Heuristic<G>, position: &G, seat: Seat, most: u32) -> u32 {
        match position.turn() {
            Turn::Over(outcome) if outcome.winners.contains(seat) => return 0,
            Turn::Players(seats) if seats.contains(seat) => {}
            _ => return NEVER,
        }
        let least = heuristic.actions_to_win(position, seat).map_or(NEVER, |least| least.max(1));
        if least > most {
            return least;
        }
        let key = heuristic.key(position);
        if let Some(&proved) = self.proved.get(&key)
            && proved > most
        {
            return proved;
        }
        let begin = self.legal.len();
        position.legal(seat, &mut self.legal);
        let end = self.legal.len();
        let mut needed = NEVER;
        for at in begin..end {
            let action = self.legal[at];
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            needed = needed.min(self.prove(heuristic, &after, seat, most - 1).saturating_add(1));
            if needed <= most {
                self.backwards.push(action);
                break;
            }
        }
        self.legal.truncate(begin);
        self.proved.insert(key, needed);
        needed
    }
}

/// Keys are hashes already: one multiplication spreads them.
#[derive(Default)]
pub(crate) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }
}
