"""What the rules say no to."""

from __future__ import annotations


class Refusal(ValueError):
    """A rule says no.

    >>> import polynya
    >>> match = polynya.Match("polar-dare", seats=2, seed=1)
    >>> try:
    ...     match.play("hop start a1")
    ... except polynya.Refusal as refusal:
    ...     print(refusal.clause, refusal.tried)
    3.1 1 hop start a1
    """

    clause: str
    """The number of the clause in the game's rule book."""
    text: str
    """What the clause says there."""
    reason: str
    """Why it says no here, in one sentence."""
    tried: str
    """The step that was tried, in words."""
    match_index: int | None = None
    """Which match of a batch it was, counted from 0."""

    def __init__(self, clause: str, text: str, reason: str, tried: str) -> None:
        super().__init__(f"`{tried}` is not allowed: {reason} (rule {clause})")
        self.clause, self.text, self.reason, self.tried = clause, text, reason, tried

    def __reduce__(self) -> tuple[type[Refusal], tuple[str, str, str, str]]:
        return Refusal, (self.clause, self.text, self.reason, self.tried)
