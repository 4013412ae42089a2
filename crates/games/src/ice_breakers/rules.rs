//! The rules as the engine asks for them.

use std::ops::RangeInclusive;

use polynya_engine::{Game, Gauge, Luck, Member, Seat, SeatSet, Turn, Word, refuse_if};

use super::action::{Action, Card, Chance, Number, Ship};
use super::board::{PIECES, SPACES};
use super::clauses::Rule;
use super::event::{Ending, Event};
use super::options::{IceBreakersOptions, KeptIce, ReportOrder};
use super::{IceBreakers, Phase};

/// The most actions of a seat that do not touch the board: six kinds of cards to give to three others, and fewer than
/// six other choices.
const FEW: usize = 24;

impl Game for IceBreakers {
    type Options = IceBreakersOptions;
    type Action = Action;
    type Chance = Chance;
    type Event = Event;
    type Ending = Ending;
    type Rule = Rule;

    const ID: &'static str = "ice-breakers";
    const VERSION: u16 = 1;
    const SEATS: RangeInclusive<u8> = 2..=4;

    fn start(options: &IceBreakersOptions, seats: u8) -> Result<Self, Rule> {
        refuse_if(!Self::SEATS.contains(&seats), Rule::SeatsTwoToFour)?;
        options.judge()?;
        Ok(IceBreakers::unlaid(options, seats))
    }

    /// Another game right away: the ice stays where it lies, and the reports are turned over as they lie. Reports that
    /// nobody has seen are shuffled with the others.
    fn again(&self, options: &IceBreakersOptions, drawn: &[Chance]) -> Option<IceBreakersOptions> {
        let mut options = options.clone();
        if options.kept_ice.is_none() {
            let laid =
                drawn.iter().filter_map(|&chance| if let Chance::Ice(number) = chance { Some(number) } else { None });
            options.kept_ice = Some(KeptIce::new(laid.collect()).ok()?);
        }
        if options.report_order.is_none() {
            let turned = drawn
                .iter()
                .filter_map(|&chance| if let Chance::Report(report) = chance { Some(report) } else { None });
            options.report_order = ReportOrder::new(&turned.collect::<Vec<_>>()).ok();
        }
        Some(options)
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Choose => Turn::Players(SeatSet::from(self.seat)),
            Phase::Work => {
                let helpers = Seat::all(self.seats).filter(|&seat| self.may_help(seat));
                Turn::Players(helpers.fold(SeatSet::from(self.seat), SeatSet::with))
            }
            Phase::Ice | Phase::Ships | Phase::Cards | Phase::Report | Phase::Cut => Turn::Chance,
            Phase::Over => Turn::Over(self.outcome()),
        }
    }

    fn awaited(&self) -> SeatSet {
        match self.phase {
            Phase::Choose | Phase::Work => SeatSet::from(self.seat),
            _ => SeatSet::NONE,
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Result<(), Rule> {
        let acting = matches!(self.phase, Phase::Choose | Phase::Work) && seat.index() < usize::from(self.seats);
        let help = matches!(action, Action::Add(_) | Action::Cash | Action::Give(..));
        refuse_if(!acting || (seat != self.seat && !help), Rule::TakeTurns)?;
        refuse_if(seat != self.seat && self.power.is_none(), Rule::WaitForPower)?;
        match action {
            Action::Power(card) => self.judge_power(seat, card),
            Action::Pass if self.power.is_some() => Err(Rule::PassInstead),
            Action::Pass => Ok(()),
            Action::Add(card) => self.judge_add(seat, card),
            Action::Cash => self.judge_cash(seat),
            Action::Clear(space) => self.judge_clear(space),
            Action::Move(ship, to) => self.judge_move(ship, to),
            Action::Give(card, to) => self.judge_give(seat, card, to.seat()),
            Action::End => self.power_first(),
        }
    }

    #[inline]
    fn each_legal(&self, seat: Seat, each: &mut impl FnMut(Action)) {
        self.cards(seat, each);
        if self.phase != Phase::Work || seat != self.seat {
            return;
        }
        let (chart, net) = (self.chart(), self.net());
        self.breakable().iter().for_each(|space| each(Action::Clear(chart.place(space))));
        for ship in Ship::all() {
            self.reach_in(&net, ship).iter().for_each(|to| each(Action::Move(ship, chart.place(to))));
        }
    }

    /// The ice and the reaches of the ships are counted instead of listed.
    #[inline]
    fn pick(&self, seat: Seat, luck: &mut impl Luck, _: &mut Vec<Action>) -> Option<Action> {
        let mut few = [Action::End; FEW];
        let mut count = 0;
        self.cards(seat, &mut |action| {
            few[count] = action;
            count += 1;
        });
        match (&few[..count], self.phase) {
            (cards, Phase::Work) if seat == self.seat => self.pick_with_board(cards, luck),
            (cards @ ([] | [_]), _) => cards.first().copied(),
            (cards, _) => Some(cards[luck.below(count as u32) as usize]),
        }
    }

    #[inline]
    fn play(&mut self, seat: Seat, action: Action, emit: &mut impl FnMut(Event)) {
        match action {
            Action::Power(card) => self.open_turn(card, emit),
            Action::Pass => self.pass(emit),
            Action::Add(card) => self.add(seat, card, emit),
            Action::Cash => self.cash(seat, emit),
            Action::Clear(space) => self.clear(space, emit),
            Action::Move(ship, to) => self.move_ship(ship, to, emit),
            Action::Give(card, to) => self.give(seat, card, to.seat(), emit),
            Action::End => {
                emit(Event::Ended { seat: self.seat, points: self.points });
                self.finish(emit);
            }
        }
    }

    fn odds(&self, each: &mut impl FnMut(Chance, u32)) {
        match self.phase {
            Phase::Ice => {
                for (number, (count, laid)) in Number::all().zip(PIECES.into_iter().zip(self.pieces)) {
                    let left = u32::from(count) - laid.len() as u32;
                    if left > 0 {
                        each(Chance::Ice(number), left);
                    }
                }
            }
            Phase::Ships => self.ship_odds(each),
            Phase::Cards => counted(&self.deck, &mut |card, count| each(Chance::Card(card), count)),
            Phase::Report => self.next_reports().for_each(|(report, count)| each(Chance::Report(report), count)),
            Phase::Cut => counted(&self.pile, &mut |card, count| each(Chance::Cut(card), count)),
            Phase::Choose | Phase::Work | Phase::Over => {}
        }
    }

    #[inline]
    fn settle(&mut self, chance: Chance, emit: &mut impl FnMut(Event)) {
        match chance {
            Chance::Ice(number) => self.lay(number, emit),
            Chance::Ship(ship) => self.dock(ship, emit),
            Chance::Card(card) => self.deal(card, emit),
            Chance::Report(report) => self.turn_report(report, emit),
            Chance::Cut(card) => self.cut(card, emit),
        }
    }

    fn turns(&self) -> u32 {
        self.turns.into()
    }

    fn ending(&self) -> Option<Ending> {
        self.season_end().filter(|_| self.phase == Phase::Over)
    }

    fn gauges(&self, each: &mut impl FnMut(Gauge)) {
        let mut gauge = |name, value: u8, most: u8| {
            each(Gauge { name, seat: None, value: value.into(), most: Some(most.into()) });
        };
        gauge("ships home", self.brought(), self.fleet());
        gauge("places with ice", self.ice.len() as u8, SPACES as u8);
    }
}

fn counted(cards: &[u8; Card::COUNT], each: &mut impl FnMut(Card, u32)) {
    for (card, &count) in Card::ALL.into_iter().zip(cards) {
        if count > 0 {
            each(card, count.into());
        }
    }
}
