"""What a statistical formula gives where it has no answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Undefined:
    """Say why a formula has no answer: `reason` is a key in words_with_underscores, never a sentence.

    `estimate` is the value itself where it is known although its spread is not (None: not even that is known).
    """

    reason: str
    estimate: float | None = None
