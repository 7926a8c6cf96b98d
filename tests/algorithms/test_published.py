"""Our own algorithms against accuracies printed in the papers; sets are read from the folder EVENFOLD_SETS names."""

import os
from pathlib import Path

import pytest

from benchmarks.published import CLOSE, FIGURES, GENERATED, Figure, data_of, measure


def name(figure: Figure) -> str:
    return f"{figure.files[0]}-{figure.algorithm}"


PRINTED = [figure for figure in FIGURES if figure.files[0] not in GENERATED]
MADE = [figure for figure in FIGURES if figure.files[0] in GENERATED]


@pytest.mark.on_demand
@pytest.mark.parametrize("figure", PRINTED, ids=name)
def test_that_printed_accuracies_are_reached(figure: Figure) -> None:
    folder = os.environ.get("EVENFOLD_SETS", "")
    data = data_of(figure, Path(folder)) if folder else None
    if data is None:
        pytest.skip(f"needs {figure.files[0]} as csv or arff in the folder that EVENFOLD_SETS names")
    found = measure(figure, data, 10 if figure.size else 3)
    assert found.ours == pytest.approx(figure.published, abs=CLOSE)


@pytest.mark.parametrize("figure", MADE, ids=name)
def test_that_sets_made_from_their_definition_give_the_known_accuracies(figure: Figure) -> None:
    """Monk3 is perfect for both trees and not for naive Bayes; tic-tac-toe is hard for naive Bayes."""
    data = data_of(figure, None)
    assert data is not None
    allowed = 0.5 if figure.files[0] == "tic-tac-toe" else 0.05
    assert measure(figure, data, 1).ours == pytest.approx(figure.published, abs=2 * allowed)
