//! Score as you go: what each step would change, and what is still possible.

use polynya_engine::{Game, Seat};

use super::action::{Action, Cliffs, Glaciers};
use super::board::{Colony, Extent};
use super::map::Map;
use super::{Ground, Phase, Pod, PolarRoller, Score};

/// What a step would do to the score as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The step.
    pub action: Action,
    /// The score after it.
    pub after: Score,
    /// How many points it brings or costs now.
    pub gain: i16,
}

/// What is still possible on a sheet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Which colonies are connected, or could be, with the penguins that it still takes: from two colonies to all, the
    /// cheapest first among equals.
    pub colonies: Vec<(Vec<Colony>, u8)>,
    /// The groups of melted glaciers with orcas; one more orca makes a pod of a lonely one.
    pub pods: Vec<Pod>,
    /// The frozen groups with bears.
    pub grounds: Vec<Ground>,
    /// The frozen groups without a bear, largest first: hunting grounds for the first bear that comes.
    pub empty: Vec<(Glaciers, Extent)>,
    /// Fishing cliffs without a penguin.
    pub fish: Cliffs,
}

impl PolarRoller {
    /// Returns what each legal melt or drawing of a seat would change, in no particular order.
    pub fn prospects(&self, seat: Seat) -> Vec<Prospect> {
        let before = self.score(seat).total();
        let mut actions = Vec::new();
        self.legal(seat, &mut actions);
        let rated = actions.into_iter().filter(|action| !matches!(action, Action::Take { .. } | Action::Done));
        rated
            .map(|action| {
                let mut then = self.clone();
                then.play(seat, action, &mut |_| {});
                let after = then.score(seat);
                Prospect { action, after, gain: after.total() - before }
            })
            .collect()
    }

    /// Returns what is still possible on a seat's sheet.
    pub fn outlook(&self, seat: Seat) -> Outlook {
        let sheet = self.sheet(seat);
        let mut colonies = Vec::new();
        for set in 1_u8..16 {
            let wanted: Vec<Colony> = Colony::ALL.into_iter().filter(|&colony| set >> colony as u8 & 1 == 1).collect();
            if wanted.len() >= 2 {
                let missing = fewest_penguins(sheet.map(), sheet.penguins(), &wanted);
                colonies.push((wanted, missing));
            }
        }
        colonies.sort_by_key(|(wanted, missing)| (wanted.len(), *missing));
        let mut empty: Vec<(Glaciers, Extent)> =
            sheet.empty_grounds().map(|glaciers| (glaciers, Extent::of(glaciers.len()))).collect();
        empty.sort_by_key(|(glaciers, _)| std::cmp::Reverse(glaciers.len()));
        Outlook {
            colonies,
            pods: sheet.orca_groups().collect(),
            grounds: sheet.grounds().collect(),
            empty,
            fish: sheet.map().fishing().difference(sheet.penguins()),
        }
    }

    /// Returns how many numbers a seat will still use, this round's unused ones included; none of them is known to be
    /// lost.
    pub fn numbers_to_come(&self, seat: Seat) -> u8 {
        let sheet = self.sheet(seat);
        let later = (super::ROUNDS - self.round()) * super::ANIMALS;
        let now = match self.phase {
            Phase::Over => 0,
            Phase::Draw => sheet.numbers().count() as u8 + u8::from(sheet.taken().is_none()),
            _ => super::ANIMALS,
        };
        later + now
    }
}

/// Returns the fewest penguins that must be added to these so that all of the colonies are connected.
///
/// A smallest tree over the cliffs, built from trees for fewer colonies: `trees[set][k]` holds the cliffs at which some
/// `k` new penguins suffice to join the set of colonies with that cliff, itself included.
pub fn fewest_penguins(map: Map, penguins: Cliffs, colonies: &[Colony]) -> u8 {
    // On the proposed map all four colonies need fifteen; where two trees meet, their cliff is counted twice for a
    // moment.
    const MOST: usize = 21;
    let sets = 1 << colonies.len();
    let mut trees = [[Cliffs::NONE; MOST]; 16];
    for set in 1..sets {
        let mut seeds = [Cliffs::NONE; MOST];
        if let Some(colony) = colonies.iter().enumerate().find(|(index, _)| set == 1 << index).map(|(_, colony)| colony)
        {
            seeds[0] = map.access_to(*colony) & penguins;
            seeds[1] = map.access_to(*colony);
        }
        // Every way to divide the set in two, each once: the larger number is the part with the last colony.
        let mut part = (set - 1) & set;
        while part > set & !part {
            merge(&trees[part], &trees[set & !part], penguins, &mut seeds);
            part = (part - 1) & set;
        }
        grow(map, &seeds, penguins, &mut trees[set]);
    }
    (0..MOST).find(|&count| !trees[sets - 1][count].is_empty()).unwrap_or(MOST) as u8
}

/// Two trees that meet at a cliff are one tree; a new penguin there counts once.
fn merge<const N: usize>(one: &[Cliffs; N], two: &[Cliffs; N], penguins: Cliffs, into: &mut [Cliffs; N]) {
    for (count, here) in one.iter().enumerate().filter(|(_, here)| !here.is_empty()) {
        for (rest, there) in two[..N - count].iter().enumerate() {
            let meet = *here & *there;
            into[count + rest] |= meet & penguins;
            let once = (count + rest).saturating_sub(1);
            into[once] |= meet.difference(penguins);
        }
    }
}

/// From every cliff along the paths: for nothing where a penguin stands, for one more where none does.
fn grow<const N: usize>(map: Map, seeds: &[Cliffs; N], penguins: Cliffs, into: &mut [Cliffs; N]) {
    let mut reached = Cliffs::NONE;
    let mut edge = Cliffs::NONE;
    for count in 0..N {
        let mut fresh = (edge | seeds[count]).difference(reached);
        let mut all = fresh;
        edge = Cliffs::NONE;
        while let Some(cliff) = fresh.pop_first() {
            let beside = map.joined(cliff).difference(reached).difference(all);
            fresh |= beside & penguins;
            all |= beside & penguins;
            edge |= beside.difference(penguins);
        }
        reached |= all;
        into[count] = all;
    }
}
