"""The page Verdict."""

from gui.wizard.page import Page


class VerdictPage(Page):
    key = "verdict"
    title = "Verdict"
    instruction = "Verdict"
