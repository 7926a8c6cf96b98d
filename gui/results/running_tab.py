"""A tab of Explore that computes: it starts when asked, shows how far it is, can be called off, keeps its results."""

from collections.abc import Callable, Hashable, Mapping
from time import monotonic
from typing import Generic, TypeVar

from PySide6.QtWidgets import QBoxLayout, QLayout, QProgressBar, QSizePolicy, QWidget

from core.application.prepare_run import Options
from core.application.run_procedure import Order, Progress, ResultStore, carry_out_procedure, load_results, save_result
from core.domain.evidence import GIVEN
from core.support.errors import StoreError
from core.support.text import pluralize
from core.wording.units import sentences
from gui.results.choices import align
from gui.results.tab import Tab, View
from gui.results.words import time_left
from gui.strings import exhibits as words
from gui.tasks import Task
from gui.widgets.parts import button, column, plain, row

Result = TypeVar("Result")
Say = Callable[[str], None]
BAR, EVERYTHING = 90, 100


class RunningTab(Tab, Generic[Result]):
    """Results are kept, one for each choice; nothing starts by itself.

    Those made of the records in `kinds` stay in the file of the study, others only while it is open.
    """

    intro = ""
    kinds: tuple[type, ...] = ()
    options = Options()
    cancelled = words.CANCELLED

    def __init__(self, key: str, say: Say, picture: QWidget | None, *lines: tuple[QWidget | QLayout, ...]) -> None:
        """`lines` of choices stand above the picture; the last one ends with the button to start."""
        self.start_button = button(words.START, self.start, f"start_{key}")
        self.cancel_button = button(words.CANCEL, self.cancel, f"cancel_{key}")
        self.progress = QProgressBar()
        self.progress.setObjectName(f"progress_{key}")
        self.progress.setAccessibleName(words.PROGRESS)
        self.progress.setTextVisible(False)
        self.progress.setMaximumHeight(10)
        self.progress.setFixedWidth(BAR)
        self.how_far = plain("", "caption", f"howFar_{key}")
        self.how_far.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.view: View | None = None
        self._results: dict[str, Result] = {}
        self._task: Task[Result] | None = None
        self._given_up: list[Task[Result]] = []
        self._uncounted: View | None = None
        self._began = 0.0
        self._end = ""
        going = (self.start_button, self.cancel_button, self.progress, self.how_far)
        self._choices, self._lines = [row(*line, 0) for line in lines or ((),)], lines
        *first, last = self._choices
        end = row(last, *going, 0)
        end.setStretch(end.count() - 2, EVERYTHING)  # the words take what room there is, and no more
        above = column(*first, end, spacing=4)
        super().__init__(key, say, picture, controls=(above,))
        self._show_running(False)

    # --- What a tab of this kind says --------------------------------------------------------------------------------

    def prepare(self, view: View) -> str:
        """Fill the choices; a sentence where this exhibit is not possible."""
        return ""

    def result_key(self) -> Hashable:
        """What the choices are now; results are kept by it."""
        raise NotImplementedError

    def order(self, view: View) -> Order[Result]:
        raise NotImplementedError

    def show_result(self, view: View, result: Result) -> None:
        raise NotImplementedError

    def store(self, view: View) -> ResultStore | None:
        """Where results stay when the window is closed."""
        return view.file

    def count_trainings(self, view: View) -> int:
        """How many training runs starting it takes, for the cost beside the button; 0 where it is not known."""
        return 0

    @property
    def is_look(self) -> bool:
        """Whether starting it counts as a look at the data."""
        return False

    def started(self, view: View) -> None:
        """Something is being trained: a tab that looks at test rows again tells the ledger."""

    def _fit_side(self) -> None:
        """With large text there is no room for several choices beside each other."""
        super()._fit_side()
        directions = QBoxLayout.Direction
        for line in self._choices:
            line.setDirection(directions.TopToBottom if self.has_large_text else directions.LeftToRight)
        align((part for line in self._lines for part in line), self.has_large_text)

    # --- Showing -----------------------------------------------------------------------------------------------------

    def show_view(self, view: View) -> None:
        if self.view is None or view.study is not self.view.study or view.data is not self.view.data:
            self._forget()
            store = self.store(view)
            self._results = load_results(store, self.key, self.kinds) if store and self.kinds else {}
        self.view = view
        reason = self.prepare(view)
        if reason:
            self.show_nothing(reason)
            return
        self.renew()

    def _forget(self) -> None:
        """Another study: what was found for the one before is no longer true."""
        self.give_up()
        self._end = ""
        self._results = {}

    def give_up(self) -> None:
        """Nobody waits any more for what is under way; it ends on its own."""
        super().give_up()
        task, self._task = self._task, None
        if task is not None:
            task.call_off()
            self._given_up.append(task)
        self._show_running(False)

    @property
    def result(self) -> Result | None:
        """What was found for the choices as they are."""
        return self._results.get(repr(self.result_key()))

    def renew(self) -> None:
        """Show the result for the choices as they are, or what could be computed."""
        if self.view is None:
            return
        found = self.result
        self.show_something()
        self.start_button.setText(words.START if found is None else words.AGAIN)
        self._show_cost(self.view)
        if found is None:
            self.stack.hide()
            self.fill((), ())
            self.tell(self.intro)
        else:
            self.show_result(self.view, found)

    def _show_cost(self, view: View) -> None:
        """Training runs and about how long they take, from the mean time of those the study has."""
        if self.is_running:
            return
        count = self.count_trainings(view)
        known = [outcome.seconds for outcome in view.run.outcomes if outcome.ok]
        said = words.COST.format(count=pluralize(count, "training run")) if count else ""
        if count and known:
            said += words.COST_TIME.format(duration=time_left(count * sum(known) / len(known)))
        look = words.COST_LOOK if self.is_look else ""
        self.how_far.setText(" ".join(part for part in (said, look) if part))
        self.how_far.setToolTip(self.how_far.text())
        self.how_far.setVisible(bool(self.how_far.text()))

    # --- Computing ---------------------------------------------------------------------------------------------------

    @property
    def is_running(self) -> bool:
        return self._task is not None

    def start(self) -> None:
        if self.view is None or self.is_running:
            return
        key, view = repr(self.result_key()), self.view
        order, options = self.order(view), self.options
        task: Task[Result] = Task(lambda: carry_out_procedure(order, options, task.tell, task.stop), self)
        task.told.connect(self._progressed)
        task.finished.connect(lambda: self._ended(task, key))
        self._task, self._began = task, monotonic()
        self._uncounted, self._end = view, ""
        self._show_running(True)
        task.start()

    def cancel(self) -> None:
        if self._task is not None:
            self._task.call_off()

    def _progressed(self, progress: Progress) -> None:
        """The first word of progress tells that nothing was refused: only then it is a look."""
        if self._uncounted is not None:
            view, self._uncounted = self._uncounted, None
            self.started(view)
        self.progress.setRange(0, max(1, progress.total))
        self.progress.setValue(progress.done)
        left = progress.seconds_left
        if left is None and progress.done:
            left = (monotonic() - self._began) * (progress.total - progress.done) / progress.done
        duration = words.LEFT.format(duration=time_left(left)) if left is not None else ""
        text = words.WORKING.format(done=progress.done, total=progress.total, left=duration)
        self.how_far.setText(text)
        self.progress.setToolTip(text)
        self.progress.setAccessibleDescription(text)

    def _ended(self, task: Task[Result], key: str) -> None:
        task.deleteLater()
        if task is not self._task:
            self._given_up = [other for other in self._given_up if other is not task]
            return
        self._task = None
        self._show_running(False)
        if task.result is not None and not task.is_called_off:
            self._results[key] = task.result
            self._keep(key, task.result)
        self._end = "" if task.result is not None else self._why_nothing(task)
        self.renew()
        self.tell_end()

    def _why_nothing(self, task: Task[Result]) -> str:
        """Refused, called off, or broken off by something that nobody expected, which is in the log."""
        if task.error is not None:
            return str(task.error)
        return self.cancelled if task.is_called_off else words.UNEXPECTED

    def tell_end(self) -> None:
        """Why there is no result, if it was refused or called off."""
        if self._end:
            self.tell(self._end)

    def _keep(self, key: str, result: Result) -> None:
        """A file that can only be read, or a full disk, does not take the result away from the person."""
        store = self.store(self.view) if self.view else None
        if store is None or not self.kinds:
            return
        try:
            save_result(store, self.key, key, result)
        except StoreError as error:
            self._say(words.NOT_KEPT.format(reason=error))

    def _show_running(self, running: bool) -> None:
        had_focus = self.start_button.hasFocus() or self.cancel_button.hasFocus()
        self.start_button.setVisible(not running)
        for part in (self.cancel_button, self.progress, self.how_far):
            part.setVisible(running)
        if had_focus:
            (self.cancel_button if running else self.start_button).setFocus()
        if running:
            self.progress.setRange(0, 0)
        self.how_far.setText("")

    def close_down(self) -> None:
        """The window closes: what is under way is given up."""
        self.give_up()
        for task in self._given_up:
            task.wait()
        super().close_down()


def models(view: View) -> dict[str, str]:
    """The candidates that can be trained, by key, as they are called."""
    return {one.key: sentences(view.names[one.key]) for one in view.study.candidates if one.algorithm != GIVEN}


def name_of(names: Mapping[str, str], key: str) -> str:
    return sentences(names.get(key, key))
