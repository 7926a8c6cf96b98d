"""A run laid out for judging: score tables, estimates, margins and levels."""

from dataclasses import dataclass, replace

from core.domain.conclusion import Scope
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN
from core.domain.findings import Estimate
from core.domain.pairing import Pairing
from core.domain.study import QuestionKind, SchemeKind, Study
from core.judge.pairings import pairing
from core.judge.scores import ScoreTable
from core.statistics.measures import Measure, find_measure

ONE_TEST_SET = (SchemeKind.HOLDOUT, SchemeKind.TTV)


def is_imported(study: Study) -> bool:
    """Whether nothing is trained: all predictions were made elsewhere."""
    return all(candidate.algorithm == GIVEN for candidate in study.candidates)


def has_one_test_set(study: Study) -> bool:
    """Whether every row counts once: one holdout, or predictions made elsewhere, which nothing trains again."""
    return study.scheme.kind in ONE_TEST_SET or is_imported(study)


def count_comparisons(study: Study, data: Dataset) -> int:
    """What alpha is divided by: comparisons seen before and those of this study.

    "Which of these?" holds every model against every other one, because the leader is chosen from the same data.
    """
    models = len(study.candidates)
    is_which = study.question.kind is QuestionKind.WHICH
    own = models * (models - 1) // 2 if is_which else len(study.challengers)
    return max(1, study.earlier_comparisons + own * len(data.outputs))


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonContext:
    """What every judgment looks at; outputs are named by their position."""

    study: Study
    data: Dataset
    main: ScoreTable
    halves: ScoreTable
    estimates: tuple[Estimate, ...]
    scope: Scope

    @property
    def measure(self) -> Measure:
        return find_measure(self.study.question.measure)

    @property
    def second_measure(self) -> Measure | None:
        name = self.study.question.cross_check
        return find_measure(name) if name and name != self.study.question.measure else None

    @property
    def comparisons(self) -> int:
        return count_comparisons(self.study, self.data)

    @property
    def level(self) -> float:
        return 1 - self.study.alpha / self.comparisons

    @property
    def has_groups(self) -> bool:
        """Whether named groups are kept together, so that they and not rows count."""
        return self.study.scheme.grouped and self.data.group_count > 0

    def margin(self, output: int) -> float:
        """The smallest difference that matters, in the measure's own unit."""
        return self.study.margin(self.data.outputs[output]) / self.measure.scale

    def pair(self, first: str, row: Measure, output: int, second: str | None = None, with_rows: bool = True) -> Pairing:
        found = pairing(self.main, self.halves, first, second or self.study.baseline, row, output, with_rows)
        is_asked = row.key == self.study.question.measure
        return replace(found, margin=self.margin(output)) if is_asked else found

    def estimate(self, key: str, output: int) -> Estimate | None:
        """Return the main-measure estimate of a model and output under the study's own scheme, or None."""
        wanted = (key, self.study.question.measure, self.data.outputs[output], self.study.scheme.kind.value)
        return next((e for e in self.estimates if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)
