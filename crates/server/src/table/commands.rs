//! What viewers ask of a table.

use std::sync::Arc;
use std::time::Duration;

use polynya_catalog::{Hint, Kind};
use polynya_engine::Seat;

use super::{Table, written_down};
use crate::codes;
use crate::protocol::{Ask, Command, Hinted, Message, Opened, Phase, Refused, Said, SeatNumber, Sit, Submit, Try};
use crate::room::{Chair, Entry, No, numbers};
use crate::server::ServerError;
use crate::store::NewRow;

/// The longest name of a person, in characters.
pub const NAME: usize = 32;
/// The longest saying, in characters.
const SAYING: usize = 300;
/// The longest nonce, in characters.
pub const NONCE: usize = 64;
/// The longest name of a place, in characters.
const PLACE: usize = 16;
/// The longest words of an action, in characters.
const ACTION: usize = 40;
/// Actions that a plan may hold.
const PLAN: usize = 24;
/// How long a bot thinks about a hint.
const HINT: Duration = Duration::from_millis(700);
/// Actions that one question may name.
const TRIES: usize = 8;

/// What a command comes to: nothing to say, or a message for the one who sent it.
type Done = Result<(), Message>;

impl Table {
    pub(super) async fn command(&mut self, viewer: u64, command: Command) {
        let Some(guest) = self.viewers.get(&viewer).map(|viewer| viewer.guest.clone()) else { return };
        let done = match command {
            Command::Submit(submit) => self.submit(&guest, viewer, &submit).await,
            Command::Why(tried) => Err(self.why(&guest, tried)),
            Command::Sit(sit) => self.sit(guest, sit).await,
            Command::Stand { seat } => self.stand(&guest, seat).await,
            Command::Seat { seat, bot } => self.seat_bot(&guest, seat, bot).await,
            Command::Start => self.start(&guest).await,
            Command::Undo { to, seat } => self.undo(&guest, seat, to).await,
            Command::Consent { yes } => self.consent(&guest, yes).await,
            Command::Say { text } => self.say(&guest, &text).await,
            Command::Ping { place } => self.ping(&guest, &place),
            Command::Plan { id, actions } => Err(self.plan(id, &actions)),
            Command::Propose { actions } => self.propose(&guest, &actions),
            Command::Cover { seat, bot } => self.cover(&guest, seat, bot).await,
            Command::Back { seat } => self.back(&guest, seat).await,
            Command::Link { seat } => self.link(&guest, viewer, seat).await,
            Command::Rematch => self.rematch(&guest).await,
            Command::Describe => {
                let text = match self.room.table() {
                    Some(table) => table.line().describe(),
                    None => "The match has not begun yet.".to_owned(),
                };
                Err(Message::Described { text })
            }
            Command::Hint { seat } => self.hint(&guest, viewer, seat),
            Command::Look { here } => {
                self.looks(viewer, here);
                Ok(())
            }
        };
        if let Err(message) = done {
            match message {
                Message::Refused(_) => drop(self.server.metrics.refusals.inc()),
                Message::Wrong { .. } => drop(self.server.metrics.mistakes.inc()),
                _ => {}
            }
            self.tell(viewer, &message);
        }
    }

    async fn submit(&mut self, guest: &str, viewer: u64, submit: &Submit) -> Done {
        let id = submit.id;
        let (entry, update) = self.room.submit(guest, submit).map_err(|no| refuse(id, no))?;
        let over = update.over.is_some();
        self.write(update.n, &entry, over).await.map_err(|text| Message::Wrong { id: Some(id), text })?;
        self.stepped(update);
        if let Some(viewer) = self.viewers.get_mut(&viewer) {
            viewer.here = true;
        }
        self.think();
        Ok(())
    }

    /// A viewer looks at the table, or away.
    fn looks(&mut self, viewer: u64, here: bool) {
        let Some(viewer) = self.viewers.get_mut(&viewer) else { return };
        if std::mem::replace(&mut viewer.here, here) != here {
            self.presence();
        }
    }

    fn why(&self, guest: &str, mut tried: Try) -> Message {
        let id = tried.id;
        tried.actions.truncate(TRIES);
        tried.plan.iter_mut().for_each(|plan| plan.truncate(PLAN));
        match self.room.why(guest, &tried) {
            Ok(action) => Message::Allowed { id, action },
            Err(no) => refuse(id, no),
        }
    }

    async fn sit(&mut self, guest: String, Sit { seat, name, nonce }: Sit) -> Done {
        let place = self.room.seat(seat).map_err(|no| refuse(0, no))?;
        let chair = &self.room.chairs[place.index()];
        if chair.guests.contains(&guest) {
            return Ok(());
        }
        if self.room.phase() == Phase::Over {
            return wrong("The match is over; ask for another one.");
        }
        if !chair.guests.is_empty() {
            return wrong(format!("{} sits there already; choose another seat or watch.", chair.name));
        }
        let name = polite(&name, NAME);
        let name = if name.is_empty() { format!("Guest {seat}") } else { name };
        let entry = Entry::Sit { seat, guest, name, nonce: polite(&nonce, NONCE) };
        self.change(&entry).await?;
        self.begin_when_full().await
    }

    async fn stand(&mut self, guest: &str, seat: SeatNumber) -> Done {
        self.room.own(guest, seat).map_err(|no| refuse(0, no))?;
        if self.room.phase() != Phase::Gathering {
            return wrong("The match has begun; let a bot play for you instead.");
        }
        self.change(&Entry::Stand { seat }).await
    }

    async fn seat_bot(&mut self, guest: &str, seat: SeatNumber, bot: Option<String>) -> Done {
        self.host(guest)?;
        let place = self.room.seat(seat).map_err(|no| refuse(0, no))?;
        let chair = &self.room.chairs[place.index()];
        let phase = self.room.phase();
        // A match from elsewhere goes on with open seats.
        if phase == Phase::Over || (phase == Phase::Playing && !chair.is_open()) {
            return wrong("The match has begun; seats are chosen before.");
        }
        if !chair.guests.is_empty() {
            return wrong("Somebody sits there; only that person can leave the seat.");
        }
        match bot {
            None if chair.is_open() => Ok(()),
            None => self.change(&Entry::Stand { seat }).await,
            Some(bot) => {
                self.known_bot(&bot)?;
                self.change(&Entry::Bot { seat, bot }).await?;
                self.begin_when_full().await
            }
        }
    }

    async fn start(&mut self, guest: &str) -> Done {
        self.host(guest)?;
        if self.room.phase() != Phase::Gathering {
            return wrong("The match has begun already.");
        }
        let usual = self.room.game().usual_bot().to_owned();
        for index in 0..self.room.chairs.len() {
            if self.room.chairs[index].is_open() {
                self.change(&Entry::Bot { seat: index as u8 + 1, bot: usual.clone() }).await?;
            }
        }
        self.begin_when_full().await
    }

    /// Begins the match once nobody is missing.
    pub(crate) async fn begin_when_full(&mut self) -> Done {
        if self.room.phase() != Phase::Gathering || self.room.chairs.iter().any(Chair::is_open) {
            self.think();
            return Ok(());
        }
        let entry = self.room.start().map_err(|trouble| fail(trouble.to_string()))?;
        self.append(&entry).await.map_err(fail)?;
        self.refresh_viewers();
        self.think();
        Ok(())
    }

    async fn undo(&mut self, guest: &str, seat: SeatNumber, to: u32) -> Done {
        let place = self.room.own(guest, seat).map_err(|no| refuse(0, no))?;
        let undo = self.room.plan_undo(place, to).map_err(|no| refuse(0, no))?;
        let others: Vec<SeatNumber> = Seat::all(self.room.row.seats)
            .filter(|other| {
                let chair = &self.room.chairs[other.index()];
                !chair.guests.is_empty() && !chair.guests.iter().any(|own| own == guest)
            })
            .map(|other| other.number() as u8)
            .collect();
        if undo.free || others.is_empty() {
            return self.take_back(&undo.entry).await;
        }
        if self.ask.is_some() {
            return wrong("Somebody has asked to take something back already; answer that first.");
        }
        self.ask = Some(Ask { seat, to, waiting: others });
        self.tell_all(&Message::Asked { ask: self.ask.clone() });
        Ok(())
    }

    async fn consent(&mut self, guest: &str, yes: bool) -> Done {
        let own = numbers(self.room.seats_of(guest));
        let Some(ask) = &mut self.ask else { return wrong("Nobody asks to take anything back.") };
        let asker = own.contains(&ask.seat);
        if !asker && !own.iter().any(|seat| ask.waiting.contains(seat)) {
            return wrong("Only the people at the table are asked.");
        }
        if !yes {
            self.ask = None;
            self.tell_all(&Message::Asked { ask: None });
            return Ok(());
        }
        ask.waiting.retain(|seat| !own.contains(seat));
        if !ask.waiting.is_empty() {
            self.tell_all(&Message::Asked { ask: self.ask.clone() });
            return Ok(());
        }
        let (seat, to) = (ask.seat, ask.to);
        let place = self.room.seat(seat).map_err(|no| refuse(0, no))?;
        let undo = self.room.plan_undo(place, to).map_err(|no| refuse(0, no))?;
        self.take_back(&undo.entry).await
    }

    async fn take_back(&mut self, entry: &Entry) -> Done {
        let update = match self.room.undo(entry) {
            Ok(update) => update,
            Err(trouble) => {
                self.reload().await;
                return Err(fail(trouble.to_string()));
            }
        };
        self.write(update.n, entry, false).await.map_err(fail)?;
        self.stepped(update);
        self.think();
        Ok(())
    }

    async fn say(&mut self, guest: &str, text: &str) -> Done {
        let text = polite(text, SAYING);
        if text.is_empty() {
            return wrong("There is nothing to say in that.");
        }
        self.may_talk()?;
        let (name, seat) = self.name_of(guest);
        self.append(&Entry::Say { name: name.clone(), seat, text: text.clone() }).await.map_err(fail)?;
        self.tell_all(&Message::Said(Said { n: self.room.n, name, seat, text }));
        Ok(())
    }

    fn ping(&mut self, guest: &str, place: &str) -> Done {
        self.may_talk()?;
        let place = polite(place, PLACE);
        let (name, seat) = self.name_of(guest);
        self.tell_all(&Message::Pinged { name, seat, place });
        Ok(())
    }

    fn plan(&self, id: u64, actions: &[String]) -> Message {
        match self.room.plan(id, &actions[..actions.len().min(PLAN)]) {
            Some(planned) => Message::Planned(Box::new(planned)),
            None => Message::Wrong { id: Some(id), text: "The match has not begun yet.".to_owned() },
        }
    }

    fn propose(&mut self, guest: &str, actions: &[String]) -> Done {
        self.may_talk()?;
        let (name, seat) = self.name_of(guest);
        let actions = actions.iter().take(PLAN).map(|action| polite(action, ACTION)).collect();
        self.tell_all(&Message::Proposed { name, seat, actions });
        Ok(())
    }

    async fn cover(&mut self, guest: &str, seat: SeatNumber, bot: String) -> Done {
        let place = self.room.seat(seat).map_err(|no| refuse(0, no))?;
        self.known_bot(&bot)?;
        let own = self.room.own(guest, seat).is_ok();
        if self.room.phase() != Phase::Playing || self.room.chairs[place.index()].guests.is_empty() {
            return wrong("Only a person's seat in a running match can be covered.");
        }
        if !own && self.room.seats_of(guest).is_empty() {
            return wrong("Only people at the table can let a bot play for somebody.");
        }
        if !own && !self.deserted().has(place) {
            let long = self.server.config.absent.as_secs();
            return wrong(format!("Seat {seat} has not been away for {long} seconds yet; wait a little."));
        }
        self.change(&Entry::Cover { seat, bot }).await?;
        self.think();
        Ok(())
    }

    async fn back(&mut self, guest: &str, seat: SeatNumber) -> Done {
        let place = self.room.own(guest, seat).map_err(|no| refuse(0, no))?;
        match self.room.chairs[place.index()].cover {
            Some(_) => self.change(&Entry::Back { seat }).await,
            None => Ok(()),
        }
    }

    async fn link(&mut self, guest: &str, viewer: u64, seat: SeatNumber) -> Done {
        self.room.own(guest, seat).map_err(|no| refuse(0, no))?;
        self.may_talk()?;
        let secret = codes::token();
        self.change(&Entry::Link { seat, hash: codes::hash(&secret) }).await?;
        let path = format!("/t/{}#seat={secret}", self.room.row.code);
        self.tell(viewer, &Message::Linked { seat, path });
        Ok(())
    }

    /// Another device takes a seat by its link.
    pub(super) async fn claim(&mut self, guest: String, secret: &str) -> Result<Opened, ServerError> {
        let Some(seat) = self.room.linked(secret) else {
            let why = "This link has been used or is not for this table; ask for a new one.";
            return Err(ServerError::Wrong(why.to_owned()));
        };
        self.append(&Entry::Claim { seat, guest }).await.map_err(ServerError::Broken)?;
        self.refresh_viewers();
        Ok(Opened { code: self.room.row.code.clone() })
    }

    async fn rematch(&mut self, guest: &str) -> Done {
        if self.room.seats_of(guest).is_empty() {
            return wrong("Only people at the table can ask for another match.");
        }
        if self.room.phase() != Phase::Over {
            return wrong("The match is not over yet.");
        }
        if let Some(code) = self.room.again.clone() {
            return Err(Message::Again { code });
        }
        let row = NewRow { host: guest.to_owned(), ..self.room.row.clone() };
        // Everybody moves up one seat, so that another one begins.
        let mut chairs = self.room.chairs.clone();
        chairs.rotate_left(1);
        let code = self.server.again(row, &chairs).await.map_err(fail)?;
        self.append(&Entry::Again { code: code.clone() }).await.map_err(fail)?;
        self.tell_all(&Message::Again { code });
        // It is an entry too, and its number is told with the seats.
        self.presence();
        Ok(())
    }

    /// Lets a bot think about what a seat should do; whoever asked is told, and the table goes on meanwhile.
    fn hint(&mut self, guest: &str, viewer: u64, number: SeatNumber) -> Done {
        let seat = self.room.own(guest, number).map_err(|no| refuse(0, no))?;
        let game = self.room.game();
        let (Some(table), Some(asking)) = (self.room.table(), self.viewers.get(&viewer)) else {
            return wrong("The match has not begun yet.");
        };
        let line = table.line();
        if !line.acting().has(seat) {
            return wrong("It is not your turn; a hint is for the one who acts.");
        }
        let alone = |chair: &Chair| chair.guests.is_empty() || chair.guests.iter().any(|other| other == guest);
        if game.info().kind != Kind::Together && !self.room.chairs.iter().all(alone) {
            return wrong("Hints are given where all play together, and in matches against bots.");
        }
        let Ok(turn) = Arc::clone(&self.hints).try_acquire_owned() else {
            return wrong("One hint after the other: the first is still being thought out.");
        };
        let (line, to, n, pool) = (line.copy(), asking.to.clone(), self.room.n, self.server.hints.clone());
        tokio::spawn(async move {
            let Ok(_permit) = pool.acquire_owned().await else { return };
            let hint = tokio::task::spawn_blocking(move || game.hint(&*line, seat, HINT)).await;
            drop(turn);
            let message = match hint {
                Ok(hint) => Message::Hinted(Hinted { n, seat: number, text: in_words(&hint), actions: hint.plan }),
                Err(_) => fail("No hint could be found here.".to_owned()),
            };
            drop(to.try_send(written_down(&message)));
        });
        Ok(())
    }

    /// Writes an entry that changes who sits where, and tells everybody.
    async fn change(&mut self, entry: &Entry) -> Done {
        self.append(entry).await.map_err(fail)?;
        for viewer in self.viewers.values_mut() {
            viewer.seats = self.room.seats_of(&viewer.guest);
        }
        if matches!(entry, Entry::Sit { .. } | Entry::Back { .. }) && self.room.phase() == Phase::Playing {
            self.refresh_viewers();
        } else {
            self.presence();
        }
        Ok(())
    }

    /// Is there room for another saying, sign or link at this table?
    fn may_talk(&self) -> Done {
        match &self.talk {
            Some(talk) if talk.check().is_err() => wrong("Too much is said at this table at once; wait a moment."),
            _ => Ok(()),
        }
    }

    fn host(&self, guest: &str) -> Done {
        if self.room.is_host(guest) { Ok(()) } else { wrong("Only the person who opened the table can do that.") }
    }

    fn known_bot(&self, bot: &str) -> Done {
        let bots = self.room.game().bots();
        if bots.iter().any(|known| known.name == bot) {
            return Ok(());
        }
        let names: Vec<&str> = bots.iter().map(|known| known.name).collect();
        wrong(format!("There is no such bot; the bots are {}.", names.join(", ")))
    }

    /// How the table calls a guest, and the seat, if it has one.
    fn name_of(&self, guest: &str) -> (String, Option<SeatNumber>) {
        match self.room.seats_of(guest).first() {
            Some(seat) => (self.room.chairs[seat.index()].name.clone(), Some(seat.number() as u8)),
            None => ("A watcher".to_owned(), None),
        }
    }
}

/// A hint as a sentence.
fn in_words(hint: &Hint) -> String {
    let plan = hint.labels.join(", then ");
    let worth = hint.worth.map(|worth| format!(" ({worth})")).unwrap_or_default();
    let other = hint.alternative.as_ref().map(|other| {
        let plan = other.labels.join(", then ");
        format!(" Otherwise: {plan} ({}).", other.worth)
    });
    format!("{plan}{worth}. {}{}", hint.reason, other.unwrap_or_default())
}

fn wrong(text: impl Into<String>) -> Done {
    Err(fail(text.into()))
}

fn fail(text: String) -> Message {
    Message::Wrong { id: None, text }
}

fn refuse(id: u64, no: No) -> Message {
    match no {
        No::Refused(refused) => Message::Refused(Refused { id, ..refused }),
        No::Wrong(text) => Message::Wrong { id: (id != 0).then_some(id), text },
        No::Known => Message::Known { id },
    }
}

/// A text from outside: on one line, without control characters, not too long.
pub fn polite(text: &str, most: usize) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(most).collect();
    clean.trim().to_owned()
}
