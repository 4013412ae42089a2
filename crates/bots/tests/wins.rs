//! A win that the rest of a turn allows, whatever the dice, is found and taken: in the games that are played together. No
//! turn of Polar Roller wins, as all draw at once; but after the last drawing nothing comes any more, and nobody gives
//! away a point in it.
//!
//! Which positions have such a win is found by a brute force over the turn that knows the rules and nothing of the bots.
//! Where a turn is too long for it, everybody is asked, and what one of them wins nobody may miss. `POLYNYA_POSITIONS`
//! says in how many positions with a win every level is asked; the nightly run asks for more, and lets the brute force
//! look at more.

use std::collections::HashSet;
use std::time::Duration;

use polynya_bots::games::{ice_breakers, polar_roller, rescue_polar_bears};
use polynya_bots::{Adviser, Bot, Mate, Wanted};
use polynya_engine::{Encode, Game, Luck, Member, Seat, Seed, Turn, Word};
use polynya_games::ice_breakers::forecast::{cheapest_way, ship_costs};
use polynya_games::ice_breakers::{self as ice, Card, IceBreakers, IceBreakersOptions, Place, Ship};
use polynya_games::polar_roller::{Phase, PolarRoller, ROUNDS};
use polynya_games::rescue_polar_bears::{
    self as rescue, Awaiting, Ending, Hex, RescueOptions, RescuePolarBears, Stage, Upgrade,
};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

type Rng = Xoshiro256PlusPlus;

/// Positions with a win in which every level of a game is asked on every day.
const POSITIONS: usize = 40;

fn wanted() -> usize {
    std::env::var("POLYNYA_POSITIONS").map_or(POSITIONS, |text| text.parse().expect("a number"))
}

/// A game whose turns are searched.
trait Turns: Encode {
    /// Returns the actions that may matter for a win in this turn, of any seat or of the one whose turn it is alone.
    fn candidates(&self, help: bool) -> Vec<(Seat, Self::Action)>;

    /// Can a win still be out of question without looking further? Never `true` where there is one.
    fn is_hopeless(&self, help: bool) -> bool;
}

/// Positions after which a brute force gives up, by day and by night.
const MOST: [usize; 2] = [1_500, 15_000];

fn most() -> usize {
    MOST[usize::from(std::env::var_os("POLYNYA_POSITIONS").is_some())]
}

/// Positions that were too much for the brute force in which everybody is asked all the same, for each one with a win.
const UNKNOWN: usize = 2;

/// A brute force over the rest of a turn.
struct BruteForce {
    turns: u32,
    help: bool,
    most: usize,
    seen: HashSet<Vec<u8>>,
}

impl BruteForce {
    /// Can the turn be won from here whatever the dice? `None` if that was too much to find out.
    fn wins<G: Turns>(position: &G, help: bool) -> Option<bool> {
        let mut search = BruteForce { turns: position.turns(), help, most: most(), seen: HashSet::new() };
        let wins = search.search(position);
        (wins || search.seen.len() < search.most).then_some(wins)
    }

    fn search<G: Turns>(&mut self, position: &G) -> bool {
        match position.turn() {
            Turn::Over(outcome) => return !outcome.winners.is_empty(),
            Turn::Chance => return false,
            Turn::Players(_) => {}
        }
        if position.turns() != self.turns || self.seen.len() >= self.most || position.is_hopeless(self.help) {
            return false;
        }
        let mut bytes = Vec::new();
        position.to_bytes(&mut bytes);
        if !self.seen.insert(bytes) {
            return false;
        }
        position.candidates(self.help).into_iter().any(|(seat, action)| {
            let mut after = position.clone();
            after.play(seat, action, &mut |_| {});
            self.search(&after)
        })
    }
}

impl Turns for RescuePolarBears {
    fn candidates(&self, _: bool) -> Vec<(Seat, rescue::Action)> {
        let mut actions = Vec::new();
        self.legal(self.seat(), &mut actions);
        // What collects comes first: it is often the end.
        actions.sort_by_key(|action| !matches!(action, rescue::Action::Data(_) | rescue::Action::Grab(_)));
        actions
            .into_iter()
            .filter(|&action| action != rescue::Action::End)
            .map(|action| (self.seat(), action))
            .collect()
    }

    /// New data comes by chance alone. A token is collected from a hex beside it or on it.
    fn is_hopeless(&self, _: bool) -> bool {
        let missing = usize::from(self.target() - self.collected());
        if self.stage() != Stage::Action || missing > self.data().len() {
            return true;
        }
        let ship = self.active_ship().expect("a ship acts");
        let upgrades = ship.hull().upgrades;
        let red = upgrades.iter().filter(|&&upgrade| upgrade == Upgrade::Action).count();
        let faster = upgrades.iter().filter(|&&upgrade| upgrade == Upgrade::Speed).count();
        let overtime = if self.open_card().is_some() { 2 } else { 0 };
        let more = if missing > 1 { red } else { 0 } + overtime;
        let reach = (usize::from(self.actions_left()) + more) * (usize::from(ship.speed()) + faster) + 1;
        missing > usize::from(self.actions_left()) + more + 1
            || self.data().iter().all(|data| distance(ship.hex(), data) > reach)
    }
}

fn distance(one: Hex, other: Hex) -> usize {
    let ((q1, r1), (q2, r2)) = (one.axial(), other.axial());
    let (dq, dr) = (i32::from(q1 - q2), i32::from(r1 - r2));
    (dq.unsigned_abs().max(dr.unsigned_abs()).max((dq + dr).unsigned_abs())) as usize
}

impl Turns for IceBreakers {
    /// A ship that can go home goes: nothing is lost by it. Ships that wait elsewhere can do so later.
    fn candidates(&self, help: bool) -> Vec<(Seat, ice::Action)> {
        let seat = self.seat();
        let mut home = Ship::all().map(|ship| ice::Action::Move(ship, Place::harbour(ship)));
        if let Some(home) = home.find(|&home| self.check(seat, home).is_ok()) {
            return vec![(seat, home)];
        }
        let mut found = Vec::new();
        for other in Seat::all(self.seats()).filter(|&other| help || other == seat) {
            self.each_legal(other, &mut |action| match action {
                ice::Action::Power(_) | ice::Action::Add(_) | ice::Action::Clear(_) => found.push((other, action)),
                _ => {}
            });
        }
        // What can be added is added first: it may be needed, and nothing is lost where the match is won.
        if let Some(&add) = found.iter().find(|(_, action)| matches!(action, ice::Action::Add(_))) {
            return vec![add];
        }
        // Ice on cheapest ways comes first: that is where wins are.
        let ways: Vec<Place> =
            Ship::all().filter_map(|ship| cheapest_way(self, ship)).flat_map(|way| way.places).collect();
        found.sort_by_key(|(_, action)| !matches!(action, ice::Action::Clear(space) if ways.contains(space)));
        found
    }

    fn is_hopeless(&self, help: bool) -> bool {
        let adds = |cards: [u8; Card::COUNT]| {
            let retrofits = if self.power() == Some(Card::Ten) { 0 } else { 3 };
            u16::from(cards[Card::Bubbler as usize]) + retrofits * u16::from(cards[Card::Retrofit as usize])
        };
        let seats = Seat::all(self.seats()).filter(|&seat| help || seat == self.seat());
        let mut most = u16::from(self.points()) + seats.map(|seat| adds(self.hand(seat))).sum::<u16>();
        if self.power().is_none() {
            let hand = self.hand(self.seat());
            let powers = Card::POWER.into_iter().filter(|&card| hand[card as usize] > 0);
            let Some(power) = powers.map(Card::points).max() else { return true };
            most += u16::from(power);
        }
        let mut rewards = [0_u8; Card::COUNT];
        for ship in Ship::all().filter(|&ship| !self.is_home(ship)) {
            self.reward(Place::harbour(ship)).for_each(|card| rewards[card as usize] += 1);
        }
        self.row().for_each(|card| rewards[card as usize] += 1);
        most += adds(rewards);
        ship_costs(self).into_iter().any(|cost| cost > most)
    }
}

/// A level by its name, or the hint.
enum Asked<G: Game> {
    Level(&'static str, Box<dyn Bot<G>>),
    Hint(Box<dyn Adviser<G>>),
    /// A team-mate to whom somebody proposes anything that is legal.
    Told(Box<dyn Adviser<G>>),
    /// Bots of one level on all seats, which may interject.
    Team(&'static str, Vec<Box<dyn Bot<G>>>),
}

fn team<G: Game>(name: &'static str, bot: fn() -> Box<dyn Bot<G>>) -> Asked<G> {
    Asked::Team(name, (0..*G::SEATS.end()).map(|_| bot()).collect())
}

impl<G: Game> Asked<G> {
    fn name(&self) -> &'static str {
        match self {
            Asked::Level(name, _) | Asked::Team(name, _) => name,
            Asked::Hint(_) => "hint",
            Asked::Told(_) => "team-mate",
        }
    }
}

impl<G: Turns> Asked<G> {
    /// Does it win from here without a draw?
    fn takes(&mut self, position: &G, luck: &mut Rng) -> bool {
        let mut here = position.clone();
        let mut plan = Vec::new();
        while let Turn::Players(acting) = here.turn() {
            if here.turns() != position.turns() {
                return false;
            }
            let mut seat = here.awaited().first().expect("somebody is awaited");
            let action = match self {
                Asked::Level(_, bot) => bot.choose(&here, seat, luck),
                Asked::Team(_, bots) => {
                    let others = acting.difference(here.awaited());
                    let help = |other: Seat| Some((other, bots[other.index()].interject(&here, other, Mate::Bot)?));
                    match others.iter().find_map(help) {
                        Some((other, action)) => {
                            seat = other;
                            action
                        }
                        None => bots[seat.index()].choose(&here, seat, luck),
                    }
                }
                Asked::Told(adviser) if here == *position && plan.is_empty() => {
                    let anything = here.pick(seat, luck, &mut Vec::new()).expect("it can act");
                    let wanted = Wanted::Plan(&[anything]);
                    plan = adviser.judge(&here, seat, &wanted, luck).plan;
                    plan.reverse();
                    plan.pop().expect("what is legal is taken or something better is done")
                }
                Asked::Hint(adviser) | Asked::Told(adviser) => {
                    if plan.is_empty() {
                        plan = adviser.advise(&here, seat, Duration::from_millis(1), luck).plan;
                        plan.reverse();
                    }
                    plan.pop().expect("advice has a first action")
                }
            };
            here.check(seat, action).unwrap_or_else(|rule| panic!("{action} is refused: {rule:?}"));
            here.play(seat, action, &mut |_| {});
        }
        matches!(here.turn(), Turn::Over(outcome) if !outcome.winners.is_empty())
    }
}

/// Plays on with a bot until the match is over, and hands out every position in which somebody is awaited.
fn walk<G: Game>(mut position: G, bot: &mut dyn Bot<G>, luck: &mut Rng, each: &mut dyn FnMut(&G, &mut Rng)) {
    loop {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let chance = position.draw(luck);
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(_) => {
                each(&position, luck);
                let seat = position.awaited().first().expect("somebody is awaited");
                let action = bot.choose(&position, seat, luck);
                position.play(seat, action, &mut |_| {});
            }
        }
    }
}

/// Goes some steps at random from a position, and hands out every position on the way in which somebody is awaited.
fn stray<G: Turns>(mut position: G, steps: u32, luck: &mut Rng, each: &mut dyn FnMut(&G)) {
    for _ in 0..steps {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let chance = position.draw(luck);
                position.settle(chance, &mut |_| {});
            }
            Turn::Players(_) => {
                each(&position);
                let seat = position.awaited().first().expect("somebody is awaited");
                let action = position.pick(seat, luck, &mut Vec::new()).expect("it can act");
                position.play(seat, action, &mut |_| {});
            }
        }
    }
}

/// Positions with a win that are taken from one match, so that all are of many matches.
const OF_ONE_MATCH: usize = 8;

/// Positions of one match that are looked at.
const TRIES: usize = 60;

/// Asks everybody in positions with a win until there were enough of them, and says who missed how many.
fn ask<G: Turns>(
    wanted: usize,
    mut start: impl FnMut(u64) -> G,
    walker: fn() -> Box<dyn Bot<G>>,
    is_late: fn(&G) -> bool,
    has_win: fn(&G) -> Option<bool>,
    mut asked: Vec<Asked<G>>,
) {
    let mut missed = vec![Vec::new(); asked.len()];
    let (mut found, mut given_up, mut witnessed, mut number) = (0, 0, 0, 0_u64);
    let mut seen = HashSet::new();
    while found < wanted {
        number += 1;
        let mut luck = Rng::from_rng(&mut Seed::of("wins").nth(number).draw(0));
        let mut late = Vec::new();
        walk(start(number), &mut *walker(), &mut luck, &mut |position, _| {
            if is_late(position) {
                late.push(position.clone());
            }
        });
        let mut ways = Vec::new();
        for position in &late {
            for _ in 0..3 {
                stray(position.clone(), 8, &mut luck, &mut |here| ways.push(here.clone()));
            }
        }
        let enough = wanted.min(found + OF_ONE_MATCH);
        for _ in 0..TRIES {
            if found == enough || ways.is_empty() {
                break;
            }
            let position: G = ways.swap_remove(luck.below(ways.len() as u32) as usize);
            let mut bytes = Vec::new();
            position.to_bytes(&mut bytes);
            if !seen.insert(bytes) {
                continue;
            }
            let is_known = has_win(&position);
            given_up += usize::from(is_known.is_none());
            if is_known == Some(false) || (is_known.is_none() && given_up > UNKNOWN * wanted) {
                continue;
            }
            let taken: Vec<bool> = asked.iter_mut().map(|one| one.takes(&position, &mut luck)).collect();
            if is_known.is_none() && !taken.contains(&true) {
                continue;
            }
            found += 1;
            witnessed += usize::from(is_known.is_none());
            for (taken, missed) in taken.iter().zip(&mut missed) {
                if !taken {
                    missed.push(position.to_text());
                }
            }
        }
    }
    let counts = asked.iter().zip(&missed).map(|(one, missed)| format!("{} {}", one.name(), missed.len()));
    let counts = counts.collect::<Vec<_>>().join(", ");
    println!(
        "{}: {found} positions with a win of {number} matches; {given_up} were too much for the brute force, {witnessed} of \
         them with a win; missed: {counts}",
        G::ID
    );
    if let Some(first) = missed.iter().flatten().next() {
        panic!("missed: {counts}; first in {first}");
    }
}

#[test]
fn the_last_data_is_collected_where_the_turn_allows_it() {
    use rescue_polar_bears::{Team, adviser, easy, hard, normal};
    let start = |number: u64| {
        let options = RescueOptions {
            start_temperature: [8, 4][usize::from(number.is_multiple_of(3))],
            rough_road: number.is_multiple_of(4),
            rapid_warming: number.is_multiple_of(7),
            growth_first: number.is_multiple_of(2),
            collect_by_choice: number.is_multiple_of(3),
            lone_cub_counts: number.is_multiple_of(5),
            heat_without_ice: !number.is_multiple_of(2),
            ..RescueOptions::default()
        };
        RescuePolarBears::start(&options, 1 + (number % 4) as u8).expect("it starts")
    };
    let is_late = |position: &RescuePolarBears| {
        let missing = usize::from(position.target() - position.collected());
        position.awaiting() == Awaiting::Act
            && missing <= position.data().len()
            && position.ending() != Some(Ending::Won)
    };
    let asked = vec![
        Asked::Level("greedy", Box::<Team>::default()),
        Asked::Level("normal", normal()),
        Asked::Level("hard", hard()),
        Asked::Hint(adviser()),
        Asked::Told(adviser()),
    ];
    ask(wanted(), start, easy, is_late, |position| BruteForce::wins(position, false), asked);
}

/// A match of Ice Breakers before its set-up, with each of the options in turn.
fn sea(number: u64) -> IceBreakers {
    let all: Vec<IceBreakersOptions> = IceBreakersOptions::all().collect();
    IceBreakers::start(&all[number as usize % all.len()], 2 + (number % 3) as u8).expect("it starts")
}

fn few_are_out(position: &IceBreakers) -> bool {
    position.fleet() - position.brought() <= 6
}

#[test]
fn the_last_ships_come_home_where_the_turn_allows_it() {
    use ice_breakers::{Team, adviser, easy, hard, normal};
    let asked = vec![
        Asked::Level("greedy", Box::new(Team::default())),
        Asked::Level("normal", normal()),
        Asked::Level("hard", hard()),
        Asked::Hint(adviser()),
        Asked::Told(adviser()),
    ];
    ask(wanted(), sea, easy, few_are_out, |position| BruteForce::wins(position, false), asked);
}

#[test]
fn the_last_ships_come_home_where_others_add_what_is_missing() {
    use ice_breakers::{Team, easy, hard, normal};
    let has_win = |position: &IceBreakers| match BruteForce::wins(position, false)? {
        true => Some(false),
        false => BruteForce::wins(position, true),
    };
    let asked = vec![team("greedy", || Box::new(Team::default())), team("normal", normal), team("hard", hard)];
    // Such positions are rare.
    ask(wanted().div_ceil(20), sea, easy, few_are_out, has_win, asked);
}

/// Returns the most points that a seat can have after its drawing, by trying everything.
fn most_points(position: &PolarRoller, seat: Seat, seen: &mut HashSet<Vec<u8>>) -> i16 {
    if !position.awaited().contains(seat) {
        return position.score(seat).total();
    }
    let mut bytes = Vec::new();
    position.to_bytes(&mut bytes);
    if !seen.insert(bytes) {
        return i16::MIN;
    }
    let mut actions = Vec::new();
    position.legal(seat, &mut actions);
    let points = actions.into_iter().map(|action| {
        let mut after = position.clone();
        after.play(seat, action, &mut |_| {});
        most_points(&after, seat, seen)
    });
    points.max().expect("a seat that is awaited can act")
}

/// Returns the points of a seat after its drawing by this level.
fn points_of(asked: &mut Asked<PolarRoller>, position: &PolarRoller, seat: Seat, luck: &mut Rng) -> i16 {
    let mut here = position.clone();
    let mut plan = Vec::new();
    while here.awaited().contains(seat) {
        let action = match asked {
            Asked::Level(_, bot) => bot.choose(&here, seat, luck),
            Asked::Hint(adviser) => {
                if plan.is_empty() {
                    plan = adviser.advise(&here, seat, Duration::ZERO, luck).plan;
                    plan.reverse();
                }
                plan.pop().expect("advice has a first action")
            }
            Asked::Told(_) | Asked::Team(..) => unreachable!("nobody plays together"),
        };
        here.play(seat, action, &mut |_| {});
    }
    here.score(seat).total()
}

#[test]
fn no_point_is_given_away_in_the_last_drawing() {
    use polar_roller::{Planner, adviser, easy, hard, normal};
    let mut asked = vec![
        Asked::Level("easy", easy()),
        Asked::Level("normal", normal()),
        Asked::Level("greedy", Box::new(Planner::default())),
        Asked::Level("hard", hard()),
        Asked::Hint(adviser()),
    ];
    // Trying everything takes long.
    let wanted = wanted().div_ceil(10);
    for number in 0..wanted as u64 {
        let mut luck = Rng::from_rng(&mut Seed::of("last drawing").nth(number).draw(0));
        let start = PolarRoller::start(&Default::default(), 2 + (number % 3) as u8).expect("it starts");
        let mut last = None;
        walk(start, &mut *easy(), &mut luck, &mut |position, _| {
            if position.round() == ROUNDS && position.phase() == Phase::Draw && last.is_none() {
                last = Some(position.clone());
            }
        });
        let position = last.expect("there is a last drawing");
        let seat = position.awaited().first().expect("somebody draws");
        let most = most_points(&position, seat, &mut HashSet::new());
        for one in &mut asked {
            let points = points_of(one, &position, seat, &mut luck);
            assert_eq!(points, most, "{}: {}", one.name(), position.to_text());
        }
    }
}
