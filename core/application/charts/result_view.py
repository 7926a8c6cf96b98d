"""What a plot of a result looks at: a finished study, the selected model and the output, with names and colors."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from core.domain.conclusion import Conclusion, ModelAnswer
from core.domain.dataset import Dataset, Task
from core.domain.evidence import GIVEN, TRIVIAL, FitResult, Run
from core.domain.findings import Estimate, Findings, MeasureRow
from core.domain.study import Study
from core.figures.chart import Ink, Shape
from core.judge.measure_table import measure_all
from core.judge.scores import ScoreTable, build_score_table
from core.wording.names_text import find_output_unit, pluralize_row_unit, strip_unit
from core.wording.result_facts import ResultFacts, gather_facts


@dataclass(frozen=True, eq=False)
class ResultView:
    """One selected row of the result table drives every plot; `options` are the choices of single plots by name.

    Blue is the baseline, orange is what was selected, gray is everything else.
    """

    study: Study
    data: Dataset
    run: Run
    findings: Findings
    model: str
    output: str
    beside: tuple[FitResult, ...] = ()
    """Outcomes of work after the folds: fold models that were asked what their inputs do."""
    options: Mapping[str, object] = field(default_factory=dict)
    kept: dict[str, object] = field(default_factory=dict)
    """What was laid out or measured once, from one view of the same result to the next."""

    @property
    def conclusion(self) -> Conclusion:
        return self.findings.conclusion

    @cached_property
    def facts(self) -> ResultFacts:
        return gather_facts(self.study, self.data, self.findings)

    @property
    def scores(self) -> ScoreTable:
        if "scores" not in self.kept:
            self.kept["scores"] = build_score_table(self.study, self.data, self.run)
        found = self.kept["scores"]
        assert isinstance(found, ScoreTable)
        return found

    @property
    def measures(self) -> tuple[MeasureRow, ...]:
        """All measures of all models, with their ranges."""
        if "measures" not in self.kept:
            self.kept["measures"] = measure_all(self.study, self.data, self.run)
        found = self.kept["measures"]
        assert isinstance(found, tuple)
        return found

    @property
    def place(self) -> int:
        """The position of the output."""
        return self.data.outputs.index(self.output) if self.output in self.data.outputs else 0

    @property
    def baseline(self) -> str:
        return self.study.baseline

    @property
    def rival(self) -> str:
        """The model drawn against the baseline: the selected one, else the one the headline is about."""
        others = [candidate.key for candidate in self.study.candidates if candidate.key != self.baseline]
        wanted = (self.model, self.conclusion.model, self.conclusion.comparator, *others)
        return next((key for key in wanted if key in others), "")

    @property
    def models(self) -> tuple[str, ...]:
        """All candidates, best estimate of the output first."""
        keys = [candidate.key for candidate in self.study.candidates]
        sign = 1.0 if self.facts.text().lower_is_better else -1.0
        means = {key: self.estimate(key) for key in keys}

        def order(key: str) -> tuple[bool, float]:
            found = means[key]
            return (True, 0.0) if found is None or found.mean is None else (False, sign * found.mean)

        return tuple(sorted(keys, key=order))

    def estimate(self, model: str, measure: str = "", output: str = "") -> Estimate | None:
        return self.facts.estimate(model, output or self.output, measure)

    def row(self, model: str = "", output: str = "") -> ModelAnswer | None:
        return self.conclusion.row(model or self.model, output or self.output)

    # --- words and looks ---

    def name(self, model: str) -> str:
        """Return the name as it stands inside a sentence."""
        return self.facts.names[model]

    def title(self, model: str) -> str:
        """Return the name as it begins a line; a name of the person keeps its case."""
        name = self.name(model)
        return name if model in self.facts.names.imported else name[:1].upper() + name[1:]

    def ink(self, model: str) -> Ink:
        if model == self.baseline:
            return Ink.BASELINE
        return Ink.SELECTED if model == self.model else Ink.OTHER

    def soft_ink(self, model: str) -> Ink:
        soft = {Ink.BASELINE: Ink.BASELINE_SOFT, Ink.SELECTED: Ink.SELECTED_SOFT}
        return soft.get(self.ink(model), Ink.OTHER_SOFT)

    def shape(self, model: str) -> Shape:
        if model == TRIVIAL:
            return Shape.DASH
        shapes = {Ink.BASELINE: Shape.CIRCLE, Ink.SELECTED: Shape.TRIANGLE}
        return shapes.get(self.ink(model), Shape.DIAMOND)

    @property
    def rows_name(self) -> str:
        return pluralize_row_unit(self.study.row_meaning)

    @property
    def output_name(self) -> str:
        return strip_unit(self.output)

    @property
    def unit(self) -> str:
        """The unit of the output itself, as typed or as its name holds it."""
        return find_output_unit(self.study.columns, self.output) if self.data.task is Task.NUMBERS else ""

    def with_unit(self, text: str) -> str:
        """Write "predicted strength, MPa"."""
        return f"{text}, {self.unit}" if self.unit else text

    @property
    def is_given(self) -> bool:
        """Whether all predictions were made elsewhere."""
        return all(candidate.algorithm == GIVEN for candidate in self.study.candidates)
