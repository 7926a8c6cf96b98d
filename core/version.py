"""The version of Evenfold; pyproject.toml says the same, and a test compares them."""

VERSION = "0.1.0"

JUDGE_VERSION = "5"
"""Raise it whenever the same outcomes may be judged or worded otherwise: stored findings are then made anew."""
