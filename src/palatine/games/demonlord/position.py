"""Positions as text: a line for each stack, and a line for each unusual field.

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

Units are listed from the top of the stack. If any stack is given, only the units named are on the map. Without any, all
are where the order of battle puts them. `step` names a step of the phase that is about to start. `flow` gives the
frames of a position within a step. Everything else is optional.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core import Frame, Game, Unreadable
from palatine.core.position import PositionReader, dice_line, field_lines, option_lines, stage_index, to_json
from palatine.games.demonlord.components.pieces import DEVOTEES, TOWNSMEN, UNIT_BY_KEY, UNIT_KEY
from palatine.games.demonlord.components.spells import SPELLS
from palatine.games.demonlord.components.world import HOSAR_TEMPLES, TOWNSHIPS, hex_id, hex_name
from palatine.games.demonlord.rules.common.losses import nearest
from palatine.games.demonlord.sequence import Phase, Turn
from palatine.games.demonlord.setup import new_state, settle_home
from palatine.games.demonlord.state import AWAY, DEAD, FREED, GONE, LIMBO, PRISONER, DemonlordState, with_side

SIDES: Final = ("Hosar", "Demon", "Neutral")
PLACES: Final = {"dead": DEAD, "gone": GONE, "limbo": LIMBO, "freed": FREED}
TOLD: Final = frozenset({
    "seats", "flow", "dice", "turn", "phasing", "where", "stacks", "control", "hands", "captors", "outcome",
})  # fmt: skip
"""Fields with lines of their own."""


# Writing


def write_position(game: Game[DemonlordState], s: DemonlordState) -> str:
    """Return the text of a position; `read_position` restores it."""
    usual = new_state(s.seats, b"", s.options)
    lines = [
        game.name,
        *option_lines(game, s),
        f"turn {s.turn}",
        f"phase {SIDES[s.phasing]}",
        dice_line(s),
        *[
            f"spells of {SIDES[i]}: {', '.join([SPELLS[x] for x in hand])}"
            for i, hand in enumerate(s.hands)
            if hand
        ],
        *place_lines(s, usual),
        *field_lines(s, usual, TOLD),
        *captor_lines(s),
        f"flow: {to_json(s.flow)}",
    ]
    return "\n".join(lines) + "\n"


def place_lines(s: DemonlordState, usual: DemonlordState) -> list[str]:
    """Return lines for stacks, control, and units off the map."""
    lying = sorted([(h, side) for side, stacks in enumerate(s.stacks) for h in stacks])
    lines = [f"{hex_name(h)} {SIDES[side]}: {keys_of(s.stack(side, h))}" for h, side in lying]
    lines += [f"control {hex_name(h)}: {SIDES[c]}" for h, c in s.control.items() if usual.control.get(h) != c]
    lines += [f"no control {hex_name(h)}" for h in usual.control if h not in s.control]
    for word, place in PLACES.items():
        units = [u for u, h in enumerate(s.where) if h == place]
        lines += [f"{word}: {keys_of(units)}"] if units else []
    for side in (0, 1):
        lines += [f"prisoners of {SIDES[side]}: {keys_of(held)}"] if (held := s.prisoners(side)) else []
    return lines


def captor_lines(s: DemonlordState) -> list[str]:
    """Return the order of capture, unless it follows from the prisoners by side."""
    by_side = [u for side in (0, 1) for u in s.prisoners(side)]
    return [f"captors: {to_json(s.captors)}"] if [u for u, _ in s.captors] != by_side else []


def keys_of(units: Iterable[int]) -> str:
    return ", ".join([UNIT_KEY[u] for u in units])


# Reading


def units_of(text: str) -> list[int]:
    return [UNIT_BY_KEY[name.strip()] for name in text.split(",") if name.strip()]


def flow_at(s: DemonlordState, step: str) -> list[Frame]:
    """Return the frames of a phase that is about to start a step."""
    if step == "EndOfTurn":
        return [Turn(at=2)]
    return [Turn(at=1 if s.phasing == s.first else 2), Phase(at=stage_index(Phase.order, step), side=s.phasing)]


def settle_homes(s: DemonlordState) -> None:
    """Give devotees and townsmen without a home the nearest temple or town."""
    for units, hexes in ((DEVOTEES, HOSAR_TEMPLES), (TOWNSMEN, TOWNSHIPS)):
        for u in units:
            if s.home[u] < 0:
                settle_home(s, u, nearest(s.where[u], list(hexes))[0] if s.where[u] >= 0 else hexes[0])


def send(s: DemonlordState, units: list[int], place: int) -> None:
    """Move units to a place off the map, from the map or from elsewhere."""
    for u in units:
        if s.where[u] >= 0:
            side = next(side for side in range(3) if u in s.stack(side, s.where[u]))
            s.lift((u,), side, s.where[u], place)
        s.where[u] = place


# What the lines mean


def _phase(reader: Reader, side: str) -> None:
    reader.state.phasing = SIDES.index(side)


def _read_no_control(reader: Reader, name: str) -> None:
    del reader.state.control[hex_id(name)]


def _control(reader: Reader, tail: str, name: str) -> None:
    reader.state.control[hex_id(name)] = SIDES.index(tail)


def _stack(reader: Reader, tail: str, name: str, side: str) -> None:
    h, owner, units, s = hex_id(name), SIDES.index(side), units_of(tail), reader.state
    if not reader.cleared:
        reader.cleared = True
        send(s, [u for each in range(3) for u in s.on_map(each)], AWAY)
    s.put(units, owner, h)


def _prisoners(reader: Reader, tail: str, side: str) -> None:
    s, units = reader.state, units_of(tail)
    send(s, units, PRISONER)
    s.captors = (*s.captors, *[(u, SIDES.index(side)) for u in units])


def _spells(reader: Reader, tail: str, side: str) -> None:
    s, hand = reader.state, tuple(sorted([SPELLS.index(name.strip()) for name in tail.split(",")]))
    s.hands = with_side(s.hands, SIDES[:2].index(side), hand)


def _read_off_map(reader: Reader, tail: str, place: str) -> None:
    send(reader.state, units_of(tail), PLACES[place])


class Reader(PositionReader[DemonlordState]):
    """Reader of positions, line by line."""

    plain = {r"phase (\w+)": _phase, r"no control (\d{4})": _read_no_control}
    headed = {
        r"(\d{4}) (\w+)": _stack,
        r"control (\d{4})": _control,
        r"prisoners of (\w+)": _prisoners,
        r"spells of (\w+)": _spells,
        r"(dead|gone|limbo|freed)": _read_off_map,
    }

    def __init__(self, game: Game[DemonlordState]) -> None:
        super().__init__(game, new_state(("Hosar", "Demon"), b"", game.complete_options({})))
        self.cleared = False
        """Whether the stacks of the set-up have been replaced by those of the text."""

    def finish(self) -> DemonlordState:
        s = self.state
        if not self.has_flow and s.outcome is None:
            s.flow = flow_at(s, self.step or "BeginPhase")
            s.phase = max(s.phase, 1)
            settle_homes(s)
        for side in range(3):
            for u in s.on_map(side):
                if s.side_of(u) != side:
                    raise Unreadable(f"{UNIT_KEY[u]} does not serve {SIDES[side]} here.")
        return super().finish()


def read_position(game: Game[DemonlordState], text: str) -> DemonlordState:
    """Return the position a text describes; raise Unreadable with the number of a wrong line."""
    return Reader(game).read(text)
