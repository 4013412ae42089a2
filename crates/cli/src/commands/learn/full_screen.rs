//! Lessons on the whole screen: the real board, one sentence at a time, and what is to be touched is lit.

use polynya_catalog::{AnyGame, AnyMatch, Attempt, Games, LEARNER, Verdict, attempt};
use polynya_engine::lesson::{Lesson, LessonStep};
use polynya_engine::{Seat, plural};

use super::rule;
use crate::Terminal;
use crate::commands::learned::Learned;
use crate::commands::play::answers::about;
use crate::commands::play::choices::{Choices, Meaning};
use crate::commands::play::tale;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::screen::places::marks;
use crate::screen::scene::Item;
use crate::screen::{self, Driver, Effect, Look, Looks, Model, Scene, Teller, Viewer};
use crate::terminal::{accent, paint, quiet, strong};

/// Shows the lessons of all games, or one of them from a step on.
pub fn run(
    games: &Games<Terminal>,
    begin: Option<(&'static dyn AnyGame<Terminal>, &'static Lesson, usize)>,
    learned: Learned,
    looks: Looks,
) -> Result<(), Failure> {
    screen::run(Lessons::new(games, begin, learned)?, looks)
}

/// A step of a lesson, as far as the learner has come in it.
struct Now {
    game: &'static dyn AnyGame<Terminal>,
    lesson: &'static Lesson,
    step: usize,
    /// What was tried and accepted in this step.
    tried: Vec<String>,
    attempt: Attempt<Terminal>,
    /// What happened last, in sentences.
    happened: String,
    /// What is said to the last try.
    reply: String,
}

/// The lessons, or one of them.
pub struct Lessons {
    /// All lessons with their games.
    all: Vec<(&'static dyn AnyGame<Terminal>, &'static Lesson)>,
    now: Option<Now>,
    /// The lesson that was gone through last.
    done: Option<usize>,
    learned: Learned,
    farewell: String,
}

impl Now {
    fn new(game: &'static dyn AnyGame<Terminal>, lesson: &'static Lesson, step: usize) -> Result<Now, Failure> {
        let attempt = attempt(game, lesson, step, &[])?;
        let happened = happened(&*attempt.table, attempt.from);
        Ok(Now { game, lesson, step, tried: Vec::new(), attempt, happened, reply: String::new() })
    }

    fn told(&self) -> &'static LessonStep {
        &self.lesson.steps[self.step]
    }

    /// Is the step done, or is there only something to read?
    fn is_done(&self) -> bool {
        self.attempt.verdict == Verdict::Right || !self.told().acts()
    }

    /// Tries something; returns whether the next step follows at once.
    fn attempt(&mut self, words: &str) -> Result<bool, Failure> {
        let mut tried = self.tried.clone();
        tried.push(words.to_owned());
        let after = attempt(self.game, self.lesson, self.step, &tried)?;
        self.reply.clear();
        match &after.verdict {
            Verdict::Wrong(text) => self.reply.clone_from(text),
            Verdict::Refused(refusal) => self.reply = format!("{} {}", refusal.text, rule(refusal.clause)),
            Verdict::Missed(text) => {
                self.reply.clone_from(text);
                self.tried.clear();
                self.attempt = attempt(self.game, self.lesson, self.step, &[])?;
                self.happened.clear();
            }
            Verdict::Open | Verdict::Right => {
                self.happened = happened(&*after.table, after.before);
                let right = after.verdict == Verdict::Right;
                match self.told().right.filter(|_| right) {
                    Some(text) => text.clone_into(&mut self.reply),
                    None if right => return Ok(true),
                    None => {}
                }
                (self.tried, self.attempt) = (tried, after);
            }
        }
        Ok(false)
    }

    fn scene(&self) -> Scene {
        let table = &*self.attempt.table;
        let (dress, own) = (Dress::default(), [LEARNER]);
        let asked = Some(LEARNER).filter(|_| !self.is_done());
        let viewer = Viewer { players: &[], dress: &dress, asked, own: &own, sheet: Some(LEARNER) };
        let mut scene = Scene::of(self.game, table, &viewer);
        scene.title = format!("{}: {}", self.game.info().title, self.lesson.title);
        let told = self.told();
        scene.prompt = format!("Step {} of {}", self.step + 1, self.lesson.steps.len());
        scene.told = vec![format!("{} {}", paint(strong(), told.text), rule(told.clause))];
        scene.told.extend(Some(&self.happened).filter(|text| !text.is_empty()).map(|text| paint(quiet(), text)));
        scene.told.extend(Some(&self.reply).filter(|text| !text.is_empty()).map(|text| paint(accent(), text)));
        if self.is_done() {
            scene.choices = vec![item("on", "Go on")];
        } else if let Some(wanted) = &self.attempt.wanted {
            scene.marks = marks(std::slice::from_ref(wanted), &scene.picture.spots());
        }
        scene.offer = Some("Enter do  / type  b board  h show me  [ back  u again  w rule  ? help  q quit".to_owned());
        scene.menu = true;
        scene
    }
}

fn item(words: &str, label: &str) -> Item {
    Item { seat: Seat::default(), words: words.to_owned(), label: label.to_owned(), note: None }
}

fn happened(table: &dyn AnyMatch<Terminal>, since: usize) -> String {
    tale::turns(&table.log(since), &tale::names(table)).join(" ")
}

impl Lessons {
    /// Returns the list of lessons, or a lesson from a step on.
    pub fn new(
        games: &Games<Terminal>,
        begin: Option<(&'static dyn AnyGame<Terminal>, &'static Lesson, usize)>,
        learned: Learned,
    ) -> Result<Lessons, Failure> {
        let all = games.iter().flat_map(|game| game.lessons().iter().map(move |lesson| (game, lesson))).collect();
        let mut lessons = Lessons { all, now: None, done: None, learned, farewell: String::new() };
        if let Some((game, lesson, step)) = begin {
            lessons.enter(game, lesson, step)?;
        }
        Ok(lessons)
    }

    /// Goes to a step, and remembers it.
    fn enter(
        &mut self,
        game: &'static dyn AnyGame<Terminal>,
        lesson: &'static Lesson,
        step: usize,
    ) -> Result<(), Failure> {
        self.now = Some(Now::new(game, lesson, step)?);
        self.learned.reached(game.info().id, lesson, step);
        Ok(())
    }

    fn scene(&self) -> Scene {
        if let Some(now) = &self.now {
            return now.scene();
        }
        let label = |(game, lesson): &(&'static dyn AnyGame<Terminal>, &'static Lesson)| {
            let progress = self.learned.of(game.info().id, lesson);
            let state = match progress.step {
                0 if progress.done => "done".to_owned(),
                0 => plural(lesson.steps.len(), "step"),
                step => format!("goes on at step {}", step + 1),
            };
            item(&words(*game, lesson), &format!("{}: {} ({state})", game.info().title, lesson.title))
        };
        let mut choices: Vec<Item> = self.all.iter().map(label).collect();
        let mut situation: Vec<String> = Vec::new();
        if let Some(done) = self.done {
            let (game, _) = self.all[done];
            situation.push(paint(strong(), "Well done! That was the lesson."));
            situation.push(format!("Play: polynya play {}", game.info().id));
            // The next one comes first.
            choices.rotate_left((done + 1) % self.all.len());
        }
        situation.extend(self.all.iter().map(|(game, lesson)| {
            format!("{}: {}. {}", paint(strong(), game.info().title), lesson.title, lesson.about)
        }));
        Scene {
            title: "Polynya".to_owned(),
            prompt: "Which lesson?".to_owned(),
            situation,
            choices,
            offer: Some("Enter choose  arrows and the mouse move  q quit".to_owned()),
            menu: true,
            ..Scene::default()
        }
    }

    /// Goes on to the next step, or to the list once the lesson is over.
    fn go_on(&mut self) -> Result<(), Failure> {
        let Some(now) = &self.now else { return Ok(()) };
        let (game, lesson, step) = (now.game, now.lesson, now.step + 1);
        if step < lesson.steps.len() {
            self.enter(game, lesson, step)?;
        } else {
            self.learned.reached(game.info().id, lesson, step);
            let is_it = |(other, each): &(&'static dyn AnyGame<Terminal>, &'static Lesson)| {
                other.info().id == game.info().id && each.id == lesson.id
            };
            self.done = self.all.iter().position(is_it);
            self.now = None;
        }
        Ok(())
    }

    /// Begins the step anew, or goes to the one before.
    fn go_back(&mut self, by: usize) -> Result<(), Failure> {
        match &self.now {
            Some(now) => self.enter(now.game, now.lesson, now.step.saturating_sub(by)),
            None => Ok(()),
        }
    }

    fn act(&mut self, words: &str) -> Result<(), Failure> {
        let Some(now) = &mut self.now else {
            let found = self.all.iter().find(|(game, lesson)| self::words(*game, lesson) == words);
            return match found {
                Some(&(game, lesson)) => self.enter(game, lesson, self.learned.of(game.info().id, lesson).step),
                None => Ok(()),
            };
        };
        if now.is_done() || now.attempt(words)? { self.go_on() } else { Ok(()) }
    }

    fn typed(&mut self, text: &str, model: &mut Model) -> Result<(), Failure> {
        let Some(now) = &self.now else {
            let number = text.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
            match number.and_then(|index| model.scene.choices.get(index)).map(|item| item.words.clone()) {
                Some(words) => return self.act(&words),
                None => model.notice = "Type the number of a lesson.".to_owned(),
            }
            return Ok(());
        };
        if now.is_done() {
            return self.go_on();
        }
        match Choices::new(&*now.attempt.table, LEARNER, &[]).read(&*now.attempt.table, text) {
            Meaning::Act(_, words) => self.act(&words),
            Meaning::Unclear(why) => {
                model.notice = why;
                Ok(())
            }
        }
    }
}

/// Returns how a lesson is called on the command line.
fn words(game: &dyn AnyGame<Terminal>, lesson: &Lesson) -> String {
    format!("{} {}", game.info().id, lesson.id)
}

impl Driver for Lessons {
    type News = ();

    fn begin(&mut self, _: Teller<()>, model: &mut Model) -> Result<(), Failure> {
        model.show(self.scene());
        Ok(())
    }

    fn obey(&mut self, effect: Effect, model: &mut Model) -> Result<bool, Failure> {
        match effect {
            Effect::Act { words, .. } => self.act(&words)?,
            Effect::Typed(text) => self.typed(&text, model)?,
            Effect::Look(Look::By(by) | Look::Turn(by)) if by < 0 => self.go_back(1)?,
            Effect::Look(Look::First) => self.go_back(usize::MAX)?,
            Effect::Look(_) if self.now.as_ref().is_some_and(Now::is_done) => self.go_on()?,
            Effect::Undo { .. } => self.go_back(0)?,
            Effect::Back if self.now.is_some() => self.now = None,
            Effect::Hint => {
                if let Some(wanted) = self.now.as_ref().and_then(|now| now.attempt.wanted.clone()) {
                    model.show(self.scene());
                    model.choose_words(&wanted);
                    model.notice = format!("Enter does it: {wanted}");
                    return Ok(true);
                }
                model.notice = "Any move will do, or Enter goes on.".to_owned();
            }
            Effect::Rules => {
                if let Some(now) = &self.now {
                    model.open("Rules", about(now.game.book(), now.told().clause, 76));
                }
            }
            Effect::Changes | Effect::Mine => {
                if let Some(now) = &self.now {
                    model.open("Where you are", tale::about(&*now.attempt.table, LEARNER));
                }
            }
            Effect::Help => {
                let text = "What the sentence asks for is lit on the board. Do it: with the arrows and Enter in the list, \
                            with b on the board itself, with the mouse, or typed after /.\n\
                            h chooses it for you, [ goes a step back, u begins the step again, w shows the rule, Esc \
                            leads to all lessons, q leaves.";
                model.open("Help", text.split('\n').map(str::to_owned).collect());
            }
            Effect::Leave { .. } | Effect::Interrupt | Effect::Back => {
                if let Some(Now { game, lesson, step, .. }) = &self.now {
                    self.farewell =
                        format!("To go on later at step {}: polynya learn {}", step + 1, words(*game, lesson));
                }
                return Ok(false);
            }
            _ => {}
        }
        model.show(self.scene());
        Ok(true)
    }

    fn hear(&mut self, (): (), _: &mut Model) -> Result<(), Failure> {
        Ok(())
    }

    fn farewell(&mut self) -> String {
        std::mem::take(&mut self.farewell)
    }
}
