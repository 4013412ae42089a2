//! Teaches the network of two seats: it plays Polar Dare! against itself, against what it was before and against the
//! greedy bot, and learns from what its positions came to.

use std::collections::VecDeque;
use std::sync::Arc;

use polynya_engine::{Game, Luck, Seat, Seed, Turn};
use polynya_games::floes::{Action, Floes, PolarDare, PolarDareOptions};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::foresight::{FITTED, Judge};
use super::network::{HIDDEN, INPUTS, Network};
use super::{FloesKnowledge, TUNED};
use crate::greedy::{Greedy, Knowledge};
use crate::net::{Lesson, Sight, Teacher};

type Match = Floes<PolarDare>;

/// Positions that the network's planner follows from move to move, and the greedy bot's.
const WIDTHS: [usize; 2] = [12, 16];
/// Of a hundred matches, those against the greedy bot, and those against what the network was before.
const RIVALS: [u32; 2] = [75, 10];
/// Of a hundred turns, those in which any of the better plans is taken, and how many are better.
const STRAY: u32 = 3;
const BETTER: u32 = 8;
/// How much of what a match came to is believed, against what the rival's best replies looked like.
const TRUST: f32 = 0.75;
/// The most turns of a match; one that lasts so long is half won.
const LIMIT: u32 = 120;
/// The lessons that are remembered, and how many of them there must be before the first is taught.
const MEMORY: usize = 80_000;
const ENOUGH: usize = 2000;
/// Batches that are taught after every match, and the lessons of each.
const BATCHES: usize = 10;
const BATCH: usize = 96;
/// How far a batch may move a weight at first, and after how many matches it is only half as far.
const RATE: f32 = 1e-3;
const EASE: f32 = 5000.0;
/// How much of the network after each match goes into the one that plays.
const SETTLING: f32 = 0.02;
/// Matches between two networks that are kept as rivals.
const AGE: u64 = 1000;

/// Matches between two reports.
const REPORT: u64 = 500;

/// How the last few hundred matches went.
pub struct Report {
    /// All matches so far.
    pub matches: u64,
    /// The turns of one.
    pub turns: f32,
    /// The share of those against the greedy bot that were won.
    pub won: f32,
}

/// Teaches a network in so many matches, and writes it down.
pub fn tune(matches: u64, seed: Seed, report: &mut dyn FnMut(Report)) -> String {
    let mut school = School::new(seed);
    for number in 0..matches {
        school.play(number);
        if (number + 1).is_multiple_of(REPORT) {
            let Tally { turns, greedy, won } = std::mem::take(&mut school.tally);
            let turns = turns as f32 / REPORT as f32;
            report(Report { matches: number + 1, turns, won: won / greedy as f32 });
        }
    }
    school.settled.write()
}

/// What is counted between two reports.
#[derive(Default)]
struct Tally {
    turns: u32,
    /// Matches against the greedy bot.
    greedy: u32,
    /// How many of these were won.
    won: f32,
}

/// A network that is being taught.
struct School {
    seed: Seed,
    luck: Xoshiro256PlusPlus,
    network: Network,
    teacher: Teacher<HIDDEN>,
    /// The mean of what the network was lately: it plays more steadily.
    settled: Arc<Network>,
    past: Vec<Arc<Network>>,
    memory: VecDeque<Remembered>,
    planners: [Greedy<Match, Judge<PolarDare>>; 2],
    greedy: Greedy<Match, FloesKnowledge<PolarDare>>,
    tally: Tally,
}

/// What is seen where a seat has ended its turn.
struct Seen {
    /// All inputs, as they are and in a mirror.
    pictures: [Vec<f32>; 2],
    /// The logarithm of the odds without the network.
    belief: f32,
    /// The rival's chance after its best replies.
    reply: f32,
}

/// The same with what came of it, from 0 to 1.
struct Remembered {
    pictures: [Vec<f32>; 2],
    belief: f32,
    came: f32,
}

/// Who sits at the other seat.
#[derive(Clone, Copy, PartialEq)]
enum Rival {
    Itself,
    Past,
    Greedy,
}

impl School {
    fn new(seed: Seed) -> School {
        let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"tune".as_slice()]).draw(0));
        let network = Network::untaught(INPUTS, &mut luck);
        let settled = Arc::new(network.clone());
        let judge = Judge::new(FITTED, WIDTHS[0]).with_network(&settled);
        School {
            seed,
            luck,
            network,
            teacher: Teacher::new(INPUTS, RATE),
            settled,
            past: Vec::new(),
            memory: VecDeque::new(),
            planners: [judge.clone(), judge].map(Greedy::new),
            greedy: Greedy::new(FloesKnowledge::new(TUNED)),
            tally: Tally::default(),
        }
    }

    /// Plays the match of this number and learns from it.
    fn play(&mut self, number: u64) {
        let mut luck = Xoshiro256PlusPlus::from_rng(&mut self.seed.nth(number).draw(0));
        let rival = match luck.below(100) {
            kind if kind < RIVALS[0] => Rival::Greedy,
            kind if kind < RIVALS[0] + RIVALS[1] && !self.past.is_empty() => Rival::Past,
            _ => Rival::Itself,
        };
        let own = Seat::numbered(1 + luck.below(2) as usize).expect("one of two seats");
        let other = match rival {
            Rival::Past => &self.past[luck.below(self.past.len() as u32) as usize],
            Rival::Itself | Rival::Greedy => &self.settled,
        };
        let mut position = Match::start(&PolarDareOptions::default(), 2).expect("two may play");
        for (planner, network) in self.planners.iter_mut().zip([&self.settled, other]) {
            *planner.knowledge() = Judge::new(FITTED, WIDTHS[0]).with_network(network);
            planner.knowledge().look(&position);
        }
        self.greedy.knowledge().look(&position);
        self.greedy.knowledge().width = WIDTHS[1];
        let mut seen = Vec::new();
        let came = loop {
            let seat = position.seat();
            self.take_turn(&mut position, seat == own, rival, &mut luck);
            match position.turn() {
                Turn::Over(_) => break 1.0,
                _ if position.turns() >= LIMIT => break 0.5,
                _ => seen.push((seat == own || rival == Rival::Itself).then(|| self.look(&position, seat))),
            }
        };
        self.tally.turns += position.turns();
        if rival == Rival::Greedy {
            self.tally.greedy += 1;
            self.tally.won += if position.seat() == own || came < 1.0 { came } else { 0.0 };
        }
        self.remember(seen, came);
        self.teach(number);
        if (number + 1).is_multiple_of(AGE) {
            self.past.push(Arc::clone(&self.settled));
        }
    }

    fn take_turn(&mut self, position: &mut Match, own: bool, rival: Rival, luck: &mut Xoshiro256PlusPlus) {
        let seat = position.seat();
        position.play(seat, Action::Roll, &mut |_| {});
        let rolled = position.draw(luck);
        position.settle(rolled, &mut |_| {});
        let mut plan: Vec<Action> = Vec::new();
        let mut note = |actions: &[Action], _: f32| plan = actions.to_vec();
        if !own && rival == Rival::Greedy {
            self.greedy.plans(position, seat, 1, &mut note);
        } else {
            let most = if luck.below(100) < STRAY { 1 + luck.below(BETTER) as usize } else { 1 };
            // The last of them stays noted.
            self.planners[usize::from(!own)].plans(position, seat, most, &mut note);
        }
        plan.iter().for_each(|&action| position.play(seat, action, &mut |_| {}));
    }

    fn look(&mut self, position: &Match, seat: Seat) -> Seen {
        let planner = &mut self.planners[0];
        let reply = planner.best_reply(position);
        let [_, belief] = planner.knowledge().odds(position, seat);
        let sight = planner.knowledge().sight();
        Seen { pictures: [0, 1].map(|picture| sight.whole(picture)), belief, reply }
    }

    /// Goes back from the end of a match, which came to this for whoever moved last: what comes of a position is what
    /// the rival does not get.
    fn remember(&mut self, seen: Vec<Option<Seen>>, mut came: f32) {
        for seen in seen.into_iter().rev() {
            let Some(Seen { pictures, belief, reply }) = seen else {
                came = 1.0 - came;
                continue;
            };
            came = 1.0 - (TRUST * came + (1.0 - TRUST) * reply);
            if self.memory.len() >= MEMORY {
                self.memory.pop_front();
            }
            self.memory.push_back(Remembered { pictures, belief, came });
        }
    }

    fn teach(&mut self, number: u64) {
        if self.memory.len() < ENOUGH {
            return;
        }
        self.teacher.rate = RATE / (1.0 + number as f32 / EASE);
        for _ in 0..BATCHES {
            let mut batch = Vec::with_capacity(BATCH);
            for _ in 0..BATCH {
                let Remembered { pictures, belief, came } =
                    &self.memory[self.luck.below(self.memory.len() as u32) as usize];
                let seen = Sight { amounts: &pictures[self.luck.below(2) as usize], facts: &[] };
                batch.push(Lesson { seen, belief: *belief, came: *came });
            }
            self.teacher.teach(&mut self.network, &batch);
        }
        Arc::make_mut(&mut self.settled).follow(&self.network, SETTLING);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_matches_teach_the_same() {
        let text = tune(120, Seed::of("tune"), &mut |_| {});
        assert_eq!(text, tune(120, Seed::of("tune"), &mut |_| {}));
        let network = Network::read(&text).expect("it can be read");
        assert_eq!(network.inputs(), INPUTS);
        assert_ne!(network.write(), tune(1, Seed::of("tune"), &mut |_| {}), "so many matches are enough for a lesson");
    }
}
