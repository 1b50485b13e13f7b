"""What messages about a step name, and what each choice costs or may bring."""

from __future__ import annotations

from typing import Any

from palatine.core import Action, Catalogue, Game
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP
from palatine.games.demonlord.rules.characters.capture import Parties
from palatine.games.demonlord.rules.combat.attacks import AimAt, Attack, attack_chance
from palatine.games.demonlord.rules.combat.battles import PlaceCharacter
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.movement.entry import is_locked, points_after, walkers
from palatine.games.demonlord.rules.movement.movement import March, Movement
from palatine.games.demonlord.rules.realm.reinforcements import Enter
from palatine.games.demonlord.setup import ChooseTown, Devotees
from palatine.games.demonlord.state import FRESH, DemonlordState
from palatine.games.demonlord.view.odds import odds_text, works


def message_data(game: Game[DemonlordState], s: DemonlordState, step: Any) -> dict[str, Any]:
    """Return what messages about a step may name: its fields and those of its parts, and whom it is about."""
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


def action_cost(game: Game[DemonlordState], s: DemonlordState, seat: str, action: Action) -> str:
    """Return what an action costs or takes, to be shown before it is chosen."""
    words, side = game.words, s.seats.index(seat)
    step: Any = s.flow[-1]
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
    """Whether anybody of a stack can still march; if not, nothing but its top counter can be changed."""
    return not is_locked(s, side, h) and any([s.movement_left[u] for u in s.stack(side, h)])


def march_cost(words: Catalogue, s: DemonlordState, step: March, action: Action) -> str:
    """The points of a step into the next hex, and whom it provokes."""
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
