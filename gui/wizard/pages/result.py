"""The page Result: the answer, the table of models, the strip of the selected one, and one large plot."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from core.application.report_card import list_checks
from core.application.write_report import verdict_sentence
from core.domain.check_result import CheckLevel
from core.domain.conclusion import Answer
from core.domain.evidence import FitResult, Run
from core.domain.findings import Findings
from core.support.errors import EvenfoldError
from core.wording.conclusion_text import ANSWER_WORDS
from core.wording.explanation import explain_sentence
from core.wording.final_test_text import word_final_test
from core.wording.model_names import name_models
from core.wording.result_text import word_result
from gui.results.checks_list import NOT_JUDGED, CheckLine, ChecksList, word_checks
from gui.results.explain_dialog import ExplainDialog
from gui.results.extra_work import ExtraWork
from gui.results.parameters_tab import ParametersTab
from gui.results.result_panel import ResultPanel
from gui.strings import result as words
from gui.tasks import Background
from gui.wizard.bars import ATTENTION, SETTLED, Action, FooterLine
from gui.wizard.page import Page, Shell
from gui.wizard.pages.report import subject_of
from gui.wizard.pages.result_actions import ResultActions, can_test_finally, list_trained
from gui.wizard.state import State

TABS_OF_TOPICS = {
    "verdict": ("compare", "differences"),
    "histograms": ("compare", "histograms"),
    "gaps": ("compare", "repeats"),
    "shuffles": ("compare", "repeats"),
    "estimates": ("compare", "estimates"),
    "numbers": ("compare", "measures"),
    "roc": ("curves", "roc"),
    "errors": ("errors", ""),
    "tests": ("compare", "measures"),
    "agreement": ("compare", "agreement"),
}
"""Where the explanation of a figure leads: tab and segment of the plot card."""


class ResultPage(Page):
    key = "verdict"
    title = words.TITLE
    instruction = words.TITLE
    shows_title = False

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self.panel = ResultPanel()
        self.actions_of_result = ResultActions(shell, self)
        self.checks = ChecksList()
        self.panel.card.add_own_tab("checks", words.CHECKS, self.checks)
        self.checks.help_wanted.connect(shell.open_help)
        self._checking, self._working = Background(self), Background(self)
        self._explaining: ExtraWork | None = None
        self._planned: ExtraWork | None = None
        self._how_far = ""
        self._stopped: Findings | None = None
        self._checked: Findings | None = None
        self._ready: Findings | None = None
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.panel)
        self.panel.pressed.connect(self._press)
        self.panel.explain_wanted.connect(self._explain)
        self.panel.said.connect(shell.announce)
        self.panel.card.asks_for_path.connect(self._save_plot)
        self.panel.card.work_wanted.connect(self._explain_model)
        self.actions_of_result.tested.connect(lambda: self.enter(shell.state))
        self.actions_of_result.train_wanted.connect(self._train)
        copy = QShortcut(QKeySequence(QKeySequence.StandardKey.Copy), self)
        copy.activated.connect(self.copy_answer)

    def hasHeightForWidth(self) -> bool:
        return False

    # --- showing ---

    def ahead(self, state: State) -> Iterator[None]:
        if state.findings is not None and state.data is not None:
            self._show(state)
            self._ready = state.findings
        yield

    def enter(self, state: State) -> None:
        if state.findings is None or state.data is None:
            return
        if self._ready is not state.findings:
            self._show(state)
        self._ready = None
        self._follow_plan(state)

    def _show(self, state: State) -> None:
        assert state.data is not None
        assert state.findings is not None
        run = state.run or Run((), complete=False)
        beside = () if state.file is None else state.file.beside()
        self.panel.show_result(state.study, state.data, run, state.findings, beside=beside)
        self._show_notes(state)
        made = self.panel.banner.button("save")
        if made is not None:
            made.setEnabled(bool(list_trained(state)))
            made.setToolTip("" if made.isEnabled() else words.NO_MODEL)
        self._show_checks(state)

    def _show_checks(self, state: State) -> None:
        """The report card is computed beside the window; until then the footer says so."""
        if state.findings is self._checked:
            self.panel.card.set_badge("checks", self.checks.open_count)
            return
        self._checked = None
        self.checks.show_lines(())
        study, data, findings = state.study, state.data, state.findings
        assert data is not None
        assert findings is not None
        run = state.run or Run((), complete=False)
        beside = self.panel.view.beside if self.panel.view is not None else ()

        def work() -> tuple[CheckLine, ...]:
            said = word_result(study, data, findings)
            notes = [line.text for line in (*said.doubts, *said.cautions)]
            return word_checks(study, data, list_checks(study, data, run, findings, beside), notes)

        def done(lines: tuple[CheckLine, ...]) -> None:
            if self.shell.state.findings is findings:
                self._checked = findings
                self.checks.show_lines(lines)
                self.panel.card.set_badge("checks", self.checks.open_count)
                self.changed.emit()

        self._checking.start(work, done, lambda error: self.shell.announce(str(error)))

    def summary(self) -> str | None:
        """What the rail says: the model to use, or the answer where there is none."""
        state = self.shell.state
        if state.findings is None or state.data is None:
            return None
        conclusion = state.findings.conclusion
        if conclusion.answer in (Answer.UNCLEAR, Answer.BLOCKED) or not conclusion.use:
            return ANSWER_WORDS.get(conclusion.answer, "")
        name = name_models(state.study)[conclusion.use]
        return name[:1].upper() + name[1:]

    def line(self) -> FooterLine | None:
        """How the report card reads, with the way to it."""
        if self.shell.state.findings is None:
            return None
        if self._how_far:
            return FooterLine(words.AFTER_ANSWER.format(how_far=self._how_far), words.STOP_WORK, self.stop_work)
        if self._checked is None:
            return FooterLine(words.CARD_PREPARING)
        levels = [line.level for line in self.checks.lines]
        count, rest = self.checks.open_count, sum(level in NOT_JUDGED for level in levels)
        is_open = words.CARD_OPEN_ONE if count == 1 else words.CARD_OPEN.format(count=count)
        text = words.CARD_LINE.format(
            passed=levels.count(CheckLevel.PASSED),
            open=is_open if count else words.CARD_NONE_OPEN,
            rest=words.CARD_REST.format(count=rest) if rest else "",
        )
        show = partial(self.panel.card.open_tab, "checks")
        return FooterLine(text, words.SHOW_CARD, show, ATTENTION if count else SETTLED)

    def _show_notes(self, state: State) -> None:
        """What later comparisons make of an old answer, and whether the final test rows were used."""
        told = [state.today.banner] if state.today.banner else []
        file = state.file
        self.panel.show_below(self.actions_of_result.list_later_results())
        if file is not None and file.final_test_size:
            reading = file.final_test()
            if reading is not None:
                told.append(" ".join(word_final_test(file.study, file.data, reading)))
            elif can_test_finally(file):
                told.append(words.FINAL_TEST_OPEN.format(count=file.final_test_size))
        self.panel.banner.show_note(" ".join(told))

    def starts_at(self) -> QWidget | None:
        return self.panel.table

    # --- what the banner offers ---

    def _press(self, key: str) -> None:
        anchor, actions = self.panel.banner.button(key), self.actions_of_result
        if key == "save":
            actions.offer_models(anchor)
        elif key == "predict":
            self.shell.go("predict")
        elif key == "find-out":
            actions.offer_ways_to_find_out(anchor)
        elif key == "fix":
            actions.offer_repairs(anchor)
        elif key == "details":
            findings = self.shell.state.findings
            if findings is not None and not actions.show_details(findings.conclusion):
                self.panel.card.open_tab("checks")

    def _explain(self) -> None:
        """Where the figures of the answer come from, with ways to their plot, their field and the help."""
        state = self.shell.state
        if state.findings is None or state.data is None:
            return
        sentence = self.panel.banner.sentence
        entries = explain_sentence(sentence, state.study, state.data, state.findings)
        known = tuple(replace(entry, tab=entry.tab if entry.tab in TABS_OF_TOPICS else "") for entry in entries)
        dialog = ExplainDialog(sentence.text, known, self)
        dialog.tab_wanted.connect(self.open_topic)
        dialog.step_wanted.connect(self.shell.go)
        dialog.help_wanted.connect(self.shell.open_help)
        dialog.open()

    def open_topic(self, topic: str) -> None:
        """Show the plot that a figure comes from."""
        tab, segment = TABS_OF_TOPICS.get(topic, ("compare", ""))
        self.panel.card.open_tab(tab, segment)

    def _train(self, key: str) -> None:
        """The tab that trains with the rows in that rules leave out, or without inputs in doubt, at work."""
        self.shell.go("laboratory")
        laboratory = self.shell.page("laboratory")
        laboratory.open_part("parameters")
        tab = laboratory.findChild(ParametersTab)
        if tab is not None:
            tab.varied.choose(key)
            tab.start()

    def _explain_model(self, offer: str, model: str) -> None:
        """Do what a plot needs for a model, beside the window; the answer does not change."""
        state, view = self.shell.state, self.panel.view
        if state.data is None or state.findings is None or state.run is None or view is None:
            return
        self._end_planned()
        work = ExtraWork(
            state.study, state.data, state.run, state.findings, model, state.file, view.beside, offer=offer
        )
        work.told.connect(self.panel.card.tell_progress)
        work.told.connect(self._tell_how_far)
        self._explaining = work

        def done(beside: tuple[FitResult, ...]) -> None:
            self._end_explaining()
            if self.shell.state is state:
                self._take_beside(state, beside)
                self._follow_plan(state)

        def failed(error: EvenfoldError) -> None:
            self._end_explaining()
            self.shell.announce(str(error))

        self._working.start(work.run, done, failed)

    def _end_explaining(self) -> None:
        self._explaining, self._how_far = None, ""
        self.panel.card.end_work()
        self.changed.emit()

    def _take_beside(self, state: State, beside: tuple[FitResult, ...]) -> None:
        """Plots and report card with what was found after the folds."""
        self.panel.add_beside(beside)
        self._checked = None
        self._show_checks(state)

    # --- what the plan asks for after the answer ---

    def _follow_plan(self, state: State) -> None:
        """Begin or continue it, in a study that can be written; never before the answer is shown."""
        file, view = state.file, self.panel.view
        if not ExtraWork.is_automatic or file is None or file.read_only or view is None or state.data is None:
            return
        if state.run is None or state.findings is None or state.findings is self._stopped:
            return
        if self._planned is not None or self._explaining is not None:
            return
        work = ExtraWork(state.study, state.data, state.run, state.findings, "", file, view.beside)
        work.told.connect(self._tell_how_far)
        self._planned = work
        before = len(view.beside)

        def done(beside: tuple[FitResult, ...]) -> None:
            if self._planned is work:
                self._end_planned()
            if self.shell.state is state and len(beside) > before:
                self._take_beside(state, beside)

        def failed(error: EvenfoldError) -> None:
            self._end_planned()
            self.shell.announce(str(error))

        self._working.start(work.run, done, failed)

    def _tell_how_far(self, text: str) -> None:
        if self._planned is not None or self._explaining is not None:
            self._how_far = text
            self.changed.emit()

    def _end_planned(self) -> None:
        if self._planned is not None:
            self._planned.stop.set()
        self._planned, self._how_far = None, ""
        self.changed.emit()

    def stop_work(self) -> None:
        """What was done stays in the study; the rest is computed on request, or when the study is opened again."""
        self._stopped = self.shell.state.findings
        for work in (self._planned, self._explaining):
            if work is not None:
                work.stop.set()
                self.shell.announce(words.WORK_STOPPED)

    def _save_plot(self) -> None:
        self.panel.card.save_with(self.shell.files, self.shell.state.file.path if self.shell.state.file else None)

    # --- what the frame asks for ---

    def copy_answer(self) -> None:
        """Headline and body with rows, repeats, comparisons, version and plan."""
        subject = subject_of(self.shell.state)
        if subject is not None:
            QGuiApplication.clipboard().setText(verdict_sentence(subject))
            self.shell.announce(words.COPIED)

    def primary(self) -> tuple[str, ...]:
        return (words.REPORT,)

    def act(self) -> None:
        self.shell.go("report")

    def secondary(self) -> tuple[Action | tuple[str, Callable[[], None]], ...]:
        can_confirm = bool(self.shell.state.study.challengers)
        confirm = Action(
            words.CONFIRM, self.actions_of_result.confirm, can_confirm, "" if can_confirm else words.NOTHING_TO_CONFIRM
        )
        return (words.COPY, self.copy_answer), confirm

    def forget(self) -> None:
        self._end_planned()
        if self._explaining is not None:
            self._explaining.stop.set()
            self._explaining, self._how_far = None, ""
        self._working.forget()
        self._checking.forget()
        self._checked = None

    def close_down(self) -> None:
        for work in (self._planned, self._explaining):
            if work is not None:
                work.stop.set()
        self._working.wait()
        self._checking.wait()
        self.actions_of_result.close_down()
