//! Everything is done once, whatever is sent again: over take-backs, consent, several devices of one person, and
//! connections that break at any moment.
//!
//! `POLYNYA_OPERATIONS` says how much happens at each table; the nightly run asks for more.

use std::collections::HashMap;

use crate::common::{Chance, Guest, House, Visitor, fresh_id, hasty};
use polynya_engine::Seat;
use polynya_server::protocol::{Command, Message, Phase, SeatNumber, Submit};
use polynya_server::room::Entry;
use serde_json::json;

/// What is known of a submission.
struct Sent {
    submit: Submit,
    /// Copies that were sent over connections that still stood when they were answered.
    done: bool,
    denied: bool,
}

/// A browser of somebody at the table.
struct Device {
    guest: Guest,
    visitor: Visitor,
    seat: SeatNumber,
    /// What it has sent and not heard of.
    unanswered: Vec<u64>,
}

struct Scene {
    code: String,
    devices: Vec<Device>,
    sent: HashMap<u64, Sent>,
    luck: Chance,
}

impl Scene {
    /// Two people with two devices each, in a match that has begun.
    async fn begin(house: &House, game: &str, luck: u64) -> Scene {
        let people = [house.guest().await, house.guest().await];
        let code = people[0].open(json!({ "game": game, "seats": ["me", "open"], "name": "Ann" })).await;
        let mut ann = people[0].join(&code).await;
        let mut bob = people[1].join(&code).await;
        bob.sit(2).await;
        ann.wait(|table| table.seats.phase == Phase::Playing).await;
        bob.wait(|table| table.seats.phase == Phase::Playing).await;
        let mut devices = Vec::new();
        for (seat, visitor) in [(1, ann), (2, bob)] {
            let other = house.guest().await;
            let mut visitor = visitor;
            visitor.send(&Command::Link { seat }).await;
            let path = visitor
                .until(|message| match message {
                    Message::Linked { path, .. } => Some(path.clone()),
                    _ => None,
                })
                .await;
            let secret = path.split("seat=").nth(1).unwrap();
            let claimed =
                other.post(&format!("/api/tables/{code}/claim"), json!({ "secret": secret }).to_string()).await;
            assert_eq!(claimed.status, 200, "{}", claimed.text());
            let second = other.join(&code).await;
            for (guest, visitor) in [(visitor.guest.clone(), visitor), (other, second)] {
                devices.push(Device { guest, visitor, seat, unanswered: Vec::new() });
            }
        }
        Scene { code, devices, sent: HashMap::new(), luck: Chance(luck) }
    }

    /// Something happens: mostly somebody acts.
    async fn operate(&mut self) {
        let at = self.luck.below(self.devices.len());
        match self.luck.below(16) {
            0..8 => self.submit(at).await,
            8 => self.send_again(at).await,
            9 | 10 => self.undo(at).await,
            11 | 12 => self.consent(at).await,
            13 => self.break_off(at).await,
            _ => self.catch_up(at).await,
        }
    }

    async fn submit(&mut self, at: usize) {
        let device = &mut self.devices[at];
        let legal = device.visitor.legal();
        if legal.is_empty() {
            return self.catch_up(at).await;
        }
        let (seat, action) = legal[self.luck.below(legal.len())].clone();
        let submit = Submit { id: fresh_id(), after: device.visitor.table.n, seat, action };
        self.sent.insert(submit.id, Sent { submit: submit.clone(), done: false, denied: false });
        self.send(at, submit).await;
    }

    async fn send(&mut self, at: usize, submit: Submit) {
        let device = &mut self.devices[at];
        device.unanswered.push(submit.id);
        device.visitor.send(&Command::Submit(submit)).await;
    }

    /// A submission that was done or is on its way is sent once more, also by the person's other device.
    async fn send_again(&mut self, at: usize) {
        let seat = self.devices[at].seat;
        let own = self.sent.values().filter(|sent| sent.submit.seat == seat && !sent.denied).map(|sent| &sent.submit);
        let mut own: Vec<&Submit> = own.collect();
        own.sort_by_key(|submit| submit.id);
        // Those of long ago are not remembered.
        let recent = own.len().saturating_sub(20);
        if own.is_empty() {
            return;
        }
        let submit = own[recent + self.luck.below(own.len() - recent)].clone();
        self.send(at, submit).await;
    }

    async fn undo(&mut self, at: usize) {
        let device = &mut self.devices[at];
        let points = &device.visitor.table.undo;
        if points.is_empty() {
            return;
        }
        let point = points[self.luck.below(points.len())];
        device.visitor.send(&Command::Undo { to: point.to, seat: point.seat }).await;
    }

    async fn consent(&mut self, at: usize) {
        let yes = self.luck.below(4) > 0;
        self.devices[at].visitor.send(&Command::Consent { yes }).await;
    }

    /// The connection breaks; the device comes back and sends again what was not answered.
    async fn break_off(&mut self, at: usize) {
        let device = &mut self.devices[at];
        device.visitor = device.guest.join(&self.code).await;
        let again = std::mem::take(&mut device.unanswered);
        for id in again {
            let submit = self.sent[&id].submit.clone();
            self.send(at, submit).await;
        }
    }

    /// A device reads all that it was sent.
    async fn catch_up(&mut self, at: usize) {
        let device = &mut self.devices[at];
        device.visitor.send(&Command::Describe).await;
        loop {
            let message = device.visitor.next().await;
            let (id, done) = match &message {
                Message::Described { .. } => break,
                Message::Step { update, .. } => (update.id.map(u64::from), true),
                Message::Duplicate { id } => (Some(id.get()), true),
                Message::Refused(refused) => (Some(refused.id), false),
                Message::Invalid { id, .. } => (id.map(u64::from), false),
                _ => (None, false),
            };
            let Some(sent) = id.and_then(|id| self.sent.get_mut(&id)) else { continue };
            device.unanswered.retain(|&unanswered| unanswered != sent.submit.id);
            sent.done |= done;
            sent.denied |= !done;
        }
    }

    /// What stands in the store is what everybody was told, each thing once.
    async fn check(&mut self, house: &House) -> usize {
        for at in 0..self.devices.len() {
            self.break_off(at).await;
            self.catch_up(at).await;
        }
        let stored = house.server.store.open(&self.code).await.unwrap().unwrap();
        let (mut line, mut count): (Vec<String>, HashMap<u64, usize>) = Default::default();
        for entry in &stored.entries {
            match serde_json::from_str(entry).unwrap() {
                Entry::Start { steps, .. } => line.extend(steps.iter().map(ToString::to_string)),
                Entry::Step { id, steps } => {
                    line.extend(steps.iter().map(ToString::to_string));
                    let id = id.unwrap().get();
                    *count.entry(id).or_default() += 1;
                    let Sent { submit, .. } = &self.sent[&id];
                    let acted = (steps[0].seat, &steps[0].words);
                    assert_eq!(acted, (Seat::numbered(usize::from(submit.seat)), &submit.action), "{}", self.code);
                }
                Entry::Undo { to, then, .. } => {
                    line.truncate(to as usize);
                    line.extend(then.iter().map(ToString::to_string));
                }
                _ => {}
            }
        }
        for (id, sent) in &self.sent {
            let count = count.get(id).copied().unwrap_or(0);
            assert!(count <= 1, "{:?} was done {count} times", sent.submit);
            assert!(count == 1 || !sent.done, "{:?} was acknowledged and is not there", sent.submit);
            assert!(count == 0 || sent.done, "{:?} was denied and is there", sent.submit);
            assert!(sent.done || sent.denied, "{:?} was never answered", sent.submit);
        }
        let record = self.devices[0].guest.get(&format!("/api/tables/{}/record", self.code)).await;
        let steps: Vec<String> = serde_json::from_value(record.json()["steps"].clone()).unwrap();
        // Where all act at the same time, what others have not finished is not told.
        let mut rest = line.iter();
        assert!(steps.iter().all(|step| rest.any(|other| other == step)), "{}: {steps:?} {line:?}", self.code);
        assert!(steps.len() == line.len() || record.json()["game"] == "polar-roller", "{}", self.code);
        for device in &mut self.devices {
            device.visitor.check_fresh().await;
        }
        stored.entries.len()
    }
}

async fn play(game: &str) {
    let operations = std::env::var("POLYNYA_OPERATIONS").map_or(150, |text| text.parse().expect("a number"));
    let house = House::open(hasty()).await;
    let (mut done, mut tables, mut entries) = (0, 0, 0);
    let mut sent = 0;
    while done < operations {
        let mut scene = Scene::begin(&house, game, 7 + tables).await;
        tables += 1;
        // Now and then everybody reads, so that nobody is cut off.
        for round in 0..400 {
            if done >= operations || scene.devices[0].visitor.table.over.is_some() {
                break;
            }
            scene.operate().await;
            done += 1;
            if round % 8 == 7 {
                for at in 0..scene.devices.len() {
                    scene.catch_up(at).await;
                }
            }
        }
        entries += scene.check(&house).await;
        sent += scene.sent.len();
    }
    house.check_well().await;
    println!("{game}: {done} operations at {tables} tables, {sent} submissions, {entries} entries: each once");
}

#[tokio::test(flavor = "multi_thread")]
async fn on_the_floes() {
    play("polar-dare").await;
    play("piecepack-dare").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_play_together() {
    play("rescue-polar-bears").await;
    play("ice-breakers").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn where_all_act_at_the_same_time() {
    play("polar-roller").await;
}
