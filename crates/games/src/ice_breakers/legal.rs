//! What may be done: `judge` is the rule text as code, `list` its fast twin.

use polynya_engine::{Luck, Seat};

use super::board::{ALL_ENDS, CHANNEL_OF, Chart, ENDS, TABLE, take};
use super::clauses::Rule;
use super::words::{Action, Card, Place, Ship};
use super::{IceBreakers, Phase, SHIPS, UNPLACED};

impl IceBreakers {
    pub(super) fn judge(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        let acting = matches!(self.phase, Phase::Choose | Phase::Work) && seat.index() < usize::from(self.seats);
        let help = matches!(action, Action::Add(_) | Action::Cash | Action::Give(..));
        if !acting || (seat != self.seat && !help) {
            return Err(Rule::TakeTurns);
        }
        if seat != self.seat && self.power.is_none() {
            return Err(Rule::WaitForPower);
        }
        match action {
            Action::Power(card) => self.judge_power(seat, card),
            Action::Pass if self.power.is_some() => Err(Rule::PassInstead),
            Action::Pass => Ok(()),
            Action::Add(card) => self.judge_add(seat, card),
            Action::Cash => self.judge_cash(seat),
            Action::Clear(space) => self.judge_clear(space),
            Action::Move(ship, to) => self.judge_move(ship, to),
            Action::Give(card, to) => self.judge_give(seat, card, to),
            Action::End => self.power_first(),
        }
    }

    fn power_first(&self) -> Result<(), Rule> {
        if self.power.is_some() { Ok(()) } else { Err(Rule::PowerFirst) }
    }

    fn hold(&self, seat: Seat, card: Card) -> Result<(), Rule> {
        if self.hands[seat.index()].has(card) { Ok(()) } else { Err(Rule::HoldTheCard) }
    }

    fn judge_power(&self, seat: Seat, card: Card) -> Result<(), Rule> {
        if !card.is_power() {
            return Err(Rule::PowerCards);
        }
        if self.power.is_some() {
            return Err(Rule::OnePowerCard);
        }
        self.hold(seat, card)
    }

    fn judge_add(&self, seat: Seat, card: Card) -> Result<(), Rule> {
        self.power_first()?;
        if !matches!(card, Card::Retrofit | Card::Bubbler) {
            return Err(Rule::OnlyHelpIsAdded);
        }
        self.hold(seat, card)?;
        if card == Card::Retrofit && self.power == Some(Card::Ten) {
            return Err(Rule::NoRetrofitOnTen);
        }
        Ok(())
    }

    fn judge_cash(&self, seat: Seat) -> Result<(), Rule> {
        self.hold(seat, Card::AutoBallast)?;
        if self.has_pile() { Ok(()) } else { Err(Rule::PileIsEmpty) }
    }

    fn judge_place(&self, place: Place) -> Result<(), Rule> {
        if self.map.chart().places & place.bit() != 0 { Ok(()) } else { Err(Rule::OnTheMap) }
    }

    fn judge_clear(&self, space: Place) -> Result<(), Rule> {
        self.judge_place(space)?;
        if space.is_harbour() {
            return Err(Rule::HarboursAreOpen);
        }
        self.power_first()?;
        if !self.is_ice(space) {
            return Err(Rule::AlreadyWater);
        }
        // Every space carries a piece once a seat acts.
        if self.number(space).is_none_or(|number| number > self.points) {
            return Err(Rule::PayInFull);
        }
        Ok(())
    }

    fn judge_move(&self, ship: Ship, to: Place) -> Result<(), Rule> {
        self.judge_place(to)?;
        self.power_first()?;
        if self.is_home(ship) {
            return Err(Rule::HomeIsHome);
        }
        if self.is_stuck(ship) {
            return Err(Rule::StuckInIce);
        }
        if self.place_of(ship) == Some(to) {
            return Err(Rule::SomewhereElse);
        }
        let (through, past) = self.ways(ship);
        if !past.has(to) {
            return Err(Rule::OpenWay);
        }
        if !through.has(to) {
            return Err(Rule::OwnHarbourEndsTheWay);
        }
        Ok(())
    }

    /// Every place to which water and harbours lead a ship: with its own harbour as the end of every way, and as if it
    /// could sail past. Place by place, as a finger on the map would go.
    fn ways(&self, ship: Ship) -> (super::Places, super::Places) {
        let chart = self.map.chart();
        let flood = |stop: u128| {
            let mut seen = 1_u128 << self.at[ship.index()];
            let mut rest = seen;
            while rest != 0 {
                let place = take(&mut rest);
                if stop >> place & 1 == 0 {
                    let next = chart.beside[usize::from(place)] & self.open_water() & !seen;
                    seen |= next;
                    rest |= next;
                }
            }
            super::Places(seen)
        };
        (flood(Place::harbour(ship).bit()), flood(0))
    }

    fn judge_give(&self, seat: Seat, card: Card, to: Seat) -> Result<(), Rule> {
        self.hold(seat, card)?;
        if to == seat || to.index() >= usize::from(self.seats) {
            return Err(Rule::ToAnotherSeat);
        }
        if !self.hands[seat.index()].may_give(card) {
            return Err(Rule::FreshCardsOnly);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn list(&self, seat: Seat, into: &mut Vec<Action>) {
        self.cards(seat, &mut |action| into.push(action));
        if self.phase != Phase::Work || seat != self.seat {
            return;
        }
        let mut ice = self.breakable();
        while ice != 0 {
            into.push(Action::Clear(Place(take(&mut ice))));
        }
        let net = self.net();
        for ship in Ship::all() {
            let mut places = self.reach_in(&net, ship);
            while places != 0 {
                into.push(Action::Move(ship, Place(take(&mut places))));
            }
        }
    }

    /// What a seat may do without touching the board.
    #[inline]
    fn cards(&self, seat: Seat, each: &mut impl FnMut(Action)) {
        let active = seat == self.seat;
        let may = match self.phase {
            Phase::Choose => active,
            Phase::Work => seat.index() < usize::from(self.seats),
            _ => false,
        };
        if !may {
            return;
        }
        let hand = &self.hands[seat.index()];
        if self.phase == Phase::Choose {
            each(Action::Pass);
            Card::POWER.into_iter().filter(|&card| hand.has(card)).for_each(|card| each(Action::Power(card)));
        } else {
            if active {
                each(Action::End);
            }
            if hand.has(Card::Retrofit) && self.power != Some(Card::Ten) {
                each(Action::Add(Card::Retrofit));
            }
            if hand.has(Card::Bubbler) {
                each(Action::Add(Card::Bubbler));
            }
        }
        if hand.has(Card::AutoBallast) && self.has_pile() {
            each(Action::Cash);
        }
        if hand.fresh != [0; Card::COUNT] {
            for card in Card::ALL.into_iter().filter(|&card| hand.may_give(card)) {
                Seat::all(self.seats).filter(|&to| to != seat).for_each(|to| each(Action::Give(card, to)));
            }
        }
    }

    /// The ice that the points that are left can break.
    #[inline]
    fn breakable(&self) -> u128 {
        let affordable = usize::from(self.points.min(4));
        self.ice & self.pieces[..affordable].iter().fold(0, |all, pieces| all | pieces)
    }

    /// A random legal action, each equally likely, without listing them.
    #[inline]
    pub(super) fn choose_any(&self, seat: Seat, luck: &mut impl Luck) -> Option<Action> {
        // A seat has at most six kinds of cards to give to three others, and fewer than six other choices.
        let mut few = [Action::End; 24];
        let mut count = 0;
        self.cards(seat, &mut |action| {
            few[count] = action;
            count += 1;
        });
        let mut total = count as u32;
        if self.phase != Phase::Work || seat != self.seat {
            return (total > 0).then(|| few[if total == 1 { 0 } else { luck.below(total) as usize }]);
        }
        let ice = self.breakable();
        total += ice.count_ones();
        let net = self.net();
        let mut reach = [0; SHIPS];
        for ship in Ship::all() {
            reach[ship.index()] = self.reach_in(&net, ship);
            total += reach[ship.index()].count_ones();
        }
        let mut number = luck.below(total);
        if number < count as u32 {
            return Some(few[number as usize]);
        }
        number -= count as u32;
        if number < ice.count_ones() {
            return Some(Action::Clear(nth(ice, number)));
        }
        number -= ice.count_ones();
        for ship in Ship::all() {
            let places = reach[ship.index()];
            if number < places.count_ones() {
                return Some(Action::Move(ship, nth(places, number)));
            }
            number -= places.count_ones();
        }
        unreachable!("a number below the count falls on an action")
    }

    /// The open channels of this position.
    #[inline]
    pub(super) fn net(&self) -> Net {
        Net::new(self.map.chart(), self.open_water())
    }

    /// Where a ship can move: nowhere if it is home, stuck or not placed yet.
    #[inline]
    pub(super) fn reach_in(&self, net: &Net, ship: Ship) -> u128 {
        let at = self.at[ship.index()];
        if at == ship.0 || at == UNPLACED { 0 } else { net.reach(at, ship) }
    }
}

fn nth(mut places: u128, number: u32) -> Place {
    for _ in 0..number {
        take(&mut places);
    }
    Place(take(&mut places))
}

/// Open water as a small graph: harbours and junctions, joined where a whole channel is open.
pub(super) struct Net {
    chart: &'static Chart,
    open: u128,
    /// Open spaces that are joined to the first end of their channel.
    from: u128,
    /// Open spaces that are joined to the second end.
    to: u128,
    /// The open ends that a whole open channel joins to this one.
    links: [u32; ENDS],
}

impl Net {
    #[inline]
    pub(super) fn new(chart: &'static Chart, open: u128) -> Net {
        // A channel has at most three spaces, so two steps fill it.
        let (inner, outer) = (open & !ALL_ENDS & !chart.first, open & !ALL_ENDS & !chart.last);
        let mut from = open & chart.first;
        from |= from << 1 & inner;
        from |= from << 1 & inner;
        let mut to = open & chart.last;
        to |= to >> 1 & outer;
        to |= to >> 1 & outer;
        let mut links = [0; ENDS];
        let mut whole = from & chart.last;
        while whole != 0 {
            let [one, other] = TABLE[usize::from(CHANNEL_OF[usize::from(take(&mut whole))])].ends;
            links[usize::from(one)] |= 1 << other;
            links[usize::from(other)] |= 1 << one;
        }
        Net { chart, open, from, to, links }
    }

    /// Where a ship at this place can move, up to its own harbour; nowhere if the place is ice.
    #[inline]
    pub(super) fn reach(&self, at: u8, ship: Ship) -> u128 {
        if self.open >> at & 1 == 0 {
            return 0;
        }
        let own = 1_u32 << ship.0;
        let ends = (self.open & ALL_ENDS) as u32;
        let (mut places, start) = self.around(at);
        let (mut seen, mut rest) = (start & ends, start & ends & !own);
        while rest != 0 {
            let end = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            places |= (self.from & self.chart.from[end]) | (self.to & self.chart.to[end]);
            let next = self.links[end] & ends & !seen;
            seen |= next;
            rest |= next & !own;
        }
        (places | u128::from(seen)) & !(1 << at)
    }

    /// The open stretch of channel around a place, and the ends that it touches.
    #[inline]
    fn around(&self, at: u8) -> (u128, u32) {
        if usize::from(at) < ENDS {
            return (0, 1 << at);
        }
        let (chart, spaces) = (self.chart, self.open & !ALL_ENDS);
        let mut stretch = 1_u128 << at;
        for _ in 0..2 {
            stretch |= (stretch << 1 & spaces & !chart.first) | (stretch >> 1 & spaces & !chart.last);
        }
        let [from, to] = TABLE[usize::from(CHANNEL_OF[usize::from(at)])].ends;
        let mut ends = 0;
        if stretch & chart.first != 0 {
            ends |= 1 << from;
        }
        if stretch & chart.last != 0 {
            ends |= 1 << to;
        }
        (stretch, ends)
    }
}
