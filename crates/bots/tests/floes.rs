//! The bots at Polar Dare! and its piecepack port: whole matches, and positions as facts.

use polynya_bots::games::floes::{Breadth, FITTED, FloesEvaluator, GreedyFloes, PlainFloes, WinHeuristic, hard};
use polynya_bots::{Bot, Budget, Evaluator, Random, Search};
use polynya_engine::{Game, Line, Luck, Outcome, Seat, Seed, Table, Turn, wander};
use polynya_games::floes::{Edition, Event, Floes, Piecepack, PiecepackOptions, Place, PolarDare, PolarDareOptions};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type Player<E> = Box<dyn Bot<Floes<E>>>;
type Players<E> = Vec<Player<E>>;

fn greedy<E: Edition>(seats: u8) -> Players<E> {
    (0..seats).map(|_| Box::new(GreedyFloes::<E>::default()) as Player<E>).collect()
}

struct Played {
    outcome: Option<Outcome>,
    turns: u32,
    /// Penguins that stepped on a bear's floe by themselves.
    swam: u32,
}

/// Plays until the match is over or has had `most` turns; every action must be legal.
fn play<E: Edition>(options: &E::Options, players: &mut Players<E>, number: u64, most: u32) -> Played {
    let seed = Seed::of(E::ID).nth(number);
    let mut table = Table::<Floes<E>>::new(options.clone(), players.len() as u8, seed).expect("the match starts");
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
    let mut swam = 0;
    loop {
        let position = table.position();
        let seat = match position.turn() {
            Turn::Over(outcome) => return Played { outcome: Some(outcome), turns: position.turns(), swam },
            _ if position.turns() >= most => return Played { outcome: None, turns: position.turns(), swam },
            Turn::Players(seats) => seats.first().expect("somebody acts"),
            Turn::Chance => unreachable!("a table settles chance by itself"),
        };
        let action = players[seat.index()].choose(position, seat, &mut luck);
        let steps = table.submit(seat, action).unwrap_or_else(|refusal| panic!("{options:?}: {refusal:?}"));
        let events = steps.iter().flat_map(|step| &step.events);
        swam += events.filter(|event| matches!(event, Event::Swam { .. })).count() as u32;
    }
}

/// Returns how many matches of Polar Dare! the first of two bots wins; they sit at either seat in turn.
fn wins(matches: u64, most: u32, first: fn() -> Player<PolarDare>, second: fn() -> Player<PolarDare>) -> usize {
    let won = |&number: &u64| {
        let mut players = vec![first(), second()];
        let seat = number as usize % 2;
        players.rotate_right(seat);
        let played = play(&PolarDareOptions::default(), &mut players, number, most);
        played.outcome.is_some_and(|outcome| outcome.winners.contains(Seat::new(seat).unwrap()))
    };
    (0..matches).filter(won).count()
}

/// The position after these steps of a match of Polar Dare! with two seats.
fn after(steps: &str) -> Floes<PolarDare> {
    let mut line: Line<Floes<PolarDare>> = Line::new(PolarDareOptions::default(), 2).expect("two may play");
    for step in steps.split(';').map(str::trim).filter(|step| !step.is_empty()) {
        let step = step.parse().unwrap_or_else(|bad| panic!("{step}: {bad}"));
        line.advance(step).unwrap_or_else(|refusal| panic!("{step}: {refusal:?}"));
    }
    line.position().clone()
}

/// What the seat does with the rest of its turn, and where that leads.
fn finish_turn(mut position: Floes<PolarDare>, luck: u64) -> (Vec<String>, Floes<PolarDare>) {
    let (seat, turns) = (position.seat(), position.turns());
    let mut bot = GreedyFloes::<PolarDare>::default();
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(luck);
    let mut actions = Vec::new();
    while position.turns() == turns {
        let action = bot.choose(&position, seat, &mut luck);
        position.play(seat, action, &mut |_| {});
        actions.push(action.to_string());
    }
    (actions, position)
}

fn places(position: &Floes<PolarDare>, seat: usize) -> Vec<Place> {
    let seat = Seat::numbered(seat).expect("a small number");
    position.penguins(seat).map(|(place, _)| place).collect()
}

const BLUE_PASSES: &str = "2 roll; * P2; 2 slide d1 n; 2 slide d1 s;";
const RED_PASSES: &str = "1 roll; * P2; 1 slide d1 n; 1 slide d1 s;";

/// Red takes all three penguins up the lane a, one row a turn, to the northern half of row `rows`.
fn red_at_row(rows: u8) -> String {
    let row = |row: u8| {
        let from = if row == 1 { "start".to_owned() } else { format!("a{}", row - 1) };
        let hop = format!("1 hop {from} a{row};");
        format!("1 roll; * P4; {hop} {hop} {hop} 1 slide a{row} n;")
    };
    (1..=rows).map(row).collect::<Vec<_>>().join(BLUE_PASSES)
}

/// Blue leads the bear down the lane b to the shore while Red waits.
fn bear_at_b1() -> String {
    let down = |row: u8| format!("{RED_PASSES} 2 roll; * B3; 2 slide b{row} n; 2 bear b{row}; 2 slide b{row} s;");
    (1..=4).rev().map(down).collect()
}

#[test]
fn greedy_beats_random() {
    let wins = wins(200, 5000, || Box::new(GreedyFloes::default()), || Box::new(Random::default()));
    println!("greedy beats random in {wins} of 200 matches");
    assert!(wins >= 198, "{wins} of 200");
}

#[test]
fn two_greedy_bots_play_a_match_of_a_sensible_length_and_never_step_on_the_bear() {
    let (mut turns, mut swam) = (0, 0);
    for number in 0..200 {
        let played = play(&PolarDareOptions::default(), &mut greedy::<PolarDare>(2), number, 500);
        assert!(played.outcome.is_some(), "match {number} does not end");
        turns += played.turns;
        swam += played.swam;
    }
    let mean = f64::from(turns) / 200.0;
    println!("{mean:.1} turns a match");
    assert!((20.0..=60.0).contains(&mean), "{mean} turns a match");
    assert_eq!(swam, 0, "nobody steps on the bear's floe when there is anything better");
}

#[test]
fn two_hard_bots_do_not_push_each_other_back_for_ever() {
    for number in 0..6 {
        let played = play(&PolarDareOptions::default(), &mut vec![hard::<PolarDare>(), hard()], number, 400);
        assert!(played.outcome.is_some(), "match {number} does not end");
        println!("match {number} has {} turns", played.turns);
    }
}

#[test]
fn hard_beats_greedy_at_two_seats() {
    let wins = wins(30, 500, hard, || Box::new(GreedyFloes::default()));
    println!("hard beats greedy in {wins} of 30 matches");
    assert!(wins >= 19, "{wins} of 30");
}

#[test]
fn greedy_answers_legally_in_all_combinations() {
    for seats in 2..=4 {
        play(&PolarDareOptions::default(), &mut greedy::<PolarDare>(seats), 0, 24);
        for number in 0..64 {
            let options = PiecepackOptions::combination(number);
            play(&options, &mut greedy::<Piecepack>(seats), u64::from(number), u32::from(seats));
        }
    }
}

fn finishes(combination: u8, matches: u64, most: u32) {
    for number in 0..matches {
        let seats = 2 + (number % 3) as u8;
        let options = PiecepackOptions::combination(combination);
        let played = play(&options, &mut greedy::<Piecepack>(seats), number, most * u32::from(seats));
        println!("combination {combination}, {seats} seats: {} turns", played.turns);
        assert!(played.outcome.is_some(), "combination {combination}, {seats} seats, match {number} does not end");
    }
}

#[test]
fn greedy_finishes_matches_in_each_variant_on_one_board() {
    for bit in [0, 1, 2, 4, 5] {
        finishes(1 << bit, 6, 150);
    }
}

#[test]
fn greedy_finishes_matches_on_two_boards() {
    finishes(8, 2, 150);
}

#[test]
fn greedy_finishes_matches_with_all_six_variants() {
    finishes(63, 1, 400);
}

#[test]
fn the_same_position_and_luck_give_the_same_turn() {
    let position = after(&format!("{} {BLUE_PASSES} 1 roll; * P4", red_at_row(2)));
    assert_eq!(finish_turn(position.clone(), 5).0, finish_turn(position, 5).0);
}

#[test]
fn greedy_takes_an_immediate_win() {
    let two_home = "1 roll; * P2; 1 hop a4 north; 1 hop a4 north;";
    let position = after(&format!("{} {BLUE_PASSES} {two_home} {BLUE_PASSES} 1 roll; * P4", red_at_row(4)));
    let (actions, end) = finish_turn(position, 1);
    assert_eq!(actions, ["hop a4 north"]);
    assert!(matches!(end.turn(), Turn::Over(_)));
}

#[test]
fn greedy_finds_a_win_that_takes_its_whole_roll() {
    let position = after(&format!("{} {BLUE_PASSES} 1 roll; * P3", red_at_row(4)));
    let (_, end) = finish_turn(position, 1);
    assert!(matches!(end.turn(), Turn::Over(_)));
}

#[test]
fn greedy_sends_the_leader_home_when_the_bear_can_reach_it() {
    for row in [3, 4] {
        let bear_waits = "2 roll; * B3; 2 slide b4 n; 2 bear b4; 2 slide b4 s;";
        // The bear on b4 reaches Red on a3 by way of b3, and on a4 at once when that lies beside it.
        let position = after(&format!("{} {bear_waits} {RED_PASSES} 2 roll; * B3", red_at_row(row)));
        let (actions, end) = finish_turn(position, 1);
        assert_eq!(places(&end, 1), [Place::START; 3], "{actions:?}");
    }
}

#[test]
fn greedy_does_not_end_its_turn_next_to_the_bear_when_another_floe_is_as_good() {
    for luck in 0..20 {
        let position = after(&format!("{} 1 roll; * P3", bear_at_b1()));
        let (actions, end) = finish_turn(position, luck);
        let beside: Vec<Place> = ["a1", "c1"].map(|floe| floe.parse().unwrap()).into();
        let red = places(&end, 1);
        assert!(!red.iter().any(|place| beside.contains(place)), "{actions:?}");
        assert!(!red.contains(&Place::START), "nobody stays ashore: {actions:?}");
    }
}

#[test]
fn greedy_does_not_step_on_the_bears_floe() {
    for luck in 0..20 {
        let position = after(&format!("{} 1 roll; * P2", bear_at_b1()));
        let (actions, _) = finish_turn(position, luck);
        assert!(!actions.iter().any(|action| action == "hop start b1"), "{actions:?}");
    }
}

/// Returns an evaluator that compares four plans.
fn evaluator<E: Edition>() -> FloesEvaluator<E> {
    FloesEvaluator::new(WinHeuristic::new(FITTED, 4), Breadth { beam_width: [4, 1], plans: [4; 2], temperature: 0.5 })
}

/// Returns a position in which a seat is about to roll.
fn about_to_roll<E: Edition>(options: &E::Options, seats: u8, number: u64) -> Floes<E> {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
    let start = Floes::<E>::start(options, seats).expect("the match starts");
    let steps = luck.below(200) as usize;
    let mut position = wander(&start, &mut luck, steps, |_| {});
    while position.turn() == Turn::Chance || position.rolled().is_some() || position.die_to_choose().is_some() {
        position = wander(&position, &mut luck, 1, |_| {});
    }
    position
}

#[test]
fn replies_answer_every_roll_and_are_weighed_by_its_odds() {
    for number in (0..64).filter(|number| number & 0b11_0000 != 0b11_0000) {
        let seats = 2 + number % 3;
        let position = about_to_roll::<Piecepack>(&PiecepackOptions::combination(number), seats, number.into());
        if matches!(position.turn(), Turn::Over(_)) {
            continue;
        }
        // Once for the seat itself and once for a rival.
        for seat in [position.seat(), position.seat().next(seats)] {
            let (mut evaluator, mut replies) = (evaluator(), Vec::new());
            evaluator.prepare(&position, seat);
            evaluator.replies(&position, &mut replies);
            let all: f32 = replies.iter().map(|(chance, _)| chance).sum();
            assert!((all - 1.0).abs() < 1e-5, "set {number}: {all}");
            for (_, after) in &replies {
                assert_eq!(after.turns(), position.turns() + 1, "set {number}: the whole turn is planned");
            }
        }
    }
}

#[test]
fn whoever_plans_more_turns_prefers_what_holds_longer() {
    let position = after(&format!("{} {BLUE_PASSES} 1 roll; * P4", red_at_row(2)));
    let found = |turns| {
        let mut search = Search::new(evaluator::<PolarDare>(), Budget::Iterations(turns));
        search.think(&position, position.seat(), &mut Xoshiro256PlusPlus::seed_from_u64(1));
        search.result().plans
    };
    // Without a budget all plans are in the order of their values at once; then the better two are followed further.
    for (turns, followed) in [(0, 4), (2, 2), (14, 2)] {
        let plans = found(turns);
        assert_eq!(plans.len(), 4);
        let most = plans.iter().map(|plan| plan.visits).max().expect("there are plans");
        assert_eq!(plans[0].visits, most);
        let followed = &plans[..followed];
        assert!(followed.is_sorted_by(|one, other| one.value >= other.value - 1e-6), "{turns} turns");
        assert!(plans.iter().all(|plan| (0.0..=1.0).contains(&plan.value)), "{turns} turns");
        let same: Vec<_> = found(turns).iter().map(|plan| plan.actions.clone()).collect();
        assert_eq!(same, plans.iter().map(|plan| plan.actions.clone()).collect::<Vec<_>>());
    }
}

/// Returns a checksum of everything that plain players do in some matches, each cut after `most` turns.
fn checksum_of_plain_play<E: Edition>(options: &E::Options, most: u32) -> u64 {
    let mut sum = 0;
    for number in 0..6 {
        let seats = 2 + (number % 3) as u8;
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(number);
        let mut position = Floes::<E>::start(options, seats).expect("the match starts");
        let mut bot = PlainFloes::<E>::default();
        while position.turns() < most {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => {
                    let rolled = position.draw(&mut luck);
                    position.settle(rolled, &mut |_| {});
                }
                Turn::Players(seats) => {
                    let seat = seats.first().expect("somebody acts");
                    let action = bot.choose(&position, seat, &mut luck);
                    for byte in action.to_string().bytes() {
                        sum = (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
                    }
                    position.play(seat, action, &mut |_| {});
                }
            }
        }
    }
    sum
}

#[test]
fn the_plain_player_plays_what_it_always_played() {
    let mut sums = vec![checksum_of_plain_play::<PolarDare>(&PolarDareOptions::default(), 200)];
    sums.extend([3, 4, 8, 16, 32, 63].map(|number| {
        let most = if number & 8 == 0 { 100 } else { 12 };
        checksum_of_plain_play::<Piecepack>(&PiecepackOptions::combination(number), most)
    }));
    let always = [
        2_150_251_112_225_665_268,
        7_283_877_511_249_384_539,
        10_801_371_092_477_018_858,
        16_258_786_858_179_887_494,
        1_744_744_854_118_830_905,
        14_064_751_731_499_078_867,
        891_150_556_031_787_747,
    ];
    assert_eq!(sums, always, "the yardstick must never change");
}
