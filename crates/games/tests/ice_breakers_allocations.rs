//! The hot path of Ice Breakers allocates nothing: listing, playing, settling, copying, and whole playouts.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use polynya_engine::{Game, Luck, Seed, Turn, playout};
use polynya_games::ice_breakers::{IceBreakers, IceBreakersOptions};

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

#[test]
fn the_allocator_counts() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(1)))), 1);
}

#[test]
fn playouts_allocate_nothing() {
    let mut luck = Seed::of("allocations").draw(0);
    let mut buffer = Vec::with_capacity(2048);
    for options in IceBreakersOptions::all() {
        for seats in IceBreakers::SEATS {
            let start = IceBreakers::start(&options, seats).expect("it starts");
            let count = allocations(|| {
                for _ in 0..5 {
                    playout(&mut start.clone(), &mut luck, &mut buffer, usize::MAX, &mut |_| {});
                }
            });
            assert_eq!(count, 0, "{seats} seats, {options:?}");
        }
    }
}

/// The same through `legal` and `check`, which playouts overtake, with every seat listed.
#[test]
fn listing_and_checking_allocate_nothing() {
    let mut luck = Seed::of("listing").draw(0);
    let mut buffer = Vec::with_capacity(2048);
    for options in IceBreakersOptions::all() {
        let start = IceBreakers::start(&options, 3).expect("it starts");
        let count = allocations(|| {
            let mut position = start.clone();
            loop {
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Chance => {
                        let chance = position.draw(&mut luck);
                        position.settle(chance, &mut |_| {});
                    }
                    Turn::Players(seats) => {
                        let chosen = luck.below(seats.len() as u32) as usize;
                        let seat = seats.iter().nth(chosen).expect("below their number");
                        buffer.clear();
                        position.legal(seat, &mut buffer);
                        let action = buffer[luck.below(buffer.len() as u32) as usize];
                        assert!(position.check(seat, action).is_ok());
                        position.play(seat, action, &mut |_| {});
                    }
                }
            }
        });
        assert_eq!(count, 0, "{options:?}");
    }
}
