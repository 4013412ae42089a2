//! A position as it is written down: what cannot be computed from the rest.

use polynya_engine::contents::Boxed;
use polynya_engine::{MAX_SEATS, ParseError, SeatSet};
use serde::{Deserialize, Serialize};

use super::action::{Face, Pool};
use super::contents::Printed;
use super::map::Map;
use super::{Phase, PolarRoller, Sheet};

/// The written form of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// Rounds that are over.
    rounds: u8,
    phase: Phase,
    face: Option<Face>,
    waiting: SeatSet,
    /// One for each seat.
    sheets: Vec<Sheet>,
    /// What is printed in the box, where it is not what was proposed.
    #[serde(rename = "box", default)]
    contents: Boxed<Printed>,
}

impl From<PolarRoller> for Written {
    fn from(position: PolarRoller) -> Written {
        Written {
            rounds: position.rounds,
            phase: position.phase,
            face: position.face,
            waiting: position.waiting,
            sheets: position.sheets[..usize::from(position.seats)].to_vec(),
            contents: position.contents,
        }
    }
}

impl TryFrom<Written> for PolarRoller {
    type Error = ParseError;

    fn try_from(written: Written) -> Result<PolarRoller, ParseError> {
        if written.sheets.len() > MAX_SEATS {
            return Err(ParseError("there are more sheets than seats".to_owned()));
        }
        let map = Map::of(written.contents);
        let mut sheets = [Sheet::new(map); MAX_SEATS];
        for (sheet, given) in sheets.iter_mut().zip(&written.sheets) {
            let (reached, open) = (map.reached_from(given.penguins), Pool::touching(given.melted));
            *sheet = Sheet { map, reached, open, ..*given };
        }
        Ok(PolarRoller {
            contents: written.contents,
            sheets,
            seats: written.sheets.len() as u8,
            rounds: written.rounds,
            phase: written.phase,
            face: written.face,
            waiting: written.waiting,
        })
    }
}
