//! What a table's list tells about one guest, and the list without it: moves stay, names and words go.

use super::Entry;
use crate::codes;
use crate::store::NewRow;

/// What people are called who have had their name taken out.
const NOBODY: &str = "Guest";
/// What stands in the place of what they said.
const UNSAID: &str = "(taken back)";

/// What a table's list tells about a guest.
#[derive(Default)]
pub struct Traces {
    /// The names that they had there, each once.
    pub names: Vec<String>,
    /// What was said there under these names.
    pub said: Vec<String>,
}

/// Returns what the entries of a table tell about a guest.
pub fn traces(entries: &[String], guest: &str) -> Traces {
    let mut traces = Traces::default();
    for entry in entries.iter().filter_map(|text| serde_json::from_str(text).ok()) {
        match entry {
            Entry::Sit { guest: sitter, name, .. } if sitter == guest && !traces.names.contains(&name) => {
                traces.names.push(name);
            }
            Entry::Say { name, text, .. } if traces.names.contains(&name) => traces.said.push(text),
            _ => {}
        }
    }
    traces
}

/// Returns the list of a table as if somebody without a name had been in the place of a guest. Nobody can be that person.
pub fn forget(row: &NewRow, entries: &[String], guest: &str) -> (NewRow, Vec<String>) {
    let stranger = codes::hash(&codes::token());
    let names = traces(entries, guest).names;
    let without = |text: &String| {
        // Whatever the entry is, the hash of a guest stands nowhere else.
        let text = text.replace(guest, &stranger);
        let entry = match serde_json::from_str(&text) {
            Ok(Entry::Sit { seat, guest, nonce, .. }) if guest == stranger => {
                Entry::Sit { seat, guest, nonce, name: NOBODY.to_owned() }
            }
            Ok(Entry::Say { name, seat, .. }) if names.contains(&name) => {
                Entry::Say { name: NOBODY.to_owned(), seat, text: UNSAID.to_owned() }
            }
            _ => return text,
        };
        entry.write()
    };
    let host = if row.host == guest { stranger.clone() } else { row.host.clone() };
    (NewRow { host, ..row.clone() }, entries.iter().map(without).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Takebacks;

    #[test]
    fn names_and_words_go_and_moves_stay() {
        let guest = codes::hash("ann");
        let texts = [
            format!(r#"{{"sit":{{"seat":1,"guest":"{guest}","name":"Ann","nonce":"n"}}}}"#),
            r#"{"sit":{"seat":2,"guest":"other","name":"Bob","nonce":"m"}}"#.to_owned(),
            r#"{"say":{"name":"Ann","seat":1,"text":"I live in Oslo"}}"#.to_owned(),
            r#"{"say":{"name":"Bob","seat":2,"text":"Hello Ann"}}"#.to_owned(),
            format!(r#"{{"mute":{{"guests":["{guest}"],"muted":true}}}}"#),
            r#"{"step":{"id":7,"steps":[]}}"#.to_owned(),
        ];
        let row = NewRow {
            code: "c".to_owned(),
            spoken: None,
            game: "polar-dare".to_owned(),
            rules: 1,
            options: "{}".to_owned(),
            seats: 2,
            secret: "s".to_owned(),
            host: guest.clone(),
            takebacks: Takebacks::Consent,
            public: false,
            origin: 0,
        };
        let told = traces(&texts, &guest);
        assert_eq!((told.names, told.said), (vec!["Ann".to_owned()], vec!["I live in Oslo".to_owned()]));
        let (new, entries) = forget(&row, &texts, &guest);
        assert_ne!(new.host, guest);
        assert!(entries.iter().all(|entry| !entry.contains(&guest) && !entry.contains("Oslo")), "{entries:?}");
        assert!(
            entries[0].contains(&new.host) && entries[0].contains(r#""name":"Guest","nonce":"n""#),
            "{}",
            entries[0]
        );
        assert_eq!((&entries[1], &entries[3], &entries[5]), (&texts[1], &texts[3], &texts[5]), "others' entries stay");
        assert!(entries[4].contains(&new.host));
        let told = traces(&entries, &guest);
        assert!(told.names.is_empty() && told.said.is_empty());
    }
}
