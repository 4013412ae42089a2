//! What is told of each game in numbers is still true: matches with other dice say the same.

use polynya_catalog::{Measured, figures, headless};
use polynya_engine::Seed;
use polynya_lab::experiment::Sum;
use polynya_lab::series::{Keep, series};

/// By how many standard errors of both a fresh measurement may differ. Chance alone is further off once in a million.
const APART: f64 = 5.0;

/// The standard error of what is told.
fn error(told: &Measured) -> f64 {
    (told.high - told.low) / 2.0 / 1.96
}

#[test]
fn fresh_matches_say_the_same() {
    let matches: u64 = std::env::var("POLYNYA_MATCHES").ok().and_then(|matches| matches.parse().ok()).unwrap_or(16);
    for game in headless().iter() {
        let info = game.info();
        let seats = info.usual_seats;
        let figure = figures(info.id).find(|figure| figure.seats == seats).expect("every number of seats is told");
        let bots =
            series(info.id, "{}", seats, &[figure.bot.as_str()], Seed::of("other dice")).expect("it can be played");
        let (mut turns, mut scores) = (Sum::default(), Sum::default());
        for number in 0..matches {
            let played = bots.play(number, 10_000, Keep::default());
            if let Some(result) = played.result {
                turns.add(f64::from(played.turns));
                scores.add(result.scores[0] as f64);
            }
        }
        for (what, told, fresh) in [("turns", &figure.turns, turns), ("score", &figure.score, scores)] {
            let (Some(told), Some(fresh)) = (told, fresh.mean()) else { continue };
            let own = fresh.margin() / 2.0;
            let allowed = APART * (own * own + error(told).powi(2)).sqrt() + 1e-6;
            let off = (told.value - fresh.value).abs();
            assert!(
                off <= allowed,
                "{} with {seats}: {what} are {} now and were {}; make the atlas again (docs/numbers.md)",
                info.id,
                fresh.value,
                told.value
            );
        }
    }
}
