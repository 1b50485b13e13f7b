"""Seats by name: one's own King and those one has met by their names, all others by the number of their kingdom."""

from __future__ import annotations

from palatine.core import Catalogue
from palatine.core.messages import join
from palatine.games.adventurer_kings.components.pieces import ALLIED, SPECTATOR
from palatine.games.adventurer_kings.rules.common.naming import has_heard_of_realm
from palatine.games.adventurer_kings.state import State


def seat_names(words: Catalogue, s: State, me: int) -> dict[str, str]:
    """What each seat is called before a seat (SPECTATOR: before all): who has not been met keeps his name (12.1)."""
    return {seat: seat_name(words, s, me, at) for at, seat in enumerate(s.seats)}


def seat_title(words: Catalogue, seat: str) -> str:
    """A seat by its number; a table may have other seats, which are called by their ids."""
    number = seat.removeprefix("K")
    return words.say("seat.number", number=int(number)) if number.isdecimal() else seat


def seat_name(words: Catalogue, s: State, me: int, other: int) -> str:
    is_told = s.outcome is not None or other == me or (me != SPECTATOR and s.kingdoms and knows(s, me, other))
    if not s.kingdoms or not is_told:
        return seat_title(words, s.seats[other])
    return words.say("seat.king", king=s.king(other).name, realm=s.kingdoms[other].name)


def knows(s: State, me: int, other: int) -> bool:
    """Whether a King has met another, or seen whose land it is."""
    return other in s.kingdoms[me].met and has_heard_of_realm(s, me, other)


def acquaintances(s: State, me: int) -> list[int]:
    """Return the Kings whom one has met or is allied with: a treaty can be made with a King never met (8.2)."""
    met = s.kingdoms[me].met
    return [
        *met,
        *(other for other in range(len(s.seats)) if other not in (me, *met) and s.relations[me][other] == ALLIED),
    ]


def waited_for(words: Catalogue, s: State, me: int, missing: tuple[str, ...]) -> str:
    """Those whose orders are awaited: oneself first, Kings one has met, and how many others."""
    seats = [s.seats.index(seat) for seat in missing]
    named = [words.say("seat.you")] if me in seats else []
    known = [at for at in seats if at != me and s.kingdoms and me != SPECTATOR and knows(s, me, at)]
    named += [s.king(at).name for at in known]
    others = len(seats) - len(named)
    if others:
        named.append(words.say("seat.others" if named else "seat.kings", count=others))
    return join(named)
