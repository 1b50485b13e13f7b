"""Laws of shields against fire, demons, teleport and the dead, in random turns (E-20 to E-25)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.lord_and_master.laws.crowds import shields, wild_turns
from games.lord_and_master.positions import hargaar
from palatine.core import Entry
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.actions import leading
from palatine.games.lord_and_master.rules.common import protection
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NO_PERSON, State

FIRE = {"rain", "rain.nobody", "bolts", "bolts.nobody"}
STOPPED = {"sheltered", "demon-home", "thrown-back", "dead-undone"}


class Watch:
    """A recorder of arrivals in shielded places."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.turn = Turn(hargaar())
        self.dead: set[int] = set()
        self.led: list[int] = []
        move, enter = State.set_unit, leading.enter_place

        def begins(s: State) -> Turn:
            self.turn = Turn(s)
            self.dead = set()
            return self.turn

        def moves(s: State, n: int, **changes: Any) -> None:
            place = changes.get("place", s.units[n].place)
            is_new = place != s.units[n].place and place in self.turn.of(protection.Shields).places
            move(s, n, **changes)
            if is_new and pieces.TROOPS[s.units[n].code].race == "dead":
                self.dead.add(n)

        def enters(t: Turn, m: March, place: int) -> bool:
            is_shielded = place in t.of(protection.Shields).places
            goes_on = enter(t, m, place)
            if is_shielded and m.who == NO_PERSON and m.mover in t.s.demons:
                self.led.append(place)
            return goes_on

        monkeypatch.setattr(sequence, "Turn", begins)
        monkeypatch.setattr(State, "set_unit", moves)
        monkeypatch.setattr(leading, "enter_place", enters)


def burned_or_teleported(entries: list[Entry]) -> list[Entry]:
    """Return the fires and teleports at places that were already shielded."""
    wrong: list[Entry] = []
    safe: set[object] = set()
    for entry in entries:
        if entry.kind == "shield":
            safe.add(entry.data["place"])
        elif entry.kind in FIRE | {"teleport"} and entry.data["place"] in safe:
            wrong.append(entry)
    return wrong


@pytest.mark.clause("LM-E-20", "LM-E-21", "LM-E-22", "LM-E-24")
def test_a_shield_holds_off_whatever_it_is_against(monkeypatch: pytest.MonkeyPatch, parts: int) -> None:
    watch = Watch(monkeypatch)
    stopped: Counter[str] = Counter()
    wrong: list[Entry] = []
    intruders: list[int] = []
    for seed in range(60 // parts):
        for s in wild_turns(seed, shields):
            entries = s.journal or []
            wrong += burned_or_teleported(entries)
            stopped.update(entry.kind for entry in entries if entry.kind in STOPPED)
            safe = watch.turn.of(protection.Shields).places
            intruders += [n for n in s.still_free(watch.dead) if s.units[n].place in safe]
    assert (wrong, intruders, watch.led) == ([], [], [])
    assert all(stopped[kind] > 2 / parts for kind in STOPPED), stopped
