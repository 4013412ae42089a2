//! Ice Breakers to the Rescue.

use std::sync::OnceLock;

use polynya_bots::games::ice_breakers as bots;
use polynya_engine::Game;
use polynya_games::ice_breakers;

use super::{bot, preset, random, ruling, switch, yardstick};
use crate::boxes::BoxKind;
use crate::info::{Again, Group, Info, Kind, OptionInfo, Values};
use crate::listing::Listing;

pub(super) static LISTING: Listing<ice_breakers::IceBreakers> = Listing {
    info: Info {
        id: ice_breakers::IceBreakers::ID,
        title: "Ice Breakers to the Rescue",
        summary: "Clear channels of ice with shared cards and bring twelve ships home before all is frozen: together.",
        kind: Kind::Together,
        simultaneous: false,
        minutes: 60,
        ages: Some(10),
        first_game: "Begin with the introductory game of six ships: the book recommends it for everybody \
                     younger than 12.",
        seats: ice_breakers::IceBreakers::SEATS,
        usual_seats: 3,
        options: &[
            switch("introductory", "six ships instead of twelve"),
            OptionInfo {
                name: "map",
                group: Group::Variant,
                values: Values::OneOf(&[r#""standard""#, r#""easy""#, r#""hard""#]),
                about: "more and shorter channels, or fewer and longer ones",
            },
            OptionInfo {
                name: "reports",
                group: Group::Variant,
                values: Values::OneOf(&[r#""12-4""#, r#""10-6""#]),
                about: "how many ice reports show one number, and how many show two",
            },
            ruling(
                "printed_ship_deal",
                false,
                "every arrangement without a ship at home is equally likely; by the letter a ship that is drawn for its \
                 own harbour goes under the stack, which prefers some",
            ),
            OptionInfo {
                name: "kept_ice",
                group: Group::Again,
                values: Values::Such("null, or the 66 numbers of the pieces in the order in which they are laid"),
                about: "the ice that stays where it lay in the match before, all of it frozen again",
            },
            OptionInfo {
                name: "report_order",
                group: Group::Again,
                values: Values::Such(r#"null, or the 20 reports from first to last, such as "mild" and "2+3""#),
                about: "the order of the reports of the match before, which are turned over and not shuffled",
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
        first: "Who is the oldest?",
        sets: None,
        again: Some(Again {
            label: "Another game right away",
            about: "As printed: the ice stays where it lies, ice side up, and the reports, if all of them were turned, are \
                    turned over without shuffling. Ships and cards are dealt anew.",
        }),
        about: "Ice Breakers to the Rescue was designed by Jim Deacove and published by Family Pastimes in 2004; the name \
                is its owner's. Printed: the pieces, ships, reports and cards, and the course of a turn. Derived: 22 \
                Power cards, the large harbours, 66 spaces. Proposed: all three maps, and which numbers the reports \
                show.",
        moments: ice_breakers::MOMENTS,
        moments_with: ice_breakers::MOMENTS_WITH,
        guide: ice_breakers::GUIDE,
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
    judge: bots::judge,
    contents: Some(BoxKind::of::<ice_breakers::Printed>()),
    rules: ice_breakers::RULES,
    book: OnceLock::new(),
    lessons: ice_breakers::LESSONS,
    course: OnceLock::new(),
    puzzles: ice_breakers::PUZZLES,
    riddles: OnceLock::new(),
};
