"""Counts in the lines of the wizard agree with their nouns."""

from dataclasses import replace

from core.domain.study import SchemeKind
from gui.results.words import measure_title
from gui.wizard import words
from gui.wizard.words import plan_line, strays_words
from tests.judge.worlds import class_data, study_of, with_scheme


def test_that_a_plan_of_one_shuffle_says_so() -> None:
    data = class_data()
    study = study_of(data)
    once = replace(study, scheme=replace(study.scheme, folds=5, repeats=1, max_repeats=1))
    assert plan_line(once, data).startswith("1 shuffle × 5 folds")
    twice = replace(study, scheme=replace(study.scheme, folds=5, repeats=2, max_repeats=2))
    assert plan_line(twice, data).startswith("2 shuffles × 5 folds")


def test_that_one_stray_cell_reads_and_two_read() -> None:
    assert strays_words(((3, "?"),)) == "1 cell reads “?”: treated as missing"
    assert strays_words(((3, "?"), (4, "?"))) == "2 cells read “?”: treated as missing"


def test_that_a_technical_name_stands_behind_what_it_is_about() -> None:
    assert measure_title("auc") == "Ranking (AUC)"
    assert measure_title("mae") == "Typical miss"


def test_that_a_design_that_only_describes_has_no_bar() -> None:
    data = class_data()
    study = study_of(data)
    assert words.tested_rows(study, data)[0][2:] == ("main claim", "0.05")
    assert words.tested_rows(with_scheme(study, SchemeKind.LEAVE_ONE_OUT), data)[0][2:] == ("described only", "–")


def test_that_the_cross_check_of_one_comparison_is_of_one_pair() -> None:
    data = class_data()
    one, two = (study_of(data, challengers=rivals, cross_check="auc") for rivals in (("forest",), ("forest", "tree")))
    assert words.tested_rows(one, data)[1][0] == "The same pair"
    assert words.tested_rows(two, data)[2][0] == "The same pairs"
