//! The polar map, the dice and everything else that is data; what can be derived from the map is derived here.
//!
//! The map is a triangular lattice inside a hexagon of side 4. A point (q, r) is a pool if q - r is a multiple of 3 and
//! a cliff otherwise. Every triangle has one pool at a corner, so the triangles group into fields around the pools, and
//! each field is cut into glaciers of one, two or three triangles.
//!
//! The printed sheet is missing. PRINTED marks what its rule text says, DERIVED what follows from that text, PROPOSED
//! what was designed here and may change when a real sheet turns up.

use std::fmt;
use std::num::NonZeroU8;

use Wedge::{ENE, ESE, N, S, WNW, WSW};
use polynya_engine::Seat;

/// Rounds of a match. PRINTED.
pub const ROUNDS: u8 = 12;
/// Animals that each seat draws in a round. PRINTED.
pub const ANIMALS: u8 = 3;
/// Fields, each around one pool. PROPOSED.
pub const FIELDS: usize = 19;
/// Glaciers. PROPOSED.
pub const GLACIERS: usize = 48;
/// Cliffs. PROPOSED.
pub const CLIFFS: usize = 42;
/// The side of the hexagon. PROPOSED.
const SIDE: i8 = 4;

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

/// What the eight faces of the glacier die melt. That a face shows two shapes, alike or different, is PRINTED; the
/// eight pairs are PROPOSED.
const FACES: [[Shape; 2]; 8] = [
    [Shape::Triangle, Shape::Triangle],
    [Shape::Diamond, Shape::Diamond],
    [Shape::Trapezoid, Shape::Trapezoid],
    [Shape::Triangle, Shape::Diamond],
    [Shape::Triangle, Shape::Diamond],
    [Shape::Diamond, Shape::Trapezoid],
    [Shape::Diamond, Shape::Trapezoid],
    [Shape::Triangle, Shape::Trapezoid],
];

/// Points for a network that connects so many colonies. PRINTED.
pub const COLONY_POINTS: [i16; 5] = [0, 0, 5, 12, 20];
/// Points for a pod. PRINTED.
pub const POD_POINTS: i16 = 4;
/// Points for a bear. PRINTED.
pub const BEAR_POINTS: i16 = 2;
/// Points for a fish that was caught and not eaten. PRINTED.
pub const FISH_POINTS: i16 = 2;

/// How large a hunting ground is, as far as it counts. PRINTED.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Extent {
    /// One to three glaciers.
    Small,
    /// Four to six glaciers.
    Medium,
    /// Seven glaciers or more.
    Large,
}

impl Extent {
    /// Every extent, smallest first.
    pub const ALL: [Extent; 3] = [Extent::Small, Extent::Medium, Extent::Large];

    /// The extent of a ground of so many glaciers.
    #[inline]
    pub const fn of(glaciers: usize) -> Extent {
        match glaciers {
            0..=3 => Extent::Small,
            4..=6 => Extent::Medium,
            _ => Extent::Large,
        }
    }

    /// What a hunting ground of this extent scores.
    #[inline]
    pub const fn points(self) -> i16 {
        match self {
            Extent::Small => 1,
            Extent::Medium => 4,
            Extent::Large => 7,
        }
    }

    /// The sizes as the sheet prints them.
    pub const fn sizes(self) -> &'static str {
        match self {
            Extent::Small => "1-3",
            Extent::Medium => "4-6",
            Extent::Large => "7+",
        }
    }
}

/// How sentences call a seat.
pub(super) fn seat_name(seat: Seat) -> String {
    format!("Seat {seat}")
}

/// One of the six triangles around a pool, named by the side of the pool on which it lies.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "compass points")]
pub enum Wedge {
    ENE,
    N,
    WNW,
    WSW,
    S,
    ESE,
}

impl Wedge {
    /// All of them, against the clock from the east.
    pub const ALL: [Wedge; 6] = [ENE, N, WNW, WSW, S, ESE];

    /// The steps on the lattice from the pool to the two cliffs at its other corners.
    pub const fn steps(self) -> [(i8, i8); 2] {
        [STEPS[self as usize], STEPS[(self as usize + 1) % 6]]
    }
}

/// The six steps from a point to its neighbours: E, NE, NW, W, SW, SE. A wedge lies between its own step and the next.
const STEPS: [(i8, i8); 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

struct Cut {
    pool: (i8, i8),
    wedges: [&'static [Wedge]; 3],
}

/// The shape of a glacier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Shape {
    /// One triangle of the lattice.
    Triangle,
    /// Two triangles.
    Diamond,
    /// Three triangles.
    Trapezoid,
}

impl Shape {
    /// All of them, smallest first.
    pub const ALL: [Shape; 3] = [Shape::Triangle, Shape::Diamond, Shape::Trapezoid];

    /// The letter in a glacier's name.
    pub const fn letter(self) -> char {
        match self {
            Shape::Triangle => 't',
            Shape::Diamond => 'd',
            Shape::Trapezoid => 'z',
        }
    }

    /// The shape in words.
    pub const fn spoken(self) -> &'static str {
        match self {
            Shape::Triangle => "triangle",
            Shape::Diamond => "diamond",
            Shape::Trapezoid => "trapezoid",
        }
    }

    /// The glaciers of this shape.
    #[inline]
    pub fn glaciers(self) -> Glaciers {
        MAP.of_shape[self as usize]
    }
}

/// A face of the glacier die, from 1 to 8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face(NonZeroU8);

impl Face {
    /// How many there are.
    pub const COUNT: u8 = FACES.len() as u8;

    /// The face with this number.
    pub const fn new(number: u8) -> Option<Face> {
        match NonZeroU8::new(number) {
            Some(face) if number <= Face::COUNT => Some(Face(face)),
            _ => None,
        }
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// The two shapes that it shows.
    #[inline]
    pub const fn shapes(self) -> [Shape; 2] {
        FACES[self.number() as usize - 1]
    }
}

/// A number of the polar dice, from 1 to 6.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(NonZeroU8);

impl Number {
    /// How many there are.
    pub const COUNT: u8 = 6;

    /// This number, if a die can show it.
    #[inline]
    pub const fn new(number: u8) -> Option<Number> {
        match NonZeroU8::new(number) {
            Some(value) if number <= Number::COUNT => Some(Number(value)),
            _ => None,
        }
    }

    /// All of them in rising order.
    pub fn all() -> impl Iterator<Item = Number> {
        (1..=Number::COUNT).filter_map(Number::new)
    }

    /// Its value.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0.get()
    }

    /// The animal that it stands for. PRINTED.
    #[inline]
    pub const fn animal(self) -> Animal {
        match self.value() {
            1..=3 => Animal::Penguin,
            4..=5 => Animal::Orca,
            _ => Animal::Bear,
        }
    }
}

impl fmt::Debug for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// What is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Animal {
    /// On cliffs, for 1, 2 and 3.
    Penguin,
    /// In pools, for 4 and 5.
    Orca,
    /// On frozen glaciers, for 6.
    Bear,
}

impl Animal {
    /// All of them, in the order of their numbers.
    pub const ALL: [Animal; 3] = [Animal::Penguin, Animal::Orca, Animal::Bear];

    /// The animal in words.
    pub const fn spoken(self) -> &'static str {
        match self {
            Animal::Penguin => "penguin",
            Animal::Orca => "orca",
            Animal::Bear => "bear",
        }
    }
}

/// Penguins at home outside the coast; each colony is entered by two cliffs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "compass points")]
pub enum Colony {
    NorthWest,
    NorthEast,
    SouthEast,
    SouthWest,
}

impl Colony {
    /// All of them, with the clock from the north-west.
    pub const ALL: [Colony; 4] = [Colony::NorthWest, Colony::NorthEast, Colony::SouthEast, Colony::SouthWest];

    /// Its two cliffs.
    #[inline]
    pub fn access(self) -> Cliffs {
        MAP.colonies[self as usize]
    }

    /// The colony in words.
    pub const fn spoken(self) -> &'static str {
        match self {
            Colony::NorthWest => "north-west",
            Colony::NorthEast => "north-east",
            Colony::SouthEast => "south-east",
            Colony::SouthWest => "south-west",
        }
    }
}

/// Declares a kind of place and the set of such places.
macro_rules! places {
    ($(#[$doc:meta])* $Place:ident, $Places:ident($Bits:ty), $count:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $Place(pub(super) u8);

        impl $Place {
            /// The place with this index from 0.
            pub const fn new(index: usize) -> Option<$Place> {
                if index < $count { Some($Place(index as u8)) } else { None }
            }

            /// Its index, from 0 in the order of the map.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $Place {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        /// A set of such places.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
        pub struct $Places(pub(super) $Bits);

        impl $Places {
            /// No place.
            pub const NONE: $Places = $Places(0);
            /// Every place of the map.
            pub const ALL: $Places = $Places((1 << $count) - 1);

            /// This place alone.
            #[inline]
            pub const fn only(place: $Place) -> $Places {
                $Places(1 << place.0)
            }

            /// Is this place in the set?
            #[inline]
            pub const fn has(self, place: $Place) -> bool {
                self.0 >> place.0 & 1 == 1
            }

            /// Is nothing in it?
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// How many are in it.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// The set with this place in it.
            #[inline]
            #[must_use]
            pub const fn with(self, place: $Place) -> $Places {
                $Places(self.0 | 1 << place.0)
            }

            /// The set with those of the other left out.
            #[inline]
            #[must_use]
            pub const fn without(self, other: $Places) -> $Places {
                $Places(self.0 & !other.0)
            }

            /// What is in both.
            #[inline]
            #[must_use]
            pub const fn and(self, other: $Places) -> $Places {
                $Places(self.0 & other.0)
            }

            /// What is in either.
            #[inline]
            #[must_use]
            pub const fn or(self, other: $Places) -> $Places {
                $Places(self.0 | other.0)
            }

            /// The first of them.
            #[inline]
            pub const fn first(self) -> Option<$Place> {
                if self.0 == 0 { None } else { Some($Place(self.0.trailing_zeros() as u8)) }
            }

            /// The one with so many before it.
            #[inline]
            pub(super) fn nth(self, number: u32) -> $Place {
                let mut rest = self.0;
                (0..number).for_each(|_| rest &= rest - 1);
                $Place(rest.trailing_zeros() as u8)
            }

            /// Those in it, in the order of the map.
            #[inline]
            pub fn iter(self) -> impl Iterator<Item = $Place> {
                let mut rest = self.0;
                std::iter::from_fn(move || {
                    let place = $Places(rest).first()?;
                    rest &= rest - 1;
                    Some(place)
                })
            }
        }

        impl FromIterator<$Place> for $Places {
            fn from_iter<I: IntoIterator<Item = $Place>>(places: I) -> $Places {
                places.into_iter().fold($Places::NONE, $Places::with)
            }
        }

        impl fmt::Debug for $Places {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}

places! {
    /// A glacier: field by field, and in a field triangle, diamond, trapezoid.
    Glacier, Glaciers(u64), GLACIERS
}
places! {
    /// A cliff: row by row from the north, and in a row from west to east.
    Cliff, Cliffs(u64), CLIFFS
}
places! {
    /// A pool: in the order of the fields' letters.
    Pool, Pools(u32), FIELDS
}

impl Glacier {
    /// The field to which it belongs, by its pool: the one pool that it touches.
    #[inline]
    pub fn pool(self) -> Pool {
        Pool(MAP.field[self.index()])
    }

    /// Its shape.
    #[inline]
    pub fn shape(self) -> Shape {
        MAP.shape[self.index()]
    }

    /// The triangles around its pool that it consists of.
    pub fn wedges(self) -> &'static [Wedge] {
        CUTS[self.pool().index()].wedges[self.shape() as usize]
    }

    /// The glaciers that share a side with it.
    #[inline]
    pub fn beside(self) -> Glaciers {
        MAP.beside[self.index()]
    }

    /// The glaciers of other shapes that share a side with it.
    #[inline]
    pub(super) fn partners(self) -> Glaciers {
        MAP.partners[self.index()]
    }
}

impl Glaciers {
    /// Those that are melted at set-up.
    pub const CENTRAL: Glaciers = MAP.of_field[CENTRE];

    /// The pools that they touch.
    pub fn pools(self) -> Pools {
        self.iter().map(Glacier::pool).collect()
    }
}

impl Cliff {
    /// The number that is written beside it.
    pub const fn number(self) -> u8 {
        self.0 + 1
    }

    /// The cliff with this number, from 1.
    pub const fn numbered(number: u8) -> Option<Cliff> {
        match number.checked_sub(1) {
            Some(index) => Cliff::new(index as usize),
            None => None,
        }
    }

    /// Where it lies on the lattice, as q and r.
    pub fn at(self) -> (i8, i8) {
        MAP.cliffs[self.index()]
    }

    /// The cliffs to which a path leads.
    #[inline]
    pub fn paths(self) -> Cliffs {
        MAP.paths[self.index()]
    }

    /// The cliffs that belong to one network with it if penguins are on both: along a path, or through a colony.
    #[inline]
    pub(super) fn joined(self) -> Cliffs {
        MAP.joined[self.index()]
    }

    /// The colony that it touches.
    pub fn colony(self) -> Option<Colony> {
        Colony::ALL.into_iter().find(|colony| colony.access().has(self))
    }
}

impl Cliffs {
    /// Those at the colonies.
    pub const ACCESS: Cliffs = MAP.access;
    /// Those with a fish.
    pub const FISHING: Cliffs = MAP.fishing;
}

impl Pool {
    /// The letter of its field.
    pub const fn letter(self) -> char {
        (b'a' + self.0) as char
    }

    /// Where it lies on the lattice, as q and r.
    pub fn at(self) -> (i8, i8) {
        CUTS[self.index()].pool
    }

    /// The glaciers that touch it: those of its field.
    #[inline]
    pub fn glaciers(self) -> Glaciers {
        MAP.of_field[self.index()]
    }

    /// The glacier of this shape in its field.
    pub fn glacier(self, shape: Shape) -> Option<Glacier> {
        self.glaciers().and(shape.glaciers()).first()
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
    cliffs: [(i8, i8); CLIFFS],
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
        let only = Glaciers::only(Glacier(glacier as u8));
        let (kind, home) = (shape[glacier] as usize, field[glacier] as usize);
        of_shape[kind] = of_shape[kind].or(only);
        of_field[home] = of_field[home].or(only);
        glacier += 1;
    }
    glacier = 0;
    while glacier < GLACIERS {
        partners[glacier] = beside[glacier].without(of_shape[shape[glacier] as usize]);
        glacier += 1;
    }
    let paths = paths(&cliffs);
    let mut joined = paths;
    let mut colonies = [Cliffs::NONE; 4];
    let mut access = Cliffs::NONE;
    let mut colony = 0;
    while colony < colonies.len() {
        let [one, two] = ACCESS[colony];
        let (one, two) = (Cliff(one - 1), Cliff(two - 1));
        joined[one.index()] = joined[one.index()].with(two);
        joined[two.index()] = joined[two.index()].with(one);
        colonies[colony] = Cliffs::NONE.with(one).with(two);
        access = access.or(colonies[colony]);
        colony += 1;
    }
    let mut fishing = Cliffs::NONE;
    let mut fish = 0;
    while fish < FISHING.len() {
        fishing = fishing.with(Cliff(FISHING[fish] - 1));
        fish += 1;
    }
    Map { shape, field, beside, partners, of_shape, of_field, cliffs, paths, joined, colonies, access, fishing }
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

const fn is_pool(q: i8, r: i8) -> bool {
    (q - r).rem_euclid(3) == 0
}

const fn on_the_map(q: i8, r: i8) -> bool {
    q.abs() <= SIDE && r.abs() <= SIDE && (q + r).abs() <= SIDE
}

/// Where the cliffs lie: row by row from the north, from west to east.
const fn cliffs() -> [(i8, i8); CLIFFS] {
    let mut cliffs = [(0, 0); CLIFFS];
    let mut count = 0;
    let mut r = -SIDE;
    while r <= SIDE {
        let mut q = -SIDE;
        while q <= SIDE {
            if on_the_map(q, r) && !is_pool(q, r) {
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
const fn paths(cliffs: &[(i8, i8); CLIFFS]) -> [Cliffs; CLIFFS] {
    let mut paths = [Cliffs::NONE; CLIFFS];
    let mut from = 0;
    while from < CLIFFS {
        let mut to = 0;
        while to < CLIFFS {
            let step = (cliffs[to].0 - cliffs[from].0, cliffs[to].1 - cliffs[from].1);
            let mut each = 0;
            while each < STEPS.len() {
                if step.0 == STEPS[each].0 && step.1 == STEPS[each].1 {
                    paths[from] = paths[from].with(Cliff(to as u8));
                }
                each += 1;
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
                beside[one] = beside[one].with(Glacier(two as u8));
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
            let meet = if one.0 == two.0 {
                // Around one pool, triangles that follow each other share the side that ends at the pool.
                matches!((ours[i] as i8 - theirs[j] as i8).rem_euclid(6), 1 | 5)
            } else {
                // Triangles of two fields can share only the side between their cliffs.
                same_ends(outer_side(here.pool, ours[i]), outer_side(there.pool, theirs[j]))
            };
            if meet {
                return true;
            }
            j += 1;
        }
        i += 1;
    }
    false
}

type Point = (i8, i8);

/// The two cliffs of a triangle.
const fn outer_side(pool: Point, wedge: Wedge) -> [Point; 2] {
    let [one, two] = wedge.steps();
    [(pool.0 + one.0, pool.1 + one.1), (pool.0 + two.0, pool.1 + two.1)]
}

const fn same_ends(one: [Point; 2], two: [Point; 2]) -> bool {
    (same(one[0], two[0]) && same(one[1], two[1])) || (same(one[0], two[1]) && same(one[1], two[0]))
}

const fn same(one: Point, two: Point) -> bool {
    one.0 == two.0 && one.1 == two.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_48_glaciers_16_of_each_shape_and_three_in_the_middle() {
        assert_eq!(Glaciers::ALL.len(), 48);
        for shape in Shape::ALL {
            assert_eq!(shape.glaciers().len(), 16, "{shape:?}");
        }
        assert_eq!(format!("{:?}", Glaciers::CENTRAL), "{jt, jd, jz}");
    }

    #[test]
    fn every_triangle_of_the_hexagon_belongs_to_one_glacier() {
        let mut seen = std::collections::BTreeSet::new();
        for glacier in Glaciers::ALL.iter() {
            assert_eq!(glacier.wedges().len(), glacier.shape() as usize + 1);
            for &wedge in glacier.wedges() {
                let [one, two] = outer_side(glacier.pool().at(), wedge);
                assert!(on_the_map(one.0, one.1) && on_the_map(two.0, two.1), "{glacier} leaves the map");
                assert!(seen.insert((glacier.pool(), wedge)), "{glacier} overlaps another");
            }
        }
        assert_eq!(seen.len(), 96);
    }

    #[test]
    fn a_glacier_is_one_piece() {
        for glacier in Glaciers::ALL.iter() {
            let wedges: Vec<i8> = glacier.wedges().iter().map(|&wedge| wedge as i8).collect();
            for pair in wedges.windows(2) {
                assert!(matches!((pair[0] - pair[1]).rem_euclid(6), 1 | 5), "{glacier}");
            }
        }
    }

    #[test]
    fn there_are_19_pools_six_of_them_on_the_coast() {
        assert_eq!(Pools::ALL.len(), 19);
        assert!(Pools::ALL.iter().all(|pool| is_pool(pool.at().0, pool.at().1)));
        let coast: String = Pools::ALL.iter().filter(|pool| pool.is_coastal()).map(Pool::letter).collect();
        assert_eq!(coast, "adfnps");
    }

    #[test]
    fn glaciers_of_one_field_all_share_sides_so_a_pool_touches_one_melted_group() {
        for pool in Pools::ALL.iter() {
            for glacier in pool.glaciers().iter() {
                let others = pool.glaciers().without(Glaciers::only(glacier));
                assert_eq!(others.without(glacier.beside()), Glaciers::NONE, "{glacier}");
            }
        }
    }

    #[test]
    fn there_are_84_pairs_of_adjacent_glaciers() {
        let mut pairs = [[0; 3]; 3];
        for glacier in Glaciers::ALL.iter() {
            for other in glacier.beside().iter() {
                assert!(other.beside().has(glacier));
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
        let ours: Vec<String> = Cliffs::ALL.iter().map(|cliff| format!("{},{}", cliff.at().0, cliff.at().1)).collect();
        assert_eq!(ours.join(" "), places.split_whitespace().collect::<Vec<_>>().join(" "));
        let ends: usize = Cliffs::ALL.iter().map(|cliff| cliff.paths().len()).sum();
        assert_eq!(ends, 2 * 54);
        assert_eq!(reached(Cliffs::ACCESS), Cliffs::ALL, "the net is one piece");
    }

    /// The cliffs to which paths lead from these.
    fn reached(mut from: Cliffs) -> Cliffs {
        loop {
            let next = from.iter().fold(from, |all, cliff| all.or(cliff.paths()));
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
                Cliffs::ALL.iter().find(|other| other.at() == (-q, -r)).expect("the hexagon is symmetric")
            };
            cliffs.iter().map(back).collect()
        };
        for colony in Colony::ALL {
            assert_eq!(turned(colony.access()), Colony::ALL[(colony as usize + 2) % 4].access());
        }
        assert_eq!(turned(Cliffs::FISHING), Cliffs::FISHING);
        assert_eq!(Cliffs::FISHING.len(), usize::from(FISH));
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
