//! The lattice on which the map is drawn: triangles around pools, inside a hexagon.

use polynya_engine::words;

/// The side of the hexagon. PROPOSED.
pub const SIDE: i8 = 4;

/// A point of the lattice, as q and r.
pub(super) type Point = (i8, i8);

/// The six steps from a point to its neighbours: E, NE, NW, W, SW, SE. A wedge lies between its own step and the next.
const STEPS: [Point; 6] = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)];

words! {
    /// One of the six triangles around a pool, named by the side of the pool on which it lies; anticlockwise from the
    /// east.
    #[allow(clippy::upper_case_acronyms)]
    pub enum Wedge: "a triangle" {
        /// East-north-east.
        ENE = "ene",
        /// North.
        N = "n",
        /// West-north-west.
        WNW = "wnw",
        /// West-south-west.
        WSW = "wsw",
        /// South.
        S = "s",
        /// East-south-east.
        ESE = "ese",
    }
}

impl Wedge {
    /// Returns the steps on the lattice from the pool to the two cliffs at its other corners.
    pub const fn steps(self) -> [(i8, i8); 2] {
        [STEPS[self as usize], STEPS[(self as usize + 1) % 6]]
    }

    /// Returns the two cliffs of this triangle beside a pool.
    pub(super) const fn outer_side(self, pool: Point) -> [Point; 2] {
        let [one, two] = self.steps();
        [(pool.0 + one.0, pool.1 + one.1), (pool.0 + two.0, pool.1 + two.1)]
    }

    /// Does this triangle around a pool share a side with another around the same or another pool?
    pub(super) const fn meets(self, pool: Point, other: Wedge, beside: Point) -> bool {
        if same(pool, beside) {
            // Around one pool, triangles that follow each other share the side that ends at the pool.
            return matches!((self as i8 - other as i8).rem_euclid(6), 1 | 5);
        }
        // Triangles of two fields can share only the side between their cliffs.
        let (one, two) = (self.outer_side(pool), other.outer_side(beside));
        (same(one[0], two[0]) && same(one[1], two[1])) || (same(one[0], two[1]) && same(one[1], two[0]))
    }
}

/// Is this point a pool, and not a cliff?
pub(super) const fn is_pool((q, r): Point) -> bool {
    (q - r).rem_euclid(3) == 0
}

/// Does this point lie inside the hexagon or on its edge?
pub(super) const fn is_on_the_map((q, r): Point) -> bool {
    q.abs() <= SIDE && r.abs() <= SIDE && (q + r).abs() <= SIDE
}

/// Is there one step between these points?
pub(super) const fn is_one_step(from: Point, to: Point) -> bool {
    let mut each = 0;
    while each < STEPS.len() {
        if same(STEPS[each], (to.0 - from.0, to.1 - from.1)) {
            return true;
        }
        each += 1;
    }
    false
}

const fn same(one: Point, two: Point) -> bool {
    one.0 == two.0 && one.1 == two.1
}
