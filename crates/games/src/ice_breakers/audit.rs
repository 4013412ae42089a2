//! What must be true of every position.

use polynya_engine::{Audit, Game, Member, Seat, Word, must, must_with};

use super::action::{Card, Place, Report, Ship};
use super::board::{
    BUBBLER, CARDS, DECK, GIVEN, INTRODUCTORY, LARGE_PAYS, PIECES, REPORTS, RETROFIT, SPACES, arrangements,
};
use super::options::ReportOrder;
use super::places::Places;
use super::{IceBreakers, Phase};

/// The most cards that Auto-Ballasts bring back.
const CUTS: u8 = 2 * DECK[Card::AutoBallast as usize];
/// More than this cannot be added in a turn: all Retrofits and Bubblers, and some of them again after a cut.
pub(super) const MOST_ADDED: u8 =
    RETROFIT * (DECK[Card::Retrofit as usize] + CUTS) + BUBBLER * DECK[Card::Bubbler as usize];
/// The turns before the last report lies open.
const EARLY: u16 = REPORTS as u16 - 1;
/// No match is longer: under the last report, everybody passes but one for every Power card and for every one that is
/// cut, and at last everybody.
pub(super) const MOST_TURNS: u16 = EARLY + 4 * (DECK[0] as u16 + DECK[1] as u16 + DECK[2] as u16 + CUTS as u16 + 1);

impl Audit for IceBreakers {
    fn audit(&self) -> Result<(), String> {
        must(Self::SEATS.contains(&self.seats), "the table has another number of seats")?;
        must(self.seat.index() < usize::from(self.seats), "a stranger has the turn")?;
        self.set_up_is_kept()?;
        self.cards_are_kept()?;
        self.hands_are_kept()?;
        self.pieces_are_kept()?;
        self.ships_are_kept()?;
        self.rewards_are_kept()?;
        self.reports_are_kept()?;
        self.turn_is_kept()?;
        self.passes_are_kept()
    }
}

impl IceBreakers {
    /// The steps of the part of the set-up that goes on; 0 after it.
    fn steps(&self) -> u8 {
        match self.phase {
            Phase::Ice => SPACES as u8,
            Phase::Ships => self.fleet(),
            Phase::Cards => CARDS - GIVEN.len() as u8 * self.seats,
            _ => 0,
        }
    }

    fn set_up_is_kept(&self) -> Result<(), String> {
        let steps = self.steps();
        must(self.done < steps.max(1), "more steps of the set-up are done than there are")?;
        must(steps == 0 || self.forecast.is_none(), "a report was turned before the cards were dealt")?;
        let setting_up = steps > 0 || self.phase == Phase::Report;
        must(setting_up || self.forecast.is_some(), "somebody acts without a forecast")?;
        if self.forecast.is_none() {
            must(self.turns == 0 && self.effect.is_none(), "a turn was over before the first")?;
            must(self.seat == Seat::default(), "the first turn is not that of seat 1")?;
            must(self.pile == [0; Card::COUNT], "cards were played before the first turn")?;
        }
        Ok(())
    }

    /// How many cards of a kind are in hands, rewards, the row, the pile and the undealt deck.
    pub(super) fn count_everywhere(&self, card: Card) -> usize {
        let kind = card as usize;
        let heaps = self.hands.iter().map(|hand| hand.count[kind]).chain([self.pile[kind], self.deck[kind]]);
        let laid = self.rewards.iter().flatten().chain(&self.row).flatten().filter(|&&other| other == card).count();
        heaps.map(usize::from).sum::<usize>() + laid
    }

    /// The Auto-Ballasts that have left the game.
    pub(super) fn gone(&self) -> u8 {
        self.printed().deck[Card::AutoBallast as usize].saturating_sub(self.count_everywhere(Card::AutoBallast) as u8)
    }

    fn cards_are_kept(&self) -> Result<(), String> {
        for (card, count) in Card::ALL.into_iter().zip(self.printed().deck) {
            let (here, count) = (self.count_everywhere(card), usize::from(count));
            // Only used Auto-Ballasts leave the game.
            let kept = here == count || (here < count && card == Card::AutoBallast);
            must_with(kept, || format!("there are {here} cards {card} of {count}"))?;
        }
        must(self.pile[Card::AutoBallast as usize] == 0, "an AB2 lies in the pile")?;
        must(self.gone() == 0 || self.forecast.is_some(), "an AB2 was cashed before the first turn")?;
        let left: u8 = self.deck.iter().sum();
        let due = match self.phase {
            Phase::Ice | Phase::Ships => CARDS - GIVEN.len() as u8 * self.seats,
            Phase::Cards => self.cards_to_deal(),
            _ => 0,
        };
        must(left == due, "cards were not dealt, or too early")
    }

    fn hands_are_kept(&self) -> Result<(), String> {
        let resting = !matches!(self.phase, Phase::Choose | Phase::Work | Phase::Cut);
        for (index, hand) in self.hands.iter().enumerate() {
            let stray = hand.fresh.iter().zip(hand.count).any(|(&fresh, count)| u32::from(fresh) >> count != 0);
            let stranger = index >= usize::from(self.seats) && hand.count != [0; Card::COUNT];
            if stray || stranger || (resting && hand.fresh != [0; Card::COUNT]) {
                return Err(format!("the hand of seat {} is out of order", index + 1));
            }
        }
        if self.forecast.is_some() {
            return Ok(());
        }
        for (index, hand) in self.hands.iter().enumerate().take(self.seats.into()) {
            let size: usize = hand.count.iter().copied().map(usize::from).sum();
            let due = GIVEN.len() + self.dealt_to(index);
            if size != due || GIVEN.iter().any(|&card| !hand.has(card)) {
                return Err(format!("the hand of seat {} has {size} cards of {due}, or not those given", index + 1));
            }
        }
        Ok(())
    }

    /// Cards that are laid out or dealt.
    fn laid_out(&self) -> usize {
        match self.phase {
            Phase::Ice | Phase::Ships => 0,
            Phase::Cards => self.done.into(),
            _ => usize::from(CARDS) - GIVEN.len() * usize::from(self.seats),
        }
    }

    /// Cards that large destinations get.
    fn at_large(&self) -> usize {
        self.printed().large(self.introductory).len() * LARGE_PAYS
    }

    /// Cards that this seat was dealt in the set-up, in turn with the others.
    fn dealt_to(&self, index: usize) -> usize {
        let seats = usize::from(self.seats);
        let dealt = self.laid_out().saturating_sub(self.at_large() + usize::from(self.small()));
        (dealt + seats - 1 - index) / seats
    }

    fn pieces_are_kept(&self) -> Result<(), String> {
        let chart = self.chart();
        let laid = if self.phase == Phase::Ice { self.done.into() } else { SPACES };
        let mut seen = Places::NONE;
        for (number, (&pieces, count)) in self.pieces.iter().zip(PIECES).enumerate() {
            let (here, count) = (pieces.len(), usize::from(count));
            if !(pieces & seen).is_empty() || here > count || (laid == SPACES && here != count) {
                return Err(format!("there are {here} pieces with the number {} of {count}", number + 1));
            }
            seen |= pieces;
        }
        let due: Places = chart.order[..laid].iter().map(|&space| chart.place(space)).collect();
        must_with(seen == due, || format!("pieces and spaces do not match: {:?}", seen ^ due))?;
        let of_the_map = self.pieces.iter().all(|pieces| pieces.iter().all(|place| chart.has(place)));
        must(of_the_map && self.ice.iter().all(|place| chart.has(place)), "a piece lies on another map")?;
        let stray = self.ice.difference(seen);
        must_with(stray.is_empty(), || format!("ice lies where no piece is: {stray:?}"))?;
        must(self.forecast.is_some() || self.ice == seen, "ice was broken before the first turn")
    }

    fn ships_are_kept(&self) -> Result<(), String> {
        for ship in Ship::all() {
            let rests = self.takes_part(ship) || self.is_home(ship);
            must_with(rests, || format!("ship {ship} takes no part and is not at home"))?;
            let on_map = match self.place_of(ship) {
                Some(at) => self.chart().has(at),
                None => self.forecast.is_none(),
            };
            must_with(on_map, || format!("ship {ship} is nowhere on the map"))?;
        }
        must(!self.all_home() || self.phase == Phase::Over, "the match went on with all ships home")?;
        self.stack_is_kept()?;
        if self.forecast.is_none() { self.fleet_is_placed() } else { Ok(()) }
    }

    /// Under the stack lie ships that were drawn for their own harbours, in a row, while ships are dealt.
    fn stack_is_kept(&self) -> Result<(), String> {
        let count = self.under_the_stack().count();
        must(self.under[..count].iter().all(Option::is_some), "the stack of ships has a gap")?;
        must(count == 0 || (self.printed_ship_deal && self.phase == Phase::Ships), "ships lie under no stack")?;
        for (place, ship) in self.under_the_stack().enumerate() {
            let drawn = self.place_of(ship).is_none() && ship.index() <= self.next_harbour().index();
            let once = self.under_the_stack().skip(place + 1).all(|other| other != ship);
            must_with(drawn && once, || format!("ship {ship} is not one that goes under the stack"))?;
        }
        let (unplaced, _) = if self.phase == Phase::Ships { self.unplaced() } else { (2, 0) };
        must(
            unplaced > 1 || count == 0 || self.under[0].map(Place::harbour) != Some(self.next_harbour()),
            "the last ship lies under the stack",
        )
    }

    /// Before the first turn: one ship at every harbour that had its draw, and none of them at home.
    fn fleet_is_placed(&self) -> Result<(), String> {
        let placed = match self.phase {
            Phase::Ice => 0,
            Phase::Ships => self.done.into(),
            _ => self.fleet().into(),
        };
        let harbours: Vec<Place> = match self.introductory {
            true => INTRODUCTORY.iter().map(|number| Place(number - 1)).collect(),
            false => Ship::all().map(Place::harbour).collect(),
        };
        let mut due: Places = harbours[..placed].iter().copied().collect();
        for ship in Ship::all().filter(|&ship| self.takes_part(ship)) {
            let Some(at) = self.place_of(ship) else { continue };
            must(due.contains(at) && at != Place::harbour(ship), "a ship begins where it may not")?;
            due.remove(at);
        }
        must(due.is_empty(), "a harbour lacks the ship that begins there")?;
        if self.phase == Phase::Ships && !self.printed_ship_deal {
            let (open, own) = self.unplaced();
            must(arrangements(open, own) > 0, "the last ship would begin at home")?;
        }
        Ok(())
    }

    fn rewards_are_kept(&self) -> Result<(), String> {
        let laid = self.laid_out();
        let after_large = laid.saturating_sub(self.at_large());
        let (large, small) = (self.printed().large(self.introductory), self.printed().small(self.introductory));
        for ship in Ship::all() {
            let among = |numbers: &[u8]| numbers.iter().position(|&number| number == ship.get());
            let due = match (among(large), among(small)) {
                _ if self.is_home(ship) => 0,
                (Some(index), _) => laid.saturating_sub(index * LARGE_PAYS).min(LARGE_PAYS),
                (_, Some(index)) => after_large.saturating_sub(index).min(1),
                _ => 0,
            };
            let cards = &self.rewards[ship.index()];
            let laid = cards[..due].iter().all(Option::is_some) && cards[due..].iter().all(Option::is_none);
            must_with(laid, || format!("other cards wait at h{ship} than {due} for its ship"))?;
        }
        // One card of the row pays for each small destination.
        let out = Ship::all().filter(|&ship| !large.contains(&ship.get()) && !self.is_home(ship)).count();
        let due = if self.introductory { 0 } else { out.min(after_large) };
        let row = self.row.iter().flatten().count();
        must_with(row == due, || format!("the row holds {row} cards for {due} ships"))?;
        must(self.row[..row].iter().all(Option::is_some), "the row has a gap")
    }

    fn reports_are_kept(&self) -> Result<(), String> {
        let full = self.printed().packs(self.reports);
        for (pack, full) in self.packs.into_iter().zip(full) {
            let sound = pack.each().all(|(report, count)| count <= full.count(report));
            must(sound, "a report came back into the stack")?;
        }
        let turned = u32::from(REPORTS) - self.reports_left();
        // One report is turned before the first turn and one after each, up to the last.
        let between = u32::from(matches!(self.phase, Phase::Report | Phase::Over));
        let due = match self.forecast {
            None => 0,
            Some(_) => (u32::from(self.turns) + 1 - between).min(REPORTS.into()),
        };
        must_with(turned == due, || format!("{turned} reports were turned, {due} were due"))?;
        must(self.phase != Phase::Report || !self.reports_are_out(), "there is no report to turn")?;
        if let Some(order) = self.report_order {
            return self.order_is_kept(&order);
        }
        let begun = self.packs.iter().zip(&full).rposition(|(pack, full)| pack != full);
        let above = &self.packs[..begun.unwrap_or(0)];
        must(above.iter().all(|pack| pack.is_empty()), "a report was turned before those above it")?;
        let open =
            |report: Report| begun.is_some_and(|begun| self.packs[begun].count(report) < full[begun].count(report));
        must(self.forecast.is_none_or(open), "the forecast is not the report that was turned last")
    }

    /// Those reports lie face down that the known order has not brought yet.
    fn order_is_kept(&self, order: &ReportOrder) -> Result<(), String> {
        must(order.is_of(self.printed().packs(self.reports)), "the known order of reports is of another deck")?;
        let turned = usize::from(REPORTS) - self.reports_left() as usize;
        let mut packs = self.printed().packs(self.reports);
        for report in order.reports().take(turned) {
            packs.iter_mut().find(|pack| pack.count(report) > 0).into_iter().for_each(|pack| pack.remove(report));
        }
        must(packs == self.packs, "the reports do not lie in their known order")?;
        let last = turned.checked_sub(1).and_then(|last| order.after(last));
        must(self.forecast == last, "the forecast is not the report that was turned last")
    }

    fn turn_is_kept(&self) -> Result<(), String> {
        let acting = matches!(self.phase, Phase::Choose | Phase::Work | Phase::Cut);
        must(self.phase != Phase::Work || self.power.is_some(), "a turn goes on without a Power card")?;
        must(self.phase != Phase::Choose || self.power.is_none(), "a second Power card could be played")?;
        must(acting || self.power.is_none(), "a Power card lies open between turns")?;
        must(self.power.is_none_or(Card::is_power), "a turn was opened without a Power card")?;
        must(self.power.is_some() || self.added == 0, "cards were added to nothing")?;
        let cutting = self.phase == Phase::Cut;
        must((self.cuts > 0) == cutting, "cuts are open outside a cut")?;
        must(self.cuts <= 2 && self.cuts <= self.pile.iter().sum(), "there is nothing to cut")?;
        must(!cutting || self.gone() > 0, "somebody cuts without an AB2")?;
        let cutter = self.cutter.index() < usize::from(self.seats) && (cutting || self.cutter == Seat::default());
        must(cutter, "a stranger cuts")?;
        must(!cutting || self.power.is_some() || self.cutter == self.seat, "another seat cuts before the Power card")?;
        // Every added card is in the pile or was cut from it.
        let piled = |card: Card| card.points() * self.pile[card as usize];
        let cut = Card::Retrofit.points() * (2 * self.gone() - self.cuts);
        must(self.added <= piled(Card::Retrofit) + piled(Card::Bubbler) + cut, "more was added than was played")?;
        let most = self.power.map_or(0, Card::points) + self.added;
        must(self.points <= most, "more points are left than were played")?;
        must(self.phase != Phase::Over || self.season_end().is_some(), "the match is over without a reason")
    }

    /// Passes in a row are those under the last report, and no match is endless.
    fn passes_are_kept(&self) -> Result<(), String> {
        must(self.passes == 0 || self.reports_are_out(), "passes count before the last report")?;
        must(self.passes == 0 || self.power.is_none(), "passes count after a Power card")?;
        let last = if self.phase == Phase::Over { self.seats } else { self.seats - 1 };
        must(self.passes <= last, "the match went on after a round of passes")?;
        // Every Power card that was played is in the pile or was cut from it.
        let piled: u8 = Card::POWER.iter().map(|&card| self.pile[card as usize]).sum();
        let played = piled + 2 * self.gone() - self.cuts;
        let late = self.turns.saturating_sub(EARLY);
        let most = u16::from(played) * u16::from(self.seats) + u16::from(self.passes);
        must(late <= most, "more turns are over than cards were played and seats have passed")
    }
}
