"""Cargo put ashore: on which land, and when its fleet changes sides (8.14, 8.22)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import ChooseOne, Refusal
from palatine.games.dark_emperor.components.world import PARTS
from palatine.games.dark_emperor.state import DarkEmperorState


def go_ashore(s: DarkEmperorState, u: int, shore: int = 1) -> None:
    """Move a land unit from its fleet to one of the lands of the hex."""
    del s.cargo[s.aboard(u)]
    if PARTS[s.where[u]] > 1:
        s.shore[u] = shore


def land_cargo(s: DarkEmperorState, u: int, shore: int) -> None:
    """Land a unit; it takes over the attrition of its fleet so far (8.22, M14)."""
    ship = s.aboard(u)
    go_ashore(s, u, shore)
    s.landed = (*s.landed, u)
    if ship in s.trails:
        s.trails[u] = s.trails[ship]
        s.origin[u] = s.origin[ship]
    s.log("land", "8.22a", unit=u, hex=s.where[u])


class Shore(ChooseOne, frozen=True):
    """Choice of the land, in a hex with two, where cargo goes ashore (8.14, 8.22)."""

    seat: int
    unit: int
    hex: int
    without_preview = "The choice names the shore."
    without_decision = "The captain plans by hexes, not by shores."
    verbs = {"shore": "button"}
    default_refusal = Refusal("8.14d", "why.no-such-shore")
    clause = "8.14d"

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return [1 << k for k in range(PARTS[self.hex])]

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        if s.aboard(self.unit) >= 0:
            land_cargo(s, self.unit, choice)
        else:
            s.shore[self.unit] = choice


def put_ashore(s: DarkEmperorState, side: int, u: int) -> None:
    """Land a unit, or push the choice of the land in a hex with two."""
    h = s.where[u]
    if PARTS[h] > 1:
        s.push(Shore(side, u, h))
    else:
        land_cargo(s, u, 1)


def part_cargo(s: DarkEmperorState) -> None:
    """Separate cargo from a fleet of the other side (A18, G24).

    It lands or, if there is no land, changes to the fleet's owner.
    """
    for ship, load in list(s.cargo.items()):
        if s.side(ship) == s.side(load):
            continue
        if PARTS[s.where[ship]]:
            land_cargo(s, load, 1)
        else:
            s.serve(load, s.power[ship])
            s.log("cargo.stays", "6.16b", unit=load, ship=ship, power=s.power[ship])
