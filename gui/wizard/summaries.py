"""What was decided on each step, in one short line for the rail."""

from core.domain.study import SchemeKind
from core.support.text import pluralize
from gui import strings
from gui.wizard.state import State
from gui.wizard.words import clock_time


def summarize_step(state: State, key: str) -> str:
    """Nothing where the step was not done yet."""
    if state.data is None or (key not in state.visited and not state.locked):
        return ""
    study = state.study
    if key == "data":
        return strings.SUMMARY_DATA.format(rows=state.data.size, target=", ".join(state.data.outputs))
    if key == "question":
        return strings.SUMMARY_QUESTION[study.question.kind]
    if key == "candidates":
        return pluralize(len(study.candidates), strings.SUMMARY_MODEL)
    if key == "plan":
        scheme = study.scheme
        if scheme.kind is SchemeKind.KFOLD:
            return strings.SUMMARY_PLAN.format(folds=scheme.folds, repeats=scheme.repeats)
        return strings.SUMMARY_SCHEMES[scheme.kind]
    if key == "review":
        return strings.SUMMARY_LOCKED.format(time=clock_time(state.locked_at)) if state.locked else ""
    if key == "run":
        return strings.SUMMARY_DONE if state.findings is not None else ""
    return ""
