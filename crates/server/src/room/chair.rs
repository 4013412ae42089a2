//! The seats of a table, and who holds them.

use std::ops::Deref;

use polynya_catalog::CatalogError;
use polynya_engine::{BOT_ADDITION, Seat, SeatSet};

use super::entry::Entry;
use super::seating::reordered;
use crate::codes;
use crate::protocol::{Holder, SeatNumber};

/// Links for other devices that a seat has at a time; another one ends the oldest.
const MAX_LINKS: usize = 4;
/// Devices that a seat may be on.
pub(super) const MAX_DEVICES: usize = 8;

/// One seat of a table.
#[derive(Clone, Default, Debug)]
pub struct Chair {
    /// The guests whose devices may act for it; none for a bot or an open seat.
    pub guests: Vec<String>,
    /// The person's name, or that of the bot's character.
    pub name: String,
    /// The bot that holds it.
    pub bot: Option<String>,
    /// The bot that plays for the person.
    pub cover: Option<String>,
    /// What the seat adds to the luck.
    pub nonce: String,
    links: Vec<String>,
    /// Who held it before a bot took it in the match: they may have it back.
    former: Vec<String>,
}

impl Chair {
    /// Does nobody hold it?
    pub fn is_open(&self) -> bool {
        self.guests.is_empty() && self.bot.is_none()
    }

    /// May this guest's devices act for it?
    pub fn belongs_to(&self, guest: &str) -> bool {
        self.guests.iter().any(|own| own == guest)
    }

    /// Did a bot take it from this guest?
    pub fn was_of(&self, guest: &str) -> bool {
        self.former.iter().any(|former| former == guest)
    }

    /// Is it on as many devices as it may be, and this guest's is none of them?
    pub(super) fn is_full(&self, guest: &str) -> bool {
        self.guests.len() >= MAX_DEVICES && !self.belongs_to(guest)
    }

    /// Returns the bot that moves for it now.
    pub fn mover(&self) -> Option<&str> {
        self.bot.as_deref().or(self.cover.as_deref())
    }

    /// Returns what holds it.
    pub fn holder(&self) -> Holder {
        match (&self.bot, self.guests.is_empty()) {
            (Some(_), _) => Holder::Bot,
            (None, false) => Holder::Person,
            (None, true) => Holder::Open,
        }
    }

    /// Returns the name of the person or bot that holds it; empty for an open seat.
    pub fn player(&self) -> &str {
        &self.name
    }
}

/// All seats of a table.
#[derive(Clone, Debug)]
pub struct Chairs(Vec<Chair>);

impl Deref for Chairs {
    type Target = [Chair];

    fn deref(&self) -> &[Chair] {
        &self.0
    }
}

impl Chairs {
    /// Returns this many open seats.
    pub fn new(seats: u8) -> Chairs {
        Chairs(vec![Chair::default(); usize::from(seats)])
    }

    /// Is every seat held, and has every person added to the luck?
    pub fn is_ready(&self) -> bool {
        self.iter().all(|chair| chair.bot.is_some() || (!chair.guests.is_empty() && !chair.nonce.is_empty()))
    }

    /// Returns what each seat adds to the luck as things stand.
    pub fn additions(&self) -> Vec<String> {
        let adds = |chair: &Chair| if chair.bot.is_some() { BOT_ADDITION.to_owned() } else { chair.nonce.clone() };
        self.iter().map(adds).collect()
    }

    /// Returns the seats that bots hold, rising.
    pub fn bots(&self) -> Vec<SeatNumber> {
        (1..).zip(self.iter()).filter(|(_, chair)| chair.bot.is_some()).map(|(seat, _)| seat).collect()
    }

    /// Returns the seats that this guest's devices may act for.
    pub fn of(&self, guest: &str) -> SeatSet {
        Seat::all(self.len() as u8).filter(|seat| self[seat.index()].belongs_to(guest)).collect()
    }

    /// Returns the seats of other people than this guest.
    pub fn of_others(&self, guest: &str) -> SeatSet {
        let others = |seat: &Seat| !self[seat.index()].guests.is_empty() && !self[seat.index()].belongs_to(guest);
        Seat::all(self.len() as u8).filter(others).collect()
    }

    /// Returns the guests who hold seats, each once.
    pub fn guests(&self) -> Vec<String> {
        let mut guests: Vec<String> = self.iter().flat_map(|chair| chair.guests.iter().cloned()).collect();
        guests.sort_unstable();
        guests.dedup();
        guests
    }

    /// Returns the seat whose link has this secret.
    pub fn linked(&self, secret: &str) -> Option<SeatNumber> {
        let hash = codes::hash(secret);
        self.iter().position(|chair| chair.links.contains(&hash)).map(|index| index as u8 + 1)
    }

    /// Applies an entry that concerns who holds a seat; `false` if this one does not.
    pub fn apply(&mut self, entry: &Entry) -> Result<bool, CatalogError> {
        match entry {
            Entry::Sit { seat, guest, name, nonce } => {
                let chair = self.at(*seat)?;
                // In place of a bot nothing is added by sitting down: tables of older programs were played like this.
                let nonce = if chair.bot.is_some() { String::new() } else { nonce.clone() };
                *chair = Chair { guests: vec![guest.clone()], name: name.clone(), nonce, ..Chair::default() };
            }
            Entry::Luck { seat, nonce } => self.at(*seat)?.nonce.clone_from(nonce),
            Entry::Bot { seat, bot } => {
                let name = self.character(bot, *seat);
                let chair = self.at(*seat)?;
                let former = std::mem::take(&mut chair.guests);
                *chair = Chair { bot: Some(bot.clone()), name, former, ..Chair::default() };
            }
            Entry::Remove { guests, bot } => {
                for seat in 1..=self.len() as u8 {
                    let name = bot.as_deref().map(|bot| self.character(bot, seat)).unwrap_or_default();
                    let chair = self.at(seat)?;
                    chair.former.retain(|former| !guests.contains(former));
                    let held = !chair.guests.is_empty();
                    chair.guests.retain(|guest| !guests.contains(guest));
                    if held && chair.guests.is_empty() {
                        *chair = Chair { bot: bot.clone(), name, ..Chair::default() };
                    }
                }
            }
            Entry::Seats { count } => self.0.resize_with(usize::from(*count), Chair::default),
            Entry::Stand { seat } => *self.at(*seat)? = Chair::default(),
            Entry::Cover { seat, bot } => self.at(*seat)?.cover = Some(bot.clone()),
            Entry::Back { seat } => self.at(*seat)?.cover = None,
            Entry::Link { seat, hash } => {
                let links = &mut self.at(*seat)?.links;
                if links.len() == MAX_LINKS {
                    links.remove(0);
                }
                links.push(hash.clone());
            }
            Entry::Claim { seat, guest } => {
                let chair = self.at(*seat)?;
                chair.links.clear();
                if !chair.guests.contains(guest) {
                    chair.guests.push(guest.clone());
                }
            }
            Entry::Start { order: Some(order), .. } => self.0 = reordered(&self.0, order)?,
            Entry::Start { order: None, .. }
            | Entry::First { .. }
            | Entry::Begins { .. }
            | Entry::Set { .. }
            | Entry::Import { .. }
            | Entry::Step { .. }
            | Entry::Undo { .. }
            | Entry::Say { .. }
            | Entry::Host { .. }
            | Entry::Door { .. }
            | Entry::Clock { .. }
            | Entry::Mute { .. }
            | Entry::Again { .. } => return Ok(false),
        }
        Ok(true)
    }

    /// Returns the name of the character that a bot is on a seat: one that nobody else at the table has.
    fn character(&self, bot: &str, seat: SeatNumber) -> String {
        let others = (1..).zip(&self.0).filter(|(number, _)| *number != seat);
        let taken: Vec<&str> = others.map(|(_, chair)| chair.name.as_str()).collect();
        polynya_catalog::character(bot, seat, &taken)
    }

    fn at(&mut self, seat: SeatNumber) -> Result<&mut Chair, CatalogError> {
        let index = usize::from(seat).wrapping_sub(1);
        self.0.get_mut(index).ok_or_else(|| CatalogError::Unknown(format!("there is no seat {seat}")))
    }
}
