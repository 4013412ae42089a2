//! Scenarios of the end: which glaciers could have melted then, for sampled falls of the glacier die, optimised by
//! simulated annealing.

use polynya_engine::{Luck, Member, Seat};
use polynya_games::polar_roller::{
    ANIMALS, Animal, Extent, Face, Glacier, Glaciers, Map, POD_POINTS, Phase, PolarRoller, Pools, ROUNDS, Shape, Sheet,
};
use rand_xoshiro::Xoshiro256PlusPlus;

/// What the dice will bring on average, if a seat chooses well among its neighbours' dice.
#[derive(Clone, Copy)]
pub(super) struct Future {
    pub(super) penguins: f32,
    pub(super) orcas: f32,
    pub(super) bears: f32,
}

impl Future {
    fn of(rounds: u8) -> Future {
        let (orcas, bears) = (0.95, 0.5);
        let rounds = f32::from(rounds);
        Future { penguins: rounds * (f32::from(ANIMALS) - orcas - bears), orcas: rounds * orcas, bears: rounds * bears }
    }

    /// In the rounds after this one.
    pub(super) fn after(position: &PolarRoller) -> Future {
        Future::of(ROUNDS - position.round())
    }

    /// In this round as well, for a seat that has not drawn yet or is just drawing.
    pub(super) fn from_now(position: &PolarRoller, seat: Seat) -> Future {
        if position.phase() != Phase::Draw {
            return Future::of(ROUNDS - position.round() + 1);
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

/// A scenario: the end of the match as it could be.
#[derive(Clone)]
pub(super) struct Scenario {
    /// How the glacier die falls in each round that is still to come.
    faces: [Face; ROUNDS as usize],
    /// Which glaciers have melted then.
    pub(super) melted: Glaciers,
}

/// The temperature at which the annealing of a new scenario begins, in points.
pub(super) const NEW_TEMPERATURE: f32 = 2.5;
/// The temperature where a scenario is only brought up to date.
pub(super) const UPDATE_TEMPERATURE: f32 = 0.2;

impl Scenario {
    /// Creates a scenario of bare ice, with dice of its own.
    pub(super) fn new(luck: &mut Xoshiro256PlusPlus) -> Scenario {
        let faces = std::array::from_fn(|_| Face::from_bit(luck.below(Face::COUNT as u32)));
        Scenario { faces, melted: Glaciers::NONE }
    }

    /// Returns the end in which nothing melts any more.
    pub(super) fn of_now(sheet: &Sheet) -> Scenario {
        Scenario { faces: [Face::from_bit(0); ROUNDS as usize], melted: sheet.melted() }
    }

    /// Creates a scenario of bare ice that knows how the glacier die falls.
    pub(super) fn foreseen(faces: [Face; ROUNDS as usize]) -> Scenario {
        Scenario { faces, melted: Glaciers::NONE }
    }

    /// Finds by simulated annealing which glaciers should melt, so that the scenario fits a sheet.
    pub(super) fn anneal(
        &mut self,
        position: &PolarRoller,
        seat: Seat,
        steps: usize,
        temperature: f32,
        luck: &mut Xoshiro256PlusPlus,
    ) {
        let sheet = position.sheet(seat);
        let future = Future::from_now(position, seat);
        let map = sheet.map();
        let mut ice = self.initial(position, sheet, luck);
        let value = |melted: Glaciers| {
            water_value(map, melted, sheet.orcas(), future.orcas) + ice_value(map, melted, sheet.bears(), future.bears)
        };
        let mut now = value(self.melted);
        let (mut melted, mut most) = (self.melted, now);
        let all: usize = ice.iter().map(|kind| kind.chosen.len()).sum();
        if all == 0 {
            return;
        }
        for step in 0..steps {
            let temperature = temperature * (1.0 - step as f32 / steps as f32) + 0.05;
            let mut one = luck.below(all as u32) as usize;
            let kind = ice.iter_mut().find(|kind| {
                let here = one < kind.chosen.len();
                one -= if here { 0 } else { kind.chosen.len() };
                here
            });
            let kind = kind.expect("below their number");
            if kind.rest.is_empty() {
                continue;
            }
            let two = luck.below(kind.rest.len() as u32) as usize;
            let (out, into) = (kind.chosen[one], kind.rest[two]);
            let next = melted.without(out).with(into);
            let then = value(next);
            if then >= now || (luck.below(1 << 16) as f32) < f32::from(u16::MAX) * ((then - now) / temperature).exp() {
                (melted, now) = (next, then);
                (kind.chosen[one], kind.rest[two]) = (into, out);
                if now > most {
                    (self.melted, most) = (melted, now);
                }
            }
        }
    }

    /// Melts as many glaciers of each shape as the dice say, those of the scenario so far first.
    fn initial(&mut self, position: &PolarRoller, sheet: &Sheet, luck: &mut Xoshiro256PlusPlus) -> [Ice; 3] {
        let map = sheet.map();
        let mut wanted = [0_usize; 3];
        let later = self.faces[usize::from(position.round())..].iter().flat_map(|&face| map.shapes(face));
        let now = match position.phase() {
            Phase::GlacierDie => map.shapes(self.faces[usize::from(position.round()) - 1]).to_vec(),
            _ => sheet.to_melt().collect(),
        };
        later.chain(now).for_each(|shape| wanted[shape as usize] += 1);
        let liked = self.melted;
        self.melted = sheet.melted();
        Shape::ALL.map(|shape| {
            let free = sheet.free_glaciers() & shape.glaciers();
            let mut ice =
                Ice { chosen: (free & liked).iter().collect(), rest: free.difference(liked).iter().collect() };
            let wanted = wanted[shape as usize].min(free.len());
            while ice.chosen.len() > wanted {
                ice.rest.push(ice.chosen.swap_remove(luck.below(ice.chosen.len() as u32) as usize));
            }
            while ice.chosen.len() < wanted {
                ice.chosen.push(ice.rest.swap_remove(luck.below(ice.rest.len() as u32) as usize));
            }
            self.melted = ice.chosen.iter().copied().fold(self.melted, Glaciers::with);
            ice
        })
    }
}

/// The glaciers of one shape that could melt: those that do, and the others.
struct Ice {
    chosen: Vec<Glacier>,
    rest: Vec<Glacier>,
}

/// Returns what pods are worth in the end if `to_come` orcas are still to come.
pub(super) fn water_value(map: Map, melted: Glaciers, orcas: Pools, to_come: f32) -> f32 {
    let mut rest = melted;
    let (mut pods, mut lonely, mut empty, mut open) = (0.0, 0.0, 0.0, 0);
    while let Some(glacier) = rest.first() {
        let (group, pools) = flood(map, glacier, melted);
        rest = rest.difference(group);
        open += pools.len();
        match ((pools & orcas).len(), pools.difference(orcas).len()) {
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

/// Returns what hunting grounds are worth in the end if `to_come` bears are still to come.
pub(super) fn ice_value(map: Map, melted: Glaciers, bears: Glaciers, to_come: f32) -> f32 {
    let frozen = map.glaciers().difference(melted);
    let mut rest = frozen;
    let (mut value, mut left) = (0.0, to_come);
    let mut empty = [0.0; Extent::ALL.len()];
    let (mut shared, mut least) = (false, f32::MAX);
    while let Some(glacier) = rest.first() {
        let (group, _) = flood(map, glacier, frozen);
        rest = rest.difference(group);
        let extent = Extent::of(group.len());
        match (group & bears).len() {
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

/// Returns the glaciers of a set that are joined to this one, and the pools that they touch.
#[inline]
fn flood(map: Map, from: Glacier, of: Glaciers) -> (Glaciers, Pools) {
    let mut edge = Glaciers::from(from);
    let (mut group, mut pools) = (edge, Pools::NONE);
    while let Some(glacier) = edge.pop_first() {
        pools.insert(glacier.pool());
        let next = (map.beside(glacier) & of).difference(group);
        group |= next;
        edge |= next;
    }
    (group, pools)
}
