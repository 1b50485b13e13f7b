"""Properties checked inside the rules while positions near an end are played on."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from pace import sampled
from palatine.games.elric.components.pieces import ELRIC, FLEET, KIND
from palatine.games.elric.components.world import IS_SEA, MELNIBONE, PORT_SEA
from palatine.games.elric.rules.combat import aftermath, battle_spells, cities, retreats
from palatine.games.elric.rules.combat.participants import came_from, the_battle
from palatine.games.elric.rules.common import deaths
from palatine.games.elric.rules.common.closed_areas import opens_gate
from palatine.games.elric.state import NOBODY
from palatine.testing.soak import fuzz_endgame


class Watch:
    """A recorder that checks and counts each call of some functions before it is made."""

    def __init__(self, monkeypatch: Any) -> None:
        self.monkeypatch, self.counts = monkeypatch, Counter[str]()

    def on(self, module: Any, name: str, look: Any) -> None:
        real = getattr(module, name)

        def watched(*args: Any, **named: Any) -> Any:
            self.counts[name] += 1
            look(*args, **named)
            return real(*args, **named)

        self.monkeypatch.setattr(module, name, watched)


def look_at_capture(s: Any, seat: int, area: int, stack: tuple[int, ...]) -> None:
    """Check that only an owner of its gate captures Imrryr (7.5.9).

    Nobody captures a city from aboard a ship (7.5.2).
    """
    assert area != MELNIBONE or opens_gate(s, stack)
    assert any([KIND[p] != FLEET for p in stack])


def look_at_siege(s: Any, seat: int, area: int) -> None:
    """Check that a siege begins only when the defenders have lost (10.9.4)."""
    assert the_battle(s).margin > 0


def look_at_retreat(s: Any, seat: int, area: int, group: tuple[int, ...], to: int, clause: str) -> None:
    """Check that a retreat is legal (10.2, 10.7).

    Only ships of the port, or those who landed from there, retreat to sea. Nobody retreats the way the attackers
    came.
    """
    assert clause == "10.9.4a" or seat == the_battle(s).attacker or to not in retreats.entry_areas(s, the_battle(s))
    if IS_SEA[to] and not IS_SEA[area] and PORT_SEA[area] != to:
        assert all([came_from(s, p) == to for p in group])


def look_at_burial(s: Any, pieces: Any) -> None:
    """Check that Elric is never removed permanently (16.4, A-181)."""
    assert ELRIC not in pieces


def look_at_meal(s: Any, group: Any) -> None:
    """Check that uncontrolled people and armies are not eaten as enemies (16.1, A-226)."""
    assert all([s.owner[p] != NOBODY for p in group])


@pytest.mark.parametrize("seed", sampled(["one", "two", "three"]))
def test_play_near_an_end_never_does_what_the_rules_forbid(seed: str, monkeypatch: Any) -> None:
    watch = Watch(monkeypatch)
    watch.on(cities, "capture", look_at_capture)
    watch.on(aftermath, "besiege", look_at_siege)
    watch.on(retreats, "carry_out_retreat", look_at_retreat)
    watch.on(deaths, "bury", look_at_burial)
    watch.on(battle_spells, "remove_eaten", look_at_meal)
    results = fuzz_endgame(("elric", f"watched {seed}"))
    assert [result.finding for result in results if result.finding] == []
    assert watch.counts["bury"] > 10
