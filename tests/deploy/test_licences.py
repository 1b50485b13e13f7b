"""Licences of everything that is shipped: libraries, and what the pages include."""

from __future__ import annotations

import importlib.util
from importlib.metadata import distribution, distributions
from pathlib import Path
from typing import Any

import pytest
from piplicenses_lib import PackageInfo

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def licences() -> Any:
    spec = importlib.util.spec_from_file_location("licences", ROOT / "deploy" / "licences.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_library_that_is_locked_tells_its_licence(licences: Any) -> None:
    names = {each.partition(" ")[0] for each in licences.libraries()}
    here = {each.metadata["Name"].lower().replace("_", "-").replace(".", "-") for each in distributions()}
    assert {"litestar", "sqlalchemy", "uvicorn", "webauthn"} <= names
    assert names >= set(licences.locked()) & here


def test_all_texts_of_a_library_are_told(licences: Any) -> None:
    (text,) = [each for each in licences.libraries() if each.startswith("cryptography ")]
    assert "Apache License" in text
    assert "Redistributions in binary form" in text


def test_fonts_drawings_and_scripts_are_told_with_their_texts(licences: Any) -> None:
    text = "\n".join(licences.of_the_pages())
    assert "SIL OPEN FONT LICENSE" in text
    assert "Game-icons.net" in text or "game-icons" in text.lower()


def test_a_library_that_tells_nothing_is_an_error(
    licences: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    silent = PackageInfo("litestar", "2.0", distribution("litestar"))
    monkeypatch.setattr(licences, "get_packages", lambda source: iter([silent]))
    assert licences.main() == 1
    assert "does not say" in capsys.readouterr().err
