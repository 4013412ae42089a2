//! The gate: who may connect, and for how long without a word.
//!
//! Every connection passes here, before a byte of it is read: there are only so many, an address has its share of them,
//! a request has to come in time, and a connection that says nothing for long is let go, be it half a request, a
//! browser's spare connection or a socket whose client is gone.

use std::io::{self, IoSlice};
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::pin::{Pin, pin};
use std::sync::{Arc, OnceLock};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::Router;
use futures_util::future::{Either, ready as at_once};
use governor::DefaultKeyedRateLimiter;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::time::{Instant, Sleep, sleep};

use crate::metrics::{Metrics, What};
use crate::proxy::Proxies;
use crate::shares::{Share, Shares};

/// A connection ends after this long without a byte. A living socket answers a heartbeat every 20 seconds.
pub const SILENCE: Duration = Duration::from_secs(60);
/// A request's head has to come within this time, also the next one on a connection.
const HEAD: Duration = Duration::from_secs(10);
/// The longest head of a request, and the room for what waits to be read, in bytes.
const MAX_HEAD: usize = 16 * 1024;
/// After an error of the system no connection is taken for this long.
const PAUSE: Duration = Duration::from_millis(50);
/// Bytes that a socket may send at once: two messages, the longest there are.
const MAX_SOCKET_BURST: f64 = 32.0 * 1024.0;
/// Bytes a second that a socket may send in the long run; a player needs some hundred.
const MAX_SOCKET_RATE: f64 = 16.0 * 1024.0;

/// A listener that counts.
pub struct Gate {
    listener: TcpListener,
    connections: Arc<Shares>,
    /// How often an address may connect; none for no limit.
    arrivals: Option<Arc<DefaultKeyedRateLimiter<IpAddr>>>,
    /// Bytes that the sockets of an address may send together; none for no limit.
    bytes: Option<Arc<DefaultKeyedRateLimiter<IpAddr>>>,
    proxies: Arc<Proxies>,
    silence: Duration,
    metrics: Metrics,
}

impl Gate {
    /// The gate before this listener, with so many connections.
    pub fn new(
        listener: TcpListener,
        connections: Arc<Shares>,
        [arrivals, bytes]: [Option<Arc<DefaultKeyedRateLimiter<IpAddr>>>; 2],
        proxies: Arc<Proxies>,
        silence: Duration,
        metrics: Metrics,
    ) -> Gate {
        Gate { listener, connections, arrivals, bytes, proxies, silence, metrics }
    }

    /// Returns the next connection that may be.
    async fn accept(&mut self) -> (TimedStream, IpAddr) {
        loop {
            let (stream, address) = match self.listener.accept().await {
                Ok((stream, address)) => (stream, address.ip()),
                // Whoever wanted to connect has gone already.
                Err(error) if is_of_connection(&error) => continue,
                Err(error) => {
                    self.metrics.accept_failed(&error);
                    sleep(PAUSE).await;
                    continue;
                }
            };
            let Some(share) = self.admit(address) else {
                self.metrics.refuse(What::Connection, address);
                continue;
            };
            if let Err(error) = stream.set_nodelay(true) {
                tracing::debug!(%error, "a connection cannot be told to hurry");
            }
            self.metrics.connections.inc();
            let (silence, clock, now) = (self.silence, Box::pin(sleep(self.silence)), Instant::now());
            let metrics = self.metrics.clone();
            let meter = Meter::default();
            let allowance = Allowance { own: MAX_SOCKET_BURST, bytes: self.bytes.clone() };
            return (
                TimedStream { stream, heard: now, silence, clock, meter, allowance, metrics, _share: share },
                address,
            );
        }
    }

    /// Returns the share of a connection from this address, if it may be. A trusted proxy connects for many: whoever is
    /// behind it is counted when it is known who asks.
    fn admit(&self, address: IpAddr) -> Option<Share> {
        if self.proxies.trusts(address) {
            return self.connections.take_for_many(address, 1).ok();
        }
        let hasty = self.arrivals.as_ref().is_some_and(|limit| limit.check_key(&subnet(address)).is_err());
        if hasty { None } else { self.connections.take(address, 1).ok() }
    }

    /// Serves whoever connects until `stop` is ready; then lets everybody finish.
    pub async fn serve(mut self, app: Router, stop: impl Future<Output = ()> + Send) {
        let (stopping, stopped) = watch::channel(false);
        let (done, mut all_done) = tokio::sync::mpsc::channel::<()>(1);
        let mut stop = pin!(stop);
        loop {
            let (stream, address) = tokio::select! {
                connection = self.accept() => connection,
                () = &mut stop => break,
            };
            let (app, stopped, done) = (app.clone(), stopped.clone(), done.clone());
            let proxies = Arc::clone(&self.proxies);
            tokio::spawn(async move {
                converse(stream, address, app, &proxies, stopped).await;
                drop(done);
            });
        }
        drop(self);
        stopping.send_replace(true);
        drop(done);
        all_done.recv().await;
    }
}

/// Answers the requests of one connection.
async fn converse(
    stream: TimedStream,
    address: IpAddr,
    app: Router,
    proxies: &Proxies,
    mut stopped: watch::Receiver<bool>,
) {
    let meter = stream.meter.clone();
    let app = TowerToHyperService::new(app);
    let answer = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(meter.clone());
        match proxies.receive(address, &mut request) {
            None => Either::Left(app.call(request)),
            Some(answer) => Either::Right(at_once(Ok(answer))),
        }
    });
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(HEAD).max_buf_size(MAX_HEAD);
    let mut connection = pin!(http.serve_connection(TokioIo::new(stream), answer).with_upgrades());
    let stop = async move { drop(stopped.wait_for(|stopped| *stopped).await) };
    let mut stop = pin!(stop);
    let mut stops = false;
    loop {
        tokio::select! {
            // Whatever ends a connection, nobody is left to be told.
            _ = connection.as_mut() => return,
            () = &mut stop, if !stops => {
                stops = true;
                connection.as_mut().graceful_shutdown();
            }
        }
    }
}

/// Does an error concern the one connection only?
fn is_of_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
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

/// Decides whether the bytes of a connection are counted, and for which address: those of a socket are, whatever frames
/// they make up.
#[derive(Clone, Default)]
pub struct Meter(Arc<OnceLock<IpAddr>>);

impl Meter {
    /// Counts from now on, for this address.
    pub fn start(&self, address: IpAddr) {
        self.0.get_or_init(|| subnet(address));
    }
}

/// Bytes that a socket may send: so many of its own, and so many together with the others of its address. Whoever connects
/// again and again gains nothing by it.
struct Allowance {
    own: f64,
    bytes: Option<Arc<DefaultKeyedRateLimiter<IpAddr>>>,
}

impl Allowance {
    /// Is there room for so many bytes of this address, after this time? Then it is taken.
    fn has(&mut self, address: &IpAddr, after: Duration, bytes: usize) -> bool {
        self.own = (self.own + after.as_secs_f64() * MAX_SOCKET_RATE).min(MAX_SOCKET_BURST) - bytes as f64;
        let Some(bytes) = u32::try_from(bytes).ok().and_then(NonZeroU32::new) else { return self.own >= 0.0 };
        let shared =
            |limit: &Arc<DefaultKeyedRateLimiter<IpAddr>>| matches!(limit.check_key_n(address, bytes), Ok(Ok(())));
        self.own >= 0.0 && self.bytes.as_ref().is_none_or(shared)
    }
}

/// A connection that ends when nothing is heard for long, or far too much.
struct TimedStream {
    stream: TcpStream,
    heard: Instant,
    silence: Duration,
    /// Rings at the earliest when the silence has been too long; set again only then.
    clock: Pin<Box<Sleep>>,
    meter: Meter,
    /// Bytes that may come now, if they are counted.
    allowance: Allowance,
    metrics: Metrics,
    _share: Share,
}

impl TimedStream {
    /// Takes note of bytes that have come; fails if they are too many.
    fn hear(&mut self, bytes: usize) -> io::Result<()> {
        let now = Instant::now();
        if let Some(address) = self.meter.0.get()
            && !self.allowance.has(address, now - self.heard, bytes)
        {
            self.metrics.cut.inc();
            return Err(io::Error::other("too many bytes"));
        }
        self.heard = now;
        Ok(())
    }
}

impl Drop for TimedStream {
    fn drop(&mut self) {
        self.metrics.connections.dec();
    }
}

impl AsyncRead for TimedStream {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let before = into.filled().len();
        if let Poll::Ready(done) = Pin::new(&mut self.stream).poll_read(context, into) {
            let bytes = into.filled().len() - before;
            return Poll::Ready(done.and_then(|()| self.hear(bytes)));
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
    use std::net::SocketAddr;

    use governor::{Quota, RateLimiter};
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    async fn gate(most: usize, silence: Duration) -> (Gate, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        (
            Gate::new(listener, Shares::new(4 * most, most, 0), [None, None], Arc::default(), silence, Metrics::new()),
            address,
        )
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

    #[test]
    fn whoever_connects_again_and_again_may_not_send_more() {
        let quota = Quota::per_second(NonZeroU32::new(100).unwrap()).allow_burst(NonZeroU32::new(10_000).unwrap());
        let bytes = Some(Arc::new(RateLimiter::keyed(quota)));
        let allowance = || Allowance { own: MAX_SOCKET_BURST, bytes: bytes.clone() };
        let [one, other] = [2, 3].map(|last| IpAddr::from([127, 0, 0, last]));
        let taken = (0..20).filter(|_| allowance().has(&one, Duration::ZERO, 1000)).count();
        assert_eq!(taken, 10, "so much for all its sockets together");
        assert!(allowance().has(&other, Duration::ZERO, 1000), "another address has its own");
        let mut alone = Allowance { bytes: None, ..allowance() };
        assert!(alone.has(&one, Duration::ZERO, MAX_SOCKET_BURST as usize) && !alone.has(&one, Duration::ZERO, 1));
        assert!(alone.has(&one, Duration::from_secs(1), 1000), "with time it may send again");
    }
}
