//! A win that the rest of a turn allows, whatever is drawn later: which ice must be broken so that every ship comes home.
//!
//! That is a Steiner forest. It is found exactly, by branch and bound: some ice beside a ship's open water must be
//! broken, and what all ships still need at least is bounded by a packing of cuts. Ships that come home on the way bring
//! cards, which may pay for the rest.

use std::collections::HashSet;

use polynya_engine::{Game, Seat, Word};
use polynya_games::ice_breakers::forecast::Sea;
use polynya_games::ice_breakers::{Action, Card, IceBreakers, PLACES, Place, Places, SHIPS, Ship};

/// After this many steps the search gives up: far more than late turns need.
const MAX_STEPS: u32 = 20_000;

/// Returns the steps that bring all ships home in this turn without a draw, if there are some; with `help`, other seats
/// add their cards as well.
pub(super) fn win(position: &IceBreakers, help: bool) -> Option<Vec<(Seat, Action)>> {
    let opened = position.power().is_some();
    let hand = position.hand(position.seat());
    let cards = Card::POWER.into_iter().filter(|&card| !opened && hand[card as usize] > 0).map(Some);
    let nothing = opened.then_some(None);
    nothing.into_iter().chain(cards).find_map(|card| {
        let mut after = position.clone();
        let mut plan = Vec::new();
        if let Some(card) = card {
            plan.push((position.seat(), Action::Power(card)));
            after.play(position.seat(), Action::Power(card), &mut |_| {});
        }
        let stages = WinSearch::new(&after, help).stages()?;
        write_out(after, help, &stages, &mut plan);
        Some(plan)
    })
}

/// Returns what the seat whose turn it is does first where the turn can be won: all of it if it needs nobody, or its
/// actions before another seat adds a card; nothing if there is no such win, or if the others are to act first.
pub(super) fn sure_win(position: &IceBreakers) -> Vec<Action> {
    let steps = win(position, false).or_else(|| win(position, true)).unwrap_or_default();
    steps.into_iter().map_while(|(seat, action)| (seat == position.seat()).then_some(action)).collect()
}

/// Plays the stages: each is ice to break before ships that can go home do so.
fn write_out(mut position: IceBreakers, help: bool, stages: &[Places], plan: &mut Vec<(Seat, Action)>) {
    let seat = position.seat();
    let mut act = |position: &mut IceBreakers, who: Seat, action: Action| {
        plan.push((who, action));
        position.play(who, action, &mut |_| {});
    };
    // Ships that can go home do so at once: their cards may be needed.
    for stage in std::iter::once(&Places::default()).chain(stages) {
        for space in stage.iter() {
            while position.check(seat, Action::Clear(space)).is_err() {
                let (who, card) = next_add(&position, help).expect("the search has counted the cards");
                act(&mut position, who, Action::Add(card));
            }
            act(&mut position, seat, Action::Clear(space));
        }
        for ship in Ship::all() {
            let home = Action::Move(ship, Place::harbour(ship));
            if !position.all_home() && position.check(seat, home).is_ok() {
                act(&mut position, seat, home);
            }
        }
    }
}

/// Returns a card that can be added, one of the active seat's first.
fn next_add(position: &IceBreakers, help: bool) -> Option<(Seat, Card)> {
    let own = position.seat();
    let others = Seat::all(position.seats()).filter(|&seat| help && seat != own);
    let seats = std::iter::once(own).chain(others);
    let mut adds = seats.flat_map(|seat| [Card::Bubbler, Card::Retrofit].map(|card| (seat, card)));
    adds.find(|&(seat, card)| position.check(seat, Action::Add(card)).is_ok())
}

/// More than any price.
const NEVER: u16 = 1000;

struct WinSearch<'a> {
    position: &'a IceBreakers,
    sea: Sea,
    at: [Place; SHIPS],
    out: Vec<Ship>,
    /// Points that are left and that cards in hands can add.
    points: u16,
    retrofits: bool,
    seen: HashSet<Places>,
    steps: u32,
}

impl<'a> WinSearch<'a> {
    /// Creates a search in an open turn.
    fn new(position: &'a IceBreakers, help: bool) -> WinSearch<'a> {
        let retrofits = position.power() != Some(Card::Ten);
        let seats = Seat::all(position.seats()).filter(|&seat| help || seat == position.seat());
        let cards = seats.flat_map(|seat| Card::ALL.into_iter().zip(position.hand(seat)));
        let added: u16 = cards.map(|(card, count)| u16::from(count) * adds(card, retrofits)).sum();
        let ships: Vec<Ship> = Ship::all().collect();
        WinSearch {
            position,
            sea: Sea::of(position),
            at: std::array::from_fn(|index| position.place_of(ships[index]).expect("every ship is placed")),
            out: ships.into_iter().filter(|&ship| !position.is_home(ship)).collect(),
            points: u16::from(position.points()) + added,
            retrofits,
            seen: HashSet::new(),
            steps: 0,
        }
    }

    /// Returns which ice is broken, in stages: after each of them ships come home that pay for the next.
    fn stages(&mut self) -> Option<Vec<Places>> {
        let mut stages = Vec::new();
        self.search(Places::default(), 0, &mut stages).then_some(stages)
    }

    fn search(&mut self, broken: Places, spent: u16, stages: &mut Vec<Places>) -> bool {
        let budget = self.points + self.rewards(|ship| self.is_home(broken, ship));
        let most = self.points + self.rewards(|_| true);
        if self.bound(broken, Places::default()) + spent > most || !self.seen.insert(broken) {
            return false;
        }
        if let Some(all) = self.forest(broken, Places::default(), budget - spent) {
            stages.push(all.difference(broken));
            return true;
        }
        if most == budget {
            return false;
        }
        // A ship that brings cards comes home first.
        for ship in self.out.clone() {
            let mut ways = Vec::new();
            if !self.is_home(broken, ship) {
                self.ways(broken, Places::default(), budget - spent, ship, &mut ways);
            }
            for way in ways {
                stages.push(way.difference(broken));
                if self.search(way, spent + self.price(way.difference(broken)), stages) {
                    return true;
                }
                stages.pop();
            }
        }
        false
    }

    /// Returns what ships that come home bring to this turn.
    fn rewards(&self, comes: impl Fn(Ship) -> bool) -> u16 {
        let mut row = self.position.row();
        let mut sum = 0;
        for &ship in self.out.iter().filter(|&&ship| comes(ship)) {
            let mut cards = self.position.reward(Place::harbour(ship)).peekable();
            if cards.peek().is_none() {
                sum += row.next().map_or(0, |card| adds(card, self.retrofits));
            }
            sum += cards.map(|card| adds(card, self.retrofits)).sum::<u16>();
        }
        sum
    }

    fn price(&self, ice: Places) -> u16 {
        ice.iter().map(|space| u16::from(self.sea.price(space))).sum()
    }

    fn start(&self, ship: Ship) -> Place {
        self.at[ship.index()]
    }

    fn is_home(&self, broken: Places, ship: Ship) -> bool {
        self.sea.broken(broken).reach(self.start(ship), ship).contains(Place::harbour(ship))
    }

    /// Returns ice, that which is broken included, that brings all ships home within a budget and without what is
    /// forbidden.
    fn forest(&mut self, broken: Places, mut forbidden: Places, budget: u16) -> Option<Places> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.bound(broken, forbidden) > budget {
            return None;
        }
        let Some(ship) = self.out.iter().copied().find(|&ship| !self.is_home(broken, ship)) else {
            return Some(broken);
        };
        for space in self.next_ice(broken, forbidden, ship) {
            let price = u16::from(self.sea.price(space));
            if price <= budget
                && let Some(all) = self.forest(broken.with(space), forbidden, budget - price)
            {
                return Some(all);
            }
            forbidden.insert(space);
        }
        None
    }

    /// Adds every set of ice, that which is broken included, that brings one ship home.
    fn ways(&mut self, broken: Places, mut forbidden: Places, budget: u16, ship: Ship, into: &mut Vec<Places>) {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return;
        }
        if self.is_home(broken, ship) {
            into.push(broken);
            return;
        }
        let mut prices = self.prices(broken, forbidden);
        if self.pack(&mut prices, ship) > budget {
            return;
        }
        for space in self.next_ice(broken, forbidden, ship) {
            let price = u16::from(self.sea.price(space));
            if price <= budget {
                self.ways(broken.with(space), forbidden, budget - price, ship, into);
            }
            forbidden.insert(space);
        }
    }

    /// Returns the ice of which some must be broken next for this ship: its own piece, or what its water touches.
    fn next_ice(&self, broken: Places, forbidden: Places, ship: Ship) -> Places {
        let ice = self.position.ice().difference(broken);
        let at = self.start(ship);
        let beside = if ice.contains(at) {
            at.into()
        } else {
            let chart = self.position.chart();
            let reach = self.sea.broken(broken).reach(at, ship).with(at);
            reach.iter().fold(Places::default(), |all, place| all | chart.beside(place))
        };
        (beside & ice).difference(forbidden)
    }

    fn prices(&self, broken: Places, forbidden: Places) -> [u16; PLACES] {
        let mut prices = [0; PLACES];
        for space in self.position.ice().difference(broken) {
            prices[space.index()] = if forbidden.contains(space) { NEVER } else { self.sea.price(space).into() };
        }
        prices
    }

    /// Returns what bringing all ships home costs at least: a packing of cuts (dual ascent). What the cuts of one ship use
    /// of the price of a piece is not there for the next.
    fn bound(&self, broken: Places, forbidden: Places) -> u16 {
        let mut prices = self.prices(broken, forbidden);
        let mut sum = 0;
        for &ship in &self.out {
            sum += self.pack(&mut prices, ship);
            if sum >= NEVER {
                return NEVER;
            }
        }
        sum
    }

    /// Returns what the cheapest way of a ship costs, and takes its cuts from the prices.
    fn pack(&self, prices: &mut [u16; PLACES], ship: Ship) -> u16 {
        let chart = self.position.chart();
        let (at, harbour) = (self.start(ship), Place::harbour(ship));
        // What a place costs without itself; with itself it is its price more.
        let mut before = [NEVER; PLACES];
        before[at.index()] = 0;
        let mut open = Places::from(at);
        let mut closed = Places::default();
        let mut cost = NEVER;
        while let Some(here) = open.iter().min_by_key(|place| before[place.index()] + prices[place.index()]) {
            open.remove(here);
            closed.insert(here);
            let through = before[here.index()] + prices[here.index()];
            if here == harbour {
                cost = through;
                break;
            }
            if through >= NEVER {
                break;
            }
            for next in chart.beside(here).difference(closed) {
                before[next.index()] = before[next.index()].min(through);
                open.insert(next);
            }
        }
        if cost > 0 && cost < NEVER {
            for place in open | closed {
                let (price, before) = (&mut prices[place.index()], before[place.index()]);
                *price -= (before + *price).min(cost) - before.min(cost);
            }
        }
        cost
    }
}

/// Returns the points that a card adds.
fn adds(card: Card, retrofits: bool) -> u16 {
    match card {
        Card::Bubbler => card.points().into(),
        Card::Retrofit if retrofits => card.points().into(),
        _ => 0,
    }
}
