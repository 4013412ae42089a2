//! Values: what a position is worth to every seat, so that people can be told what luck and what decisions did.
//!
//! A value is the chance to win: of each seat in a race, of the team (the same for all its seats) where all play
//! together. It is what normal bots make of the position; within a turn it counts on the best plan for the rest
//! of that turn, so what a seat's own actions change comes to less than 0 over a match, for normal bots too.

use std::collections::HashMap;
use std::sync::LazyLock;

use polynya_engine::{Game, MAX_SEATS, PerSeat, Seat, StepOf, Turn, playout};

use crate::split_mix::SplitMix;

/// Somebody who says what positions of one match are worth.
pub trait Judge<G: Game>: Send {
    /// Returns everybody's chance to win in a position in which seats act.
    fn value(&mut self, position: &G) -> PerSeat<f64>;

    /// Returns the best plan for the rest of the turn of a seat that can act.
    fn best(&mut self, position: &G, seat: Seat) -> BestPlan<G>;

    /// Returns what a position is worth to the seat whose action has just led to it, measured as [`best`](Self::best)
    /// measures: with the best that the rest of the turn allows. The match is not over.
    fn after(&mut self, before: &G, after: &G, seat: Seat) -> f64;

    /// Returns how much is looked at where chance decides.
    fn effort(&self) -> ChanceEffort {
        ChanceEffort { outcomes: 400, samples: 96 }
    }

    /// Returns what each seat could have made of the dice of a match that is over, where a seat plays by itself; nothing
    /// elsewhere.
    fn hindsight(&mut self, _start: &G, _steps: &[StepOf<G>]) -> Vec<Hindsight<G>> {
        Vec::new()
    }

    /// Judges by this calibration from now on.
    fn calibrate(&mut self, calibration: Calibration);
}

/// A plan and what it is worth to the seat that has it.
#[derive(Clone, Debug)]
pub struct BestPlan<G: Game> {
    /// What the seat does, as far as nothing is drawn in between.
    pub actions: Vec<G::Action>,
    /// Its chance to win with it.
    pub value: f64,
}

/// What a seat could have made of the dice of a match.
#[derive(Clone, Debug)]
pub struct Hindsight<G: Game> {
    /// The seat.
    pub seat: Seat,
    /// The points that it has made.
    pub played: i32,
    /// The most points that were found.
    pub found: i32,
    /// No way leads to more points than these.
    pub bound: i32,
    /// A match with the same dice in which it makes the points that were found; the others do what they did.
    pub line: Vec<StepOf<G>>,
}

/// How much is looked at where chance decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceEffort {
    /// All outcomes of dice that fall in a row are looked at if they are at most this many.
    pub outcomes: usize,
    /// Otherwise this many are sampled.
    pub samples: usize,
}

/// How a judge's chances become those of matches between normal bots: `a + b` times the log-odds for a team, and the power
/// `b` of each seat's chance in a race.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    /// Added to the log-odds; nothing in a race.
    pub intercept: f64,
    /// Multiplies the log-odds.
    pub slope: f64,
}

/// Chances are kept this far from certainty before their logarithm is taken.
const CERTAIN: f64 = 1e-6;

impl Calibration {
    /// Changes nothing.
    pub const NONE: Calibration = Calibration { intercept: 0.0, slope: 1.0 };

    /// Returns the calibration of a game with so many seats and a kind of match: of exactly these if it was measured, else
    /// of the nearest that was. A row with a variant that the match does not have is farther than one that lacks some of
    /// its variants, and the number of seats counts least.
    pub fn of(game: &str, seats: u8, kind: &str) -> Calibration {
        let of_game = MEASURED.get(game).map_or(&[][..], Vec::as_slice);
        nearest(of_game, seats, kind).map_or(Calibration::NONE, |row| row.calibration)
    }

    /// Returns a team's chance.
    pub fn team(self, chance: f64) -> f64 {
        if chance <= 0.0 || chance >= 1.0 {
            return chance.clamp(0.0, 1.0);
        }
        1.0 / (1.0 + (-self.intercept - self.slope * log_odds(chance)).exp())
    }

    /// Returns the chances of the seats of a race. What they sum to stays.
    pub fn race(self, chances: PerSeat<f64>, seats: u8) -> PerSeat<f64> {
        let all: f64 = Seat::all(seats).map(|seat| chances[seat]).sum();
        let mut powers = PerSeat::default();
        Seat::all(seats).for_each(|seat| powers[seat] = chances[seat].max(0.0).powf(self.slope));
        let sum: f64 = Seat::all(seats).map(|seat| powers[seat]).sum();
        let mut shares = PerSeat::default();
        if sum > 0.0 {
            Seat::all(seats).for_each(|seat| shares[seat] = all * powers[seat] / sum);
        }
        shares
    }
}

/// Returns the log-odds of a chance, which is kept away from certainty.
pub fn log_odds(chance: f64) -> f64 {
    let chance = chance.clamp(CERTAIN, 1.0 - CERTAIN);
    (chance / (1.0 - chance)).ln()
}

/// A calibration and what it was measured with.
struct Measured {
    seats: u8,
    kind: String,
    calibration: Calibration,
}

/// The variants in the name of a kind of match.
fn variants(kind: &str) -> impl Iterator<Item = &str> {
    kind.split('+').filter(|&variant| variant != USUAL)
}

/// The kind of a match with no variants.
const USUAL: &str = "classic";

/// The row that is nearest to a kind of match.
fn nearest<'a>(rows: &'a [Measured], seats: u8, kind: &str) -> Option<&'a Measured> {
    let lacks = |from: &str, other: &str| {
        variants(from).filter(|variant| !variants(other).any(|known| known == *variant)).count()
    };
    rows.iter().min_by_key(|row| (lacks(&row.kind, kind), lacks(kind, &row.kind), row.seats.abs_diff(seats)))
}

/// All calibrations, by game; made by `polynya calibrate`.
static MEASURED: LazyLock<HashMap<String, Vec<Measured>>> = LazyLock::new(|| {
    let mut all: HashMap<String, Vec<Measured>> = HashMap::new();
    for line in include_str!("calibration.txt").lines().filter(|line| !line.starts_with('#')) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [game, seats, kind, intercept, slope] = words[..] else { panic!("a line of five words: {line}") };
        let number = |text: &str| text.parse::<f64>().expect("calibrations are numbers");
        all.entry(game.to_owned()).or_default().push(Measured {
            seats: seats.parse().expect("seats are a number"),
            kind: kind.to_owned(),
            calibration: Calibration { intercept: number(intercept), slope: number(slope) },
        });
    }
    all
});

/// Returns the same chance for all seats of a team.
pub(crate) fn of_team(chance: f64, seats: u8) -> PerSeat<f64> {
    let mut chances = PerSeat::default();
    Seat::all(seats).for_each(|seat| chances[seat] = chance);
    chances
}

/// Judges any game by random playouts: for games that nobody has written a judge for.
pub struct PlayoutJudge;

/// How many playouts say what a position is worth, and after how many actions one is left.
const PLAYOUTS: u64 = 64;
const LONGEST: usize = 2000;

impl<G: Game> Judge<G> for PlayoutJudge {
    fn value(&mut self, position: &G) -> PerSeat<f64> {
        let mut sums = PerSeat::default();
        let mut scratch = Vec::new();
        for number in 0..PLAYOUTS {
            let mut end = position.clone();
            let outcome = playout(&mut end, &mut SplitMix::new(number), &mut scratch, LONGEST, &mut |_| {});
            let Some(outcome) = outcome else { continue };
            outcome.winners.iter().for_each(|seat| sums[seat] += 1.0 / PLAYOUTS as f64);
        }
        sums
    }

    fn best(&mut self, position: &G, seat: Seat) -> BestPlan<G> {
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        let mut best: Option<BestPlan<G>> = None;
        for action in actions {
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            let value = match won(&after) {
                Some(won) => won[seat],
                None => Judge::<G>::after(self, position, &after, seat),
            };
            if best.as_ref().is_none_or(|best| best.value < value) {
                best = Some(BestPlan { actions: vec![action], value });
            }
        }
        best.expect("a seat that can act has an action")
    }

    fn after(&mut self, _: &G, after: &G, seat: Seat) -> f64 {
        self.value(after)[seat]
    }

    fn calibrate(&mut self, _: Calibration) {}
}

/// Returns 1 for each winner and 0 for the others once a match is over.
pub(crate) fn won<G: Game>(position: &G) -> Option<PerSeat<f64>> {
    let Turn::Over(outcome) = position.turn() else { return None };
    let mut won = PerSeat::default();
    let all = Seat::all(MAX_SEATS as u8);
    all.filter(|&seat| outcome.winners.contains(seat)).for_each(|seat| won[seat] = 1.0);
    Some(won)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seats: u8, kind: &str) -> Measured {
        Measured { seats, kind: kind.to_owned(), calibration: Calibration::NONE }
    }

    #[test]
    fn a_kind_that_was_not_measured_is_judged_like_the_nearest_that_was() {
        let rows = [row(2, "classic"), row(4, "classic"), row(2, "rough_road"), row(2, "rough_road+ships=2")];
        let found = |seats, kind| nearest(&rows, seats, kind).map(|row| (row.seats, row.kind.as_str()));
        assert_eq!(found(2, "classic"), Some((2, "classic")));
        assert_eq!(found(4, "classic"), Some((4, "classic")));
        assert_eq!(found(3, "rough_road"), Some((2, "rough_road")));
        assert_eq!(found(4, "rapid_warming"), Some((4, "classic")));
        // A match with one more variant than any row is nearest to the row that has the most of its own.
        assert_eq!(found(2, "rapid_warming+rough_road"), Some((2, "rough_road")));
        assert_eq!(found(2, "ships=2"), Some((2, "classic")));
        assert_eq!(nearest(&[], 2, "classic").map(|row| row.seats), None);
    }

    #[test]
    fn every_row_that_is_shipped_can_be_read_and_changes_chances_without_turning_them_round() {
        assert!(!MEASURED.is_empty());
        for (game, row) in MEASURED.iter().flat_map(|(game, rows)| rows.iter().map(move |row| (game, row))) {
            let Calibration { intercept, slope } = row.calibration;
            assert!(slope > 0.0 && intercept.abs() < 5.0, "{game} {} {}", row.seats, row.kind);
            assert!(row.calibration.team(0.7) > row.calibration.team(0.3), "{game} {}", row.kind);
        }
    }
}
