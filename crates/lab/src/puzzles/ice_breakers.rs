//! What is asked in Ice Breakers.

use polynya_engine::Seat;
use polynya_games::ice_breakers::{Action, IceBreakers, Place};

use super::Task;

pub(super) const TASKS: &[Task<IceBreakers>] = &[
    Task {
        name: "win",
        title: "Win this turn",
        clause: "10.1",
        ask: |_, _| "The last ships can come home in this turn. How?".to_owned(),
        otherwise: "That does not bring the last ships home. Try something else.",
        solved: |_, _| "All ships are home! Nothing else wins for certain in this turn.".to_owned(),
        fits: |position, seat| is_turn(position, seat) && position.fleet() - position.brought() <= 5,
        at_once: true,
        matters,
        worth: |_, stop, _| f64::from(u8::from(stop.all_home())),
        margin: 1.0,
        is_aim: true,
    },
    Task {
        name: "ships",
        title: "Ships home",
        clause: "7.6",
        ask: |_, _| "Bring as many ships home in this turn as you can.".to_owned(),
        otherwise: "That does not bring more ships home. Try something else.",
        solved: |best, next| format!("{best} ships are home in one turn. Anything else brings {next} home."),
        fits: |position, seat| is_turn(position, seat) && position.brought() + 3 < position.fleet(),
        at_once: true,
        matters,
        worth: |begin, stop, _| match stop.brought() - begin.brought() {
            0 | 1 => 1.0,
            more => more.into(),
        },
        margin: 1.0,
        is_aim: false,
    },
];

fn is_turn(position: &IceBreakers, seat: Seat) -> bool {
    !position.is_setting_up() && position.seat() == seat
}

/// Ships that move without coming home change nothing: how far a ship reaches does not depend on where it lies in its water.
fn matters(_: &IceBreakers, _: Seat, action: Action) -> bool {
    match action {
        Action::Move(ship, to) => to == Place::harbour(ship),
        Action::Power(_) | Action::Add(_) | Action::Clear(_) => true,
        _ => false,
    }
}
