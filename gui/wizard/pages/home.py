"""The page Home."""

from gui.wizard.page import Page


class HomePage(Page):
    key = "home"
    title = "Home"
    instruction = "Home"
