"""HTTP client for a remote server, with the interface of the local services.

Its methods are those of `matches.MatchService`, with the same results and errors. A signed-in player's seats need no
key; the name of the seat is passed as the key. On servers without accounts, `keys` authorizes seats as on this
machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import quote

import msgspec

from palatine.cli.common import catalogue
from palatine.core import (
    Action,
    Advice,
    Board,
    Layer,
    PalatineError,
    Preview,
    Problem,
    Recap,
    Refusal,
    Refused,
    RejectedSheet,
    Report,
    Suggestion,
    SyntaxProblem,
)
from palatine.matches import (
    Conflict,
    Forbidden,
    LessonMove,
    LetterInfo,
    MatchCreated,
    MatchInfo,
    MatchView,
    NotFound,
    SheetCheck,
    SheetDraft,
    SheetPreview,
)

T = TypeVar("T")

RESPONSE_SECONDS = 30.0
"""Seconds without a response after which a remote server counts as unreachable."""


class Unreachable(PalatineError):
    """Raised if a remote server does not respond, or not as Palatine does."""


class ServerProblem(msgspec.Struct):
    """Error response of a server (RFC 9457)."""

    detail: str = ""
    clause: str = ""
    view: MatchView | None = None
    problems: list[Problem] = []


class RemoteAccount(msgspec.Struct):
    """The account that signed in, or a sign-in that waits for confirmation on another device."""

    name: str = ""
    kind: str = ""
    waiting: bool = False


class SeatTaken(msgspec.Struct):
    """Response to taking a seat."""

    match: str
    seat: str


class RemoteUser(msgspec.Struct):
    """The account at a server; `joining` is "local" for a server without accounts."""

    joining: str
    name: str = ""


class _Reason(msgspec.Struct):
    clause: str
    reason: str


class _Reasons(msgspec.Struct):
    refusals: list[_Reason]


class RemoteMatchService:
    """The match service of a server at a URL."""

    def __init__(self, url: str, token: str = "", cookies: Mapping[str, str] | None = None) -> None:
        import httpx  # here for start-up time: local services do not need it

        self.url = url.rstrip("/")
        self.keys: dict[str, str] = {}
        """Keys to seats on servers without accounts, by seat."""
        self.matches = self.orders = self.guidance = self.archive = self
        """The services of `MatchServices` that a terminal uses."""
        heads = {"authorization": f"Bearer {token}"} if token else {}
        self.client: Any = httpx.Client(
            base_url=self.url,
            headers=heads,
            cookies=dict(cookies or {}),
            timeout=RESPONSE_SECONDS,
            follow_redirects=False,
        )

    # Signing in

    def me(self) -> RemoteUser:
        """Return the account at the server."""
        return self.get("/api/me", RemoteUser)

    def pair(self, code: str, device: str) -> None:
        """Request a sign-in with a code from a signed-in device.

        Raises Forbidden for a wrong code.
        """
        self.call("POST", "/api/session/pair", {"code": code, "device": device})

    def finish_pair(self) -> RemoteAccount:
        """Return the account once the other device has confirmed; `waiting` until then."""
        return self.post("/api/session/pair/finish", None, RemoteAccount)

    def sign_in_with_password(self, name: str, password: str) -> RemoteAccount:
        """Sign in. Raises Forbidden if name and password do not match."""
        return self.post("/api/session/password", {"name": name, "password": password}, RemoteAccount)

    def sign_out(self) -> None:
        """End the session of this terminal."""
        self.call("DELETE", "/api/session/", None)

    def join(self, token: str, number: str) -> SeatTaken:
        """Take a seat by an invitation."""
        return self.post(f"/api/invitations/{quote(token, safe='')}", {"number": number}, SeatTaken)

    # Matches

    def create(self, game: str, settings: Mapping[str, Any]) -> MatchCreated:
        """Create a match."""
        return self.post("/api/matches/", {"game": game, **settings}, MatchCreated)

    def take_seat_by_key(self, match: str, key: str, number: str | None = None) -> str:
        """Take a seat by its key and return the seat.

        Without a `number` for the dice, only look up the seat.
        """
        body: dict[str, Any] = {"key": key, "look": number is None}
        if number is not None:
            body["number"] = number
        return self.post(f"{_path(match)}/seats", body, SeatTaken).seat

    def find(self) -> list[MatchInfo]:
        """Return the matches of the signed-in account."""
        return self.get("/api/matches/", list[MatchInfo])

    def info(self, match: str) -> MatchInfo:
        return self.get(_path(match), MatchInfo)

    def boards(self, match: str) -> tuple[Board, ...]:
        return self.get(f"{_path(match)}/boards", tuple[Board, ...])

    def view(self, match: str, seat: str | None = None, since: int = 0) -> MatchView:
        return self.get(f"{_path(match)}/view", MatchView, seat, since=since)

    def layers(self, match: str, seat: str | None = None) -> tuple[Layer, ...]:
        return self.get(f"{_path(match)}/layers", tuple[Layer, ...], seat)

    def explain(self, match: str, seat: str, verb: str, operand: int) -> Refusal | None:
        body = {"seat": seat, "actions": [{"verb": verb, "operand": operand}]}
        found = self.post(f"{_path(match)}/why", body, _Reasons, seat).refusals
        return Refusal(found[0].clause, found[0].reason) if found else None

    def act_all(
        self, match: str, key: str, actions: Sequence[Action], version: int, duration_key: str = ""
    ) -> MatchView:
        body = {"version": version, "actions": _moves(actions), "duration_key": duration_key}
        return self._call_for_seat(f"{_path(match)}/actions", key, body, MatchView)

    def undo(self, match: str, key: str, version: int) -> MatchView:
        return self._call_for_seat(f"{_path(match)}/undo", key, {"version": version}, MatchView)

    def end_auto_replies(self, match: str, key: str, version: int) -> MatchView:
        return self._call_for_seat(f"{_path(match)}/auto-replies", key, {"version": version}, MatchView, "PUT")

    def resign(self, match: str, key: str, version: int) -> MatchView:
        return self._call_for_seat(f"{_path(match)}/resign", key, {"version": version}, MatchView)

    def export(self, match: str, key: str | None = None) -> dict[str, Any]:
        return self.get(f"{_path(match)}/export", dict[str, Any], key)

    # Guidance

    def preview(self, match: str, key: str, actions: Sequence[Action], version: int) -> Preview:
        body = {"version": version, "actions": _moves(actions)}
        return self._call_for_seat(f"{_path(match)}/preview", key, body, Preview)

    def preview_sheet(self, match: str, key: str, text: str) -> SheetPreview:
        return self._call_for_seat(f"{_path(match)}/preview-sheet", key, {"text": text}, SheetPreview)

    def recap(self, match: str, key: str | None) -> Recap:
        return self.get(f"{_path(match)}/recap", Recap, key)

    def advise(self, match: str, key: str) -> Advice:
        return self._call_for_seat(f"{_path(match)}/advice", key, {}, Advice)

    def move_lesson(self, match: str, key: str, do: LessonMove, version: int) -> MatchView:
        return self._call_for_seat(f"{_path(match)}/lesson", key, {"do": do, "version": version}, MatchView)

    # Secret orders

    def draft(self, match: str, key: str) -> SheetDraft:
        return self.get(f"{_path(match)}/draft", SheetDraft, key)

    def save_draft(self, match: str, key: str, text: str, turn: int) -> None:
        self._call_for_seat(f"{_path(match)}/draft", key, {"text": text, "turn": turn}, SheetDraft, "PUT")

    def check(self, match: str, key: str, text: str | bytes) -> SheetCheck:
        return self._call_for_seat(f"{_path(match)}/check", key, {"text": _text(text)}, SheetCheck)

    def characters(self, match: str, key: str) -> list[str]:
        return self.get(f"{_path(match)}/characters", list[str], key)

    def suggest(self, match: str, key: str, character: str | None = None) -> list[Suggestion]:
        more = {} if character is None else {"character": character}
        return self.get(f"{_path(match)}/suggestions", list[Suggestion], key, **more)

    def hand_in(self, match: str, key: str, text: str | bytes, turn: int) -> MatchView:
        body = {"text": _text(text), "turn": turn}
        return self._call_for_seat(f"{_path(match)}/orders", key, body, MatchView, "PUT")

    def run_turn(self, match: str, key: str | None = None) -> MatchView:
        return self.post(f"{_path(match)}/run-turn", {"seat": key}, MatchView, key)

    def report(self, match: str, seat: str | None = None, turn: int | None = None) -> Report:
        more = {} if turn is None else {"turn": turn}
        return self.get(f"{_path(match)}/report", Report, seat, **more)

    def write_letter(self, match: str, key: str, to: Sequence[str], text: str) -> LetterInfo:
        return self._call_for_seat(f"{_path(match)}/letters", key, {"to": list(to), "text": text}, LetterInfo)

    def letters(self, match: str, key: str) -> list[LetterInfo]:
        return self.get(f"{_path(match)}/letters", list[LetterInfo], key)

    # Requests

    def get(self, path: str, kind: type[T], seat: str | None = None, **query: Any) -> T:
        """Return the response to GET, as `seat` sees it if one is named."""
        asked = query if seat is None else {"seat": seat, **query}
        return self._parse_answer(self.call("GET", path, None, seat, asked), kind)

    def post(self, path: str, body: Any, kind: type[T], seat: str | None = None) -> T:
        return self._parse_answer(self.call("POST", path, body, seat), kind)

    def _call_for_seat(self, path: str, seat: str, body: dict[str, Any], kind: type[T], method: str = "POST") -> T:
        return self._parse_answer(self.call(method, path, {"seat": seat, **body}, seat), kind)

    def call(self, method: str, path: str, body: Any, seat: str | None = None, query: Any = None) -> bytes:
        """Send a request and return the response body.

        Raises the exceptions of the local services, and Unreachable.
        """
        import httpx  # here for start-up time

        heads = {"authorization": f"Bearer {self.keys[seat]}"} if seat in self.keys else {}
        try:
            answer = self.client.request(method, path, json=body, params=query, headers=heads)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Unreachable(catalogue().say("elsewhere.unreachable", url=self.url, reason=str(error))) from error
        if answer.status_code >= 300:
            raise self._error(answer, path)
        told: bytes = answer.content
        return told

    def _parse_answer(self, told: bytes, kind: type[T]) -> T:
        try:
            return msgspec.json.decode(told, type=kind)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Unreachable(catalogue().say("elsewhere.other-words", url=self.url)) from error

    def _error(self, answer: Any, path: str) -> PalatineError:
        """Return a server's error as the exception that local services would raise."""
        try:
            told = msgspec.json.decode(answer.content, type=ServerProblem)
        except (msgspec.MsgspecError, UnicodeError):
            return Unreachable(catalogue().say("elsewhere.no-palatine", url=self.url, status=answer.status_code))
        status: int = answer.status_code
        if status == 409 and told.view is not None:
            return Conflict(told.view, 0)
        if told.problems:
            certain = any(not each.uncertain for each in told.problems)
            return (RejectedSheet if certain else SyntaxProblem)(told.problems)
        if status == 404 and path.startswith("/api/matches/"):
            return NotFound(path.split("/")[3])
        if status == 403:
            return Forbidden(told.detail)
        return Refused(told.clause, told.detail) if status == 422 else PalatineError(told.detail)


def _path(match: str) -> str:
    return f"/api/matches/{quote(match, safe='')}"


def _moves(actions: Sequence[Action]) -> list[dict[str, Any]]:
    return [{"verb": verb, "operand": operand} for verb, operand in actions]


def _text(text: str | bytes) -> str:
    return text.decode(errors="replace") if isinstance(text, bytes) else text
