//! Twelve people play Polar Roller at the same time over real sockets: how long Done and the next phase take.
//!
//! `cargo test --release --package polynya-server --test server simultaneous -- --nocapture` prints the figures.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::time::{Duration, Instant};

use crate::common::{Chance, House, Visitor, fresh_id, hasty};
use polynya_engine::Seat;
use polynya_server::protocol::{LogEntry, Message};
use serde_json::json;
use tokio::task::JoinSet;

const SEATS: u8 = 12;

/// What one person saw of a match.
#[derive(Default)]
struct Seen {
    /// How long it took until an own Done was acknowledged.
    acknowledged: Vec<Duration>,
    /// When an own Done that ended a phase was sent, by the number of its entry.
    sent: BTreeMap<u32, Instant>,
    /// When the next phase was there, by the number of that entry.
    next_phase: BTreeMap<u32, Instant>,
}

#[tokio::test(flavor = "multi_thread")]
async fn twelve_people_are_told_at_once() {
    let house = House::open(hasty()).await;
    let host = house.guest().await;
    let seats = ["me"].into_iter().chain(["open"; SEATS as usize - 1]).collect::<Vec<&str>>();
    let code = host.open(json!({ "game": "polar-roller", "seats": seats })).await;
    let mut people = vec![host.join(&code).await];
    for seat in 2..=SEATS {
        let mut visitor = house.guest().await.join(&code).await;
        visitor.sit(seat).await;
        people.push(visitor);
    }
    let mut playing = JoinSet::new();
    for (seat, visitor) in (1..).zip(people) {
        playing.spawn(play(visitor, seat));
    }
    let all: Vec<Seen> = playing.join_all().await;

    let acknowledged: Vec<Duration> = all.iter().flat_map(|seen| &seen.acknowledged).copied().collect();
    let sent: BTreeMap<u32, Instant> = all.iter().flat_map(|seen| &seen.sent).map(|(n, at)| (*n, *at)).collect();
    let told = |seen: &Seen, n: u32, at: Instant| seen.next_phase[&n].duration_since(at);
    let phases: Vec<Duration> =
        sent.iter().flat_map(|(&n, &at)| all.iter().map(move |seen| told(seen, n, at))).collect();
    // Twelve rounds with two phases each, and every one of them was told to everybody.
    assert_eq!((acknowledged.len(), phases.len()), (24 * 12, 24 * 12));
    figures("done is acknowledged", acknowledged, Duration::from_millis(100));
    figures("the next phase is there", phases, Duration::from_millis(500));
    house.check_well().await;
}

/// Plays a seat to the end, any legal action after the other, Done as soon as nothing else is left.
async fn play(mut visitor: Visitor, seat: u8) -> Seen {
    let (mut luck, mut seen, mut waiting) = (Chance(u64::from(seat)), Seen::default(), None);
    while visitor.table.over.is_none() {
        let legal = visitor.legal();
        if waiting.is_none() && !legal.is_empty() {
            let action = &legal[luck.below(legal.len())].1;
            let id = fresh_id();
            waiting = Some((NonZeroU64::new(id), Instant::now()));
            visitor.submit(id, visitor.table.n, seat, action).await;
        }
        match visitor.next().await {
            Message::Step { update, .. } => {
                let own = |entry: &&LogEntry| entry.seat == Seat::numbered(usize::from(seat));
                let done = update.entries.iter().rfind(own).is_some_and(|entry| entry.words == "done");
                let now = Instant::now();
                let ends_phase = update.from.is_some() || update.over.is_some();
                if ends_phase {
                    seen.next_phase.insert(update.n, now);
                }
                let Some((_, at)) = waiting.take_if(|(id, _)| *id == update.id) else { continue };
                if done {
                    seen.acknowledged.push(now - at);
                }
                if ends_phase {
                    seen.sent.insert(update.n, at);
                }
            }
            Message::Refused(refused) => panic!("{refused:?}"),
            Message::Invalid { .. } => waiting = None,
            _ => {}
        }
    }
    seen
}

/// Prints how long it took. On a quiet machine (`POLYNYA_QUIET`) 99 of 100 keep the bar; elsewhere the time says more about
/// the machine.
fn figures(what: &str, mut times: Vec<Duration>, bar: Duration) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    println!("{what}: p50 {:.2?}, p99 {:.2?}, max {:.2?} ({} times)", at(0.5), at(0.99), at(1.0), times.len());
    if std::env::var_os("POLYNYA_QUIET").is_some() {
        assert!(at(0.99) <= bar, "{what}: 99 of 100 within {:?}", at(0.99));
    }
}
