"""The page Review."""

from gui.wizard.page import Page


class ReviewPage(Page):
    key = "review"
    title = "Review"
    instruction = "Review"
