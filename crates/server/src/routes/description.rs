//! The description of the HTTP part: what the routes say of themselves, and what is true of many of them.

use std::collections::BTreeSet;

use polynya_catalog::{AnyGame, Games};
use serde_json::{Value, json};
use utoipa::openapi::OpenApi;

use crate::views::Browser;

/// Problems that every request may meet.
const ALWAYS: [(&str, &str); 5] = [
    ("400", "The request cannot be read"),
    ("403", "It came from a page of another site, or may not be"),
    ("429", "Too much from this address; wait a few seconds"),
    ("500", "The server is at fault"),
    ("503", "The server has too much to do; try again in a few seconds"),
];
/// Problems that a request with a body may meet as well.
const WITH_BODY: [(&str, &str); 2] = [("408", "The body came too slowly"), ("413", "The body is too long")];

/// The requests that whoever has the code of a table can send.
const OF_TABLE: [&str; 8] = ["info", "record", "replay", "view", "draws", "claim", "analysis", "analysis_progress"];
/// The requests that whoever has the id of a game can send.
const OF_GAME: [&str; 12] = [
    "actions",
    "box_check",
    "box_template",
    "figures",
    "guide",
    "lessons",
    "moments",
    "puzzles",
    "rules",
    "set_up",
    "sources",
    "things",
];
/// The requests that whoever has the book of a game can send: what its first example is, and to play on from there.
const OF_BOOK: [&str; 2] = ["example", "play_on"];

/// Completes what the routes say of themselves, on a server of these games.
pub fn complete(routes: &OpenApi, games: &Games<Browser>) -> Value {
    let mut description = serde_json::to_value(routes).expect("a description is plain JSON");
    let ids: Vec<&str> = games.iter().map(|game| game.info().id).collect();
    let bots: BTreeSet<&str> = games.iter().flat_map(AnyGame::bots).map(|bot| bot.name).collect();
    let bots: Vec<&str> = bots.into_iter().collect();
    let schemas = &mut description["components"]["schemas"];
    schemas["MatchRecord"] = record_schema();
    let table = &mut schemas["NewTable"]["properties"];
    table["game"]["enum"] = json!(ids);
    table["seats"]["minItems"] = json!(1);
    table["seats"]["items"]["pattern"] = json!(format!("^(me|open|({})(@[0-9]{{1,4}}(ms|s))?)$", bots.join("|")));
    let record = json!({ "$ref": "#/components/schemas/MatchRecord" });
    let paths = &mut description["paths"];
    for path in ["/api/records", "/api/verify", "/api/studies"] {
        paths[path]["post"]["requestBody"]["content"]["application/json"]["schema"] = record.clone();
    }
    let answer = &mut paths["/api/tables/{code}/record"]["get"]["responses"]["200"];
    answer["content"]["application/json"]["schema"] = record;
    for path in ["/api/tables", "/api/records"] {
        paths[path]["post"]["responses"]["201"]["links"] = links(&OF_TABLE, "code", "$response.body#/code");
    }
    paths["/api/games"]["get"]["responses"]["200"]["links"] = links(&OF_GAME, "game", "$response.body#/0/id");
    let game = "$request.path.game";
    paths["/api/games/{game}/rules"]["get"]["responses"]["200"]["links"] =
        links_with(&OF_BOOK, &json!({ "game": game, "number": 1 }));
    paths["/api/games/{game}/lessons"]["get"]["responses"]["200"]["links"] =
        links_with(&["lesson_step"], &json!({ "game": game, "lesson": "$response.body#/0/id", "step": 1 }));
    let record = json!({ "$ref": "#/components/schemas/MatchRecord" });
    paths["/api/studies/{id}"]["get"]["responses"]["200"]["content"]["application/json"]["schema"] = record;
    paths["/api/studies"]["post"]["responses"]["201"]["links"] = links(&["study"], "id", "$response.body#/id");
    let operations = paths.as_object_mut().into_iter().flatten().flat_map(|(_, item)| item.as_object_mut());
    for (method, operation) in operations.flatten() {
        for parameter in operation["parameters"].as_array_mut().into_iter().flatten() {
            if parameter["name"] == "game" {
                parameter["schema"]["enum"] = json!(ids);
            }
        }
        let more = if method == "post" { &WITH_BODY[..] } else { &[] };
        for (status, words) in ALWAYS.iter().chain(more) {
            let response = &mut operation["responses"][*status];
            if response.is_null() {
                *response = problem(words);
            }
        }
    }
    bound(&mut description);
    description
}

/// Writes down how large a number may be that is read into so many bits.
fn bound(schema: &mut Value) {
    match schema {
        Value::Array(all) => all.iter_mut().for_each(bound),
        Value::Object(fields) => {
            let most = match fields.get("format").and_then(Value::as_str) {
                Some("uint8") => Some(u32::from(u8::MAX)),
                Some("uint16") => Some(u32::from(u16::MAX)),
                Some("uint32") => Some(u32::MAX),
                _ => None,
            };
            if let Some(most) = most {
                fields.entry("maximum").or_insert(json!(most));
            }
            fields.values_mut().for_each(bound);
        }
        _ => {}
    }
}

fn problem(words: &str) -> Value {
    let schema = json!({ "$ref": "#/components/schemas/Problem" });
    json!({ "description": words, "content": { "application/json": { "schema": schema } } })
}

/// What can be asked next with something that an answer holds.
fn links(operations: &[&str], parameter: &str, from: &str) -> Value {
    links_with(operations, &json!({ parameter: from }))
}

/// What can be asked next with these parameters.
fn links_with(operations: &[&str], parameters: &Value) -> Value {
    let link =
        |&operation: &&str| (operation.to_owned(), json!({ "operationId": operation, "parameters": parameters }));
    Value::Object(operations.iter().map(link).collect())
}

/// A record, as `docs/notation.md` describes it.
fn record_schema() -> Value {
    json!({
        "type": "object",
        "description": "A match as it is saved; docs/notation.md describes it.",
        "required": ["polynya", "game", "rules", "seats", "steps", "result"],
        "properties": {
            "polynya": { "type": "integer", "const": 1, "description": "The version of this format." },
            "game": { "type": "string", "description": "The game's id." },
            "rules": { "type": "integer", "minimum": 0, "maximum": 65_535, "description": "The version of its rules." },
            "options": { "description": "The options of the match: an object." },
            "seats": { "type": "integer", "minimum": 0, "maximum": 255, "description": "How many seats the table has." },
            "seed": { "type": ["string", "null"], "description": "What the dice follow from, once the match is over." },
            "luck": { "type": ["object", "null"], "description": "How the seed came about." },
            "players": { "description": "Who played each seat: a list of texts; anything else is not looked at." },
            "steps": { "type": "array", "items": { "type": "string" }, "description": "The steps in words." },
            "notes": { "description": "What was written about the match, by the number of steps after which it stands." },
            "variations": { "type": "array", "items": { "type": "object" }, "description": "What might have been played." },
            "result": { "type": ["object", "null"], "description": "How it ended; null while it has not." },
        },
    })
}
