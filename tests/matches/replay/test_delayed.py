"""Delayed spectators, to whom no request shows later events."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from matches.helpers import Table, sit
from palatine.core import PalatineError, Unknown
from palatine.matches import MatchServices
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.store import Store

BEHIND = 2
ACTIONS = 700


def tell(ask: Callable[[], Any]) -> bytes:
    """Return an answer or a refusal of the server as bytes."""
    try:
        return repr(ask()).encode()
    except PalatineError as error:
        return str(error).encode()


def everything(services: MatchServices, match: str, at: int) -> list[bytes]:
    """Return all answers that a spectator can get about a match and a position of it."""
    ways: list[Callable[[], Any]] = [
        lambda: services.matches.view(match),
        lambda: services.matches.views(match, {None: 3}),
        lambda: _without_times(services.matches.info(match, watching=True)),
        lambda: services.matches.boards(match, watching=True),
        lambda: services.matches.layers(match),
        lambda: services.archive.replay(match, None, at),
        lambda: services.guidance.recap(match),
        lambda: services.guidance.recap(match, since=0),
        lambda: services.guidance.chapters(match),
        lambda: services.guidance.recap_between(match, None, 0, 10**6),
        lambda: services.orders.report(match),
        lambda: services.orders.report_picture(match),
        lambda: services.archive.export(match),
        lambda: services.guidance.story(match),
    ]
    return [tell(way) for way in ways]


def _without_times(info: Any) -> Any:
    """Return the match information without its clock, which delayed spectators do not get."""
    seats = tuple([msgspec.structs.replace(seat, missed=0) for seat in info.seats])
    return msgspec.structs.replace(info, seats=seats, times=None, deadline="", handed_in=(), updated="")


@pytest.fixture
def behind(store: Store) -> MatchServices:
    services = MatchServices(store)
    services.runtime.delay = lambda match: BEHIND
    return services


def turn_at(table: Table) -> int:
    turn: int = getattr(table.services.runtime.open(table.match).state, "turn")  # noqa: B009 -- every game calls it so
    return turn


@pytest.mark.parametrize(
    ("game", "often", "settings"),
    [
        pytest.param("elric", 30, {"forced": False, "scenario": "conflict-short"}, id="elric-whole"),
        pytest.param("tithe", 1, {"clock": {"hours": 0}}, id="tithe"),
    ],
)
def test_a_spectator_is_told_what_was_told_then_and_nothing_else(
    services: MatchServices, behind: MatchServices, game: str, often: int, settings: dict[str, Any]
) -> None:
    table, random = sit(services, game, **settings), Random(5)
    begins: dict[int, tuple[int, list[bytes]]] = {}
    for step in range(ACTIONS):
        info, turn = services.matches.info(table.match), turn_at(table)
        if info.status == "over":
            break
        if turn not in begins:
            begins[turn] = info.at, everything(services, table.match, info.at)
        elif step % often == 0:
            at, then = begins[max(1, turn - BEHIND)]
            assert everything(behind, table.match, at) == then
            with pytest.raises(Unknown):
                behind.archive.replay(table.match, None, at + 1)
        table.step(random)
    assert len(begins) > BEHIND + 1


def test_at_the_end_there_is_nothing_that_they_are_not_told(services: MatchServices, behind: MatchServices) -> None:
    table = sit(services, "tithe", clock={"hours": 0})
    table.play(Random(1))
    info = services.matches.info(table.match)
    assert info.status == "over"
    assert everything(behind, table.match, info.at) == everything(services, table.match, info.at)
    assert behind.matches.view(table.match).version == info.version


def test_what_was_gone_back_from_they_see_no_more(services: MatchServices, behind: MatchServices) -> None:
    """A takeback undoes the turn, and with it what they may see."""
    table, random = sit(services, "tithe", clock={"hours": 0}), Random(2)
    while turn_at(table) < BEHIND + 2:
        table.step(random)
    shown = behind.matches.view(table.match)
    pending = PendingWrite(services.runtime.open(table.match))
    pending.rewind(services.runtime.state_at(pending.was, 1), 1)
    pending.record("undo", table.asked[0], {"version": 2, "at": 1, "agreed": True})
    assert services.runtime.write(pending) is not None
    again = behind.matches.view(table.match)
    assert again.at == 0 < shown.at
    assert behind.matches.view(table.match, None, shown.version).entries == ()
