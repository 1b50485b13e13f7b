"""Commanders: selection, duels, and the successors of the slain (5.10, 7.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, plan
from games.adventurer_kings.positions.battlefield import HERE, enemies, general
from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    idle,
    load,
    new_state,
    put_army,
    put_person,
)
from palatine.games.adventurer_kings.rules.combat import duels
from palatine.games.adventurer_kings.rules.combat.campaigns import give_battle
from palatine.games.adventurer_kings.rules.common.battlefield import Battle, Force
from palatine.games.adventurer_kings.state import State

# Commanders (5.10, 7.1)


@pytest.mark.clause("AK-7.1-01")
@pytest.mark.parametrize(("first", "second", "commands"), [
    (("LE", ""), ("LE", ""), 0), (("LE", ""), ("LE", "TA1"), 1), (("LE LE", ""), ("LE", "TA4"), 0), (("LE", ""),
    ("LE LE", ""), 1),
])  # fmt: skip
def test_who_commands(first: tuple[str, str], second: tuple[str, str], commands: int) -> None:
    s = new_state()
    leaders = [general(s, 0, codes.split(), levels) for codes, levels in (first, second)]
    strays = [put_army(s, "LE", 0, HERE) for _ in range(3)]
    t = a_turn(s)
    assert duels.commander_of(t, [*strays, *s.led_by(leaders[0]), *s.led_by(leaders[1])]) == leaders[commands]
    assert duels.commander_of(t, strays) == 0


def listed(s: State, special: str, answer: str) -> Battle:
    """Return two commanders with Special Plans, before their duel."""
    one, other = hero(s, "ME9"), hero(s, "PS4", seat=1)
    armies = [put_army(s, "LE", seat, 504, n) for seat, n in ((0, one), (1, other))]
    idle(s)
    t = a_turn(s)
    t.ordered.plans.update({n: plan(text) for n, text in ((one, special), (other, answer)) if text})
    forces = [Force(side, side, [armies[side]], n) for side, n in enumerate((one, other))]
    for force in forces:
        force.seats = [force.seat]
    return Battle(t, at(s, 504), forces[0], forces[1])


@pytest.mark.clause("AK-5.10-02", "AK-5.10-03", "AK-5.10-04", "AK-5.10-05")
@pytest.mark.parametrize(("special", "answer", "faces", "kind", "shamed"), [
    ("ME", "FL", {}, "battle-declined", 1), ("ME", "ME,FL", {"a blow": 1, "damage": 6}, "battle-duel", 1),
    ("ME", "CA-CH", {"combat spell": 1}, "battle-charmed", 1), ("ME,FL", "", {}, "", -1),
    ("", "ME", {"a blow": 1}, "battle-duel", 1),
    ("FL,ME", "ME", {}, "battle-declined", 0),
])  # fmt: skip
def test_what_is_told_of_a_duel_and_who_loses_heart(
    special: str, answer: str, faces: dict[str, int], kind: str, shamed: int
) -> None:
    s = enemies()
    b = listed(s, special, answer)
    load(s, **{"who goes first": 1, **faces})
    s.journal = []  # type: ignore[misc]
    duels.duel(b)
    entries = [each for each in s.journal or [] if each.kind.startswith("battle-")]
    assert [each.kind for each in entries] == ([kind] if kind else [])
    assert [each.readers for each in entries] == ([(0, 1)] if kind else [])
    assert [bool(force.demoralised) for force in b.forces] == [side == shamed for side in (0, 1)]
    assert [force.fell for force in b.forces] == [side == shamed for side in (0, 1)]


@pytest.mark.clause("AK-7.1-02", "AK-7.1-04")
@pytest.mark.parametrize(("mates", "heir"), [
    ((), None), ((("Clerk", "", 0),), 0), ((("Clerk", "", 0), ("Tactician", "TA2", 0)), 1),
    ((("Tactician", "TA2", 0), ("Legate", "", 1)), 1), ((("One", "", 1), ("Two", "", 1)), 0),
])  # fmt: skip
def test_the_armies_of_the_slain_pass_to_who_leads_most_then_to_the_ablest(
    mates: tuple[tuple[str, str, int], ...], heir: int | None
) -> None:
    s = enemies()
    b = listed(s, "ME", "")
    slain = b.forces[1].commander
    people = [hero(s, levels, seat=1) for _, levels, _ in mates]
    for n, (_, _, count) in zip(people, mates, strict=True):
        for _ in range(count):
            put_army(s, "LE", 1, 504, n)
    hero(s, "TA9", seat=2)
    load(s, a_blow=1, damage=6, who_goes_first=1)
    duels.duel(b)
    assert s.people[slain].died
    expected = 0 if heir is None else people[heir]
    assert s.armies[b.forces[1].armies[0]].leader == expected
    assert b.forces[1].commander == expected
    assert b.forces[1].bier == slain


@pytest.mark.clause("AK-12.1-08", "AK-7.1-02")
def test_who_takes_over_from_the_slain_has_fought_a_battle_too() -> None:
    s = enemies()
    one, slain = general(s, 0, ["LE"], "ME9"), general(s, 1, ["LE"])
    mate = put_person(s, "Mate", 1, HERE)
    t = a_turn(s)
    t.ordered.plans[one] = plan("ME")
    load(s, a_blow=1, damage=6, who_goes_first=1)
    give_battle(t, at(s, HERE), s.led_by(one), s.led_by(slain))
    assert s.people[slain].died
    assert t.war.blooded == {one, slain, mate}
