//! The seed of a match never leaves the server before its end: every byte that it sends is looked through.

use crate::common::{Chance, Guest, House, Visitor, games, hasty};
use polynya_engine::{Record, Seed};
use polynya_server::protocol::{Message, Phase};
use serde_json::json;

/// The greatest id: no other submission has it.
const LAST_ID: u64 = (1 << 53) - 1;

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 without what fills it up.
fn base64(bytes: &[u8]) -> String {
    let sextets = bytes.chunks(3).flat_map(|three| {
        let bits = three.iter().fold(0, |bits, &byte| bits << 8 | u32::from(byte)) << (8 * (3 - three.len()));
        (0..=three.len()).map(move |place| (bits >> (18 - 6 * place)) as usize % 64)
    });
    sextets.map(|sextet| char::from(LETTERS[sextet])).collect()
}

fn raw(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn find(tape: &[u8], what: &[u8]) -> Option<usize> {
    tape.windows(what.len()).position(|window| window == what)
}

/// Where something that tells the seed begins: any quarter of its digits, its bytes, or Base64 of them.
fn told(tape: &[u8], hex: &str) -> Option<usize> {
    let small = tape.to_ascii_lowercase();
    let digits = hex.as_bytes().chunks(16).filter_map(|quarter| find(&small, quarter));
    let bytes = raw(hex);
    let halves = bytes.chunks(16).filter_map(|half| find(tape, half));
    let text = base64(&bytes);
    let encoded = [text.replace('+', "-").replace('/', "_"), text].map(|text| find(tape, &text.as_bytes()[..40]));
    digits.chain(halves).chain(encoded.into_iter().flatten()).min()
}

/// Everything that can be asked about a table without a socket.
async fn ask_everything(guest: &Guest, code: &str) {
    let table = format!("/api/tables/{code}");
    let parts = ["", "/record", "/replay", "/draws"];
    let paths: Vec<String> =
        parts.map(|part| format!("{table}{part}")).into_iter().chain([format!("/t/{code}")]).collect();
    let others = ["/api/lobby", "/api/games", "/healthz", "/metrics", "/api/openapi.json"];
    for path in paths.iter().map(String::as_str).chain(others) {
        guest.get(path).await;
    }
}

async fn check_game(game: &str) {
    let house = House::open(hasty()).await;
    let (ann, bob, eve) = (house.guest().await, house.guest().await, house.guest().await);
    let table = json!({ "game": game, "seats": ["me", "open", "random"], "public": true });
    let code = ann.open(table).await;
    let (mut one, mut two, mut watcher) = (ann.join(&code).await, bob.join(&code).await, eve.join(&code).await);
    let commitment = one.table.commitment.clone();
    ask_everything(&eve, &code).await;
    two.sit(2).await;
    one.send_text(r#"{"link":{"seat":1}}"#).await;
    let secret: Seed = house.server.store.open(&code).await.unwrap().unwrap().row.secret.parse().unwrap();
    let seed = secret.mix(["luck of 1", "luck of 2", "bot"].map(str::as_bytes));
    let play = async |visitor: &mut Visitor, luck: u64| {
        let mut luck = Chance(luck);
        visitor.play_until(&mut luck, |visitor| visitor.table.steps > 60 || visitor.table.over.is_some()).await;
        ask_everything(&visitor.guest, &code).await;
        visitor.send_text(r#""describe""#).await;
        visitor.send_text(r#"{"submit":{"id":9007199254740991,"after":0,"seat":1,"action":"the seed, please"}}"#).await;
        let answered = |message: &Message| match message {
            Message::Invalid { id: Some(id), .. } => (id.get() == LAST_ID).then_some(()),
            _ => None,
        };
        visitor.until(answered).await;
        visitor.play_out(&mut luck).await;
    };
    tokio::join!(play(&mut one, 1), play(&mut two, 2), watcher.wait(|table| table.over.is_some()));
    assert_ne!(one.phase(), Phase::Gathering);
    for guest in [&ann, &bob, &eve] {
        ask_everything(guest, &code).await;
    }

    for guest in [&ann, &bob, &eve] {
        let tape = guest.tape.lock().unwrap().clone();
        let end = find(&tape, br#""over":{"ending""#).expect("the end was told");
        assert!(end > 10_000, "a whole match was looked through, not {end} bytes");
        for hidden in [secret, seed] {
            let first = told(&tape, &hidden.to_string()).expect("it is told at the end");
            assert!(first > end, "told at byte {first} of {end}");
        }
        for other in [&ann, &bob, &eve].into_iter().filter(|other| other.cookie != guest.cookie) {
            assert_eq!(find(&tape, other.token().as_bytes()), None, "nobody learns another's token");
        }
    }
    let record = Record::read(&eve.get(&format!("/api/tables/{code}/record")).await.text()).unwrap();
    assert_eq!(record.seed, Some(seed));
    let luck = record.luck.clone().expect("a match of this table proves its dice");
    assert_eq!((luck.secret, &luck.commitment), (secret, &commitment));
    assert_eq!(luck.additions, ["luck of 1", "luck of 2", "bot"]);
    let verified = games().get(game).unwrap().verify(&record).unwrap();
    assert!(verified.fixed && verified.draws > 0 && verified.elsewhere == 0, "{verified:?}");
}

#[test]
fn what_is_looked_for_is_found() {
    let hex = Seed::of("kiwi").to_string();
    assert_eq!(base64(b"Polynya"), "UG9seW55YQ");
    let tapes = [hex.clone().into_bytes(), hex.to_uppercase().into_bytes(), raw(&hex), base64(&raw(&hex)).into_bytes()];
    for tape in tapes {
        assert_eq!(told(&[b"   ", tape.as_slice()].concat(), &hex), Some(3));
    }
    assert_eq!(told(b"nothing", &hex), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_of_polar_dare_stays_secret_until_the_end() {
    check_game("polar-dare").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_of_the_piecepack_port_stays_secret_until_the_end() {
    check_game("piecepack-dare").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_of_rescue_polar_bears_stays_secret_until_the_end() {
    check_game("rescue-polar-bears").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_of_ice_breakers_stays_secret_until_the_end() {
    check_game("ice-breakers").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_of_polar_roller_stays_secret_until_the_end() {
    check_game("polar-roller").await;
}
