"""Effort: whether the candidates of a study are tried and trained equally hard, and whether one would take too long."""

from dataclasses import replace

from core.algorithms import AVERAGED, find_algorithm
from core.algorithms.average import AVERAGE, STANDARD, choose_members
from core.algorithms.learner import schema_of
from core.algorithms.limits import ABOVE_LIMIT, DRAW, LIMITS, REFUSE
from core.algorithms.monotone import MONOTONE_BOOSTING, check_directions, read_names
from core.algorithms.row import Algorithm, combinations
from core.domain.dataset import Dataset
from core.domain.problem import Fix, Problem, Severity
from core.domain.study import Candidate, Study, TuningKind
from core.support.errors import StudyError

FACTOR = 2  # as many times more settings may be tried for one candidate than for another
PLACE = "candidates"


def effort_problems(study: Study) -> tuple[Problem, ...]:
    """What is unfair about the training of the candidates, for the person to see before the lock."""
    found = (_uneven_tuning(study), _uneven_stopping(study))
    return tuple(problem for problem in found if problem is not None)


def size_problems(study: Study, training_rows: int) -> tuple[Problem, ...]:
    """Candidates that refuse so many rows, with the time they would take and the ways out."""
    found = (_too_large(study, candidate, training_rows) for candidate in study.candidates)
    return tuple(problem for problem in found if problem is not None)


def direction_problems(study: Study, data: Dataset) -> tuple[Problem, ...]:
    """Candidates whose declared directions cannot hold on this data, before any row is scored."""
    found = (_wrong_direction(study, candidate, data) for candidate in study.candidates)
    return tuple(problem for problem in found if problem is not None)


def _wrong_direction(study: Study, candidate: Candidate, data: Dataset) -> Problem | None:
    if candidate.algorithm != MONOTONE_BOOSTING.key:
        return None
    rising, falling = (read_names(str(_setting(candidate, key) or "")) for key in ("rising", "falling"))
    try:
        check_directions(rising, falling, schema_of(data))
    except StudyError as error:
        free = replace(candidate, settings={**candidate.settings, "rising": "", "falling": ""})
        fix = Fix("Train it without directions", PLACE, _with(study, candidate.key, free))
        text = f"{_title(study, candidate.key)}: {error.message} {error.hint}"
        return Problem("DIRECTION", Severity.BLOCKS, text, PLACE, (fix,))
    return None


def member_problems(study: Study, data: Dataset) -> tuple[Problem, ...]:
    """Averages of models that cannot be averaged on this data, before any row is scored."""
    found = (_wrong_members(study, candidate, data) for candidate in study.candidates)
    return tuple(problem for problem in found if problem is not None)


def _wrong_members(study: Study, candidate: Candidate, data: Dataset) -> Problem | None:
    if candidate.algorithm != AVERAGE:
        return None
    try:
        choose_members(AVERAGED, read_names(str(_setting(candidate, "members") or "")), data.task, study.candidates)
    except StudyError as error:
        standard = replace(candidate, settings={**candidate.settings, "members": "; ".join(STANDARD[data.task])})
        fix = Fix("Average the standard models", PLACE, _with(study, candidate.key, standard))
        text = f"{_title(study, candidate.key)}: {error.message} {error.hint}"
        return Problem("MEMBERS", Severity.BLOCKS, text, PLACE, (fix,))
    return None


def settings_tried(study: Study, candidate: Candidate) -> int:
    """How many settings are tried inside each training set; 1 where nothing is chosen."""
    if study.tuning.kind is TuningKind.NONE:
        return 1
    return max(len(combinations(candidate.grid)), 1)


def chooses_settings(study: Study) -> bool:
    """Whether T1 and T2 are used at all: with one setting for each candidate there is nothing to choose."""
    return any(settings_tried(study, candidate) > 1 for candidate in study.candidates)


def _uneven_tuning(study: Study) -> Problem | None:
    """Candidates that have nothing to tune (a formula, a column of predictions, least squares) do not count."""
    counts = {c.key: settings_tried(study, c) for c in study.candidates if find_algorithm(c.algorithm).grid}
    if not counts or max(counts.values()) <= FACTOR * min(counts.values()):
        return None
    most, least = max(counts, key=counts.__getitem__), min(counts, key=counts.__getitem__)
    text = (
        f"{counts[most]} settings are tried for {_title(study, most)}, {_number(counts[least])} for "
        f"{_title(study, least)}: the one that is tried harder has an unfair start. {_advice(study, least)}"
    )
    return Problem("EFFORT", Severity.NOTE, text, PLACE, (Fix("Tune all of them", PLACE, _all_tuned(study)),))


def _advice(study: Study, least: str) -> str:
    if least == study.baseline:
        return "Leave it so only if these are the settings in use today."
    return "Tune both, or none."


def _all_tuned(study: Study) -> tuple[Candidate, ...]:
    return tuple(_tuned(candidate, find_algorithm(candidate.algorithm)) for candidate in study.candidates)


def _tuned(candidate: Candidate, row: Algorithm) -> Candidate:
    return replace(candidate, settings={}, grid=row.grid) if row.grid else candidate


def _too_large(study: Study, candidate: Candidate, rows: int) -> Problem | None:
    limit = LIMITS.get(candidate.algorithm)
    if limit is None or rows <= limit.rows or _setting(candidate, ABOVE_LIMIT) != REFUSE:
        return None
    drawing = replace(candidate, settings={**candidate.settings, ABOVE_LIMIT: DRAW})
    fixes = (
        Fix(f"Train it on {limit.rows:,} rows drawn by chance", PLACE, _with(study, candidate.key, drawing)),
        Fix("Leave it out", PLACE, _with(study, candidate.key, None)),
    )
    offered = fixes[:1] if candidate.key == study.baseline else fixes
    return Problem("TOO-LARGE", Severity.BLOCKS, limit.too_many(rows), PLACE, offered)


def _with(study: Study, key: str, other: Candidate | None) -> tuple[Candidate, ...]:
    """The candidates with one of them replaced or left out."""
    changed = (other if candidate.key == key else candidate for candidate in study.candidates)
    return tuple(candidate for candidate in changed if candidate is not None)


def _uneven_stopping(study: Study) -> Problem | None:
    """Nets are trained for equal rounds or to equal error (Reich & Barai 1999, section 5.3), but all in one way."""
    stops = {c.key: _stop(c) for c in study.candidates if _setting(c, "stop") is not None}
    if len(set(stops.values())) <= 1:
        return None
    ways = "; ".join(f"{_title(study, key)}: {stop}" for key, stop in stops.items())
    text = f"The nets are not trained to the same end ({ways}). Choose equal rounds for all, or equal error for all."
    return Problem("STOP", Severity.NOTE, text, PLACE)


def _stop(candidate: Candidate) -> str:
    """The rule that ends the training, with its number."""
    stop = str(_setting(candidate, "stop"))
    return f"{stop} {_setting(candidate, stop)}"


def _setting(candidate: Candidate, key: str) -> object | None:
    """A setting as given, else its default, else None."""
    defaults = {setting.key: setting.default for setting in find_algorithm(candidate.algorithm).settings}
    return candidate.settings.get(key, defaults.get(key))


def _title(study: Study, key: str) -> str:
    """The title of the algorithm, and the key where the same algorithm was entered twice."""
    candidate = study.candidate(key)
    row = find_algorithm(candidate.algorithm)
    twice = sum(other.algorithm == row.key for other in study.candidates) > 1
    return f"{row.title} ({key})" if twice else row.title


def _number(count: int) -> str:
    return "only 1" if count == 1 else str(count)
