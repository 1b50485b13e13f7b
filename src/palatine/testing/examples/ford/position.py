"""Positions as text: a line for the day, one for the seat to act, one for each troop."""

from __future__ import annotations

from palatine.core import Dice, Unreadable, dice_key
from palatine.testing.examples.ford.components import FACES, SEATS, SPACES
from palatine.testing.examples.ford.rules.movement import Choose, March
from palatine.testing.examples.ford.rules.victory import judge
from palatine.testing.examples.ford.sequence import Day
from palatine.testing.examples.ford.state import GONE, FordState


def write_position(s: FordState) -> str:
    """Return a position as human-readable text."""
    top = s.flow[-1] if s.flow else None
    seat = top.seat if isinstance(top, Choose | March) else -1
    piece = f" march {top.piece}" if isinstance(top, March) else ""
    lines = [f"day {s.day} of {s.options['days']}", f"asked {SEATS[seat] if top else 'nobody'}{piece}"]
    for p in range(6):
        where = "gone" if s.place[p] == GONE else SPACES[s.place[p]]
        lines.append(f"{p} {FACES[s.face[p]]} {where} {'shown' if s.shown[p] else 'hidden'}")
    return "\n".join(lines) + "\n"


def read_position(text: str) -> FordState:
    """Return the state that a text describes. Raises Unreadable, which names the line."""
    state = FordState(SEATS, [], Dice(dice_key(b"")), {"days": 6})
    for number, line in enumerate(text.splitlines(), 1):
        try:
            _read_line(state, line.split())
        except (ValueError, IndexError) as error:
            raise Unreadable(f"Line {number}: {line!r} is not a line of a position.") from error
    if not state.flow:
        judge(state)
    return state


def _read_line(s: FordState, words: list[str]) -> None:
    if not words:
        return
    if words[0] == "day":
        s.day, s.options = int(words[1]), {"days": int(words[3])}
    elif words[0] == "asked" and words[1] != "nobody":
        seat = SEATS.index(words[1])
        march = words[2:] and March(seat, int(words[3]))
        s.flow[:] = [Day(at=seat + 1), march or Choose(seat)]
    elif words[0] != "asked":
        p = int(words[0])
        s.face[p] = FACES.index(words[1])
        s.place[p] = GONE if words[2] == "gone" else SPACES.index(words[2])
        s.shown[p] = ("hidden", "shown").index(words[3])
