"""The help: every term, every table row and every topic as a page, and how to find one."""

from core.help.help_library import page_of, pages
from core.help.search import found, mentioned

__all__ = ["found", "mentioned", "page_of", "pages"]
