"""PettingZoo environments of all games: ``aec_env`` and ``parallel_env``.

A seat is an agent, ``seat_0`` and so on. An observation is a dictionary of what the seat sees (``observation``, see
``polynya.info(game).fields``) and what it may do (``action_mask``, which is in its info as well).

Rewards are those of the result: in a race the winners share 1 and the others share -1; together all get 1 or -1. With
``shaping={"rows of the way home": 0.01}`` each point of a gauge (``match.gauges()``) adds its weight.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv

from polynya import Match, Refusal, info
from polynya._native import Match as _Match

Options = Mapping[str, Any]
Observation = dict[str, NDArray[Any]]


class _Table:
    """What both kinds of environments share: how matches begin, and what agents see and get."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        options: Options | None,
        max_steps: int | None,
        shaping: Mapping[str, float] | None,
        waiting: bool,
    ) -> None:
        known = info(game)
        self.game, self.options = game, dict(options or {})
        self.seats = known.usual_seats if seats is None else seats
        if max_steps is not None and max_steps < 1:
            raise ValueError("max_steps is 1 or more, or None")
        self.max_steps, self.shaping = max_steps, list((shaping or {}).items())
        self.agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.actions = known.actions + waiting
        self.wait = known.actions if waiting else None
        low = np.zeros(known.observation_size, np.float32)
        high = np.zeros(known.observation_size, np.float32)
        for field in known.fields:
            low[field.place], high[field.place] = field.min, field.max
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(low, high, dtype=np.float32),
                "action_mask": spaces.Box(0, 1, (self.actions,), np.int8),
            }
        )
        self.action_space = spaces.Discrete(self.actions)
        # A setup that the rules refuse is refused here, not at the first reset.
        self.rng, _ = seeding.np_random(0)
        self.match = self.begin(0)

    def begin(self, seed: int | None) -> _Match:
        if seed is not None:
            self.rng, _ = seeding.np_random(seed)
        dice = int(self.rng.integers(1 << 62))
        self.match = Match(self.game, self.seats, self.options, dice)
        if self.shaping:
            self.worth = self.match.potential(self.shaping)
        return self.match

    def mask(self, seat: int) -> NDArray[np.int8]:
        mask = np.zeros(self.actions, np.int8)
        if seat in self.match.awaited:
            mask[: self.match.actions] = self.match.mask(seat)
        elif self.wait is not None:
            mask[self.wait] = 1
        return mask

    def observe(self, seat: int) -> Observation:
        return {"observation": self.match.observe(seat), "action_mask": self.mask(seat)}

    def rewards(self) -> list[float]:
        """What each seat got since this was last asked."""
        paid = list(self.match.returns)
        if self.shaping:
            worth = self.match.potential(self.shaping)
            paid = [base + now - before for base, now, before in zip(paid, worth, self.worth)]
            self.worth = worth
        return paid


class PolynyaAEC(AECEnv):  # type: ignore[misc]
    """One agent after the other. Where several are asked at once, the lowest seat is asked first."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Options | None = None,
        *,
        max_steps: int | None = None,
        shaping: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._table = _Table(game, seats, options, max_steps, shaping, waiting=False)
        self.metadata = {
            "name": f"polynya_{game}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, "ansi"):
            raise ValueError("render_mode is None or 'ansi'")
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self._index = {agent: seat for seat, agent in enumerate(self.possible_agents)}

    @property
    def match(self) -> _Match:
        """The match that is played."""
        return self._table.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.action_space

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._steps = 0
        self._ask()

    def _ask(self) -> None:
        seat = self.match.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        self.infos = {agent: {"action_mask": self._table.mask(self._index[agent])} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        return self._table.observe(self._index[agent])

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must act: None is only for agents that are done")
        self.match.play(int(action), self._index[agent])
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self._table.rewards()))
        over, most = self.match.is_over, self._table.max_steps
        cut = not over and most is not None and self._steps >= most
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._ask()
        self._accumulate_rewards()

    def render(self) -> str | None:
        return self.match.describe() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


class PolynyaParallel(ParallelEnv):  # type: ignore[misc]
    """All agents at once: whoever is not asked waits, with the last action of the space."""

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        options: Options | None = None,
        *,
        max_steps: int | None = None,
        shaping: Mapping[str, float] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self._table = _Table(game, seats, options, max_steps, shaping, waiting=True)
        self.metadata = {"name": f"polynya_{game}_parallel", "render_modes": ["ansi"], "render_fps": 1}
        if render_mode not in (None, "ansi"):
            raise ValueError("render_mode is None or 'ansi'")
        self.render_mode = render_mode
        self.possible_agents = list(self._table.agents)
        self.agents: list[str] = []

    @property
    def match(self) -> _Match:
        """The match that is played."""
        return self._table.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.observation_space

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._table.action_space

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, Any]]:
        self._table.begin(seed)
        self.agents = list(self.possible_agents)
        self._steps = 0
        return self._seen()

    def _seen(self) -> tuple[dict[str, Observation], dict[str, Any]]:
        seen = {agent: self._table.observe(seat) for seat, agent in enumerate(self.possible_agents)}
        return seen, {agent: {"action_mask": seen[agent]["action_mask"]} for agent in self.possible_agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        if not self.agents:
            raise ValueError("the match is over: call reset first")
        asked = self.match.awaited
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"an action is missing for {', '.join(missing)}")
        before = self.match.copy()
        try:
            for seat, agent in enumerate(self.possible_agents):
                action = int(actions[agent])
                if seat in asked:
                    self.match.play(action, seat)
                elif action != self._table.wait:
                    raise ValueError(f"{agent} is not asked: it waits, with action {self._table.wait}")
        except (Refusal, ValueError):
            self._table.match = before
            raise
        self._steps += 1
        over, most = self.match.is_over, self._table.max_steps
        cut = not over and most is not None and self._steps >= most
        seen, infos = self._seen()
        agents = self.possible_agents
        rewards = dict(zip(agents, self._table.rewards()))
        if over or cut:
            self.agents = []
        return seen, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def render(self) -> str | None:
        return self.match.describe() if self.render_mode == "ansi" else None

    def close(self) -> None:
        pass


def aec_env(game: str, seats: int | None = None, options: Options | None = None, **more: Any) -> PolynyaAEC:
    """Returns an AEC environment of a game.

    >>> from polynya.pettingzoo import aec_env
    >>> env = aec_env("polar-dare", seats=2)
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.observe("seat_0")["action_mask"].sum())
    ('seat_0', 1)
    """
    return PolynyaAEC(game, seats, options, **more)


def parallel_env(game: str, seats: int | None = None, options: Options | None = None, **more: Any) -> PolynyaParallel:
    """Returns a parallel environment of a game: made for Polar Roller, in which all seats act at the same time.

    >>> from polynya.pettingzoo import parallel_env
    >>> env = parallel_env("polar-roller", seats=3)
    >>> seen, infos = env.reset(seed=1)
    >>> sorted(seen)
    ['seat_0', 'seat_1', 'seat_2']
    """
    return PolynyaParallel(game, seats, options, **more)
