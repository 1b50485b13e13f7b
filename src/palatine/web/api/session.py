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
from palatine.web.auth.requests import asking, auth_of, network, own_path, signed_in, signed_in_cookies, site
from palatine.web.auth.token_scopes import CLOSED
from palatine.web.identity import device_of
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.seat_keys import AnyRequest

BAD = answers(400, 403, 404, 413, 415, 422, 429)


def entered(
    services: RequestServices,
    request: AnyRequest,
    way: tuple[str, Principal],
    then: str = "/",
    *,
    is_new: bool = False,
) -> Response[Entered]:
    """Return the signed-in account with the cookie of a new session."""
    account = way[1].known
    told = Entered(account.name, account.kind, then, is_new=is_new)
    return Response(told, status_code=200, cookies=signed_in_cookies(services, request, way))


@post("/passkey/begin", status_code=200, responses=answers(400, 403, 422, 429))
async def begin_passkey(request: AnyRequest, services: Services) -> Response[PasskeyOptions]:
    """Return the options for signing in with a passkey."""
    nonce, cookies = asking(request)

    def begin() -> PasskeyOptions:
        found = site(services, request)
        return auth_of(services).passkeys.begin_sign_in(found, nonce, network(request), now())

    return Response(await services.workers.write(begin), status_code=200, cookies=cookies)


@post("/passkey/finish", status_code=200, responses=BAD)
async def finish_passkey(
    data: JSONBody[PasskeyRequest], request: AnyRequest, services: Services
) -> Response[Entered]:
    """Sign in with a passkey."""
    nonce, _ = asking(request)

    def finish() -> Response[Entered]:
        auth, time = auth_of(services), now()
        found = site(services, request)
        account = auth.passkeys.finish_sign_in(found, data.answer, nonce, network(request), time)
        return _enter(services, request, account, time)

    return await services.workers.write(finish)


@post("/mail", status_code=202, responses=BAD)
async def mail(data: JSONBody[MailRequest], request: AnyRequest, services: Services) -> Response[None]:
    """Send a code and a link by email.

    The response is the same whether or not the address is known.
    """
    nonce, cookies = asking(request)

    def send() -> None:
        auth = auth_of(services, "mail")
        base, _ = services.address(request)
        asked = MailCodeRequest(nonce, network(request), base, own_path(data.then))
        auth.mail.send_sign_in(data.address, asked, now(), admits_new_users=auth.allows_sign_up)

    await services.workers.write(send)
    return Response(None, status_code=202, cookies=cookies)


@post("/code", status_code=200, responses=BAD)
async def code(data: JSONBody[CodeRequest], request: AnyRequest, services: Services) -> Response[Entered]:
    """Sign in with a code from an email or with the token of its link.

    A code is valid only in the browser that requested it.
    """
    nonce, _ = asking(request)

    def enter() -> Response[Entered]:
        auth, time, where = auth_of(services, "mail"), now(), network(request)
        if data.token:
            proof = auth.mail.verify_link(SIGN_IN, data.token, where, time, nonce=nonce)
        else:
            proof = auth.mail.verify_code(SIGN_IN, data.code, nonce, where, time)
        way = auth.sign_in_by_mail(proof, device_of(request), time, services.identity.who(request))
        return entered(services, request, way, proof.then, is_new=not proof.account)

    return await services.workers.write(enter)


@post("/password", status_code=200, responses=BAD)
async def password(data: JSONBody[PasswordRequest], request: AnyRequest, services: Services) -> Response[Entered]:
    """Sign in with a name or email address and a password."""
    nonce, _ = asking(request)

    def enter() -> Response[Entered]:
        auth, time = auth_of(services, "password"), now()
        account = auth.passwords.account_with_password(
            data.name, data.password, network(request), time, nonce=nonce
        )
        return _enter(services, request, account, time)

    return await services.workers.write(enter)


@post("/oidc", status_code=200, responses=BAD)
async def oidc(data: JSONBody[OidcRequest], request: AnyRequest, services: Services) -> Response[Entering]:
    """Return where to sign in with the identity provider."""
    nonce, cookies = asking(request)

    def begin() -> Entering:
        provider = auth_of(services, "oidc").oidc
        assert provider is not None
        base, _ = services.address(request)
        back = f"{base}/signin/oidc"
        return Entering(provider.begin_sign_in(back, own_path(data.then), nonce, network(request), now()))

    return Response(await services.workers.run_long(begin), status_code=200, cookies=cookies)


@post("/pair", status_code=202, responses=BAD)
async def pair(data: JSONBody[PairRequest], request: AnyRequest, services: Services) -> Response[None]:
    """Request sign-in from a device that is signed in, with the code that it shows."""
    nonce, cookies = asking(request)

    def ask() -> None:
        auth_of(services).pairing.request(data.code, data.device, nonce, network(request), now())

    await services.workers.write(ask)
    return Response(None, status_code=202, cookies=cookies)


@post("/pair/finish", status_code=200, responses=BAD)
async def finish_pair(request: AnyRequest, services: Services) -> Response[Entered]:
    """Sign in once the other device has confirmed; `waiting` until it has answered."""
    nonce, _ = asking(request)

    def finish() -> Response[Entered]:
        auth, time = auth_of(services), now()
        found = auth.pairing.finish(nonce, time)
        if found is None:
            return Response(Entered(waiting=True), status_code=200)
        account, device = found
        return _enter(services, request, account, time, device, asked_here=False)

    return await services.workers.write(finish)


@post("/recover", status_code=200, responses=BAD)
async def recover(data: JSONBody[CodeRequest], request: AnyRequest, services: Services) -> Response[Entered]:
    """Sign in with a recovery code or with the token of an administrator's link.

    All other sessions end.
    """

    def enter() -> Response[Entered]:
        auth, time, where = auth_of(services), now(), network(request)
        if data.token:
            account = auth.recovery.use_link(data.token, where, time)
        else:
            account = auth.recovery.use_code(data.code, where, time)
        return _enter(services, request, account, time, asked_here=not data.token)

    return await services.workers.write(enter)


def _enter(
    services: RequestServices,
    request: AnyRequest,
    account: str,
    time: str,
    device: str = "",
    *,
    asked_here: bool = True,
) -> Response[Entered]:
    before, device = services.identity.who(request), device or device_of(request)
    way = auth_of(services).sign_in(account, device, time, before, asked_here=asked_here)
    return entered(services, request, way)


# Sign-out


@delete("/", status_code=200, responses=answers(400, 403))
async def sign_out(request: AnyRequest, services: Services) -> Response[None]:
    """Sign this browser out.

    If it has kept the session of a guest, it continues as that guest.
    """

    def end() -> list[Cookie]:
        principal = services.identity.who(request)
        if services.people is not None and principal.session is not None:
            services.people.sessions.end(principal.id, principal.session.id)
        return services.identity.signed_out(request)

    return Response(None, status_code=200, cookies=await services.workers.write(end))


@delete("/others", status_code=200, responses=answers(400, 403, 422))
async def sign_others_out(request: AnyRequest, services: Services) -> None:
    """Sign out all of the sender's devices except this one."""

    def end() -> None:
        auth_of(services).sign_out_other_devices(signed_in(services, request))

    await services.workers.write(end)


@delete("/{session:str}", status_code=200, responses=answers(400, 403, 422))
async def sign_device_out(session: Word, request: AnyRequest, services: Services) -> None:
    """Sign out one of the sender's devices; does nothing for other sessions."""

    def end() -> None:
        services.known_people().sessions.end(signed_in(services, request).id, session)

    await services.workers.write(end)


router = Router(
    "/api/session",
    route_handlers=[
        begin_passkey, finish_passkey, mail, code, password, oidc, pair, finish_pair, recover, sign_out,
        sign_others_out, sign_device_out,
    ],
    tags=["people"], opt=CLOSED,
)  # fmt: skip
