//! The bots of Polar Roller: a planner that looks at its own sheet and plans a whole phase at once.
//!
//! The animals do not meet: penguins need cliffs, orcas open water, bears ice, and only the ice is shared by the last
//! two. So the planner samples scenarios of how the map could look in the end, with dice of its own, and then melts, takes,
//! draws and eats what is best on average over these scenarios (hindsight optimisation). After the last drawing nothing
//! comes any more: there every way is compared by what it scores.

mod evaluator;
mod hindsight;
mod judge;
mod penguins;
mod plain;
mod scenarios;

use std::collections::{HashMap, VecDeque};
use std::time::{Duration, Instant};

use polynya_engine::{Game, Seat, Word};
use polynya_games::polar_roller::{
    ANIMALS, Action, Animal, BEAR_POINTS, Cliff, Cliffs, FISH_POINTS, Glacier, Glaciers, Loan, Map, Number, Phase,
    PolarRoller, Pool, Pools, ROUNDS, Sheet,
};
use rand_core::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::Bot;
use penguins::{final_penguin_value, penguin_value};
use scenarios::{Future, NEW_TEMPERATURE, Scenario, UPDATE_TEMPERATURE, ice_value, water_value};

pub use evaluator::{RollerEvaluator, adviser, easy, hard, normal};
pub use judge::{RollerJudge, judge};
pub use plain::Plain;

/// A way through a phase: its steps, each with the sheet before it.
type Steps = Vec<(Sheet, Action)>;

/// Plans a phase, then plays it step by step.
#[derive(Clone)]
pub struct Planner {
    scenarios: Vec<Scenario>,
    count: usize,
    annealing_steps: usize,
    /// How long it imagines, if that is by the clock.
    time: Option<Duration>,
    queue: VecDeque<(Sheet, Action)>,
    /// What penguins are worth, by where they are and how many are to come.
    penguin_values: HashMap<(Cliffs, u32), f32>,
    /// Does it compare every way to draw for the last time?
    is_exact: bool,
}

impl Planner {
    /// Creates a planner that samples `count` scenarios of the end, each annealed in `annealing_steps` steps.
    pub fn new(count: usize, annealing_steps: usize) -> Planner {
        Planner {
            scenarios: Vec::new(),
            count,
            annealing_steps,
            time: None,
            queue: VecDeque::new(),
            penguin_values: HashMap::new(),
            is_exact: true,
        }
    }

    /// Returns the same planner, but one that is as quick in the last drawing as in the others: for playouts.
    fn quick_to_the_end(self) -> Planner {
        Planner { is_exact: false, ..self }
    }

    /// Samples new scenarios of the end.
    fn sample_scenarios(&mut self, position: &PolarRoller, seat: Seat, luck: &mut Xoshiro256PlusPlus) {
        self.penguin_values.clear();
        self.scenarios.clear();
        // More scenarios by the clock, each of them a careful one. Planning with them takes as long again.
        let (count, steps) = match self.time {
            None => (self.count, self.annealing_steps),
            Some(_) => (MAX_SCENARIOS, CAREFUL_STEPS),
        };
        let begin = Instant::now();
        let is_late = |time: Duration| begin.elapsed() > time / 2;
        while self.scenarios.len() < count && (self.scenarios.is_empty() || !self.time.is_some_and(is_late)) {
            let mut scenario = Scenario::new(luck);
            scenario.anneal(position, seat, steps, NEW_TEMPERATURE, luck);
            self.scenarios.push(scenario);
        }
    }

    /// Brings the scenarios up to date.
    fn update_scenarios(&mut self, position: &PolarRoller, seat: Seat, luck: &mut Xoshiro256PlusPlus) {
        for scenario in &mut self.scenarios {
            scenario.anneal(position, seat, self.annealing_steps, UPDATE_TEMPERATURE, luck);
        }
    }

    /// Returns the points that a seat may expect in the end, between two rounds.
    fn evaluate(&mut self, position: &PolarRoller, seat: Seat, luck: &mut Xoshiro256PlusPlus) -> f32 {
        if position.phase() == Phase::Over {
            return f32::from(position.score(seat).total());
        }
        let (sheet, future) = (position.sheet(seat), Future::from_now(position, seat));
        let map = sheet.map();
        self.update_scenarios(position, seat, luck);
        let shown = self.mean(|melted| {
            water_value(map, melted, sheet.orcas(), future.orcas) + ice_value(map, melted, sheet.bears(), future.bears)
        });
        let walked =
            cached_penguin_value(&mut self.penguin_values, map, sheet.penguins(), future.penguins) + future.penguins;
        let drawn = sheet.orcas().len() as f32 + future.orcas;
        let roaming = f32::from(BEAR_POINTS) * (sheet.bears().len() as f32 + future.bears);
        shown + walked + drawn + roaming - f32::from(FISH_POINTS) * f32::from(sheet.fish_eaten())
    }

    /// Returns the next step of the plan, as long as everything went by it.
    fn due(&mut self, position: &PolarRoller, seat: Seat) -> Option<Action> {
        let (expected, action) = self.queue.pop_front()?;
        (expected == *position.sheet(seat) && position.check(seat, action).is_ok()).then_some(action)
    }

    /// Returns the first step of the plan that is best over the scenarios.
    fn begin(&mut self, position: &PolarRoller, seat: Seat) -> Action {
        let plan = self.plans(position, seat, 1).into_iter().next();
        self.queue = plan.expect("there is always a way to be done").1.into();
        let (_, action) = self.queue.pop_front().expect("a plan has steps");
        action
    }

    /// Returns the plans for the phase that are best over the scenarios, the best first.
    fn plans(&mut self, position: &PolarRoller, seat: Seat, most: usize) -> Vec<(f32, Steps)> {
        match position.phase() {
            Phase::Melt => self.meltings(position, seat, most),
            _ => self.drawings(position, seat, most),
        }
    }
}

impl Default for Planner {
    fn default() -> Planner {
        Planner::new(12, 500)
    }
}

impl Bot<PolarRoller> for Planner {
    fn choose(&mut self, position: &PolarRoller, seat: Seat, luck: &mut dyn Rng) -> Action {
        if let Some(action) = self.due(position, seat) {
            return action;
        }
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(luck.next_u64());
        self.sample_scenarios(position, seat, &mut luck);
        self.begin(position, seat)
    }

    fn think_for(&mut self, time: Duration) -> bool {
        self.time = Some(time);
        true
    }
}

/// The most scenarios that are sampled by the clock, and the annealing steps of each.
const MAX_SCENARIOS: usize = 256;
const CAREFUL_STEPS: usize = 500;

/// How many ways to place the animals of a kind are compared, where plans are, and in the last drawing.
const WAYS: usize = 3;
const ALL: usize = usize::MAX;

/// Keeps the best of a list, the best first.
fn keep_best<T>(list: &mut Vec<(f32, T)>, most: usize) {
    list.sort_by(|one, other| other.0.total_cmp(&one.0));
    list.truncate(most);
}

impl Planner {
    /// Melts what is melted in most scenarios, and leaves pools open for the orcas of the round.
    fn meltings(&self, position: &PolarRoller, seat: Seat, most: usize) -> Vec<(f32, Steps)> {
        let mut plans: Vec<(f32, Steps)> = Vec::new();
        every_melting(position, seat, &mut Vec::new(), &mut |steps, after| {
            let sheet = after.sheet(seat);
            let scenarios = self.scenarios.iter().map(|scenario| scenario.melted);
            let held = scenarios.clone().filter(|melted| sheet.melted().difference(*melted).is_empty()).count();
            let parts: usize = scenarios.map(|melted| (sheet.melted() & melted).len()).sum();
            // Three orcas may come at once.
            let room = sheet.free_pools().len().min(3);
            let value = held as f32 + 0.1 * parts as f32 + 0.3 * room as f32;
            if plans.len() < 2 * most || plans[most - 1].0 < value {
                plans.push((value, steps.clone()));
                if plans.len() > 2 * most {
                    keep_best(&mut plans, most);
                }
            }
        });
        keep_best(&mut plans, most);
        plans
    }

    /// Draws and eats what is worth most on average over the scenarios.
    fn drawings(&mut self, position: &PolarRoller, seat: Seat, most: usize) -> Vec<(f32, Steps)> {
        let sheet = position.sheet(seat);
        let uses = every_use(position, seat);
        let shown = if most > 1 { WAYS } else { 1 };
        let is_last = self.is_exact && position.round() == ROUNDS;
        if is_last {
            self.scenarios = vec![Scenario::of_now(sheet)];
        }
        let ways = if is_last { ALL } else { shown };
        let [walks, swims, hunts] = Animal::ALL.map(|animal| {
            let counts = uses.iter().map(|each| each.counts[animal as usize]);
            (counts.max().unwrap_or(0), ways)
        });
        let future = Future::after(position);
        let penguins = self.penguins(sheet, future, walks);
        let orcas = self.orcas(sheet, future, swims);
        let bears = self.bears(sheet, future, hunts);
        let mut found: Vec<(f32, Drawing)> = Vec::new();
        for each in &uses {
            let price = f32::from(FISH_POINTS) * each.changes.len() as f32;
            for (walk, cliffs) in &penguins.0[each.counts[0]] {
                let caught =
                    cliffs[..each.natural()].iter().filter(|cliff| sheet.map().fishing().contains(**cliff)).count();
                if each.changes.len() > usize::from(sheet.fish_left()) + caught {
                    continue;
                }
                for (swim, pools) in orcas.0[each.counts[1]].iter().take(shown) {
                    for (hunt, glaciers) in bears.0[each.counts[2]].iter().take(shown) {
                        found.push((walk + swim + hunt - price, Drawing { numbers: each, cliffs, pools, glaciers }));
                    }
                }
            }
        }
        keep_best(&mut found, 4 * most);
        let mut plans: Vec<(f32, Steps)> = Vec::new();
        for (value, drawing) in found {
            let steps = written(position, seat, &drawing);
            if plans.len() < most && !plans.iter().any(|(_, other)| alike(other, &steps)) {
                plans.push((value, steps));
            }
        }
        plans
    }

    /// Returns where penguins could go.
    fn penguins(&mut self, sheet: &Sheet, future: Future, amount: (usize, usize)) -> Places<Cliff> {
        Places::best(
            amount,
            |new: &[Cliff]| {
                let all = new.iter().copied().fold(sheet.penguins(), Cliffs::with);
                match amount {
                    (_, ALL) => final_penguin_value(sheet.map(), all),
                    _ => cached_penguin_value(&mut self.penguin_values, sheet.map(), all, future.penguins),
                }
            },
            |new| {
                let reached = new.iter().fold(sheet.free_cliffs(), |all, cliff| all | cliff.paths());
                let taken = new.iter().copied().fold(sheet.penguins(), Cliffs::with);
                reached.difference(taken).iter().collect()
            },
        )
    }

    /// Returns where orcas could go.
    fn orcas(&self, sheet: &Sheet, future: Future, amount: (usize, usize)) -> Places<Pool> {
        Places::best(
            amount,
            |new: &[Pool]| {
                let all = new.iter().copied().fold(sheet.orcas(), Pools::with);
                new.len() as f32 + self.mean(|melted| water_value(sheet.map(), melted, all, future.orcas))
            },
            |new| sheet.free_pools().iter().filter(|pool| !new.contains(pool)).collect(),
        )
    }

    /// Returns where bears could go.
    fn bears(&self, sheet: &Sheet, future: Future, amount: (usize, usize)) -> Places<Glacier> {
        let map = sheet.map();
        Places::best(
            amount,
            |new: &[Glacier]| {
                let all = new.iter().copied().fold(sheet.bears(), Glaciers::with);
                let value = |melted: Glaciers| {
                    let melted = melted.difference(all);
                    water_value(map, melted, sheet.orcas(), future.orcas) + ice_value(map, melted, all, future.bears)
                };
                f32::from(BEAR_POINTS) * new.len() as f32 + self.mean(value)
            },
            |new| sheet.free_glaciers().iter().filter(|glacier| !new.contains(glacier)).collect(),
        )
    }

    /// Returns what something is worth on average over the scenarios.
    fn mean(&self, value: impl Fn(Glaciers) -> f32) -> f32 {
        self.scenarios.iter().map(|scenario| value(scenario.melted)).sum::<f32>() / self.scenarios.len() as f32
    }
}

/// Returns what penguins are worth, from the cache where it is known: the same few cases come again and again.
fn cached_penguin_value(cache: &mut HashMap<(Cliffs, u32), f32>, map: Map, penguins: Cliffs, to_come: f32) -> f32 {
    *cache.entry((penguins, to_come.to_bits())).or_insert_with(|| penguin_value(map, penguins, to_come))
}

/// Do two drawings show the same in the end?
fn alike(one: &Steps, other: &Steps) -> bool {
    let shown = |steps: &Steps| {
        let (end, _) = steps.last().expect("a plan has steps");
        (end.penguins(), end.orcas(), end.bears(), end.fish_eaten())
    };
    shown(one) == shown(other)
}

/// Every way to melt what is left, up to order, with `done` after it.
fn every_melting(position: &PolarRoller, seat: Seat, steps: &mut Steps, each: &mut impl FnMut(&Steps, &PolarRoller)) {
    let mut actions = Vec::new();
    position.legal(seat, &mut actions);
    for action in actions {
        let before = *position.sheet(seat);
        // The order of two melts makes no difference.
        if matches!((steps.last(), action), (Some((_, Action::Melt(one))), Action::Melt(two)) if *one > two) {
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

/// Where none, one, two or three animals of a kind could go, the best ways first, and what a sheet gains by each.
struct Places<T>([Vec<(f32, Vec<T>)>; ANIMALS as usize + 1]);

impl<T: Copy + Ord> Places<T> {
    /// Places one animal after the other, up to `most`; `kept` ways are kept for each number of them. Where all are, those
    /// that differ in their order are too: who comes first may catch the fish that the next one costs.
    fn best(
        (most, kept): (usize, usize),
        mut value: impl FnMut(&[T]) -> f32,
        options: impl Fn(&[T]) -> Vec<T>,
    ) -> Places<T> {
        let nothing = value(&[]);
        let mut places = Places(std::array::from_fn(|_| Vec::new()));
        places.0[0].push((0.0, Vec::new()));
        for count in 1..=most {
            let mut ways: Vec<(f32, Vec<T>)> = Vec::new();
            let mut known: Vec<Vec<T>> = Vec::new();
            for (_, fewer) in &places.0[count - 1] {
                for option in options(fewer) {
                    let mut way = fewer.clone();
                    way.push(option);
                    let mut sorted = way.clone();
                    if kept < ALL {
                        sorted.sort_unstable();
                    }
                    if !known.contains(&sorted) {
                        ways.push((value(&way) - nothing, way));
                        known.push(sorted);
                    }
                }
            }
            keep_best(&mut ways, kept);
            // An animal without a place is lost.
            places.0[count] = if ways.is_empty() { places.0[count - 1].clone() } else { ways };
        }
        places
    }
}

/// How the numbers of a round are used: which die is taken, and which own numbers change.
#[derive(Clone)]
struct Use {
    loan: Option<Loan>,
    changes: Vec<(Number, Animal)>,
    counts: [usize; Animal::ALL.len()],
}

impl Use {
    /// How many penguins were rolled.
    fn natural(&self) -> usize {
        self.counts[0] - self.changes.iter().filter(|(_, to)| *to == Animal::Penguin).count()
    }
}

/// How a round is drawn: by which numbers, and where the animals go.
struct Drawing<'a> {
    numbers: &'a Use,
    cliffs: &'a [Cliff],
    pools: &'a [Pool],
    glaciers: &'a [Glacier],
}

/// Every way to take a die and to change own numbers, as far as there could be fish for it.
fn every_use(position: &PolarRoller, seat: Seat) -> Vec<Use> {
    let sheet = position.sheet(seat);
    let mut loans: Vec<(Option<Loan>, Option<Number>)> = vec![(None, sheet.borrowed())];
    if sheet.taken().is_none() {
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        loans.clear();
        for action in actions {
            if let Action::Take { side, die } = action {
                let loan = Loan { side, die };
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
    let fish = usize::from(sheet.fish_left());
    uses.retain(|each| each.changes.len() <= fish + each.natural());
    uses
}

/// The drawing as steps, each with the sheet before it.
fn written(position: &PolarRoller, seat: Seat, drawing: &Drawing) -> Steps {
    let mut steps = Vec::new();
    let mut then = position.clone();
    let mut step = |then: &mut PolarRoller, action: Action| {
        steps.push((*then.sheet(seat), action));
        then.play(seat, action, &mut |_| {});
    };
    let numbers = drawing.numbers;
    if let Some(loan) = numbers.loan {
        step(&mut then, loan.action());
    }
    let (mut cliffs, mut pools) = (drawing.cliffs.iter(), drawing.pools.iter());
    let mut glaciers = drawing.glaciers.iter();
    let mut changes = numbers.changes.clone();
    let mut left = numbers.counts;
    // What changes must not be drawn before; fish that are still in the sea are caught by penguins first.
    let mut natural = numbers.natural();
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
            table.advance(seat, action).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        table.position().clone()
    }

    fn average(seats: u8, matches: u64) -> f32 {
        let Planner { count, annealing_steps, .. } = Planner::default();
        let mut sum = 0.0;
        for number in 0..matches {
            let end = played(seats, Seed::of("planner").nth(number), (count, annealing_steps), None);
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
        let average = average(3, 10);
        assert!(average >= 100.0, "{average}");
    }
}
