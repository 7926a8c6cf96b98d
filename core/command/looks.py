"""What a run in the terminal tells the ledger, and what the ledger knows that the plan does not say."""

import sys

from core.domain.counted import counted
from core.domain.dataset import Dataset
from core.domain.events import Ended, Event, Progressed
from core.domain.evidence import MAIN
from core.domain.study import Study
from core.errors import StoreError
from core.store.canonical import plan_hash
from core.store.ledger import Ledger, ledger_path
from core.store.ledger_repair import count_look, open_ledger


class LookCounter:
    """Counts a run once its first test fold was scored, and again with its verdict; it never stops one.

    The bar stays that of the plan, so that a plan gives the same answer on every computer; what the ledger knows
    beyond it is said. `variant` names what was added after a verdict, which counts on its own.
    """

    def __init__(self, study: Study, data: Dataset, variant: str = "") -> None:
        self._study, self._data, self._variant = study, data, variant
        self._ledger = self._opened()
        self._counted = False

    def _opened(self) -> Ledger | None:
        found = open_ledger(ledger_path(self._study))
        for note in found.notes:
            _say(note)
        return found.ledger

    def say_what_is_known(self) -> None:
        """Earlier comparisons on these rows that the plan does not count."""
        try:
            known = 0 if self._ledger is None else self._ledger.looks(self._data, self._study, self._variant)
            spent = "" if self._ledger is None else self._ledger.spent_vault(self._study, self._data)
        except StoreError as problem:
            _say(str(problem))
            return
        if spent:
            _say(spent)
        if known > self._study.looks:
            earlier = counted(known, "earlier comparison")
            told = f"The ledger knows {earlier} on these rows, the plan states {self._study.looks}."
            _say(f"{told} Write looks = {known} in the plan to let them count.")

    def see(self, event: Event) -> None:
        ended = isinstance(event, Ended) and event.findings is not None
        scored = isinstance(event, Progressed) and any(one.job.part == MAIN for one in event.outcomes)
        if not ended and (self._counted or not scored):
            return
        self._counted = True
        findings, study = None, self._study
        if isinstance(event, Ended):
            findings, study = event.findings, event.study or self._study
        note = count_look(self._ledger, study, self._data, plan_hash(study), findings, self._variant)
        if note:
            _say(note)


def _say(text: str) -> None:
    print(f"Note: {text}", file=sys.stderr)
