"""Death: inheritance, armies, merit, the Royal Heir (5.9, 10.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Person
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.belongings import hand_on, place_item
from palatine.games.adventurer_kings.rules.common.command import settle_leaderless, transfer
from palatine.games.adventurer_kings.rules.common.experience import forget_old_king
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import State

LEFT_OF_MERIT: Final = 0.75
"""Share of merit left after death (10.1)."""


def die_in_fight(t: Turn, n: int, victor: int, feature: int = 0) -> int:
    """Kill a character in a fight and return the number of the heir, or 0 (5.9, A118).

    Items useful in the fight go to the victor: a character, or 0 for a monster, whose loot lies in its feature or the
    province.
    """
    person = t.s.people[n]
    lost = -1 if victor or feature else person.place
    for i in t.s.items_of(n):
        if is_arms(t, i) and not person.visitor:
            place_item(t, i, bearer=t.keeper(victor) if victor else 0, feature=feature, place=lost)
    return die(t, n, victor)


def is_arms(t: Turn, i: int) -> bool:
    """Return whether an item is useful in personal combat (5.9, A118)."""
    kind = tables.ITEMS[t.s.items[i].kind]
    is_wand = kind.spell >= 0 and tables.SPELLS[kind.spell].combat
    return bool(kind.kinds & {"weapon", "defence"}) or is_wand


def die(t: Turn, n: int, victor: int = 0) -> int:
    """Kill a character and return the number of the Royal Heir of a King, otherwise 0 (5.9)."""
    s = t.s
    person = s.people[n]
    s.set_person(n, died=max(1, s.turn), rules=-1)
    t.forget_dead(n)
    lose_merit(t, n)
    told = t.witnesses(n, victor)
    t.log("death", "AK-5.9-04", told, who=n, place=person.place)
    for seat in told:
        if seat >= 0:
            s.seen[seat].pop(n, None)
    t.record_observable(person.place, n, "death", who=n)
    if person.is_king and person.seat >= 0:
        return crown_heir(t, n)
    bequeath(t, n)
    hand_over_armies(t, n)
    return 0


def lose_merit(t: Turn, n: int) -> None:
    """Reduce merit by a quarter; negative merit stays (10.1, A266)."""
    if n in t.s.merit:
        t.s.merit[n] = tuple([int(points * LEFT_OF_MERIT) if points > 0 else points for points in t.s.merit[n]])


def bequeath(t: Turn, n: int) -> None:
    """Give the remaining belongings to the King, or leave them in place if there is none.

    See 5.9, A118.
    """
    seat = t.s.people[n].seat
    hand_on(t, n, t.s.kingdoms[seat].king if seat >= 0 else 0)


def hand_over_armies(t: Turn, n: int) -> None:
    """Give a leader's armies to another leader present or the garrison (A127).

    In foreign land they scatter.
    """
    s = t.s
    seat, place = s.people[n].seat, s.people[n].place
    armies = s.led_by(n)
    if not armies:
        return
    others = [m for m in s.people_at(place) if m != n and s.people[m].seat == seat and s.led_by(m)]
    to = max(others, key=lambda m: (len(s.led_by(m)), -m), default=NO_LEADER)
    armies = transfer(t, armies, to)
    if to == NO_LEADER and seat >= 0:
        settle_leaderless(t, armies)


def enthrone(t: Turn, n: int, old: int) -> None:
    """Make a character King, with the old King's merit, belongings and armies.

    See 4.2.1, 5.9, 10.1.
    """
    s = t.s
    s.set_kingdom(s.people[n].seat, king=n)
    if old in s.merit:
        s.merit[n] = s.merit.pop(old)
    hand_on(t, old, n)
    transfer(t, s.led_by(old), n, crown=True)


NUMERALS: Final = ("II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")


def next_of_name(name: str) -> str:
    """Return the default name of an heir: Falk II after Falk, then Falk III."""
    first, _, last = name.rpartition(" ")
    if last not in NUMERALS[:-1]:
        return f"{name} {NUMERALS[0]}"
    return f"{first} {NUMERALS[NUMERALS.index(last) + 1]}"


def crown_heir(t: Turn, n: int) -> int:
    """Crown the eldest child where the King died, without levels until chosen (5.9, A123, A125)."""
    s = t.s
    old = s.people[n]
    seat = old.seat
    kingdom = s.kingdoms[seat]
    bare = tuple(0 for _ in tables.ABILITIES)
    heir = s.new_person(
        Person(
            name=next_of_name(old.name),
            race=old.race,
            alignment=old.alignment,
            temper=old.temper,
            place=old.place,
            seat=seat,
            levels=bare,
            aptitudes=aptitudes_of(old.alignment, bare),
            is_king=True,
        )
    )
    old_king = n if kingdom.is_gone else kingdom.old or n
    s.set_kingdom(seat, old=old_king, awaits_levels=True, is_gone=False)
    enthrone(t, heir, n)
    t.log("heir", "AK-5.9-04", t.witnesses(n), who=heir, other=n, place=old.place)
    return heir


def why_not_heir(s: State, seat: int, codes: Sequence[str]) -> tuple[str, str] | None:
    """Return clause and reason why a new King cannot have these levels; None if possible.

    See 5.9, A126.
    """
    kingdom = s.kingdoms[seat]
    levels = {tables.ability(code): codes.count(code) for code in codes}
    if len(codes) != tables.POINTS_AT_START:
        return "AK-5.9-05", "fail.heir-four"
    if max(levels.values()) > tables.MOST_AT_START:
        return "AK-5.9-05", "fail.heir-two"
    if tables.BARRED.get(kingdom.alignment) in levels:
        return "AK-2.1-08", "fail.heir-barred"
    old = list(s.people[kingdom.old or kingdom.king].levels)
    if kingdom.alignment in tables.BARRED:
        old[tables.BARRED[kingdom.alignment]] = 0
    inherited = sum([min(level, old[ability]) for ability, level in levels.items()])
    most = sum([min(level, tables.MOST_AT_START) for level in old])
    return None if inherited >= min(tables.POINTS_AT_START - 1, most) else ("AK-5.9-05", "fail.heir-three")


def name_heir(t: Turn, seat: int, order: orders.Heir) -> None:
    """Give a new King four levels, three of them the old King's, and perhaps a name (5.9, A126)."""
    s = t.s
    kingdom = s.kingdoms[seat]
    if not kingdom.awaits_levels or why_not_heir(s, seat, order.levels) is not None:
        return
    n = kingdom.king
    chosen = tuple(order.levels.count(code) for code in tables.ABILITIES)
    levels = tuple([min(tables.TOP, sum(pair)) for pair in zip(chosen, s.people[n].levels, strict=True)])
    s.set_person(
        n, levels=levels, aptitudes=aptitudes_of(kingdom.alignment, chosen),
        name=order.name or s.people[n].name, temper=tables.TEMPERS.index(order.temper) if order.temper else
        s.people[n].temper,
    )  # fmt: skip
    s.set_kingdom(seat, awaits_levels=False)
    t.forget_skills()
    forget_old_king(t, n)
    t.log("crowned", "AK-5.9-05", [seat], who=n)


def aptitudes_of(alignment: int, levels: tuple[int, ...]) -> tuple[int, ...]:
    """Return a King's aptitudes: skill plus two, two more in favoured abilities, at most 5.

    Barred magic has none. See 2.1.
    """
    favoured = (tables.ALIGNMENT[alignment].magic, tables.ALIGNMENT[alignment].special)
    barred = tables.BARRED.get(alignment, -1)
    return tuple(
        0 if ability == barred else min(tables.APTITUDE_MOST, (level + 2) * (2 if ability in favoured else 1))
        for ability, level in enumerate(levels)
    )
