"""Our search with an evaluation of the caller's."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from typing import Any

import numpy as np
import polynya
import pytest


def even(observations: Any, masks: Any, seats: Any) -> tuple[Any, Any]:
    return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))


def some_matches(game: str, count: int) -> list[polynya.Match]:
    rng, matches = random.Random(1), []
    for seed in range(count):
        match = polynya.Match(game, seed=seed)
        for _ in range(rng.randrange(12)):
            match.play(rng.choice(match.legal()))
        matches.append(match)
    return matches


@pytest.mark.parametrize("game", polynya.games())
def test_only_legal_actions_are_visited_and_the_same_call_finds_the_same(game: str) -> None:
    matches = some_matches(game, 6)
    asked: list[int] = []

    def evaluate(observations: Any, masks: Any, seats: Any) -> tuple[Any, Any]:
        assert observations.shape == (len(masks), polynya.info(game).observation_size)
        assert masks.any(axis=1).all() and len(seats) == len(masks)
        asked.append(len(masks))
        return even(observations, masks, seats)

    visits, worth = polynya.search(matches, evaluate, visits=40, seed=3)
    assert max(asked) == 6, "positions are evaluated together"
    for row, match in enumerate(matches):
        assert set(np.flatnonzero(visits[row])) <= set(match.legal()) and 39 <= visits[row].sum() <= 40
        assert (np.abs(worth[row]) <= 1).all()
    again, _ = polynya.search(matches, even, visits=40, seed=3)
    assert np.array_equal(visits, again)
    alone, _ = polynya.search(matches[:1], even, visits=40, seed=3)
    assert np.array_equal(visits[:1], alone)


def test_the_search_follows_priors_and_values() -> None:
    match = polynya.Match("polar-dare", 2, seed=7)
    match.play("roll")
    wanted = match.legal()[3]

    def priors(observations: Any, masks: Any, seats: Any) -> tuple[Any, Any]:
        weights = masks * 0.001
        weights[:, wanted] = 1
        return weights, np.zeros(len(masks))

    visits, _ = polynya.search([match], priors, visits=100)
    assert visits[0].argmax() == wanted
    # Whoever finds positions good in which its own penguins have come far moves them.
    own = polynya.info("polar-dare").field("own_outbound").place

    def values(observations: Any, masks: Any, seats: Any) -> tuple[Any, Any]:
        far = (observations[:, own] * np.arange(80)).sum(axis=1) / 80
        other = polynya.info("polar-dare").field("next_outbound").place
        return masks * 1.0, far - (observations[:, other] * np.arange(80)).sum(axis=1) / 80

    visits, worth = polynya.search([match], values, visits=400)
    assert match.words(int(visits[0].argmax())).startswith("hop")
    assert worth[0][visits[0].argmax()] > 0


def test_wrong_evaluations_and_calls_are_told() -> None:
    match = polynya.Match("polar-dare", 2, seed=7)

    def broken(*_: Any) -> Any:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        polynya.search([match] * 5, broken)
    for told in [
        lambda o, m, s: 7,
        lambda o, m, s: (m, np.zeros(3)),
        lambda o, m, s: (m[:, :5], np.zeros(len(m))),
        lambda o, m, s: (m * np.nan, np.zeros(len(m))),
        lambda o, m, s: (m * -1.0, np.zeros(len(m))),
        lambda o, m, s: (m, np.full(len(m), np.inf)),
        lambda o, m, s: ("a", "b"),
    ]:
        with pytest.raises(ValueError):
            polynya.search([match, match], told)
    with pytest.raises(ValueError, match="no match"):
        polynya.search([], even)
    with pytest.raises(ValueError, match="one game"):
        polynya.search([match, polynya.Match("polar-roller", seed=1)], even)
    with pytest.raises(ValueError, match="visits"):
        polynya.search([match], even, visits=0)
    visits, _ = polynya.search([match], even, visits=10)
    assert visits.sum() > 0


def test_a_search_stops_at_once_when_the_evaluation_fails() -> None:
    calls: list[int] = []

    def broken(observations: Any, masks: Any, seats: Any) -> Any:
        calls.append(len(masks))
        if len(calls) == 3:
            raise KeyboardInterrupt
        return even(observations, masks, seats)

    since = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        polynya.search(some_matches("polar-dare", 8), broken, visits=10_000_000)
    # All visits without an evaluation would take minutes.
    assert len(calls) == 3 and time.monotonic() - since < 20


# In a process of its own, because the most memory that a process ever had is told.
MANY_POSITIONS = """
import resource
import numpy as np, polynya

def even(observations, masks, seats):
    return masks / masks.sum(axis=1, keepdims=True), np.zeros(len(masks))

def most():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

match = polynya.Match("piecepack-dare", 2, seed=1)
match.play("roll")
polynya.search([match] * 64, even, visits=2)
before = most()
polynya.search([match] * 64, even, visits=200)
print(most() - before)
"""


def test_a_search_keeps_the_weights_of_legal_actions_alone() -> None:
    done = subprocess.run([sys.executable, "-c", MANY_POSITIONS], capture_output=True, text=True, check=True)
    actions = polynya.info("piecepack-dare").actions
    kilobytes = int(done.stdout)
    assert kilobytes < 64 * 200 * actions * 4 / 1024 / 3, f"{kilobytes} kB for {actions} actions"
