//! A match as Python holds it: a position, the setup, and the shared history. Typed inside, plain outside.

use std::any::Any;
use std::sync::Arc;

use polynya_bots::Question;
use polynya_catalog::{CatalogError, Kind, Listing};
use polynya_engine::{
    Complete, Foreseen, Gauge, Layout, Line, Outcome, ParseError, PerSeat, Prompt, Record, Score, Seat, SeatSet, Seed,
    Step, StepOf, Turn, check, check_chance, legal_steps, observation,
};

use crate::history::History;
use crate::returns::returns;
use crate::search::{Ask, Found, Settings, search};
use crate::shaping::Shaping;

/// A match of any game. One dynamic call a question.
pub trait AnyHeld: Send + Sync {
    fn game(&self) -> &'static str;
    fn kind(&self) -> Kind;
    fn seats(&self) -> u8;
    fn options(&self) -> String;
    fn seed(&self) -> Seed;
    fn reseed(&mut self, seed: Seed);
    fn asks_for_chance(&self) -> bool;
    fn turn(&self) -> Turn;
    fn awaited(&self) -> SeatSet;
    fn turns(&self) -> u32;
    fn len(&self) -> usize;
    fn steps(&self) -> Vec<String>;
    fn actions(&self) -> usize;
    fn words(&self, number: usize) -> Option<String>;
    fn label(&self, number: usize) -> Option<String>;
    fn number(&self, words: &str) -> Result<usize, ParseError>;
    fn legal(&self, seat: Seat) -> Vec<usize>;
    fn legal_words(&self, seat: Seat) -> Vec<String>;
    fn legal_steps(&self) -> Vec<String>;
    fn mask(&self, seat: Seat, mask: &mut [bool]);
    fn play(&mut self, seat: Seat, number: usize) -> Result<(), CatalogError>;
    fn push(&mut self, step: &str) -> Result<(), CatalogError>;
    fn odds(&self) -> Vec<(String, u32)>;
    fn settle(&mut self, outcome: usize) -> Result<(), CatalogError>;
    fn draw(&mut self) -> bool;
    fn undo(&mut self) -> bool;
    fn prefix(&self, steps: usize) -> Box<dyn AnyHeld>;
    fn boxed(&self) -> Box<dyn AnyHeld>;
    fn as_any(&self) -> &dyn Any;
    fn is_like(&self, other: &dyn AnyHeld) -> bool;
    fn hash(&self) -> u64;
    fn record(&self) -> Record;
    fn describe(&self) -> String;
    fn prompt(&self, reader: Option<Seat>) -> Prompt;
    fn name(&self, seat: Seat) -> String;
    fn tell(&self, from: usize) -> Vec<String>;
    fn foresee(&self) -> Vec<Foreseen>;
    fn gauges(&self) -> Vec<Gauge>;
    fn result(&self) -> Option<Score>;
    fn ending(&self) -> Option<String>;
    fn returns(&self) -> PerSeat<f64>;
    fn potential(&self, weights: Vec<(String, f32)>) -> Result<PerSeat<f32>, String>;
    fn observe(&self, seat: Seat, into: &mut Vec<f32>);
    fn layout(&self) -> Layout;
    fn to_text(&self) -> String;
    fn to_bytes(&self) -> Vec<u8>;
    fn search(&self, seat: Seat, settings: Settings, ask: &mut Ask<'_>) -> Vec<Found>;
    /// What the network of a bot is asked in this position, if it has one.
    fn question(&self, bot: &str) -> Result<Option<Question>, CatalogError>;
}

/// What is the same in all positions of a match.
pub struct Setup<G: Complete> {
    pub listing: &'static Listing<G>,
    pub options: G::Options,
    pub seats: u8,
}

/// A match with its types.
pub struct Held<G: Complete> {
    setup: Arc<Setup<G>>,
    seed: Seed,
    /// Does the match wait where chance decides, until it is told what to do?
    asks: bool,
    draws: u64,
    history: History<StepOf<G>>,
    position: G,
}

impl<G: Complete> Clone for Held<G> {
    fn clone(&self) -> Held<G> {
        Held {
            setup: Arc::clone(&self.setup),
            seed: self.seed,
            asks: self.asks,
            draws: self.draws,
            history: self.history.clone(),
            position: self.position.clone(),
        }
    }
}

impl<G: Complete> Held<G> {
    /// Returns a match that rests at the end of this line.
    pub fn new(listing: &'static Listing<G>, line: &Line<G>, seed: Seed, asks: bool) -> Held<G> {
        let mut history = History::new();
        line.steps().iter().for_each(|&step| history.push(step));
        let setup = Arc::new(Setup { listing, options: line.options().clone(), seats: line.seats() });
        Held { setup, seed, asks, draws: line.draws(), history, position: line.position().clone() }
    }

    /// Returns the match after what chance decides first.
    pub fn opened(mut self) -> Held<G> {
        self.go_on();
        self
    }

    /// Draws what the seed gives, unless the match asks for chance.
    fn go_on(&mut self) {
        while !self.asks && self.draw_once() {}
    }

    fn draw_once(&mut self) -> bool {
        if self.position.turn() != Turn::Chance {
            return false;
        }
        let chance = self.position.draw(&mut self.seed.draw(self.draws));
        self.decide(chance);
        true
    }

    fn decide(&mut self, chance: G::Chance) {
        self.position.settle(chance, &mut |_| {});
        self.history.push(Step::Chance(chance));
        self.draws += 1;
    }

    fn act(&mut self, seat: Seat, action: G::Action) -> Result<(), CatalogError> {
        check(&self.position, self.setup.seats, seat, action)?;
        self.position.play(seat, action, &mut |_| {});
        self.history.push(Step::Play(seat, action));
        self.go_on();
        Ok(())
    }

    /// The match after its first steps, by replay.
    fn line(&self, steps: &[StepOf<G>]) -> Line<G> {
        let mut line = Line::new(self.setup.options.clone(), self.setup.seats).expect("this match has started before");
        steps.iter().for_each(|&step| line.advance(step).expect("this step was played before"));
        line
    }

    fn whole_line(&self) -> Line<G> {
        self.line(&self.history.steps())
    }

    fn after(&self, steps: &[StepOf<G>]) -> Held<G> {
        let line = self.line(steps);
        let mut history = History::new();
        steps.iter().for_each(|&step| history.push(step));
        Held {
            setup: Arc::clone(&self.setup),
            seed: self.seed,
            asks: self.asks,
            draws: line.draws(),
            history,
            position: line.position().clone(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.position.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Players(_) | Turn::Chance => None,
        }
    }
}

impl<G: Complete> AnyHeld for Held<G> {
    fn game(&self) -> &'static str {
        G::ID
    }

    fn kind(&self) -> Kind {
        self.setup.listing.info.kind
    }

    fn seats(&self) -> u8 {
        self.setup.seats
    }

    fn options(&self) -> String {
        serde_json::to_string(&self.setup.options).expect("options are plain JSON")
    }

    fn seed(&self) -> Seed {
        self.seed
    }

    fn reseed(&mut self, seed: Seed) {
        self.seed = seed;
    }

    fn asks_for_chance(&self) -> bool {
        self.asks
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn awaited(&self) -> SeatSet {
        self.position.awaited()
    }

    fn turns(&self) -> u32 {
        self.position.turns()
    }

    fn len(&self) -> usize {
        self.history.len()
    }

    fn steps(&self) -> Vec<String> {
        self.history.steps().iter().map(ToString::to_string).collect()
    }

    fn actions(&self) -> usize {
        G::ACTIONS
    }

    fn words(&self, number: usize) -> Option<String> {
        G::from_index(number).map(|action| action.to_string())
    }

    fn label(&self, number: usize) -> Option<String> {
        G::from_index(number).map(G::label)
    }

    fn number(&self, words: &str) -> Result<usize, ParseError> {
        let action: G::Action = words.parse()?;
        G::index(action).ok_or_else(|| ParseError(format!("{} never has the action `{action}`", G::ID)))
    }

    fn legal(&self, seat: Seat) -> Vec<usize> {
        let mut numbers = Vec::new();
        if matches!(self.position.turn(), Turn::Players(_)) {
            self.position.each_legal(seat, &mut |action| numbers.extend(G::index(action)));
        }
        numbers.sort_unstable();
        numbers
    }

    fn legal_words(&self, seat: Seat) -> Vec<String> {
        self.legal(seat).into_iter().filter_map(|number| self.words(number)).collect()
    }

    fn legal_steps(&self) -> Vec<String> {
        legal_steps(&self.position)
    }

    fn mask(&self, seat: Seat, mask: &mut [bool]) {
        match self.position.turn() {
            Turn::Players(_) => self.position.mask(seat, mask),
            Turn::Chance | Turn::Over(_) => mask.fill(false),
        }
    }

    fn play(&mut self, seat: Seat, number: usize) -> Result<(), CatalogError> {
        let action = G::from_index(number).ok_or_else(|| {
            let last = G::ACTIONS - 1;
            CatalogError::Unknown(format!("there is no action {number}: those of {} are 0 to {last}", G::ID))
        })?;
        self.act(seat, action)
    }

    fn push(&mut self, step: &str) -> Result<(), CatalogError> {
        match step.parse::<StepOf<G>>()? {
            Step::Play(seat, action) => {
                check(&self.position, self.setup.seats, seat, action)?;
                self.position.play(seat, action, &mut |_| {});
                self.history.push(Step::Play(seat, action));
            }
            Step::Chance(chance) => {
                check_chance(&self.position, chance)?;
                self.decide(chance);
            }
        }
        Ok(())
    }

    fn odds(&self) -> Vec<(String, u32)> {
        let mut odds = Vec::new();
        if self.position.turn() == Turn::Chance {
            self.position.odds(&mut |chance, weight| odds.push((chance.to_string(), weight)));
        }
        odds
    }

    fn settle(&mut self, outcome: usize) -> Result<(), CatalogError> {
        let (mut count, mut chosen) = (0, None);
        if self.position.turn() == Turn::Chance {
            self.position.odds(&mut |chance, _| {
                if count == outcome {
                    chosen = Some(chance);
                }
                count += 1;
            });
        }
        let chance = chosen.ok_or_else(|| match count {
            0 => CatalogError::Unknown("chance decides nothing here; see `is_chance`".to_owned()),
            _ => CatalogError::Unknown(format!("there is no outcome {outcome}: they are 0 to {}", count - 1)),
        })?;
        self.decide(chance);
        self.go_on();
        Ok(())
    }

    fn draw(&mut self) -> bool {
        let drawn = self.draw_once();
        self.go_on();
        drawn
    }

    fn undo(&mut self) -> bool {
        let steps = self.history.steps();
        let last = steps.iter().rposition(|step| matches!(step, Step::Play(..)));
        if let Some(last) = last {
            *self = self.after(&steps[..last]);
        }
        last.is_some()
    }

    fn prefix(&self, steps: usize) -> Box<dyn AnyHeld> {
        let all = self.history.steps();
        Box::new(self.after(&all[..steps.min(all.len())]))
    }

    fn boxed(&self) -> Box<dyn AnyHeld> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn is_like(&self, other: &dyn AnyHeld) -> bool {
        other.as_any().downcast_ref::<Held<G>>().is_some_and(|other| {
            self.position == other.position
                && (Arc::ptr_eq(&self.setup, &other.setup)
                    || (self.setup.seats == other.setup.seats && self.setup.options == other.setup.options))
        })
    }

    fn hash(&self) -> u64 {
        self.position.hash()
    }

    fn record(&self) -> Record {
        let line = self.whole_line();
        let proven = line.first_foreign_draw(self.seed, 0).is_none();
        Record::of(&line, proven.then_some(self.seed))
    }

    fn describe(&self) -> String {
        self.position.describe()
    }

    fn prompt(&self, reader: Option<Seat>) -> Prompt {
        self.position.prompt(reader)
    }

    fn name(&self, seat: Seat) -> String {
        self.position.name(seat)
    }

    fn tell(&self, from: usize) -> Vec<String> {
        self.whole_line().log(from).into_iter().flat_map(|played| played.told).collect()
    }

    fn foresee(&self) -> Vec<Foreseen> {
        self.position.foresee()
    }

    fn gauges(&self) -> Vec<Gauge> {
        let mut gauges = Vec::new();
        self.position.gauges(&mut |gauge| gauges.push(gauge));
        gauges
    }

    fn result(&self) -> Option<Score> {
        Some(Score::new(&self.outcome()?, self.setup.seats))
    }

    fn ending(&self) -> Option<String> {
        let ending = serde_json::to_value(self.position.ending()?).expect("an ending is plain JSON");
        ending.as_str().map(str::to_owned)
    }

    fn returns(&self) -> PerSeat<f64> {
        let paid = self.outcome().map(|outcome| returns(self.kind(), &outcome, self.setup.seats));
        paid.unwrap_or_default()
    }

    fn potential(&self, weights: Vec<(String, f32)>) -> Result<PerSeat<f32>, String> {
        Ok(Shaping::new(&self.position, weights)?.potential(&self.position, self.setup.seats))
    }

    fn observe(&self, seat: Seat, into: &mut Vec<f32>) {
        observation(&self.position, seat, into);
    }

    fn layout(&self) -> Layout {
        Layout::of::<G>()
    }

    fn to_text(&self) -> String {
        self.position.to_text()
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(256);
        self.position.to_bytes(&mut bytes);
        bytes
    }

    fn question(&self, bot: &str) -> Result<Option<Question>, CatalogError> {
        Ok(self.setup.listing.bot(bot)?.make().question(&self.position))
    }

    fn search(&self, seat: Seat, settings: Settings, ask: &mut Ask<'_>) -> Vec<Found> {
        search(&self.position, self.kind(), self.setup.seats, seat, settings, ask)
    }
}
