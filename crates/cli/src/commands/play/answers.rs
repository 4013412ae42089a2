//! Answers to questions about the match: why not, what do the rules say, what happened, what can be typed.

use std::time::Duration;

use polynya_catalog::{CatalogError, Spoken};
use polynya_engine::book::{Book, Part};
use polynya_engine::{Hint, Refusal, Seat};

use super::choices::{Choices, Meaning};
use super::session::Session;
use super::tale;
use crate::commands::rules;
use crate::terminal::{labelled, wrap};

/// How long a hint is thought about.
pub(super) const HINT_TIME: Duration = Duration::from_millis(500);

impl Session {
    /// Returns why something cannot be done, and remembers it for `why`.
    pub(super) fn error_text(&mut self, error: &CatalogError) -> String {
        match error {
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
        }
    }

    /// Returns whether something is allowed and, if not, by which clause.
    pub(super) fn why(&mut self, choices: &Choices, words: &str) -> Vec<String> {
        let (seat, words) = match choices.read(self.table(), words) {
            Meaning::Act(seat, words) => (seat, words),
            Meaning::Unclear(why) => return vec![why],
        };
        match self.table().check(seat, &words) {
            Ok(()) => vec![format!("`{words}` is allowed now.")],
            Err(error) => vec![self.error_text(&error), self.clause(choices)],
        }
    }

    /// Returns the clause that refused something last.
    pub(super) fn clause(&self, choices: &Choices) -> String {
        let Some(Refusal { clause, text, .. }) = &self.refused else {
            return format!("Say which move, such as `why {}`.", choices.example());
        };
        let text = self.game.book().clause(clause).map_or(text, |clause| &clause.text);
        format!("Rule {clause}: {text}")
    }

    /// Returns what the rule book has about these words.
    pub(super) fn rules(&self, words: &str, columns: usize) -> Vec<String> {
        about(self.game.book(), words, columns)
    }

    /// Returns what a strong bot would do, and why.
    pub(super) fn hint(&self, seat: Seat, columns: usize) -> Result<Vec<String>, CatalogError> {
        let hint = self.game.hint(&self.table().to_bytes(), seat, HINT_TIME)?;
        Ok(hint_lines(&hint, columns))
    }

    /// Returns what happened in the last turns, or in all of them.
    pub(super) fn log(&self, all: bool) -> Vec<String> {
        const MAX_TURNS: usize = 10;
        let table = self.table();
        let told = tale::turns(&table.log(0), &tale::names(table));
        let skipped = if all { 0 } else { told.len().saturating_sub(MAX_TURNS) };
        let mut lines = Vec::new();
        if skipped > 0 {
            lines.push(format!("{skipped} earlier turns are left out; `log all` tells everything."));
        }
        lines.extend(told.iter().enumerate().skip(skipped).map(|(index, text)| format!("{}. {text}", index + 1)));
        if lines.is_empty() { vec!["Nothing has happened yet.".to_owned()] } else { lines }
    }

    /// Returns how the match is won, and what can be typed.
    pub(super) fn help(&self, choices: &Choices, columns: usize) -> Vec<String> {
        let primer = self.table().primer();
        let summary = [self.game.info().summary.to_owned()];
        let texts = if primer.is_empty() { summary.as_slice() } else { primer.as_slice() };
        let mut lines: Vec<String> = texts.iter().map(|text| wrap(text, columns, 2)).collect();
        lines.push(String::new());
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
        lines.extend(keys.iter().map(|(key, does)| labelled(&format!("{key:<16} "), does, columns)));
        lines
    }
}

/// Returns a hint line by line.
pub fn hint_lines(hint: &Hint, columns: usize) -> Vec<String> {
    let line = |(label, text): (&str, String)| labelled(&format!("{:<7}", format!("{label}:")), &text, columns);
    hint.parts().into_iter().map(line).collect()
}

/// Returns what a rule book has about these words.
pub fn about(book: &Book, words: &str, columns: usize) -> Vec<String> {
    const MAX_CLAUSES: usize = 8;
    if words.is_empty() {
        let sections: Vec<&str> = book.headings().collect();
        let text = format!("Say what about, such as `rules win` or `rules 2`. {}", sections.join(", "));
        return vec![wrap(&text, columns, 2)];
    }
    let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
    let found = match rules::find(book, &words) {
        Ok(found) => found,
        Err(nothing) => return vec![wrap(&format!("In the rules {nothing}."), columns, 2)],
    };
    let found: Vec<_> = found.into_iter().filter(|part| !matches!(part, Part::Heading(_) | Part::Example(_))).collect();
    let mut lines: Vec<String> = found.iter().take(MAX_CLAUSES).map(|part| rules::plain(part, columns)).collect();
    if found.len() > MAX_CLAUSES {
        lines.push(format!("... and {} more; say more words to find fewer.", found.len() - MAX_CLAUSES));
    }
    lines
}
