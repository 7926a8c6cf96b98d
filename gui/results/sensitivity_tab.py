"""The tab Sensitivity: how the verdict would read with another margin, method, other folds, or without some rows."""

from collections.abc import Callable
from itertools import pairwise

from core.application.judge_again import (
    VERDICTS,
    Case,
    explain_range,
    find_differing,
    judge_by_folds,
    judge_by_methods,
    judge_without_groups,
    judge_without_rows,
    list_margin_bands,
)
from core.domain.conclusion import DifferenceInterval, Reason
from core.domain.laboratory_results import Band, Variant
from gui import strings
from gui.plots.variants import VariantRows
from gui.results.choices import Choice, Slider
from gui.results.contests import Contest
from gui.results.tab import Tab, View, figure
from gui.strings import explore as words

Say = Callable[[str], None]
STEPS = 200
DRAWN = 22
"""Variants that can be told apart below each other; the table has all."""
Found = tuple[Variant, ...]


class SensitivityTab(Tab):
    """Every view is judged from the stored predictions; nothing is trained."""

    def __init__(self, say: Say) -> None:
        self.plot = VariantRows("sensitivityPlot", words.SENSITIVITY_TITLE)
        self.shown = Choice("sensitivityShown", words.SENSITIVITY_VIEW, self._renew)
        self.shown.fill(words.SENSITIVITY_VIEWS)
        self.slider = Slider(
            "sensitivityMargin", words.SENSITIVITY_MARGIN, words.SENSITIVITY_TIP, STEPS, self._show_margin
        )
        self._view: View | None = None
        super().__init__("sensitivity", say, self.plot, side=(self.shown, self.slider))

    def show_view(self, view: View) -> None:
        self._view = view
        if view.contest is None:
            self.show_nothing(words.ONE_MODEL)
            return
        titles = dict(words.SENSITIVITY_VIEWS)
        if view.data.groups is None or not view.data.group_name:
            del titles["groups"]
        self.shown.fill(titles)
        self.slider.bar.blockSignals(True)
        self.slider.bar.setValue(locked_step(view.contest))
        self.slider.bar.blockSignals(False)
        self._renew()

    def _renew(self) -> None:
        view = self._view
        if view is None or view.contest is None:
            return
        self.slider.setVisible(self.shown.key == "margin")
        if self.shown.key == "margin":
            self.show_something()
            self._show_margin(self.slider.bar.value())
            return
        case = Case(view.study, view.data, view.run, view.contest.candidate, view.place)
        work: dict[str, Callable[[], Found]] = {
            "method": lambda: judge_by_methods(case, view.findings),
            "folds": lambda: judge_by_folds(case),
            "rows": lambda: judge_without_rows(case),
            "groups": lambda: judge_without_groups(case),
        }
        contest, shown = view.contest, self.shown.key
        self.compute(work[shown], lambda found: self._take(contest, shown, found))

    def refuse(self, text: str) -> None:
        self.show_words(text)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def _show_margin(self, value: int) -> None:
        contest = self._view.contest if self._view else None
        if contest is None:
            return
        interval, scale = interval_of(contest), contest.unit.scale
        if interval is None:
            self.show_words(words.SENSITIVITY_NO_RANGE)
            return
        margin, unit = margin_at(contest, value), contest.unit.short
        low, high = scale * interval.low, scale * interval.high
        kind = explain_range(low, high, margin)
        self.slider.say(f"{margin:.3g} {unit}".strip())
        middle = contest.strip.effect * scale if contest.strip else (low + high) / 2
        drawn = Variant(words.SENSITIVITY_RANGE, middle, low, high, VERDICTS[kind])
        self.plot.show_variants((drawn,), margin, axis(contest))
        bands = list_margin_bands(low, high)
        self.tell(margin_sentence(margin, unit, kind, bands), words.SENSITIVITY_MARGIN_CAPTION)
        self.plot.say(self.sentence.text())
        self.fill(words.SENSITIVITY_BANDS, [(figure(one.low), figure(one.high), one.verdict) for one in bands])

    def _take(self, contest: Contest, shown: str, found: Found) -> None:
        self.show_something()
        self.plot.show_variants(found[:DRAWN], shown_margin(contest), axis(contest))
        more = words.SENSITIVITY_DRAWN.format(drawn=DRAWN, count=len(found)) if len(found) > DRAWN else ""
        self.tell(variant_sentence(found), words.SENSITIVITY_CAPTIONS[shown] + more)
        self.plot.say(self.sentence.text())
        self.fill(
            words.SENSITIVITY_HEADINGS,
            [
                (one.label, figure(one.difference), figure(one.low), figure(one.high), one.verdict, one.note)
                for one in found
            ],
        )


def interval_of(contest: Contest) -> DifferenceInterval | None:
    return None if contest.row.difference is None else contest.row.difference.interval


def shown_margin(contest: Contest) -> float:
    return contest.unit.scale * contest.margin


def farthest(contest: Contest) -> float:
    """The largest margin the slider reaches: beyond the range, and beyond the margin of the study."""
    interval, scale = interval_of(contest), contest.unit.scale
    ends = (abs(interval.low), abs(interval.high)) if interval else (0.0, 0.0)
    return 1.25 * max(scale * max(ends), 2 * shown_margin(contest)) or 1.0


def locked_step(contest: Contest) -> int:
    return round(STEPS * shown_margin(contest) / farthest(contest))


def margin_at(contest: Contest, step: int) -> float:
    """Where the slider stands; on the step of the locked margin exactly that one."""
    return shown_margin(contest) if step == locked_step(contest) else step / STEPS * farthest(contest)


def axis(contest: Contest) -> str:
    unit = f", {contest.unit.short}" if contest.unit.short else ""
    return strings.EXPLORE_GAPS_AXIS.format(unit=unit, first=contest.first)


def margin_sentence(margin: float, unit: str, kind: Reason, bands: tuple[Band, ...]) -> str:
    turns = "; ".join(
        words.SENSITIVITY_TURN.format(margin=f"{later.low:.3g}", verdict=later.verdict) for _, later in pairwise(bands)
    )
    if not turns:
        return words.SENSITIVITY_STEADY.format(verdict=VERDICTS[kind])
    said = words.SENSITIVITY_MARGIN_IS.format(margin=f"{margin:.3g} {unit}".strip(), verdict=VERDICTS[kind])
    return f"{said} {words.SENSITIVITY_FIRST.format(verdict=bands[0].verdict)} {turns}."


def variant_sentence(found: Found) -> str:
    if not found:
        return words.SENSITIVITY_NO_RANGE
    others = find_differing(found)
    if not others:
        return words.SENSITIVITY_SAME.format(count=len(found), verdict=found[0].verdict)
    return words.SENSITIVITY_DIFFERS.format(
        count=len(others), total=len(found), label=others[0].label, verdict=others[0].verdict, first=found[0].verdict
    )
