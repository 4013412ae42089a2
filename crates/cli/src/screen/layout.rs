//! Where everything stands on a screen of a given size. The board always has its place.

use ratatui::layout::Rect;

use super::scene::Scene;
use super::view::wrapped;

/// The least columns beside a board in which lists can be read.
const MIN_SIDE: u16 = 38;
/// The least columns beside a board in which the players stand.
const MIN_BESIDE: u16 = 24;
/// The columns from which two panels stand side by side.
const TWO_PANELS: u16 = 100;

/// The parts of a screen. A part without room is empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Regions {
    /// What the moment asks for, in one line.
    pub prompt: Rect,
    /// The window onto the board.
    pub board: Rect,
    /// Players and dice beside the board.
    pub beside: Rect,
    /// What is not on the board, where there is room for all of it at once.
    pub below: Rect,
    /// What a lesson says.
    pub told: Rect,
    /// The names of the panels.
    pub tabs: Rect,
    /// The panel that was chosen.
    pub panel: Rect,
    /// The list of moves, where there is room for two panels; otherwise it is one of the tabs.
    pub moves: Rect,
    /// What is typed or said.
    pub bottom: Rect,
}

impl Regions {
    /// Returns the parts of a screen of this size that shows this scene.
    pub fn of(area: Rect, scene: &Scene) -> Regions {
        let (width, height) = (area.width, area.height);
        let line = |y: u16| Rect { x: area.x, y: area.y + y.min(height), width, height: 1.min(height - y.min(height)) };
        let mut regions = Regions { prompt: line(0), bottom: line(height.saturating_sub(1)), ..Regions::default() };
        let middle = height.saturating_sub(2);
        let wide = match scene.picture.board.len() {
            0 => 80.min(width),
            _ => (scene.picture.width() as u16).min(width),
        };
        let tall = match scene.picture.board.len() {
            0 => scene.situation.iter().map(|line| 1 + line.chars().count() / usize::from(wide.max(1))).sum::<usize>(),
            lines => lines,
        } as u16;
        let top = area.y + 1;
        if width >= 100 && width - wide >= MIN_SIDE {
            regions.board = Rect { x: area.x, y: top, width: wide, height: tall.min(middle) };
            let rest = middle - regions.board.height;
            let beside = (scene.picture.beside.len() as u16).min(rest);
            let y = top + regions.board.height;
            regions.beside = Rect { x: area.x, y, width: wide, height: beside };
            regions.below = Rect { x: area.x, y: y + beside, width: wide, height: rest - beside };
            let side = Rect { x: area.x + wide + 1, y: top, width: width - wide - 1, height: middle };
            regions.told = Rect { height: taken(scene, side.width).min(middle / 2), ..side };
            let side = Rect { y: top + regions.told.height, height: middle - regions.told.height, ..side };
            let middle = side.height;
            let half = middle / 2;
            regions.moves = Rect { height: half, ..side };
            regions.tabs = Rect { y: side.y + half, height: 1.min(middle - half), ..side };
            let rows = (middle - half).saturating_sub(1);
            regions.panel = Rect { y: side.y + half + 1, height: rows, ..side };
            return regions;
        }
        let panel: u16 = match middle {
            0..8 => 2,
            8..30 => 4,
            _ => 8,
        };
        // A menu without a board is a list before anything else.
        let panel = match scene.menu && scene.picture.board.is_empty() {
            true => (scene.choices.len() as u16 + 1).min(middle * 2 / 3).max(panel),
            false => panel,
        };
        let told = taken(scene, width).min(middle / 2);
        let panel = if told > 0 { panel.saturating_sub(2).max(2) } else { panel };
        let rows = tall.min(middle.saturating_sub(panel + told));
        let beside = width.saturating_sub(wide + 1);
        let has_beside = beside >= MIN_BESIDE && !scene.picture.beside.is_empty();
        regions.board = Rect { x: area.x, y: top, width: if has_beside { wide } else { width }, height: rows };
        if has_beside {
            regions.beside = Rect { x: area.x + wide + 1, y: top, width: beside, height: rows };
        }
        regions.told = Rect { x: area.x, y: top + rows, width, height: told };
        let (y, rows) = (top + rows + told, rows + told);
        regions.tabs = Rect { x: area.x, y, width, height: 1.min(middle - rows) };
        let rest = (middle - rows).saturating_sub(1);
        let panel = Rect { x: area.x, y: y + 1, width, height: rest };
        if width >= TWO_PANELS {
            let half = width / 2;
            regions.moves = Rect { width: half, y, height: rest + regions.tabs.height, ..panel };
            regions.tabs = Rect { x: panel.x + half + 1, width: width - half - 1, ..regions.tabs };
            regions.panel = Rect { x: panel.x + half + 1, width: width - half - 1, ..panel };
        } else {
            regions.panel = panel;
        }
        regions
    }
}

/// Returns how many lines a lesson takes that is so many columns wide.
fn taken(scene: &Scene, width: u16) -> u16 {
    wrapped(&scene.told, width).len() as u16
}
