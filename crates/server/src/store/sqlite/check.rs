//! A whole file, looked at from outside.

use std::path::Path;

use super::{Sqlite, schema, stored};
use crate::store::{StoreError, Stored};

/// What was found in a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many tables it holds.
    pub tables: usize,
    /// How many entries they have.
    pub entries: usize,
    /// Is it of an older version, without hashes? A server that opens it adds them; until then only its pages are checked.
    pub unhashed: bool,
    /// What is wrong, a sentence each.
    pub faults: Vec<String>,
}

impl Sqlite {
    /// Looks through a whole file, also one that a server uses, and changes nothing: its pages, the hashes of all tables
    /// and entries, and what `judge` finds wrong with each table.
    pub fn check(file: &Path, mut judge: impl FnMut(&Stored) -> Option<String>) -> Result<Checked, StoreError> {
        let (connection, version) = schema::open_to_check(file)?;
        let broken = |error: rusqlite::Error| StoreError::Broken(schema::explain(file, &error));
        let mut checked = Checked { unhashed: version < schema::HASHED, ..Checked::default() };
        let texts = |sql: &str| -> rusqlite::Result<Vec<String>> {
            connection.prepare(sql)?.query_map([], |row| row.get(0))?.collect()
        };
        checked.faults.extend(texts("PRAGMA integrity_check").map_err(broken)?.into_iter().filter(|what| what != "ok"));
        if checked.unhashed {
            return Ok(checked);
        }
        for code in texts("SELECT code FROM tables ORDER BY id").map_err(broken)? {
            checked.tables += 1;
            match stored(&connection, &code) {
                Ok(Some(table)) => {
                    checked.entries += table.entries.len();
                    let fault = table.damage.map_or_else(|| judge(&table), |damage| Some(damage.to_string()));
                    checked.faults.extend(fault.map(|fault| format!("table {code}: {fault}")));
                }
                Ok(None) => checked.faults.push(format!("table {code}: it is not found by its code")),
                Err(error) => checked.faults.push(format!("table {code}: {error}")),
            }
        }
        Ok(checked)
    }
}
