//! The program on a whole screen, as people meet it: in tmux, at both sizes, alone and at tables on the web.

#[path = "../survive/line.rs"]
#[expect(dead_code, reason = "lines here are cut, but neither slow nor dead")]
mod line;
mod online;
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
