"""Counts in the lines of the wizard agree with their nouns."""

from dataclasses import replace

import numpy as np

from core.domain.dataset import Column, Kind
from gui import strings
from gui.results.words import measure_title
from gui.wizard import words
from gui.wizard.review_words import word_plan
from gui.wizard.state import State
from gui.wizard.words import column_note
from tests.gui.finished import finished_state
from tests.judge.worlds import class_data, study_of


def test_that_a_plan_of_one_repeat_says_so() -> None:
    data = class_data()
    study = study_of(data)
    once = replace(study, scheme=replace(study.scheme, folds=5, repeats=1, max_repeats=1))
    assert word_plan(once, data).startswith("5 folds × 1 repeat")
    twice = replace(study, scheme=replace(study.scheme, folds=5, repeats=2, max_repeats=2))
    assert word_plan(twice, data).startswith("5 folds × 2 repeats")


def test_that_stray_cells_are_told_with_what_stands_there() -> None:
    values = np.array([1.0, 2.0, np.nan, np.nan])
    note, needs_look = column_note(State(), Column("x", Kind.NUMBER, values, strays=((2, "?"), (3, "?"))))
    assert note == "2 numbers · 2 cells read “?”"
    assert needs_look


def test_that_measures_have_their_standard_names() -> None:
    assert measure_title("auc") == "ROC AUC"
    assert measure_title("mae") == "MAE"


def test_that_the_header_tells_whether_the_study_is_saved() -> None:
    state = finished_state()
    assert words.save_words(State()) == ""
    assert words.save_words(state) == strings.ALL_SAVED
    state.note_saved("The disk is full.")
    assert words.save_words(state) == "Not saved: The disk is full."
    state.note_saved("")
    state.running = True
    assert words.save_words(state) == f"Saved {state.saved_at}"
