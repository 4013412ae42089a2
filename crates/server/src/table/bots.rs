//! The bots of a table: they think off the table's thread, and only while somebody looks.

use std::num::NonZeroU64;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::time::Duration;

use polynya_catalog::{AnyGame, AnyPlayer, Kind, Mate};
use polynya_engine::{ParseError, Seat, SeatSet, Seed};

use super::viewers::written_down;
use super::{Request, Table};
use crate::codes;
use crate::protocol::{Hinted, Message, Phase, SeatNumber};
use crate::room::{Actor, Rejection, Wish};
use crate::views::Browser;
use crate::workshop::Undone;

/// How long a bot thinks about a hint.
const HINT: Duration = Duration::from_millis(700);

/// About how long everybody's bots together think once, where several addresses have bots that think for a given time.
const ROUND: Duration = Duration::from_secs(2);
/// The least time that such a bot is left.
const LEAST: Duration = Duration::from_millis(50);

/// A bot that thinks, and for which seat.
struct Thinker {
    seat: Seat,
    bot: String,
    player: Box<dyn AnyPlayer>,
    /// The same bot with less time, while others wait.
    hurried: Option<Box<dyn AnyPlayer>>,
    /// What it has said that it does.
    intended: Option<String>,
}

impl Thinker {
    /// Where so many other addresses have bots that think, one that thinks for a given time takes less of it.
    fn hurry(&mut self, game: &dyn AnyGame<Browser>, others: usize) {
        self.hurried = None;
        let Some((name, _)) = self.bot.split_once('@') else { return };
        let given = game.thinking_time(&self.bot).ok().flatten();
        let Some(time) = given.and_then(|given| shared(given, others)) else { return };
        let name = format!("{name}@{}ms", time.as_millis());
        self.hurried = game.player(&name, Seed::new(codes::random())).ok();
    }

    /// The bot that thinks now.
    fn player(&mut self) -> &mut dyn AnyPlayer {
        match &mut self.hurried {
            Some(hurried) => &mut **hurried,
            None => &mut *self.player,
        }
    }
}

/// What is left of a given time where so many others want to think too, if it is less.
fn shared(given: Duration, others: usize) -> Option<Duration> {
    let part = ROUND / (u32::try_from(others).unwrap_or(u32::MAX).saturating_add(1));
    (others > 0).then(|| part.max(LEAST)).filter(|&time| time < given)
}

/// What bots want to do.
pub struct Thought {
    thinkers: Vec<Thinker>,
    /// The entry after which they began to think.
    after: u32,
    /// Does the table wait for the last of them?
    waits: bool,
    /// Who acts, as an index among them, and what they do.
    action: Option<(usize, String)>,
}

impl Table {
    /// Lets bots think, if the table waits for one or one may interject, and somebody looks.
    pub(super) fn think(&mut self) {
        let plays = self.room.phase() == Phase::Playing && self.room.closed().is_none();
        if self.thinking || self.viewers.is_empty() || !plays || !self.leads() || self.bots_wait() {
            return;
        }
        let Some(table) = self.room.table() else { return };
        let awaited = self.room.awaited();
        let bot = |seat: Seat| self.room.chairs[seat.index()].mover().map(|bot| (seat, bot.to_owned()));
        let next = awaited.iter().find_map(bot);
        let waits = next.is_some();
        let mate = if waits { Mate::Bot } else { Mate::Person };
        // Those who may interject are asked first.
        let asked: Vec<_> = table.acting().difference(awaited).iter().filter_map(bot).chain(next).collect();
        if asked.is_empty() || (!waits && self.asked == Some(self.room.n)) {
            return;
        }
        let position = table.to_bytes();
        let last = asked.last().map(|(seat, _)| *seat).filter(|_| waits);
        let Ok(mut intended) = last.map_or(Ok(None), |seat| self.intended(seat)) else { return };
        self.asked = Some(self.room.n);
        let mut thinkers = Vec::new();
        for (seat, bot) in asked {
            let player = self.players.remove(&(seat, bot.clone()));
            match player.map_or_else(|| self.room.game().player(&bot, Seed::new(codes::random())), Ok) {
                Ok(player) => {
                    let intended = if Some(seat) == last { intended.take() } else { None };
                    thinkers.push(Thinker { seat, bot, player, hurried: None, intended });
                }
                Err(_) => return tracing::error!(bot, "there is no such bot"),
            }
        }
        self.thinking = true;
        let (after, own, address, pace) = (self.room.n, self.own.clone(), self.address(), self.pace());
        // The thoughts do not keep the server.
        let server = Arc::downgrade(&self.server);
        let (game, table) = (self.room.game(), self.room.row.code.clone());
        tokio::spawn(async move {
            tokio::time::sleep(pace).await;
            let (house, Some(server)) = (server.clone(), server.upgrade()) else { return };
            let thought = server.bots.run(address, &table, move || {
                let others = house.upgrade().map_or(0, |server| server.bots.others(address));
                thinkers.iter_mut().for_each(|thinker| thinker.hurry(game, others));
                let action = decide(&mut thinkers, &position, waits, mate);
                Thought { thinkers, after, waits, action }
            });
            let thought = thought.await.ok();
            if let Some(own) = own.upgrade() {
                drop(own.send(Request::Thought(thought)).await);
            }
        });
    }

    /// Does what bots want. If they could not be asked, they are asked again when something happens.
    pub(super) async fn thought(&mut self, thought: Option<Thought>) {
        self.thinking = false;
        let Some(Thought { thinkers, after, waits, action }) = thought else { return };
        let action = action.or_else(|| if waits { self.fallback(&thinkers) } else { None });
        let acts = action.map(|(index, action)| (thinkers[index].seat, thinkers[index].bot.clone(), action));
        for Thinker { seat, bot, player, .. } in thinkers {
            self.players.insert((seat, bot), player);
        }
        if let Some((seat, bot, action)) = acts.filter(|_| !self.bots_wait()) {
            let still = after == self.room.n || self.room.awaited().contains(seat);
            if still && self.room.chairs[seat.index()].mover() == Some(&bot) && !self.holds_back(seat, &action) {
                match self.perform(Actor::Table, Wish::Play { seat, action: &action }).await {
                    Ok(()) => {
                        self.server.metrics.bots.inc();
                        self.bot_acted(seat, &action);
                    }
                    // The table has changed while the bot thought; it thinks again.
                    Err(rejection) => tracing::debug!(?rejection, action, "a bot's thought came too late"),
                }
            }
        }
        self.think();
    }

    /// A bot that fails does the first thing it may, so that the match goes on.
    fn fallback(&self, thinkers: &[Thinker]) -> Option<(usize, String)> {
        let last = thinkers.len() - 1;
        Some((last, self.room.table()?.legal(thinkers[last].seat).into_iter().next()?))
    }

    /// May whoever holds these seats ask for hints: do all play together, or is nobody else a person?
    pub(super) fn gives_hints(&self, own: SeatSet) -> bool {
        let another = |seat: Seat| !own.contains(seat) && !self.room.chairs[seat.index()].guests.is_empty();
        let together = self.room.game().info().kind == Kind::Together;
        !own.is_empty() && (together || !Seat::all(self.room.row.seats).any(another))
    }

    /// Lets a bot think about what a seat should do; whoever asked is told, and the table goes on meanwhile.
    pub(super) fn hint(
        &mut self,
        guest: &str,
        viewer: u64,
        number: SeatNumber,
        id: Option<NonZeroU64>,
    ) -> Result<(), Rejection> {
        let seat = self.room.own(guest, number)?;
        let game = self.room.game();
        let seen = self.room.seen_by(self.room.chairs.of(guest));
        let (Some(line), Some(asking)) = (seen, self.viewers.get(&viewer)) else {
            return Rejection::invalid("The match has not begun yet.");
        };
        if !line.acting().contains(seat) {
            return Rejection::invalid("It is not your turn; a hint is for the one who acts.");
        }
        if !self.gives_hints(self.room.chairs.of(guest)) {
            return Rejection::invalid("No hints in matches between people.");
        }
        let Ok(turn) = Arc::clone(&self.hints).try_acquire_owned() else {
            return Rejection::invalid("One hint after the other: the first is still being thought out.");
        };
        let (position, to, n, address) = (line.to_bytes(), asking.to.clone(), self.room.n, asking.address);
        let (server, table) = (Arc::clone(&self.server), self.room.row.code.clone());
        tokio::spawn(async move {
            let hint = server.hints.run(address, &table, move || game.hint(&position, seat, HINT)).await;
            drop(turn);
            let message = match hint {
                Ok(Ok(hint)) => {
                    let [text, why] = hint.lines();
                    Message::Hinted(Hinted { n, seat: number, text, why, actions: hint.plan.words })
                }
                Ok(Err(_)) | Err(Undone::Failed) => {
                    Message::Invalid { id, text: "No hint could be found here.".to_owned() }
                }
                Err(undone) => Message::Invalid { id, text: server.undone(address, undone).to_string() },
            };
            // Whoever does not read gets none.
            let _ = to.put(written_down(&message));
        });
        Ok(())
    }
}

/// Returns which of these bots acts and what it does: one that interjects, or the last one if the table waits for it.
fn decide(thinkers: &mut [Thinker], position: &[u8], waits: bool, mate: Mate) -> Option<(usize, String)> {
    let last = thinkers.len() - 1;
    thinkers.iter_mut().enumerate().find_map(|(index, thinker)| {
        let seat = thinker.seat;
        let action = if thinker.intended.is_some() {
            thinker.intended.take()
        } else if waits && index == last {
            guarded(seat, || thinker.player().choose(position, seat))
        } else {
            guarded(seat, || thinker.player().interject(position, seat, mate)).flatten()
        };
        Some((index, action?))
    })
}

/// Returns what a bot answers; nothing if it fails.
fn guarded<T>(seat: Seat, ask: impl FnOnce() -> Result<T, ParseError>) -> Option<T> {
    let answer = panic::catch_unwind(AssertUnwindSafe(ask)).ok().and_then(Result::ok);
    if answer.is_none() {
        tracing::error!(%seat, "a bot has failed");
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bots_with_much_time_take_less_of_it_while_others_wait() {
        let (second, short) = (Duration::from_secs(1), Duration::from_millis(100));
        assert_eq!(shared(5 * second, 0), None);
        assert_eq!(
            [1, 3, 19, 1000].map(|others| shared(5 * second, others)),
            [1000, 500, 100, 50].map(|ms| Some(Duration::from_millis(ms)))
        );
        assert_eq!((shared(short, 3), shared(short, 39)), (None, Some(LEAST)));
    }

    #[test]
    fn a_bot_that_fails_chooses_nothing() {
        struct Failing;
        impl AnyPlayer for Failing {
            fn choose(&mut self, _: &[u8], _: Seat) -> Result<String, ParseError> {
                panic!("this bot is broken on purpose")
            }
        }
        let (seat, bot) = (Seat::default(), "failing".to_owned());
        let mut thinkers = [Thinker { seat, bot, player: Box::new(Failing), hurried: None, intended: None }];
        assert_eq!(decide(&mut thinkers, &[], true, Mate::Bot), None);
    }
}
