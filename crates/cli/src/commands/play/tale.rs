//! What happened, told compactly: the sentences of a turn about one seat become one.

use polynya_catalog::{AnyLine, Told};
use polynya_engine::Seat;

use crate::terminal::{COLUMNS, wrap};

/// Sentences as paragraphs, one a turn.
pub fn turns(sentences: &[Told], names: &[String]) -> Vec<String> {
    sentences.chunk_by(|one, next| one.turn == next.turn).filter_map(|turn| paragraph(turn, names)).collect()
}

fn paragraph(turn: &[Told], names: &[String]) -> Option<String> {
    let mut told = Paragraph::default();
    // The board says whose turn it is; a tale need not.
    let news = turn.iter().filter(|told| !told.text.starts_with("It is the turn of "));
    news.for_each(|sentence| told.add(&sentence.text, names));
    Some(told.text).filter(|text| !text.is_empty())
}

/// The names that sentences use for the seats of this line.
pub fn names(line: &dyn AnyLine) -> Vec<String> {
    Seat::all(line.seats()).map(|seat| line.name(seat)).collect()
}

/// The paragraphs in lines that fit, one below the other.
pub fn lines(paragraphs: &[String]) -> String {
    let wrapped: Vec<String> = paragraphs.iter().map(|text| wrap(text, COLUMNS, 2)).collect();
    wrapped.join("\n")
}

/// The first step that a seat has not seen when it acts: what followed its own last turn.
pub fn since(line: &dyn AnyLine, seat: Seat) -> usize {
    let steps = line.steps(0);
    let who = |index: usize| steps[index].split(' ').next().unwrap_or("*");
    let own = seat.to_string();
    let mut from = steps.len();
    while from > 0 && (who(from - 1) == own || who(from - 1) == "*") {
        from -= 1;
    }
    while from > 0 && who(from - 1) != own {
        from -= 1;
    }
    // What chance decided behind the own last action belongs to that action.
    while from > 0 && from < steps.len() && who(from) == "*" {
        from += 1;
    }
    from
}

#[derive(Default)]
struct Paragraph {
    text: String,
    subject: Option<String>,
}

impl Paragraph {
    fn add(&mut self, sentence: &str, names: &[String]) {
        let subject = names.iter().find(|name| sentence.strip_prefix(*name).is_some_and(|rest| rest.starts_with(' ')));
        match subject {
            Some(name) if self.subject.as_ref() == Some(name) => {
                self.text.truncate(self.text.trim_end_matches('.').len());
                self.text.push_str(", ");
                self.text.push_str(&sentence[name.len() + 1..]);
            }
            _ => {
                if !self.text.is_empty() {
                    self.text.push(' ');
                }
                self.text.push_str(sentence);
            }
        }
        self.subject = subject.cloned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_about_one_seat_become_one() {
        let names = ["Red".to_owned(), "Blue".to_owned()];
        let said = [
            (0, "Red rolls Penguin 2."),
            (0, "Red hops from START to a1."),
            (0, "Red slides a1 north."),
            (0, "It is the turn of Blue."),
            (1, "Blue rolls Bear 3."),
            (1, "Blue moves the bear from b1 to a1."),
            (1, "The bear sends a penguin of Red home from a1."),
            (1, "Blue slides c4 north."),
        ]
        .map(|(turn, text)| Told { turn, text: text.to_owned() });
        assert_eq!(
            turns(&said, &names),
            [
                "Red rolls Penguin 2, hops from START to a1, slides a1 north.",
                "Blue rolls Bear 3, moves the bear from b1 to a1. The bear sends a penguin of Red home from a1. \
                 Blue slides c4 north.",
            ]
        );
    }
}
