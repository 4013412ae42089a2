//! Ice Breakers to the Rescue.

use std::sync::OnceLock;

use polynya_bots::games::ice_breakers as bots;
use polynya_engine::Game;
use polynya_games::ice_breakers;

use super::{bot, preset, random, switch, yardstick};
use crate::info::{Info, Kind, OptionInfo, Values};
use crate::listing::Listing;

pub(super) static LISTING: Listing<ice_breakers::IceBreakers> = Listing {
    info: Info {
        id: ice_breakers::IceBreakers::ID,
        title: "Ice Breakers to the Rescue",
        summary: "Clear channels of ice with shared cards and bring twelve ships home before all is frozen: together.",
        kind: Kind::Together,
        simultaneous: false,
        minutes: 60,
        seats: ice_breakers::IceBreakers::SEATS,
        usual_seats: 3,
        options: &[
            switch("introductory", "six ships instead of twelve"),
            OptionInfo {
                name: "map",
                values: Values::OneOf(&[r#""standard""#, r#""easy""#, r#""hard""#]),
                about: "more and shorter channels, or fewer and longer ones",
            },
            OptionInfo {
                name: "reports",
                values: Values::OneOf(&[r#""12-4""#, r#""10-6""#]),
                about: "how many ice reports show one number, and how many show two",
            },
        ],
        presets: &[
            preset("Classic", "twelve ships on the standard map", "{}"),
            preset(
                "First voyage",
                "six ships and short channels, to learn it",
                r#"{"introductory":true,"map":"easy"}"#,
            ),
            preset("Hard winter", "long channels, and reports that freeze more", r#"{"map":"hard","reports":"10-6"}"#),
        ],
        about: "Ice Breakers to the Rescue was designed by Jim Deacove and published by Family Pastimes in 2004; the name \
                is its owner's. Printed: the pieces, ships, reports and cards, and the course of a turn. Derived: 22 \
                Power cards, the large harbours, 66 spaces. Proposed: all three maps, and which numbers the reports \
                show.",
        moments: ice_breakers::MOMENTS,
        sources: ice_breakers::SOURCES,
    },
    bots: &[
        random(),
        yardstick(
            "plain",
            "follows the cheapest way of one ship after the other; a yardstick that never changes",
            || Box::new(bots::Plain),
        ),
        bot("easy", "takes a plan that looks good at first sight", bots::easy),
        bot("greedy", "plans a whole turn: which card, which ice, which ships", || Box::new(bots::Team::default())),
        bot("normal", "thinks about what the next turns may bring", bots::normal),
        bot("hard", "compares more plans, and these better", bots::hard),
    ],
    adviser: bots::adviser,
    rules: ice_breakers::RULES,
    book: OnceLock::new(),
};
