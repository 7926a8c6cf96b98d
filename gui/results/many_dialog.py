"""Models over many data sets without a study: files and algorithms are chosen, the tab of Explore does the rest."""

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QListWidget, QListWidgetItem, QWidget

from core.application.comparison_history import count_data_sets
from core.application.describe_models import ALGORITHMS
from core.application.paper_studies import ManyPlan, StoredManySets, make_study_for_set, read_sets
from core.application.run_procedure import ResultFile, ResultStore, load_results
from core.application.suggest_study import suggest_candidates, suggest_question
from core.domain.conclusion import Answer, Conclusion, Reason, Scope
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN, Run
from core.domain.findings import Findings
from core.domain.study import Candidate, QuestionKind, Study
from core.support import paths
from core.wording.model_names import names_of
from gui.files import FileKind, FileService
from gui.ledger import opened
from gui.results.many_tab import ManyTab
from gui.results.tab import View
from gui.settings import Settings
from gui.strings import exhibits as words
from gui.tasks import Background
from gui.widgets.parts import button, column, label, row

SEED, KEY = 1, Qt.ItemDataRole.UserRole
NO_CONCLUSION = Conclusion(QuestionKind.WHICH, Answer.NONE, Reason.ALONE, Scope.ALGORITHMS, "error", 0.95, 1, 0)
NOTHING = Findings((), (), (), NO_CONCLUSION)
SIZE, LIST_WIDTH = (1000, 540), 250
NEED_MORE = (GIVEN, "formula")
"""Algorithms that need a column or a formula of the data they are for."""


class AloneTab(ManyTab):
    """Counts every data set itself, because there is no study that would."""

    def __init__(self, folder: Path) -> None:
        super().__init__(self.tell)
        self._folder, self._store = folder, ResultFile(paths.many_data_sets())

    def store(self, view: View) -> ResultStore:
        return self._store

    def remembered(self) -> None:
        """The list is as the person chose it; only `newest` brings back an old one."""

    def newest(self) -> StoredManySets | None:
        return next(reversed(load_results(self._store, self.key, self.kinds).values()), None)

    def count(self, view: View, studies: Sequence[tuple[Study, Dataset]]) -> None:
        told = count_data_sets(lambda study: opened(study, self._folder).history, studies)
        if told:
            self.tell(told)


class ManyDialog(QDialog):
    """`folder` is where the person's studies are kept, for a ledger that has to be built again."""

    def __init__(self, parent: QWidget, folder: Path) -> None:
        super().__init__(parent)
        self.setObjectName("manyDialog")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(words.MANY_TITLE)
        self.resize(*SIZE)
        self.tab, self.models = AloneTab(folder), QListWidget()
        self.models.setObjectName("manyModels")
        self.models.setAccessibleName(words.MANY_MODELS)
        self.models.setFixedWidth(LIST_WIDTH)
        self.models.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.models.itemChanged.connect(lambda _item: self._show())
        self.background = Background(self)
        self._data: Dataset | None = None
        self._last: StoredManySets | None = None
        self.said = label(words.MANY_CHOOSE, "secondary", "manySaid")
        others = button(words.MANY_OTHERS, self.ask_for_files, "manyOthers", "small")
        above = row(self.said, others)
        above.setStretch(0, 1)
        beside = row(column(label(words.MANY_MODELS, "strong"), self.models, spacing=4), self.tab)
        beside.setStretch(1, 1)
        layout = column(above, beside)
        layout.setStretch(1, 1)
        layout.setContentsMargins(12, 12, 12, 12)
        self.setLayout(layout)
        self.tab.hide()

    def begin(self) -> None:
        """What was compared last, as far as its files are still there, or a question for files."""
        last = self.tab.newest()
        files = [Path(one.path) for one in last.sets if Path(one.path).exists()] if last else []
        if not files:
            self.ask_for_files()
            return
        self._last = last
        self.open_files(files)

    def ask_for_files(self) -> None:
        files = FileService(Settings())
        chosen = files.ask_to_open_several(self, FileKind.DATA, words.MANY_OPEN_TITLE, words.MANY_OPEN_FILTER)
        if chosen:
            self._last = None
            self.open_files(chosen)
        elif self._data is None:
            self.close()

    def open_files(self, paths: Sequence[Path]) -> None:
        """The first that can be read decides what is predicted; the others join it."""
        self.said.setText(words.MANY_READING.format(name=paths[0].name))
        self.background.start(lambda: read_sets(paths), self._take, lambda error: self.said.setText(str(error)))

    def _take(self, found: tuple[dict[Path, Dataset], list[str]]) -> None:
        sets, wrong = found
        self.said.setText(" ".join(wrong) or words.MANY_CHOOSE)
        if not sets:
            return
        first, *others = sets
        self._data = sets[first]
        self._list(sets[first])
        self.tab.begin_with(sets[first], first)
        if self._last is not None:
            self.tab.choose_as(self._last)
        self._show()
        self.tab.take({path: sets[path] for path in others})

    def _list(self, data: Dataset) -> None:
        suggested = [one.key for one in suggest_candidates(data).value.candidates]
        ticked = self._last.models if self._last else suggested
        self.models.blockSignals(True)
        self.models.clear()
        for algorithm in ALGORITHMS:
            if data.task in algorithm.tasks and algorithm.key not in NEED_MORE:
                item = QListWidgetItem(algorithm.title, self.models)
                item.setData(KEY, algorithm.key)
                item.setToolTip(algorithm.note)
                item.setCheckState(Qt.CheckState.Checked if algorithm.key in ticked else Qt.CheckState.Unchecked)
        self.models.blockSignals(False)

    def _show(self) -> None:
        if self._data is None:
            return
        items = [self.models.item(place) for place in range(self.models.count())]
        keys = [str(item.data(KEY)) for item in items if item.checkState() is Qt.CheckState.Checked]
        self.tab.setVisible(bool(keys))
        if keys:
            self.tab.show_view(view_of(self._data, [Candidate(key, key) for key in keys]))

    def close_down(self) -> None:
        """What is under way is given up; threads must not outlive the window."""
        self.background.wait()
        self.tab.close_down()

    def done(self, result: int) -> None:
        """Every way out leads here: Esc, the close button, close()."""
        self.close_down()
        super().done(result)


def view_of(data: Dataset, candidates: Sequence[Candidate]) -> View:
    """These models on this data, with nothing found yet."""
    question = suggest_question(data).value
    study = make_study_for_set(data, candidates, ManyPlan(question.measure), SEED)
    return View(study, data, Run((), complete=False), NOTHING, names_of(study, data), None, data.outputs[0])
