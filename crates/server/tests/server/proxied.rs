//! Behind a proxy: limits go by the real address, cookies by https, and everything may be under a path.

use std::num::NonZeroU32;

use crate::common::{Guest, House, games, hasty};
use polynya_server::protocol::Phase;
use polynya_server::proxy::{Proxies, SecureCookies};
use polynya_server::store::{Sqlite, Wait};
use polynya_server::{Config, Server, serve};
use serde_json::json;
use tokio::net::TcpListener;

/// A server that trusts these proxies.
fn behind(trusted: &[&str]) -> Config {
    let trusted = trusted.iter().map(|network| network.parse().unwrap()).collect();
    Config { proxies: Proxies { trusted, ..Proxies::default() }, rate: NonZeroU32::new(10), ..hasty() }
}

/// Somebody behind a proxy of this machine, at this address; they claim to be somebody else as well.
async fn from(house: &House, address: &str) -> Guest {
    let forwarded = format!("X-Forwarded-For: 198.51.100.1, {address}\r\n");
    Guest::arrive_through(house.address, "", &forwarded).await
}

/// Posts until it is too much; `false` if it never is.
async fn is_limited(guest: &Guest) -> bool {
    for _ in 0..40 {
        if guest.post("/api/verify", "{}").await.status == 429 {
            return true;
        }
    }
    false
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_go_by_the_address_behind_a_trusted_proxy() {
    let house = House::open(behind(&["127.0.0.0/8"])).await;
    let (greedy, other) = (from(&house, "203.0.113.7").await, from(&house, "203.0.113.8").await);
    assert!(is_limited(&greedy).await);
    assert_ne!(other.post("/api/verify", "{}").await.status, 429, "another address has its own share");
    // Whatever a client sends itself stands to the left of what the proxy adds.
    let forwarded = "X-Forwarded-For: 192.0.2.99\r\nX-Forwarded-For: 203.0.113.7\r\n";
    let disguised = Guest::arrive_through(house.address, "", forwarded).await;
    assert_eq!(disguised.post("/api/verify", "{}").await.status, 429);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_else_is_believed() {
    let house = House::open(behind(&["10.0.0.0/8"])).await;
    assert!(is_limited(&from(&house, "203.0.113.7").await).await);
    let disguised = from(&house, "203.0.113.8").await;
    assert_eq!(disguised.post("/api/verify", "{}").await.status, 429, "it is the same peer");
}

#[tokio::test(flavor = "multi_thread")]
async fn sockets_are_shared_out_by_the_address_behind_the_proxy() {
    let house = House::open(Config { connections_each: 3, ..behind(&["127.0.0.1"]) }).await;
    let (one, other) = (from(&house, "203.0.113.7").await, from(&house, "2001:db8::7").await);
    let code = one.open_game("polar-dare", &["me", "open"]).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(one.join(&code).await);
    }
    let refused = one.connect(&code, &[]).await.err().expect("it has its share").to_string();
    assert!(refused.contains("429"), "{refused}");
    for _ in 0..3 {
        held.push(other.join(&code).await);
    }
    assert!(house.count(r#"polynya_refused_total{what="connection"}"#).await > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_behind_a_proxy_learns_the_addresses_of_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let store = Sqlite::open(&folder.path().join("tables.db"), Wait::Commit).unwrap();
    let server = Server::new(behind(&["127.0.0.0/8"]), Box::new(store), games());
    // As if it listened to the whole house.
    server.listens.set("192.168.1.20:4040".parse().unwrap()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let served = tokio::spawn(serve(server, listener, std::future::pending()));
    let reach = async |forwarded| {
        let guest = Guest::arrive_through(address, "", forwarded).await;
        guest.get("/api/reach").await.json()["addresses"].clone()
    };
    assert_eq!(reach("X-Forwarded-For: 203.0.113.7\r\n").await, json!([]));
    served.abort();
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_secure_when_a_trusted_proxy_says_https_or_always_or_never() {
    let https = "X-Forwarded-Proto: https\r\n";
    let auto = behind(&["127.0.0.1"]);
    let always = Config { secure_cookies: SecureCookies::Always, ..hasty() };
    let never = Config { secure_cookies: SecureCookies::Never, ..behind(&["127.0.0.1"]) };
    for (config, forwarded, secure) in [
        (&auto, https, true),
        (&auto, "X-Forwarded-Proto: http\r\n", false),
        (&auto, "", false),
        (&behind(&[]), https, false),
        (&always, "", true),
        (&never, https, false),
    ] {
        let house = House::open(config.clone()).await;
        let guest = Guest::arrive_through(house.address, "", forwarded).await;
        let answer = guest.with_cookie("").get("/").await;
        let cookie = answer.header("set-cookie").unwrap();
        assert_eq!(cookie.contains("; Secure"), secure, "{forwarded}{cookie}");
        assert!(cookie.contains("; Path=/;") && cookie.contains("; HttpOnly; SameSite=Lax"), "{cookie}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn everything_is_under_the_prefix_and_nothing_else() {
    let proxies = Proxies { prefix: "/games/polynya".parse().unwrap(), ..Proxies::default() };
    let house = House::open(Config { proxies, ..hasty() }).await;
    let guest = Guest::arrive_through(house.address, "/games/polynya", "").await;
    let page = guest.get("/t/some-table").await;
    let text = page.text();
    assert!(page.header("content-type").unwrap().starts_with("text/html"), "{page:?}");
    assert!(text.contains("data-prefix=\"/games/polynya\""), "{text}");
    assert!(!text.contains("=\"/assets") && !text.contains("=\"/icon") && !text.contains("=\"./"), "{text}");
    let script = text.split("src=\"/games/polynya").nth(1).unwrap().split('"').next().unwrap();
    assert_eq!(guest.get(script).await.status, 200, "{script}");
    assert_eq!(guest.get("/api/openapi.json").await.json()["servers"], json!([{ "url": "/games/polynya" }]));
    assert!(guest.with_cookie("").get("/").await.header("set-cookie").unwrap().contains("; Path=/games/polynya;"));

    // A whole table.
    let code = guest.open_game("polar-dare", &["open", "random"]).await;
    let mut player = guest.join(&code).await;
    player.sit(1).await;
    player.wait(|table| table.seats.phase == Phase::Playing).await;
    assert_eq!(guest.get(&format!("/api/tables/{code}/record")).await.status, 200);

    let outside = Guest { prefix: String::new(), ..guest };
    assert_eq!(outside.get("/healthz").await.status, 200);
    assert_eq!(outside.get("/metrics").await.status, 200);
    assert_eq!(outside.get("/").await.header("location"), Some("/games/polynya/"));
    for path in ["/api/lobby", "/games", "/games/polynyas", "/t/x"] {
        let answer = outside.get(path).await;
        assert_eq!((answer.status, answer.text().contains("Polynya is at /games/polynya/")), (404, true), "{path}");
    }
    assert!(outside.connect(&code, &[]).await.is_err());
}
