"""Reasons of the captain's marches, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.core import Action, Catalogue
from palatine.core.guidance.advice import Advice, AdviceReason, Alternative
from palatine.games.demonlord.bot.attacks import company, targets_of
from palatine.games.demonlord.bot.execution import plan_of
from palatine.games.demonlord.bot.parameters import RUSH
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.bot.planner import Campaign
from palatine.games.demonlord.components.pieces import IS_TROOP
from palatine.games.demonlord.components.world import DEMON
from palatine.games.demonlord.preview.odds import BattleEstimate, estimate_attack
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.state import CAPITALS, NORMAL, DemonlordState

MOST_ATTACKS: Final = 2
"""Maximum number of other attacks of the plan that are named."""
MOST_REFUSED: Final = 2
"""Maximum number of rejected attacks that are explained."""
BOT: Final = "captain"
TASKS: Final = {"refuge": "MOV-03", "invoke": "INV-01", "command": "LEAD-01", "join": "LEAD-01"}
"""By a unit's task that is a reason wherever it goes: the clause behind it."""


def march_advice(words: Catalogue, twin: DemonlordState, seat: str, actions: tuple[Action, ...]) -> Advice:
    """Return advice on a whole march, or on the end of movement."""
    sight = CaptainPerception(twin, twin.seats.index(seat))
    plan = plan_of(sight)
    instead = (*refused(words, plan), *other_aim(words, plan, twin))
    hexes = [x for verb, x in actions if verb == "go"]
    if not hexes:
        ends = actions[-1][0] == "end"
        text = words.say("advise.end" if ends else "advise.halt")
        first = (
            (AdviceReason(words.say("advise.no-march"), "MOV-03"),) if ends else stay(words, plan, twin.flow[-1])
        )
        because = (*first, *plan_reasons(words, plan))
        return Advice(text, actions, reasons=because, alternatives=instead, bot=BOT)
    units = marching_units(twin, actions)
    goal = hexes[-1]
    text = words.say("advise.march", units=units, hex=goal)
    because = (*purpose(words, plan, units, goal), *plan_reasons(words, plan, goal))
    odds = odds_of(plan, goal)
    return Advice(text, actions, reasons=because, alternatives=instead, sure=odds.chance if odds else 0.0, bot=BOT)


def marching_units(twin: DemonlordState, actions: tuple[Action, ...]) -> list[int]:
    """Return the units of a march: those picked now, and those picked before."""
    group = getattr(twin.flow[-1], "group", ())
    return [*group, *[x for verb, x in actions if verb == "unit"]]


def stay(words: Catalogue, plan: Campaign, step: Any) -> tuple[AdviceReason, ...]:
    """Return why a group stops in its hex, or why nobody of a stack leaves it."""
    units = [u for u in step.group or plan.sight.stack(step.hex) if plan.goals.get(u, step.hex) == step.hex]
    found = tuple(purpose(words, plan, units, step.hex))
    return found or (AdviceReason(words.say("advise.no-orders"), "MOV-03"),)


def purpose(words: Catalogue, plan: Campaign, units: list[int], goal: int) -> Iterator[AdviceReason]:
    """Return the reasons for a march."""
    sight, foe = plan.sight, plan.sight.foe(goal)
    if foe is not None and foe.may_fight:
        yield battle_reason(words, plan, goal)
    elif foe is not None:
        yield AdviceReason(words.say("advise.hunt", unit=foe.top), "CAP-02")
    elif sight.holder(goal) == sight.enemy:
        yield AdviceReason(words.say("advise.take", hex=goal), "SIEGE-03")
    elif sight.holder(goal) == sight.side and sight.is_fortress(goal):
        yield AdviceReason(words.say("advise.hold", hex=goal), "SIEGE-04")
    elif aim := bound_for(plan, units, goal):
        yield AdviceReason(words.say("advise.toward", hex=aim), "MOV-03")
    elif sight.holder(goal) == sight.side and any([plan.tasks.get(u) == "advance" for u in units]):
        yield AdviceReason(words.say("advise.endangered", hex=goal), "MOV-03")
    for task in dict.fromkeys([plan.tasks[u] for u in units if u in plan.tasks]):
        if task in TASKS:
            yield AdviceReason(words.say(f"advise.task.{task}"), TASKS[task])


def battle_reason(words: Catalogue, plan: Campaign, h: int) -> AdviceReason:
    odds, foe = odds_of(plan, h), plan.sight.foe(h)
    own = len([u for u in plan.bound_for(h) if IS_TROOP[u]])
    share, size = odds.chance if odds else 0.0, foe.size if foe else 0
    key, clause = ("battle", "BAT-01") if is_attack(plan, h) else ("siege", "SIEGE-01")
    return AdviceReason(words.say(f"advise.{key}", count=own, size=size, share=share, hex=h), clause)


def is_attack(plan: Campaign, h: int) -> bool:
    """Return whether the plan attacks in a hex, rather than strengthening troops in a siege."""
    odds = odds_of(plan, h)
    return odds is not None and (odds.chance >= plan.sight.parameters.bold or not plan.sight.troops(h))


def odds_of(plan: Campaign, h: int) -> BattleEstimate | None:
    """Return the estimate of a battle planned for a hex, or None."""
    sight, foe = plan.sight, plan.sight.foe(h)
    troops = plan.bound_for(h)
    if foe is None or not foe.may_fight or not troops:
        return None
    arms = [arm for arm in plan.arms if arm.unit in troops]
    return estimate_attack([*troops, *company(sight, h, arms)], sight.backs, foe.size, sight.grounds(h))


def bound_for(plan: Campaign, units: list[int], goal: int) -> int:
    """Return the final destination of a march, or 0."""
    found = [plan.destinations[u] for u in units if plan.destinations.get(u, goal) != goal]
    return found[0] if found else 0


def plan_reasons(words: Catalogue, plan: Campaign, but: int = -1) -> Iterator[AdviceReason]:
    """Return the reasons of the whole plan: its aim, attacks and garrison of the capital.

    Attacks on hex `but` are left out.
    """
    if plan.aim == RUSH:
        yield AdviceReason(words.say("advise.rush", hex=CAPITALS[plan.sight.enemy]), _clause(plan), 0.6)
    elif plan.sight.ending == NORMAL:
        yield AdviceReason(words.say("advise.points"), "VIC-01", 0.6)
    attacked = [h for h in dict.fromkeys(plan.goals.values()) if h != but and is_attack(plan, h)]
    for h in sorted(attacked, key=lambda h: -len(plan.bound_for(h)))[:MOST_ATTACKS]:
        yield battle_reason(words, plan, h)
    capital = CAPITALS[plan.sight.side]
    count = len([u for u in plan.bound_for(capital) if IS_TROOP[u]])
    if count:
        yield AdviceReason(
            words.say("advise.guarded", hex=capital, count=count),
            "END-01" if not plan.sight.side else "END-02",
            0.4,
        )


def refused(words: Catalogue, plan: Campaign) -> Iterator[Alternative]:
    """Return the attacks that are possible but not planned, the most valuable first."""
    sight = plan.sight
    left = [h for h in targets_of(plan) if h not in plan.goals.values()]
    for h in sorted(left, key=lambda h: (-prize(sight, h), h))[:MOST_REFUSED]:
        foe = sight.foe(h)
        arms = [arm for arm in plan.arms if h in arm.reach.cost]
        if foe is None or not foe.may_fight:
            continue
        units = [*[arm.unit for arm in arms], *company(sight, h, arms)]
        share = estimate_attack(units, sight.backs, foe.size, sight.grounds(h)).chance
        text = words.say("advise.attack", hex=h)
        elsewhere = chief_goal(plan, [arm.unit for arm in arms])
        key = "too-weak" if share < sight.parameters.bold else "elsewhere" if elsewhere else "exposed"
        reason = words.say(f"advise.{key}", count=len(arms), size=foe.size, share=share, hex=elsewhere)
        yield Alternative(text, reason, "BAT-01")


def chief_goal(plan: Campaign, units: list[int]) -> int:
    """Return the hex to which the plan sends most of the troops; 0 if most have no orders."""
    worth: dict[int, float] = {0: 0.0}
    for u in units:
        goal = plan.destinations.get(u, plan.goals.get(u, 0))
        worth[goal] = worth.get(goal, 0.0) + WORTH[u]
    return max(worth, key=lambda h: worth[h])


def other_aim(words: Catalogue, plan: Campaign, twin: DemonlordState) -> Iterator[Alternative]:
    """Return the aim that was rejected: points, or the march on the enemy's capital."""
    sight = plan.sight
    goal = CAPITALS[sight.enemy]
    if plan.aim == RUSH:
        own, theirs = twin.points[sight.side], twin.points[sight.enemy]
        reason = words.say("advise.points-later", own=own, theirs=theirs)
        yield Alternative(words.say("advise.for-points"), reason, "VIC-01")
    elif sight.ending == NORMAL:
        yield Alternative(words.say("advise.march-on", hex=goal), words.say("advise.too-late"), _clause(plan))


def _clause(plan: Campaign) -> str:
    """Return the clause of the victory by taking the enemy's capital."""
    return "END-01" if plan.sight.side == DEMON else "END-02"
