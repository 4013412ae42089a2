//! The words of the game: everything that is said to people.

use polynya_engine::{Clause, Describe, Member, Prompt, Seat, Word, plural};

use super::action::{Action, Card, Place, Report, Ship};
use super::board::{ENDS, IceBreakersOptions, Map, Reports, SHIPS};
use super::clauses::Rule;
use super::event::Event;
use super::{IceBreakers, Phase};

impl Describe for IceBreakers {
    fn name(&self, seat: Seat) -> String {
        format!("Seat {seat}")
    }

    fn label(action: Action) -> String {
        match action {
            Action::Power(card) => format!("Open the turn with {}", card.one()),
            Action::Pass => "Pass".to_owned(),
            Action::Add(card) => format!("Add {}: {} more", card.one(), plural(card.points(), "point")),
            Action::Cash => "Cash an AB2: cut two cards".to_owned(),
            Action::Clear(space) => format!("Break the ice on {space}"),
            Action::Move(ship, to) if to == Place::harbour(ship) => format!("Ship {ship} home to {to}"),
            Action::Move(ship, to) => format!("Ship {ship} to {to}"),
            Action::Give(card, seat) => format!("Give {} to seat {seat}", card.one()),
            Action::End => "End the turn".to_owned(),
        }
    }

    fn tell(&self, event: &Event) -> String {
        match *event {
            Event::Laid { space, number } => format!("Ice {number} is laid on {space}."),
            Event::Docked { ship, harbour } => format!("Ship {ship} begins at {harbour}."),
            Event::Waits { card, harbour } => format!("{} waits at {harbour}.", capital(&card.one())),
            Event::JoinsRow { card } => format!("{} joins the row.", capital(&card.one())),
            Event::Dealt { seat, card } => format!("Seat {seat} is dealt {}.", card.one()),
            Event::Forecast { report: Report::MILD } => "The forecast is mild: nothing will freeze.".to_owned(),
            Event::Forecast { report } => format!("The forecast is {report}."),
            Event::Opened { seat, card, .. } => format!("Seat {seat} plays {}.", card.one()),
            Event::Passed { seat, .. } => format!("Seat {seat} passes."),
            Event::Added { seat, card, points } => {
                format!("Seat {seat} adds {}: {} left.", card.one(), plural(points, "point"))
            }
            Event::Cashed { seat, .. } => format!("Seat {seat} cashes an AB2, which leaves the game."),
            Event::Cut { seat, card } => format!("Seat {seat} cuts {}.", card.one()),
            Event::Broke { seat, space, number, points } => {
                let left = plural(points, "point");
                format!("Seat {seat} breaks ice {number} on {space}: {left} left.")
            }
            Event::Moved { seat, ship, from, to } => format!("Seat {seat} moves ship {ship} from {from} to {to}."),
            Event::Arrived { ship, home } => {
                format!("Ship {ship} is home: {home} of {}.", self.fleet())
            }
            Event::Collected { seat, card, .. } => format!("Seat {seat} collects {}.", card.one()),
            Event::Gave { seat, card, to } => format!("Seat {seat} gives {} to seat {to}.", card.one()),
            Event::Ended { seat, points: 0 } => format!("Seat {seat} ends the turn."),
            Event::Ended { seat, points } => {
                format!("Seat {seat} ends the turn with {} unused.", plural(points, "point"))
            }
            Event::InEffect { report: Report::MILD, .. } => "The mild report takes effect: nothing freezes.".to_owned(),
            Event::InEffect { report, spaces } => {
                format!("Report {report} takes effect: {} to ice.", plural_verb(spaces.len(), "piece", "turn"))
            }
            Event::Stuck { ship, place, number } => format!("Ship {ship} is stuck on {place}, ice {number}."),
            Event::TurnOf { seat } => format!("It is the turn of seat {seat}."),
            Event::AllHome { turns } => {
                format!("All ships are home after {}: everybody wins.", plural(turns, "turn"))
            }
            Event::OutOfPower { home } => {
                format!("Nobody has a Power card left: the season ends with {} brought in.", plural(home, "ship"))
            }
            Event::PassedRound { home } => {
                format!("Everybody has passed: the season ends with {} brought in.", plural(home, "ship"))
            }
        }
    }

    fn describe(&self) -> String {
        let mut lines = vec![self.status(), self.reports_in_words()];
        lines.extend(self.stack_in_words());
        lines.push(self.ships_home_in_words());
        lines.extend(Ship::all().filter_map(|ship| self.ship_in_words(ship)));
        for seat in Seat::all(self.seats) {
            let mut line = format!("Seat {seat} holds {}", list(&self.hand(seat)));
            let fresh = self.fresh(seat);
            if fresh != [0; Card::COUNT] {
                line += &format!("; may give {}", list(&fresh));
            }
            lines.push(line + ".");
        }
        for ship in Ship::all() {
            let harbour = Place::harbour(ship);
            let cards: Vec<&str> = self.reward(harbour).map(Card::spoken).collect();
            if !cards.is_empty() {
                lines.push(format!("At {harbour}: {}.", cards.join(", ")));
            }
        }
        let row: Vec<&str> = self.row().map(Card::spoken).collect();
        if !self.introductory && self.phase != Phase::Over || !row.is_empty() {
            let row = if row.is_empty() { "empty".to_owned() } else { row.join(", ") };
            lines.push(format!("Row, the right end first: {row}."));
        }
        lines.push(format!("Discard pile: {}.", list(&self.pile())));
        if self.undealt().iter().any(|&count| count > 0) {
            lines.push(format!("Cards to deal: {}.", list(&self.undealt())));
        }
        if self.gone() > 0 {
            lines.push(format!("Out of the game: {} AB2.", self.gone()));
        }
        lines.extend(self.map_in_words());
        let fleet = if self.introductory { "introductory game" } else { "full game" };
        lines.push(format!("Map {}, reports {}, {fleet}.", self.map, self.reports));
        lines.join("\n")
    }

    fn why(&self, seat: Seat, action: Action, rule: &Rule) -> String {
        let active = self.seat;
        match (*rule, action) {
            (Rule::TakeTurns, Action::Add(_) | Action::Cash | Action::Give(..)) => "Nobody acts now.".to_owned(),
            (Rule::TakeTurns, _) => format!("It is the turn of seat {active}, not of seat {seat}."),
            (Rule::WaitForPower, _) => format!("Seat {active} has not played a Power card yet."),
            (Rule::OnTheMap, Action::Clear(place) | Action::Move(_, place)) => {
                format!("The {} map has no place {place}.", self.map)
            }
            (Rule::HarboursAreOpen, Action::Clear(place)) => format!("{place} is a harbour and never freezes."),
            (Rule::PowerCards, Action::Power(card)) => format!("{} is no Power card.", capital(&card.one())),
            (Rule::OnePowerCard, _) => match self.power {
                Some(card) => format!("Seat {active} has played {} in this turn already.", card.one()),
                None => rule.text().to_owned(),
            },
            (Rule::PowerFirst, _) => format!("Seat {seat} has not played a Power card yet."),
            (Rule::PassInstead, _) => format!("Seat {seat} has played a Power card, so `end` ends the turn."),
            (Rule::HoldTheCard, Action::Power(card) | Action::Add(card) | Action::Give(card, _)) => {
                format!("Seat {seat} holds no {}.", card.spoken())
            }
            (Rule::HoldTheCard, Action::Cash) => format!("Seat {seat} holds no AB2."),
            (Rule::OnlyHelpIsAdded, Action::Add(card)) => format!("{} cannot be added.", capital(&card.one())),
            (Rule::NoRetrofitOnTen, _) => "A 10 lies open, and a Retrofit strengthens only a 5 or a 7.".to_owned(),
            (Rule::PileIsEmpty, _) => "The discard pile is empty, so there is nothing to cut.".to_owned(),
            (Rule::AlreadyWater, Action::Clear(place)) => format!("{place} is water already."),
            (Rule::PayInFull, Action::Clear(place)) => {
                let number = self.number(place).unwrap_or(0);
                let left = plural(self.points, "point");
                let is = if self.points == 1 { "is" } else { "are" };
                format!("The ice on {place} costs {number}, and {left} {is} left.")
            }
            (Rule::HomeIsHome, Action::Move(ship, _)) => format!("Ship {ship} is home."),
            (Rule::StuckInIce, Action::Move(ship, _)) => match self.place_of(ship) {
                Some(at) => format!("Ship {ship} is stuck: {at} is ice."),
                None => rule.text().to_owned(),
            },
            (Rule::SomewhereElse, Action::Move(ship, to)) => format!("Ship {ship} is at {to} already."),
            (Rule::OpenWay, Action::Move(ship, to)) if self.is_ice(to) => {
                format!("Ship {ship} cannot go to {to}, which is ice.")
            }
            (Rule::OpenWay, Action::Move(ship, to)) => format!("Ice blocks every way of ship {ship} to {to}."),
            (Rule::OwnHarbourEndsTheWay, Action::Move(ship, to)) => {
                format!("Every open way of ship {ship} to {to} leads through h{ship}, where it would stay.")
            }
            (Rule::ToAnotherSeat, Action::Give(_, to)) if to.seat() == seat => {
                "A seat cannot give to itself.".to_owned()
            }
            (Rule::ToAnotherSeat, Action::Give(_, to)) => format!("This table has no seat {to}."),
            (Rule::FreshCardsOnly, Action::Give(card, _)) => {
                format!(
                    "Seat {seat} has no {} that was collected or cut in this turn and is still its own.",
                    card.spoken()
                )
            }
            _ => rule.text().to_owned(),
        }
    }

    fn prompt(&self, reader: Option<Seat>) -> Prompt {
        let active = self.seat;
        let yours = reader == Some(active);
        match self.phase {
            Phase::Ice | Phase::Ships | Phase::Cards => Prompt::new("The board is laid out.", "3.1"),
            Phase::Report if self.is_setting_up() => Prompt::new("The board is laid out.", "3.1"),
            Phase::Report => Prompt::new("The next ice report is turned.", "9.4"),
            Phase::Choose if yours => Prompt::new("Play a Power card or pass.", "4.1"),
            Phase::Choose => Prompt::new(format!("{} plays a Power card or passes.", self.name(active)), "4.1"),
            Phase::Work => {
                let clause = if self.points > 0 { "6.1" } else { "7.1" };
                Prompt::new(self.work_in_words(reader), clause)
            }
            Phase::Cut => {
                let (name, cards) = (self.name(self.cutter), plural(self.cuts, "card"));
                Prompt::new(format!("{name} cuts {cards} from the discard pile."), "5.7")
            }
            Phase::Over if self.all_home() => Prompt::new("All ships are home: everybody wins!", "10.1"),
            Phase::Over => {
                let ships = plural(self.fleet(), "ship");
                Prompt::new(format!("The season is over: {} of {ships} came home.", self.brought()), "10.2")
            }
        }
    }

    fn highlights(options: &IceBreakersOptions) -> Vec<String> {
        let IceBreakersOptions { introductory, map, reports } = options;
        let words = [
            introductory.then(|| "Introductory: six ships".to_owned()),
            (*map != Map::Standard).then(|| format!("The {map} map")),
            (*reports != Reports::TwelveFour).then(|| format!("Reports {reports}")),
        ];
        words.into_iter().flatten().collect()
    }
}

impl IceBreakers {
    /// What the seat that has played a Power card does, told to itself, to one who may help, or to one who watches.
    fn work_in_words(&self, reader: Option<Seat>) -> String {
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

    fn status(&self) -> String {
        let (turn, seat) = (self.turns + 1, self.seat);
        match (self.phase, self.power) {
            (Phase::Ice, _) => format!("Set-up: ice is laid, next on {}.", self.next_space()),
            (Phase::Ships, _) => format!("Set-up: ships are placed, next at {}.", self.next_harbour()),
            (Phase::Cards, _) => format!("Set-up: cards are laid out and dealt, {} to go.", self.cards_to_deal()),
            (Phase::Report, _) if self.forecast.is_none() => "Set-up: the first report is turned.".to_owned(),
            (Phase::Report, _) => format!("Turn {turn}: the next report is turned for seat {seat}."),
            (Phase::Cut, _) => {
                format!("Turn {turn} of seat {seat}: seat {} cuts, {} to go.", self.cutter, plural(self.cuts, "card"))
            }
            (Phase::Over, _) => {
                let turns = plural(self.turns, "turn");
                if self.all_home() {
                    format!("Over after {turns}: all ships are home, everybody won.")
                } else {
                    format!("Over after {turns}: {} brought in.", plural(self.brought(), "ship"))
                }
            }
            (Phase::Choose | Phase::Work, None) => format!("Turn {turn}: seat {seat} plays a Power card or passes."),
            (Phase::Choose | Phase::Work, Some(card)) => {
                let added = if self.added > 0 { format!(" with {} added", self.added) } else { String::new() };
                let left = plural(self.points, "point");
                format!("Turn {turn}: seat {seat} has played {}{added}, {left} left.", card.one())
            }
        }
    }

    fn reports_in_words(&self) -> String {
        let report = |report: Option<Report>| report.map_or("none".to_owned(), |report| report.to_string());
        let mut line = format!("Forecast: {}. In effect: {}.", report(self.forecast), report(self.effect));
        if self.passes > 0 {
            line += &format!(" Passes in a row: {}.", self.passes);
        }
        line
    }

    fn stack_in_words(&self) -> Option<String> {
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

    fn ships_home_in_words(&self) -> String {
        let home: Vec<String> = Ship::all().filter(|&ship| self.is_home(ship)).map(|ship| ship.to_string()).collect();
        let names = if home.is_empty() { String::new() } else { format!(" At home: {}.", home.join(", ")) };
        format!("Ships brought in: {} of {}.{names}", self.brought(), self.fleet())
    }

    fn ship_in_words(&self, ship: Ship) -> Option<String> {
        let at = self.place_of(ship).filter(|_| !self.is_home(ship))?;
        Some(match self.number(at) {
            None => format!("Ship {ship} is at {at}."),
            Some(number) if self.is_ice(at) => format!("Ship {ship} is stuck on {at}, ice {number}."),
            Some(number) => format!("Ship {ship} is on {at}, water {number}."),
        })
    }

    fn map_in_words(&self) -> Vec<String> {
        let piece = |place: Place| match self.number(place) {
            None => "nothing yet".to_owned(),
            Some(number) if self.is_ice(place) => format!("ice {number}"),
            Some(number) => format!("water {number}"),
        };
        let junctions: Vec<String> =
            (SHIPS as u8..ENDS as u8).map(Place).map(|place| format!("{place} {}", piece(place))).collect();
        let mut lines = vec![format!("Junctions: {}.", junctions.join(", "))];
        for (from, to, spaces) in self.map.chart().channels() {
            let pieces: Vec<String> = spaces.iter().map(piece).collect();
            lines.push(format!("Channel {from} to {to}: {}.", pieces.join(", ")));
        }
        lines
    }
}

impl Card {
    /// Returns the card as sentences write it: `7`, `R3`.
    pub fn spoken(self) -> &'static str {
        match self {
            Card::Retrofit => "R3",
            Card::Bubbler => "B1",
            Card::AutoBallast => "AB2",
            power => power.word(),
        }
    }

    /// The card with its article: `a 7`, `an R3`.
    fn one(self) -> String {
        let article = if matches!(self, Card::Retrofit | Card::AutoBallast) { "an" } else { "a" };
        format!("{article} {}", self.spoken())
    }
}

/// Cards as people list them: `5 x2, R3`.
fn list(cards: &[u8; Card::COUNT]) -> String {
    let kinds: Vec<String> = Card::ALL
        .into_iter()
        .zip(cards)
        .filter(|&(_, &count)| count > 0)
        .map(|(card, &count)| times(card.spoken(), count.into()))
        .collect();
    if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") }
}

fn times(what: &str, count: u32) -> String {
    if count == 1 { what.to_owned() } else { format!("{what} x{count}") }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn plural_verb(count: usize, noun: &str, verb: &str) -> String {
    format!("{} {verb}{}", plural(count, noun), if count == 1 { "s" } else { "" })
}
