//! What a drawing of Ice Breakers to the Rescue needs to know.

use std::collections::BTreeMap;

use polynya_engine::{Game, Member, Seat, Turn, Word};
use polynya_games::ice_breakers::forecast::{self, Freeze};
use polynya_games::ice_breakers::{Card, Chart, FLAGS, IceBreakers, Place, Ship};
use serde::Serialize;
use ts_rs::TS;

use super::{Ahead, Projection, ahead, in_browser, is_zero};

/// Cards with their counts: `5`, `7`, `10`, `r3`, `b1`, `ab2`.
type Cards = BTreeMap<String, u8>;

/// A position of the ice breakers. Places have the names of the notation: `h4`, `j3`, `h2h1.1`.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct IceBreakersView {
    /// The map: `standard`, `easy`, `hard`, or `box` if it is that of the owner's box.
    map: String,
    /// Where everything lies on it.
    chart: IceBreakersChart,
    /// What the match waits for.
    stage: IceBreakersStage,
    /// Whose turn it is.
    seat: u8,
    /// The piece on each space: `3` is ice, `~3` is water, and `!3` is water that freezes if the turn ends now.
    pieces: BTreeMap<String, String>,
    /// Where each ship is, by its number; in its own harbour it is home.
    ships: BTreeMap<u8, String>,
    /// The ships that get stuck if the turn ends now.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    pinned: Vec<u8>,
    /// The cheapest way of each ship that is not home.
    ways: BTreeMap<u8, ShipWay>,
    /// The cards of each seat.
    hands: BTreeMap<u8, Cards>,
    /// Those among them that may be given away in this turn.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<u8, Cards>>")]
    fresh: BTreeMap<u8, Cards>,
    /// The cards that wait at harbours for their ships.
    rewards: BTreeMap<String, Vec<String>>,
    /// The row for small destinations, the card that is taken next first.
    row: Vec<String>,
    /// The discard pile.
    pile: Cards,
    /// The report that takes effect when this turn ends: `mild`, or numbers such as `2+3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    forecast: Option<String>,
    /// The report that took effect last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    effect: Option<String>,
    /// Reports that lie face down.
    reports: u32,
    /// The reports that may be turned when this turn ends, with their weights.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<String, u32>>")]
    next: BTreeMap<String, u32>,
    /// The Power card that lies open.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    power: Option<String>,
    /// Points that were added to it.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    added: u8,
    /// Points that are left.
    points: u8,
    /// Who cuts from the discard pile, and how many cards are still to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    cutting: Option<(u8, u8)>,
    /// Passes in a row under the last report.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    passes: u8,
    /// What can be foreseen, in sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<Ahead>>")]
    ahead: Vec<Ahead>,
    /// The harbours that pay most.
    large: Vec<String>,
    /// Ships that were brought in.
    brought: u8,
    /// Ships that have to be brought in.
    fleet: u8,
}

/// The map, in a box of 1000 by 600: x to the east, y to the south.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct IceBreakersChart {
    /// The harbours and junctions, in the order in which they are counted.
    ends: Vec<(String, i16, i16)>,
    /// The towns of the harbours, in the same order: where ships lie that are home.
    towns: Vec<(String, i16, i16)>,
    /// The nations whose flags fly over the towns and on their ships, in the same order.
    flags: Vec<&'static str>,
    /// The channels, in the order in which ice is laid.
    channels: Vec<IceBreakersChannel>,
}

/// A channel between two ends; its spaces are `h2h1.1` and so on, from the first end.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct IceBreakersChannel {
    from: String,
    to: String,
    /// How many spaces it has.
    spaces: u8,
    /// The first of them, where they are not called after the channel but numbered: on the map of a box.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    first: Option<String>,
    /// The two points that bend its curve.
    bends: [(i16, i16); 2],
}

/// The way of a ship to its harbour that costs least.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct ShipWay {
    /// The points that its ice costs, and how that is said.
    cost: u8,
    text: String,
    /// Where the ship is, then the harbours and junctions on the way up to its own.
    via: Vec<String>,
}

/// What a match of the ice breakers waits for.
#[derive(Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum IceBreakersStage {
    /// Ice, ships, cards and the first report.
    Setup,
    /// A Power card or a pass.
    Choose,
    /// Broken ice, moved ships, helping cards and the end of the turn.
    Work,
    /// Cards that are cut from the discard pile.
    Cut,
    /// The next report.
    Report,
    /// Nothing: the match is over.
    Over,
}

in_browser!(IceBreakers);

impl Projection for IceBreakers {
    type View = IceBreakersView;

    fn view(&self) -> IceBreakersView {
        let freeze = forecast::freeze(self);
        let by_seat = |cards: fn(&IceBreakers, Seat) -> [u8; Card::COUNT]| {
            Seat::all(self.seats()).map(move |seat| (seat.number() as u8, counted(cards(self, seat))))
        };
        let places = self.chart().places();
        IceBreakersView {
            map: if self.chart().is_entered() { "box".to_owned() } else { self.map().to_string() },
            chart: chart(self.chart()),
            stage: stage(self),
            seat: self.seat().number() as u8,
            pieces: places.iter().filter_map(|place| piece(self, freeze.as_ref(), place)).collect(),
            ships: Ship::all()
                .filter_map(|ship| self.place_of(ship).map(|place| (ship.get(), place.to_string())))
                .collect(),
            pinned: freeze.iter().flat_map(|freeze| &freeze.stuck).map(|ship| ship.get()).collect(),
            ways: Ship::all().filter_map(|ship| Some((ship.get(), way(self, ship)?))).collect(),
            hands: by_seat(IceBreakers::hand).collect(),
            fresh: by_seat(IceBreakers::fresh).filter(|(_, cards)| !cards.is_empty()).collect(),
            rewards: places
                .iter()
                .map(|place| (place.to_string(), self.reward(place).map(|card| card.to_string()).collect()))
                .filter(|(_, cards): &(String, Vec<String>)| !cards.is_empty())
                .collect(),
            row: self.row().map(|card| card.to_string()).collect(),
            pile: counted(self.pile()),
            forecast: self.forecast().map(|report| report.to_string()),
            effect: self.in_effect().map(|report| report.to_string()),
            reports: self.reports_left(),
            next: forecast::next_reports(self)
                .into_iter()
                .map(|(report, weight)| (report.to_string(), weight))
                .collect(),
            power: self.power().map(|card| card.to_string()),
            added: self.added(),
            points: self.points(),
            cutting: self.cutting().map(|(seat, cards)| (seat.number() as u8, cards)),
            passes: self.passes(),
            ahead: ahead(self),
            large: self.chart().ends().filter(|&end| self.is_large(end)).map(|end| end.to_string()).collect(),
            brought: if self.is_setting_up() { 0 } else { self.brought() },
            fleet: self.fleet(),
        }
    }
}

fn chart(chart: &Chart) -> IceBreakersChart {
    let named = |(place, (x, y)): (Place, (i16, i16))| (place.to_string(), x, y);
    IceBreakersChart {
        ends: chart.ends().map(|end| named((end, chart.corner(end)))).collect(),
        towns: chart.ends().filter_map(|end| Some(named((end, chart.town(end)?)))).collect(),
        flags: FLAGS.to_vec(),
        channels: chart
            .curves()
            .map(|(from, to, spaces, bends)| IceBreakersChannel {
                from: from.to_string(),
                to: to.to_string(),
                spaces: spaces.len() as u8,
                first: spaces.first().filter(|space| space.is_entered()).map(|space| space.to_string()),
                bends,
            })
            .collect(),
    }
}

fn stage(position: &IceBreakers) -> IceBreakersStage {
    match position.turn() {
        Turn::Over(_) => IceBreakersStage::Over,
        Turn::Players(_) if position.power().is_some() => IceBreakersStage::Work,
        Turn::Players(_) => IceBreakersStage::Choose,
        Turn::Chance if position.is_setting_up() => IceBreakersStage::Setup,
        Turn::Chance if position.cutting().is_some() => IceBreakersStage::Cut,
        Turn::Chance => IceBreakersStage::Report,
    }
}

fn piece(position: &IceBreakers, freeze: Option<&Freeze>, place: Place) -> Option<(String, String)> {
    let sign = match freeze {
        _ if position.is_ice(place) => "",
        Some(freeze) if freeze.spaces.contains(place) => "!",
        _ => "~",
    };
    Some((place.to_string(), format!("{sign}{}", position.number(place)?)))
}

fn way(position: &IceBreakers, ship: Ship) -> Option<ShipWay> {
    let way = forecast::cheapest_way(position, ship)?;
    let is_end = |place: &Place| place.is_harbour() || place.is_junction();
    let (first, rest) = way.places.split_first()?;
    let via = [first].into_iter().chain(rest.iter().filter(|place| is_end(place))).map(Place::to_string).collect();
    Some(ShipWay { cost: way.cost, text: way.spoken(), via })
}

fn counted(cards: [u8; Card::COUNT]) -> Cards {
    let held = Card::ALL.into_iter().zip(cards).filter(|&(_, count)| count > 0);
    held.map(|(card, count)| (card.to_string(), count)).collect()
}

#[cfg(test)]
mod tests {
    use polynya_engine::{Luck, Seed};
    use polynya_games::ice_breakers::{Action, IceBreakersOptions};
    use serde_json::Value;

    use super::*;
    use crate::views::{merge, patch};

    /// Shows many positions of matches in which much is broken and moved, one step apart.
    fn wander(times: u64, mut each: impl FnMut(&IceBreakers)) {
        for number in 0..times {
            wander_once(&mut Seed::of("views of the ice").draw(number), &mut each);
        }
    }

    /// One match with each choice of options.
    fn wander_once(luck: &mut impl Luck, each: &mut impl FnMut(&IceBreakers)) {
        for (options, seats) in IceBreakersOptions::all().zip([2, 3, 4].into_iter().cycle()) {
            let mut position = IceBreakers::start(&options, seats).expect("it starts");
            for _ in 0..400 {
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let chance = Game::draw(&position, luck);
                        position.settle(chance, &mut |_| {});
                    }
                    Turn::Players(seats) => {
                        let seat =
                            seats.iter().nth(luck.below(seats.iter().count() as u32) as usize).expect("one acts");
                        let mut pick = || position.pick(seat, luck, &mut Vec::new()).expect("it can act");
                        let kept = (0..4).map(|_| pick()).find(|action| !matches!(action, Action::Pass | Action::End));
                        let action = kept.unwrap_or_else(&mut pick);
                        position.play(seat, action, &mut |_| {});
                    }
                }
                each(&position);
            }
        }
    }

    fn shown(position: &IceBreakers) -> Value {
        serde_json::to_value(position.view()).expect("a view is plain JSON")
    }

    #[test]
    fn a_patch_leads_from_each_view_to_the_next() {
        let mut before = Value::Null;
        let mut count = 0;
        wander(1, |position| {
            let after = shown(position);
            let mut patched = before.clone();
            merge(&mut patched, &patch(&before, &after));
            assert_eq!(patched, after);
            before = after;
            count += 1;
        });
        assert!(count > 1000, "{count} positions");
    }

    #[test]
    fn what_freezes_and_gets_stuck_is_what_the_end_of_the_turn_then_does() {
        let (mut count, mut pinned) = (0, 0);
        wander(4, |position| {
            let view = position.view();
            let signed: Vec<&String> =
                view.pieces.iter().filter(|(_, piece)| piece.starts_with('!')).map(|(place, _)| place).collect();
            let Turn::Players(_) = position.turn() else {
                assert!(signed.is_empty() && view.pinned.is_empty());
                return;
            };
            let mut after = position.clone();
            let end = if position.power().is_some() { Action::End } else { Action::Pass };
            after.play(position.seat(), end, &mut |_| {});
            let places = position.chart().places();
            let mut frozen: Vec<String> = (places.iter())
                .filter(|&place| after.is_ice(place) && !position.is_ice(place))
                .map(|place| place.to_string())
                .collect();
            frozen.sort_unstable();
            assert_eq!(signed, frozen.iter().collect::<Vec<&String>>());
            let newly = |ship: &Ship| after.is_stuck(*ship) && !position.is_stuck(*ship);
            let stuck: Vec<u8> = Ship::all().filter(newly).map(Ship::get).collect();
            assert_eq!(view.pinned, stuck);
            assert_eq!(view.forecast, after.in_effect().map(|report| report.to_string()));
            count += 1;
            pinned += stuck.len();
        });
        assert!(count > 10_000 && pinned > 100, "{count} positions, {pinned} ships pinned");
    }

    #[test]
    fn the_ends_of_a_way_are_joined_by_channels() {
        wander(1, |position| {
            for (number, way) in position.view().ways {
                let ship = Ship::new(number).expect("it is a ship");
                let whole = forecast::cheapest_way(position, ship).expect("it has a way");
                assert_eq!(way.cost, whole.cost);
                assert_eq!(way.via.first(), position.place_of(ship).map(|place| place.to_string()).as_ref());
                assert_eq!(way.via.last(), Some(&format!("h{number}")));
            }
        });
    }
}
