//! What viewers ask of a table.

use std::num::NonZeroU64;

use super::Table;
use super::budget::Cost;
use crate::codes;
use crate::protocol::{Ask, Command, Message, Opened, Phase, SeatNumber, Sit, Submit, Try};
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
enum Reply {
    /// Nothing: whatever it changed, everybody was told.
    Nothing,
    /// A message.
    Tell(Message),
}

type Answer = Result<Reply, Rejection>;

impl Table {
    pub(super) async fn command(&mut self, viewer: u64, command: Command) {
        let Some(guest) = self.viewers.get(&viewer).map(|viewer| viewer.guest.clone()) else { return };
        let id = id_of(&command);
        let message = match self.obey(&guest, viewer, command).await {
            Ok(Reply::Nothing) => None,
            Ok(Reply::Tell(message)) => Some(message),
            Err(rejection) => self.explain(id, rejection),
        };
        if let Some(message) = message {
            self.tell(viewer, &message);
        }
    }

    async fn obey(&mut self, guest: &str, viewer: u64, command: Command) -> Answer {
        self.may_ask(viewer, Cost::of(&command))?;
        match command {
            Command::Submit(submit) => self.submit(guest, viewer, &submit).await,
            Command::Why(tried) => self.why(guest, tried),
            Command::Sit(sit) => self.sit(guest, &sit).await,
            Command::Stand { seat } => self.wish(guest, Wish::Stand { seat }).await,
            Command::Seat { seat, bot } => {
                self.wish(guest, Wish::Seat { seat, bot: bot.as_deref() }).await?;
                self.begin_when_full().await
            }
            Command::Luck { seat, nonce } => {
                self.wish(guest, Wish::Luck { seat, nonce: &nonce }).await?;
                self.begin_when_full().await
            }
            Command::Start => self.start(guest).await,
            Command::Undo { to, seat } => self.undo(guest, seat, to).await,
            Command::Consent { yes } => self.consent(guest, yes).await,
            Command::Say { text } => self.wish(guest, Wish::Say { text: &text }).await,
            Command::Ping { place } => self.ping(guest, &place),
            Command::Plan { id, actions } => self.plan(id, &actions),
            Command::Propose { actions } => self.propose(guest, &actions),
            Command::Cover { seat, bot } => {
                let (deserted, long) = (self.deserted(), self.server.config.absent);
                self.wish(guest, Wish::Cover { seat, bot: &bot, deserted, long }).await
            }
            Command::Back { seat } => self.wish(guest, Wish::Back { seat }).await,
            Command::Link { seat } => self.link(guest, seat).await,
            Command::Rematch => self.rematch(guest).await,
            Command::Describe => Ok(Reply::Tell(Message::Described { text: self.description() })),
            Command::Hint { seat } => self.hint(guest, viewer, seat).map(|()| Reply::Nothing),
            Command::Look { here } => {
                self.looks(viewer, here);
                Ok(Reply::Nothing)
            }
        }
    }

    /// Why a command was rejected, as it is told; nothing if what was wanted is so already.
    fn explain(&self, id: Option<NonZeroU64>, rejection: Rejection) -> Option<Message> {
        match rejection {
            Rejection::Refused(refused) => {
                self.server.metrics.refusals.inc();
                Some(Message::Refused(refused))
            }
            Rejection::Invalid(text) => {
                self.server.metrics.mistakes.inc();
                Some(Message::Invalid { id, text })
            }
            Rejection::Duplicate => id.map(|id| Message::Duplicate { id }),
            Rejection::Consent(ask) => Some(Message::Asked { ask: Some(ask) }),
        }
    }

    /// Does what a guest wants, if it may be.
    async fn wish(&mut self, guest: &str, wish: Wish<'_>) -> Answer {
        self.perform(Actor::Guest(guest), wish).await?;
        self.think();
        Ok(Reply::Nothing)
    }

    async fn submit(&mut self, guest: &str, viewer: u64, submit: &Submit) -> Answer {
        self.wish(guest, Wish::Submit(submit)).await?;
        if let Some(viewer) = self.viewers.get_mut(&viewer) {
            viewer.here = true;
        }
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

    fn description(&self) -> String {
        match self.room.table() {
            Some(table) => table.describe(),
            None => "The match has not begun yet.".to_owned(),
        }
    }

    async fn sit(&mut self, guest: &str, sit: &Sit) -> Answer {
        self.wish(guest, Wish::Sit(sit)).await?;
        self.begin_when_full().await
    }

    async fn start(&mut self, guest: &str) -> Answer {
        // Bots take the open seats one after the other, and then the match begins.
        self.perform(Actor::Guest(guest), Wish::Start).await?;
        while self.room.phase() == Phase::Gathering {
            self.perform(Actor::Table, Wish::Start).await?;
        }
        self.think();
        Ok(Reply::Nothing)
    }

    /// Begins the match once nobody is missing and everybody has added to the luck.
    async fn begin_when_full(&mut self) -> Answer {
        if self.room.phase() == Phase::Gathering && self.room.chairs.is_ready() {
            self.perform(Actor::Table, Wish::Start).await?;
            self.think();
        }
        Ok(Reply::Nothing)
    }

    async fn undo(&mut self, guest: &str, seat: SeatNumber, to: u32) -> Answer {
        match self.wish(guest, Wish::Undo { seat, to, agreed: false }).await {
            Err(Rejection::Consent(_)) if self.ask.is_some() => {
                Rejection::invalid("Somebody has asked to take something back already; answer that first.")
            }
            Err(Rejection::Consent(ask)) => self.ask(Some(ask)),
            answer => answer,
        }
    }

    /// Asks everybody whether steps may be taken back, or does not ask any more.
    fn ask(&mut self, ask: Option<Ask>) -> Answer {
        self.ask = ask;
        self.tell_all(&Message::Asked { ask: self.ask.clone() });
        Ok(Reply::Nothing)
    }

    async fn consent(&mut self, guest: &str, yes: bool) -> Answer {
        let own = numbers(self.room.chairs.of(guest));
        let Some(mut ask) = self.ask.clone() else { return Rejection::invalid("Nobody asks to take anything back.") };
        if !own.contains(&ask.seat) && !own.iter().any(|seat| ask.waiting.contains(seat)) {
            return Rejection::invalid("Only the people at the table are asked.");
        }
        ask.waiting.retain(|seat| !own.contains(seat));
        if !yes || !ask.waiting.is_empty() {
            return self.ask(yes.then_some(ask));
        }
        self.wish(guest, Wish::Undo { seat: ask.seat, to: ask.to, agreed: true }).await
    }

    fn ping(&mut self, guest: &str, place: &str) -> Answer {
        let (name, seat) = self.room.name_of(guest);
        self.tell_all(&Message::Pinged { name, seat, place: sanitize(place, MAX_PLACE) });
        Ok(Reply::Nothing)
    }

    fn plan(&self, id: u64, actions: &[String]) -> Answer {
        match self.room.plan(id, &actions[..actions.len().min(MAX_PLAN)]) {
            Some(planned) => Ok(Reply::Tell(Message::Planned(Box::new(planned)))),
            None => Rejection::invalid("The match has not begun yet."),
        }
    }

    fn propose(&mut self, guest: &str, actions: &[String]) -> Answer {
        let (name, seat) = self.room.name_of(guest);
        let actions = actions.iter().take(MAX_PLAN).map(|action| sanitize(action, MAX_ACTION)).collect();
        self.tell_all(&Message::Proposed { name, seat, actions });
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
            Err(rejection) => Err(ServerError::Broken(format!("the link was not taken: {rejection:?}"))),
        }
    }

    async fn rematch(&mut self, guest: &str) -> Answer {
        if self.room.chairs.of(guest).is_empty() {
            return Rejection::invalid("Only people at the table can ask for another match.");
        }
        if self.room.phase() != Phase::Over {
            return Rejection::invalid("The match is not over yet.");
        }
        if let Some(code) = self.room.again.clone() {
            return Ok(Reply::Tell(Message::Again { code }));
        }
        let row = NewRow { host: guest.to_owned(), ..self.room.row.clone() };
        // Everybody moves up one seat, so that another one begins.
        let mut chairs = self.room.chairs.to_vec();
        chairs.rotate_left(1);
        let code = self
            .server
            .again(self.address(), row, &chairs)
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

/// The id by which the sender of a command recognises its answer.
fn id_of(command: &Command) -> Option<NonZeroU64> {
    match command {
        Command::Submit(Submit { id, .. }) | Command::Why(Try { id, .. }) | Command::Plan { id, .. } => {
            NonZeroU64::new(*id)
        }
        _ => None,
    }
}
