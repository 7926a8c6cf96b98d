"""What a person decides about inputs that may contain the answer, in a study that is open; without Qt."""

from dataclasses import replace

from core.application.prepare_data import drop_inputs
from core.application.study_facts import list_doubtful_inputs, list_open_leaks
from core.domain.problem import IGNORED, KNOWN
from gui.wizard.state import State


def ask_again(state: State) -> None:
    """The questions are open once more."""
    for key in list_open_leaks(state.study):
        state.withdraw(key)


def say_known(state: State) -> None:
    for key in list_open_leaks(state.study):
        state.answer(key, KNOWN)


def leave_out(state: State) -> None:
    """The rows stay as they are; what was found in the columns is looked for again where it was looked for before."""
    study, form = state.study, state.form
    if state.data is None:
        return
    names = list_doubtful_inputs(study, state.data)
    columns = replace(study.columns, ignore=(*study.columns.ignore, *names))
    answers = {**study.answers, **dict.fromkeys(list_open_leaks(study), IGNORED)}
    state.update(
        replace(
            form,
            study=replace(study, columns=columns, answers=answers),
            data=drop_inputs(state.data, names),
            sealed=None if form.sealed is None else drop_inputs(form.sealed, names),
            screened=None if form.screened else form.screened,
        )
    )
