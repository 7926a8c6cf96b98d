"""Which inputs may contain the answer, by the questions about which the person was not sure."""

from dataclasses import replace

from core.domain.dataset import Dataset
from core.domain.study import Study
from core.judge.doubtful import doubtful_inputs, in_doubt, listed, open_leaks
from tests.judge.worlds import class_data, study_of

DATA = class_data(40)
STUDY = study_of(DATA)


def _asked(*names: str, left_out: tuple[str, ...] = ()) -> Study:
    answers = {f"LEAK:{name}": "not sure" for name in names}
    return replace(STUDY, answers=answers, columns=replace(STUDY.columns, ignore=left_out))


def _with(*features: str) -> Dataset:
    return replace(DATA, features=features)


def test_that_only_questions_answered_not_sure_are_open() -> None:
    assert open_leaks(_asked("serial")) == ("LEAK:serial",)
    assert open_leaks(replace(STUDY, answers={"LEAK:serial": "yes", "PREP": "not sure"})) == ()


def test_that_a_column_left_out_is_in_doubt_no_more() -> None:
    assert open_leaks(_asked("serial", "code", left_out=("serial",))) == ("LEAK:code",)
    assert open_leaks(_asked("a, b", left_out=("a",))) == ("LEAK:a, b",)
    assert open_leaks(_asked("a, b", left_out=("b", "a"))) == ()


def test_that_one_question_may_name_several_inputs_and_a_name_may_hold_a_comma() -> None:
    assert doubtful_inputs(_asked("a, b"), _with("a", "b", "c")) == ("a", "b")
    assert doubtful_inputs(_asked("a, b"), _with("a", "a, b", "c")) == ("a, b",)
    assert doubtful_inputs(_asked("serial"), _with("a", "serial number")) == ()


def test_that_the_questions_name_what_is_no_input_itself() -> None:
    assert in_doubt(_asked("serial"), _with("a")) == ("serial",)
    assert in_doubt(replace(STUDY, answers={"LEAK": "not sure"}), DATA) == ("an input",)


def test_that_many_names_are_told_in_short() -> None:
    assert listed(("a",)) == "a"
    assert listed(("a", "b", "c")) == "a, b and c"
    assert listed(tuple("abcdefg")) == "a, b, c, d and 3 more"
