//! What is asked before a match when no game was named: which game, who plays, how, and who begins.

use polynya_catalog::{AnyGame, Games, Group, OptionInfo, Sets, USUAL_BOT, Values};
use polynya_engine::{Luck, Seed};
use serde_json::{Map, Value, json};

use super::Args;
use super::session::Player;
use super::setup::{company, players, tidy};
use crate::Terminal;
use crate::failure::Failure;
use crate::terminal::{Console, labelled, paint, quiet, strong, text_columns};

/// A game, who plays it, its options, and the sets of pieces that were chosen.
pub type Chosen = (&'static dyn AnyGame<Terminal>, Vec<Player>, Option<String>, Option<Vec<u8>>);

/// An answer; nothing when the input has ended.
type Asked<T> = Result<Option<T>, Failure>;

/// What is asked when no game was named.
pub struct Questions<'a> {
    console: &'a mut Console,
    args: &'a Args,
    games: &'a Games<Terminal>,
    seed: Seed,
}

impl<'a> Questions<'a> {
    /// Returns the questions about one of these games, whose dice come from this seed.
    pub fn new(console: &'a mut Console, args: &'a Args, games: &'a Games<Terminal>, seed: Seed) -> Questions<'a> {
        Questions { console, args, games, seed }
    }

    /// Asks everything; `None` at the end of input.
    pub fn ask(&mut self) -> Asked<Chosen> {
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
        let Some(mut players) = self.players(game)? else { return Ok(None) };
        let Some(options) = self.options(game, players.len() as u8)? else { return Ok(None) };
        if self.order(game, &mut players)?.is_none() {
            return Ok(None);
        }
        let Some(sets) = self.sets(game, &players)? else { return Ok(None) };
        Ok(Some((game, players, Some(options), sets)))
    }

    fn options(&mut self, game: &dyn AnyGame<Terminal>, seats: u8) -> Asked<String> {
        if self.args.options.are_given() {
            return self.args.options.json(game.info().id).map(Some);
        }
        let mut chosen = Map::new();
        let of = |group: Group| game.info().options.iter().filter(move |option| option.group == group);
        let (switches, others): (Vec<_>, Vec<_>) = of(Group::Variant).partition(|option| is_switch(option));
        if !switches.is_empty() {
            self.console.say("Which variants?")?;
            let Some(on) = self.switches("Variants", &switches)? else { return Ok(None) };
            chosen.extend(on);
        }
        for option in others {
            if self.value(game, seats, option, &mut chosen)?.is_none() {
                return Ok(None);
            }
        }
        let rulings: Vec<_> = of(Group::Ruling).collect();
        if !rulings.is_empty() {
            let question = "Any rulings, where the printed text can be read in two ways? [y/N] ";
            let Some(answer) = self.console.ask(question)? else { return Ok(None) };
            if matches!(answer.to_lowercase().as_str(), "y" | "yes" | "?") {
                let Some(on) = self.switches("Rulings to be read the other way", &rulings)? else { return Ok(None) };
                chosen.extend(on);
            }
        }
        Ok(Some(Value::Object(chosen).to_string()))
    }

    /// Lists switches and asks which of them are to be turned; returns their values.
    fn switches(&mut self, what: &str, switches: &[&OptionInfo]) -> Asked<Map<String, Value>> {
        for (index, option) in switches.iter().enumerate() {
            let label = format!("  {}  {:18} ", index + 1, spoken(option));
            let usual = if option.values == Values::Switch(true) { " (usually so)" } else { "" };
            let about = format!("{}{usual}", option.about.replace('_', " "));
            self.console.say(&labelled(&label, &about, text_columns()))?;
        }
        loop {
            let Some(answer) = self.console.ask(&format!("{what}, such as 1,3 [none]: "))? else { return Ok(None) };
            let numbers = answer.split([',', ' ']).filter(|text| !text.is_empty() && *text != "none");
            let turned: Option<Map<String, Value>> = numbers
                .map(|text| {
                    let option = switches.get(text.parse::<usize>().ok()?.checked_sub(1)?)?;
                    Some((option.name.to_owned(), Value::Bool(option.values != Values::Switch(true))))
                })
                .collect();
            if let Some(turned) = turned {
                return Ok(Some(turned));
            }
            self.console.say(&format!("Please type numbers from 1 to {}, or just Enter for none.", switches.len()))?;
        }
    }

    /// Asks for an option that is no switch, and keeps what differs from its default. Nothing is asked where only one value
    /// goes with how many play.
    fn value(
        &mut self,
        game: &dyn AnyGame<Terminal>,
        seats: u8,
        option: &OptionInfo,
        chosen: &mut Map<String, Value>,
    ) -> Asked<()> {
        let goes = |value: &Value, chosen: &Map<String, Value>| {
            let mut options = chosen.clone();
            options.insert(option.name.to_owned(), value.clone());
            game.open(&Value::Object(options).to_string(), seats, Seed::new([0; 32])).map(|table| table.to_text())
        };
        let values = match option.values {
            Values::OneOf(values) => {
                let json = values.iter().filter_map(|value| serde_json::from_str(value).ok());
                let start = |value: Value| goes(&value, chosen).ok().map(|start| (value, start));
                let going: Vec<(Value, String)> = json.filter_map(start).collect();
                // Several values may come to the same.
                if going.iter().all(|(_, start)| *start == going[0].1) {
                    return Ok(Some(()));
                }
                let words: Vec<String> = going.iter().map(|(value, _)| shown(value)).collect();
                words.join(", ")
            }
            values => values.to_string(),
        };
        let about = format!("{} ({values})", option.about);
        self.console.say(&labelled(&format!("{}: ", spoken(option)), &about, text_columns()))?;
        let name = spoken(option);
        loop {
            let Some(answer) = self.console.ask(&format!("{name} [as usual]: "))? else { return Ok(None) };
            if answer.is_empty() {
                return Ok(Some(()));
            }
            let meant = meanings(&answer);
            match meant.iter().find(|value| goes(value, chosen).is_ok()) {
                Some(value) => {
                    chosen.insert(option.name.to_owned(), value.clone());
                    return Ok(Some(()));
                }
                None => {
                    let why = meant.first().and_then(|value| goes(value, chosen).err());
                    let why = why.map(|why| format!(" {why}.")).unwrap_or_default();
                    let text = format!("That does not go.{why} Please type one of: {values}; or just Enter.");
                    self.console.say(&labelled("", &text, text_columns()))?;
                }
            }
        }
    }

    fn players(&mut self, game: &dyn AnyGame<Terminal>) -> Asked<Vec<Player>> {
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

    /// Asks who begins, and seats everybody so: neighbours stay neighbours, unless chance deals the seats.
    fn order(&mut self, game: &dyn AnyGame<Terminal>, players: &mut [Player]) -> Asked<()> {
        let people = players.iter().any(|player| matches!(player, Player::Person(_)));
        // Whoever lists the players has said who begins.
        if players.len() < 2 || !people || !self.args.players.is_empty() {
            return Ok(Some(()));
        }
        let question = game.info().first;
        self.console.say("Who begins?")?;
        for (number, way) in [(1, "the first seat"), (2, "chance: the seats are dealt at random")] {
            self.console.say(&format!("  {number}  {way}"))?;
        }
        self.console.say(&format!("  3  as the book asks: {question}"))?;
        match self.number("Who begins", 1, 1, 3)? {
            None => return Ok(None),
            Some(2) => {
                self.seed.mix([b"seats".as_slice()]).draw(0).shuffle(players);
                self.console.say(&format!("Chance says: {} begins.", called(&players[0])))?;
            }
            Some(3) => {
                self.console.say(question)?;
                for (index, player) in players.iter().enumerate() {
                    self.console.say(&format!("  {}  {}", index + 1, called(player)))?;
                }
                let Some(first) = self.number("It is", 1, 1, players.len())? else { return Ok(None) };
                players.rotate_left(first - 1);
            }
            Some(_) => {}
        }
        Ok(Some(()))
    }

    /// Asks the people for their pieces, where the book lets them choose; bots take what is left.
    fn sets(&mut self, game: &dyn AnyGame<Terminal>, players: &[Player]) -> Asked<Option<Vec<u8>>> {
        let Some(Sets { what, names }) = game.info().sets else { return Ok(Some(None)) };
        let mut free: Vec<usize> = (0..names.len()).collect();
        let mut chosen = vec![None; players.len()];
        for (seat, player) in players.iter().enumerate() {
            let Player::Person(name) = player else { continue };
            let usual = if free.contains(&seat) { seat } else { free[0] };
            let left: Vec<&str> = free.iter().map(|&set| names[set]).collect();
            let who = if name == "you" { format!("Your {what}") } else { format!("The {what} of {name}") };
            let set = loop {
                let question = format!("{who}: {} [{}]: ", left.join(", "), names[usual]);
                let Some(answer) = self.console.ask(&question)? else { return Ok(None) };
                let meant = free.iter().copied().find(|&set| names[set].eq_ignore_ascii_case(&answer));
                match meant.or((answer.is_empty()).then_some(usual)) {
                    Some(set) => break set,
                    None => self.console.say(&format!("Please type one of {}, or just Enter.", left.join(", ")))?,
                }
            };
            free.retain(|&other| other != set);
            chosen[seat] = Some(set);
        }
        let mut take = |seat: usize| {
            let own = free.iter().position(|&set| set == seat).unwrap_or(0);
            free.remove(own)
        };
        let sets = chosen.iter().enumerate().map(|(seat, set)| set.unwrap_or_else(|| take(seat)) as u8 + 1).collect();
        Ok(Some(Some(sets)))
    }

    /// Returns what the people are called, if there are several; `None` at the end of input.
    fn names(&mut self, people: usize) -> Asked<Vec<String>> {
        if people < 2 {
            return Ok(Some(Vec::new()));
        }
        let Some(answer) = self.console.ask("Their names, such as Ann,Ben [Player 1,Player 2]: ")? else {
            return Ok(None);
        };
        Ok(Some(answer.split(',').map(tidy).take(people).collect()))
    }

    /// Asks for a number in this range, or what Enter means; `None` at the end of input.
    fn number(&mut self, what: &str, usual: usize, least: usize, most: usize) -> Asked<usize> {
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

fn is_switch(option: &OptionInfo) -> bool {
    matches!(option.values, Values::Switch(_))
}

pub(super) fn spoken(option: &OptionInfo) -> String {
    option.name.replace('_', " ")
}

pub(super) fn called(player: &Player) -> &str {
    match player {
        Player::Person(name) | Player::Bot(name) => name,
    }
}

/// Returns a value as people type it.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

/// Returns what a typed answer may stand for: JSON, a word, or a list of words.
pub(super) fn meanings(typed: &str) -> Vec<Value> {
    let list: Vec<&str> = typed.split([',', ' ']).filter(|word| !word.is_empty()).collect();
    let none = (typed == "none").then_some(Value::Null);
    let json = serde_json::from_str(typed).ok();
    none.into_iter().chain(json).chain([json!(typed), json!(list)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_json_or_a_word_or_a_list() {
        assert_eq!(meanings("12")[0], json!(12));
        assert_eq!(meanings("hard"), [json!("hard"), json!(["hard"])]);
        assert_eq!(meanings("none")[0], Value::Null);
        assert!(meanings("B3 P2,P3").contains(&json!(["B3", "P2", "P3"])));
    }
}
