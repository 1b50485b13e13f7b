"""Data for messages about a step, and descriptions that distinguish armies."""

from __future__ import annotations

from typing import Any

from palatine.core import Action, Catalogue, Game
from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.rules.characters.escape_spells import own_value
from palatine.games.elric.rules.characters.escapes import EscapeSpell, Survive
from palatine.games.elric.state import ElricState


def fields_of(step: Any) -> dict[str, Any]:
    """Return the fields of a step and of its battle."""
    found = {field: getattr(step, field) for field in step.__struct_fields__}
    battle = found.get("battle")
    if battle is not None:
        found = {**{field: getattr(battle, field) for field in battle.__struct_fields__}, **found}
    return found


def area_of(step: Any) -> int:
    """Return the area of a decision, -1 for none."""
    battle = getattr(step, "battle", None)
    area: int = getattr(step, "area", getattr(battle, "area", -1))
    return area


def message_data(game: Game[ElricState], s: ElricState, step: Any) -> dict[str, Any]:
    """Return the data for messages about a step: its fields, its battle's, and its area."""
    data = {"area": area_of(step), **fields_of(step)}
    if isinstance(step, EscapeSpell):
        data["value"] = own_value(s, step.person)
    elif isinstance(step, Survive):
        data["person"] = step.group[0]
    return data


def with_situation(words: Catalogue, s: ElricState, action: Action, text: str) -> str:
    """Return the text of an action; for an army, with what distinguishes it."""
    verb, operand = action
    if s.flow[-1].verbs.get(verb) == "piece" and KIND[operand] == ARMY and (told := situation(words, s, operand)):  # type: ignore[attr-defined]
        return words.say("situation.of", said=text, told=told)
    return text


def situation(words: Catalogue, s: ElricState, army: int) -> str:
    """Return what distinguishes an army of a nation in an area: its ship, way and stack."""
    told = []
    if army in s.ship:
        told.append(words.say("situation.aboard", fleet=s.ship[army]))
    if army in s.trail:
        told.append(words.say("situation.way", areas=list(s.trail[army])))
    if army in s.changed:
        told.append(words.say("situation.changed"))
    stacks = s.stacks_at(s.owner[army], s.where[army]) if army in s.bands else []
    if len(stacks) > 1:
        others = [p for p in s.stack_of(army) if p != army][:2]
        number = next(n for n, stack in enumerate(stacks, 1) if army in stack)
        told.append(words.say("situation.stack" if others else "situation.alone", number=number, host=others))
    return ", ".join(told)
