//! Pictures of the end: which glaciers could have melted then, if the glacier die falls so or so.

use polynya_engine::{Luck, Seat};
use polynya_games::polar_roller::{
    ANIMALS, Animal, Extent, Face, Glacier, Glaciers, POD_POINTS, Phase, PolarRoller, Pools, ROUNDS, Shape, Sheet,
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

/// The end of the match as it could be.
#[derive(Clone)]
pub(super) struct Picture {
    /// How the glacier die falls in each round that is still to come.
    faces: [Face; ROUNDS as usize],
    /// Which glaciers have melted then.
    pub(super) melted: Glaciers,
}

/// How bold the first strokes of a new picture are, in points that they may cost.
pub(super) const FRESH: f32 = 2.5;
/// How bold they are where a picture is only brought up to date.
pub(super) const DRY: f32 = 0.2;

impl Picture {
    /// Bare ice, with dice of its own.
    pub(super) fn new(luck: &mut Xoshiro256PlusPlus) -> Picture {
        let faces = std::array::from_fn(|_| {
            Face::new(luck.below(u32::from(Face::COUNT)) as u8 + 1).expect("the die has eight faces")
        });
        Picture { faces, melted: Glaciers::NONE }
    }

    /// Anneals the picture so that it fits a sheet: which glaciers should melt?
    pub(super) fn paint(
        &mut self,
        position: &PolarRoller,
        seat: Seat,
        strokes: usize,
        heat: f32,
        luck: &mut Xoshiro256PlusPlus,
    ) {
        let sheet = position.sheet(seat);
        let future = Future::from_now(position, seat);
        let mut ice = self.outline(position, sheet, luck);
        let value = |melted: Glaciers| {
            water_value(melted, sheet.orcas(), future.orcas) + ice_value(melted, sheet.bears(), future.bears)
        };
        let mut now = value(self.melted);
        let (mut melted, mut most) = (self.melted, now);
        let all: usize = ice.iter().map(|kind| kind.chosen.len()).sum();
        if all == 0 {
            return;
        }
        for stroke in 0..strokes {
            let heat = heat * (1.0 - stroke as f32 / strokes as f32) + 0.05;
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
            let next = melted.without(Glaciers::only(out)).with(into);
            let then = value(next);
            if then >= now || (luck.below(1 << 16) as f32) < f32::from(u16::MAX) * ((then - now) / heat).exp() {
                (melted, now) = (next, then);
                (kind.chosen[one], kind.rest[two]) = (into, out);
                if now > most {
                    (self.melted, most) = (melted, now);
                }
            }
        }
    }

    /// Melts as many glaciers of each shape as the dice say, those of the picture so far first.
    fn outline(&mut self, position: &PolarRoller, sheet: &Sheet, luck: &mut Xoshiro256PlusPlus) -> [Ice; 3] {
        let mut wanted = [0_usize; 3];
        let later = self.faces[usize::from(position.round())..].iter().flat_map(|face| face.shapes());
        let now = match position.phase() {
            Phase::GlacierDie => self.faces[usize::from(position.round()) - 1].shapes().to_vec(),
            _ => sheet.to_melt().collect(),
        };
        later.chain(now).for_each(|shape| wanted[shape as usize] += 1);
        let liked = self.melted;
        self.melted = sheet.melted();
        Shape::ALL.map(|shape| {
            let free = sheet.free_glaciers().and(shape.glaciers());
            let mut ice = Ice { chosen: free.and(liked).iter().collect(), rest: free.without(liked).iter().collect() };
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

/// What pods are worth in the end if so many orcas are still to come.
pub(super) fn water_value(melted: Glaciers, orcas: Pools, to_come: f32) -> f32 {
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
pub(super) fn ice_value(melted: Glaciers, bears: Glaciers, to_come: f32) -> f32 {
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
