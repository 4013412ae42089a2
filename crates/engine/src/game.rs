//! What a game is.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::luck::Luck;
use crate::seat::{PerSeat, Seat, SeatSet};

/// The rules of one game, held as a position: a small flat value without history, clock or random source.
///
/// `check` is the rule text as code and the judge. `legal` is its fast twin; conformance compares the two.
/// `play` and `settle` cannot fail: they are given only what `check` and `odds` allow.
pub trait Game: Clone + PartialEq + Debug + Send + Sync + 'static {
    /// The variants of the game, as typed fields; unknown ones are refused.
    type Options: Default + Clone + PartialEq + Debug + Serialize + DeserializeOwned + Send + Sync;
    /// What a seat submits: a few bytes.
    type Action: Wire + Copy;
    /// What dice and decks decide.
    type Chance: Wire + Copy;
    /// What the table sees happen: for the log and for animation.
    type Event: Clone + Debug + Serialize + Send;
    /// The numbered clauses that refusals cite.
    type Rule: Clause;

    /// The game's id in records and on the command line.
    const ID: &'static str;
    /// Raised when an old record would replay differently.
    const VERSION: u16;
    /// How many may play.
    const SEATS: RangeInclusive<u8>;
    /// The size of the fixed numbering of actions.
    const ACTIONS: usize;

    /// The position in which a match begins.
    fn start(options: &Self::Options, seats: u8) -> Result<Self, Self::Rule>;

    /// Who acts now.
    fn turn(&self) -> Turn;

    /// Of the seats that may act now, those the table waits for; the others may interject.
    fn awaited(&self) -> SeatSet {
        match self.turn() {
            Turn::Players(seats) => seats,
            Turn::Chance | Turn::Over(_) => SeatSet::NONE,
        }
    }

    /// May this seat do this now, and if not, by which clause? Asked only while seats act.
    fn check(&self, seat: Seat, action: Self::Action) -> Result<(), Self::Rule>;

    /// Appends everything that `check` allows this seat, each once, in no particular order.
    fn legal(&self, seat: Seat, into: &mut Vec<Self::Action>);

    /// Does what `check` allowed.
    fn play(&mut self, seat: Seat, action: Self::Action, emit: &mut impl FnMut(Self::Event));

    /// What chance can decide now, each once, with its positive weight.
    fn odds(&self, each: &mut impl FnMut(Self::Chance, u32));

    /// A random legal action of this seat, each equally likely; `None` if it has none. `buffer` is scratch room.
    ///
    /// A game may overtake this with something faster than listing them all.
    fn pick(&self, seat: Seat, luck: &mut impl Luck, buffer: &mut Vec<Self::Action>) -> Option<Self::Action> {
        buffer.clear();
        self.legal(seat, buffer);
        match buffer.len() {
            0 => None,
            1 => Some(buffer[0]),
            many => Some(buffer[luck.below(many as u32) as usize]),
        }
    }

    /// One outcome, drawn by `odds`. A game may overtake this with something faster that gives the same outcomes
    /// from the same luck.
    fn draw(&self, luck: &mut impl Luck) -> Self::Chance {
        draw_by_odds(self, luck)
    }

    /// Does what chance decided.
    fn settle(&mut self, chance: Self::Chance, emit: &mut impl FnMut(Self::Event));

    /// The action's place in the fixed numbering, below `ACTIONS`; `None` for words that this game never allows.
    fn index(action: Self::Action) -> Option<usize>;

    /// The action at this place in the numbering.
    fn from_index(index: usize) -> Option<Self::Action>;

    /// What must be true of every position that play can reach; says what is not.
    fn audit(&self) -> Result<(), String>;

    /// How many turns (or rounds, where all seats act together) are over: the length of a match as players count it.
    fn turns(&self) -> u32;

    /// The name by which sentences call a seat: `Red`, `Suns`, `Breeze Dragon`.
    fn name(&self, seat: Seat) -> String;

    /// An action as a button says it and a screen reader speaks it: `Slide a2 north`.
    fn label(action: Self::Action) -> String {
        action.to_string()
    }

    /// One event as a sentence. The position is the one after the event's step.
    fn tell(&self, event: &Self::Event) -> String;

    /// The whole position in words, line by line: the text twin of the board.
    fn describe(&self) -> String;

    /// Why this clause refuses this action here, in one sentence.
    fn why(&self, seat: Seat, action: Self::Action, rule: &Self::Rule) -> String {
        let _ = (seat, action);
        rule.text().to_owned()
    }
}

/// Draws one outcome of chance: a number below the total weight falls into the first outcome, in the order of `odds`,
/// whose weight it does not pass.
pub(crate) fn draw_by_odds<G: Game>(position: &G, luck: &mut impl Luck) -> G::Chance {
    let mut total = 0;
    position.odds(&mut |_, weight| total += weight);
    let mut point = luck.below(total);
    let mut drawn = None;
    position.odds(&mut |chance, weight| {
        if drawn.is_none() {
            match point.checked_sub(weight) {
                Some(rest) => point = rest,
                None => drawn = Some(chance),
            }
        }
    });
    drawn.expect("a draw below the total weight falls on an outcome")
}

/// Who acts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// Any of these seats; what seats do together commutes.
    Players(SeatSet),
    /// Dice or a deck.
    Chance,
    /// Nobody any more.
    Over(Outcome),
}

/// How a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Outcome {
    /// The seats that won; in a co-operative game all or none.
    pub winners: SeatSet,
    /// What each seat scored.
    pub scores: PerSeat<i16>,
}

/// A value with words: `Display` writes the notation, `FromStr` reads exactly what `Display` writes.
pub trait Wire: Eq + Debug + Display + FromStr<Err = BadWords> + Send + Sync + 'static {}

impl<T: Eq + Debug + Display + FromStr<Err = BadWords> + Send + Sync + 'static> Wire for T {}

/// Words that no step of the game could be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadWords(pub String);

impl Display for BadWords {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadWords {}

/// A numbered clause of a game's rule book.
pub trait Clause: Copy + Eq + Debug + Send + Sync + 'static {
    /// All clauses that can refuse something.
    fn all() -> &'static [Self];
    /// Its number in the book, such as `4.2`.
    fn number(&self) -> &'static str;
    /// Its first sentence in the book.
    fn text(&self) -> &'static str;
}

/// Declares the clauses of a game: an enum with a number and a sentence each.
#[macro_export]
macro_rules! clauses {
    ($(#[$meta:meta])* $vis:vis enum $Rule:ident { $($Name:ident = $number:literal $text:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        $vis enum $Rule { $(#[doc = $text] $Name,)+ }

        impl $crate::Clause for $Rule {
            fn all() -> &'static [Self] {
                &[$($Rule::$Name,)+]
            }
            fn number(&self) -> &'static str {
                match self { $($Rule::$Name => $number,)+ }
            }
            fn text(&self) -> &'static str {
                match self { $($Rule::$Name => $text,)+ }
            }
        }
    };
}
