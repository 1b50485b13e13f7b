"""Accounts: guests, members, and tombstones of erased accounts."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import msgspec
from sqlalchemy import Connection, Row, insert, select, update

from palatine.accounts.names import checked_name, similarity_key
from palatine.accounts.wording import refused_error, say
from palatine.core import Unknown, Unreadable
from palatine.matches.fairness import new_id
from palatine.store.engine import Database, DuplicateKey
from palatine.store.schema_people import accounts

Kind = Literal["guest", "member", "tombstone"]
Role = Literal["", "moderator", "admin"]
SETTING_TYPES = ("zone", "quiet_hours", "vacation", "settings")
LAST_READ_SETTING = "heard"
"""Setting written only by the server: number of the last chat message read, by match."""
MAX_NAME_TRIES = 40


class Account(msgspec.Struct, frozen=True):
    """A user account. Times are ISO 8601 in UTC."""

    id: str
    kind: Kind
    name: str
    role: Role = ""
    zone: str = ""
    """The time zone, such as "Europe/Berlin"; "" if unknown."""
    quiet_hours: str = ""
    """Daily quiet hours, such as "23:00-07:00" in their zone; "" for none."""
    vacation: tuple[tuple[str, str], ...] = ()
    """First and last days of vacations."""
    settings: dict[str, Any] = {}
    created: str = ""
    seen: str = ""
    restrictions: dict[str, Any] = {}
    """Forbidden actions ("talk", "list", "all"), each with `until` and `reason`."""
    erase_at: str = ""
    """Time of the requested erasure of the account; "" if none was requested."""

    @property
    def is_member(self) -> bool:
        return self.kind == "member"

    @property
    def is_moderator(self) -> bool:
        """True for moderators and administrators."""
        return self.role in ("moderator", "admin")

    def is_restricted(self, action: str, now: str) -> bool:
        """Return whether a restriction currently forbids something."""
        return any(self.restrictions.get(each, {}).get("until", "") > now for each in (action, "all"))


class Accounts:
    """The table of accounts."""

    def __init__(self, database: Database) -> None:
        self.database = database

    # Creation

    def create_guest(self, now: str) -> Account:
        """Create a guest with a generated name."""
        for _ in range(MAX_NAME_TRIES):
            made = self._insert("guest", guest_name(), now)
            if made is not None:
                return made
        raise Unreadable(say("name.taken", name=guest_name()))

    def create_member(self, name: str, now: str, role: Role = "") -> Account:
        """Create a member. Raises `Unreadable` if the name is invalid or taken."""
        made = self._insert("member", checked_name(name), now, role)
        if made is None:
            raise Unreadable(say("name.taken", name=name))
        return made

    def _insert(self, kind: Kind, name: str, now: str, role: Role = "") -> Account | None:
        made = {"id": new_id(), "kind": kind, "name": name, "role": role, "created": now, "seen": now}
        try:
            self.database.write(lambda c: c.execute(insert(accounts), {**made, "folded": similarity_key(name)}))
        except DuplicateKey:
            return None
        return self.get(made["id"])

    # Queries

    def get(self, account: str) -> Account:
        """Return the account with that id. Raises `Unknown`."""
        found = self.find(account)
        if found is None:
            raise Unknown(f"There is no account {account!r}.")
        return found

    def find(self, account: str) -> Account | None:
        return self._first_match(accounts.c.id == account)

    def find_by_name(self, name: str) -> Account | None:
        """Return the account with this name or one that can be mistaken for it."""
        return self._first_match((accounts.c.folded == similarity_key(name)) & (accounts.c.kind != "tombstone"))

    def find_members(self, prefix: str, limit: int = 10) -> list[Account]:
        """Return members whose names begin with a text."""
        like = accounts.c.folded.startswith(similarity_key(prefix), autoescape=True)
        wanted = select(accounts).where(like, accounts.c.kind == "member").order_by(accounts.c.folded).limit(limit)
        with self.database.reading() as connection:
            return [account_from_row(row) for row in connection.execute(wanted)] if similarity_key(prefix) else []

    def names_of(self, ids: Iterable[str]) -> dict[str, str]:
        """Return the names of accounts by id."""
        wanted = select(accounts.c.id, accounts.c.name).where(accounts.c.id.in_(list(ids)))
        with self.database.reading() as connection:
            return {row.id: row.name for row in connection.execute(wanted)}

    def admins(self) -> list[Account]:
        with self.database.reading() as connection:
            return [
                account_from_row(row)
                for row in connection.execute(select(accounts).where(accounts.c.role == "admin"))
            ]

    def all_accounts(self) -> list[Account]:
        """Return all accounts including guests, oldest first."""
        with self.database.reading() as connection:
            return [
                account_from_row(row) for row in connection.execute(select(accounts).order_by(accounts.c.created))
            ]

    def recent_accounts(self, prefix: str, limit: int) -> list[Account]:
        """Return accounts whose names begin with a text, most recently seen first."""
        like = (
            accounts.c.kind != "tombstone",
            accounts.c.folded.startswith(similarity_key(prefix), autoescape=True),
        )
        wanted = select(accounts).where(*like).order_by(accounts.c.seen.desc(), accounts.c.id).limit(limit)
        with self.database.reading() as connection:
            return [account_from_row(row) for row in connection.execute(wanted)]

    def _first_match(self, which: Any) -> Account | None:
        with self.database.reading() as connection:
            row = connection.execute(select(accounts).where(which)).first()
        return None if row is None else account_from_row(row)

    # Changes

    def rename(self, account: str, name: str) -> Account:
        """Rename an account. Raises `Unreadable` if the name is invalid or taken."""
        said = checked_name(name)
        self._change_name(account, said, {})
        return self.get(account)

    def make_member(self, account: str, name: str | None = None) -> Account:
        """Make a guest a member, with a new name if one is given. A member stays one."""
        said = None if name is None else checked_name(name)
        self._change_name(account, said, {"kind": "member"})
        return self.get(account)

    def _change_name(self, account: str, name: str | None, values: dict[str, Any]) -> None:
        named = {} if name is None else {"name": name, "folded": similarity_key(name)}
        change = update(accounts).where(accounts.c.id == account, accounts.c.kind != "tombstone")
        if not named and not values:
            return
        try:
            self.database.write(lambda c: c.execute(change.values(**values, **named)))
        except DuplicateKey as error:
            raise Unreadable(say("name.taken", name=name or "")) from error

    def set_role(self, account: str, role: Role) -> Account:
        """Set the role of an account.

        Raises `Refused` if that would leave the server without an administrator.
        """
        if role != "admin" and [each.id for each in self.admins()] == [account]:
            raise refused_error("last-admin")
        self._set(account, {"role": role})
        return self.get(account)

    def update_own(self, account: str, **values: Any) -> Account:
        """Change the user's `zone`, `quiet_hours`, `vacation` or `settings`. Raises `Unreadable`."""
        for name in values:
            if name not in SETTING_TYPES:
                raise Unreadable(f"There is no setting {name!r}.")
        if values.get("zone"):
            check_zone(values["zone"])
        if values.get("quiet_hours"):
            check_quiet_hours(values["quiet_hours"])
        here = accounts.c.id == account

        def work(connection: Connection) -> None:
            if "settings" in values:
                stood = connection.execute(select(accounts.c.settings).where(here).with_for_update()).scalar() or {}
                values["settings"] = {
                    **values["settings"],
                    **{k: stood[k] for k in (LAST_READ_SETTING,) if k in stood},
                }
            connection.execute(update(accounts).where(here).values(**values))

        self.database.write(work)
        return self.get(account)

    def restrict(self, account: str, restrictions: dict[str, Any]) -> None:
        """Replace the restrictions of an account."""
        self._set(account, {"restrictions": restrictions})

    def erase_at(self, account: str, time: str) -> None:
        """Schedule the erasure of an account; "" cancels it."""
        self._set(account, {"erase_at": time})

    def touch(self, account: str, now: str) -> None:
        """Record that the user was active."""
        self._set(account, {"seen": now})

    def _set(self, account: str, values: dict[str, Any]) -> None:
        change = update(accounts).where(accounts.c.id == account).values(**values)
        self.database.write(lambda connection: connection.execute(change).rowcount)


def make_tombstone(connection: Connection, account: str) -> None:
    """Make an account a tombstone without personal data, within a transaction."""
    values = {
        "kind": "tombstone", "name": say("former"), "folded": "-" + account, "role": "", "zone": "", "quiet_hours": "",
        "vacation": [], "settings": {}, "restrictions": {}, "erase_at": "",
    }  # fmt: skip
    connection.execute(update(accounts).where(accounts.c.id == account).values(**values))


def guest_name() -> str:
    """Return a random guest name: an adjective, an animal and a number."""
    first, second = say("guest.first").split(), say("guest.second").split()
    return f"{secrets.choice(first)} {secrets.choice(second)} {secrets.randbelow(900) + 100}"


def check_zone(zone: str) -> None:
    """Raise `Unreadable` if there is no such time zone."""
    try:
        ZoneInfo(zone)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        raise Unreadable(say("refused.zone", zone=zone[:64])) from error


def check_quiet_hours(quiet_hours: str) -> None:
    """Raise `Unreadable` if the quiet hours are invalid or longer than eight hours."""
    begin, _, end = quiet_hours.partition("-")
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


def account_from_row(row: Row[Any]) -> Account:
    fields = {name: value for name, value in row._mapping.items() if name != "folded"}
    fields["vacation"] = tuple((begin, end) for begin, end in fields["vacation"])
    return Account(**fields)
