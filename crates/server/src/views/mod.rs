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
pub trait View: Clone + Send + Sync + 'static {
    /// What it shows.
    type Shown: Serialize;

    /// What is shown of this position.
    fn view(&self) -> Self::Shown;

    /// What turns the view of an earlier position into this one's, if there is a quicker way than comparing the views.
    fn changes(&self, _before: &Self) -> Option<Map<String, Value>> {
        None
    }
}

type Finder = fn(&dyn Any) -> Option<Box<dyn Seen>>;

/// Every game that has a view.
const VIEWS: &[Finder] =
    &[find::<PolarDareGame>, find::<PiecepackGame>, find::<RescuePolarBears>, find::<IceBreakers>, find::<PolarRoller>];

fn find<G: View>(position: &dyn Any) -> Option<Box<dyn Seen>> {
    let position = position.downcast_ref::<G>()?.clone();
    Some(Box::new(InView { position, view: None }))
}

/// A position as viewers last saw it.
pub trait Seen: Send + Sync {
    /// What is shown of it.
    fn view(&self) -> Value;
    /// Goes on to where the line stands now; answers what changed in the view.
    fn go_on(&mut self, line: &dyn AnyLine) -> Value;
}

/// Where a line stands, as viewers see it.
pub fn seen(line: &dyn AnyLine) -> Box<dyn Seen> {
    VIEWS.iter().find_map(|find| find(line.position())).unwrap_or_else(|| Box::new(Described(in_words(line))))
}

/// The view of where a line stands.
pub fn view(line: &dyn AnyLine) -> Value {
    seen(line).view()
}

/// A position of a game that has a view.
struct InView<G> {
    position: G,
    /// Its view, if that had to be made to find changes.
    view: Option<Value>,
}

impl<G: View> Seen for InView<G> {
    fn view(&self) -> Value {
        self.view.clone().unwrap_or_else(|| value(&self.position))
    }

    fn go_on(&mut self, line: &dyn AnyLine) -> Value {
        let next = line.position().downcast_ref::<G>().expect("a line is of one game");
        let (view, changes) = match next.changes(&self.position) {
            Some(changes) => (None, Value::Object(changes)),
            None => {
                let after = value(next);
                let changes = patch(&self.view.take().unwrap_or_else(|| value(&self.position)), &after);
                (Some(after), changes)
            }
        };
        *self = InView { position: next.clone(), view };
        changes
    }
}

fn value(position: &impl View) -> Value {
    serde_json::to_value(position.view()).expect("a view is plain JSON")
}

/// A position of a game that has none.
struct Described(Value);

impl Seen for Described {
    fn view(&self) -> Value {
        self.0.clone()
    }

    fn go_on(&mut self, line: &dyn AnyLine) -> Value {
        let before = std::mem::replace(&mut self.0, in_words(line));
        patch(&before, &self.0)
    }
}

fn in_words(line: &dyn AnyLine) -> Value {
    json!({ "words": line.describe() })
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
