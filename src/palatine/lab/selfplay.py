"""Self-play: many games of bots, reproducible from their seeds, spread over processes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import blake2b
from multiprocessing import get_context
from typing import Any

import msgspec

from palatine import registry
from palatine.core import Bot, Game, OrdersGame, PalatineError, Unknown

Progress = Callable[[int, int], None]
"""Called with the number of games played and the number wanted."""


def win_shares(winners: Sequence[str], seats: Sequence[str]) -> dict[str, float]:
    """Return each seat's share of the win: 1 split among the winners, 0 for all without winners."""
    won = [seat for seat in winners if seat in seats]
    return {seat: 1 / len(won) if seat in won else 0.0 for seat in seats}


class Setting(msgspec.Struct, frozen=True):
    """A game, its setup and the bot of every seat."""

    game: str
    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    bots: tuple[str, ...]
    """The bot of each seat, in seat order."""
    seed: str


class SelfPlayGame(msgspec.Struct, frozen=True):
    """Result of one game."""

    number: int
    decisions: int
    winners: tuple[str, ...]
    margin: str
    """The kind of end, in the game's own term."""
    outcome_text: str
    """The end as a sentence."""


class SelfPlayStudy(msgspec.Struct, frozen=True):
    """Results of many games of one setting. All but `seconds` depends on the seed alone."""

    game: str
    scenario: str
    options: dict[str, Any]
    seed: str
    seats: dict[str, str]
    """The bot of every seat."""
    games: int
    decisions: int
    seconds: float
    wins: dict[str, int]
    """Games that each seat won alone."""
    shared: int
    """Games with several winners."""
    nobody: int
    """Games without a winner."""
    margins: dict[str, dict[str, int]]
    """Numbers of each kind of end, by winner: a seat, "shared" or "nobody"."""


def complete_setting(
    game: Game[Any],
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    bots: Mapping[str, str] | None = None,
    seed: str = "0",
) -> Setting:
    """Return a complete setting: the scenario's usual seats, and recruits where no bot is named.

    Raises Unknown for an unknown scenario, option, seat or bot.
    """
    chosen = game.scenario(scenario)
    given = dict(bots or {})
    fitting = [table for table in chosen.tables if set(given) <= set(table)]
    if not fitting:
        seats = sorted({seat for table in chosen.tables for seat in table})
        raise Unknown(f"{chosen.title} has no such seats; there are {', '.join(seats)}.")
    table = fitting[0]
    names = tuple(given.get(seat, "recruit") for seat in table)
    for name in names:
        if name not in registry.bots(game):
            raise Unknown(f"{game.title} has no bot {name!r}; it has {', '.join(registry.bots(game))}.")
    return Setting(game.name, chosen.name, table, game.complete_options(options or {}), names, seed)


def play_one(setting: Setting, number: int) -> SelfPlayGame:
    """Play game `number` to its end."""
    game = registry.load(setting.game)
    seed = f"{setting.seed}/{number}"
    state = game.setup(setting.scenario, setting.seats, seed.encode(), setting.options)
    pairs = zip(setting.seats, setting.bots, strict=True)
    bots: dict[str, Bot] = {seat: registry.bot(bot, game, seed_number(f"{seed}/{seat}")) for seat, bot in pairs}
    decisions = 0
    while actors := game.actors(state):
        seat = actors[0]
        action = bots[seat].decide(state, seat)
        reason = refusal_text(game, state, seat, action)
        if reason:
            raise PalatineError(f"The bot of {seat} chose {action!r} in game {number}, refused: {reason}")
        game.take(state, seat, action)
        decisions += 1
    return _played(game, state, number, decisions)


def refusal_text(game: Game[Any], state: Any, seat: str, action: Any) -> str:
    """Return why the rules refuse a bot's action; "" if they do not."""
    if isinstance(game, OrdersGame):
        return next((problem.reason for problem in game.check(state, seat, action) if not problem.uncertain), "")
    refusal = game.explain(state, seat, action)
    return "" if refusal is None else refusal.reason


def _played(game: Game[Any], state: Any, number: int, decisions: int) -> SelfPlayGame:
    outcome = game.outcome(state)
    if outcome is None:
        raise PalatineError(f"Game {number} ended without an outcome.")
    return SelfPlayGame(number, decisions, outcome.winners, state.outcome.margin, outcome.margin)


def seed_number(text: str) -> int:
    """Return a number for a text, the same in every process."""
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big")


def play_games(setting: Setting, games: int, processes: int = 1) -> Iterator[SelfPlayGame]:
    """Yield the games of a setting in order; the results do not depend on `processes`."""
    jobs = [(setting, number) for number in range(games)]
    if processes < 2 or games < 2:
        yield from map(_job, jobs)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(_job, jobs, chunksize=max(1, min(16, games // (8 * processes))))


def _job(job: tuple[Setting, int]) -> SelfPlayGame:
    return play_one(*job)


SHARED, NOBODY = OUTCOME_KEYS = ("shared", "nobody")
"""Keys for games with several winners and with none."""


def winner_key(winners: Sequence[str]) -> str:
    """Return the seat that won alone, "shared" or "nobody"."""
    return winners[0] if len(winners) == 1 else SHARED if winners else NOBODY


def play_setting(
    setting: Setting, games: int, processes: int = 1, progress: Progress | None = None
) -> SelfPlayStudy:
    """Play `games` games and count their ends."""
    begun = time.perf_counter()
    wins: Counter[str] = Counter(dict.fromkeys(setting.seats, 0))
    margins: dict[str, Counter[str]] = {seat: Counter() for seat in (*setting.seats, *OUTCOME_KEYS)}
    decisions = 0
    for done, played in enumerate(play_games(setting, games, processes), 1):
        winner = winner_key(played.winners)
        wins[winner] += 1
        margins[winner][played.margin] += 1
        decisions += played.decisions
        if progress is not None:
            progress(done, games)
    return SelfPlayStudy(
        game=setting.game,
        scenario=setting.scenario,
        options=setting.options,
        seed=setting.seed,
        seats=dict(zip(setting.seats, setting.bots, strict=True)),
        games=games,
        decisions=decisions,
        seconds=round(time.perf_counter() - begun, 3),
        wins={seat: wins[seat] for seat in setting.seats},
        shared=wins[SHARED],
        nobody=wins[NOBODY],
        margins={seat: dict(sorted(counts.items())) for seat, counts in margins.items()},
    )
