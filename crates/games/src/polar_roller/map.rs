//! The polar map: what was designed, and what can be derived from that.
//!
//! The map is a triangular lattice inside a hexagon of side 4. A point (q, r) is a pool if q - r is a multiple of 3 and
//! a cliff otherwise. Every triangle has one pool at a corner, so the triangles group into fields around the pools, and
//! each field is cut into glaciers of one, two or three triangles: at most one of each shape, so that field and shape
//! name it.
//!
//! The printed sheet is missing. DERIVED marks what follows from its rule text, PROPOSED what was designed here and may
//! change when a real sheet turns up: whoever has one enters it as a box (`contents.rs`), and the sheets of a match
//! point to the map that is derived from it.

use std::fmt;
use std::ops::Deref;

use Wedge::{ENE, ESE, N, S, WNW, WSW};
use polynya_engine::BitSet;
use polynya_engine::contents::Boxed;

use super::action::{Cliff, Cliffs, Face, Glacier, Glaciers, Pool, Pools};
use super::board::{Colony, FACES, Shape};
use super::contents::Printed;
use super::lattice::{Point, SIDE, Wedge, is_on_the_map, is_one_step, is_pool};

/// Fields, each around one pool. PROPOSED.
pub const FIELDS: usize = 19;
/// Glaciers that a map can have: one of each shape in each field.
pub const GLACIERS: usize = FIELDS * 3;
/// Cliffs. PROPOSED.
pub const CLIFFS: usize = 42;
/// The most fishing cliffs that a map can have.
pub const MOST_FISH: u8 = 12;

/// Where the pools of the fields from `a` to `s` lie. PROPOSED.
#[rustfmt::skip]
const POOLS: [Point; FIELDS] = [
    (2, -4), (0, -3), (3, -3), (-2, -2), (1, -2), (4, -2), (-1, -1), (2, -1), (-3, 0), (0, 0),
    (3, 0), (-2, 1), (1, 1), (-4, 2), (-1, 2), (2, 2), (-3, 3), (0, 3), (-2, 4),
];

/// The wedges of the triangle, the diamond and the trapezoid into which a field is cut.
pub(super) type Cut<'a> = [&'a [Wedge]; 3];

/// How the fields from `a` to `s` are cut. PROPOSED.
pub(super) const CUTS: [Cut<'static>; FIELDS] = [
    [&[], &[], &[WSW, S, ESE]],
    [&[WSW], &[N, WNW], &[S, ESE, ENE]],
    [&[S], &[ESE, ENE], &[N, WNW, WSW]],
    [&[S], &[ESE, ENE], &[]],
    [&[N], &[ESE, ENE], &[WNW, WSW, S]],
    [&[WNW], &[WSW, S], &[]],
    [&[N], &[ESE, ENE], &[WNW, WSW, S]],
    [&[ENE], &[S, ESE], &[N, WNW, WSW]],
    [&[ESE], &[ENE, N], &[WNW, WSW, S]],
    [&[WNW], &[ENE, N], &[WSW, S, ESE]],
    [&[WNW], &[WSW, S], &[ESE, ENE, N]],
    [&[WSW], &[N, WNW], &[S, ESE, ENE]],
    [&[S], &[WNW, WSW], &[ESE, ENE, N]],
    [&[], &[], &[ESE, ENE, N]],
    [&[S], &[WNW, WSW], &[ESE, ENE, N]],
    [&[], &[], &[N, WNW, WSW]],
    [&[N], &[WNW, WSW], &[S, ESE, ENE]],
    [&[ENE], &[S, ESE], &[N, WNW, WSW]],
    [&[ENE], &[N, WNW], &[]],
];

/// The field whose glaciers are melted at set-up: `j`, in the middle. That there are several such glaciers is PRINTED,
/// which ones is PROPOSED.
const CENTRE: Pool = Pool(9);

/// The two cliffs of each colony, in the order of [`Colony::ALL`]. Four colonies with two cliffs each are DERIVED from
/// the score table and the text; where they lie is PROPOSED.
pub(super) const ACCESS: [[u8; 2]; 4] = [[1, 2], [4, 8], [41, 42], [35, 39]];

/// The cliffs with a fish. At least five are DERIVED from an example; these six are PROPOSED.
pub(super) const FISHING: [u8; 6] = [7, 14, 21, 22, 29, 36];

impl Glacier {
    /// Returns the field to which it belongs, by its pool: the one pool that it touches.
    #[inline]
    pub const fn pool(self) -> Pool {
        Pool(FIELD_OF[self.index()])
    }

    /// Returns its shape.
    #[inline]
    pub const fn shape(self) -> Shape {
        SHAPE_OF[self.index()]
    }
}

impl Shape {
    /// Returns the glaciers of this shape, on whatever map.
    #[inline]
    pub fn glaciers(self) -> Glaciers {
        OF_SHAPE[self as usize]
    }
}

impl Cliff {
    /// Every cliff.
    pub const ALL: Cliffs = Cliffs::from_bits((1 << CLIFFS) - 1);

    /// Returns where it lies on the lattice, as q and r.
    pub fn at(self) -> (i8, i8) {
        AT[self.index()]
    }

    /// Returns the cliffs to which a path leads.
    #[inline]
    pub fn paths(self) -> Cliffs {
        PATHS[self.index()]
    }

    /// Does it lie on the coast?
    pub fn is_coastal(self) -> bool {
        is_on_the_edge(self.at())
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
    pub const fn at(self) -> (i8, i8) {
        POOLS[self.index()]
    }

    /// Returns the glaciers that can lie around it, on whatever map.
    #[inline]
    pub fn glaciers(self) -> Glaciers {
        OF_FIELD[self.index()]
    }

    /// Returns the glacier of this shape in its field.
    pub fn glacier(self, shape: Shape) -> Glacier {
        (self.glaciers() & shape.glaciers()).first().expect("a field can have each shape")
    }

    /// Does it lie on the coast?
    pub fn is_coastal(self) -> bool {
        is_on_the_edge(self.at())
    }

    /// Returns the triangles around it that lie on the map.
    pub(super) fn wedges(self) -> impl Iterator<Item = Wedge> {
        Wedge::ALL.into_iter().filter(move |wedge| wedge.outer_side(self.at()).into_iter().all(is_on_the_map))
    }
}

fn is_on_the_edge((q, r): Point) -> bool {
    q.abs() == SIDE || r.abs() == SIDE || (q + r).abs() == SIDE
}

/// The map of a match: which glaciers, colonies and fish its sheets show, and what its glacier die does.
#[derive(Clone, Copy)]
pub struct Map(&'static Sheets);

impl Map {
    /// The map that was designed here.
    pub const PROPOSED: Map = Map(&PROPOSED);

    /// Returns the map that is printed in this box.
    pub fn of(contents: Boxed<Printed>) -> Map {
        contents.derived().map_or(Map::PROPOSED, Map)
    }
}

impl Deref for Map {
    type Target = Sheets;

    #[inline]
    fn deref(&self) -> &Sheets {
        self.0
    }
}

impl PartialEq for Map {
    fn eq(&self, other: &Map) -> bool {
        std::ptr::eq(self.0, other.0) || *self.0 == *other.0
    }
}

impl Eq for Map {}

impl fmt::Debug for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Map::PROPOSED { "the proposed map" } else { "a map of its own" })
    }
}

/// What follows from the cuts of the fields, the colonies, the fish and the die.
#[derive(PartialEq, Eq)]
pub struct Sheets {
    glaciers: Glaciers,
    /// The triangles of each glacier, by bits.
    wedges: [u8; GLACIERS],
    beside: [Glaciers; GLACIERS],
    partners: [Glaciers; GLACIERS],
    central: Glaciers,
    joined: [Cliffs; CLIFFS],
    colonies: [Cliffs; 4],
    access: Cliffs,
    fishing: Cliffs,
    faces: [[Shape; 2]; 8],
}

impl Sheets {
    /// Returns the glaciers of this map.
    #[inline]
    pub fn glaciers(&self) -> Glaciers {
        self.glaciers
    }

    /// Returns those that are melted at set-up.
    #[inline]
    pub fn central(&self) -> Glaciers {
        self.central
    }

    /// Returns the triangles around its pool that a glacier consists of, one beside the other.
    pub fn wedges(&self, glacier: Glacier) -> impl Iterator<Item = Wedge> {
        let bits = self.wedges[glacier.index()];
        let has = move |wedge: usize| bits >> (wedge % 6) & 1 == 1;
        let first = (0..6).find(|&wedge| has(wedge) && !has(wedge + 5)).unwrap_or(0);
        (first..first + 6).take_while(move |&wedge| has(wedge)).map(|wedge| Wedge::ALL[wedge % 6])
    }

    /// Returns the glaciers that share a side with one.
    #[inline]
    pub fn beside(&self, glacier: Glacier) -> Glaciers {
        self.beside[glacier.index()]
    }

    /// Returns the glaciers of other shapes that share a side with one.
    #[inline]
    pub(super) fn partners(&self, glacier: Glacier) -> Glaciers {
        self.partners[glacier.index()]
    }

    /// Returns the cliffs that belong to one network with this one if penguins are on both: along a path, or through a
    /// colony.
    #[inline]
    pub(super) fn joined(&self, cliff: Cliff) -> Cliffs {
        self.joined[cliff.index()]
    }

    /// Returns the two cliffs of a colony.
    #[inline]
    pub fn access_to(&self, colony: Colony) -> Cliffs {
        self.colonies[colony as usize]
    }

    /// Returns the cliffs at the colonies.
    #[inline]
    pub fn access(&self) -> Cliffs {
        self.access
    }

    /// Returns the colony that a cliff touches.
    pub fn colony(&self, cliff: Cliff) -> Option<Colony> {
        Colony::ALL.into_iter().find(|&colony| self.access_to(colony).contains(cliff))
    }

    /// Returns the cliffs with a fish.
    #[inline]
    pub fn fishing(&self) -> Cliffs {
        self.fishing
    }

    /// Returns the two shapes that a face of the glacier die shows.
    #[inline]
    pub fn shapes(&self, face: Face) -> [Shape; 2] {
        self.faces[face.index()]
    }

    /// Returns the cliffs on which a penguin may stand beside these: those of colonies, and those one path away.
    #[inline]
    pub fn reached_from(&self, penguins: Cliffs) -> Cliffs {
        penguins.iter().fold(self.access, |all, cliff| all | cliff.paths())
    }

    /// Derives a map from what is printed on it; `central` are the glaciers that are melted at set-up, colonies and fish
    /// are numbers of cliffs.
    pub(super) const fn derive(
        cuts: &[Cut<'_>; FIELDS],
        central: Glaciers,
        colonies: [[u8; 2]; 4],
        fishing: &[u8],
        faces: [[Shape; 2]; 8],
    ) -> Sheets {
        let mut glaciers = Glaciers::NONE;
        let mut wedges = [0; GLACIERS];
        let mut each = 0;
        while each < GLACIERS {
            let cut = cuts[FIELD_OF[each] as usize][SHAPE_OF[each] as usize];
            let mut triangle = 0;
            while triangle < cut.len() {
                wedges[each] |= 1 << cut[triangle] as u8;
                glaciers = with(glaciers, each);
                triangle += 1;
            }
            each += 1;
        }
        let beside = beside(&wedges);
        let mut partners = beside;
        each = 0;
        while each < GLACIERS {
            let alike = OF_SHAPE[SHAPE_OF[each] as usize];
            partners[each] = Glaciers::from_bits(beside[each].bits() & !alike.bits());
            each += 1;
        }
        let mut joined = PATHS;
        let mut access_to = [Cliffs::NONE; 4];
        let mut access = Cliffs::NONE;
        let mut colony = 0;
        while colony < colonies.len() {
            let [one, two] = [colonies[colony][0] as usize - 1, colonies[colony][1] as usize - 1];
            joined[one] = with(joined[one], two);
            joined[two] = with(joined[two], one);
            access_to[colony] = with(with(Cliffs::NONE, one), two);
            access = with(with(access, one), two);
            colony += 1;
        }
        let mut fish = Cliffs::NONE;
        let mut each = 0;
        while each < fishing.len() {
            fish = with(fish, fishing[each] as usize - 1);
            each += 1;
        }
        Sheets {
            glaciers,
            wedges,
            beside,
            partners,
            central,
            joined,
            colonies: access_to,
            access,
            fishing: fish,
            faces,
        }
    }
}

static PROPOSED: Sheets = Sheets::derive(&CUTS, central(), ACCESS, &FISHING, FACES);

/// The glaciers of the field in the middle.
const fn central() -> Glaciers {
    let mut central = Glaciers::NONE;
    let mut shape = 0;
    while shape < 3 {
        if !CUTS[CENTRE.index()][shape].is_empty() {
            central = Glaciers::from_bits(central.bits() | OF_FIELD[CENTRE.index()].bits() & OF_SHAPE[shape].bits());
        }
        shape += 1;
    }
    central
}

/// `BitSet::with`, for constants.
const fn with<T>(set: BitSet<T, u64>, index: usize) -> BitSet<T, u64> {
    BitSet::from_bits(set.bits() | 1 << index)
}

/// The field and the shape of every glacier that a map can have: first those of the proposed map, field by field and
/// in a field triangle, diamond, trapezoid; then the others.
const NAMES: ([u8; GLACIERS], [Shape; GLACIERS]) = {
    let mut field = [0; GLACIERS];
    let mut shape = [Shape::Triangle; GLACIERS];
    let (mut glacier, mut is_other) = (0, 0);
    while is_other < 2 {
        let mut home = 0;
        while home < FIELDS {
            let mut kind = 0;
            while kind < 3 {
                if CUTS[home][kind].is_empty() == (is_other == 1) {
                    shape[glacier] = Shape::ALL[kind];
                    field[glacier] = home as u8;
                    glacier += 1;
                }
                kind += 1;
            }
            home += 1;
        }
        is_other += 1;
    }
    assert!(glacier == GLACIERS);
    (field, shape)
};

static FIELD_OF: [u8; GLACIERS] = NAMES.0;
static SHAPE_OF: [Shape; GLACIERS] = NAMES.1;

const OF_SHAPE: [Glaciers; 3] = {
    let mut of_shape = [Glaciers::NONE; 3];
    let mut glacier = 0;
    while glacier < GLACIERS {
        let kind = NAMES.1[glacier] as usize;
        of_shape[kind] = with(of_shape[kind], glacier);
        glacier += 1;
    }
    of_shape
};

static OF_FIELD: [Glaciers; FIELDS] = {
    let mut of_field = [Glaciers::NONE; FIELDS];
    let mut glacier = 0;
    while glacier < GLACIERS {
        let home = NAMES.0[glacier] as usize;
        of_field[home] = with(of_field[home], glacier);
        glacier += 1;
    }
    of_field
};

/// Where the cliffs lie: row by row from the north, from west to east.
static AT: [Point; CLIFFS] = cliffs();

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
static PATHS: [Cliffs; CLIFFS] = {
    let cliffs = cliffs();
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
};

/// The glaciers that share a side with each glacier.
const fn beside(wedges: &[u8; GLACIERS]) -> [Glaciers; GLACIERS] {
    let mut beside = [Glaciers::NONE; GLACIERS];
    let mut one = 0;
    while one < GLACIERS {
        let mut two = 0;
        while two < GLACIERS {
            if one != two && share_a_side((one, wedges[one]), (two, wedges[two])) {
                beside[one] = with(beside[one], two);
            }
            two += 1;
        }
        one += 1;
    }
    beside
}

const fn share_a_side(one: (usize, u8), two: (usize, u8)) -> bool {
    let (here, there) = (POOLS[NAMES.0[one.0] as usize], POOLS[NAMES.0[two.0] as usize]);
    let mut i = 0;
    while i < Wedge::ALL.len() {
        let mut j = 0;
        while j < Wedge::ALL.len() {
            let both = one.1 >> i & 1 == 1 && two.1 >> j & 1 == 1;
            if both && Wedge::ALL[i].meets(here, Wedge::ALL[j], there) {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

#[cfg(test)]
#[path = "map_tests.rs"]
mod tests;
