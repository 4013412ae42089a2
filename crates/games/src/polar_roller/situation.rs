//! The parts of a position in words.

use polynya_engine::{Game, Seat, listed, plural};

use super::action::{Cliff, Loan, Number};
use super::board::{Animal, Colony, ROUNDS, Shape, seat_name};
use super::words::{article, melted_in_words, seats_in_words, shapes_in_words, spelled};
use super::{Phase, PolarRoller, Sheet};

impl PolarRoller {
    /// Which colonies a penguin has just connected with each other.
    pub(super) fn newly_joined(&self, seat: Seat, cliff: Cliff) -> String {
        let sheet = self.sheet(seat);
        match sheet.networks().find(|network| network.cliffs.contains(cliff)) {
            Some(network) if network.colonies().count() > sheet.most_colonies_without(cliff) => {
                let names: Vec<&str> = network.colonies().map(Colony::word).collect();
                format!(": the colonies {} are connected", listed(&names))
            }
            _ => String::new(),
        }
    }

    /// Who wins, without a full stop.
    pub(super) fn winners_in_words(&self) -> String {
        let outcome = self.outcome();
        let names: Vec<String> = outcome.winners.iter().map(seat_name).collect();
        let points = outcome.winners.first().map_or(0, |seat| outcome.scores[seat]);
        let win = if names.len() == 1 { "wins" } else { "share the win" };
        format!("{} {win} with {}", listed(&names), plural(points, "point"))
    }

    pub(super) fn status(&self) -> String {
        let round = format!("Round {} of {ROUNDS}", self.round());
        let waiting = |what: &str| format!("waiting for {} to {what}", seats_in_words(self.waiting()));
        let die = self.face().map_or(String::new(), |face| {
            let holder = seat_name(self.holder());
            format!("the glacier die of {holder} shows {face}, {}", melted_in_words(self.map().shapes(face)))
        });
        match self.phase {
            Phase::GlacierDie => format!("{round}: {} is to roll the glacier die.", seat_name(self.holder())),
            Phase::Melt => format!("{round}, melting: {die}; {}.", waiting("melt")),
            Phase::PolarDice(seat) => format!("{round}: {die}; {} is to roll the polar dice.", seat_name(seat)),
            Phase::Draw => format!("{round}, drawing: {die}; {}.", waiting("draw")),
            Phase::Over => format!("The match is over: {}.", self.winners_in_words()),
        }
    }

    pub(super) fn sheet_in_words(&self, seat: Seat, lines: &mut Vec<String>) {
        let (sheet, name) = (self.sheet(seat), seat_name(seat));
        if let Some(doing) = self.doing(seat) {
            lines.push(format!("{name} {doing}."));
        }
        if let Some([one, two]) = sheet.dice() {
            lines.push(format!("{name} rolled {one} and {two}; {}.", self.numbers_in_words(seat)));
        }
        lines.push(format!("{name} melted: {}.", spelled(sheet.melted().iter())));
        lines.push(format!("{name} penguins: {}.", spelled(sheet.penguins().iter())));
        lines.push(format!("{name} orcas: {}.", spelled(sheet.orcas().iter())));
        lines.push(format!("{name} bears: {}.", spelled(sheet.bears().iter())));
        let (caught, eaten, left) = (sheet.fish_caught(), sheet.fish_eaten(), sheet.fish_left());
        let lost = sheet.lost();
        lines.push(format!("{name} fish: {caught} caught, {eaten} eaten, {left} left; numbers lost: {lost}."));
        lines.push(format!("{name} score: {}.", sheet.score()));
    }

    /// What the table waits for this seat to do.
    pub(super) fn doing(&self, seat: Seat) -> Option<String> {
        let sheet = self.sheet(seat);
        match self.phase {
            Phase::GlacierDie | Phase::PolarDice(_) | Phase::Over => None,
            _ if !self.waiting().contains(seat) => Some("is done".to_owned()),
            Phase::Melt => {
                let shapes: Vec<Shape> = sheet.to_melt().collect();
                let melt = shapes_in_words(&shapes);
                Some(match (&shapes[..], sheet.melted_first()) {
                    ([], _) => "has nothing more to melt".to_owned(),
                    (_, Some(first)) => format!("has {melt} beside {first} to melt"),
                    ([one, two], None) if one != two => {
                        let beside = if sheet.melts_a_pair() { "side by side" } else { "anywhere" };
                        format!("has {melt} to melt {beside}")
                    }
                    _ => format!("has {melt} to melt"),
                })
            }
            Phase::Draw if sheet.taken().is_none() => Some("is to take a die of a neighbour".to_owned()),
            Phase::Draw if sheet.numbers().next().is_none() => Some("has nothing more to draw".to_owned()),
            Phase::Draw => Some("is to draw".to_owned()),
        }
    }

    fn numbers_in_words(&self, seat: Seat) -> String {
        let sheet = self.sheet(seat);
        let Some(loan) = sheet.taken() else { return "no die taken".to_owned() };
        let from = seat_name(self.neighbour(seat, loan.side));
        let which = loan.die.spoken();
        let number = self.lent(seat, loan).map_or(String::new(), |number| number.to_string());
        let own = spelled(sheet.own_numbers());
        let borrowed = sheet.borrowed().map_or("none".to_owned(), |number| number.to_string());
        format!("took the {which} die of {from}, a {number}; unused: own {own}, borrowed {borrowed}")
    }

    pub(super) fn still_room(&self, seat: Seat, number: Number) -> String {
        let sheet = self.sheet(seat);
        let place = match number.animal() {
            Animal::Penguin => sheet.free_cliffs().first().map(|cliff| format!("cliff {cliff}")),
            Animal::Orca => sheet.free_pools().first().map(|pool| format!("pool {pool}")),
            Animal::Bear => sheet.free_glaciers().first().map(|glacier| glacier.to_string()),
        };
        let place = place.unwrap_or_default();
        format!("There is still a place for {}: {place}.", article(number.animal()))
    }

    /// Returns what a seat does now, in a few words: `has a triangle to melt`, `waits for the dice`.
    pub fn doing_in_words(&self, seat: Seat) -> String {
        match self.phase {
            Phase::Over => format!("has {}", plural(self.sheet(seat).score().total(), "point")),
            _ => self.doing(seat).unwrap_or_else(|| "waits for the dice".to_owned()),
        }
    }

    /// Returns the dice of a seat, and those that it may take or has taken.
    pub fn dice_in_words(&self, seat: Seat) -> Option<String> {
        let sheet = self.sheet(seat);
        let [one, two] = sheet.dice()?;
        let rolled = format!("Dice {one} {two}");
        let Some(loan) = sheet.taken() else {
            let offers: Vec<String> = Loan::ALL
                .into_iter()
                .filter(|&loan| self.check(seat, loan.action()).is_ok())
                .filter_map(|loan| self.lent(seat, loan).map(|number| format!("{loan} shows {number}")))
                .collect();
            return Some(if offers.is_empty() { rolled } else { format!("{rolled}; {}", offers.join(", ")) });
        };
        let unused = spelled(sheet.numbers().map(|number| format!("{number} {}", number.animal().word())));
        let taken = self.lent(seat, loan).map_or(String::new(), |number| format!(", took {loan}: {number}"));
        Some(format!("{rolled}{taken}; unused: {unused}"))
    }
}

impl Sheet {
    /// What a seat that is not done has to do now.
    pub(super) fn task(&self, phase: Phase) -> String {
        if phase == Phase::Melt {
            let melt = shapes_in_words(&self.to_melt().collect::<Vec<Shape>>());
            return match self.melted_first() {
                _ if !self.has_more_to_do(phase) => "All melted. Press Done.".to_owned(),
                Some(first) => format!("Melt {melt} beside {first}."),
                None if self.melts_a_pair() => format!("Melt {melt} that share a side."),
                None => format!("Melt {melt}."),
            };
        }
        if self.taken.is_none() {
            return "Take a die of a neighbour.".to_owned();
        }
        let count = |animal: Animal| self.numbers().filter(|number| number.animal() == animal).count();
        let animals: Vec<String> = (Animal::ALL.into_iter().map(|animal| (animal, count(animal))))
            .filter(|&(_, count)| count > 0)
            .map(|(animal, count)| if count == 1 { article(animal) } else { plural(count, animal.word()) })
            .collect();
        match &animals[..] {
            [] => "All animals are drawn. Press Done.".to_owned(),
            animals => format!("Draw {}.", listed(animals)),
        }
    }

    /// Returns the fish of a sheet, and the numbers that were lost.
    pub fn fish_in_words(&self) -> String {
        let (caught, eaten) = (self.fish_caught(), self.fish_eaten());
        let lost = if self.lost() > 0 { format!(", {} lost", plural(self.lost(), "number")) } else { String::new() };
        format!("{} fish left ({caught} caught, {eaten} eaten){lost}", self.fish_left())
    }

    /// Returns the points of a sheet, part by part.
    pub fn points_in_words(&self) -> String {
        let score = self.score();
        let parts = score.parts().map(|(part, points)| format!("{part} {points}")).join(", ");
        format!("{}: {parts}", plural(score.total(), "point"))
    }
}
