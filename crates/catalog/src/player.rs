//! A bot at a table.

use polynya_bots::{Bot, Mate};
use polynya_engine::{Complete, Game, ParseError, Seat, Seed};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;

/// A bot that plays one seat, without its types.
pub trait AnyPlayer: Send {
    /// Returns what it does, in words. The bytes are a position of the bot's game in which the seat can act.
    fn choose(&mut self, position: &[u8], seat: Seat) -> Result<String, ParseError>;

    /// Returns what it does, in words, although the table waits for somebody else, if it wants to. The bytes are a
    /// position of the bot's game in which the seat can act.
    fn interject(&mut self, position: &[u8], seat: Seat, mate: Mate) -> Result<Option<String>, ParseError> {
        let _ = (position, seat, mate);
        Ok(None)
    }
}

/// A bot with luck of its own.
pub struct Player<G: Game> {
    bot: Box<dyn Bot<G>>,
    luck: Xoshiro256PlusPlus,
}

impl<G: Game> Player<G> {
    /// Seats a bot. What it uses to break ties follows from the seed.
    pub fn new(bot: Box<dyn Bot<G>>, seed: Seed) -> Player<G> {
        Player { bot, luck: Xoshiro256PlusPlus::from_rng(&mut seed.draw(0)) }
    }

    /// Returns what it does in a position in which the seat can act.
    pub fn act(&mut self, position: &G, seat: Seat) -> G::Action {
        self.bot.choose(position, seat, &mut self.luck)
    }

    /// Returns what it does in a position in which the seat can act and the table waits for somebody else, if it wants to.
    pub fn interject(&mut self, position: &G, seat: Seat, mate: Mate) -> Option<G::Action> {
        self.bot.interject(position, seat, mate)
    }
}

impl<G: Complete> AnyPlayer for Player<G> {
    fn choose(&mut self, position: &[u8], seat: Seat) -> Result<String, ParseError> {
        Ok(self.bot.choose(&G::from_bytes(position)?, seat, &mut self.luck).to_string())
    }

    fn interject(&mut self, position: &[u8], seat: Seat, mate: Mate) -> Result<Option<String>, ParseError> {
        let action = Player::interject(self, &G::from_bytes(position)?, seat, mate);
        Ok(action.map(|action| action.to_string()))
    }
}
