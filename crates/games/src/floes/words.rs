//! The words of both games: everything that is said to people.

use polynya_engine::{
    Clause, Describe, Fact, Foreseen, Outcome, Prompt, ReferenceCard, ReferenceLine, Seat, Thing, Warning, chance,
    listed, plural, possessive,
};

use super::action::{Action, Bear, Chance, Label, Place};
use super::board::{ALERT_AGAIN, CAPACITY, Edition, LANES, Variant, seat_does, seat_name};
use super::clauses::Rule;
use super::event::Event;
use super::forecast::Threat;
use super::{Floes, Phase};

impl<E: Edition> Describe for Floes<E> {
    fn name(&self, seat: Seat) -> String {
        seat_name::<E>(seat).to_owned()
    }

    fn label(action: Action) -> String {
        let spoken = Self::spoken;
        match action {
            Action::Roll => "Roll the die".to_owned(),
            Action::Hop { from, to, home } => {
                let penguin = if home.0 { "Homebound penguin" } else { "Penguin" };
                format!("{penguin} from {} to {}", spoken(from), spoken(to))
            }
            Action::Slide { floe, to } => format!("Slide {floe} {}", to.spoken()),
            Action::Bear { bear, to } => format!("{} to {}", bear.spoken(), spoken(to)),
            Action::Die(label) => format!("Use {} first", label.spoken()),
        }
    }

    fn tell(&self, event: &Event) -> String {
        let (name, does) = (seat_name::<E>, seat_does::<E>);
        match *event {
            Event::Again { seat } => format!("{} again.", does(seat, "roll")),
            Event::Rolled { seat, label } => format!("{} {}.", does(seat, "roll"), label.spoken()),
            Event::Chose { seat, label } => format!("{} {} first.", does(seat, "use"), label.spoken()),
            Event::Hopped { seat, from, to, home } => {
                let turns = to == Place::NORTH && self.goal() == Place::START && !home;
                let then = if turns { ", and now heads home" } else { "" };
                format!("{} from {} to {}{then}.", does(seat, "hop"), Self::spoken(from), Self::spoken(to))
            }
            Event::Swam { seat, floe } => {
                let (bear, start) = (self.some_bear(), Self::spoken(Place::START));
                format!("{bear} is on {floe}: {} back to {start}.", does(seat, "swim"))
            }
            Event::Slid { seat, floe, to } => format!("{} {floe} {}.", does(seat, "slide"), to.spoken()),
            Event::BearStepped { seat, bear, from, to } => {
                let whose = format!("{} {}", does(seat, "move"), bear.spoken().to_lowercase());
                format!("{whose} from {} to {to}.", Self::spoken(from))
            }
            Event::SentHome { seat, count, .. } => {
                let penguins = if count == 1 { "a penguin".to_owned() } else { format!("{count} penguins") };
                format!("The bear sends {penguins} of {} back to {}.", name(seat), Self::spoken(Place::START))
            }
            Event::Lapsed { seat, moves } => {
                format!(
                    "{} no legal move: {} lapse{}.",
                    does(seat, "have"),
                    plural(moves, "move"),
                    if moves == 1 { "s" } else { "" }
                )
            }
            Event::TurnOf { seat } => format!("{} turn.", possessive(name(seat))),
            Event::LimitReached { turns } => format!("The match stops after {}.", plural(turns, "turn")),
            Event::Won { seat } => format!("{}: all three penguins are home.", does(seat, "win")),
        }
    }

    fn describe(&self) -> String {
        let mut lines = vec![self.status()];
        for seat in Seat::all(self.seats) {
            lines.push(self.penguins_in_words(seat));
        }
        let mega = self.variants().contains(Variant::MegaIceAge);
        for (bear, place) in [Bear::First, Bear::Second].into_iter().zip(self.bears()) {
            let bear = if mega { bear } else { Bear::Only };
            lines.push(format!("{} is on {}.", bear.spoken(), Self::spoken(place)));
        }
        for lane in 0..LANES {
            let floes: Vec<String> = (1..=self.height())
                .filter_map(|height| self.floe_at(lane, height).map(|floe| format!("{floe} at {height}")))
                .collect();
            lines.push(format!("Lane {}: {}.", char::from(b'a' + lane), floes.join(", ")));
        }
        if !self.setup.pole_is_final {
            lines.push("Penguins may step back from the North Pole.".to_owned());
        }
        if self.setup.limit != u32::MAX {
            lines.push(format!("The match stops after {}.", plural(self.setup.limit, "turn")));
        }
        lines.join("\n")
    }

    fn why(&self, seat: Seat, action: Action, rule: &Rule) -> String {
        let name = seat_name::<E>(seat);
        match (*rule, action) {
            (Rule::TakeTurns, _) => {
                format!("It is {} turn, not {}.", possessive(seat_name::<E>(self.seat)), possessive(name))
            }
            (Rule::OnTheBoard, _) => {
                let rows = self.layout().rows;
                format!(
                    "This board has the floes a1 to d{rows}, {} and the North Pole, and no others.",
                    Self::spoken(Place::START)
                )
            }
            (Rule::OwnPenguin, Action::Hop { from, home, .. }) => {
                let way = match (home.0, self.goal()) {
                    (true, _) => " homebound",
                    (false, Place::START) => " outbound",
                    (false, _) => "",
                };
                let at = if from.is_floe() { "on" } else { "at" };
                format!("{name} has no{way} penguin {at} {}.", Self::spoken(from))
            }
            (Rule::Adjacent, Action::Hop { from, to, .. }) => {
                let (from, to) = (Self::spoken(from), Self::spoken(to));
                format!("There is no step from {from} to {to}: only places that share an edge touch.")
            }
            (Rule::Adjacent, Action::Bear { bear, to }) => {
                let from = self.place(self.bears[bear.index()]);
                format!("{} is on {}, which does not touch {to}.", bear.spoken(), Self::spoken(from))
            }
            (Rule::FloeIsFull, Action::Hop { to, .. }) => format!("{to} carries {CAPACITY} penguins already."),
            (Rule::BearHolds, Action::Slide { floe, .. }) => {
                format!("{} is on {floe}: on a penguin roll its floe does not slide.", self.some_bear())
            }
            (Rule::PenguinsHold, Action::Slide { floe, .. }) => {
                format!("{floe} carries penguins: on a bear roll such a floe does not slide.")
            }
            (Rule::OwnSquare, Action::Slide { floe, to }) => {
                format!("{floe} is already in the {}ern half of its square.", to.spoken())
            }
            (Rule::NoRoom, Action::Slide { floe, to }) => format!("{floe} has no free water to the {}.", to.spoken()),
            _ => rule.text().to_owned(),
        }
    }

    fn prompt(&self, _: Option<Seat>) -> Prompt {
        match (self.phase, self.die) {
            (Phase::Over, _) => Prompt::new(self.end_in_words(), "8.1"),
            (Phase::Order, _) => Prompt::new("Which die first?", "9.12"),
            (Phase::Move, Some(die)) => {
                let whole = self.left == die.moves();
                let left = match (whole, self.left) {
                    (true, 1) => "1 move".to_owned(),
                    (true, left) => format!("{left} moves"),
                    (false, left) => format!("{left} of {} moves left", die.moves()),
                };
                match die.is_bear() {
                    true if whole => {
                        Prompt::new(format!("Bear! {left}: walk the bear, or slide floes without penguins."), "6.1")
                    }
                    true => Prompt::new(format!("{left}: walk the bear, or slide floes without penguins."), "6.1"),
                    false => Prompt::new(format!("{left}: hop a penguin or slide a floe."), "4.1"),
                }
            }
            _ if self.bear_count() > 1 => Prompt::new("Roll the dice.", "3.1"),
            _ => Prompt::new("Roll the die.", "3.1"),
        }
    }

    fn verdict(&self, reader: Option<Seat>) -> String {
        self.verdict_on(reader)
    }

    fn facts(&self, seat: Option<Seat>, events: &[Event]) -> Vec<Fact> {
        self.facts_of(seat, events)
    }

    fn primer(&self) -> Vec<String> {
        let variants = self.variants();
        let start = Self::spoken(Place::START);
        let goal = if variants.contains(Variant::HomesickPenguins) {
            "to the North Pole and back again"
        } else {
            "over the ice to the North Pole"
        };
        let ice = if variants.contains(Variant::DeepFreeze) {
            "Floes drift one cell at a time into free water, in all four directions."
        } else if variants.contains(Variant::PackIce) {
            "Floes drift north and south, one cell at a time into free water."
        } else {
            "A floe has two places: the southern and the northern half of its own square."
        };
        let mut lines = vec![
            format!("To win, bring your three penguins from {start} {goal} before anybody else does."),
            "On a Penguin roll, hop with your penguins between places that touch, side by side or one above the other, \
             and slide floes, also those that carry penguins."
                .to_owned(),
            format!(
                "On a Bear roll, walk the bear: whoever stands on the floe that it enters swims back to {start}. Slide \
                 floes without penguins."
            ),
            format!("All moves of the die must be used. A floe carries at most {CAPACITY} penguins."),
            ice.to_owned(),
        ];
        if !self.setup.pole_is_final {
            lines.push(match self.goal() {
                Place::START => "A homebound penguin may step onto the North Pole again.".to_owned(),
                _ => {
                    "A penguin may step back from the North Pole; all three must be there at the same time.".to_owned()
                }
            });
        }
        if variants.contains(Variant::MegaIceAge) {
            lines.push("Two dice, used one after the other, and two bears. The Equator never slides.".to_owned());
        }
        lines
    }

    fn foresee(&self) -> Vec<Foreseen> {
        if self.phase == Phase::Over {
            return Vec::new();
        }
        let bears = if self.bear_count() > 1 { vec![Bear::First, Bear::Second] } else { vec![Bear::Only] };
        bears.into_iter().zip(self.bears()).map(|(bear, place)| self.threat_in_words(bear, place)).collect()
    }

    fn warning(&self, seat: Seat, action: Action) -> Option<Warning> {
        self.warn(seat, action)
    }

    fn forced(&self, seat: Seat) -> Option<Action> {
        self.forced_answer(seat)
    }

    fn outline(&self, _: Seat, plan: &[Action]) -> Vec<String> {
        Self::outlined(plan)
    }

    fn brings(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        self.brought(seat, plan)
    }

    fn things() -> Vec<Thing> {
        super::things::things()
    }

    fn reference(options: &E::Options) -> Vec<ReferenceCard> {
        let Ok(setup) = E::setup(options) else { return Vec::new() };
        // A face that says "roll again" is shared by the results of the second roll.
        let whole = (setup.die.len() * ALERT_AGAIN.len()) as u32;
        let labels = setup.die.iter().flat_map(|face| match *face {
            Chance::Label(label) => [label; ALERT_AGAIN.len()],
            Chance::Again => ALERT_AGAIN,
        });
        let mut labels: Vec<Label> = labels.collect();
        labels.sort_by_key(ToString::to_string);
        let line = |labels: &[Label]| {
            let may = if labels[0].is_bear() {
                "the bear walks, ice without penguins slides"
            } else {
                "own penguins hop, ice slides"
            };
            ReferenceLine {
                sign: labels[0].to_string(),
                chance: chance(labels.len() as u32, whole),
                text: format!("{}: {may}", labels[0].spoken()),
            }
        };
        let lines = labels.chunk_by(PartialEq::eq).map(line).collect();
        let face = |face: &Chance| match *face {
            Chance::Label(label) => {
                ReferenceLine { sign: label.to_string(), text: label.spoken(), ..ReferenceLine::default() }
            }
            Chance::Again => {
                ReferenceLine { sign: face.to_string(), text: "Roll again".to_owned(), ..ReferenceLine::default() }
            }
        };
        vec![
            ReferenceCard { id: "odds", title: "Faces and odds".to_owned(), lines },
            ReferenceCard {
                id: "labels",
                title: "Labels of the die".to_owned(),
                lines: setup.die.iter().map(face).collect(),
            },
        ]
    }

    fn highlights(options: &E::Options) -> Vec<String> {
        E::highlights(options)
    }
}

impl<E: Edition> Floes<E> {
    pub(super) fn spoken(place: Place) -> String {
        match place {
            Place::START => E::START_NAME.to_owned(),
            Place::NORTH => "the North Pole".to_owned(),
            floe => floe.to_string(),
        }
    }

    /// The bear, or any of two.
    fn some_bear(&self) -> &'static str {
        if self.variants().contains(Variant::MegaIceAge) { "A bear" } else { "The bear" }
    }

    /// Whom a bear can walk to as the ice lies.
    fn threat_in_words(&self, bear: Bear, place: Place) -> Foreseen {
        let at = if place.is_floe() { "on" } else { "at" };
        let bear = format!("{} is {at} {}", bear.spoken(), Self::spoken(place));
        let found = self.threats(place);
        if found.is_empty() {
            return Foreseen::safe(format!("{bear} and cannot walk to any penguin as the ice lies."));
        }
        let penguin = |threat: &Threat| {
            let Threat { steps, seat, floe } = *threat;
            format!("{} on {floe} in {}", seat_name::<E>(seat), plural(steps, "step"))
        };
        let found: Vec<String> = found.iter().map(penguin).collect();
        Foreseen::danger(format!("{bear}. As the ice lies it can walk to {}.", listed(&found)))
    }

    fn end_in_words(&self) -> String {
        match self.outcome().winners.first() {
            Some(seat) => format!("{}: all three penguins are home.", seat_does::<E>(seat, "win")),
            None => "The match is over: nobody won.".to_owned(),
        }
    }

    fn status(&self) -> String {
        let (turn, name) = (self.turns + 1, seat_name::<E>(self.seat));
        match (self.phase, self.die) {
            (Phase::Over, _) => match self.outcome() {
                Outcome { winners, .. } if winners.is_empty() => {
                    format!("Over after {}: nobody won.", plural(self.turns, "turn"))
                }
                Outcome { winners, .. } => {
                    let names: Vec<&str> = winners.iter().map(seat_name::<E>).collect();
                    format!("Over after {}: {} won.", plural(self.turns, "turn"), names.join(" and "))
                }
            },
            (Phase::Move, Some(die)) => {
                let then = self.spare.map_or(String::new(), |label| format!(", then {}", label.spoken()));
                let left = plural(self.left, "move");
                format!("Turn {turn}: {name} has {left} of {} left{then}.", die.spoken())
            }
            (Phase::Order, Some(die)) => {
                let spare = self.spare.map_or(String::new(), Label::spoken);
                format!("Turn {turn}: {name} chooses between {} and {spare}.", die.spoken())
            }
            (Phase::Again, _) => format!("Turn {turn}: {name} rolls again."),
            (Phase::Throw, Some(die)) => format!("Turn {turn}: {name} has {} and rolls the second die.", die.spoken()),
            (Phase::Throw, None) => format!("Turn {turn}: the die of {name} is rolling."),
            _ => format!("Turn {turn}: {name} is to roll."),
        }
    }

    fn penguins_in_words(&self, seat: Seat) -> String {
        let mut parts = vec![format!("{} home", self.home_count(seat))];
        let mut counted: Vec<((Place, bool), usize)> = Vec::new();
        for penguin in self.penguins(seat) {
            let arrived = penguin == (Place::NORTH, false);
            match counted.last_mut() {
                _ if arrived => {}
                Some((last, count)) if *last == penguin => *count += 1,
                _ => counted.push((penguin, 1)),
            }
        }
        for ((place, home), count) in counted {
            let way = if home { " homebound" } else { "" };
            let at = if place.is_floe() { "on" } else { "at" };
            parts.push(format!("{count}{way} {at} {}", Self::spoken(place)));
        }
        format!("{} has {}.", seat_name::<E>(seat), parts.join(", "))
    }
}

impl Label {
    /// Returns the label as a person says it: `Penguin 3`.
    pub fn spoken(self) -> String {
        format!("{} {}", if self.is_bear() { "Bear" } else { "Penguin" }, self.moves())
    }
}

/// A turn limit as a heading says it.
pub(super) fn limit_in_words(limit: Option<u64>) -> Option<String> {
    limit.map(|turns| format!("Stops after {}", plural(turns, "turn")))
}

/// A North Pole that can be left again, as a heading says it.
pub(super) fn pole_in_words(is_final: bool) -> Option<String> {
    (!is_final).then(|| "The North Pole can be left again".to_owned())
}
