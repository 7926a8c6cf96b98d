"""Tests of single repeats as the papers make them, from stored predictions: errors beside AUC, and ANOVA."""

import numpy as np

from core.domain.chances import word_p_value
from core.domain.dataset import Floats
from core.domain.evidence import MAIN
from core.figures.exhibit_drawing import Drawing, Mark, Trace
from core.judge.scores import build_score_table
from core.laboratory.demo_runner import DemoRunner, Progress, Working
from core.laboratory.procedure import Need, Procedure, ProcedureResult, Subject, cell
from core.statistics.measures import find_measure
from core.statistics.score_tests import FTest, anova
from core.statistics.t_tests import TTest, paired_t
from core.statistics.undefined import Undefined
from core.support.errors import StudyError
from core.wording.undefined_text import describe_reason

CLEAR = 0.05
CASES = {
    (False, False): "neither",
    (True, False): "errors only",
    (False, True): "AUC only",
    (True, True): "both",
}


def compare_errors_and_areas(_shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """The paired t over the k folds of every repeat, on errors and on AUC (Aslan et al. 2009, section III)."""
    yield Progress(0, 1)
    table = build_score_table(subject.study, subject.data, subject.run, MAIN)
    grids = {key: [table.grid(one.key, find_measure(key)) for one in subject.pair] for key in ("error", "auc")}
    repeats = len(grids["error"][0])
    rows, marks, counts = [], {key: list[Mark]() for key in grids}, dict.fromkeys(CASES.values(), 0)
    for repeat in range(repeats):
        tests = {key: _paired(theirs[repeat], ours[repeat], key) for key, (theirs, ours) in grids.items()}
        for key, test in tests.items():
            if isinstance(test, TTest):
                marks[key].append(Mark(repeat + 1, test.t))
        clear = tuple(_p(test) is not None and (_p(test) or 0.0) < CLEAR for test in tests.values())
        case = CASES[clear[0], clear[1]]
        counts[case] += 1
        figures = [text for test in tests.values() for text in (cell(_t(test), 3), cell(_p(test), 3))]
        rows.append((str(repeat + 1), *figures, case))
    if not any(marks.values()):
        raise StudyError("No repeat has folds with both classes, so no fold has an AUC.", hint="Use fewer folds.")
    first, second = subject.name(subject.candidate.key), subject.name(subject.baseline.key)
    said = ", ".join(f"{case} {count}" for case, count in counts.items() if count)
    return ProcedureResult(
        "auc-folds",
        f"Of {repeats} repeats the two tests find a difference by: {said}. t above 0 is for {first}.",
        "Errors look at one threshold, the AUC at all of them, so the two may disagree (Aslan et al. 2009, section III "
        "and figures 2 to 5). Folds share training rows, so each of these tests finds a difference too often; the "
        f"answer of the study comes from all repeats together. {second} is the baseline.",
        ("Repeat", "t of errors", "p", "t of AUC", "p", "Told apart by"),
        tuple(rows),
        Drawing(
            "repeat",
            f"t (above 0: {first} better)",
            (
                Trace("errors", tuple(marks["error"]), is_line=False),
                Trace("AUC", tuple(marks["auc"]), is_line=False),
            ),
            rule=0.0,
        ),
    )


def _paired(theirs: Floats, ours: Floats, key: str) -> TTest | Undefined:
    known = np.isfinite(theirs) & np.isfinite(ours)
    sign = -1.0 if find_measure(key).lower_is_better else 1.0
    return paired_t(sign * ours[known], sign * theirs[known])


def _t(test: TTest | Undefined) -> float | None:
    return None if isinstance(test, Undefined) else test.t


def _p(test: TTest | FTest | Undefined) -> float | None:
    return test.p


# --- Analysis of variance ---


def analyze_separate_folds(_shop: DemoRunner, subject: Subject) -> Working[ProcedureResult]:
    """Every model is tested on folds of its own, so that no two models share test rows (Salzberg 1997, 3.1)."""
    yield Progress(0, 1)
    table = build_score_table(subject.study, subject.data, subject.run, MAIN)
    keys = [one.key for one in subject.study.candidates]
    row = find_measure(subject.study.question.measure)
    grids = {key: table.grid(key, row, subject.output) for key in keys}
    repeats, folds = grids[keys[0]].shape
    if folds < 2 * len(keys):
        raise StudyError(
            f"{folds} folds give {len(keys)} models fewer than two folds each.",
            hint=f"Use at least {2 * len(keys)} folds, or fewer models.",
        )
    found = [anova(take_separate_folds(grids, repeat)) for repeat in range(repeats)]
    marks = [Mark(place + 1, test.f) for place, test in enumerate(found) if isinstance(test, FTest)]
    if not marks:
        reason = next(test.reason for test in found if isinstance(test, Undefined))
        raise StudyError(f"No repeat has an analysis of variance: {describe_reason(reason)}", hint="")
    clear = sum(test.p is not None and test.p < CLEAR for test in found)
    first = next(test for test in found if isinstance(test, FTest))
    return ProcedureResult(
        "anova",
        f"{len(keys)} models, {folds} folds: first repeat F({first.df1:g}, {first.df2:g}) = {first.f:.3g}, "
        f"{word_p_value(first.p)}. Of {repeats} repeats {clear} are clear at 0.05.",
        "Each model is scored on other folds than the others, so the samples of an analysis of variance are distinct, "
        "as Salzberg asks (1997, section 3.1). It throws most scores away and is weak; training sets still overlap. "
        "The answer of the study pairs the models on the same rows instead.",
        ("Repeat", *(f"{subject.name(key)}: folds, mean" for key in keys), "F", "df", "p"),
        tuple(_anova_row(grids, place, test, row.scale) for place, test in enumerate(found)),
        Drawing("repeat", "F", (Trace("F", tuple(marks), is_line=False),), rule=1.0, from_zero=True),
    )


def take_separate_folds(grids: dict[str, Floats], repeat: int) -> list[Floats]:
    """Folds dealt to the models in turn: the first gets 0, c, 2c, ... of c models; undefined ones are left out."""
    taken = [grid[repeat, place :: len(grids)] for place, grid in enumerate(grids.values())]
    return [scores[np.isfinite(scores)] for scores in taken]


def _anova_row(grids: dict[str, Floats], repeat: int, test: FTest | Undefined, scale: float) -> tuple[str, ...]:
    samples = take_separate_folds(grids, repeat)
    means = [f"{len(one)}: {cell(scale * float(one.mean()) if one.size else None, 3)}" for one in samples]
    if isinstance(test, Undefined):
        return (str(repeat + 1), *means, "–", "–", cell(test.p, 3))
    return (str(repeat + 1), *means, cell(test.f, 3), f"{test.df1:g}, {test.df2:g}", cell(test.p, 3))


AUC_FOLDS = Procedure(
    "auc-folds",
    "Errors and AUC, fold by fold",
    "Aslan et al. 2009, section III",
    "The paired t over the folds of each repeat, on errors and on AUC. Nothing is trained.",
    (Need.TWO_CLASSES, Need.TWO_MODELS, Need.FOLDS),
    compare_errors_and_areas,
)
ANOVA = Procedure(
    "anova",
    "Analysis of variance on separate folds",
    "Salzberg 1997, section 3.1",
    "Every model is scored on folds of its own, and the means are compared. Nothing is trained.",
    (Need.TWO_MODELS, Need.FOLDS),
    analyze_separate_folds,
)
