//! What viewers ask of a table.

use std::num::NonZeroU64;

use polynya_catalog::{CatalogError, Suggestion};
use polynya_engine::Refusal;

use super::Table;
use super::budget::Cost;
use crate::codes;
use crate::protocol::{Ask, Command, Message, Opened, Phase, Refused, SeatNumber, Submit, Try};
use crate::room::{Actor, Rejection, Wish, numbers, sanitize};
use crate::server::ServerError;
use crate::store::NewRow;

/// The longest name of a place, in characters.
const MAX_PLACE: usize = 16;
/// The longest words of an action, in characters.
const MAX_ACTION: usize = 40;
/// Actions that a plan may hold.
const MAX_PLAN: usize = 24;
/// Actions that one question may name.
const MAX_TRIES: usize = 8;

/// What a command that was not rejected is answered with, to the one who sent it.
pub(super) enum Reply {
    /// Nothing: whatever it changed, everybody was told.
    Nothing,
    /// A message.
    Tell(Message),
}

pub(super) type Answer = Result<Reply, Rejection>;

impl Table {
    pub(super) async fn command(&mut self, viewer: u64, command: Command) -> Answer {
        let Some(guest) = self.viewers.get(&viewer).map(|viewer| viewer.guest.clone()) else {
            return Ok(Reply::Nothing);
        };
        let guest = guest.as_str();
        self.may_ask(viewer, Cost::of(&command))?;
        match command {
            Command::Submit(submit) => {
                self.perform(Actor::Guest(guest), Wish::Submit(&submit)).await?;
                self.viewers.entry(viewer).and_modify(|viewer| viewer.here = true);
                self.think();
                Ok(Reply::Nothing)
            }
            Command::Why(tried) => self.why(guest, tried),
            Command::Sit(sit) => self.sit(guest, &sit).await,
            Command::Stand { seat } => self.wish(guest, Wish::Stand { seat }).await,
            Command::Seat { seat, bot } => {
                self.wish(guest, Wish::Seat { seat, bot: bot.as_deref() }).await?;
                self.begin_when_full().await
            }
            Command::Seats { count } => {
                self.wish(guest, Wish::Seats { count }).await?;
                self.begin_when_full().await
            }
            Command::Luck { seat, nonce } => {
                self.wish(guest, Wish::Luck { seat, nonce: &nonce }).await?;
                self.begin_when_full().await
            }
            Command::First { first } => {
                self.wish(guest, Wish::First { first }).await?;
                self.begin_when_full().await
            }
            Command::Begins { seat } => {
                self.wish(guest, Wish::Begins { seat }).await?;
                self.begin_when_full().await
            }
            Command::Set { seat, set } => self.wish(guest, Wish::Set { seat, set }).await,
            Command::Start => self.start(guest).await,
            Command::Undo { to, seat } => self.undo(guest, seat, to).await,
            Command::Consent { yes } => self.consent(guest, yes).await,
            Command::Say { text } => {
                let watcher = self.watcher_name(guest);
                self.wish(guest, Wish::Say { text: &text, watcher: &watcher }).await
            }
            Command::Ping { place } => self.ping(guest, &place),
            Command::Plan { id, actions } => {
                self.drafts_on(viewer);
                self.plan(guest, id, &actions)
            }
            Command::Draft { on } => {
                self.drafts(guest, viewer, on);
                Ok(Reply::Nothing)
            }
            Command::Propose { actions } => self.propose(guest, viewer, &actions),
            Command::Cover { seat, bot } => {
                let (deserted, long) = (self.deserted(), self.server.config.absent);
                self.wish(guest, Wish::Cover { seat, bot: &bot, deserted, long }).await
            }
            Command::Back { seat } => self.wish(guest, Wish::Back { seat }).await,
            Command::Link { seat } => self.link(guest, seat).await,
            Command::Admit { id, yes } => self.admit(guest, id, yes).await,
            Command::Door { open } => self.wish(guest, Wish::Door { open }).await,
            Command::Clock { seconds } => self.wish(guest, Wish::Clock { seconds }).await,
            Command::Mute { who, muted } => self.mute(guest, who, muted).await,
            Command::Remove { who } => self.remove(guest, who).await,
            Command::Host { seat } => self.wish(guest, Wish::Host { seat }).await,
            Command::Rematch => self.rematch(guest, false).await,
            Command::Restart => self.rematch(guest, true).await,
            Command::Describe => Ok(Reply::Tell(Message::Described { text: self.description(guest) })),
            Command::Hint { seat, id } => self.hint(guest, viewer, seat, id).map(|()| Reply::Nothing),
            Command::Look { here } => {
                self.looks(viewer, here);
                Ok(Reply::Nothing)
            }
        }
    }

    /// Tells a viewer what became of a command; nothing if what was wanted is so already.
    pub(super) fn reply(&mut self, viewer: u64, id: Option<NonZeroU64>, answer: Answer) {
        let message = match answer {
            Ok(Reply::Nothing) => return,
            Ok(Reply::Tell(message)) => message,
            Err(Rejection::Game(CatalogError::Refused(Refusal { clause, text, tried }))) => {
                self.server.metrics.refusals.inc();
                let id = id.map_or(0, NonZeroU64::get);
                Message::Refused(Refused { id, clause: clause.to_owned(), text, tried })
            }
            Err(Rejection::Duplicate) => match id {
                Some(id) => Message::Duplicate { id },
                None => return,
            },
            Err(Rejection::Consent(ask)) => Message::Asked { ask: Some(ask), refused: None },
            Err(rejection @ (Rejection::Game(_) | Rejection::Invalid(_))) => {
                self.server.metrics.mistakes.inc();
                Message::Invalid { id, text: rejection.to_string() }
            }
            // Whoever sent it keeps it: no id says that it is done with.
            Err(rejection @ Rejection::Pending(_)) => Message::Invalid { id: None, text: rejection.to_string() },
            // The host was asked, or another node did it.
            Err(Rejection::Late | Rejection::Overtaken) => return,
        };
        self.tell(viewer, &message);
    }

    /// Does what a guest wants, if it may be.
    pub(super) async fn wish(&mut self, guest: &str, wish: Wish<'_>) -> Answer {
        self.perform(Actor::Guest(guest), wish).await?;
        self.think();
        Ok(Reply::Nothing)
    }

    /// A viewer looks at the table, or away.
    fn looks(&mut self, viewer: u64, here: bool) {
        let Some(viewer) = self.viewers.get_mut(&viewer) else { return };
        if std::mem::replace(&mut viewer.here, here) != here {
            self.presence();
        }
    }

    fn why(&self, guest: &str, mut tried: Try) -> Answer {
        tried.actions.truncate(MAX_TRIES);
        tried.plan.iter_mut().for_each(|plan| plan.truncate(MAX_PLAN));
        let action = self.room.why(guest, &tried)?;
        Ok(Reply::Tell(Message::Allowed { id: tried.id, action }))
    }

    fn description(&self, guest: &str) -> String {
        match self.room.seen_by(self.room.chairs.of(guest)) {
            Some(table) => table.describe(),
            None => "The match has not begun yet.".to_owned(),
        }
    }

    async fn start(&mut self, guest: &str) -> Answer {
        // Bots take the open seats one after the other, and then the match begins.
        self.perform(Actor::Guest(guest), Wish::Start).await?;
        while self.room.phase() == Phase::Gathering {
            not_overtaken(self.perform(Actor::Table, Wish::Start).await)?;
        }
        self.think();
        Ok(Reply::Nothing)
    }

    /// Begins the match once nobody is missing and everybody has added to the luck.
    pub(super) async fn begin_when_full(&mut self) -> Answer {
        if self.room.phase() == Phase::Gathering && self.room.is_ready() {
            not_overtaken(self.perform(Actor::Table, Wish::Start).await)?;
            self.think();
        }
        Ok(Reply::Nothing)
    }

    async fn undo(&mut self, guest: &str, seat: SeatNumber, to: u32) -> Answer {
        let to = self.room.meant_by(self.room.chairs.of(guest), to);
        match self.wish(guest, Wish::Undo { seat, to, agreed: false }).await {
            Err(Rejection::Consent(_)) if self.ask.is_some() => {
                Rejection::invalid("Somebody has asked to take something back already; answer that first.")
            }
            Err(Rejection::Consent(ask)) => self.ask(Some(ask), None),
            answer => answer,
        }
    }

    /// Asks everybody whether steps may be taken back, or does not ask any more, perhaps because a seat did not agree.
    fn ask(&mut self, ask: Option<Ask>, refused: Option<SeatNumber>) -> Answer {
        self.ask = ask;
        self.tell_asked(refused);
        Ok(Reply::Nothing)
    }

    async fn consent(&mut self, guest: &str, yes: bool) -> Answer {
        let own = numbers(self.room.chairs.of(guest));
        let Some(mut ask) = self.ask.clone() else { return Rejection::invalid("Nobody asks to take anything back.") };
        if !own.contains(&ask.seat) && !own.iter().any(|seat| ask.waiting.contains(seat)) {
            return Rejection::invalid("Only the people at the table are asked.");
        }
        if !yes {
            // Who asked may think better of it.
            let refused = own.first().copied().filter(|_| !own.contains(&ask.seat));
            return self.ask(None, refused);
        }
        ask.waiting.retain(|seat| !own.contains(seat));
        if !ask.waiting.is_empty() {
            return self.ask(Some(ask), None);
        }
        self.wish(guest, Wish::Undo { seat: ask.seat, to: ask.to, agreed: true }).await
    }

    fn ping(&mut self, guest: &str, place: &str) -> Answer {
        self.room.check_voice(guest)?;
        let (name, seat) = self.name_of(guest);
        let (id, place) = (self.next_sign(), sanitize(place, MAX_PLACE));
        self.tell_shown(guest, Message::Pinged { id, name, seat, place: place.clone() });
        self.shown_to_bots(guest, id, Suggestion::Place(place));
        Ok(Reply::Nothing)
    }

    fn plan(&self, guest: &str, id: u64, actions: &[String]) -> Answer {
        match self.room.plan(guest, id, &actions[..actions.len().min(MAX_PLAN)]) {
            Some(planned) => Ok(Reply::Tell(Message::Planned(Box::new(planned)))),
            None => Rejection::invalid("The match has not begun yet."),
        }
    }

    fn propose(&mut self, guest: &str, viewer: u64, actions: &[String]) -> Answer {
        self.room.check_voice(guest)?;
        let (name, seat) = self.name_of(guest);
        let actions: Vec<_> = actions.iter().take(MAX_PLAN).map(|action| sanitize(action, MAX_ACTION)).collect();
        let id = self.next_sign();
        self.tell_shown(guest, Message::Proposed { id, name, seat, actions: actions.clone() });
        if !actions.is_empty() {
            self.shown_to_bots(guest, id, Suggestion::Plan(actions));
        }
        // What was shown is not in the making any more.
        self.drafts(guest, viewer, false);
        Ok(Reply::Nothing)
    }

    async fn link(&mut self, guest: &str, seat: SeatNumber) -> Answer {
        self.room.own(guest, seat)?;
        let secret = codes::token();
        self.wish(guest, Wish::Link { seat, secret: &secret }).await?;
        let path = format!("/t/{}#seat={secret}", self.room.row.code);
        Ok(Reply::Tell(Message::Linked { seat, path }))
    }

    /// Another device takes a seat by its link.
    pub(super) async fn claim(&mut self, guest: &str, secret: &str) -> Result<Opened, ServerError> {
        match self.perform(Actor::Guest(guest), Wish::Claim { secret }).await {
            Ok(()) => Ok(Opened { code: self.room.row.code.clone() }),
            Err(Rejection::Invalid(text)) => Err(ServerError::Forbidden(text)),
            Err(rejection) => Err(ServerError::Broken(format!("the link was not taken: {rejection}"))),
        }
    }

    async fn rematch(&mut self, guest: &str, keeps: bool) -> Answer {
        if self.room.chairs.of(guest).is_empty() {
            return Rejection::invalid("Only people at the table can ask for another match.");
        }
        if self.room.phase() != Phase::Over {
            return Rejection::invalid("The match is not over yet.");
        }
        if let Some(code) = self.room.again.clone() {
            return Ok(Reply::Tell(Message::Again { code }));
        }
        let host = &self.room.hosting.host;
        let host = if self.room.chairs.of(host).is_empty() { guest } else { host };
        let (host, options) = (host.to_owned(), self.room.options_again(keeps)?);
        let row = NewRow { host, options, ..self.room.row.clone() };
        // Everybody moves up one seat, so that another one begins.
        let mut chairs = self.room.chairs.to_vec();
        chairs.rotate_left(1);
        let settled = [self.room.hosting.entries(), self.room.seating.entries(1)];
        let code = self
            .server
            .again(self.address(), row, &chairs, settled)
            .await
            .map_err(|error| Rejection::Invalid(error.to_string()))?;
        self.wish(guest, Wish::Again { code: &code }).await
    }

    /// May this viewer ask for something that costs this?
    fn may_ask(&self, viewer: u64, cost: Cost) -> Result<(), Rejection> {
        let (Some(budgets), Some(viewer)) = (&self.budgets, self.viewers.get(&viewer)) else { return Ok(()) };
        let own = viewer.budget.as_ref().is_none_or(|budget| budget.allows(cost));
        if own && budgets.of(viewer.seats.is_empty()).allows(cost) {
            return Ok(());
        }
        Rejection::invalid(match cost {
            Cost::Talk => "Too much is said at this table at once; wait a moment.",
            _ => "Too much is asked of this table at once; wait a moment.",
        })
    }
}

/// What the table wanted to do and another node did first is done.
fn not_overtaken(done: Result<(), Rejection>) -> Result<(), Rejection> {
    match done {
        Err(Rejection::Overtaken) => Ok(()),
        done => done,
    }
}

/// The id by which the sender of a command recognises its answer.
pub(super) fn id_of(command: &Command) -> Option<NonZeroU64> {
    match command {
        Command::Submit(Submit { id, .. }) | Command::Why(Try { id, .. }) | Command::Plan { id, .. } => {
            NonZeroU64::new(*id)
        }
        Command::Hint { id, .. } => *id,
        _ => None,
    }
}
