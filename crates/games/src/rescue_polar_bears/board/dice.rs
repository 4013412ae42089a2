//! The red die. The blue die shows the number of an Ice Tile.

use polynya_engine::word;

/// Faces of the red die. PRINTED.
pub const FACES: u8 = 6;

word! {
    /// What the red die shows, from 1 to 6.
    pub struct Pips from 1 to FACES, "a number from 1 to 6"
}
