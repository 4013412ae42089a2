//! A match line by line, for pipes and screen readers: what a screen would show is said once, when it is new.

use std::collections::VecDeque;
use std::io::{self, BufRead, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::Event;

use super::{Driver, Effect, Model, Scene, Signal, Teller};
use crate::failure::Failure;
use crate::output::say;
use crate::terminal::{COLUMNS, columns, wrap};

/// Once the input has ended, nothing more is said after so long a silence.
const SILENCE: Duration = Duration::from_secs(2);
/// The next line of a script is taken so long after the last thing that followed from the one before, and so long after it
/// if nothing did.
const PAUSES: [Duration; 2] = [Duration::from_millis(40), Duration::from_millis(500)];

/// The keys, for people.
const KEYS: &str = "A number or the words of a move do it; Enter does the only one.
? help, h hint, u undo, board, moves, log, q leaves.";

/// What was said already.
#[derive(Default)]
struct Said {
    log: Vec<String>,
    chat: usize,
    prompt: String,
    choices: Vec<String>,
    question: Option<String>,
}

/// Says what happens and takes lines until the person leaves, or until the input has ended and nothing is said any more.
pub fn run<D: Driver>(mut driver: D) -> Result<(), Failure> {
    let (sender, signals) = channel();
    let mut model = Model::new(Scene::default(), COLUMNS as u16, 24);
    driver.begin(Teller(sender.clone()), &mut model)?;
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let Ok(line) = line else { break };
            // A line is what is pasted.
            if sender.send(Signal::Input(Event::Paste(line))).is_err() {
                return;
            }
        }
        let _ = sender.send(Signal::Ended);
    });
    let (mut said, mut lines, mut ended, mut answered) = (Said::default(), VecDeque::new(), false, false);
    let scripted = !io::stdin().is_terminal();
    loop {
        model.next_question();
        said.say(&mut model)?;
        if ended && model.scene.offer.is_some() {
            // Nobody is asked any more.
            lines.clear();
        }
        let patience = match (lines.is_empty(), ended) {
            (false, _) => PAUSES[usize::from(!answered)],
            (true, true) => SILENCE,
            (true, false) => Duration::from_secs(3600),
        };
        let quiet = match signals.recv_timeout(patience) {
            Ok(Signal::Input(Event::Paste(line))) => {
                lines.push_back(line);
                !scripted
            }
            Ok(Signal::Input(_)) => false,
            Ok(Signal::News(news)) => {
                driver.hear(news, &mut model)?;
                answered = true;
                false
            }
            Ok(Signal::Ended) => {
                ended = true;
                false
            }
            Err(RecvTimeoutError::Timeout) if lines.is_empty() && ended => {
                driver.obey(Effect::Interrupt, &mut model)?;
                break;
            }
            Err(RecvTimeoutError::Timeout) => true,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        // A script goes on when somebody is asked and nothing more comes by itself.
        if quiet && let Some(line) = lines.pop_front() {
            if scripted && !speaks_anytime(&line) && model.scene.choices.is_empty() && model.question.is_none() {
                lines.push_front(line);
                continue;
            }
            if scripted {
                say!("> {line}")?;
            }
            answered = false;
            if let Some(effect) = meant(&line, &mut model)?
                && !driver.obey(effect, &mut model)?
            {
                break;
            }
        }
    }
    said.say(&mut model)?;
    let farewell = driver.farewell();
    if farewell.is_empty() { Ok(()) } else { say!("{farewell}") }
}

/// Is this said or done whoever's turn it is?
fn speaks_anytime(line: &str) -> bool {
    let verb = line.trim().split(' ').next().unwrap_or_default();
    ["say", "q", "quit", "exit", "?", "help", "board", "log", "sit", "stand", "start", "save"].contains(&verb)
}

/// Returns what a line asks for.
fn meant(line: &str, model: &mut Model) -> Result<Option<Effect>, Failure> {
    let line = line.trim();
    if let Some(question) = model.question.take() {
        return Ok(match line.to_lowercase().as_str() {
            "y" | "yes" => Some(question.yes),
            "n" | "no" => question.no,
            _ => {
                model.question = Some(question);
                say!("Please type y or n.")?;
                None
            }
        });
    }
    Ok(match line.to_lowercase().as_str() {
        "" => match &model.scene.choices[..] {
            [only] => Some(Effect::Act { seat: only.seat, words: only.words.clone(), sure: false }),
            [] => None,
            _ => {
                say!("Type the number of a move, or ? for help.")?;
                None
            }
        },
        "?" | "help" => {
            say!("{KEYS}")?;
            Some(Effect::Help)
        }
        "h" | "hint" => Some(Effect::Hint),
        "u" | "undo" => Some(Effect::Undo { sure: false }),
        "w" => Some(Effect::Rules),
        "n" => Some(Effect::Again { keep: None }),
        "q" | "quit" | "exit" => Some(Effect::Leave { keep: None }),
        "board" => {
            let picture = crate::Picture { below: model.scene.situation.clone(), ..model.scene.picture.clone() };
            write(&picture.text())?;
            None
        }
        "moves" => {
            list(model)?;
            None
        }
        "log" => {
            model.scene.log.iter().try_for_each(|turn| write(&wrap(turn, COLUMNS, 2)))?;
            None
        }
        _ => Some(Effect::Typed(line.to_owned())),
    })
}

/// Writes a text with as much of its styles as the output shows.
fn write(text: &str) -> Result<(), Failure> {
    Ok(writeln!(anstream::stdout(), "{text}")?)
}

fn list(model: &Model) -> Result<(), Failure> {
    let item = |(index, item): (usize, &super::scene::Item)| {
        let note = item.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
        format!("{:>2} {}{note}", index + 1, item.label)
    };
    let items: Vec<String> = model.scene.choices.iter().enumerate().map(item).collect();
    if items.is_empty() { Ok(()) } else { write(&columns("", &items)) }
}

impl Said {
    /// Says what is new.
    fn say(&mut self, model: &mut Model) -> Result<(), Failure> {
        let log = &model.scene.log;
        let same = self.log.iter().zip(log).take_while(|(one, other)| one == other).count();
        for (index, turn) in log.iter().enumerate().skip(same) {
            // A turn that goes on is told from where it was told.
            let told = self.log.get(index).map_or(0, |before| common(before, turn));
            let rest = turn[told..].trim_start_matches([',', '.', ' ']);
            if !rest.is_empty() {
                write(&wrap(rest, COLUMNS, 2))?;
            }
        }
        self.log.clone_from(log);
        let chat = model.scene.chat.as_deref().unwrap_or_default();
        for line in chat.iter().skip(self.chat) {
            write(&wrap(line, COLUMNS, 2))?;
        }
        self.chat = chat.len();
        let notice = std::mem::take(&mut model.notice);
        if !notice.is_empty() && !chat.contains(&notice) {
            write(&wrap(&notice, COLUMNS, 2))?;
        }
        if let Some(page) = model.page.take() {
            write(&format!("{}:", page.title))?;
            page.text.iter().try_for_each(|text| write(&wrap(text, COLUMNS, 2)))?;
        }
        let choices: Vec<String> = model.scene.choices.iter().map(|item| item.words.clone()).collect();
        if (&self.prompt, &self.choices) != (&model.scene.prompt, &choices) {
            write(&wrap(&model.scene.prompt, COLUMNS, 2))?;
            // Before the match, who sits where stands beside what can be done.
            if model.scene.picture.board.is_empty() && !choices.is_empty() {
                model.scene.situation.iter().try_for_each(|text| write(&wrap(text, COLUMNS, 2)))?;
            }
            list(model)?;
            (self.prompt, self.choices) = (model.scene.prompt.clone(), choices);
        }
        let question = model.question.as_ref().map(|question| question.text.clone());
        if question != self.question {
            if let Some(text) = &question {
                write(&wrap(&format!("{text} y/n"), COLUMNS, 2))?;
            }
            self.question = question;
        }
        Ok(())
    }
}

/// Returns how many bytes of a turn were told before, up to the end of a part of it.
fn common(before: &str, now: &str) -> usize {
    let same = before.char_indices().zip(now.chars()).take_while(|((_, one), other)| one == other).count();
    let end: usize = now.chars().take(same).map(char::len_utf8).sum();
    // The last sign may have been a full stop where it goes on with a comma.
    if before.len() <= end + 1 { end } else { now[..end].rfind([',', '.']).unwrap_or(0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_that_goes_on_is_told_from_where_it_was_told() {
        let rest = |before: &str, now: &str| now[common(before, now)..].to_owned();
        assert_eq!(rest("Red rolls Penguin 2.", "Red rolls Penguin 2, hops to a1."), ", hops to a1.");
        assert_eq!(rest("Red rolls. Done.", "Red rolls. Done. The bear sleeps."), " The bear sleeps.");
        assert_eq!(rest("Red rolls, hops to a1.", "Red rolls, slides b2 north."), ", slides b2 north.");
    }

    #[test]
    fn a_line_is_an_answer_or_a_move_or_a_wish() {
        let mut model = Model::new(Scene::default(), 80, 24);
        let read = |line: &str, model: &mut Model| meant(line, model).expect("it can be said");
        assert_eq!(read("3", &mut model), Some(Effect::Typed("3".to_owned())));
        assert_eq!(read("q", &mut model), Some(Effect::Leave { keep: None }));
        model.ask("Do you mean it?".to_owned(), Effect::Hint, None);
        assert_eq!(read("what", &mut model), None);
        assert_eq!(read("y", &mut model), Some(Effect::Hint));
        assert_eq!(read("", &mut model), None);
    }
}
