//! The hot path allocates nothing: listing, playing, settling, copying, and whole playouts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use polynya_engine::{Game, Seed, playout};
use polynya_games::floes::{PiecepackGame, PiecepackOptions, PolarDareGame, PolarDareOptions};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions};
use polynya_games::polar_roller::{self, PolarRoller};
use polynya_games::rescue_polar_bears::{RescueOptions, RescuePolarBears};

struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
}

#[allow(unsafe_code, reason = "an allocator cannot be written otherwise; it counts and passes on")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.with(|count| count.set(count.get() + 1));
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> u64 {
    let before = COUNT.with(Cell::get);
    work();
    COUNT.with(Cell::get) - before
}

/// Plays whole matches at random and counts what is allocated on the way.
fn check<G: Game>(options: &G::Options, seats: u8, matches: u32, most: usize) {
    let start = G::start(options, seats).unwrap_or_else(|rule| panic!("{rule:?}"));
    let mut luck = Seed::of("allocations").draw(0);
    let mut buffer = Vec::with_capacity(1024);
    let count = allocations(|| {
        for _ in 0..matches {
            playout(&mut start.clone(), &mut luck, &mut buffer, most, &mut |_| {});
        }
    });
    assert_eq!(count, 0, "playouts of {} with {seats} seats and {options:?}", G::ID);
    // The same through `legal`, which playouts may overtake.
    let mut position = start.clone();
    let count = allocations(|| {
        for _ in 0..most.min(2000) {
            match position.turn() {
                polynya_engine::Turn::Over(_) => break,
                polynya_engine::Turn::Chance => {
                    let chance = position.draw(&mut luck);
                    position.settle(chance, &mut |_| {});
                }
                polynya_engine::Turn::Players(acting) => {
                    let seat = acting.first().expect("somebody acts");
                    buffer.clear();
                    position.legal(seat, &mut buffer);
                    let action = buffer[polynya_engine::Luck::below(&mut luck, buffer.len() as u32) as usize];
                    assert!(position.check(seat, action).is_ok());
                    position.play(seat, action, &mut |_| {});
                }
            }
        }
    });
    assert_eq!(count, 0, "listing {} with {seats} seats and {options:?}", G::ID);
}

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn floes_allocate_nothing() {
    for seats in 2..=4 {
        check::<PolarDareGame>(&PolarDareOptions::default(), seats, 5, usize::MAX);
        for number in 0..64 {
            check::<PiecepackGame>(&PiecepackOptions::combination(number), seats, 1, 5000);
        }
    }
}

#[test]
fn rescue_polar_bears_allocates_nothing() {
    for seats in 1..=4 {
        check::<RescuePolarBears>(&RescueOptions::default(), seats, 200, usize::MAX);
        let rough = RescueOptions { rough_road: true, rapid_warming: true, ..RescueOptions::default() };
        check::<RescuePolarBears>(&rough, seats, 200, usize::MAX);
    }
}

#[test]
fn polar_roller_allocates_nothing() {
    for seats in 2..=12 {
        check::<PolarRoller>(&polar_roller::Options::default(), seats, 20, usize::MAX);
    }
}

#[test]
fn ice_breakers_allocates_nothing() {
    for options in IceBreakersOptions::all() {
        for seats in 2..=4 {
            check::<IceBreakers>(&options, seats, 5, usize::MAX);
        }
    }
}
