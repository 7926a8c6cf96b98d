"""What this study can see, before it runs: the gaps that will come back as "can't tell"."""

import math
from dataclasses import dataclass

from scipy import special

from core.domain.dataset import Dataset, Task
from core.domain.study import SchemeChoice, SchemeKind, Study
from core.judge.words import plural, rounded_count

DISAGREEMENTS = (0.05, 0.10, 0.20)
USUAL = 0.10  # the share of rows two rivals are expected to disagree on
TEN_BY_TEN = 1.05  # measured: how much wider ten shuffles of ten folds are than 1.96 sqrt(q / n)


@dataclass(frozen=True, slots=True)
class Sight:
    """Half-width of the range (per 100) if two models disagree on a share of rows; `fewest` if only groups count."""

    disagreement: float
    half_width: float
    fewest: float | None


@dataclass(frozen=True, slots=True)
class Forecast:
    """`text` are the sentences shown, `more` those below them in small print.

    `is_narrow` when the usual line exceeds the margin: "can't tell" is likely.
    """

    lines: tuple[Sight, ...]
    comparisons: int
    is_narrow: bool
    text: tuple[str, ...]
    more: tuple[str, ...] = ()
    rows_needed: str = ""


def comparisons_of(study: Study, data: Dataset) -> int:
    """The count the bar is divided by: looks before and the main comparisons of this study."""
    return max(1, study.looks + len(study.challengers) * len(data.outputs))


def forecast(study: Study, data: Dataset) -> Forecast:
    """UX 2.6(3): 1.96 x 1.05 x sqrt(q / n), widened for the number of comparisons; for numbers nothing can be said."""
    count = comparisons_of(study, data)
    if width_factor(study.scheme, 0.05, groups_kept(study, data)) is None:
        return Forecast((), count, False, (_NO_CLAIM,))
    if data.task is Task.NUMBERS or study.question.measure != "error" or not study.challengers:
        return Forecast((), count, False, (_UNKNOWN,))
    lines = tuple(_sight(q, study, data, count) for q in DISAGREEMENTS)
    usual = next(line for line in lines if line.disagreement == USUAL)
    margin = study.question.margin
    narrow = usual.half_width > margin
    times = (usual.half_width / margin) ** 2 if narrow and margin > 0 else 0.0
    needed = rounded_count(data.size * times) if times else ""
    return Forecast(lines, count, narrow, _sentences(usual, study, data, times), _small_print(lines, usual), needed)


_UNKNOWN = (
    "Evenfold cannot forecast this before the first shuffle; it will tell you then, and you may stop without a verdict."
)
_NO_CLAIM = "This design describes how good the models are; it will not name a winner."


def groups_kept(study: Study, data: Dataset) -> int:
    return data.group_count if study.scheme.grouped else 0


def half_width(
    disagreement: float,
    rows: float,
    scheme: SchemeChoice,
    comparisons: int = 1,
    alpha: float = 0.05,
    groups: int = 0,
) -> float:
    """Per 100 rows; only for schemes that support a claim."""
    bar = alpha / comparisons
    factor = width_factor(scheme, bar, groups) or 0.0
    return 100 * float(special.ndtri(1 - bar / 2)) * factor * math.sqrt(disagreement / rows)


def width_factor(scheme: SchemeChoice, bar: float, groups: int = 0) -> float | None:
    """What multiplies z sqrt(q / n): the corrected t relative to ten shuffles of ten folds; None without a claim."""
    if scheme.kind is SchemeKind.KFOLD and scheme.folds > 1:
        shuffles = 1 if groups == scheme.folds else scheme.repeats
        whole = 1 / shuffles + scheme.folds / (scheme.folds - 1)
        return TEN_BY_TEN * math.sqrt(whole / (1 / 10 + 10 / 9)) * _t_ratio(scheme.folds * shuffles, bar)
    if scheme.kind is SchemeKind.REPEATED_HOLDOUT and scheme.repeats > 1:
        tested = 1 - scheme.share
        return math.sqrt((1 / scheme.repeats + tested / scheme.share) / tested) * _t_ratio(scheme.repeats, bar)
    if scheme.kind in (SchemeKind.HOLDOUT, SchemeKind.TTV):
        return math.sqrt(1 / (1 - scheme.share))
    return None


def _t_ratio(splits: int, bar: float) -> float:
    """The t quantile of so many splits relative to that of a hundred."""
    return float(special.stdtrit(splits - 1, 1 - bar / 2) / special.stdtrit(99, 1 - bar / 2))


def _sight(disagreement: float, study: Study, data: Dataset, count: int) -> Sight:
    groups = groups_kept(study, data)
    wide = half_width(disagreement, groups, study.scheme, count, study.alpha, groups) if groups else None
    return Sight(disagreement, half_width(disagreement, data.size, study.scheme, count, study.alpha, groups), wide)


def _sentences(usual: Sight, study: Study, data: Dataset, times: float) -> tuple[str, ...]:
    whose, seen, groups = (
        f"{data.size:,} {plural(study.row_meaning)}",
        f"{usual.half_width:.1f}",
        plural(data.group_name),
    )
    if usual.fewest is not None:
        whose += f" from {data.group_count} {groups}"
        seen += f" (if rows stand alone) to {usual.fewest:.1f} (if only {groups} count)"
    found = [
        f"{whose}. If the two models disagree on 10 rows in 100, gaps below about {seen} per 100 will come back as "
        f"“can't tell”. You asked for {study.question.margin:g}.",
    ]
    if times:
        needed = f"{rounded_count(data.size * times)} rows"
        if usual.fewest is not None:
            most = (usual.fewest / study.question.margin) ** 2
            few, many = (rounded_count(data.group_count * each) for each in (times, most))
            needed = f"{few} to {many} {groups}"
        found.append(f"About {needed} would show gaps of {study.question.margin:g} per 100.")
    return tuple(found)


def _small_print(lines: tuple[Sight, ...], usual: Sight) -> tuple[str, ...]:
    """The same for rivals that disagree less or more, and how often a gap is found."""
    others = ", ".join(f"on {100 * line.disagreement:.0f} in 100: {_seen(line)}" for line in lines if line is not usual)
    return (
        f"If they disagree {others}.",
        f"A true gap of {usual.half_width:.1f} is found about every second time, "
        f"{1.4 * usual.half_width:.1f} about four times in five.",
    )


def _seen(line: Sight) -> str:
    return f"{line.half_width:.1f}" + (f" to {line.fewest:.1f}" if line.fewest is not None else "")
