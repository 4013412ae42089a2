//! Answers to questions about the match: why not, what do the rules say, what happened, what can be typed.

use std::time::Duration;

use polynya_catalog::{Hint, Trouble, Worth};
use polynya_engine::{Refusal, Seat};

use super::choices::{Choices, Meaning};
use super::session::Session;
use super::tale;
use crate::boards;
use crate::commands::rules;
use crate::failure::Failure;
use crate::terminal::{COLUMNS, Console, labelled, wrap};

/// How long a hint is thought about.
const THINKING: Duration = Duration::from_millis(500);

impl Session {
    /// Says why something cannot be done, and remembers it for `why`.
    pub(super) fn say_trouble(&mut self, trouble: &Trouble, console: &mut Console) -> Result<(), Failure> {
        let text = match trouble {
            Trouble::Refused(refusal) => {
                // Everybody knows whose turn it is.
                let tried = refusal.tried.split_once(' ').filter(|(seat, _)| seat.parse::<u8>().is_ok());
                let tried = tried.map_or(refusal.tried.as_str(), |(_, words)| words).to_owned();
                let refusal = Refusal { tried, ..refusal.clone() };
                let text = refusal.to_string();
                self.refused = Some(refusal);
                text
            }
            other => other.to_string(),
        };
        Ok(console.say(&wrap(&text, COLUMNS, 2))?)
    }

    /// Is this allowed, and if not, by which clause?
    pub(super) fn say_why(&mut self, choices: &Choices, words: &str, console: &mut Console) -> Result<(), Failure> {
        let (seat, words) = match choices.read(self.line(), words) {
            Meaning::Act(seat, words) => (seat, words),
            Meaning::Unclear(why) => return Ok(console.say(&wrap(&why, COLUMNS, 2))?),
        };
        match self.line().check(seat, &words) {
            Ok(()) => Ok(console.say(&format!("`{words}` is allowed now."))?),
            Err(trouble) => {
                self.say_trouble(&trouble, console)?;
                self.say_clause(choices, console)
            }
        }
    }

    /// The text of the clause that refused something last.
    pub(super) fn say_clause(&self, choices: &Choices, console: &mut Console) -> Result<(), Failure> {
        let Some(Refusal { clause, text, .. }) = &self.refused else {
            return Ok(console.say(&format!("Say which move, such as `why {}`.", choices.example()))?);
        };
        let text = self.entry.book().clause(clause).map_or(text, |clause| &clause.text);
        Ok(console.say(&wrap(&format!("Rule {clause}: {text}"), COLUMNS, 2))?)
    }

    /// What the rule book says about these words.
    pub(super) fn say_rules(&self, words: &str, console: &mut Console) -> Result<(), Failure> {
        const MOST: usize = 8;
        let book = self.entry.book();
        if words.is_empty() {
            let mut sections: Vec<&str> = book.clauses.iter().map(|clause| clause.section).collect();
            sections.dedup();
            let text = format!("Say what about, such as `rules win` or `rules 2`. {}", sections.join(", "));
            return Ok(console.say(&wrap(&text, COLUMNS, 2))?);
        }
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let found = match rules::find(book, &words) {
            Ok(found) => found,
            Err(nothing) => return Ok(console.say(&wrap(&format!("In the rules {nothing}."), COLUMNS, 2))?),
        };
        for clause in found.iter().take(MOST) {
            console.say(&wrap(&format!("{} {}", clause.number, clause.text), COLUMNS, 4))?;
        }
        if found.len() > MOST {
            console.say(&format!("... and {} more; say more words to find fewer.", found.len() - MOST))?;
        }
        Ok(())
    }

    /// What a strong bot would do, and why.
    pub(super) fn say_hint(&self, seat: Seat, console: &mut Console) -> Result<(), Failure> {
        let Hint { plan, worth: value, alternative, reason, .. } = self.entry.hint(self.line(), seat, THINKING);
        let worth = |worth: Option<Worth>| worth.map_or(String::new(), |worth| format!(" ({worth})"));
        console.say(&labelled("Hint:  ", &format!("{}{}", plan.join(", "), worth(value)), COLUMNS))?;
        if let Some(other) = alternative {
            let text = format!("{}{}", other.plan.join(", "), worth(Some(other.worth)));
            console.say(&labelled("Or:    ", &text, COLUMNS))?;
        }
        Ok(console.say(&labelled("Why:   ", &reason, COLUMNS))?)
    }

    /// What happened in the last turns, or in all of them.
    pub(super) fn say_log(&self, all: bool, console: &mut Console) -> Result<(), Failure> {
        const MOST: usize = 10;
        let line = self.line();
        let told = tale::turns(&line.told(0), &tale::names(line));
        let skipped = if all { 0 } else { told.len().saturating_sub(MOST) };
        if skipped > 0 {
            console.say(&format!("{skipped} earlier turns are left out; `log all` tells everything."))?;
        }
        let numbered: Vec<String> =
            told.iter().enumerate().skip(skipped).map(|(index, text)| format!("{}. {text}", index + 1)).collect();
        let text = if numbered.is_empty() { "Nothing has happened yet.".to_owned() } else { tale::lines(&numbered) };
        Ok(console.say(&text)?)
    }

    /// How the match is won, and what can be typed.
    pub(super) fn help(&self, choices: &Choices, console: &mut Console) -> Result<(), Failure> {
        let primer = boards::primer(self.line());
        let summary = [self.entry.info().summary.to_owned()];
        for text in if primer.is_empty() { summary.as_slice() } else { primer.as_slice() } {
            console.say(&wrap(text, COLUMNS, 2))?;
        }
        console.say("")?;
        let example = choices.example();
        let slides = !matches!(self.line().check(choices.seat, "slide a1 n"), Err(Trouble::Words(_)));
        let also = if slides { ", and `slide a1 north` is fine" } else { "" };
        let only = choices.only().map_or(String::new(), |words| format!(", now {words}"));
        let keys = [
            ("NUMBER", "do that move of the list"),
            (example, &format!("a move in words; a clear beginning is enough{also}")),
            ("Enter", &format!("do the only thing that can be done{only}")),
            (
                "u",
                "take back the last decision of a person, with everything that followed; what was rolled or drawn \
                 since will come again the same, so undo lets you see it beforehand",
            ),
            ("why MOVE", "is it allowed, and if not, which rule forbids it"),
            ("hint", "what a strong bot would do now, its chance against another plan, and why"),
            ("rules WORDS", "what the rule book says about something"),
            ("board", "show the board again, all of it"),
            ("log", "what happened in the last turns; `log all` for the whole match"),
            ("save FILE", "keep the match; go on later with `polynya play --resume FILE`"),
            ("quit", "leave; you are asked whether to save"),
        ];
        for (key, does) in keys {
            console.say(&labelled(&format!("{key:<16} "), does, COLUMNS))?;
        }
        Ok(())
    }
}
