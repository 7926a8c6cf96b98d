"""The page Explore."""

from gui.wizard.page import Page


class ExplorePage(Page):
    key = "explore"
    title = "Explore"
    instruction = "Explore"
