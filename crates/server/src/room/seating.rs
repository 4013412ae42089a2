//! Who begins, and with which set of pieces each seat plays: settled before the match.

use polynya_catalog::{CatalogError, Sets};
use polynya_engine::WhoBegins;

use super::{Chairs, Entry, Rejection, Room};
use crate::protocol::{First, Phase, SeatNumber, SetNumber};

impl From<First> for WhoBegins {
    fn from(first: First) -> WhoBegins {
        match first {
            First::Seats => WhoBegins::Seats,
            First::Random => WhoBegins::Random,
            First::Asked => WhoBegins::Asked,
        }
    }
}

/// What was settled about the seats.
#[derive(Clone, Debug)]
pub struct Seating {
    /// How it is found out who begins.
    pub first: First,
    /// Who begins, once that was asked and answered.
    pub begins: Option<SeatNumber>,
    sets: Option<Sets>,
    /// The set that the person on each seat has chosen.
    wishes: Vec<Option<SetNumber>>,
    /// The set of each seat once the match has begun: whoever takes the seat later plays with it too.
    played: Option<Vec<SetNumber>>,
}

impl Seating {
    /// Returns what is so before anybody has settled anything.
    pub fn new(seats: u8, sets: Option<Sets>) -> Seating {
        let wishes = vec![None; usize::from(seats)];
        Seating { first: First::default(), begins: None, sets, wishes, played: None }
    }

    /// Applies an entry; `false` if it concerns nothing of this. Whose seats are open now is asked of the chairs.
    pub fn apply(&mut self, entry: &Entry, chairs: &Chairs) -> Result<bool, CatalogError> {
        match entry {
            Entry::First { first } => (self.first, self.begins) = (*first, None),
            Entry::Begins { seat } => self.begins = Some(*seat),
            Entry::Set { seat, set } => {
                let index = usize::from(*seat).wrapping_sub(1);
                let wish = self.wishes.get_mut(index);
                *wish.ok_or_else(|| CatalogError::Unknown(format!("there is no seat {seat}")))? = *set;
            }
            Entry::Start { order, .. } => {
                let mut sets = self.numbers();
                if let Some(order) = order {
                    self.wishes = reordered(&self.wishes, order)?;
                    sets = if sets.is_empty() { sets } else { reordered(&sets, order)? };
                }
                self.played = Some(sets);
            }
            Entry::Sit { seat, .. } | Entry::Bot { seat, .. } => {
                self.forget(*seat);
                return Ok(false);
            }
            Entry::Seats { count } => {
                self.wishes.resize(usize::from(*count), None);
                self.begins = self.begins.filter(|begins| begins <= count);
                return Ok(false);
            }
            Entry::Stand { .. } | Entry::Remove { .. } => {
                (1..).zip(chairs.iter()).filter(|(_, chair)| chair.is_open()).for_each(|(seat, _)| self.forget(seat));
                return Ok(false);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Takes up a match that was begun elsewhere with these sets.
    pub fn take_up(&mut self, sets: Option<Vec<SetNumber>>) {
        self.played = sets.filter(|_| self.sets.is_some());
    }

    /// Somebody else holds a seat now, or nobody.
    fn forget(&mut self, seat: SeatNumber) {
        if let Some(wish) = self.wishes.get_mut(usize::from(seat).wrapping_sub(1)) {
            *wish = None;
        }
        self.begins = self.begins.filter(|&begins| begins != seat);
    }

    /// Returns the set of each seat: as it was chosen, or its own if that is free, or the first that is free. None where
    /// the game has no sets to choose from.
    pub fn numbers(&self) -> Vec<SetNumber> {
        let Some(Sets { names, .. }) = self.sets else { return Vec::new() };
        if let Some(played) = &self.played {
            return played.clone();
        }
        let mut taken: Vec<SetNumber> = self.wishes.iter().copied().flatten().collect();
        let mut numbers = self.wishes.clone();
        let own = |(number, seat): (SetNumber, &mut Option<SetNumber>)| {
            if seat.is_none() && !taken.contains(&number) {
                taken.push(number);
                *seat = Some(number);
            }
        };
        (1..).zip(&mut numbers).for_each(own);
        let mut free = (1..=names.len() as SetNumber).filter(|number| !taken.contains(number));
        numbers.into_iter().map(|number| number.or_else(|| free.next()).unwrap_or_default()).collect()
    }

    /// Returns the set with which each seat plays, if it is another than the one that the game gives it, and its name.
    /// None where the game has no sets to choose from.
    pub fn other_sets(&self) -> impl Iterator<Item = Option<(SetNumber, &'static str)>> {
        (1..).zip(self.numbers()).map(|(own, number)| {
            let name = self.sets?.names.get(usize::from(number).wrapping_sub(1))?;
            (number != own).then_some((number, *name))
        })
    }

    /// Returns the set of each seat, if any is another than that of its number.
    pub fn chosen(&self) -> Option<Vec<SetNumber>> {
        Some(self.numbers()).filter(|sets| !sets.iter().copied().eq(1..=sets.len() as SetNumber))
    }

    /// Returns the entries by which it is settled alike at another table, where everybody sits `by` seats further on.
    pub fn entries(&self, by: usize) -> Vec<Entry> {
        let mut wishes = self.wishes.clone();
        wishes.rotate_left(by % self.wishes.len().max(1));
        let wish = |(seat, set): (SeatNumber, Option<SetNumber>)| set.map(|set| Entry::Set { seat, set: Some(set) });
        let first = (self.first != First::default()).then_some(Entry::First { first: self.first });
        first.into_iter().chain((1..).zip(wishes).filter_map(wish)).collect()
    }

    /// Returns who sits where in the match, if that is not as they have sat down: the former number of each seat.
    fn order(&self, dealt: impl FnOnce() -> Vec<SeatNumber>) -> Option<Vec<SeatNumber>> {
        match (self.first, self.begins) {
            (First::Seats, _) | (First::Asked, None | Some(1)) => None,
            (First::Asked, Some(begins)) => {
                let mut order: Vec<SeatNumber> = (1..=self.wishes.len() as SeatNumber).collect();
                order.rotate_left(usize::from(begins) - 1);
                Some(order)
            }
            (First::Random, _) => Some(dealt()),
        }
    }
}

/// Returns what belongs to each seat when they are dealt anew: `order` names the former seat of each.
pub(super) fn reordered<T: Clone>(all: &[T], order: &[SeatNumber]) -> Result<Vec<T>, CatalogError> {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    if !sorted.iter().copied().eq(1..=all.len() as SeatNumber) {
        return Err(CatalogError::Unknown("the seats of the match are not those of the table".to_owned()));
    }
    Ok(order.iter().map(|&seat| all[usize::from(seat) - 1].clone()).collect())
}

impl Room {
    /// Is every seat held, has every person added to the luck, and is it known who begins?
    pub fn is_ready(&self) -> bool {
        let asked = self.seating.first == First::Asked && self.chairs.len() > 1;
        self.chairs.is_ready() && (!asked || self.seating.begins.is_some())
    }

    /// Who sits where in the match, if that changes. Chance comes from the secret and from what everybody added, so that
    /// nobody chooses it.
    pub(super) fn order(&self) -> Option<Vec<SeatNumber>> {
        self.seating.order(|| polynya_engine::dealt(&self.secret(), &self.additions()))
    }

    pub(super) fn decide_first(&self, guest: &str, first: First) -> Result<Entry, Rejection> {
        self.check_host(guest)?;
        self.check_gathering()?;
        if first == self.seating.first { Err(Rejection::Duplicate) } else { Ok(Entry::First { first }) }
    }

    pub(super) fn decide_begins(&self, guest: &str, seat: SeatNumber) -> Result<Entry, Rejection> {
        let place = self.seat(seat)?;
        self.check_gathering()?;
        if self.chairs.of(guest).is_empty() && !self.is_host(guest) {
            return Rejection::invalid("Only people at the table can say who begins.");
        }
        if self.seating.first != First::Asked {
            return Rejection::invalid("This table does not ask who begins; its host can choose that it does.");
        }
        if self.chairs[place.index()].is_open() {
            return Rejection::invalid(format!("Nobody sits on seat {seat}; name somebody who plays."));
        }
        if self.seating.begins == Some(seat) { Err(Rejection::Duplicate) } else { Ok(Entry::Begins { seat }) }
    }

    pub(super) fn decide_set(&self, guest: &str, seat: SeatNumber, set: Option<SetNumber>) -> Result<Entry, Rejection> {
        let place = self.own(guest, seat)?;
        self.check_gathering()?;
        let Some(Sets { what, names }) = self.seating.sets else {
            return Rejection::invalid(format!("In {} nobody chooses pieces.", self.game().info().title));
        };
        if set == self.seating.wishes[place.index()] {
            return Err(Rejection::Duplicate);
        }
        if let Some(set) = set {
            let Some(name) = usize::from(set).checked_sub(1).and_then(|index| names.get(index)) else {
                let names = names.join(", ");
                return Rejection::invalid(format!("There is no {what} {set}; they are counted from 1: {names}."));
            };
            if let Some(index) = self.seating.wishes.iter().position(|&wish| wish == Some(set)) {
                let who = &self.chairs[index].name;
                return Rejection::invalid(format!("{name} is taken ({who}); choose another {what}."));
            }
        }
        Ok(Entry::Set { seat, set })
    }

    fn check_gathering(&self) -> Result<(), Rejection> {
        match self.phase() {
            Phase::Gathering => Ok(()),
            _ => Rejection::invalid("The match has begun; this is settled before."),
        }
    }
}
