//! What happened at a table, as its viewers read it: steps, what was taken back, what was said.

use std::collections::VecDeque;

use polynya_catalog::LogEntry;

use crate::protocol::{Said, TakenBack};
use crate::views::Match;

/// Steps of the log that a newcomer is shown; the replay holds all.
const MAX_STEPS: usize = 200;
/// Sayings that a newcomer is shown.
const MAX_SAYINGS: usize = 100;
/// Bytes of sayings that a newcomer is shown: a hundred usual ones.
const MAX_SAID: usize = 24 * 1024;
/// Sentences about what was taken back that a newcomer is shown.
const MAX_TAKEN_BACK: usize = 50;

/// The last of what happened.
#[derive(Default)]
pub struct Log {
    steps: VecDeque<LogEntry>,
    taken_back: Vec<TakenBack>,
    chat: VecDeque<Said>,
}

impl Log {
    /// Returns the last steps, the newest last.
    pub fn steps(&self) -> &VecDeque<LogEntry> {
        &self.steps
    }

    /// Returns what was taken back among them.
    pub fn taken_back(&self) -> Vec<TakenBack> {
        let first = self.steps.front().map_or(0, |entry| entry.at);
        self.taken_back.iter().filter(|back| back.at >= first).cloned().collect()
    }

    /// Returns what was said last.
    pub fn chat(&self) -> Vec<Said> {
        self.chat.iter().cloned().collect()
    }

    /// Adds a step.
    pub fn push(&mut self, entry: LogEntry) {
        if self.steps.len() == MAX_STEPS {
            self.steps.pop_front();
        }
        self.steps.push_back(entry);
    }

    /// Adds something said.
    pub fn say(&mut self, said: Said) {
        self.chat.push_back(said);
        let mut bytes: usize = self.chat.iter().map(|said| said.text.len()).sum();
        while self.chat.len() > MAX_SAYINGS || bytes > MAX_SAID {
            bytes -= self.chat.pop_front().map_or(0, |said| said.text.len());
        }
    }

    /// Tells the last steps again, from the match itself.
    pub fn retell(&mut self, table: &Match) {
        self.steps = table.log(table.len().saturating_sub(MAX_STEPS)).into();
    }

    /// Forgets the steps after the first `to`, and adds a line about it; what was taken back after them is not shown any
    /// more.
    pub fn take_back(&mut self, to: u32, back: TakenBack) {
        self.steps.retain(|entry| entry.at < to);
        self.taken_back.retain(|back| back.at <= to);
        if self.taken_back.len() == MAX_TAKEN_BACK {
            self.taken_back.remove(0);
        }
        self.taken_back.push(back);
    }
}
