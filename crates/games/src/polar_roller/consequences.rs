//! What a step or a plan leads to, in words: warnings before it, and what hints say of it.

use polynya_engine::{Followed, Game, Seat, Warning, plural};

use super::PolarRoller;
use super::action::{Action, Loan};
use super::event::Event;
use super::words::article;

impl PolarRoller {
    /// What a drawing or a melt costs at once.
    pub(super) fn warn(&self, seat: Seat, action: Action) -> Option<Warning> {
        match action {
            Action::Melt(_) | Action::Penguin(_) | Action::Orca(_) | Action::Bear(_) => {
                let mut after = self.clone();
                after.play(seat, action, &mut |_| {});
                let lost = self.score(seat).total() - after.score(seat).total();
                (lost > 0).then(|| Warning::cost(format!("costs {}", plural(i32::from(lost), "point"))))
            }
            Action::Take { .. } | Action::Eat(..) | Action::Cross(_) | Action::Done => None,
        }
    }

    /// The only glacier that can melt, or the only number to cross out.
    pub(super) fn forced_answer(&self, seat: Seat) -> Option<Action> {
        let mut actions = Vec::new();
        self.legal(seat, &mut actions);
        match actions[..] {
            [only @ (Action::Melt(_) | Action::Cross(_))] => Some(only),
            _ => None,
        }
    }

    /// A plan in few parts.
    pub(super) fn outlined(&self, seat: Seat, plan: &[Action]) -> Vec<String> {
        let mut parts: Vec<String> = Vec::new();
        for steps in plan.chunk_by(|one, other| matches!((one, other), (Action::Melt(_), Action::Melt(_)))) {
            parts.push(match steps[0] {
                Action::Melt(_) => {
                    let glaciers: Vec<String> =
                        steps.iter().map(|step| step.to_string().replace("melt ", "")).collect();
                    format!("melt {}", glaciers.join(" and "))
                }
                Action::Take { side, die } => match self.lent(seat, Loan { side, die }) {
                    Some(number) => format!("take the {number} ({}) on the {side}", number.animal()),
                    None => format!("take the {} die on the {side}", die.spoken()),
                },
                Action::Penguin(cliff) => format!("penguin on {cliff}"),
                Action::Orca(pool) => format!("orca in {pool}"),
                Action::Bear(glacier) => format!("bear on {glacier}"),
                Action::Eat(from, to) => format!("eat a fish for {}: {from} to {to}", article(to.animal())),
                Action::Cross(number) => format!("cross out the {number}"),
                Action::Done => "done".to_owned(),
            });
        }
        parts
    }

    /// What a plan brings at once: points and fish.
    pub(super) fn brought(&self, seat: Seat, plan: &[Action]) -> Option<String> {
        let Followed { after, events, .. } = Followed::plan(self, seat, plan);
        let gain = after.score(seat).total() - self.score(seat).total();
        let fish = events.iter().filter(|event| matches!(event, Event::Penguin { fish: true, .. })).count();
        let fish = match fish {
            0 => String::new(),
            1 => ", a fish among them".to_owned(),
            count => format!(", {count} fish among them"),
        };
        (gain > 0).then(|| format!("It brings {} at once{fish}.", plural(i32::from(gain), "point")))
    }
}
