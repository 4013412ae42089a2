//! What is asked in Rescue Polar Bears.

use polynya_engine::Game;
use polynya_games::rescue_polar_bears::forecast::Forecast;
use polynya_games::rescue_polar_bears::{Awaiting, Ending, RescuePolarBears, Stage};

use super::{Task, all};

pub(super) const TASKS: &[Task<RescuePolarBears>] = &[
    Task {
        name: "win",
        title: "Win this turn",
        clause: "1.5",
        ask: |_, _| "The last data is in reach. Collect it in this turn!".to_owned(),
        otherwise: "After that, this turn cannot be won for certain. Try something else.",
        solved: |_, _| "The team has won! Nothing else wins for certain in this turn.".to_owned(),
        fits: |position, _| {
            let missing = usize::from(position.target() - position.collected());
            acts(position) && missing <= position.data().len()
        },
        at_once: true,
        matters: all,
        worth: |_, stop, _| f64::from(u8::from(stop.ending() == Some(Ending::Won))),
        margin: 1.0,
        is_aim: true,
    },
    Task {
        name: "save",
        title: "Save the bears",
        clause: "12.5",
        ask: |_, _| "Bears are in danger. See that as few sink in this turn as can be, with any dice.".to_owned(),
        otherwise: "More bears would sink after that. Try something else.",
        solved: |best, next| {
            format!("On average {:.2} bears sink. After the next best plan it is {:.2}.", -best, -next)
        },
        fits: |position, _| acts(position) && -sinking(position) > 0.25,
        at_once: true,
        matters: all,
        worth: |_, stop, _| {
            if stop.stage() == Stage::Action && stop.awaiting() == Awaiting::Act {
                sinking(stop)
            } else {
                f64::NEG_INFINITY
            }
        },
        margin: 0.02,
        is_aim: false,
    },
    Task {
        name: "data",
        title: "Two data at once",
        clause: "6.4",
        ask: |_, _| "Collect as much data in this turn as you can.".to_owned(),
        otherwise: "After that, you collect less in this turn. Try something else.",
        solved: |best, next| format!("{best} data in one turn. Anything else brings {next}."),
        fits: |position, _| acts(position) && position.data().len() >= 2,
        at_once: true,
        matters: all,
        worth: |begin, stop, _| match stop.collected() - begin.collected() {
            0 | 1 => 1.0,
            more => more.into(),
        },
        margin: 1.0,
        is_aim: false,
    },
];

fn acts(position: &RescuePolarBears) -> bool {
    position.stage() == Stage::Action && position.awaiting() == Awaiting::Act && position.ending().is_none()
}

/// How many bears sink on average in the rest of this turn if the ship ends its actions now and all choose well; below 0.
fn sinking(position: &RescuePolarBears) -> f64 {
    let Some(forecast) = Forecast::of(position) else { return f64::NEG_INFINITY };
    let each = |row: &polynya_games::rescue_polar_bears::forecast::Row| -> u32 {
        row.faces.iter().map(|face| u32::from(row.born_to_sink.least + face.sinking.least)).sum()
    };
    let all: u32 = forecast.rows.iter().map(each).sum();
    -f64::from(all) / f64::from(forecast.falls().max(1))
}
