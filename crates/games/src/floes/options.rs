//! What a match is played with.

use polynya_engine::contents::Boxed;
use serde::{Deserialize, Serialize};

use super::action::Label;
use super::board::{POLAR_DARE_DIE, Variant, Variants};
use super::contents::{PiecepackPrinted, PolarDarePrinted};

/// The options of Polar Dare!.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PolarDareOptions {
    /// After how many turns of all seats together the match stops without winners.
    pub turn_limit: Option<u64>,
    /// The six labels of the die.
    pub die: [Label; 6],
    /// Does a penguin on the North Pole stay there?
    pub pole_is_final: bool,
    /// What is printed in the box, where somebody has entered it.
    #[serde(rename = "box", skip_serializing_if = "Boxed::is_proposed")]
    pub contents: Boxed<PolarDarePrinted>,
}

impl Default for PolarDareOptions {
    fn default() -> Self {
        PolarDareOptions { turn_limit: None, die: POLAR_DARE_DIE, pole_is_final: true, contents: Boxed::default() }
    }
}

impl PolarDareOptions {
    /// Returns the labels of the die: those that the table has agreed on, or else those in the box.
    pub fn labels(&self) -> [Label; 6] {
        let printed = self.contents.derived().filter(|_| self.die == POLAR_DARE_DIE);
        printed.copied().unwrap_or(self.die)
    }
}

/// The options of the piecepack port.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PiecepackOptions {
    /// After how many turns of all seats together the match stops without winners.
    pub turn_limit: Option<u64>,
    /// The bear moves more often.
    pub polar_bear_alert: bool,
    /// Penguins must come back to the South Pole.
    pub homesick_penguins: bool,
    /// One pack of floes less.
    pub global_warming: bool,
    /// Two boards in a row, two dice, two bears.
    pub mega_ice_age: bool,
    /// Floes drift along their whole lane.
    pub pack_ice: bool,
    /// Floes drift sideways too.
    pub deep_freeze: bool,
    /// Does a penguin on the North Pole stay there? With Homesick Penguins: does a homebound one keep off it?
    pub pole_is_final: bool,
    /// What is printed in the box, where somebody has entered it.
    #[serde(rename = "box", skip_serializing_if = "Boxed::is_proposed")]
    pub contents: Boxed<PiecepackPrinted>,
}

impl Default for PiecepackOptions {
    fn default() -> Self {
        PiecepackOptions::combination(0)
    }
}

impl PiecepackOptions {
    /// Returns the variants that are played; Deep Freeze contains Pack Ice.
    pub fn variants(&self) -> Variants {
        let played = |variant: &Variant| match variant {
            Variant::PolarBearAlert => self.polar_bear_alert,
            Variant::HomesickPenguins => self.homesick_penguins,
            Variant::GlobalWarming => self.global_warming,
            Variant::MegaIceAge => self.mega_ice_age,
            Variant::PackIce => self.pack_ice || self.deep_freeze,
            Variant::DeepFreeze => self.deep_freeze,
        };
        Variant::ALL.into_iter().filter(played).collect()
    }

    /// Returns the options with the `number`-th of the 64 combinations of variants.
    pub fn combination(number: u8) -> PiecepackOptions {
        let on = |bit: u8| number >> bit & 1 == 1;
        PiecepackOptions {
            turn_limit: None,
            polar_bear_alert: on(0),
            homesick_penguins: on(1),
            global_warming: on(2),
            mega_ice_age: on(3),
            pack_ice: on(4),
            deep_freeze: on(5),
            pole_is_final: true,
            contents: Boxed::default(),
        }
    }
}
