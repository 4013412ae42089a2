//! Each measure on a case whose answer is known.

mod toy;

use polynya_bots::Analyst;
use polynya_engine::{Seat, Seed, Step};
use polynya_lab::experiment::{Seating, Summary, Tally};
use polynya_lab::measures::facts::{Look, facts, minutes};
use polynya_lab::measures::{Facts, Split};
use polynya_lab::series::{Keep, Played, series};

use toy::{Action, Exact, Stride, plan, played, race};

const LOOK: Look = Look { seats: 2, simultaneous: false };

/// Returns the result of some matches, two in a block.
fn summary(matches: impl Iterator<Item = Played>) -> Summary {
    let seating = Seating::new(&[vec!["coin".to_owned(); 2]], 2, false);
    let mut blocks: Vec<Tally> = Vec::new();
    for (number, played) in matches.enumerate() {
        if number % 2 == 0 {
            blocks.push(Tally::default());
        }
        blocks.last_mut().expect("there is one").add(&seating, number as u64, &played);
    }
    Summary::of(&plan(1, 1, 1), 0, &blocks, Vec::new())
}

/// Plays a race without dice by these strides, seat 1 first.
fn walked(strides: &[Stride]) -> Facts {
    let (start, _) = race(false, 0);
    let seats = [Seat::FIRST, Seat::FIRST.next(2)].into_iter().cycle();
    let steps: Vec<_> = seats.zip(strides).map(|(seat, &stride)| Step::Play(seat, Action::Walk(stride))).collect();
    facts(&start, &steps, LOOK)
}

#[test]
fn decisions_branching_and_minutes_are_counted() {
    let (start, steps) = race(true, 3);
    let found = facts(&start, &steps, LOOK);
    let actions = steps.iter().filter(|step| step.seat().is_some()).count() as u64;
    let rolls = steps.len() as u64 - actions;
    assert_eq!((found.decisions, found.choices, found.forced), (actions, 2 * actions, 0));
    assert_eq!((found.first, rolls), (Some(Seat::FIRST), actions));
    // Eight seconds a choice, three a roll.
    assert!((found.minutes - (8.0 * actions as f64 + 3.0 * rolls as f64) / 60.0).abs() < 1e-9);
    assert_eq!(minutes(30, 20), 5.0);
}

#[test]
fn the_lead_is_followed_turn_by_turn() {
    use Stride::{One, Two};
    // After each turn: 1-0, 1-2, 3-2, 3-4, 5-4, 5-5, 7-5, 7-6, 9-6, 9-7, 11-7.
    let found = walked(&[One, Two, Two, Two, Two, One, Two, One, Two, One, Two]);
    assert_eq!(found.leads.changes, Some(4));
    // Ahead for good from the seventh of eleven turns on.
    assert_eq!(found.leads.decided, Some(5.0 / 11.0));
    // Behind by one twice, of eleven spaces.
    assert!((found.leads.drama.unwrap() - 2.0 / 11.0 / 11.0).abs() < 1e-12);
    assert_eq!((found.leads.comeback, found.leads.margin), (Some(1.0 / 11.0), Some(4.0 / 11.0)));
}

#[test]
fn a_race_by_dice_alone_is_luck_and_one_without_dice_is_none() {
    for (dice, low, high) in [(true, 0.95, 1.05), (false, -0.001, 0.001)] {
        let matches = (0..400).map(|number| {
            let (start, steps) = race(dice, number);
            let analysis =
                Analyst::new(Box::new(Exact), 2).analyse(&start, &steps, &mut |_| std::ops::ControlFlow::Continue(()));
            let split = Split::of_race(&analysis.expect("nobody stopped it"), 2);
            let winner = 1 + split.result.iter().position(|&won| won > 0.5).expect("somebody wins") as u64;
            Played { split: Some(split), ..played(&[winner], 10, facts(&start, &steps, LOOK)) }
        });
        let found = summary(matches);
        let (luck, skill) = (found.luck.unwrap(), found.skill.unwrap());
        assert!((low..=high).contains(&luck.value), "dice {dice}: luck {luck:?}");
        assert!((luck.value + skill.value - 1.0).abs() < 1e-6, "{luck:?} {skill:?}");
        assert_eq!(luck.n, 400);
    }
}

#[test]
fn shared_and_unfinished_matches_do_not_blur_the_rates() {
    let left = || Played { result: None, ..played(&[], 9_999, Facts::default()) };
    let ended = |winners: &'static [u64]| played(winners, 10, Facts::default());
    let found = summary([ended(&[1]), ended(&[1, 2]), left(), ended(&[2]), ended(&[]), left()].into_iter());
    let values = |rates: &[Option<polynya_lab::intervals::Interval>]| {
        rates.iter().map(|rate| rate.map(|rate| (rate.value, rate.n))).collect::<Vec<_>>()
    };
    assert_eq!(values(&found.wins), [Some((0.375, 4)), Some((0.375, 4))]);
    assert_eq!(found.unfinished.map(|share| (share.value, share.n)), Some((0.333333, 6)));
    assert_eq!(found.shared.map(|share| share.value), Some(0.25));
    assert_eq!(found.without_winner.map(|share| share.value), Some(0.25));
    assert_eq!(found.turns.map(|turns| turns.value), Some(10.0));
    assert_eq!(found.extremes["unfinished"].number, 2);
}

#[test]
fn order_of_play_is_not_the_seat() {
    let second = Facts { first: Some(Seat::FIRST.next(2)), ..Facts::default() };
    let found = summary((0..10).map(|_| played(&[2], 10, second.clone())));
    assert_eq!(found.wins[1].unwrap().value, 1.0);
    assert_eq!(found.order[0].unwrap().value, 1.0);
    assert_eq!(found.order[1].unwrap().value, 0.0);
}

#[test]
fn a_bot_that_wins_three_of_four_is_191_points_stronger() {
    let orders = [vec!["strong".to_owned(), "weak".to_owned()], vec!["weak".to_owned(), "strong".to_owned()]];
    let seating = Seating::new(&orders, 2, false);
    let mut tally = Tally::default();
    for number in 0..400 {
        let strong = 1 + number % 2;
        let winner = if number / 2 % 4 == 0 { 3 - strong } else { strong };
        tally.add(&seating, number, &played(&[winner], 10, Facts::default()));
    }
    let mut plan = plan(1, 400, 400);
    plan.cells[0].bots = orders[0].clone();
    let found = Summary::of(&plan, 0, &[tally], Vec::new());
    let strong = &found.levels[0];
    assert_eq!((strong.bot.as_str(), strong.wins.value), ("strong", 0.75));
    let elo = strong.elo.unwrap();
    assert!((elo.value - 190.85).abs() < 0.1 && elo.low > 150.0 && elo.high < 240.0, "{elo:?}");
}

#[test]
fn whoever_wins_everything_is_not_said_to_be_sure() {
    let orders = [vec!["strong".to_owned(), "weak".to_owned()], vec!["weak".to_owned(), "strong".to_owned()]];
    let seating = Seating::new(&orders, 2, false);
    let mut tally = Tally::default();
    (0..20).for_each(|number| tally.add(&seating, number, &played(&[1 + number % 2], 10, Facts::default())));
    let mut plan = plan(1, 20, 20);
    plan.cells[0].bots = orders[0].clone();
    let elo = Summary::of(&plan, 0, &[tally], Vec::new()).levels[0].elo.unwrap();
    assert!(elo.low > 200.0 && elo.low < 330.0 && elo.high.is_infinite(), "{elo:?}");
}

/// What happens in real matches is found in their records.
#[test]
fn cards_and_causes_are_those_of_the_record() {
    let one = |game: &str, bot: &str| {
        let series = series(game, "{}", 2, &[bot], Seed::of("uses")).unwrap();
        series.play(0, 20_000, Keep { facts: true, ..Keep::RECORD })
    };
    let rescue = one("rescue-polar-bears", "plain");
    let (record, found) = (rescue.record.unwrap(), rescue.facts.unwrap());
    let times = |what: &str| -> u32 {
        found.used.iter().filter(|used| used.what.starts_with(what)).map(|used| used.times[0]).sum()
    };
    assert_eq!(times("mustered ") as usize, record.matches("\"* ship ").count());
    assert_eq!(times("card_drawn ") as usize, record.matches("\"* support ").count());
    assert_eq!(found.decisions as usize, record.matches("\"1 ").count() + record.matches("\"2 ").count());
    assert!(["won", "sunk", "heat"].contains(&found.ending.as_deref().unwrap()), "{:?}", found.ending);
    let roller = one("polar-roller", "plain").facts.unwrap();
    let penguins = roller.used.iter().find(|used| used.what == "penguin").unwrap();
    assert!(penguins.by_seat && penguins.times[0] > 0 && penguins.times[1] > 0, "{penguins:?}");
    assert_eq!((roller.first, roller.ending.as_deref()), (None, Some("rounds")));
}
