"""The recap since a player's last visit: items, whole battles, and the main event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from palatine.core import Entry, Game, Recap, RecapItem
from palatine.games.elric.components.world import CITIES, CITY_AT
from palatine.games.elric.recap.cards import RESULTS, SIDES, battle_card
from palatine.games.elric.state import ElricState

BY_IMPORTANCE: Final = (
    "outcome", "world-ended", "imrryr.falls", "player-out", "balance.tipped", "balance.tipped-late", "balance.restored",
    "city.falls", "collapses", "elric.taken", "muster.away", "stormbringer.slays", "muster.nation", "reverts",
    "reverts.neutral", "perished", "drowned", "founder", "attack.eaten", "battle.won", "battle.lost", "eliminated",
)  # fmt: skip
"""Kinds of events that may be the main event, the most important first."""
LOST: Final = frozenset({"eliminated", "perished"})
AFTER: Final = frozenset({
    "player-turn", "battle", "battle.neutral", "muster", "nightmare.passes", "nightmare.slays", "stormbringer.rests",
    "stormbringer.thirsts", "mournblade.rests", "mournblade.thirsts",
})  # fmt: skip
"""Kinds that follow a battle; later losses do not belong to it."""
PHASES: Final[Mapping[str, str]] = MappingProxyType({
    **dict.fromkeys(("appearance", "appearance.draw", "appearance.none"), "Appearance"),
    "replaced": "Replacements",
    **dict.fromkeys(("move", "move-on", "fly", "flight", "board", "overrun"), "Movement"),
    **dict.fromkeys(
        ("search.spell", "search.spell-missed", "search.place", "search.place-missed", "search.stack",
         "search.stack-missed"),
        "Search",
    ),
    **dict.fromkeys(("spell.passes", "sacrifice", "laid", "laid.draw", "assault", "horn.restores", "horn.ends"),
                    "MagicPhase"),
    **dict.fromkeys(("battle", "battle.neutral", "called-off", "monster-met"), "Battles"),
    **dict.fromkeys(("muster",), "Musters"),
    "random-balance": "RandomBalance",
})  # fmt: skip
"""By kind of entry: the phase that it starts, unless this phase is current."""


def recap(game: Game[ElricState], entries: Iterable[Entry], seat: str | None) -> Recap:
    """Return the recap of entries that `seat` may read, with the main event in a sentence."""
    told = joined_entries(game, entries)
    return Recap(tuple(scenes(game, told, seat)), gravest(game, told))


def joined_entries(game: Game[ElricState], entries: Iterable[Entry]) -> list[Entry]:
    """Return the entries, with those of one event merged."""
    told: list[Entry] = []
    for entry in entries:
        one = game.merged_entry(told[-1], entry) if told else None
        if one is None:
            told.append(entry)
        else:
            told[-1] = one
    return told


def scenes(game: Game[ElricState], told: list[Entry], seat: str | None) -> Iterator[RecapItem]:
    throws: dict[str, Entry] = {}
    phase = ""
    for at, entry in enumerate(told):
        found = game.recap_item(entry, seat)
        if entry.kind == "player-turn":
            phase = ""
        elif found is not None and PHASES.get(entry.kind, phase) != phase:
            phase = PHASES[entry.kind]
            found = replace(found, heading=game.words.say(f"segment.{phase}"))
        if entry.kind in SIDES:
            throws[entry.kind] = entry
        elif entry.kind in RESULTS and found is not None:
            found = replace(found, card=battle_card(game.words, entry, throws, losses(told[at + 1 :]), found.text))
            throws = {}
        if found is not None:
            yield found


def losses(later: Iterable[Entry]) -> Iterator[Entry]:
    """Iterate over the losses of a battle, up to the next event."""
    for entry in later:
        if entry.kind in AFTER:
            return
        if entry.kind in LOST:
            yield entry


def gravest(game: Game[ElricState], told: Iterable[Entry]) -> str:
    """Return the text of the main event: by importance, capitals first, then the latest."""
    found = [(BY_IMPORTANCE.index(entry.kind), not is_capital(entry), -at, entry) for at, entry in enumerate(told)
             if entry.kind in BY_IMPORTANCE]  # fmt: skip
    return game.prose(min(found, key=lambda each: each[:3])[3]) if found else ""


def is_capital(entry: Entry) -> bool:
    """Return whether an entry concerns a capital."""
    area = entry.data.get("area", -1)
    return area in CITY_AT and CITIES[CITY_AT[area]].capital
