"""Domain events of matches, queued as notification jobs in the same transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from palatine.matches.storage import Change, Letter, Record
from palatine.store.jobs import Jobs
from palatine.store.schema_people import match_terms, relations, tenures

KIND = "notice"
CALLED = 100
"""Maximum number of friends notified of a free seat."""


def announce(connection: Connection, what: str, key: str, time: str, **data: Any) -> None:
    """Queue a notification once for its `key`; `data` has its event and recipients."""
    Jobs.put(connection, KIND, f"{what} {key}", time, {"what": what, **data})


def announce_change(connection: Connection, change: Change) -> None:
    """Queue notifications of a change.

    Players are notified of the end of the match, the end of a turn, and proposals. Friends of the creator of the
    match are notified of a free seat.
    """
    row = change.row
    happened = _happened(change)
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


def is_for_people(change: Change) -> bool:
    """Return whether `announce_change` may have something to announce."""
    return bool(_happened(change)) or _offers_seat(change)


def _happened(change: Change) -> list[tuple[str, str, dict[str, Any]]]:
    """Return the notifications of a change for players, each with its key and data."""
    row = change.row
    kinds = {record.kind for record in change.records}
    happened: list[tuple[str, str, dict[str, Any]]] = []
    if row.status == "over" and kinds:
        happened.append(("over", row.id, {}))
    elif "turn" in kinds:
        happened.append(("turn", f"{row.id} {row.turn}", {"turn": row.turn}))
    if "proposal" in kinds:
        happened += [("proposal", f"{row.id} {each['n']}", {}) for each in row.proposals]
    return happened


def _offers_seat(change: Change) -> bool:
    return change.row.status == "playing" and any(_vacates(record) for record in change.records)


def _vacates(record: Record) -> bool:
    """Return whether a record frees a seat for a new player."""
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
    return [account for account in friends if account not in gone][:CALLED]


def announce_letter(connection: Connection, match: str, letter: Letter) -> None:
    """Queue a notification of a letter that does not wait for the end of the turn."""
    if letter.at_once and _is_held(connection, match):
        announce(
            connection, "letter", f"{match} {letter.n}", letter.time, match=match, n=letter.n, to=list(letter.to)
        )


def _is_held(connection: Connection, match: str) -> bool:
    """Return whether an account holds a seat in a match."""
    here = (tenures.c.match == match, tenures.c.until == "")
    return connection.execute(select(tenures.c.n).where(*here).limit(1)).first() is not None
