//! Prints positions of a game as browsers are told them, for tests of the client: `positions GAME COUNT`; with
//! `positions GAME COUNT MILLISECONDS` each with a hint that was thought about for so long.
//!
//! The first line is the dictionary of actions; each further line is a position with what every seat may do in it. The
//! positions come from many matches with options, seats and moves by chance, in some of them most moves a bot's, so
//! that they get far; half of the positions are shown. The same call prints the same lines.

use std::error::Error;
use std::io::{self, BufWriter, Write};
use std::time::Duration;

use polynya_catalog::{AnyGame, QUICK_BOT, Values};
use polynya_engine::{Luck, Seat, Seed};
use polynya_server::protocol::ActionWords;
use polynya_server::room::choices;
use polynya_server::views::{Browser, Match, games};
use serde_json::{Map, Value, json};

/// One position in so many is shown.
const SHOWN: u32 = 2;
/// After how many of them a match is left, on average: some matches are long.
const LEFT: u32 = 150;
/// How many of eight moves are a bot's, match by match.
const BOTS: [u32; 4] = [0, 1, 4, 7];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, count, time @ ..] = &arguments[..] else { return Err("positions GAME COUNT [MILLISECONDS]".into()) };
    let (game, mut left) = (games().get(id)?, count.parse::<usize>()?);
    let time = time.first().map(|time| time.parse()).transpose()?.map(Duration::from_millis);
    let mut out = BufWriter::new(io::stdout().lock());
    let dictionary: Vec<ActionWords> = game.actions().into_iter().map(ActionWords::from).collect();
    writeln!(out, "{}", json!(dictionary))?;
    let seed = Seed::of(id);
    for number in 0.. {
        if left == 0 {
            break;
        }
        wander(game, seed.nth(number), &mut |table, options| {
            if left > 0 {
                left -= 1;
                let all = Seat::all(table.seats()).collect();
                let view = table.picture().view();
                let hint = time.and_then(|time| hint(game, table, time));
                let shown = json!({ "view": view, "choices": choices(table, all), "options": options, "hint": hint });
                return writeln!(out, "{shown}").map(|()| left > 0);
            }
            Ok(false)
        })?;
    }
    Ok(out.flush()?)
}

/// The hint for one of the seats that the table waits for.
fn hint(game: &dyn AnyGame<Browser>, table: &Match, time: Duration) -> Option<Value> {
    let seat = table.awaited().first()?;
    let hint = game.hint(&table.to_bytes(), seat, time).ok()?;
    let [text, why] = hint.lines();
    Some(json!({ "seat": seat.number(), "actions": hint.plan.words, "text": text, "why": why }))
}

/// Plays a match and shows some of its positions, as long as more are wanted.
fn wander(
    game: &dyn AnyGame<Browser>,
    seed: Seed,
    show: &mut dyn FnMut(&Match, &Value) -> io::Result<bool>,
) -> Result<(), Box<dyn Error>> {
    let luck = &mut seed.draw(0);
    let (options, mut table) = loop {
        let (options, seats) = (options(game, luck), game.info().seats.clone());
        let seats = seats.start() + luck.below(u32::from(seats.end() - seats.start()) + 1) as u8;
        // Some options do not fit together with some seats.
        if let Ok(table) = game.open(&options.to_string(), seats, seed) {
            break (options, table);
        }
    };
    let bots = BOTS[luck.below(BOTS.len() as u32) as usize];
    let mut bot = game.player(QUICK_BOT, seed)?;
    loop {
        let over = table.result().is_some();
        if over || luck.below(SHOWN) == 0 {
            let more = show(&*table, &options)?;
            if !more || over || luck.below(LEFT) == 0 {
                return Ok(());
            }
        }
        let able: Vec<Seat> = table.acting().iter().collect();
        let seat = able[luck.below(able.len() as u32) as usize];
        let action = match table.awaited().contains(seat) && luck.below(8) < bots {
            true => bot.choose(&table.to_bytes(), seat)?,
            false => lively(&table.legal(seat), luck),
        };
        table.submit(seat, &action)?;
    }
}

/// Some options of the game, by chance.
fn options(game: &dyn AnyGame<Browser>, luck: &mut impl Luck) -> Value {
    let options = game.info().options.iter().filter_map(|option| {
        let value = match option.values {
            Values::Switch(usual) => Value::Bool(usual != (luck.below(3) == 0)),
            Values::OneOf(values) => serde_json::from_str(values[luck.below(values.len() as u32) as usize]).ok()?,
            Values::Such(_) => return None,
        };
        Some((option.name.to_owned(), value))
    });
    Value::Object(options.collect::<Map<String, Value>>())
}

/// A legal action by chance; one in twelve ends the turn, if it can be ended.
fn lively(legal: &[String], luck: &mut impl Luck) -> String {
    let ends = |words: &&String| ["pass", "end", "done"].contains(&words.as_str());
    let ending = luck.below(12) == 0;
    let mut some: Vec<&String> = legal.iter().filter(|words| ends(words) == ending).collect();
    if some.is_empty() {
        some = legal.iter().collect();
    }
    some[luck.below(some.len() as u32) as usize].clone()
}
