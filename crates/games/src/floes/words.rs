//! The words of both games: the notation of actions and chance, and the sentences of the log.

use std::fmt;
use std::str::FromStr;

use polynya_engine::{BadWords, Clause, Outcome, Seat, excerpt};
use serde::{Deserialize, Serialize, Serializer};

use super::board::{CAPACITY, Edition, LANES, ROWS, Variants, seat_name};
use super::clauses::Rule;
use super::{Floes, Phase};

/// A shore or a floe. A floe keeps its name wherever it drifts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place(pub(super) u8);

impl Place {
    /// The start shore, which the port calls the South Pole.
    pub const START: Place = Place(ROWS * LANES);
    /// The North Pole.
    pub const NORTH: Place = Place(ROWS * LANES + 1);
    /// How many places there are on the largest board.
    pub(super) const COUNT: usize = (ROWS * LANES + 2) as usize;
    /// Open water has no name.
    pub(super) const NOWHERE: Place = Place(u8::MAX);

    /// Is it a floe and no shore?
    #[inline]
    pub fn is_floe(self) -> bool {
        self.0 < ROWS * LANES
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Place::START => f.write_str("start"),
            Place::NORTH => f.write_str("north"),
            Place(floe) => write!(f, "{}{}", char::from(b'a' + floe % LANES), floe / LANES + 1),
        }
    }
}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Place {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Place, BadWords> {
        let floe = || {
            let (&letter, digits) = text.as_bytes().split_first()?;
            let lane = letter.checked_sub(b'a').filter(|&lane| lane < LANES)?;
            let row: u8 = match digits {
                [digit @ b'1'..=b'9'] => digit - b'0',
                b"10" => 10,
                _ => return None,
            };
            Some(Place((row - 1) * LANES + lane))
        };
        match text {
            "start" => Ok(Place::START),
            "north" => Ok(Place::NORTH),
            _ => floe().ok_or_else(|| {
                bad("place", text, "`start`, `north`, or a floe such as `a1`: a letter from a to d and a row from 1")
            }),
        }
    }
}

impl Serialize for Place {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// What a die shows: whose roll it is, and how many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String")]
pub enum Label {
    /// Three moves with the bear.
    B3,
    /// Four moves with the bear; only in Polar Bear Alert.
    B4,
    /// Two moves with penguins.
    P2,
    /// Three moves with penguins.
    P3,
    /// Four moves with penguins.
    P4,
}

impl Label {
    const ALL: [Label; 5] = [Label::B3, Label::B4, Label::P2, Label::P3, Label::P4];

    /// Does the bear move?
    #[inline]
    pub fn is_bear(self) -> bool {
        matches!(self, Label::B3 | Label::B4)
    }

    /// How many moves it gives.
    #[inline]
    pub fn moves(self) -> u8 {
        match self {
            Label::P2 => 2,
            Label::B3 | Label::P3 => 3,
            Label::B4 | Label::P4 => 4,
        }
    }

    /// The label as a person says it: `Penguin 3`.
    pub fn spoken(self) -> String {
        format!("{} {}", if self.is_bear() { "Bear" } else { "Penguin" }, self.moves())
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl TryFrom<String> for Label {
    type Error = BadWords;

    fn try_from(text: String) -> Result<Label, BadWords> {
        text.parse()
    }
}

impl FromStr for Label {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Label, BadWords> {
        Label::ALL
            .into_iter()
            .find(|label| label.to_string() == text)
            .ok_or_else(|| bad("die label", text, "`B3`, `B4`, `P2`, `P3` or `P4`"))
    }
}

/// Which way a floe slides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Heading {
    /// Towards the North Pole.
    North,
    /// Towards the start shore.
    South,
    /// Deep Freeze only.
    East,
    /// Deep Freeze only.
    West,
}

impl Heading {
    pub(super) const ALL: [Heading; 4] = [Heading::North, Heading::South, Heading::East, Heading::West];

    /// The cell that lies beyond this one.
    #[inline]
    pub(super) fn beyond(self, cell: u8) -> u8 {
        match self {
            Heading::North => cell + LANES,
            Heading::South => cell - LANES,
            Heading::East => cell + 1,
            Heading::West => cell - 1,
        }
    }

    fn spoken(self) -> &'static str {
        match self {
            Heading::North => "north",
            Heading::South => "south",
            Heading::East => "east",
            Heading::West => "west",
        }
    }
}

impl fmt::Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.spoken()[..1])
    }
}

impl FromStr for Heading {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Heading, BadWords> {
        Heading::ALL
            .into_iter()
            .find(|heading| heading.spoken()[..1] == *text)
            .ok_or_else(|| bad("direction", text, "`n` or `s` (in Deep Freeze also `e` or `w`)"))
    }
}

/// Which bear steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Bear {
    /// The only one.
    Only,
    /// The one of Mega Ice Age that began on the Equator.
    First,
    /// The one of Mega Ice Age that began at the North Pole.
    Second,
}

impl Bear {
    pub(super) const ALL: [Bear; 3] = [Bear::Only, Bear::First, Bear::Second];

    #[inline]
    pub(super) fn index(self) -> usize {
        usize::from(self == Bear::Second)
    }

    fn word(self) -> &'static str {
        match self {
            Bear::Only => "bear",
            Bear::First => "bear1",
            Bear::Second => "bear2",
        }
    }

    fn spoken(self) -> &'static str {
        match self {
            Bear::Only => "The bear",
            Bear::First => "Bear 1",
            Bear::Second => "Bear 2",
        }
    }
}

/// What a seat does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Begins the turn.
    Roll,
    /// Steps with a penguin, which was homebound before or was not.
    Hop {
        /// Where it stands.
        from: Place,
        /// Where it steps.
        to: Place,
        /// Was it homebound already?
        home: bool,
    },
    /// Slides a floe by one.
    Slide {
        /// The floe.
        floe: Place,
        /// Which way.
        to: Heading,
    },
    /// Steps with a bear.
    Bear {
        /// Which one.
        bear: Bear,
        /// Where it steps.
        to: Place,
    },
    /// Says which of two dice is used up first.
    Die(Label),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Action::Roll => f.write_str("roll"),
            Action::Hop { from, to, home: false } => write!(f, "hop {from} {to}"),
            Action::Hop { from, to, home: true } => write!(f, "hop {from} {to} home"),
            Action::Slide { floe, to } => write!(f, "slide {floe} {to}"),
            Action::Bear { bear, to } => write!(f, "{} {to}", bear.word()),
            Action::Die(label) => write!(f, "die {label}"),
        }
    }
}

impl FromStr for Action {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Action, BadWords> {
        let mut words = text.split(' ');
        let verb = words.next().unwrap_or("");
        let mut next = |what| words.next().ok_or_else(|| BadWords(format!("`{verb}` wants {what} behind it")));
        let action = match verb {
            "roll" => Action::Roll,
            "hop" => {
                let (from, to) = (next("two places")?.parse()?, next("a second place")?.parse()?);
                let home = match words.next() {
                    None => false,
                    Some("home") => true,
                    Some(other) => return Err(bad("word", other, "nothing or `home` behind the two places of a hop")),
                };
                Action::Hop { from, to, home }
            }
            "slide" => Action::Slide { floe: next("a floe")?.parse()?, to: next("a direction")?.parse()? },
            "die" => Action::Die(next("a die label")?.parse()?),
            _ => match Bear::ALL.into_iter().find(|bear| bear.word() == verb) {
                Some(bear) => Action::Bear { bear, to: next("a floe")?.parse()? },
                None => return Err(bad("word", verb, "`roll`, `hop`, `slide`, `bear`, `bear1`, `bear2` or `die`")),
            },
        };
        match words.next() {
            None => Ok(action),
            Some(more) => Err(bad("word", more, &format!("nothing behind `{action}`"))),
        }
    }
}

/// What dice decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Chance {
    /// A die shows this.
    Label(Label),
    /// A die says that it is rolled again: Polar Bear Alert.
    Again,
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Label(label) => write!(f, "{label}"),
            Chance::Again => f.write_str("again"),
        }
    }
}

impl FromStr for Chance {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Chance, BadWords> {
        if text == "again" { Ok(Chance::Again) } else { text.parse().map(Chance::Label) }
    }
}

fn bad(what: &str, text: &str, expected: &str) -> BadWords {
    BadWords(format!("unknown {what} `{}`; expected {expected}", excerpt(text)))
}

/// The fixed numbering of an edition's actions.
#[derive(Clone, Copy)]
pub(super) struct Numbering {
    floes: usize,
    directions: usize,
    headings: usize,
    bears: usize,
    labels: usize,
}

impl Numbering {
    pub(super) const fn of<E: Edition>() -> Numbering {
        let floes = (E::ROWS * LANES) as usize;
        match E::VARIANTS {
            Some(_) => Numbering { floes, directions: 1, headings: 2, bears: 1, labels: 0 },
            None => Numbering { floes, directions: 2, headings: 4, bears: 3, labels: 5 },
        }
    }

    const fn places(self) -> usize {
        self.floes + 2
    }

    /// How many actions there are of each kind: rolls, hops, slides, steps of bears, choices of a die.
    const fn kinds(self) -> [usize; 5] {
        let places = self.places();
        [1, places * places * self.directions, places * self.headings, places * self.bears, self.labels]
    }

    pub(super) const fn size(self) -> usize {
        let [rolls, hops, slides, bears, labels] = self.kinds();
        rolls + hops + slides + bears + labels
    }

    pub(super) fn index(self, action: Action) -> Option<usize> {
        let place = |place: Place| match place {
            Place::START => Some(self.floes),
            Place::NORTH => Some(self.floes + 1),
            Place(floe) => Some(usize::from(floe)).filter(|&floe| floe < self.floes),
        };
        let below = |number: usize, limit: usize| (number < limit).then_some(number);
        let [rolls, hops, slides, bears, _] = self.kinds();
        Some(match action {
            Action::Roll => 0,
            Action::Hop { from, to, home } => {
                let pair = place(from)? * self.places() + place(to)?;
                rolls + pair * self.directions + below(usize::from(home), self.directions)?
            }
            Action::Slide { floe, to } => {
                rolls + hops + place(floe)? * self.headings + below(to as usize, self.headings)?
            }
            Action::Bear { bear, to } => {
                rolls + hops + slides + place(to)? * self.bears + below(bear as usize, self.bears)?
            }
            Action::Die(label) => rolls + hops + slides + bears + below(label as usize, self.labels)?,
        })
    }

    pub(super) fn action(self, mut index: usize) -> Option<Action> {
        let place = |number: usize| match number.checked_sub(self.floes) {
            None => Place(number as u8),
            Some(0) => Place::START,
            Some(_) => Place::NORTH,
        };
        for (kind, size) in self.kinds().into_iter().enumerate() {
            if let Some(rest) = index.checked_sub(size) {
                index = rest;
                continue;
            }
            return Some(match kind {
                0 => Action::Roll,
                1 => {
                    let (pair, home) = (index / self.directions, index % self.directions == 1);
                    Action::Hop { from: place(pair / self.places()), to: place(pair % self.places()), home }
                }
                2 => Action::Slide { floe: place(index / self.headings), to: Heading::ALL[index % self.headings] },
                3 => Action::Bear { bear: Bear::ALL[index % self.bears], to: place(index / self.bears) },
                _ => Action::Die(Label::ALL[index]),
            });
        }
        None
    }
}

/// What the table sees happen.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
#[allow(missing_docs, reason = "the fields are what the sentences of `tell` say")]
pub enum Event {
    Again { seat: Seat },
    Rolled { seat: Seat, label: Label },
    Chose { seat: Seat, label: Label },
    Hopped { seat: Seat, from: Place, to: Place, home: bool },
    Swam { seat: Seat, floe: Place },
    Slid { seat: Seat, floe: Place, to: Heading },
    BearStepped { seat: Seat, bear: Bear, from: Place, to: Place },
    SentHome { seat: Seat, floe: Place, count: u8 },
    Lapsed { seat: Seat, moves: u8 },
    TurnOf { seat: Seat },
    LimitReached { turns: u32 },
    Won { seat: Seat },
}

/// An action as a button says it.
pub(super) fn label<E: Edition>(action: Action) -> String {
    let spoken = Floes::<E>::spoken;
    match action {
        Action::Roll => "Roll the die".to_owned(),
        Action::Hop { from, to, home } => {
            let penguin = if home { "Homebound penguin" } else { "Penguin" };
            format!("{penguin} from {} to {}", spoken(from), spoken(to))
        }
        Action::Slide { floe, to } => format!("Slide {floe} {}", to.spoken()),
        Action::Bear { bear, to } => format!("{} to {}", bear.spoken(), spoken(to)),
        Action::Die(label) => format!("Use up {} first", label.spoken()),
    }
}

impl<E: Edition> Floes<E> {
    fn spoken(place: Place) -> String {
        match place {
            Place::START => E::START_NAME.to_owned(),
            Place::NORTH => "the North Pole".to_owned(),
            floe => floe.to_string(),
        }
    }

    /// The bear, or any of two.
    fn some_bear(&self) -> &'static str {
        if self.variants().has(Variants::MEGA_ICE_AGE) { "A bear" } else { "The bear" }
    }

    pub(super) fn sentence(&self, event: &Event) -> String {
        let name = seat_name::<E>;
        match *event {
            Event::Again { seat } => format!("{} rolls again.", name(seat)),
            Event::Rolled { seat, label } => format!("{} rolls {}.", name(seat), label.spoken()),
            Event::Chose { seat, label } => format!("{} uses up {} first.", name(seat), label.spoken()),
            Event::Hopped { seat, from, to, .. } => {
                let turns = to == Place::NORTH && self.goal() == Place::START;
                let then = if turns { " and turns round" } else { "" };
                format!("{} hops from {} to {}{then}.", name(seat), Self::spoken(from), Self::spoken(to))
            }
            Event::Swam { seat, floe } => {
                let (bear, start) = (self.some_bear(), Self::spoken(Place::START));
                format!("{bear} is on {floe}: {} swims back to {start}.", name(seat))
            }
            Event::Slid { seat, floe, to } => format!("{} slides {floe} {}.", name(seat), to.spoken()),
            Event::BearStepped { seat, bear, from, to } => {
                let whose = format!("{} moves {}", name(seat), bear.spoken().to_lowercase());
                format!("{whose} from {} to {to}.", Self::spoken(from))
            }
            Event::SentHome { seat, count, .. } => {
                let penguins = if count == 1 { "a penguin".to_owned() } else { format!("{count} penguins") };
                format!("The bear sends {penguins} of {} back to {}.", name(seat), Self::spoken(Place::START))
            }
            Event::Lapsed { seat, moves } => {
                format!("{} has no legal move: {} lapse.", name(seat), plural(usize::from(moves), "move"))
            }
            Event::TurnOf { seat } => format!("It is the turn of {}.", name(seat)),
            Event::LimitReached { turns } => format!("The match stops after {}.", plural(turns as usize, "turn")),
            Event::Won { seat } => format!("{} wins: all three penguins are home.", name(seat)),
        }
    }

    pub(super) fn in_words(&self) -> String {
        let mut lines = vec![self.status()];
        for seat in Seat::all(self.seats) {
            lines.push(self.penguins_in_words(seat));
        }
        let mega = self.variants().has(Variants::MEGA_ICE_AGE);
        for (bear, place) in [Bear::First, Bear::Second].into_iter().zip(self.bears()) {
            let bear = if mega { bear } else { Bear::Only };
            lines.push(format!("{} is on {}.", bear.spoken(), Self::spoken(place)));
        }
        for lane in 0..LANES {
            let floes: Vec<String> = (1..=self.height())
                .filter_map(|height| self.floe_at(lane, height).map(|floe| format!("{floe} at {height}")))
                .collect();
            lines.push(format!("Lane {}: {}.", char::from(b'a' + lane), floes.join(", ")));
        }
        if self.setup.limit != u32::MAX {
            lines.push(format!("The match stops after {}.", plural(self.setup.limit as usize, "turn")));
        }
        lines.join("\n")
    }

    fn status(&self) -> String {
        let (turn, name) = (self.turns + 1, seat_name::<E>(self.seat));
        match (self.phase, self.die) {
            (Phase::Over, _) => match self.outcome() {
                Outcome { winners, .. } if winners.is_empty() => {
                    format!("Over after {}: nobody won.", plural(self.turns as usize, "turn"))
                }
                Outcome { winners, .. } => {
                    let names: Vec<&str> = winners.iter().map(seat_name::<E>).collect();
                    format!("Over after {}: {} won.", plural(self.turns as usize, "turn"), names.join(" and "))
                }
            },
            (Phase::Move, Some(die)) => {
                let then = self.spare.map_or(String::new(), |label| format!(", then {}", label.spoken()));
                let left = plural(usize::from(self.left), "move");
                format!("Turn {turn}: {name} has {left} of {} left{then}.", die.spoken())
            }
            (Phase::Order, Some(die)) => {
                let spare = self.spare.map_or(String::new(), Label::spoken);
                format!("Turn {turn}: {name} chooses between {} and {spare}.", die.spoken())
            }
            (Phase::Again, _) => format!("Turn {turn}: {name} rolls again."),
            (Phase::Throw, Some(die)) => format!("Turn {turn}: {name} has {} and rolls the second die.", die.spoken()),
            (Phase::Throw, None) => format!("Turn {turn}: the die of {name} is rolling."),
            _ => format!("Turn {turn}: {name} is to roll."),
        }
    }

    fn penguins_in_words(&self, seat: Seat) -> String {
        let mut parts = vec![format!("{} home", self.home_count(seat))];
        let mut counted: Vec<((Place, bool), usize)> = Vec::new();
        for penguin in self.penguins(seat) {
            let arrived = penguin == (Place::NORTH, false);
            match counted.last_mut() {
                _ if arrived => {}
                Some((last, count)) if *last == penguin => *count += 1,
                _ => counted.push((penguin, 1)),
            }
        }
        for ((place, home), count) in counted {
            let way = if home { " homebound" } else { "" };
            let at = if place.is_floe() { "on" } else { "at" };
            parts.push(format!("{count}{way} {at} {}", Self::spoken(place)));
        }
        format!("{} has {}.", seat_name::<E>(seat), parts.join(", "))
    }

    pub(super) fn reason(&self, seat: Seat, action: Action, rule: Rule) -> String {
        let name = seat_name::<E>(seat);
        match (rule, action) {
            (Rule::TakeTurns, _) => format!("It is the turn of {}, not of {name}.", seat_name::<E>(self.seat)),
            (Rule::OnTheBoard, _) => {
                let rows = self.layout().rows;
                format!("This board has the floes a1 to d{rows}, `start` and `north`, and no others.")
            }
            (Rule::OwnPenguin, Action::Hop { from, home, .. }) => {
                let way = match (home, self.goal()) {
                    (true, _) => " homebound",
                    (false, Place::START) => " outbound",
                    (false, _) => "",
                };
                let at = if from.is_floe() { "on" } else { "at" };
                format!("{name} has no{way} penguin {at} {}.", Self::spoken(from))
            }
            (Rule::Adjacent, Action::Hop { from, to, .. }) => {
                let (from, to) = (Self::spoken(from), Self::spoken(to));
                format!("There is no step from {from} to {to}: only places that share an edge touch.")
            }
            (Rule::Adjacent, Action::Bear { bear, to }) => {
                let from = self.place(self.bears[bear.index()]);
                format!("{} is on {}, which does not touch {to}.", bear.spoken(), Self::spoken(from))
            }
            (Rule::FloeIsFull, Action::Hop { to, .. }) => format!("{to} carries {CAPACITY} penguins already."),
            (Rule::BearHolds, Action::Slide { floe, .. }) => {
                format!("{} is on {floe}: on a penguin roll its floe does not slide.", self.some_bear())
            }
            (Rule::PenguinsHold, Action::Slide { floe, .. }) => {
                format!("{floe} carries penguins: on a bear roll such a floe does not slide.")
            }
            (Rule::OwnSquare, Action::Slide { floe, to }) => {
                format!("{floe} is already in the {}ern half of its square.", to.spoken())
            }
            (Rule::NoRoom, Action::Slide { floe, to }) => format!("{floe} has no free water to the {}.", to.spoken()),
            _ => rule.text().to_owned(),
        }
    }
}

fn plural(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
