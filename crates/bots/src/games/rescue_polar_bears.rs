//! The bots of Rescue Polar Bears: one policy that steers any ship.
//!
//! A [`Planner`] plans the rest of the Action Phase by a beam search. A plan that ends with a draw in mid-turn is followed
//! for some outcomes of the draw; a plan that ends the phase is evaluated by expectimax over the falls of both dice, on
//! copies of the position and with the game's own odds. What follows is evaluated as the chance to win by a
//! [`WinModel`]. Questions are answered by the same search.

mod deadline;
mod evaluation;
mod evaluator;
mod features;
mod field;
mod ice;
mod judge;
mod network_input;
mod plain;
mod reach;
mod win;
mod win_model;

use std::collections::HashMap;
use std::time::Instant;

use polynya_engine::{Game, Luck, Member, Seat, Turn};
use polynya_games::rescue_polar_bears::{Action, Awaiting, RescuePolarBears, Stage};
use rand_core::Rng;

use crate::action_arena::{ActionArena, LastAction};
use crate::split_mix::SplitMix;
use crate::{Bot, Question};

use deadline::in_time;
pub use evaluation::PositionEvaluator;
pub use evaluator::{RescueEvaluator, adviser, easy, hard, normal};
pub use features::{FEATURES, Features};
use ice::TOO_HOT;
pub use judge::{RescueJudge, judge};
pub use network_input::{INPUTS, NetworkInput};
pub use plain::Plain;
pub use win_model::{
    LOG_ODDS_SCALE, PARAMETERS, RescueNetwork, TUNED, WinModel, calibrated, tuned_parameters, write_parameters,
};

/// In mid-turn only: the least chance that the dice do not lose the match, or plans out of danger would not be found.
const HOPE: f32 = 0.02;

/// After how many evaluations the clock is looked at.
const CLOCK: u32 = 64;

/// How much a [`Planner`] looks at.
#[derive(Clone, Copy)]
pub struct Effort {
    /// The limits for the own plan, for what follows a draw, and for what follows a draw after that.
    limits: [Limits; 3],
    /// After this many evaluations only one outcome of each further draw is followed.
    evaluations: u32,
}

impl Effort {
    /// The effort of the greedy team and of advice.
    pub const GREEDY: Effort = Effort {
        limits: [
            Limits { beam_width: 40, finalists: 24, draws: 6, outcomes: 6, every: 1 },
            Limits { beam_width: 5, finalists: 2, draws: 1, outcomes: 2, every: 3 },
            Limits { beam_width: 3, finalists: 1, draws: 0, outcomes: 0, every: 3 },
        ],
        evaluations: 40_000,
    };
}

/// The limits of one depth.
#[derive(Clone, Copy)]
struct Limits {
    /// Plans that are kept after each action.
    beam_width: usize,
    /// Plans to the end of the Action Phase that are evaluated with the dice.
    finalists: usize,
    /// Plans to a draw that are followed.
    draws: usize,
    /// Outcomes that are followed for each of these.
    outcomes: usize,
    /// Of the falls of the blue die that move bears, one of this many is looked at.
    every: usize,
}

/// The greedy team. It keeps no state: the same position and the same luck give the same action.
#[derive(Default)]
pub struct Team {
    /// The model with a network that somebody else has trained.
    taught: Option<WinModel>,
}

impl Team {
    fn model(&self) -> &WinModel {
        self.taught.as_ref().unwrap_or(&TUNED)
    }
}

impl Bot<RescuePolarBears> for Team {
    fn choose(&mut self, position: &RescuePolarBears, _: Seat, luck: &mut dyn Rng) -> Action {
        Planner::new(position, self.model(), Effort::GREEDY, luck.next_u64()).choose(position)
    }

    fn learn(&mut self, network: &str) -> Result<bool, String> {
        self.taught = Some(WinModel::taught(network)?);
        Ok(true)
    }

    fn question(&mut self, position: &RescuePolarBears) -> Option<Question> {
        let (input, log_odds) = PositionEvaluator::new(position, self.model()).network_input(position);
        Some(Question { inputs: input.all(), log_odds: log_odds / LOG_ODDS_SCALE })
    }
}

/// Actions or answers in a row.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Where it leads.
    position: RescuePolarBears,
    /// The chance to win, at first as evaluated without the dice.
    value: f32,
    last: LastAction,
}

/// Plans the rest of a turn.
pub struct Planner<'a> {
    evaluator: PositionEvaluator<'a>,
    /// The seed of sampled draws.
    seed: u64,
    /// Positions that were evaluated.
    evaluations: u32,
    effort: Effort,
    /// When it must be done, if that is by the clock. What it finds later means nothing.
    end: Option<Instant>,
    late: bool,
    arena: ActionArena<Action>,
}

impl<'a> Planner<'a> {
    /// Creates a planner for plans that begin in this position; `seed` is for the draws that it samples.
    pub fn new(position: &RescuePolarBears, model: &'a WinModel, effort: Effort, seed: u64) -> Planner<'a> {
        let evaluator = PositionEvaluator::new(position, model);
        Planner { evaluator, seed, evaluations: 0, effort, end: None, late: false, arena: ActionArena::new() }
    }

    /// Returns the plans that were evaluated with the dice, the best first.
    pub fn plans(&mut self, position: &RescuePolarBears) -> Vec<Plan> {
        self.evaluated(position, 0)
    }

    /// Returns the actions of a plan, the last one first.
    pub fn backwards(&self, plan: &Plan) -> impl Iterator<Item = Action> {
        self.arena.backwards(plan.last)
    }

    /// Returns the actions of the plans with a wanted action in them, as they are evaluated without the dice, the best first.
    fn whole_plans(
        &mut self,
        position: &RescuePolarBears,
        beam_width: usize,
        is_wanted: &dyn Fn(Action) -> bool,
    ) -> Vec<Vec<Action>> {
        let (mut plans, mut draws) = self.beam_search(position, beam_width);
        plans.append(&mut draws);
        plans.sort_by(|one, other| other.value.total_cmp(&one.value));
        let wanted = plans.iter().filter(|plan| self.backwards(plan).any(is_wanted));
        let whole = |plan: &Plan| self.backwards(plan).collect::<Vec<_>>().into_iter().rev().collect();
        wanted.map(whole).collect()
    }

    /// Returns the chance to win in a position to which a plan has led that was begun in this turn.
    fn value_within(&mut self, position: &RescuePolarBears, turn: u32) -> f32 {
        match position.turn() {
            _ if position.turns() != turn => self.evaluate(position, false),
            Turn::Over(_) => self.evaluate(position, false),
            Turn::Players(_) => self.best(position, 0).value,
            Turn::Chance if position.stage() == Stage::Action => self.draw(position, 0),
            Turn::Chance => self.dice(position, self.effort.limits[0].every),
        }
    }

    /// Returns the first action of the best plan.
    fn choose(&mut self, position: &RescuePolarBears) -> Action {
        let mut actions = Vec::new();
        position.legal(position.seat(), &mut actions);
        if let [only] = actions[..] {
            return only;
        }
        if let Some(win) = win::win(position) {
            return win[0];
        }
        let plan = self.best(position, 0);
        self.first(&plan)
    }

    /// Finds plans by a beam search: those to the dice or to the next turn, and those to a draw.
    fn beam_search(&mut self, position: &RescuePolarBears, width: usize) -> (Vec<Plan>, Vec<Plan>) {
        let (mut ended, mut draws) = (Vec::new(), Vec::new());
        let mut open = vec![Plan { position: *position, value: 0.0, last: None }];
        while !open.is_empty() {
            open = self.grow(&open, &mut ended, &mut draws);
            best_first(&mut open, width);
        }
        (ended, draws)
    }

    /// Returns the first action of a plan.
    fn first(&self, plan: &Plan) -> Action {
        self.backwards(plan).last().expect("a plan has a first action")
    }

    /// Returns the best plan from here to the dice, to a draw or to the next turn.
    fn best(&mut self, position: &RescuePolarBears, depth: usize) -> Plan {
        self.evaluated(position, depth).swap_remove(0)
    }

    /// Returns the plans that were evaluated with the dice and the draws, the best first.
    fn evaluated(&mut self, position: &RescuePolarBears, depth: usize) -> Vec<Plan> {
        let limits = self.effort.limits[depth];
        let (mut ended, mut draws) = self.beam_search(position, limits.beam_width);
        best_first(&mut ended, limits.finalists);
        // Where every plan ends with a draw, the best of them are followed at any depth.
        best_first(&mut draws, if ended.is_empty() { limits.draws.max(1) } else { limits.draws });
        for plan in &mut ended {
            if plan.position.turn() == Turn::Chance && plan.position.turns() == position.turns() {
                plan.value = self.dice(&plan.position, limits.every);
            }
        }
        for plan in &mut draws {
            if depth + 1 < self.effort.limits.len() {
                plan.value = self.draw(&plan.position, depth);
            }
        }
        ended.append(&mut draws);
        let all = ended.len();
        best_first(&mut ended, all);
        ended
    }

    /// Lengthens every open plan by one action in all ways, each position once.
    fn grow(&mut self, open: &[Plan], ended: &mut Vec<Plan>, draws: &mut Vec<Plan>) -> Vec<Plan> {
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
                let value = self.evaluate(&after, after.turns() == before.turns() && after.stage() != Stage::Heat);
                let plan = Plan { position: after, value, last: self.arena.push(plan.last, action) };
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

    /// Returns the mean value over the outcomes of a draw in mid-turn. All of them are evaluated; some, from the worst to
    /// the best at equal distances, are also searched and correct the mean of the evaluations (a control variate).
    fn draw(&mut self, position: &RescuePolarBears, depth: usize) -> f32 {
        if self.late {
            return 0.0;
        }
        let mut outcomes: Vec<(RescuePolarBears, f32)> =
            outcomes(position).into_iter().map(|after| (after, self.evaluate(&after, true))).collect();
        outcomes.sort_by(|(_, one), (_, other)| one.total_cmp(other));
        let mean = outcomes.iter().map(|(_, value)| value).sum::<f32>() / outcomes.len() as f32;
        let all_followed = self.evaluations <= self.effort.evaluations;
        let most = if all_followed { self.effort.limits[depth].outcomes.max(1) } else { 1 };
        let count = outcomes.len().min(most);
        // Common random numbers for all plans, so that plans are compared and not their luck.
        let mut luck = SplitMix::new(self.seed.wrapping_add(depth as u64));
        let begin = luck.below(outcomes.len() as u32) as usize;
        let mut correction = 0.0;
        for number in 0..count {
            let (mut after, value) = outcomes[(number * outcomes.len() + begin) / count];
            while after.turn() == Turn::Chance && after.stage() == Stage::Action {
                let chance = after.draw(&mut luck);
                after.settle(chance, &mut |_| {});
            }
            correction += self.best(&after, depth + 1).value - value;
        }
        // What is not known exactly is never certain.
        (mean + correction / count as f32).clamp(0.001 * in_time(position), 0.999)
    }

    /// Returns the mean value over the falls of the die that is to come, or over the alerts that may be drawn: expectimax.
    ///
    /// The falls of the blue die that bring nothing but warmth are one.
    fn dice(&mut self, position: &RescuePolarBears, every: usize) -> f32 {
        if self.late {
            return 0.0;
        }
        if position.awaiting() == Awaiting::D6 {
            return self.red_die(position, every);
        }
        let (mut warm, mut warmth, mut moved) = (None, 0, Vec::new());
        for after in outcomes(position) {
            let same_bears = after.awaiting() == Awaiting::D6 && after.supply() == position.supply();
            if position.awaiting() == Awaiting::D20 && same_bears && after.extra() > 0 {
                warm = Some(after);
                warmth += 1;
            } else {
                moved.push(after);
            }
        }
        let (mut sum, mut count) = (0.0, 0);
        let step = if position.awaiting() == Awaiting::D20 { every } else { 1 };
        for after in moved.iter().skip(step - 1).step_by(step) {
            sum += self.settled(*after, position.turns(), every);
            count += 1;
        }
        let mean = if count > 0 { sum / count as f32 } else { 0.0 };
        let Some(warm) = warm else { return mean };
        let falls = if count > 0 { moved.len() as f32 } else { 0.0 };
        (mean * falls + self.red_die(&warm, every) * warmth as f32) / (falls + warmth as f32)
    }

    /// Returns the mean value over the falls of the red die. Of falls that differ in nothing but a temperature that can be borne
    /// the first and the last stand for all.
    fn red_die(&mut self, position: &RescuePolarBears, every: usize) -> f32 {
        let falls = outcomes(position);
        let mut sum = 0.0;
        let kind =
            |fall: &RescuePolarBears| (fall.awaiting(), fall.ending(), fall.alert(), fall.temperature() < TOO_HOT);
        for alike in falls.chunk_by(|one, other| kind(one) == kind(other)) {
            let first = self.settled(alike[0], position.turns(), every);
            let others = alike.len() - 1;
            let last = if others > 0 { self.settled(alike[others], position.turns(), every) } else { first };
            sum += 0.5 * (first + last) * alike.len() as f32;
        }
        sum / falls.len() as f32
    }

    /// Returns the value of a position after a die: questions are answered one by one, then the other die falls.
    fn settled(&mut self, mut position: RescuePolarBears, turns: u32, every: usize) -> f32 {
        let mut actions = Vec::new();
        while position.turns() == turns && matches!(position.turn(), Turn::Players(_)) {
            actions.clear();
            position.legal(position.seat(), &mut actions);
            let mut best: Option<(f32, RescuePolarBears)> = None;
            for &action in &actions {
                let mut after = position;
                after.play(position.seat(), action, &mut |_| {});
                let value =
                    if actions.len() == 1 { 0.0 } else { self.evaluate(&after, after.stage() == Stage::Growth) };
                if best.as_ref().is_none_or(|(most, _)| value > *most) {
                    best = Some((value, after));
                }
            }
            position = best.expect("a question has an answer").1;
        }
        if position.awaiting() == Awaiting::D6 {
            self.red_die(&position, every)
        } else {
            self.evaluate(&position, false)
        }
    }

    /// Is it later than it may be?
    fn is_late(&self) -> bool {
        self.late
    }

    fn evaluate(&mut self, position: &RescuePolarBears, dice_to_come: bool) -> f32 {
        self.evaluations += 1;
        if self.evaluations.is_multiple_of(CLOCK) {
            self.late = self.end.is_some_and(|end| Instant::now() >= end);
        }
        if self.late {
            return 0.0;
        }
        self.evaluator.evaluate(position, dice_to_come)
    }
}

/// Returns the positions after each outcome of the chance that is to come; they are all equally likely.
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
    plans.sort_by(|a, b| b.value.total_cmp(&a.value));
    plans.truncate(most);
}

/// Returns a cheap hash: equal positions have the same.
fn key(position: &RescuePolarBears) -> u64 {
    let mut key = u64::from(position.temperature()) << 8 | u64::from(position.actions_left());
    for ship in position.ships() {
        let aboard = ship.aboard();
        for part in [ship.hex().bit() as u8, aboard.males, aboard.females, aboard.cubs] {
            key = key.wrapping_mul(67).wrapping_add(u64::from(part));
        }
    }
    key
}
