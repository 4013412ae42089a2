//! The picture of the screen.

use std::cmp::Ordering;

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};

use super::ink::{Looks, Row, put, row};
use super::model::{Model, Page, Tab};
use super::moves;
use crate::Spot;
use crate::terminal::{width, wrap};

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().add_modifier(Modifier::DIM);
/// A hint or what a lesson wants, on the board.
pub const LIT: Style = Style::new()
    .fg(Color::Indexed(16))
    .bg(Color::Indexed(220))
    .add_modifier(Modifier::BOLD.union(Modifier::UNDERLINED));
/// The place under the cursor.
pub const CURSOR: Style = Style::new()
    .fg(Color::Indexed(231))
    .bg(Color::Indexed(90))
    .add_modifier(Modifier::BOLD.union(Modifier::UNDERLINED));

/// Draws everything into an empty buffer; returns where the cursor stands, if it is to be seen.
pub fn draw(model: &Model, looks: Looks, buffer: &mut Buffer) -> Option<Position> {
    let regions = model.regions();
    prompt(model, regions.prompt, buffer);
    board(model, regions.board, buffer);
    lines(&model.scene.picture.beside, regions.beside, buffer);
    // Who looks back has no moves to choose from, and there is more room for what is not on the board.
    let looks_back = model.scene.at.is_some() && !regions.moves.is_empty();
    if looks_back {
        lines(&wrapped(&model.scene.situation, regions.moves.width), regions.moves, buffer);
    } else if !model.scene.picture.board.is_empty() {
        lines(&wrapped(&model.scene.situation, regions.below.width), regions.below, buffer);
    }
    if !regions.moves.is_empty() && !looks_back {
        moves::draw(buffer, &model.listed(), model.selected, regions.moves);
    }
    lines(&wrapped(&model.scene.told, regions.told.width), regions.told, buffer);
    tabs(model, regions.tabs, buffer);
    panel(model, regions.panel, buffer);
    if let Some(laid) = &model.page {
        page(laid, model, buffer);
    }
    let cursor = bottom(model, regions.bottom, buffer);
    looks.apply(buffer);
    cursor
}

fn prompt(model: &Model, area: Rect, buffer: &mut Buffer) {
    // As much of it as there is room for.
    let titles = match model.scene.at {
        Some((at, of)) => vec![
            format!("{} · step {at} of {of}", model.scene.title),
            format!("step {at} of {of}"),
            format!("{at}/{of}"),
        ],
        None => vec![model.scene.title.clone()],
    };
    let room = usize::from(area.width);
    let prompt: Row = row(&model.scene.prompt).into_iter().map(|(sign, style)| (sign, style.patch(BOLD))).collect();
    let taken = prompt.len();
    put(buffer, area, 0, &prompt, 0);
    if let Some(title) = titles.iter().find(|title| taken + 2 + title.chars().count() <= room) {
        let x = area.right() - title.chars().count() as u16;
        put(buffer, Rect { x, width: area.right() - x, ..area }, 0, &styled(title, DIM), 0);
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
    let mut each_cell = |spot: &Spot, draw: &mut dyn FnMut(&mut Cell, usize)| {
        for line in spot.line..spot.line + spot.height {
            for column in spot.column..spot.column + spot.width {
                let seen = line.checked_sub(first).zip(column.checked_sub(left));
                if let Some((y, x)) = seen.filter(|&(y, x)| y < area.height.into() && x < area.width.into()) {
                    draw(&mut buffer[(area.x + x as u16, area.y + y as u16)], column - spot.column);
                }
            }
        }
    };
    let spots = picture.spots();
    for mark in &model.scene.marks {
        let signs: Vec<char> = mark.sign.chars().collect();
        for spot in spots.iter().filter(|spot| spot.name == mark.place) {
            if signs.is_empty() {
                each_cell(spot, &mut |cell, _| _ = cell.set_style(LIT));
                continue;
            }
            // At the end of a wide place, behind a narrow one.
            let column = match spot.width {
                wide if wide > signs.len() + 3 => spot.column + wide - signs.len() - 1,
                wide => spot.column + wide,
            };
            let sign = Spot { column, width: signs.len(), height: 1, ..spot.clone() };
            each_cell(&sign, &mut |cell, at| {
                cell.reset();
                cell.set_char(signs[at]).set_style(LIT);
            });
        }
    }
    for spot in model.focus() {
        each_cell(&spot, &mut |cell, _| _ = cell.set_style(BOLD.add_modifier(Modifier::REVERSED)));
    }
    for spot in spots.iter().filter(|spot| Some(&spot.name) == model.cursor.as_ref()) {
        each_cell(spot, &mut |cell, _| _ = cell.set_style(CURSOR.remove_modifier(Modifier::REVERSED)));
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
pub fn wrapped(text: &[String], columns: u16) -> Vec<String> {
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
    if model.scene.menu && model.scene.picture.board.is_empty() {
        return;
    }
    let mut x = area.x;
    for tab in model.tabs() {
        let style = if tab == model.shown_tab() { BOLD.add_modifier(Modifier::REVERSED) } else { DIM };
        let name = format!(" {} ", tab.name());
        let room = Rect { x, width: area.right().saturating_sub(x), ..area };
        put(buffer, room, 0, &styled(&name, style), 0);
        x += name.len() as u16;
    }
    let places = model.places.join(" and ");
    let place = (!places.is_empty()).then(|| format!("  {places} only; Esc lists all"));
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
        let column_of = |step: usize| (wide.saturating_sub(1) * step).checked_div(of).unwrap_or(0);
        let turning: Vec<usize> = model.scene.turning.iter().map(|&step| column_of(step)).collect();
        let turns = |column: usize| turning.contains(&column);
        let bar: Row = (0..wide)
            .map(|column| match column.cmp(&column_of(at)) {
                Ordering::Equal => ('█', BOLD),
                _ if turns(column) => ('◆', BOLD),
                Ordering::Less => ('═', BOLD),
                Ordering::Greater => ('─', DIM),
            })
            .collect();
        put(buffer, area, 0, &bar, 0);
        return None;
    }
    if !model.notice.is_empty() {
        notice(&model.notice, area, buffer);
        return None;
    }
    let chat = if model.scene.chat.is_some() { "c chat  " } else { "" };
    let usual = || format!("Enter do  / type  b board  u undo  h hint  w rule  {chat}[ ] history  ? help  q quit");
    let text = model.scene.offer.clone().unwrap_or_else(usual);
    put(buffer, area, 0, &styled(&text, DIM), 0);
    None
}

/// Says something in the last line; what is longer takes lines above it too.
fn notice(text: &str, area: Rect, buffer: &mut Buffer) {
    let text = wrapped(&[text.to_owned()], area.width);
    let above = (text.len() as u16 - 1).min(area.y);
    for (index, line) in text.iter().enumerate().take(usize::from(above) + 1) {
        let line_area = Rect { y: area.y - above + index as u16, ..area };
        for x in line_area.left()..line_area.right() {
            buffer[(x, line_area.y)].reset();
        }
        put(buffer, line_area, 0, &styled(line, BOLD), 0);
    }
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
