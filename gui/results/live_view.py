"""The pictures of a run under way: histograms per measure and output, who did better, what went wrong."""

from collections.abc import Iterator, Mapping
from html import escape
from itertools import cycle

from PySide6.QtCore import Qt
from PySide6.QtGui import QTextDocumentFragment
from PySide6.QtWidgets import QComboBox, QGridLayout, QPushButton, QScrollArea, QWidget

from core.domain.dataset import Dataset
from core.domain.evidence import TRIVIAL
from core.domain.study import Study
from core.figures.live import Live
from core.judge.scores import measures_of
from core.statistics.measures import Measure
from core.wording.units import plural
from gui import strings, theme
from gui.dressing import Dressed
from gui.plots.back_to_back import BackToBackPlot
from gui.plots.key import BARS, SeriesKey, in_colour
from gui.results.failures_dialog import FailuresDialog
from gui.results.scrolled import Scrolled
from gui.results.words import axis_unit, measure_title, tally_words, trouble_words
from gui.widgets.parts import Card, Heading, as_tip, button, column, empty, label, plain, row

LINES_OF_PLOTS = 11
LINES = 2
MOST_PROBLEMS = 20
LETTERS = 6  # of a name that are seen at least
CHOSEN = ""
"""Stands for the candidate that is chosen to be shown."""

TEXTS = ("", "", "")
"""Stands for tally and problems among the plots, which are known by measure, output and candidate."""

Key = tuple[str, str, str]


class LiveView(Dressed, QWidget):
    """Shows the numbers of a `Live`; at most one plot is repainted per tick."""

    def __init__(self) -> None:
        super().__init__()
        self._live: Live | None = None
        self._study: Study | None = None
        self._outputs: tuple[str, ...] = ()
        self._names: Mapping[str, str] = {}
        self._rows = ""
        self._plots: dict[Key, BackToBackPlot] = {}
        self._turn = cycle(tuple[Key, ...]())
        self._built: tuple[object, ...] = ()
        self._dirty: set[Key] = set()
        self.flashes = False
        self._build()

    def _build(self) -> None:
        self.shown = QComboBox()
        self.shown.setObjectName("shownCandidate")
        self.shown.currentIndexChanged.connect(lambda _index: self._repaint_all())
        self.shown.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.shown.setMinimumContentsLength(LETTERS)
        self._key = SeriesKey(BARS)
        self._key.setObjectName("histogramKey")
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme.GRID)
        plots = QWidget()
        plots.setLayout(self._grid)
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        self._area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._area.setWidget(plots)
        self.tally, self.problems = label("", "", "tally"), label("", "", "runProblems")
        self.messages = button(strings.run.MESSAGES, self._show_messages, "showMessages", "link")
        bottom = row(
            Card(strings.run.TALLY, "tallyCard").add(Scrolled(self.tally, LINES)),
            Card("", "problemsCard").add(
                row(plain(strings.run.PROBLEMS, "title"), 0, self.messages), Scrolled(self.problems, LINES)
            ),
        )
        bottom.setStretch(0, 1)
        bottom.setStretch(1, 1)
        self.multiples = QPushButton(strings.run.MULTIPLES)
        self.multiples.setObjectName("multiples")
        self.multiples.setProperty("look", "small")
        self.multiples.setCheckable(True)
        self.multiples.setToolTip(strings.run.MULTIPLES_TIP)
        self.multiples.toggled.connect(lambda _on: self._rebuild())
        self._means = plain(strings.run.MEANS, "secondary")
        choice = row(self._key, self.shown, 4, self._means, 0, self.multiples)
        caption = label(strings.run.CAPTION, "caption", "runCaption")
        layout = column(choice, self._area, caption, bottom)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self._fit()

    # --- What is shown -----------------------------------------------------------------------------------------------

    def prepare(self, study: Study, data: Dataset, names: Mapping[str, str], live: Live) -> None:
        """Plots for this study, empty or with what is known already."""
        self._take(study, data, names, live)
        if self._shape() != self._built:
            self._rebuild()
            return
        for plot in self._plots.values():
            plot.flashes = self.flashes
        self._repaint_all()

    def prepared(self, study: Study, data: Dataset, names: Mapping[str, str]) -> Iterator[None]:
        """The same plot by plot, while nobody sees it."""
        self._take(study, data, names, Live(()))
        if self._shape() != self._built:
            yield from self._rebuilt()

    def _take(self, study: Study, data: Dataset, names: Mapping[str, str], live: Live) -> None:
        self._study, self._outputs, self._names, self._live = study, data.outputs, names, live
        self._fill_choice(study)
        self._rows = plural(study.row_meaning)

    def _shape(self) -> tuple[object, ...]:
        """What the plots were made for: a study prepared again, as when its run begins, keeps them."""
        measures = measures_of(self._study) if self._study is not None else ()
        compared = tuple((key, self._names.get(key)) for key in self._compared())
        return tuple(row.key for row in measures), self._outputs, compared, self._rows

    def _rebuild(self) -> None:
        for _plot in self._rebuilt():
            pass

    def _rebuilt(self) -> Iterator[None]:
        """One line of plots for each output and, as small multiples, for each candidate."""
        if self._study is None:
            return
        empty(self._grid)
        self._plots, self._built = {}, ()
        lines = [(output, candidate) for output in self._outputs for candidate in self._compared()]
        for line, (output, candidate) in enumerate(lines):
            for place, measure in enumerate(measures_of(self._study)):
                self._grid.addWidget(self._panel(measure, output, candidate), line, place)
                yield
        for place in range(self._grid.columnCount()):
            self._grid.setColumnStretch(place, int(place < len(measures_of(self._study))))
        self._show_choice()
        self._turn = cycle((*self._plots, TEXTS))
        self._built = self._shape()
        self._repaint_all()

    def _compared(self) -> tuple[str, ...]:
        if self._study is None or not self.multiples.isChecked():
            return (CHOSEN,)
        return tuple(candidate.key for candidate in self._study.challengers) or (CHOSEN,)

    def _fill_choice(self, study: Study) -> None:
        self.shown.blockSignals(True)
        self.shown.clear()
        for candidate in study.challengers:
            self.shown.addItem(_capital(self._names[candidate.key]), candidate.key)
        if not study.challengers:
            self.shown.addItem(_capital(self._names[TRIVIAL]), TRIVIAL)
        self.shown.blockSignals(False)
        reference = self._names[study.reference]
        self.shown.setAccessibleName(strings.run.SHOWN.format(reference=reference))
        self.shown.setToolTip(as_tip(self.shown.accessibleName()))
        if self.shown.count() < 2:
            self.multiples.blockSignals(True)
            self.multiples.setChecked(False)
            self.multiples.blockSignals(False)
        self._show_choice()

    def _show_choice(self) -> None:
        several = self.shown.count() > 1
        self.multiples.setVisible(several)
        self.shown.setVisible(several and not self.multiples.isChecked())

    def _panel(self, measure: Measure, output: str, candidate: str) -> Card:
        title = self._title(measure_title(measure.key), output, candidate)
        plot = BackToBackPlot(f"histogram_{measure.key}", title, axis_unit(measure, self._rows, output))
        plot.flashes = self.flashes
        self._plots[measure.key, output, candidate] = plot
        card = Card("").add(Heading(title), plot)
        card.body.setSpacing(2)
        card.body.setStretch(2, 1)
        return card

    def _title(self, measure: str, output: str, candidate: str) -> str:
        """What sets a plot apart from those around it; its axis names the measure anyway."""
        several, who = len(self._outputs) > 1, self._names[candidate] if candidate else ""
        words = {
            (False, False): strings.run.HISTOGRAM,
            (False, True): strings.run.HISTOGRAM_OF_CANDIDATE,
            (True, False): strings.run.HISTOGRAM_OF_OUTPUT,
            (True, True): strings.run.HISTOGRAM_OF_BOTH,
        }[several, bool(who)]
        return words.format(title=measure, output=output, candidate=who)

    def renew(self) -> None:
        """New numbers have come in."""
        self._dirty = {*self._plots, TEXTS}

    @property
    def is_behind(self) -> bool:
        return bool(self._dirty)

    def tick(self) -> None:
        """Repaint the next plot, or the texts, whose numbers changed: everything has its turn."""
        if not self._dirty:
            return
        key = next(key for key in self._turn if key in self._dirty)
        self._dirty.discard(key)
        if key == TEXTS:
            self._show_texts()
        else:
            self._repaint(key)

    def _repaint_all(self) -> None:
        self._dirty = set()
        for key in self._plots:
            self._repaint(key)
        self._show_texts()

    def _repaint(self, key: Key) -> None:
        if self._live is not None and self._study is not None:
            measure, output, candidate = key
            bins = self._live.bins(measure, output, self._study.reference, candidate or self.candidate)
            self._plots[key].show_bins(bins)

    def redress(self) -> None:
        self._show_texts()
        self._fit()

    def _fit(self) -> None:
        """At least one row of plots is seen whole, whatever the size of the text."""
        self._area.setMinimumHeight(LINES_OF_PLOTS * self.fontMetrics().height())

    @property
    def candidate(self) -> str:
        return str(self.shown.currentData())

    def _show_texts(self) -> None:
        if self._live is None or self._study is None:
            return
        study, live = self._study, self._live
        reference, candidate = self._names[study.reference], self._names[self.candidate]
        below = strings.run.EACH if self.multiples.isChecked() else _capital(candidate)
        if self.shown.count() > 1 and not self.multiples.isChecked():
            below = ""  # the box beside it says so
        self._key.show_names(_capital(reference), below)
        self._show_tallies(study, live, _capital(reference), _capital(candidate))
        troubles = live.troubles[:MOST_PROBLEMS]
        lines = [escape(trouble_words(trouble, self._names, live.trainings), quote=False) for trouble in troubles]
        self.problems.setText("<br>".join(lines) or strings.run.NO_PROBLEMS)
        self.messages.setVisible(bool(troubles))

    def _show_tallies(self, study: Study, live: Live, reference: str, candidate: str) -> None:
        """With several outputs the marks of the pictures stand for the names, so that all fit in."""
        tallies = {
            output: live.tally(study.question.measure, output, study.reference, self.candidate)
            for output in self._outputs
        }
        names = escape(reference, quote=False), escape(candidate, quote=False)
        several = len(tallies) > 1
        spoken, shown = (
            [of_output(output if several else "", tally_words(tally, *said)) for output, tally in tallies.items()]
            for said in (names, in_colour(BARS) if several else names)
        )
        self.tally.setText(" &nbsp; ".join(shown))
        self.tally.setAccessibleName(QTextDocumentFragment.fromHtml("<br>".join(spoken)).toPlainText())

    def _show_messages(self) -> None:
        if self._live is not None:
            FailuresDialog(self._live.troubles, self._names, self).open()


def of_output(output: str, text: str) -> str:
    """A text that names what it is about, in one line with its numbers, where there are several outputs."""
    if not output:
        return text
    named = escape(output, quote=False).replace(" ", "&nbsp;")
    return strings.run.TALLY_OF_OUTPUT.format(output=named, text=text.replace(" · ", "&nbsp;·&nbsp;"))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]
