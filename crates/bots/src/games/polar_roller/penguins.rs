//! What penguins on cliffs are worth: the colonies that they may still connect, and the fish that they may still catch.

use polynya_games::polar_roller::{CLIFFS, COLONY_POINTS, Cliff, Cliffs, Colony, FISH_POINTS, Map};

/// Returns what penguins, colonies and fish are worth in the end if `to_come` penguins are still to come.
pub(super) fn penguin_value(map: Map, penguins: Cliffs, to_come: f32) -> f32 {
    let missing = missing_penguins(map, penguins);
    let likely = |missing: f32| {
        if missing <= 0.0 { 1.0 } else { 1.0 / (1.0 + ((missing - to_come) / (0.35 + 0.12 * to_come)).exp()) }
    };
    let (mut colonies, mut needed) = (0.0, 0.0);
    let mut consider = |points: i16, missing: f32| {
        let value = f32::from(points) * likely(missing);
        if value > colonies {
            (colonies, needed) = (value, missing);
        }
    };
    for set in 1..missing.len() {
        let (points, rest) = (COLONY_POINTS[set.count_ones() as usize], 15 & !set);
        consider(points, missing[set]);
        // Two pairs apart from each other.
        if set.count_ones() == 2 && set < rest {
            consider(2 * points, missing[set] + missing[rest]);
        }
    }
    let caught = (penguins & map.fishing()).len() as f32;
    let spare = to_come - needed;
    penguins.len() as f32 + f32::from(FISH_POINTS) * caught + colonies + fish_in_reach(map, penguins, spare)
}

/// Returns what penguins score, with the colonies that they connect and the fish that they have caught.
pub(super) fn final_penguin_value(map: Map, penguins: Cliffs) -> f32 {
    let mut points = penguins.len() as i16 + FISH_POINTS * (penguins & map.fishing()).len() as i16;
    let mut rest = penguins;
    while let Some(cliff) = rest.pop_first() {
        let (mut open, mut colonies) = (Cliffs::from(cliff), 0_u8);
        while let Some(cliff) = open.pop_first() {
            let mut beside = cliff.paths();
            for colony in Colony::ALL {
                let access = map.access_to(colony);
                if access.contains(cliff) && colonies & 1 << colony as usize == 0 {
                    colonies |= 1 << colony as usize;
                    beside |= access;
                }
            }
            open |= beside & rest;
            rest = rest.difference(beside);
        }
        points += COLONY_POINTS[colonies.count_ones() as usize];
    }
    f32::from(points)
}

/// Returns what the fish may bring that the spare penguins can reach, nearest first.
fn fish_in_reach(map: Map, penguins: Cliffs, spare: f32) -> f32 {
    let (mut reached, mut left, mut value) = (penguins, spare, 0.0);
    let mut ring = map.reached_from(penguins).difference(reached);
    let mut distance = 1.0;
    while left > 0.0 && !ring.is_empty() {
        for _ in 0..(ring & map.fishing()).len() {
            value += f32::from(FISH_POINTS) * (left.max(0.0) / distance).min(1.0);
            left -= distance;
        }
        reached |= ring;
        ring = ring.iter().fold(Cliffs::NONE, |all, cliff| all | cliff.paths()).difference(reached);
        distance += 1.0;
    }
    0.9 * value
}

/// Returns how many penguins it takes to connect each set of colonies; a fishing cliff on the way counts half.
///
/// A minimum Steiner tree over the cliffs, built from trees for fewer colonies (Dreyfus and Wagner 1971): `trees[set]` holds what it costs, in half
/// penguins, to join the set of colonies with each cliff, itself included.
fn missing_penguins(map: Map, penguins: Cliffs) -> [f32; 16] {
    let free = [penguins, map.fishing().difference(penguins)];
    let mut cost = [2_u8; CLIFFS];
    for (price, cliffs) in (0..).zip(free) {
        cliffs.iter().for_each(|cliff| cost[cliff.index()] = price);
    }
    let mut trees = [[FAR; CLIFFS]; 16];
    let mut missing = [0.0; 16];
    for set in 1..16_usize {
        let mut tree = [FAR; CLIFFS];
        if let Some(colony) = Colony::ALL.into_iter().find(|&colony| set == 1 << colony as usize) {
            map.access_to(colony).iter().for_each(|cliff| tree[cliff.index()] = cost[cliff.index()]);
        }
        let mut part = (set - 1) & set;
        while part > set & !part {
            for cliff in 0..CLIFFS {
                let meet = trees[part][cliff] + trees[set & !part][cliff] - cost[cliff];
                tree[cliff] = tree[cliff].min(meet);
            }
            part = (part - 1) & set;
        }
        grow(&mut tree, free);
        missing[set] = f32::from(tree.iter().copied().min().unwrap_or(FAR)) / 2.0;
        trees[set] = tree;
    }
    missing
}

/// More than any tree costs.
const FAR: u8 = 100;
/// The cost of all four colonies on an empty sheet, and what a longer way may add before trees meet.
const LEVELS: usize = 48;

/// Goes on from every cliff along the paths, the cheapest first; some cliffs cost nothing, some one, the others two.
fn grow(tree: &mut [u8; CLIFFS], [nothing, one]: [Cliffs; 2]) {
    let mut levels = [Cliffs::NONE; LEVELS + 2];
    for cliff in Cliff::ALL.iter() {
        let level = usize::from(tree[cliff.index()]);
        if level < LEVELS {
            levels[level].insert(cliff);
        }
    }
    let mut settled = Cliffs::NONE;
    for level in 0..LEVELS {
        let mut open = levels[level].difference(settled);
        let mut beside = Cliffs::NONE;
        while let Some(cliff) = open.first() {
            tree[cliff.index()] = level as u8;
            settled.insert(cliff);
            beside |= cliff.paths();
            open = (open | (cliff.paths() & nothing)).difference(settled);
        }
        let beside = beside.difference(settled);
        levels[level + 1] |= beside & one;
        levels[level + 2] |= beside.difference(one);
        if settled == Cliff::ALL {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use polynya_games::polar_roller::fewest_penguins;

    use super::*;

    /// Where no fish is left to catch, a way costs as many penguins as the game says.
    #[test]
    fn a_way_costs_the_penguins_that_are_missing() {
        let mut penguins = Map::PROPOSED.fishing();
        let mut last = f32::MAX;
        for cliff in Cliff::ALL.iter().step_by(4).collect::<Vec<Cliff>>() {
            let missing = missing_penguins(Map::PROPOSED, penguins)[15];
            assert!(missing <= last);
            // The colonies join their cliffs in the game, which is sometimes shorter.
            assert!(missing >= f32::from(fewest_penguins(Map::PROPOSED, penguins, &Colony::ALL)));
            last = missing;
            penguins.insert(cliff);
        }
        assert_eq!(missing_penguins(Map::PROPOSED, Cliff::ALL), [0.0; 16]);
    }
}
