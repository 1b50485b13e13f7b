"""Acting, taking back, resigning: everything a seat does at a version of the match that it saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core import Action, PalatineError, Plan, Refused, Unreadable, is_action
from palatine.table import turns
from palatine.table.bots import go_on
from palatine.table.desk import Desk
from palatine.table.draft import Draft, check_legal
from palatine.table.errors import Conflict
from palatine.table.replay import position
from palatine.table.session import Session
from palatine.table.shapes import Sight
from palatine.table.telling import sight, why_no_undo
from palatine.table.trail import teaches
from palatine.table.wording import refused, words


def act(desk: Desk, match: str, key: str, actions: Sequence[Any], version: int, until: str = "") -> Sight:
    """Carry out `actions` of the seat that `key` opens, all in one transaction.

    A plan stops after a roll or a reveal when its next action is not legal any more; before one, nothing of it
    is carried out. With `until` it is the plan with that word, and stands.
    """
    if not actions:
        raise Unreadable("A plan has at least one action.")
    session, seat = _open(desk, match, key, version)
    draft = Draft(session)
    try:
        plan = _plan(session, seat, [as_action(action) for action in actions], until)
        for part, action in enumerate(plan.actions):
            if not _step(draft, seat, action, part, plan):
                break
    except PalatineError:
        _check_current(desk, session, seat, version)
        raise
    draft.play_forced()
    return _written(desk, draft, seat, version)


def _plan(session: Session, seat: str, actions: list[Any], until: str) -> Plan:
    """The plan that is meant: one the seat is offered, or another without a name."""
    offered = session.view(seat).plans
    meant = [plan for plan in offered if list(plan.actions) == actions and plan.until == until]
    if until and not meant:
        raise refused("not-standing")
    return meant[0] if meant else Plan("", tuple(actions))


def _step(draft: Draft, seat: str, action: Any, part: int, plan: Plan) -> bool:
    """Carry out an action of a plan; False when the plan ends before it."""
    try:
        check_legal(draft, seat, action)
    except Refused:
        last = draft.records[-1] if draft.records else None
        if last is None:
            raise
        if last.blame:
            return False
        only = draft.only_action()
        if only is None or only[0] != seat:
            raise
        draft.play(*only, forced=True)
        return _step(draft, seat, action, part, plan)
    says = plan.text or draft.game.action_text(draft.state, action)
    data: dict[str, Any] = {"says": says} | ({"part": part} if part else {})
    draft.play(seat, action, data=data | ({"until": plan.until} if plan.until else {}))
    return True


def as_action(value: Any) -> Any:
    """What came from outside as an action, if it has the shape of one; the rules refuse the rest."""
    return tuple(value) if isinstance(value, list | tuple) and is_action(tuple(value)) else value


def undo(desk: Desk, match: str, key: str, version: int) -> Sight:
    """Go back to before the last action or plan of the seat. Raises Refused, with the reason, when it may not."""
    session, seat = _open(desk, match, key, version)
    why = why_no_undo(session, seat)
    if why:
        _check_current(desk, session, seat, version)
        raise Refused("", why)
    ply = session.trail[-1].ply
    undone = desk.archive.line(match, ply, session.row.ply)
    taken: list[Action] = [(record.verb, record.operand) for record in undone]
    state = position(desk, session, ply)
    if teaches(session.game, state, seat, taken):
        raise Refused("", words().say("undo.reveal"))
    draft = Draft(session)
    draft.rewind(state, ply)
    draft.tell("undo", seat, data={"version": undone[0].n - 1})
    return _written(desk, draft, seat, version)


def resign(desk: Desk, match: str, key: str, version: int) -> Sight:
    """Give up: the others win."""
    session, seat = _open(desk, match, key, version)
    draft = Draft(session)
    if session.row.clock is None:
        draft.resign(seat)
    else:
        turns.eject(draft, seat, "self", seat)
    return _written(desk, draft, seat, version)


def _open(desk: Desk, match: str, key: str, version: int) -> tuple[Session, str]:
    """The match at that version and the seat, which may act.

    Raises Missing, Forbidden, Conflict when the match stands at another version, Refused when it is not being
    played or a bot has the seat.
    """
    session = desk.open_at(match, version)
    row = session.seats[session.place_of(key)]
    seat = row.seat
    if session.row.version != version:
        raise Conflict(sight(desk, session, seat, since_of(version)), version)
    if session.row.status != "playing":
        _check_current(desk, session, seat, version)
        raise refused(session.row.status)
    if row.bot:
        _check_current(desk, session, seat, version)
        raise refused("lent", bot=row.bot, seat=seat)
    return session, seat


def _check_current(desk: Desk, session: Session, seat: str, version: int) -> None:
    """Raise Conflict when what this process knew of the match is not how it stands."""
    current = desk.open(session.row.id)
    if current.row.version != version:
        raise Conflict(sight(desk, current, seat, since_of(version)), version)


def _written(desk: Desk, draft: Draft, seat: str, version: int) -> Sight:
    session = desk.write(draft)
    if session is None:
        current = desk.open(draft.row.id)
        raise Conflict(sight(desk, current, seat, since_of(version)), version)
    return sight(desk, go_on(desk, session), seat, version)


def since_of(version: Any) -> int:
    return max(0, version) if isinstance(version, int) else 0
