//! What a store can do that several nodes share.

use tokio::sync::mpsc;

use super::{Answer, TableId};

/// The name of a running node; it has another one each time it starts.
pub type NodeName = String;

/// A store that several nodes share: each hears what the others write and say.
pub trait Shared: Send + Sync {
    /// Returns this node's name.
    fn node(&self) -> &str;
    /// Returns the entries of a table after number `after`.
    fn tail(&self, table: TableId, after: u32) -> Answer<'_, Vec<String>>;
    /// Listens to the other nodes from now on.
    fn listen(&self) -> mpsc::UnboundedReceiver<News>;
    /// Tells the other nodes something about a table that is not kept; it may get lost.
    fn tell(&self, table: TableId, text: String);
    /// Says whether this node would do what one node alone does for a table: think for its bots, for example.
    fn want(&self, table: TableId, wanted: bool);
    /// Is this node the one that does it?
    fn leads(&self, table: TableId) -> bool;
}

/// What a node hears.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum News {
    /// Another node is there.
    Alive(NodeName),
    /// Another node has written: tables, and the numbers of their last entries.
    Grew(Vec<(TableId, u32)>),
    /// Another node says something about a table.
    Told {
        /// Which node.
        node: NodeName,
        /// About which table.
        table: TableId,
        /// What.
        text: String,
    },
    /// This node leads a table from now on.
    Leads(TableId),
    /// Nothing is heard until further notice.
    Deaf,
    /// From now on everything is heard; what was written before is not told again.
    Hears,
}
