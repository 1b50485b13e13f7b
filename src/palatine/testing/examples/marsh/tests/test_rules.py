"""Tests of the rules by clause: each has a position as text and, if needed, scripted dice."""

from __future__ import annotations

import pytest

from palatine.testing import scripted
from palatine.testing.examples.marsh import GAME
from palatine.testing.examples.marsh.components import GRID, START, UNITS
from palatine.testing.examples.marsh.rules.ambush import ambush_chance
from palatine.testing.examples.marsh.state import GONE, MarshState


def position(*lines: str, asked: str = "Amber to Move") -> MarshState:
    """Return the initial position with both rangers hidden, changed by the given lines."""
    hidden = ["rangers of Amber: 0604", "rangers of Slate: 0302"]
    return GAME.read_position("\n".join([GAME.name, *hidden, *lines, f"asked {asked}"]))


def unit(name: str) -> int:
    return UNITS.index(name)


def marching(s: MarshState, name: str) -> MarshState:
    """Return the position after choosing a unit to march."""
    return GAME.play(s, GAME.actors(s)[0], ("unit", unit(name)))


def goals(s: MarshState, name: str) -> set[str]:
    """Return the names of the hexes that a unit can march to."""
    after = marching(s, name)
    return {GRID.name(at) for _, at in GAME.actions(after, GAME.actors(after)[0])}


def go(s: MarshState, name: str, to: str) -> MarshState:
    after = marching(s, name)
    return GAME.play(after, GAME.actors(after)[0], ("go", GRID.id(to)))


def clause(s: MarshState, verb: str, operand: int) -> str:
    """Return the clause that forbids an action of the seat to act, or "legal" if none does."""
    refusal = GAME.explain(s, GAME.actors(s)[0], (verb, operand))
    return refusal.clause if refusal else "legal"


@pytest.mark.clause("1.1", "1.2")
def test_units_begin_in_their_places_and_rangers_hide_in_a_wood_across_the_river() -> None:
    s = GAME.setup(seed=b"hide")
    assert s.where == [*START]
    assert clause(s, "hide", GRID.id("0302")) == "1.2"
    s = GAME.play(s, "Amber", ("hide", GRID.id("0604")))
    assert [piece.space for piece in GAME.view(s, "Amber").pieces if piece.face == "rangers"] == ["0604"]
    assert [piece for piece in GAME.view(s, "Slate").pieces if piece.face == "rangers"] == []


@pytest.mark.clause("2", "3")
def test_amber_moves_and_fights_then_slate_and_each_unit_marches_once() -> None:
    s = go(position(), "Amber Guard", "0402")
    assert clause(s, "unit", unit("Amber Guard")) == "3"
    s = GAME.play(s, "Amber", ("end", 0))
    assert type(s.flow[-1]).__name__ == "Fight"
    s = GAME.play(s, "Amber", ("end", 0))
    s = GAME.play(GAME.play(s, "Slate", ("end", 0)), "Slate", ("end", 0))
    assert (s.turn, GAME.actors(s)) == (2, ("Amber",))


@pytest.mark.clause("3.1", "3.5")
def test_ground_costs_points_and_a_wood_ends_a_march() -> None:
    assert goals(position(), "Amber Pikes") == {"0302"}, "into the wood, and no farther"
    assert clause(marching(position(), "Amber Pikes"), "go", GRID.id("0706")) == "3.1"
    assert "0204" not in goals(position("Amber Guard: 0203"), "Amber Guard")


@pytest.mark.clause("3.2")
def test_the_river_is_crossed_by_the_bridge_alone() -> None:
    s = position("Amber Guard: 0203")
    assert "0204" not in goals(s, "Amber Guard")
    assert clause(marching(s, "Amber Guard"), "go", GRID.id("0204")) == "3.2"
    assert "0404" in goals(position("Amber Guard: 0403"), "Amber Guard")


@pytest.mark.clause("3.3")
def test_one_unit_to_a_hex() -> None:
    s = position("Amber Guard: 0401", "Amber Bows: 0402")
    assert clause(marching(s, "Amber Guard"), "go", GRID.id("0402")) == "3.3"


@pytest.mark.clause("3.4")
def test_a_march_ends_beside_an_enemy_but_not_across_the_river() -> None:
    beside = position("Slate Guard: 0403", "Amber Bows: 0501")
    assert "0502" in goals(beside, "Amber Bows")
    assert "0503" not in goals(position("Slate Guard: 0603", "Amber Bows: 0501"), "Amber Bows")
    assert "0403" in goals(position("Slate Guard: 0304", "Amber Pikes: 0202"), "Amber Pikes"), "past 0303"


@pytest.mark.clause("4.1")
@pytest.mark.parametrize(("die", "survives"), [(3, True), (2, False)])
def test_a_unit_that_enters_the_rangers_wood_is_ambushed(die: int, survives: bool) -> None:
    with scripted(position("Amber Guard: 0402"), [("ambush", die)]) as s:
        after = go(s, "Amber Guard", "0302")
    assert after.rangers == [GRID.id("0604"), GONE]
    assert (after.where[unit("Amber Guard")] == GRID.id("0302")) == survives
    assert ambush_chance(3).distribution().count() == 4


@pytest.mark.clause("4.2")
def test_a_wood_without_rangers_is_known_to_be_empty() -> None:
    s = go(position("Amber Guard: 0402"), "Amber Guard", "0502")
    assert s.empty_woods == (GRID.id("0502"),)
    deals = [GAME.determinize(s, "Amber", bytes([n])).rangers[1] for n in range(20)]
    assert GRID.id("0502") not in deals
    assert len(set(deals)) > 1


@pytest.mark.clause("5", "5.1", "5.2", "5.3")
@pytest.mark.parametrize(("die", "lost"), [(5, "Slate Bows"), (4, ""), (1, "Amber Scouts")])
def test_all_units_beside_an_enemy_attack_it_once(die: int, lost: str) -> None:
    lines = ("Slate Bows: 0403", "Amber Guard: 0402", "Amber Scouts: 0303", "Slate Guard: 0304")
    with scripted(position(*lines, asked="Amber to Fight"), [("combat", die)]) as s:
        assert clause(s, "attack", unit("Slate Guard")) == "5.1", "it stands across the river"
        after = GAME.play(s, "Amber", ("attack", unit("Slate Bows")))
    assert [UNITS[u] for u, at in enumerate(after.where) if at == GONE] == ([lost] if lost else [])
    assert clause(after, "attack", unit("Slate Bows")) == "5.1"


@pytest.mark.clause("6.1")
def test_a_side_without_units_has_lost() -> None:
    gone = [f"Slate {name}: gone" for name in ("Pikes", "Bows", "Scouts")]
    near = ("Slate Guard: 0402", "Amber Pikes: 0302", "Amber Bows: 0501")
    with scripted(position(*gone, *near, asked="Amber to Fight"), [("combat", 6)]) as s:
        outcome = GAME.outcome(GAME.play(s, "Amber", ("attack", unit("Slate Guard"))))
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (("Amber",), "6.1")


@pytest.mark.clause("6.2")
@pytest.mark.parametrize(("scouts", "winners"), [("0106", ("Amber",)), ("0206", ("Amber", "Slate"))])
def test_after_the_last_turn_more_towns_win_and_equal_towns_share(scouts: str, winners: tuple[str, ...]) -> None:
    s = position("turn 6", f"Slate Scouts: {scouts}", asked="Slate to Fight")
    outcome = GAME.outcome(GAME.play(s, "Slate", ("end", 0)))
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (winners, "6.2")
