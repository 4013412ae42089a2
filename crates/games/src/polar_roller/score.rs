//! What a sheet is worth, and how a match ends.

use polynya_engine::{Outcome, PerSeat, Seat, SeatSet};

use super::action::{Cliff, Cliffs, Glaciers, Pool, Pools};
use super::board::{BEAR_POINTS, COLONY_POINTS, Colony, Extent, FISH_POINTS, POD_POINTS};
use super::map::Map;
use super::{PolarRoller, Sheet};

/// What a sheet is worth, part by part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    /// Penguins, one point each.
    pub penguins: u8,
    /// Networks of penguins by the number of colonies that they connect; each scores by its own size.
    pub networks: [u8; COLONY_POINTS.len()],
    /// Orcas, one point each.
    pub orcas: u8,
    /// Groups of melted glaciers with two orcas or more, four points each.
    pub pods: u8,
    /// Bears, two points each.
    pub bears: u8,
    /// Hunting grounds by their extent: groups of frozen glaciers with exactly one bear.
    pub grounds: [u8; Extent::ALL.len()],
    /// Groups of frozen glaciers that two bears or more share: no points.
    pub shared: u8,
    /// Fish caught and not eaten, two points each.
    pub fish: u8,
}

impl Score {
    /// Returns the points for penguins.
    pub fn penguin_points(&self) -> i16 {
        i16::from(self.penguins)
    }

    /// Returns the points for connected colonies.
    pub fn colony_points(&self) -> i16 {
        self.networks.iter().zip(COLONY_POINTS).map(|(&count, points)| i16::from(count) * points).sum()
    }

    /// Returns the points for orcas.
    pub fn orca_points(&self) -> i16 {
        i16::from(self.orcas)
    }

    /// Returns the points for pods.
    pub fn pod_points(&self) -> i16 {
        i16::from(self.pods) * POD_POINTS
    }

    /// Returns the points for bears.
    pub fn bear_points(&self) -> i16 {
        i16::from(self.bears) * BEAR_POINTS
    }

    /// Returns the points for hunting grounds.
    pub fn ground_points(&self) -> i16 {
        Extent::ALL.into_iter().map(|extent| i16::from(self.grounds[extent as usize]) * extent.points()).sum()
    }

    /// Returns the points for fish.
    pub fn fish_points(&self) -> i16 {
        i16::from(self.fish) * FISH_POINTS
    }

    /// Returns all points together.
    pub fn total(&self) -> i16 {
        self.parts().into_iter().map(|(_, points)| points).sum()
    }

    /// Returns the lines of the sheet's scoring section with their points.
    pub fn parts(&self) -> [(&'static str, i16); 7] {
        [
            ("penguins", self.penguin_points()),
            ("colonies", self.colony_points()),
            ("orcas", self.orca_points()),
            ("pods", self.pod_points()),
            ("bears", self.bear_points()),
            ("hunting grounds", self.ground_points()),
            ("fish", self.fish_points()),
        ]
    }
}

/// Penguins joined by paths and colonies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    /// The cliffs on which they stand.
    pub cliffs: Cliffs,
    /// The map on which these lie.
    pub map: Map,
}

impl Network {
    /// Returns the colonies that they connect.
    pub fn colonies(self) -> impl Iterator<Item = Colony> {
        Colony::ALL.into_iter().filter(move |colony| !(self.map.access_to(*colony) & self.cliffs).is_empty())
    }
}

/// Orcas around one group of melted glaciers; a pod if there are two or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pod {
    /// The melted glaciers, joined by their sides.
    pub glaciers: Glaciers,
    /// The pools with orcas that they touch.
    pub orcas: Pools,
}

/// Frozen glaciers joined by their sides, with the bears on them; a hunting ground if there is exactly one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ground {
    /// The glaciers.
    pub glaciers: Glaciers,
    /// Those with a bear.
    pub bears: Glaciers,
}

impl Ground {
    /// Returns what it scores: nothing where bears share it.
    pub fn points(self) -> i16 {
        if self.bears.len() == 1 { Extent::of(self.glaciers.len()).points() } else { 0 }
    }
}

impl Sheet {
    /// Returns what the sheet is worth as it stands.
    #[inline]
    pub fn score(&self) -> Score {
        let mut score = Score {
            penguins: self.penguins.len() as u8,
            orcas: self.orcas.len() as u8,
            bears: self.bears.len() as u8,
            fish: self.fish_left(),
            ..Score::default()
        };
        for network in self.networks() {
            score.networks[network.colonies().count()] += 1;
        }
        for group in self.orca_groups() {
            score.pods += u8::from(group.orcas.len() >= 2);
        }
        for ground in self.grounds() {
            match ground.bears.len() {
                1 => score.grounds[Extent::of(ground.glaciers.len()) as usize] += 1,
                _ => score.shared += 1,
            }
        }
        score
    }

    /// Returns the penguins, network by network.
    #[inline]
    pub fn networks(&self) -> impl Iterator<Item = Network> {
        networks(self.map, self.penguins)
    }

    /// Returns the networks that connect two colonies or more.
    pub fn connections(&self) -> impl Iterator<Item = Network> {
        self.networks().filter(|network| network.colonies().count() > 1)
    }

    /// Returns the groups of melted glaciers with two orcas or more.
    pub fn pods(&self) -> impl Iterator<Item = Pod> {
        self.orca_groups().filter(|group| group.orcas.len() > 1)
    }

    /// Returns the groups of melted glaciers that touch an orca.
    #[inline]
    pub fn orca_groups(&self) -> impl Iterator<Item = Pod> {
        let (map, melted, mut rest) = (self.map, self.melted, self.orcas);
        std::iter::from_fn(move || {
            let pool = rest.first()?;
            let glaciers = group(map, pool.glaciers() & melted, melted);
            // A pool touches its own field only, and what is melted there is joined, so it belongs to one group.
            let touched = |pool: &Pool| !(pool.glaciers() & glaciers).is_empty();
            let orcas: Pools = rest.iter().filter(touched).collect();
            rest = rest.difference(orcas);
            Some(Pod { glaciers, orcas })
        })
    }

    /// Returns the groups of frozen glaciers on which a bear lives.
    #[inline]
    pub fn grounds(&self) -> impl Iterator<Item = Ground> {
        let (map, frozen, bears, mut rest) = (self.map, self.frozen(), self.bears, self.bears);
        std::iter::from_fn(move || {
            let bear = rest.first()?;
            let glaciers = group(map, bear.into(), frozen);
            rest = rest.difference(glaciers);
            Some(Ground { glaciers, bears: bears & glaciers })
        })
    }

    /// Returns the groups of frozen glaciers on which no bear lives.
    pub fn empty_grounds(&self) -> impl Iterator<Item = Glaciers> {
        let map = self.map;
        let mut rest = self.grounds().fold(self.frozen(), |rest, ground| rest.difference(ground.glaciers));
        std::iter::from_fn(move || {
            let glaciers = group(map, rest.first()?.into(), rest);
            rest = rest.difference(glaciers);
            Some(glaciers)
        })
    }

    /// The most colonies that one of the networks around this cliff would connect if it were empty.
    pub(super) fn most_colonies_without(&self, cliff: Cliff) -> usize {
        let rest = self.penguins.without(cliff);
        let own = |network: &Network| !(network.cliffs & self.map.joined(cliff)).is_empty();
        networks(self.map, rest).filter(own).map(|network| network.colonies().count()).max().unwrap_or(1).max(1)
    }
}

#[inline]
fn networks(map: Map, penguins: Cliffs) -> impl Iterator<Item = Network> {
    let mut rest = penguins;
    std::iter::from_fn(move || {
        let mut edge = Cliffs::from(rest.first()?);
        let mut cliffs = edge;
        while let Some(cliff) = edge.pop_first() {
            let next = (map.joined(cliff) & penguins).difference(cliffs);
            cliffs |= next;
            edge |= next;
        }
        rest = rest.difference(cliffs);
        Some(Network { cliffs, map })
    })
}

/// The glaciers of a set that are joined to some of them by sides.
#[inline]
pub(super) fn group(map: Map, some: Glaciers, of: Glaciers) -> Glaciers {
    let (mut glaciers, mut edge) = (some, some);
    while let Some(glacier) = edge.pop_first() {
        let next = (map.beside(glacier) & of).difference(glaciers);
        glaciers |= next;
        edge |= next;
    }
    glaciers
}

impl PolarRoller {
    /// Returns what a seat's sheet is worth as it stands.
    pub fn score(&self, seat: Seat) -> Score {
        self.sheet(seat).score()
    }

    #[cold]
    pub(super) fn outcome(&self) -> Outcome {
        let mut outcome = Outcome { winners: SeatSet::NONE, scores: PerSeat::default() };
        let mut best = i16::MIN;
        for seat in Seat::all(self.seats) {
            let total = self.score(seat).total();
            outcome.scores[seat] = total;
            if total > best {
                (best, outcome.winners) = (total, SeatSet::from(seat));
            } else if total == best {
                outcome.winners.insert(seat);
            }
        }
        outcome
    }
}
