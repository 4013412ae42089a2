"""Packed masks, as batches write them: a row of bits for each match, rows of whole 64-bit words."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

_SHIFTS = np.arange(64, dtype=np.uint64)
_ONE = np.uint64(1)


def unpack(masks: NDArray[np.uint8], actions: int) -> NDArray[np.bool_]:
    """Returns packed masks as booleans, one for each action.

    >>> import polynya
    >>> batch = polynya.Batch("polar-dare", 3, seats=2, seed=1)
    >>> polynya.unpack(batch.masks, batch.action_count).sum(axis=1).tolist()
    [1, 1, 1]
    """
    return np.unpackbits(masks, axis=-1, count=actions, bitorder="little").view(np.bool_)


def sample(masks: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.int64]:
    """Returns a random legal action for each row of packed masks, each equally likely, by numpy alone.

    A row without a legal action gives -1.

    >>> import numpy as np, polynya
    >>> batch = polynya.Batch("polar-dare", 3, seats=2, seed=1)
    >>> polynya.sample(batch.masks, np.random.default_rng(0)).tolist()
    [0, 0, 0]
    """
    words = masks.view(np.uint64)
    rows = np.arange(len(words))
    ends = np.cumsum(np.bitwise_count(words), axis=1, dtype=np.uint16)
    total = ends[:, -1]
    wanted = (rng.random(len(words)) * total).astype(np.uint16)
    at = np.argmax(ends > wanted[:, None], axis=1)
    before = np.where(at > 0, ends[rows, at - 1], 0)
    bits = ((words[rows, at][:, None] >> _SHIFTS) & _ONE).astype(np.uint8)
    within = np.argmax(np.cumsum(bits, axis=1, dtype=np.uint8) > (wanted - before)[:, None], axis=1)
    return np.where(total > 0, at * 64 + within, -1).astype(np.int64)
