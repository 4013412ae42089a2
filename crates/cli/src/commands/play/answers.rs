//! Answers to questions about the match: why not, what do the rules say, what happened, what can be typed.

use polynya_catalog::Trouble;
use polynya_engine::{Refusal, excerpt};

use super::choices::{Choices, Meaning};
use super::session::Session;
use super::tale;
use crate::boards;
use crate::failure::Failure;
use crate::terminal::{COLUMNS, Console, wrap};

impl Session {
    /// Says why something cannot be done, and remembers it for `why`.
    pub(super) fn say_trouble(&mut self, trouble: &Trouble, console: &mut Console) -> Result<(), Failure> {
        if let Trouble::Refused(refusal) = trouble {
            self.refused = Some(refusal.clone());
        }
        Ok(console.say(&wrap(&trouble.to_string(), COLUMNS, 2))?)
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
                self.say_clause(console)
            }
        }
    }

    /// The text of the clause that refused something last.
    pub(super) fn say_clause(&self, console: &mut Console) -> Result<(), Failure> {
        let Some(Refusal { clause, text, .. }) = &self.refused else {
            return Ok(console.say("Say which move, such as `why hop start a1`.")?);
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
            let sections = sections.join(", ");
            return Ok(console.say(&wrap(&format!("Say what about, such as `rules bear`. {sections}"), COLUMNS, 2))?);
        }
        let found = book.search(&[words.to_owned()]);
        if found.is_empty() {
            let about = excerpt(words);
            return Ok(console.say(&wrap(&format!("The rules say nothing about `{about}`."), COLUMNS, 2))?);
        }
        for clause in found.iter().take(MOST) {
            console.say(&wrap(&format!("{} {}", clause.number, clause.text), COLUMNS, 4))?;
        }
        if found.len() > MOST {
            console.say(&format!("... and {} more; say more words to find fewer.", found.len() - MOST))?;
        }
        Ok(())
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
    pub(super) fn help(&self, console: &mut Console) -> Result<(), Failure> {
        let primer = boards::primer(self.line());
        let summary = [self.entry.info().summary.to_owned()];
        for text in if primer.is_empty() { summary.as_slice() } else { primer.as_slice() } {
            console.say(&wrap(text, COLUMNS, 2))?;
        }
        console.say("")?;
        let example = self.line().awaited().first().and_then(|seat| self.line().legal(seat).into_iter().next());
        let example = example.unwrap_or_else(|| "roll".to_owned());
        let keys = [
            ("NUMBER", "do that move of the list"),
            (example.as_str(), "a move in words; a clear beginning is enough, and `slide a1 north` is fine"),
            ("Enter", "do the only thing that can be done, such as roll"),
            ("u", "take back your last decision, with everything that followed; the dice stay the same"),
            ("why MOVE", "is it allowed, and if not, which rule forbids it"),
            ("rules WORDS", "what the rule book says about something"),
            ("board", "draw the board again"),
            ("log", "what happened in the last turns; `log all` for the whole match"),
            ("save FILE", "keep the match; go on later with `polynya play --resume FILE`"),
            ("quit", "leave; you are asked whether to save"),
        ];
        for (key, does) in keys {
            console.say(&wrap(&format!("{key:\u{a0}<16} {does}"), COLUMNS, 17).replace('\u{a0}', " "))?;
        }
        Ok(())
    }
}
