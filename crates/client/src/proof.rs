//! The proof of the dice of a match, link by link, for somebody who was there: what the record proves by itself, and
//! whether it is what this client saw and added.

use polynya_catalog::{AnyGame, Screen};
use polynya_engine::{Proof, Record, Stood, WhoBegins};
use polynya_server::protocol::First;

use crate::pin::{Pin, Standing};

/// One link of the chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// It holds, it does not, or nobody can tell here.
    pub holds: Option<bool>,
    /// Which link it is, in one sentence.
    pub text: String,
}

impl Link {
    fn new(holds: impl Into<Option<bool>>, text: impl Into<String>) -> Link {
        Link { holds: holds.into(), text: text.into() }
    }

    fn judged(holds: bool, good: impl Into<String>, bad: impl Into<String>) -> Link {
        Link { holds: Some(holds), text: if holds { good.into() } else { bad.into() } }
    }
}

/// Checks every link that can be checked here.
pub fn prove<S: Screen + 'static>(game: &dyn AnyGame<S>, record: &Record, pin: &Pin) -> Vec<Link> {
    let Some(luck) = &record.luck else {
        return vec![Link::new(None, "The record does not say how its dice were made.")];
    };
    let mut links = vec![promised(luck, pin)];
    links.extend(added(luck, pin));
    match game.verify(record) {
        Ok(verified) => {
            let before = match verified.elsewhere {
                0 => String::new(),
                count => format!(" The first {count} were made elsewhere and are not proven."),
            };
            links.push(Link::new(true, "The secret is the one that was committed to."));
            links.push(Link::new(true, "The seed follows from the secret and from what every seat added."));
            links.push(match (verified.seated, &pin.stood) {
                (true, _) => {
                    Link::new(true, "Bots added what bots add, and the seats were dealt by the rule of the table.")
                }
                (false, Some(_)) => Link::new(false, "The record hides who was a bot and how the seats were dealt."),
                (false, None) => Link::new(None, "The record does not say who was a bot and how the seats were dealt."),
            });
            links
                .push(Link::new(true, format!("All {} rolls and draws follow from the seed.{before}", verified.draws)));
        }
        Err(_) if record.rules != game.version() => {
            links.push(Link::new(None, "The match was played by other rules than this program knows."));
        }
        Err(why) => links.push(Link::new(false, format!("The record does not hold: {why}."))),
    }
    links.extend(luck.stood.as_ref().map(|stood| seen(luck, stood, pin)));
    links
}

fn promised(luck: &Proof, pin: &Pin) -> Link {
    if pin.commitment.is_empty() || pin.late {
        return Link::new(None, "This program did not see the table before the match was over.");
    }
    let later = pin.exchanged.as_ref().unwrap_or(&luck.commitment);
    let holds = pin.exchanged.is_none() && pin.commitment == luck.commitment;
    let (first, later) = (short(&pin.commitment), short(later));
    Link::judged(
        holds,
        "The commitment is the one that you saw first.",
        format!("You first saw the commitment {first}, and later {later}: the dice were exchanged."),
    )
}

fn added(luck: &Proof, pin: &Pin) -> Vec<Link> {
    let judge = |(seat, text): (u8, &str)| {
        // Older programs put the additions into the order of the match.
        let holds = match luck.stood {
            Some(_) => luck.additions.get(usize::from(seat) - 1).is_some_and(|added| added == text),
            None => luck.additions.iter().any(|added| added == text),
        };
        let good = format!("What you added for seat {seat} is in the seed, at its place.");
        Link::judged(holds, good, format!("What you added for seat {seat} was left out, or stands at another place."))
    };
    let links: Vec<Link> = pin.owed().map(judge).collect();
    if links.is_empty() { vec![Link::new(None, "You added nothing to the luck.")] } else { links }
}

/// Is all of it as this client last saw it before the match?
fn seen(luck: &Proof, stood: &Stood, pin: &Pin) -> Link {
    let Some(last) = &pin.stood else {
        return Link::new(None, "You did not see who sat where before the match.");
    };
    let begins = (stood.first == WhoBegins::Asked).then(|| stood.order.first().copied().unwrap_or(1));
    let mut differs = Vec::new();
    if luck.additions.len() != last.seats {
        differs.push(format!("there were {} seats, and the record says {}", last.seats, luck.additions.len()));
    }
    if stood.bots != last.bots {
        differs.push(format!("bots were on {}, and the record says on {}", on(&last.bots), on(&stood.bots)));
    }
    if (begun(stood.first), begins) != (last.first, last.named()) {
        let (saw, says) = (beginner(last.first, last.named()), beginner(begun(stood.first), begins));
        differs.push(format!("{saw}, and the record says that {says}"));
    }
    if differs.is_empty() {
        return Link::new(true, "Bots, people and who begins are as you saw them before the match.");
    }
    let words = format!("When you last saw the table before the match, {}.", differs.join("; "));
    // Whoever was away cannot tell an honest change from one that the server made up.
    if pin.began {
        return Link::new(false, words);
    }
    Link::new(None, format!("{words} You were away when the match began: nobody can tell whether that was so."))
}

fn begun(first: WhoBegins) -> First {
    match first {
        WhoBegins::Seats => First::Seats,
        WhoBegins::Random => First::Random,
        WhoBegins::Asked => First::Asked,
    }
}

fn beginner(first: First, begins: Option<u8>) -> String {
    match first {
        First::Random => "the seats were to be dealt at random".to_owned(),
        First::Seats | First::Asked => format!("seat {} was to begin", begins.unwrap_or(1)),
    }
}

fn on(seats: &[u8]) -> String {
    match seats {
        [] => "no seat".to_owned(),
        seats => format!("seat {}", seats.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")),
    }
}

fn short(commitment: &str) -> String {
    format!("{}…", commitment.chars().take(8).collect::<String>())
}

/// Returns the command by which somebody checks a saved match without any server, with what this client saw and added.
pub fn command(file: &str, pin: &Pin) -> String {
    let promised = (!pin.commitment.is_empty() && !pin.late).then(|| format!(" --commitment {}", pin.commitment));
    let added: String = pin.owed().map(|(seat, text)| format!(" --addition {seat}={text}")).collect();
    let seats = pin.stood.as_ref().filter(|_| pin.began).map(seats);
    format!("polynya verify {file}{}{added}{}", promised.unwrap_or_default(), seats.unwrap_or_default())
}

fn seats(stood: &Standing) -> String {
    let bots: Vec<String> = stood.bots.iter().map(ToString::to_string).collect();
    let bots = if bots.is_empty() { "none".to_owned() } else { bots.join(",") };
    let first = match (stood.first, stood.named()) {
        (_, Some(seat)) => seat.to_string(),
        (First::Random, None) => "random".to_owned(),
        (_, None) => "seats".to_owned(),
    };
    format!(" --bots {bots} --first {first}")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use polynya_catalog::headless;
    use polynya_engine::{BOT_ADDITION, Seed};

    use super::*;

    /// A match to its end against a bot, and what whoever played seat 1 remembers of it.
    fn played() -> (Record, Pin) {
        let game = headless().get("polar-dare").expect("it is listed");
        let stood = Stood::unmoved(2, vec![2]);
        let added = vec!["mine".to_owned(), BOT_ADDITION.to_owned()];
        let luck = Proof::new(Seed::of("secret"), added, Some(stood), 0);
        let mut table = game.open("{}", 2, luck.seed()).expect("it opens");
        while let Some(seat) = table.acting().iter().next() {
            let legal = table.legal(seat);
            // Whoever wants to go home comes home.
            table.submit(seat, &legal[table.len() % legal.len()]).expect("it is legal");
        }
        let mut record = table.record(Some(luck.seed()));
        let pin = Pin {
            commitment: luck.commitment.clone(),
            additions: BTreeMap::from([(1, "mine".to_owned())]),
            seats: vec![1],
            stood: Some(Standing { seats: 2, bots: vec![2], first: First::Seats, begins: None }),
            began: true,
            ..Pin::default()
        };
        record.luck = Some(luck);
        (record, pin)
    }

    fn broken(record: &Record, pin: &Pin) -> Vec<String> {
        let links = prove(headless().get("polar-dare").expect("it is listed"), record, pin);
        links.into_iter().filter(|link| link.holds != Some(true)).map(|link| link.text).collect()
    }

    #[test]
    fn every_link_of_an_honest_match_holds_and_each_cheat_is_seen() {
        let (record, pin) = played();
        assert_eq!(broken(&record, &pin), Vec::<String>::new());
        let changed = |change: fn(&mut Record, &mut Pin)| {
            let (mut record, mut pin) = (record.clone(), pin.clone());
            change(&mut record, &mut pin);
            let broken = broken(&record, &pin);
            assert_eq!(broken.len(), 1, "{broken:?}");
            broken.into_iter().next().unwrap_or_default()
        };
        assert!(changed(|_, pin| pin.exchanged = Some("ffff".to_owned())).contains("exchanged"));
        assert!(changed(|_, pin| pin.commitment = "ffff".to_owned()).contains("exchanged"));
        assert!(changed(|_, pin| pin.additions = BTreeMap::from([(1, "other".to_owned())])).contains("left out"));
        assert!(changed(|record, _| record.seed = Some(Seed::of("another"))).contains("does not hold"));
        assert!(changed(|_, pin| pin.stood.as_mut().unwrap().bots = vec![]).contains("bots were on no seat"));
        let away = |_: &mut Record, pin: &mut Pin| (pin.stood.as_mut().unwrap().bots, pin.began) = (vec![], false);
        assert!(changed(away).contains("You were away"));
        let exchanged = |record: &mut Record, _: &mut Pin| record.luck.as_mut().unwrap().secret = Seed::of("another");
        assert!(changed(exchanged).contains("the secret was exchanged"));
        assert!(changed(|record, _| record.luck = None).contains("does not say how"));
        // Somebody who came when all was over was promised nothing.
        assert_eq!(broken(&record, &Pin { late: true, ..Pin::default() }).len(), 3);
    }

    #[test]
    fn the_command_names_all_that_was_seen() {
        let (_, pin) = played();
        let told = command("match.json", &pin);
        let whole = format!(
            "polynya verify match.json --commitment {} --addition 1=mine --bots 2 --first seats",
            pin.commitment
        );
        assert_eq!(told, whole);
        assert_eq!(command("match.json", &Pin::default()), "polynya verify match.json");
    }
}
