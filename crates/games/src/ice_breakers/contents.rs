//! What is printed in the box, as its owner can enter it: the map, the large destinations, reports and cards.

use std::array;
use std::collections::BTreeMap;
use std::fmt::{Display, Write as _};

use polynya_engine::contents::{Boxed, Contents, Faults, Shelf};
use polynya_engine::{Member, Word, excerpt, given, plural};
use serde::{Deserialize, Serialize};

use super::action::{Card, Place, Report, Ship};
use super::board::{
    CARDS, DECK, ENDS, GIVEN, INTRODUCTORY, JUNCTIONS, LARGE, Map, PACKED, POINTS, Pack, REPORTS, Reports, SEATS,
    SHIPS, SPACES, TABLE, TOWNS, packs,
};
use super::chart::{Chart, Line, MOST_CHANNELS, MOST_MEETING, MOST_SPACES, pieces_fit};

/// The most cards of a kind that can be entered: as many as a hand tells apart.
const ALIKE: i64 = 8;
/// The size of the map, in the units of its points.
const SIZE: [i64; 2] = [1000, 600];
/// Reports that show one number or two. The others are two mild ones, and one each with three and four numbers.
const FEW_NUMBERS: usize = REPORTS as usize - 4;

/// What is printed in the box. What is left out is as proposed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Printed {
    /// The numbers of the large destinations.
    pub large: Vec<i64>,
    /// Where junctions 1 to 6 lie, as many as there are.
    pub junctions: Vec<[i64; 2]>,
    /// The channels, in the order in which ice is laid.
    pub channels: Vec<PrintedChannel>,
    /// How many there are of each card.
    pub cards: BTreeMap<String, i64>,
    /// The reports with numbers.
    pub reports: PrintedReports,
    /// The harbours.
    pub harbours: BTreeMap<String, PrintedHarbour>,
}

/// A channel as the board prints it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedChannel {
    /// The harbour or junction from which its spaces are counted.
    pub from: String,
    /// The harbour or junction to which it leads.
    pub to: String,
    /// Spaces between its ends.
    pub spaces: i64,
    /// The two points that bend it; none if it is straight.
    #[serde(default)]
    pub bends: Vec<[i64; 2]>,
}

/// The reports with numbers, as the cards print them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedReports {
    /// How many show 1 alone, 2 alone, 3 alone, 4 alone.
    pub one: Vec<i64>,
    /// Those with two numbers.
    pub two: Vec<String>,
    /// The one with three.
    pub three: String,
}

/// A harbour as the board prints it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PrintedHarbour {
    /// Where its basin lies.
    pub at: [i64; 2],
    /// Where its town stands.
    pub town: [i64; 2],
}

/// What is taken out of the box: what positions need to know of it.
#[derive(Debug)]
pub struct Pieces {
    /// How often each card is in the deck.
    pub deck: [u8; Card::COUNT],
    /// The map, if it is another.
    chart: Option<Chart>,
    /// The packs of reports, if they are others.
    packs: Option<[Pack; 4]>,
    /// The large destinations, those of the introductory game and its small ones.
    large: Numbers,
    introductory_large: Numbers,
    introductory_small: Numbers,
}

/// Some numbers of harbours, rising.
#[derive(Clone, Copy, Debug)]
struct Numbers {
    numbers: [u8; INTRODUCTORY.len()],
    count: u8,
}

impl Numbers {
    const NONE: Numbers = Numbers { numbers: [0; INTRODUCTORY.len()], count: 0 };

    const fn with(mut self, number: u8) -> Numbers {
        self.numbers[self.count as usize] = number;
        self.count += 1;
        self
    }

    #[inline]
    fn get(&self) -> &[u8] {
        &self.numbers[..usize::from(self.count)]
    }
}

const fn holds(numbers: &[u8], number: u8) -> bool {
    let mut index = 0;
    while index < numbers.len() {
        if numbers[index] == number {
            return true;
        }
        index += 1;
    }
    false
}

impl Pieces {
    const PROPOSED: Pieces = Pieces::new(DECK, LARGE, None, None);

    const fn new(
        deck: [u8; Card::COUNT],
        large: [u8; LARGE.len()],
        chart: Option<Chart>,
        packs: Option<[Pack; 4]>,
    ) -> Pieces {
        let (mut all, mut introductory_large, mut introductory_small) = (Numbers::NONE, Numbers::NONE, Numbers::NONE);
        let mut number = 1;
        while number <= SHIPS as u8 {
            let is_large = holds(&large, number);
            if is_large {
                all = all.with(number);
            }
            if holds(&INTRODUCTORY, number) {
                if is_large {
                    introductory_large = introductory_large.with(number);
                } else {
                    introductory_small = introductory_small.with(number);
                }
            }
            number += 1;
        }
        Pieces { deck, chart, packs, large: all, introductory_large, introductory_small }
    }

    /// Returns what is in this box.
    #[inline]
    pub fn of(contents: Boxed<Printed>) -> &'static Pieces {
        static PROPOSED: Pieces = Pieces::PROPOSED;
        contents.derived().unwrap_or(&PROPOSED)
    }

    /// Returns the map of this box, or the one that was chosen.
    #[inline]
    pub fn chart(&self, chosen: Map) -> &Chart {
        self.chart.as_ref().unwrap_or_else(|| chosen.chart())
    }

    /// Has the box a map of its own?
    pub fn has_map(&self) -> bool {
        self.chart.is_some()
    }

    /// Returns the packs of this box, or those that were chosen.
    pub fn packs(&self, chosen: Reports) -> [Pack; 4] {
        self.packs.unwrap_or_else(|| chosen.packs())
    }

    /// Has the box reports of its own?
    pub fn has_reports(&self) -> bool {
        self.packs.is_some()
    }

    /// Returns the numbers of the large destinations that take part, rising.
    #[inline]
    pub fn large(&self, introductory: bool) -> &[u8] {
        if introductory { self.introductory_large.get() } else { self.large.get() }
    }

    /// Returns the numbers of the small destinations that have a card of their own, rising: in the introductory game.
    #[inline]
    pub fn small(&self, introductory: bool) -> &[u8] {
        if introductory { self.introductory_small.get() } else { &[] }
    }
}

impl Default for Printed {
    fn default() -> Printed {
        let point = |[x, y]: [i16; 2]| [i64::from(x), i64::from(y)];
        let harbour = |index: usize| PrintedHarbour { at: point(POINTS[index]), town: point(TOWNS[index]) };
        let channels = TABLE.iter().filter(|channel| channel.lengths[Map::Standard as usize] > 0);
        let [one, two, three, _] = Reports::default().packs().map(Vec::from);
        let shows = |number: u8| one.iter().filter(|report| report.freezes(number)).count() as i64;
        Printed {
            large: LARGE.map(i64::from).to_vec(),
            junctions: POINTS[SHIPS..].iter().map(|&at| point(at)).collect(),
            channels: channels
                .map(|channel| PrintedChannel {
                    from: Place(channel.ends[0]).to_string(),
                    to: Place(channel.ends[1]).to_string(),
                    spaces: channel.lengths[Map::Standard as usize].into(),
                    bends: channel.bends.map(point).to_vec(),
                })
                .collect(),
            cards: Card::ALL.into_iter().zip(DECK).map(|(card, count)| (card.to_string(), count.into())).collect(),
            reports: PrintedReports {
                one: (1..=4).map(shows).collect(),
                two: two.iter().filter(|report| **report != Report::MILD).map(ToString::to_string).collect(),
                three: three.iter().map(ToString::to_string).collect(),
            },
            harbours: (0..SHIPS).map(|index| (Place(index as u8).to_string(), harbour(index))).collect(),
        }
    }
}

static SHELF: Shelf<Printed> = Shelf::new();

impl Contents for Printed {
    type Derived = Pieces;

    fn judge(&self, faults: &mut Faults) {
        self.judge_large(faults);
        self.judge_cards(faults);
        self.judge_reports(faults);
        let before = faults.len();
        self.judge_points(faults);
        self.judge_channels(faults);
        if faults.len() == before {
            self.judge_map(faults);
        }
    }

    fn derive(&self) -> Pieces {
        let proposed = Printed::default();
        let deck = Card::ALL.map(|card| self.copies(card));
        let large = array::from_fn(|index| self.large.get(index).map_or(LARGE[index], |&number| number as u8));
        let same_map = (&self.junctions, &self.channels, &self.harbours)
            == (&proposed.junctions, &proposed.channels, &proposed.harbours);
        let chart = (!same_map).then(|| self.chart());
        let reports = (self.reports != proposed.reports).then(|| self.packs()).flatten();
        Pieces::new(deck, large, chart, reports)
    }

    fn shelf() -> &'static Shelf<Printed> {
        &SHELF
    }

    fn template() -> String {
        template(&Printed::default())
    }
}

/// A point as the map draws it, which was judged to lie on it.
fn drawn([x, y]: [i64; 2]) -> [i16; 2] {
    [x as i16, y as i16]
}

impl Printed {
    fn copies(&self, card: Card) -> u8 {
        self.cards.get(card.word()).and_then(|&count| u8::try_from(count).ok()).unwrap_or(0)
    }

    /// An end of channels that the map has.
    fn end(&self, word: &str) -> Option<u8> {
        let place: Place = word.parse().ok().filter(|place: &Place| place.index() < ENDS)?;
        (place.is_harbour() || place.index() < SHIPS + self.junctions.len()).then_some(place.index() as u8)
    }

    fn at(&self, end: u8) -> Option<[i16; 2]> {
        match usize::from(end).checked_sub(SHIPS) {
            Some(junction) => self.junctions.get(junction).map(|&at| drawn(at)),
            None => self.harbours.get(&Place(end).to_string()).map(|harbour| drawn(harbour.at)),
        }
    }

    /// A channel as the map needs it, if it can be read; without bends it is straight.
    fn line(&self, channel: &PrintedChannel) -> Option<Line> {
        let ends = [self.end(&channel.from)?, self.end(&channel.to)?];
        let [from, to] = [self.at(ends[0])?, self.at(ends[1])?];
        let third = |part: i16| array::from_fn(|axis| from[axis] + (to[axis] - from[axis]) / 3 * part);
        let bends = match channel.bends[..] {
            [one, other] => [drawn(one), drawn(other)],
            _ => [third(1), third(2)],
        };
        Some(Line { ends, spaces: channel.spaces.try_into().ok()?, bends })
    }

    fn chart(&self) -> Chart {
        let points = array::from_fn(|end| self.at(end as u8).unwrap_or_default());
        let town = |index: usize| self.harbours.get(&Place(index as u8).to_string()).map(|harbour| drawn(harbour.town));
        let lines: Vec<Line> = self.channels.iter().filter_map(|channel| self.line(channel)).collect();
        Chart::entered(self.junctions.len(), points, array::from_fn(|index| town(index).unwrap_or_default()), &lines)
    }

    fn packs(&self) -> Option<[Pack; 4]> {
        let one: Vec<u8> = self.reports.one.iter().filter_map(|&count| count.try_into().ok()).collect();
        let two: Vec<Report> = self.reports.two.iter().filter_map(|word| word.parse().ok()).collect();
        Some(packs(one.try_into().ok()?, two, self.reports.three.parse().ok()?))
    }

    fn judge_large(&self, faults: &mut Faults) {
        let count = self.large.len();
        if count != LARGE.len() {
            faults.add(&[&"large"], format!("there are {} large destinations; {}", LARGE.len(), given(count)));
        }
        for (index, number) in self.large.iter().enumerate() {
            if !(1..=SHIPS as i64).contains(number) {
                faults
                    .add(&[&"large", &index], format!("there is no harbour {number}; they are numbered 1 to {SHIPS}"));
            } else if self.large[..index].iter().any(|before| before >= number) {
                faults.add(
                    &[&"large", &index],
                    format!("the numbers rise; {number} stands behind a greater or equal one"),
                );
            }
        }
    }

    fn judge_cards(&self, faults: &mut Faults) {
        let before = faults.len();
        for (name, &count) in &self.cards {
            match name.parse::<Card>() {
                Err(error) => faults.add(&[&"cards", name], error.to_string()),
                Ok(card) => {
                    let least = if GIVEN.contains(&card) { SEATS as i64 } else { 0 };
                    if !(least..=ALIKE).contains(&count) {
                        let why = if least > 0 { ", for every player begins with one" } else { "" };
                        let what = format!("there are {least} to {ALIKE} of this card{why}; {}", given(count));
                        faults.add(&[&"cards", name], what);
                    }
                }
            }
        }
        for card in Card::ALL.into_iter().filter(|card| !self.cards.contains_key(card.word())) {
            faults.add(&[&"cards"], format!("the card `{card}` is missing; write 0 if there is none"));
        }
        let count: u32 = Card::ALL.into_iter().map(|card| u32::from(self.copies(card))).sum();
        if faults.len() == before && count != u32::from(CARDS) {
            faults.add(&[&"cards"], format!("{CARDS} cards are in the box; {}", given(count)));
        }
    }

    fn judge_reports(&self, faults: &mut Faults) {
        let PrintedReports { one, two, three } = &self.reports;
        let before = faults.len();
        if one.len() != 4 {
            let what = format!("ice has the numbers 1 to 4; counts are given for {}", one.len());
            faults.add(&[&"reports", &"one"], what);
        }
        for (index, &count) in one.iter().enumerate() {
            if !(0..i64::from(PACKED)).contains(&count) {
                let what = format!("0 to {} reports show a number alone; {}", PACKED - 1, given(count));
                faults.add(&[&"reports", &"one", &index], what);
            }
        }
        let mut judge = |path: &[&dyn Display], word: &str, numbers: usize| match word.parse::<Report>() {
            Err(error) => faults.add(path, error.to_string()),
            Ok(report) if report.numbers().count() != numbers => {
                faults.add(path, format!("`{report}` does not show {numbers} numbers"));
            }
            Ok(_) => {}
        };
        two.iter().enumerate().for_each(|(index, word)| judge(&[&"reports", &"two", &index], word, 2));
        judge(&[&"reports", &"three"], three, 3);
        let same = |word: &String| two.iter().filter(|other| *other == word).count() >= PACKED as usize;
        if faults.len() > before {
            return;
        }
        let count = one.iter().sum::<i64>() + two.len() as i64;
        if count != FEW_NUMBERS as i64 || two.iter().any(same) {
            let what = format!(
                "of {REPORTS} reports {FEW_NUMBERS} show one number or two, besides two mild ones and one each with three \
                 and four; {}",
                given(count)
            );
            faults.add(&[&"reports"], what);
        }
    }

    fn judge_points(&self, faults: &mut Faults) {
        for name in self.harbours.keys() {
            if !name.parse().is_ok_and(|place: Place| place.is_harbour()) {
                let what = format!("there is no harbour `{}`; they are called `h1` to `h{SHIPS}`", excerpt(name));
                faults.add(&[&"harbours", name], what);
            }
        }
        for ship in Ship::all() {
            let name = Place::harbour(ship).to_string();
            match self.harbours.get(&name) {
                Some(harbour) => {
                    judge_point(harbour.at, &[&"harbours", &name, &"at"], faults);
                    judge_point(harbour.town, &[&"harbours", &name, &"town"], faults);
                }
                None => faults.add(&[&"harbours"], format!("the harbour `{name}` is missing")),
            }
        }
        let count = self.junctions.len();
        if count > JUNCTIONS {
            faults.add(&[&"junctions"], format!("there are at most {JUNCTIONS} junctions; {}", given(count)));
        }
        for (index, &at) in self.junctions.iter().enumerate() {
            judge_point(at, &[&"junctions", &index], faults);
        }
    }

    fn judge_channels(&self, faults: &mut Faults) {
        if self.channels.len() > MOST_CHANNELS {
            let count = self.channels.len();
            faults.add(&[&"channels"], format!("there are at most {MOST_CHANNELS} channels; {}", given(count)));
        }
        for (index, channel) in self.channels.iter().enumerate() {
            let PrintedChannel { from, to, spaces, bends } = channel;
            let mut say = |key: &str, what: String| faults.add(&[&"channels", &index, &key], what);
            for (key, word) in [("from", from), ("to", to)] {
                if self.end(word).is_none() {
                    let junctions = self.junctions.len();
                    let what = format!(
                        "`{}` is no end of a channel; these are `h1` to `h{SHIPS}` and {}",
                        excerpt(word),
                        if junctions == 0 { "no junction".to_owned() } else { format!("`j1` to `j{junctions}`") }
                    );
                    say(key, what);
                }
            }
            if from == to {
                say("to", format!("the channel leads from `{}` back to where it begins", excerpt(from)));
            }
            let joins = |other: &PrintedChannel| {
                [&other.from, &other.to] == [from, to] || [&other.to, &other.from] == [from, to]
            };
            if self.channels[..index].iter().any(joins) {
                say("to", format!("another channel joins `{}` and `{}` already", excerpt(from), excerpt(to)));
            }
            if !(1..=i64::from(MOST_SPACES)).contains(spaces) {
                say("spaces", format!("a channel has 1 to {MOST_SPACES} spaces; {}", given(*spaces)));
            }
            if !matches!(bends.len(), 0 | 2) {
                say("bends", format!("two points bend a channel, or none; {}", given(bends.len())));
            }
            for (bend, &at) in bends.iter().enumerate() {
                judge_point(at, &[&"channels", &index, &"bends", &bend], faults);
            }
        }
    }

    /// What is true of the map as a whole, whose parts are sound.
    fn judge_map(&self, faults: &mut Faults) {
        let lines: Vec<Line> = self.channels.iter().filter_map(|channel| self.line(channel)).collect();
        let spaces: usize = lines.iter().map(|line| usize::from(line.spaces)).sum();
        let junctions = self.junctions.len();
        if spaces + junctions != SPACES {
            let what = format!(
                "{SPACES} pieces of ice lie on {SPACES} spaces, junctions among them; the map has {} and {}: {} in all",
                plural(spaces, "space"),
                plural(junctions, "junction"),
                spaces + junctions
            );
            faults.add(&[&"channels"], what);
        }
        for end in (0..(SHIPS + junctions) as u8).map(Place) {
            let meeting = lines.iter().filter(|line| line.ends.contains(&end.0)).count();
            let least = if end.is_harbour() { 1 } else { 2 };
            if !(least..=MOST_MEETING).contains(&meeting) {
                let what = format!("{least} to {MOST_MEETING} channels meet at `{end}`; {}", given(meeting));
                faults.add(&[&"channels"], what);
            }
        }
        let mut reached = vec![0];
        let mut next = 0;
        while let Some(&end) = reached.get(next) {
            for line in lines.iter().filter(|line| line.ends.contains(&end)) {
                let [from, to] = line.ends;
                let other = if from == end { to } else { from };
                if !reached.contains(&other) {
                    reached.push(other);
                }
            }
            next += 1;
        }
        for end in (0..(SHIPS + junctions) as u8).filter(|end| !reached.contains(end)).map(Place) {
            faults.add(&[&"channels"], format!("no way leads from `h1` to `{end}`"));
        }
        for (index, line) in lines.iter().enumerate() {
            let points = line.ends.map(|end| self.at(end).unwrap_or_default());
            if !pieces_fit(line, points) {
                let what = format!(
                    "{} would lie over each other: put the ends further apart, or bend the channel",
                    plural(line.spaces, "piece")
                );
                faults.add(&[&"channels", &index, &"spaces"], what);
            }
        }
    }
}

fn judge_point(at: [i64; 2], path: &[&dyn Display], faults: &mut Faults) {
    let [width, height] = SIZE;
    if !(0..=width).contains(&at[0]) || !(0..=height).contains(&at[1]) {
        let [x, y] = at;
        faults.add(path, format!("[{x}, {y}] lies off the map, which is {width} wide and {height} high"));
    }
}

fn template(printed: &Printed) -> String {
    let quoted = |words: &[String]| words.iter().map(|word| format!("\"{word}\"")).collect::<Vec<_>>().join(", ");
    let mut text = format!(
        "# Ice Breakers to the Rescue: what is printed on the board, the report cards and the Coast Guard cards.\n\
         # How well each is known: PRINTED in the rule book, DERIVED from what is printed, or PROPOSED by us. Put in what\n\
         # your box shows. Ships, harbours and 66 pieces of ice (20, 20, 20 and 6) are PRINTED and cannot be changed.\n\
         # The map is PROPOSED; where things lie is only for the drawing: [x, y], 1000 wide and 600 high from the north-west.\n\
         game = \"ice-breakers\"\n\n\
         # The large destinations: three cards wait at each. DERIVED.\nlarge = {:?}\n\n\
         # Where junctions j1, j2, ... lie, at most {JUNCTIONS}. A piece of ice lies on each. PROPOSED.\n\
         junctions = {:?}\n\n\
         # The channels: which harbours and junctions they join, and how many spaces lie between. PROPOSED. Spaces of another\n\
         # map are called s1, s2, ... in this order; with junctions there are {SPACES}. `bends` draws a curve and may be left out.\n\
         channels = [\n",
        printed.large, printed.junctions
    );
    for PrintedChannel { from, to, spaces, bends } in &printed.channels {
        let _ = writeln!(text, "  {{ from = \"{from}\", to = \"{to}\", spaces = {spaces}, bends = {bends:?} }},");
    }
    text.push_str("]\n\n# How many there are of each card. PRINTED; the sum is DERIVED.\n[cards]\n");
    for card in Card::ALL {
        let _ = writeln!(text, "{card} = {}", printed.cards[card.word()]);
    }
    let PrintedReports { one, two, three } = &printed.reports;
    let _ = writeln!(
        text,
        "\n# The reports besides two mild ones and the one with all four numbers. How many show 1, 2, 3 and 4 alone, which\n\
         # show two numbers, and which shows three. PRINTED is only that there are {REPORTS} in all. PROPOSED.\n\
         [reports]\none = {one:?}\ntwo = [{}]\nthree = \"{three}\"",
        quoted(two)
    );
    text.push_str("\n# Where the harbours lie, and their towns beside them. PROPOSED.\n[harbours]\n");
    for ship in Ship::all() {
        let name = Place::harbour(ship).to_string();
        let PrintedHarbour { at, town } = &printed.harbours[&name];
        let _ = writeln!(text, "{name} = {{ at = {at:?}, town = {town:?} }}");
    }
    text
}
