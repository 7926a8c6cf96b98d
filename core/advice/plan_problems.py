"""What must or should change in a study before it is locked, with the fix Evenfold offers (UX 2.3 to 2.5 and 3.3)."""

import math
from itertools import islice

import numpy as np

from core.advice.precision_forecast import forecast_precision
from core.advice.study_variants import both_ways
from core.advice.suggest_plan import suggest_margins, suggest_scheme
from core.algorithms import find_algorithm
from core.algorithms.effort import direction_problems, effort_problems, member_problems, size_problems
from core.data.screen import merge_classes
from core.data.screen_leakage import make_leak_key
from core.domain.dataset import Dataset, Task
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Candidate, Question, QuestionKind, SchemeKind, Study
from core.judge.context import count_comparisons
from core.schemes import make_splits
from core.support.errors import EvenfoldError
from core.wording.forecast_text import word_forecast
from core.wording.units import plural

ON_DATA_PAGE = frozenset({"SMALL", "GROUP-FEW", "CLASS-MISS", "ZERO-PCT", "LEAK-BOTH", "EXCL"})
"""Ids of what follows from the data alone and is told with them too."""

DESCRIBE = "describe"
MANY_CANDIDATES = 6
MOST_ROWS_SPLIT = 200_000
MOST_HOMES = 1000  # rows or groups of a class from which it is in every fold
FOLDED = (SchemeKind.KFOLD, SchemeKind.TIME)
ROUGH_SCORES = ("knn", "memoriser")
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
HUNGRY = ("knn", "svm", "mlp")  # need many rows per input


def problems(study: Study, data: Dataset) -> tuple[Problem, ...]:
    """In the order of the pages; Blocks can be settled by one of their fixes."""
    about_data = [_both_ways(study)]
    found = [*about_data, *_about_question(study, data), *_about_candidates(study, data), *_about_plan(study, data)]
    return tuple(problem for problem in found if problem is not None)


def _both_ways(study: Study) -> Problem | None:
    names = both_ways(study)
    if not names:
        return None
    listed = ", ".join(f"'{name}'" for name in names)
    text = f"This study leaves {listed} out. When you lock it, the plan of a twin that keeps it is written beside it."
    fixes = tuple(Fix(f"No twin for '{name}'", f"answers.{make_leak_key(name)}", "left out") for name in names)
    return Problem("LEAK-BOTH", Severity.NOTE, text, f"columns.{names[0]}", fixes)


def _about_question(study: Study, data: Dataset) -> list[Problem | None]:
    too_large = (_margin_too_large(study, data, place) for place in range(len(data.outputs)))
    return [
        _margin_zero(study, data),
        *too_large,
        _zero_percent(study, data),
        _no_tolerance(study),
        _rough_scores(study),
    ]


def _margin_zero(study: Study, data: Dataset) -> Problem | None:
    if all(study.margin(output) > 0 for output in data.outputs):
        return None
    text = "With 0, 'practically the same' can never be the answer."
    return Problem("MARGIN-0", Severity.NOTE, text, "question.margin")


def _margin_too_large(study: Study, data: Dataset, place: int) -> Problem | None:
    """A difference larger than all that the trivial model does wrong for this output."""
    name, worst = data.outputs[place], trivial_loss(study.question, data, place)
    margin = study.margin(name)
    if worst is None or margin <= worst:
        return None
    measure = study.question.measure
    smaller = min(suggest_margins(measure, data)[name], float(f"{worst / 4:.1g}"))
    if len(data.outputs) > 1:
        margins = {output: study.margin(output) for output in data.outputs} | {name: smaller}
        fix = Fix(f"Use {smaller:g} for '{name}'", "question.margins", margins)
    else:
        unit = " per 100" if measure in ("error", "cost") else ""
        fix = Fix(f"Use {smaller:g}{unit}", "question.margin", smaller)
    words = _TOO_LARGE.get(measure, _BEYOND_PERFECT).format(margin=margin, worst=worst, name=name)
    return Problem("MARGIN-BIG", Severity.BLOCKS, words, "question.margin", (fix,))


_TOO_LARGE = {
    "error": "A difference of {margin:g} per 100 is larger than all the errors there are ({worst:.3g}).",
    "cost": "A difference of {margin:g} per 100 is larger than what always giving one answer costs ({worst:.3g}).",
    "mae": "A difference of {margin:g} is larger than the MAE of always answering the middle of '{name}' "
    "({worst:.3g}).",
    "rmse": "A difference of {margin:g} is larger than the RMSE of always answering the mean of '{name}' "
    "({worst:.3g}).",
}
_BEYOND_PERFECT = (
    "A difference of {margin:g} is larger than all that lies between a constant guess and a perfect model "
    "({worst:.3g})."
)

WHOLE_SCALES = {
    "recall": 100.0, "specificity": 100.0, "precision": 100.0, "within-tolerance": 100.0,
    "f1": 1.0, "mcc": 1.0, "kappa": 1.0, "pr-auc": 1.0, "r2": 1.0, "auc": 0.5,
}  # fmt: skip
"""What lies between a constant guess and a perfect model, as it is shown, where it is the same for every table."""


def trivial_loss(question: Question, data: Dataset, place: int) -> float | None:
    """What the trivial model loses on the whole table, in the unit of the margin; None where it is not told."""
    if question.measure in WHOLE_SCALES:
        return WHOLE_SCALES[question.measure]
    if data.task is Task.NUMBERS:
        values = data.targets[:, place]
        losses = {"mae": np.abs(values - np.median(values)).mean(), "rmse": values.std(), "mse": values.var()}
        return float(losses[question.measure]) if question.measure in losses else None
    return _loss_of_one_answer(question, data)


def _loss_of_one_answer(question: Question, data: Dataset) -> float | None:
    """What always giving the same class, or the same chances, loses."""
    shares = data.class_counts[data.class_counts > 0] / data.size
    match question.measure:
        case "error":
            return 100 * (1 - float(data.class_counts.max()) / data.size)
        case "balanced-accuracy":
            return 100 * (1 - 1 / len(shares))
        case "log-loss":
            return float(-np.sum(shares * np.log(shares)))
        case "brier":
            both_ways = float(np.sum(shares * (1 - shares)))
            return both_ways / 2 if len(data.classes) == 2 else both_ways
        case "cost" if len(data.classes) == 2:
            positives = int(data.class_counts[data.positive_class])
            return 100 * min(question.cost_ratio * positives, data.size - positives) / data.size
    return None


def _zero_percent(study: Study, data: Dataset) -> Problem | None:
    """Blocks the percentage miss; noted while another measure is chosen."""
    zeros = int(np.sum(np.any(data.targets == 0, axis=1)))
    if data.task is not Task.NUMBERS or not zeros:
        return None
    rows = "1 row has" if zeros == 1 else f"{zeros:,} rows have"
    text = f"{rows} a true value of 0: a percentage miss is undefined."
    if study.question.measure != "relative":
        return Problem("ZERO-PCT", Severity.NOTE, text, "question.measure")
    fix = Fix("Use the MAE", "question.measure", "mae")
    return Problem("ZERO-PCT", Severity.BLOCKS, text, "question.measure", (fix,))


def _no_tolerance(study: Study) -> Problem | None:
    """A share within tolerance has no meaning until somebody says what is still good enough."""
    if study.question.measure != "within-tolerance" or study.question.tolerance is not None:
        return None
    fix = Fix("Use the mean absolute error", "question.measure", "mae")
    text = "No tolerance is named: say which error is still good enough."
    return Problem("TOLERANCE", Severity.BLOCKS, text, "question.tolerance", (fix,))


def _rough_scores(study: Study) -> Problem | None:
    """A cost needs scores fine enough to be cut anywhere (UX 2.3)."""
    rough = next((c for c in study.candidates if c.algorithm in ROUGH_SCORES), None)
    if study.question.measure != "cost" or rough is None:
        return None
    text = f"{find_algorithm(rough.algorithm).title} gives only rough scores; the threshold will be coarse."
    fixes = (Fix("Keep it", "answers.ROUGH", "keep"), Fix("Count errors instead", "question.measure", "error"))
    return Problem("ROUGH", Severity.ASKS, text, "question.measure", fixes)


def _about_candidates(study: Study, data: Dataset) -> list[Problem | None]:
    return [
        _too_many(study, data),
        _no_challenger(study),
        *(_hungry(study, data, c.algorithm) for c in study.candidates),
        *effort_problems(study),
        *direction_problems(study, data),
        *member_problems(study, data),
        *size_problems(study, _training_rows(study, data)),
    ]


def _training_rows(study: Study, data: Dataset) -> int:
    """About how many rows the largest training set has."""
    scheme = study.scheme
    if scheme.kind in FOLDED:
        return data.size - data.size // scheme.folds
    holds_out = scheme.kind in (SchemeKind.HOLDOUT, SchemeKind.REPEATED_HOLDOUT, SchemeKind.TTV)
    return int(scheme.share * data.size) if holds_out else data.size


def _too_many(study: Study, data: Dataset) -> Problem | None:
    if len(study.candidates) <= MANY_CANDIDATES:
        return None
    count = count_comparisons(study, data)
    text = (
        f"{len(study.candidates)} candidates mean {count} comparisons, and each makes every claim harder. "
        "Which two or three do you really have in mind?"
    )
    return Problem("MANY", Severity.ASKS, text, "candidates", (Fix("Keep all of them", "answers.MANY", "keep"),))


def _no_challenger(study: Study) -> Problem | None:
    if study.challengers:
        return None
    text = "There is only the baseline: Evenfold will say how good it is, and compare nothing."
    return Problem("ALONE", Severity.NOTE, text, "candidates")


def _hungry(study: Study, data: Dataset, key: str) -> Problem | None:
    if key not in HUNGRY or data.size >= 10 * len(data.features):
        return None
    text = f"{find_algorithm(key).title} with fewer than 10 rows per input is rarely a good idea."
    return Problem("FEW-ROWS", Severity.NOTE, text, "candidates")


def _about_plan(study: Study, data: Dataset) -> list[Problem | None]:
    return [
        _small(study, data),
        _too_many_folds(study, data),
        _leave_one_out(study, data),
        _few_per_fold(study, data),
        _class_missing(study, data),
        _memorised(study),
        _few_groups(study, data),
        _resolution(study, data),
    ]


def _small(study: Study, data: Dataset) -> Problem | None:
    """Blocks until the person agrees that no claim will be made."""
    smallest = int(data.class_counts.min()) if data.task is Task.CLASSES else data.size
    if data.size >= 20 and smallest >= 10:
        return None
    rows = data.size if data.size < 20 else smallest
    of = "" if data.size < 20 else f" of '{data.classes[int(data.class_counts.argmin())]}'"
    text = f"With {rows} row{'' if rows == 1 else 's'}{of} Evenfold will describe, not judge."
    agreed = study.answers.get("SMALL") == DESCRIBE
    fixes = () if agreed else (Fix("Describe only", "answers.SMALL", DESCRIBE),)
    return Problem("SMALL", Severity.NOTE if agreed else Severity.BLOCKS, text, "scheme.kind", fixes)


def _too_many_folds(study: Study, data: Dataset) -> Problem | None:
    folds = study.scheme.folds
    if study.scheme.kind not in FOLDED:
        return None
    suggested = min(suggest_scheme(data, study.question).value.folds, folds)
    fix = (Fix(f"Use {suggested} folds", "scheme.folds", suggested),)
    groups = data.group_count if study.scheme.grouped else 0
    if groups and folds > groups:
        text = f"With {groups} '{data.group_name}' at most {groups} folds make sense; {suggested} is suggested."
        return Problem("K-BIG", Severity.BLOCKS, text, "scheme.folds", fix)
    if folds > data.size or (folds == data.size and data.task is Task.CLASSES):
        text = f"{folds} folds of {data.size} rows leave one row to test. {suggested} is suggested."
        return Problem("K-BIG", Severity.BLOCKS, text, "scheme.folds", fix)
    return _class_smaller_than_folds(data, folds, fix)


def _class_smaller_than_folds(data: Dataset, folds: int, fix: tuple[Fix, ...]) -> Problem | None:
    if data.task is not Task.CLASSES:
        return None
    smallest = int(data.class_counts.argmin())
    count = int(data.class_counts[smallest])
    if folds <= count or count < 2:
        return None
    rows = f"With {count} '{data.classes[smallest]}' rows"
    text = f"{rows} at most {count} folds make sense; {fix[0].value} is suggested."
    return Problem("K-BIG", Severity.BLOCKS, text, "scheme.folds", fix)


def _leave_one_out(study: Study, data: Dataset) -> Problem | None:
    if study.scheme.kind is not SchemeKind.LEAVE_ONE_OUT or data.task is not Task.CLASSES:
        return None
    text = (
        "Leave-one-out is misleading here: with three equal classes, always giving the commonest answer "
        "scores 0 % instead of 33 % (Kohavi 1995, example 1)."
    )
    fix = Fix("Use folds with the class mix of the whole", "scheme.kind", SchemeKind.KFOLD)
    return Problem("LOO-MAJ", Severity.BLOCKS, text, "scheme.kind", (fix,))


def _few_per_fold(study: Study, data: Dataset) -> Problem | None:
    uses_auc = "auc" in (study.question.measure, study.question.cross_check)
    if data.task is not Task.CLASSES or not uses_auc or study.scheme.kind is not SchemeKind.KFOLD:
        return None
    smallest = int(data.class_counts.argmin())
    per_fold = int(data.class_counts[smallest]) // study.scheme.folds
    if per_fold >= 5 or study.scheme.folds <= 5:
        return None
    text = f"With {per_fold} '{data.classes[smallest]}' per fold one fold's AUC is little more than a coin toss."
    fixes = (Fix("Use 5 folds", "scheme.folds", 5), Fix("Keep it so", "answers.AUC-FEW", "keep"))
    return Problem("AUC-FEW", Severity.ASKS, text, "scheme.folds", fixes)


def _class_missing(study: Study, data: Dataset) -> Problem | None:
    """The first fold of the first repeat in which a class is absent."""
    uses_auc = "auc" in (study.question.measure, study.question.cross_check)
    if data.task is not Task.CLASSES or not uses_auc or study.scheme.kind is not SchemeKind.KFOLD:
        return None
    homes = _homes(study, data)
    rarest = int(np.argmin(homes))
    place = _first_without(study, data, rarest, homes[rarest])
    if place is None:
        return None
    text = f"Fold {place} would contain no '{data.classes[rarest]}'. AUC cannot be computed there."
    fixes = (*_ways_to_keep(study, homes[rarest]), *_ways_to_merge(study, data, homes))
    return Problem("CLASS-MISS", Severity.BLOCKS, text, "scheme.folds", fixes) if fixes else None


def _homes(study: Study, data: Dataset) -> list[int]:
    """By class the number of rows, or of groups where these are kept whole, in which it occurs."""
    units = data.groups if data.groups is not None and study.scheme.grouped else np.arange(data.size)
    return [len(np.unique(units[data.labels == label])) for label in range(len(data.classes))]


def _first_without(study: Study, data: Dataset, label: int, homes: int) -> int | None:
    """The number of that fold, counted from 1; searched for only where the class may be absent."""
    grouped = data.groups is not None and study.scheme.grouped
    sure = homes >= study.scheme.folds and study.scheme.stratified and not grouped
    if sure or study.scheme.folds > data.size or data.size > MOST_ROWS_SPLIT or homes >= MOST_HOMES:
        return None
    first_repeat = islice(make_splits(data, study.scheme, study.seed), study.scheme.folds)
    try:
        return next((split.fold + 1 for split in first_repeat if label not in data.labels[split.test]), None)
    except EvenfoldError:  # these folds cannot be made at all, which is told elsewhere
        return None


def _ways_to_keep(study: Study, homes: int) -> tuple[Fix, ...]:
    scheme = study.scheme
    fixes = [] if scheme.stratified else [Fix("Same class mix in every fold", "scheme.stratified", True)]
    fewer = min(homes, scheme.folds - 1)
    fixes += [Fix(f"Use {fewer} folds", "scheme.folds", fewer)] if fewer > 1 else []
    fixes += [Fix("Leave the AUC out", "question.cross_check", None)] if study.question.measure != "auc" else []
    return tuple(fixes)


def _ways_to_merge(study: Study, data: Dataset, homes: list[int]) -> tuple[Fix, ...]:
    """The two rarest classes together, where two classes are left."""
    if len(data.classes) < 3:
        return ()
    rarest = sorted(np.argsort(homes, kind="stable")[:2].tolist())
    return (merge_classes(study.columns, data.outputs[0], [data.classes[place] for place in rarest]),)


def _memorised(study: Study) -> Problem | None:
    if SchemeKind.BOOTSTRAP not in (*study.extra, study.scheme.kind) or not any(map(_may_memorise, study.candidates)):
        return None
    text = (
        "Bootstrap .632 flatters models that memorise: on random labels it reports about 68 % where 50 % is true. "
        "(Kohavi 1995, section 2.3)"
    )
    return Problem("B632-MEM", Severity.NOTE, text, "scheme.kind")


def _may_memorise(candidate: Candidate) -> bool:
    """One neighbor, or a tree that is not cut back."""
    if candidate.algorithm == "knn":
        return 1 in (candidate.settings.get("neighbours"), *candidate.grid.get("neighbours", ()))
    if candidate.algorithm == "tree":
        return "off" in (candidate.settings.get("pruning"), *candidate.grid.get("pruning", ()))
    return candidate.algorithm == "memoriser"


def _few_groups(study: Study, data: Dataset) -> Problem | None:
    groups = data.group_count
    if not 1 < groups < len(NUMBERS):
        return None
    many, one = plural(data.group_name), data.group_name
    text = f"Only {groups} {many}: the range will mainly reflect {NUMBERS[groups]} {many}, however many rows there are."
    may_leave_out = study.scheme.kind is SchemeKind.KFOLD and study.scheme.folds != groups
    fixes = (Fix(f"Leave out one {one} at a time", "scheme.folds", groups),) if may_leave_out else ()
    return Problem("GROUP-FEW", Severity.NOTE, text, "scheme.grouped", fixes)


def _resolution(study: Study, data: Dataset) -> Problem | None:
    """What can be done about a range wider than the margin; more rows are named in the text (UX 2.6)."""
    found = forecast_precision(study, data)
    if not found.is_narrow or found.usual is None:
        return None
    wider = math.ceil(found.usual.worst)
    fixes = (
        Fix(f"Ask for {wider} per 100 instead", "question.margin", float(wider)),
        Fix("Only ask how good it is", "question.kind", QuestionKind.GOOD_ENOUGH),
        Fix("Run anyway: “Unclear” is likely", "answers.RES", "run"),
    )
    return Problem("RES", Severity.ASKS, " ".join(word_forecast(found, study, data)), "question.margin", fixes)
