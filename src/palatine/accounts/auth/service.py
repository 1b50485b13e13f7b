"""The façade of the sign-in methods, for all clients, and what follows a sign-in."""

from __future__ import annotations

import msgspec

from palatine.accounts.accounts import Account
from palatine.accounts.auth.known_devices import KnownDevices
from palatine.accounts.auth.mail_codes import MailCodes, Post, Proof
from palatine.accounts.auth.oidc import Confirmed, Issuer, Oidc, has_joined
from palatine.accounts.auth.own_addresses import Address, OwnAddresses
from palatine.accounts.auth.pairing import Pairing
from palatine.accounts.auth.passkeys import Passkey, Passkeys, RelyingParty
from palatine.accounts.auth.passwords import Passwords
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.recovery import Recovery, Tell
from palatine.accounts.auth.wording import forbidden, refused
from palatine.accounts.principals import ANONYMOUS, AccountService, Principal
from palatine.accounts.sessions import Session
from palatine.accounts.tokens import Token
from palatine.store.rate_limits import RateLimits


class Credentials(msgspec.Struct, frozen=True):
    """The credentials of an account, its devices and its programs, as its owner sees them."""

    passkeys: list[Passkey]
    password: bool
    recovery: int
    """How many codes are left."""
    joined: bool
    """Whether an account elsewhere opens it."""
    addresses: list[Address]
    sessions: list[Session]
    tokens: list[Token]
    session: str = ""
    """Of `sessions` the one that asks."""


class AuthService:
    """The sign-in methods of `people`. `post` sends mail, `tell` notifies all channels of an account."""

    def __init__(self, people: AccountService, attempts: RateLimits, post: Post, tell: Tell) -> None:
        database, tries = people.database, RateLimiter(attempts)
        self.people = people
        self.tell = tell
        self.known = KnownDevices(database)
        self.passwords = Passwords(database, tries)
        self.passkeys = Passkeys(database, tries)
        self.mail = MailCodes(database, tries, post)
        self.addresses = OwnAddresses(database)
        self.recovery = Recovery(database, tries, tell)
        self.pairing = Pairing(database, tries)
        told = people.config.signin.oidc
        issuer = Issuer(told.issuer, told.name or told.issuer, told.client_id, told.client_secret)
        self.oidc = Oidc(database, tries, issuer) if told.issuer else None

    def offered(self, site: RelyingParty | None) -> tuple[str, ...]:
        """The ways that are open here: those wanted in the configuration that can be had at `site`."""
        config = self.people.config
        can = {
            "passkey": site is not None, "mail": config.sends_mail, "password": True,
            "oidc": self.oidc is not None,
        }  # fmt: skip
        return tuple(way for way in config.signin.methods if can[way])

    @property
    def is_open(self) -> bool:
        """Whether somebody new may come who was not invited."""
        return self.people.config.site.access == "open"

    # In

    def enter(
        self, account: str, device: str, now: str, before: Principal = ANONYMOUS, *, asked_here: bool = True
    ) -> tuple[str, Principal]:
        """Sign in to an account after a method has confirmed it; this cancels its erasure.

        `asked_here` is false for a link or a code that this browser did not ask for: somebody else may have sent it,
        so the guest of this browser stays a guest, with their seats and their session.

        Raises Forbidden when there is no such account any more, and what `AccountService.sign_in` raises.
        """
        found = self.people.accounts.find(account)
        if found is None or found.kind == "tombstone":
            raise forbidden("gone")
        if found.erase_at:
            self.people.accounts.erase_at(account, "")
        return self.people.sign_in(found, device, now, _apart(before, account, asked_here=asked_here))

    def enter_by_mail(self, proof: Proof, device: str, now: str, before: Principal) -> tuple[str, Principal]:
        """Sign in to the account of an address that was proved; of a new address, to a new account or the guest's
        own. Raises Refused where nobody may just come."""
        if proof.account:
            return self.enter(proof.account, device, now, before, asked_here=proof.asked_here)
        before = _apart(before, "", asked_here=proof.asked_here)
        account = self._newcomer(before, now)
        self.addresses.add(account.id, proof.address, now)
        return self.keep(account, device, now, before)

    def enter_by_oidc(
        self, confirmed: Confirmed, device: str, now: str, before: Principal
    ) -> tuple[str, Principal]:
        """The same for an account elsewhere, which is joined to the new one, or to the one that asked for that.

        Raises Forbidden when somebody else is signed in meanwhile, Refused when another account is joined to it.
        """
        if confirmed.joins and self.oidc is not None:
            if before.id != confirmed.joins:
                raise forbidden("oidc.failed")
            if confirmed.account not in ("", before.id):
                raise refused("oidc.taken")
            if not confirmed.account:
                self.oidc.join(before.id, confirmed.subject, now)
                self.changed(before.id, "key-added", now)
            return self.keep(before.known, device, now, before)
        if confirmed.account or self.oidc is None:
            return self.enter(confirmed.account, device, now, before)
        account = self._newcomer(before, now)
        self.oidc.join(account.id, confirmed.subject, now)
        return self.keep(account, device, now, before)

    def keep(self, account: Account, device: str, now: str, before: Principal) -> tuple[str, Principal]:
        """A guest who has a key now is a member, in a new session."""
        return self.people.keep(account, device, now, before)

    def _newcomer(self, before: Principal, now: str) -> Account:
        """The guest who asked, else somebody new. Raises Refused where nobody may just come."""
        if before.account is not None and before.account.kind == "guest":
            return before.account
        if not self.is_open:
            raise refused("closed")
        return self.people.accounts.guest(now)

    # One's keys

    def keys(self, principal: Principal, now: str) -> Credentials:
        """Return the credentials of the signed-in account."""
        account = principal.id
        return Credentials(
            self.passkeys.of(account),
            self.passwords.has(account),
            self.recovery.left(account),
            has_joined(self.people.database, account),
            self.addresses.of(account),
            self.people.sessions.of(account, now),
            self.people.tokens.of(account),
            principal.session.id if principal.session else "",
        )

    def check_spare(self, principal: Principal, now: str) -> None:
        """Raise Refused when a key may not be removed, since no other would open the account."""
        keys = self.keys(principal, now)
        mails = len(keys.addresses) if self.people.config.sends_mail else 0
        if len(keys.passkeys) + keys.password + keys.joined + mails + bool(keys.recovery) < 2:
            raise refused("last")

    def set_password(self, principal: Principal, current: str, password: str, now: str) -> None:
        """Give an account a password; its present one is required. Raises Forbidden, Refused and RateLimited.

        All other devices are signed out: who changes it may fear that somebody else knows it.
        """
        account = principal.known
        self._check_current(account, current, now)
        self.passwords.set(account.id, password, account.name, now)
        self.sign_others_out(principal)

    def sign_others_out(self, principal: Principal) -> None:
        """Sign all of somebody's devices out save the one that asks, and whichever is about to be let in."""
        self.people.sessions.end_all(principal.id, principal.session.id if principal.session else "")
        self.pairing.forget(principal.id)

    def drop_password(self, principal: Principal, current: str, now: str) -> None:
        """Take an account's password away. Raises as `set_password`, and when there is no other key."""
        self.check_spare(principal, now)
        self._check_current(principal.known, current, now)
        self.passwords.drop(principal.id)

    def _check_current(self, account: Account, current: str, now: str) -> None:
        if self.passwords.has(account.id) and not self.passwords.is_mine(account.id, current, now):
            raise forbidden("password.current")

    def changed(self, account: str, event: str, now: str) -> None:
        """Tell all channels of an account that its keys have changed: "key-added", "key-removed"."""
        self.people.database.write(lambda connection: self.tell(connection, account, event, now))


def _apart(before: Principal, account: str, *, asked_here: bool) -> Principal:
    """Return who enters `account`: nobody in place of a guest whose browser did not ask for it."""
    is_guest = before.account is not None and before.account.kind == "guest"
    return ANONYMOUS if is_guest and before.id != account and not asked_here else before
