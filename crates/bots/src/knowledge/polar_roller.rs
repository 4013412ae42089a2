//! Polar Roller: a planner that thinks about its own sheet and plans a whole phase at once.
//!
//! The animals do not meet: penguins need cliffs, orcas open water, bears ice, and only the ice is shared by the last
//! two. So the planner imagines how the map could look in the end, several times with dice of its own, and then melts,
//! takes, draws and eats what serves these pictures best.

use std::collections::VecDeque;

use polynya_engine::{Game, Luck, Seat};
use polynya_games::polar_roller::{
    ANIMALS, Action, Animal, BEAR_POINTS, CLIFFS, COLONY_POINTS, Cliff, Cliffs, Colony, Extent, FISH_POINTS, Face,
    Glacier, Glaciers, Loan, Number, POD_POINTS, Phase, PolarRoller, Pool, Pools, ROUNDS, Shape, Sheet,
};
use rand_core::Rng;

use crate::Bot;

/// Plans a phase, then plays it step by step.
pub struct Planner {
    pictures: usize,
    steps: usize,
    queue: VecDeque<(Sheet, Action)>,
}

impl Planner {
    /// A planner that paints so many pictures of the end, each with so many strokes.
    pub fn new(pictures: usize, steps: usize) -> Planner {
        Planner { pictures, steps, queue: VecDeque::new() }
    }
}

impl Default for Planner {
    fn default() -> Planner {
        Planner::new(12, 1500)
    }
}

impl Bot<PolarRoller> for Planner {
    fn choose(&mut self, position: &PolarRoller, seat: Seat, luck: &mut dyn Rng) -> Action {
        let sheet = position.sheet(seat);
        let planned = self.queue.pop_front().filter(|(expected, _)| expected == sheet);
        if let Some((_, action)) = planned.filter(|&(_, action)| position.check(seat, action).is_ok()) {
            return action;
        }
        let steps = match position.phase() {
            Phase::Melt => self.melts(position, seat, luck),
            _ => self.draws(position, seat, luck),
        };
        self.queue = steps.into();
        let (_, action) = self.queue.pop_front().expect("a plan has steps");
        action
    }
}

/// What the dice will bring on average, if a seat chooses well among its neighbours' dice.
#[derive(Clone, Copy)]
struct Future {
    penguins: f32,
    orcas: f32,
    bears: f32,
}

impl Future {
    fn of(seats: u8, rounds: u8) -> Future {
        // A table of two has two dice to choose from, a larger one four: bears are rare, and worth waiting for.
        let (orcas, bears) = if seats == 2 { (0.95, 0.6) } else { (0.95, 0.75) };
        let rounds = f32::from(rounds);
        Future { penguins: rounds * (f32::from(ANIMALS) - orcas - bears), orcas: rounds * orcas, bears: rounds * bears }
    }

    /// In the rounds after this one.
    fn after(position: &PolarRoller) -> Future {
        Future::of(position.seats(), ROUNDS - position.round())
    }

    /// In this round as well, for a seat that has not drawn yet or is just drawing.
    fn from_now(position: &PolarRoller, seat: Seat) -> Future {
        if position.phase() == Phase::Melt {
            return Future::of(position.seats(), ROUNDS - position.round() + 1);
        }
        let mut future = Future::after(position);
        for number in position.sheet(seat).numbers() {
            match number.animal() {
                Animal::Penguin => future.penguins += 1.0,
                Animal::Orca => future.orcas += 1.0,
                Animal::Bear => future.bears += 1.0,
            }
        }
        future
    }
}

impl Planner {
    /// The end of the match as it could be, several times: which glaciers have melted then?
    fn pictures(&self, position: &PolarRoller, seat: Seat, luck: &mut dyn Rng) -> Vec<Glaciers> {
        let sheet = position.sheet(seat);
        let future = Future::from_now(position, seat);
        let mut pictures = Vec::with_capacity(self.pictures);
        while pictures.len() < self.pictures {
            let mut shapes: Vec<Shape> = sheet.to_melt().collect();
            for _ in position.round()..ROUNDS {
                let face = Face::new({ &mut *luck }.below(u32::from(Face::COUNT)) as u8 + 1);
                shapes.extend(face.expect("the die has eight faces").shapes());
            }
            pictures.push(self.picture(sheet, &shapes, future, luck));
        }
        pictures
    }

    /// Anneals one picture: which glaciers of these shapes should melt?
    fn picture(&self, sheet: &Sheet, shapes: &[Shape], future: Future, luck: &mut dyn Rng) -> Glaciers {
        let mut chosen: Vec<Glacier> = Vec::new();
        let mut rest: Vec<Glacier> = Vec::new();
        for shape in Shape::ALL {
            let mut free: Vec<Glacier> = sheet.free_glaciers().and(shape.glaciers()).iter().collect();
            let wanted = shapes.iter().filter(|&&each| each == shape).count().min(free.len());
            for _ in 0..wanted {
                chosen.push(free.swap_remove(luck.below(free.len() as u32) as usize));
            }
            rest.extend(free);
        }
        let value = |melted: Glaciers| {
            water_value(melted, sheet.orcas(), future.orcas) + ice_value(melted, sheet.bears(), future.bears)
        };
        let mut melted = chosen.iter().copied().fold(sheet.melted(), Glaciers::with);
        let mut now = value(melted);
        let (mut best, mut most) = (melted, now);
        if chosen.is_empty() || rest.is_empty() {
            return best;
        }
        for step in 0..self.steps {
            let heat = 2.5 * (1.0 - step as f32 / self.steps as f32) + 0.05;
            let (one, two) = (luck.below(chosen.len() as u32) as usize, luck.below(rest.len() as u32) as usize);
            let (out, into) = (chosen[one], rest[two]);
            if out.shape() != into.shape() {
                continue;
            }
            let next = melted.without(Glaciers::only(out)).with(into);
            let then = value(next);
            let chance = luck.below(1 << 16) as f32 / f32::from(u16::MAX);
            if then >= now || chance < ((then - now) / heat).exp() {
                (melted, now) = (next, then);
                (chosen[one], rest[two]) = (into, out);
                if now > most {
                    (best, most) = (melted, now);
                }
            }
        }
        best
    }

    fn melts(&self, position: &PolarRoller, seat: Seat, luck: &mut dyn Rng) -> Vec<(Sheet, Action)> {
        let pictures = self.pictures(position, seat, luck);
        let mut best: Option<(f32, Vec<(Sheet, Action)>)> = None;
        every_melting(position, seat, &mut Vec::new(), &mut |steps, after| {
            let sheet = after.sheet(seat);
            let held = pictures.iter().filter(|picture| sheet.melted().without(**picture).is_empty()).count();
            let parts: usize = pictures.iter().map(|picture| sheet.melted().and(*picture).len()).sum();
            // Three orcas may come at once.
            let room = sheet.free_pools().len().min(3);
            let value = held as f32 + 0.1 * parts as f32 + 0.3 * room as f32;
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, steps.to_vec()));
            }
        });
        best.expect("there is always a way to be done").1
    }
}

/// Every way to melt what is left, up to order, with `done` behind it.
fn every_melting(
    position: &PolarRoller,
    seat: Seat,
    steps: &mut Vec<(Sheet, Action)>,
    each: &mut impl FnMut(&[(Sheet, Action)], &PolarRoller),
) {
    let mut actions = Vec::new();
    position.legal(seat, &mut actions);
    for action in actions {
        let before = *position.sheet(seat);
        // The order of two melts makes no difference where both orders are possible.
        let known = matches!((steps.last(), action), (Some((_, Action::Melt(one))), Action::Melt(two)) if *one > two);
        if known && !before.melts_a_pair() {
            continue;
        }
        steps.push((before, action));
        if action == Action::Done {
            each(steps, position);
        } else {
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            every_melting(&after, seat, steps, each);
        }
        steps.pop();
    }
}

/// What a sheet gains by none, one, two or three animals of a kind, and where they go.
struct Places<T> {
    gains: [f32; ANIMALS as usize + 1],
    places: Vec<T>,
}

impl<T: Copy> Places<T> {
    /// One animal after the other, each where it is worth most.
    fn best(mut value: impl FnMut(&[T]) -> f32, options: impl Fn(&[T]) -> Vec<T>) -> Places<T> {
        let mut places: Vec<T> = Vec::new();
        let mut gains = [0.0; ANIMALS as usize + 1];
        let nothing = value(&[]);
        for count in 1..gains.len() {
            let mut best: Option<(f32, T)> = None;
            for option in options(&places) {
                places.push(option);
                let worth = value(&places) - nothing;
                places.pop();
                if best.is_none_or(|(most, _)| worth > most) {
                    best = Some((worth, option));
                }
            }
            // An animal without a place is lost.
            gains[count] = gains[count - 1];
            if let Some((worth, option)) = best {
                gains[count] = worth;
                places.push(option);
            }
        }
        Places { gains, places }
    }
}

/// How the numbers of a round are used: which die is taken, and which own numbers change.
#[derive(Clone)]
struct Use {
    loan: Option<Loan>,
    changes: Vec<(Number, Animal)>,
    counts: [usize; Animal::ALL.len()],
}

impl Planner {
    fn draws(&self, position: &PolarRoller, seat: Seat, luck: &mut dyn Rng) -> Vec<(Sheet, Action)> {
        let sheet = position.sheet(seat);
        let future = Future::after(position);
        let pictures = self.pictures(position, seat, luck);
        let share = 1.0 / pictures.len().max(1) as f32;
        let penguins = Places::best(
            |new: &[Cliff]| penguin_value(new.iter().copied().fold(sheet.penguins(), Cliffs::with), future.penguins),
            |new| {
                let reached = new.iter().fold(sheet.free_cliffs(), |all, cliff| all.or(cliff.paths()));
                let taken = new.iter().copied().fold(sheet.penguins(), Cliffs::with);
                reached.without(taken).iter().collect()
            },
        );
        let orcas = Places::best(
            |new: &[Pool]| {
                let all = new.iter().copied().fold(sheet.orcas(), Pools::with);
                let value = |picture: &Glaciers| water_value(*picture, all, future.orcas);
                new.len() as f32 + share * pictures.iter().map(value).sum::<f32>()
            },
            |new| sheet.free_pools().iter().filter(|pool| !new.contains(pool)).collect(),
        );
        let bears = Places::best(
            |new: &[Glacier]| {
                let all = new.iter().copied().fold(sheet.bears(), Glaciers::with);
                let value = |picture: &Glaciers| {
                    let melted = picture.without(all);
                    water_value(melted, sheet.orcas(), future.orcas) + ice_value(melted, all, future.bears)
                };
                let points = f32::from(BEAR_POINTS) * new.len() as f32;
                points + share * pictures.iter().map(value).sum::<f32>()
            },
            |new| sheet.free_glaciers().iter().filter(|glacier| !new.contains(glacier)).collect(),
        );
        let gains = [penguins.gains, orcas.gains, bears.gains];
        let mut best: Option<(f32, Use)> = None;
        for each in every_use(position, seat) {
            let natural = each.counts[0] - each.changes.iter().filter(|(_, to)| *to == Animal::Penguin).count();
            let caught = penguins.places[..natural].iter().filter(|cliff| Cliffs::FISHING.has(**cliff)).count();
            if each.changes.len() > usize::from(sheet.fish_left()) + caught {
                continue;
            }
            let drawn: f32 = gains.iter().zip(each.counts).map(|(gains, count)| gains[count]).sum();
            let value = drawn - f32::from(FISH_POINTS) * each.changes.len() as f32;
            if best.as_ref().is_none_or(|(most, _)| value > *most) {
                best = Some((value, each));
            }
        }
        let (_, plan) = best.expect("numbers can always be used as they are");
        written(position, seat, &plan, &penguins.places, &orcas.places, &bears.places)
    }
}

/// Every way to take a die and to change own numbers.
fn every_use(position: &PolarRoller, seat: Seat) -> Vec<Use> {
    let sheet = position.sheet(seat);
    let mut loans: Vec<(Option<Loan>, Option<Number>)> = vec![(None, sheet.borrowed())];
    if sheet.taken().is_none() {
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        loans.clear();
        for action in actions {
            if let Action::Take(loan) = action {
                loans.push((Some(loan), position.lent(seat, loan)));
            }
        }
    }
    let mut uses = Vec::new();
    for (loan, borrowed) in loans {
        let mut partial = vec![Use { loan, changes: Vec::new(), counts: [0; 3] }];
        if let Some(number) = borrowed {
            partial[0].counts[number.animal() as usize] += 1;
        }
        for number in sheet.own_numbers() {
            let spread = partial.into_iter().flat_map(|known| {
                Animal::ALL.into_iter().map(move |animal| {
                    let mut next = known.clone();
                    next.counts[animal as usize] += 1;
                    if animal != number.animal() {
                        next.changes.push((number, animal));
                    }
                    next
                })
            });
            partial = spread.collect();
        }
        uses.extend(partial);
    }
    uses
}

/// The plan as steps, each with the sheet before it.
fn written(
    position: &PolarRoller,
    seat: Seat,
    plan: &Use,
    cliffs: &[Cliff],
    pools: &[Pool],
    glaciers: &[Glacier],
) -> Vec<(Sheet, Action)> {
    let mut steps = Vec::new();
    let mut then = position.clone();
    let mut step = |then: &mut PolarRoller, action: Action| {
        steps.push((*then.sheet(seat), action));
        then.play(seat, action, &mut |_| {});
    };
    if let Some(loan) = plan.loan {
        step(&mut then, Action::Take(loan));
    }
    let (mut cliffs, mut pools, mut glaciers) = (cliffs.iter(), pools.iter(), glaciers.iter());
    let mut changes = plan.changes.clone();
    let mut left = plan.counts;
    // What changes must not be drawn before; fish that are still in the sea are caught by penguins first.
    let changed = changes.iter().filter(|(_, to)| *to == Animal::Penguin).count();
    let mut natural = plan.counts[0] - changed;
    while changes.len() > usize::from(then.sheet(seat).fish_left()) && natural > 0 {
        natural -= 1;
        left[0] -= 1;
        step(&mut then, Action::Penguin(*cliffs.next().expect("penguins always have a place")));
    }
    changes.reverse();
    while let Some((from, to)) = changes.pop() {
        // Equal animals are equal: a drawing may have used this number and left another of its kind.
        let own: Vec<Number> = then.sheet(seat).own_numbers().collect();
        let alike = || own.iter().copied().find(|number| number.animal() == from.animal());
        let number = own.iter().copied().find(|&number| number == from).or_else(alike);
        let target = Number::all().find(|number| number.animal() == to).expect("every animal has a number");
        match number {
            Some(number) if then.sheet(seat).fish_left() > 0 => step(&mut then, Action::Eat(number, target)),
            _ => {
                left[to as usize] -= 1;
                left[from.animal() as usize] += 1;
            }
        }
    }
    for _ in 0..left[0] {
        step(&mut then, Action::Penguin(*cliffs.next().expect("penguins always have a place")));
    }
    for animal in [Animal::Orca, Animal::Bear] {
        for _ in 0..left[animal as usize] {
            let drawn = match animal {
                Animal::Orca => pools.next().map(|&pool| Action::Orca(pool)),
                _ => glaciers.next().map(|&glacier| Action::Bear(glacier)),
            };
            let lost = || then.sheet(seat).numbers().find(|number| number.animal() == animal).map(Action::Cross);
            if let Some(action) = drawn.or_else(lost) {
                step(&mut then, action);
            }
        }
    }
    step(&mut then, Action::Done);
    steps
}

/// What pods are worth in the end if so many orcas are still to come.
fn water_value(melted: Glaciers, orcas: Pools, to_come: f32) -> f32 {
    let mut rest = melted;
    let (mut pods, mut lonely, mut empty, mut open) = (0.0, 0.0, 0.0, 0);
    while let Some(glacier) = rest.first() {
        let (group, pools) = flood(glacier, melted);
        rest = rest.without(group);
        open += pools.len();
        match (pools.and(orcas).len(), pools.without(orcas).len()) {
            (2.., _) => pods += 1.0,
            (1, 1..) => lonely += 1.0,
            (0, 2..) => empty += 1.0,
            _ => {}
        }
    }
    let joined = to_come.min(lonely);
    let founded = ((to_come - joined) / 2.0).min(empty);
    let crowd = orcas.len() as f32 + to_come - open as f32;
    f32::from(POD_POINTS) * (pods + joined + founded) - crowd.max(0.0)
}

/// What hunting grounds are worth in the end if so many bears are still to come.
fn ice_value(melted: Glaciers, bears: Glaciers, to_come: f32) -> f32 {
    let frozen = Glaciers::ALL.without(melted);
    let mut rest = frozen;
    let (mut value, mut left) = (0.0, to_come);
    let mut empty = [0.0; Extent::ALL.len()];
    let (mut shared, mut least) = (false, f32::MAX);
    while let Some(glacier) = rest.first() {
        let (group, _) = flood(glacier, frozen);
        rest = rest.without(group);
        let extent = Extent::of(group.len());
        match group.and(bears).len() {
            0 => empty[extent as usize] += 1.0,
            1 => {
                value += f32::from(extent.points());
                least = least.min(f32::from(extent.points()));
            }
            _ => shared = true,
        }
    }
    for extent in Extent::ALL.into_iter().rev() {
        let come = left.min(empty[extent as usize]);
        left -= come;
        value += come * f32::from(extent.points());
    }
    // Bears that find no empty ground spoil one, unless one is spoilt already.
    if left > 0.0 && !shared && least < f32::MAX {
        value -= least * left.min(1.0);
    }
    value
}

/// The glaciers of a set that are joined to this one, and the pools that they touch.
#[inline]
fn flood(from: Glacier, of: Glaciers) -> (Glaciers, Pools) {
    let mut edge = Glaciers::only(from);
    let (mut group, mut pools) = (edge, Pools::NONE);
    while let Some(glacier) = edge.first() {
        pools = pools.with(glacier.pool());
        let next = glacier.beside().and(of).without(group);
        group = group.or(next);
        edge = edge.without(Glaciers::only(glacier)).or(next);
    }
    (group, pools)
}

/// What penguins, colonies and fish are worth in the end if so many penguins are still to come.
fn penguin_value(penguins: Cliffs, to_come: f32) -> f32 {
    let missing = missing_penguins(penguins);
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
    let caught = penguins.and(Cliffs::FISHING).len() as f32;
    let spare = to_come - needed;
    penguins.len() as f32 + f32::from(FISH_POINTS) * caught + colonies + fish_in_reach(penguins, spare)
}

/// What the fish may bring that so many spare penguins can reach, nearest first.
fn fish_in_reach(penguins: Cliffs, spare: f32) -> f32 {
    let (mut reached, mut left, mut value) = (penguins, spare, 0.0);
    let mut ring = penguins.iter().fold(Cliffs::ACCESS, |all, cliff| all.or(cliff.paths())).without(reached);
    let mut distance = 1.0;
    while left > 0.0 && !ring.is_empty() {
        for _ in 0..ring.and(Cliffs::FISHING).len() {
            value += f32::from(FISH_POINTS) * (left.max(0.0) / distance).min(1.0);
            left -= distance;
        }
        reached = reached.or(ring);
        ring = ring.iter().fold(Cliffs::NONE, |all, cliff| all.or(cliff.paths())).without(reached);
        distance += 1.0;
    }
    0.9 * value
}

/// How many penguins it takes to connect each set of colonies; a fishing cliff on the way counts half.
fn missing_penguins(penguins: Cliffs) -> [f32; 16] {
    const FAR: u8 = 100;
    let mut cost = [4_u8; CLIFFS];
    Cliffs::FISHING.iter().for_each(|cliff| cost[cliff.index()] = 2);
    penguins.iter().for_each(|cliff| cost[cliff.index()] = 0);
    let mut trees = [[FAR; CLIFFS]; 16];
    let mut missing = [0.0; 16];
    for set in 1..16_usize {
        let mut tree = [FAR; CLIFFS];
        if let Some(colony) = Colony::ALL.into_iter().find(|&colony| set == 1 << colony as usize) {
            colony.access().iter().for_each(|cliff| tree[cliff.index()] = cost[cliff.index()]);
        }
        let mut part = (set - 1) & set;
        while part > set & !part {
            for cliff in 0..CLIFFS {
                let meet = trees[part][cliff] + trees[set & !part][cliff] - cost[cliff];
                tree[cliff] = tree[cliff].min(meet);
            }
            part = (part - 1) & set;
        }
        let mut fresh = Cliffs::ALL;
        while let Some(cliff) = fresh.first() {
            fresh = fresh.without(Cliffs::only(cliff));
            for beside in cliff.paths().iter() {
                let through = tree[cliff.index()] + cost[beside.index()];
                if through < tree[beside.index()] {
                    tree[beside.index()] = through;
                    fresh = fresh.with(beside);
                }
            }
        }
        missing[set] = f32::from(tree.iter().copied().min().unwrap_or(FAR)) / 4.0;
        trees[set] = tree;
    }
    missing
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Seed, Table, Turn};
    use polynya_games::polar_roller::Options;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    use super::*;
    use crate::Random;

    /// Plays a match; every how many actions somebody else plays at random.
    fn played(seats: u8, seed: Seed, effort: (usize, usize), disturbed: Option<usize>) -> PolarRoller {
        let mut table = Table::<PolarRoller>::new(Options::default(), seats, seed).expect("so many can play");
        let mut bots: Vec<Planner> = (0..seats).map(|_| Planner::new(effort.0, effort.1)).collect();
        let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.mix([b"bot".as_slice()]).draw(0));
        let mut actions = 0;
        while let Turn::Players(awaited) = table.position().turn() {
            let seat = awaited.first().expect("somebody acts");
            actions += 1;
            let action = match disturbed {
                Some(every) if actions % every == 0 => Random::default().choose(table.position(), seat, &mut luck),
                _ => bots[seat.index()].choose(table.position(), seat, &mut luck),
            };
            table.submit(seat, action, &mut |_| {}).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        table.position().clone()
    }

    fn average(seats: u8, matches: u64) -> f32 {
        let Planner { pictures, steps, .. } = Planner::default();
        let mut sum = 0.0;
        for number in 0..matches {
            let end = played(seats, Seed::of("planner").nth(number), (pictures, steps), None);
            sum += Seat::all(seats).map(|seat| f32::from(end.score(seat).total())).sum::<f32>();
        }
        sum / (matches * u64::from(seats)) as f32
    }

    #[test]
    fn it_plays_by_the_rules_with_every_number_of_seats() {
        for seats in PolarRoller::SEATS {
            played(seats, Seed::of("seats").nth(u64::from(seats)), (2, 50), None);
        }
    }

    #[test]
    fn it_goes_on_from_whatever_it_finds() {
        for number in 0..20 {
            played(3, Seed::of("disturbed").nth(number), (2, 50), Some(2 + number as usize % 5));
        }
    }

    #[test]
    fn it_scores_a_hundred_points_on_average() {
        let average = average(3, polynya_engine::conformance::matches(10));
        assert!(average >= 100.0, "{average}");
    }
}
