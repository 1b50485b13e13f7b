"""Recruitment from the pools, gold from allies, and rebuilt mercenaries (7.2, 19.2)."""

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
    buy,
    empty_pool,
    hexes,
    lay,
    loymarech_awake,
    new_state,
    operands,
    piece,
    pieces,
    put,
    recruit,
    refusal,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import GONE, GROUP_POWERS, INACTIVE, POOL, UNITS
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import (
    FERLARIE,
    KELARON,
    LAMMARECH,
    LOYMARECH,
    STARKEEP,
    STAVROR,
    ZOLAHAURESLOR,
    hex_id,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.losses import eliminate

MONTOY, COS, SAAR, FERNAN, HOUNDS, _ = GROUP_POWERS


def rich(kingdom: int, gold: int, **options: Any) -> Any:
    """Return a kingdom of the Kingdoms player, as set up, with gold to spend."""
    s = new_state(**options)
    s.phasing = KINGDOMS
    wake(s, KINGDOMS, kingdom)
    s.gold[kingdom] = gold
    return s


@pytest.mark.clause("7.2a", "7.2b")
def test_the_phasing_players_kingdoms_recruit_from_what_was_not_set_up() -> None:
    s = rich(LOYMARECH, 100)
    wake(s, NECROMANCER, STAVROR)
    s.gold[STAVROR] = 100
    s = recruit(s)
    assert asked(s) == ("RecruitUnits", KINGDOMS)
    assert operands(s, "buy") == pieces("loymarech-infantry-4 loymarech-cavalry-2"), "one of each kind is offered"
    assert refusal(s, ("buy", piece("loymarech-infantry-5"))).reason == "why.alike"
    assert refusal(s, ("buy", piece("loymarech-infantry-1"))).clause == "7.21a"
    for stranger in (piece("stavror-infantry-11"), piece("lesser-vampire-1"), UNITS, UNITS + 3):
        assert refusal(s, ("buy", stranger)).reason == "why.not-in-pool"
    assert act(s, ("end", 0)).flow == []


@pytest.mark.clause("7.2c")
def test_the_lost_come_back_through_the_pool() -> None:
    s = rich(LOYMARECH, 100)
    eliminate(s, piece("loymarech-infantry-1"))
    assert s.where[piece("loymarech-infantry-1")] == POOL
    assert piece("loymarech-infantry-1") in operands(recruit(s), "buy")


@pytest.mark.clause("7.2d", "7.2e")
def test_the_raised_and_those_lost_for_good_do_not() -> None:
    s = rich(LOYMARECH, 100)
    for key in ("loymarech-infantry-4", "loymarech-infantry-5"):
        s.where[piece(key)] = GONE
    assert operands(recruit(s), "buy") == [piece("loymarech-cavalry-2")]


@pytest.mark.clause("7.21a", "7.21b", "REC")
def test_as_many_as_the_gold_allows() -> None:
    s = recruit(rich(LOYMARECH, 35))
    s = act(buy(s, "loymarech-cavalry-2"), ("at", hex_id("2808")))
    assert s.gold[LOYMARECH] == 20
    assert told(s, "recruit")[0].data["gold"] == 15
    s = act(buy(s, "loymarech-infantry-4"), ("at", hex_id("2808")))
    assert s.gold[LOYMARECH] == 10
    assert operands(s, "buy") == [piece("loymarech-infantry-5")]
    assert refusal(s, ("buy", piece("loymarech-cavalry-3"))).clause == "7.21b"
    s = act(buy(s, "loymarech-infantry-5"), ("at", hex_id("2609")))
    assert s.gold[LOYMARECH] == 0
    assert asked(s) is None, "nobody is asked what else he would buy with nothing"


@pytest.mark.clause("7.21b")
def test_the_cost_is_told_before_the_choice() -> None:
    s = rich(LOYMARECH, 11)
    wake(s, KINGDOMS, STARKEEP)
    s.gold[STARKEEP] = 9
    s = recruit(s)
    s.flow[-1].actions(s)
    costs = {choice.operand: choice.cost for choice in GAME.view(s, "Kingdoms").choices}
    assert costs[piece("loymarech-infantry-4")] == "10 gold"
    assert costs[piece("loymarech-cavalry-2")] == "15 gold; allies give 4 and lose 8"


@pytest.mark.clause("REC")
def test_hounds_on_foot_make_nobody_else_cheaper() -> None:
    s = rich(LOYMARECH, 14, hounds="infantry")
    assert operands(recruit(s), "buy") == [piece("loymarech-infantry-4")]


@pytest.mark.clause("7.2a")
def test_nobody_is_asked_who_can_buy_nothing() -> None:
    assert recruit(rich(LOYMARECH, 9)).flow == []


# Allies


def helped(gold: int, *allies: tuple[int, int]) -> Any:
    s = rich(LOYMARECH, gold)
    for kingdom, has in allies:
        wake(s, KINGDOMS, kingdom)
        s.gold[kingdom] = has
        empty_pool(s, kingdom)
    return s


@pytest.mark.clause("7.22a", "7.22b")
def test_an_ally_gives_what_is_wanting_at_two_for_one() -> None:
    s = recruit(helped(6, (STARKEEP, 9)))
    assert operands(s, "buy") == [piece("loymarech-infantry-4")], "cavalry is nine short, and four is all there is"
    s = act(buy(s, "loymarech-infantry-4"), ("at", hex_id("2808")))
    assert (s.gold[LOYMARECH], s.gold[STARKEEP]) == (0, 1)
    assert told(s, "transfer")[0].data == {"kingdom": LOYMARECH, "power": STARKEEP, "gold": 4, "loss": 8}


@pytest.mark.clause("7.22a")
def test_poor_kingdoms_together_can_pay() -> None:
    s = recruit(helped(9, (STARKEEP, 2)))
    assert operands(s, "buy") == [piece("loymarech-infantry-4")]
    s = act(buy(s, "loymarech-infantry-4"), ("at", hex_id("2808")))
    assert (s.gold[LOYMARECH], s.gold[STARKEEP]) == (0, 0)


@pytest.mark.clause("7.22a")
def test_the_player_says_which_ally_gives() -> None:
    s = recruit(helped(4, (STARKEEP, 8), (FERLARIE, 20)))
    s = act(buy(s, "loymarech-infantry-4"), ("at", hex_id("2808")))
    assert asked(s) == ("ChooseGiver", KINGDOMS)
    assert operands(s, "give") == [FERLARIE, STARKEEP]
    assert refusal(s, ("give", LOYMARECH)).clause == "7.22a"
    after = act(s, ("give", FERLARIE))
    assert (after.gold[FERLARIE], after.gold[STARKEEP]) == (8, 8)
    both = act(s, ("give", STARKEEP))
    assert (both.gold[FERLARIE], both.gold[STARKEEP]) == (16, 0), "and the other gives the rest"
    assert at(both, "loymarech-infantry-4") == "2808"
    assert asked(both) is None


@pytest.mark.clause("7.22a")
def test_only_active_kingdoms_of_the_same_side_help() -> None:
    s = helped(6, (STAVROR, 5))
    for kingdom, side in ((STARKEEP, INACTIVE), (FERLARIE, NECROMANCER)):
        wake(s, side, kingdom)
        s.gold[kingdom] = 50
    assert recruit(s).flow == []


@pytest.mark.clause("6.31b", "7.22a")
def test_a_conquered_kingdoms_gold_can_be_given_away_and_buys_nothing_for_itself() -> None:
    s = helped(6, (LAMMARECH, 100))
    s.lands[LAMMARECH] = LORD
    s = recruit(s)
    assert operands(s, "buy") == pieces("loymarech-infantry-4 loymarech-cavalry-2")
    s.where[piece("lammarech-cavalry-4")] = POOL
    assert refusal(s, ("buy", piece("lammarech-cavalry-4"))).clause == "6.31a"


# Cities


@pytest.mark.clause("7.23a", "7.23b")
def test_recruits_appear_in_a_city_of_their_own_kingdom() -> None:
    s = rich(LOYMARECH, 100)
    wake(s, KINGDOMS, LAMMARECH)
    s.lands[LAMMARECH] = LOYMARECH
    s = buy(recruit(s), "loymarech-infantry-4")
    assert asked(s) == ("ChooseCity", KINGDOMS)
    assert GAME.view(s, "Kingdoms").heading.endswith(": Recruitment")
    assert hexes(s, "at") == ["2808", "2609", "3007"], "not in lands assigned to it"
    assert refusal(s, ("at", hex_id("1610"))).clause == "7.23b"
    assert refusal(s, ("at", hex_id("2809"))).clause == "7.23b"
    assert at(act(s, ("at", hex_id("3007"))), "loymarech-infantry-4") == "3007"


@pytest.mark.clause("7.23c")
def test_fleets_appear_in_ports() -> None:
    s = buy(recruit(rich(KELARON, 100)), "kelaron-fleet-3")
    assert hexes(s, "at") == ["3104", "3602"]
    assert refusal(s, ("at", hex_id("3005"))).clause == "7.23c"


@pytest.mark.clause("7.23d")
def test_an_enemy_in_a_city_closes_it_and_a_friend_opens_it() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, LOYMARECH, STARKEEP)
    s.gold[LOYMARECH] = 100
    put(s, "2808", "greater-vampire-1")
    put(s, "3007", "loymarech-infantry-1")
    chosen = buy(recruit(s), "loymarech-infantry-2")
    assert hexes(chosen, "at") == ["2609", "3007"]
    assert refusal(chosen, ("at", hex_id("2808"))).clause == "7.23d"
    put(s, "2808", "starkeep-infantry-1")
    assert "2808" in hexes(buy(recruit(s), "loymarech-infantry-2"), "at"), "both stand in it"


@pytest.mark.clause("7.23d")
def test_an_empty_city_is_closed_in_an_enemys_zone_alone_and_open_when_disputed() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, LOYMARECH)
    s.gold[LOYMARECH] = 100
    put(s, "2708", "greater-vampire-1")
    assert hexes(buy(recruit(s), "loymarech-infantry-1"), "at") == ["2609", "3007"]
    put(s, "2807", "loymarech-infantry-1")
    assert hexes(buy(recruit(s), "loymarech-infantry-2"), "at") == ["2808", "2609", "3007"]


@pytest.mark.clause("7.23d")
def test_with_no_city_open_nothing_can_be_bought() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, LOYMARECH, LAMMARECH)
    s.gold[LOYMARECH] = s.gold[LAMMARECH] = 100
    for name, n in (("2808", 1), ("2609", 2), ("3007", 3)):
        put(s, name, f"greater-vampire-{n}")
    s = recruit(s)
    assert operands(s, "buy") == [piece("lammarech-cavalry-1")]
    assert refusal(s, ("buy", piece("loymarech-infantry-2"))).clause == "7.23d"


@pytest.mark.clause("7.23e")
def test_a_city_takes_its_city_value_in_one_phase() -> None:
    s = recruit(rich(ZOLAHAURESLOR, 500))
    for _ in range(4):
        s = act(s, s.flow[-1].actions(s)[0], ("at", hex_id("2414")))
    s = act(s, s.flow[-1].actions(s)[0])
    assert "2414" not in hexes(s, "at"), "Sudrin-Lor has four"
    assert refusal(s, ("at", hex_id("2414"))).clause == "7.23e"
    again = recruit(rich(ZOLAHAURESLOR, 500))
    assert again.bought == {}, "and anew in the next"


@pytest.mark.clause("8.16c", "7.23a")
def test_a_recruit_puts_an_enemy_leader_who_is_alone_there_to_the_test() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, LAMMARECH)
    s.gold[LAMMARECH] = 15
    put(s, "1607", "lammarech-cavalry-1")
    put(s, "1610", "tol-morn mezal")
    s = buy(recruit(s), "lammarech-cavalry-2")
    elsewhere = act(s, ("at", hex_id("1607")))
    assert (at(elsewhere, "tol-morn"), at(elsewhere, "mezal")) == ("1610", "1610")
    s = act(s, ("at", hex_id("1610")), rolls=[("escape", 6), ("escape", 6)])
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == pieces("tol-morn mezal")
    assert asked(s) is None


# Mercenaries


@pytest.mark.clause("9.27e", "15.14b", "7.23a")
def test_recruits_capture_a_device_that_the_enemy_has_left_alone_in_their_city() -> None:
    s = loymarech_awake()
    s.gold[LOYMARECH] = 10
    lay(s, "2808", "the-scythe")
    s.left_by = {piece("the-scythe"): NECROMANCER}
    s.phasing = KINGDOMS
    s = buy(recruit(s), "loymarech-infantry-2")
    s = act(s, ("at", hex_id("2808")))
    assert s.left_by == {piece("the-scythe"): KINGDOMS}
    assert [entry.data["device"] for entry in told(s, "device.captured")] == [piece("the-scythe")]


@pytest.mark.clause("7.21a")
def test_what_is_no_unit_of_a_pool_is_not_bought() -> None:
    """The first of all units is a unit of a pool; the first monster is not."""
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(10))
    s.gold = [9 for _ in s.gold]
    s = recruit(s)
    s.where[UNITS] = POOL
    assert refusal(s, ("buy", UNITS)).reason == "why.not-in-pool"
    assert refusal(s, ("buy", -1)).reason == "why.not-in-pool"
    assert ("buy", 0) in s.flow[-1].actions(s) or refusal(s, ("buy", 0)).reason != "why.not-in-pool"
