//! Puzzles: positions of bots' matches in which one plan alone is the best, and which levels of bots miss it.
//!
//! What is asked is a [`Task`]: a worth of the positions in which a plan can stop, exact, chance included. A plan is what
//! one seat does in a row before anything is drawn or anybody else acts. [`solve`] plays out all plans, so the best and the
//! next best are known and not guessed; a puzzle is a position in which all the best plans begin alike, or are the same
//! actions in another order.

mod floes;
mod ice_breakers;
mod polar_roller;
mod rescue_polar_bears;

use std::any::Any;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use polynya_bots::Bot;
use polynya_catalog::{CatalogError, LEARNER, Listing, Visitor, visit};
use polynya_engine::lesson::{Lesson, Missed, Puzzle};
use polynya_engine::{Complete, Line, Record, Seat, Seed, Step, Turn};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use rayon::ThreadPool;

use crate::parallel;

/// What can be asked in a game.
pub struct Task<G: Complete> {
    /// Its word: `win`.
    pub name: &'static str,
    /// The title of its puzzles.
    pub title: &'static str,
    /// The clause behind it.
    pub clause: &'static str,
    /// What is asked, told about the position.
    pub ask: fn(&G, Seat) -> String,
    /// What is said to a try that is not the best.
    pub otherwise: &'static str,
    /// What is said of the solution: of the worths of the best and the next best.
    pub solved: fn(f64, f64) -> String,
    /// Is it worth asking this here? Quick, and never wrong about what it leaves out being of no use.
    pub fits: fn(&G, Seat) -> bool,
    /// Is a worth as good at any moment, so that a plan can stop at once when it has reached it? Otherwise it stops when the
    /// seat cannot go on.
    pub at_once: bool,
    /// Actions that cannot change what is asked are left out of all plans.
    pub matters: fn(&G, Seat, G::Action) -> bool,
    /// What it is worth to stop here, after a plan that began there.
    pub worth: fn(begin: &G, stop: &G, Seat) -> f64,
    /// What the solution must be better by.
    pub margin: f64,
    /// Is it what the match is played for? Otherwise a puzzle is kept only if some bot does the same, so that it is no
    /// lesson in bad play.
    pub is_aim: bool,
}

/// Two worths that differ by less are the same.
const SAME: f64 = 1e-9;
/// A puzzle has no more best plans than this, in any order of their actions.
const MOST_WAYS: usize = 48;

/// What is true of a position in which something is asked.
#[derive(Clone, PartialEq, Debug)]
pub struct Solution {
    /// What the best plan is worth.
    pub best: f64,
    /// What the best stop is worth that is not as good.
    pub next: f64,
    /// All the best plans in words, in order.
    pub ways: Vec<Vec<String>>,
    /// How many positions were looked at.
    pub positions: usize,
}

impl Solution {
    /// Do all the best plans begin alike, or are they the same actions in another order?
    pub fn is_one(&self) -> bool {
        let begin = |way: &Vec<String>| way.first().cloned();
        let sorted = |way: &Vec<String>| way.iter().cloned().collect::<BTreeSet<_>>();
        let alike = self.ways.iter().all(|way| begin(way) == begin(&self.ways[0]));
        alike || self.ways.iter().all(|way| way.len() == self.ways[0].len() && sorted(way) == sorted(&self.ways[0]))
    }
}

/// A position on the way, and where it leads.
struct Node<G: Complete> {
    position: G,
    /// What it is worth to stop here, if a plan can.
    stop: Option<f64>,
    /// The actions that go on, and where to.
    next: Vec<(G::Action, usize)>,
    /// The best that can be reached.
    best: f64,
}

/// Can the seat go on with its plan here?
fn goes_on<G: Complete>(begin: &G, here: &G, seat: Seat) -> bool {
    matches!(here.turn(), Turn::Players(acting) if acting.contains(seat)) && here.turns() == begin.turns()
}

/// Plays out all plans of a seat; nothing if they lead to more than `most` positions, or if too many are the best.
pub fn solve<G: Complete>(task: &Task<G>, begin: &G, seat: Seat, most: usize) -> Option<Solution> {
    let mut nodes: Vec<Node<G>> = Vec::new();
    let mut known: HashMap<Vec<u8>, usize> = HashMap::new();
    let mut meet = |nodes: &mut Vec<Node<G>>, position: G| -> usize {
        let mut bytes = Vec::with_capacity(128);
        position.to_bytes(&mut bytes);
        *known.entry(bytes).or_insert_with(|| {
            let stops = task.at_once || !goes_on(begin, &position, seat);
            let stop = stops.then(|| (task.worth)(begin, &position, seat));
            nodes.push(Node { position, stop, next: Vec::new(), best: f64::NEG_INFINITY });
            nodes.len() - 1
        })
    };
    meet(&mut nodes, begin.clone());
    let mut at = 0;
    let mut actions = Vec::new();
    while at < nodes.len() {
        if nodes.len() > most {
            return None;
        }
        let here = nodes[at].position.clone();
        if goes_on(begin, &here, seat) {
            actions.clear();
            here.legal(seat, &mut actions);
            for &action in actions.iter().filter(|&&action| (task.matters)(&here, seat, action)) {
                let mut after = here.clone();
                after.play(seat, action, &mut |_| {});
                let next = meet(&mut nodes, after);
                nodes[at].next.push((action, next));
            }
        }
        at += 1;
    }
    backwards(&mut nodes);
    let best = nodes[0].best;
    let stops = nodes.iter().filter_map(|node| node.stop);
    let next = stops.filter(|&worth| worth < best - SAME).fold(f64::NEG_INFINITY, f64::max);
    let mut ways = Vec::new();
    if !collect(&nodes, 0, &mut Vec::new(), &mut vec![false; nodes.len()], &mut ways) || ways.is_empty() {
        return None;
    }
    ways.sort();
    Some(Solution { best, next, ways, positions: nodes.len() })
}

/// Tells every position the best that can be reached from it: from the best stops backwards, so that circles do no harm.
fn backwards<G: Complete>(nodes: &mut [Node<G>]) {
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (from, node) in nodes.iter().enumerate() {
        node.next.iter().for_each(|&(_, to)| before[to].push(from));
    }
    let mut stops: Vec<usize> = (0..nodes.len()).filter(|&at| nodes[at].stop.is_some()).collect();
    stops.sort_by(|&one, &other| nodes[other].stop.partial_cmp(&nodes[one].stop).expect("worths are numbers"));
    for stop in stops {
        let worth = nodes[stop].stop.expect("it stops");
        let mut open = vec![stop];
        while let Some(at) = open.pop() {
            if nodes[at].best == f64::NEG_INFINITY {
                nodes[at].best = worth;
                open.extend(&before[at]);
            }
        }
    }
}

/// Collects the best plans; `false` if they are too many.
fn collect<G: Complete>(
    nodes: &[Node<G>],
    at: usize,
    way: &mut Vec<String>,
    on_way: &mut [bool],
    ways: &mut Vec<Vec<String>>,
) -> bool {
    let best = nodes[0].best;
    if nodes[at].stop.is_some_and(|worth| worth > best - SAME) {
        ways.push(way.clone());
        return ways.len() <= MOST_WAYS;
    }
    on_way[at] = true;
    for &(action, next) in &nodes[at].next {
        if nodes[next].best > best - SAME && !on_way[next] {
            way.push(action.to_string());
            let few = collect(nodes, next, way, on_way, ways);
            way.pop();
            if !few {
                return false;
            }
        }
    }
    on_way[at] = false;
    true
}

/// Lets a bot play on; does it find the best?
fn finds<G: Complete>(task: &Task<G>, begin: &G, seat: Seat, best: f64, bot: &mut dyn Bot<G>, seed: u64) -> bool {
    let mut luck = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut here = begin.clone();
    // Where a bot moves to and fro, it has missed it.
    for _ in 0..200 {
        let on = goes_on(begin, &here, seat);
        if (task.at_once || !on) && (task.worth)(begin, &here, seat) > best - SAME {
            return true;
        }
        if !on {
            return false;
        }
        let action = bot.choose(&here, seat, &mut luck);
        here.play(seat, action, &mut |_| {});
    }
    false
}

/// Asks every level of bots, several times each.
fn rate<G: Complete>(listing: &Listing<G>, task: &Task<G>, begin: &G, best: f64, tries: u8) -> Vec<Missed> {
    let levels = listing.bots.iter().filter(|bot| !bot.info.yardstick);
    let missed = |bot: &polynya_catalog::ListedBot<G>| {
        let misses = |&seed: &u8| !finds(task, begin, LEARNER, best, &mut *(bot.make)(), seed.into());
        Missed { bot: bot.info.name, missed: (0..tries).filter(misses).count() as u8, tries }
    };
    levels.map(missed).collect()
}

/// What is asked in a game, by its type.
fn tasks<G: Complete>() -> &'static [Task<G>] {
    let all: [Box<dyn Any>; 5] = [
        Box::new(floes::POLAR_DARE),
        Box::new(floes::PIECEPACK_DARE),
        Box::new(rescue_polar_bears::TASKS),
        Box::new(ice_breakers::TASKS),
        Box::new(polar_roller::TASKS),
    ];
    all.iter().find_map(|tasks| tasks.downcast_ref::<&'static [Task<G>]>()).copied().unwrap_or_default()
}

/// How puzzles are looked for.
pub struct Search {
    /// How many matches are played.
    pub matches: u64,
    /// The seed of the first; the others follow from it.
    pub seed: Seed,
    /// Who plays them, on all seats.
    pub bot: String,
    /// How many seats there are.
    pub seats: u8,
    /// The options as JSON.
    pub options: String,
    /// The plans of a position may lead to so many others.
    pub most: usize,
    /// How many puzzles of each task are kept: the ones that most levels of bots miss.
    pub wanted: usize,
    /// How often each level is asked.
    pub tries: u8,
}

impl Search {
    /// Returns the first line of the puzzles: how they were found, so that they can be found again.
    pub fn heading(&self, game: &str, seed: &str) -> String {
        let Search { matches, bot, seats, options, most, wanted, tries, .. } = self;
        format!(
            "# Written by `polynya puzzles find {game} --seed {seed} --matches {matches} --bot {bot} --seats {seats} \
             --options '{options}' --positions {most} --keep {wanted} --tries {tries}`; not to be edited.\n"
        )
    }
}

/// A puzzle that was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The word of what is asked.
    pub task: &'static str,
    /// How often each level missed it.
    pub missed: Vec<Missed>,
    /// As it is written down.
    pub text: String,
}

impl Found {
    fn weight(&self) -> (usize, u32) {
        let levels = self.missed.iter().filter(|level| level.is_miss()).count();
        (levels, self.missed.iter().map(|level| u32::from(level.missed)).sum())
    }
}

/// Looks for puzzles in matches of bots; `tick` is called after each match.
pub fn find(
    game: &str,
    search: &Search,
    pool: &ThreadPool,
    tick: &(dyn Fn() + Sync),
) -> Result<Vec<Found>, CatalogError> {
    struct Finder<'a>(&'a Search, &'a ThreadPool, &'a (dyn Fn() + Sync));
    impl Visitor for Finder<'_> {
        type Out = Result<Vec<Found>, CatalogError>;

        fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out {
            let Finder(search, pool, tick) = self;
            listing.bot(&search.bot)?;
            listing.line(&search.options, search.seats)?;
            let of_match = |number| {
                let found = find_in_match(listing, search, number);
                tick();
                found
            };
            let mut found: Vec<Found> = parallel::map(pool, search.matches, of_match).into_iter().flatten().collect();
            found.sort_by_key(Found::weight);
            let mut kept: Vec<Found> = Vec::new();
            for task in tasks::<G>() {
                let of_task: Vec<&Found> = found.iter().filter(|one| one.task == task.name).collect();
                let hardest = &of_task[of_task.len().saturating_sub(search.wanted)..];
                kept.extend(hardest.iter().enumerate().map(|(index, &one)| {
                    let text = one.text.replace("{number}", &(index + 1).to_string());
                    Found { text, ..one.clone() }
                }));
            }
            kept.sort_by_key(Found::weight);
            Ok(kept)
        }
    }
    visit(game, Finder(search, pool, tick))?
}

/// Plays a match and looks for a puzzle of each task in it.
fn find_in_match<G: Complete>(listing: &'static Listing<G>, search: &Search, number: u64) -> Vec<Found> {
    let seed = search.seed.nth(number);
    let mut table = listing.open(&search.options, search.seats, seed).expect("asked before");
    let mut bots: Vec<_> = (0..search.seats).map(|_| listing.bot(&search.bot).expect("asked before").make()).collect();
    let mut luck = Xoshiro256PlusPlus::from_rng(&mut seed.draw(u64::MAX));
    let mut found: Vec<Found> = Vec::new();
    let mut asked: HashMap<&str, u32> = HashMap::new();
    for _ in 0..2000 {
        let position = table.position().clone();
        let Turn::Players(_) = position.turn() else { break };
        let Some(seat) = position.awaited().first() else { break };
        if seat == LEARNER {
            for task in tasks::<G>() {
                let is_new = !found.iter().any(|one| one.task == task.name);
                if is_new && (task.fits)(&position, seat) {
                    let looked = asked.entry(task.name).or_default();
                    *looked += 1;
                    if *looked > MOST_LOOKED {
                        continue;
                    }
                    found.extend(puzzle(listing, search, task, table.line()));
                }
            }
        }
        let action = bots[seat.index()].choose(&position, seat, &mut luck);
        if table.submit(seat, action).is_err() {
            break;
        }
    }
    found
}

/// In a match so many positions are looked at for each task.
const MOST_LOOKED: u32 = 24;

/// Makes a puzzle of where a line stands, if there is one.
fn puzzle<G: Complete>(listing: &'static Listing<G>, search: &Search, task: &Task<G>, line: &Line<G>) -> Option<Found> {
    let position = line.position();
    let solution = solve(task, position, LEARNER, search.most)?;
    let (best, next) = (solution.best, solution.next);
    let worth_it = solution.is_one() && best >= next + task.margin && next.is_finite();
    if !worth_it
        || solution.ways[0].is_empty()
        || (task.worth)(position, position, LEARNER) > best - SAME && task.at_once
    {
        return None;
    }
    let missed = rate(listing, task, position, best, search.tries);
    if !task.is_aim && missed.iter().all(|level| level.missed == level.tries) {
        return None;
    }
    let options = serde_json::to_string(line.options()).expect("options are plain JSON");
    let (id, seats) = (G::ID, line.seats());
    let steps: Vec<String> = line.steps().iter().map(Step::to_string).collect();
    let mut text = format!("## {}-{{number}}: {}\n\n{}\n\n", task.name, task.title, about(&solution, position));
    let _ = writeln!(text, "```position {id} {seats} {options}");
    for steps in wrapped(&steps) {
        let _ = writeln!(text, "{steps}");
    }
    let _ = writeln!(text, "```\n\n### {} {}\n", task.clause, (task.ask)(position, LEARNER));
    let _ = writeln!(text, "```puzzle {} {best} {next}", task.name);
    for way in &solution.ways {
        let _ = writeln!(text, "way {}", way.join("; "));
    }
    for Missed { bot, missed, tries } in &missed {
        let _ = writeln!(text, "missed {bot} {missed} of {tries}");
    }
    let _ = writeln!(text, "```\n\n- otherwise: {}\n- right: {}\n", task.otherwise, (task.solved)(best, next));
    Some(Found { task: task.name, missed, text })
}

/// What the list says about a puzzle.
fn about<G: Complete>(solution: &Solution, position: &G) -> String {
    let shortest = solution.ways.iter().map(Vec::len).min().unwrap_or_default();
    let moves = polynya_engine::plural(shortest, "move");
    format!("Turn {}, {moves}.", position.turns() + 1)
}

/// Puts as many steps as fit into lines of 120 characters.
fn wrapped(steps: &[String]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for step in steps {
        match lines.last_mut() {
            Some(line) if line.len() + step.len() + 2 <= 120 => {
                line.push_str("; ");
                line.push_str(step);
            }
            _ => lines.push(step.clone()),
        }
    }
    lines
}

/// What a check of a stored puzzle found.
#[derive(Clone, PartialEq, Debug)]
pub enum Checked {
    /// It is true, after so many positions.
    True(usize),
    /// Its plans lead to more positions than were allowed: only its solution was replayed.
    TooBig,
}

/// Replays a stored puzzle: its best plans reach what they are worth, and where its plans lead to no more than `most`
/// positions, nothing else does. With `tries` the levels of bots are asked again, and their misses returned.
pub fn check(game: &str, lesson: &Lesson, most: usize, tries: u8) -> Result<(Checked, Vec<Missed>), String> {
    struct Checker<'a>(&'a Lesson, usize, u8);
    impl Visitor for Checker<'_> {
        type Out = Result<(Checked, Vec<Missed>), String>;

        fn visit<G: Complete>(self, listing: &'static Listing<G>) -> Self::Out {
            let Checker(lesson, most, tries) = self;
            let known = lesson.puzzle.as_ref().ok_or("it is no puzzle")?;
            let task = tasks::<G>().iter().find(|task| task.name == known.task).ok_or("there is no such task")?;
            let [step] = &lesson.steps[..] else { return Err("a puzzle has one step".to_owned()) };
            let begin = begin::<G>(lesson)?;
            replay(task, &begin, known, &step.ways)?;
            let missed = if tries > 0 { rate(listing, task, &begin, known.best, tries) } else { Vec::new() };
            let Some(solution) = solve(task, &begin, LEARNER, most) else { return Ok((Checked::TooBig, missed)) };
            let ways: Vec<Vec<String>> =
                step.ways.iter().map(|way| way.iter().map(|&words| words.to_owned()).collect()).collect();
            let same = (solution.best - known.best).abs() < SAME && (solution.next - known.next).abs() < SAME;
            if !same || ways != solution.ways || !solution.is_one() {
                return Err(format!("it says {known:?} with {ways:?}, and is {solution:?}"));
            }
            Ok((Checked::True(solution.positions), missed))
        }
    }
    visit(game, Checker(lesson, most, tries)).map_err(|error| error.to_string())?
}

/// Returns the position with which a puzzle begins.
fn begin<G: Complete>(lesson: &Lesson) -> Result<G, String> {
    let position = lesson.steps[0].position.as_ref().ok_or("it has no position")?;
    let lines = position.steps.iter().map(|&step| step.to_owned()).collect();
    let record = Record::begun(position.game, G::VERSION, position.options, position.seats, lines);
    let line = record.and_then(|record| record.replay::<G>()).map_err(|error| error.to_string())?;
    Ok(line.position().clone())
}

/// Plays every best plan: each can be played, and is worth what it says.
fn replay<G: Complete>(task: &Task<G>, begin: &G, known: &Puzzle, ways: &[Vec<&str>]) -> Result<(), String> {
    for way in ways {
        let mut here = begin.clone();
        for words in way {
            let action: G::Action = words.parse().map_err(|_| format!("`{words}` is no action"))?;
            if !goes_on(begin, &here, LEARNER) || here.check(LEARNER, action).is_err() {
                return Err(format!("`{words}` is not allowed in {way:?}"));
            }
            here.play(LEARNER, action, &mut |_| {});
        }
        let worth = (task.worth)(begin, &here, LEARNER);
        if (worth - known.best).abs() > SAME {
            return Err(format!("{way:?} is worth {worth} and not {}", known.best));
        }
    }
    if ways.is_empty() { Err("it has no solution".to_owned()) } else { Ok(()) }
}

/// Says a chance in words.
fn percent(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// Everything matters.
fn all<G: Complete>(_: &G, _: Seat, _: G::Action) -> bool {
    true
}
