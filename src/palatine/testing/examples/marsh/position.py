"""Positions as text: a line for each unit and each side's rangers, one for the seat to act."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from palatine.core import Dice, Game, dice_key
from palatine.core.position import LineReader, PositionReader, dice_line, field_lines, option_lines, to_json
from palatine.testing.examples.marsh.components import GRID, SEATS, UNITS, WOODS
from palatine.testing.examples.marsh.sequence import Turn
from palatine.testing.examples.marsh.state import GONE, MarshState


def _new_state() -> MarshState:
    return MarshState(SEATS, [], Dice(dice_key(b"")), {})


def write_position(game: Game[MarshState], s: MarshState) -> str:
    """Return a position as human-readable text."""
    units = [f"{UNITS[u]}: {_name(at)}" for u, at in enumerate(s.where)]
    rangers = [f"rangers of {SEATS[side]}: {_name(at)}" for side, at in enumerate(s.rangers)]
    told = ("seats", "flow", "dice", "options", "outcome", "where", "rangers")
    head = [game.name, *option_lines(game, s), dice_line(s)]
    return (
        "\n".join([*head, *units, *rangers, *field_lines(s, _new_state(), told), f"flow: {to_json(s.flow)}"]) + "\n"
    )


def read_position(game: Game[MarshState], text: str) -> MarshState:
    """Return the state that a text describes. Raises Unreadable, which names the line."""
    return Reader(game, _new_state()).read(text)


def _name(at: int) -> str:
    return GRID.name(at) if at != GONE else "gone"


def _place(name: str) -> int:
    return GONE if name == "gone" else GRID.id(name)


def _unit(reader: PositionReader[MarshState], name: str, unit: str) -> None:
    reader.state.where[UNITS.index(unit)] = _place(name)


def _rangers(reader: PositionReader[MarshState], name: str, seat: str) -> None:
    side, at = SEATS.index(seat), _place(name)
    if at != GONE and at not in WOODS[side]:
        raise ValueError(f"{name} is not a wood for the rangers of {seat}")
    reader.state.rangers[side] = at


def _set_flow(reader: PositionReader[MarshState], seat: str, step: str) -> None:
    """Set the flow from a line such as `asked Amber to Move`."""
    at = 2 * SEATS.index(seat) + [kind.__name__ for kind in Turn.order].index(step)
    reader.state.flow = [Turn(at)]


class Reader(PositionReader[MarshState]):
    """A reader of positions of this game."""

    plain: ClassVar[Mapping[str, LineReader]] = {r"asked (\w+) to (Move|Fight)": _set_flow}
    headed: ClassVar[Mapping[str, LineReader]] = {r"rangers of (\w+)": _rangers, "|".join(UNITS).join("()"): _unit}
