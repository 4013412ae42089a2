"""How fast the package plays, beside the loops of others on the same machine: one row for each way to play.

Each row runs for SECS seconds (from the environment; 2 if not set) on one core. Prints the table of docs/python/speed.md.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import polynya

SECONDS = float(os.environ.get("SECS", "2"))
MATCHES = 4096


def measured(once: Callable[[], int]) -> float:
    """Returns how many steps a second something does, as the best of five parts of the time: others may be at work here."""
    once()
    best = 0.0
    for _ in range(5):
        steps, begin = 0, time.process_time()
        while (spent := time.process_time() - begin) < SECONDS / 5:
            steps += once()
        best = max(best, steps / spent)
    return best


def inside(game: str, seats: int) -> Callable[[], int]:
    batch = polynya.Batch(game, MATCHES, seats, seed=1)

    def once() -> int:
        batch.step_randomly()
        return MATCHES

    return once


def by_numpy(game: str, seats: int) -> Callable[[], int]:
    batch = polynya.Batch(game, MATCHES, seats, seed=1)
    rng = np.random.default_rng(1)

    def once() -> int:
        batch.step(polynya.sample(batch.masks, rng))
        return MATCHES

    return once


def with_choice(game: str, seats: int) -> float:
    """Returns the share of steps in which there was more than one legal action."""
    batch, chosen, steps = polynya.Batch(game, 256, seats, seed=1), 0, 400
    for _ in range(steps):
        batch.step_randomly()
        chosen += int((polynya.unpack(batch.masks, batch.action_count).sum(axis=1) > 1).sum())
    return chosen / (256 * steps)


def one_match(game: str, seats: int) -> Callable[[], int]:
    rng = random.Random(1)

    def once() -> int:
        match = polynya.Match(game, seats, seed=rng.randrange(1 << 30))
        steps = 0
        while not match.is_over and steps < 500:
            match.play(rng.choice(match.legal()))
            steps += 1
        return steps

    return once


def by_pettingzoo(game: str, seats: int) -> Callable[[], int]:
    from polynya.pettingzoo import aec_env

    env = aec_env(game, seats)
    rng = np.random.default_rng(1)

    def once() -> int:
        env.reset(seed=int(rng.integers(1 << 30)))
        for steps in range(100):
            seen, _, over, _, _ = env.last()
            if over:
                return steps
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
        return 100

    return once


def by_openspiel(game: str, seats: int) -> Callable[[], int]:
    from polynya.openspiel import load_game

    loaded = load_game(game, seats)
    rng = random.Random(1)

    def once() -> int:
        return openspiel_loop(loaded, rng, 200)

    return once


def openspiel_loop(loaded: Any, rng: random.Random, most: int) -> int:
    state, steps = loaded.new_initial_state(), 0
    while not state.is_terminal() and steps < most:
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, shares)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            steps += 1
    return steps


def openspiel_backgammon() -> Callable[[], int]:
    import pyspiel

    loaded, rng = pyspiel.load_game("backgammon"), random.Random(1)
    return lambda: openspiel_loop(loaded, rng, 200)


def pettingzoo_connect_four() -> Callable[[], int] | None:
    try:
        from pettingzoo.classic import connect_four_v3
    except Exception:
        return None
    env, rng = connect_four_v3.env(), np.random.default_rng(1)

    def once() -> int:
        env.reset(seed=int(rng.integers(1 << 30)))
        steps = 0
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            if over or cut:
                break
            env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            steps += 1
        return steps

    return once


def pgx_backgammon() -> Callable[[], int] | None:
    os.environ.setdefault("XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1")
    try:
        import jax
        import jax.numpy as jnp
        import pgx
    except Exception:
        return None
    env = pgx.make("backgammon")
    step, keys = jax.jit(jax.vmap(env.step)), jax.random.split(jax.random.PRNGKey(0), MATCHES)
    box = {"state": jax.jit(jax.vmap(env.init))(keys), "key": jax.random.PRNGKey(1)}

    def chosen(key: Any, mask: Any) -> Any:
        return jnp.argmax(jax.random.uniform(key, mask.shape) * mask, axis=1)

    choose = jax.jit(chosen)

    def once() -> int:
        box["key"], one, two = jax.random.split(box["key"], 3)
        actions = choose(one, box["state"].legal_action_mask)
        box["state"] = step(box["state"], actions, jax.random.split(two, MATCHES))
        box["state"].observation.block_until_ready()
        return MATCHES

    return once


def nanoseconds(what: Callable[[], Any], times: int = 20_000) -> float:
    best = float("inf")
    for _ in range(15):
        begin = time.process_time()
        for _ in range(times):
            what()
        best = min(best, (time.process_time() - begin) / times)
    empty = float("inf")
    for _ in range(15):
        begin = time.process_time()
        for _ in range(times):
            pass
        empty = min(empty, (time.process_time() - begin) / times)
    return (best - empty) * 1e9


def step_nanoseconds(game: str, seats: int) -> float:
    """Returns how long `Match.play` takes in a random match, without the choice of the action."""
    rng, best = random.Random(1), float("inf")
    for _ in range(15):
        match = polynya.Match(game, seats, seed=rng.randrange(1 << 30))
        played: list[int] = []
        while not match.is_over and len(played) < 300:
            action = rng.choice(match.legal())
            played.append(action)
            match.play(action)
        fresh = polynya.Match(game, seats, seed=match.seed)
        play = fresh.play
        begin = time.process_time()
        for action in played:
            play(action)
        best = min(best, (time.process_time() - begin) / max(1, len(played)))
    return best * 1e9


def main() -> None:
    tables = [(game, 2 if game != "rescue-polar-bears" else 3) for game in polynya.games()]
    print(
        f"| steps a second, one core | seats | Batch of {MATCHES}, random inside | by numpy from the masks | one Match "
        "| steps with a choice |"
    )
    print("|---|---|---|---|---|---|")
    for game, seats in tables:
        rows = [measured(way(game, seats)) for way in (inside, by_numpy, one_match)]
        print(f"| {game} | {seats} | " + " | ".join(f"{row:,.0f}" for row in rows) + f" | {with_choice(game, seats):.0%} |", flush=True)
    print("\n| the loops of others, steps a second, one core | |\n|---|---|")
    others: list[tuple[str, Callable[[], int] | None]] = [
        ("polar-dare, 2 seats, PettingZoo's loop on our environment", by_pettingzoo("polar-dare", 2)),
        ("polar-dare, 2 seats, OpenSpiel's loop on our game", by_openspiel("polar-dare", 2)),
        ("backgammon, OpenSpiel's own game in its loop", openspiel_backgammon()),
        ("connect four, PettingZoo's own environment in its loop", pettingzoo_connect_four()),
        (f"backgammon, pgx, batch of {MATCHES}", pgx_backgammon()),
    ]
    for name, once in others:
        print(f"| {name} | {'not installed here' if once is None else f'{measured(once):,.0f}'} |", flush=True)
    match = polynya.Match("polar-dare", 2, seed=1)
    for _ in range(100):
        match.play(random.Random(1).choice(match.legal()))
    print("\n| one call through Python | nanoseconds |\n|---|---|")
    print(f"| `Match.copy`, after 100 actions of polar-dare | {nanoseconds(match.copy):,.0f} |")
    for game, seats in tables:
        print(f"| `Match.play`, {game}, {seats} seats | {step_nanoseconds(game, seats):,.0f} |")


if __name__ == "__main__":
    main()
