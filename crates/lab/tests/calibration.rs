//! Are the chances that people are told true? What is proved is the calibration that the program has, in matches that it was
//! not fitted to. `POLYNYA_CALIBRATED=20000` looks at so many positions of each kind, and then they must be; the few of
//! every change only show that it can be measured. `POLYNYA_GAME` leaves the other games out.

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

/// Matches that tell about how many positions one has.
const FEW: u64 = 3;

#[test]
fn chances_are_what_comes_of_them() {
    let least: Option<usize> = std::env::var("POLYNYA_CALIBRATED").ok().and_then(|text| text.parse().ok());
    let only = std::env::var("POLYNYA_GAME").ok();
    let pool = parallel::pool(0).expect("threads are given");
    let cases = if least.is_some() { &CASES[..] } else { &CASES[..1] };
    for &(game, options, seats, most) in cases.iter().filter(|case| only.as_deref().is_none_or(|only| only == case.0)) {
        let prove = |fresh| {
            let settings = Settings { game, options, seats, matches: 0, fresh, seed: Seed::of("truth"), shipped: true };
            calibrate(&settings, &pool).expect("it can be played")
        };
        let mut report = prove(FEW);
        let mut matches = FEW;
        while let Some(least) = least.filter(|&least| report.positions < least) {
            // As many matches as there should be, and a few more.
            matches = matches * least as u64 * 11 / 10 / report.positions.max(1) as u64 + 1;
            report = prove(matches);
        }
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
        assert!(report.positions > 0 && report.fitted == 0 && report.brier[1] < 0.25);
        if least.is_some() {
            assert!(error < most, "{game} with {seats} seats and {options}: {error}");
            let [before, after] = report.brier;
            assert!(
                after <= before + 1e-6,
                "{game} with {seats} seats and {options}: {before} was better than {after}"
            );
        }
        assert!(plot(game, &[("all".to_owned(), report)]).ends_with("</svg>\n"));
    }
}

/// What is fitted to some matches is truer in others, and is the same every time.
#[test]
fn a_calibration_is_fitted_to_some_matches_and_proved_in_others() {
    let pool = parallel::pool(0).expect("threads are given");
    let settings = Settings {
        game: "polar-dare",
        options: "{}",
        seats: 2,
        matches: FEW,
        fresh: 1,
        seed: Seed::of("fit"),
        shipped: false,
    };
    let [one, other] = [(); 2].map(|()| calibrate(&settings, &pool).expect("it can be played"));
    assert!(one.fitted > 0 && one.positions > 0 && one.calibration.slope > 0.0);
    assert_eq!((one.calibration, one.positions), (other.calibration, other.positions));
}
