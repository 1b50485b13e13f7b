"""What devastation does to a province (B-43, B-44, R94)."""

from __future__ import annotations

from palatine.games.lord_and_master.components import tables as c
from palatine.games.lord_and_master.rules.common import money
from palatine.games.lord_and_master.rules.common.turn import Turn


def lay_waste(t: Turn, owner: int, square: int, units: list[int]) -> None:
    """Men leave grassland, others wasteland; twice the tax of what it was comes in at once."""
    s = t.s
    before = c.PROVINCES[s.terrain[square]]
    human = all(c.TROOPS[s.units[n].code].race == "M" for n in units)
    s.terrain[square] = "g" if human else "w"
    t.tell("devastated", "LM-B-43", at=(square,), to=(owner,), place=square, was=before.name, owner=owner)
    money.gain(t, owner, 2 * before.tax, "loot", square)
