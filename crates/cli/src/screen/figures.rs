//! How fast the screen answers a key, and how much a move sends over the line: for `polynya bench`, and for a test.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::mpsc::channel;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use polynya_catalog::AnyGame;
use polynya_engine::{Luck, Seed};
use ratatui::buffer::Buffer;

use super::ink::Depth;
use super::painter::Painter;
use super::{Driver, Looks, Model, Scene, Teller, view};
use crate::Terminal;
use crate::commands::play::full_screen::FullScreen;
use crate::commands::play::saving::{Saver, as_argument};
use crate::commands::play::session::{Player, Session};
use crate::failure::Failure;

/// What was measured in a match on a screen of some size.
#[derive(Default)]
pub struct Figures {
    /// How long a key took that chooses another move of the list, until everything was sent.
    pub keys: Vec<Duration>,
    /// How long a move took, until everything was sent.
    pub moves: Vec<Duration>,
    /// How many bytes a move sent.
    pub bytes: Vec<usize>,
}

/// Counts what is sent to a terminal.
#[derive(Clone, Default)]
struct Counter(Rc<Cell<usize>>);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.set(self.0.get() + bytes.len());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A screen that counts what it sends.
struct Stage {
    driver: FullScreen,
    model: Model,
    painter: Painter<Counter>,
    sent: Counter,
    depth: Depth,
}

impl Stage {
    fn open(driver: FullScreen, (width, height): (u16, u16), depth: Depth) -> Result<Stage, Failure> {
        let sent = Counter::default();
        let model = Model::new(Scene::default(), width, height);
        let painter = Painter::new(sent.clone(), model.area);
        let mut stage = Stage { driver, model, painter, sent, depth };
        // Nobody thinks in this match, so there is no news.
        stage.driver.begin(Teller(channel().0), &mut stage.model)?;
        stage.draw()?;
        stage.press(KeyCode::Esc)?;
        Ok(stage)
    }

    fn draw(&mut self) -> Result<(), Failure> {
        self.model.next_question();
        let mut buffer = Buffer::empty(self.model.area);
        let cursor = view::draw(&self.model, Looks { depth: self.depth, ascii: false }, &mut buffer);
        Ok(self.painter.paint(&buffer, cursor)?)
    }

    /// Takes a key as the screen does; returns how long that took, and how many bytes were sent.
    fn press(&mut self, code: KeyCode) -> Result<(Duration, usize), Failure> {
        let (since, before) = (Instant::now(), self.sent.0.get());
        if let Some(effect) = self.model.update(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE))) {
            self.driver.obey(effect, &mut self.model)?;
        }
        self.draw()?;
        Ok((since.elapsed(), self.sent.0.get() - before))
    }
}

/// Plays so many moves of a match between people, or until its end.
pub fn measure(
    game: &'static dyn AnyGame<Terminal>,
    options: &str,
    seats: u8,
    size: (u16, u16),
    depth: Depth,
    moves: usize,
) -> Result<Figures, Failure> {
    let players = (1..=seats).map(|number| Player::Person(format!("Player {number}"))).collect();
    let table = game.open(options, seats, Seed::of("figures"))?;
    let session = Session::new(game, table, players, Saver::new(None, game.info().id), Duration::ZERO);
    let mut stage = Stage::open(FullScreen::new(session), size, depth)?;
    let (mut luck, mut figures) = (Seed::of("keys").draw(0), Figures::default());
    while figures.moves.len() < moves && !stage.model.scene.choices.is_empty() {
        figures.keys.push(stage.press(KeyCode::Down)?.0);
        stage.model.select(luck.below(stage.model.listed().len() as u32) as usize);
        stage.draw()?;
        let (mut time, mut bytes) = stage.press(KeyCode::Enter)?;
        if stage.model.question.is_some() {
            let (more_time, more_bytes) = stage.press(KeyCode::Char('y'))?;
            (time, bytes) = (time + more_time, bytes + more_bytes);
        }
        figures.moves.push(time);
        figures.bytes.push(bytes);
    }
    Ok(figures)
}

/// Returns how long the program takes from its start to the first board, on a terminal that `script` of util-linux makes;
/// `None` where there is no `script`.
pub fn start_to_board(program: &Path) -> Option<Duration> {
    let program = as_argument(program);
    let line = format!("stty rows 24 cols 80; exec {program} play polar-dare --players you,random --seed start");
    let since = Instant::now();
    let mut child = Command::new("script")
        .args(["-qec", &line, "/dev/null"])
        .env("TERM", "xterm-256color")
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let took = until_shown(child.stdout.as_mut()?, "Esc closes").map(|()| since.elapsed());
    // Control and C: it leaves, and keeps nothing because nothing was played.
    let left = child.stdin.take()?.write_all(b"\x03");
    if left.is_err() || took.is_none() {
        let _ = child.kill();
    }
    let _ = io::copy(child.stdout.as_mut()?, &mut io::sink());
    let _ = child.wait();
    took
}

/// Reads until a text has come; `None` if the end comes first.
fn until_shown(from: &mut impl Read, text: &str) -> Option<()> {
    let (mut seen, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let count = from.read(&mut part).ok().filter(|&count| count > 0)?;
        seen.extend_from_slice(&part[..count]);
        if seen.windows(text.len()).any(|window| window == text.as_bytes()) {
            return Some(());
        }
    }
}
