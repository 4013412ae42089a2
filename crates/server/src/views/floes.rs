//! What a drawing of Polar Dare! and the piecepack port needs to know.

use std::collections::BTreeMap;

use polynya_engine::{Describe, Game, Seat, Turn};
use polynya_games::floes::{Edition, Floes, LANES, Label, PENGUINS, Place, SUITS, Variant};
use serde::Serialize;
use serde_json::{Map, Value, json};
use ts_rs::TS;

use super::{Ahead, Projection, ahead, in_browser};

/// A position on the floes. Places are `start`, `north` and the names of floes.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct FloesView {
    /// Rows of water between the shores.
    height: u8,
    /// Where each floe lies: its lane from 0 in the west, and its row from 1 at the start shore.
    floes: BTreeMap<String, [u8; 2]>,
    /// The floes that never slide.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    fixed: Vec<String>,
    /// The places of each seat's penguins, by seat; `~` behind a place says that the penguin is homebound, and
    /// `home` that it is back and out of play.
    penguins: BTreeMap<u8, Vec<String>>,
    /// The places of the bears: one, or two in Mega Ice Age.
    bears: Vec<String>,
    /// Whose turn it is.
    seat: u8,
    /// What the match waits for.
    stage: Stage,
    /// The label of the die in use, or of the first of two to choose between: `P3`, `B4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    die: Option<String>,
    /// Moves that are left of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    left: Option<u8>,
    /// The die that waits until the first is used up, or the second of two to choose between.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    spare: Option<String>,
    /// The floes that somebody keeps from sliding on this roll.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    held: Vec<String>,
    /// Rows that each penguin has to go, and how many each has behind it, by seat, the last penguin first.
    journey: u8,
    progress: BTreeMap<u8, [u8; PENGUINS]>,
    /// What can be foreseen, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Ahead>>")]
    ahead: Vec<Ahead>,
    /// What the game calls the seats, from the first.
    names: Vec<String>,
    /// What the game calls the start shore.
    start: &'static str,
    /// Are the seats suits, which boards draw?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    suits: bool,
    /// Do penguins have to come back?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    homesick: bool,
}

/// What a match on the floes waits for.
#[derive(PartialEq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum Stage {
    /// A roll.
    Roll,
    /// The choice of a die.
    Order,
    /// A move.
    Move,
    /// Nothing: the match is over.
    Over,
}

in_browser!(Floes<E>, E: Edition);

impl<E: Edition> Projection for Floes<E> {
    type View = FloesView;

    fn view(&self) -> FloesView {
        FloesView {
            height: self.height(),
            floes: floes(self),
            fixed: fixed(self),
            penguins: Seat::all(self.seats()).map(|seat| (seat.number() as u8, penguins(self, seat))).collect(),
            bears: bears(self),
            seat: self.seat().number() as u8,
            stage: stage(self),
            die: die(self).map(|label| label.to_string()),
            left: self.rolled().map(|(_, left)| left),
            spare: self.waiting_die().map(|label| label.to_string()),
            held: held(self),
            journey: self.journey(),
            progress: progress(self, |_| true),
            ahead: ahead(self),
            names: Seat::all(self.seats()).map(|seat| self.name(seat)).collect(),
            start: E::START_NAME,
            suits: E::NAMES == SUITS,
            homesick: is_homesick(self),
        }
    }

    /// Compares the positions and puts into words only what differs.
    fn diff(&self, before: &Self) -> Option<Map<String, Value>> {
        // What stays as it is for a whole match.
        if (self.height(), self.seats(), is_homesick(self)) != (before.height(), before.seats(), is_homesick(before)) {
            return None;
        }
        let mut changes = Map::new();
        let slid = moved_floes(before, self);
        if !slid.is_empty() {
            changes.insert("floes".to_owned(), Value::Object(slid));
            if !fixed_floes(self).eq(fixed_floes(before)) {
                let fixed = fixed(self);
                changes.insert("fixed".to_owned(), if fixed.is_empty() { Value::Null } else { json!(fixed) });
            }
        }
        // Ice carries penguins along, so their progress is looked at in any case.
        let gone = progress(self, |seat| self.progress(seat) != before.progress(seat));
        if !gone.is_empty() {
            changes.insert("progress".to_owned(), json!(gone));
        }
        if !self.held_floes().eq(before.held_floes()) {
            let held = held(self);
            changes.insert("held".to_owned(), if held.is_empty() { Value::Null } else { json!(held) });
        }
        let ahead = (ahead(before), ahead(self));
        if ahead.0 != ahead.1 {
            changes.insert("ahead".to_owned(), if ahead.1.is_empty() { Value::Null } else { json!(ahead.1) });
        }
        let mut moved = Map::new();
        for seat in Seat::all(self.seats()).filter(|&seat| !self.penguins(seat).eq(before.penguins(seat))) {
            moved.insert(seat.number().to_string(), json!(penguins(self, seat)));
        }
        if !moved.is_empty() {
            changes.insert("penguins".to_owned(), Value::Object(moved));
        }
        if !self.bears().eq(before.bears()) {
            changes.insert("bears".to_owned(), json!(bears(self)));
        }
        put(&mut changes, "seat", Some(before.seat().number()), Some(self.seat().number()));
        put(&mut changes, "stage", Some(stage(before)), Some(stage(self)));
        if die(self) != die(before) {
            changes.insert("die".to_owned(), json!(die(self).map(|label| label.to_string())));
        }
        let left = |position: &Self| position.rolled().map(|(_, left)| left);
        put(&mut changes, "left", left(before), left(self));
        if self.waiting_die() != before.waiting_die() {
            changes.insert("spare".to_owned(), json!(self.waiting_die().map(|label| label.to_string())));
        }
        Some(changes)
    }
}

fn cells<E: Edition>(position: &Floes<E>) -> impl Iterator<Item = (u8, u8)> {
    (1..=position.height()).flat_map(|row| (0..LANES).map(move |lane| (lane, row)))
}

fn floes<E: Edition>(position: &Floes<E>) -> BTreeMap<String, [u8; 2]> {
    let floe = |(lane, row)| Some((position.floe_at(lane, row)?.to_string(), [lane, row]));
    cells(position).filter_map(floe).collect()
}

/// Where the floes lie that have moved; what is gone is null.
fn moved_floes<E: Edition>(before: &Floes<E>, after: &Floes<E>) -> Map<String, Value> {
    let mut moved = Map::new();
    for (lane, row) in cells(after) {
        let (was, is) = (before.floe_at(lane, row), after.floe_at(lane, row));
        if was == is {
            continue;
        }
        if let Some(gone) = was.filter(|&floe| !cells(after).any(|(lane, row)| after.floe_at(lane, row) == Some(floe)))
        {
            moved.insert(gone.to_string(), Value::Null);
        }
        if let Some(floe) = is {
            moved.insert(floe.to_string(), json!([lane, row]));
        }
    }
    moved
}

fn fixed_floes<E: Edition>(position: &Floes<E>) -> impl Iterator<Item = Place> {
    let floes = cells(position).filter_map(|(lane, row)| position.floe_at(lane, row));
    floes.filter(|&floe| position.is_fixed(floe))
}

fn fixed<E: Edition>(position: &Floes<E>) -> Vec<String> {
    fixed_floes(position).map(|floe| floe.to_string()).collect()
}

fn penguins<E: Edition>(position: &Floes<E>, seat: Seat) -> Vec<String> {
    let places = position.penguins(seat);
    let mut places: Vec<String> =
        places.map(|(place, homebound)| format!("{place}{}", if homebound { "~" } else { "" })).collect();
    places.resize(PENGUINS, "home".to_owned());
    places
}

fn held<E: Edition>(position: &Floes<E>) -> Vec<String> {
    position.held_floes().map(|floe| floe.to_string()).collect()
}

/// How many rows the penguins of these seats have behind them.
fn progress<E: Edition>(position: &Floes<E>, of: impl Fn(Seat) -> bool) -> BTreeMap<u8, [u8; PENGUINS]> {
    let seats = Seat::all(position.seats()).filter(|&seat| of(seat));
    seats.map(|seat| (seat.number() as u8, position.progress(seat))).collect()
}

fn bears<E: Edition>(position: &Floes<E>) -> Vec<String> {
    position.bears().map(|place: Place| place.to_string()).collect()
}

fn stage<E: Edition>(position: &Floes<E>) -> Stage {
    match (position.turn(), position.rolled(), position.die_to_choose()) {
        (Turn::Over(_), ..) => Stage::Over,
        (_, Some(_), _) => Stage::Move,
        (_, None, Some(_)) => Stage::Order,
        (_, None, None) => Stage::Roll,
    }
}

fn die<E: Edition>(position: &Floes<E>) -> Option<Label> {
    position.rolled().map(|(label, _)| label).or(position.die_to_choose())
}

fn is_homesick<E: Edition>(position: &Floes<E>) -> bool {
    position.played_variants().contains(Variant::HomesickPenguins)
}

/// Writes a member down if it has changed; what is gone is null.
fn put<T: Serialize + PartialEq>(into: &mut Map<String, Value>, key: &str, before: Option<T>, after: Option<T>) {
    if before != after {
        into.insert(key.to_owned(), json!(after));
    }
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Game, Seed};
    use polynya_games::floes::{PiecepackGame, PolarDareGame};

    use super::*;
    use crate::views::patch;

    /// The quick way finds exactly the changes that comparing whole views finds, also backwards.
    fn check<G: Game + Projection>(options: &G::Options) {
        let mut luck = Seed::of("views").draw(0);
        let view = |position: &G| serde_json::to_value(position.view()).expect("a view is plain JSON");
        for _ in 0..20 {
            let mut position = G::start(options, 2).expect("two may play");
            loop {
                let before = position.clone();
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let chance = position.draw(&mut luck);
                        position.settle(chance, &mut |_| {});
                    }
                    Turn::Players(acting) => {
                        let seat = acting.first().expect("somebody acts");
                        let action = position.pick(seat, &mut luck, &mut Vec::new());
                        position.play(seat, action.expect("who is waited for can act"), &mut |_| {});
                    }
                }
                for (from, to) in [(&before, &position), (&position, &before)] {
                    let quick = to.diff(from).map(Value::Object).expect("there is a quick way");
                    assert_eq!(quick, patch(&view(from), &view(to)));
                }
            }
        }
    }

    #[test]
    fn the_changes_of_a_step_are_those_of_its_views() {
        check::<PolarDareGame>(&Default::default());
        check::<PiecepackGame>(&Default::default());
    }
}
