//! Tests of the map.

use super::*;

const MAP: Map = Map::PROPOSED;

#[test]
fn there_are_48_glaciers_16_of_each_shape_and_three_in_the_middle() {
    assert_eq!(MAP.glaciers().len(), 48);
    for shape in Shape::ALL {
        assert_eq!((shape.glaciers() & MAP.glaciers()).len(), 16, "{shape:?}");
    }
    assert_eq!(format!("{:?}", MAP.central()), "{jt, jd, jz}");
}

#[test]
fn every_triangle_of_the_hexagon_belongs_to_one_glacier() {
    let mut seen = std::collections::BTreeSet::new();
    for glacier in MAP.glaciers().iter() {
        assert_eq!(MAP.wedges(glacier).count(), glacier.shape() as usize + 1);
        for wedge in MAP.wedges(glacier) {
            let [one, two] = wedge.outer_side(glacier.pool().at());
            assert!(is_on_the_map(one) && is_on_the_map(two), "{glacier} leaves the map");
            assert!(seen.insert((glacier.pool(), wedge)), "{glacier} overlaps another");
        }
    }
    assert_eq!(seen.len(), 96);
}

#[test]
fn a_glacier_is_one_piece() {
    for glacier in MAP.glaciers().iter() {
        let wedges: Vec<i8> = MAP.wedges(glacier).map(|wedge| wedge as i8).collect();
        let follows = |wedge: &&i8| wedges.contains(&((**wedge + 1) % 6));
        assert_eq!(wedges.iter().filter(follows).count() + 1, wedges.len(), "{glacier}");
    }
}

#[test]
fn there_are_19_pools_six_of_them_on_the_coast() {
    assert_eq!(Pool::ALL.len(), 19);
    assert!(Pool::ALL.iter().all(|pool| is_pool(pool.at())));
    let coast: String = Pool::ALL.iter().filter(|pool| pool.is_coastal()).map(Pool::letter).collect();
    assert_eq!(coast, "adfnps");
}

#[test]
fn glaciers_of_one_field_all_share_sides_so_a_pool_touches_one_melted_group() {
    for pool in Pool::ALL.iter() {
        for glacier in (pool.glaciers() & MAP.glaciers()).iter() {
            let others = pool.glaciers().without(glacier);
            assert_eq!((others & MAP.glaciers()).difference(MAP.beside(glacier)), Glaciers::NONE, "{glacier}");
        }
    }
}

#[test]
fn there_are_84_pairs_of_adjacent_glaciers() {
    let mut pairs = [[0; 3]; 3];
    for glacier in MAP.glaciers().iter() {
        for other in MAP.beside(glacier).iter() {
            assert!(MAP.beside(other).contains(glacier));
            if other > glacier {
                let (one, two) = (glacier.shape().min(other.shape()), glacier.shape().max(other.shape()));
                pairs[one as usize][two as usize] += 1;
            }
        }
    }
    // Triangle with triangle, diamond, trapezoid; diamond with the last two; trapezoid with itself.
    assert_eq!(pairs, [[0, 24, 21], [0, 0, 31], [0, 0, 8]]);
}

#[test]
fn there_are_42_cliffs_joined_by_54_segments() {
    let places = "0,-4 1,-4 3,-4 4,-4 -1,-3 1,-3 2,-3 4,-3 -1,-2 0,-2 2,-2 3,-2 -3,-1 -2,-1 0,-1 1,-1 3,-1 4,-1 \
                  -4,0 -2,0 -1,0 1,0 2,0 4,0 -4,1 -3,1 -1,1 0,1 2,1 3,1 -3,2 -2,2 0,2 1,2 -4,3 -2,3 -1,3 1,3 \
                  -4,4 -3,4 -1,4 0,4";
    let ours: Vec<String> = Cliff::ALL.iter().map(|cliff| format!("{},{}", cliff.at().0, cliff.at().1)).collect();
    assert_eq!(ours.join(" "), places.split_whitespace().collect::<Vec<_>>().join(" "));
    let ends: usize = Cliff::ALL.iter().map(|cliff| cliff.paths().len()).sum();
    assert_eq!(ends, 2 * 54);
    assert_eq!(reached(MAP.access()), Cliff::ALL, "the net is one piece");
}

/// The cliffs to which paths lead from these.
fn reached(mut from: Cliffs) -> Cliffs {
    loop {
        let next = from.iter().fold(from, |all, cliff| all | cliff.paths());
        if next == from {
            return from;
        }
        from = next;
    }
}

#[test]
fn the_map_of_colonies_and_paths_looks_the_same_after_half_a_turn() {
    let turned = |cliffs: Cliffs| -> Cliffs {
        let back = |cliff: Cliff| {
            let (q, r) = cliff.at();
            Cliff::ALL.iter().find(|other| other.at() == (-q, -r)).expect("the hexagon is symmetric")
        };
        cliffs.iter().map(back).collect()
    };
    for colony in Colony::ALL {
        assert_eq!(turned(MAP.access_to(colony)), MAP.access_to(Colony::ALL[(colony as usize + 2) % 4]));
    }
    assert_eq!(turned(MAP.fishing()), MAP.fishing());
    assert_eq!(MAP.fishing().len(), 6);
}

#[test]
fn the_two_cliffs_of_a_colony_are_also_joined_by_a_path() {
    for colony in Colony::ALL {
        for cliff in MAP.access_to(colony).iter() {
            assert_eq!(MAP.joined(cliff), cliff.paths(), "{cliff}");
            assert_eq!(MAP.colony(cliff), Some(colony));
        }
    }
}

#[test]
fn a_pair_of_colonies_needs_five_penguins_and_all_four_need_fifteen() {
    assert_eq!(fewest(&[Colony::NorthWest, Colony::NorthEast]), 5);
    assert_eq!(fewest(&[Colony::SouthWest, Colony::SouthEast]), 5);
    assert_eq!(fewest(&[Colony::NorthWest, Colony::SouthWest]), 8);
    assert_eq!(fewest(&[Colony::NorthEast, Colony::SouthEast]), 8);
    assert_eq!(fewest(&[Colony::NorthWest, Colony::SouthEast]), 10);
    assert_eq!(fewest(&[Colony::NorthEast, Colony::SouthWest]), 10);
    assert_eq!(fewest(&Colony::ALL[..3]), 12);
    assert_eq!(fewest(&Colony::ALL), 15);
}

fn fewest(colonies: &[Colony]) -> usize {
    usize::from(super::super::prospects::fewest_penguins(MAP, Cliffs::NONE, colonies))
}
