"""Rules about the enemy, with either player as the acting side."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    NEUTRAL,
    SIDES,
    actions,
    at,
    do,
    hexes,
    march,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.spells import DARKNESS, LIGHT, SPELLGATE
from palatine.games.demonlord.components.world import AH, hex_id
from palatine.games.demonlord.rules.characters.capture import Capture
from palatine.games.demonlord.rules.combat.battles import Battles
from palatine.games.demonlord.rules.common.losses import freed_places, is_clear
from palatine.games.demonlord.rules.common.neutrals import become_myth, end_siege
from palatine.games.demonlord.rules.magic.casting import BEFORE, SIEGES, Cast
from palatine.games.demonlord.rules.magic.procedure import leads_to_enemies
from palatine.games.demonlord.rules.magic.spellgate import doubts
from palatine.games.demonlord.rules.magic.spells import gloom
from palatine.games.demonlord.rules.movement.entry import next_hexes
from palatine.games.demonlord.rules.realm.alliances import check_loyalty, leave_alliances
from palatine.games.demonlord.state import DEAD, GONE, MYTH, PRISONER, UNALLIED
from palatine.testing import scripted

BOTH = pytest.mark.parametrize("side", [HOSAR, DEMON])
FIELD = hex_id("0909")
TROOP, SECOND = ("DA-knights", "ER-goblins"), ("DA-bowmen", "ER-archers")
LONE, GUIDE = ("ME-captain-dar", "TA-lord-taegul"), ("BA-baron-barthek", "ER-lord-erush")


def stack(where: str, side: int, *keys: str) -> str:
    return f"{where} {SIDES[side]}: {', '.join(keys)}\n"


def position(side: int, text: str, at_step: str = "OpenMovement") -> Any:
    """Return a step of a phase of this side in turn 2."""
    return place(f"turn 2\nphase {SIDES[side]}\nstep {at_step}\n{text}{CAPITALS}")


@pytest.mark.clause("PRIS-09", "PRIS-10")
@BOTH
def test_a_place_for_the_freed_is_clear_without_enemy_troops_in_sight_and_neutral_ones(side: int) -> None:
    enemy = 1 - side
    neutral = "0909 Neutral: AH-cragsmen-1\n"
    assert is_clear(position(side, stack("0909", side, TROOP[side])), side, FIELD)
    assert is_clear(position(side, stack("0909", enemy, LONE[enemy])), side, FIELD)
    assert is_clear(position(side, stack("0909", enemy, LONE[enemy], TROOP[enemy])), side, FIELD), "not seen"
    assert not is_clear(position(side, stack("0909", enemy, TROOP[enemy], LONE[enemy])), side, FIELD)
    assert not is_clear(position(side, neutral), side, FIELD)


@pytest.mark.clause("PRIS-09", "PRIS-10")
@BOTH
def test_enemy_troops_in_its_home_send_a_freed_unit_elsewhere(side: int) -> None:
    """Gunthoz is the home of Hosar's men, Erush that of the Demon's archers."""
    home, key, enemy = ("1007", "1606")[side], ("GU-men", "ER-archers")[side], 1 - side
    held = f"prisoners of {SIDES[enemy]}: {key}\n"
    assert freed_places(position(side, held), unit(key)) == [hex_id(home)]
    lone = position(side, held + stack(home, enemy, LONE[enemy]))
    assert freed_places(lone, unit(key)) == [hex_id(home)]
    taken = freed_places(position(side, held + stack(home, enemy, TROOP[enemy])), unit(key))
    assert taken
    assert hex_id(home) not in taken


@pytest.mark.clause("SIEGE-27")
@BOTH
@pytest.mark.parametrize("stays", [True, False])
def test_the_defenders_characters_are_captured_without_a_die_where_a_besieging_troop_stays(
    side: int, stays: bool
) -> None:
    where, enemy = ("1007", "1510")[side], 1 - side
    besieger = TROOP[enemy] if stays else LONE[enemy]
    text = f"sieges: [[{hex_id(where)},1]]\n{stack(where, side, LONE[side])}{stack(where, enemy, besieger)}"
    state = position(side, text)
    end_siege(state, hex_id(where))
    assert state.sieges == ()
    assert (state.where[unit(LONE[side])] == PRISONER) == stays
    assert state.prisoners(enemy) == (units(LONE[side]) if stays else [])


@pytest.mark.clause("MAG-36")
@BOTH
def test_an_announced_spellgate_to_enemies_or_neutrals_may_bring_a_battle(side: int) -> None:
    gate = Cast(side, 0, SPELLGATE, FIELD, (), (hex_id("0805"),))
    assert not leads_to_enemies(position(side, stack("0909", side, TROOP[side])), gate)
    assert leads_to_enemies(position(side, stack("0909", 1 - side, TROOP[1 - side])), gate)
    assert leads_to_enemies(position(side, "0909 Neutral: AH-cragsmen-1\n"), gate)


@pytest.mark.clause("MAG-32")
@BOTH
@pytest.mark.parametrize(("moment", "late"), [(BEFORE, False), (SIEGES, True)])
def test_after_the_battles_a_landing_among_enemies_or_neutrals_is_in_doubt(
    side: int, moment: int, late: bool
) -> None:
    text = (
        stack("0909", 1 - side, TROOP[1 - side])
        + stack("0805", side, TROOP[side])
        + "0803 Neutral: AH-cragsmen-1\n"
    )
    found = doubts(position(side, text), side, (unit(SECOND[side]),), moment)
    assert [hex_id(name) in found for name in ("0909", "0803", "0805")] == [late, late, False]


@pytest.mark.clause("MAG-35", "MAG-36", "MAG-37")
@BOTH
def test_the_side_whose_troops_lose_heart_is_told(side: int) -> None:
    spell, other, clause = ((LIGHT, DARKNESS, "MAG-36"), (DARKNESS, LIGHT, "MAG-35"))[side]
    state = position(side, "")
    gloom(state, Cast(side, 0, spell, FIELD))
    (entry,) = told(state, "gloom.falls")
    assert (entry.clauses, entry.data) == ((clause,), {"hex": FIELD, "side": 1 - side})
    gloom(state, Cast(1 - side, 0, other, FIELD))
    (entry,) = told(state, "gloom.cancelled")
    assert (entry.clauses, entry.data) == (("MAG-37",), {"hex": FIELD, "side": side})
    assert sorted(state.morale_shadows) == [(FIELD, HOSAR), (FIELD, DEMON)]


@pytest.mark.clause("SIEGE-25")
@BOTH
def test_a_lone_character_does_not_enter_the_besieged_fortress_of_his_side(side: int) -> None:
    where, beside, enemy = ("1007", "1510")[side], ("1006", "1509")[side], 1 - side
    siege = f"sieges: [[{hex_id(where)},1]]\n{stack(where, side, SECOND[side])}{stack(where, enemy, TROOP[enemy])}"
    state = position(side, siege + stack(beside, side, LONE[side], TROOP[side]))
    lone, led = (unit(LONE[side]),), (unit(TROOP[side]), unit(LONE[side]))
    assert hex_id(where) not in next_hexes(state, side, hex_id(beside), lone)
    assert hex_id(where) in next_hexes(state, side, hex_id(beside), led)
    asked = do(state, ("stack", hex_id(beside)), ("unit", unit(LONE[side])))
    assert where not in hexes(asked, "go")
    assert refusal(asked, ("go", hex_id(where))).clause == "SIEGE-25"


@pytest.mark.clause("ALLY-03", "MOV-20")
@BOTH
def test_a_neutral_that_is_attacked_lays_a_troop_open(side: int) -> None:
    """The Duke of Altu'han is on top of his cragsmen, who are revealed and stop the attacker."""
    state = position(side, "1401 Neutral: AH-duke-han, AH-cragsmen-1\n" + stack("1402", side, TROOP[side]))
    state = march(state, "1402", TROOP[side], "1401")
    assert state.serves[AH] == 1 - side
    assert state.stack(1 - side, hex_id("1401")) == tuple(units("AH-cragsmen-1", "AH-duke-han"))
    assert state.movement_left[unit(TROOP[side])] == 0


@pytest.mark.clause("CAP-01", "MOV-26")
@BOTH
@pytest.mark.parametrize("beneath", [0, 1])
def test_a_lone_character_makes_a_stack_under_a_character_speak(side: int, beneath: int) -> None:
    enemy = 1 - side
    below = [TROOP[enemy]] if beneath else []
    state = position(side, stack("0909", enemy, GUIDE[enemy], *below) + stack("0908", side, LONE[side]))
    state = march(state, "0908", LONE[side], "0909")
    if not beneath:
        assert step(state) == "March", "a single character is plainly no troop"
        return
    assert (step(state), seat(state)) == ("Show", SIDES[enemy])
    assert actions(state) == [("show", unit(TROOP[enemy])), ("silent", 0)]
    shown = do(state, ("show", unit(TROOP[enemy])), rolls=[("escape", 1), ("capture", 6)])
    assert shown.prisoners(enemy) == units(LONE[side])
    assert at(do(state, "silent", rolls=[]), LONE[side]) == "0909"


@pytest.mark.clause("SIEGE-15", "SIEGE-14")
@BOTH
def test_a_fortress_surrenders_to_the_besieger_whose_troops_survive(side: int) -> None:
    """On the reconstructed investment table 12 is surrender; the defender's 2 costs no troop."""
    where, enemy = ("0704", "1606")[side], 1 - side
    inside = stack(where, side, SECOND[side], LONE[side])
    siege = f"sieges: [[{hex_id(where)},2]]\n{inside}{stack(where, enemy, TROOP[enemy], LONE[enemy])}"
    state = do(position(enemy, siege, "Sieges"), "invest", "pass", "pass", rolls=[6, 6, 1, 1])
    assert state.prisoners(enemy) == sorted(units(SECOND[side], LONE[side]))
    assert state.control[hex_id(where)] == enemy
    assert set(state.stack(enemy, hex_id(where))) == set(units(TROOP[enemy], LONE[enemy]))


@pytest.mark.clause("MOV-03", "ALLY-02")
@BOTH
def test_whose_a_counter_is_that_cannot_march_along_is_told(side: int) -> None:
    enemy = 1 - side
    text = stack("0909", side, TROOP[side]) + stack("0805", side, SECOND[side]) + stack("0803", enemy, TROOP[enemy])
    state = do(position(side, text + "1401 Neutral: AH-cragsmen-1\n"), ("stack", FIELD))
    counters = {
        TROOP[enemy]: ("MOV-03", "why.enemy-counter"),
        "AH-cragsmen-1": ("ALLY-02", "why.neutral-counter"),
        SECOND[side]: ("MOV-03", "why.in-other-stack"),
        LONE[side]: ("MOV-03", "why.off-map"),
    }
    for key, reason in counters.items():
        found = state.flow[-1].refuse(state, ("unit", unit(key)))
        assert (found.clause, found.reason) == reason


@pytest.mark.clause("END-04", "END-08")
@BOTH
@pytest.mark.parametrize(("talks", "word"), [("false", "abstain"), ("true", "break off")])
def test_the_players_are_asked_for_truce_by_turns_and_once_each(side: int, talks: str, word: str) -> None:
    text = f"first: {side}\ntalks: {talks}\n{CAPITALS}"
    state = place(f"turn 3\nphase {SIDES[1 - side]}\nstep EndOfTurn\n{text}")
    asked = [seat(state)]
    state = do(state, word)
    asked.append(seat(state))
    assert asked == [SIDES[side], SIDES[1 - side]]
    assert (step(do(state, word)), do(state, word).turn) == ("Movement", 4)


@pytest.mark.clause("ALLY-18", "ALLY-19", "ALLY-20", "ALLY-21")
@BOTH
@pytest.mark.parametrize(
    ("die", "kind", "clause"),
    [
        (1, "check.cemented", "ALLY-18"),
        (2, "check.stays", "ALLY-19"),
        (3, "check.stays", "ALLY-19"),
        (4, "check.stays", "ALLY-19"),
        (5, "check.neutral", "ALLY-20"),
        (6, "check.changes", "ALLY-21"),
    ],
)
def test_what_the_die_makes_of_a_shaken_ally(side: int, die: int, kind: str, clause: str) -> None:
    text = f"serves: [{side},2,2,2,2]\ncontrol 1401: {SIDES[side]}\n" + stack("1401", side, "AH-cragsmen-1")
    state = position(side, text)
    with scripted(state, [("alliance check", die)]) as after:
        after.journal = []
        check_loyalty(after, [AH])
    (entry,) = [entry for entry in after.journal if entry.kind.startswith("check.")]
    assert (entry.kind, entry.clauses) == (kind, (clause,))
    assert entry.data == {"neutral": AH, "side": side, "rolled": die}
    serves = {"check.neutral": NEUTRAL, "check.changes": 1 - side}.get(kind, side)
    assert (after.serves[AH], after.permanent[AH]) == (serves, die == 1)
    assert after.control[hex_id("1401")] == serves
    assert after.stack(serves, hex_id("1401")) == tuple(units("AH-cragsmen-1"))


@pytest.mark.clause("SIEGE-01")
@BOTH
def test_a_siege_is_on_as_soon_as_the_battle_step_ends(side: int) -> None:
    """It does not wait for the siege step, because events in between can end it (SIEGE-27)."""
    where, enemy = ("1007", "1510")[side], 1 - side
    state = position(enemy, stack(where, side, SECOND[side]) + stack(where, enemy, TROOP[enemy]))
    state.rallied = (unit(SECOND[side]),)
    battles = Battles((hex_id(where),))
    state.flow = [battles]
    battles.run(state)
    assert (state.flow, state.sieges, state.rallied) == ([], ((hex_id(where), 0),), ())


@pytest.mark.clause("ALLY-11")
@BOTH
def test_of_a_myth_nothing_is_left(side: int) -> None:
    """Its units leave the game wherever they are, even the recently dead.

    Its fortress becomes a village.
    """
    home = hex_id("1401")
    duke, first, second = units("AH-duke-han", "AH-cragsmen-1", "AH-cragsmen-2")
    text = f"dead: AH-cragsmen-2\nfallen: [[{second},{home},{side},1]]\ngrace: [[{home},{side}]]\n"
    state = position(side, text + "1401 Neutral: AH-duke-han, AH-cragsmen-1\n")
    assert home in state.control
    become_myth(state, AH)
    assert home not in state.control
    assert not state.is_fortress(home)
    assert [state.where[u] for u in (duke, first, second)] == [GONE, GONE, DEAD]
    assert (state.serves[AH], state.permanent[AH]) == (MYTH, False)
    assert (state.fallen, state.returns, state.guests, state.stack(NEUTRAL, home)) == ((), (), (), ())


@pytest.mark.clause("ALLY-22", "CAP-01")
@BOTH
@pytest.mark.parametrize("foes", [True, False])
def test_characters_whom_an_ally_leaves_among_enemies_are_tested(side: int, foes: bool) -> None:
    """Altu'han's cragsmen protected the character in the open."""
    enemy = 1 - side
    text = f"serves: [{side},2,2,2,2]\ncontrol 1401: {SIDES[side]}\n" + stack(
        "0909", side, "AH-cragsmen-1", LONE[side]
    )
    state = position(side, text + (stack("0909", enemy, TROOP[enemy]) if foes else ""))
    leave_alliances(state, [(AH, UNALLIED)])
    tests = [step for step in state.flow if isinstance(step, Capture)]
    assert [(step.side, step.hex, step.group) for step in tests] == (
        [(side, FIELD, (unit(LONE[side]),))] if foes else []
    )
