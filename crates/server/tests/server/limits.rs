//! What there is only so much of is shared out, and nobody can make the server work for nothing.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::common::{Guest, House, PATIENCE, Visitor, hasty, on_a_database};
use futures_util::SinkExt;
use polynya_server::Config;
use polynya_server::protocol::{Command, Message, Phase};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// A server with limits.
fn limited() -> Config {
    Config { rate: NonZeroU32::new(40), ..hasty() }
}

/// Sends the head of a long record and nothing else; returns the status of the answer, if one comes at once.
async fn announce(guest: &Guest, bytes: usize) -> (TcpStream, Option<u16>) {
    let mut stream = TcpStream::connect(guest.address).await.unwrap();
    let head = format!("POST /api/records HTTP/1.1\r\nHost: {}\r\nContent-Length: {bytes}\r\n\r\n", guest.address);
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    let answered = timeout(Duration::from_millis(500), stream.read_exact(&mut status)).await.is_ok();
    let status = std::str::from_utf8(&status[9..]).unwrap().parse().ok();
    (stream, status.filter(|_| answered))
}

/// A person against a bot, in the middle of a match.
async fn against_bot(house: &House) -> Visitor {
    let code = house.guest().await.open_game("polar-dare", &["open", "random"]).await;
    let mut player = house.guest().await.join(&code).await;
    player.sit(1).await;
    player.wait(|table| table.seats.phase == Phase::Playing).await;
    player
}

#[tokio::test(flavor = "multi_thread")]
async fn a_body_is_read_only_within_its_share() {
    let house = House::open(limited()).await;
    let guest = house.guest().await;
    let mut held = Vec::new();
    let mut refused = None;
    for _ in 0..10 {
        let (stream, status) = announce(&guest, 4 << 20).await;
        held.push(stream);
        refused = refused.or(status);
    }
    assert_eq!(refused, Some(429), "ten times four megabytes");
    assert!(house.count(r#"polynya_refused_total{what="body"}"#).await > 0);
    // What is small is still taken, and room is given back.
    guest.open_game("polar-dare", &["me", "open"]).await;
    drop(held);
    let room = async {
        while announce(&guest, 4 << 20).await.1.is_some() {
            sleep(Duration::from_millis(300)).await;
        }
    };
    timeout(PATIENCE, room).await.expect("room is given back");
    // Too much is refused before anything of it comes.
    let mut last = None;
    for _ in 0..60 {
        last = announce(&guest, 5 << 20).await.1;
    }
    assert_eq!(last, Some(429), "sixty at once");
    house.check_well().await;
}

/// Asks until it is too much; returns how often it was not.
async fn asked_until_refused(most: usize, ask: impl AsyncFn(usize) -> u16) -> usize {
    for done in 0..most {
        if ask(done).await == 429 {
            return done;
        }
    }
    most
}

#[tokio::test(flavor = "multi_thread")]
async fn questions_that_are_worked_out_anew_are_counted_and_pages_are_not() {
    let house = House::open(Config { rate: NonZeroU32::new(4), ..hasty() }).await;
    let guest = house.guest().await;
    // A hundred and sixty at once and sixteen a second, of which the lobby takes four.
    let lobbies = asked_until_refused(300, async |_| guest.get("/api/lobby").await.status).await;
    assert!((35..300).contains(&lobbies), "{lobbies}");
    for _ in 0..10 {
        assert_ne!(guest.get("/").await.status, 429);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_class_learns_behind_one_address_and_still_opens_tables() {
    let house = House::open(limited()).await;
    let guest = house.guest().await;
    const PATH: &str = "/api/games/polar-dare/lessons/first/1";
    let step = async |_| guest.post(PATH, r#"{"tried":[]}"#).await.status;
    assert_eq!(asked_until_refused(150, step).await, 150, "thirty pupils with five steps each");
    let check = async |_| guest.post("/api/games/polar-dare/box", "die = 7").await.status;
    assert_eq!(asked_until_refused(30, check).await, 30);
    for _ in 0..30 {
        guest.open_game("polar-dare", &["me", "open"]).await;
    }
    // There is an end to it all the same, and then tables are opened as ever.
    let small = House::open(Config { rate: NonZeroU32::new(4), ..hasty() }).await;
    let guest = small.guest().await;
    let steps = asked_until_refused(300, async |_| guest.post(PATH, r#"{"tried":[]}"#).await.status).await;
    assert!((20..300).contains(&steps), "{steps}");
    guest.open_game("polar-dare", &["me", "open"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_does_not_come_is_let_go_and_told_why() {
    let house = House::open(limited()).await;
    let host = house.address;
    let slow = async |text: String| {
        let (mut stream, began) = (TcpStream::connect(host).await.unwrap(), std::time::Instant::now());
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = String::new();
        let _ = timeout(PATIENCE, stream.read_to_string(&mut answer)).await.expect("it is let go");
        (answer, began.elapsed())
    };
    let body = format!("POST /api/verify HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{{");
    let head = format!("GET / HTTP/1.1\r\nHost: {host}\r\nX-Slow: ");
    let ((body, after), (head, later)) = tokio::join!(slow(body), slow(head));
    assert!(body.starts_with("HTTP/1.1 408") && body.contains("came too slowly"), "{body}");
    // Nobody waits for an answer to what is no request yet.
    assert!(head.is_empty() || head.starts_with("HTTP/1.1 408"), "{head}");
    for time in [after, later] {
        assert!((9..20).contains(&time.as_secs()), "{time:?}");
    }
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_floods_a_table_is_told_why_it_is_cut() {
    let house = House::open(limited()).await;
    let player = against_bot(&house).await;
    let mut socket = house.guest().await.connect(&player.table.code, &[]).await.unwrap();
    // Short ones: it is their number that is too much.
    for _ in 0..400 {
        if socket.send(tokio_tungstenite::tungstenite::Message::Ping(Default::default())).await.is_err() {
            break;
        }
    }
    assert_eq!(crate::common::closed(socket).await, "Too many messages at once; come back more slowly.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_takes_so_many_watchers_and_always_its_players() {
    let house = House::open(Config { watchers: 8, ..limited() }).await;
    let mut player = against_bot(&house).await;
    let code = player.table.code.clone();
    let mut watchers = Vec::new();
    for _ in 0..4 {
        watchers.push(house.guest().await.join(&code).await);
    }
    let refused = house.guest().await.connect(&code, &[]).await.unwrap();
    let reason = crate::common::closed(refused).await;
    assert!(reason.contains("As many watch this table"), "{reason}");
    player.wait(|table| table.seats.watchers == 4).await;
    let again = player.guest.join(&code).await;
    assert!(again.table.seats.seats[0].yours);
    drop(watchers.pop());
    player.wait(|table| table.seats.watchers == 3).await;
    house.guest().await.join(&code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_back_is_told_alone_and_only_what_changed() {
    let house = House::open(hasty()).await;
    let mut player = against_bot(&house).await;
    let mut watcher = house.guest().await.join(&player.table.code).await;
    for _ in 0..3 {
        player.send(&Command::Cover { seat: 1, bot: "random".to_owned() }).await;
        player.wait(|table| table.seats.seats[0].cover.is_some()).await;
        player.send(&Command::Back { seat: 1 }).await;
        player.wait(|table| table.seats.seats[0].cover.is_none()).await;
    }
    player.send(&Command::Say { text: "done".to_owned() }).await;
    let mut seats = 0;
    loop {
        match watcher.next().await {
            Message::Welcome(_) => panic!("a watcher is welcomed once"),
            Message::Seats(_) => seats += 1,
            Message::Said(_) => break,
            _ => {}
        }
    }
    assert!(seats >= 6, "{seats}");
    player.check_fresh().await;
    watcher.check_fresh().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn however_many_come_and_go_it_is_told_a_few_times_a_second() {
    let house = House::open(hasty()).await;
    let mut player = against_bot(&house).await;
    let code = player.table.code.clone();
    let guest = house.guest().await;
    let began = std::time::Instant::now();
    for _ in 0..100 {
        drop(guest.join(&code).await);
    }
    player.send(&Command::Say { text: "done".to_owned() }).await;
    let mut told = 0;
    loop {
        match player.next().await {
            Message::Seats(_) => told += 1,
            Message::Said(said) if said.text == "done" => break,
            _ => {}
        }
    }
    // However slow the machine is, two hundred changes are told five times a second.
    let most = began.elapsed().as_millis() / 200 + 3;
    assert!(told <= most, "{told} times instead of {most}");
    player.wait(|table| table.seats.watchers == 0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_and_questions_are_counted_and_watchers_do_not_use_up_the_players_budget() {
    let house = House::open(limited()).await;
    let mut player = against_bot(&house).await;
    let code = player.table.code.clone();
    let mut watcher = house.guest().await.join(&code).await;
    for command in [json!({ "look": { "here": false } }), json!("describe"), json!({ "ping": { "place": "a1" } })] {
        let mut refused = false;
        for _ in 0..60 {
            watcher.send_text(&command.to_string()).await;
        }
        watcher.send_text(r#"{"say":{"text":""}}"#).await;
        while let Some(message) = watcher.try_next().await {
            match message {
                Message::Invalid { text, .. } if text.contains("at this table at once") => refused = true,
                Message::Invalid { text, .. } if text.contains("of this table at once") => refused = true,
                Message::Invalid { .. } => break,
                _ => {}
            }
            if refused {
                break;
            }
        }
        assert!(refused, "{command}");
        watcher = house.guest().await.join(&code).await;
    }
    for (command, wanted) in [(json!("describe"), "described"), (json!({ "ping": { "place": "a1" } }), "pinged")] {
        player.send_text(&command.to_string()).await;
        let told = player.until(|message| match message {
            Message::Described { .. } => Some("described"),
            Message::Pinged { seat: Some(1), .. } => Some("pinged"),
            Message::Invalid { text, .. } => panic!("{text}"),
            _ => None,
        });
        assert_eq!(told.await, wanted);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_on_eight_devices_at_most() {
    let house = House::open(hasty()).await;
    let mut player = against_bot(&house).await;
    let code = player.table.code.clone();
    for device in 2..=9 {
        player.send(&Command::Link { seat: 1 }).await;
        let path = player.until(|message| match message {
            Message::Linked { path, .. } => Some(path.clone()),
            _ => None,
        });
        let secret = path.await.rsplit_once('=').unwrap().1.to_owned();
        let body = json!({ "secret": secret }).to_string();
        let claimed = house.guest().await.post(&format!("/api/tables/{code}/claim"), body).await;
        match device {
            9 => assert!(claimed.problem(403).contains("8 devices")),
            _ => assert_eq!(claimed.status, 200, "{}", claimed.text()),
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_told_without_waking_its_table() {
    let house = House::open(Config { idle: Duration::ZERO, ..hasty() }).await;
    let player = against_bot(&house).await;
    let code = player.table.code.clone();
    let guest = player.guest.clone();
    let told = guest.get(&format!("/api/tables/{code}/record")).await.json();
    drop(player);
    let asleep = async {
        while house.count("polynya_tables").await > 0 {
            sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, asleep).await.expect("it falls asleep");
    for what in ["record", "replay", "draws", "record"] {
        let answer = guest.get(&format!("/api/tables/{code}/{what}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
    assert_eq!(guest.get(&format!("/api/tables/{code}/record")).await.json()["game"], told["game"]);
    assert_eq!(house.count("polynya_tables").await, 0);
    guest.get("/api/tables/kiwi-kiwi-kiwi/replay").await.problem(404);
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_compressed_for_those_who_take_it_and_known_by_a_tag() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    for path in ["/api/games", "/api/games/polar-dare/actions", "/api/games/polar-dare/rules", "/api/openapi.json"] {
        let plain = guest.get(path).await;
        let small = guest.ask("GET", path, "Accept-Encoding: gzip\r\n", b"").await;
        assert!(small.headers.contains("content-encoding: gzip"), "{path}: {}", small.headers);
        assert!(small.body.len() * 2 < plain.body.len(), "{path}");
        let tag = plain.headers.lines().find_map(|line| line.strip_prefix("etag: ")).expect("a tag");
        let known = guest.ask("GET", path, &format!("If-None-Match: {tag}\r\n"), b"").await;
        assert_eq!((known.status, known.body.len()), (304, 0), "{path}");
    }
}

/// All of them run there with `POLYNYA_STORE=postgres`.
#[test]
fn some_of_this_on_a_database() {
    on_a_database(&[
        a_table_takes_so_many_watchers_and_always_its_players,
        changes_and_questions_are_counted_and_watchers_do_not_use_up_the_players_budget,
        a_seat_is_on_eight_devices_at_most,
        a_match_is_told_without_waking_its_table,
    ]);
}
