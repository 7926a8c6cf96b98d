"""The page Plan: how rows are shuffled into training and test, with a drawing that follows every change."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QComboBox, QVBoxLayout, QWidget

from core.advice.fold_drawing import Folds, folds
from core.advice.suggest_plan import MAX_SHUFFLES
from core.data.final_test_rows import can_split_final_test
from core.domain.dataset import Dataset
from core.domain.study import SchemeKind, TuningKind
from core.judge.context import is_imported
from core.schemes import SCHEMES
from core.support.errors import EvenfoldError
from gui import strings, theme
from gui.background import Background
from gui.widgets.folds_drawing import FoldsDrawing
from gui.widgets.numbers import WholeBox
from gui.widgets.parts import Card, as_is, button, label, plain, restyle, row
from gui.wizard.form import FormPage
from gui.wizard.opening import VAULT, with_vault
from gui.wizard.page import Shell
from gui.wizard.pages.extra import ExtraChoice
from gui.wizard.state import Form, State
from gui.wizard.words import decides_words, drawing_words

FOLDED = (SchemeKind.KFOLD, SchemeKind.TIME)
SHUFFLED = (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)
HOLDOUTS = (SchemeKind.HOLDOUT, SchemeKind.REPEATED_HOLDOUT, SchemeKind.TTV)
MIXED = (SchemeKind.KFOLD, *HOLDOUTS)
SPLITTING = (
    "scheme.kind", "scheme.folds", "scheme.repeats", "scheme.share", "scheme.samples", "scheme.stratified",
    "tuning.kind", "vault", "seed", "extra",
)  # fmt: skip
"""Fields that mean nothing where nothing is trained."""
AROUND = 48  # pixels between the fields and the drawing, and of the card around it


class PlanPage(FormPage):
    key = "plan"
    title = strings.plan.TITLE
    instruction = strings.plan.INSTRUCTION
    next_page = "review"
    next_label = strings.NEXT_REVIEW
    label_width = 148
    places = ("scheme", "tuning", "seed")

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._background, self._sealing = Background(self), Background(self)
        self.kind, self.tuning = QComboBox(), QComboBox()
        self.folds = WholeBox("folds", 2, 10_000)
        self.repeats, self.most = WholeBox("repeats", 1, MAX_SHUFFLES), WholeBox("mostRepeats", 1, MAX_SHUFFLES)
        self.extra = ExtraChoice()
        self.share = WholeBox("share", 10, 95)
        self.samples = WholeBox("samples", 2, 10_000)
        self.seed = WholeBox("seed", 0, 2_000_000_000)
        self.stratified, self.grouped = QCheckBox(strings.plan.STRATIFIED), QCheckBox()
        self.vault = QCheckBox(strings.plan.VAULT)
        self.drawing = FoldsDrawing()
        self.total, self.caption = label("", "strong", "planTotal"), as_is("", "caption", "planCaption")
        self.decides = label("", "secondary", "planDecides")
        self._fill_choices()
        self._arrange()

    def _fill_choices(self) -> None:
        for scheme in SCHEMES:
            self.kind.addItem(scheme.title, scheme.key)
        for kind in TuningKind:
            self.tuning.addItem(strings.plan.TUNING[kind], kind)
        self.kind.activated.connect(lambda: self._set_kind(SchemeKind(self.kind.currentData())))
        self.tuning.activated.connect(lambda: self.put("tuning.kind", TuningKind(self.tuning.currentData())))
        self.stratified.clicked.connect(lambda on: self.put("scheme.stratified", on))
        self.grouped.clicked.connect(lambda on: self.put("scheme.grouped", on))
        self.vault.clicked.connect(self._set_vault)
        self.share.setSuffix(" %")
        self.folds.changed.connect(lambda value: self.put("scheme.folds", value))
        self.repeats.changed.connect(lambda value: self._set_repeats(value, max(value, self.most.value())))
        self.most.changed.connect(lambda value: self._set_repeats(min(value, self.repeats.value()), value))
        self.extra.changed.connect(lambda kinds: self.put("extra", kinds))
        self.share.changed.connect(lambda percent: self.put("scheme.share", percent / 100))
        self.samples.changed.connect(lambda value: self.put("scheme.samples", value))
        self.seed.changed.connect(lambda value: self.put("seed", value))

    def _arrange(self) -> None:
        form = QVBoxLayout()
        form.setSpacing(theme.GRID)
        fields = (
            ("scheme.kind", self.kind), ("scheme.folds", self.folds), ("scheme.repeats", self.repeats),
            ("scheme.share", self.share), ("scheme.samples", self.samples), ("scheme.stratified", self.stratified),
            ("scheme.grouped", self.grouped), ("tuning.kind", self.tuning), ("vault", self.vault),
        )  # fmt: skip
        self._limit = QWidget()
        self._limit.setLayout(row(plain(strings.plan.AT_MOST), self.most))
        self.most.setAccessibleName(strings.plan.AT_MOST_NAME)
        self.most.setToolTip(strings.plan.AT_MOST_NAME)
        for key, control in fields:
            form.addWidget(self.field(key, control, self._limit if key == "scheme.repeats" else None))
        fresh = button(strings.plan.SEED_NEW, self._new_seed, "newSeed", "small")
        form.addWidget(self.field("seed", self.seed, fresh))
        form.addWidget(self.field("extra", self.extra))
        form.addStretch(1)
        card = self._card = Card(strings.plan.DRAWING, "drawingCard").add(
            self.drawing, self.caption, self.total, self.decides
        )
        card.body.setStretchFactor(self.drawing, 1)
        self._sides = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._sides.setSpacing(2 * theme.GRID)
        self._left = QWidget()
        self._left.setLayout(form)
        form.setContentsMargins(0, 0, 0, 0)
        self._sides.addWidget(self._left, 0)
        self._sides.addWidget(card, 1)
        self.body.addLayout(self._sides, 1)
        self.body.addWidget(self.card)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The drawing stands beside the fields where there is room, else below them."""
        super().resizeEvent(event)
        beside = self.width() >= self._left.sizeHint().width() + self.drawing.minimumSizeHint().width() + AROUND
        direction = QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom
        if direction != self._sides.direction():
            self._sides.setDirection(direction)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        data, study = state.data, state.study
        if data is None:
            return
        scheme = study.scheme
        self.kind.setCurrentIndex(self.kind.findData(scheme.kind))
        self.tuning.setCurrentIndex(self.tuning.findData(study.tuning.kind))
        values = ((self.folds, scheme.folds), (self.repeats, scheme.repeats), (self.samples, scheme.samples))
        for box, value in (*values, (self.share, round(100 * scheme.share)), (self.seed, study.seed)):
            box.setValue(value)
        self.most.setValue(max(scheme.repeats, scheme.max_repeats))
        self.extra.show_kinds(study.extra, scheme.kind)
        self.folds.setMaximum(max(2, data.size))
        self.stratified.setChecked(scheme.stratified)
        self.stratified.setText(strings.plan.STRATIFIED if data.classes else strings.plan.STRATIFIED_NUMBERS)
        self.grouped.setChecked(scheme.grouped and data.groups is not None)
        name = data.group_name
        self.grouped.setText(strings.plan.GROUPED.format(name=name) if name else strings.plan.NO_GROUPS)
        self.grouped.setEnabled(bool(name))
        self._show_vault(state, data)

    def _show_vault(self, state: State, data: Dataset) -> None:
        sealed = state.form.sealed
        possible = sealed is not None or can_split_final_test(data)
        self.vault.setChecked(sealed is not None)
        self.vault.setEnabled(possible)
        text = strings.plan.VAULT if possible else strings.plan.VAULT_TOO_FEW
        self.vault.setText(text if sealed is None else strings.plan.VAULT_SEALED.format(count=sealed.size))

    def renew(self) -> None:
        state, kind = self.shell.state, self.shell.state.study.scheme.kind
        shown = {
            "scheme.folds": kind in FOLDED, "scheme.repeats": kind in SHUFFLED, "scheme.share": kind in HOLDOUTS,
            "scheme.samples": kind is SchemeKind.BOOTSTRAP, "scheme.stratified": kind in MIXED,
        }  # fmt: skip
        trains = not is_imported(state.study)
        for key in SPLITTING:
            self._rows[key].setVisible(trains and shown.get(key, True))
        self._rows["scheme.grouped"].setVisible(trains or bool(state.data and state.data.group_name))
        self._limit.setVisible(trains and kind is SchemeKind.KFOLD)
        self._left.setVisible(trains or bool(state.data and state.data.group_name))
        for part in (self._card.heading, self.drawing):
            part.setVisible(trains)
        self._sides.setAlignment(self._card, Qt.AlignmentFlag(0) if trains else Qt.AlignmentFlag.AlignTop)
        super().renew()
        if state.data is not None:
            self._draw(state.data)

    def _draw(self, data: Dataset) -> None:
        study = self.shell.state.study
        self.decides.setText(decides_words(study, data))
        restyle(self.caption, look="" if is_imported(study) else "caption")
        if is_imported(study):
            self._show_trouble(strings.plan.NOTHING_TRAINED)
            return
        self._background.start(partial(folds, study, data), self._drawn, self._not_drawn)

    def _drawn(self, drawn: Folds) -> None:
        state = self.shell.state
        if state.data is not None:
            caption, total = drawing_words(drawn, state.study, state.data)
            self.drawing.show_folds(drawn, f"{total} {caption}")
            self.caption.setText(caption)
            self.total.setText(total)
            self.total.setVisible(bool(total))

    def _not_drawn(self, error: EvenfoldError) -> None:
        self._show_trouble(strings.plan.CANNOT_DRAW.format(reason=str(error)))

    def _show_trouble(self, text: str) -> None:
        self.drawing.show_trouble(text)
        self.caption.setText("" if self.drawing.isVisibleTo(self) else text)
        self.total.hide()

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _set_kind(self, kind: SchemeKind) -> None:
        """Ways that make one set of splits only have one shuffle."""
        scheme = self.shell.state.study.scheme
        repeats = max(scheme.repeats, 10) if kind in SHUFFLED else 1
        most = MAX_SHUFFLES if kind is SchemeKind.KFOLD else repeats
        self.put("scheme", replace(scheme, kind=kind, repeats=repeats, max_repeats=most), owns="scheme.kind")
        self.enter(self.shell.state)

    def _set_repeats(self, repeats: int, most: int) -> None:
        """Only shuffled folds are extended by themselves."""
        scheme = self.shell.state.study.scheme
        most = most if scheme.kind is SchemeKind.KFOLD else repeats
        self.put("scheme", replace(scheme, repeats=repeats, max_repeats=most), owns="scheme.repeats")
        self.enter(self.shell.state)

    def _set_vault(self, wanted: bool) -> None:
        """Set a third aside, or take it back; what was seen of the columns is looked up again without it."""
        state = self.shell.state
        form = state.form
        work = partial(with_vault, state.table, form, wanted)
        self._sealing.start(work, partial(self._parted, form, wanted), self._not_drawn)

    def _parted(self, form: Form, wanted: bool, parted: Form) -> None:
        if self.shell.state.form is not form:
            self._set_vault(wanted)
            return
        self.shell.state.update(parted)
        self.shell.go(self.key)

    def reset(self, key: str) -> None:
        first = self.shell.state.form.first
        if key == VAULT and first is not None:
            self._set_vault(first.study.vault)
        else:
            super().reset(key)

    def _new_seed(self) -> None:
        self.put("seed", (self.shell.state.study.seed * 48_271 + 11) % 99_991)
        self.enter(self.shell.state)

    def close_down(self) -> None:
        self._background.wait()
        self._sealing.wait()
