"""Who sends a request: by the session in their browser's one cookie, or by a token of theirs.

On one machine alone nobody is asked, and seats are opened by their keys.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import cast

from litestar.datastructures import Cookie

from palatine.accounts.principals import ANONYMOUS, AccountService, Principal
from palatine.accounts.sessions import KEPT, device_name
from palatine.core import PalatineError, Unknown
from palatine.matches import Forbidden
from palatine.matches.clock import now
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

PLAIN, SECURE = "palatine", "__Host-palatine"
"""What the cookie is called; a browser takes the second over HTTPS alone, and for this host alone."""
GUEST = "_guest"
"""Suffix of the cookie with the session of a guest who stayed apart when this browser signed in."""


class Identity:
    """Authenticates requests; without accounts every sender is anonymous."""

    def __init__(self, people: AccountService | None) -> None:
        self.people = people

    def who(self, request: AnyRequest) -> Principal:
        """The sender of the request."""
        if self.people is None:
            return ANONYMOUS
        known = cast(Principal | None, request.scope.get("palatine.principal"))
        if known is None:
            known = self.people.principal(request.cookies.get(cookie_name(request), ""), bearer(request), now())
            request.scope["palatine.principal"] = known  # type: ignore[typeddict-unknown-key]
        return known

    def member(self, request: AnyRequest) -> Principal:
        """Return the sender, who has an account of any kind. Raises Forbidden, and Unknown in local mode,
        where nobody has one."""
        if self.people is None:
            raise Unknown(say("problem.local"))
        principal = self.who(request)
        if principal.account is None:
            raise Forbidden(say("problem.sign-in"))
        return principal

    def check_may_come(self, request: AnyRequest) -> None:
        """Raise Refused on a server for invited people if the sender is anonymous."""
        if self.people is not None and self.who(request).account is None:
            self.people.check_may_come()

    def somebody(self, request: AnyRequest, *, invited: bool = False) -> tuple[Principal, list[Cookie]]:
        """Return the sender; a new guest, with the session cookie, if they are anonymous.

        Raises Refused where nobody may just come who is not invited.
        """
        principal = self.who(request)
        if principal.account is not None or self.people is None:
            return principal, []
        secret, principal = self.people.guest(device_of(request), now(), invited=invited)
        request.scope["palatine.principal"] = principal  # type: ignore[typeddict-unknown-key]
        return principal, [session_cookie(request, secret)]

    def guest_apart(self, request: AnyRequest, suffix: str = GUEST) -> str:
        """Return the session secret of a guest with seats in the cookie of that suffix, "" if there is none."""
        secret = request.cookies.get(cookie_name(request) + suffix, "")
        if self.people is None or not secret:
            return ""
        account = self.people.principal(secret, "", now()).account
        is_guest = account is not None and account.kind == "guest"
        return secret if is_guest and account and self.people.services.matches.find(account=account.id) else ""

    def signed_in(self, request: AnyRequest, secret: str) -> list[Cookie]:
        """Return the cookies of a browser that has signed in; a guest who stayed apart has one for later."""
        apart = self.guest_apart(request, "")
        kept = [session_cookie(request, apart, GUEST)] if apart and apart != secret else []
        return [session_cookie(request, secret), *kept]

    def signed_out(self, request: AnyRequest) -> list[Cookie]:
        """Return the cookies of a browser that has signed out: it is the guest again who stayed apart."""
        return [session_cookie(request, self.guest_apart(request)), session_cookie(request, "", GUEST)]

    @contextmanager
    def coming(self, request: AnyRequest, *, invited: bool = False) -> Iterator[tuple[Principal, list[Cookie]]]:
        """`somebody`, while they try to come in: a guest who was made for it and is refused is forgotten."""
        principal, cookies = self.somebody(request, invited=invited)
        try:
            yield principal, cookies
        except PalatineError:
            if self.people is not None and cookies:
                self.people.forget_guest(principal.id)
            raise


def bearer(request: AnyRequest) -> str:
    """The token that came with a request; "" when none did."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def device_of(request: AnyRequest) -> str:
    """What the device a request came from is called."""
    return device_name(request.headers.get("user-agent", "")[:400])


def cookie_name(request: AnyRequest) -> str:
    return SECURE if request.scope["scheme"] == "https" else PLAIN


def session_cookie(request: AnyRequest, secret: str, suffix: str = "") -> Cookie:
    """The cookie that signs a browser in; with no secret, the one that signs it out."""
    return Cookie(
        cookie_name(request) + suffix,
        path="/",
        value=secret,
        max_age=int(KEPT.total_seconds()) if secret else 0,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
