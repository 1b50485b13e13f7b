"""Retention rules for matches. Without a rule, all are kept."""

from __future__ import annotations

from sqlalchemy import ColumnElement, and_, or_, select
from sqlalchemy.sql.expression import false

from palatine.store.schema import matches, seats
from palatine.store.schema_people import accounts, results, tenures
from palatine.store.store import Store

DELETE_BATCH = 50
"""Matches deleted in one transaction, which limits the time that players wait."""


def old_matches(
    store: Store, finished: str = "", unfinished: str = "", guests: str = "", *, match: str = ""
) -> list[tuple[str, int]]:
    """Return the unchanged matches to delete by rule, with their versions.

    Each rule has a time since which nothing has happened, "" for no rule: `finished` matches without rated results,
    `unfinished` ones, and those played only by `guests`. With `match`, only that one is returned. Matches with rated
    results are never included, because ratings depend on them.
    """
    rules = or_(
        _idle_since(finished) & (matches.c.status == "over"),
        _idle_since(unfinished) & (matches.c.status != "over"),
        _idle_since(guests) & _is_guest_match(),
    )
    wanted = select(matches.c.id, matches.c.version).where(rules, ~_counts(), matches.c.lesson.is_(None))
    if match:
        wanted = wanted.where(matches.c.id == match)
    with store.database.reading() as connection:
        found = connection.execute(wanted.order_by(matches.c.updated, matches.c.id)).all()
    return [(row.id, row.version) for row in found]


def idle_matches(store: Store, before: str) -> list[tuple[str, int]]:
    """Return unfinished matches without players, unchanged since `before`, with their versions.

    These were never started, were branched from others, or have only bots.
    """
    mine = select(seats.c.match).where(seats.c.match == matches.c.id)
    person = mine.where((seats.c.key != "") | (seats.c.owner != "")).exists()
    nobodys = (matches.c.status == "open") | (
        (matches.c.status == "playing") & (matches.c.start.is_not(None) | ~person)
    )
    return _select_matches(store, nobodys & matches.c.lesson.is_(None) & (matches.c.updated < before))


def idle_lessons(store: Store, before: str) -> list[tuple[str, int]]:
    """Return lessons unchanged since `before`, with their versions."""
    return _select_matches(store, matches.c.lesson.is_not(None) & (matches.c.updated < before))


def _select_matches(store: Store, which: ColumnElement[bool]) -> list[tuple[str, int]]:
    wanted = select(matches.c.id, matches.c.version).where(which).order_by(matches.c.updated)
    with store.database.reading() as connection:
        return [(row.id, row.version) for row in connection.execute(wanted)]


def delete_matches(store: Store, chosen: list[tuple[str, int]]) -> int:
    """Delete matches that have not changed since they were chosen; return how many were deleted."""
    gone = 0
    for at in range(0, len(chosen), DELETE_BATCH):
        some = chosen[at : at + DELETE_BATCH]
        gone += _erase(store, some)
    return gone


def _erase(store: Store, some: list[tuple[str, int]]) -> int:
    return store.database.write(
        lambda connection: sum(store.delete_match(connection, *each, finished=True) for each in some)
    )


def _idle_since(since: str) -> ColumnElement[bool]:
    return and_(matches.c.updated < since) if since else false()


def _counts() -> ColumnElement[bool]:
    return select(results.c.match).where(results.c.match == matches.c.id, results.c.rated).exists()


def _is_guest_match() -> ColumnElement[bool]:
    played = select(tenures.c.match).join(accounts, accounts.c.id == tenures.c.account)
    here = played.where(tenures.c.match == matches.c.id)
    return here.exists() & ~here.where(accounts.c.kind != "guest").exists()
