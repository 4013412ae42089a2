//! An online table on the screen.

use std::path::PathBuf;

use polynya_catalog::{AnyGame, Games};
use polynya_client::{Change, Connection, Guest, Heard, Link, Mirror, Pinned, command, prove};
use polynya_engine::{Record, Seat};
use polynya_server::protocol::{
    Ask, Command, Hinted, Holder, Message, Phase, SeatInfo, SeatNumber, SeatRequest, Sit, Welcome,
};

use super::orders::{self, Order};
use crate::commands::play::answers::about;
use crate::commands::play::choices::{Choices, Meaning};
use crate::commands::play::tale;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::screen::places::marks;
use crate::screen::scene::Item;
use crate::screen::{self, Driver, Effect, Look, Model, Scene, Teller, Topic, Viewer};
use crate::terminal::{paint, quiet, strong};
use crate::{Picture, Terminal};

/// A table of a server.
pub struct OnlineTable<'a> {
    guest: Guest,
    code: String,
    /// How the person is called; nobody watches with a name.
    name: Option<String>,
    games: &'a Games<Terminal>,
    connection: Option<Connection>,
    tell: Option<Teller<News>>,
    /// Where is kept what was seen of tables.
    folder: Option<PathBuf>,
    /// What is remembered of the dice of this table, once it has told its code.
    pinned: Option<(String, Pinned)>,
    /// Was the exchange of the dice told on this screen?
    warned: bool,
    proof: Verdict,
    mirror: Option<Mirror<Terminal>>,
    /// Why there is no connection just now.
    lost: Option<String>,
    /// Has a seat been asked for?
    sat: bool,
    /// Moves that the table has not answered yet.
    waiting: usize,
    /// The requests for seats that the person was asked about.
    requests: Vec<u32>,
    /// What was pointed at and shown, among what was said.
    signs: Vec<(usize, String)>,
    looked: Option<usize>,
    sheet: Option<Seat>,
    /// A hint, and the entry of the table after which it was given.
    hint: Option<Hinted>,
    /// Own actions that were taken back: after how many steps they were made, by whom, and what they were.
    undone: Vec<(usize, Seat, String)>,
    farewell: String,
}

/// What the own threads of a table tell.
pub enum News {
    /// Something from the server.
    Heard(Heard),
    /// What came of the proof of the dice at the table of this code.
    Proof(String, Result<Vec<Link>, String>),
}

/// What is known of the dice of a match.
enum Verdict {
    /// It is not over.
    None,
    /// It is being found out.
    Wanted,
    /// All of it, or why nothing.
    Told(Result<Vec<Link>, String>),
}

impl<'a> OnlineTable<'a> {
    /// Returns a table that is not connected yet; what is remembered of its dice is kept in this folder.
    pub fn new(
        guest: Guest,
        code: String,
        name: Option<String>,
        games: &'a Games<Terminal>,
        folder: Option<PathBuf>,
    ) -> OnlineTable<'a> {
        OnlineTable {
            guest,
            code,
            name,
            games,
            connection: None,
            tell: None,
            folder,
            pinned: None,
            warned: false,
            proof: Verdict::None,
            mirror: None,
            lost: None,
            sat: false,
            waiting: 0,
            requests: Vec::new(),
            signs: Vec::new(),
            looked: None,
            sheet: None,
            hint: None,
            undone: Vec::new(),
            farewell: String::new(),
        }
    }

    fn connect(&mut self) {
        let Some(tell) = self.tell.clone() else { return };
        (self.mirror, self.sat, self.looked) = (None, false, None);
        self.requests.clear();
        let tell = move |heard| tell.tell(News::Heard(heard));
        self.connection = Some(Connection::open(self.guest.clone(), self.code.clone(), tell));
    }

    fn send(&self, command: Command) {
        if let Some(connection) = &self.connection {
            connection.send(command);
        }
    }

    /// Sends what the person wants; says what becomes of it while there is no connection.
    fn want(&self, command: Command, model: &mut Model) {
        let waits = Connection::keeps(&command);
        if self.lost.is_some() {
            model.notice = match waits {
                true => "It is sent as soon as there is a connection.".to_owned(),
                false => "There is no connection, so this was not sent: do it again once it is back.".to_owned(),
            };
        }
        if self.lost.is_none() || waits {
            self.send(command);
        }
    }

    fn game(&self) -> Option<&'static dyn AnyGame<Terminal>> {
        self.games.get(&self.mirror.as_ref()?.welcome.game).ok()
    }

    fn phase(&self) -> Option<Phase> {
        self.mirror.as_ref().map(|mirror| mirror.seats.phase)
    }

    fn seats(&self) -> &[SeatInfo] {
        self.mirror.as_ref().map_or(&[], |mirror| &mirror.seats.seats)
    }

    fn own(&self) -> Option<SeatNumber> {
        self.seats().iter().find(|seat| seat.yours).map(|seat| seat.seat)
    }

    fn dress(&self) -> Dress {
        let numbers: Vec<u8> = self.seats().iter().map(|seat| seat.set.unwrap_or(seat.seat)).collect();
        let any = self.seats().iter().any(|seat| seat.set.is_some());
        let dress = self.game().and_then(|game| Dress::new(game, numbers.len() as u8, any.then_some(&numbers)).ok());
        dress.unwrap_or_default()
    }

    /// Returns what is shown.
    fn scene(&self) -> Scene {
        let (Some(mirror), Some(game)) = (&self.mirror, self.game()) else {
            let text = self.lost.clone().map_or("Connecting …".to_owned(), |why| format!("No connection: {why}"));
            return Scene { prompt: text, title: self.guest.server.to_string(), ..Scene::default() };
        };
        let dress = self.dress();
        let players: Vec<String> = mirror.seats.seats.iter().map(holder).collect();
        let own = mirror.own();
        let playing = mirror.seats.phase == Phase::Playing;
        let asked = mirror.asked().filter(|_| self.looked.is_none() && playing);
        let viewer = Viewer { players: &players, dress: &dress, asked, own: &own, sheet: self.sheet };
        let prefix = self.looked.map(|step| mirror.table.prefix(step));
        let table = prefix.as_deref().unwrap_or(&*mirror.table);
        let mut scene = Scene::of(game, table, &viewer);
        scene.at = self.looked.map(|step| (step, mirror.table.len()));
        if let Some(hint) = self.hint.as_ref().filter(|hint| self.looked.is_none() && hint.n == mirror.n) {
            scene.marks = marks(&hint.actions, &scene.picture.spots());
        }
        let mut seats: Vec<String> = mirror
            .seats
            .seats
            .iter()
            .map(|seat| {
                let mark = if mirror.table.awaited().contains(Seat::numbered(seat.seat.into()).unwrap_or_default())
                    && playing
                {
                    ">"
                } else {
                    " "
                };
                format!("{mark}{} {}: {}", seat.seat, clean(&seat.name), holder(seat))
            })
            .collect();
        if mirror.seats.watchers > 0 {
            seats.push(format!(" {} watching", mirror.seats.watchers));
        }
        if mirror.seats.phase == Phase::Over && !own.is_empty() && self.looked.is_none() {
            let again = game.info().again.filter(|_| mirror.table.again().is_some());
            scene.offer = Some(screen::offer(again, "c chat  "));
        }
        if mirror.seats.phase == Phase::Gathering {
            self.gather(&mut scene, &seats);
        } else if scene.picture.beside.is_empty() {
            scene.situation.splice(0..0, seats);
        }
        let mut chat: Vec<(usize, String)> =
            mirror.chat.iter().enumerate().map(|(at, said)| (at, format!("{}: {}", said.name, said.text))).collect();
        chat.extend(self.signs.iter().cloned());
        chat.sort_by_key(|(at, _)| *at);
        scene.chat = Some(chat.into_iter().map(|(_, text)| clean(&text)).collect());
        scene.prompt = clean(&scene.prompt);
        if self.is_cheated() {
            scene.prompt = format!("THE DICE WERE EXCHANGED, /proof shows it. {}", scene.prompt);
        }
        if let Some(why) = &self.lost {
            scene.prompt = format!("Connecting again ({why}). {}", scene.prompt);
        } else if self.waiting > 0 {
            scene.prompt = format!("… {}", scene.prompt);
        } else if let Some(closed) = &mirror.welcome.closed {
            scene.prompt = closed.clone();
        }
        scene
    }

    /// Has the server shown other dice than at first?
    fn is_cheated(&self) -> bool {
        self.pinned.as_ref().is_some_and(|(_, pinned)| pinned.pin.exchanged.is_some())
    }

    /// Shows who is there before the match, and what can be done about it.
    fn gather(&self, scene: &mut Scene, seats: &[String]) {
        let Some(mirror) = &self.mirror else { return };
        let link = format!("{}/t/{}", self.guest.server, mirror.welcome.code);
        scene.prompt = "People gather. The match begins when every seat is taken.".to_owned();
        let mut text = vec![paint(strong(), "Who sits where"), String::new()];
        text.extend(seats.iter().cloned());
        text.push(String::new());
        text.push(format!("Others come by {link}"));
        text.extend(mirror.welcome.spoken.as_ref().map(|words| format!("or by the words: {words}")));
        text.extend(mirror.welcome.highlights.iter().map(|line| paint(quiet(), line)));
        // Who comes matters more than the board that waits for them.
        scene.picture = Picture::default();
        scene.situation = text;
        let mut orders: Vec<String> = Vec::new();
        let open = mirror.seats.seats.iter().filter(|seat| seat.holder == Holder::Open);
        if self.own().is_none() && self.name.is_some() {
            orders.extend(open.clone().map(|seat| format!("sit {}", seat.seat)));
        }
        if mirror.welcome.host {
            orders.extend(open.map(|seat| format!("bot {} normal", seat.seat)));
            orders.push("start".to_owned());
        }
        let item = |words: String| Item { seat: Seat::default(), label: words.clone(), words, note: None };
        scene.choices = orders.into_iter().map(item).collect();
    }

    /// Sits down, and adds to the luck of seats that are held already.
    fn arrive(&mut self) {
        let Some(mirror) = self.mirror.as_ref().filter(|mirror| mirror.seats.phase == Phase::Gathering) else { return };
        let own: Vec<&SeatInfo> = mirror.seats.seats.iter().filter(|seat| seat.yours).collect();
        let silent: Vec<SeatNumber> = own.iter().filter(|seat| !seat.adds).map(|seat| seat.seat).collect();
        let open = mirror.seats.seats.iter().find(|seat| seat.holder == Holder::Open).map(|seat| seat.seat);
        let sits = own.is_empty() && !self.sat;
        for seat in silent {
            let nonce = self.addition(seat);
            self.send(Command::Luck { seat, nonce });
        }
        if let (true, Some(name), Some(seat)) = (sits, self.name.clone(), open) {
            let nonce = self.addition(seat);
            self.send(Command::Sit(Sit { seat, name, nonce }));
            self.sat = true;
        }
    }

    /// Returns what an own seat adds to the luck.
    fn addition(&mut self, seat: SeatNumber) -> String {
        self.pinned.as_mut().map(|(_, pinned)| pinned.addition(seat)).unwrap_or_default()
    }

    /// Remembers what the table shows of its dice, and says loudly if that is not what it showed before.
    fn pin(&mut self, welcome: &Welcome, model: &mut Model) {
        if self.pinned.as_ref().is_none_or(|(code, _)| *code != welcome.code) {
            let opened = Pinned::open(&self.guest.server, &welcome.code, self.folder.as_deref());
            (self.pinned, self.warned) = (Some((welcome.code.clone(), opened)), false);
            self.proof = Verdict::None;
        }
        let Some((_, pinned)) = &mut self.pinned else { return };
        pinned.welcome(welcome);
        if let (Some(later), false) = (&pinned.pin.exchanged, self.warned) {
            self.warned = true;
            let text = vec![
                paint(strong(), "The server has exchanged the dice of this table."),
                String::new(),
                format!("First it was bound to  {}", clean(&pinned.pin.commitment)),
                format!("Later it showed        {}", clean(later)),
                String::new(),
                "Whoever knows the dice can choose what is rolled. Do not trust this match.".to_owned(),
            ];
            model.open("The dice were exchanged", text);
        }
    }

    /// Checks the dice once the match is over; what comes of it is told later.
    fn want_proof(&mut self) {
        let (Some((code, pinned)), Some(tell), Some(game)) = (&self.pinned, &self.tell, self.game()) else { return };
        if self.phase() != Some(Phase::Over) || !matches!(self.proof, Verdict::None) {
            return;
        }
        let (code, pin, guest) = (code.clone(), pinned.pin.clone(), self.guest.clone());
        let broken = code.clone();
        tell.clone().work(
            move |why| News::Proof(broken, Err(why)),
            move || {
                let record: Result<serde_json::Value, String> = guest.get(&format!("/api/tables/{code}/record"));
                let record = record.and_then(|record| Record::read(&record.to_string()).map_err(|why| why.to_string()));
                News::Proof(code, record.map(|record| prove(game, &record, &pin)))
            },
        );
        self.proof = Verdict::Wanted;
    }

    /// Hears what came of it: one sentence where all is well, a page where it is not.
    fn proven(&mut self, links: Result<Vec<Link>, String>, model: &mut Model) {
        let broken = links.as_ref().is_ok_and(|links| links.iter().any(|link| link.holds == Some(false)));
        model.notice = match &links {
            Err(why) => format!("The dice could not be checked: {}.", clean(why)),
            Ok(links) => {
                let open = links.iter().filter(|link| link.holds.is_none()).count();
                match (links.len() - open, open) {
                    (held, 0) => format!("The dice were fair: all {held} links hold. /proof shows them."),
                    (held, open) => {
                        format!("Links of the dice that hold: {held}; that nobody can tell: {open}. /proof shows them.")
                    }
                }
            }
        };
        self.proof = Verdict::Told(links);
        if broken {
            model.notice = "The dice were NOT fair; /proof shows why.".to_owned();
            self.show_proof(model);
        }
    }

    /// Shows every link, and how to check the match without this server.
    fn show_proof(&self, model: &mut Model) {
        let commitment = self.mirror.as_ref().map_or("", |mirror| &mirror.welcome.commitment);
        let mut text = vec![format!("Commitment: {}", clean(commitment)), String::new()];
        match &self.proof {
            Verdict::None => text.push("Every link is checked when the match is over.".to_owned()),
            Verdict::Wanted => text.push("It is being checked.".to_owned()),
            Verdict::Told(Err(why)) => text.push(format!("The dice could not be checked: {}.", clean(why))),
            Verdict::Told(Ok(links)) => text.extend(links.iter().map(|link| match link.holds {
                Some(true) => format!("holds    {}", clean(&link.text)),
                Some(false) => paint(strong(), &format!("BROKEN   {}", clean(&link.text))),
                None => paint(quiet(), &format!("unknown  {}", clean(&link.text))),
            })),
        }
        if let (Verdict::Told(_), Some((code, pinned))) = (&self.proof, &self.pinned) {
            let file = format!("polynya-{code}.json");
            text.extend([String::new(), "Without this server: /save, and then".to_owned()]);
            text.push(format!("  {}", command(&file, &pinned.pin)));
        }
        model.open("The dice", text);
    }

    fn act(&mut self, seat: Seat, words: &str, sure: bool, model: &mut Model) {
        let (Some(mirror), Some(connection)) = (&self.mirror, &mut self.connection) else { return };
        let slip = mirror.table.warning(seat, words).filter(|warning| warning.is_slip && !sure);
        if let Some(slip) = slip.filter(|_| mirror.table.check(seat, words).is_ok()) {
            let yes = Effect::Act { seat, words: words.to_owned(), sure: true };
            return model.ask(format!("{words}: {}. Do you mean it?", slip.text), yes, None);
        }
        if self.lost.is_some() && self.waiting > 0 {
            model.notice = "A move waits for the connection already.".to_owned();
            return;
        }
        connection.submit(seat.number() as u8, words, mirror.n);
        self.undone.clear();
        self.waiting += 1;
        model.notice = match &self.lost {
            Some(_) => format!("`{words}` is sent as soon as there is a connection."),
            None => String::new(),
        };
    }

    fn typed(&mut self, text: &str, model: &mut Model) -> Result<bool, Failure> {
        let playing = self.phase() == Some(Phase::Playing);
        let Some(mirror) = &self.mirror else { return Ok(true) };
        let asked = mirror.asked().filter(|_| playing);
        let choices = asked.map(|asked| Choices::new(&*mirror.table, asked, &mirror.own()));
        if let Some(Meaning::Act(seat, words)) = choices.as_ref().and_then(|choices| choices.listed(text)) {
            self.act(seat, &words, false, model);
            return Ok(true);
        }
        let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        match (verb, rest.trim()) {
            ("undo", "") => return self.obey(Effect::Undo { sure: false }, model),
            ("hint", "") => return self.obey(Effect::Hint, model),
            ("proof", "") => {
                self.show_proof(model);
                return Ok(true);
            }
            ("help", "") => return self.obey(Effect::Help, model),
            ("quit" | "exit", "") => return self.obey(Effect::Leave { keep: None }, model),
            ("visit", code) if !code.is_empty() => {
                self.code = code.to_owned();
                self.connect();
                return Ok(true);
            }
            ("rules", words) => {
                let wide = usize::from(model.area.width).saturating_sub(4).min(96);
                if let Some(game) = self.game() {
                    model.open("Rules", about(game.book(), words, wide));
                }
                return Ok(true);
            }
            ("save", file) => return self.obey(Effect::Save { file: file.to_owned(), sure: false }, model),
            _ => {}
        }
        let (own, name) = (self.own(), self.name.clone().unwrap_or_else(|| "Guest".to_owned()));
        let pinned = &mut self.pinned;
        let added = |seat| pinned.as_mut().map(|(_, pinned)| pinned.addition(seat)).unwrap_or_default();
        match orders::read(text, own, &name, added) {
            Some(Order::Send(command)) => self.want(command, model),
            Some(Order::Wrong(why)) => model.notice = why,
            None => match choices.map(|choices| choices.read(&*mirror.table, text)) {
                Some(Meaning::Act(seat, words)) => self.act(seat, &words, false, model),
                Some(Meaning::Unclear(why)) => model.notice = why,
                None => model.notice = "It is not your turn; ? shows what can be typed.".to_owned(),
            },
        }
        Ok(true)
    }

    /// Hears what the table says besides the match itself.
    fn told(&mut self, message: &Message, model: &mut Model) {
        let sign = |name: &str, text: String| format!("{name} {text}");
        let at = self.mirror.as_ref().map_or(0, |mirror| mirror.chat.len());
        match message {
            Message::Step { update, .. } if update.id.is_some() => self.waiting = self.waiting.saturating_sub(1),
            Message::Duplicate { .. } => self.waiting = self.waiting.saturating_sub(1),
            Message::Refused(refused) => {
                self.waiting = self.waiting.saturating_sub(1);
                let text = vec![clean(&refused.text), format!("Rule {}; w shows it.", clean(&refused.clause))];
                model.open("Not allowed", text);
            }
            Message::Invalid { id, text } => {
                self.waiting = self.waiting.saturating_sub(usize::from(id.is_some()));
                model.notice = clean(text);
            }
            Message::Said(said) => model.notice = clean(&format!("{}: {}", said.name, said.text)),
            Message::Pinged { name, place, .. } => self.signs.push((at, sign(name, format!("points at {place}")))),
            Message::Proposed { name, actions, .. } if !actions.is_empty() => {
                let text = sign(name, format!("proposes {}", actions.join(", ")));
                model.notice = clean(&text);
                self.signs.push((at, text));
            }
            Message::Answered(answered) => {
                model.notice = clean(&answered.text);
                self.signs.push((at, format!("Seat {}: {}", answered.seat, answered.text)));
            }
            Message::Linked { path, .. } => {
                let text = vec!["This link gives the seat to another device, once:".to_owned(), String::new()];
                let link = format!("{}{}", self.guest.server, clean(path));
                model.open("Seat link", text.into_iter().chain([link]).collect());
            }
            Message::Asked { ask: Some(ask), .. } if self.is_to_answer(ask) => self.ask_back(ask, model),
            Message::Asked { ask: Some(_), .. } => model.notice = "The others are asked.".to_owned(),
            Message::Asked { ask: None, refused } => {
                model.settle(|topic| topic == Topic::TakeBack);
                if let Some(seat) = refused {
                    model.notice = format!("Seat {seat} does not agree.");
                }
            }
            Message::Again { code } => {
                let text = "Another match begins. Come along?".to_owned();
                model.ask_in_turn(Topic::Again, text, Effect::Typed(format!("visit {code}")), None);
            }
            Message::Hinted(hinted) => {
                model.notice = clean(&format!("{} h: why", hinted.text));
                self.hint = Some(hinted.clone());
                model.show(self.scene());
                model.choose_words(hinted.actions.first().map_or("", String::as_str));
            }
            Message::Closing => model.notice = "The server stops for a moment; it will be back.".to_owned(),
            Message::Seats(seats) => self.ask_for_seats(&seats.requests, model),
            _ => {}
        }
    }

    fn is_to_answer(&self, ask: &Ask) -> bool {
        self.seats().iter().any(|seat| seat.yours && ask.waiting.contains(&seat.seat))
    }

    /// Asks whether somebody may take a move back.
    fn ask_back(&self, ask: &Ask, model: &mut Model) {
        let who = self.seats().iter().find(|seat| seat.seat == ask.seat).map_or("Somebody", |seat| &seat.player);
        let [yes, no] = ["yes", "no"].map(|answer| Effect::Typed(answer.to_owned()));
        let text = format!("{} wants to take a move back. All right?", clean(who));
        model.ask_in_turn(Topic::TakeBack, text, yes, Some(no));
    }

    /// Asks about each request for a seat once, and no more about those that are settled.
    fn ask_for_seats(&mut self, requests: &[SeatRequest], model: &mut Model) {
        let open: Vec<u32> = requests.iter().filter(|request| !request.yours).map(|request| request.id).collect();
        model.settle(|topic| matches!(topic, Topic::Seat(id) if !open.contains(&id)));
        for request in requests.iter().filter(|request| !request.yours && !self.requests.contains(&request.id)) {
            let text = format!("{} asks for seat {}. All right?", clean(&request.name), request.seat);
            let [yes, no] = ["admit", "refuse"].map(|verb| Effect::Typed(format!("{verb} {}", request.id)));
            model.ask_in_turn(Topic::Seat(request.id), text, yes, Some(no));
        }
        self.requests = open;
    }

    /// Asks for another match; first whether with what the book lets lie, where there is a choice.
    fn again(&self, keep: Option<bool>, model: &mut Model) {
        let again = self.game().and_then(|game| game.info().again);
        let kept = self.mirror.as_ref().and_then(|mirror| mirror.table.again());
        match (again.filter(|_| kept.is_some()), keep) {
            (Some(again), None) => screen::ask_again(again, model),
            (Some(_), Some(true)) => self.want(Command::Restart, model),
            _ => self.want(Command::Rematch, model),
        }
    }

    /// Returns the hint about the position as it stands.
    fn current_hint(&self) -> Option<&Hinted> {
        self.hint.as_ref().filter(|hint| self.mirror.as_ref().is_some_and(|mirror| mirror.n == hint.n))
    }

    /// Keeps what is taken back by the person, so that it can be done again.
    fn note_undone(&mut self, message: &Message) {
        let (Message::Step { update, .. }, Some(mirror)) = (message, &self.mirror) else { return };
        let Some(back) = &update.back else { return };
        let at = back.at as usize;
        let own = mirror.own();
        let undone = mirror.table.steps(at).into_iter().next();
        if let Some(seat) = undone.as_ref().and_then(|step| step.seat).filter(|seat| own.contains(seat)) {
            self.undone.extend(undone.map(|step| (at, seat, step.words)));
        }
    }

    /// Does again what was taken back last.
    fn redo(&mut self, model: &mut Model) {
        let here = self.mirror.as_ref().map(|mirror| mirror.table.len());
        match self.undone.pop_if(|(at, ..)| Some(*at) == here) {
            Some((_, seat, words)) => {
                let rest = std::mem::take(&mut self.undone);
                self.act(seat, &words, true, model);
                self.undone = rest;
            }
            None => model.notice = "There is nothing to do again.".to_owned(),
        }
    }

    /// Shows what has happened since the person last acted, or where the person is.
    fn tell_own(&self, changes: bool, model: &mut Model) {
        let Some(mirror) = &self.mirror else { return };
        let (table, seat) = (&*mirror.table, mirror.asked().or(mirror.own().first().copied()).unwrap_or_default());
        let (title, told) = match changes {
            true => ("Since you last acted", tale::turns(&table.log(tale::since(table, seat)), &tale::names(table))),
            false => ("Where you are", tale::about(table, seat)),
        };
        let dress = self.dress();
        model.open(title, told.iter().map(|line| dress.write(line)).collect());
    }

    fn look(&mut self, look: Look, model: &mut Model) {
        let Some(mirror) = &self.mirror else { return };
        let step = screen::history::find(&*mirror.table, self.looked.unwrap_or(mirror.table.len()), look);
        self.looked = (step < mirror.table.len()).then_some(step);
        model.show(self.scene());
    }

    fn save(&self, file: &str, sure: bool) -> Result<String, String> {
        let name = if file.is_empty() { format!("polynya-{}.json", self.code) } else { file.to_owned() };
        if !sure && std::path::Path::new(&name).exists() {
            return Err(name);
        }
        let record: Result<serde_json::Value, String> = self.guest.get(&format!("/api/tables/{}/record", self.code));
        Ok(
            match record
                .and_then(|record| std::fs::write(&name, format!("{record}\n")).map_err(|error| error.to_string()))
            {
                Ok(()) => format!("Saved in {name}; see it with `polynya replay {name}`."),
                Err(why) => format!("{name} cannot be saved: {why}"),
            },
        )
    }
}

/// Returns who holds a seat, in a few words.
fn holder(seat: &SeatInfo) -> String {
    let away = if seat.present { "" } else { ", away" };
    let you = if seat.yours { ", you" } else { "" };
    match (seat.holder, &seat.cover) {
        (Holder::Open, _) => "open".to_owned(),
        (Holder::Bot, _) => format!("{} (bot {})", clean(&seat.player), seat.bot.as_deref().unwrap_or_default()),
        (Holder::Person, Some(bot)) => format!("{} (bot {bot} plays{away}{you})", clean(&seat.player)),
        (Holder::Person, None) if away.len() + you.len() > 0 => {
            format!("{} ({})", clean(&seat.player), format!("{away}{you}").trim_start_matches(", "))
        }
        (Holder::Person, None) => clean(&seat.player),
    }
}

/// Returns a text from others without anything that a terminal would obey.
fn clean(text: &str) -> String {
    text.chars().filter(|sign| !sign.is_control()).collect()
}

impl Driver for OnlineTable<'_> {
    type News = News;

    fn begin(&mut self, tell: Teller<News>, model: &mut Model) -> Result<(), Failure> {
        self.tell = Some(tell);
        self.connect();
        model.show(self.scene());
        Ok(())
    }

    fn obey(&mut self, effect: Effect, model: &mut Model) -> Result<bool, Failure> {
        match effect {
            Effect::Act { words, .. } if self.phase() == Some(Phase::Gathering) => return self.typed(&words, model),
            Effect::Act { seat, words, sure } => self.act(seat, &words, sure, model),
            Effect::Typed(text) => {
                let stays = self.typed(&text, model)?;
                model.show(self.scene());
                return Ok(stays);
            }
            Effect::Say(text) => self.want(Command::Say { text }, model),
            Effect::Undo { .. } => {
                let point = self.mirror.as_ref().and_then(|mirror| mirror.undo.first().copied());
                match point {
                    Some(point) => self.want(Command::Undo { to: point.to, seat: point.seat }, model),
                    None => model.notice = "There is nothing that you could take back.".to_owned(),
                }
            }
            Effect::Hint if self.current_hint().is_some() => {
                let told = self.current_hint().map(|hint| vec![clean(&hint.text), clean(&hint.why)]);
                model.open("Hint", told.unwrap_or_default());
            }
            Effect::Hint => match (self.own(), self.mirror.as_ref().is_some_and(|mirror| mirror.seats.hints)) {
                (Some(seat), true) => self.want(Command::Hint { seat, id: None }, model),
                _ => model.notice = "There are no hints in a match against other people.".to_owned(),
            },
            Effect::Rules => {
                let clause = self.mirror.as_ref().map(|mirror| mirror.table.prompt(mirror.asked()).clause);
                let wide = usize::from(model.area.width).saturating_sub(4).min(96);
                if let (Some(game), Some(clause)) = (self.game(), clause) {
                    model.open("Rules (type `rules WORDS` to search)", about(game.book(), clause, wide));
                }
            }
            Effect::Help => {
                let mut text = vec![paint(strong(), "Keys"), screen::KEYS.to_owned(), String::new()];
                text.extend([paint(strong(), "What can be typed after /, besides moves"), orders::HELP.to_owned()]);
                if let Some(mirror) = &self.mirror {
                    text.push(String::new());
                    text.extend(mirror.table.primer());
                    text.push(paint(quiet(), &format!("Commitment to the dice: {}", mirror.welcome.commitment)));
                }
                let lines = text.iter().flat_map(|text| text.split('\n')).map(str::to_owned).collect();
                model.open("Help", lines);
            }
            Effect::Save { file, sure } => match self.save(&file, sure) {
                Ok(told) => model.notice = told,
                Err(name) => {
                    model.ask(format!("{name} exists. Overwrite it?"), Effect::Save { file: name, sure: true }, None);
                }
            },
            Effect::Look(look) => self.look(look, model),
            Effect::NextSheet => {
                let seats = self.seats().len();
                let now = self.sheet.map_or_else(|| self.own().map_or(0, usize::from), polynya_engine::Seat::number);
                self.sheet = Seat::numbered((now % seats.max(1) + 1) as _);
                model.show(self.scene());
            }
            Effect::Changes => self.tell_own(true, model),
            Effect::Mine => self.tell_own(false, model),
            Effect::Redo => self.redo(model),
            Effect::Analyse => {
                model.notice = "Save the match with s, then: polynya replay FILE, and a there.".to_owned();
            }
            Effect::Back => {}
            Effect::Again { keep } if self.phase() == Some(Phase::Over) => self.again(keep, model),
            Effect::Again { .. } => {}
            Effect::Leave { .. } | Effect::Interrupt => {
                let link = format!("{}/t/{}", self.guest.server, self.code);
                self.farewell = format!("The table goes on without you. Come back with:\n  polynya join {link}");
                if self.phase() == Some(Phase::Over) || self.name.is_none() {
                    self.farewell = format!("The table was {link}");
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn hear(&mut self, news: News, model: &mut Model) -> Result<(), Failure> {
        let heard = match news {
            News::Heard(heard) => heard,
            News::Proof(code, links) => {
                // Whoever has gone on to another table wants to know of that one.
                if self.pinned.as_ref().is_some_and(|(own, _)| *own == code) {
                    self.proven(links, model);
                }
                model.show(self.scene());
                return Ok(());
            }
        };
        match heard {
            Heard::Welcome(welcome, steps) => {
                let Ok(game) = self.games.get(&welcome.game) else {
                    return Err(Failure::input(format!(
                        "this program does not know the game {}",
                        clean(&welcome.game)
                    )));
                };
                (self.lost, self.waiting) = (None, 0);
                self.code.clone_from(&welcome.code);
                let (ask, requests) = (welcome.ask.clone(), welcome.seats.requests.clone());
                self.pin(&welcome, model);
                self.mirror = Some(Mirror::new(game, *welcome, steps).map_err(Failure::input)?);
                self.arrive();
                // What was asked while nobody heard it, and what was answered.
                match ask.filter(|ask| self.is_to_answer(ask)) {
                    Some(ask) => self.ask_back(&ask, model),
                    None => model.settle(|topic| topic == Topic::TakeBack),
                }
                self.ask_for_seats(&requests, model);
            }
            Heard::Message(message) => {
                self.note_undone(&message);
                let change = self.mirror.as_mut().map_or(Change::Gap, |mirror| mirror.take(&message));
                if let (Change::Gap, Some(connection)) = (change, &self.connection) {
                    connection.reconnect();
                }
                if let (Message::Seats(seats), Some((_, pinned))) = (&*message, &mut self.pinned) {
                    pinned.see(seats);
                }
                self.told(&message, model);
                if change == Change::Table {
                    self.arrive();
                }
            }
            Heard::Lost(why) => self.lost = Some(clean(&why)),
            Heard::Gone(why) => {
                self.lost = Some(clean(&why));
                model.open("The table is not there", vec![clean(&why), "q leaves.".to_owned()]);
            }
        }
        self.want_proof();
        model.show(self.scene());
        Ok(())
    }

    fn farewell(&mut self) -> String {
        std::mem::take(&mut self.farewell)
    }
}

#[cfg(test)]
mod tests {
    use polynya_client::Address;

    use super::*;

    fn table(games: &Games<Terminal>) -> OnlineTable<'_> {
        let guest = Guest { server: Address::default(), cookie: "polynya=x".to_owned() };
        OnlineTable::new(guest, "code".to_owned(), Some("Ann".to_owned()), games, None)
    }

    fn request(id: u32) -> SeatRequest {
        SeatRequest { id, seat: 2, name: format!("Guest {id}"), yours: false }
    }

    #[test]
    fn each_request_for_a_seat_is_asked_about_once() {
        let games = polynya_catalog::games();
        let (mut table, mut model) = (table(&games), Model::new(Scene::default(), 80, 24));
        table.ask_for_seats(&[request(1), request(2)], &mut model);
        model.next_question();
        assert!(model.question.take().is_some_and(|question| question.text.starts_with("Guest 1 ")));
        // Whatever else the table tells of its seats.
        table.ask_for_seats(&[request(1), request(2)], &mut model);
        model.next_question();
        assert!(model.question.as_ref().is_some_and(|question| question.text.starts_with("Guest 2 ")));
        assert_eq!(model.questions_waiting(), 0);
        // Another host has answered.
        table.ask_for_seats(&[request(1)], &mut model);
        assert_eq!(model.question, None);
    }

    #[test]
    fn what_becomes_of_it_without_a_connection_is_told() {
        let games = polynya_catalog::games();
        let (mut table, mut model) = (table(&games), Model::new(Scene::default(), 80, 24));
        table.lost = Some("cut off".to_owned());
        table.want(Command::Say { text: "hello".to_owned() }, &mut model);
        assert_eq!(model.notice, "It is sent as soon as there is a connection.");
        table.want(Command::Ping { place: "a1".to_owned() }, &mut model);
        assert!(model.notice.contains("was not sent"), "{}", model.notice);
    }

    fn welcome(commitment: &str) -> News {
        let seat = |number: u8| {
            serde_json::json!({
                "seat": number, "name": "Blue", "holder": "person", "player": "Ann", "yours": number == 1,
                "present": true, "abandoned": false, "muted": false, "host": false, "adds": true,
            })
        };
        let welcome = serde_json::json!({
            "code": "code", "game": "polar-dare", "options": {},
            "seats": { "n": 1, "phase": "gathering", "seats": [seat(1), seat(2)], "watchers": 0, "clock": 0 },
            "host": true, "takebacks": "consent", "n": 1, "steps": 0, "log": [], "chat": [], "view": {}, "choices": [],
            "awaited": [], "turn": 0, "commitment": commitment,
        });
        let welcome = serde_json::from_value(welcome).expect("it is a welcome");
        News::Heard(Heard::Welcome(Box::new(welcome), Vec::new()))
    }

    #[test]
    fn dice_that_were_exchanged_are_told_loudly_and_for_good() {
        let games = polynya_catalog::games();
        let (mut table, mut model) = (table(&games), Model::new(Scene::default(), 80, 24));
        table.hear(welcome("one"), &mut model).expect("it is heard");
        table.hear(welcome("one"), &mut model).expect("it is heard");
        assert!(model.page.is_none() && !model.scene.prompt.contains("EXCHANGED"));
        table.hear(welcome("two"), &mut model).expect("it is heard");
        let page = model.page.take().expect("it is told");
        assert!(page.title.contains("exchanged") && page.text.iter().any(|line| line.contains("bound to  one")));
        // Once: the line above the choices goes on saying it.
        table.hear(welcome("one"), &mut model).expect("it is heard");
        assert!(model.page.is_none() && model.scene.prompt.starts_with("THE DICE WERE EXCHANGED"));
    }

    #[test]
    fn the_proof_is_a_sentence_where_it_holds_and_a_page_where_not() {
        let games = polynya_catalog::games();
        let (mut table, mut model) = (table(&games), Model::new(Scene::default(), 80, 24));
        table.hear(welcome("one"), &mut model).expect("it is heard");
        let link = |holds| Link { holds, text: "What you added was left out.".to_owned() };
        let told = |links: Vec<Link>| News::Proof("code".to_owned(), Ok(links));
        table.hear(told(vec![link(Some(true)); 7]), &mut model).expect("it is heard");
        assert_eq!(model.notice, "The dice were fair: all 7 links hold. /proof shows them.");
        assert!(model.page.is_none());
        table.hear(told(vec![link(Some(true)), link(None)]), &mut model).expect("it is heard");
        assert_eq!(model.notice, "Links of the dice that hold: 1; that nobody can tell: 1. /proof shows them.");
        table.hear(told(vec![link(Some(true)), link(Some(false))]), &mut model).expect("it is heard");
        assert!(model.notice.contains("NOT fair"));
        let page = model.page.take().expect("it is shown");
        assert!(page.text.iter().any(|line| line.contains("BROKEN   What you added was left out.")));
        assert!(page.text.iter().any(|line| line.contains("polynya verify polynya-code.json --commitment one")));
    }
}
