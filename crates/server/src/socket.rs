//! One connection to a table.

use std::net::IpAddr;
use std::ops::ControlFlow;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message as Frame, Utf8Bytes, WebSocket, close_code};
use futures_util::FutureExt;
use governor::{DefaultDirectRateLimiter, Quota, RateLimiter};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use crate::metrics::What;
use crate::outbox::{Outbox, Outgoing};
use crate::protocol::{Command, Message};
use crate::server::{Server, times};
use crate::table::{Join, NoEntry, Request};

/// The longest message that a client may send, in bytes.
pub const MAX_MESSAGE: usize = 16 * 1024;
/// How long a client may take to read what was sent.
const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// How long somebody who is dismissed is heard.
const LAST_WORDS: Duration = Duration::from_secs(1);
/// How often a quiet connection is asked whether it still lives.
const HEARTBEAT: Duration = Duration::from_secs(20);

/// Serves one connection until it ends.
pub async fn serve(server: Arc<Server>, code: String, address: IpAddr, guest: String, mut socket: WebSocket) {
    server.metrics.sockets.inc();
    match Connection::join(&server, &code, address, guest).await {
        Ok(connection) => connection.run(&mut socket).await,
        Err(NoEntry::Barred(text)) => {
            let message = serde_json::to_string(&Message::Barred { text }).expect("a message is plain JSON");
            drop(timeout(SEND_TIMEOUT, socket.send(Frame::Text(message.into()))).await);
            close(&mut socket, close_code::POLICY, "This table is not open to you.").await;
        }
        Err(NoEntry::NotNow(why)) => close(&mut socket, close_code::AGAIN, why).await,
    }
    server.metrics.sockets.dec();
}

struct Connection {
    server: Arc<Server>,
    table: mpsc::Sender<Request>,
    viewer: u64,
    address: IpAddr,
    messages: Outgoing,
    limit: Option<DefaultDirectRateLimiter>,
}

impl Connection {
    /// Joins a table.
    async fn join(server: &Arc<Server>, code: &str, address: IpAddr, guest: String) -> Result<Connection, NoEntry> {
        // A table that is just being put away is read again.
        for _ in 0..3 {
            let Ok(table) = server.table(address, code).await else { break };
            let (to, messages) = Outbox::new(&server.backlog);
            let (reply, viewer) = oneshot::channel();
            if table.send(Request::Join(Join { guest: guest.clone(), address, to, reply })).await.is_err() {
                continue;
            }
            let Ok(viewer) = viewer.await else { continue };
            let viewer = viewer?;
            let limit =
                server.config.rate.map(|rate| RateLimiter::direct(Quota::per_second(rate).allow_burst(times(rate, 4))));
            return Ok(Connection { server: Arc::clone(server), table, viewer, address, messages, limit });
        }
        Err(NoEntry::NotNow("The table does not answer; try again."))
    }

    async fn run(mut self, socket: &mut WebSocket) {
        let mut heartbeat = tokio::time::interval(HEARTBEAT);
        let mut heard = true;
        loop {
            let flow = tokio::select! {
                message = self.messages.next() => match message {
                    Some(text) => self.send(socket, Frame::Text(text)).await,
                    // The table has let go: this client reads too slowly, or the server stops.
                    None => {
                        close(socket, close_code::AGAIN, "Come back in a moment.").await;
                        ControlFlow::Break(())
                    }
                },
                frame = socket.recv() => {
                    heard = true;
                    self.receive(socket, frame).await
                }
                _ = heartbeat.tick() => match std::mem::take(&mut heard) {
                    true => self.send(socket, Frame::Ping(Default::default())).await,
                    false => ControlFlow::Break(()),
                },
            };
            if flow.is_break() {
                break;
            }
        }
        drop(self.table.send(Request::Leave { viewer: self.viewer }).await);
    }

    async fn send(&mut self, socket: &mut WebSocket, frame: Frame) -> ControlFlow<()> {
        let mut sent = pin!(socket.send(frame));
        // Nearly always the connection takes it at once, and no clock is needed.
        let sent = match (&mut sent).now_or_never() {
            Some(sent) => Ok(sent),
            None => timeout(SEND_TIMEOUT, sent).await,
        };
        match sent {
            Ok(Ok(())) => ControlFlow::Continue(()),
            Ok(Err(_)) => ControlFlow::Break(()),
            Err(_) => {
                self.server.metrics.cut.inc();
                ControlFlow::Break(())
            }
        }
    }

    async fn receive(&mut self, socket: &mut WebSocket, frame: Option<Result<Frame, axum::Error>>) -> ControlFlow<()> {
        // Pings and frames that are not text count too: nobody floods with them instead.
        if self.limit.as_ref().is_some_and(|limit| limit.check().is_err()) {
            self.server.metrics.cut.inc();
            self.server.metrics.refuse(What::Message, self.address);
            dismiss(socket, "Too many messages at once; come back more slowly.").await;
            return ControlFlow::Break(());
        }
        let text = match frame {
            Some(Ok(Frame::Text(text))) if text.len() <= MAX_MESSAGE => text,
            Some(Ok(Frame::Text(_))) => return self.refuse(socket, "That message is too long.").await,
            Some(Ok(Frame::Ping(_) | Frame::Pong(_))) => return ControlFlow::Continue(()),
            Some(Ok(Frame::Binary(_))) => {
                return self.invalid(socket, "Messages are JSON in text frames.".to_owned()).await;
            }
            Some(Ok(Frame::Close(_))) | None => return ControlFlow::Break(()),
            Some(Err(_)) => return self.refuse(socket, "That was no message, or one that is far too long.").await,
        };
        match serde_json::from_str::<Command>(&text) {
            Ok(command) => match self.table.send(Request::Command { viewer: self.viewer, command }).await {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            },
            Err(error) => {
                let what = polynya_engine::excerpt(&text);
                self.invalid(socket, format!("`{what}` is no message that a table understands: {error}")).await
            }
        }
    }

    /// Closes the connection of a client that does not keep to the protocol.
    async fn refuse(&mut self, socket: &mut WebSocket, reason: &'static str) -> ControlFlow<()> {
        self.server.metrics.mistakes.inc();
        dismiss(socket, reason).await;
        ControlFlow::Break(())
    }

    async fn invalid(&mut self, socket: &mut WebSocket, text: String) -> ControlFlow<()> {
        self.server.metrics.mistakes.inc();
        let message = Message::Invalid { id: None, text };
        let text = serde_json::to_string(&message).expect("a message is plain JSON");
        self.send(socket, Frame::Text(text.into())).await
    }
}

/// Closes the connection of somebody who goes too far, and reads on for a moment: what came and was not read would end it
/// before the reason arrives.
async fn dismiss(socket: &mut WebSocket, reason: &'static str) {
    close(socket, close_code::POLICY, reason).await;
    drop(timeout(LAST_WORDS, async { while let Some(Ok(_)) = socket.recv().await {} }).await);
}

async fn close(socket: &mut WebSocket, code: u16, reason: &'static str) {
    let frame = Frame::Close(Some(CloseFrame { code, reason: Utf8Bytes::from_static(reason) }));
    drop(timeout(SEND_TIMEOUT, socket.send(frame)).await);
}
