"""The pages for signing in and for the sender's own account."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import quote, urlsplit

from litestar import Response, Router, get
from litestar.datastructures import Cookie
from litestar.params import QueryParameter
from litestar.response import Redirect

from palatine.accounts.auth.mail_codes import SIGN_IN, VERIFY_ADDRESS
from palatine.accounts.auth.wording import forbidden_error
from palatine.config import is_loopback_host
from palatine.matches.clock import now
from palatine.web.auth.requests import (
    asking,
    auth_of,
    guest_here,
    network,
    own_path,
    shown,
    signed_in_cookies,
    site_here,
)
from palatine.web.auth.token_scopes import CLOSED
from palatine.web.identity import device_of
from palatine.web.pages import Html, html
from palatine.web.rendering import page
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.seat_keys import AnyRequest

Next = Annotated[str, QueryParameter(name="next", max_length=500)]
State = Annotated[str, QueryParameter(name="state", max_length=4000)]
CodeText = Annotated[str, QueryParameter(max_length=4000)]


def sign_in_methods(services: RequestServices, request: AnyRequest) -> dict[str, object]:
    """Return the sign-in methods offered, for a page."""
    auth = auth_of(services)
    provider = auth.oidc.issuer.name if auth.oidc else ""
    offered = auth.available_methods(site_here(services, request))
    told = {"methods": offered, "provider": provider, "device": device_of(request), "is_open": auth.allows_sign_up}
    return {**told, "guest": guest_here(services, request), **shown(services, request)}


@get("/signin")
async def signin(request: AnyRequest, services: Services, then: Next = "/") -> Html:
    """Return the page with every sign-in method."""
    return html(
        await services.workers.run(
            lambda: page("signin.html", then=own_path(then), **sign_in_methods(services, request))
        )
    )


@get("/signin/oidc")
async def from_provider(
    request: AnyRequest, services: Services, given: State = "", code: CodeText = ""
) -> Response[None]:
    """Complete a sign-in that the identity provider has confirmed."""
    nonce, _ = asking(request)

    def enter() -> tuple[list[Cookie], str]:
        auth, time = auth_of(services, "oidc"), now()
        if auth.oidc is None:
            raise forbidden_error("oidc.failed")
        found = auth.oidc.finish_sign_in(given, code, nonce, network(request), time)
        before = services.identity.who(request)
        way = auth.sign_in_by_oidc(found, device_of(request), time, before)
        return signed_in_cookies(services, request, way), found.then

    cookies, then = await services.workers.run_long(enter)
    return Redirect(own_path(then), status_code=303, cookies=cookies)


@get("/signin/{token:str}")
async def signin_link(token: Word, request: AnyRequest, services: Services) -> Html:
    """Return the page of a sign-in link, with a button that confirms it.

    Opening the link changes nothing, because mail scanners open links.
    """
    return html(await services.workers.run(_signin_link_page, services, request, token))


def _signin_link_page(services: RequestServices, request: AnyRequest, token: str) -> str:
    auth, time, principal = auth_of(services), now(), services.identity.who(request)
    told: dict[str, object] = {"kind": "used", "token": token, "address": "", "name": "", "asked_here": False}
    nonce, _ = asking(request)
    if (proof := auth.mail.peek_link(SIGN_IN, token, time, nonce=nonce)) is not None:
        name = auth.people.accounts.get(proof.account).name if proof.account else ""
        told |= {"kind": "signin", "address": proof.address, "name": name, "asked_here": proof.asked_here}
    elif (proof := auth.mail.peek_link(VERIFY_ADDRESS, token, time)) is not None:
        is_mine = principal.account is not None and proof.asked_by == principal.id
        name = principal.known.name if is_mine else ""
        told |= {"kind": "prove", "address": proof.address, "name": name}
    elif (account := auth.recovery.peek_link(token, time)) and (
        found := auth.people.accounts.find(account)
    ) is not None:
        told |= {"kind": "welcome" if found.kind == "guest" else "recover", "name": found.name}
    return page("signin-link.html", **told, guest=guest_here(services, request), **shown(services, request))


@get("/me")
async def me(request: AnyRequest, services: Services) -> Response[str] | Redirect:
    """Return the page of the sender's own account, or redirect anonymous senders to sign in."""

    def make() -> str | None:
        known = sign_in_methods(services, request)
        account = services.identity.who(request).account
        if account is None:
            return None
        is_guest = account.kind == "guest"
        return page("me.html", me=account, is_guest=is_guest, **known, **_parts(request))

    text = await services.workers.run(make)
    return _sign_in_first(request) if text is None else html(text)


def _parts(request: AnyRequest) -> dict[str, object]:
    """Return which optional parts of the account page this server has: notifications."""
    return {"has_notices": any(each.path == "/me/notifications" for each in request.app.routes)}


@get("/me/devices")
async def devices(request: AnyRequest, services: Services) -> Response[str] | Redirect:
    """Return the page for signing in another device."""
    base, _ = services.address(request)
    where = urlsplit(base)
    auth_of(services)
    if (await services.workers.run(services.identity.who, request)).account is None:
        return _sign_in_first(request)
    is_local = is_loopback_host(where.hostname or "")
    return html(
        page("devices.html", address=f"{where.netloc}/signin", is_local=is_local, **shown(services, request))
    )


def _sign_in_first(request: AnyRequest) -> Redirect:
    return Redirect(f"/signin?next={quote(request.url.path)}", status_code=303)


router = Router(
    "/", route_handlers=[signin, from_provider, signin_link, me, devices], include_in_schema=False, opt=CLOSED
)
