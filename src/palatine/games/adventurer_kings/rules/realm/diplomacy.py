"""Relations of Kings, treaties, and the exchange of discoveries (8)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, PEACE, UNKNOWN, Known
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.writing import write_line
from palatine.games.adventurer_kings.rules.characters.practice import acquire
from palatine.games.adventurer_kings.rules.common.turn import Turn

BY_STEP: Final = 40
"""Percentage less likely, per step of alignment, that Kings exchange discoveries.

This applies in the greater game (12.1).
"""
WORDS: Final = ("Enemies", "Neutral", "Allies")


def collect(t: Turn) -> None:
    """Record who offers or breaks a treaty this turn, and clear last turn's refusals.

    See 8.2, 8.3.
    """
    for seat, sheet in enumerate(t.s.sheets):
        t.s.set_kingdom(seat, refused=())
        for order in sheet.orders if sheet is not None else ():
            if isinstance(order, orders.Treat) and order.kingdom - 1 != seat:
                t.dealings.treats.add((seat, order.kingdom - 1))
            elif isinstance(order, orders.BreakTreaty) and order.kingdom - 1 != seat:
                t.dealings.breaks.add((seat, order.kingdom - 1))
    t.dealings.treats -= t.dealings.breaks


def relate(t: Turn, one: int, two: int, relation: int, clause: str) -> None:
    """Set the relation between two Kings."""
    s = t.s
    if s.relations[one][two] == relation:
        return
    for seat, other in ((one, two), (two, one)):
        row = s.relations[seat]
        s.relations[seat] = (*row[:other], relation, *row[other + 1 :])
    t.log("relation", clause, [one, two], realm=one, rival=two, word=WORDS[relation])


def change_treaties_at_once(t: Turn) -> None:
    """Break treaties of Evil and Undead Kings; ally Druidic Kings with their partners.

    Both happen before the turn begins (8.2, 8.3).
    """
    s = t.s
    for one, two in sorted(t.dealings.breaks):
        if s.kingdoms[one].alignment in (tables.EVIL, tables.UNDEAD):
            loosen(t, one, two)
    for one, two in sorted(t.dealings.treats):
        druidic = tables.DRUIDIC in (s.kingdoms[one].alignment, s.kingdoms[two].alignment)
        allied = s.relations[one][two] == ALLIED
        if one < two and (two, one) in t.dealings.treats and druidic and not allied:
            t.dealings.sworn.add(frozenset((one, two)))
            honour_peace(t, one, two)
            relate(t, one, two, ALLIED, "AK-8.2-03")


def loosen(t: Turn, one: int, two: int) -> None:
    """Lower a relation by one step (8.3)."""
    t.s.honour(t.s.kingdoms[one].king, titles.LORD_OF_MALICE, 1)
    relate(t, one, two, max(ENEMY, t.s.relations[one][two] - 1), "AK-8.3-01")


def closing(t: Turn) -> None:
    """At the end of the turn, carry out broken treaties, then new ones.

    See 8.2, 8.3, A131.
    """
    for one, two in sorted(t.dealings.breaks):
        if t.s.kingdoms[one].alignment not in (tables.EVIL, tables.UNDEAD):
            loosen(t, one, two)
    settled = t.dealings.sworn | {frozenset(pair) for pair in t.dealings.breaks}
    for one, two in sorted(t.dealings.treats):
        pair = frozenset((one, two))
        if pair not in settled and agrees(t, one, two):
            settled.add(pair)
            swear(t, one, two)
    for one, two in sorted(t.dealings.treats):
        if frozenset((one, two)) not in settled:
            t.s.add_refused(one, write_line(orders.Treat(two + 1)))


def agrees(t: Turn, one: int, two: int) -> bool:
    """Return whether two Kings agree on a treaty (8.2).

    Both have to offer it. A Druidic King who is at peace with the other, or holds the title of the Circle, can do it
    alone.
    """
    s = t.s
    if (two, one) in t.dealings.treats:
        return True
    keeper = t.has_title(s.kingdoms[one].king, titles.KEEPER_OF_THE_CIRCLE)
    return s.kingdoms[one].alignment == tables.DRUIDIC and (s.relations[one][two] == PEACE or keeper)


def swear(t: Turn, one: int, two: int) -> None:
    """Raise a relation by one step (8.2).

    Old Allies exchange discoveries instead, after taxes and pay (8.4).
    """
    was = t.s.relations[one][two]
    if was < ALLIED:
        honour_peace(t, one, two)
        relate(t, one, two, was + 1, "AK-8.2-01")
    elif (two, one) in t.dealings.treats:
        t.dealings.scholars.append((one, two))


def honour_peace(t: Turn, one: int, two: int) -> None:
    for seat in (one, two):
        t.s.honour(t.s.kingdoms[seat].king, titles.KEEPER_OF_THE_CIRCLE, 1)


def exchanges(t: Turn) -> None:
    """Exchange discoveries between old Allies after taxes and pay.

    All exchanges are simultaneous, so a discovery just received is not passed on (8.4).
    """
    before = [kingdom.discoveries for kingdom in t.s.kingdoms]
    for one, two in t.dealings.scholars:
        exchange_discoveries(t, one, two, before)


def exchange_discoveries(t: Turn, one: int, two: int, before: Sequence[tuple[int, ...]]) -> None:
    """Exchange one discovery each way, the most military first.

    The two Allies' realms or people must be in contact (8.4).
    """
    s = t.s
    if not in_touch(t, one, two):
        return
    steps = abs(s.kingdoms[one].alignment - s.kingdoms[two].alignment)
    if s.scenario in tables.GREATER and not t.chance(100 - BY_STEP * steps, "scientific exchange"):
        return
    gifts = [(a, b, new_to(t, before[a], b)) for a, b in ((one, two), (two, one))]
    for a, b, d in gifts:
        if d is not None:
            acquire(t, b, d)
            t.log("exchanged", "AK-8.4-01", [a, b], realm=a, rival=b, discovery=d)


def new_to(t: Turn, known: tuple[int, ...], taker: int) -> int | None:
    """Return the first of these discoveries that a kingdom does not have."""
    return next((d for d in known if d not in t.s.kingdoms[taker].discoveries), None)


def in_touch(t: Turn, one: int, two: int) -> bool:
    """Return whether two realms touch, or a character of one is in the other (8.4)."""
    s = t.s
    theirs = set(s.provinces(two))
    if any(near in theirs for p in s.provinces(one) for near in s.atlas.neighbours[p]):
        return True
    guests = [(one, two), (two, one)]
    return any(s.owners[each.place] == host for guest, host in guests for _, each in s.at_home(guest))


def neighbours_told(t: Turn) -> None:
    """Tell the neighbours of a Divine or Undead King the King's alignment (2.3)."""
    s = t.s
    for seat, kingdom in enumerate(s.kingdoms):
        mine = set(s.provinces(seat))
        for other, rival in enumerate(s.kingdoms):
            special = rival.alignment in (tables.DIVINE, tables.UNDEAD) and other != seat
            if special and other not in kingdom.neighbours_told and touches(t, mine, other):
                s.set_kingdom(seat, neighbours_told=(*s.kingdoms[seat].neighbours_told, other))
                t.log("special-neighbour", "AK-2.3-08", [seat], realm=other, alignment=rival.alignment)


def touches(t: Turn, mine: set[int], other: int) -> bool:
    return any(near in mine for p in t.s.provinces(other) for near in t.s.atlas.neighbours[p])


def neighbours_meet(t: Turn) -> None:
    """Record contact between kingdoms that now touch (12.1)."""
    s = t.s
    for place, owner in enumerate(s.owners):
        for near in s.atlas.neighbours[place] if owner >= 0 else ():
            if s.owners[near] > owner:
                s.introduce(owner, s.owners[near])


def send_maps(t: Turn) -> None:
    """Send maps to Kings of the same alignment after contact, all at once (12.1, A156)."""
    s = t.s
    before = [dict(known) for known in s.known]
    for seat, sheet in enumerate(s.sheets):
        for order in sheet.orders if sheet is not None else ():
            if isinstance(order, orders.SendMap):
                give_map(t, seat, order.kingdom - 1, before[seat])


def give_map(t: Turn, seat: int, to: int, known: dict[int, Known]) -> None:
    s = t.s
    fits = (
        s.scenario in tables.GREATER and 0 <= to < len(s.kingdoms) and to != seat
        and s.kingdoms[to].alignment == s.kingdoms[seat].alignment and to in s.kingdoms[seat].met
    )  # fmt: skip
    if not fits:
        return
    for place, report in known.items():
        before = s.known[to].get(place)
        s.known[to][place] = report if before is None else merge_reports(before, report)
    t.log("map-sent", "AK-12.1-13", [seat, to], realm=seat, rival=to)


def merge_reports(mine: Known, theirs: Known) -> Known:
    """Return the newer of two reports, with what only the older one knows.

    Nothing that has been explored is forgotten.
    """
    new, old = (mine, theirs) if mine.seen >= theirs.seen else (theirs, mine)
    return msgspec.structs.replace(
        new, explored=max(new.explored, old.explored), tax=old.tax if new.tax == UNKNOWN else new.tax,
        types=new.types or old.types, forces=new.forces or old.forces,
    )  # fmt: skip
