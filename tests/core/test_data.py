"""Access to the data files of a package."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from palatine.core import Unreadable
from palatine.core.data import PackageData


@pytest.fixture
def data(tmp_path: Path, monkeypatch: Any) -> PackageData:
    folder = tmp_path / "boxed" / "data"
    folder.mkdir(parents=True)
    (tmp_path / "boxed" / "__init__.py").write_text("")
    (folder / "map.txt").write_text("# the map\na b\n\n  \nç d\n", encoding="utf-8")
    (folder / "units.toml").write_text('[[unit]]\nname = "Knight"\n')
    (folder / "silhouettes.json").write_text('{"knight": "M 0 0"}')
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "boxed", raising=False)
    return PackageData("boxed")


def test_files_are_read(data: PackageData) -> None:
    assert data.read_text("map.txt").startswith("# the map")
    assert data.read_lines("map.txt") == ["a b", "ç d"]
    assert data.read_toml("units.toml") == {"unit": [{"name": "Knight"}]}
    assert data.read_silhouettes() == {"knight": "M 0 0"}


def test_what_is_read_is_the_reader_s_own(data: PackageData) -> None:
    data.read_toml("units.toml")["unit"].clear()
    assert data.read_toml("units.toml")["unit"]


def test_a_file_that_is_no_toml_is_named(data: PackageData) -> None:
    (Path(str(data.folder)) / "units.toml").write_text("a = 1\na = 2\n")
    with pytest.raises(Unreadable, match=r"^units\.toml cannot be read as TOML: .*line 2"):
        data.read_toml("units.toml")


def test_a_file_that_is_not_there_is_an_error(data: PackageData) -> None:
    with pytest.raises(FileNotFoundError):
        data.read_text("charts.toml")


def test_the_data_of_a_package_by_its_full_name() -> None:
    assert "describe" in PackageData("palatine.core").read_toml("messages.en.toml")
