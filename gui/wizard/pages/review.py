"""The page Review & lock: the claim read back, what the study can see, what it costs, two statements, the lock."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtWidgets import QCheckBox, QLabel, QMenu, QWidget

from core.advice.precision_forecast import forecast_precision
from core.domain.dataset import Dataset
from core.domain.forecast import Forecast
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Study
from core.engine.memory_shortage import forecast_shortage
from core.engine.plan import count_jobs
from core.engine.worker import count_default_workers
from core.judge.context import is_imported
from core.store.study_file import StudyFile
from core.wording.forecast_text import word_forecast, word_forecast_details
from core.wording.question_text import read_back_question
from gui import messages, strings
from gui.background import Background
from gui.dressing import Dressed
from gui.strings import honesty
from gui.strings import ledger as words
from gui.widgets.flow import FlowLayout
from gui.widgets.numbers import WholeBox
from gui.widgets.parts import Card, Sentence, as_tip, button, label, plain, restyle, row
from gui.widgets.side_by_side import SideBySide
from gui.widgets.statement import Statement
from gui.wizard.form import RESOLUTION, FormPage
from gui.wizard.page import Shell
from gui.wizard.pages.clock import Clock
from gui.wizard.pages.tested_table import TestedTable
from gui.wizard.state import Form, State
from gui.wizard.twins import write_twins
from gui.wizard.unlocking import unlock_study
from gui.wizard.words import ledger_words, looks_in, question_html, statements, tested_rows
from gui.worker import options_from

EARLIER = ("data", "question", "candidates", "plan")


class ReviewPage(Dressed, FormPage):
    key = "review"
    title = strings.review.TITLE
    instruction = strings.review.INSTRUCTION
    places = ("review",)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.claim = label("", "claim", "claim")
        self.table = TestedTable()
        self.sees, self.sees_more = Sentence("", "sees"), Sentence("caption", "seesMore")
        self.anyway = QCheckBox()
        self.anyway.setObjectName("runAnyway")
        self.anyway.clicked.connect(self._run_anyway)
        self.remedies = button(strings.review.REMEDIES, lambda: None, "remedies", "link")
        self.remedies.setMenu(QMenu(self.remedies))
        self.ledger, self.time = label("", "", "ledgerText"), label("", "", "timeText")
        self.looks = WholeBox("looks", 0, 10_000)
        self.looks.changed.connect(self._state_looks)
        self.unseen, self.alone = Statement("unseen", self._answer), Statement("alone", self._answer)
        self.exploratory = label(strings.review.EXPLORATORY, "caution", "exploratory")
        self.memory = label("", "caution", "memory")
        self._trainings = ""
        self.hash = plain("", "caption", "planHash")
        self.clock, self._locking = Clock(shell, self._tell_time), Background(self)
        self._arrange()

    def _arrange(self) -> None:
        choices = QWidget()
        flow = FlowLayout(choices)
        flow.addWidget(self.anyway)
        flow.addWidget(self.remedies)
        sees = Card(strings.review.SEES, "seesCard").add(self.sees, self.sees_more, choices, 0)
        caption = QLabel(strings.review.LOOKS)
        caption.setWordWrap(True)
        caption.setBuddy(self.looks)
        self.looks.setAccessibleName(strings.review.LOOKS.replace("&", ""))
        show = button(words.SHOW, self.shell.show_ledger, "showLedger", "link")
        ledger = Card(strings.review.LEDGER, "ledgerCard").add(self.ledger, caption, row(self.looks, show, 0), 0)
        time = Card(strings.review.TIME, "timeCard").add(self.time, self.memory, 0, self.hash)
        stated = Card(strings.review.STATEMENTS, "statements").add(self.unseen, self.alone, self.exploratory)
        stated.body.setSpacing(0)
        self.body.addWidget(self.claim)
        self.body.addWidget(self.table)
        self.body.addWidget(SideBySide((sees, 8), (ledger, 4), (time, 3)))
        self.body.addWidget(stated)
        self.body.addStretch(1)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        if state.data is None:
            return
        self.claim.setText(question_html(read_back_question(state.study, state.data)))
        self.table.fill(tested_rows(state.study, state.data))
        self.looks.setValue(looks_in(state, state.data).elsewhere)
        trains = not is_imported(state.study)
        count = count_jobs(state.study, state.data)
        self._trainings = strings.review.TIME_TEXT.format(count=count) if trains else strings.review.TIME_GIVEN
        self.time.setText(self._trainings)
        self._tell_of_memory(state.study, state.data)
        if trains and not state.locked:
            self.clock.start()

    def seal(self, sealed: bool) -> None:
        """What is read back can still be scrolled and looked up."""
        for part in (self.anyway, self.remedies, self.looks, self.unseen, self.alone):
            part.setEnabled(not sealed)

    def recount(self) -> None:
        self.renew()

    def renew(self) -> None:
        state = self.shell.state
        if state.data is not None:
            self._show_answers(state, state.data)
            self._show_sight(forecast_precision(state.study, state.data))
            self.table.fill(tested_rows(state.study, state.data))
            self.hash.setText(strings.review.FINGERPRINT.format(hash=state.fingerprint[:16]))
            self.hash.setToolTip(f"SHA-256 {state.fingerprint}")
        super().renew()

    def show_problems(self, found: tuple[Problem, ...]) -> None:
        """The forecast card and the statements show their own questions."""

    def _tell_time(self, text: str) -> None:
        self.time.setText(f"{text} {self._trainings}")

    def _tell_of_memory(self, study: Study, data: Dataset) -> None:
        """Only this computer can be asked; a cluster has its own."""
        options = options_from(self.shell.settings)
        found = forecast_shortage(study, data, options.workers or count_default_workers()) if options.is_local else None
        self.memory.setText(found.describe() if found else "")
        self.memory.setVisible(found is not None)

    def leave(self) -> bool:
        self.clock.stop()
        return True

    def close_down(self) -> None:
        self.clock.close_down()
        self._locking.wait()

    def _show_answers(self, state: State, data: Dataset) -> None:
        study, answers = state.study, state.study.answers
        unseen, alone = statements(study, data)
        self.unseen.show_answer(unseen, answers.get("unseen", ""))
        self.alone.show_answer(alone, answers.get("alone", ""))
        self.exploratory.setVisible("no" in (answers.get("unseen"), answers.get("alone")))
        self.ledger.setText(ledger_words(state, data))

    def _show_sight(self, sight: Forecast) -> None:
        state, more = self.shell.state, word_forecast_details(sight)
        words = word_forecast(sight, state.study, state.data) if state.data is not None else ()
        self.sees.setText(" ".join(words))
        self.sees_more.setText(more[0] if more else "")
        self.sees_more.setToolTip(as_tip("\n".join(more)))
        self.sees_more.setVisible(bool(more))
        restyle(self.sees, look="caution" if sight.is_narrow else "")
        asked = next((problem for problem in self.shell.state.problems() if problem.id == RESOLUTION), None)
        self.anyway.setVisible(asked is not None)
        self.remedies.setVisible(asked is not None and not self.shell.state.locked)
        if asked is not None and asked.fixes:
            self._offer(asked.fixes[:-1])
            self.anyway.setText(asked.fixes[-1].label)
            self.anyway.setAccessibleDescription(asked.text)
            self.anyway.setChecked(not self.shell.state.is_open(asked))

    def _offer(self, fixes: tuple[Fix, ...]) -> None:
        """What can be done about a forecast that is too coarse; more rows are named in its words."""
        menu = self.remedies.menu()
        menu.clear()
        for fix in fixes:
            menu.addAction(fix.label, partial(self.fix, fix))
        if len(self.shell.state.study.challengers) > 1:
            menu.addAction(strings.review.FEWER, partial(self.shell.go, "candidates"))

    def _run_anyway(self, anyway: bool) -> None:
        if anyway:
            self._answer(RESOLUTION, "run")
        else:
            self.shell.state.withdraw(RESOLUTION)
            self.renew()

    def redress(self) -> None:
        self.table.fit()

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _state_looks(self, count: int) -> None:
        if not self._loading:
            state = self.shell.state
            state.change_study(replace(state.study, looks=count, looks_elsewhere=count), "looks")
            self.renew()

    def _answer(self, key: str, answer: str) -> None:
        self.shell.announce("")
        self.shell.state.apply(Fix("", f"answers.{key}", answer))
        self.renew()

    def problems(self) -> tuple[Problem, ...]:
        """The forecast that may disappoint, and the two statements, until they are answered."""
        state = self.shell.state
        if state.data is None or state.locked:
            return ()
        found = [problem for problem in state.problems() if problem.id == RESOLUTION and state.is_open(problem)]
        for key, text in zip(("unseen", "alone"), statements(state.study, state.data), strict=True):
            if key not in state.study.answers:
                text = strings.review.TICK.format(statement=text)
                found.append(Problem(key, Severity.ASKS, text, "review"))
        return tuple(found)

    def primary(self) -> tuple[str, ...]:
        return (strings.review.GO_RUN,) if self.shell.state.locked else (strings.review.LOCK,)

    def secondary(self) -> tuple[tuple[str, Callable[[], None]], ...]:
        unlock = ((honesty.UNLOCK, partial(unlock_study, self.shell)),) if self.shell.state.can_unlock else ()
        return ((strings.review.SAVE_PLAN, partial(self.shell.save_plan, on_paper=True)), *unlock)

    def act(self) -> None:
        if self.shell.state.locked:
            self.shell.go("run")
        elif self.settle():
            self.shell.when_counted(self._lock_if_settled)

    def settle(self) -> bool:
        """Open things of earlier pages first: the person is taken there."""
        if not self.shell.settle(EARLIER):
            return False
        still_open = self.problems()
        if not still_open:
            return True
        first = still_open[0]
        controls = {RESOLUTION: self.anyway, "unseen": self.unseen.true, "alone": self.alone.true}
        controls[first.id].setFocus()
        text = strings.OPEN_ITEMS_ONE if len(still_open) == 1 else strings.OPEN_ITEMS
        self.shell.announce(text.format(count=len(still_open), text=first.text))
        return False

    def _lock_if_settled(self) -> None:
        """What the ledger told in the meantime may be a question."""
        if self.settle():
            self._lock()

    def _lock(self) -> None:
        """The whole table goes into the file, so it is written where it does not hold up the window."""
        state = self.shell.state
        if self._locking.busy:
            return
        self.clock.stop()
        self.shell.announce(strings.review.LOCKING)
        work = partial(state.sealed_file, self.shell.settings.studies)
        self._locking.start(work, partial(self._locked, state, state.form), partial(messages.show_error, self))

    def _locked(self, state: State, form: Form, file: StudyFile) -> None:
        """What was changed meanwhile is not in the file: then it is not locked, and the file is given up."""
        if self.shell.state is not state or state.form is not form:
            file.close()
            file.path.unlink(missing_ok=True)
            self.shell.announce("")
            return
        state.seal(file)
        self.shell.settings.remember(file.path)
        told = write_twins(state, file.path)
        self.shell.go("run")
        if told:
            self.shell.announce(told)
