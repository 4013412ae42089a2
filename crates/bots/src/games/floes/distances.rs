//! How many moves the penguins' ways take over sliding floes.

use polynya_engine::{BitSet, Bits};
use polynya_games::floes::{CELLS, LANES, Layout, START, Variant, Variants};

use super::weights::Weights;

/// The distance of what is out of reach.
pub(super) const NEVER: u8 = 60;
/// The longest way round that is believed: what blocks a penguin now will have moved by then. In a match that lasts too
/// long it is much longer: whoever does not see that a long way has become shorter does not go it.
pub(super) const MAX_DETOURS: [u8; 2] = [6, 24];
/// How far off a floe may lie and still be counted on to slide to where it is needed.
const MAX_SLIDES: usize = 4;

/// A set of cells.
pub(super) type Cells<W> = BitSet<u8, W>;

/// Water to which a floe can slide, by the number of slides; the first set is where the ice is.
pub(super) type Gaps<W> = [Cells<W>; MAX_SLIDES + 1];

/// Returns the cells beside a set of cells.
#[inline]
pub(super) fn spread<W: Bits>(layout: &Layout<W>, cells: Cells<W>) -> Cells<W> {
    let lanes = u32::from(LANES);
    cells << lanes | cells >> lanes | (cells & !layout.edges[1]) << 1 | (cells & !layout.edges[0]) >> 1
}

/// Returns the cells to which floes on these cells can slide, whatever lies there.
#[inline]
pub(super) fn slides<W: Bits>(layout: &Layout<W>, cells: Cells<W>) -> Cells<W> {
    let [north, south, east, west] = layout.bound;
    let (cells, lanes) = (cells & !layout.equator, u32::from(LANES));
    (cells & !north) << lanes | (cells & !south) >> lanes | (cells & !east) << 1 | (cells & !west) >> 1
}

/// Returns the cells from which a floe can slide to one of these.
#[inline]
fn slides_back<W: Bits>(layout: &Layout<W>, cells: Cells<W>) -> Cells<W> {
    let [north, south, east, west] = layout.bound;
    let lanes = u32::from(LANES);
    ((cells >> lanes & !north) | (cells << lanes & !south) | (cells >> 1 & !east) | (cells << 1 & !west))
        & !layout.equator
}

/// Returns the water to which the loose floes can slide, by the number of slides.
pub(super) fn gaps<W: Bits>(layout: &Layout<W>, ice: Cells<W>, loose: Cells<W>) -> Gaps<W> {
    let mut gaps = [Cells::NONE; MAX_SLIDES + 1];
    gaps[0] = loose;
    let mut taken = ice;
    for slide in 1..=MAX_SLIDES {
        gaps[slide] = slides(layout, gaps[slide - 1]) & !taken;
        taken |= gaps[slide];
        if gaps[slide].is_empty() {
            break;
        }
    }
    gaps
}

/// How many moves a lone penguin needs from each cell to the end of its journey.
#[derive(Clone)]
pub(super) struct Distances<W: Bits> {
    ice: Cells<W>,
    /// Floes that nobody can enter: a bear's, and full ones.
    pub(super) shut: Cells<W>,
    outbound: [u8; CELLS],
    homebound: [u8; CELLS],
    /// The row of the North Pole.
    top: u8,
    /// Must penguins come back?
    homesick: bool,
}

impl<W: Bits> Distances<W> {
    /// No board lies without ice.
    pub(super) const UNKNOWN: Distances<W> = Distances {
        ice: Cells::NONE,
        shut: Cells::NONE,
        outbound: [0; CELLS],
        homebound: [0; CELLS],
        top: 0,
        homesick: false,
    };

    /// Measures the distances; a way round is at most `max_detour` moves longer than the straight way.
    pub(super) fn new(
        layout: &Layout<W>,
        ice: Cells<W>,
        shut: Cells<W>,
        variants: Variants,
        max_detour: u8,
    ) -> Distances<W> {
        let gaps = gaps(layout, ice, ice & !shut);
        let [south, north] = layout.shores();
        let mut outbound = distances(layout, &gaps, ice, layout.north, max_detour);
        outbound[0] = outbound[0].min(from_shore(&gaps, &outbound, south));
        let mut homebound = [0; CELLS];
        let homesick = variants.contains(Variant::HomesickPenguins);
        if homesick {
            homebound = distances(layout, &gaps, ice, START, max_detour);
            let back = homebound[usize::from(layout.north)].min(from_shore(&gaps, &homebound, north));
            homebound[usize::from(layout.north)] = back;
            outbound.iter_mut().for_each(|moves| *moves += back);
        }
        Distances { ice, shut, outbound, homebound, top: layout.north / LANES, homesick }
    }

    /// Were they measured with this ice, and with these floes shut?
    pub(super) fn are_of(&self, ice: Cells<W>, shut: Cells<W>) -> bool {
        self.ice == ice && self.shut == shut
    }

    /// Returns the moves from a cell, on the way out or on the way home.
    #[inline]
    pub(super) fn moves(&self, cell: u8, home: bool) -> u8 {
        let moves = if home { &self.homebound } else { &self.outbound };
        moves[usize::from(cell)]
    }

    /// Returns the rows that a penguin must still go outbound and homebound: the fewest moves that its way can take.
    #[inline]
    pub(super) fn rows(&self, cell: u8, home: bool) -> [u8; 2] {
        let row = cell / LANES;
        match (home, self.homesick) {
            (true, _) => [0, row],
            (false, true) => [self.top - row, self.top],
            (false, false) => [self.top - row, 0],
        }
    }

    /// Returns the moves of a penguin that goes alone.
    pub(super) fn alone(&self, cell: u8, home: bool, weights: &Weights) -> f32 {
        let [out, back] = self.rows(cell, home);
        let rows = f32::from(out + back);
        rows + weights.detour * (f32::from(self.moves(cell, home)) - rows)
    }

    /// Returns the moves of a penguin whose slides are made by a friend on the same floe, as far as the bot counts on
    /// that. Of the rows of any way every second is a slide, and the last is a hop.
    pub(super) fn escorted(&self, cell: u8, home: bool, weights: &Weights) -> f32 {
        let [out, back] = self.rows(cell, home);
        f32::from(out + back) - weights.escort * f32::from(out / 2 + back / 2)
    }
}

/// Returns how many moves it takes from each cell to the shore whose cell is `goal`: in every move the penguin hops, or
/// its floe slides, or the next floe slides nearer. A breadth-first search on bit sets.
fn distances<W: Bits>(layout: &Layout<W>, gaps: &Gaps<W>, ice: Cells<W>, goal: u8, max_detour: u8) -> [u8; CELLS] {
    let mut moves: [u8; CELLS] = std::array::from_fn(|cell| (cell as u8 / LANES).abs_diff(goal / LANES) + max_detour);
    moves[usize::from(goal)] = 0;
    // The cells at the last few distances, the nearest first.
    let mut rings = [Cells::NONE; MAX_SLIDES + 1];
    let mut seen = Cells::NONE;
    let mut ring = layout.shores()[usize::from(goal != START)];
    let water = water(layout);
    for distance in 1..NEVER {
        let mut rest = ring;
        while let Some(cell) = rest.pop_first() {
            let cell = usize::from(cell);
            moves[cell] = moves[cell].min(distance);
        }
        seen |= ring;
        rings.rotate_right(1);
        rings[0] = ring;
        let mut entered = Cells::NONE;
        for (ring, gap) in rings.iter().zip(gaps) {
            entered |= *ring & *gap;
        }
        ring = (spread(layout, entered) | slides_back(layout, rings[0] & !ice)) & water & !seen;
        if seen == water || (ring.is_empty() && rings.iter().all(|ring| ring.is_empty())) {
            break;
        }
    }
    moves
}

/// Returns the cells between the shores.
#[inline]
pub(super) fn water<W: Bits>(layout: &Layout<W>) -> Cells<W> {
    let lanes = u32::from(LANES);
    let west = layout.edges[0];
    let all = west | west << 1 | west << 2 | west << 3;
    all & !(layout.shores()[0] >> lanes) & !(layout.shores()[1] << lanes)
}

/// Returns how many moves it takes from a shore, over the water that touches it.
fn from_shore<W: Bits>(gaps: &Gaps<W>, moves: &[u8; CELLS], shore: Cells<W>) -> u8 {
    let mut least = NEVER;
    for (gap, slides) in gaps.iter().zip(1..) {
        let mut rest = *gap & shore;
        while let Some(cell) = rest.pop_first() {
            least = least.min(moves[usize::from(cell)] + slides);
        }
    }
    least
}

/// Returns how many lanes a penguin must change to come from one cell to the other; a shore touches them all.
pub(super) fn lanes_between<W: Bits>(layout: &Layout<W>, from: u8, to: u8) -> u8 {
    let shore = |cell: u8| cell == START || cell == layout.north;
    if shore(from) || shore(to) { 0 } else { (from % LANES).abs_diff(to % LANES) }
}
