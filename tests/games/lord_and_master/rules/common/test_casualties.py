"""Casualties: what happens to characters, units and prisoners (CH, IPR, R26, R54, R126)."""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.positions import codes, dice, hargaar, hold, person, put, told
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.common import captives, casualties, class_powers
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import NEUTRAL, WILD, MagnateRecord, State

MILITARY = "WPHCDAEOLJG"
"""Classes that raise or train troops, except the Necromancer's Dead (R177)."""


@pytest.mark.clause("LM-DIS-07")
@pytest.mark.parametrize("of", pieces.CLASSES)
def test_who_raises_or_trains_is_military_and_the_others_are_civil(of: str) -> None:
    wanted = "military" if of in MILITARY else "civil"
    state = hargaar(disadvantages=("double-hierarchy",))
    assert casualties.usual_function(of) == casualties.function_of(state, 0, of) == wanted
    state.set_nation(0, disadvantages=())
    assert casualties.function_of(state, 0, of) == casualties.function_of(state, 107, of) == ""


@pytest.mark.clause("LM-CH-25", "LM-MAG-12")
@pytest.mark.parametrize(("level", "most"), [(1, 5), (2, 6), (3, 7), (4, 8), (5, 9), (6, 10), (7, 11), (9, 11)])
def test_how_many_characters_a_leader_allows(level: int, most: int) -> None:
    state = hargaar()
    person(state, f"Ann W{level}", 0, 65, captor=1)
    assert casualties.roster_limit(state, 0) == most
    assert casualties.roster_limit(state, 1) == 5
    assert casualties.roster_limit(state, 107) == 2


@pytest.mark.clause("LM-TT-13", "LM-TT-14", "LM-DI-07")
@pytest.mark.parametrize(("units", "left"), [("HFC 1", ["HFCw"]), ("HFC 1w", []), ("HFD 1", []), ("LFC 1", [])])
def test_a_hit_wounds_or_destroys(units: str, left: list[str]) -> None:
    state = hargaar()
    (n,) = put(state, units, 0, 65)
    assert casualties.hit(Turn(state), n) == (not left)
    assert codes(state, 0, 65) == left


@pytest.mark.clause("LM-CH-26")
@pytest.mark.parametrize(
    ("heir", "levels", "rolls", "next_"),
    [
        ("Cid", (1, 3, 2), [], "Cid"),
        ("", (1, 3, 2), [], "Ben"),
        ("Gone", (1, 3, 2), [], "Ben"),
        ("", (1, 2, 2), [("succession", 1)], "Ben"),
        ("", (1, 2, 2), [("succession", 2)], "Cid"),
    ],
)
def test_the_heir_or_the_highest_succeeds(heir: str, levels: tuple[int, ...], rolls: Any, next_: str) -> None:
    state = hargaar(heir=heir)
    for name, level in zip(("Ann", "Ben", "Cid"), levels, strict=True):
        person(state, f"{name} W{level}", 0, 65, function="civil")
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        casualties.kill(Turn(state), 1, 1)
    leader = state.people[state.nations[0].leader]
    assert (leader.name, leader.function, state.nations[0].heir) == (next_, "", "")
    (entry,) = told(list(state.journal or []), "successor")
    assert (entry.readers, entry.data["name"], entry.clauses) == (None, next_, ("LM-CH-26",))


@pytest.mark.clause("LM-GI-04", "LM-ESC-02", "LM-CH-23")
def test_deaths_captures_and_levels_are_told_to_those_they_concern() -> None:
    state = hargaar(3)
    person(state, "Ann W1", 0, 1)
    who = person(state, "Bob W1", 0, 65)
    turn = Turn(state)
    state.journal = []  # type: ignore[misc]
    casualties.gain_level(turn, who, "LM-CH-23", "theft")
    casualties.gain_level(turn, 99, "LM-CH-23", "theft")
    casualties.capture(turn, who, 1)
    casualties.kill(turn, who, 2)
    level, captured, death = list(state.journal or [])
    assert (level.kind, level.data["level"], level.readers) == ("level", 2, (0,))
    assert (captured.kind, captured.data["by"], captured.readers) == ("captured", "N2", (0, 1))
    assert (death.kind, death.data["of"], death.readers) == ("death", "W", (0, 2))
    assert who not in state.people


@pytest.mark.clause("LM-DI-19", "LM-ESC-02")
def test_the_wild_take_no_prisoners_and_a_magnate_is_nobodys() -> None:
    state = hargaar()
    person(state, "Ann W1", 0, 1)
    who = person(state, "Bob W1", 0, 65)
    casualties.capture(Turn(state), who, WILD)
    assert who not in state.people
    gor = person(state, "Gor W3", 107, 66)
    imp = person(state, "Imp T1", 107, 66)
    state.magnates[107] = MagnateRecord("Gor", gor, 66, "M", ("RED",), 0)
    hold(state, 107, 66)
    casualties.capture(Turn(state), gor, NEUTRAL)
    casualties.capture(Turn(state), imp, NEUTRAL)
    assert (state.people[gor].captor, state.people[imp].captor) == (None, NEUTRAL)


# Prisoners and where they go


@pytest.mark.clause("LM-BAT-26", "LM-E-28")
@pytest.mark.parametrize(
    ("foes", "leaves", "units", "place"),
    [((), False, 0, 65), ((), True, 0, 56), ((65,), False, 0, 56), ((65, 56), False, 0, 74),
     ((65, 56, 74), False, 0, 1), ((65, 56, 74, 1), False, 0, 0)],
)  # fmt: skip
def test_the_nearest_friendly_place_without_enemies_is_a_refuge(
    foes: tuple[int, ...], leaves: bool, units: int, place: int
) -> None:
    state = hargaar()
    hold(state, 0, 1, 74, 56, 65)
    for foe in foes:
        put(state, "RED 1", 1, foe)
    assert captives.refuge(state, 0, 65, leaves, units) == place


@pytest.mark.clause("LM-FC-09", "LM-BAT-26")
@pytest.mark.parametrize(("inside", "place"), [(12, 65), (11, 474)])
def test_a_refuge_for_units_has_room_for_them(inside: int, place: int) -> None:
    state = hargaar()
    state.forts[74] = "Deepgate"
    hold(state, 0, 65, 474)
    put(state, f"RED {inside}", 0, 474)
    assert captives.refuge(state, 0, 74, units=1) == place
    assert captives.refuge(state, 0, 74) == 474
    assert captives.room(state, 474) == 12 - inside
    assert captives.room(state, 265) == 36
    assert captives.room(state, 65) > len(state.units)


def jail() -> State:
    """Return a match with Hugo and two units of the third nation as prisoners in 65.

    A unit of the first nation guards them.
    """
    state = hargaar(3)
    hold(state, 0, 65, 66)
    hold(state, 2, 1)
    person(state, "Hugo T1", 2, 65, captor=0)
    for n in put(state, "HFC 2", 2, 65):
        state.set_unit(n, captor=0)
    put(state, "MFC 1", 0, 65)
    return state


@pytest.mark.clause("LM-BAT-26")
@pytest.mark.parametrize(("room", "come"), [(2, 2), (1, 1), (0, 0), (-1, 0)])
def test_prisoners_go_with_their_last_guards_as_far_as_there_is_room(room: int, come: int) -> None:
    state = jail()
    captives.follow_guards(Turn(state), 0, 65, 66, room)
    assert state.people[1].place == 65, "a guard is still there"
    state.set_unit(state.units_at(65)[0], place=66)
    captives.follow_guards(Turn(state), 0, 65, 66, room)
    assert (state.people[1].place, state.people[1].captor) == (66, 0)
    assert len(state.captives_at(66)[1]) == come


@pytest.mark.clause("LM-BAT-26", "LM-NEU-14")
@pytest.mark.parametrize(("owner", "captor"), [(1, 1), (2, None), (0, 0), (NEUTRAL, 0), (WILD, 0)])
def test_the_new_holder_of_a_place_has_its_prisoners_but_his_friends_go_free(
    owner: int, captor: int | None
) -> None:
    state = jail()
    captives.inherit_captives(Turn(state), 65, owner)
    assert state.people[1].captor == captor
    assert [unit.captor for unit in state.units.values() if unit.owner == 2] == [captor, captor]


@pytest.mark.clause("LM-BAT-26", "LM-E-12")
def test_a_prisoner_whom_nobody_there_guards_is_taken_to_the_nearest_troops_of_his_captor() -> None:
    state = jail()
    state.set_person(1, place=74)
    captives.bring_to_guards(Turn(state), 1)
    assert (state.people[1].place, state.people[1].captor) == (65, 0)
    state.units = {}
    captives.bring_to_guards(Turn(state), 1)
    assert (state.people[1].place, state.people[1].captor) == (1, None)
    captives.bring_to_guards(Turn(state), 1)
    assert state.people[1].place == 1


@pytest.mark.clause("LM-BAT-26")
def test_neutral_prisoners_who_are_freed_are_gone() -> None:
    state = hargaar()
    who = person(state, "Grub O1", NEUTRAL, 65, captor=0)
    (n,) = put(state, "OFC 1", NEUTRAL, 65)
    state.set_unit(n, captor=0)
    captives.free_person(Turn(state), who)
    captives.free_unit(Turn(state), n)
    assert (state.people, state.units) == ({}, {})


@pytest.mark.clause("LM-BAT-26")
def test_a_unit_without_a_friendly_place_is_gone_a_character_stays() -> None:
    state = hargaar()
    who = person(state, "Ann W1", 0, 65, captor=1)
    (n,) = put(state, "HFC 1", 0, 65)
    state.set_unit(n, captor=1)
    captives.free_unit(Turn(state), n)
    captives.free_person(Turn(state), who)
    assert (state.units, state.people[who].place, state.people[who].captor) == ({}, 65, None)


# What a class and a god enable


@pytest.mark.clause("LM-D-06", "LM-D-07", "LM-D-11", "LM-D-13")
def test_the_gifts_of_a_god_are_for_his_priests_and_archons() -> None:
    state = hargaar(god="Odin")
    pia, grim, ann = (person(state, name, 0, 65) for name in ("Pia P1", "Grim A1", "Ann W1"))
    turn = Turn(state)
    assert [class_powers.is_priest_of(turn, who, "Odin") for who in (pia, grim, ann)] == [True, True, False]
    assert not class_powers.is_priest_of(turn, pia, "Mars")
    for who, god, reason, clause in (
        (ann, "Odin", "drop.no-such-power", "LM-D-06"),
        (pia, "Jupiter", "drop.other-god", "LM-D-07"),
    ):
        with pytest.raises(OrderFailed) as found:
            class_powers.need_priest_of(turn, who, god, "LM-D-07")
        assert (found.value.reason, found.value.clause) == (reason, clause)
    class_powers.need_priest_of(turn, grim, "Odin", "LM-D-11")
    state.set_person(grim, level=3)
    assert (class_powers.heals_at_once(turn, pia), class_powers.heals_at_once(turn, grim)) == (2, 6)
