//! What is on the screen besides the match, and how keys and the mouse change it. Nothing here knows a terminal or a
//! match: a scene goes in, keys go in, and what is to be done comes out.

use std::collections::VecDeque;

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use polynya_engine::Seat;
use ratatui::layout::{Position, Rect};

use super::editor::Editor;
use super::layout::Regions;
use super::moves;
use super::places;
use super::scene::{Item, Scene};
use crate::Spot;

/// What a person wants that the screen cannot do by itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Effect {
    /// A seat does this; `sure` once a person was asked about it.
    Act { seat: Seat, words: String, sure: bool },
    /// Something was typed.
    Typed(String),
    /// Something is said to the others.
    Say(String),
    /// The last decision is taken back.
    Undo { sure: bool },
    /// What would a strong bot do?
    Hint,
    /// The rule book is opened at what the moment asks for.
    Rules,
    /// What keys there are, and how the match is won.
    Help,
    /// The match is kept in this file; `sure` even if that holds something else.
    Save { file: String, sure: bool },
    /// The match is looked at as it stood at another step.
    Look(Look),
    /// The things of the next seat are looked at.
    NextSheet,
    /// What has happened since the person last acted?
    Changes,
    /// What the person has, and where it stands.
    Mine,
    /// What was taken back last is done again.
    Redo,
    /// What luck and skill did in the match.
    Analyse,
    /// Back to where a menu was opened.
    Back,
    /// Another match begins; `keep` says whether with what the book lets lie, if that was asked.
    Again { keep: Option<bool> },
    /// The person leaves; `keep` says whether the match is saved, if that was asked.
    Leave { keep: Option<bool> },
    /// The person leaves at once.
    Interrupt,
}

/// Which step of a match is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Look {
    /// So many steps later, or earlier.
    By(isize),
    /// The begin or the end of a turn.
    Turn(isize),
    /// The beginning.
    First,
    /// Where the match stands.
    Live,
    /// So much of the match: by a click into its course.
    Part(u16, u16),
    /// The next step at which the match turned, or the one before.
    Turning(bool),
}

/// The panels that take turns where there is room for one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tab {
    /// What can be done.
    Moves,
    /// What is not on the board.
    Situation,
    /// What has happened.
    Log,
    /// What was said.
    Chat,
}

impl Tab {
    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Tab::Moves => "Moves",
            Tab::Situation => "Situation",
            Tab::Log => "Log",
            Tab::Chat => "Chat",
        }
    }
}

/// A text that lies over the screen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// What it is.
    pub title: String,
    /// Its paragraphs.
    pub text: Vec<String>,
    /// How many lines of it were scrolled away.
    pub scroll: usize,
}

/// A question that is answered with yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// What is asked.
    pub text: String,
    /// What follows from yes.
    pub yes: Effect,
    /// What follows from no.
    pub no: Option<Effect>,
    /// What it is about, if others at the table ask it.
    pub topic: Option<Topic>,
}

/// What others at a table ask about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Topic {
    /// Somebody wants to take a move back.
    TakeBack,
    /// Somebody wants a seat; the number of the request.
    Seat(u32),
    /// Another match begins.
    Again,
}

/// What is being typed.
#[derive(Clone, Debug)]
pub struct Typing {
    /// The line.
    pub editor: Editor,
    /// Is it for the others at the table?
    pub said: bool,
    /// Was a move of the list chosen since?
    picked: bool,
}

/// The state of the screen.
pub struct Model {
    /// The match, as it is shown.
    pub scene: Scene,
    /// The size of the screen.
    pub area: Rect,
    /// The chosen panel.
    pub tab: Tab,
    /// The chosen move, among those that are listed.
    pub selected: usize,
    /// What is being typed.
    pub typing: Option<Typing>,
    /// What is being asked.
    pub question: Option<Question>,
    /// What others want to know next.
    waiting: VecDeque<Question>,
    /// What lies over the screen.
    pub page: Option<Page>,
    /// What is said in the last line.
    pub notice: String,
    /// How many lines of the panel were scrolled.
    pub scroll: usize,
    /// Only moves that name all of these places are listed.
    pub places: Vec<String>,
    /// The place under the cursor, while the arrows go over the board.
    pub cursor: Option<String>,
    /// The first line and column of the board that is in sight.
    top: (usize, usize),
    /// What was typed before.
    history: Vec<String>,
}

impl Model {
    /// Returns a screen of this size that shows this scene.
    pub fn new(scene: Scene, width: u16, height: u16) -> Model {
        Model {
            scene,
            area: Rect::new(0, 0, width, height),
            tab: Tab::Moves,
            selected: 0,
            typing: None,
            question: None,
            waiting: VecDeque::new(),
            page: None,
            notice: String::new(),
            scroll: 0,
            places: Vec::new(),
            cursor: None,
            top: (0, 0),
            history: Vec::new(),
        }
    }

    /// Shows another scene.
    pub fn show(&mut self, scene: Scene) {
        if self.scene.choices != scene.choices {
            (self.selected, self.places) = (0, Vec::new());
        }
        self.scene = scene;
        if self.tab == Tab::Chat && self.scene.chat.is_none() {
            self.tab = Tab::Moves;
        }
        self.follow();
    }

    /// Chooses one of the listed moves.
    pub fn select(&mut self, index: usize) {
        self.selected = index;
        self.follow();
    }

    /// Chooses the listed move with these words.
    pub fn choose_words(&mut self, words: &str) {
        self.places.clear();
        if let Some(index) = self.listed().iter().position(|(_, item)| item.words == words) {
            self.select(index);
        }
    }

    /// Lays a text over the screen.
    pub fn open(&mut self, title: &str, text: Vec<String>) {
        self.page = Some(Page { title: title.to_owned(), text, scroll: 0 });
    }

    /// Asks about what the person has just done; what others ask waits until that is answered.
    pub fn ask(&mut self, text: String, yes: Effect, no: Option<Effect>) {
        let earlier = self.question.replace(Question { text, yes, no, topic: None });
        if let Some(earlier) = earlier.filter(|earlier| earlier.topic.is_some()) {
            self.waiting.push_front(earlier);
        }
    }

    /// Asks what others want to know, once its turn has come; in the place of what they asked about the same before.
    pub fn ask_in_turn(&mut self, topic: Topic, text: String, yes: Effect, no: Option<Effect>) {
        let question = Question { text, yes, no, topic: Some(topic) };
        let mut asked = self.question.iter_mut().chain(&mut self.waiting);
        match asked.find(|asked| asked.topic == question.topic) {
            Some(asked) => *asked = question,
            None => self.waiting.push_back(question),
        }
    }

    /// Asks no more about what was settled elsewhere.
    pub fn settle(&mut self, is_settled: impl Fn(Topic) -> bool) {
        let is_open = |question: &Question| !question.topic.is_some_and(&is_settled);
        self.question = self.question.take().filter(is_open);
        self.waiting.retain(is_open);
    }

    /// Asks the next question of others, unless something is typed or asked already. This comes right before the screen
    /// is drawn: no key answers a question that nobody has seen.
    pub fn next_question(&mut self) {
        if self.typing.is_none() && self.question.is_none() {
            self.question = self.waiting.pop_front();
        }
    }

    /// Returns how many questions of others wait.
    pub fn questions_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Returns the parts of the screen.
    pub fn regions(&self) -> Regions {
        Regions::of(self.area, &self.scene)
    }

    /// Returns the panels that take turns on this screen.
    pub fn tabs(&self) -> Vec<Tab> {
        let regions = self.regions();
        let mut tabs = Vec::new();
        if regions.moves.is_empty() {
            tabs.push(Tab::Moves);
        }
        tabs.push(Tab::Log);
        tabs.push(Tab::Situation);
        tabs.extend(self.scene.chat.as_ref().map(|_| Tab::Chat));
        tabs
    }

    /// Returns the panel that is shown.
    pub fn shown_tab(&self) -> Tab {
        let tabs = self.tabs();
        if tabs.contains(&self.tab) { self.tab } else { tabs[0] }
    }

    /// Returns the moves that are listed, with their numbers: all of them, or those that fit what was typed or pointed at.
    pub fn listed(&self) -> Vec<(usize, &Item)> {
        let typed = self.typing.as_ref().filter(|typing| !typing.said).map_or("", |typing| typing.editor.text());
        let typed = typed.to_lowercase();
        let fits = |(number, item): &(usize, &Item)| {
            let words = item.words.to_lowercase();
            let named = self.places.iter().all(|place| words.split(' ').any(|word| word == place));
            named && (moves::fits(&words, &typed) || number.to_string().starts_with(typed.as_str()))
        };
        self.scene.choices.iter().enumerate().map(|(index, item)| (index + 1, item)).filter(fits).collect()
    }

    /// Returns the chosen move.
    pub fn chosen(&self) -> Option<&Item> {
        let listed = self.listed();
        listed.get(self.selected).or(listed.last()).map(|&(_, item)| item)
    }

    /// Returns the places that the chosen move names, in the order of its words.
    pub fn focus(&self) -> Vec<Spot> {
        let Some(item) = self.chosen() else { return Vec::new() };
        let spots = self.scene.picture.spots();
        let words = item.words.to_lowercase();
        words.split(' ').skip(1).flat_map(|word| spots.iter().filter(move |spot| spot.name == word)).cloned().collect()
    }

    /// Returns the first line and column of the board that its window shows.
    pub fn window(&self) -> (usize, usize) {
        let board = self.regions().board;
        let (lines, columns) = (self.scene.picture.board.len(), self.scene.picture.width());
        let most = |size: usize, room: u16| size.saturating_sub(room.into());
        (self.top.0.min(most(lines, board.height)), self.top.1.min(most(columns, board.width)))
    }

    /// Moves the window onto the board, if what is chosen is not in sight. It stays as long as it can: what moves has to be
    /// found again by people, and sent over the line.
    fn follow(&mut self) {
        let board = self.regions().board;
        let (lines, columns) = (self.scene.picture.board.len(), self.scene.picture.width());
        let spots = self.scene.picture.spots();
        let cursor = self.cursor.as_ref().and_then(|name| spots.into_iter().find(|spot| spot.name == *name));
        let Some(spot) = cursor.or_else(|| self.focus().pop()) else { return };
        let along = |begin: usize, (at, size): (usize, usize), all: usize, room: u16| {
            let (room, most) = (usize::from(room), all.saturating_sub(room.into()));
            let begin = begin.min(most);
            if at >= begin && at + size <= begin + room { begin } else { at.saturating_sub(room / 2).min(most) }
        };
        let (line, column) = self.top;
        self.top = (
            along(line, (spot.line, spot.height), lines, board.height),
            along(column, (spot.column, spot.width), columns, board.width),
        );
    }

    /// Moves the window onto the board by hand.
    fn pan(&mut self, lines: isize, columns: isize) {
        let (line, column) = self.window();
        self.top = (line.saturating_add_signed(lines), column.saturating_add_signed(columns));
        self.top = self.window();
    }

    /// Takes a key, the mouse or another size; returns what is to be done about the match.
    pub fn update(&mut self, event: &Event) -> Option<Effect> {
        let before = (self.chosen().cloned(), self.cursor.clone(), self.area);
        let effect = self.take(event);
        if before != (self.chosen().cloned(), self.cursor.clone(), self.area) {
            self.follow();
        }
        effect
    }

    fn take(&mut self, event: &Event) -> Option<Effect> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse) => self.mouse(*mouse),
            Event::Resize(width, height) => {
                self.area = Rect::new(0, 0, *width, *height);
                None
            }
            Event::Paste(text) => {
                if let Some(typing) = &mut self.typing {
                    typing.editor.insert(text);
                }
                None
            }
            _ => None,
        }
    }

    fn key(&mut self, key: KeyEvent) -> Option<Effect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            return Some(Effect::Interrupt);
        }
        if self.question.is_some() {
            return self.answer(key);
        }
        if self.typing.is_some() {
            return self.type_key(key);
        }
        if self.page.is_some() && self.turn_page(key) {
            return None;
        }
        self.notice.clear();
        match self.cursor.take() {
            Some(cursor) => self.on_board(cursor, key),
            None => self.command(key),
        }
    }

    fn answer(&mut self, key: KeyEvent) -> Option<Effect> {
        let yes = match key.code {
            KeyCode::Char('y' | 'Y') => true,
            KeyCode::Char('n' | 'N') | KeyCode::Esc => false,
            _ => return None,
        };
        let question = self.question.take()?;
        if yes { Some(question.yes) } else { question.no.filter(|_| key.code != KeyCode::Esc) }
    }

    /// Scrolls or closes what lies over the screen; returns whether the key was for that.
    fn turn_page(&mut self, key: KeyEvent) -> bool {
        let Some(page) = &mut self.page else { return false };
        match key.code {
            KeyCode::Up => page.scroll = page.scroll.saturating_sub(1),
            KeyCode::Down => page.scroll += 1,
            KeyCode::PageUp => page.scroll = page.scroll.saturating_sub(10),
            KeyCode::PageDown | KeyCode::Char(' ') => page.scroll += 10,
            KeyCode::Home => page.scroll = 0,
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q') => self.page = None,
            // Whoever has read it goes on.
            _ => {
                self.page = None;
                return false;
            }
        }
        true
    }

    /// The keys of the table; the same as in the browser where both have them.
    fn command(&mut self, key: KeyEvent) -> Option<Effect> {
        let pans = key.modifiers.contains(KeyModifiers::SHIFT);
        let (idle, looks) = (self.scene.choices.is_empty(), self.scene.at.is_some());
        match key.code {
            KeyCode::Left if pans => self.pan(0, -8),
            KeyCode::Right if pans => self.pan(0, 8),
            KeyCode::Up if pans => self.pan(-2, 0),
            KeyCode::Down if pans => self.pan(2, 0),
            KeyCode::Char('K') => self.pan(-2, 0),
            KeyCode::Char('J') => self.pan(2, 0),
            KeyCode::Char('H') => self.pan(0, -8),
            KeyCode::Char('L') => self.pan(0, 8),
            KeyCode::Enter | KeyCode::Char(' ') if idle => return Some(Effect::Look(Look::Turn(1))),
            KeyCode::Left if idle => return Some(Effect::Look(Look::By(-1))),
            KeyCode::Right if idle => return Some(Effect::Look(Look::By(1))),
            KeyCode::Enter | KeyCode::Char(' ') => return self.do_chosen(),
            KeyCode::Up | KeyCode::Char('k') if self.scrolls() => self.scroll = self.scroll.saturating_add(1),
            KeyCode::Down | KeyCode::Char('j') if self.scrolls() => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Up | KeyCode::Char('k') => self.choose(-1),
            KeyCode::Down | KeyCode::Char('j') => self.choose(1),
            KeyCode::Left => self.choose(-(self.rows() as isize)),
            KeyCode::Right => self.choose(self.rows() as isize),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_add(5),
            KeyCode::PageDown => self.scroll = self.scroll.saturating_sub(5),
            KeyCode::Tab => self.next_tab(1),
            KeyCode::BackTab => self.next_tab(-1),
            KeyCode::Esc if self.scene.menu => return Some(Effect::Back),
            KeyCode::Esc => (self.places, self.selected) = (Vec::new(), 0),
            KeyCode::Char('/' | ':') => self.type_with(""),
            KeyCode::Char(digit @ '0'..='9') => self.type_with(&digit.to_string()),
            KeyCode::Char('c') if self.scene.chat.is_some() => {
                self.tab = Tab::Chat;
                self.typing = Some(Typing { editor: Editor::default(), said: true, picked: false });
            }
            KeyCode::Char('g') if self.scene.chat.is_some() => self.type_with("ping "),
            KeyCode::Char('t') if self.scene.chat.is_some() => self.type_with("propose "),
            KeyCode::Char('r') => return self.do_verb("roll"),
            KeyCode::Char('e') => return self.do_verb("end").or_else(|| self.do_verb("pass")),
            KeyCode::Char('u') => return Some(Effect::Undo { sure: false }),
            KeyCode::Char('y') => return Some(Effect::Redo),
            KeyCode::Char('h') => return Some(Effect::Hint),
            KeyCode::Char('x') => return Some(Effect::Changes),
            KeyCode::Char('m') => return Some(Effect::Mine),
            KeyCode::Char('a') => return Some(Effect::Analyse),
            KeyCode::Char('v') => self.choose_tab(Tab::Situation),
            KeyCode::Char('l') => self.choose_tab(Tab::Log),
            KeyCode::Char('b') => self.go_to_board(),
            KeyCode::Char('w') => return Some(Effect::Rules),
            KeyCode::Char('o') => return Some(Effect::NextSheet),
            KeyCode::Char('s') => self.type_with("save "),
            KeyCode::Char('[') => return Some(Effect::Look(Look::Turn(-1))),
            KeyCode::Char(']') => return Some(Effect::Look(Look::Turn(1))),
            KeyCode::Char('{' | '<') => return Some(Effect::Look(Look::By(-1))),
            KeyCode::Char('}' | '>') => return Some(Effect::Look(Look::By(1))),
            KeyCode::Home => return Some(Effect::Look(Look::First)),
            KeyCode::End => return Some(Effect::Look(Look::Live)),
            KeyCode::Char('?') | KeyCode::F(1) => return Some(Effect::Help),
            KeyCode::Char('n') if looks => return Some(Effect::Look(Look::Turning(true))),
            KeyCode::Char('p') if looks => return Some(Effect::Look(Look::Turning(false))),
            KeyCode::Char('n') if idle => return Some(Effect::Again { keep: None }),
            KeyCode::Char('n') => self.next_place(1),
            KeyCode::Char('p') => self.next_place(-1),
            KeyCode::Char('q') => return Some(Effect::Leave { keep: None }),
            _ => {}
        }
        None
    }

    /// The keys while the arrows go over the board; all others do what they always do.
    fn on_board(&mut self, cursor: String, key: KeyEvent) -> Option<Effect> {
        let pans = key.modifiers.contains(KeyModifiers::SHIFT);
        match key.code {
            KeyCode::Up | KeyCode::Down | KeyCode::Left | KeyCode::Right if !pans => {
                let next = places::beyond(&self.scene.picture.spots(), &cursor, key.code);
                self.cursor = Some(next.unwrap_or(cursor));
                self.tell_place();
            }
            KeyCode::Char('n' | 'p') => {
                self.cursor = Some(cursor);
                self.next_place(if key.code == KeyCode::Char('n') { 1 } else { -1 });
            }
            KeyCode::Enter | KeyCode::Char(' ') => {
                let effect = self.choose_place(&cursor);
                // What was done may have changed the board; the cursor stays where it is.
                self.cursor = Some(cursor);
                return effect;
            }
            KeyCode::Char('g') if self.scene.chat.is_some() => {
                let effect = Effect::Typed(format!("ping {cursor}"));
                self.cursor = Some(cursor);
                return Some(effect);
            }
            KeyCode::Esc | KeyCode::Tab | KeyCode::Char('b') => {}
            _ => {
                // Whoever types or looks at something else comes back to the place.
                self.cursor = Some(cursor);
                return self.command(key);
            }
        }
        None
    }

    /// Puts the cursor onto the board: where the chosen move is, or onto its first place.
    fn go_to_board(&mut self) {
        let spots = self.scene.picture.spots();
        let at = self.focus().into_iter().next().or_else(|| spots.first().cloned());
        match at {
            Some(spot) => {
                self.cursor = Some(spot.name);
                self.tell_place();
            }
            None => "There is no board yet.".clone_into(&mut self.notice),
        }
    }

    /// Puts the cursor onto the next place with which something can be done.
    fn next_place(&mut self, by: isize) {
        let spots = self.scene.picture.spots();
        let named = |spot: &Spot| self.scene.choices.iter().any(|item| names(item, &spot.name));
        let mut places: Vec<&str> = Vec::new();
        for spot in spots.iter().filter(|spot| named(spot)) {
            if !places.contains(&spot.name.as_str()) {
                places.push(&spot.name);
            }
        }
        let at = self.cursor.as_ref().and_then(|cursor| places.iter().position(|place| place == cursor));
        let next = match at {
            Some(at) => (at as isize + by).rem_euclid(places.len() as isize) as usize,
            None if by < 0 => places.len().saturating_sub(1),
            None => 0,
        };
        match places.get(next) {
            Some(place) => {
                self.cursor = Some((*place).to_owned());
                self.tell_place();
            }
            None => "Nothing on the board can be chosen now.".clone_into(&mut self.notice),
        }
    }

    /// Says what can be done with the place under the cursor.
    fn tell_place(&mut self) {
        let Some(cursor) = &self.cursor else { return };
        let fits = |item: &&Item| names(item, cursor) && self.places.iter().all(|place| names(item, place));
        let fitting: Vec<&Item> = self.scene.choices.iter().filter(fits).collect();
        self.notice = match fitting[..] {
            [] => format!("{cursor}: nothing can be done here now.  Arrows, n, p: other places  Esc: the list"),
            [item] => format!("{cursor}: Enter does {}", item.label),
            [..] => format!("{cursor}: Enter lists {} moves", fitting.len()),
        };
    }

    /// Lists the moves that name this place and those chosen before; does the only one.
    fn choose_place(&mut self, place: &str) -> Option<Effect> {
        let mut places = self.places.clone();
        if !places.iter().any(|each| each == place) {
            places.push(place.to_owned());
        }
        let count = |places: &[String]| {
            let fits = |item: &&Item| places.iter().all(|place| names(item, place));
            self.scene.choices.iter().filter(fits).count()
        };
        if count(&places) == 0 {
            places = vec![place.to_owned()];
        }
        match count(&places) {
            0 => {
                self.notice = format!("Nothing can be done with {place} now.");
                None
            }
            count => {
                (self.places, self.selected, self.tab) = (places, 0, Tab::Moves);
                if count > 1 {
                    self.notice = format!(
                        "{count} moves with {}: choose a target, or Esc and one of the list",
                        self.places.join(" and ")
                    );
                }
                if count == 1 { self.do_chosen() } else { None }
            }
        }
    }

    /// Do the arrows scroll a text? They choose a move wherever moves are listed.
    fn scrolls(&self) -> bool {
        self.scene.choices.is_empty() || (self.regions().moves.is_empty() && self.shown_tab() != Tab::Moves)
    }

    fn choose_tab(&mut self, tab: Tab) {
        (self.tab, self.scroll) = (tab, 0);
    }

    fn next_tab(&mut self, by: isize) {
        let tabs = self.tabs();
        let at = tabs.iter().position(|&tab| tab == self.shown_tab()).unwrap_or(0);
        self.choose_tab(tabs[(at as isize + by).rem_euclid(tabs.len() as isize) as usize]);
    }

    /// Lets the person type a line.
    pub fn type_anew(&mut self) {
        self.type_with("");
    }

    fn type_with(&mut self, text: &str) {
        self.tab = Tab::Moves;
        (self.places, self.selected) = (Vec::new(), 0);
        self.typing = Some(Typing { editor: Editor::new(text), said: false, picked: false });
    }

    fn choose(&mut self, by: isize) {
        let last = self.listed().len().saturating_sub(1);
        self.selected = self.selected.min(last).saturating_add_signed(by).min(last);
        if let Some(typing) = &mut self.typing {
            typing.picked = true;
        }
    }

    fn rows(&self) -> usize {
        usize::from(self.moves_area().height).max(1)
    }

    /// Returns where moves are listed.
    pub fn moves_area(&self) -> Rect {
        let regions = self.regions();
        if regions.moves.is_empty() { regions.panel } else { regions.moves }
    }

    fn do_chosen(&mut self) -> Option<Effect> {
        let item = self.chosen()?.clone();
        Some(Effect::Act { seat: item.seat, words: item.words, sure: false })
    }

    /// Does the only thing that begins with this word.
    fn do_verb(&mut self, verb: &str) -> Option<Effect> {
        let found: Vec<&Item> =
            self.scene.choices.iter().filter(|item| item.words.split([' ', '-']).next() == Some(verb)).collect();
        match found[..] {
            [item] => Some(Effect::Act { seat: item.seat, words: item.words.clone(), sure: false }),
            _ => None,
        }
    }

    fn type_key(&mut self, key: KeyEvent) -> Option<Effect> {
        let typing = self.typing.as_mut()?;
        match key.code {
            KeyCode::Esc => self.typing = None,
            KeyCode::Enter => return self.typed(),
            KeyCode::Up if typing.said => {}
            KeyCode::Down if typing.said => {}
            KeyCode::Up if !self.history.is_empty() && typing.editor.text().is_empty() => {
                typing.editor = Editor::new(self.history.last().map_or("", String::as_str));
            }
            KeyCode::Up => self.choose(-1),
            KeyCode::Down => self.choose(1),
            KeyCode::Tab if !typing.said => self.complete(),
            _ => {
                if typing.editor.key(key) {
                    typing.picked = false;
                    self.selected = 0;
                }
            }
        }
        None
    }

    /// Writes as much of the words as all moves that fit have in common, or the chosen one.
    fn complete(&mut self) {
        let listed: Vec<String> = self.listed().iter().map(|(_, item)| item.words.clone()).collect();
        let chosen = self.chosen().map(|item| item.words.clone());
        let Some(typing) = &mut self.typing else { return };
        let common = moves::common(&listed);
        let text = if common.len() > typing.editor.text().len() { Some(common) } else { chosen };
        if let Some(text) = text {
            typing.editor = Editor::new(&text);
        }
    }

    fn typed(&mut self) -> Option<Effect> {
        let typing = self.typing.as_ref()?;
        let text = typing.editor.text().trim().to_owned();
        let listed = self.listed();
        // One that is left over is meant, and so is one that was picked. A number is read as such.
        let number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let one = if typing.picked { self.chosen() } else { listed.first().map(|&(_, item)| item) };
        let clear = typing.picked || (listed.len() == 1 && !number && !text.is_empty());
        let effect = match one {
            _ if typing.said => (!text.is_empty()).then(|| Effect::Say(text.clone())),
            Some(item) if clear => Some(Effect::Act { seat: item.seat, words: item.words.clone(), sure: false }),
            _ if text.is_empty() => None,
            _ => Some(Effect::Typed(text.clone())),
        };
        if !text.is_empty() {
            self.history.push(text);
        }
        (self.typing, self.selected) = (None, 0);
        effect
    }

    fn mouse(&mut self, mouse: MouseEvent) -> Option<Effect> {
        let at = Position::new(mouse.column, mouse.row);
        let regions = self.regions();
        let down = match mouse.kind {
            MouseEventKind::Down(MouseButton::Left) => true,
            MouseEventKind::ScrollUp | MouseEventKind::ScrollDown => false,
            _ => return None,
        };
        if down && self.question.is_some() {
            // It is answered first.
        } else if !down {
            self.wheel(mouse.kind == MouseEventKind::ScrollUp, at, &regions);
        } else if self.page.is_some() {
            self.page = None;
        } else if regions.board.contains(at) {
            self.point(at, &regions);
        } else if regions.tabs.contains(at) {
            self.click_tab(at.x - regions.tabs.x);
        } else if regions.bottom.contains(at) && self.scene.at.is_some() {
            return Some(Effect::Look(Look::Part(at.x - regions.bottom.x, regions.bottom.width.saturating_sub(1))));
        } else if regions.bottom.contains(at) && self.typing.is_none() {
            self.type_with("");
        } else if self.moves_area().contains(at) && (!regions.moves.is_empty() || self.shown_tab() == Tab::Moves) {
            let found = moves::at(&self.listed(), self.selected, self.moves_area(), at)?;
            // The second click on a move does it.
            if found == self.selected {
                return self.do_chosen();
            }
            self.choose(found as isize - self.selected as isize);
        }
        None
    }

    fn wheel(&mut self, up: bool, at: Position, regions: &Regions) {
        let by = if up { -1 } else { 1 };
        if let Some(page) = &mut self.page {
            page.scroll = page.scroll.saturating_add_signed(3 * by);
        } else if regions.board.contains(at) {
            self.pan(2 * by, 0);
        } else if regions.panel.contains(at) && self.shown_tab() != Tab::Moves {
            self.scroll = self.scroll.saturating_add_signed(-by);
        } else {
            self.choose(by);
        }
    }

    /// Lists the moves that name the place under the mouse.
    fn point(&mut self, at: Position, regions: &Regions) {
        let (line, column) = self.window();
        let (line, column) = (line + usize::from(at.y - regions.board.y), column + usize::from(at.x - regions.board.x));
        let inside = |spot: &&Spot| {
            (spot.line..spot.line + spot.height).contains(&line)
                && (spot.column..spot.column + spot.width).contains(&column)
        };
        let spots = self.scene.picture.spots();
        self.places = spots.iter().find(inside).map(|spot| spot.name.clone()).into_iter().collect();
        (self.selected, self.tab, self.cursor) = (0, Tab::Moves, None);
        if self.listed().is_empty() {
            self.notice = match self.places.pop() {
                None => String::new(),
                Some(place) => format!("Nothing can be done with {place} now."),
            };
        }
    }

    fn click_tab(&mut self, column: u16) {
        let mut begin = 0;
        for tab in self.tabs() {
            let end = begin + tab.name().len() as u16 + 2;
            if (begin..end).contains(&column) {
                self.choose_tab(tab);
            }
            begin = end;
        }
    }
}

/// Do the words of a move name this place?
fn names(item: &Item, place: &str) -> bool {
    item.words.to_lowercase().split(' ').skip(1).any(|word| word == place)
}
