"""Pools: a bot plays every member of a fixed set of opponents, and its worst result counts.

The pool of a game has its own bot with each of its aims, the lieutenant, the marshal where it is offered, and the
scripts of `Game.exploits`. Each member sits alone in every seat among copies of the bot. All games with the same number
have the same seed, including those that the bot plays against itself, so that luck cancels out. The search bot is
compared with the share of the game's own bot against itself, not with its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Game, Unknown
from palatine.core.scenario import REFEREE
from palatine.lab.selfplay import Setting
from palatine.lab.studies.games import StudyGame
from palatine.lab.studies.plans import StudyPlan, check_bot
from palatine.lab.studies.statistics import Interval, paired_difference, wilson_interval
from palatine.lab.studies.tournaments import record_win_shares

MARSHAL_SAMPLES = 20
"""Samples of the marshal in a pool."""
GOAL_POINTS = 0.05
"""With two seats: share of wins by which a member may exceed the bot's own share."""
GOAL_FACTOR = 1.2
"""With more seats: factor by which a member's share may exceed the bot's own share."""
SEARCH_GOAL_POINTS = -0.05
"""Against the search bot: the same, compared with the share of the game's own bot."""


class PoolFile(msgspec.Struct, frozen=True):
    """The arguments of `palatine tournament GAME --pool`."""

    game: str
    bots: tuple[str, ...] = ()
    """The bots to test; () for the game's own bot."""
    members: tuple[str, ...] = ()
    """The opponents; () for the whole pool of the game."""
    scenario: str | None = None
    seats: int = 0
    """Number of seats; 0 for the usual one."""
    options: Mapping[str, Any] = {}
    games: int = 100
    """Games of a member in each seat."""
    seed: str = "0"
    captain: str = ""
    """The game's own bot, whose share a search bot is compared with; set by `pool_plan`."""

    def standard(self, bot: str) -> str:
        """Return the bot whose share against itself is the standard for a pool of `bot`."""
        return self.captain if is_search_bot(bot) else bot


def is_search_bot(bot: str) -> bool:
    """Return whether the name of a bot in a study is that of the search bot."""
    return bot.partition(":")[0] == registry.SEARCH_BOT


class PoolResult(msgspec.Struct, frozen=True):
    """Result of a member alone in one seat, and of the standard bot there on the same seeds."""

    bot: str
    standard: str
    """The bot whose share against itself is `own`."""
    member: str
    seat: str
    share: Interval
    own: Interval
    gain: Interval
    """The member's share less the standard bot's, game by game."""
    limit: float
    """Greatest share that meets the goal."""

    @property
    def excess(self) -> float:
        """The share above the goal; negative if the goal is met."""
        return self.share.value - self.limit


def pool_members(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the members of a game's pool."""
    captain = next(iter(game.bots), "")
    aims = [f"{captain}:{aim}" for aim in registry.aims(game)[1:]]
    marshal = [f"{registry.SEARCH_BOT}:{MARSHAL_SAMPLES}"] if game.evaluation.seconds else []
    return (captain, *aims, *game.exploits, registry.BEGINNER_BOT, *marshal) if captain else ()


def pool_plan(file: PoolFile) -> tuple[StudyPlan, PoolFile]:
    """Return the plan of a pool, and the file with all its bots and members named.

    Raises Unknown for unknown names, for a game without a pool and for a table with a single seat.
    """
    game = registry.load(file.game)
    scenario = game.scenario(file.scenario)
    tables = [table for table in scenario.tables if not file.seats or len(_players(table)) == file.seats]
    if not tables:
        raise Unknown(f"{scenario.title} is for {scenario.players}, not for {file.seats}.")
    seats = _players(tables[0])
    full = msgspec.structs.replace(
        file,
        bots=file.bots or tuple(game.bots)[:1],
        members=file.members or pool_members(game),
        captain=next(iter(game.bots), ""),
    )
    for name in (*full.bots, *full.members):
        check_bot(game, name)
    if len(seats) < 2 or not full.bots or file.games < 1:
        raise Unknown(f"A pool of {game.title} needs a bot, two seats and at least one game.")
    lines = dict.fromkeys(
        line
        for bot in full.bots
        for line in [
            _line(tables[0], full.standard(bot), full.standard(bot), seats[0]),
            *[_line(tables[0], bot, member, seat) for member in full.members if member != bot for seat in seats],
        ]
    )
    options = game.complete_options(dict(file.options))
    settings = [Setting(game.name, scenario.name, tables[0], options, line, file.seed) for line in lines]
    title = f"Pool of {game.title}, {scenario.title}"
    return StudyPlan(title, tuple((setting, file.games) for setting in settings), part=min(10, file.games)), full


def _players(table: Sequence[str]) -> tuple[str, ...]:
    return tuple(seat for seat in table if seat != REFEREE)


def _line(table: Sequence[str], bot: str, member: str, seat: str) -> tuple[str, ...]:
    """Return the bot of each seat: the member in one of them."""
    return tuple("recruit" if each == REFEREE else member if each == seat else bot for each in table)


def pool_results(file: PoolFile, records: Iterable[StudyGame]) -> list[PoolResult]:
    """Return the results of a complete pool for each bot, member and seat, worst first."""
    games: dict[tuple[str, ...], list[StudyGame]] = {}
    for record in records:
        games.setdefault(tuple(record.bots), []).append(record)
    table = next(iter(games.values()))[0].seats
    found = [
        _result(bot, standard, member, seat, usual, games[_line(table, bot, member, seat)])
        for bot in file.bots
        for standard in [file.standard(bot)]
        for usual in [games[_line(table, standard, standard, table[0])]]
        for member in file.members
        if member != bot
        for seat in _players(table)
    ]
    return sorted(found, key=lambda result: (file.bots.index(result.bot), -result.excess))


def _result(
    bot: str, standard: str, member: str, seat: str, usual: Sequence[StudyGame], played: Sequence[StudyGame]
) -> PoolResult:
    own = [record_win_shares(record)[seat] for record in usual]
    won = [record_win_shares(record)[seat] for record in played]
    return PoolResult(
        bot, standard, member, seat, wilson_interval(sum(won), len(won)), wilson_interval(sum(own), len(own)),
        paired_difference([each - other for each, other in zip(won, own, strict=True)]),
        _goal(bot, fmean(own), len(_players(played[0].seats))),
    )  # fmt: skip


def _goal(bot: str, own: float, seats: int) -> float:
    """Return the greatest share that meets the goal against a bot."""
    if is_search_bot(bot):
        return max(0.0, own + SEARCH_GOAL_POINTS)
    return min(1.0, own + GOAL_POINTS if seats == 2 else own * GOAL_FACTOR)
