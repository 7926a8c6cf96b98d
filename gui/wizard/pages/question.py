"""The page Question."""

from gui.wizard.page import Page


class QuestionPage(Page):
    key = "question"
    title = "Question"
    instruction = "Question"
