//! One player's connection: bytes in, bytes out, and the frames of a WebSocket.

use std::io::{self, Read, Write};
use std::net::SocketAddr;

use mio::net::TcpStream;
use mio::{Interest, Registry, Token};

/// The inbox grows by this many bytes.
const CHUNK: usize = 16 * 1024;

/// A connection that never waits.
pub struct Link {
    stream: TcpStream,
    /// What has come stands from `used` to `filled`.
    inbox: Vec<u8>,
    used: usize,
    filled: usize,
    outbox: Vec<u8>,
}

/// A frame from the server.
pub enum Frame {
    /// A message, which stands in the inbox; with its head it took this many bytes.
    Text { bytes: usize },
    /// The server asks whether we live.
    Ping,
    /// The server wants to end.
    Close,
    /// Something that needs no reply.
    Other,
}

impl Link {
    /// Returns a connection that is being made.
    pub fn connect(address: SocketAddr, registry: &Registry, token: Token) -> io::Result<Link> {
        let mut stream = TcpStream::connect(address)?;
        registry.register(&mut stream, token, Interest::READABLE | Interest::WRITABLE)?;
        Ok(Link { stream, inbox: vec![0; CHUNK], used: 0, filled: 0, outbox: Vec::new() })
    }

    /// Sends bytes, now or when the connection takes them.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.outbox.extend_from_slice(bytes);
        self.flush()
    }

    /// Sends what waits.
    pub fn flush(&mut self) -> io::Result<()> {
        while !self.outbox.is_empty() {
            match self.stream.write(&self.outbox) {
                Ok(sent) => drop(self.outbox.drain(..sent)),
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::NotConnected) => break,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads what has come; `false` if the other side has ended.
    pub fn fill(&mut self) -> io::Result<bool> {
        self.inbox.copy_within(self.used..self.filled, 0);
        self.filled -= self.used;
        self.used = 0;
        loop {
            if self.filled == self.inbox.len() {
                self.inbox.resize(self.filled + CHUNK, 0);
            }
            match self.stream.read(&mut self.inbox[self.filled..]) {
                Ok(0) => return Ok(false),
                Ok(read) => {
                    self.filled += read;
                    // There was room for more: nothing more has come, and the next call would only say so.
                    if self.filled < self.inbox.len() {
                        return Ok(true);
                    }
                }
                Err(error) if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::NotConnected) => {
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns what has come and is not used up yet.
    pub fn unread(&self) -> &[u8] {
        &self.inbox[self.used..self.filled]
    }

    /// Drops bytes that were read.
    pub fn use_up(&mut self, bytes: usize) {
        self.used += bytes;
    }

    /// Returns the next whole frame and its payload, and uses it up.
    pub fn frame(&mut self) -> Option<(Frame, &[u8])> {
        let unread = &self.inbox[self.used..self.filled];
        let (&[first, second], rest) = unread.split_first_chunk()?;
        let (head, length) = match second & 0x7f {
            126 => (4, usize::from(u16::from_be_bytes(*rest.first_chunk()?))),
            127 => (10, usize::try_from(u64::from_be_bytes(*rest.first_chunk()?)).ok()?),
            short => (2, usize::from(short)),
        };
        let bytes = head + length;
        if unread.len() < bytes {
            return None;
        }
        let start = self.used + head;
        self.used += bytes;
        let frame = match first & 0x0f {
            1 => Frame::Text { bytes },
            8 => Frame::Close,
            9 => Frame::Ping,
            _ => Frame::Other,
        };
        Some((frame, &self.inbox[start..start + length]))
    }

    /// Sends a text message, masked as a client's have to be.
    pub fn say(&mut self, text: &[u8], mask: [u8; 4]) -> io::Result<()> {
        self.send_frame(0x81, text, mask)
    }

    /// Replies to a ping.
    pub fn pong(&mut self, mask: [u8; 4]) -> io::Result<()> {
        self.send_frame(0x8a, b"", mask)
    }

    fn send_frame(&mut self, first: u8, payload: &[u8], mask: [u8; 4]) -> io::Result<()> {
        match u8::try_from(payload.len()) {
            Ok(short) if short < 126 => self.outbox.extend([first, 0x80 | short]),
            _ => {
                self.outbox.extend([first, 0x80 | 126]);
                self.outbox.extend((payload.len() as u16).to_be_bytes());
            }
        }
        self.outbox.extend(mask);
        self.outbox.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
        self.flush()
    }
}
