//! As much of HTTP as a player needs.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::ops::Range;
use std::time::Duration;

use crate::failure::Failure;

/// Returns a request that keeps the connection open.
pub fn request(method: &str, path: &str, host: SocketAddr, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\n{headers}\r\n{body}")
}

/// Returns the request to go on as a WebSocket.
pub fn upgrade(path: &str, host: SocketAddr, cookie: &str) -> String {
    format!(
        "GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: cG9seW55YSBsb2FkIG1lIQ==\r\n{cookie}\r\n"
    )
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

/// Sends a request, waits, and returns the head and the body of the response.
pub fn get(host: SocketAddr, path: &str) -> Result<(String, Vec<u8>), Failure> {
    let failed = |error: std::io::Error| Failure::input(format!("http://{host}{path}: {error}"));
    let mut stream = TcpStream::connect(host).map_err(failed)?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).map_err(failed)?;
    stream.write_all(request("GET", path, host, "Connection: close\r\n", "").as_bytes()).map_err(failed)?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).map_err(failed)?;
    match head(&bytes) {
        Some(Head { status: 200, body }) => {
            let head = String::from_utf8_lossy(&bytes[..body.start]).into_owned();
            Ok((head, bytes[body.start..].to_vec()))
        }
        _ => Err(Failure::input(format!("http://{host}{path} is not answered as by Polynya"))),
    }
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
