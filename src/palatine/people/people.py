"""The façade on people: what the doors of a house ask of it."""

from __future__ import annotations

import msgspec
from sqlalchemy import Connection, delete, select, update

from palatine.config import Config
from palatine.people.accounts import Account, Accounts, entomb
from palatine.people.company import Company
from palatine.people.hosting import Hosting
from palatine.people.invitations import Invitations
from palatine.people.sessions import Session, Sessions
from palatine.people.tokens import PREFIX, Token, Tokens
from palatine.people.wording import refused
from palatine.store.engine import Database
from palatine.store.schema import seats
from palatine.store.schema_people import (
    addresses,
    channels,
    credentials,
    invitations,
    notes,
    offers,
    relations,
    remarks,
    results,
    sessions,
    tenures,
    tokens,
)
from palatine.table import Holder, House


class Visitor(msgspec.Struct, frozen=True):
    """Whoever sent a request: their account, if they have one, and how they showed it."""

    account: Account | None = None
    session: Session | None = None
    token: Token | None = None

    @property
    def id(self) -> str:
        """The account's id; "" for nobody in particular."""
        return self.account.id if self.account else ""

    @property
    def known(self) -> Account:
        """The account; only of a visitor who has one."""
        assert self.account is not None
        return self.account

    @property
    def may_play(self) -> bool:
        """Whether they may do more than look."""
        return self.token is None or self.token.scope == "play"


NOBODY = Visitor()


class People:
    """All that is kept of people, over the same database as the matches."""

    def __init__(self, house: House, database: Database, config: Config) -> None:
        self.house = house
        self.database = database
        self.config = config
        self.accounts = Accounts(database)
        self.sessions = Sessions(database)
        self.tokens = Tokens(database)
        self.hosting = Hosting(database, house)
        self.invitations = Invitations(database, house, self.hosting)
        self.company = Company(self.accounts, house, self.hosting, self.invitations)

    # Who somebody is

    def visitor(self, secret: str, bearer: str, now: str) -> Visitor:
        """Who shows this session's secret, or else this token."""
        if bearer.startswith(PREFIX):
            token = self.tokens.find(bearer, now)
            account = self.accounts.find(token.account) if token else None
            return Visitor(account, token=token) if account and not account.is_barred("all", now) else NOBODY
        session = self.sessions.find(secret, now) if secret else None
        account = self.accounts.find(session.account) if session else None
        if account is None or account.kind == "tombstone" or account.is_barred("all", now):
            return NOBODY
        return Visitor(account, session)

    def guest(self, device: str, now: str, *, invited: bool = False) -> tuple[str, Visitor]:
        """A new guest on a device: the secret for it, and who they are. Raises Refused where nobody may just come."""
        if self.config.house.joining == "closed" and not invited:
            raise refused("closed")
        return self.sign_in(self.accounts.guest(now), device, now)

    def sign_in(self, account: Account, device: str, now: str, before: Visitor = NOBODY) -> tuple[str, Visitor]:
        """A new session of an account. Who was signed in as a guest `before` brings along what they did.

        Raises Refused when both sit in the same match.
        """
        if before.account is not None and before.account.kind == "guest" and before.id != account.id:
            self.merge(before.account, account, now)
        if before.session is not None:
            self.sessions.end(account.id, before.session.id)
            self.sessions.end(before.id, before.session.id)
        if account.erase_at:
            self.company.erasure.call_off(account.id)
        secret, session = self.sessions.open(account.id, device, now)
        return secret, Visitor(account, session)

    # Two that are one

    def merge(self, account: Account, into: Account, now: str) -> None:
        """What is one account's becomes another's: seats, sessions, ways in, notes, its office and what it is kept
        from. Raises Refused when both sit in the same match that is not over."""
        held = self.house.matches(account=account.id)
        live = [table for table in held if table.status != "over"]
        for table in live:
            if self.house.seats_of(table.match, into.id):
                raise refused("merge-both", title=table.title)
        for table in live:
            for seat in table.yours:
                self.house.pass_on(table.match, Holder(account.id, seat), into.id)
        if account.role == "host" or (account.role and not into.role):
            self.accounts.set_role(into.id, account.role)
        if account.barred:
            self.accounts.bar(into.id, {**into.barred, **account.barred})
        self.database.write(lambda connection: _move(connection, account.id, into.id))
        for table in held:
            if table.status == "over":
                self.house.read_again(table.match)


MOVING = (tenures, offers, remarks, results, tokens, channels, credentials, addresses)
"""Where rows simply become the other account's."""


def _move(connection: Connection, account: str, into: str) -> None:
    connection.execute(update(seats).where(seats.c.holder == account).values(holder=into))
    for table in MOVING:
        column = table.c.by if "account" not in table.c else table.c.account
        connection.execute(update(table).where(column == account).values({column.name: into}))
    for column in (invitations.c.by, invitations.c.account, invitations.c.taken_by):
        connection.execute(update(invitations).where(column == account).values({column.name: into}))
    known = select(notes.c.match).where(notes.c.account == into).scalar_subquery()
    connection.execute(
        update(notes).where(notes.c.account == account, notes.c.match.not_in(known)).values(account=into)
    )
    connection.execute(delete(notes).where(notes.c.account == account))
    connection.execute(delete(relations).where((relations.c.account == account) | (relations.c.other == account)))
    connection.execute(update(sessions).where(sessions.c.account == account).values(account=into))
    entomb(connection, account)
