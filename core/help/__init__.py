"""The help: every term, every table row and every topic as a page, and how to find one."""

from core.help.library import page_of, pages
from core.help.page import HelpPage
from core.help.search import found, mentioned

__all__ = ["HelpPage", "found", "mentioned", "page_of", "pages"]
