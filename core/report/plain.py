"""Findings as plain data for other programs (JSON): fractions for error-like measures, one value per split in order."""

import json
from dataclasses import asdict

from core.domain.conclusion import Conclusion, ModelAnswer
from core.domain.dataset import Dataset
from core.domain.evidence import FitResult, Run
from core.domain.findings import Comparison, Estimate, Findings, Interval
from core.domain.study import REASON, Study
from core.judge.measure_table import measure_all
from core.support.text import escape_unprintable
from core.wording.result_text import ResultText, word_result
from core.wording.undefined_text import describe_note

COMPARISON = (
    "comparer", "measure", "output", "first", "second", "statistic", "df", "p", "p_required", "effect",
    "status",
)  # fmt: skip


def findings_as_plain(study: Study, data: Dataset, run: Run, findings: Findings, seconds: float) -> dict[str, object]:
    """Facts under stable keys; sentences stand beside them for readers and are made anew each time."""
    text = word_result(study, data, findings)
    return {
        "title": study.title,
        "estimates": [_estimate(estimate) for estimate in findings.estimates],
        "measures": [asdict(row) for row in measure_all(study, data, run)],
        "comparisons": [_comparison(comparison) for comparison in findings.comparisons],
        "verdict": _conclusion(findings.conclusion, text),
        "verdicts": [_row(row) for row in findings.conclusion.rows],
        "notes": {topic: [line.text for line in lines] for topic, lines in text.notes.items()},
        "cautions": [
            {**asdict(caution), "text": words.text}
            for caution, words in zip(findings.cautions, text.cautions, strict=True)
        ],
        "failures": [_failure(outcome) for outcome in run.outcomes if not outcome.ok],
        "versions": dict(run.versions),
        "history": _history(study),
        "fingerprint": data.fingerprint,
        "rows": data.size,
        "seconds": round(seconds, 3),
    }


def _history(study: Study) -> dict[str, object]:
    """The locked count of earlier comparisons; None: it was not asked how many of them the history knew."""
    elsewhere = study.comparisons_elsewhere
    return {
        "earlier": study.earlier_comparisons,
        "elsewhere": elsewhere,
        "known": None if elsewhere is None else study.earlier_comparisons - elsewhere,
        "ignored_because": study.answers.get(REASON) or None,
    }


def as_json(plain: object) -> str:
    """For people and programs: letters as they are, but whatever steers a terminal escaped."""
    return escape_unprintable(json.dumps(plain, indent=1, ensure_ascii=False, allow_nan=False))


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


def _conclusion(conclusion: Conclusion, text: ResultText) -> dict[str, object]:
    """`outcome` is the older name of `reason`."""
    row, said = conclusion.main_row, text.conclusion
    plain = _row(row) if row is not None else {}
    return {
        **plain,
        "question": conclusion.question.value,
        "answer": conclusion.answer.value,
        "reason": conclusion.reason.value,
        "outcome": conclusion.reason.value,
        "model": conclusion.model,
        "comparator": conclusion.comparator,
        "output": conclusion.output,
        "use": conclusion.use,
        "rule": conclusion.rule.value if conclusion.rule else None,
        "level": conclusion.level,
        "comparisons": conclusion.comparisons,
        "earlier": conclusion.earlier,
        "overline": said.overline.text,
        "headline": said.headline.text,
        "body": said.body.text,
        "action": said.action.text,
    }


def _row(row: ModelAnswer) -> dict[str, object]:
    difference = row.difference
    interval = difference.interval if difference is not None else None
    return {
        "model": row.model,
        "comparator": row.comparator,
        "output": row.output,
        "answer": row.answer.value,
        "reason": row.reason.value,
        "margin": row.margin,
        "limit": row.limit,
        "effect": difference.mean if difference is not None else None,
        "interval": None if interval is None else asdict(interval),
        "repeats": asdict(row.agreement),
    }


def _failure(outcome: FitResult) -> dict[str, object]:
    return {
        "algorithm": outcome.job.candidate,
        "part": outcome.job.part,
        "repeat": outcome.job.repeat,
        "fold": outcome.job.fold,
        "ending": outcome.ending.value,
        "message": outcome.message,
    }
