"""Alliances with Neutrals: attempts, attacks, and the loyalty of semi-permanent allies."""

from __future__ import annotations

from typing import Any

import pytest
from table_top import CAPITALS, DEMON, HOSAR, NEUTRAL, actions, at, do, hexes, pass_windows, place, refusal, seat, step
from table_top import told, unit, units, verbs

from palatine.core import Refused
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components import AH, AN, GW, HOMELANDS, LY, MU, hex_id
from palatine.games.demonlord.neutrals import attack, join
from palatine.games.demonlord.state import AWAY, GONE, LIMBO, MYTH, UNALLIED

ENVOY_AT_ULA = """
turn 2
phase Hosar
step AllianceAttempt
0802 Hosar: DA-knights
0902 Neutral: MU-slave-miners-1, MU-slave-miners-2
1401 Neutral: AH-duke-han, AH-cragsmen-1
1812 Demon: NI-goblins
0610 Hosar: TI-city-militia
"""
ALTUHAN = "1401 Neutral: AH-duke-han, AH-cragsmen-1, AH-cragsmen-2\n"
SEMI_HAN = """
turn 4
phase Demon
step AllianceChecks
serves: [0,2,2,2,2]
waver: [0]
0610 Hosar: TI-city-militia
1812 Demon: NI-goblins
1401 Hosar: AH-cragsmen-1, DA-knights
1302 Hosar: AH-duke-han, AH-cragsmen-2
control 1401: Hosar
"""


@pytest.mark.clause("ALLY-01")
def test_five_neutrals_start_at_home_and_serve_nobody() -> None:
    state = GAME.setup(seed=b"neutrals")
    assert state.serves == (UNALLIED,) * 5
    assert [GAME.boards(state)[0].spaces[h].id for h in HOMELANDS] == ["1401", "1702", "0914", "1308", "0902"]
    assert all(state.stack(NEUTRAL, h) for h in HOMELANDS)
    join(state, LY, DEMON, permanent=True)
    assert (state.serves[LY], state.serves[AH]) == (DEMON, UNALLIED)


@pytest.mark.clause("ALLY-02")
def test_an_unallied_neutral_never_moves_and_blocks_troops() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0803 Hosar: DA-knights, TI-prince-timur\n"
                  "0902 Neutral: MU-slave-miners-1, MU-slave-miners-2\n" + CAPITALS)  # fmt: skip
    assert "0902" not in hexes(state, "stack")
    state = do(state, ("stack", hex_id("0803")), ("unit", unit("DA-knights")), ("go", hex_id("0902")), rolls=[1])
    assert state.mp[unit("DA-knights")] == 0


@pytest.mark.clause("ALLY-03", "NEU-01")
def test_troops_that_enter_make_the_neutral_the_other_sides_permanent_ally() -> None:
    state = place("phase Hosar\nstep OpenMovement\n1402 Hosar: DA-knights, TI-prince-timur\n" + ALTUHAN + CAPITALS)
    state = do(state, ("stack", hex_id("1402")), ("unit", unit("DA-knights")), ("go", hex_id("1401")))
    assert state.serves[AH] == DEMON
    assert state.permanent[AH]
    assert state.control[hex_id("1401")] == DEMON
    assert set(state.stack(DEMON, hex_id("1401"))) == set(units("AH-duke-han", "AH-cragsmen-1", "AH-cragsmen-2"))


@pytest.mark.clause("ALLY-03")
def test_a_lone_character_attacks_nobody() -> None:
    state = place("phase Hosar\nstep OpenMovement\n1402 Hosar: TI-prince-timur\n" + ALTUHAN + CAPITALS)
    state = do(state, ("stack", hex_id("1402")), ("unit", unit("TI-prince-timur")), ("go", hex_id("1401")), rolls=[6, 1])
    assert state.serves[AH] == UNALLIED


@pytest.mark.clause("ALLY-03")
def test_entering_the_home_of_an_enemys_ally_changes_nothing_in_the_alliance() -> None:
    state = place("phase Hosar\nstep OpenMovement\nserves: [1,2,2,2,2]\ncontrol 1401: Demon\n"
                  "1402 Hosar: DA-knights, TI-prince-timur\n1401 Demon: AH-cragsmen-1\n" + CAPITALS)  # fmt: skip
    state = do(state, ("stack", hex_id("1402")), ("unit", unit("DA-knights")), ("go", hex_id("1401")))
    assert (state.serves[AH], state.permanent[AH]) == (DEMON, False)


@pytest.mark.clause("ALLY-04")
def test_the_new_ally_chooses_at_once_between_battle_and_siege() -> None:
    state = place("phase Hosar\nstep OpenMovement\n1402 Hosar: DA-knights, TI-prince-timur\n" + ALTUHAN + CAPITALS)
    state = do(state, ("stack", hex_id("1402")), ("unit", unit("DA-knights")), ("go", hex_id("1401")), "end")
    state = pass_windows(state)
    assert (seat(state), step(state)) == ("Demon", "BattleOrSiege")
    assert verbs(state) == {"battle", "siege"}


@pytest.mark.clause("ALLY-05")
def test_one_attempt_and_the_step_is_over() -> None:
    state = place(ENVOY_AT_ULA + "1402 Hosar: DA-sergeants\n")
    assert actions(state) == [("envoy", AH), ("envoy", MU), ("pass", 0)]
    state = do(state, ("envoy", MU), rolls=[4])
    assert step(pass_windows(state)) != "Court"
    assert state.serves[AH] == UNALLIED


@pytest.mark.clause("ALLY-05")
def test_the_attempt_belongs_to_ones_own_phase() -> None:
    state = place(ENVOY_AT_ULA.replace("phase Hosar", "phase Demon"))
    assert "Court" not in [type(frame).__name__ for frame in state.flow]


@pytest.mark.clause("ALLY-06")
def test_an_envoy_stands_next_to_the_homeland() -> None:
    state = place(ENVOY_AT_ULA)
    assert actions(state) == [("envoy", MU), ("pass", 0)]
    assert refusal(state, ("envoy", AH)).clause == "ALLY-06"


@pytest.mark.clause("ALLY-06", "MAG-05")
def test_an_alliance_spell_needs_range_and_a_free_caster() -> None:
    # Duke D'Ansor, range 4: Ula at 0902 is 3 hexes from 0704; Altu'han at 1401 is 7.
    text = ENVOY_AT_ULA.replace("0802 Hosar: DA-knights", "0704 Hosar: DA-duke-dansor")
    assert actions(place(text)) == [("charm", MU), ("pass", 0)]
    assert refusal(place(text), ("charm", AH)).clause == "ALLY-06"
    spent = place(text + f"cast: [{unit('DA-duke-dansor')}]\n")
    assert step(spent) != "Court"
    after = do(place(text), ("charm", MU), ("caster", unit("DA-duke-dansor")), rolls=[4])
    assert unit("DA-duke-dansor") in after.cast


@pytest.mark.clause("ALLY-07")
def test_one_spell_a_neutral_and_turn_but_envoys_may_still_go() -> None:
    text = ENVOY_AT_ULA + f"0704 Hosar: DA-duke-dansor\nspelled: [{MU}]\n"
    state = place(text)
    assert actions(state) == [("envoy", MU), ("pass", 0)]
    assert refusal(state, ("charm", MU)).clause == "ALLY-07"


@pytest.mark.parametrize(
    ("die", "serves", "permanent"),
    [
        pytest.param(1, HOSAR, True, marks=pytest.mark.clause("ALLY-08", "ALLY-13")),
        pytest.param(2, HOSAR, False, marks=pytest.mark.clause("ALLY-09")),
        pytest.param(3, HOSAR, False, marks=pytest.mark.clause("ALLY-09")),
        pytest.param(4, UNALLIED, False, marks=pytest.mark.clause("ALLY-10")),
        pytest.param(5, MYTH, False, marks=pytest.mark.clause("ALLY-11")),
        pytest.param(6, DEMON, False, marks=pytest.mark.clause("ALLY-12")),
    ],
)
def test_alliance_table(die: int, serves: int, permanent: bool) -> None:
    rolls = [die, 1] if serves in (HOSAR, DEMON) else [die]  # allied Ula throws for its ruler
    state = do(place(ENVOY_AT_ULA), ("envoy", MU), rolls=rolls)
    assert (state.serves[MU], state.permanent[MU]) == (serves, permanent)


@pytest.mark.clause("ALLY-08", "ALLY-09", "ALLY-10", "ALLY-11", "ALLY-12", "ALLY-13")
def test_the_alliance_die_is_the_only_die_of_an_alliance_spell() -> None:
    text = ENVOY_AT_ULA.replace("0802 Hosar: DA-knights", "0704 Hosar: DA-duke-dansor")
    state = do(place(text), ("charm", MU), ("caster", unit("DA-duke-dansor")), rolls=[4])
    assert state.spelled == (MU,)
    assert state.serves[MU] == UNALLIED


@pytest.mark.clause("ALLY-10")
def test_nothing_lets_the_neutral_be_tried_again_in_a_later_turn_and_an_ally_not() -> None:
    assert ("envoy", MU) in actions(place(ENVOY_AT_ULA.replace("turn 2", "turn 3")))
    allied = place(ENVOY_AT_ULA.replace("0902 Neutral", "0902 Demon") + "serves: [2,2,2,2,1]\ncontrol 0902: Demon\n")
    assert step(allied) != "Court"


@pytest.mark.clause("ALLY-11")
def test_a_myth_leaves_the_game_and_its_fortress_is_a_village() -> None:
    text = ENVOY_AT_ULA.replace("0802 Hosar: DA-knights", "1402 Hosar: DA-knights") + "prisoners of Demon: AH-cragsmen-2\n"
    state = do(place(text), ("envoy", AH), rolls=[5])
    assert [state.where[u] for u in units("AH-duke-han", "AH-cragsmen-1", "AH-cragsmen-2")] == [GONE] * 3
    assert state.captors == ()
    assert not state.is_fortress(hex_id("1401"))


@pytest.mark.clause("ALLY-14")
def test_allied_units_are_moved_like_ones_own_and_their_fortress_is_controlled() -> None:
    text = ENVOY_AT_ULA.replace("0802 Hosar: DA-knights", "1402 Hosar: DA-knights").replace("phase Hosar", "phase Hosar")
    state = do(place(text), ("envoy", AH), rolls=[2])
    assert state.control[hex_id("1401")] == HOSAR
    moving = place("phase Hosar\nstep OpenMovement\nserves: [0,2,2,2,2]\ncontrol 1401: Hosar\n"
                   "1401 Hosar: AH-duke-han, AH-cragsmen-1\n" + CAPITALS)  # fmt: skip
    assert "1401" in hexes(moving, "stack")


@pytest.mark.clause("ALLY-15", "ALLY-17")
def test_allies_in_a_stack_that_withdraws_are_checked_by_their_holder_at_the_phases_end() -> None:
    state = place("turn 3\nphase Demon\nstep Battles\nserves: [0,2,2,2,2]\ncontrol 1401: Hosar\n"
                  "1005 Hosar: AH-cragsmen-1, DA-knights\n1005 Demon: ER-heavy-cavalry\n"
                  "1401 Hosar: AH-cragsmen-2\n" + CAPITALS)  # fmt: skip
    while step(state) != "MayWithdraw":
        wanted = [a for a in actions(state) if a[0] in ("pass", "hold")] or actions(state)
        dice = [6, 6] * 4 if step(state) in ("Forward", "MoveCharacter", "Deploy") else []
        try:
            state = do(state, wanted[0])
        except AssertionError:
            state = do_with_misses(state, wanted[0])
        del dice
    state = do(state, "fight on")
    assert (seat(state), state.waver) == ("Hosar", ())
    state = do_rolls(state, "withdraw", [1, 1])
    assert state.waver == (AH,)


def do_with_misses(state: Any, move: Any) -> Any:
    """Play a move after which both sides attack and all miss."""
    for count in range(2, 17, 2):
        try:
            return do(state, move, rolls=[6] * count)
        except AssertionError:
            continue
    raise AssertionError("no number of misses fits")


def do_rolls(state: Any, move: str, rolls: list[int]) -> Any:
    return do(state, move, rolls=rolls)


@pytest.mark.clause("ALLY-16", "ALLY-17")
def test_the_homeland_lost_to_the_enemy_shakes_the_ally() -> None:
    state = place("turn 3\nphase Demon\nstep OpenMovement\nserves: [0,2,2,2,2]\ncontrol 1401: Hosar\n"
                  "1402 Demon: ER-heavy-cavalry, ER-lord-erush\n1302 Hosar: AH-cragsmen-1\n" + CAPITALS)  # fmt: skip
    state = do(state, ("stack", hex_id("1402")), ("unit", unit("ER-heavy-cavalry")), ("go", hex_id("1401")))
    assert state.control[hex_id("1401")] == DEMON
    assert state.waver == (AH,)


def check(die: int) -> Any:
    """The semi-permanent ally Altu'han, shaken, throws this die at the end of the Demon's phase."""
    from palatine.testing import scripted

    text = "demonlord" + SEMI_HAN.replace("step AllianceChecks", "step AllianceAttempt")
    text = text.replace("waver: [0]\n", f"waver: [{AH}]\n1402 Demon: ER-goblins\n").replace("serves: [0,", "serves: [0,")
    state = GAME.position(text.replace("serves: [0,2,2,2,2]", "serves: [0,2,2,1,2]").replace("1402 Demon", "1207 Demon"))
    del state
    quiet = GAME.position("demonlord" + SEMI_HAN.replace("step AllianceChecks", "step BeforeAlliances").replace(
        "1812 Demon: NI-goblins", "1812 Demon: NI-goblins, NI-lord-nish") + "spells of Demon: Spellgate\n")
    quiet.journal = []
    with scripted(quiet, [die]) as after:
        after.journal = []
        while step(after) == "Speak" and after.waver:
            after = GAME.play(after, seat(after), ("pass", 0))
    return after


@pytest.mark.clause("ALLY-18")
def test_check_1_makes_the_alliance_permanent() -> None:
    state = check(1)
    assert (state.serves[AH], state.permanent[AH]) == (HOSAR, True)


@pytest.mark.parametrize("die", [2, 3, 4])
@pytest.mark.clause("ALLY-19", "ALLY-17")
def test_check_2_to_4_changes_nothing_and_a_new_cause_brings_a_new_check(die: int) -> None:
    state = check(die)
    assert (state.serves[AH], state.permanent[AH], state.waver) == (HOSAR, False, ())
    assert at(state, "AH-duke-han") == "1302"


@pytest.mark.clause("ALLY-20", "ALLY-22", "ALLY-23", "ALLY-25")
def test_check_5_makes_it_neutral_to_all_and_sends_its_units_home() -> None:
    state = check(5)
    assert state.serves[AH] == UNALLIED
    assert [state.where[u] for u in units("AH-duke-han", "AH-cragsmen-2")] == [LIMBO, LIMBO]
    assert state.stack(NEUTRAL, hex_id("1401")) == tuple(units("AH-cragsmen-1"))
    assert state.stack(HOSAR, hex_id("1401")) == tuple(units("DA-knights"))
    assert state.control[hex_id("1401")] == NEUTRAL


@pytest.mark.clause("ALLY-21")
def test_check_6_hands_it_to_the_enemy() -> None:
    state = check(6)
    assert (state.serves[AH], state.permanent[AH]) == (DEMON, False)
    assert state.stack(DEMON, hex_id("1401")) == tuple(units("AH-cragsmen-1"))
    assert state.control[hex_id("1401")] == DEMON


@pytest.mark.clause("ALLY-22")
def test_removed_units_come_home_as_the_following_phase_closes() -> None:
    han = units("AH-duke-han", "AH-cragsmen-2")
    text = (
        "turn 4\nphase {side}\nphase: {number}\nstep BeforeAlliances\nspells of Demon: Spellgate\n"
        f"returns: [[8,[{han[0]},{han[1]}]]]\nlimbo: AH-duke-han, AH-cragsmen-2\n"
        "1401 Neutral: AH-cragsmen-1\n1812 Demon: NI-lord-nish\n0610 Hosar: TI-city-militia\n"
    )
    early = pass_windows(place(text.format(side="Hosar", number=7)))
    assert early.where[han[0]] == LIMBO or early.phase > 7
    home = place(text.format(side="Demon", number=8))
    while step(home) == "Speak" and home.returns:
        home = do(home, "pass")
    assert [at(home, "AH-duke-han"), at(home, "AH-cragsmen-2")] == ["1401", "1401"]


@pytest.mark.clause("ALLY-24")
def test_spirits_of_a_neutral_that_leaves_must_be_invoked_anew() -> None:
    state = place("phase Hosar\nstep OpenMovement\nserves: [2,0,0,2,2]\n1702 Hosar: AN-old-one, AN-lizard-warriors-1\n"
                  "1113 Hosar: GW-beast-god\n" + CAPITALS)  # fmt: skip
    from palatine.games.demonlord.neutrals import leave

    leave(state, AN, UNALLIED)
    leave(state, GW, DEMON)
    assert [state.where[u] for u in units("AN-old-one", "GW-beast-god")] == [AWAY, AWAY]
    assert at(state, "AN-lizard-warriors-1") == "1702"


@pytest.mark.clause("ALLY-25")
def test_guests_in_the_home_of_a_neutral_again_must_leave_or_attack_it() -> None:
    text = ("phase Hosar\nstep OpenMovement\ngrace: [[{h},0]]\n1401 Hosar: DA-knights, TI-prince-timur\n"
            "1401 Neutral: AH-cragsmen-1\n").format(h=hex_id("1401")) + CAPITALS  # fmt: skip
    assert place(text).control[hex_id("1401")] == NEUTRAL
    stayed = do(place(text), "end")
    assert (stayed.serves[AH], stayed.permanent[AH]) == (DEMON, True)
    left = do(place(text), ("stack", hex_id("1401")), ("unit", unit("DA-knights")), ("unit", unit("TI-prince-timur")),
              ("go", hex_id("1402")), "halt", "end")  # fmt: skip
    assert left.serves[AH] == UNALLIED


@pytest.mark.clause("ALLY-18")
def test_a_permanent_ally_is_never_checked() -> None:
    state = place("phase Hosar\nstep OpenMovement\nserves: [0,2,2,2,2]\npermanent: [true,false,false,false,false]\n"
                  "1302 Hosar: AH-cragsmen-1\n" + CAPITALS)  # fmt: skip
    from palatine.games.demonlord.neutrals import shake

    shake(state, AH)
    assert state.waver == ()


@pytest.mark.clause("ALLY-03", "NEU-01")
def test_attacked_ula_throws_for_its_ruler_at_once() -> None:
    state = place("phase Hosar\nstep OpenMovement\n0803 Hosar: DA-knights, TI-prince-timur\n"
                  "0902 Neutral: MU-slave-miners-1, MU-slave-miners-2\n" + CAPITALS)  # fmt: skip
    state = do(state, ("stack", hex_id("0803")), ("unit", unit("DA-knights")), ("go", hex_id("0902")), rolls=[4])
    assert len(told(state, "ula")) == 1
    assert at(state, "MU-dwarf-king") == "0902"


def test_nobody_may_court_in_the_enemys_name() -> None:
    state = place(ENVOY_AT_ULA)
    with pytest.raises(Refused):
        GAME.play(state, "Demon", ("envoy", MU))
    assert attack is not join
