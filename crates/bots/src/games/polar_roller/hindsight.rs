//! What a sheet could have been: the best one that the dice of a whole match allowed, as far as a search finds it, and a
//! number of points that no sheet could have passed.
//!
//! The sheets of the others do not matter, but for their dice, which are known. So the search follows one seat through the
//! match with a beam: of every phase it keeps the best plans of a planner whose scenarios know how the glacier die falls,
//! and the others do what they did.

use polynya_engine::{Game, Member, Seat, Step, StepOf};
use polynya_games::polar_roller::{
    Animal, Chance, Colony, Extent, FISH_POINTS, Face, Map, Number, POD_POINTS, PolarRoller, ROUNDS, fewest_penguins,
};
use polynya_games::polar_roller::{BEAR_POINTS, COLONY_POINTS};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::Planner;
use super::scenarios::{NEW_TEMPERATURE, Scenario};
use crate::value::Hindsight;

/// Sheets that are followed for all seats together, and at least for each.
const BEAM: usize = 36;
const LEAST: usize = 2;
/// Plans of a phase that are tried on each of them.
const PLANS: usize = 6;
/// Scenarios of the end that know the glacier die, and the annealing steps of each.
const SCENARIOS: usize = 4;
const STEPS: usize = 60;
/// The annealing steps with which a scenario begins.
const CAREFUL_STEPS: usize = 600;

type RollerStep = StepOf<PolarRoller>;

/// A sheet that is followed.
#[derive(Clone)]
struct Followed {
    position: PolarRoller,
    scenarios: Vec<Scenario>,
    line: Vec<RollerStep>,
}

/// Returns for every seat of a match that is over what its sheet could have been.
pub(super) fn hindsight(start: &PolarRoller, steps: &[RollerStep]) -> Vec<Hindsight<PolarRoller>> {
    let mut end = start.clone();
    let mut faces = Vec::new();
    for &step in steps {
        if let Step::Chance(Chance::Glacier(face)) = step {
            faces.push(face);
        }
        apply(&mut end, step);
    }
    let Ok(faces) = <[Face; ROUNDS as usize]>::try_from(faces) else { return Vec::new() };
    let width = (BEAM / usize::from(start.seats())).max(LEAST);
    let of_seat = |seat: Seat| {
        let played = end.score(seat).total();
        let (points, line) = search(start, steps, seat, faces, width);
        let (found, line) = if points > played { (points, line) } else { (played, steps.to_vec()) };
        Hindsight { seat, played: played.into(), found: found.into(), bound: bound(start, steps, seat).into(), line }
    };
    Seat::all(start.seats()).map(of_seat).collect()
}

fn apply(position: &mut PolarRoller, step: RollerStep) {
    match step {
        Step::Play(seat, action) => position.play(seat, action, &mut |_| {}),
        Step::Chance(chance) => position.settle(chance, &mut |_| {}),
    }
}

/// Returns the best sheet that is found for a seat, and the match in which it comes about.
fn search(
    start: &PolarRoller,
    steps: &[RollerStep],
    seat: Seat,
    faces: [Face; ROUNDS as usize],
    width: usize,
) -> (i16, Vec<RollerStep>) {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(12);
    let mut planner = Planner::new(SCENARIOS, STEPS);
    let scenario = |luck: &mut Xoshiro256PlusPlus| {
        let mut scenario = Scenario::foreseen(faces);
        scenario.anneal(start, seat, CAREFUL_STEPS, NEW_TEMPERATURE, luck);
        scenario
    };
    let scenarios = (0..SCENARIOS).map(|_| scenario(&mut luck)).collect();
    let mut beam = vec![Followed { position: start.clone(), scenarios, line: Vec::new() }];
    for phase in steps.chunk_by(|one, other| one.seat().is_some() == other.seat().is_some()) {
        if phase[0].seat().is_some() {
            beam = planned(&mut planner, beam, seat, width, &mut luck);
        }
        for followed in &mut beam {
            for &step in phase.iter().filter(|step| step.seat() != Some(seat)) {
                apply(&mut followed.position, step);
                followed.line.push(step);
            }
        }
    }
    let best = beam.into_iter().max_by_key(|followed| followed.position.score(seat).total());
    let best = best.expect("something is followed");
    (best.position.score(seat).total(), best.line)
}

/// Lets a seat do its phase in the most promising ways.
fn planned(
    planner: &mut Planner,
    beam: Vec<Followed>,
    seat: Seat,
    width: usize,
    luck: &mut Xoshiro256PlusPlus,
) -> Vec<Followed> {
    let mut next: Vec<(f32, Followed)> = Vec::new();
    for followed in beam {
        if !followed.position.waiting().contains(seat) {
            next.push((f32::MAX, followed));
            continue;
        }
        planner.scenarios.clone_from(&followed.scenarios);
        planner.update_scenarios(&followed.position, seat, luck);
        for (_, steps) in planner.plans(&followed.position, seat, PLANS) {
            let mut after = followed.clone();
            for (_, action) in steps {
                let step = Step::Play(seat, action);
                apply(&mut after.position, step);
                after.line.push(step);
            }
            planner.scenarios.clone_from(&followed.scenarios);
            let value = planner.evaluate(&after.position, seat, luck);
            after.scenarios.clone_from(&planner.scenarios);
            // Two ways to the same sheet are one.
            let known = next.iter().any(|(_, other)| other.position.sheet(seat) == after.position.sheet(seat));
            if !known {
                next.push((value, after));
            }
        }
    }
    super::keep_best(&mut next, width);
    next.into_iter().map(|(_, followed)| followed).collect()
}

/// What a seat can count on in a match: how many of its numbers stand for an animal of each set of animals, as bits.
type Supply = [usize; 1 << Animal::COUNT];

/// Returns a number of points that no sheet could have passed with these dice: every number is counted where it brings
/// most, as far as its kind allows it or a fish changes it.
fn bound(start: &PolarRoller, steps: &[RollerStep], seat: Seat) -> i16 {
    let (map, supply) = (start.map(), supply(start, steps, seat));
    let all = supply[supply.len() - 1];
    let fishing = map.fishing().len();
    let colonies: Vec<i16> = (0..=all).map(|penguins| colony_points(map, penguins)).collect();
    let mut most = 0;
    for (penguins, &connected) in colonies.iter().enumerate() {
        for orcas in 0..=all - penguins {
            for bears in 0..=all - penguins - orcas {
                let needs = [penguins, orcas, bears];
                let short = |set: usize| {
                    let need: usize = (0..Animal::COUNT).filter(|one| set >> one & 1 == 1).map(|one| needs[one]).sum();
                    need.saturating_sub(supply[set])
                };
                let changed = (1..supply.len()).map(short).max().unwrap_or(0);
                let fish = penguins.min(fishing);
                if changed > fish {
                    continue;
                }
                let count = |some: usize| some as i16;
                let points = count(penguins)
                    + connected
                    + FISH_POINTS * count(fish - changed)
                    + count(orcas)
                    + POD_POINTS * count(orcas / 2)
                    + (BEAR_POINTS + Extent::Large.points()) * count(bears);
                most = most.max(points);
            }
        }
    }
    most
}

/// Two own numbers a round and the best of the neighbours' dice.
fn supply(start: &PolarRoller, steps: &[RollerStep], seat: Seat) -> Supply {
    let mut supply = Supply::default();
    let mut add = |animals: usize| {
        for (set, count) in supply.iter_mut().enumerate() {
            *count += usize::from(set & animals != 0);
        }
    };
    let lenders: Vec<Seat> = neighbours(start, seat);
    let bit = |number: Number| 1 << number.animal() as usize;
    let mut lent = 0;
    for &step in steps {
        match step {
            Step::Chance(Chance::Glacier(_)) if lent != 0 => add(std::mem::take(&mut lent)),
            Step::Chance(Chance::Polar(of, first, second)) => {
                if of == seat {
                    add(bit(first));
                    add(bit(second));
                }
                if lenders.contains(&of) {
                    lent |= bit(first) | bit(second);
                }
            }
            _ => {}
        }
    }
    if lent != 0 {
        add(lent);
    }
    supply
}

fn neighbours(start: &PolarRoller, seat: Seat) -> Vec<Seat> {
    use polynya_games::polar_roller::Side;
    [Side::Left, Side::Right].map(|side| start.neighbour(seat, side)).to_vec()
}

/// The most points for colonies that so many penguins can bring, wherever they stand: networks share neither penguins nor
/// the cliffs by which colonies are entered.
fn colony_points(map: Map, penguins: usize) -> i16 {
    let all = Colony::ALL;
    let fewest = |count: usize| {
        let sets = (1_usize..1 << all.len()).filter(|set| set.count_ones() as usize == count);
        let chosen = sets.map(|set| {
            let some: Vec<Colony> = (0..all.len()).filter(|one| set >> one & 1 == 1).map(|one| all[one]).collect();
            usize::from(fewest_penguins(map, Default::default(), &some))
        });
        chosen.min().unwrap_or(usize::MAX)
    };
    let doors: usize = all.iter().map(|&colony| map.access_to(colony).len()).sum();
    let [two, three, four] = [2, 3, 4].map(fewest);
    let mut most = 0;
    for fours in 0..=penguins / four.max(1) {
        for threes in 0..=(penguins - fours * four) / three.max(1) {
            let rest = penguins - fours * four - threes * three;
            let entered = 4 * fours + 3 * threes;
            if entered > doors {
                continue;
            }
            let twos = (rest / two.max(1)).min((doors - entered) / 2);
            let counts = [twos, threes, fours].map(|count| count as i16);
            let points: i16 = counts.iter().zip(&COLONY_POINTS[2..]).map(|(count, points)| count * points).sum();
            most = most.max(points);
        }
    }
    most
}
