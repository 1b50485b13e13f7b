"""The Turn Sequence Outline: its segments and their order (4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    advance,
    asked,
    bare,
    new_state,
    operands,
    put,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import INACTIVE, KINGDOM_POWERS, POOL
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import FERLARIE, STAVROR, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.taxation import income
from palatine.games.dark_emperor.sequence import (
    COMBAT_PHASE,
    DIPLOMACY_PHASE,
    MOVEMENT_PHASE,
    OUTLINES,
    EndOfGameTurn,
    GameTurn,
    Opening,
    PlayerTurn,
)


def names(steps: Any) -> list[str]:
    return [step.__name__ for step in steps]


def play_turn(s: Any) -> list[str]:
    """End every segment up to the end of the game-turn; return the kinds of entries in order."""
    s.flow[:] = [GameTurn()]
    turn = s.turn
    advance(s)
    while s.flow and s.turn == turn:
        top = s.flow[-1]
        choices = top.actions(s)
        top.take(s, choices[-1])
        advance(s)
    return [entry.kind for entry in s.journal]


@pytest.mark.clause("4a", "4b")
def test_the_necromancer_comes_first_then_the_kingdoms() -> None:
    s = bare()
    wake(s, NECROMANCER, FERLARIE)
    play_turn(s)
    assert [entry.data for entry in told(s, "player-turn")[:2]] == [{"side": 0, "turn": 1}, {"side": 1, "turn": 1}]
    assert s.turn == 2
    assert s.phasing == 0


def test_recruitment_phases() -> None:
    first, second = (names(outline) for outline in OUTLINES)
    assert first[:6] == ["Opening", "Returns", "VampireRecruitment", "Taxation", "Recruitment", "Election"]
    assert second[:4] == ["Opening", "Taxation", "Recruitment", "Election"]


@pytest.mark.clause("4.B1a")
def test_in_his_turn_the_kingdoms_players_active_kingdoms_tax_and_then_recruit_from_their_pools() -> None:
    s = new_state()
    wake(s, KINGDOMS, STAVROR)
    wake(s, NECROMANCER, FERLARIE)
    s = run(s, PlayerTurn(KINGDOMS))
    assert asked(s) == ("RecruitUnits", KINGDOMS)
    assert {k for k in KINGDOM_POWERS if s.gold[k]} == {STAVROR}, "neither who sleeps nor the Necromancer's"
    assert s.gold[STAVROR] == sum(income(s, STAVROR).values()) == 87
    offered = operands(s, "buy")
    assert {(s.power[u], s.where[u]) for u in offered} == {(STAVROR, POOL)}


@pytest.mark.clause("4.A1b")
def test_the_necromancers_kingdoms_tax_and_buy_when_vampires_have_been_recruited() -> None:
    s = new_state()
    wake(s, KINGDOMS, STAVROR)
    wake(s, NECROMANCER, FERLARIE)
    put(s, "0224", "greater-vampire-1")
    s = run(s, PlayerTurn(NECROMANCER))
    kinds = [entry.kind for entry in s.journal]
    assert kinds.index("vampires") < kinds.index("tax"), "vampires come first"
    assert asked(s) == ("RecruitUnits", NECROMANCER)
    assert {k for k in KINGDOM_POWERS if s.gold[k]} == {FERLARIE}
    offered = operands(s, "buy")
    assert {(s.power[u], s.where[u]) for u in offered} == {(FERLARIE, POOL)}


@pytest.mark.clause("4.A2", "4.A3a", "4.A3b", "4.A3c", "4.A3d", "4.A4", "4.B2")
def test_the_other_phases_are_the_same_for_both() -> None:
    assert names(MOVEMENT_PHASE) == [
        "OpenMovement", "OpenDevices", "MovementMagic", "Embarkation", "Latecomers", "Quest", "Movement", "Attrition",
    ]  # fmt: skip
    assert names(COMBAT_PHASE) == ["ClaimLegions", "CombatMagic", "Battles", "UndeadMagic", "StackingJudgment"]
    assert names(DIPLOMACY_PHASE) == ["DiplomacyMagic", "Diplomacy", "Reveal", "HeroicCombat"]
    phases = (*MOVEMENT_PHASE, *COMBAT_PHASE, *DIPLOMACY_PHASE)
    for outline in OUTLINES:
        assert names(outline)[-len(phases) - 1 :] == [*names(phases), "Conquest"]


@pytest.mark.clause("4b", "6.21")
def test_each_side_is_asked_in_its_own_player_turn() -> None:
    s = bare()
    wake(s, NECROMANCER, FERLARIE)
    wake(s, 1, STAVROR)
    put(s, "0224", "ferlarie-infantry-1")
    put(s, "1820", "stavror-infantry-1")
    for side in (0, 1):
        after = run(s, PlayerTurn(side, names(OUTLINES[side]).index("Movement")))
        assert asked(after) == ("Movement", side)
        found = [operand for verb, operand in after.flow[-1].actions(after) if verb == "stack"]
        assert found == [hex_id("0224" if side == 0 else "1820")], "nobody moves the other's"


@pytest.mark.clause("4.5a")
def test_the_marker_goes_on_and_breaches_are_mended() -> None:
    s = bare()
    s.turn, s.breached, s.phasing = 5, (hex_id("2414"),), 1
    s.flow[:] = [EndOfGameTurn()]
    s.flow[-1].run(s)
    assert (s.turn, s.breached, s.phasing) == (6, (), 0)
    assert [entry.data for entry in told(s, "game-turn")] == [{"turn": 6}]


@pytest.mark.clause("4.5b")
def test_the_game_ends_after_fourteen() -> None:
    assert LAST_TURN == 14
    s = bare()
    s.turn = 13
    play_turn(s)
    assert s.outcome is None
    play_turn(s)
    assert s.outcome.clause.startswith("20.3")
    assert s.flow == []


@pytest.mark.clause("6.14a")
def test_zolahaureslor_wakes_when_game_turn_ten_starts() -> None:
    s = bare()
    for turn, side in ((9, INACTIVE), (10, 1)):
        s.turn = turn
        s.flow[:] = [GameTurn()]
        for _ in range(2):
            s.flow[-1].run(s)
        assert s.control[ZOLAHAURESLOR] == side, "before anything else of that game-turn"
    assert told(s, "activate")[-1].clauses == ("6.14a",)


@pytest.mark.clause("6.14a")
def test_not_if_it_serves_the_necromancer_already() -> None:
    s = bare()
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    s.turn = 10
    play_turn(s)
    assert s.control[ZOLAHAURESLOR] == NECROMANCER


@pytest.mark.clause("4b")
def test_what_a_player_turn_noted_is_forgotten_in_the_next() -> None:
    s = bare()
    s.tried, s.bought, s.sway, s.routed, s.duels = (3,), {1: 1}, {2: 2}, (5,), (6,)
    s.flow[:] = [Opening()]
    s.flow[-1].run(s)
    assert (s.tried, s.bought, s.sway, s.routed, s.duels) == ((), {}, {}, (), ())


@pytest.mark.clause("4a", "4.5b")
def test_a_whole_game_of_nothing_is_fourteen_turns_of_two_player_turns() -> None:
    s = GAME.setup(seed=b"idle", record=True)
    turns = []
    while s.flow:
        seat = GAME.actors(s)[0]
        found = GAME.actions(s, seat)
        s = GAME.play(s, seat, found[-1])
        turns += [(entry.data["turn"], entry.data["side"]) for entry in s.journal if entry.kind == "player-turn"]
    assert turns == [(turn, side) for turn in range(1, 15) for side in (0, 1)]
