"""Previews of negotiations, monsters, betrayal and assignments."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import INLAND, KINGDOMS, NECROMANCER, bare, piece, put, recruit, run, wake, world
from games.dark_emperor.preview.looking import END, foresee, lines, notes, undone, warnings
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.pieces import NO_POWER, SLUG
from palatine.games.dark_emperor.components.world import CAPITAL, FERLARIE, LAMMARECH, LOYMARECH, hex_name
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.realm.conquest import AssignLands
from palatine.games.dark_emperor.rules.realm.diplomacy import Diplomacy
from palatine.games.dark_emperor.rules.realm.magic_hexes import Meet
from palatine.games.dark_emperor.rules.realm.recruitment import ChooseGiver


def court() -> Any:
    s = bare(phasing=NECROMANCER)
    put(s, hex_name(CAPITAL[LAMMARECH]), "mezal")
    put(s, hex_name(CAPITAL[FERLARIE]), "tol-morn")
    return run(s, Diplomacy())


@pytest.mark.clause("11.2b", "11.3b")
def test_an_envoy_is_told_his_throws_of_thirty_six() -> None:
    found = foresee(court(), ("envoy", piece("mezal")))
    (line,) = lines(found, "11.2b")
    assert (line.event, line.chance) == ("diplomacy.power.won", 1 / 36)
    assert "1 in 36 (3%)" in line.text
    assert found.odds[0].parts == (("−2", "Diplomacy Table", "11.3a"),)
    assert found.is_irrevocable


@pytest.mark.clause("11.2a")
def test_the_end_of_diplomacy_lists_who_has_not_spoken() -> None:
    assert [each.action for each in undone(court(), END, "11.2a")] == [
        ("envoy", piece("tol-morn")), ("envoy", piece("mezal")),
    ]  # fmt: skip


@pytest.mark.clause("18.13c", "18.15c")
def test_who_meets_a_monster_is_told_what_a_refusal_costs() -> None:
    s = world(NECROMANCER)
    put(s, INLAND, "mezal")
    s.power[SLUG] = NO_POWER
    s.put((SLUG,), s.where[piece("mezal")])
    s.flow.append(Meet(NECROMANCER, piece("mezal"), SLUG))
    assert warnings(s, ("fight", 0), "18.15c")
    (line,) = lines(foresee(s, ("parley", 0)), "18.13c")
    assert line.event == "diplomacy.monster.won"
    assert "otherwise is eaten" in line.text


@pytest.mark.clause("6.16b")
def test_betrayal_names_what_is_given_away_for_good() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, NECROMANCER, LAMMARECH)
    put(s, hex_name(CAPITAL[LAMMARECH]), "lammarech-cavalry-1 lammarech-cavalry-2 lordolam")
    s = run(s, OpenMovement(), Movement(NECROMANCER))
    found = foresee(s, ("betray", LAMMARECH))
    assert "with 2 units and Lordolam" in warnings(s, ("betray", LAMMARECH), "6.16b")[0]
    assert found.is_irrevocable


@pytest.mark.clause("6.33d", "20.3a")
def test_lands_given_to_an_ally_are_warned_of_for_the_necromancer() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, NECROMANCER, LAMMARECH)
    wake(s, KINGDOMS, LOYMARECH)
    s.flow.append(AssignLands(NECROMANCER, LOYMARECH))
    assert warnings(s, ("assign", LAMMARECH), "20.3a")
    assert not foresee(s, ("assign", LORD)).needs_confirmation
    assert notes(s, ("assign", LORD), "6.33d")
    assert foresee(s, ("assign", LORD)).is_irrevocable


@pytest.mark.clause("7.22b")
def test_gold_of_allies_is_warned_of_for_they_lose_twice_what_they_give() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, FERLARIE, LAMMARECH)
    s.gold[LAMMARECH] = 40
    put(s, hex_name(CAPITAL[FERLARIE]), "ferlarie-fleet-1")
    s = recruit(s)
    u = piece("ferlarie-infantry-1")
    assert warnings(s, ("buy", u), "7.22b")
    s.gold[FERLARIE] = 30
    s.invalidate_actions()
    assert not warnings(s, ("buy", u), "7.22b")
    assert undone(s, END, "7.21b")
    s.gold[FERLARIE] = 0
    s.gold[LOYMARECH] = 40
    wake(s, KINGDOMS, LOYMARECH)
    s.flow.append(ChooseGiver(KINGDOMS, u, CAPITAL[FERLARIE], FERLARIE))
    assert "loses 20 gold to give" in warnings(s, ("give", LOYMARECH), "7.22b")[0]


@pytest.mark.clause("9.27b", "6.11a")
def test_a_leader_whom_waking_leaves_alone_among_enemies_is_warned_of() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, NECROMANCER, LAMMARECH)
    put(s, hex_name(CAPITAL[LAMMARECH]), "mezal lammarech-cavalry-1")
    s = run(s, OpenMovement(), Movement(NECROMANCER))
    assert "escapes 3 in 6 (50%)" in warnings(s, ("betray", LAMMARECH), "9.27b")[0]
