//! Where a server or a table is.

use std::fmt;
use std::str::FromStr;

/// The port of a server that nobody named another one for.
const PORT: u16 = 4040;

/// A server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Address {
    /// Its name or number.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// Is it spoken to over TLS?
    pub tls: bool,
}

impl Address {
    /// Returns a server that is spoken to in the clear.
    pub fn plain(host: impl Into<String>, port: u16) -> Address {
        Address { host: host.into(), port, tls: false }
    }

    /// Returns host and port as requests name them: without a port that goes without saying.
    pub fn authority(&self) -> String {
        if self.port == usual_port(self.tls) { self.host.clone() } else { self.endpoint() }
    }

    /// Returns host and port as connections want them.
    pub fn endpoint(&self) -> String {
        format!("{}:{}", self.host, self.port)
    }
}

/// The port of an address that begins with `https://` or `http://` and names none.
fn usual_port(tls: bool) -> u16 {
    if tls { 443 } else { 80 }
}

impl Default for Address {
    /// Returns the server of this computer.
    fn default() -> Address {
        Address::plain("127.0.0.1", PORT)
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}://{}", if self.tls { "https" } else { "http" }, self.authority())
    }
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        let wrong = || format!("`{}` is no address such as http://192.168.1.5:4040", text.escape_debug());
        let (scheme, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (Some(true), rest),
            (_, Some(rest)) => (Some(false), rest),
            _ => (None, text),
        };
        let tls = scheme == Some(true);
        let named = rest.split('/').next().unwrap_or_default();
        // `[::1]:4040` has colons of its own.
        let (host, port) = match named.rsplit_once(':').filter(|(_, port)| !port.ends_with(']')) {
            Some((host, port)) => (host, port.parse().map_err(|_| wrong())?),
            None => (named, scheme.map_or(PORT, usual_port)),
        };
        let plain = |sign: char| sign.is_ascii_alphanumeric() || "-._[]:".contains(sign);
        if host.is_empty() || !host.chars().all(plain) {
            return Err(wrong());
        }
        Ok(Address { host: host.to_owned(), port, tls })
    }
}

/// A table of a server.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableAddress {
    /// The server.
    pub server: Address,
    /// The code in the table's link, or the words by which it is found.
    pub code: String,
    /// The secret of a seat link.
    pub secret: Option<String>,
}

impl TableAddress {
    /// Reads a link, `http://host:4040/t/CODE`, or a code or words at this server.
    pub fn read(text: &str, server: &Address) -> Result<TableAddress, String> {
        let text = text.trim();
        let (server, path) = match text.split_once("/t/") {
            Some(("", path)) => (server.clone(), path),
            Some((server, path)) => (server.parse()?, path),
            None if text.contains("://") => return Err(format!("`{}` is no link to a table", text.escape_debug())),
            None => (server.clone(), text),
        };
        let (path, mark) = path.split_once('#').unwrap_or((path, ""));
        let code = path.split(['?', '/']).next().unwrap_or_default().trim().replace(' ', "-").to_lowercase();
        let is_code = |sign: char| sign.is_ascii_alphanumeric() || sign == '-' || sign == '_';
        if code.is_empty() || !code.chars().all(is_code) {
            return Err(format!("`{}` is neither the link nor the code of a table", text.escape_debug()));
        }
        // Links tell capitals from small letters; words do not.
        let code = if code.contains('-') { code } else { path.split(['?', '/']).next().unwrap_or_default().to_owned() };
        Ok(TableAddress { server, code, secret: mark.strip_prefix("seat=").map(str::to_owned) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_codes_and_words_lead_to_tables() {
        let read = |text: &str| TableAddress::read(text, &Address::default());
        let here = |code: &str| TableAddress { server: Address::default(), code: code.to_owned(), secret: None };
        assert_eq!(read("abcDEF12").unwrap(), here("abcDEF12"));
        assert_eq!(read("blue whale sings 7").unwrap(), here("blue-whale-sings-7"));
        let link = read("http://10.0.0.7:8080/t/abcd?x=1#seat=5ecret").unwrap();
        assert_eq!((link.server.to_string().as_str(), link.code.as_str()), ("http://10.0.0.7:8080", "abcd"));
        assert_eq!(link.secret.as_deref(), Some("5ecret"));
        let link = read("https://play.example.org/t/abcd").unwrap();
        assert_eq!((link.server.to_string().as_str(), link.server.port), ("https://play.example.org", 443));
        for wrong in ["", "http://10.0.0.7:8080/", "https://x:y/t/abc", "ftp://x/t/abc", "a\r\nb", "http://a b/t/c"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_server_without_a_port_has_the_usual_one() {
        assert_eq!("192.168.1.5".parse::<Address>().unwrap().port, 4040);
        assert_eq!("http://host".parse::<Address>().unwrap().port, 80);
        assert_eq!("[::1]:99".parse::<Address>().unwrap(), Address::plain("[::1]", 99));
        let tls = "https://host:8443".parse::<Address>().unwrap();
        assert!(tls.tls && tls.to_string() == "https://host:8443" && tls.authority() == "host:8443");
        assert!("host:port".parse::<Address>().is_err());
    }
}
