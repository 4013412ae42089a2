//! Are the chances that people are told true? `POLYNYA_MATCHES` plays so many matches of each kind, and then they must be;
//! the few of every change only show that it can be measured.

use polynya_engine::Seed;
use polynya_lab::calibrate::{Settings, calibrate, plot};
use polynya_lab::parallel;

/// Game, options, seats, and by how many points a tenth may be off.
const CASES: [(&str, &str, u8, f64); 12] = [
    ("polar-dare", "{}", 2, 0.03),
    ("polar-dare", "{}", 4, 0.05),
    ("piecepack-dare", "{}", 2, 0.03),
    ("piecepack-dare", r#"{"homesick_penguins":true}"#, 2, 0.05),
    ("piecepack-dare", r#"{"global_warming":true}"#, 3, 0.05),
    ("rescue-polar-bears", "{}", 3, 0.03),
    ("rescue-polar-bears", r#"{"rough_road":true}"#, 3, 0.05),
    ("ice-breakers", "{}", 3, 0.03),
    ("ice-breakers", r#"{"map":"hard"}"#, 3, 0.05),
    ("polar-roller", "{}", 3, 0.03),
    ("polar-roller", "{}", 2, 0.05),
    ("polar-roller", "{}", 5, 0.05),
];

#[test]
fn chances_are_what_comes_of_them() {
    let many: Option<u64> = std::env::var("POLYNYA_MATCHES").ok().and_then(|text| text.parse().ok());
    let pool = parallel::pool(0).expect("threads are given");
    let cases = if many.is_some() { &CASES[..] } else { &CASES[..1] };
    for &(game, options, seats, most) in cases {
        let matches = many.unwrap_or(3);
        let settings = Settings { game, options, seats, matches, fresh: matches, seed: Seed::of("truth") };
        let report = calibrate(&settings, &pool).expect("it can be played");
        let error = report.largest_error(200.0);
        println!(
            "{game} {seats} {} {:.4} {:.4}: {} positions, Brier {:.4} to {:.4}, largest error {:.1} points",
            report.kind,
            report.calibration.intercept,
            report.calibration.slope,
            report.positions,
            report.brier[0],
            report.brier[1],
            100.0 * error,
        );
        assert!(report.positions > 0 && report.brier[1] < 0.25);
        assert!(many.is_none() || error < most, "{game} with {seats} seats and {options}: {error}");
        assert!(plot(game, &[("all".to_owned(), report)]).ends_with("</svg>\n"));
    }
}
