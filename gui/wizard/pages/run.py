"""The page Run."""

from gui.wizard.page import Page


class RunPage(Page):
    key = "run"
    title = "Run"
    instruction = "Run"
