"""Troops of a magnate, and orders that a human referee can give (MAG-11, MAG-14)."""

from __future__ import annotations

import msgspec
import pytest

from games.lord_and_master.positions import (
    CROPLAND,
    GRASSLAND,
    codes,
    hargaar,
    hold,
    person,
    play,
    put,
    refused,
    told,
)
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import is_city, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.grammar import parse, parse_line
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import magnates_turn
from palatine.games.lord_and_master.rules.common import magnates
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_SEAT, DemonRecord, MagnateRecord, State

VETRIUM, FRIENDLYTON = 225, 230
SEQUENCE = [("sequence", 5), ("sequence", 9)]


def magnate(place: int, character: str, referee: bool = False) -> tuple[State, int]:
    """Return a magnate without troops and with 30 gold; two nations are far away."""
    state = hargaar()
    if referee:
        state.seats = ("P1", "P2", REFEREE)  # type: ignore[misc]
        state.sheets = [None] * 3
    for seat, square in enumerate((4, 105)):
        person(state, f"Far{seat} W1", seat, square)
    number = 100 + state.next_id
    state.next_id += 1
    who = person(state, f"Grim {character}", number, place)
    race = state.people[who].race
    state.magnates[number] = MagnateRecord("Grim", who, place, race, magnates.kinds_of(state, place, race), 30)
    hold(state, number, place)
    if is_city(place):
        hold(state, number, square_of(place))
    return state, number


# By himself


@pytest.mark.clause("LM-MAG-14")
@pytest.mark.parametrize(
    ("place", "character", "troops"),
    [(VETRIUM, "P3", ["LFD", "LFD"]), (GRASSLAND, "T3", ["LFD"] * 3), (FRIENDLYTON, "S3", ["EFD", "EFD"])],
)
def test_a_magnate_of_any_class_raises_recruits_of_his_race_and_makes_troops_of_them(
    place: int, character: str, troops: list[str]
) -> None:
    state, number = magnate(place, character)
    entries = play(state, "", "", rolls=[*SEQUENCE])
    found = codes(state, number, place)
    assert len(told(entries, "raised")) == len(told(entries, "equipped")) == 1
    assert (len(found), {pieces.TROOPS[code].table for code in found} & {1}) == (len(troops), set())
    assert {pieces.TROOPS[code].grade for code in found} == {"D"}
    assert state.magnates[number].gold == 30 - sum(pieces.TROOPS[code].cost or 0 for code in found) + _tribute(
        place
    )


def _tribute(place: int) -> int:
    return {VETRIUM: 3 + 2, GRASSLAND: 1, FRIENDLYTON: 3 + 1}[place]


@pytest.mark.clause("LM-MAG-14")
def test_his_helper_raises_only_by_class() -> None:
    state, number = magnate(GRASSLAND, "T3")
    person(state, "Imp T1", number, GRASSLAND)
    assert refused(Turn(state), number, "char Imp: raise RED") == "LM-B-03"


@pytest.mark.clause("LM-TT-06", "LM-MAG-11")
def test_he_reckons_with_the_values_that_are_played_with() -> None:
    state, number = magnate(CROPLAND, "W3")
    put(state, "HAA 1", number, CROPLAND)
    person(state, "Eve W1", 0, 66)
    hold(state, 0, 66)
    put(state, "ATB 1", 0, 66)  # 8 in attack against 5, smoothed 7 against 3
    for option, strength in ((False, 8), (True, 7)):
        state.options = {"smooth_values": option}
        wish = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0]
        assert isinstance(wish, o.Lead)
        assert Turn(state).values(state.units_at(CROPLAND)[0])[0] == strength
    state.units = {n: msgspec.structs.replace(unit, code="DXC" if unit.owner == 0 else "HAA") for n, unit in
                   state.units.items()}  # fmt: skip
    put(state, "MFD 1", 0, 66)  # 8 in all: 7 are not one and a half times as strong, nor are 8
    assert not isinstance(magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0], o.Lead)


@pytest.mark.clause("LM-B-16")
def test_he_leads_six_orcs_a_level_and_five_of_others() -> None:
    for troops, character, most in (("OFC 20", "O3", 18), ("MFC 20", "W3", 15)):
        state, number = magnate(CROPLAND, character)
        put(state, troops, number, CROPLAND)
        hold(state, 0, 66)
        wish = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0]
        assert isinstance(wish, o.Lead)
        assert isinstance(wish.steps[0], o.Take)
        assert sum(batch.count for batch in wish.steps[0].units) == most


# By a person as referee


@pytest.mark.clause("LM-MAG-11", "LM-MAG-14")
def test_a_referee_chooses_three_types_equips_and_disposes_of_demons_and_prisoners() -> None:
    state, number = magnate(CROPLAND, "M3", referee=True)
    hold(state, 0, 4)
    hugo = person(state, "Hugo T1", 0, CROPLAND, captor=number)
    put(state, "RED 3 MFC 1", number, CROPLAND)
    state.demons[99] = DemonRecord("Asmo", 2, state.magnates[number].leader, 3)
    state.next_id = 200
    sheet = """\
magnate Grim: HF LC SA
equip RED 2 -> HFD at 65
equip RED 1 -> KTD at 65
demon Asmo: rain 4
prisoner Hugo release
char Grim: tax
"""
    assert [(each.line, each.clause) for each in GAME.check(state, REFEREE, GAME.parse(sheet))] == [(3, "LM-B-07")]
    entries = play(state, "", "", sheet, rolls=[("rain", 6), *SEQUENCE])
    assert state.magnates[number].kinds == ("MC", "MF", "RED", "HF", "LC", "SA")
    assert codes(state, number, CROPLAND) == ["HFD", "HFD", "MFC", "RED"]
    assert state.people[hugo].captor is None
    assert told(entries, "magnate-types")
    assert [entry.clauses for entry in told(entries, "dropped")] == [("LM-B-07",)]


@pytest.mark.clause("LM-MAG-14")
@pytest.mark.parametrize("types", ["HF LC SA HP", "MF", "XX", "DEAD"])
def test_up_to_three_other_types_that_there_are(types: str) -> None:
    state, number = magnate(CROPLAND, "W3", referee=True)
    assert refused(Turn(state), number, f"magnate Grim: {types}") == "LM-MAG-14"
    assert refused(Turn(state), 0, "magnate Grim: HF") == "LM-MAG-14", "players say nothing of it"


@pytest.mark.clause("LM-MAG-11", "LM-MAG-14")
@pytest.mark.parametrize(
    ("text", "is_his"),
    [
        ("char Grim: tax", True),
        ("char Far0: tax", False),
        ("char Nobody: tax", False),
        ("magnate Grim: HF", True),
        ("demon Asmo: rain 4", True),
        ("demon Belz: rain 4", False),
        ("demon Nope: rain 4", False),
        ("prisoner Hugo release", True),
        ("prisoner Ines release", False),
        ("prisoner Far0 release", False),
        ("prisoner MFC 1 kill", True),
        ("prisoner LFC 1 kill", False),
        ("prisoner RED 1 kill", False),
        ("equip RED 1 -> HFD at 65", True),
        ("equip ORD 1 -> OFD at 65", False),
        ("equip RED 1 -> HFD at 66", False),
        ("equip RED 1 -> HFD at Nowhere", False),
        ("equip RED 1 -> HFD at here", False),
        ("heir Grim", False),
        ("alliance P1", False),
    ],
)
def test_a_referees_line_is_a_magnates_affair_by_whom_it_names(text: str, is_his: bool) -> None:
    state, number = magnate(CROPLAND, "M3", referee=True)
    person(state, "Hugo T1", 0, CROPLAND, captor=number)
    ines = person(state, "Ines T1", 1, 66, captor=0)
    for code, owner, place, captor in (("MFC", 0, 66, 1), ("MFC", 0, CROPLAND, number), ("LFC", 1, 66, 0)):
        (n,) = put(state, f"{code} 1", owner, place)
        state.set_unit(n, captor=captor)
    put(state, "RED 2", number, CROPLAND)
    put(state, "RED 2 ORD 1", 0, 66)
    put(state, "RED 2", number, 1)
    state.demons = {
        98: DemonRecord("Belz", 2, ines, 3),
        99: DemonRecord("Asmo", 2, state.magnates[number].leader, 3),
    }
    assert magnates_turn.commanded(Turn(state), parse_line(text)) == (number if is_his else NO_SEAT)


@pytest.mark.clause("LM-MAG-11", "LM-GI-10")
def test_the_referee_hears_which_of_his_lines_was_dropped() -> None:
    state, _ = magnate(CROPLAND, "W3", referee=True)
    state.sheets = [None, None, parse("char Grim: rain 4\nchar Grim: tax")]
    turn = Turn(state)
    magnates_turn.act_magnates(turn)
    assert [entry.data["line"] for entry in told(list(state.journal or []), "dropped")] == [1, 2]
    assert turn.actor == NEUTRAL
    assert not told(list(state.journal or []), "raised"), "who has orders does nothing else"


@pytest.mark.clause("LM-MAG-11")
def test_nobody_acts_any_more_when_a_magnate_has_decided() -> None:
    state, number = magnate(CROPLAND, "W3")
    state.set_magnate(number, gold=0)
    turn = Turn(state)
    magnates_turn.act_magnates(turn)
    assert (turn.actor, codes(state, number, CROPLAND)) == (NEUTRAL, ["RED"] * 5)


def own_troops(units: str, gold: int, kinds: tuple[str, ...], place: int = CROPLAND) -> list[str]:
    """Return the units of a magnate without orders at the end of the turn."""
    state, number = magnate(place, "W3")
    state.set_magnate(number, gold=gold, kinds=kinds)
    put(state, units, number, place)
    magnates_turn._equip(Turn(state), number)
    return codes(state, number, place)


@pytest.mark.clause("LM-B-06", "LM-MAG-14")
@pytest.mark.parametrize(
    ("units", "gold", "kinds", "found"),
    [
        ("RED 3", 30, ("RED", "HF", "LF"), ["HFD"] * 3),
        ("RED 3", 29, ("RED", "HF", "LF"), ["LFD"] * 3),
        ("RED 3", 5, ("RED", "MF", "LF"), ["LFD", "LFD", "RED"]),
        ("RED 3", 3, ("RED", "SJ", "LF"), ["SJD"] * 3),
        ("RED 1", 5, ("RED", "MF", "HF"), ["MFD"]),
        ("RED 1", 4, ("RED", "MF", "HF"), ["RED"]),
        ("RED 2", 50, ("RED", "HL", "OF"), ["RED"] * 2),
        ("RED 1 MFC 3", 30, ("RED", "LF"), ["LFD", "MFC", "MFC", "MFC"]),
        ("TRD 1 TRD 1w", 60, ("TRD", "TH"), ["THD", "TRDw"]),
        ("TRD 2w", 60, ("TRD", "TH"), ["TRDw", "TRDw"]),
        ("MFD 2", 60, ("MF", "RED"), ["MFD", "MFD"]),
    ],
)
def test_his_whole_recruits_become_the_dearest_green_troops_that_he_can_pay(
    units: str, gold: int, kinds: tuple[str, ...], found: list[str]
) -> None:
    assert own_troops(units, gold, kinds) == found


@pytest.mark.clause("LM-B-06")
def test_no_more_is_told_than_is_equipped() -> None:
    state, number = magnate(CROPLAND, "L3")
    state.set_magnate(number, gold=60, kinds=("TRD", "TH"))
    put(state, "TRD 2w", number, CROPLAND)
    state.journal = []  # type: ignore[misc]
    magnates_turn._equip(Turn(state), number)
    assert not told(list(state.journal or []), "equipped")


@pytest.mark.clause("LM-B-06")
def test_he_equips_first_where_he_has_had_units_longest() -> None:
    state, number = magnate(CROPLAND, "W3")
    state.set_magnate(number, gold=2, kinds=("RED", "LF"))
    put(state, "HFC 1", 0, 66)
    put(state, "RED 1", number, 74)
    put(state, "RED 1", number, 66)
    magnates_turn._equip(Turn(state), number)
    assert (codes(state, number, 74), codes(state, number, 66)) == (["LFD"], ["RED"])


def wishes(character: str, units: str, gold: int = 0, kinds: tuple[str, ...] = ("RED", "LF", "HF")) -> list[str]:
    """Return the actions that a magnate wants when no enemy is near."""
    state, number = magnate(CROPLAND, character)
    state.set_magnate(number, gold=gold, kinds=kinds)
    put(state, units, number, CROPLAND)
    found = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)
    return [write_order(o.Character("Grim", each)).partition(": ")[2] for each in found]


@pytest.mark.clause("LM-MAG-11", "LM-MAG-14", "LM-B-11")
@pytest.mark.parametrize(
    ("character", "units", "gold", "found"),
    [
        ("W3", "", 0, ["raise RED", "recruit"]),
        ("W3", "MFC 2", 0, ["raise RED", "train MFC 2 -> MFB", "recruit"]),
        ("W3", "MFC 7", 0, ["raise RED", "train MFC 6 -> MFB", "recruit"]),
        ("W1", "MFC 7", 0, ["raise RED", "train MFC 2 -> MFB", "recruit"]),
        ("W3", "MFA 2", 0, ["raise RED", "recruit"]),
        ("W3", "MFC 2w", 0, ["raise RED", "recruit"]),
        ("W3", "MFC 1 RED 2", 4, ["raise RED", "train RED 2 -> LFC", "train MFC 1 -> MFB", "recruit"]),
        ("W3", "RED 2", 3, ["raise RED", "recruit"]),
        ("W3", "RED 2", 20, ["raise RED", "train RED 2 -> HFC", "train RED 2 -> LFC", "recruit"]),
    ],
)
def test_in_peace_he_raises_trains_and_takes_in_a_helper(
    character: str, units: str, gold: int, found: list[str]
) -> None:
    assert wishes(character, units, gold) == found


@pytest.mark.clause("LM-MAG-12")
def test_with_a_helper_he_takes_in_nobody() -> None:
    state, number = magnate(CROPLAND, "W3")
    person(state, "Imp T1", number, CROPLAND)
    assert o.Recruit() not in magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)


@pytest.mark.clause("LM-MAG-11")
@pytest.mark.parametrize(
    ("ours", "theirs", "owner", "attacks"),
    [
        ("HFD 3", "MFB 1 LFB 1", 0, True),  # 18 are one and a half times 12
        ("HFD 3", "MFB 1 MFC 1", 0, False),
        ("HFD 1", "", 0, True),  # land without troops
        ("RED 3", "", 0, False),  # nobody can strike
        ("HFD 3", "", NEUTRAL, False),
        ("HFD 3", "LFD 1", NEUTRAL, False),  # a neutral force that has been roused
        ("HFD 3", "LFD 1", 107, False),  # his own
    ],
)
def test_he_attacks_beside_him_with_one_and_a_half_times_the_defence(
    ours: str, theirs: str, owner: int, attacks: bool
) -> None:
    state, number = magnate(CROPLAND, "W3")
    owner = number if owner == 107 else owner
    put(state, ours, number, CROPLAND)
    put(state, theirs, owner, 66)
    if owner != NEUTRAL:
        hold(state, owner, 66)
    else:
        state.roused.append(66)
    wish = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0]
    assert isinstance(wish, o.Lead) == attacks
    if attacks:
        assert write_order(o.Character("Grim", wish)) == f"char Grim: lead take {ours}, go 66"


@pytest.mark.clause("LM-MAG-11")
def test_he_takes_the_strongest_in_attack_and_goes_for_the_weakest() -> None:
    state, number = magnate(CROPLAND, "W1")
    put(state, "DHC 1 OHC 1 HPC 5", number, CROPLAND)  # attack 7, 7 and 10, defence 9, 6 and 7
    for place, foes in ((66, "HFC 2"), (56, "HFC 1"), (74, "HFC 1")):
        hold(state, 0, place)
        put(state, foes, 0, place)
    wish = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0]
    assert write_order(o.Character("Grim", wish)) == "char Grim: lead take HPC 5, go 56"


@pytest.mark.clause("LM-MAG-11", "LM-NEU-21")
@pytest.mark.parametrize(("theirs", "sallies"), [("MFB 1 LFB 1", True), ("MFB 1 MFC 1", False), ("", False)])
def test_from_a_city_he_sallies_when_one_and_a_half_times_as_strong(theirs: str, sallies: bool) -> None:
    state, number = magnate(VETRIUM, "P3")
    put(state, "MFC 3", number, VETRIUM)
    put(state, theirs, 0, 25)
    wish = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)[0]
    assert isinstance(wish, o.Lead) == sallies
    if sallies:
        assert write_order(o.Character("Grim", wish)) == "char Grim: lead take MFC 3, sally"
