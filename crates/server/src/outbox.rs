//! What waits to be sent to one viewer: bounded in bytes, for each and for all.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::mpsc;

/// Bytes that may wait for a viewer before it is cut off.
const MAX_WAITING: usize = 256 * 1024;
/// Bytes that may wait for a viewer while very much waits for all.
const MAX_CROWDED: usize = 16 * 1024;
/// Very much: from here on whoever does not read is cut off sooner.
const CROWD: usize = 32 << 20;
/// What a message takes beside its text.
const OVERHEAD: usize = 64;

/// The bytes that wait for all viewers of a server.
#[derive(Default)]
pub struct Backlog(AtomicUsize);

impl Backlog {
    /// Returns how many bytes wait.
    pub fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

/// The bytes that wait for a viewer.
struct Waiting {
    own: AtomicUsize,
    all: Arc<Backlog>,
}

impl Waiting {
    fn give_back(&self, bytes: usize) {
        self.own.fetch_sub(bytes, Ordering::Relaxed);
        self.all.0.fetch_sub(bytes, Ordering::Relaxed);
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.give_back(self.own.load(Ordering::Relaxed));
    }
}

/// A viewer does not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Slow;

/// Where messages for a viewer go.
#[derive(Clone)]
pub struct Outbox {
    to: mpsc::UnboundedSender<Utf8Bytes>,
    waiting: Arc<Waiting>,
}

impl Outbox {
    /// Returns an outbox, and where what was put into it comes out.
    pub fn new(all: &Arc<Backlog>) -> (Outbox, Outgoing) {
        let (to, messages) = mpsc::unbounded_channel();
        let waiting = Arc::new(Waiting { own: AtomicUsize::new(0), all: Arc::clone(all) });
        (Outbox { to, waiting: Arc::clone(&waiting) }, Outgoing { messages, waiting, sending: 0 })
    }

    /// Puts a message in. One always fits, so that whoever reads gets everything, however long it is.
    pub fn put(&self, text: Utf8Bytes) -> Result<(), Slow> {
        let bytes = text.len() + OVERHEAD;
        let crowded = self.waiting.all.0.load(Ordering::Relaxed) > CROWD;
        let most = if crowded { MAX_CROWDED } else { MAX_WAITING };
        let before = self.waiting.own.load(Ordering::Relaxed);
        if before > 0 && before + bytes > most {
            return Err(Slow);
        }
        self.waiting.own.fetch_add(bytes, Ordering::Relaxed);
        self.waiting.all.0.fetch_add(bytes, Ordering::Relaxed);
        // What nobody takes out any more is given back with the rest.
        self.to.send(text).map_err(|_| Slow)
    }
}

/// Where messages for a viewer come out.
pub struct Outgoing {
    messages: mpsc::UnboundedReceiver<Utf8Bytes>,
    waiting: Arc<Waiting>,
    /// Bytes of the message that was taken last; they wait until the next one is wanted.
    sending: usize,
}

impl Outgoing {
    /// Returns the next message, once the last one is sent; nothing if the table has let go.
    pub async fn next(&mut self) -> Option<Utf8Bytes> {
        self.waiting.give_back(std::mem::take(&mut self.sending));
        let text = self.messages.recv().await?;
        self.sending = text.len() + OVERHEAD;
        Some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: usize) -> Utf8Bytes {
        "x".repeat(bytes).into()
    }

    #[tokio::test]
    async fn bytes_are_bounded_and_one_message_always_fits() {
        let all = Arc::default();
        let (outbox, mut outgoing) = Outbox::new(&all);
        outbox.put(text(2 * MAX_WAITING)).unwrap();
        assert_eq!(outbox.put(text(1)), Err(Slow));
        assert_eq!(outgoing.next().await.unwrap().len(), 2 * MAX_WAITING);
        assert_eq!(outbox.put(text(1)), Err(Slow), "it is still being sent");
        let sent = tokio::time::timeout(std::time::Duration::ZERO, outgoing.next()).await;
        assert!(sent.is_err(), "there is no other");
        let mut fit = 0;
        while outbox.put(text(1000)).is_ok() {
            fit += 1;
        }
        assert_eq!(fit, MAX_WAITING / (1000 + OVERHEAD));
        // Where very much waits for others, less may wait.
        let (other, _kept) = Outbox::new(&all);
        other.put(text(CROWD)).unwrap();
        let (third, _kept) = Outbox::new(&all);
        third.put(text(MAX_CROWDED / 2)).unwrap();
        assert_eq!(third.put(text(MAX_CROWDED / 2)), Err(Slow));
        drop((outbox, outgoing, other, third, _kept));
    }

    #[tokio::test]
    async fn whatever_is_left_is_given_back() {
        let all: Arc<Backlog> = Arc::default();
        let (outbox, mut outgoing) = Outbox::new(&all);
        (0..5).for_each(|_| outbox.put(text(100)).unwrap());
        outgoing.next().await.unwrap();
        drop(outgoing);
        assert_eq!(outbox.put(text(100)), Err(Slow));
        drop(outbox);
        assert_eq!(all.0.load(Ordering::Relaxed), 0);
    }
}
