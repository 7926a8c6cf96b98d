"""A dataset without some of its inputs; rows, answers and groups stay as they are."""

from collections.abc import Collection
from dataclasses import replace

from core.data.fingerprint import compute_fingerprint
from core.domain.dataset import Dataset


def drop_inputs(data: Dataset, names: Collection[str]) -> Dataset:
    """What is left is another dataset, so it has another fingerprint."""
    kept = [place for place, name in enumerate(data.features) if name not in names]
    narrowed = replace(
        data,
        inputs=data.inputs[:, kept],
        kinds=tuple(data.kinds[place] for place in kept),
        features=tuple(data.features[place] for place in kept),
        levels=tuple(data.levels[place] for place in kept),
    )
    return replace(narrowed, fingerprint=compute_fingerprint(narrowed))
