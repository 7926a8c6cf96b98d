"""What can be done once a result stands: save the model, use the final test rows, find out more, lift a block."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, Qt, Signal
from PySide6.QtWidgets import QMenu, QMessageBox, QPushButton, QWidget

from core.application.decision_aids import can_recalibrate
from core.application.judge_again import (
    DOUBTFUL_INPUTS,
    LEFT_OUT_ROWS,
    can_leave_out_leaks,
    describe_later_results,
    is_judged_without_leaks,
)
from core.application.open_final_test import open_and_count_final_test
from core.application.predict_rows import (
    MOST_ROWS,
    SUFFIX,
    FinalModel,
    export_model_of_study,
    save_model_of_study,
)
from core.application.study_facts import is_in_sample, list_doubtful_inputs
from core.application.study_files import StudyFile
from core.application.suggest_study import measures_for, with_measure
from core.domain.conclusion import Conclusion, Reason
from core.domain.dataset import Dataset
from core.domain.evidence import GIVEN
from core.domain.final_test import FinalTestResult
from core.domain.study import Candidate, Study
from core.figures.live import Live
from core.support.errors import EvenfoldError
from core.wording.final_test_text import word_final_test
from core.wording.model_names import names_of
from core.wording.prediction_text import NOT_LOGGED
from core.wording.units import sentences
from gui import messages
from gui import strings as all_strings
from gui.files import FileKind
from gui.ledger import opened
from gui.results.contests import Contest, contests, leading
from gui.results.failures_dialog import FailuresDialog
from gui.results.more_rows_dialog import MoreRowsDialog, is_too_wide
from gui.results.parameters_tab import can_put_back
from gui.results.save_model_dialog import SaveChoice, SaveModelDialog
from gui.strings import honesty as strings
from gui.strings import result as words
from gui.strings import save_model as save_words
from gui.tasks import Background
from gui.wizard.leak_decisions import ask_again, leave_out, say_known
from gui.wizard.page import Shell
from gui.wizard.state import State

Way = tuple[str, str, Callable[[], None]]
"""Key, words and action of one thing to do."""

COST = "cost"


class ResultActions(QObject):
    """Offers, as menus of the banner's buttons, what this result allows; `rows_told` says what final rows showed."""

    tested = Signal()
    train_wanted = Signal(str)
    """Train again with a change named by its key: rows put back, inputs left out."""

    def __init__(self, shell: Shell, page: QWidget) -> None:
        super().__init__(page)
        self._shell, self._page = shell, page
        self._background = Background(self)
        self.menu: QMenu | None = None

    # --- menus ---

    def _open_menu(self, ways: list[Way], anchor: QWidget | None) -> None:
        menu = QMenu(self._page)
        menu.setObjectName("resultMenu")
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for key, text, act in ways:
            action = menu.addAction(text)
            action.setObjectName(f"way_{key}")
            action.triggered.connect(lambda _on=False, act=act: act())
        self.menu = menu
        place = self._page if anchor is None else anchor
        menu.popup(place.mapToGlobal(QPoint(0, place.height() + 2)))

    def offer_models(self, _anchor: QPushButton | None = None) -> None:
        """Save this model…: one dialog for every model and every kind of file."""
        state, found = self._shell.state, list_trained(self._shell.state)
        if not found or state.data is None:
            self._shell.announce(words.NO_MODEL)
            return
        rows = min(state.data.size, MOST_ROWS)
        models = [(candidate.key, text) for candidate, text in found]
        dialog = SaveModelDialog(models, self.list_recalibratable(), rows, self._page)
        dialog.wanted.connect(self.save_final)
        dialog.open()

    def list_recalibratable(self) -> tuple[str, ...]:
        """The trained models whose scores of two classes can become probabilities."""
        state = self._shell.state
        if state.data is None or state.run is None:
            return ()
        study, data, run = state.study, state.data, state.run
        keys = (candidate.key for candidate, _ in list_trained(state))
        return tuple(key for key in keys if can_recalibrate(study, data, run, key))

    def offer_ways_to_find_out(self, anchor: QPushButton | None) -> None:
        self._open_menu(self.list_ways_to_find_out(), anchor)

    def list_ways_to_find_out(self) -> list[Way]:
        """What helps where the rows cannot decide."""
        state, contest = self._shell.state, self._leading()
        ways: list[Way] = []
        if contest is not None and is_too_wide(contest):
            ways.append(("rows", words.WAY_ROWS, self.plan_rows))
        ways += self._list_confirmations()
        if len(state.study.challengers) > 1:
            ways.append(("fewer", words.WAY_FEWER, partial(self._new_study, "candidates", words.SAID_FEWER)))
        second = contest.row.second if contest is not None else None
        can_cost = state.data is not None and can_set_costs(state.study, state.data)
        if second is not None and second.conflict.value not in ("agree", "undefined") and can_cost:
            ways.append(("costs", all_strings.verdict.OFFERS["costs"], self.set_costs))
        if can_put_back(state.study, state.file):
            ways.append(("rows-in", strings.ROWS_IN, self.train_rows_in))
        return ways

    def train_rows_in(self) -> None:
        """Train with the rows in that rules leave out."""
        self.train_wanted.emit(LEFT_OUT_ROWS)

    def _list_confirmations(self) -> list[Way]:
        state = self._shell.state
        ways: list[Way] = []
        if state.study.challengers:
            ways.append(("confirm", words.WAY_CONFIRM, partial(self._shell.go, "confirm")))
        if can_test_finally(state.file):
            ways.append(("final-test", words.WAY_FINAL_TEST, self.ask_to_open))
        return ways

    def confirm(self, anchor: QPushButton | None = None) -> None:
        """Confirm on new rows: from a file, or on the rows that were kept aside."""
        ways = self._list_confirmations()
        if len(ways) == 1:
            ways[0][2]()
        elif ways:
            self._open_menu(ways, anchor)

    def offer_repairs(self, anchor: QPushButton | None) -> None:
        self._open_menu(self.list_repairs(), anchor)

    def list_repairs(self) -> list[Way]:
        """What lifts a block, each as a new study from this one."""
        state, said = self._shell.state, all_strings.verdict
        conclusion = state.findings.conclusion if state.findings is not None else None
        if conclusion is None or state.data is None:
            return []
        if conclusion.reason is Reason.FAILURES:
            return [("settings", said.OFFERS["settings"], partial(self._new_study, "candidates", said.NEW_STUDY))]
        doubtful = list_doubtful_inputs(state.study, state.data)
        if not doubtful or is_in_sample(state.study):
            return [("decide", said.OFFERS["decide"], partial(self._decide, ask_again, said.DECIDE))]
        ways: list[Way] = [("known", said.OFFERS["known"], partial(self._decide, say_known, said.IS_KNOWN))]
        if len(doubtful) < len(state.data.features):
            ways.append(("leave-out", said.OFFERS["leave-out"], partial(self._decide, leave_out, said.IS_LEFT_OUT)))
        if state.file is not None and can_leave_out_leaks(state.study, state.data) and not self._is_trained_without():
            ways.append(("without-it", said.WITHOUT_IT, partial(self.train_wanted.emit, DOUBTFUL_INPUTS)))
        return ways

    def _is_trained_without(self) -> bool:
        state, contest = self._shell.state, self._leading()
        if contest is None or state.file is None:
            return True
        return is_judged_without_leaks(state.file, contest.candidate, contest.output)

    def show_details(self, conclusion: Conclusion) -> bool:
        """Show why a result is blocked, where there is more to see than the checks; False leaves it to them."""
        if conclusion.reason is not Reason.FAILURES:
            return False
        self.show_messages()
        return True

    def list_later_results(self) -> list[str]:
        """What was found after the run: the answer with excluded rows put back, and without inputs in doubt."""
        state, contest = self._shell.state, self._leading()
        if contest is None or state.file is None:
            return []
        with_rows, without_inputs = describe_later_results(state.file, contest.candidate, contest.output)
        told = strings.ROWS_TOLD.format(told=with_rows) if with_rows else ""
        return [text for text in (told, without_inputs) if text]

    # --- single actions ---

    def _leading(self) -> Contest | None:
        state = self._shell.state
        if state.findings is None or state.data is None:
            return None
        return leading(contests(state.study, state.data, state.findings), state.findings.conclusion)

    def plan_rows(self) -> None:
        state, contest = self._shell.state, self._leading()
        if contest is not None and state.data is not None:
            dialog = MoreRowsDialog(contest, state.study, state.data, self._page)
            dialog.confirm_wanted.connect(lambda: self._shell.go("confirm"))
            dialog.open()

    def _new_study(self, page: str, said: str) -> None:
        self._shell.new_from_this(page)
        self._shell.announce(said)

    def _decide(self, do: Callable[[State], None], said: str) -> None:
        """The same study, open again, with what was decided about the question that blocks it."""
        self._shell.new_from_this("data")
        do(self._shell.state)
        self._shell.go("data")
        self._shell.announce(said)

    def set_costs(self) -> None:
        """The same study, open again, with costs as its main measure."""
        self._shell.new_from_this("question")
        state = self._shell.state
        if state.data is not None:
            question = with_measure(state.study.question, COST, state.data)
            state.change_study(replace(state.study, question=question), "question.measure")
            self._shell.go("question")
            self._shell.announce(all_strings.verdict.COSTS_ASKED)

    def show_messages(self) -> None:
        state = self._shell.state
        if state.run is None or state.data is None:
            return
        known = Live(())
        known.add((), state.run.outcomes)
        failed = [trouble for trouble in known.troubles if trouble.failed]
        FailuresDialog(failed, names_of(state.study, state.data), self._page).open()

    # --- final test rows ---

    def ask_to_open(self) -> None:
        file = self._shell.state.file
        if file is None or file.read_only:
            self._shell.announce(strings.VAULT_READ_ONLY)
            return
        box = QMessageBox(QMessageBox.Icon.Question, strings.VAULT_TITLE, strings.VAULT_TITLE, parent=self._page)
        box.setObjectName("vaultBox")
        box.setInformativeText(strings.VAULT_ASK.format(count=file.final_test_size))
        keep = box.addButton(strings.VAULT_KEEP, QMessageBox.ButtonRole.RejectRole)
        box.addButton(strings.VAULT_GO, QMessageBox.ButtonRole.AcceptRole).setObjectName("openIt")
        box.setDefaultButton(keep)
        box.setEscapeButton(keep)
        box.accepted.connect(self.test_finally)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def test_finally(self) -> None:
        state = self._shell.state
        if state.file is None:
            return
        self._shell.announce(strings.VAULT_WORKING)
        work = partial(run_final_test, state.file, self._shell.settings.studies)
        self._background.start(work, partial(self._tested, state), self._failed)

    def _tested(self, state: State, found: tuple[FinalTestResult, str]) -> None:
        if state is self._shell.state:
            told = word_final_test(state.file.study, state.file.data, found[0])[0] if state.file is not None else ""
            self._shell.announce(f"{told} {found[1]}".strip())
            self.tested.emit()

    # --- the final model ---

    def save_final(self, choice: SaveChoice) -> None:
        """Where the file goes is asked; a name the person chose again may be written over."""
        state = self._shell.state
        beside = state.file.path if state.file is not None else None
        name, filters = f"{state.study.title}{choice.ending}", save_words.FILTERS[choice.ending]
        ask = self._shell.files.ask_to_save
        chosen = ask(self._page, FileKind.MODEL, strings.MODEL_TITLE, name, filters, beside)
        if chosen is not None:
            path, ending = chosen[0], choice.ending
            self.write(choice, path if path.suffix == ending else path.with_name(path.name + ending))

    def write(self, choice: SaveChoice, path: Path) -> None:
        state = self._shell.state
        if state.file is None or state.data is None:
            return
        name = sentences(names_of(state.study, state.data)[choice.candidate])
        self._shell.announce(strings.MODEL_WORKING.format(name=name))
        work = partial(write_model, state.file, choice, path)
        self._background.start(work, partial(self._saved, path), self._failed)

    def _saved(self, path: Path, model: FinalModel) -> None:
        if path.suffix != SUFFIX:
            self._shell.announce(save_words.EXPORTED_TO.format(path=path, told=model.told))
            return
        file = self._shell.state.file
        skipped = f" {NOT_LOGGED}" if file is not None and file.read_only else ""
        self._shell.announce(strings.MODEL_SAVED.format(path=path, told=model.told) + skipped)

    def _failed(self, error: EvenfoldError) -> None:
        self._shell.announce("")
        messages.show_error(self._page, error)

    def close_down(self) -> None:
        self._background.wait()


def list_trained(state: State) -> list[tuple[Candidate, str]]:
    """The recommended model first; predictions made elsewhere and studies without a file have no model to save."""
    if state.data is None or state.findings is None or state.file is None:
        return []
    names, first = names_of(state.study, state.data), state.findings.conclusion.use
    found = [candidate for candidate in state.study.candidates if candidate.algorithm != GIVEN]
    ordered = sorted(found, key=lambda candidate: candidate.key != first)
    return [(candidate, sentences(names[candidate.key])) for candidate in ordered]


def can_test_finally(file: StudyFile | None) -> bool:
    return file is not None and bool(file.final_test_size) and file.final_test() is None


def can_set_costs(study: Study, data: Dataset) -> bool:
    return study.question.measure != COST and COST in measures_for(data)


def run_final_test(file: StudyFile, folder: Path) -> tuple[FinalTestResult, str]:
    """What the sealed rows say, and what could not be written to the ledger."""
    return open_and_count_final_test(file, opened(file.study, folder).history)


def write_model(file: StudyFile, choice: SaveChoice, path: Path) -> FinalModel:
    if choice.ending == SUFFIX:
        return save_model_of_study(file, path, choice.candidate, choice.with_rows, True, choice.recalibrate)
    return export_model_of_study(file, path, choice.candidate, choice.level)
