"""Positions as text."""

from __future__ import annotations

import random

import pytest

from games.dark_emperor.positions import asked, at, piece, pieces
from palatine.core import Unreadable
from palatine.games.dark_emperor.components.pieces import BOX, DEVICES, GONE, INACTIVE, POOL
from palatine.games.dark_emperor.components.world import FERLARIE, PENTACLES, TAL_PLETOR, hex_id
from palatine.games.dark_emperor.referee import GAME

SKETCH = """
    dark-emperor
    turn 3            # a sketch is enough
    player-turn Kingdoms
    step Movement
    control: Ferlarie Kingdoms, Tal Pletor Necromancer, Lord Montoy Kingdoms
    1109: stommarren, tal-pletor-infantry-1
    0224: ferlor, ferlarie-fleet-1
    carried by stommarren: he-sups-on-prana
    gone: ferlarie-fleet-4
    marker 2114: silk-negator
    gold: [0, 12, 0, 0, 0, 0, 0, 0, 0, 0]
"""


def text_of(sketch: str) -> str:
    return "\n".join([line.strip() for line in sketch.strip().splitlines()])


def test_a_sketch_says_who_is_where_and_leaves_out_the_rest() -> None:
    s = GAME.read_position(text_of(SKETCH))
    assert (s.turn, s.phasing, asked(s)) == (3, 1, ("Movement", 1))
    assert (s.control[FERLARIE], s.control[TAL_PLETOR], s.control[3]) == (1, 0, INACTIVE)
    assert s.units(0, hex_id("1109")) == pieces("tal-pletor-infantry-1")
    assert s.leaders(1, hex_id("0224")) == (piece("ferlor"),)
    assert at(s, "he-sups-on-prana") == "1109"
    assert s.bearer[piece("he-sups-on-prana") - DEVICES[0]] == piece("stommarren")
    assert s.where[piece("ferlarie-fleet-4")] == GONE
    assert s.where[piece("stavror-infantry-1")] == POOL, "nobody else is on the map"
    assert s.markers == {hex_id("2114"): piece("silk-negator")}
    assert s.gold[FERLARIE] == 12


def test_without_hexes_all_stand_as_set_up() -> None:
    s = GAME.read_position("dark-emperor\nturn 2\n")
    assert asked(s) == ("Gate", 0)
    assert sorted(s.markers) == sorted(PENTACLES)
    assert at(s, "stav-farren") == "1820"


def test_devices_are_with_their_bearers_whatever_the_order_of_lines() -> None:
    lines = ["dark-emperor", "step Movement", "carried by mezal: sword-famir", "1820: stav-farren", "1821: mezal"]
    s = GAME.read_position("\n".join(lines))
    assert at(s, "staff-of-waters") == "1820", "what a leader has at the start he has still"
    assert at(s, "sword-famir") == "1821"
    boxed = GAME.read_position("dark-emperor\nstep Movement\n1821: mezal\nbox: stav-farren")
    assert boxed.where[piece("staff-of-waters")] == BOX


@pytest.mark.parametrize("seed", range(6))
def test_any_position_reads_back_as_written(seed: int) -> None:
    dice = random.Random(seed)
    s = GAME.setup(seed=bytes([seed]), options={"host": "noted"} if seed % 2 else {})
    for at_step in range(1200):
        if not s.flow:
            break
        seat = GAME.actors(s)[0]
        GAME.take(s, seat, dice.choice(GAME.actions(s, seat)))
        if at_step % 150 == seed:
            text = GAME.write_position(s)
            assert GAME.read_position(text) == s
            assert GAME.write_position(GAME.read_position(text)) == text


def test_a_finished_game_reads_back_too() -> None:
    s = GAME.setup(seed=b"end")
    while s.flow:
        seat = GAME.actors(s)[0]
        GAME.take(s, seat, GAME.actions(s, seat)[-1])
    assert GAME.read_position(GAME.write_position(s)) == s


@pytest.mark.parametrize(
    "line",
    [
        "turn three", "player-turn Nobody", "step Nothing", "control: Atlantis Kingdoms", "9999: stommarren",
        "1109: nobody", "marker 1109", "wealth: [1]", "gold: 3", "carried by nobody: sword-famir", "flow: [1]",
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named(line: str) -> None:
    with pytest.raises(Unreadable):
        GAME.read_position(f"dark-emperor\n{line}\n")


def test_another_games_position_is_refused() -> None:
    with pytest.raises(Unreadable, match="Line 1"):
        GAME.read_position("demonlord\n")
