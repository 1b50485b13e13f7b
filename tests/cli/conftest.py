"""Fixtures of the command line's tests: a temporary data directory and two example games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from palatine import registry
from palatine.cli import main
from palatine.processes import ProcessPool

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _place(tmp_path: Path, monkeypatch: Any, ford: Any, tithe: Any) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("PALATINE_DATABASE", raising=False)
    monkeypatch.setitem(registry._registered, "ford", ford)
    monkeypatch.setitem(registry._registered, "tithe", tithe)
    monkeypatch.setattr("palatine.cli.files.ProcessPool", partial(ProcessPool, preload=["processes.work"]))


@pytest.fixture
def run(capsys: Any) -> Run:
    """Run a command line and return its exit code, standard output and standard error."""

    def go(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            code = main(list(arguments))
        except SystemExit as stop:
            code = int(stop.code or 0)
        told = capsys.readouterr()
        return code, told.out, told.err

    return go
