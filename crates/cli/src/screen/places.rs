//! Going over the places of a board with the arrows, and what is drawn on them.

use crossterm::event::KeyCode;

use super::scene::Mark;
use crate::Spot;

/// Returns the middle of a place; a line is as high as two columns are wide.
fn middle(spot: &Spot) -> (isize, isize) {
    let half = |from: usize, size: usize, scale: usize| (scale * (2 * from + size)) as isize;
    (half(spot.column, spot.width, 1), half(spot.line, spot.height, 2))
}

/// Returns the place beyond this one, on the way of an arrow.
pub fn beyond(spots: &[Spot], from: &str, arrow: KeyCode) -> Option<String> {
    let (x, y) = middle(spots.iter().find(|spot| spot.name == from)?);
    let far = |spot: &&Spot| {
        let (dx, dy) = (middle(spot).0 - x, middle(spot).1 - y);
        let (along, aside) = match arrow {
            KeyCode::Up => (-dy, dx.abs()),
            KeyCode::Down => (dy, dx.abs()),
            KeyCode::Left => (-dx, dy.abs()),
            KeyCode::Right => (dx, dy.abs()),
            _ => return None,
        };
        // Rather straight on than near.
        (along > 0 && aside <= 2 * along).then_some(along + 2 * aside)
    };
    let others = spots.iter().filter(|spot| spot.name != from);
    let near = others.filter_map(|spot| far(&spot).map(|far| (far, spot)));
    near.min_by_key(|(far, _)| *far).map(|(_, spot)| spot.name.clone())
}

/// Returns what is drawn for a plan: on each place the number of its action, and the way it goes.
pub fn marks(plan: &[String], spots: &[Spot]) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let mut put = |place: &Spot, sign: String| match marks.iter_mut().find(|mark| mark.place == place.name) {
        Some(mark) if sign.is_empty() || mark.sign.contains(&sign) => {}
        Some(mark) if mark.sign.is_empty() => mark.sign = sign,
        Some(mark) => mark.sign += &format!(" {sign}"),
        None => marks.push(Mark { place: place.name.clone(), sign }),
    };
    for (index, action) in plan.iter().enumerate() {
        let number = if plan.len() > 1 { (index + 1).to_string() } else { String::new() };
        let words: Vec<String> = action.split(' ').skip(1).map(str::to_lowercase).collect();
        let named: Vec<&Spot> = words.iter().filter_map(|word| spots.iter().find(|spot| spot.name == *word)).collect();
        let heading = words.iter().find_map(|word| arrow_of(word)).unwrap_or_default();
        match named[..] {
            [] => {}
            [one] => put(one, format!("{number}{heading}")),
            [from, .., to] => {
                put(from, format!("{number}{}", way(from, to)));
                put(to, number);
            }
        }
    }
    marks
}

fn arrow_of(word: &str) -> Option<&'static str> {
    match word {
        "n" | "north" => Some("↑"),
        "s" | "south" => Some("↓"),
        "e" | "east" => Some("→"),
        "w" | "west" => Some("←"),
        _ => None,
    }
}

/// Returns the arrow from a place to another one.
fn way(from: &Spot, to: &Spot) -> &'static str {
    let (dx, dy) = (middle(to).0 - middle(from).0, middle(to).1 - middle(from).1);
    match (dx.abs() > dy.abs(), dx > 0, dy > 0) {
        (true, true, _) => "→",
        (true, false, _) => "←",
        (false, _, true) => "↓",
        (false, _, false) => "↑",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board() -> Vec<Spot> {
        let spot =
            |name: &str, line: usize, column: usize| Spot { name: name.to_owned(), line, column, width: 11, height: 1 };
        vec![spot("a2", 2, 3), spot("b2", 1, 14), spot("a1", 6, 3), spot("b1", 6, 14), spot("start", 8, 3)]
    }

    #[test]
    fn arrows_go_straight_on_rather_than_near() {
        let go = |from, arrow| beyond(&board(), from, arrow);
        assert_eq!(go("a2", KeyCode::Right).as_deref(), Some("b2"));
        assert_eq!(go("a2", KeyCode::Down).as_deref(), Some("a1"));
        assert_eq!(go("b1", KeyCode::Up).as_deref(), Some("b2"));
        assert_eq!(go("b1", KeyCode::Right), None);
        assert_eq!(go("start", KeyCode::Up).as_deref(), Some("a1"));
    }

    #[test]
    fn a_plan_is_numbers_and_arrows_on_its_places() {
        let marks = |plan: &[&str]| {
            let plan: Vec<String> = plan.iter().map(|&words| words.to_owned()).collect();
            let marks = marks(&plan, &board()).into_iter();
            marks.map(|Mark { place, sign }| format!("{place} {sign}")).collect::<Vec<_>>()
        };
        assert_eq!(marks(&["slide a1 n"]), ["a1 ↑"]);
        assert_eq!(marks(&["hop start a1", "slide a1 n", "roll"]), ["start 1↑", "a1 1 2↑"]);
    }
}
