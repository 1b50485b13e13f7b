"""Laws of simultaneous events in random turns: all use the state before it (BAT-20, C-03)."""

from __future__ import annotations

import pytest

from games.lord_and_master.laws.crowds import fire, wild_turns
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.actions import magic
from palatine.games.lord_and_master.rules.combat import modifiers, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common import neutrals
from palatine.games.lord_and_master.rules.common.turn import Turn


@pytest.mark.clause("LM-BAT-20")
def test_who_strikes_at_once_strikes_as_all_stood_before_whoever_falls(
    monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    wrong: list[str] = []
    fell_striking: list[int] = []
    true = rounds.together

    def watched(b: Battle, strikers: list[int], against: dict[int, int], blows: list[rounds.Blow]) -> None:
        units = b.t.s.units
        able = [n for n in strikers if n in units and n not in b.idle]
        needs = {
            n: sum(part[0] for part in modifiers.to_hit(b, n, against[n])) for n in able if against[n] in units
        }
        before = len(blows)
        true(b, strikers, against, blows)
        made = blows[before:]
        if [(blow["unit"], blow.get("need")) for blow in made] != [(n, needs.get(n)) for n in able]:
            wrong.append(f"{made} instead of {needs}")
        if len(able) > 1:
            fell_striking.extend(n for n in able if n not in units)

    monkeypatch.setattr(rounds, "together", watched)
    for seed in range(40 // parts):
        for _ in wild_turns(seed):
            pass
    assert wrong == []
    assert len(fell_striking) > 10 / parts


@pytest.mark.clause("LM-C-03", "LM-C-04")
def test_everybody_under_fire_throws_whoever_falls_with_whom(monkeypatch: pytest.MonkeyPatch, parts: int) -> None:
    """Each unit and character there rolls a die, except heroes and initiated berserkers.

    This holds even if a nation ends.
    """
    wrong: list[str] = []
    burned: list[int] = []
    true = magic.strike_place

    def watched(t: Turn, kind: str, place: int, by: int) -> None:
        s = t.s
        neutrals.rouse(t, place)
        units = [n for n, unit in s.units.items() if unit.place == place and not pieces.is_berserker(unit.code)]
        people = [n for n, each in s.people.items() if each.place == place and each.of != "H"]
        before = len(s.journal or [])
        true(t, kind, place, by)
        for entry in [each for each in (s.journal or [])[before:] if each.kind in ("rain", "rain.nobody")]:
            burned.append(len(entry.data["people"]) + sum(count for _, count in entry.data["units"]))
            if len(entry.data["rolls"]) != len(units) + len(people):
                wrong.append(f"{entry.data['rolls']} for {units} and {people}")

    monkeypatch.setattr(magic, "strike_place", watched)
    for seed in range(40 // parts):
        for _ in wild_turns(seed, fire):
            pass
    assert wrong == []
    assert sum(burned) > 10 / parts
