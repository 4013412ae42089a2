//! A position as numbers, for one seat.

use polynya_engine::{Member, Observe, Observer, Seat, Word};

use super::action::{Card, Place, Report, Ship};
use super::audit::{MOST_ADDED, MOST_TURNS};
use super::board::{DECK, Map, PLACES, Pack, REPORTS, Reports, SEATS, SHIPS, SPACES};
use super::places::{Places, spots};
use super::{Hand, IceBreakers};

/// The reports that can be written.
const KINDS_OF_REPORTS: usize = 16;

/// The most cards of a kind.
const ALIKE: usize = 8;

const KINDS: &str = "counts of 5, 7, 10, R3, B1, AB2";

impl Observe for IceBreakers {
    const OBSERVATION: u16 = 2;

    fn observe(&self, seat: Seat, to: &mut impl Observer) {
        self.observe_board(to);
        self.observe_ships(to);
        self.observe_hands(seat, to);
        self.observe_cards(to);
        self.observe_reports(to);
        self.observe_turn(seat, to);
        to.one_hot("map", "standard, easy, hard", Map::COUNT, Some(self.map as usize));
        to.one_hot("deck_of_reports", "12-4, 10-6", Reports::COUNT, Some(self.reports as usize));
        to.flag("introductory", "1 if six ships play instead of twelve", self.introductory);
        // Version 1 ended here.
        to.flag("printed_ship_deal", "1 if ships are dealt as it is printed", self.printed_ship_deal);
        let mut under = [0; SHIPS];
        for (ship, place) in self.under_the_stack().zip(1..) {
            under[ship.index()] = place;
        }
        let meaning = "ships 1 to 12: the place under the stack from which it comes, from 1, or 0";
        to.counts("under_the_stack", meaning, 0.0..=SHIPS as f32, &under);
        let coming = self.coming_reports().take(usize::from(REPORTS)).enumerate();
        let reports = coming.flat_map(|(place, report)| {
            let freezes = (1..=4).filter(move |&number| report.freezes(number)).map(usize::from);
            std::iter::once(0).chain(freezes).map(move |part| 5 * place + part)
        });
        let meaning = "the 20 reports that are turned next, for each: is it known, and does it freeze 1, 2, 3, 4";
        to.ones("coming_reports", meaning, 5 * usize::from(REPORTS), reports);
    }
}

/// The numbers of some places, in words of 64.
fn words(places: Places) -> [u64; PLACES.div_ceil(64)] {
    let bits = spots(places).bits() & (u128::MAX >> (128 - PLACES));
    [bits as u64, (bits >> 64) as u64]
}

impl IceBreakers {
    fn observe_board(&self, to: &mut impl Observer) {
        let grid = "1 where the map has the place. 89 places of all maps: harbours h1 to h12, junctions j1 to j6, then \
                    the spaces of the 27 channels in the order of the rule book's table, each as long as on the map that \
                    gives it most";
        to.bits("on_map", grid, PLACES, 64, words(self.chart().places()));
        let pieces = [
            ("pieces_1", "places as in `on_map`: 1 where the piece has the number 1"),
            ("pieces_2", "places as in `on_map`: 1 where the piece has the number 2"),
            ("pieces_3", "places as in `on_map`: 1 where the piece has the number 3"),
            ("pieces_4", "places as in `on_map`: 1 where the piece has the number 4"),
        ];
        for ((name, meaning), set) in pieces.into_iter().zip(self.pieces) {
            to.bits(name, meaning, PLACES, 64, words(set));
        }
        to.bits("ice", "places as in `on_map`: 1 where the piece shows ice", PLACES, 64, words(self.ice));
    }

    fn observe_ships(&self, to: &mut impl Observer) {
        let meaning = "where each ship is: ships 1 to 12, for each 89 places as in `on_map`; all 0 before it is placed";
        to.one_hots("ships", meaning, PLACES, self.at.map(|at| at.map(Place::index)));
        let ships = |is: &dyn Fn(Ship) -> bool| {
            std::array::from_fn::<u8, SHIPS, _>(|bit| is(Ship::from_bit(bit as u32)).into())
        };
        let home = ships(&|ship| self.is_home(ship));
        to.counts("ships_home", "ships 1 to 12: 1 if home", 0.0..=1.0, &home);
        let playing = ships(&|ship| self.takes_part(ship));
        to.counts("ships_playing", "ships 1 to 12: 1 if it takes part in the match", 0.0..=1.0, &playing);
    }

    /// The hands, from that of the seat that looks.
    fn observe_hands(&self, seat: Seat, to: &mut impl Observer) {
        const NAMES: [[&str; 2]; SEATS] = [
            ["own_hand", "own_fresh"],
            ["next_hand", "next_fresh"],
            ["second_hand", "second_fresh"],
            ["third_hand", "third_fresh"],
        ];
        let seats = usize::from(self.seats);
        for (after, [name, fresh]) in NAMES.into_iter().enumerate() {
            let hand = if after < seats { self.hands[(seat.index() + after) % seats] } else { Hand::default() };
            to.counts(name, KINDS, 0.0..=ALIKE as f32, &hand.count);
            let meaning = "cards that may be given away: 5, 7, 10, R3, B1, AB2, for each kind 8 cards from the one that \
                           the seat has had longest";
            let given = hand.fresh.iter().rev().fold(0, |all, &cards| all << ALIKE | u64::from(cards));
            to.bits(fresh, meaning, Card::COUNT * ALIKE, Card::COUNT * ALIKE, [given]);
        }
    }

    fn observe_cards(&self, to: &mut impl Observer) {
        let mut waiting = [[0; Card::COUNT]; SHIPS];
        for (counts, cards) in waiting.iter_mut().zip(&self.rewards) {
            cards.iter().flatten().for_each(|&card| counts[card as usize] += 1);
        }
        let meaning = "cards that wait at h1 to h12, for each counts of 5, 7, 10, R3, B1, AB2";
        to.counts("rewards", meaning, 0.0..=3.0, waiting.as_flattened());
        let row = self.row.map(|card| card.map(|card| card as usize));
        let meaning = "8 places of the row from the left, the last card is taken next; for each 5, 7, 10, R3, B1, AB2";
        to.one_hots("row", meaning, Card::COUNT, row);
        to.counts("pile", KINDS, 0.0..=ALIKE as f32, &self.pile);
        to.counts("undealt", KINDS, 0.0..=ALIKE as f32, &self.deck);
        // What the owner of a box has entered may be more than was ever proposed, here and below.
        let most = DECK[Card::AutoBallast as usize];
        to.value("gone", "AB2 that have left the game", 0.0..=f32::from(most), self.gone().min(most));
    }

    fn observe_reports(&self, to: &mut impl Observer) {
        let numbers = |report: Option<Report>| {
            [1, 2, 3, 4].map(|number| u8::from(report.is_some_and(|report| report.freezes(number))))
        };
        to.flag("forecast_open", "1 if a forecast lies open", self.forecast.is_some());
        let meaning = "the numbers 1, 2, 3, 4: 1 if it freezes when the turn ends";
        to.counts("forecast", meaning, 0.0..=1.0, &numbers(self.forecast));
        to.flag("effect_open", "1 if a report has taken effect", self.effect.is_some());
        to.counts("effect", "the numbers 1, 2, 3, 4: 1 if it froze last", 0.0..=1.0, &numbers(self.effect));
        let counted = || {
            let mut counts = [0; 4 * KINDS_OF_REPORTS];
            let packs = self.packs.iter().flat_map(|pack| Report::all().map(|report| pack.count(report)));
            counts.iter_mut().zip(packs).for_each(|(count, pack)| *count = pack.min(3) as u8);
            counts
        };
        let meaning = "reports that lie face down: 4 packs from the top of the stack, for each counts of mild, 1, 2, 3, \
                       4, 1+2, 1+3, 1+4, 2+3, 2+4, 3+4, 1+2+3, 1+2+4, 1+3+4, 2+3+4, 1+2+3+4";
        to.counts_of("packs", meaning, 0.0..=3.0, self.packs.map(Pack::bits), counted);
    }

    fn observe_turn(&self, seat: Seat, to: &mut impl Observer) {
        let seats = usize::from(self.seats);
        let counted = |other: Seat| (seats + other.index() - seat.index() % seats) % seats;
        let phases = "laying ice, placing ships, dealing cards, turning a report, to play a Power card or pass, working, \
                      cutting, over";
        to.one_hot("phase", phases, 8, Some(self.phase as usize));
        to.value("done", "steps of this part of the set-up that are done", 0.0..=SPACES as f32, self.done);
        to.one_hot("seats", "2, 3, 4 seats play", SEATS - 1, seats.checked_sub(2));
        to.one_hot("turn_of", "whose turn it is, counted from the seat that looks", SEATS, Some(counted(self.seat)));
        let cutter = self.cutting().map(|(cutter, _)| counted(cutter));
        to.one_hot("cutter", "who cuts, counted from the seat that looks", SEATS, cutter);
        to.value("cuts", "cards that are still to be cut", 0.0..=2.0, self.cuts);
        to.one_hot("power", "the Power card that lies open: 5, 7, 10", 3, self.power.map(|card| card as usize));
        to.value("added", "points that were added to it", 0.0..=f32::from(MOST_ADDED), self.added.min(MOST_ADDED));
        let most = Card::Ten.points() + MOST_ADDED;
        to.value("points", "points that are left", 0.0..=f32::from(most), self.points.min(most));
        to.value("passes", "passes in a row under the last report", 0.0..=SEATS as f32, self.passes);
        to.value("turns", "turns that are over", 0.0..=f32::from(MOST_TURNS), self.turns.min(MOST_TURNS));
    }
}
