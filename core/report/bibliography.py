"""The papers and books behind the methods: bibliographic facts, found by the mark a table's `source` carries."""

import tomllib
from dataclasses import dataclass

from core.support import paths


@dataclass(frozen=True, slots=True)
class Reference:
    """`mark` is how sources cite it; `place` the journal, proceedings or publisher; `kind` the BibTeX type."""

    mark: str
    kind: str
    author: str
    title: str
    place: str
    year: int
    volume: str = ""
    pages: str = ""


def references() -> tuple[Reference, ...]:
    text = (paths.resources() / "templates" / "references.toml").read_text("utf-8")
    return tuple(Reference(**row) for row in tomllib.loads(text)["reference"])


def cited(sources: str) -> tuple[Reference, ...]:
    """The references whose mark occurs in these sources, by author."""
    found = (reference for reference in references() if reference.mark in sources)
    return tuple(sorted(found, key=lambda reference: (reference.author.lower(), reference.year)))


def in_words(reference: Reference) -> str:
    """One line as a list of references has it."""
    behind = ", ".join(part for part in (reference.volume, reference.pages.replace("-", "–")) if part)
    author = reference.author.replace(" and others", " et al.").replace(" and ", ", ")
    return f"{author} ({reference.year}). {reference.title}. {reference.place}{', ' + behind if behind else ''}."


def bibtex(reference: Reference) -> str:
    place = {"article": "journal", "inproceedings": "booktitle", "book": "publisher", "techreport": "institution"}[
        reference.kind
    ]
    fields = {
        "author": reference.author,
        "title": f"{{{reference.title}}}",
        place: reference.place,
        "year": str(reference.year),
        "volume": reference.volume,
        "pages": reference.pages.replace("-", "--"),
    }
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items() if value)
    return f"@{reference.kind}{{{bibtex_key(reference)},\n{lines}\n}}"


def bibtex_key(reference: Reference) -> str:
    last = reference.author.split(",")[0]
    return "".join(letter for letter in last.lower() if letter.isascii() and letter.isalpha()) + str(reference.year)
