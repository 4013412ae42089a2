//! What is asked in Polar Roller.

use polynya_engine::Seat;
use polynya_games::polar_roller::{Phase, PolarRoller, ROUNDS};

use super::{Task, all};

pub(super) const TASKS: &[Task<PolarRoller>] = &[
    Task {
        name: "last",
        title: "The last dice",
        clause: "8.8",
        ask: |_, _| "These are the last dice of the match. Make as many points of them as you can.".to_owned(),
        otherwise: "More points are possible than after that. Try something else.",
        solved: |best, next| format!("{best} points in the end. The next best drawing comes to {next}."),
        fits: |position, seat| draws(position, seat) && position.round() == ROUNDS,
        at_once: false,
        matters: all,
        worth: |_, stop, seat| stop.score(seat).total().into(),
        margin: 1.0,
        is_aim: true,
    },
    Task {
        name: "colonies",
        title: "Join the colonies",
        clause: "8.2",
        ask: |_, _| "Join as many colonies in one network with these dice as you can.".to_owned(),
        otherwise: "More colonies could be joined than after that. Try something else.",
        solved: |best, next| format!("{best} colonies in one network. Anything else joins {next}."),
        fits: |position, seat| draws(position, seat) && position.sheet(seat).penguins().len() >= 3,
        at_once: true,
        matters: all,
        worth: |_, stop, seat| joined(stop, seat) as f64,
        margin: 1.0,
        is_aim: false,
    },
];

fn draws(position: &PolarRoller, seat: Seat) -> bool {
    position.phase() == Phase::Draw && position.waiting().contains(seat)
}

/// The most colonies that one network joins; one where none are.
fn joined(position: &PolarRoller, seat: Seat) -> usize {
    position.sheet(seat).connections().map(|network| network.colonies().count()).max().unwrap_or(1)
}
