"""Positions as text: a line for each stack, and a line for each unusual field.

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

If any hex is given, only the units, monsters and leaders named are on the map. Without any, all are where the set-up
puts them, and the Necromancer has not entered. `step` names a segment of the Player-Turn that is about to start. `flow`
gives the frames of a position within a segment. Everything else is optional.
"""

from __future__ import annotations

from palatine.core import Frame, Game
from palatine.core.position import PositionReader, dice_line, field_lines, option_lines, stage_index, to_json
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    DEVICES,
    FIRST_DEVICE,
    GONE,
    GROUP_POWERS,
    GROUPS,
    INACTIVE,
    OUT,
    PIECE_BY_KEY,
    PIECE_KEY,
    POOL,
    POWERS,
)
from palatine.games.dark_emperor.components.world import KINGDOMS, hex_id, hex_name
from palatine.games.dark_emperor.sequence import OUTLINES, GameTurn, PlayerTurn
from palatine.games.dark_emperor.setup import new_state
from palatine.games.dark_emperor.state import DarkEmperorState

SIDE_WORDS = ("Necromancer", "Kingdoms", "nobody")
PLACES = {"pool": POOL, "box": BOX, "out of play": OUT, "gone": GONE}
NAMES = {**dict(enumerate(KINGDOMS)), **dict(zip(GROUP_POWERS, GROUPS, strict=True))}
POWER_BY_NAME = {name: power for power, name in NAMES.items()}
TOLD = frozenset({
    "seats", "flow", "dice", "options", "turn", "phasing", "where", "control", "stacks", "company", "bearer",
    "markers", "outcome",
})  # fmt: skip
"""Fields with lines of their own, or derived from other fields."""


def default_state(s: DarkEmperorState) -> DarkEmperorState:
    """Return the position that supplies omitted parts."""
    return new_state(s.seats, b"", s.options)


# Writing


def write_position(game: Game[DarkEmperorState], s: DarkEmperorState) -> str:
    """Return the text of a position; `read_position` restores it."""
    usual = default_state(s)
    lines = [
        game.name,
        *option_lines(game, s),
        f"turn {s.turn}",
        f"player-turn {SIDE_WORDS[s.phasing]}",
        dice_line(s),
    ]
    lines += [*control_line(s, usual), *place_lines(s, usual)]
    lines += [f"marker {hex_name(h)}: {PIECE_KEY[p]}" for h, p in sorted(s.markers.items())]
    if s.bearer != usual.bearer:
        lines.append(f"bearer: {to_json(s.bearer)}")
    lines += field_lines(s, usual, TOLD)
    lines.append(f"flow: {to_json(s.flow)}")
    return "\n".join(lines) + "\n"


def control_line(s: DarkEmperorState, usual: DarkEmperorState) -> list[str]:
    changed = [power for power in range(POWERS) if s.control[power] != usual.control[power]]
    told = [f"{NAMES[power]} {SIDE_WORDS[s.control[power]]}" for power in changed]
    return [f"control: {', '.join(told)}"] if told else []


def place_lines(s: DarkEmperorState, usual: DarkEmperorState) -> list[str]:
    """Return lines for the pieces in each hex, and for pieces off the map."""
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


def _phasing(reader: Reader, side: str) -> None:
    reader.state.phasing = SIDE_WORDS[:INACTIVE].index(side)


def _place_in_hex(reader: Reader, tail: str, name: str) -> None:
    """Place pieces in a hex; the first hex of a text clears the map."""
    where = reader.state.where
    if not reader.is_cleared:
        reader.is_cleared = True
        where[:] = [POOL if place >= 0 else place for place in where]
    for p in pieces_of(tail):
        where[p] = hex_id(name)


def _off_map(reader: Reader, tail: str, place: str) -> None:
    for p in pieces_of(tail):
        reader.state.where[p] = PLACES[place]


def _marker(reader: Reader, tail: str, name: str) -> None:
    reader.state.markers[hex_id(name)] = PIECE_BY_KEY[tail]


def _carried(reader: Reader, tail: str, leader: str) -> None:
    for d in pieces_of(tail):
        reader.state.bearer[d - FIRST_DEVICE] = PIECE_BY_KEY[leader]


def _control(reader: Reader, tail: str) -> None:
    for told in tail.split(","):
        name, _, side = told.strip().rpartition(" ")
        reader.state.control[POWER_BY_NAME[name]] = SIDE_WORDS.index(side)


class Reader(PositionReader[DarkEmperorState]):
    """Reader of positions, line by line; errors name the line."""

    plain = {r"player-turn (\w+)": _phasing}
    headed = {
        r"(\d{4})": _place_in_hex,
        f"({'|'.join(PLACES)})": _off_map,
        r"marker (\d{4})": _marker,
        r"carried by (\S+)": _carried,
        "control": _control,
    }

    def __init__(self, game: Game[DarkEmperorState]) -> None:
        super().__init__(game, new_state(game.scenarios[0].tables[0], b"", game.complete_options({})))
        self.is_cleared = False

    def finish(self) -> DarkEmperorState:
        s = self.state
        shelve(s)
        if not self.has_flow and s.outcome is None:
            s.flow = flow_at(s, self.step) if self.step else s.flow
        return super().finish()


def shelve(s: DarkEmperorState) -> None:
    """Rebuild stacks and companies from places and powers; devices follow their bearers."""
    s.stacks, s.company = ({}, {}, {}), ({}, {}, {})
    for p in range(FIRST_DEVICE):
        if s.where[p] >= 0 and s.is_in_play(p):
            s.put((p,), s.where[p])
    for device, bearer in zip(DEVICES, s.bearer, strict=True):
        if bearer >= 0:
            s.where[device] = s.where[bearer]


def pieces_of(text: str) -> list[int]:
    return [PIECE_BY_KEY[name.strip()] for name in text.split(",") if name.strip()]


def flow_at(s: DarkEmperorState, step: str) -> list[Frame]:
    """Return the frames of a Player-Turn that is about to begin a segment."""
    return [GameTurn(at=3 + s.phasing), PlayerTurn(s.phasing, stage_index(OUTLINES[s.phasing], step))]


def read_position(game: Game[DarkEmperorState], text: str) -> DarkEmperorState:
    """Return the position a text describes; raise Unreadable with the number of a wrong line."""
    return Reader(game).read(text)
