"""The choices in words, and what the step that asks is about."""

from __future__ import annotations

from typing import Any

from palatine.core import Action, Catalogue, Choice, Game
from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.state import ElricState


def fields_of(step: Any) -> dict[str, Any]:
    """The fields of a step, and those of the battle it belongs to."""
    found = {field: getattr(step, field) for field in step.__struct_fields__}
    battle = found.get("battle")
    if battle is not None:
        found = {**{field: getattr(battle, field) for field in battle.__struct_fields__}, **found}
    return found


def area_of(step: Any) -> int:
    """The area that a decision is about, -1 for none."""
    battle = getattr(step, "battle", None)
    area: int = getattr(step, "area", getattr(battle, "area", -1))
    return area


def action_text(game: Game[ElricState], s: ElricState, action: Action) -> str:
    """An action as a phrase."""
    words = game.words
    verb, operand = action
    step: Any = s.flow[-1]
    name = type(step).__name__
    key = next(
        each
        for each in (
            f"action.{name}.{verb}.{operand}",
            f"action.{name}.{getattr(step, 'case', '')}.{verb}",
            f"action.{name}.{verb}",
            f"action.{verb}",
        )
        if words.has(each)
    )
    said = words.say(key, **{"area": area_of(step), **fields_of(step), "x": operand})
    if step.verbs[verb] == "piece" and KIND[operand] == ARMY and (told := situation(words, s, operand)):
        return words.say("situation.of", said=said, told=told)
    return said


def situation(words: Catalogue, s: ElricState, army: int) -> str:
    """What tells an army from others of its nation in the same area: its ship, its way, its stack."""
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


def choices(game: Game[ElricState], s: ElricState, step: Any) -> list[Choice]:
    return [
        Choice(verb, operand, action_text(game, s, (verb, operand)), step.verbs[verb])
        for verb, operand in step.actions(s)
    ]
