//! `polynya play` and `polynya replay` as people meet them: text in, text out, files on disk.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use polynya_catalog::headless;
use polynya_engine::Record;

/// A folder of its own for each test.
struct Folder(PathBuf);

/// What the program said, and how it ended.
struct Said {
    out: String,
    err: String,
    code: Option<i32>,
}

impl Folder {
    fn new(test: &str) -> Folder {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        Folder(folder)
    }

    fn run(&self, args: &[&str], input: impl AsRef<[u8]>) -> Said {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("its input is piped");
        let input = input.as_ref().to_vec();
        // The program may leave before it has read everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
        let output = child.wait_with_output().expect("the program ends");
        writer.join().expect("the input was written");
        Said {
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
            code: output.status.code(),
        }
    }

    /// A match between seat 1, who types this, and a random bot.
    fn play(&self, more: &[&str], input: impl AsRef<[u8]>) -> Said {
        let said = self.run(&[&["play", "polar-dare", "--players", "you,random", "--seed", "x"], more].concat(), input);
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        said
    }

    fn record(&self, file: &str) -> Record {
        Record::read(&fs::read_to_string(self.0.join(file)).expect(file)).expect(file)
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the folder");
        let mut names: Vec<String> =
            entries.map(|entry| entry.expect("a file").file_name().into_string().expect("a name")).collect();
        names.sort();
        names
    }
}

impl Said {
    #[track_caller]
    fn has(&self, text: &str) -> &Said {
        // Sentences go on in the next line, indented.
        let whole = self.out.contains(text) || self.out.replace("\n  ", " ").contains(text);
        assert!(whole, "expected `{text}` in:\n{}", self.out);
        self
    }

    #[track_caller]
    fn refuses(&self, text: &str) {
        assert_eq!(self.code, Some(2), "{}{}", self.out, self.err);
        assert!(self.err.contains(text), "expected `{text}` in:\n{}", self.err);
    }
}

/// How many turns of a match are over.
fn turns(record: &Record) -> u32 {
    headless().get(&record.game).unwrap().view(record, record.steps.len()).unwrap().turns()
}

const LIMIT: &str = r#"{"turn_limit":40}"#;

#[test]
fn a_whole_match_can_be_played_by_number() {
    let folder = Folder::new("whole_match");
    let said = folder.play(&["--options", LIMIT, "--save", "match.json"], "1\n".repeat(1000));
    said.has("To win, bring your three penguins from START over the ice to the North Pole")
        .has("Over after 40 turns: nobody won.")
        .has("Score: Red (you) 0, Blue (random) 0.")
        .has("Saved in match.json.");
    let record = folder.record("match.json");
    let seed = record.seed.expect("a saved match has its seed");
    said.has(&seed.commitment()).has(&seed.to_string()).has("\n  polynya verify match.json\n");
    assert!(headless().get("polar-dare").unwrap().verify(&record).unwrap().draws >= 40);
}

#[test]
fn a_hint_says_what_to_do_and_why() {
    let folder = Folder::new("hint");
    let said = folder.play(&[], "hint\nroll\nhint\nquit\nn\n");
    said.has("Hint:  roll (").has("There is nothing else to do.").has("% to win)").has("Or:    ");
    let reasons = said.out.lines().filter(|line| line.starts_with("Why:   ")).count();
    assert_eq!(reasons, 2, "{}", said.out);
}

#[test]
fn a_hint_writes_plans_as_they_can_be_typed() {
    let folder = Folder::new("notation");
    let said = folder.play(&[], "hint now\nroll\nhint\nquit\nn\n");
    said.has("`hint` takes no argument.").has("? help  hint  why");
    let whys: Vec<&str> = said.out.split("Why:   ").skip(1).collect();
    assert!(whys.iter().all(|why| !why.contains("Slide ") && !why.contains("Penguin from")), "{}", said.out);
}

#[test]
fn where_a_match_stands_is_said_once() {
    let folder = Folder::new("status");
    for (game, status) in
        [("rescue-polar-bears", "Turn 1, "), ("ice-breakers", "Turn 1: Seat "), ("polar-roller", "Round 1 of 12")]
    {
        let said = folder.run(&["play", game, "--seed", "x"], "quit\nn\n");
        assert_eq!(said.out.matches(status).count(), 1, "{}", said.out);
    }
}

#[test]
fn a_refused_option_is_named() {
    let folder = Folder::new("refused_option");
    let options = |json| ["play", "polar-dare", "--options", json];
    folder
        .run(&options(r#"{"turn_limit":0}"#), "")
        .refuses(r#"`2 seats with {"turn_limit":0}` is not allowed: A turn"#);
    folder.run(&["play", "polar-dare", "--seats", "9"], "").refuses("`9 seats` is not allowed");
}

#[test]
fn enter_does_the_only_thing_and_nothing_else() {
    let folder = Folder::new("enter");
    let said = folder.play(&[], "\n\n\nquit\n\n");
    said.has("Red rolls Bear 3.").has("There are 16 moves: type the number of one, or ? for help.");
    assert_eq!(folder.record("polynya-polar-dare.json").steps, ["1 roll", "* B3"]);
}

#[test]
fn moves_can_be_typed_in_words_or_shortly() {
    let folder = Folder::new("words");
    let said = folder.play(&["--save", "match.json"], "R\nslide a2 north\nSLIDE  c4  N\ns d\nd4 n\nquit\n");
    said.has("That could be slide d1 n, slide d2 n, slide d3 n, slide d4 n.");
    let steps = folder.record("match.json").steps;
    assert_eq!(steps[..5], ["1 roll", "* B3", "1 slide a2 n", "1 slide c4 n", "1 slide d4 n"]);
}

#[test]
fn a_refusal_names_its_rule_and_loses_nothing() {
    let folder = Folder::new("refusal");
    let said = folder.play(&["--save", "match.json"], "\nhop start a1\nwhy hop start c4\nwhy 1\nwhy\nquit\n");
    said.has("`hop start a1` is not allowed: Penguins step on a penguin roll only. (rule 4.1)")
        .has("`hop start c4` is not allowed: Penguins step on a penguin roll only. (rule 4.1)")
        .has("`slide a1 n` is allowed now.");
    assert_eq!(folder.record("match.json").steps, ["1 roll", "* B3"]);
}

#[test]
fn undo_goes_back_to_the_last_own_decision_past_the_bots() {
    let folder = Folder::new("undo");
    let said = folder.play(&["--save", "match.json"], "u\n\nu\n1\nu\nquit\n");
    said.has("There is nothing to take back yet.").has("Taken back:\nRed slides a1 north.");
    assert_eq!(folder.record("match.json").steps, ["1 roll", "* B3"]);

    // The bot has moved and the next die is rolled: both are taken back with the third slide.
    let said = folder.play(&["--save", "past.json"], "\n1\n2\n3\n\nu\nquit\n");
    said.has("Taken back:\nRed slides a3 north.\nBlue rolls ");
    assert_eq!(folder.record("past.json").steps, ["1 roll", "* B3", "1 slide a1 n", "1 slide a2 n"]);
}

#[test]
fn a_saved_match_goes_on_as_it_would_have_gone_on() {
    let folder = Folder::new("resume");
    let options = ["--options", LIMIT];
    folder.play(&[&options[..], &["--save", "whole.json"]].concat(), "2\n1\n".repeat(500));
    folder.play(&options, format!("{}save half.json\nquit\n", "2\n1\n".repeat(40)));
    assert_eq!(folder.files(), ["half.json", "whole.json"]);
    let (half, turns) = (folder.record("half.json").steps.len(), turns(&folder.record("half.json")));
    assert!(half > 50, "only {half} steps");
    let args = ["play", "--resume", "half.json", "--players", "you:Ann,random", "--save", "rest.json"];
    let said = folder.run(&args, "2\n1\n".repeat(500));
    said.has(&format!("The match goes on after turn {turns}.")).has("Red (Ann)");
    let (mut rest, mut whole) = (folder.record("rest.json"), folder.record("whole.json"));
    assert_eq!(rest.players.take().unwrap(), ["you:Ann", "random"]);
    assert_eq!(whole.players.take().unwrap(), ["you", "random"]);
    assert_eq!(rest.write(), whole.write());
    assert_eq!(folder.record("half.json").steps.len(), half);
}

#[test]
fn the_same_people_and_bots_go_on_with_a_match() {
    let folder = Folder::new("same_players");
    let args = ["play", "polar-dare", "--players", "you:Ann,random,you:Ben", "--seed", "x", "--save", "match.json"];
    folder.run(&args, "\n1\nquit\n");
    assert_eq!(folder.record("match.json").players.unwrap(), ["you:Ann", "random", "you:Ben"]);
    let resume = ["play", "--resume", "match.json"];
    folder.run(&resume, "quit\n").has("(Ann)").has("The match goes on in its first turn.");
    folder.run(&[&resume[..], &["--players", "you:Cleo,random,random"]].concat(), "quit\n").has("Cleo");

    for bad in [r#"["you"]"#, r#"["you","deep-blue","random"]"#, "[]"] {
        let mut text = fs::read_to_string(folder.0.join("match.json")).unwrap();
        text = text.replace(r#"["you:Ann","random","you:Ben"]"#, bad);
        fs::write(folder.0.join("bad.json"), text).unwrap();
        let said = folder.run(&["play", "--resume", "bad.json"], "quit\n");
        said.has("The players in bad.json were not used:").has("Red: you, Blue: normal");
        assert_eq!(said.code, Some(0));
    }
}

#[test]
fn a_new_match_does_not_go_on() {
    let folder = Folder::new("new_match");
    let said = folder.run(&["play", "rescue-polar-bears", "--seed", "x"], "");
    assert!(!said.out.contains("goes on"), "{}", said.out);
}

/// Signals are sent by the program `kill`.
#[cfg(unix)]
#[test]
fn a_match_that_is_interrupted_is_saved() {
    use std::io::{BufRead, BufReader};

    let folder = Folder::new("interrupted");
    for (signal, file) in [("INT", "polynya-polar-dare"), ("TERM", "polynya-polar-dare-2"), ("HUP", "match")] {
        let save = ["--save", "match"];
        let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
            .args(["play", "polar-dare", "--players", "you,random", "--seed", "x"])
            .args(if signal == "HUP" { save.as_slice() } else { &[] })
            .current_dir(&folder.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(b"\n1\nwhy\n").unwrap();
        let mut said = BufReader::new(child.stdout.take().unwrap()).lines().map(|line| line.unwrap());
        said.find(|line| line.starts_with("Say which move")).expect("it came to the question");
        let sent = Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
        assert!(sent.expect("there is a program `kill`").success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        let file = if signal == "HUP" { file.to_owned() } else { format!("{file}.json") };
        let rest: Vec<String> = said.collect();
        assert!(rest.iter().any(|line| line.contains(&format!("Saved in {file}."))), "{rest:?}");
        assert!(rest.contains(&format!("  polynya play --resume {file}")), "{rest:?}");
        assert_eq!(folder.record(&file).steps, ["1 roll", "* B3", "1 slide a1 n"]);
        drop(stdin);
    }
    assert_eq!(folder.files(), ["match", "polynya-polar-dare-2.json", "polynya-polar-dare.json"]);
}

#[test]
fn illegal_moves_may_be_spelled_freely_too() {
    let folder = Folder::new("spelling");
    let input = "\nslide a1 south\nwhy SLIDE A1 South\nHOP START A1\nBEAR D1\nBear A1\nhop start N\nquit\nn\n";
    let said = folder.play(&[], input);
    said.has("`slide a1 s` is not allowed: ")
        .has("`hop start a1` is not allowed: ")
        .has("`bear d1` is not allowed: ")
        .has("`bear a1` is not allowed: ")
        .has("`hop start north` is not allowed: ");
    assert!(!said.out.contains("Unknown") && !said.out.contains("`1 "), "{}", said.out);
}

#[test]
fn unknown_words_are_answered_with_what_there_is() {
    let folder = Folder::new("unknown");
    let said = folder.play(&[], "fly\nsvae\n\nfly a1\nundo 3\nslid a1 x\nquit\nn\n");
    said.has("Unknown word `fly`. Moves now start with `roll`. Type ? for help.")
        .has("Unknown word `svae`; did you mean save?")
        .has("Unknown word `fly`. Moves now start with `slide`. Type ? for help.")
        .has("`undo` takes no argument. Type ? for help.")
        .has("Unknown word `slid`; did you mean slide?");
}

#[test]
fn taking_back_the_move_of_another_person_is_asked_first() {
    let folder = Folder::new("undo_of_others");
    let args = ["play", "polar-dare", "--players", "you:Ann,you:Ben", "--seed", "x", "--save"];
    let turn = "\nslide a1 n\nslide b1 n\nslide c1 n\n";
    let said = folder.run(&[&args[..], &["kept.json"]].concat(), format!("{turn}u\n\nquit\n"));
    said.has("This takes back Ann's move. All right? [y/N]");
    assert!(!said.out.contains("Taken back"), "{}", said.out);
    folder.run(&[&args[..], &["back.json"]].concat(), format!("{turn}u\ny\nu\nquit\n")).has("Taken back");
    assert_eq!(folder.record("back.json").steps, ["1 roll", "* B3", "1 slide a1 n"]);
}

#[test]
fn saving_says_how_to_go_on() {
    let folder = Folder::new("go_on");
    fs::create_dir(folder.0.join("folder")).unwrap();
    let said = folder.play(&[], "\nsave folder\nsave my match\n1\nquit\nq\n\n");
    said.has("folder cannot be saved: it is a folder")
        .has("Saved in my match. Continue with:\n  polynya play --resume 'my match'\n")
        .has("Please answer y or n, or type the name of a file.");
    assert_eq!(folder.files(), ["folder", "my match"]);
    assert_eq!(folder.record("my match").steps.len(), 3);
}

#[test]
fn help_speaks_of_this_game_only() {
    let folder = Folder::new("help");
    folder
        .play(&[], "?\n")
        .has("a clear beginning is enough, and `slide a1")
        .has("now roll")
        .has("so undo lets you see it beforehand");
    let said = folder.run(&["play", "Rescue-Polar-Bears", "--seed", "x"], "?\nwhy\nrules\nfly\n");
    for other in ["slide", " roll\n", "hop start"] {
        assert!(!said.out.contains(other), "`{other}` in:\n{}", said.out);
    }
}

#[test]
fn the_sea_of_the_rescue_ships_is_drawn_in_eighty_columns() {
    let folder = Folder::new("sea");
    let said = folder.run(&["play", "rescue-polar-bears", "--seats", "1", "--seed", "x"], "6\nboard\nquit\nn\n");
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
    assert!(said.out.matches("e1 #").count() >= 2, "{}", said.out);
}

#[test]
fn prose_is_wrapped_and_games_are_found_in_any_case() {
    let folder = Folder::new("prose");
    let known = ["polar-dare", "PIECEPACK-dare", "Rescue-Polar-Bears"];
    for args in known.iter().flat_map(|game| [["games", game], ["rules", game]]) {
        let said = folder.run(&args, "");
        assert_eq!(said.code, Some(0), "{}", said.err);
        let wide = said.out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{args:?}");
    }
    folder.run(&["rules", "polar-dare", "99"], "").refuses("there is no section or clause 99");
    folder.run(&["rules", "polar-dare", "4.99"], "").refuses("there is no section or clause 4.99");
    folder.play(&[], "rules 99\nrules 4\n").has("In the rules there is no section or clause 99.").has("\n4.1 ");
}

#[test]
fn the_end_of_input_loses_nothing_and_overwrites_nothing() {
    let folder = Folder::new("end_of_input");
    folder.play(&[], "");
    assert!(folder.files().is_empty(), "nothing was played");
    folder.play(&[], "\n1\n").has("Saved in polynya-polar-dare.json.");
    folder.play(&[], "\n2\nquit\n").has("Saved in polynya-polar-dare-2.json.");
    assert_eq!(folder.record("polynya-polar-dare.json").steps.last().unwrap(), "1 slide a1 n");
    assert_eq!(folder.record("polynya-polar-dare-2.json").steps.last().unwrap(), "1 slide a2 n");

    // The same match goes on in its own file, unless something of it was taken back.
    let resume = ["play", "--resume", "polynya-polar-dare.json"];
    folder.run(&resume, "slide b1 n\n").has("Saved in polynya-polar-dare.json.");
    folder.run(&resume, "u\nslide d1 n\n").has("Saved in polynya-polar-dare-3.json.");
    assert_eq!(folder.record("polynya-polar-dare.json").steps.last().unwrap(), "1 slide b1 n");
    assert_eq!(folder.record("polynya-polar-dare-3.json").steps.last().unwrap(), "1 slide d1 n");
}

#[test]
fn nothing_is_overwritten_without_a_question() {
    let folder = Folder::new("overwriting");
    fs::write(folder.0.join("letter"), "dear Ann").unwrap();
    let args = ["play", "polar-dare", "--save", "letter"];
    folder.run(&args, "").refuses("letter exists already");
    folder.play(&[], "\nsave letter\nn\nquit\nletter\nno\nn\n").has("letter exists. Overwrite it?").has("Not saved.");
    assert_eq!(fs::read_to_string(folder.0.join("letter")).unwrap(), "dear Ann");
    folder.play(&[], "\nsave letter\ny\nquit\n").has("Saved in letter.");
    assert_eq!(folder.record("letter").steps, ["1 roll", "* B3"]);
    folder.play(&[], "\nquit\nno/such/folder/x\nn\n").has("no/such/folder/x cannot be saved");
}

#[test]
fn strange_input_is_answered_in_words() {
    let folder = Folder::new("strange");
    let mut input =
        b"\n0\n17\n99999999999999999999999\n-1\nhop\nhop start\n1 2 3\n9 roll\n2 roll\nslide \xff n\n".to_vec();
    input.extend(
        b"\0\n\x1b[2J\nsave\0\nrules\nrules bear\nlog\nboard\n?\nwhy\nwhy \xf0\x9f\x90\xa7\nslide slide slide\n",
    );
    input.extend(vec![b'x'; 1 << 20]);
    input.extend(b"\n1\nquit\nn\n");
    let said = folder.play(&[], input);
    said.has("There is no move 0; they go from 1 to 16.")
        .has("There is no move 99999999999999999999999; they go from 1 to 16.")
        .has("Unknown word")
        .has("Seat 9 has nothing to say now.")
        .has("Red rolls Bear 3, slides a1 north.")
        .has("Not saved.");
    assert!(!said.out.contains('\x1b'), "no escape reaches a pipe");
    assert!(said.out.lines().all(|line| line.chars().count() <= 80), "{}", said.out);
}

#[test]
fn broken_files_and_flags_are_refused_with_what_is_wrong() {
    let folder = Folder::new("broken");
    let resume = |text: &str| {
        fs::write(folder.0.join("bad.json"), text).unwrap();
        folder.run(&["play", "--resume", "bad.json"], "")
    };
    resume("").refuses("bad.json: the file holds no record");
    resume("{").refuses("not a record");
    resume(r#"{"polynya":1,"game":"chess","rules":1,"seats":2,"steps":[],"result":null}"#).refuses("no game `chess`");
    resume(r#"{"polynya":1,"game":"polar-dare","rules":1,"seats":2,"steps":["1 roll","* P9"],"result":null}"#)
        .refuses("bad.json: steps[1]");
    resume(r#"{"polynya":1,"game":"polar-dare","rules":1,"seats":2,"steps":["2 roll"],"result":null}"#)
        .refuses("steps[0]");
    folder.run(&["replay", "bad.json"], "").refuses("bad.json: steps[0]");
    folder.run(&["replay", "missing.json"], "").refuses("missing.json");
    folder.run(&["play", "--resume", "missing.json"], "").refuses("missing.json");
    folder.run(&["play", "chess"], "").refuses("no game `chess`");
    folder.run(&["play", "polar-dare", "--players", "you,deep-blue"], "").refuses("no bot `deep-blue`");
    folder.run(&["play", "polar-dare", "--players", "you"], "").refuses("rule 1.1");
    folder.run(&["play", "polar-dare", "--players", "you,random", "--seats", "3"], "").refuses("2 players for 3 seats");
    folder.run(&["play", "polar-dare", "--seats", "9"], "").refuses("rule 1.1");
    folder.run(&["play", "polar-dare", "--options", "{\"speed\":1}"], "").refuses("speed");
}

#[test]
fn everything_can_be_chosen_by_number() {
    let folder = Folder::new("questions");
    // The game, who plays, variants, a turn limit, a ruling, who begins, and the first steps.
    let typed = "nine\n2\n3\n4\n2\nAnn\n1\n2,7\n2 4 2\nsoon\n300\ny\n1\n3\n2\nred\nArms\n\n\n1\n1\nquit\n";
    let said = folder.run(&["play", "--save", "match.json"], typed);
    said.has("Please type a number from 1 to")
        .has("Please type numbers from 1 to 6")
        .has("That does not go.")
        .has("pole is final")
        .has("Who rolls the die first?")
        .has("Please type one of Suns, Moons, Crowns, Arms")
        .has("START  A^A^A^ M^M^M^ C^C^C^");
    let record = folder.record("match.json");
    assert_eq!((record.game.as_str(), record.seats), ("piecepack-dare", 3));
    assert_eq!(record.players.as_ref().unwrap(), &["you:Player 2", "easy", "you:Ann"]);
    assert!(said.out.contains("  2  homesick penguins ") && !said.out.contains('_'), "{}", said.out);
    let text = record.write();
    assert!(text.contains(r#""homesick_penguins":true,"global_warming":false,"mega_ice_age":true"#), "{text}");
    assert!(text.contains(r#""turn_limit":300"#) && text.contains(r#""pole_is_final":false"#), "{text}");
    folder.run(&["play"], "").has("Nothing was chosen, so nothing was started.");
}

#[test]
fn every_kind_of_option_is_asked_for() {
    let folder = Folder::new("options");
    // Rescue Polar Bears alone: 13 degrees, three ships, no limit, no rulings; nobody asks who begins.
    let said = folder.run(&["play", "--save", "rescue.json"], "3\n1\n1\n\n99\n13\n3\n\n\nquit\n");
    said.has("That does not go.").has("Any rulings");
    assert!(!said.out.contains("Who begins"), "{}", said.out);
    let text = folder.record("rescue.json").write();
    assert!(text.contains(r#""start_temperature":13"#) && text.contains(r#""ships":3"#), "{text}");
    // With two seats there is nothing to choose about ships.
    let said = folder.run(&["play", "--save", "two.json"], "3\n2\n1\n\n\n\n\n\n\nquit\n");
    assert!(!said.out.contains("ships [as usual]"), "{}", said.out);
    said.has("Who feels the hottest?");
    // Ice Breakers on the hard map.
    let said = folder.run(&["play", "--save", "ice.json"], "4\n2\n1\n\n\nhard\n10-6\n\n2\nquit\n");
    said.has("Who is the oldest?").has("Chance says: ");
    let text = folder.record("ice.json").write();
    assert!(text.contains(r#""map":"hard","reports":"10-6""#), "{text}");
    // The labels of Polar Dare!'s die.
    folder.run(&["play", "--save", "die.json"], "1\n2\n1\n\n\nB3 B3 P2 P3 P3 P4\n\n\n\nquit\n");
    let text = folder.record("die.json").write();
    assert!(text.contains(r#""die":["B3","B3","P2","P3","P3","P4"]"#), "{text}");
}

/// With another map, another die, other ships: whatever the owner of a box has entered is played to the end.
#[test]
fn an_own_box_is_played_to_the_end() {
    let boxes = [
        ("polar-dare", "\"B3\", \"P2\"", "\"P2\", \"P2\""),
        ("piecepack-dare", "[2, 2, 2, 2]", "[3, 2, 2, 3]"),
        ("rescue-polar-bears", "[\"i1\", \"a5\"", "[\"b1\", \"b6\""),
        ("ice-breakers", "large = [2, 3, 6, 8]", "large = [3, 5, 6, 9]"),
        ("polar-roller", "[7, 14, 21, 22, 29, 36]", "[1, 13, 21, 30]"),
    ];
    let folder = Folder::new("own_boxes");
    for (game, printed, mine) in boxes {
        let file = folder.run(&["box", "new", game], "").out;
        assert!(file.contains(printed), "{game}");
        fs::write(folder.0.join("mine.toml"), file.replacen(printed, mine, 1)).expect("the box is written");
        let saved = format!("{game}.json");
        let play = ["play", game, "--box", "mine.toml", "--players", "greedy,greedy", "--seed", "x", "--save", &saved];
        let said = folder.run(&play, "");
        assert_eq!(said.code, Some(0), "{game}: {}{}", said.out, said.err);
        let record = folder.record(&saved);
        assert!(record.result.is_some(), "{game} ends: {}", said.out);
        assert!(record.options_json().contains("\"box\":{"), "{game}: the box is in the record");
    }
}

#[test]
fn bots_can_play_among_themselves() {
    let folder = Folder::new("bots");
    let args = ["play", "polar-dare", "--players", "random,random,random", "--options", LIMIT, "--save", "match.json"];
    folder.run(&args, "").has("Green rolls ").has("Over after 40 turns").has("\n  polynya replay match.json\n");
}

#[test]
fn a_replay_tells_every_turn_or_shows_one_step() {
    let folder = Folder::new("replay");
    folder.play(&["--options", LIMIT, "--save", "match.json"], "1\n".repeat(1000));
    let steps = folder.record("match.json").steps.len();
    let said = folder.run(&["replay", "match.json"], "");
    said.has("1. Red rolls Bear 3, slides a1 north, slides a1 south, slides a1 north.")
        .has("\n40. ")
        .has(&format!("Step {steps} of {steps}.  Over after 40 turns: nobody won."));
    let said = folder.run(&["replay", "match.json", "--step", "3"], "");
    said.has(" 2 >a1       <").has(" 1      ^     [b1").has(&format!("Step 3 of {steps}."));
    folder.run(&["replay", "match.json", "--step", "100000"], "").refuses("there is no step 100000");
}

fn start(folder: &str, game: &str, options: &str, seats: u8) -> String {
    let folder = Folder::new(folder);
    let record = format!(
        r#"{{"polynya":1,"game":"{game}","rules":1,"options":{options},"seats":{seats},"steps":[],"result":null}}"#
    );
    fs::write(folder.0.join("start.json"), record).unwrap();
    let said = folder.run(&["replay", "start.json", "--step", "0"], "");
    assert_eq!(said.code, Some(0), "{}", said.err);
    said.out.lines().map(|line| format!("{}\n", line.trim_end())).collect()
}

#[test]
fn the_board_of_polar_dare() {
    assert_eq!(
        start("board", "polar-dare", "{}", 2),
        "        a          b          c          d                   home  ice  start
   ## NORTH  BEAR  ############################  >R^ Red        0    0      3
 8     ~          ~          ~          ~         B# Blue       0    0      3
 7 [a4       ][b4       ][c4       ][d4       ]
 6     ~          ~          ~          ~
 5 [a3       ][b3       ][c3       ][d3       ]
 4     ~          ~          ~          ~
 3 [a2       ][b2       ][c2       ][d2       ]
 2     ~          ~          ~          ~
 1 [a1       ][b1       ][c1       ][d1       ]
   ## START  R^R^R^ B#B#B#  ###################
Step 0 of 0.  Turn 1: Red is to roll.
"
    );
}

#[test]
fn the_board_of_mega_ice_age_with_homesick_penguins() {
    assert_eq!(
        start("mega_board", "piecepack-dare", r#"{"mega_ice_age":true,"homesick_penguins":true}"#, 4),
        "        a          b          c          d                  home pole ice start
   ## NORTH  BEAR2  ###########################  >S  Suns      0    0   0     3
18     ~          ~          ~          ~         M  Moons     0    0   0     3
17 [a10      ][b10      ][c10      ][d10      ]   C  Crowns    0    0   0     3
16     ~          ~          ~          ~         A  Arms      0    0   0     3
15 [a9       ][b9       ][c9       ][d9       ]
14     ~          ~          ~          ~
13 [a8       ][b8       ][c8       ][d8       ]
12     ~          ~          ~          ~
11 [a7       ][b7       ][c7       ][d7       ]
10 =a6 ========b6 ========c6 ========d6 =======
 9 =a5 ========b5 BEAR1 ==c5 ========d5 =======
 8     ~          ~          ~          ~
 7 [a4       ][b4       ][c4       ][d4       ]
 6     ~          ~          ~          ~
 5 [a3       ][b3       ][c3       ][d3       ]
 4     ~          ~          ~          ~
 3 [a2       ][b2       ][c2       ][d2       ]
 2     ~          ~          ~          ~
 1 [a1       ][b1       ][c1       ][d1       ]
   ## START  S^S^S^ M^M^M^ C^C^C^ A^A^A^  #####
   ^ bound north  v bound home   = Equator
Step 0 of 0.  Turn 1: Suns is to roll.
"
    );
}

#[test]
fn no_board_is_wider_than_the_terminal() {
    // All 64 combinations, each played for a while by bots.
    let folder = Folder::new("width");
    let names = ["polar_bear_alert", "homesick_penguins", "global_warming", "mega_ice_age", "pack_ice", "deep_freeze"];
    for combination in 0..64 {
        let on = |bit: usize| combination >> bit & 1 == 1;
        let switches: Vec<String> =
            names.iter().enumerate().map(|(bit, name)| format!("\"{name}\":{}", on(bit))).collect();
        let options = format!("{{{}}}", switches.join(","));
        let args = ["play", "piecepack-dare", "--seats", "4", "--seed", "w", "--options", &options];
        let said = folder.run(&args, format!("{}quit\nn\n", "7\n1\n".repeat(60)));
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
        let wide = said.out.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "with {options}");
    }
}
