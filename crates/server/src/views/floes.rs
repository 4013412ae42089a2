//! What a drawing of Polar Dare! and the piecepack port needs to know.

use std::collections::BTreeMap;

use polynya_engine::{Game, Seat, Turn};
use polynya_games::floes::{Edition, Floes, LANES, Place, Variants};
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

use super::View;

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

impl<E: Edition> View for Floes<E> {
    type Shown = FloesView;

    fn view(&self) -> FloesView {
        shown(self, true)
    }

    /// The floes are most of a view, so they are named only if one of them has moved.
    fn changes(&self, before: &Self) -> Option<Map<String, Value>> {
        let still =
            (1..=self.height()).all(|row| (0..LANES).all(|lane| self.floe_at(lane, row) == before.floe_at(lane, row)));
        Some(shown(self, !still).since(&shown(before, !still)))
    }
}

/// What is shown of a position, with or without its floes.
fn shown<E: Edition>(position: &Floes<E>, with_floes: bool) -> FloesView {
    let mut floes = BTreeMap::new();
    let mut fixed = Vec::new();
    for row in (1..=position.height()).filter(|_| with_floes) {
        for lane in 0..LANES {
            if let Some(floe) = position.floe_at(lane, row) {
                floes.insert(floe.to_string(), [lane, row]);
                if position.is_fixed(floe) {
                    fixed.push(floe.to_string());
                }
            }
        }
    }
    let penguins = Seat::all(position.seats()).map(|seat| {
        let mut places: Vec<String> = position
            .penguins(seat)
            .map(|(place, homebound)| format!("{place}{}", if homebound { "~" } else { "" }))
            .collect();
        places.resize(polynya_games::floes::PENGUINS, "home".to_owned());
        (seat.number() as u8, places)
    });
    let rolled = position.rolled();
    let stage = match (position.turn(), rolled, position.die_to_choose()) {
        (Turn::Over(_), ..) => Stage::Over,
        (_, Some(_), _) => Stage::Move,
        (_, None, Some(_)) => Stage::Order,
        (_, None, None) => Stage::Roll,
    };
    FloesView {
        height: position.height(),
        floes,
        fixed,
        penguins: penguins.collect(),
        bears: position.bears().map(|place: Place| place.to_string()).collect(),
        seat: position.seat().number() as u8,
        stage,
        die: rolled.map(|(label, _)| label).or(position.die_to_choose()).map(|label| label.to_string()),
        left: rolled.map(|(_, left)| left),
        spare: position.waiting_die().map(|label| label.to_string()),
        homesick: position.played_variants().has(Variants::HOMESICK_PENGUINS),
    }
}

impl FloesView {
    /// What turns an earlier view into this one: a merge patch.
    fn since(&self, before: &FloesView) -> Map<String, Value> {
        let mut changes = Map::new();
        changed(&mut changes, "height", Some(&before.height), Some(&self.height));
        changed_members(&mut changes, "floes", &before.floes, &self.floes);
        changed(&mut changes, "fixed", some(&before.fixed), some(&self.fixed));
        changed_members(&mut changes, "penguins", &before.penguins, &self.penguins);
        changed(&mut changes, "bears", Some(&before.bears), Some(&self.bears));
        changed(&mut changes, "seat", Some(&before.seat), Some(&self.seat));
        changed(&mut changes, "stage", Some(&before.stage), Some(&self.stage));
        changed(&mut changes, "die", before.die.as_ref(), self.die.as_ref());
        changed(&mut changes, "left", before.left.as_ref(), self.left.as_ref());
        changed(&mut changes, "spare", before.spare.as_ref(), self.spare.as_ref());
        let homesick = |view: &FloesView| view.homesick.then_some(true);
        changed(&mut changes, "homesick", homesick(before).as_ref(), homesick(self).as_ref());
        changes
    }
}

fn some(list: &Vec<String>) -> Option<&Vec<String>> {
    (!list.is_empty()).then_some(list)
}

/// Writes a member down if it has changed; what is gone is null.
fn changed<T: Serialize + PartialEq>(into: &mut Map<String, Value>, key: &str, before: Option<&T>, after: Option<&T>) {
    if before != after {
        let value = after.map_or(Value::Null, |after| serde_json::to_value(after).expect("a view is plain JSON"));
        into.insert(key.to_owned(), value);
    }
}

/// Writes down which members of an object have changed, if any have.
fn changed_members<K: Ord + ToString, V: Serialize + PartialEq>(
    into: &mut Map<String, Value>,
    key: &str,
    before: &BTreeMap<K, V>,
    after: &BTreeMap<K, V>,
) {
    if before != after {
        let mut members = Map::new();
        for name in before.keys().chain(after.keys()) {
            changed(&mut members, &name.to_string(), before.get(name), after.get(name));
        }
        into.insert(key.to_owned(), Value::Object(members));
    }
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Game, Seed};
    use polynya_games::floes::{PiecepackGame, PolarDareGame};

    use super::*;
    use crate::views::patch;

    /// The quick way finds exactly the changes that comparing whole views finds, also backwards.
    fn check<G: Game + View>(options: &G::Options) {
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
                    let quick = to.changes(from).map(Value::Object).expect("there is a quick way");
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
