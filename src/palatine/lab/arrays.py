"""Self-play into arrays: every decision of many games as columns of numbers, for numpy and Arrow.

A row is a decision. `choice` is its number in the list of legal actions of the moment, of `choices` there were; `verb`
is a number in `verbs`. A game of orders has rows for sheets, with no verb (-1), no choice (-1) and `choices` 0.
`share` is what the seat won of that game in the end, `left` how many decisions were still to come in it.
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
from palatine.lab.selfplay import Setting, score, seed_of
from palatine.optional_imports import needed

COLUMNS = ("game", "ply", "seat", "verb", "operand", "choice", "choices")


class Decisions(msgspec.Struct):
    """The decisions of some games of one setting, column by column, as arrays of 32 bits."""

    setting: Setting
    verbs: list[str]
    columns: dict[str, Any]
    share: Any
    left: Any

    def __len__(self) -> int:
        return len(self.share)

    def arrow(self) -> Any:
        """The same as a pyarrow.Table, seats and verbs as dictionaries. Raises MissingExtra without pyarrow."""
        (arrow,) = needed("pyarrow")
        names = {"seat": list(self.setting.seats), "verb": [*self.verbs, "sheet"]}
        made = {name: arrow.array(column) for name, column in (self.columns | self.outcomes()).items()}
        for name, words in names.items():
            column = self.columns[name] % len(words)
            made[name] = arrow.DictionaryArray.from_arrays(arrow.array(column), words)
        return arrow.table(made)

    def outcomes(self) -> dict[str, Any]:
        return {"share": self.share, "left": self.left}


def play_into_arrays(setting: Setting, games: int, processes: int = 1) -> Decisions:
    """Play so many games of a setting; the same rows in the same order, however many processes play.

    Raises MissingExtra without numpy, Unknown for no game or no process.
    """
    if games < 1 or processes < 1:
        raise Unknown("At least one game is played, by at least one process.")
    (np,) = needed("numpy")
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
    """Some games: the verbs in the order met, the columns, and each game's shares and length."""
    setting, first, count = job
    game = registry.load(setting.game)
    columns = {name: array("i") for name in COLUMNS}
    verbs: dict[str, int] = {}
    shares, lengths = [], []
    for number in range(first, first + count):
        state, length = _play_one(game, setting, number, columns, verbs)
        outcome = game.outcome(state)
        shares.append([*score(outcome.winners if outcome is not None else (), setting.seats).values()])
        lengths.append(length)
    return list(verbs), columns, shares, lengths


def _play_one(
    game: Game[Any], setting: Setting, number: int, columns: dict[str, Any], verbs: dict[str, int]
) -> tuple[Any, int]:
    seed = f"{setting.seed}/{number}"
    state = game.setup(setting.scenario, setting.seats, seed.encode(), setting.options)
    pairs = zip(setting.seats, setting.bots, strict=True)
    bots = {seat: registry.bot(bot, game, seed_of(f"{seed}/{seat}")) for seat, bot in pairs}
    places = {seat: place for place, seat in enumerate(setting.seats)}
    add = [columns[name].append for name in COLUMNS]
    ply = 0
    while actors := game.actors(state):
        seat = actors[0]
        action = bots[seat].decide(state, seat)
        for push, value in zip(
            add, (number, ply, places[seat], *_said(game, state, seat, action, verbs)), strict=True
        ):
            push(value)
        game.take(state, seat, action)
        ply += 1
    return state, ply


def _said(game: Game[Any], state: Any, seat: str, action: Any, verbs: dict[str, int]) -> Iterable[int]:
    """Verb, operand, choice and choices of an action; of a sheet that it is one."""
    if game.orders:
        return (-1, 0, -1, 0)
    legal = game.actions(state, seat)
    return (verbs.setdefault(action[0], len(verbs)), action[1], legal.index(action), len(legal))
