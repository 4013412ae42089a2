"""PettingZoo, Gymnasium and OpenSpiel: their own tests, over all games, seats and sets of options."""

from __future__ import annotations

import random
import warnings
from typing import Any

import gymnasium
import numpy as np
import polynya
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, seed_test
from setups import Setup, limited, named, number, plain, smallest, some

from polynya.gymnasium import PolynyaEnv, PolynyaVectorEnv, env_id
from polynya.pettingzoo import aec_env, parallel_env

CYCLES = number("POLYNYA_CYCLES", 30)
SETUPS = plain() + some(number("POLYNYA_SETS", 5), seed=2)


@pytest.fixture(autouse=True)
def _quiet() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_aec(setup: Setup, capsys: Any) -> None:
    game, seats, options = setup
    api_test(aec_env(game, seats, options), num_cycles=CYCLES, verbose_progress=False)
    seed_test(lambda: aec_env(game, seats, options), num_cycles=max(2, CYCLES // 10))


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_parallel(setup: Setup, capsys: Any) -> None:
    game, seats, options = setup
    parallel_api_test(parallel_env(game, seats, options), num_cycles=CYCLES)


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_gymnasium(setup: Setup) -> None:
    game, seats, options = setup
    check_env(PolynyaEnv(game, seats, options), skip_render_check=True)
    check_env(PolynyaEnv(game, seats, options, seat=seats - 1, opponents="random"), skip_render_check=True)


@pytest.mark.parametrize("game", polynya.games())
def test_registered_environments_are_played_to_the_end(game: str) -> None:
    env = gymnasium.make(env_id(game), max_steps=2000)
    _, told = env.reset(seed=1)
    rng = np.random.default_rng(1)
    for _ in range(2000):
        seen, reward, over, cut, told = env.step(rng.choice(np.flatnonzero(told["action_mask"])))
        assert env.observation_space.contains(seen) and "refusal" not in told
        if over or cut:
            break
        assert reward == 0
    assert over or cut
    assert not over or reward in (-1.0, 1.0, 0.0) or game == "polar-roller"


def test_a_refused_action_changes_nothing() -> None:
    env = PolynyaEnv("polar-dare", 2, seat=None, illegal_reward=-0.1)
    seen, told = env.reset(seed=1)
    after, reward, over, cut, told = env.step(1)
    assert np.array_equal(seen, after) and reward == -0.1 and "rule" in told["refusal"] and not over and not cut


@pytest.mark.parametrize("setup", smallest(), ids=named)
def test_vectors(setup: Setup) -> None:
    game, seats, options = setup
    env = gymnasium.make_vec(env_id(game), num_envs=6, vectorization_mode="vector_entry_point", max_steps=90)
    assert isinstance(env.unwrapped, PolynyaVectorEnv)
    seen, told = env.reset(seed=1)
    twin = PolynyaVectorEnv(game, 6, max_steps=90)
    twin.reset(seed=1)
    rng = np.random.default_rng(1)
    finished = 0
    for _ in range(120):
        assert env.observation_space.contains(seen)
        actions = np.array([rng.choice(np.flatnonzero(mask)) for mask in told["action_mask"]])
        seen, rewards, ends, cuts, told = env.step(actions)
        other = twin.step(actions)
        assert np.array_equal(seen, other[0]) and np.array_equal(rewards, other[1])
        done = ends | cuts
        finished += int(done.sum())
        if done.any():
            assert all((told["final_obs"][index] is not None) == done[index] for index in range(6))
    assert finished > 0


def test_wrong_steps_are_told() -> None:
    aec = aec_env("polar-dare", 2)
    aec.reset(seed=1)
    with pytest.raises(polynya.Refusal):
        aec.step(1)
    with pytest.raises(ValueError, match="must act"):
        aec.step(None)
    parallel = parallel_env("polar-roller", 2)
    with pytest.raises(ValueError, match="reset"):
        parallel.step({})
    parallel.reset(seed=1)
    with pytest.raises(ValueError, match="missing"):
        parallel.step({"seat_0": 0})
    before = parallel.match.copy()
    with pytest.raises(ValueError):
        parallel.step({"seat_0": 221, "seat_1": 10**6})
    assert parallel.match == before
    with pytest.raises(ValueError, match="render_mode"):
        aec_env("polar-dare", render_mode="human")
    with pytest.raises(ValueError, match="seats 0 to 1"):
        PolynyaEnv("polar-dare", 2, seat=2)
    with pytest.raises(ValueError, match="one for all or one each"):
        PolynyaEnv("polar-dare", 3, seat=0, opponents=["easy"])
    with pytest.raises(polynya.Refusal):
        aec_env("polar-dare", 7)


@pytest.mark.parametrize("setup", SETUPS, ids=named)
def test_openspiel(setup: Setup) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from polynya.openspiel import load_game

    game, seats, options = setup
    loaded = load_game(game, seats, options)
    assert loaded.num_players() == seats
    state = loaded.new_initial_state()
    rng = random.Random(1)
    for _ in range(2 * CYCLES):
        if state.is_terminal():
            assert len(state.returns()) == seats
            break
        if state.is_chance_node():
            outcomes, shares = zip(*state.chance_outcomes())
            assert len(outcomes) <= loaded.max_chance_outcomes()
            state.apply_action(rng.choices(outcomes, shares)[0])
        elif state.is_simultaneous_node():
            state.apply_actions([rng.choice(state.legal_actions(player)) for player in range(seats)])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
        clone = state.clone()
        assert str(clone) == str(state) and clone.history() == state.history()
    assert pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(loaded, state))[1].history() == (
        state.history()
    )


@pytest.mark.parametrize("setup", [limited(setup, 4) for setup in SETUPS], ids=named)
def test_openspiel_simulates_at_random(setup: Setup) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    from polynya.openspiel import load_game

    game, seats, options = setup
    pyspiel.random_sim_test(load_game(game, seats, options), num_sims=1, serialize=False, verbose=False)
