"""Texts of notifications: match, deadline and link, but never the question itself.

They are created when a message is sent and not when it is queued, because deadlines move.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, select

from palatine import registry
from palatine.core import Unknown
from palatine.matches import turn_name
from palatine.matches.clocks.stored_times import parse_times
from palatine.notifications.deadlines import seat_deadline
from palatine.notifications.match_texts import SeatNames, display_names, reader_zone
from palatine.notifications.outbox import OutboxMessage
from palatine.notifications.times import format_time, parse_time
from palatine.notifications.wording import catalogue, say
from palatine.store.schema import matches
from palatine.store.schema import seats as seats_table
from palatine.store.schema_people import channels, pending_turns

NO_NAMES = SeatNames()
_LATE = (seats_table.c.missed > 0, seats_table.c.bot == "")
"""Condition that a seat missed the last turn."""
LINK_PATHS = {"invitation": "/#invited", "offered": "/?tables=wanted#tables"}
"""Paths for seats in matches that the recipient has not joined.

Other links lead to the match.
"""


class NotificationText(msgspec.Struct, frozen=True):
    """The text of a notification."""

    kind: str
    title: str
    text: str
    link: str
    """The page to open. The link does not sign in."""
    match: str
    game: str
    seats: tuple[str, ...]
    deadline: str
    """The deadline, ISO 8601 in UTC; "" for none."""
    short: str = ""
    """A short text, shown by devices below the title."""
    shared: str = ""
    """The text for channels that several people read."""
    news: str = ""
    """The news in `text`: an event of the match, or the terms of an invitation."""
    late: str = ""
    """A sentence on the other players who missed the last turn."""


def notification_text(
    connection: Connection, message: OutboxMessage, url: str, names: SeatNames = NO_NAMES
) -> NotificationText:
    """Return the text of a message; `url` is the server's base URL, `names` has names of seats."""
    row = connection.execute(select(matches).where(matches.c.id == message.match)).one_or_none()
    zone = reader_zone(connection, message)
    if row is None:
        return _text_without_match(message, url, names)
    seats = pending_seats(connection, message) or ((message.seat,) if message.seat else ())
    game = _game_title(row.game)
    up = seat_deadline(row, seats[0] if seats else "") if row.status == "playing" else ""
    up = "" if message.kind == "missed" and up <= message.made else up  # a bank that is empty has no deadline
    end = say("deadline", time=format_time(parse_time(up), zone)) if up else ""
    late = connection.execute(select(seats_table.c.seat).where(*_LATE, seats_table.c.match == message.match))
    absent = [seat for seat in late.scalars() if seat != message.seat]
    title = say("title", match=row.title, game=game) if row.title not in ("", game) else game
    early = parse_times(row.times).early
    facts: dict[str, Any] = {"match": title, "game": game, "end": end, "place": title}
    facts |= {"early": format_time(parse_time(early), zone) if early else "", **message.data}
    facts |= {"by": names.by or say("name"), "turn": turn_name(row)}
    link = url + LINK_PATHS.get(message.kind, f"/play/{message.match}")
    own = facts | _seat_name_data(names.own, seats, message.seat) | {"news": names.news, "warning": names.warning}
    own["place"] = say("place", match=title, seat=own["seat"]) if message.seat else title
    own["late"] = say("late", seats=display_names(names.titles, absent)) if absent else ""
    public = (
        facts | _seat_name_data(names.public_titles, seats, message.seat) | {"news": names.public_news, "late": ""}
    )
    text, short, shared = _wordings(message.data.get("says", message.kind), own, public)
    return NotificationText(
        message.kind,
        title,
        text,
        link,
        message.match,
        row.game,
        tuple(seats),
        up,
        short,
        shared,
        names.news,
        own["late"],
    )


def _seat_name_data(names: Mapping[str, str], seats: Sequence[str], seat: str) -> dict[str, Any]:
    return {"seats": display_names(names, seats), "seat": display_names(names, [seat])[0]}


def pending_seats(connection: Connection, message: OutboxMessage) -> tuple[str, ...]:
    """Return the seats with pending turns that a notification covers.

    They are the recipient's seat or, on a shared channel, those of all its readers.
    """
    if "since" not in message.data:
        return ()
    target = select(channels.c.target).where(channels.c.id == message.channel).scalar_subquery()
    shared = select(channels.c.account).where(channels.c.target == target, channels.c.kind == message.via)
    own = (
        (pending_turns.c.seat == message.seat)
        & (pending_turns.c.account == message.account)
        & (pending_turns.c.since == message.data["since"])
    )
    others = (pending_turns.c.version == message.data["version"]) & pending_turns.c.account.in_(shared)
    wanted = (
        select(pending_turns.c.seat)
        .where(pending_turns.c.match == message.match, own | others)
        .order_by(pending_turns.c.seat)
    )
    return tuple(connection.execute(wanted).scalars())


def _text_without_match(message: OutboxMessage, url: str, names: SeatNames) -> NotificationText:
    """Return the text of a message without a match, or with a deleted one.

    It is a code, a test, or a digest.
    """
    lines: list[dict[str, Any]] = [dict(line) for line in message.data.get("lines", ())]
    for line, name in zip(lines, names.lines, strict=False):
        line["seat"] = name
    nothing = dict.fromkeys(("match", "game", "place"), say("name")) | {
        "seat": message.seat,
        "seats": [],
        "turn": "",
    }
    nothing |= dict.fromkeys(("end", "name", "news", "warning", "late", "early"), "")
    facts = {**nothing, **message.data, "list": "\n".join(say("digest.line", **line, url=url) for line in lines)}
    text, short, shared = _wordings(message.data.get("says", message.kind), facts, facts)
    return NotificationText(
        message.kind, say("name"), text, f"{url}/me/notifications", "", "", (), "", short, shared
    )


def _wordings(kind: str, own: dict[str, Any], public: dict[str, Any]) -> list[str]:
    """Return the full, short and shared texts of a kind; "" for an unknown kind."""
    if not catalogue().has(f"event.{kind}.text"):
        return ["", "", ""]
    ways = (("text", own), ("short", own), ("shared", public))
    keys = [(f"event.{kind}.{way}", facts) for way, facts in ways]
    return [say(key if catalogue().has(key) else keys[0][0], **facts).strip() for key, facts in keys]


def _game_title(game: str) -> str:
    try:
        return registry.load(game).title
    except Unknown:
        return game
