//! What people are told about Thin Ice, and who plays it.

use std::sync::OnceLock;

use polynya_bots::{Budget, Plain, PlayoutJudge, Random, Search};
use polynya_catalog::{BotInfo, Group, Info, Kind, ListedBot, Listing, OptionInfo, QUICK_BOT, USUAL_BOT, Values};
use polynya_engine::Game;

use crate::thin_ice::{RULES, ThinIce};

/// Thin Ice in the list.
pub static THIN_ICE: Listing<ThinIce> = Listing {
    info: Info {
        id: ThinIce::ID,
        title: "Thin Ice",
        summary: "Seals share a hole with a few fish under it. Whoever eats the last one has won.",
        kind: Kind::Race,
        simultaneous: false,
        minutes: 2,
        ages: None,
        first_game: "",
        seats: ThinIce::SEATS,
        usual_seats: 2,
        options: &[OptionInfo {
            name: "fish",
            group: Group::Variant,
            values: Values::Such("12, or another number from 1 to 40"),
            about: "how many fish there are at the beginning",
        }],
        presets: &[],
        first: "Who begins?",
        sets: None,
        again: None,
        about: "A game for teaching; it belongs to Polynya.",
        moments: &[],
        moments_with: &[],
        guide: &[],
        sources: &[],
    },
    bots: &[
        ListedBot {
            info: BotInfo { name: QUICK_BOT, about: "any legal action, each equally likely", yardstick: false },
            make: || Box::new(Random::default()),
        },
        ListedBot {
            info: BotInfo { name: USUAL_BOT, about: "searches a tree with random playouts", yardstick: false },
            make: || Box::new(search()),
        },
    ],
    adviser: || Box::new(search()),
    judge: || Box::new(PlayoutJudge),
    contents: None,
    rules: RULES,
    book: OnceLock::new(),
    lessons: "",
    course: OnceLock::new(),
    puzzles: "",
    riddles: OnceLock::new(),
};

/// A tree search that knows nothing but the rules.
fn search() -> Search<ThinIce, Plain> {
    Search::new(Plain, Budget::Iterations(500))
}
