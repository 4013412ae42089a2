//! `polynya verify`: the dice of records against their seeds, and the seeds against what they were made from.

use polynya_catalog::{CatalogError, Games};
use polynya_engine::{Record, RecordError, Seat, Stood, Verified, WhoBegins};

use super::check::judge_all;
use crate::Terminal;
use crate::failure::Failure;
use crate::output::line;

/// Check the dice of records, link by link: every roll follows from the seed, the seed from the secret and what the
/// seats added, and the commitment is that of the secret.
#[derive(clap::Args)]
#[command(after_help = "A file holds one record, or one per line; `-` is the standard input.\n\
                        The last links are yours: compare the commitment, the bots and who was to begin with what you \
                        saw before the match, or give them here.\nSeats are counted as they stood before the match.\nExits with 0 if every link that a record has holds, else with 2.\n\n\
                        Examples:\n  polynya verify match.json\n  \
                        polynya verify match.json --commitment 88fa336b… --addition 1=5f0c5c7a… \
                        --bots 2,3 --first random")]
pub struct Args {
    /// The files.
    #[arg(required = true)]
    files: Vec<String>,
    /// The commitment that was shown before the match.
    #[arg(long, value_name = "HEX")]
    commitment: Option<String>,
    /// What a seat added; may be given several times.
    #[arg(long = "addition", value_name = "SEAT=TEXT", value_parser = addition)]
    additions: Vec<(Seat, String)>,
    /// The seats that bots held before the match, such as 2,3; or `none`.
    #[arg(long, value_name = "SEATS", value_parser = bots)]
    bots: Option<Bots>,
    /// How it was to be found out who begins: `seats`, `random`, or the seat that people named.
    #[arg(long, value_name = "HOW", value_parser = first)]
    first: Option<First>,
}

/// The seats that bots held, rising.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Bots(Vec<u8>);

/// Who was to begin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum First {
    Seats,
    Random,
    Named(Seat),
}

fn bots(text: &str) -> Result<Bots, String> {
    if text == "none" {
        return Ok(Bots(Vec::new()));
    }
    let seat = |text: &str| text.parse::<Seat>().map_err(|_| format!("`{text}` is not a seat number"));
    let mut bots: Vec<u8> =
        text.split(',').map(|text| Ok(seat(text)?.number() as u8)).collect::<Result<_, String>>()?;
    bots.sort_unstable();
    Ok(Bots(bots))
}

fn first(text: &str) -> Result<First, String> {
    match text {
        "seats" => Ok(First::Seats),
        "random" => Ok(First::Random),
        seat => seat.parse().map(First::Named).map_err(|_| "expected `seats`, `random` or a seat number".to_owned()),
    }
}

fn addition(text: &str) -> Result<(Seat, String), String> {
    let (seat, added) = text.split_once('=').ok_or("expected SEAT=TEXT, such as 1=5f0c5c7a")?;
    Ok((seat.parse().map_err(|_| format!("`{seat}` is not a seat number"))?, added.to_owned()))
}

/// Verifies every record of every file.
pub fn run(args: &Args, games: &Games<Terminal>) -> Result<(), Failure> {
    judge_all(&args.files, "honest", |record| {
        let verified = games.get(&record.game)?.verify(record)?;
        args.compare(record).map_err(CatalogError::from)?;
        // Whoever stopped listening still gets the exit code.
        drop(line(format_args!("{}", links(record, verified))));
        Ok(())
    })
}

impl Args {
    /// Compares a record with what a person saw and added.
    fn compare(&self, record: &Record) -> Result<(), RecordError> {
        let fail = |what: String| Err(RecordError::new(what));
        let shown = match (&record.luck, record.seed) {
            (Some(luck), _) => Some(luck.commitment.clone()),
            (None, seed) => seed.map(|seed| seed.commitment()),
        };
        if let (Some(seen), Some(shown)) = (&self.commitment, shown)
            && *seen != shown
        {
            return fail(format!(
                "you saw the commitment {seen}, but the record's is {shown}: the dice were exchanged"
            ));
        }
        for (seat, added) in &self.additions {
            match record.luck.as_ref().and_then(|luck| luck.additions.get(seat.index())) {
                Some(told) if told == added => {}
                Some(told) => return fail(format!("seat {seat} added `{added}`, but the record says `{told}`")),
                None => return fail(format!("the record does not say what seat {seat} added")),
            }
        }
        self.compare_seats(record.luck.as_ref().and_then(|luck| luck.stood.as_ref())).or_else(fail)
    }

    /// Compares how the seats stood before the match with what a person saw.
    fn compare_seats(&self, stood: Option<&Stood>) -> Result<(), String> {
        if self.bots.is_none() && self.first.is_none() {
            return Ok(());
        }
        let Some(Stood { first, bots, order }) = stood else {
            return Err("the record does not say how the seats stood before the match".to_owned());
        };
        if let Some(Bots(seen)) = self.bots.as_ref().filter(|Bots(seen)| seen != bots) {
            let (seen, told) = (on_seats(seen), on_seats(bots));
            return Err(format!("you saw bots on {seen} before the match, but the record says on {told}"));
        }
        let told = match first {
            WhoBegins::Seats => First::Seats,
            WhoBegins::Random => First::Random,
            WhoBegins::Asked => {
                order.first().and_then(|&seat| Seat::numbered(seat.into())).map_or(First::Seats, First::Named)
            }
        };
        match self.first {
            Some(seen) if seen != told => {
                Err(format!("before the match {}, but the record says that {}", seen.words(), told.words()))
            }
            _ => Ok(()),
        }
    }
}

impl First {
    fn words(self) -> String {
        match self {
            First::Seats => "seat 1 was to begin".to_owned(),
            First::Random => "the seats were to be dealt at random".to_owned(),
            First::Named(seat) => format!("seat {seat} was to begin, as people said"),
        }
    }
}

/// Returns seats in words.
fn on_seats(seats: &[u8]) -> String {
    match seats {
        [] => "no seat".to_owned(),
        [seat] => format!("seat {seat}"),
        seats => format!("the seats {}", seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")),
    }
}

/// Returns which links of the chain hold.
fn links(record: &Record, Verified { draws, elsewhere, fixed, seated }: Verified) -> String {
    let rolls = |count: u64| if count == 1 { "1 roll".to_owned() } else { format!("{count} rolls") };
    let before = match elsewhere {
        0 => String::new(),
        count => format!(" ({} before were made elsewhere and are not proven)", rolls(count)),
    };
    let seed = match &record.luck {
        Some(luck) if fixed => {
            let silent: Vec<String> = (1..)
                .zip(&luck.additions)
                .filter(|(_, added)| added.is_empty())
                .map(|(seat, _): (u8, _)| seat.to_string())
                .collect();
            let silent = match silent.as_slice() {
                [] => String::new(),
                seats => format!(" (nothing from seat {})", seats.join(", ")),
            };
            let seats = match &luck.stood {
                Some(stood) if seated => dealt(stood),
                _ => "the record does not say who was a bot before the match, nor how the seats were dealt: whoever \
                      kept the dice had some choice"
                    .to_owned(),
            };
            format!(
                "the seed follows from the secret and what the seats added{silent}; {seats}; the secret is the one \
                 committed to in {}. Compare this with what your page showed before the match.",
                luck.commitment
            )
        }
        _ => "nothing in the record says when the seed was chosen.".to_owned(),
    };
    format!("{}: {} of the seed{before}; {seed}", record.game, rolls(draws))
}

/// Says how the seats stood and were dealt, where both follow the rules.
fn dealt(Stood { first, bots, order }: &Stood) -> String {
    let bots = match bots.as_slice() {
        [] => "no seat was a bot's".to_owned(),
        bots => format!("bots on {} added what bots add", on_seats(bots)),
    };
    let order: Vec<String> = order.iter().map(ToString::to_string).collect();
    let dealt = match first {
        WhoBegins::Seats => "everybody stayed where they sat".to_owned(),
        WhoBegins::Random => format!("secret and additions dealt the seats {}", order.join(", ")),
        WhoBegins::Asked => format!("seat {} began, as people said", order.first().map_or("1", String::as_str)),
    };
    format!("{bots}; {dealt}")
}
