//! Rescue Polar Bears.

use std::sync::OnceLock;

use polynya_bots::games::rescue_polar_bears as bots;
use polynya_engine::Game;
use polynya_games::rescue_polar_bears;

use super::{TURN_LIMIT, bot, preset, random, switch, yardstick};
use crate::info::{Info, Kind, OptionInfo, Values};
use crate::listing::Listing;

pub(super) static LISTING: Listing<rescue_polar_bears::RescuePolarBears> = Listing {
    info: Info {
        id: rescue_polar_bears::RescuePolarBears::ID,
        title: "Rescue Polar Bears",
        summary: "Steer rescue ships through melting ice, collect data, and bring the bears to safety: together.",
        kind: Kind::Together,
        simultaneous: false,
        minutes: 45,
        seats: rescue_polar_bears::RescuePolarBears::SEATS,
        usual_seats: 3,
        options: &[
            OptionInfo {
                name: "start_temperature",
                values: Values::OneOf(&["8", "4", "10", "12", "14", "16", "18"]),
                about: "how warm it is at the beginning: the warmer, the harder",
            },
            switch("rough_road", "ice floats lie in the ships' way"),
            switch("rapid_warming", "every rise of the temperature is one degree more"),
            switch("growth_first", "cubs grow up before pairs breed"),
            OptionInfo {
                name: "ships",
                values: Values::OneOf(&["null", "2", "3", "4"]),
                about: "how many ships a single seat steers; with more seats, one each",
            },
            OptionInfo { about: "the match ends without winners after this many turns of ships", ..TURN_LIMIT },
        ],
        presets: &[
            preset("Classic", "eight degrees, open water", "{}"),
            preset("Mild", "four degrees: for the first time, or with children", r#"{"start_temperature":4}"#),
            preset("Rough", "ice floats in the way of the ships", r#"{"rough_road":true}"#),
            preset("Hot", "twelve degrees, and it warms faster", r#"{"rapid_warming":true,"start_temperature":12}"#),
        ],
        about: "Rescue Polar Bears is a game by Jog Kung and Huang Yiming; the name belongs to its owners. Printed: the \
                phases, actions, numbers of tiles, tokens and cards, the variants, Breeze Dragon's speed. Reported: \
                White Wave, Polaris, five Support Tiles. Derived: the map of 37 tiles, the temperature. Proposed: the \
                bears on each number, two of the five ships, most Support Cards, the start hexes.",
        moments: rescue_polar_bears::MOMENTS,
        sources: rescue_polar_bears::SOURCES,
    },
    bots: &[
        random(),
        yardstick("plain", "plans one ship's turn by a few plain rules; a yardstick that never changes", || {
            Box::new(bots::Plain)
        }),
        bot("easy", "weighs few lines of actions", bots::easy),
        bot("normal", "weighs more lines of actions", bots::normal),
        bot("greedy", "steers any ship: plans its whole turn and weighs it with the dice", || Box::new(bots::Team)),
        bot("hard", "weighs many lines of actions with every fall of the dice", bots::hard),
    ],
    adviser: bots::adviser,
    rules: rescue_polar_bears::RULES,
    book: OnceLock::new(),
};
