//! Rewards for progress, by choice: how much each point of a gauge is worth.

use polynya_engine::{Game, Gauge, PerSeat, Seat};

/// Weights of gauges, in the order in which the game shows them.
#[derive(Clone, PartialEq, Debug)]
pub struct Shaping(Vec<(String, f32)>);

impl Shaping {
    /// Returns these weights, if the game has gauges of these names.
    pub fn new<G: Game>(start: &G, weights: Vec<(String, f32)>) -> Result<Shaping, String> {
        let mut names = Vec::new();
        start.gauges(&mut |gauge| {
            if !names.contains(&gauge.name) {
                names.push(gauge.name);
            }
        });
        for (name, weight) in &weights {
            if !names.contains(&name.as_str()) {
                let listed = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
                return Err(format!("there is no gauge `{name}`; the gauges of {} are {listed}", G::ID));
            }
            if !weight.is_finite() {
                return Err(format!("the weight of `{name}` is {weight}; it must be a finite number"));
            }
        }
        Ok(Shaping(weights))
    }

    /// Returns the weights.
    pub fn weights(&self) -> &[(String, f32)] {
        &self.0
    }

    /// Is nothing weighed?
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns what the gauges of a position are worth to each seat: those of its own, and those of the team.
    pub fn potential<G: Game>(&self, position: &G, seats: u8) -> PerSeat<f32> {
        let mut worth = PerSeat::default();
        if self.is_empty() {
            return worth;
        }
        position.gauges(&mut |Gauge { name, seat, value, .. }| {
            let Some((_, weight)) = self.0.iter().find(|(known, _)| known == name) else { return };
            let value = weight * value as f32;
            match seat {
                Some(seat) => worth[seat] += value,
                None => Seat::all(seats).for_each(|seat| worth[seat] += value),
            }
        });
        worth
    }
}
