"""Positions as text."""

from __future__ import annotations

import random

import pytest

from games.elric.positions.board import area, asked, at, piece, power, spell
from palatine.core import Unreadable
from palatine.games.elric.components.spells import SPELLS
from palatine.games.elric.referee import GAME
from palatine.games.elric.state import LOST, NOBODY, OFF

SKETCH = """
    elric
    options: {"walls": "losses"}
    scenario conflict-long
    turn 3            # a sketch is enough
    player-turn Jade
    order: Jade, Ruby, Amber
    step Movement
    rules Amber: Jharkor, Tarkesh
    rules Jade: Lormyr
    Amber in jha_dha: dharmit, jharkor-army-1, jharkor-army-2
    Amber in tanelorn: rackhir
    Amber in tanelorn: zas
    Jade in lor_ios: voashoon, lormyr-army-1, mage-of-lormyr
    nobody in melnib: yyrkoon
    lost: jharkor-army-3
    Amber has aside: jharkor-army-3
    hand of mage-of-lormyr: donblas, sleep
    star mordaga: arioch
    discard: fileet
    bears yyrkoon: mournblade
    balance: -2
"""


def text_of(sketch: str) -> str:
    return "\n".join([line.strip() for line in sketch.strip().splitlines()])


def test_a_sketch_says_who_is_where_and_leaves_out_the_rest() -> None:
    s = GAME.read_position(text_of(SKETCH))
    assert (s.turn, s.phasing, s.order, s.balance) == (3, 1, (1, 2, 0), -2)
    assert asked(s) == ("Movement", 1)
    assert s.ruler[power("Tarkesh")] == 0
    assert at(s, "Dharmit") == "Dhakos"
    assert len(s.pieces(0, area("Dhakos"))) == 3
    assert s.owner[piece("Yyrkoon")] == NOBODY
    assert s.where[piece("Jharkor army 3")] == LOST
    assert s.owner[piece("Jharkor army 3")] == 0
    assert s.where[piece("Jharkor army 4")] == OFF, "nobody else is on the map"
    assert s.stars == {area("mordaga"): spell("Arioch")}
    assert s.hand == {piece("Mage of Lormyr"): tuple(sorted((spell("Donblas"), spell("Sleep"))))}
    assert s.bearer == {piece("Mournblade"): piece("Yyrkoon")}
    assert s.discard == [spell("Fileet")]
    assert len(s.cup) == SPELLS - 4
    assert s.options["walls"] == "losses"


def test_in_wilderness_every_line_is_a_stack() -> None:
    s = GAME.read_position(text_of(SKETCH))
    assert [len(stack) for stack in s.stacks_at(0, area("tanelorn"))] == [1, 1]


def test_without_areas_the_game_begins_with_the_set_up() -> None:
    s = GAME.read_position("elric\nscenario upstart\n")
    assert asked(s) is not None
    assert type(s.flow[-1]).__name__ == "ChooseNation"
    assert len(s.stars) == 12


@pytest.mark.parametrize("seed", range(8))
def test_any_position_written_down_is_read_back(seed: int) -> None:
    dice = random.Random(seed)
    scenario = GAME.scenarios[seed % len(GAME.scenarios)]
    s = GAME.setup(scenario.name, scenario.tables[-1], seed=bytes([seed]), options={"imrryr": "at once"})
    for _ in range(20 + 60 * seed):
        if not s.flow:
            break
        seat = GAME.actors(s)[0]
        GAME.take(s, seat, dice.choice(GAME.actions(s, seat)))
    text = GAME.write_position(s)
    twin = GAME.read_position(text)
    assert twin == s
    assert GAME.write_position(twin) == text
    assert [GAME.actions(twin, seat) for seat in s.seats] == [GAME.actions(s, seat) for seat in s.seats]


def test_a_finished_game_is_read_back() -> None:
    s = GAME.setup("successor", seed=b"end")
    s.finish(("Amber",), "successor.marginal", "14.3d")
    twin = GAME.read_position(GAME.write_position(s))
    assert twin.outcome == s.outcome
    assert twin.flow == []


@pytest.mark.parametrize(("text", "complaint"), [
    ("demonlord\n", "Line 1"),
    ("elric\nturn three\n", "Line 2"),
    ("elric\nscenario nowhere\n", "Line 2"),
    ("elric\nscenario upstart\nseats: Amber, Jade\n", "Line 3"),
    ("elric\nplayer-turn Slate\n", "Line 2"),
    ("elric\norder: Amber\n", "Line 2"),
    ("elric\nAmber in nowhere: rackhir\n", "Line 2"),
    ("elric\nAmber in tanelorn: nobody-at-all\n", "Line 2"),
    ("elric\nhand of rackhir: no-spell\n", "Line 2"),
    ("elric\nnonsense: 3\n", "Line 2"),
    ("elric\nbalance: much\n", "Line 2"),
    ("elric\nAmber in tanelorn: rackhir\nJade in org: rackhir\n", "rackhir is in two places"),
    ("elric\nAmber in tanelorn: rackhir\nstep Dancing\n", "There is no step"),
    ("elric\nstar org: sleep\ndiscard: sleep\n", "sleep is in two places"),
    ("elric\ncup: sleep\n", "cannot be played on"),
])  # fmt: skip
def test_what_cannot_be_read_is_told_by_line(text: str, complaint: str) -> None:
    with pytest.raises(Unreadable, match=complaint):
        GAME.read_position(text)
