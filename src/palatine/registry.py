"""The registry of games and of the bots that play them."""

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
from palatine.players.rollouts import captain_bot, parameters_of

ENTRY_POINT_GROUP = "palatine.games"
SEARCH_BOT = "marshal"
"""The search bot, which can play every game."""
BEGINNER_BOT = "lieutenant"
"""The beginner bot, which plays like the game's own bot but makes mistakes."""
DEFAULT_SECONDS = 2.0
"""Default seconds that the search bot spends on a plan."""


_registered: dict[str, Game[Any]] = {}


def register(name: str, game: Game[Any]) -> None:
    """Register a game in this process without an entry point, for tests and experiments."""
    _registered[name] = game


def games() -> tuple[str, ...]:
    """Return the names of all installed games, including those of other packages."""
    return tuple(sorted(_installed() | _registered.keys()))


def load(name: str) -> Game[Any]:
    """Return the game with that name. Raises Unknown if it does not exist."""
    return _registered.get(name) or _load(name)


@cache
def _installed() -> frozenset[str]:
    return frozenset(point.name for point in entry_points(group=ENTRY_POINT_GROUP))


@cache
def _load(name: str) -> Game[Any]:
    for point in entry_points(group=ENTRY_POINT_GROUP):
        if point.name == name:
            game: Game[Any] = point.load()
            return game
    raise Unknown(f"There is no game {name!r}; there are {', '.join(games()) or 'none'}.")


def bots(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the bots that play `game`, the game's own first."""
    return (*game.bots, *((BEGINNER_BOT,) if game.bots else ()), "recruit")


def opponents(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the bots that seats may be given, the default first.

    These are `bots` and, in games that it plays better, the marshal.
    """
    return (*game.bots, *_searchers(game), *bots(game)[len(game.bots) :])


def bots_by_strength(game: Game[Any]) -> tuple[str, ...]:
    """Return the same names by strength, the weakest first."""
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
    """Return a bot with that name for `game`. Raises Unknown if the game has none.

    "marshal" plays every game. It searches up to `seconds` for a plan (None: the default of the game), or up to
    `samples` trials. With `samples` it decides the same every time, with any number of `processes`.
    """
    if name == "recruit":
        return Recruit(game, seed)
    if name == BEGINNER_BOT and game.bots:
        return Lieutenant(game, seed)
    if name == SEARCH_BOT:
        thought = game.evaluation.seconds or DEFAULT_SECONDS
        time = thought if seconds is None else seconds
        return Marshal(game, seed, seconds=time, samples=samples, processes=processes, load_game=load)
    if name not in game.bots:
        raise Unknown(f"{game.title} has no bot {name!r}; it has {', '.join(bots(game))}.")
    return game.bots[name](game)


def aims(game: Game[Any]) -> tuple[str, ...]:
    """Return the aims that the game's own bot can pursue, its usual one first; () if it has none."""
    parameters = parameters_of(game)
    return () if parameters is None else parameters.choices.get("aim", ())


def study_bots(game: Game[Any]) -> tuple[str, ...]:
    """Return the names of the bots that a study can use, except the search bot.

    They are `bots`, the game's own bot with one aim, such as "captain:rush", and the exploits.
    """
    captain = next(iter(game.bots), "")
    return (*bots(game), *[f"{captain}:{aim}" for aim in aims(game)], *game.exploits)


def study_bot(text: str, game: Game[Any], seed: int) -> Bot:
    """Return a deterministic bot by its name in a study.

    It is one of `study_bots`, or the search bot with a number of samples, such as "marshal:150". Raises Unknown for
    another name.
    """
    name, _, argument = text.partition(":")
    if name == SEARCH_BOT:
        if not argument.isdecimal() or int(argument) < 1:
            raise Unknown(
                f"{SEARCH_BOT} plays a study by a number of samples, as in {SEARCH_BOT}:150, not {text!r}."
            )
        return bot(name, game, seed, samples=int(argument))
    if text not in study_bots(game):
        raise Unknown(f"{game.title} has no bot {text!r}; it has {', '.join(study_bots(game))}, {SEARCH_BOT}:150.")
    if text in game.exploits:
        return game.exploits[text](game)
    parameters = parameters_of(game)
    if argument and parameters is not None:
        found: Bot = captain_bot(game, msgspec.structs.replace(parameters, aim=argument))
        return found
    return bot(name, game, seed)


def advise(game: Game[Any], state: State, seat: str, name: str | None = None, *, samples: int = 0) -> Advice:
    """Return what a bot (by default the game's own) would do for `seat`, and why.

    The advice uses only what the seat may know. With `samples`, it has the seat's chance of winning as well, estimated
    from that many trials with the game's own bot, if the game has an evaluation function. Raises Unknown if the seat
    need not act or the game has no such bot.
    """
    if seat not in game.actors(state):
        raise Unknown(f"{seat} has nothing to decide now.")
    chosen = name or bots(game)[0]
    found = advising.advise(game, bot(chosen, game), state, seat, chosen)
    if not samples or not game.has_chances or game.is_setting_up(state, seat):
        return found
    return msgspec.structs.replace(found, chance=advising.winning_chance(game, found, state, seat, samples))


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
    """Return the value of a seat's decision that led from one position to another, in hindsight.

    The result says how much better the seat could have decided with what it knew, and what hidden information and dice
    contributed. See `players.analysis.analyse`.
    """
    return analysis.analyse(game, before, decision, after, samples=samples, seconds=seconds, seed=seed)
