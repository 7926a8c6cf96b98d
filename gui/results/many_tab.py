"""The tab Many data sets: the study's models on further tables, with mean ranks, all pairs and the four cases."""

from collections.abc import Hashable, Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QListWidget, QListWidgetItem, QStackedWidget

from core.application.paper_studies import (
    CASES,
    OVERALL_HEADINGS,
    PAIR_HEADINGS,
    WARNING,
    ManyPlan,
    ManySetsResult,
    StoredManySets,
    choose_common_measure,
    compare_on_many_sets,
    describe_set,
    load_listed_sets,
    make_study_for_set,
    read_sets,
)
from core.application.run_procedure import DemoRunner, Order, Working
from core.domain.dataset import Dataset, Task
from core.domain.laboratory_results import ListedSet
from core.domain.study import Candidate, Study
from core.wording.method_tables import MEASURE_ENTRIES
from core.wording.units import plural
from gui.files import FileKind, FileService
from gui.plots.interval_rows import IntervalRows, RangeRow
from gui.results.choices import Choice
from gui.results.four_cases import FourCases
from gui.results.looks import count_others
from gui.results.running_tab import RunningTab, Say, models
from gui.results.tab import View, figure
from gui.settings import Settings
from gui.strings import exhibits as words
from gui.strings import explore as explore_words
from gui.widgets.parts import as_tip, button, column, row

LIST_HEIGHT, LIST_WIDTH = 70, 270


class ManyTab(RunningTab[StoredManySets]):
    """The data of the study stands first on the list and stays there; a kept result brings its list back."""

    intro = words.MANY_INTRO
    kinds = (StoredManySets,)

    def __init__(self, say: Say) -> None:
        self.plot, self.cases = IntervalRows("rankDiagram", words.MANY), FourCases()
        self._pages = QStackedWidget()
        for page in (self.plot, self.cases):
            self._pages.addWidget(page)
        self._pages.setObjectName("manyPicture")
        self._pages.setAccessibleName(words.MANY)
        self._sets: list[ListedSet] = []
        self._read: dict[str, Dataset] = {}
        self.shown = Choice("manyShown", words.MANY_VIEW, self.renew)
        self.repeats = Choice("manyShuffles", words.MANY_SHUFFLES, self.renew)
        self.third = QCheckBox(words.MANY_THIRD)
        self.third.setObjectName("manyThird")
        self.third.setToolTip(words.MANY_THIRD_TIP)
        self.third.toggled.connect(lambda _on: self.renew())
        self.files = QListWidget()
        self.add_button = button(words.MANY_ADD, self.ask_for_files, "manyAdd", "small")
        self.remove_button = button(words.MANY_REMOVE, self.remove, "manyRemove", "small")
        self._dress_list()
        above = row(
            self.files,
            column(self.add_button, self.remove_button, spacing=4),
            column(self.repeats, self.third, spacing=4),
        )
        super().__init__("many", say, self._pages, (above,), (self.shown,))
        self.shown.fill(words.MANY_VIEWS)
        self.repeats.fill(words.MANY_SHUFFLE_CHOICES, "5")

    def _dress_list(self) -> None:
        self.files.setObjectName("manyFiles")
        self.files.setAccessibleName(words.MANY_FILES)
        self.files.setMaximumHeight(LIST_HEIGHT)
        self.files.setMinimumWidth(LIST_WIDTH)
        self.files.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # the tip has the whole path
        self.files.currentRowChanged.connect(lambda place: self.remove_button.setEnabled(place > 0))
        self.remove_button.setEnabled(False)

    # --- The list of data sets ---------------------------------------------------------------------------------------

    def prepare(self, view: View) -> str:
        if len(models(view)) < 2:
            return explore_words.ONE_MODEL
        if self._read.get(view.data.fingerprint) is not view.data:
            self.begin_with(view.data)
        self.third.setVisible(view.data.task is Task.CLASSES)
        return ""

    def begin_with(self, data: Dataset, path: Path | None = None) -> None:
        """Another study: its data, and what was on the list when it was computed last."""
        own = describe_set(data, path)
        self._read, self._sets = {data.fingerprint: data}, [own]
        last = self.remembered()
        if last is not None:
            self._sets += [one for one in last.sets if one.fingerprint != own.fingerprint]
            self.choose_as(last)
        self._list()

    def remembered(self) -> StoredManySets | None:
        """The newest result that was kept."""
        return next(reversed(self._results.values()), None)

    def choose_as(self, kept: StoredManySets) -> None:
        self.repeats.choose(str(kept.repeats))
        self.third.setChecked(kept.with_third)

    def ask_for_files(self) -> None:
        files = FileService(Settings())
        self.add(files.ask_to_open_several(self, FileKind.DATA, words.MANY_OPEN_TITLE, words.MANY_OPEN_FILTER))

    def add(self, paths: Sequence[Path]) -> None:
        """Read off the window's thread; what cannot be read is told, the others are added."""
        if paths:
            self.tell(words.MANY_READING.format(name=paths[0].name))
            self.background.start(lambda: read_sets(paths), self._added, lambda error: self.tell(str(error)))

    def take(self, sets: Mapping[Path, Dataset]) -> None:
        """Those whose rows are not on the list yet."""
        twice = []
        for path, data in sets.items():
            if any(one.fingerprint == data.fingerprint for one in self._sets):
                twice.append(words.MANY_TWICE.format(name=data.name))
                continue
            self._read[data.fingerprint] = data
            self._sets.append(describe_set(data, path))
        self._list()
        self.renew()
        if twice:
            self.tell(" ".join(twice))

    def _added(self, found: tuple[dict[Path, Dataset], list[str]]) -> None:
        sets, wrong = found
        self.take(sets)
        if wrong:
            self.tell(" ".join(wrong))

    def remove(self) -> None:
        place = self.files.currentRow()
        if place > 0:
            del self._sets[place]
            self._list()
            self.renew()

    def _list(self) -> None:
        self.files.clear()
        for one in self._sets:
            text = words.MANY_FILE.format(name=one.name, rows=one.rows, target=one.target)
            QListWidgetItem(text, self.files).setToolTip(as_tip(one.path or text))

    # --- What is computed --------------------------------------------------------------------------------------------

    def _plan(self, view: View) -> ManyPlan:
        third = self.third.isChecked() and view.data.task is Task.CLASSES
        return ManyPlan(
            choose_common_measure(view.study.question.measure), int(self.repeats.key), third, view.study.tuning
        )

    def _candidates(self, view: View) -> list[Candidate]:
        return [view.study.candidate(key) for key in models(view)]

    def result_key(self) -> Hashable:
        sets = tuple((one.name, one.fingerprint) for one in self._sets)
        models_now = tuple(models(self.view)) if self.view else ()
        return sets, models_now, self.repeats.key, self.third.isChecked()

    def order(self, view: View) -> Order[StoredManySets]:
        sets, candidates, plan, known = tuple(self._sets), self._candidates(view), self._plan(view), self._read

        def work(shop: DemoRunner) -> Working[StoredManySets]:
            """Files of a list that was kept are read when they are needed."""
            known.update(load_listed_sets(sets, known))
            data = [known[one.fingerprint] for one in sets]
            found = yield from compare_on_many_sets(shop, data, candidates, plan, view.study.seed)
            keys = tuple(candidate.key for candidate in candidates)
            return None if found is None else StoredManySets(sets, keys, plan.repeats, plan.with_third, found)

        return work

    def started(self, view: View) -> None:
        plan, candidates = self._plan(view), self._candidates(view)
        sets = [self._read[one.fingerprint] for one in self._sets]
        studies = [(make_study_for_set(data, candidates, plan, view.study.seed), data) for data in sets]
        self.count(view, studies if len(studies) > 1 else [])

    def count(self, view: View, studies: Sequence[tuple[Study, Dataset]]) -> None:
        """Each of them was looked at."""
        count_others(view, studies, self._say)

    # --- What is shown -----------------------------------------------------------------------------------------------

    def renew(self) -> None:
        self.shown.setVisible(False)
        super().renew()

    def show_result(self, view: View, kept: StoredManySets) -> None:
        names, result = models(view), kept.found
        self.shown.setVisible(True)
        shown = self.shown.key
        drawn = {"ranks": self._show_ranks, "cases": self._show_cases}
        read = {"groups": self._show_impacts, "conclusions": self._show_impacts}
        {**drawn, **read}.get(shown, self._show_table)(view, result)
        self.show_drawn(shown in drawn)
        self._pages.setCurrentWidget(self.cases if shown == "cases" else self.plot)
        self.plot.say(result.sentence(names))

    def _tell(self, view: View, result: ManySetsResult, caption: str) -> None:
        self.tell(result.sentence(models(view)), " ".join((caption + WARNING, *result.left_out)))

    def _show_ranks(self, view: View, result: ManySetsResult) -> None:
        names, half = models(view), (result.distance or 0.0) / 2
        rows = [RangeRow(names[key], rank, rank - half, rank + half) for key, rank in result.ordered]
        self.plot.show_rows(rows, words.MANY_RANK_AXIS, spans=result.alike, from_zero=False)
        self._tell(view, result, words.MANY_RANKS_CAPTION)
        self.fill(
            words.MANY_RANK_HEADINGS,
            [(one.name, *(figure(value, 3) for value in (one.value, one.low, one.high))) for one in rows],
        )

    def _show_cases(self, view: View, result: ManySetsResult) -> None:
        if not result.thirds:
            self.show_words(words.MANY_NO_CASES)
            return
        self.cases.show_cases(result.cases)
        self.fill(words.MANY_CASE_HEADINGS, [(case.title, str(result.cases[case.key]), case.note) for case in CASES])
        self._tell(view, result, words.MANY_CASES_CAPTION)

    def _show_table(self, view: View, result: ManySetsResult) -> None:
        names, unit = models(view), MEASURE_ENTRIES[result.measure].unit.format(rows=plural(view.study.row_meaning))
        if self.shown.key == "overall":
            self.fill(OVERALL_HEADINGS, result.overall_rows(names))
            self._tell(view, result, result.explain_overall() + " ")
        elif self.shown.key == "sets":
            self.fill((*words.MANY_SET_HEADINGS, *(names[key] for key in result.keys)), result.set_rows())
            self._tell(view, result, words.MANY_SETS_CAPTION.format(unit=unit))
        else:
            self.fill(PAIR_HEADINGS, result.rows(names))
            self._tell(view, result, words.MANY_PAIRS_CAPTION.format(count=len(result.pairs)))

    def _show_impacts(self, view: View, result: ManySetsResult) -> None:
        """The groups of data sets, or table 4, of Bradford & Brodley."""
        if not result.impacts:
            self.show_words(words.MANY_ONE_REPEAT)
            return
        table = result.group_table if self.shown.key == "groups" else result.conclusion_table
        self.fill(*table(models(view)))
        found, source = result.explain_impacts()
        self.tell(found, f"{source} {WARNING}")
