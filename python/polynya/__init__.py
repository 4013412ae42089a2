"""Five polar board games: matches, native batches, bots, and environments for learning.

>>> import polynya
>>> polynya.games()
['polar-dare', 'piecepack-dare', 'rescue-polar-bears', 'ice-breakers', 'polar-roller']
>>> match = polynya.Match("polar-dare", seats=2, seed=7)
>>> match.seat, match.legal_words()
(0, ['roll'])
>>> match.play("roll")
>>> match.steps[0]
'1 roll'

Seats are counted from 0, as arrays are; the words of records count them from 1.
"""

from polynya._errors import Refusal
from polynya._info import Field, Info, Option, actions, info
from polynya._masks import sample, unpack
from polynya._native import Batch, Bot, Match, games


def bot(name: str, seed: int | str | None = None) -> Bot:
    """Returns a bot by its name, which may carry a budget: ``hard@2s``.

    >>> import polynya
    >>> match = polynya.Match("polar-dare", seats=2, seed=7)
    >>> match.words(polynya.bot("easy").choose(match))
    'roll'
    """
    return Bot(name, seed)


__all__ = [
    "Batch",
    "Bot",
    "Field",
    "Info",
    "Match",
    "Option",
    "Refusal",
    "actions",
    "bot",
    "games",
    "info",
    "sample",
    "unpack",
]
