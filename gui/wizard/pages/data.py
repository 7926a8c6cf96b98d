"""The page Data."""

from gui.wizard.page import Page


class DataPage(Page):
    key = "data"
    title = "Data"
    instruction = "Data"
