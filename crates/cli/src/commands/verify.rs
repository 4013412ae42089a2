//! `polynya verify`: the dice of records against their seeds, and the seeds against what they were made from.

use polynya_catalog::{CatalogError, Games};
use polynya_engine::{Record, RecordError, Seat, Verified};

use super::check::judge_all;
use crate::Terminal;
use crate::failure::Failure;
use crate::output::line;

/// Check the dice of records, link by link: every roll follows from the seed, the seed from the secret and what the
/// seats added, and the commitment is that of the secret.
#[derive(clap::Args)]
#[command(after_help = "A file holds one record, or one per line; `-` is the standard input.\n\
                        The last link is yours: compare the commitment with the one that you saw before the match, or \
                        give it here.\nExits with 0 if every link that a record has holds, else with 2.\n\n\
                        Examples:\n  polynya verify match.json\n  \
                        polynya verify match.json --commitment 88fa336b… --addition 1=5f0c5c7a…")]
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
        let fail = |what: String| Err(RecordError { step: None, what });
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
        Ok(())
    }
}

/// Returns which links of the chain hold.
fn links(record: &Record, Verified { draws, elsewhere, fixed }: Verified) -> String {
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
            format!(
                "the seed follows from the secret and what the seats added{silent}; the secret is the one committed to \
                 in {}. Compare this with what your page showed before the match.",
                luck.commitment
            )
        }
        _ => "nothing in the record says when the seed was chosen.".to_owned(),
    };
    format!("{}: {} of the seed{before}; {seed}", record.game, rolls(draws))
}
