//! Facts about the game that the examples of `rules.md` do not show: a position, a step and a sentence each.
//!
//! A position is written in parts: `1 holds 7 r3 | ship 4 h9 | water h5h9.1 j1 | pile 5 b1 | forecast 2+3 | 1 played 7`.
//! Three seats play unless `seats 2` or `seats 4` says otherwise. What is not named is like this: junctions carry 4 and
//! channels 1, 2, 3 in turn, all of it ice; ship 1 is at h2, ship 2 at h3 and so on, ship 12 at h1; the destinations and
//! the row have the cards of `LAID`; the forecast is mild; seat 1 is to play; all other cards are in the hand of the last
//! seat, or in the pile with `rest pile`.

use std::collections::{BTreeMap, BTreeSet};

use polynya_engine::{
    Audit, Clause, Describe, Encode, Game, Line, Luck, Member, Numbered, Prompt, Record, Seat, SeatSet, Seed, Step,
    StepOf, Turn, Word,
};

use super::action::{Action, Card, Chance, Place, Report, Ship};
use super::board::{CARDS, DECK, PIECES, REPORTS, arrangements};
use super::event::{Ending, Event};
use super::forecast::{self, cheapest_way};
use super::{IceBreakers, IceBreakersOptions, LARGE, Map, PLACES, Pack, Phase, Places, Reports, SHIPS, SPACES, TABLE};

/// What lies at h2, h3, h6, h8 and in the row, from the left.
const LAID: [&str; 5] = ["10 10 7", "10 5 r3", "7 7 b1", "10 5 5", "ab2 7 b1 r3 5 10 b1 7"];

/// A position, a step, and the refusal or what the log says.
fn check(position: &str, step: &str, expected: &str) {
    assert_eq!(tried(&mut lay(position), step), expected, "{position}: {step}");
}

fn parse<T: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

fn seat(text: &str) -> Seat {
    Seat::numbered(parse(text)).expect("a seat")
}

fn ice(number: usize) -> Chance {
    parse(&format!("ice {number}"))
}

/// Lays out a position.
fn lay(text: &str) -> IceBreakers {
    let parts: Vec<Vec<&str>> = text.split('|').map(|part| part.split_whitespace().collect()).collect();
    let told = |name: &str| parts.iter().find(|part| part.first() == Some(&name)).map(|part| &part[1..]);
    let options = IceBreakersOptions {
        introductory: told("introductory").is_some(),
        map: told("map").map_or(Map::Standard, |map| {
            Map::ALL.into_iter().find(|known| known.to_string() == map[0]).expect("a map")
        }),
        ..IceBreakersOptions::default()
    };
    let seats = told("seats").map_or(3, |seats| parse(seats[0]));
    let mut position = IceBreakers::start(&options, seats).expect("the match starts");
    for index in 0..SPACES {
        position.settle(ice(if index < 6 { 4 } else { index % 3 + 1 }), &mut |_| {});
    }
    position.hands = Default::default();
    position.deck = DECK;
    lay_ships(&mut position, &parts);
    lay_cards(&mut position, &parts, told("rest") == Some(&["pile"]));
    lay_turn(&mut position, &parts);
    position.audit().unwrap_or_else(|what| panic!("{text}: {what}"));
    position
}

fn lay_ships(position: &mut IceBreakers, parts: &[Vec<&str>]) {
    for ship in Ship::all().filter(|&ship| position.takes_part(ship)).collect::<Vec<_>>() {
        let next = Ship::all().chain(Ship::all()).skip(ship.index() + 1).find(|&next| position.takes_part(next));
        position.at[ship.index()] = next.map(Place::harbour);
    }
    for part in parts {
        match part[..] {
            ["ship", ship, place] => position.at[parse::<Ship>(ship).index()] = Some(parse(place)),
            ["home", ref ships @ ..] => ships.iter().map(|ship| parse::<Ship>(ship)).for_each(|ship| {
                position.at[ship.index()] = Some(Place::harbour(ship));
            }),
            ["water", ref places @ ..] => {
                places.iter().for_each(|place| position.ice.remove(parse(place)));
            }
            _ => {}
        }
    }
}

fn lay_cards(position: &mut IceBreakers, parts: &[Vec<&str>], rest_in_pile: bool) {
    let mut deck = DECK;
    let mut draw = |word: &str| {
        let card: Card = parse(word);
        deck[card as usize] = deck[card as usize].checked_sub(1).unwrap_or_else(|| panic!("no {word} is left"));
        card
    };
    for part in parts {
        match part[..] {
            [who, "holds", ref cards @ ..] => {
                cards.iter().for_each(|card| position.hands[seat(who).index()].take(draw(card), false));
            }
            [_, "played", power, ..] => position.pile[draw(power) as usize] += 1,
            ["pile", ref cards @ ..] => cards.iter().for_each(|card| position.pile[draw(card) as usize] += 1),
            _ => {}
        }
    }
    for (number, cards) in LARGE.into_iter().zip(LAID) {
        let ship = Ship::new(number).expect("a ship");
        if !position.is_home(ship) {
            for (slot, card) in cards.split(' ').enumerate() {
                position.rewards[ship.index()][slot] = Some(draw(card));
            }
        }
    }
    if position.introductory {
        [5, 9].into_iter().filter_map(Ship::new).zip(["r3", "ab2"]).for_each(|(ship, card)| {
            if !position.is_home(ship) {
                position.rewards[ship.index()][0] = Some(draw(card));
            }
        });
    } else {
        let out = Ship::all().filter(|ship| !LARGE.contains(&ship.get()) && !position.is_home(*ship)).count();
        LAID[4].split(' ').take(out).enumerate().for_each(|(slot, card)| position.row[slot] = Some(draw(card)));
    }
    position.deck = [0; Card::COUNT];
    for card in Card::ALL {
        for _ in 0..deck[card as usize] {
            match (rest_in_pile, card) {
                (true, Card::AutoBallast) => {}
                (true, _) => position.pile[card as usize] += 1,
                (false, _) => position.hands[usize::from(position.seats) - 1].take(card, false),
            }
        }
    }
}

fn lay_turn(position: &mut IceBreakers, parts: &[Vec<&str>]) {
    (position.phase, position.done) = (Phase::Choose, 0);
    let named = parts.iter().find(|part| part.first() == Some(&"forecast")).map(|part| parse::<Report>(part[1]));
    let report = named.unwrap_or(Report::MILD);
    let pack = position.packs.iter().position(|pack| pack.count(report) > 0).expect("a report of the deck");
    position.packs[..pack].fill(Pack::default());
    position.packs[pack].remove(report);
    if report == Report::LAST {
        position.packs[3] = Pack::default();
    }
    position.forecast = Some(report);
    position.turns = u16::from(REPORTS) - position.reports_left() as u16 - 1;
    for part in parts {
        match part[..] {
            [who, "plays"] => position.seat = seat(who),
            [who, "played", power, ref rest @ ..] => {
                let card: Card = parse(power);
                (position.seat, position.phase) = (seat(who), Phase::Work);
                (position.power, position.points) = (Some(card), card.points());
                if let ["with", left, "left"] = rest {
                    position.points = parse(left);
                }
            }
            _ => {}
        }
    }
}

/// Takes a step if the rules allow it; returns the refusal, or what the log says.
fn tried(position: &mut IceBreakers, step: &str) -> String {
    let mut events = Vec::new();
    match parse::<StepOf<IceBreakers>>(step) {
        Step::Play(seat, action) => {
            if let Err(rule) = position.check(seat, action) {
                return format!("{} {}", rule.number(), position.why(seat, action, &rule));
            }
            position.play(seat, action, &mut |event| events.push(event));
        }
        Step::Chance(chance) => position.settle(chance, &mut |event| events.push(event)),
    }
    position.audit().unwrap_or_else(|what| panic!("after {step}: {what}"));
    let told: Vec<String> = events.iter().map(|event| position.tell(event)).collect();
    told.join(" ")
}

/// Takes allowed steps.
fn take(position: &mut IceBreakers, steps: &[&str]) {
    for step in steps {
        let said = tried(position, step);
        assert!(!said.starts_with(|first: char| first.is_ascii_digit()), "{step}: {said}");
    }
}

/// A position after some allowed steps.
fn after(position: &str, steps: &[&str]) -> IceBreakers {
    let mut position = lay(position);
    take(&mut position, steps);
    position
}

/// What a seat may do, in words.
fn legal(position: &IceBreakers, who: usize) -> Vec<String> {
    let mut actions = Vec::new();
    position.legal(Seat::numbered(who).expect("a seat"), &mut actions);
    let mut words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    words.sort_unstable();
    words
}

/// What chance may decide, in words.
fn odds(position: &IceBreakers) -> Vec<String> {
    let mut words = Vec::new();
    position.odds(&mut |chance, weight| words.push(format!("{chance} x{weight}")));
    words
}

/// The line of the description that begins like this.
fn said(position: &IceBreakers, beginning: &str) -> String {
    let words = position.describe();
    words.lines().find(|line| line.starts_with(beginning)).unwrap_or("nothing").to_owned()
}

fn result(position: &IceBreakers) -> (Vec<usize>, i16) {
    let Turn::Over(outcome) = position.turn() else { panic!("the match goes on") };
    (outcome.winners.iter().map(Seat::number).collect(), outcome.scores[Seat::default()])
}

/// Shows positions of random matches in which seats pass seldom, so that much is broken and moved.
fn wander(count: usize, mut each: impl FnMut(&IceBreakers)) {
    let mut luck = Seed::of("wander").draw(0);
    let all: Vec<IceBreakersOptions> = IceBreakersOptions::all().collect();
    let (mut seen, mut number) = (0, 0);
    while seen < count {
        let options = &all[number % all.len()];
        let mut position = IceBreakers::start(options, 2 + (number % 3) as u8).expect("it starts");
        number += 1;
        while seen < count {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let chance = position.draw(&mut luck);
                    position.settle(chance, &mut |_| {});
                }
                Turn::Players(seats) => {
                    each(&position);
                    seen += 1;
                    let who = seats.iter().nth(luck.below(seats.len() as u32) as usize).expect("below their number");
                    let action = (0..6)
                        .filter_map(|_| position.pick(who, &mut luck, &mut Vec::new()))
                        .find(|action| !matches!(action, Action::Pass | Action::End));
                    let Some(action) = action.or_else(|| position.pick(who, &mut luck, &mut Vec::new())) else {
                        continue;
                    };
                    position.play(who, action, &mut |_| {});
                }
            }
        }
    }
}

mod pieces {
    use super::*;

    #[test]
    fn a_position_is_small() {
        let size = size_of::<IceBreakers>();
        assert!(size <= 512, "{size} bytes");
        assert!(size_of::<Action>() <= 4);
    }

    #[test]
    fn the_numbering_follows_from_the_declaration() {
        let declared = 6 + 1 + 6 + 1 + 89 + 12 * 89 + 6 * 4 + 1;
        assert_eq!(IceBreakers::ACTIONS, declared + 66 + 12 * 66);
        assert_eq!(IceBreakers::index(Action::Power(Card::Five)), Some(0));
        assert_eq!(IceBreakers::index(Action::End), Some(declared - 1));
        assert_eq!(IceBreakers::index(parse("clear s1")), Some(declared));
        assert_eq!(IceBreakers::index(parse("move 12 s66")), Some(IceBreakers::ACTIONS - 1));
    }

    #[test]
    fn the_cards_are_as_the_deal_needs_them() {
        assert_eq!(DECK.iter().sum::<u8>(), CARDS);
        assert_eq!(DECK[..3].iter().sum::<u8>(), 22);
        for (introductory, hands) in [(false, [6, 4, 3]), (true, [9, 6, 5])] {
            for (seats, most) in (2..).zip(hands) {
                let position = dealt(introductory, seats);
                let sizes: Vec<u8> = Seat::all(seats).map(|seat| position.hand(seat).iter().sum()).collect();
                let even = !introductory || seats < 4;
                let expected = if even { vec![most; seats.into()] } else { vec![5, 5, 4, 4] };
                assert_eq!(sizes, expected, "{seats} seats");
                assert!(Seat::all(seats).all(|seat| position.hand(seat)[0] > 0 && position.hand(seat)[1] > 0));
            }
        }
    }

    /// A set-up by chance.
    fn dealt(introductory: bool, seats: u8) -> IceBreakers {
        let options = IceBreakersOptions { introductory, ..IceBreakersOptions::default() };
        let mut position = IceBreakers::start(&options, seats).expect("it starts");
        let mut luck = Seed::of("deal").draw(seats.into());
        let mut cards = 0;
        while position.turn() == Turn::Chance {
            let chance = position.draw(&mut luck);
            cards += u8::from(matches!(chance, Chance::Card(_)));
            position.settle(chance, &mut |_| {});
            position.audit().unwrap();
        }
        assert_eq!(cards, 32 - 2 * seats);
        position
    }

    #[test]
    fn the_first_forecast_lies_open_before_the_first_turn() {
        let position = dealt(false, 2);
        assert!(position.forecast().is_some());
        assert_eq!((position.reports_left(), position.turns(), position.in_effect()), (19, 0, None));
    }

    #[test]
    fn both_decks_of_reports_have_twenty() {
        for (reports, sizes) in [(Reports::TwelveFour, [13, 5, 1, 1]), (Reports::TenSix, [11, 7, 1, 1])] {
            assert_eq!(reports.packs().map(Pack::len), sizes);
            let all: Vec<(Report, u32)> = reports.packs().iter().flat_map(|pack| pack.each()).collect();
            assert_eq!(all.iter().filter(|(report, _)| *report == Report::MILD).count(), 2);
        }
        let words =
            |pack: Pack| pack.each().map(|(report, count)| format!("{report} x{count}")).collect::<Vec<_>>().join(" ");
        let packs = Reports::TwelveFour.packs().map(words);
        assert_eq!(packs[..2], ["mild x1 1 x3 2 x3 3 x3 4 x3", "mild x1 1+2 x1 1+4 x1 2+3 x1 3+4 x1"]);
        let packs = Reports::TenSix.packs().map(words);
        assert_eq!(packs[..2], ["mild x1 1 x3 2 x3 3 x3 4 x1", "mild x1 1+2 x1 1+3 x1 1+4 x1 2+3 x1 2+4 x1 3+4 x1"]);
        assert_eq!(packs[2..], ["2+3+4 x1", "1+2+3+4 x1"]);
    }

    #[test]
    fn each_number_of_the_first_deck_freezes_as_often_as_the_others() {
        let mut often = [0; 4];
        for (report, count) in Reports::TwelveFour.packs().iter().take(2).flat_map(|pack| pack.each()) {
            report.numbers().for_each(|number| often[usize::from(number) - 1] += count);
        }
        assert_eq!(often, [5; 4]);
    }

    /// All arrangements of ships, counted one by one.
    fn count_arrangements(harbours: &[u8], ships: &mut Vec<u8>) -> u32 {
        let Some((&harbour, rest)) = harbours.split_first() else { return 1 };
        let mut sum = 0;
        for index in 0..ships.len() {
            let ship = ships.remove(index);
            if ship != harbour {
                sum += count_arrangements(rest, ships);
            }
            ships.insert(index, ship);
        }
        sum
    }

    #[test]
    fn arrangements_are_counted_exactly() {
        for open in 0..7_u8 {
            for own in 0..=open {
                let harbours: Vec<u8> = (0..open).collect();
                // Ships from `own` on belong elsewhere.
                let mut ships = (0..open).map(|ship| if ship < own { ship } else { ship + 20 }).collect();
                let counted = count_arrangements(&harbours, &mut ships);
                assert_eq!(arrangements(open.into(), own.into()), counted, "{open} {own}");
            }
        }
        assert_eq!(arrangements(12, 12), 176_214_841);
        assert_eq!(arrangements(6, 6), 265);
    }

    #[test]
    fn every_arrangement_without_a_ship_at_home_is_equally_likely() {
        // The product of the odds along every introductory set-up is one in 265.
        fn follow(position: &IceBreakers, chance: f64, ends: &mut Vec<f64>) {
            let mut total = 0;
            position.odds(&mut |_, weight| total += weight);
            position.odds(&mut |each, weight| {
                let mut next = position.clone();
                next.settle(each, &mut |_| {});
                let chance = chance * f64::from(weight) / f64::from(total);
                if next.phase == Phase::Ships { follow(&next, chance, ends) } else { ends.push(chance) }
            });
        }
        let options = IceBreakersOptions { introductory: true, ..IceBreakersOptions::default() };
        let mut position = IceBreakers::start(&options, 2).expect("it starts");
        (0..SPACES).for_each(|index| position.settle(ice(index / 20 + 1), &mut |_| {}));
        let mut ends = Vec::new();
        follow(&position, 1.0, &mut ends);
        assert_eq!(ends.len(), 265);
        assert!(ends.iter().all(|chance| (chance - 1.0 / 265.0).abs() < 1e-12));
    }

    #[test]
    fn the_last_harbours_get_the_ships_that_still_fit() {
        let mut position = IceBreakers::start(&IceBreakersOptions::default(), 2).expect("it starts");
        (0..SPACES).for_each(|index| position.settle(ice(index / 20 + 1), &mut |_| {}));
        for ship in [2, 1, 4, 3, 6, 5, 8, 7, 10, 9] {
            position.settle(Chance::Ship(Ship::new(ship).expect("a ship")), &mut |_| {});
        }
        assert_eq!(odds(&position), ["ship 12 x1"]);
    }

    #[test]
    fn pieces_are_drawn_from_those_that_are_left() {
        let mut position = IceBreakers::start(&IceBreakersOptions::default(), 2).expect("it starts");
        assert_eq!(odds(&position), ["ice 1 x20", "ice 2 x20", "ice 3 x20", "ice 4 x6"]);
        (0..6).for_each(|_| position.settle(ice(4), &mut |_| {}));
        assert_eq!(odds(&position), ["ice 1 x20", "ice 2 x20", "ice 3 x20"]);
        assert_eq!(said(&position, "Set-up"), "Set-up: ice is laid, next on space 1 of h2–h1.");
        assert_eq!(PIECES.iter().map(|&count| usize::from(count)).sum::<usize>(), SPACES);
    }
}

mod map {
    use super::*;

    fn lengths(map: Map) -> Vec<(String, usize)> {
        map.chart().channels().map(|(from, to, spaces)| (format!("{from}-{to}"), spaces.len())).collect()
    }

    #[test]
    fn every_map_has_66_spaces_and_12_harbours() {
        for (map, channels) in [(Map::Standard, 24), (Map::Easy, 27), (Map::Hard, 22)] {
            assert_eq!(map.chart().places().len(), SPACES + SHIPS);
            assert_eq!(lengths(map).len(), channels);
            assert_eq!(lengths(map).iter().map(|(_, length)| length).sum::<usize>(), 60);
        }
    }

    #[test]
    fn the_maps_differ_as_their_descriptions_say() {
        let short = |map: Map| -> Vec<String> {
            lengths(map).into_iter().filter(|(_, length)| *length == 2).map(|(name, _)| name).collect()
        };
        let long = |map: Map| -> Vec<String> {
            lengths(map).into_iter().filter(|(_, length)| *length == 3).map(|(name, _)| name).collect()
        };
        assert_eq!(long(Map::Easy), ["h2-h4", "h4-h3", "h5-h9", "h12-h9", "h8-h10", "h10-h6"]);
        assert_eq!(short(Map::Hard), ["h1-j1", "j3-h5", "j1-h12", "h7-j6", "h12-j2", "j2-j4"]);
        let names = |map: Map| lengths(map).into_iter().map(|(name, _)| name).collect::<BTreeSet<_>>();
        let missing = |map: Map| names(Map::Easy).difference(&names(map)).cloned().collect::<Vec<_>>();
        assert_eq!(missing(Map::Standard), ["h1-j3", "h12-h9", "h5-h7"]);
        assert_eq!(missing(Map::Hard), ["h1-j3", "h12-h9", "h5-h7", "h9-j4", "j3-j5"]);
    }

    #[test]
    fn harbours_have_two_or_three_channels_on_the_standard_map() {
        let chart = Map::Standard.chart();
        for index in 0..SHIPS {
            let count = chart.beside(Place(index as u8)).len();
            assert!((2..=3).contains(&count), "h{}: {count}", index + 1);
        }
        assert_eq!(chart.beside(parse("j4")).len(), 4);
    }

    /// The spaces strictly between all pairs of harbours, by walking.
    #[test]
    fn the_standard_map_is_as_wide_as_it_was_measured() {
        let chart = Map::Standard.chart();
        let mut distances = Vec::new();
        for from in 0..SHIPS as u8 {
            let mut far = BTreeMap::from([(Place(from), 0)]);
            let mut queue = vec![Place(from)];
            let mut next = 0;
            while next < queue.len() {
                let here = queue[next];
                next += 1;
                for place in chart.beside(here).iter() {
                    if !far.contains_key(&place) {
                        far.insert(place, far[&here] + i32::from(!place.is_harbour()));
                        queue.push(place);
                    }
                }
            }
            assert_eq!(far.len(), SPACES + SHIPS, "the map is connected");
            distances.extend((from + 1..SHIPS as u8).map(|to| far[&Place(to)]));
        }
        assert_eq!(distances.iter().min(), Some(&2));
    }

    #[test]
    fn names_of_places_survive_and_others_are_refused() {
        for index in 0..PLACES {
            let place = Place::from_index(index).expect("a place");
            assert_eq!(parse::<Place>(&place.to_string()), place);
        }
        for text in [
            "", "h", "h0", "h13", "j7", "j0", "h01", "x1", "h2h1", "h2h1.0", "h2h1.4", "h1h2.1", "h2h1.01", "h2h1.1.1",
            "h1j1.3", "é", "hé", "h2é.1", "H2", "h2h1. 1", "h+1", ".1", "h2.1",
        ] {
            assert!(text.parse::<Place>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_place_of_another_map_is_refused() {
        check("1 played 7", "1 clear h1j3.1", "2.3 The standard map has no space 1 of h1–j3.");
        check("map easy | 1 played 7", "1 clear h2h1.3", "2.3 The easy map has no space 3 of h2–h1.");
        check("map hard | 1 played 7", "1 move 9 j3j5.1", "2.3 The hard map has no space 1 of j3–j5.");
        check("map hard | 1 played 7", "1 clear h8h10.3", "Seat 1 breaks ice 3 on space 3 of h8–h10: 4 points left.");
    }

    #[test]
    fn drawn_places_lie_where_the_drawing_was_made() {
        for (map, place, x, y) in [
            (Map::Standard, "h2", 6.7, 8.8),
            (Map::Standard, "j6", 57.1, 54.3),
            (Map::Standard, "h2h1.1", 12.06, 7.36),
            (Map::Standard, "j5h7.2", 36.1, 51.91),
            (Map::Standard, "h10h6.3", 91.84, 46.68),
            (Map::Easy, "h12h9.2", 56.06, 17.8),
            (Map::Easy, "h9j6.2", 60.54, 46.52),
            (Map::Hard, "j6h11.3", 70.1, 53.32),
            (Map::Hard, "j4h11.2", 75.16, 40.2),
        ] {
            let (drawn_x, drawn_y) = map.chart().point(parse(place));
            assert!((drawn_x - x).abs() < 0.02 && (drawn_y - y).abs() < 0.02, "{place}: {drawn_x} {drawn_y}");
        }
    }

    #[test]
    fn what_touches_is_what_the_table_says() {
        // Built from the table a second time, by names.
        for (number, map) in Map::ALL.into_iter().enumerate() {
            let mut pairs = BTreeSet::new();
            for channel in TABLE {
                let [from, to] = channel.ends.map(|end| Place(end).to_string());
                let mut chain = vec![from.clone()];
                chain.extend((1..=channel.lengths[number]).map(|space| format!("{from}{to}.{space}")));
                chain.push(to);
                if chain.len() > 2 {
                    pairs.extend(chain.windows(2).map(|pair| (pair[0].clone(), pair[1].clone())));
                }
            }
            let mut found = BTreeSet::new();
            for place in map.chart().places().iter() {
                for other in map.chart().beside(place).iter().map(|other| other.to_string()) {
                    let pair = (place.to_string(), other);
                    assert!(pairs.contains(&pair) || pairs.contains(&(pair.1.clone(), pair.0.clone())), "{pair:?}");
                    found.insert(pair);
                }
            }
            assert_eq!(found.len(), 2 * pairs.len());
        }
    }
}

mod turn {
    use super::*;

    #[test]
    fn the_table_waits_for_the_seat_whose_turn_it_is_and_for_nobody_else() {
        let position = lay("1 holds 7 | 2 holds b1 | 1 played 7");
        let Turn::Players(seats) = position.turn() else { panic!("somebody acts") };
        assert_eq!(seats.iter().map(Seat::number).collect::<Vec<_>>(), [1, 2, 3]);
        assert_eq!(position.awaited().iter().map(Seat::number).collect::<Vec<_>>(), [1]);
        assert_eq!(legal(&position, 2), ["add b1"]);
    }

    #[test]
    fn before_the_power_card_nobody_else_acts() {
        let position = lay("1 holds 7 | 2 holds b1 r3 ab2 | pile 5");
        let Turn::Players(seats) = position.turn() else { panic!("somebody acts") };
        assert_eq!(seats.iter().map(Seat::number).collect::<Vec<_>>(), [1]);
        assert!(legal(&position, 2).is_empty());
        check("1 holds 7 | 2 holds ab2 | pile 5", "2 cash", "1.4 Seat 1 has not played a Power card yet.");
    }

    #[test]
    fn a_helper_only_adds_cashes_and_gives() {
        let position = lay("2 holds 7 5 r3 b1 ab2 | 1 played 7");
        assert_eq!(legal(&position, 2), ["add b1", "add r3", "cash"]);
        for words in ["power 5", "pass", "clear j1", "move 1 h1", "end"] {
            check("2 holds 7 5 r3 b1 ab2 | 1 played 7", &format!("2 {words}"), "1.3 It is Seat 1's turn.");
        }
    }

    #[test]
    fn a_seat_may_pass_with_power_cards_in_its_hand() {
        assert_eq!(legal(&lay("1 holds 5 7 10"), 1), ["pass", "power 10", "power 5", "power 7"]);
        check("1 holds 5", "1 pass", "Seat 1 passes. The mild report takes effect: nothing freezes.");
    }

    #[test]
    fn a_seat_without_a_power_card_can_only_pass() {
        assert_eq!(legal(&lay("1 holds r3 b1"), 1), ["pass"]);
        check("1 holds r3", "1 power 7", "5.1 Seat 1 holds no 7.");
    }

    #[test]
    fn a_pass_lets_the_forecast_take_effect() {
        let position = after("water j1 h2h1.2 | forecast 4 | 1 holds 5", &["1 pass", "* report 1"]);
        assert_eq!(
            said(&position, "Junctions"),
            "Junctions: j1 ice 4, j2 ice 4, j3 ice 4, j4 ice 4, j5 ice 4, j6 ice 4."
        );
        assert_eq!(said(&position, "Channel h2 to h1"), "Channel h2 to h1: ice 1, water 2, ice 3.");
        assert_eq!(said(&position, "Turn"), "Turn 2: Seat 2 plays a Power card or passes.");
    }

    #[test]
    fn one_report_is_turned_in_a_turn() {
        let position = after("1 holds 5", &["1 power 5", "1 end"]);
        assert_eq!(odds(&position), ["report 1 x3", "report 2 x3", "report 3 x3", "report 4 x3"]);
        let position = after("1 holds 5", &["1 power 5", "1 end", "* report 3"]);
        assert_eq!(said(&position, "Forecast"), "Forecast: 3. In effect: mild.");
        assert_eq!(position.seat(), seat("2"));
    }

    #[test]
    fn a_power_card_may_be_played_to_break_nothing() {
        let position = after("1 holds 5 | water h2h1.1", &["1 power 5", "1 move 1 h2h1.1"]);
        assert_eq!(said(&position, "Ship 1 "), "Ship 1 is on space 1 of h2–h1, water 1.");
        check(
            "1 played 5",
            "1 end",
            "Seat 1 ends the turn with 5 points unused. The mild report takes effect: nothing freezes.",
        );
    }

    #[test]
    fn a_turn_does_not_end_by_itself() {
        let position = after("seats 2 | 1 played 5", &["1 clear j1", "1 clear h2h1.1"]);
        assert_eq!(legal(&position, 1), ["end", "move 1 h2h1.1"]);
    }

    #[test]
    fn turns_are_counted_when_they_are_over() {
        let mut position = lay("1 holds 5 | 2 holds 7");
        assert_eq!(position.turns(), 0);
        take(&mut position, &["1 power 5", "1 end", "* report 1"]);
        assert_eq!(position.turns(), 1);
        take(&mut position, &["2 pass", "* report 1"]);
        assert_eq!(position.turns(), 2);
    }
}

mod cards {
    use super::*;

    #[test]
    fn a_card_adds_its_points_also_when_all_others_are_used() {
        let position = after(
            "1 played 7 | 1 holds r3 b1",
            &["1 clear j1", "1 clear h2h1.3", "1 add r3", "1 clear h2h4.3", "1 add b1", "1 clear h2h1.1"],
        );
        assert_eq!(position.points(), 0);
        assert_eq!(said(&position, "Turn 1"), "Turn 1: Seat 1 has played a 7 with 4 added, 0 points left.");
    }

    #[test]
    fn a_retrofit_strengthens_a_5_and_a_7_but_no_10() {
        check("1 played 5 | 2 holds r3", "2 add r3", "Seat 2 adds an R3: 8 points left.");
        check("1 played 7 | 2 holds r3", "2 add r3", "Seat 2 adds an R3: 10 points left.");
        let refused = "5.4 A 10 lies open, and a Retrofit strengthens only a 5 or a 7.";
        check("1 played 10 | 2 holds r3", "2 add r3", refused);
        check("1 played 10 | 1 holds r3", "1 add r3", refused);
        check("1 played 10 | 1 holds b1", "1 add b1", "Seat 1 adds a B1: 11 points left.");
    }

    #[test]
    fn any_number_of_cards_may_be_added_by_any_seat() {
        let position = after("1 played 5 | 1 holds r3 | 2 holds r3 b1", &["1 add r3", "2 add r3", "2 add b1"]);
        assert_eq!(position.points(), 12);
        assert_eq!(said(&position, "Discard"), "Discard pile: 5, R3 x2, B1.");
    }

    #[test]
    fn only_held_cards_are_used() {
        check("1 played 5", "1 add b1", "5.1 Seat 1 holds no B1.");
        check("1 played 5 | pile 7", "1 cash", "5.1 Seat 1 holds no AB2.");
        check("1 played 5", "1 give b1 2", "5.1 Seat 1 holds no B1.");
    }

    #[test]
    fn words_for_cards_that_do_something_else_are_refused() {
        check("1 holds b1", "1 power b1", "4.2 A B1 is no Power card.");
        check("1 played 5 | 1 holds ab2", "1 add ab2", "5.2 An AB2 cannot be added.");
        check("1 played 5 | 1 holds 7", "1 add 7", "5.2 A 7 cannot be added.");
        check("1 played 5 | 1 holds 7", "1 power 7", "4.3 Seat 1 has played a 5 in this turn already.");
    }

    #[test]
    fn an_ab2_is_not_cashed_on_an_empty_pile() {
        check("1 holds ab2", "1 cash", "5.6 The discard pile is empty, so there is nothing to cut.");
        assert!(!legal(&lay("1 holds ab2"), 1).contains(&"cash".to_owned()));
    }

    #[test]
    fn a_pile_of_one_card_gives_one_cut() {
        let position = after("1 holds ab2 | pile r3", &["1 cash"]);
        assert_eq!(odds(&position), ["cut r3 x1"]);
        let position = after("1 holds ab2 | pile r3", &["1 cash", "* cut r3"]);
        assert_eq!(legal(&position, 1), ["give r3 2", "give r3 3", "pass"]);
        assert_eq!(said(&position, "Discard"), "Discard pile: nothing.");
    }

    #[test]
    fn every_card_of_the_pile_is_equally_likely_and_the_first_is_gone_for_the_second() {
        let mut position = after("1 holds ab2 | pile 5 5 7 r3", &["1 cash"]);
        assert_eq!(odds(&position), ["cut 5 x2", "cut 7 x1", "cut r3 x1"]);
        assert!((1..=3).all(|who| legal(&position, who).is_empty()), "nobody acts between the cuts");
        take(&mut position, &["* cut 5"]);
        assert_eq!(odds(&position), ["cut 5 x1", "cut 7 x1", "cut r3 x1"]);
        assert!((1..=3).all(|who| legal(&position, who).is_empty()), "nobody acts between the cuts");
    }

    #[test]
    fn a_power_card_that_was_cut_may_open_the_same_turn() {
        let position = after("1 holds ab2 | pile 5 10", &["1 cash", "* cut 10", "* cut 5"]);
        assert_eq!(
            legal(&position, 1),
            ["give 10 2", "give 10 3", "give 5 2", "give 5 3", "pass", "power 10", "power 5"]
        );
    }

    #[test]
    fn a_seat_may_pass_after_it_has_cashed() {
        let position = after("1 holds ab2 | pile 5 10", &["1 cash", "* cut 10", "* cut 5", "1 pass", "* report 1"]);
        assert_eq!(said(&position, "Seat 1 holds"), "Seat 1 holds 5, 10.");
    }

    #[test]
    fn the_open_power_card_can_be_cut_but_not_played_again() {
        let mut position = after("1 played 7 | 1 holds ab2 | 2 holds 5", &["1 cash", "* cut 7"]);
        assert_eq!(said(&position, "Seat 1 holds"), "Seat 1 holds 7; may give 7.");
        assert_eq!(tried(&mut position, "1 power 7"), "4.3 Seat 1 has played a 7 in this turn already.");
        assert_eq!(position.points(), 7);
    }

    #[test]
    fn a_bubbler_that_was_cut_may_be_played_again_in_the_same_turn() {
        let steps = ["1 add b1", "1 cash", "* cut b1", "* cut 7", "1 add b1"];
        assert_eq!(after("1 played 7 | 1 holds ab2 b1", &steps).points(), 9);
    }

    #[test]
    fn another_seat_that_cashes_may_add_what_it_cut_but_plays_no_power_card() {
        let steps = ["2 cash", "* cut r3", "* cut 10"];
        let position = after("1 played 7 | 2 holds ab2 | pile r3 10", &steps);
        assert_eq!(legal(&position, 2), ["add r3", "give 10 1", "give 10 3", "give r3 1", "give r3 3"]);
    }

    #[test]
    fn a_cashed_ab2_is_out_of_the_game() {
        let position = after("1 played 7 | 1 holds ab2", &["1 cash", "* cut 7"]);
        assert_eq!(said(&position, "Out of the game"), "Out of the game: 1 AB2.");
        assert_eq!(said(&position, "Discard"), "Discard pile: nothing.");
    }
}

mod ice {
    use super::*;

    #[test]
    fn a_piece_is_paid_in_full() {
        check("1 played 5 with 3 left", "1 clear j1", "6.3 The ice on j1 costs 4, and 3 points are left.");
        check("1 played 5 with 1 left", "1 clear j1", "6.3 The ice on j1 costs 4, and 1 point is left.");
        check("1 played 5 with 4 left", "1 clear j1", "Seat 1 breaks ice 4 on j1: 0 points left.");
    }

    #[test]
    fn pieces_need_not_touch_each_other_or_a_ship() {
        let steps = ["1 clear h2h1.2", "1 clear j6", "1 clear h10h6.2"];
        assert_eq!(after("1 played 10 | home 2 3 4", &steps).points(), 2);
    }

    #[test]
    fn only_what_can_be_paid_is_listed() {
        let words = legal(&lay("1 played 5 with 1 left"), 1);
        let clears: Vec<&String> = words.iter().filter(|word| word.starts_with("clear")).collect();
        assert_eq!(clears.len(), 20);
        assert!(clears.iter().all(|word| lay("").number(parse(&word[6..])) == Some(1)));
    }

    #[test]
    fn water_and_harbours_are_not_broken() {
        check("1 played 5 | water j1", "1 clear j1", "6.2 There is water on j1 already.");
        check("1 played 5", "1 clear h7", "2.4 h7 is a harbour and never freezes.");
    }
}

mod ships {
    use super::*;

    #[test]
    fn a_ship_reaches_every_place_over_water_and_harbours() {
        // From h2 both ways: to h1, and along h4 into the first space towards h3.
        let water = "water h2h1.1 h2h1.2 h2h1.3 h2h4.1 h2h4.2 h2h4.3 h4h3.1 | ship 9 h2 | ship 1 h6";
        let position = lay(&format!("1 played 5 with 0 left | {water}"));
        let moves: Vec<String> = legal(&position, 1).into_iter().filter(|word| word.starts_with("move 9 ")).collect();
        let places = ["h1", "h2h1.1", "h2h1.2", "h2h1.3", "h2h4.1", "h2h4.2", "h2h4.3", "h4", "h4h3.1"];
        assert_eq!(moves, places.map(|place| format!("move 9 {place}")));
    }

    #[test]
    fn ice_ends_every_way() {
        let water = "1 played 5 | water h2h1.1 h2h1.3 | ship 1 h2";
        check(water, "1 move 1 h2h1.3", "7.5 Ice blocks every route of ship 1 to space 3 of h2–h1.");
        check(water, "1 move 1 h2h1.2", "7.5 Ship 1 cannot go to space 2 of h2–h1: there is ice.");
        check(water, "1 move 1 h2", "7.4 Ship 1 is on h2 already.");
        check(water, "1 move 1 h2h1.1", "Seat 1 moves ship 1 from h2 to space 1 of h2–h1.");
    }

    #[test]
    fn a_junction_of_ice_closes_the_channels_that_meet_there() {
        let water = "1 played 5 | water h1j1.1 h1j1.2 j1h12.1 j1h12.2 | ship 4 h1";
        check(water, "1 move 4 h12", "7.5 Ice blocks every route of ship 4 to h12.");
        check(&format!("{water} | water j1"), "1 move 4 h12", "Seat 1 moves ship 4 from h1 to h12.");
    }

    #[test]
    fn the_own_harbour_ends_a_way_but_another_way_round_is_open() {
        // Ship 4 at h2: through h4 to h3, and no other way.
        let water = "water h2h4.1 h2h4.2 h2h4.3 h4h3.1 h4h3.2 h4h3.3";
        check(
            &format!("1 played 5 | ship 4 h2 | {water}"),
            "1 move 4 h4h3.1",
            "7.6 Every open route of ship 4 to space 1 of h4–h3 leads through h4, where it would stay.",
        );
        // Ship 1 reaches h5 from h2 by h4 and j3, though h1 lies on the other way.
        let round = "water h2h1.1 h2h1.2 h2h1.3 h1j1.1 h1j1.2 j1 j1h5.1 j1h5.2 j1h5.3 h2h4.1 h2h4.2 h2h4.3 \
                     h4j3.1 h4j3.2 h4j3.3 j3 j3h5.1 j3h5.2";
        check(
            &format!("1 played 5 | ship 1 h2 | {round}"),
            "1 move 1 j1h5.1",
            "Seat 1 moves ship 1 from h2 to space 1 of j1–h5.",
        );
    }

    #[test]
    fn a_stuck_ship_moves_when_its_piece_is_broken_in_the_same_turn() {
        let mut position = lay("1 played 7 | ship 1 h2h1.3");
        assert_eq!(tried(&mut position, "1 move 1 h1"), "7.3 Ship 1 is stuck in the ice on space 3 of h2–h1.");
        take(&mut position, &["1 clear h2h1.3", "1 move 1 h1"]);
        assert!(position.is_home(parse("1")));
    }

    #[test]
    fn a_ship_moves_as_often_as_wished() {
        let water = "1 played 5 | water h2h1.1 h2h1.2 | ship 9 h2";
        let steps = ["1 move 9 h2h1.2", "1 move 9 h2", "1 move 9 h2h1.1"];
        assert_eq!(said(&after(water, &steps), "Ship 9"), "Ship 9 is on space 1 of h2–h1, water 1.");
    }

    #[test]
    fn ships_share_places_and_do_not_block_each_other() {
        let water = "1 played 5 | water h2h1.1 h2h1.2 h2h1.3 | ship 9 h2 | ship 4 h2";
        let steps = ["1 move 9 h2h1.1", "1 move 4 h2h1.1", "1 move 1 h1", "1 move 4 h1"];
        assert_eq!(after(water, &steps).place_of(parse("9")), Some(parse("h2h1.1")));
    }

    #[test]
    fn a_harbour_whose_ship_is_home_stays_open() {
        let water = "water h2h4.1 h2h4.2 h2h4.3 h4h3.1 h4h3.2 h4h3.3 | home 4 | ship 9 h2";
        check(&format!("1 played 5 | {water}"), "1 move 9 h3", "Seat 1 moves ship 9 from h2 to h3.");
        check(&format!("1 played 5 | {water}"), "1 move 9 h4", "Seat 1 moves ship 9 from h2 to h4.");
        check(&format!("1 played 5 | {water}"), "1 move 4 h3", "7.2 Ship 4 is home.");
    }

    #[test]
    fn reach_is_the_same_place_by_place_and_by_bits() {
        let mut moves = 0;
        wander(REACH_POSITIONS, |position| {
            if position.power().is_none() {
                return;
            }
            for ship in Ship::all() {
                for place in position.chart().places().iter() {
                    let allowed = position.check(position.seat(), Action::Move(ship, place)).is_ok();
                    assert_eq!(
                        position.reach(ship).contains(place),
                        allowed,
                        "{ship} {place}\n{}",
                        position.describe()
                    );
                    moves += u32::from(allowed);
                }
            }
        });
        assert!(moves > 1000, "{moves}");
    }

    const REACH_POSITIONS: usize = 2000;

    #[test]
    fn reach_is_right_with_much_open_water_too() {
        let mut luck = Seed::of("open").draw(0);
        for round in 0..300 {
            let mut position = lay(["1 played 5", "map easy | 1 played 5", "map hard | 1 played 5"][round % 3]);
            let chart = position.chart();
            for place in chart.places().iter() {
                if luck.below(4) > 0 {
                    position.ice.remove(place);
                }
            }
            let places: Vec<Place> = chart.places().iter().collect();
            for ship in Ship::all() {
                position.at[ship.index()] = Some(places[luck.below(places.len() as u32) as usize]);
            }
            for ship in Ship::all() {
                for &place in &places {
                    let allowed = position.check(position.seat(), Action::Move(ship, place)).is_ok();
                    assert_eq!(
                        position.reach(ship).contains(place),
                        allowed,
                        "{ship} {place}\n{}",
                        position.describe()
                    );
                }
            }
        }
    }
}

mod rewards {
    use super::*;

    #[test]
    fn a_large_destination_pays_its_three_cards() {
        check(
            "1 played 5 | ship 2 h2h1.1 | water h2h1.1",
            "1 move 2 h2",
            "Seat 1 moves ship 2 from space 1 of h2–h1 to h2. Ship 2 is home: 1 of 12. Seat 1 collects a 10. Seat 1 collects a 10. \
             Seat 1 collects a 7.",
        );
    }

    #[test]
    fn small_destinations_pay_from_the_right_end_of_the_row() {
        let mut position = lay("1 played 5 | ship 1 h2h1.3 | ship 4 h2h4.3 | water h2h1.3 h2h4.3");
        assert_eq!(said(&position, "Row"), "Row, the right end first: 7, B1, 10, 5, R3, B1, 7, AB2.");
        let told = tried(&mut position, "1 move 1 h1");
        assert_eq!(
            told,
            "Seat 1 moves ship 1 from space 3 of h2–h1 to h1. Ship 1 is home: 1 of 12. Seat 1 collects a 7."
        );
        let told = tried(&mut position, "1 move 4 h4");
        assert_eq!(
            told,
            "Seat 1 moves ship 4 from space 3 of h2–h4 to h4. Ship 4 is home: 2 of 12. Seat 1 collects a B1."
        );
        assert_eq!(said(&position, "Row"), "Row, the right end first: 10, 5, R3, B1, 7, AB2.");
    }

    #[test]
    fn a_power_card_that_was_collected_waits_for_another_turn() {
        let mut position = after("1 played 5 | ship 1 h2h1.3 | water h2h1.3", &["1 move 1 h1"]);
        assert_eq!(tried(&mut position, "1 power 7"), "4.3 Seat 1 has played a 5 in this turn already.");
    }

    #[test]
    fn a_retrofit_that_was_collected_may_be_added_at_once() {
        let position = after(
            "1 played 5 | ship 3 h4h3.3 | water h4h3.3",
            &["1 move 3 h3", "1 add r3", "1 clear j1", "1 clear j2"],
        );
        assert_eq!(position.points(), 0);
    }

    #[test]
    fn a_card_that_was_collected_may_be_given_once() {
        let start = "1 played 5 | ship 2 h2h1.1 | water h2h1.1";
        let mut position = after(start, &["1 move 2 h2", "1 give 10 2", "1 give 10 3"]);
        assert_eq!(tried(&mut position, "1 give 10 2"), "5.1 Seat 1 holds no 10.",);
        assert_eq!(
            tried(&mut position, "2 give 10 1"),
            "8.5 Seat 2 has no 10 that came in this turn and was not given away yet.",
        );
        take(&mut position, &["1 give 7 2", "1 end", "* report 1"]);
        assert_eq!(said(&position, "Seat 2 holds"), "Seat 2 holds 7, 10.");
    }

    #[test]
    fn cards_of_earlier_turns_are_not_given() {
        let steps = ["1 move 2 h2", "1 end", "* report 1", "2 power 5"];
        let mut position = after("1 played 5 | 2 holds 5 | ship 2 h2h1.1 | water h2h1.1", &steps);
        assert_eq!(
            tried(&mut position, "1 give 10 2"),
            "8.5 Seat 1 has no 10 that came in this turn and was not given away yet.",
        );
    }

    #[test]
    fn the_older_of_two_alike_cards_is_played_first() {
        // Seat 1 has an R3 and cuts another; it adds one and can still give the other.
        let start = "1 played 7 | 1 holds r3 ab2 | pile r3";
        let position = after(start, &["1 cash", "* cut r3", "* cut 7", "1 add r3", "1 give r3 2"]);
        assert_eq!(said(&position, "Seat 2 holds"), "Seat 2 holds R3.");
        // Both played: none is left to give.
        let mut position = after(start, &["1 cash", "* cut r3", "* cut 7", "1 add r3", "1 add r3"]);
        assert_eq!(tried(&mut position, "1 give r3 2"), "5.1 Seat 1 holds no R3.");
    }

    #[test]
    fn a_card_that_came_as_a_gift_is_newer_than_one_that_was_cut_before() {
        // Seat 2 cuts a B1, then gets one from seat 1; the one that it cut is the older, so adding one uses that up.
        let start = "1 played 7 | 1 holds ab2 | 2 holds ab2 | pile b1 b1 5 5 | home 1 4 5 7 9 10 11 12";
        let steps = ["2 cash", "* cut b1", "* cut 5", "1 cash", "* cut b1", "* cut 5", "1 give b1 2", "2 add b1"];
        let mut position = after(start, &steps);
        assert_eq!(
            tried(&mut position, "2 give b1 3"),
            "8.5 Seat 2 has no B1 that came in this turn and was not given away yet.",
        );
        // The other way round the gift is the older one.
        let steps = ["1 cash", "* cut b1", "* cut 5", "1 give b1 2", "2 cash", "* cut b1", "* cut 5", "2 add b1"];
        let mut position = after(start, &steps);
        assert_eq!(tried(&mut position, "2 give b1 3"), "Seat 2 gives a B1 to Seat 3.");
    }

    #[test]
    fn cards_go_to_other_seats_of_the_table_only() {
        let start = "1 played 7 | 1 holds ab2 | pile r3 r3";
        let mut position = after(start, &["1 cash", "* cut r3", "* cut r3"]);
        assert_eq!(tried(&mut position, "1 give r3 1"), "8.4 You hold that card already: give it to somebody else.");
        assert_eq!(tried(&mut position, "1 give r3 4"), "8.4 Nobody plays as Seat 4 here.");
    }

    #[test]
    fn another_seat_gives_what_it_cut_while_the_turn_lasts() {
        let steps = ["2 cash", "* cut 5", "* cut 7", "1 clear j1", "2 give 5 1"];
        let mut position = after("1 played 7 | 2 holds ab2 | pile 5", &steps);
        assert_eq!(said(&position, "Seat 1 holds"), "Seat 1 holds 5.");
        take(&mut position, &["1 end", "* report 1"]);
        assert!(!legal(&position, 2).iter().any(|word| word.starts_with("give")));
    }

    #[test]
    fn an_ab2_that_was_collected_may_be_given_and_cashed() {
        let start = "1 played 7 | home 4 5 7 9 10 11 12 | ship 1 h2h1.3 | water h2h1.3";
        let mut position = after(start, &["1 move 1 h1"]);
        assert_eq!(said(&position, "Seat 1 holds"), "Seat 1 holds AB2; may give AB2.");
        take(&mut position, &["1 give ab2 2", "2 cash", "* cut 7"]);
        assert_eq!(said(&position, "Seat 2 holds"), "Seat 2 holds 7; may give 7.");
    }
}

mod reports {
    use super::*;

    #[test]
    fn all_water_with_a_number_of_the_report_freezes_and_no_other() {
        let position = after("1 played 5 | water j1 h2h1.1 h2h1.2 h2h1.3 | forecast 2+3", &["1 end"]);
        assert_eq!(said(&position, "Channel h2 to h1"), "Channel h2 to h1: water 1, ice 2, ice 3.");
        assert!(!position.is_ice(parse("j1")));
    }

    #[test]
    fn a_ship_on_freezing_water_gets_stuck_and_one_in_a_harbour_does_not() {
        check(
            "1 played 5 with 0 left | water h2h1.1 h2h1.2 | ship 9 h2h1.2 | ship 4 h2h1.1 | forecast 2",
            "1 end",
            "Seat 1 ends the turn. Report 2 takes effect: 1 piece turns to ice. Ship 9 freezes in on space 2 of h2–h1, ice 2.",
        );
    }

    #[test]
    fn a_mild_report_freezes_nothing() {
        let position = after("1 played 5 | water j1 h2h1.1 h2h1.2 h2h1.3", &["1 end"]);
        assert_eq!(position.ice().len(), SPACES - 4);
    }

    #[test]
    fn the_last_report_stays_and_freezes_at_the_end_of_every_turn() {
        let start = "1 holds 5 7 | 2 holds 5 | forecast 1+2+3+4 | 1 plays";
        let mut position = lay(start);
        take(&mut position, &["1 power 5", "1 clear h2h1.1", "1 clear h2h1.2", "1 move 1 h2h1.2"]);
        assert!(!position.is_ice(parse("h2h1.1")), "a way that was opened can be sailed in the same turn");
        take(&mut position, &["1 end"]);
        assert_eq!(position.ice().len(), SPACES);
        assert_eq!(said(&position, "Turn"), "Turn 21: Seat 2 plays a Power card or passes.");
        assert_eq!(said(&position, "Forecast"), "Forecast: 1+2+3+4. In effect: 1+2+3+4.");
        take(&mut position, &["2 power 5", "2 clear h2h1.1", "2 end"]);
        assert_eq!(position.ice().len(), SPACES);
    }

    #[test]
    fn the_stack_goes_from_single_numbers_to_all_four() {
        let mut luck = Seed::of("stack").draw(0);
        for (reports, kinds) in [(Reports::TwelveFour, [13, 18]), (Reports::TenSix, [11, 18])] {
            let options = IceBreakersOptions { reports, ..IceBreakersOptions::default() };
            let mut position = IceBreakers::start(&options, 2).expect("it starts");
            let mut turned = Vec::new();
            loop {
                match position.turn() {
                    Turn::Chance => {
                        let chance = position.draw(&mut luck);
                        position.settle(chance, &mut |_| {});
                        if let Chance::Report(report) = chance {
                            turned.push(report.numbers().count());
                        }
                    }
                    Turn::Players(_) => position.play(position.seat(), Action::Pass, &mut |_| {}),
                    Turn::Over(_) => break,
                }
            }
            assert_eq!(turned.len(), 20);
            assert!(turned[..kinds[0]].iter().all(|&count| count <= 1));
            assert!(turned[kinds[0]..kinds[1]].iter().all(|&count| count == 2 || count == 0));
            assert_eq!(turned[18..], [3, 4]);
        }
    }
}

mod end {
    use super::*;

    const ALMOST: &str = "home 1 3 4 5 6 7 8 9 10 11 12";

    #[test]
    fn the_last_ship_ends_the_match_at_once() {
        let mut position = lay(&format!("{ALMOST} | ship 2 h2h1.1 | water h2h1.1 | 2 played 5"));
        let told = tried(&mut position, "2 move 2 h2");
        let end = "Seat 2 collects a 7. All ships are home after 1 turn: everybody wins.";
        assert!(told.ends_with(end), "{told}");
        assert_eq!(result(&position), (vec![1, 2, 3], 12));
        assert!((1..=3).all(|who| legal(&position, who).is_empty()));
        assert_eq!(position.turns(), 1);
    }

    #[test]
    fn the_match_ends_when_nobody_has_power_and_nothing_can_be_cashed() {
        let start = "rest pile | 1 played 5 | 2 holds r3";
        let mut position = lay(start);
        let told = tried(&mut position, "1 end");
        let end = "Nobody has a Power card left: the season ends with 0 ships brought in.";
        assert!(told.ends_with(end), "{told}");
        assert_eq!(result(&position), (vec![], 0));
    }

    #[test]
    fn the_match_goes_on_while_an_ab2_can_be_cashed() {
        let mut position = lay("rest pile | 1 played 5 | 2 holds ab2");
        take(&mut position, &["1 end", "* report 1"]);
        assert_eq!(legal(&position, 2), ["cash", "pass"]);
    }

    #[test]
    fn the_match_goes_on_while_anybody_has_a_power_card() {
        let mut position = lay("rest pile | 1 played 5 | 3 holds 5");
        take(&mut position, &["1 end", "* report 1", "2 pass", "* report 1"]);
        assert_eq!(legal(&position, 3), ["pass", "power 5"]);
    }

    #[test]
    fn the_freeze_comes_before_the_end_of_the_match() {
        let mut position = lay("rest pile | 1 played 5 | water h2h1.1 | forecast 1");
        take(&mut position, &["1 end"]);
        assert!(position.is_ice(parse("h2h1.1")));
        assert_eq!(said(&position, "Over"), "Over after 1 turn: 0 ships brought in.");
    }

    #[test]
    fn a_round_of_passes_under_the_last_report_ends_the_match() {
        let mut position = lay("1 holds 5 | 2 holds 5 | forecast 1+2+3+4");
        take(&mut position, &["1 pass", "2 pass"]);
        let told = tried(&mut position, "3 pass");
        assert!(told.ends_with("Everybody has passed: the season ends with 0 ships brought in."), "{told}");
        assert_eq!(result(&position), (vec![], 0));
    }

    #[test]
    fn a_power_card_starts_the_count_of_passes_again() {
        let mut position = lay("1 holds 5 | 2 holds 5 | forecast 1+2+3+4");
        take(&mut position, &["1 pass", "2 power 5", "2 end", "3 pass", "1 pass"]);
        assert_eq!(position.passes(), 2);
        take(&mut position, &["2 pass"]);
        assert_eq!(result(&position), (vec![], 0));
    }

    #[test]
    fn passes_before_the_last_report_do_not_count() {
        let mut position = lay("seats 2 | 1 holds 5 | forecast 2+3+4");
        take(&mut position, &["1 pass", "* report 1+2+3+4", "2 pass"]);
        assert_eq!(position.passes(), 1);
        take(&mut position, &["1 pass"]);
        assert_eq!(result(&position), (vec![], 0));
    }

    #[test]
    fn cashing_does_not_break_a_row_of_passes() {
        let start = "seats 2 | 1 holds 5 | 2 holds ab2 | pile r3 r3 | forecast 1+2+3+4";
        let mut position = lay(start);
        take(&mut position, &["1 pass", "2 cash", "* cut r3", "* cut r3", "2 pass"]);
        assert_eq!(result(&position), (vec![], 0));
    }

    #[test]
    fn no_report_follows_the_end_of_the_match() {
        let mut position = lay("rest pile | 1 played 5");
        take(&mut position, &["1 end"]);
        assert!(matches!(position.turn(), Turn::Over(_)));
        assert!(odds(&position).is_empty());
    }
}

mod introductory {
    use super::*;

    #[test]
    fn six_ships_play_and_six_are_home_from_the_start() {
        let position = lay("introductory");
        assert_eq!(said(&position, "Ships"), "Ships brought in: 0 of 6. At home: 1, 4, 7, 10, 11, 12.");
        check("introductory | 1 played 5", "1 move 4 h2", "7.2 Ship 4 is home.");
    }

    #[test]
    fn harbours_5_and_9_pay_their_own_card() {
        let start = "introductory | 1 played 5 | ship 9 h5h9.3 | water h5h9.3 | ship 5 h5h9.1 | water h5h9.1";
        let position = after(start, &["1 move 9 h9", "1 move 5 h5"]);
        assert_eq!(said(&position, "Seat 1 holds"), "Seat 1 holds R3, AB2; may give R3, AB2.");
        assert_eq!(said(&position, "Row"), "nothing");
    }

    #[test]
    fn all_six_home_is_a_win_with_six_points() {
        let start = "introductory | home 3 5 6 8 9 | ship 2 h2h1.1 | water h2h1.1 | 1 played 5";
        assert_eq!(result(&after(start, &["1 move 2 h2"])), (vec![1, 2, 3], 6));
    }

    #[test]
    fn all_pieces_and_reports_are_used() {
        let position = lay("introductory");
        assert_eq!(position.ice().len(), SPACES);
        assert_eq!(position.reports_left(), 19);
    }
}

mod words {
    use super::*;

    #[test]
    fn words_that_are_no_steps_are_refused_with_what_is_wrong() {
        for (words, expected) in [
            ("power", "`power` expects a card after it"),
            ("power 6", "unknown card `6`; expected `5`, `7`, `10`, `r3`, `b1` or `ab2`"),
            ("power R3", "unknown card `R3`; expected `5`, `7`, `10`, `r3`, `b1` or `ab2`"),
            ("move 13 h1", "unknown ship `13`; expected a number from 1 to 12"),
            ("move 04 h1", "unknown ship `04`; expected a number from 1 to 12"),
            ("move 4", "`move` expects a place after it"),
            ("give b1 5", "unknown seat `5`; expected a number from 1 to 4"),
            ("end now", "unknown word `now`; expected nothing after `end`"),
            ("sail", "unknown word `sail`; expected `power`, `pass`, `add`, `cash`, `clear`, `move`, `give` or `end`"),
            ("end ", "unknown word ``; expected nothing after `end`"),
        ] {
            assert_eq!(words.parse::<Action>().map_err(|bad| bad.0), Err(expected.to_owned()), "{words}");
        }
        for words in ["ice 5", "ice", "ice 1 ", "ship 0", "card 6", "report 3+2", "report", "report 2+2", "cut", "roll"]
        {
            assert!(words.parse::<Chance>().is_err(), "{words}");
        }
    }

    #[test]
    fn unknown_options_are_refused() {
        let judge = |options: &str| {
            let json = format!(
                r#"{{"polynya":1,"game":"ice-breakers","rules":1,"options":{options},"seats":2,"steps":[],"result":null}}"#
            );
            Record::read(&json).and_then(|record| record.judge::<IceBreakers>().map(|_| ())).map_err(|fault| fault.what)
        };
        for good in [r#"{}"#, r#"{"map":"hard","reports":"10-6"}"#, r#"{"introductory":true,"map":"easy"}"#] {
            assert_eq!(judge(good), Ok(()), "{good}");
        }
        for bad in [
            r#"{"map":"Hard"}"#,
            r#"{"map":1}"#,
            r#"{"map":null}"#,
            r#"{"reports":"8-8"}"#,
            r#"{"introductory":1}"#,
            r#"{"turn_limit":3}"#,
            r#"{"introductory":null}"#,
        ] {
            assert!(judge(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_match_is_saved_and_read_again() {
        let mut line = Line::<IceBreakers>::new(IceBreakersOptions::default(), 4).expect("it starts");
        let mut luck = Seed::of("record").draw(0);
        while !line.is_over() {
            let words = line.legal();
            let step = parse(&words[luck.below(words.len() as u32) as usize]);
            line.advance(step).expect("it is legal");
        }
        let record = Record::of(&line, None);
        assert!(record.result.is_some());
        let again = Record::read(&record.write()).expect("it is a record");
        assert_eq!(again.judge::<IceBreakers>().expect("it replays").position(), line.position());
    }

    #[test]
    fn the_description_tells_every_public_fact() {
        let start =
            "1 played 7 | 1 holds r3 ab2 | ship 9 h2h1.2 | ship 1 h2h4.1 | water h2h4.1 | home 4 | forecast 2+3";
        let position = after(start, &["1 cash", "* cut 7"]);
        let words = position.describe();
        for line in [
            "Turn 14: Seat 1 has played a 7, 7 points left.",
            "Forecast: 2+3. In effect: none.",
            "Reports face down: 6. mild, 1+2, 1+4, 3+4; then 2+3+4; then 1+2+3+4.",
            "Ships brought in: 1 of 12. At home: 4.",
            "Ship 9 is stuck on space 2 of h2–h1, ice 2.",
            "Ship 1 is on space 1 of h2–h4, water 1.",
            "Ship 3 is at h4.",
            "Seat 1 holds 7, R3; may give 7.",
            "At h2: 10, 10, 7.",
            "Row, the right end first: B1, 10, 5, R3, B1, 7, AB2.",
            "Discard pile: nothing.",
            "Out of the game: 1 AB2.",
            "Junctions: j1 ice 4, j2 ice 4, j3 ice 4, j4 ice 4, j5 ice 4, j6 ice 4.",
            "Channel h2 to h4: water 1, ice 2, ice 3.",
            "Map standard, reports 12-4, full game.",
        ] {
            assert!(words.lines().any(|said| said == line), "{line} in\n{words}");
        }
    }
}

mod ahead {
    use super::*;

    /// How many random positions are looked at.
    const POSITIONS: usize = 10_000;

    #[test]
    fn the_forecast_is_what_the_engine_then_does() {
        let mut stuck = 0;
        wander(POSITIONS, |position| {
            let ahead = forecast::freeze(position).expect("somebody acts");
            let mut after = position.clone();
            let mut told = Vec::new();
            let end = if position.power().is_some() { Action::End } else { Action::Pass };
            after.play(position.seat(), end, &mut |event| told.push(event));
            assert_eq!(Some(ahead.report), position.forecast());
            let mut ships = Vec::new();
            for event in told {
                match event {
                    Event::InEffect { spaces, .. } => assert_eq!(ahead.spaces, spaces),
                    Event::Stuck { ship, .. } => ships.push(ship),
                    _ => {}
                }
            }
            assert_eq!(ahead.stuck, ships);
            stuck += ships.len();
            for place in position.chart().places().iter() {
                let froze = after.is_ice(place) && !position.is_ice(place);
                assert_eq!(ahead.spaces.contains(place), froze);
                let numbered = position.number(place).is_some_and(|number| ahead.report.freezes(number));
                assert_eq!(froze, numbered && !position.is_ice(place));
            }
            let next = forecast::next_reports(position);
            if matches!(after.turn(), Turn::Chance) {
                let all: u32 = next.iter().map(|&(_, weight)| weight).sum();
                let pack = position.packs().find(|pack| !pack.is_empty()).expect("reports are left");
                assert_eq!(all, pack.len());
            } else {
                assert!(next.is_empty());
            }
        });
        assert!(stuck > 20, "{stuck} ships got stuck");
    }

    /// The least cost by trying every relaxation until nothing changes.
    fn brute(position: &IceBreakers, ship: Ship) -> u32 {
        let chart = position.chart();
        let price = |place: Place| if position.is_ice(place) { u32::from(position.number(place).unwrap()) } else { 0 };
        let mut cost: BTreeMap<Place, u32> = chart.places().iter().map(|place| (place, 1000)).collect();
        cost.insert(Place::harbour(ship), 0);
        loop {
            let mut changed = false;
            for place in chart.places().iter() {
                for next in chart.beside(place).iter() {
                    let through = cost[&next] + price(place);
                    if place != Place::harbour(ship) && through < cost[&place] {
                        cost.insert(place, through);
                        changed = true;
                    }
                }
            }
            if !changed {
                return cost[&position.place_of(ship).expect("it is placed")];
            }
        }
    }

    #[test]
    fn ways_between_ends_cost_what_ways_from_places_cost() {
        let mut turn = 0;
        wander(POSITIONS, |position| {
            turn += 1;
            if turn % 64 != 0 {
                return;
            }
            let (sea, chart) = (forecast::Sea::of(position), position.chart());
            let (ice, water) = ([6, 12, 18, 24], [1, 2, 3, 4]);
            let ways = sea.ways(ice, water);
            let price = |place: Place| match (position.number(place), position.is_ice(place)) {
                (None, _) => 0,
                (Some(number), true) => u16::from(ice[usize::from(number) - 1]),
                (Some(number), false) => u16::from(water[usize::from(number) - 1]),
            };
            for harbour in Ship::all().map(Place::harbour) {
                let costs = sea.costs(harbour, ice, water);
                for place in chart.places().iter() {
                    assert_eq!(ways.cost(place, harbour), costs[place.index()], "{place} to {harbour}");
                    let (mut paid, mut here) = (0, None);
                    ways.follow(place, harbour, &mut |next| {
                        assert!(
                            here.is_none_or(|here| chart.beside(here).contains(next)),
                            "{place} to {harbour}: {next}"
                        );
                        (paid, here) = (paid + price(next), Some(next));
                    });
                    assert_eq!(paid, costs[place.index()], "the way from {place} to {harbour}");
                }
            }
        });
    }

    #[test]
    fn the_cheapest_way_costs_what_a_brute_search_finds_and_can_be_sailed() {
        let mut turn = 0;
        wander(POSITIONS, |position| {
            turn += 1;
            if turn % 16 != 0 {
                return;
            }
            let costs = forecast::ship_costs(position);
            for ship in Ship::all() {
                let Some(way) = cheapest_way(position, ship) else {
                    assert!(position.is_home(ship));
                    continue;
                };
                assert_eq!(u32::from(way.cost), brute(position, ship));
                assert_eq!(u16::from(way.cost), costs[ship.index()]);
                let chart = position.chart();
                assert!(way.places.windows(2).all(|pair| chart.beside(pair[0]).contains(pair[1])));
                assert_eq!(way.places.first().copied(), position.place_of(ship));
                assert_eq!(way.places.last().copied(), Some(Place::harbour(ship)));
                // With exactly the points that it costs, its ice is broken and the ship sails home.
                let mut sailed = position.clone();
                (sailed.phase, sailed.power, sailed.points) = (Phase::Work, Some(Card::Ten), way.cost);
                let active = sailed.seat();
                let ice: Vec<Place> = way.ice(position).collect();
                for space in ice {
                    assert_eq!(sailed.check(active, Action::Clear(space)), Ok(()));
                    sailed.play(active, Action::Clear(space), &mut |_| {});
                }
                assert_eq!(sailed.points(), 0);
                assert_eq!(sailed.check(active, Action::Move(ship, Place::harbour(ship))), Ok(()));
            }
        });
    }

    #[test]
    fn the_next_cut_is_known_by_its_odds() {
        let position = lay("1 played 7 | 2 holds ab2 | pile 5 5 r3");
        assert_eq!(forecast::next_cut(&position), [(Card::Five, 2), (Card::Seven, 1), (Card::Retrofit, 1)]);
        let position = lay("1 holds 7 | 2 holds ab2 | pile 5 5 r3");
        assert!(forecast::next_cut(&position).is_empty());
    }
}

mod told {
    use super::*;

    /// A table that somebody sees who hears the events and nothing else.
    #[derive(Default)]
    struct Seen {
        ice: Places,
        at: [Option<Place>; SHIPS],
        hands: [[u8; Card::COUNT]; 4],
        rewards: BTreeMap<Place, Vec<Card>>,
        row: Vec<Card>,
        pile: [u8; Card::COUNT],
        forecast: Option<Report>,
        effect: Option<Report>,
        seat: Seat,
        points: u8,
        passes: u8,
        brought: u8,
    }

    impl Seen {
        fn start(position: &IceBreakers) -> Seen {
            let mut seen = Seen { at: position.at, ..Seen::default() };
            Seat::all(position.seats).for_each(|seat| seen.hands[seat.index()] = position.hand(seat));
            seen
        }

        /// A card goes from a hand to the discard pile.
        fn discard(&mut self, seat: Seat, card: Card) {
            self.hands[seat.index()][card as usize] -= 1;
            self.pile[card as usize] += 1;
        }

        fn hear(&mut self, event: Event) {
            match event {
                Event::Laid { space, .. } => self.ice.insert(space),
                Event::Docked { ship, harbour } => self.at[ship.index()] = Some(harbour),
                Event::PutUnder { .. } => {}
                Event::DealtAnew { .. } => {
                    for ship in Ship::all() {
                        let at = &mut self.at[ship.index()];
                        *at = at.filter(|&at| at == Place::harbour(ship));
                    }
                }
                Event::Waits { card, harbour } => self.rewards.entry(harbour).or_default().push(card),
                Event::JoinsRow { card } => self.row.push(card),
                Event::Dealt { seat, card } => self.hands[seat.index()][card as usize] += 1,
                Event::Forecast { report } => self.forecast = Some(report),
                Event::Opened { seat, card, points } => {
                    self.discard(seat, card);
                    (self.points, self.passes) = (points, 0);
                }
                Event::Passed { passes, .. } => self.passes = passes,
                Event::Added { seat, card, points } => {
                    self.discard(seat, card);
                    self.points = points;
                }
                Event::Cashed { seat, .. } => self.hands[seat.index()][Card::AutoBallast as usize] -= 1,
                Event::Cut { seat, card } => {
                    self.pile[card as usize] -= 1;
                    self.hands[seat.index()][card as usize] += 1;
                }
                Event::Broke { space, points, .. } => {
                    self.ice.remove(space);
                    self.points = points;
                }
                Event::Moved { ship, from, to, .. } => {
                    assert_eq!(self.at[ship.index()].replace(to), Some(from));
                }
                Event::Arrived { home, .. } => self.brought = home,
                Event::Collected { seat, card, harbour, row } => {
                    let taken = match self.rewards.get_mut(&harbour) {
                        _ if row => self.row.pop(),
                        waiting => waiting.map(|cards| cards.remove(0)),
                    };
                    assert_eq!(taken, Some(card));
                    self.hands[seat.index()][card as usize] += 1;
                }
                Event::Gave { seat, card, to } => {
                    self.hands[seat.index()][card as usize] -= 1;
                    self.hands[to.index()][card as usize] += 1;
                }
                Event::Ended { .. } | Event::AllHome { .. } => self.points = 0,
                Event::InEffect { report, spaces } => {
                    self.ice |= spaces;
                    self.effect = Some(report);
                }
                Event::Stuck { ship, place, .. } => {
                    assert!(self.at[ship.index()] == Some(place) && self.ice.contains(place));
                }
                Event::TurnOf { seat } => self.seat = seat,
                Event::OutOfPower { home } | Event::PassedRound { home } => assert_eq!(self.brought, home),
            }
        }

        fn is(&self, position: &IceBreakers) {
            assert_eq!((self.ice, self.at, self.pile), (position.ice, position.at, position.pile));
            let hands = position.hands.map(|hand| hand.count);
            assert_eq!(self.hands, hands);
            assert!(position.row().eq(self.row.iter().rev().copied()));
            for harbour in Ship::all().map(Place::harbour) {
                let waiting: Vec<Card> = position.reward(harbour).collect();
                assert_eq!(self.rewards.get(&harbour).cloned().unwrap_or_default(), waiting);
            }
            assert_eq!((self.forecast, self.effect), (position.forecast, position.effect));
            assert_eq!((self.points, self.passes), (position.points, position.passes));
            assert_eq!(self.brought, position.brought());
            if position.awaited() != SeatSet::NONE {
                assert_eq!(self.seat, position.seat);
            }
        }
    }

    #[test]
    fn events_alone_tell_where_everything_is() {
        let mut home = 0;
        for (number, options) in (0..).zip(IceBreakersOptions::all()) {
            let mut position = IceBreakers::start(&options, 2 + number % 3).expect("it starts");
            let mut luck = Seed::of("events").draw(number.into());
            let mut seen = Seen::start(&position);
            for _ in 0..3000 {
                let mut heard = Vec::new();
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let chance = position.draw(&mut luck);
                        position.settle(chance, &mut |event| heard.push(event));
                    }
                    Turn::Players(seats) => {
                        let who = seats.nth(luck.below(seats.len() as u32)).expect("below their number");
                        let mut pick = || position.pick(who, &mut luck, &mut Vec::new()).expect("it can act");
                        let arrives =
                            |action: &Action| matches!(*action, Action::Move(ship, to) if to == Place::harbour(ship));
                        let mut legal = Vec::new();
                        position.legal(who, &mut legal);
                        let action = legal.into_iter().find(arrives).unwrap_or_else(|| {
                            let tried =
                                (0..6).map(|_| pick()).find(|action| !matches!(action, Action::Pass | Action::End));
                            tried.unwrap_or_else(&mut pick)
                        });
                        position.play(who, action, &mut |event| heard.push(event));
                    }
                }
                // Most of the ice is gone before the first turn, so that ships come home.
                let begins = heard.iter().any(|event| matches!(event, Event::Forecast { .. })) && position.turns == 0;
                heard.into_iter().for_each(|event| seen.hear(event));
                seen.is(&position);
                if begins {
                    position.ice = position.ice.iter().filter(|_| luck.below(4) == 0).collect();
                    seen.ice = position.ice;
                }
            }
            home += position.brought();
        }
        assert!(home > 20, "{home} ships came home");
    }

    fn prompt(position: &IceBreakers, reader: Option<&str>) -> (String, &'static str) {
        let Prompt { text, clause } = position.prompt(reader.map(seat));
        (text, clause)
    }

    #[test]
    fn a_moment_says_what_it_asks_for() {
        let to_play = lay("1 holds 7");
        assert_eq!(prompt(&to_play, Some("1")), ("Play a Power card or pass.".to_owned(), "4.1"));
        assert_eq!(prompt(&to_play, None), ("Seat 1 plays a Power card or passes.".to_owned(), "4.1"));
        let working = lay("1 played 7 | 2 holds b1");
        let own = "7 points left: break ice, move ships, then end the turn.";
        assert_eq!(prompt(&working, Some("1")), (own.to_owned(), "6.1"));
        let others = "Seat 1 breaks ice and moves ships: 7 points left.";
        assert_eq!(prompt(&working, Some("2")), (format!("{others} You may help with cards."), "6.1"));
        assert_eq!(prompt(&working, None), (others.to_owned(), "6.1"));
        let spent = lay("1 played 7 with 0 left");
        assert_eq!(prompt(&spent, Some("1")), ("0 points left: move ships, then end the turn.".to_owned(), "7.1"));
        let cutting = after("1 holds ab2 | pile 5 10", &["1 cash"]);
        assert_eq!(prompt(&cutting, None), ("Seat 1 cuts 2 cards from the discard pile.".to_owned(), "5.7"));
        let between = after("1 holds 5", &["1 pass"]);
        assert_eq!(prompt(&between, None), ("The next ice report is turned.".to_owned(), "9.4"));
        let start = IceBreakers::start(&IceBreakersOptions::default(), 2).expect("it starts");
        assert_eq!(prompt(&start, None), ("The board is laid out.".to_owned(), "3.1"));
    }

    #[test]
    fn the_end_says_why_it_came() {
        let lost = after("rest pile | 1 played 5 | home 4", &["1 end"]);
        assert_eq!(prompt(&lost, None), ("The season is over: 1 of 12 ships came home.".to_owned(), "10.2"));
        assert_eq!(lost.ending(), Some(Ending::OutOfPower));
        let passed = after("1 holds 5 | 2 holds 5 | forecast 1+2+3+4", &["1 pass", "2 pass", "3 pass"]);
        assert_eq!(passed.ending(), Some(Ending::PassedRound));
        let start = "introductory | home 3 5 6 8 9 | ship 2 h2h1.1 | water h2h1.1 | 1 played 5";
        assert_eq!(lay(start).ending(), None);
        let won = after(start, &["1 move 2 h2"]);
        assert_eq!(prompt(&won, None), ("All ships are home: everybody wins!".to_owned(), "10.1"));
        assert_eq!(won.ending(), Some(Ending::AllHome));
    }

    #[test]
    fn gauges_count_ships_and_ice() {
        let position = lay("home 4 | water j1 j2");
        let mut gauges = Vec::new();
        position.gauges(&mut |gauge| gauges.push((gauge.name, gauge.seat, gauge.value, gauge.most)));
        assert_eq!(gauges, [("ships home", None, 1, Some(12)), ("places with ice", None, 64, Some(66))]);
    }

    #[test]
    fn a_heading_says_what_is_not_as_usual() {
        let heading = |options: &str| {
            let options = serde_json::from_str(options).expect("these are options");
            IceBreakers::highlights(&options).join("; ")
        };
        assert_eq!(heading("{}"), "");
        assert_eq!(heading(r#"{"introductory":true,"map":"hard"}"#), "Introductory: six ships; The hard map");
        assert_eq!(heading(r#"{"map":"easy","reports":"10-6"}"#), "The easy map; Reports 10-6");
    }
}

mod written {
    use super::*;

    #[test]
    fn a_position_is_written_with_names_that_people_read() {
        let text = after("1 played 7 | 1 holds ab2 | ship 9 h2h1.2 | water j1", &["1 cash", "* cut 7"]).to_text();
        for part in [
            r#"ice-breakers/1 {"map":"standard","reports":"12-4","introductory":false,"seats":3,"turns":0,"#,
            r#""phase":"work","done":0,"seat":1,"power":"7","added":0,"points":7,"#,
            r#""forecast":"mild","in_effect":null,"packs":[["1","1","1","2","2","2","#,
            r#""ships":["h2","h3","h4","h5","h6","h7","h8","h9","h2h1.2","#,
            r#""hands":[[["7",true]],[],"#,
            r#""pile":[],"undealt":[],"printed_ship_deal":false,"#,
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }

    #[test]
    fn a_position_that_no_match_leads_to_is_refused() {
        let text = lay("1 played 7 | 2 holds ab2 | pile 5").to_text();
        for (old, new, what) in [
            (r#""points":7"#, r#""points":8"#, "more points are left than were played"),
            (r#""added":0"#, r#""added":200"#, "more was added than was played"),
            (r#""power":"7""#, r#""power":"b1""#, "a turn was opened without a Power card"),
            (r#""turns":0"#, r#""turns":1"#, "1 reports were turned, 2 were due"),
            (r#""turns":0"#, r#""turns":65535"#, "1 reports were turned, 20 were due"),
            (r#""phase":"work""#, r#""phase":"cut""#, "cuts are open outside a cut"),
            (r#""phase":"work""#, r#""phase":"ice""#, "a report was turned before the cards were dealt"),
            (r#""done":0"#, r#""done":9"#, "more steps of the set-up are done than there are"),
            (r#""seat":1"#, r#""seat":4"#, "a stranger has the turn"),
            (r#""cutter":1"#, r#""cutter":2"#, "a stranger cuts"),
            (r#""forecast":"mild""#, r#""forecast":"1""#, "the forecast is not the report that was turned last"),
            (r#""forecast":"mild""#, r#""forecast":null"#, "somebody acts without a forecast"),
            (r#""ships":["h2""#, r#""ships":["h1j3.1""#, "ship 1 is nowhere on the map"),
            (r#""ships":["h2""#, r#""ships":[null"#, "ship 1 is nowhere on the map"),
            (r#""ships":["h2""#, r#""ships":["h1""#, "the row holds 8 cards for 7 ships"),
            (r#""pile":["5","7"]"#, r#""pile":["5","5"]"#, "there are 9 cards 5 of 8"),
            (r#""map":"standard""#, r#""map":"easy""#, "pieces and spaces do not match"),
            (r#""seats":3"#, r#""seats":5"#, "the table has another number of seats"),
            (r#""passes":0"#, r#""passes":1"#, "passes count before the last report"),
        ] {
            assert!(text.contains(old), "{old} in {text}");
            let error = IceBreakers::from_text(&text.replacen(old, new, 1)).expect_err(new).0;
            assert!(error.contains(what), "{new}: {error}");
        }
    }

    #[test]
    fn no_turns_are_counted_that_nobody_had() {
        let text = lay("1 holds 5 | 2 holds 5 | forecast 1+2+3+4").to_text();
        assert!(IceBreakers::from_text(&text).is_ok());
        let error =
            IceBreakers::from_text(&text.replacen(r#""turns":19"#, r#""turns":65535"#, 1)).expect_err("too late");
        assert!(error.0.contains("more turns are over than cards were played and seats have passed"), "{error}");
    }

    #[test]
    fn a_ship_that_could_only_begin_at_home_is_refused() {
        let mut position = IceBreakers::start(&IceBreakersOptions::default(), 2).expect("it starts");
        (0..SPACES).for_each(|index| position.settle(ice(index / 20 + 1), &mut |_| {}));
        for ship in [2, 1, 4, 3, 6, 5, 8, 7, 10, 9, 11, 12] {
            position.settle(Chance::Ship(Ship::new(ship).expect("a ship")), &mut |_| {});
            if position.phase == Phase::Ships && position.done == 11 {
                assert_eq!(position.audit(), Err("a ship begins where it may not".to_owned()));
            }
        }
        let mut position = IceBreakers::start(&IceBreakersOptions::default(), 2).expect("it starts");
        (0..SPACES).for_each(|index| position.settle(ice(index / 20 + 1), &mut |_| {}));
        for ship in [2, 1, 4, 3, 6, 5, 8, 7, 10, 11, 9] {
            position.settle(Chance::Ship(Ship::new(ship).expect("a ship")), &mut |_| {});
        }
        assert_eq!(position.audit(), Err("the last ship would begin at home".to_owned()));
    }

    /// Positions of random matches with all options, with some bytes or words of their texts exchanged: they are
    /// refused, or every position that follows passes the audit too, up to the end.
    #[test]
    fn what_passes_the_audit_can_be_played_to_its_end() {
        let mut found = Vec::new();
        for (number, options) in (0..).zip(IceBreakersOptions::all()) {
            let start = IceBreakers::start(&options, 2 + number % 3).expect("it starts");
            let mut luck = Seed::of("written").draw(number.into());
            polynya_engine::wander(&start, &mut luck, 2000, |position| found.push(position.clone()));
        }
        let mut luck = Seed::of("vandals").draw(0);
        let (mut refused, mut taken) = (0, 0);
        for number in 0..VANDALS {
            let position = &found[luck.below(found.len() as u32) as usize];
            let read =
                if number % 2 == 0 { vandal_bytes(position, &mut luck) } else { vandal_text(position, &mut luck) };
            let Some(read) = read else {
                refused += 1;
                continue;
            };
            taken += 1;
            let last = polynya_engine::wander(&read, &mut luck, 2000, |next| {
                next.audit().unwrap_or_else(|what| panic!("{what}: {}\nfrom {}", next.to_text(), read.to_text()));
            });
            assert!(matches!(last.turn(), Turn::Over(_)), "{}", read.to_text());
        }
        assert!(refused > VANDALS / 4 && taken > 100, "{refused} were refused and {taken} taken");
    }

    const VANDALS: u32 = 20_000;

    fn vandal_bytes(position: &IceBreakers, luck: &mut impl Luck) -> Option<IceBreakers> {
        let mut bytes = Vec::new();
        position.to_bytes(&mut bytes);
        for _ in 0..=luck.below(2) {
            let at = luck.below(bytes.len() as u32) as usize;
            bytes[at] = luck.below(256) as u8;
        }
        IceBreakers::from_bytes(&bytes).ok()
    }

    /// Two words of a text change places, or one becomes a number.
    fn vandal_text(position: &IceBreakers, luck: &mut impl Luck) -> Option<IceBreakers> {
        let text = position.to_text();
        let (head, json) = text.split_once(' ').expect("a text has a head");
        let is_part = |c: char| c.is_ascii_alphanumeric() || "_-+.".contains(c);
        let mut parts: Vec<String> = Vec::new();
        for c in json.chars() {
            match parts.last_mut() {
                Some(part) if is_part(c) && part.starts_with(is_part) => part.push(c),
                _ => parts.push(c.to_string()),
            }
        }
        let words: Vec<usize> = (0..parts.len()).filter(|&index| parts[index].starts_with(is_part)).collect();
        let (one, other) =
            (words[luck.below(words.len() as u32) as usize], words[luck.below(words.len() as u32) as usize]);
        match luck.below(4) {
            0 => parts[one] = luck.below(30).to_string(),
            1 => parts[one] = parts[other].clone(),
            _ => parts.swap(one, other),
        }
        IceBreakers::from_text(&format!("{head} {}", parts.concat())).ok()
    }
}

mod consequences {
    use super::*;

    fn warned(position: &IceBreakers, words: &str) -> Option<(String, bool)> {
        let warning = position.warning(position.seat(), parse(words))?;
        Some((warning.text, warning.is_slip))
    }

    #[test]
    fn a_ship_that_freezes_in_is_told_before() {
        let told = |forecast: &str| {
            let open = lay(&format!("ship 4 h5 | water h5h9.1 h5h9.2 | forecast {forecast} | 1 holds 7 | 1 played 7"));
            assert_eq!(warned(&open, "move 4 h9"), None);
            warned(&open, "move 4 h5h9.1").map(|(text, _)| text)
        };
        assert_eq!(told("2").as_deref(), Some("ship 4 freezes in there"));
        assert_eq!(told("1"), None);
    }

    #[test]
    fn the_pass_that_ends_the_season_is_asked_about() {
        let mut last = lay("seats 2 | 1 holds 7 | 2 holds 7 | forecast 1+2+3+4");
        let first = warned(&last, "pass");
        assert!(first.is_none_or(|(_, slip)| !slip), "another seat can still play");
        last.play(seat("1"), Action::Pass, &mut |_| {});
        assert_ne!(last.turn(), Turn::Chance, "the last report stays");
        let second = warned(&last, "pass").expect("it ends the season");
        assert_eq!(second, ("the season ends with 0 of 12 ships home".to_owned(), true));
    }

    #[test]
    fn a_plan_is_told_in_few_parts() {
        let plan: Vec<Action> = ["power 7", "clear j1", "clear h5h9.1", "move 4 h4", "end"].map(parse).to_vec();
        assert_eq!(IceBreakers::outlined(&plan).join(", "), "play a 7, clear 2 places, ship 4 home, end the turn");
    }
}

mod printed_deal {
    use super::*;
    use crate::ice_breakers::{KeptIce, Number, ReportOrder};

    fn options(introductory: bool) -> IceBreakersOptions {
        let number = |number: u8| Number::new(number).expect("1 to 4");
        let ice = [4; 6].into_iter().chain((0..60).map(|index| index % 3 + 1)).map(number).collect();
        IceBreakersOptions {
            introductory,
            printed_ship_deal: true,
            kept_ice: Some(KeptIce::new(ice).expect("all 66 pieces")),
            ..IceBreakersOptions::default()
        }
    }

    /// Where the ships come to lie, or nothing if all must be dealt anew.
    type Dealt = Option<[Option<Place>; SHIPS]>;

    /// Deals a stack by hand, from the top, as the printed book says it.
    fn by_hand(stack: &[u8], harbours: &[u8]) -> Dealt {
        let mut stack: std::collections::VecDeque<u8> = stack.iter().copied().collect();
        let mut at: [Option<Place>; SHIPS] =
            std::array::from_fn(|ship| (!harbours.contains(&(ship as u8 + 1))).then_some(Place(ship as u8)));
        for &harbour in harbours {
            if stack.len() == 1 && stack[0] == harbour {
                return None;
            }
            while stack[0] == harbour {
                stack.rotate_left(1);
            }
            let ship = stack.pop_front().expect("a ship for every harbour");
            at[usize::from(ship) - 1] = Some(Place(harbour - 1));
        }
        Some(at)
    }

    fn permutations(of: &[u8]) -> Vec<Vec<u8>> {
        if of.is_empty() {
            return vec![Vec::new()];
        }
        let rest = |first: u8| permutations(&of.iter().copied().filter(|&other| other != first).collect::<Vec<_>>());
        of.iter().flat_map(|&first| rest(first).into_iter().map(move |rest| [&[first], &rest[..]].concat())).collect()
    }

    /// Follows the odds to the end of the deal.
    fn follow(position: &IceBreakers, chance: f64, found: &mut BTreeMap<String, f64>) {
        let mut odds = Vec::new();
        position.odds(&mut |drawn, weight| odds.push((drawn, weight)));
        let total: u32 = odds.iter().map(|&(_, weight)| weight).sum();
        for (drawn, weight) in odds {
            let (mut after, mut anew) = (position.clone(), false);
            after.settle(drawn, &mut |event| anew |= matches!(event, Event::DealtAnew { .. }));
            after.audit().expect("the deal is sound");
            let chance = chance * f64::from(weight) / f64::from(total);
            let dealt: Dealt = if anew { None } else { Some(after.at) };
            if anew || after.phase == Phase::Cards {
                *found.entry(format!("{dealt:?}")).or_default() += chance;
            } else {
                follow(&after, chance, found);
            }
        }
    }

    #[test]
    fn it_is_as_likely_as_by_hand() {
        let position = IceBreakers::start(&options(true), 2).expect("it starts");
        let (mut found, mut by_hands) = (BTreeMap::new(), BTreeMap::new());
        follow(&position, 1.0, &mut found);
        let harbours = [2, 3, 5, 6, 8, 9];
        let stacks = permutations(&harbours);
        for stack in &stacks {
            *by_hands.entry(format!("{:?}", by_hand(stack, &harbours))).or_default() += 1.0 / stacks.len() as f64;
        }
        assert_eq!(found.len(), by_hands.len());
        for ((one, p), (other, q)) in found.iter().zip(&by_hands) {
            let q: &f64 = q;
            assert!(one == other && (p - q).abs() < 1e-9, "{one} {p}, {other} {q}");
        }
        assert!(found.contains_key("None"), "some deals begin anew");
    }

    #[test]
    fn it_comes_to_its_end_with_all_ships() {
        for number in 0..500 {
            let mut position = IceBreakers::start(&options(false), 3).expect("it starts");
            let mut luck = Seed::of("printed deal").draw(number);
            while position.turn() == Turn::Chance {
                let drawn = position.draw(&mut luck);
                position.settle(drawn, &mut |_| {});
                position.audit().unwrap();
            }
            assert!(Ship::all().all(|ship| !position.is_home(ship)), "nobody begins at home");
        }
    }

    #[test]
    fn the_reports_come_in_their_known_order() {
        for reports in Reports::ALL {
            let mut order: Vec<Report> = reports.packs().iter().flat_map(|&pack| Vec::from(pack)).collect();
            order[..18].reverse();
            let known = ReportOrder::new(&order).expect("20 reports");
            let options = IceBreakersOptions { reports, report_order: Some(known), ..options(false) };
            let mut position = IceBreakers::start(&options, 2).expect("it starts");
            let (mut luck, mut turned) = (Seed::of("order").draw(0), Vec::new());
            while !matches!(position.turn(), Turn::Over(_)) {
                position.audit().unwrap();
                if position.turn() == Turn::Chance {
                    let drawn = position.draw(&mut luck);
                    if let Chance::Report(report) = drawn {
                        assert_eq!(position.next_reports().collect::<Vec<_>>(), [(report, 1)]);
                        turned.push(report);
                    }
                    position.settle(drawn, &mut |_| {});
                } else {
                    position.play(position.seat, Action::Pass, &mut |_| {});
                }
            }
            assert_eq!(turned, order);
        }
    }
}
