//! The parts of a position in words.

use polynya_engine::{Describe, Member, Seat, Word, plural};

use super::action::{Card, Place, Report, Ship};
use super::words::{list, times};
use super::{IceBreakers, Phase, forecast};

impl IceBreakers {
    /// What the seat that has played a Power card does, told to itself, to one who may help, or to one who watches.
    pub(super) fn work_in_words(&self, reader: Option<Seat>) -> String {
        let left = format!("{} left", plural(self.points, "point"));
        match reader {
            Some(seat) if seat == self.seat && self.points > 0 => {
                format!("{left}: break ice, move ships, then end the turn.")
            }
            Some(seat) if seat == self.seat => format!("{left}: move ships, then end the turn."),
            reader => {
                let help = if reader.is_some() { " You may help with cards." } else { "" };
                format!("{} breaks ice and moves ships: {left}.{help}", self.name(self.seat))
            }
        }
    }

    /// Returns where the match stands.
    pub fn status(&self) -> String {
        let (turn, seat) = (self.turns + 1, self.seat);
        match (self.phase, self.power) {
            (Phase::Ice, _) => format!("Set-up: ice is laid, next on {}.", self.next_space().spoken()),
            (Phase::Ships, _) => {
                let under: Vec<String> = self.under_the_stack().map(|ship| ship.to_string()).collect();
                let under =
                    if under.is_empty() { String::new() } else { format!(" Under the stack: {}.", under.join(", ")) };
                format!("Set-up: ships are placed, next at {}.{under}", self.next_harbour())
            }
            (Phase::Cards, _) => format!("Set-up: cards are laid out and dealt, {} to go.", self.cards_to_deal()),
            (Phase::Report, _) if self.forecast.is_none() => "Set-up: the first report is turned.".to_owned(),
            (Phase::Report, _) => format!("Turn {turn}: the next report is turned for Seat {seat}."),
            (Phase::Cut, _) => {
                format!("Turn {turn} of Seat {seat}: Seat {} cuts, {} to go.", self.cutter, plural(self.cuts, "card"))
            }
            (Phase::Over, _) => {
                let turns = plural(self.turns, "turn");
                if self.all_home() {
                    format!("Over after {turns}: all ships are home, everybody won.")
                } else {
                    format!("Over after {turns}: {} brought in.", plural(self.brought(), "ship"))
                }
            }
            (Phase::Choose | Phase::Work, None) => format!("Turn {turn}: Seat {seat} plays a Power card or passes."),
            (Phase::Choose | Phase::Work, Some(card)) => {
                let added = if self.added > 0 { format!(" with {} added", self.added) } else { String::new() };
                let left = plural(self.points, "point");
                format!("Turn {turn}: Seat {seat} has played {}{added}, {left} left.", card.one())
            }
        }
    }

    /// Returns the forecast and the report in effect.
    pub fn reports_in_words(&self) -> String {
        let report = |report: Option<Report>| report.map_or("none".to_owned(), |report| report.to_string());
        let mut line = format!("Forecast: {}. In effect: {}.", report(self.forecast), report(self.effect));
        if self.passes > 0 {
            line += &format!(" Passes in a row: {}.", self.passes);
        }
        line
    }

    /// Returns what lies in the stack of reports, if any does.
    pub fn stack_in_words(&self) -> Option<String> {
        let coming: Vec<String> = self.coming_reports().map(|report| report.to_string()).collect();
        if !coming.is_empty() {
            return Some(format!("Reports face down: {}, in this order: {}.", coming.len(), coming.join(", ")));
        }
        let packs: Vec<String> = self
            .packs()
            .filter(|pack| !pack.is_empty())
            .map(|pack| {
                let kinds: Vec<String> = pack.each().map(|(report, count)| times(&report.to_string(), count)).collect();
                kinds.join(", ")
            })
            .collect();
        let count = self.reports_left();
        (count > 0).then(|| format!("Reports face down: {count}. {}.", packs.join("; then ")))
    }

    /// Returns how many ships are home, and which.
    pub fn ships_home_in_words(&self) -> String {
        let home: Vec<String> = Ship::all().filter(|&ship| self.is_home(ship)).map(|ship| ship.to_string()).collect();
        let names = if home.is_empty() { String::new() } else { format!(" At home: {}.", home.join(", ")) };
        format!("Ships brought in: {} of {}.{names}", self.brought(), self.fleet())
    }

    pub(super) fn ship_in_words(&self, ship: Ship) -> Option<String> {
        let at = self.place_of(ship).filter(|_| !self.is_home(ship))?;
        Some(match self.number(at) {
            None => format!("Ship {ship} is at {at}."),
            Some(number) if self.is_ice(at) => format!("Ship {ship} is stuck on {}, ice {number}.", at.spoken()),
            Some(number) => format!("Ship {ship} is on {}, water {number}.", at.spoken()),
        })
    }

    pub(super) fn map_in_words(&self) -> Vec<String> {
        let piece = |place: Place| match self.number(place) {
            None => "nothing yet".to_owned(),
            Some(number) if self.is_ice(place) => format!("ice {number}"),
            Some(number) => format!("water {number}"),
        };
        let chart = self.chart();
        let junctions: Vec<String> =
            chart.ends().filter(|end| end.is_junction()).map(|place| format!("{place} {}", piece(place))).collect();
        let mut lines = Vec::new();
        if !junctions.is_empty() {
            lines.push(format!("Junctions: {}.", junctions.join(", ")));
        }
        for (from, to, spaces) in chart.channels() {
            let pieces: Vec<String> = spaces.iter().map(piece).collect();
            lines.push(format!("Channel {from} to {to}: {}.", pieces.join(", ")));
        }
        lines
    }

    /// Returns what a seat holds, and what of it may be given away.
    pub fn hand_in_words(&self, seat: Seat) -> String {
        let mut line = format!("Seat {seat} holds {}", list(&self.hand(seat)));
        let fresh = self.fresh(seat);
        if fresh != [0; Card::COUNT] {
            line += &format!("; may give {}", list(&fresh));
        }
        line + "."
    }

    /// Returns the cards that wait at harbours, harbour by harbour.
    pub fn rewards_in_words(&self) -> Vec<String> {
        let reward = |ship: Ship| {
            let harbour = Place::harbour(ship);
            let cards: Vec<&str> = self.reward(harbour).map(Card::spoken).collect();
            (!cards.is_empty()).then(|| format!("At {harbour}: {}.", cards.join(", ")))
        };
        Ship::all().filter_map(reward).collect()
    }

    /// Returns the row for small destinations, as long as there can be one.
    pub fn row_in_words(&self) -> Option<String> {
        let row: Vec<&str> = self.row().map(Card::spoken).collect();
        let shown = !self.introductory && self.phase != Phase::Over || !row.is_empty();
        let row = if row.is_empty() { "empty".to_owned() } else { row.join(", ") };
        shown.then(|| format!("Row, the right end first: {row}."))
    }

    /// Returns the discard pile.
    pub fn pile_in_words(&self) -> String {
        format!("Discard pile: {}.", list(&self.pile()))
    }

    /// Returns where a ship is that is not home, and what its cheapest way costs: the ice on it in order.
    pub fn way_in_words(&self, ship: Ship) -> Option<[String; 2]> {
        let way = forecast::cheapest_way(self, ship)?;
        let at = self.place_of(ship)?;
        let piece = match self.number(at) {
            None => at.to_string(),
            Some(number) if self.is_ice(at) => format!("{at} (ice {number})"),
            Some(number) => format!("{at} (water {number})"),
        };
        let ice: Vec<String> = way.ice(self).map(|place| place.to_string()).collect();
        let cost = if ice.is_empty() { way.spoken() } else { format!("{}: {}", way.spoken(), ice.join(" ")) };
        Some([format!("at {piece}"), cost])
    }
}

impl forecast::Way {
    /// Returns what the way costs: `7 points of ice`.
    pub fn spoken(&self) -> String {
        match self.cost {
            0 => "the route is open".to_owned(),
            cost => format!("{} of ice", plural(cost, "point")),
        }
    }
}
