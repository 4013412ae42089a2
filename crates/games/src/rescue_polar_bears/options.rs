//! What a match is played with.

use polynya_engine::contents::Boxed;
use polynya_engine::{Game, refuse_if};
use serde::{Deserialize, Serialize};

use super::board;
use super::contents::{Pieces, Printed};
use super::kept::Kept;
use super::{RescuePolarBears, Rule};

/// The options of a match, as a table writes them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RescueOptions {
    /// The temperature at which the match begins.
    pub start_temperature: u64,
    /// Four ice floats lie among the tiles.
    pub rough_road: bool,
    /// Increasing Temperature adds 2 instead of 1.
    pub rapid_warming: bool,
    /// Cubs grow before pairs breed.
    pub growth_first: bool,
    /// How many ships sail; as many as seats if it is not said, two for one seat.
    pub ships: Option<u64>,
    /// After how many turns of ships the match stops without winners.
    pub turn_limit: Option<u64>,
    /// Is a Data Token on open water taken only by whoever says so?
    pub collect_by_choice: bool,
    /// Does a cub that grows up alone on its tile count as a shortage?
    pub lone_cub_counts: bool,
    /// Does heat lose the match even when no Ice Tile is left?
    pub heat_without_ice: bool,
    /// The tiles that stay from the match before.
    pub kept: Kept,
    /// What is printed in the box, where somebody has entered it.
    #[serde(rename = "box", skip_serializing_if = "Boxed::is_proposed")]
    pub contents: Boxed<Printed>,
}

impl Default for RescueOptions {
    fn default() -> Self {
        RescueOptions {
            start_temperature: u64::from(board::BASIC_START),
            rough_road: false,
            rapid_warming: false,
            growth_first: false,
            ships: None,
            turn_limit: None,
            collect_by_choice: false,
            lone_cub_counts: false,
            heat_without_ice: true,
            kept: Kept::default(),
            contents: Boxed::default(),
        }
    }
}

/// Which variants are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variants {
    /// Rough Road Ahead: four ice floats lie among the tiles.
    pub rough_road: bool,
    /// Rapid Warming: Increasing Temperature adds 2 instead of 1.
    pub rapid_warming: bool,
    /// Cubs grow before pairs breed.
    pub growth_first: bool,
}

/// How the rulings stand: where the printed text can be read in two ways.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Rulings {
    /// A Data Token on open water is taken only by whoever says so.
    pub collect_by_choice: bool,
    /// A cub that grows up alone on its tile is a shortage.
    pub lone_cub_counts: bool,
    /// Heat loses the match even when no Ice Tile is left.
    pub heat_without_ice: bool,
}

impl Default for Rulings {
    fn default() -> Rulings {
        Rulings { collect_by_choice: false, lone_cub_counts: false, heat_without_ice: true }
    }
}

/// The options, checked; kept tiles lie on the map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    pub(super) seats: u8,
    pub(super) ships: u8,
    pub(super) start_temperature: u8,
    pub(super) variants: Variants,
    /// After how many turns the match stops, if it does.
    pub(super) limit: Option<u32>,
    /// Left out by whoever wrote positions before they could be chosen.
    #[serde(default)]
    pub(super) rulings: Rulings,
    /// What is printed in the box, where it is not what was proposed.
    #[serde(rename = "box", default)]
    pub(super) contents: Boxed<Printed>,
}

impl Setup {
    /// Reads the options, or returns the clause that forbids them.
    pub(super) fn read(options: &RescueOptions, seats: u8) -> Result<Setup, Rule> {
        refuse_if(!RescuePolarBears::SEATS.contains(&seats), Rule::SeatsOneToFour)?;
        let ships = match options.ships {
            None => seats.max(2),
            Some(ships @ 2..=4) if seats == 1 || ships == u64::from(seats) => ships as u8,
            Some(_) => return Err(Rule::ShipsOfTheTable),
        };
        refuse_if(options.start_temperature > u64::from(board::HOTTEST), Rule::StartTemperature)?;
        let start_temperature = options.start_temperature as u8;
        refuse_if(options.kept.has_floats() && !options.rough_road, Rule::FloatsOfRoughRoad)?;
        refuse_if(options.turn_limit == Some(0), Rule::LimitFromOne)?;
        // Four billion turns are for ever at any table.
        let limit = options.turn_limit.and_then(|turns| u32::try_from(turns).ok());
        let RescueOptions { rough_road, rapid_warming, growth_first, .. } = *options;
        let variants = Variants { rough_road, rapid_warming, growth_first };
        let RescueOptions { collect_by_choice, lone_cub_counts, heat_without_ice, .. } = *options;
        let rulings = Rulings { collect_by_choice, lone_cub_counts, heat_without_ice };
        Ok(Setup { seats, ships, start_temperature, variants, limit, rulings, contents: options.contents })
    }

    /// What is taken out of the box.
    #[inline]
    pub(super) fn pieces(&self) -> &'static Pieces {
        Pieces::of(self.contents)
    }

    /// Ice floats among the tiles.
    #[inline]
    pub(super) fn floats(&self) -> u8 {
        if self.variants.rough_road { board::FLOAT_TILES } else { 0 }
    }
}
