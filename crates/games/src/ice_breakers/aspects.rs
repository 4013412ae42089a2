//! What positions are compared by when a plan is explained.

use polynya_engine::Aspect;

/// Ships that are home.
pub const SHIPS_HOME: Aspect = Aspect { more: "{} more ship{s} {are} home", less: "{} fewer ship{s} {are} home" };

/// Points of ice on the cheapest ways.
pub const ICE_AHEAD: Aspect = Aspect {
    more: "{} more point{s} of ice lie before the ships",
    less: "{} fewer point{s} of ice lie before the ships",
};

/// Points on the cards in hand.
pub const POINTS_HELD: Aspect =
    Aspect { more: "the team holds {} more point{s}", less: "the team holds {} fewer point{s}" };
