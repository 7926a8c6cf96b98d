"""Two algorithms side by side on the same splits: what every comparer looks at."""

from dataclasses import dataclass

from core.domain.dataset import Floats, Integers


@dataclass(frozen=True, slots=True, eq=False)
class Pairing:
    """Scores are higher-is-better (minus the loss for error-like measures); difference = first - second.

    `first_scores`, `second_scores`: repeats x folds (NaN where undefined). `test_sizes`, `train_sizes`: same shape.
    `correct_first`, `correct_second`: per row of repeat 0, whether right (classes only, else None).
    `truth`, `first_ranking`, `second_ranking`: positives (1/0) and positive-class scores of the rows of repeat 0
    (two classes only, else None). `outputs_first`, `outputs_second`: repeats x folds x outputs (several outputs only).
    `halves`: 5 x 2 differences of five two-fold repeats, or None.
    `margin`: the largest difference that does not matter, in the unit of the scores (None: not asked).
    """

    first: str
    second: str
    measure: str
    first_scores: Floats
    second_scores: Floats
    test_sizes: Floats
    train_sizes: Floats
    correct_first: Integers | None = None
    correct_second: Integers | None = None
    truth: Integers | None = None
    first_ranking: Floats | None = None
    second_ranking: Floats | None = None
    outputs_first: Floats | None = None
    outputs_second: Floats | None = None
    halves: Floats | None = None
    output: str = ""
    margin: float | None = None

    @property
    def differences(self) -> Floats:
        return self.first_scores - self.second_scores
