//! What is in the list: each game with its bots and what people are told about it.

use std::sync::OnceLock;

use polynya_bots::Random;
use polynya_bots::knowledge::floes::GreedyFloes;
use polynya_bots::knowledge::{
    floes as floes_team, ice_breakers as ice_breakers_team, polar_roller as polar_roller_team,
    rescue_polar_bears as rescue_team,
};
use polynya_engine::Game;
use polynya_games::floes::{self, Edition, Floes};
use polynya_games::{ice_breakers, polar_roller, rescue_polar_bears};

use crate::entry::{BotInfo, Info, Kind, Listed, Listing, Maker, OptionInfo, Playouts, Values};

const fn random<G: Game>() -> Listed<G> {
    let about = "any legal action, each equally likely";
    Listed { info: BotInfo { name: "random", about }, make: || Box::new(Random::default()) }
}

const fn bot<G: Game>(name: &'static str, about: &'static str, make: Maker<G>) -> Listed<G> {
    Listed { info: BotInfo { name, about }, make }
}

/// Both games on floes have the same bots.
macro_rules! floes_bots {
    () => {
        &[
            random(),
            bot("easy", "plans its turn, but often overlooks something better", floes_team::easy),
            bot("normal", "plans its turn well, but does not look beyond it", floes_team::normal),
            greedy_floes(),
            bot("hard", "has learnt from many matches, or thinks several turns ahead", floes_team::hard),
        ]
    };
}

const fn greedy_floes<E: Edition>() -> Listed<Floes<E>> {
    let about = "plans its whole turn: escorts its penguins, avoids the bear, sends the leader home";
    Listed { info: BotInfo { name: "greedy", about }, make: || Box::new(GreedyFloes::<E>::default()) }
}

const TURN_LIMIT: OptionInfo = OptionInfo {
    name: "turn_limit",
    values: Values::Such("null, or a number from 1"),
    about: "the match stops without winners when that many turns of all seats together are over",
};

const fn switch(name: &'static str, about: &'static str) -> OptionInfo {
    OptionInfo { name, values: Values::Switch, about }
}

/// On floes every turn begins with a roll, which is no move.
fn slides_and_steps(done: &Playouts) -> u64 {
    done.actions - done.turns
}

fn every_step(done: &Playouts) -> u64 {
    done.actions + done.draws
}

pub(crate) static POLAR_DARE: Listing<floes::PolarDareGame> = Listing {
    info: Info {
        id: floes::PolarDareGame::ID,
        title: "Polar Dare!",
        summary: "Race three penguins to the North Pole over sliding ice floes, and send the bear after the others.",
        kind: Kind::Race,
        minutes: 30,
        seats: floes::PolarDareGame::SEATS,
        usual_seats: 2,
        options: &[
            TURN_LIMIT,
            OptionInfo {
                name: "die",
                values: Values::Such(r#"six of "P2" "P3" "P4" "B3", default ["B3","P2","P3","P3","P4","P4"]"#),
                about: "the labels of the die, at least one of them a penguin's",
            },
        ],
        moves: slides_and_steps,
        about: "Polar Dare! was published by Milton Bradley in 1991; the name belongs to its owner. Printed: the rules, \
                4 x 4 floes with two places each, three penguins a seat. Reconstructed: the exact geometry (derived from \
                the captions and examples), the six labels of the die (taken from the piecepack port), and the fourth \
                colour.",
    },
    bots: floes_bots!(),
    adviser: floes_team::adviser,
    rules: floes::RULES,
    book: OnceLock::new(),
};

pub(crate) static PIECEPACK_DARE: Listing<floes::PiecepackGame> = Listing {
    info: Info {
        id: floes::PiecepackGame::ID,
        title: "Polar Dare! for the piecepack",
        summary: "The same race with a piecepack, and six variants that combine freely.",
        kind: Kind::Race,
        minutes: 20,
        seats: floes::PiecepackGame::SEATS,
        usual_seats: 2,
        options: &[
            TURN_LIMIT,
            switch("polar_bear_alert", "the bear moves more often, and sometimes four times"),
            switch("homesick_penguins", "penguins must come back to the South Pole"),
            switch("global_warming", "one row of floes less: a shorter game"),
            switch("mega_ice_age", "two boards in a row, two dice, two bears"),
            switch("pack_ice", "floes drift along their whole lane"),
            switch("deep_freeze", "floes drift sideways too; contains pack_ice"),
        ],
        moves: slides_and_steps,
        about: "The port was written by Steve Beard in 2009 for the piecepack, after Milton Bradley's Polar Dare!; the \
                names belong to their owners. Printed: the rules, the die tables, the six variants. Reconstructed: the \
                spacing of the packs, the diagram of Mega Ice Age with its Equator, how two dice are used, and how far \
                drifting floes move.",
    },
    bots: floes_bots!(),
    adviser: floes_team::adviser,
    rules: floes::RULES,
    book: OnceLock::new(),
};

pub(crate) static RESCUE_POLAR_BEARS: Listing<rescue_polar_bears::RescuePolarBears> = Listing {
    info: Info {
        id: rescue_polar_bears::RescuePolarBears::ID,
        title: "Rescue Polar Bears",
        summary: "Steer rescue ships through melting ice, collect data, and bring the bears to safety: together.",
        kind: Kind::Together,
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
            OptionInfo {
                about: "the match stops without winners when that many turns of ships are over",
                ..TURN_LIMIT
            },
        ],
        moves: every_step,
        about: "Rescue Polar Bears is a game by Jog Kung and Huang Yiming; the name belongs to its owners. Printed: the \
                phases, actions, numbers of tiles, tokens and cards, and the variants. Inferred: the map of 37 tiles, \
                the bears, the temperature. Proposed: two of the five ships, most Support Cards, the start hexes. The \
                rule book says more under About.",
    },
    bots: &[
        random(),
        bot("easy", "weighs few lines of actions", rescue_team::easy),
        bot("normal", "weighs more lines of actions", rescue_team::normal),
        GREEDY_RESCUE_POLAR_BEARS,
        bot("hard", "weighs many lines of actions with every fall of the dice", rescue_team::hard),
    ],
    adviser: rescue_team::adviser,
    rules: rescue_polar_bears::RULES,
    book: OnceLock::new(),
};

pub(crate) static POLAR_ROLLER: Listing<polar_roller::PolarRoller> = Listing {
    info: Info {
        id: polar_roller::PolarRoller::ID,
        title: "Polar Roller",
        summary: "Melt glaciers, walk penguins, draw orcas and bears: everybody on a sheet of their own, at the same time.",
        kind: Kind::Race,
        minutes: 30,
        seats: polar_roller::PolarRoller::SEATS,
        usual_seats: 3,
        options: &[],
        moves: every_step,
        about: "Polar Roller: The Thaw & Draw Game was designed by Justin Antezana; the game and its name are his. \
                Printed: the rounds and phases, the animals and their numbers, the fish, all scores. Derived: four \
                colonies, at least five fish. Proposed: the whole map with its glaciers, cliffs and pools, and the faces \
                of the glacier die.",
    },
    bots: &[
        random(),
        bot("easy", "has one rough idea of its finished map", polar_roller_team::easy),
        bot("normal", "imagines its finished map in a few ways", polar_roller_team::normal),
        GREEDY_POLAR_ROLLER,
        bot("hard", "plays its best plans on with many dice", polar_roller_team::hard),
    ],
    adviser: polar_roller_team::adviser,
    rules: polar_roller::RULES,
    book: OnceLock::new(),
};

const GREEDY_POLAR_ROLLER: Listed<polar_roller::PolarRoller> = Listed {
    info: BotInfo { name: "greedy", about: "imagines its finished map and plans each phase towards it" },
    make: || Box::new(polar_roller_team::Planner::default()),
};

const GREEDY_RESCUE_POLAR_BEARS: Listed<rescue_polar_bears::RescuePolarBears> = Listed {
    info: BotInfo { name: "greedy", about: "steers any ship: plans its whole turn and weighs it with the dice" },
    make: || Box::new(rescue_team::Team),
};

pub(crate) static ICE_BREAKERS: Listing<ice_breakers::IceBreakers> = Listing {
    info: Info {
        id: ice_breakers::IceBreakers::ID,
        title: "Ice Breakers to the Rescue",
        summary: "Clear channels of ice with shared cards and bring twelve ships home before all is frozen: together.",
        kind: Kind::Together,
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
        moves: every_step,
        about: "Ice Breakers to the Rescue was designed by Jim Deacove and published by Family Pastimes in 2004; the name \
                is its owner's. Printed: the pieces, ships, reports and cards, and the course of a turn. Derived: 22 \
                Power cards, the large harbours, 66 spaces. Proposed: all three maps, and which numbers the reports \
                show.",
    },
    bots: &[
        random(),
        bot("easy", "takes a plan that looks good at first sight", ice_breakers_team::easy),
        GREEDY_ICE_BREAKERS,
        bot("normal", "thinks about what the next turns may bring", ice_breakers_team::normal),
        bot("hard", "compares more plans, and these better", ice_breakers_team::hard),
    ],
    adviser: ice_breakers_team::adviser,
    rules: ice_breakers::RULES,
    book: OnceLock::new(),
};

const GREEDY_ICE_BREAKERS: Listed<ice_breakers::IceBreakers> = Listed {
    info: BotInfo { name: "greedy", about: "plans a whole turn: which card, which ice, which ships" },
    make: || Box::new(ice_breakers_team::Team::default()),
};
