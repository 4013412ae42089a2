//! Where all play together bots answer what people show them, and let them speak up.

use std::time::Duration;

use polynya_catalog::{Stance, Suggestion};
use polynya_engine::{Record, Seat};
use polynya_server::Config;
use polynya_server::protocol::{Answer, Answered, Command, Message};
use serde_json::json;

use crate::common::{Chance, House, Visitor, games, hasty};

/// Longer than any test takes.
const LONG: Duration = Duration::from_secs(3_600);

const TOGETHER: [&str; 2] = ["rescue-polar-bears", "ice-breakers"];

/// Ann and a bot; Ann makes a plan when the bot's turn begins, so that it waits.
async fn bots_turn(house: &House, game: &str) -> Visitor {
    let ann = house.guest().await;
    let mut one = ann.join(&ann.open_game(game, &["me", "normal"]).await).await;
    one.send(&Command::Draft { on: true }).await;
    one.play_until(&mut Chance(1), |visitor| visitor.table.awaited == [2]).await;
    one
}

/// A table at which it is a bot's turn, and what the bot would do. In some deals it might as well end its turn at once;
/// those are passed over.
async fn bots_turn_and_plan(house: &House, game: &str) -> (Visitor, Vec<String>) {
    bots_turn_and_plan_that(house, game, |_| true).await
}

/// The same; deals in which its plan is of another kind are passed over too.
async fn bots_turn_and_plan_that(
    house: &House,
    game: &str,
    suits: impl Fn(&[String]) -> bool,
) -> (Visitor, Vec<String>) {
    for _ in 0..30 {
        let one = bots_turn(house, game).await;
        if let Some(plan) = own_plan(&one).await.filter(|plan| suits(plan)) {
            return (one, plan);
        }
    }
    panic!("in 30 deals of {game} the bot would as soon do nothing, or something else");
}

/// What the bot would do: whoever proposes nonsense is told.
async fn own_plan(one: &Visitor) -> Option<Vec<String>> {
    let path = format!("/api/tables/{}/record", one.table.code);
    let record = Record::read(&one.guest.get(&path).await.text()).unwrap();
    let games = games();
    let game = games.get(&one.table.game).unwrap();
    assert_eq!(record.steps.len(), one.line.len(), "the bot waits");
    let position = game.view(&record, record.steps.len()).unwrap().to_bytes();
    // Each game knows one of these words.
    let nonsense = ["end", "pass"].into_iter().map(|word| Suggestion::Plan(vec![word.to_owned()]));
    let mut opinions = nonsense.filter_map(|plan| game.opinion(&position, Seat::numbered(2).unwrap(), &plan).ok());
    opinions.find(|opinion| opinion.stance == Stance::Declines).map(|opinion| opinion.plan)
}

async fn propose(one: &mut Visitor, actions: &[String]) -> Answered {
    one.send(&Command::Propose { actions: actions.to_vec() }).await;
    let id = one
        .until(|message| match message {
            Message::Proposed { id, .. } => Some(*id),
            _ => None,
        })
        .await;
    answer(one, id).await
}

async fn answer(one: &mut Visitor, id: u32) -> Answered {
    one.until(|message| match message {
        Message::Answered(answered) if answered.to == id => Some(answered.clone()),
        _ => None,
    })
    .await
}

/// Waits until the bot has done this much, and returns it.
async fn done(one: &mut Visitor, before: usize, actions: &[String]) -> Vec<String> {
    let mine = |line: &[String]| -> Vec<String> {
        line[before..].iter().filter_map(|step| step.strip_prefix("2 ").map(str::to_owned)).collect()
    };
    while mine(&one.line).len() < actions.len() && one.table.over.is_none() {
        one.next().await;
    }
    mine(&one.line)[..actions.len()].to_vec()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_does_a_plan_that_is_as_good_as_its_own() {
    let house = House::open(Config { patience: LONG, ..hasty() }).await;
    for game in TOGETHER {
        let (mut one, plan) = bots_turn_and_plan(&house, game).await;
        let before = one.line.len();
        let answered = propose(&mut one, &plan).await;
        assert_eq!((answered.answer, answered.text.as_str()), (Answer::Agrees, "That's my plan too."), "{game}");
        assert_eq!((answered.seat, &answered.actions), (2, &plan));
        assert_eq!(done(&mut one, before, &plan).await, plan, "{game}: it keeps its word");
        one.check_fresh().await;
    }
    house.check_well().await;
}

/// The same ice, broken in another order.
#[tokio::test(flavor = "multi_thread")]
async fn a_bot_does_a_plan_that_is_not_its_own_and_no_worse() {
    let house = House::open(Config { patience: LONG, ..hasty() }).await;
    let clears = |plan: &[String]| -> Vec<usize> {
        let numbered = plan.iter().enumerate();
        numbered.filter(|(_, action)| action.starts_with("clear ")).map(|(index, _)| index).collect()
    };
    let breaks_ice_twice = |plan: &[String]| clears(plan).len() > 1;
    let (mut one, mut plan) = bots_turn_and_plan_that(&house, "ice-breakers", breaks_ice_twice).await;
    let before = one.line.len();
    let [first, second, ..] = clears(&plan)[..] else { unreachable!("it breaks ice twice") };
    plan.swap(first, second);
    let answered = propose(&mut one, &plan).await;
    assert_eq!((answered.answer, answered.text.as_str()), (Answer::Adopts, "I'll do that."), "{answered:?}");
    assert_eq!(done(&mut one, before, &plan).await, plan, "it keeps its word");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_says_why_it_would_rather_do_something_else() {
    let house = House::open(Config { patience: LONG, ..hasty() }).await;
    for (game, foolish) in TOGETHER.into_iter().zip(["end", "pass"]) {
        let (mut one, _) = bots_turn_and_plan(&house, game).await;
        let before = one.line.len();
        let answered = propose(&mut one, &[foolish.to_owned()]).await;
        assert_eq!(answered.answer, Answer::Declines, "{game}: {answered:?}");
        assert!(answered.text.starts_with("I'd rather “") && answered.text.contains("”"), "{game}: {answered:?}");
        assert!(!answered.actions.contains(&foolish.to_owned()), "{answered:?}");
        assert_eq!(done(&mut one, before, &answered.actions).await, answered.actions, "{game}: it keeps its word");
    }
    house.check_well().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_says_which_rule_forbids_a_plan() {
    let house = House::open(Config { patience: LONG, ..hasty() }).await;
    for (game, illegal) in TOGETHER.into_iter().zip(["unload", "move 1 h1"]) {
        let mut one = bots_turn(&house, game).await;
        let answered = propose(&mut one, &[illegal.to_owned()]).await;
        assert_eq!((answered.answer, answered.actions.len()), (Answer::Unable, 0), "{game}: {answered:?}");
        assert!(answered.text.starts_with("I can't do that: "), "{game}: {answered:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bot_answers_whoever_points_at_a_place() {
    let house = House::open(Config { patience: LONG, ..hasty() }).await;
    for (game, nowhere) in TOGETHER.into_iter().zip(["zz", "h99"]) {
        // Another table where the deal gives a plan without a place. Places are the longer words; cards and ships are
        // numbers.
        let (mut one, place) = loop {
            let (one, plan) = bots_turn_and_plan(&house, game).await;
            let mut words = plan.iter().flat_map(|action| action.split(' ').skip(1));
            if let Some(place) = words.find(|word| word.parse::<u8>().is_err()) {
                break (one, place.to_owned());
            }
        };
        let place = place.as_str();
        let before = one.line.len();
        let ping = async |one: &mut Visitor, place: &str| {
            one.send(&Command::Ping { place: place.to_owned() }).await;
            let id = one.until(|message| match message {
                Message::Pinged { id, .. } => Some(*id),
                _ => None,
            });
            let id = id.await;
            answer(one, id).await
        };
        let unable = ping(&mut one, nowhere).await;
        assert_eq!(unable.answer, Answer::Unable, "{unable:?}");
        assert_eq!(unable.text, format!("I can't do anything about {nowhere} in this turn."));
        let answered = ping(&mut one, place).await;
        assert!(answered.answer != Answer::Unable, "{game}: {answered:?}");
        if matches!(answered.answer, Answer::Agrees | Answer::Adopts) {
            assert!(answered.text.starts_with(&format!("I'll see to {place}: “")), "{answered:?}");
            let touches = |action: &String| action.split(' ').any(|word| word == place);
            assert!(answered.actions.iter().any(touches), "{game}: {answered:?}");
        }
        one.send(&Command::Draft { on: false }).await;
        assert_eq!(done(&mut one, before, &answered.actions).await, answered.actions, "{game}: it keeps its word");
    }
}

/// Patience has an end, and watchers have no say.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_holds_the_bots_up_for_ever() {
    let house = House::open(Config { patience: Duration::ZERO, ..hasty() }).await;
    let mut one = bots_turn(&house, "ice-breakers").await;
    one.wait(|table| table.awaited == [1]).await;

    let patient = House::open(Config { patience: LONG, ..hasty() }).await;
    let (ann, eve) = (patient.guest().await, patient.guest().await);
    let code = ann.open_game("ice-breakers", &["me", "normal"]).await;
    let (mut one, mut watcher) = (ann.join(&code).await, eve.join(&code).await);
    watcher.send(&Command::Draft { on: true }).await;
    watcher.send(&Command::Describe).await;
    watcher.until(|message| matches!(message, Message::Described { .. }).then_some(())).await;
    one.play_until(&mut Chance(1), |visitor| visitor.table.awaited == [2]).await;
    one.wait(|table| table.awaited == [1]).await;
    // Whoever leaves waits no more.
    let mut gone = ann.join(&code).await;
    gone.send(&Command::Draft { on: true }).await;
    gone.send(&Command::Describe).await;
    gone.until(|message| matches!(message, Message::Described { .. }).then_some(())).await;
    one.play_until(&mut Chance(2), |visitor| visitor.table.awaited == [2]).await;
    drop(gone);
    one.wait(|table| table.awaited == [1]).await;
}

/// Where everybody plays for themselves a plan is shown to people alone.
#[tokio::test(flavor = "multi_thread")]
async fn rivals_do_not_answer() {
    let house = House::open(Config { patience: LONG, ..hasty() }).await;
    let ann = house.guest().await;
    let mut one = ann.join(&ann.open_game("polar-dare", &["me", "normal"]).await).await;
    one.send(&Command::Draft { on: true }).await;
    one.play_until(&mut Chance(1), |visitor| visitor.table.awaited == [2] || visitor.table.turn > 0).await;
    one.send_text(&json!({ "propose": { "actions": ["roll"] } }).to_string()).await;
    let mut answers = 0;
    while one.table.turn < 2 {
        if matches!(one.next().await, Message::Answered(_)) {
            answers += 1;
        }
        if one.table.awaited == [1] {
            let (seat, action) = one.legal().swap_remove(0);
            one.act(seat, &action).await;
        }
    }
    assert_eq!(answers, 0);
}
