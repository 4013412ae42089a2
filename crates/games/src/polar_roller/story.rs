//! What is told after a match.

use polynya_engine::{Fact, Seat, capitalised, plural};

use super::PolarRoller;
use super::event::Event;

impl PolarRoller {
    pub(super) fn verdict_on(&self, reader: Option<Seat>) -> String {
        let outcome = self.outcome();
        let best = outcome.winners.first().map_or(0, |seat| outcome.scores[seat]);
        let others = Seat::all(self.seats()).filter(|&seat| !outcome.winners.contains(seat));
        let next = others.map(|seat| outcome.scores[seat]).max();
        match reader {
            Some(seat) if outcome.winners.contains(seat) => match next {
                Some(next) if best > next => format!("{}, {} ahead.", plural(best, "point"), best - next),
                _ => format!("{}.", plural(best, "point")),
            },
            Some(seat) => {
                let own = outcome.scores[seat];
                match best - own {
                    0 => format!("You have {} too, but lose the tie.", plural(own, "point")),
                    behind => format!("You scored {}, {behind} less than the best.", plural(own, "point")),
                }
            }
            None => format!("The best sheet has {}.", plural(best, "point")),
        }
    }

    pub(super) fn facts_of(&self, seat: Option<Seat>, _: &[Event]) -> Vec<Fact> {
        let Some(seat) = seat else { return Vec::new() };
        let parts = self.score(seat).parts();
        parts.into_iter().map(|(name, points)| Fact::part(capitalised(name), points.into())).collect()
    }
}
