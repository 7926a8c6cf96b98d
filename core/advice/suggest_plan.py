"""What Evenfold suggests before the person changes anything, each with its reason and source."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np

from core.domain.dataset import Dataset, Task
from core.domain.study import Candidate, Question, SchemeChoice, SchemeKind, Tuning, TuningKind
from core.domain.suggestion import Reason

T = TypeVar("T")
MAX_REPEATS = 55
FEW_ROWS_TO_TUNE = 500
RARE_SHARE = 0.4  # of an even share
FEW_ROWS, FEW_INPUTS = 500, 20  # up to which smooth models of numbers are suggested; above, they take too long
MEASURED_ROWS = 1000  # up to which a support vector machine was measured ahead of boosting for classes
NEED_CLASS_IN_FOLDS = ("auc", "cost", "pr-auc", "f1", "recall", "precision", "balanced-accuracy", "mcc", "kappa")


@dataclass(frozen=True, slots=True)
class Suggestion(Generic[T]):
    """A suggested value and why, by field of the value."""

    value: T
    reasons: Mapping[str, Reason]


@dataclass(frozen=True, slots=True)
class Line:
    """The candidates a study starts with and which of them all others are compared with."""

    candidates: tuple[Candidate, ...]
    baseline: str


def suggest_question(data: Dataset) -> Suggestion[Question]:
    """Main measure, cross-check and the smallest difference that matters (UX 2.3)."""
    if data.task is Task.NUMBERS:
        return _question_for_numbers(data)
    cross_check = suggest_second_measure("error", data)
    if len(data.classes) == 2 and has_rare_class(data):
        ratio = suggest_cost_ratio(data)
        return Suggestion(
            Question(measure="cost", cost_ratio=ratio, cross_check=cross_check),
            {
                "measure": Reason(
                    f"Only {100 * minority_share(data):.2g} in 100 rows are '{data.classes[_rarest(data)]}': "
                    "always answering the other class would look good when errors are only counted.",
                    "Aslan 2009, II",
                ),
                "cost_ratio": Reason(
                    f"{ratio:g} is how many other rows there are for one '{data.classes[data.positive_class]}': "
                    "so both classes count the same in all, until you say what a miss costs.",
                    "Aslan 2009, II.B",
                ),
                "cross_check": Reason("Costs and AUC can disagree; then you want to know.", "Aslan 2009, IV.B"),
                "margin": _MARGIN_REASON,
            },
        )
    reasons = {
        "measure": Reason("Errors per 100 count both kinds of mistake the same.", "Aslan 2009, II"),
        "margin": _MARGIN_REASON,
    }
    if cross_check == "auc":
        reasons["cross_check"] = Reason("Errors and AUC can disagree; then you want to know.", "Aslan 2009, IV.B")
    elif cross_check is not None:
        reasons["cross_check"] = Reason(
            f"Only {100 * minority_share(data):.2g} in 100 rows are '{data.classes[_rarest(data)]}': balanced accuracy "
            "counts every class the same, so missing a rare one shows.",
            "Brodersen et al. 2010",
        )
    return Suggestion(Question(measure="error", cross_check=cross_check), reasons)


def has_rare_class(data: Dataset) -> bool:
    """Whether the rarest class has less than two fifths of an even share: less than 20 of 100 rows of two classes."""
    return minority_share(data) < RARE_SHARE / max(1, len(data.classes))


def suggest_cost_ratio(data: Dataset) -> float:
    """How many other rows there are for one positive row, with two digits: both classes then cost the same in all."""
    positives = int(data.class_counts[data.positive_class])
    return float(f"{(data.size - positives) / max(1, positives):.2g}") or 1.0


def _rarest(data: Dataset) -> int:
    return int(np.argmin(data.class_counts))


_MARGIN_REASON = Reason(
    "Assumed until you say which difference would make you change model: engineering relevance decides, not "
    "the size of the study.",
    "Reich & Barai 1999, 5.3(6)",
)


def _question_for_numbers(data: Dataset) -> Suggestion[Question]:
    margins = suggest_margins("mae", data)
    question = Question(measure="mae", cross_check="rmse", margin=margins[data.outputs[0]], margins=margins)
    reasons = {
        "measure": Reason("The MAE is in the unit you measure in.", "Reich & Barai 1999, 3.3"),
        "cross_check": Reason("RMSE counts large misses more.", "Reich & Barai 1999, eq. 3"),
        "margin": Reason("5 % of the spread of the output, until you say what matters.", _MARGIN_REASON.source),
    }
    return Suggestion(question, reasons)


def default_margin(data: Dataset, output: int) -> float:
    """5 % of the output's standard deviation, with two digits."""
    spread = float(np.std(data.targets[:, output], ddof=1)) if data.size > 1 else 0.0
    return float(f"{0.05 * spread:.2g}")


UNIT_MARGINS = {
    "error": 2.0, "cost": 2.0, "balanced-accuracy": 2.0, "recall": 2.0, "specificity": 2.0, "precision": 2.0,
    "within-tolerance": 2.0, "relative": 5.0, "auc": 0.01, "pr-auc": 0.02, "f1": 0.02, "mcc": 0.02, "kappa": 0.02,
    "log-loss": 0.02, "brier": 0.01, "r2": 0.02,
}  # fmt: skip
"""The smallest difference that matters where the unit does not depend on the output, as it is shown to people."""


def suggest_margins(measure: str, data: Dataset) -> dict[str, float]:
    """The smallest difference that matters, by output; of squared errors 5 % of the squared spread."""
    if measure in UNIT_MARGINS:
        return dict.fromkeys(data.outputs, UNIT_MARGINS[measure])
    if measure == "mse":
        return {name: float(f"{0.05 * np.var(data.targets[:, i]):.2g}") for i, name in enumerate(data.outputs)}
    return {name: default_margin(data, i) for i, name in enumerate(data.outputs)}


def suggest_second_measure(measure: str, data: Dataset) -> str | None:
    """Another measure that may tell another story; None where there is none to be had from labels alone."""
    if data.task is Task.NUMBERS:
        return "rmse" if measure == "mae" else "mae"
    if measure in ("error", "cost"):
        several = "balanced-accuracy" if has_rare_class(data) else None
        return "auc" if len(data.classes) == 2 else several
    return "error"


def minority_share(data: Dataset) -> float:
    return float(data.class_counts.min() / data.size)


_CANDIDATE_REASONS = {
    "forest": Reason("A strong all-rounder that needs little care.", "Reich & Barai 1999, 5.3(2)"),
    "boosting": Reason("Often the most accurate model of a table with many rows.", "Friedman 2001"),
    "svm": Reason("With few rows it finds what the other two miss, at little cost.", "Cortes & Vapnik 1995"),
    "additive": Reason("With few rows one smooth curve per input often beats trees.", "Hastie & Tibshirani 1990"),
    "gaussian-process": Reason(
        "With few rows of numbers it was the most accurate model on most tables.", "Rasmussen & Williams 2006"
    ),
}


def suggest_candidates(data: Dataset) -> Suggestion[Line]:
    """Return a simple model as the baseline and two others that come close to the best of all at little cost."""
    simple, *others = suggest_models(data.task, data.size, len(data.features))
    return Suggestion(
        Line(tuple(Candidate(key, key) for key in (simple, *others)), simple),
        {
            "baseline": Reason(
                "When nothing is in use yet, the simple model is the one to beat: strong on small data, and it "
                "explains itself.",
                "Salzberg 1997, 3.5(1)",
            ),
            **{key: _CANDIDATE_REASONS[key] for key in others},
        },
    )


def suggest_models(task: Task, rows: int, inputs: int) -> tuple[str, ...]:
    """Return the algorithms a study starts with, the simple one first.

    Decided by `benchmarks/suggestions.py` on public and generated tables of 30 to 3,000 rows: for numbers the Gaussian
    process and the additive model find what trees miss (with more rows the process takes too long), for classes a
    forest and a support vector machine.
    """
    if task is Task.CLASSES:
        return ("logistic", "forest", "svm" if rows < MEASURED_ROWS else "boosting")
    if rows < FEW_ROWS and inputs <= FEW_INPUTS:
        return ("linear", "gaussian-process", "additive")
    return ("linear", "forest", "boosting")


def suggest_scheme(data: Dataset, question: Question) -> Suggestion[SchemeChoice]:
    """Folds, class mix, groups, repeats (UX 2.5)."""
    if data.order is not None:
        choice = SchemeChoice(kind=SchemeKind.TIME, folds=5, repeats=1, max_repeats=1, stratified=False)
        return Suggestion(
            choice,
            {
                "kind": Reason(
                    "Rows have an order in time: train on the past, test on the next block.", "Kapoor & Narayanan 2023"
                )
            },
        )
    folds = suggested_folds(data, question)
    reasons = {
        "folds": Reason(_folds_reason(data, folds), "Kohavi 1995; Salzberg 1997, 3.5(3)"),
        "stratified": Reason("Lower bias and variance than folds of unequal mix.", "Kohavi 1995, 5"),
        "repeats": Reason(
            "Ten repeats are enough for an estimate; one is not enough for a claim.",
            "Reich & Barai 1999, 5.1; Bradford & Brodley 2001",
        ),
    }
    return Suggestion(SchemeChoice(folds=folds, repeats=10, max_repeats=MAX_REPEATS), reasons)


def suggested_folds(data: Dataset, question: Question) -> int:
    """10, or as many as the smallest class and the groups allow; 5 when a fold would hold under five of a class."""
    most = min(10, data.size, data.group_count or 10)
    if data.task is Task.CLASSES:
        smallest = int(data.class_counts.min())
        most = min(most, max(2, smallest))
        ranks = not {question.measure, question.cross_check}.isdisjoint(NEED_CLASS_IN_FOLDS)
        if ranks and smallest / most < 5:
            most = min(most, 5)
    return max(2, most)


def _folds_reason(data: Dataset, folds: int) -> str:
    if folds == 10:
        mix = " with the class mix of the whole" if data.task is Task.CLASSES else ""
        return f"Ten folds{mix} are the recommendation, even if more could be afforded."
    groups = data.group_count
    if groups == folds:
        return f"There are only {groups} groups to keep whole."
    return f"With so few cases of the rarest class, {folds} folds keep some of it in every fold."


def suggest_tuning(data: Dataset, scheme: SchemeChoice) -> Suggestion[Tuning]:
    """A quarter of each training set as T2, or inner folds when it is small (UX 2.5)."""
    training_rows = data.size * (scheme.folds - 1) / scheme.folds if scheme.folds > 1 else data.size
    if training_rows >= FEW_ROWS_TO_TUNE:
        kind, text = TuningKind.HOLDOUT, "Three quarters train, one quarter chooses the settings, then all retrain."
    else:
        kind, text = TuningKind.KFOLD, "Training sets are small, so settings are chosen by five inner folds."
    return Suggestion(Tuning(kind=kind), {"kind": Reason(text, "Salzberg 1997, 3.5(4B-C)")})
