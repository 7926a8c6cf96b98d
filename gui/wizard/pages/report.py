"""The page Report."""

from gui.wizard.page import Page


class ReportPage(Page):
    key = "report"
    title = "Report"
    instruction = "Report"
