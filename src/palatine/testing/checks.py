"""What only the tests of a game know of its positions: what holds in each, and how to make late ones.

A game's tests have a module `checks` with `CHECKS`. `checks_of` finds it in the game's own package (`tests/checks.py`),
else in the project of the current directory: `tests/games/<package>/checks.py`, or `tests/checks.py`. So neither a game
nor the installed package carries them, and `python -m palatine.testing` uses them where the tests are.
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
    """Return what is broken that must hold in every state, in words."""
    mutate_to_endgame: Callable[[Any, Random], None] | None = None
    """Change a state, in place, into a late one that play may reach (a last unit, person or turn); leave it as it is at
    a moment that does not allow it."""


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
    """Return the folder with `pyproject.toml`, from the current directory upward; else the current directory."""
    here = Path.cwd()
    return next((each for each in (here, *here.parents) if (each / "pyproject.toml").is_file()), here)
