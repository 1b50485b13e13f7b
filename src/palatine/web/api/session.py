"""The API of sign-in, by any method, and sign-out."""

from __future__ import annotations

from litestar import Response, Router, delete, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from palatine.accounts.auth.mail_codes import SIGN_IN, MailCodeRequest
from palatine.accounts.principals import Principal
from palatine.matches.clock import now
from palatine.web.auth.models import (
    CodeRequest,
    Entered,
    Entering,
    MailRequest,
    OidcRequest,
    PairRequest,
    PasskeyOptions,
    PasskeyRequest,
    PasswordRequest,
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

ERROR_RESPONSES = problem_responses(400, 403, 404, 413, 415, 422, 429)


def signed_in_response(
    services: RequestServices,
    request: AnyRequest,
    sign_in: tuple[str, Principal],
    next_path: str = "/",
    *,
    is_new: bool = False,
) -> Response[Entered]:
    """Return the signed-in account with the cookie of a new session."""
    account = sign_in[1].known
    told = Entered(account.name, account.kind, next_path, is_new=is_new)
    return Response(told, status_code=200, cookies=signed_in_cookies(services, request, sign_in))


@post("/passkey/begin", status_code=200, responses=problem_responses(400, 403, 422, 429))
async def begin_passkey(request: AnyRequest, services: Services) -> Response[PasskeyOptions]:
    """Return the options for signing in with a passkey."""
    nonce, cookies = browser_nonce(request)

    def begin() -> PasskeyOptions:
        found = passkey_site(services, request)
        return auth_service(services).passkeys.begin_sign_in(found, nonce, network_of_request(request), now())

    return Response(await services.workers.write(begin), status_code=200, cookies=cookies)


@post("/passkey/finish", status_code=200, responses=ERROR_RESPONSES)
async def finish_passkey(
    data: JSONBody[PasskeyRequest], request: AnyRequest, services: Services
) -> Response[Entered]:
    """Sign in with a passkey."""
    nonce, _ = browser_nonce(request)

    def finish() -> Response[Entered]:
        auth, time = auth_service(services), now()
        found = passkey_site(services, request)
        account = auth.passkeys.finish_sign_in(found, data.answer, nonce, network_of_request(request), time)
        return _signed_in(services, request, account, time)

    return await services.workers.write(finish)


@post("/mail", status_code=202, responses=ERROR_RESPONSES)
async def send_mail_code(data: JSONBody[MailRequest], request: AnyRequest, services: Services) -> Response[None]:
    """Send a code and a link by email.

    The response is the same whether or not the address is known.
    """
    nonce, cookies = browser_nonce(request)

    def send() -> None:
        auth = auth_service(services, "mail")
        base, _ = services.site_address(request)
        asked = MailCodeRequest(nonce, network_of_request(request), base, local_path(data.then))
        auth.mail.send_sign_in(data.address, asked, now(), admits_new_users=auth.allows_sign_up)

    await services.workers.write(send)
    return Response(None, status_code=202, cookies=cookies)


@post("/code", status_code=200, responses=ERROR_RESPONSES)
async def sign_in_with_code(
    data: JSONBody[CodeRequest], request: AnyRequest, services: Services
) -> Response[Entered]:
    """Sign in with a code from an email or with the token of its link.

    A code is valid only in the browser that requested it.
    """
    nonce, _ = browser_nonce(request)

    def enter() -> Response[Entered]:
        auth, time, where = auth_service(services, "mail"), now(), network_of_request(request)
        if data.token:
            proof = auth.mail.verify_link(SIGN_IN, data.token, where, time, nonce=nonce)
        else:
            proof = auth.mail.verify_code(SIGN_IN, data.code, nonce, where, time)
        way = auth.sign_in_by_mail(proof, device_of(request), time, services.identity.principal(request))
        return signed_in_response(services, request, way, proof.then, is_new=not proof.account)

    return await services.workers.write(enter)


@post("/password", status_code=200, responses=ERROR_RESPONSES)
async def sign_in_with_password(
    data: JSONBody[PasswordRequest], request: AnyRequest, services: Services
) -> Response[Entered]:
    """Sign in with a name or email address and a password."""
    nonce, _ = browser_nonce(request)

    def enter() -> Response[Entered]:
        auth, time = auth_service(services, "password"), now()
        account = auth.passwords.account_with_password(
            data.name, data.password, network_of_request(request), time, nonce=nonce
        )
        return _signed_in(services, request, account, time)

    return await services.workers.write(enter)


@post("/oidc", status_code=200, responses=ERROR_RESPONSES)
async def begin_oidc(data: JSONBody[OidcRequest], request: AnyRequest, services: Services) -> Response[Entering]:
    """Return where to sign in with the identity provider."""
    nonce, cookies = browser_nonce(request)

    def begin() -> Entering:
        provider = auth_service(services, "oidc").oidc
        assert provider is not None
        base, _ = services.site_address(request)
        back = f"{base}/signin/oidc"
        return Entering(
            provider.begin_sign_in(back, local_path(data.then), nonce, network_of_request(request), now())
        )

    return Response(await services.workers.run_long(begin), status_code=200, cookies=cookies)


@post("/pair", status_code=202, responses=ERROR_RESPONSES)
async def request_pairing(data: JSONBody[PairRequest], request: AnyRequest, services: Services) -> Response[None]:
    """Request sign-in from a device that is signed in, with the code that it shows."""
    nonce, cookies = browser_nonce(request)

    def ask() -> None:
        auth_service(services).pairing.request(data.code, data.device, nonce, network_of_request(request), now())

    await services.workers.write(ask)
    return Response(None, status_code=202, cookies=cookies)


@post("/pair/finish", status_code=200, responses=ERROR_RESPONSES)
async def finish_pairing(request: AnyRequest, services: Services) -> Response[Entered]:
    """Sign in once the other device has confirmed; `waiting` until it has answered."""
    nonce, _ = browser_nonce(request)

    def finish() -> Response[Entered]:
        auth, time = auth_service(services), now()
        found = auth.pairing.finish(nonce, time)
        if found is None:
            return Response(Entered(waiting=True), status_code=200)
        account, device = found
        return _signed_in(services, request, account, time, device, asked_here=False)

    return await services.workers.write(finish)


@post("/recover", status_code=200, responses=ERROR_RESPONSES)
async def recover(data: JSONBody[CodeRequest], request: AnyRequest, services: Services) -> Response[Entered]:
    """Sign in with a recovery code or with the token of an administrator's link.

    All other sessions end.
    """

    def enter() -> Response[Entered]:
        auth, time, where = auth_service(services), now(), network_of_request(request)
        if data.token:
            account = auth.recovery.use_link(data.token, where, time)
        else:
            account = auth.recovery.use_code(data.code, where, time)
        return _signed_in(services, request, account, time, asked_here=not data.token)

    return await services.workers.write(enter)


def _signed_in(
    services: RequestServices,
    request: AnyRequest,
    account: str,
    time: str,
    device: str = "",
    *,
    asked_here: bool = True,
) -> Response[Entered]:
    before, device = services.identity.principal(request), device or device_of(request)
    way = auth_service(services).sign_in(account, device, time, before, asked_here=asked_here)
    return signed_in_response(services, request, way)


# Sign-out


@delete("/", status_code=200, responses=problem_responses(400, 403))
async def sign_out(request: AnyRequest, services: Services) -> Response[None]:
    """Sign this browser out.

    If it has kept the session of a guest, it continues as that guest.
    """

    def end() -> list[Cookie]:
        principal = services.identity.principal(request)
        if services.people is not None and principal.session is not None:
            services.people.sessions.end(principal.id, principal.session.id)
        return services.identity.sign_out_cookies(request)

    return Response(None, status_code=200, cookies=await services.workers.write(end))


@delete("/others", status_code=200, responses=problem_responses(400, 403, 422))
async def sign_out_other_devices(request: AnyRequest, services: Services) -> None:
    """Sign out all of the sender's devices except this one."""

    def end() -> None:
        auth_service(services).sign_out_other_devices(require_signed_in(services, request))

    await services.workers.write(end)


@delete("/{session:str}", status_code=200, responses=problem_responses(400, 403, 422))
async def sign_out_device(session: WordParameter, request: AnyRequest, services: Services) -> None:
    """Sign out one of the sender's devices; does nothing for other sessions."""

    def end() -> None:
        services.require_accounts().sessions.end(require_signed_in(services, request).id, session)

    await services.workers.write(end)


router = Router(
    "/api/session",
    route_handlers=[
        begin_passkey, finish_passkey, send_mail_code, sign_in_with_code, sign_in_with_password, begin_oidc,
        request_pairing, finish_pairing, recover, sign_out, sign_out_other_devices, sign_out_device,
    ],
    tags=["people"], opt=NO_TOKENS,
)  # fmt: skip
