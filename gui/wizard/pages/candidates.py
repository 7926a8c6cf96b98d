"""The page Candidates."""

from gui.wizard.page import Page


class CandidatesPage(Page):
    key = "candidates"
    title = "Candidates"
    instruction = "Candidates"
