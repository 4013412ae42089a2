//! What the browser draws: positions as small JSON objects, one file a game.
//!
//! A view holds what a drawing needs and nothing else; its TypeScript type is generated. The view of a game that has
//! none is its description in words.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use std::any::Any;

use polynya_catalog::AnyLine;
use polynya_games::floes::{PiecepackGame, PolarDareGame};
use polynya_games::ice_breakers::IceBreakers;
use polynya_games::polar_roller::PolarRoller;
use polynya_games::rescue_polar_bears::RescuePolarBears;
use serde::Serialize;
use serde_json::{Map, Value, json};

pub use floes::{FloesView, Stage};
pub use ice_breakers::{IceBreakersStage, IceBreakersView, ShipWay};
pub use polar_roller::{Drawn, PolarRollerView, RollerPhase, RollerScore, RollerSheet};
pub use rescue_polar_bears::RescueView;

/// A position that the browser can draw.
pub trait View {
    /// What it shows.
    type Shown: Serialize;

    /// What is shown of this position.
    fn view(&self) -> Self::Shown;
}

type Finder = fn(&dyn Any) -> Option<Value>;

/// Every game that has a view.
const VIEWS: &[Finder] =
    &[find::<PolarDareGame>, find::<PiecepackGame>, find::<RescuePolarBears>, find::<PolarRoller>, find::<IceBreakers>];

fn find<G: View + 'static>(position: &dyn Any) -> Option<Value> {
    let position = position.downcast_ref::<G>()?;
    Some(serde_json::to_value(position.view()).expect("a view is plain JSON"))
}

/// The view of where a line stands.
pub fn view(line: &dyn AnyLine) -> Value {
    VIEWS.iter().find_map(|find| find(line.position())).unwrap_or_else(|| json!({ "words": line.describe() }))
}

/// What turns one view into another: a merge patch (RFC 7386).
pub fn patch(from: &Value, to: &Value) -> Value {
    let (Value::Object(from), Value::Object(to)) = (from, to) else { return to.clone() };
    let mut changes = Map::new();
    for key in from.keys().filter(|key| !to.contains_key(*key)) {
        changes.insert(key.clone(), Value::Null);
    }
    for (key, value) in to {
        match from.get(key) {
            Some(before) if before == value => {}
            Some(before) => drop(changes.insert(key.clone(), patch(before, value))),
            None => drop(changes.insert(key.clone(), value.clone())),
        }
    }
    Value::Object(changes)
}
