//! What stands beside the board: the players with their penguins, and the die.

use polynya_engine::{Describe, Game, Seat, Turn};
use polynya_games::floes::{Edition, Floes, Label, Place, Variant};

use super::{Dress, letter, set_style, shape};
use crate::terminal::{accent, paint, quiet, strong, wrap};

const WIDTH: usize = 31;

/// Returns the lines of the panel.
pub fn lines<E: Edition>(position: &Floes<E>, players: &[String], dress: &Dress) -> Vec<String> {
    let homesick = position.played_variants().contains(Variant::HomesickPenguins);
    let columns = if homesick { " home pole ice start" } else { "  home  ice  start" };
    let mut lines = vec![paint(quiet(), &format!("{:10}{columns}", ""))];
    lines.extend(Seat::all(position.seats()).map(|seat| player(position, seat, homesick, dress)));
    lines.push(String::new());
    if !players.is_empty() {
        let who: Vec<String> = Seat::all(position.seats())
            .zip(players)
            .map(|(seat, player)| format!("{}:\u{a0}{}", position.name(seat), player.replace(' ', "\u{a0}")))
            .collect();
        lines.extend(wrap(&who.join(", "), WIDTH, 0).replace('\u{a0}', " ").lines().map(str::to_owned));
        lines.push(String::new());
    }
    lines.extend(dice(position));
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    lines
}

fn player<E: Edition>(position: &Floes<E>, seat: Seat, homesick: bool, dress: &Dress) -> String {
    let turn = position.seat() == seat && !matches!(position.turn(), Turn::Over(_));
    let count = |what: fn(Place) -> bool| position.penguins(seat).filter(|&(place, _)| what(place)).count();
    let home = position.home_count(seat);
    let (ice, start) = (count(Place::is_floe), count(|place| place == Place::START));
    let counts = if homesick {
        format!("{home:>4}{:>5}{ice:>4}{start:>6}", count(|place| place == Place::NORTH))
    } else {
        format!("{home:>5}{ice:>5}{start:>7}")
    };
    // Homesick penguins show their way instead of the shape, so the shape says nothing here either.
    let sign = if homesick { ' ' } else { shape(dress.set(seat)) };
    let chip = paint(set_style(dress.set(seat)), &format!("{}{sign}", letter(position, seat, dress)));
    let name = dress.pad(&position.name(seat), 6);
    let (pointer, name) = if turn { (paint(accent(), ">"), paint(strong(), &name)) } else { (" ".to_owned(), name) };
    format!("{pointer}{chip} {name} {counts}")
}

fn dice<E: Edition>(position: &Floes<E>) -> Vec<String> {
    let Some((die, left)) = position.rolled() else { return Vec::new() };
    let pips: String = (0..die.moves()).map(|move_| if move_ < left { "(*)" } else { "( )" }).collect();
    let mut lines = vec![format!("{} {}", face(die), paint(accent(), &pips))];
    if let Some(next) = position.waiting_die() {
        lines.push(format!("then {}", face(next)));
    }
    lines
}

fn face(label: Label) -> String {
    paint(strong(), &format!("[{}]", label.spoken().to_uppercase()))
}
