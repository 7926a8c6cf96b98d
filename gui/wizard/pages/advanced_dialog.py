"""Plan in detail: the way of splitting, the seed, estimates beside the plan, and which inputs matter."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QDialog, QDialogButtonBox, QFormLayout, QVBoxLayout, QWidget

from core.application.fill_plan import list_schemes
from core.application.plan_reasons import choose_input_groups, count_explaining_runs, name_input_groups
from core.domain.dataset import Dataset
from core.domain.study import SchemeChoice, SchemeKind, Study, TuningKind
from gui.strings import plan as words
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.numbers import WholeBox
from gui.widgets.parts import OneLine, button, label, row
from gui.wizard.fields import field_of
from gui.wizard.pages.extra import ExtraChoice
from gui.wizard.pages.input_groups_dialog import InputGroupsDialog

HOLDOUTS = (SchemeKind.HOLDOUT, SchemeKind.REPEATED_HOLDOUT, SchemeKind.TTV)
REPEATED = (SchemeKind.KFOLD, SchemeKind.REPEATED_HOLDOUT)


class AdvancedDialog(QDialog):
    """Every change is handed on at once: `put` takes the field and its value."""

    def __init__(
        self, study: Study, data: Dataset, put: Callable[[str, object, str], None], parent: QWidget, time: str = ""
    ) -> None:
        """`time` is what the work after the folds takes, in words; nothing while it is not known."""
        super().__init__(parent)
        self.setObjectName("advancedDialog")
        self.setWindowTitle(words.ADVANCED_TITLE)
        self.setMinimumWidth(480)
        self._study, self._data, self._put, self._time = study, data, put, time
        self.kind = ChoiceBox()
        self.kind.setObjectName("scheme_kind")
        for key, title, note in list_schemes():
            self.kind.addItem(title, key)
            self.kind.setItemData(self.kind.count() - 1, note, Qt.ItemDataRole.ToolTipRole)
        self.share, self.samples = WholeBox("share", 10, 95), WholeBox("samples", 2, 10_000)
        self.tuning_share = WholeBox("tuningShare", 10, 50)
        self.tuning_share.setSuffix(" %")
        self.seed = WholeBox("seed", 0, 2_000_000_000)
        self.share.setSuffix(" %")
        self.extra = ExtraChoice()
        self.importance = QCheckBox(words.REASONS)
        self.importance.setObjectName("importance")
        self.groups = button(words.GROUPS, self._ask_groups, "inputGroupsButton", "small")
        self.groups_line = OneLine("help", "inputGroupsLine")
        self.cost = label("", "help", "importanceCost")
        self._help = label("", "help", "advancedHelp")
        self._help.setMinimumHeight(2 * self.fontMetrics().height())
        self._connect()
        self._arrange()
        self._show(study.scheme)

    def _connect(self) -> None:
        self.kind.activated.connect(lambda: self._set_kind(SchemeKind(self.kind.currentData())))
        self.share.changed.connect(lambda percent: self._change(replace(self._scheme, share=percent / 100)))
        self.samples.changed.connect(lambda value: self._change(replace(self._scheme, samples=value)))
        self.tuning_share.changed.connect(lambda percent: self._put("tuning.share", percent / 100, "tuning.share"))
        self.seed.changed.connect(lambda value: self._put("seed", value, "seed"))
        self.extra.changed.connect(lambda kinds: self._put("extra", kinds, "extra"))
        self.importance.clicked.connect(self._set_importance)

    def _arrange(self) -> None:
        fresh = button(words.SEED_NEW, self._new_seed, "newSeed", "small")
        form = QFormLayout()
        form.setSpacing(12)
        seed = QWidget()
        seed.setLayout(row(self.seed, fresh, 0))
        for key, control in (
            ("scheme.kind", self.kind), ("scheme.share", self.share), ("scheme.samples", self.samples),
            ("tuning.share", self.tuning_share), ("seed", seed), ("extra", self.extra), ("importance", self.importance),
        ):  # fmt: skip
            form.addRow(field_of(key).title, control)
            control.setToolTip(field_of(key).note)
            control.setAccessibleName(field_of(key).title.replace("&", ""))
        line = row(self.groups, self.groups_line)
        line.setStretch(1, 1)
        form.addRow("", self.cost)
        form.addRow("", line)
        buttons = QDialogButtonBox()
        done = buttons.addButton(words.CLOSE, QDialogButtonBox.ButtonRole.AcceptRole)
        done.setObjectName("advancedDone")
        buttons.accepted.connect(self.accept)
        layout = QVBoxLayout(self)
        layout.setSpacing(12)
        layout.addLayout(form)
        layout.addWidget(self._help)
        layout.addWidget(buttons)

    def _show(self, scheme: SchemeChoice) -> None:
        self._scheme = scheme
        self.kind.setCurrentIndex(self.kind.findData(scheme.kind))
        self.share.setValue(round(100 * scheme.share))
        self.share.setEnabled(scheme.kind in HOLDOUTS)
        self.samples.setValue(scheme.samples)
        self.samples.setEnabled(scheme.kind is SchemeKind.BOOTSTRAP)
        self.tuning_share.setValue(round(100 * self._study.tuning.share))
        self.tuning_share.setEnabled(self._study.tuning.kind is TuningKind.HOLDOUT)
        self.seed.setValue(self._study.seed)
        self.extra.show_kinds(self._study.extra, scheme.kind)
        self._help.setText(field_of("scheme.kind").help)
        self._show_reasons(replace(self._study, scheme=scheme))

    def _show_reasons(self, study: Study) -> None:
        runs = count_explaining_runs(study)
        self.importance.setChecked(study.importance and runs > 0)
        self.importance.setEnabled(runs > 0)
        self.groups.setEnabled(study.importance and runs > 0)
        time = words.REASONS_TIME.format(time=self._time) if self._time else ""
        self.cost.setText(words.REASONS_COST.format(runs=runs, time=time) if runs else words.REASONS_IMPOSSIBLE)
        joined = [group for group in name_input_groups(study, self._data) if len(group) > 1]
        said = "; ".join(" + ".join(group) for group in joined) or words.GROUPS_NONE
        self.groups_line.setText(said)
        self.groups_line.setToolTip(said)

    def _set_importance(self, is_on: bool) -> None:
        self._study = replace(self._study, importance=is_on)
        self._put("importance", is_on, "importance")
        self._show_reasons(replace(self._study, scheme=self._scheme))

    def _ask_groups(self) -> None:
        dialog = InputGroupsDialog(name_input_groups(self._study, self._data), self)
        dialog.accepted.connect(lambda: self._set_groups(dialog))
        dialog.open()

    def _set_groups(self, dialog: InputGroupsDialog) -> None:
        chosen = choose_input_groups(self._data, dialog.groups())
        self._study = replace(self._study, input_groups=chosen)
        self._put("input_groups", chosen, "importance")
        self._show_reasons(replace(self._study, scheme=self._scheme))

    def _set_kind(self, kind: SchemeKind) -> None:
        """Ways that make one set of splits only have one repeat."""
        repeats = max(self._scheme.repeats, 10) if kind in REPEATED else 1
        self._change(replace(self._scheme, kind=kind, repeats=repeats, max_repeats=repeats), "scheme.kind")

    def _change(self, scheme: SchemeChoice, owns: str = "scheme.kind") -> None:
        self._put("scheme", scheme, owns)
        self._show(scheme)

    def _new_seed(self) -> None:
        self.seed.setValue((self.seed.value() * 48_271 + 11) % 99_991)
        self._put("seed", self.seed.value(), "seed")
