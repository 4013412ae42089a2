//! Every ruling is a fact: a sea, some steps and what is true then.

use polynya_engine::{Audit, Clause, Describe, Game, Step, StepOf, Turn, Word};

use super::*;

#[test]
fn a_position_is_small_and_flat() {
    assert!(size_of::<RescuePolarBears>() <= 512, "{} bytes", size_of::<RescuePolarBears>());
    assert!(size_of::<Action>() <= 4 && size_of::<Chance>() <= 4);
}

/// The sea of the rule book's examples.
const SEA: &str = "b2 support, b3 ocean, b4 ocean, b5 20, c2 17, c3 18, c4 ocean, c5 19, c6 ocean, d2 12, d3 13, d4 14, \
                   d5 15, d6 16, d7 support, e2 ocean, e3 support, e4 8, e5 9, e6 10, e7 11, e8 ocean, f2 ocean, \
                   f3 ocean, f4 6, f5 7, f6 ocean, f7 support, g2 support, g3 4, g4 ocean, g5 1, g6 ocean, h2 3, h3 2, \
                   h4 ocean, h5 5";

/// A position to try things on.
struct Trial(RescuePolarBears);

/// The book's sea with these ships; data on e8, alert 20, 8 degrees. A lone seat steers the ships.
fn sea(ships: &str) -> Trial {
    sea_with(RescueOptions::default(), ships)
}

fn ice(number: u8) -> Number {
    Number::new(number).expect("there is such a tile")
}

/// The same with options.
fn sea_with(options: RescueOptions, ships: &str) -> Trial {
    let mut tiles: Vec<(&str, &str)> = SEA.split(", ").filter_map(|tile| tile.split_once(' ')).collect();
    for (hex, tile) in &mut tiles {
        if options.rough_road && FLOATS.contains(hex) {
            *tile = "float";
        }
    }
    let names: Vec<&str> = ships.split(' ').collect();
    let options = RescueOptions { ships: Some(names.len() as u64), ..options };
    let mut sea = Trial(RescuePolarBears::start(&options, 1).expect("the match starts"));
    for (_, tile) in tiles {
        sea.run(&format!("* tile {tile}"));
    }
    for name in names {
        sea.run(&format!("* ship {name}"));
    }
    sea.run("* position e8, * alert 20");
    sea
}

impl Trial {
    /// Takes steps, each of which must be allowed and leave a sound position.
    fn run(&mut self, steps: &str) -> &mut Trial {
        for words in steps.split(", ") {
            let position = &mut self.0;
            match words.parse::<StepOf<RescuePolarBears>>().unwrap_or_else(|bad| panic!("`{words}`: {bad}")) {
                Step::Play(seat, action) => {
                    if let Err(rule) = position.check(seat, action) {
                        panic!("`{words}`: {}\n{}", position.why(seat, action, &rule), position.describe());
                    }
                    position.play(seat, action, &mut |_| {});
                }
                Step::Chance(chance) => {
                    let mut possible = false;
                    position.odds(&mut |each, _| possible |= each == chance);
                    assert!(possible, "`{words}` is not possible\n{}", position.describe());
                    position.settle(chance, &mut |_| {});
                }
            }
            position.audit().unwrap_or_else(|what| panic!("after `{words}`: {what}\n{}", position.describe()));
        }
        self
    }

    /// Everything that may follow, in the order of records; sailings are left out.
    fn next(&self) -> String {
        let mut words = Vec::new();
        match self.0.turn() {
            Turn::Players(_) => {
                let mut actions = Vec::new();
                self.0.legal(self.0.seat(), &mut actions);
                words.extend(actions.iter().map(ToString::to_string).filter(|words| !words.starts_with("sail")));
            }
            Turn::Chance => self.0.odds(&mut |chance, _| words.push(format!("* {chance}"))),
            Turn::Over(outcome) => words.push(format!("over, {} won", outcome.winners.len())),
        }
        words.sort();
        words.join(", ")
    }

    /// The words of the kind of chance that is next.
    fn rolls(&self) -> String {
        self.next().split(' ').nth(1).unwrap_or("").to_owned()
    }

    fn refused(&self, words: &str) -> &'static str {
        let action = words.parse().unwrap_or_else(|bad| panic!("`{words}`: {bad}"));
        self.0.check(self.0.seat(), action).expect_err("this is refused").number()
    }

    fn may(&self, words: &str) -> bool {
        self.0.check(self.0.seat(), words.parse().expect("well-formed words")).is_ok()
    }

    fn says(&mut self, words: &str) -> &mut Trial {
        let said = self.0.describe();
        assert!(said.lines().any(|line| line.contains(words)), "expected `{words}` in\n{said}");
        self
    }

    /// Puts these bears on the tile of a hex; the supply gives and takes.
    fn put(&mut self, hex: &str, males: u8, females: u8, cubs: u8) -> &mut Trial {
        let position = &mut self.0;
        let (number, bears) = (position.sea.number_on(hex.parse().expect("a hex")), Bears { males, females, cubs });
        position.supply.add(position.sea.bears(number));
        position.supply.subtract(bears);
        position.sea.update_bears(number, |here| *here = bears);
        self
    }

    /// Leaves this supply: the rest goes to tiles far from ice 2 to 5.
    fn leave(&mut self, males: u8, females: u8, cubs: u8) -> &mut Trial {
        let (mut rest, left) = (self.0.supply, Bears { males, females, cubs });
        assert!(rest.males >= males && rest.females >= females && rest.cubs >= cubs, "{rest:?}");
        rest.subtract(left);
        self.0.supply = left;
        for number in board::NUMBERS.iter().filter(|number| ![2, 3, 4, 5].contains(&number.get())) {
            self.0.sea.update_bears(number, |here| {
                for bear in Bear::ALL {
                    while rest.of(bear) > 0 && here.total() < TILE_ROOM {
                        rest.give(bear, here);
                    }
                }
            });
        }
        assert_eq!(rest, Bears::NONE, "there is room for the rest");
        self
    }

    fn place_ship(&mut self, index: usize, hex: &str) -> &mut Trial {
        self.0.fleet.ships_mut()[index].hex = hex.parse().expect("a hex");
        self
    }

    fn helicopters(&mut self, count: u8) -> &mut Trial {
        self.0.helicopters.flown += self.0.helicopters.ready - count;
        self.0.helicopters.ready = count;
        self
    }

    fn warm(&mut self, temperature: u8) -> &mut Trial {
        self.0.temperature = temperature;
        self
    }

    fn alert(&mut self, number: u8) -> &mut Trial {
        let number = ice(number);
        self.0.alerts.face_down.insert(self.0.alert.expect("an alert"));
        self.0.alerts.face_down.remove(number);
        self.0.alert = Some(number);
        self
    }

    fn data(&mut self, hexes: &str) -> &mut Trial {
        self.0.sea.data = HexSet::NONE;
        for hex in hexes.split(' ') {
            self.0.sea.data.insert(hex.parse().expect("a hex"));
        }
        self
    }

    /// Says that so many Data Tokens are collected; the upgrades for them are taken from the last ship on.
    fn collected(&mut self, count: u8) -> &mut Trial {
        self.0.collected = count;
        let mut earned = self.0.upgrade_spots().iter().filter(|&&spot| spot <= count).count();
        for ship in self.0.fleet.ships_mut().iter_mut().rev() {
            for taken in &mut ship.upgraded {
                *taken = earned > 0;
                earned = earned.saturating_sub(1);
            }
        }
        self
    }
}

fn rough() -> RescueOptions {
    RescueOptions { rough_road: true, ..RescueOptions::default() }
}

/// Where ice floats lie in Rough Road Ahead.
const FLOATS: [&str; 4] = ["h4", "g4", "f6", "c4"];

// ---- The map and the set-up

#[test]
fn hexes_are_named_from_the_north_end_of_their_column() {
    let names = |hexes: HexSet| hexes.iter().map(|hex| hex.to_string()).collect::<Vec<_>>().join(" ");
    assert_eq!(FLAG.to_string(), "e5");
    assert_eq!(names(BASES), "e1 e9");
    assert_eq!(board::STARTS.map(|hex| hex.to_string()), ["i1", "a5", "i5", "a1"]);
    assert_eq!(names(NEXT_TO_BASE), "d1 d8 e2 e8 f1 f8");
    assert_eq!(INNER.len(), 37);
    assert_eq!(names(Hex::at(3, -3).expect("a hex").neighbours()), "g2 g3 h1 h3 i1 i2");
    assert_eq!(names("a5".parse::<Hex>().expect("a hex").neighbours()), "a4 b5 b6");
    for hex in Hex::all() {
        let (q, r) = hex.axial();
        assert_eq!((Hex::at(q, r), hex.to_string().parse()), (Some(hex), Ok(hex)));
    }
    for bad in ["j1", "a6", "a0", "e10", "E5", "e", "e05", "é1", ""] {
        assert!(bad.parse::<Hex>().is_err(), "{bad}");
    }
}

#[test]
fn the_set_up_leaves_the_supply_of_the_chart() {
    let sea = sea("polaris white-wave");
    assert_eq!(sea.0.supply, Bears { males: 1, females: 2, cubs: 4 });
    assert_eq!(board::BEARS_ON.iter().map(|bears| bears.total()).sum::<u8>(), 38);
    assert_eq!(sea.0.helicopters(), Helicopters { ready: 6, reserve: 3, flown: 0 });
    assert_eq!(sea.0.temperature(), 8);
}

#[test]
fn numbers_of_data_go_by_ships_not_by_seats() {
    for (ships, target, upgrades) in [
        ("polaris white-wave", 15, vec![3, 6, 9, 12]),
        ("polaris white-wave iron-petrel", 20, vec![3, 6, 9, 12, 15, 18]),
        ("polaris white-wave iron-petrel aurora-lens", 20, vec![3, 6, 9, 12, 15, 18]),
    ] {
        let sea = sea(ships);
        assert_eq!((sea.0.collected(), sea.0.target()), (0, target));
        assert_eq!(sea.0.upgrades_ahead().collect::<Vec<_>>(), upgrades);
    }
}

#[test]
fn options_are_refused_by_their_clauses() {
    let start = |options: &str, seats| {
        let options = serde_json::from_str(options).expect("the options are well written");
        RescuePolarBears::start(&options, seats).err().map(|rule| rule.number())
    };
    assert_eq!(start("{}", 0), Some("1.1"));
    assert_eq!(start("{}", 5), Some("1.1"));
    for (options, seats) in [(r#"{"ships":1}"#, 1), (r#"{"ships":5}"#, 1), (r#"{"ships":3}"#, 2), (r#"{"ships":3}"#, 4)]
    {
        assert_eq!(start(options, seats), Some("1.2"), "{options} {seats}");
    }
    for (options, seats) in [(r#"{"ships":4}"#, 1), (r#"{"ships":3}"#, 3), (r#"{"ships":null}"#, 2)] {
        assert_eq!(start(options, seats), None, "{options} {seats}");
    }
    for degrees in 0..=20 {
        assert_eq!(start(&format!(r#"{{"start_temperature":{degrees}}}"#), 2), None);
    }
    assert_eq!(start(r#"{"start_temperature":21}"#, 2), Some("1.3"));
    assert_eq!(start(r#"{"turn_limit":0}"#, 2), Some("1.4"));
    for bad in [r#"{"die":1}"#, r#"{"ships":2.0}"#, r#"{"rough_road":1}"#, r#"{"start_temperature":null}"#] {
        assert!(serde_json::from_str::<RescueOptions>(bad).is_err(), "{bad}");
    }
    assert_eq!(sea("polaris white-wave").0.fleet(), 2);
    let alone = RescuePolarBears::start(&RescueOptions::default(), 1).expect("one seat plays");
    assert_eq!(alone.fleet(), 2, "one seat steers two ships if nothing is said");
}

#[test]
fn an_alert_below_the_temperature_waits_for_the_red_die() {
    let mut sea = sea("white-wave polaris");
    sea.alert(5).run("1 end, * d20 1, 1 grow f").says("Ice 5 on h5: 1 cub.");
    sea.run("* d6 1, 1 flee c g5").says("Ice 1 on g5: 1 female, 1 cub.");
    assert_eq!(sea.0.temperature(), 4, "8 + 1 - 5");
}

#[test]
fn words_are_exact() {
    for good in [
        "sail a1",
        "load m b2",
        "data e5",
        "grab e5",
        "unload",
        "break e5",
        "end",
        "upgrade polaris b",
        "use",
        "decline",
        "remove e5",
        "lift f e5",
        "enough",
        "flee c e5",
        "place c e5",
        "board m",
        "grow f",
        "alert 20",
    ] {
        assert_eq!(good.parse::<Action>().expect("good words").to_string(), good);
    }
    for bad in [
        "",
        "sail",
        "sail j1",
        "sail a1 b1",
        "load x b2",
        "load m",
        "place m e5",
        "grow c",
        "alert 0",
        "alert 21",
        "alert 01",
        "alert +1",
        "upgrade polaris c",
        "upgrade Polaris a",
        "END",
        "end ",
        " end",
        "sail  a1",
    ] {
        assert!(bad.parse::<Action>().is_err(), "{bad}");
    }
    for good in [
        "tile 20",
        "tile support",
        "tile ocean",
        "tile float",
        "ship iron-petrel",
        "position e5",
        "alert 1",
        "reveal 9",
        "support quiet-season",
        "d20 20",
        "d6 6",
    ] {
        assert_eq!(good.parse::<Chance>().expect("good words").to_string(), good);
    }
    for bad in ["tile base", "tile 0", "tile 21", "d6 0", "d6 7", "d20 0", "d20 21", "d6", "support", "support x"] {
        assert!(bad.parse::<Chance>().is_err(), "{bad}");
    }
}

// ---- Actions

#[test]
fn actions_may_be_given_up_and_end_is_always_said() {
    let mut sea = sea("white-wave polaris");
    assert!(sea.may("end"));
    sea.run("1 sail i2, 1 sail i3, 1 sail i4").says("0 actions left.");
    assert_eq!(sea.next(), "end");
    assert_eq!(sea.refused("sail i3"), "4.1");
    assert_eq!(sea.refused("break h4"), "4.1");
}

#[test]
fn ships_pass_ships_and_do_not_end_on_them() {
    let mut sea = sea("breeze-dragon white-wave");
    sea.place_ship(1, "h1");
    assert_eq!(sea.refused("sail h1"), "5.3");
    assert!(sea.may("sail f1") && sea.may("sail g1") && sea.may("sail g2"), "past a ship");
    assert_eq!(sea.refused("sail e2"), "5.4");
    assert_eq!(sea.refused("sail e1"), "5.1");
    assert_eq!(sea.refused("sail i1"), "5.2");
}

#[test]
fn passing_data_and_support_tiles_has_no_effect() {
    let mut sea = sea("breeze-dragon polaris");
    sea.data("g2").run("1 sail f3").says("Data 0 of 15; on the board: g2.").says("Support Tiles: b2, d7, e3, f7, g2.");
}

#[test]
fn water_data_is_collected_by_itself_and_ice_data_costs_an_action() {
    let mut sea = sea("white-wave polaris");
    sea.data("h3 h4").run("1 sail i3").says("Data 0 of 15");
    assert_eq!(sea.refused("data h4"), "6.4");
    sea.run("1 data h3").says("Data 1 of 15; on the board: h4.").says("1 action left.");
    sea.run("1 sail h4").says("Data 2 of 15; on the board: none.");
    assert_eq!(sea.rolls(), "position");
}

#[test]
fn data_upgrade_refill_tile_and_card_come_in_this_order() {
    let mut sea = sea("white-wave polaris");
    sea.data("g2").collected(2).run("1 sail g2").says("which ship takes the Upgrade Token");
    sea.run("1 upgrade polaris a").says("a Position Card is drawn");
    sea.run("* position g2").says("a Position Card is drawn").says("Support Tiles: b2, d7, e3, f7, g2.");
    sea.run("* position f2").says("a Support Card is drawn").says("Support Tiles: b2, d7, e3, f7.");
    sea.run("* support cold-snap").says("is Cold Snap used");
    sea.run("1 use").says("Temperature 3.");
    assert!(sea.may("end"));
}

#[test]
fn the_second_support_tile_of_a_turn_gives_no_card_but_its_data() {
    let mut sea = sea("white-wave polaris");
    sea.data("e3").run("1 sail g2, * support all-hands, 1 decline, 1 sail e3");
    sea.says("Data 1 of 15").run("* position f2").says("Support Tiles: b2, d7, f7.");
    assert!(sea.may("end"), "a declined card counts as the turn's card");
    sea.run("1 sail f2, * position f6, 1 end, * d20 1, 1 grow f, * d6 1, 1 end, * d20 5, 1 grow f, * d6 1");
    sea.place_ship(0, "e8").run("1 sail d7");
    assert_eq!(sea.rolls(), "support", "a new turn, a new card");
}

#[test]
fn a_full_ship_still_loads_data() {
    let mut sea = sea("white-wave polaris");
    sea.data("h2");
    assert_eq!(sea.refused("load c h2"), "6.2");
    sea.run("1 data h2").says("Data 1 of 15");
}

#[test]
fn unloading_puts_all_bears_into_the_supply_next_to_a_base() {
    let mut sea = sea("breeze-dragon polaris");
    assert_eq!(sea.refused("unload"), "7.1");
    sea.run("1 load c h2, 1 load f h2");
    assert_eq!(sea.refused("unload"), "7.2");
    for hex in ["f1", "d1", "e2", "e8", "d8", "f8"] {
        sea.place_ship(0, hex);
        sea.data("b4");
        assert!(sea.may("unload"), "{hex}");
    }
    sea.run("1 unload").says("Supply: 1 male, 3 females, 5 cubs.").says("0 actions left.");
}

#[test]
fn breaking_cools_by_two_even_when_bears_sink_and_white_wave_by_five() {
    let mut sea1 = sea("breeze-dragon polaris");
    sea1.place_ship(0, "i2").run("1 break h3, 1 flee m h2, 1 flee f g3");
    sea1.says("Temperature 6.").says("Helicopters: 5 at the bases, 3 in reserve.");
    sea1.says("Supply: 1 male, 2 females, 5 cubs.");
    let mut sea2 = sea("white-wave polaris");
    sea2.place_ship(0, "i2").run("1 break h3, 1 flee m h2, 1 flee f g3").says("Temperature 3.");
    sea2.run("1 break h2").says("Temperature 0.").says("Helicopters: 2 at the bases, 3 in reserve.");
}

#[test]
fn a_broken_alert_brings_a_new_one_at_once_and_melts_nothing_yet() {
    let mut sea = sea("breeze-dragon polaris");
    sea.alert(3).run("1 break h2, 1 flee f g3");
    assert_eq!(sea.rolls(), "alert");
    sea.run("* alert 1").says("Temperature 6. Alert 1: ice on g5.").says("Ice 1 on g5: 1 cub.");
    assert!(sea.may("end"), "nothing melts in the Action Phase");
    assert!(!sea.0.alerts.face_down.contains(ice(3)) && !sea.0.alerts.face_up.contains(ice(3)), "the old token is out");
}

#[test]
fn data_on_a_tile_that_goes_stays_on_its_hex() {
    let mut sea = sea("breeze-dragon polaris");
    sea.data("h2").run("1 break h2, 1 flee f g3").says("on the board: h2.");
    assert_eq!(sea.refused("data h2"), "6.4");
    sea.run("1 sail h2").says("Data 1 of 15");
}

// ---- Data and upgrades

#[test]
fn data_is_drawn_again_where_a_ship_or_data_is() {
    let mut sea = sea("white-wave polaris");
    sea.data("h4 g4").place_ship(1, "f3").place_ship(0, "i3");
    sea.run("1 sail g4, 1 sail h4, * position h4, * position f3, * position h3").says("on the board: h3.");
    assert!(sea.may("end"));
}

#[test]
fn an_empty_position_deck_is_shuffled() {
    let mut sea = sea("white-wave polaris");
    sea.0.decks.positions = HexSet::from("h5".parse::<Hex>().expect("a hex"));
    sea.data("h4").place_ship(0, "i3").run("1 sail h4, * position h5");
    assert!(sea.0.decks.positions.is_empty());
    sea.0.fleet.ships_mut()[0].hex = "i5".parse().expect("a hex");
    sea.run("1 data h5");
    assert_eq!(sea.next().split(", ").count(), 37, "all cards are there again");
    sea.run("* position h5");
    assert_eq!(sea.0.decks.positions.len(), 36);
}

#[test]
fn there_are_only_21_data_tokens() {
    let mut sea = sea("aurora-lens polaris white-wave");
    sea.run("* reveal 1").collected(19).data("e8");
    sea.run("1 sail g2, * support survey-burst, 1 use, * position h3").says("on the board: e8, h3.");
    assert!(sea.may("end"), "the second of the two is not there");
}

#[test]
fn the_last_data_token_wins_at_once_without_card_or_end() {
    let mut sea = sea("white-wave polaris");
    sea.collected(14).data("g2").run("1 sail g2");
    assert_eq!(sea.next(), "over, 1 won");
    let Turn::Over(outcome) = sea.0.turn() else { panic!("it is over") };
    assert_eq!(outcome.scores[Seat::default()], 15);
}

#[test]
fn each_box_takes_one_token_and_all_ships_may_be_chosen() {
    let mut sea = sea("white-wave polaris");
    sea.collected(5).data("h4").place_ship(0, "i3").run("1 sail h4");
    assert_eq!(sea.next(), "upgrade polaris b, upgrade white-wave a, upgrade white-wave b");
    assert_eq!(sea.refused("upgrade polaris a"), "9.5");
    assert_eq!(sea.refused("upgrade iron-petrel a"), "9.4");
    assert_eq!(sea.refused("end"), "3.3");
    sea.run("1 upgrade white-wave b, * position b3").says("White Wave on h4: speed 5, 0 of 1 on board");
}

#[test]
fn a_red_action_counts_at_once_also_behind_the_last_action() {
    let mut sea = sea("breeze-dragon polaris");
    sea.collected(2).data("h3").run("1 sail h1, 1 sail i1, 1 sail i2").says("0 actions left. A grab is open.");
    assert_eq!(sea.next(), "end, grab h3");
    sea.run("1 grab h3, 1 upgrade breeze-dragon a, * position b3").says("1 action left.");
    sea.run("1 sail i3, 1 end, * d20 1, 1 grow f, * d6 1, 1 end, * d20 5, 1 grow f, * d6 1").says("4 actions left.");
}

#[test]
fn a_red_action_for_another_ship_waits_for_its_turn() {
    let mut sea = sea("white-wave breeze-dragon");
    sea.collected(2).data("h4").place_ship(0, "i3").run("1 sail h4, 1 upgrade breeze-dragon b, * position b3");
    sea.says("2 actions left.").run("1 end, * d20 1, 1 grow f, * d6 1").says("4 actions left.");
}

#[test]
fn the_current_seat_answers_for_the_upgrades_of_others() {
    let mut sea = sea("white-wave aurora-lens");
    sea.collected(2).data("h4").place_ship(0, "i3").run("1 sail h4, 1 upgrade aurora-lens b");
    sea.run("* support demolition-charge, 1 use, 1 remove h5, 1 flee c g5, * position b3");
    sea.says("Temperature 6.").says("2 actions left.");
    assert!(!sea.0.turn.supported, "the upgrade's card is not the turn's Support Tile");
    sea.run("1 sail i1, 1 sail g2");
    assert_eq!(sea.rolls(), "support");
}

#[test]
fn aurora_places_two_tokens_before_it_is_seen_whether_data_is_left() {
    let mut sea = sea("white-wave aurora-lens");
    sea.collected(2).data("h4").place_ship(0, "i3").run("1 sail h4, 1 upgrade aurora-lens a");
    sea.run("* position h3, * position h4, * position g3").says("on the board: g3, h3.");
    assert!(sea.may("end"), "two tokens, not three");
}

#[test]
fn helicopters_come_from_a_reserve_of_three() {
    let mut sea = sea("white-wave iron-petrel");
    sea.collected(2).data("h4").place_ship(0, "i3").run("1 sail h4, 1 upgrade iron-petrel a, * position g4");
    sea.says("Helicopters: 7 at the bases, 2 in reserve.");
    sea.run("1 sail g2, * support extra-helicopter, 1 use").says("Helicopters: 8 at the bases, 1 in reserve.");
    sea.0.collected = 5;
    sea.run("1 sail g4, 1 upgrade iron-petrel b").says("Helicopters: 9 at the bases, 0 in reserve.");
}

// ---- Ships

#[test]
fn a_grab_is_open_behind_a_sailing_and_what_followed_from_it() {
    let mut sea = sea("breeze-dragon polaris");
    sea.data("h2 h3");
    assert_eq!(sea.refused("grab h2"), "10.2");
    sea.run("1 sail g2, * support overtime, 1 use");
    assert!(sea.may("grab h2"), "the card came in between");
    assert_eq!(sea.refused("grab h3"), "4.5");
    sea.run("1 load c h2");
    assert_eq!(sea.refused("grab h2"), "10.2");
    sea.run("1 sail i2");
    assert!(sea.may("grab h2") && sea.may("data h2"));
    sea.run("1 grab h2");
    assert_eq!(sea.refused("grab h3"), "10.3");
    sea.run("1 sail i3");
    assert_eq!(sea.refused("grab h3"), "10.3");
}

#[test]
fn every_second_loading_of_polaris_in_a_row_is_free() {
    let mut sea = sea("polaris white-wave");
    sea.place_ship(0, "i2").data("h2");
    sea.run("1 load c h2").says("2 actions left.").run("1 load m h3").says("2 actions left.");
    sea.run("1 load f h3").says("1 action left.");
    sea.run("1 data h2, * position b3").says("0 actions left.");
    assert_eq!(sea.next(), "end", "data breaks the row");
    let mut sea = self::sea("polaris white-wave");
    sea.place_ship(0, "i2").data("h2").run("1 data h2, * position b3, 1 sail i1, 1 sail i2");
    assert_eq!(sea.next(), "end", "data opens nothing");
    let mut sea = self::sea("polaris white-wave");
    sea.place_ship(0, "i2").run("1 sail i1, 1 sail i2, 1 load c h2").says("0 actions left.");
    assert_eq!(sea.next(), "end, load c h3, load f h2, load f h3, load m h3", "also with no action left");
    sea.run("1 load f h2");
    assert_eq!(sea.next(), "end");
}

#[test]
fn polaris_stops_at_its_capacity() {
    let mut sea = sea("polaris white-wave");
    sea.place_ship(0, "i2").run("1 load c h2, 1 load f h2, 1 load c h3, 1 load m h3");
    assert_eq!(sea.refused("load f h3"), "6.2");
    sea.0.fleet.ships_mut()[0].upgraded[1] = true;
    assert!(sea.may("load f h3"));
}

#[test]
fn aurora_lens_reveals_first_and_only_what_is_face_down() {
    let mut sea = sea("aurora-lens polaris");
    assert_eq!(sea.rolls(), "reveal");
    sea.run("* reveal 7").says("Alert Tokens face-up: 7.");
    assert!(sea.may("end"));
    sea.run("1 end, * d20 1, 1 grow f, * d6 1, 1 end, * d20 5, 1 grow f");
    (sea.0.alerts.face_up, sea.0.alerts.face_down) = (sea.0.alerts.face_up | sea.0.alerts.face_down, Numbers::NONE);
    sea.run("* d6 1");
    assert!(sea.may("end"), "nothing is face-down, so nothing is turned");
}

// ---- Cards

#[test]
fn use_is_always_allowed_and_does_what_can_be_done() {
    let mut sea = sea("white-wave polaris");
    sea.warm(0).run("1 sail g2, * support cold-snap");
    assert_eq!(sea.next(), "decline, use");
    sea.run("1 use").says("Temperature 0.");
}

#[test]
fn demolition_needs_a_target_and_ignores_white_wave() {
    let mut sea = sea_with(rough(), "white-wave polaris");
    sea.run("1 sail g2, * support demolition-charge, 1 use");
    assert_eq!(sea.next().split(", ").count(), 24, "20 ice tiles and 4 floats");
    assert_eq!(sea.refused("decline"), "3.3");
    assert_eq!(sea.refused("remove f2"), "8.1");
    let mut float = Trial(sea.0);
    float.run("1 remove g4").says("Temperature 8.").says("Ice floats: c4, f6, h4.");
    sea.run("1 remove h3, 1 flee m h2, 1 flee f g3").says("Temperature 6.");
}

#[test]
fn airlift_takes_none_one_or_two_of_one_tile() {
    let mut sea = sea("white-wave polaris");
    sea.run("1 sail g2, * support airlift, 1 use");
    assert!(sea.may("enough") && sea.may("lift c b5") && !sea.may("decline"));
    let mut none = Trial(sea.0);
    none.run("1 enough").says("Supply: 1 male, 2 females, 4 cubs.");
    let mut lone = Trial(sea.0);
    lone.run("1 lift c h5");
    assert!(lone.may("end"), "the tile is empty");
    sea.run("1 lift m h3");
    assert_eq!(sea.next(), "enough, lift c h3, lift f h3");
    assert_eq!(sea.refused("lift c h2"), "11.8");
    sea.run("1 lift f h3").says("Helicopters: 6 at the bases");
    assert!(sea.may("end"), "two are taken");
}

#[test]
fn blue_actions_are_for_this_turn_or_the_next_own_one() {
    let mut sea = sea("white-wave polaris");
    sea.run("1 sail g2, * support all-hands, 1 use").says("3 actions left.").says("A blue action waits.");
    sea.run("1 end, * d20 1, 1 grow f, * d6 1").says("Polaris, Action Phase").says("4 actions left.");
    sea.run("1 end, * d20 5, 1 grow f, * d6 1").says("White Wave, Action Phase").says("3 actions left.");
    sea.run("1 end, * d20 3, 1 grow m, * d6 1").says("3 actions left.");
}

#[test]
fn overtime_goes_to_the_ship_whose_turn_it_is() {
    let mut sea = sea("white-wave aurora-lens");
    sea.collected(2)
        .data("h4")
        .place_ship(0, "i3")
        .run("1 sail h4, 1 upgrade aurora-lens b, * support overtime, 1 use");
    sea.run("* position b3").says("4 actions left.");
    sea.run("1 end, * d20 1, 1 grow f, * d6 1, * reveal 1").says("3 actions left.");
}

#[test]
fn quiet_season_skips_the_blue_die() {
    let mut sea = sea("white-wave polaris");
    sea.run("1 sail g2, * support quiet-season, 1 use, 1 end");
    assert_eq!(sea.rolls(), "d6");
    sea.run("* d6 2").says("Temperature 10.");
    sea.run("1 end");
    assert_eq!(sea.rolls(), "d20", "only this turn");
}

#[test]
fn new_forecast_puts_the_alert_back_and_may_draw_it_again() {
    let mut sea = sea("white-wave polaris");
    sea.run("1 sail g2, * support new-forecast, 1 use");
    assert_eq!(sea.next().split(", ").count(), 20, "the old token is among them");
    sea.run("* alert 20").says("Alert 20: ice on b5.");
    assert!(sea.may("end"), "it stays");
}

#[test]
fn new_forecast_must_take_a_face_up_token() {
    let mut sea = sea("aurora-lens polaris");
    sea.run("* reveal 6, 1 sail g2, * support new-forecast, 1 use");
    assert_eq!(sea.next(), "alert 6");
    sea.run("1 alert 6").says("Alert 6: ice on f4.").says("Alert Tokens face-up: none.");
    assert!(sea.0.alerts.face_down.contains(ice(20)));
}

#[test]
fn satellite_forecast_turns_three_tokens() {
    let mut sea = sea("white-wave polaris");
    sea.run("1 sail g2, * support satellite-forecast, 1 use, * reveal 4, * reveal 2, * reveal 9");
    sea.says("Alert Tokens face-up: 2, 4, 9.");
    assert!(sea.may("end"));
}

// ---- Bears

#[test]
fn bears_flee_while_there_is_room_and_the_seat_chooses() {
    let mut sea = sea("breeze-dragon polaris");
    sea.place_ship(0, "i2").run("1 break h3");
    assert_eq!(sea.next(), "flee c g3, flee c h2, flee f g3, flee f h2, flee m g3, flee m h2");
    assert_eq!(sea.refused("flee m g4"), "12.4");
    assert_eq!(sea.refused("flee m h5"), "12.3");
    sea.run("1 flee c h2");
    assert_eq!(sea.next(), "flee f g3, flee m g3");
    assert_eq!(sea.refused("flee m h2"), "12.5");
    assert_eq!(sea.refused("flee c g3"), "12.2");
    sea.run("1 flee m g3").says("Helicopters: 5 at the bases").says("Ice 4 on g3: 2 males, 1 female.");
    assert_eq!(sea.0.supply, Bears { males: 1, females: 3, cubs: 4 }, "who flew returns to the supply");
}

#[test]
fn bears_are_asked_one_by_one_even_without_a_choice() {
    let mut sea = sea("breeze-dragon polaris");
    sea.put("h2", 0, 0, 1).put("h3", 0, 1, 2).run("1 break h2");
    assert_eq!(sea.next(), "flee c g3");
}

#[test]
fn more_sinking_bears_than_helicopters_lose_and_cool_nothing() {
    let mut sea = sea("breeze-dragon polaris");
    sea.helicopters(1);
    sea.put("h2", 0, 1, 2).put("g3", 1, 2, 0).place_ship(0, "i2").run("1 break h3");
    assert_eq!(sea.next(), "over, 0 won");
    assert_eq!((sea.0.ending(), sea.0.temperature()), (Some(Ending::Sunk), 8));
    let mut sea = self::sea("breeze-dragon polaris");
    sea.helicopters(1);
    sea.put("h2", 0, 1, 2).place_ship(0, "i2").put("h3", 1, 1, 0).run("1 break h3, 1 flee m g3");
    sea.says("Helicopters: 0 at the bases");
    assert!(sea.may("end"), "the last helicopter saves the last bear");
}

#[test]
fn iron_petrel_takes_bears_that_would_sink_next_to_it() {
    let mut sea = sea("white-wave iron-petrel");
    sea.put("h2", 0, 1, 2).place_ship(0, "i2").place_ship(1, "i3").run("1 break h3, 1 flee f g3");
    assert_eq!(sea.next(), "board c, board m, decline");
    assert_eq!(sea.refused("board f"), "12.8");
    sea.run("1 board m");
    assert_eq!(sea.next(), "board c, decline", "asked again while one sinks and there is room");
    sea.run("1 decline").says("Helicopters: 5 at the bases").says("1 of 3 on board: 1 male");
    let mut far = self::sea("white-wave iron-petrel");
    far.put("h2", 0, 1, 2).place_ship(0, "i2").place_ship(1, "i4").run("1 break h3, 1 flee f g3");
    far.says("Helicopters: 4 at the bases");
    assert!(far.may("end"), "distance 2 is too far");
    let mut full = self::sea("white-wave iron-petrel");
    full.put("h2", 0, 1, 2).place_ship(0, "i2").place_ship(1, "i3");
    let cubs = Bears { cubs: 3, ..Bears::NONE };
    full.0.fleet.ships_mut()[1].aboard = cubs;
    full.0.supply.cubs -= 3;
    full.run("1 break h3, 1 flee f g3").says("Helicopters: 4 at the bases");
}

#[test]
fn iron_petrel_takes_bears_from_demolished_and_melting_tiles_and_newborn_cubs() {
    let mut sea = sea("white-wave iron-petrel");
    sea.put("h2", 0, 1, 2).put("g3", 1, 2, 0).place_ship(1, "i3");
    let mut blown = Trial(sea.0);
    blown.run("1 sail g2, * support demolition-charge, 1 use, 1 remove h3");
    assert_eq!(blown.next(), "board c, board f, board m, decline");
    let mut melting = Trial(sea.0);
    melting.alert(2).run("1 end, * d20 5, 1 grow f, * d6 1");
    assert_eq!(melting.next(), "board c, board f, board m, decline");
    sea.run("1 end, * d20 2");
    assert_eq!(sea.next(), "board c, decline");
    sea.run("1 board c, 1 board c").says("2 of 3 on board: 2 cubs").says("Helicopters: 6 at the bases");
    assert_eq!(sea.rolls(), "d6");
}

#[test]
fn bears_on_board_neither_grow_nor_breed() {
    let mut sea = sea("iron-petrel white-wave");
    sea.place_ship(0, "i2").run("1 load m h3, 1 load f h3, 1 end, * d20 2, 1 grow f");
    sea.says("2 of 3 on board: 1 male, 1 female");
}

// ---- Growth and Reproduction

#[test]
fn the_blue_die_on_a_gone_or_empty_tile_or_one_sex_warms() {
    let mut sea = sea("iron-petrel white-wave");
    sea.put("h2", 0, 2, 0).put("h5", 0, 0, 0).place_ship(0, "i2");
    for number in [3, 5] {
        let mut sea = Trial(sea.0);
        sea.run(&format!("1 end, * d20 {number}")).says("The red die counts 1 more.").run("* d6 2");
        assert_eq!(sea.0.temperature(), 11, "ice {number}");
    }
    sea.run("1 break h2, 1 flee f g3, 1 board f, 1 end, * d20 3").says("The red die counts 1 more.");
    let rapid = RescueOptions { rapid_warming: true, ..RescueOptions::default() };
    let mut sea = sea_with(rapid, "iron-petrel white-wave");
    sea.put("h2", 0, 2, 0).run("1 end, * d20 3").says("The red die counts 2 more.");
}

#[test]
fn a_pair_breeds_before_cubs_grow_unless_growth_is_first() {
    let mut sea = sea("iron-petrel white-wave");
    sea.put("h3", 1, 1, 1).run("1 end, * d20 2").says("2 cubs are born on h3 without room");
    let first = RescueOptions { growth_first: true, ..RescueOptions::default() };
    let mut sea = sea_with(first, "iron-petrel white-wave");
    sea.run("1 end, * d20 2").says("what the next of 1 cub on h3 becomes");
    assert_eq!(sea.next(), "grow f, grow m", "both sexes stand there already");
    sea.run("1 grow f, * d6 1, 1 end, * d20 4").says("1 cub is born on g3 without room");
}

#[test]
fn newborn_cubs_fill_their_own_tile_first_and_then_tiles_next_door() {
    let mut sea = sea("polaris white-wave");
    sea.run("1 end, * d20 4").says("Ice 4 on g3: 1 male, 1 female, 1 cub.").says("1 cub is born on g3 without room");
    assert_eq!(sea.next(), "place c h2", "h3 and f4 are full, and water holds nobody");
    assert_eq!(sea.refused("place c h3"), "12.5");
    assert_eq!(sea.refused("place c g2"), "12.4");
    assert_eq!(sea.refused("place c h5"), "12.3");
    sea.run("1 place c h2");
    assert_eq!(sea.rolls(), "d6");
    let mut full = self::sea("polaris white-wave");
    full.put("h2", 0, 1, 2).run("1 end, * d20 4").says("Helicopters: 5 at the bases");
    assert_eq!(full.0.supply.cubs, 2, "four, less one cub for h2, less two born, and one flown back");
    assert_eq!(full.rolls(), "d6");
}

#[test]
fn both_cubs_are_taken_before_one_sinks() {
    let mut sea = sea("polaris white-wave");
    sea.put("h2", 0, 1, 2).leave(1, 2, 1).run("1 end, * d20 4").says("The red die counts 1 more.");
    sea.says("Ice 4 on g3: 1 male, 1 female, 1 cub.").says("Helicopters: 6 at the bases");
}

#[test]
fn a_birth_without_enough_cubs_warms_once() {
    let mut sea = sea("polaris white-wave");
    sea.leave(1, 2, 0).run("1 end, * d20 4").says("The red die counts 1 more.");
    assert_eq!(sea.rolls(), "d6");
    let rapid = RescueOptions { rapid_warming: true, ..RescueOptions::default() };
    let mut sea = sea_with(rapid, "polaris white-wave");
    sea.leave(1, 2, 0).run("1 end, * d20 4").says("The red die counts 1 more.");
}

#[test]
fn a_birth_can_lose_the_match() {
    let mut sea = sea("polaris white-wave");
    sea.helicopters(1);
    sea.put("h2", 0, 1, 2).put("g3", 1, 2, 0).run("1 end, * d20 2");
    assert_eq!(sea.next(), "over, 0 won", "two cubs, one helicopter");
}

#[test]
fn a_single_cub_becomes_what_the_seat_likes() {
    let mut sea1 = sea("polaris white-wave");
    sea1.run("1 end, * d20 5");
    assert_eq!(sea1.next(), "grow f, grow m");
    let mut sea2 = sea("polaris white-wave");
    sea2.leave(0, 2, 4).run("1 end, * d20 5");
    assert_eq!(sea2.next(), "grow f", "asked although there is one answer");
    sea2.run("1 grow f");
    assert_eq!(sea2.0.extra(), 0, "one sex is enough for one cub");
}

#[test]
fn both_sexes_must_stand_there_if_they_can() {
    let mut sea = sea("polaris white-wave");
    sea.run("1 end, * d20 3");
    assert_eq!(sea.next(), "grow m", "a female stands there already");
    assert_eq!(sea.refused("grow f"), "13.8");
    let mut two = self::sea("polaris white-wave");
    two.put("h5", 0, 0, 3).run("1 end, * d20 5");
    assert_eq!(two.next(), "grow f, grow m");
    two.run("1 grow f");
    assert_eq!(two.next(), "grow f, grow m", "a male can still follow");
    two.run("1 grow f");
    assert_eq!(two.next(), "grow m");
    two.run("1 grow m");
    assert_eq!(two.0.extra(), 0);
}

#[test]
fn a_mix_that_cannot_be_made_warms_once() {
    let mut sea1 = sea("polaris white-wave");
    sea1.leave(0, 2, 4).run("1 end, * d20 3");
    assert_eq!(sea1.next(), "grow f", "the wrong sex is used");
    sea1.run("1 grow f").says("The red die counts 1 more.");
    let mut sea2 = sea("polaris white-wave");
    sea2.leave(0, 0, 4).run("1 end, * d20 3").says("The red die counts 1 more.");
    assert_eq!(sea2.rolls(), "d6", "nobody can grow, so nobody is asked");
    let mut sea3 = sea("polaris white-wave");
    sea3.put("h5", 0, 0, 2).leave(0, 1, 3).run("1 end, * d20 5").says("The red die counts 1 more.");
    sea3.run("1 grow f").says("The red die counts 1 more.").says("Ice 5 on h5: 1 female, 1 cub.");
    let mut sea4 = sea("polaris white-wave");
    sea4.put("h5", 0, 0, 3).leave(0, 2, 2).run("1 end, * d20 5, 1 grow f, 1 grow f").says("The red die counts 1 more.");
}

// ---- Temperature and alerts

#[test]
fn ice_melts_when_the_alert_is_reached_and_only_once_a_turn() {
    let mut sea = sea("polaris white-wave");
    sea.alert(12).run("1 end, * d20 1, 1 grow f, * d6 3").says("Temperature 11. Alert 12");
    sea.run("1 end, * d20 5, 1 grow f, * d6 1, 1 flee f c2, 1 flee c d3").says("Temperature 7.");
    assert_eq!(sea.rolls(), "alert");
    sea.run("* alert 2").says("Turn 3, Polaris, Action Phase").says("Alert 2: ice on h3.");
}

#[test]
fn twenty_degrees_after_melting_are_survived_and_21_are_not() {
    let mut sea = sea("polaris white-wave");
    sea.warm(19).run("1 end, * d20 5, 1 grow f, * d6 6, 1 flee c c5").says("Temperature 20.");
    let mut sea = self::sea("polaris white-wave");
    sea.warm(20).run("1 end, * d20 5, 1 grow f, * d6 6, 1 flee c c5").says("Temperature 21.");
    assert_eq!(sea.next(), "over, 0 won", "and no new Alert Token is drawn");
    assert_eq!(sea.0.ending(), Some(Ending::Heat));
}

#[test]
fn without_ice_nothing_melts_and_heat_is_tested_after_the_red_die() {
    let mut sea = sea("white-wave polaris");
    for number in board::NUMBERS.iter().filter(|number| number.get() != 3) {
        let hex = sea.0.sea.hex_of(number);
        sea.put(&hex.to_string(), 0, 0, 0);
        sea.0.sea.remove_ice(number);
    }
    sea.alert(3);
    sea.0.alerts.face_down = Numbers::from(ice(7)) | Numbers::from(ice(9));
    sea.0.alerts.face_up = Numbers::from(ice(4));
    sea.run("1 break h2").says("Alert Tokens face-up: none. Face-down: 7, 9.");
    assert_eq!(sea.next(), "* alert 7, * alert 9", "tokens of gone tiles are drawn and put away one by one");
    sea.run("* alert 9, * alert 7").says("No alert.");
    let mut forecast = Trial(sea.0);
    forecast.run("1 sail g2, * support new-forecast, 1 use");
    assert!(forecast.may("end"), "New Forecast does nothing");
    let mut cards = Trial(sea.0);
    cards.run("1 sail g2, * support demolition-charge, 1 use");
    assert!(cards.may("end"), "there is nothing to remove, so nobody is asked");
    let mut lift = Trial(sea.0);
    lift.run("1 sail g2, * support airlift, 1 use");
    assert!(lift.may("end"), "there is nobody to lift, so nobody is asked");
    sea.warm(15).run("1 end, * d20 1, * d6 4").says("Temperature 20.");
    sea.run("1 end, * d20 1, * d6 1");
    assert_eq!(sea.0.ending(), Some(Ending::Heat));
}

/// A sea on which the last Ice Tile, which is under alert and has nobody on it, lies on h2.
fn last_ice(rulings: Rulings) -> Trial {
    let mut sea = sea("white-wave polaris");
    sea.0.setup.rulings = rulings;
    for number in board::NUMBERS {
        let hex = sea.0.sea.hex_of(number);
        sea.put(&hex.to_string(), 0, 0, 0);
        if number.get() != 3 {
            sea.0.sea.remove_ice(number);
        }
    }
    sea.alert(3);
    sea.0.alerts.face_down = Numbers::NONE;
    sea.0.alerts.face_up = Numbers::NONE;
    sea
}

#[test]
fn by_the_letter_heat_without_ice_loses_nothing() {
    let letter = Rulings { heat_without_ice: false, ..Rulings::default() };
    let mut sea = last_ice(letter);
    sea.warm(15).run("1 end, * d20 1, * d6 6").says("Temperature 17.").says("No alert.");
    for _ in 0..90 {
        sea.run("1 end, * d20 1, * d6 6");
        assert_eq!(sea.0.ending(), None, "no temperature loses");
    }
    let mut sea = last_ice(letter);
    sea.warm(20).run("1 end, * d20 1, * d6 5").says("Temperature 21.");
    assert_eq!(sea.0.ending(), Some(Ending::Heat), "the melting of the last ice still loses");
    let mut sea = last_ice(letter);
    sea.warm(19).run("1 end, * d20 1, * d6 5").says("Temperature 20.").run("1 end, * d20 1, * d6 1");
    assert_eq!(sea.0.ending(), None);
    let mut sea = last_ice(Rulings::default());
    sea.warm(19).run("1 end, * d20 1, * d6 5").says("Temperature 20.").run("1 end, * d20 1, * d6 1");
    assert_eq!(sea.0.ending(), Some(Ending::Heat), "the house loses by heat without ice");
}

#[test]
fn data_that_was_left_waits_for_another_sailing() {
    let options = RescueOptions { collect_by_choice: true, ..RescueOptions::default() };
    let mut sea = sea_with(options.clone(), "breeze-dragon polaris");
    sea.data("f2 e2 e8").run("1 sail f2");
    assert_eq!(sea.next(), "collect, leave");
    assert_eq!(sea.refused("end"), "3.3");
    sea.run("1 leave").says("Data 0 of 15; on the board: e2, e8, f2.");
    assert_eq!([sea.refused("collect"), sea.refused("leave"), sea.refused("data f2")], ["3.4", "3.4", "4.5"]);
    assert!(sea.0.may_grab(), "a grab stays open");
    sea.run("1 sail e2, 1 collect").says("Data 1 of 15; on the board: e8, f2.");
    assert!(sea.0.may_grab(), "a grab stays open");
    sea.run("1 sail f2, 1 collect").says("Data 2 of 15; on the board: e8.");
    // A Support Tile gives its token unasked.
    let mut sea = sea_with(options.clone(), "breeze-dragon polaris");
    sea.data("g2 e8").run("1 sail g2, * support quiet-season, 1 decline").says("Data 1 of 15; on the board: e8.");
    // The last token in play: taken it is replaced, left it is not; a card for the hex of the ship is drawn again.
    let mut sea = sea_with(options.clone(), "breeze-dragon polaris");
    sea.data("h4").place_ship(0, "i3").run("1 sail h4, 1 leave, 1 end");
    let mut sea = sea_with(options, "breeze-dragon polaris");
    sea.data("h4").place_ship(0, "i3").run("1 sail h4, 1 collect, * position h4, * position e2");
}

#[test]
fn a_lone_cub_counts_by_the_letter_only() {
    for (lone_cub_counts, rapid_warming, extra) in [(false, false, 0), (true, false, 1), (true, true, 1)] {
        let mut sea = sea_with(
            RescueOptions { lone_cub_counts, rapid_warming, ..RescueOptions::default() },
            "polaris white-wave",
        );
        sea.run("1 end, * d20 5");
        assert_eq!(sea.next(), "grow f, grow m");
        sea.run("1 grow f");
        assert_eq!(sea.0.extra(), extra);
        // A mother with her cub makes two adults, which are of both sexes if they can be.
        let mut sea = sea_with(RescueOptions { lone_cub_counts, ..RescueOptions::default() }, "polaris white-wave");
        sea.run("1 end, * d20 3, 1 grow m");
        assert_eq!(sea.0.extra(), 0);
    }
}

#[test]
fn kept_tiles_lie_there_and_the_others_are_dealt() {
    let hex = |text: &str| text.parse::<Hex>().expect("a hex");
    let tiles = [("b2", Tile::Ice(ice(7))), ("c4", Tile::Support), ("h4", Tile::Float), ("e5", Tile::Ice(ice(2)))];
    let kept = Kept::new(tiles.map(|(place, tile)| (hex(place), tile))).expect("these can be kept");
    let options = RescueOptions { kept, rough_road: true, ..RescueOptions::default() };
    for seats in 1..=4 {
        let mut position = RescuePolarBears::start(&options, seats).expect("it starts");
        let (mut luck, mut dealt) = (polynya_engine::Seed::of("kept").draw(seats.into()), 0);
        while position.awaiting == Awaiting::Tile {
            position.audit().expect("it is sound");
            let drawn = position.draw(&mut luck);
            assert!(!matches!(drawn, Chance::Tile(Tile::Ice(number)) if [2, 7].contains(&number.get())));
            position.settle(drawn, &mut |_| {});
            dealt += 1;
        }
        assert_eq!(dealt, 33, "37 less those that are kept");
        for (place, tile) in tiles {
            assert_eq!(position.tile(hex(place)), Some(tile));
        }
        assert_eq!((position.sea.ice.len(), position.sea.support.len(), position.sea.floats.len()), (20, 5, 4));
        assert_eq!((position.supply.males, position.supply.females, position.supply.cubs), (1, 2, 4));
    }
}

#[test]
fn drawn_alerts_of_gone_tiles_go_to_the_box_until_one_fits() {
    let mut sea = sea("breeze-dragon polaris");
    sea.alert(5).run("1 break h2, 1 flee f g3, 1 end, * d20 1, 1 grow f, * d6 1, 1 flee c g5");
    sea.run("* alert 3");
    assert_eq!(sea.rolls(), "alert", "ice 3 was broken, its token was still in the supply");
    sea.run("* alert 16").says("Alert 16: ice on d6.");
    assert!(!sea.0.alerts.face_down.contains(ice(3)) && !sea.0.alerts.face_up.contains(ice(3)));
}

#[test]
fn face_up_alerts_come_first_and_gone_ones_leave_without_a_step() {
    let mut sea = sea("aurora-lens polaris");
    sea.run("* reveal 3, 1 break h2, 1 flee f g3").says("Alert Tokens face-up: 3.");
    assert!(sea.may("end"), "an unusable token stays in sight until the next choice");
    sea.0.alerts.face_up = sea.0.alerts.face_up | Numbers::from(ice(10)) | Numbers::from(ice(11));
    sea.0.alerts.face_down &= !sea.0.alerts.face_up;
    sea.alert(5).run("1 end, * d20 1, 1 grow f, * d6 1, 1 flee c g5");
    assert_eq!(sea.next(), "alert 10, alert 11");
    assert_eq!(sea.refused("alert 3"), "15.3");
    sea.run("1 alert 11").says("Alert Tokens face-up: 10.");
}

#[test]
fn a_turn_limit_stops_the_match_after_the_new_alert() {
    let limit = RescueOptions { turn_limit: Some(2), ..RescueOptions::default() };
    let mut sea = sea_with(limit, "white-wave polaris");
    sea.run("1 end, * d20 1, 1 grow f, * d6 1").alert(5).run("1 end, * d20 3, 1 grow m, * d6 1, 1 flee c g5");
    assert_eq!(sea.rolls(), "alert");
    sea.run("* alert 9");
    assert_eq!(sea.next(), "over, 0 won");
    assert_eq!((sea.0.ending(), sea.0.turns()), (Some(Ending::Limit), 2));
}

// ---- Ice floats

#[test]
fn floats_block_hold_data_and_cool_nothing() {
    let mut sea = sea_with(rough(), "white-wave polaris");
    sea.data("h4").place_ship(0, "i3");
    assert_eq!(sea.refused("sail h4"), "5.1");
    assert_eq!(sea.refused("load c h4"), "6.1");
    sea.run("1 data h4, * position g4").says("Data 1 of 15");
    sea.run("1 break h4").says("Temperature 8.").says("Ice floats: c4, f6, g4.");
    sea.run("1 break h3");
    assert!(!sea.next().contains("g4"), "no bear flees to a float: {}", sea.next());
}

#[test]
fn breeze_dragon_grabs_from_a_float() {
    let mut sea = sea_with(rough(), "breeze-dragon polaris");
    sea.data("h4").run("1 sail i3, 1 grab h4").says("Data 1 of 15").says("2 actions left.");
}

// ---- Sentences

#[test]
fn refusals_are_concrete() {
    let mut sea = sea("white-wave polaris");
    let why = |sea: &Trial, words: &str| {
        let (seat, action) = (sea.0.seat(), words.parse().expect("well-formed words"));
        let rule = sea.0.check(seat, action).expect_err("this is refused");
        sea.0.why(seat, action, &rule)
    };
    assert_eq!(why(&sea, "load c h2"), "White Wave has no room for a bear.");
    assert_eq!(why(&sea, "load m h2"), "There is no male on h2.");
    assert_eq!(why(&sea, "sail h2"), "White Wave cannot sail onto h2: ice 3 lies there.");
    assert_eq!(why(&sea, "sail a5"), "Polaris lies on a5.");
    assert_eq!(why(&sea, "sail a4"), "White Wave cannot reach a4 from i1 in 6 steps.");
    assert_eq!(why(&sea, "break e5"), "White Wave lies on i1, which is not next to e5.");
    assert_eq!(why(&sea, "unload"), "White Wave has no bear on board.");
    sea.run("1 end, * d20 3");
    assert_eq!(why(&sea, "grow f"), "A female would leave h2 without both sexes, though both are possible.");
}

mod consequences {
    use polynya_engine::Warning;

    use super::*;

    fn warned(sea: &Trial, words: &str) -> Option<Warning> {
        sea.0.warning(sea.0.seat(), words.parse().expect("an action"))
    }

    /// Breaking says what it cools, who flees where, and what it costs, and then that is what happens.
    #[test]
    fn breaking_ice_is_foreseen() {
        for ships in ["white-wave polaris", "iron-petrel polaris", "polaris aurora-lens"] {
            let (mut told, mut sunk) = (0, 0);
            for hex in board::INNER {
                let mut sea = sea(ships);
                let Some(Tile::Ice(_)) = sea.0.tile(hex) else { continue };
                // The ship lies beside the ice, and all other ice next to it is full.
                sea.0.fleet.ship_mut().hex = hex.neighbours().iter().next().expect("a neighbour");
                let action = Action::Break(hex);
                let warning = sea.0.warn(action).expect("ice that breaks is told of");
                assert!(warning.text.starts_with('-'), "{}", warning.text);
                told += 1;
                let bears = sea.0.bears_on(hex).total();
                let room = sea.0.sea.refuges(hex).iter().map(|ice| TILE_ROOM - sea.0.bears_on(ice).total()).sum::<u8>();
                let no_room = bears.saturating_sub(room + sea.0.room_of_catcher(hex));
                assert_eq!(warning.is_harmless, no_room == 0, "{}", warning.text);
                assert_eq!(warning.text.contains("no room"), no_room > 0, "{}", warning.text);
                sunk += no_room;
            }
            assert!(told > 15 && sunk < 60, "{told} {sunk}");
        }
    }

    #[test]
    fn what_is_told_of_an_action() {
        let sea = sea("polaris aurora-lens");
        let end = warned(&sea, "end").expect("three actions are left");
        assert_eq!((end.text.as_str(), end.is_harmless), ("gives up 3 actions", true));
        assert_eq!(sea.0.warn_of_sinking(2).text, "2 bears have no room: 2 helicopters of 6");
        let lost = sea.0.warn_of_sinking(7);
        assert!(lost.is_slip && lost.text.ends_with("the match is lost"), "{}", lost.text);
    }

    #[test]
    fn only_an_answer_without_a_choice_is_forced() {
        let sea = sea("polaris aurora-lens");
        assert_eq!(sea.0.forced(sea.0.seat()), None, "an action is a choice");
    }
}
