"""Error responses: problem details for programs, HTML pages for browsers."""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any

import msgspec
from litestar import Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi import ResponseSpec

from palatine import metrics
from palatine.accounts.auth.rate_limits import RateLimited
from palatine.core import PalatineError, Problem, Refused, RejectedSheet, SyntaxProblem, Unknown, Unreadable
from palatine.matches import Conflict, Forbidden, MatchStuck, NotFound, StaleDraft, StorageError
from palatine.web.live.sent_views import whole_view
from palatine.web.middleware.request_ids import loggable_path
from palatine.web.models import MEDIA_TYPE, ProblemDetails
from palatine.web.rendering import render_page
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

log = logging.getLogger(__name__)

STATUS_BY_ERROR: dict[type[PalatineError], int] = {
    NotFound: 404, Forbidden: 403, Conflict: 409, StaleDraft: 409, Refused: 422, Unknown: 422, Unreadable: 400,
    StorageError: 503, MatchStuck: 503, SyntaxProblem: 422, RejectedSheet: 422, RateLimited: 429,
}  # fmt: skip

Handler = Any
MISSING_BODY_ERROR = {"key": "data", "message": "'data'"}
"""Validation error of the framework for a request without its required body."""


def problem_response(request: AnyRequest, status: int, detail: str, **more: Any) -> Response[Any]:
    """Return an error response; `more` are further fields of the problem details."""
    title = HTTPStatus(status).phrase
    headers = {"cache-control": "no-store"}
    if request.method in ("GET", "HEAD") and not request.url.path.startswith(("/api/", "/schema")):
        text = render_page("problem.html", title=title, status=status, detail=detail)
        return Response(text, status_code=status, media_type="text/html", headers=headers)
    body = msgspec.json.encode(ProblemDetails(title, status, detail, **more))
    return Response(body, status_code=status, media_type=MEDIA_TYPE, headers=headers)


def handle_palatine_error(request: AnyRequest, error: PalatineError) -> Response[Any]:
    metrics.ERRORS.add(type(error).__name__)
    status = next((STATUS_BY_ERROR[kind] for kind in type(error).__mro__ if kind in STATUS_BY_ERROR), 400)
    if isinstance(error, Refused):
        return problem_response(request, status, error.reason, clause=error.clause)
    if isinstance(error, SyntaxProblem | RejectedSheet):
        return problem_response(
            request, status, str(error), clause=_worst(error.problems), problems=tuple(error.problems)
        )
    if isinstance(error, StaleDraft):
        return problem_response(request, status, str(error), draft=error.draft)
    as_goals = request.query_params.get("changes") == "true"
    answer = problem_response(
        request, status, str(error), view=whole_view(getattr(error, "match_view", None), as_goals=as_goals)
    )
    if isinstance(error, RateLimited):
        answer.headers["retry-after"] = str(error.seconds)
    return answer


def _worst(problems: list[Problem]) -> str:
    return next((each.clause for each in problems if not each.uncertain), "")


def handle_http_error(request: AnyRequest, error: HTTPException) -> Response[Any]:
    detail = _detail_of(error)
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        detail = "; ".join(filter(None, [_validation_text(each) for each in error.extra])) or detail
    answer = problem_response(request, error.status_code, detail)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    return answer


def _detail_of(error: HTTPException) -> str:
    """Return the error in a sentence; the framework often only repeats the status phrase."""
    key = {404: "problem.no-page", 405: "problem.method"}.get(error.status_code, "")
    is_bare = error.detail == HTTPStatus(error.status_code).phrase
    return say(key) if key and is_bare else error.detail


def _validation_text(extra: Any) -> str:
    if not isinstance(extra, dict):
        return str(extra)
    if MISSING_BODY_ERROR.items() <= extra.items():
        return say("problem.no-body")
    return ": ".join(str(extra[name]) for name in ("key", "message") if extra.get(name))


def handle_unexpected_error(request: AnyRequest, error: Exception) -> Response[Any]:
    metrics.ERRORS.add(type(error).__name__)
    log.exception("Unexpected error: path=%s", loggable_path(request.url.path), exc_info=error)
    return problem_response(request, 500, say("problem.ours"))


EXCEPTION_HANDLERS: dict[Any, Handler] = {
    PalatineError: handle_palatine_error,
    HTTPException: handle_http_error,
    Exception: handle_unexpected_error,
}


def problem_responses(*statuses: int) -> dict[int, ResponseSpec]:
    """Return the problem responses of a handler, for the OpenAPI schema."""
    return {
        status: ResponseSpec(ProblemDetails, False, HTTPStatus(status).phrase, MEDIA_TYPE) for status in statuses
    }
