"""Kelaron Oiret elections and the Torch of Liberty (17, 15.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    arm,
    at,
    bare,
    new_state,
    piece,
    put,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import BOX, DEVICES, GONE, POOL, TORCH
from palatine.games.dark_emperor.components.world import KELARON, hex_id
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.characters.devices import ban_refusal
from palatine.games.dark_emperor.rules.characters.elections import Election
from palatine.games.dark_emperor.rules.characters.lone_leaders import kill
from palatine.games.dark_emperor.rules.characters.transfers import capture_device, transfers
from palatine.games.dark_emperor.rules.realm.betrayal import betray
from palatine.testing import scripted

PADRON, GRIP, ZELARA = "padron-pletyy", "grip-nud", "zelara-do-fornoy"


def republic(turn: int = 1, side: int = KINGDOMS) -> Any:
    s = new_state()
    wake(s, side, KELARON)
    s.turn, s.phasing = turn, side
    return s


def vote(s: Any, *rolls: int) -> Any:
    return run(s, Election(), rolls=[("election", roll) for roll in rolls])


def bearer(s: Any) -> int:
    return int(s.bearer[TORCH - DEVICES[0]])


@pytest.mark.clause("17a", "ELE", "4.B1b")
@pytest.mark.parametrize(
    ("die", "doge"), [(1, PADRON), (2, PADRON), (3, GRIP), (4, GRIP), (5, ZELARA), (6, ZELARA)]
)
def test_the_table(die: int, doge: str) -> None:
    s = vote(republic(), die)
    assert s.doge == piece(doge)
    assert told(s, "doge")[0].clauses == ("17a",)


@pytest.mark.clause("17a")
def test_on_odd_game_turns_alone() -> None:
    assert vote(republic(2)).doge == -1
    assert vote(republic(3), 1).doge == piece(PADRON)


@pytest.mark.clause("17a")
def test_only_while_kelaron_is_awake_and_in_its_players_turn() -> None:
    asleep = new_state()
    asleep.phasing = KINGDOMS
    assert vote(asleep).doge == -1
    s = republic()
    s.phasing = NECROMANCER
    assert vote(s).doge == -1
    assert vote(republic(side=NECROMANCER), 3).doge == piece(GRIP), "whoever that is"


@pytest.mark.clause("17a")
def test_betrayed_it_may_elect_twice_in_a_game_turn() -> None:
    s = vote(republic(side=NECROMANCER), 3)
    betray(s, KELARON)
    s.phasing = KINGDOMS
    assert vote(run(s), 5).doge == piece(ZELARA)


@pytest.mark.clause("17b")
@pytest.mark.parametrize(
    ("dead", "odd", "even"), [(PADRON, GRIP, ZELARA), (GRIP, PADRON, ZELARA), (ZELARA, PADRON, GRIP)]
)
def test_of_two_odd_elects_the_first_and_even_the_other(dead: str, odd: str, even: str) -> None:
    s = republic()
    s.lift((piece(dead),), POOL)
    assert vote(s, 5).doge == piece(odd)
    after = vote(s, 2)
    assert after.doge == piece(even)
    assert told(after, "doge")[0].clauses == ("17b",)


@pytest.mark.clause("17b")
def test_the_last_is_doge_without_a_roll() -> None:
    s = republic()
    s.lift((piece(PADRON), piece(ZELARA)), POOL)
    assert vote(s).doge == piece(GRIP)
    assert told(vote(s), "doge.only")


@pytest.mark.clause("17c", "15.6a")
def test_the_torch_comes_to_the_doge_from_wherever_it_is() -> None:
    s = republic()
    assert (bearer(s), at(s, "torch-of-liberty")) == (-1, "3104"), "at first it lies in Keep Kelar"
    s = vote(s, 3)
    assert (bearer(s), at(s, "torch-of-liberty")) == (piece(GRIP), "3602")
    assert told(s, "torch")[0].clauses == ("15.6a",)
    put(s, "1820", "tol-morn")
    arm(s, "tol-morn", "torch-of-liberty")
    s = vote(s, 3)
    assert (bearer(s), at(s, "torch-of-liberty")) == (piece(GRIP), "3602"), "from a captor as well"
    assert s.gold == republic().gold, "and nothing else happens"


@pytest.mark.clause("15.6a")
def test_to_the_mercenary_box_too() -> None:
    s = republic()
    s.lift((piece(GRIP),), BOX)
    assert vote(s, 4).where[TORCH] == BOX


@pytest.mark.clause("15.6b")
def test_when_the_doge_is_killed_another_is_elected_at_once() -> None:
    s = vote(republic(), 1)
    s.turn = 2
    assert s.doge == piece(PADRON)
    after = run_kill(s, PADRON, ("election", 2))
    assert after.doge == piece(ZELARA)
    assert (bearer(after), at(after, "torch-of-liberty")) == (piece(ZELARA), "3104")


def run_kill(s: Any, leader: str, *rolls: Any) -> Any:
    with scripted(s, rolls) as after:
        after.journal = []
        kill(after, piece(leader), NECROMANCER)
    return after


@pytest.mark.clause("15.6b")
def test_the_death_of_another_candidate_changes_nothing() -> None:
    s = run_kill(vote(republic(), 1), GRIP)
    assert s.doge == piece(PADRON)
    assert bearer(s) == piece(PADRON)


@pytest.mark.clause("15.6c")
def test_with_all_of_them_dead_the_torch_leaves_play() -> None:
    s = vote(republic(), 1)
    s.left_by[TORCH] = NECROMANCER
    for leader, rolls in ((PADRON, [("election", 1)]), (GRIP, []), (ZELARA, [])):
        s = run_kill(s, leader, *rolls)
    assert (s.where[TORCH], bearer(s), s.doge, s.left_by) == (GONE, -1, -1, {})
    s.phasing, s.turn = KINGDOMS, 3
    assert vote(s).where[TORCH] == GONE
    assert [entry.clauses for entry in told(s, "torch.gone")] == [("15.6c",)]


@pytest.mark.clause("15.6c")
def test_it_leaves_a_captor_too_and_needs_no_doge_for_that() -> None:
    s = republic()
    put(s, "1820", "tol-morn")
    arm(s, "tol-morn", "torch-of-liberty")
    for leader in (PADRON, GRIP, ZELARA):
        s = run_kill(s, leader)
    assert (s.where[TORCH], bearer(s), s.doge) == (GONE, -1, -1)


@pytest.mark.clause("15.6c", "14.22a")
def test_gone_it_does_not_come_back_to_one_who_is_raised_from_the_dead() -> None:
    s = vote(republic(), 1)
    for leader, rolls in ((PADRON, [("election", 1)]), (GRIP, []), (ZELARA, [])):
        s = run_kill(s, leader, *rolls)
    s.turn = 3
    put(s, "3104", GRIP)
    s = vote(s)
    assert (s.doge, s.where[TORCH], bearer(s)) == (piece(GRIP), GONE, -1)


@pytest.mark.clause("15.6a", "9.27e")
def test_called_away_from_a_stack_that_captured_it_it_is_nobodys_to_capture() -> None:
    s = republic()
    s.left_by = {TORCH: NECROMANCER}
    s = vote(s, 3)
    assert (s.left_by, bearer(s)) == ({}, piece(GRIP))


@pytest.mark.clause("17d")
def test_nobody_else_uses_it_or_hands_it_on() -> None:
    s = vote(republic(), 1)
    assert ban_refusal(s, piece(PADRON), TORCH) is None
    found = ban_refusal(s, piece(ZELARA), TORCH)
    assert found is not None
    assert found.clause == "17d"
    assert all([operand != TORCH for _, operand in transfers(s, KINGDOMS)])


@pytest.mark.clause("17d", "15.6a")
def test_a_captor_holds_it_and_cannot_use_it() -> None:
    s = republic()
    put(s, "3104", "tol-morn")
    capture_device(s, TORCH, NECROMANCER)
    assert bearer(s) == piece("tol-morn")
    assert ban_refusal(s, piece("tol-morn"), TORCH) is not None


@pytest.mark.clause("17a", "ELE")
def test_the_journal_names_doge_party_and_die() -> None:
    (entry,) = told(vote(republic(), 4), "doge")
    assert GAME.prose(entry) == "Grip Nud is elected Doge of Kelaron Oiret by the Low Republicans: rolled 4."


@pytest.mark.clause("6.32a", "17a")
def test_a_conquered_kelaron_elects_on() -> None:
    s = republic()
    s.lands[KELARON] = 16
    assert vote(s, 6).doge == piece(ZELARA)


@pytest.mark.clause("15.6c")
def test_an_empty_map_has_no_doge() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, KELARON)
    s.where[TORCH] = hex_id("3104")
    assert vote(s).where[TORCH] == GONE
