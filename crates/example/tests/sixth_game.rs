//! A game that is not in the list goes through everything: the rule book, conformance, the terminal, the server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Command, Stdio};
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use polynya_catalog::{AnyGame, headless};
use polynya_engine::Seed;
use polynya_engine::book::Book;
use polynya_engine::conformance::{Plan, conform};
use polynya_example::THIN_ICE;
use polynya_example::thin_ice::{Options, RULES, Rule, ThinIce};
use polynya_server::store::{Sqlite, Wait};
use polynya_server::views::{Browser, games};
use polynya_server::{Config, Server, serve};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

#[test]
fn its_book_is_true_and_it_conforms() {
    let book = Book::parse(RULES);
    let refused = book.run::<ThinIce>().unwrap_or_else(|what| panic!("{what}"));
    book.compare::<Rule>(&refused).unwrap_or_else(|what| panic!("{what}"));
    for seats in 2..=4 {
        let plan = Plan { matches: 50, steps: 1000, every: 3 };
        let tally = conform::<ThinIce>(&Options::default(), seats, Seed::of("thin ice"), plan);
        assert_eq!(tally.unwrap_or_else(|what| panic!("{what}")).finished, 50);
    }
}

#[test]
fn it_is_not_listed_for_players() {
    assert!(headless().get("thin-ice").is_err());
}

#[test]
fn it_is_played_in_the_terminal() {
    // A match that is left is saved where the program runs.
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_polynya-example"))
        .args(["play", "thin-ice", "--players", "you,normal", "--seed", "x"])
        .current_dir(&folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("its input is piped");
    std::thread::spawn(move || drop(input.write_all("1\n".repeat(40).as_bytes())));
    let output = child.wait_with_output().expect("the program ends");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(output.status.success(), "{said}");
    for part in ["Thin Ice", "~~~~ the hole ~~~~", "><> ><>", "eat 1", "eats the last"] {
        assert!(said.contains(part), "`{part}` is missing in:\n{said}");
    }
}

#[tokio::test]
async fn it_is_played_on_the_web() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Sqlite::open(&folder.path().join("tables.db"), Wait::Commit).expect("a file");
    let config = Config { pace: std::time::Duration::ZERO, ..Config::default() };
    let server = Server::new(config, Box::new(store), games().with(&THIN_ICE));
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(serve(Arc::clone(&server), listener, std::future::pending()));

    let (cookie, code) = tokio::task::spawn_blocking(move || open(address)).await.expect("a table");
    let mut request = format!("ws://{address}/api/tables/{code}/socket").into_client_request().expect("an address");
    request.headers_mut().insert("Cookie", cookie.parse().expect("a cookie"));
    let stream = tokio::net::TcpStream::connect(address).await.expect("the server listens");
    let (mut socket, _) = tokio_tungstenite::client_async(request, stream).await.expect("a socket");

    let luck = json!({ "luck": { "seat": 1, "nonce": "a fish" } });
    socket.send(Message::text(luck.to_string())).await.expect("it is sent");

    let actions = AnyGame::<Browser>::actions(&THIN_ICE);
    let (mut id, mut told) = (0, Vec::new());
    let over = loop {
        let Message::Text(text) = socket.next().await.expect("it is open").expect("a message") else { continue };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        let update = message.get("update").unwrap_or(&message);
        let entries = update["entries"].as_array().or(update["log"].as_array()).cloned().unwrap_or_default();
        told.extend(entries.iter().flat_map(|entry| entry["told"].as_array().cloned().unwrap_or_default()));
        if update["over"].is_object() {
            break update["over"].clone();
        }
        let Some(choices) = message["choices"].get(0) else { continue };
        assert!(choices["prompt"]["text"].as_str().expect("a prompt").starts_with("Eat up to"), "{message}");
        id += 1;
        let number = choices["legal"][0].as_u64().expect("a number") as usize;
        let submit = json!({ "id": id, "after": update["n"], "seat": 1, "action": actions[number].words });
        socket.send(Message::text(json!({ "submit": submit }).to_string())).await.expect("it is sent");
    };
    assert_eq!(over["ending"], "last_fish");
    assert!(told.iter().any(|told| told.as_str().is_some_and(|told| told.contains("eats the last"))), "{told:?}");
}

/// Opens a table against a bot; returns the guest's cookie and the table's code.
fn open(address: SocketAddr) -> (String, String) {
    let body = json!({ "game": "thin-ice", "seats": ["me", "normal"] }).to_string();
    let length = body.len();
    let mut stream = TcpStream::connect(address).expect("the server listens");
    let head = format!(
        "POST /api/tables HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n"
    );
    stream.write_all((head + &body).as_bytes()).expect("it is sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let cookie = answer.lines().find_map(|line| line.to_lowercase().starts_with("set-cookie: ").then(|| &line[12..]));
    let cookie = cookie.and_then(|cookie| cookie.split(';').next()).unwrap_or_else(|| panic!("{answer}"));
    let body: Value = serde_json::from_str(answer.split("\r\n\r\n").nth(1).expect("a body")).expect("JSON");
    (cookie.to_owned(), body["code"].as_str().expect("a code").to_owned())
}
