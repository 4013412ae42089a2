//! Teaches the network: the team plays matches with little effort, and the network learns what their turns came to.

use std::sync::Arc;

use polynya_engine::{Luck, Seed};
use polynya_games::rescue_polar_bears::Ending;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::judge::{Judge, Network, STEEP, tuned};
use super::outlook::{INPUTS, Outlook, Picture};
use super::tune::{play, ships, side_by_side};
use crate::net::{Lesson, Teacher, chance};

/// How much of what the rest of a match came to is believed, against what the network said of the next turn.
const TRUST: f32 = 0.7;
/// How often all lessons are taught, and how many of them at once.
const TIMES: u32 = 12;
const BATCH: usize = 256;
/// How far a batch may move a weight at first and at last, and how much of the network after each goes into the result.
const RATES: [f32; 2] = [1e-3, 5e-5];
const SETTLING: f32 = 0.002;

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
/// many threads. Writes the last one down.
pub fn teach(rounds: u64, matches: u64, threads: usize, seed: Seed, report: &mut dyn FnMut(Lessons)) -> String {
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"teach".as_slice()]).draw(0));
    let mut network = Arc::new(Network::untaught(INPUTS, &mut luck));
    let mut all = Vec::new();
    for round in 0..rounds {
        let judge = Judge::of(&tuned(), &network).truthful();
        let played = compete(&judge, matches, threads, seed.nth(round));
        let won = played.iter().filter(|played| played.won).count() as f32 / matches as f32;
        all.extend(played);
        // The first network has nothing to say yet, so its pupil believes the outcomes alone.
        let (taught, _) = taught(&all, if round == 0 { 1.0 } else { TRUST }, &network, &mut luck);
        let (taught, surprise) = self::taught(&all, TRUST, &taught, &mut luck);
        network = Arc::new(taught);
        report(Lessons { round, won, surprise });
    }
    network.write()
}

/// The matches of a round.
fn compete(judge: &Judge, matches: u64, threads: usize, seed: Seed) -> Vec<Played> {
    side_by_side(matches, threads, |number| {
        let mut turns = Vec::new();
        let end = play(judge, ships(number), seed.nth(number), &mut |position| {
            let (picture, odds) = Outlook::of(position, judge).seen(position);
            turns.push(Seen { picture, belief: odds / STEEP });
        });
        Played { turns, won: end.ending() == Some(Ending::Won) }
    })
}

/// A network that was taught by these matches, and how surprised it was at last.
fn taught(all: &[Played], trust: f32, before: &Network, luck: &mut impl Luck) -> (Network, f32) {
    let mut lessons = Vec::new();
    for Played { turns, won } in all {
        let mut came = f32::from(*won);
        for Seen { picture, belief } in turns.iter().rev() {
            lessons.push(Lesson { inputs: picture, belief: *belief, came });
            came += (1.0 - trust) * (chance(belief + before.answer(picture)) - came);
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
        teacher.rate = (RATES[0] * (1.0 - time as f32 / TIMES as f32)).max(RATES[1]);
        surprise = 0.0;
        for batch in lessons.chunks(BATCH) {
            surprise += teacher.teach(&mut network, batch) * batch.len() as f32;
            settled.follow(&network, SETTLING);
        }
    }
    (settled, surprise / lessons.len().max(1) as f32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_do_not_change_what_is_taught() {
        let mut heard = Vec::new();
        let mut found = |threads| teach(2, 4, threads, Seed::of("teach"), &mut |lessons| heard.push(lessons.surprise));
        let one = found(1);
        assert_eq!(one, found(3));
        let network = Network::read(&one).expect("it is read");
        assert!(network.answer(&[1.0; INPUTS]) != 0.0, "it has something to say");
        assert!(heard[1] < 0.7, "a few matches are learned by heart: {heard:?}");
    }
}
