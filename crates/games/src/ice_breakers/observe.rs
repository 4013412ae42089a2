//! A position as numbers, for one seat.

use polynya_engine::{Member, Observe, Observer, Seat, Word};

use super::action::{Card, Report, Ship};
use super::audit::{MOST_ADDED, MOST_TURNS};
use super::board::{DECK, Map, PLACES, REPORTS, ROW, Reports, SEATS, SHIPS, SPACES};
use super::places::{Places, spots};
use super::{Hand, IceBreakers};

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
        let under = Ship::all().map(|ship| {
            let place = self.under.iter().position(|&under| under == Some(ship));
            place.map_or(0.0, |place| place as f32 + 1.0)
        });
        let meaning = "ships 1 to 12: the place under the stack from which it comes, from 1, or 0";
        to.field("under_the_stack", meaning, 0.0..=SHIPS as f32, under);
        let coming = self.coming_reports().take(usize::from(REPORTS)).enumerate();
        let reports = coming.flat_map(|(place, report)| {
            let freezes = (1..=4).filter(move |&number| report.freezes(number)).map(usize::from);
            std::iter::once(0).chain(freezes).map(move |part| 5 * place + part)
        });
        let meaning = "the 20 reports that are turned next, for each: is it known, and does it freeze 1, 2, 3, 4";
        to.ones("coming_reports", meaning, 5 * usize::from(REPORTS), reports);
    }
}

fn bit(holds: bool) -> f32 {
    f32::from(u8::from(holds))
}

fn counts(cards: [u8; Card::COUNT]) -> impl Iterator<Item = f32> {
    cards.into_iter().map(f32::from)
}

impl IceBreakers {
    fn observe_board(&self, to: &mut impl Observer) {
        let cells = |set: Places| spots(set).iter().map(usize::from).filter(|&spot| spot < PLACES);
        let grid = "1 where the map has the place. 89 places of all maps: harbours h1 to h12, junctions j1 to j6, then \
                    the spaces of the 27 channels in the order of the rule book's table, each as long as on the map that \
                    gives it most";
        to.ones("on_map", grid, PLACES, cells(self.chart().places()));
        let pieces = [
            ("pieces_1", "places as in `on_map`: 1 where the piece has the number 1"),
            ("pieces_2", "places as in `on_map`: 1 where the piece has the number 2"),
            ("pieces_3", "places as in `on_map`: 1 where the piece has the number 3"),
            ("pieces_4", "places as in `on_map`: 1 where the piece has the number 4"),
        ];
        for ((name, meaning), set) in pieces.into_iter().zip(self.pieces) {
            to.ones(name, meaning, PLACES, cells(set));
        }
        to.ones("ice", "places as in `on_map`: 1 where the piece shows ice", PLACES, cells(self.ice));
    }

    fn observe_ships(&self, to: &mut impl Observer) {
        let placed = self.at.iter().enumerate();
        let places = placed.filter_map(|(ship, at)| at.map(|place| ship * PLACES + place.index()));
        let meaning = "where each ship is: ships 1 to 12, for each 89 places as in `on_map`; all 0 before it is placed";
        to.ones("ships", meaning, SHIPS * PLACES, places);
        to.field("ships_home", "ships 1 to 12: 1 if home", 0.0..=1.0, Ship::all().map(|ship| bit(self.is_home(ship))));
        let playing = Ship::all().map(|ship| bit(self.takes_part(ship)));
        to.field("ships_playing", "ships 1 to 12: 1 if it takes part in the match", 0.0..=1.0, playing);
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
            to.field(name, KINDS, 0.0..=ALIKE as f32, counts(hand.count));
            let given =
                (0..Card::COUNT * ALIKE).map(|index| bit(hand.fresh[index / ALIKE] >> (index % ALIKE) & 1 == 1));
            let meaning = "cards that may be given away: 5, 7, 10, R3, B1, AB2, for each kind 8 cards from the one that \
                           the seat has had longest";
            to.field(fresh, meaning, 0.0..=1.0, given);
        }
    }

    fn observe_cards(&self, to: &mut impl Observer) {
        let waiting = self.rewards.iter().flat_map(|cards| {
            Card::ALL.map(|card| cards.iter().flatten().filter(|&&other| other == card).count() as f32)
        });
        let meaning = "cards that wait at h1 to h12, for each counts of 5, 7, 10, R3, B1, AB2";
        to.field("rewards", meaning, 0.0..=3.0, waiting);
        let row = (0..ROW * Card::COUNT)
            .map(|index| bit(self.row[index / Card::COUNT] == Some(Card::ALL[index % Card::COUNT])));
        let meaning = "8 places of the row from the left, the last card is taken next; for each 5, 7, 10, R3, B1, AB2";
        to.field("row", meaning, 0.0..=1.0, row);
        to.field("pile", KINDS, 0.0..=ALIKE as f32, counts(self.pile));
        to.field("undealt", KINDS, 0.0..=ALIKE as f32, counts(self.deck));
        // What the owner of a box has entered may be more than was ever proposed, here and below.
        let most = DECK[Card::AutoBallast as usize];
        to.value("gone", "AB2 that have left the game", 0.0..=f32::from(most), self.gone().min(most));
    }

    fn observe_reports(&self, to: &mut impl Observer) {
        let numbers =
            |report: Option<Report>| (1..=4).map(move |number| bit(report.is_some_and(|it| it.freezes(number))));
        to.flag("forecast_open", "1 if a forecast lies open", self.forecast.is_some());
        to.field(
            "forecast",
            "the numbers 1, 2, 3, 4: 1 if it freezes when the turn ends",
            0.0..=1.0,
            numbers(self.forecast),
        );
        to.flag("effect_open", "1 if a report has taken effect", self.effect.is_some());
        to.field("effect", "the numbers 1, 2, 3, 4: 1 if it froze last", 0.0..=1.0, numbers(self.effect));
        let packs =
            self.packs.into_iter().flat_map(|pack| Report::all().map(move |report| pack.count(report).min(3) as f32));
        let meaning = "reports that lie face down: 4 packs from the top of the stack, for each counts of mild, 1, 2, 3, \
                       4, 1+2, 1+3, 1+4, 2+3, 2+4, 3+4, 1+2+3, 1+2+4, 1+3+4, 2+3+4, 1+2+3+4";
        to.field("packs", meaning, 0.0..=3.0, packs);
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
