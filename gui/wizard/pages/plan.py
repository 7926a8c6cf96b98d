"""The page Plan: how rows are split into training and test, with a drawing that follows every change."""

from dataclasses import replace
from functools import partial

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from core.application.fill_plan import (
    MOST_REPEATS,
    can_keep_final_test,
    count_final_test_rows,
    count_test_folds,
    count_training_runs,
    draw_folds,
    find_scheme_title,
    makes_claim,
    tunes_settings,
)
from core.application.plan_reasons import count_explaining_runs, estimate_explaining_seconds
from core.domain.dataset import Dataset
from core.domain.drawn_folds import Folds
from core.domain.study import SchemeKind, Study, Tuning, TuningKind
from core.support.errors import EvenfoldError
from core.support.text import pluralize
from core.wording.model_names import has_only_imported
from gui import strings, theme
from gui.strings import plan as words
from gui.tasks import Background
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.field import HelpState
from gui.widgets.folds_drawing import FoldsDrawing
from gui.widgets.numbers import WholeBox
from gui.widgets.parts import Card, OneLine, button, label, plain, row, rule
from gui.wizard.bars import Action
from gui.wizard.columns import TwoColumns
from gui.wizard.form import FormPage
from gui.wizard.opening import VAULT, with_vault
from gui.wizard.page import Shell
from gui.wizard.pages.advanced_dialog import AdvancedDialog
from gui.wizard.pages.candidates import time_words
from gui.wizard.state import Form, State
from gui.wizard.words import short_time

FOLDS, REPEATS, TUNING = "scheme.folds", "scheme.repeats", "tuning.kind"
STRATIFIED, GROUPED = "scheme.stratified", "scheme.grouped"
FOLDED = (SchemeKind.KFOLD, SchemeKind.TIME)
REPEATED = (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)
HOLDOUTS = (SchemeKind.HOLDOUT, SchemeKind.REPEATED_HOLDOUT, SchemeKind.TTV)
MIXED = (SchemeKind.KFOLD, *HOLDOUTS)
TUNES = Tuning()
SUGGESTED = (
    FOLDS, REPEATS, TUNING, "tuning.share", STRATIFIED, GROUPED, "scheme.kind", "seed", "importance", "input_groups",
)  # fmt: skip
"""What "Back to suggested" takes back, besides the final test rows."""


class PlanPage(FormPage):
    key = "plan"
    title = words.TITLE
    instruction = words.INSTRUCTION
    next_page = "review"
    next_label = strings.NEXT_REVIEW
    label_width = 142
    places = ("scheme", "tuning", "seed")
    dock_rows = 2

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._background, self._sealing = Background(self), Background(self)
        self.folds = WholeBox("folds", 2, 10_000)
        self.repeats, self.most = WholeBox("repeats", 1, MOST_REPEATS), WholeBox("mostRepeats", 1, MOST_REPEATS)
        self.tuning, self.final_test = ChoiceBox(), ChoiceBox()
        self.stratified, self.grouped = QCheckBox(words.STRATIFIED), QCheckBox()
        self.advanced = button(words.ADVANCED, self._ask_advanced, "advanced", "small")
        self.advanced_line = OneLine("help", "advancedLine")
        self.drawing = FoldsDrawing()
        self.caption, self.note = plain("", "caption", "planCaption"), label("", "caption", "planNote")
        self.sums = {key: OneLine("number", f"sum_{key}") for key in ("folds", "runs", "time")}
        shell.clock.told.connect(self._show_time)
        self._connect()
        self._arrange()

    # --- Building ----------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        for kind in TuningKind:
            self.tuning.addItem(words.TUNING[kind], kind)
        self.tuning.activated.connect(lambda: self.put(TUNING, TuningKind(self.tuning.currentData())))
        self.final_test.activated.connect(lambda: self._set_final_test(bool(self.final_test.currentData())))
        self.stratified.clicked.connect(lambda on: self.put(STRATIFIED, on))
        self.grouped.clicked.connect(lambda on: self.put(GROUPED, on))
        self.folds.changed.connect(lambda value: self.put(FOLDS, value))
        self.repeats.changed.connect(lambda value: self._set_repeats(value, max(value, self.most.value())))
        self.most.changed.connect(lambda value: self._set_repeats(min(value, self.repeats.value()), value))
        self.most.setAccessibleName(words.AT_MOST_NAME)
        self.most.setToolTip(words.AT_MOST_NAME)

    def _arrange(self) -> None:
        self.columns = TwoColumns(self._make_drawing_card(), 458, 340)
        left = self.columns.left
        limit = QWidget()
        limit.setLayout(row(plain(words.REPEATS_AFTER, "secondary"), self.most))
        left.addWidget(self.field(FOLDS, self.folds, plain(words.FOLDS_AFTER, "secondary")))
        left.addWidget(self.field(REPEATS, self.repeats, limit))
        for key, control in (
            (TUNING, self.tuning),
            (STRATIFIED, self.stratified),
            (GROUPED, self.grouped),
            (VAULT, self.final_test),
        ):
            left.addWidget(self.field(key, control))
        line = row(self.advanced, self.advanced_line)
        line.setStretch(1, 1)
        left.addLayout(line)
        left.addSpacing(theme.SPACE["m"])
        left.addWidget(self.card)
        left.addStretch(1)
        self.body.addWidget(self.columns, 1)

    def _make_drawing_card(self) -> QWidget:
        card = Card("", "drawingCard")
        card.body.setContentsMargins(16, 12, 16, 12)
        sums = row()
        for key, title in (("folds", words.TEST_FOLDS), ("runs", words.TRAINING_RUNS), ("time", words.TIME)):
            part = QVBoxLayout()
            part.setSpacing(2)
            part.addWidget(plain(title, "caption"))
            part.addWidget(self.sums[key])
            sums.addLayout(part, 4 if key == "folds" else 3)
        card.add(row(plain(words.DRAWING, "title"), 0, self.caption), self.drawing, rule(), sums, self.note)
        card.body.setStretchFactor(self.drawing, 1)
        return card

    def redress(self) -> None:
        for box in (self.folds, self.repeats, self.most):
            box.setFixedWidth(theme.scaled(84))
        for combo in (self.tuning, self.final_test):
            combo.setFixedWidth(theme.scaled(262))
        for value in self.sums.values():
            value.setFixedHeight(theme.scaled(theme.LINES["number"]))
        self.note.setMinimumHeight(theme.scaled(2 * theme.LINES["caption"]))
        self.caption.setFixedHeight(theme.scaled(theme.LINES["caption"]))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.redress()

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        data, study = state.data, state.study
        if data is None:
            return
        scheme, trains = study.scheme, not has_only_imported(study)
        self.folds.setMaximum(max(2, data.size))
        for box, value in ((self.folds, scheme.folds), (self.repeats, scheme.repeats)):
            box.setValue(value)
        self.most.setValue(max(scheme.repeats, scheme.max_repeats))
        self.tuning.setCurrentIndex(self.tuning.findData(study.tuning.kind))
        self.stratified.setChecked(scheme.stratified)
        self.stratified.setText(words.STRATIFIED if data.classes else words.STRATIFIED_NUMBERS)
        name = data.group_name
        self.grouped.setChecked(scheme.grouped and data.groups is not None)
        self.grouped.setText(words.GROUPED.format(name=name) if name else words.NO_GROUPS)
        for part, usable in (
            (self.folds, trains and scheme.kind in FOLDED),
            (self.repeats, trains and scheme.kind in REPEATED),
            (self.most, trains and scheme.kind is SchemeKind.KFOLD),
            (self.tuning, trains and tunes_settings(replace(study, tuning=TUNES))),
            (self.stratified, trains and scheme.kind in MIXED),
            (self.grouped, bool(name)),
            (self.advanced, trains),
        ):
            part.setEnabled(usable)
        self._show_final_test(state, data, trains)
        self.advanced_line.setText(advanced_words(study) if trains else "")
        self.advanced_line.setToolTip(self.advanced_line.text())

    def _show_final_test(self, state: State, data: Dataset, trains: bool) -> None:
        sealed = state.form.sealed
        whole = data.size + (sealed.size if sealed is not None else 0)
        self.final_test.clear()
        self.final_test.addItem(words.FINAL_TEST_NONE.format(count=whole), False)
        possible = sealed is not None or can_keep_final_test(data)
        if possible:
            aside = sealed.size if sealed is not None else count_final_test_rows(data)
            self.final_test.addItem(words.FINAL_TEST_THIRD.format(count=aside), True)
        self.final_test.setCurrentIndex(1 if sealed is not None else 0)
        self.final_test.setEnabled(possible and trains)

    def renew(self) -> None:
        super().renew()
        state = self.shell.state
        if state.data is not None:
            self._draw(state.study, state.data)
            self._show_sums(state.study, state.data)
            self.shell.clock.start()

    def _show_sums(self, study: Study, data: Dataset) -> None:
        if has_only_imported(study):
            for value in self.sums.values():
                value.setText("–")
            return
        scheme = study.scheme
        try:
            folds = count_test_folds(study, data)
            runs = f"{count_training_runs(study, data):,}"
        except EvenfoldError:  # these splits cannot be made, which the drawing tells
            folds, runs = 0, "–"
        said = f"{folds:,}" if folds else "–"
        if scheme.kind is SchemeKind.KFOLD and folds:
            said = words.FOLDS_SUM.format(folds=scheme.folds, repeats=folds // scheme.folds, count=folds)
        for key, text in (("folds", said), ("runs", runs)):
            self.sums[key].setText(text)
            self.sums[key].setToolTip(text)
        self._show_time()
        self.note.setText(words.CHECK_NOTE if makes_claim(study, data) else words.DESCRIBES)

    def _show_time(self) -> None:
        value, note = time_words(self.shell)
        self.sums["time"].setText(value or "–")
        self.sums["time"].setToolTip(note)

    def help_of(self, key: str) -> tuple[str, HelpState]:
        state = self.shell.state
        study, data = state.study, state.data
        if key == GROUPED and data is not None and not data.group_name:
            return words.NO_GROUPS_HELP, HelpState.HELP
        if key == TUNING and not tunes_settings(replace(study, tuning=TUNES)):
            return words.TUNING_UNUSED, HelpState.HELP
        if key == VAULT and data is not None and not self.final_test.isEnabled():
            return words.FINAL_TEST_TOO_FEW, HelpState.HELP
        unused = {FOLDS: FOLDED, REPEATS: REPEATED, STRATIFIED: MIXED}
        if key in unused and study.scheme.kind not in unused[key]:
            return words.NOT_IN_THIS_WAY, HelpState.HELP
        return super().help_of(key)

    def subtitle(self) -> str:
        return words.LEAD

    def secondary(self) -> tuple[Action, ...]:
        state = self.shell.state
        changed = any(state.is_changed(key) for key in (*SUGGESTED, VAULT)) and not state.locked
        return (Action(words.BACK_TO_SUGGESTED, self._reset_all, changed),)

    def leave(self) -> bool:
        self.shell.clock.stop()
        return True

    def close_down(self) -> None:
        self._background.wait()
        self._sealing.wait()

    # --- The drawing -------------------------------------------------------------------------------------------------

    def _draw(self, study: Study, data: Dataset) -> None:
        if has_only_imported(study):
            self._show_trouble(words.NOTHING_TRAINED)
            return
        self._background.start(partial(draw_folds, study, data), self._drawn, self._not_drawn)

    def _drawn(self, drawn: Folds) -> None:
        data = self.shell.state.data
        if data is not None:
            caption = blocks_words(drawn, data)
            self.drawing.show_folds(drawn, f"{self.sums['folds'].text()} {words.TEST_FOLDS}, {caption}")
            self.caption.setText(caption)

    def _not_drawn(self, error: EvenfoldError) -> None:
        self._show_trouble(words.CANNOT_DRAW.format(reason=str(error)))

    def _show_trouble(self, text: str) -> None:
        self.drawing.show_trouble(text)
        self.caption.setText("")

    # --- Changing ----------------------------------------------------------------------------------------------------

    def put(self, key: str, value: object, owns: str = "") -> None:
        super().put(key, value, owns)
        if not self._loading:
            self.enter(self.shell.state)

    def _set_repeats(self, repeats: int, most: int) -> None:
        """Only repeated folds are extended by themselves."""
        scheme = self.shell.state.study.scheme
        most = most if scheme.kind is SchemeKind.KFOLD else repeats
        self.put("scheme", replace(scheme, repeats=repeats, max_repeats=most), owns=REPEATS)

    def _set_final_test(self, wanted: bool) -> None:
        """Set rows aside, or take them back; what was seen of the columns is looked up again without them."""
        state = self.shell.state
        form = state.form
        work = partial(with_vault, state.table, form, wanted)
        self._sealing.start(work, partial(self._parted, form, wanted), self._not_drawn)

    def _parted(self, form: Form, wanted: bool, parted: Form) -> None:
        if self.shell.state.form is not form:
            self._set_final_test(wanted)
            return
        self.shell.state.update(parted)
        self.enter(self.shell.state)

    def reset(self, key: str) -> None:
        first = self.shell.state.form.first
        if key == VAULT and first is not None:
            self._set_final_test(first.study.final_test)
        else:
            super().reset(key)

    def _reset_all(self) -> None:
        state = self.shell.state
        for key in SUGGESTED:
            if state.is_changed(key):
                state.reset(key)
        if state.is_changed(VAULT):
            self.reset(VAULT)
        self.enter(state)

    def _ask_advanced(self) -> None:
        state, timings = self.shell.state, self.shell.clock.timings
        if state.data is not None:
            time = short_time(estimate_explaining_seconds(state.study, timings)) if timings else ""
            AdvancedDialog(state.study, state.data, self.put, self, time).open()


def advanced_words(study: Study) -> str:
    """What was chosen in the dialog, in one line."""
    extra = len(study.extra)
    said = words.EXTRA_NONE if not extra else words.EXTRA_ONE if extra == 1 else words.EXTRA_SOME.format(count=extra)
    way = find_scheme_title(study.scheme.kind)
    reasons = words.REASONS_ON if study.importance and count_explaining_runs(study) else words.REASONS_OFF
    return words.ADVANCED_LINE.format(seed=study.seed, way=way[:1].lower() + way[1:], extra=said, reasons=reasons)


def blocks_words(drawn: Folds, data: Dataset) -> str:
    """What the blocks of the drawing are."""
    if drawn.in_time:
        return words.BY_TIME
    if drawn.by_group:
        return words.BY_GROUP.format(name=data.group_name)
    return words.BY_ROWS.format(rows=pluralize(drawn.rows_per_block, words.ROW))
