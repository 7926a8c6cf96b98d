"""The tab Errors: confusions at a threshold, misses against truth and inputs, worst rows, by group."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtWidgets import QStackedWidget, QWidget

from core.application.inspect_predictions import (
    Confusion,
    Residuals,
    ScoreTable,
    build_score_table,
    collect_residuals,
    compute_loss_by_group,
    count_confusions,
    find_worst_rows,
    has_threshold,
)
from core.domain.dataset import Kind, Task
from core.domain.laboratory_results import GroupLoss, WorstRow
from core.figures.thresholds import THRESHOLDS, threshold_of
from core.support.text import pluralize
from core.wording.units import sentences
from gui.plots.dots import CloudPlot
from gui.plots.matrix import ConfusionPlot
from gui.plots.pair_rows import PairRows
from gui.results.choices import Choice, Slider
from gui.results.pages import put
from gui.results.tab import Tab, View, figure
from gui.strings import explore as words
from gui.widgets.parts import column

Say = Callable[[str], None]
TRUTH = "truth"
DRAWN = 20
"""Worst rows that are drawn; the table has more."""


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What one view of the tab shows; exactly one of these is there."""

    confusion: Confusion | None = None
    cloud: Residuals | None = None
    groups: tuple[GroupLoss, ...] = ()
    rows: tuple[WorstRow, ...] = ()


class ErrorsTab(Tab):
    """One model at a time; lists of rows and groups show both."""

    def __init__(self, say: Say) -> None:
        self.pages = QStackedWidget()
        picture = QWidget()
        picture.setObjectName("errorsPicture")
        picture.setAccessibleName(words.ERRORS_TITLE)
        picture.setLayout(column(self.pages))
        self.shown = Choice("errorsShown", words.ROC_VIEW, self._renew)
        self.model_choice = Choice("errorsModel", words.ERRORS_MODEL, self._renew)
        self.across = Choice("errorsAcross", words.ERRORS_ACROSS, self._renew)
        steps = len(THRESHOLDS) - 1
        self.slider = Slider(
            "errorsCut", words.ERRORS_CUT, words.ERRORS_CUT_TIP, steps, lambda _value: self._renew(keep=True)
        )
        self._view: View | None = None
        self._board: ScoreTable | None = None
        super().__init__("errors", say, picture, side=(self.shown, self.model_choice, self.across, self.slider))

    @cached_property
    def matrix(self) -> ConfusionPlot:
        return put(self.pages, ConfusionPlot())

    @cached_property
    def dots(self) -> CloudPlot:
        return put(self.pages, CloudPlot())

    @cached_property
    def named(self) -> PairRows:
        """Groups or rows below each other."""
        return put(self.pages, PairRows("groupsPlot", words.ERRORS_VIEWS["groups"]))

    def show_view(self, view: View) -> None:
        self._view, self._board = view, build_score_table(view.study, view.data, view.run)
        left_out: tuple[str, ...] = ("truth",) if view.data.task is Task.CLASSES else ("confusion",)
        if view.data.groups is None or not view.data.group_name:
            left_out = (*left_out, "groups")
        self.shown.fill({key: title for key, title in words.ERRORS_VIEWS.items() if key not in left_out})
        self.model_choice.fill({key: sentences(view.names[key]) for key in reversed(view.pair)})
        numbers = [place for place, kind in enumerate(view.data.kinds) if kind is Kind.NUMBER]
        self.across.fill({TRUTH: words.ERRORS_TRUTH} | {str(place): view.data.features[place] for place in numbers})
        if view.data.task is Task.CLASSES:
            cut = threshold_of(view.study.question.cost_ratio if view.study.question.measure == "cost" else 1.0)
            self.slider.bar.blockSignals(True)
            self.slider.bar.setValue(round(cut * (len(THRESHOLDS) - 1)))
            self.slider.bar.blockSignals(False)
        self._renew()

    def _renew(self, keep: bool = False) -> None:
        if self._view is None or self._board is None:
            return
        view, main, shown = self._view, self._board, self.shown.key
        model, cut = self.model_choice.key, self._threshold()
        feature = None if self.across.key in ("", TRUTH) else int(self.across.key)
        self.model_choice.setVisible(shown in ("confusion", "truth") and len(view.pair) > 1)
        self.across.setVisible(shown == "truth")
        self.slider.setVisible(shown == "confusion" and cut is not None)
        self.slider.say(words.ERRORS_CUT_AT.format(cut=cut or 0.0))
        work: dict[str, Callable[[], Found]] = {
            "confusion": lambda: Found(confusion=count_confusions(main, model, cut)),
            "truth": lambda: Found(cloud=collect_residuals(main, model, view.place, feature)),
            "groups": lambda: Found(groups=compute_loss_by_group(main, view.pair, view.place)),
            "rows": lambda: Found(rows=find_worst_rows(main, view.pair, view.place)),
        }
        self.compute(work[shown], lambda found: self._take(view, found), keep)

    def _threshold(self) -> float | None:
        if self._board is None or self._board.data.task is not Task.CLASSES:
            return None
        known = has_threshold(self._board, self.model_choice.key)
        return float(THRESHOLDS[self.slider.bar.value()]) if known else None

    # --- Showing -----------------------------------------------------------------------------------------------------

    def _take(self, view: View, found: Found) -> None:
        self.show_something()
        if found.confusion is not None:
            self._show_confusion(view, found.confusion)
        elif found.cloud is not None:
            self._show_cloud(view, found.cloud)
        elif found.groups:
            self._show_groups(view, found.groups)
        else:
            self._show_rows(view, found.rows)

    def refuse(self, text: str) -> None:
        self.show_words(text)

    def _draw(self, page: QWidget) -> None:
        self.pages.setCurrentWidget(page)
        self.show_drawn(True)

    def _show_confusion(self, view: View, found: Confusion) -> None:
        self._draw(self.matrix)
        told = sentences(found.sentence(view.names[self.model_choice.key]))
        cut = (
            ""
            if found.threshold is None
            else words.ERRORS_AT.format(positive=view.data.classes[view.data.positive_class], cut=found.threshold)
        )
        self.tell(told, f"{cut} {words.ERRORS_CONFUSION_CAPTION}".strip())
        self.matrix.show_confusion(found, told)
        self.fill(
            words.ERRORS_CONFUSION_HEADINGS,
            [
                (truth, answer, f"{found.counts[i][j]:,}", f"{found.per_100[i][j]:.2f}")
                for i, truth in enumerate(found.classes)
                for j, answer in enumerate(found.classes)
            ],
        )

    def _show_cloud(self, view: View, found: Residuals) -> None:
        self._draw(self.dots)
        name = view.names[self.model_choice.key]
        self.dots.show_cloud(found, self.model_choice.key != view.study.baseline, view.output)
        left_out = (
            words.ERRORS_LEFT_OUT.format(rows=pluralize(found.left_out, *words.ERRORS_FURTHER))
            if found.left_out
            else ""
        )
        self.tell(found.sentence(name), f"{words.ERRORS_CLOUD_CAPTION} {left_out}".strip())
        self.dots.say(self.sentence.text())
        self.fill(
            (sentences(found.across), words.ERRORS_MISS.format(output=view.output)),
            [(figure(x), figure(y)) for x, y in zip(found.x.tolist(), found.y.tolist(), strict=True)],
        )

    def _show_groups(self, view: View, found: tuple[GroupLoss, ...]) -> None:
        scale, worst, easiest = self._scale(view), found[-1], found[0]
        hardest_first = found[::-1]
        self._draw(self.named)
        self.named.show_rows(
            [one.group for one in hardest_first],
            [[scale * loss for loss in one.losses] for one in hardest_first],
            self._unit(view),
        )
        self.tell(
            words.ERRORS_GROUPS.format(
                count=len(found),
                worst=worst.group,
                most=scale * worst.losses[-1],
                easy=easiest.group,
                least=scale * easiest.losses[-1],
                unit=self._unit(view),
            ),
            words.ERRORS_GROUPS_CAPTION.format(signs=signs_of(view)),
        )
        self.named.say(self.sentence.text())
        self.fill(
            (*words.ERRORS_GROUPS_HEADINGS, *(sentences(view.names[key]) for key in view.pair)),
            [(one.group, f"{one.rows:,}", *(figure(scale * loss) for loss in one.losses)) for one in hardest_first],
        )

    def _show_rows(self, view: View, found: tuple[WorstRow, ...]) -> None:
        name, kind = view.names[view.pair[-1]], loss_kind(view)
        if not found:
            self.show_words(words.ERRORS_NO_ROWS.format(name=name))
            return
        drawn, scale = found[:DRAWN], 100.0 if kind == "classes" else 1.0
        self._draw(self.named)
        self.named.show_rows(
            [words.ERRORS_ROW.format(row=one.row) for one in drawn],
            [[scale * loss for loss in one.losses] for one in drawn],
            words.ERRORS_LOSS[kind].format(output=view.output),
        )
        self.tell(
            words.ERRORS_ROWS.format(count=len(found), name=name),
            words.ERRORS_ROWS_CAPTION.format(signs=signs_of(view), drawn=len(drawn)),
        )
        self.named.say(self.sentence.text())
        heading = words.STABILITY_LOSS[kind]
        self.fill(
            (*words.ERRORS_ROWS_HEADINGS, *(heading.format(name=sentences(view.names[key])) for key in view.pair)),
            [(one.row, one.group, one.truth, one.answer, *map(figure, one.losses)) for one in found],
        )

    @staticmethod
    def _scale(view: View) -> float:
        return 100.0 if view.data.task is Task.CLASSES else 1.0

    @staticmethod
    def _unit(view: View) -> str:
        return words.ERRORS_GROUP_LOSS[loss_kind(view)].format(output=view.output)


def loss_kind(view: View) -> str:
    """What a row loses: being wrong, what that costs, or the size of a miss."""
    if view.data.task is Task.NUMBERS:
        return "numbers"
    return "costs" if view.study.question.measure == "cost" else "classes"


def signs_of(view: View) -> str:
    """Which sign is which model."""
    return "; ".join(
        sign.format(name=view.names[key]) for sign, key in zip(words.ERRORS_SIGNS, view.pair, strict=False)
    )
