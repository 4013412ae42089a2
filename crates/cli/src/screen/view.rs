//! The picture of the screen.

use std::cmp::Ordering;

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Modifier, Style};

use super::ink::{Looks, Row, put, row};
use super::model::{Model, Page, Tab};
use super::moves;
use crate::terminal::{width, wrap};

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);

/// Draws everything.
pub fn draw(model: &Model, looks: Looks, frame: &mut Frame<'_>) {
    let regions = model.regions();
    let buffer = frame.buffer_mut();
    prompt(model, regions.prompt, buffer);
    board(model, regions.board, buffer);
    lines(&model.scene.picture.beside, regions.beside, buffer);
    if !model.scene.picture.board.is_empty() {
        lines(&wrapped(&model.scene.situation, regions.below.width), regions.below, buffer);
    }
    if !regions.moves.is_empty() {
        moves::draw(buffer, &model.listed(), model.selected, regions.moves);
    }
    tabs(model, regions.tabs, buffer);
    panel(model, regions.panel, buffer);
    if let Some(laid) = &model.page {
        page(laid, model, buffer);
    }
    let cursor = bottom(model, regions.bottom, buffer);
    looks.apply(buffer);
    if let Some(cursor) = cursor {
        frame.set_cursor_position(cursor);
    }
}

fn prompt(model: &Model, area: Rect, buffer: &mut Buffer) {
    let title = match model.scene.at {
        Some((at, of)) => format!("{} · step {at} of {of}", model.scene.title),
        None => model.scene.title.clone(),
    };
    let room = usize::from(area.width);
    let prompt: Row = row(&model.scene.prompt).into_iter().map(|(sign, style)| (sign, style.patch(BOLD))).collect();
    let taken = prompt.len();
    put(buffer, area, 0, &prompt, 0);
    if taken + 2 + title.chars().count() <= room {
        let x = area.right() - title.chars().count() as u16;
        put(buffer, Rect { x, width: area.right() - x, ..area }, 0, &styled(&title, DIM), 0);
    }
}

fn styled(text: &str, style: Style) -> Row {
    text.chars().filter(|sign| !sign.is_control()).map(|sign| (sign, style)).collect()
}

/// Draws the part of the board that its window shows, and marks the places of the chosen move.
fn board(model: &Model, area: Rect, buffer: &mut Buffer) {
    let picture = &model.scene.picture;
    if picture.board.is_empty() {
        return lines(&wrapped(&model.scene.situation, area.width), area, buffer);
    }
    let (first, left) = model.window();
    for (index, text) in picture.board.iter().skip(first).take(area.height.into()).enumerate() {
        put(buffer, area, index as u16, &row(text), left);
    }
    for spot in model.focus() {
        for line in spot.line..spot.line + spot.height {
            for column in spot.column..spot.column + spot.width {
                let seen = line.checked_sub(first).zip(column.checked_sub(left));
                let Some((y, x)) = seen.filter(|&(y, x)| y < area.height.into() && x < area.width.into()) else {
                    continue;
                };
                let cell = &mut buffer[(area.x + x as u16, area.y + y as u16)];
                cell.set_style(Style::new().add_modifier(Modifier::REVERSED | Modifier::BOLD));
            }
        }
    }
    edges(model, area, (first, left), buffer);
}

/// Marks the sides on which the board goes on.
fn edges(model: &Model, area: Rect, (first, left): (usize, usize), buffer: &mut Buffer) {
    let picture = &model.scene.picture;
    let mut mark = |x: u16, y: u16, sign: &str| {
        buffer[(x, y)].set_symbol(sign).set_style(BOLD);
    };
    if area.is_empty() {
        return;
    }
    let (middle, right, bottom) = (area.x + area.width / 2, area.right() - 1, area.bottom() - 1);
    if first > 0 {
        mark(middle, area.y, "↑");
    }
    if first + usize::from(area.height) < picture.board.len() {
        mark(middle, bottom, "↓");
    }
    if left > 0 {
        mark(area.x, area.y + area.height / 2, "←");
    }
    if left + usize::from(area.width) < picture.width() {
        mark(right, area.y + area.height / 2, "→");
    }
}

fn lines(text: &[String], area: Rect, buffer: &mut Buffer) {
    for (index, line) in text.iter().take(area.height.into()).enumerate() {
        put(buffer, area, index as u16, &row(line), 0);
    }
}

/// Returns a text in lines of at most so many columns; lines that fit stay as they are.
fn wrapped(text: &[String], columns: u16) -> Vec<String> {
    let columns = usize::from(columns.max(10));
    let mut lines = Vec::new();
    for line in text.iter().flat_map(|text| text.split('\n')) {
        if width(line) <= columns {
            lines.push(line.to_owned());
        } else {
            lines.extend(wrap(line, columns, 2).split('\n').map(str::to_owned));
        }
    }
    lines
}

fn tabs(model: &Model, area: Rect, buffer: &mut Buffer) {
    let mut x = area.x;
    for tab in model.tabs() {
        let style = if tab == model.shown_tab() { BOLD.add_modifier(Modifier::REVERSED) } else { DIM };
        let name = format!(" {} ", tab.name());
        let room = Rect { x, width: area.right().saturating_sub(x), ..area };
        put(buffer, room, 0, &styled(&name, style), 0);
        x += name.len() as u16;
    }
    let place = model.place.as_ref().map(|place| format!("  {place} only; Esc lists all"));
    let room = Rect { x, width: area.right().saturating_sub(x), ..area };
    put(buffer, room, 0, &styled(&place.unwrap_or_default(), DIM), 0);
}

fn panel(model: &Model, area: Rect, buffer: &mut Buffer) {
    let text = match model.shown_tab() {
        Tab::Moves => {
            let listed = model.listed();
            if listed.is_empty() && model.typing.is_none() {
                return lines(&wrapped(&model.scene.situation, area.width), area, buffer);
            }
            return moves::draw(buffer, &listed, model.selected.min(listed.len().saturating_sub(1)), area);
        }
        Tab::Situation => {
            let text = wrapped(&model.scene.situation, area.width);
            let most = text.len().saturating_sub(area.height.into());
            // From the top: a negative scroll goes down.
            let from = most.min(model.scroll);
            return lines(&text[from..], area, buffer);
        }
        Tab::Log => wrapped(&model.scene.log, area.width),
        Tab::Chat => wrapped(model.scene.chat.as_deref().unwrap_or_default(), area.width),
    };
    // The newest stands at the bottom.
    let end = text.len().saturating_sub(model.scroll).max(usize::from(area.height).min(text.len()));
    let begin = end.saturating_sub(area.height.into());
    lines(&text[begin..end], area, buffer);
}

/// Draws a text over the lower part of the screen, or over all lists where these stand beside the board.
fn page(page: &Page, model: &Model, buffer: &mut Buffer) {
    let regions = model.regions();
    let beside = !regions.moves.is_empty() && regions.moves.x > 0;
    let (x, width) = match beside {
        true => (regions.moves.x, regions.moves.width),
        false => (model.area.x, model.area.width),
    };
    let text = wrapped(&page.text, width.saturating_sub(4));
    let most = if beside { model.area.height.saturating_sub(2) } else { (model.area.height * 3 / 4).max(4) };
    let height = (text.len() as u16 + 2).clamp(3, most.max(3)).min(model.area.height.saturating_sub(1));
    let area = Rect { x, y: model.area.height.saturating_sub(1 + height), width, height };
    if area.width < 4 || area.height < 3 {
        return;
    }
    for y in area.top()..area.bottom() {
        for x in area.left()..area.right() {
            let (left, right) = (x == area.left(), x == area.right() - 1);
            let sign = match (y == area.top(), y == area.bottom() - 1) {
                (true, _) if left => "┌",
                (true, _) if right => "┐",
                (_, true) if left => "└",
                (_, true) if right => "┘",
                (true, _) | (_, true) => "─",
                _ if left || right => "│",
                _ => " ",
            };
            let cell = &mut buffer[(x, y)];
            cell.reset();
            cell.set_symbol(sign);
        }
    }
    let inside = Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 2 };
    let from = page.scroll.min(text.len().saturating_sub(inside.height.into()));
    lines(&text[from..], inside, buffer);
    let head = Rect { x: area.x + 2, y: area.y, width: area.width - 4, height: 1 };
    put(buffer, head, 0, &styled(&format!(" {} ", page.title), BOLD), 0);
    let more = text.len().saturating_sub(from + usize::from(inside.height));
    let foot = if more > 0 { format!(" ↓ {more} more lines · Esc closes ") } else { " Esc closes ".to_owned() };
    put(buffer, Rect { y: area.bottom() - 1, ..head }, 0, &styled(&foot, DIM), 0);
}

/// Draws the last line; returns where the cursor stands in it.
fn bottom(model: &Model, area: Rect, buffer: &mut Buffer) -> Option<Position> {
    if let Some(question) = &model.question {
        put(buffer, area, 0, &styled(&format!("{} y/n", question.text), BOLD), 0);
        return None;
    }
    if let Some(typing) = &model.typing {
        let sign = if typing.said { "say: " } else { "> " };
        let text: String = format!("{sign}{}", typing.editor.text());
        let cursor = sign.len() + typing.editor.cursor();
        let from = (cursor + 1).saturating_sub(area.width.into());
        put(buffer, area, 0, &styled(&text, Style::new()), from);
        waiting(model, area, text.chars().count(), buffer);
        return Some(Position::new(area.x + (cursor - from) as u16, area.y));
    }
    if let Some((at, of)) = model.scene.at.filter(|_| model.notice.is_empty()) {
        let wide = usize::from(area.width);
        let here = (wide.saturating_sub(1) * at).checked_div(of).unwrap_or(0);
        let bar: Row = (0..wide)
            .map(|column| match column.cmp(&here) {
                Ordering::Less => ('═', BOLD),
                Ordering::Equal => ('█', BOLD),
                Ordering::Greater => ('─', DIM),
            })
            .collect();
        put(buffer, area, 0, &bar, 0);
        return None;
    }
    let (text, style) = if model.notice.is_empty() {
        let chat = if model.scene.chat.is_some() { "c chat  " } else { "" };
        let usual =
            || format!("Enter do  / type  u undo  h hint  w rule  {chat}[ ] history  Tab panel  ? help  q quit");
        (model.scene.offer.clone().unwrap_or_else(usual), DIM)
    } else {
        (model.notice.clone(), BOLD)
    };
    put(buffer, area, 0, &styled(&text, style), 0);
    None
}

/// Says behind a line that is being typed that others want to know something.
fn waiting(model: &Model, area: Rect, typed: usize, buffer: &mut Buffer) {
    let text = match model.questions_waiting() {
        0 => return,
        1 => "a question waits".to_owned(),
        count => format!("{count} questions wait"),
    };
    let wide = text.len() as u16;
    if typed + 2 + text.len() <= usize::from(area.width) {
        put(buffer, Rect { x: area.right() - wide, width: wide, ..area }, 0, &styled(&text, DIM), 0);
    }
}
