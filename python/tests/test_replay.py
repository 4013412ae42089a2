"""Records of `polynya sim`, replayed step by step by a program that knows nothing but the package."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polynya
import pytest
from setups import Setup, named, number, plain, some

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("POLYNYA_PROGRAM", str(ROOT / "target/debug/polynya"))
SETUPS = plain() + some(5, seed=3)
RECORDS = number("POLYNYA_RECORDS", 96)


def records(setup: Setup, count: int) -> list[dict[str, Any]]:
    game, seats, options = setup
    command = [PROGRAM, "sim", game, "--seats", str(seats), "--options", json.dumps(options), "--bots", "random"]
    command += ["--games", str(count), "--seed", "python", "--threads", "1", "--records", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def share(whole: int, parts: int) -> int:
    """Returns how many each part has to do so that all do at least the whole."""
    return -(-whole // parts)


def with_legal_lists(records: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], list[list[str]]]]:
    """Gives each record with what the program says could follow before each of its steps, and after the last."""
    for at in range(0, len(records), 16):
        some = records[at : at + 16]
        lines = "\n".join(json.dumps(record) for record in some)
        command = [PROGRAM, "legal", "--every", "-"]
        done = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
        told = iter(done.stdout.splitlines())
        for record in some:
            yield record, [json.loads(next(told)) for _ in range(len(record["steps"]) + 1)]
        assert next(told, None) is None


def paid(result: dict[str, Any], seats: int, cooperative: bool) -> list[float]:
    won = [seat + 1 in result["winners"] for seat in range(seats)]
    if cooperative:
        return [1.0 if each else -1.0 for each in won]
    winners, losers = sum(won), seats - sum(won)
    if not winners or not losers:
        return [0.0] * seats
    return [1 / winners if each else -1 / losers for each in won]


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_records_of_the_program_are_replayed(setup: Setup) -> None:
    game, seats, options = setup
    words = polynya.actions(game)
    batch = polynya.Batch(game, 2, seats, options, 0, autoreset=False)
    for record, lists in with_legal_lists(records(setup, share(RECORDS, len(SETUPS)))):
        match = polynya.Match(game, seats, record["options"], record["seed"], ask_for_chance=True)
        seeded = polynya.Match(game, seats, record["options"], record["seed"])
        for at, step in enumerate(record["steps"]):
            assert not match.is_over and match.returns == [0.0] * seats
            legal = match.legal_steps()
            assert step in legal and legal == lists[at]
            who, said = step.split(" ", 1)
            assert match.is_chance == (who == "*")
            if who != "*":
                seat = int(who) - 1
                mask = match.mask(seat)
                allowed = sorted(f"{who} {words[number]}" for number in np.flatnonzero(mask))
                assert allowed == [each for each in legal if each.startswith(f"{who} ")]
                if at % 7 == 0:
                    batch.put(1, match)
                    assert batch.seats[1] == match.seat
                    assert np.array_equal(batch.observations[1], match.observe())
                    assert np.array_equal(polynya.unpack(batch.masks, len(words))[1], match.mask())
                assert seeded == match
                seeded.play(said, seat)
            match.push(step)
        assert match.is_over == (record["result"] is not None)
        assert seeded.steps == match.steps == record["steps"]
        if match.is_over:
            result = record["result"]
            assert match.winners == [seat - 1 for seat in result["winners"]] and match.scores == result["scores"]
            assert match.returns == pytest.approx(paid(result, seats, polynya.info(game).cooperative))
            assert match.legal_steps() == lists[-1] == []
            assert json.loads(match.record())["result"] == result


def test_all_setups_together_replay_at_least_as_many_records_as_asked_for() -> None:
    for whole in [1, 96, 10_000]:
        assert share(whole, len(SETUPS)) * len(SETUPS) >= whole
