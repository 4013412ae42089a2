//! What is told of each game in numbers: for every number of seats, of these rules, and on a page made of the same data.

use std::fmt::Write;
use std::path::Path;

use polynya_catalog::{Figure, figures, headless};

/// The page with all of it.
const PAGE: &str = "docs/numbers.md";

fn page() -> String {
    let mut text = String::from(
        "<!-- Generated from crates/catalog/src/games/figures.jsonl: POLYNYA_WRITE=1 cargo test -p polynya-catalog --test \
         figures -->\n\n# The games in numbers\n\nWho wins, how long it takes, how much is luck: measured by `polynya atlas` \
         in matches between bots, without variants. A number behind ± is half the 95 % interval; luck is the part of the \
         result that dice and decks explain (`docs/measures.md`). To measure again: `make atlas`, copy \
         `target/atlas/figures.jsonl` to where the first line says, and give its command.\n",
    );
    for game in headless().iter() {
        let info = game.info();
        let _ = write!(text, "\n## {}\n\n", info.title);
        for figure in figures(info.id) {
            let _ = writeln!(text, "- {} *{}*", figure.sentence(), figure.basis());
        }
    }
    text
}

#[test]
fn every_game_is_told_in_numbers_for_every_number_of_seats() {
    for game in headless().iter() {
        let info = game.info();
        let seats: Vec<u8> = figures(info.id).map(|figure| figure.seats).collect();
        assert_eq!(seats, info.seats.clone().collect::<Vec<u8>>(), "{}", info.id);
        for figure in figures(info.id) {
            let (id, seats) = (&figure.game, figure.seats);
            assert_eq!(figure.rules, game.version(), "{id}: the rules have changed since; make the atlas again");
            assert!(game.bots().iter().any(|bot| bot.name == figure.bot), "{id} {seats}");
            assert!(figure.matches >= 100 && figure.turns.is_some(), "{id} {seats}");
            for share in [&figure.wins, &figure.luck, &figure.unfinished].into_iter().flatten() {
                assert!(share.low <= share.value && share.value <= share.high, "{id} {seats}: {share:?}");
            }
            for share in [&figure.wins, &figure.unfinished].into_iter().flatten() {
                assert!((0.0..=1.0).contains(&share.low) && (0.0..=1.0).contains(&share.high), "{id} {seats}");
            }
        }
    }
}

#[test]
fn the_page_of_numbers_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(PAGE);
    if std::env::var_os("POLYNYA_WRITE").is_some() {
        std::fs::write(&path, page()).expect("the page can be written");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page(), "{PAGE} is stale: POLYNYA_WRITE=1 cargo test -p polynya-catalog --test figures");
}

#[test]
fn a_sentence_says_what_the_data_say() {
    let figure = |json: &str| serde_json::from_str::<Figure>(json).expect("a figure");
    let race = figure(
        r#"{"game":"polar-dare","rules":1,"seats":2,"bot":"greedy","matches":9604,"analysed":200,
            "wins":{"value":0.531,"low":0.527,"high":0.535},"score":null,"turns":{"value":24.04,"low":23.9,"high":24.2},
            "minutes":null,"luck":{"value":0.61,"low":0.52,"high":0.7},"unfinished":{"value":0,"low":0,"high":0.001}}"#,
    );
    assert_eq!(race.sentence(), "Polar Dare! with 2: the first player wins 53.1% ± 0.4, 24 turns, luck 61% ± 9.");
    assert_eq!(race.basis(), "9604 matches between greedy bots, 200 of them analysed");
    let three = Figure { seats: 3, luck: None, ..race.clone() };
    assert!(three.sentence().contains("the first player wins 53.1% ± 0.4 (fair: 33.3%)"), "{}", three.sentence());
    let team = Figure { game: "rescue-polar-bears".to_owned(), ..race.clone() };
    assert_eq!(team.sentence(), "Rescue Polar Bears with 2: the team wins 53.1% ± 0.4, 24 turns, luck 61% ± 9.");
    let points = figure(
        r#"{"game":"polar-roller","rules":1,"seats":1,"bot":"greedy","matches":1,"analysed":0,"wins":null,
            "score":{"value":96.12,"low":95.6,"high":96.6},"turns":{"value":12,"low":12,"high":12},"minutes":null,
            "luck":null,"unfinished":{"value":0.25,"low":0.2,"high":0.3}}"#,
    );
    assert_eq!(points.sentence(), "Polar Roller with 1: 96.1 ± 0.5 points a player, 12 rounds, 25.0% without an end.");
    assert_eq!(points.basis(), "1 match of one greedy bot");
}
