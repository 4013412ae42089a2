//! What is chosen on the whole screen before a match when no game was named: the game, who plays, and how. Then the match
//! follows on the same screen.

use std::time::Duration;

use polynya_catalog::{AnyGame, Games, Group, OptionInfo, USUAL_BOT, Values};
use polynya_engine::{Luck, Seat, Seed};
use serde_json::{Map, Value};

use super::full_screen::{FullScreen, News};
use super::questions::{called, meanings, shown, spoken};
use super::saving::Saver;
use super::session::{Player, Session};
use super::setup::tidy;
use crate::Terminal;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::screen::scene::Item;
use crate::screen::{self, Driver, Effect, Looks, Model, Scene, Teller};
use crate::terminal::{paint, quiet, strong};

/// Chooses a match on the whole screen and plays it.
pub fn run(games: &Games<Terminal>, seed: Seed, saver: Saver, delay: Duration, looks: Looks) -> Result<(), Failure> {
    saver.guard();
    screen::run(Menu::new(games, seed, saver, delay), looks)
}

/// The lists that are shown, one at a time.
#[derive(Clone, Copy)]
enum Page {
    Games,
    Match,
    Seats,
    Seat(usize),
    Begins,
    Presets,
    Values(&'static OptionInfo),
    Rulings,
    /// A line is typed.
    Name(usize),
    Such(&'static OptionInfo),
}

/// Who begins.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Begins {
    Chance,
    Seat(usize),
}

/// What was chosen so far.
pub struct Menu<'a> {
    games: &'a Games<Terminal>,
    seed: Seed,
    saver: Saver,
    delay: Duration,
    page: Page,
    game: Option<&'static dyn AnyGame<Terminal>>,
    players: Vec<Player>,
    /// The set of pieces of each seat, by its place in the list of names.
    sets: Vec<usize>,
    begins: Begins,
    options: Map<String, Value>,
    tell: Option<Teller<News>>,
    /// The match, once it has begun.
    playing: Option<FullScreen>,
}

impl<'a> Menu<'a> {
    /// Returns the menu before anything was chosen.
    pub fn new(games: &'a Games<Terminal>, seed: Seed, saver: Saver, delay: Duration) -> Menu<'a> {
        Menu {
            games,
            seed,
            saver,
            delay,
            page: Page::Games,
            game: None,
            players: Vec::new(),
            sets: Vec::new(),
            begins: Begins::Seat(0),
            options: Map::new(),
            tell: None,
            playing: None,
        }
    }

    /// Chooses a game, with one person and the usual bots.
    fn take_game(&mut self, game: &'static dyn AnyGame<Terminal>) {
        (self.game, self.page, self.begins) = (Some(game), Page::Match, Begins::Seat(0));
        self.options.clear();
        self.players = vec![Player::Person("you".to_owned())];
        self.sets.clear();
        self.seat_players(game.info().usual_seats.into());
    }

    /// Lets so many play: those who are there already, and bots.
    fn seat_players(&mut self, count: usize) {
        self.players.resize_with(count, || Player::Bot(USUAL_BOT.to_owned()));
        self.sets.truncate(count);
        let names = self.game.and_then(|game| game.info().sets).map_or(0, |sets| sets.names.len());
        for seat in self.sets.len()..count.min(names) {
            let free = (0..names).map(|at| (seat + at) % names).find(|set| !self.sets.contains(set));
            self.sets.extend(free);
        }
        if matches!(self.begins, Begins::Seat(seat) if seat >= count) {
            self.begins = Begins::Seat(0);
        }
    }

    fn options_json(&self) -> String {
        Value::Object(self.options.clone()).to_string()
    }

    fn value(&self, option: &OptionInfo) -> String {
        match (self.options.get(option.name), option.values) {
            (Some(Value::Bool(on)), _) => if *on { "yes" } else { "no" }.to_owned(),
            (Some(value), _) => shown(value),
            (None, Values::Switch(on)) => if on { "yes" } else { "no" }.to_owned(),
            (None, Values::OneOf(values)) => values
                .first()
                .and_then(|json| serde_json::from_str(json).ok())
                .map_or_else(String::new, |json| shown(&json)),
            (None, Values::Such(_)) => "as usual".to_owned(),
        }
    }

    /// Returns what is listed: the words by which it is chosen, and how it is shown.
    fn items(&self) -> Vec<(String, String)> {
        let line = |words: &str, label: String| (words.to_owned(), label);
        let Some(game) = self.game.filter(|_| !matches!(self.page, Page::Games)) else {
            let each = |game: &'static dyn AnyGame<Terminal>| {
                let info = game.info();
                let (fewest, most) = (info.seats.start(), info.seats.end());
                line(info.id, format!("{}  ({fewest}-{most} players, {} minutes)", info.title, info.minutes))
            };
            return self.games.iter().map(each).collect();
        };
        let info = game.info();
        match self.page {
            Page::Games | Page::Name(_) | Page::Such(_) => Vec::new(),
            Page::Match => {
                let mut items = vec![line("start", "Start the match".to_owned())];
                items.push(line("game", format!("Game: {}", info.title)));
                items.push(line("seats", format!("Players: {}", self.players.len())));
                for seat in 0..self.players.len() {
                    items
                        .push(line(&format!("seat-{}", seat + 1), format!("Seat {}: {}", seat + 1, self.holder(seat))));
                }
                items.push(line("begins", format!("Who begins: {}", self.beginner())));
                if info.presets.len() > 1 {
                    items.push(line("preset", "Ways to play that go well together".to_owned()));
                }
                let variants = info.options.iter().filter(|option| option.group == Group::Variant);
                items.extend(variants.map(|option| {
                    line(
                        &format!("option-{}", option.name),
                        format!("{}: {}", capital(&spoken(option)), self.value(option)),
                    )
                }));
                if info.options.iter().any(|option| option.group == Group::Ruling) {
                    items.push(line("rulings", "Rulings, where the printed text can be read in two ways".to_owned()));
                }
                items
            }
            Page::Seats => {
                info.seats.clone().map(|count| line(&format!("seats-{count}"), format!("{count} players"))).collect()
            }
            Page::Seat(seat) => {
                let mut items =
                    vec![line("you", "You".to_owned()), line("name", "Somebody else at this terminal".to_owned())];
                let bots = game.bots().into_iter().filter(|bot| !bot.yardstick);
                items.extend(
                    bots.map(|bot| line(&format!("bot-{}", bot.name), format!("Bot {}: {}", bot.name, bot.about))),
                );
                if let Some(sets) = info.sets {
                    let others =
                        |set: usize| self.sets.iter().enumerate().any(|(at, &taken)| at != seat && taken == set);
                    let free = sets.names.iter().enumerate().filter(|&(set, _)| !others(set));
                    items.extend(
                        free.map(|(set, name)| line(&format!("set-{set}"), format!("{}: {name}", capital(sets.what)))),
                    );
                }
                items
            }
            Page::Begins => {
                let mut items: Vec<_> = (0..self.players.len())
                    .map(|seat| {
                        line(&format!("first-{seat}"), format!("Seat {}: {}", seat + 1, called(&self.players[seat])))
                    })
                    .collect();
                items.push(line("chance", "Chance: the seats are dealt at random".to_owned()));
                items
            }
            Page::Presets => {
                let preset = |(at, preset): (usize, &polynya_catalog::Preset)| {
                    line(&format!("preset-{at}"), format!("{}: {}", preset.name, preset.about))
                };
                info.presets.iter().enumerate().map(preset).collect()
            }
            Page::Values(option) => match option.values {
                Values::OneOf(values) => {
                    let read = |json: &&str| {
                        serde_json::from_str::<Value>(json).map_or_else(|_| (*json).to_owned(), |value| shown(&value))
                    };
                    values.iter().map(|json| line(&format!("value-{json}"), read(json))).collect()
                }
                _ => Vec::new(),
            },
            Page::Rulings => info
                .options
                .iter()
                .filter(|option| option.group == Group::Ruling)
                .map(|option| {
                    line(
                        &format!("option-{}", option.name),
                        format!("{}: {}", capital(&spoken(option)), self.value(option)),
                    )
                })
                .collect(),
        }
    }

    fn holder(&self, seat: usize) -> String {
        let set = self.game.and_then(|game| game.info().sets).zip(self.sets.get(seat));
        let set = set.map_or(String::new(), |(sets, &set)| format!(", {}", sets.names[set]));
        match &self.players[seat] {
            Player::Person(name) => format!("{name}{set}"),
            Player::Bot(name) => format!("bot {name}{set}"),
        }
    }

    fn beginner(&self) -> String {
        match self.begins {
            Begins::Chance => "chance".to_owned(),
            Begins::Seat(seat) => format!("seat {} ({})", seat + 1, called(&self.players[seat])),
        }
    }

    /// Returns what the list is about.
    fn about(&self) -> (String, Vec<String>) {
        let Some(game) = self.game.filter(|_| !matches!(self.page, Page::Games)) else {
            let told = self.games.iter().flat_map(|game| {
                let info = game.info();
                [paint(strong(), info.title), format!("  {}", info.summary)]
            });
            return ("Which game?".to_owned(), told.collect());
        };
        let info = game.info();
        let option =
            |option: &OptionInfo| vec![format!("{}: {}", paint(strong(), &capital(&spoken(option))), option.about)];
        match self.page {
            Page::Games | Page::Match => {
                let mut told = vec![paint(strong(), info.title), info.summary.to_owned(), String::new()];
                if !info.first_game.is_empty() {
                    told.push(info.first_game.to_owned());
                }
                told.extend(
                    game.highlights(&self.options_json()).unwrap_or_default().iter().map(|line| paint(quiet(), line)),
                );
                told.push(String::new());
                let variants = info.options.iter().filter(|option| option.group == Group::Variant);
                told.extend(variants.flat_map(option));
                ("Enter on a line changes it; Esc leads back.".to_owned(), told)
            }
            Page::Seats => ("How many play?".to_owned(), Vec::new()),
            Page::Seat(seat) => (format!("Who plays seat {}?", seat + 1), vec![self.holder(seat)]),
            Page::Begins => ("Who begins?".to_owned(), vec![format!("The book asks: {}", info.first)]),
            Page::Presets => ("Which way to play?".to_owned(), Vec::new()),
            Page::Values(one) => (format!("{}: which value?", capital(&spoken(one))), option(one)),
            Page::Rulings => {
                let rulings = info.options.iter().filter(|option| option.group == Group::Ruling);
                ("Enter turns a ruling; Esc leads back.".to_owned(), rulings.flat_map(option).collect())
            }
            Page::Name(_) => {
                ("What is the name? Type it and press Enter; Esc twice leads back.".to_owned(), Vec::new())
            }
            Page::Such(one) => (
                format!("{}: type it and press Enter; Esc twice leads back.", capital(&spoken(one))),
                option(one).into_iter().chain([one.values.to_string()]).collect(),
            ),
        }
    }

    fn scene(&self) -> Scene {
        let (prompt, situation) = self.about();
        let item = |(words, label): (String, String)| Item { seat: Seat::default(), words, label, note: None };
        Scene {
            title: "Polynya".to_owned(),
            prompt,
            situation,
            choices: self.items().into_iter().map(item).collect(),
            offer: Some("Enter choose  arrows and the mouse move  Esc back  q quit".to_owned()),
            menu: true,
            ..Scene::default()
        }
    }

    /// Does what was chosen; says what cannot be done.
    fn choose(&mut self, words: &str, model: &mut Model) -> Result<(), Failure> {
        if let (Page::Games, Ok(game)) = (self.page, self.games.get(words)) {
            self.take_game(game);
            return Ok(());
        }
        let Some(game) = self.game else { return Ok(()) };
        let info = game.info();
        let (verb, rest) = words.split_once('-').unwrap_or((words, ""));
        let number = rest.parse::<usize>().unwrap_or(0);
        match (self.page, verb) {
            (_, "start") => return self.start(game, model),
            (_, "game") => self.page = Page::Games,
            (Page::Match, "seats") => self.page = Page::Seats,
            (_, "seats") => {
                self.seat_players(number);
                self.page = Page::Match;
            }
            (_, "seat") => self.page = Page::Seat(number - 1),
            (Page::Seat(seat), "you") => {
                self.players[seat] = Player::Person("you".to_owned());
                self.page = Page::Match;
            }
            (Page::Seat(seat), "name") => {
                self.page = Page::Name(seat);
                model.type_anew();
            }
            (Page::Seat(seat), "bot") => {
                self.players[seat] = Player::Bot(rest.to_owned());
                self.page = Page::Match;
            }
            (Page::Seat(seat), "set") => {
                self.sets[seat] = number;
                self.page = Page::Match;
            }
            (_, "begins") => self.page = Page::Begins,
            (_, "first") => (self.begins, self.page) = (Begins::Seat(number), Page::Match),
            (_, "chance") => (self.begins, self.page) = (Begins::Chance, Page::Match),
            (Page::Match, "preset") => self.page = Page::Presets,
            (_, "preset") => {
                let options = serde_json::from_str::<Value>(info.presets[number].options).ok();
                self.options = options.and_then(|options| options.as_object().cloned()).unwrap_or_default();
                self.page = Page::Match;
            }
            (_, "rulings") => self.page = Page::Rulings,
            (_, "option") => {
                let Some(option) = info.options.iter().find(|option| option.name == rest) else { return Ok(()) };
                match option.values {
                    Values::Switch(usual) => {
                        let on = self.options.get(option.name).and_then(Value::as_bool).unwrap_or(usual);
                        self.set(option, Value::Bool(!on), model);
                    }
                    Values::OneOf(_) => self.page = Page::Values(option),
                    Values::Such(_) => {
                        self.page = Page::Such(option);
                        model.type_anew();
                    }
                }
            }
            (Page::Values(option), "value") => {
                self.page = Page::Match;
                if let Ok(value) = serde_json::from_str(rest) {
                    self.set(option, value, model);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Sets an option, if that goes with everything else.
    fn set(&mut self, option: &OptionInfo, value: Value, model: &mut Model) -> bool {
        let Some(game) = self.game else { return false };
        let before = self.options.insert(option.name.to_owned(), value);
        let Err(why) = game.open(&self.options_json(), self.players.len() as u8, self.seed) else { return true };
        model.notice = format!("That does not go: {why}");
        match before {
            Some(before) => self.options.insert(option.name.to_owned(), before),
            None => self.options.remove(option.name),
        };
        false
    }

    /// Takes a line that was asked for.
    fn typed(&mut self, text: &str, model: &mut Model) {
        match self.page {
            Page::Name(seat) => {
                let name = tidy(text);
                if !name.is_empty() {
                    self.players[seat] = Player::Person(name);
                    self.page = Page::Match;
                }
            }
            Page::Such(option) => {
                let goes = meanings(text).into_iter().any(|value| self.set(option, value, model));
                if goes {
                    model.notice.clear();
                    self.page = Page::Match;
                } else {
                    model.type_anew();
                }
            }
            _ => {
                match text.parse::<usize>().ok().and_then(|number| self.items().into_iter().nth(number.checked_sub(1)?))
                {
                    Some((words, _)) => {
                        // A failure to begin is told as any other.
                        if let Err(why) = self.choose(&words, model) {
                            model.notice = why.to_string();
                        }
                    }
                    None => model.notice = "Type the number of a line, or go there with the arrows.".to_owned(),
                }
            }
        }
    }

    /// Returns whether there is a page before this one.
    fn back(&mut self) -> bool {
        self.page = match self.page {
            Page::Games => return false,
            Page::Match => Page::Games,
            Page::Name(seat) => Page::Seat(seat),
            _ => Page::Match,
        };
        true
    }

    /// Begins the match.
    fn start(&mut self, game: &'static dyn AnyGame<Terminal>, model: &mut Model) -> Result<(), Failure> {
        let mut players: Vec<(Player, Option<usize>)> = std::mem::take(&mut self.players)
            .into_iter()
            .enumerate()
            .map(|(seat, player)| (player, self.sets.get(seat).copied()))
            .collect();
        let several =
            players.iter().filter(|(player, _)| matches!(player, Player::Person(name) if name == "you")).count() > 1;
        match self.begins {
            Begins::Chance => self.seed.mix([b"seats".as_slice()]).draw(0).shuffle(&mut players),
            Begins::Seat(first) => players.rotate_left(first),
        }
        let sets: Option<Vec<u8>> = players.iter().map(|(_, set)| set.map(|set| set as u8 + 1)).collect();
        let mut players: Vec<Player> = players.into_iter().map(|(player, _)| player).collect();
        for (index, player) in players.iter_mut().enumerate() {
            if several && matches!(player, Player::Person(name) if name == "you") {
                *player = Player::Person(format!("Player {}", index + 1));
            }
        }
        let table = game.open(&self.options_json(), players.len() as u8, self.seed)?;
        let dress =
            Dress::new(game, table.seats(), sets.as_deref().filter(|sets| !sets.is_empty())).map_err(Failure::input)?;
        self.saver.call(game.info().id);
        let session = Session::new(game, table, players, self.saver.clone(), self.delay).dressed(dress);
        let mut playing = FullScreen::new(session);
        if let Some(tell) = self.tell.clone() {
            playing.begin(tell, model)?;
        }
        self.playing = Some(playing);
        Ok(())
    }

    fn show_back(&mut self, model: &mut Model) -> bool {
        let stays = self.back();
        if stays {
            model.show(self.scene());
        }
        stays
    }

    /// Has the match begun?
    #[cfg(test)]
    pub fn is_playing(&self) -> bool {
        self.playing.is_some()
    }
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

impl Driver for Menu<'_> {
    type News = News;

    fn begin(&mut self, tell: Teller<News>, model: &mut Model) -> Result<(), Failure> {
        self.tell = Some(tell);
        model.show(self.scene());
        Ok(())
    }

    fn obey(&mut self, effect: Effect, model: &mut Model) -> Result<bool, Failure> {
        if let Some(playing) = &mut self.playing {
            return playing.obey(effect, model);
        }
        match effect {
            Effect::Act { words, .. } => self.choose(&words, model)?,
            Effect::Typed(text) => self.typed(&text, model),
            Effect::Back => return Ok(self.show_back(model)),
            Effect::Help => {
                let text = "Arrows and Enter choose a line, or its number; Esc leads back, q leaves. Nothing is started \
                            before you choose to start the match.";
                model.open("Help", vec![text.to_owned()]);
            }
            Effect::Leave { .. } | Effect::Interrupt => return Ok(false),
            _ => {}
        }
        if self.playing.is_none() {
            model.show(self.scene());
        }
        Ok(true)
    }

    fn hear(&mut self, news: News, model: &mut Model) -> Result<(), Failure> {
        self.playing.as_mut().map_or(Ok(()), |playing| playing.hear(news, model))
    }

    fn farewell(&mut self) -> String {
        match &mut self.playing {
            Some(playing) => playing.farewell(),
            None => "Nothing was chosen, so nothing was started.".to_owned(),
        }
    }
}
