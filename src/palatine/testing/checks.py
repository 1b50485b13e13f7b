"""Game-specific checks for the test tools: invariants, and a generator of late positions.

The tests of a game have a module `checks` with `CHECKS`. `checks_of` finds it in the game's package
(`tests/checks.py`), or in the project of the current directory: `tests/games/<package>/checks.py` or `tests/checks.py`.
Neither the game nor the installed package contains the checks, but `python -m palatine.testing` uses them if the tests
are present.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from palatine.core import Game


def _nothing(state: Any) -> Sequence[str]:
    return ()


class GameChecks(NamedTuple):
    """The checks of the game in `package`."""

    package: str = ""
    invariants: Callable[[Any], Sequence[str]] = _nothing
    """A function that returns descriptions of the invariants a state violates."""
    mutate_to_endgame: Callable[[Any, Random], None] | None = None
    """A function that changes a state, in place, into a late one that play could reach.

    For example, one with a last unit, person or turn. It does nothing at moments that do not allow it.
    """


NO_CHECKS = GameChecks()
_known: dict[str, GameChecks] = {}


def checks_of(game: Game[Any]) -> GameChecks:
    """Return the checks of a game; `NO_CHECKS` if its tests are not found."""
    if game.package not in _known:
        _known[game.package] = _find(game.package)
    return _known[game.package]


def _find(package: str) -> GameChecks:
    own = f"{package}.tests.checks"
    if find_spec(f"{package}.tests") is not None and find_spec(own) is not None:
        return _read(own)
    tests = _project() / "tests"
    last = package.rpartition(".")[2]
    for path, name in ((tests / "games" / last, f"games.{last}.checks"), (tests, "checks")):
        if (path / "checks.py").is_file():
            if str(tests) not in sys.path:
                sys.path.insert(0, str(tests))
            found = _read(name)
            return found if found.package == package else NO_CHECKS
    return NO_CHECKS


def _read(module: str) -> GameChecks:
    found: GameChecks = import_module(module).CHECKS
    return found


def _project() -> Path:
    """Return the nearest folder with `pyproject.toml`, or the current directory."""
    here = Path.cwd()
    return next((each for each in (here, *here.parents) if (each / "pyproject.toml").is_file()), here)
