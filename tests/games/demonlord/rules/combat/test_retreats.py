"""Retreats: length, direction and fortresses. Routes and costs follow the reconstructed map."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    FIGHT,
    HOSAR,
    LEAVING,
    WITHDRAW,
    actions,
    at,
    do,
    drawn_up,
    fight,
    go,
    hexes,
    names,
    of,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
    verbs,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import CLASS
from palatine.games.demonlord.components.spells import EARTHPIT
from palatine.games.demonlord.components.world import FORTRESSES, MOUNTAINS, NEIGHBOURS, TERRAIN, hex_id, hex_name
from palatine.games.demonlord.rules.combat.retreat_restrictions import is_haven
from palatine.games.demonlord.rules.combat.retreats import RetreatingGroup, retreat_into
from palatine.games.demonlord.state import PRISONER

FAST_AND_SLOW = "DA-knights : ER-heavy-cavalry | DA-bowmen : ER-foot-guards"
NOWHERE = "".join(f"control {hex_name(h)}: Hosar\n" for h in FORTRESSES)
"""No fortress is the Demon's."""


def hosar_goes(row: str = "DA-knights : ER-heavy-cavalry", *moves: Any, **options: Any) -> Any:
    """Let the non-phasing Hosar withdraw; all troops pass the check."""
    return fight(drawn_up(row, start=LEAVING, **options), FIGHT, WITHDRAW, *moves, rolls=checks(row, 0))


def demon_goes(row: str = "DA-knights : ER-heavy-cavalry", *moves: Any, **options: Any) -> Any:
    """Let the phasing Demon withdraw; all troops pass the check."""
    return fight(drawn_up(row, start=LEAVING, **options), WITHDRAW, *moves, rolls=checks(row, 2))


def checks(row: str, part: int) -> list[int]:
    """Return a roll of 1 for every troop of a side in the line."""
    return [1 for group in row.split("|") for key in group.partition(":")[part].split(",") if key.strip()]


def trail(state: Any) -> list[str]:
    """Return the hexes of retreats in order."""
    return [hex_name(entry.data["to"]) for entry in told(state, "retreat")]


# How far


@pytest.mark.clause("RET-06")
def test_the_non_phasing_player_retreats_one_hex() -> None:
    """D'Ansor is three points away, and the knights have five."""
    state = hosar_goes()
    assert (step(state), seat(state), hexes(state, "go")) == ("ChooseWay", "Hosar", ["0904", "0905"])
    state = do(state, go("0904"))
    assert (step(state), trail(state)) == ("Movement", ["0904"])
    assert {entry.clauses for entry in told(state, "retreat")} == {("RET-06",)}


@pytest.mark.clause("RET-06")
def test_his_points_do_not_matter() -> None:
    state = hosar_goes("GU-levy : ER-heavy-cavalry", more=f"pitted: [{unit('GU-levy')}]\ncontrol 0704: Demon\n"
                       "0904 Demon: ER-goblins\n0905 Demon: NI-goblins\n1003 Demon: NI-archers\n"
                       "1005 Demon: ER-archers\n1105 Demon: ER-swordsmen\n")  # fmt: skip
    assert trail(state) == ["1104"], "three points over the river, with one point to spend"


@pytest.mark.clause("RET-07")
def test_the_phasing_player_retreats_with_his_full_allowance() -> None:
    state = demon_goes()
    assert trail(state) == ["1105"]
    state = do(state, go("1204"))
    assert trail(state) == ["1105", "1204", "1305", "1405"], "two points over the ford, and three more"
    assert step(state) == "Movement"


@pytest.mark.clause("RET-07")
@pytest.mark.parametrize(("more", "last"), [("", "1405"), ("forced: [{}]\n", "1405"), ("pitted: [{}]\n", "1105")])
def test_no_leader_and_no_forcemarch_counts_but_an_earthpit_does(more: str, last: str) -> None:
    state = demon_goes(more=more.format(unit("ER-heavy-cavalry")))
    while step(state) == "ChooseWay":
        state = do(state, actions(state)[0])
    assert at(state, "ER-heavy-cavalry") == last


@pytest.mark.clause("RET-07")
def test_at_least_one_hex_whatever_it_costs() -> None:
    state = demon_goes("DA-knights : IK-guards", more=f"pitted: [{unit('IK-guards')}]\n")
    assert trail(state) == ["1105"], "two points, with one to spend"


# Together or apart


@pytest.mark.clause("RET-08")
def test_the_stack_goes_at_its_slowest_rate_and_faster_units_may_go_on() -> None:
    state = demon_goes(FAST_AND_SLOW, go("1205"))
    assert at(state, "ER-foot-guards") == at(state, "ER-heavy-cavalry") == "1205"
    assert (step(state), seat(state)) == ("ExtendRetreat", "Demon")
    assert set(verbs(state)) == {"go", "stop"}
    assert at(do(state, "stop"), "ER-heavy-cavalry") == "1205"
    state = do(state, actions(state)[0])
    assert (step(state), at(state, "ER-foot-guards")) == ("ExtendRetreat", "1205")
    state = do(state, actions(state)[0])
    assert step(state) == "Movement", "five points are spent"
    assert len(trail(state)) == 4


@pytest.mark.clause("RET-08", "RET-14")
def test_who_goes_on_makes_for_the_same_fortress() -> None:
    state = demon_goes(FAST_AND_SLOW, go("1205"))
    assert hexes(state, "go") == ["1305", "1306"]
    found = refusal(state, go("1105"))
    assert found.clause == "RET-12"
    assert refusal(state, go("1204")).clause == "RET-15"


@pytest.mark.clause("RET-08", "RET-04")
def test_a_character_goes_as_far_as_the_troop_he_is_with() -> None:
    state = drawn_up(FAST_AND_SLOW, start=LEAVING, posts="ER-lord-erush @ ER-foot-guards")
    state = fight(state, WITHDRAW, ("with", unit("ER-heavy-cavalry")), go("1205"), rolls=[1, 1])
    state = do(state, go("1305"), go("1405"))
    assert at(state, "ER-lord-erush") == at(state, "ER-heavy-cavalry") == "1405"


@pytest.mark.clause("RET-13")
def test_no_unit_stops_short_of_the_slowest_on_its_route() -> None:
    """Two forest sides cost the spearmen all of their four points.

    They cost the knights six of five.
    """
    row = "TI-spearmen : ER-goblins | DA-knights : ER-heavy-cavalry"
    state = fight(drawn_up(row, spot="1114", phase="Hosar", start=LEAVING), WITHDRAW, rolls=[1, 1])
    assert trail(state) == ["1014", "0915"]
    assert at(state, "DA-knights") == at(state, "TI-spearmen") == "0915"
    assert step(state) == "Movement"


# Which way


@pytest.mark.clause("RET-09")
def test_the_withdrawing_player_decides_between_ways_that_are_equally_quick() -> None:
    state = hosar_goes()
    assert seat(state) == "Hosar"
    for way in ("0904", "0905"):
        assert at(do(state, go(way)), "DA-knights") == way
    state = demon_goes()
    assert (step(state), seat(state), hexes(state, "go")) == ("ChooseWay", "Demon", ["1204", "1205"])


@pytest.mark.clause("RET-14")
@pytest.mark.parametrize("more", [
    "control 0704: Demon\n", "0704 Hosar: DA-militia\n0704 Demon: ER-goblins\n",
    "control 0704: Demon\n0704 Demon: ER-goblins\n",
])  # fmt: skip
def test_the_retreat_heads_for_the_nearest_friendly_fortress_that_is_not_besieged(more: str) -> None:
    """D'Ansor is nearest, then Gunthoz, which is two points farther."""
    assert hexes(hosar_goes(), "go") == ["0904", "0905"]
    state = hosar_goes(more=more)
    assert hexes(state, "go") == ["0905", "1005", "1105"]
    assert refusal(state, go("0904")).clause == "RET-15"
    assert refusal(state, go("0704")).clause == "RET-06"


@pytest.mark.clause("RET-14", "RET-09")
def test_with_no_such_fortress_in_reach_he_goes_where_he_likes() -> None:
    state = demon_goes(more=NOWHERE)
    assert hexes(state, "go") == ["0904", "0905", "1003", "1005", "1104", "1105"]


@pytest.mark.clause("RET-15")
def test_it_takes_the_quickest_route_for_the_slowest_unit() -> None:
    """Winged demons would fly over the river; the guards use a ford."""
    assert hexes(demon_goes("DA-knights : NI-winged-demons"), "go") == ["1104", "1105"]
    state = demon_goes("DA-knights : NI-winged-demons | DA-bowmen : ER-foot-guards")
    assert trail(state) == ["1105"]


@pytest.mark.clause("RET-15")
@pytest.mark.parametrize(
    ("winged", "ways"), [("HO-sky-riders", ["0318", "0319"]), ("WT-hippogriff-riders", ["0319"])]
)
def test_of_two_equally_slow_the_first_in_the_order_of_battle_leads(winged: str, ways: list[str]) -> None:
    """An Earthpit halves both to the spearmen's four points.

    Only the winged could cross the lake to 0318.
    """
    row = f"TI-spearmen : ER-heavy-cavalry | {winged} : ER-foot-guards"
    state = hosar_goes(row, spot="0418", more=f"pitted: [{unit(winged)}]\n")
    assert (hexes(state, "go") if step(state) == "ChooseWay" else trail(state)) == ways


@pytest.mark.clause("RET-12")
def test_no_hex_is_entered_twice() -> None:
    state = demon_goes("DA-knights : NI-lancers", go("1005"), more=NOWHERE)
    assert "1004" not in hexes(state, "go")
    state = do(state, go("0906"), go("0905"))
    assert set(hexes(state, "go")).isdisjoint({"1004", "1005", "0906"})
    assert refusal(state, go("1005")).clause == "RET-12"


@pytest.mark.clause("RET-16")
def test_in_an_unbesieged_friendly_fortress_the_retreat_stops_with_points_left() -> None:
    state = demon_goes(FAST_AND_SLOW, spot="1506")
    assert trail(state) == ["1606"]
    assert (step(state), at(state, "ER-heavy-cavalry")) == ("Movement", "1606")
    assert told(state, "retreat.haven")


@pytest.mark.clause("RET-16", "RET-08")
def test_who_has_gone_on_alone_stops_in_the_fortress_too() -> None:
    """The guards stop a hex short of Erush; the cavalry arrives with a point left."""
    state = demon_goes(FAST_AND_SLOW, spot="1205")
    while step(state) != "Movement":
        ahead = [action for action in actions(state) if action[0] == "go"]
        state = do(state, ahead[0])
    assert (at(state, "ER-heavy-cavalry"), trail(state)[-1]) == ("1606", "1606")
    assert at(state, "ER-foot-guards") != "1606"


# What bars the way

ALPS = "1213 Demon: ER-goblins\n1215 Demon: NI-goblins\n1114 Demon: NI-archers\n1115 Demon: ER-archers\n"


@pytest.mark.clause("RET-10")
def test_no_retreat_goes_over_alps_and_who_has_no_way_is_taken() -> None:
    """1314 and 1315 are behind the alps; enemies are on all other sides."""
    state = hosar_goes("DA-bowmen : ER-heavy-cavalry", spot="1214", terrain=MOUNTAINS, more=ALPS)
    assert (state.where[unit("DA-bowmen")], state.captor(unit("DA-bowmen"))) == (PRISONER, DEMON)
    assert trail(state) == []


@pytest.mark.clause("RET-10", "RET-04", "RET-20")
def test_blocked_troops_are_taken_one_by_one_and_the_others_go() -> None:
    row = "DA-bowmen : ER-heavy-cavalry | HO-sky-riders : ER-foot-guards"
    state = hosar_goes(row, spot="1214", terrain=MOUNTAINS, more=ALPS, posts="HO-bishop @ DA-bowmen")
    assert [u for u, _ in state.captors] == units("DA-bowmen")
    while step(state) == "ChooseWay":
        state = do(state, actions(state)[0])
    assert trail(state)[0] in ("1314", "1315")
    assert at(state, "HO-bishop") == at(state, "HO-sky-riders") == trail(state)[0]


@pytest.mark.clause("RET-10", "RET-20")
def test_characters_whose_troops_are_all_taken_stay_and_face_capture() -> None:
    state = drawn_up("DA-bowmen : ER-heavy-cavalry", start=LEAVING, spot="1214", terrain=MOUNTAINS, more=ALPS,
                     posts="HO-bishop @ DA-bowmen")  # fmt: skip
    state = fight(state, FIGHT, WITHDRAW, rolls=[1, ("escape", 5), ("capture", 1)])
    assert (at(state, "HO-bishop"), state.where[unit("DA-bowmen")]) == ("1214", PRISONER)


@pytest.mark.clause("RET-10", "RET-06")
def test_who_cannot_cross_with_the_others_takes_another_way() -> None:
    """The lake is between 0418 and 0318, on the quick route to Barthek for the winged."""
    row = "HO-sky-riders : ER-heavy-cavalry | DA-knights : ER-foot-guards"
    state = hosar_goes(row, spot="0418", more=f"pitted: [{unit('HO-sky-riders')}]\n")
    while step(state) == "ChooseWay":
        state = do(state, actions(state)[0])
    assert at(state, "HO-sky-riders") == "0318"
    assert at(state, "DA-knights") not in ("0318", "0418")


@pytest.mark.clause("RET-10", "RET-13")
def test_who_cannot_follow_farther_on_goes_on_by_a_way_of_his_own() -> None:
    """From 0518 the winged lead over the lake to Barthek.

    An Earthpit has halved their points, so they are the slowest.
    """
    row = "HO-sky-riders : ER-heavy-cavalry | DA-knights : ER-foot-guards"
    more = f"pitted: [{unit('HO-sky-riders')}]\n"
    state = fight(drawn_up(row, spot="0518", phase="Hosar", start=LEAVING, more=more), WITHDRAW, rolls=[1, 1])
    while step(state) == "ChooseWay":
        state = do(state, go("0418") if go("0418") in actions(state) else actions(state)[0])
    assert at(state, "HO-sky-riders") == "0218"
    assert "0418" in trail(state)
    assert at(state, "DA-knights") not in ("0418", "0318", "0518")


ANCIENTS, ALLIED = "AN-lizard-warriors-1 : ER-heavy-cavalry", "serves: [2,0,2,2,2]\n"


@pytest.mark.clause("NEU-07", "RET-10")
def test_ancients_do_not_end_a_retreat_in_mountains_if_there_is_another_hex() -> None:
    """1102 is all mountains.

    At one point a hexside it is as near to a fortress as 1103.
    """
    assert TERRAIN[hex_id("1102")] == MOUNTAINS
    assert trail(hosar_goes(ANCIENTS, spot="1202", more=ALLIED)) == ["1103"]
    keys = ("ER-goblins", "NI-goblins", "NI-archers", "ER-archers", "ER-swordsmen")
    around = [hex_name(n) for n in NEIGHBOURS[hex_id("1202")] if hex_name(n) != "1102"]
    hemmed_in = "".join(f"{name} Demon: {key}\n" for name, key in zip(around, keys, strict=True))
    assert trail(hosar_goes(ANCIENTS, spot="1202", more=ALLIED + hemmed_in)) == ["1102"]


@pytest.mark.clause("NEU-07", "RET-15")
def test_the_way_of_ancients_leads_round_the_mountains() -> None:
    """They could enter 1414 or 1313 by a side, but not in a retreat if there is other ground."""
    state = hosar_goes(ANCIENTS, spot="1715", more=ALLIED)
    assert hexes(state, "go") == ["1614", "1714"]


@pytest.mark.clause("RET-11")
def test_enemy_troops_bar_a_hex() -> None:
    state = hosar_goes(more="0904 Demon: ER-goblins\n")
    assert trail(state) == ["0905"]
    state = demon_goes(more=NOWHERE + "0904 Hosar: GU-levy\n")
    assert refusal(state, go("0904")).clause == "RET-11"


@pytest.mark.clause("RET-11", "MOV-26")
def test_a_stack_that_hides_troops_on_the_way_must_show_one_and_bars_it() -> None:
    hidden = "0904 Demon: ER-lord-erush, ER-goblins\n1003 Demon: TN-priests, NI-goblins\n"
    state = hosar_goes(more=hidden)
    assert trail(state) == ["0905"]
    assert [(entry.data["unit"], hex_name(entry.data["hex"])) for entry in told(state, "shown")] == [
        (unit("ER-goblins"), "0904")
    ], "who is not in the way shows nothing"
    assert state.stack(DEMON, hex_id("0904"))[0] == unit("ER-goblins")


@pytest.mark.clause("RET-11", "CAP-02")
def test_lone_characters_do_not_bar_it_and_may_be_searched_for() -> None:
    more = "0904 Demon: ER-goblins\n0905 Demon: ER-lord-erush\n"
    state = hosar_goes(more=more)
    assert (trail(state), step(state), seat(state)) == (["0905"], "Demand", "Hosar")
    state = do(state, "demand", rolls=[1, 6])
    assert state.captor(unit("ER-lord-erush")) == HOSAR
    several = hosar_goes(more=more.replace("ER-lord-erush", "ER-lord-erush, TN-priests"))
    several = do(several, "demand")
    assert step(several) == "Parties", "nobody is asked to show a troop that cannot be there"


@pytest.mark.clause("RET-11")
def test_the_home_of_an_unallied_neutral_bars_it_even_when_empty() -> None:
    around = "".join(f"{h} Hosar: {key}\n" for h, key in zip(
        ("1502", "1503", "1403", "1303", "1302"),
        ("GU-levy", "GU-men", "TI-spearmen", "TI-sergeants", "TI-crossbowmen"), strict=True))  # fmt: skip
    state = demon_goes(spot="1402", more=around)
    assert state.captor(unit("ER-heavy-cavalry")) == HOSAR
    allied = demon_goes(spot="1402", more=around + "serves: [1,2,2,2,2]\ncontrol 1401: Demon\n")
    assert trail(allied) == ["1401"]


@pytest.mark.clause("RET-11", "MAG-30")
def test_an_earthpit_cast_before_the_retreat_closes_its_hex() -> None:
    """Nish has power 4 and range 4.

    A village or fortress would add two to the die, an open hex does not.
    """
    state = hosar_goes(more="spells of Demon: Earthpit\n1003 Demon: NI-goblins, NI-lord-nish\n")
    assert (step(state), seat(state)) == ("AnnounceSpell", "Demon")
    assert not told(state, "retreat")
    assert told(state, "withdrawal.holds"), "after the checks"
    state = do(state, ("cast", EARTHPIT), ("target", hex_id("0904")), "pass", rolls=[4])
    assert trail(state) == ["0905"]


@pytest.mark.clause("RET-10", "RET-11")
def test_who_is_hemmed_in_by_hidden_troops_is_taken_and_they_are_shown() -> None:
    more = ALPS.replace("1213 Demon: ER-goblins", "1213 Demon: ER-lord-erush, ER-goblins")
    state = hosar_goes("DA-bowmen : ER-heavy-cavalry", spot="1214", terrain=MOUNTAINS, more=more)
    assert state.captor(unit("DA-bowmen")) == DEMON
    assert [hex_name(entry.data["hex"]) for entry in told(state, "shown")] == ["1213"]
    assert [entry.data["unit"] for entry in told(state, "cornered")] == units("DA-bowmen")


@pytest.mark.clause("RET-14")
@pytest.mark.parametrize(("side", "owner", "besieger"), [(HOSAR, "Hosar: DA-bowmen", "Demon: ER-goblins"),
                                                         (DEMON, "Demon: ER-goblins", "Hosar: DA-bowmen")])  # fmt: skip
def test_a_besieged_fortress_is_no_haven(side: int, owner: str, besieger: str) -> None:
    text = f"turn 2\ncontrol 0704: {owner.partition(':')[0]}\n0704 {owner}\n"
    assert is_haven(place(text + CAPITALS), side, hex_id("0704"))
    assert not is_haven(place(f"{text}0704 {besieger}\n{CAPITALS}"), side, hex_id("0704"))


@pytest.mark.clause("CAP-02")
def test_the_demons_retreat_meets_a_lone_character_and_may_test_him() -> None:
    state = demon_goes(more="1105 Hosar: ME-captain-dar\n")
    assert trail(state) == ["1105"]
    assert (step(state), seat(state)) == ("Demand", "Demon")


@pytest.mark.clause("RET-08")
def test_each_of_several_faster_troops_may_go_on() -> None:
    row = f"{FAST_AND_SLOW} | TI-spearmen : NI-lancers"
    state = demon_goes(row, go("1205"))
    assert step(state) == "ExtendRetreat"
    state = do(state, "stop")
    assert (step(state), at(state, "ER-heavy-cavalry")) == ("ExtendRetreat", "1205")
    state = do(state, actions(state)[0])
    assert at(state, "NI-lancers") != "1205"


@pytest.mark.clause("RET-06", "RET-10")
def test_who_cannot_cross_with_the_others_also_enters_a_first_hex_whatever_it_costs() -> None:
    """The riders fly over the alps to 1313.

    An Earthpit leaves the knights two points; 1413 costs four.
    """
    more = f"pitted: [{unit('DA-knights')}]\n1314 Hosar: HO-sky-riders, DA-knights\n"
    more += "1213 Demon: ER-goblins\n1315 Demon: NI-goblins\n1414 Demon: NI-archers\n"
    state = place(f"turn 2\nphase Demon\nstep OpenMovement\n{more}{CAPITALS}")
    troops, here = of("HO-sky-riders, DA-knights"), hex_id("1314")
    retreating = RetreatingGroup(HOSAR, here, troops, (), (0, 0), (here,), CLASS[unit("HO-sky-riders")])
    retreat_into(state, retreating, hex_id("1313"))
    state.journal = []
    GAME.advance(state)
    assert [at(state, key) for key in ("HO-sky-riders", "DA-knights")] == ["1313", "1413"]


@pytest.mark.clause("RET-10", "RET-11")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_hidden_troops_that_hem_in_a_retreat_are_shown_whoever_they_are(side: int) -> None:
    """Every hex around 1004 has enemy troops hidden under a character."""
    heads, troops = (
        (
            "ER-lord-erush, NI-lord-nish, TA-lord-taegul, TN-priests, IK-prince-tor, YO-yorgash",
            "ER-goblins, NI-goblins, NI-archers, ER-archers, ER-swordsmen, IK-guards",
        ),
        (
            "HO-priest, HO-monks, HO-bishop, ME-captain-dar, DA-duke-dansor, BA-baron-barthek",
            "DA-bowmen, DA-militia, GU-levy, GU-men, TI-sergeants, TI-knights-1",
        ),
    )[side]
    around = [hex_name(n) for n in NEIGHBOURS[hex_id("1004")]]
    owner = ("Demon", "Hosar")[side]
    more = "".join(
        f"{name} {owner}: {head}, {troop}\n"
        for name, head, troop in zip(around, names(heads), names(troops), strict=True)
    )
    goes = (hosar_goes, demon_goes)[side]
    state = goes(more=more)
    loser = unit(("DA-knights", "ER-heavy-cavalry")[side])
    assert (state.where[loser], state.captor(loser)) == (PRISONER, 1 - side)
    assert {entry.data["unit"] for entry in told(state, "shown")} == set(of(troops))
    assert {entry.data["side"] for entry in told(state, "shown")} == {1 - side}
    assert [entry.data["unit"] for entry in told(state, "cornered")] == [loser]


@pytest.mark.clause("RET-11", "MOV-26")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_troops_hidden_on_the_way_of_either_side_are_shown_and_bar_it(side: int) -> None:
    """One of the two quick routes of each side has hidden troops."""
    way, other, goes = (("0904", "0905", hosar_goes), ("1105", "1104", demon_goes))[side]
    open_ = goes()
    assert way in hexes(open_, "go") if step(open_) == "ChooseWay" and side == HOSAR else trail(open_)[0] == way
    hidden = ("ER-lord-erush, ER-goblins", "ME-captain-dar, DA-bowmen")[side]
    state = goes(more=f"{way} {('Demon', 'Hosar')[side]}: {hidden}\n")
    (entry,) = told(state, "shown")
    assert (hex_name(entry.data["hex"]), entry.data["side"], entry.clauses) == (way, 1 - side, ("RET-11",))
    assert way not in trail(state)
    assert step(state) != "ChooseWay" or way not in hexes(state, "go")
    assert side == DEMON or trail(state) == [other]
