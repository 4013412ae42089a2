//! The analysis of a match, in words and numbers: what was luck, what was skill, and what was better.

use std::ops::ControlFlow;

use polynya_bots::{AnalysedStep, Analysis, Analyst, Calibration, Hindsight, Judge};
use polynya_engine::{Complete, Game, Line, PerSeat, Seat, Step, Turn};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::info::{Group, Info, Kind};
use crate::listing::Listing;

/// Raised when matches come to be judged differently: analyses that were kept are made anew then.
pub const ANALYSIS: u32 = 1;

/// What luck and skill did in a match. Lists have one number for each seat, which is a chance to win from 0 to 1 or a
/// change of it; where all play together the numbers of all seats are those of the team.
///
/// For every seat `start` + `luck` + `skill` = `result`, and `own` + `others` = `skill`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, utoipa::ToSchema), ts(export_to = "protocol.ts"))]
pub struct MatchAnalysis {
    /// The chances at the start, between normal bots.
    pub start: Vec<f64>,
    /// What dice and decks did.
    pub luck: Vec<f64>,
    /// What all decisions did.
    pub skill: Vec<f64>,
    /// What the seat's own decisions did.
    pub own: Vec<f64>,
    /// What the decisions of the others did.
    pub others: Vec<f64>,
    /// 1 for each winner and 0 for the others; while the match is not over, the chances as they stand.
    pub result: Vec<f64>,
    /// The result without the luck: how the match would have gone with fair dice.
    pub adjusted: Vec<f64>,
    /// Half the width of the 95 % interval of `luck` and `adjusted`, as far as outcomes were sampled and not counted.
    pub margin: Vec<f64>,
    /// How well each seat chose, from 0 to 100; nothing for a seat that had no choice.
    pub accuracy: Vec<Option<f64>>,
    /// Is the match over?
    pub finished: bool,
    /// Do all play together?
    pub together: bool,
    /// What each step did.
    pub steps: Vec<StepAnalysis>,
    /// What each seat could have made of its dice, where it plays by itself.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<SheetAnalysis>>", optional))]
    pub sheets: Vec<SheetAnalysis>,
}

/// What a seat could have made of the dice of its match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, utoipa::ToSchema), ts(export_to = "protocol.ts"))]
pub struct SheetAnalysis {
    /// The seat.
    #[cfg_attr(feature = "ts", ts(type = "number"), schema(value_type = u8))]
    pub seat: Seat,
    /// The points that it has made.
    pub played: i32,
    /// The most points that were found for these dice.
    pub found: i32,
    /// Nothing brings more points than these with these dice.
    pub bound: i32,
    /// The steps of a match with the same dice in which it makes the points that were found.
    pub steps: Vec<String>,
}

/// What a step did.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, utoipa::ToSchema), ts(export_to = "protocol.ts"))]
pub struct StepAnalysis {
    /// The seat that acted; nobody where chance decided.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional), schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// What was done or decided, in the game's words.
    pub words: String,
    /// The chances after it.
    pub value: Vec<f64>,
    /// What it changed.
    pub change: Vec<f64>,
    /// Whom the dice helped or hurt most, where they did; nobody where all play together.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional), schema(value_type = Option<u8>))]
    pub whom: Option<Seat>,
    /// How much of its chance the seat gave away beside the best plan, where it had a choice.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cost: Option<f64>,
    /// What it was, in a word.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub mark: Option<Mark>,
    /// What was better, action by action in the game's words, where something was.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub better: Vec<String>,
    /// The same as buttons say it.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    #[cfg_attr(feature = "ts", ts(as = "Option<Vec<String>>", optional))]
    pub labels: Vec<String>,
}

/// What a step was, in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, utoipa::ToSchema), ts(export_to = "protocol.ts"))]
pub enum Mark {
    /// Dice or decks helped somebody, or the team, much.
    Lucky,
    /// They hurt somebody, or the team, much.
    Unlucky,
    /// The best, as far as can be seen.
    Best,
    /// Nearly as good as the best.
    Fine,
    /// Something better was there.
    Slip,
    /// Much was given away.
    Blunder,
}

/// Luck that moves a chance by this much is marked.
const LUCKY: f64 = 0.08;
/// From which cost on a decision is not the best any more, not fine, and not only a slip. The last two are those of
/// lichess, which calls them inaccuracies and blunders.
const FINE: f64 = 0.01;
const SLIP: f64 = 0.05;
const BLUNDER: f64 = 0.15;

impl Mark {
    fn of_cost(cost: f64) -> Mark {
        match cost {
            _ if cost < FINE => Mark::Best,
            _ if cost < SLIP => Mark::Fine,
            _ if cost < BLUNDER => Mark::Slip,
            _ => Mark::Blunder,
        }
    }
}

/// How well a decision of this cost was made, from 0 to 100: the curve that lichess uses.
fn accuracy(cost: f64) -> f64 {
    (103.1668 * (-4.354 * cost).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The normal deviate of a 95 % interval.
const Z: f64 = 1.959_964;

/// Analyses a line. `progress` is told how many of its steps are done, and may stop it.
pub(crate) fn analyse<G: Complete>(
    listing: &Listing<G>,
    line: &Line<G>,
    progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Option<MatchAnalysis> {
    let judge = listing.judge_of(line.options(), line.seats());
    let start = line.prefix(0);
    let analysis = Analyst::new(judge, line.seats()).analyse(start.position(), line.steps(), progress)?;
    Some(in_words(listing.info.kind, line, 0, &analysis))
}

/// Analyses the last step of a line alone.
pub(crate) fn appraise<G: Complete>(listing: &Listing<G>, line: &Line<G>) -> Option<StepAnalysis> {
    let last = line.steps().len().checked_sub(1)?;
    let judge = listing.judge_of(line.options(), line.seats());
    let (before, steps) = (line.prefix(last), &line.steps()[last..]);
    let on = &mut |_| ControlFlow::Continue(());
    let analysis = Analyst::new(judge, line.seats()).analyse(before.position(), steps, on)?;
    in_words(listing.info.kind, line, last, &analysis).steps.pop()
}

impl<G: Complete> Listing<G> {
    /// Returns the judge of matches with these options, calibrated.
    pub fn judge_of(&self, options: &G::Options, seats: u8) -> Box<dyn Judge<G>> {
        let mut judge = (self.judge)();
        judge.calibrate(Calibration::of(self.info.id, seats, &kind_of_match::<G>(&self.info, options)));
        judge
    }
}

/// Returns the kind of a match as calibrations name it: the options that are not as usual.
pub fn kind_of_match<G: Game>(info: &Info, options: &G::Options) -> String {
    let json = |options: &G::Options| serde_json::to_value(options).expect("options are plain JSON");
    let (given, usual) = (json(options), json(&G::Options::default()));
    let differs = |name: &&str| given.get(name) != usual.get(name);
    let played = info.options.iter().filter(|option| option.group == Group::Variant && option.name != "turn_limit");
    let names = played.map(|option| option.name).filter(differs).map(|name| match given.get(name) {
        Some(Value::Bool(true)) | None => name.to_owned(),
        Some(Value::String(text)) => format!("{name}={text}"),
        Some(value) => format!("{name}={value}"),
    });
    let names: Vec<String> = names.collect();
    if names.is_empty() { "classic".to_owned() } else { names.join("+") }
}

/// Tells the analysis of a line from one of its steps on.
fn in_words<G: Complete>(kind: Kind, line: &Line<G>, from: usize, analysis: &Analysis<G>) -> MatchAnalysis {
    let seats = line.seats();
    let list = |values: &PerSeat<f64>| Seat::all(seats).map(|seat| values[seat]).collect::<Vec<f64>>();
    let sums: Vec<_> = Seat::all(seats).map(|seat| analysis.sums(seat)).collect();
    let together = kind == Kind::Together;
    let mut position = line.prefix(from).position().clone();
    let mut steps = Vec::with_capacity(analysis.steps.len());
    for (&step, judged) in line.steps()[from..].iter().zip(&analysis.steps) {
        match step {
            Step::Play(seat, action) => position.play(seat, action, &mut |_| {}),
            Step::Chance(chance) => position.settle(chance, &mut |_| {}),
        }
        let next = match position.turn() {
            Turn::Players(seats) => seats.first(),
            Turn::Chance | Turn::Over(_) => None,
        };
        let whom = judged.seat.is_none().then(|| most_moved(judged, seats, next)).flatten();
        let cost = judged.decision.as_ref().map(|decision| decision.cost);
        let moved = whom.map_or(0.0, |seat| judged.change[seat]);
        let mark = match cost {
            Some(cost) => Some(Mark::of_cost(cost)),
            None if moved >= LUCKY => Some(Mark::Lucky),
            None if moved <= -LUCKY => Some(Mark::Unlucky),
            None => None,
        };
        let better = match &judged.decision {
            Some(decision) if decision.cost >= FINE => &decision.best[..],
            _ => &[],
        };
        steps.push(StepAnalysis {
            seat: judged.seat,
            words: step.words(),
            value: list(&judged.value),
            change: list(&judged.change),
            whom: whom.filter(|_| !together && cost.is_none() && mark.is_some()),
            cost,
            mark,
            better: better.iter().map(ToString::to_string).collect(),
            labels: better.iter().map(|&action| G::label(action)).collect(),
        });
    }
    let accuracy_of = |seat: Seat| {
        let own = analysis.steps.iter().filter(|step| step.seat == Some(seat));
        let costs: Vec<f64> = own.filter_map(|step| Some(step.decision.as_ref()?.cost)).collect();
        (!costs.is_empty()).then(|| costs.iter().map(|&cost| accuracy(cost)).sum::<f64>() / costs.len() as f64)
    };
    let (start, result) = (list(&analysis.start), list(&analysis.result));
    let luck: Vec<f64> = sums.iter().map(|sums| sums.luck).collect();
    MatchAnalysis {
        adjusted: result.iter().zip(&luck).map(|(result, luck)| result - luck).collect(),
        start,
        luck,
        skill: sums.iter().map(|sums| sums.own + sums.others).collect(),
        own: sums.iter().map(|sums| sums.own).collect(),
        others: sums.iter().map(|sums| sums.others).collect(),
        result,
        margin: list(&analysis.variance).into_iter().map(|variance| Z * variance.sqrt()).collect(),
        accuracy: Seat::all(seats).map(accuracy_of).collect(),
        finished: line.is_over(),
        together,
        steps,
        sheets: analysis.hindsight.iter().map(sheet).collect(),
    }
}

fn sheet<G: Complete>(hindsight: &Hindsight<G>) -> SheetAnalysis {
    let Hindsight { seat, played, found, bound, ref line } = *hindsight;
    SheetAnalysis { seat, played, found, bound, steps: line.iter().map(ToString::to_string).collect() }
}

/// Returns the seat whose chance a step moved most; of several the one that acts next.
fn most_moved<G: Game>(step: &AnalysedStep<G>, seats: u8, next: Option<Seat>) -> Option<Seat> {
    let moved = |seat: Seat| step.change[seat].abs();
    let most = Seat::all(seats).max_by(|&one, &other| moved(one).total_cmp(&moved(other)))?;
    Some(next.filter(|&next| moved(next) > moved(most) - 1e-9).unwrap_or(most))
}
