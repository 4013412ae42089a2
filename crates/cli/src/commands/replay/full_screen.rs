//! A recorded match on the whole screen: back and forth by keys, the wheel or a click into its course.

use std::time::Duration;

use polynya_catalog::{AnyGame, AnyMatch, CatalogError};
use polynya_engine::Seat;

use crate::Terminal;
use crate::commands::play::answers::{about, hint_lines};
use crate::dress::Dress;
use crate::failure::Failure;
use crate::screen::{self, Driver, Effect, Looks, Model, Scene, Teller, Viewer};
use crate::terminal::{paint, quiet, strong};

/// How long a hint about a position is thought about.
const HINT_TIME: Duration = Duration::from_millis(500);
/// The columns of a course.
const COURSE: usize = 40;

/// Shows a match from its beginning.
pub fn run(
    game: &'static dyn AnyGame<Terminal>,
    table: Box<dyn AnyMatch<Terminal>>,
    players: Vec<String>,
    dress: Dress,
    looks: Looks,
) -> Result<(), Failure> {
    screen::run(
        Replay { game, courses: courses(&*table), table, players, dress, step: 0, sheet: None, tell: None },
        looks,
    )
}

/// A hint about the position after so many steps.
pub struct Hinted(usize, Result<Vec<String>, CatalogError>);

struct Replay {
    game: &'static dyn AnyGame<Terminal>,
    table: Box<dyn AnyMatch<Terminal>>,
    players: Vec<String>,
    dress: Dress,
    step: usize,
    sheet: Option<Seat>,
    tell: Option<Teller<Hinted>>,
    courses: Vec<Course>,
}

/// The values of something over a match, before the first step and after each.
struct Course {
    name: String,
    values: Vec<i32>,
}

fn courses(table: &dyn AnyMatch<Terminal>) -> Vec<Course> {
    let name = |gauge: &polynya_engine::Gauge| match gauge.seat {
        Some(seat) => format!("{} {}", table.name(seat), gauge.name),
        None => gauge.name.to_owned(),
    };
    let first = table.prefix(0).gauges();
    let mut courses: Vec<Course> =
        first.iter().map(|gauge| Course { name: name(gauge), values: vec![gauge.value] }).collect();
    table.replay(&mut |_, after| {
        for (course, gauge) in courses.iter_mut().zip(after.gauges()) {
            course.values.push(gauge.value);
        }
    });
    courses
}

impl Course {
    /// Returns the course as a row of bars, as far as this step in strong ones.
    fn line(&self, step: usize) -> String {
        const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
        let (least, most) = (self.values.iter().min().unwrap_or(&0), self.values.iter().max().unwrap_or(&0));
        let span = (most - least).max(1);
        let last = self.values.len() - 1;
        let at = |column: usize| last * column / (COURSE - 1);
        let bar = |column: usize| BARS[(7 * (self.values[at(column)] - least) / span) as usize];
        let past = (0..COURSE).filter(|&column| at(column) <= step).count();
        let [before, after] = [0..past, past..COURSE].map(|columns| columns.map(bar).collect::<String>());
        let now = self.values[step.min(last)];
        format!("{}{} {now:>3} {}", paint(strong(), &before), paint(quiet(), &after), self.name)
    }
}

impl Replay {
    fn acting(&self) -> Option<Seat> {
        self.table.prefix(self.step).awaited().first()
    }

    fn scene(&self) -> Scene {
        let now = self.table.prefix(self.step);
        let viewer = Viewer { players: &self.players, dress: &self.dress, asked: None, own: &[], sheet: self.sheet };
        let mut scene = Scene::of(self.game, &*now, &viewer);
        scene.at = Some((self.step, self.table.len()));
        let courses = self.courses.iter().map(|course| self.dress.write(&course.line(self.step)));
        scene.situation = courses.chain(std::mem::take(&mut scene.situation)).collect();
        scene
    }
}

impl Driver for Replay {
    type News = Hinted;

    fn begin(&mut self, tell: Teller<Hinted>, model: &mut Model) -> Result<(), Failure> {
        self.tell = Some(tell);
        model.show(self.scene());
        Ok(())
    }

    fn obey(&mut self, effect: Effect, model: &mut Model) -> Result<bool, Failure> {
        match effect {
            Effect::Look(look) => self.step = screen::history::find(&*self.table, self.step, look),
            Effect::Typed(text) => match text.parse::<usize>() {
                Ok(step) if step <= self.table.len() => self.step = step,
                _ => model.notice = format!("Type the number of a step, up to {}.", self.table.len()),
            },
            Effect::NextSheet => {
                let now = self.sheet.or_else(|| self.acting()).unwrap_or_default();
                self.sheet = Seat::all(self.table.seats()).cycle().nth(now.index() + 1);
            }
            Effect::Hint => {
                if let (Some(tell), Some(seat)) = (self.tell.clone(), self.acting()) {
                    let (game, step, bytes) = (self.game, self.step, self.table.prefix(self.step).to_bytes());
                    let wide = usize::from(model.area.width).saturating_sub(4).min(96);
                    model.notice = "Thinking …".to_owned();
                    tell.work(
                        move |why| Hinted(step, Err(CatalogError::Unknown(format!("the hint broke off: {why}")))),
                        move || Hinted(step, game.hint(&bytes, seat, HINT_TIME).map(|hint| hint_lines(&hint, wide))),
                    );
                }
            }
            Effect::Rules => {
                let clause = self.table.prefix(self.step).prompt(None).clause;
                model.open("Rules", about(self.game.book(), clause, 76));
            }
            Effect::Help => {
                let keys = "Left and right go a step, Enter and [ ] a turn, Home and End to the beginning and the end; a \
                            number and Enter go to that step, a click into the last line there. h asks what a strong bot \
                            would do here, o shows the sheets of others, v and l other panels, q leaves.";
                model.open("Help", vec![keys.to_owned()]);
            }
            Effect::Leave { .. } | Effect::Interrupt => return Ok(false),
            Effect::Act { .. } | Effect::Say(_) | Effect::Undo { .. } | Effect::Save { .. } | Effect::Again { .. } => {}
        }
        model.show(self.scene());
        Ok(true)
    }

    fn hear(&mut self, Hinted(step, hint): Hinted, model: &mut Model) -> Result<(), Failure> {
        if step == self.step {
            model.notice.clear();
            let text = hint.unwrap_or_else(|error| vec![error.to_string()]);
            model.open("Hint", text.iter().map(|line| self.dress.write(line)).collect());
        }
        Ok(())
    }

    fn farewell(&mut self) -> String {
        String::new()
    }
}
