"""What the program remembers about this person's wishes: theme, text size, workers, places, recent studies."""

from collections.abc import Sequence
from math import isfinite
from pathlib import Path

from PySide6.QtCore import QByteArray, QSettings

from core.domain.cluster_address import ClusterAddress
from core.support import paths
from gui.theme import SYSTEM, TABLE

MOST_RECENT = 18
LARGEST_TEXT = 2.0
SMALLEST_TEXT = 0.8
CLUSTER_FIELDS = ("address", "ca_file", "cert_file", "key_file")
MOST_NICENESS = 19
MOST_WORKERS = 256  # as the engine takes at most


class Settings:
    """Typed access to the settings file."""

    def __init__(self) -> None:
        self._file = QSettings(str(paths.settings()), QSettings.Format.IniFormat)

    @property
    def theme(self) -> str:
        """The key of a look, or of following the desktop; that also where the file names none that is known."""
        key = str(self._file.value("theme", SYSTEM))
        return key if key in TABLE else SYSTEM

    @theme.setter
    def theme(self, key: str) -> None:
        self._file.setValue("theme", key)

    @property
    def text_scale(self) -> float:
        return min(LARGEST_TEXT, max(SMALLEST_TEXT, self._number("text_scale", 1.0)))

    @text_scale.setter
    def text_scale(self, scale: float) -> None:
        self._file.setValue("text_scale", min(LARGEST_TEXT, max(SMALLEST_TEXT, scale)))

    @property
    def workers(self) -> int:
        """Worker processes; 0 means as many as there are cores."""
        return min(MOST_WORKERS, max(0, int(self._number("workers", 0))))

    @workers.setter
    def workers(self, count: int) -> None:
        self._file.setValue("workers", count)

    @property
    def niceness(self) -> int:
        """How much trainings give way to other programs: 0 not at all, 19 the most."""
        return min(MOST_NICENESS, max(0, int(self._number("niceness", 5))))

    @niceness.setter
    def niceness(self, number: int) -> None:
        self._file.setValue("niceness", number)

    @property
    def cluster(self) -> ClusterAddress:
        """Where studies are trained; without an address on this computer."""
        address, ca_file, cert_file, key_file = (
            str(self._file.value(f"cluster/{name}", "")) for name in CLUSTER_FIELDS
        )
        return ClusterAddress(address, ca_file, cert_file, key_file)

    @cluster.setter
    def cluster(self, place: ClusterAddress) -> None:
        for name in CLUSTER_FIELDS:
            self._file.setValue(f"cluster/{name}", getattr(place, name))

    @property
    def time_limit(self) -> float:
        """Seconds one training may take; 0 means no limit."""
        return max(0.0, self._number("time_limit", 0.0))

    @time_limit.setter
    def time_limit(self, seconds: float) -> None:
        self._file.setValue("time_limit", seconds)

    @property
    def start_early(self) -> bool:
        """Whether worker processes are started while the steps are still filled in."""
        return self._number("start_early", 1) != 0

    @start_early.setter
    def start_early(self, early: bool) -> None:
        self._file.setValue("start_early", int(early))

    @property
    def reduce_motion(self) -> bool:
        return self._number("reduce_motion", 0) != 0

    @reduce_motion.setter
    def reduce_motion(self, reduce: bool) -> None:
        self._file.setValue("reduce_motion", int(reduce))

    @property
    def checked(self) -> str:
        """The version whose installation was checked at its first start."""
        return str(self._file.value("checked", ""))

    @checked.setter
    def checked(self, version: str) -> None:
        self._file.setValue("checked", version)

    @property
    def studies(self) -> Path:
        """The folder below which every study has one of its own: Documents/Evenfold unless the person chose another."""
        return self._folder("studies") or paths.studies()

    @studies.setter
    def studies(self, folder: Path) -> None:
        self._file.setValue("studies", str(folder))

    def folder_of(self, kind: str) -> Path | None:
        """The folder that was chosen last for files of that kind; None before, or where it is gone by now."""
        return self._folder(f"folders/{kind}")

    def remember_folder(self, kind: str, folder: Path) -> None:
        self._file.setValue(f"folders/{kind}", str(folder))

    @property
    def recent(self) -> tuple[str, ...]:
        """Paths of studies, newest first."""
        stored = self._file.value("recent", [])
        listed = [stored] if isinstance(stored, str) else stored
        return tuple(str(path) for path in listed) if isinstance(listed, Sequence) else ()

    def remember(self, path: Path) -> None:
        others = [known for known in self.recent if known != str(path)]
        self._file.setValue("recent", [str(path), *others][:MOST_RECENT])

    def forget(self, path: str) -> None:
        self._file.setValue("recent", [known for known in self.recent if known != path])

    @property
    def geometry(self) -> QByteArray:
        stored = self._file.value("geometry", QByteArray())
        return stored if isinstance(stored, QByteArray) else QByteArray()

    @geometry.setter
    def geometry(self, geometry: QByteArray) -> None:
        self._file.setValue("geometry", geometry)

    def _folder(self, key: str) -> Path | None:
        """A folder that is there."""
        chosen = str(self._file.value(key, ""))
        try:
            return Path(chosen) if chosen and Path(chosen).is_dir() else None
        except (OSError, ValueError):  # no name that any folder could have
            return None

    def _number(self, key: str, default: float) -> float:
        """A finite number, whatever stands in the file."""
        try:
            found = float(str(self._file.value(key, default)))
        except ValueError:
            return default
        return found if isfinite(found) else default
