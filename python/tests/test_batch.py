"""Batches: the same matches as single ones, whatever the number of threads."""

from __future__ import annotations

import os
import pickle
import random
import resource
import subprocess
import sys
import threading

import numpy as np
import polynya
import pytest
from setups import Setup, named, number, plain, smallest, some

SETUPS = plain() + some(number("POLYNYA_SETS", 5), seed=1)


def arrays(batch: polynya.Batch) -> list[np.ndarray]:
    rows = (batch.observations, batch.masks, batch.rewards, batch.ends, batch.cuts, batch.seats, batch.actions)
    return [row.copy() for row in rows]


def same(one: polynya.Batch, two: polynya.Batch) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(arrays(one), arrays(two)))


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_random_actions_are_legal_and_the_state_is_everything(setup: Setup) -> None:
    game, seats, options = setup
    batch = polynya.Batch(game, 4, seats, options, 7, max_steps=150)
    for _ in range(60):
        masks = polynya.unpack(batch.masks, batch.action_count)
        assert masks.any(axis=1).all() and (batch.seats >= 0).all() and (batch.seats < seats).all()
        seats_before = batch.seats.copy()
        batch.step_randomly()
        assert masks[np.arange(4), batch.actions].all()
        assert ((batch.rewards != 0).any(axis=1) <= batch.ends).all()
        assert (seats_before >= 0).all()
    mirror = polynya.Batch(game, 4, seats, options, 7, max_steps=150)
    mirror.__setstate__(batch.__getstate__())
    assert same(batch, mirror)


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_a_position_looks_the_same_in_a_match_and_in_a_batch(setup: Setup) -> None:
    game, seats, options = setup
    batch = polynya.Batch(game, 3, seats, options, 0, autoreset=False)
    match = polynya.Match(game, seats, options, 5)
    rng = random.Random(5)
    for _ in range(60):
        batch.put(1, match)
        assert batch.position(1) == match.to_bytes() and batch.describe(1) == match.describe()
        assert batch.ends[1] == match.is_over
        if match.is_over:
            break
        assert batch.seats[1] == match.seat
        assert np.array_equal(batch.observations[1], match.observe())
        assert np.array_equal(polynya.unpack(batch.masks, batch.action_count)[1], match.mask())
        match.play(rng.choice(match.legal()))
    with pytest.raises(IndexError, match="matches 0 to 2"):
        batch.put(3, match)
    with pytest.raises(ValueError, match="does not fit"):
        batch.put(0, polynya.Match("polar-dare" if game != "polar-dare" else "polar-roller", 2, seed=1))


@pytest.mark.parametrize("setup", smallest(), ids=named)
def test_the_number_of_threads_changes_nothing(setup: Setup) -> None:
    game, seats, options = setup
    one = polynya.Batch(game, 37, seats, options, 5, max_steps=40)
    others = [polynya.Batch(game, 37, seats, options, 5, max_steps=40, threads=threads) for threads in (2, 3, 64)]
    rng = np.random.default_rng(0)
    for step in range(50):
        actions = polynya.sample(one.masks, rng)
        for batch in [one, *others]:
            if step % 2:
                batch.step(actions)
            else:
                batch.step_randomly()
        assert all(same(one, other) for other in others)


@pytest.mark.parametrize("setup", smallest(), ids=named)
def test_copies_and_pickles_go_the_same_way(setup: Setup) -> None:
    game, seats, options = setup
    batch = polynya.Batch(game, 9, seats, options, 5, max_steps=60)
    batch.step_randomly(23)
    copy, stored = batch.copy(), pickle.loads(pickle.dumps(batch))
    assert same(batch, copy) and same(batch, stored)
    before = arrays(copy)
    batch.step_randomly(31)
    assert all(np.array_equal(a, b) for a, b in zip(before, arrays(copy)))
    copy.step_randomly(31)
    stored.step_randomly(31)
    assert same(batch, copy) and same(batch, stored)


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_what_is_written_step_by_step_is_what_is_written_anew(setup: Setup) -> None:
    game, seats, options = setup
    batch = polynya.Batch(game, 8, seats, options, 11, max_steps=90)
    for _ in range(8):
        batch.step_randomly(25)
        # Its arrays are written whole when it is unpickled.
        assert same(batch, pickle.loads(pickle.dumps(batch)))


def test_matches_end_pay_and_begin_anew() -> None:
    batch = polynya.Batch("polar-roller", 16, 2, seed=1)
    ended = 0
    for _ in range(500):
        batch.step_randomly()
        ended += int(batch.ends.sum())
        assert np.abs(batch.rewards.sum(axis=1)).max() < 1e-6
        assert (np.abs(batch.rewards).sum(axis=1)[~batch.ends] == 0).all()
    assert ended >= 16


def test_without_autoreset_a_match_that_is_over_waits() -> None:
    batch = polynya.Batch("polar-roller", 8, 2, seed=1, autoreset=False)
    while not batch.ends.any():
        batch.step_randomly()
    over = batch.ends.copy()
    assert (batch.seats[over] == -1).all() and not batch.masks[over].any()
    with pytest.raises(ValueError, match="reset it"):
        batch.step_randomly()
    kept = batch.observations[~over].copy()
    batch.reset(over)
    assert (batch.seats >= 0).all() and np.array_equal(kept, batch.observations[~over])
    batch.step_randomly()


def test_shaping_adds_what_gauges_gain() -> None:
    weights = {"rows of the way home": 0.5}
    batch = polynya.Batch("polar-dare", 32, 2, seed=3, shaping=weights)
    gained = np.zeros(2)
    for _ in range(50):
        batch.step_randomly()
        gained += batch.rewards[~batch.ends].sum(axis=0)
    assert gained.any()


def test_sampling_is_fair() -> None:
    batch = polynya.Batch("ice-breakers", 1, 2, seed=3)
    batch.step_randomly(3)
    masks = np.repeat(batch.masks, 20_000, axis=0)
    legal = np.flatnonzero(polynya.unpack(batch.masks, batch.action_count)[0])
    drawn = np.bincount(polynya.sample(masks, np.random.default_rng(1)), minlength=batch.action_count)
    assert drawn.sum() == 20_000 and np.array_equal(np.flatnonzero(drawn), legal)
    expected = 20_000 / len(legal)
    assert ((drawn[legal] - expected) ** 2 / expected).sum() < len(legal) + 5 * np.sqrt(2 * len(legal))


def test_the_views_are_the_same_memory_and_cannot_be_written() -> None:
    batch = polynya.Batch("polar-dare", 16, 2, seed=1)
    seen = batch.observations
    before = seen.copy()
    batch.step_randomly(10)
    assert np.array_equal(seen, batch.observations) and not np.array_equal(seen, before)
    with pytest.raises(ValueError, match="read-only"):
        seen[0, 0] = 1
    with pytest.raises(ValueError):
        seen.resize(1, 1)


def test_a_refused_action_changes_nothing_in_any_match() -> None:
    batch = polynya.Batch("polar-dare", 5, 2, seed=1)
    before = arrays(batch)
    actions = polynya.sample(batch.masks, np.random.default_rng(0))
    actions[3] = polynya.actions("polar-dare").index("hop start a1")
    with pytest.raises(polynya.Refusal) as refused:
        batch.step(actions)
    assert refused.value.match_index == 3
    assert all(np.array_equal(a, b) for a, b in zip(before, arrays(batch)))


@pytest.mark.parametrize(
    ("actions", "kind", "told"),
    [
        (np.zeros(4, np.float64), TypeError, "float64"),
        (np.zeros(4, np.uint8), TypeError, "uint8"),
        (np.zeros(3, np.int64), ValueError, r"\(3,\)"),
        (np.zeros((4, 1), np.int64), TypeError, r"\(4, 1\)"),
        ([0, 0, 0, 0], TypeError, "list"),
        (None, TypeError, "NoneType"),
        (np.full(4, -1, np.int64), ValueError, "begin with 0"),
        (np.full(4, 10**9, np.int64), ValueError, "there is no action"),
        (np.full(4, 10**12, np.int64), ValueError, "no number of an action"),
    ],
)
def test_wrong_actions_are_told(actions: object, kind: type[Exception], told: str) -> None:
    batch = polynya.Batch("polar-dare", 4, 2, seed=1)
    with pytest.raises(kind, match=told):
        batch.step(actions)  # type: ignore[arg-type]
    batch.step_randomly()


def test_strided_and_foreign_integers_are_read_as_they_are() -> None:
    batch = polynya.Batch("polar-dare", 4, 2, seed=1)
    other = batch.copy()
    actions = np.zeros((4, 2), np.int64)
    batch.step(actions[:, 0])
    other.step(actions[::-1, 1].astype(np.int32))
    assert same(batch, other)


def test_two_threads_of_python_cannot_break_a_batch() -> None:
    batch = polynya.Batch("rescue-polar-bears", 512, 3, seed=1, threads=2)
    wrong: list[BaseException] = []

    def run() -> None:
        for _ in range(20):
            try:
                batch.step_randomly()
            except RuntimeError as error:
                wrong.append(error)

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("borrowed" in str(error) or "in use" in str(error) for error in wrong)
    batch.step_randomly()


def test_a_forked_process_goes_on() -> None:
    batch = polynya.Batch("polar-dare", 64, 2, seed=1, threads=2)
    batch.step_randomly(3)
    child = os.fork()
    if child == 0:
        try:
            batch.step_randomly(20)
            os._exit(0)
        finally:
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    batch.step_randomly()


@pytest.mark.parametrize("game", polynya.games())
def test_memory_does_not_grow(game: str) -> None:
    batch = polynya.Batch(game, 256, seed=1)
    rng = np.random.default_rng(1)

    def play(steps: int) -> None:
        for _ in range(max(1, steps // 25_600)):
            batch.step_randomly(99)
            batch.step(polynya.sample(batch.masks, rng))
            batch.observations.sum()
            match = polynya.Match(game, seed=1)
            for _ in range(20):
                match.play(match.legal()[0])
                match.copy()

    play(200_000)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    play(number("POLYNYA_STEPS", 100_000))
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 4096, f"{after - before} kB more"


@pytest.mark.parametrize("game", polynya.games())
def test_actions_are_sampled_without_the_functions_of_newer_numpy(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batch = polynya.Batch(game, 64, seed=3)
    batch.step_randomly(20)
    sampled = polynya.sample(batch.masks, np.random.default_rng(5))
    monkeypatch.delattr(np, "bitwise_count", raising=False)
    assert np.array_equal(polynya.sample(batch.masks, np.random.default_rng(5)), sampled)
    assert polynya.unpack(batch.masks, batch.action_count)[np.arange(64), sampled].all()


# In a process of its own: what is too large for it is refused, and it goes on.
WITH_LITTLE_MEMORY = """
import pickle, resource
import polynya
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, resource.RLIM_INFINITY))

def refused(work):
    try:
        work()
    except MemoryError as error:
        print(error)
    else:
        raise SystemExit("it was not refused")

refused(lambda: polynya.Batch("polar-dare", 1 << 24))
refused(lambda: polynya.Batch("piecepack-dare", 1 << 20))
half = polynya.Batch("polar-dare", 120_000, seats=2)
refused(half.copy)
half.step_randomly(2)
few = polynya.Batch("polar-dare", 100)
few.step_randomly(100)
pickle.loads(pickle.dumps(few)).step_randomly(10)
"""


def test_a_batch_that_is_too_large_is_a_memory_error() -> None:
    done = subprocess.run([sys.executable, "-c", WITH_LITTLE_MEMORY], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "16777216 matches of polar-dare" in done.stdout and "fewer matches" in done.stdout
