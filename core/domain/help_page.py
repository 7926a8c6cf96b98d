"""What a page of the help is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HelpPage:
    """`text` is Markdown that begins with the title as its heading; `names` are the words a person may know it by."""

    key: str
    title: str
    section: str
    text: str
    names: tuple[str, ...] = ()
    sample: str = ""
    """The sample study the page is about, where it is about one."""
