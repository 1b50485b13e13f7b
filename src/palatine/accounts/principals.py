"""The façade of accounts, for all clients."""

from __future__ import annotations

from time import monotonic
from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, delete, update

from palatine.accounts.accounts import Account, Accounts
from palatine.accounts.admin.merging import both_sit, move
from palatine.accounts.invitations import Invitations
from palatine.accounts.match_terms import MatchTerms
from palatine.accounts.sessions import Session, Sessions
from palatine.accounts.social import SocialServices
from palatine.accounts.tokens import PREFIX, Token, Tokens
from palatine.accounts.wording import refused
from palatine.config import Config
from palatine.matches import Forbidden, MatchServices
from palatine.matches.cache import LockedCache
from palatine.matches.clock import after
from palatine.matches.fairness import key_hash
from palatine.store.engine import Database
from palatine.store.schema import seats
from palatine.store.schema_people import accounts, sessions, tokens

REMEMBERED, VISITORS = 30.0, 4096
"""For so many seconds at most it is known who somebody is, of so many: what ends by the clock alone may end so much
later."""


class Principal(msgspec.Struct, frozen=True):
    """The sender of a request: their account, if they have one, and how they authenticated."""

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


ANONYMOUS = Principal()


class _Known(NamedTuple):
    """A visitor, and what it was read from."""

    as_of: object
    read: float
    """When it was read, by `time.monotonic`."""
    since: str
    until: str
    principal: Principal

    def holds_at(self, now: str) -> bool:
        return self.since <= now < self.until


class AccountService:
    """All that is kept of people, over the same database as the matches."""

    def __init__(self, services: MatchServices, database: Database, config: Config) -> None:
        self.services = services
        self.database = database
        self.config = config
        self._known: LockedCache[tuple[str, str], _Known] = LockedCache(VISITORS)
        self.accounts = Accounts(database)
        self.sessions = Sessions(database)
        self.tokens = Tokens(database)
        self.match_terms = MatchTerms(database, services)
        self.invitations = Invitations(database, services, self.match_terms)
        self.social = SocialServices(self.accounts, services, self.match_terms, self.invitations)
        self.social.lobby.takes_mail = bool(config.mail.inbound_url)

    # Who somebody is

    def principal(self, secret: str, bearer: str, now: str) -> Principal:
        """Who shows this session's secret, or else this token; remembered for a moment, as long as nothing is written
        anywhere of accounts, sessions and tokens."""
        as_of, at, shown = self.database.auth_version(), monotonic(), (secret, bearer)
        known = self._known.get(shown)
        if (
            known is not None
            and known.as_of == as_of
            and known.holds_at(now)
            and self.database.is_recent(known.read)
        ):
            return known.principal
        found = self._visitor(secret, bearer, now)
        if as_of is not None:
            self._known.keep(shown, _Known(as_of, at, now, after(now, REMEMBERED), found))
        return found

    def _visitor(self, secret: str, bearer: str, now: str) -> Principal:
        if bearer.startswith(PREFIX):
            token = self.tokens.find(bearer, now)
            account = self.accounts.find(token.account) if token else None
            return Principal(account, token=token) if account and not account.is_barred("all", now) else ANONYMOUS
        session = self.sessions.find(secret, now) if secret else None
        account = self.accounts.find(session.account) if session else None
        if account is None or account.kind == "tombstone" or account.is_barred("all", now):
            return ANONYMOUS
        return Principal(account, session)

    def guest(self, device: str, now: str, *, invited: bool = False) -> tuple[str, Principal]:
        """A new guest on a device: the secret for it, and who they are. Raises Refused where nobody may just come."""
        if not invited:
            self.check_may_come()
        return self.sign_in(self.accounts.guest(now), device, now)

    def forget_guest(self, account: str) -> None:
        """There is no such guest, who has just come and was not let in anywhere."""
        if self.services.matches.find(account=account):
            return

        def work(connection: Connection) -> None:
            connection.execute(delete(sessions).where(sessions.c.account == account))
            connection.execute(delete(accounts).where(accounts.c.id == account, accounts.c.kind == "guest"))

        self.database.write(work)

    def check_may_come(self) -> None:
        """Raise Refused on a server that only invited people may join."""
        if self.config.site.access == "invite":
            raise refused("closed")

    def sign_in(
        self, account: Account, device: str, now: str, before: Principal = ANONYMOUS
    ) -> tuple[str, Principal]:
        """A new session of an account. Who was signed in as a guest `before` brings along what they did, but nothing
        by which the guest was opened: others may have used that device before.

        Raises Refused when both sit in the same match, and for who is suspended.
        """
        if account.is_barred("all", now):
            restrictions = account.restrictions["all"]
            raise refused("barred", until=restrictions["until"][:10], reason=restrictions["reason"])
        if before.account is not None and before.account.kind == "guest" and before.id != account.id:
            self.merge(before.account, account, now, with_keys=False)
        if before.session is not None:
            self.sessions.end(account.id, before.session.id)
            self.sessions.end(before.id, before.session.id)
        if account.erase_at:
            self.social.erasure.call_off(account.id)
        secret, session = self.sessions.open(account.id, device, now)
        return secret, Principal(account, session)

    def adopt(self, match: str, key: str, account: str) -> bool:
        """The seat that a key opens becomes an account's, of a match that is over as well, and the key opens nothing
        any more. Whether it did; False when somebody was quicker. Raises Missing."""
        if self.services.matches.info(match).status != "over":
            try:
                self.services.seats.claim(match, key, account)
            except Forbidden:
                return False
            return True
        here = (seats.c.match == match, seats.c.key == key_hash(key), seats.c.owner == "")
        change = update(seats).where(*here).values(owner=account, key="")
        changed = self.database.write(lambda connection: connection.execute(change).rowcount)
        self.services.runtime.cache.drop(match)
        return bool(changed)

    # Two that are one

    def keep(self, account: Account, device: str, now: str, before: Principal) -> tuple[str, Principal]:
        """A guest who has a key now is a member, in a new session. All that opened the guest before opens nothing any
        more: it may be somebody else's who was that guest on the same device."""
        kept = self.accounts.keep(account.id)
        if account.kind == "guest":
            self.database.write(lambda connection: _shut(connection, account.id))
        return self.sign_in(kept, device, now, before)

    def merge(self, account: Account, into: Account, now: str, *, with_keys: bool = True) -> None:
        """Give what one account has to another: seats, notes, its role and its restrictions; `with_keys` also
        its sessions, programs, channels and ways in. What they played against each other is rated no more. Raises
        Refused when both sit in the same match that is not over."""

        def check(connection: Connection) -> None:
            for match in both_sit(connection, account.id, into.id):
                raise refused("merge-both", title=match)

        self.services.seats.pass_on(
            account.id, into.id, check, lambda c: move(c, account.id, into.id, with_keys=with_keys)
        )


def _shut(connection: Connection, account: str) -> None:
    for table in (sessions, tokens):
        connection.execute(delete(table).where(table.c.account == account))
