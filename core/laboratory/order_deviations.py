"""Where error estimates depart from their usual order, and what usually lies behind it; suggested, never asserted."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.figures.relations import expected_relations
from core.laboratory.estimate_methods import Deviation, ErrorEstimate, find_method

ONCE = {"R": "R", "B": "632", "K": "K", "L": "L", "H": "H"}
SEVERAL = {"R": "R", "B": "632", "K": "KI", "L": "L", "H": "HI"}


@dataclass(frozen=True, slots=True)
class Cause:
    """What usually lies behind an order like `sign`, as `expected_relations` writes it."""

    key: str
    title: str
    note: str
    source: str


CAUSES: tuple[Cause, ...] = (
    Cause(
        "R>B",
        "worse on its own training rows than by the bootstrap",
        "Usual reasons: a very simple model, early stopping, or trainings that ended at different places.",
        "Reich & Barai 1999, sections 3.2 and 3.4",
    ),
    Cause(
        "R>K",
        "worse on its own training rows than by cross-validation",
        "Usual reasons: early stopping, a very simple model, or copies of test rows in training.",
        "Reich & Barai 1999, section 5.3(5)",
    ),
    Cause(
        "R>L",
        "worse on its own training rows than by leaving one out",
        "Usual reasons: early stopping, a very simple model, or copies of rows.",
        "Reich & Barai 1999, section 5.3(5)",
    ),
    Cause(
        "R>H",
        "worse on its own training rows than on a holdout",
        "Usual reasons: an easy holdout, a very simple model, or early stopping.",
        "Reich & Barai 1999, section 5.3(5)",
    ),
    Cause(
        "B>K",
        "worse by the .632 bootstrap than by cross-validation",
        "Seen with models that make nothing of rows drawn twice, and with nets that end at different places.",
        "Reich & Barai 1999, section 2.2.5",
    ),
    Cause(
        "B>L",
        "worse by the .632 bootstrap than by leaving one out",
        "Seen with models that make nothing of rows drawn twice, or where rows have near copies.",
        "Reich & Barai 1999, section 2.2.5",
    ),
    Cause(
        "B>H",
        "worse by the .632 bootstrap than by a holdout",
        "Usual reasons: the luck of the holdout, or models that make nothing of rows drawn twice.",
        "Reich & Barai 1999, section 2.2.5",
    ),
    Cause(
        "K>H",
        "worse by cross-validation than by a holdout",
        "Usual reason: the luck of the holdout's split; or more rows do not help this model.",
        "Reich & Barai 1999, sections 3.2 and 3.4; Kohavi 1995, section 4",
    ),
    Cause(
        "L>H",
        "worse by leaving one out than by a holdout",
        "Seen with unstable models that overfit; also the luck of the holdout's split.",
        "Kohavi 1995, section 2.2; Reich & Barai 1999, section 2.2.5",
    ),
)
MEMORISES = (
    "Bootstrap .632 is far below cross-validation. It misleads for models that memorise their training rows, such as "
    "the nearest neighbor or an unpruned tree; this one hardly errs on its own rows. Look at .632+ instead."
)


def find_deviations(reckoned: Sequence[ErrorEstimate]) -> tuple[Deviation, ...]:
    """All of them, output by output; small ones are told too, as such."""
    outputs = dict.fromkeys(one.output for one in reckoned)
    return tuple(
        deviation
        for output in outputs
        for deviation in _of_output({one.method: one for one in reckoned if one.output == output})
    )


def _of_output(found: dict[str, ErrorEstimate]) -> list[Deviation]:
    seen: dict[tuple[str, str], Deviation] = {}
    for names in (ONCE, SEVERAL):
        values = {sign: found[key].estimate for sign, key in names.items() if key in found}
        broken = expected_relations(
            resubstitution=values.get("R"),
            bootstrap=values.get("B"),
            folds=values.get("K"),
            leave_one_out=values.get("L"),
            holdout=values.get("H"),
        )
        for relation in broken:
            sooner, later = (found[names[sign]] for sign in relation.split(">"))
            seen[sooner.method, later.method] = _deviation(relation, sooner, later)
    return list(seen.values())


def _deviation(relation: str, sooner: ErrorEstimate, later: ErrorEstimate) -> Deviation:
    assert sooner.estimate is not None
    assert later.estimate is not None
    difference = sooner.estimate - later.estimate
    is_large = difference > max(sooner.error or 0.0, later.error or 0.0)
    cause = next(row for row in CAUSES if row.key == relation)
    signs = f"{find_method(sooner.method).symbol} above {find_method(later.method).symbol}: {cause.title}"
    chance = "" if is_large else " The difference is within the standard errors, so chance is enough to explain it."
    return Deviation(sooner.output, sooner.method, later.method, difference, is_large, f"{signs}. {cause.note}{chance}")


STEEP = (
    "Holdout is more than twice as bad as cross-validation, far beyond the standard errors. Either the model needs "
    "more rows than a holdout leaves, or its training is upset by some numbers of rows: look at the learning curve."
)


def list_hints(reckoned: Sequence[ErrorEstimate]) -> tuple[str, ...]:
    """Remarks that are no deviation: a bootstrap misled by models that memorise, a holdout that has too few rows."""
    outputs = dict.fromkeys(one.output for one in reckoned)
    by_output = [{one.method: one for one in reckoned if one.output == output} for output in outputs]
    rules = ((MEMORISES, _memorises), (STEEP, _is_steep))
    return tuple(text for text, applies in rules if any(applies(found) for found in by_output))


def _memorises(found: Mapping[str, ErrorEstimate]) -> bool:
    """Whether .632 lies below K by more than both standard errors while R is next to nothing."""
    far = _gap(found, "632", "KI", 1.0)
    seen, folds = (found[key].estimate if key in found else None for key in ("R", "KI"))
    return far and seen is not None and folds is not None and seen < 0.1 * folds


def _is_steep(found: Mapping[str, ErrorEstimate]) -> bool:
    folds, held = (found[key].estimate if key in found else None for key in ("KI", "HI"))
    return _gap(found, "KI", "HI", 2.0) and folds is not None and held is not None and held > 2 * folds


def _gap(found: Mapping[str, ErrorEstimate], low: str, high: str, times: float) -> bool:
    """Whether one estimate lies above another by more than so many of both standard errors."""
    if low not in found or high not in found:
        return False
    one, other = found[low], found[high]
    if one.estimate is None or other.estimate is None:
        return False
    return other.estimate - one.estimate > times * max(one.error or 0.0, other.error or 0.0)
