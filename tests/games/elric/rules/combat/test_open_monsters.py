"""Face-up monsters while the Balance is tipped to Chaos (7.6, 13.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import JADMAR, WASTE, asked, piece, run, spell, take_card, told
from games.elric.positions.journeys import attacked, fight_rolls, travellers
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import QUAOLNARGN
from palatine.games.elric.rules.combat.random_attacks import RandomAttack, face_up_attackers


def tipped(*who: Any) -> Any:
    s = travellers(*who)
    s.tipped, s.balance, s.ends = -1, -6, 4
    return s


@pytest.mark.clause("13.4n", "13.4m")
def test_a_chaos_monster_that_is_not_beaten_stays_and_attacks_all_who_come() -> None:
    s = attacked(tipped("Avan Astram"), "Arioch", *fight_rolls(2, 1))
    assert (s.face_up, s.discard) == ({WASTE: (spell("Arioch"),)}, [])
    assert face_up_attackers(s, WASTE) == (spell("Arioch"),)
    again = RandomAttack(0, WASTE, s.stacks[0][WASTE], spell=spell("Arioch"))
    worse = run(s, again, rolls=fight_rolls(2, 1))
    assert (worse.face_up, worse.discard) == ({WASTE: (spell("Arioch"),)}, [])
    beaten = run(s, again, rolls=fight_rolls(1, 6))
    assert (beaten.face_up, beaten.discard) == ({}, [spell("Arioch")])
    assert told(run(beaten, again, rolls=[]), "attack") == told(beaten, "attack")


@pytest.mark.clause("13.4n")
def test_others_beside_a_beaten_monster_stay() -> None:
    s = tipped("Avan Astram")
    s.face_up[WASTE] = (take_card(s, "Arioch"), take_card(s, "Balan"))
    step = RandomAttack(0, WASTE, s.stacks[0][WASTE], spell=spell("Balan"))
    assert run(s, step, rolls=fight_rolls(1, 6)).face_up == {WASTE: (spell("Arioch"),)}


@pytest.mark.clause("13.4n", "16.2n", "16.2q")
def test_open_eaters_and_quaolnargn_stay_too() -> None:
    s = attacked(tipped("Avan Astram"), "Kyreenee", ("escape", 1))
    assert asked(s) == ("ChooseRefuge", 0), "he cannot stay where Kyreenee is"
    assert s.face_up == {WASTE: (spell("Kyreenee"),)}
    s = tipped("Avan Astram")
    s.face_up[WASTE] = (take_card(s, "Quaolnargn"),)
    step = RandomAttack(0, WASTE, s.stacks[0][WASTE], spell=QUAOLNARGN)
    won = run(s, step, rolls=[("duel", 6), ("Quaolnargn", 1)])
    assert (won.face_up, won.hand) == ({}, {piece("Avan Astram"): (QUAOLNARGN,)})
    lost = run(s, step, rolls=[("duel", 1), ("Quaolnargn", 1)])
    assert (lost.face_up, lost.discard) == ({WASTE: (QUAOLNARGN,)}, [])


@pytest.mark.clause("13.4d", "13.4m")
def test_law_that_lies_open_attacks_nobody_and_nothing_does_while_the_balance_stands() -> None:
    s = travellers("Avan Astram")
    s.face_up[WASTE] = (spell("Donblas"), spell("Arioch"))
    assert face_up_attackers(s, WASTE) == ()
    s.tipped = -1
    assert face_up_attackers(s, WASTE) == (spell("Arioch"),)
    assert face_up_attackers(s, JADMAR) == ()


def test_elric_in_a_stack_that_is_eaten_escapes() -> None:
    s = travellers("Elric", "Naclon")
    s.controller = piece("Naclon")
    s = attacked(s, "Kyreenee", ("escape", 6), ("escape", 1))
    assert (s.where[ELRIC], s.controller) == (WASTE, piece("Naclon"))
