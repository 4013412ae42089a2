//! `docs/openapi.json` describes the HTTP part as it is.
//!
//! `POLYNYA_WRITE=1 cargo test -p polynya-server --test server fresh` writes it.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

#[test]
fn the_description_is_fresh() {
    let fresh = polynya_server::routes::openapi() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    if std::env::var_os("POLYNYA_WRITE").is_some() {
        fs::write(&file, &fresh).expect("the file can be written");
    }
    let committed = fs::read_to_string(file).unwrap_or_default();
    assert!(committed == fresh, "docs/openapi.json is stale; write it with POLYNYA_WRITE=1");
}

#[test]
fn everything_that_the_description_refers_to_is_in_it() {
    let description: Value = serde_json::from_str(&polynya_server::routes::openapi()).expect("JSON");
    let mut wanted = BTreeSet::new();
    references(&description, &mut wanted);
    assert!(wanted.len() > 8, "the description names its types");
    for reference in wanted {
        let path = reference.trim_start_matches('#');
        assert!(description.pointer(path).is_some(), "{reference} is missing");
    }
}

#[test]
fn every_request_has_a_name_of_its_own_and_whoever_begins_with_the_games_gets_to_most() {
    let description: Value = serde_json::from_str(&polynya_server::routes::openapi()).expect("JSON");
    let operations = description["paths"].as_object().expect("paths").values().flat_map(|item| item.as_object());
    let operations: Vec<&Value> = operations.flat_map(|item| item.values()).collect();
    let names: Vec<&str> = operations.iter().map(|operation| operation["operationId"].as_str().unwrap()).collect();
    let once: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(once.len(), names.len(), "{names:?}");
    let answers = operations.iter().flat_map(|operation| operation["responses"].as_object().unwrap().values());
    let links = answers.filter_map(|answer| answer["links"].as_object()).flat_map(|links| links.values());
    let reached: BTreeSet<&str> = links.map(|link| link["operationId"].as_str().unwrap()).collect();
    assert!(reached.is_subset(&once), "{reached:?}");
    for name in ["lessons", "lesson_step", "example", "play_on", "box_template", "box_check", "analysis", "view"] {
        assert!(reached.contains(name), "no answer leads to {name}");
    }
}

fn references(value: &Value, into: &mut BTreeSet<String>) {
    match value {
        Value::Object(map) => {
            into.extend(map.get("$ref").and_then(Value::as_str).map(ToOwned::to_owned));
            map.values().for_each(|value| references(value, into));
        }
        Value::Array(list) => list.iter().for_each(|value| references(value, into)),
        _ => {}
    }
}
