//! Every game passes the one conformance suite, with every set of options and every number of seats.

use polynya_engine::conformance::{Plan, Tally, conform};
use polynya_engine::contents::Boxed;
use polynya_engine::{Game, Seed, Turn};
use polynya_games::floes::{
    PiecepackGame, PiecepackOptions, PiecepackPrinted, PolarDareGame, PolarDareOptions, PolarDarePrinted,
};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions, KeptIce, Map, Report, ReportOrder, Reports};
use polynya_games::ice_breakers::{Printed as IcePrinted, PrintedChannel, PrintedReports};
use polynya_games::polar_roller::{Options, PolarRoller, Printed};
use polynya_games::rescue_polar_bears::{Kept, RescueOptions, RescuePolarBears, Tile};

use crate::common::{conforms, matches, pairwise};

#[test]
fn polar_dare_conforms() {
    let plan = Plan { matches: matches(10), steps: 4000, every: 97 };
    assert!(conforms::<PolarDareGame>(&PolarDareOptions::default(), plan) > 0);
    let stopped = PolarDareOptions { turn_limit: Some(50), ..PolarDareOptions::default() };
    assert_eq!(conforms::<PolarDareGame>(&stopped, plan), 3 * plan.matches);
    let open = PolarDareOptions { pole_is_final: false, ..PolarDareOptions::default() };
    // Random penguins leave the pole before the third arrives.
    conforms::<PolarDareGame>(&open, plan);
    let stopped = PolarDareOptions { turn_limit: Some(50), ..open };
    assert_eq!(conforms::<PolarDareGame>(&stopped, plan), 3 * plan.matches);
}

#[test]
fn all_64_combinations_of_the_piecepack_variants_conform() {
    let plan = Plan { matches: matches(1), steps: 900, every: 61 };
    for number in 0..64 {
        conforms::<PiecepackGame>(&PiecepackOptions::combination(number), plan);
        // Random penguins seldom arrive on the long boards; with a limit, every match comes to its end.
        let stopped = PiecepackOptions { turn_limit: Some(40), ..PiecepackOptions::combination(number) };
        assert_eq!(conforms::<PiecepackGame>(&stopped, plan), 3 * plan.matches, "{stopped:?}");
        let open = PiecepackOptions { pole_is_final: false, ..stopped };
        assert_eq!(conforms::<PiecepackGame>(&open, plan), 3 * plan.matches, "{open:?}");
    }
}

#[test]
fn floes_of_ones_own_box_conform() {
    let plan = Plan { matches: matches(1), steps: 900, every: 61 };
    let die = ["P2", "P2", "P4", "B3", "B3", "P4"].map(str::to_owned).to_vec();
    let contents = Boxed::new(PolarDarePrinted { die }).expect("nothing is wrong with it");
    let options = PolarDareOptions { contents, turn_limit: Some(40), ..PolarDareOptions::default() };
    assert_eq!(conforms::<PolarDareGame>(&options, plan), 3 * plan.matches);
    let open = PolarDareOptions { pole_is_final: false, ..options };
    assert_eq!(conforms::<PolarDareGame>(&open, plan), 3 * plan.matches);
    let printed = PiecepackPrinted { bands: vec![3, 2, 3, 2], equator_bear: "d6".to_owned() };
    let contents = Boxed::new(printed).expect("nothing is wrong with it");
    for number in 0..64 {
        let options = PiecepackOptions { contents, turn_limit: Some(20), ..PiecepackOptions::combination(number) };
        assert_eq!(conforms::<PiecepackGame>(&options, plan), 3 * plan.matches, "{options:?}");
        let open = PiecepackOptions { pole_is_final: false, ..options };
        assert_eq!(conforms::<PiecepackGame>(&open, plan), 3 * plan.matches, "{open:?}");
    }
}

#[test]
fn ice_breakers_conforms() {
    let plan = Plan { matches: matches(20), steps: 3000, every: 997 };
    let finished: u64 = IceBreakersOptions::all().map(|options| conforms::<IceBreakers>(&options, plan)).sum();
    assert!(finished > 8 * plan.matches, "only {finished} matches came to their end");
}

/// A box in which everything that can be entered is different.
fn own_box() -> Options {
    let mut printed = Printed {
        glacier_die: ["tz", "zt", "dd", "td", "dt", "dz", "zd", "tt"].map(str::to_owned).to_vec(),
        melted: ["gz", "md"].map(str::to_owned).to_vec(),
        fishing_cliffs: vec![1, 13, 21, 30],
        ..Printed::default()
    };
    printed.colonies.insert("north-east".to_owned(), vec![18, 24]);
    let cut = |wedges: &[&str]| wedges.iter().map(ToString::to_string).collect();
    let field = [("t".to_owned(), cut(&["ese"])), ("d".to_owned(), cut(&["wsw", "s"]))];
    printed.fields.insert("a".to_owned(), field.into());
    Options { contents: Boxed::new(printed).expect("nothing is wrong with it") }
}

/// The numbers and the reports of a match that was dealt, as the next one keeps them.
fn dealt_again(options: &IceBreakersOptions) -> (KeptIce, ReportOrder) {
    let mut position = IceBreakers::start(options, 2).expect("it starts");
    let (mut ice, mut luck) = (Vec::new(), Seed::of("kept").draw(0));
    while position.turn() == Turn::Chance {
        let drawn = position.draw(&mut luck);
        if let polynya_games::ice_breakers::Chance::Ice(number) = drawn {
            ice.push(number);
        }
        position.settle(drawn, &mut |_| {});
    }
    // Singles and pairs lie among each other: the first 18 have any order.
    let packs = options.packs();
    let mut reports: Vec<Report> = packs.iter().flat_map(|&pack| Vec::from(pack)).collect();
    reports[..18].rotate_left(7);
    reports[..18].swap(2, 15);
    (KeptIce::new(ice).expect("66 pieces"), ReportOrder::new(&reports).expect("20 reports"))
}

/// A box of Ice Breakers in which everything is different: a ring of harbours, some joined through four junctions by
/// channels of one to six spaces.
fn own_ice() -> Boxed<IcePrinted> {
    let mut printed = IcePrinted { large: vec![1, 4, 5, 12], ..IcePrinted::default() };
    let ring = ["h1", "h12", "h8", "h10", "h6", "h11", "h7", "h3", "h4", "h2"];
    let mut channels: Vec<(&str, &str, i64)> = ring.windows(2).map(|pair| (pair[0], pair[1], 3)).collect();
    channels.extend([("h2", "h1", 3), ("h4", "j1", 1), ("j1", "h5", 4), ("h5", "j2", 6), ("j2", "h9", 5)]);
    channels.extend([("h9", "j3", 2), ("j3", "h10", 4), ("j4", "j2", 4), ("j4", "h1", 2), ("j1", "j3", 4)]);
    let channel = |(from, to, spaces): (&str, &str, i64)| {
        // Deep bends give every piece room.
        let bends = vec![[0, 0], [1000, 600]];
        PrintedChannel { from: from.to_owned(), to: to.to_owned(), spaces, bends }
    };
    printed.channels = channels.into_iter().map(channel).collect();
    printed.junctions.truncate(4);
    for (card, count) in [("5", 6), ("7", 7), ("10", 8), ("r3", 2), ("b1", 5), ("ab2", 4)] {
        printed.cards.insert(card.to_owned(), count);
    }
    let two = ["1+2", "1+2", "2+4", "3+4", "1+3"].map(str::to_owned).to_vec();
    printed.reports = PrintedReports { one: vec![5, 0, 2, 4], two, three: "1+2+4".to_owned() };
    Boxed::new(printed).expect("nothing is wrong with it")
}

#[test]
fn ice_breakers_of_ones_own_box_conforms() {
    let plan = Plan { matches: matches(3), steps: 3000, every: 499 };
    let mut finished = 0;
    for set in pairwise(&[Map::ALL.len(), Reports::ALL.len(), 2, 2, 2, 2]) {
        let on = |place: usize| set[place] == 1;
        let mut options = IceBreakersOptions {
            map: Map::ALL[set[0]],
            reports: Reports::ALL[set[1]],
            introductory: on(2),
            printed_ship_deal: on(3),
            contents: own_ice(),
            ..IceBreakersOptions::default()
        };
        let (ice, order) = dealt_again(&options);
        options.kept_ice = on(4).then_some(ice);
        options.report_order = on(5).then_some(order);
        finished += conforms::<IceBreakers>(&options, plan);
    }
    assert!(finished > plan.matches, "only {finished} matches came to their end");
}

#[test]
fn ice_breakers_conforms_with_what_a_match_before_left() {
    let plan = Plan { matches: matches(2), steps: 3000, every: 997 };
    let mut finished = 0;
    for set in pairwise(&[Map::ALL.len(), Reports::ALL.len(), 2, 2, 2, 2]) {
        let on = |place: usize| set[place] == 1;
        let mut options = IceBreakersOptions {
            map: Map::ALL[set[0]],
            reports: Reports::ALL[set[1]],
            introductory: on(2),
            printed_ship_deal: on(3),
            ..IceBreakersOptions::default()
        };
        let (ice, order) = dealt_again(&options);
        options.kept_ice = on(4).then_some(ice);
        options.report_order = on(5).then_some(order);
        finished += conforms::<IceBreakers>(&options, plan);
    }
    assert!(finished > plan.matches, "only {finished} matches came to their end");
}

#[test]
fn polar_roller_conforms() {
    for (options, seats) in
        PolarRoller::SEATS.map(|seats| (Options::default(), seats)).chain([(own_box(), 2), (own_box(), 3)])
    {
        let plan = Plan { matches: matches(if seats <= 4 { 80 } else { 12 }), steps: usize::MAX, every: 97 };
        let seed = Seed::of(&format!("{} {seats}", PolarRoller::ID));
        let tally = conform::<PolarRoller>(&options, seats, seed, plan)
            .unwrap_or_else(|what| panic!("with {seats} seats: {what}"));
        assert_eq!(tally.finished, plan.matches, "every match ends");
        assert!(tally.commuted > tally.positions / 2, "seats act together: {tally:?}");
    }
}

mod rescue {
    use polynya_games::rescue_polar_bears::{Board, Event, Printed};

    use super::*;

    /// Matches with each combination of seats, ships and options.
    const MATCHES: u64 = 1;
    /// Matches with the basic options for each number of seats: enough to come by rare cards and answers.
    const BASIC_MATCHES: u64 = 50;
    /// No match has more steps.
    const STEPS: usize = 1500;
    /// Every how many positions the whole action space is compared.
    const EVERY: usize = 37;

    fn conforms_with(options: &RescueOptions, seats: u8, matches: u64) -> Tally {
        let plan = Plan { matches, steps: STEPS, every: EVERY };
        let seed = Seed::of(&format!("{seats} {options:?}"));
        match conform::<RescuePolarBears>(options, seats, seed, plan) {
            Ok(tally) => tally,
            Err(what) => panic!("{what}"),
        }
    }

    /// All ways to fill the table: seats, and what `ships` says.
    fn tables() -> impl Iterator<Item = (u8, Option<u64>)> {
        let alone = [None, Some(2), Some(3), Some(4)].map(|ships| (1, ships));
        let together = [2, 3, 4].into_iter().flat_map(|seats| [(seats, None), (seats, Some(u64::from(seats)))]);
        alone.into_iter().chain(together)
    }

    #[test]
    fn every_combination_of_options_conforms() {
        let mut tally = Tally::default();
        for (seats, ships) in tables() {
            for start_temperature in [4, 8, 10, 12, 14, 16, 18] {
                for bits in 0..16 {
                    let on = |bit: u8| bits >> bit & 1 == 1;
                    let options = RescueOptions {
                        start_temperature,
                        rough_road: on(0),
                        rapid_warming: on(1),
                        growth_first: on(2),
                        ships,
                        turn_limit: on(3).then_some(5),
                        ..RescueOptions::default()
                    };
                    let played = conforms_with(&options, seats, MATCHES);
                    assert_eq!(played.finished, MATCHES, "every match ends");
                    tally.positions += played.positions;
                }
            }
        }
        println!("{} positions", tally.positions);
    }

    /// Tiles that a match before may have left: none, some, and every tile that is no water.
    fn kept(which: usize, rough_road: bool) -> Kept {
        let mut position = RescuePolarBears::start(&RescueOptions { rough_road, ..RescueOptions::default() }, 2)
            .expect("the match starts");
        let (mut luck, mut tiles) = (Seed::of("kept").draw(0), Vec::new());
        while position.turn() == Turn::Chance {
            let drawn = position.draw(&mut luck);
            position.settle(drawn, &mut |event| {
                if let Event::Dealt { hex, tile, .. } = event
                    && tile != Tile::Ocean
                {
                    tiles.push((hex, tile));
                }
            });
        }
        tiles.truncate([0, 11, tiles.len()][which]);
        Kept::new(tiles).expect("these tiles were dealt")
    }

    /// A box in which everything that can be entered is different.
    fn own_box() -> Boxed<Printed> {
        let mut printed = Printed::default();
        printed.bears.rotate_left(3);
        printed.starts = ["b1", "b6", "h1", "i4"].map(str::to_owned).to_vec();
        for (card, count) in [("cold-snap", 0), ("airlift", 0), ("overtime", 2), ("all-hands", 2)] {
            printed.cards.insert(card.to_owned(), count);
        }
        let boards = [
            ("breeze-dragon", 1, 9, "catches", ["speed", "hold"]),
            ("white-wave", 9, 1, "reveals", ["card", "card"]),
            ("polaris", 3, 2, "nothing", ["slow-hold", "slow-hold"]),
            ("aurora-lens", 2, 0, "loads-two", ["hold", "action"]),
            ("iron-petrel", 4, 4, "grabs", ["data", "action"]),
        ];
        for (name, speed, room, ability, upgrades) in boards {
            let upgrades = upgrades.map(str::to_owned).to_vec();
            printed.ships.insert(name.to_owned(), Board { speed, room, ability: ability.to_owned(), upgrades });
        }
        Boxed::new(printed).expect("nothing is wrong with it")
    }

    #[test]
    fn a_box_of_ones_own_conforms() {
        let played = matches(10);
        for (seats, ships) in tables() {
            let options = RescueOptions { ships, contents: own_box(), ..RescueOptions::default() };
            assert_eq!(conforms_with(&options, seats, played).finished, played, "every match ends");
        }
    }

    #[test]
    fn the_rulings_conform_in_pairs() {
        let tables: Vec<_> = tables().collect();
        let mut ended = 0;
        for set in pairwise(&[tables.len(), 21, 3, 2, 2, 2, 2, 2, 2, 2, 2]) {
            let on = |place: usize| set[place] == 1;
            let (seats, ships) = tables[set[0]];
            let options = RescueOptions {
                start_temperature: set[1] as u64,
                kept: kept(set[2], on(3)),
                rough_road: on(3),
                rapid_warming: on(4),
                growth_first: on(5),
                collect_by_choice: on(6),
                lone_cub_counts: on(7),
                heat_without_ice: on(8),
                turn_limit: on(9).then_some(9),
                ships,
                contents: if on(10) { own_box() } else { Boxed::default() },
            };
            let played = conforms_with(&options, seats, matches(MATCHES));
            // Without the heat a match may last for ever.
            assert!(played.finished == matches(MATCHES) || !options.heat_without_ice, "{options:?}");
            ended += played.finished;
        }
        assert!(ended > 0);
    }

    #[test]
    fn many_basic_matches_conform() {
        let played = matches(BASIC_MATCHES);
        let plan = Plan { matches: played, steps: STEPS, every: EVERY };
        let seats = 4;
        assert_eq!(conforms::<RescuePolarBears>(&RescueOptions::default(), plan), seats * played, "every match ends");
        for ships in 2..=4 {
            let tally = conforms_with(&RescueOptions { ships: Some(ships), ..RescueOptions::default() }, 1, played);
            assert_eq!(tally.finished, played, "every match ends");
        }
    }
}
