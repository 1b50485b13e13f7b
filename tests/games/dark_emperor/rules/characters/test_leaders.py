"""Leaders alone, deaths and devices, return of the Lords of Death (8.16, 9.27, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    at,
    bare,
    hexes,
    piece,
    put,
    put_to_the_test,
    raise_undead,
    refusal,
    run,
    stranded,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.pieces import POOL
from palatine.games.dark_emperor.components.world import HEXES, PARTS, ZOLAHAURESLOR, hex_id
from palatine.games.dark_emperor.components.world import HOLY as IS_HOLY
from palatine.games.dark_emperor.rules.characters.leaders import Returns, return_hexes
from palatine.games.dark_emperor.state import Death

HERE, THERE, CITY, HOLY = "2011", "2414", "1812", "2819"


# The Lords of Death


@pytest.mark.clause("16a", "9.27d")
@pytest.mark.parametrize("leader", ["padrech-dar-choim", "tol-morn"])
def test_they_come_back_two_game_turns_later(leader: str) -> None:
    s = stranded(leader, "stavror-infantry-1")
    s.turn = 3
    s = put_to_the_test(s, 6)
    assert s.deaths == (Death(piece(leader), hex_id(HERE), 3),)
    put(s, THERE, "greater-vampire-1")
    s.turn = 4
    assert run(s, Returns()).journal == s.journal
    s.turn = 5
    s = run(s, Returns())
    assert (at(s, leader), s.deaths) == (THERE, ())


@pytest.mark.clause("16a")
def test_others_do_not() -> None:
    s = put_to_the_test(stranded("mezal", "stavror-infantry-1"), 6)
    put(s, THERE, "greater-vampire-1")
    s.turn = 9
    assert at(run(s, Returns()), "mezal") == str(POOL)


def gone(*leaders: str) -> Any:
    """Return a match with Lords of Death who are due to return."""
    s = bare()
    wake(s, KINGDOMS, *range(10))
    s.deaths = tuple([Death(piece(leader), hex_id(HERE), 1) for leader in leaders])
    s.turn = 3
    return s


@pytest.mark.clause("16a")
def test_where_they_come_back() -> None:
    s = gone("tol-morn")
    put(s, THERE, "greater-vampire-1")
    raise_undead(s, CITY, "stavror-infantry-1", LORD)
    s = run(s, Returns())
    assert (asked(s), hexes(s, "return")) == (("ChooseReturn", NECROMANCER), [CITY, THERE])
    assert refusal(s, ("return", hex_id(HERE))).clause == "16a"
    assert at(act(s, ("return", hex_id(CITY))), "tol-morn") == CITY
    (entry,) = told(act(s, ("return", hex_id(CITY))), "returns")
    assert (entry.clauses, entry.data) == (("16a",), {"leader": piece("tol-morn"), "hex": hex_id(CITY)})


@pytest.mark.clause("16a")
def test_without_followers_in_a_city_and_without_cities_anywhere_but_among_enemies() -> None:
    s = gone("tol-morn")
    anywhere = hexes(run(s, Returns()), "return")
    assert {HERE, CITY} < set(anywhere)
    assert not {HOLY, "0101"} & set(anywhere), "on land, and not in a holy place"
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    put(s, CITY, "stavror-infantry-1")
    cities = hexes(run(s, Returns()), "return")
    assert (len(cities), CITY in cities, THERE in cities) == (9, False, True)


@pytest.mark.clause("16a")
def test_both_may_come_back_at_once() -> None:
    s = gone("tol-morn", "padrech-dar-choim")
    put(s, THERE, "greater-vampire-1")
    s = run(s, Returns())
    assert (at(s, "tol-morn"), at(s, "padrech-dar-choim"), s.deaths) == (THERE, THERE, ())


# For good


@pytest.mark.clause("16a")
def test_a_lord_of_death_comes_back_to_any_land_when_every_hex_is_closed() -> None:
    """The Lord returns to any land that is not holy, whatever is there (D2)."""
    s = bare()
    s.flames = tuple((h, KINGDOMS) for h in range(HEXES))
    found = return_hexes(s)
    assert set(found) == {h for h in range(HEXES) if PARTS[h] and not IS_HOLY[h]}
    assert hex_id(HOLY) not in found
