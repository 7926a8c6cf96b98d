"""The way through the steps, without Qt: their order, what each needs before it opens, and which are sealed."""

from gui import strings
from gui.wizard.pages import PAGES
from gui.wizard.state import State

HOME, REVIEW = "home", "review"
KEYS = tuple(step.key for step in PAGES)
AFTER_LOCK = ("run",)
AFTER_RUN = ("verdict", "report")


def obstacle(state: State, key: str) -> str:
    """What is missing before that step can be shown; nothing when it can."""
    if key in AFTER_RUN and state.findings is None:
        return strings.STEP_NEEDS_VERDICT
    if key in AFTER_LOCK and not state.locked:
        return strings.STEP_NEEDS_LOCK
    needs_data = key not in (HOME, KEYS[0])
    return strings.STEP_NEEDS_DATA if needs_data and state.data is None else ""


def is_sealed(state: State, key: str) -> bool:
    return state.locked and any(step.key == key and step.sealed for step in PAGES)


def before(key: str) -> str:
    """The step before, or Home."""
    steps = list(KEYS)
    position = steps.index(key) if key in steps else 0
    return steps[position - 1] if position else HOME


def title_of(key: str) -> str:
    """What a page is called on a button that leads to it."""
    return next((step.title for step in PAGES if step.key == key), strings.home.TITLE)
