"""The gate before every comparison: does any model beat guessing?"""

from core.domain.evidence import TRIVIAL
from core.judge.evidence import ComparisonContext
from core.judge.gaps import gap, is_one_test_set
from core.judge.limits import failures, no_claim


def hopeless_outputs(evidence: ComparisonContext) -> frozenset[int]:
    """Outputs on which no model, the reference included, is shown better than the trivial one (DECISIONS 10)."""
    keys = [candidate.key for candidate in evidence.study.candidates if not failures(evidence, candidate.key)]
    if no_claim(evidence) or not evidence.main.outcomes(TRIVIAL) or not keys:
        return frozenset()
    outputs = range(len(evidence.data.outputs))
    return frozenset(i for i in outputs if not any(_beats_guessing(evidence, key, i) for key in keys))


def _beats_guessing(evidence: ComparisonContext, key: str, output: int) -> bool:
    """By the unadjusted range; what cannot be measured closes no gate."""
    pair = evidence.pair(key, evidence.measure, output, TRIVIAL, with_rows=is_one_test_set(evidence.study))
    found = gap(evidence.main, pair, output, 1 - evidence.study.alpha)
    if found.effect is None:
        return True
    return found.effect > 0 if found.interval is None else found.interval.low > 0
