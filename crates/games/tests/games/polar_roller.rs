//! Positions of Polar Roller as text, as bytes and as numbers.

use polynya_engine::{Encode, Game, Layout, Seat, Seed, observation, wander};
use polynya_games::polar_roller::{Options, PolarRoller};

use crate::broken::broken_positions_are_refused_or_played;

#[test]
fn what_twelve_seats_see_along_a_match_stays_what_it_was() {
    let start = PolarRoller::start(&Options::default(), 12).expect("twelve can play");
    let (mut numbers, mut seen) = (Vec::new(), 0xcbf2_9ce4_8422_2325_u64);
    wander(&start, &mut Seed::of("observations").draw(0), usize::MAX, |position| {
        for seat in Seat::all(12) {
            numbers.clear();
            observation(position, seat, &mut numbers);
            for byte in numbers.iter().flat_map(|number| number.to_bits().to_le_bytes()) {
                seen = (seen ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
            }
        }
    });
    assert_eq!(seen, 2528034407847529949, "raise OBSERVATION and write this down again");
}

/// Seats that look see the same table, turned by the seats between them.
#[test]
fn an_observation_begins_with_the_seat_that_looks() {
    const SEATS: u8 = 5;
    let layout = Layout::of::<PolarRoller>();
    let start = PolarRoller::start(&Options::default(), SEATS).expect("five can play");
    let alike = ["rounds", "phase", "glacier_die"];
    wander(&start, &mut Seed::of("turned").draw(0), usize::MAX, |position| {
        let seen: Vec<Vec<f32>> = (Seat::all(SEATS))
            .map(|seat| {
                let mut numbers = Vec::new();
                observation(position, seat, &mut numbers);
                numbers
            })
            .collect();
        for field in &layout.fields {
            for (seat, numbers) in seen.iter().enumerate() {
                let (ours, theirs) = (&numbers[field.at..][..field.size], &seen[0][field.at..][..field.size]);
                if alike.contains(&field.name) {
                    assert_eq!(ours, theirs, "{}", field.name);
                    continue;
                }
                let each = field.size / 12;
                let mut turned = theirs[..each * usize::from(SEATS)].to_vec();
                turned.rotate_left(each * seat);
                assert_eq!(ours[..turned.len()], turned, "{} of seat {}", field.name, seat + 1);
                assert!(ours[turned.len()..].iter().all(|&number| number == 0.0), "{} of nobody", field.name);
            }
        }
    });
}

#[test]
fn broken_positions_are_refused_or_can_be_played() {
    for (seats, times) in [(2, 3000), (3, 2000), (12, 400)] {
        let start = PolarRoller::start(&Options::default(), seats).expect("so many can play");
        let broken = broken_positions_are_refused_or_played(&start, &format!("broken {seats}"), times, 20_000);
        assert!(broken.refused > 500 && broken.played > 50, "with {seats} seats: {broken:?}");
    }
}

#[test]
fn a_position_is_text_that_a_person_can_read() {
    let mut position = PolarRoller::start(&Options::default(), 2).expect("two can play");
    position.settle("d8 4".parse().expect("a face"), &mut |_| {});
    position.play(Seat::default(), "melt bt".parse().expect("an action"), &mut |_| {});
    let rest = r#""fish_eaten":0,"lost":0,"dice":null,"own":[null,null],"taken":null,"borrowed":null"#;
    let expected = [
        r#"polar-roller/1 {"rounds":0,"phase":"melt","face":4,"waiting":[1,2],"sheets":["#,
        r#"{"melted":["bt","jt","jd","jz"],"bears":[],"penguins":[],"orcas":[],"#,
        rest,
        r#","melting":{"left":[0,1,0],"pair":true,"first":"bt"}},"#,
        r#"{"melted":["jt","jd","jz"],"bears":[],"penguins":[],"orcas":[],"#,
        rest,
        r#","melting":{"left":[1,1,0],"pair":true,"first":null}}],"box":null}"#,
    ];
    assert_eq!(position.to_text(), expected.concat());
    assert_eq!(PolarRoller::from_text(&expected.concat()), Ok(position));
}

#[test]
fn positions_that_cannot_be_played_are_refused_with_a_reason() {
    let start = PolarRoller::start(&Options::default(), 2).expect("two can play");
    let mut melting = start.clone();
    melting.settle("d8 4".parse().expect("a face"), &mut |_| {});
    let no_match = |what: &str| format!("no match leads to this position: {what}");
    for (position, from, to, expected) in [
        (&start, r#""rounds":0"#, r#""rounds":255"#, no_match("there are too many rounds")),
        (&start, r#""phase":"glacier_die""#, r#""phase":"over""#, no_match("the match ends after the last round")),
        (&start, r#""waiting":[]"#, r#""waiting":[1]"#, no_match("seats are awaited exactly while they act")),
        (&melting, r#""waiting":[1,2]"#, r#""waiting":[3]"#, no_match("a stranger is awaited")),
        (
            &melting,
            r#""phase":"melt""#,
            r#""phase":{"polar_dice":2}"#,
            no_match("seats are awaited exactly while they act"),
        ),
        (
            &melting,
            r#""left":[1,1,0]"#,
            r#""left":[255,255,0]"#,
            no_match("seat 1: more is left to melt than the die shows"),
        ),
        (&melting, r#""left":[1,1,0]"#, r#""left":[0,0,0]"#, no_match("seat 1: a pair without anything to melt")),
        (&start, r#""fish_eaten":0"#, r#""fish_eaten":1"#, no_match("seat 1: more fish were eaten than caught")),
        (&start, r#""penguins":[]"#, r#""penguins":[7]"#, no_match("seat 1: penguins are cut off from every colony")),
        (&start, r#""bears":[]"#, r#""bears":["jt"]"#, no_match("seat 1: a bear lives on a melted glacier")),
    ] {
        let text = position.to_text().replacen(from, to, 1);
        assert_ne!(text, position.to_text(), "{from}");
        assert_eq!(PolarRoller::from_text(&text).expect_err(&text).0, expected, "{to}");
    }
}
