"""The claim of a study in one sentence, read back before the lock."""

from dataclasses import dataclass

from core.domain.dataset import Dataset
from core.domain.study import QuestionKind, Study
from core.judge.names import names_of
from core.judge.words import plain, plural, singularize, unit_of

_VERBS = {"error": "make", "cost": "cost", "auc": "rank"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the sentence; strong parts are the person's own choices."""

    text: str
    strong: bool = False


def claim(study: Study, data: Dataset, most_named: int | None = None) -> tuple[Piece, ...]:
    """On what, which candidates, how much better, than what? More candidates than `most_named` are only counted."""
    where = Piece(_where(study, data), strong=True)
    if not study.challengers or study.question.kind is QuestionKind.GOOD_ENOUGH:
        return (Piece("On "), where, Piece(", "), *_how_good(study, data, most_named))
    return (Piece("On "), where, Piece(", "), *_gap(study, data, most_named))


def claim_text(study: Study, data: Dataset, most_named: int | None = None) -> str:
    return "".join(piece.text for piece in claim(study, data, most_named))


def _where(study: Study, data: Dataset) -> str:
    where = study.use or f"new {plural(study.row_meaning)}"
    if data.group_name and study.scheme.grouped and "seen" not in where:
        where += f" ({plural(data.group_name)} not seen in training)"
    return where


def _gap(study: Study, data: Dataset, most_named: int | None) -> tuple[Piece, ...]:
    names = names_of(study, data)
    rivals = _named([names[candidate.key] for candidate in study.challengers], "or", "any", most_named)
    verb = _VERBS.get(study.question.measure, "miss")
    kind = study.question.kind
    if kind is QuestionKind.REPLACE:
        asks, most = "can we replace", _gaps(study, data, "at most", worse=True)
        tail = (Piece(" by "), *rivals, Piece(", which then would "), Piece(f"{verb} {most}", strong=True), Piece("?"))
        return (Piece(f"{asks} "), Piece(names[study.reference], strong=True), *tail)
    least = _gaps(study, data, "at least", worse=False)
    than = (Piece(" than "), Piece(names[study.reference], strong=True), Piece("?"))
    return (Piece("does "), *rivals, Piece(f" {verb} "), Piece(least, strong=True), *than)


def _gaps(study: Study, data: Dataset, bound: str, worse: bool) -> str:
    """The smallest gap that matters in its unit; for several outputs one after the other."""
    parts = []
    for output in data.outputs:
        unit = unit_of(study.question.measure, study, data, output)
        phrase = singularize((unit.worse if worse else unit.better).format(f"{bound} {plain(study.margin(output))}"))
        parts.append(phrase if len(data.outputs) == 1 else f"{phrase} for {output}")
    return "".join(piece.text for piece in _joined(parts, "and"))


def _how_good(study: Study, data: Dataset, most_named: int | None) -> tuple[Piece, ...]:
    names = names_of(study, data)
    entered = _named([names[candidate.key] for candidate in study.candidates], "and", "each", most_named)
    if study.question.good_enough is None:
        return (Piece("how good is "), *entered, Piece("?"))
    unit = unit_of(study.question.measure, study, data)
    limit = singularize(unit.level.format(plain(study.question.good_enough)))
    return (Piece("does "), *entered, Piece(" meet the limit of "), Piece(limit, strong=True), Piece("?"))


def _named(names: list[str], last: str, which: str, most: int | None) -> tuple[Piece, ...]:
    if most is None or len(names) <= most:
        return _joined(names, last)
    return (Piece(f"{which} of {len(names)} candidates", strong=True),)


def _joined(words: list[str], last: str) -> tuple[Piece, ...]:
    """ "a, b or c" with the words strong."""
    pieces: list[Piece] = []
    for place, word in enumerate(words):
        if place:
            pieces.append(Piece(f" {last} " if place == len(words) - 1 else ", "))
        pieces.append(Piece(word, strong=True))
    return tuple(pieces)
