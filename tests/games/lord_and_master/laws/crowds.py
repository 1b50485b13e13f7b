"""Crowded positions with random orders, for the property tests of Lord and Master."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from games.lord_and_master.positions import hargaar, hold, person, put
from games.lord_and_master.wild_orders import wild_sheet
from palatine.core import Dice, dice_key
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.sheets import Sheet
from palatine.games.lord_and_master.rules.common.unit_groups import grouped, place_ref
from palatine.games.lord_and_master.state import DemonRecord, State, TruceRecord

SQUARES = (48, 56, 57, 58, 66, 59)
"""Numbers of the squares that hold all people and troops; square 59 is Ardea."""
CODES = ("HFC", "MFC", "LFD", "RED", "MCC", "SAC", "BEC", "ELA")
TURNS = 3


def crossed(random: Random) -> State:
    """Return a war of nations 1 and 2 against 3 and 4, whose troops stand side by side.

    There are truces between 1 and 3 and between 2 and 4.
    """
    s = hargaar(seats=4)
    s.dice = Dice(dice_key(b"crossed %d" % random.randrange(1 << 30)))
    s.alliances = [(0, 1), (2, 3)]
    s.truces = [TruceRecord((0, 2), 99), TruceRecord((1, 3), 99)]
    for seat in range(4):
        hold(s, seat, random.choice(SQUARES))
        for n in range(4):
            of, place = random.choice("WMTHN"), random.choice(SQUARES)
            who = person(s, f"Name{seat}{n} {of}{random.randint(1, 4)}", seat, place)
            put(s, f"{'GHD' if of == 'N' else random.choice(CODES)} {random.randint(1, 4)}", seat, place)
            if of == "M":
                s.demons[s.next_id] = DemonRecord(f"Imp{seat}{n}", 3, who, 9)
                s.next_id += 1
    return s


def nothing(s: State, seat: int, random: Random) -> list[Any]:
    return []


def fire(s: State, seat: int, random: Random) -> list[Any]:
    """Return orders for every magician of a seat to cast a rain of fire on the crowd."""
    magicians = [s.people[n].name for n in s.roster(seat) if s.people[n].of == "M"]
    return [o.Character(name, o.Rain(place_ref(random.choice(SQUARES)))) for name in magicians]


def shields(s: State, seat: int, random: Random) -> list[Any]:
    """Return orders for heroes, magicians, necromancers and demons that all act in the crowd.

    Heroes shield themselves. Magicians cast a rain of fire or teleport into the crowd. Necromancers lead troops to a
    neighbouring square.
    """
    lines: list[Any] = []
    for each in [s.people[n] for n in s.roster(seat)]:
        there = place_ref(random.choice(SQUARES))
        troops = s.units_at(each.place, seat)
        magic = random.choice((o.Rain(there), o.Teleport(there, (), grouped(s, troops[:1]))))
        beside = place_ref(random.choice(sorted(world.NEIGHBOURS[square_of(each.place)])))
        march = o.Lead((o.Take(grouped(s, troops)), o.Go((beside,))))
        action = {"H": o.Shield(), "M": magic, "N": march}.get(each.of)
        if action is not None:
            lines.append(o.Character(each.name, action, "first" if each.of == "H" else ""))
    return [*lines, *_services(s, seat, random)]


def _services(s: State, seat: int, random: Random) -> list[Any]:
    """Return orders for a seat's demons: act alone in the crowd or lead troops there."""
    lines: list[Any] = []
    for demon in [each for each in s.demons.values() if s.people[each.master].owner == seat]:
        there, here = (
            place_ref(place) for place in random.choice([(57, 56), (56, 57), (57, 58), (58, 57), (48, 57)])
        )
        lead = o.Lead((o.Go((here,)), o.Take(grouped(s, s.units_at(here.square, seat)[:3])), o.Go((there,))))
        lines.append(
            o.Demon(demon.name, random.choice((lead, o.Rain(there), o.Steal(there), o.DevastateAt(there))))
        )
    return lines


def wild_turns(seed: int, first: Callable[[State, int, Random], list[Any]] = nothing) -> Iterator[State]:
    """Yield the position, with its journal, after each of up to `TURNS` turns of random orders.

    Each sheet begins with the orders that `first` returns.
    """
    random = Random(seed)
    s = crossed(random)
    for _ in range(TURNS):
        if s.outcome is not None:
            return
        s.sheets = [
            None if nation.out else Sheet((*first(s, seat, random), *wild_sheet(s, seat, random).orders))
            for seat, nation in enumerate(s.nations)
        ]
        s.journal = []  # type: ignore[misc]
        sequence.run_turn(s)
        yield s
