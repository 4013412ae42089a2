//! What can be known in advance: what freezes, the cheapest ways, and what is left in the decks. All of it is exact.

use polynya_engine::{Game, Turn};

use super::board::{PLACES, Places, take};
use super::words::{Action, Card, Chance, Place, Report, Ship};
use super::{IceBreakers, SHIPS};

/// What would happen if the turn ended now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Freeze {
    /// The report that would take effect.
    pub report: Report,
    /// The water that would turn to ice.
    pub spaces: Places,
    /// The ships that would get stuck, rising.
    pub stuck: Vec<Ship>,
}

/// What freezes if the turn ends now: by `end`, or by a pass while no Power card lies open. `None` while nobody acts.
pub fn freeze(position: &IceBreakers) -> Option<Freeze> {
    let after = ended(position)?;
    let newly = |ship: &Ship| after.is_stuck(*ship) && !position.is_stuck(*ship);
    Some(Freeze {
        report: after.in_effect()?,
        spaces: Places(after.ice & !position.ice),
        stuck: Ship::all().filter(newly).collect(),
    })
}

/// The position after the turn was ended now.
fn ended(position: &IceBreakers) -> Option<IceBreakers> {
    let Turn::Players(_) = position.turn() else { return None };
    let mut after = position.clone();
    let end = if position.power().is_some() { Action::End } else { Action::Pass };
    after.play(position.seat(), end, &mut |_| {});
    Some(after)
}

/// The reports that may be turned when this turn ends, with their weights; none once the last one lies open, or if the
/// match would be over.
pub fn next_reports(position: &IceBreakers) -> Vec<(Report, u32)> {
    let mut odds = Vec::new();
    if let Some(after) = ended(position) {
        after.odds(&mut |chance, weight| {
            if let Chance::Report(report) = chance {
                odds.push((report, weight));
            }
        });
    }
    odds
}

/// The cards that a first cut would give now, with their weights, if somebody who may cash an Auto-Ballast does so.
pub fn next_cut(position: &IceBreakers) -> Vec<(Card, u32)> {
    let mut odds = Vec::new();
    let Turn::Players(seats) = position.turn() else { return odds };
    if let Some(seat) = seats.iter().find(|&seat| position.check(seat, Action::Cash).is_ok()) {
        let mut after = position.clone();
        after.play(seat, Action::Cash, &mut |_| {});
        after.odds(&mut |chance, weight| {
            if let Chance::Cut(card) = chance {
                odds.push((card, weight));
            }
        });
    }
    odds
}

/// A way of a ship to its harbour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    /// The points that its ice costs; the ice under a stuck ship is part of it.
    pub cost: u8,
    /// Its places, from where the ship is to its own harbour.
    pub places: Vec<Place>,
}

impl Way {
    /// The ice that must be broken on it, in the order of the way.
    pub fn ice<'a>(&'a self, position: &'a IceBreakers) -> impl Iterator<Item = Place> + 'a {
        self.places.iter().copied().filter(|&place| position.is_ice(place))
    }
}

/// The way of a ship to its harbour that costs least; of several, one with the fewest places. `None` if it is home or
/// not placed yet.
pub fn cheapest_way(position: &IceBreakers, ship: Ship) -> Option<Way> {
    let at = position.place_of(ship).filter(|_| !position.is_home(ship))?;
    let chart = position.map().chart();
    let price = prices(position);
    // Cost first, then length: a place is worth 128 times its price and one more.
    let weigh = |place: usize| u32::from(price[place]) * 128 + 1;
    let mut far = [u32::MAX; PLACES];
    far[ship.index()] = 0;
    let mut open = Place::harbour(ship).bit();
    while open != 0 {
        let nearest = Places(open).iter().min_by_key(|place| far[place.index()]).expect("some place is open");
        open &= !nearest.bit();
        for next in chart.beside(nearest).iter() {
            let weight = far[nearest.index()] + weigh(next.index());
            if weight < far[next.index()] {
                far[next.index()] = weight;
                open |= next.bit();
            }
        }
    }
    let mut places = vec![at];
    let mut here = at;
    while here != Place::harbour(ship) {
        let rest = far[here.index()] - weigh(here.index());
        here = chart.beside(here).iter().find(|next| far[next.index()] == rest).expect("the way goes on");
        places.push(here);
    }
    Some(Way { cost: (far[at.index()] / 128) as u8, places })
}

/// What each place costs to open: the number of its ice, or nothing.
fn prices(position: &IceBreakers) -> [u8; PLACES] {
    let mut price = [0; PLACES];
    for (number, pieces) in (1..).zip(position.pieces) {
        let mut ice = pieces & position.ice;
        while ice != 0 {
            price[usize::from(take(&mut ice))] = number;
        }
    }
    price
}

/// The cost of a place that is not on the map.
pub const NO_WAY: u8 = u8::MAX;

/// What the cheapest ice costs from every place to the harbour of this ship, the ice of the place itself included:
/// the fast twin of [`cheapest_way`], for bots.
pub fn costs(position: &IceBreakers, ship: Ship) -> [u8; PLACES] {
    let chart = position.map().chart();
    let mut cost = [NO_WAY; PLACES];
    // Places wait in rings by their cost; no step costs more than four, so five rings do.
    let mut rings = [0_u128; 5];
    let (mut settled, mut now) = (0_u128, 0_u8);
    rings[0] = Place::harbour(ship).bit();
    let mut empty = 0;
    while empty < rings.len() {
        let ring = usize::from(now % 5);
        let mut here = std::mem::take(&mut rings[ring]) & !settled;
        empty = if here == 0 { empty + 1 } else { 0 };
        while here != 0 {
            let place = take(&mut here);
            settled |= 1 << place;
            cost[usize::from(place)] = now;
            let next = chart.beside[usize::from(place)] & !settled;
            here |= next & !position.ice;
            let ice = next & position.ice;
            if ice != 0 {
                for (number, pieces) in (1..).zip(position.pieces) {
                    rings[usize::from((now + number) % 5)] |= ice & pieces;
                }
            }
        }
        now += 1;
    }
    cost
}

/// The costs of all twelve ships to their own harbours; 0 for those that are home.
pub fn ship_costs(position: &IceBreakers) -> [u8; SHIPS] {
    let mut all = [0; SHIPS];
    for ship in Ship::all().filter(|&ship| !position.is_home(ship)) {
        if let Some(at) = position.place_of(ship) {
            all[ship.index()] = costs(position, ship)[at.index()];
        }
    }
    all
}
