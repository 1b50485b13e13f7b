"""A King's knowledge of provinces and features, and true or false rumours (3.2, 3.14)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Lore
from palatine.games.adventurer_kings.rules.common.turn import Turn


def knows_well(t: Turn, seat: int, place: int) -> bool:
    """Return whether a King knows a province's taxes and types exactly (3.14, A240).

    This is so for the King's provinces and fully explored ones; for others spies bring figures.
    """
    known = t.s.known[seat].get(place)
    return t.s.owners[place] == seat or (known is not None and known.explored == 100)


def learn_of(t: Turn, seat: int, number: int) -> None:
    """Record a feature in a King's knowledge: kind, place, guardian, legend."""
    s = t.s
    feature = s.features[number]
    word = tables.word_of(tables.MONSTERS[feature.monster], feature.hp) if feature.monster >= 0 else 0
    s.lore[seat][number] = Lore(
        feature.kind, feature.place, feature.monster, word, feature.legend_gold, feature.legend_item,
        turn=s.turn, is_empty=feature.monster < 0,
    )  # fmt: skip


TRUE_RUMOUR: Final = 50


def rumour(t: Turn, seat: int, number: int, is_false: bool = False) -> None:
    """Record a rumour; a false one has a wrong place (usually next door), treasure or both.

    Master explorers see through false ones.
    """
    s = t.s
    feature = s.features[number]
    place, gold, item = feature.place, feature.legend_gold, feature.legend_item
    if is_false or not t.chance(TRUE_RUMOUR, "a true rumour"):
        if t.has_master(seat, tables.TRUE_RUMOURS):
            return
        error = t.die(10, "what is wrong")
        if error <= 4 or error > 8:
            place = wrong_place(t, place)
        if error > 4:
            gold, item = not gold, -1
    word = tables.word_of(tables.MONSTERS[feature.monster], feature.hp) if feature.monster >= 0 else 0
    s.lore[seat][number] = Lore(feature.kind, place, feature.monster, word, gold, item, is_rumour=True, turn=s.turn)
    if item >= 0:
        t.log("rumour", "AK-3.2-06", [seat], feature=number, place=place, gold=gold, item_kind=item)
    else:
        t.log("rumour-gold" if gold else "rumour-bare", "AK-3.2-06", [seat], feature=number, place=place)


def wrong_place(t: Turn, place: int) -> int:
    s = t.s
    if t.chance(80, "next door"):
        near = s.atlas.neighbours[place]
        return near[t.die(len(near), "which neighbour") - 1]
    anywhere = [p for p in range(len(s.lands)) if p not in s.atlas.ice]
    return anywhere[t.die(len(anywhere), "anywhere") - 1]
