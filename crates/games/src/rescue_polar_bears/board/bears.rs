//! The polar bears.

use polynya_engine::words;
use serde::{Deserialize, Serialize};

/// All figures. PRINTED.
pub const FIGURES: u8 = 45;
/// The figures that no Ice Tile begins with: the supply at the start. PRINTED. With the bears on the Ice Tiles it decides
/// how many figures there are of each kind: as PROPOSED 10 males, 15 females and 20 cubs.
pub const SPARE_FIGURES: Bears = Bears { males: 1, females: 2, cubs: 4 };
/// Bears that an Ice Tile can hold. PRINTED.
pub const TILE_ROOM: u8 = 3;
/// Cubs of one birth. PRINTED.
pub const LITTER: u8 = 2;

words! {
    /// A polar bear.
    pub enum Bear: "a bear" {
        /// An adult male.
        Male = "m" as "male",
        /// An adult female.
        Female = "f" as "female",
        /// A cub.
        Cub = "c" as "cub",
    }
}

impl Bear {
    /// The kinds that a cub can grow into.
    pub const ADULTS: [Bear; 2] = [Bear::Male, Bear::Female];
}

/// A number of bears of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Bears {
    /// Adult males.
    pub males: u8,
    /// Adult females.
    pub females: u8,
    /// Cubs.
    pub cubs: u8,
}

impl Bears {
    /// Nobody.
    pub const NONE: Bears = Bears { males: 0, females: 0, cubs: 0 };

    /// Are there enough figures for them?
    pub(in super::super) fn exist(self) -> bool {
        Bear::ALL.into_iter().all(|bear| self.of(bear) <= FIGURES)
    }

    /// Returns how many there are of one kind.
    #[inline]
    pub fn of(self, bear: Bear) -> u8 {
        match bear {
            Bear::Male => self.males,
            Bear::Female => self.females,
            Bear::Cub => self.cubs,
        }
    }

    /// Returns how many there are in all.
    #[inline]
    pub fn total(self) -> u8 {
        self.males + self.females + self.cubs
    }

    /// Returns how many adults there are, of either sex.
    #[inline]
    pub fn adults(self) -> u8 {
        self.males + self.females
    }

    #[inline]
    pub(in super::super) fn slot(&mut self, bear: Bear) -> &mut u8 {
        match bear {
            Bear::Male => &mut self.males,
            Bear::Female => &mut self.females,
            Bear::Cub => &mut self.cubs,
        }
    }

    #[inline]
    pub(in super::super) fn add(&mut self, more: Bears) {
        self.males += more.males;
        self.females += more.females;
        self.cubs += more.cubs;
    }

    #[inline]
    pub(in super::super) fn subtract(&mut self, fewer: Bears) {
        self.males -= fewer.males;
        self.females -= fewer.females;
        self.cubs -= fewer.cubs;
    }

    /// One bear passes from here to there.
    #[inline]
    pub(in super::super) fn give(&mut self, bear: Bear, to: &mut Bears) {
        *self.slot(bear) -= 1;
        *to.slot(bear) += 1;
    }
}

words! {
    /// What a cub grows into.
    pub enum Sex: "an adult" {
        /// A male.
        Male = "m",
        /// A female.
        Female = "f",
    }
}

impl From<Sex> for Bear {
    #[inline]
    fn from(sex: Sex) -> Bear {
        Bear::ADULTS[sex as usize]
    }
}
