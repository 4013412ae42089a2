//! What a drawing of Rescue Polar Bears needs to know.
//!
//! Hexes are called as in the notation, `e5`; bears are letters, `mfc` for a male, a female and a cub.

use std::collections::BTreeMap;

use polynya_engine::{Game, Word};
use polynya_games::rescue_polar_bears::forecast::{Forecast, RedFace, Span};
use polynya_games::rescue_polar_bears::{
    Ability, AlertSupply, Awaiting, BASES, Bears, Ending, FLAG, HOTTEST, Hex, Number, RescuePolarBears, Ship, Slot,
    Stage, Tile, Upgrade,
};
use serde::Serialize;
use ts_rs::TS;

use super::{Ahead, Projection, in_browser, is_zero};

/// A position of Rescue Polar Bears.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueView {
    /// What lies on the hexes: the number of an Ice Tile, `support` or `float`; nothing is said of open water.
    tiles: BTreeMap<String, String>,
    /// The bears on each hex that has some.
    bears: BTreeMap<String, String>,
    /// The hexes with Data Tokens.
    data: Vec<String>,
    /// The ships by their place in the turn order, from 1.
    ships: BTreeMap<u8, RescueShip>,
    /// The ship whose turn it is, and the seat that steers it.
    ship: u8,
    seat: u8,
    /// Turns that are over.
    turns: u32,
    stage: Stage,
    ask: RescueAsk,
    /// Actions that the ship has left.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    left: u8,
    /// What the ship may do without an action: load the next bear, or grab data.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    free: Option<RescueFree>,
    temperature: u8,
    /// The number on the Temperature Track, and of the Ice Tile that melts next.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    alert: Option<u8>,
    /// Alert Tokens in the supply.
    face_up: Vec<u8>,
    face_down: Vec<u8>,
    /// What the blue die shows, while its phase lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    blue: Option<u8>,
    /// What is added to the red die of this turn.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    extra: u8,
    /// The Growth and Reproduction Phase of this turn is skipped.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    quiet: bool,
    /// Helicopters at the bases, and those that effects can still bring.
    helicopters: u8,
    reserve: u8,
    /// The Polar Bear Supply.
    supply: String,
    /// Data Tokens collected, and how many win.
    collected: u8,
    target: u8,
    /// The spots of the Data Track that still carry an Upgrade Token.
    upgrades: Vec<u8>,
    /// Support Cards that are not drawn.
    cards: u8,
    /// The Support Card that is being resolved.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    card: Option<RescueCard>,
    /// The hex where bears look for ice or cubs grow up, and those bears.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    scene: Option<(String, String)>,
    /// What is left of tokens and cards, in sentences: upgrades, helicopters, bears, alerts with cards.
    tokens: [String; 4],
    /// What can be foreseen, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Ahead>>")]
    ahead: Vec<Ahead>,
    /// What the dice of this turn can bring.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    danger: Option<RescueDanger>,
    /// What is asked, if it is not an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    question: Option<String>,
    /// The hexes of the bases, the northern one first.
    bases: Vec<String>,
    /// The hex of the Location Flag.
    flag: String,
    /// Warmer than this is lost.
    hottest: u8,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    ending: Option<Ending>,
}

/// A ship with everything its board shows.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueShip {
    /// Its name in the notation, and as people say it.
    word: &'static str,
    name: &'static str,
    hex: String,
    /// The bears on board.
    aboard: String,
    speed: u8,
    capacity: u8,
    /// Actions in each of its turns.
    actions: u8,
    /// What its two upgrade boxes give, and those that hold a token: none, `a`, `b` or `ab`.
    boxes: [String; 2],
    upgraded: String,
    /// What it can do besides.
    ability: String,
    /// Does it take bears aboard that would sink beside it?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    catches: bool,
    /// Blue actions that wait for its next turn.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    blue: u8,
}

/// A Support Card.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueCard {
    name: &'static str,
    /// What it does.
    effect: String,
}

/// What the dice of this turn can bring.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueDanger {
    /// How warm the red die can make it before anything melts, from and to; absent if it is rolled already.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    reach: Option<[u8; 2]>,
    /// What the blue die can bring; nothing if it is not rolled any more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RescueBlue>>")]
    blue: Vec<RescueBlue>,
    /// What each face of the red die brings, from 1; nothing if it is rolled already.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<RescueFace>>")]
    red: Vec<RescueFace>,
}

/// Something that the blue die can bring.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueBlue {
    /// What it is, and how likely.
    text: String,
    /// The numbers that bring it.
    numbers: Vec<u8>,
}

/// What a face of the red die brings, all numbers of the blue die together.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueFace {
    /// The temperature when the turn is over.
    degrees: String,
    /// What it brings, in a few words.
    text: String,
    /// Is it a danger?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    danger: bool,
}

/// What the match waits for.
#[derive(Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum RescueAsk {
    /// Dice and decks.
    Chance,
    /// An action of the ship.
    Act,
    /// Is the data under the ship taken?
    Collect,
    /// Which ship takes the Upgrade Token.
    Upgrade,
    /// Is the Support Card used?
    Card,
    /// Which ice Demolition Charge removes.
    Remove,
    /// Whom Airlift takes.
    Lift,
    /// Which bear flees where.
    Flee,
    /// Where a newborn cub goes.
    Place,
    /// Which bear boards Iron Petrel.
    Board,
    /// What a cub grows into.
    Grow,
    /// Which face-up Alert Token is next.
    Alert,
    /// Nothing: the match is over.
    Over,
}

/// What a ship may do without an action.
#[derive(Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum RescueFree {
    /// Polaris loads another bear.
    Load,
    /// Breeze Dragon grabs data.
    Grab,
}

in_browser!(RescuePolarBears);

impl Projection for RescuePolarBears {
    type View = RescueView;

    fn view(&self) -> RescueView {
        let mut tiles = BTreeMap::new();
        let mut bears = BTreeMap::new();
        for hex in Hex::all() {
            let tile = self.tile(hex);
            if let Some(tile) = tile.filter(|&tile| tile != Tile::Ocean) {
                tiles.insert(hex.to_string(), tile.to_string());
            }
            if self.bears_on(hex).total() > 0 {
                bears.insert(hex.to_string(), letters(self.bears_on(hex)));
            }
        }
        let ships: BTreeMap<u8, RescueShip> = (1..).zip(self.ships().iter().map(shown)).collect();
        let active = self.active_ship().and_then(|ship| self.ship_on(ship.hex())).unwrap_or(0);
        let scene = match (self.growing(), self.looking_for_ice()) {
            (Some((hex, cubs)), _) => Some((hex.to_string(), "c".repeat(usize::from(cubs)))),
            (None, Some((hex, bears))) => Some((hex.to_string(), letters(bears))),
            (None, None) => None,
        };
        let free = if self.loads_free() { Some(RescueFree::Load) } else { self.may_grab().then_some(RescueFree::Grab) };
        let AlertSupply { face_up, face_down } = self.alert_supply();
        let helicopters = self.helicopters();
        let forecast = Forecast::of(self);
        RescueView {
            tiles,
            bears,
            data: self.data().iter().map(|hex| hex.to_string()).collect(),
            ships,
            ship: active as u8 + 1,
            seat: self.seat().number() as u8,
            turns: self.turns(),
            stage: self.stage(),
            ask: ask(self.awaiting()),
            left: self.actions_left(),
            free,
            temperature: self.temperature(),
            alert: self.alert().map(|(number, _)| number.get()),
            face_up: face_up.iter().map(Number::get).collect(),
            face_down: face_down.iter().map(Number::get).collect(),
            blue: self.blue_die().map(Number::get),
            extra: self.extra(),
            quiet: self.is_quiet(),
            helicopters: helicopters.ready,
            reserve: helicopters.reserve,
            supply: letters(self.supply()),
            collected: self.collected(),
            target: self.target(),
            upgrades: self.upgrades_ahead().collect(),
            cards: self.decks().support.len() as u8,
            card: self.open_card().map(|card| RescueCard { name: card.spoken(), effect: card.effect() }),
            scene,
            tokens: self.tokens_in_words(),
            ahead: forecast.iter().flat_map(Forecast::sentences).map(Ahead::from).collect(),
            danger: forecast.as_ref().map(danger),
            question: self.question(),
            bases: BASES.iter().map(|hex| hex.to_string()).collect(),
            flag: FLAG.to_string(),
            hottest: HOTTEST,
            ending: self.ending(),
        }
    }
}

fn letters(bears: Bears) -> String {
    let Bears { males, females, cubs } = bears;
    let counted = [("m", males), ("f", females), ("c", cubs)];
    counted.map(|(letter, count)| letter.repeat(usize::from(count))).concat()
}

fn shown(ship: &Ship) -> RescueShip {
    let hull = ship.hull();
    RescueShip {
        word: ship.name().word(),
        name: ship.name().spoken(),
        hex: ship.hex().to_string(),
        aboard: letters(ship.aboard()),
        speed: ship.speed(),
        capacity: ship.capacity(),
        actions: ship.actions(),
        boxes: hull.upgrades.map(Upgrade::effect),
        upgraded: Slot::ALL.into_iter().filter(|&slot| ship.is_upgraded(slot)).map(|slot| slot.to_string()).collect(),
        ability: hull.ability.effect(),
        catches: hull.ability == Ability::Catches,
        blue: ship.blue(),
    }
}

fn danger(forecast: &Forecast) -> RescueDanger {
    let blue = forecast.blue_in_words().into_iter();
    let face = |face: RedFace| RescueFace {
        degrees: face.temperature.to_string(),
        text: face.spoken(),
        danger: face.is_danger(),
    };
    RescueDanger {
        reach: forecast.reach().map(|Span { least, most }| [least, most]),
        blue: blue
            .map(|(text, numbers)| RescueBlue { text, numbers: numbers.into_iter().map(Number::get).collect() })
            .collect(),
        red: forecast.red().into_iter().map(face).collect(),
    }
}

fn ask(awaiting: Awaiting) -> RescueAsk {
    match awaiting {
        Awaiting::Act => RescueAsk::Act,
        Awaiting::Collect => RescueAsk::Collect,
        Awaiting::Upgrade => RescueAsk::Upgrade,
        Awaiting::Card => RescueAsk::Card,
        Awaiting::Remove => RescueAsk::Remove,
        Awaiting::Lift => RescueAsk::Lift,
        Awaiting::Flee => RescueAsk::Flee,
        Awaiting::Place => RescueAsk::Place,
        Awaiting::Board => RescueAsk::Board,
        Awaiting::Grow => RescueAsk::Grow,
        Awaiting::ChooseAlert => RescueAsk::Alert,
        Awaiting::Over => RescueAsk::Over,
        _ => RescueAsk::Chance,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use polynya_engine::{Describe, Numbered, Seed, Turn};
    use polynya_games::rescue_polar_bears::RescueOptions;
    use serde_json::Value;

    use super::super::{merge, patch};
    use super::*;

    /// Plays random matches and shows each position.
    fn wander(matches: u64, mut show: impl FnMut(&RescuePolarBears)) {
        for number in 0..matches {
            let seats = (number % 4) as u8 + 1;
            let options = RescueOptions {
                rough_road: number % 3 == 0,
                rapid_warming: number % 5 == 0,
                growth_first: number % 2 == 0,
                collect_by_choice: number % 3 == 1,
                ships: (seats == 1).then_some(2 + number / 4 % 3),
                ..RescueOptions::default()
            };
            let mut position = RescuePolarBears::start(&options, seats).expect("the match starts");
            let seed = Seed::of("views of the sea").nth(number);
            let (mut step, mut buffer) = (0, Vec::new());
            loop {
                show(&position);
                step += 1;
                let mut luck = seed.draw(step);
                match position.turn() {
                    Turn::Chance => {
                        let chance = position.draw(&mut luck);
                        position.settle(chance, &mut |_| {});
                    }
                    Turn::Players(_) => {
                        let seat = position.seat();
                        let action = position.pick(seat, &mut luck, &mut buffer).expect("a seat can act");
                        position.play(seat, action, &mut |_| {});
                    }
                    Turn::Over(_) => break,
                }
            }
        }
    }

    #[test]
    fn patches_lead_from_each_view_to_the_next() {
        let mut before = Value::Null;
        let mut count = 0;
        wander(12, |position| {
            let after = serde_json::to_value(position.view()).expect("a view is plain JSON");
            let mut patched = before.clone();
            merge(&mut patched, &patch(&before, &after));
            assert_eq!(patched, after);
            before = after;
            count += 1;
        });
        assert!(count > 1000, "only {count} positions");
    }

    #[test]
    fn labels_are_unique() {
        let actions = (0..RescuePolarBears::ACTIONS).filter_map(RescuePolarBears::from_index);
        let labels: Vec<String> = actions.map(RescuePolarBears::label).collect();
        let different: BTreeSet<&String> = labels.iter().collect();
        assert_eq!(different.len(), labels.len());
    }
}
