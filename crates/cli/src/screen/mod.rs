//! A match on the whole screen of a terminal: the board in its place, lists and texts beside or below it.
//!
//! A [`Driver`] has the match; a [`Model`] is what is on the screen; [`run`] joins both with the terminal.

mod editor;
pub mod figures;
pub mod history;
mod ink;
mod layout;
pub mod model;
mod moves;
mod painter;
pub mod places;
pub mod plain;
pub mod scene;
mod view;

#[cfg(test)]
mod tests;

use std::any::Any;
use std::io::{self, IsTerminal, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};

use crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture, Event};
use crossterm::{cursor, execute, terminal};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

pub use ink::{Depth, Looks};
pub use model::{Effect, Look, Model, Topic};
pub use scene::{Scene, Viewer};

use polynya_catalog::Again;

use self::painter::Painter;
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

impl<N: Send + 'static> Teller<N> {
    /// Does something in a thread of its own and tells what comes of it; or `broke` with the reason, if it breaks off.
    pub fn work(self, broke: impl FnOnce(String) -> N + Send + 'static, work: impl FnOnce() -> N + Send + 'static) {
        thread::spawn(move || {
            let news = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| broke(reason(&*panic)));
            self.tell(news);
        });
    }
}

/// Returns what a panic says.
fn reason(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no reason was given").to_owned()
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
    for what in std::mem::take(&mut *BROKE.lock().unwrap_or_else(PoisonError::into_inner)) {
        writeln!(io::stderr(), "{what}")?;
    }
    done?;
    let farewell = driver.farewell();
    if farewell.is_empty() { Ok(()) } else { Ok(writeln!(io::stdout(), "{farewell}")?) }
}

fn on_stage<D: Driver>(driver: &mut D, looks: Looks) -> Result<(), Failure> {
    let (width, height) = terminal::size()?;
    enter()?;
    let mut painter = Painter::new(io::stdout(), Rect::new(0, 0, width, height));
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
        model.next_question();
        // What has become larger is known here first.
        let (width, height) = terminal::size()?;
        model.area = Rect::new(0, 0, width, height);
        let mut buffer = Buffer::empty(model.area);
        let cursor = view::draw(&model, looks, &mut buffer);
        painter.paint(&buffer, cursor)?;
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

/// Returns what can be done once a match is over, with these other keys among them.
pub fn offer(again: Option<Again>, others: &str) -> String {
    let kept = again.map_or(String::new(), |again| format!(" ({})", again.label));
    format!("n another match{kept}  {others}s save  [ ] history  ? help  q quit")
}

/// Asks whether another match begins with what the book lets lie.
pub fn ask_again(again: Again, model: &mut Model) {
    let [yes, no] = [true, false].map(|keep| Effect::Again { keep: Some(keep) });
    model.open("Another match", vec![format!("{}. {}", again.label, again.about)]);
    model.ask(format!("{}? n: another match without that. Esc: none.", again.label), yes, Some(no));
}

/// The keys, for people.
pub const KEYS: &str = "Arrows     choose a move; Enter does it
b          to the board: arrows go over its places, Enter chooses one, Esc leaves
n p        the next and the previous place with which something can be done
/ digits   type a move or its number; Tab completes, Esc leaves
r e        roll, end the turn
u y        undo, do again
h w        a hint drawn on the board (h again: why), the rule for the moment
x m        what changed since you last acted, where you are
l v Tab    log, situation, the next panel
o          the sheets of others
[ ] { }    turns and steps back and forth; Home, End
H J K L    move the board, as the wheel does
s n q      save, another match after the end, leave
The mouse  points at a place to list its moves; a second click on a move does it";

/// The exit code of a program that was interrupted.
pub const INTERRUPTED: i32 = 130;

/// Is the terminal ours?
static ENTERED: AtomicBool = AtomicBool::new(false);
/// What broke off in other threads while the screen stood: told once it is gone.
static BROKE: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn enter() -> Result<(), Failure> {
    guard();
    terminal::enable_raw_mode()?;
    ENTERED.store(true, Ordering::SeqCst);
    heed_panics(thread::current().id());
    let mut output = io::stdout();
    execute!(output, terminal::EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste, cursor::Hide)?;
    Ok(())
}

/// Makes an interruption, a hang-up or a request to end give the terminal back first.
fn guard() {
    // A match at this terminal has a handler already, which keeps the match as well.
    let _ = ctrlc::set_handler(|| {
        restore();
        std::process::exit(INTERRUPTED);
    });
}

/// Gives the terminal back when the thread of the screen panics. When another one does, the screen goes on: whoever
/// waits for that thread is told, and everybody else once the screen is gone.
fn heed_panics(stage: ThreadId) {
    let earlier = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if ENTERED.load(Ordering::SeqCst) && thread::current().id() != stage {
            BROKE.lock().unwrap_or_else(PoisonError::into_inner).push(panic.to_string());
            return;
        }
        restore();
        earlier(panic);
    }));
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
