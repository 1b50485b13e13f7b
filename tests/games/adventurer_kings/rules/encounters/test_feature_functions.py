"""The special functions of features (3.3, 5.8)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, master
from games.adventurer_kings.positions.realm import (
    FREE,
    a_turn,
    act,
    at,
    dice,
    failed,
    know,
    load,
    new_state,
    put_feature,
    put_item,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.encounters.feature_functions import (
    EFFECTS,
    scout,
    set_aptitude,
    set_level,
    unlearnt,
)
from palatine.games.adventurer_kings.state import State

NO = 1000
CALM = ("random encounter", NO)


def site(special: int, kind: str = "Dungeon", levels: str = "ME2", **changes: object) -> tuple[State, int, int]:
    """Return a Hero in 504 at an unguarded feature."""
    s = new_state()
    return s, hero(s, levels, **changes), put_feature(s, kind, 504, special=special)


def scouted(special: int, rolls: list[object], **changes: object) -> tuple[State, int]:
    """Return a Hero after discovering a special function, and the state."""
    s, n, feature = site(special, **changes)
    with dice(s, rolls):
        scout(a_turn(s), n, feature, set())
    return s, n


@pytest.mark.clause("AK-3.3-04", "AK-5.8-01", "AK-5.8-02", "AK-9.1-02")
def test_an_empty_feature_is_scouted_last_wherever_the_tactic_stands():
    s, n, feature = site(17)
    gold = s.kingdoms[0].gold
    entries = act(a_turn(s), n, f"SE {feature} SC,ME", [("gold", 7), CALM])
    assert s.kingdoms[0].gold == gold + 7
    assert told(entries, "special-gold", 0)


@pytest.mark.clause("AK-5.8-02", "AK-5.8-03")
@pytest.mark.parametrize(("used", "missed"), [
    ({orders.Talk}, 0), ({orders.Fulfil}, 0), ({orders.Strike}, 0), ({orders.Steal}, 33), ({orders.Flee}, 67),
    ({orders.Steal, orders.Flee}, 67),
    ({orders.Strike, orders.Flee}, 67), ({orders.Scout}, 67),
])  # fmt: skip
def test_haste_hides_what_is_special(used, missed):
    s = new_state()
    guarded = s.features[put_feature(s, "Dungeon", 504, "Ogre", special=17)]
    assert unlearnt(guarded, used) == missed


@pytest.mark.clause("AK-5.8-03")
def test_a_glimpse_says_only_that_there_is_something():
    s, n, feature = site(17)
    with dice(s, [("scouting in haste", 330)]):
        s.journal = []
        scout(a_turn(s), n, feature, {orders.Steal})
    assert [entry.kind for entry in s.journal or []] == ["scouted-glimpse"]
    assert s.features[feature].special_used == 0


@pytest.mark.clause("AK-5.8-04")
def test_a_special_works_once_a_year_and_once_for_each():
    s, n, feature = site(17)
    other = hero(s)
    t = a_turn(s)
    with dice(s, [("gold", 1)]):
        scout(t, n, feature, set())
        scout(t, other, feature, set())
    assert (s.people[n].scouted, s.people[other].scouted) == ((17,), ())
    s.turn += 1
    with dice(s, [("gold", 1)]):
        scout(t, n, feature, set())
        scout(t, other, feature, set())
    assert s.people[other].scouted == (17,)


@pytest.mark.clause("AK-5.8-01")
def test_a_scout_sees_the_treasure():
    s, n, feature = site(0)
    s.set_feature(feature, gold=5)
    put_item(s, "Grey Cloak", feature=feature)
    entries = act(a_turn(s), n, f"SE {feature} SC", [CALM])
    assert told(entries, "scouted-treasure", 0)[0].data["items"] == ["the Grey Cloak"]


@pytest.mark.clause("AK-5.8-01", "AK-5.8-03")
@pytest.mark.parametrize(("special", "used", "kinds"), [
    (0, set(), ["scouted-nothing", "scouted-gold"]), (17, set(), ["scouted-gold", "special-gold"]),
    (17, {orders.Steal}, ["scouted-gold", "scouted-glimpse"]),
])  # fmt: skip
def test_a_scout_sees_the_treasure_whatever_else_there_is(special: int, used: set[type], kinds: list[str]) -> None:
    s, n, feature = site(special)
    s.set_feature(feature, gold=5)
    load(s, scouting_in_haste=1)
    s.journal = []  # type: ignore[misc]
    scout(a_turn(s), n, feature, used)
    assert [entry.kind for entry in s.journal or []] == kinds


@pytest.mark.clause("AK-3.3-05", "AK-5.8-02")
def test_specials_that_harm():
    s, n = scouted(1, [])
    assert s.people[n].levels[tables.MELEE] == 1
    before = s.people[n].aptitudes[tables.TACTICAL]
    s, n = scouted(2, [("what age takes", 1)])
    assert s.people[n].aptitudes[tables.TACTICAL] == before - 1
    s, n = scouted(3, [("trap", 6)])
    assert not s.people[n].died
    s, n = scouted(4, [("cursed gold", 6)])
    assert s.kingdoms[0].gold == 4
    s, n = scouted(5, [])
    assert s.people[n].temper == tables.CAUTIOUS
    s, n = scouted(6, [])
    assert s.people[n].alignment == tables.PAGAN  # a step from Evil toward Neutral


@pytest.mark.clause("AK-3.3-05", "AK-5.8-02")
@pytest.mark.parametrize(("mine", "then"), [
    (tables.DRUIDIC, tables.NEUTRAL), (tables.NEUTRAL, tables.NEUTRAL), (tables.PAGAN, tables.NEUTRAL),
    (tables.UNDEAD, tables.EVIL),
])  # fmt: skip
def test_a_temptation_leads_a_step_toward_the_guardian(mine, then):
    s, n = scouted(6, [], alignment=mine)
    assert s.people[n].alignment == then
    s, _, feature = site(6)
    king = s.kingdoms[0].king
    s.set_person(king, alignment=mine, place=at(s, 504))
    with dice(s, []):
        scout(a_turn(s), king, feature, set())
    assert s.king(0).alignment == mine, "a King's is his kingdom's"


@pytest.mark.clause("AK-3.3-05", "AK-5.8-02")
def test_specials_that_help():
    s, n = scouted(10, [("what he is fit for", 1)])
    assert s.people[n].aptitudes[tables.TACTICAL] == 3
    s, n = scouted(11, [("what he learns", 1)])
    assert s.people[n].levels[tables.TACTICAL] == 1
    s, n = scouted(13, [("which lesson", 2)], kind="Wizard's Tower")
    assert s.people[n].levels[tables.PSYCHIC_MAGIC] == 1
    s, n = scouted(15, [])
    assert s.people[n].temper == tables.BERSERK
    s, n = scouted(20, [("which item", 1)])
    assert [tables.ITEMS[s.items[i].kind].name for i in s.items_of(n)] == ["Baton of Command"]


@pytest.mark.clause("AK-5.8-02")
def test_visions_springs_and_hermits():
    s, n, feature = site(7)
    far = put_feature(s, "Tomb", 814, "Ghoul")
    with dice(s, [1, 1]):
        scout(a_turn(s), n, feature, set())
    assert set(s.lore[0]) == {feature, far}
    s, n, feature = site(9)
    s.journal = []
    with dice(s, [("whose treasury", 2)]):
        scout(a_turn(s), n, feature, set())
    assert told(s.journal or [], "special-vision-king", 0)[0].data["realm"] == "Realm3"
    s, n, feature = site(16)
    wand = put_item(s, "Wand of Fire", n, charges=1)
    with dice(s, [("which item", 1), ("charges", 4)]):
        scout(a_turn(s), n, feature, set())
    assert s.items[wand].charges == 5
    s, n, feature = site(19)
    free = hero(s, seat=FREE)
    s.set_person(free, place=at(s, 814))
    with dice(s, [("who is there", 1)]):
        scout(a_turn(s), n, feature, set())
    assert s.people[free].place == at(s, 504)
    s, n, feature = site(18)
    with dice(s, [("inspiration", 600), ("which discovery", 1)]):
        scout(a_turn(s), n, feature, set())
    assert s.kingdoms[0].discoveries == (0,)


@pytest.mark.clause("AK-5.8-04")
@pytest.mark.parametrize(("kind", "alignment"), [
    ("Ruined Temple", tables.GOOD), ("Sacred Grove", tables.DRUIDIC), ("Tomb", tables.EVIL), ("Tomb", tables.UNDEAD),
])  # fmt: skip
def test_the_favoured_of_a_place_escape_its_harm(kind, alignment):
    s, _ = scouted(4, [("a favoured visitor", 17), ("gold", 3)], kind=kind, alignment=alignment)
    assert s.kingdoms[0].gold == 13
    s, _ = scouted(4, [("cursed gold", 3)], kind=kind, alignment=tables.PAGAN)
    assert s.kingdoms[0].gold == 7


@pytest.mark.clause("AK-5.8-01")
def test_scouting_does_not_change_the_fight_before_it():
    s, n, feature = site(17, levels="ME9")
    s.set_feature(feature, monster=tables.MONSTER_BY_NAME["Ogre"], hp=18)
    load(s, a_blow=1, damage=6, gold=2, random_encounter=NO, experience__melee=NO)
    entries = act(a_turn(s), n, f"SE {feature} SC,ME")
    assert s.features[feature].monster < 0
    assert told(entries, "special-gold", 0)


@pytest.mark.clause("AK-5.8-03")
def test_who_loses_heart_in_the_fight_scouts_as_one_who_flees():
    s, n, feature = site(17, temper=tables.CAUTIOUS)
    s.set_feature(feature, monster=tables.MONSTER_BY_NAME["Great Wyrm"], hp=50)
    load(s, refusal=NO, a_blow=1, arrow=NO, flight=1, scouting_in_haste=670, random_encounter=NO)
    entries = act(a_turn(s), n, f"SE {feature} ME,SC")
    assert told(entries, "fight-flees", 0)
    assert told(entries, "scouted-glimpse", 0)


@pytest.mark.clause("AK-5.8-04")
@pytest.mark.parametrize("order", ["CA WH-RE on {n}", "CA WH-BL", "nothing"])
def test_a_curse_takes_a_level_until_it_is_lifted(order: str):
    s, n = scouted(1, [])
    assert (s.people[n].levels[tables.MELEE], s.people[n].cursed) == (1, tables.MELEE)
    priest = hero(s, "WH2")
    if order != "nothing":
        know(s, 0, 504)
        load(s, action_spell=1)
        entries = act(a_turn(s), priest, order.format(n=n))
        assert told(entries, "curse-lifted", 0)
        assert (s.people[n].levels[tables.MELEE], s.people[n].cursed) == (2, -1)
        assert failed(a_turn(s), priest, f"CA WH-RE on {n}") == ("AK-4.2.1-04", "fail.alive")


@pytest.mark.clause("AK-5.8-04", "AK-4.2.1-02")
def test_the_dead_rise_without_their_curse():
    s, n = scouted(1, [])
    s.set_person(n, died=1)
    priest = hero(s, "WH2")
    load(s, action_spell=1)
    act(a_turn(s), priest, f"CA WH-RE on {n}")
    assert (s.people[n].levels[tables.MELEE], s.people[n].cursed, s.people[n].died) == (2, -1, 0)


@pytest.mark.clause("AK-5.8-04")
def test_who_can_do_nothing_has_nothing_to_lose():
    s, n = scouted(1, [], levels="")
    assert (set(s.people[n].levels), s.people[n].cursed) == ({0}, -1)


@pytest.mark.clause("AK-5.8-02")
def test_there_are_twenty_special_functions():
    assert set(EFFECTS) == set(range(1, 21))
    assert EFFECTS[7] is EFFECTS[8]


@pytest.mark.clause("AK-5.8-02")
@pytest.mark.parametrize(
    ("levels", "learnt", "level"), [("TA1", tables.TACTICAL, 2), ("TA2", tables.TACTICAL + 1, 1)]
)
def test_what_he_learns_is_something_he_has_less_than_two_levels_in(levels: str, learnt: int, level: int):
    s, n = scouted(11, [("what he learns", 1)], levels=levels)
    assert s.people[n].levels[learnt] == level
    assert s.people[n].levels[tables.TACTICAL] == 2


@pytest.mark.clause("AK-5.8-02")
@pytest.mark.parametrize("ability", range(len(tables.ABILITIES)))
def test_what_a_place_gives_or_takes_changes_one_ability_alone(ability: int):
    s, n, _ = site(0, levels="ME2")
    levels, aptitudes = s.people[n].levels, s.people[n].aptitudes
    set_level(a_turn(s), n, ability, 1)
    set_aptitude(a_turn(s), n, ability, 1)
    assert s.people[n].aptitudes[ability] == aptitudes[ability] + 1
    for before, after in ((levels, s.people[n].levels), (aptitudes, s.people[n].aptitudes)):
        assert after == tuple(min(tables.TOP, each + (k == ability)) for k, each in enumerate(before))


@pytest.mark.clause("AK-5.8-02")
@pytest.mark.parametrize(("before", "change", "after"), [(0, -1, 0), (1, -1, 0), (9, 1, 9), (8, 1, 9), (3, 1, 4)])
def test_levels_and_aptitudes_lie_between_nothing_and_nine(before: int, change: int, after: int) -> None:
    s, n, _ = site(0)
    s.set_person(n, levels=(before,) * 15, aptitudes=(before,) * 15)
    t = a_turn(s)
    set_level(t, n, tables.MELEE, change)
    set_aptitude(t, n, tables.MELEE, change)
    assert s.people[n].levels == tuple(after if each == tables.MELEE else before for each in range(15))
    assert s.people[n].aptitudes == tuple(after if each == tables.MELEE else before for each in range(15))


@pytest.mark.clause("AK-5.8-02", "AK-5.8-04")
@pytest.mark.parametrize(("special", "faces", "kind"), [
    (1, {}, "curse"), (2, {"what_age_takes": 3}, "age"), (3, {"trap": 4}, "trap"),
    (4, {"cursed_gold": 4}, "cursed-gold"), (5, {}, "temper"),
    (6, {}, "alignment"), (7, {}, "vision-nothing"), (9, {"whose_treasury": 1}, "vision-king"),
    (10, {"what_he_is_fit_for": 3}, "insight"),
    (11, {"what_he_learns": 3}, "skill"), (13, {"which_lesson": 1}, "skill"), (15, {}, "temper"), (16, {}, "dry"),
    (16, {"which_item": 1, "charges": 3}, "spring"), (19, {"who_is_there": 1}, "hero"), (17, {"gold": 4}, "gold"),
    (18, {"inspiration": 601}, "dry"), (20, {"which_item": 2}, "item"),
])  # fmt: skip
def test_what_is_told_of_a_find(special: int, faces: dict[str, int], kind: str) -> None:
    s, n, feature = site(special, alignment=tables.PAGAN)
    learn_of(a_turn(s), 0, feature)
    load(s, **faces)
    if kind == "spring":
        put_item(s, "Wand of Fire", n)
    guest = hero(s, seat=FREE)
    s.journal = []
    scout(a_turn(s), n, feature, set())
    (entry,) = [each for each in s.journal if each.kind.startswith("special")]
    assert (entry.kind, entry.readers, entry.data["who"]) == (f"special-{kind}", (0,), s.people[n].name)
    expected = {
        1: ("ability", "Melee"), 2: ("ability", "Naval"), 3: ("harm", 4), 4: ("gold", 4), 5: ("temper", "cautious"),
        6: ("alignment", "Neutral"),
        9: ("gold", 10), 10: ("ability", "Naval"), 11: ("ability", "Naval"), 13: ("ability", "Melee"),
        15: ("temper", "berserk"), 17: ("gold", 4),
    }.get(special)  # fmt: skip
    if kind in ("spring", "hero"):
        expected = {"spring": ("charges", 3), "hero": ("other", s.people[guest].name)}[kind]
    if expected is not None:
        assert entry.data[expected[0]] == expected[1]
    assert (s.features[feature].special_used, s.people[n].scouted) == (s.turn, (special,))
    if special == 9:
        assert (entry.data["realm"], entry.data["heroes"]) == ("Realm2", ["King2"])


@pytest.mark.clause("AK-5.8-02")
@pytest.mark.parametrize(
    ("special", "temper", "after"),
    [
        (5, tables.COWARDLY, tables.COWARDLY),
        (5, tables.BERSERK, tables.BRAVE),
        (15, tables.BERSERK, tables.BERSERK),
        (15, tables.COWARDLY, tables.CAUTIOUS),
    ],
)
def test_tempers_change_by_a_step(special: int, temper: int, after: int) -> None:
    s, n = scouted(special, [], temper=temper)
    assert s.people[n].temper == after


@pytest.mark.clause("AK-5.8-02")
def test_gold_is_found_and_lost_as_far_as_there_is_any() -> None:
    s, n, feature = site(4)
    s.set_kingdom(0, gold=3)
    with dice(s, [("cursed gold", 6)]):
        scout(a_turn(s), n, feature, set())
    assert s.kingdoms[0].gold == 0
    drawn: list[tuple[str, int]] = []
    for special in (3, 4, 17, 16):
        s, n, feature = site(special)
        put_item(s, "Wand of Fire", n)
        t = a_turn(s)
        t.die = lambda sides, purpose: drawn.append((purpose, sides)) or 1  # type: ignore[method-assign,func-returns-value]
        EFFECTS[special](t, n, feature, s.features[feature])
    assert drawn == [("trap", 6), ("cursed gold", 6), ("gold", 10), ("which item", 1), ("charges", 4)]


@pytest.mark.clause("AK-5.8-01", "AK-5.8-02")
@pytest.mark.parametrize(
    ("gold", "items", "kind"),
    [(5, 0, "scouted-gold"), (0, 1, "scouted-items"), (5, 1, "scouted-treasure"), (0, 0, None)],
)
def test_what_a_scout_sees_of_the_treasure(gold: int, items: int, kind: str | None) -> None:
    s, n, feature = site(0)
    s.set_feature(feature, gold=gold)
    for _ in range(items):
        put_item(s, "Grey Cloak", feature=feature)
    put_item(s, "Oaken Torc", feature=feature + 1)
    s.journal = []
    scout(a_turn(s), n, feature, set())
    assert [each.kind for each in s.journal] == ["scouted-nothing", *([kind] if kind else [])]


@pytest.mark.clause("AK-5.8-03", "AK-5.4-05")
@pytest.mark.parametrize(("friend", "face", "glimpse"), [(False, 330, True), (False, 331, False), (True, 1, False)])
def test_friends_of_a_guardian_are_never_in_haste(friend: bool, face: int, glimpse: bool) -> None:
    s, n, feature = site(17)
    s.set_feature(feature, friends=(0,) if friend else (1,))
    load(s, scouting_in_haste=face, gold=1)
    s.journal = []
    scout(a_turn(s), n, feature, {orders.Steal})
    assert (s.journal[-1].kind == "scouted-glimpse") is glimpse


@pytest.mark.clause("AK-2.0-01")
@pytest.mark.parametrize(
    ("special", "power", "looks_again"),
    [(5, tables.SIGHT_OF_TRAPS, True), (6, tables.SIGHT_OF_TRAPS, False), (5, tables.SAFE_ROADS, False)],
)
def test_a_master_explorer_sees_traps(special: int, power: int, looks_again: bool) -> None:
    s = new_state()
    n = master(s, power)
    feature = put_feature(s, "Dungeon", 504, special=special)
    load(s, a_second_look=17, gold=3)
    scout(a_turn(s), n, feature, set())
    assert (s.kingdoms[0].gold == 13) is looks_again


@pytest.mark.clause("AK-5.8-02", "AK-2.1-08")
@pytest.mark.parametrize(("kind", "faces", "ability"), [
    ("Wizard's Tower", 5, tables.NECROMANCY), ("Ruined Library", 1, tables.SAGE), ("Sacred Grove", 1, tables.DRUID),
    ("Standing Stones", 2, tables.ELEMENTAL_MAGIC), ("Oracle", 1, tables.SPY), ("Tomb", 1, tables.NECROMANCY),
    ("Dungeon", 1, tables.MELEE),
])  # fmt: skip
def test_what_is_taught_where(kind: str, faces: int, ability: int) -> None:
    s, n, feature = site(14, kind=kind)
    before = s.people[n].levels[ability]
    load(s, which_lesson=faces)
    scout(a_turn(s), n, feature, set())
    assert s.people[n].levels[ability] == before + 1


@pytest.mark.clause("AK-5.8-02", "AK-2.1-08")
def test_a_divine_king_learns_no_necromancy_anywhere() -> None:
    s, _, feature = site(14, kind="Tomb")
    king = s.kingdoms[0].king
    s.set_person(king, alignment=tables.DIVINE, place=at(s, 504))
    with dice(s, []):
        scout(a_turn(s), king, feature, set())
    assert s.people[king].levels[tables.NECROMANCY] == 0
    other = put_feature(s, "Dungeon", 504, special=11)
    s.set_person(king, levels=tuple(0 if each == tables.NECROMANCY else 2 for each in range(15)))
    with dice(s, []):
        scout(a_turn(s), king, other, set())
    assert s.people[king].levels[tables.NECROMANCY] == 0


@pytest.mark.clause("AK-5.8-02")
def test_whom_a_hermit_brings() -> None:
    s, n, feature = site(19)
    others = [hero(s, seat=seat) for seat in (FREE, FREE, FREE, 0)]
    dead, ruler, _, served = others
    s.set_person(dead, died=1)
    s.set_person(ruler, rules=at(s, 814))
    for each in others:
        s.set_person(each, place=at(s, 814))
    with dice(s, [("who is there", 1)]):
        scout(a_turn(s), n, feature, set())
    assert [s.people[each].place == at(s, 504) for each in others] == [False, False, True, False]
    assert served in s.people


@pytest.mark.clause("AK-5.8-02")
@pytest.mark.parametrize(("special", "faces"), [
    (1, {}), (11, {"what_he_learns": 3}), (13, {"which_lesson": 1}), (20, {"which_item": 1}),
])  # fmt: skip
def test_what_a_place_does_to_a_skill_it_does_at_once(special: int, faces: dict[str, int]) -> None:
    s, n, feature = site(special)
    t = a_turn(s)
    load(s, **faces)
    before = [t.skill(n, ability) for ability in range(15)]
    scout(t, n, feature, set())
    after = [t.skill(n, ability) for ability in range(15)]
    assert after == [effective(s, n, ability) for ability in range(15)]
    assert after != before
