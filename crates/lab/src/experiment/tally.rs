//! What is counted in the matches of a cell: whole numbers only, so that tallies can be added in any order and in any
//! number of parts, and the sum is always the same.

use std::collections::BTreeMap;

use polynya_engine::{Score, Seat};
use serde::{Deserialize, Serialize};

use crate::intervals::Interval;
use crate::measures::{Facts, Split, Used};
use crate::series::Played;

/// Values are counted in billionths.
const PARTS: f64 = 1e9;

/// Returns a value in billionths.
fn fixed(value: f64) -> i128 {
    (value * PARTS).round() as i128
}

/// How many values there were, their sum in billionths, and the sum of their squares in billionths of billionths.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Sum(pub u64, pub i128, pub i128);

impl Sum {
    /// Adds a value.
    pub fn add(&mut self, value: f64) {
        let value = fixed(value);
        self.0 += 1;
        self.1 += value;
        self.2 += value * value;
    }

    /// Adds all values of another sum.
    pub fn merge(&mut self, other: Sum) {
        self.0 += other.0;
        self.1 += other.1;
        self.2 += other.2;
    }

    /// Returns what is left without some of the values.
    #[must_use]
    pub fn without(self, some: Sum) -> Sum {
        Sum(self.0 - some.0, self.1 - some.1, self.2 - some.2)
    }

    /// Returns the sum of the values.
    pub fn total(self) -> f64 {
        self.1 as f64 / PARTS
    }

    /// Returns their mean; nothing of nothing.
    pub fn value(self) -> Option<f64> {
        (self.0 > 0).then(|| self.total() / self.0 as f64)
    }

    /// Returns their mean with its interval.
    pub fn mean(self) -> Option<Interval> {
        Interval::mean(self.0, self.total(), self.2 as f64 / (PARTS * PARTS))
    }

    /// Returns the mean of shares from 0 to 1 with its interval: Wilson's where all of them are 0 or 1.
    pub fn rate(self) -> Option<Interval> {
        let one = fixed(1.0);
        if self.1 * one == self.2 {
            Interval::rate((self.1 / one) as u64, self.0)
        } else {
            Some(self.mean()?.within(0.0, 1.0))
        }
    }
}

/// Who sits at the table of a cell.
#[derive(Clone, Debug)]
pub struct Seating {
    /// How many seats.
    pub seats: u8,
    /// Do all play together?
    pub team: bool,
    /// The bots, each once.
    pub bots: Vec<String>,
    /// In each seat order of a deal: which bot sits where.
    pub orders: Vec<Vec<usize>>,
}

impl Seating {
    /// Returns who sits at a table with these seat orders.
    pub fn new(orders: &[Vec<String>], seats: u8, team: bool) -> Seating {
        let mut bots: Vec<String> = Vec::new();
        for bot in orders.iter().flatten() {
            if !bots.contains(bot) {
                bots.push(bot.clone());
            }
        }
        let place = |bot: &String| bots.iter().position(|known| known == bot).unwrap_or(0);
        let orders = orders.iter().map(|order| order.iter().map(place).collect()).collect();
        Seating { seats, team, bots, orders }
    }
}

/// What is counted in some matches of a cell. All but the first two counts are of finished matches alone.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct Tally {
    /// All matches.
    pub matches: u64,
    /// Those that came to their end.
    pub finished: u64,
    /// Those that nobody won.
    pub without_winner: u64,
    /// Those that several seats of a race won together.
    pub shared: u64,
    /// What each seat's share of the win was: 1, or a half if it shared it with another one. In a team 1 or 0.
    pub wins: Vec<Sum>,
    /// What each seat scored.
    pub scores: Vec<Sum>,
    /// The same shares by order of play: of whoever acted first, second, and so on.
    pub order: Vec<Sum>,
    /// Of the matches that somebody won, how much each bot won with all its seats.
    pub bots: Vec<Sum>,
    /// Turns, or rounds.
    pub turns: Sum,
    /// Actions of seats.
    pub decisions: Sum,
    /// Minutes at a table.
    pub minutes: Sum,
    /// Actions that were the only legal one.
    pub forced: u64,
    /// Legal actions, over all decisions.
    pub choices: u64,
    /// How often the lead changed.
    pub lead_changes: Sum,
    /// The share of the match after which the winner was ahead until the end.
    pub decided: Sum,
    /// By how much the winner was behind.
    pub drama: Sum,
    /// How many matches had about so many turns.
    pub lengths: BTreeMap<u64, u64>,
    /// Why matches ended.
    pub endings: BTreeMap<String, u64>,
    /// What was used.
    pub used: BTreeMap<String, UseTally>,
    /// What luck and skill did, where that was analysed.
    pub luck: LuckTally,
    /// The matches that stand out: the value, so that the least counts, and the number of the match.
    pub extremes: BTreeMap<String, (i128, u64)>,
}

/// What is counted about a thing that can be used.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct UseTally {
    /// Are seats counted, and not matches?
    pub by_seat: bool,
    /// How often it was used.
    pub times: u64,
    /// The share of the win of those that used it.
    pub with: Sum,
}

/// What is counted about luck and skill: sums over matches for each seat, or for the team.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LuckTally {
    /// The matches that were analysed.
    pub matches: u64,
    /// For each seat the sums of luck, of skill, of the result, of luck times result, of skill times result and of the
    /// result's square.
    pub seats: Vec<[i128; 6]>,
}

/// The extremes that are kept, and whether the most counts.
pub const EXTREMES: [(&str, bool); 6] = [
    ("shortest", false),
    ("longest", true),
    ("closest", false),
    ("comeback", true),
    ("surprising", false),
    ("unfinished", false),
];

impl Tally {
    /// Counts a match.
    pub fn add(&mut self, seating: &Seating, number: u64, played: &Played) {
        self.matches += 1;
        let Some(result) = &played.result else {
            self.extreme("unfinished", 0.0, number);
            return;
        };
        self.finished += 1;
        let shares = shares(result, seating);
        self.result(seating, number, result, &shares);
        self.turns.add(f64::from(played.turns));
        *self.lengths.entry(length(played.turns.into())).or_default() += 1;
        self.extreme("shortest", f64::from(played.turns), number);
        self.extreme("longest", f64::from(played.turns), number);
        if let Some(facts) = &played.facts {
            self.facts(seating, number, facts, &shares);
        }
        if let Some(split) = &played.split {
            self.luck.add(split);
            self.extreme("surprising", split.lowest, number);
        }
    }

    fn result(&mut self, seating: &Seating, number: u64, result: &Score, shares: &[f64]) {
        self.without_winner += u64::from(result.winners.is_empty());
        self.shared += u64::from(!seating.team && result.winners.len() > 1);
        self.wins.resize(shares.len(), Sum::default());
        self.scores.resize(shares.len(), Sum::default());
        self.wins.iter_mut().zip(shares).for_each(|(wins, &share)| wins.add(share));
        self.scores.iter_mut().zip(&result.scores).for_each(|(scores, &score)| scores.add(score as f64));
        if seating.team || seating.bots.len() < 2 || result.winners.is_empty() {
            return;
        }
        self.bots.resize(seating.bots.len(), Sum::default());
        let order = &seating.orders[(number % seating.orders.len() as u64) as usize];
        for (bot, wins) in self.bots.iter_mut().enumerate() {
            let own = order.iter().zip(shares).filter(|&(&who, _)| who == bot).map(|(_, share)| share);
            // Shares that make a whole are a whole.
            wins.add((own.sum::<f64>() * PARTS / 10.0).round() * 10.0 / PARTS);
        }
    }

    fn facts(&mut self, seating: &Seating, number: u64, facts: &Facts, shares: &[f64]) {
        if let Some(first) = facts.first.filter(|_| !seating.team) {
            self.order.resize(shares.len(), Sum::default());
            for (seat, &share) in shares.iter().enumerate() {
                self.order[(seat + shares.len() - first.index()) % shares.len()].add(share);
            }
        }
        self.decisions.add(facts.decisions as f64);
        self.minutes.add(facts.minutes);
        self.forced += facts.forced;
        self.choices += facts.choices;
        let leads = &facts.leads;
        leads.changes.into_iter().for_each(|changes| self.lead_changes.add(changes as f64));
        leads.decided.into_iter().for_each(|decided| self.decided.add(decided));
        leads.drama.into_iter().for_each(|drama| self.drama.add(drama));
        leads.margin.into_iter().for_each(|margin| self.extreme("closest", margin, number));
        leads.comeback.into_iter().for_each(|comeback| self.extreme("comeback", comeback, number));
        *self.endings.entry(facts.ending.clone().unwrap_or_default()).or_default() += 1;
        facts.used.iter().for_each(|used| self.used(used, shares));
    }

    fn used(&mut self, used: &Used, shares: &[f64]) {
        let tally = self.used.entry(used.what.clone()).or_default();
        tally.by_seat = used.by_seat;
        tally.times += used.times.iter().map(|&times| u64::from(times)).sum::<u64>();
        if used.by_seat {
            let own = shares.iter().zip(&used.times).filter(|&(_, &times)| times > 0);
            own.for_each(|(&share, _)| tally.with.add(share));
        } else {
            tally.with.add(shares[0]);
        }
    }

    fn extreme(&mut self, which: &str, value: f64, number: u64) {
        let most = EXTREMES.iter().any(|&(name, most)| name == which && most);
        let found = (if most { -fixed(value) } else { fixed(value) }, number);
        self.keep(which, found);
    }

    fn keep(&mut self, which: &str, found: (i128, u64)) {
        match self.extremes.get_mut(which) {
            Some(known) => *known = found.min(*known),
            None => drop(self.extremes.insert(which.to_owned(), found)),
        }
    }

    /// Adds what was counted in other matches of the same cell.
    pub fn merge(&mut self, other: &Tally) {
        self.matches += other.matches;
        self.finished += other.finished;
        self.without_winner += other.without_winner;
        self.shared += other.shared;
        merge_all(&mut self.wins, &other.wins);
        merge_all(&mut self.scores, &other.scores);
        merge_all(&mut self.order, &other.order);
        merge_all(&mut self.bots, &other.bots);
        self.turns.merge(other.turns);
        self.decisions.merge(other.decisions);
        self.minutes.merge(other.minutes);
        self.forced += other.forced;
        self.choices += other.choices;
        self.lead_changes.merge(other.lead_changes);
        self.decided.merge(other.decided);
        self.drama.merge(other.drama);
        other.lengths.iter().for_each(|(&length, count)| *self.lengths.entry(length).or_default() += count);
        other.endings.iter().for_each(|(cause, count)| *self.endings.entry(cause.clone()).or_default() += count);
        for (what, used) in &other.used {
            let own = self.used.entry(what.clone()).or_default();
            own.by_seat = used.by_seat;
            own.times += used.times;
            own.with.merge(used.with);
        }
        self.luck.merge(&other.luck);
        other.extremes.iter().for_each(|(which, &found)| self.keep(which, found));
    }
}

impl LuckTally {
    fn add(&mut self, split: &Split) {
        self.matches += 1;
        self.seats.resize(split.result.len(), [0; 6]);
        for (seat, sums) in self.seats.iter_mut().enumerate() {
            let (luck, skill, result) = (split.luck[seat], split.skill[seat], split.result[seat]);
            let values = [luck, skill, result, luck * result, skill * result, result * result];
            sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += fixed(value));
        }
    }

    fn merge(&mut self, other: &LuckTally) {
        self.matches += other.matches;
        self.seats.resize(self.seats.len().max(other.seats.len()), [0; 6]);
        for (own, others) in self.seats.iter_mut().zip(&other.seats) {
            own.iter_mut().zip(others).for_each(|(own, other)| *own += other);
        }
    }

    /// Returns these sums as numbers, one after the other: the number of matches, then six of each seat.
    pub fn sums(&self) -> impl Iterator<Item = f64> {
        let seats = self.seats.iter().flatten().map(|&sum| sum as f64 / PARTS);
        std::iter::once(self.matches as f64).chain(seats)
    }
}

fn merge_all(own: &mut Vec<Sum>, others: &[Sum]) {
    own.resize(own.len().max(others.len()), Sum::default());
    own.iter_mut().zip(others).for_each(|(own, &other)| own.merge(other));
}

/// Returns every seat's share of the win.
fn shares(result: &Score, seating: &Seating) -> Vec<f64> {
    let part = if seating.team { 1.0 } else { 1.0 / result.winners.len().max(1) as f64 };
    let won = |seat: Seat| result.winners.contains(&(seat.number() as u64));
    Seat::all(seating.seats).map(|seat| if won(seat) { part } else { 0.0 }).collect()
}

/// Returns the least number of turns that counts as about the same length: exact up to 32, then eight steps for every
/// doubling.
pub fn length(turns: u64) -> u64 {
    if turns < 32 {
        return turns;
    }
    let step = (turns.ilog2() - 3).min(63);
    turns >> step << step
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_exact_at_first_and_then_eight_for_every_doubling() {
        assert_eq!([0, 5, 31, 32, 35, 36, 64, 71, 72, 1000].map(length), [0, 5, 31, 32, 32, 36, 64, 64, 72, 960]);
    }

    #[test]
    fn sums_survive_json_and_can_be_taken_apart() {
        let mut sum = Sum::default();
        [0.5, -3.25, 1e6].into_iter().for_each(|value| sum.add(value));
        let json = serde_json::to_string(&sum).unwrap();
        assert_eq!(serde_json::from_str::<Sum>(&json).unwrap(), sum);
        let mut half = Sum::default();
        half.add(0.5);
        assert_eq!(sum.without(half).total(), 1e6 - 3.25);
    }
}
