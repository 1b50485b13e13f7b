"""Vampire Recruitment (7.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    bare,
    hexes,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import GONE, IS_LESSER, IS_VAMPIRE, POOL, UNITS
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import LAMMARECH, STAVROR, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.rules.common.losses import GREATER_FOR_GOOD, eliminate
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.rules.realm.vampires import VampireRecruitment, most_recruits, quiet_cities


def fed(*keys_by_hex: tuple[str, str], **options: Any) -> Any:
    """Return a match in which the Necromancer owns Stavror's lands, with these vampires."""
    s = bare(**options)
    wake(s, KINGDOMS, STAVROR)
    s.lands[STAVROR] = LORD
    for where, keys in keys_by_hex:
        put(s, where, keys)
    return s


def breed(s: Any) -> Any:
    return run(s, VampireRecruitment())


@pytest.mark.clause("7.3", "7.31a", "7.31b", "4.A1a")
def test_a_fifth_of_what_he_controls_dropped_to_a_whole_number() -> None:
    s = fed(("1820", "greater-vampire-1"))
    after = breed(s)
    assert after.maximum == production(s) // 5
    assert production(s) % 5, "so that there is something to drop"
    assert told(after, "vampires")[0].data["count"] == 1


@pytest.mark.clause("7.32a")
def test_too_many_die_not_and_none_are_recruited() -> None:
    s = bare()
    wake(s, KINGDOMS, LAMMARECH)
    put(s, "1610", "greater-vampire-1 greater-vampire-2 greater-vampire-3 greater-vampire-4")
    assert production(s) // 5 < 4
    after = breed(s)
    assert after.flow == []
    assert len(after.units(NECROMANCER, hex_id("1610"))) == 4


@pytest.mark.clause("7.32b")
def test_recruits_fill_up_to_the_maximum() -> None:
    s = fed(("1820", " ".join([f"greater-vampire-{n}" for n in range(1, 9)])))
    s = breed(s)
    limit = s.maximum
    assert 9 < limit < 16
    while s.flow:
        s = act(s, ("raise", hex_id("1820")))
    assert len(s.units(NECROMANCER, hex_id("1820"))) == limit


@pytest.mark.clause("7.33a")
def test_only_in_a_city_where_a_vampire_is() -> None:
    s = breed(
        fed(("1820", "greater-vampire-1"), ("1819", "greater-vampire-2"), ("1818", "necromancers-siege-train"))
    )
    assert asked(s) == ("Raise", NECROMANCER)
    assert hexes(s, "raise") == ["1820"]
    assert refusal(s, ("raise", hex_id("1819"))).clause == "7.33a"
    assert refusal(s, ("raise", hex_id("1818"))).clause == "7.33b"
    assert act(s, ("end", 0)).flow == []


@pytest.mark.clause("7.33a")
def test_any_city_will_do_whoever_owned_it() -> None:
    s = fed(("2414", "greater-vampire-1"))
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    assert hexes(breed(s), "raise") == ["2414"]


@pytest.mark.clause("7.33b")
def test_each_vampire_brings_one_and_the_new_ones_none() -> None:
    s = breed(fed(("1820", "greater-vampire-1 greater-vampire-2")))
    s = act(s, ("raise", hex_id("1820")), ("raise", hex_id("1820")))
    assert s.flow == []
    assert len(s.units(NECROMANCER, hex_id("1820"))) == 4
    assert [(entry.clauses, entry.data) for entry in told(s, "vampire")] == [
        (("7.33b",), {"unit": u, "hex": hex_id("1820")}) for u in s.recruits
    ]
    assert s.maximum > 4
    again = breed(s)
    assert hexes(again, "raise") == ["1820"], "all four may in the next Recruitment Phase"


@pytest.mark.clause("7.33b", "7.23e")
def test_the_city_value_does_not_bind_them() -> None:
    s = breed(fed(("1023", "greater-vampire-1 greater-vampire-2")))
    s = act(s, ("raise", hex_id("1023")), ("raise", hex_id("1023")))
    assert len(s.units(NECROMANCER, hex_id("1023"))) == 4, "Farrenhold's value is one"


@pytest.mark.clause("7.33c")
@pytest.mark.parametrize("where", ["1820", "1821", "1720"])
def test_not_with_enemy_units_beside_or_in_the_city(where: str) -> None:
    s = fed(("1820", "greater-vampire-1"), ("1023", "greater-vampire-2"))
    put(s, where, "stavror-infantry-1")
    s = breed(s)
    assert hexes(s, "raise") == ["1023"]
    assert refusal(s, ("raise", hex_id("1820"))).clause == "7.33c"


@pytest.mark.clause("7.33c")
def test_leaders_monsters_and_who_sleeps_disturb_nobody() -> None:
    s = fed(("1820", "greater-vampire-1"))
    put(s, "1821", "stav-farren")
    put(s, "1720", "slug", 19)
    put(s, "1819", "lammarech-cavalry-1")
    assert s.side(piece("slug")) == KINGDOMS
    assert hexes(breed(s), "raise") == ["1820"]


@pytest.mark.clause("7.34a")
def test_at_first_the_pool_holds_lesser_vampires() -> None:
    s = fed(("1820", "greater-vampire-1"))
    for u in pieces(" ".join([f"greater-vampire-{n}" for n in range(2, 11)])):
        s.where[u] = -3
    s = act(breed(s), ("raise", hex_id("1820")))
    (new,) = s.recruits
    assert IS_LESSER[new]


@pytest.mark.clause("7.34b")
def test_the_dead_return_to_it_greater_ones_too_and_he_chooses() -> None:
    s = fed(("1820", "greater-vampire-1 greater-vampire-2"))
    eliminate(s, piece("greater-vampire-2"))
    assert s.where[piece("greater-vampire-2")] == POOL
    s = act(breed(s), ("raise", hex_id("1820")))
    assert asked(s) == ("ChooseGrade", NECROMANCER)
    assert operands(s, "vampire") == pieces("greater-vampire-2 lesser-vampire-1")
    assert refusal(s, ("vampire", piece("greater-vampire-1"))).clause == "7.34b"
    after = act(s, ("vampire", piece("greater-vampire-2")))
    assert after.where[piece("greater-vampire-2")] == hex_id("1820")
    assert asked(after) is None, "the one vampire of the city has brought its one"


@pytest.mark.clause("7.35a", "7.35b", "7.35c")
def test_lost_for_good_only_greater_ones() -> None:
    s = fed(("1820", "greater-vampire-1 lesser-vampire-1"))
    for key in ("greater-vampire-1", "lesser-vampire-1"):
        eliminate(s, piece(key), death_flags=GREATER_FOR_GOOD)
    assert s.where[piece("greater-vampire-1")] == GONE
    assert s.where[piece("lesser-vampire-1")] == POOL


@pytest.mark.clause("7.36")
def test_his_siege_train_is_never_rebuilt() -> None:
    s = fed(("1820", "necromancers-siege-train"))
    eliminate(s, piece("necromancers-siege-train"))
    assert s.where[piece("necromancers-siege-train")] == GONE


@pytest.mark.clause("7.32b")
def test_an_empty_pool_ends_it() -> None:
    s = fed(("1820", "greater-vampire-1"))
    for u in range(UNITS):
        if s.where[u] == POOL and s.power[u] == LORD:
            s.where[u] = GONE
    assert breed(s).flow == []


@pytest.mark.clause("7.31b")
def test_the_maximum_may_be_played_as_noted_a_turn_before() -> None:
    s = breed(fed(("1820", "greater-vampire-1"), host="noted"))
    assert s.flow == [], "nothing was noted before the first"
    later = breed(s)
    assert asked(later) == ("Raise", NECROMANCER)
    assert later.flow[-1].limit == s.maximum


@pytest.mark.clause("7.31b", "7.32b", "7.33b")
@pytest.mark.parametrize(("total", "found"), [(0, 0), (14, 0), (15, 1), (20, 2), (25, 2), (100, 2)])
def test_no_more_vampires_rise_than_the_land_feeds_and_the_cities_bring(total: int, found: int) -> None:
    """The limit is a fifth of the production less the two in play.

    Those bring at most one each.
    """
    s = fed(("2210", "greater-vampire-1 greater-vampire-2"))
    assert len(list(quiet_cities(s))) == 1
    assert most_recruits(s, total) == found
    for u in range(UNITS):
        if IS_VAMPIRE[u] and s.where[u] == POOL:
            s.where[u] = GONE
    assert most_recruits(s, total) == 0, "none is left"
