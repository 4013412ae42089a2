"""The games as OpenSpiel games, so that its algorithms run on them.

Dice and decks are chance nodes. In Polar Roller all seats move at the same time, and who has nothing to do waits with
the last action. The co-operative games pay all players the same.

>>> from polynya.openspiel import load_game
>>> state = load_game("polar-dare", seats=2).new_initial_state()
>>> [state.action_to_string(action) for action in state.legal_actions()]
['roll']
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote, unquote

import numpy as np
import pyspiel

from polynya import Match, games, info
from polynya._native import Match as _Match

# More than any die or deck of these games has.
_MOST_OUTCOMES = 4096
# A match without a turn limit may go on for long, but nobody has seen one of this length.
_LONGEST = 200_000


def _name(game: str) -> str:
    return f"polynya_{game.replace('-', '_')}"


def _game_type(game: str) -> Any:
    known = info(game)
    dynamics = pyspiel.GameType.Dynamics
    utility = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=_name(game),
        long_name=known.title,
        dynamics=dynamics.SIMULTANEOUS if known.simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility.IDENTICAL if known.cooperative else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=known.max_seats,
        min_num_players=known.min_seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": known.usual_seats, "options": ""},
    )


class PolynyaGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its seats and options."""

    polynya_id = ""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = dict(params or {})
        known = info(self.polynya_id)
        self.seats = int(given.get("players", known.usual_seats))
        self.options = json.loads(unquote(str(given.get("options", ""))) or "{}")
        self.simultaneous = known.simultaneous
        self.wait = known.actions if known.simultaneous else None
        self.observation_size = known.observation_size
        # What the rules refuse is refused here.
        self.start: _Match = Match(self.polynya_id, self.seats, self.options, 0, ask_for_chance=True)
        super().__init__(
            _GAME_TYPES[self.polynya_id],
            pyspiel.GameInfo(
                num_distinct_actions=known.actions + known.simultaneous,
                max_chance_outcomes=_MOST_OUTCOMES,
                num_players=self.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=None if known.cooperative else 0.0,
                max_game_length=_LONGEST,
            ),
            given,
        )

    def new_initial_state(self) -> PolynyaState:
        return PolynyaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> _Observer:
        return _Observer(self)


class PolynyaState(pyspiel.State):  # type: ignore[misc]
    """A position on its way."""

    def __init__(self, game: PolynyaGame) -> None:
        super().__init__(game)
        self._wait = game.wait
        self.match: _Match = game.start.copy()

    def current_player(self) -> int:
        match = self.match
        if match.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        if match.is_chance:
            return int(pyspiel.PlayerId.CHANCE)
        if self._wait is not None:
            return int(pyspiel.PlayerId.SIMULTANEOUS)
        return match.awaited[0]

    def _legal_actions(self, player: int) -> list[int]:
        if player in self.match.awaited:
            return self.match.legal(player)
        return [] if self._wait is None else [self._wait]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(index, share) for index, (_, share) in enumerate(self.match.odds())]

    def _apply_action(self, action: int) -> None:
        if self.match.is_chance:
            self.match.settle(int(action))
        else:
            self.match.play(int(action))

    def _apply_actions(self, actions: list[int]) -> None:
        for seat in self.match.awaited:
            self.match.play(int(actions[seat]), seat)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.match.odds()[action][0]
        return "wait" if action == self._wait else self.match.words(action)

    def is_terminal(self) -> bool:
        return self.match.is_over

    def returns(self) -> list[float]:
        return [float(paid) for paid in self.match.returns]

    def __str__(self) -> str:
        return self.match.describe()


class _Observer:
    """What a player sees."""

    def __init__(self, game: PolynyaGame) -> None:
        self.tensor = np.zeros(game.observation_size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: PolynyaState, player: int) -> None:
        self.tensor[:] = state.match.observe(player)

    def string_from(self, state: PolynyaState, player: int) -> str:
        return state.match.describe()


def load_game(game: str, seats: int | None = None, options: Mapping[str, Any] | None = None) -> Any:
    """Returns a game as OpenSpiel's algorithms take it."""
    params: dict[str, Any] = {"players": info(game).usual_seats if seats is None else seats}
    if options:
        params["options"] = quote(json.dumps(dict(options), separators=(",", ":")), safe="")
    return pyspiel.load_game(_name(game), params)


_GAME_TYPES = {game: _game_type(game) for game in games()}
for _game in games():
    _kind = type(f"Polynya{_game.title().replace('-', '')}", (PolynyaGame,), {"polynya_id": _game})
    pyspiel.register_game(_GAME_TYPES[_game], _kind)
