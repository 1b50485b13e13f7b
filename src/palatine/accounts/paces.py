"""Pace and length of matches: speed classes to filter the lobby, and sentences for players."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, get_args

from palatine import registry
from palatine.accounts.wording import catalogue, say
from palatine.core import Game
from palatine.matches import MatchInfo
from palatine.matches.clocks.calendar import WEEKDAYS, TurnClock, parse_clock
from palatine.matches.clocks.time_info import span

Speed = Literal["live", "brisk", "steady", "slow", "none"]
SPEEDS: tuple[Speed, ...] = get_args(Speed)
TURN_HOURS: Mapping[Speed, float] = MappingProxyType({"live": 1, "brisk": 12, "steady": 24, "slow": 72})
"""Default length of a turn of secret orders in hours, by speed."""
_UP_TO: tuple[tuple[float, Speed], ...] = ((6, "live"), (18, "brisk"), (36, "steady"))
"""Maximum hours of a turn, or of a custom time control's free reply time, by speed."""


def speed_of(match: MatchInfo) -> Speed:
    """Return the speed class of a match."""
    if match.orders:
        clock = match.clock or {}
        if clock.get("days"):
            return "slow"
        return _by_hours(clock["hours"]) if clock.get("hours") else "none"
    pace = match.times.pace if match.times else None
    if pace is None:
        return "none"
    named = next((speed for speed in SPEEDS if speed == pace.get("name")), None)
    return named or _by_hours(pace["reply"] / 3600)


def _by_hours(hours: float) -> Speed:
    return next((speed for most, speed in _UP_TO if hours <= most), "slow")


def time_settings(game: Game[Any], speed: Speed) -> dict[str, Any]:
    """Return the time settings of a new match of that speed: a clock or a time control."""
    if speed == "none":
        return {}
    return {"clock": {"hours": TURN_HOURS[speed], "early": True}} if game.orders else {"pace": speed}


def conditions(info: MatchInfo, *, is_rated: bool | None = None) -> tuple[str, ...]:
    """Return scenario, pace, usual length and whether a match is rated, as sentences.

    The scenario is left out if the game has no other, or if it has the game's title.

    With `is_rated` None, nothing is said of ratings.
    """
    rated = "" if is_rated is None else say("invited.rated" if is_rated else "invited.unrated")
    game = registry.load(info.game)
    title = game.scenario(info.scenario).title
    is_named = len(game.scenarios) > 1 and title != game.title
    scenario = say("invited.scenario", scenario=title) if is_named else ""
    return tuple(filter(None, [scenario, pace_text(info), length_text(info), rated]))


def pace_text(info: MatchInfo) -> str:
    """Return how much time players have, as sentences."""
    if info.orders:
        return _calendar_text(parse_clock(info.clock))
    pace = info.times.pace if info.times else None
    if pace is None:
        return say("invited.pace-none")
    named = [say(f"invited.speed-{pace['name']}")] if pace["name"] else []
    return " ".join([*named, reply_text(pace["reply"], pace["bank"])])


def reply_text(reply: float, bank: float) -> str:
    """Return the free reply time and the bank, both given in seconds, as a sentence."""
    return say("invited.pace", reply=span(reply), bank=span(bank))


def _calendar_text(clock: TurnClock) -> str:
    if not clock.has_deadlines:
        return say("invited.turn-none")
    early = " " + say("invited.turn-early") if clock.early else ""
    if clock.days:
        known = dict(zip(WEEKDAYS, say("invited.days").split(), strict=True))
        days, zone = [known[day] for day in clock.days], clock.zone.rpartition("/")[2].replace("_", " ")
        return say("invited.turn-calendar", days=days, at=clock.at, zone=zone) + early
    return say("invited.turn-hours", span=span(clock.hours * 3600)) + early


def length_text(info: MatchInfo) -> str:
    """Return the usual number of turns of a match, or its last turn; "" if neither is known."""
    game = registry.load(info.game)
    least, most = game.scenario(info.scenario).usual_turns
    last = int(info.options.get("turns", 0))
    if last and (not most or last <= most):
        return _turn_sentence("last", game.turn_word, last=last)
    if most and least == most:
        return _turn_sentence("always", game.turn_word, most=most)
    return _turn_sentence("usual", game.turn_word, least=least, most=most) if most else ""


def _turn_sentence(kind: str, turn_word: str, **numbers: int) -> str:
    """Return a sentence in the game's word for a turn; "turn" if it has no sentence."""
    key = f"invited.{kind}-{turn_word}"
    return say(key if catalogue().has(key) else f"invited.{kind}-turn", **numbers)
