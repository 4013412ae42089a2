//! The boards of both editions, and everything about them that is reconstructed: the grid, the die, the set-ups.
//!
//! Both games are played on one grid, four lanes wide. Row 0 is the start shore, the last row the North Pole, and
//! between them lies the water. Each floe covers one cell; two things touch when their cells share an edge. A shore
//! counts as one place and touches the whole row of water beside it.

use std::fmt::Debug;

use polynya_engine::contents::{Boxed, Contents};
use polynya_engine::{BitSet, Bits, Member, Seat, refuse_if, words};
use serde::{Deserialize, Serialize};

use super::action::{Chance, Heading, Label, Place};
use super::clauses::Rule;
use super::contents::PiecepackPrinted;
use super::options::{PiecepackOptions, PolarDareOptions};
use super::words::{limit_in_words, pole_in_words};

/// Lanes of the board, west to east. REPORTED: four rows of four; 16 floes with two positions each are PRINTED.
pub const LANES: u8 = 4;
/// Penguins of each seat.
pub const PENGUINS: usize = 3;
/// Penguins that a floe can carry.
pub const CAPACITY: usize = 3;
/// The most rows of floes any board has: Mega Ice Age.
pub const ROWS: u8 = 10;
/// The most cells any board has: Mega Ice Age, shores included.
pub const CELLS: usize = 80;

/// The faces of Polar Dare!'s die. PROPOSED: the printed labels are not known; these are the port's Table 1.
pub const POLAR_DARE_DIE: [Label; 6] = [Label::B3, Label::P2, Label::P3, Label::P3, Label::P4, Label::P4];
/// The faces of the port's die by its Table 1. PRINTED.
pub const PIECEPACK_DIE: [Label; 6] = [Label::B3, Label::P3, Label::P2, Label::P3, Label::P4, Label::P4];
/// The faces of Polar Bear Alert's Table 2 that are final; the sixth face rolls again. PRINTED.
pub const ALERT_DIE: [Label; 5] = [Label::B3, Label::P3, Label::P2, Label::P3, Label::P4];
/// The two results of Polar Bear Alert's Table 3, three faces each. PRINTED.
pub const ALERT_AGAIN: [Label; 2] = [Label::B4, Label::P4];
/// The floe of the Equator on which the first bear of Mega Ice Age begins, counted from the south-west: b in the southern
/// row. PROPOSED: the diagram is missing.
pub const EQUATOR_BEAR: u8 = 1;
/// The packs of a board, each between its lines of latitude.
pub const PACKS: usize = 4;
/// Rows of water in which each pack slides. DERIVED, by the captions and examples of both rule books.
pub const BANDS: [u8; PACKS] = [2; PACKS];

/// The colours of Polar Dare!. Red, blue and green are PRINTED, yellow is PROPOSED.
pub const COLOURS: [&str; 4] = ["Red", "Blue", "Green", "Yellow"];
/// The suits of a piecepack. PRINTED.
pub const SUITS: [&str; 4] = ["Suns", "Moons", "Crowns", "Arms"];

words! {
    /// A variant of the port.
    pub enum Variant: "a variant" {
        /// A second roll on a 5, half of them a bear of four moves.
        PolarBearAlert = "polar_bear_alert" as "Polar Bear Alert",
        /// Penguins must come back to the South Pole.
        HomesickPenguins = "homesick_penguins" as "Homesick Penguins",
        /// One pack less.
        GlobalWarming = "global_warming" as "Global Warming",
        /// Two boards, two dice, two bears.
        MegaIceAge = "mega_ice_age" as "Mega Ice Age",
        /// Floes drift along their whole lane.
        PackIce = "pack_ice" as "Pack Ice",
        /// Floes drift sideways too; contains Pack Ice.
        DeepFreeze = "deep_freeze" as "Deep Freeze",
    }
}

/// Some of the six variants.
pub type Variants = BitSet<Variant, u8>;

/// A set of cells of an edition's boards.
pub type CellSet<E> = BitSet<u8, <E as Edition>::Bits>;

impl Heading {
    /// Returns the cell that lies beyond this one.
    #[inline]
    pub(super) fn beyond(self, cell: u8) -> u8 {
        match self {
            Heading::North => cell + LANES,
            Heading::South => cell - LANES,
            Heading::East => cell + 1,
            Heading::West => cell - 1,
        }
    }
}

/// What never changes during a match: the shape of the board.
#[derive(Clone, Copy, Debug)]
pub struct Layout<W: Bits> {
    /// Rows of water between the shores.
    pub height: u8,
    /// Rows of floes, the Equator's two among them.
    pub rows: u8,
    /// Packs of floes on each side of the Equator, or in all if there is none.
    pub packs: u8,
    /// Where the floes lie at the start.
    pub ice: BitSet<u8, W>,
    /// The floes that never slide.
    pub equator: BitSet<u8, W>,
    /// The cells from which no floe slides north, south, east or west.
    pub bound: [BitSet<u8, W>; 4],
    /// What touches a cell: the cells that share an edge with it, and a shore if it lies beside one.
    pub beside: [BitSet<u8, W>; CELLS],
    /// The cells of the westernmost and of the easternmost lane.
    pub edges: [BitSet<u8, W>; 2],
    /// The cell that stands for the North Pole; the start shore is cell 0.
    pub north: u8,
    /// Where a bear begins on the Equator, and where the other begins.
    pub bears: [u8; 2],
    /// Where each floe lies at the start.
    homes: [u8; FLOES],
}

/// The most floes any board has.
const FLOES: usize = ROWS as usize * LANES as usize;

/// The cell that stands for the start shore.
pub const START: u8 = 0;

impl Layout<u128> {
    /// A floe begins in the southernmost cell of its band; the rows of the Equator have one cell each.
    /// PROPOSED: Mega Ice Age puts two boards in a row with two fixed rows between them; its diagram is missing.
    const fn new(packs: u8, mega: bool, drift: bool, deep: bool, spacing: Spacing) -> Layout<u128> {
        let rows = if mega { 2 * packs + 2 } else { packs };
        let (mut ice, mut equator, mut lanes) = (0_u128, 0_u128, [0_u128; 4]);
        let (mut ends, mut homes) = ([0_u128; 2], [0; FLOES]);
        let (mut height, mut floe) = (0, 0);
        while floe < rows * LANES {
            let fixed = mega && is_equator(packs, floe);
            let band = if fixed {
                1
            } else if mega {
                BANDS[0]
            } else {
                spacing.bands[(floe / LANES) as usize]
            };
            let cell = (height + 1) * LANES + floe % LANES;
            homes[floe as usize] = cell;
            ice |= 1 << cell;
            if fixed {
                equator |= 1 << cell;
            } else {
                ends[0] |= 1 << cell;
                ends[1] |= 1 << (cell + (band - 1) * LANES);
            }
            floe += 1;
            if floe % LANES == 0 {
                height += band;
            }
        }
        let north = (height + 1) * LANES;
        let (mut beside, mut cell) = ([0_u128; CELLS], 0);
        while cell < north {
            lanes[(cell % LANES) as usize] |= 1 << cell;
            beside[cell as usize] = touching(cell, north);
            cell += 1;
        }
        beside[north as usize] = touching(north, north);
        let row = 0b1111_u128;
        let (first, last) = (row << LANES, row << (height * LANES));
        let all = u128::MAX;
        let bound = [
            if drift { last } else { ends[1] },
            if drift { first } else { ends[0] },
            if deep { lanes[3] } else { all },
            if deep { lanes[0] } else { all },
        ];
        let bears = if mega { [homes[(packs * LANES + spacing.bear) as usize], north] } else { [north, north] };
        let [ice, equator] = sets([ice, equator]);
        let (bound, beside, edges) = (sets(bound), sets(beside), sets([lanes[0], lanes[3]]));
        Layout { height, rows, packs, ice, equator, bound, beside, edges, north, bears, homes }
    }

    /// The boards of the port, one for each set of its last four variants.
    pub(super) const fn boards(spacing: Spacing) -> [Layout<u128>; 16] {
        let mut boards = [Layout::new(4, false, false, false, spacing); 16];
        let mut index = 0;
        while index < 16 {
            let packs = if index & 1 != 0 { 3 } else { 4 };
            boards[index] = Layout::new(packs, index & 2 != 0, index & 4 != 0, index & 8 != 0, spacing);
            index += 1;
        }
        boards
    }

    const fn narrow(self) -> Layout<u64> {
        const fn each<const N: usize>(of: [BitSet<u8, u128>; N]) -> [BitSet<u8, u64>; N] {
            let (mut to, mut index) = ([BitSet::from_bits(0); N], 0);
            while index < N {
                to[index] = BitSet::from_bits(of[index].bits() as u64);
                index += 1;
            }
            to
        }
        let Layout { height, rows, packs, ice, equator, bound, beside, edges, north, bears, homes } = self;
        let [ice, equator] = each([ice, equator]);
        let (bound, beside, edges) = (each(bound), each(beside), each(edges));
        Layout { height, rows, packs, ice, equator, bound, beside, edges, north, bears, homes }
    }
}

/// How a board is laid out, where that is reconstructed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spacing {
    /// Rows of water in which each pack slides. On the great board of Mega Ice Age they are always as proposed.
    pub(super) bands: [u8; PACKS],
    /// The floe of the Equator on which a bear begins, counted from the south-west.
    pub(super) bear: u8,
}

impl Spacing {
    pub(super) const PROPOSED: Spacing = Spacing { bands: BANDS, bear: EQUATOR_BEAR };
}

/// The sets with these bits.
const fn sets<const N: usize>(of: [u128; N]) -> [BitSet<u8, u128>; N] {
    let (mut to, mut index) = ([BitSet::from_bits(0); N], 0);
    while index < N {
        to[index] = BitSet::from_bits(of[index]);
        index += 1;
    }
    to
}

impl<W: Bits> Layout<W> {
    /// Is this floe one of the Equator's?
    pub fn is_equator(&self, floe: u8) -> bool {
        !self.equator.is_empty() && is_equator(self.packs, floe)
    }

    /// Returns the water that touches the start shore, and the water that touches the North Pole.
    #[inline]
    pub fn shores(&self) -> [BitSet<u8, W>; 2] {
        [START, self.north].map(|shore| self.beside[usize::from(shore)])
    }

    /// Returns the cell on which a floe lies at the start.
    pub fn home(&self, floe: u8) -> u8 {
        self.homes[usize::from(floe)]
    }
}

/// The cells that touch this one on a board whose North Pole is cell `north`.
const fn touching(cell: u8, north: u8) -> u128 {
    let row = 0b1111_u128;
    if cell == START {
        return row << LANES;
    } else if cell == north {
        return row << (north - LANES);
    }
    let lane = cell % LANES;
    let south = if cell < 2 * LANES { START } else { cell - LANES };
    let ahead = if cell + LANES >= north { north } else { cell + LANES };
    let west = if lane > 0 { 1 << (cell - 1) } else { 0 };
    let east = if lane + 1 < LANES { 1 << (cell + 1) } else { 0 };
    1 << south | 1 << ahead | west | east
}

const fn is_equator(packs: u8, floe: u8) -> bool {
    floe / LANES == packs || floe / LANES == packs + 1
}

/// Which place is on which cell: a shore, or the floe that lies there.
pub trait Names: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The names at the start.
    fn new<W: Bits>(layout: &Layout<W>) -> Self;
    /// Returns the names where each floe lies on one of these cells, if they can lie so.
    fn laid<W: Bits>(layout: &Layout<W>, floes: &[u8]) -> Option<Self>;
    /// Returns the place on a cell that is a shore or carries a floe.
    fn place(&self, cell: u8) -> Place;
    /// The cell of a place of this board, given which cells carry ice.
    fn cell(&self, place: Place, ice: BitSet<u8, impl Bits>) -> u8;
    /// A floe slid from one cell to another.
    fn slid(&mut self, from: u8, to: u8);
}

/// Floes that stay in their own squares: the cell tells the name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Squares;

impl Squares {
    const NORTH: u8 = PolarDare::BOARD.north;
    const PLACES: [Place; CELLS] = {
        let (mut places, mut cell) = ([Place::START; CELLS], LANES);
        while cell < Squares::NORTH {
            places[cell as usize] = Place((cell - LANES) / (2 * LANES) * LANES + cell % LANES);
            cell += 1;
        }
        places[Squares::NORTH as usize] = Place::NORTH;
        places
    };
}

impl Names for Squares {
    fn new<W: Bits>(_: &Layout<W>) -> Squares {
        Squares
    }

    fn laid<W: Bits>(layout: &Layout<W>, floes: &[u8]) -> Option<Squares> {
        let mut squares = floes.iter().zip(0..).map(|(&cell, floe)| cell.wrapping_sub(layout.home(floe)));
        squares.all(|half| half == 0 || half == LANES).then_some(Squares)
    }

    #[inline]
    fn place(&self, cell: u8) -> Place {
        Squares::PLACES[usize::from(cell)]
    }

    #[inline]
    fn cell(&self, place: Place, ice: BitSet<u8, impl Bits>) -> u8 {
        match place {
            Place::START => START,
            Place::NORTH => Squares::NORTH,
            Place(floe) => {
                let south = floe / LANES * (2 * LANES) + LANES + floe % LANES;
                if ice.contains(south) { south } else { south + LANES }
            }
        }
    }

    #[inline]
    fn slid(&mut self, _: u8, _: u8) {}
}

/// Floes that may drift: a floe keeps its name wherever it lies.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tags {
    on: [Place; CELLS],
    of: [u8; Place::COUNT],
}

impl Names for Tags {
    fn new<W: Bits>(layout: &Layout<W>) -> Tags {
        let homes: Vec<u8> = (0..layout.rows * LANES).map(|floe| layout.home(floe)).collect();
        Tags::laid(layout, &homes).expect("floes may lie anywhere")
    }

    fn laid<W: Bits>(layout: &Layout<W>, floes: &[u8]) -> Option<Tags> {
        let mut tags = Tags { on: [Place::NOWHERE; CELLS], of: [u8::MAX; Place::COUNT] };
        let places = (0..).map(Place).zip(floes.iter().copied());
        for (place, cell) in places.chain([(Place::START, START), (Place::NORTH, layout.north)]) {
            tags.on[usize::from(cell)] = place;
            tags.of[usize::from(place.0)] = cell;
        }
        Some(tags)
    }

    #[inline]
    fn place(&self, cell: u8) -> Place {
        self.on[usize::from(cell)]
    }

    #[inline]
    fn cell(&self, place: Place, _: BitSet<u8, impl Bits>) -> u8 {
        self.of[usize::from(place.0)]
    }

    #[inline]
    fn slid(&mut self, from: u8, to: u8) {
        let floe = std::mem::replace(&mut self.on[usize::from(from)], Place::NOWHERE);
        self.on[usize::from(to)] = floe;
        self.of[usize::from(floe.0)] = to;
    }
}

/// What a match is played with, read from its options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The variants.
    pub variants: Variants,
    /// The six faces of the die, equal ones side by side.
    pub die: [Chance; 6],
    /// After how many turns the match stops; `u32::MAX` for never.
    pub limit: u32,
    /// Does a penguin that has reached the North Pole never step back onto it or off it?
    pub pole_is_final: bool,
    /// What is printed in the box of the port, where somebody has entered it.
    pub contents: Boxed<PiecepackPrinted>,
}

impl Setup {
    pub(super) fn new(
        variants: Variants,
        die: &[Label],
        limit: Option<u64>,
        pole_is_final: bool,
    ) -> Result<Setup, Rule> {
        refuse_if(limit == Some(0), Rule::LimitFromOne)?;
        refuse_if(die.contains(&Label::B4) || die.iter().all(|label| label.is_bear()), Rule::DieOfSixLabels)?;
        let mut sorted = [Chance::Again; 6];
        let in_order = [Label::B3, Label::P2, Label::P3, Label::P4].into_iter();
        let faces = in_order.flat_map(|label| die.iter().filter(move |&&face| face == label));
        sorted.iter_mut().zip(faces).for_each(|(to, &label)| *to = Chance::Label(label));
        // Four billion turns are for ever at any table.
        let limit = limit.map_or(u32::MAX, |turns| u32::try_from(turns).unwrap_or(u32::MAX));
        Ok(Setup { variants, die: sorted, limit, pole_is_final, contents: Boxed::default() })
    }
}

/// One of the two games that are played on floes.
pub trait Edition: Copy + PartialEq + Debug + Send + Sync + 'static {
    /// Its options.
    type Options: Default + Clone + PartialEq + Debug + Serialize + for<'de> Deserialize<'de> + Send + Sync;
    /// A word wide enough for the cells of its boards.
    type Bits: Bits;
    /// How it keeps the names of its floes.
    type Names: Names;
    /// Its id.
    const ID: &'static str;
    /// The variants, if they are the same in every match.
    const VARIANTS: Option<Variants>;
    /// May a penguin go back to the start shore?
    const WAY_BACK: bool;
    /// Rows of floes that its largest board has.
    const ROWS: u8;
    /// What sentences call the seats.
    const NAMES: [&'static str; 4];
    /// What sentences call the start shore.
    const START_NAME: &'static str;

    /// Reads the options.
    fn setup(options: &Self::Options) -> Result<Setup, Rule>;
    /// Returns what is special about a match with these options.
    fn highlights(options: &Self::Options) -> Vec<String>;
    /// Returns the board for these variants out of this box.
    fn layout(variants: Variants, contents: Boxed<PiecepackPrinted>) -> &'static Layout<Self::Bits>;
}

/// Polar Dare! as Milton Bradley published it in 1991.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PolarDare;

impl PolarDare {
    const BOARD: Layout<u64> = Layout::new(4, false, false, false, Spacing::PROPOSED).narrow();
}

impl Edition for PolarDare {
    type Options = PolarDareOptions;
    type Bits = u64;
    type Names = Squares;
    const ID: &'static str = "polar-dare";
    const VARIANTS: Option<Variants> = Some(BitSet::NONE);
    const WAY_BACK: bool = true;
    const ROWS: u8 = 4;
    const NAMES: [&'static str; 4] = COLOURS;
    const START_NAME: &'static str = "START";

    fn setup(options: &PolarDareOptions) -> Result<Setup, Rule> {
        Setup::new(Variants::NONE, &options.labels(), options.turn_limit, options.pole_is_final)
    }

    fn highlights(options: &PolarDareOptions) -> Vec<String> {
        let sorted = |mut die: [Label; 6]| {
            die.sort();
            die
        };
        let die = sorted(options.labels());
        let other = (die != sorted(POLAR_DARE_DIE)).then(|| format!("Die {}", die.map(Label::word).join(" ")));
        let open = pole_in_words(options.pole_is_final);
        owners_box(options.contents).chain(other).chain(open).chain(limit_in_words(options.turn_limit)).collect()
    }

    #[inline]
    fn layout(_: Variants, _: Boxed<PiecepackPrinted>) -> &'static Layout<u64> {
        &PolarDare::BOARD
    }
}

/// The piecepack port by Steve Beard, 2009, with its six variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piecepack;

impl Edition for Piecepack {
    type Options = PiecepackOptions;
    type Bits = u128;
    type Names = Tags;
    const ID: &'static str = "piecepack-dare";
    const VARIANTS: Option<Variants> = None;
    const WAY_BACK: bool = false;
    const ROWS: u8 = ROWS;
    const NAMES: [&'static str; 4] = SUITS;
    const START_NAME: &'static str = "the South Pole";

    fn setup(options: &PiecepackOptions) -> Result<Setup, Rule> {
        let variants = options.variants();
        let die: &[Label] = if options.polar_bear_alert { &ALERT_DIE } else { &PIECEPACK_DIE };
        let setup = Setup::new(variants, die, options.turn_limit, options.pole_is_final)?;
        Ok(Setup { contents: options.contents, ..setup })
    }

    fn highlights(options: &PiecepackOptions) -> Vec<String> {
        let mut variants = options.variants();
        if variants.contains(Variant::DeepFreeze) {
            variants.remove(Variant::PackIce);
        }
        let variants = variants.iter().map(|variant| variant.spoken().to_owned());
        let variants = owners_box(options.contents).chain(variants);
        variants.chain(pole_in_words(options.pole_is_final)).chain(limit_in_words(options.turn_limit)).collect()
    }

    #[inline]
    fn layout(variants: Variants, contents: Boxed<PiecepackPrinted>) -> &'static Layout<u128> {
        static PROPOSED: [Layout<u128>; 16] = Layout::boards(Spacing::PROPOSED);
        let boards = contents.derived().unwrap_or(&PROPOSED);
        &boards[usize::from(variants.bits() >> 2 & 15)]
    }
}

fn owners_box<C: Contents>(contents: Boxed<C>) -> impl Iterator<Item = String> {
    (!contents.is_proposed()).then(|| "The owner's box".to_owned()).into_iter()
}

/// Returns the name of a seat in sentences.
pub fn seat_name<E: Edition>(seat: Seat) -> &'static str {
    E::NAMES.get(seat.index()).copied().unwrap_or("Nobody")
}

/// Returns what a seat does: `Red hops`, but `Suns hop`.
pub fn seat_does<E: Edition>(seat: Seat, verb: &str) -> String {
    let name = seat_name::<E>(seat);
    match verb {
        _ if name.ends_with('s') => format!("{name} {verb}"),
        "have" => format!("{name} has"),
        verb => format!("{name} {verb}s"),
    }
}
