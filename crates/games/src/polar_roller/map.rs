//! The polar map: what was designed, and what can be derived from that.
//!
//! The map is a triangular lattice inside a hexagon of side 4. A point (q, r) is a pool if q - r is a multiple of 3 and
//! a cliff otherwise. Every triangle has one pool at a corner, so the triangles group into fields around the pools, and
//! each field is cut into glaciers of one, two or three triangles.
//!
//! The printed sheet is missing. DERIVED marks what follows from its rule text, PROPOSED what was designed here and may
//! change when a real sheet turns up.

use Wedge::{ENE, ESE, N, S, WNW, WSW};
use polynya_engine::BitSet;

use super::action::{Cliff, Cliffs, Glacier, Glaciers, Pool, Pools};
use super::board::{Colony, Shape};
use super::lattice::{Point, SIDE, Wedge, is_on_the_map, is_one_step, is_pool};

/// Fields, each around one pool. PROPOSED.
pub const FIELDS: usize = 19;
/// Glaciers. PROPOSED.
pub const GLACIERS: usize = 48;
/// Cliffs. PROPOSED.
pub const CLIFFS: usize = 42;

/// The fields from `a` to `s`: where the pool lies, and the wedges of the triangle, the diamond and the trapezoid into
/// which the field is cut. PROPOSED.
const CUTS: [Cut; FIELDS] = [
    Cut { pool: (2, -4), wedges: [&[], &[], &[WSW, S, ESE]] },
    Cut { pool: (0, -3), wedges: [&[WSW], &[N, WNW], &[S, ESE, ENE]] },
    Cut { pool: (3, -3), wedges: [&[S], &[ESE, ENE], &[N, WNW, WSW]] },
    Cut { pool: (-2, -2), wedges: [&[S], &[ESE, ENE], &[]] },
    Cut { pool: (1, -2), wedges: [&[N], &[ESE, ENE], &[WNW, WSW, S]] },
    Cut { pool: (4, -2), wedges: [&[WNW], &[WSW, S], &[]] },
    Cut { pool: (-1, -1), wedges: [&[N], &[ESE, ENE], &[WNW, WSW, S]] },
    Cut { pool: (2, -1), wedges: [&[ENE], &[S, ESE], &[N, WNW, WSW]] },
    Cut { pool: (-3, 0), wedges: [&[ESE], &[ENE, N], &[WNW, WSW, S]] },
    Cut { pool: (0, 0), wedges: [&[WNW], &[ENE, N], &[WSW, S, ESE]] },
    Cut { pool: (3, 0), wedges: [&[WNW], &[WSW, S], &[ESE, ENE, N]] },
    Cut { pool: (-2, 1), wedges: [&[WSW], &[N, WNW], &[S, ESE, ENE]] },
    Cut { pool: (1, 1), wedges: [&[S], &[WNW, WSW], &[ESE, ENE, N]] },
    Cut { pool: (-4, 2), wedges: [&[], &[], &[ESE, ENE, N]] },
    Cut { pool: (-1, 2), wedges: [&[S], &[WNW, WSW], &[ESE, ENE, N]] },
    Cut { pool: (2, 2), wedges: [&[], &[], &[N, WNW, WSW]] },
    Cut { pool: (-3, 3), wedges: [&[N], &[WNW, WSW], &[S, ESE, ENE]] },
    Cut { pool: (0, 3), wedges: [&[ENE], &[S, ESE], &[N, WNW, WSW]] },
    Cut { pool: (-2, 4), wedges: [&[ENE], &[N, WNW], &[]] },
];

/// The field whose glaciers are melted at set-up: `j`, in the middle. That there are several such glaciers is PRINTED,
/// which ones is PROPOSED.
const CENTRE: usize = 9;

/// The two cliffs of each colony, in the order of [`Colony::ALL`]. Four colonies with two cliffs each are DERIVED from
/// the score table and the text; where they lie is PROPOSED.
const ACCESS: [[u8; 2]; 4] = [[1, 2], [4, 8], [41, 42], [35, 39]];

/// The cliffs with a fish. At least five are DERIVED from an example; these six are PROPOSED.
const FISHING: [u8; 6] = [7, 14, 21, 22, 29, 36];
/// Fish in the fish tracker: one for each fishing cliff. DERIVED.
pub const FISH: u8 = FISHING.len() as u8;

struct Cut {
    pool: Point,
    wedges: [&'static [Wedge]; 3],
}

impl Glacier {
    /// Every glacier.
    pub const ALL: Glaciers = Glaciers::from_bits((1 << GLACIERS) - 1);
    /// Those that are melted at set-up.
    pub const CENTRAL: Glaciers = MAP.of_field[CENTRE];

    /// Returns the field to which it belongs, by its pool: the one pool that it touches.
    #[inline]
    pub fn pool(self) -> Pool {
        Pool(MAP.field[self.index()])
    }

    /// Returns its shape.
    #[inline]
    pub fn shape(self) -> Shape {
        MAP.shape[self.index()]
    }

    /// Returns the triangles around its pool that it consists of.
    pub fn wedges(self) -> &'static [Wedge] {
        CUTS[self.pool().index()].wedges[self.shape() as usize]
    }

    /// Returns the glaciers that share a side with it.
    #[inline]
    pub fn beside(self) -> Glaciers {
        MAP.beside[self.index()]
    }

    /// Returns the glaciers of other shapes that share a side with it.
    #[inline]
    pub(super) fn partners(self) -> Glaciers {
        MAP.partners[self.index()]
    }
}

impl Shape {
    /// Returns the glaciers of this shape.
    #[inline]
    pub fn glaciers(self) -> Glaciers {
        MAP.of_shape[self as usize]
    }
}

impl Cliff {
    /// Every cliff.
    pub const ALL: Cliffs = Cliffs::from_bits((1 << CLIFFS) - 1);
    /// Those at the colonies.
    pub const ACCESS: Cliffs = MAP.access;
    /// Those with a fish.
    pub const FISHING: Cliffs = MAP.fishing;

    /// Returns where it lies on the lattice, as q and r.
    pub fn at(self) -> (i8, i8) {
        MAP.cliffs[self.index()]
    }

    /// Returns the cliffs to which a path leads.
    #[inline]
    pub fn paths(self) -> Cliffs {
        MAP.paths[self.index()]
    }

    /// Returns the cliffs on which a penguin may stand beside these: those of colonies, and those one path away.
    pub fn reached_from(penguins: Cliffs) -> Cliffs {
        penguins.iter().fold(Cliff::ACCESS, |all, cliff| all | cliff.paths())
    }

    /// Returns the cliffs that belong to one network with it if penguins are on both: along a path, or through a
    /// colony.
    #[inline]
    pub(super) fn joined(self) -> Cliffs {
        MAP.joined[self.index()]
    }

    /// Returns the colony that it touches.
    pub fn colony(self) -> Option<Colony> {
        Colony::ALL.into_iter().find(|colony| colony.access().contains(self))
    }
}

impl Colony {
    /// Returns its two cliffs.
    #[inline]
    pub fn access(self) -> Cliffs {
        MAP.colonies[self as usize]
    }
}

impl Pool {
    /// Every pool.
    pub const ALL: Pools = Pools::from_bits((1 << FIELDS) - 1);

    /// Returns the pools that these glaciers touch.
    pub fn touching(glaciers: Glaciers) -> Pools {
        glaciers.iter().map(Glacier::pool).collect()
    }

    /// Returns where it lies on the lattice, as q and r.
    pub fn at(self) -> (i8, i8) {
        CUTS[self.index()].pool
    }

    /// Returns the glaciers that touch it: those of its field.
    #[inline]
    pub fn glaciers(self) -> Glaciers {
        MAP.of_field[self.index()]
    }

    /// Returns the glacier of this shape in its field.
    pub fn glacier(self, shape: Shape) -> Option<Glacier> {
        (self.glaciers() & shape.glaciers()).first()
    }

    /// Does it lie on the coast?
    pub fn is_coastal(self) -> bool {
        let (q, r) = self.at();
        q.abs() == SIDE || r.abs() == SIDE || (q + r).abs() == SIDE
    }
}

/// What follows from the data above.
struct Map {
    shape: [Shape; GLACIERS],
    field: [u8; GLACIERS],
    beside: [Glaciers; GLACIERS],
    partners: [Glaciers; GLACIERS],
    of_shape: [Glaciers; 3],
    of_field: [Glaciers; FIELDS],
    cliffs: [Point; CLIFFS],
    paths: [Cliffs; CLIFFS],
    joined: [Cliffs; CLIFFS],
    colonies: [Cliffs; 4],
    access: Cliffs,
    fishing: Cliffs,
}

static MAP: Map = derive();

const fn derive() -> Map {
    let (shape, field) = glaciers();
    let cliffs = cliffs();
    let beside = beside(&shape, &field);
    let mut partners = beside;
    let mut of_shape = [Glaciers::NONE; 3];
    let mut of_field = [Glaciers::NONE; FIELDS];
    let mut glacier = 0;
    while glacier < GLACIERS {
        let (kind, home) = (shape[glacier] as usize, field[glacier] as usize);
        of_shape[kind] = with(of_shape[kind], glacier);
        of_field[home] = with(of_field[home], glacier);
        glacier += 1;
    }
    glacier = 0;
    while glacier < GLACIERS {
        let alike = of_shape[shape[glacier] as usize];
        partners[glacier] = Glaciers::from_bits(beside[glacier].bits() & !alike.bits());
        glacier += 1;
    }
    let paths = paths(&cliffs);
    let mut joined = paths;
    let mut colonies = [Cliffs::NONE; 4];
    let mut access = Cliffs::NONE;
    let mut colony = 0;
    while colony < colonies.len() {
        let [one, two] = [ACCESS[colony][0] as usize - 1, ACCESS[colony][1] as usize - 1];
        joined[one] = with(joined[one], two);
        joined[two] = with(joined[two], one);
        colonies[colony] = with(with(Cliffs::NONE, one), two);
        access = with(with(access, one), two);
        colony += 1;
    }
    let mut fishing = Cliffs::NONE;
    let mut fish = 0;
    while fish < FISHING.len() {
        fishing = with(fishing, FISHING[fish] as usize - 1);
        fish += 1;
    }
    Map { shape, field, beside, partners, of_shape, of_field, cliffs, paths, joined, colonies, access, fishing }
}

/// `BitSet::with`, for constants.
const fn with<T>(set: BitSet<T, u64>, index: usize) -> BitSet<T, u64> {
    BitSet::from_bits(set.bits() | 1 << index)
}

/// The shape and the field of every glacier.
const fn glaciers() -> ([Shape; GLACIERS], [u8; GLACIERS]) {
    let mut shape = [Shape::Triangle; GLACIERS];
    let mut field = [0; GLACIERS];
    let (mut glacier, mut home) = (0, 0);
    while home < FIELDS {
        let mut kind = 0;
        while kind < Shape::ALL.len() {
            if !CUTS[home].wedges[kind].is_empty() {
                shape[glacier] = Shape::ALL[kind];
                field[glacier] = home as u8;
                glacier += 1;
            }
            kind += 1;
        }
        home += 1;
    }
    assert!(glacier == GLACIERS);
    (shape, field)
}

/// Where the cliffs lie: row by row from the north, from west to east.
const fn cliffs() -> [Point; CLIFFS] {
    let mut cliffs = [(0, 0); CLIFFS];
    let mut count = 0;
    let mut r = -SIDE;
    while r <= SIDE {
        let mut q = -SIDE;
        while q <= SIDE {
            if is_on_the_map((q, r)) && !is_pool((q, r)) {
                cliffs[count] = (q, r);
                count += 1;
            }
            q += 1;
        }
        r += 1;
    }
    assert!(count == CLIFFS);
    cliffs
}

/// The cliffs next to each cliff on the lattice.
const fn paths(cliffs: &[Point; CLIFFS]) -> [Cliffs; CLIFFS] {
    let mut paths = [Cliffs::NONE; CLIFFS];
    let mut from = 0;
    while from < CLIFFS {
        let mut to = 0;
        while to < CLIFFS {
            if is_one_step(cliffs[from], cliffs[to]) {
                paths[from] = with(paths[from], to);
            }
            to += 1;
        }
        from += 1;
    }
    paths
}

/// The glaciers that share a side with each glacier.
const fn beside(shape: &[Shape; GLACIERS], field: &[u8; GLACIERS]) -> [Glaciers; GLACIERS] {
    let mut beside = [Glaciers::NONE; GLACIERS];
    let mut one = 0;
    while one < GLACIERS {
        let mut two = 0;
        while two < GLACIERS {
            if one != two && share_a_side((field[one], shape[one]), (field[two], shape[two])) {
                beside[one] = with(beside[one], two);
            }
            two += 1;
        }
        one += 1;
    }
    beside
}

const fn share_a_side(one: (u8, Shape), two: (u8, Shape)) -> bool {
    let (here, there) = (&CUTS[one.0 as usize], &CUTS[two.0 as usize]);
    let (ours, theirs) = (here.wedges[one.1 as usize], there.wedges[two.1 as usize]);
    let mut i = 0;
    while i < ours.len() {
        let mut j = 0;
        while j < theirs.len() {
            if ours[i].meets(here.pool, theirs[j], there.pool) {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_48_glaciers_16_of_each_shape_and_three_in_the_middle() {
        assert_eq!(Glacier::ALL.len(), 48);
        for shape in Shape::ALL {
            assert_eq!(shape.glaciers().len(), 16, "{shape:?}");
        }
        assert_eq!(format!("{:?}", Glacier::CENTRAL), "{jt, jd, jz}");
    }

    #[test]
    fn every_triangle_of_the_hexagon_belongs_to_one_glacier() {
        let mut seen = std::collections::BTreeSet::new();
        for glacier in Glacier::ALL.iter() {
            assert_eq!(glacier.wedges().len(), glacier.shape() as usize + 1);
            for &wedge in glacier.wedges() {
                let [one, two] = wedge.outer_side(glacier.pool().at());
                assert!(is_on_the_map(one) && is_on_the_map(two), "{glacier} leaves the map");
                assert!(seen.insert((glacier.pool(), wedge)), "{glacier} overlaps another");
            }
        }
        assert_eq!(seen.len(), 96);
    }

    #[test]
    fn a_glacier_is_one_piece() {
        for glacier in Glacier::ALL.iter() {
            let wedges: Vec<i8> = glacier.wedges().iter().map(|&wedge| wedge as i8).collect();
            for pair in wedges.windows(2) {
                assert!(matches!((pair[0] - pair[1]).rem_euclid(6), 1 | 5), "{glacier}");
            }
        }
    }

    #[test]
    fn there_are_19_pools_six_of_them_on_the_coast() {
        assert_eq!(Pool::ALL.len(), 19);
        assert!(Pool::ALL.iter().all(|pool| is_pool(pool.at())));
        let coast: String = Pool::ALL.iter().filter(|pool| pool.is_coastal()).map(Pool::letter).collect();
        assert_eq!(coast, "adfnps");
    }

    #[test]
    fn glaciers_of_one_field_all_share_sides_so_a_pool_touches_one_melted_group() {
        for pool in Pool::ALL.iter() {
            for glacier in pool.glaciers().iter() {
                let others = pool.glaciers().without(glacier);
                assert_eq!(others.difference(glacier.beside()), Glaciers::NONE, "{glacier}");
            }
        }
    }

    #[test]
    fn there_are_84_pairs_of_adjacent_glaciers() {
        let mut pairs = [[0; 3]; 3];
        for glacier in Glacier::ALL.iter() {
            for other in glacier.beside().iter() {
                assert!(other.beside().contains(glacier));
                if other > glacier {
                    let (one, two) = (glacier.shape().min(other.shape()), glacier.shape().max(other.shape()));
                    pairs[one as usize][two as usize] += 1;
                }
            }
        }
        // Triangle with triangle, diamond, trapezoid; diamond with the last two; trapezoid with itself.
        assert_eq!(pairs, [[0, 24, 21], [0, 0, 31], [0, 0, 8]]);
    }

    #[test]
    fn there_are_42_cliffs_joined_by_54_segments() {
        let places = "0,-4 1,-4 3,-4 4,-4 -1,-3 1,-3 2,-3 4,-3 -1,-2 0,-2 2,-2 3,-2 -3,-1 -2,-1 0,-1 1,-1 3,-1 4,-1 \
                      -4,0 -2,0 -1,0 1,0 2,0 4,0 -4,1 -3,1 -1,1 0,1 2,1 3,1 -3,2 -2,2 0,2 1,2 -4,3 -2,3 -1,3 1,3 \
                      -4,4 -3,4 -1,4 0,4";
        let ours: Vec<String> = Cliff::ALL.iter().map(|cliff| format!("{},{}", cliff.at().0, cliff.at().1)).collect();
        assert_eq!(ours.join(" "), places.split_whitespace().collect::<Vec<_>>().join(" "));
        let ends: usize = Cliff::ALL.iter().map(|cliff| cliff.paths().len()).sum();
        assert_eq!(ends, 2 * 54);
        assert_eq!(reached(Cliff::ACCESS), Cliff::ALL, "the net is one piece");
    }

    /// The cliffs to which paths lead from these.
    fn reached(mut from: Cliffs) -> Cliffs {
        loop {
            let next = from.iter().fold(from, |all, cliff| all | cliff.paths());
            if next == from {
                return from;
            }
            from = next;
        }
    }

    #[test]
    fn the_map_of_colonies_and_paths_looks_the_same_after_half_a_turn() {
        let turned = |cliffs: Cliffs| -> Cliffs {
            let back = |cliff: Cliff| {
                let (q, r) = cliff.at();
                Cliff::ALL.iter().find(|other| other.at() == (-q, -r)).expect("the hexagon is symmetric")
            };
            cliffs.iter().map(back).collect()
        };
        for colony in Colony::ALL {
            assert_eq!(turned(colony.access()), Colony::ALL[(colony as usize + 2) % 4].access());
        }
        assert_eq!(turned(Cliff::FISHING), Cliff::FISHING);
        assert_eq!(Cliff::FISHING.len(), usize::from(FISH));
    }

    #[test]
    fn the_two_cliffs_of_a_colony_are_also_joined_by_a_path() {
        for colony in Colony::ALL {
            for cliff in colony.access().iter() {
                assert_eq!(cliff.joined(), cliff.paths(), "{cliff}");
                assert_eq!(cliff.colony(), Some(colony));
            }
        }
    }

    #[test]
    fn a_pair_of_colonies_needs_five_penguins_and_all_four_need_fifteen() {
        assert_eq!(fewest(&[Colony::NorthWest, Colony::NorthEast]), 5);
        assert_eq!(fewest(&[Colony::SouthWest, Colony::SouthEast]), 5);
        assert_eq!(fewest(&[Colony::NorthWest, Colony::SouthWest]), 8);
        assert_eq!(fewest(&[Colony::NorthEast, Colony::SouthEast]), 8);
        assert_eq!(fewest(&[Colony::NorthWest, Colony::SouthEast]), 10);
        assert_eq!(fewest(&[Colony::NorthEast, Colony::SouthWest]), 10);
        assert_eq!(fewest(&Colony::ALL[..3]), 12);
        assert_eq!(fewest(&Colony::ALL), 15);
    }

    fn fewest(colonies: &[Colony]) -> usize {
        usize::from(super::super::prospects::fewest_penguins(Cliffs::NONE, colonies))
    }
}
