//! Prints positions of a game as browsers are told them, for tests of the client: `positions GAME COUNT`.
//!
//! The first line is the dictionary of actions; each further line is a position with what every seat may do in it. The
//! positions come from many matches with options, seats and moves by chance, in some of them most moves a bot's, so
//! that they get far; half of the positions are shown. The same call prints the same lines.

use std::error::Error;
use std::io::{self, BufWriter, Write};

use polynya_catalog::{AnyLine, Entry, Values, game};
use polynya_engine::{Luck, Seat, Seed};
use polynya_server::room::choices;
use polynya_server::views;
use serde_json::{Map, Value, json};

/// One position in so many is shown.
const SHOWN: u32 = 2;
/// After how many of them a match is left, on average: some matches are long.
const LEFT: u32 = 150;
/// How many of eight moves are a bot's, match by match.
const BOTS: [u32; 4] = [0, 1, 4, 7];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [id, count] = &arguments[..] else { return Err("positions GAME COUNT".into()) };
    let (entry, mut left) = (game(id)?, count.parse::<usize>()?);
    let mut out = BufWriter::new(io::stdout().lock());
    let words = |number| Some((entry.action(number)?, entry.label(number)?));
    let dictionary: Vec<(String, String)> = (0..entry.actions()).filter_map(words).collect();
    writeln!(out, "{}", json!(dictionary))?;
    let seed = Seed::of(id);
    for number in 0.. {
        if left == 0 {
            break;
        }
        wander(entry, seed.nth(number), &mut |line, options| {
            if left > 0 {
                left -= 1;
                let all = Seat::all(line.seats()).collect();
                let shown = json!({ "view": views::view(line), "choices": choices(line, all), "options": options });
                return writeln!(out, "{shown}").map(|()| left > 0);
            }
            Ok(false)
        })?;
    }
    Ok(out.flush()?)
}

/// Plays a match and shows some of its positions, as long as more are wanted.
fn wander(
    entry: &dyn Entry,
    seed: Seed,
    show: &mut dyn FnMut(&dyn AnyLine, &Value) -> io::Result<bool>,
) -> Result<(), Box<dyn Error>> {
    let luck = &mut seed.draw(0);
    let (options, mut table) = loop {
        let (options, seats) = (options(entry, luck), entry.info().seats.clone());
        let seats = seats.start() + luck.below(u32::from(seats.end() - seats.start()) + 1) as u8;
        // Some options do not fit together with some seats.
        if let Ok(table) = entry.open(&options.to_string(), seats, seed) {
            break (options, table);
        }
    };
    let bots = BOTS[luck.below(BOTS.len() as u32) as usize];
    let mut bot = entry.player("greedy", seed)?;
    loop {
        let line = table.line();
        let over = line.result().is_some();
        if over || luck.below(SHOWN) == 0 {
            let more = show(line, &options)?;
            if !more || over || luck.below(LEFT) == 0 {
                return Ok(());
            }
        }
        let able: Vec<Seat> = line.acting().iter().collect();
        let seat = able[luck.below(able.len() as u32) as usize];
        let action = match line.awaited().has(seat) && luck.below(8) < bots {
            true => bot.choose(line, seat),
            false => lively(&line.legal(seat), luck),
        };
        table.submit(seat, &action)?;
    }
}

/// Some options of the game, by chance.
fn options(entry: &dyn Entry, luck: &mut impl Luck) -> Value {
    let options = entry.info().options.iter().filter_map(|option| {
        let value = match option.values {
            Values::Switch => Value::Bool(luck.below(3) == 0),
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
