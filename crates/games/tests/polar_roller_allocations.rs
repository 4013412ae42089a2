//! The hot path allocates nothing: listing, playing, settling, copying, and whole playouts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use polynya_engine::{Game, Seat, Seed, playout};
use polynya_games::polar_roller::{Options, PolarRoller};

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
fn polar_roller_allocates_nothing() {
    for seats in PolarRoller::SEATS {
        check::<PolarRoller>(&Options::default(), seats, 5, usize::MAX);
    }
}

#[test]
fn scores_allocate_nothing() {
    let mut position = PolarRoller::start(&Options::default(), 4).expect("four can play");
    let mut buffer = Vec::with_capacity(1024);
    playout(&mut position, &mut Seed::of("scores").draw(0), &mut buffer, usize::MAX, &mut |_| {});
    let count = allocations(|| {
        for seat in Seat::all(4) {
            assert!(position.score(seat).total() > 0);
        }
    });
    assert_eq!(count, 0);
}
