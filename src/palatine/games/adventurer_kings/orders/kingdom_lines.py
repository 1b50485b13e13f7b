"""Lines of the kingdom as text: treaties, votes, names, heirs, the King (2.1, 5.9, 8, 10)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.tokens import OrderWords, ability_code, one_of


def _kingdom(make: Callable[[int], orders.Line]) -> Callable[[OrderWords], orders.Line]:
    def read(words: OrderWords) -> orders.Line:
        found = make(words.number("a kingdom"))
        words.end()
        return found

    return read


def read_call(words: OrderWords) -> orders.CallElection:
    words.skip("ELECTION")
    words.end()
    return orders.CallElection()


def read_rename(words: OrderWords) -> orders.Rename:
    is_province = words.skip("PROVINCE")
    found = orders.Rename(
        words.number("a province" if is_province else "a character"), words.text("a name"), is_province
    )
    words.end()
    return found


def read_levels(words: OrderWords) -> tuple[str, ...]:
    return tuple(ability_code(each) for each in words.listed())


def read_heir(words: OrderWords) -> orders.Heir:
    words.skip("LEVELS")
    levels = read_levels(words)
    name = temper = ""
    while words:
        if words.skip("NAME"):
            name = words.text("a name")
        elif words.skip("TEMPER"):
            temper = one_of(words, tables.TEMPERS, "a temper")
        else:
            words.end()
    return orders.Heir(levels, name, temper)


HUMANOIDS: Final = tuple(tables.RACES[race] for race in tables.HUMANOID)


def read_king(words: OrderWords) -> orders.KingLine:
    name = words.text("a name")
    race, alignment, temper, instead = "human", "neutral", "brave", ""
    levels: tuple[str, ...] = ()
    while words:
        if words.skip("RACE"):
            race = one_of(words, HUMANOIDS, "a race")
        elif words.skip("ALIGNMENT"):
            alignment = one_of(words, tables.ALIGNMENTS, "an alignment")
            instead = one_of(words, tables.ALIGNMENTS, "an alignment") if words.skip("OR") else ""
        elif words.skip("TEMPER"):
            temper = one_of(words, tables.TEMPERS, "a temper")
        elif words.skip("LEVELS"):
            levels = read_levels(words)
        else:
            words.end()
    return orders.KingLine(name, race, alignment, temper, levels, instead)


def read_realm(words: OrderWords) -> orders.Realm:
    found = orders.Realm(words.text("a name"))
    words.end()
    return found


def read_contact(words: OrderWords) -> orders.Contact:
    found = orders.Contact(words.text("a line of contact") if words else "")
    words.end()
    return found


REALM: Final[dict[str, Callable[[OrderWords], orders.Line]]] = {
    "treat": _kingdom(orders.Treat), "break": _kingdom(orders.BreakTreaty), "call": read_call,
    "vote": _kingdom(orders.Vote),
    "map": _kingdom(orders.SendMap), "rename": read_rename, "heir": read_heir, "king": read_king, "realm": read_realm,
    "contact": read_contact,
}  # fmt: skip
"""Readers of kingdom lines, by their first word."""
