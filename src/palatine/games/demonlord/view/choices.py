"""Data for messages about a step, and the costs of its choices."""

from __future__ import annotations

from typing import Any

from palatine.core import Catalogue, Game
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP
from palatine.games.demonlord.decisions import cost
from palatine.games.demonlord.rules.characters.capture import Parties
from palatine.games.demonlord.rules.combat.battles import PlaceCharacter
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.movement.entry import is_locked, points_after, walkers
from palatine.games.demonlord.rules.movement.movement import March, Movement
from palatine.games.demonlord.rules.realm.reinforcements import Enter
from palatine.games.demonlord.setup import ChooseTown, Devotees
from palatine.games.demonlord.state import FRESH, DemonlordState


def message_data(game: Game[DemonlordState], s: DemonlordState, step: Any) -> dict[str, Any]:
    """Return the data for messages about a step: its fields, those of its parts, and its unit."""
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


def may_march(s: DemonlordState, side: int, h: int) -> bool:
    """Return whether any unit of a stack can march.

    If not, only its top counter can be changed.
    """
    return not is_locked(s, side, h) and any([s.movement_left[u] for u in s.stack(side, h)])


@cost(Movement, "stack")
def stack_cost(words: Catalogue, s: DemonlordState, step: Movement, h: int, seat: int) -> str:
    return "" if may_march(s, seat, h) else words.say("cost.spent")


@cost(March, "go")
def march_cost(words: Catalogue, s: DemonlordState, step: March, h: int, seat: int) -> str:
    """Return the points of a move into the next hex, and the enemies or neutral it meets."""
    going = walkers(s, step.group)
    prices = {u: s.exits(CLASS[u], step.hex)[h] for u in going}
    dearest = max(going, key=lambda u: (prices[u], u))
    price = prices[dearest]
    left = min([points_after(s.movement_left[u], prices[u]) for u in going])
    paid = words.say(
        "cost.minimum" if price > s.movement_left[dearest] % FRESH else "cost.points", price=price, left=left
    )
    neutral = unallied_home(s, h)
    if neutral >= 0 and any(IS_TROOP[u] for u in going):
        return f"{paid}; {words.say('cost.attacks', neutral=neutral)}"
    return f"{paid}; {words.say('cost.enemy')}" if s.stack(1 - seat, h) else paid
