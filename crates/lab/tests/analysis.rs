//! What luck and skill come to in whole matches of every game.
//!
//! `POLYNYA_MATCHES` plays more matches of each kind than the few of every change.

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
    for case in &CASES {
        let (mut luck, mut results, mut adjusted) = (Mean::default(), Mean::default(), Mean::default());
        let (mut times, mut starts) = (Mean::default(), Mean::default());
        each_match(case, |record, analysis, time| {
            assert_sums(record, analysis);
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
