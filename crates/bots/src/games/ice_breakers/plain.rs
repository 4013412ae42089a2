//! The plain team of Ice Breakers: a yardstick.
//!
//! FROZEN. What it does in a position never changes again, so that strengths measured today and in years can be
//! compared. It uses the rules and nothing else of this crate. A test knows its first moves.

use polynya_engine::{Game, Seat, Word};
use polynya_games::ice_breakers::forecast::{cheapest_way, freeze};
use polynya_games::ice_breakers::{Action, Card, IceBreakers, Place, Ship};
use rand_core::Rng;

use crate::Bot;

/// Opens with its best card, follows the cheapest way home, one ship after the other, and adds a card only where that
/// brings a ship home. It never cashes while it has a Power card, gives nothing and helps nobody.
pub struct Plain;

impl Bot<IceBreakers> for Plain {
    fn choose(&mut self, position: &IceBreakers, seat: Seat, _: &mut dyn Rng) -> Action {
        let may = |action: &Action| position.check(seat, *action).is_ok();
        if position.power().is_none() {
            let cards = [Card::Ten, Card::Seven, Card::Five].map(Action::Power);
            return cards.into_iter().chain([Action::Cash]).find(may).unwrap_or(Action::Pass);
        }
        let planned = if seat == position.seat() { work(position) } else { None };
        let others = [Action::End, Action::Add(Card::Bubbler), Action::Add(Card::Retrofit), Action::Cash];
        planned.into_iter().chain(others).find(may).unwrap_or_else(|| any(position, seat))
    }
}

/// What the seat whose turn it is does, while there is something to do.
fn work(position: &IceBreakers) -> Option<Action> {
    let seat = position.seat();
    let mut home = Ship::all().map(|ship| Action::Move(ship, Place::harbour(ship)));
    if let Some(home) = home.find(|&home| position.check(seat, home).is_ok()) {
        return Some(home);
    }
    let ways = Ship::all().filter_map(|ship| Some((ship, cheapest_way(position, ship)?)));
    let (ship, way) = ways.min_by_key(|(ship, way)| (way.cost, ship.get()))?;
    let points = position.points();
    if way.cost > points {
        // Only where it brings the ship home at once.
        let hand = position.hand(seat);
        let retrofits = if position.power() == Some(Card::Ten) { 0 } else { hand[Card::Retrofit as usize] };
        if way.cost <= points + hand[Card::Bubbler as usize] + 3 * retrofits {
            let card = if retrofits > 0 && way.cost > points + 1 { Card::Retrofit } else { Card::Bubbler };
            let card = if position.check(seat, Action::Add(card)).is_ok() { card } else { Card::Retrofit };
            return Some(Action::Add(card));
        }
    }
    let ice = way.ice(position).next()?;
    if position.check(seat, Action::Clear(ice)).is_ok() {
        return Some(Action::Clear(ice));
    }
    // The ship goes on to where it will not be stuck when the turn ends.
    let frozen = freeze(position)?.spaces;
    let reach = position.reach(ship);
    let on = way.places.iter().rev().find(|&&place| reach.contains(place) && !frozen.contains(place))?;
    Some(Action::Move(ship, *on))
}

/// The first thing that a seat may do.
fn any(position: &IceBreakers, seat: Seat) -> Action {
    let mut actions = Vec::new();
    position.legal(seat, &mut actions);
    actions[0]
}
