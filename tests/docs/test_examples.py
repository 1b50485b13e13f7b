"""Every example of README and `docs`, which must run and end.

The fenced blocks of a page run in order in an empty folder: Python in one namespace, shell with the installed command
on the path. For `make` only the target is checked (`make -n`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from palatine.cli.main import build_parser
from palatine.store import Store

TOP = Path(__file__).parents[2]
PAGES = [TOP / "README.md", TOP / "CONTRIBUTING.md", *sorted((TOP / "docs").rglob("*.md"))]
FENCE = re.compile(r"^( *)```(\S*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
TOLD = {"", "text", "toml", "json", "{eval-rst}"}
"""Blocks of these kinds are shown, not run."""
MAKE = f'make() {{ command make --directory "{TOP}" --dry-run --silent "$@" > /dev/null; }}'
GAMES = re.compile(r"(--games |\bgames ?= ?|\bsamples ?= ?|\btries ?= ?|\brange\((?=\d{3}))(\d+)")
LONGEST = 120
"""Seconds that a block of commands may take."""


def blocks(page: Path) -> Iterator[tuple[str, str, int]]:
    """Yield kind, text and first line of every fenced block."""
    source = page.read_text(encoding="utf-8")
    for found in FENCE.finditer(source):
        yield found[2], textwrap.dedent(found[3]), source.count("\n", 0, found.start()) + 2


def on_a_fifth(text: str) -> str:
    """Return the example with a fifth of its games and decisions, to save time."""
    return GAMES.sub(lambda found: found[1] + str(max(1, int(found[2]) // 5)), text)


def run_python(text: str, page: Path, line: int, names: dict[str, Any]) -> None:
    exec(compile("\n" * (line - 1) + text, str(page), "exec"), names)


def run_shell(text: str, page: Path, line: int, names: dict[str, Any]) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-euo", "pipefail", "-c", f"{MAKE}\n{text}"],
        env={**os.environ, "PATH": path},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LONGEST,
        check=False,
    )
    assert ran.returncode == 0, f"{page}:{line}\n{text}\n{ran.stdout}\n{ran.stderr}"


RUN: dict[str, Callable[[str, Path, int, dict[str, Any]], None]] = {"python": run_python, "sh": run_shell}


def _name(page: Path) -> str:
    return page.name


@pytest.fixture
def _elsewhere(tmp_path: Path, monkeypatch: Any) -> None:
    """Change to an empty folder with the environment, and a data folder with its own server."""
    (tmp_path / ".venv").symlink_to(sys.prefix)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("PALATINE_DATABASE", raising=False)
    Store.open(tmp_path / "data" / "palatine" / "palatine.db").close()


@pytest.mark.parametrize("part", ["fifth", "whole"])
@pytest.mark.parametrize(
    "page", [page for page in PAGES if any(kind in RUN for kind, *_ in blocks(page))], ids=_name
)
@pytest.mark.usefixtures("_elsewhere")
def test_every_example_runs_and_ends(page: Path, part: str) -> None:
    names: dict[str, Any] = {"__name__": "example"}
    run = [(kind, text, line) for kind, text, line in blocks(page) if kind in RUN]
    for kind, text, line in run:
        RUN[kind](on_a_fifth(text) if part == "fifth" else text, page, line, names)
    assert run


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_looks_like_an_example_is_run(page: Path) -> None:
    """No block is of an unknown kind.

    A display-only block has neither Python nor a command of the project.
    """
    for kind, text, line in blocks(page):
        assert kind in RUN or kind in TOLD, f"{page}:{line} is of the unknown kind {kind!r}"
        if kind not in RUN:
            assert not re.search(r"^(import|from) \w|^(\.venv/bin/)?palatine |^make ", text, re.MULTILINE), (
                f"{page}:{line}"
            )
    assert not re.search(r"(?<=\n\n)    (import|from) \w", page.read_text(encoding="utf-8")), (
        f"{page} has an unfenced one"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_command_that_is_named_is_one(page: Path) -> None:
    """This includes commands in sentences, such as `palatine verify FILE` or `make soak`."""
    source = FENCE.sub("", page.read_text(encoding="utf-8"))
    commands = [*build_parser().format_help().split(), "--help"]
    targets = re.findall(r"^([a-z-]+):", (TOP / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    for program, word in re.findall(r"`(?:\.venv/bin/)?(palatine|make) ([a-z-]+)", source):
        known = targets if program == "make" else commands
        assert word in known, f"{page.name}: {program} {word}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_somewhere(page: Path) -> None:
    source = re.sub(r"`[^`\n]*`", "", FENCE.sub("", page.read_text(encoding="utf-8")))
    for target in re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", source):
        if "://" not in target:
            assert (page.parent / target).exists(), f"{page.name}: {target}"
