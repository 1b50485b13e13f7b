"""SET-UP, basic and customised: what a nation may be, and how it is founded (SET, ADV, DIS)."""

from __future__ import annotations

import pytest

from games.lord_and_master.hargaar import codes, hargaar, person, play, told
from palatine.core import Problem, RejectedSheet
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import theft
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.setup import founding
from palatine.games.lord_and_master.state import State

HUNS = """\
nation "The Huns"
provinces 27g 36g 45g
treasury 15 with Attila
classes W T P M H
char Attila W 2 at 36 leader
char Bedu W 1 at 36
char Shadrack P 2 at 36
types RED LC MC MA HA SA LF MF HF
troops HAC 5 at 36
recruits RED 5 at 36
god Mars
advantage two-seconds mobile-treasury
disadvantage sod-busters wasteland-warriors
about "Kill farmers, make the world safe for honest nomads."
"""

SKULLTOWN = """\
nation "The Glorious State of Skulltown"
about "Argh."
provinces 27o
city Skulltown at 27 race O
treasury 150 at Skulltown
classes O B L N C J
char Bluto O 2 at 27 leader
char Hubert J 1 at 27
char Sam N 1 at Skulltown
types ORD TRD JRD TH JH TT OF OH OA OW OD
troops OHC 3 at 27
troops OHC 2 at Skulltown
recruits ORD 3 JRD 2 at 27
god Feaster
advantage city-state six-classes eleven-types gold-150
disadvantage corruption perfidious holy-treasury sod-busters
"""

PLAIN = """\
nation "Nowhere"
about "A plain people."
provinces 27c 36g 45f
treasury 75 at 36
classes W T P M H
char Ann W 2 at 36 leader
char Ben T 1 at 27
char Cid P 1 at 45
types RED LC MC MA HA SA LF MF HF
troops HFC 5 at 36
recruits RED 5 at 45
god Jupiter
"""


def lands(*groups: tuple[int, int, int]) -> State:
    """The lands before the first turn, with these start groups dealt."""
    dealt = groups or ((27, 36, 45), (10, 19, 28))
    state = GAME.setup(seats=tuple(f"P{n + 1}" for n in range(len(dealt))), seed=b"hargaar")
    state.groups = list(dealt)
    return state


def wrong(text: str, *changes: tuple[str, str]) -> list[Problem]:
    """The problems of a set-up, after changing words of it."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return GAME.check(lands(), "P1", GAME.parse(text))


def clauses(text: str, *changes: tuple[str, str]) -> list[str]:
    return [problem.clause for problem in wrong(text, *changes) if not problem.uncertain]


def founded(*texts: str | None) -> State:
    """The state of turn 1 after these set-ups."""
    state = lands(
        *world.START_GROUPS[2:3], *[group for group in world.START_GROUPS if 27 not in group][: len(texts) - 1]
    )
    for seat, text in zip(state.seats, texts, strict=True):
        if text is not None:
            state = GAME.hand_in(state, seat, GAME.parse(text))
    return GAME.resolve(state)


# The printed examples


@pytest.mark.clause("LM-SET-17")
def test_the_huns_are_legal_as_they_stand() -> None:
    assert wrong(HUNS) == []


@pytest.mark.clause("LM-SET-18", "LM-SET-10")
def test_skulltown_is_legal_with_a_warning_for_its_necromancers() -> None:
    only = wrong(SKULLTOWN)
    assert [(problem.clause, problem.uncertain, problem.line) for problem in only] == [("LM-SET-10", True, 10)]


@pytest.mark.clause("LM-SET-14", "LM-SET-17")
def test_the_huns_begin_and_carry_out_their_first_orders() -> None:
    state = founded(HUNS, None)
    nation = state.nations[0]
    assert (nation.name, nation.god, nation.gold, nation.site) == ("The Huns", "Mars", 15, 0)
    assert [state.terrain[square] for square in (27, 36, 45)] == ["g", "g", "g"]
    assert state.people[nation.leader].name == "Attila"
    assert codes(state, 0, 36) == ["HAC"] * 5 + ["RED"] * 5
    orders = "char Attila: train HAC 4 -> HAB\nchar Bedu: train HAC 1 -> HAB\nchar Shadrack: train RED 4 -> LFC"
    after = GAME.resolve(GAME.hand_in(state, "P1", GAME.parse(orders)))
    assert codes(after, 0, 36) == ["HAB"] * 5 + ["LFC"] * 4 + ["RED"]
    assert after.nations[0].gold == 15 - 8 + 3


@pytest.mark.clause("LM-SET-18", "LM-ADV-09")
def test_skulltown_begins_and_carries_out_its_first_orders() -> None:
    state = founded(SKULLTOWN, None)
    nation = state.nations[0]
    assert (nation.gold, nation.site) == (150, 227)
    city = state.own_cities[27]
    assert (city.name, city.race, city.tax, city.tribute) == ("Skulltown", "O", 15, 3)
    assert sorted(place for place, holder in state.holders.items() if holder == 0) == [27, 227]
    assert [state.terrain[square] for square in (27, 36, 45)] == ["o", "w", "w"]
    assert 36 not in state.holders
    assert state.coffers[36] == 15
    assert 27 not in state.coffers
    assert 227 not in state.coffers
    assert codes(state, 0, 227) == ["OHC"] * 2
    orders = "char Bluto: train ORD 3 -> OHC\nchar Hubert: train JRD 2 -> JHC"
    after = GAME.resolve(GAME.hand_in(state, "P1", GAME.parse(orders)))
    assert codes(after, 0, 27) == ["JHC"] * 2 + ["OHC"] * 6
    assert 150 - 27 - 100 < after.nations[0].gold <= 150 - 127 + 4


# The basic set-up


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


# The customised set-up


@pytest.mark.clause("LM-ADV-01")
def test_each_advantage_is_paid_with_a_disadvantage() -> None:
    assert clauses(PLAIN + "advantage good-reputation\n") == ["LM-ADV-01"]
    assert clauses(PLAIN + "disadvantage corruption\n") == ["LM-ADV-01"]
    assert clauses(PLAIN + "advantage good-reputation\ndisadvantage corruption\n") == []
    assert "LM-ADV-01" in clauses(PLAIN + "advantage immortality\ndisadvantage corruption\n")
    doubled = "advantage good-reputation good-reputation\ndisadvantage corruption double-hierarchy\n"
    assert clauses(PLAIN + doubled) == ["LM-ADV-01"]


COUNTED = [
    ("LM-ADV-02", "six-classes", "corruption", ("W T P M H", "W T P M H C")),
    ("LM-DIS-01", "good-reputation", "four-classes", ("W T P M H", "W T P M")),
    ("LM-ADV-03", "eleven-types", "corruption", ("MF HF", "MF HF HP HL")),
    ("LM-DIS-02", "good-reputation", "seven-types", ("LC MC MA", "LC")),
    ("LM-ADV-04", "gold-150", "corruption", ("75", "150")),
    ("LM-ADV-05", "two-seconds", "corruption", ("Ben T 1", "Ben T 2")),
    ("LM-DIS-04", "good-reputation", "three-firsts", ("Ann W 2", "Ann W 1")),
    ("LM-ADV-06", "mobile-treasury", "corruption", ("75 at 36", "75 with Ann")),
]


@pytest.mark.clause(
    "LM-ADV-02", "LM-ADV-03", "LM-ADV-04", "LM-ADV-05", "LM-ADV-06", "LM-DIS-01", "LM-DIS-02", "LM-DIS-04"
)
@pytest.mark.parametrize(("clause", "good", "bad", "change"), COUNTED)
def test_traits_change_what_is_asked_for(clause: str, good: str, bad: str, change: tuple[str, str]) -> None:
    traits = f"advantage {good}\ndisadvantage {bad}\n"
    assert clauses(PLAIN + traits, change) == []
    assert clauses(PLAIN + traits) == [clause]
    assert clauses(PLAIN, change) != []


BARGAINS = {
    "six-classes": ("W T P M H", "W T P M H C"), "four-classes": ("W T P M H", "W T P M"),
    "eleven-types": ("MF HF", "MF HF HP HL"), "seven-types": ("LC MC MA", "LC"), "gold-150": ("75", "150"),
    "two-seconds": ("Ben T 1", "Ben T 2"), "three-firsts": ("Ann W 2", "Ann W 1"),
    "mobile-treasury": ("treasury 75 at 36", "treasury 75 with Ann"),
    "wasteland-warriors": ("27c 36g 45f", "27w 36g 45w"), "recruits-only": ("troops HFC 5 at 36\n", ""),
}  # fmt: skip
"""By trait: what it changes in the plain set-up, besides the gold."""
LESS_GOLD = {"recruits-only": "20", "wasteland-warriors": "15"}


def bargain(good: str, bad: str) -> str:
    """The plain set-up with an advantage and a disadvantage, and all that they ask for."""
    text = PLAIN
    for trait in (good, bad):
        text = text.replace(*BARGAINS[trait]) if trait in BARGAINS else text
    if good == "city-state":
        text = text.replace("27c 36g 45f", "27c").replace("27w 36g 45w", "27w") + "city Burg at 27 race M\n"
        text = text.replace("at 36", "at 27").replace("at 45", "at 27")
    return text.replace("75", LESS_GOLD.get(bad, "75")) + f"advantage {good}\ndisadvantage {bad}\n"


@pytest.mark.clause("LM-ADV-01", "LM-ADV-07", "LM-ADV-08", "LM-ADV-10", "LM-DIS-05", "LM-DIS-06", "LM-DIS-12")
@pytest.mark.parametrize("good", tables.ADVANTAGES)
def test_every_advantage_goes_with_every_disadvantage_that_does_not_contradict_it(good: str) -> None:
    assert (len(tables.ADVANTAGES), len(tables.DISADVANTAGES)) == (9, 10)
    for bad in tables.DISADVANTAGES:
        found = clauses(bargain(good, bad))
        if (good, bad) in tables.CONTRADICTIONS:
            assert "LM-DIS-13" in found
        else:
            assert found == [], (good, bad)


@pytest.mark.clause("LM-ADV-06")
def test_a_mobile_treasury_goes_with_the_leader_only() -> None:
    traits = "advantage mobile-treasury\ndisadvantage corruption\n"
    assert clauses(PLAIN + traits, ("75 at 36", "75 with Ben")) == ["LM-ADV-06"]


@pytest.mark.clause("LM-ADV-09")
def test_a_city_state_has_one_province_and_its_city() -> None:
    assert "LM-ADV-09" in clauses(SKULLTOWN, ("27o", "27o 36o 45o"))
    assert "LM-ADV-09" in clauses(SKULLTOWN, ("city Skulltown at 27 race O\n", ""))
    assert clauses(SKULLTOWN, ("city Skulltown at 27 race O", "city Skulltown at 27 race dead")) == ["LM-ADV-09"]
    assert "LM-ADV-09" in clauses(SKULLTOWN, ("Skulltown at 27 race", "Skulltown at 36 race"))
    assert clauses(SKULLTOWN, ("Skulltown", "Ardea")) == ["LM-ADV-09"]
    assert clauses(PLAIN + "city Newhaven at 27 race M\n") == ["LM-ADV-09"]


@pytest.mark.clause("LM-DIS-03")
def test_recruits_only_means_twenty_gold_and_no_troops() -> None:
    traits = "advantage good-reputation\ndisadvantage recruits-only\n"
    assert clauses(PLAIN + traits) == ["LM-DIS-03", "LM-DIS-03"]
    assert clauses(PLAIN + traits, ("troops HFC 5 at 36\n", ""), ("75", "20")) == []


@pytest.mark.clause("LM-DIS-11")
def test_warriors_of_the_wasteland_have_fifteen_gold_and_no_good_land() -> None:
    traits = "advantage good-reputation\ndisadvantage wasteland-warriors\n"
    assert clauses(PLAIN + traits, ("75", "15")) == ["LM-DIS-11"]
    assert clauses(PLAIN + traits, ("27c 36g 45f", "27w 36g 45w")) == ["LM-DIS-11"]
    assert clauses(PLAIN + traits, ("27c 36g 45f", "27w 36g 45w"), ("75", "15")) == []


@pytest.mark.clause("LM-DIS-13")
@pytest.mark.parametrize(("one", "other"), tables.CONTRADICTIONS)
def test_contradictions_are_refused(one: str, other: str) -> None:
    good = [key for key in (one, other) if key in tables.ADVANTAGES] or ["leader-choice", "good-reputation"]
    bad = [key for key in (one, other) if key in tables.DISADVANTAGES]
    good = good if len(good) >= len(bad) else ["leader-choice", *good]
    text = f"{PLAIN}advantage {' '.join(good)}\ndisadvantage {' '.join(bad)}\n"
    names = [(tables.ADVANTAGES.get(key) or tables.DISADVANTAGES[key]).name for key in (one, other)]
    found = [problem for problem in wrong(text) if problem.clause == "LM-DIS-13"]
    assert [problem.reason for problem in found] == [f"“{names[0]}” and “{names[1]}” contradict each other."]
    assert found[0].line == text.splitlines().index(f"disadvantage {' '.join(bad)}") + 1


@pytest.mark.clause("LM-DIS-13")
def test_the_contradictions_are_all_that_say_the_same_both_ways() -> None:
    assert {frozenset(pair) for pair in tables.CONTRADICTIONS} == {
        frozenset(pair.split()) for pair in (
            "six-classes four-classes", "eleven-types seven-types", "gold-150 recruits-only",
            "gold-150 wasteland-warriors", "recruits-only wasteland-warriors", "two-seconds three-firsts",
            "good-reputation perfidious", "mobile-treasury holy-treasury", "good-administration corruption",
        )
    }  # fmt: skip


@pytest.mark.clause("LM-DIS-13")
def test_a_city_state_of_wasteland_warriors_stands_in_grassland_or_wasteland() -> None:
    changes = (
        ("city-state six-classes eleven-types gold-150", "city-state six-classes eleven-types leader-choice"),
        ("corruption perfidious holy-treasury", "corruption wasteland-warriors holy-treasury"),
        ("150", "15"),
    )
    assert clauses(SKULLTOWN, *changes) == ["LM-DIS-11"]
    assert clauses(SKULLTOWN, *changes, ("27o", "27w")) == []


@pytest.mark.clause("LM-DIS-07")
def test_under_a_double_hierarchy_all_but_the_leader_have_a_function() -> None:
    traits = "advantage good-reputation\ndisadvantage double-hierarchy\n"
    text = PLAIN.replace("Ben T 1 at 27", "Ben T 1 at 27 military")
    assert clauses(text + traits) == []
    assert clauses(text) == ["LM-DIS-07"]
    assert clauses(PLAIN.replace("at 36 leader", "at 36 civil leader") + traits) == ["LM-DIS-07"]
    state = founded(text + traits, None)
    functions = {each.name: each.function for each in state.people.values() if each.owner == 0}
    assert functions == {"Ann": "", "Ben": "military", "Cid": "military"}


# The founding


@pytest.mark.clause("LM-SET-06", "LM-SET-11", "LM-SET-12", "LM-SET-02")
def test_a_nation_is_founded_as_its_set_up_says() -> None:
    state = founded(PLAIN, None)
    nation = state.nations[0]
    assert (state.turn, nation.name, nation.god, nation.gold, nation.site) == (1, "Nowhere", "Jupiter", 75, 36)
    assert nation.classes == ("W", "T", "P", "M", "H")
    assert len(nation.kinds) == 9
    assert [(p.name, p.of, p.level, p.place) for p in state.people.values() if p.owner == 0] == [
        ("Ann", "W", 2, 36), ("Ben", "T", 1, 27), ("Cid", "P", 1, 45)
    ]  # fmt: skip
    assert (codes(state, 0, 36), codes(state, 0, 45)) == (["HFC"] * 5, ["RED"] * 5)
    assert [state.terrain[square] for square in (27, 36, 45)] == ["c", "g", "f"]
    assert "x" not in state.terrain
    assert set(state.starts) >= {27, 36, 45}
    assert not {27, 36, 45} & state.coffers.keys()


def test_whoever_hands_in_nothing_gets_a_ready_made_nation() -> None:
    state = founded(None, None)
    assert [nation.name for nation in state.nations] == ["The Jarls of Ravenfell", "The Court of Nine Lanterns"]
    assert all(
        len(state.roster(seat)) == 3 and nation.leader in state.people for seat, nation in enumerate(state.nations)
    )


@pytest.mark.parametrize("group", world.START_GROUPS)
def test_every_ready_made_nation_is_legal_where_it_is_offered(group: tuple[int, int, int]) -> None:
    state = lands(group, *[other for other in world.START_GROUPS if other != group][:1])
    blank = GAME.blank(state, "P1")
    assert GAME.check(state, "P1", blank) == []
    assert GAME.parse(GAME.write(blank)) == blank


def test_the_ready_made_nations_share_no_names() -> None:
    state = lands(*world.START_GROUPS)
    after = GAME.resolve(state)
    names = [each.name for each in after.people.values()] + [nation.name for nation in after.nations]
    assert len(set(names)) == 24
    assert not any(name.endswith(" II") for name in names)


def test_a_set_up_laid_unchecked_that_is_no_good_is_replaced() -> None:
    state = lands()
    GAME.lay(state, "P1", GAME.parse("god Loki"))
    assert GAME.resolve(state).nations[0].name == "The Jarls of Ravenfell"


def test_the_lands_before_the_founding_can_be_looked_at() -> None:
    state = GAME.setup(seats=("P1", "P2", "Referee"), seed=b"look")
    assert GAME.actors(state) == ("P1", "P2")
    assert GAME.blank(state, "Referee").orders == ()
    assert all(str(square) in GAME.view(state, "P1").prompt for square in state.groups[0])
    texts = {space.id: space.text for space in GAME.boards(state)[0].spaces}
    assert texts["27"] == "Start square 27"
    assert GAME.view(state, None).prompt
    assert GAME.view(state, "Referee").prompt


def test_equal_names_of_two_players_are_told_apart() -> None:
    other = PLAIN.replace("27c 36g 45f", "4c 5g 6f").replace("at 36", "at 5").replace("at 27", "at 4")
    state = founded(PLAIN, other.replace("at 45", "at 6"))
    assert [nation.name for nation in state.nations] == ["Nowhere", "Nowhere II"]
    assert state.person_named("Ann II") in state.roster(1)


# What the traits do in the game


@pytest.mark.clause("LM-SET-15", "LM-ADV-06")
def test_a_treasury_stays_a_mobile_one_goes_along() -> None:
    state = hargaar()
    person(state, "Ann W2", 0, 36)
    person(state, "Bea W2", 1, 20)
    state.set_nation(0, site=36)
    state.set_nation(1, advantages=("mobile-treasury",))
    play(state, "char Ann: move 35", "char Bea: move 11", rolls=[10, 9])
    assert state.nations[0].site == 36
    assert state.nations[1].site == 0
    assert theft.site(state, 1) == 11


@pytest.mark.clause("LM-SET-14")
def test_the_founding_is_cried_through_all_lands() -> None:
    state = lands()
    state.journal = []  # type: ignore[misc]
    founding.found_nations(Turn(state))
    entries = told(state.journal or [], "founded")
    assert [entry.readers for entry in entries] == [None, None]
