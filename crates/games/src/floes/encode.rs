//! A position as it is written down: what cannot be computed from the rest.

use std::fmt::Debug;

use polynya_engine::contents::Boxed;
use polynya_engine::{Clause, Game, ParseError, Seat};
use serde::{Deserialize, Serialize};

use super::action::{Chance, Label, Place};
use super::board::{CellSet, Edition, LANES, Names, Setup, Variant, Variants};
use super::contents::PiecepackPrinted;
use super::{Floes, PENGUINS, Penguin, Phase};

/// The written form of a position.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    variants: Variants,
    /// The labels of the die; `None` rolls again.
    die: [Option<Label>; 6],
    limit: Option<u32>,
    turns: u32,
    seats: u8,
    seat: Seat,
    phase: Phase,
    rolled: Option<Label>,
    left: u8,
    spare: Option<Label>,
    /// The cell of each floe: its row, counted from the start shore, times four and its lane.
    floes: Vec<u8>,
    /// The places of each seat's penguins, and whether they are homebound.
    penguins: Vec<[(Place, bool); PENGUINS]>,
    bears: [Place; 2],
    /// Left out by whoever wrote positions before it could be chosen.
    #[serde(default = "pole_is_final")]
    pole_is_final: bool,
    /// What is printed in the box of the port, where it is not what was proposed.
    #[serde(rename = "box", default)]
    contents: Boxed<PiecepackPrinted>,
}

fn pole_is_final() -> bool {
    true
}

impl<E: Edition> From<Floes<E>> for Written {
    fn from(position: Floes<E>) -> Written {
        let penguin = |penguin: Penguin| (position.place(penguin.cell()), penguin.homebound());
        let Setup { variants, die, limit, pole_is_final, contents } = position.setup;
        Written {
            variants,
            die: die.map(|face| match face {
                Chance::Label(label) => Some(label),
                Chance::Again => None,
            }),
            limit: (limit != u32::MAX).then_some(limit),
            turns: position.turns,
            seats: position.seats,
            seat: position.seat,
            phase: position.phase,
            rolled: position.die,
            left: position.left,
            spare: position.spare,
            floes: (0..position.layout().rows * LANES).map(|floe| position.cell(Place(floe))).collect(),
            penguins: position.penguins[..usize::from(position.seats)].iter().map(|own| own.map(penguin)).collect(),
            bears: position.bears.map(|cell| position.place(cell)),
            pole_is_final,
            contents,
        }
    }
}

impl<E: Edition> TryFrom<Written> for Floes<E> {
    type Error = ParseError;

    fn try_from(written: Written) -> Result<Floes<E>, ParseError> {
        let wrong = |what: &str| ParseError(what.to_owned());
        if !Self::SEATS.contains(&written.seats) || written.seat.index() >= usize::from(written.seats) {
            return Err(wrong("no such seat"));
        }
        if E::VARIANTS.is_some_and(|variants| variants != written.variants) {
            return Err(wrong("this game has no variants"));
        }
        let labels: Vec<Label> = written.die.into_iter().flatten().collect();
        let final_faces = if written.variants.contains(Variant::PolarBearAlert) { 5 } else { 6 };
        if labels.len() != final_faces {
            return Err(wrong("another number of faces rolls again"));
        }
        let setup = Setup::new(written.variants, &labels, written.limit.map(u64::from), written.pole_is_final)
            .map_err(|rule| ParseError(rule.text().to_owned()))?;
        if E::VARIANTS.is_some() && !written.contents.is_proposed() {
            return Err(wrong("this game has no such box"));
        }
        let setup = Setup { contents: written.contents, ..setup };
        let layout = E::layout(setup.variants, setup.contents);
        if written.floes.len() != usize::from(layout.rows * LANES) {
            return Err(wrong("the board has another number of floes"));
        }
        let mut ice = CellSet::<E>::NONE;
        for &cell in &written.floes {
            if !(LANES..layout.north).contains(&cell) || ice.contains(cell) {
                return Err(wrong("a floe lies outside the water or on another"));
            }
            ice.insert(cell);
        }
        let names = E::Names::laid(layout, &written.floes).ok_or_else(|| wrong("a floe lies outside its square"))?;
        let mut position = Floes {
            ice,
            crowd: [CellSet::<E>::NONE; 2],
            names,
            penguins: [[Penguin::WAITING; PENGUINS]; 4],
            bears: layout.bears,
            setup,
            seats: written.seats,
            seat: written.seat,
            phase: written.phase,
            die: written.rolled,
            left: written.left,
            spare: written.spare,
            turns: written.turns,
        };
        position.settle_pieces(&written.penguins, written.bears)?;
        Ok(position)
    }
}

impl<E: Edition> Floes<E> {
    fn settle_pieces(&mut self, penguins: &[[(Place, bool); PENGUINS]], bears: [Place; 2]) -> Result<(), ParseError> {
        let places = penguins.iter().flatten().map(|&(place, _)| place).chain(bears);
        if penguins.len() != usize::from(self.seats) || places.clone().any(|place| !self.has_place(place)) {
            return Err(ParseError("a piece stands on a place that the board does not have".to_owned()));
        }
        self.bears = bears.map(|place| self.cell(place));
        for (seat, own) in penguins.iter().enumerate() {
            for (index, &(place, homebound)) in own.iter().enumerate() {
                let cell = self.cell(place);
                self.penguins[seat][index] = Penguin::at(cell, homebound);
                let full = self.full().contains(cell);
                if place.is_floe() && full {
                    return Err(ParseError(format!("{place} carries too many penguins")));
                } else if place.is_floe() {
                    self.enter(CellSet::<E>::from(cell));
                }
            }
            self.penguins[seat].sort();
        }
        Ok(())
    }
}
