//! What a table is: the fold of its entries. No socket, no clock, no store.

use std::collections::{BTreeMap, VecDeque};
use std::ops::RangeInclusive;

use polynya_catalog::{AnyLine, AnyTable, Entry as GameEntry, Trouble, game};
use polynya_engine::{Record, Seat, SeatSet, Seed};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::codes;
use crate::protocol::{
    Choices, Frame, Holder, Logged, Over, Phase, Planned, Refused, Replay, Said, SeatInfo, SeatNumber, Submit,
    Takebacks, TakenBack, Try, Update,
};
use crate::store::{NewRow, Summary};
use crate::views::{self, Seen};

/// Steps of the log that a newcomer is shown; the replay holds all.
const LOG: usize = 200;
/// Sayings that a newcomer is shown.
const CHAT: usize = 100;
/// Sentences about what was taken back that a newcomer is shown.
const BACKS: usize = 50;
/// Links for other devices that a seat has at a time; another one ends the oldest.
const LINKS: usize = 4;
/// Submissions that are remembered, so that sending one again is harmless, for each table.
const REMEMBERED: usize = 256;

/// The ids that a submission may have: 0 is a bot's, and a browser counts exactly up to here.
const IDS: RangeInclusive<u64> = 1..=(1 << 53) - 1;

/// One entry of a table's list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Entry {
    /// A person sits down.
    Sit {
        /// The seat.
        seat: SeatNumber,
        /// The guest.
        guest: String,
        /// The name.
        name: String,
        /// What the seat adds to the luck.
        nonce: String,
    },
    /// A bot takes a seat.
    Bot {
        /// The seat.
        seat: SeatNumber,
        /// The bot.
        bot: String,
    },
    /// A seat is open again.
    Stand {
        /// The seat.
        seat: SeatNumber,
    },
    /// The match begins, with what chance decides before anybody acts.
    Start {
        /// The steps.
        steps: Vec<String>,
    },
    /// A match that was begun elsewhere.
    Import {
        /// Its record.
        record: String,
    },
    /// A seat acted, and chance after it.
    Step {
        /// The sender's id; 0 for a bot.
        id: u64,
        /// The steps.
        steps: Vec<String>,
    },
    /// Steps were taken back.
    Undo {
        /// By whom.
        seat: SeatNumber,
        /// Steps that stay.
        to: u32,
        /// Steps of others that stay behind them.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        then: Vec<String>,
    },
    /// Somebody said something.
    Say {
        /// The name.
        name: String,
        /// The seat, if it is a player.
        seat: Option<SeatNumber>,
        /// What.
        text: String,
    },
    /// A bot plays for a person.
    Cover {
        /// The seat.
        seat: SeatNumber,
        /// The bot.
        bot: String,
    },
    /// The person is back.
    Back {
        /// The seat.
        seat: SeatNumber,
    },
    /// A link for another device was made.
    Link {
        /// The seat.
        seat: SeatNumber,
        /// The hash of its secret.
        hash: String,
    },
    /// Another device took a seat by such a link.
    Claim {
        /// The seat.
        seat: SeatNumber,
        /// The other device's guest.
        guest: String,
    },
    /// The players meet again.
    Again {
        /// At this table.
        code: String,
    },
}

/// One seat of a table.
#[derive(Clone, Default, Debug)]
pub struct Chair {
    /// The guests whose devices may act for it; none for a bot or an open seat.
    pub guests: Vec<String>,
    /// The person's name.
    pub name: String,
    /// The bot that holds it.
    pub bot: Option<String>,
    /// The bot that plays for the person.
    pub cover: Option<String>,
    nonce: String,
    links: Vec<String>,
}

impl Chair {
    /// Does nobody hold it?
    pub fn is_open(&self) -> bool {
        self.guests.is_empty() && self.bot.is_none()
    }

    /// The bot that moves for it now.
    pub fn mover(&self) -> Option<&str> {
        self.bot.as_deref().or(self.cover.as_deref())
    }

    fn holder(&self) -> Holder {
        match (&self.bot, self.guests.is_empty()) {
            (Some(_), _) => Holder::Bot,
            (None, false) => Holder::Person,
            (None, true) => Holder::Open,
        }
    }
}

/// Why a table does not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum No {
    /// A rule of the game.
    Refused(Refused),
    /// Anything else, in a sentence.
    Wrong(String),
    /// It was done before.
    Known,
}

impl No {
    fn wrong<T>(text: impl Into<String>) -> Result<T, No> {
        Err(No::Wrong(text.into()))
    }

    /// What the catalog found.
    pub fn trouble(id: u64, trouble: Trouble) -> No {
        match trouble {
            Trouble::Refused(refusal) => {
                No::Refused(Refused { id, clause: refusal.clause.to_owned(), text: refusal.text, tried: refusal.tried })
            }
            other => No::Wrong(other.to_string()),
        }
    }
}

/// Something that takes a while for a long match, and is done beside the tables.
pub type Errand<T> = Box<dyn FnOnce() -> T + Send>;

/// What an undo would do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Undo {
    /// What is written down.
    pub entry: Entry,
    /// Is it inside the seat's own turn, so that nobody need be asked?
    pub free: bool,
}

/// A table, folded from its entries.
pub struct Room {
    /// What never changes.
    pub row: NewRow,
    game: &'static dyn GameEntry,
    /// The number of the last entry.
    pub n: u32,
    /// The seats.
    pub chairs: Vec<Chair>,
    colours: Vec<String>,
    table: Option<Box<dyn AnyTable>>,
    view: Box<dyn Seen>,
    awaited: SeatSet,
    turn: u32,
    log: VecDeque<Logged>,
    backs: Vec<TakenBack>,
    chat: VecDeque<Said>,
    /// Submissions that were done: whose, and their ids.
    ids: VecDeque<(Seat, u64)>,
    /// Entries since the last one that everybody must have seen before acting: who acted in which entry.
    since: VecDeque<(u32, Option<Seat>)>,
    /// The code of the table at which the players meet again.
    pub again: Option<String>,
    imported: bool,
}

impl Room {
    /// A table without entries.
    pub fn new(row: NewRow) -> Result<Room, Trouble> {
        let entry = game(&row.game)?;
        let waiting = entry.open(&row.options, row.seats, Seed::new([0; 32]))?;
        let waiting = waiting.line().prefix(0);
        let view = views::seen(&*waiting);
        let colours = Seat::all(row.seats).map(|seat| waiting.name(seat)).collect();
        let chairs = vec![Chair::default(); usize::from(row.seats)];
        Ok(Room {
            row,
            game: entry,
            n: 0,
            chairs,
            colours,
            table: None,
            view,
            awaited: SeatSet::NONE,
            turn: 0,
            log: VecDeque::new(),
            backs: Vec::new(),
            chat: VecDeque::new(),
            ids: VecDeque::new(),
            since: VecDeque::new(),
            again: None,
            imported: false,
        })
    }

    /// A table with all its entries.
    pub fn fold(row: NewRow, entries: &[String]) -> Result<Room, Trouble> {
        let mut room = Room::new(row)?;
        for text in entries {
            let entry: Entry = serde_json::from_str(text)
                .map_err(|error| Trouble::Unknown(format!("entry {} cannot be read: {error}", room.n + 1)))?;
            room.apply(&entry)?;
            room.turn = room.table.as_ref().map_or(0, |table| table.line().turns());
        }
        room.settle_view();
        Ok(room)
    }

    /// How far the table is.
    pub fn phase(&self) -> Phase {
        match &self.table {
            None => Phase::Gathering,
            Some(table) if table.line().result().is_none() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    /// The match, once it has begun.
    pub fn table(&self) -> Option<&dyn AnyTable> {
        self.table.as_deref()
    }

    /// The game's place in the catalog.
    pub fn game(&self) -> &'static dyn GameEntry {
        self.game
    }

    /// The position, for the drawing.
    pub fn view(&self) -> Value {
        self.view.view()
    }

    /// The seats that the table waits for.
    pub fn awaited(&self) -> SeatSet {
        self.awaited
    }

    /// How many turns or rounds are over.
    pub fn turn(&self) -> u32 {
        self.turn
    }

    /// The steps that were played.
    pub fn steps(&self) -> u32 {
        self.table.as_ref().map_or(0, |table| table.line().len() as u32)
    }

    /// The last steps, and what happened in them.
    pub fn log(&self) -> Vec<Logged> {
        self.log.iter().cloned().collect()
    }

    /// What was taken back among them.
    pub fn backs(&self) -> Vec<TakenBack> {
        let first = self.log.front().map_or(0, |logged| logged.at);
        self.backs.iter().filter(|back| back.at >= first).cloned().collect()
    }

    /// What was said last.
    pub fn chat(&self) -> Vec<Said> {
        self.chat.iter().cloned().collect()
    }

    /// What the server commits itself to before anybody sits down.
    pub fn commitment(&self) -> String {
        self.secret().commitment()
    }

    fn secret(&self) -> Seed {
        self.row.secret.parse().expect("a table is made with a seed")
    }

    /// The seed of the match: the server's secret, and what every seat added, in the order of the seats.
    fn seed(&self) -> Seed {
        self.secret().mix(self.chairs.iter().map(|chair| chair.nonce.as_bytes()))
    }

    /// The seat with this number, if the table has it.
    pub fn seat(&self, number: SeatNumber) -> Result<Seat, No> {
        match Seat::numbered(usize::from(number)) {
            Some(seat) if seat.index() < self.chairs.len() => Ok(seat),
            _ => No::wrong(format!("This table has no seat {number}; its seats are 1 to {}.", self.chairs.len())),
        }
    }

    /// The seats that this guest's devices may act for.
    pub fn seats_of(&self, guest: &str) -> SeatSet {
        Seat::all(self.row.seats)
            .filter(|seat| self.chairs[seat.index()].guests.iter().any(|own| own == guest))
            .collect()
    }

    /// The seat, if it belongs to this guest.
    pub fn own(&self, guest: &str, number: SeatNumber) -> Result<Seat, No> {
        let seat = self.seat(number)?;
        match self.chairs[seat.index()].guests.iter().any(|own| own == guest) {
            true => Ok(seat),
            false => No::wrong(format!("Seat {number} is not yours; you can act only for seats that you hold.")),
        }
    }

    /// May this guest choose bots and start the match?
    pub fn is_host(&self, guest: &str) -> bool {
        self.row.host == guest
    }

    /// What the lobby looks for.
    pub fn summary(&self) -> Summary {
        let mut guests: Vec<String> = self.chairs.iter().flat_map(|chair| chair.guests.iter().cloned()).collect();
        guests.sort_unstable();
        guests.dedup();
        Summary { phase: self.phase(), guests }
    }

    /// What the table shows of its seats. Who is present is for the caller to say.
    pub fn seat_infos(&self, guest: &str) -> Vec<SeatInfo> {
        let chair = |(index, chair): (usize, &Chair)| SeatInfo {
            seat: index as u8 + 1,
            colour: self.colours[index].clone(),
            holder: chair.holder(),
            name: chair.bot.clone().unwrap_or_else(|| chair.name.clone()),
            cover: chair.cover.clone(),
            yours: chair.guests.iter().any(|own| own == guest),
            present: chair.bot.is_some(),
            abandoned: false,
        };
        self.chairs.iter().enumerate().map(chair).collect()
    }

    /// What the game calls the seats of this table.
    pub fn colours(&self) -> &[String] {
        &self.colours
    }

    /// What these seats may do now.
    pub fn choices(&self, seats: SeatSet) -> Vec<Choices> {
        self.table.as_ref().map_or_else(Vec::new, |table| choices(table.line(), seats))
    }

    /// How the table would look after some actions of the seats whose turn it is.
    pub fn plan(&self, id: u64, actions: &[String]) -> Option<Planned> {
        let (line, done) = self.ahead(actions)?;
        let choices = choices(&*line, line.awaited());
        Some(Planned { id, actions: done, view: views::view(&*line), choices })
    }

    /// The match after some actions of the seats whose turn it is, and those of them that the rules allow.
    fn ahead(&self, actions: &[String]) -> Option<(Box<dyn AnyLine>, Vec<String>)> {
        let mut line = self.table.as_ref()?.line().copy();
        let mut done = Vec::new();
        for action in actions {
            let pushed = line.awaited().first().map(|seat| line.push(&format!("{seat} {action}")));
            if !matches!(pushed, Some(Ok(_))) {
                break;
            }
            done.push(action.clone());
        }
        Some((line, done))
    }

    /// Why a guest's seat, or after a plan the seat whose turn it is, cannot do any of these; or what it can do.
    pub fn why(&self, guest: &str, Try { id, seat, actions, plan }: &Try) -> Result<String, No> {
        let begun = || No::Wrong("The match has not begun yet.".to_owned());
        let (planned, seat) = match plan {
            None => (None, self.own(guest, *seat)?),
            Some(plan) => {
                let (line, _) = self.ahead(plan).ok_or_else(begun)?;
                let Some(seat) = line.awaited().first() else {
                    return No::wrong("Dice or a deck decide first; a plan ends there.");
                };
                (Some(line), seat)
            }
        };
        let line = match &planned {
            Some(line) => &**line,
            None => self.table.as_ref().ok_or_else(begun)?.line(),
        };
        let mut first = None;
        for action in actions {
            match line.check(seat, action) {
                Ok(()) => return Ok(action.clone()),
                Err(trouble) => drop(first.get_or_insert(No::trouble(*id, trouble))),
            }
        }
        Err(first.unwrap_or(No::Wrong("Say what you want to do.".to_owned())))
    }

    /// The seats that may act now.
    pub fn acting(&self) -> SeatSet {
        self.table.as_ref().map_or(SeatSet::NONE, |table| table.line().acting())
    }

    /// How the match ended, with the proof of its dice; only once it has.
    pub fn over(&self) -> Option<Over> {
        let table = self.table.as_ref()?;
        let result = table.line().result()?;
        let nonces: BTreeMap<u8, String> = (self.chairs.iter().enumerate())
            .filter(|(_, chair)| !chair.nonce.is_empty())
            .map(|(index, chair)| (index as u8 + 1, chair.nonce.clone()))
            .collect();
        let own = !self.imported;
        Some(Over {
            winners: result.winners.iter().map(|&seat| seat as u8).collect(),
            scores: result.scores.iter().map(|&score| score as i32).collect(),
            secret: own.then(|| self.row.secret.clone()),
            nonces: if own { nonces } else { BTreeMap::new() },
            seed: table.proof().map(|seed| seed.to_string()),
        })
    }

    /// The record of the match as JSON, once that is worked out. The seed is in it only when the match is over.
    pub fn record(&self) -> Option<Errand<String>> {
        let table = self.table.as_ref()?;
        let line = table.line().copy();
        let seed = line.result().and_then(|_| table.proof());
        Some(Box::new(move || line.record(seed).write()))
    }

    /// The match step by step, once that is worked out.
    pub fn replay(&self) -> Option<Errand<Option<Replay>>> {
        let line = self.table.as_ref()?.line().copy();
        let (game, colours) = (self.row.game.clone(), self.colours.clone());
        let options = serde_json::from_str(&self.row.options).unwrap_or_default();
        Some(Box::new(move || {
            let mut running = line.prefix(0);
            let mut view = views::seen(&*running);
            let frames = Vec::with_capacity(line.len());
            let mut replay = Replay { game, options, colours, view: view.view(), frames };
            for step in line.steps(0) {
                let turn = running.turns();
                let told = running.push(&step).ok()?;
                let told = told.into_iter().map(|told| told.text).collect();
                replay.frames.push(Frame { step, turn, told, view: view.go_on(&*running) });
            }
            Some(replay)
        }))
    }

    /// Does what a guest wants with an own seat. Answers the entry to be written and what viewers are told; the entry
    /// counts only once it is in the store.
    pub fn submit(&mut self, guest: &str, submit: &Submit) -> Result<(Entry, Update), No> {
        let seat = self.own(guest, submit.seat)?;
        if !IDS.contains(&submit.id) {
            return No::wrong("The id of a submission is a number from 1 to 2^53 - 1.");
        }
        if self.ids.contains(&(seat, submit.id)) {
            return Err(No::Known);
        }
        if let Some(bot) = &self.chairs[seat.index()].cover {
            return No::wrong(format!("The bot {bot} plays for seat {} now; take the seat back first.", submit.seat));
        }
        if self.moved_on(seat, submit.after) {
            return No::wrong("The table has moved on since; look again.");
        }
        self.act(seat, &submit.action, submit.id)
    }

    /// Does what a bot wants with its seat.
    pub fn submit_bot(&mut self, seat: Seat, action: &str) -> Result<(Entry, Update), No> {
        self.act(seat, action, 0)
    }

    fn act(&mut self, seat: Seat, action: &str, id: u64) -> Result<(Entry, Update), No> {
        let Some(table) = &mut self.table else { return No::wrong("The match has not begun yet.") };
        let before = table.line().len();
        let told = table.submit(seat, action).map_err(|trouble| No::trouble(id, trouble))?;
        let steps = table.line().steps(before);
        let told: Vec<String> = told.into_iter().map(|told| told.text).collect();
        self.n += 1;
        let entry = Entry::Step { id, steps: steps.clone() };
        let update = self.played(id, Some(seat), before, steps, told);
        Ok((entry, update))
    }

    /// Has anything happened after entry `after` that this seat must know before it acts?
    fn moved_on(&self, seat: Seat, after: u32) -> bool {
        after > self.n || self.since.iter().any(|&(n, who)| n > after && who.is_none_or(|who| who == seat))
    }

    /// Books steps that were just played: the log, what is remembered, the view.
    fn played(&mut self, id: u64, seat: Option<Seat>, before: usize, steps: Vec<String>, told: Vec<String>) -> Update {
        self.book(id, seat, before, &steps, &told);
        self.refresh(steps, told, None)
    }

    /// Books steps without their view, which is costly and of which a reader of many steps needs only the last.
    fn book(&mut self, id: u64, seat: Option<Seat>, before: usize, steps: &[String], told: &[String]) {
        if let Some(seat) = seat.filter(|_| id != 0) {
            self.ids.push_back((seat, id));
            if self.ids.len() > REMEMBERED {
                self.ids.pop_front();
            }
        }
        // What chance decided concerns everybody.
        let who = if steps.len() > 1 { None } else { seat };
        self.remember(who);
        // All sentences stand at the last step: the events of a submission are told together.
        let last = steps.len().saturating_sub(1);
        for (index, step) in steps.iter().enumerate() {
            let told = if index == last { told.to_vec() } else { Vec::new() };
            self.log.push_back(Logged { at: (before + index) as u32, turn: self.turn, step: step.clone(), told });
        }
        while self.log.len() > LOG {
            self.log.pop_front();
        }
    }

    fn remember(&mut self, who: Option<Seat>) {
        if who.is_none() {
            self.since.clear();
        }
        self.since.push_back((self.n, who));
    }

    /// What changed, now that the match stands elsewhere.
    fn refresh(&mut self, steps: Vec<String>, told: Vec<String>, back: Option<u32>) -> Update {
        let Some(table) = &self.table else { unreachable!("only a match that has begun changes") };
        let line = table.line();
        let patch = self.view.go_on(line);
        let (awaited, turn) = (line.awaited(), line.turns());
        let update = Update {
            n: self.n,
            back,
            steps,
            told,
            view: patch,
            choices: Vec::new(),
            awaited: (awaited != self.awaited).then(|| numbers(awaited)),
            turn: (turn != self.turn).then_some(turn),
            over: self.over(),
        };
        (self.awaited, self.turn) = (awaited, turn);
        update
    }

    /// What it would take to go back to `to` steps in the name of this seat.
    pub fn plan_undo(&self, seat: Seat, to: u32) -> Result<Undo, No> {
        let Some(table) = &self.table else { return No::wrong("The match has not begun yet.") };
        if self.phase() == Phase::Over {
            return No::wrong("The match is over and its dice are known, so nothing is taken back.");
        }
        if self.row.takebacks == Takebacks::None {
            return No::wrong("At this table nothing is taken back.");
        }
        let steps = table.line().steps(to as usize);
        let own = format!("{seat} ");
        match steps.first() {
            None => return No::wrong(format!("There are {} steps; nothing stands behind that.", table.line().len())),
            Some(first) if first.starts_with("* ") => {
                return No::wrong("A roll is taken back with the action before it.");
            }
            Some(_) => {}
        }
        let before = table.line().prefix(to as usize);
        let acting = before.acting();
        let apart = steps.iter().all(|step| step.starts_with(&own) || actor(step).is_some_and(|who| acting.has(who)));
        let then: Vec<String> = steps.iter().filter(|step| !step.starts_with(&own)).cloned().collect();
        let mine = steps[0].starts_with(&own);
        let free = mine && apart && {
            let mut trial = table.fork(to as usize, Seed::new([0; 32]));
            trial.rewind(to as usize, &then).is_ok()
        };
        if !free && self.row.takebacks == Takebacks::Own {
            return No::wrong("At this table only the own turn is taken back, up to the last roll.");
        }
        let then = if free { then } else { Vec::new() };
        Ok(Undo { entry: Entry::Undo { seat: seat.number() as u8, to, then }, free })
    }

    /// Takes steps back; answers what viewers are told.
    pub fn undo(&mut self, entry: &Entry) -> Result<Update, Trouble> {
        self.apply(entry)?;
        let Entry::Undo { to, then, .. } = entry else { unreachable!("an undo is an undo") };
        let told = self.backs.last().map(|back| back.text.clone()).into_iter().collect();
        Ok(self.refresh(then.clone(), told, Some(*to)))
    }

    /// Adds an entry that comes from the store or has just been written. Steps and undos change the view without
    /// telling: see [`Room::submit`] and [`Room::undo`].
    pub fn apply(&mut self, entry: &Entry) -> Result<(), Trouble> {
        self.n += 1;
        match entry {
            Entry::Sit { seat, guest, name, nonce } => {
                let chair = self.chair(*seat)?;
                // A seat that a bot held adds nothing to luck that already runs.
                let nonce = if chair.bot.is_some() { String::new() } else { nonce.clone() };
                *chair = Chair { guests: vec![guest.clone()], name: name.clone(), nonce, ..Chair::default() };
            }
            Entry::Bot { seat, bot } => *self.chair(*seat)? = Chair { bot: Some(bot.clone()), ..Chair::default() },
            Entry::Stand { seat } => *self.chair(*seat)? = Chair::default(),
            Entry::Start { steps } => {
                let table = self.game.open(&self.row.options, self.row.seats, self.seed())?;
                self.table = Some(table);
                self.replace(0, steps)?;
                self.settle_view();
            }
            Entry::Import { record } => {
                let record = Record::read(record)?;
                self.table = Some(self.game.resume(&record, self.seed())?);
                self.imported = true;
                self.retell();
                self.settle_view();
            }
            Entry::Step { id, steps } => {
                let Some(table) = &mut self.table else { return missing() };
                let before = table.line().len();
                let mut told = Vec::new();
                for step in steps {
                    told.extend(table.push(step)?.into_iter().map(|told| told.text));
                }
                let seat = steps.first().and_then(|step| actor(step));
                let turn = table.line().turns();
                self.book(*id, seat, before, steps, &told);
                self.turn = turn;
            }
            Entry::Undo { seat, to, then } => {
                let steps = (self.steps() as usize).saturating_sub(*to as usize + then.len());
                self.remember(None);
                self.replace(*to as usize, then)?;
                self.took_back(*seat, *to, steps);
            }
            Entry::Say { name, seat, text } => {
                self.chat.push_back(Said { n: self.n, name: name.clone(), seat: *seat, text: text.clone() });
                if self.chat.len() > CHAT {
                    self.chat.pop_front();
                }
            }
            Entry::Cover { seat, bot } => self.chair(*seat)?.cover = Some(bot.clone()),
            Entry::Back { seat } => self.chair(*seat)?.cover = None,
            Entry::Link { seat, hash } => {
                let links = &mut self.chair(*seat)?.links;
                if links.len() == LINKS {
                    links.remove(0);
                }
                links.push(hash.clone());
            }
            Entry::Claim { seat, guest } => {
                let chair = self.chair(*seat)?;
                chair.links.clear();
                if !chair.guests.contains(guest) {
                    chair.guests.push(guest.clone());
                }
            }
            Entry::Again { code } => self.again = Some(code.clone()),
        }
        Ok(())
    }

    /// The seat whose link has this secret.
    pub fn linked(&self, secret: &str) -> Option<SeatNumber> {
        let hash = codes::hash(secret);
        self.chairs.iter().position(|chair| chair.links.contains(&hash)).map(|index| index as u8 + 1)
    }

    /// The entry with which the match begins.
    pub fn start(&self) -> Result<Entry, Trouble> {
        let table = self.game.open(&self.row.options, self.row.seats, self.seed())?;
        Ok(Entry::Start { steps: table.line().steps(0) })
    }

    fn chair(&mut self, seat: SeatNumber) -> Result<&mut Chair, Trouble> {
        let index = usize::from(seat).wrapping_sub(1);
        self.chairs.get_mut(index).ok_or_else(|| Trouble::Unknown(format!("there is no seat {seat}")))
    }

    /// The match with its first steps and then these.
    fn replace(&mut self, to: usize, then: &[String]) -> Result<(), Trouble> {
        let Some(table) = &mut self.table else { return missing() };
        table.rewind(to, then)?;
        if to == 0 || !then.is_empty() {
            self.retell();
        } else {
            self.log.retain(|logged| (logged.at as usize) < to);
        }
        Ok(())
    }

    /// Books that steps were taken back; what was taken back behind them is not seen any more.
    fn took_back(&mut self, seat: SeatNumber, to: u32, steps: usize) {
        let name = self.colours.get(usize::from(seat).wrapping_sub(1)).map_or("Somebody", String::as_str);
        let steps = if steps == 1 { "a step".to_owned() } else { format!("{steps} steps") };
        let text = format!("{name} takes back {steps}.");
        let turn = self.table.as_ref().map_or(0, |table| table.line().turns());
        self.backs.retain(|back| back.at <= to);
        if self.backs.len() == BACKS {
            self.backs.remove(0);
        }
        self.backs.push(TakenBack { at: to, turn, text });
    }

    /// The view of a match that everybody is told everything about.
    fn settle_view(&mut self) {
        let Some(table) = &self.table else { return };
        let line = table.line();
        (self.view, self.awaited, self.turn) = (views::seen(line), line.awaited(), line.turns());
        self.colours = Seat::all(self.row.seats).map(|seat| line.name(seat)).collect();
    }

    /// The log anew, from the match itself.
    fn retell(&mut self) {
        let Some(table) = &self.table else { return };
        let line = table.line();
        let from = line.len().saturating_sub(LOG);
        let log = line.logged(from).into_iter();
        self.log =
            log.map(|step| Logged { at: step.at as u32, turn: step.turn, step: step.step, told: step.told }).collect();
    }
}

/// The seat that did a step; nothing if chance did.
fn actor(step: &str) -> Option<Seat> {
    step.split(' ').next()?.parse().ok().and_then(Seat::numbered)
}

/// What these seats may do where a line stands.
pub fn choices(line: &dyn AnyLine, seats: SeatSet) -> Vec<Choices> {
    let choose = |seat: Seat| {
        let (legal, draws) = line.choices(seat);
        Choices { seat: seat.number() as u8, legal, draws }
    };
    line.acting().iter().filter(|&seat| seats.has(seat)).map(choose).collect()
}

fn missing<T>() -> Result<T, Trouble> {
    Err(Trouble::Unknown("steps before the match has begun".to_owned()))
}

/// A set of seats as numbers.
pub fn numbers(seats: SeatSet) -> Vec<SeatNumber> {
    seats.iter().map(|seat| seat.number() as u8).collect()
}
