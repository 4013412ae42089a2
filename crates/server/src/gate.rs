//! The gate: who may connect, and for how long without a word.
//!
//! Every connection passes here, before a byte of it is read: an address has a limited number at a time, and one that says
//! nothing for long is let go, be it half a request, a browser's spare connection or a socket whose client is gone.

use std::collections::HashMap;
use std::io::{self, IoSlice};
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::time::{Instant, Sleep, sleep};

/// Connections that one address may have at a time: a school behind one router, with a few for each.
pub const MAX_CONNECTIONS: usize = 512;
/// A connection ends after this long without a byte. A living socket answers a heartbeat every 20 seconds.
pub const SILENCE: Duration = Duration::from_secs(60);

type Counts = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// A listener that counts.
pub struct Gate {
    listener: TcpListener,
    /// None for no limit.
    most: Option<usize>,
    silence: Duration,
    counts: Counts,
}

impl Gate {
    /// The gate before this listener.
    pub fn new(listener: TcpListener, most: Option<usize>, silence: Duration) -> Gate {
        Gate { listener, most, silence, counts: Counts::default() }
    }
}

impl Listener for Gate {
    type Io = TimedStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TimedStream, SocketAddr) {
        loop {
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let Some(slot) = ConnectionSlot::take(&self.counts, subnet(address.ip()), self.most) else {
                tracing::debug!(%address, "an address has too many connections");
                continue;
            };
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection cannot be told to hurry");
            }
            let (silence, clock) = (self.silence, Box::pin(sleep(self.silence)));
            return (TimedStream { stream, heard: Instant::now(), silence, clock, _slot: slot }, address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// What counts as one address: of IPv6 the first half, for a household has all the rest.
pub fn subnet(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => IpAddr::V6((u128::from(six) >> 64 << 64).into()),
        },
    }
}

/// Where a request comes from.
#[derive(Clone, Copy)]
pub struct Address(pub IpAddr);

impl Connected<IncomingStream<'_, Gate>> for Address {
    fn connect_info(stream: IncomingStream<'_, Gate>) -> Address {
        Address(stream.remote_addr().ip())
    }
}

/// The right to one connection; given back when it ends.
struct ConnectionSlot {
    counts: Counts,
    address: IpAddr,
}

impl ConnectionSlot {
    fn take(counts: &Counts, address: IpAddr, most: Option<usize>) -> Option<ConnectionSlot> {
        let mut open = counts.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(address).or_default();
        if most.is_some_and(|most| *count >= most) {
            return None;
        }
        *count += 1;
        Some(ConnectionSlot { counts: Arc::clone(counts), address })
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        let mut open = self.counts.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

/// A connection that ends when nothing is heard for long.
pub struct TimedStream {
    stream: TcpStream,
    heard: Instant,
    silence: Duration,
    /// Rings at the earliest when the silence has been too long; set again only then.
    clock: Pin<Box<Sleep>>,
    _slot: ConnectionSlot,
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        if let Poll::Ready(done) = Pin::new(&mut self.stream).poll_read(context, into) {
            self.heard = Instant::now();
            return Poll::Ready(done);
        }
        loop {
            ready!(self.clock.as_mut().poll(context));
            let until = self.heard + self.silence;
            if Instant::now() >= until {
                return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
            }
            self.clock.as_mut().reset(until);
        }
    }
}

impl AsyncWrite for TimedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    async fn gate(most: usize, silence: Duration) -> (Gate, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (Gate::new(listener, Some(most), silence), address)
    }

    #[tokio::test]
    async fn one_connection_too_many_ends_at_once_and_room_is_given_back() {
        let (mut gate, address) = gate(2, SILENCE).await;
        let _first = TcpStream::connect(address).await.unwrap();
        let _second = TcpStream::connect(address).await.unwrap();
        let (first, _) = gate.accept().await;
        let (_second, _) = gate.accept().await;
        let mut third = TcpStream::connect(address).await.unwrap();
        let turned_away = async { third.read(&mut [0]).await };
        tokio::select! {
            _ = gate.accept() => panic!("there was no room"),
            read = turned_away => assert!(!matches!(read, Ok(1..))),
        }
        drop(first);
        let _fourth = TcpStream::connect(address).await.unwrap();
        gate.accept().await;
    }

    #[tokio::test]
    async fn a_connection_ends_only_after_a_silence() {
        let (mut gate, address) = gate(1, Duration::from_millis(400)).await;
        let mut client = TcpStream::connect(address).await.unwrap();
        let (mut stream, _) = gate.accept().await;
        let began = Instant::now();
        while began.elapsed() < Duration::from_millis(600) {
            client.write_all(b"G").await.unwrap();
            assert_eq!(stream.read_u8().await.unwrap(), b'G');
            sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(stream.read_u8().await.unwrap_err().kind(), io::ErrorKind::TimedOut);
    }
}
