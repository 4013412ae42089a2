//! Twenty wrong boxes of each game: what is said, and on which line.

use polynya_catalog::headless;

use super::changed;

/// What is changed in the file, the text of the line on which the mistake stands, and what is said.
type Wrong = (&'static [(&'static str, &'static str)], &'static str, &'static str);

#[track_caller]
fn check(id: &str, cases: &[Wrong]) {
    assert!(cases.len() >= 20, "{id}");
    let kind = headless().get(id).expect("it is listed").contents().expect("its box can be entered");
    for (changes, place, said) in cases {
        let file = changed(kind, changes);
        let mistakes = kind.read(id, &file).expect_err(said);
        let found: Vec<String> = mistakes
            .iter()
            .map(|mistake| format!("{} | {}", file.lines().nth(mistake.line - 1).unwrap_or(""), mistake.what))
            .collect();
        let right = |line: &String| {
            line.split_once(" | ").is_some_and(|(line, what)| line.contains(place) && what.contains(said))
        };
        assert!(found.iter().any(right), "expected `{said}` on the line with `{place}`, found:\n{}", found.join("\n"));
    }
}

#[test]
fn of_polar_roller() {
    check(
        "polar-roller",
        &[
            (&[("game = \"polar-roller\"", "")], "#", "does not say `game = \"polar-roller\"`"),
            (&[("\"polar-roller\"", "\"polar-dare\"")], "polar-dare", "this is no box of polar-roller"),
            (&[("glacier_die", "glacier-die")], "glacier-die", "unknown field `glacier-die`"),
            (&[("\"tt\", ", "")], "glacier_die", "the glacier die has 8 faces; 7 are given"),
            (&[("\"tt\"", "\"tq\"")], "tq", "`tq` is no face"),
            (&[("\"tt\"", "\"\"")], "glacier_die", "`` is no face"),
            (&[("\"tt\"", "3")], "glacier_die", "expected a string"),
            (
                &[("\"zz\", \"td\", \"td\", \"dz\", \"dz\", \"tz\"", "\"tt\", \"td\", \"td\", \"dd\", \"dd\", \"tt\"")],
                "glacier_die",
                "no face shows a trapezoid",
            ),
            (&[("\"jt\", \"jd\", \"jz\"", "")], "melted", "at least one glacier"),
            (&[("\"jt\"", "\"at\"")], "melted", "field `a` has no triangle"),
            (&[("\"jt\", ", "\"jd\", ")], "melted", "`jd` stands here twice"),
            (&[("\"jt\"", "\"xx\"")], "melted", "unknown glacier `xx`"),
            (&[("[7, 14,", "[7, 43,")], "fishing_cliffs", "there is no cliff 43"),
            (&[("[7, 14,", "[7, 7,")], "fishing_cliffs", "cliff 7 stands here twice"),
            (&[("7, 14, 21, 22, 29, 36", "")], "fishing_cliffs", "there are 1 to 12 fishing cliffs; 0 are given"),
            (&[("[7, 14,", "[-7, 14,")], "fishing_cliffs", "invalid value: integer `-7`"),
            (&[("[1, 2]", "[1]")], "north-west", "a colony has two cliffs; 1 are given"),
            (&[("[1, 2]", "[1, 21]")], "north-west", "cliff 21 does not lie on the coast"),
            (&[("[4, 8]", "[2, 4]")], "north-east", "cliff 2 is already one of the colony `north-west`"),
            (&[("north-west", "nord-west")], "[colonies]", "the colony `north-west` is missing"),
            (&[("a = { z", "t = { z")], "[fields]", "field `a` is missing"),
            (
                &[("a = { z = [\"wsw\", \"s\", \"ese\"]", "a = { z = [\"n\", \"s\", \"ese\"]")],
                "a = {",
                "`n` lies in the ocean",
            ),
            (&[("b = { t = [\"wsw\"]", "b = { t = [\"n\"]")], "b = {", "belongs to another glacier already"),
            (&[("b = { t = [\"wsw\"], ", "b = { ")], "b = {", "belongs to no glacier: wsw"),
            (&[("b = { t = [\"wsw\"]", "b = { t = [\"wsw\", \"n\"]")], "b = {", "a triangle consists of 1"),
            (&[("b = { t = [\"wsw\"]", "b = { q = [\"wsw\"]")], "b = {", "`q` is no shape"),
            (
                &[("b = { t = [\"wsw\"], d = [\"n\", \"wnw\"]", "b = { t = [\"wnw\"], d = [\"n\", \"wsw\"]")],
                "b = {",
                "the triangles of a diamond lie side by side",
            ),
        ],
    );
}
