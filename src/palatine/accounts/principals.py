"""Façade of accounts, and the authenticated sender of a request."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, update

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.admin.merging import move_account_data, shared_match_titles
from palatine.accounts.invitations import Invitations
from palatine.accounts.match_terms import MatchTerms
from palatine.accounts.sessions import Session, Sessions
from palatine.accounts.social import SocialServices
from palatine.accounts.tokens import PREFIX, Token, Tokens
from palatine.accounts.wording import refused_error
from palatine.config import Config
from palatine.matches import Forbidden, MatchServices, SeatOwner
from palatine.matches.cache import LockedCache
from palatine.matches.clock import add_seconds
from palatine.matches.fairness import key_hash
from palatine.store.engine import Database
from palatine.store.schema import seats
from palatine.store.schema_people import accounts, sessions, tokens

CACHE_SECONDS, CACHE_SIZE = 30.0, 4096
"""Maximum seconds that a principal is cached, and number of cached principals.

A session or token that expires may be accepted that much longer.
"""


class Principal(msgspec.Struct, frozen=True):
    """The sender of a request: their account, if any, and how they authenticated."""

    account: Account | None = None
    session: Session | None = None
    token: Token | None = None

    @property
    def id(self) -> str:
        """The id of the account; "" for an anonymous principal."""
        return self.account.id if self.account else ""

    @property
    def known(self) -> Account:
        """The account of an authenticated principal."""
        assert self.account is not None
        return self.account

    @property
    def may_play(self) -> bool:
        """True unless the principal's token is read-only."""
        return self.token is None or self.token.scope == "play"


ANONYMOUS = Principal()


class _Known(NamedTuple):
    """A cached principal, with what it depends on."""

    as_of: object
    read: float
    """Time at which it was read, by `time.monotonic`."""
    since: str
    until: str
    principal: Principal

    def holds_at(self, now: str) -> bool:
        return self.since <= now < self.until


class AccountService:
    """All services on accounts, over the database of the matches."""

    def __init__(self, services: MatchServices, database: Database, config: Config) -> None:
        self.services = services
        self.database = database
        self.config = config
        self._known: LockedCache[tuple[str, str], _Known] = LockedCache(CACHE_SIZE)
        self.accounts = Accounts(database)
        self.sessions = Sessions(database)
        self.tokens = Tokens(database)
        self.match_terms = MatchTerms(database, services)
        self.invitations = Invitations(database, services, self.match_terms)
        self.social = SocialServices(self.accounts, services, self.match_terms, self.invitations)
        self.social.lobby.takes_mail = bool(config.mail.inbound_url)

    # Authentication

    def principal(self, secret: str, bearer: str, now: str) -> Principal:
        """Return the principal of a session secret or else a bearer token.

        It is cached briefly while no account, session or token changes.
        """
        as_of, at, shown = self.database.auth_version(), monotonic(), (secret, bearer)
        known = self._known.get(shown)
        if (
            known is not None
            and known.as_of == as_of
            and known.holds_at(now)
            and self.database.is_still_valid(known.read)
        ):
            return known.principal
        found = self._visitor(secret, bearer, now)
        if as_of is not None:
            self._known.put(shown, _Known(as_of, at, now, add_seconds(now, CACHE_SECONDS), found))
        return found

    def _visitor(self, secret: str, bearer: str, now: str) -> Principal:
        if bearer.startswith(PREFIX):
            token = self.tokens.find(bearer, now)
            account = self.accounts.find(token.account) if token else None
            return (
                Principal(account, token=token) if account and not account.is_restricted("all", now) else ANONYMOUS
            )
        session = self.sessions.find(secret, now) if secret else None
        account = self.accounts.find(session.account) if session else None
        if account is None or account.kind == "tombstone" or account.is_restricted("all", now):
            return ANONYMOUS
        return Principal(account, session)

    def create_guest(self, device: str, now: str, *, invited: bool = False) -> tuple[str, Principal]:
        """Create a guest and sign them in; return the session secret and principal.

        Raises `Refused` if the server requires an invitation.
        """
        if not invited:
            self.check_sign_up_allowed()
        return self.sign_in(self.accounts.create_guest(now), device, now)

    def delete_guest(self, account: str) -> None:
        """Delete a guest account whose first request was refused."""
        if self.services.matches.find(account=account):
            return

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.account == account))
            connection.execute(delete(accounts).where(accounts.c.id == account, accounts.c.kind == "guest"))

        self.database.write(work)

    def check_sign_up_allowed(self) -> None:
        """Raise `Refused` if the server requires an invitation."""
        if self.config.site.access == "invite":
            raise refused_error("closed")

    def sign_in(
        self, account: Account, device: str, now: str, previous: Principal = ANONYMOUS
    ) -> tuple[str, Principal]:
        """Open a session of an account and return its secret and principal.

        A guest in `previous` is merged into the account, without the guest's credentials, because others may
        have used the device. Raises `Refused` if both have seats in the same match, or if the account is suspended.
        """
        if account.is_restricted("all", now):
            restrictions = account.restrictions["all"]
            raise refused_error("barred", until=restrictions["until"][:10], reason=restrictions["reason"])
        if previous.account is not None and previous.account.kind == "guest" and previous.id != account.id:
            self.merge(previous.account, account, now, with_credentials=False)
        if previous.session is not None:
            self.sessions.end(account.id, previous.session.id)
            self.sessions.end(previous.id, previous.session.id)
        if account.erase_at:
            self.social.erasure.cancel(account.id)
        secret, session = self.sessions.create(account.id, device, now)
        return secret, Principal(account, session)

    def claim_seat(self, match: str, key: str, account: str) -> bool:
        """Transfer the seat of a key to an account, also in a finished match, and void the key.

        Returns False if another request was faster. Raises `NotFound`.
        """
        if self.services.matches.info(match).status != "over":
            try:
                self.services.seats.claim_seat(match, key, account)
            except Forbidden:
                return False
            return True
        here = (seats.c.match == match, seats.c.key == key_hash(key), seats.c.owner == "")
        change = update(seats).where(*here).values(owner=account, key="")
        changed = self.database.write(lambda connection: connection.execute(change).rowcount)
        self.services.runtime.cache.drop(match)
        return bool(changed)

    def rename(self, account: str, name: str) -> Account:
        """Rename an account, also in its unfinished matches.

        Raises `Unreadable` if the name is invalid or taken.
        """
        renamed = self.accounts.rename(account, name)
        for info in self.services.matches.find(account=account):
            for seat in info.yours if info.status != "over" else ():
                self.services.seats.take_seat(info.match, SeatOwner(account, seat), renamed.name)
        return renamed

    # Merging

    def make_member(self, account: Account, device: str, now: str, previous: Principal) -> tuple[str, Principal]:
        """Make a guest with credentials a member and open a new session.

        All older sessions and tokens of the guest are deleted, because another person may have used the same device.
        """
        kept = self.accounts.make_member(account.id)
        if account.kind == "guest":
            self.database.write(lambda connection: _end_access(connection, account.id))
        return self.sign_in(kept, device, now, previous)

    def merge(self, account: Account, into: Account, now: str, *, with_credentials: bool = True) -> None:
        """Merge an account into another: seats, notes, role and restrictions.

        With `with_credentials`, sessions, tokens, channels and credentials are merged too. Matches that the two played
        against each other are no longer rated. Raises `Refused` if both have seats in the same unfinished match.
        """

        def check(connection: Connection) -> None:
            for match in shared_match_titles(connection, account.id, into.id):
                raise refused_error("merge-both", title=match)

        self.services.seats.transfer_seats(
            account.id,
            into.id,
            into.name,
            check,
            lambda c: move_account_data(c, account.id, into.id, with_credentials=with_credentials),
        )


def _end_access(connection: Connection, account: str) -> None:
    for table in (sessions, tokens):
        connection.execute(delete(table).where(table.c.account == account))
