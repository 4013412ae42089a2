//! Behind a proxy: who really asks, whether they came by https, and under which path we are.
//!
//! A proxy adds the address of whoever connects to it at the right end of a header; everything to the left of that was
//! sent by the client and may be invented. So addresses are read from the right, as far as they are proxies that the
//! operator trusts, and only if the connection itself comes from one of these.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::uri::PathAndQuery;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use hyper::Request;
use serde::Deserialize;

use crate::gate::Address;

/// Addresses that begin with the same bits: `10.0.0.0/8`, or a single one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Is this address one of them?
    pub fn contains(&self, address: IpAddr) -> bool {
        let shared = |own: u128, other: u128, length: u8| {
            let rest = u32::from(length - self.bits);
            own.checked_shr(rest) == other.checked_shr(rest)
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => shared(u32::from(own).into(), u32::from(other).into(), 32),
            (IpAddr::V6(own), IpAddr::V6(other)) => shared(own.into(), other.into(), 128),
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("`{text}` is no network; write an address, or one with its bits, such as 10.0.0.0/8");
        let (address, bits) = text.split_once('/').map_or((text, None), |(address, bits)| (address, Some(bits)));
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = bits.map_or(Ok(most), |bits| bits.parse().map_err(|_| wrong()))?;
        if bits > most {
            return Err(format!("`{text}` is no network: an address of this kind has {most} bits"));
        }
        Ok(Network { address, bits })
    }
}

impl TryFrom<String> for Network {
    type Error = String;

    fn try_from(text: String) -> Result<Network, String> {
        text.parse()
    }
}

impl fmt::Display for Network {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.bits)
    }
}

/// The header in which trusted proxies say who asks. Only one is read: a proxy passes the other on as the client sent it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForwardedBy {
    /// `X-Forwarded-For` and `X-Forwarded-Proto`, as most proxies write them.
    #[default]
    XForwardedFor,
    /// `Forwarded`, as RFC 7239 has it.
    Forwarded,
}

/// When the cookie of a guest is sent over https alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SecureCookies {
    /// When a trusted proxy says that the guest came by https.
    #[default]
    Auto,
    /// Always: for a server that is reached by https alone.
    Always,
    /// Never.
    Never,
}

/// The path under which everything is: empty, or such as `/polynya`.
#[derive(Clone, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(try_from = "String")]
pub struct Prefix(String);

impl Prefix {
    /// Returns it as it stands before a path: empty, or without a slash at its end.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the path of a cookie that belongs to everything under it.
    pub fn cookie_path(&self) -> &str {
        if self.0.is_empty() { "/" } else { &self.0 }
    }

    /// Returns what follows it in a path; nothing if the path is elsewhere.
    fn strip<'p>(&self, path: &'p str) -> Option<&'p str> {
        match path.strip_prefix(&self.0)? {
            "" => Some("/"),
            rest => rest.starts_with('/').then_some(rest),
        }
    }
}

impl FromStr for Prefix {
    type Err = String;

    fn from_str(text: &str) -> Result<Prefix, String> {
        let path = text.trim_end_matches('/');
        let plain = |part: &str| {
            let known = |letter: u8| letter.is_ascii_alphanumeric() || b"-_.~".contains(&letter);
            !part.is_empty() && part != "." && part != ".." && part.bytes().all(known)
        };
        let parts = path.strip_prefix('/').map(|path| path.split('/').all(plain));
        match parts {
            Some(true) => Ok(Prefix(path.to_owned())),
            None if path.is_empty() => Ok(Prefix::default()),
            _ => Err(format!("`{text}` is no prefix; write a path of plain letters and digits, such as /polynya")),
        }
    }
}

impl TryFrom<String> for Prefix {
    type Error = String;

    fn try_from(text: String) -> Result<Prefix, String> {
        text.parse()
    }
}

/// How this server is reached through proxies.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies {
    /// Those that are believed.
    pub trusted: Vec<Network>,
    /// Where they say who asks.
    pub header: ForwardedBy,
    /// The path that they hand on to us.
    pub prefix: Prefix,
}

/// How a request came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// Through a proxy that is trusted?
    pub proxied: bool,
    /// Does such a proxy say that it came by https?
    pub https: bool,
}

impl Proxies {
    /// Is this the address of a trusted proxy?
    pub fn trusts(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|network| network.contains(address))
    }

    /// Finds out who asks, and takes the prefix off the path. Returns the answer to what is not ours.
    pub fn receive(&self, peer: IpAddr, request: &mut Request<impl Sized>) -> Option<Response<Body>> {
        let (address, arrival) = match self.trusts(peer) {
            true => (
                self.address(peer, request.headers()),
                Arrival { proxied: true, https: self.is_https(request.headers()) },
            ),
            false => (peer, Arrival { proxied: false, https: false }),
        };
        request.extensions_mut().insert(ConnectInfo(Address(address)));
        request.extensions_mut().insert(arrival);
        if self.prefix.0.is_empty() {
            return None;
        }
        match self.prefix.strip(request.uri().path()) {
            Some(path) => {
                *request.uri_mut() = with_path(request.uri(), path);
                None
            }
            // Whoever looks after the server asks it itself, without a proxy.
            None if ["/healthz", "/metrics"].contains(&request.uri().path()) => None,
            None => Some(self.elsewhere(request.uri().path())),
        }
    }

    /// What is answered outside the prefix.
    fn elsewhere(&self, path: &str) -> Response<Body> {
        let home = format!("{}/", self.prefix.0);
        if path == "/" {
            let home = HeaderValue::try_from(home).expect("a prefix is plain text");
            return (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, home)]).into_response();
        }
        (StatusCode::NOT_FOUND, format!("There is nothing here; Polynya is at {home}\n")).into_response()
    }

    /// Returns who asks through a trusted proxy: the first address from the right that is none of the trusted.
    fn address(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let hops: Vec<String> = match self.header {
            ForwardedBy::XForwardedFor => listed(headers, "x-forwarded-for").map(str::to_owned).collect(),
            ForwardedBy::Forwarded => {
                let of = |element| parameter(element, "for").unwrap_or_default();
                listed(headers, "forwarded").map(of).collect()
            }
        };
        let mut found = peer;
        for hop in hops.iter().rev() {
            // What cannot be read says nothing about whoever is behind it.
            let Some(address) = read_address(hop) else { break };
            found = address;
            if !self.trusts(address) {
                break;
            }
        }
        found
    }

    /// Does the proxy say that it was asked by https?
    fn is_https(&self, headers: &HeaderMap) -> bool {
        let proto = match self.header {
            ForwardedBy::XForwardedFor => listed(headers, "x-forwarded-proto").last().map(str::to_owned),
            ForwardedBy::Forwarded => {
                listed(headers, "forwarded").last().and_then(|element| parameter(element, "proto"))
            }
        };
        proto.is_some_and(|proto| proto.eq_ignore_ascii_case("https"))
    }
}

/// The elements of a header that is a list, also if it came in several lines.
fn listed<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    // A line that is no text is an element that nobody can read.
    let lines = headers.get_all(name).into_iter().map(|line| line.to_str().unwrap_or("?"));
    lines.flat_map(|line| line.split(',')).map(str::trim)
}

/// The value of a parameter of an element of `Forwarded`: `for="[2001:db8::1]:80";proto=https`.
fn parameter(element: &str, name: &str) -> Option<String> {
    let mut pairs = element.split(';').filter_map(|pair| pair.trim().split_once('='));
    let (_, value) = pairs.find(|(key, _)| key.trim().eq_ignore_ascii_case(name))?;
    Some(value.trim().trim_matches('"').to_owned())
}

/// Reads an address as proxies write it: with a port or without.
fn read_address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let with_port = || text.parse().ok().map(|address: SocketAddr| address.ip());
    bare.parse().ok().or_else(with_port).map(|address: IpAddr| address.to_canonical())
}

/// The same address with another path, which is a part of the old one.
fn with_path(uri: &Uri, path: &str) -> Uri {
    let text = uri.query().map_or_else(|| path.to_owned(), |query| format!("{path}?{query}"));
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = PathAndQuery::try_from(text).ok();
    Uri::from_parts(parts).unwrap_or_else(|_| uri.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proxies(header: ForwardedBy) -> Proxies {
        let trusted = ["10.0.0.0/8", "fd00::/8"].map(|network| network.parse().unwrap()).to_vec();
        Proxies { trusted, header, prefix: Prefix::default() }
    }

    /// The address and whether it came by https, of a request from a peer with these headers.
    fn arrives(proxies: &Proxies, peer: &str, headers: &[(&'static str, &str)]) -> (String, bool) {
        let mut request = Request::new(());
        for (name, value) in headers {
            request.headers_mut().append(*name, value.parse().unwrap());
        }
        assert!(proxies.receive(peer.parse().unwrap(), &mut request).is_none());
        let ConnectInfo(Address(address)) = request.extensions().get().unwrap();
        (address.to_string(), request.extensions().get::<Arrival>().unwrap().https)
    }

    #[test]
    fn a_network_contains_what_begins_like_it() {
        for (network, inside, outside) in [
            ("10.0.0.0/8", "10.255.1.2", "11.0.0.1"),
            ("192.168.1.7", "192.168.1.7", "192.168.1.6"),
            ("0.0.0.0/0", "255.255.255.255", "::1"),
            ("10.0.0.0/8", "::ffff:10.1.2.3", "::10.1.2.3"),
            ("2001:db8::/33", "2001:db8:7fff::1", "2001:db8:8000::1"),
            ("::/0", "fe80::1", "1.2.3.4"),
        ] {
            let network: Network = network.parse().unwrap();
            assert!(network.contains(inside.parse().unwrap()), "{network} {inside}");
            assert!(!network.contains(outside.parse().unwrap()), "{network} {outside}");
        }
        for wrong in ["", "10.0.0/8", "10.0.0.0/33", "::/129", "10.0.0.0/x", "10.0.0.0/-1", "proxy"] {
            assert!(wrong.parse::<Network>().unwrap_err().contains(wrong), "{wrong}");
        }
    }

    #[test]
    fn only_trusted_proxies_are_believed_and_only_from_the_right() {
        let lists = [
            ("10.0.0.1", "203.0.113.9", "203.0.113.9"),
            ("10.0.0.1", "1.1.1.1, 203.0.113.9", "203.0.113.9"),
            ("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.2.3.4", "203.0.113.9"),
            ("10.0.0.1", "10.9.9.9, 10.2.3.4", "10.9.9.9"),
            ("10.0.0.1", "1.1.1.1, nonsense", "10.0.0.1"),
            ("10.0.0.1", "1.1.1.1, nonsense, 10.2.3.4", "10.2.3.4"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", "203.0.113.9:5123", "203.0.113.9"),
            ("10.0.0.1", "[2001:db8::5]:99", "2001:db8::5"),
            ("fd00::2", "2001:db8::5", "2001:db8::5"),
            ("203.0.113.1", "1.1.1.1", "203.0.113.1"),
        ];
        for (peer, list, expected) in lists {
            let (address, _) = arrives(&proxies(ForwardedBy::XForwardedFor), peer, &[("x-forwarded-for", list)]);
            assert_eq!(address, expected, "{list} from {peer}");
        }
        let (address, _) = arrives(
            &proxies(ForwardedBy::XForwardedFor),
            "10.0.0.1",
            &[("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "203.0.113.9"), ("forwarded", "for=2.2.2.2")],
        );
        assert_eq!(address, "203.0.113.9", "lines are one list, and the other header is not read");
    }

    #[test]
    fn the_standard_header_is_read_if_it_is_chosen() {
        let proxies = proxies(ForwardedBy::Forwarded);
        let spoofed = ("x-forwarded-for", "9.9.9.9");
        for (value, address, https) in [
            ("for=203.0.113.9;proto=https", "203.0.113.9", true),
            ("for=1.1.1.1;proto=https, For=\"[2001:db8::5]:4711\";Proto=http;by=10.0.0.1", "2001:db8::5", false),
            ("for=unknown;proto=HTTPS", "10.0.0.1", true),
            ("proto=https;for=_hidden", "10.0.0.1", true),
        ] {
            let arrived = arrives(&proxies, "10.0.0.1", &[("forwarded", value), spoofed]);
            assert_eq!(arrived, (address.to_owned(), https), "{value}");
        }
    }

    /// Whatever a client sends, the address that the proxy adds at the right is the one that counts.
    #[test]
    fn a_client_cannot_choose_its_address() {
        let proxies = proxies(ForwardedBy::XForwardedFor);
        let parts = ["1.1.1.1", "10.0.0.9", "x", "", "::1", "fd00::1", "\"", "for=3.3.3.3", "203.0.113.7:1"];
        for first in parts {
            for second in parts {
                for own in [false, true] {
                    let tail = if own { ", 10.1.1.1" } else { "" };
                    let list = format!("{first},{second}, 203.0.113.9{tail}");
                    let arrived = arrives(&proxies, "10.0.0.1", &[("x-forwarded-for", &list)]);
                    assert_eq!(arrived.0, "203.0.113.9", "{list}");
                }
            }
        }
    }

    #[test]
    fn https_is_believed_from_trusted_proxies_alone() {
        let proxies = proxies(ForwardedBy::XForwardedFor);
        assert!(arrives(&proxies, "10.0.0.1", &[("x-forwarded-proto", "https")]).1);
        assert!(!arrives(&proxies, "10.0.0.1", &[("x-forwarded-proto", "http")]).1);
        assert!(!arrives(&proxies, "203.0.113.9", &[("x-forwarded-proto", "https")]).1);
    }

    #[test]
    fn a_prefix_is_taken_off_and_everything_else_is_elsewhere() {
        for wrong in ["polynya", "/a b", "//", "/a//b", "/../x", "/.", "/ä", "/a?b"] {
            let read = wrong.parse::<Prefix>();
            assert!(read.is_err() || read == Ok(Prefix::default()), "{wrong}: {read:?}");
        }
        assert!("".parse::<Prefix>().is_ok() && "/".parse::<Prefix>().is_ok());
        let prefix: Prefix = "/games/polynya/".parse().unwrap();
        assert_eq!((prefix.as_str(), prefix.cookie_path()), ("/games/polynya", "/games/polynya"));
        let proxies = Proxies { prefix, ..Proxies::default() };
        for (asked, path) in [
            ("/games/polynya", "/"),
            ("/games/polynya/", "/"),
            ("/games/polynya/t/x?turn=3", "/t/x?turn=3"),
            ("/games/polynya/api/lobby", "/api/lobby"),
            ("/healthz", "/healthz"),
        ] {
            let mut request = Request::builder().uri(asked).body(()).unwrap();
            assert!(proxies.receive([127, 0, 0, 1].into(), &mut request).is_none());
            assert_eq!(request.uri().to_string(), path, "{asked}");
        }
        for (asked, status) in
            [("/", 308), ("/games", 404), ("/games/polynyax", 404), ("/api/lobby", 404), ("/games/polynya.", 404)]
        {
            let mut request = Request::builder().uri(asked).body(()).unwrap();
            let answer = proxies.receive([127, 0, 0, 1].into(), &mut request).expect("it is elsewhere");
            assert_eq!(answer.status(), status, "{asked}");
        }
    }
}
