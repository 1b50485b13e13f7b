"""Cards that show results of rolls: dice, modifiers with clauses, and losses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from palatine.core import Card, CardSide, Catalogue, Entry, Tally
from palatine.core.messages import capitalize
from palatine.games.dark_emperor.components.tables import ALL
from palatine.games.dark_emperor.view.view import SIDE_STYLES
from palatine.games.dark_emperor.view.wording import SIDE_NAMES, piece_name

Carder = Callable[[Catalogue, Entry, Tally], Card]


def card_of(words: Catalogue, entry: Entry) -> Card | None:
    """Return the card of an entry with a roll, or None."""
    carder = CARDERS.get(entry.kind)
    return carder(words, entry, entry.tally) if carder is not None and entry.tally is not None else None


def parts(words: Catalogue, tally: Tally) -> tuple[tuple[str, str, str], ...]:
    """Return the modifiers of a roll: amount, reason and clause."""
    return tuple([
        (words.say("odds.amount", amount=part.amount), words.say(f"tally.{part.reason}"), part.clause)
        for part in tally.parts
    ])  # fmt: skip


def battle_card(words: Catalogue, entry: Entry, tally: Tally) -> Card:
    """Return a battle's card: both strengths, the attacker's die, and losses (9.22, 9.25)."""
    data = entry.data
    attacker, defender = data["side"], 1 - data["side"]
    sides = (
        CardSide(
            name_of(attacker), SIDE_STYLES[attacker], str(data["attacking"]), tally.dice, parts(words, tally),
            words.say("card.losses", lost=min(data["attacker_loses"], ALL)),
        ),
        CardSide(
            name_of(defender), SIDE_STYLES[defender], str(data["defending"]),
            losses=words.say("card.losses", lost=data["defender_loses"]),
        ),
    )  # fmt: skip
    key = "card.battle-lost" if entry.kind == "battle.lost" else "card.battle-won"
    result = words.say(key, total=tally.total, attacker=attacker, defender=defender)
    return Card(words.say("card.battle", hex=data["hex"]), result, data["hex"], "map", sides, "9.22")


def name_of(side: int) -> str:
    return capitalize(SIDE_NAMES[side])


def attrition_card(words: Catalogue, entry: Entry, tally: Tally) -> Card:
    data = entry.data
    side = CardSide(
        name_of(data["side"]), SIDE_STYLES[data["side"]], words.say("card.points", points=data["points"]), tally.dice,
        losses=words.say("card.losses", lost=data["lost"]),
    )  # fmt: skip
    title = words.say("card.attrition", hex=data["hex"], count=data["count"])
    return Card(title, words.say("card.losses", lost=data["lost"]), data["hex"], "map", (side,), "8.12a")


def rolled(who: str, key: str) -> Carder:
    """Return a card builder for one piece's roll; `who` is the data key of the piece."""

    def carder(words: Catalogue, entry: Entry, tally: Tally) -> Card:
        side = CardSide(capitalize(piece_name(entry.data[who])), "", "", tally.dice, parts(words, tally))
        title = words.say(f"card.{key}", **entry.data)
        needed = entry.data.get("value", entry.data.get("needed", 0))
        result = words.say("card.needed", rolled=tally.rolled, needed=max(0, needed))
        return Card(title, result, entry.data.get("hex", -1), "map", (side,), entry.clauses[0])

    return carder


def negotiation(words: Catalogue, entry: Entry, tally: Tally) -> Card:
    """Return the card of a negotiation: two dice with modifiers, ten or more succeeds (11.3)."""
    data = entry.data
    name = capitalize(piece_name(data["leader"])) if data["leader"] >= 0 else words.say("card.herald")
    side = CardSide(name, SIDE_STYLES[data["side"]], "", tally.dice, parts(words, tally))
    key = "card.with-monster" if ".monster." in entry.kind else "card.with-power"
    result = words.say("card.total", total=data["total"], needed=data["needed"])
    return Card(words.say(key, target=data["target"]), result, -1, "map", (side,), entry.clauses[0])


CARDERS: Final[Mapping[str, Carder]] = MappingProxyType({
    **dict.fromkeys(("battle.won", "battle.lost"), battle_card),
    **dict.fromkeys(("attrition", "attrition-none"), attrition_card),
    **dict.fromkeys(("duel.won", "duel.lost"), rolled("leader", "duel")),
    **dict.fromkeys(("magic.works", "magic.fails"), rolled("piece", "spell")),
    **dict.fromkeys(("counter.works", "counter.fails"), rolled("piece", "counter")),
    **dict.fromkeys(("alone.escapes", "alone.falls"), rolled("leader", "alone")),
    **dict.fromkeys(("kill.survived", "kill.killed"), rolled("leader", "kill")),
    **dict.fromkeys(("banish.survived", "banish.banished"), rolled("leader", "banish")),
    **dict.fromkeys(
        ("diplomacy.power.won", "diplomacy.power.failed", "diplomacy.herald.won", "diplomacy.herald.failed",
         "diplomacy.monster.won", "diplomacy.monster.failed"),
        negotiation,
    ),
})  # fmt: skip
"""By kind of entry: the card builder."""
