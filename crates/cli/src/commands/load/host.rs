//! The server under load: an own one, or one that runs already; what it uses is read from the system.

use std::ffi::OsString;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use crate::failure::Failure;

/// A server on this machine.
pub struct Host {
    /// Where it listens.
    pub address: SocketAddr,
    pid: u32,
    own: Option<(Child, PathBuf)>,
}

impl Host {
    /// Returns a server that runs already.
    pub fn running(address: SocketAddr, pid: u32) -> Host {
        Host { address, pid, own: None }
    }

    /// Starts one with an empty file or on this store, and no limit of messages; it ends when this is dropped.
    pub fn start(store: Option<&str>, wait: &str) -> Result<Host, Failure> {
        let folder = std::env::temp_dir().join(format!("polynya-load-{}", std::process::id()));
        let store = store.map_or_else(|| folder.join("load.db").into_os_string(), OsString::from);
        let in_folder = |error| Failure::in_file(&folder.to_string_lossy(), error);
        fs::create_dir_all(&folder).map_err(in_folder)?;
        let program = std::env::current_exe().map_err(Failure::input)?;
        let child = Command::new(program)
            .args(["serve", "--port", "0", "--rate", "0", "--wait", wait, "--store"])
            .arg(store)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| Failure::input(format!("the server does not start: {error}")))?;
        let unknown = SocketAddr::from(([127, 0, 0, 1], 0));
        let mut host = Host { address: unknown, pid: child.id(), own: Some((child, folder)) };
        host.address = host.printed_address().ok_or_else(|| Failure::input("the server did not say where it plays"))?;
        Ok(host)
    }

    /// Returns the address that the own server prints when it is ready.
    fn printed_address(&mut self) -> Option<SocketAddr> {
        let (child, _) = self.own.as_mut()?;
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut()?).read_line(&mut line).ok()?;
        line.trim_end().rsplit_once("http://")?.1.parse().ok()
    }

    /// Returns the seconds of CPU that the server has used.
    pub fn cpu(&self) -> Result<f64, Failure> {
        let text = self.read("stat")?;
        // The name of the program stands in brackets and may hold spaces; user and system time are the 12th and 13th
        // field after it, in hundredths of a second.
        let fields = text.rsplit_once(')').map(|(_, fields)| fields.split_whitespace().skip(11).take(2));
        let ticks: Option<Vec<f64>> = fields.and_then(|fields| fields.map(|field| field.parse().ok()).collect());
        ticks.map(|ticks| ticks.iter().sum::<f64>() / 100.0).ok_or_else(|| self.unexpected("stat"))
    }

    /// Returns the bytes of memory that the server holds.
    pub fn memory(&self) -> Result<u64, Failure> {
        let text = self.read("status")?;
        let kilobytes =
            text.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
        kilobytes.map(|kilobytes: u64| kilobytes * 1024).ok_or_else(|| self.unexpected("status"))
    }

    fn read(&self, what: &str) -> Result<String, Failure> {
        let file = format!("/proc/{}/{what}", self.pid);
        fs::read_to_string(&file).map_err(|error| Failure::in_file(&file, error))
    }

    fn unexpected(&self, what: &str) -> Failure {
        Failure::input(format!("/proc/{}/{what} is not as expected", self.pid))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some((child, folder)) = &mut self.own {
            // There is nobody to tell, and nothing of it is needed any more.
            let _ = child.kill();
            let _ = child.wait();
            let _ = fs::remove_dir_all(folder);
        }
    }
}
