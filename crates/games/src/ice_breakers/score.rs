//! How a match ends, and what must be true until then.

use polynya_engine::{Outcome, PerSeat, Seat, SeatSet};

use super::board::{CARDS, DECK, PIECES, REPORTS};
use super::words::{Card, Event, Place, Ship, names};
use super::{IceBreakers, Phase, UNPLACED};

impl IceBreakers {
    pub(super) fn outcome(&self) -> Outcome {
        let mut scores = PerSeat::default();
        Seat::all(self.seats).for_each(|seat| scores[seat] = self.brought().into());
        let winners = if self.all_home() { SeatSet::all(self.seats) } else { SeatSet::NONE };
        Outcome { winners, scores }
    }

    /// Looked at when a turn is over and its report has taken effect: does the match end here?
    pub(super) fn ending(&self) -> Option<Event> {
        let hands = &self.hands[..usize::from(self.seats)];
        let power = hands.iter().any(super::Hand::has_power);
        let cash = self.has_pile() && hands.iter().any(|hand| hand.has(Card::AutoBallast));
        if !power && !cash {
            return Some(Event::OutOfPower { home: self.brought() });
        }
        (self.passes == self.seats).then(|| Event::PassedRound { home: self.brought() })
    }

    /// How many cards of a kind are in hands, rewards, the row, the pile and the undealt deck.
    pub(super) fn count_everywhere(&self, card: Card) -> u8 {
        let kind = card as usize;
        let hands: u8 = self.hands.iter().map(|hand| hand.count[kind]).sum();
        let laid = self.rewards.iter().flatten().chain(&self.row).flatten().filter(|&&other| other == card).count();
        hands + self.pile[kind] + self.deck[kind] + laid as u8
    }

    pub(super) fn invariants(&self) -> Result<(), String> {
        let must = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        self.cards_are_kept()?;
        self.pieces_are_kept()?;
        self.ships_are_kept()?;
        self.reports_are_kept()?;
        let acting = matches!(self.phase, Phase::Choose | Phase::Work);
        must(self.phase != Phase::Work || self.power.is_some(), "a turn goes on without a Power card")?;
        must(self.phase != Phase::Choose || self.power.is_none(), "a second Power card could be played")?;
        must(acting || self.phase == Phase::Cut || self.power.is_none(), "a Power card lies open between turns")?;
        let most = self.power.map_or(0, Card::points) + self.added;
        must(self.points <= most, "more points are left than were played")?;
        must((self.cuts > 0) == (self.phase == Phase::Cut), "cuts are open outside a cut")?;
        must(self.passes == 0 || self.reports_are_out(), "passes count before the last report")?;
        let over = self.phase == Phase::Over;
        must(
            self.passes < self.seats || (over && self.passes == self.seats),
            "the match went on after a round of passes",
        )?;
        must(!self.all_home() || over, "the match went on with all ships home")?;
        must(self.seat.index() < usize::from(self.seats), "a stranger has the turn")?;
        must(!acting || self.forecast.is_some(), "somebody acts without a forecast")
    }

    fn cards_are_kept(&self) -> Result<(), String> {
        let mut all = 0;
        for (card, count) in Card::ALL.into_iter().zip(DECK) {
            let here = self.count_everywhere(card);
            all += here;
            // Only used Auto-Ballasts leave the game.
            let lost = if card == Card::AutoBallast { here > count } else { here != count };
            if lost {
                return Err(format!("there are {here} cards {card} of {count}"));
            }
        }
        let gone = DECK[Card::AutoBallast as usize] - self.count_everywhere(Card::AutoBallast);
        if all + gone != CARDS || self.pile[Card::AutoBallast as usize] > 0 {
            return Err("cards are lost, or an AB2 lies in the pile".to_owned());
        }
        let dealing = matches!(self.phase, Phase::Ice | Phase::Ships | Phase::Cards);
        if !dealing && self.deck != [0; Card::COUNT] {
            return Err("cards were not dealt".to_owned());
        }
        for (index, hand) in self.hands.iter().enumerate() {
            let stray = hand.fresh.iter().zip(hand.count).any(|(&fresh, count)| u32::from(fresh) >> count != 0);
            let stranger = index >= usize::from(self.seats) && hand.count != [0; Card::COUNT];
            let resting = !matches!(self.phase, Phase::Choose | Phase::Work | Phase::Cut);
            if stray || stranger || (resting && hand.fresh != [0; Card::COUNT]) {
                return Err(format!("the hand of seat {} is out of order", index + 1));
            }
        }
        Ok(())
    }

    fn pieces_are_kept(&self) -> Result<(), String> {
        let mut seen = 0;
        let laid = self.phase != Phase::Ice;
        for (number, (&pieces, count)) in self.pieces.iter().zip(PIECES).enumerate() {
            let (here, count) = (pieces.count_ones(), u32::from(count));
            if pieces & seen != 0 || here > count || (laid && here != count) {
                return Err(format!("there are {here} pieces with the number {} of {count}", number + 1));
            }
            seen |= pieces;
        }
        let spaces = self.map.chart().places & !super::board::HARBOURS;
        if seen & !spaces != 0 || (laid && seen != spaces) {
            return Err(format!("pieces and spaces do not match: {}", names(seen ^ spaces)));
        }
        if self.ice & !seen != 0 {
            return Err(format!("ice lies where no piece is: {}", names(self.ice & !seen)));
        }
        Ok(())
    }

    fn ships_are_kept(&self) -> Result<(), String> {
        let placing = matches!(self.phase, Phase::Ice | Phase::Ships);
        for ship in Ship::all() {
            let at = self.at[ship.index()];
            let somewhere = at != UNPLACED && self.map.chart().places & Place(at).bit() != 0;
            let waits = placing && at == UNPLACED;
            if !somewhere && !waits {
                return Err(format!("ship {ship} is nowhere on the map"));
            }
            if !self.takes_part(ship) && !self.is_home(ship) {
                return Err(format!("ship {ship} takes no part and is not at home"));
            }
            let pays = self.rewards[ship.index()][0].is_some();
            if pays && self.is_home(ship) {
                return Err(format!("the cards at h{ship} were not collected"));
            }
        }
        // One card of the row pays for each small destination.
        let small = Ship::all().filter(|&ship| !super::LARGE.contains(&ship.number()));
        let out = small.filter(|&ship| !self.is_home(ship)).count();
        let row = self.row.iter().flatten().count();
        let dealt = !placing && self.phase != Phase::Cards;
        if dealt && !self.introductory && row != out {
            return Err(format!("the row holds {row} cards for {out} ships"));
        }
        let rising = self.row.iter().skip_while(|card| card.is_some()).all(Option::is_none);
        if !rising {
            return Err("the row has a gap".to_owned());
        }
        Ok(())
    }

    fn reports_are_kept(&self) -> Result<(), String> {
        let turned = u32::from(REPORTS) - self.reports_left();
        // One report is turned before the first turn and one after each, up to the last.
        let waiting = u32::from(self.phase == Phase::Report);
        let over = u32::from(self.phase == Phase::Over);
        let due = match self.forecast {
            None => 0,
            Some(_) => (u32::from(self.turns) + 1 - waiting - over).min(REPORTS.into()),
        };
        if turned != due {
            return Err(format!("{turned} reports were turned, {due} were due"));
        }
        for (pack, full) in self.packs.into_iter().zip(self.reports.packs()) {
            if pack.each().any(|(report, count)| count > full.count(report)) {
                return Err("a report came back into the stack".to_owned());
            }
        }
        Ok(())
    }
}
