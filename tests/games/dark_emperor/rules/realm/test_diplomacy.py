"""Diplomacy with kingdoms and mercenaries (11, 19.11)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    asked,
    bare,
    in_the_box,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import BOX, GROUP_POWERS, INACTIVE, NO_POWER
from palatine.games.dark_emperor.components.tables import DIPLOMACY
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    FERLARIE,
    STARKEEP,
    STAVROR,
    TAL_PLETOR,
    ZOLAHAURESLOR,
    hex_name,
)
from palatine.games.dark_emperor.rules.realm.diplomacy import ChooseGroup, Diplomacy, diplomacy_chance

SAAR, HOUNDS_GROUP, SILWER = 12, 14, 15
CAPITALS = tuple(map(hex_name, CAPITAL))


def envoy(kingdom: int, keys: str, *, phasing: int = KINGDOMS, **options: Any) -> Any:
    """Return leaders in a sleeping capital at the start of the Diplomacy Resolution Segment."""
    s = bare(phasing=phasing, **options)
    wake(s, KINGDOMS, STAVROR)
    put(s, CAPITALS[kingdom], keys)
    return run(s, Diplomacy())


def boxed(keys: str, *, phasing: int = KINGDOMS, open_groups: int = 6) -> Any:
    """Return leaders in the Mercenary Holding Box with `open_groups` groups that serve nobody."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, STAVROR, *range(10 + open_groups, 16))
    in_the_box(s, *range(10, 16))
    for p in pieces(keys):
        s.where[p] = BOX
    put(s, "1820", "stavror-infantry-1")
    return run(s, Diplomacy())


def throw(s: Any, *actions: Any, dice: tuple[int, int] = (6, 6)) -> Any:
    return act(s, *actions, rolls=[("diplomacy", dice[0]), ("diplomacy", dice[1])])


@pytest.mark.clause("11.1b", "11.2a", "11.3a", "11.3b", "6.13")
@pytest.mark.parametrize(("dice", "side"), [((4, 5), KINGDOMS), ((4, 4), KINGDOMS), ((4, 3), INACTIVE)])
def test_ten_or_more_wins_a_kingdom(dice: tuple[int, int], side: int) -> None:
    s = throw(envoy(ZOLAHAURESLOR, "stav-farren"), ("envoy", piece("stav-farren")), dice=dice)
    assert s.control[ZOLAHAURESLOR] == side
    entry = s.journal[-1 if side == INACTIVE else -2]
    assert [part.amount for part in entry.tally.parts] == [2]
    told_as = ("diplomacy.power.failed", ("11.3c",)) if side == INACTIVE else ("diplomacy.power.won", ("11.3b",))
    assert (entry.kind, entry.clauses) == told_as


@pytest.mark.clause("11.3a", "11.3c", "DIP-a")
def test_each_player_has_his_own_number() -> None:
    s = throw(envoy(TAL_PLETOR, "mezal", phasing=NECROMANCER), ("envoy", piece("mezal")), dice=(4, 5))
    assert s.control[TAL_PLETOR] == NECROMANCER
    s = throw(envoy(TAL_PLETOR, "stav-farren"), ("envoy", piece("stav-farren")), dice=(4, 5))
    assert s.control[TAL_PLETOR] == INACTIVE
    assert told(s, "diplomacy.power.failed")[0].data["total"] == 8


@pytest.mark.clause("11.2b")
def test_one_attempt_at_a_kingdom_in_a_phase_however_many_leaders() -> None:
    s = envoy(FERLARIE, "stav-farren")
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    put(s, CAPITALS[FERLARIE], "farnon")
    put(s, CAPITALS[STARKEEP], "nikon-v")
    s = throw(s, ("envoy", piece("farnon")), dice=(1, 1))
    assert operands(s, "envoy") == [piece("nikon-v")]
    assert refusal(s, ("envoy", piece("stav-farren"))).clause == "11.2b"


@pytest.mark.clause("11.2a", "11.1b")
def test_only_leaders_in_capitals_of_those_who_sleep_negotiate() -> None:
    s = envoy(FERLARIE, "stav-farren")
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    put(s, "2011", "farnon")
    put(s, CAPITALS[STAVROR], "nikon-v")
    assert operands(s, "envoy") == [piece("stav-farren")]
    for key in ("farnon", "nikon-v"):
        assert refusal(s, ("envoy", piece(key))).clause == "11.1b"
    assert refusal(s, ("envoy", piece("mezal"))).clause == "11.2a"


@pytest.mark.clause("11.2a")
def test_nobody_is_asked_when_nobody_could_be_courted() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR)
    put(s, CAPITALS[STAVROR], "stav-farren")
    assert asked(run(s, Diplomacy())) is None


def added(s: Any, side: int, leader: int, target: int) -> int:
    """Return the modifier of the dice of an attempt."""
    return diplomacy_chance(s, side, leader, target).tally.value


@pytest.mark.clause("14.32", "14.42", "11.3a")
@pytest.mark.parametrize(("key", "clause"), [("mezal", "14.32"), ("padrech-dar-choim", "14.42")])
def test_magic_helps_the_next_attempt_of_its_caster_only(key: str, clause: str) -> None:
    s = envoy(TAL_PLETOR, key, phasing=NECROMANCER)
    put(s, CAPITALS[FERLARIE], "tol-morn")
    s.sway = {piece(key): 2}
    assert added(s, NECROMANCER, piece("tol-morn"), FERLARIE) == -3
    s = throw(s, ("envoy", piece(key)), dice=(1, 1))
    (entry,) = told(s, "diplomacy.power.failed")
    assert [(part.amount, part.clause) for part in entry.tally.parts] == [(1, "11.3a"), (2, clause)]
    assert s.sway == {}


@pytest.mark.clause("11.2a")
def test_where_the_table_wants_it_the_kingdoms_come_late_and_without_a_leader() -> None:
    s = bare(phasing=KINGDOMS, envoys="by turn")
    s.turn = 4
    assert added(s, KINGDOMS, piece("farnon"), STARKEEP) == 8 - 3
    assert added(s, KINGDOMS, -1, STARKEEP) == 8 - 3 - 2
    assert added(s, NECROMANCER, piece("mezal"), STARKEEP) == -4
    s.turn = 9
    assert added(s, KINGDOMS, piece("farnon"), STARKEEP) == 8
    s = run(s, Diplomacy())
    assert len(operands(s, "herald")) == 10
    s = throw(s, ("herald", STARKEEP), dice=(3, 3))
    assert s.control[STARKEEP] == KINGDOMS
    assert asked(s) is None, "one attempt a game-turn"
    s = bare(phasing=KINGDOMS, envoys="by turn")
    wake(s, KINGDOMS, STAVROR)
    put(s, "2011", "stav-farren")
    assert asked(run(s, Diplomacy())) is None


@pytest.mark.clause("11.2a")
def test_heralds_are_the_kingdoms_players_who_has_no_leader_and_go_to_those_who_sleep() -> None:
    assert asked(run(bare(phasing=KINGDOMS), Diplomacy())) is None, "only where the table wants them"
    assert asked(run(bare(phasing=NECROMANCER, envoys="by turn"), Diplomacy())) is None
    s = bare(phasing=KINGDOMS, envoys="by turn")
    wake(s, KINGDOMS, STAVROR)
    wake(s, NECROMANCER, FERLARIE)
    assert operands(run(s, Diplomacy()), "herald") == [k for k in range(10) if k not in (STAVROR, FERLARIE)]
    s.where[piece("ferlor")] = BOX
    assert operands(run(s, Diplomacy()), "herald"), "an enemy in the Box is no leader of his"
    s.where[piece("stav-farren")] = BOX
    assert not operands(run(s, Diplomacy()), "herald")


# Monsters


def met(*monsters: str) -> Any:
    """Return leaders with free monsters at the start of the Diplomacy Resolution Segment."""
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR, ZOLAHAURESLOR)
    put(s, "2011", "stav-farren farnon")
    put(s, "2114", "nikon-v")
    for where, monster in zip(("2011", "2114"), monsters, strict=False):
        put(s, where, monster, NO_POWER)
    return run(s, Diplomacy())


@pytest.mark.clause("18.15d", "18.13a")
def test_every_leader_courts_the_monster_he_is_with() -> None:
    s = met("slug", "the-dragon-sirax")
    assert set(operands(s, "parley")) == set(pieces("stav-farren farnon nikon-v"))
    s = throw(s, ("parley", piece("nikon-v")), dice=(4, 3))
    assert told(s, "diplomacy.monster.won")[0].data["target"] == piece("the-dragon-sirax")
    assert s.side(piece("slug")) == INACTIVE
    assert set(operands(s, "parley")) == set(pieces("stav-farren farnon"))


@pytest.mark.clause("18.15d", "11.3d")
def test_a_monster_is_courted_once_in_a_phase() -> None:
    s = throw(met("slug", "the-dragon-sirax"), ("parley", piece("farnon")), dice=(1, 1))
    assert operands(s, "parley") == [piece("nikon-v")]
    assert refusal(s, ("parley", piece("stav-farren"))).clause == "18.15d"


@pytest.mark.clause("18.32b", "18.34")
def test_who_must_fight_ssstoth_does_not_court_it_and_another_may() -> None:
    s = met("ssstoth")
    s.flow.clear()
    arm(s, "farnon", "sword-famir")
    assert operands(run(s, Diplomacy()), "parley") == [piece("stav-farren")]


# Mercenaries


@pytest.mark.clause("19.11a")
def test_each_leader_in_the_box_courts_one_leader_and_each_is_courted_once() -> None:
    s = boxed("stav-farren silwer-flagriel", open_groups=5)
    s = act(s, ("court", piece("stav-farren")))
    assert asked(s) == ("ChooseGroup", KINGDOMS)
    s = throw(s, ("group", SAAR), dice=(1, 1))
    assert operands(s, "court") == [piece("silwer-flagriel")]
    assert refusal(s, ("court", piece("stav-farren"))).clause == "19.11a"
    s = act(s, ("court", piece("silwer-flagriel")))
    assert SAAR not in operands(s, "group")
    assert refusal(s, ("group", SAAR)).clause == "19.11a"
    assert refusal(s, ("group", SILWER)).clause == "19.11a"


@pytest.mark.clause("19.11a")
def test_the_last_group_is_courted_without_a_question() -> None:
    s = throw(boxed("stav-farren", open_groups=1), ("court", piece("stav-farren")), dice=(1, 1))
    assert told(s, "diplomacy.power.failed")[0].data["target"] == 10
    assert asked(s) is None


@pytest.mark.clause("19.11b", "11.3d")
@pytest.mark.parametrize(("dice", "won"), [((5, 5), True), ((4, 5), False)])
def test_ten_or_more_wins_a_group(dice: tuple[int, int], won: bool) -> None:
    s = throw(boxed("stav-farren"), ("court", piece("stav-farren")), ("group", SAAR), dice=dice)
    assert (s.control[SAAR] == KINGDOMS) == won
    assert (asked(s) == ("PlaceGroup", KINGDOMS)) == won


@pytest.mark.clause("19.11a", "11.2a")
def test_who_is_not_in_the_box_courts_nobody() -> None:
    s = boxed("stav-farren")
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    put(s, "2011", "farnon")
    assert refusal(s, ("court", piece("farnon"))).clause == "19.11a"
    assert refusal(s, ("court", piece("mezal"))).clause == "11.2a"
    assert act(s, ("end", 0)).flow == []


@pytest.mark.clause("19.11a")
def test_which_group_is_not_courted() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR)
    in_the_box(s, *GROUP_POWERS)
    s.where[piece("stav-farren")] = BOX
    s.tried = (GROUP_POWERS[0],)
    asking = run(s, ChooseGroup(KINGDOMS, piece("stav-farren")))
    assert GROUP_POWERS[0] not in operands(asking, "group")
    assert refusal(asking, ("group", GROUP_POWERS[0])).reason == "why.group-tried"
    assert refusal(asking, ("group", STAVROR)).reason == "why.no-group-of-mercenaries"


@pytest.mark.clause("11.3a", "14.42")
@pytest.mark.parametrize("gain", [0, 2])
def test_the_chances_of_an_attempt_are_those_of_two_dice_with_table_and_magic(gain: int) -> None:
    """A total of ten or more succeeds (11.3)."""
    s = bare(phasing=NECROMANCER)
    mezal = piece("mezal")
    put(s, hex_name(CAPITAL[STAVROR]), "mezal")
    s.sway = {mezal: gain}
    chance = diplomacy_chance(s, NECROMANCER, mezal, STAVROR)
    assert chance.tally.value == DIPLOMACY[STAVROR][NECROMANCER] + gain
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert chance.distribution().count() == sum(roll + chance.tally.value >= 10 for roll in throws)
