//! Polar Dare! and its piecepack port.

use std::marker::PhantomData;
use std::sync::OnceLock;

use polynya_bots::games::floes as bots;
use polynya_engine::Game;
use polynya_games::floes::{self, Edition, Floes};

use super::{TURN_LIMIT, bot, preset, random, ruling, switch, yardstick};
use crate::boxes::BoxKind;
use crate::info::{Group, Info, Kind, OptionInfo, Sets, Values};
use crate::listing::{ListedBot, Listing};

const POLE_IS_FINAL: OptionInfo = ruling(
    "pole_is_final",
    true,
    "a penguin on the North Pole is home and stays; by the letter it may step back (\"from the shore to an adjacent ice \
     floe, or vice versa\"), and all three must be there at once",
);

/// The books say: choose a player to roll the die first.
const FIRST: &str = "Who rolls the die first?";

pub(super) static POLAR_DARE: Listing<floes::PolarDareGame> = Listing {
    info: Info {
        id: floes::PolarDareGame::ID,
        title: "Polar Dare!",
        summary: "Race three penguins to the North Pole over sliding ice floes, and send the bear after the others.",
        kind: Kind::Race,
        simultaneous: false,
        minutes: 30,
        ages: None,
        first_game: "",
        seats: floes::PolarDareGame::SEATS,
        usual_seats: 2,
        options: &[
            TURN_LIMIT,
            OptionInfo {
                name: "die",
                group: Group::Variant,
                values: Values::Such(r#"six of "P2" "P3" "P4" "B3", default ["B3","P2","P3","P3","P4","P4"]"#),
                about: "the labels of the die, at least one of them a penguin's",
            },
            POLE_IS_FINAL,
        ],
        presets: &[],
        first: FIRST,
        sets: Some(Sets { what: "colour", names: &floes::COLOURS }),
        again: None,
        about: "Polar Dare! was published by Milton Bradley in 1991; the name belongs to its owner. Printed: the rules, \
                16 floes with two places each, three penguins a seat. Reported: four rows of four. Derived: which places \
                touch. Proposed: the six labels of the die (taken from the piecepack port), and the fourth colour.",
        moments: floes::MOMENTS,
        moments_with: floes::MOMENTS_WITH,
        guide: floes::GUIDE,
        sources: floes::POLAR_DARE_SOURCES,
    },
    bots: Bots::<floes::PolarDare>::ALL,
    adviser: bots::adviser,
    judge: bots::judge,
    contents: Some(BoxKind::of::<floes::PolarDarePrinted>()),
    rules: floes::RULES,
    book: OnceLock::new(),
    lessons: floes::LESSONS,
    course: OnceLock::new(),
    puzzles: floes::PUZZLES,
    riddles: OnceLock::new(),
};

pub(super) static PIECEPACK_DARE: Listing<floes::PiecepackGame> = Listing {
    info: Info {
        id: floes::PiecepackGame::ID,
        title: "Polar Dare! for the piecepack",
        summary: "The same race with a piecepack, and six variants that combine freely.",
        kind: Kind::Race,
        simultaneous: false,
        minutes: 20,
        ages: None,
        first_game: "Begin with the classic race; the variants are for those who know it.",
        seats: floes::PiecepackGame::SEATS,
        usual_seats: 2,
        options: &[
            TURN_LIMIT,
            switch("polar_bear_alert", "the bear moves more often, and sometimes four times"),
            switch("homesick_penguins", "penguins must come back to the South Pole"),
            switch("global_warming", "one row of floes less: a shorter game"),
            switch("mega_ice_age", "two boards in a row, two dice, two bears"),
            switch("pack_ice", "floes drift along their whole lane"),
            switch("deep_freeze", "floes drift sideways too, and far as in Pack ice"),
            OptionInfo {
                about: "a penguin that has reached the North Pole never steps back from it, nor onto it when homebound; \
                        by the letter it may (\"from pole to adjacent ice floe, or vice versa\")",
                ..POLE_IS_FINAL
            },
        ],
        presets: &[
            preset("Classic", "the race as it is printed", "{}"),
            preset("Quick", "one row of floes less: about ten minutes", r#"{"global_warming":true}"#),
            preset(
                "Wild ice",
                "floes drift far, and the bear is never far away",
                r#"{"polar_bear_alert":true,"pack_ice":true}"#,
            ),
            preset(
                "Epic",
                "two boards, two bears, and all the way home again",
                r#"{"homesick_penguins":true,"mega_ice_age":true}"#,
            ),
        ],
        first: FIRST,
        sets: Some(Sets { what: "suit", names: &floes::SUITS }),
        again: None,
        about: "The port was written by Steve Beard in 2009 for the piecepack, after Milton Bradley's Polar Dare!; the \
                names belong to their owners. Printed: the rules, the die tables, the six variants. Reconstructed: the \
                spacing of the packs, the diagram of Mega Ice Age with its Equator, how two dice are used, and how far \
                drifting floes move.",
        moments: floes::MOMENTS,
        moments_with: floes::MOMENTS_WITH,
        guide: floes::GUIDE,
        sources: floes::PIECEPACK_SOURCES,
    },
    bots: Bots::<floes::Piecepack>::ALL,
    adviser: bots::adviser,
    judge: bots::judge,
    contents: Some(BoxKind::of::<floes::PiecepackPrinted>()),
    rules: floes::RULES,
    book: OnceLock::new(),
    lessons: floes::LESSONS,
    course: OnceLock::new(),
    puzzles: floes::PUZZLES,
    riddles: OnceLock::new(),
};

/// Both games on floes have the same bots.
struct Bots<E>(PhantomData<E>);

impl<E: Edition> Bots<E> {
    const ALL: &'static [ListedBot<Floes<E>>] = &[
        random(),
        bot("easy", "plans its turn, but often overlooks something better", bots::easy),
        bot("normal", "plans its turn well, but does not look beyond it", bots::normal),
        yardstick("plain", "the yardstick for research: it never changes", || {
            Box::new(bots::PlainFloes::<E>::default())
        }),
        bot("greedy", "plans its whole turn: escorts its penguins, avoids the bear, sends the leader home", || {
            Box::new(bots::GreedyFloes::<E>::default())
        }),
        bot("hard", "has learnt from many matches, and thinks several turns ahead", bots::hard),
    ];
}
