//! What the host of a table decides: who looks, who sits down late, who speaks, who goes.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::common::{Guest, House, Visitor, hasty, receive};
use polynya_server::Config;
use polynya_server::protocol::{Holder, Message, Phase};
use serde_json::{Value, json};

async fn tell(visitor: &mut Visitor, command: Value) {
    visitor.send_text(&command.to_string()).await;
}

/// Ann hosts, Bob plays with her, a bot is the third, and the match has begun.
async fn playing(house: &House, more: Value) -> (Visitor, Visitor) {
    let (ann, mut bob) = (house.guest().await, house.guest().await);
    bob.name = "Bob".to_owned();
    let mut table = json!({ "game": "polar-dare", "seats": ["me", "open", "random"], "name": "Ann" });
    table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let code = ann.open(table).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    two.sit(2).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    two.wait(|table| table.seats.phase == Phase::Playing).await;
    (one, two)
}

/// Why a guest may not look at a table, whichever way they try.
async fn barred(guest: &Guest, code: &str) -> String {
    let mut socket = guest.connect(code, &[]).await.unwrap();
    let Some(Message::Barred { text }) = receive(&mut socket).await else { panic!("the table is open") };
    for part in ["", "/record", "/replay", "/draws"] {
        assert_eq!(guest.get(&format!("/api/tables/{code}{part}")).await.problem(403), text, "{part}");
    }
    text
}

async fn sent_away(visitor: &mut Visitor) -> String {
    visitor
        .until(|message| match message {
            Message::Barred { text } => Some(text.clone()),
            _ => None,
        })
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_match_is_shown_only_to_those_who_play_it() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = playing(&house, json!({})).await;
    let code = one.table.code.clone();
    let eve = house.guest().await;
    let mut watcher = eve.join(&code).await;
    assert!(two.refused(json!({ "door": { "open": false } })).await.contains("Only the host"));
    tell(&mut one, json!({ "door": { "open": false } })).await;
    assert!(sent_away(&mut watcher).await.contains("closed this table"));
    two.wait(|table| table.seats.closed && table.seats.watchers == 0).await;
    assert!(barred(&eve, &code).await.contains("closed this table"));
    two.check_fresh().await;
    let (ann, bob) = (one.guest.clone(), two.guest.clone());
    drop((one, two));
    let house = house.reopen().await;
    let at = |guest: &Guest| Guest { address: house.address, ..guest.clone() };
    barred(&at(&eve), &code).await;
    let mut two = at(&bob).join(&code).await;
    let mut one = at(&ann).join(&code).await;
    tell(&mut one, json!({ "door": { "open": true } })).await;
    two.wait(|table| !table.seats.closed).await;
    let watcher = at(&eve).join(&code).await;
    assert_eq!(watcher.table.seats.watchers, 1);
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_late_asks_the_host() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = playing(&house, json!({})).await;
    let code = one.table.code.clone();
    let mut eve = house.guest().await.join(&code).await;
    let sit = json!({ "sit": { "seat": 3, "name": "ann", "nonce": "x" } });
    tell(&mut eve, sit.clone()).await;
    one.wait(|table| table.seats.requests.len() == 1).await;
    let request = one.table.seats.requests[0].clone();
    assert_eq!((request.seat, request.name.as_str(), request.yours), (3, "ann 2", false), "no second Ann");
    eve.wait(|table| table.seats.requests.iter().any(|request| request.yours)).await;
    let admit = |id: u32, yes: bool| json!({ "admit": { "id": id, "yes": yes } });
    assert!(two.refused(admit(request.id, true)).await.contains("Only the host"));
    assert!(eve.refused(admit(request.id, true)).await.contains("Only the host"));
    assert!(two.table.seats.requests.is_empty(), "others are not told");
    tell(&mut one, admit(request.id, false)).await;
    let told = eve.until(|message| match message {
        Message::Invalid { text, .. } => Some(text.clone()),
        _ => None,
    });
    assert!(told.await.contains("The host"));
    eve.wait(|table| table.seats.requests.is_empty()).await;
    assert_eq!(eve.table.seats.seats[2].holder, Holder::Bot);
    // Asked again, taken back, and asked once more.
    tell(&mut eve, sit.clone()).await;
    eve.wait(|table| table.seats.requests.len() == 1).await;
    let id = eve.table.seats.requests[0].id;
    tell(&mut eve, admit(id, false)).await;
    eve.wait(|table| table.seats.requests.is_empty()).await;
    assert!(one.refused(admit(id, true)).await.contains("Nobody asks"));
    tell(&mut eve, sit).await;
    one.wait(|table| table.seats.requests.len() == 1).await;
    let admitted = admit(one.table.seats.requests[0].id, true);
    tell(&mut one, admitted).await;
    eve.wait(|table| table.seats.seats[2].yours && table.seats.requests.is_empty()).await;
    eve.check_fresh().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_takes_a_seat_over_and_its_player_may_have_it_back() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = playing(&house, json!({})).await;
    assert!(two.refused(json!({ "seat": { "seat": 1, "bot": "random" } })).await.contains("Only the host"));
    tell(&mut one, json!({ "seat": { "seat": 2, "bot": "random" } })).await;
    two.wait(|table| !table.seats.seats[1].yours).await;
    assert!(two.table.choices.is_empty());
    let mut eve = house.guest().await.join(&one.table.code).await;
    tell(&mut eve, json!({ "sit": { "seat": 2, "name": "Eve", "nonce": "x" } })).await;
    eve.wait(|table| table.seats.requests.len() == 1).await;
    two.sit(2).await;
    one.wait(|table| table.seats.seats[1].player == "Bob").await;
    one.check_fresh().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_muted_says_nothing_and_who_is_removed_does_not_come_back() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = playing(&house, json!({})).await;
    let code = one.table.code.clone();
    let (eve, zoe) = (house.guest().await, house.guest().await);
    let (mut watcher, mut other) = (eve.join(&code).await, zoe.join(&code).await);
    one.wait(|table| table.seats.watching.len() == 2).await;
    assert!(two.table.seats.watching.is_empty() && watcher.table.seats.watching.is_empty(), "only the host is told");
    let number = one.table.seats.watching[0].number;
    tell(&mut watcher, json!({ "say": { "text": "Boo!" } })).await;
    one.wait(|table| table.chat.len() == 1).await;
    assert_eq!(one.table.chat[0].name, format!("Watcher {number}"));
    tell(&mut one, json!({ "mute": { "who": { "watcher": number }, "muted": true } })).await;
    one.wait(|table| table.seats.watching[0].muted).await;
    for command in [
        json!({ "say": { "text": "Boo!" } }),
        json!({ "ping": { "place": "a1" } }),
        json!({ "propose": { "actions": ["roll"] } }),
    ] {
        assert!(watcher.refused(command).await.contains("muted you"));
    }
    tell(&mut other, json!({ "say": { "text": "Hello" } })).await;
    one.wait(|table| table.chat.len() == 2).await;
    assert!(one.refused(json!({ "mute": { "who": { "seat": 1 }, "muted": true } })).await.contains("That is the host"));
    tell(&mut one, json!({ "remove": { "who": { "watcher": number } } })).await;
    assert!(sent_away(&mut watcher).await.contains("removed you"));
    barred(&eve, &code).await;
    // A player too: a bot goes on.
    tell(&mut one, json!({ "mute": { "who": { "seat": 2 }, "muted": true } })).await;
    one.wait(|table| table.seats.seats[1].muted).await;
    tell(&mut one, json!({ "remove": { "who": { "seat": 2 } } })).await;
    assert!(sent_away(&mut two).await.contains("removed you"));
    one.wait(|table| table.seats.seats[1].holder == Holder::Bot).await;
    one.check_fresh().await;
    let bob = two.guest.clone();
    let house = house.reopen().await;
    for guest in [&eve, &bob] {
        barred(&Guest { address: house.address, ..guest.clone() }, &code).await;
    }
    Guest { address: house.address, ..zoe }.join(&code).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_host_is_gone_the_next_person_hosts() {
    let house = House::open(Config { host_absent: Duration::ZERO, ..hasty() }).await;
    let (one, mut two) = playing(&house, json!({})).await;
    let (ann, code) = (one.guest.clone(), one.table.code.clone());
    assert!(!two.table.host && two.table.seats.seats[0].host);
    drop(one);
    two.wait(|table| table.host).await;
    let mut one = ann.join(&code).await;
    assert!(!one.table.host && one.table.seats.seats[1].host);
    tell(&mut two, json!({ "host": { "seat": 1 } })).await;
    one.wait(|table| table.host).await;
    two.wait(|table| !table.host).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn somebody_who_is_there_and_does_nothing_can_be_covered() {
    let long = Duration::from_secs(1000);
    let house = House::open(Config { absent: long, ..hasty() }).await;
    let (mut one, mut two) = playing(&house, json!({ "clock": 2 })).await;
    assert_eq!(one.table.seats.clock, 2);
    let (seat, actor, other) =
        if one.table.awaited == [1] { (1_u8, &mut one, &mut two) } else { (2, &mut two, &mut one) };
    let cover = json!({ "cover": { "seat": seat, "bot": "random" } });
    let place = usize::from(seat) - 1;
    other.wait(|table| table.seats.seats[place].abandoned).await;
    let info = &other.table.seats.seats[place];
    assert!(info.present && info.idle.is_some_and(|idle| idle >= 2), "{info:?}");
    tell(other, cover).await;
    actor.wait(|table| table.seats.seats[place].cover.is_some()).await;
    tell(actor, json!({ "back": { "seat": seat } })).await;
    actor.wait(|table| table.seats.seats[place].cover.is_none()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_use_up_only_their_own_talk() {
    let house = House::open(Config { rate: NonZeroU32::new(5), ..hasty() }).await;
    let (mut one, _two) = playing(&house, json!({})).await;
    let mut eve = house.guest().await.join(&one.table.code).await;
    let mut said = 0;
    let flooded = loop {
        tell(&mut eve, json!({ "say": { "text": "Boo!" } })).await;
        let answer = eve.until(|message| match message {
            Message::Said(_) => Some(None),
            Message::Invalid { text, .. } => Some(Some(text.clone())),
            _ => None,
        });
        match answer.await {
            Some(text) => break text,
            None => said += 1,
        }
    };
    assert!(said >= 5 && flooded.contains("wait a moment"), "{said}: {flooded}");
    tell(&mut one, json!({ "say": { "text": "I can still speak" } })).await;
    one.wait(|table| table.chat.last().is_some_and(|said| said.text == "I can still speak")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_adds_and_removes_seats_before_the_match() {
    let house = House::open(hasty()).await;
    let (ann, mut bob) = (house.guest().await, house.guest().await);
    bob.name = "Bob".to_owned();
    let code = ann.open(json!({ "game": "polar-dare", "seats": ["me", "open"], "name": "Ann" })).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    let wants = |count: u8| json!({ "seats": { "count": count } });
    assert!(two.refused(wants(3)).await.contains("Only the host"));
    assert!(one.refused(wants(5)).await.contains("is played by 2 to 4"));
    tell(&mut one, wants(4)).await;
    two.wait(|table| table.seats.seats.len() == 4).await;
    two.sit(3).await;
    one.wait(|table| table.seats.seats.get(2).is_some_and(|seat| seat.holder == Holder::Person)).await;
    assert!(one.refused(wants(2)).await.contains("Bob sits there"));
    // What was added stays over a restart, and in the lobby.
    let lobby = ann.get(&format!("/api/tables/{code}")).await.json();
    assert_eq!(lobby["seats"].as_array().map(Vec::len), Some(4));
    drop((one, two));
    let house = house.reopen().await;
    let at = |guest: &Guest| Guest { address: house.address, ..guest.clone() };
    let (mut one, mut two) = (at(&ann).join(&code).await, at(&bob).join(&code).await);
    assert_eq!(one.table.seats.seats.len(), 4);
    tell(&mut one, json!({ "seat": { "seat": 2, "bot": "random" } })).await;
    tell(&mut one, wants(3)).await;
    // Nobody is waited for any more.
    one.wait(|table| table.seats.phase == Phase::Playing && table.seats.seats.len() == 3).await;
    two.wait(|table| table.seats.phase == Phase::Playing).await;
    assert!(one.refused(wants(4)).await.contains("The match has begun"));
    two.check_fresh().await;
    house.check_well().await;
}
