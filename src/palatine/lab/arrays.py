"""Self-play recorded as arrays: one row per decision, for NumPy and Arrow.

`choice` is the index of the action in the list of legal actions, `choices` the length of that list, and `verb` an
index into `verbs`. In games of orders a row is a sheet: `verb` and `choice` are -1 and `choices` is 0. `share` is the
seat's share of the win at the end of that game, and `left` the number of decisions that followed in it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, Unknown
from palatine.lab.selfplay import Setting, seed_number, win_shares
from palatine.optional_imports import import_optional

COLUMNS = ("game", "ply", "seat", "verb", "operand", "choice", "choices")


class Decisions(msgspec.Struct):
    """The decisions of several games of one setting, as columns of 32-bit numbers."""

    setting: Setting
    verbs: list[str]
    columns: dict[str, Any]
    share: Any
    left: Any

    def __len__(self) -> int:
        return len(self.share)

    def arrow(self) -> Any:
        """Return a pyarrow.Table with dictionary columns for seats and verbs.

        Raises MissingExtra without pyarrow.
        """
        (arrow,) = import_optional("pyarrow")
        names = {"seat": list(self.setting.seats), "verb": [*self.verbs, "sheet"]}
        made = {name: arrow.array(column) for name, column in (self.columns | self.outcomes()).items()}
        for name, words in names.items():
            column = self.columns[name] % len(words)
            made[name] = arrow.DictionaryArray.from_arrays(arrow.array(column), words)
        return arrow.table(made)

    def outcomes(self) -> dict[str, Any]:
        return {"share": self.share, "left": self.left}


def play_into_arrays(setting: Setting, games: int, processes: int = 1) -> Decisions:
    """Play `games` games of a setting and return their decisions.

    The rows and their order do not depend on `processes`. Raises MissingExtra without numpy, Unknown if `games` or
    `processes` is below 1.
    """
    if games < 1 or processes < 1:
        raise Unknown("At least one game is played, by at least one process.")
    (np,) = import_optional("numpy")
    size = max(1, min(64, games // (4 * processes)))
    jobs = [(setting, first, min(size, games - first)) for first in range(0, games, size)]
    verbs: dict[str, int] = {}
    parts: list[dict[str, Any]] = []
    for names, columns, shares, lengths in _chunks(jobs, processes):
        part = {name: np.frombuffer(column, np.int32) for name, column in columns.items()}
        known = [verbs.setdefault(name, len(verbs)) for name in names]
        part["verb"] = np.array([*known, -1], np.int32)[part["verb"]]
        by_game = np.array(shares, np.float32).reshape(-1, len(setting.seats))
        game = part["game"] - part["game"][0]
        part["share"] = by_game[game, part["seat"]]
        part["left"] = np.array(lengths, np.int32)[game] - part["ply"] - 1
        parts.append(part)
    joined = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    return Decisions(
        setting, list(verbs), {name: joined[name] for name in COLUMNS}, joined["share"], joined["left"]
    )


Chunk = tuple[list[str], dict[str, Any], list[list[float]], list[int]]


def _chunks(jobs: list[tuple[Setting, int, int]], processes: int) -> Iterator[Chunk]:
    if processes < 2 or len(jobs) < 2:
        yield from map(_play, jobs)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_play, jobs)


def _play(job: tuple[Setting, int, int]) -> Chunk:
    """Return verbs in order of appearance, columns, and the shares and length of each game."""
    setting, first, count = job
    game = registry.load(setting.game)
    columns = {name: array("i") for name in COLUMNS}
    verbs: dict[str, int] = {}
    shares, lengths = [], []
    for number in range(first, first + count):
        state, length = _play_one(game, setting, number, columns, verbs)
        outcome = game.outcome(state)
        shares.append([*win_shares(outcome.winners if outcome is not None else (), setting.seats).values()])
        lengths.append(length)
    return list(verbs), columns, shares, lengths


def _play_one(
    game: Game[Any], setting: Setting, number: int, columns: dict[str, Any], verbs: dict[str, int]
) -> tuple[Any, int]:
    seed = f"{setting.seed}/{number}"
    state = game.setup(setting.scenario, setting.seats, seed.encode(), setting.options)
    pairs = zip(setting.seats, setting.bots, strict=True)
    bots = {seat: registry.bot(bot, game, seed_number(f"{seed}/{seat}")) for seat, bot in pairs}
    places = {seat: place for place, seat in enumerate(setting.seats)}
    add = [columns[name].append for name in COLUMNS]
    ply = 0
    while actors := game.actors(state):
        seat = actors[0]
        action = bots[seat].decide(state, seat)
        for push, value in zip(
            add, (number, ply, places[seat], *_decision_columns(game, state, seat, action, verbs)), strict=True
        ):
            push(value)
        game.take(state, seat, action)
        ply += 1
    return state, ply


def _decision_columns(game: Game[Any], state: Any, seat: str, action: Any, verbs: dict[str, int]) -> Iterable[int]:
    """Return the columns verb, operand, choice and choices of an action or a sheet."""
    if game.orders:
        return (-1, 0, -1, 0)
    legal = game.actions(state, seat)
    return (verbs.setdefault(action[0], len(verbs)), action[1], legal.index(action), len(legal))
