"""The page Candidates: which models compete, with which settings, against what."""

from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QSizePolicy

from core.advice.first_study import candidate_for, tuned
from core.algorithms import ALGORITHMS, find_algorithm
from core.algorithms.row import Algorithm, combinations
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN
from core.domain.study import Candidate
from core.judge.context import count_comparisons
from core.wording.model_names import describe_constant_guess
from core.wording.units import in_sentence
from gui import messages, strings, theme
from gui.widgets.parts import Card, as_is, button, empty, label, plain, row
from gui.widgets.settings_dialog import SettingsDialog
from gui.wizard.form import FormPage
from gui.wizard.opening import look
from gui.wizard.page import Shell
from gui.wizard.pages.incumbent import ColumnDialog, answers_of, with_given
from gui.wizard.state import Form, State
from gui.wizard.words import titles_of

NOT_OFFERED = ("majority", "mean", "median", "memoriser", "given")
USUAL = ("logistic", "linear", "ridge", "forest", "tree", "knn", "naive-bayes", "svm", "boosting", "mlp")
FORMULA = "formula"
STANDARD, TUNED, FIXED = "standard", "tuned", "fixed"


class CandidatesPage(FormPage):
    key = "candidates"
    title = strings.candidates.TITLE
    instruction = strings.candidates.INSTRUCTION
    next_page = "plan"
    next_label = strings.NEXT_PLAN
    places = ("candidates", "reference")

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._offered: tuple[Algorithm, ...] = ()
        self._ticks: dict[str, QCheckBox] = {}
        self._settings: dict[str, QComboBox] = {}
        self.reference = QComboBox()
        self.reference.setMinimumWidth(260)
        self.reference.activated.connect(lambda: self.put("reference", self.reference.currentData()))
        self._trivial = as_is("", "secondary", "trivial")
        self._cost = label("", "", "runningCost")
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(2 * theme.GRID)
        self._grid.setVerticalSpacing(theme.GRID)
        self._grid.setColumnStretch(2, 1)
        card = Card("", "models").add(self._grid)
        self.body.addWidget(self.field("reference", self.reference))
        formula = button(strings.candidates.INCUMBENT_FORMULA, self._ask_formula, "incumbentFormula", "small")
        column = button(strings.candidates.INCUMBENT_COLUMN, self._ask_column, "incumbentColumnAsk", "small")
        self.body.addLayout(row(plain(strings.candidates.INCUMBENT, "secondary"), formula, column, 0))
        self.body.addWidget(self._cost)
        self.body.addWidget(self.card)
        self.body.addWidget(card)
        self.body.addStretch(1)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        if state.data is None:
            return
        offered = offered_for(state.data)
        if offered != self._offered:
            self._rebuild(offered)
        answer = describe_constant_guess(state.data, state.study.question).text
        self._trivial.setText(strings.candidates.TRIVIAL_NOTE.format(answer=answer))
        entered = {candidate.key: candidate for candidate in state.study.candidates}
        for offer in offered:
            self._ticks[offer.key].setChecked(offer.key in entered)
            self._show_settings(offer, entered.get(offer.key))
        self._show_reference(state)

    def _rebuild(self, offered: tuple[Algorithm, ...]) -> None:
        empty(self._grid)
        self._offered, self._ticks, self._settings = offered, {}, {}
        headings = [plain(heading, "caption") for heading in strings.candidates.HEADINGS]
        for place, heading in enumerate(headings):
            self._grid.addWidget(heading, 0, place)
        headings[1].setVisible(any(len(ways_of(offer)) > 1 for offer in offered))
        always = QCheckBox(strings.candidates.TRIVIAL)
        always.setObjectName("tick_trivial")
        always.setChecked(True)
        always.setEnabled(False)
        self._trivial = as_is("", "secondary", "trivial")
        self._grid.addWidget(always, 1, 0)
        self._grid.addWidget(self._trivial, 1, 2)
        for place, offer in enumerate(offered, 2):
            self._add_row(place, offer)

    def _add_row(self, place: int, row: Algorithm) -> None:
        tick = QCheckBox(row.title)
        tick.setObjectName(f"tick_{row.key}")
        tick.setAccessibleDescription(row.note)
        tick.clicked.connect(lambda on: self._tick(row, on))
        settings = QComboBox()
        settings.setObjectName(f"settings_{row.key}")
        settings.setAccessibleName(f"{row.title}: {strings.candidates.HEADINGS[1]}")
        settings.activated.connect(lambda _place: self._set_settings(row))
        settings.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        settings.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        settings.setMinimumWidth(200)
        self._ticks[row.key], self._settings[row.key] = tick, settings
        self._grid.addWidget(tick, place, 0)
        self._grid.addWidget(settings, place, 1)
        self._grid.addWidget(label(row.note, "secondary"), place, 2)

    def _show_settings(self, row: Algorithm, candidate: Candidate | None) -> None:
        box = self._settings[row.key]
        box.clear()
        tries, offered = len(combinations(row.grid)), ways_of(row)
        for key in offered:
            box.addItem(strings.candidates.SETTINGS[key].format(count=tries), key)
        box.setCurrentIndex(max(0, box.findData(way_of(candidate))))
        box.setVisible(candidate is not None and len(offered) > 1)

    def _show_reference(self, state: State) -> None:
        self.reference.clear()
        for candidate in state.study.candidates:
            self.reference.addItem(titles_of(state.study)[candidate.key], candidate.key)
        self.reference.setCurrentIndex(max(0, self.reference.findData(state.study.reference)))

    def renew(self) -> None:
        state = self.shell.state
        if state.data is not None:
            self._cost.setText(cost_words(state, state.data))
            self._rows["reference"].tell(no_incumbent_words(state))
        super().renew()

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _tick(self, row: Algorithm, on: bool) -> None:
        candidates = self.shell.state.study.candidates
        if on:
            assert self.shell.state.data is not None
            self._enter(self._in_order((*candidates, candidate_for(row.key, self.shell.state.data))))
            if row.key == FORMULA:
                self._ask_settings(row)
            return
        left = tuple(candidate for candidate in candidates if candidate.key != row.key)
        if left:
            self._enter(left)
        else:
            self._ticks[row.key].setChecked(True)
            self.shell.announce(strings.candidates.NEED_ONE)

    def _in_order(self, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        order = [row.key for row in self._offered]
        return tuple(sorted(candidates, key=lambda candidate: order.index(candidate.key)))

    def _enter(self, candidates: tuple[Candidate, ...]) -> None:
        """Take over the candidates; if the reference left, the simplest of them takes its place."""
        state = self.shell.state
        keys = [candidate.key for candidate in candidates]
        simplest = min(candidates, key=lambda candidate: find_algorithm(candidate.algorithm).simplicity).key
        reference = state.study.reference if state.study.reference in keys else simplest
        state.change_study(replace(state.study, candidates=candidates, reference=reference), "candidates")
        self.enter(state)

    def _set_settings(self, row: Algorithm) -> None:
        way = self._settings[row.key].currentData()
        if way == FIXED:
            self._ask_settings(row)
        else:
            bare = Candidate(row.key, row.key)
            self._replace(tuned(bare) if way == TUNED else bare)

    def _ask_settings(self, row: Algorithm) -> None:
        entered = {candidate.key: candidate for candidate in self.shell.state.study.candidates}
        dialog = SettingsDialog(row, entered[row.key].settings, self)
        dialog.settled.connect(lambda settings: self._replace(Candidate(row.key, row.key, settings)))
        dialog.rejected.connect(lambda: self.enter(self.shell.state))
        dialog.open()

    # --- What is used now --------------------------------------------------------------------------------------------

    def _ask_formula(self) -> None:
        entered = {candidate.key: candidate for candidate in self.shell.state.study.candidates}
        known = entered[FORMULA].settings if FORMULA in entered else {}
        dialog = SettingsDialog(find_algorithm(FORMULA), known, self)
        dialog.settled.connect(lambda settings: self._take_incumbent(Candidate(FORMULA, FORMULA, settings)))
        dialog.open()

    def _ask_column(self) -> None:
        state = self.shell.state
        found = answers_of(state.table, state.study.columns, state.data) if state.table and state.data else ()
        if not found:
            self.shell.announce(strings.candidates.COLUMN_NONE)
            return
        dialog = ColumnDialog(found, self)
        dialog.chosen.connect(self._take_column)
        dialog.open()

    def _take_column(self, name: str) -> None:
        """The columns change, so the table is looked at again, off the window's thread."""
        state = self.shell.state
        if state.table is None:
            return
        if name in state.study.columns.given and state.data is not None:
            self._take_incumbent(candidate_for(name, state.data))
            return
        work = partial(look, state.table, with_given(state.study.columns, name), state.form)
        self.shell.announce(strings.WORKING_LOOKING)
        self.shell.background.start(work, partial(self._looked, name), partial(messages.show_error, self))

    def _looked(self, name: str, form: Form) -> None:
        self.shell.announce("")
        self.shell.state.update(form)
        if form.data is not None:
            self._take_incumbent(candidate_for(name, form.data))

    def _take_incumbent(self, candidate: Candidate) -> None:
        """It takes part and is what all others are compared with."""
        state = self.shell.state
        others = tuple(entry for entry in state.study.candidates if entry.key != candidate.key)
        study = replace(state.study, candidates=(candidate, *others), reference=candidate.key)
        state.change_study(study, "candidates")
        state.confirm("reference")
        self.enter(state)

    def _replace(self, candidate: Candidate) -> None:
        old = self.shell.state.study.candidates
        self._enter(tuple(candidate if entry.key == candidate.key else entry for entry in old))


def offered_for(data: Dataset) -> tuple[Algorithm, ...]:
    """What can be ticked for this data: the usual ones first."""
    given = [given_row(name) for name in data.given]
    rows = [row for row in ALGORITHMS if data.task in row.tasks and row.key not in NOT_OFFERED and data.features]
    return (*given, *sorted(rows, key=lambda row: USUAL.index(row.key) if row.key in USUAL else len(USUAL)))


def given_row(name: str) -> Algorithm:
    """A column of predictions made elsewhere, offered like an algorithm without settings."""
    return replace(find_algorithm("given"), key=name, title=strings.candidates.GIVEN.format(name=name), settings=())


def ways_of(row: Algorithm) -> tuple[str, ...]:
    """How the settings of an algorithm can be found: as they stand, and where it has any, tuned or fixed."""
    tries = (TUNED,) if combinations(row.grid) else ()
    return STANDARD, *tries, *((FIXED,) if row.settings else ())


def way_of(candidate: Candidate | None) -> str:
    """How the settings of a candidate are found."""
    if candidate is not None and candidate.settings:
        return FIXED
    return TUNED if candidate is not None and candidate.grid else STANDARD


def no_incumbent_words(state: State) -> str:
    """What stands in for the model in use, until the person says which one that is."""
    study = state.study
    used = study.candidate(study.reference).algorithm
    if not state.is_assumed("reference") or used in (FORMULA, GIVEN):
        return ""
    return strings.candidates.NO_INCUMBENT.format(reference=in_sentence(find_algorithm(used).title))


def cost_words(state: State, data: Dataset) -> str:
    """What each further candidate costs."""
    study = state.study
    if not study.challengers:
        return strings.candidates.COST_NONE
    count = count_comparisons(study, data)
    more = count + len(data.outputs)
    text = strings.candidates.COST_ONE if count == 1 else strings.candidates.COST
    return text.format(count=count, alpha=study.alpha, more=more)
