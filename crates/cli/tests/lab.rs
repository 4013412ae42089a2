//! `polynya lab` as people run it: experiments in flags and in files, interrupted, in parts, and what is shown of them.

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use tempfile::TempDir;

struct Ran {
    code: Option<i32>,
    out: String,
    err: String,
}

fn lab(folder: &Path, line: &str) -> Ran {
    let program = Command::new(env!("CARGO_BIN_EXE_polynya"))
        .arg("lab")
        .args(line.split_whitespace())
        .current_dir(folder)
        .output();
    let Output { status, stdout, stderr } = program.expect("the program starts");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is text");
    Ran { code: status.code(), out: text(stdout), err: text(stderr) }
}

fn done(folder: &Path, line: &str) -> Ran {
    let ran = lab(folder, line);
    assert_eq!(ran.code, Some(0), "{line}: {}", ran.err);
    ran
}

fn refused(folder: &Path, line: &str, why: &str) {
    let ran = lab(folder, line);
    assert_eq!(ran.code, Some(2), "{line}: {}", ran.out);
    assert!(ran.err.contains(why), "{line}: {}", ran.err);
}

fn cells(folder: &Path, name: &str) -> String {
    std::fs::read_to_string(folder.join(name).join("cells.jsonl")).expect("it is complete")
}

const RACE: &str = "run polar-dare --seats 2,3 --bots plain --matches 20 --seed t";

#[test]
fn an_experiment_is_played_shown_and_its_matches_are_found_again() {
    let folder = TempDir::new().unwrap();
    let ran = done(folder.path(), &format!("{RACE} --out a"));
    assert!(
        ran.out.contains("polar-dare/2/usual/plain") && ran.out.contains("polar-dare/3/usual/plain"),
        "{}",
        ran.out
    );
    assert_eq!(done(folder.path(), "show a").out, ran.out);
    let first: serde_json::Value = serde_json::from_str(cells(folder.path(), "a").lines().next().unwrap()).unwrap();
    assert_eq!(first["matches"], 20);
    for measure in ["turns", "decisions", "minutes", "branching", "forced", "unfinished"] {
        assert!(first[measure]["low"].as_f64() <= first[measure]["high"].as_f64(), "{measure}: {}", first[measure]);
    }
    let all = done(folder.path(), "show a --cell 1").out;
    assert!(all.contains("number 1 in play wins") && all.contains("ends by home"), "{all}");
    let number = first["extremes"]["shortest"]["match"].as_u64().unwrap();
    let record = done(folder.path(), "match a 1 shortest").out;
    assert_eq!(done(folder.path(), &format!("match a 1 {number}")).out, record);
    let record: serde_json::Value = serde_json::from_str(&record).unwrap();
    assert_eq!(record["players"], serde_json::json!(["plain", "plain"]));
    assert!(record["result"]["winners"].as_array().is_some_and(|winners| winners.len() == 1));
}

#[test]
fn parts_and_threads_change_nothing() {
    let folder = TempDir::new().unwrap();
    done(folder.path(), &format!("{RACE} --threads 1 --out whole"));
    done(folder.path(), &format!("{RACE} --threads 2 --out twice"));
    assert_eq!(cells(folder.path(), "whole"), cells(folder.path(), "twice"));
    for part in [3, 1, 2] {
        let ran = done(folder.path(), &format!("{RACE} --shard {part}/3 --out part{part}"));
        assert!(ran.err.contains("`polynya lab merge`"), "{}", ran.err);
    }
    refused(folder.path(), "merge part2 part3 --out some", "blocks missing");
    refused(folder.path(), "show some", "the experiment is not finished");
    done(folder.path(), "merge part2 part3 part1 --out all");
    assert_eq!(cells(folder.path(), "whole"), cells(folder.path(), "all"));
    // What a merge lacks can also be played.
    done(folder.path(), &format!("{RACE} --out some"));
    assert_eq!(cells(folder.path(), "whole"), cells(folder.path(), "some"));
}

#[test]
fn a_file_says_the_same_as_flags() {
    let folder = TempDir::new().unwrap();
    let text = "games = \"polar-dare\"\nseats = [2, 3]\nbots = \"plain\"\nmatches = 20\nseed = \"t\"\n";
    std::fs::write(folder.path().join("race.toml"), text).unwrap();
    done(folder.path(), "run race.toml --out file");
    done(folder.path(), &format!("{RACE} --out flags"));
    assert_eq!(cells(folder.path(), "file"), cells(folder.path(), "flags"));
    refused(folder.path(), "run race.toml --seats 2 --out x", "write it there and not in flags");
    refused(folder.path(), "run race.toml --shard 4/3 --out x", "a part is K/N");
    refused(folder.path(), "run none.toml --out x", "none.toml: No such file");
    std::fs::write(folder.path().join("bad.toml"), "games = \"polar-dare\"\nbots = \"deep-blue\"\n").unwrap();
    refused(folder.path(), "run bad.toml --out x", "bad.toml:2: there is no bot `deep-blue`");
}

#[test]
fn what_cannot_be_is_refused_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let cases = [
        ("run chess --out x", "lab run: there is no game `chess`"),
        ("run polar-dare --seats 9 --out x", "--seats: polar-dare has 2 to 4 seats, not 9"),
        ("run polar-dare --seats two --out x", "--seats: numbers with commas"),
        ("run polar-dare --options {} --options [1] --out x", "--options: a set of options is a JSON object"),
        ("run polar-dare --sweep pack_ice --out x", "--sweep: polar-dare has no option `pack_ice`"),
        ("run polar-dare --precision 0.02 --shard 1/2 --out x", "--shard needs a number of matches"),
        ("run polar-dare --bots easy:hard:easy --out x", "--bots: 3 bots for 2 seats"),
        ("show nothing", "no experiment is here"),
        ("match nothing 1 longest", "no experiment is here"),
    ];
    for (line, why) in cases {
        refused(folder.path(), line, why);
    }
    assert!(!folder.path().join("x").exists(), "nothing runs, so nothing is made");
    done(folder.path(), "run polar-dare --bots random --matches 2 --most 2000 --out a");
    refused(folder.path(), "match a 2 longest", "there is no cell 2; there are 1");
    refused(folder.path(), "match a 1 best", "`best` is no match; name one of shortest");
    refused(folder.path(), "match a 1 7", "there is no match 7; those of this cell are 0 to 1");
    refused(folder.path(), "run polar-dare --bots random --matches 3 --most 2000 --out a", "holds another experiment");
}

/// Killed again and again at any moment, an experiment comes to the same end, and no finished block is played twice.
#[test]
fn what_was_finished_survives_kills() {
    let folder = TempDir::new().unwrap();
    let line = "run polar-dare --seats 2,3 --bots greedy --matches 120 --block 2 --seed k --threads 2";
    let blocks = || std::fs::read_to_string(folder.path().join("killed/blocks.jsonl")).unwrap_or_default();
    let whole = |text: &str| text.lines().filter(|line| line.ends_with('}')).map(str::to_owned).collect::<Vec<_>>();
    let kills: u64 = std::env::var("POLYNYA_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(6);
    for kill in 0..kills {
        let before = whole(&blocks());
        let mut run = Command::new(env!("CARGO_BIN_EXE_polynya"))
            .arg("lab")
            .args(line.split_whitespace())
            .args(["--out", "killed"])
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        sleep(Duration::from_millis(15 + 37 * (kill % 9)));
        run.kill().expect("it is killed, or was done");
        run.wait().expect("it has ended");
        let after = whole(&blocks());
        assert_eq!(after[..before.len()], before[..], "what was finished stays");
    }
    done(folder.path(), &format!("{line} --out killed"));
    let lines = whole(&blocks());
    assert_eq!(lines.len(), 2 * 60, "every block was kept once");
    done(folder.path(), &format!("{line} --out whole"));
    assert_eq!(cells(folder.path(), "killed"), cells(folder.path(), "whole"));
}

/// Where a file may not grow further the run says so, and what was finished is kept: with room it goes on.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing_that_was_finished() {
    let folder = TempDir::new().unwrap();
    let line = "lab run polar-dare --bots plain --matches 60 --block 1 --seed f --threads 1 --out full";
    let program = env!("CARGO_BIN_EXE_polynya");
    // Files of at most this many blocks of 512 bytes; whoever writes more is told, and not killed.
    for blocks in [20, 60] {
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec {program} {line}");
        let ran = Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{said}");
        assert!(said.contains("blocks.jsonl: File too large"), "{said}");
        let kept = std::fs::read_to_string(folder.path().join("full/blocks.jsonl")).unwrap();
        assert!(kept.ends_with('\n') && kept.lines().count() > 1, "whole lines are kept");
        assert!(kept.len() as u64 <= 512 * blocks, "{}", kept.len());
    }
    let kept = std::fs::read_to_string(folder.path().join("full/blocks.jsonl")).unwrap();
    done(folder.path(), line.strip_prefix("lab ").unwrap());
    let all = std::fs::read_to_string(folder.path().join("full/blocks.jsonl")).unwrap();
    assert!(all.starts_with(&kept) && all.lines().count() == 60);
    done(folder.path(), &line.strip_prefix("lab ").unwrap().replace("--out full", "--out room"));
    assert_eq!(cells(folder.path(), "full"), cells(folder.path(), "room"));
    // A device that is always full.
    let ran = Command::new(program)
        .args(["sim", "polar-dare", "--bots", "random", "--games", "2", "--records", "/dev/full"])
        .output()
        .unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("/dev/full: No space left on device"));
}
