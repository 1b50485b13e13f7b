"""Records that a change of the rules must not change unintentionally.

Golden playthroughs are complete records of seeded games. Perft counts sequences of legal actions exactly.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import unified_diff
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import Any

from palatine.core import Entry, Game, OrdersGame
from palatine.core.report import report_text
from palatine.core.text import view_text
from palatine.testing.sample import Setup, random_decision, setups

# Golden playthroughs

UPDATE_VARIABLE = "PALATINE_UPDATE_GOLDEN"
"""The environment variable that makes tests rewrite golden playthroughs."""


class GoldenMismatch(AssertionError):
    """A playthrough that differs from its golden file; the message shows a diff."""


def golden_lines(
    game: Game[Any], setup: Setup | None = None, seed: str = "golden", decisions: int = 300, views: int = 50
) -> Iterator[str]:
    """Yield a random game as text: every action and journal entry, and regularly all views."""
    setup = setup or setups(game)[0]
    state, random = setup.start(game, seed.encode()), Random(seed)
    yield f"{game.title}, {setup}, seed {seed}"
    for number in range(decisions):
        if not game.actors(state):
            break
        if number % views == 0:
            yield from _views(game, state)
        seat, action = random_decision(game, state, random)
        if isinstance(game, OrdersGame):
            yield f"{number + 1}. {seat} hands in for turn {state.turn}"
            yield from [f"      {line}" for line in game.write(action).splitlines()]
        else:
            yield f"{number + 1}. {seat}: {game.action_text(state, action)} ({action[0]} {action[1]})"
        state.journal = []
        game.take(state, seat, action)
        for entry in state.journal:
            yield from _entry_lines(game, state, entry)
        if isinstance(game, OrdersGame) and not game.handed_in(state):
            yield from _reports(game, state)
    yield from _views(game, state)


def _reports(game: OrdersGame[Any], state: Any) -> Iterator[str]:
    for place, seat in enumerate(state.seats):
        yield f"== The report of {seat}"
        entries = [entry for entry in state.journal if entry.is_readable_by(place)]
        yield from report_text(game.report(state, seat, entries)).splitlines()


def _views(game: Game[Any], state: Any) -> Iterator[str]:
    for seat in (*state.seats, None):
        yield ""
        yield f"== What {seat or 'a spectator'} sees"
        yield from view_text(game.boards(state), game.view(state, seat)).splitlines()
    yield ""


def _entry_lines(game: Game[Any], state: Any, entry: Entry) -> Iterator[str]:
    to = f" (to {', '.join(state.seats[each] for each in entry.readers)})" if entry.readers is not None else ""
    clauses = f" [{', '.join(entry.clauses)}]" if entry.clauses else ""
    yield f"   {game.prose(entry)}{clauses}{to}"
    yield from [f"      {line}" for line in game.tally_lines(entry)]


def compare_golden(
    game: Game[Any],
    path: Path,
    setup: Setup | None = None,
    seed: str = "golden",
    decisions: int = 300,
    views: int = 50,
    first: int | None = None,
) -> None:
    """Compare a playthrough with the file `path`. Raises GoldenMismatch with a diff.

    If `first` is given, only that many decisions are played and compared. With PALATINE_UPDATE_GOLDEN=1 in the
    environment, the whole playthrough is written instead.
    """
    lines = golden_lines(game, setup, seed, decisions, views)
    if os.environ.get(UPDATE_VARIABLE):
        first = None
    if first is not None:
        lines = takewhile(lambda line: not line.startswith(f"{first + 1}. "), lines)
    text = "\n".join(lines) + "\n"
    if os.environ.get(UPDATE_VARIABLE):
        write_golden(path, text)
        return
    if not path.exists():
        raise GoldenMismatch(f"There is no {path}; run once with {UPDATE_VARIABLE}=1 and read what it writes.")
    kept = path.read_text(encoding="utf-8")
    if first is not None:
        kept = kept[: len(text)]
    if kept != text:
        shown = list(
            unified_diff(kept.splitlines(), text.splitlines(), "as written", "as played", lineterm="", n=2)
        )
        what = "\n".join(shown[:40])
        raise GoldenMismatch(
            f"{path.name} is played otherwise; if on purpose, run with {UPDATE_VARIABLE}=1.\n{what}"
        )


def write_golden(path: Path, text: str) -> None:
    """Write a playthrough to a file, creating its folder."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


# Perft


def perft(game: Game[Any], state: Any, depth: int) -> int:
    """Return the number of sequences of `depth` legal actions; dice roll by the state's key."""
    if depth == 0:
        return 1
    total = 0
    for seat in game.actors(state):
        actions = game.actions(state, seat)
        if depth == 1:
            total += len(actions)
            continue
        for action in actions:
            after = state.copy()
            game.take(after, seat, action)
            total += perft(game, after, depth - 1)
    return total


def perft_lines(game: Game[Any], state: Any, depth: int) -> list[str]:
    """Return a line for each first action, with the number of sequences that begin with it."""
    lines = []
    for seat in game.actors(state):
        for action in game.actions(state, seat):
            after = state.copy()
            game.take(after, seat, action)
            verb, operand = action
            number = perft(game, after, depth - 1)
            lines.append(f"{verb} {operand}: {number}  {seat}: {game.action_text(state, action)}")
    return lines
