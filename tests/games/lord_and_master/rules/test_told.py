"""Readers of entries: those who can know of an event, or all (GI-04, R166)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    SWAMP,
    WASTE,
    dice,
    hargaar,
    hold,
    order,
    person,
    play,
    put,
    told,
)
from palatine.core import Entry
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules import relations, victory
from palatine.games.lord_and_master.rules.actions import (
    colonies,
    demons,
    feaster,
    independence,
    interventions,
    revenue,
    troop_actions,
)
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import captives, casualties, magnates
from palatine.games.lord_and_master.rules.common.control import Conquest, Conquests
from palatine.games.lord_and_master.rules.common.turn import Shields, Turn
from palatine.games.lord_and_master.state import (
    CalledIntervention,
    DemonRecord,
    Independence,
    MagnateRecord,
    SiegeRecord,
    State,
)

OWN, NEAR, ALL = (0,), (0, 1), None
"""Readers: those whose deed it is; with them those who hold the next square; everybody."""


def stage(who: str = "", units: str = "", god: str = "Mars") -> State:
    """Return a match with the first nation in 65, the second in 66 and the third far away in 1."""
    state = hargaar(3, god=god, classes=tuple(pieces.CLASSES), kinds=tuple(pieces.KINDS))
    hold(state, 0, 65, 64, 74, 75)
    hold(state, 1, 66)
    hold(state, 2, 1)
    person(state, "Ralph W2", 0, 64)
    person(state, "Otto W2", 1, 66)
    person(state, "Ulf W2", 2, 1)
    if who:
        person(state, who, 0, CROPLAND)
    put(state, units, 0, CROPLAND)
    return state


def during(state: State, deed: Callable[[], object], rolls: Sequence[Any] = ()) -> list[Entry]:
    """Return the entries written while a function runs."""
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        deed()
    return list(state.journal or [])


def only(entries: list[Entry], kind: str) -> Entry:
    """Return the only entry of a kind."""
    (found,) = told(entries, kind)
    return found


# What a character does


def boneyard(state: State) -> None:
    state.boneyards = [CROPLAND]


def ally(state: State) -> None:
    hold(state, 0, CROPLAND, allied=True)


def grass(state: State) -> None:
    state.terrain[CROPLAND] = "g"


def no_classes(state: State) -> None:
    state.set_nation(0, classes=())


def treasury_in_64(state: State) -> None:
    state.set_nation(0, site=64)


def neutral(state: State) -> None:
    state.holders.pop(CROPLAND)


PLACE = "cropland 65"
DEEDS: list[tuple[Any, ...]] = [
    ("Ann W1", "MFD 1", ally, "lead take MFD 1, annex", [], "annexed", "LM-NEU-16", NEAR, {"seat": "N1"}),
    ("Ann W1", "RED 5", grass, "colonise", [], "colony-begun", "LM-E-01", NEAR, {"terrain": "c"}),
    ("Pia P1", "", boneyard, "consecrate", [], "consecrated", "LM-D-05", NEAR, {"name": "Pia"}),
    ("Mort N1", "", boneyard, "raisedead", [("raise-dead", 3)], "smitten", "LM-C-20", NEAR, {"name": "Mort"}),
    ("Mort N1", "", boneyard, "raisedead", [("raise-dead", 8)], "dead-lie", "LM-C-20", NEAR, {"name": "Mort"}),
    ("Mort N1", "", boneyard, "raisedead", [("raise-dead", 9), ("dead", 1)], "dead-rise", "LM-C-21", NEAR,
     {"units": [["GHD", 3]]}),
    ("Mort N1", "", boneyard, "raisedead", [("raise-dead", 20), ("dead", 7)], "dead-rise", "LM-C-22", NEAR,
     {"units": [["SKD", 10]]}),
    ("Mort N1", "HFC 1w RED 1", None, "vheal HFC 1w using RED 1", [], "vampire-heal", "LM-C-24", NEAR,
     {"units": [["HFC", 1]], "using": [["RED", 1]]}),
    ("Ann W1", "", neutral, "diplomacy", [("diplomacy", 12)], "diplomacy-won", "LM-NEU-09", NEAR, {"bribe": 0}),
    ("Ann W1", "", neutral, "diplomacy", [("diplomacy", 13)], "diplomacy-lost", "LM-NEU-09", NEAR, {"bribe": 0}),
    ("Ann W1", "", neutral, "diplomacy", [("diplomacy", 12)], "joined", "LM-NEU-12", NEAR, {"of": "W", "level": 2}),
    ("Pia P1", "", None, "exorcise", [("exorcism", 6)], "hampered", "LM-D-03", NEAR, {"name": "Pia"}),
    ("Pia P1", "", None, "exorcise", [("exorcism", 14)], "exorcised.nobody", "LM-D-04", NEAR, {"highest": 1}),
    ("Pia P1", "HFC 1w", None, "heal HFC 1w", [], "healed", "LM-D-01", NEAR, {"units": [["HFC", 1]]}),
    ("Zed M1", "", None, "teleport 74", [], "teleport", "LM-C-13", NEAR, {"origin": PLACE, "place": "cropland 74"}),
    ("Ann W1", "", treasury_in_64, "treasury", [], "treasury-moved", "LM-A-13", NEAR, {"place": PLACE}),
    ("Ann W1", "", None, "move 74", [], "moved", "LM-A-02", NEAR, {"place": "cropland 74"}),
    ("Ann W1", "", None, "lead go 74", [], "moved", "LM-A-02", NEAR, {"place": "cropland 74"}),
    ("Ann W1", "", None, "recruit", [("recruit", 8)], "recruiting", "LM-A-07", NEAR, {"of": "P"}),
    ("Ann W1", "", None, "recruit", [("recruit", 8)], "recruited", "LM-A-06", NEAR, {"of": "P"}),
    ("Ann W1", "", no_classes, "recruit", [("recruit", 8)], "nobody-joins", "LM-A-09", NEAR, {"name": "Ann"}),
]  # fmt: skip


@pytest.mark.clause("LM-GI-04")
@pytest.mark.parametrize(("who", "units", "prepare", "text", "rolls", "kind", "clause", "readers", "facts"), DEEDS)
def test_a_deed_is_told_to_its_nation_and_to_those_beside_it(
    who: str, units: str, prepare: Any, text: str, rolls: Any, kind: str, clause: str, readers: Any, facts: Any
) -> None:
    state = stage(who, units)
    if prepare is not None:
        prepare(state)
    entry = only(order(Turn(state), 0, f"char {who.split()[0]}: {text}", rolls), kind)
    assert (entry.clauses, entry.readers) == ((clause,), readers)
    assert {key: entry.data[key] for key in facts} == facts
    assert (entry.tally is not None) == (bool(rolls) and kind not in ("joined", "recruited", "nobody-joins"))


@pytest.mark.clause("LM-GI-04", "LM-D-11", "LM-D-13")
@pytest.mark.parametrize(
    ("units", "text", "kind", "clause"),
    [("uBEC 2", "initiate 2", "initiated", "LM-D-11"), ("", "runes 66", "runes", "LM-D-13")],
)
def test_what_priests_of_odin_do_is_told(units: str, text: str, kind: str, clause: str) -> None:
    entry = only(order(Turn(stage("Pia P1", units, god="Odin")), 0, f"char Pia: {text}"), kind)
    assert (entry.clauses, entry.readers) == ((clause,), NEAR)


@pytest.mark.clause("LM-GI-04", "LM-E-20")
@pytest.mark.parametrize(("who", "text", "fire"), [("Zed M1", "rain 66", "rain"), ("Pia P1", "bolts 66", "bolts")])
def test_a_shield_that_keeps_fire_off_is_told(who: str, text: str, fire: str) -> None:
    turn = Turn(stage(who, god="Jupiter"))
    turn.of(Shields).places.add(66)
    entry = only(order(turn, 0, f"char {who.split()[0]}: {text}"), "sheltered")
    assert (entry.clauses, entry.readers, entry.data["fire"]) == (("LM-E-20",), NEAR, fire)


@pytest.mark.clause("LM-GI-04", "LM-A-21", "LM-DIS-09")
def test_a_call_and_a_change_of_function_are_told_to_their_nation_alone() -> None:
    state = stage("Ann W1", god="Jupiter")
    entry = only(order(Turn(state), 0, "char Ann: intervene"), "call")
    assert (entry.clauses, entry.readers) == (("LM-A-21",), OWN)
    for function, other in (("military", "civil"), ("civil", "military")):
        state.set_person(state.person_named("Ann"), function=function, place=64)
        entry = only(order(Turn(state), 0, "char Ann: change"), "function")
        assert (entry.clauses, entry.readers, entry.data["function"]) == (("LM-DIS-09",), OWN, other)


# Demons


@pytest.mark.clause("LM-GI-04", "LM-C-07", "LM-E-19")
def test_what_becomes_of_a_demon_is_told() -> None:
    state = stage("Zed M1")
    master = state.person_named("Zed")
    state.demons[90] = DemonRecord("Asmo", 1, master, 1)
    entry = only(during(state, lambda: demons.depart_demons(Turn(state))), "demon-departs")
    assert (entry.clauses, entry.readers, entry.data["demon"]) == (("LM-C-07",), OWN, "Asmo")
    state.demons[90] = DemonRecord("Asmo", 1, master, 1)
    person(state, "Pius P1", 1, 66)
    entry = only(order(Turn(state), 0, "demon Asmo: assassinate Otto", [("assassination", 20)]), "demon-destroyed")
    assert (entry.clauses, entry.readers) == (("LM-E-19",), NEAR)


# What the end of a turn brings


@pytest.mark.clause("LM-GI-04", "LM-E-06")
def test_colonies_are_told_when_they_are_done_or_spoiled() -> None:
    state = stage("Ann W1", "RED 5")
    state.terrain[CROPLAND] = "g"
    turn = Turn(state)
    order(turn, 0, "char Ann: colonise")
    spoiled = Turn(state.copy())
    spoiled.of(colonies.Settlers).colonies = dict(turn.of(colonies.Settlers).colonies)
    spoiled.s.set_unit(spoiled.s.units_at(CROPLAND, 0)[-1], code="LFD")
    entry = only(during(spoiled.s, lambda: colonies.complete_colonies(spoiled)), "colony-spoiled")
    assert (entry.clauses, entry.readers, spoiled.s.terrain[CROPLAND]) == (("LM-E-06",), NEAR, "g")
    entry = only(during(state, lambda: colonies.complete_colonies(turn)), "colony")
    assert (entry.clauses, entry.readers, entry.data["was"]) == (("LM-E-06",), NEAR, "grassland")
    assert state.terrain[CROPLAND] == "c"


@pytest.mark.clause("LM-GI-04", "LM-B-23", "LM-B-24")
@pytest.mark.parametrize(
    ("gold", "kind", "left"), [(25, "fort-built", 0), (24, "fort-unpaid", 24), (26, "fort-built", 1)]
)
def test_a_fort_is_told_when_it_is_done_or_cannot_be_paid(gold: int, kind: str, left: int) -> None:
    state = stage("Ann W1", "MFD 5")
    turn = Turn(state)
    order(turn, 0, "char Ann: lead take MFD 5, fort Deepgate")
    state.set_nation(0, gold=gold)
    entry = only(during(state, lambda: troop_actions.complete_forts(turn)), kind)
    assert (entry.clauses, entry.readers) == (("LM-B-23",), NEAR)
    assert (entry.data["name"], entry.data["amount"]) == ("Deepgate", 25)
    assert (state.nations[0].gold, CROPLAND in state.forts) == (left, kind == "fort-built")


@pytest.mark.clause("LM-GI-04", "LM-DI-11")
def test_the_victim_of_odin_hears_what_tribute_he_has_lost() -> None:
    state = stage()
    state.blessings = [CalledIntervention(1, "Odin", target=0)]
    entry = only(during(state, lambda: revenue.tribute(Turn(state))), "tribute-lost")
    assert (entry.clauses, entry.readers, entry.data["amount"]) == (("LM-DI-11",), OWN, 2 + 0 + 2 + 3)
    assert [each.gold for each in state.nations] == [100, 100 + 0, 100 + 1]


# Sieges


@pytest.mark.clause("LM-GI-04", "LM-FC-11")
def test_attrition_is_told_with_all_its_dice() -> None:
    state = hargaar(3)
    hold(state, 1, ARDEA)
    put(state, "HFC 2 RED 2", 1, ARDEA)
    person(state, "Bea W1", 1, ARDEA)
    person(state, "Kim W1", 1, ARDEA)
    who = person(state, "Ann W1", 0, 59)
    put(state, "MFC 1", 0, 59)
    faces = [1, 2, 1, 6, 1, 2]
    entries = order(Turn(state), 0, "char Ann: lead take MFC 1, siege Ardea", [("siege", face) for face in faces])
    entry = only(entries, "attrition")
    assert (entry.clauses, entry.readers) == (("LM-FC-11",), NEAR)
    assert entry.data["rolls"] == [["HFC", 1], ["HFC", 2], ["RED", 1], ["RED", 6], ["Bea", 1], ["Kim", 2]]
    assert (entry.data["ill"], entry.data["dead"]) == (2, 1)
    assert entry.tally is not None
    assert [person.name for person in state.people.values() if person.owner == 1] == ["Kim"]
    assert [(unit.code, unit.wounded) for unit in state.units.values() if unit.owner == 1] == [
        ("HFC", True), ("HFC", False), ("RED", False),
    ]  # fmt: skip
    assert state.people[who].place == 59


@pytest.mark.clause("LM-GI-04", "LM-NEU-24")
def test_a_siege_that_is_lifted_is_told_to_both_sides() -> None:
    state = hargaar(3)
    hold(state, 1, ARDEA)
    state.sieges = [SiegeRecord(ARDEA, 0)]
    entry = only(during(state, lambda: forts.lift_sieges(Turn(state))), "siege-lifted")
    assert (entry.clauses, entry.readers, entry.data["by"]) == (("LM-NEU-24",), NEAR, "N1")


# Between players


@pytest.mark.clause("LM-GI-04", "LM-IPR-09")
def test_bargains_are_told_to_the_two_and_nobody_else() -> None:
    state = stage()
    put(state, "HFC 2", 0, 64)
    person(state, "Hugo T1", 1, 64, captor=0)
    entries = play(
        state,
        "sell HFC 1 at 64 to P2 for 30\nransom Hugo to P2 for 10",
        "buy HFC 1 from P1 for 30\npay P1 10 for Hugo",
        rolls=[("sequence", 3), ("sequence", 2), ("sequence", 1)],
    )
    for kind, price in (("sold", 30), ("ransomed", 10)):
        entry = only(entries, kind)
        assert (entry.clauses, entry.readers, entry.data["price"]) == (("LM-IPR-09",), (0, 1), price)
    assert only(entries, "freed").data["place"] == "swamp 66"


@pytest.mark.clause("LM-GI-04", "LM-BAT-26")
def test_whoever_is_freed_is_told_of_where_he_was_and_where_he_goes() -> None:
    state = stage()
    hugo = person(state, "Hugo T1", 2, CROPLAND, captor=0)
    entry = only(during(state, lambda: captives.free_person(Turn(state), hugo)), "freed")
    assert (entry.readers, entry.data["place"]) == ((0, 1, 2), "forest 1")
    assert state.people[hugo].since == state.turn


# What is cried through all lands


@pytest.mark.clause("LM-GI-04", "LM-DI-01", "LM-DI-06", "LM-DI-10", "LM-DI-16")
@pytest.mark.parametrize(
    ("call", "kind", "clause"),
    [
        (CalledIntervention(0, "Jupiter"), "blessing", "LM-DI-01"),
        (CalledIntervention(0, "Mars"), "battle-call", "LM-DI-06"),
        (CalledIntervention(0, "Odin", target=1), "cursed", "LM-DI-10"),
        (CalledIntervention(0, "Feaster", target=WASTE), "feaster-called", "LM-DI-16"),
    ],
)
def test_interventions_are_public(call: CalledIntervention, kind: str, clause: str) -> None:
    state = stage()
    state.calls = [call]
    rolls = [("feaster", 6)] if kind == "feaster-called" else []
    entry = only(during(state, lambda: interventions.begin_interventions(Turn(state)), rolls), kind)
    assert (entry.clauses, entry.readers, entry.data["seat"]) == ((clause,), ALL, "N1")
    assert (state.calls, state.blessings) == ([], [call])


@pytest.mark.clause("LM-GI-04", "LM-DI-06")
def test_promotions_are_told_to_their_nation_with_what_became_of_each() -> None:
    state = stage("", "HFC 2 MFD 1")
    state.calls = [CalledIntervention(0, "Mars", units=tuple(state.units))]
    gone = next(iter(state.units))
    state.set_unit(gone, owner=1)
    entry = only(during(state, lambda: interventions.begin_interventions(Turn(state))), "promoted")
    assert (entry.clauses, entry.readers) == (("LM-DI-06",), OWN)
    assert entry.data["units"] == [["HFA", 1], ["MFA", 1]]
    assert state.units[gone].code == "HFC"


@pytest.mark.clause("LM-GI-04", "LM-DI-17")
@pytest.mark.parametrize(
    ("here", "step", "place"),
    [(WASTE, 1, 48), (WASTE, 2, 58), (WASTE, 3, 66), (WASTE, 4, 56), (1, 4, 0), (1, 1, 0)],
)
def test_the_ways_of_the_feaster_are_public(here: int, step: int, place: int) -> None:
    state = stage()
    state.feaster = here
    rolls = [("feaster-step", step), ("feaster", 6)][: 2 if place else 1]
    entries = during(state, lambda: feaster.move_feaster(Turn(state)), rolls)
    entry = only(entries, "feaster-moves" if place else "feaster-leaves")
    assert (entry.clauses, entry.readers, state.feaster) == (("LM-DI-17",), ALL, place)
    assert [each.readers for each in told(entries, "feaster")] == [ALL] * bool(place)


@pytest.mark.clause("LM-GI-04", "LM-DI-22")
def test_the_necromancers_of_the_feaster_are_public() -> None:
    state = stage("Ann W1", "HFC 2")
    entry = only(during(state, lambda: feaster.enter_province(Turn(state), 65), [("feaster", 4)]), "necromancers")
    assert (entry.clauses, entry.readers, entry.data["people"]) == (("LM-DI-22",), ALL, ["Ann"])


@pytest.mark.clause("LM-GI-04", "LM-IPR-11", "LM-MAG-15")
def test_the_fall_of_a_nation_and_of_a_magnate_are_public() -> None:
    state = stage()
    entry = only(during(state, lambda: casualties.eliminate(Turn(state), 2, 0)), "eliminated")
    assert (entry.clauses, entry.readers, entry.data["seat"]) == (("LM-IPR-11",), ALL, "N3")
    state.magnates[107] = MagnateRecord("Gor", 99, SWAMP, "L", ("TRD",), 0)
    entry = only(during(state, lambda: casualties.magnate_falls(Turn(state), 107)), "magnate-falls")
    assert (entry.clauses, entry.readers, entry.data["name"]) == (("LM-MAG-15",), ALL, "Gor")
    assert 107 not in state.magnates


@pytest.mark.clause("LM-GI-04", "LM-A-17")
def test_independence_is_public() -> None:
    state = stage()
    state.independence = [Independence(CROPLAND, state.turn - 1, 1)]
    entry = only(during(state, lambda: independence.continue_independence(Turn(state))), "independent")
    assert (entry.clauses, entry.readers, entry.data["place"]) == (("LM-A-17",), ALL, PLACE)


@pytest.mark.clause("LM-GI-04", "LM-MAG-02", "LM-MAG-03", "LM-MAG-04")
def test_a_magnate_his_helper_and_his_troops_are_told_to_those_who_are_there() -> None:
    state = stage()
    turn = Turn(state)
    rolls = [("magnate", 1), ("magnate's assistant", 8), ("magnate troops", 2)]
    entries = during(state, lambda: magnates.test_magnate(turn, 76), rolls)
    rose = only(entries, "magnate")
    assert (rose.clauses, rose.data["of"], rose.data["level"]) == (("LM-MAG-01",), "D", 3)
    helper = only(entries, "magnate-assistant")
    assert (helper.clauses, helper.data["of"]) == (("LM-MAG-03",), "A")
    assert only(entries, "magnate-troops").clauses == ("LM-MAG-04",)
    assert {entry.readers for entry in entries if entry.kind.startswith("magnate")} == {OWN}


@pytest.mark.clause("LM-GI-04", "LM-IPR-12", "LM-IPR-13", "LM-IPR-14")
def test_the_skulls_are_public() -> None:
    state = stage()
    turn = Turn(state)
    turn.of(Conquests).by_force = [Conquest(0, 65, -1), Conquest(1, 66, -1)]
    entry = only(during(state, lambda: victory.award_skulls(turn)), "golden-waits")
    assert (entry.clauses, entry.readers) == (("LM-IPR-13",), ALL)
    turn = Turn(state)
    turn.of(Conquests).by_force = [Conquest(0, 65, 1)]
    turn.of(casualties.Killers).of = {2: 1}
    entries = during(state, lambda: victory.award_skulls(turn))
    golden, black = only(entries, "golden-skull"), only(entries, "black-skull")
    assert (golden.clauses, golden.readers, golden.data["seat"]) == (("LM-IPR-13",), ALL, "N1")
    assert (black.clauses, black.readers, black.data["seat"]) == (("LM-IPR-14",), ALL, "N2")


@pytest.mark.clause("LM-GI-04", "LM-IPR-10")
def test_what_was_bought_is_told_where_it_appears() -> None:
    state = stage()
    state.shipments = [relations.Shipment(0, (("HFC", False), ("MFC", True)))]
    entry = only(during(state, lambda: relations.arrivals(Turn(state))), "arrived")
    assert (entry.clauses, entry.readers) == (("LM-IPR-10",), OWN)
    assert (entry.data["units"], state.shipments) == ([["HFC", 1], ["MFC", 1]], [])
