"""What is known of each game before a match."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from polynya import _native


@dataclass(frozen=True)
class Field:
    """Where a field stands among the numbers of an observation, and what it means."""

    name: str
    at: int
    size: int
    min: float
    max: float
    meaning: str

    @property
    def place(self) -> slice:
        """Its place: ``observation[field.place]``."""
        return slice(self.at, self.at + self.size)


@dataclass(frozen=True)
class Option:
    """One option of a game: its key, what it takes (the usual value first) and what it changes."""

    name: str
    group: str
    kind: str
    values: tuple[Any, ...]
    takes: str
    about: str


@dataclass(frozen=True)
class Info:
    """What is known of a game before a match."""

    id: str
    title: str
    summary: str
    cooperative: bool
    simultaneous: bool
    rules: int
    min_seats: int
    max_seats: int
    usual_seats: int
    options: tuple[Option, ...]
    bots: tuple[str, ...]
    actions: int
    observation_version: int
    observation_size: int
    fields: tuple[Field, ...]

    def field(self, name: str) -> Field:
        """Returns the field of an observation that has this name."""
        for field in self.fields:
            if field.name == name:
                return field
        raise KeyError(f"{self.id} has no field `{name}`; its fields are {', '.join(f.name for f in self.fields)}")


@cache
def info(game: str) -> Info:
    """Returns what is known of a game.

    >>> import polynya
    >>> polynya.info("polar-dare").field("die").meaning
    'B3, B4, P2, P3, P4'
    """
    told = json.loads(_native.info(game))
    seen = told.pop("observation")
    told["options"] = tuple(Option(**{**option, "values": tuple(option["values"])}) for option in told["options"])
    told["bots"] = tuple(bot["name"] for bot in told["bots"])
    fields = tuple(Field(**field) for field in seen["fields"])
    return Info(**told, observation_version=seen["version"], observation_size=seen["size"], fields=fields)


@cache
def _words(game: str) -> tuple[str, ...]:
    return tuple(_native.actions(game))


def actions(game: str) -> tuple[str, ...]:
    """Returns the words of all actions of a game, in the order of their numbers.

    >>> import polynya
    >>> polynya.actions("polar-dare")[0]
    'roll'
    """
    return _words(game)
