//! What a step or a plan leads to, in words: warnings before it, and what hints say of it.

use polynya_engine::{Followed, Game, Seat, Warning, capitalised, listed};

use super::action::{Action, Place};
use super::board::{Edition, seat_name};
use super::event::Event;
use super::{Floes, Phase};

impl<E: Edition> Floes<E> {
    /// Who swims back by an action.
    pub(super) fn warn(&self, seat: Seat, action: Action) -> Option<Warning> {
        let hits = self.sent_back(action);
        if hits.is_empty() {
            return None;
        }
        let start = Self::spoken(Place::START);
        let mut names: Vec<&str> = hits.iter().map(|&seat| seat_name::<E>(seat)).collect();
        names.dedup();
        let text = match action {
            Action::Hop { .. } => format!("meets the bear and swims back to {start}"),
            _ => format!("sends {} back to {start}", listed(&names)),
        };
        Some(Warning { is_slip: hits.iter().all(|&hit| hit == seat), hits, ..Warning::cost(text) })
    }

    /// Two dice that both move penguins give the same moves in either order.
    pub(super) fn forced_answer(&self, seat: Seat) -> Option<Action> {
        if self.phase != Phase::Order {
            return None;
        }
        let mut dice = Vec::new();
        self.legal(seat, &mut dice);
        let moves_penguins = |action: &Action| matches!(action, Action::Die(label) if !label.is_bear());
        dice.first().copied().filter(|_| dice.len() == 1 || dice.iter().all(moves_penguins))
    }

    /// A plan in few parts: steps of one piece in a row are one way.
    pub(super) fn outlined(plan: &[Action]) -> Vec<String> {
        let spoken = Self::spoken;
        let mut parts: Vec<String> = Vec::new();
        let mut last: Option<Action> = None;
        for &action in plan {
            let goes_on = match (last, action) {
                (Some(Action::Hop { to: here, .. }), Action::Hop { from, .. }) => here == from && here.is_floe(),
                (Some(Action::Bear { bear: one, .. }), Action::Bear { bear: other, .. }) => one == other,
                _ => false,
            };
            match (action, parts.last_mut()) {
                (Action::Hop { to, .. } | Action::Bear { to, .. }, Some(way)) if goes_on => {
                    *way += &format!(" to {}", spoken(to));
                }
                (Action::Hop { from, to, .. }, _) => parts.push(format!("hop {} to {}", spoken(from), spoken(to))),
                (Action::Bear { bear, to }, _) => {
                    let bear = bear.spoken().to_lowercase();
                    parts.push(format!("{} to {}", bear.trim_start_matches("the "), spoken(to)));
                }
                (Action::Slide { floe, to }, _) => parts.push(format!("slide {floe} {}", to.spoken())),
                (Action::Roll, _) => parts.push("roll the die".to_owned()),
                (Action::Die(label), _) => parts.push(format!("use {} first", label.spoken())),
            }
            last = Some(action);
        }
        parts
    }

    /// Whom a plan sends back, and who comes home by it.
    pub(super) fn brought(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        let Followed { events, .. } = Followed::plan(self, seat, plan);
        let mut sent: Vec<&str> = Vec::new();
        let (mut home, mut left, mut turned, mut entered) = (0_u8, 0, 0, 0);
        for event in events {
            match event {
                Event::SentHome { seat: whose, .. } if whose != seat => sent.push(seat_name::<E>(whose)),
                Event::Hopped { to, .. } if to == self.goal() => home += 1,
                Event::Hopped { to: Place::NORTH, home: false, .. } => turned += 1,
                Event::Hopped { from: Place::NORTH, .. } if self.goal() == Place::NORTH => left += 1,
                Event::Hopped { from: Place::START, .. } => entered += 1,
                _ => {}
            }
        }
        sent.dedup();
        let penguins = |count: u8, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("a penguin {one}")),
            count => Some(format!("{count} penguins {many}")),
        };
        let mut parts = Vec::new();
        if !sent.is_empty() {
            parts.push(format!("it sends {} back to {}", listed(&sent), Self::spoken(Place::START)));
        }
        parts.extend(penguins(home.saturating_sub(left), "comes home", "come home"));
        parts.extend(penguins(turned, "turns for home", "turn for home"));
        parts.extend(penguins(left.saturating_sub(home), "leaves the North Pole", "leave the North Pole"));
        if parts.is_empty() {
            parts.extend(penguins(entered, "gets onto the ice", "get onto the ice"));
        }
        parts.truncate(2);
        (!parts.is_empty()).then(|| format!("{}.", capitalised(&listed(&parts))))
    }
}
