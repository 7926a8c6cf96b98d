"""What a run in the terminal tells the ledger, and what the ledger knows that the plan does not say."""

from pathlib import Path

from core.domain.dataset import Dataset
from core.domain.events import Ended, Event, Progressed
from core.domain.evidence import is_a_look
from core.domain.study import Study
from core.history.history import History, history_path
from core.history.recorder import record_comparisons
from core.routes.terminal_ledger import open_history_near, say
from core.store.plan_record import plan_hash
from core.support.errors import StoreError
from core.support.text import pluralize
from core.wording.history_text import word_answer, word_comparison

GONE = "The ledger was deleted while the study ran; what can be found again is in a new one."


class LookCounter:
    """Counts a run once its first test fold was scored, and again with its verdict; it never stops one.

    The bar stays that of the plan, so that a plan gives the same answer on every computer; what the ledger knows
    beyond it is said, and what the answer reads then. `variant` names what was added after a verdict, which counts on
    its own. The ledger is opened anew each time, because it may have been deleted meanwhile.
    """

    def __init__(self, study: Study, data: Dataset, variant: str = "", near: Path | None = None) -> None:
        self._study, self._data, self._variant, self._near = study, data, variant, near
        self._counted = self._seen = False
        self._said: set[str] = set()

    def see(self, event: Event) -> None:
        ended = isinstance(event, Ended) and event.findings is not None
        scored = isinstance(event, Progressed) and is_a_look(one.job for one in event.outcomes)
        if not ended and (self._counted or not scored):
            return
        self._counted = True
        findings = event.findings if isinstance(event, Ended) else None
        if isinstance(event, Ended):
            self._study = event.study or self._study
        ledger = self._ledger()
        say(record_comparisons(ledger, self._study, self._data, plan_hash(self._study), findings, self._variant))
        if ended and ledger is not None:
            self._say_what_is_known(ledger)

    def _ledger(self) -> History | None:
        if self._seen and not history_path(self._study).exists():
            say(GONE)
        found = open_history_near(self._study, self._near, being_run=self._near)
        for note in found.notes:
            say("" if note in self._said else note)
        self._said.update(found.notes)
        self._seen = found.history is not None
        return found.history

    def _say_what_is_known(self, ledger: History) -> None:
        """Earlier comparisons on these rows that the plan does not count, and the answer at the bar with them."""
        try:
            known = ledger.looks(self._data, self._study, self._variant)
            say(ledger.describe_used_final_test(self._study, self._data))
            if known > self._study.looks:
                say(f"{self._beyond_the_plan(known)}{self._reads(ledger)}")
        except StoreError as problem:
            say(str(problem))

    def _beyond_the_plan(self, known: int) -> str:
        earlier = pluralize(known, "earlier comparison")
        told = f"The ledger knows {earlier} on these rows, the plan states {self._study.looks}."
        return f"{told} Write looks = {known} in the plan to let them count."

    def _reads(self, ledger: History) -> str:
        mine = plan_hash(self._study)
        found = [
            row for row in ledger.list_current_conclusions(self._data) if row.entry.plan_hash == mine and row.changed
        ]
        texts = [
            f" Adjusted for all {row.count}, it would be: {word_answer(row.entry, row.answer, row.reason)} "
            f"({word_comparison(row.entry)})."
            for row in found
        ]
        return "".join(dict.fromkeys(texts))  # what was added after a verdict has the plan of a new study
