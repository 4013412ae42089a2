//! Tournaments: every bot against every other, with the same dice for all.

use std::collections::BTreeMap;

use crate::series::{Keep, Played, Series};
use rayon::ThreadPool;

use crate::elo::{Deal, Ratings};
use crate::experiment::Sum;
use crate::parallel;
use crate::statistics::Mean;

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

    /// Returns how much of the win a bot has with all its seats, from 0 to 1; where all play together they win as one.
    /// Nothing of a match that was left.
    fn share(&self, bot: usize) -> Option<f64> {
        let winners = &self.played.result.as_ref()?.winners;
        let own = winners.iter().filter(|&&seat| self.order[seat as usize - 1] == bot).count();
        Some(own as f64 / winners.len().max(1) as f64)
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

/// Returns how much a bot wins of the finished matches in which it plays.
pub fn win_rate(matches: &[Match], bot: usize) -> Sum {
    let mut wins = Sum::default();
    let own = matches.iter().filter(|one| one.order.contains(&bot));
    own.filter_map(|one| one.share(bot)).for_each(|share| wins.add(share));
    wins
}

/// Returns the mean score of a bot's seats.
pub fn mean_score(matches: &[Match], bot: usize) -> Mean {
    let mut mean = Mean::default();
    matches.iter().flat_map(|one| one.scores(bot)).for_each(|score| mean.add(score));
    mean
}

/// Returns each pairing with how much the first of both wins of its finished matches.
pub fn pair_rates(matches: &[Match]) -> Vec<([usize; 2], Sum)> {
    let mut pairs: Vec<([usize; 2], Sum)> = Vec::new();
    for one in matches {
        let pair = one.pair();
        let at = pairs.iter().position(|known| known.0 == pair).unwrap_or_else(|| {
            pairs.push((pair, Sum::default()));
            pairs.len() - 1
        });
        one.share(pair[0]).into_iter().for_each(|share| pairs[at].1.add(share));
    }
    pairs
}

/// Returns the number of finished matches that both bots of a pairing won together.
pub fn shared(matches: &[Match]) -> usize {
    let both =
        |one: &&Match| one.pair().iter().all(|&bot| one.share(bot).is_some_and(|share| share > 0.0 && share < 1.0));
    matches.iter().filter(both).count()
}

/// Returns the number of finished matches without a winner.
pub fn without_winner(matches: &[Match]) -> usize {
    let nobody = |one: &&Match| one.played.result.as_ref().is_some_and(|result| result.winners.is_empty());
    matches.iter().filter(nobody).count()
}

/// Returns the number of matches that were left before their end.
pub fn unfinished(matches: &[Match]) -> usize {
    matches.iter().filter(|one| one.played.result.is_none()).count()
}

/// Returns the results of every pairing, deal by deal. Matches that were left tell nothing; those without a winner and
/// shared ones are a half for each.
fn deals(matches: &[Match]) -> Vec<Deal> {
    let mut deals: BTreeMap<([usize; 2], u64), [f64; 2]> = BTreeMap::new();
    for one in matches {
        let bots = one.pair();
        let [Some(first), Some(second)] = bots.map(|bot| one.share(bot)) else { continue };
        let wins = deals.entry((bots, one.deal)).or_default();
        let nobody = (1.0 - first - second) / 2.0;
        wins[0] += first + nobody;
        wins[1] += second + nobody;
    }
    deals.into_iter().map(|((bots, _), wins)| Deal { bots, wins }).collect()
}

#[cfg(test)]
mod tests {
    use polynya_engine::Score;

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

    #[test]
    fn matches_that_were_left_are_in_no_rate_and_shared_ones_are_a_half() {
        let one = |deal: u64, winners: Option<&[u64]>| {
            let result = winners.map(|winners| Score { winners: winners.to_vec(), scores: vec![3, 4] });
            let played =
                Played { result, turns: 1, steps: 1, record: None, times: Vec::new(), facts: None, split: None };
            Match { deal, order: vec![0, 1], played }
        };
        let all = [one(0, Some(&[1])), one(1, Some(&[1, 2])), one(2, Some(&[])), one(3, None)];
        assert_eq!([win_rate(&all, 0), win_rate(&all, 1)].map(|wins| (wins.0, wins.total())), [(3, 1.5), (3, 0.5)]);
        assert_eq!(pair_rates(&all)[0].1.total(), 1.5);
        assert_eq!((unfinished(&all), shared(&all), without_winner(&all)), (1, 1, 1));
        let wins: Vec<[f64; 2]> = deals(&all).iter().map(|deal| deal.wins).collect();
        assert_eq!(wins, [[1.0, 0.0], [0.5, 0.5], [0.5, 0.5]]);
    }
}
