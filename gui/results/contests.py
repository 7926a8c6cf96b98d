"""Every candidate against the reference on every output, with its verdict and what its pictures need; without Qt."""

from dataclasses import dataclass

from core.application.study_facts import has_one_test_set
from core.domain.conclusion import Answer, Conclusion, ModelAnswer, Reason
from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Estimate, Findings
from core.domain.study import Study
from core.figures.difference_picture import strip_of
from core.figures.repeat_marks import Ranks, ranks
from core.figures.strip import Strip
from core.wording.conclusion_text import ConclusionText, word_row
from core.wording.model_names import name_models
from core.wording.units import Unit, unit_of

AVERAGED = "averaged-t"
SIGN_TEST = "sign-test"


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """`first` and `second` are names in the order of the difference; `strip` and `ranks` are None without a picture."""

    candidate: str
    output: str
    first: str
    second: str
    row: ModelAnswer
    text: ConclusionText
    unit: Unit
    margin: float
    strip: Strip | None
    ranks: Ranks | None


def contests(study: Study, data: Dataset, findings: Findings) -> tuple[Contest, ...]:
    """Candidate by candidate and output by output; of "which" every model but the leader."""
    conclusion = findings.conclusion
    rows = [row for row in conclusion.rows if row.model != row.comparator]
    known = [row for row in rows if row.comparator]
    if not known:
        known = [
            ModelAnswer(one.key, study.baseline, output, Answer.NONE, Reason.ALONE)
            for one in study.challengers
            for output in data.outputs
        ]
    return tuple(_contest(study, data, findings, row) for row in known)


def _contest(study: Study, data: Dataset, findings: Findings, row: ModelAnswer) -> Contest:
    names, unit = name_models(study), unit_of(study.question.measure, study, data, row.output)
    first, second = row.model, row.comparator
    if row.difference is not None:
        first, second = row.difference.first, row.difference.second
    averaged = comparison(study, findings, AVERAGED, row.model, row.output)
    return Contest(
        candidate=row.model,
        output=row.output,
        first=names[first],
        second=names[second],
        row=row,
        text=word_row(study, data, findings, row),
        unit=unit,
        margin=study.margin(row.output) / unit.scale,
        strip=strip_of(row),
        ranks=None if has_one_test_set(study) else ranks(averaged),
    )


def comparison(study: Study, findings: Findings, comparer: str, key: str, output: str) -> Comparison | None:
    """One comparer's answer on the main measure."""
    wanted = (comparer, study.question.measure, output)
    mine = (c for c in findings.comparisons if key in (c.first, c.second))
    return next((c for c in mine if (c.comparer, c.measure, c.output) == wanted), None)


def estimate(study: Study, findings: Findings, key: str, measure: str, output: str) -> Estimate | None:
    """How one candidate did under the main scheme."""
    wanted = (key, measure, output, study.scheme.kind.value)
    return next((e for e in findings.estimates if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)


def leading(found: tuple[Contest, ...], conclusion: Conclusion) -> Contest | None:
    """The contest the headline is about: of the model it names, or of the one that comes next to it."""
    named = (one for one in found if one.candidate == conclusion.model)
    beside = (one for one in found if one.candidate == conclusion.comparator)
    return next(named, None) or next(beside, None)
