//! A game known by its listing alone.

use std::ops::ControlFlow;
use std::time::Duration;

use polynya_engine::book::Book;
use polynya_engine::lesson::Lesson;
use polynya_engine::{
    Actions, Complete, Hint, Layout, Record, ReferenceCard, Seat, Seed, Table, Thing, Verified, read_options,
};
use serde_json::value::RawValue;

use crate::analysis::{MatchAnalysis, StepAnalysis, analyse, appraise};
use crate::boxes::BoxKind;
use crate::error::CatalogError;
use crate::hint::hint;
use crate::info::{BotInfo, Group, Info};
use crate::listing::Listing;
use crate::opinion::{Opinion, Suggestion, opinion};
use crate::play::{AnyMatch, Match};
use crate::player::AnyPlayer;
use crate::screen::{Screen, Shows};

/// One action of a game's fixed numbering.
#[derive(Clone, Debug)]
pub struct ActionInfo {
    /// Its words.
    pub words: String,
    /// What a button says.
    pub label: String,
    /// Its kind and its arguments as JSON.
    pub action: Box<RawValue>,
}

/// A game whose matches are shown on a screen, for those who serve any game. Those who compute with one game's types
/// use [`visit`](crate::visit).
pub trait AnyGame<S: Screen = ()>: Sync {
    /// Returns what people are told about it.
    fn info(&self) -> &Info;
    /// Returns the bots that play it, weakest first.
    fn bots(&self) -> Vec<BotInfo>;
    /// Returns how its owner enters what is printed in the box, where that can be entered.
    fn contents(&self) -> Option<&BoxKind>;
    /// Returns its rule book.
    fn book(&self) -> &Book;
    /// Returns its lessons, the first one first.
    fn lessons(&self) -> &[Lesson];
    /// Returns its puzzles: lessons of one step, in which all that is wanted is the best.
    fn puzzles(&self) -> &[Lesson];
    /// Returns where a clause is taught: the game and the word of a lesson, and the number of its step, from 1.
    fn teaching(&self, clause: &str) -> Option<(&'static str, &'static str, usize)>;
    /// Returns the version of its rules.
    fn version(&self) -> u16;
    /// Returns all actions in the order of their numbers.
    fn actions(&self) -> Vec<ActionInfo>;
    /// Returns the TypeScript type of its actions.
    fn actions_in_typescript(&self) -> String;
    /// Returns the layout of its observations.
    fn layout(&self) -> Layout;
    /// Returns all the options with their values: what is left out takes its default.
    fn options(&self, json: &str) -> Result<String, CatalogError>;
    /// Returns these options without what a match kept from the one before it.
    fn options_anew(&self, json: &str) -> Result<String, CatalogError>;
    /// Returns what is special about a match with these options, in a few words each.
    fn highlights(&self, options: &str) -> Result<Vec<String>, CatalogError>;
    /// Returns what stands on the reference cards of a match with these options.
    fn reference(&self, options: &str) -> Result<Vec<ReferenceCard>, CatalogError>;
    /// Returns what lies on its table, thing by thing.
    fn things(&self) -> Vec<Thing>;
    /// Opens a new match.
    fn open(&self, options: &str, seats: u8, seed: Seed) -> Result<Box<dyn AnyMatch<S>>, CatalogError>;
    /// Opens a match that goes on where a record ends, with the record's seed or, if it has none, with this one.
    fn resume(&self, record: &Record, seed: Seed) -> Result<Box<dyn AnyMatch<S>>, CatalogError>;
    /// Returns a recorded match as it stands after its first `steps` steps, without drawing anything.
    fn view(&self, record: &Record, steps: usize) -> Result<Box<dyn AnyMatch<S>>, CatalogError>;
    /// Judges a record: options, seats, every step and the result.
    fn judge(&self, record: &Record) -> Result<(), CatalogError>;
    /// Judges a record, compares its dice with its seed and the seed with what it was made from; returns what was found.
    fn verify(&self, record: &Record) -> Result<Verified, CatalogError>;
    /// Returns a bot by its name, with luck of its own.
    fn player(&self, bot: &str, seed: Seed) -> Result<Box<dyn AnyPlayer>, CatalogError>;
    /// Returns the time that a bot has for every choice, if its name says so.
    fn thinking_time(&self, bot: &str) -> Result<Option<Duration>, CatalogError>;
    /// Returns what a seat that can act should do in a position, after thinking for so long.
    fn hint(&self, position: &[u8], seat: Seat, time: Duration) -> Result<Hint, CatalogError>;
    /// Returns what a seat whose turn it is should make of what somebody suggests to it.
    fn opinion(&self, position: &[u8], seat: Seat, suggestion: &Suggestion) -> Result<Opinion, CatalogError>;
    /// Returns what luck and skill did in a recorded match. `progress` is told how many steps are done, and may stop it:
    /// then nothing is returned.
    fn analyse(
        &self,
        record: &Record,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<MatchAnalysis>, CatalogError>;
    /// Returns what the last step of a recorded match did, measured as [`analyse`](AnyGame::analyse) measures; nothing of
    /// a match without steps. The result of the record is not judged.
    fn appraise(&self, record: &Record) -> Result<Option<StepAnalysis>, CatalogError>;
}

impl<S: Screen, G: Complete + Shows<S>> AnyGame<S> for Listing<G> {
    fn info(&self) -> &Info {
        &self.info
    }

    fn bots(&self) -> Vec<BotInfo> {
        self.bots.iter().map(|bot| bot.info).collect()
    }

    fn contents(&self) -> Option<&BoxKind> {
        self.contents.as_ref()
    }

    fn book(&self) -> &Book {
        Listing::book(self)
    }

    fn lessons(&self) -> &[Lesson] {
        Listing::lessons(self)
    }

    fn puzzles(&self) -> &[Lesson] {
        Listing::puzzles(self)
    }

    fn teaching(&self, clause: &str) -> Option<(&'static str, &'static str, usize)> {
        Listing::teaching(self, clause)
    }

    fn version(&self) -> u16 {
        G::VERSION
    }

    fn actions(&self) -> Vec<ActionInfo> {
        let info = |action: G::Action| ActionInfo {
            words: action.to_string(),
            label: G::label(action),
            action: serde_json::value::to_raw_value(&action).expect("an action is plain JSON"),
        };
        (0..G::ACTIONS).filter_map(G::from_index).map(info).collect()
    }

    fn actions_in_typescript(&self) -> String {
        G::Action::typescript()
    }

    fn layout(&self) -> Layout {
        Layout::of::<G>()
    }

    fn options(&self, json: &str) -> Result<String, CatalogError> {
        Ok(serde_json::to_string(&read_options::<G>(json)?).expect("options are plain JSON"))
    }

    fn options_anew(&self, json: &str) -> Result<String, CatalogError> {
        let mut options = serde_json::to_value(read_options::<G>(json)?).expect("options are plain JSON");
        if let Some(options) = options.as_object_mut() {
            let kept = self.info.options.iter().filter(|option| option.group == Group::Again);
            kept.for_each(|option| drop(options.remove(option.name)));
        }
        AnyGame::<S>::options(self, &options.to_string())
    }

    fn highlights(&self, options: &str) -> Result<Vec<String>, CatalogError> {
        Ok(G::highlights(&read_options::<G>(options)?))
    }

    fn reference(&self, options: &str) -> Result<Vec<ReferenceCard>, CatalogError> {
        Ok(G::reference(&read_options::<G>(options)?))
    }

    fn things(&self) -> Vec<Thing> {
        G::things()
    }

    fn open(&self, options: &str, seats: u8, seed: Seed) -> Result<Box<dyn AnyMatch<S>>, CatalogError> {
        Ok(Box::new(Match::<G, S>::new(Listing::open(self, options, seats, seed)?)))
    }

    fn resume(&self, record: &Record, seed: Seed) -> Result<Box<dyn AnyMatch<S>>, CatalogError> {
        Ok(Box::new(Match::<G, S>::new(Listing::resume(self, record, seed)?)))
    }

    fn view(&self, record: &Record, steps: usize) -> Result<Box<dyn AnyMatch<S>>, CatalogError> {
        let line = record.replay::<G>()?.prefix(steps);
        Ok(Box::new(Match::<G, S>::new(Table::paused(line, record.seed.unwrap_or_else(|| Seed::new([0; 32]))))))
    }

    fn judge(&self, record: &Record) -> Result<(), CatalogError> {
        record.judge::<G>()?;
        Ok(())
    }

    fn verify(&self, record: &Record) -> Result<Verified, CatalogError> {
        Ok(record.verify::<G>()?)
    }

    fn thinking_time(&self, bot: &str) -> Result<Option<Duration>, CatalogError> {
        Ok(self.bot(bot)?.time())
    }

    fn player(&self, bot: &str, seed: Seed) -> Result<Box<dyn AnyPlayer>, CatalogError> {
        Ok(Box::new(Listing::player(self, bot, seed)?))
    }

    fn hint(&self, position: &[u8], seat: Seat, time: Duration) -> Result<Hint, CatalogError> {
        Ok(hint(&mut *(self.adviser)(), &G::from_bytes(position)?, seat, time))
    }

    fn opinion(&self, position: &[u8], seat: Seat, suggestion: &Suggestion) -> Result<Opinion, CatalogError> {
        opinion(&mut *(self.adviser)(), &G::from_bytes(position)?, seat, suggestion)
    }

    fn analyse(
        &self,
        record: &Record,
        progress: &mut dyn FnMut(usize) -> ControlFlow<()>,
    ) -> Result<Option<MatchAnalysis>, CatalogError> {
        Ok(analyse(self, &record.judge::<G>()?, progress))
    }

    fn appraise(&self, record: &Record) -> Result<Option<StepAnalysis>, CatalogError> {
        Ok(appraise(self, &record.replay::<G>()?))
    }
}
