//! Teaches the network: the team plays matches with little effort, and the network learns what their turns came to.

use std::f32::consts::PI;
use std::sync::Arc;

use polynya_engine::{Luck, Seed};
use polynya_games::rescue_polar_bears::{Ending, RescueOptions};
use rand_core::Rng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::Mix;
use super::judge::{Judge, Network, STEEP, TUNED, tuned};
use super::outlook::{INPUTS, Outlook, Picture};
use super::tune::{Play, side_by_side};
use crate::net::{Lesson, Teacher, chance};

/// The first network of a round believes what matches came to. Two more are taught by the same matches, and so much of
/// what the rest of a match came to each believes, against what the one before says of the next turn.
const TRUST: [f32; 2] = [0.6, 0.5];
/// How often all lessons are taught, and how many of them at once.
const TIMES: u32 = 6;
const BATCH: usize = 256;
/// How far a batch may move a weight at first and at last, and how much at least of the network after each goes into
/// the result.
const RATES: [f32; 2] = [1e-3, 1e-5];
const SETTLING: f32 = 0.002;
/// See [`Play::curiosity`]: what is never tried is never learned.
const CURIOSITY: u32 = 10;

/// What a network was taught by.
pub struct Lessons {
    /// Which round it was.
    pub round: u64,
    /// What share of its matches was won.
    pub won: f32,
    /// How surprised the network was by all lessons so far, in nats.
    pub surprise: f32,
}

/// A turn of a match.
struct Seen {
    picture: Picture,
    /// The log-odds without the network.
    belief: f32,
}

/// The turns of a match, and whether it was won.
struct Played {
    turns: Vec<Seen>,
    won: bool,
}

/// Teaches a network in so many rounds, in each of which the network of the round before plays so many matches, on so
/// many threads; the first round is played by the one that plays everywhere. Writes the last one down.
pub fn teach(rounds: u64, matches: u64, threads: usize, seed: Seed, report: &mut dyn FnMut(Lessons)) -> String {
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"teach".as_slice()]).draw(0));
    let mut judge = TUNED.clone();
    let mut all = Vec::new();
    for round in 0..rounds {
        let played = compete(&judge, matches, threads, seed.nth(round));
        let won = played.iter().filter(|played| played.won).count() as f32 / matches as f32;
        all.extend(played);
        let (mut network, mut surprise) = taught(&all, None, &mut luck);
        for trust in TRUST {
            (network, surprise) = taught(&all, Some((&network, trust)), &mut luck);
        }
        judge = Judge::of(&tuned(), &Arc::new(network));
        report(Lessons { round, won, surprise });
    }
    judge.network().write()
}

/// The matches of a round.
fn compete(judge: &Judge, matches: u64, threads: usize, seed: Seed) -> Vec<Played> {
    side_by_side(matches, threads, |number| {
        let mut turns = Vec::new();
        let (options, ships) = table(Mix(number).next_u64());
        let play = Play { judge, options, ships, curiosity: CURIOSITY, ..Play::default() };
        let end = play.to_the_end(seed.nth(number), &mut |position| {
            let (picture, odds) = Outlook::of(position, judge).seen(position);
            turns.push(Seen { picture, belief: odds / STEEP });
        });
        Played { turns, won: end.ending() == Some(Ending::Won) }
    })
}

/// What is played at a table of this number, and with how many ships: mostly the basic game with three or four.
fn table(number: u64) -> (RescueOptions, u8) {
    let (variant, ships) = (number % 100, number / 100 % 12);
    let options = RescueOptions {
        rough_road: matches!(variant, 60..=71 | 86..=88),
        rapid_warming: matches!(variant, 72..=88),
        growth_first: matches!(variant, 89..=93),
        start_temperature: match variant {
            94..=96 => 12,
            97..=98 => 4,
            99 => 16,
            _ => RescueOptions::default().start_temperature,
        },
        ..RescueOptions::default()
    };
    let ships = match ships {
        0..=1 => 2,
        2..=7 => 3,
        _ => 4,
    };
    (options, ships)
}

/// A network that was taught by these matches, perhaps with the help of an elder one, and how surprised it was at last.
fn taught(all: &[Played], elder: Option<(&Network, f32)>, luck: &mut impl Luck) -> (Network, f32) {
    let mut lessons = Vec::new();
    for Played { turns, won } in all {
        let mut came = f32::from(*won);
        for Seen { picture, belief } in turns.iter().rev() {
            lessons.push(Lesson { seen: picture.seen(), belief: *belief, came });
            if let Some((elder, trust)) = elder {
                came += (1.0 - trust) * (chance(belief + elder.answer(picture.seen())) - came);
            }
        }
    }
    let mut network = Network::untaught(INPUTS, luck);
    let mut settled = network.clone();
    let mut teacher = Teacher::new(INPUTS, RATES[0]);
    let mut surprise = 0.0;
    for time in 0..TIMES {
        for last in (1..lessons.len()).rev() {
            lessons.swap(last, luck.below(last as u32 + 1) as usize);
        }
        surprise = 0.0;
        let batches = lessons.len().div_ceil(BATCH) as f32;
        for (number, batch) in lessons.chunks(BATCH).enumerate() {
            let before = time as f32 * batches + number as f32;
            let done = before / (TIMES as f32 * batches);
            teacher.rate = RATES[1] + (RATES[0] - RATES[1]) * 0.5 * (1.0 + (PI * done).cos());
            surprise += teacher.teach(&mut network, batch) * batch.len() as f32;
            settled.follow(&network, SETTLING.max(1.0 / (before + 1.0)));
        }
    }
    (settled, surprise / lessons.len().max(1) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Sight;

    #[test]
    fn threads_do_not_change_what_is_taught() {
        let mut heard = Vec::new();
        let mut found = |threads| teach(2, 4, threads, Seed::of("teach"), &mut |lessons| heard.push(lessons.surprise));
        let one = found(1);
        assert_eq!(one, found(3));
        let network = Network::read(&one).expect("it is read");
        let seen = Sight { amounts: &[1.0; 9], facts: &[INPUTS as u16 - 1] };
        assert!(network.answer(seen) != 0.0, "it has something to say");
        assert!(heard[1] < 0.7, "a few matches are learned by heart: {heard:?}");
    }
}
