//! A position with the steps that led to it.

use std::fmt;
use std::str::FromStr;

use crate::game::{BadWords, Clause, Game, Turn};
use crate::record::Score;
use crate::refusal::{Refusal, TableRule};
use crate::seat::{Seat, SeatSet};

/// One step of a match: what a seat did or what chance decided.
pub enum Step<G: Game> {
    /// A seat acted.
    Play(Seat, G::Action),
    /// Dice or a deck decided.
    Chance(G::Chance),
}

/// The line that was played: where it began, its steps, and where it stands. Undone steps are not in it.
#[derive(Clone)]
pub struct Line<G: Game> {
    options: G::Options,
    seats: u8,
    steps: Vec<Step<G>>,
    draws: u64,
    position: G,
}

impl<G: Game> Line<G> {
    /// A line without steps.
    pub fn new(options: G::Options, seats: u8) -> Result<Line<G>, Refusal> {
        let position =
            G::start(&options, seats).map_err(|rule| Refusal::new(&rule, format!("start with {seats} seats")))?;
        Ok(Line { options, seats, steps: Vec::new(), draws: 0, position })
    }

    /// The options of the match.
    pub fn options(&self) -> &G::Options {
        &self.options
    }

    /// How many seats the table has.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// The steps so far.
    pub fn steps(&self) -> &[Step<G>] {
        &self.steps
    }

    /// Where the line stands.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// How often chance has decided so far: the number of the next draw.
    pub fn draws(&self) -> u64 {
        self.draws
    }

    /// Is the match over?
    pub fn is_over(&self) -> bool {
        self.result().is_some()
    }

    /// How it ended, once it has.
    pub fn result(&self) -> Option<Score> {
        match self.position.turn() {
            Turn::Over(outcome) => Some(Score::new(&outcome, self.seats)),
            Turn::Players(_) | Turn::Chance => None,
        }
    }

    /// Adds a step, if the rules allow it.
    pub fn push(&mut self, step: Step<G>, emit: &mut impl FnMut(G::Event)) -> Result<(), Refusal> {
        match step {
            Step::Play(seat, action) => {
                self.check(seat, action)?;
                self.position.play(seat, action, emit);
            }
            Step::Chance(chance) => {
                self.check_chance(chance)?;
                self.position.settle(chance, emit);
                self.draws += 1;
            }
        }
        self.steps.push(step);
        Ok(())
    }

    /// May this seat do this now?
    pub fn check(&self, seat: Seat, action: G::Action) -> Result<(), Refusal> {
        let tried = Step::<G>::Play(seat, action);
        match self.position.turn() {
            _ if seat.index() >= usize::from(self.seats) => Err(Refusal::new(&TableRule::NoSuchSeat, tried)),
            Turn::Over(_) => Err(Refusal::new(&TableRule::MatchIsOver, tried)),
            Turn::Chance => Err(Refusal::new(&TableRule::ChanceIsNext, tried)),
            Turn::Players(_) => self.position.check(seat, action).map_err(|rule| Refusal {
                clause: rule.number(),
                text: self.position.why(seat, action, &rule),
                tried: tried.to_string(),
            }),
        }
    }

    fn check_chance(&self, chance: G::Chance) -> Result<(), Refusal> {
        let refuse = |rule| Err(Refusal::new(&rule, Step::<G>::Chance(chance)));
        match self.position.turn() {
            Turn::Over(_) => refuse(TableRule::MatchIsOver),
            Turn::Players(_) => refuse(TableRule::NotChance),
            Turn::Chance => {
                let mut possible = false;
                self.position.odds(&mut |each, _| possible |= each == chance);
                if possible { Ok(()) } else { refuse(TableRule::NotPossible) }
            }
        }
    }

    /// Everything that may follow, as words: the legal actions of every seat that may act, or the outcomes of chance.
    /// Ordered by character code.
    pub fn legal(&self) -> Vec<String> {
        let mut words = Vec::new();
        match self.position.turn() {
            Turn::Players(seats) => {
                for seat in seats.iter() {
                    words.extend(
                        self.legal_of(seat).into_iter().map(|action| Step::<G>::Play(seat, action).to_string()),
                    );
                }
            }
            Turn::Chance => self.position.odds(&mut |chance, _| words.push(Step::<G>::Chance(chance).to_string())),
            Turn::Over(_) => {}
        }
        words.sort_unstable();
        words
    }

    /// The legal actions of one seat, ordered by the character codes of their words.
    pub fn legal_of(&self, seat: Seat) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.position.legal(seat, &mut actions);
        actions.sort_by_cached_key(ToString::to_string);
        actions
    }

    /// The seats that may act now.
    pub fn acting(&self) -> SeatSet {
        match self.position.turn() {
            Turn::Players(seats) => seats,
            Turn::Chance | Turn::Over(_) => SeatSet::NONE,
        }
    }

    /// The same match after its first `steps` steps, by replay.
    pub fn prefix(&self, steps: usize) -> Line<G> {
        let mut line = Line::new(self.options.clone(), self.seats).expect("this match has started before");
        for &step in &self.steps[..steps.min(self.steps.len())] {
            line.push(step, &mut |_| {}).expect("this step was played before");
        }
        line
    }
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Step<G> {}

impl<G: Game> PartialEq for Step<G> {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Step::Play(seat, action), Step::Play(other_seat, other)) => seat == other_seat && action == other,
            (Step::Chance(chance), Step::Chance(other)) => chance == other,
            _ => false,
        }
    }
}

impl<G: Game> fmt::Display for Step<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Play(seat, action) => write!(f, "{seat} {action}"),
            Step::Chance(chance) => write!(f, "* {chance}"),
        }
    }
}

impl<G: Game> fmt::Debug for Step<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl<G: Game> FromStr for Step<G> {
    type Err = BadWords;

    fn from_str(text: &str) -> Result<Self, BadWords> {
        let (who, words) = text.split_once(' ').ok_or_else(|| {
            BadWords("a step is `WHO WORDS`: a seat number or `*`, one space, and the words".to_owned())
        })?;
        if who == "*" {
            return Ok(Step::Chance(words.parse()?));
        }
        let seat = who
            .parse()
            .ok()
            .filter(|number: &usize| number.to_string() == who)
            .and_then(Seat::numbered)
            .ok_or_else(|| BadWords(format!("`{}` is neither a seat number nor `*`", excerpt(who))))?;
        Ok(Step::Play(seat, words.parse()?))
    }
}

/// A text from outside as a message may quote it: on one line, and not too long.
pub fn excerpt(text: &str) -> String {
    quote(text, 60)
}

/// As much of a text as a message may hold, on one line.
pub(crate) fn quote(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", text[..end].escape_debug()),
        None => text.escape_debug().to_string(),
    }
}
