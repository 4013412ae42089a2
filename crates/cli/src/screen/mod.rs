//! A match on the whole screen of a terminal: the board in its place, lists and texts beside or below it.
//!
//! A [`Driver`] has the match; a [`Model`] is what is on the screen; [`run`] joins both with the terminal.

mod editor;
pub mod history;
mod ink;
mod layout;
pub mod model;
mod moves;
pub mod scene;
mod view;

#[cfg(test)]
mod tests;

use std::io::{self, IsTerminal, Stdout, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event};
use crossterm::{cursor, execute, terminal};
use ratatui::Terminal as Canvas;
use ratatui::backend::CrosstermBackend;

pub use ink::Looks;
pub use model::{Effect, Look, Model};
pub use scene::{Scene, Viewer};

use crate::failure::Failure;

/// What has a match and shows it on a screen.
pub trait Driver {
    /// What its own threads tell it.
    type News: Send + 'static;

    /// Begins, with a way for threads to tell it something.
    fn begin(&mut self, tell: Teller<Self::News>, model: &mut Model) -> Result<(), Failure>;
    /// Does what a person wants; returns whether the screen stays.
    fn obey(&mut self, effect: Effect, model: &mut Model) -> Result<bool, Failure>;
    /// Hears what one of its threads tells.
    fn hear(&mut self, news: Self::News, model: &mut Model) -> Result<(), Failure>;
    /// Returns what is said once the screen is gone.
    fn farewell(&mut self) -> String;
}

/// How threads tell a driver something.
pub struct Teller<N>(pub(crate) Sender<Signal<N>>);

impl<N> Clone for Teller<N> {
    fn clone(&self) -> Teller<N> {
        Teller(self.0.clone())
    }
}

impl<N> Teller<N> {
    /// Tells it; `false` when nobody hears any more.
    pub fn tell(&self, news: N) -> bool {
        self.0.send(Signal::News(news)).is_ok()
    }
}

/// What the terminal or a thread says.
pub enum Signal<N> {
    /// A key, the mouse or another size.
    Input(Event),
    /// What a thread tells.
    News(N),
    /// The terminal is gone.
    Ended,
}

/// Is there a terminal at both ends that can be drawn on?
pub fn is_possible() -> bool {
    let dumb = std::env::var("TERM").is_ok_and(|term| term == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !dumb
}

/// Shows a match until the person leaves.
pub fn run<D: Driver>(mut driver: D, looks: Looks) -> Result<(), Failure> {
    let done = on_stage(&mut driver, looks);
    restore();
    done?;
    let farewell = driver.farewell();
    if farewell.is_empty() { Ok(()) } else { Ok(writeln!(io::stdout(), "{farewell}")?) }
}

fn on_stage<D: Driver>(driver: &mut D, looks: Looks) -> Result<(), Failure> {
    let (width, height) = terminal::size()?;
    let mut canvas = enter()?;
    let (sender, signals) = channel();
    let mut model = Model::new(Scene::default(), width, height);
    driver.begin(Teller(sender.clone()), &mut model)?;
    thread::spawn(move || {
        while let Ok(event) = crossterm::event::read() {
            if sender.send(Signal::Input(event)).is_err() {
                return;
            }
        }
        // There may be nobody left to tell.
        let _ = sender.send(Signal::Ended);
    });
    loop {
        canvas.draw(|frame| {
            // What has become larger is known to the frame first.
            model.area = frame.area();
            view::draw(&model, looks, frame);
        })?;
        let Ok(first) = signals.recv() else { return Ok(()) };
        // What came at once is shown at once.
        for signal in std::iter::once(first).chain(signals.try_iter().collect::<Vec<_>>()) {
            let stays = match signal {
                Signal::Input(event) => match model.update(&event) {
                    Some(effect) => driver.obey(effect, &mut model)?,
                    None => true,
                },
                Signal::News(news) => driver.hear(news, &mut model).map(|()| true)?,
                Signal::Ended => driver.obey(Effect::Interrupt, &mut model)?,
            };
            if !stays {
                return Ok(());
            }
        }
    }
}

/// The keys, for people.
pub const KEYS: &str = "Arrows choose a move, Enter does it; digits and / type one (Tab completes, Esc leaves)\n\
    r roll  e end the turn  u undo  h hint  v situation  l log  m moves  Tab next panel\n\
    w the rule for the moment  o sheets of others  s save  n another match, after the end\n\
    [ ] turns back and forth  { } steps  Home End first and last  HJKL or the wheel move the board\n\
    A click on the board lists what can be done there; a second click on a move does it";

/// Is the terminal ours?
static ENTERED: AtomicBool = AtomicBool::new(false);

fn enter() -> Result<Canvas<CrosstermBackend<Stdout>>, Failure> {
    terminal::enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        restore();
        earlier(panic);
    }));
    let mut output = io::stdout();
    execute!(output, terminal::EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)?;
    Ok(Canvas::new(CrosstermBackend::new(output))?)
}

/// Gives the terminal back as it was, if it was taken.
pub fn restore() {
    if ENTERED.swap(false, Ordering::SeqCst) {
        // The terminal may be gone, and there is nobody to tell.
        let _ = execute!(
            io::stdout(),
            DisableBracketedPaste,
            DisableMouseCapture,
            terminal::LeaveAlternateScreen,
            cursor::Show
        );
        let _ = terminal::disable_raw_mode();
    }
}
