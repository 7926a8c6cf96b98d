"""Inputs that may contain the answer, and of which the person was not sure whether they are known in time."""

from core.domain.dataset import Dataset
from core.domain.study import Reply, Study

BETWEEN = ", "  # names of inputs in one question
MOST_LISTED = 4


def open_leaks(study: Study) -> tuple[str, ...]:
    """The questions about inputs that may contain the answer of which the person is not sure."""
    unsure = (key for key, answer in study.answers.items() if answer == Reply.NOT_SURE)
    return tuple(key for key in unsure if key.startswith("LEAK") and not is_left_out(study, key))


def is_left_out(study: Study, key: str) -> bool:
    """Whether all that the question is about is no input any more: then there is nothing to be unsure of."""
    asked = key.partition(":")[2]
    return bool(asked) and (asked in study.columns.ignore or set(asked.split(BETWEEN)) <= set(study.columns.ignore))


def doubtful_inputs(study: Study, data: Dataset) -> tuple[str, ...]:
    """The inputs these questions are about; one question may name several."""
    asked = [key.partition(":")[2] for key in open_leaks(study)]
    exact = {name for name in asked if name in data.features}
    listed = [f"{BETWEEN}{name}{BETWEEN}" for name in asked if name not in exact]
    return tuple(
        name for name in data.features if name in exact or any(f"{BETWEEN}{name}{BETWEEN}" in one for one in listed)
    )


def in_doubt(study: Study, data: Dataset) -> tuple[str, ...]:
    """How they are called: the inputs themselves, else what the questions say."""
    asked = (key.partition(":")[2] for key in open_leaks(study))
    return doubtful_inputs(study, data) or tuple(name for name in asked if name) or ("an input",)


def listed(names: tuple[str, ...]) -> str:
    """ "a, b and c"; of very many only the first."""
    shown = [*names[:MOST_LISTED], *([f"{len(names) - MOST_LISTED} more"] if len(names) > MOST_LISTED else [])]
    return f"{', '.join(shown[:-1])} and {shown[-1]}" if len(shown) > 1 else "".join(shown)
