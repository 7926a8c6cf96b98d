"""Exploring that trains two models again is a look at the data: it goes to the study's log and to the ledger."""

from collections.abc import Callable, Sequence

from core.application.comparison_history import count_data_sets
from core.domain.dataset import Dataset
from core.domain.study import Study
from core.support.errors import EvenfoldError
from gui.ledger import opened
from gui.results.tab import View
from gui.strings import exhibits as words


def count_others(view: View, studies: Sequence[tuple[Study, Dataset]], say: Callable[[str], None]) -> None:
    """Comparisons on other data sets, each a look at its own rows."""
    file = view.file
    if file is None or file.read_only:
        return
    folder = file.path.parent
    told = count_data_sets(lambda _study: opened(view.study, folder).history, studies)
    if told:
        say(told)


def count_variant(view: View, variant: str, say: Callable[[str], None]) -> None:
    """Nothing is counted of a study that has no file of its own, or can only be read."""
    file = view.file
    if file is None or file.read_only:
        return
    try:
        file.log(words.LOGGED.format(what=variant))
        ledger = opened(view.study, file.path.parent).history
        if ledger is not None:
            ledger.record(view.study, view.data, file.plan_hash, complete=True, variant=variant)
    except EvenfoldError as problem:
        say(str(problem))
