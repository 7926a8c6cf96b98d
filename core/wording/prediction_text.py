"""Sentences about single predictions: how far they may be off, whether the model may be used here, drift, watching."""

from core.domain.prediction import (
    ClassLimit,
    Coverage,
    CoverageCheck,
    Drift,
    ErrorLimit,
    LimitRule,
    Place,
    Predictions,
)
from core.support.text import pluralize
from core.wording.names_text import strip_unit
from core.wording.numbers_text import choose_decimals, format_number, round_outward

DIFFERS, MAY_DIFFER = 0.01, 0.05  # p of the drift test
REFUSED = {
    "in_sample": "There are no ranges: the study tested its models on their training rows.",
    "no_rows": "There are no ranges: no row was predicted by a model that had not seen it.",
    "no_scores": "No set of classes is given: this model has no scores.",
}
MIXED_GROUPS = "Groups were not kept together in the study: ranges hold for new rows of its groups, not for new groups."
WORD_EXPORT = "Ranges in it have one width, and only single columns are checked, not combinations of them."
NOT_CHECKED = (
    "How often they hold follows from the number of held-out rows. Only rows that the study never used can check it: "
    "predict a file with known values, and Evenfold counts."
)
WITHOUT_ROWS = "The model was saved without rows: ranges have one width, and only single columns are checked."


def word_percent(level: float) -> str:
    return f"{100 * level:g} %"


def word_error_limit(limit: ErrorLimit, unit: str = "", has_outputs: bool = False, settings: bool = False) -> str:
    """Say how far predictions of one output may be off, or how many rows that would take.

    `settings`: what is kept together are repeated measurements of one setting, not named groups.
    """
    of = f"{limit.output}: " if has_outputs else ""
    counted = _name_units(limit.rule, settings)
    if limit.limit is None:
        return f"{of}A {word_percent(limit.level)} range needs {limit.needed} {counted}; there are {limit.units}."
    shown = round_outward(limit.limit, choose_decimals(limit.limit), up=True)
    width = f"{format_number(shown, choose_decimals(limit.limit))} {unit}".strip()
    holds = f"it holds {_word_coverage(limit.level, limit.coverage)}{_word_average(limit, settings)}"
    range_ = f"± {width}" if limit.scaled is None else f"about ± {width}, wider where errors are larger"
    return f"{of}{word_percent(limit.level)} range: {range_}; {holds}."


def word_class_limit(limit: ClassLimit, settings: bool = False) -> str:
    """Say how often a class stays in the set of possible classes where it is the true one, or why it always does."""
    if limit.limit is None:
        counted = _name_units(limit.rule, settings)
        needs = f"excluding it at {word_percent(limit.level)} needs {limit.needed} {counted}; there are {limit.units}"
        return f"“{limit.name}” is never excluded: {needs}."
    return f"“{limit.name}” is kept {_word_coverage(limit.level, limit.coverage)} when it is the true class."


def word_check(check: CoverageCheck, level: float, has_outputs: bool = False, is_class: bool = False) -> str:
    """Say how many new rows with known values lay inside; the only true check of a range (of sets of classes)."""
    of = f"{check.output}: " if has_outputs else ""
    ends = f"{_percent(check.low)} to {_percent(check.high)} of 100"
    rows = pluralize(check.rows, "new row")
    if is_class:
        promised = f"the {word_percent(level)} set of classes held the true one"
        return f"{of}Checked: on {check.hits:,} of {rows} {promised} ({ends})."
    return f"{of}Checked: {check.hits:,} of {rows} lay inside their {word_percent(level)} range ({ends})."


def word_drift(drift: Drift) -> str:
    """Say whether a file differs from the rows of the study; nothing where it is not shown to."""
    if drift.p is None or drift.p > MAY_DIFFER:
        return ""
    moved = [f"{name} {'is higher' if shift > 0 else 'is lower'}" for name, shift in drift.columns[:2]]
    which = f": {', '.join(moved)}" if moved else ""
    return f"These rows {'differ' if drift.p <= DIFFERS else 'may differ'} from the study's{which}."


def word_rank(tested: int, as_far: int, counted: str) -> str:
    """Say how usual the distance of a row is among the held-out rows."""
    if as_far == 0:
        return f"of {tested:,} tested {counted} none was as unlike its training rows"
    few = "only 1 was" if as_far == 1 else f"only {as_far:,} were"
    return f"of {tested:,} tested {counted} {few} as unlike their training rows"


def word_place(place: Place | None) -> str:
    """One sentence for the row that is looked at."""
    if place is None:
        return "Too few rows were tested to say whether the model may be used here."
    return {
        Place.INSIDE: "The model may be used here: rows like this one were tested.",
        Place.EDGE: "Take care: this row lies at the edge of what was tested.",
        Place.OUTSIDE: "Do not rely on this prediction: no row like this one was tested.",
    }[place]


def word_expected_error(mean: float | None, unit: str, depends: bool) -> str:
    """Say which error tested rows at this distance had."""
    if mean is None:
        return "Not tested this far out."
    if not depends:
        return "Within the tested range the error does not depend on distance."
    shown = f"{format_number(mean, choose_decimals(mean))} {unit}".strip()
    return f"Tested rows this far from their training rows had a mean absolute error of {shown}."


def _name_units(rule: LimitRule, settings: bool) -> str:
    if rule is LimitRule.ROWS:
        return "held-out rows"
    return "different settings" if settings else "groups"


def _word_average(limit: ErrorLimit, settings: bool) -> str:
    if limit.rule is not LimitRule.POOLED_GROUPS:
        return ""
    counted = "settings" if settings else "groups"
    return f", on average over {counted}; {limit.units} {counted} were tested"


def _word_coverage(level: float, coverage: Coverage | None) -> str:
    about = f"about {_percent(level)} of 100"
    return about if coverage is None else f"{about} ({_percent(coverage.low)} to {_percent(coverage.high)})"


def _percent(share: float) -> str:
    return format_number(100 * share, 0)


def word_noise_floor(value: float, low: float, high: float, degrees: int, unit: str) -> str:
    """Say what repeated measurements of one setting scatter by, or what was stated (no degrees of freedom)."""
    if not degrees:
        shown = f"{value:g} {unit}".strip()
        return f"You stated a measurement uncertainty of {shown}: no model can be expected to have a lower RMSE."
    decimals = choose_decimals((high - low) / 2)
    ends = f"{format_number(low, decimals)} to {format_number(high, decimals)}"
    shown = f"{format_number(value, decimals)} {unit}".strip()
    return (
        f"Repeated measurements scatter by {shown} (95 % range {ends}, {degrees} degrees of freedom): "
        "no model can be expected to have a lower RMSE."
    )


def word_prediction_time(name: str, rows: int, seconds: float) -> str:
    """Say before it begins how long a prediction takes."""
    minutes = seconds / 60
    time = f"{minutes:.0f} minutes" if minutes >= 2 else f"{seconds:.0f} seconds"
    return f"{name} takes about {time} for {rows:,} rows on this computer."


def word_limits(found: Predictions) -> tuple[str, ...]:
    """What may be expected of the ranges or sets of one file, one sentence per output or class."""
    several = len(found.outputs) > 1
    units = dict(zip(found.outputs, found.units, strict=True))
    return tuple(
        word_error_limit(limit, units[limit.output], several)
        if isinstance(limit, ErrorLimit)
        else word_class_limit(limit)
        for limit in found.limits
    )


def word_file(found: Predictions) -> tuple[str, ...]:
    """Everything to know about a file of predictions: ranges, checks, drift, places, units, remarks on columns."""
    several = len(found.outputs) > 1
    counts = {place: sum(one is place for one in found.places) for place in Place}
    lies = ", ".join(f"{count:,} {place.value}" for place, count in counts.items() if count)
    named = [f"{strip_unit(output)} in {unit}" for output, unit in zip(found.outputs, found.units, strict=True) if unit]
    lines = (
        *word_limits(found),
        *(word_check(check, found.level, several, bool(found.classes)) for check in found.checks),
        word_drift(found.drift),
        f"Rows: {lies}." if lies else "",
        "Rows outside have no range." if counts[Place.OUTSIDE] else "",
        f"Units: {', '.join(named)}." if named else "",
        *found.notes,
    )
    return tuple(line for line in lines if line)


NOT_LOGGED = (
    "The study could only be read (it is open elsewhere, or nothing can be written there), so its log does not tell of "
    "this model."
)


def word_saved_rows(rows: int, is_recipe: bool, holds_rows: bool) -> str:
    """Say what of the study's rows a model file holds (0: none beside the parameters), and how the model is saved."""
    if is_recipe:
        return "The model is saved as its recipe: it is trained again at each use, from the rows in the file."
    own = "Its parameters are training rows. " if holds_rows else ""
    if not rows:
        return f"{own}The file holds no {'other ' if holds_rows else ''}rows of the study."
    return f"{own}The file holds {pluralize(rows, 'input row')} of the study, for ranges and places."
