//! What is printed in the boxes, as their owners can enter it: the labels of Polar Dare!'s die, and what the pictures of
//! the port show.

use std::array;
use std::fmt::Write as _;

use polynya_engine::contents::{Contents, Faults, Shelf};
use polynya_engine::{excerpt, given};
use serde::{Deserialize, Serialize};

use super::action::{Label, Place};
use super::board::{BANDS, EQUATOR_BEAR, LANES, Layout, PACKS, POLAR_DARE_DIE, Spacing};

/// The deepest band of water for a pack.
const DEEPEST: i64 = 3;

/// What is printed in the box of Polar Dare!. What is left out is as proposed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PolarDarePrinted {
    /// The six labels of the die.
    pub die: Vec<String>,
}

impl Default for PolarDarePrinted {
    fn default() -> PolarDarePrinted {
        PolarDarePrinted { die: POLAR_DARE_DIE.map(|label| label.to_string()).to_vec() }
    }
}

static POLAR_DARE_SHELF: Shelf<PolarDarePrinted> = Shelf::new();

impl Contents for PolarDarePrinted {
    type Derived = [Label; 6];

    fn judge(&self, faults: &mut Faults) {
        let (faces, printed) = (self.die.len(), POLAR_DARE_DIE.len());
        if faces != printed {
            faults.add(&[&"die"], format!("the die has {printed} labels; {}", given(faces)));
        }
        let before = faults.len();
        for (index, word) in self.die.iter().enumerate() {
            match word.parse::<Label>() {
                Ok(Label::B4) => {
                    faults.add(&[&"die", &index], "B4 belongs to a variant of the port; the labels are B3, P2, P3, P4");
                }
                Ok(_) => {}
                Err(_) => {
                    let what = format!("`{}` is no label; they are B3, P2, P3, P4", excerpt(word));
                    faults.add(&[&"die", &index], what);
                }
            }
        }
        let penguins = self.die.iter().any(|word| word.starts_with('P'));
        if faults.len() == before && !penguins {
            faults.add(&[&"die"], "no label is a P, so no penguin could ever move");
        }
    }

    fn derive(&self) -> [Label; 6] {
        array::from_fn(|face| self.die.get(face).and_then(|word| word.parse().ok()).unwrap_or(POLAR_DARE_DIE[face]))
    }

    fn shelf() -> &'static Shelf<PolarDarePrinted> {
        &POLAR_DARE_SHELF
    }

    fn template() -> String {
        let labels = PolarDarePrinted::default().die.join("\", \"");
        format!(
            "# Polar Dare!: what is printed on the labels of the die.\n\
             # The rule book shows them only in a picture that is missing. Put in what your die shows.\n\
             # Nothing else can be changed: 16 floes with two positions each, all of them back at the beginning, are PRINTED, and\n\
             # that they lie in four rows of four is REPORTED.\n\
             game = \"polar-dare\"\n\n\
             # The six labels: P2, P3, P4 move penguins, B3 moves the bear. PRINTED is that each of these four exists; how\n\
             # often is PROPOSED, as the port prints it. A table may still agree on six others with the option `die`.\n\
             die = [\"{labels}\"]\n"
        )
    }
}

/// What the pictures of the port show. What is left out is as proposed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PiecepackPrinted {
    /// Rows of water in which packs 1 to 4 slide.
    pub bands: Vec<i64>,
    /// The floe of the Equator on which bear 1 of Mega Ice Age begins, as it is called with four packs.
    pub equator_bear: String,
}

impl Default for PiecepackPrinted {
    fn default() -> PiecepackPrinted {
        PiecepackPrinted {
            bands: BANDS.map(i64::from).to_vec(),
            equator_bear: Place(EQUATOR + EQUATOR_BEAR).to_string(),
        }
    }
}

/// The first floe of the Equator where there are four packs on each side.
const EQUATOR: u8 = PACKS as u8 * LANES;

static PIECEPACK_SHELF: Shelf<PiecepackPrinted> = Shelf::new();

impl PiecepackPrinted {
    /// The floe of the Equator, counted from the south-west.
    fn bear(&self) -> Option<u8> {
        let Place(floe) = self.equator_bear.parse().ok()?;
        floe.checked_sub(EQUATOR).filter(|&floe| floe < 2 * LANES)
    }
}

impl Contents for PiecepackPrinted {
    /// The boards of all variants.
    type Derived = [Layout<u128>; 16];

    fn judge(&self, faults: &mut Faults) {
        let count = self.bands.len();
        if count != PACKS {
            faults.add(&[&"bands"], format!("there are {PACKS} packs; bands are given for {count}"));
        }
        for (index, &rows) in self.bands.iter().enumerate() {
            let shallow = i64::from(BANDS[0]);
            if !(shallow..=DEEPEST).contains(&rows) {
                let what = format!("a pack slides over {shallow} to {DEEPEST} rows of tiles; {}", given(rows));
                faults.add(&[&"bands", &index], what);
            }
        }
        if self.bear().is_none() {
            let (bear, first, last) = (excerpt(&self.equator_bear), Place(EQUATOR), Place(EQUATOR + 2 * LANES - 1));
            let what = format!("`{bear}` is no floe of the Equator; they are called {first} to {last}");
            faults.add(&[&"equator_bear"], what);
        }
    }

    fn derive(&self) -> [Layout<u128>; 16] {
        let band = |pack: usize| self.bands.get(pack).and_then(|&rows| rows.try_into().ok()).unwrap_or(BANDS[pack]);
        Layout::boards(Spacing { bands: array::from_fn(band), bear: self.bear().unwrap_or(EQUATOR_BEAR) })
    }

    fn shelf() -> &'static Shelf<PiecepackPrinted> {
        &PIECEPACK_SHELF
    }

    fn template() -> String {
        let PiecepackPrinted { bands, equator_bear } = PiecepackPrinted::default();
        let bands: Vec<String> = bands.iter().map(ToString::to_string).collect();
        let mut text = String::from(
            "# The piecepack port: what its three diagrams show. They are missing; put in what yours show.\n\
             # The die and the tables of Polar Bear Alert are PRINTED and cannot be changed.\n\
             game = \"piecepack-dare\"\n\n\
             # Over how many rows of tiles the packs 1 to 4 slide, between two Lines of Latitude each: 2 or 3. DERIVED from\n\
             # \"evenly spaced\". They begin in the southernmost row, which is PRINTED. With Global Warming the fourth is\n\
             # left out; on the great board of Mega Ice Age there is room for two rows each, whatever stands here.\n",
        );
        let _ = writeln!(text, "bands = [{}]\n", bands.join(", "));
        let _ = writeln!(
            text,
            "# The floe on which bear 1 of Mega Ice Age begins: a5 to d5 in the southern row of the Equator, a6 to d6 in the\n\
             # northern one. PRINTED is only that it is the Equator, the floe is PROPOSED. With Global Warming the Equator\n\
             # lies one row further south, and so does the bear.\nequator_bear = \"{equator_bear}\""
        );
        text
    }
}
