//! What may be done: the `judge` functions are the rule text as code, the rest is its fast twin.

use polynya_engine::{BitSet, Luck, Member, Seat, Word, refuse_if};

use super::action::{Action, Card, Mate, Place, Ship};
use super::board::ENDS;
use super::chart::{ALL_ENDS, Chart};
use super::clauses::Rule;
use super::places::{Places, Spots, spots};
use super::{IceBreakers, Phase, SHIPS};

impl IceBreakers {
    pub(super) fn power_first(&self) -> Result<(), Rule> {
        if self.power.is_some() { Ok(()) } else { Err(Rule::PowerFirst) }
    }

    fn hold(&self, seat: Seat, card: Card) -> Result<(), Rule> {
        if self.hands[seat.index()].has(card) { Ok(()) } else { Err(Rule::HoldTheCard) }
    }

    pub(super) fn judge_power(&self, seat: Seat, card: Card) -> Result<(), Rule> {
        refuse_if(!card.is_power(), Rule::PowerCards)?;
        refuse_if(self.power.is_some(), Rule::OnePowerCard)?;
        self.hold(seat, card)
    }

    pub(super) fn judge_add(&self, seat: Seat, card: Card) -> Result<(), Rule> {
        self.power_first()?;
        refuse_if(!matches!(card, Card::Retrofit | Card::Bubbler), Rule::OnlyHelpIsAdded)?;
        self.hold(seat, card)?;
        refuse_if(card == Card::Retrofit && self.power == Some(Card::Ten), Rule::NoRetrofitOnTen)
    }

    pub(super) fn judge_cash(&self, seat: Seat) -> Result<(), Rule> {
        self.hold(seat, Card::AutoBallast)?;
        if self.has_pile() { Ok(()) } else { Err(Rule::PileIsEmpty) }
    }

    fn judge_place(&self, place: Place) -> Result<(), Rule> {
        if self.chart().has(place) { Ok(()) } else { Err(Rule::OnTheMap) }
    }

    pub(super) fn judge_clear(&self, space: Place) -> Result<(), Rule> {
        self.judge_place(space)?;
        refuse_if(space.is_harbour(), Rule::HarboursAreOpen)?;
        self.power_first()?;
        refuse_if(!self.is_ice(space), Rule::AlreadyWater)?;
        // Every space carries a piece once a seat acts.
        refuse_if(self.number(space).is_none_or(|number| number > self.points), Rule::PayInFull)
    }

    pub(super) fn judge_move(&self, ship: Ship, to: Place) -> Result<(), Rule> {
        self.judge_place(to)?;
        self.power_first()?;
        refuse_if(self.is_home(ship), Rule::HomeIsHome)?;
        refuse_if(self.is_stuck(ship), Rule::StuckInIce)?;
        refuse_if(self.place_of(ship) == Some(to), Rule::SomewhereElse)?;
        let (through, past) = self.ways(ship);
        refuse_if(!past.contains(to), Rule::OpenWay)?;
        refuse_if(!through.contains(to), Rule::OwnHarbourEndsTheWay)
    }

    /// Every place to which water and harbours lead a ship: with its own harbour as the end of every way, and as if it
    /// could sail past. Place by place, as a finger on the map would go.
    fn ways(&self, ship: Ship) -> (Places, Places) {
        let chart = self.chart();
        let flood = |stop: Places| {
            let mut seen: Places = self.place_of(ship).into_iter().collect();
            let mut rest = seen;
            while let Some(place) = rest.pop_first() {
                if !stop.contains(place) {
                    let next = (chart.beside(place) & self.open()).difference(seen);
                    seen |= next;
                    rest |= next;
                }
            }
            seen
        };
        (flood(Place::harbour(ship).into()), flood(Places::NONE))
    }

    pub(super) fn judge_give(&self, seat: Seat, card: Card, to: Seat) -> Result<(), Rule> {
        self.hold(seat, card)?;
        refuse_if(to == seat || to.index() >= usize::from(self.seats), Rule::ToAnotherSeat)?;
        refuse_if(!self.hands[seat.index()].may_give(card), Rule::FreshCardsOnly)
    }

    /// What a seat may do without touching the board.
    #[inline]
    pub(super) fn cards(&self, seat: Seat, each: &mut impl FnMut(Action)) {
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
                Seat::all(self.seats)
                    .filter(|&to| to != seat)
                    .filter_map(Mate::of)
                    .for_each(|to| each(Action::Give(card, to)));
            }
        }
    }

    /// The ice that the points that are left can break.
    #[inline]
    pub(super) fn breakable(&self) -> Spots {
        let affordable = usize::from(self.points.min(4));
        spots(self.ice & self.pieces[..affordable].iter().fold(Places::NONE, |all, &pieces| all | pieces))
    }

    /// A random action: one of these, or one on the board; each equally likely.
    #[inline]
    pub(super) fn pick_with_board(&self, others: &[Action], luck: &mut impl Luck) -> Option<Action> {
        let (ice, net, chart) = (self.breakable(), self.net(), self.chart());
        let reach: [Spots; SHIPS] = std::array::from_fn(|index| self.reach_in(&net, Ship::from_bit(index as u32)));
        let total = others.len() + ice.len() + reach.iter().map(|places| places.len()).sum::<usize>();
        let mut number = luck.below(total as u32);
        match others.get(number as usize) {
            Some(&action) => return Some(action),
            None => number -= others.len() as u32,
        }
        match ice.nth(number) {
            Some(space) => return Some(Action::Clear(chart.place(space))),
            None => number -= ice.len() as u32,
        }
        for (ship, places) in Ship::all().zip(reach) {
            match places.nth(number) {
                Some(to) => return Some(Action::Move(ship, chart.place(to))),
                None => number -= places.len() as u32,
            }
        }
        None
    }

    /// The open channels of this position.
    #[inline]
    pub(super) fn net(&self) -> Net {
        let chart = self.chart();
        Net::new(chart, chart.places.difference(spots(self.ice)))
    }

    /// Where a ship can move: nowhere if it is home, stuck or not placed yet.
    #[inline]
    pub(super) fn reach_in(&self, net: &Net, ship: Ship) -> Spots {
        match self.at[ship.index()] {
            Some(at) if at != Place::harbour(ship) => net.reach(at, ship),
            _ => Spots::NONE,
        }
    }
}

/// Some harbours and junctions, by their places in the numbering.
type Ends = BitSet<u8, u32>;

/// Open water as a small graph: harbours and junctions, joined where a whole channel is open.
pub(super) struct Net {
    chart: &'static Chart,
    open: Spots,
    /// Open spaces that are joined to the first end of their channel.
    from: Spots,
    /// Open spaces that are joined to the second end.
    to: Spots,
    /// The open ends that a whole open channel joins to this one.
    links: [Ends; ENDS],
}

impl Net {
    #[inline]
    pub(super) fn new(chart: &'static Chart, open: Spots) -> Net {
        // Channels of the reconstructed maps have at most three spaces, so two steps fill them.
        let spaces = open.difference(ALL_ENDS);
        let (inner, outer) = (spaces.difference(chart.first), spaces.difference(chart.last));
        let mut from = open & chart.first;
        from |= from << 1 & inner;
        from |= from << 1 & inner;
        let mut to = open & chart.last;
        to |= to >> 1 & outer;
        to |= to >> 1 & outer;
        for _ in 3..chart.longest {
            from |= from << 1 & inner;
            to |= to >> 1 & outer;
        }
        let mut links = [Ends::NONE; ENDS];
        for last in from & chart.last {
            let [one, other] = chart.joins[usize::from(last)];
            links[usize::from(one)].insert(other);
            links[usize::from(other)].insert(one);
        }
        Net { chart, open, from, to, links }
    }

    /// Where a ship at this place can move, up to its own harbour; nowhere if the place is ice.
    #[inline]
    pub(super) fn reach(&self, at: Place, ship: Ship) -> Spots {
        let at = at.index() as u8;
        if !self.open.contains(at) {
            return Spots::NONE;
        }
        let ends = Ends::from_bits((self.open & ALL_ENDS).bits() as u32);
        let (mut places, start) = self.around(at);
        let mut seen = start & ends;
        let mut rest = seen.without(ship.index() as u8);
        while let Some(end) = rest.pop_first() {
            let end = usize::from(end);
            places |= (self.from & self.chart.from[end]) | (self.to & self.chart.to[end]);
            let next = (self.links[end] & ends).difference(seen);
            seen |= next;
            rest |= next.without(ship.index() as u8);
        }
        (places | Spots::from_bits(seen.bits().into())).without(at)
    }

    /// The open stretch of channel around a place, and the ends that it touches.
    #[inline]
    fn around(&self, at: u8) -> (Spots, Ends) {
        if usize::from(at) < ENDS {
            return (Spots::NONE, Ends::from(at));
        }
        let (chart, spaces) = (self.chart, self.open.difference(ALL_ENDS));
        let (inner, outer) = (spaces.difference(chart.first), spaces.difference(chart.last));
        let mut stretch = Spots::from(at);
        let mut grow = || stretch |= (stretch << 1 & inner) | (stretch >> 1 & outer);
        grow();
        grow();
        (3..chart.longest).for_each(|_| grow());
        let [from, to] = chart.joins[usize::from(at)];
        let mut ends = Ends::NONE;
        if !(stretch & chart.first).is_empty() {
            ends.insert(from);
        }
        if !(stretch & chart.last).is_empty() {
            ends.insert(to);
        }
        (stretch, ends)
    }
}
