//! What is told after a match.

use polynya_engine::{Fact, Seat, plural};

use super::Floes;
use super::board::{Edition, PENGUINS};
use super::event::Event;

impl<E: Edition> Floes<E> {
    pub(super) fn verdict_on(&self, reader: Option<Seat>) -> String {
        let winners = self.outcome().winners;
        match reader {
            _ if winners.is_empty() => {
                let home = reader.map_or(String::new(), |seat| {
                    format!(" You brought {} of {PENGUINS} home.", self.home_count(seat))
                });
                format!("No winner after {}.{home}", plural(self.turns, "turn"))
            }
            Some(seat) if winners.contains(seat) => {
                format!("All {PENGUINS} of your penguins are home after {}.", plural(self.turns, "turn"))
            }
            Some(seat) => format!("You brought {} of {PENGUINS} home.", self.home_count(seat)),
            None => format!("All {PENGUINS} penguins are home after {}.", plural(self.turns, "turn")),
        }
    }

    pub(super) fn facts_of(&self, seat: Option<Seat>, events: &[Event]) -> Vec<Fact> {
        let Some(seat) = seat else { return Vec::new() };
        let (mut sent, mut swam, mut rolls, mut moves) = (0, 0, 0, 0_u32);
        let mut mover = None;
        for event in events {
            match *event {
                Event::BearStepped { seat, .. } => mover = Some(seat),
                Event::SentHome { seat: hit, count, .. } => {
                    if hit == seat {
                        swam += u32::from(count);
                    } else if mover == Some(seat) {
                        sent += u32::from(count);
                    }
                }
                Event::Swam { seat: own, .. } if own == seat => swam += 1,
                Event::Rolled { seat: own, label } if own == seat => {
                    rolls += 1;
                    moves += u32::from(label.moves());
                }
                _ => {}
            }
        }
        let mean = (10 * moves + rolls / 2).checked_div(rolls).unwrap_or(0);
        vec![
            Fact::new("Penguins home", format!("{} of {PENGUINS}", self.home_count(seat))),
            Fact::new("Swam back to the start", swam),
            Fact::new("Others sent back", sent),
            Fact::new("Moves a roll", format!("{}.{}", mean / 10, mean % 10)),
        ]
    }
}
