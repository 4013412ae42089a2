//! Messages that are nearly right, thousands of them, at tables of all games: each is answered or ignored, nothing falls
//! over, and afterwards the table can be read and its record holds.
//!
//! `POLYNYA_MESSAGES` says how many are sent in all; the nightly run asks for a million.

use std::panic;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::common::{Chance, Guest, House, Visitor, fresh_id, hasty};
use polynya_server::protocol::{Command, Message, Phase};
use serde_json::{Value, json};

/// Messages between two moments at which everything sent is known to be answered.
const BURST: usize = 16;
/// Messages that one table gets.
const TABLE: usize = 2_000;

/// Panics in the code of the server and the games.
static PANICS: AtomicUsize = AtomicUsize::new(0);

fn watch_for_panics() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if info.location().is_some_and(|place| place.file().contains("src") && !place.file().contains("tests")) {
            PANICS.fetch_add(1, Ordering::Relaxed);
        }
        usual(info);
    }));
}

/// Writes messages that a table might get.
struct Author<'a> {
    luck: &'a mut Chance,
    words: &'a [String],
}

impl Author<'_> {
    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.luck.below(from.len())]
    }

    fn number(&mut self, usual: u64) -> Value {
        match self.luck.below(8) {
            0 => json!(0),
            1 => json!(self.luck.bits()),
            2 => json!(u32::MAX),
            3 => json!(self.luck.below(300)),
            _ => json!(usual),
        }
    }

    fn seat(&mut self) -> Value {
        let seat = 1 + self.luck.below(2) as u64;
        self.number(seat)
    }

    /// Words of the game, whole or in pieces.
    fn action(&mut self, legal: &[String]) -> String {
        match self.luck.below(8) {
            0..4 if !legal.is_empty() => legal[self.luck.below(legal.len())].clone(),
            4 => format!("{} {}", self.word(), self.word()),
            5 => self.word().split(' ').rev().collect::<Vec<_>>().join(" "),
            6 => self.text(),
            _ => self.word(),
        }
    }

    fn word(&mut self) -> String {
        self.words[self.luck.below(self.words.len())].clone()
    }

    fn text(&mut self) -> String {
        let strange =
            ["", " ", "\0", "\u{202e}", "🐧", "<b>", "\\", "\"", "é", "e\u{301}", "\u{feff}", "9", "-1", "NaN"];
        (0..self.luck.below(6)).map(|_| self.pick(&strange)).collect()
    }

    fn actions(&mut self, legal: &[String]) -> Value {
        (0..self.luck.below(30)).map(|_| Value::from(self.action(legal))).collect()
    }

    fn command(&mut self, visitor: &Visitor, legal: &[String]) -> Value {
        let (n, steps) = (u64::from(visitor.table.n), u64::from(visitor.table.steps));
        let bots = ["greedy", "random", "easy", "hard@10ms", "hard@99h", "", "plain", "../x"];
        match self.luck.below(20) {
            0..5 => {
                let (seat, id) = (self.seat(), self.number(fresh_id()));
                json!({ "submit": { "id": id, "after": self.number(n), "seat": seat, "action": self.action(legal) } })
            }
            5 => json!({ "why": { "id": self.number(3), "seat": self.seat(), "actions": self.actions(legal) } }),
            6 => {
                let (actions, plan) = (self.actions(legal), self.actions(legal));
                json!({ "why": { "id": 4, "seat": self.seat(), "actions": actions, "plan": plan } })
            }
            7 => json!({ "sit": { "seat": self.seat(), "name": self.text(), "nonce": self.text() } }),
            8 => json!({ "luck": { "seat": self.seat(), "nonce": self.text() } }),
            9 => json!({ "stand": { "seat": self.seat() } }),
            10 => json!({ "seat": { "seat": self.seat(), "bot": self.pick(&bots) } }),
            11 => json!({ "undo": { "to": self.number(steps.saturating_sub(1)), "seat": self.seat() } }),
            12 => json!({ "consent": { "yes": self.luck.below(2) == 0 } }),
            13 => json!({ "say": { "text": self.text() } }),
            14 => json!({ "ping": { "place": self.text() } }),
            15 => json!({ "plan": { "id": self.number(5), "actions": self.actions(legal) } }),
            16 => json!({ "propose": { "actions": self.actions(legal) } }),
            17 => json!({ "cover": { "seat": self.seat(), "bot": self.pick(&bots[..4]) } }),
            18 => json!({ "back": { "seat": self.seat() } }),
            _ => match self.luck.below(6) {
                0 => json!("start"),
                1 => json!("rematch"),
                2 => json!({ "link": { "seat": self.seat() } }),
                3 => json!({ "look": { "here": self.luck.below(2) == 0 } }),
                4 => json!({ "hint": { "seat": self.seat() } }),
                _ => json!("describe"),
            },
        }
    }

    /// A message, mostly whole, else with one part of it exchanged, left out, doubled or cut.
    fn message(&mut self, visitor: &Visitor, legal: &[String]) -> String {
        let mut value = self.command(visitor, legal);
        match self.luck.below(10) {
            0 => self.spoil(&mut value),
            1 => {
                let text = value.to_string();
                let end = (0..=self.luck.below(text.len() + 1)).rev().find(|&end| text.is_char_boundary(end));
                return text[..end.unwrap_or(0)].to_owned();
            }
            _ => {}
        }
        value.to_string()
    }

    fn spoil(&mut self, value: &mut Value) {
        let strange =
            [json!(null), json!(-1), json!(1.5), json!("1"), json!([]), json!({}), json!(true), json!([[[]]])];
        match value {
            Value::Object(map) if !map.is_empty() && self.luck.below(4) > 0 => {
                let key = map.keys().nth(self.luck.below(map.len())).unwrap().clone();
                match self.luck.below(4) {
                    0 => drop(map.remove(&key)),
                    1 => drop(map.insert(format!("{key}{}", self.text()), json!(1))),
                    _ => self.spoil(map.get_mut(&key).unwrap()),
                }
            }
            Value::Array(list) if !list.is_empty() && self.luck.below(2) == 0 => {
                let at = self.luck.below(list.len());
                self.spoil(&mut list[at]);
            }
            other => *other = strange[self.luck.below(strange.len())].clone(),
        }
    }
}

async fn begin(house: &House, game: &str) -> [Visitor; 3] {
    let (ann, bob, eve) = (house.guest().await, house.guest().await, house.guest().await);
    let code = ann.open_game(game, &["me", "open"]).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    two.sit(2).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    [one, two, eve.join(&code).await]
}

/// Reads until everything that was sent before is answered.
async fn catch_up(visitor: &mut Visitor) -> usize {
    visitor.send(&Command::Describe).await;
    let mut answers = 0;
    // Those among the messages that ask for a description are answered before.
    visitor.send(&Command::Plan { id: 1 << 60, actions: Vec::new() }).await;
    visitor
        .until(|message| match message {
            Message::Planned(planned) if planned.id == 1 << 60 => Some(()),
            _ => {
                answers += 1;
                None
            }
        })
        .await;
    answers
}

/// Sends so many messages to a table of this game; returns how many answers came.
async fn storm(house: &House, game: &str, messages: usize, luck: &mut Chance) -> usize {
    let words: Vec<String> =
        house.server.games.get(game).unwrap().actions().into_iter().map(|action| action.words).collect();
    let mut people = begin(house, game).await;
    let code = people[0].table.code.clone();
    let (mut sent, mut answers) = (0, 0);
    while sent < messages {
        let visitor = &mut people[luck.below(3)];
        let legal: Vec<String> = visitor.legal().into_iter().map(|(_, action)| action).collect();
        for _ in 0..BURST.min(messages - sent) {
            let text = Author { luck, words: &words }.message(visitor, &legal);
            visitor.send_text(&text).await;
            sent += 1;
        }
        for visitor in &mut people {
            answers += catch_up(visitor).await;
        }
    }
    for visitor in &mut people {
        visitor.check_fresh().await;
    }
    check_readable(&people[0].guest, &code).await;
    answers
}

async fn check_readable(guest: &Guest, code: &str) {
    let record = guest.get(&format!("/api/tables/{code}/record")).await;
    assert_eq!(record.status, 200, "{}", record.text());
    let verdict = guest.post("/api/verify", &record.body).await.json();
    assert_eq!(verdict["holds"], json!(true), "{code}: {verdict}");
    assert_eq!(guest.get(&format!("/api/tables/{code}/replay")).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_is_sent_nothing_falls_over() {
    let messages: usize = std::env::var("POLYNYA_MESSAGES").map_or(5_000, |text| text.parse().expect("a number"));
    watch_for_panics();
    let house = House::open(hasty()).await;
    let ids: Vec<String> = house.server.games.iter().map(|game| game.info().id.to_owned()).collect();
    let (mut luck, mut sent, mut answers) = (Chance(5), 0, 0);
    while sent < messages {
        let game = &ids[sent / TABLE.min(messages.div_ceil(ids.len())) % ids.len()];
        let part = TABLE.min(messages.div_ceil(ids.len())).min(messages - sent);
        answers += storm(&house, game, part, &mut luck).await;
        sent += part;
    }
    house.check_well().await;
    assert_eq!(PANICS.load(Ordering::Relaxed), 0);
    println!("{sent} messages to tables of {} games, {answers} answers, no panic; every table can be read", ids.len());
}
