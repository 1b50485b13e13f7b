"""The law of turns without leaks, tested on an honest game of agents and on planted leaks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from palatine.core import Entry, Panel, Report, Row, Section, View
from palatine.testing import NO_CHECKS, NonconformanceError, conformance
from palatine.testing.examples.tithe.components import VILLAGES, lord
from palatine.testing.examples.tithe.referee import Tithe
from palatine.testing.examples.tithe.state import TitheState
from palatine.testing.laws.dealing import deals_rest_on_what_is_known, secrets_are_dealt, turns_reveal_no_secret
from palatine.testing.laws.orders import orders_of_others_are_hidden, reports_keep_secrets
from palatine.testing.laws.seeing import secrets_are_kept

LAW = "turns reveal no secret"


class AgentState(TitheState):
    """Tithe with an agent for each lord, hidden from the others."""

    agent: list[int] = []
    """The village of each agent."""
    captain: list[int] = []
    """The disguised leader of each agent's men."""
    note: list[str] = []
    """The notes of each lord."""


class Agents(Tithe):
    """Tithe with agents who travel, spy on lords whose reeves they meet, and fight each other."""

    state_type = AgentState

    def begin(self, *given: Any) -> Any:
        plain = super().begin(*given)
        count = len(plain.seats)
        fields = {name: getattr(plain, name) for name in plain.__struct_fields__}
        return AgentState(**fields, agent=[5 - n for n in range(count)], captain=[0] * count, note=[""] * count)

    def prose(self, entry: Entry) -> str:
        is_own = entry.kind in ("lurks", "spies", "fights", "owns", "rich")
        return f"{entry.kind} {sorted(entry.data.items())}" if is_own else super().prose(entry)

    def run_turn(self, state: Any) -> None:
        super().run_turn(state)
        if state.outcome is not None:
            return
        state.agent = [(village + seat + 1) % len(VILLAGES) for seat, village in enumerate(state.agent)]
        for seat, village in enumerate(state.agent):
            self.lurk(state, seat, village)
            for other in {lord(reeve) for reeve, at in enumerate(state.place) if at == village} - {seat}:
                state.note[seat] += f"{state.seats[other]} had {state.gold[other]} in {state.turn}. "
                self.spy(state, seat, other)
            for other in range(seat):
                if state.agent[other] == village:
                    for each in (seat, other):
                        state.note[each] += f"Agents met at {VILLAGES[village]} in {state.turn}. "
                    self.fight(state, seat, other)

    def lurk(self, state: Any, seat: int, village: int) -> None:
        state.log("lurks", "3.2", readers=(seat,), village=village)

    def spy(self, state: Any, seat: int, other: int) -> None:
        state.log("spies", "3.2", readers=(seat,), lord=other, gold=state.gold[other])

    def fight(self, state: Any, seat: int, other: int) -> None:
        state.log("fights", "3.2", readers=(other, seat), village=state.agent[seat])

    def view(self, state: Any, seat: str | None) -> View:
        seen = super().view(state, seat)
        if seat is None:
            return seen
        place = state.seats.index(seat)
        rows = (
            Row("Agent", VILLAGES[state.agent[place]]), Row("Captain", str(state.captain[place])),
            Row("Note", state.note[place]),
        )  # fmt: skip
        return msgspec.structs.replace(seen, panels=(*seen.panels, Panel("agent", "Agent", rows)))

    def determinize(self, state: Any, seat: str | None, seed: bytes) -> Any:
        deal: Any = super().determinize(state, seat, seed)
        random = Random(seed)
        for place, other in enumerate(state.seats):
            if other != seat:
                deal.agent[place] = random.randrange(len(VILLAGES))
                deal.captain[place] = random.randrange(4)
                deal.note[place] = ""
        return deal


# Mistakes


def rewritten(state: Any, change: Callable[[Entry], Entry]) -> None:
    if state.journal is not None:
        state.journal[:] = [change(entry) for entry in state.journal]


class HiddenPlace(Agents):
    """A leak: a public entry names the village of a hidden agent."""

    def lurk(self, state: Any, seat: int, village: int) -> None:
        state.log("lurks", "3.2", village=village)


class OpenLetter(Agents):
    """A leak: all lords read of gold that one sends to another."""

    def run_turn(self, state: Any) -> None:
        super().run_turn(state)
        rewritten(state, lambda each: msgspec.structs.replace(each, readers=None) if each.kind == "sends" else each)


class HiddenAmount(Agents):
    """A leak: a public entry has an amount that only its owner sees."""

    def run_turn(self, state: Any) -> None:
        super().run_turn(state)
        state.log("rich", "4", gold=max(state.gold))


class Unmasked(Agents):
    """A leak: the entry of a fight names a disguised leader to the enemy."""

    def fight(self, state: Any, seat: int, other: int) -> None:
        state.log("fights", "3.2", readers=(seat, other), captains=[state.captain[each] for each in (seat, other)])


class LoudSpy(Agents):
    """A leak: everyone reads what a spy has found out."""

    def spy(self, state: Any, seat: int, other: int) -> None:
        state.log("spies", "3.2", lord=other, gold=state.gold[other])


class WrongReader(Agents):
    """A leak: another seat than the agent's owner reads what the agent does."""

    def lurk(self, state: Any, seat: int, village: int) -> None:
        state.log("lurks", "3.2", readers=((seat + 1) % len(state.seats),), village=village)


class TellingOrder(Agents):
    """A leak: the order of public entries shows who has the most gold."""

    def run_turn(self, state: Any) -> None:
        super().run_turn(state)
        for seat in sorted(range(len(state.seats)), key=lambda each: state.gold[each]):
            state.log("owns", "3.2", lord=seat)


class HiddenLine(Agents):
    """A leak: a line of every report has an amount that only its owner sees."""

    def report(self, state: Any, seat: str | None, entries: Any) -> Report:
        told = super().report(state, seat, entries)
        lines = Section("agents", "Agents", (f"The captains are {state.captain}.",))
        return msgspec.structs.replace(told, sections=(*told.sections, lines))


MISTAKES: list[tuple[type[Agents], str]] = [
    (HiddenPlace, LAW),
    (OpenLetter, LAW),
    (HiddenAmount, LAW),
    (Unmasked, LAW),
    (LoudSpy, LAW),
    (WrongReader, LAW),
    (TellingOrder, LAW),
    (HiddenLine, "reports keep secrets"),
]


SECRETS = (
    turns_reveal_no_secret, reports_keep_secrets, secrets_are_kept, orders_of_others_are_hidden,
    deals_rest_on_what_is_known, secrets_are_dealt,
)  # fmt: skip
"""The laws that a mistake of secrecy could break."""


def findings(game: Any) -> set[str]:
    report = conformance(game, 40, laws=SECRETS, only=lambda setup: not setup.options, collect=True)
    return {each.what for each in report.findings}


def test_honest_games_tell_nothing_and_are_judged_often(tithe: Any) -> None:
    for game in (tithe, Agents()):
        report = conformance(game, 40, only=lambda setup: not setup.options, must_judge=(LAW,))
        assert report.counts[f"judged: {LAW}"] > 200


@pytest.mark.parametrize(("kind", "law"), MISTAKES, ids=lambda each: getattr(each, "__name__", each))
def test_the_law_that_finds_a_mistake(kind: Callable[[], Any], law: str) -> None:
    assert findings(kind()) == {law}


def test_a_kind_that_is_not_announced_is_found(monkeypatch: pytest.MonkeyPatch, tithe: Any) -> None:
    """The rules make collecting public, but no view shows who has collected."""
    monkeypatch.setattr("palatine.testing.laws.dealing.find_checks", lambda game: NO_CHECKS)
    assert findings(tithe) == {LAW}


def test_too_few_turns_are_not_judged(tithe: Any) -> None:
    given: dict[str, Any] = {
        "positions": 1, "seldom": 1, "only": lambda setup: not setup.options and len(setup.seats) == 2
    }  # fmt: skip
    report = conformance(tithe, **given)
    assert 0 < report.unjudged[LAW] < 40
    assert f"not judged: {LAW}: {report.unjudged[LAW]} of 40" in str(report)
    with pytest.raises(NonconformanceError, match=f"{LAW}: .* of 40"):
        conformance(tithe, **given, must_judge=(LAW,))
