//! What the dice can do to this turn.
