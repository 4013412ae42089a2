//! A team for Rescue Polar Bears: one policy that steers any ship.

use std::collections::HashMap;

use polynya_engine::{Game, Luck, Seat, Turn};
use polynya_games::rescue_polar_bears::{
    Ability, Action, Ask, Bears, Ending, Hex, HexSet, INNER, Member, RescuePolarBears, Ship, Slot, Stage, TILE_ROOM,
    Tile, Upgrade,
};
use rand_core::Rng;

use crate::Bot;

/// How many things about a position are weighed.
const FEATURES: usize = 32;

/// How much each feature counts towards winning, on a logistic scale, in the order of [`features`].
const WEIGHTS: [f32; FEATURES] = [
    0.5, -5.0, -0.4, -0.4, 0.15, -1.0, -0.15, 0.6, 0.3, 0.5, -0.3, 0.3, -1.0, -1.5, -0.5, -2.0, 0.3, -2.0, -1.0, 0.1,
    0.02, 0.05, 0.5, 0.2, -0.5, -1.0, -0.5, -0.5, 0.5, 0.2, 0.0, 0.0,
];

/// Of how many falls of the dice one is looked at.
const EVERY: usize = 3;

/// How hard the team thinks: about its own plan, and about what follows a draw in mid-turn, and a draw behind that.
const EFFORTS: [Effort; 4] = [
    Effort { width: 40, finalists: 12, draws: 6, outcomes: 6 },
    Effort { width: 5, finalists: 2, draws: 2, outcomes: 2 },
    Effort { width: 3, finalists: 1, draws: 1, outcomes: 1 },
    Effort { width: 3, finalists: 1, draws: 0, outcomes: 1 },
];

/// How much is looked at.
#[derive(Clone, Copy)]
struct Effort {
    /// Plans that are kept after each action.
    width: usize,
    /// Plans that are weighed with the dice when they are ended.
    finalists: usize,
    /// Plans that are followed behind a draw.
    draws: usize,
    /// Outcomes that are looked at for each of these.
    outcomes: usize,
}

/// The team.
pub struct Team;

impl Bot<RescuePolarBears> for Team {
    fn choose(&mut self, position: &RescuePolarBears, seat: Seat, luck: &mut dyn Rng) -> Action {
        let mut actions = Vec::new();
        position.legal(seat, &mut actions);
        if actions.len() == 1 {
            return actions[0];
        }
        let mut mind = Mind { luck: Mix(luck.next_u64()), efforts: EFFORTS };
        mind.plan(position, 0).1.unwrap_or(actions[0])
    }
}

/// Numbers for the draws that the team imagines.
struct Mix(u64);

impl rand_core::TryRng for Mix {
    type Error = std::convert::Infallible;
    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        Ok((self.try_next_u64()? >> 32) as u32)
    }
    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        Ok(mixed ^ (mixed >> 31))
    }
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        for byte in bytes {
            *byte = self.try_next_u32()? as u8;
        }
        Ok(())
    }
}

#[derive(Clone, Copy)]
struct Plan {
    position: RescuePolarBears,
    first: Option<Action>,
    worth: f32,
}

struct Mind {
    luck: Mix,
    efforts: [Effort; 4],
}

/// Does the plan of the turn or the answers to its questions end here?
fn turn_over(from: &RescuePolarBears, position: &RescuePolarBears) -> bool {
    position.turns() != from.turns()
        || matches!(position.turn(), Turn::Over(_))
        || (position.stage() != Stage::Action && from.stage() == Stage::Action)
        || position.turn() == Turn::Chance
}

impl Mind {
    /// The best line of actions and answers from here to the next dice, and what it is worth.
    fn plan(&mut self, position: &RescuePolarBears, level: usize) -> (f32, Option<Action>) {
        let effort = self.efforts[level];
        let mut open = vec![Plan { position: *position, first: None, worth: 0.0 }];
        let (mut ended, mut draws): (Vec<Plan>, Vec<Plan>) = (Vec::new(), Vec::new());
        let mut best = (f32::MIN, None);
        let mut actions = Vec::new();
        while !open.is_empty() {
            let mut next: Vec<Plan> = Vec::new();
            let mut seen: HashMap<u64, Vec<usize>> = HashMap::new();
            for plan in &open {
                actions.clear();
                plan.position.legal(plan.position.seat(), &mut actions);
                for &action in &actions {
                    let mut after = plan.position;
                    after.play(after.seat(), action, &mut |_| {});
                    let first = plan.first.or(Some(action));
                    let over = turn_over(position, &after);
                    let same = seen.entry(key(&after)).or_default();
                    if same.iter().any(|&index| next[index].position == after) {
                        continue;
                    }
                    if over && after.turn() == Turn::Chance && after.stage() == Stage::Action {
                        // A draw in mid-turn.
                        if !draws.iter().any(|draw: &Plan| draw.position == after) {
                            draws.push(Plan { position: after, first, worth: worth(&after, true) });
                        }
                        continue;
                    }
                    let worth = worth(&after, after.turns() == position.turns());
                    if over {
                        ended.push(Plan { position: after, first, worth });
                    } else {
                        same.push(next.len());
                        next.push(Plan { position: after, first, worth });
                    }
                }
            }
            next.sort_by(|a, b| b.worth.total_cmp(&a.worth));
            next.truncate(effort.width);
            open = next;
        }
        ended.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        draws.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        if !ended.is_empty() {
            draws.truncate(effort.draws);
        }
        ended.truncate(effort.finalists);
        for plan in ended {
            let worth = if plan.position.turn() == Turn::Chance { self.dice(&plan.position) } else { plan.worth };
            if worth > best.0 {
                best = (worth, plan.first);
            }
        }
        for plan in draws {
            let worth = if level + 1 < self.efforts.len() { self.draw(&plan.position, level) } else { plan.worth };
            if worth > best.0 {
                best = (worth, plan.first);
            }
        }
        best
    }

    /// What a position before a draw in mid-turn is worth: the mean over some outcomes.
    fn draw(&mut self, position: &RescuePolarBears, level: usize) -> f32 {
        let mut outcomes = Vec::new();
        position.odds(&mut |chance, _| outcomes.push(chance));
        let count = outcomes.len().min(self.efforts[level].outcomes);
        let mut sum = 0.0;
        for _ in 0..count {
            let index = self.luck.below(outcomes.len() as u32) as usize;
            let mut after = *position;
            after.settle(outcomes.swap_remove(index), &mut |_| {});
            while after.turn() == Turn::Chance && after.stage() == Stage::Action {
                let chance = after.draw(&mut self.luck);
                after.settle(chance, &mut |_| {});
            }
            sum += if matches!(after.turn(), Turn::Players(_)) {
                self.plan(&after, level + 1).0
            } else {
                worth(&after, true)
            };
        }
        sum / count as f32
    }

    /// What a plan is worth when its Action Phase is over: the mean over falls of both dice.
    ///
    /// All falls of the blue die that bring nothing but warmth are one; of the others every third is looked at.
    fn dice(&mut self, position: &RescuePolarBears) -> f32 {
        if position.stage() == Stage::Heat {
            return worth(position, false);
        }
        let (mut warm, mut warmth, mut rest, mut others) = (None, 0.0, 0.0, Vec::new());
        position.odds(&mut |chance, weight| {
            let mut after = *position;
            after.settle(chance, &mut |_| {});
            if position.ask() == Ask::D20
                && after.extra() > 0
                && after.ask() == Ask::D6
                && after.supply() == position.supply()
            {
                warm = Some(after);
                warmth += weight as f32;
            } else {
                others.push(after);
                rest += weight as f32;
            }
        });
        if position.ask() == Ask::D20 {
            let keep = EVERY;
            let mut index = 0;
            others.retain(|_| {
                index += 1;
                index % keep == 0 || keep == 1
            });
        }
        if others.is_empty() {
            rest = 0.0;
        }
        let mut sum = 0.0;
        for after in &others {
            let after = self.answer(*after, position.turns());
            sum += if after.ask() == Ask::D6 { self.dice(&after) } else { worth(&after, false) };
        }
        let mut mean = if others.is_empty() { 0.0 } else { sum / others.len() as f32 * rest };
        if let Some(warm) = warm {
            mean += self.dice(&warm) * warmth;
        }
        mean / (rest + warmth)
    }

    /// Answers the questions behind the dice one by one.
    fn answer(&mut self, mut position: RescuePolarBears, turns: u32) -> RescuePolarBears {
        let mut actions = Vec::new();
        while position.turns() == turns && matches!(position.turn(), Turn::Players(_)) {
            actions.clear();
            position.legal(position.seat(), &mut actions);
            let mut best: Option<(f32, RescuePolarBears)> = None;
            for &action in &actions {
                let mut after = position;
                after.play(position.seat(), action, &mut |_| {});
                let worth = if actions.len() == 1 { 0.0 } else { worth(&after, after.stage() == Stage::Growth) };
                if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                    best = Some((worth, after));
                }
            }
            position = best.expect("a question has an answer").1;
        }
        position
    }
}

/// A cheap fingerprint: equal positions have equal ones.
fn key(position: &RescuePolarBears) -> u64 {
    let mut key = u64::from(position.temperature()) << 8 | u64::from(position.actions_left());
    for ship in position.ships() {
        key = key.wrapping_mul(67).wrapping_add(u64::from(ship.hex().bit()));
        key = key.wrapping_mul(5).wrapping_add(u64::from(ship.aboard().males));
        key = key.wrapping_mul(5).wrapping_add(u64::from(ship.aboard().females));
        key = key.wrapping_mul(5).wrapping_add(u64::from(ship.aboard().cubs));
    }
    key.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// The chance to win from here, as the team sees it; `coming` if the dice of this turn still fall.
fn worth(position: &RescuePolarBears, coming: bool) -> f32 {
    match position.ending() {
        Some(Ending::Won) => return 1.0,
        Some(_) => return 0.0,
        None => {}
    }
    let features = features(position);
    let mut sum: f32 = features.iter().zip(WEIGHTS).map(|(feature, weight)| feature * weight).sum();
    if !coming {
        return 1.0 / (1.0 + (-sum).exp());
    }
    sum -= features[SINKING];
    let calm = 1.0 / (1.0 + (-sum).exp());
    calm * (1.0 - features[DOOMED].min(1.0))
}

/// The feature that counts bears which would sink this turn.
const SINKING: usize = 14;
/// The feature that is the chance to lose with this turn's dice.
const DOOMED: usize = 15;

/// A set of hexes laid out in columns of ten, so that a step in any direction is a shift.
type Field = u128;

const STRIDE: u32 = 10;

const fn spot(q: i8, r: i8) -> u32 {
    (q + 4) as u32 * STRIDE + (r + 4) as u32
}

/// Where each hex lies in a field.
static SPOTS: [u8; 61] = {
    let mut spots = [0; 61];
    let (mut q, mut index) = (-4, 0);
    while q <= 4_i8 {
        let mut r = -4_i8;
        while r <= 4 {
            if (q + r).abs() <= 4 {
                spots[index] = spot(q, r) as u8;
                index += 1;
            }
            r += 1;
        }
        q += 1;
    }
    spots
};

fn cell(hex: Hex) -> Field {
    1 << SPOTS[usize::from(hex.bit())]
}

fn field(hexes: HexSet) -> Field {
    hexes.iter().fold(0, |field, hex| field | cell(hex))
}

/// The hexes next to these; also some outside the map.
fn around(field: Field) -> Field {
    let (column, slant) = (STRIDE, STRIDE - 1);
    field << 1 | field >> 1 | field << column | field >> column | field << slant | field >> slant
}

fn sail(from: Field, water: Field, speed: u8) -> Field {
    let mut reached = from;
    for _ in 0..speed {
        reached |= around(reached) & water;
    }
    reached
}

/// What the weights look at.
fn features(position: &RescuePolarBears) -> [f32; FEATURES] {
    let (mut support, mut floats, mut water, mut ice): (Field, Field, Field, Field) = (0, 0, 0, 0);
    // Ice Tiles with room for at least one, two and three more bears.
    let mut rooms: [Field; 3] = [0; 3];
    let mut list = [(Bears::NONE, 0 as Field, 0_u8); 20];
    let mut count = 0;
    for hex in Hex::all() {
        let bit = cell(hex);
        match position.tile(hex) {
            Tile::Ice(number) => {
                ice |= bit;
                let bears = position.bears_on(hex);
                let room = usize::from(TILE_ROOM - bears.total());
                rooms[..room].iter_mut().for_each(|field| *field |= bit);
                list[count] = (bears, bit, number.get());
                count += 1;
            }
            Tile::Support => {
                support |= bit;
                water |= bit;
            }
            Tile::Float => floats |= bit,
            Tile::Ocean => water |= bit,
            Tile::Base => {}
        }
    }
    let solid = ice | floats;
    let tiles = &list[..count];
    let ships = position.ships();
    let (helicopters, _) = position.helicopters();
    let (collected, target) = position.collected();
    let remaining = f32::from(target - collected) / 20.0;
    let (_, rapid, growth_first) = position.variants();
    let catcher = ships
        .iter()
        .find(|ship| ship.name().hull().ability == Ability::Catches)
        .map_or((0, 0), |ship| (around(cell(ship.hex())), ship.room()));

    let refuge = |tile: Field| -> u8 {
        let next = around(tile);
        rooms.iter().map(|&field| (field & next).count_ones() as u8).sum()
    };
    let caught = |tile: Field| if catcher.0 & tile != 0 { catcher.1 } else { 0 };
    let alert = position.alert();
    let supply = position.supply();
    let (face_up, _) = position.alert_supply();
    let (mut on_ice, mut sink_sum, mut sink_loss, mut pairs, mut quiet) = (0_u8, 0.0, 0.0, 0.0, 0_u8);
    let (mut birth_sink, mut birth_loss) = (0.0, 0.0);
    let (mut alert_sink, mut alert_tile) = (0, 0);
    let mut tight = 0.0;
    let mut shown: Option<u8> = None;
    for &(bears, tile, number) in tiles {
        let total = bears.total();
        on_ice += total;
        let (refuge, caught) = (refuge(tile), caught(tile));
        let sink = total.saturating_sub(refuge + caught);
        let is_alert = alert.is_some_and(|(alert, _)| alert.get() == number);
        if is_alert {
            (alert_sink, alert_tile) = (sink, tile);
        } else {
            sink_sum += f32::from(sink);
            if sink > helicopters {
                sink_loss += 1.0;
            }
            tight += f32::from((total + 2).saturating_sub(refuge));
            if face_up.iter().any(|shown| shown.get() == number) {
                shown = Some(shown.map_or(sink, |least| least.min(sink)));
            }
        }
        let pair = bears.males > 0 && bears.females > 0;
        if pair && !(growth_first && bears.cubs > 0) {
            pairs += 1.0;
            let cubs = supply.cubs.min(2);
            if cubs == 2 {
                quiet += 1;
            }
            let sunk = cubs.saturating_sub(TILE_ROOM - total).saturating_sub(refuge + caught);
            birth_sink += f32::from(sunk) / 20.0;
            if sunk > helicopters {
                birth_loss += 1.0 / 20.0;
            }
        } else if bears.cubs > 0 && supply.adults() >= bears.cubs {
            quiet += 1;
        }
    }
    let others = (count as f32 - f32::from(u8::from(alert.is_some()))).max(1.0);
    let (mean_sink, mean_loss) = (sink_sum / others, sink_loss / others);
    let (next_sink, next_loss) = match shown {
        Some(sink) => (f32::from(sink), f32::from(u8::from(sink > helicopters))),
        None => (mean_sink, mean_loss),
    };
    let warming = f32::from(20 - quiet) / 20.0;
    let more = if rapid { 2 } else { 1 };
    let temperature = position.temperature();
    let melts = |extra: u8| -> f32 {
        alert.map_or(0.0, |(number, _)| {
            let need = i16::from(number.get()) - i16::from(temperature) - i16::from(extra);
            f32::from((7 - need).clamp(0, 6)) / 6.0
        })
    };
    let melting = melts(0) * (1.0 - warming) + melts(more) * warming;
    // Above 25 even melting does not help.
    let hot = |extra: u8| f32::from((i16::from(temperature) + i16::from(extra) + 6 - 25).clamp(0, 6)) / 6.0;
    let too_hot = hot(0) * (1.0 - warming) + hot(more) * warming;
    let doomed = if alert_sink > helicopters { melting } else { 0.0 } + birth_loss + too_hot;
    let sinking = melting * f32::from(alert_sink.min(helicopters)) + birth_sink;

    // Ships.
    let active = position.active_ship().and_then(|ship| position.ship_on(ship.hex())).unwrap_or(0);
    let moving = position.stage() == Stage::Action;
    let mut reached: Field = 0;
    let (data, deck) = (position.data(), position.decks().0);
    let deck = field(if deck.is_empty() { INNER } else { deck });
    let data_field = field(data);
    let (mut data_delay, mut deck_delay) = (0.0, 0.0);
    let mut seas: [(Field, Field); 4] = [(0, 0); 4];
    for (sea, ship) in seas.iter_mut().zip(ships) {
        *sea = (cell(ship.hex()), around(cell(ship.hex())) & solid);
    }
    let mut first_turn = moving;
    let mut index = if moving { active } else { (active + 1) % ships.len().max(1) };
    let mut helped = 0.0;
    for turn in 0..2 * ships.len() {
        let ship = &ships[index];
        let actions = if first_turn { position.actions_left() } else { ship.actions() + ship.blue() };
        first_turn = false;
        let grabs = ship.name().hull().ability == Ability::Grabs;
        let step = 1.0 / f32::from(actions + 1);
        for action in 0..actions {
            data_delay += (data_field & !reached).count_ones() as f32 * step;
            deck_delay += (deck & !reached).count_ones() as f32 * step;
            let (sea, near) = seas[index];
            let wider = sail(sea, water, ship.speed());
            let beside = around(wider) & solid;
            reached |= wider | if grabs { beside } else { near };
            seas[index] = (wider, beside);
            if turn == 0 && near & alert_tile != 0 && ship.room() > 0 {
                helped = f32::from(ship.room().min(actions - action));
            }
        }
        data_delay += (data_field & !reached).count_ones() as f32 * step;
        deck_delay += (deck & !reached).count_ones() as f32 * step;
        index = (index + 1) % ships.len();
        if (data_field | deck) & !reached == 0 {
            break;
        }
    }
    let deck_delay = deck_delay / deck.count_ones() as f32;
    let data_delay = data_delay / f32::from(data.len().max(1));

    let (mut aboard, mut free) = (0, 0);
    let mut power = 0.0;
    let mut extras = 0.0;
    for ship in ships {
        aboard += ship.aboard().total();
        free += ship.room();
        power += f32::from(ship.actions() - 3);
        extras += upgrades(ship);
    }
    let h = f32::from(helicopters);
    let turns_ahead = (20.0 * remaining + data_delay + deck_delay - 1.0) / (1.4 + 0.1 * power);
    let heat = 3.5 + warming * f32::from(more);
    let melts_ahead = ((f32::from(temperature) + heat * turns_ahead - 16.0) / 5.0).clamp(0.0, turns_ahead);
    let margin = |later: f32| {
        let sunk = f32::from(alert_sink) * melts_ahead.min(1.0)
            + later * (melts_ahead - 1.0).max(0.0)
            + birth_sink * turns_ahead;
        (h + 0.5 - sunk) / (1.0 + sunk).sqrt()
    };
    let moves_left = if moving { f32::from(position.actions_left()) } else { 0.0 };
    [
        1.0,
        remaining,
        data_delay,
        deck_delay,
        f32::from(data.len().saturating_sub(1)),
        f32::from(temperature) / 20.0,
        f32::from(temperature.saturating_sub(14)),
        h.min(1.0),
        h.min(3.0),
        h,
        f32::from(on_ice) / 10.0,
        (3.0 * count as f32 - f32::from(on_ice)) / 10.0,
        mean_sink,
        mean_loss,
        sinking,
        doomed,
        alert.map_or(0.0, |(number, _)| (f32::from(number.get()) - f32::from(temperature)) / 10.0),
        pairs / 20.0,
        warming,
        support.count_ones() as f32,
        f32::from(aboard),
        f32::from(free),
        power,
        extras,
        next_sink,
        next_loss,
        tight / 20.0,
        (f32::from(alert_sink) - helped).max(0.0) * melting,
        margin(mean_sink),
        margin(tight / others),
        melts_ahead / 10.0,
        moves_left,
    ]
}

fn upgrades(ship: &Ship) -> f32 {
    let boxes = ship.name().hull().upgrades;
    let taken = Slot::ALL.into_iter().zip(boxes).filter(|(slot, _)| ship.is_upgraded(*slot));
    taken
        .map(|(_, upgrade)| match upgrade {
            Upgrade::Action => 0.0,
            Upgrade::SlowHold => 0.0,
            Upgrade::Speed => 1.0,
            Upgrade::Hold => 1.0,
            Upgrade::Data | Upgrade::Card | Upgrade::Helicopter => 0.0,
        })
        .sum()
}
