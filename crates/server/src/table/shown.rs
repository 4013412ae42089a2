//! What the viewers of a table were last told of its match.

use std::num::NonZeroU64;

use polynya_engine::SeatSet;

use crate::protocol::{Prompt, TakenBack, Update};
use crate::room::{Room, numbers};

/// The match as viewers last saw it.
pub struct Shown {
    awaited: SeatSet,
    turn: u32,
    prompt: Option<Prompt>,
}

impl Shown {
    /// Returns the match as it stands.
    pub fn new(room: &Room) -> Shown {
        Shown { awaited: room.awaited(), turn: room.turn(), prompt: room.prompt(None).map(Prompt::from) }
    }

    /// Advances to where the match stands now, after this many steps; returns what viewers are told.
    pub fn advance(
        &mut self,
        room: &mut Room,
        id: Option<NonZeroU64>,
        back: Option<TakenBack>,
        played: usize,
    ) -> Update {
        let (awaited, turn) = (room.awaited(), room.turn());
        let prompt = room.prompt(None).map(Prompt::from);
        let update = Update {
            n: room.n,
            id,
            back,
            entries: room.last_steps(played),
            view: room.change(),
            awaited: (awaited != self.awaited).then(|| numbers(awaited)),
            turn: (turn != self.turn).then_some(turn),
            prompt: if prompt == self.prompt { None } else { prompt.clone() },
            over: room.over(),
        };
        *self = Shown { awaited, turn, prompt };
        update
    }
}
