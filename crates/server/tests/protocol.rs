//! The TypeScript types in `web/src/protocol` are those of the Rust code.
//!
//! `POLYNYA_WRITE=1 cargo test -p polynya-server --test protocol` writes them anew.

use std::fs;
use std::path::Path;

use polynya_server::protocol::{
    ActionWords, Command, GameInfo, Lobby, Message, NewTable, Opened, Problem, Replay, RuleBook, Verdict,
};
use polynya_server::views::{FloesView, IceBreakersView, PolarRollerView, RescueView};
use ts_rs::{Config, TS};

#[test]
fn the_typescript_types_are_fresh() {
    let fresh = tempfile::tempdir().expect("a temporary folder");
    let config = Config::new().with_out_dir(fresh.path());
    let exports = [
        Command::export_all,
        Message::export_all,
        NewTable::export_all,
        Opened::export_all,
        Lobby::export_all,
        GameInfo::export_all,
        ActionWords::export_all,
        RuleBook::export_all,
        Replay::export_all,
        Problem::export_all,
        Verdict::export_all,
        FloesView::export_all,
        RescueView::export_all,
        PolarRollerView::export_all,
        IceBreakersView::export_all,
    ];
    for export in exports {
        export(&config).expect("types are written");
    }
    let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol");
    for name in ["protocol.ts", "views.ts"] {
        let text = fs::read_to_string(fresh.path().join(name)).expect("the file was written");
        if std::env::var_os("POLYNYA_WRITE").is_some() {
            fs::create_dir_all(&committed).expect("the folder can be made");
            fs::write(committed.join(name), &text).expect("the file can be written");
        }
        let stale = fs::read_to_string(committed.join(name)).unwrap_or_default();
        assert!(stale == text, "{name} is stale; write it anew with POLYNYA_WRITE=1");
    }
}
