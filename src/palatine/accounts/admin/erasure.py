"""Erasure of accounts, fourteen days after their owners request it.

Signing in before then cancels it. Actions in matches stay, because they are also part of the other players' matches.
They are attributed to "a former player".
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

import msgspec
from sqlalchemy import Connection, String, Table, bindparam, cast, delete, func, or_, select, update

from palatine.accounts.accounts import Account, Accounts, make_tombstone
from palatine.accounts.wording import refused_error, say
from palatine.core import Entry
from palatine.matches import MatchServices, SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.store.compression import lock_match, log_rows, update_log
from palatine.store.engine import Database
from palatine.store.invitation_withdrawal import delete_invitations
from palatine.store.schema import matches, seats
from palatine.store.schema_people import (
    accounts,
    addresses,
    audit_log,
    channels,
    chat_messages,
    codes,
    credentials,
    inbox,
    invitations,
    match_terms,
    notes,
    outbox,
    pending_turns,
    ratings,
    relations,
    reports,
    sessions,
    tenures,
    tokens,
)

ERASURE_DELAY = timedelta(days=14)
KINDS_WITH_NAMES = ("sit", "stand_up", "take_over", "take_back")
"""Kinds of records that contain a player's name."""
PRIVATE_TABLES: tuple[Table, ...] = (
    credentials,
    addresses,
    sessions,
    tokens,
    channels,
    notes,
    pending_turns,
    outbox,
)
"""Tables of private data, which are deleted completely."""
_SEATS = select(seats.c.place, seats.c.seat).where(seats.c.match == bindparam("match"))
ENTRIES_DECODER = msgspec.msgpack.Decoder(tuple[Entry, ...])


class ErasureService:
    """Scheduling and execution of erasures."""

    def __init__(self, database: Database, services: MatchServices, accounts: Accounts) -> None:
        self.database = database
        self.services = services
        self.accounts = accounts

    def schedule(self, account: Account, now: str) -> str:
        """Schedule the erasure of an account and return its time.

        Raises `Refused` for the last administrator.
        """
        self.check_can_erase(account)
        time = format_timestamp(datetime.fromisoformat(now) + ERASURE_DELAY)
        self.accounts.erase_at(account.id, time)
        return time

    def check_can_erase(self, account: Account) -> None:
        """Raise `Refused` if the account is the last administrator."""
        if account.role == "admin" and [each.id for each in self.accounts.admins()] == [account.id]:
            raise refused_error("last-admin")

    def count_affected(self, account: str) -> dict[str, int]:
        """Return the numbers of table rows and matches that an erasure affects.

        Matches are counted as "running" and "finished".
        """
        held = self.services.matches.find(account=account)
        counted = {table.name: table.c.account == account for table in PRIVATE_TABLES} | {
            "chat_messages": chat_messages.c.account == account
        }
        found = {"running": len([each for each in held if each.status != "over"])}
        found |= {"finished": len(held) - found["running"]}
        with self.database.reading() as connection:
            for name, mine in counted.items():
                count = select(func.count()).where(mine)
                found[name] = connection.execute(count).scalar() or 0
        return found

    def cancel(self, account: str) -> None:
        """Cancel an erasure."""
        self.accounts.erase_at(account, "")

    def due(self, now: str) -> list[str]:
        """Return the accounts whose erasure is due."""
        c = accounts.c
        with self.database.reading() as connection:
            return list(connection.execute(select(c.id).where(c.erase_at != "", c.erase_at <= now)).scalars())

    def erase_due(self, now: str) -> int:
        """Erase the accounts that are due and return their number."""
        found = self.due(now)
        for account in found:
            self.erase(account)
        return len(found)

    def erase(self, account: str) -> None:
        """Erase an account now.

        Names are replaced first, then bots take over its seats in unfinished matches, which become free, then all
        other data is deleted. Repeating it has no further effect.
        """
        held = self.services.matches.find(account=account)
        self.database.write(lambda connection: _rename(connection, account))
        for table in held:
            self.services.runtime.cache.drop(table.match)
            for seat in table.yours if table.status != "over" else ():
                self.services.seats.leave_seat(table.match, SeatOwner(account, seat), "erased")
        self.database.write(lambda connection: _erase(connection, account))


# Names in matches


def _rename(connection: Connection, account: str) -> None:
    """Replace the account's name in seats, logs and journals for the times of its tenures."""
    former = say("former")
    held = connection.execute(select(tenures).where(tenures.c.account == account)).all()
    for match in {each.match for each in held}:
        table = dict(connection.execute(_SEATS, {"match": match}).all())
        for tenure in [each for each in held if each.match == match]:
            _rename_records(connection, match, table[tenure.place], tenure, former)
            _rename_seat(connection, tenure, former)
    name = connection.execute(select(accounts.c.name).where(accounts.c.id == account)).scalar() or ""
    _rename_titles(connection, account, name, former)


def _rename_seat(connection: Connection, tenure: Any, former: str) -> None:
    """Replace the name of a seat if the tenure was its last."""
    c = tenures.c
    later = select(c.n).where(c.match == tenure.match, c.place == tenure.place, c.n > tenure.n)
    if connection.execute(later).first() is None:
        here = (seats.c.match == tenure.match, seats.c.place == tenure.place, seats.c.name != "")
        connection.execute(update(seats).where(*here).values(name=former))


def _rename_records(connection: Connection, match: str, seat: str, tenure: Any, former: str) -> None:
    changed = {}
    lock_match(connection, match)
    for row in log_rows(connection, match, KINDS_WITH_NAMES):
        data = msgspec.msgpack.decode(row.data)
        was_held = row.seat == seat and row.time >= tenure.since and (not tenure.until or row.time <= tenure.until)
        if "name" not in data or not was_held:
            continue
        told = msgspec.msgpack.encode(
            tuple([_renamed(entry, former) for entry in ENTRIES_DECODER.decode(row.entries)])
        )
        changed[row.n] = {"data": msgspec.msgpack.encode({**data, "name": former}), "entries": told}
    update_log(connection, match, changed)


def _renamed(entry: Entry, former: str) -> Entry:
    if "name" not in entry.data:
        return entry
    return msgspec.structs.replace(entry, data={**entry.data, "name": former})


def _rename_titles(connection: Connection, account: str, name: str, former: str) -> None:
    """Replace the account's name in titles of matches that it created."""
    mine = select(match_terms.c.match).where(match_terms.c.by == account)
    found = select(matches.c.id, matches.c.title).where(matches.c.id.in_(mine), matches.c.title.contains(name))
    for match, title in connection.execute(found).all():
        connection.execute(update(matches).where(matches.c.id == match).values(title=title.replace(name, former)))


# Other data


def _erase(connection: Connection, account: str) -> None:
    own = select(addresses.c.folded, addresses.c.address).where(addresses.c.account == account)
    known = {text for row in connection.execute(own).all() for text in row}
    _forget_addresses(connection, known, account)
    for table in PRIVATE_TABLES:
        connection.execute(delete(table).where(table.c.account == account))
    connection.execute(delete(relations).where(or_(relations.c.account == account, relations.c.other == account)))
    sent = or_(invitations.c.by == account, invitations.c.account == account)
    delete_invitations(connection, sent)
    connection.execute(delete(ratings).where(ratings.c.player == account))
    connection.execute(update(match_terms).where(match_terms.c.by == account).values(text=""))
    connection.execute(delete(chat_messages).where(chat_messages.c.account == account))
    connection.execute(delete(reports).where(or_(reports.c.by == account, reports.c.about == account)))
    connection.execute(update(audit_log).where(audit_log.c.account == account).values(reason=""))
    connection.execute(update(tenures).where(tenures.c.account == account).values(mailbox=None))
    make_tombstone(connection, account)


def _forget_addresses(connection: Connection, known: Iterable[str], account: str) -> None:
    """Delete the account's addresses from codes, invitations and stored mail."""
    posts = select(tenures.c.mailbox).where(tenures.c.account == account, tenures.c.mailbox.is_not(None))
    seats_of = [post for post in connection.execute(posts).scalars() if post]
    for address in known:
        connection.execute(delete(codes).where(codes.c.subject == address))
        delete_invitations(connection, invitations.c.address == address)
        connection.execute(delete(inbox).where(inbox.c.sender == address))
        _forget_mail(connection, address)
    for post in seats_of:
        connection.execute(delete(inbox).where(inbox.c.recipient.startswith(post, autoescape=True)))
    connection.execute(delete(codes).where(codes.c.subject == account))


def _forget_mail(connection: Connection, address: str) -> None:
    """Delete outbox rows that contain the address as a whole and not as part of another address."""
    whole = re.compile(rf"(?<![\w.+-]){re.escape(address)}(?!\.?[\w-])", re.IGNORECASE)
    written = func.lower(cast(outbox.c.data, String)).contains(json.dumps(address.lower())[1:-1], autoescape=True)
    for row in connection.execute(select(outbox.c.id, outbox.c.data).where(written)).all():
        if any(whole.search(str(value)) for value in row.data.values()):
            connection.execute(delete(outbox).where(outbox.c.id == row.id))
