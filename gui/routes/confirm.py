"""The route Confirm on new rows: a finished study, a new file, one judgment at the full bar."""

from functools import partial
from pathlib import Path

from core.support.errors import EvenfoldError
from core.wording.conclusion_text import word_conclusion
from gui import messages
from gui.files import FileKind
from gui.routes.boxes import Fields
from gui.routes.compared_page import ComparedPage
from gui.routes.finished import Finished, confirmed, finished_of
from gui.routes.given import Compared
from gui.strings import honesty as strings
from gui.strings import routes as common
from gui.widgets.choice_box import ChoiceBox
from gui.widgets.parts import Card, as_is, button, row
from gui.wizard.page import Shell
from gui.wizard.state import State


class ConfirmPage(ComparedPage):
    key = "confirm"
    title = strings.CONFIRM_TITLE
    instruction = strings.CONFIRM_INSTRUCTION
    no_file = strings.CONFIRM_NO_FILE
    choose_title = strings.CONFIRM_ROWS_TITLE
    again = strings.CONFIRM_AGAIN

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.finished: Finished | None = None
        self.file.setText(strings.CONFIRM_FILE_NONE)
        self._shown: State | None = None
        self.study = as_is(strings.CONFIRM_STUDY_NONE, "secondary", "confirmStudy")
        self._pick = button(strings.CONFIRM_CHOOSE, self.choose_study, "confirmChoose")
        self.candidate = ChoiceBox()
        self.candidate.setObjectName("confirmCandidate")
        fields = Fields()
        fields.add(strings.CONFIRM_CANDIDATE, strings.CONFIRM_CANDIDATE_NOTE, self.candidate)
        line = row(self._pick, self.study)
        line.setStretch(1, 1)
        card = Card(strings.CONFIRM_STUDY, "confirmStudyCard").add(line, fields)
        self.arrange(first=card)

    def enter(self, state: State) -> None:
        """The study that is open is the one to confirm, if it is finished."""
        self.explained.emit(self.title, strings.CONFIRM_SUBTITLE, strings.CONFIRM_WHY, strings.CONFIRM_SOURCE)
        if state is not self._shown and state.findings is not None and state.data is not None:
            self._shown = state
            keys = state.file.final_test_keys() if state.file is not None else None
            self._take_study(Finished(state.study, state.data, state.findings, keys))
        self.renew()

    def subtitle(self) -> str:
        return strings.CONFIRM_SUBTITLE

    def choose_study(self) -> None:
        files, title = self.shell.files, strings.CONFIRM_CHOOSE_TITLE
        chosen = files.ask_to_open(self, FileKind.STUDY, title, strings.STUDY_FILTER)
        if chosen is not None:
            self.open_study(chosen)

    def open_study(self, path: Path) -> None:
        self._background.start(partial(finished_of, path), self._take_study, self.failed)

    def _take_study(self, finished: Finished) -> None:
        try:
            choices = finished.choices
        except EvenfoldError as error:
            self.failed(error)
            return
        self.finished = finished
        self.show_answer(False)
        self.study.setText(
            f"{finished.study.title}: {word_conclusion(finished.study, finished.data, finished.findings).headline}"
        )
        self.candidate.clear()
        for key, name in choices:
            self.candidate.addItem(name, key)
        self.renew()

    def settle(self) -> bool:
        if self.finished is None:
            self._pick.setFocus()
            self.shell.announce(strings.CONFIRM_NO_STUDY)
            return False
        return super().settle()

    def primary(self) -> tuple[str, ...]:
        return (common.COPY if self.is_answered else strings.CONFIRM_GO,)

    def work(self) -> None:
        finished, table = self.finished, self.table
        if finished is None or table is None:
            return
        folder, candidate = self.shell.settings.studies, str(self.candidate.currentData())
        self._background.start(partial(confirmed, finished, table, candidate, folder), self._show, self.failed)

    def _show(self, found: Compared) -> None:
        self._log(found)
        self.show_compared(found)

    def _log(self, found: Compared) -> None:
        """In the study that is open, if it is the one that was confirmed."""
        state = self.shell.state
        is_same = self.finished is not None and state.data is self.finished.data
        if is_same and state.file is not None and not state.file.read_only:
            headline = word_conclusion(found.study, found.data, found.findings).headline.text
            try:
                state.file.log(strings.CONFIRM_LOG.format(rows=found.data.size, headline=headline))
            except EvenfoldError as error:
                messages.show_error(self, error)
