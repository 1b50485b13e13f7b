"""Helpers for sign-in requests: browser nonce, passkey domain, redirect target."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

from palatine.accounts.auth.passkeys import RelyingParty, site_of
from palatine.accounts.auth.service import AuthService
from palatine.accounts.auth.wording import refused_error
from palatine.accounts.principals import Principal
from palatine.core import Unknown
from palatine.matches import Forbidden
from palatine.matches.clock import now
from palatine.matches.fairness import new_key
from palatine.web.identity import cookie_name, session_cookie
from palatine.web.middleware.rate_limits import network_of
from palatine.web.requests import RequestServices, client_address
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

NONCE_COOKIE_SUFFIX = "_asks"
"""Suffix of the cookie with the nonce of a browser."""
_OWN = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path on this server: plain characters and no backslash, which browsers read as a slash."""


def auth_service(services: RequestServices, method: str = "") -> AuthService:
    """Return the sign-in methods.

    Raises Unknown in local mode and Refused for a method that is not offered.
    """
    if services.auth is None:
        raise Unknown(say("problem.local"))
    if method and method not in services.auth.available_methods(None):
        raise refused_error("shut")
    return services.auth


def passkey_site(services: RequestServices, request: AnyRequest) -> RelyingParty:
    """Return the passkey domain of a request. Raises Refused if passkeys cannot be used here."""
    found = passkey_site_or_none(services, request)
    if found is None or "passkey" not in auth_service(services).available_methods(found):
        raise refused_error("passkey.nowhere")
    return found


def passkey_site_or_none(services: RequestServices, request: AnyRequest) -> RelyingParty | None:
    """Return the passkey domain: that of `site.url` if the request used it, else this machine."""
    told, _ = services.site_address(request)
    here = str(request.base_url)
    is_called_so = urlsplit(told).netloc == request.headers.get("host", "")
    return site_of(told if is_called_so else here)


def sender_data(services: RequestServices, request: AnyRequest) -> dict[str, object]:
    """Return what every page shows of the sender; nothing in local mode."""
    return {} if services.people is None else {"principal": services.identity.principal(request)}


def guest_name(services: RequestServices, request: AnyRequest) -> str:
    """Return the name of the guest with seats who sent the request, or ""."""
    return services.identity.principal(request).known.name if services.identity.guest_session(request, "") else ""


def upgrade_methods(services: RequestServices, request: AnyRequest) -> tuple[str, ...]:
    """Return the methods by which a guest can become a member; none for other senders."""
    account = services.identity.principal(request).account
    if services.auth is None or account is None or account.kind != "guest":
        return ()
    return (*services.auth.available_methods(passkey_site_or_none(services, request)), "codes")


def browser_nonce(request: AnyRequest) -> tuple[str, list[Cookie]]:
    """Return the nonce that identifies the browser during sign-in, and its cookie if it is new."""
    known = request.cookies.get(cookie_name(request) + NONCE_COOKIE_SUFFIX, "")
    if re.fullmatch(r"[a-z0-9]{26}", known):
        return known, []
    nonce = new_key()
    return nonce, [session_cookie(request, nonce, NONCE_COOKIE_SUFFIX)]


def signed_in_cookies(
    services: RequestServices, request: AnyRequest, sign_in: tuple[str, Principal]
) -> list[Cookie]:
    """Return the cookies of a browser that has signed in.

    A member's account remembers the browser from then on.
    """
    secret, principal = sign_in
    cookies = services.identity.sign_in_cookies(request, secret)
    if not principal.known.is_member:
        return cookies
    nonce, _ = browser_nonce(request)
    auth_service(services).known.remember(principal.id, nonce, now())
    return [*cookies, session_cookie(request, nonce, NONCE_COOKIE_SUFFIX)]


def network_of_request(request: AnyRequest) -> str:
    """Return the network to which a request is attributed; "" for this machine."""
    return network_of(client_address(request))


def local_path(text: str) -> str:
    """Return the path to continue at, which is always on this server."""
    return text if _OWN.fullmatch(text) else "/"


def require_signed_in(services: RequestServices, request: AnyRequest) -> Principal:
    """Return the sender, signed in on this device.

    Raises Forbidden for programs and anonymous senders.
    """
    principal = services.identity.require_account(request)
    if principal.session is None:
        raise Forbidden(say("problem.sign-in"))
    return principal
