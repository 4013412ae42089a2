//! Many matches between bots, each with a seed of its own.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use polynya_catalog::{CatalogError, ChosenBot, Listing, Mate, Networks, Player, Visitor, headless, visit};
use polynya_engine::{Complete, Game, Line, Record, Score, Seat, SeatSet, Seed, Table, Turn};

use crate::measures::facts::{Facts, Look, facts};
use crate::measures::luck::Split;

/// A series of matches between bots. Every match depends on its number alone, so they can be played in any order.
pub trait Series: Sync + Send {
    /// Plays match `number`; it is left unfinished after `most` steps.
    fn play(&self, number: u64, most: usize, keep: Keep) -> Played;
}

/// What is kept of a match beside how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Keep {
    /// Its record.
    pub record: bool,
    /// How long each choice took.
    pub times: bool,
    /// What can be counted in it.
    pub facts: bool,
    /// What luck and skill did in it, if it comes to its end.
    pub split: bool,
}

impl Keep {
    /// Keeps the record.
    pub const RECORD: Keep = Keep { record: true, times: false, facts: false, split: false };
}

/// One match of a series.
#[derive(Clone, Debug)]
pub struct Played {
    /// How it ended; `None` if it was left.
    pub result: Option<Score>,
    /// Its turns, or rounds.
    pub turns: u32,
    /// Its steps, chance included.
    pub steps: usize,
    /// Its record with its players as a line of JSON, if it was asked for.
    pub record: Option<String>,
    /// How long each choice took and whose it was, if that was asked for.
    pub times: Vec<(Seat, Duration)>,
    /// What can be counted in it, if that was asked for.
    pub facts: Option<Facts>,
    /// What luck and skill did in it, if that was asked for and it came to its end.
    pub split: Option<Split>,
}

/// Prepares a series of matches of a game, with one bot for all seats or one for each.
pub fn series(
    game: &str,
    options: &str,
    seats: u8,
    bots: &[&str],
    seed: Seed,
) -> Result<Box<dyn Series>, CatalogError> {
    series_with(game, options, seats, bots, seed, &Networks::new())
}

/// Does so with bots that may carry these networks.
pub fn series_with(
    game: &str,
    options: &str,
    seats: u8,
    bots: &[&str],
    seed: Seed,
    networks: &Networks,
) -> Result<Box<dyn Series>, CatalogError> {
    visit(game, Prepare { options, seats, bots, seed, networks })?
}

struct Prepare<'a> {
    options: &'a str,
    seats: u8,
    bots: &'a [&'a str],
    seed: Seed,
    networks: &'a Networks,
}

impl Visitor for Prepare<'_> {
    type Out = Result<Box<dyn Series>, CatalogError>;

    fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out {
        let line = listing.line(self.options, self.seats)?;
        let bots = listing.team_with(self.bots, self.seats, self.networks)?;
        let seated = |seat: usize| self.bots[if self.bots.len() == 1 { 0 } else { seat }].to_owned();
        let names = (0..bots.len()).map(seated).collect();
        Ok(Box::new(TypedSeries { listing, line, bots, names, seed: self.seed }))
    }
}

struct TypedSeries<G: Game> {
    listing: &'static Listing<G>,
    line: Line<G>,
    bots: Vec<ChosenBot<G>>,
    /// Their names, as they were chosen.
    names: Vec<String>,
    seed: Seed,
}

impl<G: Complete> Series for TypedSeries<G> {
    fn play(&self, number: u64, most: usize, keep: Keep) -> Played {
        let seed = self.seed.nth(number);
        let mut table = Table::resume(self.line.clone(), seed);
        // What bots use to break ties tells nothing about the dice: it is behind a hash.
        let mut players: Vec<Player<G>> = (self.bots.iter().enumerate())
            .map(|(seat, bot)| Player::new(bot.make(), seed.mix([b"bot".as_slice(), &[seat as u8]])))
            .collect();
        let mut times = Vec::new();
        // Where all are bots, the first seat that the table waits for acts, unless another one interjects.
        while let Some(awaited) = table.position().awaited().first() {
            if table.line().steps().len() >= most {
                break;
            }
            let asked = keep.times.then(Instant::now);
            let position = table.position();
            let interjection = others(position).iter().find_map(|seat| {
                let action = players[seat.index()].interject(position, seat, Mate::Bot)?;
                Some((seat, action))
            });
            let (seat, action) =
                interjection.unwrap_or_else(|| (awaited, players[awaited.index()].act(position, awaited)));
            times.extend(asked.map(|asked| (seat, asked.elapsed())));
            table.advance(seat, action).expect("bots do what is legal");
        }
        let line = table.line();
        Played {
            result: line.result(),
            turns: line.position().turns(),
            steps: line.steps().len(),
            record: keep.record.then(|| {
                let mut record = table.record();
                record.players = Some(self.names.clone());
                record.write()
            }),
            times,
            facts: keep.facts.then(|| self.facts(line)),
            split: (keep.split && line.is_over()).then(|| self.split(line)),
        }
    }
}

impl<G: Complete> TypedSeries<G> {
    /// Looks at a match once it is played, so that nothing is looked at while nobody asks.
    fn facts(&self, line: &Line<G>) -> Facts {
        let look = Look { seats: line.seats(), simultaneous: self.listing.info.simultaneous };
        facts(self.line.position(), line.steps(), look)
    }

    fn split(&self, line: &Line<G>) -> Split {
        let game = headless().get(G::ID).expect("the game is in the list");
        let analysis = game.analyse(&Record::of(line, None), &mut |_| ControlFlow::Continue(()));
        Split::of(&analysis.expect("the match was played by the rules").expect("nobody stopped it"))
    }
}

/// Returns the seats that may act although the table does not wait for them.
fn others<G: Game>(position: &G) -> SeatSet {
    match position.turn() {
        Turn::Players(seats) => seats.difference(position.awaited()),
        Turn::Chance | Turn::Over(_) => SeatSet::NONE,
    }
}
