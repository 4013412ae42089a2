//! What a search knows about Polar Dare! and its piecepack port.
//!
//! The tree is one of whole turns: the best plans are tried, the better ones first, and a position is valued only where
//! a seat is about to roll. Its value is everybody's chance to win, from how many moves they need.

use std::sync::Arc;

use polynya_engine::{Game, PerSeat, Seat, Turn};
use polynya_games::floes::{Action, Chance, Edition, Floes, Variants};
use rand_core::Rng;

use super::network::{self, NETWORK, Network, Sight};
use super::{DECIDED, FloesKnowledge, Outlook, TUNED};
use crate::advice::{Adviser, Aspect};
use crate::greedy::{Greedy, Knowledge};
use crate::net::chance;
use crate::search::{Budget, Insight, Plans, Search, payoffs};
use crate::{Bot, Casual};

/// How chances to win follow from moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Judgement {
    /// How much of a loss to the bear counts.
    pub danger: f32,
    /// What a chance to win with the next roll counts, in moves.
    pub finish: f32,
    /// The moves that a whole round is worth to whoever acts earlier.
    pub tempo: f32,
    /// How many moves ahead make the odds about 3 to 1 at the end of a match.
    pub scale: f32,
    /// How much more they must be for each root of a move that the leader still needs.
    pub growth: f32,
    /// How much a plan's own moves count beside its odds. Without it two bots only push each other back.
    pub race: f32,
}

/// The judgement that is played.
pub const FITTED: Judgement = Judgement { danger: 0.13, finish: 3.0, tempo: 4.25, scale: 1.5, growth: 0.93, race: 0.0 };

/// The moves that a race is measured in.
const RACE: f32 = 4.0;

/// How far each seat is from winning.
pub type Outlooks = [Outlook; 4];

/// Judges positions by everybody's chance to win.
#[derive(Clone)]
pub struct Judge<E: Edition> {
    counts: FloesKnowledge<E>,
    judgement: Judgement,
    width: usize,
    /// What corrects the odds where it was taught to.
    network: Option<Arc<Network>>,
    /// Is this such a match?
    taught: bool,
    sight: Sight,
}

impl<E: Edition> Judge<E> {
    /// A judge that follows so many positions from move to move.
    pub fn new(judgement: Judgement, width: usize) -> Judge<E> {
        let sight = Sight::default();
        Judge { counts: FloesKnowledge::new(TUNED), judgement, width, network: None, taught: false, sight }
    }

    /// The same with a network that corrects the odds.
    #[must_use]
    pub fn with_network(mut self, network: &Arc<Network>) -> Judge<E> {
        self.network = Some(Arc::clone(network));
        self
    }

    /// The logarithm of the odds that the seat that ended its turn wins against the one other seat, and what they were
    /// without the network.
    pub(super) fn odds(&mut self, position: &Floes<E>, seat: Seat) -> [f32; 2] {
        let outlooks = self.outlooks(position);
        let rival = seat.next(2);
        let (needs, scale) = self.needs(2, rival, &outlooks);
        let belief = ((needs[rival.index()] - needs[seat.index()]) / scale).clamp(-12.0, 12.0);
        let Some(network) = &self.network else { return [belief; 2] };
        self.sight.see(position, [seat, rival].map(|seat| (seat, &outlooks[seat.index()])), belief);
        let [both, one, other] = self.sight.parts();
        [belief + network.answer_to_both(both, [one, other]), belief]
    }

    /// What the network saw when it was asked last.
    pub(super) fn sight(&self) -> &Sight {
        &self.sight
    }

    /// How far each seat is from winning.
    pub fn outlooks(&mut self, position: &Floes<E>) -> Outlooks {
        let mut outlooks = Outlooks::default();
        self.counts.outlooks(position, &mut |_, seat, outlook| outlooks[seat.index()] = outlook);
        outlooks
    }

    /// What each seat needs if `next` rolls next, and how many moves ahead matter.
    fn needs(&self, seats: u8, next: Seat, outlooks: &Outlooks) -> ([f32; 4], f32) {
        let Judgement { danger, finish, tempo, scale, growth, .. } = self.judgement;
        let mut needs = [f32::INFINITY; 4];
        let mut seat = next;
        for wait in 0..seats {
            let outlook = outlooks[seat.index()];
            let wait = tempo * f32::from(wait) / f32::from(seats);
            needs[seat.index()] = outlook.moves + danger * outlook.loss - finish * outlook.finish + wait;
            seat = seat.next(seats);
        }
        let least = needs.iter().copied().fold(f32::INFINITY, f32::min);
        (needs, scale + growth * least.max(0.0).sqrt())
    }

    /// Everybody's chance to win if `next` rolls next.
    pub fn chances(&mut self, position: &Floes<E>, next: Seat) -> PerSeat<f32> {
        if self.taught {
            let [odds, _] = self.odds(position, next.next(2));
            return of_two(next, chance(-odds));
        }
        let outlooks = self.outlooks(position);
        self.chances_by(position, next, &outlooks)
    }

    fn chances_by(&self, position: &Floes<E>, next: Seat, outlooks: &Outlooks) -> PerSeat<f32> {
        let seats = position.seats();
        let mut chances = PerSeat::default();
        let (needs, scale) = self.needs(seats, next, outlooks);
        let least = needs.iter().copied().fold(f32::INFINITY, f32::min);
        let shares = needs.map(|need| ((least - need) / scale).exp());
        let sum: f32 = shares.iter().sum();
        for seat in Seat::all(seats) {
            chances[seat] = shares[seat.index()] / sum;
        }
        chances
    }
}

/// The chances of two seats, one of which has this.
fn of_two(seat: Seat, chance: f32) -> PerSeat<f32> {
    let mut chances = PerSeat::default();
    chances[seat] = chance;
    chances[seat.next(2)] = 1.0 - chance;
    chances
}

impl<E: Edition> Knowledge<Floes<E>> for Judge<E> {
    fn look(&mut self, position: &Floes<E>) {
        self.counts.look(position);
        self.taught = self.network.is_some() && network::taught(position);
        self.counts.weights.patience = if self.taught { f32::INFINITY } else { TUNED.patience };
    }

    fn width(&self) -> usize {
        self.width
    }

    fn key(&self, position: &Floes<E>) -> u64 {
        self.counts.key(position)
    }

    /// The logarithm of the odds that this seat wins if its turn ended here.
    fn value(&mut self, position: &Floes<E>, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = position.turn() {
            return if outcome.winners.has(seat) { DECIDED } else { -DECIDED };
        }
        if self.taught {
            return self.odds(position, seat)[0];
        }
        let seats = position.seats();
        let outlooks = self.outlooks(position);
        let race = self.judgement.race * outlooks[seat.index()].moves / RACE;
        let chance = self.chances_by(position, seat.next(seats), &outlooks)[seat].clamp(1e-6, 1.0 - 1e-6);
        (chance / (1.0 - chance)).ln() - race
    }
}

impl<E: Edition> Greedy<Floes<E>, Judge<E>> {
    /// The chance of the seat that is about to roll, if it does with every roll what looks best to a judge that was
    /// taught.
    pub fn best_reply(&mut self, position: &Floes<E>) -> f32 {
        let seat = position.seat();
        let mut rolls = position.clone();
        rolls.play(seat, Action::Roll, &mut |_| {});
        let mut mean = 0.0;
        // Whoever plans four moves has seen where two and three lead.
        for (label, shares) in network::ROLLS {
            let mut rolled = rolls.clone();
            rolled.settle(Chance::Label(label), &mut |_| {});
            let tops = self.tops(&rolled, seat);
            for &(moves, share) in shares {
                // A win comes before the last move.
                let top = tops[moves.min(tops.len()) - 1];
                mean += share * chance(top);
            }
        }
        mean
    }
}

/// How far the search looks around.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Breadth {
    /// Positions that the planner follows from move to move, at the root and further on.
    pub width: [usize; 2],
    /// Plans that are tried, at the root and further on.
    pub plans: [usize; 2],
    /// How much worse, in logarithms of odds, a plan looks that gets a third of the attention, at the root and further
    /// on.
    pub heat: [f32; 2],
    /// See [`Insight::curiosity`].
    pub curiosity: f32,
}

/// The insight of the search.
#[derive(Clone)]
pub struct Foresight<E: Edition> {
    judge: Judge<E>,
    breadth: Breadth,
    root: Option<Floes<E>>,
    planner: Greedy<Floes<E>, Judge<E>>,
}

impl<E: Edition> Foresight<E> {
    /// An insight of this judge that looks so far around.
    pub fn new(judge: Judge<E>, breadth: Breadth) -> Foresight<E> {
        Foresight { planner: Greedy::new(judge.clone()), judge, breadth, root: None }
    }
}

impl<E: Edition> Insight<Floes<E>> for Foresight<E> {
    fn look(&mut self, position: &Floes<E>, _: Seat) {
        self.judge.look(position);
        self.planner.knowledge().look(position);
        self.root = Some(position.clone());
    }

    fn order(&mut self, position: &Floes<E>, seat: Seat, into: &mut Plans<<Floes<E> as Game>::Action>) {
        if position.rolled().is_none() {
            into.add_legal(position, seat);
            return;
        }
        let inner = usize::from(self.root.as_ref() != Some(position));
        let mega = position.played_variants().has(Variants::MEGA_ICE_AGE);
        self.planner.knowledge().width = self.breadth.width[inner].min(if mega { MEGA[inner] } else { usize::MAX });
        let (mut best, heat) = (None, self.breadth.heat[inner]);
        self.planner.plans(position, seat, self.breadth.plans[inner], &mut |plan, value| {
            let best = *best.get_or_insert(value);
            into.add(plan, ((value - best) / heat).exp().max(0.01));
        });
    }

    fn rests(&self, position: &Floes<E>) -> bool {
        position.rolled().is_none() && position.die_to_choose().is_none()
    }

    fn horizon(&self) -> Option<u32> {
        Some(0)
    }

    fn value(&mut self, position: &Floes<E>) -> PerSeat<f32> {
        match position.turn() {
            Turn::Over(_) => payoffs(position),
            Turn::Players(_) | Turn::Chance => self.judge.chances(position, position.seat()),
        }
    }

    fn curiosity(&self) -> f32 {
        self.breadth.curiosity
    }

    fn aspects(&mut self, position: &Floes<E>, seat: Seat) -> Vec<Aspect> {
        let outlooks = self.judge.outlooks(position);
        let own = outlooks[seat.index()];
        let rivals = Seat::all(position.seats()).filter(|&other| other != seat);
        let rival = rivals.map(|other| outlooks[other.index()].moves).fold(f32::INFINITY, f32::min);
        let aspect = |amount, weight, more, less| Aspect { amount, weight, more, less };
        vec![
            aspect(own.moves, -1.0, "you are {} moves further from winning", "you are {} moves nearer to winning"),
            aspect(
                rival,
                1.0,
                "your nearest rival is {} moves further from winning",
                "your nearest rival is {} moves nearer to winning",
            ),
            aspect(own.loss, -0.5, "the bear threatens you with {} more lost moves", BEAR_THREATENS_LESS),
        ]
    }
}

const BEAR_THREATENS_LESS: &str = "the bear threatens you with {} fewer lost moves";

/// The most positions that are followed where a turn has twice the moves on twice the floes.
const MEGA: [usize; 2] = [6, 1];

const BREADTH: Breadth = Breadth { width: [16, 4], plans: [16, 6], heat: [0.5, 0.5], curiosity: 0.5 };

fn foresight<E: Edition>(breadth: Breadth) -> Foresight<E> {
    Foresight::new(Judge::new(FITTED, breadth.width[0]), breadth)
}

/// The insight of those who have learnt from matches.
fn taught<E: Edition>() -> Foresight<E> {
    Foresight::new(Judge::new(FITTED, BREADTH.width[0]).with_network(&NETWORK), BREADTH)
}

/// Gives advice to people.
pub fn adviser<E: Edition>() -> Box<dyn Adviser<Floes<E>>> {
    Box::new(Search::new(taught(), Budget::Iterations(1)))
}

/// Does not look beyond its turn, and often takes a plan that is not the best: it wins about 1 match in 20 against
/// the greedy bot.
pub fn easy<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Casual::new(foresight(Breadth { width: [8; 2], plans: [40; 2], heat: [2.0; 2], ..BREADTH })))
}

/// Does not look beyond its turn, and takes one of the better plans: it wins about 1 match in 4 against the greedy bot.
pub fn normal<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Casual::new(foresight(Breadth { width: [8; 2], plans: [12; 2], heat: [0.2; 2], ..BREADTH })))
}

/// Where the network was taught it takes the plan that the network likes best, because to look further made it weaker;
/// if such a match lasts long it plays on like the greedy bot, which is sure to end it. On the longest and the shortest
/// board it takes the best of many plans too. Elsewhere it looks several turns ahead.
pub fn hard<E: Edition>() -> Box<dyn Bot<Floes<E>>> {
    Box::new(Hard {
        planner: Greedy::new(Judge::new(FITTED, WIDTH).with_network(&NETWORK)),
        patient: Greedy::default(),
        search: Search::new(foresight(BREADTH), Budget::Iterations(600)),
    })
}

/// The boards on which many plans are worth more than a few that are followed for several turns.
const PLANNED: [Variants; 2] = [Variants::MEGA_ICE_AGE, Variants::GLOBAL_WARMING];

/// Positions that the best plans follow from move to move.
const WIDTH: usize = 32;

struct Hard<E: Edition> {
    planner: Greedy<Floes<E>, Judge<E>>,
    patient: Greedy<Floes<E>, FloesKnowledge<E>>,
    search: Search<Floes<E>, Foresight<E>>,
}

impl<E: Edition> Bot<Floes<E>> for Hard<E> {
    fn choose(&mut self, position: &Floes<E>, seat: Seat, luck: &mut dyn Rng) -> Action {
        let variants = position.played_variants();
        if network::taught(position) || PLANNED.iter().any(|&board| variants.has(board)) {
            self.planner.choose(position, seat, luck)
        } else if network::known(position) {
            self.patient.choose(position, seat, luck)
        } else {
            self.search.choose(position, seat, luck)
        }
    }
}
