//! The maps, the cards, the reports and the ice: all data of the game, each value marked.
//!
//! PRINTED stands in the rule book; DERIVED follows from it by arithmetic or by its examples; PROPOSED is ours, because
//! the printed board and cards are not known here.
//!
//! Places have one numbering on all three maps: harbours, junctions, then the spaces of all 27 channels, each as long
//! as it is on the map that gives it most. So any set of places is one 128-bit word, and a map is a choice among them.

use polynya_engine::{Member, ParseError, Word, words};
use serde::{Deserialize, Serialize};

use super::action::{Card, Report};
use super::chart::{Chart, EASY, HARD, STANDARD};

/// The most seats a table has. PRINTED.
pub const SEATS: usize = 4;

/// Ships, and harbours for them. PRINTED.
pub const SHIPS: usize = 12;
/// Junctions, where channels meet away from a harbour. PROPOSED.
pub const JUNCTIONS: usize = 6;
/// Harbours and junctions: the ends of channels.
pub const ENDS: usize = SHIPS + JUNCTIONS;
/// Channels of all maps together. PROPOSED.
pub const CHANNELS: usize = 27;
/// Places of all maps together.
pub const PLACES: usize = {
    let mut count = ENDS;
    let mut channel = 0;
    while channel < CHANNELS {
        count += TABLE[channel].longest() as usize;
        channel += 1;
    }
    count
};
/// Spaces with a piece of ice on every map. DERIVED: one piece each, and there are 66 pieces.
pub const SPACES: usize = 66;

/// Pieces of ice with the numbers 1, 2, 3 and 4. PRINTED.
pub const PIECES: [u8; 4] = [20, 20, 20, 6];

/// How often each card is in the deck: 5, 7, 10, R3, B1, AB2. PRINTED, but for the printed sum of 24 Power cards, which
/// is an error: the numbers give 22, and only with 22 does the deal come out (DERIVED).
pub const DECK: [u8; Card::COUNT] = [8, 8, 6, 4, 4, 2];
/// All cards. PRINTED.
pub const CARDS: u8 = 32;
/// What every seat holds before the deal. PRINTED.
pub const GIVEN: [Card; 2] = [Card::Five, Card::Seven];
/// The large destinations, by the numbers of their harbours. DERIVED from the set-up of the introductory game.
pub const LARGE: [u8; 4] = [2, 3, 6, 8];
/// The nations whose flags fly over the destinations, by the numbers of their harbours. That flags honour nations that
/// explored the Arctic is PRINTED; which ones is PROPOSED.
pub const FLAGS: [&str; SHIPS] = [
    "Norway",
    "Canada",
    "United Kingdom",
    "Denmark",
    "Netherlands",
    "Russia",
    "Sweden",
    "United States",
    "Finland",
    "Iceland",
    "Italy",
    "France",
];
/// Cards at a large destination. PRINTED.
pub const LARGE_PAYS: usize = 3;
/// Cards in the row from which small destinations pay. PRINTED.
pub const ROW: usize = 8;
/// The ships of the introductory game. PRINTED.
pub const INTRODUCTORY: [u8; 6] = [2, 3, 5, 6, 8, 9];
/// All reports. PRINTED.
pub const REPORTS: u8 = 20;

/// Points of a Retrofit and of a Bubbler. PRINTED.
pub const RETROFIT: u8 = 3;
/// See [`RETROFIT`]. PRINTED.
pub const BUBBLER: u8 = 1;

words! {
    /// One of the three maps. All three are PROPOSED.
    #[derive(Default)]
    pub enum Map: "a map" {
        /// 24 channels.
        #[default]
        Standard = "standard",
        /// All 27 channels, most of them short.
        Easy = "easy",
        /// 22 channels, most of them long.
        Hard = "hard",
    }
}

impl Map {
    /// Returns the places and channels of this map.
    #[inline]
    pub fn chart(self) -> &'static Chart {
        match self {
            Map::Standard => &STANDARD,
            Map::Easy => &EASY,
            Map::Hard => &HARD,
        }
    }
}

words! {
    /// Which reports the deck holds. Both decks are PROPOSED within a PRINTED frame: 20 reports, two of them mild, one
    /// with three numbers, one with all four, and most of the others with one number.
    #[derive(Default)]
    pub enum Reports: "a deck of reports" {
        /// Twelve with one number, four with two.
        #[default]
        TwelveFour = "12-4",
        /// Ten with one number, six with two.
        TenSix = "10-6",
    }
}

impl Reports {
    /// Returns the four packs from the top of the stack; each is shuffled in itself. That they lie in this order is PRINTED.
    pub fn packs(self) -> [Pack; 4] {
        // Which number the report with three leaves out is PROPOSED.
        let three = Report(0b1110);
        match self {
            Reports::TwelveFour => packs([3, 3, 3, 3], [0b0011, 0b0110, 0b1100, 0b1001].map(Report), three),
            Reports::TenSix => packs([3, 3, 3, 1], [0b0011, 0b0101, 0b1001, 0b0110, 0b1010, 0b1100].map(Report), three),
        }
    }
}

/// Returns the packs with so many reports of each number alone, these with two numbers and this one with three.
pub(super) fn packs(one: [u8; 4], two: impl IntoIterator<Item = Report>, three: Report) -> [Pack; 4] {
    let mut packs = [Pack::default(); 4];
    for (number, count) in one.into_iter().enumerate() {
        (0..count).for_each(|_| packs[0].add(Report(1 << number)));
    }
    two.into_iter().for_each(|pair| packs[1].add(pair));
    // One mild report lies with the single numbers and one with the pairs. PRINTED.
    packs[0].add(Report::MILD);
    packs[1].add(Report::MILD);
    packs[2].add(three);
    packs[3].add(Report::LAST);
    packs
}

/// Some reports, face down and shuffled: how many there are of each, four bits a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(into = "Vec<Report>", try_from = "Vec<Report>")]
pub struct Pack(u64);

impl Pack {
    /// Returns a number that stands for what is in the pack: 0 if nothing is.
    #[inline]
    pub(super) fn bits(self) -> u64 {
        self.0
    }

    /// Returns how often this report is in the pack.
    #[inline]
    pub fn count(self, report: Report) -> u32 {
        (self.0 >> (4 * report.0) & u64::from(PACKED)) as u32
    }

    /// Returns how many reports are in the pack.
    pub fn len(self) -> u32 {
        Report::all().map(|report| self.count(report)).sum()
    }

    /// Is none in it?
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the reports in it with their counts, those with fewer numbers first.
    pub fn each(self) -> impl Iterator<Item = (Report, u32)> {
        Report::all().map(move |report| (report, self.count(report))).filter(|&(_, count)| count > 0)
    }

    pub(super) fn add(&mut self, report: Report) {
        self.0 += 1 << (4 * report.0);
    }

    pub(super) fn remove(&mut self, report: Report) {
        self.0 -= 1 << (4 * report.0);
    }
}

impl From<Pack> for Vec<Report> {
    fn from(pack: Pack) -> Vec<Report> {
        pack.each().flat_map(|(report, count)| (0..count).map(move |_| report)).collect()
    }
}

/// More reports than a match has are refused.
impl TryFrom<Vec<Report>> for Pack {
    type Error = ParseError;

    fn try_from(reports: Vec<Report>) -> Result<Pack, ParseError> {
        let mut pack = Pack::default();
        for report in reports {
            if pack.count(report) == PACKED {
                return Err(ParseError(format!("more than {PACKED} reports {report} in a pack")));
            }
            pack.add(report);
        }
        Ok(pack)
    }
}

/// The most reports of a kind that a pack can count.
pub(super) const PACKED: u32 = 15;

/// A channel between two ends.
#[derive(Clone, Copy, Debug)]
pub struct Channel {
    /// The end that names it first, and the other: harbours from 0 to 11, junctions from 12 to 17.
    pub ends: [u8; 2],
    /// Spaces between the ends on the standard, easy and hard map; 0 where there is no such channel.
    pub lengths: [u8; 3],
    /// The two points that bend its curve, in tenths of a unit.
    pub(super) bends: [[i16; 2]; 2],
}

impl Channel {
    pub(super) const fn longest(&self) -> u8 {
        let [a, b, c] = self.lengths;
        let most = if a > b { a } else { b };
        if most > c { most } else { c }
    }
}

const fn h(number: u8) -> u8 {
    number - 1
}

const fn j(number: u8) -> u8 {
    SHIPS as u8 + number - 1
}

const fn channel(ends: [u8; 2], lengths: [u8; 3], bends: [[i16; 2]; 2]) -> Channel {
    Channel { ends, lengths, bends }
}

/// All channels in the order in which ice is laid. PROPOSED.
#[rustfmt::skip]
pub const TABLE: [Channel; CHANNELS] = [
    channel([h(2), h(1)],   [3, 2, 3], [[128, 50], [201, 104]]),
    channel([h(2), h(4)],   [3, 3, 3], [[100, 164], [31, 235]]),
    channel([h(4), j(3)],   [3, 2, 3], [[113, 266], [183, 316]]),
    channel([h(4), h(3)],   [3, 3, 3], [[85, 383], [96, 456]]),
    channel([h(3), j(5)],   [3, 2, 3], [[127, 568], [187, 565]]),
    channel([h(1), j(1)],   [2, 2, 2], [[318, 56], [356, 121]]),
    channel([h(1), j(3)],   [0, 2, 0], [[291, 140], [267, 212]]),
    channel([j(3), h(5)],   [2, 2, 2], [[291, 329], [358, 266]]),
    channel([j(3), j(5)],   [2, 2, 0], [[277, 368], [212, 454]]),
    channel([j(5), h(7)],   [2, 2, 3], [[299, 491], [375, 546]]),
    channel([j(1), h(12)],  [2, 2, 2], [[474, 123], [505, 44]]),
    channel([j(1), h(5)],   [3, 2, 3], [[440, 173], [375, 240]]),
    channel([h(5), h(9)],   [3, 3, 3], [[471, 277], [545, 329]]),
    channel([h(5), h(7)],   [0, 2, 0], [[399, 375], [456, 431]]),
    channel([h(7), j(6)],   [2, 2, 2], [[482, 491], [512, 561]]),
    channel([h(12), j(2)],  [2, 2, 2], [[609, 95], [659, 116]]),
    channel([h(12), h(9)],  [0, 3, 0], [[542, 143], [563, 216]]),
    channel([h(9), j(4)],   [2, 2, 0], [[651, 331], [703, 334]]),
    channel([h(9), j(6)],   [3, 2, 3], [[630, 376], [619, 462]]),
    channel([j(6), h(11)],  [2, 2, 3], [[638, 563], [696, 549]]),
    channel([j(2), h(8)],   [3, 2, 3], [[785, 75], [864, 125]]),
    channel([j(2), j(4)],   [2, 2, 2], [[696, 184], [728, 251]]),
    channel([j(4), h(10)],  [3, 2, 3], [[818, 282], [878, 274]]),
    channel([j(4), h(11)],  [2, 2, 3], [[724, 375], [781, 441]]),
    channel([h(11), h(6)],  [3, 2, 3], [[815, 474], [875, 504]]),
    channel([h(8), h(10)],  [2, 3, 3], [[952, 152], [974, 223]]),
    channel([h(10), h(6)],  [3, 3, 3], [[906, 374], [906, 452]]),
];

/// Where harbours 1 to 12 and junctions 1 to 6 lie, in tenths of a unit; x to the east, y to the south. PROPOSED.
#[rustfmt::skip]
pub(super) const POINTS: [[i16; 2]; ENDS] = [
    [262, 63], [67, 88], [69, 531], [57, 311], [408, 311], [936, 530],
    [427, 497], [930, 80], [607, 285], [942, 298], [746, 499], [563, 62],
    [415, 102], [717, 107], [241, 284], [760, 317], [247, 538], [571, 543],
];

/// Where the towns of harbours 1 to 12 stand, in tenths of a unit: ships that are home lie there. PROPOSED.
#[rustfmt::skip]
pub(super) const TOWNS: [[i16; 2]; SHIPS] = [
    [205, 26], [24, 32], [136, 490], [122, 347], [350, 357], [874, 577],
    [452, 561], [870, 36], [645, 226], [893, 238], [799, 551], [624, 28],
];

/// Returns in how many ways `open` ships can be put on as many harbours, one each, when `own` of the ships would find
/// their own harbour among these and must not get it.
pub(super) fn arrangements(open: usize, own: usize) -> u32 {
    // Inclusion and exclusion: of the arrangements with k chosen ships at home there are (open - k)!.
    let mut sum = 0_i64;
    let mut choose = 1_i64;
    for k in 0..=own {
        let rest: i64 = (1..=(open - k) as i64).product();
        sum += if k.is_multiple_of(2) { choose * rest } else { -choose * rest };
        choose = choose * (own - k) as i64 / (k + 1) as i64;
    }
    u32::try_from(sum).expect("twelve ships have fewer than 2^32 arrangements")
}
