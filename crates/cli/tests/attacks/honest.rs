//! Honest people: two who play, and one who looks around.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use polynya_catalog::headless;
use polynya_server::protocol::{Message, Phase, Welcome};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::sleep;

use crate::common::{Chance, Guest, Visitor, fresh_id};

const GAME: &str = "polar-dare";
/// How long people think.
const PAUSE: Duration = Duration::from_millis(30);
/// How often somebody looks around.
const STROLL: Duration = Duration::from_millis(400);

/// How long moves took.
pub struct Waits {
    pub moves: usize,
    pub p50: Duration,
    pub p99: Duration,
}

/// What honest people noticed.
pub struct Experience {
    pub before: Waits,
    pub during: Waits,
    /// The longest times that a bot took to answer, in peace and during the attack.
    pub bots: [Duration; 2],
    /// Requests beside the moves.
    pub asked: usize,
    /// Those that were not answered as they should be.
    pub refused: Vec<String>,
}

/// Plays and looks around: for this long in peace, then lets the attack begin, and plays for twice as long meanwhile.
pub fn experience(address: SocketAddr, time: Duration, begin: oneshot::Sender<()>) -> Experience {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let mut pair = Pair::sit_down(address).await;
        // Somebody looks around in peace too, so that the attack is all that differs.
        let mut seen = Seen::default();
        tokio::select! {
            () = pair.play(time) => {}
            () = stroll(address, &mut seen) => {}
        }
        let (before, slowest) = (pair.waits(), seen.slowest_bot());
        begin.send(()).expect("the attackers wait for this");
        tokio::select! {
            () = pair.play(2 * time) => {}
            () = stroll(address, &mut seen) => {}
        }
        let bots = [slowest, seen.slowest_bot()];
        Experience { before, during: pair.waits(), bots, asked: seen.asked, refused: seen.refused }
    })
}

/// What somebody who looks around has noticed.
#[derive(Default)]
struct Seen {
    asked: usize,
    refused: Vec<String>,
    /// How long a bot took, also one that is still thinking.
    bots: Vec<Duration>,
    /// Since when a bot is waited for.
    waiting: Option<Instant>,
}

impl Seen {
    /// The longest time that a bot took since this was last asked.
    fn slowest_bot(&mut self) -> Duration {
        let waiting = self.waiting.take().map(|since| since.elapsed());
        self.bots.drain(..).chain(waiting).max().unwrap_or_default()
    }
}

/// Asks for this and that, again and again.
async fn stroll(address: SocketAddr, seen: &mut Seen) {
    let table = json!({ "game": GAME, "seats": ["me", "greedy"], "name": "Cid" }).to_string();
    loop {
        let guest = Guest::arrive(address).await;
        let opened = guest.post("/api/tables", &table).await;
        let mut answers = vec![("open", opened.status, 201)];
        if opened.status == 201 {
            let code = opened.json()["code"].as_str().unwrap().to_owned();
            let mut visitor = guest.join(&code).await;
            visitor.wait(|table| table.seats.phase == Phase::Playing).await;
            let path = |what: &str| format!("/api/tables/{code}{what}");
            for what in ["", "/replay", "/record"] {
                answers.push(("match", guest.get(&path(what)).await.status, 200));
            }
            answer_of_bot(&mut visitor, seen).await;
        }
        for path in ["/", "/api/lobby", "/api/games", "/healthz", "/api/games/polar-roller/set-up"] {
            answers.push(("page", guest.get(path).await.status, 200));
        }
        seen.asked += answers.len();
        let wrong = answers.into_iter().filter(|(_, status, wanted)| status != wanted);
        seen.refused.extend(wrong.map(|(what, status, _)| format!("{what}: {status}")));
        sleep(STROLL).await;
    }
}

/// Plays a turn, and takes the time until the bot has begun its own.
async fn answer_of_bot(visitor: &mut Visitor, seen: &mut Seen) {
    let acted = |table: &Welcome| table.log.iter().any(|entry| entry.seat.is_some_and(|seat| seat.number() == 2));
    while let Some((seat, action)) = visitor.legal().into_iter().next() {
        visitor.act(seat, &action).await;
    }
    seen.waiting = Some(Instant::now());
    visitor.wait(acted).await;
    seen.bots.extend(seen.waiting.take().map(|since| since.elapsed()));
}

/// Two people at a table.
struct Pair {
    address: SocketAddr,
    players: [Visitor; 2],
    words: Vec<String>,
    luck: Chance,
    waits: Vec<Duration>,
}

impl Pair {
    async fn sit_down(address: SocketAddr) -> Pair {
        let actions = headless().get(GAME).unwrap().actions();
        let words = actions.into_iter().map(|action| action.words).collect();
        Pair { address, players: Pair::meet(address).await, words, luck: Chance(1), waits: Vec::new() }
    }

    async fn meet(address: SocketAddr) -> [Visitor; 2] {
        let (ann, bob) = (Guest::arrive(address).await, Guest::arrive(address).await);
        let code = ann.open_game(GAME, &["me", "open"]).await;
        let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
        two.sit(2).await;
        one.wait(|table| table.seats.phase == Phase::Playing).await;
        two.wait(|table| table.seats.phase == Phase::Playing).await;
        [one, two]
    }

    async fn play(&mut self, time: Duration) {
        let until = Instant::now() + time;
        while Instant::now() < until {
            if self.players[0].table.over.is_some() {
                self.players = Pair::meet(self.address).await;
            }
            self.play_one().await;
            sleep(PAUSE).await;
        }
    }

    /// One move: sent by whoever may act, and done when both hold the position after it.
    async fn play_one(&mut self) {
        let mover = usize::from(!self.players[0].table.choices.is_empty());
        let [one, two] = &mut self.players;
        let (own, other) = if mover == 1 { (one, two) } else { (two, one) };
        let choices = own.table.choices.first().expect("somebody may act").clone();
        let action = self.words[choices.legal[self.luck.below(choices.legal.len())] as usize].clone();
        let (steps, after) = (own.table.steps, own.table.n);
        let sent = Instant::now();
        own.submit(fresh_id(), after, choices.seat, &action).await;
        for player in [own, other] {
            player
                .until(|message| match message {
                    Message::Step { update, .. } => (update.n > after).then_some(()),
                    Message::Refused(_) | Message::Invalid { .. } => panic!("{action} after {steps}: {message:?}"),
                    _ => None,
                })
                .await;
        }
        self.waits.push(sent.elapsed());
    }

    /// How long the moves took since this was last asked.
    fn waits(&mut self) -> Waits {
        let mut waits = std::mem::take(&mut self.waits);
        waits.sort_unstable();
        let part = |part: f64| waits[((waits.len() as f64 * part) as usize).min(waits.len() - 1)];
        Waits { moves: waits.len(), p50: part(0.5), p99: part(0.99) }
    }
}
