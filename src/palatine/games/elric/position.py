"""Positions as text: a line for each area, and one for each other departure from the set-up.

    elric
    scenario conflict-long
    turn 3
    player-turn Jade
    step Movement
    order: Jade, Ruby, Amber
    rules Amber: Jharkor, Tarkesh
    Amber in jha_dha: dharmit, jharkor-army-1, jharkor-army-2
    Amber has aside: jharkor-army-3
    nobody in melnib: yyrkoon, melnibone-army-1
    hand of wizard-of-jharkor: arioch, dispel-magic-1
    star tanelorn: sleep
    bears elric: mournblade
    discard: fileet
    cup: grome, misha
    balance: -2

If any area is given, only the pieces mentioned are on the map; otherwise the match begins with the set-up. Spells that
are not mentioned are in the cup unless there is a `cup` line. Options precede scenario and seats. `step` names the next
step of the player-turn; `flow` gives the frames of a position within a step. All other lines are optional.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final

from palatine.core import Frame, Game, Unreadable
from palatine.core.position import PositionReader, dice_line, field_lines, option_lines, stage_index, to_json
from palatine.games.elric.components.pieces import PIECE_BY_KEY, PIECE_KEY, POWER_NAME
from palatine.games.elric.components.spells import SPELL_BY_KEY, SPELL_KEY, SPELLS
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.components.world import AREA_BY_KEY, AREA_KEY
from palatine.games.elric.sequence import FOUNDING_OUTLINE, OUTLINE, GameTurn, PlayerTurn
from palatine.games.elric.setup import new_state
from palatine.games.elric.state import AWAY, DRAWN, LOST, NOBODY, SEATS, TRACK, ElricState

OWNERS: Final = (*SEATS, "nobody")
PLACES: Final = {"lost": LOST, "away": AWAY, "on the track": TRACK}
TOLD: Final = frozenset({
    "seats", "flow", "dice", "options", "scenario", "turn", "phasing", "order", "where", "owner", "stacks", "bands",
    "ruler", "cup", "discard", "hand", "stars", "bearer", "outcome",
})  # fmt: skip
"""Fields with lines of their own, and fields derived from these."""


# Writing


def write_position(game: Game[ElricState], s: ElricState) -> str:
    """Return the text of a position, which `read_position` reads back."""
    usual = new_state(s.scenario, s.seats, b"", s.options)
    lines = [
        game.name,
        *option_lines(game, s),
        f"scenario {s.scenario}",
        f"seats: {', '.join(s.seats)}",
        f"turn {s.turn}",
        f"player-turn {SEATS[s.phasing]}",
        dice_line(s),
        f"order: {', '.join([SEATS[seat] for seat in s.order])}",
        *ruler_lines(s),
        *place_lines(s),
        f"bands: {to_json(s.bands)}",
        *spell_lines(s),
        *field_lines(s, usual, TOLD),
        f"flow: {to_json(s.flow)}",
    ]
    return "\n".join(lines) + "\n"


def ruler_lines(s: ElricState) -> list[str]:
    ruled = [(seat, [POWER_NAME[n] for n, ruler in enumerate(s.ruler) if ruler == seat]) for seat in range(NOBODY)]
    return [f"rules {SEATS[seat]}: {', '.join(names)}" for seat, names in ruled if names]


def place_lines(s: ElricState) -> list[str]:
    """Return the lines for pieces on the map, off the map, and kept aside by a seat."""
    lines = [
        f"{OWNERS[seat]} in {AREA_KEY[area]}: {keys_of(shelf[area], PIECE_KEY)}"
        for seat, shelf in enumerate(s.stacks)
        for area in sorted(shelf)
    ]
    for word, place in PLACES.items():
        off = [p for p, where in enumerate(s.where) if where == place]
        lines += [f"{word}: {keys_of(off, PIECE_KEY)}"] if off else []
    for seat in range(NOBODY):
        aside = [p for p, owner in enumerate(s.owner) if owner == seat and s.where[p] < 0]
        lines += [f"{SEATS[seat]} has aside: {keys_of(aside, PIECE_KEY)}"] if aside else []
    return lines


def spell_lines(s: ElricState) -> list[str]:
    lines = [f"star {AREA_KEY[area]}: {SPELL_KEY[spell]}" for area, spell in s.stars.items()]
    lines += [f"hand of {PIECE_KEY[p]}: {keys_of(spells, SPELL_KEY)}" for p, spells in s.hand.items()]
    lines += [f"bears {PIECE_KEY[p]}: {PIECE_KEY[artifact]}" for artifact, p in s.bearer.items()]
    return [*lines, f"discard: {keys_of(s.discard, SPELL_KEY)}", f"cup: {keys_of(s.cup, SPELL_KEY)}"]


def keys_of(numbers: Iterable[int], keys: tuple[str, ...]) -> str:
    return ", ".join([keys[number] for number in numbers])


# Reading


def spells_told(s: ElricState) -> list[int]:
    """Return all spells outside the cup."""
    hands = [spell for hand in s.hand.values() for spell in hand]
    lying = [spell for spells in s.face_up.values() for spell in spells]
    laid = [spell for spell in s.laid.values() if spell != DRAWN]
    return [*s.discard, *s.stars.values(), *hands, *lying, *laid, *s.maintained.values(), *s.sacrificed]


def shelve(s: ElricState, placed: list[tuple[int, int, list[int]]], has_bands: bool) -> None:
    """Put the pieces on the map as listed.

    Bands are those given, or one for each line. Raises Unreadable if a piece is listed twice.
    """
    bands, last = s.bands, s.last_band
    s.bands = {}
    for seat, area, pieces in placed:
        for p in pieces:
            if s.where[p] >= 0 or pieces.count(p) > 1:
                raise Unreadable(f"{PIECE_KEY[p]} is in two places.")
            s.owner[p] = seat
        s.put(pieces, area)
    if has_bands:
        s.bands, s.last_band = bands, last


def pieces_of(text: str) -> list[int]:
    return [PIECE_BY_KEY[name.strip()] for name in text.split(",") if name.strip()]


def spells_of(text: str) -> list[int]:
    return [SPELL_BY_KEY[name.strip()] for name in text.split(",") if name.strip()]


def flow_at(s: ElricState, step: str) -> list[Frame]:
    """Return the frames of a player-turn that is about to begin the named step."""
    outline = FOUNDING_OUTLINE if s.scenario == FOUNDING else OUTLINE
    return [GameTurn(s.order.index(s.phasing) + 1), PlayerTurn(s.phasing, stage_index(outline, step))]


# What the lines mean


def _scenario(reader: Reader, key: str) -> None:
    reader.begin(key, reader.game.scenario(key).tables[0])


def _phasing(reader: Reader, seat: str) -> None:
    reader.state.phasing = seats_of(reader, seat)[0]


def seats_of(reader: Reader, text: str) -> tuple[int, ...]:
    return tuple([reader.state.seats.index(name.strip()) for name in text.split(",")])


def _seats(reader: Reader, tail: str) -> None:
    reader.begin(reader.state.scenario, tuple([name.strip() for name in tail.split(",")]))


def _order(reader: Reader, tail: str) -> None:
    order = seats_of(reader, tail)
    if sorted(order) != list(range(len(reader.state.seats))):
        raise ValueError("every seat must be there once")
    reader.state.order = order


def _rules(reader: Reader, tail: str, seat: str) -> None:
    for name in tail.split(","):
        reader.state.ruler[POWER_NAME[:-1].index(name.strip())] = seats_of(reader, seat)[0]


def _read_hand(reader: Reader, tail: str, key: str) -> None:
    reader.state.hand[PIECE_BY_KEY[key]] = tuple(spells_of(tail))


def _read_star(reader: Reader, tail: str, key: str) -> None:
    reader.state.stars[AREA_BY_KEY[key]] = SPELL_BY_KEY[tail]


def _bears(reader: Reader, tail: str, key: str) -> None:
    for artifact in pieces_of(tail):
        reader.state.bearer[artifact] = PIECE_BY_KEY[key]


def _discard(reader: Reader, tail: str) -> None:
    reader.state.discard = spells_of(tail)


def _cup(reader: Reader, tail: str) -> None:
    reader.has_cup = True
    reader.state.cup = spells_of(tail)


def _place(reader: Reader, tail: str, owner: str, area: str) -> None:
    reader.placed.append((OWNERS.index(owner), AREA_BY_KEY[area], pieces_of(tail)))


def _read_aside(reader: Reader, tail: str, owner: str) -> None:
    for p in pieces_of(tail):
        reader.state.owner[p] = OWNERS.index(owner)


def _read_off_map(reader: Reader, tail: str, place: str) -> None:
    for p in pieces_of(tail):
        reader.state.where[p] = PLACES[place]


class Reader(PositionReader[ElricState]):
    """Reader of a position, line by line."""

    plain = {r"scenario (\S+)": _scenario, r"player-turn (\w+)": _phasing}
    headed = {
        r"seats": _seats,
        r"order": _order,
        r"rules (\w+)": _rules,
        r"(\w+) in (\w+)": _place,
        r"(\w+) has aside": _read_aside,
        r"(lost|away|on the track)": _read_off_map,
        r"hand of (\S+)": _read_hand,
        r"star (\w+)": _read_star,
        r"bears (\S+)": _bears,
        r"discard": _discard,
        r"cup": _cup,
    }

    def __init__(self, game: Game[ElricState]) -> None:
        first = game.scenarios[0]
        super().__init__(game, new_state(first.name, first.tables[0], b"", game.complete_options({})))
        self.placed: list[tuple[int, int, list[int]]] = []
        self.has_cup = self.has_bands = False

    def read_pair(self, head: str, tail: str) -> None:
        self.has_bands = self.has_bands or head == "bands"
        super().read_pair(head, tail)

    def begin(self, scenario: str, seats: tuple[str, ...]) -> None:
        """Start over with a scenario and its seats."""
        if seats not in self.game.scenario(scenario).tables:
            raise ValueError(f"nobody plays {scenario!r} with {', '.join(seats) or 'nobody'}")
        self.state = new_state(scenario, seats, b"", self.state.options)

    def finish(self) -> ElricState:
        s = self.state
        shelve(s, self.placed, self.has_bands)
        elsewhere = spells_told(s)
        if not self.has_cup:
            s.cup = [spell for spell in range(SPELLS) if spell not in elsewhere]
        for spell, times in Counter([*elsewhere, *s.cup]).items():
            if times > 1:
                raise Unreadable(f"{SPELL_KEY[spell]} is in two places.")
        if not self.has_flow and s.outcome is None and (self.step or self.placed):
            s.flow = flow_at(s, self.step or "BeginPlayerTurn")
        try:
            self.game.advance(s)
        except (ArithmeticError, LookupError, StopIteration, ValueError) as error:
            raise Unreadable(f"The position cannot be played on from there ({error!r}).") from error
        return s


def read_position(game: Game[ElricState], text: str) -> ElricState:
    """Return the position that a text describes.

    Raises Unreadable, which names the faulty line.
    """
    return Reader(game).read(text)
