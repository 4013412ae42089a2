//! Answers to questions about the match: why not, what do the rules say, what happened, what can be typed.

use std::time::Duration;

use polynya_catalog::{CatalogError, Spoken};
use polynya_engine::book::Part;
use polynya_engine::{Refusal, Seat};

use super::choices::{Choices, Meaning};
use super::session::Session;
use super::tale;
use crate::commands::rules;
use crate::failure::Failure;
use crate::terminal::{COLUMNS, Console, labelled, wrap};

/// How long a hint is thought about.
const HINT_TIME: Duration = Duration::from_millis(500);

impl Session {
    /// Says why something cannot be done, and remembers it for `why`.
    pub(super) fn say_error(&mut self, error: &CatalogError, console: &mut Console) -> Result<(), Failure> {
        let text = match error {
            CatalogError::Refused(refusal) => {
                // Everybody knows whose turn it is.
                let tried = match refusal.tried.parse() {
                    Ok(Spoken { seat: Some(_), words }) => words,
                    _ => refusal.tried.clone(),
                };
                let refusal = Refusal { tried, ..refusal.clone() };
                let text = refusal.to_string();
                self.refused = Some(refusal);
                text
            }
            other => other.to_string(),
        };
        Ok(console.say(&wrap(&text, COLUMNS, 2))?)
    }

    /// Says whether something is allowed and, if not, by which clause.
    pub(super) fn say_why(&mut self, choices: &Choices, words: &str, console: &mut Console) -> Result<(), Failure> {
        let (seat, words) = match choices.read(self.table(), words) {
            Meaning::Act(seat, words) => (seat, words),
            Meaning::Unclear(why) => return Ok(console.say(&wrap(&why, COLUMNS, 2))?),
        };
        match self.table().check(seat, &words) {
            Ok(()) => Ok(console.say(&format!("`{words}` is allowed now."))?),
            Err(error) => {
                self.say_error(&error, console)?;
                self.say_clause(choices, console)
            }
        }
    }

    /// Says the clause that refused something last.
    pub(super) fn say_clause(&self, choices: &Choices, console: &mut Console) -> Result<(), Failure> {
        let Some(Refusal { clause, text, .. }) = &self.refused else {
            return Ok(console.say(&format!("Say which move, such as `why {}`.", choices.example()))?);
        };
        let text = self.game.book().clause(clause).map_or(text, |clause| &clause.text);
        Ok(console.say(&wrap(&format!("Rule {clause}: {text}"), COLUMNS, 2))?)
    }

    /// Says what the rule book has about these words.
    pub(super) fn say_rules(&self, words: &str, console: &mut Console) -> Result<(), Failure> {
        const MAX_CLAUSES: usize = 8;
        let book = self.game.book();
        if words.is_empty() {
            let sections: Vec<&str> = book.headings().collect();
            let text = format!("Say what about, such as `rules win` or `rules 2`. {}", sections.join(", "));
            return Ok(console.say(&wrap(&text, COLUMNS, 2))?);
        }
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        let found = match rules::find(book, &words) {
            Ok(found) => found,
            Err(nothing) => return Ok(console.say(&wrap(&format!("In the rules {nothing}."), COLUMNS, 2))?),
        };
        let found: Vec<_> =
            found.into_iter().filter(|part| !matches!(part, Part::Heading(_) | Part::Example(_))).collect();
        for part in found.iter().take(MAX_CLAUSES) {
            console.say(&rules::plain(part, COLUMNS))?;
        }
        if found.len() > MAX_CLAUSES {
            console.say(&format!("... and {} more; say more words to find fewer.", found.len() - MAX_CLAUSES))?;
        }
        Ok(())
    }

    /// Says what a strong bot would do, and why.
    pub(super) fn say_hint(&self, seat: Seat, console: &mut Console) -> Result<(), Failure> {
        let hint = self.game.hint(&self.table().to_bytes(), seat, HINT_TIME)?;
        for (label, text) in hint.parts() {
            console.say(&labelled(&format!("{:<7}", format!("{label}:")), &text, COLUMNS))?;
        }
        Ok(())
    }

    /// Says what happened in the last turns, or in all of them.
    pub(super) fn say_log(&self, all: bool, console: &mut Console) -> Result<(), Failure> {
        const MAX_TURNS: usize = 10;
        let table = self.table();
        let told = tale::turns(&table.log(0), &tale::names(table));
        let skipped = if all { 0 } else { told.len().saturating_sub(MAX_TURNS) };
        if skipped > 0 {
            console.say(&format!("{skipped} earlier turns are left out; `log all` tells everything."))?;
        }
        let numbered: Vec<String> =
            told.iter().enumerate().skip(skipped).map(|(index, text)| format!("{}. {text}", index + 1)).collect();
        let text = if numbered.is_empty() { "Nothing has happened yet.".to_owned() } else { tale::lines(&numbered) };
        Ok(console.say(&text)?)
    }

    /// Says how the match is won, and what can be typed.
    pub(super) fn help(&self, choices: &Choices, console: &mut Console) -> Result<(), Failure> {
        let primer = self.table().primer();
        let summary = [self.game.info().summary.to_owned()];
        for text in if primer.is_empty() { summary.as_slice() } else { primer.as_slice() } {
            console.say(&wrap(text, COLUMNS, 2))?;
        }
        console.say("")?;
        let example = choices.example();
        let slides = !matches!(self.table().check(choices.seat, "slide a1 n"), Err(CatalogError::Parse(_)));
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
