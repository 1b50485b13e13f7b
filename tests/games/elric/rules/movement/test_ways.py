"""Routes of groups, their costs, and refusals: by land, sea and air (7.1 to 7.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import sail
from games.elric.positions.board import (
    BAY,
    JADMAR,
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    embark,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    refusal,
    rule,
    run,
    spell,
    story,
    told,
)
from games.elric.positions.journeys import marching, moving
from palatine.games.elric.components.pieces import CHAOS_FLEET, ELRIC, MOONGLUM, PIECES
from palatine.games.elric.components.world import AREAS, LANDS, MAP, MELNIBONE, SEAS
from palatine.games.elric.rules.movement.access import may_attack
from palatine.games.elric.rules.movement.air_movement import air_refusal, comes_down
from palatine.games.elric.rules.movement.arrival import can_go_on, is_quiet
from palatine.games.elric.rules.movement.attachment import detach
from palatine.games.elric.rules.movement.detaching import Drop, drop_refusal
from palatine.games.elric.rules.movement.flight import Takeoff, companion_refusal
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.movement import Movement, OpenMovement
from palatine.games.elric.rules.movement.overruns import can_overrun, enemy_total
from palatine.games.elric.rules.movement.restrictions import entry_refusal, next_areas
from palatine.games.elric.rules.movement.sea_movement import (
    berths,
    boarding_refusal,
    can_land,
    points_aboard,
    port_refusal,
    wade_refusal,
)
from palatine.games.elric.rules.movement.selection import most_room
from palatine.games.elric.state import NOBODY, OFF

FORTRESS, PALE = "Unholy Fortress", "n_pale"
"""An island without a port, and the sea around it."""


def group_at(where: str | int, *who: Any, points: int = 4, moved: bool = False, **more: Any) -> tuple[Any, March]:
    """Return a group of seat 0 in an area, and its march."""
    s = new_state()
    group = tuple(sorted(put(s, 0, where, *who)))
    return s, March(0, area(where), group, moved, points, **more)


# Islands and coasts


@pytest.mark.clause("7.3r", "7.0c")
@pytest.mark.parametrize(("ship", "points", "on"), [(True, 4, True), (True, 0, False), (False, 4, False)])
def test_a_group_on_an_island_goes_on_if_it_can_leave_it(ship: bool, points: int, on: bool) -> None:
    s, step = group_at(FORTRESS, "Naclon", points=points, moved=True)
    if ship:
        put(s, 0, PALE, "Vilmir galley")
    assert can_go_on(s, step) is on


@pytest.mark.clause("7.2e", "7.2g")
def test_armies_alone_do_not_go_on_and_people_do_while_they_have_points() -> None:
    for who, points, on in ((("Vilmir", 1), 4, False), ("Naclon", 1, True), ("Naclon", 0, False)):
        s, step = group_at("Jadmar", who, points=points, moved=True)
        assert can_go_on(s, step) is on


@pytest.mark.clause("7.3a", "7.2e", "7.3t", "7.3v", "7.1d")
@pytest.mark.parametrize(("who", "ships", "walked", "clause"), [
    (["Naclon"], [], 0, "7.3a"), ([("Vilmir", 1)], ["Vilmir galley"], 0, "7.2e"),
    (["Naclon"], ["Vilmir galley"], 3, None), (["Naclon"], ["Vilmir galley"], 4, "7.3v"),
    (["Naclon", ("Vilmir", 1)], ["Vilmir galley"], 0, None), (["Naclon", ("Vilmir", 1)], ["Vilmir galley"], 1, "7.3t"),
    (["Naclon", ("Vilmir", 2)], ["Vilmir galley"], 0, "7.1d"),
    (["Naclon", ("Vilmir", 3)], ["Vilmir galley", "Vilmir transport"], 0, None),
    (["Naclon", ("Vilmir", 4)], ["Vilmir galley", "Vilmir transport"], 0, "7.1d"),
])  # fmt: skip
def test_who_boards_off_a_coast_without_a_port(
    who: list[Any], ships: list[str], walked: int, clause: str | None
) -> None:
    """People pay 1 of 4 points, armies all; a galley carries one army, a transport three."""
    s, step = group_at(FORTRESS, *who)
    if ships:
        put(s, 0, PALE, *ships)
    s.walked = dict.fromkeys(step.group, walked) if walked else {}
    found = boarding_refusal(s, step, area(PALE))
    assert (found and found.clause) == clause


@pytest.mark.clause("7.3b", "7.3d", "7.3n", "7.3a")
def test_who_walks_over_the_sea() -> None:
    """Jagreen Lern walks for 2 points to coasts without enemies."""
    s, step = group_at(FORTRESS, "Jagreen Lern")
    assert wade_refusal(s, step, area(PALE)) is None
    for points, clause in ((3, None), (2, "7.3b"), (1, "7.3b")):
        found = wade_refusal(s, March(0, step.area, step.group, False, points), area(PALE))
        assert (found and found.clause) == clause
    put(s, 1, PALE, "Tarkesh galley", "Hilran")
    found = wade_refusal(s, step, area(PALE))
    assert found
    assert found.clause == "7.3n"
    other, march = group_at(FORTRESS, "Naclon", "Jagreen Lern")
    found = wade_refusal(other, march, area(PALE))
    assert found
    assert found.clause == "7.3a"


# Ports and ships


@pytest.mark.clause("7.3l", "7.1d", "7.3s", "7.3f", "7.3n")
@pytest.mark.parametrize(("who", "walked", "sailed", "clause"), [
    (["Naclon", "Vilmir galley"], 0, 0, None), (["Naclon", "Vilmir galley", "Vilmir transport"], 0, 0, "7.3l"),
    (["Naclon", "Smiorgan", "Vilmir galley", "Vilmir transport"], 0, 0, None),
    (["Naclon", "Vilmir galley", "Vilmir transport", ("Vilmir", 1)], 0, 0, "7.3l"),
    (["Naclon", "Vilmir galley", ("Vilmir", 1)], 0, 0, None),
    (["Naclon", "Vilmir galley", ("Vilmir", 2)], 0, 0, "7.1d"),
    (["Naclon", "Vilmir galley"], 3, 0, None), (["Naclon", "Vilmir galley"], 4, 0, "7.3s"),
    (["Naclon", "Vilmir galley"], 0, 4, None), (["Naclon", "Vilmir galley"], 0, 5, "7.3f"),
    (["Naclon", "Vilmir galley"], 3, 1, None), (["Naclon", "Vilmir galley"], 3, 2, "7.3f"),
])  # fmt: skip
def test_who_leaves_a_port(who: list[Any], walked: int, sailed: int, clause: str | None) -> None:
    """A galley sails 6 seas and carries an army; boarding costs 1 of 4 points."""
    s, step = group_at("Jadmar", *who)
    s.walked = {piece("Naclon"): walked} if walked else {}
    s.sailed = {piece("Vilmir galley"): sailed} if sailed else {}
    found = port_refusal(s, step)
    assert (found and found.clause) == clause
    assert bool(next_areas(s, step)) is (clause is None)


@pytest.mark.clause("7.3n", "7.3e")
def test_a_port_that_is_blockaded_is_left_to_fight_or_not_at_all() -> None:
    s, step = group_at("Jadmar", "Naclon", "Vilmir galley")
    put(s, 1, BAY, "Tarkesh galley", "Dyvim Slorm")
    assert port_refusal(s, step) is None
    other, shy = group_at("Jadmar", "Dyvim Tvar", "Vilmir galley")
    put(other, 1, BAY, "Tarkesh galley", "Dyvim Slorm")
    found = port_refusal(other, shy)
    assert found
    assert (found.clause, found.data) == ("7.3n", {"area": BAY})


@pytest.mark.clause("7.3e", "7.3f", "7.3g")
def test_the_points_of_those_who_will_be_aboard() -> None:
    """The highest number of points walked counts, with the boarding cost and the seas sailed."""
    s, step = group_at("Jadmar", "Naclon", "Smiorgan", "Vilmir galley")
    assert points_aboard(s, step) == (1, 1)
    s.walked, s.sailed = {piece("Naclon"): 2, piece("Smiorgan"): 1}, {piece("Smiorgan"): 2}
    assert points_aboard(s, step) == (3, 4)
    assert points_aboard(*group_at(BAY, "Naclon", "Vilmir galley")) == (0, 0)


@pytest.mark.clause("7.3q", "7.5.9a", "7.3l", "7.3e")
def test_why_ships_do_not_come_somewhere() -> None:
    s, step = group_at("Jadmar", "Naclon", "Vilmir galley")
    assert entry_refusal(s, step, area("vil_n")).clause == "7.3q"
    at_sea = new_state()
    sail(at_sea, 0, BAY, "Vilmir galley", "Naclon")
    group = at_sea.stacks[0][BAY]
    assert entry_refusal(at_sea, March(0, BAY, group, False, 4), area("vil_hro")).clause == "7.5.9a"
    at_sea.sailed = {piece("Vilmir galley"): 6}
    assert entry_refusal(at_sea, March(0, BAY, group, False, 4), JADMAR).clause == "7.3e"
    at_sea.ship = {}
    assert entry_refusal(at_sea, March(0, BAY, group, False, 4), JADMAR).clause == "7.3l"


@pytest.mark.clause("7.3u", "16.8c")
@pytest.mark.parametrize(("who", "ship", "sailed", "walked", "lands"), [
    ("Naclon", "Vilmir galley", 5, 0, True), ("Naclon", "Vilmir galley", 6, 0, False),
    ("Jagreen Lern", "Vilmir galley", 6, 0, True), ("Jagreen Lern", "Vilmir galley", 6, 4, False),
    ("Naclon", "Chaos Fleet", 0, 0, True), ("Vilmir army 1", "Chaos Fleet", 0, 0, False),
    ("Vilmir army 1", "Vilmir galley", 0, 0, True), ("Jagreen Lern", None, 0, 0, True), ("Naclon", None, 0, 0, False),
])  # fmt: skip
def test_who_can_go_ashore(who: str, ship: str | None, sailed: int, walked: int, lands: bool) -> None:
    s = new_state()
    put(s, 0, BAY, who)
    if ship:
        put(s, 0, BAY, ship)
        embark(s, ship, who)
        s.sailed = {piece(ship): sailed} if sailed else {}
    s.walked = {piece(who): walked} if walked else {}
    assert can_land(s, piece(who)) is lands


@pytest.mark.clause("7.3v", "7.4.1d", "16.8d")
def test_who_goes_over_to_another_ship() -> None:
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon")
    sail(s, 0, BAY, "Ilmiora galley", "Fadan")
    step = March(0, BAY, (piece("Naclon"),), False, 1)
    assert berths(s, step) == [piece("Ilmiora galley")]
    assert berths(s, March(0, BAY, (piece("Naclon"),), False, 0)) == []
    assert berths(s, March(0, BAY, (piece("Naclon"), piece("Vilmir galley")), False, 4)) == []
    assert berths(s, March(0, BAY, (piece("Naclon"),), False, 4, spell=3)) == []
    s.changed = (piece("Ilmiora galley"),)
    assert berths(s, step) == [piece("Ilmiora galley")], "Fadan is aboard"
    del s.ship[piece("Fadan")]
    assert berths(s, step) == []
    s.ship[piece("Naclon")] = CHAOS_FLEET
    assert berths(s, step) == []


@pytest.mark.clause("7.3v")
def test_who_has_gone_over_to_another_ship_is_told() -> None:
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon")
    sail(s, 0, BAY, "Ilmiora galley", "Fadan")
    s = choose(marching(s, BAY, "Naclon"), "ship", "Ilmiora galley")  # type: ignore[arg-type]
    (entry,) = told(s, "board")
    assert (entry.clauses, entry.data["fleet"], entry.data["group"]) == (
        ("7.3v",), piece("Ilmiora galley"), (piece("Naclon"),))  # fmt: skip
    assert s.walked == {piece("Naclon"): 1}
    assert s.ship[piece("Naclon")] == piece("Ilmiora galley")


# Who is picked, and who not


@pytest.mark.clause("7.0b", "7.0c", "7.3k", "12.1.6b", "7.2a", "7.2e", "8.0i")
def test_why_somebody_is_not_picked_on_land() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", "Smiorgan", "Moonglum", ("Vilmir", 3), "Vilmir galley")
    put(s, 0, "vil_n", "Kargan")
    put(s, 1, "Jadmar", "Fadan")
    s.joined = True
    first, second, third = armies_of("Vilmir")[:3]
    s.done, s.walked = (piece("Avan Astram"), third), {piece("Smiorgan"): 4}
    s.trail = {third: (area("vil_n"),)}
    s = marching(s, "Jadmar", "Naclon")
    rows = {
        -1: "why.not-there", PIECES: "why.not-there", piece("Kargan"): "why.not-there", piece("Fadan"): "why.not-there",
        piece("Naclon"): "why.in-group", piece("Avan Astram"): "why.finished", third: "why.finished",
        MOONGLUM: "why.with-elric", piece("Smiorgan"): "why.tired", second: "why.alike",
    }  # fmt: skip
    assert {p: refusal(s, "piece", p).reason for p in rows} == rows
    assert refusal(s, "piece", third).clause == "7.3k"
    assert refusal(s, "piece", "Avan Astram").clause == "7.3n"
    on = act(choose(s, "piece", first), ("go", area("vil_n")))
    assert refusal(on, "piece", "Kargan").reason == "why.on-the-march"
    assert refusal(on, "all").reason == "why.on-the-march"
    assert refusal(on, "ship", "Vilmir galley").reason == "why.no-berth"
    assert refusal(on, "go", -1).reason == "why.no-area"
    assert refusal(on, "go", AREAS).reason == "why.no-area"
    assert refusal(on, "go", 0).reason == "why.not-adjacent"
    assert refusal(act(moving(s), ("stack", JADMAR)), "go", 0).reason == "why.no-group"


@pytest.mark.clause("7.3e", "7.3l", "7.3q", "7.3u")
def test_why_somebody_is_not_picked_at_sea() -> None:
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon", ("Vilmir", 1))
    put(s, 0, BAY, "Vilmir transport")
    sail(s, 0, BAY, "Ilmiora galley", "Fadan")
    s.sailed, s.walked = {piece("Ilmiora galley"): 9}, {piece("Fadan"): 4}
    s = act(moving(s), ("stack", BAY))
    assert refusal(s, "piece", "Vilmir transport").clause == "7.3l"
    assert refusal(s, "piece", "Ilmiora galley").clause == "7.3e"
    assert refusal(s, "piece", "Fadan").clause == "7.3u"
    aboard = choose(s, "piece", "Vilmir galley")
    assert refusal(aboard, "piece", "Fadan").reason == "why.ships-only"
    ashore = choose(s, "piece", "Naclon")
    assert refusal(ashore, "piece", "Ilmiora galley").reason == "why.people-only"


@pytest.mark.clause("7.2a", "7.2e", "7.3g")
@pytest.mark.parametrize(("walked", "sailed", "led", "comes"), [
    (0, 0, False, True), (1, 0, False, False), (0, 1, False, False), (1, 0, True, True), (3, 0, True, True),
    (4, 0, True, False), (2, 2, True, False), (2, 1, True, True), (0, 4, True, False), (1, 1, False, False),
])  # fmt: skip
def test_which_armies_are_picked_at_home(walked: int, sailed: int, led: bool, comes: bool) -> None:
    """An army alone moves one province.

    With a leader it moves as far as its points allow, seas included.
    """
    s = new_state()
    put(s, 0, "Jadmar", ("Vilmir", 2), *(["Naclon"] if led else []))
    army = armies_of("Vilmir")[0]
    s.walked = {army: walked} if walked else {}
    s.sailed = {army: sailed} if sailed else {}
    s.trail = {army: (area("vil_n"),)} if walked or sailed else {}
    s = run(s, Movement(0))
    s = marching(s, "Jadmar", *(["Naclon"] if led else []))
    assert (army in operands(s, "piece")) is comes


@pytest.mark.clause("12.1.2d", "12.1.6b")
def test_elric_is_picked_after_his_controller_and_moonglum_with_him() -> None:
    for joined in (False, True):
        s = new_state()
        put(s, 0, "Jadmar", "Naclon", "Smiorgan", "Elric", "Moonglum")
        s.controller, s.joined, s.has_hand = piece("Naclon"), joined, True
        begun = act(moving(s), ("stack", JADMAR))
        assert (ELRIC in operands(begun, "piece"), MOONGLUM in operands(begun, "piece")) == (False, not joined)
        after = choose(choose(begun, "piece", "Naclon"), "piece", "Elric")
        assert (MOONGLUM in after.flow[-1].group) is joined


# In the air, and into a fight


@pytest.mark.clause("7.4.1a", "7.5.9b", "10.9.4d", "7.4.1d")
def test_why_the_winged_do_not_fly_somewhere() -> None:
    s, step = group_at("vil_n", "Clackars")
    assert air_refusal(s, step, JADMAR) is None
    found = air_refusal(s, March(0, step.area, step.group, True, 0), JADMAR)
    assert found
    assert (found.clause, found.data) == ("7.4.1a", {"area": JADMAR})
    rule(s, 0, "Vilmir")
    s.sieges[JADMAR] = 1
    put(s, 1, "Jadmar", "Fadan")
    found = air_refusal(s, step, JADMAR)
    assert found
    assert (found.clause, found.data) == ("10.9.4d", {"area": JADMAR})
    gate, wings = group_at("dragon", "Clackars")
    found = air_refusal(gate, wings, area("Imrryr"))
    assert found
    assert found.clause == "7.5.9b"


@pytest.mark.clause("7.4.1d")
@pytest.mark.parametrize(("points", "down"), [(0, False), (1, False), (2, True), (3, True)])
def test_who_is_in_the_air_must_come_down_within_his_points(points: int, down: bool) -> None:
    """The group is over a sea whose nearest land, except for Imrryr, is two areas away."""
    s, step = group_at("Menii", "Clackars")
    lone = next(a for a in SEAS if min([MAP.distances(a)[n] for n in LANDS if n != MELNIBONE]) == 2)
    assert comes_down(s, March(0, lone, step.group, True, points), lone, points) is down


@pytest.mark.clause("12.0c", "7.3n", "12.1.2e")
@pytest.mark.parametrize(("who", "foes", "may"), [
    (["Naclon"], ["Fadan"], True), ([("Vilmir", 2)], ["Fadan"], False), (["Dyvim Tvar"], ["Fadan"], True),
    (["Dyvim Tvar"], ["Dyvim Slorm"], False), (["Dyvim Tvar", "Naclon"], ["Dyvim Slorm"], True), (["Naclon"], [], True),
])  # fmt: skip
def test_who_may_start_a_fight(who: list[Any], foes: list[str], may: bool) -> None:
    s, step = group_at("vil_n", *who)
    if foes:
        put(s, 1, "Jadmar", *foes)
    assert may_attack(s, 0, step.group, JADMAR) is may


@pytest.mark.clause("12.1.2a", "13.4n", "7.5.8a")
def test_where_nothing_but_enemies_awaits_a_group() -> None:
    s = new_state()
    put(s, 0, "vil_n", "Naclon", "Smiorgan", "Elric")
    put(s, 1, "rlin", "Moonglum")
    s.controller = piece("Naclon")
    rows = [(("Smiorgan",), True), (("Naclon",), False), (("Elric",), False), (("Smiorgan", "Elric"), False)]
    for who, quiet in rows:
        assert is_quiet(s, JADMAR, tuple(map(piece, who))) is quiet
    assert is_quiet(s, JADMAR, (MOONGLUM,)) is False
    assert is_quiet(s, area("wee_w"), (piece("Smiorgan"),)) is False
    s.done = (piece("Smiorgan"),)
    assert is_quiet(s, JADMAR, (piece("Smiorgan"),)) is False
    s.done = ()
    for change in ("tipped", "nobody", "fleet"):
        other = s.copy()
        if change == "tipped":
            other.tipped = -1
        elif change == "nobody":
            put(other, NOBODY, "Jadmar", "Brut")
        else:
            put(other, 1, "pale", "Chaos Fleet")
        assert is_quiet(other, JADMAR, (piece("Smiorgan"),)) is False
    s.controller, s.where[MOONGLUM] = -1, OFF
    assert is_quiet(s, JADMAR, (piece("Smiorgan"),)) is True


# The menu


@pytest.mark.clause("7.0a", "7.0b", "7.2e", "7.3m", "12.1.2a")
def test_why_a_player_does_not_move_something() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    put(s, 0, "Banarva", ("Vilmir", 1))
    s = moving(s)
    assert refusal(s, "stack", 0).reason == "why.nothing-of-yours"
    assert refusal(s, "stack", "Banarva").reason == "why.stays"
    assert refusal(s, "home", "Vilmir galley").reason == "why.no-way-home"
    assert refusal(s, "control", "Naclon").reason == "why.not-with-elric"
    assert refusal(s, "end", 1).reason == "why.no-button"
    assert asked(choose(s, "end")) is None
    assert at(s, "Naclon") == "Jadmar"
    assert story(s) == []


# On the way


@pytest.mark.clause("7.3j", "7.3k")
def test_of_those_left_behind_only_armies_that_came_with_their_leader_are_detached() -> None:
    """One came with the leader, one was there, one was attached before; a ship is not an army."""
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 3), "Vilmir galley")
    came, stood, changed = armies_of("Vilmir")[:3]
    way = (area("vil_n"),)
    s.trail = {piece("Naclon"): way, came: way, changed: way}
    s.changed = (changed,)
    detach(s, March(0, JADMAR, (piece("Naclon"),), False, 3))
    assert (s.changed, s.done) == ((changed, came), (came,))
    assert stood not in s.changed


@pytest.mark.clause("7.3k")
def test_who_goes_alone_drops_nobody() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon", ("Vilmir", 2))
    alone = act(marching(s, "Jadmar", "Naclon"), ("go", area("vil_n")))
    assert ("drop", 0) not in alone.flow[-1].actions(alone)
    led = act(choose(marching(s, "Jadmar", "Naclon"), "piece", armies_of("Vilmir")[0]), ("go", area("vil_n")))
    assert ("drop", 0) in led.flow[-1].actions(led)


@pytest.mark.clause("10.9.2b")
@pytest.mark.parametrize(("armies", "can"), [(1, False), (2, True)])
def test_diverters_must_be_as_strong_as_the_enemy(armies: int, can: bool) -> None:
    """Fadan and two armies are 5.

    Avan Astram's 4 and two armies, less Naclon's 3, are no less.
    """
    s = new_state()
    group = tuple(sorted(put(s, 0, "vil_n", "Naclon", "Smiorgan", ("Vilmir", armies))))
    put(s, 1, "vil_n", "Fadan", ("Ilmiora", 3))
    assert enemy_total(s, 0, area("vil_n")) == 6
    assert can_overrun(s, 0, area("vil_n"), group) is can


@pytest.mark.clause("7.4.2a", "12.1.2d")
def test_elric_flies_along_with_his_controller_if_there_is_room_for_him() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir", "Naclon", "Elric")
    (card,) = give_cards(s, "Priest of Vilmir", "Teleport")
    step = Takeoff(0, JADMAR, card, (piece("Priest of Vilmir"),))
    for controller, clause in (("Naclon", "12.1.2d"), ("Priest of Vilmir", "7.4.2a")):
        s.controller = piece(controller)
        found = companion_refusal(s, step, ELRIC)
        assert (found and found.clause) == clause


@pytest.mark.clause("13.4n")
def test_open_chaos_attacks_only_those_who_start_among_it() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s.face_up = {area("vil_n"): (spell("Arioch"),), JADMAR: (spell("Balan"),)}
    s.tipped, s.balance, s.ends = -1, -6, 9
    s.flow = [OpenMovement()]
    s.flow[-1].run(s)
    assert [(step.area, step.spell) for step in s.flow] == [(JADMAR, spell("Balan"))]


@pytest.mark.clause("7.1d", "7.3l")
@pytest.mark.parametrize(("count", "room"), [(0, 0), (1, 3), (2, 4), (3, 4)])
def test_the_room_of_so_many_ships(count: int, room: int) -> None:
    """A transport carries three armies, a galley one."""
    s = new_state()
    put(s, 0, "Jadmar", "Vilmir galley", "Vilmir transport")
    assert most_room(s, [piece("Vilmir galley"), piece("Vilmir transport")], count) == room


@pytest.mark.clause("7.5.8b")
def test_who_ends_his_movement_outside_wilderness_is_left_in_peace() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Naclon")
    s = act(marching(s, "Jadmar"), ("go", area("vil_n")), ("halt", 0), ("end", 0))
    assert (asked(s), told(s, "attack.draw")) == (None, [])


@pytest.mark.clause("7.3k", "12.1.6b")
def test_moonglum_alone_is_not_dropped_from_elrics_company() -> None:
    s = new_state()
    group = tuple(sorted(put(s, 0, "Jadmar", "Naclon", "Smiorgan", "Elric", "Moonglum")))
    s.controller, s.joined = piece("Naclon"), True
    step = Drop(0, JADMAR, group)
    assert drop_refusal(s, step, piece("Smiorgan")) is None
    found = drop_refusal(s, step, MOONGLUM)
    assert found
    assert found.clause == "12.1.6b"
