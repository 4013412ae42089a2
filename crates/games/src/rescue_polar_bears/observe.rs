//! A position as numbers, for one seat.

use polynya_engine::{Member, Observe, Observer, Seat};

use super::board::{
    self, Bear, Bears, Card, DATA_TOKENS, HELICOPTER_TOKENS, HEXES, HOTTEST, Hex, Number, RAPID_WARMING, ShipName,
    TILE_ROOM,
};
use super::options::{Rulings, Variants};
use super::state::{Pending, Scene, TurnState};
use super::{Awaiting, RescuePolarBears, Ship};

const MAP: &str = "61 hexes: columns a to i from the west, each from the north";
const ALERTS: &str = "the numbers 1 to 20";
const BEARS: &str = "males, females, cubs, as parts of all 10, 15 and 20 figures";

/// What the fields of a ship are called: first the ship of the seat that looks, then those whose turns follow.
const NAMES: [[&str; 8]; 4] = [
    ["own_name", "own_hex", "own_aboard", "own_speed", "own_room", "own_actions", "own_upgrades", "own_blue"],
    ["next_name", "next_hex", "next_aboard", "next_speed", "next_room", "next_actions", "next_upgrades", "next_blue"],
    [
        "second_name",
        "second_hex",
        "second_aboard",
        "second_speed",
        "second_room",
        "second_actions",
        "second_upgrades",
        "second_blue",
    ],
    [
        "third_name",
        "third_hex",
        "third_aboard",
        "third_speed",
        "third_room",
        "third_actions",
        "third_upgrades",
        "third_blue",
    ],
];

impl Observe for RescuePolarBears {
    const OBSERVATION: u16 = 2;

    fn observe(&self, seat: Seat, to: &mut impl Observer) {
        self.observe_sea(to);
        let first = if self.setup.seats == 1 { 0 } else { seat.index() };
        let ships = usize::from(self.setup.ships);
        for (after, names) in NAMES.into_iter().enumerate() {
            let place = (first + after) % ships;
            let ship = self.fleet.ships().get(place).filter(|_| after < ships);
            self.observe_ship(ship, names, to);
        }
        let turn = (ships + self.fleet.active() - first) % ships;
        to.one_hot("turn_of", "whose turn it is: the ship of the seat that looks, the next, …", 4, Some(turn));
        to.flag("own_turn", "1 if the seat that looks steers the ship whose turn it is", self.seat() == seat);
        self.observe_tokens(to);
        self.observe_turn(to);
        self.observe_questions(to);
        let Variants { rough_road, rapid_warming, growth_first } = self.setup.variants;
        let variants = [rough_road, rapid_warming, growth_first];
        to.counts("variants", "rough_road, rapid_warming, growth_first", 0.0..=1.0, &variants.map(u8::from));
        let left = self.setup.limit.map_or(1000, |limit| limit.saturating_sub(self.turns).min(1000));
        let meaning = "turns of ships until the limit, at most 1000, which also stands for none";
        to.value("turns_left", meaning, 0.0..=1000.0, left as u16);
        // Version 1 ended here.
        let Rulings { collect_by_choice, lone_cub_counts, heat_without_ice } = self.setup.rulings;
        let rulings = [collect_by_choice, lone_cub_counts, heat_without_ice];
        let order = "collect_by_choice, lone_cub_counts, heat_without_ice";
        to.counts("rulings", order, 0.0..=1.0, &rulings.map(u8::from));
        let asked = "1 if the ship is asked whether it takes the data under it; `awaiting` is empty then";
        to.flag("collecting", asked, self.awaiting == Awaiting::Collect);
    }
}

impl RescuePolarBears {
    fn observe_sea(&self, to: &mut impl Observer) {
        let sea = &self.sea;
        let (mut numbers, mut bears) = ([0; HEXES], [[0; HEXES]; 3]);
        for hex in sea.ice {
            let number = sea.number_on(hex);
            numbers[hex.index()] = number.get();
            let on_tile = sea.bears(number);
            for (count, bear) in bears.iter_mut().zip(Bear::ALL) {
                count[hex.index()] = on_tile.of(bear);
            }
        }
        let meaning = "the number of the Ice Tile on each hex, or 0; hexes as in `support`";
        to.counts("ice", meaning, 0.0..=20.0, &numbers);
        to.bits("support", MAP, HEXES, HEXES, [sea.support.bits()]);
        to.bits("floats", MAP, HEXES, HEXES, [sea.floats.bits()]);
        to.bits("data", MAP, HEXES, HEXES, [sea.data.bits()]);
        let meaning = "bears of the kind on each hex; hexes as in `support`";
        for (name, bears) in ["males", "females", "cubs"].into_iter().zip(bears) {
            to.counts(name, meaning, 0.0..=f32::from(TILE_ROOM), &bears);
        }
        to.one_hot("dealing", "the hex that is dealt next; hexes as in `support`", HEXES, sea.dealing.map(Hex::index));
    }

    fn observe_tokens(&self, to: &mut impl Observer) {
        to.field("supply", BEARS, 0.0..=1.0, self.parts(self.supply));
        let tokens = f32::from(HELICOPTER_TOKENS);
        let helicopters = [self.helicopters.ready, self.helicopters.reserve, self.helicopters.flown];
        to.counts("helicopters", "at the bases, in reserve, flown", 0.0..=tokens, &helicopters);
        let hottest = HOTTEST + board::FACES + RAPID_WARMING;
        to.value("temperature", "degrees", 0.0..=f32::from(hottest), self.temperature.min(hottest));
        to.one_hot("alert", ALERTS, Number::COUNT, self.alert.map(Number::index));
        to.bits("alerts_face_up", ALERTS, Number::COUNT, Number::COUNT, [self.alerts.face_up.bits()]);
        to.bits("alerts_face_down", ALERTS, Number::COUNT, Number::COUNT, [self.alerts.face_down.bits()]);
        let positions = [self.decks.positions.bits()];
        to.bits("position_cards", "those not drawn; hexes as in `support`", HEXES, HEXES, positions);
        let cards = Card::ALL.map(|card| u8::from(self.decks.support.count(card) > 0));
        let order = "those not drawn: cold-snap, extra-helicopter, survey-burst, satellite-forecast, \
                     demolition-charge, overtime, all-hands, airlift, new-forecast, quiet-season";
        to.counts("support_cards", order, 0.0..=1.0, &cards);
        to.value("collected", "Data Tokens collected", 0.0..=f32::from(DATA_TOKENS), self.collected);
        to.value("target", "Data Tokens that win", 0.0..=f32::from(DATA_TOKENS), self.target());
        let next = self.upgrades_ahead().next().map_or(0, |spot| spot - self.collected);
        to.value("to_upgrade", "Data Tokens until the next Upgrade Token; 0 if none is left", 0.0..=3.0, next);
    }

    fn observe_turn(&self, to: &mut impl Observer) {
        let stages = "set-up, Action, Growth and Reproduction, Increase Temperature";
        to.one_hot("stage", stages, 4, Some(self.stage as usize));
        let TurnState { left, free_load, grab_open, grabbed, supported, quiet, extra } = self.turn;
        to.value("actions_left", "actions that the ship has left", 0.0..=10.0, left.min(10));
        to.flag("free_load", "1 if the next Loading of a bear is free", free_load);
        to.flag("grab_open", "1 if data can be grabbed", grab_open);
        to.flag("grabbed", "1 if data was grabbed in this turn", grabbed);
        to.flag("supported", "1 if a Support Tile was reached in this turn", supported);
        to.flag("quiet", "1 if Growth and Reproduction are skipped in this turn", quiet);
        to.value("extra", "what is added to the red die", 0.0..=f32::from(RAPID_WARMING), extra);
        to.one_hot("blue_die", ALERTS, Number::COUNT, self.blue_die().map(Number::index));
        let endings = "won, sunk, heat, limit; nothing before the end";
        to.one_hot("ending", endings, 4, self.ending.map(|ending| ending as usize));
    }

    fn observe_questions(&self, to: &mut impl Observer) {
        let asked = "a tile, a ship, a Position Card, an Alert Token, one to turn, a Support Card, the blue die, the red \
                     die, an action, an upgrade, a card used or not, ice to blow up, a bear to airlift, a bear to flee, \
                     a newborn cub's place, a bear to board, what a cub becomes, a face-up Alert Token, nothing";
        let awaiting = Some(self.awaiting).filter(|&awaiting| awaiting != Awaiting::Collect);
        to.one_hot("awaiting", asked, 19, awaiting.map(|awaiting| awaiting as usize));
        let Pending { card, lifting, lifted, revealing, placing, refill, docked, .. } = self.pending;
        to.one_hot(
            "card",
            "the card in use, in the order of `support_cards`",
            Card::COUNT,
            card.map(|card| card as usize),
        );
        to.value("lifting", "bears that Airlift can still take", 0.0..=f32::from(board::AIRLIFT), lifting);
        to.one_hot("lifted", "the hex that Airlift took a bear from; as in `support`", HEXES, lifted.map(Hex::index));
        let most = f32::from(board::SATELLITE_FORECAST);
        to.value("revealing", "Alert Tokens that are still turned face-up", 0.0..=most, revealing);
        to.value("placing", "Data Tokens that are still placed", 0.0..=2.0, placing);
        to.flag("refill", "1 if a Data Token is placed should none be left", refill);
        to.flag("docked", "1 if the ship lies on a Support Tile that is still to go", docked);
        let Scene { peril, growing, .. } = self.scene;
        let scene = (peril.is_some() || growing > 0).then(|| self.scene_hex().index());
        to.one_hot("scene", "the hex whose bears must leave or grow; hexes as in `support`", HEXES, scene);
        let perils = "broken, blown up, melting, birth; nothing if no bear must leave";
        to.one_hot("peril", perils, 4, peril.map(|peril| peril as usize));
        to.field("in_peril", BEARS, 0.0..=1.0, self.parts(self.in_peril()));
        to.value("growing", "cubs that still grow", 0.0..=f32::from(TILE_ROOM), growing);
    }

    fn observe_ship(&self, ship: Option<&Ship>, names: [&'static str; 8], to: &mut impl Observer) {
        let [name, hex, aboard, speed, room, actions, upgrades, blue] = names;
        let fleet = "breeze-dragon, white-wave, polaris, aurora-lens, iron-petrel; nothing if there is no such ship";
        to.one_hot(name, fleet, ShipName::COUNT, ship.map(|ship| ship.name as usize));
        to.one_hot(hex, "hexes as in `support`", HEXES, ship.map(|ship| ship.hex.index()));
        to.field(aboard, BEARS, 0.0..=1.0, self.parts(ship.map_or(Bears::NONE, Ship::aboard)));
        // What the owner of a box has entered may be more than was ever proposed.
        let mut most = |name, meaning, most: u8, value: u8| {
            to.value(name, meaning, 0.0..=f32::from(most), value.min(most));
        };
        most(speed, "hexes of one Sailing", 6, ship.map_or(0, Ship::speed));
        most(room, "bears that still fit on board", 6, ship.map_or(0, Ship::room));
        most(actions, "actions in each of its turns", board::ACTIONS_A_TURN + 2, ship.map_or(0, Ship::actions));
        let taken = ship.map_or([false; 2], |ship| ship.upgraded);
        to.counts(upgrades, "boxes a and b with a token", 0.0..=1.0, &taken.map(u8::from));
        to.value(blue, "blue actions that wait for its next turn", 0.0..=1.0, ship.map_or(0, Ship::blue).min(1));
    }

    /// Bears as parts of all figures.
    fn parts(&self, bears: Bears) -> [f32; 3] {
        let figures = self.setup.pieces().figures;
        Bear::ALL.map(|bear| f32::from(bears.of(bear)) / f32::from(figures.of(bear)))
    }
}
