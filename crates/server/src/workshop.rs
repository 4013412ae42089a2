//! Work that takes long: done off the tables' threads, and in turn for all addresses that wait, and for all their tables.
//!
//! Bots, hints, replays, records and the reading of tables each have a workshop. Whoever asks stands in the line of an
//! address; the lines take turns, and no address has all hands working for it, so that a thousand wishes of one hold
//! up another's for the length of one. In the line of an address its tables take turns: those of a school behind one
//! router wait for each other's next wish, and not for all that one of them wants. What nobody waits for any more is not
//! done.

use std::collections::{HashMap, HashSet, VecDeque};
use std::net::IpAddr;
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use thiserror::Error;
use tokio::sync::oneshot;

use crate::gate::subnet;
use crate::shares::Denied;

/// How a workshop is set up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The name of its threads.
    pub name: &'static str,
    /// How many work at the same time.
    pub hands: usize,
    /// Wishes of one address that may wait.
    pub each: usize,
    /// Wishes that may wait in all.
    pub most: usize,
    /// By how much its threads stand back for those of the tables, from 0 to 19.
    pub nice: i32,
}

/// Why work is not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Undone {
    /// The address has enough waiting.
    #[error("too much is waiting for this address")]
    Own,
    /// There is too much to do.
    #[error("too much is waiting")]
    All,
    /// It failed, or the server stops.
    #[error("the work could not be done")]
    Failed,
}

impl From<Denied> for Undone {
    fn from(denied: Denied) -> Undone {
        match denied {
            Denied::Own => Undone::Own,
            Denied::All => Undone::All,
        }
    }
}

/// Some threads, and what waits for them.
pub struct Workshop(Arc<Shop>);

struct Shop {
    setup: Setup,
    state: Mutex<State>,
    wanted: Condvar,
}

#[derive(Default)]
struct State {
    /// The lines, the next one first; none is empty.
    lines: VecDeque<Line>,
    waiting: usize,
    /// Hands that work for each address.
    busy: HashMap<IpAddr, usize>,
    threads: usize,
    idle: usize,
    closed: bool,
}

/// What waits for an address.
struct Line {
    address: IpAddr,
    /// Its tables, the next one first; none is without a wish.
    tables: VecDeque<(String, VecDeque<Wish>)>,
}

impl Line {
    fn len(&self) -> usize {
        self.tables.iter().map(|(_, wishes)| wishes.len()).sum()
    }

    fn push(&mut self, table: &str, wish: Wish) {
        match self.tables.iter_mut().find(|(name, _)| name == table) {
            Some((_, wishes)) => wishes.push_back(wish),
            None => self.tables.push_back((table.to_owned(), VecDeque::from([wish]))),
        }
    }

    /// Takes the first wish of the first table, which goes to the end.
    fn pop(&mut self) -> Option<Wish> {
        let (name, mut wishes) = self.tables.pop_front()?;
        let wish = wishes.pop_front();
        if !wishes.is_empty() {
            self.tables.push_back((name, wishes));
        }
        wish
    }
}

/// Work that somebody waits for, if somebody still does.
type Wish = Box<dyn FnOnce() + Send>;

impl Workshop {
    /// Returns a workshop in which nothing is done yet.
    pub fn new(setup: Setup) -> Workshop {
        Workshop(Arc::new(Shop { setup, state: Mutex::default(), wanted: Condvar::new() }))
    }

    /// Does something for an address when its turn comes; returns what it yields. `table` is the code of the table that it
    /// is about, or empty if it is about none.
    pub async fn run<T: Send + 'static>(
        &self,
        address: IpAddr,
        table: &str,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Undone> {
        let (reply, done) = oneshot::channel();
        let wish = Box::new(move || {
            if reply.is_closed() {
                return;
            }
            match panic::catch_unwind(AssertUnwindSafe(work)) {
                // Whoever asked may have gone away.
                Ok(yielded) => drop(reply.send(yielded)),
                Err(_) => tracing::error!("work beside the tables has failed"),
            }
        });
        self.queue(subnet(address), table, wish)?;
        done.await.map_err(|_| Undone::Failed)
    }

    /// Returns how much waits.
    pub fn waiting(&self) -> usize {
        self.0.lock().waiting
    }

    /// Returns how many other addresses than this one something waits or is being done for.
    pub fn others(&self, address: IpAddr) -> usize {
        let (own, state) = (subnet(address), self.0.lock());
        let waiting = state.lines.iter().map(|line| line.address);
        let others: HashSet<IpAddr> = state.busy.keys().copied().chain(waiting).filter(|other| *other != own).collect();
        others.len()
    }

    fn queue(&self, address: IpAddr, table: &str, wish: Wish) -> Result<(), Undone> {
        let Setup { name, hands, each, most, .. } = self.0.setup;
        let mut state = self.0.lock();
        if state.closed {
            return Err(Undone::Failed);
        }
        let all = state.waiting;
        match state.lines.iter_mut().find(|line| line.address == address) {
            Some(line) if line.len() >= each => return Err(Undone::Own),
            _ if all >= most => return Err(Undone::All),
            Some(line) => line.push(table, wish),
            None => {
                let mut line = Line { address, tables: VecDeque::new() };
                line.push(table, wish);
                state.lines.push_back(line);
            }
        }
        state.waiting += 1;
        if state.waiting > state.idle && state.threads < hands {
            let shop = Arc::clone(&self.0);
            match thread::Builder::new().name(name.to_owned()).spawn(move || shop.work()) {
                Ok(_) => state.threads += 1,
                Err(error) if state.threads == 0 => {
                    tracing::error!(%error, "no thread for the {name}");
                    state.lines.clear();
                    state.waiting = 0;
                    return Err(Undone::Failed);
                }
                Err(_) => {}
            }
        }
        drop(state);
        self.0.wanted.notify_one();
        Ok(())
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.closed = true;
        state.lines.clear();
        state.waiting = 0;
        drop(state);
        self.0.wanted.notify_all();
    }
}

impl Shop {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What each thread does.
    fn work(&self) {
        stand_back(self.setup.nice);
        let mut state = self.lock();
        while !state.closed {
            let Some((address, wish)) = state.next(self.setup.hands) else {
                state.idle += 1;
                state = self.wanted.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                continue;
            };
            drop(state);
            wish();
            state = self.lock();
            state.done(address);
            // The next wish of this address may have waited for just this hand.
            self.wanted.notify_one();
        }
    }
}

impl State {
    /// Takes the first wish of the first line that may have another hand; the line goes to the end.
    fn next(&mut self, hands: usize) -> Option<(IpAddr, Wish)> {
        let share = hands.saturating_sub(1).max(1);
        let free = |line: &Line| self.busy.get(&line.address).is_none_or(|&busy| busy < share);
        let index = self.lines.iter().position(free)?;
        let mut line = self.lines.remove(index)?;
        let (address, wish) = (line.address, line.pop()?);
        if !line.tables.is_empty() {
            self.lines.push_back(line);
        }
        self.waiting -= 1;
        *self.busy.entry(address).or_default() += 1;
        Some((address, wish))
    }

    fn done(&mut self, address: IpAddr) {
        if let Some(busy) = self.busy.get_mut(&address) {
            *busy -= 1;
            if *busy == 0 {
                self.busy.remove(&address);
            }
        }
    }
}

/// Lets the threads of the tables go first.
fn stand_back(nice: i32) {
    #[cfg(target_os = "linux")]
    if nice > 0 {
        // On Linux this concerns the thread alone. If it fails, nothing is lost but some promptness.
        let _ = rustix::process::setpriority_process(Some(rustix::thread::gettid()), nice);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    const SETUP: Setup = Setup { name: "test", hands: 1, each: 100, most: 150, nice: 0 };

    fn address(last: u8) -> IpAddr {
        IpAddr::from([127, 0, 0, last])
    }

    /// A wish that tells when it begins, and works until it is let go.
    fn held(
        shop: &Arc<Workshop>,
        who: u8,
    ) -> (tokio::task::JoinHandle<Result<(), Undone>>, mpsc::Receiver<()>, mpsc::Sender<()>) {
        let (begin, began) = mpsc::channel();
        let (let_go, hold) = mpsc::channel::<()>();
        let shop = Arc::clone(shop);
        let task = tokio::spawn(async move {
            let work = move || {
                let _ = begin.send(());
                let _ = hold.recv();
            };
            shop.run(address(who), "", work).await
        });
        (task, began, let_go)
    }

    /// The order in which wishes are done that wait already: of whom each is, and at which table.
    async fn order(wishes: &[(u8, &'static str)]) -> Vec<(u8, &'static str)> {
        let shop = Arc::new(Workshop::new(SETUP));
        let (first, began, let_go) = held(&shop, 9);
        began.recv().unwrap();
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for &(who, table) in wishes {
            let (own, order) = (Arc::clone(&shop), Arc::clone(&order));
            let waiting = shop.waiting();
            let work = move || order.lock().unwrap().push((who, table));
            tasks.push(tokio::spawn(async move { own.run(address(who), table, work).await }));
            while shop.waiting() == waiting {
                tokio::task::yield_now().await;
            }
        }
        drop(let_go);
        first.await.unwrap().unwrap();
        for task in tasks {
            task.await.unwrap().unwrap();
        }
        std::mem::take(&mut *order.lock().unwrap())
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn addresses_take_turns() {
        let order = order(&[2, 2, 2, 2, 3, 3, 1].map(|who| (who, ""))).await;
        assert_eq!(order, [2, 3, 1, 2, 3, 2, 2].map(|who| (who, "")));
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn the_tables_of_an_address_take_turns() {
        let wishes = [(2, "fox"), (2, "fox"), (2, "fox"), (2, "owl"), (2, "owl"), (3, "fox"), (2, "bear")];
        let done = [(2, "fox"), (3, "fox"), (2, "owl"), (2, "bear"), (2, "fox"), (2, "owl"), (2, "fox")];
        assert_eq!(order(&wishes).await, done);
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn no_address_has_all_hands() {
        let shop = Arc::new(Workshop::new(Setup { hands: 2, ..SETUP }));
        let (one, began, let_one_go) = held(&shop, 2);
        began.recv().unwrap();
        let (two, other_began, let_two_go) = held(&shop, 2);
        while shop.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!([1, 2].map(|who| shop.others(address(who))), [1, 0]);
        assert_eq!(shop.run(address(1), "", || 7).await, Ok(7));
        assert!(other_began.try_recv().is_err(), "the second waits for the first");
        drop((let_one_go, let_two_go));
        one.await.unwrap().unwrap();
        two.await.unwrap().unwrap();
        other_began.recv().unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn what_is_too_much_fails_or_is_not_wanted_any_more_is_told() {
        let shop = Arc::new(Workshop::new(Setup { each: 2, most: 3, ..SETUP }));
        let (first, began, let_go) = held(&shop, 2);
        began.recv().unwrap();
        let (gone, never, _) = held(&shop, 2);
        let (_second, _, _) = held(&shop, 2);
        while shop.waiting() < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(shop.run(address(2), "", || ()).await, Err(Undone::Own));
        let (_third, _, _) = held(&shop, 3);
        while shop.waiting() < 3 {
            tokio::task::yield_now().await;
        }
        assert_eq!(shop.run(address(4), "", || ()).await, Err(Undone::All));
        gone.abort();
        assert!(gone.await.unwrap_err().is_cancelled());
        drop(let_go);
        first.await.unwrap().unwrap();
        // Whoever did the first goes on with the next before there is room again.
        while shop.waiting() >= 3 {
            tokio::task::yield_now().await;
        }
        assert_eq!(
            shop.run(address(5), "", || panic!("this work fails on purpose")).await,
            Err::<(), _>(Undone::Failed)
        );
        assert_eq!(shop.run(address(5), "", || 5).await, Ok(5));
        assert!(never.try_recv().is_err(), "nobody waits for it any more");
    }
}
