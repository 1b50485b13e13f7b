"""Pools: a bot plays every member of a fixed set of opponents, and its worst result counts.

The pool of a game has its own bot with each of its aims, the lieutenant, the marshal where it is offered, and the
scripts of `Game.exploits`. Each member sits alone in every seat among copies of the bot. All games with the same number
have the same seed, including those that the bot plays against itself, so that luck cancels out.
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


class PoolResult(msgspec.Struct, frozen=True):
    """Result of a member alone in one seat, and of the bot there on the same seeds."""

    bot: str
    member: str
    seat: str
    share: Interval
    own: Interval
    gain: Interval
    """The member's share less the bot's own, game by game."""
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
        file, bots=file.bots or tuple(game.bots)[:1], members=file.members or pool_members(game)
    )
    for name in (*full.bots, *full.members):
        check_bot(game, name)
    if len(seats) < 2 or not full.bots or file.games < 1:
        raise Unknown(f"A pool of {game.title} needs a bot, two seats and at least one game.")
    lines = dict.fromkeys(
        line
        for bot in full.bots
        for member, seat in [(bot, seats[0]), *((member, seat) for member in full.members for seat in seats)]
        for line in [_line(tables[0], bot, member, seat)]
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
        _result(bot, member, seat, games[_line(table, bot, bot, seat)], games[_line(table, bot, member, seat)])
        for bot in file.bots
        for member in file.members
        if member != bot
        for seat in _players(table)
    ]
    return sorted(found, key=lambda result: (file.bots.index(result.bot), -result.excess))


def _result(
    bot: str, member: str, seat: str, usual: Sequence[StudyGame], played: Sequence[StudyGame]
) -> PoolResult:
    own = [record_win_shares(record)[seat] for record in usual]
    won = [record_win_shares(record)[seat] for record in played]
    goal = fmean(own) + GOAL_POINTS if len(_players(played[0].seats)) == 2 else fmean(own) * GOAL_FACTOR
    return PoolResult(
        bot, member, seat, wilson_interval(sum(won), len(won)), wilson_interval(sum(own), len(own)),
        paired_difference([each - other for each, other in zip(won, own, strict=True)]), min(1.0, goal),
    )  # fmt: skip
