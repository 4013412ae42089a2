//! What operators begin with is true: the settings, the systemd unit, the container and the compose file say what the
//! program understands. Their commands run here as they stand, with other folders, ports and databases.

#[path = "../../server/tests/server/common/mod.rs"]
mod common;

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};

use common::{Guest, postgres};
use tempfile::TempDir;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The program, as an operator starts it.
struct Program {
    child: Child,
    /// Open for as long as it runs, so that it can say what it likes.
    _output: (BufReader<ChildStdout>, BufReader<ChildStderr>),
    address: SocketAddr,
    /// Its first line of the log.
    said: String,
    prefix: String,
}

impl Program {
    /// Starts it with these words behind its name, at a free port.
    fn start(words: &[String]) -> Program {
        let mut child = Command::new(env!("CARGO_BIN_EXE_polynya"))
            .args(words)
            .args(["--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let (mut line, mut said) = (String::new(), String::new());
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut log = BufReader::new(child.stderr.take().unwrap());
        output.read_line(&mut line).unwrap();
        log.read_line(&mut said).unwrap();
        let place = line.trim().rsplit_once("http://").unwrap_or_else(|| panic!("{words:?}: {line}{said}")).1;
        let (address, prefix) = place.split_once('/').unwrap_or((place, ""));
        Program { child, _output: (output, log), address: address.parse().unwrap(), said, prefix: prefix.to_owned() }
    }

    /// It gives out tables, and says that it is well.
    async fn serves(&self) {
        let prefix = if self.prefix.is_empty() { String::new() } else { format!("/{}", self.prefix) };
        let guest = Guest::arrive_through(self.address, &prefix, "").await;
        assert_eq!(guest.get("/api/lobby").await.status, 200);
        let code = guest.open_game("polar-dare", &["me", "open"]).await;
        assert_eq!(guest.get(&format!("/api/tables/{code}")).await.status, 200);
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// The same words, where every path below the folder of the service is one below another.
fn moved(words: &[String], folder: &TempDir) -> Vec<String> {
    let here = folder.path().to_str().unwrap();
    words.iter().map(|word| word.replace("/var/lib/polynya", here)).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_of_settings_is_taken_with_all_that_it_suggests() {
    let (text, folder) = (read("deploy/polynya.toml"), tempfile::tempdir().unwrap());
    // A line that is a setting but for its first sign is one that the operator may take.
    let is_setting = |line: &str| line.split_once(" = ").is_some_and(|(key, _)| !key.contains(' '));
    let suggested: Vec<&str> =
        text.lines().filter_map(|line| line.strip_prefix("# ")).filter(|line| is_setting(line)).collect();
    assert!(suggested.len() >= 4, "{suggested:?}");
    // That of a database stands in the place of that of a file.
    let more: Vec<&str> = suggested.into_iter().filter(|line| !line.starts_with("store")).collect();
    for (name, text) in [("plain", text.clone()), ("whole", text.clone() + &more.join("\n"))] {
        let file = folder.path().join(name);
        fs::write(&file, text.replace("/var/lib/polynya", folder.path().to_str().unwrap())).unwrap();
        let program = Program::start(&words(&format!("serve --config {}", file.display())));
        assert_eq!(program.prefix, if name == "whole" { "polynya" } else { "" });
        assert!(program.said.starts_with('{'), "the log is JSON: {}", program.said);
        program.serves().await;
        drop(program);
        fs::remove_file(folder.path().join("polynya.db")).unwrap();
    }
}

/// The values of a key of the unit.
fn unit(key: &str) -> Vec<String> {
    let text = read("deploy/polynya.service");
    let values = text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('='));
    values.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_of_the_unit_runs_with_its_credential() {
    let [credential, start] = ["LoadCredential", "ExecStart"].map(|key| unit(key).concat());
    let (name, from) = credential.split_once(':').expect("a name and a path");
    // What docs/operating.md tells the operator to install, and where.
    let guide = read("docs/operating.md");
    for told in [format!("deploy/polynya.toml {from} "), "deploy/polynya.service /etc/systemd/system/".to_owned()] {
        assert!(guide.contains(&told), "docs/operating.md does not say `{told}`");
    }
    let folder = tempfile::tempdir().unwrap();
    let text = read("deploy/polynya.toml").replace("/var/lib/polynya", folder.path().to_str().unwrap());
    fs::write(folder.path().join(name), text).unwrap();
    // systemd puts credentials into a folder and names it `%d`.
    let start = words(&start.replace("%d", folder.path().to_str().unwrap()));
    assert_eq!(start[0], "/usr/local/bin/polynya");
    Program::start(&start[1..]).serves().await;
    // The settings keep tables where the unit lets it write.
    assert_eq!(unit("StateDirectory"), ["polynya"]);
    assert!(read("deploy/polynya.toml").contains("store = \"/var/lib/polynya/"));
}

/// The lines of the container file that begin with this word.
fn container(word: &str) -> Vec<String> {
    let text = read("deploy/Containerfile");
    let lines = text.lines().filter_map(|line| line.strip_prefix(word)?.strip_prefix(' '));
    lines.map(str::to_owned).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_command_of_the_container_runs_and_what_builds_it_is_there() {
    let list = |word: &str| -> Vec<String> { serde_json::from_str(&container(word).concat()).unwrap() };
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(list("ENTRYPOINT"), ["polynya"]);
    let command: Vec<String> = moved(&list("CMD"), &folder);
    Program::start(&command).serves().await;
    assert!(folder.path().join("polynya.db").exists());
    for copied in container("COPY") {
        let mut paths: Vec<&str> = copied.split(' ').collect();
        paths.pop();
        match paths.first() {
            // What another stage has built.
            Some(from) if from.starts_with("--from=") => {
                assert!(paths[1..].iter().all(|path| path.starts_with("/polynya/")), "{copied}");
                let built = ["web/dist", "target/release/polynya"];
                let here = paths[1..].iter().map(|path| path.trim_start_matches("/polynya/"));
                here.for_each(|path| assert!(built.contains(&path) || root().join(path).exists(), "{copied}"));
            }
            _ => paths.iter().for_each(|path| assert!(root().join(path).exists(), "{copied}")),
        }
    }
    // Every step is one that can be done: its scripts are there, and so are its targets.
    let steps = container("RUN").join(" && ");
    for step in steps.split(" && ") {
        match step.split(' ').collect::<Vec<_>>()[..] {
            ["sh", script, ..] => assert!(root().join(script).exists(), "{step}"),
            ["make", target] => {
                let made = Command::new("make").args(["--dry-run", target]).current_dir(root()).output().unwrap();
                assert!(made.status.success(), "{step}");
            }
            ["cargo", "build", ref flags @ ..] => assert!(flags.contains(&"--locked"), "{step}"),
            ["useradd", ..] => assert_eq!(container("USER"), ["polynya"]),
            _ => panic!("nobody knows whether `{step}` can be done"),
        }
    }
}

/// The services of the compose file, each with the items of its lists, as far as this file needs YAML.
fn services() -> HashMap<String, HashMap<String, Vec<String>>> {
    let (text, mut services) = (read("deploy/compose.yaml"), HashMap::<_, HashMap<_, Vec<String>>>::new());
    let (mut part, mut service, mut key) = (String::new(), String::new(), String::new());
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#') && !line.is_empty()) {
        let (depth, line) = (line.len() - line.trim_start().len(), line.trim());
        match (depth, line.strip_prefix("- ")) {
            (0, _) => line.trim_end_matches(':').clone_into(&mut part),
            (2, None) if part == "services" => service = line.split(':').next().unwrap().to_owned(),
            (_, Some(item)) => {
                services.entry(service.clone()).or_default().entry(key.clone()).or_default().push(item.to_owned());
            }
            (4, None) => {
                let (name, value) = line.split_once(':').unwrap();
                name.clone_into(&mut key);
                let items = value.trim().trim_start_matches('[').trim_end_matches(']');
                let list = services.entry(service.clone()).or_default().entry(key.clone()).or_default();
                list.extend(items.split(", ").filter(|item| !item.is_empty()).map(str::to_owned));
            }
            _ => {}
        }
    }
    services
}

#[tokio::test(flavor = "multi_thread")]
async fn the_nodes_of_the_compose_file_run_and_trust_their_proxy() {
    let (services, text) = (services(), read("deploy/compose.yaml"));
    let node = &services["node1"]["command"];
    assert_eq!(services["node2"]["<<"], ["*node"], "both are alike");
    // The proxy is in the network that they trust.
    let subnet = text.lines().find_map(|line| line.trim().strip_prefix("- subnet: ")).expect("a fixed subnet");
    assert!(node.contains(&format!("--trust-proxy={subnet}")), "{node:?}, but {subnet}");
    // Both use one database, by the name of its service.
    let database = postgres::database().await;
    let run: Vec<String> = node
        .iter()
        .map(|word| match word.strip_prefix("--store=") {
            Some(store) => {
                assert_eq!(store, "postgres://polynya:${POSTGRES_PASSWORD}@database/polynya");
                assert!(text.contains("POSTGRES_USER: polynya") && text.contains("POSTGRES_DB: polynya"));
                format!("--store={database}")
            }
            None => word.replace("${SITE:?the name of the site}", "play.example.org"),
        })
        .collect();
    let nodes = [Program::start(&run), Program::start(&run)];
    let forwarded = "X-Forwarded-For: 192.0.2.7\r\nX-Forwarded-Proto: https\r\n";
    let guest = Guest::arrive_through(nodes[0].address, "", forwarded).await;
    let code = guest.open_game("polar-dare", &["me", "open"]).await;
    let other = Guest { address: nodes[1].address, ..guest };
    assert_eq!(other.get(&format!("/api/tables/{code}")).await.status, 200, "any node has every table");
    assert!(nodes.iter().all(|node| node.said.starts_with('{')), "{}", nodes[0].said);
    // The proxy asks both, where they listen, and hides what is the operator's.
    let proxy = read("deploy/Caddyfile");
    let port = container("EXPOSE").concat();
    for name in ["node1", "node2"] {
        assert!(services.contains_key(name) && proxy.contains(&format!("{name}:{port}")), "{name}");
    }
    for told in ["{$SITE}", "health_uri /healthz", "lb_try_duration", "path /healthz /metrics"] {
        assert!(proxy.contains(told), "{told}");
    }
    assert!(services["proxy"]["volumes"].iter().any(|volume| volume.starts_with("./Caddyfile:/etc/caddy/Caddyfile")));
}
