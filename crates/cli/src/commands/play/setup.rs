//! Before the match: which game, who plays, and with which dice.

use std::path::Path;
use std::time::Duration;

use polynya_catalog::{AnyGame, Games, USUAL_BOT, Values};
use polynya_engine::{Seed, excerpt, plural};

use super::Args;
use super::saving::Saver;
use super::session::{Player, Session};
use crate::Terminal;
use crate::failure::Failure;
use crate::files;
use crate::terminal::{COLUMNS, Console, labelled, paint, quiet, strong, text_columns, wrap};

/// The longest name that fits beside a board, in characters.
const MAX_NAME: usize = 20;

/// Returns the match that flags or replies to questions describe; `None` if the input ended before.
pub fn prepare(args: &Args, games: &Games<Terminal>, console: &mut Console) -> Result<Option<Session>, Failure> {
    check_save(args)?;
    let seed = seed(args.seed.as_deref())?;
    let delay = Duration::from_millis(args.delay.unwrap_or(if console.clears() { 250 } else { 0 }));
    if let Some(file) = &args.resume {
        let record = files::first_record(file)?;
        let game = games.get(&record.game).map_err(|error| Failure::in_file(file, error))?;
        if args.seed.is_some() && record.seed.is_some() {
            return Err(Failure::in_file(file, "the match has a seed already; go on without --seed"));
        }
        if let Some(wanted) = args.game.as_ref().filter(|wanted| !wanted.eq_ignore_ascii_case(&record.game)) {
            let found = excerpt(&record.game);
            return Err(Failure::in_file(file, format!("a match of {found}, not of {}", excerpt(wanted))));
        }
        let table = game.resume(&record, seed).map_err(|error| Failure::in_file(file, error))?;
        if record.result.is_some() {
            return Err(Failure::in_file(file, format!("this match is over; see it with `polynya replay {file}`")));
        }
        let (players, notice) = match record.players.as_deref().filter(|_| args.players.is_empty()) {
            Some(kept) => match kept_players(game, kept, record.seats) {
                Ok(players) => (players, None),
                Err(why) => {
                    let notice = format!("The players in {file} were not used: {why}.");
                    (players(game, &[], Some(record.seats))?, Some(wrap(&notice, COLUMNS, 2)))
                }
            },
            None => (players(game, &args.players, Some(record.seats))?, None),
        };
        let saver = Saver::of_resumed(args.save.clone(), Path::new(file), &record);
        return Ok(Some(Session::new(game, table, players, saver, delay).resumed(notice)));
    }
    let (game, players, options) = match &args.game {
        Some(id) => {
            let game = games.get(&id.to_lowercase())?;
            (game, players(game, &args.players, args.seats)?, Some(args.options.json(game.info().id)?))
        }
        None => match (Questions { console, args, games }).ask()? {
            Some(chosen) => chosen,
            None => return Ok(None),
        },
    };
    let table = game.open(options.as_deref().unwrap_or("{}"), players.len() as u8, seed)?;
    let saver = Saver::new(args.save.clone(), game.info().id);
    Ok(Some(Session::new(game, table, players, saver, delay)))
}

/// Refuses to overwrite the file of another match.
fn check_save(args: &Args) -> Result<(), Failure> {
    let Some(file) = args.save.as_deref().filter(|file| file.exists()) else { return Ok(()) };
    let same = |other: &str| match (Path::new(other).canonicalize(), file.canonicalize()) {
        (Ok(other), Ok(file)) => other == file,
        _ => false,
    };
    if args.resume.as_deref().is_some_and(same) {
        return Ok(());
    }
    let shown = file.display();
    Err(Failure::input(format!(
        "{shown} exists already; go on with it by --resume {shown}, or name a new file with --save"
    )))
}

/// Returns the seed that a text stands for, or a new one that nobody can guess.
fn seed(text: Option<&str>) -> Result<Seed, Failure> {
    match text {
        Some(text) => Ok(text.parse().unwrap_or_else(|_| Seed::of(text))),
        None => {
            let mut bits = [0; 32];
            getrandom::fill(&mut bits).map_err(|error| Failure::input(format!("no random numbers: {error}")))?;
            Ok(Seed::new(bits))
        }
    }
}

/// Returns who plays each seat: as listed, or you against bots.
fn players(game: &dyn AnyGame<Terminal>, listed: &[String], seats: Option<u8>) -> Result<Vec<Player>, Failure> {
    if listed.is_empty() {
        let seats = seats.unwrap_or(game.info().usual_seats);
        return Ok(company(game, usize::from(seats), 1, USUAL_BOT));
    }
    if let Some(seats) = seats.filter(|&seats| usize::from(seats) != listed.len()) {
        return Err(Failure::input(format!(
            "{} for {}; name one for each seat",
            plural(listed.len(), "player"),
            plural(seats, "seat")
        )));
    }
    if listed.len() > 255 {
        return Err(Failure::input(format!("{} players are more than any table has seats", listed.len())));
    }
    let mut players: Vec<Player> = listed.iter().map(|text| player(game, text.trim())).collect::<Result<_, _>>()?;
    let is_you = |player: &Player| matches!(player, Player::Person(name) if name == "you");
    if players.iter().filter(|player| is_you(player)).count() > 1 {
        for (index, player) in players.iter_mut().enumerate().filter(|(_, player)| is_you(player)) {
            *player = Player::Person(format!("Player {}", index + 1));
        }
    }
    Ok(players)
}

/// Returns who played each seat according to a record.
fn kept_players(game: &dyn AnyGame<Terminal>, kept: &[String], seats: u8) -> Result<Vec<Player>, Failure> {
    if kept.is_empty() { Err(Failure::input("nobody is named")) } else { players(game, kept, Some(seats)) }
}

fn player(game: &dyn AnyGame<Terminal>, text: &str) -> Result<Player, Failure> {
    let (kind, name) = text.split_once(':').unwrap_or((text, ""));
    if kind.eq_ignore_ascii_case("you") {
        let name = tidy(name);
        return Ok(Player::Person(if name.is_empty() { "you".to_owned() } else { name }));
    }
    // Refuses a name that no bot has, and says which there are.
    game.player(text, Seed::of(text)).map_err(|error| Failure::input(format!("{error}, and `you`")))?;
    Ok(Player::Bot(text.to_owned()))
}

/// Returns a name that can stand beside a board.
fn tidy(name: &str) -> String {
    name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect()
}

/// Returns people in the first seats and bots in the others.
fn company(game: &dyn AnyGame<Terminal>, seats: usize, people: usize, bot: &str) -> Vec<Player> {
    debug_assert!(game.bots().iter().any(|listed| listed.name == bot), "a listed bot was chosen");
    (0..seats)
        .map(|seat| match (seat < people, people) {
            (false, _) => Player::Bot(bot.to_owned()),
            (true, 0 | 1) => Player::Person("you".to_owned()),
            (true, _) => Player::Person(format!("Player {}", seat + 1)),
        })
        .collect()
}

type Chosen = (&'static dyn AnyGame<Terminal>, Vec<Player>, Option<String>);

/// What is asked when no game was named.
struct Questions<'a> {
    console: &'a mut Console,
    args: &'a Args,
    games: &'a Games<Terminal>,
}

impl Questions<'_> {
    fn ask(&mut self) -> Result<Option<Chosen>, Failure> {
        self.console.say("Which game?")?;
        let games: Vec<_> = self.games.iter().collect();
        for (index, game) in games.iter().enumerate() {
            let info = game.info();
            let (fewest, most) = (info.seats.start(), info.seats.end());
            let facts = format!("({fewest}-{most} players, {} minutes)", info.minutes);
            let title = paint(strong(), info.title);
            self.console.say(&format!("  {}  {title}  {}", index + 1, paint(quiet(), &facts)))?;
            self.console.say(&labelled("     ", info.summary, text_columns()))?;
        }
        let Some(number) = self.number("Game", 1, 1, games.len())? else { return Ok(None) };
        let game = games[number - 1];
        let Some(options) = self.options(game)? else { return Ok(None) };
        let Some(players) = self.players(game)? else { return Ok(None) };
        Ok(Some((game, players, Some(options))))
    }

    fn options(&mut self, game: &dyn AnyGame<Terminal>) -> Result<Option<String>, Failure> {
        if self.args.options.are_given() {
            return self.args.options.json(game.info().id).map(Some);
        }
        let switches: Vec<_> =
            game.info().options.iter().filter(|option| matches!(option.values, Values::Switch(_))).collect();
        if switches.is_empty() {
            return Ok(Some("{}".to_owned()));
        }
        self.console.say("Which variants?")?;
        for (index, option) in switches.iter().enumerate() {
            let label = format!("  {}  {:18} ", index + 1, option.name.replace('_', " "));
            self.console.say(&labelled(&label, &option.about.replace('_', " "), text_columns()))?;
        }
        loop {
            let Some(answer) = self.console.ask("Variants, such as 1,3 [none]: ")? else { return Ok(None) };
            let numbers = answer.split([',', ' ']).filter(|text| !text.is_empty() && *text != "none");
            let chosen: Option<Vec<(&str, bool)>> = numbers
                .map(|text| {
                    let index = text.parse::<usize>().ok()?.checked_sub(1)?;
                    let option = switches.get(index)?;
                    Some((option.name, option.values != Values::Switch(true)))
                })
                .collect();
            if let Some(chosen) = chosen {
                let on: Vec<String> = chosen.iter().map(|(name, on)| format!("\"{name}\":{on}")).collect();
                // A number given twice would be a key given twice.
                let mut on = on;
                on.sort_unstable();
                on.dedup();
                return Ok(Some(format!("{{{}}}", on.join(","))));
            }
            self.console.say(&format!("Please type numbers from 1 to {}, or just Enter for none.", switches.len()))?;
        }
    }

    fn players(&mut self, game: &dyn AnyGame<Terminal>) -> Result<Option<Vec<Player>>, Failure> {
        if !self.args.players.is_empty() {
            return players(game, &self.args.players, self.args.seats).map(Some);
        }
        let info = game.info();
        let (fewest, most) = (usize::from(*info.seats.start()), usize::from(*info.seats.end()));
        let seats = match self.args.seats {
            Some(seats) => usize::from(seats),
            None => match self.number("How many players", usize::from(info.usual_seats), fewest, most)? {
                Some(seats) => seats,
                None => return Ok(None),
            },
        };
        let Some(people) = self.number("How many of them are people at this terminal", seats.min(1), 0, seats)? else {
            return Ok(None);
        };
        let Some(names) = self.names(people)? else { return Ok(None) };
        let named = |mut company: Vec<Player>| {
            for (player, name) in company.iter_mut().zip(names).filter(|(_, name)| !name.is_empty()) {
                *player = Player::Person(name);
            }
            Ok(Some(company))
        };
        let bots: Vec<_> = game.bots().into_iter().filter(|bot| !bot.yardstick).collect();
        if people == seats || bots.len() == 1 {
            return named(company(game, seats, people, USUAL_BOT));
        }
        self.console.say("Which bot plays the others?")?;
        for (index, bot) in bots.iter().enumerate() {
            let label = format!("  {}  {:10} ", index + 1, bot.name);
            self.console.say(&labelled(&label, bot.about, text_columns()))?;
        }
        let usual = 1 + bots.iter().position(|bot| bot.name == USUAL_BOT).unwrap_or(0);
        let Some(bot) = self.number("Bot", usual, 1, bots.len())? else { return Ok(None) };
        named(company(game, seats, people, bots[bot - 1].name))
    }

    /// Returns what the people are called, if there are several; `None` at the end of input.
    fn names(&mut self, people: usize) -> Result<Option<Vec<String>>, Failure> {
        if people < 2 {
            return Ok(Some(Vec::new()));
        }
        let Some(answer) = self.console.ask("Their names, such as Ann,Ben [Player 1,Player 2]: ")? else {
            return Ok(None);
        };
        Ok(Some(answer.split(',').map(tidy).take(people).collect()))
    }

    /// Asks for a number in this range, or what Enter means; `None` at the end of input.
    fn number(&mut self, what: &str, usual: usize, least: usize, most: usize) -> Result<Option<usize>, Failure> {
        loop {
            let Some(answer) = self.console.ask(&format!("{what} [{usual}]: "))? else { return Ok(None) };
            if answer.is_empty() {
                return Ok(Some(usual));
            }
            match answer.parse() {
                Ok(number) if (least..=most).contains(&number) => return Ok(Some(number)),
                _ => self
                    .console
                    .say(&format!("Please type a number from {least} to {most}, or just Enter for {usual}."))?,
            }
        }
    }
}
