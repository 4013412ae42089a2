//! What a step or a plan leads to, in words: warnings before it, and what hints say of it.

use polynya_engine::{Followed, Game, Seat, Warning, capitalised, listed, plural};

use super::action::Action;
use super::board::{self, Ability, Hex, TILE_ROOM, Tile};
use super::event::Event;
use super::legal::kinds;
use super::{Awaiting, RescuePolarBears, Ship};

impl RescuePolarBears {
    /// What an action costs or brings, where that is not seen at once.
    pub(super) fn warn(&self, action: Action) -> Option<Warning> {
        match action {
            Action::Break(hex) | Action::Remove(hex) => self.warn_of_breaking(hex, action),
            Action::Sail(hex) if self.sea.data.contains(hex) => {
                let asked = self.setup.rulings.collect_by_choice && !self.sea.support.contains(hex);
                Some(Warning::harmless(if asked { "can collect the data" } else { "collects the data" }))
            }
            Action::Sail(hex) if self.sea.support.contains(hex) => Some(Warning::harmless("brings a Support Card")),
            Action::Upgrade(ship, slot) => {
                let upgrade = self.setup.pieces().hull(ship).upgrades[slot as usize];
                Some(Warning::harmless(upgrade.effect()))
            }
            Action::Unload => {
                let bears = plural(self.fleet.ship().aboard.total(), "bear");
                Some(Warning::harmless(format!("{bears} to safety")))
            }
            Action::End if self.turn.left > 0 => {
                Some(Warning::harmless(format!("gives up {}", plural(self.turn.left, "action"))))
            }
            Action::Decline if self.awaiting == Awaiting::Board => Some(self.warn_of_sinking(self.in_peril().total())),
            _ => None,
        }
    }

    fn warn_of_breaking(&self, hex: Hex, action: Action) -> Option<Warning> {
        let Some(Tile::Ice(number)) = self.sea.tile(hex) else { return None };
        let cools_more = matches!(action, Action::Break(_)) && self.fleet.ship().can(Ability::CoolsMore);
        let degrees = if cools_more { board::WHITE_WAVE_COOLS } else { board::BREAKING_COOLS }.min(self.temperature);
        let mut parts = vec![format!("-{}", plural(degrees, "degree"))];
        let bears = self.sea.bears_on(hex).total();
        let refuges = self.sea.refuges(hex);
        let room: u8 = refuges.iter().map(|ice| TILE_ROOM - self.sea.bears_on(ice).total()).sum();
        let aboard = self.room_of_catcher(hex);
        let sinking = bears.saturating_sub(room + aboard);
        let fleeing = bears.min(room);
        if fleeing > 0 {
            let places: Vec<String> = refuges.iter().map(|ice| ice.to_string()).collect();
            let flee = if fleeing == 1 { "flees" } else { "flee" };
            parts.push(format!("{} {flee} to {}", plural(fleeing, "bear"), listed(&places).replace(" and ", " or ")));
        }
        if aboard > 0 && bears > room {
            parts.push(format!("{} can take bears aboard", self.rescuer_in_words()));
        }
        if self.alert == Some(number) {
            parts.push("a new alert comes up".to_owned());
        }
        if sinking == 0 {
            return Some(Warning::harmless(parts.join(", ")));
        }
        let sunk = self.warn_of_sinking(sinking);
        Some(Warning { text: format!("{}, {}", parts.join(", "), sunk.text), ..sunk })
    }

    /// How many bears a ship can take aboard that would sink here.
    pub(super) fn room_of_catcher(&self, hex: Hex) -> u8 {
        let ships = self.fleet.ships().iter();
        let catcher = ships.filter(|ship| ship.can(Ability::Catches) && hex.neighbours().contains(ship.hex));
        catcher.map(Ship::room).sum()
    }

    /// What it costs when so many bears have no room.
    pub(super) fn warn_of_sinking(&self, sinking: u8) -> Warning {
        let (bears, have) = (plural(sinking, "bear"), if sinking == 1 { "has" } else { "have" });
        let helicopters = self.helicopters.ready;
        if sinking > helicopters {
            return Warning::slip(format!("{bears} {have} no room and too few helicopters come: the match is lost"));
        }
        Warning::cost(format!("{bears} {have} no room: {} of {helicopters}", plural(sinking, "helicopter")))
    }

    /// The only answer to a question; or a flight to the only ice that has room for all.
    pub(super) fn forced_answer(&self, seat: Seat) -> Option<Action> {
        if matches!(self.awaiting, Awaiting::Act | Awaiting::Over) {
            return None;
        }
        let mut actions = Vec::new();
        self.legal(seat, &mut actions);
        let first = actions.first().copied()?;
        match (self.awaiting, actions.len()) {
            (_, 1) if !matches!(first, Action::Decline | Action::Enough | Action::Use) => Some(first),
            (Awaiting::Flee, kinds_left) => {
                let (bears, refuges) = (self.in_peril(), self.refuges());
                let only = refuges.iter().next().filter(|_| refuges.len() == 1)?;
                let fits = self.sea.bears_on(only).total() + bears.total() <= TILE_ROOM;
                (fits && kinds_left == kinds(bears).count()).then_some(first)
            }
            _ => None,
        }
    }

    /// A plan in few parts.
    pub(super) fn outlined(plan: &[Action], label: impl Fn(Action) -> String) -> Vec<String> {
        let part = |&action: &Action| match action {
            Action::Upgrade(ship, slot) => format!("upgrade {slot} for {}", ship.spoken()),
            Action::Unload => "unload".to_owned(),
            action => label(action),
        };
        plan.iter().map(part).collect()
    }

    /// What a plan collects, saves and cools.
    pub(super) fn brought(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        let Followed { events, after, .. } = Followed::plan(self, seat, plan);
        let (mut data, mut safe, mut aboard, mut cooled) = (false, 0, 0, false);
        let mut sunk = 0;
        for event in events {
            match event {
                Event::Collected { .. } => data = true,
                Event::Unloaded { bears, .. } => safe += bears.total(),
                Event::Lifted { .. } => safe += 1,
                Event::Loaded { .. } | Event::Boarded { .. } => aboard += 1,
                Event::Sank { bears, .. } => sunk += bears.total(),
                Event::Cooled { .. } => cooled = true,
                _ => {}
            }
        }
        let mut parts = Vec::new();
        if data {
            parts.push(format!("collects data: {} of {}", after.collected, self.target()));
        }
        if safe > 0 {
            parts.push(format!("brings {} to safety", plural(safe, "bear")));
        }
        if cooled {
            parts.push(format!("cools the sea to {}", plural(after.temperature, "degree")));
        }
        if parts.is_empty() && aboard > 0 && sunk == 0 {
            parts.push(format!("takes {} off the ice", plural(aboard, "bear")));
        }
        parts.truncate(2);
        (!parts.is_empty()).then(|| format!("{}.", capitalised(&listed(&parts))))
    }
}
