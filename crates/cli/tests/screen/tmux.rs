//! A terminal that nobody sees.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// What does not change a screen within this time never will.
const PATIENCE: Duration = Duration::from_secs(120);
/// A screen that has not changed after this long did not hear the key.
const AGAIN: Duration = Duration::from_millis(500);

/// A tmux of its own, with one program in it.
pub struct Tmux {
    socket: PathBuf,
    pub folder: PathBuf,
}

impl Tmux {
    /// Starts the program in a terminal of this size.
    pub fn start(test: &str, (columns, lines): (u16, u16), args: &str) -> Tmux {
        let there = Command::new("tmux").arg("-V").stdout(Stdio::null()).status();
        assert!(
            there.is_ok(),
            "this test needs tmux: run `sh scripts/tmux`, or install it (Debian: apt-get install tmux)"
        );
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder for the test");
        // Names of sockets are short.
        let socket = std::env::temp_dir().join(format!("polynya-{test}-{}", std::process::id()));
        let tmux = Tmux { socket, folder };
        let program = env!("CARGO_BIN_EXE_polynya");
        let script = format!("echo $$ > pid\nXDG_STATE_HOME=. exec '{program}' {args}\n");
        fs::write(tmux.folder.join("run"), script).expect("a script");
        let command = "sh run; echo left with $?; exec cat";
        let (columns, lines) = (columns.to_string(), lines.to_string());
        tmux.run(&["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", &lines, command]);
        tmux
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let id = fs::read_to_string(self.folder.join("pid")).expect("it has started");
        let sent = Command::new("kill").args([&format!("-{name}"), id.trim()]).status();
        assert!(sent.expect("kill runs").success(), "{name} to {id}");
    }

    /// Has the program taken the screen, and the mouse?
    pub fn modes(&self) -> String {
        self.run(&["display-message", "-p", "#{alternate_on} #{mouse_any_flag}"]).trim().to_owned()
    }

    fn run(&self, args: &[&str]) -> String {
        let done = Command::new("tmux").arg("-S").arg(&self.socket).args(args).current_dir(&self.folder).output();
        let done = done.expect("tmux runs");
        assert!(done.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&done.stderr));
        String::from_utf8_lossy(&done.stdout).into_owned()
    }

    /// Presses a key and waits until the screen is another one; returns it.
    #[track_caller]
    pub fn press_once(&self, key: &str) -> String {
        let before = self.screen();
        self.press(&[key]);
        self.wait("what follows from the key", |screen| screen != before)
    }

    /// Does so many moves, the first of the list each time, and returns what is on the screen then.
    #[track_caller]
    pub fn play(&self, moves: usize) -> String {
        let mut screen = self.screen();
        for _ in 0..moves {
            screen = self.press_once("Enter");
            if screen.contains(" y/n") {
                screen = self.press_once("y");
            }
        }
        screen
    }

    pub fn screen(&self) -> String {
        self.run(&["capture-pane", "-p"])
    }

    pub fn press(&self, keys: &[&str]) {
        self.run(&[&["send-keys"], keys].concat());
    }

    /// Waits until the screen is as it should be, and returns it.
    #[track_caller]
    pub fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
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
    pub fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// Does the first move of the list until the match is over, however long that takes as long as the screen changes;
    /// `meanwhile` is called again and again.
    pub fn play_on(&self, mut meanwhile: impl FnMut()) {
        let (mut last, mut changed, mut pressed) = (String::new(), Instant::now(), Instant::now());
        loop {
            meanwhile();
            let screen = self.screen();
            if is_over(&screen) {
                return;
            }
            let is_new = screen != last;
            if is_new {
                (last, changed) = (screen, Instant::now());
            }
            assert!(changed.elapsed() < PATIENCE, "nothing goes on any more:\n{last}");
            if is_new || pressed.elapsed() > AGAIN {
                pressed = Instant::now();
                if last.contains(" y/n") {
                    self.press(&["y"]);
                } else if last.contains("Esc closes") {
                    self.press(&["Escape"]);
                } else if last.lines().any(|line| line.trim_start().starts_with("1 ") || line.contains("  1 ")) {
                    self.press(&["Enter"]);
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
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
