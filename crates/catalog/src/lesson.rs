//! Lessons, played: what is wanted in a step, and what is answered to what is tried in it.

use polynya_engine::lesson::{Lesson, LessonStep, ScriptLine};
use polynya_engine::{Record, Refusal, Seat, excerpt};

use crate::any_game::AnyGame;
use crate::error::CatalogError;
use crate::play::{AnyMatch, Spoken};
use crate::screen::Screen;

/// The seat of whoever learns.
pub const LEARNER: Seat = Seat::FIRST;

/// What is answered to the last try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Nothing was tried yet, or what was tried is a part of what is wanted.
    Open,
    /// The step is done.
    Right,
    /// It is allowed but not wanted here; it was not done.
    Wrong(String),
    /// The goal cannot be reached any more; the step begins anew.
    Missed(String),
    /// A rule says no.
    Refused(Refusal),
}

/// A step of a lesson after some tries.
pub struct Attempt<S: Screen> {
    /// The match.
    pub table: Box<dyn AnyMatch<S>>,
    /// How many of its steps were played before this step of the lesson.
    pub from: usize,
    /// How many of its steps were played before the last try.
    pub before: usize,
    /// What is answered.
    pub verdict: Verdict,
    /// What is wanted next; nothing where there is only something to read, or where the step is done.
    pub wanted: Option<String>,
}

/// Returns the match with which a step of a lesson begins, and how many of its steps come from the step before.
fn begun<S: Screen>(
    game: &dyn AnyGame<S>,
    lesson: &Lesson,
    step: usize,
) -> Result<(Box<dyn AnyMatch<S>>, usize), CatalogError> {
    let missing = || CatalogError::Unknown(format!("the lesson `{}` has no position", lesson.id));
    let steps = lesson.steps.get(..=step).ok_or_else(|| {
        let last = lesson.steps.len();
        CatalogError::Unknown(format!("the lesson `{}` has no step {}; its steps are 1 to {last}", lesson.id, step + 1))
    })?;
    let first = steps.iter().rposition(|step| step.position.is_some()).ok_or_else(missing)?;
    let position = steps[first].position.as_ref().ok_or_else(missing)?;
    let mut lines: Vec<String> = position.steps.iter().map(|&line| line.to_owned()).collect();
    let mut from = lines.len();
    for (index, each) in steps.iter().enumerate().skip(first) {
        if index > first {
            from = lines.len();
        }
        lines.extend(each.before.iter().map(|&line| line.to_owned()));
        if index < step {
            lines.extend(each.script.iter().filter_map(|line| match line {
                ScriptLine::Step(step) => Some((*step).to_owned()),
                ScriptLine::Or(_) | ScriptLine::Says(_) => None,
            }));
        }
    }
    let count = lines.len();
    let record = Record::begun(position.game, game.version(), position.options, position.seats, lines)?;
    Ok((game.view(&record, count)?, from))
}

/// Plays a step of a lesson, counted from 0, with everything that was tried in it so far; all but the last try were
/// accepted before.
pub fn attempt<S: Screen>(
    game: &dyn AnyGame<S>,
    lesson: &Lesson,
    step: usize,
    tried: &[String],
) -> Result<Attempt<S>, CatalogError> {
    let (table, from) = begun(game, lesson, step)?;
    let before = table.len();
    let told = &lesson.steps[step];
    let open = Attempt { table, from, before, verdict: Verdict::Open, wanted: None };
    if !told.ways.is_empty() {
        solve(told, open, tried)
    } else if told.goal.is_some() {
        reach(game, told, open, tried)
    } else {
        follow(game, told, open, tried)
    }
}

/// Pushes what others and chance do, up to the next step of the learner; returns where that stands.
fn others<S: Screen>(
    table: &mut dyn AnyMatch<S>,
    script: &[ScriptLine],
    mut at: usize,
    lenient: bool,
) -> Result<usize, CatalogError> {
    while let Some(line) = script.get(at) {
        if let ScriptLine::Step(step) = line {
            let spoken: Spoken = step.parse()?;
            if spoken.seat == Some(LEARNER) {
                break;
            }
            match table.push(&spoken) {
                Ok(_) => {}
                Err(_) if lenient => break,
                Err(error) => return Err(error),
            }
        }
        at += 1;
    }
    Ok(at)
}

/// The words that are wanted at a place of the script: the first is the usual one.
fn wanted_at(script: &[ScriptLine], at: usize) -> Vec<&'static str> {
    let Some(ScriptLine::Step(first)) = script.get(at) else { return Vec::new() };
    let mut wanted = vec![first.split_once(' ').map_or(*first, |(_, words)| words)];
    for line in &script[at + 1..] {
        match line {
            ScriptLine::Or(words) => wanted.push(words),
            ScriptLine::Step(_) | ScriptLine::Says(_) => break,
        }
    }
    wanted
}

/// A step in which the script is followed.
fn follow<S: Screen>(
    game: &dyn AnyGame<S>,
    step: &LessonStep,
    mut now: Attempt<S>,
    tried: &[String],
) -> Result<Attempt<S>, CatalogError> {
    let mut at = others(&mut *now.table, &step.script, 0, false)?;
    for words in tried {
        let wanted = wanted_at(&step.script, at);
        now.before = now.table.len();
        if wanted.is_empty() {
            return Err(CatalogError::Unknown("nothing more is wanted in this step".to_owned()));
        }
        let place = wanted.iter().position(|wanted| wanted == words);
        let Some(place) = place else {
            now.verdict = match now.table.check(LEARNER, words) {
                Ok(()) => Verdict::Wrong(not_here(game, step, words, wanted[0])),
                Err(CatalogError::Refused(refusal)) => Verdict::Refused(refusal),
                Err(error) => return Err(error),
            };
            break;
        };
        now.table.push(&Spoken { seat: Some(LEARNER), words: words.clone() })?;
        at = others(&mut *now.table, &step.script, at + 1, place > 0)?;
        if place > 0 || wanted_at(&step.script, at).is_empty() {
            now.verdict = Verdict::Right;
            return Ok(now);
        }
    }
    now.wanted = wanted_at(&step.script, at).first().map(|&words| words.to_owned());
    Ok(now)
}

/// A puzzle: what is tried is wanted as long as some best plan begins with all of it.
fn solve<S: Screen>(step: &LessonStep, mut now: Attempt<S>, tried: &[String]) -> Result<Attempt<S>, CatalogError> {
    let begins = |way: &[&str], tried: &[String]| tried.iter().zip(way).all(|(tried, wanted)| tried == wanted);
    let fitting = |tried: &[String]| step.ways.iter().find(|way| way.len() >= tried.len() && begins(way, tried));
    for (index, words) in tried.iter().enumerate() {
        now.before = now.table.len();
        let way = fitting(&tried[..=index]);
        if way.is_none() {
            now.verdict = match now.table.check(LEARNER, words) {
                Ok(()) => Verdict::Wrong(step.reply(words).unwrap_or(NOT_BEST).to_owned()),
                Err(CatalogError::Refused(refusal)) => Verdict::Refused(refusal),
                Err(error) => return Err(error),
            };
            now.wanted = fitting(&tried[..index]).and_then(|way| way.get(index)).map(|&words| words.to_owned());
            return Ok(now);
        }
        now.table.push(&Spoken { seat: Some(LEARNER), words: words.clone() })?;
        if way.is_some_and(|way| way.len() == index + 1) {
            if index + 1 < tried.len() {
                return Err(CatalogError::Unknown("nothing more is wanted in this step".to_owned()));
            }
            now.verdict = Verdict::Right;
            return Ok(now);
        }
    }
    now.wanted = fitting(tried).and_then(|way| way.get(tried.len())).map(|&words| words.to_owned());
    Ok(now)
}

/// What is said to a try in a puzzle about which it says nothing itself.
const NOT_BEST: &str = "You may do that, but something is better. Look again.";

/// A step in which something is to be reached.
fn reach<S: Screen>(
    game: &dyn AnyGame<S>,
    step: &LessonStep,
    mut now: Attempt<S>,
    tried: &[String],
) -> Result<Attempt<S>, CatalogError> {
    let steps =
        step.script.iter().filter_map(|line| if let ScriptLine::Step(step) = line { Some(*step) } else { None });
    let (own, mut dice): (Vec<&str>, Vec<&str>) = steps.partition(|step| step.starts_with("1 "));
    dice.reverse();
    let reached = |table: &dyn AnyMatch<S>| {
        let goal = step.goal.unwrap_or_default();
        table.describe().lines().any(|line| line.contains(goal))
    };
    // As long as the learner does what the script does, the script goes on to be shown.
    let mut along = own.iter().map(|step| step.split_once(' ').map_or(*step, |(_, words)| words));
    let mut is_along = true;
    for (index, words) in tried.iter().enumerate() {
        now.before = now.table.len();
        if let Err(error) = now.table.push(&Spoken { seat: Some(LEARNER), words: words.clone() }) {
            let CatalogError::Refused(refusal) = error else { return Err(error) };
            now.verdict = Verdict::Refused(refusal);
            break;
        }
        is_along &= along.next() == Some(words.as_str());
        while now.table.result().is_none() && !now.table.acting().contains(LEARNER) {
            let Some(die) = dice.pop() else { break };
            if now.table.push(&die.parse()?).is_err() {
                break;
            }
        }
        if reached(&*now.table) {
            now.verdict = Verdict::Right;
            return Ok(now);
        }
        if now.table.result().is_some() || !now.table.acting().contains(LEARNER) {
            if index + 1 < tried.len() {
                return Err(CatalogError::Unknown("nothing more is wanted in this step".to_owned()));
            }
            now.verdict = Verdict::Missed(not_here(game, step, words, own.first().map_or("", |step| &step[2..])));
            return Ok(now);
        }
    }
    now.wanted = if is_along { along.next().map(str::to_owned) } else { None };
    Ok(now)
}

/// What is said to a try that is not wanted: what the lesson says, or else what is wanted.
fn not_here<S: Screen>(game: &dyn AnyGame<S>, step: &LessonStep, words: &str, wanted: &str) -> String {
    step.reply(words).map(str::to_owned).unwrap_or_else(|| {
        let label = game.actions().into_iter().find(|action| action.words == wanted).map(|action| action.label);
        format!("You may do that, but try this now: {}.", label.unwrap_or_else(|| excerpt(wanted)))
    })
}
