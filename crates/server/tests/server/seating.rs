//! Who begins, and with which pieces everybody plays: settled at the table before the match.

use std::collections::HashMap;

use crate::common::{Chance, House, Visitor, hasty};
use polynya_engine::{Luck, Seed};
use polynya_server::protocol::{First, Phase, SeatNumber};
use serde_json::{Value, json};

async fn tell(visitor: &mut Visitor, command: Value) {
    visitor.send_text(&command.to_string()).await;
}

/// Ann has opened a table with a seat for Bob and one for a bot, and both are there.
async fn gathered(house: &House, game: &str, more: Value) -> (Visitor, Visitor) {
    let (ann, mut bob) = (house.guest().await, house.guest().await);
    bob.name = "Bob".to_owned();
    let mut table = json!({ "game": game, "seats": ["me", "open", "random"], "name": "Ann" });
    table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let code = ann.open(table).await;
    let (one, two) = (ann.join(&code).await, bob.join(&code).await);
    (one, two)
}

async fn begun(visitor: &mut Visitor) {
    visitor.wait(|table| table.seats.phase == Phase::Playing).await;
}

/// Who sits where, and what the table calls each seat.
fn players(visitor: &Visitor) -> Vec<&str> {
    visitor.table.seats.seats.iter().map(|seat| seat.player.as_str()).collect()
}

fn names(visitor: &Visitor) -> Vec<&str> {
    visitor.table.seats.seats.iter().map(|seat| seat.name.as_str()).collect()
}

fn own(visitor: &Visitor) -> Vec<SeatNumber> {
    visitor.table.seats.seats.iter().filter(|seat| seat.yours).map(|seat| seat.seat).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_asks_waits_for_the_answer_and_keeps_neighbours() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = gathered(&house, "rescue-polar-bears", json!({ "first": "asked" })).await;
    assert_eq!(one.table.seats.first, First::Asked);
    let mut eve = house.guest().await.join(&one.table.code).await;
    assert!(eve.refused(json!({ "begins": { "seat": 1 } })).await.contains("Only people at the table"));
    assert!(one.refused(json!({ "begins": { "seat": 2 } })).await.contains("Nobody sits on seat 2"));
    assert!(one.refused(json!({ "begins": { "seat": 4 } })).await.contains("no such seat (4)"));
    tell(&mut one, json!({ "begins": { "seat": 3 } })).await;
    one.wait(|table| table.seats.begins == Some(3)).await;
    // Whoever named somebody may think better of it as long as a seat is free.
    tell(&mut one, json!({ "begins": { "seat": 1 } })).await;
    one.wait(|table| table.seats.begins == Some(1)).await;
    tell(&mut one, json!({ "first": { "first": "random" } })).await;
    one.wait(|table| table.seats.begins.is_none() && table.seats.first == First::Random).await;
    tell(&mut one, json!({ "first": { "first": "asked" } })).await;
    one.wait(|table| table.seats.first == First::Asked).await;
    two.sit(2).await;
    two.check_fresh().await;
    assert_eq!((two.phase(), players(&two)[..2].to_vec()), (Phase::Gathering, vec!["Ann", "Bob"]));
    let bot = players(&two)[2].to_owned();
    assert!(two.refused(json!({ "first": { "first": "seats" } })).await.contains("Only the host"));
    tell(&mut two, json!({ "begins": { "seat": 2 } })).await;
    begun(&mut two).await;
    begun(&mut one).await;
    assert_eq!(players(&one), ["Bob", &bot, "Ann"]);
    assert_eq!((own(&one), own(&two), one.table.awaited.clone()), (vec![3], vec![1], vec![1]));
    assert!(one.refused(json!({ "begins": { "seat": 1 } })).await.contains("has begun"));
    one.check_fresh().await;
    // The lobby and the file know it too.
    let (ann, bob, code) = (one.guest.clone(), two.guest.clone(), one.table.code.clone());
    drop((one, two, eve));
    let house = house.reopen().await;
    let lobby = house.same(&bob).get("/api/lobby").await.json();
    assert_eq!(lobby["yours"][0]["seats"][0]["player"], "Bob");
    let (one, mut two) = (house.same(&ann).join(&code).await, house.same(&bob).join(&code).await);
    assert_eq!(players(&one), ["Bob", &bot, "Ann"]);
    assert_eq!(own(&one), [3]);
    let (seat, action) = two.legal().swap_remove(0);
    two.act(seat, &action).await;
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_named_and_leaves_does_not_begin() {
    let house = House::open(hasty()).await;
    let (mut one, mut two) = gathered(&house, "polar-roller", json!({ "first": "asked" })).await;
    // One more seat stays free, so that nothing begins yet.
    tell(&mut one, json!({ "seat": { "seat": 3, "bot": null } })).await;
    two.sit(2).await;
    tell(&mut two, json!({ "begins": { "seat": 2 } })).await;
    two.wait(|table| table.seats.begins == Some(2)).await;
    tell(&mut two, json!({ "stand": { "seat": 2 } })).await;
    two.wait(|table| table.seats.begins.is_none()).await;
    // The host need not wait for an answer.
    tell(&mut one, json!("start")).await;
    begun(&mut one).await;
    assert_eq!(own(&one), [1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_dealt_by_chance_that_nobody_chooses() {
    let house = House::open(hasty()).await;
    let mut firsts = [0; 3];
    for round in 0..12 {
        let (mut one, mut two) =
            gathered(&house, "polar-dare", json!({ "first": "random", "options": {"turn_limit": 1} })).await;
        let bot = players(&one)[2].to_owned();
        tell(&mut two, json!({ "sit": { "seat": 2, "name": "Bob", "nonce": format!("round {round}") } })).await;
        begun(&mut one).await;
        begun(&mut two).await;
        let before = ["Ann", "Bob", &bot];
        let former = |player: &&str| 1 + before.iter().position(|name| name == player).unwrap() as SeatNumber;
        let order: Vec<SeatNumber> = players(&one).iter().map(former).collect();
        firsts[usize::from(order[0]) - 1] += 1;
        while one.table.over.is_none() {
            for visitor in [&mut one, &mut two] {
                if let Some((seat, action)) = visitor.legal().into_iter().next() {
                    visitor.act(seat, &action).await;
                }
            }
            one.check_fresh().await;
        }
        let record = one.guest.get(&format!("/api/tables/{}/record", one.table.code)).await;
        let luck = record.json()["luck"].clone();
        let added: Vec<&str> =
            luck["additions"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
        // The record tells what everybody added as they sat before, who was a bot, and how they were dealt.
        assert_eq!(added[1..], [format!("round {round}").as_str(), "bot"]);
        assert_eq!(luck["stood"], json!({ "first": "random", "bots": [3], "order": order }));
        let secret: Seed = luck["secret"].as_str().unwrap().parse().unwrap();
        let mut chance = secret.mix(added.iter().map(|text| text.as_bytes()).chain([b"seats".as_slice()])).draw(0);
        let mut dealt = vec![1, 2, 3];
        for last in [2, 1] {
            dealt.swap(last, chance.below(last as u32 + 1) as usize);
        }
        assert_eq!(order, dealt);
        let verdict = one.guest.post("/api/verify", record.text()).await.json();
        assert_eq!((&verdict["honest"], &verdict["fixed"]), (&json!(true), &json!(true)), "{verdict}");
    }
    // One in 130 runs would have somebody who never begins, three times as many for all three.
    assert!(firsts.iter().filter(|&&count| count > 0).count() > 1, "{firsts:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn people_choose_their_pieces_and_keep_them() {
    let house = House::open(hasty()).await;
    let options = json!({ "first": "asked", "options": { "turn_limit": 1 } });
    let (mut one, mut two) = gathered(&house, "polar-dare", options).await;
    assert_eq!(names(&one), ["Red", "Blue", "Green"]);
    assert!(one.refused(json!({ "set": { "seat": 1, "set": 5 } })).await.contains("Red, Blue, Green, Yellow"));
    assert!(one.refused(json!({ "set": { "seat": 3, "set": 1 } })).await.contains("not yours"));
    tell(&mut one, json!({ "set": { "seat": 1, "set": 3 } })).await;
    one.wait(|table| table.seats.seats[0].name == "Green").await;
    // The bot had Green, and takes what is free.
    assert_eq!(names(&one), ["Green", "Blue", "Red"]);
    assert_eq!(one.table.seats.seats[0].said.as_deref(), Some("Red"));
    two.sit(2).await;
    assert!(two.refused(json!({ "set": { "seat": 2, "set": 3 } })).await.contains("Green is taken (Ann)"));
    tell(&mut two, json!({ "set": { "seat": 2, "set": 4 } })).await;
    two.wait(|table| table.seats.seats[1].name == "Yellow").await;
    two.check_fresh().await;
    tell(&mut two, json!({ "begins": { "seat": 2 } })).await;
    begun(&mut one).await;
    begun(&mut two).await;
    assert_eq!(names(&one), ["Yellow", "Red", "Green"]);
    assert_eq!(players(&one)[2], "Ann");
    let sets: Vec<_> = one.table.seats.seats.iter().map(|seat| seat.set).collect();
    assert_eq!(sets, [Some(4), Some(1), None]);
    assert!(one.refused(json!({ "set": { "seat": 3, "set": 2 } })).await.contains("has begun"));
    // Bob plays, and asks for a rematch: everybody keeps what they have chosen, and the table asks again.
    while two.table.over.is_none() {
        if let Some((seat, action)) = two.legal().into_iter().next() {
            two.act(seat, &action).await;
        }
        two.check_fresh().await;
    }
    tell(&mut two, json!("rematch")).await;
    two.wait(|table| table.again.is_some()).await;
    let (ann, bob, code) = (one.guest.clone(), two.guest.clone(), two.table.again.clone().unwrap());
    drop((one, two));
    let house = house.reopen().await;
    let again = house.same(&ann).join(&code).await;
    assert_eq!(again.phase(), Phase::Gathering);
    let chosen: Vec<(&str, &str)> = players(&again).into_iter().zip(names(&again)).collect();
    assert!(chosen.contains(&("Ann", "Green")) && chosen.contains(&("Bob", "Yellow")), "{chosen:?}");
    let mut two = house.same(&bob).join(&code).await;
    let bobs = own(&two)[0];
    tell(&mut two, json!({ "begins": { "seat": bobs } })).await;
    begun(&mut two).await;
    assert_eq!((own(&two), names(&two)[0]), (vec![1], "Yellow"));
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_from_elsewhere_keeps_its_box_and_the_colours_of_its_seats() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    let die = json!(["P4", "P2", "B3", "P3", "P3", "P3"]);
    let record = json!({
        "polynya": 1, "game": "polar-dare", "rules": 1, "seats": 3, "options": { "box": { "die": die } },
        "sets": [4, 1, 2], "steps": ["1 roll", "* P4"], "result": null,
    });
    let imported = ann.post("/api/records", record.to_string()).await;
    assert_eq!(imported.status, 201, "{}", imported.text());
    let code = imported.json()["code"].as_str().unwrap().to_owned();
    let seen = ann.join(&code).await;
    assert_eq!(names(&seen), ["Yellow", "Red", "Blue"]);
    assert_eq!(seen.table.options["box"]["die"], die);
    drop(seen);
    let house = house.reopen().await;
    let again = house.same(&ann).get(&format!("/api/tables/{code}/record")).await.json();
    assert_eq!(again["sets"], record["sets"]);
    assert_eq!(again["options"]["box"]["die"], die);
    assert_eq!(again["box"].as_str().map(str::len), Some(64));
    let mut wrong = record.clone();
    wrong["sets"] = json!([4, 4, 2]);
    let refused = house.same(&ann).post("/api/records", wrong.to_string()).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    assert!(refused.text().contains("3 different numbers from 1 to 4"), "{}", refused.text());
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_at_one_screen_is_opened_with_everything_settled() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    let table = json!({
        "game": "piecepack-dare", "seats": ["me", "me"], "names": ["Ann", "Ben"], "sets": [0, 4], "first": "seats",
    });
    let mut one = ann.join(&ann.open(table).await).await;
    begun(&mut one).await;
    assert_eq!(names(&one), ["Suns", "Arms"]);
    for (sets, problem) in [
        (json!({ "game": "polar-dare", "seats": ["me", "me"], "sets": [2, 2] }), "Blue is taken"),
        (json!({ "game": "polar-dare", "seats": ["me", "random"], "sets": [0, 2] }), "not yours"),
        (json!({ "game": "ice-breakers", "seats": ["me", "me"], "sets": [2] }), "nobody chooses pieces"),
        (json!({ "game": "polar-dare", "seats": ["me", "me"], "first": "tallest" }), "tallest"),
    ] {
        let answer = ann.post("/api/tables", sets.to_string()).await;

        assert!(answer.problem(if problem == "tallest" { 400 } else { 409 }).contains(problem), "{}", answer.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_the_tiles_that_lie_and_a_rematch_does_not() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    let table = json!({ "game": "rescue-polar-bears", "seats": ["me", "me"], "options": { "turn_limit": 2, "rough_road": true } });
    let mut one = ann.join(&ann.open(table).await).await;
    begun(&mut one).await;
    assert!(one.refused(json!("restart")).await.contains("not over"));
    one.play_out(&mut Chance(5)).await;
    let before = one.table.options.clone();
    let lying = tiles(&one.line);
    tell(&mut one, json!("restart")).await;
    one.wait(|table| table.again.is_some()).await;
    let mut two = ann.join(&one.table.again.clone().unwrap()).await;
    begun(&mut two).await;
    let kept = two.table.options["kept"].as_object().unwrap().clone();
    // Two turns remove little: most of what was dealt stays, where it lay.
    assert!(kept.len() > 15, "{kept:?}");
    for (hex, tile) in &kept {
        assert_eq!(lying.get(hex.as_str()).map(String::as_str), tile.as_str(), "{hex}");
    }
    let dealt = two.line.iter().filter(|step| step.starts_with("* tile ")).count();
    assert_eq!(dealt, 37 - kept.len());
    assert!(two.table.highlights.len() > one.table.highlights.len(), "{:?}", two.table.highlights);
    // Whoever has the record can replay it; the match after that may begin with a whole new sea.
    two.play_out(&mut Chance(6)).await;
    let record = ann.get(&format!("/api/tables/{}/record", two.table.code)).await;
    assert_eq!(record.json()["options"]["kept"].as_object(), Some(&kept));
    assert_eq!(ann.post("/api/verify", record.text()).await.json()["holds"], true);
    tell(&mut two, json!("rematch")).await;
    two.wait(|table| table.again.is_some()).await;
    let three = ann.join(&two.table.again.clone().unwrap()).await;
    assert_eq!(three.table.options, before);
}

/// The tiles that were dealt, by hex: column by column from b, from north to south.
fn tiles(steps: &[String]) -> HashMap<String, String> {
    let columns = [('b', 2..=5), ('c', 2..=6), ('d', 2..=7), ('e', 2..=8), ('f', 2..=7), ('g', 2..=6), ('h', 2..=5)];
    let hexes = columns.into_iter().flat_map(|(column, rows)| rows.map(move |row| format!("{column}{row}")));
    let dealt = steps.iter().filter_map(|step| step.strip_prefix("* tile "));
    hexes.zip(dealt.map(str::to_owned)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn another_game_right_away_keeps_the_ice() {
    let house = House::open(hasty()).await;
    let ann = house.guest().await;
    let options = json!({ "introductory": true, "map": "easy" });
    let table = json!({ "game": "ice-breakers", "seats": ["me", "me"], "options": options });
    let mut one = ann.join(&ann.open(table).await).await;
    begun(&mut one).await;
    let laid: Vec<u64> = one.line.iter().filter_map(|step| step.strip_prefix("* ice ")?.parse().ok()).collect();
    one.play_out(&mut Chance(7)).await;
    let turned: Vec<_> = one.line.iter().filter_map(|step| step.strip_prefix("* report ").map(str::to_owned)).collect();
    tell(&mut one, json!("restart")).await;
    one.wait(|table| table.again.is_some()).await;
    let mut two = ann.join(&one.table.again.clone().unwrap()).await;
    begun(&mut two).await;
    assert_eq!(two.table.options["kept_ice"], json!(laid));
    let order = if turned.len() == 20 { json!(turned) } else { Value::Null };
    assert_eq!(two.table.options["report_order"], order);
    assert!(!two.line.iter().any(|step| step.starts_with("* ice ")));
    // In a race nothing is kept.
    let race = json!({ "game": "polar-dare", "seats": ["me", "me"], "options": { "turn_limit": 1 } });
    let mut race = ann.join(&ann.open(race).await).await;
    begun(&mut race).await;
    race.play_out(&mut Chance(8)).await;
    assert!(race.refused(json!("restart")).await.contains("keeps nothing"));
}
