//! What happens: the set-up, cards, breaking ice, ships, and the end of a turn.

use polynya_engine::{Member, Seat, Word};

use super::action::{Card, Chance, Number, Place, Report, Ship};
use super::board::{CARDS, GIVEN, INTRODUCTORY, LARGE_PAYS, ROW, SEATS, SPACES, arrangements};
use super::contents::Pieces;
use super::event::{Ending, Event};
use super::options::{IceBreakersOptions, KeptIce};
use super::places::Places;
use super::{Hand, IceBreakers, Phase, SHIPS};

impl IceBreakers {
    /// The board before any piece is laid.
    pub(super) fn unlaid(options: &IceBreakersOptions, seats: u8) -> IceBreakers {
        let &IceBreakersOptions { introductory, map, reports, printed_ship_deal, report_order, contents, .. } = options;
        let mut position = IceBreakers {
            map,
            reports,
            introductory,
            seats,
            turns: 0,
            phase: Phase::Ice,
            done: 0,
            seat: Seat::default(),
            power: None,
            added: 0,
            points: 0,
            cutter: Seat::default(),
            cuts: 0,
            passes: 0,
            forecast: None,
            effect: None,
            packs: options.packs(),
            at: [None; SHIPS],
            pieces: [Places::NONE; 4],
            ice: Places::NONE,
            hands: [Hand::default(); SEATS],
            rewards: [[None; LARGE_PAYS]; SHIPS],
            row: [None; ROW],
            pile: [0; Card::COUNT],
            deck: Pieces::of(contents).deck,
            printed_ship_deal,
            under: [None; SHIPS],
            report_order,
            contents,
        };
        options.kept_ice.iter().flat_map(KeptIce::numbers).for_each(|number| position.lay(number, &mut |_| {}));
        for ship in Ship::all() {
            if !position.takes_part(ship) {
                position.at[ship.index()] = Some(Place::harbour(ship));
            }
        }
        for hand in &mut position.hands[..usize::from(seats)] {
            for card in GIVEN {
                hand.take(card, false);
                position.deck[card as usize] -= 1;
            }
        }
        position
    }

    /// Every arrangement without a ship at home is equally likely: a ship weighs as much as it leaves arrangements. In the
    /// printed deal every ship that was not seen is, and those under the stack follow in their order.
    pub(super) fn ship_odds(&self, each: &mut impl FnMut(Chance, u32)) {
        if self.printed_ship_deal {
            let unseen =
                || Ship::all().filter(|&ship| self.place_of(ship).is_none() && !self.under.contains(&Some(ship)));
            match unseen().next() {
                Some(_) => unseen().for_each(|ship| each(Chance::Ship(ship), 1)),
                None => self.under[0].into_iter().for_each(|ship| each(Chance::Ship(ship), 1)),
            }
            return;
        }
        let harbour = self.next_harbour();
        let (open, own) = self.unplaced();
        let waiting = Ship::all().filter(|&ship| self.place_of(ship).is_none() && Place::harbour(ship) != harbour);
        let needed = own - usize::from(self.at[harbour.index()].is_none());
        for ship in waiting {
            let weight = arrangements(open - 1, needed - usize::from(ship.index() > harbour.index()));
            if weight > 0 {
                each(Chance::Ship(ship), weight);
            }
        }
    }

    /// How many ships are not placed yet, and how many of these find their own harbour among those that are left.
    pub(super) fn unplaced(&self) -> (usize, usize) {
        let first = self.next_harbour().index();
        let waits = |ship: &Ship| self.place_of(*ship).is_none();
        (Ship::all().filter(waits).count(), Ship::all().filter(|ship| waits(ship) && ship.index() >= first).count())
    }

    /// The space on which the next piece is laid.
    pub(super) fn next_space(&self) -> Place {
        let chart = self.chart();
        chart.place(chart.order[usize::from(self.done)])
    }

    /// The harbour on which the next ship is put.
    pub(super) fn next_harbour(&self) -> Place {
        let index = usize::from(self.done);
        Place(if self.introductory { INTRODUCTORY[index] - 1 } else { index as u8 })
    }

    pub(super) fn cards_to_deal(&self) -> u8 {
        CARDS - GIVEN.len() as u8 * self.seats - self.done
    }

    pub(super) fn lay(&mut self, number: Number, emit: &mut impl FnMut(Event)) {
        let space = self.next_space();
        self.pieces[number.bit() as usize].insert(space);
        self.ice.insert(space);
        emit(Event::Laid { space, number: number.get() });
        self.advance(SPACES as u8, Phase::Ships);
    }

    pub(super) fn dock(&mut self, ship: Ship, emit: &mut impl FnMut(Event)) {
        let harbour = self.next_harbour();
        if self.printed_ship_deal {
            if self.under[0] == Some(ship) {
                self.under.rotate_left(1);
                self.under[SHIPS - 1] = None;
            }
            if harbour == Place::harbour(ship) {
                self.put_under(ship, emit);
                return;
            }
        }
        self.at[ship.index()] = Some(harbour);
        emit(Event::Docked { ship, harbour });
        self.advance(self.fleet(), Phase::Cards);
    }

    /// A ship was drawn for its own harbour: it goes under the stack, or all ships are dealt anew if it is the last.
    #[cold]
    fn put_under(&mut self, ship: Ship, emit: &mut impl FnMut(Event)) {
        let (unplaced, _) = self.unplaced();
        if unplaced > 1 {
            let end = self.under.iter().position(Option::is_none).expect("there is room for all ships");
            self.under[end] = Some(ship);
            emit(Event::PutUnder { ship });
            return;
        }
        for ship in Ship::all() {
            if self.takes_part(ship) {
                self.at[ship.index()] = None;
            }
        }
        self.under = [None; SHIPS];
        self.done = 0;
        emit(Event::DealtAnew { ship });
    }

    pub(super) fn deal(&mut self, card: Card, emit: &mut impl FnMut(Event)) {
        self.deck[card as usize] -= 1;
        // Cards for large destinations are laid out first.
        let (large, pays) = (self.printed().large(self.introductory), LARGE_PAYS as u8);
        let own = self.printed().small(self.introductory);
        let (at_large, small) = (large.len() as u8 * pays, self.small());
        let mut wait = |number: u8, slot: u8| {
            self.rewards[usize::from(number) - 1][usize::from(slot)] = Some(card);
            emit(Event::Waits { card, harbour: Place(number - 1) });
        };
        if self.done < at_large {
            wait(large[usize::from(self.done / pays)], self.done % pays);
        } else if self.done >= at_large + small {
            let index = usize::from((self.done - at_large - small) % self.seats);
            self.hands[index].take(card, false);
            emit(Event::Dealt { seat: Seat::new(index).expect("there are at most four seats"), card });
        } else if self.introductory {
            wait(own[usize::from(self.done - at_large)], 0);
        } else {
            self.row[usize::from(self.done - at_large)] = Some(card);
            emit(Event::JoinsRow { card });
        }
        self.advance(CARDS - GIVEN.len() as u8 * self.seats, Phase::Report);
    }

    /// Small destinations that get a card of their own or one of the row.
    pub(super) fn small(&self) -> u8 {
        if self.introductory { self.printed().small(true).len() as u8 } else { ROW as u8 }
    }

    /// One more step of the set-up is done; after `steps` of them the next part follows.
    fn advance(&mut self, steps: u8, next: Phase) {
        self.done += 1;
        if self.done == steps {
            (self.done, self.phase) = (0, next);
        }
    }

    pub(super) fn turn_report(&mut self, report: Report, emit: &mut impl FnMut(Event)) {
        let pack = self.packs.iter_mut().find(|pack| pack.count(report) > 0);
        pack.expect("a report is turned only while it lies face down").remove(report);
        self.forecast = Some(report);
        emit(Event::Forecast { report });
        self.begin_turn(emit);
    }

    fn begin_turn(&mut self, emit: &mut impl FnMut(Event)) {
        self.phase = Phase::Choose;
        emit(Event::TurnOf { seat: self.seat });
    }

    pub(super) fn open_turn(&mut self, card: Card, emit: &mut impl FnMut(Event)) {
        self.discard(self.seat, card);
        self.power = Some(card);
        self.points = card.points();
        self.passes = 0;
        self.phase = Phase::Work;
        emit(Event::Opened { seat: self.seat, card, points: self.points });
    }

    /// A played card goes from the hand to the discard pile.
    fn discard(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].play(card);
        self.pile[card as usize] += 1;
    }

    pub(super) fn pass(&mut self, emit: &mut impl FnMut(Event)) {
        // Only passes under the last report count (10.4).
        if self.reports_are_out() {
            self.passes += 1;
        }
        emit(Event::Passed { seat: self.seat, passes: self.passes });
        self.finish(emit);
    }

    #[inline]
    pub(super) fn reports_are_out(&self) -> bool {
        self.packs.iter().all(|pack| pack.is_empty())
    }

    pub(super) fn add(&mut self, seat: Seat, card: Card, emit: &mut impl FnMut(Event)) {
        self.discard(seat, card);
        self.added += card.points();
        self.points += card.points();
        emit(Event::Added { seat, card, points: self.points });
    }

    pub(super) fn cash(&mut self, seat: Seat, emit: &mut impl FnMut(Event)) {
        // A used Auto-Ballast leaves the game (5.8).
        self.hands[seat.index()].play(Card::AutoBallast);
        self.cutter = seat;
        self.cuts = self.pile.iter().sum::<u8>().min(2);
        self.phase = Phase::Cut;
        emit(Event::Cashed { seat, cuts: self.cuts });
    }

    pub(super) fn cut(&mut self, card: Card, emit: &mut impl FnMut(Event)) {
        self.pile[card as usize] -= 1;
        self.hands[self.cutter.index()].take(card, true);
        emit(Event::Cut { seat: self.cutter, card });
        self.cuts -= 1;
        if self.cuts == 0 {
            self.cutter = Seat::default();
            self.phase = if self.power.is_some() { Phase::Work } else { Phase::Choose };
        }
    }

    #[inline]
    pub(super) fn clear(&mut self, space: Place, emit: &mut impl FnMut(Event)) {
        let number = self.number(space).expect("only spaces with a piece are cleared");
        self.ice.remove(space);
        self.points -= number;
        emit(Event::Broke { seat: self.seat, space, number, points: self.points });
    }

    #[inline]
    pub(super) fn move_ship(&mut self, ship: Ship, to: Place, emit: &mut impl FnMut(Event)) {
        let from = self.at[ship.index()].replace(to).expect("only ships on the board move");
        emit(Event::Moved { seat: self.seat, ship, from, to });
        if self.is_home(ship) {
            self.arrive(ship, emit);
        }
    }

    fn arrive(&mut self, ship: Ship, emit: &mut impl FnMut(Event)) {
        emit(Event::Arrived { ship, home: self.brought() });
        let waiting = std::mem::take(&mut self.rewards[ship.index()]);
        if waiting[0].is_some() {
            waiting.into_iter().flatten().for_each(|card| self.collect(ship, card, false, emit));
        } else {
            // The right end of the row is taken first (8.2).
            let card = self.row.iter_mut().rev().find_map(Option::take);
            self.collect(ship, card.expect("the row holds a card for every small destination"), true, emit);
        }
        if self.all_home() {
            self.turns += 1;
            self.clear_table();
            self.close(Ending::AllHome, emit);
        }
    }

    fn close(&mut self, ending: Ending, emit: &mut impl FnMut(Event)) {
        self.phase = Phase::Over;
        let home = self.brought();
        emit(match ending {
            Ending::AllHome => Event::AllHome { turns: self.turns.into() },
            Ending::OutOfPower => Event::OutOfPower { home },
            Ending::PassedRound => Event::PassedRound { home },
        });
    }

    fn collect(&mut self, ship: Ship, card: Card, row: bool, emit: &mut impl FnMut(Event)) {
        self.hands[self.seat.index()].take(card, true);
        emit(Event::Collected { seat: self.seat, card, harbour: Place::harbour(ship), row });
    }

    pub(super) fn give(&mut self, seat: Seat, card: Card, to: Seat, emit: &mut impl FnMut(Event)) {
        self.hands[seat.index()].give(card);
        self.hands[to.index()].take(card, false);
        emit(Event::Gave { seat, card, to });
    }

    /// Clears what belongs to a turn: the open card, the points, and what may be given.
    fn clear_table(&mut self) {
        self.power = None;
        self.added = 0;
        self.points = 0;
        self.hands.iter_mut().for_each(|hand| hand.fresh = [0; Card::COUNT]);
    }

    /// The forecast takes effect, and the next turn follows if there is one.
    pub(super) fn finish(&mut self, emit: &mut impl FnMut(Event)) {
        self.clear_table();
        self.turns += 1;
        self.freeze(emit);
        if let Some(ending) = self.season_end() {
            self.close(ending, emit);
            return;
        }
        self.seat = self.seat.next(self.seats);
        if self.reports_are_out() {
            // The last report stays for all later turns (9.5).
            self.begin_turn(emit);
        } else {
            self.phase = Phase::Report;
        }
    }

    fn freeze(&mut self, emit: &mut impl FnMut(Event)) {
        let report = self.forecast.expect("a forecast lies open in every turn");
        let before = self.ice;
        for number in report.numbers() {
            self.ice |= self.pieces[usize::from(number) - 1];
        }
        self.effect = Some(report);
        let spaces = self.ice.difference(before);
        emit(Event::InEffect { report, spaces });
        for ship in Ship::all() {
            let Some(place) = self.place_of(ship).filter(|&place| spaces.contains(place)) else { continue };
            let number = self.number(place).expect("only pieces freeze");
            emit(Event::Stuck { ship, place, number });
        }
    }
}
