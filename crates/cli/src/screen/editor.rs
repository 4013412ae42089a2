//! One line of text that is being typed.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The most signs of a line.
const MAX: usize = 500;

/// A line with a cursor.
#[derive(Clone, Default, Debug)]
pub struct Editor {
    text: String,
    /// How many signs stand before the cursor.
    cursor: usize,
}

impl Editor {
    /// Returns a line with this text, and the cursor at its end.
    pub fn new(text: &str) -> Editor {
        Editor { text: text.to_owned(), cursor: text.chars().count() }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns how many signs stand before the cursor.
    pub fn cursor(&self) -> usize {
        self.cursor
    }

    /// Writes a text where the cursor is.
    pub fn insert(&mut self, text: &str) {
        for sign in text.chars().filter(|sign| !sign.is_control()) {
            if self.text.chars().count() < MAX {
                self.text.insert(self.byte(self.cursor), sign);
                self.cursor += 1;
            }
        }
    }

    /// Takes a key; returns whether the text is another one.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        let end = self.text.chars().count();
        let before = self.text.clone();
        match (key.code, key.modifiers.contains(KeyModifiers::CONTROL)) {
            (KeyCode::Left, _) => self.cursor = self.cursor.saturating_sub(1),
            (KeyCode::Right, _) => self.cursor = (self.cursor + 1).min(end),
            (KeyCode::Home, _) | (KeyCode::Char('a'), true) => self.cursor = 0,
            (KeyCode::End, _) | (KeyCode::Char('e'), true) => self.cursor = end,
            (KeyCode::Backspace, _) | (KeyCode::Char('h'), true) => self.remove(self.cursor.saturating_sub(1)),
            (KeyCode::Delete, _) => self.cut(self.cursor, (self.cursor + 1).min(end)),
            (KeyCode::Char('u'), true) => self.remove(0),
            (KeyCode::Char('k'), true) => self.cut(self.cursor, end),
            (KeyCode::Char('w'), true) => {
                let head = &self.text[..self.byte(self.cursor)];
                let word = head.trim_end().rfind(' ').map_or(0, |at| head[..=at].chars().count());
                self.remove(word);
            }
            (KeyCode::Char(sign), false) => self.insert(sign.encode_utf8(&mut [0; 4])),
            _ => {}
        }
        self.text != before
    }

    /// Removes everything from here to the cursor.
    fn remove(&mut self, from: usize) {
        self.cut(from, self.cursor);
        self.cursor = from;
    }

    fn cut(&mut self, from: usize, to: usize) {
        let range = self.byte(from)..self.byte(to);
        self.text.replace_range(range, "");
    }

    fn byte(&self, sign: usize) -> usize {
        self.text.char_indices().nth(sign).map_or(self.text.len(), |(at, _)| at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_edited_as_in_a_shell() {
        let mut line = Editor::default();
        let press = |line: &mut Editor, code, control| {
            line.key(KeyEvent::new(code, if control { KeyModifiers::CONTROL } else { KeyModifiers::NONE }));
        };
        line.insert("hop stärt a1");
        press(&mut line, KeyCode::Char('w'), true);
        assert_eq!(line.text(), "hop stärt ");
        press(&mut line, KeyCode::Home, false);
        press(&mut line, KeyCode::Delete, false);
        press(&mut line, KeyCode::Char('H'), false);
        assert_eq!((line.text(), line.cursor()), ("Hop stärt ", 1));
        press(&mut line, KeyCode::End, false);
        press(&mut line, KeyCode::Backspace, false);
        press(&mut line, KeyCode::Left, false);
        press(&mut line, KeyCode::Char('k'), true);
        assert_eq!(line.text(), "Hop stär");
        press(&mut line, KeyCode::Char('u'), true);
        assert_eq!((line.text(), line.cursor()), ("", 0));
    }
}
