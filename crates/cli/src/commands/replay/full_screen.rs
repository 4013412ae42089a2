//! A recorded match on the whole screen: back and forth by keys, the wheel or a click into its course; and what was luck and
//! what was skill in it.

use std::ops::ControlFlow;
use std::time::Duration;

use polynya_catalog::{AnyGame, AnyMatch, CatalogError, MatchAnalysis};
use polynya_engine::{Hint, Record, Seat};

use crate::Spot;
use crate::Terminal;
use crate::commands::analyse::{Analysed, told, turning_points};
use crate::commands::play::answers::{about, hint_lines};
use crate::commands::play::tale;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::screen::places::marks;
use crate::screen::{self, Driver, Effect, Look, Looks, Model, Scene, Teller, Viewer};
use crate::terminal::{paint, quiet, strong};

/// How long a hint about a position is thought about.
const HINT_TIME: Duration = Duration::from_millis(500);
/// The columns of a course.
const COURSE: usize = 40;

/// Shows a match from its beginning.
pub fn run(
    game: &'static dyn AnyGame<Terminal>,
    table: Box<dyn AnyMatch<Terminal>>,
    record: Record,
    dress: Dress,
    looks: Looks,
) -> Result<(), Failure> {
    screen::run(Replay::new(game, table, record, dress), looks)
}

/// What a thread has found out.
pub enum News {
    /// A hint about the position after so many steps.
    Hinted(usize, Result<Hint, CatalogError>),
    /// So many steps are analysed.
    Progress(usize),
    /// All of them are; nothing, if nobody wanted to know any more.
    Analysed(Result<Option<MatchAnalysis>, CatalogError>),
    /// It broke off, and why.
    Broke(String),
}

/// A recorded match on a screen.
pub struct Replay {
    game: &'static dyn AnyGame<Terminal>,
    table: Box<dyn AnyMatch<Terminal>>,
    record: Record,
    dress: Dress,
    step: usize,
    sheet: Option<Seat>,
    tell: Option<Teller<News>>,
    courses: Vec<Course>,
    /// The analysis, once it was asked for and is done; its turning points, each before its step.
    analysis: Option<(Analysed, Vec<usize>)>,
    is_analysing: bool,
    hint: Option<(usize, Hint)>,
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
    /// Returns a match that is looked at from its beginning.
    pub fn new(
        game: &'static dyn AnyGame<Terminal>,
        table: Box<dyn AnyMatch<Terminal>>,
        record: Record,
        dress: Dress,
    ) -> Replay {
        let courses = courses(&*table);
        let (step, sheet, tell, analysis, is_analysing, hint) = (0, None, None, None, false, None);
        Replay { game, table, record, dress, step, sheet, tell, courses, analysis, is_analysing, hint }
    }

    fn acting(&self) -> Option<Seat> {
        self.table.prefix(self.step).awaited().first()
    }

    fn scene(&self) -> Scene {
        let now = self.table.prefix(self.step);
        let players = self.record.players.as_deref().unwrap_or_default();
        let viewer = Viewer { players, dress: &self.dress, asked: None, own: &[], sheet: self.sheet };
        let mut scene = Scene::of(self.game, &*now, &viewer);
        scene.at = Some((self.step, self.table.len()));
        let spots = scene.picture.spots();
        let courses = self.courses.iter().map(|course| course.line(self.step));
        let mut told: Vec<String> = self.analysed(&spots, &mut scene).into_iter().chain(courses).collect();
        told.iter_mut().for_each(|line| *line = self.dress.write(line));
        scene.situation.splice(0..0, told);
        if let Some((_, hint)) = self.hint.as_ref().filter(|(step, _)| *step == self.step) {
            scene.marks = marks(&hint.plan.words, &spots);
        }
        scene
    }

    /// Returns what the analysis says of this position, and draws what was better than what was done.
    fn analysed(&self, spots: &[Spot], scene: &mut Scene) -> Vec<String> {
        let Some((analysed, turning)) = &self.analysis else {
            let text = "a analyses the match: what was luck, what was skill, and what was better.";
            return if self.is_analysing { Vec::new() } else { vec![paint(quiet(), text)] };
        };
        scene.turning.clone_from(turning);
        let Analysed { names, analysis, .. } = analysed;
        let before = self.step.checked_sub(1).map(|last| &analysis.steps[last].value);
        let chances = before.unwrap_or(&analysis.start);
        let percent = |chance: f64| format!("{:.0}%", 100.0 * chance);
        let chances = match analysis.together {
            true => format!("The team's chance to win: {}", percent(chances[0])),
            false => {
                let each = names.iter().zip(chances).map(|(name, &chance)| format!("{name} {}", percent(chance)));
                format!("Chances to win: {}", each.collect::<Vec<_>>().join(", "))
            }
        };
        let mut lines = vec![paint(strong(), &chances)];
        if let Some(next) = analysis.steps.get(self.step) {
            let turns = if turning.contains(&self.step) { "◆ " } else { "" };
            lines.push(format!("{turns}Next {}", told(analysed, self.step)));
            scene.marks = marks(&next.better, spots);
        }
        if let Some(last) = self.step.checked_sub(1) {
            lines.push(paint(quiet(), &format!("Last {}", told(analysed, last))));
        }
        lines.extend(chance_courses(analysed).iter().map(|course| course.line(self.step)));
        if self.step == self.table.len() || self.step == 0 {
            lines.push("Where it turned (n and p go there):".to_owned());
            lines.extend(turning.iter().map(|&at| format!("  {}", told(analysed, at))));
        }
        lines
    }

    fn analyse(&mut self, model: &mut Model) {
        let Some(tell) = self.tell.clone().filter(|_| self.analysis.is_none() && !self.is_analysing) else { return };
        self.is_analysing = true;
        model.notice = "Analysing …".to_owned();
        let (game, record, progress) = (self.game, self.record.clone(), tell.clone());
        tell.work(News::Broke, move || {
            News::Analysed(game.analyse(&record, &mut |done| match progress.tell(News::Progress(done)) {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }))
        });
    }

    /// Goes to the next or the last step at which the match turned.
    fn turn(&mut self, next: bool, model: &mut Model) {
        let Some((_, turning)) = &self.analysis else {
            model.notice = "First a, which analyses the match.".to_owned();
            return;
        };
        let found = match next {
            true => turning.iter().find(|&&at| at > self.step),
            false => turning.iter().rev().find(|&&at| at < self.step),
        };
        match found {
            Some(&at) => self.step = at,
            None => model.notice = "The match did not turn any more.".to_owned(),
        }
    }

    fn hint(&self, model: &mut Model) {
        if let Some((_, hint)) = self.hint.as_ref().filter(|(step, _)| *step == self.step) {
            let wide = usize::from(model.area.width).saturating_sub(4).min(96);
            return model.open("Hint", hint_lines(hint, wide).iter().map(|line| self.dress.write(line)).collect());
        }
        if let (Some(tell), Some(seat)) = (self.tell.clone(), self.acting()) {
            let (game, step, bytes) = (self.game, self.step, self.table.prefix(self.step).to_bytes());
            model.notice = "Thinking …".to_owned();
            tell.work(News::Broke, move || News::Hinted(step, game.hint(&bytes, seat, HINT_TIME)));
        }
    }

    /// Is the match analysed?
    #[cfg(test)]
    pub fn is_analysed(&self) -> bool {
        self.analysis.is_some()
    }
}

/// Returns how the chances went, in percent.
fn chance_courses(analysed: &Analysed) -> Vec<Course> {
    let Analysed { names, analysis, .. } = analysed;
    let seats = if analysis.together { 1 } else { names.len() };
    let course = |seat: usize| {
        let values = std::iter::once(&analysis.start).chain(analysis.steps.iter().map(|step| &step.value));
        let name = if analysis.together { "the team's chance".to_owned() } else { format!("{}'s chance", names[seat]) };
        Course { name, values: values.map(|value| (100.0 * value[seat]).round() as i32).collect() }
    };
    (0..seats).map(course).collect()
}

impl Driver for Replay {
    type News = News;

    fn begin(&mut self, tell: Teller<News>, model: &mut Model) -> Result<(), Failure> {
        self.tell = Some(tell);
        model.show(self.scene());
        Ok(())
    }

    fn obey(&mut self, effect: Effect, model: &mut Model) -> Result<bool, Failure> {
        match effect {
            Effect::Look(Look::Turning(next)) => self.turn(next, model),
            Effect::Look(look) => self.step = screen::history::find(&*self.table, self.step, look),
            Effect::Typed(text) => match text.parse::<usize>() {
                Ok(step) if step <= self.table.len() => self.step = step,
                _ => model.notice = format!("Type the number of a step, up to {}.", self.table.len()),
            },
            Effect::NextSheet => {
                let now = self.sheet.or_else(|| self.acting()).unwrap_or_default();
                self.sheet = Seat::all(self.table.seats()).cycle().nth(now.index() + 1);
            }
            Effect::Hint => self.hint(model),
            Effect::Analyse => self.analyse(model),
            Effect::Changes => {
                let last = screen::history::turn_begin(&*self.table, self.step);
                let now = self.table.prefix(self.step);
                let told = tale::turns(&now.log(last), &tale::names(&*now));
                model.open("In this turn", told.iter().map(|line| self.dress.write(line)).collect());
            }
            Effect::Mine => {
                let now = self.table.prefix(self.step);
                let told = tale::about(&*now, self.sheet.or(now.awaited().first()).unwrap_or_default());
                model.open("Where they are", told.iter().map(|line| self.dress.write(line)).collect());
            }
            Effect::Rules => {
                let clause = self.table.prefix(self.step).prompt(None).clause;
                model.open("Rules", about(self.game.book(), clause, 76));
            }
            Effect::Help => {
                let keys = "Left and right go a step, Enter and [ ] a turn, Home and End to the beginning and the end; a \
                            number and Enter go to that step, a click into the last line there.\n\
                            a analyses the match; then n and p go to where it turned, and what was better than what was \
                            done is drawn on the board, its actions numbered.\n\
                            h draws what a strong bot would do here (h again says why), x tells the turn, m where they \
                            are, o shows the sheets of others, v and l other panels, q leaves.";
                model.open("Help", keys.split('\n').map(str::to_owned).collect());
            }
            Effect::Leave { .. } | Effect::Interrupt => return Ok(false),
            Effect::Act { .. }
            | Effect::Say(_)
            | Effect::Undo { .. }
            | Effect::Redo
            | Effect::Back
            | Effect::Save { .. }
            | Effect::Again { .. } => {}
        }
        model.show(self.scene());
        Ok(true)
    }

    fn hear(&mut self, news: News, model: &mut Model) -> Result<(), Failure> {
        match news {
            News::Hinted(step, hint) if step == self.step => match hint {
                Ok(hint) => {
                    model.notice = self.dress.write(&format!("{} h: why", hint.lines()[0]));
                    self.hint = Some((step, hint));
                }
                Err(why) => model.notice = why.to_string(),
            },
            News::Hinted(..) => {}
            News::Progress(done) => model.notice = format!("Analysing … {done} of {} steps", self.table.len()),
            News::Analysed(analysis) => {
                self.is_analysing = false;
                model.notice.clear();
                match analysis {
                    Ok(Some(analysis)) => {
                        let turning = turning_points(&analysis);
                        let names = tale::names(&*self.table);
                        let analysed =
                            Analysed { place: String::new(), title: self.game.info().title, names, analysis };
                        self.analysis = Some((analysed, turning));
                    }
                    Ok(None) => {}
                    Err(why) => model.notice = why.to_string(),
                }
            }
            News::Broke(why) => {
                self.is_analysing = false;
                model.notice = format!("A fault of the program: {}", why.lines().next().unwrap_or_default());
            }
        }
        model.show(self.scene());
        Ok(())
    }

    fn farewell(&mut self) -> String {
        String::new()
    }
}
