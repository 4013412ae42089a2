//! The list of games.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use polynya_bots::Random;
use polynya_engine::{Complete, Game, excerpt};
use polynya_games::floes::{PiecepackGame, PolarDareGame};
use polynya_games::ice_breakers::IceBreakers;
use polynya_games::polar_roller::PolarRoller;
use polynya_games::rescue_polar_bears::RescuePolarBears;

use crate::any_game::AnyGame;
use crate::error::CatalogError;
use crate::info::{BotInfo, Group, OptionInfo, Preset, Values};
use crate::listing::{BotMaker, ListedBot, Listing};
use crate::screen::{Screen, Shows};

listed! {
    floes::POLAR_DARE: PolarDareGame,
    floes::PIECEPACK_DARE: PiecepackGame,
    rescue_polar_bears::LISTING: RescuePolarBears,
    ice_breakers::LISTING: IceBreakers,
    polar_roller::LISTING: PolarRoller,
}

/// Somebody who wants to know the types of a game.
pub trait Visitor {
    /// What comes of the visit.
    type Out;

    /// Visits a game.
    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out;
}

/// Games that are shown on a screen.
pub struct Games<S: Screen>(Vec<&'static dyn AnyGame<S>>);

impl<S: Screen> Games<S> {
    /// Returns these games, in this order.
    pub fn new(games: Vec<&'static dyn AnyGame<S>>) -> Games<S> {
        Games(games)
    }

    /// Returns these games and one more.
    #[must_use]
    pub fn with(mut self, game: &'static dyn AnyGame<S>) -> Games<S> {
        self.0.push(game);
        self
    }

    /// Iterates over the games.
    pub fn iter(&self) -> impl Iterator<Item = &'static dyn AnyGame<S>> {
        self.0.iter().copied()
    }

    /// Returns the game with this id.
    pub fn get(&self, id: &str) -> Result<&'static dyn AnyGame<S>, CatalogError> {
        let ids = || self.iter().map(|game| game.info().id).collect::<Vec<_>>();
        self.iter().find(|game| game.info().id == id).ok_or_else(|| no_game(id, &ids()))
    }
}

fn no_game(id: &str, ids: &[&str]) -> CatalogError {
    CatalogError::Unknown(format!("there is no game `{}`; the games are {}", excerpt(id), ids.join(", ")))
}

/// Returns every game, without a screen. Compiled here once, while each crate that calls [`games`] compiles all matches
/// again for its own screen.
pub fn headless() -> Games<()> {
    games()
}

macro_rules! listed {
    ($($listing:path: $Game:ty),+ $(,)?) => {
        /// Returns every game, as it is shown on a screen.
        pub fn games<S: Screen>() -> Games<S>
        where
            $($Game: Shows<S>,)+
        {
            Games(vec![$(&$listing),+])
        }

        /// Returns the ids of all games.
        pub fn ids() -> &'static [&'static str] {
            &[$(<$Game as Game>::ID),+]
        }

        /// Visits the game with this id.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Out, CatalogError> {
            $(if id == <$Game as Game>::ID {
                return Ok(visitor.visit(&$listing));
            })+
            Err(no_game(id, ids()))
        }
    };
}
use listed;

const fn random<G: Game>() -> ListedBot<G> {
    yardstick("random", "any legal action, each equally likely", || Box::new(Random::default()))
}

const fn bot<G: Game>(name: &'static str, about: &'static str, make: BotMaker<G>) -> ListedBot<G> {
    ListedBot { info: BotInfo { name, about, yardstick: false }, make }
}

/// A bot that never changes, against which others are measured.
const fn yardstick<G: Game>(name: &'static str, about: &'static str, make: BotMaker<G>) -> ListedBot<G> {
    ListedBot { info: BotInfo { name, about, yardstick: true }, make }
}

const TURN_LIMIT: OptionInfo = OptionInfo {
    name: "turn_limit",
    group: Group::Variant,
    values: Values::Such("null, or a number from 1"),
    about: "the match ends without a winner after this many turns, counted over all seats",
};

const fn preset(name: &'static str, about: &'static str, options: &'static str) -> Preset {
    Preset { name, about, options }
}

const fn switch(name: &'static str, about: &'static str) -> OptionInfo {
    OptionInfo { name, group: Group::Variant, values: Values::Switch(false), about }
}

/// A ruling: what is usual here, and in one line the reason and what the printed sentence says.
const fn ruling(name: &'static str, usual: bool, about: &'static str) -> OptionInfo {
    OptionInfo { name, group: Group::Ruling, values: Values::Switch(usual), about }
}
