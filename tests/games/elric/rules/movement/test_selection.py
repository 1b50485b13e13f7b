"""Selection of pieces, and what "all" includes (7.0 to 7.3, 12.1.2, 16.8)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    choose,
    embark,
    give_cards,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
)
from games.elric.positions.journeys import marching, moving
from palatine.games.elric.components.pieces import PIECE_NAME, POWER_OF
from palatine.games.elric.components.spells import SHIP_OF_LAND_AND_SEA
from palatine.games.elric.state import Flight, pair

ALL = ("all", 0)


@pytest.mark.clause("7.2a", "7.3g")
def test_who_has_sailed_and_walked_four_in_all_is_not_taken_along() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", "Sealord of Vilmir")
    for name, seas in (("Avan Astram", 2), ("Sealord of Vilmir", 1)):
        s.walked[piece(name)], s.sailed[piece(name)] = 2, seas
    s = act(moving(s), ("stack", area("Jadmar")))
    assert operands(s, "piece") == [piece("Naclon"), piece("Sealord of Vilmir")]
    assert refusal(s, "piece", "Avan Astram").clause == "7.2a"


@pytest.mark.clause("7.1a", "7.2a")
def test_armies_that_have_gone_unequally_far_are_not_alike() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 4))
    one, two, three, four = armies_of("Vilmir")[:4]
    s.walked, s.trail = {one: 1, two: 2, three: 2}, dict.fromkeys((one, two, three), (area("vil_n"),))
    s = marching(s, "Jadmar", "Naclon")
    assert operands(s, "piece") == [one, two, four]
    assert refusal(s, "piece", three).reason == "why.alike"


@pytest.mark.clause("7.3u", "7.3v", "7.4.1d")
@pytest.mark.parametrize(("points", "may_go"), [(3, True), (4, False)])
def test_who_cannot_land_may_go_over_to_another_ship_while_he_has_points(points: int, may_go: bool) -> None:
    """Naclon's galley has no points left to land him; Fadan's has."""
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Naclon", "Ilmiora galley", "Fadan")
    embark(s, "Vilmir galley", "Naclon")
    embark(s, "Ilmiora galley", "Fadan")
    s.sailed, s.walked = {piece("Vilmir galley"): 9}, {piece("Naclon"): points}
    s = act(moving(s), ("stack", area("st_vilmir")))
    assert (piece("Naclon") in operands(s, "piece")) is may_go
    if may_go:
        assert operands(choose(s, "piece", "Naclon"), "ship") == [piece("Ilmiora galley")]


@pytest.mark.clause("7.0c")
def test_all_are_not_offered_where_they_are_one_more() -> None:
    """Naclon is selected.

    One army is left that can come; Avan Astram has finished.
    """
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", ("Vilmir", 1))
    s.done = (piece("Avan Astram"),)
    s = marching(s, "Jadmar", "Naclon")
    assert operands(s, "piece") == [armies_of("Vilmir")[0]]
    assert ALL not in s.flow[-1].actions(s)


@pytest.mark.clause("7.1d", "7.3r")
def test_all_are_not_offered_on_an_island_whose_ships_cannot_take_them() -> None:
    """Naclon and three armies have a galley for two off the coast.

    Some can board, but not all.
    """
    s = new_state()
    put(s, 0, "Unholy Fortress", "Naclon", ("Vilmir", 3))
    put(s, 0, "n_pale", "Vilmir galley")
    room = s.room(piece("Vilmir galley"))
    assert 0 < room < 3
    s = act(moving(s), ("stack", area("Unholy Fortress")))
    assert ALL not in s.flow[-1].actions(s)
    s = choose(s, "piece", "Naclon")
    assert names(s, "go") == ["Northern Pale Sea"]


@pytest.mark.clause("16.8c", "7.0c")
def test_all_ashore_are_not_those_aboard_the_chaos_fleet_in_its_port() -> None:
    """Hilran alone can go ashore; those aboard come only one by one."""
    s = new_state()
    put(s, 0, "Banarva", "Chaos Fleet", "Sarosto", "Yishana", "Hilran")
    embark(s, "Chaos Fleet", "Sarosto", "Yishana")
    s = marching(s, "Banarva", "Hilran")
    assert {piece("Sarosto"), piece("Yishana")} <= {*operands(s, "piece")}
    assert ALL not in s.flow[-1].actions(s)


@pytest.mark.clause("7.2a", "12.1.2d")
def test_the_tired_are_refused_for_that_though_elrics_controller_is_not_picked() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Naclon", "Avan Astram")
    s.controller, s.walked = piece("Naclon"), {piece("Avan Astram"): 4}
    s = act(moving(s), ("stack", area("Jadmar")))
    assert refusal(s, "piece", "Avan Astram").clause == "7.2a"
    assert refusal(s, "piece", "Elric").clause == "12.1.2d"


@pytest.mark.clause("7.3j")
def test_a_fleet_attached_in_this_turn_sails_with_no_leader_who_came_another_way() -> None:
    s = new_state()
    put(s, 0, "dragon", "Vilmir galley", "Ilmiora galley", "Naclon", "Fadan")
    embark(s, "Vilmir galley", "Naclon")
    embark(s, "Ilmiora galley", "Fadan")
    s.changed = (piece("Vilmir galley"),)
    s.trail = {piece("Vilmir galley"): (area("hrol_sea"),), piece("Naclon"): (area("st_vilmir"),)}
    s = act(moving(s), ("stack", area("dragon")))
    assert piece("Vilmir galley") not in operands(s, "piece")
    found = refusal(s, "piece", "Vilmir galley")
    assert (found.clause, found.data) == ("7.3j", {"piece": piece("Vilmir galley")})
    s.sailed[piece("Vilmir galley")] = 6
    assert refusal(s, "piece", "Vilmir galley").clause == "7.3e", "it has sailed as far as it can"


@pytest.mark.clause("16.3s", "12.1.2d", "12.1.6b")
def test_the_ship_of_land_and_sea_takes_elric_with_his_controller_and_moonglum_with_him() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir", "Naclon", "Elric", "Moonglum")
    (ship,) = give_cards(s, "Priest of Vilmir", SHIP_OF_LAND_AND_SEA)
    s.controller, s.flights = piece("Naclon"), {ship: Flight(0, 1)}
    apart = act(moving(s), ("fly", pair(piece("Priest of Vilmir"), ship)))
    assert operands(apart, "piece") == [piece("Naclon"), piece("Moonglum")]
    s.joined = True
    together = act(moving(s), ("fly", pair(piece("Priest of Vilmir"), ship)))
    assert operands(together, "piece") == [piece("Naclon")]
    together = choose(together, "piece", "Naclon")
    assert operands(together, "piece") == [piece("Elric")]
    assert piece("Moonglum") in choose(together, "piece", "Elric").flow[-1].group


# Which stacks can set out

LAND, SEA = "Jadmar", "st_vilmir"
GALLEY, OTHER = "Vilmir galley", "Ilmiora galley"


def numbered(names: dict[Any, int]) -> dict[int, int]:
    """Return points by piece, from names or numbers of Vilmir's armies."""
    return {armies_of("Vilmir")[name] if isinstance(name, int) else piece(name): n for name, n in names.items()}


def may_set_out(
    where: str, who: Any, walked: Any = (), sailed: Any = (), done: Any = (), aboard: Any = (), controller: str = ""
) -> bool:
    s = new_state()
    put(s, 0, where, *who)
    s.walked, s.sailed, s.done = (
        numbered(dict(walked)),
        numbered(dict(sailed)),
        tuple(numbered(dict.fromkeys(done))),
    )
    for ship, name in dict(aboard).items():
        embark(s, ship, name)
    s.controller = piece(controller) if controller else -1
    return ("stack", area(where)) in moving(s).flow[-1].actions(s)


@pytest.mark.clause("7.2a", "7.2e", "7.2g", "7.3k")
@pytest.mark.parametrize(
    ("who", "facts", "sets_out"),
    [
        (["Naclon"], {}, True),
        (["Naclon"], {"walked": {"Naclon": 3}}, True),
        (["Naclon"], {"walked": {"Naclon": 4}}, False),
        (["Naclon"], {"walked": {"Naclon": 2}, "sailed": {"Naclon": 1}}, True),
        (["Naclon"], {"walked": {"Naclon": 2}, "sailed": {"Naclon": 2}}, False),
        (["Naclon"], {"done": ["Naclon"]}, False),
        (["Naclon", "Avan Astram"], {"walked": {"Naclon": 4}}, True),
        (["Naclon", "Avan Astram"], {"walked": {"Naclon": 4}, "done": ["Avan Astram"]}, False),
        (["Naclon", "Avan Astram"], {"walked": {"Naclon": 4, "Avan Astram": 4}}, False),
        (["Naclon", ("Vilmir", 1)], {"walked": {"Naclon": 4}}, True),
        (["Naclon", ("Vilmir", 1)], {"walked": {"Naclon": 4, 0: 1}}, False),
        (["Naclon", ("Ilmiora", 1)], {"walked": {"Naclon": 4}}, False),
        ([("Vilmir", 1)], {}, True),
        ([("Vilmir", 1)], {"walked": {0: 1}}, False),
        ([("Vilmir", 2)], {"walked": {0: 1}}, True),
        ([("Vilmir", 1)], {"sailed": {0: 1}}, False),
        ([("Vilmir", 1)], {"done": [0]}, False),
        ([("Ilmiora", 1)], {}, False),
        (["Ilmiora galley", ("Vilmir", 1)], {}, True),
        ([GALLEY], {}, False),
    ],
)
def test_on_land_stacks_set_out_with_a_leader_or_an_army_at_home(who: Any, facts: Any, sets_out: bool) -> None:
    assert may_set_out(LAND, who, **facts) is sets_out


LED = {GALLEY: "Naclon"}


@pytest.mark.clause("7.3l", "7.3u", "7.3v", "12.1.2d")
@pytest.mark.parametrize(
    ("who", "facts", "sets_out"),
    [
        ([GALLEY, "Naclon"], {"aboard": LED}, True),
        ([GALLEY, "Naclon"], {"aboard": LED, "done": ["Naclon"]}, False),
        ([GALLEY, "Naclon"], {"aboard": LED, "sailed": {GALLEY: 5}}, True),
        ([GALLEY, "Naclon"], {"aboard": LED, "sailed": {GALLEY: 6}}, False),
        ([GALLEY, "Naclon"], {"aboard": LED, "sailed": {GALLEY: 2}, "walked": {"Naclon": 4}}, False),
        ([GALLEY, OTHER, "Naclon"], {"aboard": LED, "sailed": {GALLEY: 6}}, True),
        ([GALLEY, OTHER, "Naclon"], {"aboard": LED, "sailed": {GALLEY: 6}, "walked": {"Naclon": 4}}, False),
        ([GALLEY], {}, False),
        ([GALLEY, "Priest of Vilmir"], {"aboard": {GALLEY: "Priest of Vilmir"}, "sailed": {GALLEY: 6}}, True),
        (
            [GALLEY, "Priest of Vilmir"],
            {"aboard": {GALLEY: "Priest of Vilmir"}, "sailed": {GALLEY: 6}, "walked": {"Priest of Vilmir": 4}},
            False,
        ),
        (
            [GALLEY, OTHER, "Naclon", "Elric"],
            {"aboard": {GALLEY: "Naclon", OTHER: "Elric"}, "sailed": {GALLEY: 6}, "walked": {"Naclon": 4},
             "controller": "Naclon"},
            False,
        ),
        ([GALLEY, "Naclon"], {"aboard": LED, "controller": "Elric"}, True),
    ],
)  # fmt: skip
def test_at_sea_stacks_set_out_with_a_leader_who_can_sail_land_or_go_over(
    who: Any, facts: Any, sets_out: bool
) -> None:
    assert may_set_out(SEA, who, **facts) is sets_out


@pytest.mark.clause("7.3v", "7.3i")
def test_whose_ship_can_sail_no_further_sails_on_with_another_that_lies_beside_it() -> None:
    """The transport sails 4 seas, less the 4 points of Avan Astram aboard.

    Naclon changes to the galley for 1.
    """
    s = new_state()
    put(s, 0, SEA, "Vilmir transport", GALLEY, "Naclon", "Avan Astram")
    embark(s, "Vilmir transport", "Naclon", "Avan Astram")
    s.walked = {piece("Naclon"): 1, piece("Avan Astram"): 4}
    s = marching(s, SEA, "Naclon")
    s = choose(s, "ship", GALLEY)
    assert s.walked[piece("Naclon")] == 2
    s = marching(s, SEA, GALLEY)
    assert s.flow[-1].group == tuple(sorted((piece("Naclon"), piece(GALLEY))))
    assert "Gulf of Vilmir" in names(s, "go")


# Ships in a port


@pytest.mark.clause("7.3f", "7.3s")
@pytest.mark.parametrize(("sailed", "sails"), [(0, True), (4, True), (5, False), (6, False)])
def test_a_ship_in_port_needs_a_point_beyond_what_its_leader_pays_to_board_it(sailed: int, sails: bool) -> None:
    s = new_state()
    put(s, 0, LAND, "Naclon", GALLEY)
    s.sailed = {piece(GALLEY): sailed}
    s = marching(s, LAND, "Naclon")
    assert (piece(GALLEY) in operands(s, "piece")) is sails


@pytest.mark.clause("7.3l")
def test_a_ship_in_port_is_picked_only_after_a_leader() -> None:
    s = new_state()
    put(s, 0, LAND, "Naclon", GALLEY, ("Vilmir", 1))
    s.walked = {piece("Naclon"): 4}
    s = marching(s, LAND, armies_of("Vilmir")[0])
    assert operands(s, "piece") == []
    assert refusal(s, "piece", GALLEY).clause == "7.3l"


@pytest.mark.clause("7.3j")
@pytest.mark.parametrize(("origin", "sails"), [("vil_n", False), ("st_vilmir", True)])
def test_a_ship_in_port_attached_in_this_turn_sails_with_who_came_the_same_way(origin: str, sails: bool) -> None:
    s = new_state()
    put(s, 0, LAND, "Naclon", GALLEY)
    s.changed = (piece(GALLEY),)
    s.trail = {piece(GALLEY): (area("st_vilmir"),), piece("Naclon"): (area(origin),)}
    s = marching(s, LAND, "Naclon")
    assert (piece(GALLEY) in operands(s, "piece")) is sails


# How many a port's ships take


@pytest.mark.clause("7.1d", "7.3l")
@pytest.mark.parametrize(
    ("leaders", "armies", "ships", "offered"),
    [
        (["Naclon"], 0, [], [GALLEY, "Vilmir transport"]),
        (["Naclon"], 1, [], [GALLEY, "Vilmir transport"]),
        (["Naclon"], 2, [], ["Vilmir transport"]),
        (["Naclon"], 3, [], ["Vilmir transport"]),
        (["Naclon"], 4, [], []),
        (["Naclon", "Avan Astram"], 3, [], [GALLEY, "Vilmir transport"]),
        (["Naclon", "Avan Astram"], 4, [], [GALLEY, "Vilmir transport"]),
        (["Naclon", "Avan Astram"], 5, [], []),
        (["Naclon"], 0, [GALLEY], []),
        (["Naclon", "Avan Astram"], 0, [GALLEY], ["Vilmir transport"]),
    ],
)
def test_ships_are_offered_as_long_as_leaders_and_room_suffice(
    leaders: Any, armies: int, ships: Any, offered: Any
) -> None:
    """The galley carries one army, the transport three; each needs a leader."""
    s = new_state()
    put(s, 0, LAND, *leaders, GALLEY, "Vilmir transport", ("Vilmir", 6))
    s = marching(s, LAND, *leaders, *armies_of("Vilmir")[:armies], *ships)
    assert [p for p in operands(s, "piece") if p in (piece(GALLEY), piece("Vilmir transport"))] == sorted(
        map(piece, offered)
    )


@pytest.mark.clause("7.1d", "7.3l")
@pytest.mark.parametrize(
    ("leaders", "armies", "ships", "takes_more"),
    [
        (["Naclon"], 0, [GALLEY], True),
        (["Naclon"], 1, [GALLEY], False),
        (["Naclon", "Avan Astram"], 1, [GALLEY], True),
        (["Naclon"], 2, ["Vilmir transport"], True),
        (["Naclon"], 3, ["Vilmir transport"], False),
        (["Naclon", "Avan Astram"], 4, [GALLEY, "Vilmir transport"], False),
        (["Naclon"], 5, [], True),
    ],
)
def test_armies_are_offered_as_long_as_there_is_room_for_them(
    leaders: Any, armies: int, ships: Any, takes_more: bool
) -> None:
    s = new_state()
    put(s, 0, LAND, *leaders, GALLEY, "Vilmir transport", ("Vilmir", 6))
    s = marching(s, LAND, *leaders, *(ships or ()), *armies_of("Vilmir")[:armies])
    assert (armies_of("Vilmir")[armies] in operands(s, "piece")) is takes_more


# Armies alike


@pytest.mark.clause("7.1a", "8.0i", "7.3k")
def test_of_armies_alike_the_first_is_offered_and_of_unlike_ones_each() -> None:
    s = new_state()
    put(s, 0, LAND, "Naclon", ("Vilmir", 5))
    one, two, three, four, five = armies_of("Vilmir")[:5]
    s.trail = dict.fromkeys((one, two, piece("Naclon")), (area("vil_n"),))
    s.changed, s.done = (two,), (five,)
    s = marching(s, LAND, "Naclon")
    assert operands(s, "piece") == [one, two, three]
    assert refusal(s, "piece", four).reason == "why.alike"
    assert refusal(s, "piece", five).reason == "why.finished"


@pytest.mark.clause("7.1a", "8.0i")
def test_armies_of_two_stacks_of_one_wilderness_are_not_alike() -> None:
    s = new_state()
    put(s, 0, "Org", "Gutheran", ("Org", 1))
    put(s, 0, "Org", "Fadan", ("Org", 1))
    s = act(moving(s), ("stack", area("Org")))
    assert operands(s, "piece") == sorted([piece("Gutheran"), piece("Fadan"), *armies_of("Org")[:2]])
    s = choose(s, "piece", "Fadan")
    assert operands(s, "piece") == [armies_of("Org")[1]]


@pytest.mark.clause("7.1a", "16.3s")
@pytest.mark.parametrize("nation", ["Vilmir", "Ilmiora", "Jharkor", "Dharijor"])
def test_an_army_flies_with_the_personality_whose_number_is_its_nations(nation: str) -> None:
    s = new_state()
    army = armies_of(nation)[0]
    other = PIECE_NAME[POWER_OF[army]]
    put(s, 0, LAND, "Priest of Vilmir", other, (nation, 2))
    (ship,) = give_cards(s, "Priest of Vilmir", SHIP_OF_LAND_AND_SEA)
    s.flights = {ship: Flight(0, 1)}
    s = act(moving(s), ("fly", pair(piece("Priest of Vilmir"), ship)))
    assert operands(s, "piece") == [piece(other), army]


def two_loaded_ships() -> Any:
    s = new_state()
    put(s, 0, SEA, "Vilmir transport", OTHER, "Naclon", "Fadan", ("Vilmir", 3))
    first, second, third = armies_of("Vilmir")[:3]
    embark(s, "Vilmir transport", "Naclon", first, second)
    embark(s, OTHER, "Fadan", third)
    return s


@pytest.mark.clause("7.1a", "7.3u", "16.8c")
def test_of_armies_alike_aboard_a_ship_the_first_is_offered() -> None:
    s = act(moving(two_loaded_ships()), ("stack", area(SEA)))
    first, second, third = armies_of("Vilmir")[:3]
    assert [p for p in operands(s, "piece") if p in (first, second, third)] == [first, third]
    assert refusal(s, "piece", second).reason == "why.alike"
    s = choose(s, "piece", "Naclon")
    assert not {piece("Vilmir transport"), piece(OTHER)}.intersection(operands(s, "piece"))
    assert refusal(s, "piece", OTHER).clause == "7.3q"


@pytest.mark.clause("7.3e", "7.3u")
def test_with_a_ship_come_those_aboard_and_with_it_nobody_from_another() -> None:
    s = choose(act(moving(two_loaded_ships()), ("stack", area(SEA))), "piece", "Vilmir transport")
    assert s.flow[-1].group == tuple(sorted((piece("Vilmir transport"), piece("Naclon"), *armies_of("Vilmir")[:2])))
    assert operands(s, "piece") == [piece(OTHER)]
    assert refusal(s, "piece", "Fadan").reason == "why.ships-only"
    assert choose(s, "piece", OTHER).flow[-1].group == two_loaded_ships().pieces(0, area(SEA))


@pytest.mark.clause("7.3e", "7.3f")
@pytest.mark.parametrize(("sailed", "sails"), [(3, True), (4, True), (5, True), (6, False)])
def test_a_ship_at_sea_sails_on_for_its_last_point(sailed: int, sails: bool) -> None:
    s = new_state()
    put(s, 0, SEA, GALLEY, "Naclon", OTHER, "Fadan")
    embark(s, GALLEY, "Naclon")
    embark(s, OTHER, "Fadan")
    s.sailed = {piece(GALLEY): sailed}
    s = act(moving(s), ("stack", area(SEA)))
    assert (piece(GALLEY) in operands(s, "piece")) is sails
    assert (piece(GALLEY) in act(s, ALL).flow[-1].group) is sails


# Without a coast: who goes on by himself


@pytest.mark.clause("7.3b", "7.3v", "7.4.1a")
@pytest.mark.parametrize(
    ("who", "walked", "may_go"),
    [("Priest of Vilmir", 1, True), ("Priest of Vilmir", 2, False), ("Myrrhyn", 2, True), ("Myrrhyn", 3, True),
     ("Myrrhyn", 4, False), ("Naclon", 0, False)],
)  # fmt: skip
def test_far_from_any_coast_magicians_walk_for_two_points_and_the_winged_fly_for_one(
    who: str, walked: int, may_go: bool
) -> None:
    s = new_state()
    put(s, 0, "teeth", GALLEY, who, ("Vilmir", 1))
    embark(s, GALLEY, who, armies_of("Vilmir")[0])
    s.walked = {piece(who): walked}
    s = act(moving(s), ("stack", area("teeth")))
    assert (piece(who) in operands(s, "piece")) is may_go
    assert armies_of("Vilmir")[0] not in operands(s, "piece")


# Elric and Moonglum


@pytest.mark.clause("12.1.2d", "12.1.6b")
@pytest.mark.parametrize("where", [LAND, SEA])
def test_elric_follows_his_controller_and_moonglum_elric(where: str) -> None:
    s = new_state()
    put(s, 0, where, GALLEY, "Elric", "Moonglum", "Naclon", "Fadan")
    if where == SEA:
        embark(s, GALLEY, "Elric", "Moonglum", "Naclon", "Fadan")
    people = {piece(each) for each in ("Elric", "Moonglum", "Naclon", "Fadan")}

    def offered(s: Any, *picked: str) -> set[int]:
        return people.intersection(operands(marching(s, where, *picked), "piece"))

    assert offered(s) == people, "uncontrolled, and Moonglum apart"
    s.controller = piece("Naclon")
    assert offered(s) == people - {piece("Elric")}
    assert offered(s, "Fadan") == {piece("Naclon"), piece("Moonglum")}
    assert offered(s, "Naclon") == people - {piece("Naclon")}
    s.joined = True
    assert offered(s) == {piece("Naclon"), piece("Fadan")}
    assert offered(s, "Naclon") == {piece("Elric"), piece("Fadan")}
    assert refusal(marching(s, where, "Fadan"), "piece", "Moonglum").clause == "12.1.6b"
    assert offered(s, "Naclon", "Elric") == {piece("Fadan")}


# All at once


def all_of(s: Any, *who: str | int, where: str = LAND) -> set[str]:
    """Return the pieces that go when all are selected after some others.

    Armies have their nation and number.
    """
    s = act(marching(s, where, *who), ALL)
    named = {p: f"{nation} {n}" for nation in ("Vilmir", "Ilmiora") for n, p in enumerate(armies_of(nation))}
    return {named.get(p, PIECE_NAME[p]) for p in s.flow[-1].group}


@pytest.mark.clause("7.0c", "7.2a", "7.3k", "12.1.2d", "12.1.6b")
def test_all_ashore_are_those_with_points_left_and_elric_comes_with_his_controller() -> None:
    s = new_state()
    put(s, 0, LAND, "Elric", "Moonglum", "Naclon", "Fadan", "Avan Astram", "Sharilla", GALLEY, ("Vilmir", 2))
    s.walked, s.sailed = {piece("Fadan"): 2, piece("Avan Astram"): 3}, {piece("Fadan"): 2}
    s.done = (piece("Sharilla"),)
    armies = {"Vilmir 0", "Vilmir 1"}
    assert all_of(s) == {"Elric", "Moonglum", "Naclon", "Avan Astram"} | armies
    s.controller, s.joined = piece("Naclon"), True
    assert all_of(s) == {"Elric", "Moonglum", "Naclon", "Avan Astram"} | armies
    s.walked[piece("Naclon")] = 4
    assert all_of(s) == {"Avan Astram"} | armies
    s.joined = False
    assert all_of(s) == {"Avan Astram", "Moonglum"} | armies


@pytest.mark.clause("7.2e", "7.2g")
def test_without_a_leader_all_are_the_armies_at_home_that_have_not_moved() -> None:
    s = new_state()
    put(s, 0, LAND, ("Vilmir", 3), ("Ilmiora", 1))
    s.walked = {armies_of("Vilmir")[0]: 1}
    assert all_of(s) == {"Vilmir 1", "Vilmir 2"}


@pytest.mark.clause("7.3j")
def test_all_are_without_an_army_attached_in_this_turn_that_came_another_way() -> None:
    s = new_state()
    put(s, 0, LAND, "Naclon", "Avan Astram", ("Vilmir", 3))
    first, second = armies_of("Vilmir")[:2]
    s.changed = (first, second)
    s.trail = {first: (area("vil_n"),), second: (area("vil_e"),), piece("Naclon"): (area("vil_n"),)}
    assert all_of(s) == {"Naclon", "Avan Astram", "Vilmir 0", "Vilmir 2"}


@pytest.mark.clause("7.1d")
def test_all_aboard_a_ship_in_port_are_as_many_armies_as_it_takes_those_picked_before_others() -> None:
    s = new_state()
    put(s, 0, LAND, "Naclon", "Avan Astram", "Vilmir transport", ("Vilmir", 4), ("Ilmiora", 1))
    ilmioran = armies_of("Ilmiora")[0]
    assert all_of(s, "Naclon", "Vilmir transport", ilmioran) >= {
        "Naclon",
        "Avan Astram",
        "Vilmir transport",
        "Ilmiora 0",
    }
    last = armies_of("Vilmir")[3]
    s.walked = {last: 1}
    picked = all_of(s, "Naclon", "Vilmir transport", last)
    assert "Vilmir 3" in picked
    assert len(picked) == 6, "two leaders, the transport and three armies"


@pytest.mark.clause("7.3e", "7.3l", "7.3u")
def test_at_sea_all_are_the_ships_that_can_sail_or_with_people_picked_all_people_and_armies() -> None:
    s = two_loaded_ships()
    put(s, 0, SEA, "Tarkesh galley")
    people = {"Naclon", "Fadan", "Vilmir 0", "Vilmir 1", "Vilmir 2"}
    assert all_of(s, where=SEA) == people | {"Vilmir transport", OTHER}
    assert all_of(s, "Naclon", where=SEA) == people
    s.done = (piece(OTHER), piece("Fadan"))
    assert all_of(s, where=SEA) == {"Vilmir transport", "Naclon", "Vilmir 0", "Vilmir 1"}


@pytest.mark.clause("16.8c")
def test_all_aboard_the_chaos_fleet_in_port_sail_where_nobody_is_ashore() -> None:
    s = new_state()
    put(s, 0, "Banarva", "Chaos Fleet", "Sarosto", "Yishana", "Tarkesh galley")
    embark(s, "Chaos Fleet", "Sarosto", "Yishana")
    assert all_of(s, where="Banarva") == {"Chaos Fleet", "Sarosto", "Yishana"}
