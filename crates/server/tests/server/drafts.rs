//! Where all act at the same time, nobody is told what somebody else does before all are done.

use crate::common::{Chance, House, Visitor, fresh_id, hasty, merge};
use polynya_engine::Record;
use polynya_server::protocol::{LogEntry, Message, Replay, Welcome};
use serde_json::{Value, json};

/// Who looks, and what they know of the others since dice last fell.
struct Watch {
    visitor: Visitor,
    own: Vec<usize>,
    /// The sheets when dice last fell.
    ground: Value,
    /// Messages that were looked at while somebody had not finished.
    looked: usize,
}

/// The steps since dice last fell.
fn drafts(log: &[LogEntry]) -> &[LogEntry] {
    let dice = log.iter().rposition(|entry| entry.seat.is_none()).map_or(0, |at| at + 1);
    &log[dice..]
}

/// A view without who is done, which everybody is told.
fn sheets(view: &Value, own: &[usize]) -> Value {
    let mut sheets = view["sheets"].clone();
    for (seat, sheet) in sheets.as_object_mut().expect("sheets by seat") {
        if own.contains(&seat.parse().unwrap()) {
            *sheet = Value::Null;
        } else {
            sheet.as_object_mut().unwrap().remove("busy");
        }
    }
    sheets
}

impl Watch {
    fn new(visitor: Visitor, own: &[usize]) -> Watch {
        let own = own.to_vec();
        let ground = sheets(&visitor.table.view, &own);
        Watch { visitor, own, ground, looked: 0 }
    }

    fn is_own(&self, entry: &LogEntry) -> bool {
        entry.seat.is_none_or(|seat| self.own.contains(&seat.number()))
    }

    /// Reads on until this entry was told, and looks at everything on the way.
    async fn follow(&mut self, n: u32) {
        while self.visitor.table.n < n && self.visitor.table.over.is_none() {
            let message = self.visitor.next().await;
            self.check(&message);
        }
    }

    fn check(&mut self, message: &Message) {
        let table = &self.visitor.table;
        let fell = match message {
            Message::Step { update, .. } => {
                update.over.is_some() || update.entries.iter().any(|entry| entry.seat.is_none())
            }
            Message::Welcome(_) => false,
            _ => return,
        };
        if fell {
            self.ground = sheets(&table.view, &self.own);
            return;
        }
        if let Message::Step { update, .. } = message {
            assert!(update.entries.iter().all(|entry| self.is_own(entry)), "{update:?}");
            let back = update.back.as_ref().map(|back| usize::from(back.seat));
            assert!(back.is_none_or(|seat| self.own.contains(&seat)), "{update:?}");
            assert!(update.id.is_none() || !update.entries.is_empty(), "{update:?}");
        }
        self.looked += 1;
        assert!(drafts(&table.log).iter().all(|entry| self.is_own(entry)));
        assert_eq!(sheets(&table.view, &self.own), self.ground);
    }

    /// Everything that can be asked tells no more.
    async fn ask_everything(&mut self) {
        let fresh = self.visitor.guest.join(&self.visitor.table.code).await.table;
        if fresh.n != self.visitor.table.n {
            return;
        }
        self.told_alike(&fresh);
        let base = format!("/api/tables/{}", fresh.code);
        let record = Record::read(&self.visitor.guest.get(&format!("{base}/record")).await.text()).unwrap();
        let replay = self.visitor.guest.get(&format!("{base}/replay")).await.body;
        let replay: Replay = serde_json::from_slice(&replay).unwrap();
        let later = self.visitor.guest.join(&self.visitor.table.code).await.table;
        if later.n != fresh.n {
            return;
        }
        assert_eq!(record.steps, self.visitor.line);
        assert!(drafts(&replay.log).iter().all(|entry| self.is_own(entry)));
        let mut view = replay.view.clone();
        replay.changes.iter().for_each(|change| merge(&mut view, change));
        assert_eq!(sheets(&view, &self.own), self.ground);
        self.visitor.send_text(r#"{"plan":{"id":9,"actions":[]}}"#).await;
        let planned = self.visitor.until(|message| match message {
            Message::Planned(planned) => Some(planned.clone()),
            _ => None,
        });
        let planned = planned.await;
        if self.visitor.table.n == fresh.n {
            assert_eq!(sheets(&planned.view, &self.own), self.ground);
        }
    }

    fn told_alike(&self, fresh: &Welcome) {
        let table = &self.visitor.table;
        assert_eq!((&fresh.view, fresh.steps, &fresh.log), (&table.view, table.steps, &table.log));
        assert_eq!((&fresh.undo, &fresh.awaited, &fresh.choices), (&table.undo, &table.awaited, &table.choices));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_told_what_another_has_not_finished() {
    for (round, bot) in [(1, "open"), (2, "random")] {
        random_match(round, bot).await;
    }
}

/// Ann has seats 1 and 4, Bob seat 2, seat 3 is a bot's or Zoe's, Eve watches. They act and take back as they like.
async fn random_match(round: u64, third: &str) {
    let house = House::open(hasty()).await;
    let (ann, bob, zoe, eve) = (house.guest().await, house.guest().await, house.guest().await, house.guest().await);
    let code = ann.open(json!({ "game": "polar-roller", "seats": ["me", "open", third, "me"] })).await;
    let (one, mut two) = (ann.join(&code).await, bob.join(&code).await);
    let (mut three, watcher) = (zoe.join(&code).await, eve.join(&code).await);
    two.sit(2).await;
    let third: &[usize] = if third == "open" {
        three.sit(3).await;
        &[3]
    } else {
        &[]
    };
    let mut all: Vec<Watch> = Vec::new();
    for (mut visitor, own) in [(one, &[1, 4][..]), (two, &[2]), (three, third), (watcher, &[])] {
        visitor.wait(|table| table.prompt.is_some()).await;
        all.push(Watch::new(visitor, own));
    }
    let mut luck = Chance(round);
    let (mut undone, mut asked) = (0, 0);
    while all[0].visitor.table.over.is_none() && all[0].visitor.table.turn < 5 {
        let who = luck.below(3);
        let visitor = &mut all[who].visitor;
        let free = visitor.table.undo.iter().find(|point| point.free).copied();
        let n = visitor.table.n;
        match (free, visitor.legal()) {
            (Some(point), _) if luck.below(8) == 0 => {
                let to = if luck.below(2) == 0 { point.to } else { point.restart.unwrap_or(point.to) };
                visitor.send_text(&json!({ "undo": { "to": to, "seat": point.seat } }).to_string()).await;
                undone += 1;
            }
            (_, legal) if !legal.is_empty() => {
                let (seat, action) = &legal[luck.below(legal.len())];
                visitor.submit(fresh_id(), n, *seat, action).await;
            }
            _ => {
                // Others are busy; a bot may be.
                let behind = all.iter().map(|watch| watch.visitor.table.n).max().unwrap_or(0);
                for watch in &mut all {
                    watch.follow(behind).await;
                }
                let idle = all.iter().all(|watch| watch.visitor.legal().is_empty());
                if idle {
                    all[3].follow(behind + 1).await;
                }
                continue;
            }
        }
        // Whoever acts is answered, and then everybody is told.
        let watch = &mut all[who];
        loop {
            let message = watch.visitor.next().await;
            watch.check(&message);
            match &message {
                Message::Step { update, .. } if update.id.is_some() || update.back.is_some() => break,
                Message::Invalid { .. } | Message::Refused(_) => break,
                _ => {}
            }
        }
        let last = watch.visitor.table.n;
        for watch in &mut all {
            watch.follow(last).await;
        }
        if luck.below(12) == 0 {
            let place = luck.below(4);
            all[place].ask_everything().await;
            asked += 1;
        }
    }
    let looked: usize = all.iter().map(|watch| watch.looked).sum();
    assert!(looked > 300 && undone > 5 && asked > 5, "{looked} messages, {undone} taken back, asked {asked} times");
    // When all are done everybody knows the same.
    let last = all.iter().map(|watch| watch.visitor.table.n).max().unwrap_or(0);
    for watch in &mut all {
        watch.follow(last).await;
    }
}
