"""From a table of predictions made elsewhere to the truth, the groups and the answers of every model."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from core.data.case_ids import check_ids, find_case_group, note_repeated_ids
from core.data.prepare import prepare_dataset
from core.data.read.column_conversion import to_categories
from core.data.roles import check_names, list_inputs
from core.domain.dataset import Column, Dataset, Floats, Integers, Kind, Table, Task
from core.domain.evidence import FitResult, make_fit_result
from core.domain.findings import Caution, CautionKind
from core.domain.study import Columns
from core.statistics.ranking_measures import auc_of
from core.support.errors import DataError
from core.support.text import pluralize

MOST_NUMBERED_CLASSES = 10
NO_SUCH_ANSWER = -1.0


@dataclass(frozen=True, slots=True)
class PredictionRoles:
    """Which column is what. `models` are columns of answers, the first is the baseline; `scores` by model.

    A score is that of the `positive` answer, higher meaning more likely. `row_id` shows that columns belong together;
    where its values repeat, the rows of one are one case.
    """

    truth: str
    models: tuple[str, ...]
    scores: Mapping[str, str] = field(default_factory=dict)
    group: str | None = None
    row_id: str | None = None
    positive: str | None = None
    nominal: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ImportedPredictions:
    """The rows with a truth, what every model answered on them, and what must be said about them."""

    data: Dataset
    outcomes: Mapping[str, FitResult]
    cautions: tuple[Caution, ...]


def columns_of(table: Table, roles: PredictionRoles) -> Columns:
    """The roles as the columns of a study: all that is neither truth nor answer serves to recognize the rows."""
    answered = (*roles.models, *roles.scores.values())
    nominal = (roles.truth,) if roles.truth in roles.nominal or _spells_classes(table, roles) else ()
    columns = Columns((roles.truth,), roles.positive, _group(table, roles), ignore=answered, nominal=nominal)
    return columns if list_inputs(table, columns) else replace(columns, ignore=())


def read_predictions(table: Table, roles: PredictionRoles, fewest: int = 2) -> ImportedPredictions:
    """Refuses in one sentence what cannot be compared; `fewest` models are needed."""
    _check_roles(table, roles, fewest)
    group = _group(table, roles)
    data = prepare_dataset(table, columns_of(table, roles))
    if group is None:
        data = replace(data, groups=None)
    data, cautions = _oriented(table, roles, data)
    if group is not None and roles.group is None:
        cautions = [note_repeated_ids(data, group), *cautions]
    rows = np.arange(table.rows) if data.rows is None else data.rows
    outcomes, cautions = {}, [*_left_out(data, roles), *cautions]
    for model in roles.models:
        predicted, caution = _answers(table.column(model), data, rows)
        cautions += [caution] if caution else []
        outcomes[model] = make_fit_result(model, predicted.reshape(-1, 1), _scores(table, roles, model, data, rows))
    return ImportedPredictions(data, outcomes, tuple(cautions))


def _group(table: Table, roles: PredictionRoles) -> str | None:
    used = (roles.truth, *roles.models, *roles.scores.values())
    return roles.group or find_case_group(table, roles.truth, roles.row_id, used)


def _check_roles(table: Table, roles: PredictionRoles, fewest: int) -> None:
    named = (roles.truth, *roles.models, *roles.scores.values(), roles.group, roles.row_id)
    used = [name for name in named if name]
    check_names(table, Columns(ignore=tuple(used)))
    if roles.row_id is not None and roles.row_id == roles.group:
        used.remove(roles.row_id)
    twice = next((name for name in used if used.count(name) > 1), None)
    if twice is not None:
        raise DataError(f"'{twice}' was given two roles.", hint="Choose another column for one of them.")
    if len(roles.models) < fewest:
        needed = "Two columns of predictions are needed" if fewest > 1 else "A column of predictions is needed"
        raise DataError(f"{needed} here.", hint="Choose one more column.")
    strangers = sorted(set(roles.scores) - set(roles.models))
    if strangers:
        raise DataError(f"There are scores for '{strangers[0]}', which is no model here.", hint="Name the model too.")
    if roles.row_id is not None:
        check_ids(table, roles.row_id, roles.group)


def _spells_classes(table: Table, roles: PredictionRoles) -> bool:
    """Whole numbers, few of them, and models that answer with these and no others: names spelled as numbers."""
    column = table.column(roles.truth)
    if column.kind is not Kind.NUMBER:
        return False
    values = np.unique(column.values[~column.missing].astype(np.float64))
    if len(values) > MOST_NUMBERED_CLASSES or not np.all(values == np.round(values)):
        return False
    models = [table.column(model) for model in roles.models]
    return all(model.kind is Kind.NUMBER and _among(model, values) for model in models)


def _among(column: Column, values: Floats) -> bool:
    return bool(np.isin(column.values[~column.missing].astype(np.float64), values).all())


def _left_out(data: Dataset, roles: PredictionRoles) -> list[Caution]:
    if not data.left_out:
        return []
    return [Caution(CautionKind.EXCLUDED_ROWS, count=data.left_out, name=roles.truth)]


def _oriented(table: Table, roles: PredictionRoles, data: Dataset) -> tuple[Dataset, list[Caution]]:
    """Whose scores they are, where nobody said: of the answer that goes with the higher scores of the first model."""
    scored = next((roles.scores[model] for model in roles.models if model in roles.scores), None)
    if scored is None or roles.positive is not None or len(data.classes) != 2:
        return data, []
    values = table.column(scored).values[np.arange(table.rows) if data.rows is None else data.rows]
    if values.dtype.kind != "f":
        return data, []
    area = auc_of(data.labels == 1, values.astype(np.float64))
    if area is None:
        return data, []
    place = int(area >= 0.5)
    return replace(data, positive=place), [Caution(CautionKind.SCORES_OF, name=data.classes[place], message=scored)]


def _answers(column: Column, data: Dataset, rows: Integers) -> tuple[Floats, Caution | None]:
    missing = np.flatnonzero(column.missing[rows])
    if len(missing):
        where = f"{pluralize(len(missing), 'row')}, first on row {rows[missing[0]] + 1}"
        raise DataError(
            f"'{column.name}' has no prediction on {where}.",
            hint="Get the missing predictions, or leave these rows out for all models.",
        )
    if data.task is Task.CLASSES:
        return _class_answers(column, data, rows)
    if column.kind is not Kind.NUMBER:
        raise DataError(
            f"'{column.name}' does not hold numbers like '{data.outputs[0]}'.", hint="Choose another column."
        )
    return column.values[rows].astype(np.float64), None


def _class_answers(column: Column, data: Dataset, rows: Integers) -> tuple[Floats, Caution | None]:
    """Answers as class positions, however they are capitalized; one the truth never gives is wrong."""
    known = {_bare(name): place for place, name in enumerate(data.classes)}
    named = to_categories(column)
    places = np.array([known.get(_bare(level), NO_SUCH_ANSWER) for level in named.levels], dtype=np.float64)
    predicted = places[named.values[rows].astype(np.int64)]
    strange = int(np.sum(predicted == NO_SUCH_ANSWER))
    if strange == len(predicted):
        raise DataError(
            f"'{column.name}' never gives an answer that '{data.outputs[0]}' has.",
            hint="Numbers between 0 and 1 are scores: name them as such. Else write the answers the same way.",
        )
    if not strange:
        return predicted, None
    first = next(level for level, place in zip(named.levels, places, strict=True) if place == NO_SUCH_ANSWER)
    return predicted, Caution(CautionKind.UNKNOWN_CLASSES, column.name, strange, name=first, message=data.outputs[0])


def _bare(name: str) -> str:
    return name.strip().casefold()


def _scores(table: Table, roles: PredictionRoles, model: str, data: Dataset, rows: Integers) -> Floats | None:
    """Rows x classes with the score in the column of the positive answer; None without scores.

    Scores between 0 and 1 may be probabilities, so that the other class gets what is left; others only rank.
    """
    if model not in roles.scores:
        return None
    column = table.column(roles.scores[model])
    if column.kind is not Kind.NUMBER:
        raise DataError(f"The scores in '{column.name}' are no numbers.", hint="Choose another column.")
    if data.task is not Task.CLASSES or len(data.classes) != 2:
        raise DataError("Scores can be used with two answers only.", hint="Leave the scores off.")
    values = column.values[rows].astype(np.float64)
    if np.isnan(values).any():
        raise DataError(
            f"{pluralize(int(np.isnan(values).sum()), 'score is', 'scores are')} missing in '{column.name}'.",
            hint="Leave it off.",
        )
    scores = np.empty((len(values), 2))
    is_chance = bool(np.all((values >= 0) & (values <= 1)))
    scores[:, data.positive_class], scores[:, 1 - data.positive_class] = values, 1 - values if is_chance else -values
    return scores
