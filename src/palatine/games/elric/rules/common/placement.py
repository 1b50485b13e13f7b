"""The empty board, and the placement of a nation's counters (4.0, 11.0).

Nations are placed at set-up and when mustered.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from palatine.core import Action, ChooseOne, Dice, Refusal
from palatine.games.elric.components.pieces import (
    ARMY,
    ELRIC,
    FLEET,
    IS_ADMIRAL,
    KIND,
    MOONGLUM,
    PIECES,
    PIECES_OF,
    POWERS,
)
from palatine.games.elric.components.spells import SPELLS
from palatine.games.elric.components.tables import ARMIES_IN_CITY
from palatine.games.elric.components.world import AREAS, CAPITAL, CITIES_OF, CITY_AT, ESHMIR, PORT_SEA
from palatine.games.elric.rules.common.relocation import come_on, join_friend, lay_aside
from palatine.games.elric.state import AWAY, LOST, NOBODY, OFF, ElricState

ASIDE: Final = (OFF, LOST, AWAY)
"""Places off the map from which counters can be placed."""


def empty_board(scenario: str, seats: tuple[str, ...], key: bytes, options: Mapping[str, Any]) -> ElricState:
    """Return the board with all counters aside, all spells in the cup, the Balance on Neutral.

    The Turn Marker is on the first space. See 4.0.
    """
    return ElricState(
        seats=seats,
        flow=[],
        dice=Dice(key),
        options=dict(options),
        scenario=scenario,
        order=tuple(range(len(seats))),
        where=[OFF] * PIECES,
        owner=[NOBODY] * PIECES,
        stacks=({}, {}, {}, {}, {}),
        ruler=[NOBODY] * (POWERS - 1),
        cup=list(range(SPELLS)),
        discard=[],
        hand={},
        stars={},
    )


def place_nation(s: ElricState, nation: int, seat: int) -> None:
    """Place all counters of a nation that lie aside, for a seat or for NOBODY.

    Three armies go to each city, the fleets with their admiral to one port, the rest to the capital (4.0). A city held
    by another player gets nothing (ruling A-122). With several ports the owner chooses.
    """
    s.ruler[nation] = seat
    waiting = [p for p in PIECES_OF[nation] if s.where[p] in ASIDE and p != ELRIC]
    if nation == ESHMIR and s.where[MOONGLUM] in ASIDE:
        waiting.append(MOONGLUM)
    cities = [area for area in CITIES_OF[nation] if s.city_owner(area) == seat]
    home = CAPITAL[nation] if CAPITAL[nation] in cities or not cities else cities[0]
    armies = [p for p in waiting if KIND[p] == ARMY]
    for area in cities:
        if area != home:
            bring(s, armies[:ARMIES_IN_CITY], area, seat)
            del armies[:ARMIES_IN_CITY]
    fleet = [p for p in waiting if KIND[p] == FLEET]
    sailors = fleet + [p for p in waiting if IS_ADMIRAL[p] and fleet]
    bring(s, [p for p in waiting if KIND[p] != ARMY and p not in sailors] + armies, home, seat)
    s.log("nation-comes", "4.0h", "4.0j", seat=seat, power=nation, area=home)
    if sailors:
        find_port(s, nation, seat, sailors, [area for area in cities if PORT_SEA[area] >= 0], home)


def find_port(s: ElricState, nation: int, seat: int, sailors: list[int], ports: list[int], home: int) -> None:
    """Place fleets and admiral in the only port, or let their owner choose (A-03, A-122).

    Without a port the ships are lost.
    """
    if len(ports) > 1:
        s.push(PlaceFleets(seat, nation, tuple(sailors)))
    elif ports:
        to_port(s, nation, seat, sailors, ports[0])
    else:
        lay_aside(s, sailors, LOST, seat)
        bring(s, [p for p in sailors if KIND[p] != FLEET], home, seat)


def to_port(s: ElricState, nation: int, seat: int, sailors: Sequence[int], port: int) -> None:
    bring(s, sailors, port, seat)
    s.log("fleets-lie", "4.0i", seat=seat, power=nation, area=port)


def bring(s: ElricState, pieces: Sequence[int], area: int, seat: int) -> None:
    """Put pieces from off the map into an area.

    In wilderness they join a stack of their owner there.
    """
    if not pieces:
        return
    friends = s.pieces(seat, area)
    come_on(s, pieces, seat, area)
    if friends:
        join_friend(s, pieces, friends[0])


class PlaceFleets(ChooseOne, frozen=True):
    """The choice of the port where a nation's fleets and admiral begin (4.0; ruling A-03)."""

    seat: int
    nation: int
    sailors: tuple[int, ...]
    clause = "4.0i"
    verbs = {"port": "space"}

    def candidates(self, s: ElricState) -> list[int]:
        return [a for a in CITIES_OF[self.nation] if PORT_SEA[a] >= 0 and s.city_owner(a) == self.seat]

    def on_chosen(self, s: ElricState, area: int) -> None:
        to_port(s, self.nation, self.seat, self.sailors, area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        area = action[1]
        if not 0 <= area < AREAS:
            return Refusal("4.0i", "why.no-area")
        if area not in CITY_AT or area not in CITIES_OF[self.nation]:
            return Refusal("4.0i", "why.no-city-of-nation", {"power": self.nation, "area": area})
        if PORT_SEA[area] < 0:
            return Refusal("7.5.9a", "why.no-port", {"area": area})
        return None if area in self.candidates(s) else Refusal("4.0i", "why.port-held", {"area": area})
