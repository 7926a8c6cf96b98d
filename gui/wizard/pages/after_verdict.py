"""What can be done once a verdict stands: keep the model, confirm it on new rows, open the vault."""

from functools import partial
from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QFileDialog, QMessageBox, QWidget

from core.domain.evidence import GIVEN
from core.domain.study import Candidate
from core.domain.vault import VaultReading
from core.history.recorder import record_final_test
from core.laboratory.put_back import choices, kept_in, told
from core.prediction.build import build_model
from core.prediction.file import SUFFIX, save_model
from core.prediction.record import FinalModel
from core.routes.vault import open_vault
from core.store.study_file import StudyFile
from core.support.errors import EvenfoldError
from core.support.paths import free_path
from core.wording.final_test_text import word_final_test
from core.wording.model_names import names_of
from core.wording.units import sentences
from gui import messages, theme
from gui.background import Background
from gui.ledger import opened
from gui.results.contests import contests, leading
from gui.results.parameters_tab import can_put_back
from gui.strings import honesty as strings
from gui.widgets.flow import FlowLayout
from gui.widgets.parts import Card, button, label
from gui.wizard.page import Shell
from gui.wizard.state import State


class AfterVerdict(Card):
    """One line of actions, and what the vault said or that it is still sealed."""

    rows_wanted = Signal()

    def __init__(self, shell: Shell) -> None:
        super().__init__(strings.AFTER, "afterVerdict")
        self._shell = shell
        self._background = Background(self)
        self.vault = label("", "", "vaultText")
        self.which = QComboBox()
        self.which.setObjectName("modelChoice")
        self.which.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.which.setAccessibleName(strings.MODEL_CHOICE)
        self.which.setToolTip(f"{strings.MODEL_CHOICE} {strings.MODEL_CHOICE_NOTE}")
        self.save = button(strings.SAVE_MODEL, self.save_final, "saveModel", "small")
        self.save.setToolTip(strings.SAVE_MODEL_NOTE)
        self.rows_in = button(strings.ROWS_IN, self.rows_wanted.emit, "rowsIn", "small")
        self.rows_in.setToolTip(strings.ROWS_IN_NOTE)
        self.rows_told = label("", "", "rowsTold")
        self.confirm = button(strings.CONFIRM, partial(shell.go, "confirm"), "confirmNew", "small")
        self.confirm.setToolTip(strings.CONFIRM_NOTE)
        self.open_it = button(strings.OPEN_VAULT, self.ask_to_open, "openVault", "small")
        actions = QWidget()
        flow = FlowLayout(actions, theme.GRID)
        for widget in (self.which, self.save, self.confirm, self.rows_in, self.open_it):
            flow.addWidget(widget)
        self.add(self.vault, self.rows_told, actions)

    def show_state(self, state: State) -> None:
        """Only what this study can do; a study without a file or with nothing trained has less."""
        file = state.file
        trained = self._trained(state)
        self.which.clear()
        for candidate, name in trained:
            self.which.addItem(name, candidate.key)
        for widget in (self.which, self.save):
            widget.setVisible(file is not None and bool(trained))
        self.confirm.setVisible(bool(state.study.challengers))
        self._show_rows(state)
        self._show_vault(file)
        self.setVisible(file is not None)

    def _show_rows(self, state: State) -> None:
        """With rows left out: the answer with them in, once it was asked for."""
        possible = bool(state.study.challengers) and can_put_back(state.study, state.file)
        chosen = self._leading(state)
        found = kept_in(state.file).get(choices(*chosen)) if possible and state.file and chosen else None
        self.rows_in.setVisible(possible and found is None)
        self.rows_told.setVisible(found is not None)
        self.rows_told.setText("" if found is None else strings.ROWS_TOLD.format(told=escape(told(found), quote=False)))

    @staticmethod
    def _leading(state: State) -> tuple[str, str] | None:
        if state.findings is None or state.data is None:
            return None
        found = leading(contests(state.study, state.data, state.findings), state.findings.conclusion)
        return None if found is None else (found.candidate, found.output)

    def _trained(self, state: State) -> list[tuple[Candidate, str]]:
        """The recommended model first; columns of predictions are no models to keep."""
        if state.data is None or state.findings is None:
            return []
        names, first = names_of(state.study, state.data), state.findings.conclusion.use
        found = [candidate for candidate in state.study.candidates if candidate.algorithm != GIVEN]
        ordered = sorted(found, key=lambda candidate: candidate.key != first)
        return [(candidate, sentences(names[candidate.key])) for candidate in ordered]

    def _show_vault(self, file: StudyFile | None) -> None:
        sealed = 0 if file is None else file.sealed_rows
        reading = None if file is None else file.vault()
        self.open_it.setVisible(bool(sealed) and reading is None)
        self.open_it.setToolTip(strings.OPEN_VAULT_NOTE.format(count=sealed))
        self.vault.setVisible(bool(sealed))
        if reading is not None:
            text = " ".join(word_final_test(file.study, file.data, reading)) if file is not None else ""
            self.vault.setText(strings.VAULT.format(text=escape(text, quote=False)))
        else:
            self.vault.setText(strings.VAULT_STILL.format(count=sealed))

    # --- The vault ---------------------------------------------------------------------------------------------------

    def ask_to_open(self) -> None:
        file = self._shell.state.file
        if file is None or file.read_only:
            self._shell.announce(strings.VAULT_READ_ONLY)
            return
        box = QMessageBox(QMessageBox.Icon.Question, strings.VAULT_TITLE, strings.VAULT_TITLE, parent=self)
        box.setObjectName("vaultBox")
        box.setInformativeText(strings.VAULT_ASK.format(count=file.sealed_rows))
        keep = box.addButton(strings.VAULT_KEEP, QMessageBox.ButtonRole.RejectRole)
        box.addButton(strings.VAULT_GO, QMessageBox.ButtonRole.AcceptRole).setObjectName("openIt")
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.accepted.connect(self.open)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def open(self) -> None:
        state = self._shell.state
        if state.file is None:
            return
        self.open_it.setEnabled(False)
        self._shell.announce(strings.VAULT_WORKING)
        work = partial(opened_vault, state.file, self._shell.settings.studies)
        self._background.start(work, partial(self._opened, state), self._failed)

    def _opened(self, state: State, found: tuple[VaultReading, str]) -> None:
        self.open_it.setEnabled(True)
        if state is self._shell.state:
            self._show_vault(state.file)
            told = word_final_test(state.file.study, state.file.data, found[0])[0] if state.file is not None else ""
            self._shell.announce(f"{told} {found[1]}".strip())

    # --- The final model ---------------------------------------------------------------------------------------------

    def save_final(self) -> None:
        state = self._shell.state
        start = str(free_path(self._shell.settings.studies, state.study.title, SUFFIX))
        chosen, _ = QFileDialog.getSaveFileName(self, strings.MODEL_TITLE, start, strings.MODEL_FILTER)
        if chosen:
            path = Path(chosen)
            self.write(path if path.suffix == SUFFIX else path.with_name(path.name + SUFFIX))

    def write(self, path: Path) -> None:
        """A name the person chose again in the dialog may be written over."""
        file = self._shell.state.file
        if file is None:
            return
        self._shell.announce(strings.MODEL_WORKING.format(name=self.which.currentText()))
        work = partial(saved_model, file, str(self.which.currentData()), path)
        self._background.start(work, partial(self._saved, path), self._failed)

    def _saved(self, path: Path, model: FinalModel) -> None:
        self._shell.announce(strings.MODEL_SAVED.format(path=path, told=model.told))

    def _failed(self, error: EvenfoldError) -> None:
        self.open_it.setEnabled(True)
        self._shell.announce("")
        messages.show_error(self, error)

    def close_down(self) -> None:
        self._background.wait()


def opened_vault(file: StudyFile, folder: Path) -> tuple[VaultReading, str]:
    """What the sealed rows say, and what could not be written to the ledger."""
    reading = open_vault(file)
    return reading, record_final_test(opened(file.study, folder).history, file, reading)


def saved_model(file: StudyFile, candidate: str, path: Path) -> FinalModel:
    model, data = build_model(file, candidate)
    save_model(path, model, data, over=True)
    if not file.read_only:
        file.log(f"final model of {candidate} saved")
    return model
