"""Laws of crossing truces of two alliances, in random turns (R199).

No nation fights its partners or those with whom it has a truce.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.laws.crowds import wild_turns
from palatine.games.lord_and_master.rules.combat import rounds
from palatine.games.lord_and_master.rules.combat.battlefield import Battle


class Watch:
    """A recorder of the nations in each battle of some turns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wrong: list[str] = []
        self.kept_out = 0
        """Battles in a place with troops that were kept out of them by a truce."""
        begin, strike = Battle.__init__, rounds.fight_round

        def begins(b: Battle, *args: Any, **options: Any) -> None:
            begin(b, *args, **options)
            self.look(b)

        def strikes(b: Battle) -> None:
            self.look(b)
            strike(b)

        monkeypatch.setattr(Battle, "__init__", begins)
        monkeypatch.setattr(rounds, "fight_round", strikes)

    def look(self, b: Battle) -> None:
        """Record troops that face a partner's or a truce partner's troops."""
        s = b.t.s
        ours, theirs = ({s.units[n].owner for n in side.units} for side in (b.attackers, b.defenders))
        self.wrong += [f"{a} fights {d} in {b.place}" for a in ours for d in theirs if not s.is_hostile(a, d)]
        there = {s.units[n].owner for n in (*b.m.units, *s.units_at(b.place))}
        self.kept_out += bool(there - ours - theirs)


@pytest.mark.clause("LM-IPR-06")
def test_no_unit_stands_in_a_line_against_a_truce_partners(monkeypatch: pytest.MonkeyPatch, parts: int) -> None:
    watch = Watch(monkeypatch)
    for seed in range(60 // parts):
        for _ in wild_turns(seed):
            pass
    assert watch.wrong == []
    assert watch.kept_out > 50 / parts
