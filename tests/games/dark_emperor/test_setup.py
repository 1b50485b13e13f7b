"""Set-up: pieces before the first game-turn, and the gate (5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import asked, at, hexes, piece, pieces, refusal, told
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    ENTRANTS,
    INACTIVE,
    IS_LESSER,
    KINGDOM_POWERS,
    MAGIC_HEX_COUNTERS,
    POOL,
    START,
    UNIT_OF,
    UNITS,
)
from palatine.games.dark_emperor.components.world import (
    HEXES,
    HOLY,
    KELARON,
    LOYMARECH,
    OWNER,
    PARTS,
    PENTACLES,
    hex_id,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.movement.stacking import StackingJudgment
from palatine.games.dark_emperor.setup import GATES
from palatine.games.dark_emperor.state import is_land_unit

NECROMANCER, KINGDOMS = "Necromancer", "Kingdoms"


def fresh(seed: bytes = b"setup", **options: Any) -> Any:
    return GAME.setup(seed=seed, options=options, record=True)


def enter(name: str) -> Any:
    """Let the Necromancer enter by this hex."""
    return GAME.play(fresh(), NECROMANCER, ("enter", hex_id(name)))


@pytest.mark.clause("5.1")
def test_battlefield_units_lie_face_down_on_the_hex_they_name() -> None:
    s = fresh()
    lying = [u for u in range(UNITS) if UNIT_OF[u] == BATTLEFIELD]
    assert len(lying) == 36
    for u in lying:
        assert s.where[u] == START[u] >= 0
        assert not any([u in s.fighters(side, s.where[u]) for side in (0, 1, 2)]), "it is no stack of anybody's yet"


@pytest.mark.clause("5.2a")
def test_the_seven_magic_counters_are_dealt_to_the_seven_pentacles() -> None:
    s = fresh()
    assert sorted(s.markers) == sorted(PENTACLES)
    assert sorted(s.markers.values()) == sorted(MAGIC_HEX_COUNTERS)
    deals = {tuple(fresh(seed=bytes([n])).markers[h] for h in PENTACLES) for n in range(20)}
    assert len(deals) > 10, "they are mixed anew for every match"


@pytest.mark.clause("5.2b")
def test_nobody_sees_what_lies_on_a_magic_hex() -> None:
    s = fresh()
    for seat in (NECROMANCER, KINGDOMS, None):
        backs = [each for each in GAME.view(s, seat).pieces if each.id.startswith("m")]
        assert len(backs) == 7
        assert all([not each.face and each.operand < 0 for each in backs])


@pytest.mark.clause("5.3", "6.1a", "6.2")
def test_the_kingdoms_stand_where_the_order_of_battle_says_and_are_nobodys() -> None:
    s = fresh()
    for u, start in enumerate(START[:UNITS]):
        if UNIT_OF[u] in KINGDOM_POWERS:
            assert s.where[u] == start
            assert start == POOL or u in s.units(INACTIVE, start)
    assert not s.stacks[0]
    assert not s.stacks[1], "the Kingdoms player commands nothing"
    assert not s.company[1]


@pytest.mark.clause("5.4")
def test_mercenaries_wait_in_their_box() -> None:
    s = fresh()
    assert {at(s, key) for key in ("montoys-rebels-1", "saarlumen-2", "silwer-flagriel", "hound-master")} == {"-2"}


@pytest.mark.clause("5.5a", "5.5b")
def test_the_necromancer_picks_one_hex_and_comes_in_with_all_he_has() -> None:
    s = fresh()
    assert asked(s) == ("Gate", 0)
    after = enter("3005")
    host = pieces("padrech-dar-choim tol-morn mezal necromancers-siege-train")
    host += pieces(" ".join([f"greater-vampire-{n}" for n in range(1, 11)]))
    assert sorted(ENTRANTS) == sorted(host)
    assert {after.where[p] for p in host} == {hex_id("3005")}
    assert len(after.units(0, hex_id("3005"))) == 11, "eleven units, whatever the stacking limit"


@pytest.mark.clause("5.5b", "TEC-holy")
def test_the_gate_opens_on_any_land_but_a_holy_place() -> None:
    s = fresh()
    assert [hex_id(name) for name in hexes(s, "enter")] == [h for h in range(HEXES) if PARTS[h] and not HOLY[h]]
    assert "2819" not in hexes(s, "enter")
    assert refusal(s, ("enter", hex_id("2819"))).clause == "TEC-holy"
    assert refusal(s, ("enter", hex_id("0101"))).reason == "why.sea-gate"
    assert refusal(s, ("enter", HEXES)).reason == "why.no-hex"
    assert len(GATES) == len(hexes(s, "enter"))


@pytest.mark.clause("5.5b", "6.11a")
def test_the_kingdom_he_enters_wakes_against_him_before_the_first_turn() -> None:
    s = enter("3005")
    assert s.control[KELARON] == 1
    assert [s.control[k] for k in KINGDOM_POWERS if k != KELARON] == [INACTIVE] * 9
    assert s.turn == 1
    assert piece("kelaron-infantry-3") in s.units(1, hex_id("3005")), "its units there are to be fought"


@pytest.mark.clause("5.5c")
def test_the_gate_is_no_movement() -> None:
    s = enter("1610")
    assert not s.trails
    assert not s.origin, "so there is no attrition for it"
    assert not s.stopped
    river = enter("2808")
    assert not river.stopped, "and no river holds the vampires"


@pytest.mark.clause("5.5c", "8.17")
def test_a_marker_in_the_gate_does_not_hold_leaders() -> None:
    s = enter("2302")
    assert hex_id("2302") in s.markers
    assert not s.stopped


@pytest.mark.clause("5.5d")
def test_stacking_binds_him_in_his_first_stacking_judgment() -> None:
    s = enter("2609")
    assert len(s.units(0, hex_id("2609"))) == 11
    s.flow.append(StackingJudgment())
    GAME.advance(s)
    assert asked(s) == ("ChooseExcess", 0)
    assert s.flow[-1].owed == 6, "a settled hex with a city of value one holds five"


@pytest.mark.clause("5.5b", "8.14d")
def test_in_a_hex_of_two_lands_he_says_where_the_siege_train_stands() -> None:
    s = enter("0514")
    assert asked(s) == ("Shore", 0)
    assert [u for u in ENTRANTS if is_land_unit(u)] == [s.flow[-1].unit]
    after = GAME.play(s, NECROMANCER, ("shore", 2))
    assert after.shore == {piece("necromancers-siege-train"): 2}


@pytest.mark.clause("5.6a")
def test_game_turn_one() -> None:
    s = enter("2609")
    assert s.turn == 1
    assert told(s, "player-turn")[0].data == {"side": 0, "turn": 1}


@pytest.mark.clause("5.6b", "7.2b", "7.34a")
def test_the_rest_are_the_pools() -> None:
    s = fresh()
    lesser = [u for u in range(UNITS) if IS_LESSER[u]]
    assert {s.where[u] for u in lesser} == {POOL}
    waiting = [u for u in range(UNITS) if UNIT_OF[u] == LOYMARECH and s.where[u] == POOL]
    assert waiting == pieces("loymarech-infantry-4 loymarech-infantry-5 loymarech-cavalry-2 loymarech-cavalry-3")


@pytest.mark.clause("6.11c")
def test_every_land_hex_is_somebodys_so_that_entering_always_wakes_a_kingdom() -> None:
    assert all([OWNER[h] >= 0 for h in GATES])


@pytest.mark.clause("3a")
def test_beside_the_map_are_turn_track_treasuries_pools_and_the_mercenaries_box() -> None:
    s = fresh()
    (off,) = [board for board in GAME.boards(s) if board.id == "off"]
    spaces = {space.id for space in off.spaces}
    assert {f"turn.{turn}" for turn in range(1, 15)} <= spaces
    assert {"mercenaries", f"pool.{LOYMARECH}"} <= spaces
    view = GAME.view(enter("3005"), KINGDOMS)
    assert [piece.space for piece in view.pieces if piece.id == "turn"] == ["turn.1"]
    (powers,) = [panel for panel in view.panels if panel.id == "powers"]
    assert [row.note for row in powers.rows if row.label == "Kelaron Oiret"] == ["0 gold"]
