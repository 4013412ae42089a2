//! What a sheet is worth, how a match ends, and what must be true until then.

use std::fmt;

use polynya_engine::{Outcome, PerSeat, Seat, SeatSet};

use super::board::{
    ANIMALS, BEAR_POINTS, COLONY_POINTS, Cliff, Cliffs, Colony, Extent, FISH_POINTS, Glacier, Glaciers, POD_POINTS,
    Pools, ROUNDS,
};
use super::words::{listed, plural, spelled};
use super::{Melting, Phase, PolarRoller, Sheet};

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
    /// Points for penguins.
    pub fn penguin_points(&self) -> i16 {
        i16::from(self.penguins)
    }

    /// Points for connected colonies.
    pub fn colony_points(&self) -> i16 {
        self.networks.iter().zip(COLONY_POINTS).map(|(&count, points)| i16::from(count) * points).sum()
    }

    /// Points for orcas.
    pub fn orca_points(&self) -> i16 {
        i16::from(self.orcas)
    }

    /// Points for pods.
    pub fn pod_points(&self) -> i16 {
        i16::from(self.pods) * POD_POINTS
    }

    /// Points for bears.
    pub fn bear_points(&self) -> i16 {
        i16::from(self.bears) * BEAR_POINTS
    }

    /// Points for hunting grounds.
    pub fn ground_points(&self) -> i16 {
        Extent::ALL.into_iter().map(|extent| i16::from(self.grounds[extent as usize]) * extent.points()).sum()
    }

    /// Points for fish.
    pub fn fish_points(&self) -> i16 {
        i16::from(self.fish) * FISH_POINTS
    }

    /// All points together.
    pub fn total(&self) -> i16 {
        self.parts().into_iter().map(|(_, points)| points).sum()
    }

    /// The lines of the sheet's scoring section with their points.
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

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = spelled(self.parts().into_iter().map(|(name, points)| format!("{name} {points}")));
        write!(f, "{}: {parts}", self.total())
    }
}

/// Penguins joined by paths and colonies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    /// The cliffs on which they stand.
    pub cliffs: Cliffs,
}

impl Network {
    /// The colonies that they connect.
    pub fn colonies(self) -> impl Iterator<Item = Colony> {
        Colony::ALL.into_iter().filter(move |colony| !colony.access().and(self.cliffs).is_empty())
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

impl Sheet {
    /// What the sheet is worth as it stands.
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

    /// The penguins, network by network.
    #[inline]
    pub fn networks(&self) -> impl Iterator<Item = Network> {
        networks(self.penguins)
    }

    /// The groups of melted glaciers that touch an orca.
    #[inline]
    pub fn orca_groups(&self) -> impl Iterator<Item = Pod> {
        let (melted, mut rest) = (self.melted, self.orcas);
        std::iter::from_fn(move || {
            let pool = rest.first()?;
            let glaciers = group(pool.glaciers().and(melted), melted);
            // A pool touches its own field only, and what is melted there is joined, so it belongs to one group.
            let touched = |pool: &super::Pool| !pool.glaciers().and(glaciers).is_empty();
            let orcas: Pools = rest.iter().filter(touched).collect();
            rest = rest.without(orcas);
            Some(Pod { glaciers, orcas })
        })
    }

    /// The groups of frozen glaciers on which a bear lives.
    #[inline]
    pub fn grounds(&self) -> impl Iterator<Item = Ground> {
        let (frozen, bears, mut rest) = (self.frozen(), self.bears, self.bears);
        std::iter::from_fn(move || {
            let bear = rest.first()?;
            let glaciers = group(Glaciers::only(bear), frozen);
            rest = rest.without(glaciers);
            Some(Ground { glaciers, bears: bears.and(glaciers) })
        })
    }

    /// The groups of frozen glaciers on which no bear lives.
    pub fn empty_grounds(&self) -> impl Iterator<Item = Glaciers> {
        let mut rest = self.grounds().fold(self.frozen(), |rest, ground| rest.without(ground.glaciers));
        std::iter::from_fn(move || {
            let glaciers = group(Glaciers::only(rest.first()?), rest);
            rest = rest.without(glaciers);
            Some(glaciers)
        })
    }

    /// The most colonies that one of the networks around this cliff would connect if it were empty.
    pub(super) fn most_colonies_without(&self, cliff: Cliff) -> usize {
        let rest = self.penguins.without(Cliffs::only(cliff));
        let own = |network: &Network| !network.cliffs.and(cliff.joined()).is_empty();
        networks(rest).filter(own).map(|network| network.colonies().count()).max().unwrap_or(1).max(1)
    }
}

#[inline]
fn networks(penguins: Cliffs) -> impl Iterator<Item = Network> {
    let mut rest = penguins;
    std::iter::from_fn(move || {
        let mut edge = Cliffs::only(rest.first()?);
        let mut cliffs = edge;
        while let Some(cliff) = edge.first() {
            let next = cliff.joined().and(penguins).without(cliffs);
            cliffs = cliffs.or(next);
            edge = edge.without(Cliffs::only(cliff)).or(next);
        }
        rest = rest.without(cliffs);
        Some(Network { cliffs })
    })
}

/// The glaciers of a set that are joined to some of them by sides.
#[inline]
pub(super) fn group(some: Glaciers, of: Glaciers) -> Glaciers {
    let (mut glaciers, mut edge) = (some, some);
    while let Some(glacier) = edge.first() {
        let next = glacier.beside().and(of).without(glaciers);
        glaciers = glaciers.or(next);
        edge = edge.without(Glaciers::only(glacier)).or(next);
    }
    glaciers
}

impl PolarRoller {
    /// What a seat's sheet is worth as it stands.
    pub fn score(&self, seat: Seat) -> Score {
        self.sheet(seat).score()
    }

    /// How a seat's points come about: the lines of the scoring section, and the total.
    pub fn breakdown(&self, seat: Seat) -> Vec<String> {
        self.sheet(seat).breakdown()
    }

    #[cold]
    pub(super) fn outcome(&self) -> Outcome {
        let mut outcome = Outcome { winners: SeatSet::NONE, scores: PerSeat::default() };
        let mut best = i16::MIN;
        for seat in Seat::all(self.seats) {
            let total = self.score(seat).total();
            outcome.scores[seat] = total;
            if total > best {
                (best, outcome.winners) = (total, SeatSet::only(seat));
            } else if total == best {
                outcome.winners = outcome.winners.with(seat);
            }
        }
        outcome
    }

    pub(super) fn invariants(&self) -> Result<(), String> {
        let must = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        must(self.rounds <= ROUNDS, "there are too many rounds")?;
        must((self.rounds == ROUNDS) == (self.phase == Phase::Over), "the match ends after the last round")?;
        let acting = matches!(self.phase, Phase::Melt | Phase::Draw);
        must(self.waiting.is_empty() != acting, "seats are awaited exactly while they act")?;
        must(self.waiting.iter().all(|seat| seat.index() < usize::from(self.seats)), "a stranger is awaited")?;
        let rolled = !matches!(self.phase, Phase::GlacierDie | Phase::Over);
        must(self.face.is_some() == rolled, "the glacier die lies there exactly while its round lasts")?;
        for (index, sheet) in self.sheets.iter().enumerate() {
            let Some(seat) = Seat::all(self.seats).nth(index) else {
                must(*sheet == Sheet::new(), "a stranger has drawn")?;
                continue;
            };
            let done = !self.waiting.has(seat);
            must(!acting || !done || !sheet.has_more_to_do(self.phase), "a seat is done too early")?;
            sheet.invariants().map_err(|what| format!("seat {seat}: {what}"))?;
            self.round_of(seat).map_err(|what| format!("seat {seat}: {what}"))?;
        }
        Ok(())
    }

    /// What must be true of a sheet at this point of the round.
    fn round_of(&self, seat: Seat) -> Result<(), &'static str> {
        let must = |holds: bool, what: &'static str| if holds { Ok(()) } else { Err(what) };
        let sheet = self.sheet(seat);
        let has_rolled = match self.phase {
            Phase::PolarDice(next) => seat < next,
            phase => phase == Phase::Draw,
        };
        must(sheet.dice.is_some() == has_rolled, "dice lie there exactly from the roll to the end of the round")?;
        must(sheet.taken.is_none() || self.phase == Phase::Draw, "a die was taken outside the drawing")?;
        let lent = sheet.taken.and_then(|loan| self.lent(seat, loan));
        must(sheet.borrowed.is_none() || sheet.borrowed == lent, "a borrowed number has changed")?;
        let used = sheet.penguins.len() + sheet.orcas.len() + sheet.bears.len() + usize::from(sheet.lost);
        let unused = sheet.numbers().count();
        let own = if has_rolled { ANIMALS - 1 } else { 0 };
        let borrowed = u8::from(sheet.taken.is_some());
        let given = self.rounds * ANIMALS + own + borrowed;
        must(used + unused == usize::from(given), "numbers and animals do not add up")?;
        must(sheet.taken.is_some() || unused == usize::from(own), "an animal was drawn before a die was taken")?;
        must(sheet.melting == Melting::default() || self.phase == Phase::Melt, "melting goes on after the melting")?;
        let melts = usize::from(self.rounds) + usize::from(self.face.is_some());
        let melted = sheet.melted.len() - Glaciers::CENTRAL.len() + sheet.to_melt().count();
        must(melted <= 2 * melts, "too much has melted")
    }
}

impl Sheet {
    fn invariants(&self) -> Result<(), &'static str> {
        let must = |holds: bool, what: &'static str| if holds { Ok(()) } else { Err(what) };
        must(Glaciers::CENTRAL.without(self.melted).is_empty(), "a central glacier is frozen")?;
        must(self.melted.and(self.bears).is_empty(), "a bear lives on a melted glacier")?;
        must(self.melted.pools() == self.open, "the open pools are those beside melted glaciers")?;
        must(self.orcas.without(self.open).is_empty(), "an orca swims without melted glaciers")?;
        let reached = self.penguins.iter().fold(Cliffs::ACCESS, |all, cliff| all.or(cliff.paths()));
        must(self.reached == reached, "the cliffs in reach are those at colonies and beside penguins")?;
        let at_home = |network: Network| network.colonies().next().is_some();
        must(self.networks().all(at_home), "penguins are cut off from every colony")?;
        must(self.fish_eaten <= self.fish_caught(), "more fish were eaten than caught")?;
        must(self.own[0] <= self.own[1], "own numbers are out of order")?;
        let Melting { left, pair, first } = self.melting;
        let sum: u8 = left.iter().sum();
        must(sum <= 2, "too much is left to melt")?;
        must(sum == 0 || !self.melts().is_empty(), "something is left to melt but cannot")?;
        must(!pair || sum > 0, "a pair without anything to melt")?;
        must(first.is_none() || (pair && sum == 1), "a first glacier waits for nothing")?;
        must(first.is_none_or(|first: Glacier| self.melted.has(first)), "the first of a pair has not melted")
    }

    /// How the points come about: the lines of the scoring section, and the total.
    pub fn breakdown(&self) -> Vec<String> {
        let score = self.score();
        let pods: Vec<String> = (self.orca_groups().filter(|group| group.orcas.len() >= 2))
            .map(|group| format!("{} around {}", spelled(group.orcas.iter()), plural(group.glaciers.len(), "glacier")))
            .collect();
        let colonies: Vec<String> = (self.networks().filter(|network| network.colonies().count() >= 2))
            .map(|network| {
                let names: Vec<&str> = network.colonies().map(Colony::spoken).collect();
                format!("{} for {}", COLONY_POINTS[names.len()], listed(&names))
            })
            .collect();
        let grounds: Vec<String> = self.grounds().map(Ground::in_words).collect();
        let (caught, eaten) = (self.fish_caught(), self.fish_eaten);
        let line = |points: i16, what: &str, how: String| format!("{what}: {} ({how}).", plural_points(points));
        let or = |words: &[String], none: &str| if words.is_empty() { none.to_owned() } else { words.join("; ") };
        vec![
            line(score.penguin_points(), "Penguins", format!("{} at 1", score.penguins)),
            line(score.colony_points(), "Colonies", or(&colonies, "none connected")),
            line(score.orca_points(), "Orcas", format!("{} at 1", score.orcas)),
            line(score.pod_points(), "Pods", or(&pods, "none").replace(", ", "+")),
            line(score.bear_points(), "Bears", format!("{} at {BEAR_POINTS}", score.bears)),
            line(score.ground_points(), "Hunting grounds", or(&grounds, "none")),
            line(score.fish_points(), "Fish", format!("{caught} caught, {eaten} eaten")),
            format!("Total: {}.", plural_points(score.total())),
        ]
    }
}

impl Ground {
    fn in_words(self) -> String {
        let bears: Vec<String> = self.bears.iter().map(|bear| bear.to_string()).collect();
        let (size, bears) = (plural(self.glaciers.len(), "glacier"), listed(&bears));
        match self.bears.len() {
            1 => format!("{} for the bear on {bears} with {size}", Extent::of(self.glaciers.len()).points()),
            _ => format!("0 for the bears on {bears}, who share {size}"),
        }
    }
}

fn plural_points(points: i16) -> String {
    format!("{points} point{}", if points == 1 { "" } else { "s" })
}
