//! What becomes of a wish: judged on the room as it stands, which nothing here changes.

use std::num::NonZeroU64;
use std::time::Duration;

use polynya_catalog::{Ahead, CatalogError, USUAL_BOT};
use polynya_engine::{Seat, SeatSet, Seed};
use thiserror::Error;

use super::chair::MAX_DEVICES;
use super::{Entry, Room};
use crate::protocol::{Ask, First, Phase, SeatNumber, SetNumber, Sit, Submit};
use crate::views::Browser;

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
    Sit {
        /// Where, and as who.
        sit: &'a Sit,
        /// Has the host agreed?
        agreed: bool,
    },
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
    /// More seats, or fewer.
    Seats {
        /// How many.
        count: SeatNumber,
    },
    /// To add to the luck.
    Luck {
        /// The seat.
        seat: SeatNumber,
        /// What.
        nonce: &'a str,
    },
    /// How it is found out who begins.
    First {
        /// How.
        first: First,
    },
    /// To say who begins.
    Begins {
        /// The seat.
        seat: SeatNumber,
    },
    /// A set of pieces for an own seat, or none.
    Set {
        /// The seat.
        seat: SeatNumber,
        /// The set.
        set: Option<SetNumber>,
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
        /// How the table calls somebody who has no seat.
        watcher: &'a str,
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
    /// Another host.
    Host {
        /// The seat of whoever it is to be.
        seat: SeatNumber,
    },
    /// The match is shown to watchers, or not.
    Door {
        /// To watchers too?
        open: bool,
    },
    /// How long the table waits for somebody who does nothing.
    Clock {
        /// In seconds; 0 for ever.
        seconds: u32,
    },
    /// Somebody is to say nothing, or may again.
    Mute {
        /// Their devices.
        guests: &'a [String],
        /// Nothing?
        muted: bool,
    },
    /// Somebody is to go.
    Remove {
        /// Their devices.
        guests: &'a [String],
    },
    /// To meet again at another table.
    Again {
        /// Its code.
        code: &'a str,
    },
}

/// What becomes of a wish: the entry that does it.
pub struct Decision {
    /// What is written down.
    pub entry: Entry,
    /// Where its steps lead, which was found out by trying them.
    pub ahead: Option<Ahead<Browser>>,
}

impl From<Entry> for Decision {
    fn from(entry: Entry) -> Decision {
        Decision { entry, ahead: None }
    }
}

/// Why a table does not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Rejection {
    /// The game says no.
    #[error(transparent)]
    Game(#[from] CatalogError),
    /// Anything else, in a sentence.
    #[error("{0}")]
    Invalid(String),
    /// It was done before.
    #[error("This was done before.")]
    Duplicate,
    /// Others must agree first.
    #[error("The others must agree first.")]
    Consent(Ask),
    /// The host must agree first.
    #[error("The host must agree first.")]
    Late,
    /// It may be done yet: whoever sent it keeps it, and sends it again after the next welcome.
    #[error("{0}")]
    Pending(String),
    /// Another node was first; what it wrote is known now.
    #[error("Somebody else was first.")]
    Overtaken,
}

impl Rejection {
    /// Rejects with a sentence.
    pub fn invalid<T>(text: impl Into<String>) -> Result<T, Rejection> {
        Err(Rejection::Invalid(text.into()))
    }
}

impl Room {
    /// Judges a wish; returns the entry that does it. Nothing has happened before that entry is written and applied.
    pub fn decide(&self, actor: Actor<'_>, wish: Wish<'_>) -> Result<Decision, Rejection> {
        if let Some(why) = self.closed() {
            return Rejection::invalid(why);
        }
        let guest = match actor {
            Actor::Guest(guest) => guest,
            Actor::Table => "",
        };
        let entry = match wish {
            Wish::Submit(submit) => return self.decide_submit(guest, submit),
            Wish::Play { seat, action } => {
                let ahead = self.begun()?.decide(seat, action)?;
                let steps = ahead.steps.clone();
                return Ok(Decision { entry: Entry::Step { id: None, steps }, ahead: Some(ahead) });
            }
            Wish::Sit { sit, agreed } => self.decide_sit(guest, sit, agreed),
            Wish::Stand { seat } => self.decide_stand(guest, seat),
            Wish::Seat { seat, bot } => self.decide_seat(guest, seat, bot),
            Wish::Seats { count } => self.decide_seats(guest, count),
            Wish::Luck { seat, nonce } => self.decide_luck(guest, seat, nonce),
            Wish::First { first } => self.decide_first(guest, first),
            Wish::Begins { seat } => self.decide_begins(guest, seat),
            Wish::Set { seat, set } => self.decide_set(guest, seat, set),
            Wish::Start => self.decide_start(actor),
            Wish::Undo { seat, to, agreed } => self.decide_take_back(guest, seat, to, agreed),
            Wish::Say { text, watcher } => self.decide_say(guest, text, watcher),
            Wish::Cover { seat, bot, deserted, long } => self.decide_cover(guest, seat, bot, (deserted, long)),
            Wish::Back { seat } => match self.chairs[self.own(guest, seat)?.index()].cover {
                Some(_) => Ok(Entry::Back { seat }),
                None => Err(Rejection::Duplicate),
            },
            Wish::Link { seat, secret } => {
                self.own(guest, seat)?;
                Ok(Entry::Link { seat, hash: crate::codes::hash(secret) })
            }
            Wish::Claim { .. } if self.hosting.removed.iter().any(|removed| removed == guest) => {
                Rejection::invalid("The host has removed you from this table.")
            }
            Wish::Claim { secret } => match self.chairs.linked(secret) {
                Some(seat) if self.chairs[self.seat(seat)?.index()].is_full(guest) => Rejection::invalid(format!(
                    "This seat is on {MAX_DEVICES} devices already, and no more can take it."
                )),
                Some(seat) => Ok(Entry::Claim { seat, guest: guest.to_owned() }),
                None => Rejection::invalid("This link has been used or is not for this table; ask for a new one."),
            },
            Wish::Host { seat } if actor == Actor::Table => self.heir(seat),
            Wish::Host { seat } => self.decide_host(guest, seat),
            Wish::Door { open } => self.decide_door(guest, open),
            Wish::Clock { seconds } => self.decide_clock(guest, seconds),
            Wish::Mute { guests, muted } => self.decide_mute(guest, guests, muted),
            Wish::Remove { guests } => self.decide_remove(guest, guests),
            Wish::Again { .. } if self.again.is_some() => Err(Rejection::Duplicate),
            Wish::Again { code } => Ok(Entry::Again { code: code.to_owned() }),
        };
        entry.map(Decision::from)
    }

    fn decide_submit(&self, guest: &str, submit: &Submit) -> Result<Decision, Rejection> {
        let seat = self.own(guest, submit.seat)?;
        let id = NonZeroU64::new(submit.id).filter(|id| id.get() <= MAX_ID);
        let Some(id) = id else {
            return Rejection::invalid("The id of a submission is a number from 1 to 2^53 - 1.");
        };
        if self.ids.contains(&(seat, id)) {
            return Err(Rejection::Duplicate);
        }
        if let Some(bot) = &self.chairs[seat.index()].cover {
            return Rejection::invalid(format!("A bot ({bot}) plays for you now; come back first."));
        }
        // Has anything happened since that this seat must know before it acts?
        let after = submit.after;
        let news = |&(n, who): &(u32, Option<Seat>)| n > after && who.is_none_or(|who| who == seat);
        if after > self.n || self.since.iter().any(news) {
            return Rejection::invalid("The table has moved on since; look again.");
        }
        let ahead = self.begun()?.decide(seat, &submit.action)?;
        let steps = ahead.steps.clone();
        Ok(Decision { entry: Entry::Step { id: Some(id), steps }, ahead: Some(ahead) })
    }

    fn decide_sit(&self, guest: &str, Sit { seat, name, nonce }: &Sit, agreed: bool) -> Result<Entry, Rejection> {
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
        if let Some(reason) = self.bars(guest) {
            return Rejection::invalid(reason);
        }
        let late = self.phase() == Phase::Playing && !self.takes_luck();
        if late && !agreed && !self.is_host(guest) && !chair.was_of(guest) {
            return Err(Rejection::Late);
        }
        let name = self.free_name(guest, *seat, name);
        Ok(Entry::Sit { seat: *seat, guest: guest.to_owned(), name, nonce: sanitize(nonce, MAX_NONCE) })
    }

    /// Returns the name by which the table will call somebody: as they wish, with a number if somebody else has it.
    pub fn free_name(&self, guest: &str, seat: SeatNumber, wanted: &str) -> String {
        let wanted = sanitize(wanted, MAX_NAME);
        let wanted = if wanted.is_empty() { format!("Guest {seat}") } else { wanted };
        let others = self.chairs.iter().filter(|chair| !chair.guests.is_empty() && !chair.belongs_to(guest));
        let taken: Vec<String> = others.map(|chair| look_of(&chair.name)).collect();
        let numbered = (2..).map(|number| {
            let short: String = wanted.chars().take(MAX_NAME - 3).collect();
            format!("{} {number}", short.trim_end())
        });
        let mut names = std::iter::once(wanted.clone()).chain(numbered);
        names.find(|name| !taken.contains(&look_of(name))).unwrap_or_else(|| wanted.clone())
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
        // A match from elsewhere goes on with open seats, and a bot can take over from somebody who does not play.
        if phase == Phase::Over || (phase == Phase::Playing && chair.bot.is_some()) {
            return Rejection::invalid("The match has begun; which bot plays is chosen before.");
        }
        match bot {
            None if chair.is_open() => Err(Rejection::Duplicate),
            None if phase == Phase::Playing => {
                Rejection::invalid("The match has begun; a bot can take the seat, but nobody cannot.")
            }
            None => Ok(Entry::Stand { seat }),
            Some(_) if chair.belongs_to(guest) => {
                Rejection::invalid("That is your own seat; leave it, or let a bot play for you.")
            }
            Some(bot) => {
                self.check_bot(bot)?;
                Ok(Entry::Bot { seat, bot: bot.to_owned() })
            }
        }
    }

    fn decide_seats(&self, guest: &str, count: SeatNumber) -> Result<Entry, Rejection> {
        self.check_host(guest)?;
        if self.phase() != Phase::Gathering {
            return Rejection::invalid("The match has begun; seats are added and removed before.");
        }
        let (seats, info) = (usize::from(count), self.game.info());
        if !info.seats.contains(&count) {
            let (least, most) = (info.seats.start(), info.seats.end());
            return Rejection::invalid(format!("{} is played by {least} to {most}.", info.title));
        }
        match self.chairs.get(seats..).and_then(|gone| gone.iter().find(|chair| !chair.guests.is_empty())) {
            Some(chair) => Rejection::invalid(format!("{} sits there; a seat must be free to be removed.", chair.name)),
            None if seats == self.chairs.len() => Err(Rejection::Duplicate),
            None => {
                // The options may allow fewer.
                self.game.open(&self.row.options, count, Seed::new([0; 32]))?;
                Ok(Entry::Seats { count })
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
        Ok(self.start()?)
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

    fn decide_say(&self, guest: &str, text: &str, watcher: &str) -> Result<Entry, Rejection> {
        self.check_voice(guest)?;
        let text = sanitize(text, MAX_SAYING);
        if text.is_empty() {
            return Rejection::invalid("There is nothing to say in that.");
        }
        let (name, seat) = self.name_of(guest, watcher);
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
            let clock = match self.hosting.clock {
                0 => String::new(),
                seconds => format!(", nor kept the table waiting for {seconds} seconds"),
            };
            let name = &self.chairs[place.index()].name;
            return Rejection::invalid(format!("{name} has not been away for {long} seconds{clock}; wait a little."));
        }
        Ok(Entry::Cover { seat, bot: bot.to_owned() })
    }

    /// May this bot sit at the table?
    pub fn check_bot(&self, bot: &str) -> Result<(), Rejection> {
        let bots = self.game().bots();
        let (name, budget) = bot.split_once('@').map_or((bot, None), |(name, budget)| (name, Some(budget)));
        if !bots.iter().any(|known| known.name == name) {
            let names: Vec<&str> = bots.iter().map(|known| known.name).collect();
            return Rejection::invalid(format!("There is no such bot; the bots are {}.", names.join(", ")));
        }
        match budget.map(|_| self.game().thinking_time(bot)) {
            Some(Err(error)) => Rejection::invalid(format!("This bot cannot be seated: {error}.")),
            Some(Ok(Some(time))) if time > MAX_THINKING => {
                Rejection::invalid(format!("A bot thinks {} seconds at most at a table.", MAX_THINKING.as_secs()))
            }
            _ => Ok(()),
        }
    }
}

/// The most time that a bot at a table is given for a choice: others wait for the same processors.
const MAX_THINKING: Duration = Duration::from_secs(5);

/// A name as it looks: two that look alike are the same.
fn look_of(name: &str) -> String {
    // Marks that turn or join letters and are not seen.
    let unseen = |letter: &char| matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}');
    let seen: String = name.chars().filter(|letter| !unseen(letter)).collect();
    seen.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns a text from outside on one line, without control characters, not too long.
pub fn sanitize(text: &str, most: usize) -> String {
    let clean: String = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).take(most).collect();
    clean.trim().to_owned()
}
