"""Names of seats: the names of known Kings, or else the number of the kingdom."""

from __future__ import annotations

from palatine.core import Catalogue
from palatine.core.messages import join_words
from palatine.games.adventurer_kings.components.pieces import ALLIED, SPECTATOR
from palatine.games.adventurer_kings.rules.common.naming import has_heard_of_realm
from palatine.games.adventurer_kings.state import State


def seat_names(words: Catalogue, s: State, me: int) -> dict[str, str]:
    """Return the names of all seats as a seat sees them (12.1).

    SPECTATOR stands for everyone. A King who has not been met stays unnamed.
    """
    return {seat: seat_name(words, s, me, at) for at, seat in enumerate(s.seats)}


def seat_title(words: Catalogue, seat: str) -> str:
    """Return the number of a seat, or its id for seats that are not numbered."""
    number = seat.removeprefix("K")
    return words.say("seat.number", number=int(number)) if number.isdecimal() else seat


def seat_name(words: Catalogue, s: State, me: int, other: int) -> str:
    is_told = s.outcome is not None or other == me or (me != SPECTATOR and s.kingdoms and knows(s, me, other))
    if not s.kingdoms or not is_told:
        return seat_title(words, s.seats[other])
    return words.say("seat.king", king=s.king(other).name, realm=s.kingdoms[other].name)


def knows(s: State, me: int, other: int) -> bool:
    """Return whether a King has met another and heard of the realm."""
    return other in s.kingdoms[me].met and has_heard_of_realm(s, me, other)


def acquaintances(s: State, me: int) -> list[int]:
    """Return the Kings met or allied (8.2).

    A treaty can be made with a King never met.
    """
    met = s.kingdoms[me].met
    return [
        *met,
        *(other for other in range(len(s.seats)) if other not in (me, *met) and s.relations[me][other] == ALLIED),
    ]


def waited_for(words: Catalogue, s: State, me: int, missing: tuple[str, ...]) -> str:
    """Return whose orders are missing: "you", known Kings, and the number of others."""
    seats = [s.seats.index(seat) for seat in missing]
    named = [words.say("seat.you")] if me in seats else []
    known = [at for at in seats if at != me and s.kingdoms and me != SPECTATOR and knows(s, me, at)]
    named += [s.king(at).name for at in known]
    others = len(seats) - len(named)
    if others:
        named.append(words.say("seat.others" if named else "seat.kings", count=others))
    return join_words(named)
