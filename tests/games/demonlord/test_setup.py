"""Set-up: order of battle, devotees, townships; the first-move and reduced-chance variants."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    NEUTRAL,
    actions,
    at,
    do,
    hexes,
    idle,
    operands,
    place,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
    verbs,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components import pieces
from palatine.games.demonlord.components import world as c
from palatine.games.demonlord.components.pieces import CONJURATIONS, INNER_KINGDOM, IS_TROOP, MERCENARIES
from palatine.games.demonlord.components.spells import MARKERS
from palatine.games.demonlord.components.world import NINNGHIZ, hex_id, hex_name
from palatine.games.demonlord.setup import SetUp, new_state
from palatine.games.demonlord.state import AWAY, GONE
from palatine.testing import scripted

TEMPLES = ["0311", "0404", "0521", "0713"]
"""The four Temples of Hosar on the reconstructed map."""


def fresh(**options: Any) -> Any:
    state = GAME.setup(seed=b"setup", options=options)
    state.journal = []
    return state


def with_devotees() -> Any:
    """Return the set-up with all devotees placed, in pairs in the order of the temples."""
    state = fresh()
    while step(state) == "Devotees":
        state = do(state, actions(state)[0])
    return state


def muster(state: Any, key: str) -> Any:
    return do(state, ("unit", unit(key)))


def try_town(state: Any, name: str, die: int) -> Any:
    return do(state, ("town", hex_id(name)), rolls=[("township", die)])


@pytest.mark.clause("SET-01", "GEN-06")
def test_units_begin_where_the_order_of_battle_says() -> None:
    state = fresh()
    assert [at(state, key) for key in ("TI-prince-timur", "BA-baron-barthek", "NI-lord-nish", "AH-duke-han")] == [
        "0610",
        "0218",
        "1812",
        "1401",
    ]
    for u, start in enumerate(pieces.START):
        if start >= 0 and u not in (*pieces.BALRON_SET, *pieces.DWARF_SET):
            assert state.where[u] == start
    for invoked in pieces.INVOKED:
        assert state.where[invoked] == AWAY
    for later in (*pieces.MERCENARIES, *pieces.INNER_KINGDOM):
        assert state.where[later] == AWAY, "reinforcements come when they are requested"


@pytest.mark.clause("SET-01")
def test_of_ula_only_the_miners_are_there_until_its_ruler_is_known() -> None:
    state = fresh()
    assert sorted(state.stack(NEUTRAL, hex_id("0902"))) == units("MU-slave-miners-1", "MU-slave-miners-2")
    assert state.where[unit("MU-balron")] == state.where[unit("MU-dwarf-king")] == AWAY


@pytest.mark.clause("SET-01")
def test_every_fortress_begins_with_whoever_has_units_there() -> None:
    state = fresh()
    for h in c.FORTRESSES:
        (owner,) = {side for side in (HOSAR, DEMON, NEUTRAL) if state.stack(side, h)}
        assert state.control[h] == owner


@pytest.mark.clause("SET-02")
def test_two_devotees_on_each_temple_of_hosar() -> None:
    state = fresh()
    assert (step(state), seat(state), hexes(state, "at")) == ("Devotees", "Hosar", TEMPLES)
    state = do(state, ("at", hex_id("0713")), ("at", hex_id("0713")))
    assert hexes(state, "at") == ["0311", "0404", "0521"]
    assert refusal(state, ("at", hex_id("0713"))).clause == "SET-02"
    assert refusal(state, ("at", hex_id("0610"))).clause == "SET-02"
    done = with_devotees()
    assert [len(done.stack(HOSAR, hex_id(name))) for name in TEMPLES] == [2, 2, 2, 2]
    assert {done.where[u] for u in pieces.DEVOTEES} == {hex_id(name) for name in TEMPLES}


@pytest.mark.clause("SET-02")
def test_the_last_two_devotees_go_where_room_is_left() -> None:
    state = fresh()
    for name in ("0311", "0404", "0521"):
        state = do(state, ("at", hex_id(name)), ("at", hex_id(name)))
    assert step(state) != "Devotees", "there is nothing left to decide"
    assert len(state.stack(HOSAR, hex_id("0713"))) == 2


@pytest.mark.clause("SET-02")
def test_which_devotee_stands_where_is_hosars_secret_and_his_home() -> None:
    state = do(fresh(), ("at", hex_id("0521")), ("at", hex_id("0521")))
    assert [entry.readers for entry in told(state, "devotee")] == [(HOSAR,), (HOSAR,)]
    above, below = pieces.DEVOTEES[0], pieces.DEVOTEES[1]
    assert [state.home[below], state.home[above]] == [hex_id("0521")] * 2
    seen = [piece.face for piece in GAME.view(state, "Demon").pieces if piece.space == "0521"]
    assert seen == [pieces.UNIT_KEY[above], ""], "the second goes beneath the first, and is never seen"


@pytest.mark.clause("SET-03")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_on_one_to_three_a_western_unit_is_there(die: int) -> None:
    state = try_town(muster(with_devotees(), "WT-borderers"), "0113", die)
    assert at(state, "WT-borderers") == "0113"
    assert state.home[unit("WT-borderers")] == hex_id("0113")
    assert step(state) == "ChooseTownsman"


@pytest.mark.clause("SET-03")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_on_four_to_six_never_in_that_town(die: int) -> None:
    state = try_town(muster(with_devotees(), "WT-borderers"), "0113", die)
    assert (step(state), state.where[unit("WT-borderers")]) == ("ChooseTown", AWAY)
    assert sorted(hexes(state, "town")) == ["0206", "0502", "0718", "0806"]
    assert refusal(state, ("town", hex_id("0113"))).clause == "SET-03"
    other = muster(try_town(state, "0206", 1), "WT-militia")
    assert "0113" in hexes(other, "town"), "another unit may still try there"


@pytest.mark.clause("SET-04")
def test_the_player_picks_units_and_towns_and_a_town_takes_one_unit() -> None:
    state = with_devotees()
    assert seat(state) == "Hosar"
    assert {pieces.UNIT_KEY[u] for _, u in actions(state)} == {
        "WT-borderers",
        "WT-woodsmen",
        "WT-militia",
        "WT-hippogriff-riders",
    }
    state = muster(state, "WT-militia")
    assert sorted(hexes(state, "town")) == ["0113", "0206", "0502", "0718", "0806"]
    state = muster(try_town(state, "0806", 2), "WT-woodsmen")
    assert sorted(hexes(state, "town")) == ["0113", "0206", "0502", "0718"]
    assert refusal(state, ("town", hex_id("0806"))).clause == "SET-04"
    assert refusal(state, ("town", hex_id("0610"))).clause == "SET-06"


@pytest.mark.clause("SET-04")
def test_one_unit_is_finished_before_the_next_is_begun() -> None:
    state = try_town(muster(with_devotees(), "WT-militia"), "0806", 6)
    assert verbs(state) == {"town"}, "the militia tries on"


@pytest.mark.clause("SET-05")
def test_who_fails_in_every_town_is_not_in_the_game() -> None:
    state = muster(with_devotees(), "WT-hippogriff-riders")
    for name in ("0113", "0206", "0502", "0718", "0806"):
        state = try_town(state, name, 4)
    assert state.where[unit("WT-hippogriff-riders")] == GONE
    assert told(state, "townsman.out")
    assert step(state) == "ChooseTownsman"
    assert ("unit", unit("WT-hippogriff-riders")) not in actions(state)


@pytest.mark.clause("SET-05")
def test_who_fails_in_every_town_still_empty_is_out_too() -> None:
    state = try_town(muster(with_devotees(), "WT-borderers"), "0113", 1)
    state = try_town(muster(state, "WT-woodsmen"), "0206", 1)
    state = muster(state, "WT-militia")
    for name in ("0502", "0718", "0806"):
        state = try_town(state, name, 5)
    assert state.where[unit("WT-militia")] == GONE


@pytest.mark.clause("SET-06")
def test_the_townships_are_these_five() -> None:
    state = muster(with_devotees(), "WT-borderers")
    assert {c.SITES[c.SITE_AT[h]].name: hex_name(h) for h in [h for _, h in actions(state)]} == {
        "Kimat": "0113",
        "Darton": "0206",
        "Horkan": "0502",
        "Fergeni": "0718",
        "Belbitz": "0806",
    }


def set_up(rolls: Iterable[Any], **options: Any) -> Any:
    """Return the first decision of a match after all choices of the set-up, with these rolls."""
    state = new_state(("Hosar", "Demon"), b"", GAME.complete_options(options))
    state.flow = [SetUp(at=4)]
    with scripted(state, rolls) as state:
        state.journal = []
        GAME.advance(state)
    return state


@pytest.mark.clause("VAR-16")
@pytest.mark.parametrize(("dice", "first"), [((5, 2), HOSAR), ((2, 5), DEMON)])
def test_the_higher_die_has_the_first_phase_of_every_turn(dice: tuple[int, int], first: int) -> None:
    assert set_up(dice, first_move="dice").first == first
    names = ("Hosar", "Demon")
    for turn in (1, 2):
        state = place(f"first: {first}\nturn {turn}\nphase {names[first]}\nstep Start\n{CAPITALS}")
        assert seat(state) == names[first]
        state = idle(do(state, "end"), "Movement")
        assert (seat(state), state.turn) == (names[1 - first], turn)
        state = idle(do(state, "end"), "Movement")
        assert (seat(state), state.turn) == (names[first], turn + 1)


@pytest.mark.clause("VAR-16")
def test_without_the_variant_hosar_moves_first_and_no_die_is_thrown() -> None:
    assert set_up([]).first == HOSAR


@pytest.mark.clause("VAR-16")
def test_the_dice_are_thrown_as_the_first_turn_begins_when_the_set_up_is_done() -> None:
    choosing = ("Devotees", "ChooseTownsman", "ChooseTown", "Spells")
    state = GAME.setup(seed=b"first move", options={"first_move": "dice"})
    while step(state) in choosing:
        state.journal = []
        state = do_anything(state)
        assert bool(told(state, "first")) is (step(state) not in choosing)


@pytest.mark.clause("VAR-17")
def test_equal_dice_are_thrown_again() -> None:
    state = set_up([3, 3, 6, 6, 1, 4], first_move="dice")
    assert state.first == DEMON
    assert [len(told(state, kind)) for kind in ("first-die", "first-tie", "first")] == [6, 2, 1]


@pytest.mark.clause("VAR-18")
@pytest.mark.parametrize("player", [HOSAR, DEMON])
def test_each_player_chooses_four_of_his_seven_spells(player: int) -> None:
    state = GAME.setup(seed=b"tournament", options={"tournament": True})
    while step(state) != "Spells" or state.flow[-1].seat != player:
        state = do_anything(state)
    chosen = [MARKERS[player][i] for i in (6, 0, 3, 5)]
    assert operands(state, "choose") == list(MARKERS[player])
    assert refusal(state, ("draw", 0)).clause == "VAR-18"
    for spell in chosen:
        state = do(state, ("choose", spell))
    assert state.hands[player] == tuple(sorted(chosen))


def do_anything(state: Any) -> Any:
    return GAME.play(state, seat(state), actions(state)[0])


@pytest.mark.parametrize(
    ("player", "force", "usual", "reduced"),
    [
        pytest.param("Hosar", MERCENARIES, 8, 9, marks=pytest.mark.clause("VAR-19")),
        pytest.param("Demon", INNER_KINGDOM, 9, 10, marks=pytest.mark.clause("VAR-19", "VAR-20")),
    ],
)
def test_one_more_reinforcement_each(player: str, force: tuple[int, ...], usual: int, reduced: int) -> None:
    for tournament, count in ((False, usual), (True, reduced)):
        options = json.dumps({"tournament": tournament})
        text = f"options: {options}\nturn 2\nphase {player}\nstep Reinforcements\nopened: true\n{CAPITALS}"
        draws = [("draw of reinforcements", 1)] * count
        state = do(place(text), "request", rolls=[("reinforcements", 3), *draws])
        assert [u for u in force if state.where[u] == GONE] == list(force[count:])
        assert len(state.flow[-1].units) == count


@pytest.mark.clause("VAR-20")
@pytest.mark.parametrize("draws", [(1, 1, 1, 1, 1), (6, 5, 4, 3, 2), (2, 2, 2, 2, 2)])
def test_conjurations_are_drawn_at_random_even_so(draws: tuple[int, ...]) -> None:
    text = 'options: {"tournament": true}\nturn 2\nphase Demon\nstep Invocation\n1414 Demon: TN-priests\n'
    state = do(
        place(text + CAPITALS), ("invoke", unit("TN-priests")), rolls=[1, *[("conjurations", d) for d in draws]]
    )
    left = list(CONJURATIONS)
    came = [left.pop(d - 1) for d in draws]
    assert sorted(set(state.stack(DEMON, NINNGHIZ)) - {unit("TN-priests")}) == sorted(came)
    assert any(IS_TROOP[u] for u in came)
