//! People, watchers and bots play whole matches over real sockets, and everybody sees the same.

use std::time::Duration;

use crate::common::{Chance, House, Visitor, fresh_id, games, hasty};
use polynya_engine::Record;
use polynya_server::protocol::{Command, Message, Phase, Replay, Verdict};
use serde_json::{Value, json};

/// Two guests, a bot and a watcher play a match to its end.
async fn whole_match(game: &str, options: Value, seats: usize) {
    let house = House::open(hasty()).await;
    let (ann, bob, eve) = (house.guest().await, house.guest().await, house.guest().await);
    let mut wanted = vec!["me", "open", "random", "random"];
    wanted.truncate(seats);
    let code = ann.open(json!({ "game": game, "options": options, "seats": wanted })).await;
    let (mut one, mut two, mut watcher) = (ann.join(&code).await, bob.join(&code).await, eve.join(&code).await);
    assert_eq!(one.phase(), Phase::Gathering);
    two.sit(2).await;
    let (mut first, mut second) = (Chance(1), Chance(2));
    let play = async |visitor: &mut Visitor, luck: &mut Chance| {
        let mut looks = 0;
        while visitor.table.over.is_none() {
            let steps = visitor.table.steps + 40;
            visitor.play_until(luck, |visitor| visitor.table.over.is_some() || visitor.table.steps > steps).await;
            if looks < 3 {
                looks += 1;
                visitor.check_fresh().await;
            }
        }
        visitor.check_fresh().await;
    };
    let watch = async {
        watcher.wait(|table| table.steps > 20 || table.over.is_some()).await;
        watcher.check_fresh().await;
        watcher.wait(|table| table.over.is_some()).await;
        watcher.check_fresh().await;
    };
    tokio::join!(play(&mut one, &mut first), play(&mut two, &mut second), watch);
    assert_eq!(one.line, two.line);
    assert_eq!(one.line, watcher.line);
    assert!(watcher.table.choices.is_empty());
    one.wait(|table| table.seats.phase == Phase::Over).await;

    let record = eve.get(&format!("/api/tables/{code}/record")).await;
    assert_eq!(record.json()["steps"], json!(one.line));
    let verdict = eve.post("/api/verify", &record.body).await;
    let verdict: Verdict = serde_json::from_slice(&verdict.body).unwrap();
    assert!(verdict.holds && verdict.honest == Some(true) && verdict.draws > Some(0), "{verdict:?}");
    let replay: Replay = serde_json::from_slice(&eve.get(&format!("/api/tables/{code}/replay")).await.body).unwrap();
    let mut view = replay.view.clone();
    replay.changes.iter().for_each(|change| crate::common::merge(&mut view, change));
    assert_eq!(view, one.table.view);

    let imported = eve.post("/api/records", &record.body).await;
    assert_eq!(imported.status, 201, "{}", imported.text());
    let imported = imported.json()["code"].as_str().unwrap().to_owned();
    let again: Replay = serde_json::from_slice(&bob.get(&format!("/api/tables/{imported}/replay")).await.body).unwrap();
    assert_eq!(replay, again);
    let shown = bob.join(&imported).await.table;
    assert_eq!((shown.seats.phase, shown.view), (Phase::Over, view));
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_polar_dare_is_seen_alike_by_all() {
    whole_match("polar-dare", json!({}), 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_the_piecepack_port_is_seen_alike_by_all() {
    whole_match("piecepack-dare", json!({}), 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_with_mega_ice_age_is_seen_alike_by_all() {
    whole_match("piecepack-dare", json!({ "mega_ice_age": true, "deep_freeze": true }), 4).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_rescue_polar_bears_is_seen_alike_by_all() {
    whole_match("rescue-polar-bears", json!({}), 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_ice_breakers_is_seen_alike_by_all() {
    whole_match("ice-breakers", json!({}), 3).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_polar_roller_is_seen_alike_by_all() {
    whole_match("polar-roller", json!({}), 3).await;
}

/// A table of Polar Dare! at which two people sit.
async fn two_at_a_table(house: &House, takebacks: &str) -> (Visitor, Visitor) {
    let (ann, bob) = (house.guest().await, house.guest().await);
    let table = json!({ "game": "polar-dare", "seats": ["me", "open"], "name": "Ann", "takebacks": takebacks });
    let code = ann.open(table).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    two.sit(2).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    two.wait(|table| table.seats.phase == Phase::Playing).await;
    (one, two)
}

/// The first thing that one of these may do is done, and both have seen it; answers the step.
async fn somebody_acts(one: &mut Visitor, two: &mut Visitor) -> String {
    let (actor, other) = if one.legal().is_empty() { (two, one) } else { (one, two) };
    let (seat, action) = actor.legal().swap_remove(0);
    actor.act(seat, &action).await;
    other.wait(|table| table.n >= actor.table.n).await;
    format!("{seat} {action}")
}

async fn ask(visitor: &mut Visitor, command: Value) {
    visitor.send_text(&command.to_string()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_is_free_up_to_the_roll_and_asks_beyond_it() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = two_at_a_table(&house, "consent").await;
    assert_eq!(somebody_acts(&mut one, &mut two).await, "1 roll");
    let rolled = one.line.clone();
    let view = one.table.view.clone();
    let step = somebody_acts(&mut one, &mut two).await;
    assert!(one.table.steps > 2, "{step}");

    // The own move is free.
    ask(&mut one, json!({ "undo": { "to": 2, "seat": 1 } })).await;
    one.wait(|table| table.steps == 2).await;
    two.wait(|table| table.steps == 2).await;
    assert_eq!((&one.table.view, &two.table.view), (&view, &view));
    one.check_fresh().await;
    // The roll is not, nor is it possible without the action before it.
    assert!(one.refused(json!({ "undo": { "to": 1, "seat": 1 } })).await.contains("with the action before it"));
    ask(&mut one, json!({ "undo": { "to": 0, "seat": 1 } })).await;
    two.wait(|table| table.ask.is_some()).await;
    two.check_fresh().await;
    ask(&mut two, json!({ "consent": { "yes": false } })).await;
    one.wait(|table| table.ask.is_some()).await;
    one.wait(|table| table.ask.is_none()).await;
    assert_eq!(one.table.steps, 2);
    ask(&mut one, json!({ "undo": { "to": 0, "seat": 1 } })).await;
    two.wait(|table| table.ask.is_none()).await;
    two.wait(|table| table.ask.is_some()).await;
    ask(&mut two, json!({ "consent": { "yes": true } })).await;
    one.wait(|table| table.steps == 0).await;
    two.wait(|table| table.steps == 0 && table.ask.is_none()).await;
    two.check_fresh().await;

    // The same action meets the same dice, also after a restart.
    let (ann, bob, code) = (one.guest.clone(), two.guest.clone(), one.table.code.clone());
    drop((one, two));
    let house = house.reopen().await;
    let at = |guest: &crate::common::Guest| crate::common::Guest { address: house.address, ..guest.clone() };
    let (mut one, mut two) = (at(&ann).join(&code).await, at(&bob).join(&code).await);
    assert_eq!((one.table.steps, &one.table.awaited), (0, &vec![1]));
    somebody_acts(&mut one, &mut two).await;
    assert_eq!(one.line, rolled);
    assert_eq!(one.table.view, view);
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_may_allow_fewer_takebacks_or_none() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = two_at_a_table(&house, "own").await;
    somebody_acts(&mut one, &mut two).await;
    assert!(one.refused(json!({ "undo": { "to": 0, "seat": 1 } })).await.contains("only the own turn"));
    somebody_acts(&mut one, &mut two).await;
    assert!(two.refused(json!({ "undo": { "to": 2, "seat": 1 } })).await.contains("not yours"));
    ask(&mut one, json!({ "undo": { "to": 2, "seat": 1 } })).await;
    one.wait(|table| table.steps == 2).await;

    let (mut one, mut two) = two_at_a_table(&house, "none").await;
    somebody_acts(&mut one, &mut two).await;
    somebody_acts(&mut one, &mut two).await;
    assert!(one.refused(json!({ "undo": { "to": 2, "seat": 1 } })).await.contains("nothing is taken back"));
}

#[tokio::test(flavor = "multi_thread")]
async fn in_polar_roller_a_seat_takes_back_its_own_steps_alone() {
    let house = House::open(hasty()).await;
    let (ann, bob) = (house.guest().await, house.guest().await);
    let code = ann.open_game("polar-roller", &["me", "open"]).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    two.sit(2).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    two.wait(|table| !table.choices.is_empty()).await;
    // Until both may act and an action leaves the phase open, so that it can be taken back.
    for _ in 0..50 {
        if one.table.awaited == [1, 2] && two.table.awaited == [1, 2] {
            let (before, n) = (one.table.steps, one.table.n);
            let (_, first) = one.legal().swap_remove(0);
            one.act(1, &first).await;
            let (_, second) = two.legal().into_iter().find(|(seat, _)| *seat == 2).unwrap();
            two.act(2, &second).await;
            one.wait(|table| table.n == n + 2).await;
            // Each knows only the own step, and takes it back as if the other had done nothing.
            if one.line[before as usize..] == [format!("1 {first}")] {
                assert_eq!(two.line[before as usize..], [format!("2 {second}")]);
                ask(&mut one, json!({ "undo": { "to": before, "seat": 1 } })).await;
                two.wait(|table| table.n == n + 3).await;
                assert_eq!(two.line[before as usize..], [format!("2 {second}")]);
                assert!(two.table.taken_back.is_empty());
                one.wait(|table| table.steps == before).await;
                assert_eq!(one.table.taken_back.len(), 1);
                assert!(one.table.taken_back[0].text.ends_with(" takes back a step."), "{:?}", one.table.taken_back);
                one.check_fresh().await;
                two.check_fresh().await;
                return;
            }
        } else {
            somebody_acts(&mut one, &mut two).await;
        }
    }
    panic!("the two never chose at the same time");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_submission_that_is_sent_twice_is_done_once() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = two_at_a_table(&house, "consent").await;
    let (id, after) = (fresh_id(), one.table.n);
    one.submit(id, after, 1, "roll").await;
    one.submit(id, after, 1, "roll").await;
    let known = |message: &Message| matches!(message, Message::Duplicate { .. }).then_some(());
    one.until(known).await;
    assert_eq!(one.line.iter().filter(|step| *step == "1 roll").count(), 1);
    two.wait(|table| table.steps == 2).await;
    // On another connection, and after a restart, it is known as well.
    let (ann, code) = (one.guest.clone(), one.table.code.clone());
    let mut other = ann.join(&code).await;
    other.submit(id, after, 1, "roll").await;
    other.until(known).await;
    drop((one, two, other));
    let house = house.reopen().await;
    let mut later = crate::common::Guest { address: house.address, ..ann }.join(&code).await;
    later.submit(id, after, 1, "roll").await;
    later.until(known).await;
    assert_eq!(later.table.steps, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_seat_counts_its_own_submissions() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = two_at_a_table(&house, "consent").await;
    let mut id = 0;
    while one.table.awaited == [1] {
        let ((seat, action), n) = (one.legal().swap_remove(0), one.table.n);
        id += 1;
        one.submit(id, n, seat, &action).await;
        one.wait(|table| table.n > n).await;
    }
    let n = one.table.n;
    two.wait(|table| table.n == n).await;
    two.submit(1, n, 2, "roll").await;
    two.wait(|table| table.n > n).await;
    assert!(two.line.contains(&"2 roll".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_lets_a_bot_play_is_still_asked_before_dice_are_taken_back() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = two_at_a_table(&house, "consent").await;
    somebody_acts(&mut one, &mut two).await;
    ask(&mut two, json!({ "cover": { "seat": 2, "bot": "greedy" } })).await;
    one.wait(|table| table.seats.seats[1].cover.is_some()).await;
    ask(&mut one, json!({ "undo": { "to": 0, "seat": 1 } })).await;
    two.wait(|table| table.ask.is_some()).await;
    assert_eq!(two.table.steps, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_only_while_somebody_looks() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    let code = ann.open_game("polar-dare", &["greedy", "greedy"]).await;
    let steps = async || {
        let record = ann.get(&format!("/api/tables/{code}/record")).await.json();
        record["steps"].as_array().unwrap().len()
    };
    let begun = steps().await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    assert_eq!(steps().await, begun);
    ann.join(&code).await.wait(|table| table.over.is_some()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_read_again_tells_the_same_turns() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = two_at_a_table(&house, "consent").await;
    while one.table.turn < 2 {
        somebody_acts(&mut one, &mut two).await;
    }
    ask(&mut one, json!({ "undo": { "to": 0, "seat": 1 } })).await;
    two.wait(|table| table.ask.is_some()).await;
    ask(&mut two, json!({ "consent": { "yes": true } })).await;
    one.wait(|table| table.steps == 0).await;
    two.wait(|table| table.steps == 0).await;
    somebody_acts(&mut one, &mut two).await;
    let turns = async |guest: crate::common::Guest| {
        guest.join(&one.table.code).await.table.log.iter().map(|logged| logged.turn).collect::<Vec<_>>()
    };
    let guest = one.guest.clone();
    let before = turns(guest.clone()).await;
    let house = house.reopen().await;
    assert_eq!(
        (turns(crate::common::Guest { address: house.address, ..guest }).await, before),
        (vec![0, 0], vec![0, 0])
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_changes_nothing_is_not_written() {
    let house = House::open(hasty()).await;
    let (mut one, _two) = two_at_a_table(&house, "consent").await;
    let n = one.table.n;
    ask(&mut one, json!({ "back": { "seat": 1 } })).await;
    ask(&mut one, json!({ "say": { "text": "hello" } })).await;
    one.wait(|table| !table.chat.is_empty()).await;
    assert_eq!(one.table.n, n + 1, "only the saying");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_link_takes_the_seat_to_another_device_once() {
    let house = House::open(hasty()).await;
    let (mut one, two) = two_at_a_table(&house, "consent").await;
    let (phone, eve) = (house.guest().await, house.guest().await);
    ask(&mut one, json!({ "link": { "seat": 1 } })).await;
    let path = one
        .until(|message| match message {
            Message::Linked { path, .. } => Some(path.clone()),
            _ => None,
        })
        .await;
    let (page, secret) = path.split_once("#seat=").unwrap();
    assert_eq!(page, format!("/t/{}", one.table.code));
    let claim = json!({ "secret": secret }).to_string();
    let (other, _two) = two_at_a_table(&house, "consent").await;
    let foreign = format!("/api/tables/{}/claim", other.table.code);
    assert!(phone.post(&foreign, &claim).await.problem(403).contains("not for this table"));
    let own = format!("/api/tables/{}/claim", one.table.code);
    assert_eq!(phone.post(&own, &claim).await.status, 200);
    assert!(eve.post(&own, &claim).await.problem(403).contains("has been used"));
    // Both devices act for the seat, and see each other's steps.
    let mut handy = phone.join(&one.table.code).await;
    handy.act(1, "roll").await;
    one.wait(|table| table.steps == 2).await;
    let (seat, action) = one.legal().swap_remove(0);
    one.act(seat, &action).await;
    handy.wait(|table| table.steps >= 3).await;
    let mut spy = eve.join(&one.table.code).await;
    assert!(
        spy.refused(json!({ "submit": { "id": 1, "after": spy.table.n, "seat": 1, "action": "roll" } }))
            .await
            .contains("not yours")
    );
    drop(two);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_covers_whoever_is_away_until_the_person_is_back() {
    let house = House::open(hasty()).await;
    let (mut one, two) = two_at_a_table(&house, "consent").await;
    let refused = one.refused(json!({ "cover": { "seat": 2, "bot": "greedy" } })).await;
    assert!(refused.contains("has not been away"), "{refused}");
    let (bob, code) = (two.guest.clone(), two.table.code.clone());
    drop(two);
    one.wait(|table| table.seats.seats[1].abandoned).await;
    ask(&mut one, json!({ "cover": { "seat": 2, "bot": "greedy" } })).await;
    one.wait(|table| table.seats.seats[1].cover.as_deref() == Some("greedy")).await;
    // The bot plays whole turns for the absent.
    let mut luck = Chance(3);
    one.play_until(&mut luck, |one| one.table.turn >= 3).await;
    assert!(one.line.iter().any(|step| step.starts_with("2 ")));
    let mut two = bob.join(&code).await;
    ask(&mut two, json!({ "back": { "seat": 2 } })).await;
    two.wait(|table| table.seats.seats[1].cover.is_none()).await;
    one.play_until(&mut luck, |one| one.table.awaited == [2]).await;
    two.wait(|table| table.awaited == [2] && !table.choices.is_empty()).await;
    let (seat, action) = two.legal().swap_remove(0);
    two.act(seat, &action).await;
    one.wait(|table| table.n >= two.table.n).await;
    one.check_fresh().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_host_seats_bots_and_starts() {
    let house = House::open(hasty()).await;
    let (ann, bob) = (house.guest().await, house.guest().await);
    let code = ann.open_game("polar-dare", &["me", "open", "open", "open"]).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    assert!(one.table.host && !two.table.host);
    assert!(two.refused(json!({ "seat": { "seat": 3, "bot": "random" } })).await.contains("Only the host"));
    assert!(two.refused(json!("start")).await.contains("Only the host"));
    ask(&mut one, json!({ "seat": { "seat": 3, "bot": "random" } })).await;
    two.wait(|table| table.seats.seats[2].player == "Pip").await;
    ask(&mut one, json!({ "seat": { "seat": 3, "bot": null } })).await;
    two.wait(|table| table.seats.seats[2].player.is_empty()).await;
    two.sit(2).await;
    ask(&mut two, json!({ "stand": { "seat": 2 } })).await;
    two.wait(|table| !table.seats.seats[1].yours).await;
    two.sit(3).await;
    ask(&mut one, json!("start")).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    let names: Vec<&str> = one.table.seats.seats.iter().map(|seat| seat.player.as_str()).collect();
    assert_eq!(names, ["Ann", "Nori", "Ann 2", "Selma"], "nobody is called like somebody else");
    // Who comes late asks the host, and sits down in place of a bot.
    let mut late = house.guest().await.join(&code).await;
    ask(&mut late, json!({ "sit": { "seat": 4, "name": "Zoe", "nonce": "z" } })).await;
    one.wait(|table| !table.seats.requests.is_empty()).await;
    let admit = json!({ "admit": { "id": one.table.seats.requests[0].id, "yes": true } });
    ask(&mut one, admit).await;
    late.wait(|table| table.seats.seats[3].yours).await;
    one.wait(|table| table.seats.seats[3].player == "Zoe" && table.seats.requests.is_empty()).await;
    one.check_fresh().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_record_goes_on_elsewhere_and_a_match_is_played_again() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = two_at_a_table(&house, "consent").await;
    for _ in 0..6 {
        somebody_acts(&mut one, &mut two).await;
    }
    let record = one.guest.get(&format!("/api/tables/{}/record", one.table.code)).await;
    let seed = record.json()["seed"].clone();
    assert!(seed.is_null(), "{seed}");
    let mut mine = record.json();
    mine["seed"] = json!("00".repeat(32));
    let imported = two.guest.post("/api/records", mine.to_string()).await;
    assert_eq!(imported.status, 201, "{}", imported.text());
    let code = imported.json()["code"].as_str().unwrap().to_owned();
    let (mut one, mut two) = (one.guest.join(&code).await, two.guest.join(&code).await);
    assert_eq!((one.line.len(), one.phase()), (one.table.steps as usize, Phase::Playing));
    one.sit(1).await;
    // Whoever brought the match may also let a bot go on; people come in its place.
    assert!(one.refused(json!({ "seat": { "seat": 2, "bot": "greedy" } })).await.contains("Only the host"));
    ask(&mut two, json!({ "seat": { "seat": 2, "bot": "greedy" } })).await;
    two.wait(|table| table.seats.seats[1].player == "Nori").await;
    assert!(two.refused(json!({ "seat": { "seat": 2, "bot": "hard" } })).await.contains("has begun"));
    two.sit(2).await;
    let (mut first, mut second) = (Chance(4), Chance(5));
    tokio::join!(one.play_out(&mut first), two.play_out(&mut second));
    one.check_fresh().await;
    let record = one.guest.get(&format!("/api/tables/{code}/record")).await;
    let record = Record::read(&record.text()).unwrap();
    let luck = record.luck.as_ref().expect("this table's part of the dice is proven");
    assert!(record.seed.is_none() && luck.from > 0, "nobody brings the dice along");
    assert_eq!(luck.additions[0], "luck of 1");
    let verified = games().get(&record.game).unwrap().verify(&record).unwrap();
    assert_eq!((verified.elsewhere, verified.fixed), (luck.from, true));

    ask(&mut one, json!("rematch")).await;
    let again = two
        .until(|message| match message {
            Message::Again { code } => Some(code.clone()),
            _ => None,
        })
        .await;
    ask(&mut two, json!("rematch")).await;
    two.wait(|table| table.again.as_ref() == Some(&again)).await;
    // What is said afterwards follows without a gap.
    two.send(&Command::Say { text: "Again?".to_owned() }).await;
    one.wait(|table| table.chat.last().is_some_and(|said| said.text == "Again?")).await;
    // The match waits until everybody has come and added to its luck.
    let mut once_more = one.guest.join(&again).await;
    assert_eq!(once_more.phase(), Phase::Gathering);
    let _other = two.guest.join(&again).await;
    once_more.wait(|table| table.seats.phase == Phase::Playing).await;
    assert_eq!(once_more.table.steps, 0);
    assert!(once_more.table.seats.seats[1].yours && !once_more.table.seats.seats[0].yours);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_plan_looks_ahead_and_changes_nothing() {
    let house = House::open(hasty()).await;
    let (ann, bob) = (house.guest().await, house.guest().await);
    let code = ann.open(json!({ "game": "ice-breakers", "seats": ["me", "open"] })).await;
    let (mut one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    two.sit(2).await;
    one.wait(|table| table.seats.phase == Phase::Playing).await;
    two.wait(|table| table.seats.phase == Phase::Playing).await;
    assert_eq!(two.table.awaited, [1], "seat 1 begins");

    let plan = |actions: Vec<String>| Command::Plan { id: 7, actions };
    let planned = async |visitor: &mut Visitor, actions: Vec<String>| {
        visitor.send(&plan(actions)).await;
        let found =
            |message: &Message| if let Message::Planned(planned) = message { Some(planned.clone()) } else { None };
        visitor.until(found).await
    };
    // Whose turn it is not plans for the one whose turn it is.
    let begun = planned(&mut two, Vec::new()).await;
    assert_eq!((begun.id, begun.choices[0].seat), (7, 1));
    assert_eq!(begun.view, two.table.view);
    let power = one.legal().into_iter().find(|(_, words)| words.starts_with("power ")).expect("a card to play").1;
    let ahead = planned(&mut two, vec![power.clone(), "move 1 h1".to_owned(), power.clone()]).await;
    assert_eq!(ahead.actions, [power.as_str()], "it is cut off before what the rules do not allow");
    assert_ne!(ahead.view, two.table.view);

    // Why something cannot be done is asked of the plan, too.
    let why = |plan: Value| json!({ "why": { "id": 8, "seat": 2, "actions": [power], "plan": plan } });
    let refused = two.refused(why(json!([power]))).await;
    assert!(refused.contains("4."), "a second Power card: {refused}");
    two.send_text(&why(json!([])).to_string()).await;
    two.until(|message| matches!(message, Message::Allowed { id: 8, .. }).then_some(())).await;
    two.check_fresh().await;

    // A plan that is shown reaches everybody.
    two.send(&Command::Propose { actions: vec![power.clone()] }).await;
    let shown = one.until(|message| match message {
        Message::Proposed { seat, actions, .. } => Some((*seat, actions.clone())),
        _ => None,
    });
    assert_eq!(shown.await, (Some(2), vec![power]));
    one.check_fresh().await;
}

/// Against bots a hint is something that can be done, with a reason; against people there is none.
#[tokio::test(flavor = "multi_thread")]
async fn a_hint_can_be_done_and_says_why() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    for game in ["polar-dare", "rescue-polar-bears", "ice-breakers", "polar-roller"] {
        let mut one = ann.join(&ann.open_game(game, &["me", "random"]).await).await;
        one.wait(|table| !table.choices.is_empty()).await;
        let (seat, _) = one.legal().remove(0);
        ask(&mut one, json!({ "hint": { "seat": seat } })).await;
        let hint = one
            .until(|message| match message {
                Message::Hinted(hint) => Some(hint.clone()),
                _ => None,
            })
            .await;
        assert!(one.legal().contains(&(seat, hint.actions[0].clone())), "{game}: {hint:?}");
        assert!(
            hint.text.starts_with("Try: ") && hint.text.ends_with('.') && hint.why.ends_with('.'),
            "{game}: {hint:?}"
        );
        assert!(hint.text.chars().count() + hint.why.chars().count() <= 160, "{game}: {hint:?}");
        assert!(one.table.seats.hints, "{game}: whoever may ask is told so");
        if hint.n == one.table.n {
            one.act(seat, &hint.actions[0]).await;
        }
    }
    let (mut one, mut two) = two_at_a_table(&house, "own").await;
    for (visitor, seat) in [(&mut one, 1), (&mut two, 2)] {
        let why = visitor.refused(json!({ "hint": { "seat": seat } })).await;
        assert!(why.contains("between people") || why.contains("not your turn"), "{why}");
        assert!(!visitor.table.seats.hints, "what is refused is not offered");
    }
    let why = one.refused(json!({ "hint": { "seat": 2 } })).await;
    assert!(!why.is_empty());
    house.check_well().await;
}
