//! What a drawing of Rescue Polar Bears needs to know.
//!
//! Hexes are called as in the notation, `e5`; bears are letters, `mfc` for a male, a female and a cub.

use std::collections::BTreeMap;

use polynya_engine::{Game, Word};
use polynya_games::rescue_polar_bears::forecast::{Brings, Face, Forecast, Row};
use polynya_games::rescue_polar_bears::{
    AlertSupply, Awaiting, Bears, Ending, Hex, Number, RescuePolarBears, Ship, Slot, Stage, Tile, Upgrade,
};
use serde::Serialize;
use ts_rs::TS;

use super::{Projection, in_browser, is_zero};

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
    stage: RescueStage,
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
    /// What the rest of the turn can bring, as the engine foresees it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    danger: Option<RescueDanger>,
    /// How the match ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    ending: Option<RescueEnding>,
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

/// What the rest of the turn can bring. Two numbers are the fewest and the most that choices lead to.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueDanger {
    /// How many falls of the dice are equally likely.
    falls: u32,
    /// In how many of them ice melts.
    melts: u32,
    /// In how many the match is lost whatever is chosen, and by some choice.
    lost: [u32; 2],
    /// Bears that sink.
    sinks: [u8; 2],
    /// What the blue die brings, a letter for each number from 1: `w`arming, `b`irth, `g`rowth; absent if it is not
    /// rolled any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    blue: Option<String>,
    /// Numbers of the blue die whose newborn cubs sink, and how many of them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<u8, [u8; 2]>>")]
    births: BTreeMap<u8, [u8; 2]>,
    /// What each face of the red die brings; absent if it is rolled already.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<u8, RescueFace>>")]
    red: BTreeMap<u8, RescueFace>,
}

/// What a face of the red die brings, all numbers of the blue die together.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RescueFace {
    /// The temperature when the turn is over.
    degrees: [u8; 2],
    /// With how many numbers of the blue die ice melts.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u32>")]
    melts: u32,
    /// Bears that sink when it melts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    sinks: Option<[u8; 2]>,
    /// With how many numbers of the blue die the match is lost for certain, and by some choice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    lost: Option<[u32; 2]>,
}

/// Which part of a turn it is.
#[derive(Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum RescueStage {
    /// Before the first turn.
    SetUp,
    /// The Action Phase.
    Action,
    /// The Growth and Reproduction Phase.
    Growth,
    /// The Increase Temperature Phase.
    Heat,
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

/// How a match ended.
#[derive(Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum RescueEnding {
    /// All data is collected.
    Won,
    /// Bears sank and no helicopter was left for them.
    Sunk,
    /// It was too hot after melting.
    Heat,
    /// The turn limit was reached.
    Limit,
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
        RescueView {
            tiles,
            bears,
            data: self.data().iter().map(|hex| hex.to_string()).collect(),
            ships,
            ship: active as u8 + 1,
            seat: self.seat().number() as u8,
            turns: self.turns(),
            stage: stage(self.stage()),
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
            danger: Forecast::of(self).map(|forecast| danger(&forecast)),
            ending: self.ending().map(ending),
        }
    }
}

fn letters(bears: Bears) -> String {
    let Bears { males, females, cubs } = bears;
    let counted = [("m", males), ("f", females), ("c", cubs)];
    counted.map(|(letter, count)| letter.repeat(usize::from(count))).concat()
}

fn shown(ship: &Ship) -> RescueShip {
    let hull = ship.name().hull();
    RescueShip {
        word: ship.name().word(),
        name: hull.spoken,
        hex: ship.hex().to_string(),
        aboard: letters(ship.aboard()),
        speed: ship.speed(),
        capacity: ship.capacity(),
        actions: ship.actions(),
        boxes: hull.upgrades.map(Upgrade::effect),
        upgraded: Slot::ALL.into_iter().filter(|&slot| ship.is_upgraded(slot)).map(|slot| slot.to_string()).collect(),
        ability: hull.ability.effect(),
        blue: ship.blue(),
    }
}

fn danger(forecast: &Forecast) -> RescueDanger {
    let sinking = forecast.sinking();
    let red_is_open = forecast.rows.iter().any(|row| row.faces.windows(2).any(|faces| faces[0] != faces[1]));
    let births = forecast.rows.iter().filter(|row| row.born_to_sink.most > 0).filter_map(|row| {
        let Row { d20, born_to_sink, .. } = row;
        d20.map(|number| (number.get(), [born_to_sink.least, born_to_sink.most]))
    });
    RescueDanger {
        falls: forecast.falls(),
        melts: forecast.melting(),
        lost: [forecast.losing_for_certain(), forecast.losing_perhaps()],
        sinks: [sinking.least, sinking.most],
        blue: forecast.rows.iter().map(|row| row.d20.map(|_| letter(row.brings))).collect(),
        births: births.collect(),
        red: if red_is_open { (1..).zip((0..6).map(|face| red(forecast, face))).collect() } else { BTreeMap::new() },
    }
}

fn letter(brings: Brings) -> char {
    match brings {
        Brings::Nothing => '-',
        Brings::Warming => 'w',
        Brings::Birth(_) => 'b',
        Brings::Growth(_) => 'g',
    }
}

fn red(forecast: &Forecast, face: usize) -> RescueFace {
    let faces: Vec<&Face> = forecast.rows.iter().map(|row| &row.faces[face]).collect();
    let least = |of: fn(&Face) -> u8| faces.iter().map(|face| of(face)).min().unwrap_or(0);
    let most = |of: fn(&Face) -> u8| faces.iter().map(|face| of(face)).max().unwrap_or(0);
    let sum = |of: fn(&Face) -> u8| faces.iter().map(|face| u32::from(of(face))).sum();
    let sinks = [least(|face| face.sinking.least), most(|face| face.sinking.most)];
    let lost = [sum(|face| face.lost.least), sum(|face| face.lost.most)];
    RescueFace {
        degrees: [least(|face| face.temperature.least), most(|face| face.temperature.most)],
        melts: sum(|face| u8::from(face.melts)),
        sinks: (sinks[1] > 0).then_some(sinks),
        lost: (lost[1] > 0).then_some(lost),
    }
}

fn stage(stage: Stage) -> RescueStage {
    match stage {
        Stage::SetUp => RescueStage::SetUp,
        Stage::Action => RescueStage::Action,
        Stage::Growth => RescueStage::Growth,
        Stage::Heat => RescueStage::Heat,
    }
}

fn ask(awaiting: Awaiting) -> RescueAsk {
    match awaiting {
        Awaiting::Act => RescueAsk::Act,
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

fn ending(ending: Ending) -> RescueEnding {
    match ending {
        Ending::Won => RescueEnding::Won,
        Ending::Sunk => RescueEnding::Sunk,
        Ending::Heat => RescueEnding::Heat,
        Ending::Limit => RescueEnding::Limit,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use polynya_engine::{Describe, Numbered, Seed, Turn};
    use polynya_games::rescue_polar_bears::forecast::Span;
    use polynya_games::rescue_polar_bears::{Action, Chance, RescueOptions};
    use serde_json::Value;

    use super::super::{merge, patch};
    use super::*;

    /// Positions in which numbers of the view are compared with the engine's.
    const POSITIONS: u32 = 10_000;

    /// Plays random matches and shows each position.
    fn wander(matches: u64, mut show: impl FnMut(&RescuePolarBears)) {
        for number in 0..matches {
            let seats = (number % 4) as u8 + 1;
            let options = RescueOptions {
                rough_road: number % 3 == 0,
                rapid_warming: number % 5 == 0,
                growth_first: number % 2 == 0,
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

    /// The fewest and the most of some spans, each fall of the dice counted.
    fn spans(all: impl Iterator<Item = Span>) -> [u8; 2] {
        let (least, most): (Vec<u8>, Vec<u8>) = all.map(|span| (span.least, span.most)).unzip();
        [least.into_iter().min().unwrap_or(0), most.into_iter().max().unwrap_or(0)]
    }

    #[test]
    fn the_danger_is_the_engine_s_forecast_number_by_number() {
        let mut count = 0;
        wander(400, |position| {
            let (shown, forecast) = (position.view().danger, Forecast::of(position));
            assert_eq!(shown.is_some(), forecast.is_some());
            let (Some(shown), Some(forecast)) = (shown, forecast) else { return };
            count += 1;
            let rows = &forecast.rows;
            let falls: Vec<(&Row, &Face)> =
                rows.iter().flat_map(|row| row.faces.iter().map(move |face| (row, face))).collect();
            let number = |of: &dyn Fn(&Face) -> bool| falls.iter().filter(|(_, face)| of(face)).count() as u32;
            assert_eq!((shown.falls, shown.melts), (falls.len() as u32, number(&|face| face.melts)));
            assert_eq!(shown.lost, [number(&|face| face.lost.least == 1), number(&|face| face.lost.most == 1)]);
            let sunk = |(row, face): &(&Row, &Face)| Span {
                least: row.born_to_sink.least + face.sinking.least,
                most: row.born_to_sink.most + face.sinking.most,
            };
            assert_eq!(shown.sinks, spans(falls.iter().map(sunk)));

            let blue: Option<String> = rows.iter().map(|row| row.d20.map(|_| letter(row.brings))).collect();
            assert_eq!(shown.blue, blue);
            assert!(shown.blue.is_none_or(|blue| blue.len() == 20 && !blue.contains('-')));
            for row in rows {
                let told = row.d20.and_then(|number| shown.births.get(&number.get()));
                let drowned = [row.born_to_sink.least, row.born_to_sink.most];
                assert_eq!(told.copied(), (row.d20.is_some() && drowned[1] > 0).then_some(drowned));
            }
            for (pips, told) in &shown.red {
                let faces = || rows.iter().map(|row| row.faces[usize::from(*pips) - 1]);
                assert_eq!(told.degrees, spans(faces().map(|face| face.temperature)));
                assert_eq!(told.melts, faces().filter(|face| face.melts).count() as u32);
                assert_eq!(told.sinks.unwrap_or_default(), spans(faces().map(|face| face.sinking)));
                let certain = faces().filter(|face| face.lost.least == 1).count() as u32;
                let lost = [certain, faces().filter(|face| face.lost.most == 1).count() as u32];
                assert_eq!(told.lost.unwrap_or_default(), lost);
            }
        });
        assert!(count > POSITIONS, "only {count} positions");
    }

    #[test]
    fn what_the_dice_then_do_was_shown_as_possible() {
        let (mut count, mut lost) = (0, 0);
        let mut luck = Seed::of("the dice").draw(0);
        wander(400, |position| {
            if !(matches!(position.awaiting(), Awaiting::Act) && position.check(position.seat(), Action::End).is_ok()) {
                return;
            }
            let danger = position.view().danger.expect("it is foreseen before the dice");
            let mut after = *position;
            let mut red = None;
            after.play(position.seat(), Action::End, &mut |_| {});
            while after.turns() == position.turns() && !matches!(after.turn(), Turn::Over(_)) {
                if after.turn() == Turn::Chance {
                    let chance = after.draw(&mut luck);
                    if let Chance::D6(pips) = chance {
                        red = Some(pips);
                    }
                    after.settle(chance, &mut |_| {});
                } else {
                    let action = after.pick(after.seat(), &mut luck, &mut Vec::new()).expect("a seat can act");
                    after.play(after.seat(), action, &mut |_| {});
                }
            }
            count += 1;
            let is_lost = matches!(after.ending(), Some(Ending::Sunk | Ending::Heat));
            lost += u32::from(is_lost);
            assert!(
                if is_lost { danger.lost[1] > 0 } else { danger.lost[0] < danger.falls },
                "{}",
                position.describe()
            );
            if let Some(face) = red.and_then(|pips| danger.red.get(&pips.get())) {
                let [least, most] = face.degrees;
                assert!((least..=most).contains(&after.temperature()), "{}", position.describe());
            }
        });
        assert!(count > POSITIONS / 2 && lost > 100, "only {count} positions, {lost} of them lost");
    }

    #[test]
    fn labels_are_unique() {
        let actions = (0..RescuePolarBears::ACTIONS).filter_map(RescuePolarBears::from_index);
        let labels: Vec<String> = actions.map(RescuePolarBears::label).collect();
        let different: BTreeSet<&String> = labels.iter().collect();
        assert_eq!(different.len(), labels.len());
    }
}
