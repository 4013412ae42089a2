//! A win that a turn on the floes allows is found and taken, the quickest one: by every level and by every hint.
//!
//! Late positions are made up, in every set of variants, with both rulings about the North Pole and for every number of
//! seats. Where a random turn happens to
//! win there is a win, and everybody must find one that is no longer. Where little is left of a turn, its whole tree is
//! compared. `POLYNYA_CASES` says how many positions with a win are tried; the nightly run asks for more.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use polynya_bots::Heuristic;
use polynya_bots::games::floes::GreedyFloes;
use polynya_catalog::headless;
use polynya_engine::{Encode, Game, Luck, Reason, Seat, Seed, Turn, wander};
use polynya_games::floes::{Action, Edition, Floes, Piecepack, PiecepackOptions, PolarDare, PolarDareOptions, Variant};
use serde_json::{Value, json};

/// Who must not miss a win.
const LEVELS: [&str; 4] = ["easy", "normal", "greedy", "hard"];
/// How many positions with a win are tried if nobody says.
const CASES: usize = 147;
/// How often a turn is tried at random before the position is given up.
const TRIES: u32 = 40;
/// A tree with more positions is not compared.
const MOST_POSITIONS: usize = 5_000;
/// Every how many positions the whole tree is looked at.
const EVERY: usize = 4;

/// The numbers of the 48 different sets of variants: Deep Freeze contains Pack Ice.
fn variant_sets() -> impl Iterator<Item = u8> {
    (0..64).filter(|number| number & 0b11_0000 != 0b11_0000)
}

/// Returns how many positions with a win are tried at each table.
fn cases() -> usize {
    let all: Option<usize> = std::env::var("POLYNYA_CASES").ok().and_then(|cases| cases.parse().ok());
    let tables = 3 * (variant_sets().count() + 1);
    all.map_or(CASES / tables, |all| all.div_ceil(2 * tables))
}

/// Walks about at random until a seat is to roll.
fn somewhere<E: Edition>(options: &E::Options, seats: u8, luck: &mut impl Luck) -> Floes<E> {
    let start = Floes::<E>::start(options, seats).expect("the match starts");
    loop {
        let steps = luck.below(300) as usize;
        let mut position = wander(&start, luck, steps, |_| {});
        while position.rolled().is_some() || position.die_to_choose().is_some() || position.turn() == Turn::Chance {
            position = wander(&position, luck, 1, |_| {});
        }
        if matches!(position.turn(), Turn::Players(_)) {
            return position;
        }
    }
}

/// Puts the penguins elsewhere, those of the seat to roll near the end of their way; `None` if they cannot stand so.
fn late<E: Edition>(position: &Floes<E>, luck: &mut impl Luck) -> Option<Floes<E>> {
    let text = position.to_text();
    let (head, json) = text.split_once(' ')?;
    let mut written: Value = serde_json::from_str(json).ok()?;
    let floes: Vec<u8> = serde_json::from_value(written["floes"].clone()).ok()?;
    let homesick = position.played_variants().contains(Variant::HomesickPenguins);
    let top = position.height();
    let floe_between = |luck: &mut dyn FnMut(u32) -> u32, least: u8, most: u8| {
        let near: Vec<usize> = (0..floes.len()).filter(|&floe| (least..=most).contains(&(floes[floe] / 4))).collect();
        let floe = *near.get(luck(near.len().max(1) as u32) as usize)?;
        Some(format!("{}{}", char::from(b'a' + floe as u8 % 4), floe / 4 + 1))
    };
    let mut below = |most: u32| luck.below(most);
    let mut seats = Vec::new();
    for seat in Seat::all(position.seats()) {
        let mut penguins = Vec::new();
        for number in 0..3 {
            let away = 1 + below(5) as u8;
            let arrived = number < 2 && below(3) == 0;
            penguins.push(match (seat == position.seat(), homesick) {
                (true, true) if arrived => json!(["start", true]),
                (true, false) if arrived => json!(["north", false]),
                (true, true) => json!([floe_between(&mut below, 1, away)?, true]),
                (true, false) => json!([floe_between(&mut below, top + 1 - away, top)?, false]),
                (false, _) => json!([floe_between(&mut below, 1, top)?, homesick && below(2) == 0]),
            });
        }
        seats.push(penguins);
    }
    written["penguins"] = json!(seats);
    Floes::<E>::from_text(&format!("{head} {written}")).ok()
}

/// Returns a late position in which a seat has rolled.
fn rolled<E: Edition>(options: &E::Options, seats: u8, luck: &mut impl Luck) -> Floes<E> {
    loop {
        let Some(mut position) = late(&somewhere::<E>(options, seats, luck), luck) else { continue };
        let seat = position.seat();
        position.play(seat, Action::Roll, &mut |_| {});
        while position.turn() == Turn::Chance {
            let chance = position.draw(luck);
            position.settle(chance, &mut |_| {});
        }
        if position.seat() == seat {
            return position;
        }
    }
}

fn is_won<E: Edition>(position: &Floes<E>, seat: Seat) -> bool {
    matches!(position.turn(), Turn::Over(outcome) if outcome.winners.contains(seat))
}

/// Does this action bring a penguin nearer to the end of its way?
fn leads_on<E: Edition>(position: &Floes<E>, action: Action) -> bool {
    let homesick = position.played_variants().contains(Variant::HomesickPenguins);
    match action {
        Action::Hop { from, to, .. } => (position.level(to) > position.level(from)) != homesick,
        _ => false,
    }
}

/// Tries turns at random, and returns the actions of one that wins.
fn random_win<E: Edition>(position: &Floes<E>, luck: &mut impl Luck) -> Option<Vec<Action>> {
    let seat = position.seat();
    let mut legal = Vec::new();
    for _ in 0..TRIES {
        let (mut at, mut actions) = (position.clone(), Vec::new());
        while at.turns() == position.turns() {
            legal.clear();
            at.legal(seat, &mut legal);
            if luck.below(4) > 0 && legal.iter().any(|&action| leads_on(&at, action)) {
                legal.retain(|&action| leads_on(&at, action));
            }
            let action = legal[luck.below(legal.len() as u32) as usize];
            at.play(seat, action, &mut |_| {});
            actions.push(action);
        }
        if is_won(&at, seat) {
            return Some(actions);
        }
    }
    None
}

/// Returns how many actions the quickest win of the turn takes, by its whole tree: `Ok(None)` if there is none, and an
/// error if the tree is too large.
fn brute_force<E: Edition>(position: &Floes<E>) -> Result<Option<usize>, ()> {
    let seat = position.seat();
    let mut level = vec![position.clone()];
    let mut legal = Vec::new();
    for length in 1.. {
        let (mut next, mut seen) = (Vec::new(), HashSet::new());
        for at in &level {
            legal.clear();
            at.legal(seat, &mut legal);
            for &action in &legal {
                let mut after = at.clone();
                after.play(seat, action, &mut |_| {});
                if is_won(&after, seat) {
                    return Ok(Some(length));
                }
                if after.turns() == position.turns() && seen.insert(after.hash()) {
                    next.push(after);
                }
            }
        }
        if next.is_empty() {
            return Ok(None);
        }
        if next.len() > MOST_POSITIONS {
            return Err(());
        }
        level = next;
    }
    unreachable!("a turn ends")
}

/// What was tried.
#[derive(Default, Debug)]
struct Tried {
    positions: usize,
    wins: usize,
    compared: usize,
    without_win: usize,
    slowest: Duration,
}

impl Tried {
    /// The win search of the bots finds what the whole tree holds, and nothing that is not there.
    fn compare<E: Edition>(&mut self, position: &Floes<E>, known: Option<usize>) {
        let mut bot = GreedyFloes::<E>::default();
        bot.heuristic().prepare(position);
        let begun = Instant::now();
        let win = bot.win(position, position.seat());
        self.slowest = self.slowest.max(begun.elapsed());
        if let Some(win) = &win {
            let mut at = position.clone();
            win.iter().for_each(|&action| at.play(position.seat(), action, &mut |_| {}));
            assert!(is_won(&at, position.seat()), "{win:?} does not win: {}", position.to_text());
        }
        let length = win.map(|win| win.len());
        if let Some(known) = known {
            assert!(length.is_some_and(|length| length <= known), "{length:?}, not {known}: {}", position.to_text());
        }
        self.positions += 1;
        if self.positions.is_multiple_of(EVERY)
            && let Ok(exact) = brute_force(position)
        {
            assert_eq!(length, exact, "{}", position.to_text());
            self.compared += 1;
            self.without_win += usize::from(exact.is_none());
        }
    }

    /// Every level wins in this turn with at most this many actions, and the hint says how.
    fn everybody_wins<E: Edition>(&mut self, position: &Floes<E>, most: usize) {
        let game = headless().get(E::ID).expect("it is listed");
        let seat = position.seat();
        let bytes = |position: &Floes<E>| {
            let mut bytes = Vec::new();
            position.to_bytes(&mut bytes);
            bytes
        };
        for level in LEVELS {
            let mut player = game.player(level, Seed::of("own")).expect("a level");
            let (mut at, mut played) = (position.clone(), 0);
            while at.turns() == position.turns() {
                let words = player.choose(&bytes(&at), seat).expect("a position");
                at.play(seat, words.parse().expect("an action"), &mut |_| {});
                played += 1;
            }
            let (won, text) = (is_won(&at, seat), position.to_text());
            assert!(won && played <= most, "{level} misses a win in {most} actions: {text}");
        }
        let hint = game.hint(&bytes(position), seat, Duration::from_micros(100)).expect("a position");
        let mut at = position.clone();
        hint.plan.words.iter().for_each(|words| at.play(seat, words.parse().expect("an action"), &mut |_| {}));
        assert!(is_won(&at, seat) && hint.plan.words.len() <= most, "{hint:?} misses a win: {}", position.to_text());
        assert_eq!(hint.reason, Reason::Wins);
        self.wins += 1;
    }
}

fn try_table<E: Edition>(options: &E::Options, seats: u8, cases: usize, tried: &mut Tried) {
    let mut luck = Seed::of(&format!("{options:?}")).draw(seats.into());
    let enough = tried.wins + cases;
    while tried.wins < enough {
        let mut position = rolled::<E>(options, seats, &mut luck);
        let Some(actions) = random_win(&position, &mut luck) else {
            tried.compare(&position, None);
            continue;
        };
        for (done, &action) in actions.iter().enumerate() {
            tried.compare(&position, Some(actions.len() - done));
            tried.everybody_wins(&position, actions.len() - done);
            position.play(position.seat(), action, &mut |_| {});
        }
    }
}

/// Returns the rulings with which a table is tried: both at night, one of them by day.
fn rulings(table: u8) -> impl Iterator<Item = bool> {
    let every = std::env::var_os("POLYNYA_CASES").is_some();
    [true, false].into_iter().filter(move |&pole_is_final| every || pole_is_final == table.is_multiple_of(2))
}

#[test]
fn everybody_takes_a_win_that_the_turn_allows() {
    let mut tried = Tried::default();
    for seats in 2..=4 {
        for pole_is_final in rulings(seats) {
            let options = PolarDareOptions { pole_is_final, ..PolarDareOptions::default() };
            try_table::<PolarDare>(&options, seats, cases(), &mut tried);
        }
        for (table, number) in (seats..).zip(variant_sets()) {
            for pole_is_final in rulings(table) {
                let options = PiecepackOptions { pole_is_final, ..PiecepackOptions::combination(number) };
                try_table::<Piecepack>(&options, seats, cases(), &mut tried);
            }
        }
    }
    println!("{tried:?}");
    assert!(tried.compared > tried.positions / 20 && tried.without_win > 0, "{tried:?}");
}

/// Blue's penguins stand before the North Pole, after 1,987 turns of sliding floes to and fro.
const WON_IN_THREE: &str = concat!(
    r#"piecepack-dare/1 {"variants":["mega_ice_age"],"die":["B3","P2","P3","P3","P4","P4"],"limit":null,"#,
    r#""turns":1987,"seats":2,"seat":2,"phase":"move","rolled":"P2","left":2,"spare":"P4","#,
    r#""floes":[8,5,10,7,12,17,18,15,24,25,26,23,32,33,34,31,36,37,38,39,40,41,42,43,48,49,50,51,56,57,58,59,64,65,66,67,"#,
    r#"72,73,74,75],"penguins":[[["c1",false],["b2",false],["c2",false]],"#,
    r#"[["a10",false],["b10",false],["c10",false]]],"bears":["c6","c6"]}"#,
);

#[test]
fn three_hops_at_the_end_of_a_long_match_are_found() {
    let position = Floes::<Piecepack>::from_text(WON_IN_THREE).expect("a position");
    Tried::default().everybody_wins(&position, 3);
}
