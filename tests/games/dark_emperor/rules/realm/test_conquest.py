"""Conquest, reconquest, and the assignment of lands (6.3, 20.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    bare,
    piece,
    put,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import (
    CITY_HEXES,
    FERLARIE,
    KELARON,
    LAMMARECH,
    LOYMARECH,
    STARKEEP,
    STAVROR,
    TAL_PLETOR,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.common.taxation import Taxation, holder, income
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.betrayal import betray
from palatine.games.dark_emperor.rules.realm.conquest import Conquest, give_lands, is_occupied
from palatine.games.dark_emperor.rules.realm.recruitment import Recruitment

VAMPIRES = tuple([f"greater-vampire-{n}" for n in range(1, 11)])


def overrun(victim: int, side: int = KINGDOMS, *, phasing: int = KINGDOMS) -> Any:
    """Return the victim, on this side, with an enemy in every city."""
    s = bare(phasing=phasing)
    wake(s, side, victim)
    hold(s, victim, VAMPIRES)
    return s


def hold(s: Any, kingdom: int, keys: tuple[str, ...]) -> None:
    for h, key in zip(CITY_HEXES[kingdom], keys, strict=False):
        put(s, hex_name(h), key)


@pytest.mark.clause("6.3", "6.33b")
def test_conquered_when_its_own_sides_player_turn_ends_with_enemies_in_all_cities() -> None:
    s = overrun(LOYMARECH)
    after = run(s, Conquest())
    assert after.lands[LOYMARECH] == LORD, "the Necromancer has no kingdom to give it to"
    assert [entry.clauses for entry in told(after, "assigned")] == [("6.33b",)]
    s.phasing = NECROMANCER
    assert run(s, Conquest()).lands[LOYMARECH] == -1, "not at the end of the conqueror's own Player-Turn"


@pytest.mark.clause("6.3")
def test_one_city_is_enough_to_live() -> None:
    s = overrun(LOYMARECH)
    s.lift([piece(VAMPIRES[2])], -1)
    assert run(s, Conquest()).lands[LOYMARECH] == -1


@pytest.mark.clause("6.3")
def test_a_defender_left_in_a_city_keeps_it() -> None:
    s = overrun(LOYMARECH)
    put(s, "3007", "loymarech-infantry-1")
    assert not is_occupied(s, LOYMARECH, NECROMANCER)
    assert run(s, Conquest()).lands[LOYMARECH] == -1


@pytest.mark.clause("6.3")
@pytest.mark.parametrize(("occupier", "conquers"), [("slug", False), ("mezal", False), ("white-fleet-1", True)])
def test_only_units_occupy(occupier: str, conquers: bool) -> None:
    s = overrun(LOYMARECH)
    s.lift([piece(VAMPIRES[2])], -1)
    put(s, "3007", occupier, LORD)
    assert (run(s, Conquest()).lands[LOYMARECH] == LORD) == conquers


@pytest.mark.clause("6.3", "6.2")
def test_who_sleeps_cannot_be_conquered() -> None:
    s = bare(phasing=KINGDOMS)
    hold(s, LOYMARECH, VAMPIRES)
    assert run(s, Conquest()).lands[LOYMARECH] == -1


@pytest.mark.clause("6.33a", "6.33b", "6.33c")
def test_the_conqueror_assigns_the_lands_to_a_kingdom_of_his_or_the_necromancer() -> None:
    s = overrun(LOYMARECH)
    wake(s, NECROMANCER, TAL_PLETOR, STAVROR)
    s.lands[STAVROR] = KELARON
    s = run(s, Conquest())
    assert asked(s) == ("AssignLands", NECROMANCER)
    assert s.flow[-1].actions(s) == [("assign", LORD), ("assign", STAVROR), ("assign", TAL_PLETOR)]
    assert refusal(s, ("assign", LOYMARECH)).clause == "6.33a"
    assert refusal(s, ("restore", LOYMARECH)).clause == "6.34b"
    after = act(s, ("assign", TAL_PLETOR))
    assert asked(after) is None
    assert after.lands[LOYMARECH] == TAL_PLETOR
    assert [entry.clauses for entry in told(after, "assigned")] == [("6.33a",)]
    assert holder(after, hex_id("3008")) == TAL_PLETOR


@pytest.mark.clause("6.33a")
def test_the_kingdoms_player_assigns_to_a_kingdom_and_never_to_the_necromancer() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, NECROMANCER, LAMMARECH)
    wake(s, KINGDOMS, FERLARIE, KELARON)
    hold(s, LAMMARECH, ("ferlarie-infantry-1", "kelaron-infantry-1"))
    s = run(s, Conquest())
    assert asked(s) == ("AssignLands", KINGDOMS)
    assert s.flow[-1].actions(s) == [("assign", FERLARIE), ("assign", KELARON)]
    assert refusal(s, ("assign", LORD)).clause == "6.33a"


@pytest.mark.clause("6.31a", "6.31b")
def test_a_conquered_kingdom_neither_taxes_nor_recruits_but_keeps_gold_and_fights_on() -> None:
    s = overrun(LOYMARECH)
    s.gold[LOYMARECH] = 50
    put(s, "3008", "loymarech-infantry-1 paisach")
    s = run(s, Conquest())
    taxed = run(s, Taxation())
    assert taxed.gold[LOYMARECH] == 50
    assert income(taxed, LOYMARECH) == {}
    assert run(s, Recruitment()).flow == []
    assert ("stack", hex_id("3008")) in run(s, Movement(KINGDOMS)).flow[-1].actions(s)


@pytest.mark.clause("6.32a")
def test_an_unconquered_kingdom_controls_its_hexes_but_for_those_enemies_hold() -> None:
    s = bare()
    wake(s, KINGDOMS, LOYMARECH)
    assert holder(s, hex_id("3008")) == LOYMARECH
    put(s, "3008", "greater-vampire-1")
    assert holder(s, hex_id("3008")) == LORD
    assert holder(s, hex_id("2609")) == LOYMARECH


@pytest.mark.clause("6.32b")
def test_a_conquered_kingdom_controls_what_its_units_hold() -> None:
    s = run(overrun(LOYMARECH), Conquest())
    put(s, "2510", "loymarech-infantry-1")
    assert holder(s, hex_id("3008")) == LORD
    assert holder(s, hex_id("2510")) == LOYMARECH


@pytest.mark.clause("6.33d")
def test_an_assignment_stays() -> None:
    s = run(overrun(LOYMARECH), Conquest())
    wake(s, NECROMANCER, TAL_PLETOR)
    for phasing in (NECROMANCER, KINGDOMS):
        s.phasing = phasing
        again = run(s, Conquest())
        assert again.flow == []
        assert again.lands[LOYMARECH] == LORD


@pytest.mark.clause("6.33d")
def test_lands_of_a_conquered_holder_stay_assigned() -> None:
    s = overrun(TAL_PLETOR)
    s.lands[LOYMARECH] = TAL_PLETOR
    wake(s, NECROMANCER, LOYMARECH)
    after = act(run(s, Conquest()), ("assign", LORD))
    assert after.lands[TAL_PLETOR] == LORD
    assert after.lands[LOYMARECH] == TAL_PLETOR
    assert holder(after, hex_id("3008")) == TAL_PLETOR
    assert income(after, TAL_PLETOR) == {}, "and pay nothing"


def lost(phasing: int = NECROMANCER) -> Any:
    """Return Loymarech of the Kingdoms after its conquest by the Necromancer.

    Its own units are back in all its cities.
    """
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, LOYMARECH)
    s.lands[LOYMARECH] = LORD
    hold(s, LOYMARECH, ("loymarech-infantry-1", "loymarech-infantry-2", "loymarech-infantry-3"))
    return s


@pytest.mark.clause("6.34a", "6.34c")
def test_reconquered_when_the_enemys_player_turn_ends_with_friends_in_all_cities() -> None:
    assert run(lost(KINGDOMS), Conquest()).lands[LOYMARECH] == LORD, "not at the end of its own side's"
    after = run(lost(), Conquest())
    assert after.lands[LOYMARECH] == -1
    assert [entry.clauses for entry in told(after, "restored")] == [("6.34c",)]
    (entry,) = told(after, "reconquered")
    assert (entry.clauses, entry.data) == (("6.34a",), {"kingdom": LOYMARECH, "side": KINGDOMS})
    after.phasing = KINGDOMS
    assert run(after, Taxation()).gold[LOYMARECH] > 0


@pytest.mark.clause("6.34a")
def test_allies_may_do_it_too() -> None:
    s = lost()
    wake(s, KINGDOMS, STARKEEP)
    put(s, "2808", "starkeep-infantry-1")
    s.lift([piece("loymarech-infantry-1")], -1)
    s = run(s, Conquest())
    assert asked(s) == ("AssignLands", KINGDOMS)


@pytest.mark.clause("6.34a")
def test_all_cities_are_needed() -> None:
    s = lost()
    s.lift([piece("loymarech-infantry-3")], -1)
    assert run(s, Conquest()).lands[LOYMARECH] == LORD


@pytest.mark.clause("6.34a")
def test_an_enemy_left_in_a_city_prevents_it() -> None:
    s = lost()
    put(s, "3007", "greater-vampire-1")
    assert run(s, Conquest()).lands[LOYMARECH] == LORD


@pytest.mark.clause("6.34a")
def test_what_was_never_lost_is_not_reconquered() -> None:
    s = lost()
    wake(s, KINGDOMS, STARKEEP)
    s.lands[LOYMARECH] = -1
    s = run(s, Conquest())
    assert (asked(s), told(s, "reconquered")) == (None, [])


@pytest.mark.clause("6.34b", "6.34c")
def test_the_reconqueror_may_keep_it_from_its_owner() -> None:
    s = lost()
    wake(s, KINGDOMS, STARKEEP)
    s = run(s, Conquest())
    assert s.flow[-1].actions(s) == [("restore", LOYMARECH), ("assign", STARKEEP)]
    assert s.flow[-2] == Conquest(LOYMARECH + 1), "no kingdom is judged twice in a Player-Turn"
    kept = act(s, ("assign", STARKEEP))
    assert kept.lands[LOYMARECH] == STARKEEP
    assert [entry.clauses for entry in told(kept, "assigned")] == [("6.34b",)]
    kept.phasing = KINGDOMS
    assert run(kept, Taxation()).gold[LOYMARECH] == 0, "no taxes, no recruits"
    given = act(s, ("restore", LOYMARECH))
    assert given.lands[LOYMARECH] == -1


@pytest.mark.clause("6.34b")
def test_the_necromancer_may_take_what_he_reconquers_himself() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, NECROMANCER, LAMMARECH)
    wake(s, KINGDOMS, FERLARIE)
    s.lands[LAMMARECH] = FERLARIE
    hold(s, LAMMARECH, VAMPIRES)
    s = run(s, Conquest())
    assert s.flow[-1].actions(s) == [("assign", LORD), ("restore", LAMMARECH)]


@pytest.mark.clause("20.2", "6.3")
def test_the_conquest_of_zolahaureslor_ends_the_game_at_once() -> None:
    s = overrun(ZOLAHAURESLOR)
    wake(s, KINGDOMS, LOYMARECH)
    s.flow.append(Conquest())
    while s.flow:
        s.flow[-1].run(s)
    assert s.outcome.winners == ("Necromancer",)
    assert s.outcome.clause == "20.2"
    assert s.lands[ZOLAHAURESLOR] == -1


@pytest.mark.clause("20.2")
def test_not_when_the_kingdoms_player_conquers_it() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, NECROMANCER, ZOLAHAURESLOR)
    wake(s, KINGDOMS, STAVROR)
    hold(s, ZOLAHAURESLOR, tuple([f"stavror-infantry-{n}" for n in range(1, 11)]))
    after = run(s, Conquest())
    assert after.outcome is None
    assert after.lands[ZOLAHAURESLOR] == STAVROR


@pytest.mark.clause("6.34a", "6.34b", "6.33d")
def test_lands_that_an_ally_holds_since_his_betrayal_are_reconquered() -> None:
    """Loymarech was conquered for Tal Pletor, which is betrayed.

    Both now belong to the Kingdoms.
    """
    s = lost()
    wake(s, NECROMANCER, TAL_PLETOR)
    s.lands[LOYMARECH] = TAL_PLETOR
    betray(s, TAL_PLETOR)
    s.flow.clear()
    s = run(s, Conquest())
    assert asked(s) == ("AssignLands", KINGDOMS)
    assert act(s, ("restore", LOYMARECH)).lands[LOYMARECH] == -1
    kept = act(s, ("assign", TAL_PLETOR))
    assert kept.lands[LOYMARECH] == TAL_PLETOR
    again = run(kept, Conquest())
    assert (asked(again), again.lands[LOYMARECH]) == (None, TAL_PLETOR), "an assignment changes by reconquest alone"


@pytest.mark.clause("6.34a", "6.3")
def test_what_was_reconquered_for_an_ally_can_be_lost_and_reconquered_again() -> None:
    s = lost()
    wake(s, KINGDOMS, STARKEEP)
    s = act(run(s, Conquest()), ("assign", STARKEEP))
    for n, h in enumerate(CITY_HEXES[LOYMARECH], start=1):
        s.lift([piece(f"loymarech-infantry-{n}")], -1)
        put(s, hex_name(h), f"greater-vampire-{n}")
    s.phasing = KINGDOMS
    s = run(s, Conquest())
    assert s.lands[LOYMARECH] == LORD
    for n, h in enumerate(CITY_HEXES[LOYMARECH], start=1):
        s.lift([piece(f"greater-vampire-{n}")], -1)
        put(s, hex_name(h), f"loymarech-infantry-{n}")
    s.phasing = NECROMANCER
    assert asked(run(s, Conquest())) == ("AssignLands", KINGDOMS)


@pytest.mark.clause("6.34c")
def test_a_kingdom_that_has_its_lands_again_is_as_it_was_before_its_conquest() -> None:
    s = lost()
    s.retaken = (LOYMARECH, STARKEEP)
    give_lands(s, LOYMARECH, LOYMARECH)
    assert (s.lands[LOYMARECH], s.retaken) == (-1, (STARKEEP,))
