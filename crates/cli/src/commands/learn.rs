//! `polynya learn`: lessons at the terminal, and how far somebody has come in them.

pub mod full_screen;

use polynya_catalog::{AnyGame, Attempt, Games, LEARNER, Verdict, attempt};
use polynya_engine::lesson::Lesson;
use polynya_engine::plural;

use super::learned::Learned;
use super::play::choices::{Choices, Meaning};
use super::play::tale;
use crate::Terminal;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::screen::{self, Looks};
use crate::terminal::{self, Console, accent, labelled, paint, quiet, strong, text_columns, wrap};

/// Learn a game in a few minutes, step by step, on its board.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  polynya learn                      choose among the lessons of all games
  polynya learn polar-dare           the next lesson of Polar Dare!, where you left it
  polynya learn polar-dare bear      the lesson about the bear
  polynya learn polar-dare bear --step 4")]
pub struct Args {
    /// The game; without it all lessons are listed
    game: Option<String>,
    /// The lesson; without it the first one that you have not finished
    lesson: Option<String>,
    /// Begin at this step; without it where you left the lesson
    #[arg(long, value_name = "N")]
    step: Option<usize>,
    /// No colour (also without a terminal, and with NO_COLOR set)
    #[arg(long, alias = "no-colour")]
    no_color: bool,
    /// Line by line instead of on the whole screen (also where there is no terminal)
    #[arg(long)]
    plain: bool,
    /// Draw with ASCII signs only
    #[arg(long)]
    ascii: bool,
}

/// Runs the command.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    if args.no_color {
        terminal::without_colour();
    }
    let mut console = Console::new();
    let full = !args.plain && screen::is_possible();
    let looks = || Looks::of(args.no_color, args.ascii, |name| std::env::var(name).ok());
    let mut learned = Learned::read();
    let Some(game) = &args.game else {
        return if full {
            full_screen::run(games, None, learned, looks())
        } else {
            list(games, &learned, &mut console)
        };
    };
    let game = games.get(&game.to_lowercase())?;
    let lesson = found(game, args.lesson.as_deref(), &learned)?;
    let steps = lesson.steps.len();
    let left = learned.of(game.info().id, lesson).step;
    let step =
        args.step.map_or(Some(left), |step| step.checked_sub(1)).filter(|&step| step < steps).ok_or_else(|| {
            let step = args.step.unwrap_or_default();
            Failure::input(format!("the lesson `{}` has no step {step}; its steps are 1 to {steps}", lesson.id))
        })?;
    if full {
        full_screen::run(games, Some((game, lesson, step)), learned, looks())
    } else {
        walk(game, lesson, step, &mut learned, &mut console)
    }
}

/// Lists all lessons.
fn list(games: &Games<Terminal>, learned: &Learned, console: &mut Console) -> Result<(), Failure> {
    for game in games.iter().filter(|game| !game.lessons().is_empty()) {
        console.say(&format!("{}  polynya learn {}", paint(strong(), game.info().title), game.info().id))?;
        for lesson in game.lessons() {
            let progress = learned.of(game.info().id, lesson);
            let state = match progress.step {
                0 if progress.done => "done".to_owned(),
                0 => plural(lesson.steps.len(), "step"),
                step => format!("goes on at step {}", step + 1),
            };
            let text = format!("{}. {} {}", lesson.title, lesson.about, paint(quiet(), &format!("({state})")));
            console.say(&labelled(&format!("  {:12} ", lesson.id), &text, text_columns()))?;
        }
        if !game.puzzles().is_empty() {
            let puzzles = plural(game.puzzles().len(), "puzzle");
            console.say(&format!("  and {puzzles}: polynya puzzles {}", game.info().id))?;
        }
        console.say("")?;
    }
    Ok(())
}

fn found(
    game: &'static dyn AnyGame<Terminal>,
    id: Option<&str>,
    learned: &Learned,
) -> Result<&'static Lesson, Failure> {
    let lessons = game.lessons();
    let lesson = match id {
        Some(id) => lessons.iter().find(|lesson| lesson.id == id.to_lowercase()),
        None => {
            let is_open = |lesson: &&Lesson| !learned.of(game.info().id, lesson).done;
            lessons.iter().find(is_open).or(lessons.first())
        }
    };
    lesson.ok_or_else(|| {
        let ids: Vec<&str> = lessons.iter().map(|lesson| lesson.id).collect();
        let name = game.info().id;
        Failure::input(match id {
            Some(id) => {
                format!("there is no lesson `{}` of {name}; its lessons are {}", id.escape_debug(), ids.join(", "))
            }
            None => format!("{name} has no lessons; `polynya rules {name}` shows its rules"),
        })
    })
}

/// Goes through a lesson until it is over or the learner has had enough.
fn walk(
    game: &dyn AnyGame<Terminal>,
    lesson: &Lesson,
    mut step: usize,
    learned: &mut Learned,
    console: &mut Console,
) -> Result<(), Failure> {
    console.say(&format!("{}  {}", paint(strong(), lesson.title), lesson.about))?;
    // The board that the step before left is on the screen still.
    let mut shown = false;
    while step < lesson.steps.len() {
        learned.reached(game.info().id, lesson, step);
        let (next, _) = play(game, lesson, step, shown, console)?;
        shown = matches!(next, Next::Forward);
        match next {
            Next::Forward => step += 1,
            Next::Back => step = step.saturating_sub(1),
            Next::Leave => {
                let (game, id) = (game.info().id, lesson.id);
                let go_on = format!("To go on later at step {}: polynya learn {game} {id}", step + 1);
                return Ok(console.say(&go_on)?);
            }
        }
    }
    learned.reached(game.info().id, lesson, step);
    console.say(&paint(strong(), "Well done! That was the lesson."))?;
    let lessons = game.lessons();
    let next = lessons.iter().skip_while(|other| other.id != lesson.id).nth(1);
    let id = game.info().id;
    if let Some(next) = next {
        console.say(&format!("Next: polynya learn {id} {}   {}", next.id, next.title))?;
    }
    Ok(console.say(&format!("Play: polynya play {id}"))?)
}

/// Where the learner goes from a step.
pub(super) enum Next {
    Forward,
    Back,
    Leave,
}

/// Plays a step; `shown` if its board is on the screen already. Returns where the learner goes, and whether it is done.
pub(super) fn play(
    game: &dyn AnyGame<Terminal>,
    lesson: &Lesson,
    step: usize,
    shown: bool,
    console: &mut Console,
) -> Result<(Next, bool), Failure> {
    let told = &lesson.steps[step];
    let mut tried: Vec<String> = Vec::new();
    let mut now = attempt(game, lesson, step, &tried)?;
    tell(&now, now.from, console)?;
    if !shown || told.position.is_some() || now.table.len() > now.from {
        show(&now, console)?;
    }
    let count = match lesson.puzzle {
        Some(_) => "Puzzle.".to_owned(),
        None => format!("Step {} of {}.", step + 1, lesson.steps.len()),
    };
    let text = format!("{} {} {}", paint(quiet(), &count), paint(strong(), told.text), rule(told.clause));
    console.say(&wrap(&text, text_columns(), 0))?;
    loop {
        let done = now.verdict == Verdict::Right || !told.acts();
        let keys = match (&lesson.puzzle, done) {
            (None, true) => "Enter goes on, b goes back, q leaves",
            (None, false) => "Type a move; Enter shows which, ? lists all, b goes back, q leaves",
            (Some(_), true) => "Enter goes on to the next puzzle, q leaves",
            (Some(_), false) => "Type a move; ? lists all, s shows the next move of the solution, n goes on, q leaves",
        };
        console.say(&paint(quiet(), keys))?;
        let Some(typed) = console.ask("> ")? else { return Ok((Next::Leave, done)) };
        let choices = Choices::new(&*now.table, LEARNER, &[]);
        match typed.to_lowercase().as_str() {
            "q" | "quit" | "exit" => return Ok((Next::Leave, done)),
            "b" | "back" => return Ok((Next::Back, done)),
            "" | "n" | "next" if done => return Ok((Next::Forward, true)),
            _ if done => console.say("This step is done: press Enter to go on.")?,
            "n" | "next" if lesson.puzzle.is_some() => return Ok((Next::Forward, false)),
            "" if lesson.puzzle.is_some() => console.say("Look at the board: which move is the best?")?,
            "" | "s" | "show" => match &now.wanted {
                Some(words) => console.say(&format!("Type: {}", paint(accent(), words)))?,
                None => console.say("Any legal move will do; ? lists them.")?,
            },
            "?" => console.say(&choices.show(&*now.table))?,
            text => match choices.read(&*now.table, text) {
                Meaning::Unclear(why) => console.say(&why)?,
                Meaning::Act(_, words) => {
                    let mut tries = tried.clone();
                    tries.push(words);
                    let after = attempt(game, lesson, step, &tries)?;
                    if answer(&after, told.right, console)? {
                        tried = tries;
                        now = after;
                    }
                    if matches!(now.verdict, Verdict::Missed(_)) {
                        tried.clear();
                        now = attempt(game, lesson, step, &tried)?;
                        show(&now, console)?;
                    }
                }
            },
        }
        if now.verdict == Verdict::Right && told.right.is_none() {
            return Ok((Next::Forward, true));
        }
    }
}

/// Says what is answered to a try; returns whether it was done.
fn answer(after: &Attempt<Terminal>, right: Option<&str>, console: &mut Console) -> Result<bool, Failure> {
    let done = match &after.verdict {
        Verdict::Wrong(text) => Err(text.clone()),
        Verdict::Refused(refusal) => Err(format!("{} {}", refusal.text, rule(refusal.clause))),
        Verdict::Missed(text) => {
            tell(after, after.before, console)?;
            console.say(&wrap(text, text_columns(), 0))?;
            Ok(())
        }
        Verdict::Open | Verdict::Right => {
            tell(after, after.before, console)?;
            show(after, console)?;
            if let (Verdict::Right, Some(right)) = (&after.verdict, right) {
                console.say(&wrap(&paint(accent(), right), text_columns(), 0))?;
            }
            Ok(())
        }
    };
    if let Err(text) = &done {
        console.say(&wrap(text, text_columns(), 0))?;
    }
    Ok(done.is_ok())
}

/// Tells what has happened since so many steps.
fn tell(now: &Attempt<Terminal>, since: usize, console: &mut Console) -> Result<(), Failure> {
    let told: Vec<String> = now.table.log(since).into_iter().flat_map(|entry| entry.told).collect();
    if told.is_empty() { Ok(()) } else { Ok(console.say(&wrap(&told.join(" "), text_columns(), 0))?) }
}

fn show(now: &Attempt<Terminal>, console: &mut Console) -> Result<(), Failure> {
    let (tale::Board::Drawn(board) | tale::Board::Described(board)) = tale::board(&*now.table, &[], &Dress::default());
    Ok(console.say(&board)?)
}

fn rule(clause: &str) -> String {
    paint(quiet(), &format!("(rule {clause})"))
}
