"""A worker of a cluster that answers nonsense, as a damaged or hostile one would; the rest of it is the real one."""

import core.terminal
from core.engine import cluster_runs


def answer_nonsense(*_arguments: object) -> object:
    return ["nonsense"]


def main(words: list[str]) -> int:
    cluster_runs.RunRegistry.run_batch = answer_nonsense  # type: ignore[method-assign, assignment]
    return core.terminal.main(words)
