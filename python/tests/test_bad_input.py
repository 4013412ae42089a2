"""Whatever is wrong is told, and nothing breaks."""

from __future__ import annotations

import os
import pickle
import threading
from typing import Any

import polynya
import pytest
from setups import finished


@pytest.mark.parametrize(
    ("arguments", "kind", "told"),
    [
        (("chess",), ValueError, "there is no game `chess`"),
        (("polar-dare", 9), polynya.Refusal, "9 seats"),
        (("polar-dare", 0), polynya.Refusal, "0 seats"),
        (("polar-dare", 1000), ValueError, "so many seats"),
        (("polar-dare", -1), OverflowError, "negative"),
        (("polar-dare", 2, {"no such": 1}), ValueError, "no such"),
        (("polar-dare", 2, "{"), ValueError, "breaks off"),
        (("polar-dare", 2, 7), TypeError, "dictionary"),
        (("polar-dare", 2, [1]), TypeError, "dictionary"),
        (("polar-dare", 2, {"turn_limit": object()}), TypeError, "JSON"),
        (("polar-dare", 2, {}, -1), TypeError, "a seed is"),
        (("polar-dare", 2, {}, 1.5), TypeError, "a seed is"),
        (("polar-dare", 2, {}, 1 << 64), TypeError, "a seed is"),
    ],
)
def test_a_wrong_setup_is_told(arguments: tuple[Any, ...], kind: type[Exception], told: str) -> None:
    with pytest.raises(kind, match=told):
        polynya.Match(*arguments)
    game, *rest = arguments
    with pytest.raises(kind, match=told):
        polynya.Batch(game, 4, *rest)


@pytest.mark.parametrize(
    ("keywords", "kind"),
    [
        ({"matches": 0}, ValueError),
        ({"matches": 1 << 40}, ValueError),
        ({"matches": -1}, OverflowError),
        ({"threads": 0}, ValueError),
        ({"threads": 10_000}, ValueError),
        ({"max_steps": 0}, ValueError),
        ({"shaping": {"nothing": 1.0}}, ValueError),
        ({"shaping": {"rows of the way home": float("nan")}}, ValueError),
        ({"shaping": [1]}, TypeError),
    ],
)
def test_a_wrong_batch_is_told(keywords: dict[str, Any], kind: type[Exception]) -> None:
    with pytest.raises(kind):
        polynya.Batch("polar-dare", **{"matches": 4, "seats": 2, **keywords})


def test_wrong_actions_of_a_match_are_told() -> None:
    match = polynya.Match("polar-dare", 2, seed=1)
    for action, kind, told in [
        (10**6, ValueError, "there is no action"),
        (-1, ValueError, "numbered from 0"),
        (1.0, TypeError, "number or its words"),
        (None, TypeError, "number or its words"),
        ("dance", ValueError, "dance"),
        ("", ValueError, "unknown word"),
        ("é" * 1000, ValueError, "é"),
    ]:
        with pytest.raises(kind, match=told):
            match.play(action)
    for wrong in [2, 99]:
        with pytest.raises(IndexError, match="seats 0 to 1"):
            match.play(0, wrong)
        with pytest.raises(IndexError):
            match.legal(wrong)
        with pytest.raises(IndexError):
            match.observe(wrong)
    with pytest.raises(ValueError, match="nothing to draw"):
        match.draw()
    with pytest.raises(ValueError, match="chance decides nothing"):
        match.settle(0)
    with pytest.raises(ValueError):
        match.push("nonsense")
    with pytest.raises(ValueError, match="there is no action"):
        match.words(10**6)
    with pytest.raises(ValueError, match="0 to 60"):
        match.hint(seconds=-1)
    assert match.steps == []


def test_a_match_that_is_over_says_so() -> None:
    match = finished(polynya.Match("polar-roller", 2, seed=1))
    with pytest.raises(ValueError, match="the match is over"):
        match.legal()
    with pytest.raises(ValueError, match="nothing to do"):
        match.hint(0)
    with pytest.raises(ValueError, match="nothing to do"):
        polynya.bot("random").choose(match, 0)


@pytest.mark.parametrize("record", ["", "{}", "[]", "null", '{"polynya":1}', "x" * 1000])
def test_wrong_records_are_told(record: str) -> None:
    with pytest.raises(ValueError):
        polynya.Match.from_record(record)


def test_unknown_bots_and_damaged_pickles_are_told() -> None:
    with pytest.raises(ValueError, match="there is no bot `chess`"):
        polynya.bot("chess")
    with pytest.raises(ValueError, match="budget"):
        polynya.bot("hard@1year")
    batch = polynya.Batch("polar-dare", 4, 2, seed=1)
    bytes_, rows = batch.__getstate__()  # type: ignore[attr-defined]
    for damaged in [b"", bytes_[:-1], bytes_ + b"x", bytes(len(bytes_)), os.urandom(len(bytes_))]:
        with pytest.raises(ValueError):
            batch.copy().__setstate__((damaged, rows))  # type: ignore[attr-defined]
    whole = pickle.dumps(polynya.Match("polar-dare", 2, seed=1))
    assert pickle.loads(whole) == polynya.Match("polar-dare", 2, seed=1)


def test_bots_in_threads_take_turns() -> None:
    bot = polynya.bot("greedy")
    match = polynya.Match("polar-dare", 2, seed=1)
    match.play("roll")
    chosen: list[int] = []
    threads = [threading.Thread(target=lambda: chosen.append(bot.choose(match))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(chosen) == 8 and set(chosen) <= set(match.legal())
