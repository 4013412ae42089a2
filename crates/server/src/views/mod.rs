//! What the browser draws: positions as small JSON objects, one file a game.
//!
//! A view holds what a drawing needs and nothing else; its TypeScript type is generated. A game without one does not
//! compile.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use polynya_catalog::{AnyMatch, Games, Screen};
use polynya_engine::{Describe, Foreseen, Line, SeatSet, StepOf};
use serde::Serialize;
use serde_json::{Map, Value};
use ts_rs::TS;

pub use floes::{FloesView, Stage};
pub use ice_breakers::{IceBreakersChannel, IceBreakersChart, IceBreakersStage, IceBreakersView, ShipWay};
pub use polar_roller::{
    Drawn, PolarRollerView, RollerColony, RollerField, RollerMap, RollerPhase, RollerScore, RollerSheet,
};
pub use rescue_polar_bears::RescueView;

/// A position that the browser can draw.
pub trait Projection: Describe {
    /// What is shown of it.
    type View: Serialize;

    /// Returns what is shown of this position.
    fn view(&self) -> Self::View;

    /// Adds what only the steps tell that led to the position.
    fn remember(_view: &mut Self::View, _steps: &[StepOf<Self>]) {}

    /// Returns what turns the view of an earlier position into this one's, if there is a quicker way than comparing
    /// the views.
    fn diff(&self, _before: &Self) -> Option<Map<String, Value>> {
        None
    }

    /// Where all seats act at the same time: changes a view so that it shows of other seats only what the earlier view
    /// `ground` shows, and who is done.
    fn veil(_view: &mut Value, _ground: &Value, _own: SeatSet) {}
}

/// Something that can be foreseen, in one sentence.
#[derive(PartialEq, Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct Ahead {
    text: String,
    /// Is it a danger?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    danger: bool,
}

impl From<Foreseen> for Ahead {
    fn from(Foreseen { text, danger }: Foreseen) -> Ahead {
        Ahead { text, danger }
    }
}

/// Returns what can be foreseen in a position.
fn ahead<G: Describe>(position: &G) -> Vec<Ahead> {
    position.foresee().into_iter().map(Ahead::from).collect()
}

/// A browser, which draws views and is told what changes in them.
pub struct Browser;

impl Screen for Browser {
    type Picture = dyn View;
    /// A merge patch.
    type Change = Value;
    /// The last view, if that had to be made to find changes.
    type Memory = Option<Value>;
}

/// Returns every game as browsers see it: compiled here, once for all who serve them.
pub fn games() -> Games<Browser> {
    polynya_catalog::games()
}

/// A match that browsers watch.
pub type Match = dyn AnyMatch<Browser>;

/// A match of any game that the browser can draw.
pub trait View {
    /// Returns what is shown of it.
    fn view(&self) -> Value;

    /// Changes a view of it so that these seats see nothing that others have not finished.
    fn veil(&self, view: &mut Value, ground: &Value, own: SeatSet);
}

impl<G: Projection> View for Line<G> {
    fn view(&self) -> Value {
        let mut view = self.position().view();
        G::remember(&mut view, self.steps());
        value(&view)
    }

    fn veil(&self, view: &mut Value, ground: &Value, own: SeatSet) {
        G::veil(view, ground, own);
    }
}

/// Shows a game in the browser by its [`Projection`].
#[macro_export]
macro_rules! in_browser {
    ($Game:ty $(, $E:ident: $Bound:path)?) => {
        impl$(<$E: $Bound>)? polynya_catalog::Shows<$crate::views::Browser> for $Game {
            fn picture(line: &polynya_engine::Line<Self>) -> &(dyn $crate::views::View + 'static) {
                line
            }

            fn change(
                line: &polynya_engine::Line<Self>,
                before: &Self,
                memory: &Option<serde_json::Value>,
            ) -> (serde_json::Value, Option<serde_json::Value>) {
                use $crate::views::{Projection, View, patch, value};
                if let Some(changes) = line.position().diff(before) {
                    return (changes.into(), None);
                }
                let after = line.view();
                let changes = match memory {
                    Some(known) => patch(known, &after),
                    // What was remembered then is not known: it is told anew.
                    None => patch(&value(&before.view()), &after),
                };
                (changes, Some(after))
            }
        }
    };
}
pub(crate) use in_browser;

/// Returns a view as JSON.
pub fn value(view: &impl Serialize) -> Value {
    serde_json::to_value(view).expect("a view is plain JSON")
}

/// Is it zero, so that a view leaves it out?
fn is_zero<N: Default + PartialEq>(number: &N) -> bool {
    *number == N::default()
}

/// Returns what turns one view into another: a merge patch (RFC 7386).
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

/// Changes a view as a merge patch says (RFC 7386): what a client does with a [`patch`].
pub fn merge(view: &mut Value, patch: &Value) {
    let Value::Object(changes) = patch else {
        *view = patch.clone();
        return;
    };
    if !view.is_object() {
        *view = Value::Object(Map::new());
    }
    let Value::Object(fields) = view else { return };
    for (key, change) in changes {
        match change {
            Value::Null => drop(fields.remove(key)),
            change => merge(fields.entry(key).or_insert(Value::Null), change),
        }
    }
}
