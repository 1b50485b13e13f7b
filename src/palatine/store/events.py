"""Events of a match that people are notified of: a job for the notifier, in the same transaction."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, select

from palatine.matches.storage import Change, Letter, Record
from palatine.store.jobs import Jobs
from palatine.store.schema_people import match_terms, relations, tenures

KIND = "notice"
CALLED = 100
"""Most friends who are notified of a seat."""


def announce(connection: Connection, what: str, key: str, time: str, **data: Any) -> None:
    """Queue a notification, once for its `key`; `data` has its event and recipients."""
    Jobs.put(connection, KIND, f"{what} {key}", time, {"what": what, **data})


def announce_change(connection: Connection, change: Change) -> None:
    """Have the players of a match told that it is over, that a turn was run, or what is proposed to them; and friends
    of the match's maker that a seat is free."""
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
    """Return the notifications of a change to the players of a match, each with its key and data."""
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
    """Whether somebody new may sit down at a seat from this record on."""
    if record.kind in ("leave", "eject"):
        return bool(record.data.get("bot"))
    if record.kind == "stand_in":
        return bool(record.data.get("wanted"))
    return record.kind == "flag" and record.data.get("why") == "wanted"


def _friends_to_call(connection: Connection, match: str) -> list[str]:
    """Whom to notify of a free seat: friends of the maker of a match that others find, but nobody who has played in it
    or keeps apart from somebody there."""
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
    """Have those told to whom a letter goes that does not wait for its turn."""
    if letter.at_once and _is_held(connection, match):
        announce(
            connection, "letter", f"{match} {letter.n}", letter.time, match=match, n=letter.n, to=list(letter.to)
        )


def _is_held(connection: Connection, match: str) -> bool:
    """Whether anybody plays in a match who can be told."""
    here = (tenures.c.match == match, tenures.c.until == "")
    return connection.execute(select(tenures.c.n).where(*here).limit(1)).first() is not None
