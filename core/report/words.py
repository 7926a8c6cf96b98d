"""Words the report uses in several sections: outcomes, fields of the plan, schemes."""

from collections.abc import Mapping

from core.domain.findings import VerdictKind
from core.domain.study import Tuning, TuningKind

OUTCOMES: Mapping[VerdictKind, str] = {
    VerdictKind.BLOCKED: "blocked",
    VerdictKind.NOTHING_BEATS_GUESSING: "nothing beats guessing",
    VerdictKind.WIN: "better, by more than what matters",
    VerdictKind.LOSS: "worse, by more than what matters",
    VerdictKind.SAME: "the same for your purpose",
    VerdictKind.BETTER: "better, how much is not settled",
    VerdictKind.WORSE: "worse, how much is not settled",
    VerdictKind.NOT_WORSE: "not worse by what matters",
    VerdictKind.NOT_BETTER: "cannot be usefully better",
    VerdictKind.CANNOT_TELL: "can't tell",
    VerdictKind.SAME_MODEL: "the same model here",
    VerdictKind.DESCRIPTIVE: "described, not judged",
    VerdictKind.NO_VERDICT: "no verdict",
}

FIELDS: Mapping[str, str] = {
    "question.kind": "kind of question",
    "question.measure": "main measure",
    "question.cost_ratio": "cost of a miss",
    "question.cross_check": "cross-check",
    "question.margin": "smallest gap that matters",
    "question.tie_break": "rule for ties",
    "candidates": "candidates",
    "reference": "reference",
    "scheme.kind": "scheme",
    "scheme.folds": "folds",
    "scheme.repeats": "shuffles",
    "scheme.stratified": "class mix",
    "scheme.grouped": "rows kept whole",
    "tuning.kind": "tuning",
    "seed": "seed",
    "vault": "vault",
}
"""What is fixed by the lock, by the name it has in `Study.assumed` while nobody confirmed it."""

KINDS = {
    "better": "Is any candidate better than the reference?",
    "which": "Which of these?",
    "good-enough": "Is it good enough?",
    "replace": "May we replace the reference?",
}

TUNING = {
    "holdout": "on a part T2 ({}) of each training set, then trained again on all of it",
    "kfold": "by {} inner folds of each training set, then trained again on all of it",
    "none": "none",
}


def tuning_text(tuning: Tuning) -> str:
    part = {TuningKind.HOLDOUT: f"{100 * tuning.share:.0f} %", TuningKind.KFOLD: str(tuning.folds)}
    return TUNING[tuning.kind.value].format(part.get(tuning.kind, ""))
