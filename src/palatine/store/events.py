"""Domain events of matches, queued as notification jobs in the same transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from palatine.matches.clock import seconds_between
from palatine.matches.runtime.system_entries import SYSTEM
from palatine.matches.storage import Change, Letter, Record
from palatine.store.jobs import Jobs
from palatine.store.schema_people import match_terms, relations, tenures

JOB_KIND = "notice"
EARLY = 300.0
"""Minimum seconds before an early turn for which players are notified that all orders are in."""
MAX_NOTIFIED_FRIENDS = 100
"""Maximum number of friends notified of a free seat."""


def announce(connection: Connection, event: str, key: str, time: str, **data: Any) -> None:
    """Queue a notification once for its `key`; `data` has its event and recipients."""
    Jobs.put(connection, JOB_KIND, f"{event} {key}", time, {"what": event, **data})


def announce_change(connection: Connection, change: Change) -> None:
    """Queue notifications of a change.

    Players are notified of the end of the match, the end of a turn, proposals and their results, moved deadlines, and
    of being late. Friends of the creator of the
    match are notified of a free seat.
    """
    row = change.row
    happened = _player_notifications(change)
    if happened and _is_held(connection, row.id):
        for what, key, data in happened:
            announce(connection, what, key, row.updated, match=row.id, **data)
    if _offers_seat(change):
        for account in _friends_to_call(connection, row.id):
            announce(
                connection,
                "offered",
                f"{row.id} {row.version} {account}",
                row.updated,
                account=account,
                match=row.id,
            )


def has_recipients(change: Change) -> bool:
    """Return whether `announce_change` may have something to announce."""
    return bool(_player_notifications(change)) or _offers_seat(change)


def _player_notifications(change: Change) -> list[tuple[str, str, dict[str, Any]]]:
    row = change.row
    kinds = {record.kind for record in change.records}
    happened: list[tuple[str, str, dict[str, Any]]] = []
    if row.status == "over" and kinds:
        happened.append(("over", row.id, {}))
    elif "turn" in kinds:
        happened.append(("turn", f"{row.id} {row.turn}", {"turn": row.turn}))
    if "proposal" in kinds:
        happened += [("proposal", f"{row.id} {each['n']}", {}) for each in row.proposals]
    early = str(row.times.get("early", ""))
    last = [record.seat for record in change.records if record.kind in ("hand_in", "ready")]
    if early and last and seconds_between(row.updated, early) >= EARLY:
        happened.append(("moved", f"{row.id} early {row.turn}", {"says": "early", "but": last}))
    if row.status == "playing":
        missed = sorted({seat for record in change.records for seat in _late_seats(record)})
        happened += [("missed", f"{row.id} {row.version}", {"to": missed})] if missed else []
    for record in change.records if row.status != "open" else ():
        if _changes_terms(record):
            lines = [each for each in record.entries if each.kind.startswith(SYSTEM) and each.readers is None]
            news = [{"kind": each.kind, "data": each.data} for each in lines]
            data = {"news": news, "then": record.time, "vacates": _frees_seat(record), **_recipients(record)}
            happened.append(("moved", f"{row.id} {record.n}", data))
    return happened


PUT_OFF = ("excused", "grace", "many")
"""Reasons for which a deadline is moved because seats are late."""
FLAGS = (*PUT_OFF, "later", "given", "granted", "successor", "up", "wanted")
"""Reasons of records of time that all players are notified of."""


def _late_seats(record: Record) -> list[str]:
    why = record.data.get("why")
    if record.kind == "turn":
        return list(record.data.get("missing", ()))
    if record.kind == "flag":
        return list(record.data["seats"]) if why in PUT_OFF else [record.seat] if why == "up" else []
    return [record.seat] if record.kind == "stand_in" and "turn" not in record.data else []


def _changes_terms(record: Record) -> bool:
    """Return whether a record changes a deadline or a seat, or settles a request."""
    data = record.data
    if record.kind == "flag":
        return data["why"] in FLAGS
    if record.kind == "pause":
        return bool(data.keys() & {"until", "away", "over"})
    if record.kind == "proposal":
        answer = data.get("answer")
        return answer in ("no", "lapsed") or (answer == "agreed" and data["what"] == "rematch")
    if record.kind == "undo":
        return bool(data.get("agreed"))
    return record.kind in ("leave", "eject", "take_over") or (record.kind == "stand_in" and "turn" not in data)


def _recipients(record: Record) -> dict[str, list[str]]:
    """Return the seats that are notified (`to`), or those that are not because they know (`but`).

    A refusal is for the seat that asked. Seats that were late have a notification of their own.
    """
    if record.kind == "proposal" and record.data["answer"] != "agreed":
        return {"to": [record.data["by"]]}
    if late := _late_seats(record):
        return {"but": late}
    is_own = record.kind == "take_over" or (record.kind == "pause" and "until" not in record.data)
    return {"but": [record.seat] if is_own else [str(record.data.get("by", ""))] if record.kind == "flag" else []}


def _offers_seat(change: Change) -> bool:
    return change.row.status == "playing" and any(_frees_seat(record) for record in change.records)


def _frees_seat(record: Record) -> bool:
    if record.kind in ("leave", "eject"):
        return bool(record.data.get("bot"))
    if record.kind == "stand_in":
        return bool(record.data.get("wanted"))
    return record.kind == "flag" and record.data.get("why") == "wanted"


def _friends_to_call(connection: Connection, match: str) -> list[str]:
    """Return the friends of the creator of a match who are notified of a free seat.

    Private matches have none. Friends who have played in the match, or who block or are blocked by one of its
    players, are left out.
    """
    r, t = relations.c, tenures.c
    maker = select(match_terms.c.by).where(match_terms.c.match == match, match_terms.c.visibility != "private")
    by = connection.execute(maker).scalar()
    if by is None:
        return []
    wanted = select(r.other).where(r.account == by, r.kind == "friend").order_by(r.made, r.other)
    friends = connection.execute(wanted).scalars().all()
    if not friends:
        return []
    were = connection.execute(select(t.account, t.until).where(t.match == match)).all()
    there = {by, *[each.account for each in were if not each.until]}
    apart = r.kind == "block"
    blocked = set(connection.execute(select(r.other).where(apart, r.account.in_(there))).scalars())
    blocked |= set(connection.execute(select(r.account).where(apart, r.other.in_(there))).scalars())
    gone = {by, *[each.account for each in were]} | blocked
    return [account for account in friends if account not in gone][:MAX_NOTIFIED_FRIENDS]


def announce_letter(connection: Connection, match: str, letter: Letter) -> None:
    """Queue a notification of a letter that does not wait for the end of the turn."""
    if letter.at_once and _is_held(connection, match):
        announce(
            connection, "letter", f"{match} {letter.n}", letter.time, match=match, n=letter.n, to=list(letter.to)
        )


def _is_held(connection: Connection, match: str) -> bool:
    here = (tenures.c.match == match, tenures.c.until == "")
    return connection.execute(select(tenures.c.n).where(*here).limit(1)).first() is not None
