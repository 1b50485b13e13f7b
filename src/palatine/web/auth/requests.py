"""What requests about signing in have in common: whose browser it is, where passkeys are good, where to go on."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from litestar.datastructures import Cookie

from palatine.accounts.auth.passkeys import RelyingParty, site_of
from palatine.accounts.auth.service import AuthService
from palatine.accounts.auth.wording import refused
from palatine.accounts.principals import Principal
from palatine.core import Unknown
from palatine.matches import Forbidden
from palatine.matches.clock import now
from palatine.matches.fairness import new_key
from palatine.web.identity import cookie_name, session_cookie
from palatine.web.middleware.limits import network_of
from palatine.web.requests import RequestServices, address_of
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

ASKS = "_asks"
"""Suffix of the cookie with the nonce of a browser."""
_OWN = re.compile(r"/(?![/\\])[!-\[\]-~]*")
"""A path of ours, of plain letters and without a backslash, which browsers take for a slash."""


def auth_of(services: RequestServices, way: str = "") -> AuthService:
    """Return the sign-in methods. Raises Unknown in local mode, Refused for a method that is not offered."""
    if services.auth is None:
        raise Unknown(say("problem.local"))
    if way and way not in services.auth.offered(None):
        raise refused("shut")
    return services.auth


def site(services: RequestServices, request: AnyRequest) -> RelyingParty:
    """Where passkeys are good that are made or used here. Raises Refused where none are."""
    found = site_here(services, request)
    if found is None or "passkey" not in auth_of(services).offered(found):
        raise refused("passkey.nowhere")
    return found


def site_here(services: RequestServices, request: AnyRequest) -> RelyingParty | None:
    """Return the passkey domain: that of `site.url`, if the request used it, else this machine."""
    told, _ = services.address(request)
    here = str(request.base_url)
    is_called_so = urlsplit(told).netloc == request.headers.get("host", "")
    return site_of(told if is_called_so else here)


def shown(services: RequestServices, request: AnyRequest) -> dict[str, object]:
    """Return what every page shows of the sender; nothing in local mode."""
    return {} if services.people is None else {"principal": services.identity.who(request)}


def guest_here(services: RequestServices, request: AnyRequest) -> str:
    """Return the name of the guest with seats whose browser sent the request, "" if it is no guest's."""
    return services.identity.who(request).known.name if services.identity.guest_apart(request, "") else ""


def kept_by(services: RequestServices, request: AnyRequest) -> tuple[str, ...]:
    """Return the methods by which a guest can become a member; none for anybody else."""
    account = services.identity.who(request).account
    if services.auth is None or account is None or account.kind != "guest":
        return ()
    return (*services.auth.offered(site_here(services, request)), "codes")


def asking(request: AnyRequest) -> tuple[str, list[Cookie]]:
    """The nonce by which a browser that asks to be let in is known again, and its cookie, if it is new."""
    known = request.cookies.get(cookie_name(request) + ASKS, "")
    if re.fullmatch(r"[a-z0-9]{26}", known):
        return known, []
    nonce = new_key()
    return nonce, [session_cookie(request, nonce, ASKS)]


def signed_in_cookies(services: RequestServices, request: AnyRequest, way: tuple[str, Principal]) -> list[Cookie]:
    """Return the cookies of a browser that has signed in, which a member's account knows from then on."""
    secret, principal = way
    cookies = services.identity.signed_in(request, secret)
    if not principal.known.is_member:
        return cookies
    nonce, _ = asking(request)
    auth_of(services).known.remember(principal.id, nonce, now())
    return [*cookies, session_cookie(request, nonce, ASKS)]


def network(request: AnyRequest) -> str:
    """For which network a request is counted; "" for this machine."""
    return network_of(address_of(request))


def own_path(text: str) -> str:
    """Return where to continue: always a path of this server."""
    return text if _OWN.fullmatch(text) else "/"


def signed_in(services: RequestServices, request: AnyRequest) -> Principal:
    """Return the sender, signed in on this device. Raises Forbidden to programs and anonymous senders."""
    principal = services.identity.member(request)
    if principal.session is None:
        raise Forbidden(say("problem.sign-in"))
    return principal
