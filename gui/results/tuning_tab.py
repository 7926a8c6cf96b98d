"""The tab Tuning: every setting tried with its score on the tuning part, and what each fold chose."""

from collections.abc import Callable

from core.application.describe_measures import find_measure
from core.application.inspect_predictions import list_chosen_settings, list_tried_settings
from core.domain.laboratory_results import TriedSetting
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.units import in_sentence, plural, sentences
from gui import strings
from gui.plots.interval_rows import IntervalRows, RangeRow
from gui.results.choices import Choice
from gui.results.tab import Tab, View, figure
from gui.results.words import axis_unit, setting_words
from gui.strings import explore as words

Say = Callable[[str], None]
MOST_ROWS = 14
"""Settings that can be drawn below each other; the table has all."""


class TuningTab(Tab):
    def __init__(self, say: Say) -> None:
        self.plot = IntervalRows("tuningPlot", words.TUNING_TITLE)
        self.shown = Choice("tuningShown", words.ROC_VIEW, self._show)
        self.shown.fill(words.TUNING_VIEWS)
        self.model_choice = Choice("tuningModel", words.ERRORS_MODEL, self._show)
        self._view: View | None = None
        self._tried: tuple[TriedSetting, ...] = ()
        super().__init__("tuning", say, self.plot, controls=(self.shown, self.model_choice, 0))

    def show_view(self, view: View) -> None:
        self._view, self._tried = view, list_tried_settings(view.study, view.run)
        tuned = dict.fromkeys(one.candidate for one in self._tried if one.mean is not None)
        self.model_choice.fill({key: sentences(view.names[key]) for key in tuned}, view.candidate or "")
        self.model_choice.setVisible(len(tuned) > 1)
        self._show()

    def _show(self) -> None:
        view = self._view
        if view is None:
            return
        self.show_something()
        if self.shown.key == "folds":
            self._show_folds(view)
        else:
            self._show_settings(view)

    def _show_settings(self, view: View) -> None:
        drawn = [one for one in self._tried if one.candidate == self.model_choice.key and one.mean is not None]
        self.show_drawn(bool(drawn))
        row = find_measure(view.study.question.measure)
        most = max((one.chosen for one in drawn), default=0)
        shown = sorted(drawn, key=lambda one: -one.chosen)[:MOST_ROWS]
        unit = axis_unit(row, plural(view.study.row_meaning), view.study.columns, view.output)
        self.plot.show_rows(
            [RangeRow(name(one, drawn), one.mean or 0.0, one.low, one.high, one.chosen == most) for one in shown],
            words.TUNING_AXIS.format(unit=unit),
            from_zero=False,
        )
        self.tell(tuning_sentence(view, drawn), strings.EXPLORE_TUNING_CAPTION if drawn else "")
        self.plot.say(self.sentence.text())
        self.fill(words.TUNING_HEADINGS, [tried_row(one, view) for one in self._tried])

    def _show_folds(self, view: View) -> None:
        self.show_drawn(False)
        known = self.model_choice.key
        found = [one for one in list_chosen_settings(view.study, view.run) if not known or one.candidate == known]
        self.tell(words.TUNING_FOLDS.format(count=len(found), measure=in_sentence(title(view))))
        self.fill(
            words.TUNING_FOLD_HEADINGS,
            [
                (
                    sentences(view.names[one.candidate]),
                    str(one.repeat + 1),
                    str(one.fold + 1),
                    setting_words(one.settings) or strings.EXPLORE_TUNING_NONE,
                    figure(one.score),
                )
                for one in found
            ],
        )


def title(view: View) -> str:
    return MEASURE_ENTRIES[view.study.question.measure].title


def tuning_sentence(view: View, drawn: list[TriedSetting]) -> str:
    if not drawn:
        return words.TUNING_NONE
    first = max(drawn, key=lambda one: one.chosen)
    return words.TUNING_SENTENCE.format(
        model=sentences(view.names[first.candidate]),
        count=len(drawn),
        settings=name(first, drawn),
        times=first.chosen,
        total=sum(one.chosen for one in drawn),
    )


def name(one: TriedSetting, among: list[TriedSetting]) -> str:
    """Only what differs between the settings tried."""
    varied = [key for key in one.settings if len({str(other.settings.get(key)) for other in among}) > 1]
    return setting_words({key: one.settings[key] for key in varied or one.settings})


def tried_row(one: TriedSetting, view: View) -> tuple[str, ...]:
    return (
        sentences(view.names[one.candidate]),
        str(one.chosen),
        str(one.tried or "–"),
        setting_words(one.settings) or strings.EXPLORE_TUNING_NONE,
        figure(one.mean),
        figure(one.low),
        figure(one.high),
    )
