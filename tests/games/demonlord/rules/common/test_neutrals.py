"""Neutral States: the ruler of Ula, and the special rules of all five."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    NEUTRAL,
    at,
    do,
    drawn_up,
    fight,
    go,
    idle,
    march,
    parts,
    place,
    points,
    refusal,
    step,
    told,
    unit,
    units,
)
from games.demonlord.positions import MELEE as AT_MELEE
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import (
    BALRON_SET,
    DWARF_SET,
    MELEE,
    MINERS,
    MISSILE,
    MODE,
    MORALE,
    MP,
    UNITS_OF_CODE,
)
from palatine.games.demonlord.components.world import AH, AN, GW, HILLS, HOMELANDS, LY, MOUNTAINS, MU, hex_id
from palatine.games.demonlord.rules.common.losses import destroy_unit
from palatine.games.demonlord.rules.common.neutrals import come_home, free_friends, set_allegiance
from palatine.games.demonlord.state import AWAY, DEAD, GONE, Return

ULA = hex_id("0902")
MINE = "0902 Neutral: MU-slave-miners-1, MU-slave-miners-2\n"
RULERS = [(die, BALRON_SET, DWARF_SET, "NEU-02") for die in (1, 2, 3)]
RULERS += [(die, DWARF_SET, BALRON_SET, "NEU-03") for die in (4, 5, 6)]


def marching(player: str, text: str) -> Any:
    return place(f"turn 2\nphase {player}\nstep OpenMovement\n{text}{CAPITALS}")


def digits(key: str) -> str:
    """Return the four figures on a troop's counter: missile, melee, morale, movement."""
    u = unit(key)
    return f"{MISSILE[u]}{MELEE[u]}{MORALE[u]}{MP[u]}"


# The Kingdom of Ula


@pytest.mark.clause("NEU-01")
def test_before_the_die_ula_holds_its_two_slave_miners_at_0902() -> None:
    state = GAME.setup(seed=b"ula")
    assert state.stack(NEUTRAL, ULA) == MINERS
    assert {state.where[u] for u in (*BALRON_SET, *DWARF_SET)} == {AWAY}


@pytest.mark.clause("NEU-02", "NEU-03")
def test_the_two_kingdoms_by_the_figures_of_their_counters() -> None:
    assert units("MU-balron", "MU-trolls") == list(BALRON_SET)
    assert units("MU-dwarf-king", "MU-dwarves-1", "MU-dwarves-2") == list(DWARF_SET)
    assert digits("MU-trolls") == "0962"
    assert {digits("MU-dwarves-1"), digits("MU-dwarves-2")} == {"4753"}
    assert {digits("MU-slave-miners-1"), digits("MU-slave-miners-2")} == {"4533"}
    assert len(UNITS_OF_CODE["MU"]) == 7


@pytest.mark.clause("NEU-01", "NEU-02", "NEU-03", "NEU-04")
@pytest.mark.parametrize(("die", "come", "never", "clause"), RULERS)
def test_the_first_attack_throws_for_the_ruler_at_once(die: int, come: Any, never: Any, clause: str) -> None:
    state = march(
        marching("Hosar", f"0802 Hosar: DA-knights\n{MINE}"), "0802", "DA-knights", "0902", rolls=[("ula", die)]
    )
    assert sorted(state.stack(DEMON, ULA)) == sorted((*come, *MINERS))
    assert {state.where[u] for u in never} == {GONE}
    assert told(state, "ula")[0].clauses == (clause,)


@pytest.mark.clause("NEU-01", "NEU-02", "NEU-03")
@pytest.mark.parametrize(("alliance", "owner"), [(1, HOSAR), (2, HOSAR), (3, HOSAR), (6, DEMON)])
@pytest.mark.parametrize(("die", "come"), [(3, BALRON_SET), (4, DWARF_SET)])
def test_so_does_the_first_alliance_with_either_player(alliance: int, owner: int, die: int, come: Any) -> None:
    text = f"turn 2\nphase Hosar\nstep AllianceAttempt\n0802 Hosar: DA-knights\n{MINE}{CAPITALS}"
    state = do(place(text), ("envoy", MU), rolls=[("alliance", alliance), ("ula", die)])
    assert sorted(state.stack(owner, ULA)) == sorted((*come, *MINERS))


@pytest.mark.clause("NEU-01")
@pytest.mark.parametrize("alliance", [4, 5])
def test_an_attempt_that_wins_nobody_throws_for_no_ruler(alliance: int) -> None:
    text = f"turn 2\nphase Hosar\nstep AllianceAttempt\n0802 Hosar: DA-knights\n{MINE}{CAPITALS}"
    state = do(place(text), ("envoy", MU), rolls=[("alliance", alliance)])
    assert state.ula == 0


@pytest.mark.clause("NEU-04")
def test_the_ruler_stays_whoever_wins_ula_later() -> None:
    gone = "gone: MU-dwarf-king, MU-dwarves-1, MU-dwarves-2\nula: 1\n"
    mine = MINE.replace(": ", ": MU-balron, MU-trolls, ")
    text = f"turn 2\nphase Hosar\nstep AllianceAttempt\n0802 Hosar: DA-knights\n{gone}{mine}{CAPITALS}"
    state = do(place(text), ("envoy", MU), rolls=[("alliance", 2)])
    assert sorted(state.stack(HOSAR, ULA)) == sorted((*BALRON_SET, *MINERS))
    assert {state.where[u] for u in DWARF_SET} == {GONE}


@pytest.mark.clause("NEU-04")
def test_the_other_rulers_people_are_never_replaced_raised_or_seen_again() -> None:
    text = 'options: {"ending": "long"}\nturn 2\nphase Hosar\nstep Replacements\nserves: [2,2,2,2,0]\nula: 1\n'
    state = place(
        text
        + "dead: MU-trolls\ngone: MU-dwarf-king, MU-dwarves-1, MU-dwarves-2\n0802 Hosar: DA-knights\n"
        + CAPITALS
    )
    assert [u for _, u in GAME.actions(state, "Hosar")] == [unit("MU-trolls"), 0]
    assert state.where[unit("MU-trolls")] == DEAD


# Abilities


@pytest.mark.clause("NEU-05")
def test_altuhan_is_a_fortress_city_and_its_people_cross_hills_for_one_point() -> None:
    text = "serves: [0,2,2,2,2]\ncontrol 1401: Hosar\n0801 Hosar: AH-cragsmen-1, AH-duke-han, DA-men-at-arms\n"
    state = marching("Hosar", text)
    assert state.is_fortress(hex_id("1401"))
    state = march(state, "0801", "AH-cragsmen-1", "0802")
    assert points(state, "AH-cragsmen-1") == MP[unit("AH-cragsmen-1")] - 1
    state = march(do(state, "halt"), "0801", "AH-duke-han", "0802")
    assert points(state, "AH-duke-han") == MP[unit("AH-duke-han")] - 1
    state = march(do(state, "halt"), "0801", "DA-men-at-arms", "0802")
    assert points(state, "DA-men-at-arms") == MP[unit("DA-men-at-arms")] - 2


@pytest.mark.clause("NEU-06")
def test_the_ancients_wade_a_river_for_one_point() -> None:
    state = marching(
        "Demon", "serves: [2,1,2,2,2]\ncontrol 1702: Demon\n0111 Demon: AN-lizard-warriors-1, AN-old-one\n"
    )
    state = march(state, "0111", "AN-lizard-warriors-1", "0112")
    assert points(state, "AN-lizard-warriors-1") == MP[unit("AN-lizard-warriors-1")] - 1


@pytest.mark.clause("NEU-07")
def test_mountains_are_closed_to_the_ancients_but_for_an_attack() -> None:
    ancients = "serves: [2,1,2,2,2]\ncontrol 1702: Demon\n{} Demon: AN-lizard-warriors-1, AN-old-one\n"
    state = do(
        marching("Demon", ancients.format("1213")),
        ("stack", hex_id("1213")),
        ("unit", unit("AN-lizard-warriors-1")),
    )
    assert refusal(state, go("1214")).clause == "NEU-07"  # mountains on both sides of the hexside
    edge = ancients.format("1212")  # hills and mountains
    state = do(marching("Demon", edge), ("stack", hex_id("1212")), ("unit", unit("AN-lizard-warriors-1")))
    assert refusal(state, go("1213")).clause == "NEU-07"  # nothing but mountains there
    state = do(marching("Demon", edge + "1213 Hosar: DA-knights\n"), ("stack", hex_id("1212")),
               ("unit", unit("AN-lizard-warriors-1")), go("1213"))  # fmt: skip
    assert at(state, "AN-lizard-warriors-1") == "1213"


@pytest.mark.clause("NEU-07", "HID-01")
@pytest.mark.parametrize(("enemies", "may_attack"), [
    ("DA-duke-dansor", False), ("DA-duke-dansor, HO-bishop", True), ("DA-duke-dansor, DA-knights", True),
])  # fmt: skip
def test_ancients_go_into_mountains_where_enemy_troops_are_or_may_hide(enemies: str, may_attack: bool) -> None:
    text = "serves: [2,1,2,2,2]\ncontrol 1702: Demon\n1212 Demon: AN-lizard-warriors-1\n"
    state = do(marching("Demon", text + f"1213 Hosar: {enemies}\n"), ("stack", hex_id("1212")),
               ("unit", unit("AN-lizard-warriors-1")))  # fmt: skip
    assert (go("1213") in GAME.actions(state, "Demon")) is may_attack
    if may_attack:
        state = do(state, go("1213"), "silent", "leave")
        assert at(state, "AN-lizard-warriors-1") == "1213", "nothing drives them out"
    else:
        assert refusal(state, go("1213")).clause == "NEU-07", "a single character hides no troop"


@pytest.mark.clause("NEU-07")
def test_ancients_who_are_attacked_do_not_choose_mountains_to_stand_in() -> None:
    text = "serves: [2,1,2,2,2]\ncontrol 1702: Demon\n1408 Demon: {}\n1407 Hosar: DA-knights, DA-duke-dansor\n"
    state = do(march(marching("Hosar", text.format("ER-archers")), "1407", "DA-knights", "1408"), "end")
    assert [t for _, t in GAME.actions(state, "Demon")] == [HILLS, MOUNTAINS]
    state = do(
        march(marching("Hosar", text.format("ER-archers, AN-lizard-warriors-1")), "1407", "DA-knights", "1408"),
        "end",
    )
    assert (step(state), state.battle.terrain) == ("Deploy", HILLS)


@pytest.mark.clause("NEU-08")
def test_attacking_into_mountains_costs_ancients_two_melee_and_one_morale_more_than_others() -> None:
    row = "AN-lizard-warriors-1 : ER-foot-guards | DA-men-at-arms : ER-swordsmen"
    ally = "serves: [2,0,2,2,2]\ncontrol 1702: Hosar\n"
    state = drawn_up(row, start=AT_MELEE, terrain=MOUNTAINS, spot="1213", phase="Hosar", more=ally)
    state = fight(state, rolls=[(1, 1)] * 4 + [1] * 4)
    for kind, loss in (("hit", -2), ("morale.stands", -1)):
        ancients = dict(reversed(part) for part in parts(state, "AN-lizard-warriors-1", kind))
        others = dict(reversed(part) for part in parts(state, "DA-men-at-arms", kind))
        assert (ancients["NEU-08"], "NEU-08" in others) == (loss, False)
        assert ancients.get("BAT-28") == others.get("BAT-28")  # the chart's own effect is the same for both


@pytest.mark.clause("NEU-09")
def test_lyung_is_the_castle_at_1308() -> None:
    assert HOMELANDS[LY] == hex_id("1308")
    state = GAME.setup(seed=b"lyung")
    assert state.is_fortress(HOMELANDS[LY])
    assert any(MODE[u] == "W" for u in state.troops(NEUTRAL, HOMELANDS[LY]))


@pytest.mark.clause("NEU-09")
@pytest.mark.parametrize(
    ("besiegers", "loss"),
    [
        ("ER-goblins, ER-archers, ER-swordsmen", -1),
        ("ER-goblins, NI-winged-demons", -1),
        ("NI-winged-demons, TNC-fire-drakes", 0),
    ],
)
def test_its_besieger_has_minus_one_unless_his_winged_troops_outnumber_the_garrisons(
    besiegers: str, loss: int
) -> None:
    text = f"serves: [2,2,2,0,2]\ncontrol 1308: Hosar\n1308 Demon: {besiegers}\n"
    text += "1308 Hosar: LY-castle-guard, LY-cloud-riders-1\n"
    state = place(f"turn 2\nphase Demon\nstep Sieges\n{text}{CAPITALS}")
    state = idle(do(state, "invest"), "Court", "Movement", rolls=[("siege", 1)] * 4)
    (besieger,) = [entry.tally for entry in told(state, "siege.kills") if entry.data["side"] == DEMON]
    assert sum(part.amount for part in besieger.parts if part.clause == "SIEGE-22") == loss


@pytest.mark.clause("NEU-10")
@pytest.mark.parametrize("spirit", ["GW-beast-god", "GW-forest-spirit"])
def test_the_great_woods_and_their_spirits_cross_forest_for_one_point(spirit: str) -> None:
    assert HOMELANDS[GW] == hex_id("0914")
    stack = f"0812 Hosar: GW-warriors-1, GW-woods-chief, {spirit}, DA-bowmen\n"
    state = marching("Hosar", f"serves: [2,2,0,2,2]\ncontrol 0914: Hosar\n{stack}")
    for key, cost in (("GW-warriors-1", 1), (spirit, 1), ("GW-woods-chief", 1), ("DA-bowmen", 2)):
        after = march(state, "0812", key, "0813")
        assert points(after, key) == MP[unit(key)] - cost


@pytest.mark.clause("ALLY-14", "ALLY-15")
def test_a_new_allegiance_settles_the_doubts_of_that_neutral_alone() -> None:
    state = place(f"turn 2\nserves: [1,0,2,2,2]\nwaver: [{AH},{AN}]\n{CAPITALS}")
    set_allegiance(state, AH, HOSAR, True)
    assert (state.loyalty_checks_due, state.serves[AH], state.permanent[AH]) == ((AN,), HOSAR, True)


@pytest.mark.clause("ALLY-14")
@pytest.mark.parametrize("neutral", range(5))
def test_an_allegiance_changes_nothing_for_the_other_neutrals(neutral: int) -> None:
    state = place("turn 2\n" + CAPITALS)
    state.serves, state.permanent = (0, 1, 0, 1, 0), (True, False, True, False, True)
    serves, permanent = list(state.serves), list(state.permanent)
    state.loyalty_checks_due = (neutral, (neutral + 1) % 5)
    set_allegiance(state, neutral, 2, permanent=not permanent[neutral])
    serves[neutral], permanent[neutral] = 2, not permanent[neutral]
    assert (list(state.serves), list(state.permanent), state.loyalty_checks_due) == (
        serves,
        permanent,
        ((neutral + 1) % 5,),
    )


@pytest.mark.clause("ALLY-14", "ALLY-22")
def test_friends_who_are_let_go_are_told_and_those_who_have_come_home_are_due_no_more() -> None:
    state = place("turn 2\nprisoners of Hosar: LY-castle-guard\n" + CAPITALS)
    state.serves = (2, 2, 2, HOSAR, 2)
    free_friends(state, LY)
    (entry,) = told(state, "released")
    assert (entry.data["units"], entry.data["side"], entry.clauses) == (
        units("LY-castle-guard"),
        HOSAR,
        ("ALLY-14",),
    )
    phase = state.phase
    state.returns = tuple(Return(when, tuple(units("LY-castle-guard"))) for when in (phase - 1, phase, phase + 1))
    come_home(state)
    assert [ret.phase for ret in state.returns] == [phase + 1]


@pytest.mark.clause("MAG-38", "PRIS-13")
def test_of_each_character_only_the_last_death_is_kept() -> None:
    state = place("turn 2\n0805 Hosar: DA-duke-dansor, HO-priest, DA-knights\n" + CAPITALS)
    duke, priest = units("DA-duke-dansor", "HO-priest")
    destroy_unit(state, duke)
    destroy_unit(state, priest)
    assert state.slain == ((duke, HOSAR), (priest, HOSAR))
    state.put((duke,), HOSAR, hex_id("0805"))
    destroy_unit(state, duke)
    assert state.slain == ((priest, HOSAR), (duke, HOSAR))
