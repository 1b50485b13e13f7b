"""Authentication of requests by a browser's session cookie or a bearer token.

In local mode there are no accounts, and seats are opened by their keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from litestar.datastructures import Cookie

from palatine.accounts.principals import ANONYMOUS, AccountService, Principal
from palatine.accounts.sessions import SESSION_LIFETIME, device_name
from palatine.core import PalatineError, Unknown
from palatine.matches import Forbidden
from palatine.matches.clock import now
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

PLAIN_COOKIE, SECURE_COOKIE = "palatine", "__Host-palatine"
"""Names of the session cookie. Browsers accept the second only over HTTPS and for this host."""
GUEST_COOKIE_SUFFIX = "_guest"
"""Suffix of the cookie that keeps a guest's session while the browser is signed in."""


class Authenticator:
    """Authentication of requests. Without accounts every sender is anonymous."""

    def __init__(self, accounts: AccountService | None) -> None:
        self.people = accounts

    def principal(self, request: AnyRequest) -> Principal:
        """Return the sender of the request."""
        if self.people is None:
            return ANONYMOUS
        known = cast(Principal | None, request.scope.get("palatine.principal"))
        if known is None:
            known = self.people.principal(
                request.cookies.get(cookie_name(request), ""), bearer_token(request), now()
            )
            request.scope["palatine.principal"] = known  # type: ignore[typeddict-unknown-key]
        return known

    def require_account(self, request: AnyRequest) -> Principal:
        """Return the sender, who has an account of any kind.

        Raises Forbidden without an account and Unknown in local mode, which has no accounts.
        """
        if self.people is None:
            raise Unknown(say("problem.local"))
        principal = self.principal(request)
        if principal.account is None:
            raise Forbidden(say("problem.sign-in"))
        return principal

    def check_sign_up_allowed(self, request: AnyRequest) -> None:
        """Raise Refused if the server is for invited players only and the sender is anonymous."""
        if self.people is not None and self.principal(request).account is None:
            self.people.check_sign_up_allowed()

    def principal_or_new_guest(
        self, request: AnyRequest, *, invited: bool = False
    ) -> tuple[Principal, list[Cookie]]:
        """Return the sender, or a new guest with their session cookie if the sender is anonymous.

        Raises Refused if the server requires an invitation and `invited` is false.
        """
        principal = self.principal(request)
        if principal.account is not None or self.people is None:
            return principal, []
        secret, principal = self.people.create_guest(device_of(request), now(), invited=invited)
        request.scope["palatine.principal"] = principal  # type: ignore[typeddict-unknown-key]
        return principal, [session_cookie(request, secret)]

    def guest_session(self, request: AnyRequest, suffix: str = GUEST_COOKIE_SUFFIX) -> str:
        """Return the session secret of a guest with seats in the cookie with that suffix, or ""."""
        secret = request.cookies.get(cookie_name(request) + suffix, "")
        if self.people is None or not secret:
            return ""
        account = self.people.principal(secret, "", now()).account
        is_guest = account is not None and account.kind == "guest"
        return secret if is_guest and account and self.people.services.matches.find(account=account.id) else ""

    def sign_in_cookies(self, request: AnyRequest, secret: str) -> list[Cookie]:
        """Return the cookies of a browser that has signed in.

        The session of a guest who has seats is kept in a second cookie for later.
        """
        apart = self.guest_session(request, "")
        kept = [session_cookie(request, apart, GUEST_COOKIE_SUFFIX)] if apart and apart != secret else []
        return [session_cookie(request, secret), *kept]

    def sign_out_cookies(self, request: AnyRequest) -> list[Cookie]:
        """Return the cookies of a browser that has signed out; the kept guest session is restored."""
        return [
            session_cookie(request, self.guest_session(request)),
            session_cookie(request, "", GUEST_COOKIE_SUFFIX),
        ]

    @contextmanager
    def admit(self, request: AnyRequest, *, invited: bool = False) -> Iterator[tuple[Principal, list[Cookie]]]:
        """Yield the result of `principal_or_new_guest`.

        A new guest account is deleted if the request is refused.
        """
        principal, cookies = self.principal_or_new_guest(request, invited=invited)
        try:
            yield principal, cookies
        except PalatineError:
            if self.people is not None and cookies:
                self.people.delete_guest(principal.id)
            raise


def bearer_token(request: AnyRequest) -> str:
    """Return the bearer token of a request, or ""."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def device_of(request: AnyRequest) -> str:
    """Return the name of the device that sent a request."""
    return device_name(request.headers.get("user-agent", "")[:400])


def cookie_name(request: AnyRequest) -> str:
    return SECURE_COOKIE if request.scope["scheme"] == "https" else PLAIN_COOKIE


def session_cookie(request: AnyRequest, secret: str, suffix: str = "") -> Cookie:
    """Return the cookie that signs a browser in; without a secret, the one that signs it out."""
    return Cookie(
        cookie_name(request) + suffix,
        path="/",
        value=secret,
        max_age=int(SESSION_LIFETIME.total_seconds()) if secret else 0,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
