//! What is kept about a guest.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

/// Everything that is kept about a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GuestData {
    /// What stands for the guest everywhere: the hash of the cookie.
    pub guest: String,
    /// The tables that know them, the oldest first.
    pub tables: Vec<GuestTable>,
}

/// What a table keeps about a guest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[ts(export_to = "protocol.ts")]
pub struct GuestTable {
    /// The code in its link; the record of the match is at `/api/tables/{code}/record`.
    pub code: String,
    /// The game's id.
    pub game: String,
    /// Has the guest opened it?
    pub opened: bool,
    /// The names that they had there.
    pub names: Vec<String>,
    /// What was said there under these names.
    pub said: Vec<String>,
}
