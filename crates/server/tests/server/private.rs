//! A private table is found by its link, by its words while people gather, and by nobody who guesses.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::{Chance, House, hasty, on_a_database};
use futures_util::future::join_all;
use polynya_server::protocol::{Lobby, NewTable, Phase};
use polynya_server::{Config, ServerError};
use serde_json::{Value, json};

/// A server that counts.
fn careful() -> Config {
    Config { rate: NonZeroU32::new(40), ..hasty() }
}

fn from_env(name: &str, usual: usize) -> usize {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

const LETTERS: &[u8] = b"0123456789abcdefghjkmnpqrstvwxyz";

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_a_long_link_and_words_while_people_gather() {
    let house = House::open(careful()).await;
    let (ann, bob) = (house.guest().await, house.guest().await);
    let code = ann.open_game("polar-dare", &["me", "open"]).await;
    // Five bits a letter.
    assert!(code.len() >= 16 && code.bytes().all(|byte| LETTERS.contains(&byte)), "{code}");
    let mut one = ann.join(&code).await;
    let words = one.table.spoken.clone().expect("people gather");
    assert_eq!(words.split('-').count(), 4, "{words}");
    let info = bob.get(&format!("/api/tables/{words}")).await;
    assert_eq!((info.status, &info.json()["code"]), (200, &json!(code)));
    let mut two = bob.join(&words).await;
    assert_eq!(two.table.code, code, "whoever came by the words learns the link");
    two.sit(2).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    assert_eq!(one.table.spoken, None);
    bob.get(&format!("/api/tables/{words}")).await.problem(404);
    assert_eq!(bob.get(&format!("/api/tables/{code}")).await.status, 200);
    drop((one, two));
    // Nor do the words come back when the server does.
    let house = house.reopen().await;
    let bob = house.guest().await.with_cookie(bob.cookie);
    bob.get(&format!("/api/tables/{words}")).await.problem(404);
    assert_eq!(bob.join(&code).await.table.spoken, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn tables_of_older_programs_keep_their_codes() {
    // Those knew files alone.
    let house = House::on_file(careful()).await;
    let ann = house.guest().await;
    let code = ann.open_game("polar-dare", &["me", "random"]).await;
    ann.join(&code).await.wait(|table| table.seats.phase == Phase::Playing).await;
    let old = "UPDATE tables SET code = 'kiwi-fox-bay', spoken = NULL";
    let grow_old = |file: &Path| rusqlite::Connection::open(file).unwrap().execute_batch(old).unwrap();
    let house = house.reopen_changed(grow_old).await;
    let ann = house.guest().await.with_cookie(ann.cookie);
    assert_eq!(ann.join("kiwi-fox-bay").await.table.code, "kiwi-fox-bay");
    for part in ["", "/record", "/replay", "/draws"] {
        assert_eq!(ann.get(&format!("/api/tables/kiwi-fox-bay{part}")).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_guesses_has_to_wait_at_every_door() {
    let house = House::open(careful()).await;
    let (ann, eve) = (house.guest().await, house.guest().await);
    let code = ann.open_game("polar-dare", &["me", "open"]).await;
    let words = ann.join(&code).await.table.spoken.clone().expect("people gather");
    let began = Instant::now();
    let mut missed = 0;
    while eve.get(&format!("/api/tables/no-such-table-{missed}")).await.status == 404 {
        missed += 1;
    }
    assert!((20..=21 + began.elapsed().as_secs()).contains(&missed), "{missed} misses");
    // Even what is right is not told then, whichever way it is tried.
    let slow = |answer: crate::common::Answer| {
        assert!(answer.headers.to_lowercase().contains("retry-after: 1"), "{}", answer.headers);
        assert!(answer.problem(429).contains("Wait a second"));
    };
    let exhaust = async || while eve.get("/api/tables/no-such-table").await.status == 404 {};
    for part in ["", "/record", "/replay", "/draws", "/socket"] {
        exhaust().await;
        slow(eve.get(&format!("/api/tables/{words}{part}")).await);
    }
    exhaust().await;
    slow(eve.post(&format!("/api/tables/{words}/claim"), r#"{"secret":"x"}"#).await);
    exhaust().await;
    slow(eve.get("/api/tables/0123456789abcdef").await);
    // A link is no guess, and whoever sits at the table is known: others at the same address are not locked out.
    assert_eq!(eve.get(&format!("/api/tables/{code}")).await.status, 200);
    assert_eq!(ann.get(&format!("/api/tables/{words}")).await.status, 200);
    house.check_well().await;
}

/// The words of the list that codes are made from.
fn words() -> Vec<&'static str> {
    let list = include_str!("../../src/codes.rs").split_once("const WORDS").expect("there is a list").1;
    list.split_once("];").expect("it ends").0.split('"').skip(1).step_by(2).collect()
}

/// `POLYNYA_TABLES=20000 POLYNYA_GUESSES=1000000` is the whole of it.
#[tokio::test(flavor = "multi_thread")]
async fn no_private_table_is_found_by_guessing() {
    let (tables, guesses) = (from_env("POLYNYA_TABLES", 400), from_env("POLYNYA_GUESSES", 20_000));
    let house = House::open(careful()).await;
    let here = IpAddr::V4(Ipv4Addr::LOCALHOST);
    let new: NewTable = serde_json::from_value(json!({ "game": "polar-dare", "seats": ["me", "open"] })).unwrap();
    for chunk in (0..tables).collect::<Vec<_>>().chunks(500) {
        let open = |_: &usize| house.server.open_table(here, "ann", &new);
        join_all(chunk.iter().map(open)).await.into_iter().for_each(|opened| drop(opened.unwrap()));
    }
    let words = words();
    assert!(words.len() > 200);
    let mut luck = Chance(17);
    let mut guess = |number: usize| -> String {
        match number % 3 {
            0 => (0..16).map(|_| char::from(LETTERS[luck.below(32)])).collect(),
            1 => (0..3).map(|_| words[luck.below(words.len())]).collect::<Vec<_>>().join("-"),
            _ => {
                let three: Vec<&str> = (0..3).map(|_| words[luck.below(words.len())]).collect();
                format!("{}-{}", three.join("-"), 10 + luck.below(90))
            }
        }
    };
    let (mut found, mut missed, mut slowed) = (0, 0, 0);
    let (began, eve) = (Instant::now(), IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1)));
    for number in 0..guesses {
        match house.server.find(eve, "eve", &guess(number)).await {
            Ok(_) => found += 1,
            Err(ServerError::NoTable(_)) => missed += 1,
            Err(ServerError::Guessing(_)) => slowed += 1,
            Err(other) => panic!("{other}"),
        }
    }
    let seconds = began.elapsed().as_secs_f64();
    println!("{tables} tables, {guesses} guesses in {seconds:.1} s: {found} found, {missed} judged, {slowed} put off");
    assert_eq!(found, 0);
    assert!(f64::from(missed) <= 21.0 + seconds, "{missed} tries in {seconds} seconds");
    // A link alone, however many addresses somebody has.
    for number in 0..guesses / 10 {
        let address = IpAddr::V4(Ipv4Addr::from(0x0a00_0000 + number as u32));
        let guessed: String = guess(3 * number);
        assert!(matches!(house.server.find(address, "eve", &guessed).await, Err(ServerError::NoTable(_))));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn many_tables_of_one_hide_none_of_another() {
    let house = House::open(hasty()).await;
    let (ann, bob, eve) = (house.guest().await, house.guest().await, house.guest().await);
    let public = |name: &str| json!({ "game": "polar-dare", "seats": ["me", "open"], "name": name, "public": true });
    let old = ann.open(public("Ann")).await;
    let living = bob.open(public("Bob")).await;
    let _bob = bob.join(&living).await;
    // With one cookie, and with many from one address.
    let mut spam: Vec<String> = join_all((0..40).map(|_| eve.open(public("Eve")))).await;
    let (new, there) = (serde_json::from_value(public("Eve")).unwrap(), IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7)));
    let guests: Vec<String> = (0..40).map(|number| format!("eve {number}")).collect();
    let more = join_all(guests.iter().map(|guest| house.server.open_table(there, guest, &new))).await;
    spam.extend(more.into_iter().map(Result::unwrap));
    let guest = house.guest().await;
    let lobby: Lobby = serde_json::from_slice(&guest.get("/api/lobby").await.body).unwrap();
    let codes: Vec<&String> = lobby.public.iter().map(|table| &table.code).collect();
    assert_eq!(codes.len(), 12);
    assert_eq!(codes[0], &living, "where somebody waits comes first");
    let place = codes.iter().position(|code| **code == old).expect("it is listed");
    assert!(place <= 7 && codes.iter().filter(|code| spam.contains(code)).count() == 10, "{codes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_address_lists_only_so_many_tables() {
    let house = House::open(careful()).await;
    let eve = house.guest().await;
    let table = |public: bool| json!({ "game": "polar-dare", "seats": ["me", "open"], "public": public }).to_string();
    let mut opened = 0;
    let refused = loop {
        let answer = eve.post("/api/tables", table(true)).await;
        if answer.status != 201 {
            break answer.problem(429);
        }
        opened += 1;
    };
    assert!((12..=13).contains(&opened) && refused.contains("public tables"), "{opened}: {refused}");
    assert_eq!(eve.post("/api/tables", table(false)).await.status, 201);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_that_points_its_name_at_the_server_is_refused() {
    let house = House::open(Config { origins: vec!["https://play.example.org".to_owned()], ..hasty() }).await;
    let guest = house.guest().await;
    let ask = async |host: &str, origin: &str| {
        let table = json!({ "game": "polar-dare", "seats": ["me", "open"] }).to_string();
        let length = table.len();
        let head = format!(
            "POST /api/tables HTTP/1.1\r\nHost: {host}\r\nOrigin: {origin}\r\nConnection: close\r\nContent-Length: \
             {length}\r\n\r\n{table}"
        );
        let answer = guest.raw(head.as_bytes()).await;
        String::from_utf8_lossy(&answer[..12]).into_owned()
    };
    assert!(ask("evil.example:4040", "http://evil.example:4040").await.ends_with("403"));
    assert!(ask("play.example.org", "https://play.example.org").await.ends_with("201"));
    assert!(ask("127.0.0.1:4040", "https://play.example.org").await.ends_with("201"), "behind a proxy");
    assert!(ask("192.168.1.7:4040", "http://192.168.1.7:4040").await.ends_with("201"));
    assert!(ask("127.0.0.1:4040", "https://evil.example").await.ends_with("403"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cookie_is_renewed_by_whoever_opens_a_page() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let page = guest.get("/").await.headers.to_lowercase();
    assert!(page.contains(&format!("set-cookie: {}; path=/; max-age=31536000", guest.cookie)), "{page}");
    assert!(!guest.get("/api/lobby").await.headers.to_lowercase().contains("set-cookie"));
    tokio::time::timeout(Duration::from_secs(20), house.check_well()).await.unwrap();
    let _: Value = guest.get("/api/lobby").await.json();
}

/// All of them run there with `POLYNYA_STORE=postgres`.
#[test]
fn some_of_this_on_a_database() {
    on_a_database(&[
        a_table_has_a_long_link_and_words_while_people_gather,
        whoever_guesses_has_to_wait_at_every_door,
        many_tables_of_one_hide_none_of_another,
        one_address_lists_only_so_many_tables,
    ]);
}
