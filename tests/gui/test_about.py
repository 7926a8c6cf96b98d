"""The About box: versions and licenses, by the bill of materials where there is one."""

import json
from pathlib import Path

import pytest

from core.support import paths
from gui.about import bill_of_materials, parts


def test_that_the_parts_are_named_with_version_and_license() -> None:
    found = {name: (version, terms) for name, version, terms in parts()}
    assert found["numpy"][1] == "BSD-3-Clause"
    assert found["numpy"][0][0].isdigit()


def test_that_the_bill_of_materials_is_shown_where_there_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = {"name": "libz", "version": "1.3", "licenses": [{"license": {"name": "Zlib"}}]}
    (tmp_path / "sbom.json").write_text(json.dumps({"components": [part]}), "utf-8")
    monkeypatch.setattr(paths, "resources", lambda: tmp_path)
    assert bill_of_materials() == "libz 1.3: Zlib"
