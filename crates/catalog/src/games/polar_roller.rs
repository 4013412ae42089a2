//! Polar Roller.

use std::sync::OnceLock;

use polynya_bots::games::polar_roller as bots;
use polynya_engine::Game;
use polynya_games::polar_roller;

use super::{bot, random, yardstick};
use crate::boxes::BoxKind;
use crate::info::{Info, Kind};
use crate::listing::Listing;

pub(super) static LISTING: Listing<polar_roller::PolarRoller> = Listing {
    info: Info {
        id: polar_roller::PolarRoller::ID,
        title: "Polar Roller",
        summary: "Melt glaciers, walk penguins, draw orcas and bears: everybody on a sheet of their own, at the same time.",
        kind: Kind::Race,
        simultaneous: true,
        minutes: 30,
        ages: Some(10),
        first_game: "",
        seats: polar_roller::PolarRoller::SEATS,
        usual_seats: 3,
        options: &[],
        presets: &[],
        first: "Who is the youngest?",
        sets: None,
        again: None,
        about: "Polar Roller: The Thaw & Draw Game was designed by Justin Antezana; the game and its name are his. \
                Printed: the rounds and phases, the animals and their numbers, the fish, all scores. Derived: four \
                colonies, at least five fish. Proposed: the whole map with its glaciers, cliffs and pools, and the faces \
                of the glacier die.",
        moments: polar_roller::MOMENTS,
        moments_with: &[],
        guide: polar_roller::GUIDE,
        sources: polar_roller::SOURCES,
    },
    bots: &[
        random(),
        yardstick("plain", "takes what scores most at once; a yardstick that never changes", || Box::new(bots::Plain)),
        bot("easy", "has one rough idea of its finished map", bots::easy),
        bot("normal", "imagines its finished map in a few ways", bots::normal),
        bot("greedy", "imagines its finished map and plans each phase towards it", || {
            Box::new(bots::Planner::default())
        }),
        bot("hard", "plays its best plans on with many dice", bots::hard),
    ],
    adviser: bots::adviser,
    judge: bots::judge,
    contents: Some(BoxKind::of::<polar_roller::Printed>()),
    rules: polar_roller::RULES,
    book: OnceLock::new(),
    lessons: polar_roller::LESSONS,
    course: OnceLock::new(),
    puzzles: polar_roller::PUZZLES,
    riddles: OnceLock::new(),
};
