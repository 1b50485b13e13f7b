"""Result cards of battles: armies, hits with their modifiers, and losses."""

from __future__ import annotations

from typing import Any

from palatine.core import Catalogue, Entry
from palatine.core.guidance.recap import Card, CardSide
from palatine.core.messages import capitalize
from palatine.games.lord_and_master.state import is_nation
from palatine.games.lord_and_master.view.view import style_of
from palatine.games.lord_and_master.view.wording import host_name, realm


def battle_card(words: Catalogue, entry: Entry, text: str) -> Card | None:
    """Return the card of a finished battle; None for old entries without the armies."""
    data, shown = entry.data, entry.data.get("shown", {})
    if "attacking" not in shown:
        return None
    kind = "assault" if data["assault"] else "battle"
    title = words.say(f"card.{kind}", place=data["place"], rounds=data["rounds"])
    sides = [
        _side(words, str(data[name]), shown[name], shown[told])
        for name, told in (("attacker", "attacking"), ("defender", "defending"))
    ]
    return Card(title, text, shown["place"], sides=tuple(sides), clause=(*entry.clauses, "")[0])


def _side(words: Catalogue, name: str, owner: int, told: dict[str, Any]) -> CardSide:
    hits = words.say("card.hits", hits=told["hits"])
    helped = [
        (f"{amount:+}", capitalize(words.say(f"tally.{reason}")), clause)
        for amount, clause, reason in told["helped"]
    ]
    return CardSide(
        capitalize(realm(name)),
        style_of(owner) if is_nation(owner) else "neutral",
        host_name(told["host"]),
        parts=((str(told["hits"]), hits, "LM-BAT-21"), *helped),
        losses=words.say("card.lost", host=told["lost"]) if told["lost"] else words.say("card.none-lost"),
    )


def overrun_card(words: Catalogue, entry: Entry, text: str) -> Card:
    """Return the card of an overrun: attack against defence."""
    data = entry.data
    title = words.say("card.overrun", place=data["place"])
    numbers = data.get("shown", {})
    attacker = CardSide(capitalize(realm(data["attacker"])), _style(numbers, "attacker"), str(data["attack"]))
    lost = words.say("card.lost", host=data["units"])
    defender = CardSide(
        capitalize(realm(data["defender"])), _style(numbers, "defender"), str(data["defence"]), losses=lost
    )
    return Card(title, text, numbers.get("place", -1), sides=(attacker, defender), clause="LM-BAT-36")


def _style(numbers: dict[str, int], key: str) -> str:
    return style_of(numbers[key]) if key in numbers else ""
