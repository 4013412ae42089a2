//! The bots of a table: they think off the table's thread, and only while somebody looks.

use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use polynya_catalog::{AnyPlayer, Kind};
use polynya_engine::{Seat, Seed};

use super::viewers::written_down;
use super::{Request, Table};
use crate::codes;
use crate::protocol::{Hinted, Message, Phase, SeatNumber};
use crate::room::{Actor, Chair, Rejection, Wish};

/// How long a bot thinks about a hint.
const HINT: Duration = Duration::from_millis(700);

/// What a bot wants to do.
pub struct Thought {
    bot: String,
    player: Box<dyn AnyPlayer>,
    seat: Seat,
    /// The entry after which it began to think.
    after: u32,
    action: String,
}

impl Table {
    /// Lets a bot think, if the table waits for one and somebody looks.
    pub(super) fn think(&mut self) {
        if self.thinking || self.viewers.is_empty() || self.room.phase() != Phase::Playing {
            return;
        }
        let next = self.room.awaited().iter().find_map(|seat| {
            let bot = self.room.chairs[seat.index()].mover()?;
            Some((seat, bot.to_owned()))
        });
        let (Some((seat, bot)), Some(table)) = (next, self.room.table()) else { return };
        let player = self.players.remove(&(seat, bot.clone()));
        let Ok(mut player) = player.map_or_else(|| self.room.game().player(&bot, Seed::new(codes::random())), Ok)
        else {
            tracing::error!(bot, "there is no such bot");
            return;
        };
        self.thinking = true;
        // A bot that fails does the first thing it may, so that the match goes on.
        let (position, first) = (table.to_bytes(), table.legal(seat).into_iter().next().unwrap_or_default());
        let (after, own) = (self.room.n, self.own.clone());
        let (pool, pace) = (self.server.bots.clone(), self.server.config.pace);
        tokio::spawn(async move {
            tokio::time::sleep(pace).await;
            let Ok(_permit) = pool.acquire_owned().await else { return };
            let thought = tokio::task::spawn_blocking(move || {
                let action = choose(&mut *player, &position, seat).unwrap_or(first);
                Thought { bot, player, seat, after, action }
            });
            if let (Ok(thought), Some(own)) = (thought.await, own.upgrade()) {
                drop(own.send(Request::Thought(thought)).await);
            }
        });
    }

    pub(super) async fn thought(&mut self, Thought { bot, player, seat, after, action }: Thought) {
        self.thinking = false;
        let still = after == self.room.n || self.room.awaited().contains(seat);
        let moves = still && self.room.chairs[seat.index()].mover() == Some(&bot);
        self.players.insert((seat, bot), player);
        if moves {
            match self.perform(Actor::Table, Wish::Play { seat, action: &action }).await {
                Ok(()) => drop(self.server.metrics.bots.inc()),
                // The table has changed while the bot thought; it thinks again.
                Err(rejection) => tracing::debug!(?rejection, action, "a bot's thought came too late"),
            }
        }
        self.think();
    }

    /// Lets a bot think about what a seat should do; whoever asked is told, and the table goes on meanwhile.
    pub(super) fn hint(&mut self, guest: &str, viewer: u64, number: SeatNumber) -> Result<(), Rejection> {
        let seat = self.room.own(guest, number)?;
        let game = self.room.game();
        let (Some(table), Some(asking)) = (self.room.table(), self.viewers.get(&viewer)) else {
            return Rejection::invalid("The match has not begun yet.");
        };
        let line = table;
        if !line.acting().contains(seat) {
            return Rejection::invalid("It is not your turn; a hint is for the one who acts.");
        }
        let alone = |chair: &Chair| chair.guests.is_empty() || chair.belongs_to(guest);
        if game.info().kind != Kind::Together && !self.room.chairs.iter().all(alone) {
            return Rejection::invalid("Hints are given where all play together, and in matches against bots.");
        }
        let Ok(turn) = Arc::clone(&self.hints).try_acquire_owned() else {
            return Rejection::invalid("One hint after the other: the first is still being thought out.");
        };
        let (position, to, n, pool) = (line.to_bytes(), asking.to.clone(), self.room.n, self.server.hints.clone());
        tokio::spawn(async move {
            let Ok(_permit) = pool.acquire_owned().await else { return };
            let hint = tokio::task::spawn_blocking(move || game.hint(&position, seat, HINT)).await;
            drop(turn);
            let message = match hint {
                Ok(Ok(hint)) => Message::Hinted(Hinted { n, seat: number, text: hint.sentence(), actions: hint.plan }),
                _ => Message::Invalid { id: None, text: "No hint could be found here.".to_owned() },
            };
            drop(to.try_send(written_down(&message)));
        });
        Ok(())
    }
}

/// Returns what a bot does; nothing if it fails.
fn choose(player: &mut dyn AnyPlayer, position: &[u8], seat: Seat) -> Option<String> {
    let chosen = panic::catch_unwind(AssertUnwindSafe(|| player.choose(position, seat)));
    let chosen = chosen.ok().and_then(Result::ok);
    if chosen.is_none() {
        tracing::error!(%seat, "a bot has failed");
    }
    chosen
}

#[cfg(test)]
mod tests {
    use polynya_engine::ParseError;

    use super::*;

    #[test]
    fn a_bot_that_fails_chooses_nothing() {
        struct Failing;
        impl AnyPlayer for Failing {
            fn choose(&mut self, _: &[u8], _: Seat) -> Result<String, ParseError> {
                panic!("this bot is broken on purpose")
            }
        }
        assert_eq!(choose(&mut Failing, &[], Seat::default()), None);
    }
}
