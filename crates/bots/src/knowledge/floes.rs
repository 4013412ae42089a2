//! What the bots know about Polar Dare! and its piecepack port.
//!
//! Everything is counted in moves. A seat is as far from winning as the moves that its penguins still need, and a
//! penguin in the bear's reach is further by what a bear roll would cost, times the chance of that roll. A position is
//! worth how much further away the rivals are.

mod foresight;
mod network;
mod tune;

use polynya_engine::{Game, Seat, Turn};
use polynya_games::floes::{Cells, Chance, Edition, Floes, LANES, Label, Layout, PENGUINS, Variants};

use crate::greedy::{Greedy, Knowledge};

pub use foresight::{Breadth, FITTED, Foresight, Judge, Judgement, Outlooks, adviser, easy, hard, normal};
pub use network::Network;
pub use tune::{Report, tune};

/// How much each thing matters, in moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// Escort: the share of the slides that penguins on one floe save each other, as far as the bot counts on it.
    pub escort: f32,
    /// A move that brings nobody nearer but is needed on the way, such as a floe ahead that must slide back. Below 1,
    /// because it need not be made before the penguins are there.
    pub detour: f32,
    /// A move that a rival loses, compared with one that the bot gains. Below 1, or bots only push each other back.
    pub hinder: f32,
    /// How many moves further behind a rival must be to matter about a third as much as the leader.
    pub leader: f32,
    /// What a penguin on the start shore lacks beside the moves of its way: a floe of its own, and being under way.
    pub shore: f32,
    /// A rival that wins with its next roll, and the bot itself if it does.
    pub alarm: f32,
    /// What the bear may cost the bot before its next turn.
    pub danger: f32,
    /// The most moves that being sent home is feared to cost one penguin: on long boards, who fears more never dares to
    /// pass a bear.
    pub dread: f32,
    /// What the bear may cost rivals.
    pub threat: f32,
    /// How much of the danger remains with each move that the bear is out of reach.
    pub far: f32,
    /// How much more a bear one move nearer is feared, although both are in reach.
    pub near: f32,
    /// Patience: after so many rounds for each move of one penguin's whole journey, the bot begins to care less and
    /// less for anything but its own way. Without it two careful bots could wait for each other for ever.
    pub patience: f32,
}

/// The weights that are played, from matches of Polar Dare! with two seats.
///
/// In 600 matches each against this table, with 95 % intervals of ±0.04: `danger` 0.6 won 0.41 of them and `threat` 0
/// won 0.45, so both lose. `danger` 0.1 (0.48), `escort` 0.5 (0.47), `hinder` 0.45 (0.48) and 0.7 (0.49), `shore` 0
/// (0.49) and `patience` 2 (0.50) could not be told from it. `hinder` was therefore chosen by the length of matches,
/// and `dread`, `shore` and `patience` on the long boards, where without them matches hardly end. The others are
/// guesses.
pub const TUNED: Weights = Weights {
    escort: 1.0,
    detour: 0.9,
    hinder: 0.85,
    leader: 5.0,
    shore: 1.5,
    alarm: 4.0,
    danger: 0.3,
    dread: 9.0,
    threat: 0.2,
    far: 0.5,
    near: 0.05,
    patience: 1.0,
};

/// Positions that are followed from move to move: on boards with one die, and in Mega Ice Age, where a turn has twice
/// the moves on twice the floes.
const WIDTH: [usize; 2] = [32, 6];

/// The greedy bot of both games.
pub type GreedyFloes<E> = Greedy<Floes<E>, FloesKnowledge<E>>;

/// Won, or lost, whatever else stands on the board.
const DECIDED: f32 = 1e6;
/// The cell that stands for the start shore.
const START: u8 = 0;
/// The most cells that any board has.
const CELLS: usize = 80;
/// The distance of what is out of reach.
const NEVER: u8 = 60;
/// The longest way round that is believed: what blocks a penguin now will have moved by then.
const DETOUR: u8 = 6;
/// The most moves that company is believed to save one penguin; on long boards companions are lost on the way.
const COMPANY: f32 = 6.0;
/// How many moves apart two penguins save each other nothing any more.
const APART: f32 = 8.0;
/// How far off a floe may lie and still be counted on to slide to where it is needed.
const GAPS: usize = 4;
/// How many moves of the bear are looked at.
const BEAR_MOVES: usize = 6;
/// The most moves that two dice give together.
const MOVES: usize = 8;

/// What is known about a match and about the board of the last position.
#[derive(Clone)]
pub struct FloesKnowledge<E: Edition> {
    weights: Weights,
    width: usize,
    /// How likely the bear is to come so many moves far in one turn of a rival. Not of all rivals together: at full
    /// tables that made the bot too timid, because a rival's bear hunts the others too.
    risk: [f32; BEAR_MOVES + 1],
    /// The chance that one turn's roll gives at least so many penguin moves.
    roll: [f32; MOVES + 1],
    /// The distances of the last position, for the next one with the same ice.
    ways: Ways<E::Cells>,
}

impl<E: Edition> FloesKnowledge<E> {
    /// The knowledge that weighs things like this.
    pub fn new(weights: Weights) -> FloesKnowledge<E> {
        FloesKnowledge {
            weights,
            width: WIDTH[0],
            risk: [0.0; BEAR_MOVES + 1],
            roll: [0.0; MOVES + 1],
            ways: Ways::UNKNOWN,
        }
    }
}

impl<E: Edition> Default for FloesKnowledge<E> {
    fn default() -> Self {
        FloesKnowledge::new(TUNED)
    }
}

impl<E: Edition> Knowledge<Floes<E>> for FloesKnowledge<E> {
    fn look(&mut self, position: &Floes<E>) {
        let mega = position.played_variants().has(Variants::MEGA_ICE_AGE);
        self.width = WIDTH[usize::from(mega)];
        let dice = if mega { 2 } else { 1 };
        let odds = Odds::of(position);
        self.roll = odds.penguin_moves(dice);
        for (moves, risk) in self.risk.iter_mut().enumerate() {
            *risk = 1.0 - (1.0 - odds.bear_moves(moves)).powi(dice);
        }
        self.soften_risk();
        self.ways = Ways::UNKNOWN;
    }

    fn width(&self) -> usize {
        self.width
    }

    fn key(&self, position: &Floes<E>) -> u64 {
        // The names of floes are left out: a drifting floe is as good as any other in its place.
        let mut key = Key(0);
        let mut ice = position.ice();
        while ice.some() {
            key.add(u64::from(ice.take()));
        }
        for seat in Seat::all(position.seats()) {
            for (place, home) in position.penguins(seat) {
                key.add(u64::from(position.cell(place)) << 1 | u64::from(home));
            }
            key.add(255);
        }
        for place in position.bears() {
            key.add(u64::from(position.cell(place)));
        }
        let (label, left) = position.rolled().map_or((0, 0), |(label, left)| (1 + label as u64, u64::from(left)));
        let waiting = position.waiting_die().map_or(0, |label| 1 + label as u64);
        key.add(label << 16 | left << 8 | waiting);
        key.0
    }

    fn value(&mut self, position: &Floes<E>, seat: Seat) -> f32 {
        if let Turn::Over(outcome) = position.turn()
            && !outcome.winners.is_empty()
        {
            return if outcome.winners.has(seat) { DECIDED } else { -DECIDED };
        }
        let mut own = 0.0;
        let mut rivals = 0.0;
        let weights = self.outlooks(position, &mut |weights, other, Outlook { moves, loss, finish, .. }| {
            let alarm = weights.alarm * finish;
            if other == seat {
                own = moves + weights.danger * loss - alarm;
            } else {
                rivals += (-(moves + weights.threat * loss - alarm) / weights.leader).exp();
            }
        });
        let leader = -weights.leader * rivals.ln();
        weights.hinder * leader - own
    }
}

/// How far a seat is from winning.
#[derive(Clone, Copy, Default, Debug)]
pub struct Outlook {
    /// The moves that its penguins still need.
    pub moves: f32,
    /// The moves that the bear is expected to cost it.
    pub loss: f32,
    /// The chance that its next roll is enough.
    pub finish: f32,
    /// The moves that each penguin needs that is not at its goal, the foremost first.
    pub legs: [f32; PENGUINS],
    /// The moves that the bear needs to reach each of them.
    pub bear: [u8; PENGUINS],
}

impl<E: Edition> FloesKnowledge<E> {
    /// How far each seat is from winning, with the weights that hold in this position.
    #[inline]
    fn outlooks(&mut self, position: &Floes<E>, each: &mut impl FnMut(&Weights, Seat, Outlook)) -> Weights {
        let crowd = Crowd::of(position);
        self.measure(position, &crowd);
        let ways = &self.ways;
        let bear = BearReach::of(position, &crowd);
        let weights = self.weights.after(position, ways.moves(START, false));
        for seat in Seat::all(position.seats()) {
            let journey = Journey::of(position, seat, ways, &weights);
            let (moves, loss) = (journey.moves(), journey.loss(&bear, &self.risk, weights.dread));
            let finish = self.roll.get(moves.ceil() as usize).copied().unwrap_or(0.0);
            let legs = journey.legs.map(|leg| leg.moves);
            let bear = journey.legs.map(|leg| if leg.on_floe { bear.moves[usize::from(leg.cell)] } else { NEVER });
            each(&weights, seat, Outlook { moves, loss, finish, legs, bear });
        }
        weights
    }

    /// A bear out of reach comes into reach some day, and among those in reach the nearest is the worst.
    fn soften_risk(&mut self) {
        for moves in 1..=BEAR_MOVES {
            self.risk[moves] = self.risk[moves].max(self.risk[moves - 1] * self.weights.far);
        }
        for (moves, risk) in self.risk.iter_mut().enumerate() {
            *risk *= 1.0 + self.weights.near * (BEAR_MOVES - moves) as f32;
        }
    }

    /// Measures the distances anew if the floes or what shuts them have changed.
    fn measure(&mut self, position: &Floes<E>, crowd: &Crowd<E::Cells>) {
        let ice = position.ice();
        let shut = (bears(position) & ice) | crowd.full;
        if self.ways.ice != ice || self.ways.shut != shut {
            self.ways = Ways::new(position.layout(), ice, shut, position.played_variants());
        }
    }
}

impl Weights {
    /// What still matters after so many turns, on a board that one penguin crosses in so many moves.
    fn after<E: Edition>(self, position: &Floes<E>, moves: u8) -> Weights {
        let rounds = position.turns() as f32 / f32::from(position.seats());
        let calm = (self.patience * f32::from(moves) / rounds.max(1.0)).min(1.0);
        let Weights { escort, hinder, danger, threat, .. } = self;
        Weights { escort: escort * calm, hinder: hinder * calm, danger: danger * calm, threat: threat * calm, ..self }
    }
}

fn bears<E: Edition>(position: &Floes<E>) -> E::Cells {
    position.bears().fold(E::Cells::NONE, |cells, place| cells | E::Cells::of(position.cell(place)))
}

/// A number made of many small ones.
struct Key(u64);

impl Key {
    #[inline]
    fn add(&mut self, part: u64) {
        self.0 = (self.0 ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(23);
    }
}

/// What one die shows, as chances.
struct Odds {
    faces: Vec<(Label, f32)>,
}

impl Odds {
    fn of<E: Edition>(position: &Floes<E>) -> Odds {
        let mut total = 0;
        position.odds(&mut |_, weight| total += weight);
        let mut faces = Vec::new();
        position.odds(&mut |chance, weight| {
            let share = weight as f32 / total as f32;
            match chance {
                Chance::Label(label) => faces.push((label, share)),
                // The second roll of Polar Bear Alert is a bear or penguins, half and half.
                Chance::Again => faces.extend([(Label::B4, share / 2.0), (Label::P4, share / 2.0)]),
            }
        });
        Odds { faces }
    }

    /// The chance that one die gives the bear at least so many moves, and at least one.
    fn bear_moves(&self, moves: usize) -> f32 {
        let enough = |label: Label| label.is_bear() && usize::from(label.moves()) >= moves;
        self.faces.iter().filter(|(label, _)| enough(*label)).map(|(_, chance)| chance).sum()
    }

    /// The chance that so many dice together give at least 0, 1, 2, … penguin moves.
    fn penguin_moves(&self, dice: i32) -> [f32; MOVES + 1] {
        let mut exactly = [0.0; MOVES + 1];
        exactly[0] = 1.0;
        for _ in 0..dice {
            let before = std::mem::replace(&mut exactly, [0.0; MOVES + 1]);
            for &(label, chance) in &self.faces {
                let more = if label.is_bear() { 0 } else { usize::from(label.moves()) };
                for moves in more..=MOVES {
                    exactly[moves] += before[moves - more] * chance;
                }
            }
        }
        for moves in (0..MOVES).rev() {
            exactly[moves] += exactly[moves + 1];
        }
        exactly
    }
}

/// The cells beside a set of cells.
#[inline]
fn spread<C: Cells>(layout: &Layout<C>, cells: C) -> C {
    let lanes = u32::from(LANES);
    cells << lanes | cells >> lanes | (cells & !layout.edges[1]) << 1 | (cells & !layout.edges[0]) >> 1
}

/// The cells to which floes on these cells can slide, whatever lies there.
#[inline]
fn slides<C: Cells>(layout: &Layout<C>, cells: C) -> C {
    let [north, south, east, west] = layout.bound;
    let (cells, lanes) = (cells & !layout.equator, u32::from(LANES));
    (cells & !north) << lanes | (cells & !south) >> lanes | (cells & !east) << 1 | (cells & !west) >> 1
}

/// The cells from which a floe can slide to one of these.
#[inline]
fn slides_back<C: Cells>(layout: &Layout<C>, cells: C) -> C {
    let [north, south, east, west] = layout.bound;
    let lanes = u32::from(LANES);
    ((cells >> lanes & !north) | (cells << lanes & !south) | (cells >> 1 & !east) | (cells << 1 & !west))
        & !layout.equator
}

/// Water to which a floe can slide, by the number of slides: 0 is where the ice is.
fn gaps<C: Cells>(layout: &Layout<C>, ice: C, loose: C) -> [C; GAPS + 1] {
    let mut gaps = [C::NONE; GAPS + 1];
    gaps[0] = loose;
    let mut taken = ice;
    for slide in 1..=GAPS {
        gaps[slide] = slides(layout, gaps[slide - 1]) & !taken;
        taken = taken | gaps[slide];
        if !gaps[slide].some() {
            break;
        }
    }
    gaps
}

/// How many moves a lone penguin needs from each cell to the end of its journey.
#[derive(Clone)]
struct Ways<C> {
    ice: C,
    /// Floes that nobody can enter: a bear's, and full ones.
    shut: C,
    outbound: [u8; CELLS],
    homebound: [u8; CELLS],
    /// The row of the North Pole.
    top: u8,
    /// Must penguins come back?
    homesick: bool,
}

impl<C: Cells> Ways<C> {
    /// No board lies without ice.
    const UNKNOWN: Ways<C> =
        Ways { ice: C::NONE, shut: C::NONE, outbound: [0; CELLS], homebound: [0; CELLS], top: 0, homesick: false };

    fn new(layout: &Layout<C>, ice: C, shut: C, variants: Variants) -> Ways<C> {
        let gaps = gaps(layout, ice, ice & !shut);
        let [south, north] = layout.shores();
        let mut outbound = distances(layout, &gaps, ice, layout.north);
        outbound[0] = outbound[0].min(from_shore(&gaps, &outbound, south));
        let mut homebound = [0; CELLS];
        let homesick = variants.has(Variants::HOMESICK_PENGUINS);
        if homesick {
            homebound = distances(layout, &gaps, ice, START);
            let back = homebound[usize::from(layout.north)].min(from_shore(&gaps, &homebound, north));
            homebound[usize::from(layout.north)] = back;
            outbound.iter_mut().for_each(|moves| *moves += back);
        }
        Ways { ice, shut, outbound, homebound, top: layout.north / LANES, homesick }
    }

    #[inline]
    fn moves(&self, cell: u8, home: bool) -> u8 {
        let ways = if home { &self.homebound } else { &self.outbound };
        ways[usize::from(cell)]
    }

    /// The rows that a penguin must still go outbound and homebound: the fewest moves that its way can take.
    #[inline]
    fn rows(&self, cell: u8, home: bool) -> [u8; 2] {
        let row = cell / LANES;
        match (home, self.homesick) {
            (true, _) => [0, row],
            (false, true) => [self.top - row, self.top],
            (false, false) => [self.top - row, 0],
        }
    }

    /// The moves of a penguin that goes alone.
    fn alone(&self, cell: u8, home: bool, weights: &Weights) -> f32 {
        let [out, back] = self.rows(cell, home);
        let rows = f32::from(out + back);
        rows + weights.detour * (f32::from(self.moves(cell, home)) - rows)
    }

    /// The moves of a penguin whose slides are made by a friend on the same floe, as far as the bot counts on that. Of
    /// the rows of any way every second is a slide, and the last is a hop.
    fn escorted(&self, cell: u8, home: bool, weights: &Weights) -> f32 {
        let [out, back] = self.rows(cell, home);
        f32::from(out + back) - weights.escort * f32::from(out / 2 + back / 2)
    }
}

/// How many moves it takes from each cell to the shore whose cell is `goal`: in every move the penguin hops, or its
/// floe slides, or the next floe slides nearer.
fn distances<C: Cells>(layout: &Layout<C>, gaps: &[C; GAPS + 1], ice: C, goal: u8) -> [u8; CELLS] {
    let mut moves: [u8; CELLS] = std::array::from_fn(|cell| (cell as u8 / LANES).abs_diff(goal / LANES) + DETOUR);
    moves[usize::from(goal)] = 0;
    // The cells at the last few distances, the nearest first.
    let mut rings = [C::NONE; GAPS + 1];
    let mut seen = C::NONE;
    let mut ring = layout.shores()[usize::from(goal != START)];
    let water = water(layout);
    for distance in 1..NEVER {
        let mut rest = ring;
        while rest.some() {
            let cell = usize::from(rest.take());
            moves[cell] = moves[cell].min(distance);
        }
        seen = seen | ring;
        rings.rotate_right(1);
        rings[0] = ring;
        let mut entered = C::NONE;
        for (ring, gap) in rings.iter().zip(gaps) {
            entered = entered | (*ring & *gap);
        }
        ring = (spread(layout, entered) | slides_back(layout, rings[0] & !ice)) & water & !seen;
        if seen == water || (!ring.some() && rings.iter().all(|ring| !ring.some())) {
            break;
        }
    }
    moves
}

/// The cells between the shores.
#[inline]
fn water<C: Cells>(layout: &Layout<C>) -> C {
    let lanes = u32::from(LANES);
    let west = layout.edges[0];
    let all = west | west << 1 | west << 2 | west << 3;
    all & !(layout.shores()[0] >> lanes) & !(layout.shores()[1] << lanes)
}

/// How many moves it takes from a shore, over the water that touches it.
fn from_shore<C: Cells>(gaps: &[C; GAPS + 1], moves: &[u8; CELLS], shore: C) -> u8 {
    let mut least = NEVER;
    for (gap, slides) in gaps.iter().zip(1..) {
        let mut rest = *gap & shore;
        while rest.some() {
            least = least.min(moves[usize::from(rest.take())] + slides);
        }
    }
    least
}

/// How many moves the nearest bear needs to enter each cell, where that is few enough to count.
struct BearReach {
    moves: [u8; CELLS],
}

impl BearReach {
    fn of<E: Edition>(position: &Floes<E>, crowd: &Crowd<E::Cells>) -> BearReach {
        let layout = position.layout();
        let (ice, bears) = (position.ice(), bears(position));
        // A bear moves the floes without penguins out of its way, or under itself.
        let gaps = gaps(layout, ice, ice & !crowd.any);
        let mut moves = [NEVER; CELLS];
        let mut rings = [E::Cells::NONE; 3];
        let mut seen = bears;
        let mut ring = bears;
        for distance in 1..=BEAR_MOVES as u8 {
            rings.rotate_right(1);
            rings[0] = ring;
            let from_pole = |ring: E::Cells| if ring.has(layout.north) { layout.shores()[1] } else { E::Cells::NONE };
            let beside = rings.map(|ring| spread(layout, ring) | from_pole(ring));
            ring =
                (beside[0] & ice) | (beside[1] & gaps[1]) | (beside[2] & gaps[2]) | (slides(layout, rings[0]) & !ice);
            ring = ring & water(layout) & !seen;
            seen = seen | ring;
            let mut rest = ring;
            while rest.some() {
                moves[usize::from(rest.take())] = distance;
            }
        }
        BearReach { moves }
    }
}

/// Where penguins stand.
struct Crowd<C> {
    /// The floes with any.
    any: C,
    /// The floes with as many as they can carry.
    full: C,
}

impl<C: Cells> Crowd<C> {
    fn of<E: Edition<Cells = C>>(position: &Floes<E>) -> Crowd<C> {
        let [mut one, mut two, mut three] = [C::NONE; 3];
        for (place, _) in Seat::all(position.seats()).flat_map(|seat| position.penguins(seat)) {
            if place.is_floe() {
                let cell = C::of(position.cell(place));
                three = three | (two & cell);
                two = two | (one & cell);
                one = one | cell;
            }
        }
        Crowd { any: one, full: three }
    }
}

/// What a seat still has before it.
struct Journey {
    legs: [Leg; PENGUINS],
    count: usize,
}

/// What one penguin still has before it.
#[derive(Clone, Copy, Default)]
struct Leg {
    cell: u8,
    home: bool,
    on_floe: bool,
    /// The rows that it must still go.
    rows: u8,
    /// Moves that it adds to those of its friends.
    moves: f32,
    /// Moves that it would add if it were sent home.
    again: f32,
}

impl Leg {
    /// The moves that this penguin saves because a friend is on its floe, or ahead and near enough to wait for it.
    fn saved<C: Cells>(&self, friend: &Leg, layout: &Layout<C>, ways: &Ways<C>, weights: &Weights) -> f32 {
        let together = friend.home == self.home && friend.cell == self.cell;
        if !together && (!friend.can_be_joined(self, layout.north) || ways.shut.has(friend.cell)) {
            return 0.0;
        }
        let join =
            if together { 0 } else { (self.rows - friend.rows).max(1) + lanes_between(layout, self.cell, friend.cell) };
        let joined = f32::from(join) + ways.escorted(friend.cell, friend.home, weights);
        let apart = f32::from(join.saturating_sub(1)) / APART;
        (self.moves - joined).clamp(0.0, COMPANY) * (1.0 - apart).max(0.0)
    }

    /// Is this penguin ahead on the same way? One that turned round waits for its friends only at the pole.
    fn can_be_joined(&self, by: &Leg, north: u8) -> bool {
        self.home == by.home || (self.home && self.cell == north)
    }
}

impl Journey {
    fn of<E: Edition>(position: &Floes<E>, seat: Seat, ways: &Ways<E::Cells>, weights: &Weights) -> Journey {
        let mut journey = Journey { legs: [Leg::default(); PENGUINS], count: 0 };
        for (place, home) in position.penguins(seat) {
            let cell = position.cell(place);
            let [out, back] = ways.rows(cell, home);
            let leg = Leg { cell, home, on_floe: place.is_floe(), rows: out + back, ..Leg::default() };
            journey.legs[journey.count] = leg;
            journey.count += 1;
        }
        journey.legs[..journey.count].sort_unstable_by_key(|leg| leg.rows);
        journey.share(position.layout(), ways, weights);
        journey
    }

    /// Friends on one floe slide together: only the first pays for the slides.
    fn share<C: Cells>(&mut self, layout: &Layout<C>, ways: &Ways<C>, weights: &Weights) {
        for index in 0..self.count {
            let mut leg = self.legs[index];
            leg.moves = ways.alone(leg.cell, leg.home, weights);
            leg.again = ways.alone(START, false, weights) + weights.shore;
            let saved = self.legs[..index].iter().map(|friend| leg.saved(friend, layout, ways, weights));
            let saved = saved.fold(0.0, f32::max);
            leg.moves -= saved;
            // Who is sent home together starts again together.
            leg.again -= saved;
            if leg.cell == START && !leg.home {
                leg.moves += weights.shore;
            }
            self.legs[index] = leg;
        }
    }

    fn moves(&self) -> f32 {
        self.legs[..self.count].iter().map(|leg| leg.moves).sum()
    }

    /// The moves that the bear is expected to cost.
    fn loss(&self, bear: &BearReach, risk: &[f32; BEAR_MOVES + 1], dread: f32) -> f32 {
        let mut loss = 0.0;
        for leg in self.legs[..self.count].iter().filter(|leg| leg.on_floe) {
            let distance = usize::from(bear.moves[usize::from(leg.cell)]);
            if let Some(risk) = risk.get(distance) {
                loss += risk * (leg.again - leg.moves).clamp(0.0, dread);
            }
        }
        loss
    }
}

/// How many lanes a penguin must change to come from one cell to the other; a shore touches them all.
fn lanes_between<C: Cells>(layout: &Layout<C>, from: u8, to: u8) -> u8 {
    let shore = |cell: u8| cell == START || cell == layout.north;
    if shore(from) || shore(to) { 0 } else { (from % LANES).abs_diff(to % LANES) }
}
