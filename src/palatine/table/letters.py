"""Letters between seats. They are no part of the log: they stay between those who wrote and got them."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core import Unreadable
from palatine.table.archive import Letter
from palatine.table.clock import clock_of
from palatine.table.desk import Desk
from palatine.table.draft import now
from palatine.table.session import Session
from palatine.table.shapes import Mail
from palatine.table.wording import refused

LONGEST = 10_000
"""The most characters in a letter."""
MOST = 100
"""The most letters of a seat in a turn."""


def write(desk: Desk, match: str, key: str, to: Sequence[str], text: str) -> Mail:
    """Send a letter to other seats; the same one twice in a turn is sent once. Raises Refused or Unreadable."""
    session = _open(desk, match)
    seat = session.names[session.place_of(key)]
    others = tuple(name for name in session.names if name != seat)
    if isinstance(to, str) or not to or not set(to) <= set(others):
        raise refused("letter-to", seats=list(others))
    turn = session.row.turn
    written = [
        letter for letter in desk.archive.letters(match, seat) if (letter.sender, letter.turn) == (seat, turn)
    ]
    if len(written) >= MOST:
        raise refused("letters")
    at_once = session.row.status == "over" or clock_of(session.row.clock).letters == "now"
    said = tuple(name for name in others if name in to)
    kept = desk.archive.send(match, Letter(0, seat, said, _readable(text), turn, now(), at_once))
    if at_once:
        desk.announcer.publish(match, session.row.version)
    return _mail(session, kept)


def read(desk: Desk, match: str, key: str) -> list[Mail]:
    """The letters that the seat has written, and those to it that have been delivered, in the order written."""
    session = _open(desk, match)
    seat = session.names[session.place_of(key)]
    mail = [_mail(session, letter) for letter in desk.archive.letters(match, seat)]
    return [each for each in mail if each.delivered or each.sender == seat]


def _open(desk: Desk, match: str) -> Session:
    session = desk.open(match)
    if session.row.clock is None:
        raise refused("no-orders")
    if session.row.status == "open":
        raise refused("open")
    return session


def _mail(session: Session, letter: Letter) -> Mail:
    row = session.row
    delivered = letter.at_once or letter.turn < row.turn or row.status == "over"
    return Mail(letter.n, letter.sender, letter.to, letter.text, letter.turn, letter.time, delivered)


def _readable(text: str) -> str:
    """The text as it is kept. Raises Unreadable for what is no letter."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").strip() if isinstance(text, str) else ""
    if not plain or len(plain) > LONGEST:
        raise Unreadable(f"A letter is a text of 1 to {LONGEST} characters.")
    if not all(letter in "\n\t" or letter.isprintable() for letter in plain):
        raise Unreadable("A letter holds no characters that cannot be printed.")
    return plain
