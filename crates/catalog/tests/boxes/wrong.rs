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
fn of_polar_dare() {
    const DIE: &str = "\"B3\", \"P2\", \"P3\", \"P3\", \"P4\", \"P4\"";
    check(
        "polar-dare",
        &[
            (&[("game = \"polar-dare\"", "")], "#", "begin it with “game = \"polar-dare\"”"),
            (
                &[("\"polar-dare\"", "\"polar-roller\"")],
                "polar-roller",
                "this file is for another game: the box of this one says “game = \"polar-dare\"”",
            ),
            (
                &[("\"polar-dare\"", "7")],
                "game = 7",
                "this file is for another game: the box of this one says “game = \"polar-dare\"”",
            ),
            (&[("die =", "dice =")], "dice =", "nothing here is called “dice”"),
            (&[("die =", "[die]\nfaces =")], "[die]", "not a group of values"),
            (&[("die = [", "die = ")], "die =", "there should be a name here"),
            (&[("die = ", "die = [[]]\ndie = ")], "die = [", "second time"),
            (&[("game = ", "game = = ")], "game", "one “=” too many"),
            (&[(DIE, "")], "die", "the die has 6 labels; 0 are given"),
            (&[(DIE, "\"P2\"")], "die", "the die has 6 labels; 1 is given"),
            (&[(DIE, "\"B3\", \"P2\", \"P3\", \"P3\", \"P4\"")], "die", "the die has 6 labels; 5 are given"),
            (
                &[(DIE, "\"B3\", \"P2\", \"P3\", \"P3\", \"P4\", \"P4\", \"P4\"")],
                "die",
                "the die has 6 labels; 7 are given",
            ),
            (&[(DIE, "\"B3\", \"B3\", \"B3\", \"B3\", \"B3\", \"B3\"")], "die", "no label is a P"),
            (&[("\"B3\"", "\"B4\"")], "B4", "B4 belongs to a variant of the port"),
            (&[("\"B3\"", "\"B2\"")], "B2", "“B2” is no label"),
            (&[("\"B3\"", "\"P5\"")], "P5", "“P5” is no label"),
            (&[("\"B3\"", "\"p2\"")], "p2", "“p2” is no label; they are B3, P2, P3, P4"),
            (&[("\"B3\"", "\"\"")], "die", "“” is no label"),
            (&[("\"B3\"", "\"again\"")], "again", "“again” is no label"),
            (&[("\"B3\"", "3")], "die", "this should be a text in double quotes, not the number 3"),
            (&[("\"B3\"", "[\"B3\"]")], "die", "not a list"),
        ],
    );
}

#[test]
fn of_the_piecepack_port() {
    check(
        "piecepack-dare",
        &[
            (&[("game = \"piecepack-dare\"", "")], "#", "begin it with “game = \"piecepack-dare\"”"),
            (
                &[("\"piecepack-dare\"", "\"polar-dare\"")],
                "polar-dare",
                "this file is for another game: the box of this one says “game = \"piecepack-dare\"”",
            ),
            (&[("bands =", "band =")], "band =", "nothing here is called “band”"),
            (&[("bands =", "die = []\nbands =")], "die = []", "nothing here is called “die”"),
            (&[("[2, 2, 2, 2]", "2")], "bands", "this should be a list in square brackets, not the number 2"),
            (&[("[2, 2, 2, 2]", "[]")], "bands", "there are 4 packs; bands are given for 0"),
            (&[("[2, 2, 2, 2]", "[2, 2, 2]")], "bands", "there are 4 packs; bands are given for 3"),
            (&[("[2, 2, 2, 2]", "[2, 2, 2, 2, 2]")], "bands", "there are 4 packs; bands are given for 5"),
            (&[("[2, 2, 2, 2]", "[1, 2, 2, 2]")], "bands", "a pack slides over 2 to 3 rows of tiles; 1 is given"),
            (&[("[2, 2, 2, 2]", "[2, 4, 2, 2]")], "bands", "2 to 3 rows of tiles; 4 are given"),
            (&[("[2, 2, 2, 2]", "[2, 2, -2, 2]")], "bands", "2 to 3 rows of tiles; -2 are given"),
            (&[("[2, 2, 2, 2]", "[2, 2, 2, 900]")], "bands", "2 to 3 rows of tiles; 900 are given"),
            (&[("[2, 2, 2, 2]", "[2, 2, 2, 2.5]")], "bands", "this should be a whole number, not the number 2.5"),
            (&[("[2, 2, 2, 2]", "[2, 2, 2, \"2\"]")], "bands", "not the text “2”"),
            (&[("[2, 2, 2, 2]", "[2, 2, 2, 2")], "equator_bear", "a comma is missing"),
            (&[("\"b5\"", "\"b4\"")], "equator_bear", "“b4” is no floe of the Equator; they are called a5 to d6"),
            (&[("\"b5\"", "\"b7\"")], "equator_bear", "“b7” is no floe of the Equator"),
            (&[("\"b5\"", "\"e5\"")], "equator_bear", "“e5” is no floe of the Equator"),
            (&[("\"b5\"", "\"north\"")], "equator_bear", "“north” is no floe of the Equator"),
            (&[("\"b5\"", "\"\"")], "equator_bear", "“” is no floe of the Equator"),
            (&[("\"b5\"", "5")], "equator_bear", "not the number 5"),
        ],
    );
}

#[test]
fn of_rescue_polar_bears() {
    check(
        "rescue-polar-bears",
        &[
            (&[("game = \"rescue-polar-bears\"", "")], "#", "begin it with “game = \"rescue-polar-bears\"”"),
            (&[("starts =", "start =")], "start =", "nothing here is called “start”"),
            (
                &[("  \"c\", \"mfc\", \"fc\"", "  \"mfc\", \"fc\"")],
                "bears",
                "there are 20 Ice Tiles; bears are given for 19",
            ),
            (
                &[("  \"c\", \"mfc\"", "  \"m\", \"mfc\"")],
                "\"m\", \"mfc\"",
                "“m” on tile 1 is on no Ice Tile; they show c, fc, mf, mfc",
            ),
            (&[("  \"c\", \"mfc\"", "  \"mf\", \"mfc\"")], "bears", "39 bears stand on the ice, but 38 do"),
            (&[("[\"i1\", ", "[")], "starts", "four ships have a start hex; 3 are given"),
            (&[("\"i1\"", "\"j1\"")], "starts", "unknown hex “j1”"),
            (&[("\"i1\"", "\"e1\"")], "starts", "e1 is a base or carries a tile"),
            (&[("\"i1\"", "\"e5\"")], "starts", "e5 is a base or carries a tile"),
            (&[("\"i1\"", "\"a5\"")], "starts", "two ships begin on a5"),
            (&[("overtime = 1", "overtime = 2")], "[cards]", "10 Support Cards are in the box; 11 are given"),
            (&[("overtime = 1", "overtime = -1")], "overtime", "there are 0 to 10 of a card; -1 are given"),
            (&[("overtime = 1", "overtme = 1")], "overtme", "unknown Support Card “overtme”"),
            (&[("overtime = 1", "overtime = \"one\"")], "overtime", "not the text “one”"),
            (&[("[ships.polaris]", "[ships.polarstern]")], "polarstern", "unknown ship “polarstern”"),
            (&[("[ships.polaris]", "[ships.polarstern]")], "[ships", "the ship “polaris” is missing"),
            (&[("speed = 3 #", "speed = 0 #")], "speed = 0", "a ship sails 1 to 9 hexes; 0 are given"),
            (&[("speed = 6 #", "speed = 2 #")], "speed = 2", "its upgrades make it 2 slower"),
            (&[("room = 4 #", "room = 10 #")], "room = 10", "a ship has room for 0 to 9 bears; 10 are given"),
            (&[("room = 4 # PROPOSED\n", "")], "[ships.polaris]", "“room” is missing"),
            (&[("room = 4 #", "rooms = 4 #")], "rooms = 4", "nothing here is called “rooms”"),
            (&[("\"grabs\"", "\"flies\"")], "flies", "unknown ability “flies”"),
            (&[("\"grabs\"", "\"reveals\"")], "reveals", "Breeze Dragon can do this already"),
            (&[("[\"action\", \"action\"]", "[\"action\"]")], "upgrades", "a ship has two upgrade boxes; 1 is given"),
            (&[("[\"action\", \"action\"]", "[\"action\", \"sauna\"]")], "sauna", "unknown upgrade “sauna”"),
            (&[("[\"speed\", \"hold\"]", "[\"action\", \"hold\"]")], "[ships", "there are two red Action Tokens"),
            (&[("[\"speed\", \"hold\"]", "[\"speed\", \"helicopter\"]")], "[ships", "of nine Helicopter Tokens"),
            (&[("[\"speed\", \"hold\"]", "[\"speed\", \"slow-hold\"]")], "[ships", "two tokens that decrease speed"),
        ],
    );
}

#[test]
fn of_ice_breakers() {
    const FIRST: &str = "from = \"h2\", to = \"h1\", spaces = 3, bends = [[128, 50], [201, 104]]";
    check(
        "ice-breakers",
        &[
            (&[("game = \"ice-breakers\"", "")], "#", "begin it with “game = \"ice-breakers\"”"),
            (&[("large =", "largest =")], "largest =", "nothing here is called “largest”"),
            (&[("[2, 3, 6, 8]", "[2, 3, 6]")], "large", "there are 4 large destinations; 3 are given"),
            (&[("[2, 3, 6, 8]", "[2, 3, 6, 13]")], "large", "there is no harbour 13; they are numbered 1 to 12"),
            (&[("[2, 3, 6, 8]", "[2, 3, 3, 8]")], "large", "the numbers rise; 3 stands behind a greater or equal one"),
            (
                &[("5 = 8", "5 = 3")],
                "5 = 3",
                "there are 4 to 8 of this card, for every player begins with one; 3 are given",
            ),
            (&[("10 = 6", "10 = 9")], "10 = 9", "there are 0 to 8 of this card; 9 are given"),
            (&[("r3 = 4", "r4 = 4")], "r4 = 4", "unknown card “r4”"),
            (&[("r3 = 4\n", "")], "[cards]", "the card “r3” is missing"),
            (&[("b1 = 4", "b1 = 5")], "[cards]", "32 cards are in the box; 33 are given"),
            (
                &[("one = [3, 3, 3, 3]", "one = [3, 3, 3]")],
                "one =",
                "ice has the numbers 1 to 4; counts are given for 3",
            ),
            (
                &[("one = [3, 3, 3, 3]", "one = [3, 3, 3, -3]")],
                "one =",
                "0 to 14 reports show a number alone; -3 are given",
            ),
            (&[("one = [3, 3, 3, 3]", "one = [3, 3, 3, 4]")], "[reports]", "16 show one number or two"),
            (&[("\"1+2\"", "\"2+1\"")], "two =", "unknown report “2+1”"),
            (&[("\"1+2\"", "\"1+2+3\"")], "two =", "“1+2+3” does not show 2 numbers"),
            (&[("three = \"2+3+4\"", "three = \"mild\"")], "three =", "“mild” does not show 3 numbers"),
            (&[("h12 = {", "h13 = {")], "h13", "there is no harbour “h13”; they are called “h1” to “h12”"),
            (&[("h12 = {", "h13 = {")], "[harbours]", "the harbour “h12” is missing"),
            (&[("at = [262, 63]", "at = [262, 630]")], "h1 =", "[262, 630] lies off the map"),
            (
                &[("at = [262, 63]", "at = [262]")],
                "h1 =",
                "this should be a list of 2 values in square brackets, and has 1 value",
            ),
            (&[("[415, 102], ", "[415, 102], [10, 10], ")], "junctions", "there are at most 6 junctions; 7 are given"),
            (
                &[("from = \"h2\"", "from = \"h13\"")],
                "h13",
                "“h13” is no end of a channel; these are “h1” to “h12” and “j1” to “j6”",
            ),
            (&[("from = \"h2\"", "from = \"h1\"")], "from = \"h1\", to = \"h1\"", "back to where it begins"),
            (
                &[("from = \"h2\", to = \"h4\"", "from = \"h1\", to = \"h2\"")],
                "from = \"h1\", to = \"h2\"",
                "another channel joins",
            ),
            (&[("spaces = 3", "spaces = 7")], "spaces = 7", "a channel has 1 to 6 spaces; 7 are given"),
            (&[("spaces = 3", "spaces = 2")], "channels", "the map has 59 spaces and 6 junctions: 65 in all"),
            (&[("spaces = 3", "lenght = 3")], "lenght", "nothing here is called “lenght”"),
            (
                &[("[[128, 50], [201, 104]]", "[[128, 50]]")],
                "[[128, 50]]",
                "two points bend a channel, or none; 1 is given",
            ),
            (&[("[128, 50]", "[-128, 50]")], "[-128, 50]", "[-128, 50] lies off the map"),
            (
                &[("at = [67, 88]", "at = [262, 60]"), (", bends = [[128, 50], [201, 104]]", "")],
                "h1",
                "3 pieces would lie over each other",
            ),
            (
                &[
                    ("from = \"j2\", to = \"h8\"", "from = \"j2\", to = \"h9\""),
                    ("from = \"h8\", to = \"h10\"", "from = \"j1\", to = \"h10\""),
                ],
                "channels",
                "no way leads from “h1” to “h8”",
            ),
            (&[(FIRST, "from = \"h2\", to = \"h1\", spaces = \"three\"")], "three", "not the text “three”"),
        ],
    );
}

#[test]
fn of_polar_roller() {
    check(
        "polar-roller",
        &[
            (&[("game = \"polar-roller\"", "")], "#", "begin it with “game = \"polar-roller\"”"),
            (
                &[("\"polar-roller\"", "\"polar-dare\"")],
                "polar-dare",
                "this file is for another game: the box of this one says “game = \"polar-roller\"”",
            ),
            (&[("glacier_die", "glacier-die")], "glacier-die", "nothing here is called “glacier-die”"),
            (&[("\"tt\", ", "")], "glacier_die", "the glacier die has 8 faces; 7 are given"),
            (&[("\"tt\"", "\"tq\"")], "tq", "“tq” is no face"),
            (&[("\"tt\"", "\"\"")], "glacier_die", "“” is no face"),
            (&[("\"tt\"", "3")], "glacier_die", "this should be a text in double quotes"),
            (
                &[("\"zz\", \"td\", \"td\", \"dz\", \"dz\", \"tz\"", "\"tt\", \"td\", \"td\", \"dd\", \"dd\", \"tt\"")],
                "glacier_die",
                "no face shows a trapezoid",
            ),
            (&[("\"jt\", \"jd\", \"jz\"", "")], "melted", "at least one glacier"),
            (&[("\"jt\"", "\"at\"")], "melted", "field “a” has no triangle"),
            (&[("\"jt\", ", "\"jd\", ")], "melted", "“jd” stands here twice"),
            (&[("\"jt\"", "\"xx\"")], "melted", "unknown glacier “xx”"),
            (&[("[7, 14,", "[7, 43,")], "fishing_cliffs", "there is no cliff 43"),
            (&[("[7, 14,", "[7, 7,")], "fishing_cliffs", "cliff 7 stands here twice"),
            (&[("7, 14, 21, 22, 29, 36", "")], "fishing_cliffs", "there are 1 to 12 fishing cliffs; 0 are given"),
            (&[("[7, 14,", "[-7, 14,")], "fishing_cliffs", "the number -7 cannot stand here: it cannot be negative"),
            (&[("[1, 2]", "[1]")], "north-west", "a colony has two cliffs; 1 is given"),
            (&[("[1, 2]", "[1, 21]")], "north-west", "cliff 21 does not lie on the coast"),
            (&[("[4, 8]", "[2, 4]")], "north-east", "cliff 2 is already one of the colony “north-west”"),
            (&[("north-west", "nord-west")], "[colonies]", "the colony “north-west” is missing"),
            (&[("a = { z", "t = { z")], "[fields]", "field “a” is missing"),
            (
                &[("a = { z = [\"wsw\", \"s\", \"ese\"]", "a = { z = [\"n\", \"s\", \"ese\"]")],
                "a = {",
                "“n” lies in the ocean",
            ),
            (&[("b = { t = [\"wsw\"]", "b = { t = [\"n\"]")], "b = {", "belongs to another glacier already"),
            (&[("b = { t = [\"wsw\"], ", "b = { ")], "b = {", "belongs to no glacier: wsw"),
            (&[("b = { t = [\"wsw\"]", "b = { t = [\"wsw\", \"n\"]")], "b = {", "a triangle consists of 1"),
            (&[("b = { t = [\"wsw\"]", "b = { q = [\"wsw\"]")], "b = {", "“q” is no shape"),
            (
                &[("b = { t = [\"wsw\"], d = [\"n\", \"wnw\"]", "b = { t = [\"wnw\"], d = [\"n\", \"wsw\"]")],
                "b = {",
                "the triangles of a diamond lie side by side",
            ),
        ],
    );
}
