//! A game's lessons: Markdown in which each step has one sentence, what is wanted, and what is said to other tries.
//!
//! ````text
//! ## bear: Meet the bear             a lesson: the word of its address, and its title
//! The bear belongs to nobody.        what it teaches
//!
//! ```position polar-dare 2 {}        where it begins: game, seats, options, and the steps that lead there
//! 1 roll
//! * P2
//! ```
//!
//! ### 4.2 Hop onto the ice.          a step: the clause behind it, and what is said
//!
//! ```before                          what is played before the learner is asked
//! ```
//! ```do                              what is wanted: steps of seat 1, and what others and chance do after them
//! 1 hop start a1
//! or hop start b1                    the step before may be this one as well
//! = Red has 0 home                   a line of the described position holds these words
//! ```
//! - `slide *`: Later.                what is said to tries of this form; `otherwise` to all others
//! - right: Well done!                what is said when it is done
//! ````
//!
//! A `do` block that begins with `goal WORDS` accepts every legal action until a line of the described position holds
//! these words; its steps are one way to get there, and its dice fall in their order. A step without a `do` block is
//! only read. A `position` before a later step begins anew. `deal NAME` blocks hold steps that a `position` takes over
//! with `@ NAME`; a line of a `position` may hold several steps, with `; ` between them.
//!
//! A puzzle is a lesson of one step with a `puzzle` block instead of a `do` block:
//!
//! ````text
//! ```puzzle win 1 0                  what is asked, and the worths of the best plan and of the next best end
//! way hop d9 north; hop c9 north     a best plan, action by action; all that there are
//! missed easy 6 of 6                 a level of bots, and how often it missed
//! ```
//! ````

use std::collections::BTreeMap;

/// A lesson.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// The line of the file on which it begins, counted from 1.
    pub at: usize,
    /// The word of its address: `bear`.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it teaches, in a sentence.
    pub about: String,
    /// The game's id.
    pub game: &'static str,
    /// Its steps.
    pub steps: Vec<LessonStep>,
    /// What is known about it, if it is a puzzle.
    pub puzzle: Option<Puzzle>,
}

/// What is known about a puzzle.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The word of what is asked: `win`.
    pub task: &'static str,
    /// What the best plan is worth.
    pub best: f64,
    /// What the best of the ends is worth that are not as good.
    pub next: f64,
    /// How often each level of bots missed it.
    pub missed: Vec<Missed>,
}

/// How often a level of bots missed a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Missed {
    /// The name of the bot.
    pub bot: &'static str,
    /// How often it missed.
    pub missed: u8,
    /// How often it tried.
    pub tries: u8,
}

/// How hard a puzzle is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Difficulty {
    /// No level of bots misses it.
    Easy,
    /// One level or two miss it.
    Medium,
    /// More of them miss it.
    Hard,
}

impl Difficulty {
    /// All of them, the easiest first.
    pub const ALL: [Difficulty; 3] = [Difficulty::Easy, Difficulty::Medium, Difficulty::Hard];

    /// Returns its word.
    pub fn word(self) -> &'static str {
        match self {
            Difficulty::Easy => "easy",
            Difficulty::Medium => "medium",
            Difficulty::Hard => "hard",
        }
    }
}

impl Missed {
    /// Does this level miss it, more often than not?
    pub fn is_miss(self) -> bool {
        2 * self.missed >= self.tries
    }
}

impl Puzzle {
    /// Iterates over the levels of bots that miss it.
    pub fn missed_by(&self) -> impl Iterator<Item = &'static str> {
        self.missed.iter().filter(|level| level.is_miss()).map(|level| level.bot)
    }

    /// Returns how hard it is: by how many levels of bots miss it.
    pub fn difficulty(&self) -> Difficulty {
        match self.missed_by().count() {
            0 => Difficulty::Easy,
            1 | 2 => Difficulty::Medium,
            _ => Difficulty::Hard,
        }
    }
}

/// Where a lesson begins, or begins anew.
#[derive(Clone, Debug)]
pub struct Position {
    /// The game's id.
    pub game: &'static str,
    /// How many seats play.
    pub seats: u8,
    /// The options as JSON.
    pub options: &'static str,
    /// The steps that lead there.
    pub steps: Vec<&'static str>,
}

/// A step of a lesson.
#[derive(Clone, Debug)]
pub struct LessonStep {
    /// The line of the file on which it begins, counted from 1.
    pub at: usize,
    /// The clause behind it.
    pub clause: &'static str,
    /// What is said.
    pub text: &'static str,
    /// Where it begins, if not where the step before has ended.
    pub position: Option<Position>,
    /// What is played before the learner is asked.
    pub before: Vec<&'static str>,
    /// What is to be reached, in words of the described position.
    pub goal: Option<&'static str>,
    /// What is wanted, and what follows from it.
    pub script: Vec<ScriptLine>,
    /// In a puzzle: all the best plans, each action by action.
    pub ways: Vec<Vec<&'static str>>,
    /// What is said to tries of some form, the first that fits.
    pub replies: Vec<(&'static str, &'static str)>,
    /// What is said when it is done.
    pub right: Option<&'static str>,
}

/// A line of what is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScriptLine {
    /// A step: of the learner, of somebody else or of chance.
    Step(&'static str),
    /// The step before may be this action as well; what follows in the script is left out then.
    Or(&'static str),
    /// A line of the described position holds these words.
    Says(&'static str),
}

impl LessonStep {
    /// Returns what is said to a try that is not wanted.
    pub fn reply(&self, words: &str) -> Option<&'static str> {
        let said = self.replies.iter().find(|(form, _)| *form == "otherwise" || fits(form, words));
        said.map(|(_, text)| *text)
    }

    /// Is something to be done in it, and not only to be read?
    pub fn acts(&self) -> bool {
        !self.script.is_empty() || !self.ways.is_empty()
    }

    /// Returns how many times the learner acts.
    pub fn moves(&self) -> usize {
        let own = |line: &&ScriptLine| matches!(line, ScriptLine::Step(step) if step.starts_with("1 "));
        self.script.iter().filter(own).count() + self.ways.first().map_or(0, Vec::len)
    }
}

impl Lesson {
    /// Returns how long it takes: what is said at 180 words a minute, and five seconds a move.
    pub fn seconds(&self) -> usize {
        let words = |text: &str| text.split_whitespace().count();
        let said = |step: &LessonStep| words(step.text) + step.right.map_or(0, words);
        let (read, moves) =
            self.steps.iter().fold((0, 0), |(read, moves), step| (read + said(step), moves + step.moves()));
        read.div_ceil(3) + 5 * moves
    }
}

/// Do these words have this form? `*` stands for one word, at the end for all that follow.
fn fits(form: &str, words: &str) -> bool {
    let (mut form, mut words) = (form.split(' ').peekable(), words.split(' '));
    while let Some(wanted) = form.next() {
        if wanted == "*" && form.peek().is_none() {
            return true;
        }
        if words.next().is_none_or(|word| wanted != "*" && wanted != word) {
            return false;
        }
    }
    words.next().is_none()
}

/// What a fenced block holds.
enum Block {
    Deal(&'static str, Vec<&'static str>),
    Position(Position),
    Before,
    Do,
    Puzzle,
}

/// Reads lessons line by line.
#[derive(Default)]
struct Reader {
    lessons: Vec<Lesson>,
    deals: BTreeMap<&'static str, Vec<&'static str>>,
    block: Option<Block>,
    /// Where the next step begins.
    position: Option<Position>,
}

/// Reads the lessons of a file.
///
/// # Panics
/// If the file is malformed: it is part of the program.
pub fn parse(markdown: &'static str) -> Vec<Lesson> {
    let mut reader = Reader::default();
    for (index, line) in markdown.lines().enumerate() {
        reader.line(index + 1, line);
    }
    assert!(reader.block.is_none() && reader.position.is_none(), "the last lesson is not finished");
    reader.lessons
}

impl Reader {
    fn line(&mut self, at: usize, line: &'static str) {
        if let Some(block) = self.block.take() {
            match line {
                "```" => self.close(block),
                line => self.block = Some(self.within(at, block, line)),
            }
        } else if let Some(fence) = line.strip_prefix("```") {
            self.block = Some(match fence.strip_prefix("puzzle ") {
                Some(asked) => self.puzzle(at, asked),
                None => open(at, fence),
            });
        } else if let Some(heading) = line.strip_prefix("## ") {
            let (id, title) = heading.split_once(": ").unwrap_or_else(|| panic!("line {at}: `## id: Title`"));
            self.lessons.push(Lesson {
                at,
                id,
                title,
                about: String::new(),
                game: "",
                steps: Vec::new(),
                puzzle: None,
            });
        } else if let Some(heading) = line.strip_prefix("### ") {
            let (clause, text) = heading.split_once(' ').unwrap_or_else(|| panic!("line {at}: `### 4.2 Text`"));
            let position = self.position.take();
            let lesson = self.lesson(at);
            if let (Some(position), true) = (&position, lesson.steps.is_empty()) {
                lesson.game = position.game;
            }
            let (replies, script, before) = (Vec::new(), Vec::new(), Vec::new());
            lesson.steps.push(LessonStep {
                at,
                clause,
                text,
                position,
                before,
                goal: None,
                script,
                ways: Vec::new(),
                replies,
                right: None,
            });
        } else if let Some(reply) = line.strip_prefix("- ") {
            let (form, text) = reply.split_once(": ").unwrap_or_else(|| panic!("line {at}: `- form: text`"));
            let step = self.step(at);
            match form {
                "right" => step.right = Some(text),
                form => step.replies.push((form.trim_matches('`'), text)),
            }
        } else if !line.trim().is_empty() && !line.starts_with('#') {
            // What stands before the first lesson is for those who read the file.
            if let Some(lesson) = self.lessons.last_mut() {
                assert!(lesson.steps.is_empty(), "line {at}: text within a step: `{line}`");
                lesson.about = format!("{} {}", lesson.about, line.trim()).trim().to_owned();
            }
        }
    }

    fn within(&mut self, at: usize, block: Block, line: &'static str) -> Block {
        match block {
            Block::Deal(name, mut steps) => {
                steps.push(line);
                Block::Deal(name, steps)
            }
            Block::Position(mut position) => {
                match line.strip_prefix("@ ") {
                    Some(name) => {
                        let deal = self.deals.get(name).unwrap_or_else(|| panic!("line {at}: no deal `{name}`"));
                        position.steps.extend(deal);
                    }
                    None => position.steps.extend(line.split("; ")),
                }
                Block::Position(position)
            }
            Block::Before => {
                self.step(at).before.push(line);
                block
            }
            Block::Do => {
                let step = self.step(at);
                match (line.strip_prefix("goal "), line.strip_prefix("or "), line.strip_prefix("= ")) {
                    (Some(goal), ..) => step.goal = Some(goal),
                    (_, Some(action), _) => step.script.push(ScriptLine::Or(action)),
                    (.., Some(words)) => step.script.push(ScriptLine::Says(words)),
                    _ => step.script.push(ScriptLine::Step(line)),
                }
                block
            }
            Block::Puzzle => {
                if let Some(way) = line.strip_prefix("way ") {
                    self.step(at).ways.push(way.split("; ").collect());
                } else {
                    let missed = missed(line).unwrap_or_else(|| panic!("line {at}: `missed easy 5 of 6`"));
                    self.lesson(at).puzzle.as_mut().expect("its block has begun").missed.push(missed);
                }
                block
            }
        }
    }

    fn puzzle(&mut self, at: usize, asked: &'static str) -> Block {
        let mut words = asked.split(' ');
        let known = (|| {
            let task = words.next()?;
            let [best, next] = [words.next()?.parse().ok()?, words.next()?.parse().ok()?];
            Some(Puzzle { task, best, next, missed: Vec::new() })
        })();
        self.lesson(at).puzzle = Some(known.unwrap_or_else(|| panic!("line {at}: `puzzle TASK BEST NEXT`")));
        Block::Puzzle
    }

    fn close(&mut self, block: Block) {
        match block {
            Block::Deal(name, steps) => drop(self.deals.insert(name, steps)),
            Block::Position(position) => self.position = Some(position),
            Block::Puzzle | Block::Before | Block::Do => {}
        }
    }

    fn lesson(&mut self, at: usize) -> &mut Lesson {
        self.lessons.last_mut().unwrap_or_else(|| panic!("line {at}: no lesson has begun"))
    }

    fn step(&mut self, at: usize) -> &mut LessonStep {
        self.lesson(at).steps.last_mut().unwrap_or_else(|| panic!("line {at}: no step has begun"))
    }
}

fn missed(line: &'static str) -> Option<Missed> {
    let (bot, count) = line.strip_prefix("missed ")?.split_once(' ')?;
    let (missed, tries) = count.split_once(" of ")?;
    Some(Missed { bot, missed: missed.parse().ok()?, tries: tries.parse().ok()? })
}

fn open(at: usize, fence: &'static str) -> Block {
    let mut words = fence.splitn(4, ' ');
    match (words.next(), words.next(), words.next(), words.next()) {
        (Some("before"), None, ..) => Block::Before,
        (Some("do"), None, ..) => Block::Do,
        (Some("deal"), Some(name), None, _) => Block::Deal(name, Vec::new()),
        (Some("position"), Some(game), Some(seats), options) => {
            let seats = seats.parse().unwrap_or_else(|_| panic!("line {at}: how many seats?"));
            Block::Position(Position { game, seats, options: options.unwrap_or("{}"), steps: Vec::new() })
        }
        _ => panic!("line {at}: there is no block `{fence}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_form_fits_word_by_word() {
        for (form, words, fit) in [
            ("slide *", "slide a1 n", true),
            ("slide * n", "slide a1 n", true),
            ("slide * n", "slide a1 s", false),
            ("hop start a1", "hop start a1", true),
            ("hop start a1", "hop start a1 x", false),
            ("hop start a1", "hop start", false),
            ("roll", "roll", true),
        ] {
            assert_eq!(fits(form, words), fit, "{form}, {words}");
        }
    }
}
