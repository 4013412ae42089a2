//! The list of moves: in columns, read downwards, the chosen one always in sight.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::ink::put;
use super::scene::Item;

/// Do the words of a move fit what was typed so far? Each typed word begins one of its words, in their order.
pub fn fits(words: &str, typed: &str) -> bool {
    let mut words = words.split(' ');
    typed.split_whitespace().all(|typed| words.by_ref().any(|word| word.starts_with(typed)))
}

/// Returns what the words of all moves begin with.
pub fn common(list: &[String]) -> String {
    let Some((first, rest)) = list.split_first() else { return String::new() };
    let same = |other: &String| first.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let length = rest.iter().map(same).min().unwrap_or(first.chars().count());
    first.chars().take(length).collect()
}

/// How a list is laid out in an area.
struct Grid {
    rows: usize,
    /// Columns that are shown.
    columns: usize,
    wide: usize,
    /// The first column that is shown.
    first: usize,
}

fn text((number, item): (usize, &Item)) -> String {
    let note = item.note.as_ref().map_or(String::new(), |note| format!(" ({note})"));
    format!("{number:>2} {}{note}", item.label)
}

impl Grid {
    fn of(listed: &[(usize, &Item)], selected: usize, area: Rect) -> Grid {
        let rows = usize::from(area.height).max(1);
        let widest = listed.iter().map(|&each| text(each).chars().count() + 2).max().unwrap_or(1);
        let wide = widest.min(usize::from(area.width).max(1));
        let columns = (usize::from(area.width) + 1) / wide;
        let first = (selected / rows + 1).saturating_sub(columns.max(1));
        Grid { rows, columns: columns.max(1), wide, first }
    }
}

/// Returns which of the listed moves stands here.
pub fn at(listed: &[(usize, &Item)], selected: usize, area: Rect, at: Position) -> Option<usize> {
    let grid = Grid::of(listed, selected, area);
    let column = grid.first + usize::from(at.x - area.x) / grid.wide;
    let index = column * grid.rows + usize::from(at.y - area.y);
    (index < listed.len()).then_some(index)
}

/// Draws the list.
pub fn draw(buffer: &mut Buffer, listed: &[(usize, &Item)], selected: usize, area: Rect) {
    let grid = Grid::of(listed, selected, area);
    for (index, &each) in listed.iter().enumerate() {
        let (column, row) = (index / grid.rows, index % grid.rows);
        let Some(column) = column.checked_sub(grid.first).filter(|&column| column < grid.columns) else { continue };
        let x = area.x + (column * grid.wide) as u16;
        let cell = Rect { x, y: area.y, width: (grid.wide as u16 - 1).min(area.right() - x), height: area.height };
        let digits = format!("{:>2}", each.0).len();
        let text = text(each);
        let signs = text.chars().enumerate().map(|(at, sign)| {
            let style = if at < digits { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
            (sign, if index == selected { style.add_modifier(Modifier::REVERSED) } else { style })
        });
        put(buffer, cell, row as u16, &signs.collect::<Vec<_>>(), 0);
    }
    // Where there are more than are seen, the corners say so.
    let shown = (grid.first + grid.columns) * grid.rows;
    if area.width > 1 && area.height > 0 && shown < listed.len() {
        let more = format!("+{}", listed.len() - shown);
        let x = area.right().saturating_sub(more.len() as u16);
        buffer.set_string(x, area.bottom() - 1, more, Style::new().add_modifier(Modifier::DIM));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_words_begin_words_of_a_move_in_their_order() {
        assert!(fits("hop start a1", "h a"));
        assert!(fits("hop start a1", ""));
        assert!(fits("hop start a1", "a1"));
        assert!(!fits("hop start a1", "a1 start"));
        assert!(!fits("hop start a1", "hop b"));
    }

    #[test]
    fn what_all_have_in_common_is_completed() {
        let list = ["hop a1 b1".to_owned(), "hop a2".to_owned()];
        assert_eq!(common(&list), "hop a");
        assert_eq!(common(&list[..1]), "hop a1 b1");
        assert_eq!(common(&[]), "");
    }
}
