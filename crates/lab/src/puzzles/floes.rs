//! What is asked on the floes.

use std::marker::PhantomData;

use polynya_bots::Heuristic;
use polynya_bots::games::floes::GreedyFloes;
use polynya_engine::{Describe, Game, Seat, Turn};
use polynya_games::floes::{Edition, Floes, Piecepack, PiecepackGame, PolarDare, PolarDareGame};

use super::{Task, all, percent};

pub(super) const POLAR_DARE: &[Task<PolarDareGame>] = Race::<PolarDare>::TASKS;
pub(super) const PIECEPACK_DARE: &[Task<PiecepackGame>] = Race::<Piecepack>::TASKS;

struct Race<E: Edition>(PhantomData<E>);

impl<E: Edition> Race<E> {
    const TASKS: &[Task<Floes<E>>] = &[
        Task {
            name: "win",
            title: "Win this turn",
            clause: "8.1",
            ask: |_, _| "You can bring all your penguins home in this turn. How?".to_owned(),
            otherwise: "After that, this turn cannot be won any more. Try something else.",
            solved: |_, _| "You have won! Nothing else wins in this turn.".to_owned(),
            fits: |position, seat| is_rolled(position) && best_win(position, seat),
            at_once: true,
            matters: all,
            worth: |_, stop, seat| won(stop, seat),
            margin: 1.0,
            is_aim: true,
        },
        Task {
            name: "home",
            title: "Two home at once",
            clause: "8.1",
            ask: |_, _| "Bring as many of your penguins home in this turn as you can.".to_owned(),
            otherwise: "After that, fewer come home in this turn. Try something else.",
            solved: |best, next| format!("{best} are home in one turn. Anything else brings {next} home."),
            fits: |position, seat| is_rolled(position) && !best_win(position, seat) && near(position, seat) >= 2,
            at_once: true,
            matters: all,
            worth: |begin, stop, seat| {
                let more = home(stop, seat) - home(begin, seat);
                if more >= 2 { more as f64 } else { more.min(1) as f64 }
            },
            margin: 1.0,
            is_aim: false,
        },
        Task {
            name: "guard",
            title: "Stop a win",
            clause: "8.1",
            ask: |position, seat| {
                let rival = position.name(seat.next(position.seats()));
                format!("{rival} may win in its next turn. Leave it as small a chance as you can.")
            },
            otherwise: "That leaves your rival a greater chance to win. Try something else.",
            solved: |best, next| {
                let (best, next) = (percent(1.0 - best), percent(1.0 - next));
                format!("Your rival wins its next turn with {best}. The next best plan leaves {next}.")
            },
            fits: |position, seat| {
                let rival = seat.next(position.seats());
                is_rolled(position) && left(position, rival) <= 7 && !best_win(position, seat)
            },
            at_once: false,
            matters: all,
            worth: |_, stop, seat| 1.0 - wins_next(stop, seat.next(stop.seats())),
            margin: 0.1,
            is_aim: true,
        },
        Task {
            name: "bear",
            title: "Send the bear",
            clause: "6.1",
            ask: |_, _| "The bear walks. Cost your rivals as many rows as you can, and yourself none.".to_owned(),
            otherwise: "The bear can do more harm than that. Try another way.",
            solved: |best, next| {
                format!("Your rivals lose {best} rows more than you. The next best way comes to {next}.")
            },
            fits: |position, _| position.rolled().is_some_and(|(label, left)| label.is_bear() && left >= 2),
            at_once: false,
            matters: all,
            worth: |begin, stop, seat| {
                let lost = |who: Seat| rows(begin, who) - rows(stop, who);
                let rivals = Seat::all(begin.seats()).filter(|&other| other != seat).map(lost).sum::<i32>();
                f64::from(rivals - lost(seat))
            },
            margin: 2.0,
            is_aim: false,
        },
    ];
}

/// Is something left to do with the dice of this turn?
fn is_rolled<E: Edition>(position: &Floes<E>) -> bool {
    position.rolled().is_some() || position.die_to_choose().is_some()
}

fn won<E: Edition>(position: &Floes<E>, seat: Seat) -> f64 {
    match position.turn() {
        Turn::Over(outcome) if outcome.winners.contains(seat) => 1.0,
        _ => 0.0,
    }
}

/// Does the turn allow a win?
fn best_win<E: Edition>(position: &Floes<E>, seat: Seat) -> bool {
    let mut planner = GreedyFloes::<E>::default();
    planner.heuristic().prepare(position);
    planner.win(position, seat).is_some()
}

/// The rows that all penguins of a seat have behind them.
fn rows<E: Edition>(position: &Floes<E>, seat: Seat) -> i32 {
    position.progress(seat).iter().map(|&rows| i32::from(rows)).sum()
}

/// The rows that they have before them.
fn left<E: Edition>(position: &Floes<E>, seat: Seat) -> i32 {
    position.progress(seat).len() as i32 * i32::from(position.journey()) - rows(position, seat)
}

fn home<E: Edition>(position: &Floes<E>, seat: Seat) -> usize {
    position.progress(seat).iter().filter(|&&rows| rows == position.journey()).count()
}

/// How many penguins that are not home are at most two rows away from it.
fn near<E: Edition>(position: &Floes<E>, seat: Seat) -> usize {
    let journey = position.journey();
    position.progress(seat).iter().filter(|&&rows| rows < journey && rows + 2 >= journey).count()
}

/// The chance that a seat wins in the turn that it is about to roll for.
fn wins_next<E: Edition>(position: &Floes<E>, seat: Seat) -> f64 {
    match position.turn() {
        Turn::Over(_) => won(position, seat),
        Turn::Players(acting) if acting.contains(seat) => {
            let mut after = position.clone();
            let mut actions = Vec::new();
            after.legal(seat, &mut actions);
            match actions[..] {
                [roll] if !is_rolled(position) => {
                    after.play(seat, roll, &mut |_| {});
                    wins_next(&after, seat)
                }
                _ => f64::from(u8::from(best_win(position, seat))),
            }
        }
        // The turn was over before anything could be done.
        Turn::Players(_) => 0.0,
        Turn::Chance => {
            let (mut all, mut wins) = (0.0, 0.0);
            position.odds(&mut |chance, weight| {
                let mut after = position.clone();
                after.settle(chance, &mut |_| {});
                all += f64::from(weight);
                wins += f64::from(weight) * wins_next(&after, seat);
            });
            wins / all
        }
    }
}
