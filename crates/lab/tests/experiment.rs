//! The same experiment has the same bytes: on one thread and on two, after every kind of interruption, and in shards.

mod toy;

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use polynya_catalog::CatalogError;
use polynya_engine::Seed;
use polynya_lab::experiment::{
    self, Amount, Cell, Draft, Merged, Observer, Outcome, Plan, RunError, Shard, Store, Summary, from_catalog, merge,
};
use polynya_lab::parallel;
use polynya_lab::series::Series;
use tempfile::TempDir;

use toy::{Coins, plan, thrown};

/// Every cell throws its own coins, from the same dice.
fn coins(plan: &Plan, cell: &Cell) -> Result<Vec<Box<dyn Series>>, CatalogError> {
    let seed: Seed = plan.dice();
    let longer = cell.options.len() as u32;
    let play = move |number| {
        let mut played = thrown(seed, number);
        played.turns += longer;
        played
    };
    Ok(vec![Box::new(Coins(play))])
}

fn run(plan: &Plan, folder: &Path, shard: Option<Shard>, threads: usize, observer: &dyn Observer) -> Outcome {
    let pool = parallel::pool(threads).unwrap();
    experiment::run(plan, folder, shard, &pool, &coins, observer).unwrap()
}

fn cells(folder: &Path) -> String {
    fs::read_to_string(folder.join("cells.jsonl")).unwrap()
}

fn whole(plan: &Plan) -> String {
    let folder = TempDir::new().unwrap();
    assert_eq!(run(plan, folder.path(), None, 1, &()), Outcome::Complete);
    cells(folder.path())
}

/// Stops after so many matches.
struct After(AtomicU64);

impl Observer for After {
    fn played(&self) {
        let _ = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1));
    }

    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed) == 0
    }
}

#[test]
fn one_thread_and_several_write_the_same_bytes() {
    let plan = plan(5, 203, 10);
    let one = whole(&plan);
    assert_eq!(one.lines().count(), 5);
    for threads in [2, 5] {
        let folder = TempDir::new().unwrap();
        run(&plan, folder.path(), None, threads, &());
        assert_eq!(cells(folder.path()), one, "{threads} threads");
    }
}

#[test]
fn seven_shards_in_any_order_make_the_same_bytes() {
    let plan = plan(4, 150, 7);
    let parts: Vec<TempDir> = (0..7).map(|_| TempDir::new().unwrap()).collect();
    for (number, part) in (1..).zip(&parts) {
        assert_eq!(run(&plan, part.path(), Some(Shard { number, of: 7 }), 2, &()), Outcome::Shard);
    }
    for order in [[4, 0, 6, 2, 5, 1, 3], [6, 5, 4, 3, 2, 1, 0]] {
        let folder = TempDir::new().unwrap();
        let paths: Vec<PathBuf> = order.iter().map(|&at| parts[at].path().to_owned()).collect();
        assert!(matches!(merge(&paths[..6], folder.path()).unwrap(), Merged::Missing(missing) if !missing.is_empty()));
        assert_eq!(merge(&paths, folder.path()).unwrap(), Merged::Complete);
        assert_eq!(cells(folder.path()), whole(&plan));
    }
}

#[test]
fn an_interrupted_run_goes_on_even_behind_a_torn_line() {
    let plan = plan(3, 100, 10);
    let folder = TempDir::new().unwrap();
    for matches in [15, 37, 60, 90] {
        assert_eq!(run(&plan, folder.path(), None, 2, &After(AtomicU64::new(matches))), Outcome::Stopped);
        let mut file = OpenOptions::new().append(true).open(folder.path().join("blocks.jsonl")).unwrap();
        file.write_all(br#"{"cell":2,"block":7,"tally":{"mat"#).unwrap();
    }
    let done = Store::look(folder.path()).unwrap().finished();
    assert!((10..30).contains(&done), "{done} blocks");
    assert_eq!(run(&plan, folder.path(), None, 2, &()), Outcome::Complete);
    assert_eq!(cells(folder.path()), whole(&plan));
    let text = fs::read_to_string(folder.path().join("blocks.jsonl")).unwrap();
    assert_eq!(text.lines().count(), 30, "nothing was played twice");
}

#[test]
fn a_folder_of_another_experiment_is_refused() {
    let folder = TempDir::new().unwrap();
    run(&plan(2, 20, 10), folder.path(), None, 1, &());
    let pool = parallel::pool(1).unwrap();
    let mut seed = plan(2, 20, 10);
    seed.seed = "other".to_owned();
    let others =
        [(plan(3, 20, 10), "its cells are others"), (plan(2, 30, 10), "another number"), (seed, "its seed is `toy`")];
    for (other, why) in others {
        let RunError::Store(error) = experiment::run(&other, folder.path(), None, &pool, &coins, &()).unwrap_err()
        else {
            panic!("it is the folder that is wrong");
        };
        assert!(error.to_string().contains(why), "{error}");
        assert!(error.to_string().contains("choose another folder with --out"), "{error}");
    }
    let part = TempDir::new().unwrap();
    run(&plan(2, 30, 10), part.path(), None, 1, &());
    let out = TempDir::new().unwrap();
    let both = [folder.path().to_owned(), part.path().to_owned()];
    assert!(merge(&both, out.path()).unwrap_err().to_string().contains("another experiment"));
}

#[test]
fn a_line_that_was_changed_is_named() {
    let folder = TempDir::new().unwrap();
    let plan = plan(1, 30, 10);
    run(&plan, folder.path(), None, 1, &());
    let path = folder.path().join("blocks.jsonl");
    let text = fs::read_to_string(&path).unwrap().replacen("\"cell\":0", "\"cell\":9", 1);
    fs::write(&path, text).unwrap();
    let Err(error) = Store::look(folder.path()) else { panic!("cell 10 is none of the plan") };
    assert!(error.to_string().contains("blocks.jsonl:1: this line is no block of the plan"), "{error}");
}

#[test]
fn a_precision_is_reached_and_is_the_same_however_it_was_interrupted() {
    let mut plan = plan(2, 1, 50);
    plan.amount = Amount::Precision { wins: Some(0.05), score: None, most_matches: 10_000 };
    let one = whole(&plan);
    for line in one.lines() {
        let summary: Summary = serde_json::from_str(line).unwrap();
        assert!(summary.wins.iter().flatten().all(|rate| rate.margin() <= 0.05));
        assert_eq!(summary.matches, 400, "the eighth block is the first of 1, 2, 4, 8 that is narrow enough");
    }
    let folder = TempDir::new().unwrap();
    assert_eq!(run(&plan, folder.path(), None, 2, &After(AtomicU64::new(130))), Outcome::Stopped);
    run(&plan, folder.path(), None, 2, &());
    assert_eq!(cells(folder.path()), one);
}

#[test]
fn options_are_compared_with_the_same_dice() {
    let text = whole(&plan(2, 200, 10));
    let summary: Summary = serde_json::from_str(text.lines().nth(1).unwrap()).unwrap();
    let effect = |measure: &str| summary.effects.iter().find(|effect| effect.measure == measure).unwrap();
    // The second cell has the same matches, one turn longer: no doubt is left.
    assert_eq!((effect("turns").difference.value, effect("turns").difference.margin()), (1.0, 0.0));
    assert_eq!((effect("turns").p_holm, effect("wins").p_holm), (Some(0.0), Some(1.0)));
    assert_eq!((effect("wins").options.join("+"), effect("wins").base), ("option0".to_owned(), 1));
}

/// The 64 sets of the port's variants are 48 different ones, as Deep Freeze contains Pack Ice.
#[test]
fn equal_cells_are_played_once_and_named_together() {
    let draft = experiment::file::read("x.toml", "games = \"piecepack-dare\"\nsweep = \"all\"").unwrap();
    let plan = draft.plan().unwrap();
    assert_eq!(plan.cells.len(), 48);
    assert_eq!(plan.cells.iter().map(|cell| 1 + cell.also.len()).sum::<usize>(), 64);
    let ids: Vec<String> = plan.cells.iter().map(Cell::id).collect();
    assert_eq!(ids[0], "piecepack-dare/2/usual/greedy");
    assert!(ids.contains(&"piecepack-dare/2/deep_freeze/greedy".to_owned()), "{ids:?}");
    let freeze = plan.cells.iter().find(|cell| cell.id().contains("/deep_freeze/")).unwrap();
    assert_eq!(experiment::options_in_words(&freeze.also[0]), "deep_freeze+pack_ice");
}

#[test]
fn the_order_in_which_a_grid_is_written_changes_nothing() {
    let plan = |text: &str| Draft::plan(&experiment::file::read("x.toml", text).unwrap()).unwrap();
    let one = plan("games = [\"polar-dare\", \"polar-roller\"]\nseats = [2, 3]\nbots = [\"easy\", \"random\"]");
    let two = plan("bots = [\"random\", \"easy\"]\nseats = [3, 2]\ngames = [\"polar-roller\", \"polar-dare\"]");
    assert_eq!(one.hash(), two.hash());
    assert_eq!(one.cells.len(), 8);
}

/// Real games, and different bots: each sits everywhere, on the same dice.
#[test]
fn every_game_can_be_studied_and_bots_change_seats() {
    let text = "games = [\"polar-dare\", \"piecepack-dare\", \"rescue-polar-bears\", \"ice-breakers\", \"polar-roller\"]\n\
                seats = 2\nbots = [[\"random\", \"plain\"]]\nmatches = 4\nmost = 3000\nanalyse = 0";
    let plan = experiment::file::read("x.toml", text).unwrap().plan().unwrap();
    let run = |threads: usize| {
        let folder = TempDir::new().unwrap();
        let pool = parallel::pool(threads).unwrap();
        let outcome = experiment::run(&plan, folder.path(), None, &pool, &from_catalog, &()).unwrap();
        assert_eq!(outcome, Outcome::Complete);
        cells(folder.path())
    };
    let text = run(1);
    assert_eq!(text, run(2));
    let summaries: Vec<Summary> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(summaries.len(), 5);
    assert!(summaries.iter().all(|summary| summary.matches == 4));
    let dare = &summaries[0];
    assert!(dare.levels.iter().any(|level| level.bot == "plain" && level.wins.value > 0.9), "{:?}", dare.levels);
    let rescue = &summaries[2];
    let ships = rescue.used.iter().filter(|(what, _)| what.starts_with("mustered "));
    assert_eq!(ships.map(|(_, used)| used.times).sum::<f64>(), 2.0, "two ships a match");
}
