//! What can be typed at an online table besides moves.

use polynya_catalog::USUAL_BOT;
use polynya_server::protocol::{Command, SeatNumber, Sit, Who};

/// What a typed line asks of the table.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// A command.
    Send(Command),
    /// It is an order, but something is wrong with it.
    Wrong(String),
}

/// What can be typed, for the help.
pub const HELP: &str = "say TEXT              c: to everybody
ping PLACE            g: point at a place
propose MOVE, MOVE    t: show a plan; without moves it is taken away
sit SEAT, stand SEAT  take a seat, give it back before the match
bot SEAT [NAME]       a bot takes a seat; seats COUNT, start, begins SEAT
cover [SEAT] [BOT]    a bot plays for you, or for somebody who is away
back [SEAT]           you play again
link [SEAT]           a link for another device
yes, no               answer who wants to take something back
admit ID, refuse ID   answer who asks for a seat
set SEAT NUMBER       choose pieces; remove, mute, host SEAT; door open, closed
rematch, restart      another match
proof                 why the dice can be trusted: each link, once the match is over";

/// Reads a line; `None` if it is no order. `own` is the seat that is meant where none is named, `addition`
/// what a seat adds to the luck.
pub fn read(
    text: &str,
    own: Option<SeatNumber>,
    name: &str,
    addition: impl FnOnce(SeatNumber) -> String,
) -> Option<Order> {
    let (verb, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<SeatNumber>().ok());
    let seat = || number(0).ok_or_else(|| format!("Say which seat, such as `{verb} 2`."));
    let mine = || number(0).or(own).ok_or_else(|| format!("You have no seat; say which, such as `{verb} 2`."));
    let bot = |at: usize| words.get(at).map_or(USUAL_BOT, |bot| bot).to_owned();
    let made = match verb.to_lowercase().as_str() {
        "say" if !rest.is_empty() => Ok(Command::Say { text: rest.trim().to_owned() }),
        "ping" if words.len() == 1 => Ok(Command::Ping { place: words[0].to_owned() }),
        "propose" => {
            let actions = rest.split(',').map(str::trim).filter(|words| !words.is_empty()).map(str::to_owned);
            Ok(Command::Propose { actions: actions.collect() })
        }
        "sit" => seat().map(|seat| Command::Sit(Sit { seat, name: name.to_owned(), nonce: addition(seat) })),
        "stand" => mine().map(|seat| Command::Stand { seat }),
        "bot" => seat().map(|seat| Command::Seat { seat, bot: Some(bot(1)) }),
        "clear" if words.len() == 1 && number(0).is_some() => seat().map(|seat| Command::Seat { seat, bot: None }),
        "seats" => seat().map(|count| Command::Seats { count }),
        "start" if words.is_empty() => Ok(Command::Start),
        "begins" => seat().map(|seat| Command::Begins { seat }),
        "set" => seat().map(|seat| Command::Set { seat, set: number(1) }),
        "cover" => {
            let at = usize::from(number(0).is_some());
            mine().map(|seat| Command::Cover { seat, bot: bot(at) })
        }
        "back" => mine().map(|seat| Command::Back { seat }),
        "link" => mine().map(|seat| Command::Link { seat }),
        "yes" if words.is_empty() => Ok(Command::Consent { yes: true }),
        "no" if words.is_empty() => Ok(Command::Consent { yes: false }),
        "admit" | "refuse" => match words.first().and_then(|word| word.parse().ok()) {
            Some(id) => Ok(Command::Admit { id, yes: verb == "admit" }),
            None => Err(format!("Say whose request, such as `{verb} 1`.")),
        },
        "remove" => seat().map(|seat| Command::Remove { who: Who::Seat(seat) }),
        "mute" => seat().map(|seat| Command::Mute { who: Who::Seat(seat), muted: true }),
        "host" => seat().map(|seat| Command::Host { seat }),
        "door" => match words[..] {
            ["open"] => Ok(Command::Door { open: true }),
            ["closed"] => Ok(Command::Door { open: false }),
            _ => Err("Say `door open` or `door closed`.".to_owned()),
        },
        "rematch" if words.is_empty() => Ok(Command::Rematch),
        "restart" if words.is_empty() => Ok(Command::Restart),
        _ => return None,
    };
    Some(made.map_or_else(Order::Wrong, Order::Send))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_commands() {
        let read = |text: &str, own| read(text, own, "Ann", |seat| format!("luck of {seat}"));
        assert_eq!(read("say hello all", None), Some(Order::Send(Command::Say { text: "hello all".to_owned() })));
        let sit = Sit { seat: 2, name: "Ann".to_owned(), nonce: "luck of 2".to_owned() };
        assert_eq!(read("sit 2", None), Some(Order::Send(Command::Sit(sit))));
        assert_eq!(read("bot 3", None), Some(Order::Send(Command::Seat { seat: 3, bot: Some("normal".to_owned()) })));
        assert_eq!(read("cover", Some(2)), Some(Order::Send(Command::Cover { seat: 2, bot: "normal".to_owned() })));
        assert_eq!(
            read("cover 4 hard", Some(2)),
            Some(Order::Send(Command::Cover { seat: 4, bot: "hard".to_owned() }))
        );
        let plan = Command::Propose { actions: vec!["hop start a1".to_owned(), "slide a1 n".to_owned()] };
        assert_eq!(read("propose hop start a1, slide a1 n", None), Some(Order::Send(plan)));
        assert_eq!(read("hop start a1", None), None);
        for wrong in ["sit", "bot x", "stand", "door", "admit"] {
            assert!(matches!(read(wrong, None), Some(Order::Wrong(_))), "{wrong}");
        }
    }
}
