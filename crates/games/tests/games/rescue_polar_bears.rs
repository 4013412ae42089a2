//! Matches that go deep: seats that want data, and dice that are kinder than real ones, so that upgrades, late cards,
//! empty seas and wins come up. The rules are the same; only what is picked among legal steps differs.

use std::collections::BTreeMap;

use polynya_engine::{Audit, Describe, Game, Luck, Member, Numbered, Turn, Word};
use polynya_games::rescue_polar_bears::forecast::{Forecast, Span};
use polynya_games::rescue_polar_bears::{
    Action, Awaiting, Bear, Bears, Chance, Ending, Event, Hex, Number, Pips, RescueOptions, RescuePolarBears, Ship,
    Slot, Stage, Tile,
};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::common::matches;

/// Matches whose every position is audited.
const MATCHES: u64 = 400;
/// Every how many positions the judge is asked about the whole action space.
const EVERY: u64 = 23;
/// Positions in which the forecast is compared with all answers played out.
const FORECASTS: u64 = 3_000;

type Position = RescuePolarBears;

fn options(number: u64) -> (RescueOptions, u8) {
    let on = |bit: u64| number >> bit & 1 == 1;
    let seats = (number / 8 % 4) as u8 + 1;
    let ships = (seats == 1).then_some(2 + number / 32 % 3);
    // Without the heat a match may last for ever.
    let heat_without_ice = !number.is_multiple_of(7);
    let options = RescueOptions {
        rough_road: on(0),
        rapid_warming: on(1),
        growth_first: on(2),
        ships,
        collect_by_choice: number.is_multiple_of(3),
        lone_cub_counts: number.is_multiple_of(5),
        heat_without_ice,
        turn_limit: (!heat_without_ice).then_some(90),
        ..Default::default()
    };
    (options, seats)
}

fn far(from: Hex, to: Hex) -> i8 {
    let ((q, r), (p, s)) = (from.axial(), to.axial());
    let (q, r) = (q - p, r - s);
    q.abs().max(r.abs()).max((q + r).abs())
}

/// How much a seat that wants data likes an action.
fn liking(position: &Position, action: Action) -> u32 {
    match action {
        Action::Grab(_) | Action::Data(_) => 400,
        Action::Collect => 20,
        Action::Sail(hex) if position.data().contains(hex) => 400,
        Action::Sail(hex) => {
            let nearest = position.data().iter().map(|data| far(hex, data)).min().unwrap_or(8);
            let support = if position.tile(hex) == Some(Tile::Support) { 60 } else { 0 };
            support + if nearest <= 1 { 30 } else { (8 - nearest.min(8)) as u32 } + 1
        }
        Action::Unload => 120,
        Action::Load(..) => 25,
        Action::Break(hex) if position.bears_on(hex).total() == 0 => 40,
        Action::Break(_) => 3,
        Action::Use | Action::Board(_) => 8,
        _ => 2,
    }
}

fn pick(position: &Position, luck: &mut impl Luck) -> Action {
    let mut actions = Vec::new();
    position.legal(position.seat(), &mut actions);
    let total: u32 = actions.iter().map(|&action| liking(position, action)).sum();
    let mut point = luck.below(total);
    for &action in &actions {
        let weight = liking(position, action);
        if point < weight {
            return action;
        }
        point -= weight;
    }
    unreachable!("the point is below the total")
}

/// A red die that mostly shows 1, and a blue die that seldom shows a pair; everything else as it falls.
fn kind_draw(position: &Position, luck: &mut impl Luck) -> Chance {
    match position.draw(luck) {
        Chance::D6(_) if luck.below(10) < 8 => Chance::D6(Pips::from_bit(0)),
        Chance::D20(number) if luck.below(10) < 8 => {
            let bears = position.hex_of(number).map(|hex| position.bears_on(hex)).unwrap_or_default();
            if bears.males > 0 && bears.females > 0 { position.draw(luck) } else { Chance::D20(number) }
        }
        chance => chance,
    }
}

fn step(position: &mut Position, luck: &mut impl Luck, emit: &mut impl FnMut(Event)) {
    match position.turn() {
        Turn::Over(_) => {}
        Turn::Chance => {
            let chance = kind_draw(position, luck);
            position.settle(chance, emit);
        }
        Turn::Players(_) => {
            let action = pick(position, luck);
            position.play(position.seat(), action, emit);
        }
    }
}

/// The list of legal actions is what the judge allows, over the whole action space.
fn compare(position: &Position) {
    let mut legal = Vec::new();
    position.legal(position.seat(), &mut legal);
    for action in (0..Position::ACTIONS).filter_map(Position::from_index) {
        let allowed = position.check(position.seat(), action);
        assert_eq!(allowed.is_ok(), legal.contains(&action), "`{action}`: {allowed:?}\n{}", position.describe());
        if let Err(rule) = allowed {
            assert!(!position.why(position.seat(), action, &rule).is_empty());
        }
    }
}

/// The quick draw gives what the odds give from the same luck.
fn compare_draw(position: &Position, luck: &mut Xoshiro256PlusPlus) {
    let mut odds = Vec::new();
    position.odds(&mut |chance, weight| odds.push((chance, weight)));
    let mut same = luck.clone();
    let mut point = same.below(odds.iter().map(|&(_, weight)| weight).sum());
    let by_odds = odds.iter().find(|&&(_, weight)| {
        let here = point < weight;
        point = point.wrapping_sub(weight);
        here
    });
    assert_eq!(by_odds.map(|&(chance, _)| chance), Some(position.draw(luck)), "{}", position.describe());
    assert_eq!(&same, luck);
}

#[test]
fn deep_matches_keep_every_invariant() {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut positions, mut endings) = (0_u64, BTreeMap::new());
    let (mut both_boxes, mut bare, mut full_boards) = (0, 0, 0);
    for number in 0..matches(MATCHES) {
        let (options, seats) = options(number);
        let mut position = Position::start(&options, seats).expect("the match starts");
        while !matches!(position.turn(), Turn::Over(_)) {
            if position.turn() == Turn::Chance {
                compare_draw(&position, &mut luck);
            }
            let mut events = Vec::new();
            step(&mut position, &mut luck, &mut |event| events.push(event));
            positions += 1;
            if let Err(what) = position.audit() {
                panic!("{what}\n{}", position.describe());
            }
            events.iter().for_each(|event| assert!(position.tell(event).ends_with('.'), "{event:?}"));
            if positions.is_multiple_of(EVERY) && matches!(position.turn(), Turn::Players(_)) {
                compare(&position);
            }
        }
        *endings.entry(format!("{:?}", position.ending().expect("it is over"))).or_insert(0) += 1;
        let full = |ship: &Ship| ship.is_upgraded(Slot::A) && ship.is_upgraded(Slot::B);
        both_boxes += u64::from(position.ships().iter().any(full));
        full_boards += u64::from(position.ships().iter().all(full));
        bare += u64::from(position.alert().is_none());
    }
    println!(
        "{positions} positions, {endings:?}, {both_boxes} with a ship upgraded twice, {full_boards} with all ships, {bare} without an alert"
    );
    assert!(endings.contains_key(&format!("{:?}", Ending::Won)) && both_boxes > 0);
}

/// What all answers and dice lead to, found without the forecast: for each pair of dice what could happen.
#[derive(Default)]
struct Found {
    /// On some way ice melts; on some way it does not, though the red die was rolled.
    melts: bool,
    dry: bool,
    fleeing: Vec<u8>,
    born_to_sink: Vec<u8>,
    sinking: Vec<u8>,
    helicopters: Vec<u8>,
    lost: Vec<u8>,
    temperature: Vec<u8>,
}

/// What happened on one way through the rest of a turn.
#[derive(Clone, Copy, Default)]
struct Way {
    d20: Option<u8>,
    d6: Option<u8>,
    melting: bool,
    fleeing: u8,
    born_to_sink: u8,
    sinking: u8,
}

fn walk(position: &Position, turn: u32, way: Way, found: &mut BTreeMap<(Option<u8>, u8), Found>) {
    let over = matches!(position.turn(), Turn::Over(_));
    // The melting is done when the next alert is chosen or the next turn has begun.
    let settled =
        matches!(position.awaiting(), Awaiting::ChooseAlert | Awaiting::DrawAlert) || position.turns() != turn;
    if over || settled {
        let sides = way.d6.map_or(1..=6, |d6| d6..=d6);
        for d6 in sides {
            let found = found.entry((way.d20, d6)).or_default();
            // A birth that sinks the match by bad choices comes before the red die.
            let lost_before = over && way.d6.is_none() && !way.melting;
            found.melts |= way.melting;
            found.dry |= !way.melting && !lost_before;
            found.fleeing.push(way.fleeing);
            found.born_to_sink.push(way.born_to_sink);
            found.sinking.push(way.sinking);
            found.helicopters.push(position.helicopters().ready);
            found.lost.push(u8::from(matches!(position.ending(), Some(Ending::Sunk | Ending::Heat))));
            found.temperature.push(position.temperature());
        }
        return;
    }
    let mut go = |after: Position, events: Vec<Event>| {
        let mut way = way;
        for event in events {
            match event {
                Event::BlueDie { number } => way.d20 = Some(number.get()),
                Event::RedDie { pips, .. } => way.d6 = Some(pips.get()),
                Event::Melting { hex, .. } => {
                    way.melting = true;
                    way.fleeing = position.bears_on(hex).total();
                }
                Event::Sank { bears, .. } if way.melting => way.sinking += bears.total(),
                Event::Sank { bears, .. } => way.born_to_sink += bears.total(),
                _ => {}
            }
        }
        walk(&after, turn, way, found);
    };
    match position.turn() {
        Turn::Chance => {
            let mut chances = Vec::new();
            position.odds(&mut |chance, _| chances.push(chance));
            for chance in chances {
                let (mut after, mut events) = (*position, Vec::new());
                after.settle(chance, &mut |event| events.push(event));
                go(after, events);
            }
        }
        _ => {
            let mut actions = Vec::new();
            position.legal(position.seat(), &mut actions);
            for action in actions {
                let (mut after, mut events) = (*position, Vec::new());
                after.play(position.seat(), action, &mut |event| events.push(event));
                go(after, events);
            }
        }
    }
}

fn span(of: &[u8]) -> Span {
    let least = of.iter().copied().min().expect("something was found");
    Span { least, most: of.iter().copied().max().unwrap_or(least) }
}

/// Compares one forecast with all dice and answers played out.
fn compare_forecast(position: &Position, forecast: &Forecast) {
    let mut start = *position;
    if position.awaiting() == Awaiting::Act {
        start.play(position.seat(), Action::End, &mut |_| {});
    }
    let way = match position.looking_for_ice() {
        Some((_, bears)) if position.stage() == Stage::Heat => {
            Way { melting: true, fleeing: bears.total(), ..Way::default() }
        }
        _ => Way::default(),
    };
    let mut found = BTreeMap::new();
    walk(&start, position.turns(), way, &mut found);
    assert_eq!(forecast.rows.len() * 6, found.len(), "{}", position.describe());
    for row in &forecast.rows {
        let mut born = Vec::new();
        for (index, face) in row.faces.iter().enumerate() {
            let found = &found[&(row.d20.map(Number::get), index as u8 + 1)];
            let what = format!("{row:?}\nwith a red {}\n{}", index + 1, position.describe());
            assert_eq!(face.melts, found.melts, "{what}");
            assert!(!(found.melts && found.dry), "answers change whether ice melts: {what}");
            assert_eq!(face.fleeing, span(&found.fleeing), "{what}");
            assert_eq!(face.sinking, span(&found.sinking), "{what}");
            assert_eq!(face.helicopters, span(&found.helicopters), "{what}");
            assert_eq!(face.lost, span(&found.lost), "{what}");
            assert_eq!(face.temperature, span(&found.temperature), "{what}");
            born.extend(&found.born_to_sink);
        }
        assert_eq!(row.born_to_sink, span(&born), "{row:?}");
    }
}

/// Compares what is said of a forecast with its rows and faces.
fn compare_summary(forecast: &Forecast) {
    for (number, red) in forecast.red().into_iter().enumerate() {
        let faces = || forecast.rows.iter().map(|row| row.faces[number]);
        let count = |of: fn(Span) -> u8| faces().map(|face| u32::from(of(face.lost))).sum::<u32>();
        assert_eq!(red.rows, forecast.rows.len() as u32);
        assert_eq!(red.melts, faces().filter(|face| face.melts).count() as u32);
        assert_eq!([red.lost_for_certain, red.lost_perhaps], [count(|lost| lost.least), count(|lost| lost.most)]);
        let least = faces().map(|face| face.temperature.least).min();
        let most = faces().map(|face| face.temperature.most).max();
        assert_eq!((Some(red.temperature.least), Some(red.temperature.most)), (least, most));
        assert_eq!(red.is_danger(), red.spoken() != "safe");
    }
    let told = forecast.sentences();
    assert!(told.iter().all(|line| line.text.ends_with('.')), "{told:?}");
    let dangers = [forecast.melting() > 0, forecast.sinking().most > 0];
    assert_eq!([told[0].danger, told[1].danger], dangers, "{told:?}");
    assert_eq!(told.iter().any(|line| line.text.contains("match")), forecast.losing_perhaps() > 0, "{told:?}");
    let blue: usize = forecast.blue_in_words().iter().map(|(_, numbers)| numbers.len()).sum();
    assert!(blue == 0 || blue == forecast.rows.len());
}

#[test]
fn what_the_dice_then_do_was_foreseen() {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(3);
    let (mut rolled, mut lost) = (0, 0);
    for number in 0..200 {
        let (options, seats) = options(number);
        let mut position = Position::start(&options, seats).expect("the match starts");
        while !matches!(position.turn(), Turn::Over(_)) {
            let ends = position.check(position.seat(), Action::End).is_ok();
            if let Some(forecast) = Forecast::of(&position).filter(|_| ends) {
                let mut after = position;
                after.play(position.seat(), Action::End, &mut |_| {});
                while after.turns() == position.turns() && !matches!(after.turn(), Turn::Over(_)) {
                    step(&mut after, &mut luck, &mut |event| {
                        let Event::RedDie { to, .. } = event else { return };
                        let reach = forecast.reach().expect("the red die was to come");
                        assert!((reach.least..=reach.most).contains(&to), "{to} in {reach}");
                        rolled += 1;
                    });
                }
                let is_lost = matches!(after.ending(), Some(Ending::Sunk | Ending::Heat));
                lost += u32::from(is_lost);
                let foreseen = match is_lost {
                    true => forecast.losing_perhaps() > 0,
                    false => forecast.losing_for_certain() < forecast.falls(),
                };
                assert!(foreseen, "{}", position.describe());
            }
            step(&mut position, &mut luck, &mut |_| {});
        }
    }
    assert!(rolled > 1000 && lost > 100, "{rolled} dice, {lost} lost");
}

#[test]
fn a_forecast_is_what_all_dice_and_answers_lead_to() {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(2);
    let (mut compared, mut number) = (0, 0);
    let (mut melting, mut open, mut lost) = (0, 0, 0);
    while compared < matches(FORECASTS) {
        number += 1;
        let (options, seats) = options(number);
        let mut position = Position::start(&options, seats).expect("the match starts");
        while !matches!(position.turn(), Turn::Over(_)) {
            step(&mut position, &mut luck, &mut |_| {});
            let Some(forecast) = Forecast::of(&position) else { continue };
            if luck.below(8) > 0 {
                continue;
            }
            compare_forecast(&position, &forecast);
            compare_summary(&forecast);
            compared += 1;
            melting += u64::from(forecast.melting() > 0);
            open += u64::from(forecast.losing_for_certain() != forecast.losing_perhaps());
            lost += u64::from(forecast.losing_perhaps() > 0);
        }
    }
    println!(
        "{compared} forecasts: {melting} with melting, {lost} with a loss, {open} with a loss that choices decide"
    );
    assert!(melting > 0 && lost > 0);
}

/// A table that is moved by events alone, as a browser moves it.
#[derive(Default, PartialEq, Debug)]
struct Shown {
    /// How many bears of a kind are on a hex, on a ship or in the supply; none is not noted.
    bears: BTreeMap<(String, Bear), u8>,
    ships: BTreeMap<String, Hex>,
    tiles: BTreeMap<Hex, Tile>,
    data: Vec<Hex>,
    temperature: u8,
}

impl Shown {
    fn of(position: &Position) -> Shown {
        let mut shown = Shown { temperature: position.temperature(), ..Shown::default() };
        shown.put(&"supply", position.supply());
        for hex in Hex::all() {
            shown.put(&hex, position.bears_on(hex));
            if let Some(tile) = position.tile(hex).filter(|&tile| tile != Tile::Ocean) {
                shown.tiles.insert(hex, tile);
            }
        }
        for ship in position.ships() {
            shown.put(&ship.name(), ship.aboard());
            shown.ships.insert(ship.name().to_string(), ship.hex());
        }
        shown.data = position.data().iter().collect();
        shown
    }

    fn put(&mut self, at: &impl ToString, bears: Bears) {
        for bear in Bear::ALL.into_iter().filter(|&bear| bears.of(bear) > 0) {
            *self.bears.entry((at.to_string(), bear)).or_default() += bears.of(bear);
        }
    }

    fn take(&mut self, at: &impl ToString, bears: Bears) {
        for bear in Bear::ALL.into_iter().filter(|&bear| bears.of(bear) > 0) {
            let left = self.bears.get_mut(&(at.to_string(), bear)).expect("a bear leaves from where it is");
            *left -= bears.of(bear);
        }
        self.bears.retain(|_, &mut count| count > 0);
    }

    fn pass(&mut self, from: &impl ToString, to: &impl ToString, bears: Bears) {
        self.take(from, bears);
        self.put(to, bears);
    }

    fn look(&mut self, event: &Event) {
        let supply = "supply";
        match *event {
            Event::Dealt { hex, tile, bears } => {
                self.pass(&supply, &hex, bears);
                if tile != Tile::Ocean {
                    self.tiles.insert(hex, tile);
                }
            }
            Event::Mustered { ship, hex } => assert_eq!(self.ships.insert(ship.to_string(), hex), None),
            Event::Sailed { ship, from, to } => assert_eq!(self.ships.insert(ship.to_string(), to), Some(from)),
            Event::DataPlaced { hex } => {
                self.data.push(hex);
                self.data.sort();
            }
            Event::Collected { hex, .. } => self.data.retain(|&other| other != hex),
            Event::SupportReached { hex, .. } => assert_eq!(self.tiles.remove(&hex), Some(Tile::Support)),
            Event::TileGone { hex, tile } => assert_eq!(self.tiles.remove(&hex), Some(tile)),
            Event::Loaded { ship, bear, from, .. } | Event::Boarded { ship, bear, from } => {
                self.pass(&from, &ship, one(bear));
            }
            Event::Unloaded { ship, bears } => self.pass(&ship, &supply, bears),
            Event::Lifted { bear, from } => self.pass(&from, &supply, one(bear)),
            Event::Fled { bear, from, to } => self.pass(&from, &to, one(bear)),
            Event::CubPlaced { from, to } => self.pass(&from, &to, one(Bear::Cub)),
            Event::Born { hex, count, .. } => self.pass(&supply, &hex, Bears { cubs: count, ..Bears::NONE }),
            Event::Grew { hex, bear } => {
                self.pass(&hex, &supply, one(Bear::Cub));
                self.pass(&supply, &hex, one(bear));
            }
            Event::Sank { hex, bears, helicopters } if bears.total() <= helicopters => self.pass(&hex, &supply, bears),
            Event::RedDie { pips, extra, from, to } => {
                assert_eq!((self.temperature, from + pips.get() + extra), (from, to));
                self.temperature = to;
            }
            Event::Cooled { by, to } => self.temperature = (self.temperature - by).min(to),
            _ => {}
        }
    }
}

fn one(bear: Bear) -> Bears {
    let count = |kind| u8::from(kind == bear);
    Bears { males: count(Bear::Male), females: count(Bear::Female), cubs: count(Bear::Cub) }
}

#[test]
fn events_alone_move_every_piece() {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(3);
    for number in 0..matches(MATCHES / 5) {
        let (options, seats) = options(number);
        let mut position = Position::start(&options, seats).expect("the match starts");
        let mut shown = Shown::of(&position);
        while !matches!(position.turn(), Turn::Over(_)) {
            let before = position;
            step(&mut position, &mut luck, &mut |event| shown.look(&event));
            // Newborn cubs without room stand on no tile of the position, though the table sees them.
            let unborn = position.looking_for_ice().is_some() && position.stage() == Stage::Growth;
            assert!(
                unborn || shown == Shown::of(&position),
                "{shown:?}\n{}\n{}",
                before.describe(),
                position.describe()
            );
        }
    }
}
