"""Positions as text: a line for each stack, and a line for whatever else is out of the ordinary.

    demonlord
    turn 3
    phase Demon
    step Battles
    spells of Hosar: Vision, Light
    1004 Hosar: DA-knights, DA-duke-d-ansor
    1004 Demon: ER-heavy-cavalry, ER-lord-erush
    control 1510: Hosar
    dead: NI-goblins
    prisoners of Hosar: ER-archers
    opened: true

Units are listed from the top of the stack. As soon as one stack is given, only the units mentioned are on the
map; without any, all stand as the order of battle has it. `step` names a step of the phase, which is about to
begin; `flow` gives the frames of a position in the middle of one. Everything else may be left out.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from palatine.core import Frame, Step, Unreadable
from palatine.core.position import read_lines
from palatine.games.demonlord.components.world import (
    DEVOTEES,
    HOSAR_TEMPLES,
    SPELLS,
    TOWNSHIPS,
    TOWNSMEN,
    UNIT_BY_KEY,
    UNIT_KEY,
    hex_id,
    hex_name,
)
from palatine.games.demonlord.rules.common.losses import nearest
from palatine.games.demonlord.sequence import Phase, Turn
from palatine.games.demonlord.setup import new_state, settle_home
from palatine.games.demonlord.state import AWAY, DEAD, FREED, GONE, LIMBO, PRISONER, DemonlordState

if TYPE_CHECKING:
    from palatine.games.demonlord.referee import Demonlord

SIDES = ("Hosar", "Demon", "Neutral")
PLACES = {"dead": DEAD, "gone": GONE, "limbo": LIMBO, "freed": FREED}
TOLD = frozenset(
    {"seats", "flow", "dice", "turn", "phasing", "where", "stacks", "control", "hands", "captors", "outcome"}
)
"""Fields that have lines of their own."""
TITLE = "demonlord"


def plain(s: DemonlordState) -> DemonlordState:
    """The position that the unmentioned parts are taken from."""
    return new_state(s.seats, b"", s.options)


# Writing


def write_position(game: Demonlord, s: DemonlordState) -> str:
    """The text of a position; `read_position` gives the same position back."""
    usual = plain(s)
    lines = [TITLE, *options_line(game, s), f"turn {s.turn}", f"phase {SIDES[s.phasing]}"]
    lines.append(f"dice {s.dice.key.hex() or '-'} {s.dice.count}")
    lines += [
        f"spells of {SIDES[i]}: {', '.join(SPELLS[x] for x in hand)}" for i, hand in enumerate(s.hands) if hand
    ]
    lying = sorted([(h, side) for side, stacks in enumerate(s.stacks) for h in stacks])
    lines += [f"{hex_name(h)} {SIDES[side]}: {names(s.stack(side, h))}" for h, side in lying]
    lines += [f"control {hex_name(h)}: {SIDES[c]}" for h, c in s.control.items() if usual.control.get(h) != c]
    lines += [f"no control {hex_name(h)}" for h in usual.control if h not in s.control]
    for word, place in PLACES.items():
        units = [u for u, h in enumerate(s.where) if h == place]
        lines += [f"{word}: {names(tuple(units))}"] if units else []
    for side in (0, 1):
        held = tuple([u for u, holder in s.captors if holder == side])
        lines += [f"prisoners of {SIDES[side]}: {names(held)}"] if held else []
    lines += other_fields(s, usual)
    lines.append(f"flow: {msgspec.json.encode(s.flow).decode()}")
    return "\n".join(lines) + "\n"


def options_line(game: Demonlord, s: DemonlordState) -> list[str]:
    usual = game.settle_options({})
    chosen = {name: value for name, value in s.options.items() if value != usual[name]}
    return ["options: " + msgspec.json.encode(chosen).decode()] if chosen else []


def names(units: tuple[int, ...]) -> str:
    return ", ".join(UNIT_KEY[u] for u in units)


def other_fields(s: DemonlordState, usual: DemonlordState) -> list[str]:
    found = ["outcome: " + msgspec.json.encode(s.outcome).decode()] if s.outcome is not None else []
    for field in msgspec.structs.fields(s):
        value = getattr(s, field.name)
        if field.name not in TOLD and value != getattr(usual, field.name):
            found.append(f"{field.name}: {msgspec.json.encode(value).decode()}")
    if [u for u, _ in s.captors] != [u for side in (0, 1) for u, holder in s.captors if holder == side]:
        found.append("captors: " + msgspec.json.encode(s.captors).decode())
    return found


# Reading


class Reader:
    """Reads a position line by line; an error names the line."""

    def __init__(self, game: Demonlord) -> None:
        self.game = game
        self.state = new_state(("Hosar", "Demon"), b"", game.settle_options({}))
        self.types = {field.name: field.type for field in msgspec.structs.fields(DemonlordState)}
        self.cleared = False
        self.step = ""
        self.has_flow = False

    def read(self, text: str) -> DemonlordState:
        read_lines(text, TITLE, self.game.title, self.line)
        return self.finish()

    def line(self, line: str) -> None:
        s = self.state
        if match := re.fullmatch(r"turn (\d+)", line):
            s.turn = int(match[1])
        elif match := re.fullmatch(r"phase (\w+)", line):
            s.phasing = SIDES.index(match[1])
        elif match := re.fullmatch(r"step (\w+)", line):
            self.step = match[1]
        elif match := re.fullmatch(r"dice (\S+) (\d+)", line):
            s.dice.key, s.dice.count = bytes.fromhex(match[1].replace("-", "")), int(match[2])
        elif match := re.fullmatch(r"no control (\d{4})", line):
            del s.control[hex_id(match[1])]
        else:
            head, _, tail = line.partition(":")
            self.pair(head.strip(), tail.strip())

    def pair(self, head: str, tail: str) -> None:
        s = self.state
        if match := re.fullmatch(r"(\d{4}) (\w+)", head):
            self.stack(hex_id(match[1]), SIDES.index(match[2]), units_of(tail))
        elif match := re.fullmatch(r"control (\d{4})", head):
            s.control[hex_id(match[1])] = SIDES.index(tail)
        elif match := re.fullmatch(r"prisoners of (\w+)", head):
            self.send(units_of(tail), PRISONER)
            s.captors = (*s.captors, *[(u, SIDES.index(match[1])) for u in units_of(tail)])
        elif match := re.fullmatch(r"spells of (\w+)", head):
            hand = tuple(sorted(SPELLS.index(name.strip()) for name in tail.split(",")))
            s.hands = (hand, s.hands[1]) if match[1] == SIDES[0] else (s.hands[0], hand)
        elif head in PLACES:
            self.send(units_of(tail), PLACES[head])
        elif head == "flow":
            self.has_flow = True
            s.flow = msgspec.json.decode(tail, type=list[self.game.steps])  # type: ignore[name-defined]
        else:
            self.field(head, tail)

    def field(self, name: str, tail: str) -> None:
        if name == "options":
            given = msgspec.json.decode(tail)
            self.state.options = self.game.settle_options(given)
            return
        if name not in self.types:
            raise ValueError(f"there is nothing called {name!r}")
        setattr(self.state, name, msgspec.json.decode(tail, type=self.types[name]))

    def stack(self, h: int, side: int, units: list[int]) -> None:
        s = self.state
        if not self.cleared:
            self.cleared = True
            self.send([u for side in range(3) for u in s.on_map(side)], AWAY)
        s.put(units, side, h)

    def send(self, units: list[int], place: int) -> None:
        """Take units off the map, or have them where they are off it."""
        s = self.state
        for u in units:
            if s.where[u] >= 0:
                side = next(side for side in range(3) if u in s.stack(side, s.where[u]))
                s.lift((u,), side, s.where[u], place)
            s.where[u] = place

    def finish(self) -> DemonlordState:
        s = self.state
        if not self.has_flow and s.outcome is None:
            s.flow = flow_at(s, self.step or "Start")
            s.phase = max(s.phase, 1)
            settle_homes(s)
        for side in range(3):
            for u in s.on_map(side):
                if s.side_of(u) != side:
                    raise Unreadable(f"{UNIT_KEY[u]} does not serve {SIDES[side]} here.")
        self.game.advance(s)
        return s


def settle_homes(s: DemonlordState) -> None:
    """Devotees and townsmen of whom the text says nothing belong to the temple or town nearest to them."""
    for units, hexes in ((DEVOTEES, HOSAR_TEMPLES), (TOWNSMEN, TOWNSHIPS)):
        for u in units:
            if s.home[u] < 0:
                settle_home(s, u, nearest(s.where[u], list(hexes))[0] if s.where[u] >= 0 else hexes[0])


def units_of(text: str) -> list[int]:
    return [UNIT_BY_KEY[name.strip()] for name in text.split(",") if name.strip()]


def flow_at(s: DemonlordState, step: str) -> list[Frame]:
    """The frames of a phase that is about to begin the step of that name."""
    stages: tuple[type[Step], ...] = Phase.order
    found = [i for i, stage in enumerate(stages) if stage.__name__ == step]
    if step == "EndOfTurn":
        return [Turn(at=2)]
    if not found:
        known = ", ".join(stage.__name__ for stage in stages)
        raise Unreadable(f"There is no step {step!r}; the steps are {known}.")
    return [Turn(at=1 if s.phasing == s.first else 2), Phase(at=found[0], side=s.phasing)]


def read_position(game: Demonlord, text: str) -> DemonlordState:
    """The position that a text describes; Unreadable names the line that is wrong."""
    return Reader(game).read(text)
