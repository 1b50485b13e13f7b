"""Sieges, sallies and plunder (B-26, B-28 to B-30, FC-09 to FC-11, FC-16, NEU-21 to NEU-24)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    LIVES,
    army,
    codes,
    dice,
    dropped,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    put,
    refused,
    told,
)
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.rules.combat import forts, modifiers
from palatine.games.lord_and_master.rules.combat.forts import Sieges
from palatine.games.lord_and_master.rules.common import neutrals
from palatine.games.lord_and_master.rules.common.march import March
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import NEUTRAL, SiegeRecord, State, TruceRecord

MISS = 20
SQUARE, FORT = 59, 459
NO_MAGNATE = ("magnate", 12)


def besieged(units: str = "HFC 2", garrison: str = "MFC 1 LFD 1", owner: int = 1) -> State:
    state = hargaar()
    person(state, "Pim W3", 0, 58)
    put(state, units, 0, 58)
    hold(state, 0, SQUARE)
    if owner == 1:
        hold(state, 1, ARDEA)
    put(state, garrison, owner, ARDEA)
    return state


SIEGE = "char Pim: lead take HFC 2, go 59, siege Ardea"


# Siege


@pytest.mark.clause("LM-FC-10", "LM-B-26")
def test_a_siege_is_laid_by_a_led_stack_in_the_square_after_moving_there() -> None:
    state = besieged()
    turn = Turn(state)
    order(turn, 0, SIEGE, [("siege", 6)] * 2)
    assert state.sieges == [SiegeRecord(ARDEA, 0)]
    forts.lift_sieges(turn)
    assert state.sieges == [SiegeRecord(ARDEA, 0)]
    assert refused(Turn(besieged()), 0, "char Pim: lead take HFC 2, siege Ardea") == "LM-FC-10"
    state = besieged()
    state.people[1] = state.people[1].__class__("Pim", "W", 3, "M", 0, SQUARE)
    assert refused(Turn(state), 0, "char Pim: lead siege Ardea") == "LM-FC-10"


@pytest.mark.clause("LM-FC-10", "LM-NEU-24")
def test_a_siege_not_declared_again_is_lifted() -> None:
    state = besieged()
    order(Turn(state), 0, SIEGE, [("siege", 6)] * 2)
    forts.lift_sieges(Turn(state))
    assert state.sieges == []


@pytest.mark.clause("LM-FC-10")
def test_a_siege_whose_troops_are_driven_off_is_lifted() -> None:
    state = besieged()
    turn = Turn(state)
    order(turn, 0, SIEGE, [("siege", 6)] * 2)
    for n in state.units_at(SQUARE):
        state.set_unit(n, place=58)
    forts.lift_sieges(turn)
    assert state.sieges == []


@pytest.mark.clause("LM-FC-11")
def test_all_inside_roll_and_ones_are_hit() -> None:
    state = besieged(garrison="MFC 2 MFC 1w LFD 2")
    nora = person(state, "Nora W2", 1, ARDEA)
    dolf = person(state, "Dolf W2", 1, ARDEA)
    gus = person(state, "Gus W1", 0, ARDEA, captor=1)
    rolls = [1, 2, 1, 1, 6, 1, 2, 1]
    order(Turn(state), 0, SIEGE, [("siege", face) for face in rolls])
    assert codes(state, 1, ARDEA) == ["LFD", "MFC", "MFCw"]
    assert [n in state.people for n in (nora, dolf, gus)] == [False, True, False]


@pytest.mark.clause("LM-FC-11")
def test_attrition_is_rolled_once_a_turn_for_an_alliance() -> None:
    state = besieged()
    person(state, "Otto W1", 0, SQUARE)
    put(state, "MFD 1", 0, SQUARE)
    turn = Turn(state)
    order(turn, 0, SIEGE, [("siege", 6)] * 2)
    order(turn, 0, "char Otto: lead take MFD 1, siege Ardea")
    assert state.sieges == [SiegeRecord(ARDEA, 0)]


def neutral_city(ours: str) -> tuple[State, Turn, March]:
    """Return our stack before Ardea, which two artillery trains and five medium foot defend."""
    state = hargaar()
    m = army(state, ours, "W3", place=SQUARE, origin=58)
    hold(state, 0, SQUARE, 58)
    neutrals.rouse(m.t, ARDEA)
    return state, m.t, m


# Neutral garrisons


@pytest.mark.clause("LM-NEU-21")
def test_a_neutral_garrison_waits_unless_half_as_strong_again() -> None:
    state, turn, m = neutral_city("HFC 4")
    assert sum(turn.values(n)[0] for n in state.units_at(ARDEA)) == 2 * 6 + 5 * 7
    with dice(state, [NO_MAGNATE, *[("siege", 6)] * 8]):
        forts.siege(turn, m, ARDEA)
    assert len(state.units_at(ARDEA)) == 7


@pytest.mark.clause("LM-NEU-21", "LM-NEU-22", "LM-FC-17")
def test_a_neutral_sally_that_clears_the_square_ends_the_siege() -> None:
    state, turn, m = neutral_city("MFD 3")
    seven = [*line(3, 7), *hits(1, 1, MISS, 1)]
    state.journal = []  # type: ignore[misc]
    with dice(state, [NO_MAGNATE, *[("siege", 6)] * 8, *seven, *lots(6), LIVES]):
        forts.siege(turn, m, ARDEA)
    assert state.sieges == []
    assert turn.of(Sieges).declared == set()
    assert len(state.units_at(ARDEA, NEUTRAL)) == 7
    assert len(state.people_at(ARDEA, NEUTRAL)) == 1
    assert m.units == ()
    assert m.place == 58 == state.people[m.who].place


@pytest.mark.clause("LM-NEU-21", "LM-BAT-29")
def test_a_neutral_sally_beaten_back_returns_inside() -> None:
    state, turn, m = neutral_city("HFA 2 MFA 1")
    attack = sum(turn.values(n)[0] for n in m.units)
    assert attack * 3 <= 2 * 47
    four = [*line(3, 7), *hits(*[MISS] * 10)] * 4
    state.journal = []  # type: ignore[misc]
    with dice(state, [NO_MAGNATE, *[("siege", 6)] * 8, *four, *lots(1, 2, *[6] * 6), LIVES]):
        forts.siege(turn, m, ARDEA)
    assert [entry.data["to_place"] for entry in told(list(state.journal or []), "retreat")] == [ARDEA]
    assert len(state.units_at(ARDEA, NEUTRAL)) == 5
    assert len(state.people_at(ARDEA, NEUTRAL)) == 1
    assert [unit.place for unit in state.units.values() if unit.captor == 0] == [SQUARE]
    assert state.sieges == [SiegeRecord(ARDEA, 0)]
    assert len(m.units) == 3


@pytest.mark.clause("LM-NEU-23", "LM-NEU-24")
def test_the_besieged_are_not_replenished_until_the_siege_is_lifted() -> None:
    state, turn, m = neutral_city("HFC 5")
    with dice(state, [NO_MAGNATE, *[("siege", 1)] * 2, *[("siege", 6)] * 6]):
        forts.siege(turn, m, ARDEA)
    left = codes(state, NEUTRAL, ARDEA)
    forts.lift_sieges(turn)
    neutrals.replenish(turn)
    assert codes(state, NEUTRAL, ARDEA) == left
    later = Turn(state)
    forts.lift_sieges(later)
    neutrals.replenish(later)
    neutrals.rouse(later, ARDEA)
    assert codes(state, NEUTRAL, ARDEA) == ["ATB", "ATB", "MFB", "MFB", "MFB", "MFB", "MFB"]


# Sallies


@pytest.mark.clause("LM-FC-16", "LM-FC-17")
def test_a_sally_is_an_open_battle_against_all_enemies_in_the_square() -> None:
    state = hargaar(seats=3)
    person(state, "Ivo W2", 0, ARDEA)
    put(state, "HFC 3", 0, ARDEA)
    hold(state, 0, ARDEA)
    hold(state, 1, SQUARE)
    put(state, "LFD 2", 1, SQUARE)
    put(state, "MFD 1", 2, SQUARE)
    state.truces = [TruceRecord((1, 2), 9)]
    turn = Turn(state)
    first = [*line(2, 3), *hits(1, 1)]
    second = [*line(1, 3), *hits(1)]
    entries = order(turn, 0, "char Ivo: lead take HFC 3, sally", [*first, LIVES, *second, LIVES])
    assert [entry.data["defender"] for entry in told(entries, "battle")] == ["N2", "N3"]
    assert told(entries, "round")[0].data["blows"][0]["need"] == 10 + 8 - 2
    assert state.holder(SQUARE) == 0


@pytest.mark.clause("LM-FC-16", "LM-BAT-29")
def test_who_sallies_in_vain_goes_back_inside() -> None:
    state = hargaar()
    ivo = person(state, "Ivo W2", 0, ARDEA)
    put(state, "HFC 1", 0, ARDEA)
    hold(state, 0, ARDEA)
    hold(state, 1, SQUARE)
    put(state, "HFC 1", 1, SQUARE)
    four = [*line(1, 1), *hits(MISS, MISS)] * 4
    order(Turn(state), 0, "char Ivo: lead take HFC 1, sally", [*four, *lots(6, 6)])
    assert codes(state, 0, ARDEA) == ["HFC"]
    assert state.people[ivo].place == ARDEA


@pytest.mark.clause("LM-FC-16")
def test_a_sally_needs_walls_troops_and_an_enemy() -> None:
    state = hargaar()
    person(state, "Ivo W2", 0, ARDEA)
    put(state, "HFC 1", 0, ARDEA)
    hold(state, 0, SQUARE, ARDEA)
    assert refused(Turn(state), 0, "char Ivo: lead take HFC 1, sally") == "LM-FC-16"
    put(state, "HFC 1", 1, SQUARE)
    assert refused(Turn(state), 0, "char Ivo: lead sally") == "LM-FC-16"
    person(state, "Uwe W2", 0, 58)
    assert refused(Turn(state), 0, "char Uwe: lead sally") == "LM-FC-16"


@pytest.mark.clause("LM-B-26", "LM-FC-10")
@pytest.mark.parametrize("leaves", ["go 58", "alone, go 58"])
def test_a_siege_may_follow_a_march_and_no_march_a_siege(leaves: str) -> None:
    state = besieged()
    turn = Turn(state, is_rehearsal=True)
    assert refused(turn, 0, f"{SIEGE}, {leaves}") == "LM-B-26"
    assert codes(state, 0, SQUARE) == ["HFC", "HFC"]
    assert state.people[1].place == SQUARE


def fallen(turn: int) -> State:
    state = hargaar()
    person(state, "Pim W3", 0, ARDEA)
    put(state, "HFC 2", 0, ARDEA)
    hold(state, 0, ARDEA)
    state.fallen = {ARDEA: turn}
    return state


# Plunder


@pytest.mark.clause("LM-B-28", "LM-B-29")
def test_plunder_yields_ten_times_the_tax_and_the_city_is_gone() -> None:
    state = fallen(3)
    state.set_nation(0, site=ARDEA)
    entries = order(Turn(state), 0, "char Pim: lead take HFC 2, plunder Ardea")
    assert state.nations[0].gold == 100 + 170
    assert not state.has_city(SQUARE)
    assert ARDEA not in state.holders
    assert ARDEA not in list(state.places())
    assert codes(state, 0, SQUARE) == ["HFC", "HFC"]
    assert state.people[1].place == SQUARE
    assert state.nations[0].site == SQUARE
    assert told(entries, "plundered")[0].data["tax"] == 17


@pytest.mark.clause("LM-B-28")
def test_a_treasury_still_there_comes_on_top() -> None:
    state = fallen(3)
    state.coffers[ARDEA] = 175
    order(Turn(state), 0, "char Pim: lead take HFC 2, plunder Ardea")
    assert state.nations[0].gold == 100 + 170 + 175


@pytest.mark.clause("LM-B-30")
@pytest.mark.parametrize(("turn", "allowed"), [(3, True), (2, True), (1, False)])
def test_only_in_the_turn_of_the_fall_and_the_next(turn: int, allowed: bool) -> None:
    state = fallen(turn)
    text = "char Pim: lead take HFC 2, plunder Ardea"
    if allowed:
        order(Turn(state), 0, text)
    else:
        assert refused(Turn(state), 0, text) == "LM-B-30"


@pytest.mark.clause("LM-B-30")
def test_only_led_troops_inside_a_city_of_ones_own_plunder() -> None:
    state = fallen(3)
    assert refused(Turn(state), 0, "char Pim: lead plunder Ardea") == "LM-B-30"
    state = fallen(3)
    state.fallen = {}
    assert refused(Turn(state), 0, "char Pim: lead take HFC 2, plunder Ardea") == "LM-B-30"


@pytest.mark.clause("LM-B-30")
@pytest.mark.parametrize("way", ["assault Ardea", "go 59city"])
def test_a_city_whose_defenders_have_starved_falls_without_a_fight_and_is_plundered_all_the_same(way: str) -> None:
    state = besieged("HFC 9", "LFD 1")
    for n in state.units_at(ARDEA):
        del state.units[n]
    order(Turn(state), 0, f"char Pim: lead take HFC 9, go 59, {way}, plunder Ardea")
    assert not state.has_city(SQUARE)
    assert state.nations[0].gold == 100 + 170


@pytest.mark.clause("LM-B-30", "LM-B-27")
def test_assault_and_plunder_may_follow_a_march_in_one_action() -> None:
    state = hargaar()
    person(state, "Pim W3", 0, 58)
    put(state, "HFC 9", 0, 58)
    hold(state, 0, SQUARE)
    hold(state, 1, ARDEA)
    put(state, "LFD 1", 1, ARDEA)
    order(
        Turn(state),
        0,
        "char Pim: lead take HFC 9, go 59, assault Ardea, plunder Ardea",
        [*line(9, 1), *hits(1), LIVES],
    )
    assert state.nations[0].gold == 270


def test_a_rehearsed_assault_and_siege_roll_nothing() -> None:
    state = besieged("HFC 9", "HFC 30")
    turn = Turn(state, is_rehearsal=True)
    order(turn, 0, SIEGE)
    assert ("siege", {"place": "Ardea", "odds": (1, 6)}) in turn.notes
    turn.of(Actions).acted.clear()
    order(turn, 0, "char Pim: lead take HFC 2, assault Ardea")
    assert state.holder(ARDEA) == 0
    figures = dict(turn.notes)["assault"]
    attack, defence, _ = pieces.TROOPS["HFC"].full
    assert (figures["attack"], figures["defence"]) == (2 * attack, 2 * defence)
    assert (figures["their_attack"], figures["their_defence"]) == (30 * attack, 2 * 30 * defence)
    assert modifiers.ATTACK


@pytest.mark.clause("LM-FC-16")
def test_why_there_is_no_sally() -> None:
    state = hargaar()
    person(state, "Ivo W2", 0, ARDEA)
    person(state, "Uwe W2", 0, 58)
    put(state, "HFC 1", 0, ARDEA)
    put(state, "HFC 1", 0, 58)
    hold(state, 0, SQUARE, ARDEA, 58)
    assert dropped(Turn(state), 0, "char Ivo: lead take HFC 1, sally").reason == "drop.nobody-outside"
    put(state, "HFC 1", 1, SQUARE)
    found = dropped(Turn(state), 0, "char Ivo: lead sally")
    assert (found.reason, found.uncertain) == ("drop.needs-units", True)
    assert dropped(Turn(state), 0, "char Uwe: lead take HFC 1, sally").reason == "drop.not-inside"


@pytest.mark.clause("LM-NEU-21", "LM-NEU-22", "LM-GI-04")
def test_a_neutral_sally_and_its_success_are_told() -> None:
    state, turn, m = neutral_city("LFD 1")
    state.sieges = [SiegeRecord(ARDEA, 0)]
    state.journal = []  # type: ignore[misc]
    with dice(state, lots(6)):
        forts.answer(turn, m, ARDEA)
    entries = list(state.journal or [])
    (sally,), (broken,) = told(entries, "neutral-sally"), told(entries, "siege-broken")
    assert (broken.clauses, broken.readers, state.sieges) == (("LM-NEU-22",), (0,), [])
    assert (sally.clauses, sally.readers, sally.data["count"]) == (("LM-NEU-21",), (0,), 7)


@pytest.mark.clause("LM-B-28", "LM-B-30")
@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lead take HFC 2, plunder 59", "no-city"),
        ("lead plunder Ardea", "not-inside-it"),
        ("lead take HFC 2, plunder Newton", "not-inside-it"),
        ("lead take HFC 2, plunder Ardea, fort", "settled-already"),
    ],
)
def test_why_there_is_no_plundering_or_nothing_after_it(text: str, reason: str) -> None:
    assert dropped(Turn(fallen(3)), 0, f"char Pim: {text}").reason == f"drop.{reason}"


@pytest.mark.clause("LM-B-30", "LM-NEU-14")
@pytest.mark.parametrize("whose", ["allied", "partner", "enemy"])
def test_only_a_city_that_is_possessed_by_those_who_are_there_is_plundered(whose: str) -> None:
    state = fallen(3)
    if whose == "allied":
        hold(state, 0, ARDEA, allied=True)
    else:
        hold(state, 1, ARDEA)
        state.alliances = [(0, 1)] if whose == "partner" else []
        state.truces = [TruceRecord((0, 1), 9)]
    assert dropped(Turn(state), 0, "char Pim: lead take HFC 2, plunder Ardea").reason == "drop.not-own"
    if whose == "partner":
        put(state, "HFC 1", 1, ARDEA)
        order(Turn(state), 0, "char Pim: lead take HFC 3, plunder Ardea")
        assert [nation.gold for nation in state.nations] == [100, 100 + 170]
