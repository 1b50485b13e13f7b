"""Result cards of battles and other rolls: dice, modifiers, losses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from palatine.core import Card, CardSide, Catalogue, Entry, Tally
from palatine.games.elric.state import NOBODY
from palatine.games.elric.view.view import SEAT_STYLES

RESULTS: Final = frozenset({"battle.won", "battle.lost", "battle.drawn"})
"""Kinds of entries that decide a battle."""
SIDES: Final[Mapping[str, str]] = MappingProxyType({"battle.attack": "seat", "battle.defence": "foe"})
"""Kinds of entries with a side's roll, and the field of the result that names the side."""
THROWS: Final[Mapping[str, str]] = MappingProxyType({
    **dict.fromkeys(("attack.monster", "attack.stack", "duel.monster", "duel.person", "monster-host", "monster-fight"),
                    "card.fight"),
    **dict.fromkeys(("search.spell", "search.spell-missed", "search.place", "search.place-missed", "search.stack",
                     "search.stack-missed"), "card.search"),
    **dict.fromkeys(("escape.works", "escape.fails"), "card.escape"),
    **dict.fromkeys(("passage.saved", "passage.lost"), "card.passage"),
    **dict.fromkeys(("stormbringer.rests", "stormbringer.thirsts", "mournblade.rests", "mournblade.thirsts",
                     "nightmare.passes", "nightmare.slays"), "card.sword"),
    **dict.fromkeys(("tower.caught", "tower.passed", "tower.looted"), "card.tower"),
    **dict.fromkeys(("horn.restores", "horn.ends"), "card.horn"),
})  # fmt: skip
"""By kind of single roll: the title of its card."""


def seat_of(data: Mapping[str, Any]) -> int:
    seat = data.get("seat", NOBODY)
    return seat if isinstance(seat, int) else NOBODY


def style_of(seat: int) -> str:
    """Return the style of a seat, "" for none."""
    return SEAT_STYLES[seat] if 0 <= seat < NOBODY else ""


def side_name(words: Catalogue, seat: int) -> str:
    return words.say("card.side" if seat < NOBODY else "card.city", seat=seat)


def tally_parts(words: Catalogue, tally: Tally) -> tuple[tuple[str, str, str], ...]:
    """Return the modifiers of a roll: amount, reason, clause."""
    return tuple([
        (words.say("card.amount", amount=part.amount), words.say(f"tally.{part.reason}"), part.clause)
        for part in tally.parts
    ])  # fmt: skip


def card_of(words: Catalogue, entry: Entry, text: str) -> Card | None:
    """Return the card of a single roll, or None for other entries, such as battles."""
    title, tally = THROWS.get(entry.kind), entry.tally
    if title is None or tally is None:
        return None
    seat = seat_of(entry.data)
    side = CardSide(
        side_name(words, seat), style_of(seat), str(tally.value if tally.is_roll_under else tally.total), tally.dice,
        tally_parts(words, tally),
    )  # fmt: skip
    return Card(words.say(title), text, entry.data.get("area", -1), "map", (side,), entry.clauses[0])


def battle_card(
    words: Catalogue, result: Entry, throws: Mapping[str, Entry], lost: Iterable[Entry], text: str
) -> Card:
    """Return the card of a battle: both sides' totals, dice, modifiers and losses."""
    data, gone = result.data, [*lost]
    sides = []
    for kind, field in SIDES.items():
        seat = data[field]
        tally = throws[kind].tally if kind in throws else None
        losses = [p for entry in gone if seat_of(entry.data) == seat for p in fallen(entry)]
        sides.append(CardSide(
            side_name(words, seat), style_of(seat),
            str(tally.total) if tally else "", tally.dice if tally else (),
            tally_parts(words, tally) if tally else (),
            words.say("card.lost", group=losses) if losses else "",
        ))  # fmt: skip
    return Card(words.say("card.battle", area=data["area"]), text, data["area"], "map", tuple(sides), "10.5b")


def fallen(entry: Entry) -> list[int]:
    """Return the pieces lost in an entry."""
    return [*entry.data["group"]] if "group" in entry.data else [entry.data["piece"]]
