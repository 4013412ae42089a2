//! A line between two programs that can be cut, slow, or dead without a word.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::watch;
use tokio::time::sleep;

/// How a line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// Everything arrives.
    Sound,
    /// Everything arrives, late.
    Slow,
    /// Nothing arrives, and neither end is told. What was on its way is lost, so the connection ends with this state.
    Dead,
}

/// Where a line leads.
#[derive(Clone)]
pub enum End {
    Address(SocketAddr),
    Socket(PathBuf),
}

/// A line to an address; whoever wants to go there connects to the line instead.
pub struct Line {
    pub address: SocketAddr,
    /// Its state, and how often it was cut.
    state: Arc<watch::Sender<(State, u64)>>,
}

impl Line {
    pub async fn to(target: End) -> Line {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::new(watch::channel((State::Sound, 0)).0);
        let states = Arc::clone(&state);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                tokio::spawn(connect(near, target.clone(), states.subscribe()));
            }
        });
        Line { address, state }
    }

    /// Lets the line be like this from now on.
    pub fn set(&self, state: State) {
        self.state.send_modify(|(now, _)| *now = state);
    }

    /// Cuts every connection; new ones can be made.
    pub fn cut(&self) {
        self.state.send_modify(|(_, cuts)| *cuts += 1);
    }
}

async fn connect(near: TcpStream, target: End, states: watch::Receiver<(State, u64)>) {
    let _ = near.set_nodelay(true);
    match target {
        End::Address(address) => {
            let Ok(far) = TcpStream::connect(address).await else { return };
            let _ = far.set_nodelay(true);
            join(near, far, states).await;
        }
        End::Socket(path) => {
            let Ok(far) = UnixStream::connect(path).await else { return };
            join(near, far, states).await;
        }
    }
}

/// Joins two connections until one of them ends or the line is cut.
async fn join(near: TcpStream, far: impl AsyncRead + AsyncWrite, states: watch::Receiver<(State, u64)>) {
    let mut ends = states.clone();
    let cuts = ends.borrow_and_update().1;
    let (near_in, near_out) = near.into_split();
    let (far_in, far_out) = tokio::io::split(far);
    tokio::select! {
        () = carry(near_in, far_out, states.clone()) => {}
        () = carry(far_in, near_out, states) => {}
        _ = ends.wait_for(|(_, now)| *now != cuts) => {}
    }
}

/// Carries what comes until one end closes, or until a dead line is not dead any more.
async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
    mut states: watch::Receiver<(State, u64)>,
) {
    let mut bytes = vec![0; 16 * 1024];
    loop {
        let Ok(length @ 1..) = from.read(&mut bytes).await else { return };
        let (state, _) = *states.borrow_and_update();
        match state {
            State::Sound => {}
            State::Slow => sleep(Duration::from_millis(20)).await,
            State::Dead => return drop(states.wait_for(|(state, _)| *state != State::Dead).await),
        }
        if to.write_all(&bytes[..length]).await.is_err() {
            return;
        }
    }
}
