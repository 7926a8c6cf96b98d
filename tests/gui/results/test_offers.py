"""The links under a verdict: more data, costs, messages, other settings; each leads where it says."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QPushButton

from core.data.screen_leakage import make_leak_key
from core.domain.conclusion import Answer, DifferenceInterval, MeasureConflict, ModelAnswer, Reason, RepeatAgreement
from core.domain.evidence import Ending
from core.domain.study import Reply
from core.judge.obstacles import list_open_leaks
from gui import strings
from gui.results.failures_dialog import FailuresDialog
from gui.results.more_rows_dialog import MoreRowsDialog
from gui.window import Window
from gui.wizard.pages.verdict import VerdictPage
from gui.wizard.state import State
from tests.gui.finished import finished_state


def shown(window: Window, state: State) -> VerdictPage:
    window.shell.replace_state(state)
    window.shell.go("verdict")
    page = window.shell.page("verdict")
    assert isinstance(page, VerdictPage)
    return page


def judged(answer: Answer, reason: Reason, width: float | None = None, **changes: object) -> State:
    """A finished study whose headline, and the row it is about, read otherwise; `width` is half that of the range."""
    state = finished_state()
    findings = state.findings
    assert findings is not None
    main = findings.conclusion.main_row
    assert main is not None
    row = replace(main, answer=answer, reason=reason, **changes)  # type: ignore[arg-type]
    if width is not None:
        row = with_range(row, width)
    rows = tuple(row if one is main else one for one in findings.conclusion.rows)
    told = replace(findings.conclusion, answer=answer, reason=reason, model=row.model, output=row.output, rows=rows)
    return replace(state, findings=replace(findings, conclusion=told))


def with_range(row: ModelAnswer, half: float) -> ModelAnswer:
    assert row.difference is not None
    interval = DifferenceInterval(-half, half, 0.95, "corrected-t", -half, half)
    return replace(row, difference=replace(row.difference, mean=0.0, interval=interval))


def cannot_tell() -> State:
    return judged(Answer.UNCLEAR, Reason.CANNOT_TELL, width=0.08, second=None, agreement=RepeatAgreement())


def disagreeing() -> State:
    """The second measure shows another model ahead."""
    findings = finished_state().findings
    assert findings is not None
    main = findings.conclusion.main_row
    assert main is not None
    assert main.second is not None
    return judged(Answer.YES, Reason.WIN, second=replace(main.second, conflict=MeasureConflict.OPPOSITE))


def offers(page: VerdictPage) -> list[str]:
    buttons = page.answer.offers.findChildren(QPushButton)
    return [button.text() for button in buttons if not button.isHidden()]


def press(page: VerdictPage, key: str) -> None:
    page.answer.offers.findChild(QPushButton, f"verdictOffer_{key}").click()


def test_that_cannot_tell_plans_more_data(window: Window) -> None:
    page = shown(window, cannot_tell())
    assert offers(page) == [strings.verdict.OFFERS["rows"]]
    press(page, "rows")
    dialog = page.findChild(MoreRowsDialog)
    assert "1,500" in dialog.said.text()
    table = dialog.table
    cells = [[table.item(row, column).text() for column in range(3)] for row in range(table.rowCount())]
    assert cells[0] == ["90 (now)", "±8 per 100", "no"]
    assert cells[2] == ["360", "±4 per 100", "no"]
    assert cells[3] == ["1,500", "±2 per 100", "yes"]
    dialog.findChild(QPushButton, "moreRowsConfirm").click()
    assert window.shell.current == "confirm"


@pytest.mark.parametrize("margin", [0.0, 10.0])
def test_that_no_rows_are_planned_where_they_would_settle_nothing(window: Window, margin: float) -> None:
    state = cannot_tell()
    question = replace(state.study.question, margin=margin)
    state.form = replace(state.form, study=replace(state.form.study, question=question))
    assert offers(shown(window, state)) == []


def test_that_measures_that_disagree_lead_to_a_new_study_by_costs(window: Window) -> None:
    page = shown(window, disagreeing())
    before = window.shell.state
    press(page, "costs")
    state = window.shell.state
    assert state is not before
    assert window.shell.current == "question"
    assert not state.locked
    assert (state.study.question.measure, state.study.question.cross_check) == ("cost", "auc")
    assert state.study.candidates == before.study.candidates
    assert window.shell.footer.said.text() == strings.verdict.COSTS_ASKED


def failed_state() -> State:
    state = judged(Answer.BLOCKED, Reason.FAILURES)
    run = state.run
    assert run is not None
    bad = [
        replace(one, predicted=None, ending=Ending.FAILED, message="singular matrix\nin column 3")
        if one.job.candidate == "knn" and one.job.fold == 0
        else one
        for one in run.outcomes
    ]
    return replace(state, run=replace(run, outcomes=tuple(bad)))


def test_that_failed_trainings_show_their_message(window: Window) -> None:
    page = shown(window, failed_state())
    assert offers(page) == [strings.verdict.OFFERS["messages"], strings.verdict.OFFERS["settings"]]
    press(page, "messages")
    text = page.findChild(FailuresDialog).text.toPlainText()
    assert "failed, first in shuffle 1 fold 1\nsingular matrix\nin column 3" in text
    assert np.all([word not in text for word in ("Traceback", "warned")])


def test_that_failed_trainings_are_tried_with_other_settings_in_a_new_study(window: Window) -> None:
    page = shown(window, failed_state())
    press(page, "settings")
    assert window.shell.current == "candidates"
    assert not window.shell.state.locked
    assert window.shell.page("candidates").isEnabled()


def test_that_a_run_shows_the_messages_of_its_problems_in_full(window: Window) -> None:
    window.shell.replace_state(failed_state())
    window.shell.go("run")
    page = window.shell.page("run")
    link = page.findChild(QPushButton, "showMessages")
    assert link.isVisible()
    link.click()
    assert "in column 3" in page.findChild(FailuresDialog).text.toPlainText()


def blocked(*names: str, key: str = "") -> State:
    """By a question about these inputs, or by one about something else."""
    state = judged(Answer.BLOCKED, Reason.LEAK)
    answers = {**state.study.answers, key or make_leak_key(", ".join(names)): Reply.NOT_SURE}
    state.form = replace(state.form, study=replace(state.study, answers=answers))
    return state


def test_that_a_blocked_verdict_leads_to_the_question_that_blocks_it(window: Window) -> None:
    page = shown(window, blocked(key="LEAK"))
    assert offers(page) == [strings.verdict.OFFERS["decide"]]
    press(page, "decide")
    assert window.shell.current == "data"
    assert not window.shell.state.locked
    assert "LEAK" not in window.shell.state.study.answers
    assert window.shell.footer.said.text() == strings.verdict.DECIDE


def test_that_an_input_in_doubt_is_said_to_be_known_in_a_new_study(window: Window) -> None:
    page = shown(window, blocked("force"))
    assert offers(page) == [strings.verdict.OFFERS["known"], strings.verdict.OFFERS["leave-out"]]
    press(page, "known")
    assert window.shell.current == "data"
    assert not window.shell.state.locked
    assert window.shell.state.study.answers[make_leak_key("force")] == "known before"
    assert window.shell.footer.said.text() == strings.verdict.IS_KNOWN


def test_that_an_input_in_doubt_is_left_out_of_a_new_study(window: Window) -> None:
    state = blocked("force")
    press(shown(window, state), "leave-out")
    after = window.shell.state
    assert window.shell.current == "data"
    assert not after.locked
    assert after.data is not None
    assert state.data is not None
    assert after.data.features == ("noise",)
    assert after.data.size == state.data.size
    assert after.study.columns.ignore == ("force",)
    assert list_open_leaks(after.study) == ()
    assert window.shell.footer.said.text() == strings.verdict.IS_LEFT_OUT
    window.shell.undo()
    assert window.shell.state.data is state.data


def test_that_the_only_input_cannot_be_left_out(window: Window) -> None:
    assert offers(shown(window, blocked("force", "noise"))) == [strings.verdict.OFFERS["known"]]
