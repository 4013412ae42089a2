"""Tables to try: every game with every number of seats, and random sets of options that the rules allow."""

from __future__ import annotations

import os
import random
from typing import Any

import polynya

Setup = tuple[str, int, dict[str, Any]]


def number(name: str, usual: int) -> int:
    """Returns how much of something a run does, from the environment."""
    return int(os.environ.get(name, usual))


def plain() -> list[Setup]:
    """Returns every game with every number of seats."""
    games = [polynya.info(game) for game in polynya.games()]
    return [(known.id, seats, {}) for known in games for seats in range(known.min_seats, known.max_seats + 1)]


def smallest() -> list[Setup]:
    """Returns every game once."""
    return [(game, polynya.info(game).usual_seats, {}) for game in polynya.games()]


def some(count: int, seed: int = 0) -> list[Setup]:
    """Returns random setups that the rules allow, the games in turn."""
    rng = random.Random(seed)
    found: list[Setup] = []
    while len(found) < count:
        known = polynya.info(polynya.games()[len(found) % len(polynya.games())])
        options = {}
        for option in known.options:
            if option.group != "again" and option.values and rng.random() < 0.4:
                options[option.name] = rng.choice(option.values)
        if any(option.name == "turn_limit" for option in known.options) and rng.random() < 0.5:
            options["turn_limit"] = rng.randint(1, 40)
        seats = rng.randint(known.min_seats, known.max_seats)
        try:
            polynya.Match(known.id, seats, options, 0)
        except polynya.Refusal:
            continue
        found.append((known.id, seats, options))
    return found


def limited(setup: Setup, turns: int) -> Setup:
    """Returns a setup with at most so many turns, if its game can be limited."""
    game, seats, options = setup
    if all(option.name != "turn_limit" for option in polynya.info(game).options):
        return setup
    return game, seats, {**options, "turn_limit": min(turns, options.get("turn_limit", turns))}


def named(setup: Setup) -> str:
    """Returns a setup as the name of a test."""
    game, seats, options = setup
    return "-".join([game, str(seats), *(f"{key}={value}" for key, value in options.items())])


def finished(match: polynya.Match, seed: int = 0, most: int = 20_000) -> polynya.Match:
    """Plays a match to its end with random actions of the asked seats."""
    rng = random.Random(seed)
    for _ in range(most):
        if match.is_over:
            break
        match.play(rng.choice(match.legal()))
    return match
