"""DIPLOMACY with neutral places (NEU-08 to NEU-15, ADV-08, DIS-10)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import ARDEA, codes, hargaar, hold, order, person, refused, told
from palatine.games.lord_and_master.rules.actions import diplomacy
from palatine.games.lord_and_master.rules.common import control
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import NEUTRAL, SiegeRecord, State


def talks(place: int, leader: str = "Ralph W1", **nation: object) -> State:
    state = hargaar(**nation)
    person(state, leader, 0, place)
    person(state, "Nora W1", 1, 90)
    return state


@pytest.mark.clause("LM-ADV-08", "LM-DIS-10")
@pytest.mark.parametrize(
    ("place", "leader", "plain", "good", "bad"),
    [
        (65, "Ralph W1", 12, 15, 7),
        (65, "Ralph P1", 10, 13, 7),
        (65, "Ralph T1", 8, 11, 5),
        (63, "Ralph L1", 7, 10, 2),
        (ARDEA, "Ralph W1", 6, 9, 1),
        (230, "Ralph E1", 6, 9, 1),
    ],
)
def test_reputation_and_perfidy_in_diplomacy(place: int, leader: str, plain: int, good: int, bad: int) -> None:
    for target, nation in (
        (plain, {}),
        (good, {"advantages": ("good-reputation",)}),
        (bad, {"disadvantages": ("perfidious",)}),
    ):
        for face in (target, target + 1):
            state = talks(place, leader, **nation)
            entries = order(Turn(state), 0, "char Ralph: diplomacy", [face])
            assert (place in state.allied) == (face == target)
            assert entries[0].tally is not None
            assert entries[0].tally.value == target


@pytest.mark.clause("LM-DIS-10")
def test_disliked_diplomats_and_strangers_in_cities_are_as_bad_as_ever() -> None:
    for place, leader, value in ((65, "Ralph L1", 5), (ARDEA, "Ralph O1", -1)):
        state = talks(place, leader, disadvantages=("perfidious",))
        entries = order(Turn(state), 0, "char Ralph: diplomacy", [1])
        assert entries[0].tally is not None
        assert entries[0].tally.value == value


CROPLAND, GRASSLAND, FOREST = 65, 51, 43


def envoy(name: str, square: int, text: str = "diplomacy", **nation: object) -> tuple[State, Turn]:
    state = hargaar(**nation)
    person(state, name, 0, square)
    return state, Turn(state)


# Diplomacy


@pytest.mark.clause("LM-NEU-08")
def test_diplomacy_only_where_he_was_before_this_turn_and_only_with_neutrals() -> None:
    state, turn = envoy("Ralph W2", 64)
    order(turn, 0, "char Ralph: move 65")
    turn.of(Actions).acted.clear()
    assert refused(turn, 0, "char Ralph: diplomacy") == "LM-NEU-08"
    state, turn = envoy("Ralph W2", CROPLAND)
    hold(state, 1, CROPLAND)
    assert refused(turn, 0, "char Ralph: diplomacy") == "LM-NEU-08"


@pytest.mark.clause("LM-NEU-13", "LM-A-14")
def test_a_city_won_over_is_besieged_by_ones_own_no_more() -> None:
    state = hargaar(3)
    state.sieges = [SiegeRecord(259, 0), SiegeRecord(259, 1), SiegeRecord(259, 2), SiegeRecord(270, 0)]
    state.alliances = [(0, 2)]
    control.make_ally(Turn(state), 259, 0)
    assert state.sieges == [SiegeRecord(259, 1), SiegeRecord(270, 0)]


@pytest.mark.clause("LM-NEU-09", "LM-NEU-10", "LM-NEU-11")
@pytest.mark.parametrize(("bribe", "chance", "gold"), [("", 12, 100), (" bribe 5", 13, 95), (" bribe 10", 14, 90)])
def test_the_printed_example_of_ralph_in_cropland(bribe: str, chance: int, gold: int) -> None:
    for die, won in ((chance, True), (chance + 1, False)):
        state, turn = envoy("Ralph W2", CROPLAND)
        entries = order(turn, 0, f"char Ralph: diplomacy{bribe}", rolls=[("diplomacy", die)])
        assert (CROPLAND in state.allied) == won
        assert state.nations[0].gold == gold
        assert bool(told(entries, "diplomacy-won")) == won


@pytest.mark.clause("LM-NEU-10")
@pytest.mark.parametrize(
    ("name", "square", "chance"),
    [("Thog T2", 51, 14), ("Mara M2", 51, 14), ("Pius P2", 51, 10), ("Elon E2", 51, 10), ("Ralph W2", 51, 12),
     ("Lug L2", 65, 8), ("Gob O2", 43, 5), ("Elon E2", 43, 9), ("Hero H2", 63, 3), ("Evil C2", 63, 7)],
)  # fmt: skip
def test_favoured_and_disliked_classes(name: str, square: int, chance: int) -> None:
    state, _ = envoy(name, square)
    who = next(iter(state.people))
    assert sum(part[0] for part in diplomacy.diplomacy_parts(state, who, 0)) == chance


@pytest.mark.clause("LM-NEU-11")
def test_only_the_listed_bribes_and_without_the_gold_none() -> None:
    _, turn = envoy("Ralph W2", CROPLAND)
    assert refused(turn, 0, "char Ralph: diplomacy bribe 7") == "LM-NEU-11"
    state, turn = envoy("Ralph W2", CROPLAND, gold=4)
    order(turn, 0, "char Ralph: diplomacy bribe 5", rolls=[13])
    assert (state.nations[0].gold, state.allied) == (4, [])


@pytest.mark.clause("LM-MAP-08", "LM-MAP-09")
@pytest.mark.parametrize(
    ("name", "city", "bribe", "chance"),
    [("Ralph W2", 259, 0, 6), ("Ralph W2", 259, 17, 7), ("Ralph W2", 259, 34, 8), ("Gob O2", 259, 0, 2),
     ("Dur D2", 270, 40, 8), ("Ralph W2", 242, 8, 3), ("Lug L2", 242, 0, 6)],
)  # fmt: skip
def test_cities_have_base_four_and_care_for_race_alone(name: str, city: int, bribe: int, chance: int) -> None:
    state, _ = envoy(name, city)
    who = next(iter(state.people))
    assert diplomacy.bribes(state, 259) == (17, 34)
    assert sum(part[0] for part in diplomacy.diplomacy_parts(state, who, bribe)) == chance


@pytest.mark.clause("LM-NEU-13")
def test_whatever_its_types_the_force_is_led_by_those_who_have_won_it() -> None:
    """The nation has chosen only human types.

    In the next turn its Elf Warrior leads the Elves.
    """
    state, turn = envoy("Ralph E2", FOREST, classes=("W", "E"), kinds=("RED", "HF"))
    order(turn, 0, "char Ralph: diplomacy", rolls=[1])
    assert codes(state, 0, FOREST) == ["EAC"] * 4 + ["EKB"]
    state.turn += 1
    hold(state, 0, 44)
    order(Turn(state), 0, "char Ralph: lead take EAC 4 EKB 1, go 44")
    assert codes(state, 0, FOREST) == []


@pytest.mark.clause("LM-NEU-12", "LM-NEU-13", "LM-NEU-14", "LM-NEU-15")
def test_leader_and_force_join_while_the_treasury_stays() -> None:
    state, turn = envoy("Ralph W2", CROPLAND)
    order(turn, 0, "char Ralph: diplomacy", rolls=[1])
    assert codes(state, 0, CROPLAND) == ["MCC", "MFD", "MFD", "MFD", "MFD", "MFD"]
    assert [(each.of, each.level) for each in state.people.values() if each.owner == 0] == [("W", 2), ("W", 2)]
    assert (state.nations[0].gold, state.coffers[CROPLAND]) == (100, 50)
    assert not control.possesses(state, 0, CROPLAND)
    joined = [each.name for each in state.people.values() if each.name != "Ralph"]
    assert refused(turn, 0, f"char {joined[0]}: tax") == "LM-A-06"
    state.turn += 1
    for who in ("Ralph", joined[0]):
        assert refused(Turn(state), 0, f"char {who}: tax") == "LM-A-12"
    assert (state.nations[0].gold, state.coffers[CROPLAND]) == (100, 50)


@pytest.mark.clause("LM-NEU-12", "LM-CH-25")
def test_no_leader_joins_beyond_the_maximum() -> None:
    state, turn = envoy("Ralph W1", CROPLAND)
    for name in ("Ann", "Bob", "Cid", "Dan"):
        person(state, f"{name} W1", 0, 36)
    order(turn, 0, "char Ralph: diplomacy", rolls=[1])
    assert len(state.roster(0)) == 5
    assert not state.people_at(CROPLAND, NEUTRAL)
