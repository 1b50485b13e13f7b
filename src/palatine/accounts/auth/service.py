"""Façade of the sign-in methods, and the steps that follow a sign-in."""

from __future__ import annotations

import msgspec

from palatine.accounts.accounts import Account
from palatine.accounts.auth.known_devices import KnownDevices
from palatine.accounts.auth.mail_codes import MailCodes, MailProof, MailQueuer
from palatine.accounts.auth.oidc import ConfirmedIdentity, Issuer, OidcService, has_linked_identity
from palatine.accounts.auth.own_addresses import Address, VerifiedAddresses
from palatine.accounts.auth.pairing import PairingService
from palatine.accounts.auth.passkeys import Passkey, Passkeys, RelyingParty
from palatine.accounts.auth.passwords import Passwords
from palatine.accounts.auth.rate_limits import RateLimiter
from palatine.accounts.auth.recovery import NotifyAccount, RecoveryService
from palatine.accounts.auth.wording import forbidden_error, refused_error
from palatine.accounts.principals import ANONYMOUS, AccountService, Principal
from palatine.accounts.sessions import Session
from palatine.accounts.tokens import Token
from palatine.store.rate_limits import RateLimits


class Credentials(msgspec.Struct, frozen=True):
    """The credentials of an account with its sessions and tokens, as shown to its owner."""

    passkeys: list[Passkey]
    password: bool
    recovery: int
    """Number of remaining recovery codes."""
    joined: bool
    """True if an OpenID Connect identity is linked."""
    addresses: list[Address]
    sessions: list[Session]
    tokens: list[Token]
    session: str = ""
    """The id of the current session among `sessions`."""
    pending: str = ""
    """The address to which a code was sent that this browser can still enter, or ""."""


class AuthService:
    """The sign-in methods of an account service.

    `post` queues mail, `tell` notifies all channels of an account.
    """

    def __init__(
        self, accounts: AccountService, rate_limits: RateLimits, queue_mail: MailQueuer, notify: NotifyAccount
    ) -> None:
        database, tries = accounts.database, RateLimiter(rate_limits)
        self.people = accounts
        self.tell = notify
        self.known = KnownDevices(database)
        self.passwords = Passwords(database, tries)
        self.passkeys = Passkeys(database, tries)
        self.mail = MailCodes(database, tries, queue_mail)
        self.addresses = VerifiedAddresses(database)
        self.recovery = RecoveryService(database, tries, notify)
        self.pairing = PairingService(database, tries)
        told = accounts.config.signin.oidc
        issuer = Issuer(told.issuer, told.name or told.issuer, told.client_id, told.client_secret)
        self.oidc = OidcService(database, tries, issuer) if told.issuer else None

    def available_methods(self, site: RelyingParty | None) -> tuple[str, ...]:
        """Return the configured sign-in methods that are available at `site`."""
        config = self.people.config
        can = {
            "passkey": site is not None, "mail": config.sends_mail, "password": True,
            "oidc": self.oidc is not None,
        }  # fmt: skip
        return tuple(way for way in config.signin.methods if can[way])

    @property
    def allows_sign_up(self) -> bool:
        """True if visitors can sign up without an invitation."""
        return self.people.config.site.access == "open"

    # Sign-in

    def sign_in(
        self, account: str, device: str, now: str, previous: Principal = ANONYMOUS, *, asked_here: bool = True
    ) -> tuple[str, Principal]:
        """Sign in to an account confirmed by a sign-in method; this cancels its erasure.

        `asked_here` is False for a link or code that this browser did not request. Another person may have sent it,
        so the guest of this browser keeps their seats and session. Raises `Forbidden` if the account no longer
        exists, and what `AccountService.sign_in` raises.
        """
        found = self.people.accounts.find(account)
        if found is None or found.kind == "tombstone":
            raise forbidden_error("gone")
        if found.erase_at:
            self.people.accounts.erase_at(account, "")
        return self.people.sign_in(found, device, now, _apart(previous, account, asked_here=asked_here))

    def sign_in_by_mail(
        self, proof: MailProof, device: str, now: str, previous: Principal
    ) -> tuple[str, Principal]:
        """Sign in to the account of a verified address.

        A new address is added to a new account or to the current guest's. Raises `Refused` if sign-up requires an
        invitation.
        """
        if proof.account:
            return self.sign_in(proof.account, device, now, previous, asked_here=proof.asked_here)
        previous = _apart(previous, "", asked_here=proof.asked_here)
        account = self._guest_of(previous, now)
        self.addresses.add(account.id, proof.address, now)
        return self.make_member(account, device, now, previous)

    def sign_in_by_oidc(
        self, confirmed: ConfirmedIdentity, device: str, now: str, previous: Principal
    ) -> tuple[str, Principal]:
        """Sign in to the account of a confirmed identity, or link the identity to an account.

        It is linked to the account that requested that, or else to a new account or the current guest's. Raises
        `Forbidden` if another user has signed in meanwhile, and `Refused` if another account is linked or sign-up
        requires an invitation.
        """
        if confirmed.joins and self.oidc is not None:
            if previous.id != confirmed.joins:
                raise forbidden_error("oidc.failed")
            if confirmed.account not in ("", previous.id):
                raise refused_error("oidc.taken")
            if not confirmed.account:
                self.oidc.link_identity(previous.id, confirmed.subject, now)
                self.notify_change(previous.id, "key-added", now, "identity")
            return self.make_member(previous.known, device, now, previous)
        if confirmed.account or self.oidc is None:
            return self.sign_in(confirmed.account, device, now, previous)
        account = self._guest_of(previous, now)
        self.oidc.link_identity(account.id, confirmed.subject, now)
        return self.make_member(account, device, now, previous)

    def make_member(self, account: Account, device: str, now: str, previous: Principal) -> tuple[str, Principal]:
        """Make a guest with credentials a member, in a new session."""
        return self.people.make_member(account, device, now, previous)

    def _guest_of(self, previous: Principal, now: str) -> Account:
        """Return the current guest or create one.

        Raises `Refused` if sign-up requires an invitation.
        """
        if previous.account is not None and previous.account.kind == "guest":
            return previous.account
        if not self.allows_sign_up:
            raise refused_error("closed")
        return self.people.accounts.create_guest(now)

    # Credentials

    def credentials_of(self, principal: Principal, now: str, nonce: str = "") -> Credentials:
        """Return the credentials of the signed-in account, as shown in the browser with `nonce`."""
        account = principal.id
        return Credentials(
            self.passkeys.of_account(account),
            self.passwords.has_password(account),
            self.recovery.codes_left(account),
            has_linked_identity(self.people.database, account),
            self.addresses.of_account(account),
            self.people.sessions.of_account(account, now),
            self.people.tokens.of_account(account),
            principal.session.id if principal.session else "",
            self.mail.pending_address(account, nonce, now),
        )

    def check_other_method_left(self, principal: Principal, now: str) -> None:
        """Raise `Refused` if the account would have no sign-in method left without one of them."""
        keys = self.credentials_of(principal, now)
        mails = len(keys.addresses) if self.people.config.sends_mail else 0
        if len(keys.passkeys) + keys.password + keys.joined + mails + bool(keys.recovery) < 2:
            raise refused_error("last")

    def set_password(self, principal: Principal, current: str, password: str, now: str) -> None:
        """Set the password of an account, which requires the current one, if any.

        Raises `Forbidden`, `Refused` and `RateLimited`. All other devices are signed out, because the user may
        suspect that another person knows the old password.
        """
        account = principal.known
        self._check_current(account, current, now)
        self.passwords.set_password(account.id, password, account.name, now)
        self.sign_out_other_devices(principal)

    def sign_out_other_devices(self, principal: Principal) -> None:
        """End all sessions of the account except the current one, and any pending pairing."""
        self.people.sessions.end_all(principal.id, principal.session.id if principal.session else "")
        self.pairing.invalidate(principal.id)

    def drop_password(self, principal: Principal, current: str, now: str) -> None:
        """Delete the account's password. Raises as `set_password`, and if it is the last method."""
        self.check_other_method_left(principal, now)
        self._check_current(principal.known, current, now)
        self.passwords.delete_password(principal.id)

    def _check_current(self, account: Account, current: str, now: str) -> None:
        if self.passwords.has_password(account.id) and not self.passwords.is_correct(account.id, current, now):
            raise forbidden_error("password.current")

    def notify_change(self, account: str, event: str, now: str, what: str) -> None:
        """Notify an account of a change to its credentials: "key-added" or "key-removed".

        `what` is the kind of credential, as for `notify_account`.
        """
        self.people.database.write(lambda connection: self.tell(connection, account, event, now, what))


def _apart(previous: Principal, account: str, *, asked_here: bool) -> Principal:
    """Return the principal to merge into `account`.

    It is anonymous in place of a guest whose browser did not request the sign-in.
    """
    is_guest = previous.account is not None and previous.account.kind == "guest"
    return ANONYMOUS if is_guest and previous.id != account and not asked_here else previous
