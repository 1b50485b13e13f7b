"""Kings and their alignments (2.1, 2.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from games.adventurer_kings.positions.realm import (
    FREE,
    a_turn,
    act,
    bare_state,
    dice,
    line,
    load,
    new_state,
    put_person,
    relate,
    skills,
)
from games.adventurer_kings.positions.worlds import PLAIN_KING, crowned, faults
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.deaths import aptitudes_of
from palatine.games.adventurer_kings.rules.common.hiring import price
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm import diplomacy
from palatine.games.adventurer_kings.rules.realm.offices import reduction
from palatine.games.adventurer_kings.rules.setup.founding import settle_alignments
from palatine.games.adventurer_kings.rules.setup.heroes import aptitudes_of_hero

# 2.1


@pytest.mark.clause("AK-2.1-01")
def test_kings_have_the_lowest_numbers() -> None:
    s = crowned(PLAIN_KING)
    assert [kingdom.king for kingdom in s.kingdoms] == list(range(1, 9))
    assert {n for n, person in s.people.items() if person.is_king} == set(range(1, 9))


def alignments(texts: list[str], scenario: str = "standard", seed: bytes = b"kings") -> list[str]:
    """Return the alignments given to Kings who ask for these."""
    s = bare_state(len(texts), scenario, seed)
    lines = [
        orders.KingLine("K", "human", text.split(" or ")[0], "brave", ("TA", "TA"), ([*text.split(" or "), ""])[1])
        for text in texts
    ]
    return [tables.ALIGNMENTS[each] for each in settle_alignments(Turn(s), lines)]


@pytest.mark.clause("AK-2.1-02")
def test_one_divine_and_one_undead_king_at_most() -> None:
    firsts = set()
    for seed in range(12):
        found = alignments(["divine or pagan"] * 3 + ["undead or evil"] * 3 + ["good"] * 2, seed=b"%d" % seed)
        assert Counter(found) == {"divine": 1, "pagan": 2, "undead": 1, "evil": 2, "good": 2}
        firsts.add(found.index("divine"))
    assert firsts == {0, 1, 2}, "lots decide whose wish is granted"


@pytest.mark.clause("AK-2.1-02")
def test_without_a_second_choice_it_is_the_nearest() -> None:
    assert sorted(alignments(["divine", "divine"])) == ["divine", "good"]
    assert sorted(alignments(["undead", "undead"])) == ["evil", "undead"]


@pytest.mark.clause("AK-12.1-12")
@pytest.mark.parametrize(("asked", "other"), [
    ("divine", "good"), ("good", "druidic"), ("druidic", "neutral"), ("neutral", "druidic"), ("pagan", "neutral"),
    ("evil", "pagan"), ("undead", "evil"),
])  # fmt: skip
def test_of_two_alignments_alike_near_a_king_gets_the_one_nearer_to_neutral(asked: str, other: str) -> None:
    assert set(alignments([asked, asked], "super")) == {asked, other}


@pytest.mark.clause("AK-2.1-03")
def test_the_player_chooses_name_race_temper_alignment_and_levels() -> None:
    s = crowned('king "Brunhilda" race elf alignment pagan temper cowardly levels AR,AR,EL,EX')
    king = s.king(0)
    assert (king.name, king.race, king.alignment, king.temper) == (
        "Brunhilda",
        tables.ELF,
        tables.PAGAN,
        tables.COWARDLY,
    )
    assert king.levels == skills("AR2 EL1 EX1")


@pytest.mark.clause("AK-2.1-03")
@pytest.mark.parametrize("levels", ["TA,TA,TA,MA", "TA,MA,DR", "TA,TA,MA,MA,DR"])
def test_four_levels_and_two_at_most_in_one_ability(levels: str) -> None:
    assert set(faults(f'king "Falk" levels {levels}')) == {"AK-2.1-03"}
    assert faults(PLAIN_KING) == []


@pytest.mark.clause("AK-2.1-04")
@pytest.mark.parametrize("scenario", ["standard", "europe"])
def test_a_king_who_sails_has_ships_and_lives_by_the_sea(scenario: str) -> None:
    for seed in range(8):
        s = crowned('king "Falk" race orc levels NA,TA,TA,MA', b"%d" % seed, scenario)
        home = s.kingdoms[0].home
        assert s.lands[home].types == (tables.PHALANX, tables.FLEET)
        assert any(s.is_sea(near) for near in s.atlas.neighbours[home])
        assert sorted(army.type for army in s.armies.values() if army.owner == 0) == [
            tables.PHALANX,
            tables.PHALANX,
            tables.FLEET,
        ]


@pytest.mark.clause("AK-2.1-05")
@pytest.mark.parametrize(("race", "code"), [("human", "LE"), ("elf", "BO"), ("dwarf", "AX"), ("orc", "PH")])
def test_the_race_brings_its_army_type(race: str, code: str) -> None:
    s = crowned(f'king "Falk" race {race} levels TA,TA,MA,DR')
    land = s.lands[s.kingdoms[0].home]
    assert land.race == tables.RACES.index(race)
    assert tables.ARMY_CODES[land.types[0]] == code
    assert land.tax == 10


@pytest.mark.clause("AK-2.1-06")
def test_orcs_ride_wargs_unless_they_sail() -> None:
    s = crowned('king "Falk" race orc levels TA,TA,MA,DR')
    assert [tables.ARMY_CODES[kind] for kind in s.lands[s.kingdoms[0].home].types] == ["PH", "WR"]
    s = crowned('king "Falk" race orc levels NA,TA,MA,DR')
    assert [tables.ARMY_CODES[kind] for kind in s.lands[s.kingdoms[0].home].types] == ["PH", "FL"]


@pytest.mark.clause("AK-2.1-07")
def test_royal_training_adds_a_level_to_melee_archery_and_sage() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    raised = {tables.ABILITIES[ability] for ability in range(15) if effective(s, king, ability) == 1}
    assert raised == {"ME", "AR", "SA"}
    hero = put_person(s, "Odo", 0, 504)
    assert not any(effective(s, hero, ability) for ability in range(15))


@pytest.mark.parametrize(
    ("alignment", "raised", "barred"),
    [
        pytest.param("divine", "WH", "NE", marks=pytest.mark.clause("AK-2.1-08")),
        pytest.param("undead", "NE", "WH", marks=pytest.mark.clause("AK-2.1-09")),
    ],
)
def test_divine_and_undead_kings_have_a_magic_and_lack_another(alignment: str, raised: str, barred: str) -> None:
    s = crowned(f'king "Falk" alignment {alignment} levels TA,TA,MA,DR')
    n = s.kingdoms[0].king
    assert s.king(0).levels[tables.ability(raised)] == 0
    assert effective(s, n, tables.ability(raised)) == 1
    assert s.king(0).aptitudes[tables.ability(barred)] == 0
    assert faults(f'king "Falk" alignment {alignment} levels TA,TA,MA,{barred}')
    assert faults(f'king "Falk" alignment good or {alignment} levels TA,TA,MA,{barred}')
    assert not faults(f'king "Falk" alignment {alignment} levels TA,TA,MA,{raised}')


@pytest.mark.clause("AK-2.1-09", "AK-4.2.5-06")
def test_one_of_an_undead_kings_first_armies_is_skeletal() -> None:
    s = crowned('king "Falk" alignment undead levels TA,TA,MA,DR')
    assert [army.is_skeletal for army in s.armies.values() if army.owner == 0] == [True, False, False]


@pytest.mark.clause("AK-2.1-10")
def test_a_kings_aptitude_is_two_above_his_skill() -> None:
    found = aptitudes_of(tables.DRUIDIC, skills("TA2 MA1 DR1"))
    wanted = {tables.TACTICAL: 4, tables.FORCED_MARCH: 3, tables.DRUID: 5, tables.PSYCHIC_MAGIC: 4}
    assert found == tuple(wanted.get(ability, 2) for ability in range(15))


# 2.3


@pytest.mark.clause("AK-2.3-01")
def test_the_alignments_in_their_order() -> None:
    assert list(tables.ALIGNMENTS) == ["divine", "good", "druidic", "neutral", "pagan", "evil", "undead"]


@pytest.mark.clause("AK-2.3-02")
def test_what_each_step_from_the_emperors_alignment_costs() -> None:
    assert [row.loss for row in tables.ALIGNMENT] == [20, 12, 15, 20, 15, 12, 20]
    s = new_state()
    s.set_kingdom(0, alignment=tables.PAGAN)
    s.set_kingdom(1, alignment=tables.GOOD)
    assert reduction(s, 0, 1) == pytest.approx(0.45), "a Pagan King loses 45% under a Good Emperor"


@pytest.mark.clause("AK-2.3-03")
def test_the_abilities_that_alignments_favour() -> None:
    codes = {
        row.name: tuple(tables.ABILITIES[ability] if ability >= 0 else "" for ability in (row.magic, row.special))
        for row in tables.ALIGNMENT
    }
    assert codes == {
        "divine": ("", ""), "good": ("WH", "SA"), "druidic": ("PS", "DR"), "neutral": ("IL", "SP"),
        "pagan": ("EL", "EX"), "evil": ("NE", "TH"), "undead": ("", ""),
    }  # fmt: skip


@pytest.mark.clause("AK-2.3-04")
def test_aptitude_is_doubled_in_what_the_alignment_favours() -> None:
    king = aptitudes_of(tables.NEUTRAL, skills("SP1 TA1"))
    assert (king[tables.SPY], king[tables.ILLUSORY_MAGIC], king[tables.TACTICAL]) == (5, 4, 3)
    s = new_state()
    with dice(s, [4] * 15):
        hero = aptitudes_of_hero(Turn(s), skills("SP3 TA3"), [tables.ILLUSORY_MAGIC, tables.SPY])
    assert (hero[tables.SPY], hero[tables.ILLUSORY_MAGIC], hero[tables.TACTICAL]) == (5, 2, 5), (
        "3 and 2 would be 10, but five is the most"
    )


# What alignments bring in the hire of Heroes stands in 3.5, what in treaties in 8.2 and 8.3


def hired(king: int, hero: int, **changes: object) -> bool:
    """Return whether a Hero of an alignment enters a King's service for four gold."""
    s = new_state()
    n = s.kingdoms[0].king
    s.set_person(n, alignment=king)
    s.set_kingdom(0, alignment=king, gold=20)
    other = put_person(s, "Odo", FREE, 504, alignment=hero, whim=0, **changes)
    load(s, experience__hire=1000)
    act(a_turn(s), n, f"HI {other} 4")
    return s.people[other].seat == 0


COMMON = (tables.GOOD, tables.DRUIDIC, tables.NEUTRAL, tables.PAGAN, tables.EVIL)


@pytest.mark.clause("AK-2.3-05")
@pytest.mark.parametrize(("hero", "same"), [(tables.GOOD, tables.GOOD), (tables.DRUIDIC, tables.GOOD)])
def test_a_divine_king_pays_heroes_as_a_good_one(hero: int, same: int) -> None:
    s = new_state()
    other = put_person(s, "Odo", FREE, 504, alignment=hero)
    asked = []
    for alignment in (tables.DIVINE, same, tables.UNDEAD):
        s.set_kingdom(0, alignment=alignment)
        asked.append(price(a_turn(s), 0, other))
    assert asked[0] == asked[1] < asked[2]


@pytest.mark.clause("AK-2.3-06")
def test_a_neutral_king_may_hire_heroes_of_any_alignment() -> None:
    assert all(hired(tables.NEUTRAL, alignment) for alignment in range(len(tables.ALIGNMENTS)))
    assert not hired(tables.GOOD, tables.EVIL), "four steps are too many"


@pytest.mark.clause("AK-2.3-07")
@pytest.mark.parametrize("king", [tables.DIVINE, tables.UNDEAD])
def test_two_of_five_alignments_serve_a_divine_or_undead_king(king: int) -> None:
    serve = [alignment for alignment in COMMON if hired(king, alignment)]
    assert len(serve) / len(COMMON) == 0.4
    assert all(abs(alignment - king) <= 2 for alignment in serve)


@pytest.mark.clause("AK-2.3-08")
@pytest.mark.parametrize(("alignment", "word", "before", "after"), [
    (tables.DRUIDIC, "treat", PEACE, ALLIED), (tables.NEUTRAL, "treat", PEACE, PEACE),
    (tables.EVIL, "break", PEACE, ENEMY), (tables.UNDEAD, "break", PEACE, ENEMY),
    (tables.NEUTRAL, "break", PEACE, PEACE),
])  # fmt: skip
def test_automatic_treaties_and_breaks(alignment: int, word: str, before: int, after: int) -> None:
    s = new_state()
    s.set_kingdom(0, alignment=alignment)
    line(s, 0, f"{word} 2")
    relate(s, 0, 1, before)
    t = a_turn(s)
    diplomacy.collect(t)
    diplomacy.change_treaties_at_once(t)
    if word == "treat":
        diplomacy.closing(t)
    assert s.relations[0][1] == s.relations[1][0] == after
