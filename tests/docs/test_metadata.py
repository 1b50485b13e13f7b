"""Package metadata: its licence, licences of included works, Python versions."""

from __future__ import annotations

import tomllib
from glob import glob
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def test_the_licence_is_apache_and_its_text_is_there(project: dict[str, Any]) -> None:
    assert project["license"] == "Apache-2.0"
    assert "Apache License" in (TOP / "LICENSE").read_text(encoding="utf-8")


def test_every_licence_in_the_sources_goes_into_the_wheel(project: dict[str, Any]) -> None:
    given = {TOP / path for pattern in project["license-files"] for path in taken(pattern)}
    named = ("licen", "ofl-", "copying")
    there = {path for path in (TOP / "src").rglob("*") if any(word in path.name.lower() for word in named)}
    assert {path for path in there if path.suffix in (".txt", ".md", "")} <= given
    assert all(taken(pattern) for pattern in project["license-files"])


def taken(pattern: str) -> list[str]:
    """Return the files that a build includes; for hatchling, as for `glob`, `**` is one folder."""
    return glob(pattern, root_dir=TOP)


def test_the_oldest_python_is_the_first_that_is_named(project: dict[str, Any]) -> None:
    named = [each.rpartition(" ")[2] for each in project["classifiers"] if "Python :: 3." in each]
    assert named == ["3.11", "3.12", "3.13", "3.14"]
    assert project["requires-python"] == f">={named[0]}"
