//! Online tables line by line: in pipes, and behind a proxy that speaks TLS.

use std::io::Write;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;

use polynya_client::{Address, Guest};
use polynya_server::protocol::NewTable;
use rustls::ServerConfig;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::online::Server;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screen").join(name)
}

/// A proxy that speaks TLS, as those of operators do.
async fn proxy(to: SocketAddr) -> SocketAddr {
    let certificate = CertificateDer::from_pem_file(file("certificate.pem")).expect("a certificate");
    let key = PrivateKeyDer::from_pem_file(file("key.pem")).expect("a key");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider).with_safe_default_protocol_versions().expect("versions");
    let config = config.with_no_client_auth().with_single_cert(vec![certificate], key).expect("they fit");
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(mut secure) = acceptor.accept(stream).await else { return };
                let Ok(mut plain) = TcpStream::connect(to).await else { return };
                let _ = tokio::io::copy_bidirectional(&mut secure, &mut plain).await;
            });
        }
    });
    address
}

/// Runs the program with these lines as its input.
fn run(args: &[&str], lines: &str, trusted: &Path) -> Output {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
        .args(args)
        .env("XDG_STATE_HOME", folder.path())
        .env("SSL_CERT_FILE", trusted)
        .env_remove("SSL_CERT_DIR")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    child.stdin.take().expect("an input").write_all(lines.as_bytes()).expect("it is taken");
    child.wait_with_output().expect("it ends")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_played_line_by_line_over_tls() {
    let store = tempfile::tempdir().expect("a folder");
    let server = Server::start(&store.path().join("polynya.db"), 0);
    let host = Guest::new(&Address::plain("127.0.0.1", server.address.port())).expect("it is there");
    let new: NewTable = serde_json::from_value(json!({
        "game": "polar-dare", "options": { "turn_limit": 4 }, "seats": ["random", "open"], "name": "Ann",
    }))
    .expect("a table");
    let code = host.open(&new).expect("it is opened");
    let url = format!("https://localhost:{}", proxy(server.address).await.port());
    let link = format!("{url}/t/{code}");
    let certificate = file("certificate.pem");
    let (trusted, lines) = (certificate.clone(), format!("say hello\n{}", "1\n".repeat(40)));
    let played =
        tokio::task::spawn_blocking(move || run(&["join", &link, "--name", "Ben", "--plain"], &lines, &trusted));
    let played = played.await.expect("it runs");
    let (said, wrong) = (String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&played.stderr));
    assert!(played.status.success(), "{said}{wrong}");
    assert!(said.contains("Ben: hello") && said.contains("Over after"), "{said}");
    assert!(!said.contains('\x1b'), "nothing but text: {said}");
    let record: Value = host.get(&format!("/api/tables/{code}/record")).expect("a record");
    assert!(record["result"].is_object(), "the match is over: {record}");
    // Whom nobody trusts is not spoken with.
    let strangers = tempfile::NamedTempFile::new().expect("a file");
    let path = strangers.path().to_owned();
    let refused = tokio::task::spawn_blocking(move || run(&["lobby", &url], "", &path)).await.expect("it runs");
    assert!(!refused.status.success(), "{}", String::from_utf8_lossy(&refused.stdout));
    let wrong = String::from_utf8_lossy(&refused.stderr);
    assert!(wrong.contains("https") && wrong.contains("certificate"), "{wrong}");
}
