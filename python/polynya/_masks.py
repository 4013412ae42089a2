"""Packed masks, as batches write them: a row of bits for each match, rows of whole 64-bit words."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

# The place of the n-th bit that is set, for each byte and each n.
_NTH_BIT = np.zeros((256, 8), np.int64)
for _byte in range(256):
    _places = [place for place in range(8) if _byte >> place & 1]
    _NTH_BIT[_byte, : len(_places)] = _places

# How many bits are set in each byte.
_BITS = np.array([bin(byte).count("1") for byte in range(256)], np.uint8)


def _counted(words: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.uint8]:
    """Returns how many bits are set in each number; numpy before 2.0 has no function for that."""
    if hasattr(np, "bitwise_count"):
        counted: NDArray[np.uint8] = np.bitwise_count(words)
        return counted
    return _counted_by_table(words)


def _counted_by_table(words: NDArray[np.unsignedinteger[Any]]) -> NDArray[np.uint8]:
    parts = _BITS[np.ascontiguousarray(words).view(np.uint8)]
    counts: NDArray[np.uint8] = parts.reshape(*words.shape, words.itemsize).sum(axis=-1, dtype=np.uint8)
    return counts


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
    ends = np.cumsum(_counted(words), axis=1, dtype=np.uint16)
    total = ends[:, -1]
    nth = (rng.random(len(words)) * total).astype(np.uint16)
    # The word in which the n-th bit stands, then the byte, then the bit.
    word = np.minimum((ends <= nth[:, None]).sum(axis=1), words.shape[1] - 1)
    nth -= np.where(word > 0, ends[rows, word - 1], 0)
    parts = words[rows, word].view(np.uint8).reshape(-1, 8)
    ends = np.cumsum(_counted(parts), axis=1, dtype=np.uint16)
    byte = np.minimum((ends <= nth[:, None]).sum(axis=1), 7)
    nth -= np.where(byte > 0, ends[rows, byte - 1], 0).astype(np.uint16)
    return np.where(total > 0, 64 * word + 8 * byte + _NTH_BIT[parts[rows, byte], np.minimum(nth, 7)], -1)
