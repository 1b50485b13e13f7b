"""Accounts: guests, members, and what is left of those who have gone."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from palatine.accounts.names import checked_name, folded
from palatine.accounts.wording import refused, say
from palatine.core import Unknown, Unreadable
from palatine.matches.fairness import new_id
from palatine.store.engine import Database, DuplicateKey
from palatine.store.schema_people import accounts

Kind = Literal["guest", "member", "tombstone"]
Role = Literal["", "moderator", "admin"]
SETTINGS = ("zone", "quiet_hours", "vacation", "settings")
HEARD = "heard"
"""The setting that only the server writes: by match, up to which message its chat has been read."""
TRIES = 40


class Account(msgspec.Struct, frozen=True):
    """Somebody. Times are ISO 8601, UTC."""

    id: str
    kind: Kind
    name: str
    role: Role = ""
    zone: str = ""
    """The time zone, as in "Europe/Berlin"; "" when it is not known."""
    quiet_hours: str = ""
    """When they sleep, "23:00-07:00" in their zone; "" when nothing is to wait for that."""
    vacation: tuple[tuple[str, str], ...] = ()
    """From when until when they are away."""
    settings: dict[str, Any] = {}
    created: str = ""
    seen: str = ""
    restrictions: dict[str, Any] = {}
    """What they may not do ("talk", "list", "all"), each with `until` and `reason`."""
    erase_at: str = ""
    """When the account will be erased, if they have asked for it."""

    @property
    def is_member(self) -> bool:
        return self.kind == "member"

    @property
    def is_moderator(self) -> bool:
        """True if they are a moderator."""
        return self.role in ("moderator", "admin")

    def is_barred(self, what: str, now: str) -> bool:
        """Whether they may not do something now."""
        return any(self.restrictions.get(each, {}).get("until", "") > now for each in (what, "all"))


class Accounts:
    """The table of accounts."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Making

    def guest(self, now: str) -> Account:
        """A new guest, with a made-up name."""
        for _ in range(TRIES):
            made = self._insert("guest", guest_name(), now)
            if made is not None:
                return made
        raise Unreadable(say("name.taken", name=guest_name()))

    def member(self, name: str, now: str, role: Role = "") -> Account:
        """A new member. Raises Unreadable when the name cannot be, or is taken."""
        made = self._insert("member", checked_name(name), now, role)
        if made is None:
            raise Unreadable(say("name.taken", name=name))
        return made

    def _insert(self, kind: Kind, name: str, now: str, role: Role = "") -> Account | None:
        made = {"id": new_id(), "kind": kind, "name": name, "role": role, "created": now, "seen": now}
        try:
            self.database.write(lambda c: c.execute(insert(accounts), {**made, "folded": folded(name)}))
        except DuplicateKey:
            return None
        return self.get(made["id"])

    # Finding

    def get(self, account: str) -> Account:
        """Return the account of that id. Raises Unknown."""
        found = self.find(account)
        if found is None:
            raise Unknown(f"There is no account {account!r}.")
        return found

    def find(self, account: str) -> Account | None:
        return self._first(accounts.c.id == account)

    def named(self, name: str) -> Account | None:
        """Whose name it is, or would be taken for."""
        return self._first((accounts.c.folded == folded(name)) & (accounts.c.kind != "tombstone"))

    def beginning(self, text: str, limit: int = 10) -> list[Account]:
        """Members whose names begin so."""
        like = accounts.c.folded.startswith(folded(text), autoescape=True)
        wanted = select(accounts).where(like, accounts.c.kind == "member").order_by(accounts.c.folded).limit(limit)
        with self.database.reading() as connection:
            return [account_of(row) for row in connection.execute(wanted)] if folded(text) else []

    def names(self, ids: Iterable[str]) -> dict[str, str]:
        """The names of accounts by their ids."""
        wanted = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(list(ids)))
        with self.database.reading() as connection:
            return {row.id: row.name for row in connection.execute(wanted)}

    def admins(self) -> list[Account]:
        """The administrators."""
        with self.database.reading() as connection:
            return [
                account_of(row) for row in connection.execute(select(accounts).where(accounts.c.role == "admin"))
            ]

    def everybody(self) -> list[Account]:
        """Return all accounts, guests included, oldest first."""
        with self.database.reading() as connection:
            return [account_of(row) for row in connection.execute(select(accounts).order_by(accounts.c.created))]

    def latest(self, text: str, limit: int) -> list[Account]:
        """Accounts whose names begin so, "" for any, those seen last first."""
        like = (accounts.c.kind != "tombstone", accounts.c.folded.startswith(folded(text), autoescape=True))
        wanted = select(accounts).where(*like).order_by(accounts.c.seen.desc(), accounts.c.id).limit(limit)
        with self.database.reading() as connection:
            return [account_of(row) for row in connection.execute(wanted)]

    def _first(self, which: Any) -> Account | None:
        with self.database.reading() as connection:
            row = connection.execute(select(accounts).where(which)).first()
        return None if row is None else account_of(row)

    # Changing

    def rename(self, account: str, name: str) -> Account:
        """Raises Unreadable when the name cannot be, or is taken."""
        said = checked_name(name)
        self._change_name(account, said, {})
        return self.get(account)

    def keep(self, account: str, name: str | None = None) -> Account:
        """Make a guest a member, under another name if one is given; a member stays one."""
        said = None if name is None else checked_name(name)
        self._change_name(account, said, {"kind": "member"})
        return self.get(account)

    def _change_name(self, account: str, name: str | None, values: dict[str, Any]) -> None:
        named = {} if name is None else {"name": name, "folded": folded(name)}
        change = update(accounts).where(accounts.c.id == account, accounts.c.kind != "tombstone")
        if not named and not values:
            return
        try:
            self.database.write(lambda c: c.execute(change.values(**values, **named)))
        except DuplicateKey as error:
            raise Unreadable(say("name.taken", name=name or "")) from error

    def set_role(self, account: str, role: Role) -> Account:
        """Raises Refused when it would leave the server without an administrator."""
        if role != "admin" and [each.id for each in self.admins()] == [account]:
            raise refused("last-admin")
        self._set(account, {"role": role})
        return self.get(account)

    def set_own(self, account: str, **values: Any) -> Account:
        """Change what somebody has chosen: `zone`, `quiet_hours`, `vacation`, `settings`. Raises Unreadable."""
        for name in values:
            if name not in SETTINGS:
                raise Unreadable(f"There is no setting {name!r}.")
        if values.get("zone"):
            check_zone(values["zone"])
        if values.get("quiet_hours"):
            check_quiet_hours(values["quiet_hours"])
        here = accounts.c.id == account

        def work(connection: Connection) -> None:
            if "settings" in values:
                stood = connection.execute(select(accounts.c.settings).where(here).with_for_update()).scalar() or {}
                values["settings"] = {**values["settings"], **{k: stood[k] for k in (HEARD,) if k in stood}}
            connection.execute(update(accounts).where(here).values(**values))

        self.database.write(work)
        return self.get(account)

    def restrict(self, account: str, restrictions: dict[str, Any]) -> None:
        """What they may not do from now on, instead of what stood."""
        self._set(account, {"restrictions": restrictions})

    def erase_at(self, account: str, time: str) -> None:
        """Have the account erased then; "" not to."""
        self._set(account, {"erase_at": time})

    def touch(self, account: str, now: str) -> None:
        """They have been here."""
        self._set(account, {"seen": now})

    def _set(self, account: str, values: dict[str, Any]) -> None:
        change = update(accounts).where(accounts.c.id == account).values(**values)
        self.database.write(lambda connection: connection.execute(change).rowcount)


def entomb(connection: Connection, account: str) -> None:
    """Nothing is left of an account but that there was one, within a transaction."""
    values = {
        "kind": "tombstone", "name": say("former"), "folded": "-" + account, "role": "", "zone": "", "quiet_hours": "",
        "vacation": [], "settings": {}, "restrictions": {}, "erase_at": "",
    }  # fmt: skip
    connection.execute(update(accounts).where(accounts.c.id == account).values(**values))


def guest_name() -> str:
    """A name made up: an adjective, an animal, and a number, for there are many guests."""
    first, second = say("guest.first").split(), say("guest.second").split()
    return f"{secrets.choice(first)} {secrets.choice(second)} {secrets.randbelow(900) + 100}"


def check_zone(zone: str) -> None:
    """Raises Unreadable when there is no such time zone."""
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Unreadable(say("refused.zone", zone=zone[:64])) from error


def check_quiet_hours(rest: str) -> None:
    """Raises Unreadable when it is no span of the night of at most eight hours."""
    begin, _, end = rest.partition("-")
    try:
        hours = (_minutes(end) - _minutes(begin)) % (24 * 60)
    except ValueError as error:
        raise Unreadable(say("refused.rest")) from error
    if not 0 < hours <= 8 * 60:
        raise Unreadable(say("refused.rest"))


def _minutes(text: str) -> int:
    hour, minute = text.split(":")
    if not (len(hour) == len(minute) == 2 and 0 <= int(hour) < 24 and 0 <= int(minute) < 60):
        raise ValueError(text)
    return int(hour) * 60 + int(minute)


def account_of(row: Row[Any]) -> Account:
    fields = {name: value for name, value in row._mapping.items() if name != "folded"}
    fields["vacation"] = tuple((begin, end) for begin, end in fields["vacation"])
    return Account(**fields)
