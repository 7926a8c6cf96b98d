"""The steps of the wizard in order."""

from dataclasses import dataclass

from gui.wizard.page import Page
from gui.wizard.pages.candidates import CandidatesPage
from gui.wizard.pages.data import DataPage
from gui.wizard.pages.plan import PlanPage
from gui.wizard.pages.question import QuestionPage
from gui.wizard.pages.report import ReportPage
from gui.wizard.pages.result import ResultPage
from gui.wizard.pages.review import ReviewPage
from gui.wizard.pages.run import RunPage


@dataclass(frozen=True, slots=True)
class Step:
    """One page of a study; `sealed` ones are read-only after the lock."""

    key: str
    title: str
    page: type[Page]
    sealed: bool


PAGES: tuple[Step, ...] = (
    Step("data", "Data", DataPage, True),
    Step("question", "Question", QuestionPage, True),
    Step("candidates", "Models", CandidatesPage, True),
    Step("plan", "Plan", PlanPage, True),
    Step("review", "Review & lock", ReviewPage, True),
    Step("run", "Run", RunPage, False),
    Step("verdict", "Result", ResultPage, False),
    Step("report", "Report", ReportPage, False),
)
"""The steps a person sees, numbered in this order."""
