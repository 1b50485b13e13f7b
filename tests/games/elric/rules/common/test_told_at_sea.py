"""Entries on ships, perils at sea and takeovers of Elric, with their clauses."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import sail
from games.elric.positions.board import (
    BAY,
    JADMAR,
    area,
    arm,
    armies_of,
    at,
    choose,
    embark,
    new_state,
    piece,
    put,
    refusal,
    run,
    story,
    told,
)
from games.elric.positions.people import led_elric
from palatine.games.elric.components.pieces import CHAOS_FLEET, ELRIC, FLAMEBRINGERS, MOONGLUM, MOURNBLADE, OLAB
from palatine.games.elric.components.world import AREAS, BOILING, TEETH
from palatine.games.elric.rules.common.naval import Overboard, castaways, founder, overload, put_out, stow
from palatine.games.elric.rules.common.relocation import civilise, come_on, join_friend, move_moonglum, relocate
from palatine.games.elric.rules.common.replacements import dissolve, remove_pieces
from palatine.games.elric.rules.common.special_terrain import Passage
from palatine.games.elric.rules.common.stormbringer import Stormbringer
from palatine.games.elric.rules.common.takeover import Bids, ChooseHaven
from palatine.games.elric.rules.common.victory import CheckEliminations, depart, remove_player
from palatine.games.elric.state import NOBODY, OFF

# Perils


@pytest.mark.clause("7.5.1a", "7.5.1d", "7.5.4a", "7.5.4c", "10.8d")
@pytest.mark.parametrize(("sea", "clause", "loss"), [(BOILING, "7.5.1a", "7.5.1d"), (TEETH, "7.5.4a", "7.5.4c")])
@pytest.mark.parametrize(("die", "saved"), [(4, True), (5, False)])
def test_the_passage_of_a_ship(sea: int, clause: str, loss: str, die: int, saved: bool) -> None:
    """The galley of Vilmir has 4; Naclon rolls for himself when it founders."""
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon", ("Vilmir", 1))
    rolls = [("passage", die)] if saved else [("passage", die), ("escape", 6)]
    s = run(s, Passage(BAY, sea, (piece("Vilmir galley"),), ()), rolls=rolls)
    kinds = ["passage.saved"] if saved else ["passage.lost", "founder", "eliminated"]
    assert story(s)[: len(kinds)] == [f"{kinds[0]} {clause}", *[f"{each} {loss}" for each in kinds[1:]]]
    (entry,) = told(s, kinds[0])
    assert (entry.tally.is_roll_under, entry.data["area"], entry.data["rolled"]) == (True, sea, die)
    if not saved:
        crew = tuple(sorted((piece("Naclon"), armies_of("Vilmir")[0])))
        assert told(s, "founder")[0].data == {
            "fleet": piece("Vilmir galley"),
            "seat": 0,
            "area": BAY,
            "group": crew,
        }


@pytest.mark.clause("7.5.1a", "16.3s")
@pytest.mark.parametrize(("die", "saved"), [(1, True), (2, False)])
def test_an_army_that_magic_bears_rolls_for_itself_and_people_escape(die: int, saved: bool) -> None:
    s = new_state()
    group = put(s, 0, BAY, "Naclon", ("Vilmir", 1))
    s = run(s, Passage(BAY, BOILING, (), group), rolls=[("passage", die), ("escape", 3)])
    assert (s.where[group[1]] == BAY) is saved
    assert at(s, "Naclon") == "Straits of Vilmir"


# Ships


@pytest.mark.clause("7.5.1d", "7.1e")
def test_people_of_a_ship_that_founders_escape_from_the_sea() -> None:
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon")
    founder(s, piece("Vilmir galley"), "7.1e")
    (escapes,) = s.flow
    assert (escapes.area, escapes.persons, escapes.at_sea) == (BAY, (piece("Naclon"),), True)
    adrift = new_state()
    put(adrift, 0, BAY, "Naclon")
    castaways(adrift, 0, BAY)
    assert adrift.flow[-1].at_sea is True


@pytest.mark.clause("10.7d")
def test_ships_that_put_out_are_told() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Vilmir galley", "Vilmir transport")
    put_out(s, 0, JADMAR)
    (entry,) = told(s, "put-out")
    group = (piece("Vilmir galley"), piece("Vilmir transport"))
    assert (entry.clauses, entry.data) == (("10.7d",), {"seat": 0, "area": JADMAR, "to": BAY, "group": group})


@pytest.mark.clause("7.1e")
def test_who_is_thrown_overboard_is_told() -> None:
    s = new_state()
    sail(s, 0, BAY, "Vilmir galley", "Naclon", ("Vilmir", 3))
    overload(s, 0, BAY)
    assert s.flow == [Overboard(0, piece("Vilmir galley"), BAY)]
    assert refusal(s, "sink", 1).reason == "why.no-button"
    assert refusal(s, "piece", "Naclon").reason == "why.not-aboard"
    s = choose(s, "piece", armies_of("Vilmir")[0])
    assert story(s)[0] == "overboard 7.1e"
    assert told(s, "overboard")[0].data["fleet"] == piece("Vilmir galley")


@pytest.mark.clause("16.8c", "7.1d")
def test_the_chaos_fleet_is_the_last_to_take_anybody() -> None:
    s = new_state()
    put(s, 0, BAY, "Chaos Fleet", "Vilmir galley", "Naclon", "Smiorgan", "Kargan", ("Vilmir", 1))
    embark(s, "Chaos Fleet", "Kargan")
    passengers = [piece("Kargan"), piece("Naclon"), piece("Smiorgan"), *armies_of("Vilmir")[:1]]
    stow(s, passengers, [CHAOS_FLEET, piece("Vilmir galley")])
    assert s.ship == {piece("Kargan"): CHAOS_FLEET} | dict.fromkeys(passengers[1:], piece("Vilmir galley"))


# Movers


@pytest.mark.clause("12.1.6a")
@pytest.mark.parametrize(("where", "joins"), [("vil_n", True), ("Jadmar", True), ("rlin", False)])
def test_moonglum_who_joins_elric_is_told(where: str, joins: bool) -> None:
    s = led_elric("Naclon", "Jadmar")
    put(s, 1, where, "Moonglum")
    s.journal.clear()
    move_moonglum(s)
    assert story(s) == ["moonglum.joins 12.1.6a"] * joins
    assert s.owner[MOONGLUM] == (0 if joins else 1)
    s.where[ELRIC] = OFF
    move_moonglum(s)
    assert len(s.journal) == joins


@pytest.mark.clause("12.1.2a", "16.8d")
def test_who_is_unsure_claims_nobody_and_who_is_sure_does() -> None:
    for unsure, owner in (((piece("Naclon"),), NOBODY), ((piece("Smiorgan"),), 0)):
        s = new_state()
        put(s, NOBODY, "vil_n", "Elric")
        s.has_hand = True
        group = put(s, 0, "Jadmar", "Naclon", *(["Smiorgan"] if owner == 0 else []))
        relocate(s, group, area("vil_n"), unsure=unsure)
        assert s.owner[ELRIC] == owner


@pytest.mark.clause("12.1.2a")
@pytest.mark.parametrize(("where", "owner"), [("Jadmar", 0), ("vil_n", NOBODY)])
def test_who_comes_onto_the_map_claims_elric_where_he_is(where: str, owner: int) -> None:
    s = new_state()
    put(s, NOBODY, "Jadmar", "Elric")
    put(s, 0, "Jadmar" if owner == NOBODY else "rlin", ("Vilmir", 1))
    s.has_hand = True
    come_on(s, (piece("Naclon"),), 0, area(where))
    assert run(s).owner[ELRIC] == owner


@pytest.mark.clause("12.1.2a", "8.0i")
def test_who_joins_elrics_stack_in_wilderness_may_be_his_next_controller() -> None:
    s = new_state()
    put(s, 0, "wee_w", "Elric")
    put(s, 0, "wee_w", "Naclon")
    s.has_hand = True
    join_friend(s, (piece("Naclon"),), ELRIC)
    assert s.controller == piece("Naclon")


@pytest.mark.clause("9.5f", "13.4n")
def test_where_wilderness_ends_the_stacks_of_every_player_are_one() -> None:
    s = new_state(seats=4)
    for seat, first, second in ((0, "Naclon", "Smiorgan"), (3, "Fadan", "Jiku"), (NOBODY, "Elric", "Rackhir")):
        put(s, seat, "Jadmar", first, second)
        s.bands |= {piece(first): 1 + 2 * seat, piece(second): 2 + 2 * seat}
    civilise(s, JADMAR)
    assert s.bands == {}


# Powers that dissolve, players who leave


@pytest.mark.clause("6.0m", "11.0m")
def test_a_power_that_dissolves_is_as_at_first() -> None:
    s = new_state()
    put(s, 0, "wee_w", ("Flamebringers", 2))
    s.freed = s.fresh = (FLAMEBRINGERS, OLAB)
    dissolve(s, FLAMEBRINGERS)
    assert (s.freed, s.fresh, s.ruler[FLAMEBRINGERS]) == ((OLAB,), (OLAB,), NOBODY)


@pytest.mark.clause("6.0l", "7.3c", "7.3d")
def test_others_aboard_ships_that_leave_play_step_over_or_are_left_to_the_sea() -> None:
    """They change to a ship of their own player in their own sea."""
    s = new_state()
    for seat, sea, ship, who in ((0, BAY, "Vilmir galley", "Smiorgan"), (0, "pale", "Vilmir transport", "Kargan")):
        sail(s, seat, sea, ship, who)
    put(s, 0, BAY, "Isle of Purple Towns galley")
    gone = [piece("Vilmir galley"), piece("Vilmir transport")]
    remove_pieces(s, gone)
    assert [(s.where[p], s.owner[p]) for p in gone] == [(OFF, NOBODY)] * 2
    assert s.ship == {piece("Smiorgan"): piece("Isle of Purple Towns galley")}
    assert [(step.area, step.persons) for step in s.flow] == [(area("pale"), (piece("Kargan"),))]


@pytest.mark.clause("5.0f", "12.1.2a")
@pytest.mark.parametrize("seat", [0, 1])
def test_a_player_who_leaves_gives_up_elric_if_he_has_him(seat: int) -> None:
    s = led_elric("Naclon", "Jadmar", "Smiorgan")
    put(s, 1, "vil_n", "Fadan")
    put(s, 2, "vil_hro", "Yaris")
    s.journal.clear()
    remove_player(s, seat)
    remove_player(s, seat)
    assert (story(s), s.leaving) == (["player-leaves 5.0f"], (seat,))
    gone = run(s, CheckEliminations())
    assert gone.owner[ELRIC] == (NOBODY if seat == 0 else 0)
    depart(s, seat)
    assert s.owner[ELRIC] == gone.owner[ELRIC]


# Swords, and takers


@pytest.mark.clause("12.1.4a", "12.1.4c", "16.8g")
@pytest.mark.parametrize(("die", "kind"), [(4, "mournblade.rests"), (5, "mournblade.thirsts")])
def test_the_thirst_of_mournblade_is_told(die: int, kind: str) -> None:
    s = new_state()
    put(s, 1, "Jadmar", "Dyvim Slorm", "Smiorgan")
    arm(s, "Dyvim Slorm", "Mournblade")
    s.fought = (MOURNBLADE,)
    s = run(s, Stormbringer(), rolls=[("mournblade", die)])
    assert told(s, kind)[0].data == {"seat": 1, "rolled": die}
    assert story(s)[0] == f"{kind} 12.1.4a"
    assert (MOURNBLADE in s.bearer) is (die == 4)
    if die == 5:
        assert story(s)[1:4] == ["mournblade.slays 12.1.4c", "perished 10.8a", "balance.move 13.3"]


@pytest.mark.clause("12.1.4a", "12.1.4c")
@pytest.mark.parametrize(("die", "kind"), [(4, "stormbringer.rests"), (5, "stormbringer.thirsts")])
def test_the_thirst_of_stormbringer_is_told(die: int, kind: str) -> None:
    s = led_elric("Naclon", "Jadmar", seat=1)
    put(s, 1, "rlin", "Sealord of Vilmir")
    s.fought = (ELRIC,)
    rolls = [("stormbringer", die), *[("Elric's appearance", 1), ("which nation", 1)] * (die == 5)]
    s = run(s, Stormbringer(), rolls=rolls)
    assert told(s, kind)[0].data == {"seat": 1, "rolled": die}
    if die == 5:
        assert told(s, "stormbringer.slays")[0].data == {"person": piece("Naclon"), "area": JADMAR}


@pytest.mark.clause("12.1.2e", "12.1.2g")
def test_who_takes_elric_is_told() -> None:
    s = led_elric("Naclon", "Jadmar", ("Vilmir", 3), seat=1)
    put(s, 0, "Jadmar", "Smiorgan")
    put(s, 0, "Kariss", "Jiku")
    s.trail = {piece("Smiorgan"): (area("vil_n"),)}
    s.journal.clear()
    s = run(s, Bids())
    assert story(s) == ["elric.controlled 12.1.2e", "elric.taken 12.1.2e", "elric.brought 12.1.2g"]
    assert told(s, "elric.taken")[0].data == {"seat": 0, "person": piece("Smiorgan"), "victim": 1}
    assert told(s, "elric.brought")[0].data["area"] == area("Kariss")


@pytest.mark.clause("12.1.2g", "16.8d")
def test_who_brings_elric_out_to_sea_boards_another_ship_than_the_chaos_fleet() -> None:
    s = led_elric("Naclon", "Jadmar", ("Vilmir", 3), seat=1)
    put(s, 0, "Jadmar", "Smiorgan")
    put(s, 0, BAY, "Chaos Fleet", "Isle of Purple Towns galley", "Kargan", "Jiku")
    embark(s, "Chaos Fleet", "Kargan")
    embark(s, "Isle of Purple Towns galley", "Jiku")
    s.trail = {piece("Smiorgan"): (area("vil_n"),)}
    s = run(s, Bids())
    assert {s.ship[p] for p in (ELRIC, piece("Smiorgan"))} == {piece("Isle of Purple Towns galley")}


@pytest.mark.clause("12.1.2g")
def test_where_elric_is_not_brought() -> None:
    s = led_elric("Naclon", "Jadmar")
    for who, where in (("Jiku", "vil_n"), ("Kargan", "vil_hro")):
        put(s, 0, where, who)
    s.flow.append(ChooseHaven(0, piece("Naclon")))
    rows = {-1: "why.no-area", AREAS: "why.no-area", 0: "why.no-haven", AREAS - 1: "why.no-haven"}
    assert {where: refusal(s, "to", where).reason for where in rows} == rows
