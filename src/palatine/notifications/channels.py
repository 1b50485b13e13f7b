"""Notification channels of accounts, verified before use and stopped when they fail."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from hmac import compare_digest
from types import MappingProxyType
from typing import Any

import msgspec
from sqlalchemy import Connection, Row, delete, insert, select, update

from palatine.core import Refused, Unreadable
from palatine.matches.clock import format_timestamp
from palatine.matches.fairness import key_hash, new_id, new_key
from palatine.matches.text import clean_name
from palatine.notifications.digest import schedule_digest
from palatine.notifications.dispatch import channel_events, target_hash
from palatine.notifications.events import CHANNEL_KINDS, EVENT_KINDS, WEBHOOK_KINDS
from palatine.notifications.outbox import Outbox, queue_message
from palatine.notifications.sending.subscriptions import PushSubscription
from palatine.notifications.sending.targets import check_target
from palatine.notifications.times import is_hour, parse_time
from palatine.notifications.wording import say
from palatine.store.engine import Database
from palatine.store.events import announce
from palatine.store.schema_people import addresses, channels

MAX_CHANNELS = 12
"""Maximum number of channels of an account."""
CODE_LENGTH = 8
"""Number of letters of a verification code."""
MAX_CODE_TRIES = 5
CODE_VALIDITY = timedelta(hours=24)
"""Time for which a verification code is valid."""
MAX_FAILING_TIME = timedelta(days=3)
"""Time for which a channel may fail before it is dead."""
NO_FAILURES: Mapping[str, Any] = MappingProxyType({"failures": 0, "failing_since": "", "trouble": ""})


class NotificationChannel(msgspec.Struct, frozen=True):
    """A channel as shown to its owner.

    Its target is shortened, because a webhook's URL is a secret.
    """

    id: str
    kind: str
    label: str
    place: str
    """Its shortened target."""
    events: tuple[str, ...]
    always: bool
    """True if it is used also during quiet hours and while the match is open."""
    digest: str
    """The hour of its daily digest of waiting matches; "" for separate notifications."""
    state: str
    trouble: str
    muted: tuple[str, ...]
    key: str = ""
    """Signing key of a JSON webhook, returned only when it is created."""


class ChannelService:
    """The channels of all accounts."""

    def __init__(self, database: Database, *, allow_private: bool = False, base: str = "") -> None:
        self.database = database
        self.base = base
        """Base URL of links in new channels if `site.url` is not set."""
        self.private = allow_private
        """True if webhooks may use private network addresses."""

    def of_account(self, account: str) -> list[NotificationChannel]:
        """Return the channels of an account, oldest first."""
        wanted = select(channels).where(channels.c.account == account).order_by(channels.c.made, channels.c.id)
        with self.database.reading() as connection:
            return [channel_from_row(row) for row in connection.execute(wanted)]

    def add(self, account: str, kind: str, target: str, label: str, now: datetime) -> NotificationChannel:
        """Add a channel.

        A webhook is sent a verification code. A browser needs none, and a mail address must already be verified. A
        browser that subscribes again renews its existing channel. Raises `Unreadable` for an invalid target, and
        `Refused`.
        """
        if kind not in CHANNEL_KINDS:
            raise Unreadable(say("refusal.kind"))
        target, secret = self._checked(account, kind, target)
        row = {
            "id": new_id(), "account": account, "kind": kind, "target": target,
            "secret": secret | ({"base": self.base} if self.base else {}),
            "label": clean_name(label), "made": format_timestamp(now), "events": [], "muted": [],
        }  # fmt: skip
        row |= {"state": "unproved"} if kind in WEBHOOK_KINDS else {"state": "ok", "proved": format_timestamp(now)}
        made = self.database.write(lambda connection: self._add(connection, row, now))
        return msgspec.structs.replace(made, key=secret.get("key", ""))

    def _checked(self, account: str, kind: str, target: str) -> tuple[str, dict[str, Any]]:
        """Return the validated target of a new channel and its secrets."""
        if kind == "push":
            subscription = PushSubscription.parse(target)
            check_target(subscription.endpoint, allow_private=self.private)
            return subscription.endpoint, {"p256dh": subscription.p256dh, "auth": subscription.auth}
        if kind == "mail":
            return self._proved_address(account, target), {}
        check_target(target, allow_private=self.private)
        return target.strip(), {"key": new_key()} if kind == "json" else {}

    def _proved_address(self, account: str, target: str) -> str:
        here = (addresses.c.account == account, addresses.c.proved != "")
        with self.database.reading() as connection:
            proved = connection.execute(select(addresses.c.address).where(*here)).scalars().all()
        for address in proved:
            if address.casefold() == target.strip().casefold():
                return str(address)
        raise Refused("", say("refusal.address"))

    def _add(self, connection: Connection, row: dict[str, Any], now: datetime) -> NotificationChannel:
        of_account = select(channels).where(channels.c.account == row["account"])
        there = connection.execute(of_account).all()
        same = next((e for e in there if (e.kind, e.target) == (row["kind"], row["target"])), None)
        if same is None and len(there) >= MAX_CHANNELS:
            raise Refused("", say("refusal.many", most=MAX_CHANNELS))
        if same is None:
            connection.execute(insert(channels), row)
        elif row["kind"] in WEBHOOK_KINDS and same.state in ("ok", "failing"):
            raise Refused("", say("refusal.twice"))
        else:
            renewed = {"secret": row["secret"], "state": row["state"], **NO_FAILURES}
            connection.execute(update(channels).where(channels.c.id == same.id).values(**renewed))
            row["id"] = same.id
        if row["kind"] in WEBHOOK_KINDS:
            self._send_code(connection, row["id"], now)
        else:
            _announce(connection, row["account"], row["id"], now)
        return channel_from_row(connection.execute(select(channels).where(channels.c.id == row["id"])).one())

    def _send_code(self, connection: Connection, channel: str, now: datetime) -> None:
        """Send a new verification code to a webhook.

        The code is in the outbox until it is sent; the channel stores its hash.
        """
        code = new_key()[:CODE_LENGTH].upper()
        row = connection.execute(select(channels).where(channels.c.id == channel)).one()
        proof = {"code": key_hash(code), "tries": 0, "until": format_timestamp(now + CODE_VALIDITY)}
        change = update(channels).where(channels.c.id == channel)
        connection.execute(change.values(secret={**row.secret, "proof": proof}))
        more = {"account": row.account, "channel": channel, "via": row.kind, "data": {"code": code}}
        queue_message(connection, f"code {channel} {format_timestamp(now)}", "code", now, **more)

    def verify(self, account: str, channel: str, code: str, now: datetime) -> NotificationChannel:
        """Verify a webhook with the code that it was sent.

        Raises `Refused` for a wrong code, and for any code after five attempts.
        """

        def work(connection: Connection) -> NotificationChannel | str:
            row = self._own_channel(connection, account, channel)
            proof = dict(row.secret.get("proof") or {})
            if not proof or proof["tries"] >= MAX_CODE_TRIES or proof["until"] < format_timestamp(now):
                return say("refusal.code-old")
            secret = {name: value for name, value in row.secret.items() if name != "proof"}
            if compare_digest(proof["code"], key_hash(code.strip().upper())):
                values = {"state": "ok", "proved": format_timestamp(now), "secret": secret}
            else:
                values = {"secret": {**secret, "proof": {**proof, "tries": proof["tries"] + 1}}}
            connection.execute(update(channels).where(channels.c.id == channel).values(**values))
            found = channel_from_row(self._own_channel(connection, account, channel))
            if "state" not in values:
                return say("refusal.code")
            _announce(connection, account, channel, now)
            return found

        done = self.database.write(work)
        if isinstance(done, str):
            raise Refused("", done)
        return done

    def resend(self, account: str, channel: str, now: datetime) -> None:
        """Send a new code to an unverified webhook, or a test notification to any other channel."""

        def work(connection: Connection) -> None:
            row = self._own_channel(connection, account, channel)
            if row.state == "unproved":
                self._send_code(connection, channel, now)
                return
            more = {"account": account, "channel": channel, "via": row.kind}
            queue_message(connection, f"test {channel} {format_timestamp(now)}", "test", now, **more)

        self.database.write(work)

    def change(
        self,
        account: str,
        channel: str,
        *,
        label: str | None = None,
        events: Sequence[str] | None = None,
        always: bool | None = None,
        digest: str | None = None,
        is_on: bool | None = None,
        muted: Sequence[str] | None = None,
        now: datetime | None = None,
    ) -> NotificationChannel:
        """Change the settings of a channel; None keeps a setting.

        The first digest comes at its next hour after `now` (by default now). Raises `Unreadable` and `Refused`.
        """
        if events is not None and not set(events) <= {*EVENT_KINDS, "none"}:
            raise Unreadable(say("refusal.event"))
        if digest and not is_hour(digest):
            raise Unreadable(say("refusal.hour"))
        given = {
            "label": None if label is None else clean_name(label),
            "events": None if events is None else [e for e in EVENT_KINDS if e in events] or ["none"],
            "always": always, "digest": digest, "muted": None if muted is None else sorted(set(muted))[:500],
        }  # fmt: skip
        values: dict[str, Any] = {name: value for name, value in given.items() if value is not None}

        def work(connection: Connection) -> NotificationChannel:
            row = self._own_channel(connection, account, channel)
            if is_on is not None:
                values.update(_switch_changes(row, is_on))
            if values:
                connection.execute(update(channels).where(channels.c.id == channel).values(**values))
            if digest:
                schedule_digest(connection, channel, now or datetime.now(UTC))
            return channel_from_row(self._own_channel(connection, account, channel))

        return self.database.write(work)

    def remove(self, account: str, channel: str) -> None:
        """Delete a channel with its waiting messages. Raises `Refused` if it is not the account's."""

        def work(connection: Connection) -> None:
            self._own_channel(connection, account, channel)
            Outbox(self.database).drop_channel(connection, channel, "")
            connection.execute(delete(channels).where(channels.c.id == channel))

        self.database.write(work)

    def _own_channel(self, connection: Connection, account: str, channel: str) -> Row[Any]:
        mine = (channels.c.id == channel, channels.c.account == account)
        row = connection.execute(select(channels).where(*mine)).one_or_none()
        if row is None:
            raise Refused("", say("refusal.channel"))
        return row

    # Delivery state

    def record_success(self, channel: str) -> None:
        """Clear the failures of a channel that has sent a message."""
        bad = (channels.c.id == channel, channels.c.state == "failing")
        well = {"state": "ok", **NO_FAILURES}
        self.database.write(
            lambda connection: connection.execute(update(channels).where(*bad).values(**well)).rowcount
        )

    def record_failure(self, channel: str, error: str, now: datetime) -> bool:
        """Record a failed delivery; return True if the channel has failed for too long."""

        def work(connection: Connection) -> bool:
            row = connection.execute(select(channels).where(channels.c.id == channel)).one_or_none()
            if row is None or row.state not in ("ok", "failing", "unproved"):
                return False
            since = row.failing_since or format_timestamp(now)
            values = {"failures": row.failures + 1, "failing_since": since, "trouble": error[:300]}
            values |= {"state": "failing"} if row.state == "ok" else {}
            connection.execute(update(channels).where(channels.c.id == channel).values(**values))
            return now - parse_time(since) >= MAX_FAILING_TIME

        return self.database.write(work)

    def mute(self, connection: Connection, channel: str, match: str = "") -> bool:
        """Mute a match, or all, on a channel for its owner; return False if it does not exist."""
        row = connection.execute(select(channels).where(channels.c.id == channel)).one_or_none()
        if row is None:
            return False
        values = {"muted": sorted({*row.muted, match})} if match else {"state": "off"}
        connection.execute(update(channels).where(channels.c.id == channel).values(**values))
        if not match:
            Outbox(self.database).drop_channel(connection, channel, "")
        return True


def _announce(connection: Connection, account: str, channel: str, now: datetime) -> None:
    """Queue the notifications of turns that wait already, for a channel that has been opened."""
    announce(
        connection,
        "channel",
        f"{channel} {format_timestamp(now)}",
        format_timestamp(now),
        account=account,
        channel=channel,
    )


def channel_from_row(row: Row[Any]) -> NotificationChannel:
    """Return a channel as shown to its owner."""
    return NotificationChannel(
        row.id, row.kind, row.label, display_target(row.kind, row.target), channel_events(row.kind, row.events),
        row.always, row.digest, row.state, row.trouble, tuple(row.muted),
    )  # fmt: skip


def display_target(kind: str, target: str) -> str:
    """Return a channel's target without its secrets.

    That is the host, with a hash that distinguishes targets on the same host.
    """
    if kind == "mail":
        return target
    host = target.split("//", 1)[-1].split("/", 1)[0]
    return f"{host} ({target_hash(target)[:4]})"


def _switch_changes(row: Row[Any], is_on: bool) -> dict[str, Any]:
    """Return the changes that switch a channel on or off.

    A dead one is revived only by a new code or a new subscription of the browser.
    """
    if not is_on:
        return {"state": "off"} if row.state != "dead" else {}
    if row.state == "off" and not row.proved:
        return {"state": "unproved"}
    return {"state": "ok", **NO_FAILURES} if row.state == "off" else {}
