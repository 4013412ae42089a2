//! How much may be asked of a table: by each viewer, by all who sit at it, and by all who watch.

use std::num::NonZeroU32;

use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};

use crate::protocol::Command;
use crate::server::times;

/// What a command costs the table and those who look at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cost {
    /// No more than any message: the connection counts those.
    Nothing,
    /// Something is worked out for the one who asks.
    Question,
    /// Everybody is shown something.
    Talk,
    /// Something is written down, or everybody is told who is there.
    Change,
}

impl Cost {
    /// Returns what a command costs.
    pub fn of(command: &Command) -> Cost {
        match command {
            Command::Submit(_) => Cost::Nothing,
            Command::Draft { .. }
            | Command::Why(_)
            | Command::Plan { .. }
            | Command::Describe
            | Command::Hint { .. } => Cost::Question,
            Command::Say { .. } | Command::Ping { .. } | Command::Propose { .. } => Cost::Talk,
            Command::Sit(_)
            | Command::Luck { .. }
            | Command::Stand { .. }
            | Command::Seat { .. }
            | Command::Seats { .. }
            | Command::First { .. }
            | Command::Begins { .. }
            | Command::Set { .. }
            | Command::Start
            | Command::Undo { .. }
            | Command::Consent { .. }
            | Command::Cover { .. }
            | Command::Back { .. }
            | Command::Link { .. }
            | Command::Admit { .. }
            | Command::Door { .. }
            | Command::Clock { .. }
            | Command::Mute { .. }
            | Command::Remove { .. }
            | Command::Host { .. }
            | Command::Rematch
            | Command::Restart
            | Command::Look { .. } => Cost::Change,
        }
    }
}

/// What may be asked in a while.
pub(super) struct Budget {
    questions: DefaultDirectRateLimiter,
    talk: DefaultDirectRateLimiter,
    changes: DefaultDirectRateLimiter,
}

impl Budget {
    /// Returns what one viewer may ask, if connections may send this many messages a second.
    pub fn of_viewer(rate: NonZeroU32) -> Budget {
        // At one screen somebody may set up twelve seats at once.
        let some = |part: u32| Quota::per_second(share(rate, part)).allow_burst(rate);
        Budget::new(some(4), some(8), some(10))
    }

    fn of_group(rate: NonZeroU32) -> Budget {
        let many = times(rate, 4);
        Budget::new(
            Quota::per_second(times(rate, 2)).allow_burst(many),
            Quota::per_second(rate),
            Quota::per_second(share(rate, 2)).allow_burst(many),
        )
    }

    fn new(questions: Quota, talk: Quota, changes: Quota) -> Budget {
        let [questions, talk, changes] = [questions, talk, changes].map(RateLimiter::direct);
        Budget { questions, talk, changes }
    }

    /// Is there room for this? Then it is taken.
    pub fn allows(&self, cost: Cost) -> bool {
        let limiter = match cost {
            Cost::Nothing => return true,
            Cost::Question => &self.questions,
            Cost::Talk => &self.talk,
            Cost::Change => &self.changes,
        };
        limiter.check().is_ok()
    }
}

/// What all at a table may ask together. Those who watch have a budget of their own: they cannot use up the players'.
pub(super) struct Budgets {
    seated: Budget,
    watching: Budget,
}

impl Budgets {
    /// Returns what may be asked, if connections may send this many messages a second.
    pub fn new(rate: NonZeroU32) -> Budgets {
        Budgets { seated: Budget::of_group(rate), watching: Budget::of_group(rate) }
    }

    /// Returns the budget of those who watch, or of those who play.
    pub fn of(&self, watches: bool) -> &Budget {
        if watches { &self.watching } else { &self.seated }
    }
}

fn share(rate: NonZeroU32, part: u32) -> NonZeroU32 {
    NonZeroU32::new(rate.get() / part).unwrap_or(NonZeroU32::MIN)
}
