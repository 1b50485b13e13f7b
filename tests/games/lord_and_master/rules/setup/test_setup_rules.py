"""Errors of a basic set-up (SET)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import codes
from games.lord_and_master.set_ups import PLAIN, clauses, founded, lands, wrong
from palatine.core import RejectedSheet
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import CITY, is_city
from palatine.games.lord_and_master.referee import GAME


def test_a_plain_set_up_has_no_faults() -> None:
    assert wrong(PLAIN) == []


@pytest.mark.clause("LM-SET-01")
@pytest.mark.parametrize("chosen", ["27c 36g", "27c 36g 36f", "27c 36g 44f", "27c 36g 44f 45c"])
def test_three_different_provinces_of_one_start_group(chosen: str) -> None:
    assert "LM-SET-01" in clauses(PLAIN, ("27c 36g 45f", chosen))


@pytest.mark.clause("LM-SET-01")
def test_squares_dealt_to_nobody_may_be_asked_for() -> None:
    text = PLAIN.replace("27c 36g 45f", "4c 5g 6f").replace("at 36", "at 5").replace("at 27", "at 4")
    text = text.replace("at 45", "at 6")
    only = wrong(text)
    assert [(problem.clause, problem.uncertain, problem.line) for problem in only] == [("LM-SET-01", True, 3)]
    assert "27, 36 and 45" in only[0].reason
    assert GAME.hand_in(lands(), "P1", GAME.parse(text)).sheets[0] is not None


@pytest.mark.clause("LM-SET-01")
def test_squares_dealt_to_another_may_not_be_asked_for() -> None:
    assert "LM-SET-01" in clauses(PLAIN, ("27c 36g 45f", "10c 19g 28f"))


@pytest.mark.clause("LM-SET-01")
def test_a_latecomer_founds_the_same_nation_in_his_own_squares() -> None:
    state = lands((27, 36, 45), (10, 19, 28))
    texts = [PLAIN.replace("27c 36g 45f", "4c 5g 6f").replace("at 36", "at 5").replace("at 27", "at 4")
             .replace("at 45", "at 6").replace("Nowhere", name) for name in ("First", "Second")]  # fmt: skip
    for seat, text in zip(state.seats, texts, strict=True):
        state = GAME.hand_in(state, seat, GAME.parse(text))
    after = GAME.resolve(state)
    assert after.groups == [(4, 5, 6), (10, 19, 28)]
    assert [after.nations[seat].site for seat in (0, 1)] == [5, 19]
    assert codes(after, 1, 28) == ["RED"] * 5
    assert [after.terrain[square] for square in (10, 19, 28, 27, 36, 45)] == ["c", "g", "f", "w", "w", "w"]
    assert [person.name for person in after.people.values()] == ["Ann", "Ben", "Cid", "Ann II", "Ben II", "Cid II"]


@pytest.mark.clause("LM-SET-01")
def test_the_lot_deals_every_seat_another_group() -> None:
    for seed in range(8):
        state = GAME.setup(seats=tuple(f"P{n + 1}" for n in range(6)), seed=bytes([seed]))
        assert sorted(state.groups) == sorted(world.START_GROUPS)
    state = GAME.setup(seats=("P1", "P2", "Referee"), seed=b"r")
    assert len(state.groups) == len(state.nations) == 2


@pytest.mark.clause("LM-SET-02")
@pytest.mark.parametrize("treasury", ["74 at 36", "75 at 44", "75 at 36city", "75 with Ann"])
def test_seventy_five_gold_in_an_own_province(treasury: str) -> None:
    assert clauses(PLAIN, ("75 at 36", treasury)) == ["LM-SET-02"]


@pytest.mark.clause("LM-SET-03")
@pytest.mark.parametrize("picks", ["W T P M", "W T P M H C", "W T P M M", "W T P M Q"])
def test_five_classes(picks: str) -> None:
    assert "LM-SET-03" in clauses(PLAIN, ("classes W T P M H", f"classes {picks}"))


@pytest.mark.clause("LM-SET-04")
def test_necromancers_and_priests_exclude_each_other() -> None:
    assert clauses(PLAIN, ("W T P M H", "W T P N H"), ("SA", "DEAD")) == ["LM-SET-04"]


@pytest.mark.clause("LM-SET-05")
@pytest.mark.parametrize("picks", ["W T P E O", "W T P D B", "W T P A L", "W T P S O"])
def test_elves_and_dwarves_exclude_orcs_and_trolls_as_classes(picks: str) -> None:
    assert clauses(PLAIN, ("W T P M H", picks)) == ["LM-SET-05"]


@pytest.mark.clause("LM-SET-05")
def test_elves_and_dwarves_exclude_orcs_and_trolls_as_troops() -> None:
    orcs = "types RED LC MC HF ORD OH ERD EF MF"
    changes = (("types RED LC MC MA HA SA LF MF HF", orcs), ("W T P M H", "W C P M H"), ("Ben T", "Ben C"))
    assert clauses(PLAIN, *changes) == ["LM-SET-05"]
    heroes = (("W T P M H", "W C P M H"), ("Ben T", "Ben C"))
    assert clauses(PLAIN, *heroes) == []


@pytest.mark.clause("LM-SET-06", "LM-CH-20")
def test_three_characters_one_of_level_two() -> None:
    assert clauses(PLAIN, ("char Ben T 1 at 27\n", "")) == ["LM-SET-06"]
    assert clauses(PLAIN, ("Ben T 1", "Ben T 2")) == ["LM-SET-06"]
    assert clauses(PLAIN, ("Ann W 2", "Ann W 3")) == ["LM-SET-06"]
    assert clauses(PLAIN, ("Ann W 2", "Ann W 1")) == ["LM-SET-06"]
    assert clauses(PLAIN, ("Ben T 1", "Ben X 1")) == ["LM-SET-06"]
    assert clauses(PLAIN, ("Ben T 1 at 27", "Ben T 1 at 28")) == ["LM-SET-06"]
    assert clauses(PLAIN, ("Ben", "ANN")) == ["LM-SET-06"]


@pytest.mark.clause("LM-CH-01", "LM-SET-06")
def test_heroes_may_be_men_dwarves_or_elves() -> None:
    assert clauses(PLAIN, ("Ben T 1", "Ben H 1 elf")) == []
    assert clauses(PLAIN, ("Ben T 1", "Ben H 1 O")) == ["LM-CH-01"]
    state = founded(PLAIN.replace("Ben T 1", "Ben H 1 dwarf"), None)
    assert [each.race for each in state.people.values() if each.owner == 0] == ["M", "D", "M"]


@pytest.mark.clause("LM-CH-01")
def test_heroes_necromancers_and_champions_are_the_same_in_all_races() -> None:
    assert {of: pieces.CLASSES[of].races for of in "HNC"} == {
        "H": ("M", "D", "E"),
        "N": ("M", "O"),
        "C": ("M", "O"),
    }
    assert [of for of, known in pieces.CLASSES.items() if len(known.races) > 1] == ["N", "H", "C"]


@pytest.mark.clause("LM-SET-07", "LM-CH-26")
def test_one_of_them_is_the_leader() -> None:
    assert clauses(PLAIN, ("at 36 leader", "at 36")) == ["LM-SET-07"]
    assert clauses(PLAIN, ("Ben T 1 at 27", "Ben T 1 at 27 leader")) == ["LM-SET-07"]


@pytest.mark.clause("LM-SET-08")
@pytest.mark.parametrize("picks", ["RED LC MC MA HA SA LF MF", "RED LC MC MA HA SA LF MF HF HP",
                                   "RED LC MC MA HA SA LF HF HF", "RED LC MC MA HA SA LF HF QQ"])  # fmt: skip
def test_nine_types(picks: str) -> None:
    assert "LM-SET-08" in clauses(PLAIN, ("RED LC MC MA HA SA LF MF HF", picks))


@pytest.mark.clause("LM-SET-08")
def test_every_race_of_troops_has_its_recruits() -> None:
    assert clauses(PLAIN, ("SA LF", "SA EF")) == ["LM-SET-08"]


@pytest.mark.clause("LM-SET-09")
def test_every_race_of_troops_has_somebody_who_raises_it() -> None:
    assert clauses(PLAIN, ("SA LF", "GRD GF"), ("W T P M H", "W T P M X")) == ["LM-SET-09"]
    assert clauses(PLAIN, ("SA LF", "GRD GF")) == []


@pytest.mark.clause("LM-SET-09", "LM-D-15")
def test_priests_of_the_feaster_raise_trolls_and_orcs() -> None:
    assert clauses(PLAIN, ("SA LF", "TRD TH")) == ["LM-SET-09"]
    assert clauses(PLAIN, ("SA LF", "TRD TH"), ("god Jupiter", "god Feaster")) == []


@pytest.mark.clause("LM-SET-10")
def test_necromancers_without_the_dead_are_warned_of() -> None:
    changes = (("W T P M H", "W T N M H"), ("Cid P", "Cid N"))
    assert [(problem.clause, problem.uncertain) for problem in wrong(PLAIN, *changes)] == [("LM-SET-10", True)]
    assert wrong(PLAIN, *changes, ("SA LF", "SA DEAD")) == []


@pytest.mark.clause("LM-SET-09", "LM-SET-10")
def test_without_necromancers_there_is_nobody_to_raise_the_dead() -> None:
    assert clauses(PLAIN, ("SA LF", "SA DEAD")) == ["LM-SET-09"]


@pytest.mark.clause("LM-SET-11")
@pytest.mark.parametrize("troops", ["HFC 6 at 36", "HFC 4 MCC 1 at 36", "HFD 2 at 36", "HFB 1 at 36", "HFC 2w at 36",
                                    "HPC 1 at 36", "HFC 5 at 44", "RED 1 at 36"])  # fmt: skip
def test_five_regular_units_for_fifty_gold(troops: str) -> None:
    assert set(clauses(PLAIN, ("HFC 5 at 36", troops))) == {"LM-SET-11"}


@pytest.mark.clause("LM-SET-11")
def test_exactly_fifty_gold_and_fewer_units_will_do() -> None:
    assert clauses(PLAIN, ("HFC 5 at 36", "MCC 2 at 36")) == []
    assert clauses(PLAIN, ("troops HFC 5 at 36\n", "")) == []


@pytest.mark.clause("LM-SET-12")
@pytest.mark.parametrize("recruits", ["RED 4 at 45", "RED 6 at 45", "ERD 5 at 45", "LFD 5 at 45", "RED 5 at 44"])
def test_five_recruits(recruits: str) -> None:
    assert clauses(PLAIN, ("RED 5 at 45", recruits)) == ["LM-SET-12"]


@pytest.mark.clause("LM-SET-13")
def test_one_of_four_gods() -> None:
    for god in ("Mars", "Odin", "Feaster", "jupiter"):
        assert clauses(PLAIN, ("Jupiter", god)) == []
    assert clauses(PLAIN, ("Jupiter", "Loki")) == ["LM-SET-13"]


@pytest.mark.clause("LM-SET-11")
def test_fifty_gold_of_troops_and_no_more() -> None:
    assert clauses(PLAIN, ("troops HFC 5", "troops MAC 1 HFC 3 SAC 1")) == []
    assert clauses(PLAIN, ("troops HFC 5", "troops MAC 1 HFC 4")) == ["LM-SET-11"]
    assert clauses(PLAIN, ("troops HFC 5", "troops LFC 6")) == ["LM-SET-11"]
    assert clauses(PLAIN, ("troops HFC 5", "troops LFC 3 at 45\ntroops LFC 3")) == ["LM-SET-11"]


@pytest.mark.clause("LM-SET-11", "LM-TT-16")
def test_berserkers_begin_uninitiated() -> None:
    odin = (("SA LF", "SA BE"), ("Jupiter", "Odin"))
    assert clauses(PLAIN, *odin, ("HFC 5", "uBEC 4")) == []
    assert clauses(PLAIN, *odin, ("HFC 5", "uBEC 5")) == ["LM-SET-11"]
    assert clauses(PLAIN, *odin, ("HFC 5", "BEC 4")) == ["LM-TT-16"]


@pytest.mark.clause("LM-D-12")
def test_berserkers_are_odins() -> None:
    assert clauses(PLAIN, ("SA LF", "SA BE")) == ["LM-D-12"]
    assert clauses(PLAIN, ("SA LF", "SA BE"), ("Jupiter", "Odin")) == []


@pytest.mark.clause("LM-SET-14")
def test_all_faults_are_told_at_once_by_line() -> None:
    text = "god Loki\ngod Mars\nchar Ann: tax\n"
    found = wrong(text)
    assert [problem.line for problem in found] == sorted(problem.line for problem in found)
    assert {(problem.line, problem.clause) for problem in found} >= {
        (0, "LM-SET-14"), (0, "LM-SET-01"), (0, "LM-SET-02"), (0, "LM-SET-03"), (0, "LM-SET-06"), (0, "LM-SET-08"),
        (0, "LM-SET-12"), (1, "LM-SET-13"), (2, "LM-SET-14"), (3, "LM-SET-14"),
    }  # fmt: skip
    with pytest.raises(RejectedSheet):
        GAME.hand_in(lands(), "P1", GAME.parse(text))


@pytest.mark.clause("LM-SET-07")
@pytest.mark.parametrize(
    ("old", "new", "line"), [("at 36 leader", "at 36", 6), ("Ben T 1 at 27", "Ben T 1 at 27 leader", 7)]
)
def test_the_line_is_named_that_makes_no_leader_or_a_second_one(old: str, new: str, line: int) -> None:
    assert [problem.line for problem in wrong(PLAIN, (old, new))] == [line]


@pytest.mark.clause("LM-SET-09", "LM-D-15")
def test_only_priests_and_archons_raise_the_orcs_of_the_feaster() -> None:
    orcs = [("god Jupiter", "god Feaster"), ("types RED LC", "types RED ORD")]
    assert "LM-SET-09" not in clauses(PLAIN, *orcs)
    assert "LM-SET-09" in clauses(PLAIN, *orcs, ("classes W T P M H", "classes W T D M H"))


@pytest.mark.clause("LM-SET-01")
def test_cities_begin_with_the_treasuries_of_the_chart() -> None:
    coffers = lands().coffers
    assert {place: coffers[place] for place in coffers if is_city(place)} == {
        square + CITY: city.treasury for square, city in world.CITIES.items()
    }
