"""Guardians and random monsters: reports, rewards, losses (1.6, 3.3, 3.12, 5.6 to 5.10, 10.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, master, plan
from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    NO,
    YES,
    Failed,
    a_turn,
    at,
    dice,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_item,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.encounters import encounters, guardians, searching
from palatine.games.adventurer_kings.rules.encounters.hostility import begins_fight, is_hostile
from palatine.games.adventurer_kings.rules.encounters.random_encounters import (
    meet_monster,
    random_encounter,
    who_comes,
)
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


# Guardians (3.3, 5.9)


@pytest.mark.clause("AK-3.3-02", "AK-5.9-03", "AK-10.1-14", "AK-12.1-06")
@pytest.mark.parametrize(("items", "gold", "kind"), [
    (0, 20, "treasure-gold"), (2, 20, "treasure"), (2, 0, "treasure-items"), (0, 0, "no-treasure"),
])  # fmt: skip
def test_whoever_slays_a_guardian_has_all_it_guards(items: int, gold: int, kind: str) -> None:
    s, n, lair = at_a_lair(gold=gold, boldness=3, is_raiding=True)
    things = [put_item(s, "Grey Cloak", feature=lair) for _ in range(items)]
    elsewhere = put_item(s, "Grey Cloak", feature=lair + 7)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    guardians.fight_guardian(t, n, lair, plan("ME"))
    feature = s.features[lair]
    assert (feature.monster, feature.hp, feature.gold, feature.boldness, feature.is_raiding) == (-1, 0, 0, 0, False)
    assert s.kingdoms[0].gold == 10 + gold
    assert [s.items[i].bearer for i in (*things, elsewhere)] == [n] * items + [0]
    assert kinds(s) == ["faces", kind]
    entry = told(s.journal or [], kind, 0)[0]
    assert (entry.data["gold"], entry.data["items"]) == (gold, ["the Grey Cloak"] * items)
    assert s.merit[n][titles.DEFENDER] == 2 * 18
    assert (s.renown[n][titles.RANGER], s.renown[n][titles.GIANT_KILLER]) == (1, 0)
    assert s.lore[0][lair].is_empty
    assert [(each.kind, each.actor, each.place) for each in t.phase.events] == [("seen-treasure", n, at(s, 504))]


@pytest.mark.clause("AK-10.1-14", "AK-12.1-06")
@pytest.mark.parametrize(("hp", "terrain", "title", "giant"), [
    (29, tables.FOREST, titles.WARDEN, 0), (30, tables.MOUNTAIN, titles.GUARDIAN, 2),
    (45, tables.DESERT, titles.LION, 2),
    (18, tables.JUNGLE, titles.TIGER, 0),
    (18, tables.SEA, titles.KEEPER_OF_THE_SEA_LANES, 0),
])  # fmt: skip
def test_titles_of_who_slays_monsters(hp: int, terrain: int, title: int, giant: int) -> None:
    s, n, lair = at_a_lair(hp=hp)
    set_land(s, 504, terrain=terrain)
    guardians.fight_guardian(a_turn(s), n, lair, plan("ME"))
    assert (s.renown[n][title], s.renown[n][titles.GIANT_KILLER], s.merit[n][titles.DEFENDER]) == (1, giant, 2 * hp)


@pytest.mark.clause("AK-5.4-05", "AK-10.1-14")
def test_who_fights_a_friend_has_no_merit_and_is_its_friend_no_more() -> None:
    s, n, lair = at_a_lair(friends=(0, 2))
    guardians.fight_guardian(a_turn(s), n, lair, plan("ME"))
    assert s.features[lair].friends == (2,)
    assert n not in s.merit


@pytest.mark.clause("AK-9.2-03", "AK-10.1-14")
@pytest.mark.parametrize(("owner", "raiding", "merit"), [(0, True, 18), (0, False, 0), (1, True, 0)])
def test_a_guardian_that_was_hurt_stays_at_home(owner: int, raiding: bool, merit: int) -> None:
    s, n, lair = at_a_lair(boldness=4, is_raiding=raiding)
    own(s, owner, 504)
    guardians.keep_home(a_turn(s), n, lair)
    assert s.features[lair].boldness == 0
    assert s.features[lair].is_raiding is (raiding and owner != 0)
    assert s.merit.get(n, (0,) * 8)[titles.DEFENDER] == merit


@pytest.mark.clause("AK-9.2-03", "AK-5.9-03")
@pytest.mark.parametrize(("text", "bold"), [("FL", 4), ("ME,FL", 0)])
def test_only_a_guardian_that_was_hurt_grows_tame(text: str, bold: int) -> None:
    s, n, lair = at_a_lair("Ogre", "ME2", boldness=4, hp=33)
    cloak = put_item(s, "Grey Cloak", feature=lair)
    load(s, **{**QUIET, "who_goes_first": 1, "damage": 4, "a_blow": YES, "flight": YES})
    fight = guardians.fight_guardian(a_turn(s), n, lair, plan(text), span=2)
    assert (fight.end, s.features[lair].boldness) == ("fled", bold)
    assert s.items[cloak].feature == lair


@pytest.mark.clause("AK-3.19-09", "AK-5.4-01")
@pytest.mark.parametrize("is_duel", [False, True])
def test_who_fights_a_guardian_learns_by_it(is_duel: bool) -> None:
    s, n, lair = at_a_lair(levels="", hp=3)
    load(s, **{**QUIET, "experience:_melee": YES, "who_goes_first": 1, "damage": 6, "a_blow": YES})
    (guardians.duel_guardian if is_duel else guardians.fight_guardian)(a_turn(s), n, lair, plan("ME"))
    assert s.people[n].levels[tables.MELEE] == 1


@pytest.mark.clause("AK-5.4-01", "AK-10.1-14")
def test_a_guardian_may_die_in_a_contest_of_honour() -> None:
    s, n, lair = at_a_lair(hp=3)
    assert guardians.duel_guardian(a_turn(s), n, lair, plan("ME"))
    assert (s.features[lair].monster, s.features[lair].gold) == (-1, 20)
    assert s.merit[n][titles.DEFENDER] == 2 * 3


@pytest.mark.clause("AK-5.4-01", "AK-5.9-03")
def test_the_challenger_may_die_in_a_contest_of_honour() -> None:
    s, n, lair = at_a_lair("Dragon", "", hp=60)
    sword = put_item(s, "Sword of Sharpness", n)
    load(s, **{**QUIET, "who_goes_first": 2, "damage": 20, "a_blow": YES, "monster_casts": NO, "an_arrow": YES})
    assert not guardians.duel_guardian(a_turn(s), n, lair, plan("ME"))
    assert s.people[n].died
    assert (s.items[sword].bearer, s.items[sword].feature) == (0, lair)


@pytest.mark.clause("AK-4.2.4-07")
def test_what_a_guardian_in_ice_does_not_carry() -> None:
    s, n, lair = at_a_lair()
    cloak, sword, wand, disc = (
        put_item(s, name, feature=lair) for name in ("Grey Cloak", "Sword of Sharpness", "Wand of Fire", "War Lyre")
    )
    s.journal = []  # type: ignore[misc]
    guardians.take_loose_items(a_turn(s), n, lair)
    assert [s.items[i].bearer for i in (cloak, sword, wand, disc)] == [n, 0, 0, n]
    assert told(s.journal or [], "iced-items", 0)[0].data["items"] == ["the Grey Cloak", "the War Lyre"]
    s.journal = []  # type: ignore[misc]
    guardians.take_loose_items(a_turn(s), n, lair)
    assert not s.journal


@pytest.mark.clause("AK-5.4-01")
@pytest.mark.parametrize(
    ("levels", "won", "dead", "merit"), [("ME9", True, False, False), ("", False, False, False)]
)
def test_a_contest_of_honour(levels: str, won: bool, dead: bool, merit: bool) -> None:
    s, n, lair = at_a_lair(levels=levels, hp=20)
    s.set_person(n, temper=tables.BERSERK)
    load(s, a_blow=YES, damage=2 if won else 6, who_goes_first=1 if won else 2, rage=4, **QUIET)
    assert guardians.duel_guardian(a_turn(s), n, lair, plan("ME")) is won
    assert bool(s.people[n].died) is dead
    assert (n in s.merit) is merit


# Searching (3.3, 5.0)


@pytest.mark.clause("AK-2.4-06", "AK-3.3-02")
@pytest.mark.parametrize(("text", "friend", "refused"), [
    ("ME", False, True), ("", False, True), ("TA", False, False), ("FL", False, False), ("ME", True, True),
    ("", True, False),
])  # fmt: skip
def test_who_will_not_face_a_guardian(text: str, friend: bool, refused: bool) -> None:
    s, n, lair = at_a_lair(friends=(0,) if friend else ())
    s.set_person(n, temper=tables.COWARDLY, levels=(0,) * 15)
    load(s, refusal=YES, talk=3, flight=YES, **QUIET)
    s.journal = []  # type: ignore[misc]
    searching.search(a_turn(s), n, orders.Search(lair, plan(text)))
    assert (kinds(s)[0] == "refused") is refused
    if refused:
        assert kinds(s) == ["refused"]
        assert lair not in s.lore[0]
    else:
        assert kinds(s)[0] == "searches"
        assert lair in s.lore[0]


@pytest.mark.clause("AK-3.3-01", "AK-4.2.3-05")
@pytest.mark.parametrize(("hidden", "lore", "number", "found"), [
    (False, "", 504, True), (True, "", 504, False), (True, "rumour", 504, False), (True, "known", 504, True),
    (False, "", 505, False),
])  # fmt: skip
def test_which_features_can_be_searched(hidden: bool, lore: str, number: int, found: bool) -> None:
    s, n, lair = at_a_lair(is_hidden=hidden)
    s.set_feature(lair, place=at(s, number))
    t = a_turn(s)
    if lore:
        guardians.learn_of(t, 0, lair)
        if lore == "rumour":
            s.lore[0][lair] = type(s.lore[0][lair])(0, at(s, 504), is_rumour=True)
    if found:
        assert searching.feature_here(t, n, lair) == s.features[lair]
    else:
        with pytest.raises(Failed, match="no-feature"):
            searching.feature_here(t, n, lair)


@pytest.mark.clause("AK-5.4-04", "AK-5.7-01", "AK-5.6-01", "AK-10.3-05")
@pytest.mark.parametrize(("text", "expected"), [
    ('SA"hm",FL', ["searches", "says", "withdraws"]), ("GI-{mine},FL", ["searches", "gift-to-guardian", "withdraws"]),
    ("GI-{other},FL", ["searches", "withdraws"]), ("FL,ME", ["searches", "withdraws"]),
])  # fmt: skip
def test_tactics_without_force(text: str, expected: list[str]) -> None:
    s, n, lair = at_a_lair()
    mine, other = put_item(s, "Grey Cloak", n), put_item(s, "Grey Cloak", s.kingdoms[0].king)
    s.journal = []  # type: ignore[misc]
    searching.search(a_turn(s), n, orders.Search(lair, plan(text.format(mine=mine, other=other))))
    assert kinds(s) == expected
    assert s.items[mine].feature == (lair if "gift-to-guardian" in expected else 0)
    assert s.items[other].bearer == s.kingdoms[0].king
    if "says" in expected:
        assert told(s.journal or [], "says", 0)[0].data["text"] == "hm"


@pytest.mark.clause("AK-10.3-05")
def test_guests_give_guardians_nothing() -> None:
    s, n, lair = at_a_lair()
    s.set_person(n, visitor=1)
    cloak = put_item(s, "Grey Cloak", n)
    searching.give_to_guardian(a_turn(s), n, lair, cloak)
    assert s.items[cloak].bearer == n


# Encounters (3.12, 5.0)


@pytest.mark.clause("AK-3.12-02", "AK-2.4-06", "AK-5.0-01")
@pytest.mark.parametrize(("case", "expected"), [
    ("hostile", ["meets"]), ("king evaded", ["evaded"]), ("refuses", ["refused"]), ("peaceful", ["meets", "talked"]),
    ("general", ["evaded"]), ("flees", ["meets"]),
])  # fmt: skip
def test_what_is_told_of_a_meeting(case: str, expected: list[str]) -> None:
    s = new_state()
    n = (
        s.kingdoms[0].king
        if case == "king evaded"
        else hero(s, temper=tables.COWARDLY if case == "refuses" else tables.BRAVE)
    )
    foe = hero(s, seat=1)
    if case == "general":
        put_army(s, "LE", 1, 504, foe)
    load(s, evading_a_King=500, refusal=500, a_blow=YES, damage=6, who_goes_first=1, **QUIET)
    s.journal = []  # type: ignore[misc]
    t = a_turn(s)
    encounters.meet(t, n, foe, plan({"peaceful": "TA", "flees": "FL"}.get(case, "ME")))
    assert [each for each in kinds(s) if each not in ("death", "heir")] == expected
    if case == "hostile":
        assert s.people[foe].died
        assert s.renown[n][titles.SLAYER] == 2
        assert "seen-fight" in [each.kind for each in t.phase.events]
        assert s.kingdoms[0].met == ()
    if case == "peaceful":
        assert (s.kingdoms[0].met, s.kingdoms[1].met) == ((1,), (0,))
        assert (s.seen[0][foe][0], s.seen[1][n][0]) == (at(s, 504), at(s, 504))
        assert told(s.journal or [], "meets")[0].readers == (0, 1)


@pytest.mark.clause("AK-3.12-02", "AK-3.12-03")
@pytest.mark.parametrize(("face", "meets"), [(500, False), (501, True)])
def test_heroes_evade_kings_half_of_the_time(face: int, meets: bool) -> None:
    s = new_state()
    king, foe, other = s.kingdoms[0].king, hero(s, seat=1), hero(s)
    t = a_turn(s)
    load(s, evading_a_King=face)
    assert encounters.accepts(t, king, foe) is meets
    with dice(s, []):
        assert encounters.accepts(t, other, foe)
        assert not encounters.accepts(t, other, s.kingdoms[1].king)


@pytest.mark.clause("AK-3.12-01")
@pytest.mark.parametrize("case", ["dead", "elsewhere", "oneself", "no such"])
def test_whom_nobody_meets(case: str) -> None:
    s = new_state()
    n, foe = hero(s), hero(s, seat=1)
    s.set_person(foe, died=int(case == "dead"), place=at(s, 505 if case == "elsewhere" else 504))
    with pytest.raises(Failed, match="not-here"):
        encounters.encounter(
            a_turn(s), n, orders.Encounter({"oneself": n, "no such": 99}.get(case, foe), plan("TA"))
        )


@pytest.mark.clause("AK-3.18-01", "AK-5.7-01", "AK-10.3-05", "AK-5.4-04")
def test_gifts_and_words_in_a_plan() -> None:
    s = new_state()
    n, foe = hero(s), hero(s, seat=1)
    mine, others = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", foe)
    t = a_turn(s)
    s.journal = []  # type: ignore[misc]
    encounters.confront(t, n, foe, plan(f'SA"take it",GI-{mine},GI-{others},FL,ME'))
    assert (s.items[mine].bearer, s.items[others].bearer) == (foe, foe)
    assert kinds(s, 1) == ["says", "given"]
    assert told(s.journal or [], "says")[0].data["text"] == "take it"
    s.set_person(foe, visitor=1)
    encounters.hand_item(t, foe, n, mine)
    assert s.items[mine].bearer == foe
    long = "x" * 200
    s.journal = []  # type: ignore[misc]
    encounters.speak(t, orders.Say(long), n)
    assert told(s.journal or [], "says")[0].data["text"] == "x" * 160


@pytest.mark.clause("AK-4.2.5-11")
@pytest.mark.parametrize(
    ("case", "fights"), [("plain", True), ("king", False), ("dead", False), ("dead caster", False), ("gone", False)]
)
def test_whom_a_failed_killing_brings_upon_the_caster(case: str, fights: bool) -> None:
    s = new_state()
    n = hero(s)
    victim = s.kingdoms[1].king if case == "king" else hero(s, "ME9", seat=1, temper=tables.COWARDLY)
    s.set_person(victim, place=at(s, 504), died=int(case == "dead"))
    s.set_person(n, died=int(case == "dead caster"))
    load(s, a_blow=YES, damage=6, rage=1, who_goes_first=1, **QUIET)
    t = a_turn(s)
    t.ordered.plans[victim] = plan("FL,ME")
    s.journal = []  # type: ignore[misc]
    encounters.enrage(t, n, 99 if case == "gone" else victim)
    assert ("enraged" in kinds(s, 1)) is fights
    if fights:
        assert s.people[n].died, "nobody who is berserk flees"


@pytest.mark.clause("AK-3.12-02", "AK-5.0-03", "AK-4.2.3-09")
@pytest.mark.parametrize(("text", "hostile", "begins"), [
    ("ME", True, True), ("FI", True, True), ("CA-CH", True, True), ("TA", False, False), ("ST", False, False),
    ("CA-IN,ST", True, False),
    ("FL", False, False), ("", False, None),
])  # fmt: skip
def test_what_is_hostile(text: str, hostile: bool, begins: bool | None) -> None:
    s = new_state()
    n = hero(s)
    found = plan(text)
    assert is_hostile(s, n, found) is hostile
    if begins is not None:
        assert begins_fight(s, n, found, 0) is begins


@pytest.mark.clause("AK-5.1-05")
@pytest.mark.parametrize(("item", "carried", "hostile"), [
    ("Wand of Fire", True, True), ("Wand of Fire", False, False), ("Sword of Sharpness", True, True),
    ("War Lyre", True, False),
    ("Grey Cloak", True, False),
])  # fmt: skip
def test_which_items_are_hostile(item: str, carried: bool, hostile: bool) -> None:
    s = new_state()
    n = hero(s)
    number = put_item(s, item, n if carried else s.kingdoms[0].king)
    assert is_hostile(s, n, (orders.UseItem(number),)) is hostile
    assert not is_hostile(s, n, (orders.UseItem(77),))


# Random encounters (1.6, 5.10)


@pytest.mark.clause("AK-1.6-01", "AK-1.6-05", "AK-2.0-01", "AK-5.9-02")
@pytest.mark.parametrize(("case", "percent"), [
    ("wild", 10), ("home", 5), ("ally's", 5), ("enemy's", 10), ("boots", 5), ("boots at home", 2.5),
    ("safe roads", 0), ("peace", 0), ("dead", 0),
    ("free", 10), ("jungle", 25), ("desert", 15), ("forest", 20), ("mountain", 15), ("sea", 5),
])  # fmt: skip
def test_the_chance_to_meet_a_monster(case: str, percent: float) -> None:
    for face, met in ((max(1, round(percent * 10)), percent > 0), (round(percent * 10) + 1, False)):
        s = new_state()
        relate(s, 0, 1, ENEMY)
        relate(s, 0, 2, 2)
        power = {"safe roads": tables.SAFE_ROADS, "peace": tables.PEACE_WITH_MONSTERS}.get(case)
        n = master(s, power) if power else hero(s, seat=FREE if case == "free" else 0)
        s.set_person(n, place=at(s, {"home": 504, "boots at home": 504}.get(case, 505)), died=int(case == "dead"))
        own(s, {"ally's": 2, "enemy's": 1}.get(case, NATIVE), 505)
        if case in tables.TERRAINS:
            set_land(s, 505, terrain=tables.TERRAINS.index(case))
        if "boots" in case:
            put_item(s, "Boots of Flight", n)
        load(s, random_encounter=face, flight=YES, a_blow=NO, an_arrow=NO, combat_spell=NO, experience__melee=NO)
        s.journal = []  # type: ignore[misc]
        t = a_turn(s)
        t.ordered.plans[n] = plan("FL")
        random_encounter(t, n)
        assert bool([each for each in t.s.journal or [] if each.kind == "met"]) is (met and case != "free")


@pytest.mark.clause("AK-5.9-05", "AK-1.6-01")
def test_the_weaker_a_monster_the_more_often_it_comes() -> None:
    s = new_state()
    sea(s, 505)
    t = a_turn(s)
    names = [(m, 3000 // kind.hp) for m, kind in enumerate(tables.MONSTERS) if tables.SEA in kind.terrains]
    total = sum(weight for _, weight in names)
    sides: list[int] = []
    t.die = lambda count, purpose: sides.append(count) or 1  # type: ignore[method-assign,func-returns-value]
    assert who_comes(t, at(s, 505)) == names[0][0]
    own(s, 1, 505)
    who_comes(t, at(s, 505))
    assert sides == [total, sum(2000 // tables.MONSTERS[m].hp for m, _ in names)]
    t = a_turn(s)
    own(s, NATIVE, 505)
    for face, m in ((names[0][1], names[0][0]), (names[0][1] + 1, names[1][0]), (total, names[-1][0])):
        with dice(s, [("which monster", face)]):
            assert who_comes(t, at(s, 505)) == m


@pytest.mark.clause("AK-5.10-01", "AK-9.1-02", "AK-10.1-14")
@pytest.mark.parametrize(("levels", "seat", "gold"), [("ME9", 0, 3), ("ME9", FREE, 0), ("", 0, None)])
def test_who_wins_on_the_road_finds_a_little_gold(levels: str, seat: int, gold: int | None) -> None:
    s = new_state()
    n = hero(s, levels, seat=seat, temper=tables.BERSERK)
    load(
        s,
        a_blow=YES,
        damage=6,
        who_goes_first=1 if levels else 2,
        what_it_carried=3,
        monster_hit_points=21,
        rage=1,
        **QUIET,
    )
    t = a_turn(s)
    t.ordered.plans[n] = plan("ME")
    s.journal = []  # type: ignore[misc]
    meet_monster(t, n, tables.MONSTER_BY_NAME["Ogre"])
    assert bool(s.people[n].died) is (gold is None)
    assert s.kingdoms[0].gold == 10 + (gold or 0)
    if gold is not None:
        assert s.merit[n][titles.DEFENDER] == 2 * 18
    if gold:
        assert told(s.journal or [], "wayside-gold", 0)[0].data["gold"] == 3
        assert told(s.journal or [], "met", 0)[0].data["monster"] == "the Ogre"


@pytest.mark.clause("AK-3.3-02", "AK-5.9-03")
def test_the_arms_of_who_is_slain_by_a_guardian_lie_in_its_feature() -> None:
    s, n, lair = at_a_lair("Ogre", "")
    s.set_person(n, temper=tables.BERSERK)
    sword = put_item(s, "Sword of Sharpness", n)
    load(s, **{**QUIET, "who_goes_first": 2, "damage": 12, "rage": 1, "a_blow": YES})
    fight = guardians.fight_guardian(a_turn(s), n, lair, plan("ME"))
    assert fight.end == "slain"
    assert n not in s.people or s.people[n].died
    assert (s.items[sword].bearer, s.items[sword].feature) == (0, lair)
