//! What happened, told compactly: the sentences of a turn about one seat become one.

use polynya_catalog::{AnyMatch, LogEntry};
use polynya_engine::{Seat, paragraph};
use serde_json::Value;

use crate::dress::Dress;
use crate::terminal::{COLUMNS, text_columns, wrap};
use crate::{Sitting, Terminal};

/// A position as it is shown.
pub enum Board {
    /// By the drawing of its game.
    Drawn(String),
    /// In words, but for the first line, which stands below every board.
    Described(String),
}

/// Returns the position of a match as it is shown, with who plays each seat and with which pieces.
pub fn board(table: &dyn AnyMatch<Terminal>, players: &[String], dress: &Dress) -> Board {
    if let Some(picture) = table.picture().draw(&Sitting { table, players, dress, seat: None }) {
        return Board::Drawn(picture.text());
    }
    let lines: Vec<String> = table.describe().lines().skip(1).map(|line| wrap(line, text_columns(), 2)).collect();
    Board::Described(lines.join("\n"))
}

/// Returns where a match stands, in one line.
pub fn status(table: &dyn AnyMatch<Terminal>) -> String {
    table.describe().lines().next().unwrap_or_default().to_owned()
}

/// Returns what the position says of a seat: the lines that name it, or everything where none does.
pub fn about(table: &dyn AnyMatch<Terminal>, seat: Seat) -> Vec<String> {
    let (name, words) = (table.name(seat), table.describe());
    let named = |line: &&str| {
        line.split(|sign: char| !sign.is_alphanumeric() && sign != ' ')
            .any(|part| part.trim() == name || part.trim().starts_with(&format!("{name} ")))
    };
    let own: Vec<String> = words.lines().skip(1).filter(named).map(str::to_owned).collect();
    if own.is_empty() { words.lines().map(str::to_owned).collect() } else { own }
}

/// Returns what happened as paragraphs, one a turn.
pub fn turns(log: &[LogEntry], names: &[String]) -> Vec<String> {
    log.chunk_by(|one, next| one.turn == next.turn).filter_map(|turn| told(turn, names)).collect()
}

fn told(turn: &[LogEntry], names: &[String]) -> Option<String> {
    Some(paragraph(turn.iter().flat_map(news), names)).filter(|text| !text.is_empty())
}

/// Returns the sentences of an entry, but for those that say whose turn it is: the board shows that.
fn news(entry: &LogEntry) -> Vec<&str> {
    let events: Vec<Value> = serde_json::from_str(entry.events.json()).expect("events are a list");
    let told = entry.told.iter().zip(events).filter(|(_, event)| event["event"] != "turn_of");
    told.map(|(sentence, _)| sentence.as_str()).collect()
}

/// Returns the names that sentences use for the seats of this match.
pub fn names(table: &dyn AnyMatch<Terminal>) -> Vec<String> {
    Seat::all(table.seats()).map(|seat| table.name(seat)).collect()
}

/// Returns the paragraphs in lines that fit, one below the other.
pub fn lines(paragraphs: &[String]) -> String {
    let wrapped: Vec<String> = paragraphs.iter().map(|text| wrap(text, COLUMNS, 2)).collect();
    wrapped.join("\n")
}

/// Returns the first step that a seat has not seen when it acts: what followed its own last turn.
pub fn since(table: &dyn AnyMatch<Terminal>, seat: Seat) -> usize {
    let actors: Vec<Option<Seat>> = table.steps(0).iter().map(|step| step.seat).collect();
    let own = Some(seat);
    let mut from = actors.len();
    while from > 0 && (actors[from - 1] == own || actors[from - 1].is_none()) {
        from -= 1;
    }
    while from > 0 && actors[from - 1] != own {
        from -= 1;
    }
    // What chance decided after the own last action belongs to that action.
    while from > 0 && from < actors.len() && actors[from].is_none() {
        from += 1;
    }
    // The board shows what was dealt before anybody acted.
    let dealt = actors.iter().take_while(|actor| actor.is_none()).count();
    from.max(dealt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_turn_is_a_paragraph_that_does_not_say_whose_turn_it_is() {
        let names = ["Red".to_owned(), "Blue".to_owned()];
        let said = [
            (0, "Red rolls Penguin 2."),
            (0, "Red hops from START to a1."),
            (0, "Red slides a1 north."),
            (0, "Blue's turn."),
            (1, "Blue rolls Bear 3."),
            (1, "Blue moves the bear from b1 to a1."),
            (1, "The bear sends a penguin of Red home from a1."),
            (1, "Blue slides c4 north."),
        ]
        .map(|(turn, text)| LogEntry {
            at: 0,
            turn,
            seat: None,
            words: String::new(),
            told: vec![text.to_owned()],
            events: serde_json::from_str(match text {
                "Blue's turn." => r#"[{"event":"turn_of","seat":2}]"#,
                _ => r#"[{"event":"something"}]"#,
            })
            .expect("this is JSON"),
        });
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
