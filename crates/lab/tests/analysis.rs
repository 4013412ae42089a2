//! What luck and skill come to in whole matches of every game.
//!
//! `POLYNYA_MATCHES` plays more matches of each kind than the few of every change; from a hundred on luck must be 0 in the
//! mean, and in Polar Dare! fair dice must tell more than the result. `POLYNYA_GAME` leaves the other games out.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use polynya_catalog::{MatchAnalysis, headless};
use polynya_engine::{Record, Seed};
use polynya_lab::series::{Keep, series};
use polynya_lab::statistics::Mean;

/// A kind of match: game, options, seats and bots, and how many of them are played for every change.
type Case = (&'static str, &'static str, u8, &'static str, u64);

const CASES: [Case; 12] = [
    ("polar-dare", "{}", 2, "normal", 3),
    ("polar-dare", r#"{"turn_limit":30}"#, 3, "greedy", 1),
    ("piecepack-dare", r#"{"homesick_penguins":true,"polar_bear_alert":true}"#, 4, "normal", 1),
    ("piecepack-dare", r#"{"global_warming":true,"deep_freeze":true}"#, 2, "greedy", 1),
    ("rescue-polar-bears", "{}", 3, "normal", 1),
    ("rescue-polar-bears", r#"{"ships":2,"rough_road":true,"turn_limit":20}"#, 1, "easy", 1),
    ("rescue-polar-bears", r#"{"rapid_warming":true,"collect_by_choice":true}"#, 4, "easy", 1),
    ("ice-breakers", "{}", 3, "greedy", 1),
    ("ice-breakers", r#"{"introductory":true,"map":"hard","reports":"10-6"}"#, 2, "greedy", 1),
    ("polar-roller", "{}", 2, "normal", 1),
    ("polar-roller", "{}", 3, "normal", 1),
    ("polar-roller", "{}", 5, "easy", 1),
];

/// So many matches say something about means.
const MANY: u64 = 100;
/// How many half widths of its 95 % interval a mean may lie beside its truth: three standard errors.
const BIAS: f64 = 3.0 / 1.959_964;

fn analysed(record: &str) -> (Record, MatchAnalysis) {
    let record = Record::read(record).expect("a series writes records");
    let game = headless().get(&record.game).expect("it is a game of ours");
    let analysis = game.analyse(&record, &mut |_| ControlFlow::Continue(())).expect("the record is valid");
    (record, analysis.expect("nobody stopped it"))
}

fn each_match(case: &Case, mut each: impl FnMut(&Record, &MatchAnalysis, Duration)) {
    let &(game, options, seats, bots, few) = case;
    let matches = std::env::var("POLYNYA_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(few);
    let series = series(game, options, seats, &[bots], Seed::of("analysis")).expect("these can play");
    for number in 0..matches {
        let played = series.play(number, 1_000_000, Keep::RECORD);
        let begin = Instant::now();
        let (record, analysis) = analysed(&played.record.expect("it was kept"));
        each(&record, &analysis, begin.elapsed());
    }
}

fn assert_sums(record: &Record, analysis: &MatchAnalysis) {
    let MatchAnalysis { start, luck, skill, own, others, result, adjusted, steps, .. } = analysis;
    let score = record.result.as_ref().expect("the match is over");
    for seat in 0..usize::from(record.seats) {
        let near = |one: f64, other: f64| (one - other).abs() < 1e-9;
        assert!(near(start[seat] + luck[seat] + skill[seat], result[seat]), "seat {seat} of {record:?}");
        assert!(near(own[seat] + others[seat], skill[seat]) && near(result[seat] - luck[seat], adjusted[seat]));
        let won = score.winners.contains(&(seat as u64 + 1));
        assert_eq!(result[seat], f64::from(u8::from(won)));
        for step in steps {
            assert!((-1e-9..=1.0 + 1e-9).contains(&step.value[seat]), "{step:?}");
            assert!(step.cost.is_none_or(|cost| (0.0..=1.0).contains(&cost)), "{step:?}");
        }
        let by_luck: f64 = steps.iter().filter(|step| step.seat.is_none()).map(|step| step.change[seat]).sum();
        assert!(near(by_luck, luck[seat]));
    }
    assert_eq!(steps.len(), record.steps.len());
}

#[test]
fn start_luck_and_skill_come_to_the_result() {
    let only = std::env::var("POLYNYA_GAME").ok();
    for case in CASES.iter().filter(|case| only.as_deref().is_none_or(|only| only == case.0)) {
        let (mut luck, mut results, mut adjusted) = (Mean::default(), Mean::default(), Mean::default());
        let (mut times, mut starts) = (Mean::default(), Mean::default());
        let mut matches = 0;
        each_match(case, |record, analysis, time| {
            assert_sums(record, analysis);
            matches += 1;
            luck.add(analysis.luck[0]);
            results.add(analysis.result[0]);
            adjusted.add(analysis.adjusted[0]);
            starts.add(analysis.start[0]);
            times.add(time.as_secs_f64());
        });
        let spread = |mean: &Mean| mean.margin() * mean.margin();
        println!(
            "{case:?}: start {:.3}, result {:.3}, luck {:+.4} ± {:.4}, variance left {:.3}, {:.2} s",
            starts.value(),
            results.value(),
            luck.value(),
            luck.margin(),
            spread(&adjusted) / spread(&results),
            times.value(),
        );
        if matches >= MANY {
            // Of twelve kinds one in twenty would lie outside of its own interval by chance; none lies outside of three.
            assert!(luck.value().abs() <= BIAS * luck.margin(), "{case:?}: luck is not 0 in the mean");
            let left = spread(&adjusted) / spread(&results);
            let is_dare = case.0 == "polar-dare" && case.1 == "{}";
            assert!(!is_dare || left <= 0.5, "{case:?}: fair dice leave {left:.3} of the variance");
        }
    }
}

#[test]
fn an_analysis_is_the_same_every_time_and_can_be_stopped() {
    let (game, options, seats, bots, _) = CASES[0];
    let series = series(game, options, seats, &[bots], Seed::of("again")).expect("these can play");
    let record = series.play(0, 1_000_000, Keep::RECORD).record.expect("it was kept");
    let (record, one) = analysed(&record);
    let game = headless().get(game).expect("it is a game of ours");
    let again = game.analyse(&record, &mut |_| ControlFlow::Continue(())).expect("the record is valid");
    assert_eq!(again, Some(one));
    let mut seen = 0;
    let stopped = game.analyse(&record, &mut |done| {
        seen = done;
        if done == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((stopped.expect("the record is valid"), seen), (None, 5));
}

/// What is told about the best sheet is true: the match that is shown can be played with these dice, makes the points, and
/// nobody has more than the bound.
#[test]
fn the_best_sheet_of_the_dice_can_be_played_and_nobody_passes_the_bound() {
    let matches = std::env::var("POLYNYA_MATCHES").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    let series = series("polar-roller", "{}", 2, &["easy"], Seed::of("sheets")).expect("these can play");
    let game = headless().get("polar-roller").expect("it is a game of ours");
    let mut gained = 0;
    for number in 0..matches {
        let (record, analysis) = analysed(&series.play(number, 1_000_000, Keep::RECORD).record.expect("it was kept"));
        let dice = |steps: &[String]| steps.iter().filter(|step| step.starts_with('*')).cloned().collect::<Vec<_>>();
        assert_eq!(analysis.sheets.len(), 2);
        for sheet in &analysis.sheets {
            let at = sheet.seat.index();
            assert_eq!(i64::from(sheet.played), record.result.as_ref().expect("it is over").scores[at]);
            assert!(sheet.played <= sheet.found && sheet.found <= sheet.bound, "{sheet:?}");
            let mut best = record.clone();
            (best.steps, best.result) = (sheet.steps.clone(), None);
            assert_eq!(dice(&best.steps), dice(&record.steps));
            let table = game.view(&best, usize::MAX).expect("it can be played");
            assert_eq!(table.result().expect("it is over").scores[at], i64::from(sheet.found));
            gained += sheet.found - sheet.played;
            println!("seat {}: {} played, {} found, {} at most", sheet.seat, sheet.played, sheet.found, sheet.bound);
        }
    }
    assert!(gained > 0, "whoever knows the dice does better");
}
