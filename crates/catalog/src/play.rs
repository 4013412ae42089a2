//! Matches without their types: words go in, words and events come out.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use polynya_engine::{
    Complete, Fact, Gauge, Line, ParseError, Played, Prompt, Record, Score, Seat, SeatSet, Seed, Step, StepOf, Table,
    Turn, Warning,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::{RawValue, to_raw_value};

use crate::error::CatalogError;
use crate::screen::{Screen, Shows};

/// A step in words: who did what. In JSON it is the text `WHO WORDS`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spoken {
    /// The seat that acted; nobody where chance decided.
    pub seat: Option<Seat>,
    /// The words of the notation, without who did it.
    pub words: String,
}

/// Writes `WHO WORDS`, as records do.
impl fmt::Display for Spoken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.seat {
            Some(seat) => write!(f, "{seat} {}", self.words),
            None => write!(f, "* {}", self.words),
        }
    }
}

impl FromStr for Spoken {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Spoken, ParseError> {
        match text.split_once(' ') {
            Some(("*", words)) => Ok(Spoken { seat: None, words: words.to_owned() }),
            Some((seat, words)) => Ok(Spoken { seat: Some(seat.parse()?), words: words.to_owned() }),
            None => Err(ParseError("a step is `WHO WORDS`: a seat number or `*`, one space, and the words".to_owned())),
        }
    }
}

impl Serialize for Spoken {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Spoken {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Spoken, D::Error> {
        String::deserialize(from)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A step and what happened in it: the one form that logs, updates and replays have.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS, utoipa::ToSchema), ts(export_to = "protocol.ts"))]
pub struct LogEntry {
    /// How many steps stood before it.
    pub at: u32,
    /// How many turns or rounds were over before it.
    pub turn: u32,
    /// The seat that acted; nobody where chance decided.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    #[cfg_attr(feature = "ts", ts(optional), schema(value_type = Option<u8>))]
    pub seat: Option<Seat>,
    /// What was done or decided, in the game's words.
    pub words: String,
    /// What happened, sentence by sentence.
    pub told: Vec<String>,
    /// What happened, event by event: one for each sentence.
    #[cfg_attr(feature = "ts", ts(type = "GameEvent[]"), schema(value_type = Vec<Object>))]
    pub events: Events,
}

impl LogEntry {
    fn new<G: Complete>(played: Played<G>) -> LogEntry {
        LogEntry {
            at: played.at as u32,
            turn: played.turn,
            seat: played.step.seat(),
            words: played.step.words(),
            told: played.told,
            events: Events(to_raw_value(&played.events).expect("events are plain JSON")),
        }
    }
}

/// Events of a game as the JSON that the game wrote: a list of objects whose field `event` says what kind they are.
#[derive(Clone)]
pub struct Events(Box<RawValue>);

impl Events {
    /// Returns the JSON.
    pub fn json(&self) -> &str {
        self.0.get()
    }
}

impl PartialEq for Events {
    fn eq(&self, other: &Events) -> bool {
        self.json() == other.json()
    }
}

impl fmt::Debug for Events {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.json())
    }
}

impl Serialize for Events {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(to)
    }
}

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Events, D::Error> {
        // Inside of a tagged message only a value can be read, not its text.
        let value = serde_json::Value::deserialize(from)?;
        to_raw_value(&value).map(Events).map_err(serde::de::Error::custom)
    }
}

/// A step that chance decided, with everything that could have happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draw {
    /// How many steps stood before it.
    pub at: u32,
    /// What could have been drawn, in words with their weights, in the order in which draws count them.
    pub odds: Vec<(String, u32)>,
}

/// What a seat may do, as numbers of the fixed numbering.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Choices {
    /// Its legal actions, rising.
    pub legal: Vec<u32>,
    /// Those among them that roll or reveal something.
    pub draws: Vec<u32>,
    /// Those among them that lead to something a player should know, rising.
    pub warnings: Vec<(u32, Warning)>,
    /// The one among them that answers a question about which there is no choice.
    pub forced: Option<u32>,
}

/// A copy of a match that is some steps ahead of it.
pub struct Ahead<S: Screen> {
    /// The match after these steps.
    pub table: Box<dyn AnyMatch<S>>,
    /// The steps.
    pub steps: Vec<Spoken>,
    /// What happened in them.
    pub log: Vec<LogEntry>,
    /// What each of them changes on the screen, where they are more than one.
    pub changes: Vec<S::Change>,
}

/// How a match ended, told to somebody.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// To whom; to everybody if to no seat.
    pub seat: Option<Seat>,
    /// How it ended for them, in one sentence.
    pub verdict: String,
    /// What is worth telling of them.
    pub facts: Vec<Fact>,
}

/// A match of any game, shown on a screen.
pub trait AnyMatch<S: Screen = ()>: Send + Sync {
    /// Returns how many seats the table has.
    fn seats(&self) -> u8;
    /// Returns how many steps were played.
    fn len(&self) -> usize;
    /// Has nothing been played yet?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Returns the steps from this one on.
    fn steps(&self, from: usize) -> Vec<Spoken>;
    /// Returns the seats that may act now.
    fn acting(&self) -> SeatSet;
    /// Returns those of them that the table waits for.
    fn awaited(&self) -> SeatSet;
    /// Returns the legal actions of a seat in words, ordered by character code.
    fn legal(&self, seat: Seat) -> Vec<String>;
    /// Returns everything that may follow: actions of all seats that may act, or the outcomes of chance.
    fn legal_steps(&self) -> Vec<String>;
    /// Returns what chance can decide now, in words with their weights, in the order in which draws count them; nothing
    /// where seats act.
    fn outcomes(&self) -> Vec<(String, u32)>;
    /// Returns what a seat may do, as numbers.
    fn choices(&self, seat: Seat) -> Choices;
    /// May this seat do this now?
    fn check(&self, seat: Seat, words: &str) -> Result<(), CatalogError>;
    /// Returns how it ended, once it has.
    fn result(&self) -> Option<Score>;
    /// Returns why it ended, once it has: a word such as `heat`.
    fn ending(&self) -> Option<String>;
    /// Returns how it ended, told to everybody and to each seat; nothing before the end.
    fn told(&self) -> Vec<Told>;
    /// Returns the options of a match that follows this one at once and keeps what the book lets lie; nothing before the
    /// end, and where the book says nothing of it.
    fn again(&self) -> Option<String>;
    /// Returns how many turns or rounds are over.
    fn turns(&self) -> u32;
    /// Returns the name by which sentences call a seat.
    fn name(&self, seat: Seat) -> String;
    /// Returns the position in words.
    fn describe(&self) -> String;
    /// Returns what the moment asks for, told to this seat or to somebody who watches.
    fn prompt(&self, reader: Option<Seat>) -> Prompt;
    /// Returns how this match is won and what can be done in it, in a few sentences.
    fn primer(&self) -> Vec<String>;
    /// Returns what a legal action leads to, if a player should know before doing it.
    fn warning(&self, seat: Seat, words: &str) -> Option<Warning>;
    /// Returns how far everybody has come.
    fn gauges(&self) -> Vec<Gauge>;
    /// Returns the position as text that can be read back.
    fn to_text(&self) -> String;
    /// Returns the position as bytes: what bots and advisers are asked about.
    fn to_bytes(&self) -> Vec<u8>;
    /// Returns the position as it is shown.
    fn picture(&self) -> &S::Picture;
    /// Returns what has changed on the screen since this was last asked, or since the match was opened.
    fn change(&mut self) -> S::Change;
    /// Returns the record of the match, with this seed.
    fn record(&self, seed: Option<Seed>) -> Record;
    /// Returns what happened from this step on, step by step.
    fn log(&self, from: usize) -> Vec<LogEntry>;
    /// Plays the match again from its start; shows what happened in each step, and the match after it.
    fn replay(&self, each: &mut dyn FnMut(LogEntry, &mut dyn AnyMatch<S>));
    /// Returns everything that chance decided, draw by draw.
    fn draws(&self) -> Vec<Draw>;
    /// Judges what a seat wants by trying it, and what chance decides after it, on a copy; returns that.
    fn decide(&self, seat: Seat, words: &str) -> Result<Ahead<S>, CatalogError>;
    /// Does what a seat wants, if the rules allow it, and what chance decides after it; returns what happened.
    fn submit(&mut self, seat: Seat, words: &str) -> Result<Vec<LogEntry>, CatalogError>;
    /// Adds a step that was written down before, if the rules allow it; nothing is drawn. Returns what happened.
    fn push(&mut self, step: &Spoken) -> Result<LogEntry, CatalogError>;
    /// Takes back the last action, with what chance decided after it. `false` if there is none.
    fn undo(&mut self) -> bool;
    /// Goes back to the first `steps` steps and then plays these, or says why not and stays.
    fn rewind(&mut self, steps: usize, then: &[Spoken]) -> Result<(), CatalogError>;
    /// Returns a second match that shares the first `steps` steps and goes on with a seed of its own.
    fn fork(&self, steps: usize, seed: Seed) -> Box<dyn AnyMatch<S>>;
    /// Returns the same match as it stood after its first `steps` steps; nothing is drawn.
    fn prefix(&self, steps: usize) -> Box<dyn AnyMatch<S>>;
    /// Draws the dice that are still to fall from another seed.
    fn reseed(&mut self, seed: Seed);
    /// Returns the match once more, with what was last shown of it.
    fn boxed_clone(&self) -> Box<dyn AnyMatch<S>>;
    /// Returns the secret behind the dice.
    fn seed(&self) -> Seed;
    /// Returns the same, if all dice of the match come from it.
    fn proof(&self) -> Option<Seed>;
}

/// A match with its types.
pub(crate) struct Match<G: Complete, S: Screen> {
    table: Table<G>,
    /// The position that was last shown, and what the screen remembers of it.
    shown: Arc<(G, S::Memory)>,
}

impl<G: Complete, S: Screen> Match<G, S> {
    pub(crate) fn new(table: Table<G>) -> Match<G, S> {
        let shown = Arc::new((table.position().clone(), S::Memory::default()));
        Match { table, shown }
    }

    fn line(&self) -> &Line<G> {
        self.table.line()
    }

    fn position(&self) -> &G {
        self.table.position()
    }
}

/// What chance can decide in a position, with weights.
fn odds<G: Complete>(position: &G) -> Vec<(String, u32)> {
    let mut odds = Vec::new();
    position.odds(&mut |chance, weight| odds.push((chance.to_string(), weight)));
    odds
}

fn step<G: Complete>(Spoken { seat, words }: &Spoken) -> Result<StepOf<G>, ParseError> {
    Ok(match *seat {
        Some(seat) => Step::Play(seat, words.parse()?),
        None => Step::Chance(words.parse()?),
    })
}

fn spoken<G: Complete>(step: &StepOf<G>) -> Spoken {
    Spoken { seat: step.seat(), words: step.words() }
}

impl<S: Screen, G: Complete + Shows<S>> AnyMatch<S> for Match<G, S> {
    fn seats(&self) -> u8 {
        self.line().seats()
    }

    fn len(&self) -> usize {
        self.line().steps().len()
    }

    fn steps(&self, from: usize) -> Vec<Spoken> {
        self.line().steps().iter().skip(from).map(spoken::<G>).collect()
    }

    fn acting(&self) -> SeatSet {
        self.line().acting()
    }

    fn awaited(&self) -> SeatSet {
        self.position().awaited()
    }

    fn legal(&self, seat: Seat) -> Vec<String> {
        self.line().legal_of(seat).iter().map(ToString::to_string).collect()
    }

    fn legal_steps(&self) -> Vec<String> {
        self.line().legal()
    }

    fn outcomes(&self) -> Vec<(String, u32)> {
        if self.position().turn() == Turn::Chance { odds(self.position()) } else { Vec::new() }
    }

    fn choices(&self, seat: Seat) -> Choices {
        let position = self.position();
        let mut choices = Choices::default();
        position.each_legal(seat, &mut |action| {
            let Some(number) = G::index(action) else { return };
            choices.legal.push(number as u32);
            choices.warnings.extend(position.warning(seat, action).map(|warning| (number as u32, warning)));
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            if after.turn() == Turn::Chance {
                choices.draws.push(number as u32);
            }
        });
        choices.legal.sort_unstable();
        choices.draws.sort_unstable();
        choices.warnings.sort_unstable_by_key(|(number, _)| *number);
        choices.forced = position.forced(seat).and_then(G::index).map(|number| number as u32);
        choices
    }

    fn check(&self, seat: Seat, words: &str) -> Result<(), CatalogError> {
        Ok(self.line().check(seat, words.parse()?)?)
    }

    fn result(&self) -> Option<Score> {
        self.line().result()
    }

    fn ending(&self) -> Option<String> {
        let ending = serde_json::to_value(self.position().ending()?).expect("an ending is plain JSON");
        ending.as_str().map(str::to_owned)
    }

    fn told(&self) -> Vec<Told> {
        if self.result().is_none() {
            return Vec::new();
        }
        let events: Vec<G::Event> = self.line().log(0).into_iter().flat_map(|played| played.events).collect();
        let readers = std::iter::once(None).chain(Seat::all(self.seats()).map(Some));
        let tell = |seat| {
            let position = self.position();
            Told { seat, verdict: position.verdict(seat), facts: position.facts(seat, &events) }
        };
        readers.map(tell).collect()
    }

    fn again(&self) -> Option<String> {
        self.result()?;
        let drawn = |step: &StepOf<G>| match *step {
            Step::Chance(chance) => Some(chance),
            Step::Play(..) => None,
        };
        let drawn: Vec<G::Chance> = self.line().steps().iter().filter_map(drawn).collect();
        let options = self.position().again(self.line().options(), &drawn)?;
        Some(serde_json::to_string(&options).expect("options are plain JSON"))
    }

    fn turns(&self) -> u32 {
        self.position().turns()
    }

    fn name(&self, seat: Seat) -> String {
        self.position().name(seat)
    }

    fn describe(&self) -> String {
        self.position().describe()
    }

    fn prompt(&self, reader: Option<Seat>) -> Prompt {
        self.position().prompt(reader)
    }

    fn primer(&self) -> Vec<String> {
        self.position().primer()
    }

    fn warning(&self, seat: Seat, words: &str) -> Option<Warning> {
        self.position().warning(seat, words.parse().ok()?)
    }

    fn gauges(&self) -> Vec<Gauge> {
        let mut gauges = Vec::new();
        self.position().gauges(&mut |gauge| gauges.push(gauge));
        gauges
    }

    fn to_text(&self) -> String {
        self.position().to_text()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(256);
        self.position().to_bytes(&mut bytes);
        bytes
    }

    fn picture(&self) -> &S::Picture {
        G::picture(self.line())
    }

    fn change(&mut self) -> S::Change {
        let line = self.table.line();
        let (before, memory) = &*self.shown;
        let (change, memory) = G::change(line, before, memory);
        self.shown = Arc::new((line.position().clone(), memory));
        change
    }

    fn record(&self, seed: Option<Seed>) -> Record {
        Record::of(self.line(), seed)
    }

    fn log(&self, from: usize) -> Vec<LogEntry> {
        self.line().log(from).into_iter().map(LogEntry::new).collect()
    }

    fn replay(&self, each: &mut dyn FnMut(LogEntry, &mut dyn AnyMatch<S>)) {
        let mut running = Match::<G, S>::new(self.table.prefix(0));
        for &step in self.line().steps() {
            let played = running.table.push(step).expect("this step was played before");
            each(LogEntry::new(played), &mut running);
        }
    }

    fn draws(&self) -> Vec<Draw> {
        let mut line = self.line().prefix(0);
        let mut draws = Vec::new();
        for (at, &step) in (0..).zip(self.line().steps()) {
            if matches!(step, Step::Chance(_)) {
                draws.push(Draw { at, odds: odds(line.position()) });
            }
            line.advance(step).expect("this step was played before");
        }
        draws
    }

    fn decide(&self, seat: Seat, words: &str) -> Result<Ahead<S>, CatalogError> {
        let mut table = self.table.clone();
        let log: Vec<LogEntry> = table.submit(seat, words.parse()?)?.into_iter().map(LogEntry::new).collect();
        let steps = log.iter().map(|entry| Spoken { seat: entry.seat, words: entry.words.clone() }).collect();
        let mut changes = Vec::new();
        if log.len() > 1 {
            let mut running = Match::<G, S> { table: self.table.clone(), shown: Arc::clone(&self.shown) };
            for &step in &table.line().steps()[self.len()..] {
                running.table.push(step).expect("this step was just played");
                changes.push(running.change());
            }
        }
        Ok(Ahead { table: Box::new(Match { table, shown: Arc::clone(&self.shown) }), steps, log, changes })
    }

    fn submit(&mut self, seat: Seat, words: &str) -> Result<Vec<LogEntry>, CatalogError> {
        Ok(self.table.submit(seat, words.parse()?)?.into_iter().map(LogEntry::new).collect())
    }

    fn push(&mut self, spoken: &Spoken) -> Result<LogEntry, CatalogError> {
        Ok(LogEntry::new(self.table.push(step::<G>(spoken)?)?))
    }

    fn undo(&mut self) -> bool {
        self.table.undo()
    }

    fn rewind(&mut self, steps: usize, then: &[Spoken]) -> Result<(), CatalogError> {
        let then = then.iter().map(step::<G>).collect::<Result<Vec<_>, _>>()?;
        Ok(self.table.rewind(steps, &then)?)
    }

    fn fork(&self, steps: usize, seed: Seed) -> Box<dyn AnyMatch<S>> {
        Box::new(Match::<G, S>::new(self.table.fork(steps, seed)))
    }

    fn prefix(&self, steps: usize) -> Box<dyn AnyMatch<S>> {
        Box::new(Match::<G, S>::new(self.table.prefix(steps)))
    }

    fn reseed(&mut self, seed: Seed) {
        self.table.reseed(seed);
    }

    fn boxed_clone(&self) -> Box<dyn AnyMatch<S>> {
        Box::new(Match { table: self.table.clone(), shown: Arc::clone(&self.shown) })
    }

    fn seed(&self) -> Seed {
        self.table.seed()
    }

    fn proof(&self) -> Option<Seed> {
        self.table.proof()
    }
}
