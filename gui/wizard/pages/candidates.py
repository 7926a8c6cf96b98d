"""The page Models: which models are compared, with which settings, and with what."""

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QMenu, QWidget

from core.application.fill_plan import (
    FIXED,
    STRONG_DEFAULT,
    TUNED,
    USUAL,
    ModelChoice,
    check_formula,
    count_new_comparisons,
    describe_model,
    enter_model,
    find_lonely_model,
    find_settings,
    find_way,
    forecast,
    has_strong_default,
    list_model_choices,
    tune_model,
    with_models,
)
from core.domain.dataset import Dataset
from core.domain.problem import Problem, Severity
from core.domain.study import Candidate, QuestionKind, Study
from core.support.errors import StudyError
from core.wording.model_names import describe_constant_guess, name_models
from core.wording.names_text import pluralize_row_unit
from gui import messages, strings
from gui.strings import candidates as words
from gui.widgets.model_table import ModelTable
from gui.widgets.parts import OneLine, button, plain, row
from gui.widgets.segments import Segments
from gui.widgets.settings_dialog import SettingsDialog
from gui.widgets.side_panel import SidePanel
from gui.wizard.bars import ATTENTION, Action, FooterLine
from gui.wizard.columns import TwoColumns
from gui.wizard.form import FormPage
from gui.wizard.opening import look
from gui.wizard.page import Shell
from gui.wizard.pages.incumbent import ColumnDialog, answers_of, with_given
from gui.wizard.state import Form, State
from gui.wizard.words import short_time

FORMULA = "formula"
BASELINE, MODELS = "baseline", "candidates"
IN_USE, COMPARE = "in-use", "compare"
NO_MODEL = "NO-MODEL"
ABOUT_BASELINE = (QuestionKind.BETTER, QuestionKind.REPLACE)


class CandidatesPage(FormPage):
    key = "candidates"
    title = words.TITLE
    instruction = words.INSTRUCTION
    next_page = "plan"
    next_label = strings.NEXT_PLAN
    places = ("candidates", "baseline")
    dock_rows = 2

    def __init__(self, shell: Shell) -> None:
        super().__init__(shell)
        self._nothing = False
        """Every model was un-ticked: the study keeps the last one until another is chosen."""
        self.table = ModelTable()
        self.table.ticked.connect(self._tick)
        self.table.way.connect(self._set_way)
        self.table.baseline.connect(self._set_baseline)
        self.panel = SidePanel(words.EFFECT, 288, words.PANEL)
        self.add_default = button(words.DEFAULT_ADD, self._add_default, "addDefault", "link")
        self.panel.rows["default"].add_action(self.add_default)
        self.in_use = Segments(words.BASELINE_CHOICES, "baselineUse")
        self.in_use.chosen.connect(self._set_use)
        self.formula = button(words.FORMULA, self._ask_formula, "incumbentFormula", "small")
        self.column = button(words.COLUMN, self._ask_column, "incumbentColumnAsk", "small")
        self.help = OneLine("help", "baselineHelp")
        self.shell.clock.told.connect(self._show_times)
        self._arrange()

    def _arrange(self) -> None:
        columns = TwoColumns(self.panel, 288, 260, 20)
        columns.left.setSpacing(8)
        columns.left.addWidget(self.table, 1)
        columns.left.addSpacing(4)
        said = row(plain(words.BASELINE_IS), self.in_use, self.help)
        said.setStretch(2, 1)
        columns.left.addLayout(said)
        columns.left.addLayout(row(self.formula, self.column, 0))
        columns.left.addWidget(self.card)
        self.body.addWidget(columns, 1)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def load(self, state: State) -> None:
        if state.data is None:
            return
        self.table.show_choices(self._listed(state.study, state.data))
        self._show_rows()

    def _listed(self, study: Study, data: Dataset) -> tuple[ModelChoice, ...]:
        """The usual models, those that were added, and those that take part."""
        choices = {choice.key: choice for choice in list_model_choices(data)}
        entered = [candidate.key for candidate in study.candidates]
        usual = [key for key, choice in choices.items() if key in USUAL or choice.is_given]
        before = [key for key in self.table.keys if key in choices]
        start = before if before[: len(usual)] == usual else usual
        wanted = dict.fromkeys((*start, *usual, *entered))
        return tuple(choices.get(key) or self._choice_of(study.candidate(key)) for key in wanted)

    @staticmethod
    def _choice_of(candidate: Candidate) -> ModelChoice:
        """A model of the study that is not offered for these rows, or a second one of its kind."""
        return replace(describe_model(candidate.algorithm), key=candidate.key)

    def _show_rows(self) -> None:
        state = self.shell.state
        study, times = state.study, self.shell.clock.by_model()
        entered = {} if self._nothing else {candidate.key: candidate for candidate in study.candidates}
        for key in self.table.keys:
            candidate = entered.get(key)
            time = short_time(times[key]) if key in times and candidate else ""
            way = find_way(candidate) if candidate else None
            self.table.show_row(key, way, candidate is not None and key == study.baseline, time)

    def renew(self) -> None:
        self._show_baseline()
        self._show_effect()
        super().renew()
        self.shell.clock.start()

    def _show_baseline(self) -> None:
        state = self.shell.state
        study = state.study
        asked = study.question.kind in ABOUT_BASELINE
        self.in_use.setEnabled(asked)
        self.in_use.choose(IN_USE if asked and not state.is_assumed(BASELINE) else COMPARE)
        names = name_models(study)
        text = words.HELP_NOT_NEEDED
        if asked and study.candidates:
            said = words.HELP_COMPARE if state.is_assumed(BASELINE) else words.HELP_IN_USE
            text = said.format(baseline=names[study.baseline])
        self.help.setText(text)
        self.help.setToolTip(text)

    def _show_effect(self) -> None:
        state = self.shell.state
        if state.data is None:
            return
        self._show_rows()
        study, data = state.study, state.data
        guess = describe_constant_guess(data, study.question).text
        self.panel.say("guess", words.GUESS, words.GUESS_NOTE.format(answer=guess))
        if self._nothing:
            self.panel.say("comparisons", "0", words.COMPARISONS_NOTE)
            for key in ("shows", "time"):
                self.panel.say(key, "")
        else:
            self._show_comparisons(study, data)
            self.panel.say("shows", *shown_words(study, data))
            self.panel.say("time", *time_words(self.shell))
        has_default = has_strong_default(study) and not self._nothing
        self.panel.say(
            "default",
            words.DEFAULT_IN if has_default else words.DEFAULT_OUT,
            words.DEFAULT_IN_NOTE if has_default else words.DEFAULT_OUT_NOTE,
            "" if has_default else "unclear",
        )
        self.add_default.setEnabled(not has_default and STRONG_DEFAULT in self._offered_keys())
        self._show_similar(study, data)

    def _show_similar(self, study: Study, data: Dataset) -> None:
        """A similar, well-known model tells what a difference comes from (Salzberg 1997, section 3.5 (1))."""
        found = find_lonely_model(study, data)
        if found is None:
            self.panel.say("similar", words.SIMILAR_IN, words.SIMILAR_IN_NOTE)
            return
        names = words.SIMILAR_OR.join(describe_model(key).title for key in found.similar[:2])
        model = describe_model(study.candidate(found.candidate).algorithm).title
        self.panel.say("similar", words.SIMILAR_OUT, words.SIMILAR_OUT_NOTE.format(model=model, names=names))

    def _show_times(self) -> None:
        if self.isVisible():
            self._show_effect()

    def _show_comparisons(self, study: Study, data: Dataset) -> None:
        count = count_new_comparisons(study, data) if study.challengers else 0
        many = len(study.candidates) > words.MANY
        note = words.COMPARISONS_NOTE if count else words.COMPARISONS_NONE
        self.panel.say("comparisons", str(count), note, "unclear" if many else "")

    def subtitle(self) -> str:
        count = 0 if self._nothing else len(self.shell.state.study.candidates)
        return words.LEAD.format(count=count)

    def line(self) -> FooterLine | None:
        return FooterLine(words.NEED_ONE, sign=ATTENTION) if self._nothing else None

    def summary(self) -> str | None:
        return "" if self._nothing else None

    def secondary(self) -> tuple[Action, ...]:
        others = bool(self._others())
        return (Action(words.ADD, self._ask_model, others, words.ADD_TIP if others else words.ADD_NONE),)

    def problems(self) -> tuple[Problem, ...]:
        if self._nothing:
            return (Problem(NO_MODEL, Severity.BLOCKS, words.NEED_ONE, MODELS),)
        return super().problems()

    def show_problems(self, found: tuple[Problem, ...]) -> None:
        super().show_problems(tuple(problem for problem in found if problem.id != NO_MODEL))

    def go_to_open(self) -> None:
        if self._nothing:
            next(iter(self.table.ticks.values())).setFocus()
        else:
            super().go_to_open()

    def leave(self) -> bool:
        self.shell.clock.stop()
        return True

    def forget(self) -> None:
        self._nothing = False

    # --- Changing ----------------------------------------------------------------------------------------------------

    def _tick(self, key: str, on: bool) -> None:
        state = self.shell.state
        if state.data is None:
            return
        entered = () if self._nothing else state.study.candidates
        if not on:
            left = tuple(candidate for candidate in entered if candidate.key != key)
            self._nothing = not left
            self._enter(left or entered)
            return
        self._nothing = False
        self._enter(self._in_order((*entered, enter_model(key, state.data))))
        if key == FORMULA:
            self._ask_settings(key)

    def _in_order(self, candidates: tuple[Candidate, ...]) -> tuple[Candidate, ...]:
        order = list(self.table.keys)
        return tuple(sorted(candidates, key=lambda entry: order.index(entry.key) if entry.key in order else len(order)))

    def _enter(self, candidates: tuple[Candidate, ...]) -> None:
        """Take over the models; if the baseline left, the simplest of them takes its place."""
        self.shell.announce("")
        state = self.shell.state
        state.change_study(with_models(state.study, candidates), MODELS)
        self.enter(state)

    def _set_baseline(self, key: str) -> None:
        self.put(BASELINE, key)
        self.enter(self.shell.state)

    def _set_use(self, choice: str) -> None:
        """Whether the baseline is in use is said by the person, never assumed."""
        state = self.shell.state
        if choice == IN_USE:
            state.confirm(BASELINE)
            state.confirm("question.kind")
        else:
            state.assume(BASELINE)
        self.renew()

    def _set_way(self, key: str, way: str) -> None:
        if way == FIXED:
            self._ask_settings(key)
            return
        entered = self.shell.state.study.candidate(key)
        bare = Candidate(entered.key, entered.algorithm)
        self._replace(tune_model(bare) if way == TUNED else bare)

    def _ask_settings(self, key: str) -> None:
        entered = self.shell.state.study.candidate(key)
        dialog = SettingsDialog(find_settings(entered.algorithm), entered.settings, self)
        dialog.settled.connect(lambda settings: self._replace(Candidate(key, entered.algorithm, settings)))
        dialog.rejected.connect(lambda: self.enter(self.shell.state))
        dialog.open()

    def _replace(self, candidate: Candidate) -> None:
        old = self.shell.state.study.candidates
        self._enter(tuple(candidate if entry.key == candidate.key else entry for entry in old))

    # --- More models -------------------------------------------------------------------------------------------------

    def _offered_keys(self) -> tuple[str, ...]:
        data = self.shell.state.data
        return tuple(choice.key for choice in list_model_choices(data)) if data is not None else ()

    def _others(self) -> tuple[ModelChoice, ...]:
        data = self.shell.state.data
        choices = list_model_choices(data) if data is not None else ()
        return tuple(choice for choice in choices if choice.key not in self.table.keys)

    def _ask_model(self) -> None:
        menu = QMenu(self)
        menu.setObjectName("moreModels")
        menu.setToolTipsVisible(True)
        for choice in self._others():
            action = menu.addAction(choice.title, partial(self._tick, choice.key, True))
            action.setToolTip(choice.details)
        menu.aboutToHide.connect(menu.deleteLater)
        anchor = self.window().findChild(QWidget, "secondary1")
        height = menu.sizeHint().height()
        menu.popup(anchor.mapToGlobal(QPoint(0, -height)) if anchor is not None else self.mapToGlobal(QPoint(0, 0)))

    def _add_default(self) -> None:
        if STRONG_DEFAULT not in [candidate.key for candidate in self.shell.state.study.candidates] or self._nothing:
            self._tick(STRONG_DEFAULT, True)

    # --- What is used now --------------------------------------------------------------------------------------------

    def _ask_formula(self) -> None:
        entered = {candidate.key: candidate for candidate in self.shell.state.study.candidates}
        known = entered[FORMULA].settings if FORMULA in entered else {}
        dialog = SettingsDialog(find_settings(FORMULA), known, self)
        dialog.settled.connect(self._take_formula)
        dialog.open()

    def _take_formula(self, settings: dict[str, object]) -> None:
        """One that cannot be computed from the inputs is refused at once: it would fail in every fold."""
        data = self.shell.state.data
        try:
            if data is not None:
                check_formula(str(settings.get(FORMULA, "0")), data)
        except StudyError as error:
            messages.show_error(self, error)
            return
        self._take_incumbent(Candidate(FORMULA, FORMULA, settings))

    def _ask_column(self) -> None:
        state = self.shell.state
        found = answers_of(state.table, state.study.columns, state.data) if state.table and state.data else ()
        if not found:
            self.shell.announce(words.COLUMN_NONE)
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
            self._take_incumbent(enter_model(name, state.data))
            return
        work = partial(look, state.table, with_given(state.study.columns, name), state.form)
        self.shell.announce(strings.WORKING_LOOKING)
        self.shell.background.start(work, partial(self._looked, name), partial(messages.show_error, self))

    def _looked(self, name: str, form: Form) -> None:
        self.shell.announce("")
        self.shell.state.update(form)
        if form.data is not None:
            self._take_incumbent(enter_model(name, form.data))

    def _take_incumbent(self, candidate: Candidate) -> None:
        """It takes part and is what all others are compared with."""
        state = self.shell.state
        entered = () if self._nothing else state.study.candidates
        self._nothing = False
        others = tuple(entry for entry in entered if entry.key != candidate.key)
        study = replace(state.study, candidates=(candidate, *others), baseline=candidate.key)
        state.change_study(study, MODELS)
        state.confirm(BASELINE)
        self.enter(state)


def shown_words(study: Study, data: Dataset) -> tuple[str, str, str]:
    """Which differences the study can show: value, help and mood of a row of the side panel."""
    found = forecast(study, data)
    usual, margin = found.usual, study.question.margin
    if not found.has_claim:
        return "", words.SHOWS_NO_CLAIM, ""
    if usual is None:
        return "", words.SHOWS_NONE, ""
    value = words.SHOWS.format(width=usual.half_width)
    if usual.by_groups is not None:
        groups = pluralize_row_unit(data.group_name)
        note = words.SHOWS_GROUPS.format(worst=usual.by_groups, groups=groups, margin=margin)
    else:
        note = (words.SHOWS_NARROW if found.is_narrow else words.SHOWS_ENOUGH).format(margin=margin)
    return value, note, "unclear" if found.is_narrow else "yes"


def time_words(shell: Shell) -> tuple[str, str]:
    """How long the study takes, as far as it is known."""
    clock = shell.clock
    seconds = clock.seconds()
    if clock.trouble():
        return "", clock.trouble()
    if seconds is None:
        return "", words.TIME_MEASURING if clock.is_measuring else words.TIME_UNKNOWN
    return words.TIME_ABOUT.format(time=short_time(seconds)), words.TIME_NOTE
