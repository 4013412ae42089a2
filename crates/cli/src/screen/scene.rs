//! What is to be shown of a match: plain data, the same from a match at this terminal, an online table and a record.

use polynya_catalog::{AnyGame, AnyMatch};
use polynya_engine::Seat;

use crate::commands::play::choices::Choices;
use crate::commands::play::tale;
use crate::dress::Dress;
use crate::terminal::{paint, strong};
use crate::{Picture, Sitting, Terminal};

/// The steps whose turns are told in the log.
const TOLD_STEPS: usize = 600;

/// Everything that a screen shows of a match.
#[derive(Clone, Default)]
pub struct Scene {
    /// What the match is called.
    pub title: String,
    /// What the moment asks for.
    pub prompt: String,
    /// The board.
    pub picture: Picture,
    /// What is not on the board, in words.
    pub situation: Vec<String>,
    /// What can be done.
    pub choices: Vec<Item>,
    /// What has happened, a paragraph a turn.
    pub log: Vec<String>,
    /// What was said, at an online table.
    pub chat: Option<Vec<String>>,
    /// How many steps of how many are shown, if not all.
    pub at: Option<(usize, usize)>,
    /// What can be done once the match is over, for the last line.
    pub offer: Option<String>,
    /// What is drawn on places of the board: a hint, what a lesson wants, what was better.
    pub marks: Vec<Mark>,
    /// What a lesson says; it stands above the lists.
    pub told: Vec<String>,
    /// The steps at which the match turned.
    pub turning: Vec<usize>,
    /// Is it a menu, from which Escape leads back?
    pub menu: bool,
}

/// Something that is drawn on a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mark {
    /// The name of the place.
    pub place: String,
    /// What stands there: `2→`; without it the place is lit.
    pub sign: String,
}

/// Something that can be done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Item {
    /// Who does it.
    pub seat: Seat,
    /// The words that do it.
    pub words: String,
    /// The words as they are listed.
    pub label: String,
    /// What one should know before.
    pub note: Option<String>,
}

/// Whose eyes a match is seen with.
pub struct Viewer<'a> {
    /// Who plays each seat.
    pub players: &'a [String],
    /// The pieces that were chosen.
    pub dress: &'a Dress,
    /// The seat that is asked, if one is.
    pub asked: Option<Seat>,
    /// The seats that may be acted for.
    pub own: &'a [Seat],
    /// The seat whose sheet is looked at.
    pub sheet: Option<Seat>,
}

impl Scene {
    /// Returns a match as it is seen.
    pub fn of(game: &dyn AnyGame<Terminal>, table: &dyn AnyMatch<Terminal>, viewer: &Viewer<'_>) -> Scene {
        let Viewer { players, dress, asked, own, sheet } = *viewer;
        let seat = sheet.or(asked).or(own.first().copied());
        let written = |lines: Vec<String>| -> Vec<String> {
            lines.iter().flat_map(|text| text.split('\n')).map(|line| dress.write(line)).collect()
        };
        let described = || table.describe().lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        let (picture, situation) = match table.picture().draw(&Sitting { table, players, dress, seat }) {
            Some(Picture { board, beside, below, spots }) => {
                let picture = Picture { board: written(board), beside: written(beside), below: Vec::new(), spots };
                (picture, written(below))
            }
            None => (Picture::default(), written(described())),
        };
        let over = table.result().is_some();
        let status = tale::status(table);
        let prompt = if over { status } else { table.prompt(asked).text };
        let mut situation = situation;
        if let Some(score) = table.result() {
            let scores = Seat::all(table.seats()).zip(&score.scores);
            let scores: Vec<String> = scores.map(|(seat, score)| format!("{} {score}", table.name(seat))).collect();
            let told = table.told().into_iter().map(|told| told.verdict);
            let told = told.chain([format!("Score: {}.", scores.join(", "))]).map(|line| dress.write(&line));
            situation = told.map(|line| paint(strong(), &line)).chain(situation).collect();
        }
        let choices = asked.filter(|_| !over).map_or_else(Vec::new, |asked| {
            let choices = Choices::new(table, asked, own);
            let item = |choice: &crate::commands::play::choices::Choice| {
                let note = table.warning(choice.seat, &choice.words).map(|warning| warning.text);
                let note = note.or_else(|| table.picture().mark(choice.seat, &choice.words));
                let whose = if choice.seat == asked { String::new() } else { format!("{}: ", table.name(choice.seat)) };
                let label = dress.write(&format!("{whose}{}", choice.words));
                Item {
                    seat: choice.seat,
                    words: choice.words.clone(),
                    label,
                    note: note.map(|note| dress.write(&note)),
                }
            };
            choices.iter().map(item).collect()
        });
        let log = tale::turns(&table.log(table.len().saturating_sub(TOLD_STEPS)), &tale::names(table));
        Scene {
            title: game.info().title.to_owned(),
            prompt: dress.write(&prompt),
            picture,
            situation,
            choices,
            log: written(log),
            chat: None,
            ..Scene::default()
        }
    }
}
