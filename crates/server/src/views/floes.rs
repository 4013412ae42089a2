//! What a drawing of Polar Dare! and the piecepack port needs to know.

use std::collections::BTreeMap;

use polynya_engine::{Game, Seat, Turn};
use polynya_games::floes::{Edition, Floes, LANES, Place, Variants};
use serde::Serialize;
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
#[derive(Serialize, TS)]
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
        let mut floes = BTreeMap::new();
        let mut fixed = Vec::new();
        for row in 1..=self.height() {
            for lane in 0..LANES {
                if let Some(floe) = self.floe_at(lane, row) {
                    floes.insert(floe.to_string(), [lane, row]);
                    if self.is_fixed(floe) {
                        fixed.push(floe.to_string());
                    }
                }
            }
        }
        let penguins = Seat::all(self.seats()).map(|seat| {
            let mut places: Vec<String> = self
                .penguins(seat)
                .map(|(place, homebound)| format!("{place}{}", if homebound { "~" } else { "" }))
                .collect();
            places.resize(polynya_games::floes::PENGUINS, "home".to_owned());
            (seat.number() as u8, places)
        });
        let rolled = self.rolled();
        let stage = match (self.turn(), rolled, self.die_to_choose()) {
            (Turn::Over(_), ..) => Stage::Over,
            (_, Some(_), _) => Stage::Move,
            (_, None, Some(_)) => Stage::Order,
            (_, None, None) => Stage::Roll,
        };
        FloesView {
            height: self.height(),
            floes,
            fixed,
            penguins: penguins.collect(),
            bears: self.bears().map(|place: Place| place.to_string()).collect(),
            seat: self.seat().number() as u8,
            stage,
            die: rolled.map(|(label, _)| label).or(self.die_to_choose()).map(|label| label.to_string()),
            left: rolled.map(|(_, left)| left),
            spare: self.waiting_die().map(|label| label.to_string()),
            homesick: self.played_variants().has(Variants::HOMESICK_PENGUINS),
        }
    }
}
