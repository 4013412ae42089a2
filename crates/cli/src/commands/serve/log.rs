//! The log: lines for people, or an object of JSON a line for machines.

use std::fmt;
use std::io::IsTerminal;

use serde_json::{Map, Value};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::format::{FormatEvent, FormatFields, Writer};
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};
use tracing_subscriber::fmt::{FmtContext, layer};
use tracing_subscriber::prelude::*;
use tracing_subscriber::registry::LookupSpan;

use super::settings::Log;

/// Begins the log, in this form, on the standard error.
pub fn begin(form: Log) {
    let levels = std::env::var("RUST_LOG").ok().and_then(|levels| levels.parse().ok()).unwrap_or_else(usual_levels);
    // A log that cannot be written is no reason to stop a match.
    let lines = layer().with_writer(std::io::stderr).log_internal_errors(false);
    match form {
        Log::Plain => {
            let lines = lines.with_ansi(std::io::stderr().is_terminal());
            tracing_subscriber::registry().with(lines.with_filter(levels)).init();
        }
        Log::Json => {
            let lines = lines.with_ansi(false).event_format(Json);
            tracing_subscriber::registry().with(lines.with_filter(levels)).init();
        }
    }
}

/// What the log holds if nobody says otherwise: how the server began, and whatever goes wrong.
fn usual_levels() -> Targets {
    Targets::new().with_default(LevelFilter::WARN).with_target("polynya_server", LevelFilter::INFO)
}

/// Writes each event as one object: `time`, `level`, `target`, `message`, and its fields.
struct Json;

impl<S, N> FormatEvent<S, N> for Json
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut line: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let mut time = String::new();
        SystemTime.format_time(&mut Writer::new(&mut time))?;
        let mut fields = Fields(Map::new());
        event.record(&mut fields);
        let Fields(mut object) = fields;
        let (level, target) = (event.metadata().level().as_str(), event.metadata().target());
        for (name, text) in [("time", time.as_str()), ("level", level), ("target", target)] {
            object.insert(name.to_owned(), text.into());
        }
        writeln!(line, "{}", Value::Object(object))
    }
}

/// The fields of an event.
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, field: &Field, value: impl Into<Value>) {
        self.0.insert(field.name().to_owned(), value.into());
    }
}

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.put(field, format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field, value);
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field, value);
    }

    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field, value);
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field, value);
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field, value);
    }
}
