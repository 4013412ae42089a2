//! The TypeScript types in `web/src/protocol` are those of the Rust code.
//!
//! `POLYNYA_WRITE=1 cargo test -p polynya-server --test server fresh` writes them.

use std::fs;
use std::path::Path;

use polynya_games::{floes, ice_breakers, polar_roller, rescue_polar_bears};
use polynya_server::protocol::{
    ActionWords, AnalysisProgress, BoxVerdict, Command, Draws, GameFigure, GameInfo, GameMoment, GameThing, GuestData,
    GuideTip, Lesson, LessonState, LessonTry, Lobby, MatchAnalysis, Message, NewTable, Opened, PlayOn, PlayedExample,
    Problem, Reach, Replay, RuleBook, SetUp, SharedStudy, SourcedValue, StudyLine, StudyMove, StudyState, Verdict,
};
use polynya_server::views::{FloesView, IceBreakersView, PolarRollerView, RescueView, games};
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
        GameThing::export_all,
        ActionWords::export_all,
        RuleBook::export_all,
        Lesson::export_all,
        LessonTry::export_all,
        LessonState::export_all,
        PlayedExample::export_all,
        PlayOn::export_all,
        GameMoment::export_all,
        GuideTip::export_all,
        SourcedValue::export_all,
        GameFigure::export_all,
        Replay::export_all,
        Draws::export_all,
        MatchAnalysis::export_all,
        AnalysisProgress::export_all,
        StudyLine::export_all,
        StudyMove::export_all,
        StudyState::export_all,
        SharedStudy::export_all,
        Problem::export_all,
        Reach::export_all,
        GuestData::export_all,
        Verdict::export_all,
        BoxVerdict::export_all,
        SetUp::export_all,
        FloesView::export_all,
        RescueView::export_all,
        PolarRollerView::export_all,
        IceBreakersView::export_all,
    ];
    for export in exports {
        export(&config).expect("types are written");
    }
    let protocol = fs::read_to_string(fresh.path().join("protocol.ts")).expect("the file was written");
    let imports = "import type { GameAction } from './actions';\nimport type { GameEvent } from './events';\n";
    is_fresh("protocol.ts", &protocol.replacen("\n", &format!("\n{imports}"), 1));
    is_fresh("views.ts", &fs::read_to_string(fresh.path().join("views.ts")).expect("the file was written"));
    is_fresh("actions.ts", &actions());
    is_fresh("events.ts", &events(&config));
}

const HEADER: &str = "// This file was generated from the games. Do not edit it.\n";

/// The actions of each game, and of any.
fn actions() -> String {
    let games = games();
    let type_of = |id: &str| games.get(id).expect("it is listed").actions_in_typescript();
    let names = [
        ("FloesAction", type_of("piecepack-dare")),
        ("RescueAction", type_of("rescue-polar-bears")),
        ("IceBreakersAction", type_of("ice-breakers")),
        ("PolarRollerAction", type_of("polar-roller")),
    ];
    union("GameAction", "What a seat does", &names)
}

/// The events of each game, and of any.
fn events(config: &Config) -> String {
    let names = [
        ("FloesEvent", floes::Event::inline(config)),
        ("RescueEvent", rescue_polar_bears::Event::inline(config)),
        ("IceBreakersEvent", ice_breakers::Event::inline(config)),
        ("PolarRollerEvent", polar_roller::Event::inline(config)),
    ];
    union("GameEvent", "What happens", &names)
}

fn union(name: &str, about: &str, parts: &[(&str, String)]) -> String {
    let mut text = HEADER.to_owned();
    for (part, of) in parts {
        text += &format!("\nexport type {part} = {};\n", of.replace(" | {", "\n  | {"));
    }
    let all: Vec<&str> = parts.iter().map(|(part, _)| *part).collect();
    text + &format!("\n/** {about}, in any game. */\nexport type {name} = {};\n", all.join(" | "))
}

fn is_fresh(name: &str, text: &str) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol").join(name);
    if std::env::var_os("POLYNYA_WRITE").is_some() {
        fs::write(&file, text).expect("the file can be written");
    }
    let stale = fs::read_to_string(&file).unwrap_or_default();
    assert!(stale == text, "{name} is stale; write it with POLYNYA_WRITE=1");
}
