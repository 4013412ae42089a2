//! Several nodes on one database: any of them serves any table, and nobody notices where the others are.

use std::num::NonZeroU64;

use polynya_server::protocol::{Command, Message, SeatInfo};
use serde_json::json;

use crate::common::postgres::{connect, database};
use crate::common::{Chance, House, Visitor, fresh_id, hasty};

/// Two nodes on one database.
async fn two_nodes() -> (House, House, String) {
    let address = database().await;
    let one = House::on_database(hasty(), &address).await;
    (one, House::on_database(hasty(), &address).await, address)
}

/// Ann at the first node and Bob at the second, who sit at one table.
async fn two_players(one: &House, two: &House, game: &str) -> (Visitor, Visitor) {
    let (ann, bob) = (one.guest().await, two.guest().await);
    let code = ann.open_game(game, &["me", "open"]).await;
    let (mut ann, mut bob) = (ann.join(&code).await, bob.join(&code).await);
    bob.sit(2).await;
    for visitor in [&mut ann, &mut bob] {
        visitor.wait(|table| !table.awaited.is_empty()).await;
    }
    (ann, bob)
}

/// Makes a random move of whoever may act, and waits until both know of it.
async fn step(ann: &mut Visitor, bob: &mut Visitor, luck: &mut Chance) {
    let (mover, other) = if ann.legal().is_empty() { (bob, ann) } else { (ann, bob) };
    let legal = mover.legal();
    let (seat, action) = legal[luck.below(legal.len())].clone();
    mover.act(seat, &action).await;
    let n = mover.table.n;
    other.wait(|table| table.n >= n).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_at_different_nodes_play_and_are_told_the_same() {
    let (one, two, _) = two_nodes().await;
    for game in ["polar-dare", "rescue-polar-bears", "ice-breakers"] {
        let (mut ann, mut bob) = two_players(&one, &two, game).await;
        let mut luck = Chance(4);
        for _ in 0..40 {
            if ann.table.over.is_some() {
                break;
            }
            step(&mut ann, &mut bob, &mut luck).await;
        }
        assert_eq!((ann.table.n, &ann.line, &ann.table.view), (bob.table.n, &bob.line, &bob.table.view));
        assert_eq!(ann.table.log, bob.table.log);
        ann.check_fresh().await;
        bob.check_fresh().await;
    }
    one.check_well().await;
    two.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_kept_reaches_the_other_node() {
    let (one, two, _) = two_nodes().await;
    let (mut ann, mut bob) = two_players(&one, &two, "rescue-polar-bears").await;
    let there = |seats: &[SeatInfo]| seats.iter().all(|seat| seat.present);
    ann.wait(|table| there(&table.seats.seats)).await;
    bob.wait(|table| there(&table.seats.seats)).await;

    ann.send(&Command::Ping { place: "b2".to_owned() }).await;
    let pinged = |message: &Message| match message {
        Message::Pinged { id, place, seat, .. } => Some((*id, place.clone(), *seat)),
        _ => None,
    };
    let first = bob.until(pinged).await;
    assert_eq!((first.1.as_str(), first.2), ("b2", Some(1)));
    bob.send(&Command::Propose { actions: vec!["end".to_owned()] }).await;
    let proposed = ann
        .until(|message| match message {
            Message::Proposed { id, actions, seat, .. } => Some((*id, actions.clone(), *seat)),
            _ => None,
        })
        .await;
    assert_eq!((proposed.1, proposed.2), (vec!["end".to_owned()], Some(2)));
    assert_ne!(first.0, proposed.0, "signs have different numbers");

    bob.send(&Command::Say { text: "Hello over there".to_owned() }).await;
    ann.wait(|table| table.chat.iter().any(|said| said.text == "Hello over there")).await;

    // A watcher at the other node is counted, and whoever leaves is missed.
    let eve = two.guest().await.join(&ann.table.code.clone()).await;
    ann.wait(|table| table.seats.watchers == 1).await;
    drop(eve);
    ann.wait(|table| table.seats.watchers == 0).await;
    drop(bob);
    ann.wait(|table| !table.seats.seats[1].present).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn consent_is_asked_and_given_across_nodes() {
    let (one, two, _) = two_nodes().await;
    let (mut ann, mut bob) = two_players(&one, &two, "polar-dare").await;
    let mut luck = Chance(5);
    step(&mut ann, &mut bob, &mut luck).await;
    // Whoever may take something back after the other has seen it needs the other's consent.
    let (asks, agrees) = if ann.table.undo.is_empty() { (&mut bob, &mut ann) } else { (&mut ann, &mut bob) };
    let point = *asks.table.undo.first().expect("a step can be taken back");
    let steps = asks.table.steps;
    asks.send_text(&json!({ "undo": { "to": point.to, "seat": point.seat } }).to_string()).await;
    let asked = async {
        loop {
            if agrees.table.steps < steps || agrees.table.ask.is_some() {
                return;
            }
            agrees.next().await;
        }
    };
    asked.await;
    if agrees.table.ask.is_some() {
        agrees.send(&Command::Consent { yes: true }).await;
    }
    agrees.wait(|table| table.steps < steps).await;
    asks.wait(|table| table.steps < steps).await;
    assert_eq!(ann.line, bob.line);
}

/// Where all act at the same time, both nodes want the same numbers all the time.
#[tokio::test(flavor = "multi_thread")]
async fn whoever_loses_the_race_for_a_number_is_decided_again() {
    let (one, two, _) = two_nodes().await;
    let (ann, bob) = two_players(&one, &two, "polar-roller").await;
    let play = |mut visitor: Visitor, luck: u64| async move {
        visitor.play_until(&mut Chance(luck), |visitor| visitor.table.n > 60 || visitor.table.over.is_some()).await;
        visitor
    };
    let (mut ann, mut bob) = tokio::join!(play(ann, 1), play(bob, 2));
    let n = ann.table.n.max(bob.table.n);
    ann.wait(|table| table.n >= n).await;
    bob.wait(|table| table.n >= n).await;
    ann.check_fresh().await;
    bob.check_fresh().await;
    let path = format!("/api/tables/{}/record", ann.table.code);
    let record = ann.guest.get(&path).await;
    assert_eq!(ann.guest.post("/api/verify", &record.body).await.json()["holds"], json!(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_bots_of_a_table_think_at_one_node_and_at_the_next_when_that_is_left() {
    let (one, two, _) = two_nodes().await;
    let ann = one.guest().await;
    let code = ann.open_game("polar-dare", &["random", "random"]).await;
    let mut here = ann.join(&code).await;
    here.wait(|table| table.n > 5).await;
    let mut there = two.same(&ann).join(&code).await;
    let n = there.table.n;
    there.wait(|table| table.n > n + 5).await;
    here.wait(|table| table.n > n).await;
    assert_eq!(two.count("polynya_bot_actions_total").await, 0, "the first node leads");
    // The second node plays on, unless the match has ended meanwhile.
    drop(here);
    let n = there.table.n;
    there.wait(|table| table.n > n + 20 || table.over.is_some()).await;
    there.check_fresh().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_was_deaf_reads_what_it_missed() {
    let (one, two, address) = two_nodes().await;
    let (mut ann, mut bob) = two_players(&one, &two, "polar-dare").await;
    let client = connect(&address).await;
    let mut luck = Chance(6);
    for _ in 0..8 {
        // Every connection of both nodes, those that listen too.
        let cut = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND pid <> pg_backend_pid()";
        client.query_one(cut, &[]).await.unwrap();
        step(&mut ann, &mut bob, &mut luck).await;
    }
    assert_eq!(ann.line, bob.line);
    ann.check_fresh().await;
    bob.check_fresh().await;
}

/// A submission that was done at one node and is sent again to the other is recognised.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_again_to_another_node_is_done_once() {
    let (one, two, _) = two_nodes().await;
    let (mut ann, mut bob) = two_players(&one, &two, "polar-dare").await;
    let (mover, node) = if ann.legal().is_empty() { (&mut bob, &one) } else { (&mut ann, &two) };
    let (seat, action) = mover.legal()[0].clone();
    let (id, after) = (fresh_id(), mover.table.n);
    mover.submit(id, after, seat, &action).await;
    let mut again = node.same(&mover.guest).join(&mover.table.code.clone()).await;
    again.submit(id, after, seat, &action).await;
    let number = NonZeroU64::new(id).unwrap();
    let done = |message: &Message| match message {
        Message::Duplicate { id } => (*id == number).then_some(()),
        Message::Step { update, .. } => (update.id == Some(number)).then_some(()),
        _ => None,
    };
    again.until(done).await;
    mover.until(done).await;
    let steps = again.line.iter().filter(|step| step.ends_with(&action)).count();
    assert_eq!(steps, 1, "{:?}", again.line);
}
