//! The program on a whole screen, as people meet it: in tmux, at both sizes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Whatever does not show itself within this time never will.
const PATIENCE: Duration = Duration::from_secs(120);

/// A terminal that nobody sees: a tmux of its own.
struct Tmux {
    socket: PathBuf,
    folder: PathBuf,
}

impl Tmux {
    /// Starts the program in a terminal of this size; `None` where there is no tmux.
    fn start(test: &str, (columns, lines): (u16, u16), args: &str) -> Option<Tmux> {
        if Command::new("tmux").arg("-V").stdout(Stdio::null()).status().is_err() {
            println!("there is no tmux here (on Debian: apt-get install tmux), so nothing was played in it");
            return None;
        }
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        // Names of sockets are short.
        let socket = std::env::temp_dir().join(format!("polynya-{test}-{}", std::process::id()));
        let tmux = Tmux { socket, folder };
        let program = env!("CARGO_BIN_EXE_polynya");
        let command = format!("XDG_STATE_HOME=. '{program}' {args}; echo left with $?; exec cat");
        let (columns, lines) = (columns.to_string(), lines.to_string());
        tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", &lines, &command]);
        Some(tmux)
    }

    fn run(&self, args: &[&str]) -> String {
        let done = Command::new("tmux").arg("-S").arg(&self.socket).args(args).current_dir(&self.folder).output();
        let done = done.expect("tmux runs");
        assert!(done.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    fn screen(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    fn press(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// Waits until the screen is as it should be, and returns it.
    #[track_caller]
    fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let since = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(since.elapsed() < PATIENCE, "the screen never showed {what}:\n{screen}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    #[track_caller]
    fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Does the first move of the list until the match is over.
    fn play_on(&self) {
        self.wait("the end", |screen| {
            if is_over(screen) {
                return true;
            }
            if screen.contains(" y/n") {
                self.press(&["y"]);
            } else if screen.lines().any(|line| line.trim_start().starts_with("1 ") || line.contains("  1 ")) {
                self.press(&["Enter"]);
            }
            false
        });
    }
}

impl Drop for Tmux {
    fn drop(&mut self) {
        let _ = Command::new("tmux").arg("-S").arg(&self.socket).arg("kill-server").output();
        let _ = fs::remove_file(&self.socket);
    }
}

fn is_over(screen: &str) -> bool {
    let first = screen.lines().next().unwrap_or_default();
    first.starts_with("Over after") || first.starts_with("The match is over")
}

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
            let Some(tmux) = Tmux::start(&test, size, &args) else { return };
            tmux.wait_for("Esc closes");
            tmux.press(&["Escape"]);
            tmux.wait("the list of moves", |screen| !screen.contains("Esc closes"));
            tmux.play_on();
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
    let Some(tmux) = Tmux::start("interrupted", (80, 24), args) else { return };
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
