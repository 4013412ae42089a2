//! Bad experiments are refused before anything runs, with the line and the reason.

use polynya_lab::experiment::file;

/// Returns what is said about an experiment.
fn refusal(text: &str) -> String {
    match file::read("x.toml", text).and_then(|draft| draft.plan()) {
        Ok(plan) => panic!("this was taken, with {} cells: {text}", plan.cells.len()),
        Err(bad) => bad.to_string(),
    }
}

#[test]
fn each_is_refused_with_its_line_and_the_reason() {
    let cases = [
        ("", "x.toml:1: the grid is empty: name at least one game in `games`"),
        ("matches = 10", "x.toml:1: the grid is empty"),
        ("games = []", "x.toml:1: the grid is empty: `games` is an empty list"),
        ("games = \"chess\"", "x.toml:1: there is no game `chess`; the games are polar-dare"),
        ("seats = 2\ngames = [\"polar-dare\",\n  \"chess\"]", "x.toml:3: there is no game `chess`"),
        ("games = 3", "x.toml:1: `games` takes names in quotation marks"),
        ("games = \"polar-dare\"\nseat = 2", "x.toml:2: unknown key `seat`; here stand games"),
        ("games = \"polar-dare\"\nseats = 5", "x.toml:2: polar-dare has 2 to 4 seats, not 5"),
        ("games = \"polar-dare\"\nseats = [2,\n 0]", "x.toml:3: polar-dare has 2 to 4 seats, not 0"),
        ("games = \"polar-dare\"\nseats = \"many\"", "x.toml:2: `seats` takes numbers"),
        ("games = \"polar-dare\"\nseats = []", "x.toml:2: the grid is empty: `seats` is an empty list"),
        ("games = \"polar-dare\"\nseats = -2", "x.toml:2: `seats` takes a whole number from 0"),
        ("games = \"polar-dare\"\nseats = 2.5", "x.toml:2: `seats` takes numbers"),
        ("games = \"polar-dare\"\nbots = \"deep-blue\"", "x.toml:2: there is no bot `deep-blue` for polar-dare"),
        ("games = \"polar-dare\"\nbots = [[\"easy\", \"hard\", \"easy\"]]", "x.toml:2: 3 bots for 2 seats"),
        ("games = \"polar-dare\"\nbots = \"hard@2s\"", "x.toml:2: `hard@2s` plays by the clock"),
        ("games = \"polar-dare\"\nbots = [1]", "x.toml:2: `bots` takes names in quotation marks"),
        ("games = \"polar-dare\"\noptions = { pack_ice = true }", "x.toml:2: polar-dare has no option `pack_ice`"),
        ("games = \"piecepack-dare\"\noptions = [{},\n { pack_ice = 3 }]", "x.toml:3: options: invalid type"),
        ("games = \"piecepack-dare\"\noptions = { box = {} }", "x.toml:2: a box is named in `boxes`, as a file"),
        ("games = \"piecepack-dare\"\noptions = true", "x.toml:2: `options` is a list of tables"),
        ("games = \"polar-dare\"\noptions = { turn_limit = 0 }", "x.toml:2: "),
        ("games = \"polar-roller\"\noptions = { x = 1 }", "x.toml:2: polar-roller has no options"),
        ("games = \"polar-dare\"\nsweep = \"some\"", "x.toml:2: `sweep` is \"all\", \"alone\", \"pairs\""),
        ("games = \"polar-dare\"\nsweep = [\"ice\"]", "x.toml:2: polar-dare has no option `ice`"),
        ("games = \"polar-dare\"\nsweep = [\"die\"]", "x.toml:2: the values of `die` cannot be listed"),
        ("games = \"polar-dare\"\nsweep = {}", "x.toml:2: the grid is empty: `sweep` names nothing"),
        ("games = \"polar-dare\"\nsweep = { turn_limit = [] }", "x.toml:2: the grid is empty: `turn_limit`"),
        ("games = \"polar-dare\"\nmatches = 0", "x.toml:2: `matches` has to be at least 1"),
        ("games = \"polar-dare\"\nmatches = \"many\"", "x.toml:2: `matches` takes a whole number"),
        ("games = \"polar-dare\"\nmatches = 2000000000", "x.toml:2: `matches` is 2000000000; at most 1000000000"),
        ("games = \"polar-dare\"\nmatches = 5\nprecision = 0.1", "x.toml:3: either `matches` or a precision"),
        ("games = \"polar-dare\"\nmost_matches = 5", "x.toml:2: `most_matches` goes with a precision"),
        ("games = \"polar-dare\"\nprecision = 0", "x.toml:2: it is half the width of an interval"),
        ("games = \"polar-dare\"\nprecision = nan", "x.toml:2: `precision` takes a number, not nan"),
        ("games = \"polar-dare\"\nprecision = 2", "x.toml:2: it is half the width of an interval"),
        ("games = \"polar-dare\"\nmost = 5000000", "x.toml:2: a match has at most 1000000 steps"),
        ("games = \"polar-dare\"\nblock = 0", "x.toml:2: `block` has to be at least 1"),
        ("games = \"polar-dare\"\nseed = true", "x.toml:2: `seed` is a text"),
        ("games = \"polar-dare\"\nboxes = \"no-such.toml\"", "x.toml:2: no-such.toml: No such file"),
        ("games = \"polar-dare\"\n[[grid]]\ngame = \"x\"", "x.toml:3: unknown key `game`"),
        ("games = \"polar-dare\"\ngrid = [1]", "x.toml:2: `grid` is a list of tables"),
        ("[[grid]]\nseats = 2", "x.toml:1: the grid is empty"),
        ("games = \"polar-dare\"\ngames = \"polar-roller\"", "x.toml:2: duplicate key"),
        ("games = \"polar-dare", "x.toml:1: "),
    ];
    for (text, expected) in cases {
        let found = refusal(text);
        assert!(found.starts_with(expected), "of {text:?}:\n{found}\nand not\n{expected}");
    }
}

#[test]
fn grids_that_are_too_large_are_refused_at_once() {
    let values: Vec<String> = (1..=400).map(|value| value.to_string()).collect();
    let values = values.join(",");
    let many = format!(
        "games = \"piecepack-dare\"\nsweep = {{ turn_limit = [{values}], pack_ice = [false, true], \
                        global_warming = [false, true], mega_ice_age = [false, true], deep_freeze = [false, true], \
                        homesick_penguins = [false, true], polar_bear_alert = [false, true], \
                        pole_is_final = [false, true] }}\nseats = \"all\""
    );
    assert!(refusal(&many).contains("more than 100000 cells"), "{}", refusal(&many));
    let wide = "games = \"piecepack-dare\"\nsweep = \"all\"\nmatches = 900000000";
    let found = refusal(wide);
    assert!(found.contains("48 cells of up to 900000000 matches") && found.contains("at most 1000000000"), "{found}");
    let long = format!("games = \"polar-dare\"\n# {}", "x".repeat(1 << 20));
    assert!(refusal(&long).contains("an experiment has at most 1048576"));
}
