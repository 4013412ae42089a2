//! Before the match: which game, who plays, and with which dice.

use std::path::Path;
use std::time::Duration;

use polynya_catalog::{AnyGame, Games, USUAL_BOT};
use polynya_engine::{Seed, excerpt, plural};

use super::Args;
use super::questions::Questions;
use super::saving::Saver;
use super::session::{Player, Session};
use crate::Terminal;
use crate::dress::Dress;
use crate::failure::Failure;
use crate::terminal::{COLUMNS, Console, wrap};

/// The longest name that fits beside a board, in characters.
const MAX_NAME: usize = 20;

/// Returns the match that flags or replies to questions describe; `None` if the input ended before.
pub fn prepare(args: &Args, games: &Games<Terminal>, console: &mut Console) -> Result<Option<Session>, Failure> {
    check_save(args)?;
    let seed = seed(args.seed.as_deref())?;
    let delay = delay(args, console);
    if args.which.is_given() && args.resume.is_none() {
        return Err(Failure::input("--match chooses a match of the file that --resume names"));
    }
    if let Some(file) = &args.resume {
        let (record, others) = args.which.record(file)?;
        if others > 0 && args.save.as_deref().is_some_and(|save| is_same(save, file)) {
            let what = "it holds other matches too, which would be lost; name a new file with --save";
            return Err(Failure::in_file(file, what));
        }
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
        // A file with other matches is left as it is.
        let saver = match others {
            0 => Saver::of_resumed(args.save.clone(), Path::new(file), &record),
            _ => Saver::new(args.save.clone(), &record.game),
        };
        let dress =
            Dress::new(game, record.seats, record.sets.as_deref()).map_err(|why| Failure::in_file(file, why))?;
        return Ok(Some(Session::new(game, table, players, saver, delay).dressed(dress).resumed(notice)));
    }
    let (game, players, options, sets) = match &args.game {
        Some(id) => {
            let game = games.get(&id.to_lowercase())?;
            (game, players(game, &args.players, args.seats)?, Some(args.options.json(game.info().id)?), None)
        }
        None => match Questions::new(console, args, games, seed).ask()? {
            Some(chosen) => chosen,
            None => return Ok(None),
        },
    };
    let table = game.open(options.as_deref().unwrap_or("{}"), players.len() as u8, seed)?;
    let saver = Saver::new(args.save.clone(), game.info().id);
    let dress = Dress::new(game, table.seats(), sets.as_deref()).map_err(Failure::input)?;
    Ok(Some(Session::new(game, table, players, saver, delay).dressed(dress)))
}

/// Returns how long a step of a bot is shown.
pub(super) fn delay(args: &Args, console: &Console) -> Duration {
    Duration::from_millis(args.delay.unwrap_or(if console.clears() { 250 } else { 0 }))
}

/// Refuses to overwrite the file of another match.
pub(super) fn check_save(args: &Args) -> Result<(), Failure> {
    let Some(file) = args.save.as_deref().filter(|file| file.exists()) else { return Ok(()) };
    if args.resume.as_deref().is_some_and(|resumed| is_same(file, resumed)) {
        return Ok(());
    }
    let shown = file.display();
    Err(Failure::input(format!(
        "{shown} exists already; go on with it by --resume {shown}, or name a new file with --save"
    )))
}

/// Are these the same file?
fn is_same(file: &Path, other: &str) -> bool {
    match (file.canonicalize(), Path::new(other).canonicalize()) {
        (Ok(file), Ok(other)) => file == other,
        _ => false,
    }
}

/// Returns the seed that a text stands for, or a new one that nobody can guess.
pub(super) fn seed(text: Option<&str>) -> Result<Seed, Failure> {
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
pub(super) fn players(
    game: &dyn AnyGame<Terminal>,
    listed: &[String],
    seats: Option<u8>,
) -> Result<Vec<Player>, Failure> {
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
pub(super) fn tidy(name: &str) -> String {
    name.trim().chars().filter(|letter| !letter.is_control()).take(MAX_NAME).collect()
}

/// Returns people in the first seats and bots in the others.
pub(super) fn company(game: &dyn AnyGame<Terminal>, seats: usize, people: usize, bot: &str) -> Vec<Player> {
    debug_assert!(game.bots().iter().any(|listed| listed.name == bot), "a listed bot was chosen");
    (0..seats)
        .map(|seat| match (seat < people, people) {
            (false, _) => Player::Bot(bot.to_owned()),
            (true, 0 | 1) => Player::Person("you".to_owned()),
            (true, _) => Player::Person(format!("Player {}", seat + 1)),
        })
        .collect()
}
