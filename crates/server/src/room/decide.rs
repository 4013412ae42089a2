//! What becomes of a wish: judged on the room as it stands, which nothing here changes.

use std::num::NonZeroU64;
use std::time::Duration;

use polynya_catalog::{CatalogError, USUAL_BOT};
use polynya_engine::{Seat, SeatSet};

use super::chair::MAX_DEVICES;
use super::{Entry, Room};
use crate::protocol::{Ask, Phase, Refused, SeatNumber, Sit, Submit};

/// The longest name of a person, in characters.
pub const MAX_NAME: usize = 32;
/// The longest saying, in characters.
const MAX_SAYING: usize = 300;
/// The longest nonce, in characters.
const MAX_NONCE: usize = 64;
/// The greatest id that a submission may have: a browser counts exactly up to here.
const MAX_ID: u64 = (1 << 53) - 1;

/// Who wants something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor<'a> {
    /// A guest.
    Guest(&'a str),
    /// The table itself, for its bots or because it is full.
    Table,
}

/// What would change a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish<'a> {
    /// An action of a guest's own seat.
    Submit(&'a Submit),
    /// An action of a seat that a bot plays.
    Play {
        /// The seat.
        seat: Seat,
        /// What it does, in the game's words.
        action: &'a str,
    },
    /// To sit down.
    Sit(&'a Sit),
    /// To give an own seat back.
    Stand {
        /// The seat.
        seat: SeatNumber,
    },
    /// A bot on a seat, or an open seat instead of a bot.
    Seat {
        /// The seat.
        seat: SeatNumber,
        /// The bot, or none for an open seat.
        bot: Option<&'a str>,
    },
    /// To add to the luck.
    Luck {
        /// The seat.
        seat: SeatNumber,
        /// What.
        nonce: &'a str,
    },
    /// To begin: a bot on the first open seat, or the match if there is none.
    Start,
    /// To take steps back.
    Undo {
        /// In whose name.
        seat: SeatNumber,
        /// Steps that stay.
        to: u32,
        /// Have the others agreed?
        agreed: bool,
    },
    /// To say something.
    Say {
        /// What.
        text: &'a str,
    },
    /// A bot that plays for a person.
    Cover {
        /// The seat.
        seat: SeatNumber,
        /// The bot.
        bot: &'a str,
        /// The seats whose people have been away for long.
        deserted: SeatSet,
        /// How long that is.
        long: Duration,
    },
    /// To take an own seat back from the bot that covers it.
    Back {
        /// The seat.
        seat: SeatNumber,
    },
    /// A link by which another device takes an own seat.
    Link {
        /// The seat.
        seat: SeatNumber,
        /// The link's secret.
        secret: &'a str,
    },
    /// To take a seat by a link.
    Claim {
        /// The link's secret.
        secret: &'a str,
    },
    /// To meet again at another table.
    Again {
        /// Its code.
        code: &'a str,
    },
}

/// Why a table does not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rejection {
    /// A rule of the game.
    Refused(Refused),
    /// Anything else, in a sentence.
    Invalid(String),
    /// It was done before.
    Duplicate,
    /// Others must agree first.
    Consent(Ask),
}

impl Rejection {
    /// Rejects with a sentence.
    pub fn invalid<T>(text: impl Into<String>) -> Result<T, Rejection> {
        Err(Rejection::Invalid(text.into()))
    }

    /// Rejects for what the catalog found.
    pub fn from_catalog(id: u64, error: CatalogError) -> Rejection {
        match error {
            CatalogError::Refused(refusal) => Rejection::Refused(Refused {
                id,
                clause: refusal.clause.to_owned(),
                text: refusal.text,
                tried: refusal.tried,
            }),
            other => Rejection::Invalid(other.to_string()),
        }
    }
}

impl Room {
    /// Judges a wish; returns the entry that does it. Nothing has happened before that entry is written and applied.
    pub fn decide(&self, actor: Actor<'_>, wish: Wish<'_>) -> Result<Entry, Rejection> {
        let guest = match actor {
            Actor::Guest(guest) => guest,
            Actor::Table => "",
        };
        match wish {
            Wish::Submit(submit) => self.decide_submit(guest, submit),
            Wish::Play { seat, action } => self.decide_play(seat, action, None),
            Wish::Sit(sit) => self.decide_sit(guest, sit),
            Wish::Stand { seat } => self.decide_stand(guest, seat),
            Wish::Seat { seat, bot } => self.decide_seat(guest, seat, bot),
            Wish::Luck { seat, nonce } => self.decide_luck(guest, seat, nonce),
            Wish::Start => self.decide_start(actor),
            Wish::Undo { seat, to, agreed } => self.decide_take_back(guest, seat, to, agreed),
            Wish::Say { text } => self.decide_say(guest, text),
            Wish::Cover { seat, bot, deserted, long } => self.decide_cover(guest, seat, bot, (deserted, long)),
            Wish::Back { seat } => match self.chairs[self.own(guest, seat)?.index()].cover {
                Some(_) => Ok(Entry::Back { seat }),
                None => Err(Rejection::Duplicate),
            },
            Wish::Link { seat, secret } => {
                self.own(guest, seat)?;
                Ok(Entry::Link { seat, hash: crate::codes::hash(secret) })
            }
            Wish::Claim { secret } => match self.chairs.linked(secret) {
                Some(seat) if self.chairs[self.seat(seat)?.index()].is_full(guest) => Rejection::invalid(format!(
                    "This seat is on {MAX_DEVICES} devices already, and no more can take it."
                )),
                Some(seat) => Ok(Entry::Claim { seat, guest: guest.to_owned() }),
                None => Rejection::invalid("This link has been used or is not for this table; ask for a new one."),
            },
            Wish::Again { code } => Ok(Entry::Again { code: code.to_owned() }),
        }
    }

    fn decide_submit(&self, guest: &str, submit: &Submit) -> Result<Entry, Rejection> {
        let seat = self.own(guest, submit.seat)?;
        let id = NonZeroU64::new(submit.id).filter(|id| id.get() <= MAX_ID);
        let Some(id) = id else {
            return Rejection::invalid("The id of a submission is a number from 1 to 2^53 - 1.");
        };
        if self.ids.contains(&(seat, id)) {
            return Err(Rejection::Duplicate);
        }
        if let Some(bot) = &self.chairs[seat.index()].cover {
            let seat = submit.seat;
            return Rejection::invalid(format!("The bot {bot} plays for seat {seat} now; take the seat back first."));
        }
        if self.has_moved_on(seat, submit.after) {
            return Rejection::invalid("The table has moved on since; look again.");
        }
        self.decide_play(seat, &submit.action, Some(id))
    }

    fn decide_play(&self, seat: Seat, action: &str, id: Option<NonZeroU64>) -> Result<Entry, Rejection> {
        let Some(table) = self.table() else { return Rejection::invalid("The match has not begun yet.") };
        let steps = table.decide(seat, action);
        let steps = steps.map_err(|error| Rejection::from_catalog(id.map_or(0, NonZeroU64::get), error))?;
        Ok(Entry::Step { id, steps })
    }

    /// Has anything happened after entry `after` that this seat must know before it acts?
    fn has_moved_on(&self, seat: Seat, after: u32) -> bool {
        after > self.n || self.since.iter().any(|&(n, who)| n > after && who.is_none_or(|who| who == seat))
    }

    fn decide_sit(&self, guest: &str, Sit { seat, name, nonce }: &Sit) -> Result<Entry, Rejection> {
        let chair = &self.chairs[self.seat(*seat)?.index()];
        if chair.belongs_to(guest) {
            return Err(Rejection::Duplicate);
        }
        if self.phase() == Phase::Over {
            return Rejection::invalid("The match is over; ask for another one.");
        }
        if !chair.guests.is_empty() {
            return Rejection::invalid(format!("{} sits there already; choose another seat or watch.", chair.name));
        }
        let name = sanitize(name, MAX_NAME);
        let name = if name.is_empty() { format!("Guest {seat}") } else { name };
        Ok(Entry::Sit { seat: *seat, guest: guest.to_owned(), name, nonce: sanitize(nonce, MAX_NONCE) })
    }

    fn decide_stand(&self, guest: &str, seat: SeatNumber) -> Result<Entry, Rejection> {
        self.own(guest, seat)?;
        if self.phase() != Phase::Gathering {
            return Rejection::invalid("The match has begun; let a bot play for you instead.");
        }
        Ok(Entry::Stand { seat })
    }

    fn decide_seat(&self, guest: &str, seat: SeatNumber, bot: Option<&str>) -> Result<Entry, Rejection> {
        self.check_host(guest)?;
        let chair = &self.chairs[self.seat(seat)?.index()];
        let phase = self.phase();
        // A match from elsewhere goes on with open seats.
        if phase == Phase::Over || (phase == Phase::Playing && !chair.is_open()) {
            return Rejection::invalid("The match has begun; seats are chosen before.");
        }
        if !chair.guests.is_empty() {
            return Rejection::invalid("Somebody sits there; only that person can leave the seat.");
        }
        match bot {
            None if chair.is_open() => Err(Rejection::Duplicate),
            None => Ok(Entry::Stand { seat }),
            Some(bot) => {
                self.check_bot(bot)?;
                Ok(Entry::Bot { seat, bot: bot.to_owned() })
            }
        }
    }

    fn decide_luck(&self, guest: &str, seat: SeatNumber, nonce: &str) -> Result<Entry, Rejection> {
        let place = self.own(guest, seat)?;
        if !self.chairs[place.index()].nonce.is_empty() {
            return Err(Rejection::Duplicate);
        }
        if !self.takes_luck() {
            return Rejection::invalid(
                "The dice of this match are fixed; nothing can be added to their luck any more.",
            );
        }
        let nonce = sanitize(nonce, MAX_NONCE);
        if nonce.is_empty() {
            return Rejection::invalid("A seat adds a text of 1 to 64 characters to the luck; this one is empty.");
        }
        Ok(Entry::Luck { seat, nonce })
    }

    fn decide_start(&self, actor: Actor<'_>) -> Result<Entry, Rejection> {
        if let Actor::Guest(guest) = actor {
            self.check_host(guest)?;
        }
        if self.phase() != Phase::Gathering {
            return Rejection::invalid("The match has begun already.");
        }
        if let Some(index) = self.chairs.iter().position(super::Chair::is_open) {
            return Ok(Entry::Bot { seat: index as u8 + 1, bot: USUAL_BOT.to_owned() });
        }
        self.start().map_err(|error| Rejection::from_catalog(0, error))
    }

    fn decide_take_back(&self, guest: &str, seat: SeatNumber, to: u32, agreed: bool) -> Result<Entry, Rejection> {
        let place = if agreed { self.seat(seat)? } else { self.own(guest, seat)? };
        let (entry, free) = self.decide_undo(place, to)?;
        let others = self.chairs.of_others(guest);
        if free || agreed || others.is_empty() {
            return Ok(entry);
        }
        Err(Rejection::Consent(Ask { seat, to, waiting: super::numbers(others) }))
    }

    fn decide_say(&self, guest: &str, text: &str) -> Result<Entry, Rejection> {
        let text = sanitize(text, MAX_SAYING);
        if text.is_empty() {
            return Rejection::invalid("There is nothing to say in that.");
        }
        let (name, seat) = self.name_of(guest);
        Ok(Entry::Say { name, seat, text })
    }

    fn decide_cover(
        &self,
        guest: &str,
        seat: SeatNumber,
        bot: &str,
        (deserted, long): (SeatSet, Duration),
    ) -> Result<Entry, Rejection> {
        let place = self.seat(seat)?;
        self.check_bot(bot)?;
        let own = self.own(guest, seat).is_ok();
        if self.phase() != Phase::Playing || self.chairs[place.index()].guests.is_empty() {
            return Rejection::invalid("Only a person's seat in a running match can be covered.");
        }
        if !own && self.chairs.of(guest).is_empty() {
            return Rejection::invalid("Only people at the table can let a bot play for somebody.");
        }
        if !own && !deserted.contains(place) {
            let long = long.as_secs();
            return Rejection::invalid(format!("Seat {seat} has not been away for {long} seconds yet; wait a little."));
        }
        Ok(Entry::Cover { seat, bot: bot.to_owned() })
    }

    fn check_host(&self, guest: &str) -> Result<(), Rejection> {
        match self.is_host(guest) {
            true => Ok(()),
            false => Rejection::invalid("Only the person who opened the table can do that."),
        }
    }

    fn check_bot(&self, bot: &str) -> Result<(), Rejection> {
        let bots = self.game().bots();
        let (name, budget) = bot.split_once('@').map_or((bot, None), |(name, budget)| (name, Some(budget)));
        if !bots.iter().any(|known| known.name == name) {
            let names: Vec<&str> = bots.iter().map(|known| known.name).collect();
            return Rejection::invalid(format!("There is no such bot; the bots are {}.", names.join(", ")));
        }
        match budget.map(|_| self.game().thinking_time(bot)) {
            Some(Err(error)) => Rejection::invalid(format!("This bot cannot be seated: {error}.")),
            Some(Ok(Some(time))) if time > MOST_THINKING => {
                Rejection::invalid(format!("A bot thinks {} seconds at most at a table.", MOST_THINKING.as_secs()))
            }
            _ => Ok(()),
        }
    }
}

/// The most time that a bot at a table is given for a choice: others wait for the same processors.
const MOST_THINKING: Duration = Duration::from_secs(5);

/// Returns a text from outside on one line, without control characters, not too long.
pub fn sanitize(text: &str, most: usize) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(most).collect();
    clean.trim().to_owned()
}
