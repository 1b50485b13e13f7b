"""Positions as text: a line for each stack, and a line for whatever else is out of the ordinary.

    dark-emperor
    turn 3
    player-turn Necromancer
    step Movement
    control: Ferlarie Kingdoms, Tal Pletor Necromancer
    1109: stommarren, tal-pletor-infantry-1, tal-pletor-fleet-1
    pool: ferlarie-fleet-4
    marker 2207: the-silk-negator
    carried by padrech-dar-choim: he-sups-on-prana
    gold: [0, 12, 0, 0, 0, 0, 0, 0, 0, 0]

As soon as one hex is given, only the units, monsters and leaders mentioned are on the map; without any, all stand as
set up, and the Necromancer has not come. `step` names a segment of the Player-Turn, which is about to begin; `flow`
gives the frames of a position in the middle of one. Everything else may be left out.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from palatine.core import Frame, Game, Unreadable
from palatine.core.position import read_lines
from palatine.games.dark_emperor.components.pieces import (
    DEVICES,
    GROUP_POWERS,
    GROUPS,
    INACTIVE,
    PIECE_BY_KEY,
    PIECE_KEY,
    POWERS,
)
from palatine.games.dark_emperor.components.world import KINGDOMS, hex_id, hex_name
from palatine.games.dark_emperor.sequence import OUTLINES, GameTurn, PlayerTurn
from palatine.games.dark_emperor.setup import new_state
from palatine.games.dark_emperor.state import BOX, GONE, OUT, POOL, DarkEmperorState

TITLE = "dark-emperor"
SIDE_WORDS = ("Necromancer", "Kingdoms", "nobody")
PLACES = {"pool": POOL, "box": BOX, "out of play": OUT, "gone": GONE}
NAMES = {**dict(enumerate(KINGDOMS)), **dict(zip(GROUP_POWERS, GROUPS, strict=True))}
POWER_BY_NAME = {name: power for power, name in NAMES.items()}
TOLD = frozenset({
    "seats", "flow", "dice", "options", "turn", "phasing", "where", "control", "stacks", "company", "bearer",
    "markers", "outcome",
})  # fmt: skip
"""Fields that have lines of their own, or follow from what does."""


def plain(s: DarkEmperorState) -> DarkEmperorState:
    """The position that the unmentioned parts are taken from."""
    return new_state(s.seats, b"", s.options)


# Writing


def write_position(game: Game[DarkEmperorState], s: DarkEmperorState) -> str:
    """The text of a position; `read_position` gives the same position back."""
    usual = plain(s)
    lines = [TITLE, *options_line(game, s), f"turn {s.turn}", f"player-turn {SIDE_WORDS[s.phasing]}"]
    lines.append(f"dice {s.dice.key.hex() or '-'} {s.dice.count}")
    lines += control_line(s, usual)
    lines += place_lines(s, usual)
    lines += [f"marker {hex_name(h)}: {PIECE_KEY[p]}" for h, p in sorted(s.markers.items())]
    if s.bearer != usual.bearer:
        lines.append("bearer: " + msgspec.json.encode(s.bearer).decode())
    if s.outcome is not None:
        lines.append("outcome: " + msgspec.json.encode(s.outcome).decode())
    for field in msgspec.structs.fields(s):
        value = getattr(s, field.name)
        if field.name not in TOLD and value != getattr(usual, field.name):
            lines.append(f"{field.name}: {msgspec.json.encode(value).decode()}")
    lines.append(f"flow: {msgspec.json.encode(s.flow).decode()}")
    return "\n".join(lines) + "\n"


def options_line(game: Game[DarkEmperorState], s: DarkEmperorState) -> list[str]:
    usual = game.settle_options({})
    chosen = {name: value for name, value in s.options.items() if value != usual[name]}
    return ["options: " + msgspec.json.encode(chosen).decode()] if chosen else []


def control_line(s: DarkEmperorState, usual: DarkEmperorState) -> list[str]:
    changed = [power for power in range(POWERS) if s.control[power] != usual.control[power]]
    told = [f"{NAMES[power]} {SIDE_WORDS[s.control[power]]}" for power in changed]
    return [f"control: {', '.join(told)}"] if told else []


def place_lines(s: DarkEmperorState, usual: DarkEmperorState) -> list[str]:
    """Who lies in which hex, and who is off the map elsewhere than the set-up has it."""
    here: dict[int, list[str]] = {}
    for p, h in enumerate(s.where):
        if h >= 0:
            here.setdefault(h, []).append(PIECE_KEY[p])
    lines = [f"{hex_name(h)}: {', '.join(here[h])}" for h in sorted(here)]
    for word, place in PLACES.items():
        keys = [PIECE_KEY[p] for p, h in enumerate(s.where) if h == place]
        lines += [f"{word}: {', '.join(keys)}"] if keys else []
    return lines


# Reading


class Reader:
    """Reads a position line by line; an error names the line."""

    def __init__(self, game: Game[DarkEmperorState]) -> None:
        self.game = game
        self.state = new_state(game.scenarios[0].tables[0], b"", game.settle_options({}))
        self.types = {field.name: field.type for field in msgspec.structs.fields(DarkEmperorState)}
        self.cleared = False
        self.step = ""
        self.has_flow = False

    def read(self, text: str) -> DarkEmperorState:
        read_lines(text, TITLE, self.game.title, self.line)
        return self.finish()

    def line(self, line: str) -> None:
        s = self.state
        if match := re.fullmatch(r"turn (\d+)", line):
            s.turn = int(match[1])
        elif match := re.fullmatch(r"player-turn (\w+)", line):
            s.phasing = SIDE_WORDS[:INACTIVE].index(match[1])
        elif match := re.fullmatch(r"step (\w+)", line):
            self.step = match[1]
        elif match := re.fullmatch(r"dice (\S+) (\d+)", line):
            s.dice.key, s.dice.count = bytes.fromhex(match[1].replace("-", "")), int(match[2])
        else:
            head, _, tail = line.partition(":")
            self.pair(head.strip(), tail.strip())

    def pair(self, head: str, tail: str) -> None:
        s = self.state
        if re.fullmatch(r"\d{4}", head):
            self.place(pieces_of(tail), hex_id(head))
        elif match := re.fullmatch(r"marker (\d{4})", head):
            s.markers[hex_id(match[1])] = PIECE_BY_KEY[tail]
        elif match := re.fullmatch(r"carried by (\S+)", head):
            for d in pieces_of(tail):
                s.bearer[d - DEVICES[0]] = PIECE_BY_KEY[match[1]]
        elif head in PLACES:
            for p in pieces_of(tail):
                s.where[p] = PLACES[head]
        elif head == "control":
            for told in tail.split(","):
                name, _, side = told.strip().rpartition(" ")
                s.control[POWER_BY_NAME[name]] = SIDE_WORDS.index(side)
        elif head == "flow":
            self.has_flow = True
            s.flow = msgspec.json.decode(tail, type=list[self.game.steps])  # type: ignore[name-defined]
        else:
            self.field(head, tail)

    def field(self, name: str, tail: str) -> None:
        if name == "options":
            self.state.options = self.game.settle_options(msgspec.json.decode(tail))
            return
        if name not in self.types:
            raise ValueError(f"there is nothing called {name!r}")
        setattr(self.state, name, msgspec.json.decode(tail, type=self.types[name]))

    def place(self, pieces: list[int], h: int) -> None:
        where = self.state.where
        if not self.cleared:
            self.cleared = True
            for p, place in enumerate(where):
                if place >= 0:
                    where[p] = POOL
        for p in pieces:
            where[p] = h

    def finish(self) -> DarkEmperorState:
        s = self.state
        shelve(s)
        if not self.has_flow and s.outcome is None:
            s.flow = flow_at(s, self.step) if self.step else s.flow
        self.game.advance(s)
        return s


def shelve(s: DarkEmperorState) -> None:
    """Put every piece on its side's shelves, from where it is and whom it serves; devices are with their bearers."""
    s.stacks, s.company = ({}, {}, {}), ({}, {}, {})
    for p in range(DEVICES[0]):
        if s.where[p] >= 0 and s.is_in_play(p):
            s.put((p,), s.where[p])
    for device, bearer in zip(DEVICES, s.bearer, strict=True):
        if bearer >= 0:
            s.where[device] = s.where[bearer]


def pieces_of(text: str) -> list[int]:
    return [PIECE_BY_KEY[name.strip()] for name in text.split(",") if name.strip()]


def flow_at(s: DarkEmperorState, step: str) -> list[Frame]:
    """The frames of a Player-Turn that is about to begin the segment of that name."""
    outline = OUTLINES[s.phasing]
    found: list[Any] = [i for i, stage in enumerate(outline) if stage.__name__ == step]
    if not found:
        known = ", ".join(stage.__name__ for stage in outline)
        raise Unreadable(f"There is no step {step!r}; the steps are {known}.")
    return [GameTurn(at=3 + s.phasing), PlayerTurn(s.phasing, found[0])]


def read_position(game: Game[DarkEmperorState], text: str) -> DarkEmperorState:
    """The position that a text describes; Unreadable names the line that is wrong."""
    return Reader(game).read(text)
