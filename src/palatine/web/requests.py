"""Request handling shared by the handlers: application services and strict JSON bodies."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, cast
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.params import FromPath, QueryParameter

from palatine.accounts.auth.outgoing_mail import notify_account, queue_mail
from palatine.accounts.auth.service import AuthService
from palatine.accounts.principals import AccountService
from palatine.config import Config, is_loopback_host
from palatine.core import Unknown
from palatine.matches import Forbidden, MatchInfo, MatchServices, MatchView, SeatKey, SeatOwner
from palatine.matches.clock import now
from palatine.matches.runtime.projection import OMNISCIENT
from palatine.store import Store
from palatine.web.background import retention
from palatine.web.background.turn_feed import TurnFeed
from palatine.web.identity import Authenticator, bearer_token, cookie_name
from palatine.web.live.hub import Hub
from palatine.web.middleware.allowed_hosts import EVERYWHERE, in_network
from palatine.web.middleware.concurrency_limits import SLOT_SCOPE_KEY, Slot, Slots
from palatine.web.middleware.rate_limits import AddressLimiter
from palatine.web.seat_keys import AnyRequest, SeatKeys, all_keys, keys_of
from palatine.web.thread_pools import ThreadPools
from palatine.web.wording import say


class RequestServices:
    """The services that handlers use: matches, accounts, seat keys, live updates and threads."""

    def __init__(self, services: MatchServices, store: Store | None = None, config: Config | None = None) -> None:
        self.matches, self.seats, self.orders = services.matches, services.seats, services.orders
        self.proposals, self.clocks = services.proposals, services.clocks
        self.guidance, self.archive = services.guidance, services.archive
        self.store = store
        self.config = config or Config()
        self.people = (
            None if store is None or self.config.is_local else AccountService(services, store.database, self.config)
        )
        """None in local mode, which has no accounts."""
        self.auth = create_auth_service(self.people, store)
        self.identity = Authenticator(self.people)
        self.limits = AddressLimiter(store.attempts if store else None)
        trusts_proxies = bool(self.config.server.trusted_proxies) and not self.config.is_local
        self.slots = Slots(counts_local=trusts_proxies)
        self.seat_keys = SeatKeys(services)
        self.workers = ThreadPools()
        self.hub = Hub(services.matches, self.workers)
        self.turn_feed = None if store is None or self.people is None else TurnFeed(store.database, self.workers)

    def close(self) -> None:
        """Close the connections of all listeners."""
        self.hub.close()
        if self.turn_feed is not None:
            self.turn_feed.close()

    async def count_attempt(self, request: AnyRequest, action: str) -> None:
        """Count an attempt of the sender. Raises RateLimited."""
        await self.workers.write(self.limits.spend, action, client_address(request))

    def require_accounts(self) -> AccountService:
        """Return the accounts of the server. Raises Unknown in local mode, which has none."""
        if self.people is None:
            raise Unknown(say("problem.local"))
        return self.people

    def seat_credential(self, request: AnyRequest, match: str, seat: str) -> SeatKey:
        """Return what opens `seat` to the sender: their ownership of it or a seat key.

        Raises NotFound for an unknown match and Forbidden if the sender has neither.
        """
        principal = self.identity.principal(request)
        owner = SeatOwner(principal.id, seat)
        if principal.id and self.seats.seat_of(match, owner) == seat:
            return owner
        return self.seat_keys.key_for(match, seat, keys_of(request, match))

    def own_seats(self, request: AnyRequest, match: str) -> tuple[str, ...]:
        """Return the seats of a match that are open to the sender. Raises NotFound."""
        principal = self.identity.principal(request)
        held = self.seats.seats_of(match, principal.id) if principal.id else ()
        return tuple(dict.fromkeys((*held, *self.seat_keys.seats_of(match, keys_of(request, match)))))

    def own_matches(self, request: AnyRequest) -> list[MatchInfo]:
        """Return the sender's matches: those where they must act, then the newest."""
        found = self.matches.find(all_keys(request), self.identity.principal(request).id)
        return sorted(found, key=lambda each: (not set(each.yours) & set(each.asked), each.status == "over"))

    def site_address(self, request: AnyRequest) -> tuple[str, bool]:
        """Return the site's URL without a trailing slash, and whether other machines can reach it.

        Without `site.url`, a server that listens in the network replaces localhost by its address there.
        """
        told = self.config.site.url.rstrip("/")
        base = told or str(request.base_url).rstrip("/")
        if not told and self.config.server.host in EVERYWHERE:
            base = in_network(base)
        return base, not is_loopback_host(urlsplit(base).hostname or "")

    def expiry_time(self, match: str, version: int) -> str:
        """Return when a match at this version will be deleted unless it is played, or "" if never."""
        job = None if self.store is None else self.store.jobs.find(retention.job_key(match))
        return job.due if job is not None and job.data["version"] == version else ""

    def info(self, match: str, *, watching: bool = False) -> MatchInfo:
        """Return a match as its players may see it, or as spectators may if `watching`.

        Raises NotFound.
        """
        info = self.matches.info(match, watching=watching)
        return msgspec.structs.replace(info, expires=self.expiry_time(match, info.version))

    def match_for(self, request: AnyRequest, match: str) -> MatchInfo:
        """Return the match as the sender may see it, with the seats that are open to them."""
        yours = self.own_seats(request, match)
        return msgspec.structs.replace(self.info(match, watching=not yours), yours=yours)

    def view_response(self, match_view: MatchView, seat: str | None, since: int, as_changes: bool) -> Response[Any]:
        """Return the view of a seat, or the changes since the version that the client has."""
        if not as_changes:
            return Response(match_view)
        return Response(
            self.hub.sent_views.message_for(match_view, seat, since).data, media_type="application/json"
        )

    def permission_check(self, request: AnyRequest, match: str, seat: str | None) -> Callable[[], bool]:
        """Return a function that checks whether the sender may still see what `seat` sees."""
        principal = self.identity.principal(request)
        shown = request.cookies.get(cookie_name(request), ""), bearer_token(request)
        key = None if seat is None else self.seat_credential(request, match, seat)
        is_open = self._may_watch("", match)

        def known() -> str:
            return "" if self.people is None else self.people.principal(*shown, now()).id

        def may() -> bool:
            if key is None or seat is None:
                return is_open or self._may_watch(known(), match)
            if isinstance(key, SeatOwner) and known() != principal.id:
                return False
            may_look = is_open or self.seats.seat_of(match, key) == seat
            return may_look and self.seats.still_opens(match, key, seat)

        return may

    def check_can_view(self, request: AnyRequest, match: str, seat: str | None) -> None:
        """Raise Forbidden unless the sender may see what `seat` (None: a spectator) sees."""
        if seat is not None:
            self.seat_credential(request, match, seat)
            return
        self.check_can_watch(request, match)

    def check_can_view_past(self, request: AnyRequest, match: str, seat: str | None) -> None:
        """Raise Forbidden unless the sender may see earlier views of `seat`.

        Anyone who may watch a finished match may look as any seat, and as "referee", which sees everything.
        """
        if seat in (None, OMNISCIENT) or self.matches.info(match).status == "over":
            self.check_can_watch(request, match)
        else:
            self.check_can_view(request, match, seat)

    def check_can_watch(self, request: AnyRequest, match: str) -> None:
        """Raise Forbidden unless the sender may watch a match or plays in it."""
        if self.people is None or self.own_seats(request, match):
            return
        if not self.people.match_terms.may_watch(self.identity.principal(request).id, match):
            raise Forbidden(say("problem.closed-to-spectators"))

    def _may_watch(self, account: str, match: str) -> bool:
        return self.people is None or self.people.match_terms.may_watch(account, match)


def create_auth_service(accounts: AccountService | None, store: Store | None) -> AuthService | None:
    """Return the sign-in methods of a server with accounts; None without accounts."""
    if accounts is None or store is None:
        return None
    return AuthService(accounts, store.attempts, queue_mail, notify_account)


def client_address(request: AnyRequest) -> str:
    """Return the network address of the sender, or "" if it is unknown."""
    return request.client.host if request.client else ""


def request_slot(request: AnyRequest) -> Slot:
    """Return the slot that a request holds."""
    return cast(Slot, request.scope[SLOT_SCOPE_KEY])  # type: ignore[literal-required]


def is_own_machine(request: AnyRequest) -> bool:
    """Return whether a request came from the server's own machine and not through a proxy."""
    is_near = client_address(request) in ("127.0.0.1", "::1", "::ffff:127.0.0.1")
    return is_near and not {"x-forwarded-for", "forwarded"} & set(request.headers)


Services = NamedDependency[RequestServices]
WordParameter = FromPath[str]
SeatParameter = Annotated[str | None, QueryParameter(max_length=80, description="The seat whose view is returned.")]
AsChangesParameter = Annotated[
    bool,
    QueryParameter(
        name="changes", description="Return changes since the version that the client has, and shortcuts as goals."
    ),
]
CountParameter = Annotated[int, QueryParameter(ge=0, le=2**53)]


@lru_cache(maxsize=64)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON body must match the handler's type without conversions.

    For example, neither "1" nor true is accepted as a number.
    """

    async def json(self) -> Any:
        kind = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        try:
            return _decoder(kind).decode(await self.body())
        except RecursionError as error:
            raise ClientException(say("problem.deep")) from error
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise ClientException(str(error).splitlines()[0]) from error
