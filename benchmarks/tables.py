"""The measured rates as tables with standard errors, the old rule beside the new one, and the goals beside both."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from benchmarks.worlds import Aim, World
from core.domain.conclusion import Answer
from core.judge.decide import answer_better, answer_limit
from core.statistics.measures import find_measure

ALLOWED = 5.0  # false winners per 100
LOWEST_COVERAGE, WISHED_COVERAGE = 90.0, 93.0


@dataclass(frozen=True, slots=True)
class Interval:
    """How much better `first` is than `second`; without ends, no range could be given."""

    first: str
    second: str
    mean: float
    low: float | None = None
    high: float | None = None
    raw_low: float | None = None
    raw_high: float | None = None
    confirmation: str = ""


@dataclass(frozen=True, slots=True)
class Record:
    """One simulated study: what it answered, by the rule and by the corrected t alone, and what is true of its models.

    `here` holds for every model and output how much better it is than the first, trained on all rows of the study.
    `clt` is Bayle's range of the first difference, `tests` the p-values of the other tests.
    """

    world: str
    study: int
    answer: str
    answers: Mapping[str, str]
    leader: str
    differences: Sequence[Interval]
    old: Sequence[Interval | None]
    performances: Mapping[str, Sequence[float]]
    tests: Mapping[str, float]
    clt: Sequence[float] | None
    here: Sequence[Sequence[float]]

    @classmethod
    def from_json(cls, kept: dict[str, object]) -> "Record":
        for key in ("differences", "old"):
            kept[key] = [one and Interval(**one) for one in kept[key]]  # type: ignore[attr-defined]
        kept.setdefault("clt", None)
        return cls(**kept)  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True)
class Truth:
    """The mean measure of every model (models x outputs) at the size the folds train on, and the gaps to the first."""

    world: str
    values: Sequence[Sequence[float]]
    gaps: Sequence[Sequence[float]]


@dataclass(slots=True)
class Tally:
    """One column of yes and no, as a share with its standard error."""

    hits: list[bool] = field(default_factory=list)

    @property
    def rate(self) -> float:
        return 100 * float(np.mean(self.hits)) if self.hits else float("nan")

    @property
    def error(self) -> float:
        """Of a share moved off 0 and 1 by half a study, so that it is never 0."""
        count = len(self.hits)
        if not count:
            return float("nan")
        share = (sum(self.hits) + 0.5) / (count + 1)
        return 100 * float(np.sqrt(share * (1 - share) / count))

    def __str__(self) -> str:
        return f"{self.rate:.1f} ± {self.error:.1f}" if self.hits else "–"


def leaves_out_zero(found: Interval | None) -> bool:
    """Whether a range names a winner; without a range nobody is named."""
    return found is not None and found.low is not None and found.high is not None and (found.low > 0 or found.high < 0)


def covers(found: Interval | None, gap: float) -> bool:
    return found is None or found.low is None or found.high is None or found.low <= gap <= found.high


def names_wrong_side(found: Interval | None, gap: float) -> bool:
    return leaves_out_zero(found) and found is not None and found.mean * gap < 0


def says_same(found: Interval | None, margin: float) -> bool:
    if found is None or found.low is None or found.high is None:
        return False
    return answer_better(found.low, found.high, margin) is Answer.SAME


def says_good_enough(row: World, study: Record, truth: Truth) -> bool:
    """Whether any model is called good enough for a limit that it just does not meet."""
    lower = find_measure(row.measure).lower_is_better
    places = {one.key: place for place, one in enumerate(row.candidates)}
    return any(
        answer_limit(low, high, truth.values[places[key]][0], lower) is Answer.YES
        for key, (low, high) in study.performances.items()
    )


def _gap(row: World, gaps: Sequence[Sequence[float]], found: Interval, output: int) -> float:
    """How much better the first model of a difference truly is than the second."""
    places = {one.key: place for place, one in enumerate(row.candidates)}
    return gaps[places[found.first]][output] - gaps[places[found.second]][output]


@dataclass(slots=True)
class Summary:
    """Everything counted for one setting."""

    row: World
    truth: Truth
    studies: Sequence[Record]

    def pairs(self, is_old: bool) -> Iterable[tuple[Record, int, Interval, Interval | None]]:
        """Study, output, difference, and its range by one of the two rules; what has no old range is left out there."""
        for study in self.studies:
            for output, (found, old) in enumerate(zip(study.differences, study.old, strict=True)):
                if not is_old:
                    yield study, output, found, found
                elif old is not None:
                    yield study, output, found, old

    @property
    def gap(self) -> float:
        """How much better the last model truly is than the first, on the first output."""
        return self.truth.gaps[-1][0]

    def winners(self, is_old: bool) -> Tally:
        """Studies whose range of any output leaves out 0."""
        by_study: dict[int, bool] = {}
        for study, _, _, interval in self.pairs(is_old):
            by_study[study.study] = by_study.get(study.study, False) or leaves_out_zero(interval)
        return Tally(list(by_study.values()))

    def wrong(self, is_old: bool) -> int:
        return sum(
            names_wrong_side(interval, _gap(self.row, self.truth.gaps, found, output))
            for _, output, found, interval in self.pairs(is_old)
        )

    def coverage(self, is_old: bool) -> Tally:
        return Tally([covers(i, _gap(self.row, self.truth.gaps, f, o)) for _, o, f, i in self.pairs(is_old)])

    def coverage_here(self, is_old: bool) -> Tally:
        return Tally([covers(i, _gap(self.row, s.here, f, o)) for s, o, f, i in self.pairs(is_old)])

    def half_width(self, is_old: bool) -> float:
        """By variance alone, before a range is stretched to hold 0."""
        reach = []
        for _, _, _, one in self.pairs(is_old):
            if one is not None and one.low is not None and one.high is not None:
                low, high = (one.raw_low, one.raw_high) if one.raw_low is not None else (one.low, one.high)
                reach.append((high - low) / 2)  # type: ignore[operator]
        return float(np.mean(reach)) if reach else float("nan")

    def same(self, is_old: bool) -> Tally:
        """With the true difference as margin: at any larger one Same would be true."""
        return Tally([says_same(i, abs(_gap(self.row, self.truth.gaps, f, o))) for _, o, f, i in self.pairs(is_old)])

    def good_enough(self) -> Tally:
        return Tally([says_good_enough(self.row, study, self.truth) for study in self.studies if study.performances])

    def test(self, key: str, alpha: float = 0.05) -> Tally:
        return Tally([study.tests[key] <= alpha for study in self.studies if key in study.tests])

    def clt(self) -> Tally:
        return Tally([study.clt[0] > 0 or study.clt[1] < 0 for study in self.studies if study.clt is not None])

    # --- which of these?

    def best(self) -> tuple[str, ...]:
        """The truly best model; all of them where they are equal."""
        keys = [one.key for one in self.row.candidates]
        return tuple(keys) if self.row.is_equal else (keys[int(np.argmax([gap[0] for gap in self.truth.gaps]))],)

    def best_is_out(self, is_old: bool) -> Tally:
        return Tally([any(self._is_out(study, key, is_old) for key in self.best()) for study in self.studies])

    def others_out(self, is_old: bool) -> Tally:
        keys = [one.key for one in self.row.candidates if one.key not in self.best()]
        return Tally([self._is_out(study, key, is_old) for study in self.studies for key in keys])

    def _is_out(self, study: Record, key: str, is_old: bool) -> bool:
        if not is_old:
            return study.answers.get(key) == Answer.NO.value
        ahead = (one for one in study.old if one is not None and one.second == key)
        return any(one.low is not None and one.low > 0 for one in ahead)


Cell = Callable[[Summary], str]
Columns = Sequence[tuple[str, Cell]]


def _both(read: Callable[[Summary, bool], Tally]) -> Cell:
    return lambda one: f"{read(one, True).rate:.1f} → {read(one, False).rate:.1f}"


EQUAL: Columns = (
    ("studies", lambda one: str(len(one.studies))),
    ("false winners, corrected t alone", lambda one: str(one.winners(True))),
    ("**false winners**", lambda one: f"**{one.winners(False)}**"),
    ("5x2 F", lambda one: f"{one.test('5x2-f').rate:.1f}"),
    ("CLT", lambda one: f"{one.clt().rate:.1f}" if one.clt().hits else "–"),
    ("holds the true difference", _both(Summary.coverage)),
    ("holds that of these models", _both(Summary.coverage_here)),
    ("half-width", lambda one: f"{one.half_width(True):.3f} → {one.half_width(False):.3f}"),
    ("false good enough", lambda one: str(one.good_enough())),
)
DIFFERENT: Columns = (
    ("studies", lambda one: str(len(one.studies))),
    ("true difference", lambda one: f"{one.gap:.3f}"),
    ("found, corrected t alone", lambda one: str(one.winners(True))),
    ("**found**", lambda one: f"**{one.winners(False)}**"),
    ("5x2 F", lambda one: f"{one.test('5x2-f').rate:.1f}"),
    ("wrong side", lambda one: f"{one.wrong(True)} → {one.wrong(False)}"),
    ("holds the true difference", _both(Summary.coverage)),
    ("holds that of these models", _both(Summary.coverage_here)),
    ("half-width", lambda one: f"{one.half_width(True):.3f} → {one.half_width(False):.3f}"),
    ("false Same", lambda one: str(one.same(False))),
    ("false good enough", lambda one: str(one.good_enough())),
)
WHICH: Columns = (
    ("studies", lambda one: str(len(one.studies))),
    ("a best model is answered No, corrected t alone", lambda one: str(one.best_is_out(True))),
    ("**a best model is answered No**", lambda one: f"**{one.best_is_out(False)}**"),
    ("a worse model is answered No", lambda one: f"{one.others_out(True)} → {one.others_out(False)}"),
)
TABLES = (
    ("Equal models", (Aim.EQUAL,), EQUAL),
    ("A true difference", (Aim.POWER, Aim.SMALL), DIFFERENT),
    ("Which of these?", (Aim.WHICH,), WHICH),
)


def make_page(found: Sequence[Summary], versions: Mapping[str, str]) -> str:
    """The tables by kind of setting, what they say of the goals, and the versions; rates per 100."""
    parts = []
    for title, aims, columns in TABLES:
        mine = [one for one in found if one.row.aim in aims]
        if mine:
            parts.append(make_table(title, mine, columns))
    parts.append("\n".join(f"- {line}" for line in list_goals(found)))
    parts.append("Versions: " + ", ".join(f"{name} {number}" for name, number in versions.items()))
    return "\n\n".join(parts)


def make_table(title: str, found: Sequence[Summary], columns: Columns) -> str:
    head = [_line([title, *(name for name, _ in columns)]), _line(["---"] * (len(columns) + 1))]
    return "\n".join([*head, *(_line([one.row.title, *(cell(one) for _, cell in columns)]) for one in found)])


def summarize(row: World, studies: Sequence[Record], truths: Mapping[str, Truth]) -> Summary | None:
    """Nothing for a setting without studies or whose truth is not known yet."""
    mine = [study for study in studies if study.world == row.key]
    return Summary(row, truths[row.key], mine) if mine and row.key in truths else None


def list_goals(found: Sequence[Summary]) -> list[str]:
    """Each goal with what was measured and the settings that miss it."""
    equal = [one for one in found if one.row.aim is Aim.EQUAL]
    pairs = [one for one in found if one.row.aim is not Aim.WHICH]
    which = [one for one in found if one.row.aim is Aim.WHICH]
    lines = []
    if equal:
        old, new = (float(np.mean([one.winners(is_old).rate for one in equal])) for is_old in (True, False))
        lines += [
            f"False winners, mean over {len(equal)} settings (goal at most 5): {new:.1f}; corrected t alone {old:.1f}.",
            "False winners above 5 + 3 standard errors (goal: none): "
            + _name(
                equal, lambda one: one.winners(False).rate > ALLOWED + 3 * allowed_error(len(one.studies)), _winners
            )
            + "; corrected t alone: "
            + _name(equal, lambda one: one.winners(True).rate > ALLOWED + 3 * allowed_error(len(one.studies))),
        ]
    if pairs:
        below = [one for one in pairs if one.coverage(False).rate < WISHED_COVERAGE]
        lines += [
            "Range holds the true difference in at least 93 of 100 (goal: in 95 of 100 settings): in"
            f" {len(pairs) - len(below)} of {len(pairs)} settings; below: " + _name(below, lambda _: True, _covered),
            "Of these more than 2 standard errors below 93: "
            + _name(below, lambda one: one.coverage(False).rate + 2 * one.coverage(False).error < WISHED_COVERAGE),
            "Below 90 (goal: none): " + _name(pairs, lambda one: one.coverage(False).rate < LOWEST_COVERAGE, _covered),
            f"Wrong side named (goal 0): {sum(one.wrong(False) for one in pairs if not one.row.is_equal)};"
            f" corrected t alone {sum(one.wrong(True) for one in pairs if not one.row.is_equal)}.",
            "False Same above 5 + 2 standard errors (goal: none): "
            + _name(
                [one for one in pairs if not one.row.is_equal],
                lambda one: _is_over(one.same(False)),
                lambda one: f" {one.same(False)}",
            ),
            "False good enough above 5 + 2 standard errors (goal: none): "
            + _name(pairs, lambda one: _is_over(one.good_enough()), lambda one: f" {one.good_enough()}"),
        ]
    if which:
        lines.append(
            "A best model answered No above 5 + 2 standard errors (goal: none): "
            + _name(which, lambda one: _is_over(one.best_is_out(False)), lambda one: f" {one.best_is_out(False)}")
        )
    return lines


def _winners(one: Summary) -> str:
    return f" {one.winners(False)}"


def _covered(one: Summary) -> str:
    return f" {one.coverage(False)}"


def allowed_error(studies: int) -> float:
    """Standard error, in percent, of a share that truly is 5 in 100."""
    return 100 * float(np.sqrt(0.05 * 0.95 / max(1, studies)))


def _is_over(tally: Tally) -> bool:
    return bool(tally.hits) and tally.rate > ALLOWED + 2 * allowed_error(len(tally.hits))


def _name(
    found: Sequence[Summary], is_named: Callable[[Summary], bool], more: Callable[[Summary], str] = lambda _: ""
) -> str:
    return ", ".join(one.row.title + more(one) for one in found if is_named(one)) or "none"


def _line(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"
