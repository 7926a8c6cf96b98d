"""Which numbers a verdict rests on: its own candidate, output, measure and scheme, and no others."""

from dataclasses import replace

import pytest

from core.domain.findings import Comparison, Estimate, Findings, Interval, Tag, Verdict, VerdictKind
from core.domain.study import SchemeKind, Study
from core.judge.explain import Facts, explain
from tests.judge.worlds import class_data, study_of, with_scheme

DATA = replace(class_data(100), outputs=("fault", "wear"))
STUDY = replace(study_of(DATA, challengers=("forest", "tree")), scheme=replace(study_of(DATA).scheme, folds=5))
RANGE = Interval(0.0123, 0.0789, 0.95, "corrected-resampled")
OWN = Comparison("corrected-t", "error", "forest", "logistic", 3.0, 49.0, 0.003, 0.045, RANGE, output="fault")
LEVEL = Estimate("forest", "error", "fault", 0.0931, None, None, (0.1,) * 10, "kfold")
OTHERS = (
    replace(OWN, first="tree", effect=0.9),
    replace(OWN, measure="auc", effect=0.9),
    replace(OWN, output="wear", effect=0.9),
)
LEVELS = (
    replace(LEVEL, algorithm="tree", mean=0.9),
    replace(LEVEL, measure="auc", mean=0.9),
    replace(LEVEL, output="wear", mean=0.9),
    replace(LEVEL, scheme="bootstrap", mean=0.9),
)


def verdict(interval: Interval | None) -> Verdict:
    return Verdict(VerdictKind.BETTER, Tag.SETTLED, (), "", "", "", interval)


def facts(study: Study = STUDY, own: Comparison | None = OWN, level: Estimate | None = LEVEL) -> Facts:
    comparisons = (*OTHERS, replace(OWN, comparer="sign-test", effect=0.8), *([own] if own else []))
    other = Interval(-0.9, 0.9, 0.95, "t")
    verdicts = (verdict(RANGE), *(verdict(other) for _ in range(3)))
    found = Findings((*LEVELS, *([level] if level else [])), comparisons, (), verdict(None), verdicts)
    return Facts(study, DATA, found, "forest", "fault")


def test_that_only_its_own_numbers_are_taken() -> None:
    found = facts()
    assert found.deciding == OWN
    assert found.comparison("corrected-t", "auc") == OTHERS[1]
    assert found.comparison("delong", "auc") is None
    assert found.estimate() == LEVEL
    assert found.interval == RANGE
    assert replace(found, output="wear").interval != RANGE
    assert replace(found, candidate="logistic").interval is None


def test_that_without_the_usual_test_the_first_of_its_own_decides() -> None:
    deciding = facts(own=None).deciding
    assert deciding is not None
    assert (deciding.comparer, deciding.first, deciding.output) == ("sign-test", "forest", "fault")


@pytest.mark.parametrize(
    ("kind", "values", "told"),
    [
        (SchemeKind.KFOLD, 10, "10 test folds (2 × 5)"),
        (SchemeKind.KFOLD, 3, "3 test folds (1 × 5)"),
        (SchemeKind.HOLDOUT, 1, "1 test set"),
        (SchemeKind.REPEATED_HOLDOUT, 7, "7 test sets"),
    ],
)
def test_that_test_folds_and_test_sets_are_counted(kind: SchemeKind, values: int, told: str) -> None:
    level = replace(LEVEL, values=(0.1,) * values, scheme=kind.value)
    assert facts(with_scheme(STUDY, kind), level=level).splits == told
    assert facts(with_scheme(STUDY, SchemeKind.HOLDOUT), level=None).splits == "0 test sets"


@pytest.mark.parametrize(
    ("figure", "title"),
    [
        ("4.5", "The gap seen in this study"),
        ("4.6", "The range of the true gap"),
        ("1.2", "The range of the true gap"),
        ("1.3", "The range of the true gap"),
        ("7.9", "The range of the true gap"),
        ("9.3", "How good a model is on rows it has not seen"),
        ("9", "How good a model is on rows it has not seen"),
    ],
)
def test_that_a_figure_is_what_its_digits_show(figure: str, title: str) -> None:
    (entry,) = explain(f"It is {figure} here.", "verdict", facts())
    assert entry.title == title


def test_that_the_margin_is_known_by_its_words_and_not_by_its_digits_alone() -> None:
    (stated,) = explain("You said 2 matters.", "verdict", facts())
    assert stated.title == "The smallest gap that matters"
    (other,) = explain("It is 2 here.", "verdict", facts())
    assert other.title == "The range of the true gap"
    (another,) = explain("You said 3 matters.", "verdict", facts())
    assert another.title != "The smallest gap that matters"


def test_that_all_figures_of_a_blocked_verdict_are_levels() -> None:
    told = facts()
    blocked = replace(verdict(RANGE), outcome=VerdictKind.BLOCKED)
    told = replace(told, findings=replace(told.findings, verdicts=(blocked, *told.findings.verdicts[1:])))
    text = "With it, random forest gives about 5 errors (2 to 8) and logistic regression about 30 errors (24 to 36)."
    (found,) = explain(text, "verdict", told)
    assert found.title == "How good a model is on rows it has not seen"
    assert found.figures == ("5", "2", "8", "30", "24", "36")
