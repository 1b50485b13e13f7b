"""Letters between seats.

They are not part of the log: only sender and recipients can read them.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from palatine.matches.clock import now
from palatine.matches.clocks.calendar import parse_clock
from palatine.matches.responses import LetterInfo
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import Letter
from palatine.matches.text import clean_letter
from palatine.matches.wording import refused_error

MAX_LETTERS = 100
"""Maximum number of letters of a seat in a turn."""


def write_letter(context: MatchRuntime, match: str, key: SeatKey, to: Sequence[str], text: str) -> LetterInfo:
    """Send a letter to other seats.

    The same letter twice in a turn is sent once. Raises `Refused` or `Unreadable`.
    """
    loaded = _open_match(context, match)
    seat = loaded.seat_of(key)
    others = tuple(name for name in loaded.names if name != seat)
    if isinstance(to, str) or not to or not set(to) <= set(others):
        raise refused_error("letter-to", seats=[loaded.titles(seat)[other] for other in others])
    turn = loaded.row.turn
    written = [
        letter for letter in context.storage.letters(match, seat) if (letter.sender, letter.turn) == (seat, turn)
    ]
    if len(written) >= MAX_LETTERS:
        raise refused_error("letters")
    at_once = loaded.row.status == "over" or parse_clock(loaded.row.clock).letters == "now"
    said = tuple(name for name in others if name in to)
    kept = context.storage.add_letter(match, Letter(0, seat, said, clean_letter(text), turn, now(), at_once))
    if at_once:
        context.announcer.publish(match, loaded.row.version, {seat, *said})
    mine = {letter.n: info for letter, info in _box(context, loaded, seat)}
    return mine[kept.n]


def letters(context: MatchRuntime, match: str, key: SeatKey) -> list[LetterInfo]:
    """Return the letters that the seat has sent and those delivered to it, in order of arrival."""
    loaded = _open_match(context, match)
    return [info for _, info in _box(context, loaded, loaded.seat_of(key))]


def _box(context: MatchRuntime, loaded: LoadedMatch, seat: str) -> list[tuple[Letter, LetterInfo]]:
    """Return a seat's letters, numbered by arrival.

    The numbers disclose nothing of other letters. Letters delivered with the turn come after those that the seat
    itself sent in it.
    """
    found = [(letter, _letter_info(loaded, letter)) for letter in context.storage.letters(loaded.row.id, seat)]
    came = [(letter, info) for letter, info in found if info.delivered or info.sender == seat]
    came.sort(key=lambda each: (each[0].turn, each[0].sender != seat and not each[0].at_once, each[0].n))
    return [(letter, msgspec.structs.replace(info, n=n)) for n, (letter, info) in enumerate(came, 1)]


def _open_match(context: MatchRuntime, match: str) -> LoadedMatch:
    loaded = context.open(match)
    if loaded.row.clock is None:
        raise refused_error("no-orders")
    if loaded.row.status == "open":
        raise refused_error("open")
    return loaded


def _letter_info(loaded: LoadedMatch, letter: Letter) -> LetterInfo:
    row = loaded.row
    delivered = letter.at_once or letter.turn < row.turn or row.status == "over"
    return LetterInfo(letter.n, letter.sender, letter.to, letter.text, letter.turn, letter.time, delivered)
