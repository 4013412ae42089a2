//! Bots as team-mates: where all play together they answer plans and pointing, wait while a person makes a plan, and do
//! not end a turn in which a person could still help without giving them a moment.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use polynya_catalog::{CatalogError, Kind, Opinion, Spoken, Stance, Suggestion};
use polynya_engine::{Seat, SeatSet};
use tokio::time::Instant;

use super::{Request, Table};
use crate::protocol::{Answer, Answered, Message, Phase, SignNumber};

/// In one turn bots wait this many times as long for plans as for one step of a plan.
const MOST_WAITS: u32 = 4;
/// How many times as long as before any action a bot waits at the beginning of its turn, and before it ends a turn in
/// which a person could still help.
const OPENING: u32 = 5;
const CLOSING: u32 = 10;

/// What the bots of a table know of the people they play with.
#[derive(Default)]
pub(super) struct Teammates {
    /// The number of the last sign that somebody gave: a plan or a place that was shown.
    last: SignNumber,
    /// Since when viewers have been making a plan, and when they last changed it.
    drafts: HashMap<u64, Instant>,
    /// The turn in which bots wait, and since when.
    waiting: Option<(u32, Instant)>,
    /// When the table is going to be woken up.
    waking: Option<Instant>,
    /// Does a bot think about a sign? Until it is done, bots do not act.
    is_judging: bool,
    /// The sign that came meanwhile.
    next: Option<(SignNumber, Suggestion)>,
    intention: Option<Intention>,
    /// The last turn in which bots were asked.
    opened: Option<u32>,
}

/// What a bot has said that it does, or holds back for a moment.
struct Intention {
    seat: Seat,
    turn: u32,
    /// The steps of the match after which the next action is due.
    steps: u32,
    actions: VecDeque<String>,
    cause: Cause,
}

/// Why a bot keeps to something.
#[derive(Clone, Copy, PartialEq)]
enum Cause {
    /// It has answered this sign.
    Sign(SignNumber),
    /// It ends a turn, and waits until then for those who could still help.
    Closing(Instant),
}

/// What a bot makes of a sign.
pub struct Judged {
    seat: Seat,
    steps: u32,
    sign: SignNumber,
    suggestion: Suggestion,
    /// Has the bot answered it before?
    again: bool,
    opinion: Result<Opinion, CatalogError>,
}

impl Table {
    /// Returns the number of a new sign.
    pub(super) fn next_sign(&mut self) -> SignNumber {
        self.teammates.last = self.sign_after(self.teammates.last);
        self.teammates.last
    }

    /// Returns the bot's seat that the table waits for, where all play together and people are at the table.
    fn teammate(&self) -> Option<Seat> {
        let together = self.room.game().info().kind == Kind::Together && self.room.phase() == Phase::Playing;
        let bot = |seat: &Seat| self.room.chairs[seat.index()].mover().is_some();
        self.room.awaited().iter().find(bot).filter(|_| together && !self.present().is_empty())
    }

    /// Returns the seats of people who are there and play for themselves.
    fn present(&self) -> SeatSet {
        let plays = |seat: &Seat| {
            let chair = &self.room.chairs[seat.index()];
            !chair.guests.is_empty() && chair.cover.is_none() && self.away[seat.index()].is_none()
        };
        Seat::all(self.room.row.seats).filter(plays).collect()
    }

    /// A person at the table makes a plan, or does so no more.
    pub(super) fn drafts(&mut self, guest: &str, viewer: u64, on: bool) {
        if on && !self.room.chairs.of(guest).is_empty() {
            self.teammates.drafts.insert(viewer, Instant::now());
            self.tell_draft(true);
        } else if self.teammates.drafts.remove(&viewer).is_some() {
            self.tell_draft(!self.teammates.drafts.is_empty());
            self.think();
        }
    }

    /// A viewer has changed the plan that is being made.
    pub(super) fn drafts_on(&mut self, viewer: u64) {
        if let Some(changed) = self.teammates.drafts.get_mut(&viewer) {
            *changed = Instant::now();
            self.tell_draft(true);
        }
    }

    /// Somebody shows a plan or a place: the bot whose turn it is thinks about it and answers.
    pub(super) fn shown_to_bots(&mut self, guest: &str, sign: SignNumber, suggestion: Suggestion) {
        self.teammates.last = self.teammates.last.max(sign);
        if self.room.chairs.of(guest).is_empty() || self.teammate().is_none() || !self.leads() {
            return;
        }
        if self.teammates.is_judging {
            self.teammates.next = Some((sign, suggestion));
        } else {
            self.judge(sign, suggestion, false);
        }
    }

    fn judge(&mut self, sign: SignNumber, suggestion: Suggestion, again: bool) {
        let (Some(seat), Some(table)) = (self.teammate(), self.room.table()) else { return };
        self.teammates.is_judging = true;
        let (game, position, steps) = (self.room.game(), table.to_bytes(), self.room.steps());
        let (own, address, asked) = (self.own.clone(), self.address(), suggestion.clone());
        let (server, code) = (Arc::downgrade(&self.server), self.room.row.code.clone());
        tokio::spawn(async move {
            let Some(server) = server.upgrade() else { return };
            let opinion = server.hints.run(address, &code, move || game.opinion(&position, seat, &asked)).await;
            let opinion = opinion.unwrap_or_else(|_| Err(failed()));
            if let Some(own) = own.upgrade() {
                let judged = Judged { seat, steps, sign, suggestion, again, opinion };
                drop(own.send(Request::Judged(judged)).await);
            }
        });
    }

    /// A bot has made up its mind about a sign.
    pub(super) fn judged(&mut self, judged: Judged) {
        self.teammates.is_judging = false;
        let Judged { seat, steps, sign, suggestion, again, opinion } = judged;
        let moved_on = steps != self.room.steps();
        if self.teammate() == Some(seat) {
            match (self.teammates.next.take(), opinion) {
                (Some((sign, suggestion)), _) => return self.judge(sign, suggestion, false),
                // What was thought out is about a position that is gone.
                (None, Ok(_)) if moved_on => return self.judge(sign, suggestion, again),
                (None, Ok(opinion)) => self.answer_sign(seat, sign, opinion, again),
                (None, Err(error)) => tracing::debug!(%error, "a sign that no bot understands"),
            }
        }
        self.teammates.next = None;
        self.think();
    }

    /// Tells everybody what a bot makes of a sign; it keeps to that.
    fn answer_sign(&mut self, seat: Seat, sign: SignNumber, opinion: Opinion, again: bool) {
        let answer = match opinion.stance {
            Stance::Agrees => Answer::Agrees,
            Stance::Adopts => Answer::Adopts,
            Stance::Declines => Answer::Declines,
            Stance::Unable => Answer::Unable,
        };
        let keeps = matches!(answer, Answer::Agrees | Answer::Adopts);
        if !(again && keeps) {
            let (text, actions) = (opinion.sentence, opinion.plan.clone());
            self.tell_answered(Message::Answered(Answered {
                to: sign,
                seat: seat.number() as u8,
                answer,
                actions,
                text,
            }));
        }
        let (turn, steps) = (self.room.turn(), self.room.steps());
        let cause = Cause::Sign(sign);
        self.teammates.intention =
            (!opinion.plan.is_empty()).then(|| Intention { seat, turn, steps, actions: opinion.plan.into(), cause });
    }

    /// Must bots wait with what they do? Whoever they wait for wakes them, or the time that they wait is over.
    pub(super) fn bots_wait(&mut self) -> bool {
        if self.teammate().is_none() {
            self.teammates.waiting = None;
            return false;
        }
        if self.teammates.is_judging {
            return true;
        }
        let until = self.waits_for_drafts().max(self.waits_with_end());
        let Some(until) = until.filter(|until| *until > Instant::now()) else { return false };
        self.wake_at(until);
        true
    }

    /// Returns until when bots wait for somebody who makes a plan.
    fn waits_for_drafts(&mut self) -> Option<Instant> {
        let patience = self.server.config.patience;
        let (drafts, viewers) = (&mut self.teammates.drafts, &self.viewers);
        drafts.retain(|viewer, _| viewers.contains_key(viewer));
        let elsewhere = self.others.iter().filter_map(|node| node.drafting);
        let changed = drafts.values().copied().chain(elsewhere).max()?;
        let turn = self.room.turn();
        let waiting = self.teammates.waiting.filter(|(since, _)| *since == turn).map(|(_, since)| since);
        let since = waiting.unwrap_or_else(Instant::now);
        self.teammates.waiting = Some((turn, since));
        Some((changed + patience).min(since + MOST_WAITS * patience))
    }

    /// Returns until when a bot waits before it ends its turn.
    fn waits_with_end(&self) -> Option<Instant> {
        let intention = self.teammates.intention.as_ref().filter(|intention| intention.steps == self.room.steps())?;
        match intention.cause {
            Cause::Closing(until) => Some(until),
            Cause::Sign(_) => None,
        }
    }

    fn wake_at(&mut self, until: Instant) {
        if self.teammates.waking.is_some_and(|waking| waking <= until) {
            return;
        }
        self.teammates.waking = Some(until);
        let own = self.own.clone();
        tokio::spawn(async move {
            tokio::time::sleep_until(until).await;
            if let Some(own) = own.upgrade() {
                drop(own.send(Request::Wake).await);
            }
        });
    }

    /// Bots have waited for long enough.
    pub(super) fn wake(&mut self) {
        self.teammates.waking = None;
        self.think();
    }

    /// Returns what a bot does now because it has said so. Where somebody else has acted since, it thinks about that again.
    pub(super) fn intended(&mut self, seat: Seat) -> Result<Option<String>, Judging> {
        let (turn, steps) = (self.room.turn(), self.room.steps());
        let Some(intention) = self.teammates.intention.take() else { return Ok(None) };
        if intention.seat != seat || intention.turn != turn {
            return Ok(None);
        }
        if intention.steps == steps {
            let next = intention.actions.front().cloned();
            self.teammates.intention = Some(intention).filter(|intention| !intention.actions.is_empty());
            return Ok(next);
        }
        match intention.cause {
            Cause::Sign(sign) => {
                self.judge(sign, Suggestion::Plan(intention.actions.into()), true);
                Err(Judging)
            }
            Cause::Closing(_) => Ok(None),
        }
    }

    /// A bot has acted: what it intended goes on from here.
    pub(super) fn bot_acted(&mut self, seat: Seat, action: &str) {
        let steps = self.room.steps();
        let Some(intention) = self.teammates.intention.as_mut().filter(|intention| intention.seat == seat) else {
            return;
        };
        if intention.actions.pop_front().as_deref() == Some(action) && !intention.actions.is_empty() {
            intention.steps = steps;
        } else {
            self.teammates.intention = None;
        }
    }

    /// Holds an action back if the bot has meanwhile said that it does something else, and for a moment if it ends a turn
    /// in which a person could still help.
    pub(super) fn holds_back(&mut self, seat: Seat, action: &str) -> bool {
        let steps = self.room.steps();
        let due = self.teammates.intention.as_ref().filter(|due| due.seat == seat && due.steps == steps);
        match due {
            Some(due) if due.actions.front().is_some_and(|next| next != action) => return true,
            Some(Intention { cause: Cause::Closing(_), .. }) => return false,
            _ => {}
        }
        if self.teammate() != Some(seat) || !self.ends_help(seat, action) {
            return false;
        }
        let moment = CLOSING * self.server.config.pace;
        let (turn, cause) = (self.room.turn(), Cause::Closing(Instant::now() + moment));
        let actions = VecDeque::from([action.to_owned()]);
        self.teammates.intention = Some(Intention { seat, turn, steps, actions, cause });
        !moment.is_zero()
    }

    /// Does this action end a turn in which a person who is there may do something?
    fn ends_help(&self, seat: Seat, action: &str) -> bool {
        let Some(table) = self.room.table() else { return false };
        let helpers = table.acting() & self.present();
        if helpers.is_empty() {
            return false;
        }
        let mut after = table.boxed_clone();
        let step = Spoken { seat: Some(seat), words: action.to_owned() };
        after.push(&step).is_ok() && (after.turns() != table.turns() || (after.acting() & helpers).is_empty())
    }

    /// Returns how long bots wait before they act: longer where a team-mate's turn begins, so that people can speak up.
    pub(super) fn pace(&mut self) -> Duration {
        let turn = Some(self.room.turn());
        let begins = std::mem::replace(&mut self.teammates.opened, turn) != turn && self.teammate().is_some();
        if begins { OPENING * self.server.config.pace } else { self.server.config.pace }
    }
}

fn failed() -> CatalogError {
    CatalogError::Unknown("a bot has failed to judge a sign".to_owned())
}

/// A bot thinks once more about what it was shown.
pub(super) struct Judging;
