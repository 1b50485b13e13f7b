"""Which games there are, and which bots play them."""

from __future__ import annotations

from functools import cache
from importlib.metadata import entry_points
from typing import Any

import msgspec

from palatine.core import Bot, Game, State, Unknown
from palatine.core.guidance.advice import Advice
from palatine.core.guidance.analysis import Analysis
from palatine.players import advising, analysis
from palatine.players.lieutenant import Lieutenant
from palatine.players.marshal import Marshal
from palatine.players.random_bot import Recruit

GROUP = "palatine.games"
SEARCH_BOT = "marshal"
"""The bot that thinks ahead, of whatever game."""
BEGINNER_BOT = "lieutenant"
"""The bot that plays as the game's own one, but for slips."""
DEFAULT_SECONDS = 2.0
"""Seconds it thinks about a plan, unless told otherwise."""


_registered: dict[str, Game[Any]] = {}


def register(name: str, game: Game[Any]) -> None:
    """Make `game` known under `name` in this process, without an entry point: for tests and experiments."""
    _registered[name] = game


def games() -> tuple[str, ...]:
    """The names of all games installed, ours and other people's."""
    return tuple(sorted(_installed() | _registered.keys()))


def load(name: str) -> Game[Any]:
    """The game of that name. Raises Unknown when there is none."""
    return _registered.get(name) or _load(name)


@cache
def _installed() -> frozenset[str]:
    return frozenset(point.name for point in entry_points(group=GROUP))


@cache
def _load(name: str) -> Game[Any]:
    for point in entry_points(group=GROUP):
        if point.name == name:
            game: Game[Any] = point.load()
            return game
    raise Unknown(f"There is no game {name!r}; there are {', '.join(games()) or 'none'}.")


def bots(game: Game[Any]) -> tuple[str, ...]:
    """The names of the bots that play `game`, the strongest first."""
    return (*game.bots, *((BEGINNER_BOT,) if game.bots else ()), "recruit")


def opponents(game: Game[Any]) -> tuple[str, ...]:
    """The names of the bots that seats of a match may be given, the usual one first: `bots`, and the marshal of a game
    in which he plays better."""
    return (*game.bots, *_searchers(game), *bots(game)[len(game.bots) :])


def levels(game: Game[Any]) -> tuple[str, ...]:
    """The same by strength, the weakest first."""
    return (*reversed(bots(game)), *_searchers(game))


def _searchers(game: Game[Any]) -> tuple[str, ...]:
    return (SEARCH_BOT,) if game.evaluation.seconds else ()


def bot(
    name: str,
    game: Game[Any],
    seed: int = 0,
    *,
    seconds: float | None = None,
    samples: int | None = None,
    processes: int = 1,
) -> Bot:
    """A bot of that name for `game`. Raises Unknown when the game has none such.

    "marshal" plays every game: it thinks up to `seconds` about a plan (None: as long as is usual in the game), or up to
    `samples` trials, and then decides the same every time, with however many `processes` of its own.
    """
    if name == "recruit":
        return Recruit(game, seed)
    if name == BEGINNER_BOT and game.bots:
        return Lieutenant(game, seed)
    if name == SEARCH_BOT:
        thought = game.evaluation.seconds or DEFAULT_SECONDS
        time = thought if seconds is None else seconds
        return Marshal(game, seed, seconds=time, samples=samples, processes=processes, load=load)
    if name not in game.bots:
        raise Unknown(f"{game.title} has no bot {name!r}; it has {', '.join(bots(game))}.")
    return game.bots[name](game)


def advise(game: Game[Any], state: State, seat: str, name: str | None = None, *, samples: int = 0) -> Advice:
    """What a bot (the strongest, unless named) would do in place of `seat`, and why, from nothing that it may not know;
    with `samples` also the seat's chance of winning, by so many trials of what the game's own bot would do.

    Raises Unknown for a seat that is not asked, and when the game has no bot of that name.
    """
    if seat not in game.actors(state):
        raise Unknown(f"{seat} has nothing to decide now.")
    chosen = name or bots(game)[0]
    found = advising.advise(game, bot(chosen, game), state, seat, chosen)
    if not samples or game.is_setting_up(state, seat):
        return found
    return msgspec.structs.replace(found, chance=advising.chance_of(game, found, state, seat, samples))


def analyse(
    game: Game[Any],
    before: State,
    decision: analysis.Decision,
    after: State,
    *,
    samples: int = 240,
    seconds: float | None = None,
    seed: int = 0,
) -> Analysis:
    """What a decision of a seat was worth that led from one position to another, once all is open: how much better it
    could have decided by what it knew, and what hidden hands and dice made of it. See `players.analysis.analyse`."""
    return analysis.analyse(game, before, decision, after, samples=samples, seconds=seconds, seed=seed)
