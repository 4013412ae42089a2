//! The bots of Ice Breakers: one planner for the whole team.
//!
//! It plans a whole turn: which Power card, which ice, which ships go where, what is added, cashed and given. A plan is
//! a set of ice to break; what it is worth is how near it leaves every ship to its harbour after the forecast has taken
//! effect, what it brings in, and what it costs in cards. Sets grow along the cheapest ways of the ships, and for every
//! number of points the best few are kept: a beam search by cost.

mod evaluation;
mod evaluator;
mod judge;
mod plain;
mod win;

use std::collections::HashSet;

use polynya_engine::{Game, Seat, Turn, Word};
use polynya_games::ice_breakers::forecast::Sea;
use polynya_games::ice_breakers::{Action, Card, IceBreakers, Mate as Receiver, Place, Places, Report, SHIPS, Ship};

use crate::{Bot, Mate};

pub use evaluation::{FEATURES, Features, features, win_chance};
pub use evaluator::{IceBreakersEvaluator, SEARCH_WEIGHTS, adviser, easy, hard, normal};
pub use judge::{IceBreakersJudge, at_the_end, judge};
pub use plain::Plain;

/// The weights of a plan's evaluation, in points of ice. Found by playing: 500 matches a setting.
#[derive(Clone, Copy, Debug)]
pub struct PlanWeights {
    /// A point of power in a hand, or in a reward.
    pub point: f32,
    /// A ship that is home, beside its cards.
    pub home: f32,
    /// How a ship's distance counts: above 1, ice far from home weighs more than the last ice before it.
    pub bend: f32,
    /// What water is feared to cost, as a part of its ice, because it may freeze again.
    pub fear: f32,
    /// The same, times the chance that it freezes with one of the next `AHEAD` reports.
    pub hazard: f32,
    /// The beam width: how many sets are kept for each number of points.
    pub beam_width: usize,
}

impl Default for PlanWeights {
    fn default() -> PlanWeights {
        PlanWeights { point: 0.3, home: 5.0, bend: 1.1, fear: 0.3, hazard: 0.0, beam_width: 1 }
    }
}

/// A team that plays all seats alike.
#[derive(Clone, Debug, Default)]
pub struct Team {
    weights: PlanWeights,
    /// What is planned, the next step last, and the position for which it was planned.
    plan: Vec<(Seat, Action)>,
    expected: Option<IceBreakers>,
}

impl Team {
    /// Creates a team with other weights.
    pub fn new(weights: PlanWeights) -> Team {
        Team { weights, ..Team::default() }
    }

    /// Returns what the team does next, and which seat does it: the one whose turn it is, or another that helps.
    pub fn next(&mut self, position: &IceBreakers) -> (Seat, Action) {
        match win::win(position, true) {
            Some(win) => win[0],
            None => self.step(position, true),
        }
    }

    /// Forgets what was planned.
    fn forget(&mut self) {
        self.plan.clear();
    }

    fn step(&mut self, position: &IceBreakers, help: bool) -> (Seat, Action) {
        let planned = self.expected.as_ref() == Some(position) && !self.plan.is_empty();
        if !planned || (!help && self.plan.last().is_some_and(|&(seat, _)| seat != position.seat())) {
            self.plan = TurnPlanner::new(position, self.weights, help).plan();
            self.plan.reverse();
        }
        let (seat, action) = self.plan.pop().expect("a plan has a first step");
        let mut after = position.clone();
        after.play(seat, action, &mut |_| {});
        self.expected = Some(after);
        (seat, action)
    }
}

/// Returns what a seat adds in the turn of another one: where the turn can be won with it, and else, before any ice is
/// broken, where it brings a ship home that would stay out. Cards that only clear the way are as good in a later turn.
fn helping_hand(position: &IceBreakers, seat: Seat, mate: Mate, weights: PlanWeights) -> Option<Action> {
    let power = position.power()?;
    let is_own = |&(helper, action): &(Seat, Action)| (helper == seat).then_some(action);
    if let Some(win) = win::win(position, true) {
        return win.iter().find_map(is_own);
    }
    if mate == Mate::Person || position.points() < power.points() + position.added() {
        return None;
    }
    let plan = |help: bool| TurnPlanner::new(position, weights, help).plan();
    let together = plan(true);
    let action = together.iter().find_map(is_own)?;
    (ships_home(&together) > ships_home(&plan(false))).then_some(action)
}

/// Returns how many ships a plan brings home.
fn ships_home(plan: &[(Seat, Action)]) -> usize {
    let comes_home = |action: Action| matches!(action, Action::Move(ship, place) if place == Place::harbour(ship));
    plan.iter().filter(|&&(_, action)| comes_home(action)).count()
}

impl Bot<IceBreakers> for Team {
    fn choose(&mut self, position: &IceBreakers, seat: Seat, luck: &mut dyn rand_core::Rng) -> Action {
        if seat == position.seat() {
            return match win::sure_win(position).first() {
                Some(&action) => action,
                None => self.step(position, false).1,
            };
        }
        // A seat that was asked for help gives what the team's plan wants of it.
        let plan = TurnPlanner::new(position, self.weights, true).plan();
        let wanted = plan.into_iter().find(|&(helper, action)| helper == seat && position.check(seat, action).is_ok());
        match wanted {
            Some((_, action)) => action,
            None => position.pick(seat, &mut { luck }, &mut Vec::new()).expect("the seat can act"),
        }
    }

    fn interject(&mut self, position: &IceBreakers, seat: Seat, mate: Mate) -> Option<Action> {
        helping_hand(position, seat, mate, self.weights)
    }
}

/// Ice costs this many units a point when plans are weighed.
const UNIT: u8 = 6;
/// What ice costs by its number, in units.
const PRICES: [u8; 4] = [UNIT, 2 * UNIT, 3 * UNIT, 4 * UNIT];

/// How many reports are looked ahead when water is feared to freeze.
const AHEAD: u32 = 3;

/// Plans one turn.
pub struct TurnPlanner<'a> {
    position: &'a IceBreakers,
    weights: PlanWeights,
    /// May other seats be asked to add?
    help: bool,
    sea: Sea,
    forecast: Report,
    at: [Place; SHIPS],
    out: Vec<Ship>,
    /// What water is feared to cost, by its number, in units.
    water: [u8; 4],
}

/// Returns what water is feared to cost, by its number, in units.
fn hazards(position: &IceBreakers, weights: PlanWeights) -> [u8; 4] {
    let mut safe = [1.0_f32; 4];
    for report in position.coming_reports().take(AHEAD as usize) {
        report.numbers().for_each(|number| safe[usize::from(number) - 1] = 0.0);
    }
    let mut packs = position.packs().filter(|pack| !pack.is_empty());
    let known = position.coming_reports().next().is_some();
    let mut left = if known { 0 } else { AHEAD };
    while left > 0 {
        let Some(pack) = packs.next() else {
            safe = [0.0; 4];
            break;
        };
        let size = pack.len();
        let taken = size.min(left);
        left -= taken;
        for (number, safe) in (1..).zip(&mut safe) {
            let freezing = pack.each().filter(|(report, _)| report.numbers().any(|frozen| frozen == number));
            let hits: u32 = freezing.map(|(_, count)| count).sum();
            // Drawn without putting back.
            for drawn in 0..taken {
                *safe *= ((size - drawn).saturating_sub(hits)) as f32 / (size - drawn) as f32;
            }
        }
    }
    // Never nothing: of two ways with the same ice the shorter one is taken.
    let feared = |price: u8, part: f32| ((f32::from(price) * part.min(1.0)) as u8).max(1);
    std::array::from_fn(|index| feared(PRICES[index], weights.fear + weights.hazard * (1.0 - safe[index])))
}

/// A set of ice to break.
#[derive(Clone, Copy)]
struct Sketch {
    ice: Places,
    value: f32,
}

/// A set of ice that can be paid, and the cards that must be added for it.
struct Choice {
    ice: Places,
    added: Vec<(Seat, Card)>,
    /// What it is worth after the price of these cards.
    value: f32,
}

impl<'a> TurnPlanner<'a> {
    /// Creates a planner for the seat whose turn it is; with `help`, other seats may be asked to add cards.
    pub fn new(position: &'a IceBreakers, weights: PlanWeights, help: bool) -> TurnPlanner<'a> {
        let ships: Vec<Ship> = Ship::all().collect();
        TurnPlanner {
            position,
            weights,
            help,
            sea: Sea::of(position),
            forecast: position.forecast().unwrap_or(Report::MILD),
            at: std::array::from_fn(|index| position.place_of(ships[index]).expect("every ship is placed")),
            water: hazards(position, weights),
            out: ships.into_iter().filter(|&ship| !position.is_home(ship)).collect(),
        }
    }

    /// Returns the steps from here to the end of the turn, or to where more is known.
    fn plan(&self) -> Vec<(Seat, Action)> {
        debug_assert!(matches!(self.position.turn(), Turn::Players(_)));
        let seat = self.position.seat();
        if self.position.power().is_none() {
            return self.open();
        }
        let points = self.position.points();
        let retrofits = self.position.power() != Some(Card::Ten);
        let added = self.helpers(retrofits);
        let most = points + added.iter().map(|&(_, card)| card.points()).sum::<u8>();
        let sketches = self.sketches(most);
        let choice = self.best(&sketches, points, &added);
        let mut plan: Vec<(Seat, Action)> = choice.added.iter().map(|&(who, card)| (who, Action::Add(card))).collect();
        self.work(choice.ice, &mut plan);
        if plan.is_empty() {
            plan.extend(self.gift().map(|gift| (seat, gift)));
        }
        if plan.is_empty() {
            plan.push((seat, Action::End));
        }
        plan
    }

    /// Returns plans worth comparing, the best by the weights first: at most `most` that break ice, and what else can be
    /// done. A plan goes to the end of the turn, or to where cards were won.
    pub fn plans(&self, most: usize) -> Vec<Vec<Action>> {
        let seat = self.position.seat();
        let opens = self.position.power().is_none();
        let hand = self.position.hand(seat);
        let held = |card: &Card| hand[*card as usize] > 0;
        let cards: Vec<Option<Card>> =
            if opens { Card::POWER.into_iter().filter(held).map(Some).collect() } else { vec![None] };
        let mut found: Vec<(Option<Card>, Choice)> = Vec::new();
        for card in cards {
            let retrofits = card.or(self.position.power()) != Some(Card::Ten);
            let helpers = self.helpers(retrofits);
            let points = card.map_or(self.position.points(), Card::points);
            let all: u8 = helpers.iter().map(|&(_, card)| card.points()).sum();
            let sketches = self.sketches(points + all);
            let price = card.map_or(0.0, |card| self.worth(card));
            let choices = self.choices(&sketches, points, &helpers).into_iter();
            found.extend(choices.map(|choice| (card, Choice { value: choice.value - price, ..choice })));
        }
        found.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        found.truncate(most);
        let mut plans: Vec<Vec<Action>> = Vec::new();
        for (card, choice) in found {
            let plan = self.written_out(card, &choice);
            if !plans.contains(&plan) {
                plans.push(plan);
            }
        }
        if opens {
            plans.push(vec![Action::Pass]);
        }
        if self.position.check(seat, Action::Cash).is_ok() {
            plans.push(vec![Action::Cash]);
        }
        plans
    }

    /// Returns the actions of a plan that opens with a card, or goes on in an open turn.
    fn written_out(&self, card: Option<Card>, choice: &Choice) -> Vec<Action> {
        let seat = self.position.seat();
        let mut plan: Vec<(Seat, Action)> = Vec::new();
        plan.extend(card.map(|card| (seat, Action::Power(card))));
        plan.extend(choice.added.iter().map(|&(who, card)| (who, Action::Add(card))));
        if !self.work(choice.ice, &mut plan) {
            let gift = if plan.is_empty() { self.gift() } else { None };
            plan.push((seat, gift.unwrap_or(Action::End)));
        }
        plan.into_iter().map(|(_, action)| action).collect()
    }

    /// Returns every set with the cheapest way to pay for it.
    fn choices(&self, sketches: &[Vec<Sketch>], points: u8, helpers: &[(Seat, Card)]) -> Vec<Choice> {
        let of = |kind: Card| helpers.iter().copied().filter(|&(_, card)| card == kind).collect::<Vec<_>>();
        let (retrofits, bubblers) = (of(Card::Retrofit), of(Card::Bubbler));
        let mut all = Vec::new();
        for (cost, level) in sketches.iter().enumerate() {
            let mut best: Option<(f32, usize, usize)> = None;
            for r in 0..=retrofits.len() {
                for b in 0..=bubblers.len() {
                    let price = r as f32 * self.worth(Card::Retrofit) + b as f32 * self.worth(Card::Bubbler);
                    if usize::from(points) + 3 * r + b >= cost && best.is_none_or(|best| price < best.0) {
                        best = Some((price, r, b));
                    }
                }
            }
            let Some((price, r, b)) = best else { continue };
            for sketch in level {
                let added = retrofits[..r].iter().chain(&bubblers[..b]).copied().collect();
                all.push(Choice { ice: sketch.ice, added, value: sketch.value - price });
            }
        }
        all
    }

    /// Returns the beginning of a turn: a Power card, a pass, or two cuts.
    fn open(&self) -> Vec<(Seat, Action)> {
        let seat = self.position.seat();
        let hand = self.position.hand(seat);
        let cards: Vec<Card> = Card::POWER.into_iter().filter(|&card| hand[card as usize] > 0).collect();
        if cards.is_empty() {
            let cash = self.position.check(seat, Action::Cash).is_ok();
            return vec![(seat, if cash { Action::Cash } else { Action::Pass })];
        }
        let with = self.helpers(true);
        let without = self.helpers(false);
        let all = |added: &[(Seat, Card)]| added.iter().map(|&(_, card)| card.points()).sum::<u8>();
        let most =
            cards.iter().map(|&card| card.points() + all(if card == Card::Ten { &without } else { &with })).max();
        let sketches = self.sketches(most.unwrap_or(0));
        let choices = cards.into_iter().map(|card| {
            let added = if card == Card::Ten { &without } else { &with };
            let mut choice = self.best(&sketches, card.points(), added);
            choice.value -= self.worth(card);
            (card, choice)
        });
        let best = choices.max_by(|(_, one), (_, other)| one.value.total_cmp(&other.value));
        let (card, choice) = best.expect("there is a Power card");
        if choice.value < self.idle() {
            return vec![(seat, Action::Pass)];
        }
        let mut plan = vec![(seat, Action::Power(card))];
        plan.extend(choice.added.iter().map(|&(who, card)| (who, Action::Add(card))));
        self.work(choice.ice, &mut plan);
        plan
    }

    /// Returns the cards that could be added, the active seat's own first.
    fn helpers(&self, retrofits: bool) -> Vec<(Seat, Card)> {
        let active = self.position.seat();
        let mut seats: Vec<Seat> =
            Seat::all(self.position.seats()).filter(|&seat| self.help || seat == active).collect();
        seats.sort_by_key(|&seat| seat != active);
        let mut cards = Vec::new();
        for card in [Card::Retrofit, Card::Bubbler] {
            if card == Card::Retrofit && !retrofits {
                continue;
            }
            for &seat in &seats {
                cards.extend((0..self.position.hand(seat)[card as usize]).map(|_| (seat, card)));
            }
        }
        cards
    }

    /// Returns the best set that these points and some of the cards can pay.
    fn best(&self, sketches: &[Vec<Sketch>], points: u8, helpers: &[(Seat, Card)]) -> Choice {
        let of = |kind: Card| helpers.iter().copied().filter(|&(_, card)| card == kind).collect::<Vec<_>>();
        let (retrofits, bubblers) = (of(Card::Retrofit), of(Card::Bubbler));
        let mut best: Option<Choice> = None;
        for r in 0..=retrofits.len() {
            for b in 0..=bubblers.len() {
                let budget = usize::from(points) + 3 * r + b;
                let price = r as f32 * self.worth(Card::Retrofit) + b as f32 * self.worth(Card::Bubbler);
                for sketch in sketches.iter().take(budget + 1).flatten() {
                    let value = sketch.value - price;
                    if best.as_ref().is_none_or(|best| value > best.value) {
                        let added = retrofits[..r].iter().chain(&bubblers[..b]).copied().collect();
                        best = Some(Choice { ice: sketch.ice, added, value });
                    }
                }
            }
        }
        best.expect("breaking nothing is a plan")
    }

    /// Returns what a card in a hand is worth.
    fn worth(&self, card: Card) -> f32 {
        self.weights.point
            * match card {
                // Two cuts from an average pile.
                Card::AutoBallast => 11.0,
                other => f32::from(other.points()),
            }
    }

    /// Returns the best sets of ice for every number of points up to `most`.
    fn sketches(&self, most: u8) -> Vec<Vec<Sketch>> {
        let mut levels: Vec<Vec<Sketch>> = vec![Vec::new(); usize::from(most) + 1];
        let nothing = Places::default();
        levels[0].push(Sketch { ice: nothing, value: self.value(nothing) });
        let mut seen = HashSet::from([nothing]);
        for spent in 0..=usize::from(most) {
            levels[spent].sort_by(|a, b| b.value.total_cmp(&a.value));
            levels[spent].truncate(self.weights.beam_width);
            for sketch in levels[spent].clone() {
                let sea = self.sea.broken(sketch.ice);
                // Water costs a little, so that of two ways with the same ice the shorter one is taken.
                let ways = sea.ways([7, 14, 21, 28], [1; 4]);
                for &ship in &self.out {
                    let (mut ice, mut cost) = (sketch.ice, spent);
                    let at = self.at[ship.index()];
                    ways.follow(at, Place::harbour(ship), &mut |place| {
                        let price = usize::from(sea.price(place));
                        cost += price;
                        if price > 0 && cost <= usize::from(most) {
                            ice = ice.with(place);
                            if seen.insert(ice) {
                                levels[cost].push(Sketch { ice, value: self.value(ice) });
                            }
                        }
                    });
                }
            }
        }
        levels
    }

    /// Returns what the team has after this ice is broken, the ships are moved and the forecast takes effect.
    fn value(&self, ice: Places) -> f32 {
        let sea = self.sea.broken(ice);
        let reaches = sea.reaches(&self.at);
        let after = sea.frozen(self.forecast).ways(PRICES, self.water);
        let mut row = self.position.row();
        let mut value = 0.0;
        for &ship in &self.out {
            let reach = reaches[ship.index()];
            let harbour = Place::harbour(ship);
            if reach.contains(harbour) {
                let cards = self.position.reward(harbour).map(|card| self.worth(card)).sum::<f32>();
                let card = if cards == 0.0 { row.next().map_or(0.0, |card| self.worth(card)) } else { cards };
                value += self.weights.home + card;
            } else {
                let at = self.at[ship.index()];
                let least = reach.with(at).iter().map(|place| after.cost(place, harbour)).min();
                value -= self.far(least.expect("it is somewhere"));
            }
        }
        value
    }

    /// Returns what the team has if nobody does anything.
    fn idle(&self) -> f32 {
        let after = self.sea.frozen(self.forecast).ways(PRICES, self.water);
        let far = |ship: &Ship| self.far(after.cost(self.at[ship.index()], Place::harbour(*ship)));
        -self.out.iter().map(far).sum::<f32>()
    }

    fn far(&self, units: u16) -> f32 {
        (f32::from(units) / f32::from(UNIT)).powf(self.weights.bend)
    }

    /// Returns how the ships move on where no more ice is broken.
    pub fn remaining_moves(&self) -> Vec<(Seat, Action)> {
        let mut moves = Vec::new();
        self.work(Places::default(), &mut moves);
        moves
    }

    /// Breaks the ice, brings home what can come home, and, if nothing comes home, moves the others on. Returns whether
    /// something comes home.
    fn work(&self, ice: Places, plan: &mut Vec<(Seat, Action)>) -> bool {
        let seat = self.position.seat();
        plan.extend(ice.iter().map(|space| (seat, Action::Clear(space))));
        let sea = self.sea.broken(ice);
        let reaches = sea.reaches(&self.at);
        let reach = |ship: Ship| reaches[ship.index()];
        let before = plan.len();
        for &ship in self.out.iter().filter(|&&ship| reach(ship).contains(Place::harbour(ship))) {
            plan.push((seat, Action::Move(ship, Place::harbour(ship))));
        }
        if plan.len() > before {
            // Rewards may change the plan.
            return true;
        }
        let after = sea.frozen(self.forecast).ways(PRICES, self.water);
        for &ship in &self.out {
            let cost = |place: Place| after.cost(place, Place::harbour(ship));
            let at = self.at[ship.index()];
            let goal = reach(ship).iter().min_by_key(|&place| (cost(place), !place.is_harbour()));
            if let Some(goal) = goal.filter(|&goal| cost(goal) < cost(at)) {
                plan.push((seat, Action::Move(ship, goal)));
            }
        }
        false
    }

    /// A Power card that was just collected goes to a seat that has fewer.
    fn gift(&self) -> Option<Action> {
        let seat = self.position.seat();
        let powers = |seat: Seat| Card::POWER.iter().map(|&card| self.position.hand(seat)[card as usize]).sum::<u8>();
        let fresh = self.position.fresh(seat);
        let card = Card::POWER.into_iter().rev().find(|&card| fresh[card as usize] > 0)?;
        let seats = self.position.seats();
        let mut next = seat.next(seats);
        let mut poorest = next;
        while next != seat {
            if powers(next) < powers(poorest) {
                poorest = next;
            }
            next = next.next(seats);
        }
        let poorest = Receiver::of(poorest).filter(|_| powers(poorest) + 1 < powers(seat))?;
        Some(Action::Give(card, poorest))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use polynya_engine::{Luck, Seed, Table};
    use polynya_games::ice_breakers::IceBreakersOptions;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::SeedableRng;

    /// Plays a match and returns how many ships came home; with `help` the other seats add cards where the team's plan
    /// wants them.
    fn play(options: &IceBreakersOptions, seats: u8, seed: Seed, help: bool) -> u8 {
        let mut table = Table::<IceBreakers>::new(options.clone(), seats, seed).expect("it starts");
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut team = Team::default();
        while !table.line().is_over() {
            let position = table.position();
            let (seat, action) = match help {
                true => team.next(position),
                false => (position.seat(), team.choose(position, position.seat(), &mut luck)),
            };
            table.advance(seat, action).expect("the team does what is legal");
        }
        table.position().brought()
    }

    #[test]
    fn the_team_plays_every_game_to_its_end() {
        for (number, options) in IceBreakersOptions::all().enumerate() {
            let seats = 2 + (number % 3) as u8;
            for help in [false, true] {
                let home = play(&options, seats, Seed::of("every game").nth(number as u64), help);
                assert!(home >= 4, "{home} ships with {options:?}");
            }
        }
    }

    #[test]
    fn an_introductory_game_is_won_nearly_always() {
        let options = IceBreakersOptions { introductory: true, ..IceBreakersOptions::default() };
        let won = (0..20).filter(|&number| play(&options, 3, Seed::of("six").nth(number), false) == 6).count();
        assert!(won >= 17, "{won} of 20");
    }

    /// A helper that is asked answers with something that it may do.
    #[test]
    fn a_helper_does_what_is_legal() {
        let mut luck = Xoshiro256PlusPlus::seed_from_u64(2);
        let mut table =
            Table::<IceBreakers>::new(IceBreakersOptions::default(), 4, Seed::of("help")).expect("it starts");
        let mut team = Team::default();
        while !table.line().is_over() {
            let Turn::Players(seats) = table.position().turn() else { panic!("a table stops where somebody acts") };
            let seat = seats.iter().nth(luck.below(seats.len() as u32) as usize).expect("below their number");
            let action = team.choose(table.position(), seat, &mut luck);
            table.advance(seat, action).expect("it is legal");
        }
    }
}
