//! A map as sets of places: those that were reconstructed, and those that owners of boxes enter.

use super::action::Place;
use super::board::{CHANNELS, ENDS, JUNCTIONS, PLACES, POINTS, SHIPS, SPACES, TABLE, TOWNS};
use super::places::{ENTERED, OF_A_BOX, PlaceBits, Places, Spots};

/// The most channels of a map, also of one that somebody enters.
pub const MOST_CHANNELS: usize = 40;
/// The most channels that meet at a harbour or a junction.
pub const MOST_MEETING: usize = 6;
/// The most spaces of a channel.
pub const MOST_SPACES: u8 = 6;

/// The first place of each channel in the numbering of all places.
pub(super) const FIRST_OF: [u8; CHANNELS] = {
    let (mut first, mut channel, mut place) = ([0; CHANNELS], 0, ENDS as u8);
    while channel < CHANNELS {
        first[channel] = place;
        place += TABLE[channel].longest();
        channel += 1;
    }
    first
};

/// The channel of each space; harbours and junctions have none.
pub(super) const CHANNEL_OF: [u8; PLACES] = {
    let (mut of, mut channel) = ([u8::MAX; PLACES], 0);
    while channel < CHANNELS {
        let mut space = 0;
        while space < TABLE[channel].longest() {
            of[(FIRST_OF[channel] + space) as usize] = channel as u8;
            space += 1;
        }
        channel += 1;
    }
    of
};

/// Harbours and junctions.
pub(super) const ALL_ENDS: Spots = Spots::from_bits((1 << ENDS) - 1);
/// No place.
const NOWHERE: Spots = Spots::from_bits(0);

pub(super) static STANDARD: Chart = Chart::reconstructed(0);
pub(super) static EASY: Chart = Chart::reconstructed(1);
pub(super) static HARD: Chart = Chart::reconstructed(2);

/// A channel of a map: its ends, how many spaces lie between them, and the two points that bend its curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) ends: [u8; 2],
    pub(super) spaces: u8,
    pub(super) bends: [[i16; 2]; 2],
}

/// One map as sets of places.
#[derive(Debug)]
pub struct Chart {
    /// The bit that sets of its places have if the owner of a box has entered it.
    mark: u128,
    /// What its places are called, by their numbers.
    names: [Place; PLACES],
    /// All its places.
    pub(super) places: Spots,
    /// The first space of every channel.
    pub(super) first: Spots,
    /// The last space of every channel.
    pub(super) last: Spots,
    /// The spaces of channels that begin at this end, and of those that lead to it.
    pub(super) from: [Spots; ENDS],
    pub(super) to: [Spots; ENDS],
    /// What touches a place.
    pub(super) beside: [Spots; PLACES],
    /// The ends of the channel of each space.
    pub(super) joins: [[u8; 2]; PLACES],
    /// The channel of each space.
    pub(super) channel_of: [u8; PLACES],
    /// How many channels the table of this map has; some may have no spaces.
    pub(super) channels: usize,
    /// The ends of each channel, its first space, and how many it has.
    pub(super) ends: [[u8; 2]; MOST_CHANNELS],
    pub(super) first_of: [u8; MOST_CHANNELS],
    pub(super) lengths: [u8; MOST_CHANNELS],
    /// Spaces of the longest channel.
    pub(super) longest: u8,
    /// The channels that meet at each end, `u8::MAX` after the last.
    pub(super) meets: [[u8; MOST_MEETING]; ENDS],
    /// The spaces in the order in which ice is laid on them.
    pub(super) order: [u8; SPACES],
    /// Where ends of channels and towns of harbours are drawn, in tenths of a unit, and what bends the curves.
    points: [[i16; 2]; ENDS],
    towns: [[i16; 2]; SHIPS],
    bends: [[[i16; 2]; 2]; MOST_CHANNELS],
}

impl Chart {
    const fn reconstructed(map: usize) -> Chart {
        let mut chart = Chart::empty(JUNCTIONS, POINTS, TOWNS);
        let (mut laid, mut channel) = (JUNCTIONS, 0);
        while channel < CHANNELS {
            let super::board::Channel { ends, lengths, bends } = TABLE[channel];
            laid = chart.lay(FIRST_OF[channel], Line { ends, spaces: lengths[map], bends }, laid);
            channel += 1;
        }
        assert!(laid == SPACES);
        chart
    }

    /// Returns a map that somebody has entered. It was judged: 66 spaces and junctions in all.
    pub(super) fn entered(
        junctions: usize,
        points: [[i16; 2]; ENDS],
        towns: [[i16; 2]; SHIPS],
        lines: &[Line],
    ) -> Chart {
        let mut chart = Chart::empty(junctions, points, towns);
        let (mut laid, mut place) = (junctions, ENDS as u8);
        for &line in lines {
            laid = chart.lay(place, line, laid);
            place += line.spaces;
        }
        chart.mark = ENTERED;
        chart.names[ENDS..].iter_mut().for_each(|place| place.0 |= OF_A_BOX);
        chart
    }

    /// A map with harbours and so many junctions.
    const fn empty(junctions: usize, points: [[i16; 2]; ENDS], towns: [[i16; 2]; SHIPS]) -> Chart {
        let mut chart = Chart {
            mark: 0,
            names: [Place(0); PLACES],
            places: Spots::from_bits((1 << (SHIPS + junctions)) - 1),
            first: NOWHERE,
            last: NOWHERE,
            from: [NOWHERE; ENDS],
            to: [NOWHERE; ENDS],
            beside: [NOWHERE; PLACES],
            joins: [[0; 2]; PLACES],
            channel_of: [u8::MAX; PLACES],
            channels: 0,
            ends: [[0; 2]; MOST_CHANNELS],
            first_of: [0; MOST_CHANNELS],
            lengths: [0; MOST_CHANNELS],
            longest: 0,
            meets: [[u8::MAX; MOST_MEETING]; ENDS],
            order: [0; SPACES],
            points,
            towns,
            bends: [[[0; 2]; 2]; MOST_CHANNELS],
        };
        let mut number = 0;
        while number < PLACES {
            chart.names[number] = Place(number as u8);
            number += 1;
        }
        let mut laid = 0;
        while laid < junctions {
            chart.order[laid] = (SHIPS + laid) as u8;
            laid += 1;
        }
        chart
    }

    /// Adds a channel whose spaces begin with this place, after so many spaces were laid; returns how many are then.
    const fn lay(&mut self, first: u8, line: Line, mut laid: usize) -> usize {
        let (channel, Line { ends: [from, to], spaces, bends }) = (self.channels, line);
        self.ends[channel] = [from, to];
        self.first_of[channel] = first;
        self.lengths[channel] = spaces;
        self.bends[channel] = bends;
        self.channels += 1;
        if spaces == 0 {
            return laid;
        }
        if spaces > self.longest {
            self.longest = spaces;
        }
        let (mut before, mut space) = (from, 0);
        while space < spaces {
            let place = first + space;
            put(&mut self.places, place);
            put(&mut self.from[from as usize], place);
            put(&mut self.to[to as usize], place);
            self.touch(before, place);
            self.joins[place as usize] = [from, to];
            self.channel_of[place as usize] = channel as u8;
            self.order[laid] = place;
            before = place;
            laid += 1;
            space += 1;
        }
        put(&mut self.first, first);
        put(&mut self.last, before);
        self.touch(before, to);
        self.meet(from, channel);
        self.meet(to, channel);
        laid
    }

    const fn meet(&mut self, end: u8, channel: usize) {
        let meets = &mut self.meets[end as usize];
        let mut free = 0;
        while free < meets.len() && meets[free] != u8::MAX {
            free += 1;
        }
        meets[free] = channel as u8;
    }

    const fn touch(&mut self, one: u8, other: u8) {
        put(&mut self.beside[one as usize], other);
        put(&mut self.beside[other as usize], one);
    }

    /// Was this map entered by the owner of a box?
    pub fn is_entered(&self) -> bool {
        self.mark != 0
    }

    /// Returns the places with these numbers.
    #[inline]
    pub(super) fn named(&self, spots: Spots) -> Places {
        Places::from_bits(PlaceBits::new(spots.bits() | self.mark))
    }

    /// Returns every place of the map.
    #[inline]
    pub fn places(&self) -> Places {
        self.named(self.places)
    }

    /// Is this a place of the map?
    pub fn has(&self, place: Place) -> bool {
        self.places.contains(place.index() as u8) && self.place(place.index() as u8) == place
    }

    /// Returns the place with this number on the map.
    #[inline]
    pub(super) fn place(&self, number: u8) -> Place {
        self.names[usize::from(number)]
    }

    /// Returns the places that touch this one.
    #[inline]
    pub fn beside(&self, place: Place) -> Places {
        self.named(self.beside[place.index()])
    }

    /// Iterates over the harbours, then the junctions.
    pub fn ends(&self) -> impl Iterator<Item = Place> {
        (self.places & ALL_ENDS).iter().map(Place)
    }

    /// Iterates over the channels of the map in the order of the table: their ends and the spaces between, from the
    /// first end.
    pub fn channels(&self) -> impl Iterator<Item = (Place, Place, Places)> {
        (0..self.channels).filter(|&channel| self.lengths[channel] > 0).map(|channel| {
            let first = self.first_of[channel];
            let spaces = (first..first + self.lengths[channel]).map(|space| self.place(space));
            let [from, to] = self.ends[channel].map(Place);
            (from, to, spaces.collect())
        })
    }

    /// Iterates over the channels of the map: their ends, their spaces, and the two points that bend the curve between
    /// the ends in a box of 1000 by 600.
    pub fn curves(&self) -> impl Iterator<Item = (Place, Place, Places, [(i16, i16); 2])> {
        let bends = (0..self.channels).filter(|&channel| self.lengths[channel] > 0).map(|channel| self.bends[channel]);
        self.channels().zip(bends).map(|((from, to, spaces), bends)| (from, to, spaces, bends.map(|[x, y]| (x, y))))
    }

    /// Returns where an end of channels is drawn in a box of 1000 by 600; spaces lie where [`Chart::point`] says.
    pub fn corner(&self, end: Place) -> (i16, i16) {
        let [x, y] = self.points[end.index().min(ENDS - 1)];
        (x, y)
    }

    /// Returns where the town of a harbour is drawn in the same box.
    pub fn town(&self, harbour: Place) -> Option<(i16, i16)> {
        self.towns.get(harbour.index()).map(|&[x, y]| (x, y))
    }

    /// Returns where a place is drawn in a box of 100 by 60, x to the east and y to the south. PROPOSED.
    ///
    /// Pieces lie along the curve of their channel with equal gaps between all discs.
    pub fn point(&self, place: Place) -> (f32, f32) {
        if place.index() < ENDS {
            return unit(self.points[place.index()]);
        }
        let channel = usize::from(self.channel_of[place.index()]);
        let ends = self.ends[channel];
        let dots = curve(ends.map(|end| self.points[usize::from(end)]), self.bends[channel]);
        let count = f32::from(self.lengths[channel]);
        let which = f32::from(place.index() as u8 - self.first_of[channel]) + 1.0;
        let gap = room(&dots, ends, self.lengths[channel]) / (count + 1.0);
        let mut left = radius(ends[0]) + which * gap + PIECE_RADIUS * (2.0 * which - 1.0);
        for pair in dots.windows(2) {
            let step = pace(pair);
            if left <= step {
                let part = left / step;
                return (pair[0].0 + part * (pair[1].0 - pair[0].0), pair[0].1 + part * (pair[1].1 - pair[0].1));
            }
            left -= step;
        }
        dots[CURVE_STEPS]
    }
}

/// Adds a place while a map is made.
const fn put(set: &mut Spots, place: u8) {
    *set = Spots::from_bits(set.bits() | 1 << place);
}

/// Half the width of a harbour. PROPOSED.
const HARBOUR_RADIUS: f32 = 3.0;
/// Half the width of a piece or a junction. PROPOSED.
const PIECE_RADIUS: f32 = 1.8;
/// Into how many straight lines a curve is cut.
const CURVE_STEPS: usize = 64;

fn unit([x, y]: [i16; 2]) -> (f32, f32) {
    (f32::from(x) / 10.0, f32::from(y) / 10.0)
}

fn radius(end: u8) -> f32 {
    if usize::from(end) < SHIPS { HARBOUR_RADIUS } else { PIECE_RADIUS }
}

fn pace(pair: &[(f32, f32)]) -> f32 {
    (pair[1].0 - pair[0].0).hypot(pair[1].1 - pair[0].1)
}

/// The curve of a channel as a chain of dots.
fn curve([from, to]: [[i16; 2]; 2], [one, other]: [[i16; 2]; 2]) -> Vec<(f32, f32)> {
    let corners = [from, one, other, to].map(unit);
    (0..=CURVE_STEPS).map(|step| bezier(corners, step as f32 / CURVE_STEPS as f32)).collect()
}

/// What a channel is longer than its pieces and the halves of its ends.
fn room(dots: &[(f32, f32)], ends: [u8; 2], spaces: u8) -> f32 {
    let length: f32 = dots.windows(2).map(pace).sum();
    length - radius(ends[0]) - radius(ends[1]) - 2.0 * PIECE_RADIUS * f32::from(spaces)
}

/// Do the pieces of this channel lie beside each other without touching?
pub(super) fn pieces_fit(line: &Line, points: [[i16; 2]; 2]) -> bool {
    room(&curve(points, line.bends), line.ends, line.spaces) >= 0.0
}

fn bezier(corners: [(f32, f32); 4], t: f32) -> (f32, f32) {
    let s = 1.0 - t;
    let weights = [s * s * s, 3.0 * s * s * t, 3.0 * s * t * t, t * t * t];
    let sum = |of: fn((f32, f32)) -> f32| corners.into_iter().zip(weights).map(|(corner, w)| of(corner) * w).sum();
    (sum(|corner| corner.0), sum(|corner| corner.1))
}
