"""What a load is, and who takes part in it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

Answer = dict[str, list[float]]
Work = Callable[[], Answer]
OURS, SCIKIT, LOOP = "evenfold", "scikit-learn", "loop"
EVERYONE = (OURS, SCIKIT, LOOP)


@dataclass(frozen=True, slots=True)
class Load:
    """One row of the table of loads.

    `aim`: how many times less processor time than scikit-learn's idiom. `module` has `work_of(load, who, scale)`.
    `close`: how far the mean values may be apart to count as agreeing; `same` tells that the definitions coincide, so
    that every split must agree within that. `size` is the number of rows, samples or values, where a load has several.
    """

    key: str
    algorithm: str
    title: str
    aim: float
    module: str = "benchmarks.speed.loads"
    modules: Mapping[str, str] = field(default_factory=dict)
    size: int = 0
    close: float = 0.01
    same: bool = False
    note: str = ""
    memory_aim: float | None = None

    @property
    def name(self) -> str:
        return f"{self.key} {self.algorithm}" + (f" {self.size}" if self.size else "")

    def module_of(self, who: str) -> str:
        return self.modules.get(who, self.module)
