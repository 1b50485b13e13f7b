"""A match at any of its actions, and what-ifs branched from there."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from palatine.core import Dice, Piece, State, Unknown, View, key_of
from palatine.table.clock import settle
from palatine.table.desk import Desk
from palatine.table.errors import Forbidden
from palatine.table.seating import found_match, new_row
from palatine.table.session import Session
from palatine.table.shapes import Made, Sight
from palatine.table.telling import REFEREE, check_seat, lines
from palatine.table.turns import rules
from palatine.table.wording import words


def position(desk: Desk, session: Session, ply: int) -> State:
    """The state after the first `ply` of the actions that stand. It must not be changed."""
    row = session.row
    if ply == row.ply:
        return session.state
    found = desk.archive.snapshot(row.id, ply)
    assert found is not None
    at, data = found
    state: State = session.game.decode(data)
    assert at == ply or row.clock is None  # every turn of secret orders is kept
    for record in desk.archive.line(row.id, at, ply):
        session.game.take(state, record.seat, (record.verb, record.operand))
    return state


def check_at(session: Session, at: int) -> None:
    """Raise Unknown when the match has no such position."""
    if session.scene is None:
        raise Unknown("This match has not begun; there is nothing to replay.")
    if isinstance(at, bool) or not isinstance(at, int) or not 0 <= at <= session.row.ply:
        raise Unknown(f"This match has positions 0 to {session.row.ply}, no {at!r}.")


def replay(desk: Desk, match: str, seat: str | None, at: int) -> Sight:
    """The position after `at` actions as `seat` may see it, with the lines of the action that led there.

    Raises Forbidden when the referee's view is asked of a match that is still being played.
    """
    session = desk.open(match)
    check_at(session, at)
    is_over = session.row.status == "over"
    if seat == REFEREE and not is_over:
        raise Forbidden("Only a finished match shows everything to everybody.")
    if seat != REFEREE:
        check_seat(session, seat)
    at_end = is_over and at == session.row.ply
    if at_end and seat != REFEREE:
        view = session.view(seat)
    else:
        view = view_of(session, position(desk, session, at), seat)
        view = msgspec.structs.replace(view, choices=(), plans=(), verbs={})
    records = desk.archive.line(match, at - 1, at)
    return Sight(
        match=match,
        seat=seat,
        status=session.row.status,
        version=session.row.version,
        at=at,
        plies=session.row.ply,
        view=view,
        entries=tuple(lines(session, records, seat)),
        why_not=words().say("undo.replay"),
    )


def view_of(session: Session, state: State, seat: str | None) -> View:
    """The view of a seat, a spectator, or the referee, who sees what any seat sees."""
    game = session.game
    if seat != REFEREE:
        return game.view(state, seat)
    public = game.view(state, None)
    views = [game.view(state, each) for each in session.names]
    panels = dict.fromkeys(panel for view in (public, *views) for panel in view.panels)
    return msgspec.structs.replace(public, seat=REFEREE, pieces=_all_faces(public, views), panels=tuple(panels))


def _all_faces(public: View, views: list[View]) -> tuple[Piece, ...]:
    """Every piece that any seat sees the face of; backs only where nobody sees a face."""
    faces = {piece.id: piece for view in (*views, public) for piece in view.pieces if piece.face}
    open_places = {(piece.board, piece.space) for piece in faces.values()}
    backs = {
        piece.id: piece
        for piece in public.pieces
        if not piece.face and (piece.board, piece.space) not in open_places
    }  # fmt: skip
    return (*faces.values(), *backs.values())


def branch(desk: Desk, match: str, key: str | None, at: int, players: Mapping[str, Mapping[str, Any]]) -> Made:
    """A new match from the position after `at` actions, with dice of its own.

    Of a match still being played only what the seat of `key` (None: a spectator) may know goes along: what is
    hidden from it is dealt anew.
    """
    session = desk.open(match)
    seat = None if key is None else session.names[session.place_of(key)]
    check_at(session, at)
    game, row = session.game, session.row
    state = position(desk, session, at).copy()
    if row.status != "over":
        state = game.determinize(state, seat, secrets.token_bytes(16))
    if row.clock is not None:
        for each in session.names:
            rules(game).withdraw(state, each)
    if not game.actors(state):
        raise Unknown("The match is over at that position; branch from an earlier one.")
    state.dice = Dice(key_of(b""))
    made = new_row(
        row.game,
        game,
        row.scenario,
        row.options,
        row.title,
        forced=row.forced,
        clock=row.clock and settle({**row.clock, "hours": 0}),
        start=game.encode(state),
        origin={"match": match, "at": at},
    )
    return found_match(desk, made, session.names, players)
