"""Generals who help their neighbours (3.15)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    failed,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_person,
    relate,
    run,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.command import invasions, note_invasion, relocate, transfer
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.defending import after_battle, react
from palatine.games.adventurer_kings.state import State

POST = 505


def realm(*codes: str, levels: str = "") -> tuple[State, int, Turn]:
    """Return a general of the first King who defends 505, and the turn.

    The first King owns all land around it; the second King is an Enemy.
    """
    s = new_state()
    load(s, random_encounter=1000, on_the_trail=1, **{"experience:_march": 1000, "experience:_spy": 1000})
    relate(s, 0, 1, ENEMY)
    own(s, 0, POST, *(s.atlas.numbers[p] for p in s.atlas.neighbours[at(s, POST)]))
    general = put_person(s, "Marius", 0, POST, levels)
    for code in codes:
        put_army(s, code, 0, POST, general)
    idle(s)
    t = a_turn(s)
    act(t, general, "DE")
    return s, general, t


def put_invader(s: State, t: Turn, number: int, armies: int = 1, seat: int = 1) -> int:
    """Move an enemy general into a province; return the general."""
    n = put_person(s, f"Brennus {number}", seat, number)
    for _ in range(armies):
        put_army(s, "LE", seat, number, n)
    note_invasion(t, s.led_by(n))
    return n


def answer(s: State, t: Turn, n: int) -> int:
    """Return the province of a general after the reaction."""
    react(t, [n])
    return s.atlas.numbers[s.people[n].place]


@pytest.mark.clause("AK-3.15-01", "AK-3.15-02")
def test_a_defending_general_marches_to_an_invaded_neighbour() -> None:
    s, general, t = realm("LE", "HC")
    put_invader(s, t, 506)
    assert answer(s, t, general) == 506
    assert [points_left(t, a) for a in s.led_by(general)] == [1, 2]
    assert {s.armies[a].place for a in s.led_by(general)} == {at(s, 506)}


@pytest.mark.clause("AK-3.15-01")
def test_he_is_ready_for_the_rest_of_the_turn_and_fights_with_the_defenders() -> None:
    s, general, _ = realm("LE", "LE")
    guard = put_army(s, "LE", 0, 506)
    foe = put_person(s, "Brennus", 1, 508)
    own(s, 1, 507, 508)
    put_army(s, "LC", 1, 508, foe)
    order(s, general, 1, "DE")
    order(s, foe, 4, "MO 507")
    order(s, foe, 5, "MO 506")
    entries = run(s)
    assert [entry.data["phase"] for entry in told(entries, "reacts", 0)] == [5]
    (battle,) = told(entries, "battle-begins", 0)
    assert (battle.data["who"], battle.data["other"]) == ("Brennus", "Marius")
    assert s.armies[guard].owner == 0


@pytest.mark.clause("AK-3.15-01")
def test_without_the_order_nobody_stirs_and_none_goes_two_provinces() -> None:
    s, general, t = realm("LE")
    put_invader(s, t, 507)
    assert answer(s, t, general) == POST
    t.phase.invaders.clear()
    put_invader(s, t, 506)
    t.pursuits.posts.clear()
    assert answer(s, t, general) == POST


@pytest.mark.clause("AK-3.15-02")
def test_one_army_without_points_stops_them_all() -> None:
    s, general, t = realm("LE", "HC")
    t.marching.spent[s.led_by(general)[0]] = 2
    put_invader(s, t, 506)
    assert answer(s, t, general) == POST


@pytest.mark.clause("AK-3.15-03")
@pytest.mark.parametrize(("mine", "foes", "garrison", "sent"), [(3, 1, 0, 2), (3, 2, 0, 1), (2, 2, 0, 0), (2, 2, 2, 2),
                                                               (1, 3, 0, 0)])  # fmt: skip
def test_attacked_at_home_he_sends_what_he_can_spare(mine: int, foes: int, garrison: int, sent: int) -> None:
    s, general, t = realm(*["LE"] * mine)
    for _ in range(garrison):
        put_army(s, "LE", 0, POST)
    put_invader(s, t, POST, foes)
    put_invader(s, t, 506)
    react(t, [general])
    there = [a for a in s.armies_at(at(s, 506)) if s.armies[a].owner == 0]
    assert len(there) == sent
    assert len(s.led_by(general)) == (sent or mine)
    assert s.people[general].place == at(s, 506 if sent else POST)
    left = [a for a in s.armies_at(at(s, POST)) if s.armies[a].owner == 0 and not s.armies[a].leader]
    assert len(left) == (mine - sent if sent else 0) + garrison


@pytest.mark.clause("AK-3.15-04")
def test_after_a_victory_he_goes_after_the_invader_next_door() -> None:
    s, general, t = realm("LC")
    foe = put_invader(s, t, 506)
    t.phase.invaders.clear()
    after_battle(t, general, True, foe)
    t.begin_phase(2)
    sequence.carry_out_action(t, general, {})
    assert s.people[general].place == at(s, 506)
    assert invasions(t) == [(at(s, 506), foe)]
    assert t.pursuits.posts == {general: at(s, POST)}


@pytest.mark.clause("AK-3.15-04")
def test_a_defender_who_loses_the_trail_stays_and_strays_nowhere() -> None:
    s, general, t = realm("LC")
    foe = put_invader(s, t, 506)
    own(s, 0, 507)
    s.set_person(foe, place=at(s, 507))
    t.phase.invaders.clear()
    after_battle(t, general, True, foe)
    t.begin_phase(2)
    load(s, on_the_trail=1000, stray=1)
    sequence.carry_out_action(t, general, {})
    assert told(s.journal or [], "trail-lost", 0)
    assert s.people[general].place == at(s, POST)


@pytest.mark.clause("AK-3.15-04")
@pytest.mark.parametrize(("owner", "text"), [(1, "EX"), (0, "MO 504")])
def test_the_chase_of_a_defender_ends_at_the_border_and_at_orders_to_go(owner: int, text: str) -> None:
    s, general, t = realm("LC")
    foe = put_invader(s, t, 506)
    t.phase.invaders.clear()
    after_battle(t, general, True, foe)
    s.owners[at(s, 506)] = owner
    t.begin_phase(2)
    t.ordered.acts[general][1] = orders.Explore() if text == "EX" else orders.Move(504)
    sequence.carry_out_action(t, general, {})
    assert s.people[general].place == at(s, POST if text == "EX" else 504)
    assert not t.pursuits.chases
    assert bool(told(s.journal or [], "explored", 0)) == (text == "EX")


@pytest.mark.clause("AK-3.15-05")
@pytest.mark.parametrize(
    ("code", "levels", "goes", "left"),
    [("LE", "", False, 1), ("HC", "", True, 0), ("LE", "MA2", True, 0), ("HC", "MA4", True, 2)],
)
def test_out_back_and_across_takes_three_moves(code: str, levels: str, goes: bool, left: int) -> None:
    s, general, t = realm(code, levels=levels)
    opposite = next(p for p in s.atlas.neighbours[at(s, POST)] if s.atlas.distance(p, at(s, 506)) == 2)
    put_invader(s, t, 506)
    assert answer(s, t, general) == 506
    t.begin_phase(2)
    t.phase.invaders.clear()
    put_invader(s, t, s.atlas.numbers[opposite])
    found = answer(s, t, general)
    assert found == (s.atlas.numbers[opposite] if goes else 506)
    assert points_left(t, s.led_by(general)[0]) == left


@pytest.mark.clause("AK-3.15-06")
@pytest.mark.parametrize(
    ("codes", "wet", "goes"),
    [
        (("FL", "BO", "BO", "BO"), True, False), (("FL", "BO", "BO"), True, True), (("FL", "BO"), False, False),
        (("BO",), True, False),
    ],
)  # fmt: skip
def test_he_stays_where_any_of_his_armies_cannot_go(codes: tuple[str, ...], wet: bool, goes: bool) -> None:
    s, general, t = realm(*codes)
    if wet:
        sea(s, 506)
    put_invader(s, t, 506)
    assert answer(s, t, general) == (506 if goes else POST)


@pytest.mark.clause("AK-3.15-07")
def test_the_centre_is_two_provinces_away_at_most() -> None:
    s, general, t = realm("LE")
    for number in (POST, 506, 507):
        act(t, general, f"DE {number}")
        assert t.pursuits.posts[general] == at(s, number)
    assert failed(t, general, "DE 508") == ("AK-3.15-07", "fail.too-far")
    assert failed(t, general, "DE 999") == ("AK-3.15-07", "fail.no-province")


@pytest.mark.clause("AK-3.15-08")
def test_he_answers_only_next_to_both_his_place_and_the_centre() -> None:
    s, general, t = realm("LE")
    own(s, 0, 507, 508)
    centre = at(s, 507)
    act(t, general, "DE 507")
    for place in s.atlas.neighbours[at(s, POST)]:
        s.set_person(general, place=at(s, POST))
        for a in s.led_by(general):
            s.set_army(a, place=at(s, POST))
        t.marching.spent.clear()
        t.phase.reacted.clear()
        t.phase.invaders.clear()
        put_invader(s, t, s.atlas.numbers[place])
        near = s.atlas.distance(place, centre) <= 1
        assert answer(s, t, general) == (s.atlas.numbers[place] if near else POST)


@pytest.mark.clause("AK-3.15-08")
def test_the_centre_itself_is_defended() -> None:
    s, general, t = realm("LE")
    act(t, general, "DE 506")
    put_invader(s, t, 506)
    assert answer(s, t, general) == 506


@pytest.mark.clause("AK-3.15-09")
@pytest.mark.parametrize(("text", "still"), [("EX", True), ("SP", True), ("RE LE", True), ("MO 504", False),
                                             ("PU {foe}", False), ("TR {spy}", False)])  # fmt: skip
def test_only_going_elsewhere_cancels_a_defence(text: str, still: bool) -> None:
    s, general, t = realm()
    foe, spy = put_person(s, "Foe", 1, POST), put_person(s, "Spy", 1, POST)
    if text.startswith("PU"):
        put_army(s, "LE", 0, POST, general)
        put_army(s, "LE", 1, POST, foe)
    written = text.format(foe=foe, spy=spy)
    if text == "RE LE":
        failed(t, general, written)
    else:
        act(t, general, written)
    assert (general in t.pursuits.posts) == still


@pytest.mark.clause("AK-3.15-09")
def test_practice_goes_with_defence() -> None:
    s, general, _ = realm("LE")
    load(s, random_encounter=1000, practice=1, beyond_aptitude=1)
    s.sheets[0] = None
    order(s, general, 1, "DE")
    order(s, general, 2, "PR TA")
    foe = put_person(s, "Brennus", 1, 507)
    own(s, 1, 507)
    put_army(s, "LC", 1, 507, foe)
    order(s, foe, 3, "MO 506")
    entries = run(s)
    assert told(entries, "level", 0)[0].data["phase"] == 2
    assert told(entries, "reacts", 0)[0].data["phase"] == 3


@pytest.mark.clause("AK-3.15-10")
@pytest.mark.parametrize("won", [True, False])
def test_a_lost_battle_cancels_a_defence(won: bool) -> None:
    s, general, t = realm("LE")
    foe = put_invader(s, t, 506)
    after_battle(t, general, won, foe)
    assert (general in t.pursuits.posts) == won
    assert bool(t.pursuits.chases) == won


@pytest.mark.clause("AK-3.15-11")
@pytest.mark.parametrize(
    ("owner", "attacker", "relation", "goes"),
    [(ALLIED, 1, ENEMY, True), (ALLIED, 1, PEACE, False), (PEACE, 1, ENEMY, False), (ALLIED, 1, ALLIED, False)],
)
def test_allied_land_is_defended_against_ones_own_enemies(
    owner: int, attacker: int, relation: int, goes: bool
) -> None:
    s, general, t = realm("LE")
    own(s, 2, 506)
    relate(s, 0, 2, owner)
    relate(s, 0, 1, relation)
    relate(s, 1, 2, ENEMY)
    put_invader(s, t, 506, seat=attacker)
    assert answer(s, t, general) == (506 if goes else POST)


@pytest.mark.clause("AK-3.15-03")
def test_he_goes_to_his_own_land_before_an_allys_and_to_the_richest() -> None:
    s, general, t = realm("LE")
    relate(s, 0, 2, ALLIED)
    own(s, 2, 506)
    put_invader(s, t, 506)
    put_invader(s, t, 405)
    assert answer(s, t, general) == 405


@pytest.mark.clause("AK-3.15-01")
@pytest.mark.parametrize(("taxes", "goes"), [
    ({504: 0, 506: 9}, 504), ({405: 3, 506: 9}, 506), ({405: 9, 506: 3}, 405), ({405: 3, 506: 3}, 405),
])  # fmt: skip
def test_home_comes_before_richer_land_and_the_rich_before_the_poor(taxes: dict[int, int], goes: int) -> None:
    s, general, t = realm("LE")
    for where, tax in taxes.items():
        set_land(s, where, tax=tax)
        put_invader(s, t, where)
    assert answer(s, t, general) == goes


@pytest.mark.clause("AK-3.15-02", "AK-6.2-11")
def test_who_has_marched_to_the_rescue_is_not_carried_any_more() -> None:
    s, general, t = realm("LE", "EA")
    put_invader(s, t, 506)
    assert answer(s, t, general) == 506
    assert {s.armies[a].type for a in t.marching.marched} == {tables.LEGION}


@pytest.mark.clause("AK-3.15-01")
@pytest.mark.parametrize("gone", ["dead", "elsewhere", "without armies"])
def test_nobody_answers_an_invasion_that_is_over(gone: str) -> None:
    s, general, t = realm("LE")
    foe = put_invader(s, t, 506)
    if gone == "dead":
        die(t, foe)
    elif gone == "elsewhere":
        relocate(t, s.led_by(foe), at(s, 809))
        s.set_person(foe, place=at(s, 809))
    else:
        transfer(t, s.led_by(foe), 0)
    react(t, [general])
    assert s.people[general].place == at(s, POST)


@pytest.mark.clause("AK-3.15-01", "AK-5.9-04")
def test_who_takes_over_from_a_dead_invader_has_invaded() -> None:
    s, general, t = realm("LE")
    foe = put_invader(s, t, 506)
    mate = put_person(s, "Mate", 1, 506)
    put_army(s, "LE", 1, 506, mate)
    die(t, foe)
    assert invasions(t) == [(at(s, 506), mate)]
    react(t, [general])
    assert s.people[general].place == at(s, 506)


@pytest.mark.clause("AK-3.15-03")
def test_in_an_allys_land_he_does_not_leave_a_part_behind() -> None:
    s, general, t = realm("LE", "LE")
    relate(s, 0, 2, ALLIED)
    s.owners[at(s, POST)] = 2
    put_invader(s, t, POST)
    put_invader(s, t, 506)
    react(t, [general])
    assert s.people[general].place == at(s, POST)
    assert len(s.led_by(general)) == 2
