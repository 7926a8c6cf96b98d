"""The page Explore: the numbers behind the verdict, for looking closer; nothing here changes it."""

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QComboBox, QLabel, QSizePolicy

from core.domain.evidence import Run
from core.wording.model_names import name_models, names_of
from core.wording.units import sentences
from gui import strings, theme
from gui.dressing import Dressed
from gui.results.agreement_tab import AgreementTab
from gui.results.contests import Contest, contests, leading
from gui.results.errors_tab import ErrorsTab
from gui.results.gallery_tab import GalleryTab
from gui.results.histograms_tab import HistogramsTab
from gui.results.kohavi_tab import KohaviTab
from gui.results.lab_tab import LabTab
from gui.results.many_tab import ManyTab
from gui.results.outputs_tab import OutputsTab
from gui.results.parameters_tab import ParametersTab
from gui.results.picture_tabs import GapsTab
from gui.results.random_tab import RandomTab
from gui.results.roc_tab import RocTab
from gui.results.sensitivity_tab import SensitivityTab
from gui.results.shelf import Entry, Shelf
from gui.results.shuffles_tab import ShufflesTab
from gui.results.stability_tab import StabilityTab
from gui.results.tab import LARGE_TEXT, Tab, View
from gui.results.table_tabs import ComparisonsTab, LogTab
from gui.results.third_tab import ThirdTab
from gui.results.tuning_tab import TuningTab
from gui.widgets.parts import column, label, row
from gui.wizard.page import Page, Shell
from gui.wizard.state import State

TABS = (
    Entry("gaps", "compare", GapsTab),
    Entry("histograms", "compare", HistogramsTab),
    Entry("outputs", "compare", OutputsTab),
    Entry("agreement", "compare", AgreementTab),
    Entry("tests", "compare", ComparisonsTab),
    Entry("roc", "curves", RocTab),
    Entry("third", "curves", ThirdTab),
    Entry("errors", "rows", ErrorsTab),
    Entry("stability", "rows", StabilityTab),
    Entry("sensitivity", "what-if", SensitivityTab),
    Entry("parameters", "what-if", ParametersTab),
    Entry("shuffles", "what-if", ShufflesTab),
    Entry("randomization", "what-if", RandomTab),
    Entry("many", "what-if", ManyTab),
    Entry("estimators", "estimates", LabTab),
    Entry("kohavi", "estimates", KohaviTab),
    Entry("gallery", "estimates", GalleryTab),
    Entry("tuning", "records", TuningTab),
    Entry("log", "records", LogTab),
)

LOWEST, TALLER = 24, 34  # lines of text; choices stand above the picture where text is large


class ExplorePage(Dressed, Page):
    key = "explore"
    title = strings.EXPLORE_TITLE
    instruction = strings.EXPLORE_INSTRUCTION

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._contests: tuple[Contest, ...] = ()
        self._shown: State | None = None
        self._stale: set[str] = set()
        self.notice = label(strings.EXPLORE_STRIP, "caution", "exploreStrip")
        self.candidate, self.output = QComboBox(), QComboBox()
        self._labels = (QLabel(strings.EXPLORE_CANDIDATE), QLabel(strings.EXPLORE_OUTPUT))
        for name, box, caption in zip(
            ("exploreCandidate", "exploreOutput"), (self.candidate, self.output), self._labels, strict=True
        ):
            box.setObjectName(name)
            box.setAccessibleName(caption.text().replace("&", ""))
            box.currentIndexChanged.connect(lambda _index: self._renew())
            caption.setBuddy(box)
        choice = row(self._labels[0], self.candidate, self._labels[1], self.output, 0)
        self.tabs = Shelf(TABS, self.shell.announce, self.notice, choice)
        self.tabs.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Ignored)
        self.tabs.changed.connect(self._show_tab)
        self.setLayout(column(self.tabs))
        self._fit()
        QShortcut(QKeySequence("Ctrl+E"), self).activated.connect(lambda: self.tab.ask_to_save())
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copy.activated.connect(lambda: self.tab.copy())

    def redress(self) -> None:
        self._fit()

    def _fit(self) -> None:
        is_large = self.fontInfo().pixelSize() >= LARGE_TEXT * theme.BASE_PIXELS
        self.tabs.setMinimumHeight((TALLER if is_large else LOWEST) * self.fontMetrics().height())

    def heightForWidth(self, _width: int) -> int:
        """The tabs take what height there is; the page does not grow with its wrapping sentences."""
        return self.minimumSizeHint().height()

    @property
    def tab(self) -> Tab:
        return self.tabs.current

    # --- Showing -----------------------------------------------------------------------------------------------------

    def enter(self, state: State) -> None:
        if state.findings is None or state.data is None or state is self._shown:
            return
        self._shown = state
        self._contests = contests(state.study, state.data, state.findings)
        names = name_models(state.study)
        chosen = leading(self._contests, state.findings.conclusion)
        self._fill_choice(self.candidate, [(c.candidate, sentences(names[c.candidate])) for c in self._contests], 0)
        self._fill_choice(self.output, [(output, output) for output in state.data.outputs], 1)
        if chosen is not None:
            self.candidate.setCurrentIndex(max(0, self.candidate.findData(chosen.candidate)))
            self.output.setCurrentIndex(max(0, self.output.findData(chosen.output)))
        self._renew()

    def _fill_choice(self, box: QComboBox, entries: list[tuple[str, str]], place: int) -> None:
        box.blockSignals(True)
        box.clear()
        for key, title in dict(entries).items():
            box.addItem(title, key)
        box.blockSignals(False)
        box.setVisible(box.count() > 1)
        self._labels[place].setVisible(box.count() > 1)

    def _renew(self) -> None:
        """Everything is to be shown anew; a tab is filled when it is looked at."""
        self._stale = set(strings.EXPLORE_TABS)
        self._show_tab()

    def _show_tab(self) -> None:
        state = self._shown
        if state is None or state.findings is None or state.data is None or self.tab.key not in self._stale:
            return
        self._stale.discard(self.tab.key)
        names, run = names_of(state.study, state.data), state.run or Run((), complete=False)
        output = self.output.currentData() or state.data.outputs[0]
        contest = self._contest()
        self.tab.show_view(View(state.study, state.data, run, state.findings, names, contest, output, state.file))

    def _contest(self) -> Contest | None:
        wanted = (self.candidate.currentData(), self.output.currentData())
        return next((c for c in self._contests if (c.candidate, c.output) == wanted), None)

    # --- What the frame asks for -------------------------------------------------------------------------------------

    def primary(self) -> tuple[str, ...]:
        return (strings.verdict.REPORT,)

    def act(self) -> None:
        self.shell.go("report")

    def forget(self) -> None:
        self.tabs.give_up()

    def close_down(self) -> None:
        self.tabs.close_down()
