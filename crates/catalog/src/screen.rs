//! Where matches are shown.

use polynya_engine::{Game, Line};

/// Something that shows matches: a browser, a terminal. Every game must say how it looks there.
pub trait Screen: 'static {
    /// What a match can be asked to show; a trait object.
    type Picture: ?Sized;
    /// What turns the picture of one position into that of the next.
    type Change;
    /// What the screen remembers of the last picture, to find changes faster.
    type Memory: Default + Send + Sync;
}

/// A game that can be seen on this screen. A screen's crate implements it for every game in the list, or does not
/// compile.
pub trait Shows<S: Screen>: Game {
    /// Returns where a line stands, as it is shown.
    fn picture(line: &Line<Self>) -> &S::Picture;

    /// Returns what turns the picture of an earlier position, with the memory of it, into that of where the line stands
    /// now; and the memory of this one.
    fn change(line: &Line<Self>, before: &Self, memory: &S::Memory) -> (S::Change, S::Memory);
}

/// No screen: for those who only compute.
impl Screen for () {
    type Picture = ();
    type Change = ();
    type Memory = ();
}

impl<G: Game> Shows<()> for G {
    fn picture(_: &Line<G>) -> &() {
        &()
    }

    fn change(_: &Line<G>, _: &G, (): &()) -> ((), ()) {
        ((), ())
    }
}
