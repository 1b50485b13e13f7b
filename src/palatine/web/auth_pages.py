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
    auth_service,
    browser_nonce,
    guest_name,
    local_path,
    network_of_request,
    passkey_site_or_none,
    sender_data,
    signed_in_cookies,
)
from palatine.web.auth.token_scopes import NO_TOKENS
from palatine.web.identity import device_of
from palatine.web.pages import Html, html_response
from palatine.web.rendering import render_page
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.seat_keys import AnyRequest

MatchQuery = Annotated[str, QueryParameter(max_length=14, pattern="^[a-z0-9]*$")]
NextPath = Annotated[str, QueryParameter(name="next", max_length=500)]
State = Annotated[str, QueryParameter(name="state", max_length=4000)]
CodeText = Annotated[str, QueryParameter(max_length=4000)]


def sign_in_methods(services: RequestServices, request: AnyRequest) -> dict[str, object]:
    """Return the sign-in methods offered, for a page."""
    auth = auth_service(services)
    provider = auth.oidc.issuer.name if auth.oidc else ""
    offered = auth.available_methods(passkey_site_or_none(services, request))
    told = {"methods": offered, "provider": provider, "device": device_of(request), "is_open": auth.allows_sign_up}
    return {**told, "guest": guest_name(services, request), **sender_data(services, request)}


@get("/signin")
async def signin_page(request: AnyRequest, services: Services, then: NextPath = "/") -> Html:
    """Return the page with every sign-in method."""
    return html_response(
        await services.workers.run(
            lambda: render_page("signin.html", then=local_path(then), **sign_in_methods(services, request))
        )
    )


@get("/signin/oidc")
async def finish_oidc(
    request: AnyRequest, services: Services, oauth_state: State = "", code: CodeText = ""
) -> Response[None]:
    """Complete a sign-in that the identity provider has confirmed."""
    nonce, _ = browser_nonce(request)

    def sign_in() -> tuple[list[Cookie], str]:
        auth, time = auth_service(services, "oidc"), now()
        if auth.oidc is None:
            raise forbidden_error("oidc.failed")
        found = auth.oidc.finish_sign_in(oauth_state, code, nonce, network_of_request(request), time)
        before = services.identity.principal(request)
        way = auth.sign_in_by_oidc(found, device_of(request), time, before)
        return signed_in_cookies(services, request, way), found.then

    cookies, then = await services.workers.run_long(sign_in)
    return Redirect(local_path(then), status_code=303, cookies=cookies)


@get("/signin/{token:str}")
async def signin_link_page(token: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the page of a sign-in link, with a button that confirms it.

    Opening the link changes nothing, because mail scanners open links.
    """
    return html_response(await services.workers.run(_signin_link_page, services, request, token))


def _signin_link_page(services: RequestServices, request: AnyRequest, token: str) -> str:
    auth, time, principal = auth_service(services), now(), services.identity.principal(request)
    told: dict[str, object] = {"kind": "used", "token": token, "address": "", "name": "", "asked_here": False}
    nonce, _ = browser_nonce(request)
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
    return render_page(
        "signin-link.html", **told, guest=guest_name(services, request), **sender_data(services, request)
    )


@get("/me")
async def account_page(request: AnyRequest, services: Services, match: MatchQuery = "") -> Response[str] | Redirect:
    """Return the page of the sender's own account, or redirect anonymous senders to sign in.

    The page links to `match`, from which the sender came.
    """

    def make() -> str | None:
        known = sign_in_methods(services, request)
        account = services.identity.principal(request).account
        if account is None:
            return None
        is_guest = account.kind == "guest"
        return render_page("me.html", me=account, is_guest=is_guest, match=match, **known, **_parts(request))

    text = await services.workers.run(make)
    return _sign_in_first(request) if text is None else html_response(text)


def _parts(request: AnyRequest) -> dict[str, object]:
    """Return which optional parts of the account page this server has: notifications."""
    return {"has_notices": any(each.path == "/me/notifications" for each in request.app.routes)}


@get("/me/devices")
async def devices_page(request: AnyRequest, services: Services) -> Response[str] | Redirect:
    """Return the page for signing in another device."""
    base, _ = services.site_address(request)
    where = urlsplit(base)
    auth_service(services)
    if (await services.workers.run(services.identity.principal, request)).account is None:
        return _sign_in_first(request)
    is_local = is_loopback_host(where.hostname or "")
    return html_response(
        render_page(
            "devices.html", address=f"{where.netloc}/signin", is_local=is_local, **sender_data(services, request)
        )
    )


def _sign_in_first(request: AnyRequest) -> Redirect:
    return Redirect(f"/signin?next={quote(request.url.path)}", status_code=303)


router = Router(
    "/",
    route_handlers=[signin_page, finish_oidc, signin_link_page, account_page, devices_page],
    include_in_schema=False,
    opt=NO_TOKENS,
)
