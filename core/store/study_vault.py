"""The vault of a study file: rows set aside when it was made, read once and only after the verdict."""

import json

import numpy as np

from core.data.fingerprint import Keys, compute_fingerprint, compute_row_keys
from core.domain.dataset import Dataset
from core.domain.vault import VaultReading
from core.store.connect import understood
from core.store.moment import now
from core.store.pieces import SEALED, read_data, read_keys
from core.store.plain import from_plain, to_plain
from core.store.study_base import StudyBase
from core.support.errors import StoreError


class StudyVault(StudyBase):
    """That the sealed rows are read is on the disk before they are."""

    @property
    def sealed_rows(self) -> int:
        """How many rows were set aside, opened or not."""
        with understood(self.path):
            return int(json.loads(self._fact("sealed") or '{"size": 0}')["size"])

    @property
    def vault_opened_at(self) -> str | None:
        """When the sealed rows were read (UTC, ISO 8601), or None."""
        return self._fact("vault opened")

    def open_vault(self) -> Dataset:
        """The sealed rows, once and after the verdict; that they are read is on the disk before they are."""
        if not self.sealed_rows:
            raise StoreError(f"{self.path.name} has no vault.", hint="It is chosen on the page Plan, before the lock.")
        if self.findings() is None:
            raise StoreError("The vault opens after the verdict.", hint="Let the study run to its end first.")
        if self.vault_opened_at is not None:
            raise StoreError(f"The vault was opened {self.vault_opened_at}.", hint="It opens once only.")
        if not self.is_vault_whole():
            raise StoreError(
                f"The sealed rows of {self.path.name} are not those that were set aside; they stay sealed.",
                hint="Use a copy of the file from before the change.",
            )
        with self._writing(surely=True):
            self._set_fact("vault opened", now())
            self._write_log(f"vault of {self.sealed_rows} rows opened")
        return self.opened_rows()

    def opened_rows(self) -> Dataset:
        """The rows of a vault that was opened before."""
        if self.vault_opened_at is None:
            raise StoreError("These rows are sealed.", hint="Open the vault after the verdict.")
        return self._sealed()

    def is_vault_whole(self) -> bool:
        """Whether the sealed rows are those that were set aside; nothing else about them is told."""
        rows, keys = self._sealed(), self.sealed_keys()
        is_same = compute_fingerprint(rows) == rows.fingerprint if rows.fingerprint else True
        return is_same and (keys is None or np.array_equal(compute_row_keys(rows), keys))

    def _sealed(self) -> Dataset:
        with self._guard, understood(self.path):
            return read_data(self._connection, self._fact("sealed") or "{}", SEALED)

    def sealed_keys(self) -> Keys | None:
        """What the sealed rows are recognised by; None without a vault. No answer is read for it."""
        with self._guard, understood(self.path):
            return read_keys(self._connection)

    def save_vault(self, reading: VaultReading) -> None:
        with self._writing(surely=True):
            self._set_fact("vault", json.dumps(to_plain(reading), ensure_ascii=False, allow_nan=False))

    def vault(self) -> VaultReading | None:
        """What the sealed rows said; None while they are sealed."""
        text = self._fact("vault")
        with understood(self.path):
            return None if text is None else from_plain(VaultReading, json.loads(text))
