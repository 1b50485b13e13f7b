"""The analysis of a finished match: important decisions and their value."""

from __future__ import annotations

from typing import Any

import pytest

from guided import FORD, TITHE
from matches.helpers import Table, sit
from palatine import registry
from palatine.core import Refused
from palatine.matches import MatchServices, NotFound
from palatine.processes import WorkFailed


def test_it_waits_for_the_end(services: MatchServices) -> None:
    table = sit(services)
    with pytest.raises(Refused, match="when it is over"):
        services.guidance.key_decisions(table.match)
    with pytest.raises(Refused, match="when it is over"):
        services.guidance.analyse(table.match, 0, "North")


def test_decisions_are_those_after_which_chances_had_changed_most(services: MatchServices, over: Table) -> None:
    found = services.guidance.key_decisions(over.match)
    assert found
    assert [(each.before, each.seat) for each in found] == sorted((each.before, each.seat) for each in found)
    loaded = services.runtime.open(over.match)
    for each in found:
        chances = [
            FORD.evaluate(services.runtime.state_at(loaded, at))[loaded.names.index(each.seat)]
            for at in (each.before, each.after)
        ]
        assert each.chance == chances[0]
        assert each.change == chances[1] - chances[0]
        line = services.runtime.storage.actions_in_force(over.match, each.before, each.after)
        assert (line[0].seat, line[-1].seat) == (each.seat, each.seat)


def test_a_decision_is_analysed_once(services: MatchServices, over: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    first = services.guidance.key_decisions(over.match)[0]
    found = services.guidance.analyse(over.match, first.before, first.seat)
    assert found.seat == first.seat
    assert found.expected + found.hidden + found.dice == pytest.approx(found.after)

    def never(*_: Any, **__: Any) -> bytes:
        raise AssertionError("asked again")

    monkeypatch.setattr(services.runtime.executor, "call", never)
    assert services.guidance.analyse(over.match, first.before, first.seat) == found


def test_where_nothing_was_decided(services: MatchServices, over: Table) -> None:
    first = services.guidance.key_decisions(over.match)[0]
    other = next(name for name in ("North", "South") if name != first.seat)
    with pytest.raises(Refused, match=f"{other} made no decision there"):
        services.guidance.analyse(over.match, first.before, other)
    with pytest.raises(NotFound):
        services.guidance.analyse("nosuchmatch234", 0, "North")


def test_a_failure_is_told_and_not_kept(
    services: MatchServices, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = services.guidance.key_decisions(over.match)[0]
    with monkeypatch.context() as patched:

        def fails(*_: Any, **__: Any) -> bytes:
            raise WorkFailed("out of memory")

        patched.setattr(services.runtime.executor, "call", fails)
        with pytest.raises(Refused, match="cannot be analysed"):
            services.guidance.analyse(over.match, first.before, first.seat)
    assert services.guidance.analyse(over.match, first.before, first.seat).samples > 0


def test_sheets_are_those_that_were_handed_in_last(services: MatchServices) -> None:
    registry.register("guided-tithe", TITHE)
    bots = {seat: {"kind": "bot", "bot": "recruit"} for seat in ("Abbey", "Baron")}
    made = services.matches.create("guided-tithe", None, ("Abbey", "Baron"), {}, "", bots)
    found = services.guidance.key_decisions(made.match)
    assert found
    assert all(each.after == each.before + 1 for each in found)
    analysed = services.guidance.analyse(made.match, found[0].before, found[0].seat)
    assert analysed.expected + analysed.hidden + analysed.dice == pytest.approx(analysed.after)
