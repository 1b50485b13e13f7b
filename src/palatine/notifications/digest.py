"""Daily digests of waiting matches, sent by a channel at an hour chosen by its owner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from palatine import registry
from palatine.core import Unknown
from palatine.matches.clock import format_timestamp
from palatine.notifications.deadlines import time_up
from palatine.notifications.dispatch import ALIVE
from palatine.notifications.outbox import put
from palatine.notifications.times import format_time, next_hour, read, zone_of
from palatine.notifications.wording import say
from palatine.store import Store
from palatine.store.jobs import Job
from palatine.store.schema import jobs, matches
from palatine.store.schema_people import accounts, channels, pending_turns

KIND = "digest"
OF_TIME = (matches.c.clock, matches.c.times, matches.c.deadline)
MOST = 100
"""Maximum number of matches in a digest."""


def plan(connection: Connection, channel: str, at: datetime) -> None:
    """Schedule the next digest of a channel, if it has an hour."""
    row = connection.execute(
        select(channels.c.digest, accounts.c.zone)
        .join(accounts, accounts.c.id == channels.c.account)
        .where(channels.c.id == channel)
    ).one_or_none()
    if row is None or not row.digest:
        return
    key, due = f"{KIND} {channel}", format_timestamp(next_hour(at, row.digest, row.zone))
    if not connection.execute(update(jobs).where(jobs.c.key == key).values(due=due, lease="", tries=0)).rowcount:
        connection.execute(insert(jobs), {"kind": KIND, "key": key, "due": due, "data": {"channel": channel}})


def handle(store: Store, job: Job, at: datetime) -> Callable[[Connection], object]:
    """Queue a digest and schedule the next one."""

    def work(connection: Connection) -> None:
        make(connection, job.data["channel"], at)
        plan(connection, job.data["channel"], at)

    return work


def make(connection: Connection, channel: str, at: datetime) -> bool:
    """Queue today's digest; return False if no match waits or it was queued before."""
    row = connection.execute(
        select(channels, accounts.c.zone)
        .join(accounts, accounts.c.id == channels.c.account)
        .where(channels.c.id == channel, channels.c.state.in_(ALIVE))
    ).one_or_none()
    if row is None or not row.digest:
        return False
    lines = waiting(connection, row.account, row.zone, row.muted)
    if not lines:
        return False
    day = at.astimezone(zone_of(row.zone)).date().isoformat()
    more = {"account": row.account, "channel": channel, "via": row.kind, "data": {"lines": lines}}
    return put(connection, f"{KIND} {channel} {day}", KIND, at, **more)


def waiting(connection: Connection, account: str, zone: str, muted: Any = ()) -> list[dict[str, Any]]:
    """Return the waiting matches of an account, most urgent first.

    Each has `id`, `match`, `game`, `seat` and `end`.
    """
    wanted = (
        select(pending_turns.c.match, pending_turns.c.seat, matches.c.title, matches.c.game, *OF_TIME)
        .join(matches, matches.c.id == pending_turns.c.match)
        .where(pending_turns.c.account == account, pending_turns.c.match.not_in(list(muted)))
        .order_by(matches.c.deadline == "", matches.c.deadline, pending_turns.c.since, pending_turns.c.seat)
    )
    found = []
    for row in connection.execute(wanted.limit(MOST)):
        up = time_up(row, row.seat)
        end = say("deadline", time=format_time(read(up), zone)) if up else ""
        game = _game_title(row.game)
        found.append({"id": row.match, "match": row.title or game, "game": game, "seat": row.seat, "end": end})
    return found


def _game_title(game: str) -> str:
    try:
        return registry.load(game).title
    except Unknown:
        return game
