//! Rescue Polar Bears.

use std::sync::OnceLock;

use polynya_bots::games::rescue_polar_bears as bots;
use polynya_engine::Game;
use polynya_games::rescue_polar_bears;

use super::{TURN_LIMIT, bot, preset, random, ruling, switch, yardstick};
use crate::boxes::BoxKind;
use crate::info::{Again, Group, Info, Kind, OptionInfo, Values};
use crate::listing::Listing;

pub(super) static LISTING: Listing<rescue_polar_bears::RescuePolarBears> = Listing {
    info: Info {
        id: rescue_polar_bears::RescuePolarBears::ID,
        title: "Rescue Polar Bears",
        summary: "Steer rescue ships through melting ice, collect data, and bring the bears to safety: together.",
        kind: Kind::Together,
        simultaneous: false,
        minutes: 45,
        ages: Some(10),
        first_game: "Begin with the basic game; the book keeps its variants for those who find that easy.",
        seats: rescue_polar_bears::RescuePolarBears::SEATS,
        usual_seats: 3,
        options: &[
            OptionInfo {
                name: "start_temperature",
                group: Group::Variant,
                values: Values::OneOf(&[
                    "8", "0", "1", "2", "3", "4", "5", "6", "7", "9", "10", "11", "12", "13", "14", "15", "16", "17",
                    "18", "19", "20",
                ]),
                about: "how warm it is at the beginning: the warmer, the harder; printed are 8, 10, 12 and, for the bold, more",
            },
            switch("rough_road", "ice floats lie in the ships' way"),
            switch("rapid_warming", "when nobody grows or breeds, the red die counts 2 more instead of 1"),
            switch("growth_first", "cubs grow up before pairs breed"),
            OptionInfo {
                name: "ships",
                group: Group::Variant,
                values: Values::OneOf(&["null", "2", "3", "4"]),
                about: "how many ships a single seat steers; with more seats, one each",
            },
            OptionInfo { about: "the match ends without a winner after this many turns of ships", ..TURN_LIMIT },
            ruling(
                "collect_by_choice",
                false,
                "a ship that ends on open water with data takes it by itself, as one nearly always wants it; by the \
                 letter it may (\"you may collect\"), and so it is asked",
            ),
            ruling(
                "lone_cub_counts",
                false,
                "a cub that grows up alone does not warm the sea, as its sex is free; by the letter it does (\"only \
                 male or only female bears\": 1 more on the red die)",
            ),
            ruling(
                "heat_without_ice",
                true,
                "more than 20 degrees lose the match even when no ice is left; by the letter only after ice has melted \
                 (\"after Ice-melting\")",
            ),
            OptionInfo {
                name: "kept",
                group: Group::Again,
                values: Values::Such(r#"{}, or hexes with the tiles that stay, such as {"b2":"7","d4":"support"}"#),
                about: "the tiles that stay where they lay in the match before; the others are dealt anew",
            },
        ],
        presets: &[
            preset("Classic", "eight degrees, open water", "{}"),
            preset("Mild", "four degrees: for the first time, or with children", r#"{"start_temperature":4}"#),
            preset("Rough", "ice floats in the way of the ships", r#"{"rough_road":true}"#),
            preset("Hot", "twelve degrees, and it warms faster", r#"{"rapid_warming":true,"start_temperature":12}"#),
        ],
        first: "Who feels the hottest?",
        sets: None,
        again: Some(Again {
            label: "Keep the ice",
            about: "Restarting, as printed: tiles that lie on the board stay; those that were removed are shuffled and \
                    laid on the open water. Bears, ships and tokens begin anew.",
        }),
        about: "Rescue Polar Bears is a game by Jog Kung and Huang Yiming; the name belongs to its owners. Printed: the \
                phases, actions, numbers of tiles, tokens and cards, the variants, Breeze Dragon's speed. Reported: \
                White Wave, Polaris, five Support Tiles. Derived: the map of 37 tiles, the temperature. Proposed: the \
                bears on each number, two of the five ships, most Support Cards, the start hexes.",
        moments: rescue_polar_bears::MOMENTS,
        moments_with: rescue_polar_bears::MOMENTS_WITH,
        guide: rescue_polar_bears::GUIDE,
        sources: rescue_polar_bears::SOURCES,
    },
    bots: &[
        random(),
        yardstick("plain", "plans one ship's turn by a few plain rules; a yardstick that never changes", || {
            Box::new(bots::Plain)
        }),
        bot("easy", "weighs few lines of actions", bots::easy),
        bot("normal", "weighs more lines of actions", bots::normal),
        bot("greedy", "steers any ship: plans its whole turn and weighs it with the dice", || {
            Box::<bots::Team>::default()
        }),
        bot("hard", "weighs many lines of actions with every fall of the dice", bots::hard),
    ],
    adviser: bots::adviser,
    judge: bots::judge,
    contents: Some(BoxKind::of::<rescue_polar_bears::Printed>()),
    rules: rescue_polar_bears::RULES,
    book: OnceLock::new(),
    lessons: rescue_polar_bears::LESSONS,
    course: OnceLock::new(),
    puzzles: rescue_polar_bears::PUZZLES,
    riddles: OnceLock::new(),
};
