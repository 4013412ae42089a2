//! The words of the game: everything that is said to people.

use polynya_engine::{
    Clause, Describe, Fact, Foreseen, Member, Prompt, ReferenceCard, ReferenceLine, Seat, Thing, Warning, Word,
    capitalised, listed, plural,
};

use super::action::{Action, Card, Place, Report, Ship};
use super::board::{LARGE_PAYS, Map, Pack, Reports};
use super::clauses::Rule;
use super::consequences::frozen_in;
use super::contents::Pieces;
use super::event::Event;
use super::options::IceBreakersOptions;
use super::{IceBreakers, Phase, forecast};

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
            Action::Clear(space) => format!("Break the ice on {}", space.spoken()),
            Action::Move(ship, to) if to == Place::harbour(ship) => format!("Ship {ship} home to {to}"),
            Action::Move(ship, to) => format!("Ship {ship} to {}", to.spoken()),
            Action::Give(card, seat) => format!("Give {} to Seat {seat}", card.one()),
            Action::End => "End the turn".to_owned(),
        }
    }

    fn tell(&self, event: &Event) -> String {
        match *event {
            Event::Laid { space, number } => format!("Ice {number} is laid on {}.", space.spoken()),
            Event::Docked { ship, harbour } => format!("Ship {ship} begins at {harbour}."),
            Event::PutUnder { ship } => format!("Ship {ship} would begin at home: it goes under the stack."),
            Event::DealtAnew { ship } => {
                format!("The last ship, {ship}, would begin at home: all ships are taken back and dealt anew.")
            }
            Event::Waits { card, harbour } => format!("{} waits at {harbour}.", capitalised(&card.one())),
            Event::JoinsRow { card } => format!("{} joins the row.", capitalised(&card.one())),
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
                format!("Seat {seat} breaks ice {number} on {}: {left} left.", space.spoken())
            }
            Event::Moved { seat, ship, from, to } => {
                format!("Seat {seat} moves ship {ship} from {} to {}.", from.spoken(), to.spoken())
            }
            Event::Arrived { ship, home } => {
                format!("Ship {ship} is home: {home} of {}.", self.fleet())
            }
            Event::Collected { seat, card, .. } => format!("Seat {seat} collects {}.", card.one()),
            Event::Gave { seat, card, to } => format!("Seat {seat} gives {} to Seat {to}.", card.one()),
            Event::Ended { seat, points: 0 } => format!("Seat {seat} ends the turn."),
            Event::Ended { seat, points } => {
                format!("Seat {seat} ends the turn with {} unused.", plural(points, "point"))
            }
            Event::InEffect { report: Report::MILD, .. } => "The mild report takes effect: nothing freezes.".to_owned(),
            Event::InEffect { report, spaces } => {
                format!("Report {report} takes effect: {} to ice.", plural_verb(spaces.len(), "piece", "turn"))
            }
            Event::Stuck { ship, place, number } => {
                format!("Ship {ship} freezes in on {}, ice {number}.", place.spoken())
            }
            Event::TurnOf { seat } => format!("Seat {seat}'s turn."),
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
        lines.extend(Seat::all(self.seats).map(|seat| self.hand_in_words(seat)));
        lines.extend(self.rewards_in_words());
        lines.extend(self.row_in_words());
        lines.push(self.pile_in_words());
        if self.undealt().iter().any(|&count| count > 0) {
            lines.push(format!("Cards to deal: {}.", list(&self.undealt())));
        }
        if self.gone() > 0 {
            lines.push(format!("Out of the game: {} AB2.", self.gone()));
        }
        lines.extend(self.map_in_words());
        let fleet = if self.introductory { "introductory game" } else { "full game" };
        let deal = if self.printed_ship_deal { ", ships dealt as printed" } else { "" };
        let printed = self.printed();
        let map = if printed.has_map() { "of the box" } else { self.map.word() };
        let reports = if printed.has_reports() { "of the box" } else { self.reports.word() };
        lines.push(format!("Map {map}, reports {reports}, {fleet}{deal}."));
        lines.join("\n")
    }

    fn why(&self, seat: Seat, action: Action, rule: &Rule) -> String {
        let active = self.seat;
        match (*rule, action) {
            (Rule::TakeTurns, Action::Add(_) | Action::Cash | Action::Give(..)) => "Nobody acts now.".to_owned(),
            (Rule::TakeTurns, _) => format!("It is Seat {active}'s turn."),
            (Rule::WaitForPower, _) => format!("Seat {active} has not played a Power card yet."),
            (Rule::OnTheMap, Action::Clear(place) | Action::Move(_, place)) => {
                format!("The {} map has no {}.", self.map_name(), place.spoken())
            }
            (Rule::HarboursAreOpen, Action::Clear(place)) => format!("{place} is a harbour and never freezes."),
            (Rule::PowerCards, Action::Power(card)) => format!("{} is no Power card.", capitalised(&card.one())),
            (Rule::OnePowerCard, _) => match self.power {
                Some(card) => format!("Seat {active} has played {} in this turn already.", card.one()),
                None => rule.text().to_owned(),
            },
            (Rule::PowerFirst, _) => "First play a Power card.".to_owned(),
            (Rule::PassInstead, _) => "A Power card lies open: end the turn instead of passing.".to_owned(),
            (Rule::HoldTheCard, Action::Power(card) | Action::Add(card) | Action::Give(card, _)) => {
                format!("Seat {seat} holds no {}.", card.spoken())
            }
            (Rule::HoldTheCard, Action::Cash) => format!("Seat {seat} holds no AB2."),
            (Rule::OnlyHelpIsAdded, Action::Add(card)) => format!("{} cannot be added.", capitalised(&card.one())),
            (Rule::NoRetrofitOnTen, _) => "A 10 lies open, and a Retrofit strengthens only a 5 or a 7.".to_owned(),
            (Rule::PileIsEmpty, _) => "The discard pile is empty, so there is nothing to cut.".to_owned(),
            (Rule::AlreadyWater, Action::Clear(place)) => format!("There is water on {} already.", place.spoken()),
            (Rule::PayInFull, Action::Clear(place)) => {
                let number = self.number(place).unwrap_or(0);
                let left = plural(self.points, "point");
                let is = if self.points == 1 { "is" } else { "are" };
                format!("The ice on {} costs {number}, and {left} {is} left.", place.spoken())
            }
            (Rule::HomeIsHome, Action::Move(ship, _)) => format!("Ship {ship} is home."),
            (Rule::StuckInIce, Action::Move(ship, _)) => match self.place_of(ship) {
                Some(at) => format!("Ship {ship} is stuck in the ice on {}.", at.spoken()),
                None => rule.text().to_owned(),
            },
            (Rule::SomewhereElse, Action::Move(ship, to)) => format!("Ship {ship} is on {} already.", to.spoken()),
            (Rule::OpenWay, Action::Move(ship, to)) if self.is_ice(to) => {
                format!("Ship {ship} cannot go to {}: there is ice.", to.spoken())
            }
            (Rule::OpenWay, Action::Move(ship, to)) => {
                format!("Ice blocks every route of ship {ship} to {}.", to.spoken())
            }
            (Rule::OwnHarbourEndsTheWay, Action::Move(ship, to)) => {
                format!(
                    "Every open route of ship {ship} to {} leads through h{ship}, where it would stay.",
                    to.spoken()
                )
            }
            (Rule::ToAnotherSeat, Action::Give(_, to)) if to.seat() == seat => {
                "You hold that card already: give it to somebody else.".to_owned()
            }
            (Rule::ToAnotherSeat, Action::Give(_, to)) => format!("Nobody plays as Seat {to} here."),
            (Rule::FreshCardsOnly, Action::Give(card, _)) => {
                format!("Seat {seat} has no {} that came in this turn and was not given away yet.", card.spoken())
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

    fn verdict(&self, reader: Option<Seat>) -> String {
        self.verdict_on(reader)
    }

    fn facts(&self, seat: Option<Seat>, events: &[Event]) -> Vec<Fact> {
        self.facts_of(seat, events)
    }

    fn primer(&self) -> Vec<String> {
        let lines = [
            "You are one team: bring every ship to the harbour of its own number before winter closes the channels.",
            "Play a Power card, break ice up to its points, move any ships over water and harbours, then end the turn.",
            "At the end of a turn all water with a number of the forecast freezes; ships on it are stuck.",
            "Ships that come home earn cards. R3 and B1 add points, also in the turns of others; AB2 cuts two cards.",
        ];
        lines.map(str::to_owned).to_vec()
    }

    fn foresee(&self) -> Vec<Foreseen> {
        let Some(freeze) = forecast::freeze(self) else { return Vec::new() };
        let stuck = frozen_in(&freeze.stuck);
        let pieces = match freeze.spaces.len() {
            0 => "nothing freezes".to_owned(),
            count => plural_verb(count, "place", "freeze"),
        };
        let mut ahead = vec![match stuck {
            None => Foreseen::safe(format!("If the turn ends now, {pieces} and no ship freezes in.")),
            Some(stuck) => Foreseen::danger(format!("If the turn ends now, {pieces} and {stuck}.")),
        }];
        ahead.push(Foreseen::safe(match self.reports_left() {
            0 => "The last report lies open and stays.".to_owned(),
            count => match self.coming_reports().next() {
                Some(report) => format!("Then the next of {} is turned: {report}.", plural(count, "report")),
                None => format!("Then the next of {} is turned.", plural(count, "report")),
            },
        }));
        if self.passes > 0 {
            let passes = if self.passes == 1 { "1 pass".to_owned() } else { format!("{} passes", self.passes) };
            ahead.push(Foreseen::danger(format!("{passes} in a row: the season ends when everybody has passed.")));
        }
        ahead
    }

    fn warning(&self, seat: Seat, action: Action) -> Option<Warning> {
        self.warn(seat, action)
    }

    fn outline(&self, _: Seat, plan: &[Action]) -> Vec<String> {
        Self::outlined(plan)
    }

    fn brings(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        self.brought_by(seat, plan)
    }

    fn things() -> Vec<Thing> {
        super::things::things()
    }

    fn reference(options: &IceBreakersOptions) -> Vec<ReferenceCard> {
        let powers: Vec<Card> = Card::ALL.into_iter().filter(|card| card.is_power()).collect();
        let deck = Pieces::of(options.contents).deck;
        let join = |of: &dyn Fn(Card) -> String| listed(&powers.iter().map(|&card| of(card)).collect::<Vec<_>>());
        let (names, counts) = (join(&|card| card.spoken().to_owned()), join(&|card| deck[card as usize].to_string()));
        let [r3, b1] = [Card::Retrofit, Card::Bubbler].map(Card::points);
        let lines = [
            format!("{names}: a Power card opens a turn with that many points. There are {counts} of them."),
            format!("R3: {} more, but not on a 10. B1: {b1} more. Anybody may add them.", plural(r3, "point")),
            "AB2: cuts two cards from the discard pile and leaves the game.".to_owned(),
            "A white slab is ice, a dark round place with waves is water. A snow crystal marks water that freezes at \
             the end of the turn."
                .to_owned(),
            format!("Square harbours pay {LARGE_PAYS} cards, round ones the next card of the row."),
        ];
        let lines = lines.into_iter().map(ReferenceLine::text).collect();
        let packs = ["First", "Then", "Then", "At last, for every turn that follows"];
        let report = |(pack, when): (Pack, &str)| {
            let reports: Vec<String> = Vec::from(pack).iter().map(ToString::to_string).collect();
            let text = match &reports[..] {
                [only] => format!("{when}: {only}"),
                several => format!("{when}: {} reports, shuffled", several.len()),
            };
            ReferenceLine { sign: reports.join(" "), text, ..ReferenceLine::default() }
        };
        vec![
            ReferenceCard { id: "cards", title: "Cards and signs".to_owned(), lines },
            ReferenceCard { id: "turn", title: "A turn".to_owned(), lines: turn() },
            ReferenceCard {
                id: "reports",
                title: "Ice reports from the top of the stack".to_owned(),
                lines: options.packs().into_iter().zip(packs).map(report).collect(),
            },
        ]
    }

    fn highlights(options: &IceBreakersOptions) -> Vec<String> {
        let IceBreakersOptions { introductory, map, reports, printed_ship_deal, kept_ice, report_order, contents } =
            options;
        let printed = Pieces::of(*contents);
        let words = [
            (!contents.is_proposed()).then(|| "The owner's box".to_owned()),
            introductory.then(|| "Introductory: six ships".to_owned()),
            (*map != Map::Standard && !printed.has_map()).then(|| format!("The {map} map")),
            (*reports != Reports::TwelveFour && !printed.has_reports()).then(|| format!("Reports {reports}")),
            printed_ship_deal.then(|| "Ships dealt as printed".to_owned()),
            kept_ice.as_ref().map(|_| "The ice stays".to_owned()),
            report_order.map(|_| "The reports stay in order".to_owned()),
        ];
        words.into_iter().flatten().collect()
    }
}

/// Returns the course of a turn, step by step.
fn turn() -> Vec<ReferenceLine> {
    let steps = [
        "The forecast lies open: it says which water freezes when the turn ends.",
        "Play a Power card, or pass. Then anybody may add B1, and R3 to a 5 or 7; AB2 may be cashed at any time.",
        "Break ice: each piece costs its number, wherever it lies. Points that are left are lost.",
        "Move ships over water and harbours as far as you like. A ship in its own harbour is home: take its cards, \
         keep them or give them away.",
        "The forecast takes effect: all water with its numbers turns to ice, under ships too.",
        "Turn the next forecast. The last one stays for every turn that follows.",
    ];
    let line = |(number, text): (usize, &str)| ReferenceLine {
        sign: (number + 1).to_string(),
        text: text.to_owned(),
        ..ReferenceLine::default()
    };
    steps.into_iter().enumerate().map(line).collect()
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
    pub(super) fn one(self) -> String {
        let article = if matches!(self, Card::Retrofit | Card::AutoBallast) { "an" } else { "a" };
        format!("{article} {}", self.spoken())
    }
}

/// Cards as people list them: `5 x2, R3`.
pub(super) fn list(cards: &[u8; Card::COUNT]) -> String {
    let kinds: Vec<String> = Card::ALL
        .into_iter()
        .zip(cards)
        .filter(|&(_, &count)| count > 0)
        .map(|(card, &count)| times(card.spoken(), count.into()))
        .collect();
    if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") }
}

pub(super) fn times(what: &str, count: u32) -> String {
    if count == 1 { what.to_owned() } else { format!("{what} x{count}") }
}

fn plural_verb(count: usize, noun: &str, verb: &str) -> String {
    format!("{} {verb}{}", plural(count, noun), if count == 1 { "s" } else { "" })
}
