//! A team for Rescue Polar Bears: one policy that steers any ship.
//!
//! It plans the rest of the Action Phase: all lines of actions, of which the better ones are kept after each action.
//! A line that ends with a draw in mid-turn is followed for some outcomes of the draw; a line that ends the phase is
//! weighed with the falls of both dice, on copies of the position and with the game's own odds. What a position is
//! worth after that is the chance to win as `outlook` sees it. Questions are answered by the same search.

mod foresight;
mod judge;
mod outlook;
mod teach;
mod tune;

use std::collections::HashMap;
use std::convert::Infallible;

use polynya_engine::{Game, Luck, Seat, Turn};
use polynya_games::rescue_polar_bears::{Action, Ask, Member, RescuePolarBears, Stage};
use rand_core::{Rng, TryRng};

use crate::Bot;
use crate::trail::{Place, Trail};

pub use foresight::{Foresight, adviser, easy, hard, normal};
use judge::Judge;
use outlook::{Outlook, TOO_HOT};
pub use teach::{Lessons, teach};
pub use tune::{Report, tune};

/// In mid-turn only: so much is hoped where the dice seem to lose for certain, or lines out of it would not be found.
const HOPE: f32 = 0.02;

/// How hard the team thinks: about its own plan, about what follows a draw, and about what follows a draw behind that.
const EFFORTS: Efforts = [
    Effort { width: 40, finalists: 24, draws: 6, outcomes: 6, every: 1 },
    Effort { width: 5, finalists: 2, draws: 1, outcomes: 2, every: 3 },
    Effort { width: 3, finalists: 1, draws: 0, outcomes: 0, every: 3 },
];
/// See [`Mind::patience`].
const PATIENCE: u32 = 40_000;

/// About the own plan, about what follows a draw, and about what follows a draw behind that.
type Efforts = [Effort; 3];

/// How much is looked at.
#[derive(Clone, Copy)]
struct Effort {
    /// Lines of actions that are kept after each action.
    width: usize,
    /// Lines to the end of the Action Phase that are weighed with the dice.
    finalists: usize,
    /// Lines to a draw that are followed.
    draws: usize,
    /// Outcomes that are followed for each of these.
    outcomes: usize,
    /// Of the falls of the blue die that move bears, every so manieth is looked at.
    every: usize,
}

/// The team. It keeps nothing in mind: the same position and the same luck give the same action.
pub struct Team;

impl Bot<RescuePolarBears> for Team {
    fn choose(&mut self, position: &RescuePolarBears, _: Seat, luck: &mut dyn Rng) -> Action {
        Mind::new(position, &judge::TUNED, EFFORTS, PATIENCE, luck.next_u64()).choice(position)
    }
}

/// A line of actions or answers.
#[derive(Clone, Copy)]
struct Plan {
    /// Where it leads.
    position: RescuePolarBears,
    /// The chance to win, at first as seen without the dice.
    worth: f32,
    last: Place,
}

struct Mind<'a> {
    outlook: Outlook<'a>,
    /// Where the luck of imagined draws comes from.
    seed: u64,
    /// Positions looked at.
    looks: u32,
    /// After so many only one outcome of each further draw is followed.
    patience: u32,
    efforts: Efforts,
    trail: Trail<Action>,
}

impl<'a> Mind<'a> {
    fn new(position: &RescuePolarBears, judge: &'a Judge, efforts: Efforts, patience: u32, seed: u64) -> Mind<'a> {
        Mind { outlook: Outlook::of(position, judge), seed, looks: 0, patience, efforts, trail: Trail::new() }
    }

    /// What the seat that acts does best.
    fn choice(&mut self, position: &RescuePolarBears) -> Action {
        let mut actions = Vec::new();
        position.legal(position.seat(), &mut actions);
        if let [only] = actions[..] {
            return only;
        }
        let plan = self.plan(position, 0);
        self.first(&plan)
    }

    /// The lines from here to the dice or to the next turn, and those to a draw.
    fn lines(&mut self, position: &RescuePolarBears, width: usize) -> (Vec<Plan>, Vec<Plan>) {
        let (mut ended, mut draws) = (Vec::new(), Vec::new());
        let mut open = vec![Plan { position: *position, worth: 0.0, last: None }];
        while !open.is_empty() {
            open = self.step(&open, &mut ended, &mut draws);
            best_first(&mut open, width);
        }
        (ended, draws)
    }

    /// What a plan begins with.
    fn first(&self, plan: &Plan) -> Action {
        self.trail.back(plan.last).last().expect("a plan has a first action")
    }

    /// The best line from here to the dice, to a draw or to the next turn.
    fn plan(&mut self, position: &RescuePolarBears, level: usize) -> Plan {
        self.weighed(position, level).swap_remove(0)
    }

    /// The lines that were weighed, the best first.
    fn weighed(&mut self, position: &RescuePolarBears, level: usize) -> Vec<Plan> {
        let effort = self.efforts[level];
        let (mut ended, mut draws) = self.lines(position, effort.width);
        best_first(&mut ended, effort.finalists);
        // Where every line ends with a draw, the best of them are followed at any level.
        best_first(&mut draws, if ended.is_empty() { effort.draws.max(1) } else { effort.draws });
        for plan in &mut ended {
            if plan.position.turn() == Turn::Chance && plan.position.turns() == position.turns() {
                plan.worth = self.dice(&plan.position, effort.every);
            }
        }
        for plan in &mut draws {
            if level + 1 < self.efforts.len() {
                plan.worth = self.draw(&plan.position, level);
            }
        }
        ended.append(&mut draws);
        let all = ended.len();
        best_first(&mut ended, all);
        ended
    }

    /// Lengthens every open plan by one action in all ways, each position once.
    fn step(&mut self, open: &[Plan], ended: &mut Vec<Plan>, draws: &mut Vec<Plan>) -> Vec<Plan> {
        let mut next: Vec<Plan> = Vec::new();
        let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
        let mut actions = Vec::new();
        for plan in open {
            let before = &plan.position;
            actions.clear();
            before.legal(before.seat(), &mut actions);
            for &action in &actions {
                let mut after = *before;
                after.play(before.seat(), action, &mut |_| {});
                let goes_on = matches!(after.turn(), Turn::Players(_)) && after.turns() == before.turns();
                let is_draw =
                    after.turn() == Turn::Chance && after.stage() == Stage::Action && after.turns() == before.turns();
                let same = seen.entry(key(&after)).or_default();
                if goes_on && same.iter().any(|&index| next[index].position == after)
                    || is_draw && draws.iter().any(|draw| draw.position == after)
                {
                    continue;
                }
                let worth = self.look(&after, after.turns() == before.turns() && after.stage() != Stage::Heat);
                let plan = Plan { position: after, worth, last: self.trail.push(plan.last, action) };
                if goes_on {
                    same.push(next.len());
                    next.push(plan);
                } else if is_draw {
                    draws.push(plan);
                } else {
                    ended.push(plan);
                }
            }
        }
        next
    }

    /// The mean worth over the outcomes of a draw in mid-turn. All of them are glanced at; some, from the worst to the
    /// best at equal distances, are followed and tell how much the glances miss.
    fn draw(&mut self, position: &RescuePolarBears, level: usize) -> f32 {
        let mut outcomes: Vec<(RescuePolarBears, f32)> =
            outcomes(position).into_iter().map(|after| (after, self.look(&after, true))).collect();
        outcomes.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let mean = outcomes.iter().map(|(_, glance)| glance).sum::<f32>() / outcomes.len() as f32;
        let most = if self.looks > self.patience { 1 } else { self.efforts[level].outcomes.max(1) };
        let count = outcomes.len().min(most);
        // The same luck for every plan, so that plans are compared and not their luck.
        let mut luck = Mix(self.seed.wrapping_add(level as u64));
        let begin = luck.below(outcomes.len() as u32) as usize;
        let mut missed = 0.0;
        for number in 0..count {
            let (mut after, glance) = outcomes[(number * outcomes.len() + begin) / count];
            while after.turn() == Turn::Chance && after.stage() == Stage::Action {
                let chance = after.draw(&mut luck);
                after.settle(chance, &mut |_| {});
            }
            missed += self.plan(&after, level + 1).worth - glance;
        }
        // What is not known exactly is never certain.
        (mean + missed / count as f32).clamp(0.001, 0.999)
    }

    /// The mean worth over the falls of the die that is to come, or over the alerts that may be drawn.
    ///
    /// The falls of the blue die that bring nothing but warmth are one.
    fn dice(&mut self, position: &RescuePolarBears, every: usize) -> f32 {
        if position.ask() == Ask::D6 {
            return self.red_die(position, every);
        }
        let (mut warm, mut warmth, mut moved) = (None, 0, Vec::new());
        for after in outcomes(position) {
            let same_bears = after.ask() == Ask::D6 && after.supply() == position.supply();
            if position.ask() == Ask::D20 && same_bears && after.extra() > 0 {
                warm = Some(after);
                warmth += 1;
            } else {
                moved.push(after);
            }
        }
        let (mut sum, mut count) = (0.0, 0);
        let step = if position.ask() == Ask::D20 { every } else { 1 };
        for after in moved.iter().skip(step - 1).step_by(step) {
            sum += self.settled(*after, position.turns(), every);
            count += 1;
        }
        let mean = if count > 0 { sum / count as f32 } else { 0.0 };
        let Some(warm) = warm else { return mean };
        let falls = if count > 0 { moved.len() as f32 } else { 0.0 };
        (mean * falls + self.red_die(&warm, every) * warmth as f32) / (falls + warmth as f32)
    }

    /// The mean worth over the falls of the red die. Of falls that differ in nothing but a temperature that can be borne
    /// the first and the last stand for all.
    fn red_die(&mut self, position: &RescuePolarBears, every: usize) -> f32 {
        let falls = outcomes(position);
        let mut sum = 0.0;
        let kind = |fall: &RescuePolarBears| (fall.ask(), fall.ending(), fall.alert(), fall.temperature() < TOO_HOT);
        for alike in falls.chunk_by(|one, other| kind(one) == kind(other)) {
            let first = self.settled(alike[0], position.turns(), every);
            let others = alike.len() - 1;
            let last = if others > 0 { self.settled(alike[others], position.turns(), every) } else { first };
            sum += 0.5 * (first + last) * alike.len() as f32;
        }
        sum / falls.len() as f32
    }

    /// What a position behind a die is worth: questions are answered one by one, then the other die falls.
    fn settled(&mut self, mut position: RescuePolarBears, turns: u32, every: usize) -> f32 {
        let mut actions = Vec::new();
        while position.turns() == turns && matches!(position.turn(), Turn::Players(_)) {
            actions.clear();
            position.legal(position.seat(), &mut actions);
            let mut best: Option<(f32, RescuePolarBears)> = None;
            for &action in &actions {
                let mut after = position;
                after.play(position.seat(), action, &mut |_| {});
                let worth = if actions.len() == 1 { 0.0 } else { self.look(&after, after.stage() == Stage::Growth) };
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, after));
                }
            }
            position = best.expect("a question has an answer").1;
        }
        if position.ask() == Ask::D6 { self.red_die(&position, every) } else { self.look(&position, false) }
    }

    fn look(&mut self, position: &RescuePolarBears, dice_to_come: bool) -> f32 {
        self.looks += 1;
        self.outlook.worth(position, dice_to_come)
    }
}

/// What each outcome of the chance that is to come leads to; they are all equally likely.
fn outcomes(position: &RescuePolarBears) -> Vec<RescuePolarBears> {
    let mut outcomes = Vec::new();
    position.odds(&mut |chance, _| {
        let mut after = *position;
        after.settle(chance, &mut |_| {});
        outcomes.push(after);
    });
    outcomes
}

/// Sorts plans and keeps the best.
fn best_first(plans: &mut Vec<Plan>, most: usize) {
    plans.sort_by(|a, b| b.worth.total_cmp(&a.worth));
    plans.truncate(most);
}

/// A cheap fingerprint: equal positions have the same.
fn key(position: &RescuePolarBears) -> u64 {
    let mut key = u64::from(position.temperature()) << 8 | u64::from(position.actions_left());
    for ship in position.ships() {
        let aboard = ship.aboard();
        for part in [ship.hex().bit(), aboard.males, aboard.females, aboard.cubs] {
            key = key.wrapping_mul(67).wrapping_add(u64::from(part));
        }
    }
    key
}

/// Numbers for the draws that the team imagines: SplitMix64.
struct Mix(u64);

impl TryRng for Mix {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok((self.next_u64() >> 32) as u32)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(mixed ^ (mixed >> 31))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.iter_mut().for_each(|byte| *byte = self.next_u32() as u8);
        Ok(())
    }
}
