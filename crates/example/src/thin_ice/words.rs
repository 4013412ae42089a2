//! Everything that is said to people.

use polynya_engine::{Describe, Prompt, Seat};

use super::action::Action;
use super::rules::Event;
use super::{Options, Roll, ThinIce};

const NAMES: [&str; 4] = ["Harp", "Hood", "Ringed", "Bearded"];

fn fish(count: u8) -> String {
    format!("{count} fish")
}

impl Describe for ThinIce {
    fn name(&self, seat: Seat) -> String {
        NAMES.get(seat.index()).copied().unwrap_or("Nobody").to_owned()
    }

    fn label(Action::Eat(count): Action) -> String {
        format!("Eat {}", fish(count.get()))
    }

    fn tell(&self, event: &Event) -> String {
        match *event {
            Event::Rolled { seat, fish: count } => format!("{} may eat up to {}.", self.name(seat), fish(count)),
            Event::Ate { seat, fish: count, left: 0 } => {
                format!("{} eats the last {} and wins.", self.name(seat), fish(count))
            }
            Event::Ate { seat, fish: count, left } => {
                format!("{} eats {}; {left} are left.", self.name(seat), fish(count))
            }
        }
    }

    fn describe(&self) -> String {
        let name = self.name(self.seat);
        let status = match (self.fish, self.die) {
            (0, _) => format!("Over: {name} ate the last fish."),
            (_, None) => format!("Turn {}: the die of {name} falls.", self.turns + 1),
            (_, Some(roll)) => format!("Turn {}: {name} may eat up to {}.", self.turns + 1, fish(roll.get())),
        };
        format!("{status}\n{} under the ice.", fish(self.fish))
    }

    fn prompt(&self, _: Option<Seat>) -> Prompt {
        match (self.fish, self.die) {
            (0, _) => Prompt::new(format!("{} wins.", self.name(self.seat)), "3.1"),
            (_, die) => Prompt::new(format!("Eat up to {}.", fish(die.map_or(0, Roll::get))), "2.2"),
        }
    }

    fn highlights(options: &Options) -> Vec<String> {
        if *options == Options::default() { Vec::new() } else { vec![fish(options.fish)] }
    }
}
