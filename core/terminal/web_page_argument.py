"""The argument `--report` of the short routes, whose reports are web pages only."""

from argparse import ArgumentTypeError
from pathlib import Path

ENDINGS = ("", ".html", ".htm")


def parse_web_page(text: str) -> Path:
    """A file never gets the ending of something it is not."""
    path = Path(text)
    if path.suffix.lower() not in ENDINGS:
        raise ArgumentTypeError(f"{path.name}: this report is a web page; end its name in .html")
    return path
