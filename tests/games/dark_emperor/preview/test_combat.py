"""Previews of battles, losses and retreats."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    INLAND,
    KINGDOMS,
    NECROMANCER,
    NEXT,
    arm,
    bare,
    piece,
    put,
    run,
    wake,
    world,
)
from games.dark_emperor.preview.looking import foresee, lines, notes, warnings
from palatine.games.dark_emperor.components.world import CAPITAL, LOYMARECH, hex_id, hex_name
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.common.losses import Losses
from palatine.games.dark_emperor.rules.movement.stacking import StackingJudgment


def two_battles(attackers: str, defenders: str, *, where: str = INLAND) -> Any:
    """Return a choice between two battles: this one, and one elsewhere."""
    s = bare(phasing=NECROMANCER)
    wake(s, KINGDOMS, *range(10))
    put(s, where, attackers)
    put(s, where, defenders)
    put(s, NEXT, "greater-vampire-9 stavror-infantry-9")
    return run(s, Battles())


@pytest.mark.clause("9.22", "9.25a")
def test_a_battle_tells_its_odds_its_parts_and_what_it_costs_both() -> None:
    s = two_battles("greater-vampire-1 greater-vampire-2 padrech-dar-choim", "loymarech-infantry-1")
    found = foresee(s, ("fight", hex_id(INLAND)))
    (odds,) = found.odds
    assert sum(result.chance for result in odds.results) == pytest.approx(1.0)
    assert {part[2] for part in odds.parts} == {"9.22", "9.23a"}
    assert all(result.losses == {"Necromancer": 0.0, "Kingdoms": 1.0} for result in odds.results)
    (line,) = lines(found, "9.22")
    assert (line.weight, line.event, line.chance) == ("note", "battle.won", 1.0)
    assert "on any roll" in line.text


@pytest.mark.clause("9.31", "9.22")
def test_a_battle_that_mostly_fails_is_warned_of_and_walls_are_named() -> None:
    capital = hex_name(CAPITAL[LOYMARECH])
    s = two_battles("greater-vampire-1", "loymarech-infantry-1 loymarech-infantry-2 paisach", where=capital)
    (found,) = warnings(s, ("fight", hex_id(capital)), "9.22")
    assert "you drive them out" in found
    assert "walls doubled" in foresee(s, ("fight", hex_id(capital))).odds[0].title


@pytest.mark.clause("10.1b", "9b")
def test_a_battle_reminds_of_those_who_stand_too_many_elsewhere() -> None:
    s = two_battles("greater-vampire-1", "loymarech-infantry-1")
    assert not warnings(s, ("fight", hex_id(INLAND)), "10.1b")
    put(s, "2004", " ".join(f"greater-vampire-{k}" for k in range(2, 8)))
    assert len(warnings(s, ("fight", hex_id(INLAND)), "10.1b")) == 1


@pytest.mark.clause("9.23b")
def test_the_choice_of_a_hero_tells_with_whom_the_battle_is_won() -> None:
    s = world(NECROMANCER)
    put(s, INLAND, "greater-vampire-1 padrech-dar-choim tol-morn")
    put(s, INLAND, "loymarech-infantry-1 loymarech-infantry-2 loymarech-infantry-3 paisach")
    arm(s, "padrech-dar-choim", "he-sups-on-prana")
    s = run(s, Battles())
    padrech, tol_morn = [notes(s, ("hero", piece(p)), "9.23a") for p in ("padrech-dar-choim", "tol-morn")]
    assert padrech
    assert tol_morn
    assert padrech != tol_morn


@pytest.mark.clause("7.36", "9.25b")
def test_a_loss_that_never_returns_is_warned_of() -> None:
    s = world(NECROMANCER)
    put(
        s, INLAND, "necromancers-siege-train greater-vampire-1 greater-vampire-2 greater-vampire-3 lesser-vampire-1"
    )
    s = run(s, StackingJudgment())
    assert warnings(s, ("lose", piece("necromancers-siege-train")), "7.36")
    assert not foresee(s, ("lose", piece("greater-vampire-1"))).needs_confirmation


@pytest.mark.clause("9.25b")
def test_an_ordinary_loss_is_not_asked_about_again() -> None:
    s = world(NECROMANCER)
    put(s, INLAND, "greater-vampire-1 lesser-vampire-1")
    s = run(s, Losses(NECROMANCER, hex_id(INLAND), 1))
    assert not foresee(s, ("lose", piece("lesser-vampire-1"))).needs_confirmation
