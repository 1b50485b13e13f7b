"""Which matches an operator may let go: by rule, after so long; without a rule everything is kept."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.sql.expression import false

from palatine.store.schema import matches, seats
from palatine.store.schema_people import accounts, results, tenures
from palatine.store.store import Store

MANY = 50
"""Matches deleted in one transaction, so that players wait only for these."""


def old_matches(
    store: Store, finished: str = "", unfinished: str = "", guests: str = "", *, match: str = ""
) -> list[tuple[str, int]]:
    """The matches, with their versions, in which nothing has happened since a time: `finished` ones whose results
    count for nobody, `unfinished` ones, and those in which only `guests` have played; "" for none of a kind. With
    `match` only that one.

    Matches with results that count are never among them: ratings rest on them.
    """
    rules = or_(
        _quiet(finished) & (matches.c.status == "over"),
        _quiet(unfinished) & (matches.c.status != "over"),
        _quiet(guests) & _of_guests(),
    )
    wanted = select(matches.c.id, matches.c.version).where(rules, ~_counts(), matches.c.lesson.is_(None))
    if match:
        wanted = wanted.where(matches.c.id == match)
    with store.database.reading() as connection:
        found = connection.execute(wanted.order_by(matches.c.updated, matches.c.id)).all()
    return [(row.id, row.version) for row in found]


def idle_matches(store: Store, before: str) -> list[tuple[str, int]]:
    """The matches, with their versions, in which nothing has happened since `before` and that nobody plays: never
    begun, branched from others, or of bots alone; finished ones are not among them."""
    mine = select(seats.c.match).where(seats.c.match == matches.c.id)
    person = mine.where((seats.c.key != "") | (seats.c.owner != "")).exists()
    nobodys = (matches.c.status == "open") | (
        (matches.c.status == "playing") & (matches.c.start.is_not(None) | ~person)
    )
    return _found(store, nobodys & matches.c.lesson.is_(None) & (matches.c.updated < before))


def idle_lessons(store: Store, before: str) -> list[tuple[str, int]]:
    """The lessons, with their versions, in which nothing has happened since `before`."""
    return _found(store, matches.c.lesson.is_not(None) & (matches.c.updated < before))


def _found(store: Store, which: ColumnElement[bool]) -> list[tuple[str, int]]:
    wanted = select(matches.c.id, matches.c.version).where(which).order_by(matches.c.updated)
    with store.database.reading() as connection:
        return [(row.id, row.version) for row in connection.execute(wanted)]


def delete_matches(store: Store, chosen: list[tuple[str, int]]) -> int:
    """Erase these matches, but for those in which something has happened since; how many went."""
    gone = 0
    for at in range(0, len(chosen), MANY):
        some = chosen[at : at + MANY]
        gone += _erase(store, some)
    return gone


def _erase(store: Store, some: list[tuple[str, int]]) -> int:
    return store.database.write(
        lambda connection: sum(store.erase(connection, *each, finished=True) for each in some)
    )


def _quiet(since: str) -> ColumnElement[bool]:
    return and_(matches.c.updated < since) if since else false()


def _counts() -> ColumnElement[bool]:
    return select(results.c.match).where(results.c.match == matches.c.id, results.c.rated).exists()


def _of_guests() -> ColumnElement[bool]:
    played = select(tenures.c.match).join(accounts, accounts.c.id == tenures.c.account)
    here = played.where(tenures.c.match == matches.c.id)
    return here.exists() & ~here.where(accounts.c.kind != "guest").exists()
