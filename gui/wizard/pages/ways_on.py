"""The ways on from a run that ended before its time: on this computer, with fewer workers, in another place."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from core.application.prepare_run import Options
from core.domain.events import Cause
from gui import strings
from gui.wizard.page import Shell
from gui.worker import options_from

Action = tuple[str, Callable[[], None]]


class WaysOn:
    """Knows why the run of a study ended and what was chosen since; `start` begins it again."""

    def __init__(self, shell: Shell, start: Callable[[], None]) -> None:
        self._shell, self._start = shell, start
        self.forget()

    def forget(self) -> None:
        """Another study: everything as the settings say."""
        self.cause, self.here, self.workers = Cause.OTHER, False, 0

    def options(self) -> Options:
        options = options_from(self._shell.settings, self.here)
        if options.executor != "processes":
            return options
        if self.workers:
            return replace(options, workers=self.workers)
        return replace(options, started_workers=self._shell.take_workers())

    def offered(self) -> Action | None:
        """The one way on, if there is one besides trying again."""
        actions: dict[Cause, Action] = {
            Cause.CLUSTER: (strings.cluster.FINISH_HERE, self.finish_here),
            Cause.MEMORY: (strings.run.FEWER_WORKERS, self.halve),
            Cause.DISK: (strings.run.ANOTHER_PLACE, partial(self._shell.save_as, self._start)),
        }
        return actions.get(self.cause)

    def finish_here(self) -> None:
        """The cluster is lost or cannot be used; what it finished is kept."""
        self.here = True
        self._start()

    def halve(self) -> None:
        """Half as many trainings at the same time, for this study only."""
        at_once = self.workers or options_from(self._shell.settings, here=True).parallel_fits
        self.workers = max(1, at_once // 2)
        self._start()
