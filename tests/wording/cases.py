"""Made facts: studies, data and findings with one range each, as the judge would hand them on."""

from collections.abc import Mapping, Sequence

import numpy as np

from core.domain.conclusion import (
    Answer,
    Conclusion,
    Confirmation,
    ConstantGuess,
    Difference,
    DifferenceInterval,
    MeasureConflict,
    ModelAnswer,
    Reason,
    RepeatAgreement,
    RepeatResults,
    Scope,
    SecondMeasure,
)
from core.domain.dataset import Dataset, Kind, Task
from core.domain.evidence import GIVEN, TRIVIAL
from core.domain.findings import Caution, Estimate, Findings, Interval
from core.domain.study import Candidate, Columns, Question, QuestionKind, SchemeChoice, Study, TieBreak
from core.judge.decide import answer_better, answer_replace, explain_range
from core.statistics.measures import find_measure

ROWS = 400
LONG_NAMES = ("wide_net_of_line_two_v01", "old_rule_of_the_test_bay")  # 24 characters each


def make_data(outputs: Sequence[str] = ("fault",), numbers: bool = False, groups: str = "") -> Dataset:
    """400 rows of two classes or of numbers, in groups of 20 where they have a name."""
    generator = np.random.default_rng(1)
    targets = (
        generator.normal(size=(ROWS, len(outputs)))
        if numbers
        else (generator.random((ROWS, 1)) < 0.3).astype(np.float64)
    )
    return Dataset(
        name="made",
        task=Task.NUMBERS if numbers else Task.CLASSES,
        inputs=generator.normal(size=(ROWS, 1)),
        kinds=(Kind.NUMBER,),
        features=("load",),
        levels=((),),
        targets=targets,
        outputs=tuple(outputs),
        classes=() if numbers else ("no", "yes"),
        groups=np.arange(ROWS) // 20 if groups else None,
        group_name=groups,
    )


def make_study(
    kind: QuestionKind = QuestionKind.BETTER,
    measure: str = "error",
    models: Sequence[str] = ("forest", "logistic"),
    assumed: Sequence[str] = (),
    source: str = "made.csv",
    margin: float = 2.0,
    limit: float | None = None,
    imported: Sequence[str] = (),
    answers: Mapping[str, str] | None = None,
) -> Study:
    """The last model is the baseline; imported ones are columns of predictions under their own name."""
    candidates = tuple(
        Candidate(key, GIVEN, {"column": key}) if key in imported else Candidate(key, key) for key in models
    )
    return Study(
        title="Made",
        source=source,
        columns=Columns(target=("fault",)),
        question=Question(kind=kind, measure=measure, margin=margin, good_enough=limit),
        candidates=candidates,
        baseline=models[-1],
        scheme=SchemeChoice(),
        row_meaning="one window",
        assumed=tuple(assumed),
        answers=dict(answers or {}),
    )


def make_difference(
    low: float,
    high: float,
    first: str = "forest",
    second: str = "logistic",
    measure: str = "error",
    output: str = "fault",
    confirmation: Confirmation = Confirmation.CONFIRMED,
    mean: float | None = None,
) -> Difference:
    """`low`, `high` and `mean` in the unit shown; a range that is not confirmed is stretched to hold 0."""
    scale = find_measure(measure).scale
    raw = low / scale, high / scale
    held = raw
    if confirmation in (Confirmation.NOT_CONFIRMED, Confirmation.NOT_POSSIBLE):
        held = min(raw[0], 0.0), max(raw[1], 0.0)
    middle = sum(raw) / 2 if mean is None else mean / scale
    interval = DifferenceInterval(
        held[0], held[1], 0.95, "cross-validated", raw[0], raw[1], df=99.0, standard_error=(raw[1] - raw[0]) / 4,
        confirmation=confirmation, corrected_variance=1e-4, row_variance=5e-5, training_variance=1e-5,
        half_mean=middle, half_standard_error=1e-2,
    )  # fmt: skip
    return Difference(first, second, measure, output, middle, interval, RepeatResults((1,) * 10, (middle,) * 10))


def make_estimate(model: str, measure: str, output: str, mean: float, half: float, **changes: object) -> Estimate:
    """In the unit shown."""
    scale = find_measure(measure).scale
    interval = Interval((mean - half) / scale, (mean + half) / scale, 0.95, "corrected")
    found = Estimate(model, measure, output, mean / scale, half / scale, interval, (mean / scale,) * 100)
    return found if not changes else Estimate(**{**_fields(found), **changes})  # type: ignore[arg-type]


def _fields(estimate: Estimate) -> dict[str, object]:
    return {key: getattr(estimate, key) for key in estimate.__dataclass_fields__}


def make_findings(
    study: Study,
    data: Dataset,
    rows: Sequence[ModelAnswer],
    answer: Answer,
    reason: Reason,
    estimates: Sequence[Estimate] = (),
    cautions: Sequence[Caution] = (),
    **changes: object,
) -> Findings:
    """A conclusion about the first row, with an estimate of every model that has none."""
    measure = study.question.measure
    half = 0.4 if find_measure(measure).scale == 1 else 1.6
    known = {(found.algorithm, found.output, found.measure) for found in estimates}
    made = [
        make_estimate(key, measure, output, 9.2 + place, half)
        for place, key in enumerate([candidate.key for candidate in study.candidates] + [TRIVIAL])
        for output in data.outputs
        if (key, output, measure) not in known
    ]
    about: dict[str, object] = {
        "question": study.question.kind,
        "answer": answer,
        "reason": reason,
        "scope": Scope.ALGORITHMS,
        "measure": measure,
        "level": 0.95,
        "comparisons": 1,
        "earlier": 0,
        "model": rows[0].model if rows else study.candidates[0].key,
        "comparator": rows[0].comparator if rows else "",
        "use": study.baseline,
        "rule": TieBreak.INCUMBENT,
        "rows": tuple(rows),
    }
    conclusion = Conclusion(**{**about, **changes})  # type: ignore[arg-type]
    return Findings((*estimates, *made), (), tuple(cautions), conclusion)


def make_row(
    answer: Answer, reason: Reason, difference: Difference | None, margin: float = 0.02, **changes: object
) -> ModelAnswer:
    """`margin` in the measure's own unit."""
    about: dict[str, object] = {
        "model": difference.first if difference is not None else "forest",
        "comparator": difference.second if difference is not None else "logistic",
        "output": difference.output if difference is not None else "",
        "answer": answer,
        "reason": reason,
        "difference": difference,
        "agreement": RepeatAgreement(10, 10, 0),
        "margin": margin,
    }
    return ModelAnswer(**{**about, **changes})  # type: ignore[arg-type]


def make_second(
    conflict: MeasureConflict, ahead: str = "", measure: str = "auc", low: float = 0.01, high: float = 0.03
) -> SecondMeasure:
    return SecondMeasure(make_difference(low, high, measure=measure), conflict, ahead, 0.5, (0.2, "forest"))


def decide(kind: QuestionKind, low: float, high: float, margin: float) -> tuple[Answer, Reason]:
    """The judge's own tables: what is worded here was decided there."""
    tables = {QuestionKind.BETTER: answer_better, QuestionKind.REPLACE: answer_replace}
    return tables[kind](low, high, margin), explain_range(low, high, margin)


GATE_OPEN = (ConstantGuess("fault", True, "forest"),)
