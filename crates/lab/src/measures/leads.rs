//! Who was ahead when: decisiveness, changes of the lead, drama.
//!
//! In a race a seat's standing is the sum of its gauges ([`Game::gauges`]), noted whenever a turn or a round is over.
//! Whoever stands higher than everybody else leads; where two share the highest standing nobody does. Where all
//! play together nobody leads, and the team's goal alone is noted.

use polynya_engine::{Game, Seat, Turn};

/// The gauges that the team has to fill where all play together: the game and the gauge.
const GOALS: [(&str, &str); 2] = [("rescue-polar-bears", "data"), ("ice-breakers", "ships home")];

/// Who was ahead when. What is told of a winner is known where a race has exactly one.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Leads {
    /// How often another seat took the lead than the one that had it last.
    pub changes: Option<u64>,
    /// Decisiveness: the share of the match, in turns, after which the winner was ahead until the end. 1 is a match in
    /// which the winner led from the first turn to the last, 0 one in which it did not lead even at the end.
    pub decided: Option<f64>,
    /// Drama: by how much the winner was behind the leader, on average over the turns, as a share of its final standing.
    pub drama: Option<f64>,
    /// The furthest that the winner was ever behind, as a share of its final standing.
    pub comeback: Option<f64>,
    /// By how much the winner was ahead of the next at the end, as a share of its final standing; of a team that lost,
    /// the share of its goal that was missing.
    pub margin: Option<f64>,
}

/// The standings of all seats, turn by turn.
pub(super) struct Course {
    seats: usize,
    /// One after the other for each turn; none where all play together.
    standings: Vec<i64>,
    row: Vec<i64>,
}

impl Course {
    pub(super) fn new(seats: u8) -> Course {
        Course { seats: seats.into(), standings: Vec::new(), row: Vec::new() }
    }

    /// Notes the standings at the end of a turn.
    pub(super) fn note<G: Game>(&mut self, position: &G) {
        self.row.clear();
        self.row.resize(self.seats, 0);
        let mut measured = false;
        position.gauges(&mut |gauge| {
            if let Some(standing) = gauge.seat.and_then(|seat| self.row.get_mut(seat.index())) {
                *standing += i64::from(gauge.value);
                measured = true;
            }
        });
        if measured {
            self.standings.extend(&self.row);
        }
    }

    /// Says who was ahead when, in a match that stands here.
    pub(super) fn leads<G: Game>(&self, position: &G) -> Leads {
        let winners = match position.turn() {
            Turn::Over(outcome) => outcome.winners,
            Turn::Players(_) | Turn::Chance => return Leads { changes: self.changes(), ..Leads::default() },
        };
        match winners.first() {
            Some(winner) if winners.len() == 1 && !self.standings.is_empty() => self.of_winner(winner),
            None => Leads { changes: self.changes(), margin: missing(position), ..Leads::default() },
            Some(_) => Leads { changes: self.changes(), ..Leads::default() },
        }
    }

    fn turns(&self) -> impl DoubleEndedIterator<Item = &[i64]> + ExactSizeIterator {
        self.standings.chunks_exact(self.seats)
    }

    fn changes(&self) -> Option<u64> {
        let (mut last, mut changes) = (None, 0);
        for leader in self.turns().filter_map(leader) {
            changes += u64::from(last.is_some_and(|last| last != leader));
            last = Some(leader);
        }
        (!self.standings.is_empty()).then_some(changes)
    }

    fn of_winner(&self, winner: Seat) -> Leads {
        let winner = winner.index();
        let turns = self.turns().len();
        let end = self.turns().next_back().expect("there are standings");
        let scale = end[winner].max(1) as f64;
        let behind = |row: &[i64]| (highest(row) - row[winner]) as f64 / scale;
        let ahead = self.turns().rev().take_while(|row| leader(row) == Some(winner)).count();
        let next = (0..self.seats).filter(|&seat| seat != winner).map(|seat| end[seat]).max();
        Leads {
            changes: self.changes(),
            decided: Some(ahead as f64 / turns as f64),
            drama: Some(self.turns().map(behind).sum::<f64>() / turns as f64),
            comeback: Some(self.turns().map(behind).fold(0.0, f64::max)),
            margin: next.map(|next| (end[winner] - next) as f64 / scale),
        }
    }
}

fn highest(row: &[i64]) -> i64 {
    row.iter().copied().max().unwrap_or(0)
}

/// Returns the seat that stands higher than all others.
fn leader(row: &[i64]) -> Option<usize> {
    let highest = highest(row);
    let mut leaders = row.iter().enumerate().filter(|&(_, &standing)| standing == highest);
    leaders.next().filter(|_| leaders.next().is_none()).map(|(seat, _)| seat)
}

/// Returns the share of the team's goal that is missing.
fn missing<G: Game>(position: &G) -> Option<f64> {
    let &(_, goal) = GOALS.iter().find(|(game, _)| *game == G::ID)?;
    let mut missing = None;
    position.gauges(&mut |gauge| {
        if let Some(most) = gauge.most.filter(|&most| gauge.name == goal && most > 0) {
            missing = Some(f64::from(most - gauge.value) / f64::from(most));
        }
    });
    missing
}
