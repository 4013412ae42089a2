//! A table that is open at several nodes: each follows what the others write, and tells its viewers what the others say.

use std::collections::HashMap;
use std::sync::atomic::Ordering;

use polynya_catalog::Suggestion;
use serde::{Deserialize, Serialize};
use tokio::time::Instant;

use super::Table;
use super::host::LateSitter;
use crate::protocol::{Ask, Message, Phase, SeatNumber, SignNumber};
use crate::room::{Entry, numbers};
use crate::store::{NodeName, Shared};

/// Nodes number their signs apart from each other: one of so many numbers is a node's own.
const NODES: SignNumber = 64;

/// What nodes tell each other about a table, and nobody keeps.
#[derive(Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Said {
    /// The table was opened at a node, which wants to know who is there.
    Hello,
    /// Who is at a node.
    Here(Here),
    /// Somebody makes a plan, or has changed it, or does so no more.
    Draft { on: bool },
    /// Somebody shows a place or a plan.
    Shown { guest: String, message: Message },
    /// A bot has answered.
    Answered { message: Message },
    /// Somebody asks whether steps may be taken back, or does not ask any more.
    Asked { ask: Option<Ask>, refused: Option<SeatNumber> },
    /// The host has answered somebody who asks for a seat.
    Admitted { id: u32, refused: bool },
}

/// Who is at a node.
#[derive(Clone, PartialEq, Default, Serialize, Deserialize)]
pub(super) struct Here {
    /// The seats whose people look.
    pub seats: Vec<SeatNumber>,
    /// The seats whose people are connected.
    pub connected: Vec<SeatNumber>,
    /// How many watch.
    pub watchers: u32,
    /// Is the host there?
    pub host: bool,
    /// Those who ask the host for a seat.
    pub requests: Vec<LateSitter>,
}

/// Another node at which the table is open.
#[derive(Default)]
pub(super) struct Elsewhere {
    pub here: Here,
    /// When somebody there last changed a plan that is in the making.
    pub drafting: Option<Instant>,
}

/// What a table knows of other nodes.
#[derive(Default)]
pub(super) struct Others {
    nodes: HashMap<NodeName, Elsewhere>,
    /// What was last told of this one.
    told: Here,
    /// The turn of hearing in which the table was last compared with the store.
    turn: Option<u64>,
    wants: bool,
}

impl Others {
    /// Returns the other nodes.
    pub fn iter(&self) -> impl Iterator<Item = &Elsewhere> {
        self.nodes.values()
    }
}

impl Table {
    fn shared(&self) -> Option<&dyn Shared> {
        self.server.store.shared()
    }

    /// Is this the node that thinks for the bots, and does what else is to be done once?
    pub(super) fn leads(&self) -> bool {
        self.shared().is_none_or(|shared| shared.leads(self.id))
    }

    /// Would this node do that: does anybody look at the table here?
    pub(super) fn claim_lead(&mut self, wants: bool) {
        if let Some(shared) = self.server.store.shared()
            && std::mem::replace(&mut self.others.wants, wants) != wants
        {
            shared.want(self.id, wants);
        }
    }

    /// Follows the other nodes, if they may have written something that is not known here, or in any case.
    pub(super) async fn follow(&mut self, anyway: bool) {
        if self.shared().is_none() {
            return;
        }
        let turn = self.server.nodes.turn();
        let missed = turn.is_none() || turn != self.others.turn;
        let behind = anyway || missed || self.grown.load(Ordering::Acquire) > self.room.n;
        if behind && self.catch_up().await.is_ok() && missed && turn.is_some() {
            self.others.turn = turn;
            self.say(&Said::Hello);
            self.say(&Said::Here(self.here()));
        }
    }

    /// Applies what others have written, and tells it as if it had happened here.
    pub(super) async fn catch_up(&mut self) -> Result<(), ()> {
        let Some(shared) = self.shared() else { return Ok(()) };
        let tail = shared.tail(self.id, self.room.n).await.map_err(|error| {
            tracing::warn!(table = self.room.row.code, %error, "what other nodes have written cannot be read");
        })?;
        for text in &tail {
            let applied = serde_json::from_str::<Entry>(text).ok().and_then(|entry| {
                let ahead = self.room.ahead(&entry);
                Some((self.room.apply(&entry, ahead).ok()?, entry))
            });
            let Some((change, entry)) = applied else {
                tracing::error!(
                    table = self.room.row.code,
                    n = self.room.n,
                    "an entry of another node cannot be applied"
                );
                self.behind = true;
                return Err(());
            };
            self.touched = Instant::now();
            self.changed(&entry, change).await;
        }
        if !tail.is_empty() {
            self.think();
        }
        Ok(())
    }

    /// What one node alone does now and then: a match begins although whoever was to begin it has died.
    pub(super) async fn lead(&mut self) {
        if self.shared().is_some() && self.leads() && self.room.phase() == Phase::Gathering {
            drop(self.begin_when_full().await);
        }
    }

    fn say(&self, said: &Said) {
        if let Some(shared) = self.shared() {
            shared.tell(self.id, serde_json::to_string(said).expect("what nodes say is plain JSON"));
        }
    }

    /// Returns the number of the next sign that somebody gives here.
    pub(super) fn sign_after(&self, last: SignNumber) -> SignNumber {
        match self.shared() {
            None => last + 1,
            Some(shared) => {
                let own = u32::from_str_radix(shared.node(), 16).unwrap_or_default() % NODES;
                (last / NODES + 1) * NODES + own
            }
        }
    }

    /// Tells the other nodes who is here, if that has changed.
    pub(super) fn tell_here(&mut self) {
        if self.shared().is_none() {
            return;
        }
        let here = self.here();
        if self.others.told != here {
            self.say(&Said::Here(here.clone()));
            self.others.told = here;
        }
    }

    /// Who is here.
    fn here(&self) -> Here {
        let seats = |here: bool| {
            let mut seats: Vec<SeatNumber> = self
                .viewers
                .values()
                .filter(|viewer| viewer.here || !here)
                .flat_map(|viewer| numbers(viewer.seats))
                .collect();
            seats.sort_unstable();
            seats.dedup();
            seats
        };
        Here {
            seats: seats(true),
            connected: seats(false),
            watchers: self.viewers.values().filter(|viewer| viewer.seats.is_empty()).count() as u32,
            host: self.viewers.values().any(|viewer| self.room.is_host(&viewer.guest)),
            requests: self.requests.iter().filter(|request| request.node.is_none()).cloned().collect(),
        }
    }

    /// Forgets nodes that are gone, with the people there.
    pub(super) fn forget_nodes(&mut self) {
        let alive = |node: &str| self.server.nodes.is_alive(node);
        let gone: Vec<NodeName> = self.others.nodes.keys().filter(|node| !alive(node)).cloned().collect();
        for node in &gone {
            self.others.nodes.remove(node);
            self.requests.retain(|request| request.node.as_ref() != Some(node));
        }
        if !gone.is_empty() {
            self.presence_soon();
            self.think();
        }
    }

    pub(super) fn tell_draft(&self, on: bool) {
        self.say(&Said::Draft { on });
    }

    /// Tells the viewers everywhere that somebody shows a place or a plan.
    pub(super) fn tell_shown(&mut self, guest: &str, message: Message) {
        self.tell_all(&message);
        self.say(&Said::Shown { guest: guest.to_owned(), message });
    }

    /// Tells the viewers everywhere what a bot has answered.
    pub(super) fn tell_answered(&mut self, message: Message) {
        self.tell_all(&message);
        self.say(&Said::Answered { message });
    }

    /// Tells the viewers everywhere what is asked.
    pub(super) fn tell_asked(&mut self, refused: Option<SeatNumber>) {
        self.tell_all(&Message::Asked { ask: self.ask.clone(), refused });
        self.say(&Said::Asked { ask: self.ask.clone(), refused });
    }

    /// Tells the node at which somebody asks for a seat what the host has answered.
    pub(super) fn tell_admitted(&self, request: &LateSitter, refused: bool) {
        if request.node.is_some() {
            self.say(&Said::Admitted { id: request.id, refused });
        }
    }

    /// Another node says something about this table.
    pub(super) fn heard(&mut self, node: NodeName, text: &str) {
        let said = match serde_json::from_str(text) {
            Ok(said) => said,
            // A node of another version may say what this one does not know.
            Err(error) => return tracing::debug!(node, %error, "another node was not understood"),
        };
        match said {
            Said::Hello => self.say(&Said::Here(self.here())),
            Said::Here(here) => {
                self.requests.retain(|request| request.node.as_ref() != Some(&node));
                let theirs = |request: &LateSitter| LateSitter { node: Some(node.clone()), ..request.clone() };
                self.requests.extend(here.requests.iter().map(theirs));
                self.others.nodes.entry(node).or_default().here = here;
                self.presence_soon();
            }
            Said::Draft { on } => {
                self.others.nodes.entry(node).or_default().drafting = on.then(Instant::now);
                if !on {
                    self.think();
                }
            }
            Said::Shown { guest, message } => {
                self.tell_all(&message);
                match message {
                    Message::Pinged { id, place, .. } => self.shown_to_bots(&guest, id, Suggestion::Place(place)),
                    Message::Proposed { id, actions, .. } if !actions.is_empty() => {
                        self.shown_to_bots(&guest, id, Suggestion::Plan(actions));
                    }
                    _ => {}
                }
            }
            Said::Answered { message } => self.tell_all(&message),
            Said::Asked { ask, refused } => {
                self.ask = ask;
                self.tell_all(&Message::Asked { ask: self.ask.clone(), refused });
            }
            Said::Admitted { id, refused } => self.admitted(id, refused),
        }
    }
}
