"""Words the report uses in several sections: outcomes, fields of the plan, schemes."""

from collections.abc import Mapping

from core.domain.conclusion import Reason
from core.domain.study import Tuning, TuningKind

OUTCOMES: Mapping[Reason, str] = {
    Reason.WIN: "better, by more than what matters",
    Reason.LOSS: "worse, by more than what matters",
    Reason.SAME: "no relevant difference",
    Reason.BETTER: "better, possibly by less than what matters",
    Reason.WORSE: "worse, possibly by less than what matters",
    Reason.NOT_WORSE: "not worse by what matters",
    Reason.NOT_BETTER: "not better by what matters",
    Reason.CANNOT_TELL: "unclear",
    Reason.NOT_CONFIRMED: "not confirmed with half the rows",
    Reason.REPEATS: "the answer changes with the repeat",
    Reason.GUESS: "no model is shown to beat the constant guess",
    Reason.LEADER: "the leader",
    Reason.LIMIT_MET: "meets the limit",
    Reason.LIMIT_MISSED: "misses the limit",
    Reason.LIMIT_OPEN: "unclear whether it meets the limit",
    Reason.MIXED_OUTPUTS: "better for some outputs, worse for others",
    Reason.JOINT: "no difference over the outputs together",
    Reason.IDENTICAL: "identical predictions",
    Reason.DESCRIPTIVE: "described, not compared",
    Reason.ALONE: "estimated",
    Reason.FEW_ROWS: "too few rows",
    Reason.UNDEFINED: "the range is undefined",
    Reason.FAILURES: "training runs failed",
    Reason.LEAK: "an input may reveal the target",
    Reason.IN_SAMPLE: "tested on training rows",
    Reason.ROW_ORDER: "columns in different order",
}

FIELDS: Mapping[str, str] = {
    "question.kind": "kind of question",
    "question.measure": "main measure",
    "question.cost_ratio": "cost of a missed case",
    "question.cross_check": "second measure",
    "question.margin": "smallest difference that matters",
    "question.tie_break": "tie-break rule",
    "candidates": "models",
    "baseline": "baseline",
    "scheme.kind": "scheme",
    "scheme.folds": "folds",
    "scheme.repeats": "repeats",
    "scheme.stratified": "class shares",
    "scheme.grouped": "groups kept together",
    "tuning.kind": "tuning",
    "seed": "seed",
    "final_test": "final test rows",
}
"""What is fixed by the lock, by the name it has in `Study.assumed` while nobody confirmed it."""

KINDS = {
    "better": "Is any model better than the baseline?",
    "which": "Which of these should we use?",
    "good-enough": "Is it good enough?",
    "replace": "May we replace the baseline?",
}

TUNING = {
    "holdout": "on a part T2 ({}) of each training set, then trained again on all of it",
    "kfold": "by {} inner folds of each training set, then trained again on all of it",
    "none": "none",
}


def tuning_text(tuning: Tuning) -> str:
    part = {TuningKind.HOLDOUT: f"{100 * tuning.share:.0f} %", TuningKind.KFOLD: str(tuning.folds)}
    return TUNING[tuning.kind.value].format(part.get(tuning.kind, ""))
