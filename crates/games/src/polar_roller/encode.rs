//! A position as it is written down: what cannot be computed from the rest.

use polynya_engine::{MAX_SEATS, ParseError, SeatSet};
use serde::{Deserialize, Serialize};

use super::action::{Cliff, Cliffs, Face, Glaciers, Loan, Number, Pool, Pools};
use super::{Melting, Phase, PolarRoller, Sheet};

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
    sheets: Vec<WrittenSheet>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSheet {
    melted: Glaciers,
    bears: Glaciers,
    penguins: Cliffs,
    orcas: Pools,
    fish_eaten: u8,
    lost: u8,
    dice: Option<[Number; 2]>,
    own: [Option<Number>; 2],
    taken: Option<Loan>,
    borrowed: Option<Number>,
    melting: Melting,
}

impl From<PolarRoller> for Written {
    fn from(position: PolarRoller) -> Written {
        Written {
            rounds: position.rounds,
            phase: position.phase,
            face: position.face,
            waiting: position.waiting,
            sheets: position.sheets[..usize::from(position.seats)].iter().map(WrittenSheet::from).collect(),
        }
    }
}

impl TryFrom<Written> for PolarRoller {
    type Error = ParseError;

    fn try_from(written: Written) -> Result<PolarRoller, ParseError> {
        if written.sheets.len() > MAX_SEATS {
            return Err(ParseError("there are more sheets than seats".to_owned()));
        }
        let mut sheets = [Sheet::new(); MAX_SEATS];
        for (sheet, given) in sheets.iter_mut().zip(&written.sheets) {
            *sheet = given.into();
        }
        Ok(PolarRoller {
            sheets,
            seats: written.sheets.len() as u8,
            rounds: written.rounds,
            phase: written.phase,
            face: written.face,
            waiting: written.waiting,
        })
    }
}

impl From<&Sheet> for WrittenSheet {
    fn from(sheet: &Sheet) -> WrittenSheet {
        WrittenSheet {
            melted: sheet.melted,
            bears: sheet.bears,
            penguins: sheet.penguins,
            orcas: sheet.orcas,
            fish_eaten: sheet.fish_eaten,
            lost: sheet.lost,
            dice: sheet.dice,
            own: sheet.own,
            taken: sheet.taken,
            borrowed: sheet.borrowed,
            melting: sheet.melting,
        }
    }
}

impl From<&WrittenSheet> for Sheet {
    fn from(written: &WrittenSheet) -> Sheet {
        Sheet {
            melted: written.melted,
            bears: written.bears,
            penguins: written.penguins,
            reached: Cliff::reached_from(written.penguins),
            orcas: written.orcas,
            open: Pool::touching(written.melted),
            fish_eaten: written.fish_eaten,
            lost: written.lost,
            dice: written.dice,
            own: written.own,
            taken: written.taken,
            borrowed: written.borrowed,
            melting: written.melting,
        }
    }
}
