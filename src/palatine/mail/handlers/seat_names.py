"""Lookup of seats by the names that players write."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from palatine.core import Unknown
from palatine.mail.handlers.context import MailContext
from palatine.mail.wording import say

EVERYBODY = ("all", "everybody", "everyone")


def find_seats(ctx: MailContext, names: Iterable[str]) -> list[str]:
    """Return the seats with these names: seat, nation, King or player.

    Raises Unknown for an unknown name.
    """
    known = _seats_by_name(ctx)
    others = [each.seat for each in ctx.info.seats if each.seat != ctx.mailbox.seat]
    found: list[str] = []
    for name in names:
        folded = " ".join(name.casefold().split())
        if folded in EVERYBODY:
            found += others
        elif folded in known:
            found.append(known[folded])
        else:
            near = get_close_matches(folded, known, 1, 0.6)
            key = "name.nearest" if near else "name.unknown"
            raise Unknown(
                say(
                    key,
                    name=name,
                    near=ctx.titles[known[near[0]]] if near else "",
                    names=sorted(ctx.titles.values()),
                )
            )
    return list(dict.fromkeys(found))


def find_seat(ctx: MailContext, name: str) -> str:
    """Return the seat with that name. Raises Unknown."""
    return find_seats(ctx, [name])[0]


def _seats_by_name(ctx: MailContext) -> dict[str, str]:
    """Return the seats by folded name; names shared by two seats are left out."""
    pairs = [(name, seat) for seat, name in ctx.names.items()]
    pairs += [(each.name, each.seat) for each in ctx.info.seats if each.name]
    found: dict[str, str] = {}
    for name, seat in pairs:
        folded = name.casefold()
        if found.setdefault(folded, seat) != seat:
            found[folded] = ""
    seats = {each.seat.casefold(): each.seat for each in ctx.info.seats}
    return {name: seat for name, seat in found.items() if seat} | seats
