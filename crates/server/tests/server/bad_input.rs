//! Whatever is sent, the answer is a clear error or a closed connection, and the other tables go on.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::common::{Chance, Guest, House, PATIENCE, Visitor, fresh_id, hasty};
use futures_util::SinkExt;
use polynya_server::Config;
use polynya_server::protocol::{Message, Phase};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Bytes, Message as Frame};

/// A running match between a guest and another, who alone can say whether anything happened.
async fn running(house: &House) -> (Visitor, Visitor) {
    let (ann, bob) = (house.guest().await, house.guest().await);
    let code = ann.open_game("polar-dare", &["me", "open"]).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    two.sit(2).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    (one, two)
}

async fn recorded(house: &House, code: &str) -> Value {
    house.guest().await.get(&format!("/api/tables/{code}/record")).await.json()["steps"].clone()
}

fn submit(visitor: &Visitor, seat: u8, action: &str) -> Value {
    json!({ "submit": { "id": fresh_id(), "after": visitor.table.n, "seat": seat, "action": action } })
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_command_is_answered_and_changes_nothing() {
    let house = House::open(hasty()).await;
    let (mut one, _two) = running(&house).await;
    let deep = format!("{}{}", "[".repeat(5000), "]".repeat(5000));
    let texts = [
        "",
        "roll",
        "null",
        "[]",
        "{}",
        r#"{"dance":{}}"#,
        r#""submit""#,
        r#"{"submit":{}}"#,
        r#"{"submit":{"id":1,"after":1,"seat":1,"action":"roll","more":1}}"#,
        r#"{"submit":{"id":-1,"after":1,"seat":1,"action":"roll"}}"#,
        r#"{"submit":{"id":1e400,"after":1,"seat":1,"action":"roll"}}"#,
        r#"{"submit":{"id":99999999999999999999999,"after":1,"seat":1,"action":"roll"}}"#,
        r#"{"submit":{"id":1,"after":4294967296,"seat":1,"action":"roll"}}"#,
        r#"{"submit":{"id":1,"after":1,"seat":256,"action":"roll"}}"#,
        r#"{"submit":{"id":1,"after":1,"seat":"1","action":"roll"}}"#,
        r#"{"undo":{"to":-1,"seat":1}}"#,
        r#"{"say":{"text":7}}"#,
        r#"{"say":{"text":"\ud800"}}"#,
        r#"{"start":null,"rematch":null}"#,
        "\u{0}\u{7f}\u{feff}{}",
        &deep,
    ];
    for text in texts {
        one.send_text(text).await;
        let answer = one.until(|message| match message {
            Message::Invalid { text, id: None } => Some(text.clone()),
            _ => None,
        });
        let answer = answer.await;
        assert!(answer.contains("is no message that a table understands"), "{text:?}: {answer}");
        assert!(answer.len() < 500, "the answer is short: {answer}");
    }
    one.send_frame(Frame::Binary(Bytes::from_static(b"\x00\xff"))).await;
    assert!(
        one.until(|message| match message {
            Message::Invalid { text, .. } => Some(text.clone()),
            _ => None,
        })
        .await
        .contains("text frames")
    );
    one.check_fresh().await;
    assert_eq!(recorded(&house, &one.table.code).await, json!([]));
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_table_does_not_have_is_refused_with_a_reason() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = running(&house).await;
    let huge = "x".repeat(12_000);
    let tries = [
        (submit(&one, 0, "roll"), "no such seat (0)"),
        (submit(&one, 255, "roll"), "no such seat (255)"),
        (submit(&one, 3, "roll"), "no such seat (3)"),
        (submit(&one, 2, "roll"), "not yours"),
        (submit(&one, 1, "fly"), "fly"),
        (submit(&one, 1, ""), ""),
        (submit(&one, 1, &huge), "xxx"),
        (submit(&one, 1, "roll\n2 roll"), ""),
        (json!({ "submit": { "id": 0, "after": one.table.n, "seat": 1, "action": "roll" } }), "from 1 to"),
        (json!({ "submit": { "id": 1u64 << 53, "after": one.table.n, "seat": 1, "action": "roll" } }), "from 1 to"),
        (json!({ "submit": { "id": 5, "after": u32::MAX, "seat": 1, "action": "roll" } }), "moved on"),
        (json!({ "undo": { "to": u32::MAX, "seat": 1 } }), "nothing stands behind"),
        (json!({ "undo": { "to": 0, "seat": 2 } }), "not yours"),
        (json!({ "consent": { "yes": true } }), "Nobody asks"),
        (json!({ "stand": { "seat": 1 } }), "has begun"),
        (json!({ "stand": { "seat": 0 } }), "no such seat (0)"),
        (json!({ "sit": { "seat": 255, "name": "", "nonce": "" } }), "no such seat (255)"),
        (json!({ "sit": { "seat": 2, "name": "Ann", "nonce": "" } }), "sits there already"),
        (json!({ "seat": { "seat": 1, "bot": "random" } }), "your own seat"),
        (json!({ "cover": { "seat": 1, "bot": "../../greedy" } }), "no such bot"),
        (json!({ "cover": { "seat": 9, "bot": "greedy" } }), "no such seat (9)"),
        (json!({ "back": { "seat": 2 } }), "not yours"),
        (json!({ "link": { "seat": 2 } }), "not yours"),
        (json!("start"), "begun already"),
        (json!("rematch"), "not over"),
        (json!({ "say": { "text": "\n\t\u{7} " } }), "nothing to say"),
        (json!({ "why": { "id": 3, "seat": 2, "actions": ["roll"] } }), "not yours"),
        (json!({ "why": { "id": 3, "seat": 1, "actions": [] } }), "Say what"),
    ];
    for (command, why) in tries {
        let refused = one.refused(command.clone()).await;
        assert!(refused.contains(why) && refused.len() < 600, "{command}: {refused}");
    }
    // Out of turn, a rule says no; a stale submission is one too many.
    let refused = two.refused(submit(&two, 2, "roll")).await;
    assert!(refused.contains("turn"), "{refused}");
    one.act(1, "roll").await;
    let stale = json!({ "submit": { "id": fresh_id(), "after": 0, "seat": 1, "action": "roll" } });
    assert!(one.refused(stale).await.contains("moved on"));
    assert_eq!(recorded(&house, &one.table.code).await.as_array().unwrap().len(), 2);
    two.wait(|table| table.steps == 2).await;
    two.check_fresh().await;
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_long_or_no_text_closes_the_connection() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = running(&house).await;
    let long = json!({ "say": { "text": "a".repeat(16 * 1024) } }).to_string();
    one.send_text(&long).await;
    let guest = one.guest.clone();
    let reason = one.closed().await;
    assert!(reason.is_empty() || reason.contains("too long"), "{reason}");

    // Broken UTF-8, reserved bits, an unmasked frame, a length of 2^63, and a frame that never ends.
    let frames: [&[u8]; 5] = [
        &[0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28],
        &[0xf1, 0x82, 0, 0, 0, 0, b'{', b'}'],
        &[0x81, 0x02, b'{', b'}'],
        &[0x81, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
        &[0x81, 0xfe, 0x3f, 0xff, 0, 0, 0, 0, b'{'],
    ];
    for (index, frame) in frames.into_iter().enumerate() {
        let mut stream = upgraded(&guest, &two.table.code).await;
        stream.write_all(frame).await.unwrap();
        if index < 4 {
            let mut rest = Vec::new();
            let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("the server closes");
        }
    }
    two.check_fresh().await;
    house.check_well().await;
}

/// A connection that has just become a WebSocket, as a bare stream.
async fn upgraded(guest: &Guest, code: &str) -> TcpStream {
    let mut stream = TcpStream::connect(guest.address).await.unwrap();
    let head = format!(
        "GET /api/tables/{code}/socket HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nConnection: Upgrade\r\nUpgrade: \
         websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        guest.address, guest.cookie
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut status = [0; 12];
    stream.read_exact(&mut status).await.unwrap();
    assert_eq!(&status, b"HTTP/1.1 101");
    stream
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_sites_are_refused() {
    let house = House::open(hasty()).await;
    let (one, _two) = running(&house).await;
    let (guest, code) = (&one.guest, &one.table.code);
    let host = house.address.to_string();
    for origin in
        ["http://evil.example", "null", "", &format!("http://{host}.evil.example"), &host, "https://127.0.0.1"]
    {
        let refused = guest.connect(code, &[("origin", origin)]).await.map(drop).unwrap_err();
        assert!(refused.to_string().contains("403"), "{origin}: {refused}");
        let origin = format!("Origin: {origin}\r\n");
        let body = json!({ "game": "polar-dare", "seats": ["me", "open"] }).to_string();
        for path in ["/api/tables", "/api/records", "/api/verify", &format!("/api/tables/{code}/claim")] {
            let answer = guest.ask("POST", path, &origin, body.as_bytes()).await;
            assert!(answer.problem(403).contains("another site"));
        }
    }
    let own = format!("http://{host}");
    guest.connect(code, &[("origin", &own)]).await.map(drop).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_acts_with_a_token_that_is_not_theirs() {
    let house = House::open(hasty()).await;
    let (one, mut two) = running(&house).await;
    let (ann, code) = (one.guest.clone(), one.table.code.clone());
    let stored = house.server.store.open(&code).await.unwrap().unwrap();
    let token = ann.token().to_owned();
    let cookies = [
        String::new(),
        "polynya=".to_owned(),
        format!("polynya={}", "0".repeat(32)),
        format!("polynya={}", token.to_uppercase()),
        format!("polynya={token}0"),
        format!("polynya=\"{token}\""),
        format!("polynyaa={token}"),
        format!("other={token}"),
        // What a thief of the file would have: the hash, not the token.
        format!("polynya={}", stored.row.host),
        format!("polynya={}; DROP TABLE tables", "a".repeat(31)),
    ];
    for cookie in cookies {
        let thief = ann.with_cookie(cookie.clone());
        // A token of capitals may be no token at all: then a new one is given, and it holds no seat.
        let mut visitor = thief.join(&code).await;
        assert!(visitor.table.seats.seats.iter().all(|seat| !seat.yours), "{cookie}");
        assert!(visitor.table.choices.is_empty() && !visitor.table.host);
        assert!(visitor.refused(submit(&visitor, 1, "roll")).await.contains("not yours"), "{cookie}");
    }
    let other = house.guest().await.open_game("polar-dare", &["me", "open"]).await;
    let mut elsewhere = ann.join(&other).await;
    assert!(elsewhere.refused(submit(&elsewhere, 1, "roll")).await.contains("not yours"));
    let claim = ann.post(&format!("/api/tables/{code}/claim"), r#"{"secret":""}"#).await;
    assert!(claim.problem(403).contains("not for this table"));
    assert_eq!(recorded(&house, &code).await, json!([]));
    two.check_fresh().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_that_make_no_sense_are_answered_with_a_problem() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let open = |table: Value| table.to_string();
    let tables = [
        (open(json!({ "game": "chess", "seats": ["me", "open"] })), 409, "no game"),
        (open(json!({ "game": "polar-dare", "seats": [] })), 409, ""),
        (open(json!({ "game": "polar-dare", "seats": vec!["me"; 300] })), 409, ""),
        (open(json!({ "game": "polar-dare", "seats": ["me", "hal"] })), 409, "hal"),
        (open(json!({ "game": "polar-dare", "seats": ["me", "open"], "options": { "no": 1 } })), 409, "no"),
        (open(json!({ "game": "polar-dare", "seats": ["me", "open"], "options": [1] })), 409, ""),
        (open(json!({ "game": "polar-dare", "seats": ["me", "open"], "more": 1 })), 400, "more"),
        (open(json!({ "game": "polar-dare" })), 400, "seats"),
        ("{".to_owned(), 400, ""),
        (format!("{}{}", "[".repeat(7999), "]".repeat(7999)), 400, ""),
    ];
    for (body, status, why) in tables {
        let problem = guest.post("/api/tables", &body).await.problem(status);
        assert!(problem.contains(why) && problem.len() < 600, "{problem}");
    }
    for path in ["/api/tables/no-such-table", "/api/tables/KIWI", "/api/nothing", "/api/games/chess/rules"] {
        guest.get(path).await.problem(404);
    }
    guest.post("/api/records", r#"{"game":"polar-dare"}"#).await.problem(409);
    guest.post("/api/records", b"\xff\xfe").await.problem(400);
    guest.get("/api/tables/%ff").await.problem(400);
    guest.get("/api/tables").await.problem(405);
    guest
        .get(&format!("/api/tables/{}/socket", guest.open_game("polar-dare", &["me", "open"]).await))
        .await
        .problem(400);
    assert!(guest.post("/api/verify", "{}").await.problem(409).contains("not a record"));
    assert!(guest.post("/api/verify", "").await.problem(409).contains("not a record"));
    guest.post("/api/tables", vec![b' '; 20 << 10]).await.problem(413);
    guest.post("/api/records", vec![b' '; 5 << 20]).await.problem(413);
    let mut long =
        vec!["1 roll", "* P2", "1 slide a1 n", "1 slide a1 s", "2 roll", "* P2", "2 slide a1 n", "2 slide a1 s"];
    long = long.repeat(3000);
    let long = json!({ "polynya": 1, "game": "polar-dare", "rules": 1, "seats": 2, "steps": long, "result": null });
    assert!(guest.post("/api/records", long.to_string()).await.problem(409).contains("at most 20000"));
    assert!(guest.connect("no-such-table", &[]).await.map(drop).unwrap_err().to_string().contains("404"));
    // What is no HTTP is answered with 400 or with silence.
    let garbage: [&[u8]; 6] = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\nConnection: close\r\n\r\n",
        b"GET /%ff%00/../../etc HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
        b"GET /api/tables/%zz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: \xff\xfe\r\n\r\n",
    ];
    for bytes in garbage {
        let answer = guest.raw(bytes).await;
        assert!(answer.is_empty() || answer.starts_with(b"HTTP/1."), "{answer:?}");
    }
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_is_cut_and_another_table_does_not_notice() {
    let limited = Config { rate: NonZeroU32::new(20), ..hasty() };
    let house = House::open(limited).await;
    let (one, mut two) = running(&house).await;
    let flood = async |frame: Frame| {
        let mut socket = one.guest.join(&one.table.code).await.into_socket();
        let mut sent = 0;
        while sent < 100_000 && socket.send(frame.clone()).await.is_ok() {
            sent += 1;
        }
        assert!(sent < 100_000, "the server takes everything");
    };
    let cut = house.count("polynya_cut_total").await;
    let floods = [
        Frame::text(r#"{"look":{"here":true}}"#),
        Frame::text("nonsense"),
        Frame::Binary(Bytes::from_static(b"x")),
        Frame::Ping(Bytes::from_static(b"x")),
    ];
    for frame in floods {
        flood(frame).await;
    }
    assert!(house.count("polynya_cut_total").await >= cut + 4);
    two.check_fresh().await;
    // Tables are opened in moderation too.
    let guest = house.guest().await;
    let body = json!({ "game": "polar-dare", "seats": ["me", "open"] }).to_string();
    let mut refused = false;
    for _ in 0..100 {
        refused |= guest.post("/api/tables", &body).await.status == 429;
    }
    assert!(refused, "a hundred tables at once");
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_is_cut_and_the_others_go_on() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = running(&house).await;
    // Viewers with a small window that never read.
    const DEAF: u32 = 5;
    let mut deaf = Vec::new();
    for _ in 0..DEAF {
        let socket = TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(2048).unwrap();
        let stream = socket.connect(house.address).await.unwrap();
        deaf.push(house.guest().await.connect_over(&one.table.code, &[], stream).await.unwrap());
    }
    two.wait(|table| table.seats.watchers == DEAF).await;
    let cut = house.count("polynya_cut_total").await;
    // Plans that are shown are long, and are not written down.
    let plan = json!({ "propose": { "actions": vec!["a".repeat(40); 24] } }).to_string();
    let mut rounds = 0;
    while house.count("polynya_cut_total").await < cut + i64::from(DEAF) {
        for _ in 0..100 {
            one.send_text(&plan).await;
            one.until(|message| matches!(message, Message::Proposed { .. }).then_some(())).await;
        }
        rounds += 1;
        assert!(rounds < 300, "nobody is cut");
    }
    one.act(1, "roll").await;
    two.wait(|table| table.steps == 2 && table.seats.watchers == 0).await;
    two.check_fresh().await;
    assert_eq!(house.count("polynya_cut_total").await, cut + i64::from(DEAF), "whoever reads is not cut");
    drop(deaf);
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn connections_that_end_in_the_middle_leave_nothing_behind() {
    let house = House::open(hasty()).await;
    let (mut one, _two) = running(&house).await;
    let head = format!(
        "GET /api/tables/{}/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: \
         websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        one.table.code, house.address
    );
    let mut luck = Chance(6);
    let mut streams = Vec::new();
    for _ in 0..200 {
        let mut stream = TcpStream::connect(house.address).await.unwrap();
        stream.write_all(&head.as_bytes()[..luck.below(head.len() + 1)]).await.unwrap();
        streams.push(stream);
    }
    drop(streams);
    one.wait(|table| table.seats.watchers == 0).await;
    let settled = async {
        while house.count("polynya_sockets").await > 2 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    timeout(PATIENCE, settled).await.expect("dropped sockets are let go");
    one.act(1, "roll").await;
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_thousand_random_messages_do_no_harm() {
    let house = House::open(hasty()).await;
    let (one, mut two) = running(&house).await;
    let code = one.table.code.clone();
    // The sender watches: whatever it manages to say, no step is its own.
    let eve = house.guest().await;
    let mut luck = Chance(7);
    let seeds = [
        r#"{"submit":{"id":1,"after":3,"seat":1,"action":"roll"}}"#,
        r#"{"undo":{"to":0,"seat":1}}"#,
        r#"{"cover":{"seat":1,"bot":"greedy"}}"#,
        r#"{"why":{"id":1,"seat":1,"actions":["roll"]}}"#,
        r#"{"plan":{"id":1,"actions":["roll"]}}"#,
        r#"{"sit":{"seat":1,"name":"Eve","nonce":"x"}}"#,
        r#"{"look":{"here":true}}"#,
    ];
    let mut visitor = eve.join(&code).await;
    let mut sent = 0;
    while sent < 3000 {
        let mut bytes = seeds[luck.below(seeds.len())].as_bytes().to_vec();
        for _ in 0..luck.below(6) {
            let at = luck.below(bytes.len());
            match luck.below(4) {
                0 => bytes[at] = luck.bits() as u8,
                1 if bytes.len() > 1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, b"{}[]\",:0987654321e-+"[luck.below(19)]),
                _ => bytes.truncate(at.max(1)),
            }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        visitor.send_text(&text).await;
        sent += 1;
        if sent % 50 == 0 {
            // Everything before is answered when this is.
            visitor.send_text(r#""describe""#).await;
            visitor.until(|message| matches!(message, Message::Described { .. }).then_some(())).await;
        }
    }
    assert_eq!(recorded(&house, &code).await, json!([]));
    assert!(visitor.table.seats.seats.iter().all(|seat| !seat.yours));
    two.check_fresh().await;
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_with_hundreds_of_sets_or_an_endless_clock_is_refused() {
    let house = House::open(hasty()).await;
    let guest = house.guest().await;
    let open = async |more: Value| {
        let mut table = json!({ "game": "polar-dare", "seats": ["me", "open"] });
        table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        guest.post("/api/tables", table.to_string()).await
    };
    for sets in [253, 254, 255, 256, 300, 4000] {
        let told = open(json!({ "sets": vec![1; sets] })).await.problem(409);
        assert!(told.contains("There is no such seat (3)") || told.contains("not yours"), "{sets}: {told}");
        assert_eq!(open(json!({ "sets": vec![0; sets] })).await.status, 201, "{sets}");
    }
    assert!(open(json!({ "clock": u32::MAX })).await.problem(409).contains("or 0 for ever"));
    assert_eq!(open(json!({ "clock": 604_800 })).await.status, 201);
    house.check_well().await;
}
