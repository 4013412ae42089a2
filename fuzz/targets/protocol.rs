//! Any text as what a client sends: a command that is understood is the same when it is written and read again, and a
//! table that is asked for is opened or refused, but never the server's fault.
#![no_main]

use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use polynya_server::protocol::{Command, Message, NewTable};
use polynya_server::store::{Sqlite, Wait};
use polynya_server::views::games;
use polynya_server::{Config, Server, ServerError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::runtime::Runtime;

/// A server that nobody can reach, with a file that lasts as long as this program.
static SERVER: LazyLock<(Runtime, Arc<Server>)> = LazyLock::new(|| {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let file = tempfile::tempdir().expect("a folder").keep().join("fuzz.db");
    let store = Sqlite::open(&file, Wait::Queue).expect("a file");
    let config = Config { rate: None, ..Config::default() };
    (runtime, Server::new(config, Box::new(store), games()))
});

fn survives<T: Serialize + DeserializeOwned + PartialEq + std::fmt::Debug>(text: &str) -> Option<T> {
    let read: T = serde_json::from_str(text).ok()?;
    let written = serde_json::to_string(&read).expect("it can be written");
    let again: T = serde_json::from_str(&written).expect("what was written is read");
    assert_eq!(again, read, "{written}");
    Some(read)
}

fuzz_target!(|text: &str| {
    survives::<Command>(text);
    survives::<Message>(text);
    if let Some(table) = survives::<NewTable>(text) {
        let (runtime, server) = &*SERVER;
        let opened = runtime.block_on(server.open_table(IpAddr::V4(Ipv4Addr::LOCALHOST), "fuzz", &table));
        match opened {
            Ok(code) => assert!(!code.is_empty()),
            Err(ServerError::Invalid(why)) => assert!(!why.is_empty()),
            Err(other) => panic!("{other}"),
        }
    }
});
