"""The page Plan."""

from gui.wizard.page import Page


class PlanPage(Page):
    key = "plan"
    title = "Plan"
    instruction = "Plan"
