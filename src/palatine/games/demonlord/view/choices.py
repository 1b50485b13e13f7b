"""Prompts, their clauses, and the choices in words with their costs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from palatine.core import Action, Catalogue, Choice, Game, Step
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP
from palatine.games.demonlord.rules.characters.capture import Parties
from palatine.games.demonlord.rules.combat.attacks import AimAt, Attack, attack_chance
from palatine.games.demonlord.rules.combat.battles import Deploy, PlaceCharacter
from palatine.games.demonlord.rules.combat.reserves import CommitUnit, MoveCharacter
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.magic.invocation import ChooseSpirit, Invoke
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell, ChooseCaster, Target
from palatine.games.demonlord.rules.magic.spellgate import GateFrom, GateTo, GateUnits
from palatine.games.demonlord.rules.magic.spells import ChooseRainsHexes, ChooseRainsShape, ChooseRaisedUnit
from palatine.games.demonlord.rules.movement.entry import is_locked, points_after, walkers
from palatine.games.demonlord.rules.movement.movement import March, Movement
from palatine.games.demonlord.rules.realm.alliances import Charm, Court
from palatine.games.demonlord.rules.realm.reinforcements import Enter
from palatine.games.demonlord.setup import ChooseTown, ChooseTownsman, Devotees
from palatine.games.demonlord.state import FRESH, DemonlordState
from palatine.games.demonlord.view.odds import odds_text, works

PUBLIC: Final[Mapping[type[Step], type[Step]]] = MappingProxyType({
    March: Movement,
    ChooseCaster: AnnounceSpell, Target: AnnounceSpell, ChooseRaisedUnit: AnnounceSpell,
    ChooseRainsShape: AnnounceSpell, ChooseRainsHexes: AnnounceSpell,
    GateFrom: AnnounceSpell, GateUnits: AnnounceSpell, GateTo: AnnounceSpell,
    Charm: Court, ChooseSpirit: Invoke, ChooseTownsman: ChooseTown,
})  # fmt: skip
"""Steps whose purpose is secret until an announcement, with the step shown instead."""


def prompt(words: Catalogue, s: DemonlordState, step: Any, mine: bool) -> str:
    """Return the prompt: in full for the seat to act, without secrets for others."""
    if mine:
        return words.say(f"prompt.{type(step).__name__}{prompt_case(s, step)}", **prompt_data(s, step))
    known = PUBLIC.get(type(step), type(step)).__name__
    return words.say("waiting.other", side=step.seat, what=words.say(f"waits.{known}"))


def prompt_case(s: DemonlordState, step: Any) -> str:
    """Return the suffix of the message key if a step has several prompts."""
    if isinstance(step, March) and step.group:
        if step.moved:
            return ".moved"
        return ".picked" if any(verb == "unit" for verb, _ in step.actions(s)) else ".ready"
    if isinstance(step, Deploy) and step.put >= 0:
        return ".against"
    if isinstance(step, PlaceCharacter) and (step.chosen >= 0 or len(step.characters) == 1):
        return ".whom"
    if isinstance(step, MoveCharacter) and step.chosen >= 0:
        return ".whom"
    if isinstance(step, CommitUnit) and ("pass", 0) not in step.actions(s):
        return ".must"
    if isinstance(step, AnnounceSpell) and step.actions(s) == [("pass", 0)]:
        return ".none"
    return ""


def prompt_data(s: DemonlordState, step: Any) -> dict[str, Any]:
    """Return the fields of a step, and other data that its prompt may use."""
    data = {name: getattr(step, name) for name in step.__struct_fields__}
    data["moment_name"] = f"moments.{data.get('moment', 0)}"
    data["here"] = s.battle.hex if s.battle else -1
    for name in ("retreat", "losses", "vision", "retreating", "magic"):
        inner = data.pop(name, None)
        if inner is not None:
            data |= {f"{name}_{field}": getattr(inner, field) for field in inner.__struct_fields__}
    if isinstance(step, Enter | ChooseTown | Devotees):
        data["unit"] = step.units[0]
    if isinstance(step, PlaceCharacter):
        data["unit"] = step.chosen if step.chosen >= 0 else step.characters[0]
    if isinstance(step, Parties):
        data["unit"] = step.left[0]
    return data


def action_text(game: Game[DemonlordState], s: DemonlordState, action: Action) -> str:
    """Return an action as a phrase."""
    words = game.words
    verb, operand = action
    step = s.flow[-1]
    name = type(step).__name__
    if isinstance(step, March) and verb == "halt" and not step.moved:
        verb = "back"
    elif isinstance(step, ChooseRainsShape) and action == ("radius", 0):
        verb = "none"
    key = f"action.{name}.{verb}" if words.has(f"action.{name}.{verb}") else f"action.{verb}"
    return words.say(key, x=operand, size=operand)


def choices(game: Game[DemonlordState], s: DemonlordState, seat: str) -> list[Choice]:
    """Return the choices of a seat that can act or interrupt, with their costs or chances."""
    step: Any = s.flow[-1] if s.flow else None
    verbs = {**step.verbs, **game.interruptions} if step else {}
    return [
        Choice(verb, operand, action_text(game, s, (verb, operand)), verbs[verb],
               cost(game.words, s, step, (verb, operand), s.seats.index(seat)), is_minor=verb == "top")
        for verb, operand in game.actions(s, seat)
    ]  # fmt: skip


def cost(words: Catalogue, s: DemonlordState, step: Step, action: Action, side: int) -> str:
    """Return the cost of an action of `side`, shown before the choice."""
    if isinstance(step, March) and action[0] == "go":
        return march_cost(words, s, step, action)
    if isinstance(step, Movement) and action[0] == "stack":
        return "" if may_march(s, side, action[1]) else words.say("cost.spent")
    if isinstance(step, AimAt) and s.battle is not None:
        return works(words, attack_chance(s, s.battle, step.kind, Attack(step.attacker, action[1])), "cost.needs")
    if isinstance(step, MayWithdraw) and action[0] == "withdraw" and s.battle is not None:
        routed = len(s.battle.routed[step.seat])
        return words.say("cost.routed", count=routed) if routed else ""
    return odds_text(words, s, step, action, side)


def may_march(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether any unit of a stack can march.

    If not, only its top counter can be changed.
    """
    return not is_locked(s, side, h) and any([s.movement_left[u] for u in s.stack(side, h)])


def march_cost(words: Catalogue, s: DemonlordState, step: March, action: Action) -> str:
    """Return the points of a move into the next hex, and the enemies or neutral it meets."""
    going = walkers(s, step.group)
    prices = {u: s.exits(CLASS[u], step.hex)[action[1]] for u in going}
    dearest = max(going, key=lambda u: (prices[u], u))
    price = prices[dearest]
    left = min([points_after(s.movement_left[u], prices[u]) for u in going])
    paid = words.say(
        "cost.minimum" if price > s.movement_left[dearest] % FRESH else "cost.points", price=price, left=left
    )
    neutral = unallied_home(s, action[1])
    if neutral >= 0 and any(IS_TROOP[u] for u in going):
        return f"{paid}; {words.say('cost.attacks', neutral=neutral)}"
    return f"{paid}; {words.say('cost.enemy')}" if s.stack(1 - step.seat, action[1]) else paid
