//! What a position between two turns is worth: the log-odds of bringing all ships home.

use polynya_engine::{Game, Seat, Turn};
use polynya_games::ice_breakers::forecast::Sea;
use polynya_games::ice_breakers::{Card, IceBreakers, Place, Places, Ship};

use super::{PRICES, Taste, UNIT, hazards};
use crate::{fit, net};

/// What is looked at when a turn is over.
pub const LOOKS: [&str; 20] = [
    "always",
    "ships that are out",
    "ice between them and their harbours, in tens",
    "the same, the root for each ship",
    "ice beyond ten points, in tens",
    "ice that the cheapest ways share counted once, in tens",
    "cards 5 in hands",
    "cards 7",
    "cards 10",
    "Retrofits",
    "Bubblers",
    "Auto-Ballasts",
    "points that wait as rewards, in tens",
    "reports that lie face down, in tens",
    "lateness times shared ice, in tens",
    "lateness times ships that are out",
    "seats without a Power card",
    "the next seat has no Power card",
    "points in hands and half of those that wait against shared ice, the logarithm",
    "ships away from harbours",
];

/// How much each look counts, in the order of [`LOOKS`]; made by `polynya tune ice-breakers`.
const WEIGHTS: &str = include_str!("weights.txt");

/// One number for each look.
pub type Looks = [f32; LOOKS.len()];

/// The weights that are played.
pub fn weights() -> Looks {
    fit::read(WEIGHTS)
}

/// What is seen when a turn is over.
pub fn looks(position: &IceBreakers, taste: Taste) -> Looks {
    let sea = Sea::of(position);
    let ways = sea.ways(PRICES, hazards(position, taste));
    let chart = position.map().chart();
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
        ways.follow(chart, at, harbour, &mut |place| shared = shared.with(place));
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
    [
        1.0,
        out,
        sum / 10.0,
        root,
        beyond / 10.0,
        joint / 10.0,
        five,
        seven,
        ten,
        retrofit,
        bubbler,
        ballast,
        waiting / 10.0,
        winter / 10.0,
        late * joint / 10.0,
        late * out,
        empty,
        next,
        ((held + 0.5 * waiting + 5.0) / (joint + 5.0)).ln(),
        away,
    ]
}

/// What a card of each kind can clear; an Auto-Ballast stands for two cuts from an average pile.
const POINTS: [f32; Card::COUNT] = [5.0, 7.0, 10.0, 3.0, 1.0, 11.0];

/// What these cards can clear together.
pub fn points(cards: [u8; Card::COUNT]) -> f32 {
    cards.into_iter().zip(POINTS).map(|(count, points)| f32::from(count) * points).sum()
}

/// The chance to bring all ships home.
pub fn chance(position: &IceBreakers, taste: Taste, weights: &Looks) -> f32 {
    match position.turn() {
        Turn::Over(_) => f32::from(u8::from(position.all_home())),
        Turn::Players(_) | Turn::Chance => {
            let odds: f32 = looks(position, taste).iter().zip(weights).map(|(look, weight)| look * weight).sum();
            net::chance(odds)
        }
    }
}
