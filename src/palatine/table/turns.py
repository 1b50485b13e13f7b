"""What is written of secret orders: sheets handed in, turns run, votes, and seats that fall vacant."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine import registry
from palatine.core import Entry, OrdersGame, Sheet, State
from palatine.table.clock import clock_of, deadline_after
from palatine.table.draft import Draft, Entries, Rolls, drain
from palatine.table.session import Scene


def rules(game: Any) -> OrdersGame[Any]:
    """A game that is known to be one of secret orders."""
    assert game.orders
    found: OrdersGame[Any] = game
    return found


def turn_of(state: Any) -> int:
    """The turn of a state of secret orders."""
    turn: int = state.turn
    return turn


def hand_in(draft: Draft, seat: str, text: str, sheet: Sheet) -> None:
    """Lay a sheet, in place of an earlier one. That somebody has handed in is told to all, that he has changed
    his mind to himself alone."""
    place = draft.was.names.index(seat)
    again = seat in draft.row.handed
    draft.scene = Scene(draft.game, laid(rules(draft.game), draft.state, seat, sheet))
    if draft.seats[place].missed:
        draft.reseat(place, missed=0)
    said = {"seat": seat, "turn": draft.row.turn}
    entry = Entry("house.replace", said, readers=(place,)) if again else Entry("house.hand_in", said)
    data = {"turn": draft.row.turn, "text": text}
    draft.record("hand_in", seat, data={**data, "again": True} if again else data, entries=(entry,))
    _count_votes(draft, {each: who for each, who in draft.row.votes.items() if each != seat})


def run_turn(draft: Draft, why: str, by: str = "") -> None:
    """Run the turn: as all have handed in ("all"), the time is up ("deadline"), or `by` says so ("called")."""
    turn = draft.row.turn
    missing = rules(draft.game).actors(draft.state)
    state, rolls, entries = turned(rules(draft.game), draft.state)
    told = [Entry("house.turn-" + why, {"turn": turn, "seat": by})]
    if missing:
        told.append(Entry("house.missing", {"seats": list(missing)}))
    _move_on(draft, state)
    draft.record(
        "turn",
        by,
        data={"turn": turn, "why": why, "missing": list(missing)},
        rolls=rolls,
        entries=(*told, *entries),
    )
    for place, row in enumerate(draft.seats):
        missed = row.missed + 1 if row.seat in missing else 0
        if missed != row.missed:
            draft.reseat(place, missed=missed)
    last = draft.row.deadline if why == "deadline" else ""
    draft.row = msgspec.structs.replace(
        draft.row,
        turn=state.turn if state.outcome is None else turn + 1,
        deadline=deadline_after(clock_of(draft.row.clock), draft.time, last),
    )


def vote(draft: Draft, voter: str, against: str, *, out: bool) -> None:
    """Count a vote to eject a seat, or take it back."""
    given = draft.row.votes.get(against, [])
    now = [*given, voter] if out else [each for each in given if each != voter]
    draft.tell("vote", voter, "vote" if out else "unvote", data={"against": against, "out": out}, against=against)
    _count_votes(draft, {**draft.row.votes, against: now})


def _count_votes(draft: Draft, votes: dict[str, list[str]]) -> None:
    kept = {seat: voters for seat, voters in votes.items() if voters}
    if kept != draft.row.votes:
        draft.row = msgspec.structs.replace(draft.row, votes=kept)


def eject(draft: Draft, seat: str, why: str, by: str = "") -> None:
    """A player goes for good, and his key opens nothing any more: by "vote", sent out by the "referee", or "self".

    The game says what becomes of his realm; as long as it still has orders to give, a bot gives them.
    """
    state, rolls, entries = ejected(rules(draft.game), draft.state, seat)
    _move_on(draft, state)
    goes_on = state.outcome is None and seat in rules(draft.game).drafting(state)
    bot = registry.bots(draft.game)[0] if goes_on else ""
    draft.reseat(draft.was.names.index(seat), key="", bot=bot, missed=0)
    told = [Entry("house.eject-" + why, {"seat": seat, "by": by})]
    if bot:
        told.append(Entry("house.hand_over", {"seat": seat, "bot": bot}))
    data = {"why": why, "by": by, "bot": bot}
    draft.record("eject", seat, data=data, rolls=rolls, entries=(*told, *entries))
    votes = {each: [v for v in voters if v != seat] for each, voters in draft.row.votes.items() if each != seat}
    _count_votes(draft, votes)


def _move_on(draft: Draft, state: State) -> None:
    ply = draft.row.ply + 1
    draft.scene = Scene(draft.game, state)
    draft.row = msgspec.structs.replace(draft.row, ply=ply)
    draft.snapshots.append((ply, draft.game.encode(state)))


# What becomes of a state; the given one is left alone


def laid(game: OrdersGame[Any], state: State, seat: str, sheet: Sheet) -> State:
    after = state.copy()
    game.lay(after, seat, sheet)
    return after


def turned(game: OrdersGame[Any], state: State) -> tuple[Any, Rolls, Entries]:
    """The state after a turn, the rolls it drew and the entries it wrote."""
    after = _recording(state)
    game.run_turn(after)
    return after, *drain(after)


def ejected(game: OrdersGame[Any], state: State, seat: str) -> tuple[Any, Rolls, Entries]:
    """The state without the player of a seat; a sheet he has handed in is void."""
    after = _recording(state)
    game.withdraw(after, seat)
    game.eject(after, seat)
    return after, *drain(after)


def _recording(state: State) -> State:
    after = state.copy()
    after.journal = []  # type: ignore[misc]
    after.dice.drawn = []  # type: ignore[misc]
    return after
