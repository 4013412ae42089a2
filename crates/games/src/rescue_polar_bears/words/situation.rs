//! The parts of a position in words.

use polynya_engine::{Describe, Prompt, listed, plural};

use super::super::board::{Card, HOTTEST, Hex, Slot, Tile};
use super::super::event::Ending;
use super::super::state::Peril;
use super::super::{Awaiting, RescuePolarBears, Ship, Stage};
use super::vocabulary::{are, join, spoken};

impl RescuePolarBears {
    /// How the match ended, and the clause that says so.
    pub(super) fn end_in_words(&self) -> Prompt {
        match self.ending {
            Some(Ending::Won) => {
                Prompt::new(format!("Everybody wins: all {} data are collected.", self.target()), "1.5")
            }
            Some(Ending::Sunk) => Prompt::new("Lost: a bear sank and no helicopter was left.", "1.6"),
            Some(Ending::Heat) => {
                Prompt::new(format!("Lost: it is {}°, warmer than {HOTTEST}.", self.temperature), "1.6")
            }
            Some(Ending::Limit) | None => Prompt::new(format!("The match stops with {} data.", self.collected), "1.4"),
        }
    }

    /// Returns what is asked now, if it is not an action of the ship.
    pub fn question(&self) -> Option<String> {
        let hex = self.scene_hex();
        Some(match self.awaiting {
            Awaiting::Collect => format!("There is data on {}. Collect it?", self.fleet.ship().hex),
            Awaiting::Upgrade => "Upgrade Token: which ship, which box?".to_owned(),
            Awaiting::Card => self.pending.card.map(|card| format!("{}: {}", card.spoken(), card.effect()))?,
            Awaiting::Remove => "Which ice is blown up? Choose it on the map.".to_owned(),
            Awaiting::Lift => "Who flies to safety? Choose a tile on the map.".to_owned(),
            Awaiting::Flee => self.fleeing_in_words(),
            Awaiting::Place => format!("A newborn cub has no room on {hex}: where does it go?"),
            Awaiting::Board => {
                format!("{} would sink at {hex}. Take aboard {}?", spoken(self.in_peril()), self.rescuer_in_words())
            }
            Awaiting::Grow => {
                format!("A cub on {hex} grows up ({} to go). It becomes", plural(self.scene.growing, "cub"))
            }
            Awaiting::ChooseAlert => "Which Alert Token is next?".to_owned(),
            _ => return None,
        })
    }

    /// The ship that takes bears aboard that would sink.
    pub(in super::super) fn rescuer_in_words(&self) -> &'static str {
        self.rescuer().map_or("the ship", |ship| self.fleet.ships()[ship].name.spoken())
    }

    /// Returns the question about those who must leave their ice.
    pub(super) fn fleeing_in_words(&self) -> String {
        let (bears, hex) = (self.in_peril(), self.scene_hex());
        let who = spoken(bears);
        match who.strip_prefix("1 ") {
            Some(bear) if bears.total() == 1 => format!("The {bear} on {hex} must flee: where does it go?"),
            _ => format!("{who} on {hex} must flee: who goes where?"),
        }
    }

    pub(super) fn options_in_words(&self) -> String {
        let variants = self.setup.variants;
        let mut parts = vec![format!("began at {}", plural(self.setup.start_temperature, "degree"))];
        parts.extend(variants.rough_road.then(|| "Rough Road Ahead".to_owned()));
        parts.extend(variants.rapid_warming.then(|| "Rapid Warming".to_owned()));
        parts.push(if variants.growth_first { "growth first" } else { "reproduction first" }.to_owned());
        let rulings = self.setup.rulings;
        parts.extend(rulings.collect_by_choice.then(|| "data may be left".to_owned()));
        parts.extend(rulings.lone_cub_counts.then(|| "a lone cub counts".to_owned()));
        parts.extend((!rulings.heat_without_ice).then(|| "no heat without ice".to_owned()));
        parts.extend(self.turn_limit().map(|limit| format!("stops after {}", plural(limit, "turn"))));
        format!("The match: {}.", parts.join(", "))
    }

    /// Returns what does not lie on the map: the temperature, the tracks, the supply and the ships' boards.
    pub fn beside_the_map(&self) -> Vec<String> {
        let mut lines = vec![
            format!("Temperature {}. {}", self.temperature, self.alert_in_words()),
            self.data_in_words(),
            self.helicopters_in_words(),
            self.supply_in_words(),
        ];
        lines.extend(self.fleet.ships().iter().enumerate().map(|(index, ship)| self.ship_in_words(index, ship)));
        lines
    }

    /// Returns what is left of tokens and cards: upgrades, helicopters, bears, alerts with cards.
    pub fn tokens_in_words(&self) -> [String; 4] {
        let ahead: Vec<String> = self.upgrades_ahead().map(|spot| spot.to_string()).collect();
        let upgrades = match ahead.len() {
            0 => "No upgrade is left.".to_owned(),
            _ => format!("Upgrades at {}.", listed(&ahead)),
        };
        let alert = self.alert.map_or("none".to_owned(), |number| number.to_string());
        let face_up = join(self.alerts.face_up.iter().map(|number| number.to_string()));
        let (face_down, cards) = (self.alerts.face_down.len(), self.decks.support.len());
        let alerts = format!("Alert: {alert}; face-up: {face_up}; face-down: {face_down}. Support Cards: {cards}.");
        [upgrades, self.helicopters_in_words(), self.supply_in_words(), alerts]
    }

    fn helicopters_in_words(&self) -> String {
        format!("Helicopters: {} at the bases, {} in reserve.", self.helicopters.ready, self.helicopters.reserve)
    }

    fn supply_in_words(&self) -> String {
        format!("Supply: {}.", spoken(self.supply))
    }

    fn alert_in_words(&self) -> String {
        match self.alert() {
            Some((number, hex)) => format!("Alert {number}: ice on {hex}."),
            None => "No alert.".to_owned(),
        }
    }

    fn data_in_words(&self) -> String {
        let board = join(self.sea.data.iter().map(|hex| hex.to_string()));
        let ahead = join(self.upgrades_ahead().map(|spot| spot.to_string()));
        format!("Data {} of {}; on the board: {board}. Upgrades at: {ahead}.", self.collected, self.target())
    }

    fn ship_in_words(&self, index: usize, ship: &Ship) -> String {
        let upgrades = Slot::ALL.into_iter().filter(|&slot| ship.is_upgraded(slot)).map(|slot| slot.to_string());
        let (ship_name, steers) = (ship.name.spoken(), self.name(self.seat_of(index)));
        let alone = self.setup.seats == 1 || steers == ship_name;
        let steered = if alone { String::new() } else { format!(" (steered by {steers})") };
        let mut text = format!(
            "{ship_name}{steered} on {}: speed {}, {} of {} on board: {}; upgrades: {}.",
            ship.hex,
            ship.speed(),
            ship.aboard.total(),
            ship.capacity(),
            spoken(ship.aboard),
            join(upgrades)
        );
        if ship.blue > 0 {
            text.push_str(" A blue action waits.");
        }
        text
    }

    pub(super) fn status(&self) -> String {
        let waits = self.waits_for();
        match (self.ending, self.stage) {
            (Some(ending), _) => {
                let how = match ending {
                    Ending::Won => "won, all data is collected",
                    Ending::Sunk => "lost, a bear sank without a helicopter",
                    Ending::Heat => "lost, it is too hot",
                    Ending::Limit => "stopped at the turn limit",
                };
                format!("Over after {}: {how}.", plural(self.turns, "turn"))
            }
            (None, Stage::SetUp) => format!("Set-up: {waits}."),
            (None, stage) => {
                let ship = self.fleet.ship().name.spoken();
                let mut text = format!("Turn {}, {ship}, {}: {waits}.", self.turns + 1, stage.spoken());
                if stage == Stage::Action {
                    text.push_str(&format!(" {} left.", plural(self.turn.left, "action")));
                }
                let facts = [
                    (self.turn.free_load, "The next bear is loaded with the same action."),
                    (self.turn.grab_open, "A grab is open."),
                    (self.turn.grabbed, "The grab of this turn is made."),
                    (self.turn.supported, "A Support Tile was used in this turn."),
                    (self.turn.quiet, "Growth and Reproduction are skipped in this turn."),
                ];
                for (_, fact) in facts.into_iter().filter(|&(holds, _)| holds) {
                    text.push(' ');
                    text.push_str(fact);
                }
                if self.turn.extra > 0 {
                    text.push_str(&format!(" The red die counts {} more.", self.turn.extra));
                }
                text
            }
        }
    }

    pub(super) fn waits_for(&self) -> String {
        let card = self.pending.card.map_or("", Card::spoken);
        match self.awaiting {
            Awaiting::Tile => self.sea.dealing.map_or_else(String::new, |hex| format!("the tile on {hex} is dealt")),
            Awaiting::Ship => format!("ship {} is drawn", self.fleet.len() + 1),
            Awaiting::Position => {
                format!("a Position Card is drawn, {} to place", plural(self.pending.placing, "Data Token"))
            }
            Awaiting::DrawAlert => "an Alert Token is drawn".to_owned(),
            Awaiting::Reveal => format!("{} turned face-up", are(self.pending.revealing, "Alert Token")),
            Awaiting::Support => "a Support Card is drawn".to_owned(),
            Awaiting::D20 => "the blue die is rolled".to_owned(),
            Awaiting::D6 => "the red die is rolled".to_owned(),
            Awaiting::Act => "an action, or the end of the turn".to_owned(),
            Awaiting::Collect => format!("is the data on {} collected", self.fleet.ship().hex),
            Awaiting::Upgrade => "which ship takes the Upgrade Token".to_owned(),
            Awaiting::Card => format!("is {card} used"),
            Awaiting::Remove => format!("which ice does {card} remove"),
            Awaiting::Lift => match self.pending.lifted {
                Some(hex) => format!("does {card} take a second bear from {hex}"),
                None => format!("whom does {card} take"),
            },
            Awaiting::Flee => format!("{} on {} must flee", spoken(self.in_peril()), self.scene_hex()),
            Awaiting::Place => format!("{} born on {} without room", are(self.scene.unborn, "cub"), self.scene_hex()),
            Awaiting::Board => {
                let rest = match self.scene.peril {
                    Some(Peril::Birth) => "born on",
                    _ => "on",
                };
                format!("{} {rest} {} would sink and may board", spoken(self.in_peril()), self.scene_hex())
            }
            Awaiting::Grow => {
                format!("what the next of {} on {} becomes", plural(self.scene.growing, "cub"), self.scene_hex())
            }
            Awaiting::ChooseAlert => "which face-up Alert Token is next".to_owned(),
            Awaiting::Over => "nothing".to_owned(),
        }
    }

    pub(super) fn tile_in_words(&self, hex: Hex) -> String {
        match self.sea.tile(hex) {
            Some(Tile::Ocean) => "it is open water".to_owned(),
            Some(Tile::Support) => "a Support Tile lies there".to_owned(),
            Some(Tile::Ice(number)) => format!("ice {number} lies there"),
            Some(Tile::Float) => "an ice float lies there".to_owned(),
            None => "it is a base".to_owned(),
        }
    }
}
