"""Alliances with Neutrals: attacks on them, and attempts to win them."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    NEUTRAL,
    actions,
    at,
    do,
    go,
    hexes,
    idle,
    march,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
    who_is_asked,
)
from palatine.core import Refused
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import RANGE, UNITS_OF_CODE
from palatine.games.demonlord.components.spells import SPELLGATE, VISION
from palatine.games.demonlord.components.world import AH, GRID, HOMELANDS, MU, NEUTRALS, hex_id, hex_name
from palatine.games.demonlord.rules.common.neutrals import keep_home
from palatine.games.demonlord.state import DEAD, GONE, MYTH, UNALLIED, Fallen

ALTUHAN, ULA = hex_id("1401"), hex_id("0902")
HAN = "1401 Neutral: AH-duke-han, AH-cragsmen-1, AH-cragsmen-2\n"
MINERS = "0902 Neutral: MU-slave-miners-1, MU-slave-miners-2\n"
PLAYERS = {"Hosar": ("DA-knights", "TI-prince-timur"), "Demon": ("ER-heavy-cavalry", "ER-lord-erush")}
SIDE_OF = {"Hosar": HOSAR, "Demon": DEMON}


def moving(player: str, hexname: str, text: str = HAN, *keys: str) -> Any:
    """Return a player about to move, with a troop and a leader in a hex or with the named units."""
    stack = ", ".join(keys or PLAYERS[player])
    return place(f"turn 2\nphase {player}\nstep OpenMovement\n{hexname} {player}: {stack}\n{text}{CAPITALS}")


def courting(player: str, text: str, turn: int = 2) -> Any:
    """Return the end of a player's phase while Altu'han and Ula are neutral."""
    return place(f"turn {turn}\nphase {player}\nstep AllianceAttempt\n{text}{HAN}{MINERS}{CAPITALS}")


def at_distance(far: int) -> str:
    """Return a hex at this distance from Ula and farther from Altu'han."""
    return next(
        hex_name(h) for h in GRID.within(ULA, far) if GRID.distance(h, ULA) == far < GRID.distance(h, ALTUHAN)
    )


# Neutral states


@pytest.mark.clause("ALLY-01")
def test_the_five_neutrals_begin_at_home_and_serve_nobody() -> None:
    state = GAME.setup(seed=b"neutrals")
    assert NEUTRALS == ("AH", "AN", "GW", "LY", "MU")
    assert [hex_name(h) for h in HOMELANDS] == ["1401", "1702", "0914", "1308", "0902"]
    assert state.serves == (UNALLIED,) * 5
    for neutral, h in enumerate(HOMELANDS):
        assert state.control[h] == NEUTRAL
        assert state.stack(NEUTRAL, h)
        assert set(state.stack(NEUTRAL, h)) <= set(UNITS_OF_CODE[NEUTRALS[neutral]])


@pytest.mark.clause("ALLY-01")
def test_they_ally_one_by_one_and_to_either_player() -> None:
    envoys = "0802 Hosar: DA-knights\n1402 Demon: ER-archers\n"
    state = do(courting("Hosar", envoys), ("envoy", MU), rolls=[1, ("ula", 1)])
    assert state.serves == (UNALLIED, UNALLIED, UNALLIED, UNALLIED, HOSAR)
    state = do(idle(state, "Court"), ("envoy", AH), rolls=[1])
    assert state.serves == (DEMON, UNALLIED, UNALLIED, UNALLIED, HOSAR)


@pytest.mark.clause("ALLY-02")
@pytest.mark.parametrize("player", ["Hosar", "Demon"])
def test_nobody_moves_an_unallied_neutral_and_its_troops_stop_everybody(player: str) -> None:
    state = moving(player, "1402")
    assert hexes(state, "stack") == sorted(["1402", "0610" if player == "Hosar" else "1812"])
    with pytest.raises(Refused):
        GAME.play(state, player, ("stack", ALTUHAN))
    troop, _ = PLAYERS[player]
    state = march(state, "1402", troop, "1401")
    assert state.movement_left[unit(troop)] == 0


@pytest.mark.clause("ALLY-02")
def test_they_are_hostile_to_lone_characters_of_both() -> None:
    state = march(moving("Hosar", "1402"), "1402", "TI-prince-timur", "1401", rolls=[1, 6])
    assert state.captors == ((unit("TI-prince-timur"), DEMON),)
    state = march(moving("Demon", "1402"), "1402", "ER-lord-erush", "1401", rolls=[1, 6])
    assert state.captors == ((unit("ER-lord-erush"), HOSAR),)


# Automatic alliance


@pytest.mark.clause("ALLY-03")
@pytest.mark.parametrize("player", ["Hosar", "Demon"])
def test_a_neutral_that_is_attacked_is_at_once_the_other_players_permanent_ally(player: str) -> None:
    state = march(moving(player, "1402"), "1402", PLAYERS[player][0], "1401")
    other = 1 - SIDE_OF[player]
    assert (state.serves[AH], state.permanent[AH], state.control[ALTUHAN]) == (other, True, other)
    assert sorted(state.stack(other, ALTUHAN)) == units("AH-duke-han", "AH-cragsmen-1", "AH-cragsmen-2")
    assert state.stack(NEUTRAL, ALTUHAN) == ()


@pytest.mark.clause("ALLY-03")
def test_a_character_without_troops_attacks_nobody() -> None:
    state = march(moving("Hosar", "1402"), "1402", "TI-prince-timur", "1401", rolls=[6, 1])
    assert state.serves[AH] == UNALLIED


@pytest.mark.clause("ALLY-03")
def test_the_home_without_troops_is_attacked_and_taken_by_entering_it() -> None:
    state = march(moving("Hosar", "1402", "limbo: AH-cragsmen-1\n"), "1402", "DA-knights", "1401")
    assert (state.serves[AH], state.permanent[AH], state.control[ALTUHAN]) == (DEMON, True, HOSAR)
    alone = moving("Hosar", "1402", "1401 Neutral: AH-duke-han\n")
    found = do(march(alone, "1402", "DA-knights", "1401"), "demand", rolls=[1, 5])
    assert found.captors == ((unit("AH-duke-han"), HOSAR),)


@pytest.mark.clause("ALLY-03")
def test_an_ally_of_the_enemy_is_not_attacked_as_a_neutral() -> None:
    text = "serves: [1,2,2,2,2]\ncontrol 1401: Demon\n" + HAN.replace("Neutral", "Demon")
    state = march(moving("Hosar", "1402", text), "1402", "DA-knights", "1401")
    assert (state.serves[AH], state.permanent[AH]) == (DEMON, False)


@pytest.mark.clause("ALLY-04")
@pytest.mark.parametrize(("choice", "comes"), [("battle", "ChooseTerrain"), ("siege", "ChooseSiegeMethod")])
def test_in_a_fortress_the_new_ally_chooses_between_battle_and_siege_in_the_same_phase(
    choice: str, comes: str
) -> None:
    state = do(march(moving("Hosar", "1402"), "1402", "DA-knights", "1401"), "end")
    assert (step(state), seat(state), actions(state)) == ("BattleOrSiege", "Demon", [("battle", 0), ("siege", 0)])
    assert step(do(state, choice)) == comes


@pytest.mark.clause("ALLY-04", "ALLY-03")
def test_outside_a_fortress_the_attacked_neutral_fights() -> None:
    state = march(moving("Hosar", "0802", MINERS), "0802", "DA-knights", "0902", rolls=[("ula", 1)])
    state = do(state, "end")
    assert state.battle.hex == ULA
    assert state.stack(DEMON, ULA)


# Alliance attempts


@pytest.mark.clause("ALLY-05")
def test_one_attempt_at_the_end_of_ones_own_phase() -> None:
    state = courting("Hosar", "0802 Hosar: DA-knights\n1402 Hosar: DA-sergeants\n")
    assert seat(state) == "Hosar"
    assert actions(state) == [("envoy", AH), ("envoy", MU), ("pass", 0)]
    with pytest.raises(Refused):
        GAME.play(state, "Demon", ("envoy", MU))
    state = do(state, ("envoy", MU), rolls=[4])
    assert (step(state), seat(state)) == ("Movement", "Demon")
    assert (idle(state, "Court", "AskTruceCall").turn, seat(idle(state, "Court", "AskTruceCall"))) == (3, "Hosar")


@pytest.mark.clause("ALLY-05")
def test_it_comes_after_the_sieges_and_allies_are_not_courted() -> None:
    text = "turn 2\nphase Hosar\nstep Sieges\n1007 Hosar: GU-men\n1007 Demon: ER-goblins\n0802 Hosar: DA-knights\n"
    state = place(text + MINERS + CAPITALS)
    assert step(state) == "ChooseSiegeMethod"
    state = idle(state, "Court", rolls=[1, 1, 1, 1])
    assert refusal(state, ("envoy", AH)).clause == "ALLY-06"
    text = "0802 Hosar: DA-knights\nserves: [2,2,2,2,1]\n"
    allied = place(
        f"turn 2\nphase Hosar\nstep AllianceAttempt\n{text}{MINERS.replace('Neutral', 'Demon')}{HAN}{CAPITALS}"
    )
    assert step(allied) != "Court"


@pytest.mark.clause("ALLY-05")
def test_being_asked_does_not_tell_the_enemy_of_a_caster_under_the_stack() -> None:
    near = at_distance(2)
    for hidden in ("DA-duke-dansor", "DA-sergeants"):
        state = courting("Hosar", f"{near} Hosar: DA-knights, {hidden}\n")
        assert step(state) == "Court"
        assert (("charm", MU) in actions(state)) == (hidden == "DA-duke-dansor")
    assert step(courting("Hosar", f"{near} Hosar: DA-knights\n")) == "Movement"
    far = f"{at_distance(max(RANGE) + 1)} Hosar: DA-knights, DA-sergeants\n"
    assert (
        step(place(f"turn 2\nphase Hosar\nstep AllianceAttempt\nserves: [3,3,3,3,2]\n{far}{MINERS}{CAPITALS}"))
        != "Court"
    )


@pytest.mark.clause("ALLY-05")
@pytest.mark.parametrize("cast", ["", f"cast: [{unit('DA-duke-dansor')}]\n"])
def test_positions_that_look_the_same_to_the_enemy_have_the_same_seats_asked(cast: str) -> None:
    near, far = at_distance(2), "0419"
    stacks = f"{near} Hosar: DA-knights, {{}}\n{far} Hosar: BA-bowmen, {{}}\n"
    pairs = [("DA-duke-dansor", "DA-sergeants"), ("DA-sergeants", "DA-duke-dansor")]
    one, other = [courting("Hosar", stacks.format(*pair) + cast) for pair in pairs]
    assert GAME.view(one, "Demon") == GAME.view(other, "Demon")
    assert who_is_asked(one) == who_is_asked(other)
    assert (("charm", MU) in actions(one)) == (not cast)


@pytest.mark.clause("ALLY-05", "ALLY-07")
@pytest.mark.parametrize("more", [f"cast: [{unit('DA-duke-dansor')}]\n", f"spelled: [{AH},{MU}]\n"])
def test_nobody_is_asked_when_all_can_see_that_there_is_nothing_to_do(more: str) -> None:
    text = f"{at_distance(2)} Hosar: DA-duke-dansor\n"
    assert step(courting("Hosar", text)) == "Court"
    assert step(courting("Hosar", text + more)) == "Movement"


@pytest.mark.clause("ALLY-06")
@pytest.mark.parametrize("envoy", ["DA-knights", "TI-prince-timur"])
def test_any_unit_beside_the_homeland_is_an_envoy(envoy: str) -> None:
    for n in GRID.adjacent[ULA]:
        assert ("envoy", MU) in actions(courting("Hosar", f"{hex_name(n)} Hosar: {envoy}\n"))
    state = courting("Hosar", f"{at_distance(2)} Hosar: {envoy}\n1402 Hosar: DA-militia\n")
    assert refusal(state, ("envoy", MU)).clause == "ALLY-06"


@pytest.mark.clause("ALLY-06")
def test_an_alliance_spell_must_reach_the_homeland() -> None:
    duke = unit("DA-duke-dansor")
    state = courting("Hosar", f"{at_distance(RANGE[duke])} Hosar: DA-duke-dansor\n")
    assert actions(state) == [("charm", MU), ("pass", 0)]
    state = do(state, ("charm", MU))
    assert actions(state) == [("caster", duke)]
    assert refusal(state, ("caster", unit("DA-knights"))).clause == "MAG-01"
    far = courting("Hosar", f"{at_distance(RANGE[duke] + 1)} Hosar: DA-duke-dansor\n1402 Hosar: DA-militia\n")
    assert refusal(far, ("charm", MU)).clause == "ALLY-06"


@pytest.mark.clause("ALLY-06", "MAG-05")
def test_it_is_the_casters_one_spell_of_the_phase() -> None:
    duke, near = unit("DA-duke-dansor"), at_distance(2)
    state = courting("Hosar", f"{near} Hosar: DA-duke-dansor\nspells of Hosar: Spellgate\n")
    state = do(state, ("charm", MU), ("caster", duke), rolls=[4])
    assert [entry.data["unit"] for entry in told(state, "charm")] == [duke]
    assert (step(state), refusal(state, ("cast", SPELLGATE)).clause) == ("AnnounceSpell", "MAG-11")
    tired = courting("Hosar", f"{near} Hosar: DA-duke-dansor\n1402 Hosar: DA-militia\ncast: [{duke}]\n")
    assert refusal(tired, ("charm", MU)).clause == "ALLY-06"


@pytest.mark.clause("ALLY-07")
def test_one_alliance_spell_a_neutral_and_turn_for_both_players_together() -> None:
    near, duke = at_distance(2), unit("DA-duke-dansor")
    text = f"{near} Hosar: DA-duke-dansor\n{at_distance(3)} Demon: NI-lord-nish\n0802 Demon: ER-goblins\n"
    state = do(courting("Hosar", text, turn=1), ("charm", MU), ("caster", duke), rolls=[4])
    state = idle(state, "Court")
    assert (seat(state), actions(state)) == ("Demon", [("envoy", MU), ("pass", 0)])
    assert refusal(state, ("charm", MU)).clause == "ALLY-07"
    state = idle(do(state, ("envoy", MU), rolls=[4]), "Court")
    assert (seat(state), state.turn) == ("Hosar", 2)
    assert ("charm", MU) in actions(state)


# The alliance table

ENVOY = "0802 Hosar: DA-knights\n1402 Hosar: DA-sergeants\n"


@pytest.mark.clause("ALLY-13")
@pytest.mark.parametrize(
    ("die", "serves", "permanent"),
    [
        pytest.param(1, HOSAR, True, marks=pytest.mark.clause("ALLY-08")),
        pytest.param(2, HOSAR, False, marks=pytest.mark.clause("ALLY-09")),
        pytest.param(3, HOSAR, False, marks=pytest.mark.clause("ALLY-09")),
        pytest.param(4, UNALLIED, False, marks=pytest.mark.clause("ALLY-10")),
        pytest.param(5, MYTH, False, marks=pytest.mark.clause("ALLY-11")),
        pytest.param(6, DEMON, False, marks=pytest.mark.clause("ALLY-12")),
    ],
)
@pytest.mark.parametrize("way", ["envoy", "charm"])
def test_one_die_on_the_alliance_table_by_envoy_or_by_spell(
    way: str, die: int, serves: int, permanent: bool
) -> None:
    state = courting("Hosar", "1402 Hosar: DA-duke-dansor\n")
    moves: list[Any] = [(way, AH)] + ([("caster", unit("DA-duke-dansor"))] if way == "charm" else [])
    state = do(state, *moves, rolls=[("alliance", die)])
    assert (state.serves[AH], state.permanent[AH]) == (serves, permanent)


@pytest.mark.clause("ALLY-10")
def test_after_a_4_it_may_be_tried_again_in_a_later_turn() -> None:
    state = do(courting("Hosar", ENVOY, turn=1), ("envoy", MU), rolls=[4])
    state = idle(state, "Court")
    assert (seat(state), state.turn) == ("Hosar", 2)
    assert ("envoy", MU) in actions(state)


@pytest.mark.clause("ALLY-11")
def test_the_units_of_a_myth_leave_the_game_wherever_they_are() -> None:
    text = (
        ENVOY
        + "prisoners of Demon: AH-cragsmen-3\nlimbo: AH-cragsmen-4\n"
        + f"returns: [[9,[{unit('AH-cragsmen-4')}]]]\n"
    )
    state = do(courting("Hosar", text), ("envoy", AH), rolls=[5])
    assert {state.where[u] for u in UNITS_OF_CODE["AH"]} == {GONE}
    assert (state.captors, state.returns, state.stack(NEUTRAL, ALTUHAN)) == ((), (), ())
    assert refusal(idle(state, "Court"), ("envoy", AH)).clause == "ALLY-05"


@pytest.mark.clause("ALLY-11")
def test_who_has_fallen_of_a_myth_has_fallen() -> None:
    state = do(courting("Hosar", ENVOY + "dead: AH-cragsmen-3\n"), ("envoy", AH), rolls=[5])
    assert [state.where[u] for u in units("AH-cragsmen-1", "AH-cragsmen-3")] == [GONE, DEAD]


@pytest.mark.clause("ALLY-11")
def test_its_fortress_is_a_village_where_troops_fight_without_a_siege() -> None:
    state = do(courting("Hosar", ENVOY), ("envoy", AH), rolls=[5])
    assert not state.is_fortress(ALTUHAN)
    text = "serves: [3,2,2,2,2]\nno control 1401\n1401 Demon: ER-archers\n"
    state = do(march(moving("Hosar", "1402", text), "1402", "DA-knights", "1401"), "end")
    assert (state.battle.hex, step(state)) == (ALTUHAN, "ChooseTerrain")


@pytest.mark.clause("ALLY-12")
def test_the_offended_neutral_fights_for_the_enemy() -> None:
    state = do(courting("Hosar", ENVOY), ("envoy", AH), rolls=[6])
    assert seat(state) == "Demon"
    assert "1401" in hexes(state, "stack")
    assert state.control[ALTUHAN] == DEMON


@pytest.mark.clause("ALLY-14")
@pytest.mark.parametrize("die", [1, 2])
def test_allied_units_and_their_fortress_are_the_players_own(die: int) -> None:
    state = do(courting("Hosar", ENVOY), ("envoy", AH), rolls=[die])
    assert (state.control[ALTUHAN], state.stack(NEUTRAL, ALTUHAN)) == (HOSAR, ())
    state = idle(do(state, "end"), "Movement")
    assert seat(state) == "Hosar"
    cragsmen = unit("AH-cragsmen-1")
    state = do(state, ("stack", ALTUHAN), ("unit", cragsmen), ("unit", unit("AH-duke-han")))
    assert state.movement_left[cragsmen] % 64 == 4  # the Duke leads them
    state = do(state, go("1302"))
    assert (at(state, "AH-cragsmen-1"), at(state, "AH-duke-han")) == ("1302", "1302")


@pytest.mark.clause("ALLY-14")
def test_the_casters_of_an_ally_use_his_players_spells() -> None:
    prince, guests = "1308 Demon: LY-castle-guard, LY-cloud-prince\n", "1306 Hosar: GU-men\n"
    text = f"serves: [2,2,2,1,2]\ncontrol 1308: Demon\nspells of Demon: Vision\n{prince}{guests}{CAPITALS}"
    state = do(place(f"turn 2\nphase Demon\nstep BeforeMovement\n{text}"), ("cast", VISION))
    assert "1306" in hexes(state, "target")


@pytest.mark.clause("ALLY-14", "ALLY-01")
def test_prisoners_of_a_neutral_that_joins_their_captor_go_home_as_his() -> None:
    text = ENVOY + "prisoners of Hosar: AH-cragsmen-3\nprisoners of Demon: AH-cragsmen-4\n"
    state = do(courting("Hosar", text), ("envoy", AH), rolls=[1])
    assert at(state, "AH-cragsmen-3") == "1401"
    assert state.captors == ((unit("AH-cragsmen-4"), DEMON),)


@pytest.mark.clause("ALLY-06", "ALLY-08")
def test_the_envoy_and_his_success_are_noted() -> None:
    state = do(courting("Hosar", ENVOY), ("envoy", AH), rolls=[1])
    (envoy,), (result,) = told(state, "envoy"), told(state, "alliance.permanent")
    assert (envoy.clauses, envoy.data) == (("ALLY-06",), {"side": HOSAR, "neutral": AH})
    assert result.clauses == ("ALLY-08",)
    assert (result.data["side"], result.data["neutral"], result.data["rolled"]) == (HOSAR, AH, 1)


@pytest.mark.clause("ALLY-05")
def test_passing_is_one_button() -> None:
    assert refusal(courting("Hosar", ENVOY), ("pass", 1)).clause == "ALLY-05"


@pytest.mark.clause("ALLY-25")
@pytest.mark.parametrize("player", ["Hosar", "Demon"])
def test_troops_of_either_side_in_the_homeland_are_guests(player: str) -> None:
    state = place(f"1401 {player}: {PLAYERS[player][0]}\n{HAN}{CAPITALS}")
    keep_home(state, AH)
    assert state.guests == ((ALTUHAN, SIDE_OF[player]),)


@pytest.mark.clause("ALLY-11")
def test_who_fell_lately_of_a_myth_is_forgotten() -> None:
    state = courting("Hosar", ENVOY)
    fell = [Fallen(unit(key), ULA, NEUTRAL, state.phase) for key in ("AH-cragsmen-3", "MU-slave-miners-1")]
    state.fallen = tuple(fell)
    assert do(state, ("envoy", AH), rolls=[5]).fallen == (fell[1],)
