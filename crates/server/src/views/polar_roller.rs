//! What a drawing of Polar Roller needs to know: one entry a seat, so that a step changes a few words of one of them.

use std::collections::BTreeMap;

use polynya_engine::{Game, Seat, SeatSet, Step, StepOf, Turn, Word};
use polynya_games::polar_roller::{
    self, Action, Chance, Colony, Face, Glacier, Loan, Map, Number, Phase, PolarRoller, Pool, ROUNDS, Score, Shape,
};
use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::{Projection, in_browser, is_zero};

/// A position of Polar Roller. Places have the names of the rule book: `bt` a glacier, `7` a cliff, `b` a pool.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct PolarRollerView {
    /// The round, from 1, and how many there are.
    round: u8,
    rounds: u8,
    /// What is drawn for each number of the polar dice, from 1.
    animals: Vec<&'static str>,
    /// The map that everybody has on paper.
    map: RollerMap,
    /// What the match waits for.
    phase: RollerPhase,
    /// The seat that rolls the glacier die in this round.
    holder: u8,
    /// The face of the glacier die, once it was rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    face: Option<u8>,
    /// The letters of the two shapes on it: `td`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    shapes: Option<String>,
    /// What each seat has on paper, by seat.
    sheets: BTreeMap<u8, RollerSheet>,
    /// Who has won, once the match is over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    winners: Vec<u8>,
}

/// The polar map, on a triangular lattice inside a hexagon: the point q, r is a pool if q - r is a multiple of 3 and a
/// cliff otherwise. Cliffs are counted row by row from the north.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RollerMap {
    /// The side of the hexagon.
    side: i8,
    /// The fields from `a` on, one around each pool.
    fields: Vec<RollerField>,
    /// The colonies outside the coast.
    colonies: Vec<RollerColony>,
    /// The cliffs with a fish.
    fishing: Vec<String>,
    /// The glaciers that everybody melts before the first round.
    central: Vec<String>,
}

/// A pool and the ice around it.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RollerField {
    /// Where the pool lies: q and r.
    pool: (i8, i8),
    /// The triangles around the pool of which each glacier consists, by the letter of its shape: digits from 0, the
    /// triangle north of east, against the clock.
    ice: BTreeMap<&'static str, String>,
}

/// Penguins at home.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RollerColony {
    /// Its name, `nw`, and how that is said.
    name: String,
    spoken: &'static str,
    /// The cliffs that lead into it.
    cliffs: Vec<String>,
}

/// What a match of Polar Roller waits for.
#[derive(Clone, Copy, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum RollerPhase {
    /// The glacier die.
    GlacierDie,
    /// Seats that melt.
    Melt,
    /// The polar dice.
    PolarDice,
    /// Seats that draw.
    Draw,
    /// Nothing: the match is over.
    Over,
}

/// What was drawn on a place of a sheet.
#[derive(Clone, Copy, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "views.ts")]
pub enum Drawn {
    /// A glacier was shaded.
    Melted,
    /// A penguin on a cliff.
    Penguin,
    /// An orca in a pool.
    Orca,
    /// A bear on a glacier.
    Bear,
}

/// What one seat has on paper.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RollerSheet {
    /// What is drawn, by place.
    on: BTreeMap<String, Drawn>,
    /// Does the table wait for this seat?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    busy: bool,
    /// The neighbours of whom it may take a die, by the side on which they sit.
    lenders: BTreeMap<String, u8>,
    /// The letters of the shapes that are left to melt in this round.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    melt: String,
    /// Do two different shapes melt that share a side?
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pair: bool,
    /// The first glacier of such a pair, while the second is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    beside: Option<String>,
    /// The polar dice as rolled.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    dice: Option<[u8; 2]>,
    /// The Polar Tracker: what was written down in each round, the own two numbers and the neighbour's, `253 41-` where
    /// the last is not chosen yet. A number that was changed for a fish stands there as it is now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(as = "String")]
    tracker: Option<String>,
    /// The own numbers that are not used yet, in rising order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<u8>>")]
    own: Vec<u8>,
    /// The die that was taken in this round: whose it is, the first or the second, and what it shows.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    taken: Option<[u8; 3]>,
    /// Its number, until it is used.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    borrowed: Option<u8>,
    /// Fish that were caught.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    caught: u8,
    /// Fish that were eaten.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    eaten: u8,
    /// Numbers that were crossed out.
    #[serde(skip_serializing_if = "is_zero")]
    #[ts(optional, as = "Option<u8>")]
    lost: u8,
    /// The networks that connect colonies, each as their names: `nw ne`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    joined: Vec<String>,
    /// The pods, each as its pools: `b e j`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<String>>")]
    pods: Vec<String>,
    /// What the hunting ground of each bear scores, by the bear's glacier; 0 for bears that share one.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<String, i16>>")]
    grounds: BTreeMap<String, i16>,
    /// The points as they stand.
    score: RollerScore,
    /// How the points would change now: the places by the difference that melting or drawing there makes, and `fish`
    /// for eating one. What is legal and not named here changes nothing.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[ts(optional, as = "Option<BTreeMap<i16, String>>")]
    gains: BTreeMap<i16, String>,
}

/// What a sheet is worth as it stands.
#[derive(Serialize, TS)]
#[ts(export_to = "views.ts")]
pub struct RollerScore {
    /// Points for penguins.
    penguins: i16,
    /// Points for connected colonies.
    colonies: i16,
    /// Points for orcas.
    orcas: i16,
    /// Points for pods.
    pods: i16,
    /// Points for bears.
    bears: i16,
    /// Points for hunting grounds.
    grounds: i16,
    /// Points for fish.
    fish: i16,
    /// All points.
    total: i16,
}

in_browser!(PolarRoller);

impl Projection for PolarRoller {
    type View = PolarRollerView;

    fn view(&self) -> PolarRollerView {
        let winners = match self.turn() {
            Turn::Over(outcome) => outcome.winners.iter().map(number).collect(),
            _ => Vec::new(),
        };
        PolarRollerView {
            round: self.round(),
            rounds: ROUNDS,
            animals: Number::all().map(|number| number.animal().word()).collect(),
            map: map(self.map()),
            phase: match self.phase() {
                Phase::GlacierDie => RollerPhase::GlacierDie,
                Phase::Melt => RollerPhase::Melt,
                Phase::PolarDice(_) => RollerPhase::PolarDice,
                Phase::Draw => RollerPhase::Draw,
                Phase::Over => RollerPhase::Over,
            },
            holder: number(self.holder()),
            face: self.face().map(Face::get),
            shapes: self.face().map(|face| self.map().shapes(face).map(Shape::word).concat()),
            sheets: Seat::all(self.seats()).map(|seat| (number(seat), sheet(self, seat))).collect(),
            winners,
        }
    }

    fn remember(view: &mut PolarRollerView, steps: &[StepOf<PolarRoller>]) {
        let mut trackers: BTreeMap<u8, Vec<Round>> = view.sheets.keys().map(|&seat| (seat, Vec::new())).collect();
        for step in steps {
            match *step {
                Step::Chance(Chance::Polar(seat, first, second)) => {
                    let rolled = [first, second];
                    trackers.entry(number(seat)).or_default().push(Round { rolled, own: rolled, borrowed: None });
                }
                Step::Play(seat, Action::Take { side, die }) => {
                    let lender = view.sheets.get(&number(seat)).and_then(|sheet| sheet.lenders.get(side.word()));
                    let lent = lender.and_then(|lender| trackers.get(lender)?.last()).map(|round| round.rolled);
                    if let Some(round) = trackers.get_mut(&number(seat)).and_then(|rounds| rounds.last_mut()) {
                        round.borrowed = lent.map(|dice| dice[die as usize]);
                    }
                }
                Step::Play(seat, Action::Eat(from, to)) => {
                    let round = trackers.get_mut(&number(seat)).and_then(|rounds| rounds.last_mut());
                    if let Some(own) = round.and_then(|round| round.own.iter_mut().find(|own| **own == from)) {
                        *own = to;
                    }
                }
                Step::Chance(Chance::Glacier(_)) | Step::Play(..) => {}
            }
        }
        for (seat, rounds) in trackers {
            if let Some(sheet) = view.sheets.get_mut(&seat) {
                sheet.tracker = Some(spaced(&rounds, Round::written));
            }
        }
    }

    fn veil(view: &mut Value, ground: &Value, own: SeatSet) {
        let Some(sheets) = view.get_mut("sheets").and_then(Value::as_object_mut) else { return };
        for (seat, sheet) in sheets {
            let own = seat.parse().is_ok_and(|seat: Seat| own.contains(seat));
            let before = ground.get("sheets").and_then(|sheets| sheets.get(seat)).filter(|_| !own);
            let Some(Value::Object(before)) = before else { continue };
            let mut before = before.clone();
            match sheet.get("busy") {
                Some(busy) => drop(before.insert("busy".to_owned(), busy.clone())),
                None => drop(before.remove("busy")),
            }
            *sheet = Value::Object(before);
        }
    }
}

/// What a seat wrote down in one round.
struct Round {
    rolled: [Number; 2],
    /// The same, with what was changed for fish.
    own: [Number; 2],
    borrowed: Option<Number>,
}

impl Round {
    fn written(&self) -> String {
        let [first, second] = self.own.map(Number::get);
        format!("{first}{second}{}", self.borrowed.map_or_else(|| "-".to_owned(), |number| number.to_string()))
    }
}

fn map(map: Map) -> RollerMap {
    let ice = |glacier: Glacier| {
        let digits = map.wedges(glacier).map(|wedge| (wedge as u8).to_string());
        (glacier.shape().word(), digits.collect::<String>())
    };
    let field =
        |pool: Pool| RollerField { pool: pool.at(), ice: (pool.glaciers() & map.glaciers()).iter().map(ice).collect() };
    let colony = |colony: Colony| RollerColony {
        name: short(colony),
        spoken: colony.word(),
        cliffs: map.access_to(colony).iter().map(|cliff| cliff.to_string()).collect(),
    };
    RollerMap {
        side: polar_roller::SIDE,
        fields: Pool::ALL.iter().map(field).collect(),
        colonies: Colony::ALL.into_iter().map(colony).collect(),
        fishing: map.fishing().iter().map(|cliff| cliff.to_string()).collect(),
        central: map.central().iter().map(|glacier| glacier.to_string()).collect(),
    }
}

fn sheet(position: &PolarRoller, seat: Seat) -> RollerSheet {
    let sheet = position.sheet(seat);
    let mut on = BTreeMap::new();
    on.extend(sheet.melted().iter().map(|glacier| (glacier.to_string(), Drawn::Melted)));
    on.extend(sheet.penguins().iter().map(|cliff| (cliff.to_string(), Drawn::Penguin)));
    on.extend(sheet.orcas().iter().map(|pool| (pool.to_string(), Drawn::Orca)));
    on.extend(sheet.bears().iter().map(|glacier| (glacier.to_string(), Drawn::Bear)));
    let mut grounds = BTreeMap::new();
    for ground in sheet.grounds() {
        grounds.extend(ground.bears.iter().map(|bear| (bear.to_string(), ground.points())));
    }
    RollerSheet {
        on,
        busy: position.waiting().contains(seat),
        lenders: position.lenders(seat).map(|(side, from)| (side.to_string(), number(from))).collect(),
        melt: sheet.to_melt().map(Shape::word).collect(),
        pair: sheet.melts_a_pair(),
        beside: sheet.melted_first().map(|glacier| glacier.to_string()),
        tracker: None,
        dice: sheet.dice().map(|dice| dice.map(Number::get)),
        own: sheet.own_numbers().map(Number::get).collect(),
        taken: sheet.taken().and_then(|loan| taken(position, seat, loan)),
        borrowed: sheet.borrowed().map(Number::get),
        caught: sheet.fish_caught(),
        eaten: sheet.fish_eaten(),
        lost: sheet.lost(),
        joined: sheet.connections().map(|network| spaced(network.colonies(), short)).collect(),
        pods: sheet.pods().map(|pod| spaced(pod.orcas.iter(), |pool| pool.to_string())).collect(),
        grounds,
        score: score(&sheet.score()),
        gains: gains(position, seat),
    }
}

fn taken(position: &PolarRoller, seat: Seat, loan: Loan) -> Option<[u8; 3]> {
    let shown = position.lent(seat, loan)?.get();
    Some([number(position.neighbour(seat, loan.side)), loan.die as u8 + 1, shown])
}

fn score(score: &Score) -> RollerScore {
    RollerScore {
        penguins: score.penguin_points(),
        colonies: score.colony_points(),
        orcas: score.orca_points(),
        pods: score.pod_points(),
        bears: score.bear_points(),
        grounds: score.ground_points(),
        fish: score.fish_points(),
        total: score.total(),
    }
}

/// The places of a seat's legal actions by what they change; what changes nothing is left out.
fn gains(position: &PolarRoller, seat: Seat) -> BTreeMap<i16, String> {
    let mut gains: BTreeMap<i16, String> = BTreeMap::new();
    for prospect in position.prospects(seat) {
        let place = match prospect.action {
            Action::Melt(glacier) | Action::Bear(glacier) => glacier.to_string(),
            Action::Penguin(cliff) => cliff.to_string(),
            Action::Orca(pool) => pool.to_string(),
            Action::Eat(..) => "fish".to_owned(),
            Action::Take { .. } | Action::Cross(_) | Action::Done => continue,
        };
        if prospect.gain == 0 {
            continue;
        }
        let places = gains.entry(prospect.gain).or_default();
        if places.is_empty() {
            *places = place;
        } else if place != "fish" || !places.ends_with("fish") {
            *places = format!("{places} {place}");
        }
    }
    gains
}

fn short(colony: Colony) -> String {
    colony.word().split('-').filter_map(|word| word.chars().next()).collect()
}

fn spaced<T>(things: impl IntoIterator<Item = T>, name: impl Fn(T) -> String) -> String {
    things.into_iter().map(name).collect::<Vec<String>>().join(" ")
}

fn number(seat: Seat) -> u8 {
    seat.number() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::views::{View, merge, patch};
    use polynya_engine::{Line, Luck, Seed, playout};
    use polynya_games::polar_roller::Options;

    /// Each position of a random match.
    fn positions(seats: u8) -> Vec<PolarRoller> {
        positions_of(0, seats)
    }

    /// Each position of one of the random matches with so many seats.
    fn positions_of(number: u64, seats: u8) -> Vec<PolarRoller> {
        let mut position = PolarRoller::start(&Options::default(), seats).expect("so many can play");
        let mut luck = Seed::of("views").nth(number).draw(u64::from(seats));
        let mut all = vec![position.clone()];
        while !matches!(position.turn(), Turn::Over(_)) {
            playout(&mut position, &mut luck, &mut Vec::new(), 1, &mut |_| {});
            all.push(position.clone());
        }
        all
    }

    fn value(position: &PolarRoller) -> Value {
        serde_json::to_value(position.view()).expect("a view is plain JSON")
    }

    #[test]
    fn patches_lead_from_view_to_view() {
        let mut seen = 0;
        for seats in [2, 3, 6, 12] {
            let all = positions(seats);
            let mut shown = value(&all[0]);
            for position in &all[1..] {
                let next = value(position);
                let change = patch(&shown, &next);
                merge(&mut shown, &change);
                assert_eq!(shown, next);
                seen += 1;
            }
        }
        assert!(seen > 1000);
    }

    #[test]
    fn a_step_of_twelve_seats_is_told_in_few_bytes() {
        let all = positions(12);
        let mut sizes: Vec<usize> =
            all.windows(2).map(|two| patch(&value(&two[0]), &value(&two[1])).to_string().len()).collect();
        sizes.sort_unstable();
        let (median, most) = (sizes[sizes.len() / 2], sizes[sizes.len() - 1]);
        assert!(median <= 230, "half of the patches have more than {median} bytes");
        assert!(most <= 6000, "a patch has {most} bytes");
    }

    #[test]
    fn the_tracker_holds_what_was_rolled_taken_and_changed() {
        let mut line = Line::<PolarRoller>::new(Options::default(), 3).expect("three can play");
        let mut luck = Seed::of("tracker").draw(0);
        let (mut rounds, mut eaten) = (0, 0);
        let mut kept: Vec<Vec<[u8; 3]>> = vec![Vec::new(); 3];
        while !matches!(line.position().turn(), Turn::Over(_)) {
            let mut legal = line.legal();
            // Whoever may eat does so, or it would hardly happen.
            if let Some(eat) = legal.iter().position(|step| step.contains(" eat ")) {
                legal.swap(0, eat);
                legal.truncate(1);
            }
            let step = legal.swap_remove(luck.below(legal.len() as u32) as usize);
            eaten += u32::from(step.contains(" eat "));
            let before = line.position().clone();
            line.push(step.parse().expect("it is legal")).expect("it is legal");
            for seat in Seat::all(3) {
                let (was, is) = (before.sheet(seat), line.position().sheet(seat));
                let kept = &mut kept[seat.index()];
                match (was.dice(), is.dice()) {
                    (None, Some([first, second])) => kept.push([first.get(), second.get(), 0]),
                    (Some(_), Some(_)) => {
                        let now = kept.last_mut().expect("dice lie there");
                        if let (None, Some(borrowed)) = (was.taken(), is.borrowed()) {
                            now[2] = borrowed.get();
                        }
                        if is.fish_eaten() > was.fish_eaten() {
                            let words: Vec<&str> = step.split(' ').collect();
                            let (from, to): (u8, u8) = (words[2].parse().unwrap(), words[3].parse().unwrap());
                            *now[..2].iter_mut().find(|own| **own == from).expect("it was an own number") = to;
                        }
                    }
                    _ => {}
                }
            }
            let view = View::view(&line);
            for seat in Seat::all(3) {
                let told = view["sheets"][seat.to_string()]["tracker"].as_str().expect("a tracker").to_owned();
                let written = spaced(&kept[seat.index()], |[one, two, three]| {
                    format!("{one}{two}{}", if *three == 0 { "-".to_owned() } else { three.to_string() })
                });
                assert_eq!(told, written, "after {step}");
                rounds = rounds.max(told.split(' ').count());
            }
        }
        assert_eq!(rounds, usize::from(ROUNDS));
        assert!(eaten > 0, "nobody has eaten a fish");
    }

    #[test]
    fn gains_are_what_the_score_does() {
        let mut count = 0;
        for position in (0..2).flat_map(|number| (2..=12).flat_map(move |seats| positions_of(number, seats))) {
            let view = position.view();
            count += 1;
            for seat in Seat::all(position.seats()) {
                let gains = &view.sheets[&number(seat)].gains;
                let told = |place: &str| {
                    gains.iter().find(|(_, places)| places.split(' ').any(|each| each == place)).map_or(0, |one| *one.0)
                };
                let mut legal = Vec::new();
                position.legal(seat, &mut legal);
                for action in legal {
                    let mut after = position.clone();
                    after.play(seat, action, &mut |_| {});
                    let words = action.to_string();
                    let place = match words.split(' ').collect::<Vec<&str>>()[..] {
                        ["melt" | "penguin" | "orca" | "bear", place] => place,
                        ["eat", ..] => "fish",
                        _ => continue,
                    };
                    assert_eq!(told(place), after.score(seat).total() - position.score(seat).total(), "{words}");
                }
            }
        }
        assert!(count > 10_000, "only {count} positions");
    }
}
