//! As much of HTTP as a player needs.

use std::fmt::Display;
use std::io::{self, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::ops::Range;
use std::time::Duration;

use rustls::{ClientConnection, StreamOwned};

use crate::{Address, tls};

/// A server that has said nothing for this long is given up.
const PATIENCE: Duration = Duration::from_secs(20);

/// Returns a request.
pub fn request(method: &str, path: &str, host: impl Display, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
}

/// A response whose head has come.
pub struct Head {
    /// 200, 404, …
    pub status: u16,
    /// Where the body stands.
    pub body: Range<usize>,
}

/// Reads a response; `None` if it is not complete yet.
pub fn head(bytes: &[u8]) -> Option<Head> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
    let text = String::from_utf8_lossy(&bytes[..end]);
    let status = text.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    let length = header(&text, "content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    (bytes.len() >= end + length).then_some(Head { status, body: end..end + length })
}

/// Returns the value of a header.
pub fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = head.lines().filter_map(|line| line.split_once(':'));
    pairs.find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

/// An answer.
pub struct Answer {
    /// 200, 404, …
    pub status: u16,
    /// Everything before the body.
    pub head: String,
    /// The body.
    pub body: Vec<u8>,
}

/// Sends a request and waits for the answer.
pub fn ask(server: &Address, method: &str, path: &str, headers: &str, body: &str) -> Result<Answer, String> {
    let failed = |error: std::io::Error| format!("{server}{path}: {error}");
    let stream = connect(&server.endpoint()).map_err(|error| format!("{server} cannot be reached: {error}"))?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(failed)?;
    stream.set_write_timeout(Some(PATIENCE)).map_err(failed)?;
    let headers = format!("Connection: close\r\n{headers}");
    let request = request(method, path, server.authority(), &headers, body);
    let bytes = if server.tls {
        let client = ClientConnection::new(tls::config()?, tls::name(server)?);
        let client = client.map_err(|error| format!("{server}: {error}"))?;
        exchange(StreamOwned::new(client, stream), &request).map_err(failed)?
    } else {
        exchange(stream, &request).map_err(failed)?
    };
    let Head { status, body } = head(&bytes).ok_or_else(|| format!("{server}{path} is not answered as by Polynya"))?;
    let head = String::from_utf8_lossy(&bytes[..body.start]).into_owned();
    Ok(Answer { status, head, body: bytes[body].to_vec() })
}

/// Sends a request and returns everything that is answered.
fn exchange(mut stream: impl Read + Write, request: &str) -> io::Result<Vec<u8>> {
    stream.write_all(request.as_bytes())?;
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    // Whoever does not say goodbye may have answered all the same.
    while head(&bytes).is_none() {
        match stream.read(&mut part)? {
            0 => break,
            count => bytes.extend_from_slice(&part[..count]),
        }
    }
    Ok(bytes)
}

/// Connects to the first of its addresses that answers.
fn connect(host: &str) -> io::Result<TcpStream> {
    let mut failed = io::Error::other("it has no address");
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, PATIENCE) {
            Ok(stream) => return Ok(stream),
            Err(error) => failed = error,
        }
    }
    Err(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_response_is_read_when_it_is_whole() {
        let text = b"HTTP/1.1 201 Created\r\nContent-Length: 4\r\n\r\nabcd";
        assert!((0..text.len()).all(|end| head(&text[..end]).is_none()));
        let Head { status, body } = head(text).unwrap();
        assert_eq!((status, &text[body]), (201, b"abcd".as_slice()));
    }
}
