//! The evaluation of a position between two turns: the log-odds of bringing all ships home, a linear model of features.

use polynya_engine::{Game, Member, Seat, Turn, Word};
use polynya_games::ice_breakers::forecast::Sea;
use polynya_games::ice_breakers::{Card, IceBreakers, Place, Places, Ship};

use super::{PRICES, PlanWeights, UNIT, hazards};
use crate::features::features;
use crate::network::sigmoid;
use crate::weights;

/// One value for each of the [`FEATURES`].
pub type Features = [f32; FEATURES.len()];

/// The weight of each feature, in the order of [`FEATURES`]; made by `polynya tune ice-breakers`.
const WEIGHTS: &str = include_str!("weights.txt");

/// Returns the weights of the bots.
pub(super) fn fitted() -> Features {
    weights::read(WEIGHTS)
}

features! {
    /// What an evaluation measures when a turn is over.
    pub const FEATURES;

    /// Returns the features of a position in which a turn is over.
    pub fn features(position: &IceBreakers, weights: PlanWeights) {
        let sea = Sea::of(position);
        let ways = sea.ways(PRICES, hazards(position, weights));
        let (mut out, mut sum, mut root, mut beyond, mut away) = (0.0, 0.0, 0.0, 0.0, 0.0);
        let mut shared = Places::default();
        let mut rewards = [0_u8; Card::COUNT];
        for ship in Ship::all().filter(|&ship| !position.is_home(ship)) {
            let at = position.place_of(ship).expect("every ship is placed");
            let harbour = Place::harbour(ship);
            let far = f32::from(ways.cost(at, harbour)) / f32::from(UNIT);
            out += 1.0;
            sum += far;
            root += far.sqrt();
            beyond += (far - 10.0).max(0.0);
            away += f32::from(u8::from(!at.is_harbour()));
            ways.follow(at, harbour, &mut |place| shared = shared.with(place));
            position.reward(harbour).for_each(|card| rewards[card as usize] += 1);
        }
        position.row().for_each(|card| rewards[card as usize] += 1);
        let joint: f32 = shared.iter().map(|place| f32::from(sea.price(place))).sum();
        let seats = position.seats();
        let mut hands = [0_u8; Card::COUNT];
        let mut empty = 0.0;
        let powers = |seat: Seat| Card::POWER.iter().map(|&card| position.hand(seat)[card as usize]).sum::<u8>();
        for seat in Seat::all(seats) {
            position.hand(seat).into_iter().zip(&mut hands).for_each(|(count, sum)| *sum += count);
            empty += f32::from(u8::from(powers(seat) == 0));
        }
        // Between turns the seat is already the next one.
        let next = f32::from(u8::from(powers(position.seat()) == 0));
        let [five, seven, ten, retrofit, bubbler, ballast] = hands.map(f32::from);
        let (held, waiting) = (points(hands), points(rewards));
        let winter = position.reports_left() as f32;
        let late = (5.0 - winter).max(0.0) / 5.0;
        let power = ((held + 0.5 * waiting + 5.0) / (joint + 5.0)).ln();
    }

    "always" => 1.0,
    "ships that are out" => out,
    "ice between them and their harbours, in tens" => sum / 10.0,
    "the same, the root for each ship" => root,
    "ice beyond ten points, in tens" => beyond / 10.0,
    "ice that the cheapest ways share counted once, in tens" => joint / 10.0,
    "cards 5 in hands" => five,
    "cards 7" => seven,
    "cards 10" => ten,
    "Retrofits" => retrofit,
    "Bubblers" => bubbler,
    "Auto-Ballasts" => ballast,
    "points that wait as rewards, in tens" => waiting / 10.0,
    "reports that lie face down, in tens" => winter / 10.0,
    "lateness times shared ice, in tens" => late * joint / 10.0,
    "lateness times ships that are out" => late * out,
    "seats without a Power card" => empty,
    "the next seat has no Power card" => next,
    "points in hands and half of those that wait against shared ice, the logarithm" => power,
    "ships away from harbours" => away,
}

/// What a card of each kind can clear; an Auto-Ballast stands for two cuts from an average pile.
const POINTS: [f32; Card::COUNT] = [5.0, 7.0, 10.0, 3.0, 1.0, 11.0];

/// Returns what these cards can clear together.
pub fn points(cards: [u8; Card::COUNT]) -> f32 {
    cards.into_iter().zip(POINTS).map(|(count, points)| f32::from(count) * points).sum()
}

/// Returns the chance to bring all ships home, with these weights of the features.
pub fn win_chance(position: &IceBreakers, plan: PlanWeights, weights: &Features) -> f32 {
    match position.turn() {
        Turn::Over(_) => f32::from(u8::from(position.all_home())),
        Turn::Players(_) | Turn::Chance => {
            let log_odds: f32 =
                features(position, plan).iter().zip(weights).map(|(value, weight)| value * weight).sum();
            sigmoid(log_odds)
        }
    }
}
