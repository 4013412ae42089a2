//! Entries form a chain: each is kept with a hash of itself and of all before it, so that a bit that changes on the disk
//! is found when the table is read, and named.

use std::fmt;

use sha2::{Digest, Sha256};

use super::NewRow;

/// What an entry is kept with.
pub type Hash = [u8; 32];

/// Returns the beginning of a table's chain: the hash of what never changes about the table.
pub fn first(row: &NewRow) -> Hash {
    let takebacks = serde_json::to_string(&row.takebacks).expect("a policy is plain JSON");
    let numbers = format!("{} {}", row.rules, row.seats);
    let mut hasher = Sha256::new();
    for part in [&row.code, &row.game, &numbers, &row.options, &row.secret, &row.host, &takebacks] {
        hasher.update((part.len() as u64).to_be_bytes());
        hasher.update(part);
    }
    hasher.finalize().into()
}

/// Returns the hash of entry `n`, which comes after the one with the hash `before`.
pub fn next(before: &Hash, n: u32, entry: &str) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(before);
    hasher.update(n.to_be_bytes());
    hasher.update(entry);
    hasher.finalize().into()
}

/// The first part of a stored table that is not as it was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Damage {
    /// What never changes about it.
    Row,
    /// The entry with this number; those before it are as they were written.
    Entry(u32),
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Row => f.write_str("what the file says about the table itself was changed on the disk"),
            Damage::Entry(n) => write!(f, "entry {n} was changed on the disk"),
        }
    }
}

/// Returns the first part of a table that does not match its hash; `hashes` are those kept with the row and with each
/// entry, none where there is none.
pub fn damage(row: &NewRow, kept: Option<&Hash>, entries: &[(String, Option<Hash>)], count: u32) -> Option<Damage> {
    let mut hash = first(row);
    if kept != Some(&hash) {
        return Some(Damage::Row);
    }
    for (n, (entry, kept)) in (1..).zip(entries) {
        hash = next(&hash, n, entry);
        if kept.as_ref() != Some(&hash) {
            return Some(Damage::Entry(n));
        }
    }
    let found = entries.len() as u32;
    (found < count).then_some(Damage::Entry(found + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::Takebacks;

    fn row() -> NewRow {
        NewRow {
            code: "fox".to_owned(),
            spoken: None,
            game: "polar-dare".to_owned(),
            rules: 1,
            options: "{}".to_owned(),
            seats: 2,
            secret: "0123456789abcdef".repeat(4),
            host: "ann".to_owned(),
            takebacks: Takebacks::Own,
            public: false,
            origin: 0,
        }
    }

    fn hex(hash: Hash) -> String {
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Files hold these hashes for ever.
    #[test]
    fn the_hashes_are_those_of_an_outside_program() {
        assert_eq!(hex(first(&row())), "4e49c077389bb8f457294e6f88105bf1b05cc5bc5ee852483496f64c192888dd");
        assert_eq!(
            hex(next(&first(&row()), 1, "ç a")),
            "17d643b6e508f194f73c86e9961073dfcb4de008003c9101686b1755fac03acf"
        );
    }

    #[test]
    fn what_was_changed_is_named() {
        let mut hash = first(&row());
        let mut entries = Vec::new();
        for (n, entry) in (1..).zip(["a", "b", "c", "d"]) {
            hash = next(&hash, n, entry);
            entries.push((entry.to_owned(), Some(hash)));
        }
        let kept = first(&row());
        assert_eq!(damage(&row(), Some(&kept), &entries, 4), None);
        assert_eq!(damage(&row(), Some(&kept), &entries, 5), Some(Damage::Entry(5)));
        assert_eq!(damage(&row(), None, &entries, 4), Some(Damage::Row));
        assert_eq!(damage(&NewRow { seats: 3, ..row() }, Some(&kept), &entries, 4), Some(Damage::Row));
        for changed in 0..4 {
            let mut entries = entries.clone();
            entries[changed].0.push(' ');
            assert_eq!(damage(&row(), Some(&kept), &entries, 4), Some(Damage::Entry(changed as u32 + 1)));
        }
        entries.swap(1, 2);
        assert_eq!(damage(&row(), Some(&kept), &entries, 4), Some(Damage::Entry(2)));
    }
}
