//! What can be known in advance: how far penguins have come, whom the bears can walk to, what holds the ice.

use polynya_engine::Seat;

use super::action::{Action, Place};
use super::board::{CellSet, Edition, Variant};
use super::{Floes, PENGUINS, Penguin};

/// A penguin that a bear can walk to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Threat {
    /// The steps from floe to floe.
    pub steps: u8,
    /// Whose penguin it is.
    pub seat: Seat,
    /// The floe on which it stands.
    pub floe: Place,
}

impl<E: Edition> Floes<E> {
    /// Returns the rows that a penguin has before it when it starts: to the pole, or to the pole and back.
    pub fn journey(&self) -> u8 {
        let out = self.height() + 1;
        if self.variants().contains(Variant::HomesickPenguins) { 2 * out } else { out }
    }

    /// Returns how many rows of its journey each penguin of a seat has behind it, the last one first.
    pub fn progress(&self, seat: Seat) -> [u8; PENGUINS] {
        let mut rows = self.penguins[seat.index()].map(|penguin| match penguin {
            Penguin::FINISHED => self.journey(),
            penguin => {
                let level = self.level(self.place(penguin.cell()));
                if penguin.homebound() { self.journey() - level } else { level }
            }
        });
        rows.sort_unstable();
        rows
    }

    /// Returns the penguins to which a bear can walk from here as the ice lies, the nearest first; several of one seat
    /// on one floe count once.
    pub fn threats(&self, bear: Place) -> Vec<Threat> {
        let layout = self.layout();
        let mut threats = Vec::new();
        let (mut seen, mut ring) = (CellSet::<E>::NONE, CellSet::<E>::from(self.cell(bear)));
        for steps in 1.. {
            let beside = ring.iter().fold(CellSet::<E>::NONE, |all, cell| all | layout.beside[usize::from(cell)]);
            seen |= ring;
            ring = beside & self.ice & !seen;
            if ring.is_empty() {
                break;
            }
            for seat in Seat::all(self.seats) {
                let mut floes: Vec<u8> = self.penguins[seat.index()].iter().map(|penguin| penguin.cell()).collect();
                floes.retain(|&cell| ring.contains(cell));
                floes.sort_unstable();
                floes.dedup();
                threats.extend(floes.into_iter().map(|cell| Threat { steps, seat, floe: self.place(cell) }));
            }
        }
        threats
    }

    /// Returns the floes that somebody who stands on them keeps from sliding on this roll.
    pub fn held_floes(&self) -> impl Iterator<Item = Place> {
        let held = match self.rolled() {
            None => CellSet::<E>::NONE,
            Some(_) if self.is_bear_roll() => self.crowded(),
            Some(_) => self.bear_cells(),
        };
        (held & self.ice & !self.layout().equator).iter().map(|cell| self.place(cell)).collect::<Vec<_>>().into_iter()
    }

    /// Returns the seats whose penguins an action sends back to the start shore, one for each penguin.
    pub fn sent_back(&self, action: Action) -> Vec<Seat> {
        match action {
            Action::Hop { to, .. } if to.is_floe() && self.bears().any(|bear| bear == to) => vec![self.seat],
            Action::Bear { to, .. } => {
                let penguins = |seat: Seat| self.penguins(seat).filter(move |&(at, _)| at == to).map(move |_| seat);
                Seat::all(self.seats).flat_map(penguins).collect()
            }
            _ => Vec::new(),
        }
    }
}
