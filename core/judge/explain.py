"""Explain this number: for every figure in a text of the verdict, how it was computed and from what."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from core.domain.dataset import Dataset
from core.domain.findings import Comparison, Estimate, Findings, Interval, Verdict, VerdictKind
from core.domain.study import SchemeKind, Study
from core.judge.forecast import comparisons_of
from core.judge.names import GIVEN, names_of
from core.judge.phrases import MARGIN
from core.judge.words import Unit, in_sentence, unit_of
from core.statistics.measures import find_measure

NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w.]*\d)")
MATTERS_BEFORE = re.compile(r"(?:said|more than|gain you|smaller than) (?:the )?$")
MATTERS_BEHIND = re.compile(r"(?: \w+){0,3} (?:you said|matters|assumed)")
CORRECTED_T, AVERAGED_T, HALVES_F = "corrected-t", "averaged-t", "5x2-f"


@dataclass(frozen=True, slots=True)
class Explained:
    """`figures` as they stand in the text; `tab` is where they are seen in Explore, or a step of the wizard."""

    figures: tuple[str, ...]
    title: str
    how: str
    formula: str
    stored: str
    tab: str = ""
    step: str = ""
    help: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """What the verdict on one candidate and output rests on."""

    study: Study
    data: Dataset
    findings: Findings
    candidate: str
    output: str

    @property
    def unit(self) -> Unit:
        return unit_of(self.study.question.measure, self.study, self.data, self.output)

    @property
    def margin(self) -> float:
        return self.study.margin(self.output)

    def comparison(self, comparer: str, of_measure: str) -> Comparison | None:
        wanted = (comparer, of_measure, self.candidate, self.output)
        found = (c for c in self.findings.comparisons if (c.comparer, c.measure, c.first, c.output) == wanted)
        return next(found, None)

    @property
    def deciding(self) -> Comparison | None:
        """That over all splits, or on one set of test rows the first there is."""
        wanted = (self.study.question.measure, self.candidate, self.output)
        found = (c for c in self.findings.comparisons if (c.measure, c.first, c.output) == wanted)
        return self.comparison(CORRECTED_T, self.study.question.measure) or next(found, None)

    @property
    def is_given(self) -> bool:
        """Whether nothing was trained: the answers came with the table."""
        return self.study.candidate(self.candidate).algorithm == GIVEN

    @property
    def _verdict(self) -> Verdict | None:
        keys = [(c.key, output) for c in self.study.challengers for output in self.data.outputs]
        return dict(zip(keys, self.findings.verdicts, strict=False)).get((self.candidate, self.output))

    @property
    def interval(self) -> Interval | None:
        return None if self._verdict is None else self._verdict.interval

    @property
    def is_blocked(self) -> bool:
        """Then no gap is told: all figures are about how good each model is."""
        return self._verdict is not None and self._verdict.outcome is VerdictKind.BLOCKED

    def estimate(self) -> Estimate | None:
        wanted = (self.candidate, self.study.question.measure, self.output, self.study.scheme.kind.value)
        found = (e for e in self.findings.estimates if (e.algorithm, e.measure, e.output, e.scheme) == wanted)
        return next(found, None)

    @property
    def splits(self) -> str:
        """How many test folds there are, in words."""
        scheme, estimate = self.study.scheme, self.estimate()
        count = len(estimate.values) if estimate is not None else 0
        if scheme.kind is SchemeKind.KFOLD and scheme.folds:
            return f"{count} test folds ({count // scheme.folds or 1} × {scheme.folds})"
        return f"{count} test set{'' if count == 1 else 's'}"


Explainer = Callable[[Facts, tuple[str, ...]], Explained]


def explain(text: str, topic: str, facts: Facts) -> tuple[Explained, ...]:
    """One entry for each kind of figure in the text, in the order they appear."""
    kinds: dict[str, list[str]] = {}
    for found in NUMBER.finditer(text):
        kinds.setdefault(_kind(found, text, topic, facts), []).append(found.group())
    return tuple(EXPLAINERS[kind](facts, tuple(dict.fromkeys(figures))) for kind, figures in kinds.items())


def _kind(found: re.Match[str], text: str, topic: str, facts: Facts) -> str:
    behind, before = text[found.end() : found.end() + 24], text[: found.start()]
    if re.match(r" of \d+ shuffles| shuffles", behind) or re.search(r"\d+ of $", before):
        return "shuffles"
    if re.match(r" (?:rows|\w+ rows)| from ", behind):
        return "rows"
    if re.search(r" per $", before) or behind.startswith(" pairs"):
        return "unit"
    if topic != "verdict":
        return topic
    if facts.is_blocked:
        return "level"
    if found.group() == f"{facts.margin:g}" and (MATTERS_BEFORE.search(before) or MATTERS_BEHIND.match(behind)):
        return "margin"
    value = float(found.group().replace(",", ""))
    return next((kind for kind, known in _known(facts) if _shows(found.group(), value, known, kind)), "range")


def _known(facts: Facts) -> Iterator[tuple[str, float]]:
    deciding, scale = facts.deciding, facts.unit.scale
    if deciding is not None and deciding.effect is not None:
        yield "gap", abs(deciding.effect) * scale
    if facts.interval is not None:
        yield "range", abs(facts.interval.low) * scale
        yield "range", abs(facts.interval.high) * scale
    estimate = facts.estimate()
    if estimate is not None and estimate.mean is not None:
        yield "level", abs(estimate.mean) * scale


def _shows(figure: str, value: float, known: float, kind: str) -> bool:
    """Whether the figure could be this number; ends of a range are rounded outward."""
    last_digit = 10.0 ** -len(figure.partition(".")[2])
    return abs(value - known) < last_digit if kind == "range" else abs(value - known) <= 0.5001 * last_digit


def _stored(facts: Facts) -> str:
    names = names_of(facts.study, facts.data)
    if facts.is_given:
        who = f"{names[facts.candidate]} and {names[facts.study.reference]}"
        return f"The answers of {who} on {facts.data.size:,} rows, as they were given."
    return (
        f"The stored predictions of {names[facts.candidate]} and {names[facts.study.reference]} on {facts.splits} "
        f"of {facts.data.size:,} rows, in the study file."
    )


def _measured(facts: Facts) -> str:
    return in_sentence(find_measure(facts.study.question.measure).title)


def _gap(facts: Facts, figures: tuple[str, ...]) -> Explained:
    where, seen = f"On each of the {facts.splits}", "this is the mean of these gaps"
    formula = f"sum of the gaps ÷ their number{_put_in(facts)}"
    if facts.is_given:
        where, seen, formula = f"On the {facts.data.size:,} rows", "this is the gap", "difference of the two figures"
    return Explained(
        figures, "The gap seen in this study",
        f"{where} the {_measured(facts)} of both models was worked out on the same rows and subtracted; {seen}. "
        "Above zero the candidate is better.",
        formula, _stored(facts), tab="gaps", help="term-gap",
    )  # fmt: skip


def _digits(value: float) -> str:
    return f"{value:.4g}".replace("-", "−")


def _put_in(facts: Facts) -> str:
    """The sum and the number themselves, in the unit shown."""
    deciding, estimate = facts.deciding, facts.estimate()
    if deciding is None or deciding.effect is None or estimate is None or not estimate.values:
        return ""
    gap, count = deciding.effect * facts.unit.scale, len(estimate.values)
    return f": {_digits(gap * count)} ÷ {count} = {_digits(gap)} {facts.unit.short}".rstrip()


def _reckoned(deciding: Comparison, interval: Interval, unit: Unit) -> tuple[str, str]:
    """The root and the degrees of freedom in a sentence, and the formula with its numbers."""
    if not deciding.statistic or deciding.effect is None:
        return "", ""
    root, gap = abs(deciding.effect / deciding.statistic) * unit.scale, deciding.effect * unit.scale
    t = (interval.high - interval.low) * unit.scale / (2 * root)
    sentence = f" Here the root is {root:.3g} {unit.short}, with {deciding.df:g} degrees of freedom."
    return sentence, f": {_digits(gap)} ± {t:.3g} × {root:.3g}"


def _range(facts: Facts, figures: tuple[str, ...]) -> Explained:
    count = comparisons_of(facts.study, facts.data)
    deciding, interval = facts.deciding, facts.interval
    by_splits = deciding is not None and deciding.comparer == CORRECTED_T and deciding.interval == interval
    numbers, put_in = _reckoned(deciding, interval, facts.unit) if by_splits and deciding and interval else ("", "")
    shared = "because training sets share rows, and " if by_splits else ""
    method = interval.method if interval is not None else "no range"
    formula = (
        f"mean gap ± t × √((1 ÷ folds + test rows ÷ training rows) × variance of the gaps){put_in}"
        if by_splits
        else method
    )
    return Explained(
        figures, "The range of the true gap",
        f"Values of the gap that the data do not rule out. It is widened {shared}because "
        f"{count} comparison{'' if count == 1 else 's'} on this data share the 5 in 100: each has the level "
        f"1 − {facts.study.alpha:g} ÷ {count}.{numbers}",
        formula, _stored(facts), tab="tests", help="term-range",
    )  # fmt: skip


def _margin(facts: Facts, figures: tuple[str, ...]) -> Explained:
    assumed = MARGIN in facts.study.assumed
    who = "Suggested by Evenfold and not changed before the lock" if assumed else "Stated by you before the lock"
    return Explained(
        figures, "The smallest gap that matters", f"{who}. The range is held against it; it was not computed.",
        "none", "The locked plan.", step="question", help="term-smallest-gap-that-matters",
    )  # fmt: skip


def _shuffles(facts: Facts, figures: tuple[str, ...]) -> Explained:
    return Explained(
        figures, "Shuffles, each taken alone",
        "For every shuffle a paired t over its own folds was worked out. A shuffle is clear for one side when that t, "
        "taken alone and without any adjustment, would be called clear at 5 in 100.",
        "t = √folds × mean gap ÷ scatter of the gaps, one per shuffle", _stored(facts), tab="shuffles",
        help="term-averaged-t",
    )  # fmt: skip


def _level(facts: Facts, figures: tuple[str, ...]) -> Explained:
    row = find_measure(facts.study.question.measure)
    how = "all test rows of a shuffle are counted together" if row.pools else "each test fold is measured"
    told = (
        f"For {_measured(facts)} {how}, and the shuffles are averaged. The figures in brackets are its range: a "
        "corrected t over the folds, never narrower than the Wilson range for the number of rows."
    )
    if facts.is_given:
        told = f"The {_measured(facts)} on all {facts.data.size:,} rows. The figures in brackets are its range."
    return Explained(
        figures, "How good a model is on rows it has not seen", told,
        f"{in_sentence(row.note)}",
        _stored(facts), tab="histograms", help=row.key,
    )  # fmt: skip


def _check(facts: Facts, figures: tuple[str, ...]) -> Explained:
    key = facts.study.question.cross_check or ""
    name = find_measure(key).title if key else "a second measure"
    return Explained(
        figures, f"The cross-check: {name}",
        "The same folds were measured a second time in another way and judged by the same kind of range. It does not "
        "decide; it is told where it disagrees.",
        "as for the gap and its range, with the other measure", _stored(facts), tab="tests", help="term-cross-check",
    )  # fmt: skip


def _halves(facts: Facts, figures: tuple[str, ...]) -> Explained:
    return Explained(
        figures, "With training sets half this size",
        "Five further shuffles into halves were trained on one half and tested on the other, both ways. The question "
        "is whether the gap is seen there too, taken alone.",
        "F = sum of the ten squared gaps ÷ (2 × sum of the five variances)",
        "The stored predictions of the part “halves” in the study file.", tab="tests", help="term-5-2",
    )  # fmt: skip


def _strip(facts: Facts, figures: tuple[str, ...]) -> Explained:
    return Explained(
        figures, "Dots and bars of the strip",
        "The dots are 20 equally likely values of the true gap: the middle of each twentieth of the distribution "
        "behind the range, widened to the adjusted range. They are counted on both sides of zero and of the margin.",
        "quantiles 2.5 %, 7.5 %, … 97.5 % of mean gap + t × root", _stored(facts), tab="gaps", help="term-range",
    )  # fmt: skip


def _rows(facts: Facts, figures: tuple[str, ...]) -> Explained:
    return Explained(
        figures, "A number of rows",
        f"The table has {facts.data.size:,} rows. Where more are named, it is how many would narrow the range to the "
        "smallest gap that matters if nothing else changed, rounded.",
        "rows × (half the width of the range ÷ smallest gap that matters)²", "The table and the range.",
        step="data", help="term-resolution",
    )  # fmt: skip


def _unit(facts: Facts, figures: tuple[str, ...]) -> Explained:
    return Explained(
        figures, "The unit", f"Figures of {_measured(facts)} are given for so many rows; it was not computed.",
        "none", "none", help=facts.study.question.measure,
    )  # fmt: skip


EXPLAINERS: dict[str, Explainer] = {
    "gap": _gap,
    "range": _range,
    "margin": _margin,
    "shuffles": _shuffles,
    "how-good": _level,
    "level": _level,
    "agree": _check,
    "shuffle": _shuffles,
    "generalisation": _halves,
    "strip": _strip,
    "rows": _rows,
    "unit": _unit,
}
TOPICS = ("verdict", "how-good", "shuffle", "agree", "generalisation", "strip")
