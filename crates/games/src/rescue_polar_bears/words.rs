//! The words of the game: everything that is said to people.

mod ahead;
mod reference;
mod situation;
mod vocabulary;

use polynya_engine::{
    Clause, Describe, Fact, Foreseen, Prompt, ReferenceCard, Seat, Thing, Warning, plural, possessive, uncapitalised,
};

use super::action::Action;
use super::board::{self, Ability, BASES, Bear, Card, HexSet, NUMBERS, Numbers, ShipName, TILE_ROOM, Tile};
use super::clauses::Rule;
use super::event::{Ending, Event};
use super::forecast::Forecast;
use super::options::RescueOptions;
use super::{Awaiting, RescuePolarBears, Stage};

use vocabulary::{are, join, spoken};

impl Describe for RescuePolarBears {
    fn name(&self, seat: Seat) -> String {
        match self.fleet.ships().get(seat.index()) {
            _ if self.setup.seats == 1 => "The fleet".to_owned(),
            Some(ship) => ship.name.spoken().to_owned(),
            None => format!("Ship {seat}"),
        }
    }

    fn label(action: Action) -> String {
        match action {
            Action::Sail(hex) => format!("Sail to {hex}"),
            Action::Load(bear, hex) => format!("Load a {} from {hex}", bear.called()),
            Action::Data(hex) => format!("Load the data from {hex}"),
            Action::Grab(hex) => format!("Grab the data from {hex}"),
            Action::Unload => "Unload all bears".to_owned(),
            Action::Break(hex) => format!("Break the ice on {hex}"),
            Action::End => "End turn".to_owned(),
            Action::Upgrade(ship, slot) => format!("{}, upgrade {slot}", ship.spoken()),
            Action::Use => "Use the Support Card".to_owned(),
            Action::Decline => "Decline".to_owned(),
            Action::Remove(hex) => format!("Blow up the ice on {hex}"),
            Action::Lift(bear, hex) => format!("Airlift a {} from {hex}", bear.called()),
            Action::Enough => "Airlift no more".to_owned(),
            Action::Flee(bear, hex) => format!("Send a {} to {hex}", bear.called()),
            Action::Place(hex) => format!("Send the newborn cub to {hex}"),
            Action::Board(bear) => format!("Take a {} aboard", bear.called()),
            Action::Grow(sex) => format!("Let the cub become a {}", Bear::from(sex).spoken()),
            Action::Alert(number) => format!("Make alert {number} the next"),
            Action::Collect => "Collect the data".to_owned(),
            Action::Leave => "Leave the data".to_owned(),
        }
    }

    fn tell(&self, event: &Event) -> String {
        let name = ShipName::spoken;
        match *event {
            Event::Dealt { hex, tile: Tile::Ice(number), bears } => {
                format!("Ice {number} with {} lies on {hex}.", spoken(bears))
            }
            Event::Dealt { hex, tile: Tile::Support, .. } => format!("A Support Tile lies on {hex}."),
            Event::Dealt { hex, tile: Tile::Float, .. } => format!("An ice float lies on {hex}."),
            Event::Dealt { hex, .. } => format!("{hex} is open water."),
            Event::Mustered { ship, hex } => format!("{} begins on {hex}.", name(ship)),
            Event::DataPlaced { hex } => format!("A Data Token is placed on {hex}."),
            Event::PositionTaken { hex } => {
                format!("The Position Card shows {hex}, where a ship or a Data Token is: another card is drawn.")
            }
            Event::AlertSet { number, hex } => format!("The alert is {number}: ice on {hex}."),
            Event::AlertGone { number } => {
                format!("Alert Token {number} goes to the box, because ice {number} is gone.")
            }
            Event::Revealed { number } => format!("Alert Token {number} lies face-up now."),
            Event::TurnOf { ship, .. } => format!("{} turn.", possessive(name(ship))),
            Event::Sailed { ship, from, to } => format!("{} sails from {from} to {to}.", name(ship)),
            Event::Loaded { ship, bear, from, free } => {
                let cost = if free { " with the same action" } else { "" };
                format!("{} loads a {} from {from}{cost}.", name(ship), bear.spoken())
            }
            Event::Unloaded { ship, bears } => format!("{} brings {} to safety.", name(ship), spoken(bears)),
            Event::Collected { ship, hex, count } => {
                format!("{} collects the data on {hex}: {count} of {}.", name(ship), self.target())
            }
            Event::DataLeft { ship, hex } => format!("{} leaves the data on {hex}.", name(ship)),
            Event::Upgraded { ship, slot } => {
                format!(
                    "{} takes upgrade {slot}: {}.",
                    name(ship),
                    self.setup.pieces().hull(ship).upgrades[slot as usize].effect()
                )
            }
            Event::HelicopterCame { now } => format!("A helicopter joins the bases: {now} now."),
            Event::SupportReached { hex, card: true } => format!("The Support Tile on {hex} brings a Support Card."),
            Event::SupportReached { hex, card: false } => {
                format!("The Support Tile on {hex} is removed without a card: it is the second of this turn.")
            }
            Event::CardDrawn { card } => format!("The Support Card is {}.", card.spoken()),
            Event::CardUsed { card } => format!("{} is used.", card.spoken()),
            Event::CardDeclined { card } => format!("{} is declined.", card.spoken()),
            Event::Lifted { bear, from } => format!("A {} is airlifted from {from}.", bear.spoken()),
            Event::Broke { ship, hex, .. } => format!("{} breaks the ice on {hex}.", name(ship)),
            Event::Blown { hex, .. } => format!("The ice on {hex} is blown up."),
            Event::Fled { bear, from, to } => format!("A {} flees from {from} to {to}.", bear.spoken()),
            Event::Boarded { ship, bear, .. } => {
                format!("A {} boards {} instead of sinking.", bear.spoken(), name(ship))
            }
            Event::Sank { hex, bears, helicopters } => {
                let count = bears.total();
                let (fall, are, helicopter) =
                    if count == 1 { ("falls", "is", "a helicopter") } else { ("fall", "are", "helicopters") };
                let fall = format!("{} {fall} into the sea at {hex}", spoken(bears));
                match helicopters {
                    0 => format!("{fall} and no helicopter is left."),
                    helicopters if helicopters < count => {
                        format!("{fall}: {} cannot save all.", plural(helicopters, "helicopter"))
                    }
                    _ => format!("{fall} and {are} saved by {helicopter} ({} left).", helicopters - count),
                }
            }
            Event::TileGone { hex, tile: Tile::Ice(number) } => format!("Ice {number} on {hex} is gone."),
            Event::TileGone { hex, .. } => format!("The ice float on {hex} is gone."),
            Event::Cooled { by, to } => format!("The temperature falls by {by} to {to}."),
            Event::ActionsEnded { ship, unused: 0 } => format!("{} ends its turn.", name(ship)),
            Event::ActionsEnded { ship, unused } => {
                format!("{} ends its turn with {} unused.", name(ship), plural(unused, "action"))
            }
            Event::BlueDie { number } => format!("The blue die shows {number}."),
            Event::Warmer { extra } => format!("Nobody grows or breeds: the red die counts {extra} more."),
            Event::Born { number, hex, count, .. } => {
                format!("{} born on ice {number} at {hex}.", are(count, "cub"))
            }
            Event::CubPlaced { to, .. } => format!("A newborn cub moves to {to}."),
            Event::Growth { number, hex, count: 0 } => format!("The cubs on ice {number} at {hex} cannot grow up."),
            Event::Growth { number, hex, count } => {
                format!("{} growing up on ice {number} at {hex}.", are(count, "cub"))
            }
            Event::Grew { hex, bear } => format!("A cub on {hex} becomes a {}.", bear.spoken()),
            Event::Shortage { extra } => {
                format!("There are not enough bears in the supply: the red die counts {extra} more.")
            }
            Event::RedDie { pips, extra: 0, to, .. } => format!("The red die shows {pips}: the temperature is {to}."),
            Event::RedDie { pips, extra, to, .. } => {
                format!("The red die shows {pips} and counts {extra} more: the temperature is {to}.")
            }
            Event::Melting { number, hex } => format!("Ice {number} on {hex} melts."),
            Event::Over { ending, collected } => match ending {
                Ending::Won => format!("All data is collected, {collected} tokens: everybody wins."),
                Ending::Sunk => {
                    format!("A bear sinks and no helicopter comes: the match is lost with {collected} data.")
                }
                Ending::Heat => {
                    format!(
                        "It is {} degrees after melting: the match is lost with {collected} data.",
                        self.temperature
                    )
                }
                Ending::Limit => format!("The match stops after {} with {collected} data.", plural(self.turns, "turn")),
            },
        }
    }

    fn describe(&self) -> String {
        let mut lines = vec![self.status()];
        lines.extend(self.beside_the_map());
        let list = |numbers: Numbers| join(numbers.iter().map(|number| number.to_string()));
        lines.push(format!(
            "Alert Tokens face-up: {}. Face-down: {}.",
            list(self.alerts.face_up),
            list(self.alerts.face_down)
        ));
        for number in NUMBERS {
            if let Some(hex) = self.hex_of(number) {
                lines.push(format!("Ice {number} on {hex}: {}.", spoken(self.sea.bears(number))));
            }
        }
        let hexes = |set: HexSet| join(set.iter().map(|hex| hex.to_string()));
        lines.push(format!("Support Tiles: {}. Ice floats: {}.", hexes(self.sea.support), hexes(self.sea.floats)));
        lines.push(format!("Bases: {}. Position Cards to come: {}.", hexes(BASES), hexes(self.decks.positions)));
        lines.push(format!(
            "Support Cards to come: {}.",
            join(self.decks.support.iter().map(|card| card.spoken().to_owned()))
        ));
        lines.push(self.options_in_words());
        lines.join("\n")
    }

    fn why(&self, _: Seat, action: Action, rule: &Rule) -> String {
        let ship = self.fleet.ship();
        let name = ship.name.spoken();
        let here = ship.hex;
        match (*rule, action) {
            (Rule::TakeTurns, _) => format!("It is {} turn.", possessive(name)),
            (Rule::AnswerFirst, _) => format!("Answer first: {}", self.prompt(None).text),
            (Rule::NothingAsked, Action::Collect | Action::Leave) if self.sea.data.contains(here) => {
                format!("The data on {here} was left: it is asked for again when a ship ends another Sailing there.")
            }
            (Rule::NothingAsked, _) => format!("“{}” answers nothing that is asked now.", Self::label(action)),
            (Rule::ActionsAreSpent, _) => format!("{name} has no action left in this turn."),
            (
                Rule::BesideTheShip,
                Action::Load(_, hex) | Action::Data(hex) | Action::Grab(hex) | Action::Break(hex),
            ) => {
                format!("{name} lies on {here}, which is not next to {hex}.")
            }
            (Rule::OverWater, Action::Sail(hex)) => {
                format!("{name} cannot sail onto {hex}: {}.", self.tile_in_words(hex))
            }
            (Rule::SailSomewhere, _) => format!("{name} lies on {here} already."),
            (Rule::OneShipAHex, Action::Sail(hex)) => {
                let other = self.fleet.on(hex).map_or("Another ship", |index| self.fleet.ships()[index].name.spoken());
                format!("{other} lies on {hex}.")
            }
            (Rule::WithinSpeed, Action::Sail(hex)) => {
                format!("{name} cannot reach {hex} from {here} in {}.", plural(ship.speed(), "step"))
            }
            (Rule::BearIsThere | Rule::LiftFromIce, Action::Load(bear, hex) | Action::Lift(bear, hex)) => {
                format!("There is no {} on {hex}.", bear.spoken())
            }
            (Rule::RoomOnBoard, _) => format!("{name} has no room for a bear."),
            (Rule::DataIsThere, Action::Data(hex) | Action::Grab(hex)) => format!("There is no Data Token on {hex}."),
            (Rule::DataOnWater, Action::Data(hex) | Action::Grab(hex)) => {
                format!("The data on {hex} is collected by sailing there: {}.", self.tile_in_words(hex))
            }
            (Rule::SomebodyAboard, _) => format!("{name} has no bear on board."),
            (Rule::BesideABase, _) => format!("{name} lies on {here}, which is not next to a base."),
            (Rule::OnlyIceBreaks, Action::Break(hex) | Action::Remove(hex)) => {
                format!("There is no ice to break on {hex}: {}.", self.tile_in_words(hex))
            }
            (Rule::ShipInPlay, Action::Upgrade(other, _)) => {
                format!("{} does not sail in this match.", other.spoken())
            }
            (Rule::BoxIsFree, Action::Upgrade(other, slot)) => {
                format!("Upgrade {slot} of {} is taken already.", other.spoken())
            }
            (Rule::OnlyBreezeDragon, _) => match self.setup.pieces().ship_that(Ability::Grabs) {
                Some(other) => format!("{name} cannot grab; only {} can.", other.spoken()),
                None => format!("{name} cannot grab."),
            },
            (Rule::OneTileOnly, Action::Lift(_, hex)) => {
                let tile = self.pending.lifted.unwrap_or(hex);
                format!("The first bear was taken from {tile}, so the second is too.")
            }
            (Rule::WhoFlees | Rule::WhoBoards, Action::Flee(bear, _) | Action::Board(bear)) => {
                format!("There is no {} on {} to be saved.", bear.spoken(), self.scene_hex())
            }
            (Rule::NextTile, Action::Flee(_, hex) | Action::Place(hex)) => {
                format!("{hex} is not next to {}.", self.scene_hex())
            }
            (Rule::OntoIce, Action::Flee(_, hex) | Action::Place(hex)) => {
                format!("No bear can stand on {hex}: {}.", self.tile_in_words(hex))
            }
            (Rule::ThreeBears, Action::Flee(_, hex) | Action::Place(hex)) => {
                format!("{hex} holds {TILE_ROOM} bears already.")
            }
            (Rule::AdultsInSupply, Action::Grow(sex)) => {
                format!("There is no {} in the supply.", Bear::from(sex).spoken())
            }
            (Rule::BothSexes, Action::Grow(sex)) => {
                let adult = Bear::from(sex).spoken();
                format!("A {adult} would leave {} without both sexes, though both are possible.", self.scene_hex())
            }
            (Rule::FaceUpFirst, Action::Alert(number)) => {
                let open = join(self.alerts.face_up.iter().map(|number| number.to_string()));
                format!("Alert Token {number} does not lie face-up; {open} can be chosen.")
            }
            _ => rule.text().to_owned(),
        }
    }

    fn prompt(&self, _: Option<Seat>) -> Prompt {
        let ship = self.fleet.ship().name.spoken();
        let (hex, bears) = (self.scene_hex(), plural(self.in_peril().total(), "bear"));
        let left = self.turn.left;
        match self.awaiting {
            Awaiting::Act if self.turn.free_load => {
                Prompt::new(format!("{ship}: the next bear is free, then {} left.", plural(left, "action")), "10.5")
            }
            Awaiting::Act if left == 0 => Prompt::new(format!("{ship}: no actions left. End the turn."), "4.4"),
            Awaiting::Act => Prompt::new(format!("{ship}: {} left.", plural(left, "action")), "4.1"),
            Awaiting::Collect => {
                let hex = self.fleet.ship().hex;
                Prompt::new(format!("There is data on {hex}: collect it or leave it."), "6.5")
            }
            Awaiting::Upgrade => Prompt::new("An Upgrade Token: choose a ship and a box.", "9.3"),
            Awaiting::Card => {
                let card = self.pending.card.map_or("The Support Card", Card::spoken);
                Prompt::new(format!("{card}: use it or decline."), "11.2")
            }
            Awaiting::Remove => Prompt::new("Choose the ice that is blown up.", "11.7"),
            Awaiting::Lift => Prompt::new("Choose a bear that flies to safety.", "11.8"),
            Awaiting::Flee => Prompt::new(self.fleeing_in_words(), "12.1"),
            Awaiting::Place => Prompt::new(format!("A newborn cub has no room on {hex}: where does it go?"), "13.4"),
            Awaiting::Board => {
                Prompt::new(format!("{bears} would sink at {hex}: take aboard {}?", self.rescuer_in_words()), "12.7")
            }
            Awaiting::Grow => Prompt::new(format!("A cub on {hex} grows up: male or female?"), "13.8"),
            Awaiting::ChooseAlert => Prompt::new("Choose the Alert Token that is next.", "15.3"),
            Awaiting::D20 => Prompt::new("The dice fall.", "13.1"),
            Awaiting::D6 => Prompt::new("The dice fall.", "14.1"),
            Awaiting::Over => self.end_in_words(),
            _ if self.stage == Stage::SetUp => Prompt::new("The board is set up.", "2.1"),
            _ if self.stage == Stage::Heat => Prompt::new("The next alert is drawn.", "14.5"),
            _ => Prompt::new("A card or a token is drawn.", "9.1"),
        }
    }

    fn verdict(&self, reader: Option<Seat>) -> String {
        self.verdict_on(reader)
    }

    fn facts(&self, seat: Option<Seat>, events: &[Event]) -> Vec<Fact> {
        self.facts_of(seat, events)
    }

    fn primer(&self) -> Vec<String> {
        let lines = [
            "Together: collect the last Data Token before it gets too warm, and let no bears sink.",
            "On your turn sail, load bears, unload them at a base, break ice and fetch data; then the dice fall.",
            "When ice melts, its bears flee to neighbouring ice; those without room need a helicopter.",
        ];
        lines.map(str::to_owned).to_vec()
    }

    fn foresee(&self) -> Vec<Foreseen> {
        Forecast::of(self).map_or_else(Vec::new, |forecast| forecast.sentences())
    }

    fn warning(&self, _: Seat, action: Action) -> Option<Warning> {
        self.warn(action)
    }

    fn forced(&self, seat: Seat) -> Option<Action> {
        self.forced_answer(seat)
    }

    fn outline(&self, _: Seat, plan: &[Action]) -> Vec<String> {
        Self::outlined(plan, |action| uncapitalised(&Self::label(action)))
    }

    fn brings(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        self.brought(seat, plan)
    }

    fn reference(options: &RescueOptions) -> Vec<ReferenceCard> {
        reference::reference(options)
    }

    fn things() -> Vec<Thing> {
        super::things::things()
    }

    fn highlights(options: &RescueOptions) -> Vec<String> {
        let &RescueOptions {
            start_temperature,
            rough_road,
            rapid_warming,
            growth_first,
            ships,
            turn_limit,
            collect_by_choice,
            lone_cub_counts,
            heat_without_ice,
            ref kept,
            contents,
        } = options;
        let mut words = Vec::new();
        if !contents.is_proposed() {
            words.push("The owner's box".to_owned());
        }
        if start_temperature != u64::from(board::BASIC_START) {
            words.push(format!("Starts at {start_temperature}°"));
        }
        let variants = [
            (rough_road, "Rough Road Ahead"),
            (rapid_warming, "Rapid Warming"),
            (growth_first, "Growth first"),
            (collect_by_choice, "Data may be left"),
            (lone_cub_counts, "A lone cub counts"),
            (!heat_without_ice, "No heat without ice"),
        ];
        words.extend(variants.into_iter().filter(|&(on, _)| on).map(|(_, name)| name.to_owned()));
        words.extend(ships.map(|ships| plural(ships, "ship")));
        if !kept.is_empty() {
            words.push(format!("{} kept", plural(kept.len(), "tile")));
        }
        words.extend(turn_limit.map(|turns| format!("Stops after {}", plural(turns, "turn"))));
        words
    }
}
