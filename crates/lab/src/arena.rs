//! Tournaments: every bot against every other, with the same dice for all.

use std::collections::BTreeMap;

use crate::series::{Keep, Played, Series};
use rayon::ThreadPool;

use crate::elo::{Deal, Ratings};
use crate::parallel;
use crate::statistics::{Mean, Rate};

/// At larger tables only two seat orders of a pairing are played: taking turns, from either end.
const ALL_ORDERS: usize = 4;

/// Returns the seat orders of every pairing: every way to give each of two bots half of the seats, or as near to that as
/// can be, with as many orders for the one as for the other.
pub fn pairings(bots: usize, seats: usize) -> Vec<Vec<usize>> {
    let half = |taken: u32| [seats / 2, seats.div_ceil(2)].contains(&(taken.count_ones() as usize));
    let taken: Vec<u32> = if seats > ALL_ORDERS {
        vec![0x5555_5555, 0xaaaa_aaaa]
    } else {
        (0..1 << seats).filter(|&taken| half(taken)).collect()
    };
    let mut orders = Vec::new();
    for one in 0..bots {
        for other in one + 1..bots {
            let order = |taken: u32| (0..seats).map(|seat| if taken >> seat & 1 == 1 { one } else { other }).collect();
            orders.extend(taken.iter().map(|&taken| order(taken)));
        }
    }
    orders
}

/// The matches of one seat order: which bot sits where, and their series.
pub struct Order {
    /// The bot of each seat.
    pub bots: Vec<usize>,
    /// The matches; those of the same number have the same dice in every order.
    pub series: Box<dyn Series>,
}

/// One match of a tournament.
pub struct Match {
    deal: u64,
    /// The bot of each seat.
    pub order: Vec<usize>,
    /// How it went.
    pub played: Played,
}

/// Plays `deals` deals, each in every order. Calls `tick` whenever a match is over.
pub fn play(
    orders: &[Order],
    deals: u64,
    most: usize,
    keep: Keep,
    pool: &ThreadPool,
    tick: &(dyn Fn() + Sync),
) -> Vec<Match> {
    let count = orders.len() as u64;
    parallel::map(pool, deals * count, |number| {
        let (deal, order) = (number / count, &orders[(number % count) as usize]);
        let played = order.series.play(deal, most, keep);
        tick();
        Match { deal, order: order.bots.clone(), played }
    })
}

impl Match {
    /// Returns the two bots of a pairing, the one that was named first first.
    fn pair(&self) -> [usize; 2] {
        let least = self.order.iter().copied().min().unwrap_or(0);
        let most = self.order.iter().copied().max().unwrap_or(0);
        [least, most]
    }

    /// Does a seat of this bot win?
    fn is_won_by(&self, bot: usize) -> bool {
        let winners = self.played.result.iter().flat_map(|result| &result.winners);
        winners.into_iter().any(|&seat| self.order[seat as usize - 1] == bot)
    }

    /// Returns the scores of this bot's seats.
    fn scores(&self, bot: usize) -> impl Iterator<Item = f64> {
        let scores = self.played.result.iter().flat_map(|result| &result.scores);
        scores.zip(&self.order).filter(move |&(_, &who)| who == bot).map(|(&score, _)| score as f64)
    }
}

/// Returns the strengths of the bots of a tournament.
pub fn ratings(bots: usize, matches: &[Match]) -> Ratings {
    Ratings::of(bots, &deals(matches))
}

/// Returns how often a bot wins a match in which it plays.
pub fn win_rate(matches: &[Match], bot: usize) -> Rate {
    let own = matches.iter().filter(|one| one.order.contains(&bot));
    Rate { hits: own.clone().filter(|one| one.is_won_by(bot)).count() as u64, of: own.count() as u64 }
}

/// Returns the mean score of a bot's seats.
pub fn mean_score(matches: &[Match], bot: usize) -> Mean {
    let mut mean = Mean::default();
    matches.iter().flat_map(|one| one.scores(bot)).for_each(|score| mean.add(score));
    mean
}

/// Returns each pairing with the rate at which the first of both wins.
pub fn pair_rates(matches: &[Match]) -> Vec<([usize; 2], Rate)> {
    let mut pairs: Vec<([usize; 2], Rate)> = Vec::new();
    for one in matches {
        let pair = one.pair();
        let at = pairs.iter().position(|known| known.0 == pair).unwrap_or_else(|| {
            pairs.push((pair, Rate { hits: 0, of: 0 }));
            pairs.len() - 1
        });
        pairs[at].1.of += 1;
        pairs[at].1.hits += u64::from(one.is_won_by(pair[0]));
    }
    pairs
}

/// Returns the number of matches that were left before their end.
pub fn unfinished(matches: &[Match]) -> usize {
    matches.iter().filter(|one| one.played.result.is_none()).count()
}

/// Returns the results of every pairing, deal by deal.
fn deals(matches: &[Match]) -> Vec<Deal> {
    let mut deals: BTreeMap<([usize; 2], u64), [f64; 2]> = BTreeMap::new();
    for one in matches {
        let bots = one.pair();
        let wins = deals.entry((bots, one.deal)).or_default();
        let won = bots.map(|bot| one.is_won_by(bot));
        match won {
            [true, false] => wins[0] += 1.0,
            [false, true] => wins[1] += 1.0,
            _ => wins.iter_mut().for_each(|wins| *wins += 0.5),
        }
    }
    deals.into_iter().map(|((bots, _), wins)| Deal { bots, wins }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bot_of_a_pairing_sits_everywhere_equally_often() {
        for seats in 2..=6 {
            let orders = pairings(3, seats);
            for bot in 0..3 {
                let sits: Vec<usize> =
                    (0..seats).map(|seat| orders.iter().filter(|order| order[seat] == bot).count()).collect();
                assert!(sits[0] > 0 && sits.iter().all(|&count| count == sits[0]), "{seats} seats: {sits:?}");
            }
        }
        assert_eq!(pairings(2, 2), [[0, 1], [1, 0]]);
        assert_eq!(pairings(2, 4).len(), 6);
    }
}
