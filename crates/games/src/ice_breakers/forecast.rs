//! What can be known in advance: what freezes, the cheapest ways, and what is left in the decks. All of it is exact.

use polynya_engine::{Game, Member, Turn, Word};

use super::action::{Action, Card, Chance, Place, Report, Ship};
use super::board::{ENDS, PLACES};
use super::chart::Chart;
use super::legal::Net;
use super::places::{Places, Spots, spots};
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

/// Returns what freezes if the turn ends now: by `end`, or by a pass while no Power card lies open. `None` while nobody
/// acts.
pub fn freeze(position: &IceBreakers) -> Option<Freeze> {
    let after = ended(position)?;
    let newly = |ship: &Ship| after.is_stuck(*ship) && !position.is_stuck(*ship);
    Some(Freeze {
        report: after.in_effect()?,
        spaces: after.ice.difference(position.ice),
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

/// Returns the reports that may be turned when this turn ends, with their weights; none once the last one lies open, or
/// if the match would be over.
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

/// Returns the cards that a first cut would give now, with their weights, if somebody who may cash an Auto-Ballast does
/// so.
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
    /// Returns the ice that must be broken on it, in the order of the way.
    pub fn ice<'a>(&'a self, position: &'a IceBreakers) -> impl Iterator<Item = Place> + 'a {
        self.places.iter().copied().filter(|&place| position.is_ice(place))
    }
}

/// Returns the way of a ship to its harbour that costs least; of several, one with the fewest places. `None` if it is
/// home or not placed yet.
pub fn cheapest_way(position: &IceBreakers, ship: Ship) -> Option<Way> {
    let at = position.place_of(ship).filter(|_| !position.is_home(ship))?;
    let chart = position.chart();
    let price = prices(position);
    // Cost first, then length: a place is worth 128 times its price and one more.
    let weigh = |place: usize| u32::from(price[place]) * 128 + 1;
    let mut far = [u32::MAX; PLACES];
    far[ship.index()] = 0;
    let mut open = Places::from(Place::harbour(ship));
    while let Some(nearest) = open.iter().min_by_key(|place| far[place.index()]) {
        open.remove(nearest);
        for next in chart.beside(nearest).iter() {
            let weight = far[nearest.index()] + weigh(next.index());
            if weight < far[next.index()] {
                far[next.index()] = weight;
                open.insert(next);
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
        for place in pieces & position.ice {
            price[place.index()] = number;
        }
    }
    price
}

/// The cost of a place that is not on the map.
pub const NO_WAY: u16 = u16::MAX;

/// The cheapest ice from every place of a sea, by its place in the numbering of all places.
pub type Costs = [u16; PLACES];

/// The pieces on a map, apart from all else: for plans that ask what would be if some ice were broken.
#[derive(Clone, Copy, Debug)]
pub struct Sea {
    chart: &'static Chart,
    pieces: [Spots; 4],
    ice: Spots,
}

impl Sea {
    /// Returns the sea of a position.
    pub fn of(position: &IceBreakers) -> Sea {
        Sea { chart: position.chart(), pieces: position.pieces.map(spots), ice: spots(position.ice) }
    }

    /// Returns the sea with this ice broken.
    #[inline]
    #[must_use]
    pub fn broken(&self, spaces: Places) -> Sea {
        Sea { ice: self.ice.difference(spots(spaces)), ..*self }
    }

    /// Returns the sea after a report took effect.
    #[inline]
    #[must_use]
    pub fn frozen(&self, report: Report) -> Sea {
        let frozen = report.numbers().fold(Spots::NONE, |all, number| all | self.pieces[usize::from(number) - 1]);
        Sea { ice: self.ice | frozen, ..*self }
    }

    /// Returns what it costs to break the ice on a place: its number, or nothing if it is open.
    #[inline]
    pub fn price(&self, place: Place) -> u8 {
        let number = (1..).zip(self.pieces).find(|&(_, pieces)| (pieces & self.ice).contains(place.index() as u8));
        number.map_or(0, |(number, _)| number)
    }

    /// Returns where a ship at this place can move; not the place itself, and nowhere if it is stuck.
    pub fn reach(&self, at: Place, ship: Ship) -> Places {
        self.chart.named(self.net().reach(at, ship))
    }

    /// Returns the same for all twelve, given where they are.
    pub fn reaches(&self, at: &[Place; SHIPS]) -> [Places; SHIPS] {
        let net = self.net();
        std::array::from_fn(|index| self.chart.named(net.reach(at[index], Ship::from_bit(index as u32))))
    }

    fn net(&self) -> Net {
        Net::new(self.chart, self.chart.places.difference(self.ice))
    }

    /// Returns what the cheapest way from every place to this one costs, the price of the place itself included, when
    /// ice with the number n costs `ice[n - 1]` and water costs `water[n - 1]`; none of them may be more than 31.
    pub fn costs(&self, to: Place, ice: [u8; 4], water: [u8; 4]) -> Costs {
        let mut cost = [NO_WAY; PLACES];
        // Places wait in rings by their cost; no step costs more than 31, so 32 rings do.
        let to = to.index() as u8;
        let mut rings = [Spots::NONE; 32];
        let (mut settled, mut now, mut waiting) = (Spots::NONE, 0_u16, Spots::from(to));
        rings[0] = to.into();
        // The harbours are free, and so is all that costs nothing.
        let mut free = self.pieces.iter().fold(self.chart.places, |all, &pieces| all.difference(pieces));
        let mut dear = [(Spots::NONE, 0_u16); 8];
        for (number, &pieces) in self.pieces.iter().enumerate() {
            let sides = [(pieces & self.ice, ice), (pieces.difference(self.ice), water)];
            for (side, (part, price)) in sides.into_iter().enumerate() {
                match price[number] {
                    0 => free |= part,
                    price => dear[2 * number + side] = (part, price.into()),
                }
            }
        }
        while !waiting.difference(settled).is_empty() {
            let mut here = std::mem::take(&mut rings[usize::from(now % 32)]).difference(settled);
            while let Some(place) = here.pop_first() {
                settled.insert(place);
                cost[usize::from(place)] = now;
                let next = self.chart.beside[usize::from(place)].difference(settled);
                here |= next & free;
                let next = next.difference(free);
                if !next.is_empty() {
                    waiting |= next;
                    for (part, price) in dear {
                        rings[usize::from((now + price) % 32)] |= next & part;
                    }
                }
            }
            now += 1;
        }
        cost
    }
}

/// Ends in a row of [`Ways`], filled up so that a row is a whole number of words.
const ROW: usize = ENDS.next_multiple_of(8);
/// More than any way costs, and half of what a number holds.
const FAR: i16 = 8000;

/// What the cheapest ways between all harbours and junctions of a sea cost. One of these is made faster than the
/// [`Costs`] to two places.
#[derive(Clone, Debug)]
pub struct Ways {
    chart: &'static Chart,
    /// From the first end, its own price included, to the second, its price left out.
    far: [[i16; ROW]; ENDS],
    /// The price of each junction.
    ends: [i16; ENDS],
    /// For each space, the price of its channel from the first end up to it, and from the last end; itself included.
    sides: [[i16; 2]; PLACES],
}

impl Ways {
    /// Returns the cost from a place to a harbour, the price of the place included.
    #[inline]
    pub fn cost(&self, from: Place, harbour: Place) -> u16 {
        let (from, to) = (from.index(), harbour.index());
        if from < ENDS {
            return self.far[from][to] as u16;
        }
        let [first, last] = self.chart.joins[from];
        let [before, after] = self.sides[from];
        (before + self.far[usize::from(first)][to]).min(after + self.far[usize::from(last)][to]) as u16
    }

    /// Shows the spaces and junctions of one of the cheapest ways to a harbour, from the place itself on.
    #[inline]
    pub fn follow(&self, from: Place, harbour: Place, show: &mut impl FnMut(Place)) {
        let (chart, to) = (self.chart, harbour.index());
        let mut end = from.index();
        if end >= ENDS {
            let channel = usize::from(chart.channel_of[end]);
            let [first, last] = chart.ends[channel].map(usize::from);
            let [before, after] = self.sides[end];
            if before + self.far[first][to] <= after + self.far[last][to] {
                (chart.first_of[channel]..=end as u8).rev().for_each(|space| show(chart.place(space)));
                end = first;
            } else {
                let after = chart.first_of[channel] + chart.lengths[channel];
                (end as u8..after).for_each(|space| show(chart.place(space)));
                end = last;
            }
        }
        while end != to {
            show(Place(end as u8));
            let channels = chart.meets[end].into_iter().take_while(|&channel| channel != u8::MAX);
            let next = channels.map(usize::from).find_map(|channel| {
                let [first, last] = chart.ends[channel].map(usize::from);
                let other = if first == end { last } else { first };
                let through = self.sides[usize::from(chart.first_of[channel] + chart.lengths[channel] - 1)][0];
                (self.far[end][to] == self.ends[end] + through + self.far[other][to]).then_some((channel, other))
            });
            let (channel, other) = next.expect("the way goes on");
            let spaces = chart.first_of[channel]..chart.first_of[channel] + chart.lengths[channel];
            if usize::from(chart.ends[channel][0]) == end {
                spaces.for_each(|space| show(chart.place(space)));
            } else {
                spaces.rev().for_each(|space| show(chart.place(space)));
            }
            end = other;
        }
    }
}

impl Sea {
    /// Returns the cheapest ways when ice with the number n costs `ice[n - 1]` and water costs `water[n - 1]`.
    pub fn ways(&self, ice: [u8; 4], water: [u8; 4]) -> Ways {
        let mut price = [0_i16; PLACES];
        for (number, pieces) in self.pieces.into_iter().enumerate() {
            let sides = [(pieces & self.ice, ice[number]), (pieces.difference(self.ice), water[number])];
            for (part, price_of_part) in sides {
                part.iter().for_each(|place| price[usize::from(place)] = price_of_part.into());
            }
        }
        let mut far = [[FAR; ROW]; ENDS];
        let mut ends = [0; ENDS];
        for end in 0..ENDS {
            far[end][end] = 0;
            ends[end] = price[end];
        }
        let mut sides = [[0; 2]; PLACES];
        for channel in 0..self.chart.channels {
            let first = usize::from(self.chart.first_of[channel]);
            let length = usize::from(self.chart.lengths[channel]);
            if length == 0 {
                continue;
            }
            let mut sum = 0;
            for space in first..first + length {
                sum += price[space];
                sides[space][0] = sum;
            }
            for space in first..first + length {
                sides[space][1] = sum - sides[space][0] + price[space];
            }
            let [one, other] = self.chart.ends[channel].map(usize::from);
            far[one][other] = ends[one] + sum;
            far[other][one] = ends[other] + sum;
        }
        for through in 0..ENDS {
            let row = far[through];
            for from in &mut far {
                let first = from[through];
                for (cost, rest) in from.iter_mut().zip(row) {
                    *cost = (*cost).min(first + rest);
                }
            }
        }
        Ways { chart: self.chart, far, ends, sides }
    }
}

/// Returns the points that the cheapest ways of all twelve ships cost; 0 for those that are home or not placed.
pub fn ship_costs(position: &IceBreakers) -> [u16; SHIPS] {
    let sea = Sea::of(position);
    std::array::from_fn(|index| {
        let ship = Ship::from_bit(index as u32);
        let at = position.place_of(ship).filter(|_| !position.is_home(ship));
        at.map_or(0, |at| sea.costs(Place::harbour(ship), [1, 2, 3, 4], [0; 4])[at.index()])
    })
}
