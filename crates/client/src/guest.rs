//! Who asks: a guest is known to a server by a cookie.

use std::fs;
use std::path::{Path, PathBuf};

use polynya_server::protocol::{Lobby, NewTable, Opened, Problem};
use serde::de::DeserializeOwned;

use crate::http::{self, Answer};
use crate::{Address, TableAddress};

/// Somebody who is known to a server.
#[derive(Clone, Debug)]
pub struct Guest {
    /// The server.
    pub server: Address,
    /// The cookie, `name=value`.
    pub cookie: String,
}

impl Guest {
    /// Returns a new guest of this server.
    pub fn new(server: &Address) -> Result<Guest, String> {
        let answer = http::ask(server, "GET", "/healthz", "", "")?;
        let cookie = http::header(&answer.head, "set-cookie").and_then(|cookie| cookie.split(';').next());
        let cookie = cookie.ok_or_else(|| format!("{server} is no server of Polynya: it gives no cookie"))?;
        Ok(Guest { server: server.clone(), cookie: cookie.to_owned() })
    }

    /// Returns the guest that this folder knows for the server, or a new one that it knows from now on: who comes back
    /// has the own seats.
    pub fn kept(server: &Address, folder: Option<PathBuf>) -> Result<Guest, String> {
        let name: String =
            server.host.chars().map(|sign| if sign.is_ascii_alphanumeric() { sign } else { '-' }).collect();
        let Some(file) = folder.map(|folder| folder.join(format!("guest-{name}-{}", server.port))) else {
            return Guest::new(server);
        };
        if let Ok(cookie) = fs::read_to_string(&file)
            && cookie.starts_with("polynya=")
            && !cookie.contains(char::is_whitespace)
        {
            return Ok(Guest { server: server.clone(), cookie });
        }
        let guest = Guest::new(server)?;
        // Whoever cannot keep it is somebody else the next time, and plays all the same.
        let _ = keep(&file, &guest.cookie);
        Ok(guest)
    }

    /// Returns the header that says who asks.
    pub fn header(&self) -> String {
        format!("Cookie: {}\r\n", self.cookie)
    }

    /// Opens a table and returns its code.
    pub fn open(&self, table: &NewTable) -> Result<String, String> {
        let body = serde_json::to_string(table).map_err(|error| error.to_string())?;
        self.post("/api/tables", &body).map(|opened: Opened| opened.code)
    }

    /// Takes the seat of a seat link; returns the table's code.
    pub fn claim(&self, table: &TableAddress) -> Result<String, String> {
        let body = serde_json::json!({ "secret": table.secret }).to_string();
        self.post(&format!("/api/tables/{}/claim", table.code), &body).map(|opened: Opened| opened.code)
    }

    /// Returns the lobby.
    pub fn lobby(&self) -> Result<Lobby, String> {
        self.get("/api/lobby")
    }

    /// Returns what stands there.
    pub fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, String> {
        read(http::ask(&self.server, "GET", path, &self.header(), "")?)
    }

    fn post<T: DeserializeOwned>(&self, path: &str, body: &str) -> Result<T, String> {
        let headers = format!("Content-Type: application/json\r\n{}", self.header());
        read(http::ask(&self.server, "POST", path, &headers, body)?)
    }
}

fn read<T: DeserializeOwned>(answer: Answer) -> Result<T, String> {
    if !(200..300).contains(&answer.status) {
        let problem: Option<Problem> = serde_json::from_slice(&answer.body).ok();
        return Err(problem.map_or_else(|| format!("the server answers {}", answer.status), |problem| problem.error));
    }
    serde_json::from_slice(&answer.body).map_err(|error| format!("the server's answer cannot be read: {error}"))
}

/// Writes a file that nobody else may read.
pub(crate) fn keep(file: &Path, text: &str) -> std::io::Result<()> {
    use std::io::Write;
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file)?.write_all(text.as_bytes())
}
