//! Facts that the examples of `rules.md` do not show: a position, a step and a sentence each.
//!
//! A position is the sheet of seat 1 in the last round, written in parts: `melted bz gz | bears az | penguins 2 6 |
//! orcas j | eaten 1 | d8 4`. The middle is always melted. `d8 4` has rolled the glacier die; `rolled 4 5` and
//! `left rolled 6 1` have rolled the polar dice of seat 1 and its left neighbour (else ones), with `took 2` the second
//! die of that neighbour is taken. `seats 3` makes the table larger.

use polynya_engine::{Audit, Clause, Describe, Game, Line, Numbered, Record, Seat, Seed, Step, StepOf, Table, Turn};

use super::action::{Action, Chance, Cliff, Cliffs, Face, Glacier, Glaciers, Loan, Number, Pool, Pools, Side};
use super::board::{Colony, ROUNDS};
use super::map::Map;
use super::{Options, Phase, PolarRoller, Sheet};

const ONE: usize = 0;

fn first() -> Seat {
    Seat::default()
}

/// Takes a step and compares the refusal or what the log says.
#[track_caller]
fn check(position: &str, step: &str, expected: &str) {
    assert_eq!(tried(&mut lay(position), step), expected, "{position}: {step}");
}

/// The same after some allowed steps.
#[track_caller]
fn check_after(position: &str, steps: &[&str], step: &str, expected: &str) {
    let mut position = lay(position);
    take(&mut position, steps);
    assert_eq!(tried(&mut position, step), expected, "{step}");
}

fn parse<T: std::str::FromStr>(word: &str) -> T {
    word.parse().unwrap_or_else(|_| panic!("`{word}` is not what it should be"))
}

fn dice(words: &[&str]) -> [Number; 2] {
    [parse(words[0]), parse(words[1])]
}

/// Lays out a position in the last round.
fn lay(text: &str) -> PolarRoller {
    let parts: Vec<Vec<&str>> = text.split('|').map(|part| part.split_whitespace().collect()).collect();
    let part = |name: &str| parts.iter().find(|part| part.first() == Some(&name)).map_or(&[][..], |part| &part[1..]);
    let seats = part("seats").first().map_or(2, |word| parse(word));
    let mut position = PolarRoller::start(&Options::default(), seats).expect("the match starts");
    position.rounds = ROUNDS - 1;
    for sheet in &mut position.sheets[..usize::from(seats)] {
        sheet.lost = 3 * (ROUNDS - 1);
    }
    let sheet = &mut position.sheets[ONE];
    sheet.melted = part("melted").iter().map(|word| parse::<Glacier>(word)).fold(sheet.melted, Glaciers::with);
    sheet.open = Pool::touching(sheet.melted);
    sheet.bears = part("bears").iter().map(|word| parse::<Glacier>(word)).collect();
    sheet.orcas = part("orcas").iter().map(|word| parse::<Pool>(word)).collect();
    sheet.penguins = part("penguins").iter().map(|word| parse::<Cliff>(word)).collect();
    sheet.reached = sheet.map.reached_from(sheet.penguins);
    sheet.fish_eaten = part("eaten").first().map_or(0, |word| parse(word));
    sheet.lost -= (sheet.bears.len() + sheet.orcas.len() + sheet.penguins.len()) as u8;
    if let [face] = *part("d8") {
        position.settle(parse(&format!("d8 {face}")), &mut |_| {});
    }
    if let own @ [_, _] = part("rolled") {
        let left = parts.iter().find(|part| part.starts_with(&["left", "rolled"])).map_or(&["1", "1"][..], |p| &p[2..]);
        position.face = Face::new(1);
        position.phase = Phase::PolarDice(first());
        for seat in Seat::all(seats) {
            let rolled = match seat.index() {
                0 => dice(own),
                1 => dice(left),
                _ => dice(&["1", "1"]),
            };
            position.settle(Chance::Polar(seat, rolled[0], rolled[1]), &mut |_| {});
        }
    }
    if let [die] = *part("took") {
        take(&mut position, &[&format!("1 take left {die}")]);
    }
    sound(&position, text);
    position
}

/// Everything holds, except that tests may melt more than twelve rounds do.
fn sound(position: &PolarRoller, context: &str) {
    match position.audit() {
        Err(what) if !what.ends_with("too much has melted") => panic!("{context}: {what}"),
        _ => {}
    }
}

/// Takes a step if the rules allow it; returns the refusal, or what the log says.
fn tried(position: &mut PolarRoller, step: &str) -> String {
    let mut events = Vec::new();
    match step.parse::<StepOf<PolarRoller>>().unwrap_or_else(|bad| panic!("{step}: {bad}")) {
        Step::Play(seat, action) => {
            if let Err(rule) = position.check(seat, action) {
                return format!("{} {}", rule.number(), position.why(seat, action, &rule));
            }
            position.play(seat, action, &mut |event| events.push(event));
        }
        Step::Chance(chance) => position.settle(chance, &mut |event| events.push(event)),
    }
    sound(position, step);
    let told: Vec<String> = events.iter().map(|event| position.tell(event)).collect();
    told.join(" ")
}

/// Takes allowed steps.
fn take(position: &mut PolarRoller, steps: &[&str]) {
    for step in steps {
        let said = tried(position, step);
        assert!(!said.starts_with(|first: char| first.is_ascii_digit()), "{step}: {said}");
    }
}

/// What a seat may do, in words.
fn legal(position: &PolarRoller, seat: Seat) -> Vec<String> {
    let mut actions = Vec::new();
    position.legal(seat, &mut actions);
    let mut words: Vec<String> = actions.iter().map(ToString::to_string).collect();
    words.sort_unstable();
    words
}

/// The legal actions of seat 1 that begin with this word.
fn legal_with(position: &PolarRoller, verb: &str) -> String {
    let of_verb = |words: &String| words.split(' ').next() == Some(verb);
    let rest: Vec<String> = legal(position, first()).into_iter().filter(of_verb).collect();
    rest.iter().map(|words| words[verb.len()..].trim()).collect::<Vec<_>>().join(", ")
}

/// Does the position's description have this line?
#[track_caller]
fn says(position: &PolarRoller, line: &str) {
    let said = position.describe();
    assert!(said.lines().any(|each| each == line), "`{line}` is not in:\n{said}");
}

/// Every glacier but the central ones and these.
fn all_but(kept: &str) -> String {
    let kept: Vec<&str> = kept.split_whitespace().collect();
    let rest = Map::PROPOSED.glaciers().iter().map(|glacier| glacier.to_string());
    rest.filter(|name| !name.starts_with('j') && !kept.contains(&name.as_str())).collect::<Vec<_>>().join(" ")
}

mod position {
    use super::*;

    #[test]
    fn a_sheet_takes_64_bytes_at_most() {
        assert!(size_of::<Sheet>() <= 64, "{}", size_of::<Sheet>());
        assert!(size_of::<Action>() <= 4, "{}", size_of::<Action>());
    }

    #[test]
    fn the_numbering_holds_222_actions() {
        assert_eq!(PolarRoller::ACTIONS, 222);
        for (words, index) in
            [("melt az", 0), ("take left 1", 57), ("take right 2", 60), ("eat 3 2", 192), ("done", 221)]
        {
            assert_eq!(PolarRoller::index(parse(words)), Some(index), "{words}");
        }
    }

    #[test]
    fn words_that_no_step_could_be_are_refused_with_a_reason() {
        for (words, expected) in [
            ("melt", "`melt` expects a glacier after it"),
            ("melt aq", "unknown glacier `aq`; expected a field and a shape, such as `bt`, `jd` or `az`"),
            ("melt bt bd", "unknown word `bd`; expected nothing after `melt bt`"),
            ("penguin 43", "unknown cliff `43`; expected a number from 1 to 42"),
            ("penguin 07", "unknown cliff `07`; expected a number from 1 to 42"),
            ("orca t", "unknown pool `t`; expected a letter from `a` to `s`"),
            ("take up 1", "unknown neighbour `up`; expected `left` or `right`"),
            ("take left 3", "unknown die `3`; expected `1` or `2`"),
            ("cross 7", "unknown number `7`; expected a number from 1 to 6"),
            ("eat 5", "`eat` expects a number after it"),
            ("done now", "unknown word `now`; expected nothing after `done`"),
            ("", "unknown word ``; expected `melt`, `take`, `penguin`, `orca`, `bear`, `eat`, `cross` or `done`"),
        ] {
            assert_eq!(words.parse::<Action>().expect_err(words).0, expected);
        }
        for words in ["d8 0", "d8 9", "dice 1 1", "dice 13 1 1", "dice 1 0 1", "dice 1 1 7", "d8 1 ", "D8 1", "bé"] {
            assert!(words.parse::<Chance>().is_err(), "{words}");
        }
    }

    #[test]
    fn unknown_options_are_refused() {
        assert!(serde_json::from_str::<Options>("{}").is_ok());
        assert!(serde_json::from_str::<Options>(r#"{"turn_limit":3}"#).is_err());
    }

    #[test]
    fn everything_on_the_sheets_is_described() {
        let position = lay("melted bz gz | bears az | penguins 2 6 7 | orcas g j | eaten 1 | rolled 4 5 | took 2");
        says(&position, "Seat 1 melted: bz, gz, jt, jd, jz.");
        says(&position, "Seat 1 bears: az.");
        says(&position, "Seat 1 penguins: 2, 6, 7.");
        says(&position, "Seat 1 orcas: g, j.");
        says(&position, "Seat 1 fish: 1 caught, 1 eaten, 0 left; numbers lost: 27.");
        says(&position, "Seat 1 rolled 4 and 5; took the second die of Seat 2, a 1; unused: own 4, 5, borrowed 1.");
        says(&position, "Seat 1 is to draw.");
        says(&position, "Seat 2 is to take a die of a neighbour.");
        says(&position, "Seat 2 rolled 1 and 1; no die taken.");
        says(
            &position,
            "Round 12 of 12, drawing: the glacier die of Seat 2 shows 1, two triangles; waiting for Seat 1 and Seat 2 to \
             draw.",
        );
    }

    #[test]
    fn scores_are_explained_line_by_line() {
        let position = lay("melted ez bz gz id | bears dd az rz | penguins 2 6 7 3 4 | orcas e j g | eaten 1");
        assert_eq!(
            position.sheet(first()).breakdown(),
            [
                "Penguins: 5 points (5 at 1).",
                "Colonies: 5 points (5 for north-west and north-east).",
                "Orcas: 3 points (3 at 1).",
                "Pods: 4 points (e+j around 5 glaciers).",
                "Bears: 6 points (3 at 2).",
                "Hunting grounds: 4 points (0 for the bears on az and rz, who share 35 glaciers; 4 for the bear on dd \
                 with 4 glaciers).",
                "Fish: 0 points (1 caught, 1 eaten).",
                "Total: 27 points.",
            ]
        );
    }
}

mod melting {
    use super::*;

    // Ruling 1.
    #[test]
    fn glaciers_that_meet_at_a_corner_are_not_adjacent() {
        // `gt` and `dd` meet at cliff 9.
        check_after(
            "d8 4",
            &["1 melt gt"],
            "1 melt dd",
            "4.7 Glacier dd does not share a side with gt, which melted first.",
        );
    }

    // Ruling 2.
    #[test]
    fn a_pair_need_not_touch_what_melted_before() {
        check_after("d8 6", &["1 melt rd"], "1 melt rz", "Seat 1 melts rz.");
    }

    // Settled 1.
    #[test]
    fn either_shape_of_a_pair_comes_first() {
        let position = lay("d8 6");
        let first = legal_with(&position, "melt");
        assert!(first.contains("bd") && first.contains("bz") && !first.contains('t'), "{first}");
        let mut position = lay("d8 6");
        take(&mut position, &["1 melt bz"]);
        assert_eq!(legal_with(&position, "melt"), "bd");
        let mut position = lay("d8 6");
        take(&mut position, &["1 melt bd"]);
        assert_eq!(legal_with(&position, "melt"), "bz");
    }

    // Settled 1.
    #[test]
    fn the_first_of_a_pair_has_a_partner_that_can_melt() {
        check("d8 6", "1 melt az", "4.6 No diamond beside az can melt after it.");
        check("bears bz | d8 6", "1 melt bd", "4.6 No trapezoid beside bd can melt after it.");
        check("melted bz | d8 6", "1 melt bd", "4.6 No trapezoid beside bd can melt after it.");
        check("d8 6", "1 melt bd", "Seat 1 melts bd.");
    }

    #[test]
    fn two_adjacent_trapezoids_are_no_pair_for_a_mixed_face() {
        // `az` touches `bz` and `cz`, but both are trapezoids.
        check_after(
            "d8 6",
            &["1 melt bz"],
            "1 melt az",
            "4.4 Glacier az is a trapezoid; Seat 1 has a diamond beside bz to melt.",
        );
    }

    // Ruling 3.
    #[test]
    fn two_of_one_shape_melt_anywhere() {
        check_after("d8 1", &["1 melt bt"], "1 melt st", "Seat 1 melts st.");
        check_after("d8 3", &["1 melt az"], "1 melt cz", "Seat 1 melts cz.");
    }

    // Ruling 4.
    #[test]
    fn without_an_adjacent_pair_one_of_each_melts_anywhere() {
        let far = format!("melted {}", all_but("bt rd gt od"));
        let mut position = lay(&far);
        let said = tried(&mut position, "* d8 4");
        assert!(said.contains("Seat 1 has no such pair side by side: one of each shape melts anywhere."), "{said}");
        says(&position, "Seat 1 has a triangle and a diamond to melt anywhere.");
        assert_eq!(legal_with(&position, "melt"), "bt, gt, od, rd");
        take(&mut position, &["1 melt rd"]);
        assert_eq!(legal_with(&position, "melt"), "bt, gt");
        take(&mut position, &["1 melt gt", "1 done"]);
    }

    // Ruling 4, settled 2.
    #[test]
    fn a_pair_under_a_bear_is_no_pair() {
        let position = lay(&format!("melted {} | bears bd | d8 4", all_but("bt bd gt od")));
        assert_eq!(legal_with(&position, "melt"), "bt, gt, od");
        assert!(!position.sheet(first()).melts_a_pair());
    }

    // Settled 2.
    #[test]
    fn what_melts_is_judged_once_for_both() {
        // `bt` and `bd` are the only pair; after the first nothing else will do.
        let mut position = lay(&format!("melted {} | d8 4", all_but("bt bd gt od")));
        assert_eq!(legal_with(&position, "melt"), "bd, bt");
        take(&mut position, &["1 melt bt"]);
        assert_eq!(legal_with(&position, "melt"), "bd");
    }

    // Ruling 4.
    #[test]
    fn a_shape_that_is_used_up_leaves_one_melt() {
        let mut position = lay(&format!("melted {} | bears rd", all_but("bt gt rd az")));
        let said = tried(&mut position, "* d8 4");
        assert!(said.contains("Seat 1 has one glacier to melt; the rest is used up."), "{said}");
        assert_eq!(legal_with(&position, "melt"), "bt, gt");
        take(&mut position, &["1 melt gt", "1 done"]);
    }

    // Ruling 4.
    #[test]
    fn the_last_of_a_shape_melts_alone_on_an_identical_face() {
        let mut position = lay(&format!("melted {} | d8 1", all_but("bt rd")));
        assert_eq!(legal_with(&position, "melt"), "bt");
        take(&mut position, &["1 melt bt", "1 done"]);
    }

    // Ruling 4, settled 3.
    #[test]
    fn a_seat_with_nothing_to_melt_still_says_done() {
        let mut position = lay(&format!("melted {} | bears bt", all_but("bt rd")));
        let said = tried(&mut position, "* d8 1");
        assert!(said.contains("Seat 1 has nothing left that can melt."), "{said}");
        assert_eq!(legal(&position, first()), ["done"]);
        says(&position, "Seat 1 has nothing more to melt.");
        assert!(position.waiting().contains(first()));
    }

    // Ruling 5.
    #[test]
    fn a_glacier_with_a_bear_does_not_melt() {
        check("bears bt | d8 1", "1 melt bt", "4.3 A bear lives on bt, so it does not melt.");
        check("d8 1", "1 melt jt", "4.2 Glacier jt has melted already.");
    }

    // Ruling 6.
    #[test]
    fn melting_is_not_optional() {
        check("d8 1", "1 done", "3.3 Seat 1 has two triangles to melt.");
        check_after("d8 8", &["1 melt et"], "1 done", "3.3 Seat 1 has a trapezoid beside et to melt.");
    }

    // Ruling 7.
    #[test]
    fn melting_changes_no_penguin_and_no_orca() {
        let mut position = lay("penguins 2 6 10 | orcas j | d8 3");
        let before = position.score(first()).total();
        take(&mut position, &["1 melt bz", "1 melt ez", "1 done"]);
        assert_eq!(position.score(first()).total(), before);
    }

    // Ruling 8.
    #[test]
    fn one_roll_serves_all_and_the_glacier_die_goes_round() {
        let mut position = PolarRoller::start(&Options::default(), 3).expect("three can play");
        assert_eq!(position.holder().number(), 1);
        let said = tried(&mut position, "* d8 2");
        assert_eq!(said, "Round 1: Seat 1 rolls the glacier die, a 2: two diamonds melt.");
        for (rounds, holder) in [(1, 2), (2, 3), (3, 1), (11, 3)] {
            position.rounds = rounds;
            assert_eq!(position.holder().number(), holder);
        }
    }
}

mod numbers {
    use super::*;

    // Ruling 9, settled 5.
    #[test]
    fn left_is_the_next_seat_and_right_the_one_before() {
        let position = PolarRoller::start(&Options::default(), 12).expect("twelve can play");
        let number = |seat, side| position.neighbour(Seat::numbered(seat).expect("a seat"), side).number();
        assert_eq!((number(1, Side::Left), number(1, Side::Right)), (2, 12));
        assert_eq!((number(12, Side::Left), number(12, Side::Right)), (1, 11));
    }

    // Ruling 9, settled 5 and 6.
    #[test]
    fn two_seats_choose_between_two_dice_and_more_between_four() {
        assert_eq!(legal(&lay("rolled 4 5"), first()), ["take left 1", "take left 2"]);
        let four = ["take left 1", "take left 2", "take right 1", "take right 2"];
        assert_eq!(legal(&lay("seats 3 | rolled 4 5"), first()), four);
        check("rolled 4 5", "1 take right 1", "5.4 At a table of two, the only neighbour sits on the left.");
    }

    #[test]
    fn with_three_seats_both_others_are_neighbours() {
        check("seats 3 | rolled 4 5", "1 take right 2", "Seat 1 takes the second die of Seat 3, a 1.");
        check("seats 3 | rolled 4 5", "3 take left 2", "Seat 3 takes the second die of Seat 1, a 5.");
    }

    // Ruling 10.
    #[test]
    fn a_die_is_lent_as_it_was_rolled_and_to_any_number_of_neighbours() {
        let mut position = lay("seats 3 | penguins 2 6 7 | rolled 4 5 | took 1");
        take(&mut position, &["1 eat 4 6"]);
        assert_eq!(tried(&mut position, "2 take right 1"), "Seat 2 takes the first die of Seat 1, a 4.");
        assert_eq!(tried(&mut position, "3 take left 1"), "Seat 3 takes the first die of Seat 1, a 4.");
    }

    // Ruling 36.
    #[test]
    fn a_second_die_is_refused() {
        check("rolled 4 5 | took 2", "1 take left 1", "5.3 Seat 1 has taken a die already: left 2.");
    }

    #[test]
    fn nothing_is_drawn_eaten_or_crossed_out_before_a_die_is_taken() {
        let clause = "5.2 Before a seat draws, eats or crosses out, it takes a die of a neighbour.";
        for step in ["1 penguin 1", "1 orca j", "1 bear az", "1 eat 4 1", "1 cross 4"] {
            check("penguins 2 6 7 | orcas j | rolled 4 5", step, clause);
        }
        check("rolled 4 5", "1 done", "3.3 Seat 1 is to take a die of a neighbour.");
    }

    // Ruling 11.
    #[test]
    fn the_order_of_the_animals_is_free() {
        let position = lay("rolled 1 4 | left rolled 6 6 | took 1");
        let legal = legal(&position, first());
        for words in ["penguin 1", "orca j", "bear az"] {
            assert!(legal.iter().any(|each| each == words), "{words}");
        }
    }

    // Settled 4.
    #[test]
    fn the_borrowed_number_is_used_first_then_the_lowest_own_one() {
        let mut position = lay("rolled 3 1 | left rolled 2 2 | took 1");
        assert_eq!(tried(&mut position, "1 penguin 1"), "Seat 1 draws a penguin on cliff 1 for a 2.");
        assert_eq!(tried(&mut position, "1 penguin 2"), "Seat 1 draws a penguin on cliff 2 for a 1.");
        assert_eq!(tried(&mut position, "1 penguin 5"), "Seat 1 draws a penguin on cliff 5 for a 3.");
        assert_eq!(tried(&mut position, "1 done"), "Seat 1 is done.");
        let mut position = lay("rolled 4 1 | left rolled 5 2 | took 1");
        assert_eq!(tried(&mut position, "1 orca j"), "Seat 1 draws an orca in pool j for a 5.");
        says(&position, "Seat 1 rolled 4 and 1; took the first die of Seat 2, a 5; unused: own 1, 4, borrowed none.");
    }

    #[test]
    fn a_number_without_an_animal_of_its_kind_is_refused() {
        let position = "rolled 1 1 | took 1";
        check(position, "1 orca j", "6.2 An orca needs a 4 or 5; Seat 1 has only 1, 1, 1 left.");
        check(position, "1 bear az", "6.2 A bear needs a 6; Seat 1 has only 1, 1, 1 left.");
        check(
            "rolled 4 6 | left rolled 5 5 | took 1",
            "1 penguin 1",
            "6.2 A penguin needs a 1, 2 or 3; Seat 1 has only 5, 4, 6 left.",
        );
        check(position, "1 cross 5", "6.2 Seat 1 has no unused 5 to cross out: it has only 1, 1, 1 left.");
    }
}

mod drawing {
    use super::*;

    // Rulings 15 and 31.
    #[test]
    fn a_place_holds_one_animal() {
        let position = "penguins 1 | orcas j | bears az | rolled 1 4 | left rolled 6 6 | took 1";
        check(position, "1 penguin 1", "6.4 A penguin stands on cliff 1 already.");
        check(position, "1 orca j", "6.4 An orca swims in pool j already.");
        check(position, "1 bear az", "6.4 A bear lives on az already.");
    }

    // Ruling 16.
    #[test]
    fn a_penguin_starts_at_any_colony_at_any_time_or_beside_any_penguin() {
        let position = lay("rolled 1 1 | took 1");
        assert_eq!(legal_with(&position, "penguin"), "1, 2, 35, 39, 4, 41, 42, 8");
        let position = lay("penguins 1 2 6 | rolled 1 1 | took 1");
        assert_eq!(legal_with(&position, "penguin"), "10, 35, 39, 4, 41, 42, 5, 7, 8");
    }

    // Ruling 17.
    #[test]
    fn a_penguin_two_paths_away_is_not_adjacent() {
        let said = "6.6 Cliff 7 touches no colony, and no penguin is one path away from it.";
        check("penguins 2 | rolled 1 1 | took 1", "1 penguin 7", said);
    }

    // Rulings 18 and 19.
    #[test]
    fn paths_join_every_adjacent_penguin_and_the_colony() {
        let mut position = lay("penguins 2 6 4 3 | rolled 1 1 | took 1");
        assert_eq!(position.sheet(first()).networks().count(), 2);
        let said = tried(&mut position, "1 penguin 7");
        let joined = "Seat 1 draws a penguin on cliff 7 for a 1 and catches a fish: the colonies north-west and \
                      north-east are connected.";
        assert_eq!(said, joined);
        assert_eq!(position.sheet(first()).networks().count(), 1);
        let position = lay("penguins 1 2");
        assert_eq!(position.sheet(first()).networks().count(), 1);
    }

    // Rulings 23, 24 and 27.
    #[test]
    fn an_orca_needs_one_melted_glacier_and_no_company() {
        let position = lay("melted sd | rolled 4 4 | took 1");
        assert_eq!(legal_with(&position, "orca"), "j, s");
        check("rolled 4 4 | took 1", "1 orca s", "6.8 No glacier around pool s has melted.");
    }

    #[test]
    fn a_bear_needs_frozen_ice() {
        check("melted az | rolled 6 6 | took 1", "1 bear az", "6.9 Glacier az has melted.");
    }

    // Ruling 30.
    #[test]
    fn several_bears_may_share_a_ground_during_play() {
        check("bears bt | rolled 6 6 | took 1", "1 bear bd", "Seat 1 draws a bear on bd for a 6.");
    }

    // Ruling 14.
    #[test]
    fn an_animal_with_a_place_must_be_drawn() {
        let position = "penguins 2 6 7 | rolled 4 4 | took 1";
        check(position, "1 cross 4", "6.10 There is still a place for an orca: pool j.");
        check(position, "1 cross 1", "6.10 There is still a place for a penguin: cliff 1.");
        check(position, "1 done", "3.3 Seat 1 is to draw: it has only 1, 4, 4 left.");
    }

    // Ruling 14, settled 7.
    #[test]
    fn a_number_without_a_place_is_crossed_out_or_changed_for_a_fish() {
        let mut position = lay("orcas j | penguins 2 6 7 | rolled 4 5 | left rolled 5 5 | took 1");
        assert_eq!(legal_with(&position, "cross"), "4, 5");
        assert_eq!(legal_with(&position, "orca"), "");
        assert!(legal_with(&position, "eat").contains("4 6"));
        assert_eq!(tried(&mut position, "1 cross 5"), "Seat 1 crosses out a 5: there is no place for an orca.");
        // The neighbour's 5 went first.
        assert_eq!(position.sheet(first()).borrowed(), None);
        take(&mut position, &["1 eat 5 6", "1 bear az", "1 cross 4", "1 done"]);
        assert_eq!(position.sheet(first()).lost(), 33 - 4 + 2);
    }

    #[test]
    fn a_bear_without_ice_is_crossed_out() {
        let melted = all_but("bt bd");
        let mut position = lay(&format!("melted {melted} | bears bt | rolled 6 6 | took 1"));
        check_after(
            &format!("melted {melted} | bears bt | rolled 6 6 | took 1"),
            &[],
            "1 cross 6",
            "6.10 There is still a place for a bear: bd.",
        );
        take(&mut position, &["1 bear bd", "1 cross 6", "1 penguin 1", "1 done"]);
    }

    #[test]
    fn a_new_place_ends_the_right_to_cross_out() {
        // The changed 6 takes the last ice, so the own 6 may go; before, it could not.
        let melted = all_but("bt");
        let mut position = lay(&format!("melted {melted} | rolled 6 6 | took 1"));
        let refused = tried(&mut position, "1 cross 6");
        assert_eq!(refused, "6.10 There is still a place for a bear: bt.");
        take(&mut position, &["1 bear bt", "1 cross 6"]);
    }
}

mod fish {
    use super::*;

    // Rulings 12 and 13.
    #[test]
    fn each_fish_changes_one_own_number_into_any_other_and_again() {
        let mut position = lay("penguins 2 6 7 15 10 21 | rolled 4 4 | took 1");
        assert_eq!(legal_with(&position, "eat"), "4 1, 4 2, 4 3, 4 5, 4 6");
        assert_eq!(tried(&mut position, "1 eat 4 6"), "Seat 1 eats a fish: a 4 becomes a 6.");
        assert_eq!(legal_with(&position, "eat"), "4 1, 4 2, 4 3, 4 5, 4 6, 6 1, 6 2, 6 3, 6 4, 6 5");
        assert_eq!(tried(&mut position, "1 eat 6 1"), "Seat 1 eats a fish: a 6 becomes a 1.");
        assert_eq!(tried(&mut position, "1 eat 1 2"), "7.2 Seat 1 has eaten all of its 2 fish.");
    }

    // Ruling 12.
    #[test]
    fn a_change_within_one_animal_is_legal_but_not_into_itself() {
        check("penguins 2 6 7 | rolled 1 4 | took 1", "1 eat 1 2", "Seat 1 eats a fish: a 1 becomes a 2.");
        check("penguins 2 6 7 | rolled 1 4 | took 1", "1 eat 1 1", "7.4 A 1 cannot change into a 1.");
    }

    // Ruling 12.
    #[test]
    fn the_number_of_a_neighbour_never_changes() {
        let position = "penguins 2 6 7 | rolled 4 4 | left rolled 5 3 | took 1";
        check(position, "1 eat 5 6", "7.3 That 5 comes from a neighbour's die and cannot change.");
        check(position, "1 eat 3 6", "7.3 Seat 1 has no unused 3 of its own: it has 4, 4.");
        check("rolled 4 4 | took 1", "1 eat 4 6", "7.2 Seat 1 has not caught a fish yet.");
    }

    // Ruling 13.
    #[test]
    fn a_fish_is_eaten_in_the_round_in_which_it_was_caught_for_an_unused_number() {
        let mut position = lay("penguins 2 6 | rolled 1 4 | left rolled 2 2 | took 1");
        take(&mut position, &["1 penguin 7", "1 eat 4 6", "1 bear az"]);
        assert_eq!(tried(&mut position, "1 eat 4 6"), "7.2 Seat 1 has eaten all of its 1 fish.");
        let mut position = lay("penguins 2 6 | rolled 1 4 | left rolled 5 5 | took 1");
        take(&mut position, &["1 penguin 7"]);
        assert_eq!(tried(&mut position, "1 eat 1 6"), "7.3 Seat 1 has no unused 1 of its own: it has 4.");
    }

    // Rulings 21 and 22, and the rule book's example.
    #[test]
    fn five_fish_caught_and_two_eaten_are_six_points() {
        let mut position = lay("penguins 2 6 7 10 15 21 16 22 20 14 23 | rolled 4 5 | took 1");
        assert_eq!(position.score(first()).fish_points(), 8);
        take(&mut position, &["1 eat 4 6", "1 eat 5 6", "1 penguin 29"]);
        let score = position.score(first());
        assert_eq!((score.fish, score.fish_points()), (3, 6));
        says(&position, "Seat 1 fish: 5 caught, 2 eaten, 3 left; numbers lost: 22.");
    }
}

mod scores {
    use super::*;

    fn parts(position: &str) -> [i16; 7] {
        lay(position).score(first()).parts().map(|(_, points)| points)
    }

    // The rule book's example.
    #[test]
    fn five_penguins_that_connect_two_colonies_are_ten_points_and_a_fish() {
        assert_eq!(parts("penguins 39 40 36 37 41"), [5, 5, 0, 0, 0, 0, 2]);
        assert_eq!(parts("penguins 2 6 7 3 4"), [5, 5, 0, 0, 0, 0, 2]);
        assert_eq!(parts("penguins 2 6 7 3 4 | eaten 1"), [5, 5, 0, 0, 0, 0, 0]);
    }

    // Ruling 20.
    #[test]
    fn each_network_scores_by_its_own_size() {
        assert_eq!(parts("penguins 2 6 7 3 4 39 40 36 37 41")[1], 10);
        assert_eq!(parts("penguins 1 2 4 8 41")[1], 0);
        assert_eq!(parts("penguins 2 6 7 3 4 35 39")[1], 5);
    }

    #[test]
    fn three_colonies_are_12_points_and_four_20() {
        assert_eq!(parts("penguins 2 6 7 3 4 11 16 22 28 33 37 41")[..2], [12, 12]);
        assert_eq!(parts("penguins 2 6 7 3 4 11 16 22 28 33 37 41 36 40 39")[..2], [15, 20]);
    }

    // Ruling 19.
    #[test]
    fn a_colony_is_entered_by_either_of_its_cliffs() {
        assert_eq!(parts("penguins 1 2 6 7 3 4 8")[..2], [7, 5]);
        for (west, east) in [("2", "3 4"), ("1 5 9 10", "3 4"), ("2", "11 12 8")] {
            assert_eq!(parts(&format!("penguins {west} 6 7 {east}"))[1], 5, "{west} {east}");
        }
    }

    // The rule book's example; rulings 24 and 25.
    #[test]
    fn four_orcas_in_one_pod_are_eight_points() {
        assert_eq!(parts("melted ez hz lz | orcas e h j l"), [0, 0, 4, 4, 0, 0, 0]);
    }

    // Ruling 25.
    #[test]
    fn a_lonely_orca_is_no_pod_and_pods_that_merge_are_one() {
        assert_eq!(parts("melted ez sd | orcas j s")[2..4], [2, 0]);
        assert_eq!(parts("melted ez sd st | orcas e j s")[2..4], [3, 4]);
        assert_eq!(parts("melted ez sd qz | orcas e j s q")[2..4], [4, 8]);
        // `od` joins `qz` with `lz`, and `lz` with the middle.
        assert_eq!(parts("melted ez sd qz od lz | orcas e j s q")[2..4], [4, 4]);
    }

    // Ruling 26.
    #[test]
    fn the_ocean_joins_nothing() {
        assert_eq!(parts("melted az dt | orcas a d")[2..4], [2, 0]);
    }

    // Rulings 7 and 32.
    #[test]
    fn the_central_glaciers_are_a_melted_group() {
        assert_eq!(parts("orcas j")[2..4], [1, 0]);
        assert_eq!(parts("melted gd | orcas j g")[2..4], [2, 4]);
    }

    // The rule book's example; ruling 28.
    #[test]
    fn three_bears_one_alone_on_four_glaciers_are_ten_points() {
        let score = lay("melted bz gz id | bears dd az rz").score(first());
        assert_eq!((score.bear_points(), score.ground_points(), score.shared), (6, 4, 1));
    }

    // Ruling 28.
    #[test]
    fn hunting_grounds_score_by_their_size() {
        let ground = |frozen: &str, bear: &str| parts(&format!("melted {} | bears {bear}", all_but(frozen)))[5];
        for (frozen, points) in [
            ("bt", 1),
            ("bt bd", 1),
            ("bt bd dd", 1),
            ("bt bd dd dt", 4),
            ("bt bd dd dt id", 4),
            ("bt bd dd dt id it", 4),
            ("bt bd dd dt id it iz", 7),
            ("bt bd dd dt id it iz nz qd", 7),
        ] {
            assert_eq!(ground(frozen, "bt"), points, "{frozen}");
        }
        // Ice without a bear is worth nothing, and two bears spoil a ground but keep their points.
        assert_eq!(ground("bt bd rd", "rd"), 1);
        assert_eq!(parts(&format!("melted {} | bears bt bd", all_but("bt bd")))[4..6], [4, 0]);
    }

    // Ruling 29.
    #[test]
    fn penguins_and_paths_do_not_divide_a_hunting_ground() {
        assert_eq!(parts(&format!("melted {} | bears bt", all_but("bt bd dd dt")))[5], 4);
        let walked = format!("melted {} | bears bt | penguins 1 5 9 14 13", all_but("bt bd dd dt"));
        assert_eq!(parts(&walked)[5], 4);
    }

    // Ruling 33.
    #[test]
    fn the_highest_total_wins_and_ties_share() {
        let mut position = lay("seats 3 | penguins 1 | rolled 1 1 | took 1");
        take(&mut position, &["1 penguin 2", "1 penguin 5", "1 penguin 4", "1 done"]);
        take(&mut position, &["2 take left 1", "2 penguin 1", "2 penguin 2", "2 penguin 5", "2 done"]);
        take(&mut position, &["3 take left 1", "3 penguin 1", "3 penguin 2", "3 penguin 5"]);
        let mut tied = position.clone();
        let said = tried(&mut position, "3 done");
        assert_eq!(said, "Seat 3 is done. Round 12 is over. The match is over: Seat 1 wins with 4 points.");
        tied.sheets[0] = Sheet { dice: tied.sheets[0].dice, taken: tied.sheets[0].taken, ..tied.sheets[1] };
        let said = tried(&mut tied, "3 done");
        let shared = "The match is over: Seat 1, Seat 2 and Seat 3 share the win with 3 points.";
        assert_eq!(said, format!("Seat 3 is done. Round 12 is over. {shared}"));
        let Turn::Over(outcome) = tied.turn() else { panic!("the match is over") };
        assert_eq!(outcome.winners.len(), 3);
        assert_eq!(tied.turns(), 12);
    }
}

mod table {
    use super::*;

    // Rulings 34 and 37.
    #[test]
    fn two_to_twelve_seats_play() {
        for seats in 0..=20 {
            assert_eq!(PolarRoller::start(&Options::default(), seats).is_ok(), (2..=12).contains(&seats));
        }
    }

    // Ruling 35.
    #[test]
    fn everybody_melts_before_the_polar_dice_fall_and_draws_before_the_next_round() {
        let mut position = PolarRoller::start(&Options::default(), 2).expect("two can play");
        take(&mut position, &["* d8 1", "1 melt bt", "1 melt ct", "1 done"]);
        assert_eq!(tried(&mut position, "1 done"), "3.2 Seat 1 is done and waits for Seat 2.");
        assert_eq!(position.phase(), Phase::Melt);
        take(&mut position, &["2 melt bt", "2 melt ct", "2 done"]);
        assert_eq!(position.turn(), Turn::Chance);
        take(&mut position, &["* dice 1 1 1", "* dice 2 2 2"]);
        take(&mut position, &["2 take left 1", "2 penguin 1", "2 penguin 2", "2 penguin 4", "2 done"]);
        assert_eq!(position.phase(), Phase::Draw);
        take(&mut position, &["1 take left 1", "1 penguin 1", "1 penguin 2", "1 penguin 4", "1 done"]);
        assert_eq!((position.phase(), position.turns()), (Phase::GlacierDie, 1));
    }

    // Ruling 35: a seat draws as soon as it has taken.
    #[test]
    fn a_seat_draws_while_another_has_not_taken_yet() {
        let mut position = lay("rolled 1 1 | took 1");
        take(&mut position, &["1 penguin 1", "1 penguin 2", "1 penguin 5", "1 done", "2 take left 1"]);
    }

    /// A seat's steps of the phase can be dropped and the rest replayed, whatever the order was.
    #[test]
    fn without_one_seats_steps_of_the_phase_the_others_stay() {
        let mut table = Table::<PolarRoller>::new(Options::default(), 3, Seed::of("undo")).expect("three can play");
        let mut luck = Seed::of("choices").draw(0);
        let mut dropped = 0;
        while let Turn::Players(seats) = table.position().turn() {
            let seat = seats.iter().last().expect("somebody acts");
            let action = table.position().pick(seat, &mut luck, &mut Vec::new()).expect("the seat can act");
            table.advance(seat, action).expect("it is legal");
            if table.line().is_over() {
                break;
            }
            let steps = table.line().steps();
            let phase = steps.iter().rposition(|step| matches!(step, Step::Chance(_))).map_or(0, |last| last + 1);
            for gone in Seat::all(3) {
                let mut line = table.line().prefix(phase);
                for &step in &steps[phase..] {
                    if !matches!(step, Step::Play(seat, _) if seat == gone) {
                        line.advance(step).expect("the others' steps stay legal");
                    }
                }
                assert_eq!(line.position().sheet(gone), table.line().prefix(phase).position().sheet(gone));
                for other in Seat::all(3).filter(|&other| other != gone) {
                    assert_eq!(line.position().sheet(other), table.position().sheet(other));
                }
                dropped += 1;
            }
        }
        assert!(dropped > 500);
    }

    #[test]
    fn a_record_of_a_match_replays_and_misses_every_lost_step() {
        let mut table = Table::<PolarRoller>::new(Options::default(), 2, Seed::of("record")).expect("two can play");
        let mut luck = Seed::of("choices").draw(0);
        while let Turn::Players(seats) = table.position().turn() {
            let seat = seats.first().expect("somebody acts");
            let action = table.position().pick(seat, &mut luck, &mut Vec::new()).expect("the seat can act");
            table.advance(seat, action).expect("it is legal");
        }
        let record = Record::of(table.line(), Some(table.seed()));
        assert_eq!(record.verify::<PolarRoller>().expect("its dice are those of its seed").draws, 12 + 24);
        for index in 0..record.steps.len() {
            let mut torn = record.clone();
            torn.steps.remove(index);
            assert!(torn.judge::<PolarRoller>().is_err(), "nobody missed `{}`", record.steps[index]);
        }
    }

    /// With loaded dice the map runs out of ice, of pools and of pairs; the list and the judge still agree.
    #[test]
    fn what_is_listed_is_what_is_allowed_also_with_loaded_dice() {
        let mut luck = Seed::of("loaded").draw(0);
        let mut seen = [0; 4];
        for (index, (face, numbers)) in
            [(1, "6 6"), (2, "4 5"), (3, "6 4"), (4, "6 6"), (6, "5 6"), (8, "6 6")].iter().enumerate()
        {
            let mut position = PolarRoller::start(&Options::default(), 2 + index as u8 % 2).expect("they can play");
            loop {
                let seats = match (position.turn(), position.phase()) {
                    (Turn::Over(_), _) => break,
                    (Turn::Players(seats), _) => seats,
                    (_, Phase::PolarDice(seat)) => {
                        position.settle(parse(&format!("dice {seat} {numbers}")), &mut |_| {});
                        continue;
                    }
                    _ => {
                        position.settle(parse(&format!("d8 {face}")), &mut |_| {});
                        for seat in Seat::all(position.seats()) {
                            let melts = position.sheet(seat).to_melt().count();
                            seen[if melts == 2 && *face > 3 && !position.sheet(seat).melts_a_pair() {
                                3
                            } else {
                                melts
                            }] += 1;
                        }
                        continue;
                    }
                };
                position.audit().unwrap_or_else(|what| panic!("{what}"));
                for seat in Seat::all(position.seats()) {
                    let mut listed = Vec::new();
                    position.legal(seat, &mut listed);
                    for action in (0..PolarRoller::ACTIONS).filter_map(PolarRoller::from_index) {
                        assert_eq!(listed.contains(&action), position.check(seat, action).is_ok(), "{seat} {action}");
                    }
                }
                let seat = seats.first().expect("somebody acts");
                let action = position.pick(seat, &mut luck, &mut Vec::new()).expect("the seat can act");
                position.play(seat, action, &mut |_| {});
            }
        }
        // No melt, one melt, two melts, and two melts apart from each other.
        assert!(seen.iter().all(|&times| times > 0), "{seen:?}");
    }

    #[test]
    fn dice_fall_in_the_order_of_the_seats() {
        let mut line = Line::<PolarRoller>::new(Options::default(), 2).expect("two can play");
        for step in ["* d8 1", "1 melt bt", "1 melt ct", "1 done", "2 melt bt", "2 melt ct", "2 done"] {
            line.advance(parse(step)).unwrap_or_else(|refusal| panic!("{refusal}"));
        }
        let refused = line.advance(parse("* dice 2 1 1")).expect_err("seat 1 rolls first");
        assert_eq!(refused.clause, "T5");
        assert_eq!(line.legal().len(), 36);
    }
}

mod prospects {
    use super::*;
    use crate::polar_roller::{Extent, fewest_penguins};

    #[test]
    fn each_drawing_and_melt_tells_what_it_changes() {
        let position = lay("penguins 2 6 3 4 | bears az | rolled 1 4 | left rolled 6 6 | took 1");
        let gain = |words: &str| {
            let action: Action = parse(words);
            position.prospects(first()).into_iter().find(|prospect| prospect.action == action).map(|found| found.gain)
        };
        assert_eq!(gain("penguin 7"), Some(1 + 5 + 2));
        assert_eq!(gain("penguin 10"), Some(1));
        assert_eq!(gain("orca j"), Some(1));
        assert_eq!(gain("bear rd"), Some(2 - 7));
        assert_eq!(gain("done"), None);
        let position = lay("bears bd | melted bz | d8 4");
        let best = position.prospects(first()).into_iter().max_by_key(|prospect| prospect.gain).expect("it can melt");
        assert_eq!(best.gain, 0);
    }

    #[test]
    fn the_outlook_counts_missing_penguins_and_free_ice() {
        let position = lay("melted bz gz id ez | penguins 2 6 7 | orcas j e | bears dd");
        let outlook = position.outlook(first());
        let north = [Colony::NorthWest, Colony::NorthEast];
        assert_eq!(outlook.colonies[0], (north.to_vec(), 2));
        assert_eq!(outlook.colonies.last().map(|(colonies, missing)| (colonies.len(), *missing)), Some((4, 12)));
        assert_eq!(outlook.pods.iter().map(|pod| pod.orcas.len()).collect::<Vec<_>>(), [2]);
        assert_eq!(outlook.grounds.iter().map(|ground| ground.glaciers.len()).collect::<Vec<_>>(), [4]);
        assert!(outlook.empty.iter().any(|(_, extent)| *extent == Extent::Large));
        assert_eq!(outlook.fish.len(), 5);
        assert_eq!(position.numbers_to_come(first()), 3);
    }

    /// The same by brute force: the cheapest way between colonies, one penguin after the other.
    #[test]
    fn the_fewest_penguins_between_two_colonies_are_a_shortest_path() {
        let mut luck = Seed::of("fewest").draw(0);
        for _ in 0..200 {
            let mut position = PolarRoller::start(&Options::default(), 2).expect("two can play");
            let most = 20 + polynya_engine::Luck::below(&mut luck, 150) as usize;
            polynya_engine::playout(&mut position, &mut luck, &mut Vec::new(), most, &mut |_| {});
            let penguins = position.sheet(first()).penguins();
            for one in Colony::ALL {
                for two in Colony::ALL.into_iter().filter(|&two| two != one) {
                    assert_eq!(fewest_penguins(Map::PROPOSED, penguins, &[one, two]), shortest(penguins, one, two));
                }
            }
            // More colonies never need fewer, and never more than a pair at a time.
            let all = fewest_penguins(Map::PROPOSED, penguins, &Colony::ALL);
            let pair = |one: usize, two: usize| {
                fewest_penguins(Map::PROPOSED, penguins, &[Colony::ALL[one], Colony::ALL[two]])
            };
            assert!(all >= pair(0, 2) && all <= pair(0, 1) + pair(1, 2) + pair(2, 3));
        }
    }

    fn shortest(penguins: Cliffs, from: Colony, to: Colony) -> u8 {
        let cost = |cliff: Cliff| u8::from(!penguins.contains(cliff));
        let mut costs = [u8::MAX; super::super::CLIFFS];
        for cliff in Map::PROPOSED.access_to(from).iter() {
            costs[cliff.index()] = cost(cliff);
        }
        for _ in 0..super::super::CLIFFS {
            for cliff in Cliff::ALL.iter() {
                for beside in cliff.paths().iter() {
                    let through = costs[cliff.index()].saturating_add(cost(beside));
                    costs[beside.index()] = costs[beside.index()].min(through);
                }
            }
        }
        Map::PROPOSED.access_to(to).iter().map(|cliff| costs[cliff.index()]).min().expect("a colony has two cliffs")
    }
}

mod words {
    use super::*;
    use polynya_engine::{Actions, Gauge};

    /// Compares what a moment asks of seat 1, or of somebody who watches.
    #[track_caller]
    fn asks(position: &PolarRoller, reader: Option<Seat>, expected: &str) {
        let prompt = position.prompt(reader);
        assert_eq!(format!("{} {}", prompt.clause, prompt.text), expected);
    }

    #[test]
    fn every_moment_says_what_is_to_do() {
        let seat = Some(first());
        asks(&lay(""), None, "3.1 Round 12: the glacier die is rolled.");
        asks(&lay("d8 1"), seat, "4.1 Melt two triangles.");
        asks(&lay("d8 4"), seat, "4.1 Melt a triangle and a diamond that share a side.");
        asks(&lay("d8 4"), None, "4.1 Waiting for Seat 1 and Seat 2.");
        let mut position = lay("d8 4");
        take(&mut position, &["1 melt bt"]);
        asks(&position, seat, "4.1 Melt a diamond beside bt.");
        take(&mut position, &["1 melt bd"]);
        asks(&position, seat, "4.1 All melted. Press Done.");
        take(&mut position, &["1 done"]);
        asks(&position, seat, "4.1 Waiting for Seat 2.");
        take(&mut position, &["2 melt bt", "2 melt bd", "2 done"]);
        asks(&position, None, "5.1 The polar dice are rolled.");
        let mut position = lay("rolled 1 6 | left rolled 2 4");
        asks(&position, seat, "5.2 Take a die of a neighbour.");
        asks(&position, None, "5.2 Waiting for Seat 1 and Seat 2.");
        take(&mut position, &["1 take left 1"]);
        asks(&position, seat, "6.1 Draw 2 penguins and a bear.");
        asks(&position, None, "5.2 Waiting for Seat 1 and Seat 2.");
        take(&mut position, &["1 penguin 1", "1 penguin 2", "1 bear az"]);
        asks(&position, seat, "6.1 All animals are drawn. Press Done.");
        take(&mut position, &["1 done", "2 take left 1", "2 penguin 1", "2 penguin 2", "2 orca j", "2 done"]);
        asks(&position, None, "8.8 Seat 1 wins with 11 points.");
        assert_eq!(position.ending(), Some(crate::polar_roller::Ending::Rounds));
    }

    #[test]
    fn a_browser_reads_actions_and_events_without_their_words() {
        let json = |words: &str| serde_json::to_string(&parse::<Action>(words)).expect("an action is plain data");
        assert_eq!(json("melt bt"), r#"{"action":"melt","glacier":"bt"}"#);
        assert_eq!(json("take right 2"), r#"{"action":"take","side":"right","die":"2"}"#);
        assert_eq!(json("penguin 17"), r#"{"action":"penguin","cliff":17}"#);
        assert_eq!(json("eat 5 2"), r#"{"action":"eat","from":5,"to":2}"#);
        assert_eq!(json("done"), r#"{"action":"done"}"#);
        assert!(Action::typescript().contains("{ action: 'penguin'; cliff: number }"));
        let mut position = lay("penguins 2 6 | rolled 1 4 | left rolled 2 2 | took 1");
        let mut events = Vec::new();
        for words in ["penguin 7", "eat 4 6", "bear az"] {
            position.play(first(), parse(words), &mut |event| events.push(event));
        }
        assert_eq!(
            serde_json::to_string(&events).expect("events are plain data"),
            r#"[{"event":"penguin","seat":1,"cliff":7,"number":2,"borrowed":true,"fish":true},"#.to_owned()
                + r#"{"event":"ate","seat":1,"from":4,"to":6},"#
                + r#"{"event":"bear","seat":1,"glacier":"az","number":6,"borrowed":false}]"#
        );
    }

    #[test]
    fn gauges_show_the_points_of_every_seat() {
        let mut shown = Vec::new();
        lay("seats 3 | penguins 1 2").gauges(&mut |Gauge { name, value, .. }| shown.push((name, value)));
        assert_eq!(shown, [("points", 2), ("points", 0), ("points", 0)]);
    }
}

#[test]
fn sets_of_places_hold_what_is_put_in() {
    let pools: Pools = Pool::ALL.iter().step_by(3).collect();
    assert_eq!(pools.len(), 7);
    assert_eq!(pools.nth(2), Some(Pool(6)));
    assert_eq!(Loan::ALL.map(|loan| loan.to_string()), ["left 1", "left 2", "right 1", "right 2"]);
}

#[test]
fn every_action_has_a_label_of_its_own() {
    let mut labels: Vec<String> =
        (0..PolarRoller::ACTIONS).filter_map(PolarRoller::from_index).map(PolarRoller::label).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), PolarRoller::ACTIONS);
    assert!(labels.contains(&"Eat a fish: 2 becomes 6, a bear".to_owned()));
}
