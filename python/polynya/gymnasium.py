"""Gymnasium environments: one agent steers the whole team, or one seat against bots.

Importing this module registers ``polynya/PolarDare-v0``, ``polynya/PiecepackDare-v0``, ``polynya/RescuePolarBears-v0``,
``polynya/IceBreakers-v0`` and ``polynya/PolarRoller-v0``; once the package is installed, ``gymnasium.make`` finds them by
itself. What may be done is in ``info["action_mask"]``. An action that the rules refuse changes nothing: its reward is
``illegal_reward`` and ``info["refusal"]`` says why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from polynya import Batch, Bot, Match, Refusal, games, info, unpack
from polynya._info import Info
from polynya._native import Match as _Match

Observation = NDArray[np.float32]


def _space(known: Info) -> spaces.Box:
    low = np.zeros(known.observation_size, np.float32)
    high = np.zeros(known.observation_size, np.float32)
    for field in known.fields:
        low[field.place], high[field.place] = field.min, field.max
    return spaces.Box(low, high, dtype=np.float32)


class PolynyaEnv(gymnasium.Env[Observation, np.int64]):
    """One agent.

    With ``seat=None`` it acts for every seat in turn: the whole team of a co-operative game. With a seat it plays that
    seat, and ``opponents`` (a bot's name, or one for each other seat) play the others.
    """

    metadata = {"render_modes": ["ansi"]}

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        seat: int | None = None,
        opponents: str | Sequence[str] = "greedy",
        max_steps: int | None = None,
        shaping: Mapping[str, float] | None = None,
        illegal_reward: float = 0.0,
        render_mode: str | None = None,
    ) -> None:
        known = info(game)
        self.game, self.options = game, dict(options or {})
        self.seats = known.usual_seats if seats is None else seats
        self.seat, self.max_steps, self.illegal_reward = seat, max_steps, illegal_reward
        self.shaping = list((shaping or {}).items())
        self.render_mode = render_mode
        if seat is not None and not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}: this table has the seats 0 to {self.seats - 1}")
        others = [opponents] * (self.seats - 1) if isinstance(opponents, str) else list(opponents)
        if seat is not None and len(others) != self.seats - 1:
            raise ValueError(f"{len(others)} bots for {self.seats - 1} other seats; name one for all or one each")
        self._bots = others
        self.observation_space: spaces.Space[Any] = _space(known)
        self.action_space: spaces.Space[Any] = spaces.Discrete(known.actions)
        self.match: _Match = Match(game, self.seats, self.options, 0)
        self._players: dict[int, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        dice = int(self.np_random.integers(1 << 62))
        self.match = Match(self.game, self.seats, self.options, dice)
        if self.seat is not None:
            others = [seat for seat in range(self.seats) if seat != self.seat]
            self._players = {
                seat: Bot(name, f"{dice} {seat}") for seat, name in zip(others, self._bots, strict=True)
            }
        self._steps = 0
        self._worth = self.match.potential(self.shaping)
        self._let_bots_play()
        return self._seen(), self._info()

    def _asked(self) -> int | None:
        awaited = self.match.awaited
        if self.seat is None:
            return awaited[0] if awaited else None
        return self.seat if self.seat in awaited else None

    def _let_bots_play(self) -> None:
        while self.seat is not None and self._asked() is None and not self.match.is_over:
            seat = self.match.awaited[0]
            self.match.play_bot(self._players[seat], seat)

    def _seen(self) -> Observation:
        asked = self._asked()
        return self.match.observe((self.seat or 0) if asked is None else asked)

    def _info(self) -> dict[str, Any]:
        asked = self._asked()
        mask = np.zeros(self.match.actions, np.int8)
        if asked is not None:
            mask[:] = self.match.mask(asked)
        return {"action_mask": mask, "seat": -1 if asked is None else asked}

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        asked = self._asked()
        if asked is None:
            raise ValueError("the match is over: call reset first")
        self._steps += 1
        reward, refusal = self.illegal_reward, None
        try:
            self.match.play(int(action), asked)
        except Refusal as refused:
            refusal = str(refused)
        else:
            self._let_bots_play()
            reward = self._reward(asked)
        over = self.match.is_over
        cut = not over and self.max_steps is not None and self._steps >= self.max_steps
        told = self._info()
        if refusal is not None:
            told["refusal"] = refusal
        return self._seen(), reward, over, cut, told

    def _reward(self, seat: int) -> float:
        worth = self.match.potential(self.shaping)
        reward = self.match.returns[seat] + worth[seat] - self._worth[seat]
        self._worth = worth
        return float(reward)

    def render(self) -> Any:
        return self.match.describe() if self.render_mode == "ansi" else None


class PolynyaVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many matches at once, on a native batch; one agent acts for every seat (self-play, or the team).

    The reward is that of the seat that has acted. Matches that are over begin anew in the same step.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        threads: int = 1,
        max_steps: int | None = None,
        shaping: Mapping[str, float] | None = None,
        **_: Any,
    ) -> None:
        known = info(game)
        self.batch = Batch(
            game,
            num_envs,
            seats,
            dict(options or {}),
            0,
            threads=threads,
            max_steps=max_steps,
            autoreset=False,
            shaping=dict(shaping or {}),
        )
        self.num_envs = num_envs
        self.single_observation_space = _space(known)
        self.single_action_space = spaces.Discrete(known.actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        if isinstance(seed, list):
            seed = next((one for one in seed if one is not None), None)
        self.batch.reset(seed=seed) if seed is not None else self.batch.reset()
        return self.batch.observations.copy(), self._info()

    def _info(self) -> dict[str, Any]:
        mask = unpack(self.batch.masks, self.batch.action_count).view(np.int8)
        return {"action_mask": mask, "seat": self.batch.seats.copy()}

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        acted = self.batch.seats.copy()
        self.batch.step(np.asarray(actions))
        rewards = self.batch.rewards[np.arange(self.num_envs), acted].astype(np.float64)
        ends, cuts = self.batch.ends.copy(), self.batch.cuts.copy()
        done = ends | cuts
        told: dict[str, Any] = {}
        if done.any():
            final = np.empty(self.num_envs, dtype=object)
            for index in np.flatnonzero(done):
                final[index] = self.batch.observations[index].copy()
            told = {"final_obs": final, "_final_obs": done, "final_rewards": self.batch.rewards.copy()}
            self.batch.reset(done)
        return self.batch.observations.copy(), rewards, ends, cuts, {**self._info(), **told}


def env_id(game: str) -> str:
    """Returns the id under which a game is registered.

    >>> from polynya.gymnasium import env_id
    >>> env_id("ice-breakers")
    'polynya/IceBreakers-v0'
    """
    return f"polynya/{''.join(word.capitalize() for word in game.split('-'))}-v0"


def register_all() -> None:
    """Registers the environments of all games."""
    for game in games():
        if env_id(game) not in gymnasium.registry:
            gymnasium.register(
                env_id(game),
                entry_point="polynya.gymnasium:PolynyaEnv",
                vector_entry_point="polynya.gymnasium:PolynyaVectorEnv",
                kwargs={"game": game, "seat": None if info(game).cooperative else 0},
            )


register_all()
