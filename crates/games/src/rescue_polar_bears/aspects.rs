//! What positions are compared by when a plan is explained.

use polynya_engine::Aspect;

/// Data Tokens collected.
pub const DATA: Aspect =
    Aspect { more: "{} more Data Token{s} {are} collected", less: "{} fewer Data Token{s} {are} collected" };

/// The temperature.
pub const TEMPERATURE: Aspect = Aspect { more: "it is {} degree{s} warmer", less: "it is {} degree{s} cooler" };

/// Helicopters at the bases.
pub const HELICOPTERS: Aspect =
    Aspect { more: "{} more helicopter{s} {are} left", less: "{} fewer helicopter{s} {are} left" };

/// Bears on board of ships.
pub const BEARS_ABOARD: Aspect =
    Aspect { more: "{} more bear{s} {are} on board", less: "{} fewer bear{s} {are} on board" };
