//! What a table is: the fold of its entries. No socket, no clock, no store.
//!
//! [`Room::decide`] judges a wish and yields an entry; [`Room::apply`] is the only function that changes anything. Live
//! play, loading, taking back and importing are the same fold.

mod chair;
mod decide;
mod entry;
mod forget;
mod hosting;
mod log;
mod luck;
mod replay;
mod restore;
mod seating;
mod undo;
mod veil;

use std::collections::VecDeque;
use std::num::NonZeroU64;
use std::sync::OnceLock;

use polynya_catalog::{Ahead, AnyGame, CatalogError, Games, LogEntry, Spoken};
use polynya_engine::{Prompt, Record, Seat, SeatSet, Seed, Stood, taken_back};
use serde_json::Value;

use crate::protocol::{
    ActionWarning, Choices, Over, Phase, Planned, ReferenceCard, Said, SeatInfo, SeatNumber, TakenBack, Try,
};
use crate::store::{NewRow, SeatSummary, Summary};
use crate::views::{Browser, Match};

pub use chair::{Chair, Chairs};
pub use decide::{Actor, Decision, MAX_NAME, Rejection, Wish, sanitize};
pub use entry::Entry;
pub use forget::{Traces, forget, traces};
pub use hosting::{Hosting, check_clock};
pub use replay::{Telling, over, replay};
pub use seating::Seating;

use log::Log;
use luck::Resumed;
use undo::Tail;

/// Submissions that are remembered, so that sending one again is harmless, for each table.
const MAX_IDS: usize = 256;

/// A table, folded from its entries.
pub struct Room {
    /// What never changes.
    pub row: NewRow,
    game: &'static dyn AnyGame<Browser>,
    /// The number of the last entry.
    pub n: u32,
    /// The seats.
    pub chairs: Chairs,
    /// What the host has decided.
    pub hosting: Hosting,
    /// Who begins, and with which pieces everybody plays.
    pub seating: Seating,
    names: Vec<String>,
    /// Where the match will begin, for those who wait for it.
    waiting: Box<Match>,
    table: Option<Box<Match>>,
    log: Log,
    tail: Tail,
    /// Submissions that were done: whose, and their ids.
    ids: VecDeque<(Seat, NonZeroU64)>,
    /// Entries since the last one that everybody must have seen before acting: who acted in which entry.
    since: VecDeque<(u32, Option<Seat>)>,
    /// The code of the table at which the players meet again.
    pub again: Option<String>,
    /// What each seat added to the luck, once that is fixed.
    additions: Option<Vec<String>>,
    /// How the seats stood when that was fixed; none in matches that older programs began.
    stood: Option<Stood>,
    resumed: Option<Resumed>,
    /// Why nothing can be done at this table any more.
    closed: Option<String>,
    /// How often the list was changed other than by an append when it was read.
    pub edition: i64,
    /// How the match ended, once somebody has asked.
    ended: OnceLock<Option<Over>>,
}

/// What an entry has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Who holds a seat, or what the host decides.
    Seats,
    /// Everything: a match begins.
    Match,
    /// Steps were played, or taken back and some of them played again; the log ends with this many of them.
    Steps {
        /// The sender's id.
        id: Option<NonZeroU64>,
        /// What was taken back.
        back: Option<TakenBack>,
        /// Steps that are new at the end of the log.
        played: usize,
        /// What each of them changes in the view, where they are more than one and were played just now.
        changes: Vec<Value>,
    },
    /// Somebody said something.
    Said(Said),
    /// The players meet again at the table with this code.
    Again(String),
}

impl Room {
    /// Returns a table without entries.
    pub fn new(games: &Games<Browser>, row: NewRow) -> Result<Room, CatalogError> {
        let game = games.get(&row.game)?;
        let waiting = game.open(&row.options, row.seats, Seed::new([0; 32]))?.prefix(0);
        Ok(Room {
            game,
            n: 0,
            chairs: Chairs::new(row.seats),
            hosting: Hosting::new(row.host.clone()),
            seating: Seating::new(row.seats, game.info().sets),
            names: names(&*waiting),
            waiting,
            table: None,
            log: Log::default(),
            tail: Tail::default(),
            ids: VecDeque::new(),
            since: VecDeque::new(),
            again: None,
            additions: None,
            stood: None,
            resumed: None,
            closed: None,
            edition: 0,
            ended: OnceLock::new(),
            row,
        })
    }

    /// Returns a table with all its entries.
    pub fn fold(games: &Games<Browser>, row: NewRow, entries: &[String]) -> Result<Room, CatalogError> {
        let mut room = Room::new(games, row)?;
        for text in entries {
            let entry: Entry = serde_json::from_str(text)
                .map_err(|error| CatalogError::Unknown(format!("entry {} cannot be read: {error}", room.n + 1)))?;
            room.apply(&entry, None)?;
        }
        // Whoever comes is shown where the match stands now.
        drop(room.change());
        Ok(room)
    }

    /// Adds an entry that is in the store; returns what it changes. Where its steps lead need not be found out again if
    /// that is known. An error means that the entries do not hold together, and the room is of no use any more.
    pub fn apply(&mut self, entry: &Entry, ahead: Option<Ahead<Browser>>) -> Result<Change, CatalogError> {
        self.n += 1;
        self.ended.take();
        self.hosting.apply(entry);
        match entry {
            Entry::Start { steps, additions, stood, .. } => {
                self.stood = stood.then(|| self.standing(entry));
                self.seating.apply(entry, &self.chairs)?;
                self.chairs.apply(entry)?;
                let sat = || self.chairs.iter().map(|chair| chair.nonce.clone()).collect();
                self.additions = Some(additions.clone().unwrap_or_else(sat));
                let mut table = self.game.open(&self.row.options, self.row.seats, self.seed())?;
                table.rewind(0, steps)?;
                Ok(self.begin(table))
            }
            Entry::Import { record, adds } => {
                let record = Record::read(record)?;
                let table = self.take_up(&record, *adds)?;
                self.seating.take_up(record.sets);
                Ok(self.begin(table))
            }
            Entry::Seats { count } => {
                self.chairs.apply(entry)?;
                self.waiting = self.game.open(&self.row.options, *count, Seed::new([0; 32]))?.prefix(0);
                (self.row.seats, self.names) = (*count, names(&*self.waiting));
                Ok(Change::Match)
            }
            Entry::Step { id, steps } => self.play(*id, steps, ahead),
            Entry::Undo { seat, to, then } => self.take_back(*seat, *to, then),
            Entry::Say { name, seat, text } => {
                let said = Said { n: self.n, name: name.clone(), seat: *seat, text: text.clone() };
                self.log.say(said.clone());
                Ok(Change::Said(said))
            }
            Entry::Again { code } => {
                self.again = Some(code.clone());
                Ok(Change::Again(code.clone()))
            }
            concerns_people => {
                if self.chairs.apply(concerns_people)? {
                    self.reseed();
                }
                self.seating.apply(concerns_people, &self.chairs)?;
                Ok(Change::Seats)
            }
        }
    }

    /// Returns where the steps of an entry lead that another node has written, as that node found it; nothing where they
    /// are simply played.
    pub fn ahead(&self, entry: &Entry) -> Option<Ahead<Browser>> {
        let Entry::Step { steps, .. } = entry else { return None };
        let [Spoken { seat: Some(seat), words }, _, ..] = steps.as_slice() else { return None };
        self.table()?.decide(*seat, words).ok().filter(|ahead| ahead.steps == *steps)
    }

    fn begin(&mut self, table: Box<Match>) -> Change {
        self.names = names(&*table);
        self.log.retell(&*table);
        self.tail.retrace(&*table, self.log.steps());
        self.table = Some(table);
        Change::Match
    }

    fn play(
        &mut self,
        id: Option<NonZeroU64>,
        steps: &[Spoken],
        ahead: Option<Ahead<Browser>>,
    ) -> Result<Change, CatalogError> {
        let Some(table) = &mut self.table else { return missing() };
        let acting = table.acting();
        let (log, changes) = match ahead {
            Some(ahead) => {
                *table = ahead.table;
                (ahead.log, ahead.changes)
            }
            None => (steps.iter().map(|step| table.push(step)).collect::<Result<Vec<_>, _>>()?, Vec::new()),
        };
        let seat = log.first().and_then(|entry| entry.seat);
        if let (Some(seat), Some(id)) = (seat, id) {
            if self.ids.len() == MAX_IDS {
                self.ids.pop_front();
            }
            self.ids.push_back((seat, id));
        }
        let played = log.len();
        for entry in log {
            self.tail.push(&entry, acting);
            self.log.push(entry);
        }
        // What chance decided concerns everybody.
        self.moved(if played > 1 { None } else { seat });
        Ok(Change::Steps { id, back: None, played, changes })
    }

    fn take_back(&mut self, seat: SeatNumber, to: u32, then: &[Spoken]) -> Result<Change, CatalogError> {
        let Some(table) = &mut self.table else { return missing() };
        let steps = table.len().saturating_sub(to as usize + then.len());
        table.rewind(to as usize, then)?;
        let name = self.names.get(usize::from(seat).wrapping_sub(1)).map_or("Somebody", String::as_str);
        let back = TakenBack { seat, at: to, turn: table.turns(), text: taken_back(name, steps) };
        self.log.take_back(to, back.clone());
        if !then.is_empty() {
            table.log(to as usize).into_iter().for_each(|entry| self.log.push(entry));
        }
        self.tail.retrace(&**table, self.log.steps());
        self.moved(None);
        Ok(Change::Steps { id: None, back: Some(back), played: then.len(), changes: Vec::new() })
    }

    /// The match stands elsewhere now; everybody must know that before acting, or only who acted.
    fn moved(&mut self, who: Option<Seat>) {
        self.fix_luck();
        if who.is_none() {
            self.since.clear();
        }
        self.since.push_back((self.n, who));
    }

    /// Returns the entry with which the match begins.
    fn start(&self) -> Result<Entry, CatalogError> {
        let table = self.game.open(&self.row.options, self.row.seats, self.seed())?;
        Ok(Entry::Start { steps: table.steps(0), additions: Some(self.additions()), order: self.order(), stood: true })
    }

    /// Returns how far the table is.
    pub fn phase(&self) -> Phase {
        match &self.table {
            None => Phase::Gathering,
            Some(table) if table.result().is_none() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    /// Returns the words by which the table is found, while people gather.
    pub fn spoken(&self) -> Option<&str> {
        self.row.spoken.as_deref().filter(|_| self.phase() == Phase::Gathering)
    }

    /// Returns the options of another match of the same players: the same ones, with what the book lets lie if that is
    /// to be kept, and without it if not.
    pub fn options_again(&self, keeps: bool) -> Result<String, Rejection> {
        let info = self.game.info();
        if keeps {
            let kept = self.table().and_then(Match::again);
            let none = || Rejection::Invalid(format!("In {} a rematch keeps nothing.", info.title));
            return kept.ok_or_else(none);
        }
        Ok(self.game.options_anew(&self.row.options)?)
    }

    /// Returns the match, once it has begun.
    pub fn table(&self) -> Option<&Match> {
        self.table.as_deref()
    }

    /// Returns the match, if it has begun.
    pub fn begun(&self) -> Result<&Match, Rejection> {
        self.table().ok_or_else(|| Rejection::Invalid("The match has not begun yet.".to_owned()))
    }

    /// Returns the match, or where it will begin.
    pub fn position(&self) -> &Match {
        self.table.as_deref().unwrap_or(&*self.waiting)
    }

    /// Returns what has changed in the view since this was last asked, or since the match began or was loaded.
    pub fn change(&mut self) -> Value {
        self.table.as_mut().unwrap_or(&mut self.waiting).change()
    }

    /// Returns what the moment asks for, told to this seat or to somebody who watches.
    pub fn prompt(&self, reader: Option<Seat>) -> Option<Prompt> {
        self.open_table().map(|table| table.prompt(reader))
    }

    /// Returns the reference cards of the match.
    pub fn reference(&self) -> Vec<ReferenceCard> {
        let cards = self.game.reference(&self.row.options).unwrap_or_default();
        cards.into_iter().map(ReferenceCard::from).collect()
    }

    /// Returns the game's place in the catalog.
    pub fn game(&self) -> &'static dyn AnyGame<Browser> {
        self.game
    }

    /// Returns the seats that the table waits for.
    pub fn awaited(&self) -> SeatSet {
        self.open_table().map_or(SeatSet::NONE, Match::awaited)
    }

    /// Returns the seats that may act now.
    pub fn acting(&self) -> SeatSet {
        self.open_table().map_or(SeatSet::NONE, Match::acting)
    }

    /// Returns how many turns or rounds are over.
    pub fn turn(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.turns())
    }

    /// Returns the number of steps that were played.
    pub fn steps(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.len() as u32)
    }

    /// Returns the last steps of the log, at most `most`, the newest last.
    pub fn last_steps(&self, most: usize) -> Vec<LogEntry> {
        let steps = self.log.steps();
        steps.range(steps.len().saturating_sub(most)..).cloned().collect()
    }

    /// Returns the seat with this number, if the table has it.
    pub fn seat(&self, number: SeatNumber) -> Result<Seat, Rejection> {
        match Seat::numbered(usize::from(number)) {
            Some(seat) if seat.index() < self.chairs.len() => Ok(seat),
            _ => {
                let seats = self.chairs.len();
                Rejection::invalid(format!("There is no such seat ({number}); this table has {seats}."))
            }
        }
    }

    /// Returns the seat, if it belongs to this guest.
    pub fn own(&self, guest: &str, number: SeatNumber) -> Result<Seat, Rejection> {
        let seat = self.seat(number)?;
        match self.chairs[seat.index()].belongs_to(guest) {
            true => Ok(seat),
            false => Rejection::invalid("That seat is not yours; you can act only for seats that you hold."),
        }
    }

    /// Returns how the table calls a guest, and the seat, if it has one; or this name of a watcher.
    pub fn name_of(&self, guest: &str, watcher: &str) -> (String, Option<SeatNumber>) {
        match self.chairs.of(guest).first() {
            Some(seat) => (self.chairs[seat.index()].name.clone(), Some(seat.number() as u8)),
            None => (watcher.to_owned(), None),
        }
    }

    /// Returns what the game calls the seats of this table.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns what the lobby shows.
    pub fn summary(&self) -> Summary {
        self.summary_of(&self.chairs, &self.hosting, &self.seating, &self.names)
    }

    /// Returns what the lobby will show after an entry, if the entry concerns who holds a seat or what the host decides.
    pub fn summary_after(&self, entry: &Entry) -> Option<Summary> {
        let (mut chairs, mut hosting, mut seating) = (self.chairs.clone(), self.hosting.clone(), self.seating.clone());
        let hosted = hosting.apply(entry);
        let seated = matches!(chairs.apply(entry), Ok(true));
        let settled = matches!(seating.apply(entry, &chairs), Ok(true));
        if !(hosted || seated || settled) {
            return None;
        }
        let added = match entry {
            Entry::Seats { count } => self.game.open(&self.row.options, *count, Seed::new([0; 32])).ok(),
            _ => None,
        };
        let added = added.map(|table| names(&*table));
        let names = added.as_ref().unwrap_or(&self.names);
        Some(Summary { n: self.n + 1, ..self.summary_of(&chairs, &hosting, &seating, names) })
    }

    fn summary_of(&self, chairs: &Chairs, hosting: &Hosting, seating: &Seating, names: &[String]) -> Summary {
        let sets = seating.other_sets().chain(std::iter::repeat(None));
        let seats = chairs.iter().zip(names).zip(sets).map(|((chair, name), set)| SeatSummary {
            name: set.map_or_else(|| name.clone(), |(_, set)| set.to_owned()),
            said: set.map(|_| name.clone()),
            set: set.map(|(number, _)| number),
            holder: chair.holder(),
            player: chair.player().to_owned(),
            bot: chair.bot.clone(),
            cover: chair.cover.clone(),
            guests: chair.guests.clone(),
            adds: !chair.nonce.is_empty(),
        });
        Summary {
            n: self.n,
            phase: self.phase(),
            seats: seats.collect(),
            awaited: numbers(self.awaited()),
            closed: hosting.closed,
            host: hosting.host.clone(),
            removed: hosting.removed.clone(),
        }
    }

    /// Returns what the table shows of its seats. Who is present is for the caller to say.
    pub fn seat_infos(&self, guest: &str) -> Vec<SeatInfo> {
        self.summary().seat_infos(guest)
    }

    /// Returns what these seats may do now.
    pub fn choices(&self, seats: SeatSet) -> Vec<Choices> {
        self.open_table().map_or_else(Vec::new, |table| choices(table, seats))
    }

    /// Returns what is special about the match, in a few words each.
    pub fn highlights(&self) -> Vec<String> {
        let mut highlights = self.game.highlights(&self.row.options).unwrap_or_default();
        if self.has_known_dice() {
            highlights.push("with the dice of a match that was played before".to_owned());
        }
        highlights
    }

    /// Returns what was taken back among the last steps.
    pub fn taken_back(&self) -> Vec<TakenBack> {
        self.log.taken_back()
    }

    /// Returns what was said last.
    pub fn chat(&self) -> Vec<Said> {
        self.log.chat()
    }

    /// Returns how the table would look after some actions of the seats whose turn it is.
    pub fn plan(&self, guest: &str, id: u64, actions: &[String]) -> Option<Planned> {
        let (ahead, done) = self.play_ahead(guest, actions)?;
        let choices = choices(&*ahead, self.planned(guest, &*ahead));
        Some(Planned { id, actions: done, view: ahead.picture().view(), choices })
    }

    /// The match after some actions of the seats whose turn it is, and those of them that the rules allow.
    fn play_ahead(&self, guest: &str, actions: &[String]) -> Option<(Box<Match>, Vec<String>)> {
        let mut ahead = self.seen_by(self.chairs.of(guest))?;
        let mut done = Vec::new();
        for action in actions {
            let seat = self.planned(guest, &*ahead).first();
            let pushed = seat.map(|_| ahead.push(&Spoken { seat, words: action.clone() }));
            if !matches!(pushed, Some(Ok(_))) {
                break;
            }
            done.push(action.clone());
        }
        Some((ahead, done))
    }

    /// The seats for which a guest plans: whose turn it is, or where all act at the same time, the own ones among them.
    fn planned(&self, guest: &str, ahead: &Match) -> SeatSet {
        let (awaited, own) = (ahead.awaited(), self.chairs.of(guest));
        if self.is_simultaneous() && !(awaited & own).is_empty() { awaited & own } else { awaited }
    }

    /// Finds the first of these actions that a guest's seat can do, or after a plan the seat whose turn it is; or says
    /// why it can do none of them.
    pub fn why(&self, guest: &str, Try { seat, actions, plan, .. }: &Try) -> Result<String, Rejection> {
        let begun = || Rejection::Invalid("The match has not begun yet.".to_owned());
        let (planned, seat) = match plan {
            None => (None, self.own(guest, *seat)?),
            Some(plan) => {
                let (ahead, _) = self.play_ahead(guest, plan).ok_or_else(begun)?;
                let Some(seat) = self.planned(guest, &*ahead).first() else {
                    return Rejection::invalid("Dice or a deck decide first; a plan ends there.");
                };
                (Some(ahead), seat)
            }
        };
        let ahead = match &planned {
            Some(ahead) => &**ahead,
            None => self.table().ok_or_else(begun)?,
        };
        let mut first = None;
        for action in actions {
            match ahead.check(seat, action) {
                Ok(()) => return Ok(action.clone()),
                Err(error) => drop(first.get_or_insert(Rejection::from(error))),
            }
        }
        Err(first.unwrap_or(Rejection::Invalid("Say what you want to do.".to_owned())))
    }
}

fn names(table: &Match) -> Vec<String> {
    Seat::all(table.seats()).map(|seat| table.name(seat)).collect()
}

/// Returns what these seats may do where a match stands.
pub fn choices(table: &Match, seats: SeatSet) -> Vec<Choices> {
    let choose = |seat: Seat| {
        let polynya_catalog::Choices { legal, draws, warnings, forced } = table.choices(seat);
        let warnings = warnings.into_iter().map(|(action, warning)| ActionWarning::new(action, warning)).collect();
        Choices { seat: seat.number() as u8, legal, draws, warnings, forced, prompt: table.prompt(Some(seat)).into() }
    };
    (table.acting() & seats).iter().map(choose).collect()
}

fn missing<T>() -> Result<T, CatalogError> {
    Err(CatalogError::Unknown("steps before the match has begun".to_owned()))
}

/// Returns a set of seats as numbers.
pub fn numbers(seats: SeatSet) -> Vec<SeatNumber> {
    seats.iter().map(|seat| seat.number() as u8).collect()
}
