//! What positions are compared by when a plan is explained.

use polynya_engine::Aspect;

/// Moves that a seat needs to win.
pub const MOVES_TO_WIN: Aspect =
    Aspect { more: "you are {} move{s} further from winning", less: "you are {} move{s} nearer to winning" };

/// Moves that its nearest rival needs.
pub const RIVAL_MOVES: Aspect = Aspect {
    more: "your nearest rival is {} move{s} further from winning",
    less: "your nearest rival is {} move{s} nearer to winning",
};

/// Moves that the bear may cost.
pub const BEAR_THREAT: Aspect = Aspect {
    more: "the bear threatens you with {} more lost move{s}",
    less: "the bear threatens you with {} fewer lost move{s}",
};
