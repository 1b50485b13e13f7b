"""Context of a preview: a sheet and the world as its King knows it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from palatine.core import OrdersGame
from palatine.core.guidance.preview import Consequence, UnusedOption, Weight
from palatine.core.messages import capitalize
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NATIVE, Army, Known
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.naming import place_as_known, with_names, with_strangers_veiled
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.secrecy.known_state import known_state
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.sheet_help.likely_defenders import (
    armies_of,
    likely_defenders,
    places_with_enemies,
)
from palatine.games.adventurer_kings.state import State


class SheetContext:
    """A sheet with the state `s`, which contains only what the seat knows and owns."""

    def __init__(self, game: OrdersGame[State], state: State, seat: str, lines: Sequence[orders.Line]) -> None:
        self.game, self.truth, self.seat, self.orders = game, state, seat, tuple(lines)
        self.words = game.words
        self.me = state.seats.index(seat)
        self.s: State = known_state(state, self.me).s
        self.ground = Turn(self.s)
        """Turn for queries of the rules: speeds, skills, powers."""
        self.course = PlannedPositions(self.s, self.me, self.orders)

    def acts(self) -> Iterator[tuple[int, orders.Act]]:
        """Yield the orders of the player's living people with their lines."""
        for line, order in enumerate(self.orders, 1):
            if isinstance(order, orders.Act) and order.character in self.course.acts:
                yield line, order

    def known(self, place: int) -> Known | None:
        return self.s.known[self.me].get(place)

    def here(self, order: orders.Act) -> int:
        """Return a character's expected place when the order is carried out."""
        return self.course.place(order.character, order.phase)

    def is_hostile(self, place: int) -> bool:
        """Return whether natives or an Enemy hold a province, as far as known."""
        known = self.known(place)
        if known is None or self.s.owners[place] == self.me:
            return False
        if known.owner == NATIVE:
            return known.race >= 0
        return known.owner >= 0 and self.s.relation(self.me, known.owner) == ENEMY

    def leads(self, n: int, phase: int) -> list[int]:
        """Return the armies a character is expected to lead then, without new ones."""
        return sorted(a for a in self.course.leads(n, phase) if a in self.s.armies)

    def levies(self, n: int, phase: int) -> tuple[Army, ...]:
        """Return the new armies that a character is expected to lead then (3.4)."""
        return self.course.levies(n, phase)

    def raises_dead(self, n: int, phase: int) -> bool:
        """Return whether a character is to raise armies of skeletons in an earlier phase (4.2.5)."""
        return any(self.spell_of(action) == tables.SKELETONS for action in self.course.acts[n][: phase - 1])

    def spell_of(self, action: orders.Action | None) -> int:
        """Return the spell of an action, cast by skill or from an item; -1 for none."""
        if isinstance(action, orders.CastSpell):
            return tables.SPELL_BY_CODE[action.spell]
        item = self.s.items.get(action.item) if isinstance(action, orders.Use) else None
        return tables.ITEMS[item.kind].spell if item is not None else -1

    def camped(self, place: int, phase: int) -> tuple[tuple[int, int], ...]:
        """Return the leaders who besiege a province, with the place; none after phase 1 (7.6)."""
        return tuple(
            (n, place) for n in self.course.acts
            if phase == 1 and self.course.place(n, 1) == self.course.place(n, 2) == place and self.leads(n, 1)
        )  # fmt: skip

    def allies(self, place: int) -> Iterator[tuple[int, list[Army]]]:
        """Yield Allies' leaders seen in a province since last year with armies reported there."""
        told, joined = self.known(place), set()
        for n, where, turn, service in self.s.sightings(self.me):
            is_near = where == place and turn >= self.s.turn - 1 and service not in joined
            if told is not None and is_near and service >= 0 and self.s.relation(self.me, service) == ALLIED:
                armies = armies_of(told.forces, self.s.kingdoms[service].name, service, place)
                if armies:
                    joined.add(service)
                    yield n, armies

    def defenders(self, place: int) -> list[tuple[int, list[Army]]]:
        """Return the possible defenders of a province with their weights."""
        return likely_defenders(self.s, self.me, place, place in self.enemies_seen)

    @cached_property
    def enemies_seen(self) -> frozenset[int]:
        """The places where an enemy's character was seen this year or last."""
        return frozenset(places_with_enemies(self.s, self.me))

    def name(self, place: int) -> str:
        return place_as_known(self.s, self.me, place)

    def say(self, key: str, **data: Any) -> str:
        """Return a message with names for numbers; names unknown to the King are hidden."""
        return capitalize(self.words.say(key, **with_names(self.s, with_strangers_veiled(self.s, self.me, data))))

    def warning(self, line: int, key: str, clause: str, **data: Any) -> Consequence:
        return self._consequence("warning", line, key, clause, data)

    def note(self, line: int, key: str, clause: str, **data: Any) -> Consequence:
        return self._consequence("note", line, key, clause, data)

    def _consequence(self, weight: Weight, line: int, key: str, clause: str, data: dict[str, Any]) -> Consequence:
        return Consequence(weight, self.say(f"preview.{key}", **data), clause, {"kind": key}, line=line)

    def unused(
        self, key: str, clause: str, places: Sequence[int] = (), weight: Weight = "note", **data: Any
    ) -> UnusedOption:
        spaces = tuple(str(self.s.atlas.numbers[place]) for place in dict.fromkeys(places))
        return UnusedOption(self.say(f"unused.{key}", **data), spaces, clause=clause, weight=weight)
