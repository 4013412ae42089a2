//! TLS to servers behind a proxy that speaks it. What the system trusts is trusted, and nothing else.

use std::sync::{Arc, OnceLock};

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};

use crate::Address;

/// What is trusted, read once, or why nothing is.
static TRUST: OnceLock<Result<Arc<ClientConfig>, String>> = OnceLock::new();

/// Returns how a connection is secured.
pub fn config() -> Result<Arc<ClientConfig>, String> {
    TRUST.get_or_init(|| trusting(system_roots()?)).clone()
}

/// Returns the name that a server has to prove.
pub fn name(server: &Address) -> Result<ServerName<'static>, String> {
    let host = server.host.trim_matches(['[', ']']).to_owned();
    ServerName::try_from(host).map_err(|_| format!("{server} names no host that a certificate could be for"))
}

fn system_roots() -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
    if roots.is_empty() {
        return Err("this computer trusts no certificates, so no https address can be checked: install those of the \
                    system (Debian: apt-get install ca-certificates), or name a file of them in SSL_CERT_FILE"
            .to_owned());
    }
    Ok(roots)
}

fn trusting(roots: RootCertStore) -> Result<Arc<ClientConfig>, String> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let builder = builder.map_err(|error| format!("no secure connection can be made: {error}"))?;
    Ok(Arc::new(builder.with_root_certificates(roots).with_no_client_auth()))
}
