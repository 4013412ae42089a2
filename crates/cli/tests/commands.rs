//! The commands as people run them: what they print, and the code they exit with.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use polynya_catalog::headless;
use polynya_engine::lesson::ScriptLine;

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn polynya(args: &[&str]) -> Ran {
    polynya_reading(args, b"")
}

/// Runs the program where it can keep nothing.
fn polynya_reading(args: &[&str], input: &[u8]) -> Ran {
    polynya_keeping(Path::new("/dev/null/nothing"), args, input)
}

/// Runs the program with this folder for what it keeps.
fn polynya_keeping(state: &Path, args: &[&str], input: &[u8]) -> Ran {
    let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
        .args(args)
        .env("XDG_STATE_HOME", state)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // A program that refuses its arguments does not read its input.
    let _ = child.stdin.take().expect("it has an input").write_all(input);
    let Output { status, stdout, stderr } = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    Ran { code: status.code(), out: text(stdout), err: text(stderr) }
}

/// A file that is gone when the test is over.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, content: &[u8]) -> Temporary {
        let path = std::env::temp_dir().join(format!("polynya-test-{}-{name}", std::process::id()));
        std::fs::write(&path, content).expect("a temporary file can be written");
        Temporary(path)
    }

    fn name(&self) -> &str {
        self.0.to_str().expect("the path is text")
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A server's file that an older program wrote is looked through, and so is one that a bad disk has changed.
#[test]
fn the_file_of_a_server_is_checked() {
    let file = Temporary::new("tables.db", b"");
    let database = rusqlite::Connection::open(&file.0).unwrap();
    database.execute_batch(include_str!("../../server/tests/golden/version-1.sql")).unwrap();
    let ran = polynya(&["check", file.name()]);
    assert_eq!((ran.code, ran.err.contains("no hashes yet")), (Some(0), true), "{}", ran.err);
    drop(polynya_server::store::Sqlite::open(&file.0, polynya_server::store::Wait::Commit).unwrap());
    let ran = polynya(&["check", file.name()]);
    assert_eq!((ran.code, ran.err.contains("14 tables with")), (Some(0), true), "{}", ran.err);
    assert!(ran.err.contains("all as they were written"), "{}", ran.err);
    database.execute("UPDATE entries SET entry = entry || ' ' WHERE n = 17 AND table_id = 2", []).unwrap();
    let ran = polynya(&["check", file.name()]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("table merry-cliff-ladder: entry 17 was changed on the disk"), "{}", ran.out);
    let _ = std::fs::remove_file(format!("{}-lock", file.name()));
}

#[track_caller]
fn prints(args: &[&str], expected: &str) {
    let ran = polynya(args);
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
    assert!(ran.out.contains(expected), "{args:?} printed {}", ran.out);
}

#[track_caller]
fn refuses(ran: &Ran, expected: &str) {
    let said = format!("{}{}", ran.out, ran.err);
    assert_eq!(ran.code, Some(2), "{said}");
    assert!(said.contains(expected), "said: {said}");
    assert!(!said.contains("panicked"), "{said}");
}

const RECORD: &str =
    r#"{"polynya":1,"game":"polar-dare","rules":1,"seats":2,"steps":["1 roll","* P2","1 hop start a1"],"result":null}"#;

#[test]
fn games_are_listed_and_told_about() {
    prints(&["games"], "polar-dare");
    prints(&["games", "piecepack-dare"], "Reconstructed");
    prints(&["games", "polar-dare"], "  - Polar Dare! with 2: the first player wins ");
    refuses(&polynya(&["games", "chess"]), "there is no game `chess`; the games are polar-dare, piecepack-dare");
}

#[test]
fn rules_are_read_searched_and_cited() {
    prints(&["rules", "polar-dare"], "4 Penguin rolls");
    prints(&["rules", "polar-dare", "4.4"], "A floe carries at most three penguins.");
    prints(&["rules", "polar-dare", "4.4"], "is refused by 4.4");
    prints(&["rules", "polar-dare", "Equator", "bear"], "9.");
    prints(&["rules", "ice-breakers", "2.5"], "h10-h6   3         3     3");
    prints(&["rules", "rescue-polar-bears", "Breeze", "invented"], "PROPOSED");
    prints(&["rules", "polar-dare", "T2"], "The match is over");
    refuses(&polynya(&["rules", "polar-dare", "submarine"]), "no clause has `submarine`");
}

/// Every letter of the books is printed, in its order; only the signs of Markdown are told otherwise.
#[test]
fn the_terminal_loses_nothing_of_a_book() {
    for (game, book) in [
        ("polar-dare", polynya_games::floes::RULES),
        ("rescue-polar-bears", polynya_games::rescue_polar_bears::RULES),
        ("ice-breakers", polynya_games::ice_breakers::RULES),
        ("polar-roller", polynya_games::polar_roller::RULES),
    ] {
        let letters = |text: &str| text.chars().filter(|sign| !sign.is_whitespace()).collect::<String>();
        let shown = letters(&polynya(&["rules", game]).out.replace(['*', '`'], "").replace("\n  - ", "\n"));
        let written = letters(&without_marks(book));
        let same = shown.chars().zip(written.chars()).take_while(|(shown, written)| shown == written).count();
        let after = |text: &str| text.chars().skip(same.saturating_sub(40)).take(120).collect::<String>();
        assert!(shown == written, "{game}: written\n{}\nshown\n{}", after(&written), after(&shown));
    }
}

/// A rule book as people read it: what Markdown and examples say by signs is said by words.
fn without_marks(book: &str) -> String {
    let mut in_example = false;
    let read = |line: &str| {
        if let Some(heading) = line.strip_prefix("```example ") {
            in_example = true;
            let mut words = heading.splitn(3, ' ');
            let (game, seats) = (words.next().unwrap(), words.next().unwrap());
            let seats = if seats == "1" { "1 seat".to_owned() } else { format!("{seats} seats") };
            return format!(
                "Example: {game}, {seats}{}",
                words.next().map(|json| format!(", {json}")).unwrap_or_default()
            );
        }
        if line == "```" {
            in_example = false;
            return String::new();
        }
        let line = if in_example { line.replace(" ! ", " is refused by ") } else { line.to_owned() };
        let line = line.trim_start_matches('#').replace(['*', '`'], "");
        match line.trim_start() {
            row if row.starts_with("|--") => String::new(),
            row if row.starts_with('|') => row.replace('|', " "),
            point => point.strip_prefix("- ").unwrap_or(point).to_owned(),
        }
    };
    book.lines().map(read).collect::<Vec<_>>().join("\n")
}

#[test]
fn lessons_are_listed_and_begun_at_any_step() {
    prints(&["learn"], "polynya learn ice-breakers");
    prints(&["learn"], "Reading the ice");
    let left = polynya_reading(&["learn", "polar-dare", "bear", "--step", "4"], b"\nslide a1 n\nslide b1 n\nq\n");
    assert_eq!(left.code, Some(0), "{}", left.err);
    for said in ["Step 4 of 7.", "Type: slide c4 s", "(rule 5.5)", "at step 4: polynya learn polar-dare bear"] {
        assert!(left.out.contains(said), "{said} in {}", left.out);
    }
    refuses(&polynya(&["learn", "polar-dare", "chess"]), "its lessons are first, ice, bear");
    refuses(&polynya(&["learn", "polar-dare", "bear", "--step", "8"]), "its steps are 1 to 7");
    refuses(&polynya(&["learn", "chess"]), "chess");
}

#[test]
fn lessons_and_puzzles_are_remembered() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |args: &[&str], input: &str| {
        let ran = polynya_keeping(folder.path(), args, input.as_bytes());
        assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.err);
        // Lines are broken where the terminal ends.
        ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    run(&["learn", "polar-dare", "bear", "--step", "4"], "q\n");
    assert!(run(&["learn"], "").contains("goes on at step 4"));
    assert!(run(&["learn", "polar-dare", "bear"], "q\n").contains("Step 4 of 7."));

    let game = headless().get("polar-dare").expect("it is there");
    let [first, second, ..] = game.puzzles() else { panic!("it has puzzles") };
    let way = &first.steps[0].ways[0];
    let begun = run(&["puzzles", "polar-dare"], "s\nn\nq\n");
    for said in [format!("Type: {}", way[0]), first.steps[0].text.to_owned(), second.title.to_owned()] {
        assert!(begun.contains(&said), "{said} in {begun}");
    }
    assert!(run(&["puzzles"], "").contains(&format!("0 of {} solved", game.puzzles().len())));
    let solved = run(&["puzzles", "polar-dare", first.id], &format!("{}\n\nq\n", way.join("\n")));
    assert!(solved.contains(first.steps[0].right.expect("what is said of the solution")), "{solved}");
    assert!(run(&["puzzles"], "").contains(&format!("1 of {} solved", game.puzzles().len())));
    refuses(&polynya(&["puzzles", "polar-dare", "chess"]), first.id);
}

/// A search says how it can be repeated, and finds the same again.
#[test]
fn puzzles_are_found_again() {
    let args = ["puzzles", "find", "polar-dare", "--seats", "2", "--matches", "3", "--bot", "easy", "--tries", "1"];
    let found = polynya(&args);
    assert_eq!(found.code, Some(0), "{}", found.err);
    assert!(
        found.out.starts_with("# Written by `polynya puzzles find polar-dare --seed 0 --matches 3"),
        "{}",
        found.out
    );
    assert!(found.out.contains("```puzzle "), "{}", found.out);
    assert_eq!(polynya(&args).out, found.out);
    refuses(&polynya(&["puzzles", "find", "chess"]), "chess");
}

/// Whoever types what is wanted and presses Enter comes to the end of every lesson.
#[test]
fn every_lesson_is_played_at_the_terminal() {
    for game in headless().iter() {
        for lesson in game.lessons() {
            let mut input = String::new();
            for step in &lesson.steps {
                for line in &step.script {
                    if let ScriptLine::Step(words) = line
                        && let Some(words) = words.strip_prefix("1 ")
                    {
                        input += &format!("{words}\n");
                    }
                }
                if step.script.is_empty() || step.right.is_some() {
                    input += "\n";
                }
            }
            let ran = polynya_reading(&["learn", game.info().id, lesson.id], input.as_bytes());
            let (id, lesson) = (game.info().id, lesson.id);
            assert!(ran.out.contains("Well done! That was the lesson."), "{id} {lesson}:\n{}{}", ran.out, ran.err);
        }
    }
}

#[test]
fn perft_prints_the_known_counts() {
    for (game, options, depth, count) in [
        ("polar-dare", "{}", "3", "76\n"),
        ("polar-dare", "{}", "4", "1478\n"),
        ("piecepack-dare", "{}", "4", "1466\n"),
        ("piecepack-dare", r#"{"pack_ice":true}"#, "4", "3674\n"),
        ("piecepack-dare", r#"{"mega_ice_age":true}"#, "4", "167\n"),
    ] {
        let ran = polynya(&["perft", game, "--seats", "2", "--options", options, "--depth", depth]);
        assert_eq!(ran.out, count, "{game} {options} {depth}");
    }
    let file = Temporary::new("perft", RECORD.as_bytes());
    assert_eq!(polynya(&["perft", "polar-dare", "--depth", "1", "--from", file.name()]).out, "22\n");
    refuses(&polynya(&["perft", "piecepack-dare", "--depth", "1", "--from", file.name()]), "a record of `polar-dare`");
}

#[test]
fn legal_lists_what_may_follow_in_order() {
    let ran = polynya_reading(&["legal", "-"], RECORD.as_bytes());
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 22, "{lines:?}");
    assert!(lines.is_sorted());
    assert!(lines.contains(&"1 hop a1 start") && lines.contains(&"1 slide d4 n"));
    let rolling = RECORD.replace(r#","* P2","1 hop start a1""#, "");
    assert_eq!(polynya_reading(&["legal", "-"], rolling.as_bytes()).out, "* B3\n* P2\n* P3\n* P4\n");
    let every = polynya_reading(&["legal", "--every", "-"], format!("{rolling}\n{rolling}\n").as_bytes()).out;
    let (one, two) = every.split_at(every.len() / 2);
    assert_eq!(one, two);
    assert!(one.starts_with("[\"1 roll\"]\n") && one.ends_with("\n[\"* B3\",\"* P2\",\"* P3\",\"* P4\"]\n"), "{one}");
    let odds = polynya_reading(&["legal", "-", "--odds"], rolling.as_bytes());
    assert_eq!(odds.out, "* B3 1/6\n* P2 1/6\n* P3 2/6\n* P4 2/6\n");
    let json: serde_json::Value =
        serde_json::from_str(&polynya_reading(&["legal", "-", "--json"], rolling.as_bytes()).out).expect("JSON");
    assert_eq!((&json["of"], &json["steps"][2]), (&6.into(), &serde_json::json!({"step": "* P3", "weight": 2})));
    // Where seats act there are no odds.
    assert_eq!(polynya_reading(&["legal", "-", "--odds"], RECORD.as_bytes()).out, ran.out);
    let json: serde_json::Value =
        serde_json::from_str(&polynya_reading(&["legal", "-", "--json"], RECORD.as_bytes()).out).expect("JSON");
    assert_eq!((&json["turn"], json["steps"].as_array().map(Vec::len)), (&"seats".into(), Some(22)));
}

/// Whoever names no match of many is told which one it is, and can choose another.
#[test]
fn a_match_is_chosen_among_many() {
    let begun = RECORD.replace(r#","* P2","1 hop start a1""#, "");
    let file = Temporary::new("many.jsonl", format!("{RECORD}\n{begun}\n").as_bytes());
    let ran = polynya(&["legal", file.name()]);
    assert_eq!((ran.code, ran.out.lines().count()), (Some(0), 22));
    assert!(ran.err.contains("this is match 1 of 2; choose another one with --match N"), "{}", ran.err);
    let ran = polynya(&["legal", file.name(), "--match", "2"]);
    assert_eq!((ran.out.lines().count(), ran.err.as_str()), (4, ""));
    prints(&["replay", file.name(), "--match", "2"], "Step 1 of 1");
    prints(&["replay", file.name()], "Step 3 of 3");
    assert_eq!(polynya(&["perft", "polar-dare", "--depth", "1", "--from", file.name(), "--match", "2"]).out, "4\n");
    refuses(&polynya(&["replay", file.name(), "--match", "3"]), "there is no match 3; the file holds 2");
    refuses(&polynya(&["legal", file.name(), "--match", "0"]), "--match");
    refuses(&polynya(&["perft", "polar-dare", "--depth", "1", "--match", "2"]), "the file that --from names");
    refuses(&polynya(&["play", "polar-dare", "--match", "2"]), "the file that --resume names");
    let one = Temporary::new("one.json", RECORD.as_bytes());
    assert_eq!(polynya(&["legal", one.name()]).err, "", "nothing is said of an only match");
    // Going on with one of many leaves the others alone.
    let args = ["play", "--resume", file.name(), "--match", "2", "--players", "random,random", "--save"];
    refuses(&polynya(&[&args[..], &[file.name()]].concat()), "it holds other matches too, which would be lost");
    let own = std::env::temp_dir().join(format!("polynya-test-{}-own.json", std::process::id()));
    let _ = std::fs::remove_file(&own);
    let ran = polynya(&[&args[..], &[own.to_str().unwrap()]].concat());
    let saved = std::fs::read_to_string(&own).unwrap_or_default();
    let _ = std::fs::remove_file(&own);
    assert!(ran.code == Some(0) && saved.contains("\"1 roll\""), "{}{}", ran.out, ran.err);
    assert_eq!(std::fs::read_to_string(&file.0).unwrap(), format!("{RECORD}\n{begun}\n"));
}

/// Records are not written over by chance, and say who played; a result says what made it.
#[test]
fn records_and_results_say_what_made_them_and_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("r.jsonl");
    let file = file.to_str().unwrap();
    let sim = |more: &[&str]| {
        let args = ["sim", "polar-dare", "--bots", "random,greedy", "--games", "2", "--seed", "x", "--records", file];
        polynya(&[&args[..], &["--options", r#"{"turn_limit":9}"#], more].concat())
    };
    let lines = || std::fs::read_to_string(file).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
    let ran = sim(&["--json"]);
    let result: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!(
        (&result["game"], &result["seed"], &result["options"]["turn_limit"]),
        (&"polar-dare".into(), &"x".into(), &9.into())
    );
    assert_eq!((&result["program"], &result["most"]), (&env!("CARGO_PKG_VERSION").into(), &1_000_000.into()));
    assert!(result["rules"].is_u64() && result["seats"][1]["bot"] == "greedy", "{result}");
    let kept = lines();
    assert_eq!(kept.len(), 2);
    for line in &kept {
        let record: serde_json::Value = serde_json::from_str(line).expect("a record is JSON");
        assert_eq!(record["players"], serde_json::json!(["random", "greedy"]));
    }
    refuses(&sim(&[]), "r.jsonl: holds something already; --append adds to it, --force writes over it");
    assert_eq!(lines(), kept);
    assert_eq!(sim(&["--append"]).code, Some(0));
    assert_eq!(lines(), [kept.clone(), kept.clone()].concat());
    assert_eq!(sim(&["--force"]).code, Some(0));
    assert_eq!(lines(), kept);
    refuses(&sim(&["--force", "--append"]), "cannot be used with");
}

#[test]
fn no_matches_and_fewer_are_refused() {
    for command in ["sim", "arena", "calibrate"] {
        for games in ["0", "-1"] {
            refuses(
                &polynya(
                    &[command, "polar-dare", "--games", games, "--bots", "random,greedy"]
                        [..if command == "calibrate" { 4 } else { 6 }],
                ),
                "a whole number from 1",
            );
        }
    }
}

/// Unfinished matches are in no rate and no mean, and shared wins are said to be shared.
#[test]
fn what_is_unfinished_or_shared_is_in_no_rate() {
    let ran = polynya(&["sim", "polar-dare", "--bots", "random", "--games", "3", "--most", "10"]);
    assert!(ran.out.contains("3 matches were left unfinished; they are in no rate and no mean"), "{}", ran.out);
    assert!(!ran.out.contains('%') || ran.out.contains("95% interval"), "{}", ran.out);
    let json = polynya(&["sim", "polar-dare", "--bots", "random", "--games", "3", "--most", "10", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.out).expect("it is JSON");
    assert_eq!((&json["finished"], &json["unfinished"]), (&0.into(), &3.into()));
    assert!(json["seats"][0]["rate"].is_null() && json["turns"].is_null(), "{json}");
    // In Polar Roller ties happen: the seats' rates add up to what was won.
    let ran = polynya(&["sim", "polar-roller", "--seats", "4", "--bots", "random", "--games", "60", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    let rates: f64 = json["seats"].as_array().unwrap().iter().map(|seat| seat["rate"].as_f64().unwrap()).sum();
    let won = 1.0 - json["without_winner"].as_f64().unwrap() / 60.0;
    assert!((rates - won).abs() < 1e-4, "{rates} of {won}: {json}");
    assert!(json["shared"].as_u64() > Some(0), "{json}");
}

/// Certainty is nowhere claimed where every match ended alike.
#[test]
fn an_arena_that_one_bot_wins_altogether_has_open_intervals() {
    let args = ["arena", "polar-dare", "--bots", "random,greedy", "--games", "8"];
    let ran = polynya(&args);
    assert!(ran.out.contains("above +") && ran.out.contains("below -"), "{}", ran.out);
    let json: serde_json::Value =
        serde_json::from_str(&polynya(&[&args[..], &["--json"]].concat()).out).expect("it is JSON");
    let elo = &json["pairs"][0]["elo"];
    assert!(elo["low"].is_null() && elo["high"].as_f64() < Some(0.0), "{elo}");
    assert_eq!(json["seed"], "0");
}

#[test]
fn a_file_that_is_missing_is_no_record() {
    let file = Temporary::new("two.jsonl", format!("{RECORD}\n{RECORD}\n").as_bytes());
    let ran = polynya(&["check", file.name(), "no-such-file"]);
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("2 of 2 records are valid") && ran.out.contains("no-such-file"), "{}{}", ran.out, ran.err);
}

#[test]
fn the_same_seed_gives_the_same_bytes_whatever_the_threads() {
    let sim = |threads, seed| {
        let args = ["sim", "piecepack-dare", "--seats", "3", "--bots", "random", "--games", "300", "--seed", seed];
        let more = ["--options", r#"{"turn_limit":9,"pack_ice":true}"#, "--records", "-", "--threads", threads];
        let ran = polynya(&[args.as_slice(), &more].concat());
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        (ran.out, ran.err)
    };
    let one = sim("1", "x");
    assert_eq!(one.0.lines().count(), 300);
    assert_eq!(one, sim("2", "x"));
    assert_eq!(one, sim("5", "x"));
    assert_ne!(one.0, sim("2", "y").0);
    let file = Temporary::new("sim", one.0.as_bytes());
    prints(&["check", file.name()], "");
    prints(&["verify", file.name()], "");
}

#[test]
fn a_changed_die_is_found_by_verify_but_not_by_check() {
    let sim = polynya(&[
        "sim",
        "polar-dare",
        "--bots",
        "random",
        "--games",
        "1",
        "--options",
        r#"{"turn_limit":1}"#,
        "--records",
        "-",
    ]);
    assert!(polynya_reading(&["verify", "-"], sim.out.as_bytes()).code == Some(0));
    let record: serde_json::Value = serde_json::from_str(&sim.out).expect("a record is JSON");
    let rolled = record["steps"][1].as_str().expect("a step is text");
    let other = if rolled == "* P3" { "* P4" } else { "* P3" };
    let begun = format!(
        r#"{{"polynya":1,"game":"polar-dare","rules":1,"seats":2,"seed":{},"steps":["1 roll","{other}"],"result":null}}"#,
        record["seed"]
    );
    assert_eq!(polynya_reading(&["check", "-"], begun.as_bytes()).code, Some(0));
    let said = format!("steps[1]: `{other}` was recorded, but the seed gives `{rolled}`");
    refuses(&polynya_reading(&["verify", "-"], begun.as_bytes()), &said);
    refuses(&polynya_reading(&["verify", "-"], RECORD.as_bytes()), "has no seed");
}

/// A file to fill in is written, judged and played with, by bots to the end, and what they played can be checked.
#[test]
fn a_box_is_entered_checked_and_played() {
    let boxes = [
        ("polar-dare", "\"B3\", \"P2\"", "\"P2\", \"P2\"", "\"P9\", \"P2\"", "“P9” is no label"),
        ("piecepack-dare", "[2, 2, 2, 2]", "[3, 3, 2, 2]", "[9, 3, 2, 2]", "9 are given"),
        ("rescue-polar-bears", "speed = 3", "speed = 5", "speed = 33", "a ship sails 1 to 9 hexes; 33 are given"),
        ("ice-breakers", "three = \"2+3+4\"", "three = \"1+3+4\"", "three = \"1+3\"", "does not show 3 numbers"),
        ("polar-roller", "[7, 14,", "[8, 14,", "[99, 14,", "there is no cliff 99"),
    ];
    for (game, printed, mine, wrong, said) in boxes {
        let file = polynya(&["box", "new", game]).out;
        let line = 1 + file.lines().position(|line| line.contains(printed)).expect("it can be changed");
        let bad = Temporary::new("bad.toml", file.replacen(printed, wrong, 1).as_bytes());
        let ran = polynya(&["box", "check", bad.name()]);
        assert_eq!(ran.code, Some(2), "{}", ran.err);
        assert!(ran.err.contains(&format!("{}:{line}: ", bad.name())) && ran.err.contains(said), "{}", ran.err);
        let good = Temporary::new("mine.toml", file.replacen(printed, mine, 1).as_bytes());
        prints(&["box", "check", good.name()], &format!("a box of {game}, and nothing is wrong with it"));
        let records = Temporary::new("box.jsonl", b"");
        let sim = ["sim", game, "--bots", "greedy", "--games", "2", "--box", good.name(), "--records", records.name()];
        let ran = polynya(&sim);
        assert_eq!(ran.code, Some(0), "{}", ran.err);
        let ran = polynya(&["check", records.name()]);
        assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
        assert!(std::fs::read_to_string(&records.0).expect("records").contains("\"box\":\""), "the header names it");
    }
}

#[test]
fn check_says_one_line_for_each_bad_record() {
    let bad = RECORD.replace("1 hop start a1", "1 hop start a2");
    let file = Temporary::new("check", format!("{RECORD}\n{bad}\n\n{{\n{RECORD}\n[]\n").as_bytes());
    let ran = polynya(&["check", file.name()]);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!((ran.code, lines.len()), (Some(2), 3), "{lines:?}");
    assert!(lines[0].contains(":2: steps[2]: `1 hop start a2` is not allowed") && lines[0].contains("(rule 2.6)"));
    assert!(lines[1].contains(":4: not a record") && lines[2].contains(":6: not a record"), "{lines:?}");
    assert!(ran.err.contains("2 of 5 records are valid"), "{}", ran.err);
}

#[test]
fn a_record_may_stand_on_several_lines() {
    let pretty: serde_json::Value = serde_json::from_str(RECORD).expect("it is JSON");
    let pretty = serde_json::to_string_pretty(&pretty).expect("it is JSON");
    assert_eq!(polynya_reading(&["check", "-"], pretty.as_bytes()).code, Some(0));
    let cut = &pretty[..pretty.len() - 20];
    refuses(&polynya_reading(&["check", "-"], cut.as_bytes()), "not a record");
}

#[test]
fn bad_files_and_arguments_are_refused_with_words() {
    refuses(&polynya(&["check", "no-such-file"]), "no-such-file");
    refuses(&polynya_reading(&["check", "-"], b""), "no record");
    refuses(&polynya_reading(&["check", "-"], &[0xff, 0xfe, 0]), "UTF-8");
    refuses(&polynya_reading(&["check", "-"], &[b'['; 100_000]), "not a record");
    refuses(&polynya_reading(&["replay", "-"], b"{}"), "`polynya` is missing");
    refuses(&polynya_reading(&["legal", "-"], RECORD.replace("* P2", "* B4").as_bytes()), "(rule T5)");
    refuses(&polynya(&["perft", "polar-dare", "--depth", "-1"]), "--depth");
    refuses(&polynya(&["perft", "polar-dare", "--depth", "1", "--seats", "300"]), "300");
    refuses(&polynya(&["perft", "polar-dare", "--depth", "1", "--seats", "5"]), "(rule 1.1)");
    refuses(
        &polynya(&["perft", "polar-dare", "--depth", "1", "--options", "{\"pack_ice\":true}"]),
        "unknown field `pack_ice`",
    );
    refuses(&polynya(&["perft", "polar-dare", "--depth", "1", "--options", "[]"]), "expected a JSON object");
    refuses(&polynya(&["sim", "polar-dare", "--bots", "deep-blue"]), "there is no bot `deep-blue`");
    refuses(&polynya(&["sim", "polar-dare", "--bots", "random,random,random"]), "3 bots for 2 seats");
    refuses(
        &polynya(&["sim", "polar-dare", "--games", "1", "--records", "no/such/folder/file"]),
        "no/such/folder/file",
    );
    refuses(&polynya(&["tune", "polar-dare", "--network"]), "--network is for rescue-polar-bears");
    refuses(&polynya(&["fly"]), "fly");
}

#[test]
fn every_game_is_drawn_and_told_to_its_end() {
    for (game, drawn) in [
        ("polar-dare", "NORTH"),
        ("piecepack-dare", "NORTH"),
        ("rescue-polar-bears", "e1 #"),
        ("ice-breakers", "(h12)"),
        ("polar-roller", "north-west"),
    ] {
        let sim = polynya(&["sim", game, "--bots", "random", "--games", "1", "--most", "400", "--records", "-"]);
        assert_eq!(sim.code, Some(0), "{}", sim.err);
        let replay = polynya_reading(&["replay", "-", "--all"], sim.out.as_bytes());
        assert_eq!(replay.code, Some(0), "{game}: {}", replay.err);
        assert!(replay.out.contains(drawn), "{game} printed {}", replay.out);
    }
}

#[test]
fn every_command_helps_with_examples() {
    for command in [
        "games",
        "rules",
        "learn",
        "puzzles",
        "play",
        "sim",
        "analyse",
        "calibrate",
        "check",
        "verify",
        "replay",
        "legal",
        "perft",
        "bench",
    ] {
        let ran = polynya(&[command, "--help"]);
        assert_eq!(ran.code, Some(0));
        assert!(ran.out.contains("Example"), "`{command} --help` shows no example");
    }
}

#[test]
fn an_analysis_sums_up_for_programs_in_a_table_and_on_a_page() {
    let records = include_str!("../../catalog/tests/records/all-seeded.jsonl");
    let two: String = records.lines().take(2).map(|line| format!("{line}\n")).collect();
    let ran = polynya_reading(&["analyse", "-", "--json"], two.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert_eq!(ran.out.lines().count(), 2, "one object a match and line");
    for line in ran.out.lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is JSON");
        assert!(line["match"].is_string());
        for seat in 0..2 {
            let [start, luck, skill, result] =
                ["start", "luck", "skill", "result"].map(|name| line[name][seat].as_f64().expect("a number"));
            assert!((start + luck + skill - result).abs() < 1e-9, "{line}");
        }
    }
    let page = Temporary::new("analysis.html", b"");
    let first = two.lines().next().expect("there are two");
    let ran = polynya_reading(&["analyse", "-", "--html", page.name()], first.as_bytes());
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.contains("fair dice") && ran.out.contains("where it turned"), "{}", ran.out);
    let page = std::fs::read_to_string(&page.0).expect("the page was written");
    assert!(page.contains("<polyline") && !page.contains("http"), "the page needs nothing else");
    let bad = polynya_reading(&["analyse", "-"], first.replace("1 roll", "2 roll").as_bytes());
    assert_eq!(bad.code, Some(2));
    assert!(bad.err.contains("steps[0]"), "{}", bad.err);
}

#[test]
fn the_benchmark_prints_a_row_for_programs() {
    let ran = polynya(&["bench", "polar-dare", "--seats", "2", "--json", "--games", "1"]);
    let row = ran.out.lines().next().expect("it prints rows");
    let row: serde_json::Value = serde_json::from_str(row).expect("a row is JSON");
    assert_eq!((&row["peer"], &row["game"]), (&"ours-engine".into(), &"polar-dare".into()));
    assert_eq!((&row["players"], &row["games"]), (&2.into(), &1.into()));
    assert!(row["moves"].as_u64() > Some(100) && row["wall"].is_f64() && row["cpu"].is_f64(), "{row}");
}

#[test]
fn an_arena_rates_bots_by_the_same_dice_and_keeps_every_match() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let records = folder.path().join("records");
    let records = records.to_str().expect("the path is text");
    let args = ["arena", "polar-dare", "--bots", "random,greedy", "--games", "12", "--records", records, "--json"];
    let ran = polynya(&args);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    refuses(
        &polynya(&args),
        "random-greedy.jsonl: holds something already; --append adds to it, --force writes over it",
    );
    let again = polynya(&[&args[..], &["--force"]].concat());
    assert_eq!(again.out, ran.out, "the same seed gives the same bytes: {}", again.err);
    let result: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    assert_eq!(result["matches"], 12);
    let [random, greedy] = [0, 1].map(|bot| result["bots"][bot]["elo"]["value"].as_f64().expect("a number"));
    assert!(greedy - random > 200.0 && (greedy + random).abs() < 1e-6, "{}", ran.out);
    // Six deals, each in both seat orders; every record holds, and both orders met the same first die.
    let read = |name: &str| {
        let file = format!("{records}/{name}.jsonl");
        assert_eq!(polynya(&["check", &file]).code, Some(0));
        let lines = std::fs::read_to_string(file).expect("it was written");
        let first = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["steps"][1].clone();
        lines.lines().map(first).collect::<Vec<_>>()
    };
    let (one, other) = (read("random-greedy"), read("greedy-random"));
    assert_eq!((one.len(), &one), (6, &other));
}

#[test]
fn an_arena_of_team_mates_counts_wins_and_scores() {
    let ran = polynya(&["arena", "ice-breakers", "--bots", "random", "--games", "3", "--most", "200"]);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    assert!(ran.out.starts_with("3 matches of ice-breakers") && !ran.out.contains("Elo"), "{}", ran.out);
    let ran = polynya(&["arena", "ice-breakers", "--bots", "random", "--games", "1", "--most", "5"]);
    assert!(ran.out.starts_with("1 match of ice-breakers"), "{}", ran.out);
    assert!(ran.out.contains("1 match was left unfinished; it is in no rate and no mean"), "{}", ran.out);
    assert!(!ran.out.contains('%') || !ran.out.contains("0.0%"), "what nobody knows has no rate: {}", ran.out);
}

#[test]
fn an_arena_refuses_what_it_cannot_play() {
    for (bots, what) in [("greedy", "at least two bots"), ("greedy,greedy", "named twice"), ("greedy,x", "no bot")] {
        let ran = polynya(&["arena", "polar-dare", "--bots", bots]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.err.contains(what), "{}", ran.err);
    }
}

#[test]
fn the_benchmark_prints_the_speed_of_the_search() {
    let ran = polynya(&["bench", "polar-dare", "--seats", "2", "--games", "100", "--json"]);
    let row = ran.out.lines().last().expect("it prints rows");
    let row: serde_json::Value = serde_json::from_str(row).expect("it is JSON");
    assert_eq!(row["peer"], "ours-mcts-full");
    assert_eq!((&row["players"], &row["sims"]), (&2.into(), &100.into()));
    assert!(row["wall"].as_f64() > Some(0.0) && row["cpu"].as_f64() > Some(0.0), "{row}");
}

/// What half a second of load prints for programs.
fn loaded(args: &[&str]) -> serde_json::Value {
    let mut load = Command::new(env!("CARGO_BIN_EXE_polynya"));
    let Output { status, stdout, stderr } =
        load.args(["load", "--json"]).args(args).env("SECS", "0.5").output().expect("the program runs");
    assert!(status.success(), "{}", String::from_utf8_lossy(&stderr));
    serde_json::from_slice(&stdout).expect("it is JSON")
}

#[test]
fn load_is_played_by_two_people_at_a_table_or_by_one_and_a_bot() {
    for (args, least) in [(&["--tables", "3"][..], 50), (&["--tables", "3", "--bot", "greedy"], 1)] {
        let row = loaded(args);
        assert_eq!((&row["peer"], &row["matches"]), (&"ours-server".into(), &3.into()));
        assert!(row["moves"].as_u64() >= Some(least) && row["p99"].as_f64() >= row["p50"].as_f64(), "{row}");
    }
}

#[test]
fn load_says_which_bots_there_are() {
    refuses(&polynya(&["load", "--tables", "1", "--bot", "nobody"]), "it is `me`, `open` or a bot");
}

#[test]
fn a_simulation_says_how_long_bots_think() {
    let args = ["sim", "polar-dare", "--bots", "greedy", "--games", "2", "--times"];
    prints(&args, " ms, p95 ");
    let ran = polynya(&[&args[..], &["--json"]].concat());
    let ms: serde_json::Value = serde_json::from_str(&ran.out).expect("it is JSON");
    let ms = &ms["seats"][1]["ms"];
    assert!(ms["p50"].as_f64() <= ms["p95"].as_f64() && ms["max"].as_f64() > Some(0.0), "{ms}");
}

/// A server that is told what to do by a file, and what it says until it is stopped.
#[test]
fn a_server_is_set_up_by_a_file_and_flags_win() {
    let store = std::env::temp_dir().join(format!("polynya-test-{}-settings.db", std::process::id()));
    let settings = format!("store = {store:?}\nport = 1\nlog = \"json\"\nprefix = \"/games\"\nrate = 7\n");
    let file = Temporary::new("polynya.toml", settings.as_bytes());
    let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
        .args(["serve", "--config", file.name(), "--port", "0"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // Open until it has ended, so that it can say what it likes.
    let mut said = BufReader::new(child.stdout.take().unwrap());
    let mut log = BufReader::new(child.stderr.take().unwrap());
    let (mut first, mut logged) = (String::new(), String::new());
    said.read_line(&mut first).unwrap();
    log.read_line(&mut logged).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    for suffix in ["", "-wal", "-shm", "-lock"] {
        let _ = std::fs::remove_file(format!("{}{suffix}", store.display()));
    }
    assert!(first.starts_with("Polynya plays at http://127.0.0.1:") && first.ends_with("/games\n"), "{first}");
    assert!(!first.contains(":1/"), "the flag wins: {first}");
    let logged: serde_json::Value = serde_json::from_str(&logged).unwrap_or_else(|error| panic!("{error}: {logged}"));
    assert_eq!((&logged["level"], &logged["message"]), (&"INFO".into(), &"Polynya begins".into()), "{logged}");
    assert_eq!((&logged["rate"], &logged["target"]), (&7.into(), &"polynya_server::server".into()), "{logged}");
    assert!(logged["time"].as_str().is_some_and(|time| time.ends_with('Z')), "{logged}");
}

#[test]
fn a_wrong_file_of_settings_is_refused_with_its_line() {
    let file = Temporary::new("wrong.toml", b"# Ours\nport = 80\nwatcher = 3\n");
    let ran = polynya(&["serve", "--config", file.name()]);
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    assert!(ran.err.contains("wrong.toml, line 3: unknown field `watcher`, expected one of"), "{}", ran.err);
    let ran = polynya(&["serve", "--config", "/nowhere/polynya.toml"]);
    assert!(ran.code == Some(2) && ran.err.contains("/nowhere/polynya.toml: No such file"), "{}", ran.err);
    let ran = polynya(&["serve", "--trust-proxy", "10.0.0.0/99"]);
    assert!(ran.code == Some(2) && ran.err.contains("`10.0.0.0/99` is no network"), "{}", ran.err);
}
