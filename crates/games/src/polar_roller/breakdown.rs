//! How the points of a sheet come about, in words.

use std::fmt;

use polynya_engine::{listed, plural};

use super::board::{BEAR_POINTS, COLONY_POINTS, Colony};
use super::words::spelled;
use super::{Ground, Score, Sheet};

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = spelled(self.parts().into_iter().map(|(name, points)| format!("{name} {points}")));
        write!(f, "{}: {parts}", self.total())
    }
}

impl Sheet {
    /// Returns how the points come about: the lines of the scoring section, and the total.
    pub fn breakdown(&self) -> Vec<String> {
        let score = self.score();
        let pods: Vec<String> = (self.pods())
            .map(|group| format!("{} around {}", spelled(group.orcas.iter()), plural(group.glaciers.len(), "glacier")))
            .collect();
        let colonies: Vec<String> = (self.connections())
            .map(|network| {
                let names: Vec<&str> = network.colonies().map(Colony::word).collect();
                format!("{} for {}", COLONY_POINTS[names.len()], listed(&names))
            })
            .collect();
        let grounds: Vec<String> = self.grounds().map(Ground::in_words).collect();
        let (caught, eaten) = (self.fish_caught(), self.fish_eaten);
        let line = |points: i16, what: &str, how: String| format!("{what}: {} ({how}).", plural(points, "point"));
        let or = |words: &[String], none: &str| if words.is_empty() { none.to_owned() } else { words.join("; ") };
        vec![
            line(score.penguin_points(), "Penguins", format!("{} at 1", score.penguins)),
            line(score.colony_points(), "Colonies", or(&colonies, "none connected")),
            line(score.orca_points(), "Orcas", format!("{} at 1", score.orcas)),
            line(score.pod_points(), "Pods", or(&pods, "none").replace(", ", "+")),
            line(score.bear_points(), "Bears", format!("{} at {BEAR_POINTS}", score.bears)),
            line(score.ground_points(), "Hunting grounds", or(&grounds, "none")),
            line(score.fish_points(), "Fish", format!("{caught} caught, {eaten} eaten")),
            format!("Total: {}.", plural(score.total(), "point")),
        ]
    }
}

impl Ground {
    fn in_words(self) -> String {
        let bears: Vec<String> = self.bears.iter().map(|bear| bear.to_string()).collect();
        let (size, bears) = (plural(self.glaciers.len(), "glacier"), listed(&bears));
        match self.bears.len() {
            1 => format!("{} for the bear on {bears} with {size}", self.points()),
            _ => format!("0 for the bears on {bears}, who share {size}"),
        }
    }
}
