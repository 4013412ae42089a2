//! Trains the network of two seats: it plays Polar Dare! against itself, against earlier networks and against the greedy
//! bot, and learns from what its positions came to.

use std::collections::VecDeque;
use std::sync::Arc;

use polynya_bots::games::floes::{FITTED, FloesNetwork, HIDDEN, INPUTS, RaceHeuristic, TUNED, WinHeuristic};
use polynya_bots::{Greedy, Heuristic, Input};
use polynya_engine::{Game, Luck, Seat, Seed, Turn};
use polynya_games::floes::{Action, Floes, PolarDare, PolarDareOptions};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use super::Settings;
use crate::adam::{Adam, Sample};
use crate::network::{blend_towards, init, write};

type Match = Floes<PolarDare>;

/// The beam widths of the network's planner and of the greedy bot's.
const BEAM_WIDTHS: [usize; 2] = [12, 16];
/// Of a hundred matches, those against the greedy bot, and those against an earlier network.
const RIVALS: [u32; 2] = [75, 10];
/// Exploration: of a hundred turns, those in which any of the better plans is taken, and how many are better.
const EXPLORATION: u32 = 3;
const BETTER: u32 = 8;
/// λ of the returns that are the targets: how much of what a match came to is believed, against the value of the rival's
/// best replies.
const LAMBDA: f32 = 0.75;
/// The most turns of a match; one that lasts longer is half won.
const MAX_TURNS: u32 = 120;
/// The size of the replay buffer, and how many samples must be in it before training begins.
const REPLAY: usize = 80_000;
const MIN_REPLAY: usize = 2000;
/// The batches after every match, and the samples of each.
const BATCHES: usize = 10;
const BATCH: usize = 96;
/// The learning rate at first, and the matches after which it is half of that.
const LEARNING_RATE: f32 = 1e-3;
const HALVED_AFTER: f32 = 5000.0;
/// Polyak averaging: the share of the network after each match in the one that plays.
const AVERAGING: f32 = 0.02;
/// Matches between two networks that are kept as rivals.
const SNAPSHOT: u64 = 1000;

/// Matches between two reports.
const REPORT: u64 = 500;

/// Trains a network in `settings.matches` matches, and returns it as text.
pub(super) fn train(settings: &Settings, report: &mut dyn FnMut(String)) -> String {
    let mut training = Training::new(settings.seed);
    for number in 0..settings.matches {
        training.play(number);
        if (number + 1).is_multiple_of(REPORT) {
            let Tally { turns, greedy, won } = std::mem::take(&mut training.tally);
            let (turns, won) = (turns as f32 / REPORT as f32, won / greedy as f32);
            let matches = number + 1;
            report(format!("{matches} matches, lately {turns:.0} turns each; {won:.2} won against the greedy bot"));
        }
    }
    write(&training.averaged)
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

/// A network in training.
struct Training {
    seed: Seed,
    luck: Xoshiro256PlusPlus,
    network: FloesNetwork,
    adam: Adam<HIDDEN>,
    /// The Polyak average of the network, which plays more steadily.
    averaged: Arc<FloesNetwork>,
    past: Vec<Arc<FloesNetwork>>,
    replay: VecDeque<Experience>,
    planners: [Greedy<Match, WinHeuristic<PolarDare>>; 2],
    greedy: Greedy<Match, RaceHeuristic<PolarDare>>,
    tally: Tally,
}

/// A position in which a seat has ended its turn.
struct Visited {
    /// All inputs, as they are and in a mirror.
    images: [Vec<f32>; 2],
    /// The log-odds without the network.
    baseline: f32,
    /// The rival's chance after its best replies.
    reply: f32,
}

/// What the replay buffer holds: a position and its target.
struct Experience {
    images: [Vec<f32>; 2],
    baseline: f32,
    target: f32,
}

/// Who sits at the other seat.
#[derive(Clone, Copy, PartialEq)]
enum Rival {
    Itself,
    Past,
    Greedy,
}

impl Training {
    fn new(seed: Seed) -> Training {
        let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"tune".as_slice()]).draw(0));
        let network: FloesNetwork = init(INPUTS, &mut luck);
        let averaged = Arc::new(network.clone());
        let heuristic = WinHeuristic::new(FITTED, BEAM_WIDTHS[0]).with_network(&averaged);
        Training {
            seed,
            luck,
            network,
            adam: Adam::new(INPUTS, LEARNING_RATE),
            averaged,
            past: Vec::new(),
            replay: VecDeque::new(),
            planners: [heuristic.clone(), heuristic].map(Greedy::new),
            greedy: Greedy::new(RaceHeuristic::new(TUNED)),
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
            Rival::Itself | Rival::Greedy => &self.averaged,
        };
        let mut position = Match::start(&PolarDareOptions::default(), 2).expect("two may play");
        for (planner, network) in self.planners.iter_mut().zip([&self.averaged, other]) {
            *planner.heuristic() = WinHeuristic::new(FITTED, BEAM_WIDTHS[0]).with_network(network);
            planner.heuristic().prepare(&position);
        }
        self.greedy.heuristic().prepare(&position);
        self.greedy.heuristic().set_beam_width(BEAM_WIDTHS[1]);
        let mut visited = Vec::new();
        let result = loop {
            let seat = position.seat();
            self.take_turn(&mut position, seat == own, rival, &mut luck);
            match position.turn() {
                Turn::Over(_) => break 1.0,
                _ if position.turns() >= MAX_TURNS => break 0.5,
                _ => visited.push((seat == own || rival == Rival::Itself).then(|| self.visit(&position, seat))),
            }
        };
        self.tally.turns += position.turns();
        if rival == Rival::Greedy {
            self.tally.greedy += 1;
            self.tally.won += if position.seat() == own || result < 1.0 { result } else { 0.0 };
        }
        self.remember(visited, result);
        self.learn(number);
        if (number + 1).is_multiple_of(SNAPSHOT) {
            self.past.push(Arc::clone(&self.averaged));
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
            let most = if luck.below(100) < EXPLORATION { 1 + luck.below(BETTER) as usize } else { 1 };
            // The last of them stays noted.
            self.planners[usize::from(!own)].plans(position, seat, most, &mut note);
        }
        plan.iter().for_each(|&action| position.play(seat, action, &mut |_| {}));
    }

    fn visit(&mut self, position: &Match, seat: Seat) -> Visited {
        let planner = &mut self.planners[0];
        let reply = planner.best_reply(position);
        let baseline = planner.heuristic().odds(position, seat).baseline;
        let input = planner.heuristic().input();
        Visited { images: [0, 1].map(|image| input.dense(image)), baseline, reply }
    }

    /// Goes back from the end of a match, with its result for whoever moved last: the target of a position is what the
    /// rival does not get.
    fn remember(&mut self, visited: Vec<Option<Visited>>, result: f32) {
        let mut target = result;
        for visited in visited.into_iter().rev() {
            let Some(Visited { images, baseline, reply }) = visited else {
                target = 1.0 - target;
                continue;
            };
            target = 1.0 - (LAMBDA * target + (1.0 - LAMBDA) * reply);
            if self.replay.len() >= REPLAY {
                self.replay.pop_front();
            }
            self.replay.push_back(Experience { images, baseline, target });
        }
    }

    fn learn(&mut self, number: u64) {
        if self.replay.len() < MIN_REPLAY {
            return;
        }
        self.adam.learning_rate = LEARNING_RATE / (1.0 + number as f32 / HALVED_AFTER);
        for _ in 0..BATCHES {
            let mut batch = Vec::with_capacity(BATCH);
            for _ in 0..BATCH {
                let Experience { images, baseline, target } =
                    &self.replay[self.luck.below(self.replay.len() as u32) as usize];
                let input = Input { dense: &images[self.luck.below(2) as usize], sparse: &[] };
                batch.push(Sample { input, baseline: *baseline, target: *target });
            }
            self.adam.step(&mut self.network, &batch);
        }
        blend_towards(Arc::make_mut(&mut self.averaged), &self.network, AVERAGING);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_matches_train_the_same_network() {
        let trained =
            |matches| train(&Settings { rounds: 1, matches, threads: 1, seed: Seed::of("tune") }, &mut |_| {});
        let text = trained(120);
        assert_eq!(text, trained(120));
        let network = FloesNetwork::read(&text).expect("it can be read");
        assert_eq!(network.inputs(), INPUTS);
        assert_ne!(write(&network), trained(1), "this many matches are enough to learn");
    }
}
