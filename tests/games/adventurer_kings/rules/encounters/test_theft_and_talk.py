"""Theft and talk: chances, shares and promises (5.4, 5.5)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, master, plan
from games.adventurer_kings.positions.realm import (
    FREE,
    NO,
    YES,
    a_turn,
    dice,
    load,
    new_state,
    put_feature,
    put_item,
    put_person,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Proposal
from palatine.games.adventurer_kings.rules.encounters import negotiating, stealing
from palatine.games.adventurer_kings.state import State

QUIET = {"experience:_melee": NO, "experience:_talk": NO, "experience:_steal": NO, "random_encounter": NO}


def at_a_lair(monster_name: str = "Ogre", levels: str = "ME9", **changes: object) -> tuple[State, int, int]:
    """Return a Hero of the first King in 504 before a guardian with 18 hit points and 20 gold."""
    s = new_state()
    n = hero(s, levels)
    lair = put_feature(s, "Dungeon", 504, monster_name, **{"gold": 20, "hp": 18, **changes})
    load(s, a_blow=YES, damage=6, who_goes_first=1, **QUIET)
    s.journal = []  # type: ignore[misc]
    return s, n, lair


def kinds(s: State, seat: int = 0) -> list[str]:
    return [
        each.kind for each in s.journal or [] if seat in (each.readers or ()) and not each.kind.startswith("fight")
    ]


# Theft (5.5)


@pytest.mark.clause("AK-5.5-01", "AK-5.5-02", "AK-5.5-04", "AK-12.1-06", "AK-2.0-01")
@pytest.mark.parametrize(
    ("theft", "caught", "expected"), [(1, NO, "theft-from"), (99, NO, "theft-missed"), (99, YES, "theft-caught")]
)
def test_what_is_told_of_a_theft_from_a_hero(theft: int, caught: int, expected: str) -> None:
    s = new_state()
    n, foe = hero(s), hero(s, seat=1)
    cloak = put_item(s, "Grey Cloak", foe)
    load(s, theft=theft, the_thief_is_caught=caught, **QUIET)
    s.journal = []  # type: ignore[misc]
    result = stealing.steal_from_person(a_turn(s), n, foe, ())
    assert result == ("fight" if expected == "theft-caught" else "")
    (entry,) = [each for each in s.journal or [] if each.kind.startswith("theft")]
    assert (entry.kind, entry.readers) == (expected, (0, 1) if expected == "theft-caught" else (0,))
    assert entry.tally is not None
    assert s.renown.get(foe, (0,) * 40)[titles.BLADE_OF_JUSTICE] == (expected == "theft-caught")
    if expected == "theft-from":
        assert s.items[cloak].bearer == n
        assert [each.readers for each in told(s.journal or [], "robbed-of")] == [(1,)]
        assert [each.readers for each in told(s.journal or [], "stolen-item")] == [(0,)]


@pytest.mark.clause("AK-12.1-08", "AK-5.5-04", "AK-2.0-01")
@pytest.mark.parametrize(("level", "watchful", "power", "caught"), [
    (0, False, 0, 70), (1, False, 0, 55), (3, False, 0, 25), (4, False, 0, 10), (9, False, tables.DOUBLE_THEFT, 5),
    (0, True, 0, 95), (1, True, 0, 80),
    (5, False, tables.HARD_TO_CATCH, 2.5),
])  # fmt: skip
def test_how_often_a_failed_thief_is_caught(level: int, watchful: bool, power: int, caught: float) -> None:
    for face, seized in ((round(caught * 10), True), (round(caught * 10) + 1, False)):
        s = new_state()
        n = master(s, power) if level == 5 else hero(s, f"TH{level}")
        if level == 9:
            s.mastery[tables.THIEF] = (1, 2, 3, 4, 0)
            s.set_person(n, levels=tuple(8 if ability == tables.THIEF else 0 for ability in range(15)))
        foe = hero(s, seat=1)
        if watchful:
            s.title_holders[titles.BLADE_OF_JUSTICE] = hero(s, seat=1)
        load(s, theft=99, the_thief_is_caught=face, **QUIET)
        result = stealing.steal_from_person(a_turn(s), n, foe, ())
        assert (result == "fight") is seized


@pytest.mark.clause("AK-5.5-01", "AK-5.5-02", "AK-12.1-08", "AK-2.0-01")
@pytest.mark.parametrize(("case", "percent"), [
    ("plain", 30), ("titled", 40), ("guarded", 15), ("royal", 90), ("guarded master", 45), ("best", 95),
    ("best guarded", 47),
])  # fmt: skip
def test_the_chance_of_a_theft(case: str, percent: int) -> None:
    s = new_state()
    power = {"royal": tables.ROYAL_THEFT, "guarded master": tables.HARD_TO_CATCH}.get(case)
    n = master(s, power) if power else hero(s, "TH9" if "best" in case else "TH1")
    s.mastery[tables.THIEF] = (0, 1, 3, 4, 2) if "best" in case else s.mastery[tables.THIEF]
    if "best" in case:
        s.set_person(n, levels=tuple(8 if ability == tables.THIEF else 0 for ability in range(15)))
    if case == "titled":
        s.title_holders[titles.PRINCE_OF_THIEVES] = n
    guarded = "guarded" in case or case == "royal"
    assert stealing.roll_theft(a_turn(s), n, (), guarded).value == percent


@pytest.mark.clause("AK-5.5-03", "AK-5.5-01", "AK-2.0-01", "AK-10.3-05")
@pytest.mark.parametrize(
    ("case", "took"), [("king", True), ("poor king", False), ("hero", True), ("nothing", False), ("guest", False)]
)
def test_what_a_thief_finds(case: str, took: bool) -> None:
    s = new_state()
    n = hero(s, "TH2")
    foe = s.kingdoms[1].king if "king" in case else hero(s, seat=1, visitor=int(case == "guest"))
    if case != "nothing":
        put_item(s, "Grey Cloak", foe)
    s.set_kingdom(1, gold=0 if case == "poor king" else 40)
    s.journal = []  # type: ignore[misc]
    load(s, which_item=1)
    assert stealing.loot(a_turn(s), n, foe) is took
    expected = {"king": ["stolen-treasury"], "hero": ["stolen-item"]}.get(case, ["nothing-to-steal"])
    assert kinds(s) == expected
    assert s.kingdoms[0].gold == 10 + (8 if case == "king" else 0)


@pytest.mark.clause("AK-5.5-03")
@pytest.mark.parametrize(("level", "percent"), [(0, 10), (1, 15), (4, 30), (9, 45)])
def test_the_share_of_a_treasury(level: int, percent: int) -> None:
    s = new_state()
    n = hero(s, f"TH{level}")
    s.set_kingdom(1, gold=100)
    stealing.loot(a_turn(s), n, s.kingdoms[1].king)
    assert s.kingdoms[1].gold == 100 - percent
    s.set_kingdom(1, gold=1)
    stealing.loot(a_turn(s), n, s.kingdoms[1].king)
    assert s.kingdoms[1].gold == 0


@pytest.mark.clause("AK-5.5-01", "AK-5.5-09")
@pytest.mark.parametrize(("face", "share"), [(1, 25), (26, 50), (51, 75)])
def test_the_share_of_a_hoard(face: int, share: int) -> None:
    s, n, lair = at_a_lair(gold=100)
    s.journal = []  # type: ignore[misc]
    with dice(s, [("share of a hoard", face)]):
        assert stealing.take_from_hoard(a_turn(s), n, lair) is True
    assert (s.features[lair].gold, s.kingdoms[0].gold, kinds(s)) == (100 - share, 10 + share, ["stolen-gold"])
    s.set_feature(lair, gold=0)
    s.journal = []  # type: ignore[misc]
    with dice(s, [("share of a hoard", face)]):
        assert stealing.take_from_hoard(a_turn(s), n, lair) is False
    assert kinds(s) == ["nothing-to-steal"]


@pytest.mark.clause("AK-2.0-01", "AK-12.1-06")
@pytest.mark.parametrize(("power", "count"), [(tables.DOUBLE_THEFT, 2), (tables.NO_RANSOM, 1)])
def test_some_masters_steal_twice(power: int, count: int) -> None:
    s = new_state()
    n, foe = master(s, power), hero(s, seat=1)
    for _ in range(3):
        put_item(s, "Grey Cloak", foe)
    lair = put_feature(s, "Dungeon", 504, "Gryphon")
    for _ in range(3):
        put_item(s, "Oaken Torc", feature=lair)
    load(s, theft=1, which_item=1, **QUIET)
    t = a_turn(s)
    stealing.steal_from_person(t, n, foe, ())
    assert len(s.items_of(n)) == count
    assert s.renown[n][titles.PRINCE_OF_THIEVES] == count
    assert stealing.steal_from_monster(t, n, lair, ()) is False
    assert s.renown[n][titles.PRINCE_OF_THIEVES] == 2 * count


@pytest.mark.clause("AK-5.5-05", "AK-5.5-06", "AK-2.0-01")
@pytest.mark.parametrize(("case", "gold", "dies", "told_of"), [
    ("hero", 10, True, "executed"), ("king", 21, False, "ransomed"), ("poor king", 0, True, "executed"),
    ("master king", 20, False, "no-ransom"),
])  # fmt: skip
def test_what_becomes_of_a_thief_who_is_caught(case: str, gold: int, dies: bool, told_of: str) -> None:
    s = new_state()
    thief = hero(s) if case == "hero" else s.kingdoms[0].king
    if case == "master king":
        s.set_person(thief, levels=tuple(9 if ability == tables.THIEF else 0 for ability in range(15)))
    s.set_kingdom(0, gold=gold)
    victim = s.kingdoms[1].king
    s.journal = []  # type: ignore[misc]
    stealing.punish(a_turn(s), thief, victim)
    assert bool(s.people[thief].died) is dies
    (entry,) = [each for each in s.journal or [] if each.kind in ("executed", "ransomed", "no-ransom")]
    assert (entry.kind, entry.readers) == (told_of, (0, 1))
    if told_of == "ransomed":
        assert (s.kingdoms[0].gold, s.kingdoms[1].gold, entry.data["gold"]) == (10, 21, 11)


# Talk (5.4)


@pytest.mark.clause("AK-5.4-01")
@pytest.mark.parametrize(
    ("dice_sum", "result"), [((1, 3), "attacks"), ((1, 4), "ignores"), ((3, 4), "ignores"), ((4, 4), "proposes")]
)
def test_how_a_guardian_answers(dice_sum: tuple[int, int], result: str) -> None:
    s, n, lair = at_a_lair("Giant", "", boldness=3)
    s.set_person(n, alignment=tables.NEUTRAL)
    before = negotiating.eloquence(a_turn(s), n, s.features[lair].monster)
    assert before == 2
    s.set_person(n, alignment=tables.PAGAN)
    assert negotiating.eloquence(a_turn(s), n, s.features[lair].monster) == 0
    s.journal = []  # type: ignore[misc]
    rolls = [("experience: talk", NO), ("talk", dice_sum[0]), ("talk", dice_sum[1])]
    if result == "proposes":
        rolls += [("proposal", 9)]
    with dice(s, rolls):
        assert negotiating.talk_to_monster(a_turn(s), n, lair) == result
    assert s.features[lair].boldness == (3 if result == "attacks" else 0)
    assert kinds(s) == [
        {"attacks": "talk-attacks", "ignores": "talk-ignores", "proposes": "proposal-explore"}[result]
    ]


@pytest.mark.clause("AK-5.4-01", "AK-4.3.2-04", "AK-12.1-08", "AK-2.0-01", "AK-5.4-03")
@pytest.mark.parametrize(("case", "mind", "value"), [
    ("plain", tables.NEUTRAL, 2), ("plain", tables.PAGAN, 0), ("plain", tables.EVIL, -1), ("plain", tables.DRUIDIC, 2),
    ("plain", tables.UNDEAD, -2), ("druid", tables.PAGAN, 3),
    ("tongue", tables.PAGAN, 1), ("gentle", tables.PAGAN, 7), ("cup", tables.PAGAN, 20),
])  # fmt: skip
def test_eloquence(case: str, mind: int, value: int) -> None:
    s = new_state()
    n = master(s, tables.GENTLE_TALK) if case == "gentle" else hero(s, "DR3" if case == "druid" else "")
    s.set_person(n, alignment=mind)
    if case == "tongue":
        s.title_holders[titles.GOLDEN_TONGUE] = n
    if case == "cup":
        put_item(s, "Cup of Truth", n)
    assert negotiating.eloquence(a_turn(s), n, tables.MONSTER_BY_NAME["Giant"]) == value


@pytest.mark.clause("AK-5.4-05", "AK-12.1-06")
@pytest.mark.parametrize(("face", "kept"), [(850, True), (851, False)])
def test_a_promise_kept_or_broken(face: int, kept: bool) -> None:
    s, n, lair = at_a_lair("Giant", "ME9", boldness=3)
    s.set_person(n, alignment=tables.PAGAN)
    assert negotiating.honesty(a_turn(s), n, s.features[lair].monster) == 90 - 5
    made = Proposal(lair, n, negotiating.BRING_GOLD, amount=4)
    s.proposals = [made, Proposal(lair + 1, n, negotiating.EXPLORE)]
    load(s, its_word=face, a_blow=YES, damage=6, who_goes_first=1, **QUIET)
    s.journal = []  # type: ignore[misc]
    assert negotiating.fulfil(a_turn(s), n, lair, plan("ME"))
    assert kinds(s)[0] == ("fulfilled" if kept else "betrayed")
    assert len(s.proposals) == 1
    assert s.renown[n][titles.GOLDEN_TONGUE] == 1
    assert s.features[lair].boldness == 0
    assert s.features[lair].friends == ((0,) if kept else ())
    assert s.kingdoms[0].gold == 10 - 4 + 20
    assert (s.features[lair].monster >= 0) is kept


@pytest.mark.clause("AK-5.4-02", "AK-4.3.2-04", "AK-5.9-02")
@pytest.mark.parametrize(("cup", "faces", "mind", "temper"), [
    (False, (251, 251), tables.PAGAN, tables.CAUTIOUS), (True, (1, 1), tables.PAGAN, tables.CAUTIOUS),
    (False, (250, 250),
    tables.EVIL, tables.COWARDLY),
])  # fmt: skip
def test_a_free_hero_is_judged_mostly_rightly(cup: bool, faces: tuple[int, int], mind: int, temper: int) -> None:
    s = new_state()
    n, foe = hero(s), put_person(s, "Hawk", FREE, 504, alignment=tables.PAGAN, temper=tables.CAUTIOUS)
    if cup:
        put_item(s, "Cup of Truth", n)
    load(s, misjudged=faces[0], to_which_side=1, **QUIET)
    s.journal = []  # type: ignore[misc]
    assert negotiating.talk_to_person(a_turn(s), n, foe) is True
    (entry,) = [each for each in s.journal or [] if each.kind.startswith("sounded")]
    assert (entry.data["alignment"], entry.data["temper"]) == (
        tables.ALIGNMENTS[mind].capitalize(),
        tables.TEMPERS[temper],
    )
    assert negotiating.estimate(a_turn(s), 0, 6, False) in (0, 1)
    load(s, misjudged=1, to_which_side=2)
    assert [negotiating.estimate(a_turn(s), each, 6, False) for each in (0, 3, 6)] == [0, 2, 5]
    load(s, misjudged=1, to_which_side=1)
    assert [negotiating.estimate(a_turn(s), each, 6, False) for each in (0, 3, 6)] == [1, 4, 6]
