//! Calibration: makes the chances of a game's judge those of matches between normal bots, and says how true they are.
//!
//! Positions of some matches fit the calibration; positions of other matches are the proof.

use polynya_bots::{Analyst, Calibration, log_odds};
use polynya_catalog::{CatalogError, Kind, Listing, USUAL_BOT, Visitor, kind_of_match, visit};
use polynya_engine::{Complete, Line, PerSeat, Record, Seat, Seed, Turn};

use crate::logistic::{Sample, fit};
use crate::parallel::{self, ThreadPool};
use crate::series::{Keep, Series, series};

/// Which matches are played.
#[derive(Clone, Copy)]
pub struct Settings<'a> {
    /// The id of the game.
    pub game: &'a str,
    /// Its options as JSON.
    pub options: &'a str,
    /// How many seats play.
    pub seats: u8,
    /// The matches that fit the calibration.
    pub matches: u64,
    /// The matches that prove it.
    pub fresh: u64,
    /// What all matches follow from.
    pub seed: Seed,
    /// Is the calibration that the program has to be proved, and none fitted?
    pub shipped: bool,
}

/// A calibration, and how true it is in matches that it was not fitted to.
pub struct Report {
    /// The kind of match, as calibrations name it.
    pub kind: String,
    /// How many seats played.
    pub seats: u8,
    /// What was fitted, or what the program has.
    pub calibration: Calibration,
    /// The positions that it was fitted to.
    pub fitted: usize,
    /// The positions of fresh matches.
    pub positions: usize,
    /// How often matches were won by those who were given each tenth of the chances.
    pub tenths: [Tenth; 10],
    /// The Brier scores without the calibration and with it: mean squared errors of the chances.
    pub brier: [f64; 2],
}

/// The positions whose chance lies in one tenth.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Tenth {
    /// How many they are.
    pub count: f64,
    /// The sum of their chances.
    pub chances: f64,
    /// How many of them were won.
    pub won: f64,
}

impl Tenth {
    /// Returns the mean of the chances.
    pub fn told(&self) -> f64 {
        self.chances / self.count
    }

    /// Returns the share that was won.
    pub fn came(&self) -> f64 {
        self.won / self.count
    }
}

impl Report {
    /// Returns the largest distance between what was told and what came, over the tenths with at least this many
    /// positions.
    pub fn largest_error(&self, least: f64) -> f64 {
        let counted = self.tenths.iter().filter(|tenth| tenth.count >= least);
        counted.map(|tenth| (tenth.told() - tenth.came()).abs()).fold(0.0, f64::max)
    }
}

/// One of so many steps is looked at.
const STRIDE: usize = 5;
/// A match is left after this many steps.
const LONGEST: usize = 20_000;

/// Plays matches between normal bots, fits a calibration and proves it.
///
/// # Errors
///
/// Fails where the game, its options or its seats are not there.
pub fn calibrate(settings: &Settings, pool: &ThreadPool) -> Result<Report, CatalogError> {
    visit(settings.game, Fit { settings, pool })?
}

struct Fit<'a> {
    settings: &'a Settings<'a>,
    pool: &'a ThreadPool,
}

/// A position as a judge sees it without a calibration and with one, and who won in the end.
struct Seen {
    raw: PerSeat<f64>,
    told: PerSeat<f64>,
    won: PerSeat<f64>,
}

impl Visitor for Fit<'_> {
    type Out = Result<Report, CatalogError>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out {
        let Settings { game, options, seats, matches, fresh, seed, shipped } = *self.settings;
        let parsed = polynya_engine::read_options::<G>(options)?;
        let series_of = |part: &[u8]| series(game, options, seats, &[USUAL_BOT], seed.mix([part]));
        let seen = |series: &dyn Series, matches, calibration| -> Vec<Seen> {
            let played = parallel::map(self.pool, matches, |number| positions(listing, series, number, calibration));
            played.into_iter().flatten().collect()
        };
        let kind = kind_of_match::<G>(&listing.info, &parsed);
        let matches = if shipped { 0 } else { matches };
        let fitting = seen(&*series_of(b"fit")?, matches, Calibration::NONE);
        let calibration = match listing.info.kind {
            _ if shipped => Calibration::of(game, seats, &kind),
            Kind::Together => fit_team(&fitting),
            Kind::Race => fit_race(&fitting, seats),
        };
        let proof = seen(&*series_of(b"prove")?, fresh, calibration);
        let shown = if listing.info.kind == Kind::Together { 1 } else { seats };
        let mut tenths = [Tenth::default(); 10];
        let mut brier = [0.0; 2];
        for (position, seat) in proof.iter().flat_map(|seen| Seat::all(shown).map(move |seat| (seen, seat))) {
            let (told, won) = (position.told[seat], position.won[seat]);
            let tenth = &mut tenths[((told * 10.0) as usize).min(9)];
            *tenth = Tenth { count: tenth.count + 1.0, chances: tenth.chances + told, won: tenth.won + won };
            for (sum, chance) in brier.iter_mut().zip([position.raw[seat], told]) {
                *sum += (chance - won) * (chance - won) / (proof.len() * usize::from(shown)) as f64;
            }
        }
        Ok(Report { kind, seats, calibration, fitted: fitting.len(), positions: proof.len(), tenths, brier })
    }
}

/// Plays a match and returns some of its positions.
fn positions<G: Complete>(
    listing: &Listing<G>,
    series: &dyn Series,
    number: u64,
    calibration: Calibration,
) -> Vec<Seen> {
    let played = series.play(number, LONGEST, Keep::RECORD);
    let Some(score) = &played.result else { return Vec::new() };
    let record = played.record.as_deref().map(Record::read).expect("it was kept").expect("it was written by a match");
    let line: Line<G> = record.replay().expect("it was written by a match");
    let mut won = PerSeat::default();
    score.winners.iter().filter_map(|&winner| Seat::numbered(winner as usize)).for_each(|seat| won[seat] = 1.0);
    let analyst = |calibration| {
        let mut judge = (listing.judge)();
        judge.calibrate(calibration);
        Analyst::new(judge, line.seats())
    };
    let [mut plain, mut calibrated] = [Calibration::NONE, calibration].map(analyst);
    let mut position = line.prefix(0);
    let mut seen = Vec::new();
    for (at, &step) in line.steps().iter().enumerate() {
        let decides = matches!(position.position().turn(), Turn::Players(_));
        if decides && (at + number as usize).is_multiple_of(STRIDE) {
            let here = position.position();
            let raw = plain.value(here);
            let told = if calibration == Calibration::NONE { raw } else { calibrated.value(here) };
            seen.push(Seen { raw, told, won });
        }
        position.advance(step).expect("this step was played before");
    }
    seen
}

/// Platt scaling: an intercept and a slope of the log-odds.
fn fit_team(seen: &[Seen]) -> Calibration {
    let uncertain = |seen: &&Seen| (1e-9..1.0 - 1e-9).contains(&seen.raw[Seat::FIRST]);
    let features: Vec<([f32; 2], f32)> = (seen.iter().filter(uncertain))
        .map(|seen| ([1.0, log_odds(seen.raw[Seat::FIRST]) as f32], seen.won[Seat::FIRST] as f32))
        .collect();
    let samples: Vec<Sample> = features.iter().map(|(features, target)| Sample { features, target: *target }).collect();
    match fit(&samples, 1.0)[..] {
        [intercept, slope] => Calibration { intercept: intercept.into(), slope: slope.into() },
        _ => Calibration::NONE,
    }
}

/// The power of the chances that makes the winners likeliest, by Newton's method.
fn fit_race(seen: &[Seen], seats: u8) -> Calibration {
    let mut slope = 1.0;
    for _ in 0..20 {
        // A ridge towards 1 keeps it there where there is nothing to learn from.
        let (mut gradient, mut curvature) = (1.0 - slope, 1.0);
        for position in seen {
            let logs: Vec<f64> = Seat::all(seats).map(|seat| position.raw[seat].max(1e-6).ln()).collect();
            let powers: Vec<f64> = logs.iter().map(|log| (slope * log).exp()).collect();
            let sum: f64 = powers.iter().sum();
            let mean: f64 = logs.iter().zip(&powers).map(|(log, power)| log * power / sum).sum();
            let spread: f64 = logs.iter().zip(&powers).map(|(log, power)| (log - mean).powi(2) * power / sum).sum();
            let winners: f64 = Seat::all(seats).map(|seat| position.won[seat]).sum();
            if winners > 0.0 {
                let of_winners: f64 = Seat::all(seats).zip(&logs).map(|(seat, log)| position.won[seat] * log).sum();
                gradient += of_winners / winners - mean;
                curvature += spread;
            }
        }
        slope += gradient / curvature;
    }
    Calibration { intercept: 0.0, slope }
}

/// Returns the reliability of some reports as a plot: what was told from left to right, what came upwards.
pub fn plot(title: &str, reports: &[(String, Report)]) -> String {
    const SIDE: f64 = 400.0;
    let x = |chance: f64| 50.0 + SIDE * chance;
    let y = |chance: f64| 30.0 + SIDE * (1.0 - chance);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 680 480\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"680\" height=\"480\" fill=\"#fff\"/>\n<text x=\"50\" y=\"20\" font-size=\"14\">{title}</text>\n"
    );
    for line in 0..=10 {
        let at = f64::from(line) / 10.0;
        svg.push_str(&format!(
            "<path d=\"M{:.0} {:.0}V{:.0}M{:.0} {:.0}H{:.0}\" stroke=\"#ddd\"/>\n",
            x(at),
            y(0.0),
            y(1.0),
            x(0.0),
            y(at),
            x(1.0)
        ));
        svg.push_str(&format!("<text x=\"{:.0}\" y=\"446\" text-anchor=\"middle\">{}</text>\n", x(at), line * 10));
        svg.push_str(&format!("<text x=\"44\" y=\"{:.0}\" text-anchor=\"end\">{}</text>\n", y(at) + 4.0, line * 10));
    }
    svg.push_str(&format!("<path d=\"M{} {}L{} {}\" stroke=\"#888\"/>\n", x(0.0), y(0.0), x(1.0), y(1.0)));
    svg.push_str("<text x=\"250\" y=\"468\" text-anchor=\"middle\">told, % to win</text>\n");
    svg.push_str("<text transform=\"translate(14 230) rotate(-90)\" text-anchor=\"middle\">came, % won</text>\n");
    const COLOURS: [&str; 8] = ["#1b6ca8", "#c4473a", "#3a8f4d", "#8a5aa8", "#c98a1b", "#227a7a", "#6b6b6b", "#a83a77"];
    for (number, (name, report)) in reports.iter().enumerate() {
        let colour = COLOURS[number % COLOURS.len()];
        let full = report.tenths.iter().filter(|tenth| tenth.count >= 50.0);
        let points: Vec<(f64, f64)> = full.map(|tenth| (x(tenth.told()), y(tenth.came()))).collect();
        let line: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        svg.push_str(&format!("<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>\n", line.join(" ")));
        for (x, y) in points {
            svg.push_str(&format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{colour}\"/>\n"));
        }
        let row = 40 + 18 * number;
        svg.push_str(&format!("<text x=\"465\" y=\"{row}\" fill=\"{colour}\">{name}</text>\n"));
    }
    svg.push_str("</svg>\n");
    svg
}
