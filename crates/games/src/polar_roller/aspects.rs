//! What sheets are compared by when a plan is explained.

use polynya_engine::Aspect;

/// Penguins that are missing to connect all colonies.
pub const PENGUINS_MISSING: Aspect = Aspect {
    more: "{} more penguin{s} {are} missing between the four colonies",
    less: "{} fewer penguin{s} {are} missing between the four colonies",
};

/// Pods.
pub const PODS: Aspect = Aspect { more: "there {are} {} more pod{s}", less: "there {are} {} fewer pod{s}" };

/// Orcas that are alone at their water.
pub const LONELY_ORCAS: Aspect =
    Aspect { more: "{} more orca{s} {are} without company", less: "{} fewer orca{s} {are} without company" };

/// Bears.
pub const BEARS: Aspect = Aspect { more: "there {are} {} more bear{s}", less: "there {are} {} fewer bear{s}" };

/// Points for hunting grounds.
pub const GROUND_POINTS: Aspect =
    Aspect { more: "hunting grounds are worth {} point{s} more", less: "hunting grounds are worth {} point{s} less" };

/// Large ice without a bear.
pub const EMPTY_GROUNDS: Aspect =
    Aspect { more: "{} more ground{s} {are} without a bear", less: "{} fewer ground{s} {are} without a bear" };

/// Fish that are left.
pub const FISH: Aspect = Aspect { more: "there {are} {} more fish left", less: "there {are} {} fewer fish left" };

/// Pools that orcas could be drawn in.
pub const OPEN_POOLS: Aspect = Aspect { more: "{} more pool{s} {are} open", less: "{} fewer pool{s} {are} open" };
