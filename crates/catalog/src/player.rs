//! A bot at a table, without its types.

use polynya_bots::Bot;
use polynya_engine::{Game, Seat, Seed};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

use crate::table::AnyLine;

/// A bot that plays one seat.
pub trait AnyPlayer: Send {
    /// What it does, in words. The seat can act, and the line is of the bot's game.
    fn choose(&mut self, line: &dyn AnyLine, seat: Seat) -> String;
}

/// A bot with luck of its own.
pub(crate) struct Player<G: Game> {
    bot: Box<dyn Bot<G>>,
    luck: Xoshiro256PlusPlus,
}

impl<G: Game> Player<G> {
    pub(crate) fn new(bot: Box<dyn Bot<G>>, seed: Seed) -> Player<G> {
        Player { bot, luck: Xoshiro256PlusPlus::from_rng(&mut seed.draw(0)) }
    }

    pub(crate) fn act(&mut self, position: &G, seat: Seat) -> G::Action {
        self.bot.choose(position, seat, &mut self.luck)
    }
}

impl<G: Game> AnyPlayer for Player<G> {
    fn choose(&mut self, line: &dyn AnyLine, seat: Seat) -> String {
        let position = line.position().downcast_ref().expect("the line is of the bot's game");
        self.act(position, seat).to_string()
    }
}
