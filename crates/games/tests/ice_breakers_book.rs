//! The tables of the rule book of Ice Breakers are those of the code.

use polynya_games::ice_breakers::{self, IceBreakersOptions, Map, TABLE};

/// The book prints the channels as the maps have them.
#[test]
fn the_printed_table_is_the_map() {
    let rows = ice_breakers::RULES.lines().filter(|line| line.starts_with("| h") || line.starts_with("| j"));
    let lengths = |map: Map| {
        let mut channels: Vec<(String, usize)> =
            map.chart().channels().map(|(from, to, spaces)| (format!("{from}-{to}"), spaces.len())).collect();
        channels.reverse();
        channels
    };
    let mut maps = Map::ALL.map(lengths);
    let mut count = 0;
    for row in rows {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        for (map, cell) in maps.iter_mut().zip(&cells[1..]) {
            let here = map.pop_if(|(name, _)| name == cells[0]).map(|(_, length)| length.to_string());
            assert_eq!(here.as_deref().unwrap_or("-"), *cell, "{row}");
        }
        count += 1;
    }
    assert_eq!(count, TABLE.len());
    assert!(maps.iter().all(Vec::is_empty));
    assert_eq!(IceBreakersOptions::all().count(), 12);
}
