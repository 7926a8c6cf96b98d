"""Every candidate against the reference on every output, with its verdict and what its pictures need; without Qt."""

from dataclasses import dataclass
from itertools import product

from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Estimate, Findings, Verdict
from core.domain.study import Study
from core.figures.gap_picture import strip_of
from core.figures.shuffles import Ranks, ranks
from core.figures.strip import Strip
from core.judge.gaps import is_one_test_set
from core.wording.model_names import names_of
from core.wording.units import Unit, unit_of
from core.statistics.comparison_tests import COMPARISON_TESTS

HEADLINE = COMPARISON_TESTS[0].key
AVERAGED = "averaged-t"
SIGN_TEST = "sign-test"


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """`first` and `second` are names; `strip` and `ranks` are None where there is nothing to draw."""

    candidate: str
    output: str
    first: str
    second: str
    verdict: Verdict
    unit: Unit
    margin: float
    strip: Strip | None
    ranks: Ranks | None


def contests(study: Study, data: Dataset, findings: Findings) -> tuple[Contest, ...]:
    """In the order of the verdicts: candidate by candidate, output by output."""
    pairs = product((candidate.key for candidate in study.challengers), data.outputs)
    return tuple(
        _contest(study, data, findings, key, output, verdict)
        for (key, output), verdict in zip(pairs, findings.verdicts, strict=False)
    )


def _contest(study: Study, data: Dataset, findings: Findings, key: str, output: str, verdict: Verdict) -> Contest:
    names, unit = names_of(study, data), unit_of(study.question.measure, study, data, output)
    margin = study.margin(output) / unit.scale
    deciding = comparison(study, findings, HEADLINE, key, output)
    return Contest(
        candidate=key,
        output=output,
        first=names[key],
        second=names[study.reference],
        verdict=verdict,
        unit=unit,
        margin=margin,
        strip=strip_of(verdict, deciding, margin),
        ranks=None if is_one_test_set(study) else ranks(comparison(study, findings, AVERAGED, key, output)),
    )


def comparison(study: Study, findings: Findings, comparer: str, key: str, output: str) -> Comparison | None:
    """One comparer's answer on the main measure."""
    wanted = (comparer, study.question.measure, key, output)
    return next((c for c in findings.comparisons if (c.comparer, c.measure, c.first, c.output) == wanted), None)


def estimate(study: Study, findings: Findings, key: str, measure: str, output: str) -> Estimate | None:
    """How one candidate did under the main scheme."""
    wanted = (key, measure, output, study.scheme.kind.value)
    return next((e for e in findings.estimates if (e.algorithm, e.measure, e.output, e.scheme) == wanted), None)


def leading(found: tuple[Contest, ...], headline: Verdict) -> Contest | None:
    """The contest the headline is about: its own, else the first of the candidate it names."""
    same = (contest for contest in found if contest.verdict == headline)
    named = (contest for contest in found if headline.first and contest.first == headline.first)
    return next(same, None) or next(named, None)
