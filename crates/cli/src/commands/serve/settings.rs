//! What can be chosen about a server: by flags, or by the keys of a file with the same names. Flags win.

use std::net::{IpAddr, Ipv4Addr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use polynya_server::proxy::{ForwardedBy, Network, Prefix, Proxies, SecureCookies};
use polynya_server::{Config, descriptors};
use serde::Deserialize;

use crate::failure::Failure;

/// Every choice, as far as it was made.
#[derive(clap::Args, Deserialize, Clone, Default, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields, default, rename_all = "kebab-case")]
pub struct Settings {
    /// The address to listen on; 0.0.0.0 for the whole network [usually 127.0.0.1].
    #[arg(long)]
    pub address: Option<IpAddr>,
    /// The port; 0 for any free one [usually 4040].
    #[arg(long)]
    pub port: Option<u16>,
    /// Where tables are kept: a file, or the address of a PostgreSQL database, `postgres://USER:PASSWORD@HOST/DATABASE`
    /// [usually polynya.db].
    #[arg(long, visible_alias = "data", value_name = "FILE or ADDRESS")]
    pub store: Option<String>,
    /// Milliseconds that a bot waits before it acts, so that people can follow [usually 280].
    #[arg(long)]
    pub pace: Option<u64>,
    /// Seconds after which others may let a bot play for an absent person [usually 120].
    #[arg(long)]
    pub absent: Option<u64>,
    /// Messages a second that one connection may send; 0 for no limit at all, not even of connections [usually 40].
    #[arg(long)]
    pub rate: Option<u32>,
    /// An address by which browsers reach the server, if it has a name of its own: https://play.example.org. May be repeated.
    #[arg(long, value_name = "URL")]
    pub origin: Option<Vec<Origin>>,
    /// Connections at the same time [usually 4096].
    #[arg(long)]
    pub connections: Option<NonZeroUsize>,
    /// Connections of one address at the same time [usually 512].
    #[arg(long)]
    pub connections_each: Option<NonZeroUsize>,
    /// Connections of people who watch one table [usually 200].
    #[arg(long)]
    pub watchers: Option<usize>,
    /// When a move counts: on the disk, or in the queue for it (faster; a crash may lose the last moves) [usually commit].
    #[arg(long, value_enum)]
    pub wait: Option<When>,
    /// A proxy that is believed when it says who asks: an address or a network, 10.0.0.0/8. May be repeated.
    #[arg(long, value_name = "NETWORK")]
    pub trust_proxy: Option<Vec<Network>>,
    /// The header in which trusted proxies say who asks; they must write it themselves [usually x-forwarded-for].
    #[arg(long, value_enum)]
    pub forwarded_by: Option<Header>,
    /// The path under which everything is, if the proxy has other sites too: /polynya. The proxy hands it on unchanged.
    #[arg(long, value_name = "PATH")]
    pub prefix: Option<Prefix>,
    /// When the cookie of a guest is sent over https alone; auto: when a trusted proxy says that the guest came by https
    /// [usually auto].
    #[arg(long, value_enum)]
    pub secure_cookies: Option<Secure>,
    /// Delete tables that are over when nothing has happened there for so long: 90d, 12w [usually never].
    #[arg(long, value_name = "TIME")]
    pub keep: Option<Span>,
    /// Delete tables that are not over when nothing has happened there for so long [usually never].
    #[arg(long, value_name = "TIME")]
    pub keep_abandoned: Option<Span>,
    /// The form of the log on the standard error [usually plain].
    #[arg(long, value_enum)]
    pub log: Option<Log>,
}

/// When a move counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    #[default]
    Commit,
    Queue,
}

/// The form of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Log {
    /// Lines for people.
    #[default]
    Plain,
    /// An object of JSON a line, for machines.
    Json,
}

/// The header in which proxies say who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Header {
    XForwardedFor,
    Forwarded,
}

/// When cookies are sent over https alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Secure {
    Auto,
    Always,
    Never,
}

/// A time in days or weeks: `90d`, `12w`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Span(Duration);

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        const DAY: u64 = 24 * 60 * 60;
        let number = |end| text.strip_suffix(end)?.parse::<u32>().ok().filter(|number| *number > 0);
        let days = number('d').or_else(|| number('w')?.checked_mul(7));
        let days = days.ok_or_else(|| format!("`{text}` is no time; write days or weeks, such as 90d or 12w"))?;
        Ok(Span(Duration::from_secs(u64::from(days) * DAY)))
    }
}

impl TryFrom<String> for Span {
    type Error = String;

    fn try_from(text: String) -> Result<Span, String> {
        text.parse()
    }
}

/// An origin: scheme, host and port, as browsers send it.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(try_from = "String")]
pub struct Origin(String);

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Origin, String> {
        let text = text.trim_end_matches('/').to_lowercase();
        let host = text.strip_prefix("http://").or_else(|| text.strip_prefix("https://"));
        match host {
            Some(host) if !host.is_empty() && !host.contains(['/', '?', '#', '@']) => Ok(Origin(text)),
            _ => Err("an origin is `https://NAME` or `http://NAME:PORT`, without a path".to_owned()),
        }
    }
}

impl TryFrom<String> for Origin {
    type Error = String;

    fn try_from(text: String) -> Result<Origin, String> {
        text.parse()
    }
}

impl Settings {
    /// Reads a file of settings, which has this name.
    pub fn read(name: &str) -> Result<Settings, Failure> {
        let text = std::fs::read_to_string(name).map_err(|error| Failure::in_file(name, error))?;
        Settings::parse(&text).map_err(|what| Failure::input(format!("{name}, {what}")))
    }

    /// Reads settings; what is wrong is told with the number of its line.
    fn parse(text: &str) -> Result<Settings, String> {
        toml::from_str(text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start.min(text.len()));
            let line = 1 + text.as_bytes()[..at].iter().filter(|byte| **byte == b'\n').count();
            format!("line {line}: {}", error.message())
        })
    }

    /// Returns these settings, and those of the others where nothing is set.
    pub fn or(self, others: Settings) -> Settings {
        macro_rules! first {
            ($($name:ident),+) => { Settings { $($name: self.$name.or(others.$name)),+ } };
        }
        first!(
            address,
            port,
            store,
            pace,
            absent,
            rate,
            origin,
            connections,
            connections_each,
            watchers,
            wait,
            trust_proxy,
            forwarded_by,
            prefix,
            secure_cookies,
            keep,
            keep_abandoned,
            log
        )
    }

    /// Returns where to listen.
    pub fn address(&self) -> (IpAddr, u16) {
        (self.address.unwrap_or(Ipv4Addr::LOCALHOST.into()), self.port.unwrap_or(4040))
    }

    /// Returns where tables are kept.
    pub fn store(&self) -> &str {
        self.store.as_deref().unwrap_or("polynya.db")
    }

    /// Returns what the server is told.
    pub fn config(&self) -> Config {
        let usual = Config::default();
        let connections = self.connections.map_or(usual.connections, NonZeroUsize::get);
        Config {
            pace: self.pace.map_or(usual.pace, Duration::from_millis),
            absent: self.absent.map_or(usual.absent, Duration::from_secs),
            rate: self.rate.map_or(usual.rate, NonZeroU32::new),
            origins: self.origin.iter().flatten().map(|Origin(origin)| origin.clone()).collect(),
            connections: connections.min(descriptors::raise()),
            connections_each: self.connections_each.map_or(usual.connections_each, NonZeroUsize::get),
            watchers: self.watchers.unwrap_or(usual.watchers),
            keep: self.keep.map(|Span(kept)| kept),
            keep_abandoned: self.keep_abandoned.map(|Span(kept)| kept),
            proxies: Proxies {
                trusted: self.trust_proxy.clone().unwrap_or_default(),
                header: match self.forwarded_by {
                    None | Some(Header::XForwardedFor) => ForwardedBy::XForwardedFor,
                    Some(Header::Forwarded) => ForwardedBy::Forwarded,
                },
                prefix: self.prefix.clone().unwrap_or_default(),
            },
            secure_cookies: match self.secure_cookies {
                None | Some(Secure::Auto) => SecureCookies::Auto,
                Some(Secure::Always) => SecureCookies::Always,
                Some(Secure::Never) => SecureCookies::Never,
            },
            ..usual
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: Settings,
    }

    /// A file with every key.
    const WHOLE: &str = r#"
        address = "0.0.0.0"
        port = 8080
        store = "postgres://polynya@127.0.0.1/polynya"
        pace = 100
        absent = 60
        rate = 20
        origin = ["https://play.example.org"]
        connections = 2000
        connections-each = 100
        watchers = 50
        wait = "commit"
        trust-proxy = ["127.0.0.1", "10.0.0.0/8"]
        forwarded-by = "forwarded"
        prefix = "/polynya"
        secure-cookies = "always"
        keep = "90d"
        keep-abandoned = "52w"
        log = "json"
    "#;

    #[test]
    fn every_flag_is_a_key_and_a_flag_wins() {
        let file = Settings::parse(WHOLE).unwrap();
        for flag in Line::command().get_arguments().filter_map(|flag| flag.get_long()) {
            assert!(WHOLE.contains(&format!("\n        {flag} = ")), "{flag}");
        }
        let flags = Line::parse_from(["polynya", "--port", "0", "--rate", "0", "--trust-proxy", "::1"]).settings;
        let both = flags.clone().or(file.clone());
        assert_eq!((both.port, both.rate, both.watchers), (Some(0), Some(0), Some(50)));
        assert_eq!(both.config().proxies.trusted, ["::1".parse().unwrap()], "a list is replaced, not made longer");
        assert_eq!(both.config().proxies.prefix.as_str(), "/polynya");
        assert_eq!(Settings::default().or(file.clone()), file, "nothing is forgotten");
        assert_eq!(file.clone().or(Settings::default()), file);
    }

    #[test]
    fn the_usual_settings_are_those_that_the_help_tells() {
        let (config, settings) = (Config::default(), Settings::default());
        assert_eq!(Config { connections: config.connections, ..settings.config() }, config);
        let help = |name: &str| {
            let command = Line::command();
            let flag = command.get_arguments().find(|flag| flag.get_long() == Some(name)).unwrap();
            flag.get_help().unwrap().to_string()
        };
        for (name, usual) in [
            ("port", settings.address().1.to_string()),
            ("address", settings.address().0.to_string()),
            ("store", settings.store().to_owned()),
            ("pace", config.pace.as_millis().to_string()),
            ("absent", config.absent.as_secs().to_string()),
            ("rate", config.rate.unwrap().to_string()),
            ("connections", config.connections.to_string()),
            ("connections-each", config.connections_each.to_string()),
            ("watchers", config.watchers.to_string()),
        ] {
            assert!(help(name).contains(&format!("[usually {usual}]")), "{name}: {}", help(name));
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            ("port = 80\nprot = 81", "line 2: unknown field `prot`"),
            ("port = 99999", "line 1: invalid value: integer `99999`"),
            ("\n\naddress = \"here\"", "line 3: "),
            ("connections = 0", "line 1: invalid value: integer `0`, expected a nonzero"),
            ("rate = -1", "line 1: invalid value: integer `-1`"),
            (
                "rate = 1\ntrust-proxy = [\n  \"10.0.0.0/8\",\n  \"10.0.0.0/40\",\n]",
                "line 2: `10.0.0.0/40` is no network",
            ),
            ("prefix = \"polynya\"", "line 1: `polynya` is no prefix"),
            ("origin = [\"play.example.org\"]", "line 1: an origin is"),
            ("wait = \"soon\"", "line 1: unknown variant `soon`, expected `commit` or `queue`"),
            ("keep = \"3 months\"", "line 1: `3 months` is no time"),
            ("keep = \"0d\"", "line 1: `0d` is no time"),
            ("log = \"xml\"", "line 1: unknown variant `xml`"),
            ("port = 1\nport = 2", "line 2: duplicate key"),
            ("port = ", "line 1: "),
            ("[limits]\nrate = 1", "line 1: unknown field `limits`"),
        ] {
            let error = Settings::parse(text).unwrap_err();
            assert!(error.starts_with(told), "{text}: {error}");
        }
    }
}
