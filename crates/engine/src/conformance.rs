//! The checks that every game must pass with every set of options, written once.
//!
//! A run plays random matches and looks at every position on the way. Each check is a function that says in one
//! sentence what is broken; the suite's own tests break a small game in every one of these ways.

use std::collections::{HashMap, HashSet};
use std::fmt::Display;
use std::str::FromStr;

use crate::Complete;
use crate::clause::Clause;
use crate::game::{Game, Gauge, Turn, draw_by_odds, must, must_with};
use crate::line::{Line, Step, StepOf};
use crate::luck::{Luck, Seed};
use crate::observe::Layout;
use crate::record::Record;
use crate::seat::{Seat, SeatSet};
use crate::table::Table;

/// How much to look at.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Matches to play.
    pub matches: u64,
    /// A match that is not over after this many steps is abandoned.
    pub steps: usize,
    /// The whole action space is compared, and an undo tried, in one of this many positions.
    pub every: usize,
}

/// What was looked at.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Positions.
    pub positions: u64,
    /// Matches that were played to the end.
    pub finished: u64,
    /// Pairs of seats whose actions were found to commute.
    pub commuted: u64,
}

/// Plays by the plan and says what is broken, if anything is.
pub fn conform<G: Complete>(options: &G::Options, seats: u8, seed: Seed, plan: Plan) -> Result<Tally, String> {
    let mut tally = Tally::default();
    numbering::<G>()?;
    options_survive::<G>(options)?;
    for number in 0..plan.matches {
        let mut run = Run::<G>::new(options, seats, seed.nth(number), plan)?;
        run.play(&mut tally).map_err(|what| format!("{what}\n{}", run.where_it_was()))?;
    }
    Ok(tally)
}

/// Takes a step, written as records write it, if the rules allow it. Returns the number of the clause that refuses it
/// and why, or what the log says: for tests that hold a position, a step and a sentence.
///
/// # Panics
/// If the words are not a step of the game, or the position is not sound afterwards.
pub fn attempt<G: Complete>(position: &mut G, step: &str) -> String {
    let mut events = Vec::new();
    match step.parse::<StepOf<G>>().unwrap_or_else(|error| panic!("{step}: {error}")) {
        Step::Play(seat, action) => {
            if let Err(rule) = position.check(seat, action) {
                return format!("{} {}", rule.number(), position.why(seat, action, &rule));
            }
            position.play(seat, action, &mut |event| events.push(event));
        }
        Step::Chance(chance) => position.settle(chance, &mut |event| events.push(event)),
    }
    position.audit().unwrap_or_else(|what| panic!("after {step}: {what}"));
    let told: Vec<String> = events.iter().map(|event| position.tell(event)).collect();
    told.join(" ")
}

struct Run<G: Complete> {
    table: Table<G>,
    layout: Layout,
    seats: u8,
    luck: Box<dyn rand_core::Rng>,
    plan: Plan,
}

impl<G: Complete> Run<G> {
    fn new(options: &G::Options, seats: u8, seed: Seed, plan: Plan) -> Result<Self, String> {
        let table = Table::new(options.clone(), seats, seed).map_err(|refusal| refusal.to_string())?;
        // The choices of the seats must not come from the stream that the dice come from.
        let luck = Box::new(Seed::of(&format!("choices {seed}")).draw(0));
        Ok(Run { table, layout: Layout::of::<G>(), seats, luck, plan })
    }

    fn play(&mut self, tally: &mut Tally) -> Result<(), String> {
        self.setup()?;
        while self.table.line().steps().len() < self.plan.steps {
            let thorough = tally.positions.is_multiple_of(self.plan.every as u64);
            tally.positions += 1;
            let line = self.table.line().clone();
            self.look(&line, thorough)?;
            if line.is_over() {
                tally.finished += 1;
                break;
            }
            tally.commuted += u64::from(self.commute(line.position())?);
            let (seat, action) = self.choose(line.position())?;
            self.submit(&line, seat, action, thorough)?;
            if thorough {
                self.undo(&line, seat, action)?;
            }
        }
        self.replay()
    }

    /// The steps before the first action, looked at one by one.
    fn setup(&mut self) -> Result<(), String> {
        let mut line = self.table.line().prefix(0);
        for step in self.table.line().steps().to_vec() {
            self.look(&line, true)?;
            line.advance(step).map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
    }

    /// Everything that can be said of one position.
    fn look(&mut self, line: &Line<G>, thorough: bool) -> Result<(), String> {
        let position = line.position();
        position.audit().map_err(|what| format!("the position's invariants do not hold: {what}"))?;
        let acting = match position.turn() {
            Turn::Players(seats) => self.somebody_acts(position, seats)?,
            Turn::Chance => {
                odds_are_sound(position)?;
                if thorough {
                    draw_follows_odds(position, self.fresh())?;
                }
                SeatSet::NONE
            }
            Turn::Over(outcome) => {
                let known = SeatSet::all(self.seats);
                must(outcome.winners.difference(known).is_empty(), "somebody won who does not sit at the table")?;
                SeatSet::NONE
            }
        };
        for seat in Seat::all(self.seats) {
            let legal = self.legal_is_sound(position, seat)?;
            let may_act = acting.contains(seat) || legal.is_empty();
            must_with(may_act, || format!("seat {seat} has legal actions but may not act"))?;
            if thorough && acting != SeatSet::NONE {
                legal_equals_check(position, seat, &legal)?;
                pick_is_fair(position, seat, &legal, self.fresh())?;
            }
        }
        must(position.ending().is_some() == line.is_over(), "a match has an ending exactly when it is over")?;
        if thorough {
            self.is_told(position, acting)?;
            self.is_seen(position)?;
            is_written(position)?;
        }
        Ok(())
    }

    /// Somebody who reads instead of looking is told everything.
    fn is_told(&self, position: &G, acting: SeatSet) -> Result<(), String> {
        let readers = acting.iter().map(Some).chain([None]);
        let mut prompts = readers.map(|reader| position.prompt(reader));
        if let Some(prompt) = prompts.find(|prompt| prompt.text.trim().is_empty() || prompt.clause.is_empty()) {
            return Err(format!("a moment has no sentence or no clause: {prompt:?}"));
        }
        must(!position.describe().trim().is_empty(), "the position has no description")
    }

    /// Somebody who computes sees the same fields everywhere.
    fn is_seen(&self, position: &G) -> Result<(), String> {
        for seat in Seat::all(self.seats) {
            self.layout.check(position, seat)?;
        }
        let first = self.table.line().prefix(0);
        must(gauges(position) == gauges(first.position()), "the gauges of a match change their names")
    }

    fn somebody_acts(&self, position: &G, seats: SeatSet) -> Result<SeatSet, String> {
        let awaited = position.awaited();
        must(!awaited.is_empty(), "the table waits for nobody")?;
        if awaited.iter().any(|seat| !seats.contains(seat))
            || seats.iter().any(|seat| seat.index() >= usize::from(self.seats))
        {
            return Err("the table waits for a seat that may not act".to_owned());
        }
        for seat in awaited.iter() {
            let can_act = !legal(position, seat).is_empty();
            must_with(can_act, || format!("the table waits for seat {seat}, who cannot do anything"))?;
        }
        Ok(seats)
    }

    fn legal_is_sound(&self, position: &G, seat: Seat) -> Result<Vec<G::Action>, String> {
        let legal = legal(position, seat);
        let mut words = HashSet::new();
        for &action in &legal {
            survives(&action)?;
            survives(&StepOf::<G>::Play(seat, action))?;
            must_with(words.insert(action.to_string()), || format!("`{action}` is listed twice"))?;
            let numbered = G::index(action).and_then(G::from_index) == Some(action);
            must_with(numbered, || format!("`{action}` is legal but not in the numbering"))?;
        }
        Ok(legal)
    }

    /// Two seats that are waited for may act in either order.
    fn commute(&mut self, position: &G) -> Result<bool, String> {
        let awaited: Vec<Seat> = position.awaited().iter().collect();
        let [first, .., last] = awaited[..] else { return Ok(false) };
        let (one, two) = (self.pick(&legal(position, first)), self.pick(&legal(position, last)));
        let in_order = |steps: [(Seat, G::Action); 2]| {
            let mut after = position.clone();
            for (seat, action) in steps {
                after.check(seat, action).map_err(|rule| {
                    format!("`{seat} {action}` is refused by {} after another seat acted", rule.number())
                })?;
                after.play(seat, action, &mut |_| {});
            }
            Ok::<G, String>(after)
        };
        let same = in_order([(first, one), (last, two)])? == in_order([(last, two), (first, one)])?;
        must_with(same, || format!("`{first} {one}` and `{last} {two}` do not commute"))?;
        Ok(true)
    }

    fn choose(&mut self, position: &G) -> Result<(Seat, G::Action), String> {
        let Turn::Players(seats) = position.turn() else { return Err("a table stopped at a chance step".to_owned()) };
        let able: Vec<Seat> = seats.iter().filter(|&seat| !legal(position, seat).is_empty()).collect();
        let seat = self.pick(&able);
        Ok((seat, self.pick(&legal(position, seat))))
    }

    fn submit(&mut self, before: &Line<G>, seat: Seat, action: G::Action, thorough: bool) -> Result<(), String> {
        let played =
            self.table.submit(seat, action).map_err(|refusal| format!("a legal action was refused: {refusal}"))?;
        for (event, told) in played.iter().flat_map(|step| step.events.iter().zip(&step.told)) {
            must_with(!told.trim().is_empty(), || format!("{event:?} has no sentence"))?;
            serde_json::to_string(event).map_err(|error| format!("{event:?} has no JSON: {error}"))?;
        }
        // Between the action and the next one, chance may decide several times.
        let mut line = before.clone();
        for step in played {
            survives(&step.step)?;
            let again = line.push(step.step).map_err(|refusal| refusal.to_string())?;
            must_with(again == step, || format!("`{}` is told otherwise when it is replayed", step.step))?;
            if line.position().turn() == Turn::Chance {
                self.look(&line, thorough)?;
            }
        }
        must(line.position() == self.table.position(), "the same steps lead to another position")
    }

    fn undo(&mut self, before: &Line<G>, seat: Seat, action: G::Action) -> Result<(), String> {
        let same = |one: &Line<G>, other: &Line<G>| one.steps() == other.steps() && one.position() == other.position();
        let after = self.table.line().clone();
        self.table.undo();
        let back = same(self.table.line(), before);
        must_with(back, || format!("an undo of `{seat} {action}` does not lead back"))?;
        self.table.advance(seat, action).map_err(|refusal| refusal.to_string())?;
        let again = same(self.table.line(), &after);
        must_with(again, || format!("`{seat} {action}` meets other dice after an undo"))?;
        let fork = self.table.fork(before.steps().len() + 1, self.table.seed());
        let beside = same(fork.line(), &after);
        must_with(beside, || format!("a fork after `{seat} {action}` goes another way with the same seed"))
    }

    fn replay(&self) -> Result<(), String> {
        let line = self.table.line();
        let record = self.table.record();
        let json = record.write();
        let again = Record::read(&json).map_err(|fault| format!("a record is not read back: {fault}"))?;
        must(again.write() == json, "a record changes when it is read and written")?;
        let replayed = again.judge::<G>().map_err(|fault| format!("a record is not accepted: {fault}"))?;
        if replayed.position() != line.position() || replayed.steps() != line.steps() {
            return Err("a replay does not lead where play led".to_owned());
        }
        again.verify::<G>().map_err(|fault| format!("a record's dice are not verified: {fault}"))?;
        self.goes_back(line)
    }

    /// Whoever goes back into the match and plays it again comes out where it ended.
    fn goes_back(&self, line: &Line<G>) -> Result<(), String> {
        let steps = line.steps();
        let mut again = line.prefix(steps.len() * 2 / 3);
        for &step in &steps[again.steps().len()..] {
            again.advance(step).map_err(|refusal| refusal.to_string())?;
        }
        let same = again.steps() == steps && again.draws() == line.draws() && again.position() == line.position();
        must(same, "going back and playing on leads somewhere else")
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.luck.below(of.len() as u32) as usize]
    }

    fn fresh(&mut self) -> Seed {
        Seed::new(std::array::from_fn(|_| self.luck.below(256) as u8))
    }

    fn where_it_was(&self) -> String {
        let line = self.table.line();
        let tail: Vec<String> = line.steps().iter().rev().take(12).rev().map(ToString::to_string).collect();
        let (options, seats, steps) = (line.options(), self.seats, line.steps().len());
        format!(
            "with {seats} seats and {options:?}, after {steps} steps: … {}\n{}",
            tail.join(", "),
            line.position().describe()
        )
    }
}

/// What the gauges of a position are called and whose they are.
fn gauges<G: Game>(position: &G) -> Vec<(&'static str, Option<Seat>, Option<i32>)> {
    let mut gauges = Vec::new();
    position.gauges(&mut |Gauge { name, seat, most, .. }| gauges.push((name, seat, most)));
    gauges
}

/// Text and bytes lead back to the position.
fn is_written<G: Complete>(position: &G) -> Result<(), String> {
    let text = position.to_text();
    match G::from_text(&text) {
        Ok(again) if again == *position => {}
        Ok(_) => return Err(format!("the text of a position leads to another: {text}")),
        Err(error) => return Err(format!("the text of a position is not read back: {error}\n{text}")),
    }
    let mut bytes = Vec::new();
    position.to_bytes(&mut bytes);
    match G::from_bytes(&bytes) {
        Ok(again) if again == *position && again.hash() == position.hash() => Ok(()),
        Ok(_) => Err("the bytes of a position lead to another".to_owned()),
        Err(error) => Err(format!("the bytes of a position are not read back: {error}")),
    }
}

fn legal<G: Game>(position: &G, seat: Seat) -> Vec<G::Action> {
    let mut actions = Vec::new();
    position.legal(seat, &mut actions);
    actions
}

/// The fixed numbering leads from numbers to actions and back.
fn numbering<G: Complete>() -> Result<(), String> {
    for index in 0..G::ACTIONS {
        let action = G::from_index(index).ok_or_else(|| format!("no action has the number {index}"))?;
        must_with(G::index(action) == Some(index), || format!("`{action}` does not keep its number {index}"))?;
        survives(&action)?;
    }
    match G::from_index(G::ACTIONS) {
        Some(action) => Err(format!("`{action}` has a number beyond the last")),
        None => Ok(()),
    }
}

fn options_survive<G: Game>(options: &G::Options) -> Result<(), String> {
    let json = serde_json::to_string(options).map_err(|error| error.to_string())?;
    match serde_json::from_str::<G::Options>(&json) {
        Ok(again) if again == *options => Ok(()),
        _ => Err(format!("options do not survive as JSON: {json}")),
    }
}

/// Over the whole action space, what is listed and what is masked is what the judge allows.
fn legal_equals_check<G: Complete>(position: &G, seat: Seat, legal: &[G::Action]) -> Result<(), String> {
    let mut mask = vec![false; G::ACTIONS];
    position.mask(seat, &mut mask);
    for (index, action) in (0..G::ACTIONS).filter_map(|index| Some((index, G::from_index(index)?))) {
        let listed = legal.contains(&action);
        must_with(mask[index] == listed, || format!("`{seat} {action}` is not in the mask as it is in the list"))?;
        match position.check(seat, action) {
            Ok(()) if legal.contains(&action) => {}
            Ok(()) => return Err(format!("`{seat} {action}` is allowed but not listed")),
            Err(rule) if legal.contains(&action) => {
                return Err(format!("`{seat} {action}` is listed but refused by {}", rule.number()));
            }
            Err(rule) if position.why(seat, action, &rule).trim().is_empty() => {
                return Err(format!("`{seat} {action}` is refused without a sentence"));
            }
            Err(_) => {}
        }
    }
    Ok(())
}

fn odds_are_sound<G: Game>(position: &G) -> Result<(), String> {
    let mut seen: Vec<(G::Chance, u32)> = Vec::new();
    position.odds(&mut |chance, weight| seen.push((chance, weight)));
    must(!seen.is_empty(), "chance has nothing to decide")?;
    for (index, &(chance, weight)) in seen.iter().enumerate() {
        must_with(weight != 0, || format!("`{chance}` has no weight"))?;
        let is_new = seen[..index].iter().all(|&(other, _)| other != chance);
        must_with(is_new, || format!("`{chance}` is listed twice among the odds"))?;
        survives(&chance)?;
    }
    Ok(())
}

/// Draws follow the odds, and give the same outcome from the same luck whatever shortcut a game takes.
fn draw_follows_odds<G: Game>(position: &G, seed: Seed) -> Result<(), String> {
    let mut odds = Vec::new();
    position.odds(&mut |chance, weight| odds.push((chance.to_string(), weight)));
    let (mut drawn, mut again) = (seed.draw(0), seed.draw(0));
    follows(&odds, || {
        let chance = position.draw(&mut drawn);
        match draw_by_odds(position, &mut again) {
            by_odds if by_odds == chance => Ok(chance.to_string()),
            by_odds => Err(format!("`{chance}` was drawn where the odds give `{by_odds}`")),
        }
    })
}

/// A random action is any of the legal ones, each equally likely.
fn pick_is_fair<G: Game>(position: &G, seat: Seat, legal: &[G::Action], seed: Seed) -> Result<(), String> {
    let odds: Vec<(String, u32)> = legal.iter().map(|action| (action.to_string(), 1)).collect();
    let (mut luck, mut buffer) = (seed.draw(0), Vec::new());
    if legal.is_empty() {
        return match position.pick(seat, &mut luck, &mut buffer) {
            Some(action) => Err(format!("`{seat} {action}` was picked but is not legal")),
            None => Ok(()),
        };
    }
    follows(&odds, || match position.pick(seat, &mut luck, &mut buffer) {
        Some(action) => Ok(action.to_string()),
        None => Err(format!("nothing was picked for seat {seat}, who can act")),
    })
}

/// A sample has the frequencies that its weights say: a chi-square test so wide that luck alone fails it once in a
/// hundred million times.
fn follows(odds: &[(String, u32)], mut sample: impl FnMut() -> Result<String, String>) -> Result<(), String> {
    let draws = 100.max(20 * odds.len() as u32);
    let total: u32 = odds.iter().map(|&(_, weight)| weight).sum();
    let mut seen: HashMap<String, u32> = HashMap::new();
    for _ in 0..draws {
        *seen.entry(sample()?).or_default() += 1;
    }
    let mut chi2 = 0.0;
    for (words, weight) in odds {
        let expected = f64::from(draws) * f64::from(*weight) / f64::from(total);
        let count = f64::from(seen.remove(words).unwrap_or(0));
        chi2 += (count - expected).powi(2) / expected;
    }
    if let Some(stranger) = seen.keys().next() {
        return Err(format!("`{stranger}` was drawn but is not possible"));
    }
    // Wilson and Hilferty's cube-root approximation at 5.6 standard deviations, and room for small expected counts.
    let freedom = (odds.len() as f64 - 1.0).max(1.0);
    let spread = 2.0 / (9.0 * freedom);
    let most = 1.2 * freedom * (1.0 - spread + 5.6 * spread.sqrt()).powi(3);
    if odds.len() > 1 && chi2 > most {
        return Err(format!(
            "draws do not follow their weights: chi-square {chi2:.1} with {freedom} degrees of freedom"
        ));
    }
    Ok(())
}

/// The words of a value lead back to it.
fn survives<T: FromStr + PartialEq + Display>(value: &T) -> Result<(), String> {
    let words = value.to_string();
    let tidy =
        !words.is_empty() && words.split(' ').all(|word| !word.is_empty() && !word.contains(char::is_whitespace));
    let again = words.parse().is_ok_and(|again: T| again == *value);
    must_with(again && tidy, || format!("`{words}` does not survive its own words"))
}
