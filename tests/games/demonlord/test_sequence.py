"""The Turn Procedure, and the actions permitted in each step."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    HOSAR,
    actions,
    do,
    hexes,
    idle,
    march,
    operands,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    verbs,
)
from palatine.core import Tally
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import MELEE, MORALE, UNIT_SIDE
from palatine.games.demonlord.components.spells import LIGHT, SPELLGATE
from palatine.games.demonlord.components.world import OPEN, hex_id
from palatine.games.demonlord.rules.combat.attacks import Attack, melee_value
from palatine.games.demonlord.rules.combat.battles import Battles
from palatine.games.demonlord.rules.combat.morale import morale_value
from palatine.games.demonlord.rules.combat.sieges import Sieges
from palatine.games.demonlord.rules.magic.invocation import Invocation
from palatine.games.demonlord.rules.movement.movement import OpenMovement
from palatine.games.demonlord.sequence import MOMENT, AllianceAttempt, Phase
from palatine.games.demonlord.state import Battle

QUIET = "0610 Hosar: TI-city-militia\n1812 Demon: NI-goblins\n"
EVERYTHING = """
turn 2
phase Demon
step OpenMovement
2006 Demon: IK-high-priest
0909 Demon: ER-archers
0909 Hosar: TI-spearmen
0610 Demon: NI-lancers
0610 Hosar: TI-city-militia
1402 Demon: ER-goblins
1401 Neutral: AH-duke-han
"""
"""The Demon has a temple to invoke at, a battle, a siege and a neutral to court."""


def through(state: Any, *until: str) -> list[tuple[str, str]]:
    """Play without attacks, withdrawing from battles; return who was asked in which step."""
    asked = []
    while state.flow and step(state) not in until:
        asked.append((seat(state), step(state)))
        verb = "withdraw" if "withdraw" in verbs(state) else None
        idle_verbs = ("end", "pass", "siege", "invest", "wait", "abstain")
        pick = next(
            (a for a in actions(state) if a[0] == verb or (verb is None and a[0] in idle_verbs)), actions(state)[0]
        )
        state = GAME.play(state, seat(state), pick)
    return asked


@pytest.mark.clause("GEN-01")
def test_two_players_each_with_his_own_units() -> None:
    state = GAME.setup(seed=b"two")
    assert state.seats == ("Hosar", "Demon")
    assert [len(scenario.tables[0]) for scenario in GAME.scenarios] == [2]
    state = place("phase Hosar\nstep OpenMovement\n0909 Hosar: TI-sergeants\n0909 Demon: ER-archers\n" + QUIET)
    state = do(state, ("stack", hex_id("0909")))
    assert operands(state, "unit") == [unit("TI-sergeants")]
    assert {UNIT_SIDE[u] for u in operands(state, "unit")} == {HOSAR}
    assert refusal(state, ("unit", unit("ER-archers"))).clause == "MOV-03"


@pytest.mark.clause("GEN-02")
def test_dice_have_six_sides_and_each_procedure_its_number() -> None:
    """One die for a request, a capture or a morale check; two for an attack or a siege."""
    state = place(
        "opened: true\nphase Hosar\nstep Reinforcements\n0909 Hosar: TI-spearmen\n0909 Demon: ER-archers\n"
        "1510 Hosar: TI-knights-1\n1510 Demon: MI-garrison\n"
    )
    state.dice.drawn = []
    rolls: Counter[str] = Counter()
    state = GAME.play(state, "Hosar", ("request", 0))
    tallies = [entry.tally for entry in state.journal if entry.tally]
    while state.flow and state.phasing == HOSAR:
        pick = next(
            (a for a in actions(state) if a[0] in ("siege", "assault", "withdraw", "end")), actions(state)[0]
        )
        state = GAME.play(state, seat(state), pick)
        tallies += [entry.tally for entry in state.journal if entry.tally]
    sizes = {tally.purpose: len(tally.dice) for tally in tallies}
    rolls.update(sizes)
    assert rolls["reinforcements"] == rolls["morale"] == 1
    assert rolls["missile"] == rolls["melee"] == rolls["siege"] == 2
    assert {die for tally in tallies for die in tally.dice} <= set(range(1, 7))
    state = place("phase Hosar\nstep OpenMovement\n0908 Hosar: TI-prince-timur\n0909 Demon: NI-goblins\n")
    state = march(state, "0908", "TI-prince-timur", "0909", rolls=[6, 3])
    captures = [entry.tally for entry in state.journal if entry.tally]
    assert [(tally.purpose, len(tally.dice)) for tally in captures] == [("escape", 1), ("capture", 1)]


# The turn


@pytest.mark.clause("TURN-01")
def test_hosar_has_the_first_phase_and_the_demon_the_second() -> None:
    state = place("turn 1\nphase Hosar\nstep Start\n" + QUIET)
    state = idle(do(idle(state, "Movement"), "end"), "Movement")
    assert (state.turn, state.phasing) == (1, DEMON)
    state = idle(do(state, "end"), "Movement")
    assert (state.turn, state.phasing) == (2, HOSAR)
    assert [entry.data["side"] for entry in told(state, "phase")] == [DEMON, HOSAR]
    assert [entry.data["turn"] for entry in told(state, "turn")] == [2]


@pytest.mark.clause("TURN-02")
def test_movement_invocation_battles_sieges_alliances() -> None:
    printed = [OpenMovement, Invocation, Battles, Sieges, AllianceAttempt]
    assert [stage for stage in Phase.order if stage in printed] == printed
    asked = [name for _, name in through(place(EVERYTHING), "AskTruceCall", "RequestExchange")]
    order = ["Movement", "Invoke", "BattleOrSiege", "ChooseSiegeMethod", "Court"]
    assert sorted(order, key=asked.index) == order


@pytest.mark.clause("TURN-02")
def test_what_lasted_for_a_phase_is_over_with_it() -> None:
    u = unit("NI-goblins")
    lasting = (
        f"cast: [{u}]\nforced: [{u}]\npitted: [{u}]\nearthpits: [1]\ngloom: [[1,0]]\ncloaks: [3]\nheld: [{u}]\n"
    )
    state = place("phase Hosar\nstep Start\n" + lasting + QUIET)
    assert (
        state.spent_casters,
        state.forcemarched,
        state.earthpitted,
        state.earthpits,
        state.morale_shadows,
        state.cloaks,
    ) == ((),) * 6
    assert state.halted_units == ()


@pytest.mark.clause("TURN-04")
def test_only_the_phasing_player_moves_and_invokes() -> None:
    """The Demon's priest at the temple of Yorgash is not asked in Hosar's phase."""
    text = (
        "turn 2\nphase Hosar\nstep OpenMovement\n2006 Demon: IK-high-priest\n0404 Hosar: HO-high-priest\n" + QUIET
    )
    asked = through(place('options: {"first_truce": 2}\n' + text), "AskTruceCall")
    hosar, demon = asked[: asked.index(("Demon", "Movement"))], asked[asked.index(("Demon", "Movement")) :]
    assert {name for who, name in hosar if who == "Demon"} & {"Movement", "March", "Invoke"} == set()
    assert ("Hosar", "Invoke") in hosar
    assert {name for who, name in demon if who == "Hosar"} & {"Movement", "March", "Invoke"} == set()
    assert ("Demon", "Invoke") in demon
    state = place(text)
    found = GAME.explain(state, "Demon", ("stack", hex_id("1812")))
    assert found is not None
    assert GAME.actions(state, "Demon") == []


@pytest.mark.clause("TURN-05")
@pytest.mark.parametrize("phase", ["Hosar", "Demon"])
def test_a_siege_has_its_round_in_either_players_phase(phase: str) -> None:
    state = place(
        f"phase {phase}\nstep Battles\n1510 Demon: MI-garrison, MI-bowmen\n1510 Hosar: TI-knights-1, TI-knights-2\n"
    )
    state = do(state, "siege")
    assert (step(state), seat(state)) == ("ChooseSiegeMethod", "Hosar"), "the besieger chooses, whoever is phasing"
    state = do(do(do(state, "invest"), "pass"), "pass", rolls=[3, 3, 3, 3])
    assert len(told(state, "siege.kills")) == 2


@pytest.mark.clause("TURN-06")
@pytest.mark.parametrize(("phase", "first"), [("Hosar", HOSAR), ("Demon", DEMON)])
def test_both_may_cast_from_before_movement_to_after_alliances(phase: str, first: int) -> None:
    """Spellgate can be cast at any boundary; the phasing player is asked first."""
    state = place(
        f"turn 2\nphase {phase}\nstep Start\nspells of Hosar: Spellgate\nspells of Demon: Spellgate\n"
        "0404 Hosar: HO-high-priest\n2009 Demon: IK-high-priest\n" + QUIET
    )
    moments: dict[int, list[int]] = {}
    while state.phasing == first and state.flow:
        if step(state) == "AnnounceSpell":
            moments.setdefault(state.flow[-1].moment, []).append(state.flow[-1].seat)
            assert ("cast", SPELLGATE) in actions(state)
        state = do(state, "end" if step(state) == "Movement" else "pass")
    assert moments == {moment: [first, 1 - first] for moment in MOMENT.values()}
    assert len(moments) == 7


@pytest.mark.clause("TURN-06")
def test_a_spell_that_names_its_moment_keeps_to_it() -> None:
    state = place(
        "phase Hosar\nstep AtStart\nspells of Hosar: Light, Spellgate\n0404 Hosar: HO-high-priest\n" + QUIET
    )
    assert ("cast", LIGHT) not in actions(state)
    assert refusal(state, ("cast", LIGHT)).clause == "TURN-06"


# What a unit is


@pytest.mark.clause("UNIT-01")
def test_many_rules_are_for_one_kind_of_unit_alone() -> None:
    """Characters alone do not cause a battle; troops alone are not captured when met."""
    state = place("phase Hosar\nstep Battles\n0909 Hosar: TI-prince-timur\n0909 Demon: ER-archers\n" + QUIET)
    assert step(idle(state, "Movement", "Deploy")) == "Movement"


@pytest.mark.clause("UNIT-02")
def test_an_allied_neutral_serves_its_player_and_keeps_its_colours() -> None:
    state = place("serves: [0,2,2,2,2]\nphase Hosar\nstep OpenMovement\n0909 Hosar: AH-cragsmen-1\n" + QUIET)
    assert hexes(march(state, "0909", "AH-cragsmen-1"), "go")
    (piece,) = [piece for piece in GAME.view(state, "Demon").pieces if piece.face == "AH-cragsmen-1"]
    assert piece.badges == ("serves Hosar",)


def duel(troop: str, leader: str, foe: str) -> tuple[Any, Battle]:
    state = place(f"phase Hosar\nstep Battles\n0909 Hosar: {troop}, {leader}\n0909 Demon: {foe}\n" + QUIET)
    pairs = (((unit(troop),), (unit(foe),)),)
    return state, Battle(hex_id("0909"), OPEN, 10, groups=pairs, posts=((unit(leader), unit(troop)),))


@pytest.mark.clause("UNIT-05")
def test_no_leader_lifts_morale_above_six() -> None:
    state, battle = duel("HO-temple-knights", "TI-prince-timur", "NI-goblins")
    assert MORALE[unit("HO-temple-knights")] == 6
    tally = Tally("morale", (1,), [])
    morale_value(state, battle, unit("HO-temple-knights"), tally)
    assert tally.value == 6
    state, battle = duel("TI-knights-1", "TI-prince-timur", "NI-goblins")
    tally = Tally("morale", (1,), [])
    morale_value(state, battle, unit("TI-knights-1"), tally)
    assert tally.value == 6, "five and two"


@pytest.mark.clause("UNIT-06")
def test_melee_has_no_upper_limit() -> None:
    """Eight, plus two for the Prince and one for heavy armour against none, make eleven."""
    state, battle = duel("TI-knights-1", "TI-prince-timur", "NI-goblins")
    assert MELEE[unit("TI-knights-1")] == 8
    tally = Tally("melee", (6, 5), [])
    melee_value(state, battle, Attack(unit("TI-knights-1"), unit("NI-goblins")), tally)
    assert tally.value == 11
    assert tally.succeeds
