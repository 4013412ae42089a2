//! The match itself: bots act, people are shown the board and asked.

use std::thread::sleep;
use std::time::Duration;

use polynya_catalog::{AnyGame, AnyMatch, AnyPlayer, CatalogError, LogEntry, Mate};
use polynya_engine::{Record, Refusal, Seat, Seed};

use super::choices::{Choices, Meaning};
use super::saving::{Saver, as_argument};
use super::setup::seed;
use super::tale;
use crate::Terminal;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::terminal::{COLUMNS, Console, labelled, paint, quiet, strong, text_columns, width, wrap};

/// The lines that an ordinary board takes with its list of moves.
const LINES: usize = 24;

/// Who plays a seat.
pub enum Player {
    /// Somebody at this terminal, by name.
    Person(String),
    /// A bot, by its name in the catalog.
    Bot(String),
}

impl Player {
    /// Returns the player as `--players` and records write it.
    fn words(&self) -> String {
        match self {
            Player::Person(name) if name == "you" => name.clone(),
            Player::Person(name) => format!("you:{name}"),
            Player::Bot(name) => name.clone(),
        }
    }
}

/// A match at this terminal.
pub struct Session {
    pub(super) game: &'static dyn AnyGame<Terminal>,
    pub(super) table: Box<dyn AnyMatch<Terminal>>,
    pub(super) players: Vec<Player>,
    pub(super) dress: Dress,
    pub(super) saver: Saver,
    pub(super) delay: Duration,
    /// What is to be said above the next board.
    notices: Vec<String>,
    /// Did the match begin earlier?
    pub(super) resumed: bool,
    /// Has the terminal been looked at, whether it is large enough?
    measured: bool,
    /// The lines and columns that the position took when it was shown last.
    board_size: (usize, usize),
    /// Has a position that is too long for the screen been shown in full?
    described: bool,
    /// What bots did in a turn that nobody has been told of yet.
    untold: Vec<LogEntry>,
    /// What was refused last.
    pub(super) refused: Option<Refusal>,
}

/// What follows from what a person typed.
enum Next {
    /// The position is another one.
    Changed,
    /// Ask again, below what is on the screen.
    AskAgain,
    /// Ask again, with a new picture.
    ShowAgain,
    /// The player goes.
    Leave,
}

fn say_wrapped(text: &str, console: &mut Console) -> Result<(), Failure> {
    Ok(console.say(&wrap(text, COLUMNS, 2))?)
}

/// Returns the lines and columns that a text takes.
fn size_of(text: &str) -> (usize, usize) {
    (text.lines().count(), text.lines().map(width).max().unwrap_or(0))
}

fn say_all(lines: &[String], console: &mut Console) -> Result<(), Failure> {
    lines.iter().try_for_each(|line| Ok(console.say(line)?))
}

impl Session {
    /// Returns a match that is ready to be played.
    pub fn new(
        game: &'static dyn AnyGame<Terminal>,
        table: Box<dyn AnyMatch<Terminal>>,
        players: Vec<Player>,
        saver: Saver,
        delay: Duration,
    ) -> Session {
        Session {
            game,
            table,
            players,
            dress: Dress::default(),
            saver,
            delay,
            notices: Vec::new(),
            resumed: false,
            measured: false,
            board_size: (0, 0),
            described: false,
            untold: Vec::new(),
            refused: None,
        }
    }

    /// Returns the same match with the pieces that the players have chosen.
    pub fn dressed(mut self, dress: Dress) -> Session {
        self.dress = dress;
        self
    }

    /// Returns the same match as one that began earlier, with something to say about that.
    pub fn resumed(mut self, notice: Option<String>) -> Session {
        self.resumed = true;
        self.notices.extend(notice);
        self
    }

    /// Plays until the match is over or everybody has left, and again as long as somebody wants to.
    pub fn run(mut self, mut console: Console) -> Result<(), Failure> {
        self.saver.guard();
        while self.play(&mut console)? && self.begin_another(&mut console)? {}
        Ok(())
    }

    /// Plays one match; returns whether it was played to its end.
    fn play(&mut self, console: &mut Console) -> Result<bool, Failure> {
        console.dress(self.dress.clone());
        self.introduce(console)?;
        self.keep().map_err(Failure::input)?;
        while self.table.result().is_none() {
            let awaited = self.table.awaited();
            let bot = awaited.iter().find(|&seat| matches!(self.players[seat.index()], Player::Bot(_)));
            let Some(seat) = bot.or(awaited.first()) else { break };
            let mate = if bot.is_some() { Mate::Bot } else { Mate::Person };
            if let Some((helper, words)) = self.interjection(mate)? {
                self.bot_acts(helper, &words, console)?;
            } else if bot.is_some() {
                let words = self.bot(seat)?.map(|mut bot| bot.choose(&self.table.to_bytes(), seat)).transpose()?;
                self.bot_acts(seat, &words.unwrap_or_default(), console)?;
            } else if !self.person_acts(seat, console)? {
                return Ok(false);
            }
        }
        self.finish(console)?;
        Ok(true)
    }

    pub(super) fn table(&self) -> &dyn AnyMatch<Terminal> {
        &*self.table
    }

    pub(super) fn record(&self) -> Record {
        let mut record = self.table.record(self.table.proof());
        record.players = Some(self.players.iter().map(Player::words).collect());
        record.sets = self.dress.numbers();
        record
    }

    pub(super) fn people(&self) -> Vec<Seat> {
        Seat::all(self.table.seats()).filter(|seat| matches!(self.players[seat.index()], Player::Person(_))).collect()
    }

    pub(super) fn shown_players(&self) -> Vec<String> {
        self.players.iter().map(|(Player::Person(name) | Player::Bot(name))| name.clone()).collect()
    }

    fn introduce(&mut self, console: &mut Console) -> Result<(), Failure> {
        let info = self.game.info();
        console.clear()?;
        let mut intro = vec![paint(strong(), info.title)];
        let primer = self.table.primer();
        intro.push(wrap(primer.first().map_or(info.summary, String::as_str), COLUMNS, 0));
        intro.push("Type ? for help at any time.".to_owned());
        let commitment = self.table.seed().commitment();
        intro.push(paint(quiet(), &format!("The dice are fixed already. SHA-256 of their seed:\n{commitment}")));
        if self.resumed {
            intro.push(match self.table.turns() {
                0 => "The match goes on in its first turn.".to_owned(),
                turns => format!("The match goes on after turn {turns}."),
            });
        }
        intro.append(&mut self.notices);
        self.notices = intro;
        if self.people().is_empty() {
            self.say_notices(console)?;
            self.notices.clear();
        }
        Ok(())
    }

    fn say_notices(&self, console: &mut Console) -> Result<(), Failure> {
        for notice in &self.notices {
            console.say(notice)?;
        }
        Ok(())
    }

    /// Shows what is to be said, what happened since this seat last acted, and the board.
    fn show(&mut self, seat: Seat, console: &mut Console) -> Result<(), Failure> {
        console.clear()?;
        self.say_notices(console)?;
        let table = self.table();
        let told = tale::turns(&table.log(tale::since(table, seat)), &tale::names(table));
        if !told.is_empty() {
            console.say(&tale::lines(&told))?;
        }
        self.show_board(console)
    }

    /// Shows the drawing; or all words about the position if they fit on the screen or were not shown yet.
    fn show_board(&mut self, console: &mut Console) -> Result<(), Failure> {
        let words = match tale::board(self.table(), &self.shown_players(), &self.dress) {
            tale::Board::Drawn(drawing) => {
                self.board_size = size_of(&drawing);
                return Ok(console.say(&drawing)?);
            }
            tale::Board::Described(words) => words,
        };
        let (lines, _) = console.size().unwrap_or((LINES, COLUMNS));
        if words.lines().count() + LINES / 2 <= lines || !std::mem::replace(&mut self.described, true) {
            self.board_size = size_of(&words);
            console.say(&words)?;
        }
        Ok(())
    }

    /// Returns the bot that plays a seat, if one does.
    fn bot(&self, seat: Seat) -> Result<Option<Box<dyn AnyPlayer>>, CatalogError> {
        self.bot_at(seat).map(|(name, luck)| self.game.player(&name, luck)).transpose()
    }

    /// Returns what a bot does although the table does not wait for it, if one wants to.
    fn interjection(&self, mate: Mate) -> Result<Option<(Seat, String)>, Failure> {
        for seat in self.table.acting().difference(self.table.awaited()) {
            if let Some(mut bot) = self.bot(seat)?
                && let Some(words) = bot.interject(&self.table.to_bytes(), seat, mate)?
            {
                return Ok(Some((seat, words)));
            }
        }
        Ok(None)
    }

    /// Does and shows what a bot wants.
    fn bot_acts(&mut self, seat: Seat, words: &str, console: &mut Console) -> Result<(), Failure> {
        let turn = self.table.turns();
        let people = self.people();
        let viewer = people.first().copied().unwrap_or(seat);
        let told = self.act(seat, words)?;
        if console.clears() && !self.delay.is_zero() {
            // A long description is for people who are asked, not for a glance.
            let described = std::mem::replace(&mut self.described, true);
            self.show(viewer, console)?;
            self.described = described;
            console.flush()?;
            sleep(self.delay);
        } else if people.is_empty() {
            self.untold.extend(told);
            if self.table.turns() != turn {
                let told = std::mem::take(&mut self.untold);
                console.say(&tale::lines(&tale::turns(&told, &tale::names(self.table()))))?;
                sleep(self.delay);
            }
        }
        Ok(())
    }

    pub(super) fn act(&mut self, seat: Seat, words: &str) -> Result<Vec<LogEntry>, CatalogError> {
        let turn = self.table.turns();
        let told = self.table.submit(seat, words)?;
        // Nobody misses a step of a match between bots, and their matches are long.
        if !self.people().is_empty() || self.table.turns() != turn || self.table.result().is_some() {
            self.keep_or_say();
        }
        Ok(told)
    }

    pub(super) fn keep(&self) -> Result<(), String> {
        // A match between bots can be had again from its seed.
        if self.people().is_empty() && !self.saver.keeps_every_step() {
            return Ok(());
        }
        self.saver.step(self.record())
    }

    /// Returns what is to be said, and says it no more.
    pub(super) fn take_notices(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notices)
    }

    pub(super) fn keep_or_say(&mut self) {
        if let Err(what) = self.keep() {
            self.notices.push(what);
        }
    }

    /// Asks a person and obeys; returns whether the match goes on.
    fn person_acts(&mut self, seat: Seat, console: &mut Console) -> Result<bool, Failure> {
        let choices = Choices::new(self.table(), seat, &self.people());
        self.picture(&choices, console)?;
        loop {
            let Some(typed) = console.ask("> ")? else {
                let told = self.saver.at_end_of_input()?;
                console.say(&told)?;
                return Ok(false);
            };
            match self.obey(&choices, &typed, console)? {
                Next::Changed => return Ok(true),
                Next::AskAgain => {}
                Next::ShowAgain => self.picture(&choices, console)?,
                Next::Leave => {
                    let told = self.saver.leave(console)?;
                    console.say(&told)?;
                    return Ok(false);
                }
            }
        }
    }

    fn picture(&mut self, choices: &Choices, console: &mut Console) -> Result<(), Failure> {
        self.show(choices.seat, console)?;
        // Whoever is asked has read it; at a glance between bots nobody has.
        self.notices.clear();
        let status = tale::status(self.table());
        let who = match &self.players[choices.seat.index()] {
            Player::Person(name) if self.people().len() > 1 => format!(" ({name})"),
            _ => String::new(),
        };
        console.say(&paint(strong(), &wrap(&format!("{status}{who}"), COLUMNS, 2)))?;
        let keys = "u undo  ? help  hint  why MOVE  rules  board  log  save  quit";
        let list = match choices.only() {
            Some(words) => format!("Enter: {words}  {}", paint(quiet(), keys)),
            None => format!("{}\nNumber or move  {}", choices.show(self.table()), paint(quiet(), keys)),
        };
        console.say(&list)?;
        let (high, wide) = self.board_size;
        // The status and the line on which is typed.
        let shown = (high + 2 + list.lines().count(), list.lines().map(width).fold(wide, usize::max));
        self.measure(shown, console)
    }

    /// Says once, below the picture where it is not lost, that a terminal is too small for it.
    fn measure(&mut self, shown: (usize, usize), console: &mut Console) -> Result<(), Failure> {
        let Some((lines, columns)) = console.size() else { return Ok(()) };
        let (high, wide) = shown;
        if (high > lines || wide > columns) && !std::mem::replace(&mut self.measured, true) {
            let text = format!(
                "All this takes {wide} columns and {high} lines, and your terminal has {columns} and {lines}: its beginning \
                 has scrolled away. Without --plain the board stays in its place at any size."
            );
            console.say(&wrap(&text, text_columns(), 0))?;
        }
        Ok(())
    }

    fn obey(&mut self, choices: &Choices, typed: &str, console: &mut Console) -> Result<Next, Failure> {
        // What stands in the list means what the list says.
        if let Some(Meaning::Act(seat, words)) = choices.listed(typed) {
            return self.try_to(seat, &words, console);
        }
        let (command, rest) = typed.split_once(char::is_whitespace).unwrap_or((typed, ""));
        let rest = rest.trim();
        match (command.to_lowercase().as_str(), rest) {
            ("", _) => match choices.only() {
                Some(words) => return self.try_to(choices.seat, words, console),
                None => {
                    let count = choices.len();
                    console.say(&format!("There are {count} moves: type the number of one, or ? for help."))?;
                }
            },
            ("u" | "undo", "") => {
                let Some((decision, seat)) = self.last_decision() else {
                    console.say("There is nothing to take back yet.")?;
                    return Ok(Next::AskAgain);
                };
                let question = format!("This takes back {}'s move. All right? [y/N] ", self.person(seat));
                if seat == choices.seat || console.agrees(&question)? {
                    self.undo_to(decision)?;
                    return Ok(Next::Changed);
                }
            }
            ("?" | "help", _) => say_all(&self.help(choices, COLUMNS), console)?,
            ("why", "") => say_wrapped(&self.clause(choices), console)?,
            ("why", words) => self.why(choices, words).iter().try_for_each(|text| say_wrapped(text, console))?,
            ("rules" | "rule", words) => say_all(&self.rules(words, COLUMNS), console)?,
            ("board", "") => {
                self.described = false;
                return Ok(Next::ShowAgain);
            }
            ("hint", "") => say_all(&self.hint(choices.seat, COLUMNS)?, console)?,
            ("log", "" | "all") => self.log(rest == "all").iter().try_for_each(|text| say_wrapped(text, console))?,
            ("save", file) => {
                let told = self.saver.save_as(file, console)?;
                console.say(&told)?;
            }
            ("quit" | "q" | "exit", "") => return Ok(Next::Leave),
            _ => match choices.read(self.table(), typed) {
                Meaning::Act(seat, words) => return self.try_to(seat, &words, console),
                Meaning::Unclear(why) => say_wrapped(&why, console)?,
            },
        }
        Ok(Next::AskAgain)
    }

    fn try_to(&mut self, seat: Seat, words: &str, console: &mut Console) -> Result<Next, Failure> {
        let slip = self.table.warning(seat, words).filter(|warning| warning.is_slip);
        // A script means what it says.
        if let Some(slip) = slip.filter(|_| console.is_typed() && self.table.check(seat, words).is_ok())
            && !console.agrees(&format!("{words}: {}. Do you mean it? [y/N] ", slip.text))?
        {
            return Ok(Next::AskAgain);
        }
        match self.act(seat, words) {
            Ok(_) => Ok(Next::Changed),
            Err(error) => {
                say_wrapped(&self.error_text(&error), console)?;
                Ok(Next::AskAgain)
            }
        }
    }

    /// Returns the step at which a person decided something last, and whose it was.
    pub(super) fn last_decision(&self) -> Option<(usize, Seat)> {
        let steps = self.table.steps(0);
        // A step that was the only one possible was no decision: it would just happen again.
        steps.iter().enumerate().rev().find_map(|(index, step)| {
            let seat = step.seat?;
            let is_person = matches!(self.players[seat.index()], Player::Person(_));
            (is_person && self.table.prefix(index).legal(seat).len() > 1).then_some((index, seat))
        })
    }

    /// Takes back everything from this step on.
    fn undo_to(&mut self, decision: usize) -> Result<(), Failure> {
        let told = tale::turns(&self.table.log(decision), &tale::names(self.table()));
        let mut notice = vec![paint(strong(), "Taken back:")];
        notice.push(tale::lines(&told));
        notice.push(String::new());
        self.table.rewind(decision, &[])?;
        self.notices = notice;
        self.keep_or_say();
        Ok(())
    }

    /// Returns how the person in a seat is spoken of.
    pub(super) fn person(&self, seat: Seat) -> String {
        match &self.players[seat.index()] {
            Player::Person(name) if name != "you" => name.clone(),
            _ => self.table.name(seat),
        }
    }

    /// Asks whether another match follows at once, where the book says what such a match keeps; begins it.
    fn begin_another(&mut self, console: &mut Console) -> Result<bool, Failure> {
        let info = self.game.info();
        let (Some(again), Some(kept)) = (info.again, self.table.again()) else { return Ok(false) };
        if self.people().is_empty() {
            return Ok(false);
        }
        console.say(&labelled("", &format!("Once more? k: {}. {}", again.label, again.about), COLUMNS))?;
        let answer = console.ask("k, y for a new match without that, Enter to end: ")?.unwrap_or_default();
        let options = match answer.to_lowercase().as_str() {
            "k" | "keep" => kept,
            "y" | "yes" => self.game.options_anew(self.record().options_json())?,
            _ => return Ok(false),
        };
        self.open_another(&options)?;
        Ok(true)
    }

    /// Begins another match of the same players; another one begins it, as after every match.
    pub(super) fn open_another(&mut self, options: &str) -> Result<(), Failure> {
        self.players.rotate_left(1);
        self.table = self.game.open(options, self.players.len() as u8, seed(None)?)?;
        self.saver.begin_another(self.game.info().id);
        (self.resumed, self.described) = (false, false);
        Ok(())
    }

    /// Returns the bot that plays a seat, with the luck that it has now.
    pub(super) fn bot_at(&self, seat: Seat) -> Option<(String, Seed)> {
        let Player::Bot(name) = &self.players[seat.index()] else { return None };
        // The bot's luck comes from the match and the step, so that a saved match goes on as it would have gone on.
        // It comes out of a hash and tells nothing about the dice.
        let step = self.table.len() as u64;
        Some((name.clone(), self.table.seed().mix([b"bot".as_slice(), &[seat.index() as u8], &step.to_be_bytes()])))
    }

    fn finish(&mut self, console: &mut Console) -> Result<(), Failure> {
        let people = self.people();
        let last = people.first().copied().unwrap_or_default();
        self.described = false;
        if people.is_empty() {
            self.show_board(console)?;
        } else {
            self.show(last, console)?;
        }
        let table = self.table();
        console.say(&paint(strong(), &tale::status(table)))?;
        if let Some(score) = table.result() {
            let scores: Vec<String> = Seat::all(table.seats())
                .zip(self.shown_players())
                .zip(score.scores)
                .map(|((seat, player), score)| format!("{} ({player}) {score}", table.name(seat)))
                .collect();
            console.say(&wrap(&format!("Score: {}.", scores.join(", ")), COLUMNS, 2))?;
        }
        let record = self.record();
        console.say(&match record.seed {
            Some(seed) => format!("The seed of the dice was\n{seed}"),
            None => "The match began elsewhere, so its dice cannot be verified.".to_owned(),
        })?;
        if !people.is_empty() {
            let told = self.saver.leave(console)?;
            console.say(&told)?;
        }
        if let Some(file) = self.saver.file() {
            let file = as_argument(&file);
            console.say(&format!(
                "Check its dice with
  polynya verify {file}
and see it again with
  polynya replay {file}"
            ))?;
        }
        Ok(())
    }
}
