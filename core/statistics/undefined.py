"""What a statistical formula gives where it has no answer."""

from dataclasses import dataclass

# Reasons that mean: nothing differs at all. Every test of a difference then has p = 1 by convention.
NO_DIFFERENCE = frozenset({"identical_scores", "no_disagreements", "all_tied"})


@dataclass(frozen=True, slots=True)
class Undefined:
    """Say why a formula has no answer: `reason` is a key in words_with_underscores, never a sentence.

    `estimate` is the value itself where it is known although its spread is not (None: not even that is known).
    """

    reason: str
    estimate: float | None = None

    @property
    def p(self) -> float | None:
        """1 where the two things compared do not differ at all; else a test without an answer has no p."""
        is_equal = self.reason == "zero_variance" and self.estimate == 0.0
        return 1.0 if is_equal or self.reason in NO_DIFFERENCE else None
