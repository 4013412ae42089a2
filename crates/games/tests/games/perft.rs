//! Counts of all lines of play, compared with counts made by an independent reading of the rules.

use polynya_engine::{Game, perft};
use polynya_games::floes::{PiecepackGame, PolarDareGame};

fn count<G: Game>(seats: u8, options: &str, depth: u32) -> u64 {
    let options = serde_json::from_str(options).expect("the options are well written");
    perft(&G::start(&options, seats).expect("the match starts"), depth)
}

#[test]
fn polar_dare() {
    for (options, counts) in [
        (r#"{}"#, [76, 1478, 21386]),
        (r#"{"die":["B3","B3","P2","P2","P3","P4"],"turn_limit":1}"#, [76, 1478, 20980]),
        (r#"{"die":["P2","P2","P2","P2","P2","P2"],"turn_limit":1}"#, [20, 406, 0]),
    ] {
        assert_eq!([3, 4, 5].map(|depth| count::<PolarDareGame>(2, options, depth)), counts, "{options}");
    }
    assert_eq!(count::<PolarDareGame>(3, "{}", 4), 1478);
}

#[test]
fn piecepack_dare() {
    for (options, counts) in [
        (r#"{}"#, [1466, 20914]),
        (r#"{"polar_bear_alert":true}"#, [1502, 21576]),
        (r#"{"homesick_penguins":true}"#, [1466, 20914]),
        (r#"{"global_warming":true}"#, [922, 10498]),
        (r#"{"pack_ice":true}"#, [3674, 77006]),
        (r#"{"deep_freeze":true}"#, [4010, 97850]),
        (r#"{"deep_freeze":true,"pack_ice":true}"#, [4010, 97850]),
        (r#"{"global_warming":true,"pack_ice":true}"#, [2010, 30878]),
        (r#"{"global_warming":true,"deep_freeze":true,"polar_bear_alert":true}"#, [2294, 42560]),
        (r#"{"mega_ice_age":true}"#, [167, 5982]),
        (r#"{"mega_ice_age":true,"global_warming":true}"#, [135, 3758]),
        (r#"{"mega_ice_age":true,"polar_bear_alert":true}"#, [185, 6086]),
        (r#"{"mega_ice_age":true,"deep_freeze":true}"#, [263, 16014]),
        (
            r#"{"polar_bear_alert":true,"homesick_penguins":true,"global_warming":true,"mega_ice_age":true,"pack_ice":true,"deep_freeze":true}"#,
            [217, 9062],
        ),
    ] {
        assert_eq!([4, 5].map(|depth| count::<PiecepackGame>(2, options, depth)), counts, "{options}");
    }
    assert_eq!(count::<PiecepackGame>(2, "{}", 3), 76);
    assert_eq!(count::<PiecepackGame>(2, r#"{"pack_ice":true}"#, 3), 124);
    assert_eq!(count::<PiecepackGame>(2, r#"{"mega_ice_age":true}"#, 3), 16);
    assert_eq!(count::<PiecepackGame>(2, r#"{"mega_ice_age":true,"global_warming":true}"#, 6), 104_973);
    assert_eq!(count::<PiecepackGame>(2, r#"{"mega_ice_age":true,"polar_bear_alert":true}"#, 6), 218_400);
    assert_eq!(
        count::<PiecepackGame>(3, r#"{"polar_bear_alert":true,"homesick_penguins":true,"global_warming":true}"#, 4),
        950
    );
}
