"""The API of matches: creating, viewing, acting, verifying, importing and exporting."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody, QueryParameter

from palatine import registry
from palatine.core import Unreadable
from palatine.matches import (
    Changes,
    ClientView,
    Forbidden,
    MatchCreated,
    MatchInfo,
    Verification,
    Writing,
    file_to_text,
)
from palatine.web import board_cache, new_matches
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import (
    ActRequest,
    BranchRequest,
    CreateRequest,
    MatchFile,
    Reason,
    Reasons,
    UndoRequest,
    WhyRequest,
)
from palatine.web.problems import problem_responses
from palatine.web.requests import AsChangesParameter, Services, WordParameter
from palatine.web.requests import SeatParameter as SeatName
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

OnceFlag = Annotated[
    bool, QueryParameter(description="Send faces and silhouettes only with the first board that has them.")
]
IMPORT_LIMIT = 5 * 1024 * 1024


# Creating


@post("/", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def create(data: JSONBody[CreateRequest], request: AnyRequest, services: Services) -> Response[MatchCreated]:
    """Create a match.

    On a server with accounts it belongs to the sender, who takes the seat whose player is `me`. In local mode the
    response has the secret keys of the seats for human players.
    """
    await services.count_attempt(request, "create")
    if _are_all_bots(data):
        await services.count_attempt(request, "watch")
    made, cookies = await services.workers.write(new_matches.create_match, services, request, data)
    return Response(made, status_code=201, cookies=cookies)


def _are_all_bots(data: CreateRequest) -> bool:
    seats = data.seats or registry.load(data.game).scenario(data.scenario).tables[0]
    return all([seat in data.players and data.players[seat].kind == "bot" for seat in seats])


@get("/", responses=problem_responses(400))
async def list_matches(request: AnyRequest, services: Services) -> list[MatchInfo]:
    """Return the sender's matches: those where they must act, then the newest."""
    return await services.workers.run(services.own_matches, request)


@post(
    "/import",
    status_code=201,
    request_max_body_size=IMPORT_LIMIT,
    responses=problem_responses(400, 403, 413, 415, 422, 429),
)
async def import_match(data: JSONBody[MatchFile], request: AnyRequest, services: Services) -> MatchCreated:
    """Import a finished match from a match file."""
    await services.count_attempt(request, "import")

    def save() -> MatchCreated:
        services.identity.check_sign_up_allowed(request)
        return MatchCreated(services.archive.import_(data), {})

    return await services.workers.run_long(save)


@post("/{match:str}/branch", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def branch(
    match: WordParameter, data: JSONBody[BranchRequest], request: AnyRequest, services: Services
) -> Response[MatchCreated]:
    """Create a what-if from a position of this match.

    While the match is in play, only a seat with its key can do so.
    """
    await services.count_attempt(request, "branch")

    def make() -> tuple[MatchCreated, list[Cookie]]:
        key = None if data.seat is None else services.seat_credential(request, match, data.seat)
        if services.matches.info(match).status != "over":
            if data.seat is None:
                raise Forbidden(say("problem.what-if"))
            services.limits.count("what-if", f"{match} {data.seat}")
        else:
            services.check_can_view(request, match, None)
        return new_matches.create_branch(services, request, match, key, data)

    made, cookies = await services.workers.run_long(make)
    return Response(made, status_code=201, cookies=cookies)


# Viewing


@get("/{match:str}", responses=problem_responses(400, 404))
async def info(match: WordParameter, request: AnyRequest, services: Services) -> MatchInfo:
    """Return the public information about a match, and the seats that are open to the sender."""

    def load() -> MatchInfo:
        return services.match_for(request, match)

    return await services.workers.run(load)


@get("/{match:str}/boards", responses=problem_responses(400, 403, 404))
async def boards(
    match: WordParameter, request: AnyRequest, services: Services, once: OnceFlag = False
) -> Response[Any]:
    """Return the boards of a match as data to draw.

    They can change only in games of secret orders, when a turn runs.
    """

    def draw() -> tuple[bytes, bytes, str]:
        services.check_can_watch(request, match)
        watching = not services.own_seats(request, match)
        return board_cache.drawing_of_match(services.matches, match, once, watching=watching)

    return board_cache.board_response(request, await services.workers.run(draw))


# Acting


@post("/{match:str}/actions", status_code=200, responses=problem_responses(400, 403, 404, 409, 413, 415, 422))
async def act(
    match: WordParameter,
    data: JSONBody[ActRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChangesParameter = False,
) -> Response[ClientView | Changes]:
    """Carry out one or more actions or a shortcut of a seat that saw `version`.

    Returns what the seat sees afterwards.
    """
    if (data.actions is None) == (data.shortcut is None):
        raise Unreadable(say("problem.actions-or-shortcut"))

    def do() -> Writing[Response[Any]]:
        key = services.seat_credential(request, match, data.seat)
        given: Any = {"offered": data.offered, "brief": as_changes}
        if data.shortcut is not None:
            seen = yield from services.matches.writing_shortcut(match, key, data.shortcut, data.version, **given)
        else:
            actions = [(move.verb, move.operand) for move in data.actions or ()]
            seen = yield from services.matches.writing_actions(
                match, key, actions, data.version, data.duration_key, **given
            )
        return services.view_response(seen, data.seat, data.version, as_changes)

    with services.hub.acting(match):
        return await services.workers.act(lambda: services.hub.action_queue.run(match, do))


@post("/{match:str}/undo", status_code=200, responses=problem_responses(400, 403, 404, 409, 413, 415, 422))
async def undo(
    match: WordParameter,
    data: JSONBody[UndoRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChangesParameter = False,
) -> Response[ClientView | Changes]:
    """Undo the seat's last action or shortcut.

    This fails if the action revealed information or if another seat has acted since.
    """

    def do() -> Response[Any]:
        seen = services.matches.undo(match, services.seat_credential(request, match, data.seat), data.version)
        return services.view_response(seen, data.seat, data.version, as_changes)

    return await services.workers.write(do)


@post("/{match:str}/resign", status_code=200, responses=problem_responses(400, 403, 404, 409, 413, 415, 422))
async def resign(
    match: WordParameter,
    data: JSONBody[UndoRequest],
    request: AnyRequest,
    services: Services,
    as_changes: AsChangesParameter = False,
) -> Response[ClientView | Changes]:
    """Concede the match."""

    def do() -> Response[Any]:
        seen = services.matches.resign(match, services.seat_credential(request, match, data.seat), data.version)
        return services.view_response(seen, data.seat, data.version, as_changes)

    return await services.workers.write(do)


@post("/{match:str}/why", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def why(match: WordParameter, data: JSONBody[WhyRequest], request: AnyRequest, services: Services) -> Reasons:
    """Return why the seat may not take these actions now, the most informative reason first.

    Each reason has its clause.
    """

    def ask() -> Reasons:
        services.seat_credential(request, match, data.seat)
        dull = services.matches.explain(match, data.seat, "", 0)
        found: dict[tuple[str, str], Reason] = {}
        for move in data.actions:
            refusal = services.matches.explain(match, data.seat, move.verb, move.operand)
            if refusal is not None:
                reason = Reason(move.verb, move.operand, refusal.clause, refusal.reason)
                found.setdefault((refusal.clause, refusal.reason), reason)
        specific = [each for each in found.values() if dull is None or each.reason != dull.reason]
        return Reasons(specific or list(found.values()))

    return await services.workers.run(ask)


# Verifying and exporting


@get("/{match:str}/verify", responses=problem_responses(400, 403, 404, 422, 429))
async def verify(match: WordParameter, request: AnyRequest, services: Services) -> Verification:
    """Verify a finished match: the seed against the commitment, every roll and every action."""
    await services.count_attempt(request, "verify")

    def check() -> Verification:
        services.check_can_view(request, match, None)
        return services.archive.verify(match)

    return await services.workers.run_long(check)


@get("/{match:str}/export", responses=problem_responses(400, 403, 404))
async def export(
    match: WordParameter, request: AnyRequest, services: Services, seat: SeatName = None
) -> Response[MatchFile]:
    """Return a match as a file.

    A finished match is complete; before the end, the file has what a seat or a spectator knows.
    """

    def write() -> bytes:
        services.check_can_view_past(request, match, seat)
        key = None if seat is None else services.seat_credential(request, match, seat)
        return file_to_text(services.archive.export(match, key)).encode()

    headers = {"content-disposition": f'attachment; filename="{match}.palatine.json"'}
    data: Any = await services.workers.run_long(write)
    return Response(data, media_type="application/json", headers=headers)


router = Router(
    "/api/matches",
    route_handlers=[
        create, list_matches, import_match, branch, info, boards, act, undo, resign, why, verify, export,
    ],
    tags=["matches"], opt=PLAY_TOKENS,
)  # fmt: skip
