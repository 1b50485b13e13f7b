"""The API of the sender's own credentials, devices and tokens. Programs have no access."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import segno
from litestar import Response, Router, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from palatine.accounts.auth import pairing
from palatine.accounts.auth.codes import normalize_code
from palatine.accounts.auth.mail_codes import VERIFY_ADDRESS, MailCodeRequest
from palatine.accounts.auth.service import AuthService, Credentials
from palatine.accounts.auth.wording import forbidden_error
from palatine.accounts.principals import Principal
from palatine.matches.clock import expiry_time, now
from palatine.web.auth.models import (
    AddressRequest,
    CodeRequest,
    CurrentPassword,
    Entering,
    LabelRequest,
    NewPasswordRequest,
    OidcRequest,
    PairAnswer,
    PairingCode,
    PairingState,
    PasskeyOptions,
    PasskeyRequest,
    RecoveryCodes,
    TokenMade,
    TokenRequest,
)
from palatine.web.auth.requests import (
    auth_service,
    browser_nonce,
    local_path,
    network_of_request,
    passkey_site,
    require_signed_in,
    signed_in_cookies,
)
from palatine.web.auth.token_scopes import NO_TOKENS
from palatine.web.identity import device_of
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.seat_keys import AnyRequest

T = TypeVar("T")
ERROR_RESPONSES = problem_responses(400, 403, 404, 413, 415, 422, 429)


def _member_cookies(
    services: RequestServices, request: AnyRequest, principal: Principal, time: str
) -> list[Cookie]:
    """Return the session cookies of a guest who has become a member; none for other senders."""
    if principal.known.kind != "guest":
        return []
    way = auth_service(services).make_member(principal.known, device_of(request), time, principal)
    return signed_in_cookies(services, request, way)


async def _changed(
    services: RequestServices,
    request: AnyRequest,
    work: Callable[[AuthService, Principal, str], T],
    event: str = "",
    what: str = "",
) -> Response[T]:
    """Change the sender's credentials and notify all channels of the account.

    `event` and `what` are those of `notify_account`; without an event nothing is sent. A guest
    who gets a credential becomes a member.
    """

    def change() -> tuple[T, list[Cookie]]:
        auth, principal, time = auth_service(services), require_signed_in(services, request), now()
        found = work(auth, principal, time)
        if event:
            auth.notify_change(principal.id, event, time, what)
        return found, _member_cookies(services, request, principal, time) if event == "key-added" else []

    found, cookies = await services.workers.write(change)
    return Response(found, cookies=cookies)


@get("/credentials", responses=problem_responses(400, 403, 422))
async def list_credentials(request: AnyRequest, services: Services) -> Credentials:
    """Return the sender's credentials, devices and tokens."""
    nonce, _ = browser_nonce(request)
    return await services.workers.run(
        lambda: auth_service(services).credentials_of(require_signed_in(services, request), now(), nonce)
    )


# Passkeys


@post("/passkeys/begin", status_code=200, responses=problem_responses(400, 403, 422))
async def begin_passkey(request: AnyRequest, services: Services) -> Response[PasskeyOptions]:
    """Return the options for a new passkey."""
    nonce, cookies = browser_nonce(request)

    def begin() -> PasskeyOptions:
        account = require_signed_in(services, request).known
        found = passkey_site(services, request)
        return auth_service(services).passkeys.begin_registration(found, account.id, account.name, nonce, now())

    return Response(await services.workers.write(begin), status_code=200, cookies=cookies)


@post("/passkeys", status_code=201, responses=ERROR_RESPONSES)
async def add_passkey(data: JSONBody[PasskeyRequest], request: AnyRequest, services: Services) -> Response[None]:
    """Store the passkey that the browser has created."""
    nonce, _ = browser_nonce(request)

    def add(auth: AuthService, principal: Principal, time: str) -> None:
        found = passkey_site(services, request)
        auth.passkeys.finish_registration(
            found, principal.id, data.answer, data.label or device_of(request), nonce, time
        )

    return await _changed(services, request, add, "key-added", "passkey")


@patch("/passkeys/{passkey:str}", status_code=200, responses=ERROR_RESPONSES)
async def rename_passkey(
    passkey: WordParameter, data: JSONBody[LabelRequest], request: AnyRequest, services: Services
) -> Response[None]:
    """Rename a passkey."""
    return await _changed(
        services, request, lambda auth, principal, _: auth.passkeys.rename(principal.id, passkey, data.label)
    )


@delete("/passkeys/{passkey:str}", status_code=200, responses=problem_responses(400, 403, 422))
async def remove_passkey(passkey: WordParameter, request: AnyRequest, services: Services) -> Response[None]:
    """Remove a passkey unless it is the only credential."""

    def remove(auth: AuthService, principal: Principal, time: str) -> None:
        auth.check_other_method_left(principal, time)
        auth.passkeys.remove(principal.id, passkey)

    return await _changed(services, request, remove, "key-removed", "passkey")


# Email addresses


@post("/addresses", status_code=202, responses=ERROR_RESPONSES)
async def add_address(data: JSONBody[AddressRequest], request: AnyRequest, services: Services) -> Response[None]:
    """Send a code to an email address, to verify that the sender reads it."""
    nonce, cookies = browser_nonce(request)

    def send() -> None:
        account = require_signed_in(services, request).id
        base, _ = services.site_address(request)
        asked = MailCodeRequest(nonce, network_of_request(request), base)
        auth_service(services, "mail").mail.send_verification(data.address, account, asked, now())

    await services.workers.write(send)
    return Response(None, status_code=202, cookies=cookies)


@post("/addresses/prove", status_code=200, responses=ERROR_RESPONSES)
async def verify_address(data: JSONBody[CodeRequest], request: AnyRequest, services: Services) -> Response[None]:
    """Add an email address, verified by a code or by the token of a link sent for this account."""
    nonce, _ = browser_nonce(request)

    def prove(auth: AuthService, principal: Principal, time: str) -> None:
        mail, where = auth_service(services, "mail").mail, network_of_request(request)
        if data.token:
            meant = mail.peek_link(VERIFY_ADDRESS, data.token, time)
            if meant is not None and meant.asked_by != principal.id:
                raise forbidden_error("mail.elsewhere")
            proof = mail.verify_link(VERIFY_ADDRESS, data.token, where, time)
        else:
            proof = mail.verify_code(VERIFY_ADDRESS, data.code, nonce, where, time)
        if proof.asked_by != principal.id:
            raise forbidden_error("mail.elsewhere")
        auth.addresses.add(principal.id, proof.address, time)

    return await _changed(services, request, prove, "key-added", "address")


@delete("/addresses/{address:str}", status_code=200, responses=problem_responses(400, 403, 422))
async def remove_address(address: WordParameter, request: AnyRequest, services: Services) -> Response[None]:
    """Remove an email address unless it is the only credential."""

    def remove(auth: AuthService, principal: Principal, time: str) -> None:
        auth.check_other_method_left(principal, time)
        auth.addresses.remove(principal.id, address)

    return await _changed(services, request, remove, "key-removed", "address")


# Passwords and recovery codes


@post("/password", status_code=200, responses=ERROR_RESPONSES)
async def set_password(
    data: JSONBody[NewPasswordRequest], request: AnyRequest, services: Services
) -> Response[None]:
    """Set a password. All other devices are signed out."""

    def put(_: AuthService, principal: Principal, time: str) -> None:
        auth_service(services, "password").set_password(principal, data.current, data.password, time)

    return await _changed(services, request, put, "key-added", "password")


@delete("/password", status_code=200, responses=ERROR_RESPONSES)
async def remove_password(
    data: JSONBody[CurrentPassword], request: AnyRequest, services: Services
) -> Response[None]:
    """Remove the password unless it is the only credential."""
    return await _changed(
        services,
        request,
        lambda auth, principal, time: auth.drop_password(principal, data.current, time),
        "key-removed",
        "password",
    )


@post("/recovery", status_code=201, responses=problem_responses(400, 403, 422))
async def new_codes(request: AnyRequest, services: Services) -> Response[RecoveryCodes]:
    """Return eight new recovery codes, which are shown only once; older ones become invalid."""
    return await _changed(
        services,
        request,
        lambda auth, principal, time: RecoveryCodes(auth.recovery.new_codes(principal.id, time)),
        "key-added",
        "codes",
    )


# Identity provider


@post("/oidc", status_code=200, responses=ERROR_RESPONSES)
async def link_identity(data: JSONBody[OidcRequest], request: AnyRequest, services: Services) -> Response[Entering]:
    """Return where to sign in with the identity provider to link that account to this one."""
    nonce, cookies = browser_nonce(request)

    def begin() -> Entering:
        account, provider = require_signed_in(services, request).id, auth_service(services, "oidc").oidc
        assert provider is not None
        base, _ = services.site_address(request)
        then = local_path(data.then)
        return Entering(
            provider.begin_sign_in(f"{base}/signin/oidc", then, nonce, network_of_request(request), now(), account)
        )

    return Response(await services.workers.run_long(begin), status_code=200, cookies=cookies)


# Pairing of another device


@post("/pairing", status_code=201, responses=problem_responses(400, 403, 422, 429))
async def show_pairing_code(request: AnyRequest, services: Services) -> PairingCode:
    """Return a code to type on another device, valid for ten minutes."""

    def show() -> PairingCode:
        time = now()
        code = auth_service(services).pairing.new_code(require_signed_in(services, request).id, time)
        base, _ = services.site_address(request)
        # Fragments are not sent to servers, so the code does not appear in any log.
        picture = segno.make(f"{base}/signin#pair={normalize_code(code)}", error="m").svg_data_uri(
            border=1, scale=4
        )
        return PairingCode(code, picture, expiry_time(time, pairing.VALIDITY))

    return await services.workers.write(show)


@get("/pairing", responses=problem_responses(400, 403, 422))
async def pairing_state(request: AnyRequest, services: Services) -> PairingState:
    """Return the state of the current pairing code."""

    def load() -> PairingState:
        found = auth_service(services).pairing.pending(require_signed_in(services, request).id, now())
        if found is None:
            return PairingState("over")
        if found.answer:
            return PairingState("yes" if found.answer == "yes" else "no", found.device)
        return PairingState("waiting", found.device)

    return await services.workers.run(load)


@post("/pairing/answer", status_code=200, responses=ERROR_RESPONSES)
async def answer_device(data: JSONBody[PairAnswer], request: AnyRequest, services: Services) -> None:
    """Accept or reject the device that has sent the pairing code."""

    def answer() -> None:
        account = require_signed_in(services, request).id
        auth_service(services).pairing.answer(account, data.device, accept=data.yes, now=now())

    await services.workers.write(answer)


# API tokens


@post("/tokens", status_code=201, responses=ERROR_RESPONSES)
async def make_token(data: JSONBody[TokenRequest], request: AnyRequest, services: Services) -> TokenMade:
    """Return a new API token, which is shown only once."""

    def make() -> TokenMade:
        account = require_signed_in(services, request).id
        secret, _ = services.require_accounts().tokens.create(account, data.label, data.scope, now())
        return TokenMade(secret)

    return await services.workers.write(make)


@delete("/tokens/{token:str}", status_code=200, responses=problem_responses(400, 403, 422))
async def revoke_token(token: WordParameter, request: AnyRequest, services: Services) -> None:
    """Revoke a token of the sender; does nothing for other tokens."""

    def revoke() -> None:
        services.require_accounts().tokens.revoke(require_signed_in(services, request).id, token)

    await services.workers.write(revoke)


router = Router(
    "/api/me",
    route_handlers=[
        list_credentials, begin_passkey, add_passkey, rename_passkey, remove_passkey, add_address, verify_address,
        remove_address, set_password, remove_password, new_codes, link_identity, show_pairing_code, pairing_state,
        answer_device, make_token, revoke_token,
    ],
    tags=["people"], opt=NO_TOKENS,
)  # fmt: skip
