//! What the dice can do to this turn: an exact forecast, found by playing copies of the position to the turn's end.
//!
//! It holds if the ship ended its actions now. No rule is written here a second time: a copy plays `end`, then every
//! outcome of `odds` is settled and every legal answer is played that can change the numbers below.
//!
//! Every fall of both dice is told apart. Where the seat still has a choice in it (where a newborn cub goes, who boards
//! Iron Petrel), a number is a [`Span`] over all choices, each fall for itself, as if the seat knew the red die when it
//! places a cub. Two kinds of answer change none of these numbers, so one of them stands for all: who flees where
//! (bears must flee while there is room, so as many are left without), and what a cub becomes (every legal answer ends
//! in the same shortage or in none). The tests compare with all answers played out.

use polynya_engine::{Game, Member, Turn};

use super::{Action, Awaiting, Bears, Chance, Ending, Event, Hex, Number, RescuePolarBears, Stage};

/// A number that choices can still change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The smallest that some choice leads to.
    pub least: u8,
    /// The largest that some choice leads to.
    pub most: u8,
}

impl Span {
    fn of(value: u8) -> Span {
        Span { least: value, most: value }
    }

    fn or(self, other: Span) -> Span {
        Span { least: self.least.min(other.least), most: self.most.max(other.most) }
    }
}

/// What the rest of the turn can bring.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// The Ice Tile that melts if any does: its number, its hex, and the bears on it now.
    pub tile: Option<(Number, Hex, Bears)>,
    /// Helicopters at the bases now.
    pub helicopters: u8,
    /// Is the red die still to be rolled?
    pub red_is_open: bool,
    /// One row for each number of the blue die; a single row when the blue die is not rolled any more in this turn.
    pub rows: Vec<Row>,
}

/// The rest of the turn for one number of the blue die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row {
    /// What the blue die shows; nothing if it is not rolled any more.
    pub d20: Option<Number>,
    /// What it brings.
    pub brings: Brings,
    /// What is added to the red die.
    pub extra: u8,
    /// Bears that sink before the red die: newborn cubs without room.
    pub born_to_sink: Span,
    /// What follows for each number of the red die, from 1 to 6; the same six times if it is rolled already.
    pub faces: [Face; 6],
}

/// What the blue die brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Brings {
    /// It is not rolled any more in this turn.
    Nothing,
    /// The red die counts more.
    Warming,
    /// How many cubs are born.
    Birth(u8),
    /// How many cubs grow up.
    Growth(u8),
}

/// The rest of the turn for one number of the red die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Face {
    /// Does the alert's tile melt, unless a birth has lost the match before?
    pub melts: bool,
    /// Bears on it when it melts.
    pub fleeing: Span,
    /// Bears that sink when it melts.
    pub sinking: Span,
    /// Helicopters at the bases when the turn is over.
    pub helicopters: Span,
    /// Is the match lost: 1 if so. `least` is 0 if some choice saves it, `most` is 1 if some choice loses it.
    pub lost: Span,
    /// The temperature that the red die brings, before anything melts.
    pub heat: Span,
    /// The temperature when the turn is over.
    pub temperature: Span,
}

/// What a number of the red die brings, all numbers of the blue die together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RedFace {
    /// How many numbers of the blue die are counted; one if it is not rolled any more.
    pub rows: u32,
    /// The temperature when the turn is over.
    pub temperature: Span,
    /// With how many of the numbers ice melts.
    pub melts: u32,
    /// Bears that sink when it melts.
    pub sinking: Span,
    /// With how many of the numbers the match is lost whatever is chosen.
    pub lost_for_certain: u32,
    /// With how many it is lost by some choice or other.
    pub lost_perhaps: u32,
}

impl Face {
    fn or(self, other: Face) -> Face {
        Face {
            melts: self.melts || other.melts,
            fleeing: self.fleeing.or(other.fleeing),
            sinking: self.sinking.or(other.sinking),
            helicopters: self.helicopters.or(other.helicopters),
            lost: self.lost.or(other.lost),
            heat: self.heat.or(other.heat),
            temperature: self.temperature.or(other.temperature),
        }
    }
}

impl Forecast {
    /// Returns the forecast, or `None` before the first turn, while a question of the Action Phase is open, once the
    /// melting of the turn is done, and after the match.
    pub fn of(position: &RescuePolarBears) -> Option<Forecast> {
        let mut ended = *position;
        match (position.stage, position.awaiting) {
            (Stage::Action, Awaiting::Act) => ended.play(position.seat(), Action::End, &mut |_| {}),
            (Stage::Growth, Awaiting::D20 | Awaiting::D6 | Awaiting::Place | Awaiting::Board | Awaiting::Grow) => {}
            (Stage::Heat, Awaiting::Flee | Awaiting::Board) => {}
            _ => return None,
        }
        let mut rows = Vec::new();
        if ended.awaiting == Awaiting::D20 {
            ended.odds(&mut |chance, _| rows.push(Row::of(&ended, Some(chance))));
        } else {
            rows.push(Row::of(&ended, None));
        }
        let tile = position.alert().map(|(number, hex)| (number, hex, position.bears_on(hex)));
        let red_is_open = ended.stage != Stage::Heat && ended.awaiting != Awaiting::Over;
        Some(Forecast { tile, helicopters: position.helicopters.ready, red_is_open, rows })
    }

    /// Returns how many falls of the dice there are, each equally likely.
    pub fn falls(&self) -> u32 {
        self.count(|_| 1)
    }

    /// In how many falls of the dice ice melts in this turn.
    pub fn melting(&self) -> u32 {
        self.count(|face| u32::from(face.melts))
    }

    /// In how many falls of the dice the match is lost in this turn whatever is chosen.
    pub fn losing_for_certain(&self) -> u32 {
        self.count(|face| u32::from(face.lost.least))
    }

    /// In how many falls of the dice the match is lost in this turn by some choice or other.
    pub fn losing_perhaps(&self) -> u32 {
        self.count(|face| u32::from(face.lost.most))
    }

    /// Bears that sink in this turn: the fewest with the kindest dice and choices, the most with the cruellest.
    pub fn sinking(&self) -> Span {
        let each = self.rows.iter().flat_map(|row| {
            row.faces.iter().map(|face| Span {
                least: row.born_to_sink.least + face.sinking.least,
                most: row.born_to_sink.most + face.sinking.most,
            })
        });
        each.reduce(Span::or).unwrap_or(Span::of(0))
    }

    fn count(&self, of: impl Fn(&Face) -> u32) -> u32 {
        self.rows.iter().flat_map(|row| &row.faces).map(of).sum()
    }

    /// Returns what each number of the red die brings, from 1 to 6; nothing if it is rolled already.
    pub fn red(&self) -> Vec<RedFace> {
        let numbers = if self.red_is_open { 0..6 } else { 0..0 };
        numbers.filter_map(|number| RedFace::of(self.rows.iter().map(move |row| &row.faces[number]))).collect()
    }

    /// Returns how warm the red die can make it in this turn, before anything melts; `None` if it is rolled already.
    pub fn reach(&self) -> Option<Span> {
        let heat = self.rows.iter().flat_map(|row| &row.faces).map(|face| face.heat).reduce(Span::or);
        heat.filter(|_| self.red_is_open)
    }

    /// Returns the numbers of the blue die with which newborn cubs find no ice, and how many sink.
    pub fn births(&self) -> impl Iterator<Item = (Number, Span)> {
        let sinking = |row: &Row| Some((row.d20?, row.born_to_sink)).filter(|(_, sinking)| sinking.most > 0);
        self.rows.iter().filter_map(sinking)
    }
}

impl RedFace {
    fn of<'a>(faces: impl Iterator<Item = &'a Face> + Clone) -> Option<RedFace> {
        let count = |of: fn(&Face) -> bool| faces.clone().filter(|face| of(face)).count() as u32;
        Some(RedFace {
            rows: count(|_| true),
            temperature: faces.clone().map(|face| face.temperature).reduce(Span::or)?,
            melts: count(|face| face.melts),
            sinking: faces.clone().map(|face| face.sinking).reduce(Span::or)?,
            lost_for_certain: count(|face| face.lost.least > 0),
            lost_perhaps: count(|face| face.lost.most > 0),
        })
    }
}

impl Row {
    /// The row that follows from an outcome of the blue die, or from here.
    fn of(position: &RescuePolarBears, d20: Option<Chance>) -> Row {
        let mut after = *position;
        let (mut brings, mut sunk) = (Brings::Nothing, 0);
        if let Some(chance) = d20 {
            after.settle(chance, &mut |event| match event {
                Event::Warmer { .. } => brings = Brings::Warming,
                Event::Born { count, .. } => brings = Brings::Birth(count),
                Event::Growth { count, .. } => brings = Brings::Growth(count),
                event => sunk += sinking(&event),
            });
        }
        let mut row: Option<Row> = None;
        let mut fold = |born_to_sink: u8, extra: u8, faces: [Face; 6]| {
            let number = match d20 {
                Some(Chance::D20(number)) => Some(number),
                _ => None,
            };
            let next = Row { d20: number, brings, extra, born_to_sink: Span::of(born_to_sink), faces };
            row = Some(row.map_or(next, |row| row.or(next)));
        };
        until_red_die(&after, sunk, &mut fold);
        row.expect("every way through a turn reaches its red die or its end")
    }

    fn or(self, other: Row) -> Row {
        let mut faces = self.faces;
        for (face, other) in faces.iter_mut().zip(other.faces) {
            *face = face.or(other);
        }
        Row {
            extra: self.extra.max(other.extra),
            born_to_sink: self.born_to_sink.or(other.born_to_sink),
            faces,
            ..self
        }
    }
}

/// Plays every answer before the red die, then every face of it. `sunk` counts the bears that sank on the way.
fn until_red_die(position: &RescuePolarBears, sunk: u8, fold: &mut impl FnMut(u8, u8, [Face; 6])) {
    match position.awaiting {
        Awaiting::D6 => {
            let mut faces = [None; 6];
            position.odds(&mut |chance, _| {
                let Chance::D6(pips) = chance else { return };
                let mut after = *position;
                let mut seen = Seen { heat: position.temperature, ..Seen::default() };
                after.settle(chance, &mut |event| seen.look(&event));
                seen.fleeing =
                    if seen.melts { position.alert().map_or(0, |(_, hex)| position.bears_on(hex).total()) } else { 0 };
                faces[pips.bit() as usize] = Some(until_the_end(&after, seen));
            });
            fold(sunk, position.turn.extra, faces.map(|face| face.expect("the red die has six faces")));
        }
        _ if position.stage == Stage::Heat || position.awaiting == Awaiting::Over => {
            // The red die is rolled already, or a birth has lost the match.
            let melts = position.stage == Stage::Heat;
            let fleeing = if melts { position.in_peril().total() } else { 0 };
            let seen = Seen { melts, fleeing, heat: position.temperature, ..Seen::default() };
            let face = until_the_end(position, seen);
            fold(sunk, position.turn.extra, [face; 6]);
        }
        _ => answers(position, &mut |after, events| {
            let more: u8 = events.iter().map(sinking).sum();
            until_red_die(after, sunk + more, fold);
        }),
    }
}

/// What was seen on the way from the red die to the end of the turn.
#[derive(Clone, Copy, Default)]
struct Seen {
    heat: u8,
    melts: bool,
    fleeing: u8,
    sinking: u8,
}

impl Seen {
    fn look(&mut self, event: &Event) {
        if let Event::RedDie { to, .. } = event {
            self.heat = *to;
        }
        self.melts |= matches!(event, Event::Melting { .. });
        self.sinking += sinking(event);
    }
}

fn sinking(event: &Event) -> u8 {
    match event {
        Event::Sank { bears, .. } => bears.total(),
        _ => 0,
    }
}

/// Plays every answer of the Increase Temperature Phase until the bears are safe or sunk.
fn until_the_end(position: &RescuePolarBears, seen: Seen) -> Face {
    if !matches!(position.awaiting, Awaiting::Flee | Awaiting::Board) {
        let lost = matches!(position.ending, Some(Ending::Sunk | Ending::Heat));
        return Face {
            melts: seen.melts,
            fleeing: Span::of(seen.fleeing),
            sinking: Span::of(seen.sinking),
            helicopters: Span::of(position.helicopters.ready),
            lost: Span::of(u8::from(lost)),
            heat: Span::of(seen.heat),
            temperature: Span::of(position.temperature),
        };
    }
    let mut face: Option<Face> = None;
    answers(position, &mut |after, events| {
        let mut seen = seen;
        events.iter().for_each(|event| seen.look(event));
        let next = until_the_end(after, seen);
        face = Some(face.map_or(next, |face| face.or(next)));
    });
    face.expect("an open question has an answer")
}

/// Shows the position after each answer that can make a difference to the forecast.
fn answers(position: &RescuePolarBears, show: &mut impl FnMut(&RescuePolarBears, &[Event])) {
    let Turn::Players(_) = position.turn() else { unreachable!("only questions stand between the dice of a turn") };
    let mut actions = Vec::new();
    position.legal(position.seat(), &mut actions);
    if matches!(position.awaiting, Awaiting::Flee | Awaiting::Grow) {
        actions.truncate(1);
    }
    for action in actions {
        let (mut after, mut events) = (*position, Vec::new());
        after.play(position.seat(), action, &mut |event| events.push(event));
        show(&after, &events);
    }
}
