"""Battles: occasions, choice of terrain, deployment, and the outline of a round."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    FIGHT,
    HIT,
    MAGIC,
    MISS,
    MISSILES,
    actions,
    do,
    drawn_up,
    fight,
    go,
    hexes,
    operands,
    pass_windows,
    place,
    refusal,
    row_of,
    seat,
    step,
    told,
    unit,
    units,
    verbs,
)
from palatine.core import Refused
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.world import FOREST, HILLS, MOUNTAINS, OPEN, SWAMP, hex_id
from palatine.games.demonlord.rules.combat.lines import line

MIDAZU = "1510 Demon: MI-garrison\n1510 Hosar: DA-knights, TI-prince-timur\ncontrol 1510: Demon\n" + CAPITALS
HERE = hex_id("1004")


def at_battles(text: str, phase: str = "Demon") -> Any:
    """Return the first decision of the battle step of a phase."""
    return place(f"phase {phase}\nstep Battles\n{text}{CAPITALS}")


def field(hosar: str, demon: str, phase: str = "Demon", more: str = "") -> Any:
    """Return a battle at 1004, the hex of the rulebook's example, before the choice of terrain."""
    return at_battles(f"1004 Hosar: {hosar}\n1004 Demon: {demon}\n{more}", phase)


def put(state: Any, *keys: str, rolls: Any = ()) -> Any:
    """Place troops in the line for the side that is asked."""
    return do(state, *[("place", unit(key)) for key in keys], rolls=rolls)


# When Battles Occur


@pytest.mark.clause("BAT-01")
def test_a_battle_is_fought_wherever_both_have_a_troop_whoever_came_there() -> None:
    state = at_battles("1004 Hosar: TI-prince-timur, DA-militia\n1004 Demon: ER-lord-erush, ER-goblins\n"
                       "0610 Demon: ER-archers\n")  # fmt: skip
    assert step(state) == "ChooseBattle"
    assert hexes(state, "fight") == ["0610", "1004"]
    assert refusal(state, ("fight", hex_id("1812"))).clause == "BAT-01"


@pytest.mark.clause("BAT-02")
@pytest.mark.parametrize(("hosar", "demon"), [
    ("DA-knights", "ER-lord-erush"), ("TI-prince-timur", "ER-archers"), ("TI-prince-timur", "ER-lord-erush"),
])  # fmt: skip
def test_characters_alone_make_no_battle(hosar: str, demon: str) -> None:
    state = at_battles(f"1004 Hosar: {hosar}\n1004 Demon: {demon}\n")
    assert not state.opened
    assert state.battle is None
    assert "Battles" not in [type(frame).__name__ for frame in state.flow]


@pytest.mark.clause("BAT-03")
@pytest.mark.parametrize("phase", ["Hosar", "Demon"])
def test_in_a_fortress_hex_its_controller_decides_in_either_phase(phase: str) -> None:
    state = at_battles(MIDAZU, phase)
    assert (step(state), seat(state)) == ("BattleOrSiege", "Demon")
    assert actions(state) == [("battle", 0), ("siege", 0)]
    assert do(state, "battle").battle is not None
    held_by_hosar = at_battles(MIDAZU.replace("control 1510: Demon", "control 1510: Hosar"), phase)
    assert seat(held_by_hosar) == "Hosar"


@pytest.mark.clause("BAT-04", "BAT-03")
def test_the_other_player_must_take_the_choice() -> None:
    state = at_battles(MIDAZU, "Hosar")
    with pytest.raises(Refused) as refused:
        GAME.play(state, "Hosar", ("battle", 0))
    assert refused.value.clause == "BAT-03"
    besieged = do(state, "siege")
    assert (step(besieged), seat(besieged)) == ("ChooseSiegeMethod", "Hosar")
    assert not told(besieged, "battle.begins")
    fought = do(state, "battle")
    assert [entry.data["hex"] for entry in told(fought, "battle.begins")] == [hex_id("1510")]


@pytest.mark.clause("BAT-03", "SIEGE-09")
def test_by_option_a_besieged_garrison_sallies_in_its_own_phase_only() -> None:
    option = 'options: {"sally": "own phase"}\n'
    under_siege = option + f"sieges: [[{hex_id('1510')}, 1]]\n" + MIDAZU
    assert step(at_battles(under_siege, "Demon")) == "BattleOrSiege"
    assert step(at_battles(under_siege, "Hosar")) == "ChooseSiegeMethod"
    assert step(at_battles(option + MIDAZU, "Hosar")) == "BattleOrSiege"
    joined = f"reinforced: [{hex_id('1510')}]\n" + under_siege
    assert step(at_battles(joined, "Hosar")) == "BattleOrSiege"


@pytest.mark.clause("BAT-05")
def test_the_phasing_player_sets_the_order_of_battles() -> None:
    text = "1004 Hosar: GU-levy\n1004 Demon: ER-archers\n1107 Hosar: GU-men\n1107 Demon: ER-goblins\n"
    state = at_battles(text, "Hosar")
    assert (step(state), seat(state)) == ("ChooseBattle", "Hosar")
    state = do(state, ("fight", hex_id("1107")))
    assert state.battle.hex == hex_id("1107")
    state = put(state, "GU-men", "ER-goblins", rolls=[*HIT, *MISS, 6])
    assert told(state, "battle.won")
    assert (step(state), state.battle.hex) == ("ChooseTerrain", hex_id("1004"))


@pytest.mark.clause("BAT-06", "BAT-08")
def test_a_battle_is_fought_out_round_after_round_in_its_step() -> None:
    state = drawn_up("GU-levy : ER-goblins")
    state = fight(state, rolls=[MISS] * 4)
    for _ in range(3):
        state = do(state, FIGHT, FIGHT, rolls=MISS * 4)
    assert [entry.data["round"] for entry in told(state, "round")] == [2, 3, 4]
    state = do(state, FIGHT, FIGHT, rolls=[*MISS, *HIT, 6])
    assert state.battle is None
    assert [entry.data["side"] for entry in told(state, "battle.won")] == [1]


@pytest.mark.clause("BAT-07")
def test_a_round_is_reserves_magic_missiles_melee_withdrawal() -> None:
    state = drawn_up("TI-crossbowmen : ER-archers | GU-levy : ER-swordsmen", reserve="DA-knights / ",
                     posts="ER-lord-erush @ ER-archers")  # fmt: skip
    state = fight(state, ("place", unit("DA-knights")))
    assert step(state) == "JoinFight"
    state = do(state, ("against", unit("ER-archers")))
    assert step(state) == "MoveCharacter"
    state = do(state, "pass")
    assert step(state) == "AimMagic"
    state = do(state, ("fire", unit("TI-crossbowmen")), rolls=[6])
    assert (step(state), seat(state)) == ("AimAt", "Demon")
    state = do(state, ("target", unit("TI-crossbowmen")), rolls=MISS * 4)
    assert (step(state), seat(state)) == ("AimAt", "Hosar")
    state = do(state, ("target", unit("DA-knights")), rolls=MISS * 5)
    assert (step(state), seat(state)) == ("MayWithdraw", "Demon")
    attacks = [entry.data["attack"] for entry in state.journal if entry.kind in ("hit", "miss")]
    assert attacks == ["magic missile"] + ["missile"] * 4 + ["melee"] * 5
    kinds = [entry.kind for entry in state.journal]
    assert kinds.index("reserve") < kinds.index("join") < kinds.index("magic.announced") < kinds.index("miss")


@pytest.mark.clause("BAT-07", "BAT-42")
def test_redeployment_follows_both_magic_and_missiles() -> None:
    row = "GU-levy : ER-archers | TI-crossbowmen : ER-swordsmen"
    state = drawn_up(row, posts="ER-lord-erush @ ER-archers", start=MAGIC)
    state = fight(state, ("fire", unit("GU-levy")), ("place", unit("ER-archers")), rolls=[1, 6])
    assert (step(state), operands(state, "against")) == ("JoinFight", units("TI-crossbowmen"))
    state = fight(drawn_up(row, start=MISSILES), ("place", unit("GU-levy")), rolls=[HIT, MISS, MISS, MISS, 6])
    assert (step(state), operands(state, "against")) == ("JoinFight", units("ER-swordsmen"))


# Terrain Selection


@pytest.mark.clause("BAT-09")
def test_the_only_terrain_of_the_hex_is_fought_on() -> None:
    state = at_battles("1107 Hosar: GU-levy\n1107 Demon: ER-archers\n")
    assert (step(state), state.battle.terrain) == ("Deploy", OPEN)


@pytest.mark.clause("BAT-10")
@pytest.mark.parametrize(("phase", "chooser"), [("Demon", "Hosar"), ("Hosar", "Demon")])
def test_of_several_terrains_the_non_phasing_player_chooses(phase: str, chooser: str) -> None:
    state = field("DA-knights", "ER-archers", phase)
    assert (step(state), seat(state)) == ("ChooseTerrain", chooser)
    assert actions(state) == [("terrain", OPEN), ("terrain", HILLS)]
    assert refusal(state, ("terrain", FOREST)).clause == "BAT-10"
    state = do(state, ("terrain", HILLS))
    assert (state.battle.terrain, state.battle.size) == (HILLS, 7)


@pytest.mark.clause("BAT-10", "NEU-07")
def test_who_stands_with_ancients_avoids_the_mountains_if_he_can() -> None:
    text = "serves: [2, {}, 2, 2, 2]\n1002 {}: AN-lizard-warriors-1\n1002 {}: {}\n"
    state = at_battles(text.format(0, "Hosar", "Demon", "ER-archers"))
    assert state.battle.terrain == HILLS
    state = at_battles(text.format(1, "Demon", "Hosar", "DA-knights"))
    assert operands(state, "terrain") == [HILLS, MOUNTAINS]


@pytest.mark.clause("BAT-09", "MAG-45")
def test_ground_that_the_rains_have_made_swamp_is_swamp_in_battle() -> None:
    """On the reconstructed map the hex has two river sides."""
    text = "0319 Hosar: GU-levy\n0319 Demon: ER-archers\n"
    assert OPEN not in operands(at_battles(text), "terrain")
    dry = at_battles("0319 Hosar: GU-levy\n0319 Demon: ER-archers\n".replace("0319", "0417"))
    assert dry.battle.terrain == OPEN
    wet = at_battles(f"floods: [[9, [{hex_id('0417')}]]]\n" + text.replace("0319", "0417"))
    assert wet.battle.terrain == SWAMP


@pytest.mark.clause("BAT-11")
def test_the_side_by_which_the_attacker_came_does_not_matter() -> None:
    start = "phase Hosar\nstep OpenMovement\n{} Hosar: DA-knights\n1004 Demon: ER-archers\n" + CAPITALS
    for origin in ("1003", "0904", "1005", "1104"):
        state = place(start.format(origin))
        state = do(state, ("stack", hex_id(origin)), ("unit", unit("DA-knights")), go("1004"))
        state = pass_windows(do(state, "end"))
        assert operands(state, "terrain") == [OPEN, HILLS]


# Initial Deployment for Battle


EIGHT = ("DA-knights, DA-sergeants, DA-men-at-arms, DA-bowmen, DA-militia, GU-men, GU-levy, TI-spearmen",
         "ER-heavy-cavalry, ER-patrol-cavalry, ER-foot-guards, ER-swordsmen, ER-archers, ER-goblins, NI-lancers, "
         "NI-archers")  # fmt: skip


@pytest.mark.clause("BAT-12", "BAT-16")
def test_all_units_in_the_hex_take_part() -> None:
    state = do(field("DA-knights, DA-sergeants, GU-levy, DA-duke-dansor, HO-bishop", "ER-archers, ER-lord-erush"),
               ("terrain", OPEN))  # fmt: skip
    state = put(state, "ER-archers", "DA-sergeants")
    assert state.battle.reserve == (tuple(units("DA-knights", "GU-levy")), ())
    while step(state) == "PlaceCharacter":
        state = do(state, actions(state)[0])
    assert {c for c, _ in state.battle.posts} == set(units("DA-duke-dansor", "HO-bishop", "ER-lord-erush"))


@pytest.mark.clause("BAT-13", "BAT-14")
@pytest.mark.parametrize(("phase", "first", "second"), [("Demon", "Demon", "Hosar"), ("Hosar", "Hosar", "Demon")])
def test_the_players_lead_by_turns_the_phasing_one_first(phase: str, first: str, second: str) -> None:
    state = do(field(*EIGHT, phase), ("terrain", HILLS))
    asked = []
    for _ in range(8):
        asked.append(seat(state))
        state = do(state, actions(state)[0])
    assert asked == [first, second, second, first, first, second, second, first]
    assert refusal(state, ("place", unit("DA-knights"))).clause == "BAT-13"
    assert refusal(state, ("place", unit("TI-knights-1"))).clause == "BAT-13"


@pytest.mark.clause("BAT-13")
def test_who_answers_picks_the_opponent() -> None:
    state = put(do(field(*EIGHT), ("terrain", HILLS)), "ER-heavy-cavalry")
    assert set(operands(state, "place")) == set(units(*EIGHT[0].split(", ")))
    state = put(state, "DA-knights", "DA-men-at-arms", "ER-swordsmen")
    assert row_of(state) == "DA-knights : ER-heavy-cavalry | DA-men-at-arms : ER-swordsmen"


@pytest.mark.clause("BAT-15", "BAT-16", "BAT-17")
def test_pairing_stops_at_the_battle_size() -> None:
    """Hills have room for seven.

    The eighth of each side and units without an opponent are in reserve.
    """
    state = do(field(EIGHT[0] + ", HO-bishop", EIGHT[1]), ("terrain", HILLS))
    while step(state) == "Deploy":
        state = do(state, actions(state)[0])
    assert step(state) == "PlaceCharacter"
    assert [len(line(state.battle, side)) for side in (0, 1)] == [7, 7]
    assert [len(reserve) for reserve in state.battle.reserve] == [1, 1]
    state = do(state, actions(state)[0])
    assert step(state) == "MoveCharacter"


@pytest.mark.clause("BAT-15", "BAT-16", "BAT-17")
def test_pairing_stops_when_one_side_has_no_more_troops() -> None:
    state = do(field("DA-knights, GU-men, GU-levy", "ER-heavy-cavalry"), ("terrain", HILLS))
    state = put(state, "ER-heavy-cavalry", "GU-men")
    assert state.battle.reserve == (tuple(units("DA-knights", "GU-levy")), ())
    assert (step(state), seat(state)) == ("CommitUnit", "Hosar")
    assert operands(state, "place") == units("DA-knights", "GU-levy")


@pytest.mark.clause("BAT-18")
def test_a_character_stands_with_any_troop_and_several_with_one() -> None:
    state = do(field("DA-knights, GU-men, DA-duke-dansor, HO-bishop", "ER-heavy-cavalry, ER-lord-erush"),
               ("terrain", HILLS))  # fmt: skip
    state = put(state, "ER-heavy-cavalry", "GU-men")
    state = do(state, ("with", unit("ER-heavy-cavalry")), ("character", unit("HO-bishop")))
    assert operands(state, "with") == units("GU-men", "DA-knights")
    assert refusal(state, ("with", unit("ER-heavy-cavalry"))).clause == "BAT-18"
    state = do(state, ("with", unit("DA-knights")), ("with", unit("DA-knights")))
    assert dict(state.battle.posts) == {
        unit("ER-lord-erush"): unit("ER-heavy-cavalry"),
        unit("HO-bishop"): unit("DA-knights"),
        unit("DA-duke-dansor"): unit("DA-knights"),
    }


@pytest.mark.clause("BAT-19")
def test_characters_go_down_by_turns_and_nobody_passes() -> None:
    state = do(field("DA-knights, DA-duke-dansor", "ER-archers, ER-lord-erush, NI-lord-nish, TN-priests"),
               ("terrain", HILLS))  # fmt: skip
    state = put(state, "ER-archers", "DA-knights")
    asked = []
    while step(state) == "PlaceCharacter":
        assert "pass" not in verbs(state)
        if "with" in verbs(state):
            asked.append(seat(state))
        state = do(state, actions(state)[0])
    assert asked == ["Demon", "Hosar", "Demon", "Demon"]


@pytest.mark.clause("BAT-18")
def test_the_reasons_say_whether_a_character_or_a_troop_is_to_be_named() -> None:
    state = do(field("DA-knights, DA-duke-dansor, HO-bishop", "ER-archers"), ("terrain", HILLS))
    state = put(state, "ER-archers", "DA-knights")
    assert "not placed yet" in refusal(state, ("character", unit("ER-archers"))).reason
    state = do(state, ("character", unit("HO-bishop")))
    assert "own troops" in refusal(state, ("with", unit("ER-archers"))).reason


@pytest.mark.clause("BAT-03")
def test_in_a_fortress_of_nobody_there_is_a_battle_without_a_choice() -> None:
    """A broken alliance can leave both sides in a myth's home, which neither controls."""
    state = at_battles(MIDAZU.replace("control 1510: Demon\n", "control 1510: Neutral\n"))
    assert (step(state), state.battle.hex) == ("ChooseTerrain", hex_id("1510"))
