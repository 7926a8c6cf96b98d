"""The page Review & lock: the plan read back, what the study can show, what it costs, two statements, the lock."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QLabel, QMenu, QPushButton, QVBoxLayout, QWidget

from core.application.fill_plan import count_training_runs, forecast
from core.application.prepare_run import forecast_memory_shortage
from core.application.study_files import StudyFile
from core.domain.dataset import Dataset
from core.domain.forecast import Forecast
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Study
from core.wording.forecast_text import word_auc_forecast, word_forecast, word_forecast_details
from core.wording.model_names import has_only_imported
from core.wording.names_text import pluralize_row_unit
from core.wording.question_text import read_back_question
from gui import messages, strings, theme
from gui.strings import review as words
from gui.tasks import Background
from gui.widgets.forecast_bars import ForecastBars
from gui.widgets.numbers import WholeBox
from gui.widgets.parts import Card, OneLine, as_tip, button, label, plain, restyle, row, rule
from gui.widgets.popover import Explanation
from gui.widgets.statement import Statement
from gui.widgets.tag import Tag
from gui.wizard.bars import ATTENTION, LOCKED, Action, FooterLine
from gui.wizard.columns import TwoColumns
from gui.wizard.fields import field_of
from gui.wizard.form import RESOLUTION, FormPage
from gui.wizard.page import Shell
from gui.wizard.review_words import read_back_plan, word_statements
from gui.wizard.state import Form, State
from gui.wizard.twins import write_twins
from gui.wizard.unlocking import unlock_study
from gui.wizard.words import clock_time, looks_in, sentence_html, short_time
from gui.worker import options_from

EARLIER = ("data", "question", "candidates", "plan")
LONG = 3600.0  # seconds from which on a run is called long
LABEL = 96
UNSEEN, ALONE = "unseen", "alone"


class ReviewLineView(QWidget):
    """One row of the read-back: what it is about, what was decided, who set it, and the way back to it."""

    def __init__(self, key: str, title: str, edit: QPushButton) -> None:
        super().__init__()
        self.setObjectName(f"review_{key}")
        self.title = plain(title, "secondary")
        self.text, self.tag, self.edit = OneLine("", f"reviewText_{key}"), Tag("", f"reviewTag_{key}"), edit
        edit.setAccessibleName(words.EDIT_NAME.format(title=title))
        line = row(self.title, self.text, self.tag, edit)
        line.setStretch(1, 1)
        line.setContentsMargins(8, 0, 8, 0)
        self.setLayout(line)
        self.fit()

    def fit(self) -> None:
        self.title.setFixedWidth(theme.scaled(LABEL) - 8)
        self.setFixedHeight(theme.scaled(theme.ROW))

    def show_line(self, text: str, tag: str) -> None:
        self.text.setText(text)
        self.text.setToolTip(as_tip(text))
        self.text.setAccessibleName(text)
        self.tag.say(tag)


class ReviewPage(FormPage):
    key = "review"
    title = words.TITLE
    instruction = words.INSTRUCTION
    primary_alternatives = (words.LOCK, words.GO_RUN)
    places = ("review",)

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.claim = label("", "question", "claim")
        self.lines = {key: self._line(key, title, page) for key, title, page in words.ROWS}
        self.unseen, self.alone = Statement(UNSEEN, self._answer), Statement(ALONE, self._answer)
        self.bars = ForecastBars()
        self.shows_note, self.verdict = label("", "caption", "showsNote"), label("", "", "sees")
        self.anyway = QCheckBox(words.ANYWAY)
        self.anyway.setObjectName("runAnyway")
        self.anyway.clicked.connect(self._run_anyway)
        self.remedies = button(words.REMEDIES, lambda: None, "remedies", "link")
        self.remedies.setMenu(QMenu(self.remedies))
        self.time, self.comparisons = OneLine("number", "timeText"), OneLine("number", "comparisonsText")
        self.time_note = label("", "help", "timeNote")
        self.looks = WholeBox("earlier_comparisons", 0, 10_000)
        self.looks.changed.connect(self._state_looks)
        self._locking = Background(self)
        shell.clock.told.connect(self._tell_time)
        self._arrange()

    # --- Building ----------------------------------------------------------------------------------------------------

    def _line(self, key: str, title: str, page: str) -> ReviewLineView:
        edit = button(words.EDIT, partial(self.shell.go, page), f"edit_{key}", "link")
        return ReviewLineView(key, title, edit)

    def _arrange(self) -> None:
        right = QWidget()
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.SPACE["m"])
        for card in (self._forecast_card(), self._cost_card(), self._looks_card()):
            column.addWidget(card)
        column.addStretch(1)
        self.columns = TwoColumns(right, 408, 340, 20)
        left = self.columns.left
        left.setSpacing(theme.SPACE["m"])
        for card in (self._question_card(), self._lines_card(), self._statements_card()):
            left.addWidget(card)
        left.addStretch(1)
        self.body.addWidget(self.columns, 1)

    def _question_card(self) -> QWidget:
        card = QFrame()
        card.setObjectName("questionCard")
        card.setProperty("look", "questionCard")
        layout = QVBoxLayout(card)
        layout.setContentsMargins(16, 12, 16, 12)
        layout.setSpacing(4)
        layout.addWidget(plain(words.YOUR_QUESTION.upper(), "overline"))
        self.claim.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        layout.addWidget(self.claim)
        return card

    def _lines_card(self) -> QWidget:
        card = Card("", "reviewLines")
        card.body.setContentsMargins(1, 1, 1, 1)
        card.body.setSpacing(0)
        for place, line in enumerate(self.lines.values()):
            card.add(*([rule()] if place else []), line)
        return card

    def _statements_card(self) -> QWidget:
        card = Card("", "statements")
        card.body.setContentsMargins(1, 8, 1, 4)
        card.body.setSpacing(0)
        note = OneLine("caption", "statementsNote")
        note.setText(words.STATEMENTS_NOTE)
        note.setToolTip(words.STATEMENTS_NOTE)
        heading = row(plain(words.STATEMENTS, "title"), 16, note)
        heading.setStretch(2, 1)
        heading.setContentsMargins(14, 0, 14, 8)
        card.add(heading, rule(), self.unseen, rule(), self.alone)
        return card

    def _forecast_card(self) -> QWidget:
        card = Card(words.SHOWS, "seesCard")
        self._sign = QLabel()
        said = row(self._sign, self.verdict)
        said.setStretch(1, 1)
        card.add(self.shows_note, self.bars, said, row(self.anyway, self.remedies, 0))
        for part in (self.anyway, self.remedies):
            policy = part.sizePolicy()
            policy.setRetainSizeWhenHidden(True)
            part.setSizePolicy(policy)
        return card

    def _cost_card(self) -> QWidget:
        card = Card("", "timeCard")
        sides = row()
        for title, value in ((words.TIME, self.time), (words.COMPARISONS, self.comparisons)):
            half = QVBoxLayout()
            half.setSpacing(2)
            half.addWidget(plain(title, "caption"))
            half.addWidget(value)
            sides.addLayout(half, 1)
        card.add(sides, self.time_note)
        return card

    def _looks_card(self) -> QWidget:
        card = Card("", "historyCard")
        caption = plain(words.LOOKS, "label")
        caption.setBuddy(self.looks)
        self.looks.setAccessibleName(words.LOOKS)
        ask = button("", self._explain_looks, "ask_looks", "flat")
        ask.setIcon(theme.icon("help", theme.current().text3, 16))
        ask.setAccessibleName(strings.ASK_ABOUT.format(title=words.LOOKS))
        ask.setFixedSize(24, 24)
        self._ask = ask
        show = button(words.HISTORY, self.shell.show_ledger, "showLedger", "link")
        card.add(caption, row(self.looks, ask, show, 0))
        return card

    def redress(self) -> None:
        """Room for what may be said, at the text size of now."""
        for line in self.lines.values():
            line.fit()
        self.claim.setMinimumHeight(theme.scaled(3 * 24))
        self.shows_note.setMinimumHeight(theme.scaled(2 * theme.LINES["caption"]))
        self.verdict.setMinimumHeight(theme.scaled(2 * theme.LINES["body"]))
        self.time_note.setMinimumHeight(theme.scaled(2 * theme.LINES["caption"]))
        for value in (self.time, self.comparisons):
            value.setFixedHeight(theme.scaled(theme.LINES["number"]))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.redress()

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        if state.data is None:
            return
        self.looks.setValue(looks_in(state, state.data).elsewhere)
        if not has_only_imported(state.study) and not state.locked:
            self.shell.clock.start()

    def seal(self, sealed: bool) -> None:
        """What is read back can still be scrolled and looked up."""
        edits = [line.edit for line in self.lines.values()]
        for part in (self.anyway, self.remedies, self.looks, self.unseen, self.alone, *edits):
            part.setEnabled(not sealed)

    def recount(self) -> None:
        self.renew()

    def renew(self) -> None:
        state = self.shell.state
        if state.data is not None:
            final_test = state.form.sealed.size if state.form.sealed is not None else 0
            self.claim.setText(sentence_html(read_back_question(state.study, state.data, 4)))
            for key, line in read_back_plan(state.study, state.data, final_test).items():
                self.lines[key].show_line(line.text, line.tag)
            self._show_answers(state, state.data)
            self._show_forecast(forecast(state.study, state.data), state.study, state.data)
            found = looks_in(state, state.data)
            self.comparisons.setText(words.COMPARISONS_TEXT.format(new=found.new, before=found.before))
            self._show_time()
        super().renew()

    def show_problems(self, found: tuple[Problem, ...]) -> None:
        """The forecast card and the statements show their own questions."""

    def _show_answers(self, state: State, data: Dataset) -> None:
        answers = state.study.answers
        for view, key, text in zip(
            (self.unseen, self.alone), (UNSEEN, ALONE), word_statements(state.study, data), strict=True
        ):
            view.show_answer(text, answers.get(key, ""))
            view.mark_open(self._tried and key not in answers and not state.locked)

    def _show_time(self) -> None:
        state = self.shell.state
        if state.data is None:
            return
        clock, trains = self.shell.clock, not has_only_imported(state.study)
        seconds = clock.seconds() if trains else None
        value = words.TIME_GIVEN if not trains else "–"
        if trains and seconds is not None:
            value = short_time(seconds)
        elif trains and clock.is_measuring:
            value = words.TIME_MEASURING
        self.time.setText(value)
        self.time_note.setText(self._time_note(state.study, state.data, seconds, trains))
        self.time_note.setToolTip(self.time_note.text())
        warns = bool(clock.trouble()) or (seconds or 0.0) > LONG or bool(self._memory(state.study, state.data))
        restyle(self.time_note, look="attention" if warns and trains else "help")

    def _tell_time(self) -> None:
        if self.isVisible():
            self._show_time()

    def _time_note(self, study: Study, data: Dataset, seconds: float | None, trains: bool) -> str:
        if not trains:
            return words.TIME_COUNT_GIVEN
        fewer = max(1, study.scheme.repeats // 2)
        if seconds is not None and seconds > LONG and fewer < study.scheme.repeats:
            return words.TIME_LONG.format(repeats=fewer, time=short_time(seconds * fewer / study.scheme.repeats))
        told = self.shell.clock.trouble() or self._memory(study, data)
        return told or words.TIME_COUNT.format(count=count_training_runs(study, data))

    def _memory(self, study: Study, data: Dataset) -> str:
        """Only this computer can be asked; a cluster has its own."""
        options = options_from(self.shell.settings)
        found = forecast_memory_shortage(study, data, options)
        return found.describe() if found else ""

    def _show_forecast(self, found: Forecast, study: Study, data: Dataset) -> None:
        margin, usual = study.question.margin, found.usual
        units = pluralize_row_unit(study.row_meaning)
        areas = " ".join(word_auc_forecast(found))
        self.shows_note.setText(words.SHOWS_NOTE.format(units=units) if usual is not None else areas)
        self.bars.show_forecast(found, margin)
        self.bars.setToolTip(as_tip("\n".join((*word_forecast(found, study, data), *word_forecast_details(found)))))
        said = ""
        if usual is not None and found.is_narrow:
            by_groups = usual.half_width <= margin and usual.by_groups is not None
            groups = pluralize_row_unit(data.group_name)
            said = words.NARROW_GROUPS if by_groups else words.NARROW
            said = said.format(margin=margin, groups=groups)
        elif usual is not None:
            said = words.ENOUGH.format(margin=margin)
        self.verdict.setText(said)
        colors, pixels = theme.current(), theme.scaled(16)
        name, ink = ("caution", colors.unclear) if found.is_narrow else ("check", colors.yes)
        self._sign.setPixmap(theme.icon(name, ink, pixels).pixmap(pixels, pixels))
        self._sign.setVisible(bool(said))
        self._offer_remedies()

    def _offer_remedies(self) -> None:
        """What can be done about a forecast that is too coarse, in the order of their worth."""
        state = self.shell.state
        asked = next((problem for problem in state.problems() if problem.id == RESOLUTION), None)
        self.anyway.setVisible(asked is not None)
        self.remedies.setVisible(asked is not None and not state.locked)
        if asked is None:
            return
        self.anyway.setChecked(not state.is_open(asked))
        self.anyway.setAccessibleDescription(asked.text)
        self.anyway.setToolTip(as_tip(asked.fixes[-1].label))
        menu = self.remedies.menu()
        menu.clear()
        if state.form.sealed is not None:
            menu.addAction(words.USE_FINAL_TEST, partial(self.shell.go, "plan"))
        menu.addAction(words.MORE_REPEATS, partial(self.shell.go, "plan"))
        if len(state.study.challengers) > 1:
            menu.addAction(words.FEWER, partial(self.shell.go, "candidates"))
        for fix in asked.fixes[:-1]:
            menu.addAction(fix.label, partial(self.fix, fix))

    def starts_at(self) -> QWidget | None:
        return self.unseen

    def subtitle(self) -> str:
        return words.LEAD

    def line(self) -> FooterLine | None:
        state = self.shell.state
        if state.locked:
            words_of_lock = words.LOCKED.format(time=clock_time(state.locked_at), hash=state.fingerprint[:16])
            return FooterLine(words_of_lock, strings.NEW_FROM_THIS, self.shell.new_from_this, LOCKED)
        return None

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _run_anyway(self, anyway: bool) -> None:
        if anyway:
            self._answer(RESOLUTION, "run")
        else:
            self.shell.state.withdraw(RESOLUTION)
            self.renew()

    def _state_looks(self, count: int) -> None:
        if not self._loading:
            state = self.shell.state
            state.change_study(
                replace(state.study, earlier_comparisons=count, comparisons_elsewhere=count), "earlier_comparisons"
            )
            self.renew()

    def _explain_looks(self) -> None:
        entry = field_of("earlier_comparisons")
        told = Explanation(entry.title.replace("&", ""), entry.note, "", entry.standard, entry.source)
        self.shell.explain(told, self._ask)

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
        for key, text in zip((UNSEEN, ALONE), word_statements(state.study, state.data), strict=True):
            if key not in state.study.answers:
                found.append(Problem(key, Severity.ASKS, words.TICK.format(statement=text), "review"))
        return tuple(found)

    def primary(self) -> tuple[str, ...]:
        return (words.GO_RUN,) if self.shell.state.locked else (words.LOCK,)

    def secondary(self) -> tuple[Action, ...]:
        unlock = partial(unlock_study, self.shell)
        return (
            Action(words.UNLOCK, unlock, self.shell.state.can_unlock, words.UNLOCK_TIP),
            Action(words.SAVE_PLAN, partial(self.shell.save_plan, on_paper=True)),
        )

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
        self._tried = True
        self.renew()
        self.go_to_open()
        stated = [problem for problem in still_open if problem.id in (UNSEEN, ALONE)]
        if len(stated) == len(still_open):
            text = words.STATEMENTS_BOTH_OPEN if len(stated) == 2 else words.STATEMENTS_OPEN.format(count=len(stated))
            self.shell.point_out(FooterLine(text, strings.GO_THERE, self.go_to_open, ATTENTION))
        else:
            self.point_out_open(len(still_open))
        return False

    def go_to_open(self) -> None:
        controls = {RESOLUTION: self.anyway, UNSEEN: self.unseen.true, ALONE: self.alone.true}
        for problem in self.problems()[:1]:
            controls[problem.id].setFocus()

    def leave(self) -> bool:
        self.shell.clock.stop()
        return True

    def close_down(self) -> None:
        self._locking.wait()

    def _lock_if_settled(self) -> None:
        """What the ledger told in the meantime may be a question."""
        if self.settle():
            self._lock()

    def _lock(self) -> None:
        """The whole table goes into the file, so it is written where it does not hold up the window."""
        state = self.shell.state
        if self._locking.busy:
            return
        self.shell.clock.stop()
        self.shell.announce(words.LOCKING)
        work = partial(state.sealed_file, self.shell.settings.studies)
        self._locking.start(work, partial(self._locked, state, state.form), partial(messages.show_error, self))

    def _locked(self, state: State, form: Form, file: StudyFile) -> None:
        """What was changed meanwhile is not in the file: then it is not locked, and the file is given up.

        What was found out about the columns meanwhile changes nothing, unless it has to be answered first.
        """
        is_same = self.shell.state is state and state.form.study is form.study and state.form.data is form.data
        if not is_same or not self.settle():
            file.close()
            file.path.unlink(missing_ok=True)
            file.path.parent.rmdir()
            self.shell.announce("")
            return
        state.seal(file)
        self.shell.settings.remember(file.path)
        told = write_twins(state, file.path)
        self.shell.go("run")
        if told:
            self.shell.announce(told)
