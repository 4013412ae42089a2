//! The program on a whole screen, as people meet it: in tmux, at both sizes, alone and at tables on the web; and line by
//! line where there is no terminal.

#[path = "../survive/line.rs"]
#[expect(dead_code, reason = "lines here are cut, but neither slow nor dead")]
mod line;
mod online;
mod plain;
mod tmux;

use std::fs;
use std::path::Path;
use std::process::Command;

use tmux::Tmux;

/// The matches that are played; with `POLYNYA_MATCHES` whole ones of all games, otherwise a short one.
fn matches() -> Vec<(&'static str, &'static str)> {
    let short = vec![("polar-dare", r#"'{"turn_limit":3}'"#)];
    let whole = vec![
        ("polar-dare", r#"'{"turn_limit":30}'"#),
        ("piecepack-dare", r#"'{"turn_limit":30,"mega_ice_age":true}'"#),
        ("rescue-polar-bears", "'{}'"),
        ("ice-breakers", "'{}'"),
        ("polar-roller", "'{}'"),
    ];
    if std::env::var_os("POLYNYA_MATCHES").is_some() { whole } else { short }
}

#[test]
fn matches_are_played_in_a_terminal() {
    for (game, options) in matches() {
        for size in [(80, 24), (120, 40)] {
            let test = format!("alone-{game}-{}", size.0);
            let args = format!("play {game} --players you,random --seed tmux --delay 0 --options {options}");
            let tmux = Tmux::start(&test, size, &args);
            tmux.wait_for("Esc closes");
            tmux.press(&["Escape"]);
            tmux.wait("the list of moves", |screen| !screen.contains("Esc closes"));
            tmux.play_on(|| {});
            tmux.press(&["q"]);
            tmux.wait_for("Save the match in");
            tmux.press(&["y"]);
            let left = tmux.wait_for("left with 0");
            assert!(left.contains("polynya verify"), "{left}");
            let file = tmux.folder.join(format!("polynya-{game}.json"));
            let checked = Command::new(env!("CARGO_BIN_EXE_polynya")).arg("verify").arg(&file).output();
            assert!(checked.expect("it runs").status.success(), "{}", file.display());
        }
    }
}

/// The games with options that make them as large as they become.
const GAMES: [(&str, &str); 5] = [
    ("polar-dare", "'{}'"),
    ("piecepack-dare", r#"'{"mega_ice_age":true,"homesick_penguins":true}'"#),
    ("rescue-polar-bears", "'{}'"),
    ("ice-breakers", r#"'{"introductory":true}'"#),
    ("polar-roller", "'{}'"),
];
/// The moves after which a screen is looked at.
const MOVES: usize = 4;

fn golden(name: &str, screen: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(format!("{name}.txt"));
    let trimmed: String = screen.lines().map(|line| line.trim_end().to_owned() + "\n").collect();
    if std::env::var_os("POLYNYA_WRITE").is_some() {
        fs::write(&file, &trimmed).expect("it is written");
    }
    let kept = fs::read_to_string(&file).unwrap_or_default();
    assert!(kept == trimmed, "{name} is not as it was (POLYNYA_WRITE=1 writes it again):\n{trimmed}\nIt was:\n{kept}");
}

/// What arrives in a real terminal: other tests look at what was drawn, these at what was sent.
fn screens_arrive(size: (u16, u16)) {
    for (game, options) in GAMES {
        let test = format!("golden-{game}-{}", size.0);
        let args = format!("play {game} --players you,you --seed tmux --delay 0 --options {options}");
        let tmux = Tmux::start(&test, size, &args);
        tmux.wait_for("Esc closes");
        tmux.press(&["Escape"]);
        tmux.wait("the list of moves", |screen| !screen.contains("Esc closes"));
        tmux.play(MOVES);
        let screen = tmux.press_once("b");
        golden(&format!("tmux-{game}-{}x{}", size.0, size.1), &screen);
    }
}

#[test]
fn screens_arrive_in_a_small_terminal() {
    screens_arrive((80, 24));
}

#[test]
fn screens_arrive_in_a_large_terminal() {
    screens_arrive((120, 40));
}

#[test]
fn a_match_is_chosen_a_lesson_learned_and_a_replay_analysed_in_a_terminal() {
    let tmux = Tmux::start("menu", (80, 24), "play --seed tmux --delay 0");
    tmux.wait_for("Which game?");
    tmux.press_once("Enter");
    tmux.wait_for("Start the match");
    tmux.press_once("Enter");
    tmux.wait_for("Esc closes");
    tmux.press(&["Escape"]);
    tmux.wait("the list of moves", |screen| !screen.contains("Esc closes"));
    tmux.press(&["r"]);
    tmux.wait_for("(*)");
    tmux.press(&["q"]);
    tmux.wait_for("Save the match in polynya-polar-dare.json");
    tmux.press(&["y"]);
    tmux.wait_for("left with 0");
    let file = tmux.folder.join("polynya-polar-dare.json");
    let replay = Tmux::start("analysed", (120, 40), &format!("replay '{}'", file.display()));
    replay.wait_for("step 0 of");
    replay.press(&["a"]);
    replay.wait_for("Chances to win:");
    let lesson = Tmux::start("lesson", (80, 24), "learn polar-dare");
    lesson.wait_for("Step 1 of");
    lesson.press(&["Enter"]);
    lesson.wait_for("Step 2 of");
    lesson.press(&["r"]);
    lesson.wait_for("Three penguin moves");
    lesson.press(&["q"]);
    lesson.wait_for("To go on later at step 2: polynya learn polar-dare first");
}

#[test]
fn an_interruption_keeps_the_match_and_gives_the_terminal_back() {
    let args = "play polar-dare --players you,random --seed tmux --delay 0";
    let tmux = Tmux::start("interrupted", (80, 24), args);
    tmux.wait_for("Esc closes");
    tmux.press(&["Escape"]);
    tmux.wait("the list of moves", |screen| !screen.contains("Esc closes"));
    tmux.press(&["r"]);
    tmux.wait_for("(*)");
    tmux.press(&["C-c"]);
    let left = tmux.wait_for("left with");
    assert!(left.contains("polynya play --resume polynya-polar-dare.json"), "{left}");
    // A terminal that was given back shows what is typed.
    tmux.press(&["echoed"]);
    tmux.wait_for("echoed");
}

#[test]
fn a_request_to_end_gives_the_terminal_back() {
    let record = Path::new(env!("CARGO_MANIFEST_DIR")).join("../catalog/tests/records/floes.jsonl");
    for signal in ["TERM", "HUP"] {
        let tmux = Tmux::start(&format!("ended-{signal}"), (80, 24), &format!("replay '{}'", record.display()));
        tmux.wait_for("step 0 of");
        assert_eq!(tmux.modes(), "1 1", "a screen of its own, and the mouse");
        tmux.signal(signal);
        tmux.wait_for("left with 130");
        assert_eq!(tmux.modes(), "0 0", "after {signal}");
        tmux.press(&["echoed"]);
        tmux.wait_for("echoed");
    }
}

#[test]
fn shells_and_manuals_know_every_command() {
    let run = |args: &[&str]| {
        let done = Command::new(env!("CARGO_BIN_EXE_polynya")).args(args).output().expect("it runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8(done.stdout).expect("text")
    };
    for shell in ["bash", "zsh", "fish"] {
        let text = run(&["completions", shell]);
        for command in ["play", "join", "watch", "lobby", "open", "replay", "learn", "serve"] {
            assert!(text.contains(command), "{command} in {shell}");
        }
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("manual");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    run(&["manual", folder.to_str().expect("text")]);
    let page = fs::read_to_string(folder.join("polynya-join.1")).expect("a page");
    assert!(page.contains("Sit down at a table on the web"), "{page}");
}
