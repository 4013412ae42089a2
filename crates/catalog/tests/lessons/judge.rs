//! What is true of every lesson.

use polynya_catalog::{AnyGame, LEARNER, Verdict, attempt};
use polynya_engine::lesson::{Lesson, LessonStep, ScriptLine};

/// The most words that are said at once.
const MAX_WORDS: usize = 25;
/// The most steps of a lesson.
const MAX_STEPS: usize = 12;
/// The longest time that a lesson takes.
const MAX_SECONDS: usize = 300;

/// Plays a lesson by what is wanted and by everything else; returns how many tries were answered.
pub fn judge(game: &dyn AnyGame, lesson: &Lesson) -> Result<usize, String> {
    if lesson.steps.len() > MAX_STEPS || lesson.seconds() > MAX_SECONDS {
        return Err(format!("{} steps, {} seconds", lesson.steps.len(), lesson.seconds()));
    }
    if lesson.about.is_empty() || !lesson.id.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-') {
        return Err("a lesson says what it teaches, and its id is lower case".to_owned());
    }
    let mut tries = 0;
    for (index, step) in lesson.steps.iter().enumerate() {
        tries += judge_step(game, lesson, index, step).map_err(|what| format!("line {}: {what}", step.at))?;
    }
    Ok(tries)
}

/// Plays a puzzle by each of its best plans, and tries everything else before it is solved.
pub fn judge_puzzle(game: &dyn AnyGame, puzzle: &Lesson) -> Result<(), String> {
    let known = puzzle.puzzle.as_ref().ok_or("it is no puzzle")?;
    let [step] = &puzzle.steps[..] else { return Err("a puzzle has one step".to_owned()) };
    is_short(step)?;
    if game.book().clause(step.clause).is_none() {
        return Err(format!("the book has no clause {}", step.clause));
    }
    let levels = game.bots().iter().filter(|bot| !bot.yardstick).count();
    if known.missed.len() != levels || known.best <= known.next || step.ways.is_empty() {
        return Err(format!("{known:?}"));
    }
    let play = |tried: &[String]| attempt(game, puzzle, 0, tried).map_err(|error| error.to_string());
    // The laboratory replays all of them.
    for way in step.ways.iter().take(4) {
        let way: Vec<String> = way.iter().map(|&words| words.to_owned()).collect();
        for end in 0..=way.len() {
            let verdict = play(&way[..end])?.verdict;
            let expected = if end == way.len() { Verdict::Right } else { Verdict::Open };
            if verdict != expected {
                return Err(format!("{:?} is answered with {verdict:?}", &way[..end]));
            }
        }
    }
    let begun = play(&[])?;
    for words in begun.table.legal(LEARNER) {
        let after = play(std::slice::from_ref(&words))?;
        let is_best = step.ways.iter().any(|way| way[0] == words);
        match after.verdict {
            Verdict::Wrong(text) if !is_best && words_in(&text) <= MAX_WORDS => {}
            Verdict::Open | Verdict::Right if is_best => {}
            verdict => return Err(format!("`{words}` is answered with {verdict:?}")),
        }
    }
    Ok(())
}

fn judge_step(game: &dyn AnyGame, lesson: &Lesson, index: usize, step: &LessonStep) -> Result<usize, String> {
    is_short(step)?;
    if game.book().clause(step.clause).is_none() {
        return Err(format!("the book has no clause {}", step.clause));
    }
    if step.position.as_ref().is_some_and(|position| position.game != lesson.game) {
        return Err("another game".to_owned());
    }
    let mut tried: Vec<String> = Vec::new();
    let mut tries = 0;
    let mut now = attempt(game, lesson, index, &tried).map_err(|error| error.to_string())?;
    for (at, line) in step.script.iter().enumerate() {
        match *line {
            ScriptLine::Step(words) => {
                let Some(words) = words.strip_prefix("1 ") else { continue };
                if now.wanted.as_deref() != Some(words) {
                    return Err(format!("`{words}` is not what is wanted: {:?}, {:?}", now.wanted, now.verdict));
                }
                tries += others_are_answered(game, lesson, index, &tried, &step.script[at..])?;
                tried.push(words.to_owned());
                let legal = now.table.legal_steps();
                now = attempt(game, lesson, index, &tried)
                    .map_err(|error| format!("`{words}`: {error}; legal: {legal:?}\n{}", now.table.describe()))?;
                if let Verdict::Refused(refusal) = now.verdict {
                    return Err(format!("`{words}` is refused: {refusal}; legal: {legal:?}"));
                }
                tries += 1;
            }
            ScriptLine::Or(words) => {
                let mut other = tried.clone();
                *other.last_mut().ok_or("nothing before `or`")? = words.to_owned();
                let other = attempt(game, lesson, index, &other).map_err(|error| format!("`{words}`: {error}"))?;
                if other.verdict != Verdict::Right {
                    return Err(format!("`{words}` should do as well: {:?}", other.verdict));
                }
            }
            ScriptLine::Says(words) => {
                let said = now.table.describe();
                if !said.lines().any(|line| line.contains(words)) {
                    return Err(format!("expected a line with `{words}` in:\n{said}"));
                }
            }
        }
    }
    let done = if step.script.is_empty() { now.wanted.is_none() } else { now.verdict == Verdict::Right };
    if done {
        Ok(tries)
    } else {
        Err(format!("not done: {:?}, {:?}\n{}", now.verdict, now.wanted, now.table.describe()))
    }
}

/// Every other legal action is answered, and nothing happens; every action that is not legal is refused by a clause.
fn others_are_answered(
    game: &dyn AnyGame,
    lesson: &Lesson,
    index: usize,
    tried: &[String],
    script: &[ScriptLine],
) -> Result<usize, String> {
    let step = &lesson.steps[index];
    let wanted = |words: &str| {
        let first = matches!(script[0], ScriptLine::Step(step) if step.get(2..) == Some(words));
        first
            || script[1..]
                .iter()
                .map_while(|line| if let ScriptLine::Or(or) = line { Some(*or) } else { None })
                .any(|or| or == words)
    };
    let start = attempt(game, lesson, index, tried).map_err(|error| error.to_string())?.table;
    let legal = start.legal(LEARNER);
    let all = game.actions();
    // A handful of those that are not legal, spread over all.
    let illegal = all.iter().map(|action| &action.words).filter(|words| !legal.contains(words));
    let illegal: Vec<&String> = illegal.step_by((all.len() / 12).max(1)).collect();
    let mut count = 0;
    for words in legal.iter().filter(|words| !wanted(words)).chain(illegal) {
        let tries: Vec<String> = tried.iter().chain([words]).cloned().collect();
        let after = attempt(game, lesson, index, &tries).map_err(|error| format!("`{words}`: {error}"))?;
        let is_legal = legal.contains(words);
        match &after.verdict {
            Verdict::Wrong(text) if is_legal && step.goal.is_none() && words_in(text) <= MAX_WORDS => {}
            Verdict::Open | Verdict::Right if is_legal && step.goal.is_some() => {}
            Verdict::Missed(text) if is_legal && step.goal.is_some() && words_in(text) <= MAX_WORDS => {}
            Verdict::Refused(refusal) if !is_legal && !refusal.clause.is_empty() => {}
            verdict => return Err(format!("`{words}` is answered with {verdict:?}")),
        }
        if step.goal.is_none() && after.table.len() != start.len() {
            return Err(format!("`{words}` was done although it is not wanted"));
        }
        count += 1;
    }
    Ok(count)
}

fn is_short(step: &LessonStep) -> Result<(), String> {
    let said = [step.text].into_iter().chain(step.right).chain(step.replies.iter().map(|(_, text)| *text));
    for text in said {
        let ends = text.ends_with(['.', '!', '?']);
        if words_in(text) > MAX_WORDS || !ends {
            return Err(format!("{} words, or no end: {text}", words_in(text)));
        }
    }
    Ok(())
}

fn words_in(text: &str) -> usize {
    text.split_whitespace().count()
}
