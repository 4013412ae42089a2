//! The words of the game: everything that is said to people.

use std::fmt;

use polynya_engine::{Clause, Describe, Prompt, Seat, SeatSet, plural};

use super::action::{Action, Cliff, Face, Number};
use super::board::{Animal, Colony, ROUNDS, Shape, seat_name};
use super::clauses::Rule;
use super::event::Event;
use super::{Phase, PolarRoller, Sheet};

impl Describe for PolarRoller {
    fn name(&self, seat: Seat) -> String {
        seat_name(seat)
    }

    fn label(action: Action) -> String {
        match action {
            Action::Melt(glacier) => format!("Melt {glacier}, a {}", glacier.shape().spoken()),
            Action::Take { side, die } => {
                format!("Take the {} die of the neighbour on the {side}", die.spoken())
            }
            Action::Penguin(cliff) => format!("Penguin on cliff {cliff}"),
            Action::Orca(pool) => format!("Orca in pool {pool}"),
            Action::Bear(glacier) => format!("Bear on {glacier}"),
            Action::Eat(from, to) => format!("Eat a fish: {from} becomes {to}, {}", article(to.animal())),
            Action::Cross(number) => format!("Cross out the {number}: no place for {}", article(number.animal())),
            Action::Done => "Done".to_owned(),
        }
    }

    fn tell(&self, event: &Event) -> String {
        let name = seat_name;
        match *event {
            Event::GlacierDie { seat, round, face, .. } => {
                let melts = face.spoken();
                format!("Round {round}: {} rolls the glacier die, a {face}: {melts} melt.", name(seat))
            }
            Event::Apart { seat } => {
                format!("{} has no such pair side by side: one of each shape melts anywhere.", name(seat))
            }
            Event::Short { seat, melts: 0 } => format!("{} has nothing left that can melt.", name(seat)),
            Event::Short { seat, .. } => format!("{} has one glacier to melt; the rest is used up.", name(seat)),
            Event::Melted { seat, glacier } => format!("{} melts {glacier}.", name(seat)),
            Event::PolarDice { seat, dice: [one, two] } => format!("{} rolls {one} and {two}.", name(seat)),
            Event::Took { seat, from, die, number, .. } => {
                let (die, from) = (die.spoken(), name(from).to_lowercase());
                format!("{} takes the {die} die of {from}, a {number}.", name(seat))
            }
            Event::Penguin { seat, cliff, number, fish, .. } => {
                let fish = if fish { " and catches a fish" } else { "" };
                let joined = self.newly_joined(seat, cliff);
                format!("{} draws a penguin on cliff {cliff} for a {number}{fish}{joined}.", name(seat))
            }
            Event::Orca { seat, pool, number, .. } => {
                format!("{} draws an orca in pool {pool} for a {number}.", name(seat))
            }
            Event::Bear { seat, glacier, number, .. } => {
                format!("{} draws a bear on {glacier} for a {number}.", name(seat))
            }
            Event::Ate { seat, from, to } => format!("{} eats a fish: a {from} becomes a {to}.", name(seat)),
            Event::Crossed { seat, number, .. } => {
                format!("{} crosses out a {number}: there is no place for {}.", name(seat), article(number.animal()))
            }
            Event::Done { seat } => format!("{} is done.", name(seat)),
            Event::RoundOver { round } => format!("Round {round} is over."),
            Event::Over => format!("The match is over: {}.", self.winners_in_words()),
        }
    }

    fn describe(&self) -> String {
        let mut lines = vec![self.status()];
        for seat in Seat::all(self.seats()) {
            self.sheet_in_words(seat, &mut lines);
        }
        lines.join("\n")
    }

    fn why(&self, seat: Seat, action: Action, rule: &Rule) -> String {
        let (sheet, name) = (self.sheet(seat), seat_name(seat));
        let numbers = || match spelled(sheet.numbers()) {
            none if none == "none" => "no number left".to_owned(),
            some => format!("only {some} left"),
        };
        match (*rule, action) {
            (Rule::DoneIsDone, _) if seat.index() < usize::from(self.seats()) => {
                format!("{name} is done and waits for {}.", seats_in_words(self.waiting()))
            }
            (Rule::DoneWhenNothingIsLeft, _) => match self.doing(seat) {
                Some(doing) if self.phase == Phase::Draw && sheet.taken().is_some() => {
                    format!("{name} {doing}: it has {}.", numbers())
                }
                Some(doing) => format!("{name} {doing}."),
                None => rule.text().to_owned(),
            },
            (Rule::MeltedOnce, Action::Melt(glacier)) => format!("{glacier} has melted already."),
            (Rule::NotUnderABear, Action::Melt(glacier)) => format!("A bear lives on {glacier}, so it does not melt."),
            (Rule::ShapeOnTheDie, Action::Melt(glacier)) => {
                let doing = self.doing(seat).unwrap_or_default();
                format!("{glacier} is a {}; {name} {doing}.", glacier.shape().spoken())
            }
            (Rule::FirstHasAPartner, Action::Melt(glacier)) => {
                let other = sheet.to_melt().find(|&shape| shape != glacier.shape()).unwrap_or(glacier.shape());
                format!("No {} beside {glacier} can melt after it.", other.spoken())
            }
            (Rule::SecondIsAdjacent, Action::Melt(glacier)) => {
                let first = sheet.melted_first().map_or(String::new(), |first| first.to_string());
                format!("{glacier} does not share a side with {first}, which melted first.")
            }
            (Rule::TakeOnce, _) => {
                let loan = sheet.taken().map_or(String::new(), |loan| loan.to_string());
                format!("{name} has taken a die already: {loan}.")
            }
            (Rule::UnusedNumber, Action::Penguin(_)) => {
                format!("A penguin needs a 1, 2 or 3; {name} has {}.", numbers())
            }
            (Rule::UnusedNumber, Action::Orca(_)) => format!("An orca needs a 4 or 5; {name} has {}.", numbers()),
            (Rule::UnusedNumber, Action::Bear(_)) => format!("A bear needs a 6; {name} has {}.", numbers()),
            (Rule::UnusedNumber, Action::Cross(number)) => {
                format!("{name} has no unused {number} to cross out: it has {}.", numbers())
            }
            (Rule::OneAnimalAPlace, Action::Penguin(cliff)) => format!("A penguin stands on cliff {cliff} already."),
            (Rule::OneAnimalAPlace, Action::Orca(pool)) => format!("An orca swims in pool {pool} already."),
            (Rule::OneAnimalAPlace, Action::Bear(glacier)) => format!("A bear lives on {glacier} already."),
            (Rule::ColonyOrPenguin, Action::Penguin(cliff)) => {
                format!("Cliff {cliff} touches no colony, and no penguin is one path away from it.")
            }
            (Rule::MeltedPool, Action::Orca(pool)) => format!("No glacier around pool {pool} has melted."),
            (Rule::FrozenGlacier, Action::Bear(glacier)) => format!("{glacier} has melted."),
            (Rule::NoPlaceLeft, Action::Cross(number)) => self.still_room(seat, number),
            (Rule::CaughtFish, _) => match sheet.fish_caught() {
                0 => format!("{name} has not caught a fish yet."),
                caught => format!("{name} has eaten all of its {caught} fish."),
            },
            (Rule::OwnNumber, Action::Eat(from, _)) if sheet.borrowed() == Some(from) => {
                format!("That {from} comes from a neighbour's die and cannot change.")
            }
            (Rule::OwnNumber, Action::Eat(from, _)) => {
                format!("{name} has no unused {from} of its own: it has {}.", spelled(sheet.own_numbers()))
            }
            (Rule::AnotherNumber, Action::Eat(from, _)) => format!("A {from} cannot change into a {from}."),
            _ => rule.text().to_owned(),
        }
    }

    fn prompt(&self, reader: Option<Seat>) -> Prompt {
        let reader = reader.filter(|&seat| self.waiting.contains(seat));
        let text = || match reader {
            Some(seat) => self.sheet(seat).task(self.phase),
            None => {
                let names: Vec<String> = self.waiting.iter().map(seat_name).collect();
                format!("Waiting for {}.", listed(&names))
            }
        };
        let to_take = |seat: Seat| self.sheet(seat).taken.is_none();
        match self.phase {
            Phase::GlacierDie => Prompt::new(format!("Round {}: the glacier die is rolled.", self.round()), "3.1"),
            Phase::Melt => Prompt::new(text(), "4.1"),
            Phase::PolarDice(_) => Prompt::new("The polar dice are rolled.", "5.1"),
            // Who has taken a die is not told to others before all are done.
            Phase::Draw if reader.is_none_or(to_take) => Prompt::new(text(), "5.2"),
            Phase::Draw => Prompt::new(text(), "6.1"),
            Phase::Over => Prompt::new(format!("{}.", self.winners_in_words()), "8.8"),
        }
    }
}

impl PolarRoller {
    /// Which colonies a penguin has just connected with each other.
    fn newly_joined(&self, seat: Seat, cliff: Cliff) -> String {
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
    fn winners_in_words(&self) -> String {
        let outcome = self.outcome();
        let names: Vec<String> = outcome.winners.iter().map(seat_name).collect();
        let points = outcome.winners.first().map_or(0, |seat| outcome.scores[seat]);
        let win = if names.len() == 1 { "wins" } else { "share the win" };
        format!("{} {win} with {}", listed(&names), plural(points, "point"))
    }

    fn status(&self) -> String {
        let round = format!("Round {} of {ROUNDS}", self.round());
        let waiting = |what: &str| format!("waiting for {} to {what}", seats_in_words(self.waiting()));
        let die = self.face().map_or(String::new(), |face| {
            let holder = seat_name(self.holder()).to_lowercase();
            format!("the glacier die of {holder} shows {face}, {}", face.spoken())
        });
        match self.phase {
            Phase::GlacierDie => format!("{round}: {} is to roll the glacier die.", seat_name(self.holder())),
            Phase::Melt => format!("{round}, melting: {die}; {}.", waiting("melt")),
            Phase::PolarDice(seat) => format!("{round}: {die}; {} is to roll the polar dice.", seat_name(seat)),
            Phase::Draw => format!("{round}, drawing: {die}; {}.", waiting("draw")),
            Phase::Over => format!("The match is over: {}.", self.winners_in_words()),
        }
    }

    fn sheet_in_words(&self, seat: Seat, lines: &mut Vec<String>) {
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
    fn doing(&self, seat: Seat) -> Option<String> {
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
        let from = seat_name(self.neighbour(seat, loan.side)).to_lowercase();
        let which = loan.die.spoken();
        let number = self.lent(seat, loan).map_or(String::new(), |number| number.to_string());
        let own = spelled(sheet.own_numbers());
        let borrowed = sheet.borrowed().map_or("none".to_owned(), |number| number.to_string());
        format!("took the {which} die of {from}, a {number}; unused: own {own}, borrowed {borrowed}")
    }

    fn still_room(&self, seat: Seat, number: Number) -> String {
        let sheet = self.sheet(seat);
        let place = match number.animal() {
            Animal::Penguin => sheet.free_cliffs().first().map(|cliff| format!("cliff {cliff}")),
            Animal::Orca => sheet.free_pools().first().map(|pool| format!("pool {pool}")),
            Animal::Bear => sheet.free_glaciers().first().map(|glacier| glacier.to_string()),
        };
        let place = place.unwrap_or_default();
        format!("There is still a place for {}: {place}.", article(number.animal()))
    }
}

impl Sheet {
    /// What a seat that is not done has to do now.
    fn task(&self, phase: Phase) -> String {
        if phase == Phase::Melt {
            let melt = shapes_in_words(&self.to_melt().collect::<Vec<Shape>>());
            return match self.melted_first() {
                _ if !self.has_more_to_do(phase) => "Nothing more to melt: say done.".to_owned(),
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
            [] => "All animals are drawn: say done.".to_owned(),
            animals => format!("Draw {}.", listed(animals)),
        }
    }
}

impl Face {
    /// Returns what the face melts, in words.
    pub fn spoken(self) -> String {
        match self.shapes() {
            [one, two] if one == two => shapes_in_words(&[one, two]),
            shapes => format!("{} that share a side", shapes_in_words(&shapes)),
        }
    }
}

fn article(animal: Animal) -> String {
    let article = if animal == Animal::Orca { "an" } else { "a" };
    format!("{article} {}", animal.word())
}

/// Things one after the other, or `none`.
pub(super) fn spelled<T: fmt::Display>(things: impl Iterator<Item = T>) -> String {
    let words: Vec<String> = things.map(|thing| thing.to_string()).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// Things in a sentence: `one`, `one and two`, `one, two and three`.
pub(super) fn listed<T: AsRef<str>>(things: &[T]) -> String {
    let words: Vec<&str> = things.iter().map(AsRef::as_ref).collect();
    match words[..] {
        [] => "nobody".to_owned(),
        [only] => only.to_owned(),
        [ref all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

/// One or two shapes: `two triangles`, `a triangle and a diamond`.
fn shapes_in_words(shapes: &[Shape]) -> String {
    match shapes {
        [one, two] if one == two => format!("two {}s", one.spoken()),
        _ => listed(&shapes.iter().map(|shape| format!("a {}", shape.spoken())).collect::<Vec<String>>()),
    }
}

fn seats_in_words(seats: SeatSet) -> String {
    let numbers: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
    let noun = if numbers.len() == 1 { "seat" } else { "seats" };
    format!("{noun} {}", listed(&numbers))
}
