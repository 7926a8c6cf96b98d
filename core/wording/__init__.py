"""Facts in words: the only room of core, beside reports and the terminal, that speaks to people."""

from core.wording.problem_text import word_problem

__all__ = ["word_problem"]  # from the first import of this room on, errors of the rooms of facts are said in words
