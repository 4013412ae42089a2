//! Facts about both games that the examples of `rules.md` do not show: a position, a step and a sentence each.
//!
//! A position is written in parts: `Red a1 a1 | Blue north | bear a4 | pushed a2 b4 | Red rolled P3 with 1 left`.
//! What is not named is as at the start. `pushed` floes lie in the northern half of their squares; `adrift a1=b2` says
//! that a1 lies in lane b at height 2. `rolled P3 and B3` waits for the choice of a die, `rolled P3 then B3` has made it.

use std::collections::BTreeSet;

use polynya_engine::conformance::attempt;
use polynya_engine::{Audit, Describe, Game, Line, Record, Seat, StepOf, Turn};

use super::action::{Action, Label, Place};
use super::board::{CellSet, Edition, LANES, Names, PENGUINS, Piecepack, PolarDare};
use super::{Floes, Penguin, Phase, PiecepackGame, PolarDareGame};

/// A position of Polar Dare!, a step, and the refusal or what the log says.
fn check(position: &str, step: &str, expected: &str) {
    assert_eq!(attempt(&mut polar_dare(position), step), expected, "{position}: {step}");
}

/// The same in the port with some variants.
fn check_port(variants: &str, position: &str, step: &str, expected: &str) {
    assert_eq!(attempt(&mut port(variants, position), step), expected, "{variants}: {position}: {step}");
}

fn polar_dare(position: &str) -> PolarDareGame {
    lay::<PolarDare>("{}", position)
}

fn port(variants: &str, position: &str) -> PiecepackGame {
    let on: Vec<String> = variants.split_whitespace().map(|variant| format!("\"{variant}\":true")).collect();
    lay::<Piecepack>(&format!("{{{}}}", on.join(",")), position)
}

/// Lays out a position.
fn lay<E: Edition>(options: &str, text: &str) -> Floes<E> {
    let parts: Vec<Vec<&str>> = text.split('|').map(|part| part.split_whitespace().collect()).collect();
    let seat_named = |name: &str| Seat::all(4).find(|seat| E::NAMES[seat.index()] == name);
    let seats = parts.iter().filter_map(|part| seat_named(part.first()?)).map(Seat::number).max().unwrap_or(2).max(2);
    let options = serde_json::from_str(options).expect("the options are well written");
    let mut position = Floes::<E>::start(&options, seats as u8).expect("the match starts");
    for part in &parts {
        match part[..] {
            ["pushed", ref floes @ ..] => {
                for floe in floes {
                    let cell = position.cell(floe.parse().expect("a floe"));
                    drift(&mut position, cell, cell + LANES);
                }
            }
            ["adrift", ref floes @ ..] => {
                for floe in floes {
                    let (floe, at) = floe.split_once('=').expect("a floe and where it lies");
                    let lane = at.as_bytes()[0] - b'a';
                    let height: u8 = at[1..].parse().expect("a height");
                    let cell = position.cell(floe.parse().expect("a floe"));
                    drift(&mut position, cell, height * LANES + lane);
                }
            }
            _ => {}
        }
    }
    for part in &parts {
        match part[..] {
            ["bear", place] => position.bears = [position.cell(place.parse().expect("a place")); 2],
            ["bears", one, two] => {
                position.bears = [one, two].map(|place| position.cell(place.parse().expect("a place")));
            }
            [name, "rolled", label, ref rest @ ..] => {
                position.seat = seat_named(name).expect("a seat");
                let die: Label = label.parse().expect("a die label");
                (position.phase, position.die, position.left) = (Phase::Move, Some(die), die.moves());
                match rest {
                    [] => {}
                    ["with", left, "left"] => position.left = left.parse().expect("a number of moves"),
                    ["then", spare] => position.spare = Some(spare.parse().expect("a die label")),
                    ["and", spare] => {
                        (position.phase, position.left) = (Phase::Order, 0);
                        position.spare = Some(spare.parse().expect("a die label"));
                    }
                    _ => panic!("not a roll: {rest:?}"),
                }
            }
            ["pushed" | "adrift", ..] | [] => {}
            [name, ref places @ ..] => {
                let seat = seat_named(name).unwrap_or_else(|| panic!("not a part of a position: {part:?}"));
                put(&mut position, seat, places);
            }
        }
    }
    position.audit().unwrap_or_else(|what| panic!("{text}: {what}"));
    position
}

fn drift<E: Edition>(position: &mut Floes<E>, from: u8, to: u8) {
    position.ice = position.ice ^ CellSet::<E>::from(from) ^ CellSet::<E>::from(to);
    position.names.slid(from, to);
}

/// Puts a seat's penguins on these places; one with `homebound` behind is so, and the rest wait on the start shore.
fn put<E: Edition>(position: &mut Floes<E>, seat: Seat, places: &[&str]) {
    let mut penguins = [Penguin::WAITING; PENGUINS];
    let mut count = 0;
    for &word in places {
        if word == "homebound" {
            penguins[count - 1] = Penguin::at(penguins[count - 1].cell(), true);
            continue;
        }
        let place: Place = word.parse().expect("a place");
        let cell = position.cell(place);
        penguins[count] = Penguin::at(cell, false);
        if place.is_floe() {
            let [ones, twos] = position.crowd;
            position.crowd = [ones ^ CellSet::<E>::from(cell), twos ^ (ones & CellSet::<E>::from(cell))];
        }
        count += 1;
    }
    penguins.sort_unstable();
    position.penguins[seat.index()] = penguins;
}

/// Takes allowed steps.
fn take<E: Edition>(position: &mut Floes<E>, steps: &[&str]) {
    for step in steps {
        let said = attempt(position, step);
        assert!(!said.starts_with(|first: char| first.is_ascii_digit()), "{step}: {said}");
    }
}

/// What the acting seat may do, in words.
fn legal<E: Edition>(position: &Floes<E>) -> Vec<String> {
    let mut actions = Vec::new();
    position.legal(position.seat, &mut actions);
    let mut words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    words.sort_unstable();
    words
}

/// The line of the description that begins like this.
fn said<E: Edition>(position: &Floes<E>, beginning: &str) -> String {
    let words = position.describe();
    words.lines().find(|line| line.starts_with(beginning)).unwrap_or("nothing").to_owned()
}

mod board {
    use super::*;

    /// Every way in which the sixteen floes can be pushed.
    fn every_pattern(mut each: impl FnMut(&PolarDareGame)) {
        let start = polar_dare("Red rolled P4");
        for pattern in 0..1_u32 << 16 {
            let mut position = start.clone();
            for floe in (0..16_u8).filter(|floe| pattern >> floe & 1 == 1) {
                let cell = position.cell(Place(floe));
                drift(&mut position, cell, cell + LANES);
            }
            each(&position);
        }
    }

    /// The places that a penguin on this floe may enter.
    fn touching(position: &PolarDareGame, floe: u8) -> BTreeSet<Place> {
        let (mut position, from) = (position.clone(), Place(floe));
        put(&mut position, Seat::default(), &[&from.to_string()]);
        let mut actions = Vec::new();
        position.legal(Seat::default(), &mut actions);
        let entered = actions.into_iter().filter_map(|action| match action {
            Action::Hop { from: place, to, .. } if place == from => Some(to),
            _ => None,
        });
        entered.collect()
    }

    #[test]
    fn a_floe_touches_at_most_three_other_places() {
        let mut most = 0;
        every_pattern(|position| {
            for floe in 0..16 {
                most = most.max(touching(position, floe).len());
            }
        });
        assert_eq!(most, 3);
    }

    #[test]
    fn floes_touch_beside_each_other_on_a_level_and_ahead_where_a_push_meets_a_pull() {
        every_pattern(|position| {
            let pushed = |floe: u8| (position.cell(Place(floe)) / LANES).is_multiple_of(2);
            for floe in 0..16_u8 {
                let (row, lane) = (floe / LANES, floe % LANES);
                let floes = (0..16_u8).filter(|&other| {
                    let beside = other / LANES == row && (other % LANES).abs_diff(lane) == 1;
                    let (ahead, behind) = (other == floe + LANES, other + LANES == floe);
                    (beside && pushed(floe) == pushed(other))
                        || (ahead && pushed(floe) && !pushed(other))
                        || (behind && pushed(other) && !pushed(floe))
                });
                let start = (row == 0 && !pushed(floe)).then_some(Place::START);
                let north = (row == 3 && pushed(floe)).then_some(Place::NORTH);
                assert_eq!(touching(position, floe), floes.map(Place).chain(start).chain(north).collect());
            }
        });
    }

    #[test]
    fn start_touches_the_floes_that_lie_at_its_edge() {
        // The caption of figure 5A: B and C, but neither A nor D.
        let hops = |words: Vec<String>| words.into_iter().filter(|word| word.starts_with("hop")).collect::<Vec<_>>();
        let position = polar_dare("pushed a1 d1 | Red rolled P3");
        assert_eq!(hops(legal(&position)), ["hop start b1", "hop start c1"]);
    }

    #[test]
    fn of_five_floes_around_a_penguin_two_touch_its_own() {
        // The caption of figure 5B, clockwise from the left: A and C, but neither B, D nor E.
        let position = polar_dare("Red b2 b2 b2 | pushed a2 b2 | Red rolled P3");
        let words = legal(&position);
        let hops: Vec<&str> = words.iter().filter_map(|word| word.strip_prefix("hop b2 ")).collect();
        assert_eq!(hops, ["a2", "b3"]);
    }

    #[test]
    fn the_north_pole_is_one_place_and_is_entered_from_any_lane() {
        for lane in ["a4", "b4", "c4", "d4"] {
            let position = format!("Red {lane} | pushed {lane} | Red rolled P2");
            check(&position, &format!("1 hop {lane} north"), &format!("Red hops from {lane} to the North Pole."));
        }
    }

    #[test]
    fn the_north_pole_is_out_of_reach_of_a_floe_that_is_pulled_back() {
        check(
            "Red a4 | Red rolled P2",
            "1 hop a4 north",
            "2.6 There is no step from a4 to the North Pole: only places that share an edge touch.",
        );
    }

    #[test]
    fn nothing_leads_over_the_sides_of_the_board() {
        check(
            "Red d1 | Red rolled P2",
            "1 hop d1 a2",
            "2.6 There is no step from d1 to a2: only places that share an edge touch.",
        );
        check(
            "Red d1 | pushed d1 | Red rolled P2",
            "1 hop d1 a2",
            "2.6 There is no step from d1 to a2: only places that share an edge touch.",
        );
    }

    #[test]
    fn a_shore_holds_any_number_of_penguins() {
        let mut position = polar_dare("Red north north | Blue north a4 | pushed a4 | Blue rolled P2");
        take(&mut position, &["2 hop a4 north"]);
        assert_eq!(said(&position, "Blue"), "Blue has 2 home, 1 at START.");
        let mut all = polar_dare("Red a1 | Yellow | Red rolled P2");
        take(&mut all, &["1 hop a1 start"]);
        assert_eq!(said(&all, "Red"), "Red has 0 home, 3 at START.");
    }

    #[test]
    fn three_penguins_together_cross_in_nineteen_moves() {
        let mut position = polar_dare("Red rolled P4");
        let mut steps = vec!["1 hop start a1"; 3];
        for (slide, hop) in [
            ("1 slide a1 n", "1 hop a1 a2"),
            ("1 slide a2 n", "1 hop a2 a3"),
            ("1 slide a3 n", "1 hop a3 a4"),
            ("1 slide a4 n", "1 hop a4 north"),
        ] {
            steps.extend([slide, hop, hop, hop]);
        }
        assert_eq!(steps.len(), 19);
        for step in &steps[..18] {
            // As if the roll went on for ever.
            position.left = 4;
            take(&mut position, &[step]);
        }
        let last = attempt(&mut position, "1 hop a4 north");
        assert_eq!(last, "Red hops from a4 to the North Pole. Red wins: all three penguins are home.");
    }
}

mod table {
    use super::*;

    fn refused<G: Describe>(options: &str) -> String {
        let json = format!(
            r#"{{"polynya":1,"game":"{}","rules":1,"options":{options},"seats":2,"steps":[],"result":null}}"#,
            G::ID
        );
        match Record::read(&json).and_then(|record| record.judge::<G>().map(|_| ())) {
            Ok(()) => "accepted".to_owned(),
            Err(fault) => fault.to_string(),
        }
    }

    #[test]
    fn a_die_has_six_labels_with_a_penguin_among_them() {
        let clause = "The die has six labels out of P2, P3, P4 and B3, and at least one of them is a P. (rule 1.5)";
        for (die, allowed) in [
            (r#"["P2","P2","P2","P2","P2","P2"]"#, true),
            (r#"["B3","B3","B3","B3","B3","P4"]"#, true),
            (r#"["B3","B3","B3","B3","B3","B3"]"#, false),
            (r#"["P2","P2","P2","P2","P2","B4"]"#, false),
        ] {
            let refusal = format!(r#"`2 seats with {{"die":{die}}}` is not allowed: {clause}"#);
            let expected = if allowed { "accepted".to_owned() } else { refusal };
            assert_eq!(refused::<PolarDareGame>(&format!(r#"{{"die":{die}}}"#)), expected, "{die}");
        }
    }

    #[test]
    fn a_die_of_other_things_is_not_read() {
        for die in [
            r#"[]"#,
            r#"["P2","P2","P2","P2","P2"]"#,
            r#"["P2","P2","P2","P2","P2","P2","P2"]"#,
            r#"["P2","P2","P2","P2","P2","P5"]"#,
            r#"["P2","P2","P2","P2","P2","p2"]"#,
            r#"["P2","P2","P2","P2","P2",2]"#,
            r#"["P2","P2","P2","P2","P2","again"]"#,
            r#""P2 P2 P2 P2 P2 P2""#,
            "null",
        ] {
            let said = refused::<PolarDareGame>(&format!(r#"{{"die":{die}}}"#));
            assert!(said.starts_with("options: "), "{die}: {said}");
        }
    }

    #[test]
    fn the_labels_of_the_die_can_be_chosen_in_polar_dare_only() {
        let said = refused::<PiecepackGame>(r#"{"die":["P2","P2","P2","P2","P2","P2"]}"#);
        assert!(said.starts_with("options: unknown field `die`"), "{said}");
        let said = refused::<PolarDareGame>(r#"{"pack_ice":true}"#);
        assert!(said.starts_with("options: unknown field `pack_ice`"), "{said}");
    }

    #[test]
    fn a_turn_limit_is_null_or_a_whole_number_from_one() {
        let none = "`2 seats with {\"turn_limit\":0}` is not allowed: A turn limit is at least one turn. (rule 1.6)";
        for (limit, expected) in [("null", "accepted"), ("1", "accepted"), ("0", none)] {
            let options = format!(r#"{{"turn_limit":{limit}}}"#);
            assert_eq!(refused::<PolarDareGame>(&options), expected, "{limit}");
            assert_eq!(refused::<PiecepackGame>(&options), expected, "{limit}");
        }
        for limit in ["-1", "1.0", "true", "\"1\""] {
            let said = refused::<PolarDareGame>(&format!(r#"{{"turn_limit":{limit}}}"#));
            assert!(said.starts_with("options: "), "{limit}: {said}");
        }
    }

    #[test]
    fn colours_without_a_seat_are_out_of_the_game() {
        let mut line = Line::<PolarDareGame>::new(Default::default(), 2).expect("two seats play");
        assert!(!line.position().describe().contains("Green"));
        let third = line.push("3 roll".parse().expect("words")).expect_err("there is no third seat");
        assert_eq!(third.to_string(), "`3 roll` is not allowed: This table has no such seat. (rule T1)");
    }

    #[test]
    fn five_seats_are_too_many() {
        assert!(Line::<PolarDareGame>::new(Default::default(), 5).is_err_and(|refusal| refusal.clause == "1.1"));
        assert!(Line::<PiecepackGame>::new(Default::default(), 5).is_err_and(|refusal| refusal.clause == "1.1"));
    }

    #[test]
    fn after_the_last_seat_the_first_is_next() {
        check("Red | Blue | Green rolled P2 with 1 left", "3 hop start a1", "Green hops from START to a1. Red's turn.");
    }

    #[test]
    fn nobody_acts_out_of_turn() {
        check("Blue a1 | Red rolled P3", "2 hop a1 b1", "1.3 It is Red's turn, not Blue's.");
    }

    #[test]
    fn sliding_to_and_fro_for_ever_is_allowed_until_the_limit() {
        let mut position = lay::<PolarDare>(r#"{"turn_limit":50}"#, "");
        for _ in 0..25 {
            take(&mut position, &["1 roll", "* P2", "1 slide d4 n", "1 slide d4 s"]);
            take(&mut position, &["2 roll", "* P2", "2 slide d4 n", "2 slide d4 s"]);
        }
        assert_eq!(said(&position, "Over"), "Over after 50 turns: nobody won.");
    }

    fn odds<E: Edition>(position: &Floes<E>) -> Vec<(String, u32)> {
        let mut all = Vec::new();
        position.odds(&mut |chance, weight| all.push((chance.to_string(), weight)));
        all.sort();
        all
    }

    #[test]
    fn each_face_of_the_die_is_as_likely_as_another() {
        let usual = [("B3", 1), ("P2", 1), ("P3", 2), ("P4", 2)].map(|(label, weight)| (label.to_owned(), weight));
        let mut position = polar_dare("");
        take(&mut position, &["1 roll"]);
        assert_eq!(odds(&position), usual);
        let mut position = port("", "");
        take(&mut position, &["1 roll"]);
        assert_eq!(odds(&position), usual);
    }

    #[test]
    fn polar_bear_alert_rolls_again_on_one_face_and_the_bear_is_then_as_likely_as_the_penguins() {
        let mut position = port("polar_bear_alert", "");
        take(&mut position, &["1 roll"]);
        let first = [("B3", 1), ("P2", 1), ("P3", 2), ("P4", 1), ("again", 1)];
        assert_eq!(odds(&position), first.map(|(label, weight)| (label.to_owned(), weight)));
        take(&mut position, &["* again"]);
        let second = [("B4", 1), ("P4", 1)];
        assert_eq!(odds(&position), second.map(|(label, weight)| (label.to_owned(), weight)));
    }
}

mod penguins {
    use super::*;

    #[test]
    fn one_penguin_of_a_floe_steps_and_the_others_stay() {
        let mut position = polar_dare("Red a1 a1 | Blue a1 | Red rolled P2");
        take(&mut position, &["1 hop a1 b1"]);
        assert_eq!(said(&position, "Red"), "Red has 0 home, 1 at START, 1 on a1, 1 on b1.");
        assert_eq!(said(&position, "Blue"), "Blue has 0 home, 2 at START, 1 on a1.");
    }

    #[test]
    fn penguins_of_one_seat_on_one_place_are_one_choice() {
        let words = legal(&polar_dare("Red a1 a1 a1 | Red rolled P2"));
        assert_eq!(words.iter().filter(|word| *word == "hop a1 b1").count(), 1);
    }

    #[test]
    fn a_floe_full_of_different_colours_is_full() {
        check(
            "Red a1 | Blue a1 | Green a1 | Yellow b1 | Yellow rolled P2",
            "4 hop b1 a1",
            "4.4 a1 carries 3 penguins already.",
        );
    }

    #[test]
    fn a_penguin_goes_back_and_sideways() {
        check("Red b2 | pushed b1 | Red rolled P2", "1 hop b2 b1", "Red hops from b2 to b1.");
        check("Red b2 | pushed b1 | Red rolled P2", "1 hop b2 c2", "Red hops from b2 to c2.");
    }

    #[test]
    fn a_penguin_that_has_arrived_does_not_leave_the_north_pole_in_polar_dare_either() {
        check(
            "Red north | pushed a4 | Red rolled P2",
            "1 hop north a4",
            "4.6 A penguin that has arrived stays where it is.",
        );
    }

    #[test]
    fn a_penguin_that_walks_to_the_bear_is_sent_back_alone() {
        let mut position = polar_dare("Red a2 a2 | Blue a2 | bear b2 | Red rolled P2");
        let told = attempt(&mut position, "1 hop a2 b2");
        assert_eq!(told, "Red hops from a2 to b2. The bear is on b2: Red swims back to START.");
        assert_eq!(said(&position, "Red"), "Red has 0 home, 2 at START, 1 on a2.");
        assert_eq!(said(&position, "Blue"), "Blue has 0 home, 2 at START, 1 on a2.");
        assert_eq!(position.left, 1);
    }

    #[test]
    fn a_penguin_on_start_may_walk_to_the_bear_and_is_back_at_once() {
        check(
            "bear a1 | Red rolled P2",
            "1 hop start a1",
            "Red hops from START to a1. The bear is on a1: Red swims back to START.",
        );
    }

    #[test]
    fn a_penguin_that_is_not_there_cannot_step() {
        check("Red rolled P2", "1 hop a1 b1", "4.2 Red has no penguin on a1.");
        check("Red a1 a1 a1 | Red rolled P2", "1 hop start b1", "4.2 Red has no penguin at START.");
    }

    #[test]
    fn a_floe_with_rivals_alone_slides_on_a_penguin_roll_and_carries_them() {
        let mut position = polar_dare("Blue a1 a1 | Green a1 | Red rolled P2");
        assert_eq!(attempt(&mut position, "1 slide a1 n"), "Red slides a1 north.");
        take(&mut position, &["1 slide b1 n"]);
        take(&mut position, &["2 roll", "* P2"]);
        assert_eq!(attempt(&mut position, "2 hop a1 a2"), "Blue hops from a1 to a2.");
    }

    #[test]
    fn the_port_lets_penguins_into_the_north_pole_and_not_back_to_the_south_pole() {
        check_port("", "Suns d4 | pushed d4 | Suns rolled P2", "1 hop d4 north", "Suns hop from d4 to the North Pole.");
        check_port(
            "",
            "Suns d1 | Suns rolled P2",
            "1 hop d1 start",
            "4.5 In the piecepack port a penguin does not go back to the South Pole.",
        );
        check_port(
            "",
            "Suns north | pushed d4 | Suns rolled P2",
            "1 hop north d4",
            "4.6 A penguin that has arrived stays where it is.",
        );
    }
}

mod bear {
    use super::*;

    #[test]
    fn a_full_floe_does_not_stop_the_bear() {
        check(
            "Red a2 | Blue a2 a2 | bear b2 | Red rolled B3",
            "1 bear a2",
            "Red moves the bear from b2 to a2. The bear sends a penguin of Red back to START. \
             The bear sends 2 penguins of Blue back to START.",
        );
    }

    #[test]
    fn every_floe_on_the_bears_way_is_emptied_and_the_movers_own_penguins_go_too() {
        let mut position = polar_dare("Red c2 | Blue b2 | Green a2 d2 | bear d1 | pushed d1 | Red rolled B3");
        take(&mut position, &["1 bear d2", "1 bear c2", "1 bear b2"]);
        assert_eq!(said(&position, "Red"), "Red has 0 home, 3 at START.");
        assert_eq!(said(&position, "Blue"), "Blue has 0 home, 3 at START.");
        assert_eq!(said(&position, "Green"), "Green has 0 home, 2 at START, 1 on a2.");
    }

    #[test]
    fn the_bear_rides_on_a_bear_roll_and_a_slide_sends_nobody_back() {
        let mut position = polar_dare("Blue a2 c2 | bear b2 | pushed a2 c2 | Red rolled B3");
        assert_eq!(attempt(&mut position, "1 slide b2 n"), "Red slides b2 north.");
        assert_eq!(said(&position, "Blue"), "Blue has 0 home, 1 at START, 1 on a2, 1 on c2.");
        assert_eq!(said(&position, "The bear"), "The bear is on b2.");
        let told = attempt(&mut position, "1 bear a2");
        assert_eq!(told, "Red moves the bear from b2 to a2. The bear sends a penguin of Blue back to START.");
    }

    #[test]
    fn penguins_at_the_north_pole_are_safe_from_the_bear_that_still_stands_there() {
        let mut position = polar_dare("Red north a4 | pushed a4 b4 | Red rolled P2");
        take(&mut position, &["1 hop a4 north", "1 slide a4 s", "2 roll", "* B3", "2 bear b4"]);
        assert_eq!(said(&position, "Red"), "Red has 2 home, 1 at START.");
    }

    #[test]
    fn penguins_on_start_are_safe_from_a_bear_beside_them() {
        check("bear a1 | Red rolled B3", "1 bear start", "6.3 A bear never enters a shore.");
        check("bear a1 | Red rolled B3", "1 bear b1", "Red moves the bear from a1 to b1.");
    }

    #[test]
    fn the_bear_steps_only_where_floes_touch() {
        check("bear a2 | Red rolled B3", "1 bear a3", "2.6 The bear is on a2, which does not touch a3.");
        check("Red rolled B3", "1 bear a4", "2.6 The bear is on the North Pole, which does not touch a4.");
    }

    #[test]
    fn a_floe_under_the_bear_stays_on_a_penguin_roll_and_one_under_penguins_on_a_bear_roll() {
        check(
            "bear a2 | Red rolled P2",
            "1 slide a2 n",
            "5.4 The bear is on a2: on a penguin roll its floe does not slide.",
        );
        check(
            "Red a2 | Red rolled B3",
            "1 slide a2 n",
            "5.5 a2 carries penguins: on a bear roll such a floe does not slide.",
        );
    }

    #[test]
    fn the_ports_bear_does_not_go_back_to_the_north_pole_either() {
        check_port("", "bear a4 | pushed a4 | Suns rolled B3", "1 bear north", "6.3 A bear never enters a shore.");
    }

    #[test]
    fn twelve_penguins_on_twelve_floes_leave_four_floes_for_the_bear_roll() {
        let position = polar_dare("Red a1 b1 c1 | Blue d1 a2 b2 | Green c2 d2 a3 | Yellow b3 c3 d3 | Red rolled B3");
        assert_eq!(legal(&position), ["slide a4 n", "slide b4 n", "slide c4 n", "slide d4 n"]);
    }
}

/// Words of the notation that belong to the port are refused by a clause, not taken for nonsense.
mod foreign_words {
    use super::*;

    #[test]
    fn nobody_is_homebound() {
        check(
            "Red a1 | pushed a1 | Red rolled P2",
            "1 hop a1 a2 home",
            "9.4 Only in Homesick Penguins are penguins homebound.",
        );
    }

    #[test]
    fn nothing_slides_sideways() {
        check("Red rolled P2", "1 slide a1 e", "5.2 Floes slide north or south.");
        check("Red rolled B3", "1 slide d4 w", "5.2 Floes slide north or south.");
        check_port("pack_ice", "Suns rolled P2", "1 slide a1 e", "5.2 Floes slide north or south.");
    }

    #[test]
    fn the_bear_has_no_number() {
        let clause = "9.10 Bears have numbers in Mega Ice Age and only there.";
        check("Red rolled B3", "1 bear1 a1", clause);
        check("bear a1 | Red rolled B3", "1 bear2 b1", clause);
        check("Red rolled P3", "1 bear1 a1", "6.1 A bear steps on a bear roll only.");
    }

    #[test]
    fn there_are_no_rows_beyond_the_fourth() {
        let clause = "2.3 This board has the floes a1 to d4, START and the North Pole, and no others.";
        check("Red rolled P2", "1 hop start a5", clause);
        check("Red rolled P2", "1 hop d10 start", clause);
        check("Red rolled P2", "1 slide b7 n", clause);
        check("Red rolled B3", "1 bear c5", clause);
    }

    #[test]
    fn there_is_no_die_to_choose() {
        let clause = "9.13 A die is chosen only when two different labels lie there and neither is begun.";
        check("Red rolled P3", "1 die P3", clause);
        check("Red rolled P3", "1 die B4", clause);
    }

    #[test]
    fn nobody_rolls_again() {
        let mut line = Line::<PolarDareGame>::new(Default::default(), 2).expect("two seats play");
        line.push("1 roll".parse().expect("words")).expect("Red rolls");
        for chance in ["* again", "* B4"] {
            let refusal = line.push(chance.parse().expect("words")).expect_err("no such face");
            assert_eq!(refusal.clause, "T5", "{chance}");
        }
    }

    #[test]
    fn what_no_board_has_is_not_a_word() {
        for words in ["1 hop start e1", "1 hop start a0", "1 hop start a11", "1 hop start a01", "1 slide a1 north"] {
            assert!(words.parse::<StepOf<PolarDareGame>>().is_err(), "{words}");
        }
        for words in ["1 bear3 a1", "1 hop a1", "1 hop a1 a2 back", "1 die P5", "1 Roll", "1 roll again", "* p2"] {
            assert!(words.parse::<StepOf<PolarDareGame>>().is_err(), "{words}");
        }
    }
}

mod end {
    use super::*;

    #[test]
    fn the_third_penguin_wins_at_once_and_the_rest_of_the_roll_lapses() {
        let mut position = polar_dare("Red north north a4 | Blue | pushed a4 | Red rolled P4");
        let told = attempt(&mut position, "1 hop a4 north");
        assert_eq!(told, "Red hops from a4 to the North Pole. Red wins: all three penguins are home.");
        assert!(matches!(position.turn(), Turn::Over(outcome) if outcome.winners.iter().eq([Seat::default()])));
        assert!(legal(&position).is_empty());
    }

    #[test]
    fn the_last_seat_wins_without_another_turn_for_the_first() {
        check(
            "Red north north a4 | Blue north north a4 | pushed a4 | Blue rolled P4",
            "2 hop a4 north",
            "Blue hops from a4 to the North Pole. Blue wins: all three penguins are home.",
        );
    }

    #[test]
    fn a_win_in_the_last_turn_counts() {
        let mut position =
            lay::<PolarDare>(r#"{"turn_limit":1}"#, "Red north north a4 | pushed a4 | Red rolled P2 with 1 left");
        take(&mut position, &["1 hop a4 north"]);
        assert_eq!(said(&position, "Over"), "Over after 1 turn: Red won.");
    }

    #[test]
    fn after_the_last_turn_nobody_has_won_and_the_scores_stand() {
        let mut position =
            lay::<PolarDare>(r#"{"turn_limit":1}"#, "Red north north | Blue north | Green | Red rolled P2 with 1 left");
        let told = attempt(&mut position, "1 slide a1 n");
        assert_eq!(told, "Red slides a1 north. The match stops after 1 turn.");
        let Turn::Over(outcome) = position.turn() else { panic!("the match goes on") };
        assert!(outcome.winners.is_empty());
        assert_eq!(Seat::all(3).map(|seat| outcome.scores[seat]).collect::<Vec<_>>(), [2, 1, 0]);
    }

    /// Global Warming with a penguin on each of the twelve floes, and the bear at the pole.
    const CROWD: &str = "Suns a1 a2 a3 | Moons b1 b2 b3 | Crowns c1 c2 c3 | Arms d1 d2 d3";

    #[test]
    fn with_a_penguin_on_every_floe_a_bear_roll_lapses() {
        let mut position = port("global_warming", CROWD);
        take(&mut position, &["1 roll"]);
        let told = attempt(&mut position, "* B3");
        assert_eq!(told, "Suns roll Bear 3. Suns have no legal move: 3 moves lapse. Moons' turn.");
    }

    #[test]
    fn a_lapsed_turn_counts_towards_the_limit() {
        let mut position = lay::<Piecepack>(r#"{"global_warming":true,"turn_limit":1}"#, CROWD);
        take(&mut position, &["1 roll", "* B3"]);
        assert_eq!(said(&position, "Over"), "Over after 1 turn: nobody won.");
    }

    #[test]
    fn a_penguin_roll_never_lapses_in_such_a_crowd() {
        let mut position = port("global_warming", CROWD);
        take(&mut position, &["1 roll", "* P2"]);
        assert_eq!(legal(&position).iter().filter(|word| word.starts_with("slide")).count(), 12);
    }
}

mod homesick {
    use super::*;

    #[test]
    fn a_penguin_turns_round_at_the_north_pole_and_does_not_count_yet() {
        let mut position = port("homesick_penguins", "Suns a4 | pushed a4 | Suns rolled P2");
        let told = attempt(&mut position, "1 hop a4 north");
        assert_eq!(told, "Suns hop from a4 to the North Pole, and now heads home.");
        assert_eq!(position.home_count(Seat::default()), 0);
        assert_eq!(attempt(&mut position, "1 hop north a4"), "4.2 Suns has no outbound penguin at the North Pole.");
        assert_eq!(attempt(&mut position, "1 hop north a4 home"), "Suns hop from the North Pole to a4. Moons' turn.");
    }

    #[test]
    fn an_outbound_penguin_does_not_enter_the_south_pole() {
        check_port(
            "homesick_penguins",
            "Suns a1 | Suns rolled P2",
            "1 hop a1 start",
            "4.5 In the piecepack port a penguin does not go back to the South Pole.",
        );
    }

    #[test]
    fn a_homebound_penguin_does_not_enter_the_north_pole_but_may_step_northwards() {
        let position = "Suns b3 homebound | pushed b3 | Suns rolled P2";
        check_port("homesick_penguins", position, "1 hop b3 b4 home", "Suns hop from b3 to b4.");
        check_port(
            "homesick_penguins",
            "Suns b4 homebound | pushed b4 | Suns rolled P2",
            "1 hop b4 north home",
            "9.5 A homebound penguin does not enter the North Pole again.",
        );
    }

    #[test]
    fn outbound_and_homebound_on_one_floe_are_two_choices() {
        let words = legal(&port("homesick_penguins", "Suns a2 a2 homebound | Suns rolled P2"));
        let hops: Vec<&String> = words.iter().filter(|word| word.starts_with("hop a2")).collect();
        assert_eq!(hops, ["hop a2 b2", "hop a2 b2 home"]);
    }

    #[test]
    fn both_directions_count_towards_the_three_of_a_floe() {
        check_port(
            "homesick_penguins",
            "Suns a2 a2 homebound | Moons a2 homebound b2 | Moons rolled P2",
            "2 hop b2 a2",
            "4.4 a2 carries 3 penguins already.",
        );
    }

    #[test]
    fn a_homebound_penguin_that_the_bear_meets_begins_anew() {
        let mut position = port("homesick_penguins", "Suns a2 homebound | bear b2 | Suns rolled B3");
        take(&mut position, &["1 bear a2"]);
        assert_eq!(said(&position, "Suns"), "Suns has 0 home, 3 at the South Pole.");
    }

    #[test]
    fn a_homebound_penguin_that_walks_to_the_bear_begins_anew() {
        let mut position = port("homesick_penguins", "Suns a2 homebound | bear b2 | Suns rolled P2");
        let told = attempt(&mut position, "1 hop a2 b2 home");
        assert_eq!(told, "Suns hop from a2 to b2. The bear is on b2: Suns swim back to the South Pole.");
        assert_eq!(said(&position, "Suns"), "Suns has 0 home, 3 at the South Pole.");
    }

    #[test]
    fn the_north_pole_is_safe_while_the_bear_stands_there() {
        let mut position = port("homesick_penguins", "Suns north homebound | pushed b4 | Suns rolled B3");
        take(&mut position, &["1 bear b4"]);
        assert_eq!(said(&position, "Suns"), "Suns has 0 home, 2 at the South Pole, 1 homebound at the North Pole.");
    }

    #[test]
    fn the_third_penguin_back_at_the_south_pole_wins() {
        let position = "Suns start homebound start homebound a1 homebound | Suns rolled P4";
        check_port(
            "homesick_penguins",
            position,
            "1 hop a1 start home",
            "Suns hop from a1 to the South Pole. Suns win: all three penguins are home.",
        );
    }

    #[test]
    fn three_penguins_at_the_north_pole_do_not_win() {
        let mut position =
            port("homesick_penguins", "Suns north homebound north homebound a4 | pushed a4 | Suns rolled P2");
        take(&mut position, &["1 hop a4 north"]);
        assert_eq!(position.left, 1);
    }
}

mod mega {
    use super::*;

    #[test]
    fn the_first_bear_begins_on_the_equator() {
        assert_eq!(said(&port("mega_ice_age", ""), "Bear 1"), "Bear 1 is on b5.");
        assert_eq!(said(&port("mega_ice_age global_warming", ""), "Bear 1"), "Bear 1 is on b4.");
        assert_eq!(said(&port("mega_ice_age", ""), "Bear 2"), "Bear 2 is on the North Pole.");
    }

    #[test]
    fn a_penguin_that_steps_to_the_bear_on_the_equator_is_sent_back() {
        check_port(
            "mega_ice_age",
            "Suns a5 | Suns rolled P2 then P2",
            "1 hop a5 b5",
            "Suns hop from a5 to b5. A bear is on b5: Suns swim back to the South Pole.",
        );
    }

    #[test]
    fn the_equator_is_not_safe_and_holds_three() {
        check_port(
            "mega_ice_age",
            "Suns a5 | Moons rolled B3 then B3",
            "2 bear1 a5",
            "Moons move bear 1 from b5 to a5. The bear sends a penguin of Suns back to the South Pole.",
        );
        check_port(
            "mega_ice_age",
            "Suns a5 a5 a5 | Moons a6 | Moons rolled P2 then P2",
            "2 hop a6 a5",
            "4.4 a5 carries 3 penguins already.",
        );
    }

    #[test]
    fn the_equator_touches_the_rows_beside_it_and_itself() {
        let hops = |position: &str| {
            let words = legal(&port("mega_ice_age", position));
            words.into_iter().filter(|word| word.starts_with("hop d")).collect::<Vec<_>>()
        };
        assert_eq!(hops("Suns d5 | Suns rolled P2 then P2"), ["hop d5 c5", "hop d5 d6"]);
        assert_eq!(hops("Suns d5 | pushed d4 | Suns rolled P2 then P2"), ["hop d5 c5", "hop d5 d4", "hop d5 d6"]);
        assert_eq!(hops("Suns d6 | Suns rolled P2 then P2"), ["hop d6 c6", "hop d6 d5", "hop d6 d7"]);
    }

    #[test]
    fn two_bears_share_a_floe_and_ride_together() {
        let mut position = port("mega_ice_age", "bears b7 c7 | Suns rolled B3 then P2");
        take(&mut position, &["1 bear1 c7", "1 slide c7 n", "1 bear2 c8"]);
        assert_eq!(said(&position, "Bear 1"), "Bear 1 is on c7.");
        assert_eq!(said(&position, "Bear 2"), "Bear 2 is on c8.");
        let mut both = port("mega_ice_age", "bears c7 c7 | Suns rolled B3 then P2");
        take(&mut both, &["1 slide c7 n"]);
        assert_eq!(
            (said(&both, "Bear 1"), said(&both, "Bear 2")),
            ("Bear 1 is on c7.".into(), "Bear 2 is on c7.".into())
        );
    }

    #[test]
    fn a_floe_under_either_bear_stays_on_a_penguin_roll() {
        for bears in ["bears c7 d9", "bears d9 c7", "bears c7 c7"] {
            check_port(
                "mega_ice_age",
                &format!("{bears} | Suns rolled P2 then P2"),
                "1 slide c7 n",
                "5.4 A bear is on c7: on a penguin roll its floe does not slide.",
            );
        }
    }

    #[test]
    fn neither_bear_enters_a_shore() {
        let clause = "6.3 A bear never enters a shore.";
        let position = "bears a1 d10 | pushed d10 | Suns rolled B3 then B3";
        check_port("mega_ice_age", position, "1 bear1 start", clause);
        check_port("mega_ice_age", position, "1 bear2 north", clause);
    }

    #[test]
    fn different_penguin_labels_are_a_choice_and_equal_ones_are_not() {
        let mut position = port("mega_ice_age", "");
        take(&mut position, &["1 roll", "* P3", "* P4"]);
        assert_eq!(legal(&position), ["die P3", "die P4"]);
        assert_eq!(
            attempt(&mut position, "1 die B3"),
            "9.12 When two dice show different labels, the seat first says which one it uses up first."
        );
        let mut position = port("mega_ice_age", "");
        take(&mut position, &["1 roll", "* P3", "* P3"]);
        assert_eq!((position.rolled(), position.waiting_die()), (Some(("P3".parse().unwrap(), 3)), "P3".parse().ok()));
    }

    #[test]
    fn a_die_that_rolls_again_does_so_before_the_second_die() {
        let mut position = port("mega_ice_age polar_bear_alert", "");
        take(&mut position, &["1 roll", "* again", "* B4", "* again", "* P4"]);
        assert_eq!(legal(&position), ["die B4", "die P4"]);
    }

    #[test]
    fn a_turn_with_two_dice_is_one_turn() {
        let mut position = lay::<Piecepack>(r#"{"mega_ice_age":true,"turn_limit":2}"#, "Suns rolled P2 with 1 left");
        position.spare = "P2".parse().ok();
        take(&mut position, &["1 slide a1 n", "1 slide a2 n"]);
        assert_eq!(position.turns(), 0);
        take(&mut position, &["1 slide a3 n"]);
        assert_eq!(position.turns(), 1);
    }

    #[test]
    fn a_win_on_the_first_die_ends_the_match() {
        let mut position = port("mega_ice_age", "Suns north north d10 | pushed d10 | Suns rolled P2 then B3");
        let told = attempt(&mut position, "1 hop d10 north");
        assert_eq!(told, "Suns hop from d10 to the North Pole. Suns win: all three penguins are home.");
        assert_eq!(position.waiting_die(), None);
    }

    #[test]
    fn a_die_without_a_move_lapses_alone() {
        // Both bears at the pole: play cannot lead there, but the rule says what would happen.
        let mut floes = Vec::new();
        for lane in ["a", "b", "c", "d"] {
            floes.extend([format!("{lane}2={lane}2"), format!("{lane}3={lane}3")]);
            floes.extend([format!("{lane}7={lane}10"), format!("{lane}8={lane}11")]);
        }
        let floes = floes.join(" ");
        let mut position = port(
            "mega_ice_age global_warming pack_ice",
            &format!(
                "Suns a3 b3 c3 | Moons d3 a8 b8 | Crowns c8 d8 | bears north north | adrift {floes} | Suns rolled B3 and P2"
            ),
        );
        let told = attempt(&mut position, "1 die B3");
        assert_eq!(told, "Suns use Bear 3 first. Suns have no legal move: 3 moves lapse.");
        assert_eq!(said(&position, "Turn"), "Turn 1: Suns has 2 moves of Penguin 2 left.");
    }
}

mod drifting {
    use super::*;

    #[test]
    fn drifting_variants_begin_like_the_others() {
        let lanes = |variants: &str| {
            (0..4)
                .map(|lane| said(&port(variants, ""), ["Lane a", "Lane b", "Lane c", "Lane d"][lane]))
                .collect::<Vec<_>>()
        };
        assert_eq!(lanes("pack_ice"), lanes(""));
        assert_eq!(lanes("deep_freeze"), lanes(""));
    }

    #[test]
    fn deep_freeze_contains_pack_ice() {
        assert_eq!(port("deep_freeze pack_ice", ""), port("deep_freeze", ""));
    }

    #[test]
    fn a_floe_goes_one_cell_and_does_not_push() {
        let mut position = port("pack_ice", "adrift a2=a4 | Suns rolled P4");
        take(&mut position, &["1 slide a1 n"]);
        assert_eq!(said(&position, "Lane a"), "Lane a: a1 at 2, a2 at 4, a3 at 5, a4 at 7.");
        assert_eq!(attempt(&mut position, "1 slide a2 n"), "9.16 a2 has no free water to the north.");
    }

    #[test]
    fn shores_and_sides_stop_a_floe() {
        let position = "adrift a4=a8 | Suns rolled P4";
        check_port("deep_freeze", position, "1 slide a4 n", "9.16 a4 has no free water to the north.");
        check_port("deep_freeze", position, "1 slide a1 s", "9.16 a1 has no free water to the south.");
        check_port("deep_freeze", position, "1 slide a4 w", "9.16 a4 has no free water to the west.");
        check_port("deep_freeze", position, "1 slide d1 e", "9.16 d1 has no free water to the east.");
        check_port("deep_freeze", position, "1 slide a4 e", "Suns slide a4 east.");
    }

    #[test]
    fn the_equator_stops_a_floe_from_both_sides() {
        let position = "adrift a4=a8 | Suns rolled P4 then P4";
        check_port("mega_ice_age pack_ice", position, "1 slide a4 n", "9.16 a4 has no free water to the north.");
        check_port("mega_ice_age pack_ice", position, "1 slide a7 s", "9.16 a7 has no free water to the south.");
        check_port(
            "mega_ice_age deep_freeze",
            position,
            "1 slide a5 e",
            "5.1 Only floes slide; the shores and the Equator never move.",
        );
    }

    #[test]
    fn a_floe_beside_the_north_pole_touches_it_whatever_its_number() {
        check_port(
            "deep_freeze",
            "Suns c2 | adrift d4=d8 c2=d7 | Suns rolled P2",
            "1 hop c2 d4",
            "Suns hop from c2 to d4.",
        );
        check_port(
            "deep_freeze",
            "Suns c2 | adrift d4=d6 c2=d8 | Suns rolled P2",
            "1 hop c2 north",
            "Suns hop from c2 to the North Pole.",
        );
    }

    #[test]
    fn penguins_and_the_bear_ride_sideways() {
        let mut position = port("deep_freeze", "Suns a1 | adrift a1=a2 | Suns rolled P2");
        take(&mut position, &["1 slide a1 e"]);
        assert_eq!(attempt(&mut position, "1 hop a1 b1"), "Suns hop from a1 to b1. Moons' turn.");
        let mut position = port("deep_freeze", "bear a1 | adrift a1=a2 | Suns rolled B3");
        take(&mut position, &["1 slide a1 e"]);
        assert_eq!(attempt(&mut position, "1 bear b2"), "Suns move the bear from a1 to b2.");
    }

    /// All ice lies against the South Pole, and a penguin stands on the outermost floe of each lane.
    fn wall(variants: &str) -> PiecepackGame {
        let floes: Vec<String> = ["a", "b", "c", "d"]
            .iter()
            .flat_map(|lane| (2..=4).map(move |row| format!("{lane}{row}={lane}{row}")))
            .collect();
        port(variants, &format!("Suns a4 b4 | Moons c4 d4 | adrift {}", floes.join(" ")))
    }

    #[test]
    fn leading_penguins_wall_the_bear_in() {
        for variants in ["pack_ice", "deep_freeze", "pack_ice polar_bear_alert"] {
            let mut position = wall(variants);
            take(&mut position, &["1 roll"]);
            let told = attempt(&mut position, "* B3");
            let lapsed = "Suns roll Bear 3. Suns have no legal move: 3 moves lapse. Moons' turn.";
            assert_eq!(told, lapsed, "{variants}");
        }
    }

    #[test]
    fn the_wall_is_opened_by_a_penguin_roll() {
        let mut position = wall("pack_ice");
        take(&mut position, &["1 roll", "* P2", "1 slide a4 n", "1 slide a3 n", "2 roll", "* B3"]);
        assert_eq!(legal(&position), ["slide a2 n", "slide a3 s"]);
    }
}

mod foreseen {
    use super::*;

    fn told<E: Edition>(position: &Floes<E>) -> Vec<String> {
        position.foresee().into_iter().map(|foreseen| foreseen.text).collect()
    }

    #[test]
    fn the_penguins_in_a_bear_s_reach_are_told_the_nearest_first() {
        let near = polar_dare("Red c3 c3 | Blue b4 d3 | bear c4 | pushed c3 d3");
        assert_eq!(
            told(&near),
            [
                "The bear is on c4. As the ice lies it can walk to Red on c3 in 1 step, Blue on b4 in 1 step and Blue on \
              d3 in 2 steps."
            ]
        );
        assert_eq!(told(&polar_dare("bear a4")), ["The bear is on a4 and cannot walk to any penguin as the ice lies."]);
    }

    #[test]
    fn who_is_sent_back_is_said_before() {
        let warned = |position: &PolarDareGame, words: &str| {
            position
                .warning(position.seat, words.parse().expect("an action"))
                .map(|warning| (warning.text, warning.is_slip))
        };
        let hop = polar_dare("Red c3 | bear c4 | pushed c3 | Red rolled P3");
        assert_eq!(warned(&hop, "hop c3 c4"), Some(("meets the bear and swims back to START".to_owned(), true)));
        assert_eq!(warned(&hop, "slide a1 n"), None);
        let bear = polar_dare("Red c3 | Blue c3 c3 | bear c4 | pushed c3 | Blue rolled B3");
        assert_eq!(warned(&bear, "bear c3"), Some(("sends Red and Blue back to START".to_owned(), false)));
        assert_eq!(bear.sent_back("bear c3".parse().expect("an action")).len(), 3);
        assert_eq!(bear.held_floes().map(|floe| floe.to_string()).collect::<Vec<_>>(), ["c3"]);
        assert_eq!(hop.held_floes().map(|floe| floe.to_string()).collect::<Vec<_>>(), ["c4"]);
    }

    #[test]
    fn a_plan_is_told_as_ways() {
        let plan: Vec<Action> = ["hop start a1", "hop a1 a2", "slide d4 n", "bear d4", "bear c4"]
            .map(|words| words.parse().expect("an action"))
            .to_vec();
        let outline = PolarDareGame::outlined(&plan).join(", ");
        assert_eq!(outline, "hop START to a1 to a2, slide d4 north, bear to d4 to c4");
        let hit = polar_dare("Red c3 | Blue c3 c3 | bear c4 | pushed c3 | Blue rolled B3");
        let bear = ["bear c3".parse().expect("an action")];
        assert_eq!(hit.brings(hit.seat, &bear).as_deref(), Some("It sends Red back to START."));
        assert_eq!(hit.forced(hit.seat), None);
    }

    #[test]
    fn progress_counts_the_way_back_where_there_is_one() {
        let out = polar_dare("Red a1 north");
        assert_eq!((out.progress(Seat::default()), out.journey()), ([0, 1, 9], 9));
        let mut rows = Vec::new();
        out.gauges(&mut |gauge| rows.push((gauge.value, gauge.most)));
        assert_eq!(rows, [(10, Some(27)), (0, Some(27))]);
        let back = port("homesick_penguins", "Suns a1 a1 homebound start homebound");
        assert_eq!((back.progress(Seat::default()), back.journey()), ([1, 17, 18], 18));
    }

    #[test]
    fn the_reference_card_has_the_odds_of_the_die() {
        let odds = |cards: Vec<polynya_engine::ReferenceCard>| -> Vec<String> {
            cards[0].lines.iter().map(|line| format!("{} {}", line.sign, line.chance)).collect()
        };
        assert_eq!(
            odds(PolarDareGame::reference(&Default::default())),
            ["B3 1 in 6", "P2 1 in 6", "P3 1 in 3", "P4 1 in 3"]
        );
        let alert = serde_json::from_str(r#"{"polar_bear_alert":true}"#).expect("options");
        let with_alert = ["B3 1 in 6", "B4 1 in 12", "P2 1 in 6", "P3 1 in 3", "P4 1 in 4"];
        assert_eq!(odds(PiecepackGame::reference(&alert)), with_alert);
    }
}

mod open_pole {
    use super::*;

    const OPEN: &str = r#"{"pole_is_final":false}"#;

    fn check(position: &str, step: &str, expected: &str) {
        let told = attempt(&mut lay::<PolarDare>(OPEN, position), step);
        assert!(told.starts_with(expected), "{position}: {step}: {told}");
    }

    #[test]
    fn leaving_is_an_ordinary_hop() {
        check(
            "Red north | pushed a4 | bear b2 | Red rolled P3",
            "1 hop north a4",
            "Red hops from the North Pole to a4.",
        );
        check("Red north | bear b2 | Red rolled P3", "1 hop north a4", "2.6");
        check("Red north | Blue a4 a4 a4 | pushed a4 | bear b2 | Red rolled P3", "1 hop north a4", "4.4");
        check("Red north | pushed a4 | bear b2 | Red rolled B3", "1 hop north a4", "4.1");
        check("Blue north | pushed a4 | bear b2 | Red rolled P3", "1 hop north a4", "4.2");
    }

    #[test]
    fn the_bear_sends_back_who_leaves_onto_its_floe() {
        let mut position = lay::<PolarDare>(OPEN, "Red north | pushed a4 | bear a4 | Red rolled P3");
        let told = attempt(&mut position, "1 hop north a4");
        assert!(told.contains("swims back to START"), "{told}");
        assert!(position.describe().contains("Red has 0 home, 3 at START."), "{}", position.describe());
    }

    #[test]
    fn all_three_must_be_there_at_once() {
        let mut position = lay::<PolarDare>(OPEN, "Red north north a4 | pushed a4 | bear b2 | Red rolled P4");
        attempt(&mut position, "1 hop north a4");
        attempt(&mut position, "1 hop a4 north");
        assert!(position.ending().is_none() && position.home_count(Seat::default()) == 2);
        attempt(&mut position, "1 hop a4 north");
        assert!(position.ending().is_some(), "{}", position.describe());
    }

    #[test]
    fn start_is_open_to_it_in_polar_dare_and_closed_in_the_port() {
        let small = r#"{"pole_is_final":false,"pack_ice":true}"#;
        let mut position = lay::<Piecepack>(small, "Suns north | adrift a4=a8 | bear b2 | Suns rolled P3");
        attempt(&mut position, "1 hop north a4");
        assert!(attempt(&mut position, "1 hop a4 start").starts_with("4.5"));
        check("Red a1 | bear b2 | Red rolled P3", "1 hop a1 start", "Red hops from a1 to START.");
    }

    #[test]
    fn homebound_penguins_come_and_go_and_stay_homebound() {
        let options = r#"{"pole_is_final":false,"homesick_penguins":true}"#;
        let text = "Suns a4 homebound | adrift a4=a8 | bear b2 | Suns rolled P4";
        let mut position = lay::<Piecepack>(options, text);
        for step in ["1 hop a4 north home", "1 hop north a4 home", "1 hop a4 north home"] {
            let told = attempt(&mut position, step);
            assert!(told.starts_with("Suns hop from"), "{told}");
            assert!(!told.contains("heads home"), "{told}");
        }
        assert!(attempt(&mut position, "1 hop north a4").starts_with("4.2"));
        assert_eq!(position.home_count(Seat::default()), 0);
        let mut house = lay::<Piecepack>(r#"{"homesick_penguins":true}"#, text);
        assert!(attempt(&mut house, "1 hop a4 north home").starts_with("9.5"));
    }
}
