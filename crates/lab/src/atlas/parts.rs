//! The experiments of the atlas.

use polynya_catalog::{Group, Info, Kind, OptionInfo, QUICK_BOT, Values, headless, ids};
use polynya_engine::Seed;
use serde_json::{Map, Value};

use crate::experiment::{At, Bad, Draft, Grid, Place, Plan, Seats, Sweep};

/// One of the experiments of the atlas.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Every game as usual, with every number of seats; some matches are analysed.
    Seats,
    /// Every set of the variants, with every number of seats.
    Variants,
    /// Every other reading of a rule alone, with the usual number of seats.
    Rulings,
    /// Bots against each other, or where all play together, beside each other.
    Levels,
}

/// How much is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Matches of each game as usual, for each number of seats.
    pub main: u64,
    /// How many of them are analysed for luck and skill.
    pub analyse: u64,
    /// Matches of every other cell.
    pub cell: u64,
    /// Matches of each pair of levels.
    pub level: u64,
    /// Are variants tried with every number of seats, or with the usual one?
    pub every_seat: bool,
}

impl Size {
    /// As it is shipped: win rates within ± 1 % as usual, within ± 2 % elsewhere.
    pub const FULL: Size = Size { main: 9604, analyse: 100, cell: 2401, level: 200, every_seat: true };
    /// Win rates within ± 5 %, and variants with the usual number of seats.
    pub const QUICK: Size = Size { main: 385, analyse: 20, cell: 385, level: 40, every_seat: false };
}

/// Matches are left after this many steps: more than any has that leads somewhere.
const MOST: u64 = 10_000;
/// Of games with more sets of variants than this, and with variants that are no switches, each is tried alone.
const MOST_SETS: usize = 12;
/// The bots that play: the quickest of each game that plays sensibly, where that is not [`QUICK_BOT`]. It needs ten times
/// as long in these games.
const BOTS: [(&str, &str); 2] = [("rescue-polar-bears", "easy"), ("polar-roller", "easy")];
/// Neighbouring levels are compared, but for those that think long.
const LEVELS: [&str; 4] = ["random", "greedy", "easy", "normal"];

impl Part {
    /// All parts, in the order in which they are played.
    pub const ALL: [Part; 4] = [Part::Seats, Part::Variants, Part::Rulings, Part::Levels];

    /// Returns the name of its folder.
    pub fn folder(self) -> &'static str {
        match self {
            Part::Seats => "seats",
            Part::Variants => "variants",
            Part::Rulings => "rulings",
            Part::Levels => "levels",
        }
    }

    /// Returns what is played of it for these games; nothing if they have nothing of the kind.
    ///
    /// # Errors
    ///
    /// Says what is wrong, such as a game that does not exist.
    pub fn plan(self, games: &[String], size: Size) -> Result<Option<Plan>, Bad> {
        self.plan_within(games, size, MOST)
    }

    /// Returns the same where matches are left after this many steps.
    ///
    /// # Errors
    ///
    /// Says what is wrong, such as a game that does not exist.
    pub fn plan_within(self, games: &[String], size: Size, most: u64) -> Result<Option<Plan>, Bad> {
        let mut draft = Draft::empty(place());
        let (matches, analyse) = match self {
            Part::Seats => (size.main, size.analyse),
            Part::Variants | Part::Rulings => (size.cell, 0),
            Part::Levels => (size.level, 0),
        };
        draft.matches = Some(at(matches));
        draft.analyse = Some(at(analyse));
        draft.most = Some(at(most));
        draft.seed = Some("atlas".to_owned());
        let all: Vec<String> = ids().iter().map(|&id| id.to_owned()).collect();
        for game in if games.is_empty() { &all } else { games } {
            let info = headless().get(game).map_err(|error| place().bad(error))?.info();
            draft.grids.extend(self.grids(info, size));
        }
        if draft.grids.is_empty() { Ok(None) } else { draft.plan().map(Some) }
    }

    /// Returns what is asked of a game.
    fn grids(self, info: &Info, size: Size) -> Vec<Grid> {
        let grid = || Grid {
            place: place(),
            games: vec![at(info.id.to_owned())],
            seats: Some(Seats::All),
            options: Vec::new(),
            sweep: None,
            boxes: Vec::new(),
            bots: vec![at(vec![bot(info.id).to_owned()])],
        };
        match self {
            Part::Seats => vec![grid()],
            Part::Variants => {
                let sets: usize = listed(info, Group::Variant).map(|(_, values)| values.len()).product();
                let switches = listed(info, Group::Variant).all(|(_, values)| values.len() == 2);
                let seats = size.every_seat.then_some(Seats::All);
                if sets == 1 {
                    Vec::new()
                } else if switches || sets <= MOST_SETS {
                    vec![Grid { sweep: Some(at(Sweep::All)), seats, ..grid() }]
                } else {
                    let numbers = info.seats.clone().filter(|&number| size.every_seat || number == info.usual_seats);
                    let with = |number: u8| {
                        let options =
                            alone(info, Group::Variant).filter(|set| fits(info, set, number)).map(at).collect();
                        Grid { seats: Some(Seats::List(vec![at(number.into())])), options, ..grid() }
                    };
                    numbers.map(with).collect()
                }
            }
            Part::Rulings => {
                let sets: Vec<_> = alone(info, Group::Ruling).map(at).collect();
                if sets.len() == 1 { Vec::new() } else { vec![Grid { seats: None, options: sets, ..grid() }] }
            }
            Part::Levels => {
                let seats = *info.seats.start().max(&2);
                let seats = if info.kind == Kind::Together { info.usual_seats } else { seats };
                let against = |pair: &[&str]| {
                    at((0..seats).map(|seat| pair[usize::from(seat % 2)].to_owned()).collect::<Vec<String>>())
                };
                let bots = match info.kind {
                    Kind::Race => LEVELS.windows(2).map(against).collect(),
                    Kind::Together => LEVELS.iter().map(|&bot| at(vec![bot.to_owned()])).collect(),
                };
                vec![Grid { seats: Some(Seats::List(vec![at(seats.into())])), bots, ..grid() }]
            }
        }
    }
}

/// Returns the bot that plays a game.
fn bot(game: &str) -> &'static str {
    BOTS.iter().find(|(id, _)| *id == game).map_or(QUICK_BOT, |(_, bot)| bot)
}

/// Returns the options of a group whose values can be listed, the usual value first.
fn listed(info: &Info, group: Group) -> impl Iterator<Item = (&OptionInfo, Vec<Value>)> {
    let own = info.options.iter().filter(move |option| option.group == group);
    own.filter_map(|option| match option.values {
        Values::Switch(usual) => Some((option, vec![Value::Bool(usual), Value::Bool(!usual)])),
        Values::OneOf(values) => {
            let value = |text: &&str| serde_json::from_str(text).expect("values are JSON");
            Some((option, values.iter().map(value).collect()))
        }
        Values::Such(_) => None,
    })
}

/// Returns the usual options, and then every other value of a group alone.
fn alone(info: &Info, group: Group) -> impl Iterator<Item = Map<String, Value>> {
    let others = |(option, values): (&OptionInfo, Vec<Value>)| {
        let name = option.name.to_owned();
        values[1..].iter().map(move |value| (name.clone(), value.clone())).collect::<Vec<_>>()
    };
    std::iter::once(Map::new()).chain(listed(info, group).flat_map(others).map(|one| Map::from_iter([one])))
}

/// Can so many seats play with these options?
fn fits(info: &Info, options: &Map<String, Value>, seats: u8) -> bool {
    let options = Value::Object(options.clone()).to_string();
    headless().get(info.id).is_ok_and(|game| game.open(&options, seats, Seed::of("atlas")).is_ok())
}

fn place() -> Place {
    Place("atlas".to_owned())
}

fn at<T>(value: T) -> At<T> {
    At { place: place(), value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_atlas_asks_for_every_game_every_seat_and_every_set() {
        let plan = |part: Part| part.plan(&[], Size::FULL).unwrap().unwrap();
        let seats: usize = headless().iter().map(|game| game.info().seats.clone().count()).sum();
        assert_eq!(plan(Part::Seats).cells.len(), seats);
        let variants = plan(Part::Variants);
        for seats in headless().get("piecepack-dare").unwrap().info().seats.clone() {
            let of = |cell: &&crate::experiment::Cell| cell.game == "piecepack-dare" && cell.seats == seats;
            let own: Vec<_> = variants.cells.iter().filter(of).collect();
            assert_eq!(own.len(), 48, "{seats} seats");
            assert_eq!(own.iter().map(|cell| 1 + cell.also.len()).sum::<usize>(), 64, "{seats} seats");
        }
        let rulings = plan(Part::Rulings);
        for game in headless().iter() {
            for option in game.info().options.iter().filter(|option| option.group != Group::Again) {
                let tried = |plan: &Plan| plan.cells.iter().any(|cell| cell.options.contains_key(option.name));
                let listed = !matches!(option.values, Values::Such(_));
                assert_eq!(listed, tried(&variants) || tried(&rulings), "{} {}", game.info().id, option.name);
            }
        }
        assert!(plan(Part::Levels).cells.iter().all(|cell| cell.seats > 1));
        assert!(Part::Seats.plan(&["chess".to_owned()], Size::QUICK).is_err());
        assert!(Part::Variants.plan(&["polar-roller".to_owned()], Size::QUICK).unwrap().is_none());
    }
}
