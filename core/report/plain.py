"""Findings as plain data for other programs (JSON): fractions for error-like measures, one value per split in order."""

import json
from collections.abc import Mapping
from dataclasses import asdict

from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Comparison, Estimate, Findings, Interval, Verdict
from core.domain.study import Study
from core.wording.undefined_text import describe_note

COMPARISON = (
    "comparer", "measure", "output", "first", "second", "statistic", "df", "p", "p_required", "effect",
    "status",
)  # fmt: skip


def findings_as_plain(study: Study, data: Dataset, run: Run, findings: Findings, seconds: float) -> dict[str, object]:
    return {
        "title": study.title,
        "estimates": [_estimate(estimate) for estimate in findings.estimates],
        "comparisons": [_comparison(comparison) for comparison in findings.comparisons],
        "verdict": _verdict(findings.verdict),
        "verdicts": [_verdict(verdict) for verdict in findings.verdicts],
        "cards": dict(findings.cards),
        "cautions": [asdict(caution) for caution in findings.cautions],
        "failures": [_failure(outcome) for outcome in run.outcomes if not outcome.ok],
        "versions": dict(run.versions),
        "fingerprint": data.fingerprint,
        "rows": data.size,
        "seconds": round(seconds, 3),
    }


def as_json(plain: Mapping[str, object]) -> str:
    return json.dumps(plain, indent=1, ensure_ascii=False, allow_nan=False)


def _interval(interval: Interval | None) -> dict[str, object] | None:
    return None if interval is None else asdict(interval)


def _estimate(estimate: Estimate) -> dict[str, object]:
    return {**asdict(estimate), "values": list(estimate.values), "interval": _interval(estimate.interval)}


def _comparison(comparison: Comparison) -> dict[str, object]:
    plain = {name: getattr(comparison, name) for name in COMPARISON}
    return {
        **plain,
        "note": describe_note(comparison),
        "interval": _interval(comparison.interval),
        "details": _details(comparison),
    }


def _details(comparison: Comparison) -> dict[str, object]:
    known = {} if comparison.details is None else asdict(comparison.details)
    return {"reason": comparison.reason, **known}


def _verdict(verdict: Verdict) -> dict[str, object]:
    return {**asdict(verdict), "modifiers": [str(modifier) for modifier in verdict.modifiers]}


def _failure(outcome: FitResult) -> dict[str, object]:
    return {
        "algorithm": outcome.job.candidate,
        "part": outcome.job.part,
        "repeat": outcome.job.repeat,
        "fold": outcome.job.fold,
        "ending": outcome.ending.value,
        "message": outcome.message,
    }
