"""Daily digests of waiting matches, sent by a channel at an hour chosen by its owner."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, insert, select, update

from palatine import registry
from palatine.core import Unknown
from palatine.matches.clock import format_timestamp
from palatine.notifications.deadlines import seat_deadline
from palatine.notifications.dispatch import ACTIVE_STATES
from palatine.notifications.outbox import queue_message
from palatine.notifications.times import format_time, next_time_at, parse_time, time_zone
from palatine.notifications.wording import say
from palatine.store import Store
from palatine.store.jobs import Job
from palatine.store.schema import jobs, matches
from palatine.store.schema_people import accounts, channels, pending_turns

JOB_KIND = "digest"
TIME_COLUMNS = (matches.c.clock, matches.c.times, matches.c.deadline)
MAX_MATCHES = 100
"""Maximum number of matches in a digest."""


def schedule_digest(connection: Connection, channel: str, now: datetime) -> None:
    """Schedule the next digest of a channel, if it has an hour."""
    row = connection.execute(
        select(channels.c.digest, accounts.c.zone)
        .join(accounts, accounts.c.id == channels.c.account)
        .where(channels.c.id == channel)
    ).one_or_none()
    if row is None or not row.digest:
        return
    key, due = f"{JOB_KIND} {channel}", format_timestamp(next_time_at(now, row.digest, row.zone))
    if not connection.execute(update(jobs).where(jobs.c.key == key).values(due=due, lease="", tries=0)).rowcount:
        connection.execute(insert(jobs), {"kind": JOB_KIND, "key": key, "due": due, "data": {"channel": channel}})


def handle_digest_job(store: Store, job: Job, now: datetime) -> Callable[[Connection], object]:
    """Queue a digest and schedule the next one."""

    def work(connection: Connection) -> None:
        queue_digest(connection, job.data["channel"], now)
        schedule_digest(connection, job.data["channel"], now)

    return work


def queue_digest(connection: Connection, channel: str, now: datetime) -> bool:
    """Queue today's digest; return False if no match waits or it was queued before."""
    row = connection.execute(
        select(channels, accounts.c.zone)
        .join(accounts, accounts.c.id == channels.c.account)
        .where(channels.c.id == channel, channels.c.state.in_(ACTIVE_STATES))
    ).one_or_none()
    if row is None or not row.digest:
        return False
    lines = waiting_matches(connection, row.account, row.zone, row.muted)
    if not lines:
        return False
    day = now.astimezone(time_zone(row.zone)).date().isoformat()
    more = {"account": row.account, "channel": channel, "via": row.kind, "data": {"lines": lines}}
    return queue_message(connection, f"{JOB_KIND} {channel} {day}", JOB_KIND, now, **more)


def waiting_matches(connection: Connection, account: str, zone: str, muted: Any = ()) -> list[dict[str, Any]]:
    """Return the waiting matches of an account, most urgent first.

    Each has `id`, `match`, `game`, `seat` and `end`.
    """
    wanted = (
        select(pending_turns.c.match, pending_turns.c.seat, matches.c.title, matches.c.game, *TIME_COLUMNS)
        .join(matches, matches.c.id == pending_turns.c.match)
        .where(pending_turns.c.account == account, pending_turns.c.match.not_in(list(muted)))
        .order_by(matches.c.deadline == "", matches.c.deadline, pending_turns.c.since, pending_turns.c.seat)
    )
    found = []
    for row in connection.execute(wanted.limit(MAX_MATCHES)):
        up = seat_deadline(row, row.seat)
        end = say("deadline", time=format_time(parse_time(up), zone)) if up else ""
        game = _game_title(row.game)
        found.append({"id": row.match, "match": row.title or game, "game": game, "seat": row.seat, "end": end})
    return found


def _game_title(game: str) -> str:
    try:
        return registry.load(game).title
    except Unknown:
        return game
