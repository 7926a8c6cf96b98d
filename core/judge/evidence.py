"""A run laid out for judging: scores by candidate, estimates, names, units and the bar."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from core.domain.dataset import Dataset
from core.domain.findings import Estimate
from core.domain.pairing import Pairing
from core.domain.study import Study
from core.judge.forecast import comparisons_of
from core.judge.names import only_given
from core.judge.pairings import pairing
from core.judge.scores import ScoreTable
from core.judge.words import SCOPE, SCOPE_GIVEN, Unit, unit_of
from core.statistics.measures import Measure, find_measure


@dataclass(frozen=True, slots=True, eq=False)
class ComparisonContext:
    """What every judgement looks at; outputs are named by their position."""

    study: Study
    data: Dataset
    main: ScoreTable
    halves: ScoreTable
    estimates: tuple[Estimate, ...]
    names: Mapping[str, str]

    @property
    def measure(self) -> Measure:
        return find_measure(self.study.question.measure)

    @property
    def comparisons(self) -> int:
        """The count the bar is divided by."""
        return comparisons_of(self.study, self.data)

    @property
    def level(self) -> float:
        return 1 - self.study.alpha / self.comparisons

    @property
    def scope(self) -> str:
        """What the sentences are about: models trained here, or predictions made elsewhere."""
        return SCOPE_GIVEN if only_given(self.study) else SCOPE

    @property
    def has_outputs(self) -> bool:
        return len(self.data.outputs) > 1

    def unit(self, output: int) -> Unit:
        return unit_of(self.study.question.measure, self.study, self.data, self.data.outputs[output])

    def margin(self, output: int) -> float:
        """The smallest gap that matters, in the measure's own unit."""
        return self.study.margin(self.data.outputs[output]) / self.unit(output).scale

    def pair(self, first: str, row: Measure, output: int, second: str | None = None, with_rows: bool = True) -> Pairing:
        found = pairing(self.main, self.halves, first, second or self.study.reference, row, output, with_rows)
        is_asked = row.key == self.study.question.measure
        return replace(found, margin=self.margin(output)) if is_asked else found

    def estimate(self, key: str, output: int) -> Estimate | None:
        """On the main measure."""
        name, row = self.data.outputs[output], self.study.question.measure
        return next((e for e in self.estimates if (e.algorithm, e.measure, e.output) == (key, row, name)), None)
