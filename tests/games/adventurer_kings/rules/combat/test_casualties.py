"""Losses and pursuit: armies destroyed, and what happens to the fallen (6.3, 7.2, 7.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, SURE, enemies, field, fought, general, natives
from games.adventurer_kings.positions.realm import a_turn, at, load, new_state, own, put_army, sea
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import MERCENARY
from palatine.games.adventurer_kings.rules.combat.campaigns import contest_province
from palatine.games.adventurer_kings.rules.combat.casualties import (
    PURSUES,
    attempts,
    losses,
    pursue_losers,
    run_down,
)
from palatine.games.adventurer_kings.rules.combat.deployment import win_chance
from palatine.games.adventurer_kings.rules.combat.retreat import retreat
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING
from palatine.games.adventurer_kings.rules.realm.yearend import improve

# The dead and the bitten (6.3)


@pytest.mark.clause("AK-6.3-32")
def test_the_bitten_are_lost_to_their_side_and_join_the_pack_when_the_year_is_over() -> None:
    s = new_state()
    n = general(s, 0, ["WE"] * 3, "DR1")
    (victim,) = natives(s, "LE", quality=tables.GREEN)
    load(s, **SURE, eliminated=200, bitten=1)
    t = a_turn(s)
    contest_province(t, at(s, HERE))
    assert s.owners[at(s, HERE)] == 0
    assert s.armies[victim].owner == MERCENARY
    assert s.armies[victim].barred == s.turn
    improve(t)
    army = s.armies[victim]
    assert (army.type, army.race, army.owner, army.leader) == (tables.WERE, tables.WEREBEASTS, 0, n)
    assert s.renown[n][12] == 2


@pytest.mark.clause("AK-6.3-34")
def test_whales_beaten_on_land_come_to_no_harm() -> None:
    s = enemies()
    sea(s, 506)
    n = general(s, 1, ["WH", "LE"], "DR4")
    whale, legion = s.led_by(n)
    b = fought(s, s.led_by(general(s, 0, ["LC"] * 3)), [whale, legion], ATTACKER, eliminated=1, pursuit=1, caught=1,
               pursuit_fight=1)  # fmt: skip
    losses(b)
    pursue_losers(b, *b.forces)
    assert legion not in s.armies
    retreat(b, b.forces[1], [unit for unit in b.forces[1].units if not unit.lost])
    assert (s.armies[whale].place, s.armies[whale].quality) == (at(s, 506), tables.AVERAGE)


# Figures (7.2, 7.3, 7.5)


@pytest.mark.clause("AK-7.2-12")
@pytest.mark.parametrize(
    ("side", "column_winner", "winner", "ratio", "rank", "permille"),
    [
        (DEFENDING, ATTACKER, ATTACKER, 1.0, 0, 250), (DEFENDING, ATTACKER, ATTACKER, 2.0, 0, 500),
        (DEFENDING, ATTACKER, ATTACKER, 5.0, 1, 500), (DEFENDING, ATTACKER, DEFENDING, 1.0, 0, 150),
        (ATTACKER, ATTACKER, ATTACKER, 1.0, 0, 75), (ATTACKER, ATTACKER, ATTACKER, 2.0, 1, 19),
        (ATTACKER, ATTACKER, ATTACKER, 9.0, 0, 15), (ATTACKER, ATTACKER, DEFENDING, 1.0, 0, 125),
        (DEFENDING, ATTACKER, ATTACKER, 2.0, 0.5, 500),
    ],
)  # fmt: skip
def test_the_chance_to_be_destroyed(
    side: int, column_winner: int, winner: int, ratio: float, rank: int, permille: int
) -> None:
    for face, lost in ((permille, True), (permille + 1, False)):
        s = enemies()
        b = field(s, s.led_by(general(s, 0, ["LE"])), s.led_by(general(s, 1, ["LE"])))
        b.outcomes, b.winner = [(column_winner, ratio)], winner
        (unit,) = b.forces[side].units
        unit.rank, unit.share = (1, 1.0) if rank == 0.5 else (rank, 0.5**rank)  # or attacked from above
        load(s, eliminated=face)
        losses(b)
        assert unit.lost is lost


@pytest.mark.clause("AK-7.3-01", "AK-7.3-02")
@pytest.mark.parametrize(
    ("hunter", "prey", "is_led", "percent"),
    [("LC", "LE", True, 90), ("LE", "LE", True, 50), ("LE", "HC", True, 30), ("LE", "LE", False, 75),
     ("EA", "LE", True, 95), ("BO", "DR", True, 5)],
)  # fmt: skip
def test_speed_decides_who_is_caught(hunter: str, prey: str, is_led: bool, percent: int) -> None:
    for face, caught in ((10 * percent, 1), (10 * percent + 1, 0)):
        s = enemies()
        theirs = s.led_by(general(s, 1, [prey], "DR4"))
        if not is_led:
            s.set_army(theirs[0], leader=0)
        b = field(s, s.led_by(general(s, 0, [hunter], "DR4")), theirs)
        load(s, caught=face, pursuit_fight=1000)
        tally: dict[int, int] = {}
        run_down(b, b.forces[0].units[0], b.forces[1].units[0], tally)
        assert sum(tally.values()) == caught


@pytest.mark.clause("AK-7.3-02", "AK-7.3-04")
def test_who_is_caught_fights_a_level_lower_with_a_defenders_care() -> None:
    permille = round(1000 * win_chance(4 * 2 * 1.2, 4 * 2 * 1.25))
    for face, lost in ((permille, True), (permille + 1, False)):
        s = enemies()
        mine = s.led_by(general(s, 0, ["LE"], "TA1"))
        theirs = s.led_by(general(s, 1, []))
        theirs = [put_army(s, "LE", 1, HERE, quality=tables.VETERAN)]
        b = field(s, mine, theirs)
        load(s, caught=1, pursuit_fight=face)
        run_down(b, b.forces[0].units[0], b.forces[1].units[0], {})
        assert b.forces[1].units[0].lost is lost


@pytest.mark.clause("AK-7.3-03")
def test_two_pursuits_at_most_strike_one_army() -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["EA", "EA"], "DR3")), s.led_by(general(s, 1, ["LE"])))
    load(s, pursuit=1, caught=1, pursuit_fight=1000)
    b.winner = ATTACKER
    assert pursue_losers(b, b.forces[0], b.forces[1]) == {b.forces[1].units[0].number: 2}


# What it costs (7.2 to 7.5)


@pytest.mark.clause("AK-7.2-12", "AK-7.2-13", "AK-6.3-33")
def test_the_beaten_are_destroyed_ships_battered_trolls_grown_together() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 3, "TA4")
    theirs = natives(s, "LE", "FL", "TR")
    b = fought(s, s.led_by(n), theirs, ATTACKER, eliminated=1)
    losses(b)
    legion, fleet, troll = theirs
    assert legion not in s.armies
    assert s.fallen[at(s, HERE)]
    assert s.armies[fleet].quality == tables.DEPLETED
    assert (s.armies[troll].owner, s.armies[troll].quality) == (MERCENARY, tables.GREEN)


@pytest.mark.clause("AK-6.3-32")
def test_the_bitten_turn_after_the_year() -> None:
    s = new_state()
    own(s, 0, HERE)
    n = general(s, 0, ["WE"] * 3, "DR1")
    (victim,) = natives(s, "LE")
    b = fought(s, s.led_by(n), [victim], ATTACKER, eliminated=200, bitten=1)
    losses(b)
    assert victim in s.armies
    assert victim in b.t.war.turning
    improve(b.t)
    assert (s.armies[victim].type, s.armies[victim].owner) == (tables.WERE, 0)


@pytest.mark.clause("AK-7.3-01", "AK-7.3-02", "AK-7.3-03", "AK-7.3-04")
def test_the_keen_pursue() -> None:
    s = new_state()
    n = general(s, 0, ["LC", "EA"], "DR3")
    theirs = natives(s, "LE", quality=tables.SUB_DEPLETED)
    b = fought(s, s.led_by(n), theirs, ATTACKER)
    assert PURSUES == (25, 75)
    by_code = {tables.ARMY_CODES[unit.army.type]: attempts(unit) for unit in b.forces[0].units}
    assert by_code == {"LC": 2, "EA": 3}
    load(s, pursuit=1, caught=1, pursuit_fight=1)
    pursue_losers(b, b.forces[0], b.forces[1])
    assert theirs[0] not in s.armies


@pytest.mark.clause("AK-7.2-13", "AK-4.3.1-01")
@pytest.mark.parametrize("quality", [tables.SUB_DEPLETED, tables.DEPLETED, tables.GREEN, tables.CRACK])
@pytest.mark.parametrize("code", ["FL", "LE"])
def test_nobody_is_the_better_for_a_defeat(code: str, quality: int) -> None:
    """A beaten fleet and an army saved by surgeons become Depleted.

    Those that were worse stay as they were.
    """
    s = enemies()
    surgeons = [d for d, each in enumerate(tables.DISCOVERIES) if "surgeons" in each.powers]
    s.set_kingdom(1, discoveries=tuple(surgeons) if code == "LE" else ())
    n = general(s, 0, ["LE"] * 3, "TA4")
    (beaten,) = s.led_by(general(s, 1, [code]))
    s.set_army(beaten, quality=quality)
    b = fought(s, s.led_by(n), [beaten], ATTACKER, eliminated=1, surgeons=1)
    losses(b)
    assert s.armies[beaten].quality == min(quality, tables.DEPLETED)


@pytest.mark.clause("AK-6.3-32")
def test_skeletons_cannot_be_bitten() -> None:
    s = new_state()
    n = general(s, 0, ["WE"] * 3, "DR1")
    (bones,) = natives(s, "LE", is_skeletal=True)
    b = fought(s, s.led_by(n), [bones], ATTACKER, eliminated=200, bitten=1)
    losses(b)
    assert (bones in s.armies, b.t.war.turning) == (False, {})
    assert [each.quality for each in s.fallen[at(s, HERE)]] == [tables.GREEN]
