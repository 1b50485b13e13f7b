"""Classes of characters: troops they lead, raise and train, and other powers (CH)."""

from __future__ import annotations

import shlex
from typing import Any

import pytest

from games.lord_and_master.positions import dice, hargaar, hold, order, person, play, put, refused, told
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.common import casualties
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import DemonRecord, State

CROPLAND, FOREST, ORC, SWAMP = 65, 43, 61, 63
UNITS = {"M": "HFC", "E": "EFC", "D": "DHC", "G": "GFC", "O": "OFC", "J": "JHC", "T": "THC", "+": "ZOD"}
GREEN = {"M": "HFD", "E": "EFD", "D": "DHD", "G": "GFD", "O": "OFD", "J": "JHD", "T": "THD"}
RECRUITS = {
    "M": ("RED", CROPLAND), "E": ("ERD", CROPLAND), "D": ("DRD", CROPLAND), "G": ("GRD", CROPLAND),
    "O": ("ORD", CROPLAND), "J": ("JRD", ORC), "T": ("TRD", SWAMP),
}  # fmt: skip


def at(place: int, of: str, units: str = "", god: str = "Jupiter", race: str = "") -> State:
    """Return a position with a level 4 character and units in a place.

    The nation has every class and type, and all land except 108.
    """
    state = hargaar(god=god, classes=tuple(pieces.CLASSES), kinds=tuple(pieces.KINDS))
    hold(state, 0, *range(1, 108))
    person(state, f"Somebody {of}4", 0, place, race)
    put(state, units, 0, place)
    return state


def can(state: State, text: str) -> bool:
    """Return whether the character can carry out a line, in a rehearsal without dice."""
    try:
        order(Turn(state, is_rehearsal=True), 0, f"char Somebody: {text}")
    except OrderFailed:
        return False
    return True


def can_lead(of: str, race: str) -> bool:
    return can(at(CROPLAND, of, f"{UNITS[race]} 1"), f"lead take {UNITS[race]} 1, go 74")


def can_raise(of: str, race: str) -> bool:
    code, place = RECRUITS[race]
    return can(at(place, of), f"raise {code}")


def can_train(of: str, race: str) -> bool:
    return can(at(CROPLAND, of, f"{GREEN[race]} 1"), f"train {GREEN[race]} 1 -> {UNITS[race]}")


def _leading(of: str, *races: str) -> str:
    """Return a troop type that the class leads, of one of these races if possible."""
    led = [race for race in (*races, *UNITS) if race in CLASSES[of].split(";")[0]]
    return UNITS[led[0]]


def _deed(of: str, power: str) -> tuple[State, str]:
    """Return a position in which an action needs only the power for it, and the order."""
    if power == "Dv":
        return at(CROPLAND, of, f"{_leading(of)} 7"), f"lead take {_leading(of)} 7, devastate"
    if power == "Am":
        return at(FOREST, of, f"{_leading(of)} 1"), f"lead take {_leading(of)} 1, ambush"
    if power == "Mo":
        return at(ORC, of, f"{_leading(of, 'D')} 1"), f"lead take {_leading(of, 'D')} 1, mountain, go 52"
    if power == "In":
        races = ("E",) if of == "S" else ("G",)
        return at(
            CROPLAND, of, f"{_leading(of, *races)} 1"
        ), f"lead take {_leading(of, *races)} 1, invisible, go 74"
    if power == "Co":
        race = pieces.CLASSES[of].races[0]
        return at({"D": ORC, "O": 67}.get(of, 57), of, f"{pieces.RECRUITS[race]} 5"), "colonise"
    state = at(CROPLAND, of, "HFC 2w RED 2")
    person(state, "Victim T1", 1, CROPLAND)
    person(state, "Friend W1", 0, CROPLAND, captor=1)
    state.set_nation(1, gold=50, site=CROPLAND)
    state.boneyards.append(CROPLAND)
    state.demons[99] = DemonRecord("Asmo", 1, state.person_named("Victim"), 5)
    texts = {
        "St": "steal", "As": "assassinate Victim", "Sh": "shield", "Re": "rescue", "He": "heal HFC 2w",
        "Rf": "rain 66", "Te": "teleport 74", "De": "summon", "Rld": "raisedead", "Ex": "exorcise", "Pp": "bolts 66",
        "Cb": "consecrate", "Vh": "vheal HFC 2w using RED 2",
    }  # fmt: skip
    return state, texts[power]


POWERS = (
    "Am",
    "As",
    "St",
    "Co",
    "Dv",
    "Sh",
    "Re",
    "He",
    "Rf",
    "Te",
    "De",
    "In",
    "Mo",
    "Rld",
    "Ex",
    "Pp",
    "Cb",
    "Vh",
)
CLASSES = {
    # leads; raises; trains; other deeds
    "W": "MOJ;M;MOJ;Dv Co",
    "P": "MED;M;;He Ex Cb Pp",
    "T": "MOG;;;St As Am",
    "M": "MO;;;De Dv Te Rf",
    "N": "MOT+;;;Vh Rf Dv Rld",
    "H": "MDEGJ;MDEGJ;;Sh Re",
    "C": "MOTJ;MOTJ;;Sh Dv As",
    "D": "DG;D;DG;Mo Co",
    "A": "DG;D;;He Ex Pp Mo Cb",
    "E": "EG;E;EG;Am",
    "S": "EG;;;Rf He In",
    "O": "OTJ;O;OT;Dv Co",
    "B": "O;;;Dv St Am",
    "L": "TO;T;T;Dv",
    "J": "JT;J;J;Dv",
    "G": "G;G;G;In Am",
    "X": "G;;;In Am St Te De",
}


@pytest.mark.parametrize(
    "of",
    [
        pytest.param("W", marks=pytest.mark.clause("LM-CH-03")),
        pytest.param("P", marks=pytest.mark.clause("LM-CH-04")),
        pytest.param("T", marks=pytest.mark.clause("LM-CH-05")),
        pytest.param("M", marks=pytest.mark.clause("LM-CH-06")),
        pytest.param("N", marks=pytest.mark.clause("LM-CH-07")),
        pytest.param("H", marks=pytest.mark.clause("LM-CH-08")),
        pytest.param("C", marks=pytest.mark.clause("LM-CH-09")),
        pytest.param("D", marks=pytest.mark.clause("LM-CH-10")),
        pytest.param("A", marks=pytest.mark.clause("LM-CH-11")),
        pytest.param("E", marks=pytest.mark.clause("LM-CH-12")),
        pytest.param("S", marks=pytest.mark.clause("LM-CH-13")),
        pytest.param("O", marks=pytest.mark.clause("LM-CH-14")),
        pytest.param("B", marks=pytest.mark.clause("LM-CH-15")),
        pytest.param("L", marks=pytest.mark.clause("LM-CH-16")),
        pytest.param("J", marks=pytest.mark.clause("LM-CH-17")),
        pytest.param("G", marks=pytest.mark.clause("LM-CH-18")),
        pytest.param("X", marks=pytest.mark.clause("LM-CH-19")),
    ],
)
def test_what_each_class_can_do_and_nothing_else(of: str) -> None:
    leads, raises, trains, powers = CLASSES[of].split(";")
    assert {race for race in UNITS if can_lead(of, race)} == set(leads)
    assert {race for race in RECRUITS if can_raise(of, race)} == set(raises)
    assert {race for race in GREEN if can_train(of, race)} == set(trains)
    assert {power for power in POWERS if can(*_deed(of, power))} == set(powers.split())


@pytest.mark.clause("LM-CH-04", "LM-CH-11")
@pytest.mark.parametrize(("of", "races"), [("P", "MOJ"), ("A", "DG"), ("T", "")])
def test_under_mars_priests_and_archons_train_like_the_warriors_of_their_race(of: str, races: str) -> None:
    trained = set()
    for race in GREEN:
        state = at(CROPLAND, of, f"{GREEN[race]} 1", god="Mars")
        if can(state, f"train {GREEN[race]} 1 -> {UNITS[race]}"):
            trained.add(race)
    assert trained == set(races)


@pytest.mark.clause("LM-CH-07")
def test_of_the_dead_a_necromancer_raises_only_what_rises_from_a_boneyard() -> None:
    for code in ("ZOD", "RED"):
        assert not can(at(CROPLAND, "N"), f"raise {code}")


@pytest.mark.clause("LM-CH-01")
@pytest.mark.parametrize(("of", "races", "other"), [("H", "MDE", "O"), ("N", "MO", "E"), ("C", "MO", "D")])
def test_some_classes_are_of_several_races_and_the_same_in_each(of: str, races: str, other: str) -> None:
    leads, raises, _, powers = CLASSES[of].split(";")
    for race in races:
        assert race in pieces.CLASSES[of].races
        for led in UNITS:
            state = at(CROPLAND, of, f"{UNITS[led]} 1", race=race)
            assert can(state, f"lead take {UNITS[led]} 1, go 74") == (led in leads)
        for raised, (code, place) in RECRUITS.items():
            assert can(at(place, of, race=race), f"raise {code}") == (raised in raises)
        for power in POWERS:
            state, text = _deed(of, power)
            state.set_person(1, race=race)
            assert can(state, text) == (power in powers.split())
    assert other not in pieces.CLASSES[of].races


GENERAL = (
    "move 74",
    "recruit",
    "tax",
    "diplomacy",
    "treasury",
    "independence",
    "intervene",
    "lead take {} 1, go 74",
)


@pytest.mark.clause("LM-CH-02")
@pytest.mark.parametrize("of", CLASSES)
@pytest.mark.parametrize("text", GENERAL)
def test_what_every_class_can_do(of: str, text: str) -> None:
    unit = _leading(of)
    state = at(CROPLAND, of, f"{unit} 1 RED 7")
    if text == "diplomacy":
        state.set_person(1, place=108)
    assert can(state, text.format(unit))


# Levels and leaders


@pytest.mark.clause("LM-CH-20")
@pytest.mark.parametrize("level", [1, 5])
def test_whoever_is_recruited_begins_at_level_1(level: int) -> None:
    state = at(CROPLAND, "W")
    state.set_person(1, level=level)
    order(Turn(state), 0, "char Somebody: recruit", rolls=[("recruit", 8)])
    new = state.people[state.roster(0)[-1]]
    assert (new.of, new.level, new.place) == ("P", 1, CROPLAND)


@pytest.mark.clause("LM-CH-20")
def test_one_of_each_player_begins_at_level_2_and_the_others_at_1() -> None:
    state = GAME.setup(seats=("P1", "P2", "P3", "P4", "P5", "P6"), seed=b"levels")
    founded = GAME.resolve(state)
    for seat in range(6):
        levels = sorted(founded.people[who].level for who in founded.roster(seat))
        assert len(levels) == 3
        expected = [1, 2, 2] if "two-seconds" in founded.nations[seat].advantages else [1, 1, 2]
        expected = [1, 1, 1] if "three-firsts" in founded.nations[seat].disadvantages else expected
        assert levels == expected
    sheet = GAME.write(GAME.empty_sheet(state, "P1"))
    first = next(line for line in sheet.splitlines() if line.startswith("char") and " 1 " in line)
    for wrong in (" 2 ", " 3 "):
        changed = sheet.replace(first, first.replace(" 1 ", wrong))
        assert any(not problem.uncertain for problem in GAME.check(state, "P1", GAME.parse(changed)))


@pytest.mark.clause("LM-CH-25")
@pytest.mark.parametrize(("level", "most"), [(1, 5), (2, 6), (3, 7), (4, 8), (5, 9), (6, 10), (7, 11), (9, 11)])
def test_how_many_characters_a_leader_can_have(level: int, most: int) -> None:
    state = at(CROPLAND, "W")
    state.set_person(1, level=level)
    for number in range(most - 2):
        person(state, f"Man{number} T9", 0, CROPLAND, captor=1 if number == 0 else None)
    state.demons[99] = DemonRecord("Asmo", 1, 1, 5)
    order(Turn(state), 0, "char Somebody: recruit", rolls=[("recruit", 1)])
    assert len(state.roster(0)) == most
    assert refused(Turn(state), 0, "char Somebody: recruit") == "LM-CH-25"


@pytest.mark.clause("LM-CH-25")
def test_under_a_new_leader_of_lower_level_nobody_is_lost_and_nobody_joins() -> None:
    state = court()
    for number in range(3):
        person(state, f"Man{number} T1", 0, 65)
    state.set_nation(0, heir="Man0")
    casualties.kill(Turn(state), state.nations[0].leader)
    assert len(state.roster(0)) == 6
    assert refused(Turn(state), 0, "char Man0: recruit") == "LM-CH-25"


def court() -> State:
    """Return a leader of level 3 and three characters who joined later, of level 2, 4 and 4."""
    state = hargaar()
    for name, place in (("Ralph W3", 65), ("Anna T2", 66), ("Bert P4", 67), ("Carl M4", 68)):
        person(state, name, 0, place)
    person(state, "Otto W1", 1, 13)
    return state


def name_of_leader(state: State, seat: int = 0) -> str:
    return state.people[state.nations[seat].leader].name


@pytest.mark.clause("LM-CH-26")
def test_the_supreme_leader_is_chosen_at_the_beginning() -> None:
    state = GAME.setup(seats=("P1", "P2"), seed=b"leader")
    sheet = GAME.write(GAME.empty_sheet(state, "P1"))
    lines = [line for line in sheet.splitlines() if line.startswith("char")]
    assert sum(line.endswith(" leader") for line in lines) == 1
    other = next(line for line in lines if not line.endswith(" leader"))
    chosen = sheet.replace(" leader\n", "\n").replace(other, f"{other} leader")
    founded = GAME.resolve(GAME.hand_in(state, "P1", GAME.parse(chosen)))
    assert name_of_leader(founded) == shlex.split(other)[1]
    nobody = GAME.check(state, "P1", GAME.parse(sheet.replace(" leader\n", "\n")))
    assert any(not problem.uncertain for problem in nobody)


@pytest.mark.clause("LM-CH-26")
@pytest.mark.parametrize(
    ("heir", "rolls", "successor"),
    [("Anna", [], "Anna"), ("", [("succession", 1)], "Bert"), ("", [("succession", 2)], "Carl")],
)
def test_a_dead_leader_is_followed_by_the_heir_or_the_highest_level(
    heir: str, rolls: list[Any], successor: str
) -> None:
    state = court()
    state.set_nation(0, heir=heir)
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        casualties.kill(Turn(state), state.nations[0].leader)
    assert name_of_leader(state) == successor
    entry = told(state.journal, "successor")[0]
    assert (entry.data["name"], entry.readers) == (successor, None)


@pytest.mark.clause("LM-CH-26")
def test_a_new_leader_counts_at_once_and_a_captive_one_remains() -> None:
    state = court()
    state.set_nation(0, heir="Bert")
    assert casualties.roster_limit(state, 0) == 7
    casualties.capture(Turn(state), state.nations[0].leader, 1)
    assert name_of_leader(state) == "Ralph"
    assert casualties.roster_limit(state, 0) == 7
    casualties.kill(Turn(state), state.nations[0].leader)
    assert casualties.roster_limit(state, 0) == 8
    play(state, "", "", rolls=[("sequence", 10), ("sequence", 12)])
    assert state.totals == [14, 13]


@pytest.mark.clause("LM-CH-26")
def test_a_line_of_the_sheet_names_the_heir() -> None:
    state = court()
    order(Turn(state), 0, "heir Anna")
    casualties.kill(Turn(state), state.nations[0].leader)
    assert name_of_leader(state) == "Anna"
    assert refused(Turn(state), 0, "heir Otto") == "LM-A-01"
