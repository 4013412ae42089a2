//! The words of the game: everything that is said to people.

use std::fmt;

use polynya_engine::{
    Clause, Describe, Fact, Member, Prompt, ReferenceCard, ReferenceLine, Seat, SeatSet, Thing, Warning, Word, chance,
    listed,
};

use super::action::{Action, Face};
use super::board::{
    ANIMALS, Animal, BEAR_POINTS, COLONY_POINTS, Extent, FISH_POINTS, POD_POINTS, ROUNDS, Shape, seat_name,
};
use super::clauses::Rule;
use super::event::Event;
use super::map::Map;
use super::{Options, Phase, PolarRoller};

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
                let melts = self.map().shapes(face);
                let melts = melted_in_words(melts);
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
                let (die, from) = (die.spoken(), name(from));
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
            (Rule::MeltedOnce, Action::Melt(glacier)) => format!("Glacier {glacier} has melted already."),
            (Rule::NotUnderABear, Action::Melt(glacier)) => format!("A bear lives on {glacier}, so it does not melt."),
            (Rule::ShapeOnTheDie, Action::Melt(glacier)) => {
                let doing = self.doing(seat).unwrap_or_default();
                format!("Glacier {glacier} is a {}; {name} {doing}.", glacier.shape().spoken())
            }
            (Rule::FirstHasAPartner, Action::Melt(glacier)) => {
                let other = sheet.to_melt().find(|&shape| shape != glacier.shape()).unwrap_or(glacier.shape());
                format!("No {} beside {glacier} can melt after it.", other.spoken())
            }
            (Rule::SecondIsAdjacent, Action::Melt(glacier)) => {
                let first = sheet.melted_first().map_or(String::new(), |first| first.to_string());
                format!("Glacier {glacier} does not share a side with {first}, which melted first.")
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
            (Rule::FrozenGlacier, Action::Bear(glacier)) => format!("Glacier {glacier} has melted."),
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

    fn verdict(&self, reader: Option<Seat>) -> String {
        self.verdict_on(reader)
    }

    fn facts(&self, seat: Option<Seat>, events: &[Event]) -> Vec<Fact> {
        self.facts_of(seat, events)
    }

    fn primer(&self) -> Vec<String> {
        vec![
            format!("Score most on your own sheet: {ROUNDS} rounds, everybody at the same time."),
            format!(
                "Each round a die melts two glaciers, then you take one die of a neighbour and draw {ANIMALS} animals:"
            ),
            "1-3 penguins on cliffs to connect colonies, 4-5 orcas in pools, 6 bears on ice.".to_owned(),
        ]
    }

    fn warning(&self, seat: Seat, action: Action) -> Option<Warning> {
        self.warn(seat, action)
    }

    fn forced(&self, seat: Seat) -> Option<Action> {
        self.forced_answer(seat)
    }

    fn outline(&self, seat: Seat, plan: &[Action]) -> Vec<String> {
        self.outlined(seat, plan)
    }

    fn brings(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        self.brought(seat, plan)
    }

    fn things() -> Vec<Thing> {
        super::things::things()
    }

    fn highlights(options: &Options) -> Vec<String> {
        if options.contents.is_proposed() { Vec::new() } else { vec!["The owner's box".to_owned()] }
    }

    fn reference(options: &Options) -> Vec<ReferenceCard> {
        let line = |sign: &str, text: String| ReferenceLine { sign: sign.to_owned(), text, ..ReferenceLine::default() };
        let [two, three, four] = [2, 3, 4].map(|colonies| COLONY_POINTS[colonies]);
        let grounds = Extent::ALL.map(|extent| format!("{} on {} glaciers", extent.points(), extent.sizes()));
        let counts = vec![
            line("penguins", "1 for each penguin".to_owned()),
            line("colonies", format!("{two} for 2 connected colonies, {three} for 3, {four} for 4")),
            line("orcas", "1 for each orca".to_owned()),
            line("pods", format!("{POD_POINTS} for each pod: 2 or more orcas at one open water")),
            line("bears", format!("{BEAR_POINTS} for each bear")),
            line("grounds", format!("A bear alone on its ice: {}", grounds.join(", "))),
            line("fish", format!("{FISH_POINTS} for each fish caught and not eaten")),
        ];
        let round = vec![
            line("1", "One player rolls the glacier die; everybody melts what it shows.".to_owned()),
            line("2", "Everybody rolls two dice and takes a neighbour's third number.".to_owned()),
            line("3", format!("Everybody draws {ANIMALS} animals; a fish changes an own number.")),
            line("4", format!("Tick off the round and pass the glacier die. {ROUNDS} rounds.")),
        ];
        let map = Map::of(options.contents);
        let face = |face: Face| ReferenceLine {
            sign: map.shapes(face).map(Shape::word).concat(),
            chance: chance(1, Face::COUNT as u32),
            text: shapes_in_words(&map.shapes(face)),
        };
        vec![
            ReferenceCard { id: "score", title: "What counts".to_owned(), lines: counts },
            ReferenceCard { id: "round", title: "The round".to_owned(), lines: round },
            ReferenceCard {
                id: "faces",
                title: "Faces of the glacier die".to_owned(),
                lines: Face::all().map(face).collect(),
            },
        ]
    }
}

/// What a face of the glacier die melts.
pub(super) fn melted_in_words(shapes: [Shape; 2]) -> String {
    match shapes {
        [one, two] if one == two => shapes_in_words(&[one, two]),
        shapes => format!("{} that share a side", shapes_in_words(&shapes)),
    }
}

pub(super) fn article(animal: Animal) -> String {
    let article = if animal == Animal::Orca { "an" } else { "a" };
    format!("{article} {}", animal.word())
}

/// Things one after the other, or `none`.
pub(super) fn spelled<T: fmt::Display>(things: impl Iterator<Item = T>) -> String {
    let words: Vec<String> = things.map(|thing| thing.to_string()).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

/// One or two shapes: `two triangles`, `a triangle and a diamond`.
pub(super) fn shapes_in_words(shapes: &[Shape]) -> String {
    match shapes {
        [one, two] if one == two => format!("two {}s", one.spoken()),
        _ => listed(&shapes.iter().map(|shape| format!("a {}", shape.spoken())).collect::<Vec<String>>()),
    }
}

pub(super) fn seats_in_words(seats: SeatSet) -> String {
    listed(&seats.iter().map(seat_name).collect::<Vec<String>>())
}
