"""Advice from the captain: its next action or march in words, with rules and chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from palatine.core import Action, Advice, AdviceReason, Alternative, Catalogue, Consequence, Game, Preview
from palatine.core.guidance.advice import principle
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.components.pieces import KINGDOM_POWERS, LEADERS, NECROMANCER_SIDE, UNITS
from palatine.games.dark_emperor.components.tables import LIMIT
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_AT, CITY_VALUE, OWNER
from palatine.games.dark_emperor.preview.combat import battle_ahead
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.combat.combat import is_won
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.march import HALT, March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_chance
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.wording import odds_of

MOST_CLICKS: Final = 80
MOST_PLANNED_CLICKS: Final = 800
"""Maximum number of actions in the other marches of a plan."""
MOST_INSTEAD: Final = 3
MOST_WEIGHED: Final = 12
"""Maximum number of other actions checked for the reasons against them."""
MOST_BECAUSE: Final = 4


class Decider(Protocol):
    """Interface of a captain that gives advice."""

    game: Game[DarkEmperorState]

    def perceive(self, state: DarkEmperorState, seat: str) -> Perception: ...

    def decide(self, state: DarkEmperorState, seat: str) -> Action: ...


def advise(captain: Decider, state: DarkEmperorState, seat: str) -> Advice:
    """Return what the captain would do for a seat that must decide.

    A march is returned as a whole, with all its actions.
    """
    sight = captain.perceive(state, seat)
    s = sight.state
    actions = next_deed(captain, s, seat)
    told = captain.game.preview_plan(s, seat, actions)
    if is_march(s, actions):
        text, reasons = march_told(captain, sight, seat, actions)
    else:
        text, reasons = click_told(captain, s, actions[0])
    plan = sight.mind.plan if isinstance(s.flow[-1], Movement | March | FromBox) else None
    reasons = [*plan_told(captain.game.words, plan), *reasons]
    return Advice(
        text, tuple(actions), reasons=tuple([*reasons, *grounds(told)][:MOST_BECAUSE]),
        alternatives=(*other_plans(captain.game.words, plan), *others(captain, s, seat, actions[0])),
        sure=certainty(told),
    )  # fmt: skip


# The plan of the Movement Segment


def plan_told(words: Catalogue, plan: MarchPlan | None) -> Iterator[AdviceReason]:
    """Return the plan's aim, and of how many plans it is the best, unless there was no choice."""
    if plan is not None and plan.rejected:
        best = words.say("advice.plan.best", count=1 + len(plan.rejected))
        yield AdviceReason(f"{words.say(f'advice.plan.{plan.aim}')} {best}", "20.3a")


def other_plans(words: Catalogue, plan: MarchPlan | None) -> Iterator[Alternative]:
    """Return the best rejected plan with another aim, and the reason against it."""
    for aim in plan.rejected if plan is not None else ():
        if plan is not None and aim != plan.aim:
            yield Alternative(words.say(f"advice.instead.{aim}"), words.say("advice.instead.worse"), "20.3a")
            return


def is_march(s: DarkEmperorState, actions: Sequence[Action]) -> bool:
    """Return whether the next actions form a march, not one that only ends it."""
    return isinstance(s.flow[-1], Movement | March | FromBox) and any(
        [a[0] in ("go", "to", "box") for a in actions]
    )


def next_deed(captain: Decider, s: DarkEmperorState, seat: str) -> list[Action]:
    """Return the captain's next action or, for a march, all actions up to its end or a roll."""
    actions: list[Action] = []
    twin = s.copy()
    twin.dice.drawn = []  # type: ignore[misc]
    while len(actions) < MOST_CLICKS:
        action = captain.decide(twin, seat)
        actions.append(action)
        captain.game.take(twin, seat, action)
        top: Any = twin.flow[-1] if twin.flow else None
        if twin.dice.drawn or not isinstance(top, March | FromBox) or twin.seats[top.seat] != seat:
            break
    return actions


# A march


def march_told(
    captain: Decider, sight: Perception, seat: str, actions: Sequence[Action]
) -> tuple[str, list[AdviceReason]]:
    """Return the text of a march, and its reasons."""
    s, words = sight.state, captain.game.words
    step: Any = s.flow[-1]
    begun = (step.leader,) if isinstance(step, FromBox) else getattr(step, "group", ())
    group = sorted({*begun, *[p for verb, p in actions if verb in ("piece", "leave")]})
    ways = [n for verb, n in actions if verb in ("go", "to")]
    if ("box", 0) in actions:
        reason = AdviceReason(words.say("advice.because.box"), "19.11a")
        return words.say("advice.box", group=group), [reason]
    goal = ways[-1]
    text = words.say("advice.march", group=group, to=goal)
    return text, list(purposes(captain, s, seat, actions, group, goal))


def purposes(
    captain: Decider, s: DarkEmperorState, seat: str, actions: Sequence[Action], group: Sequence[int], goal: int
) -> Iterator[AdviceReason]:
    """Return the reasons for a march, by what is at its destination."""
    words, side = captain.game.words, s.seats.index(seat)
    after = arrived(captain, s, seat, actions)
    if goal in s.stacks[1 - side] or goal in after.stacks[1 - side]:
        planned = with_other_marches(captain, after, seat)
        found = battle_ahead(PreviewContext(captain.game, planned, seat, ("end", 0)), planned, goal)
        if found is not None:
            count, of = odds_of(found.chance, is_won)
            wins = captain.game.words.say("advice.wins", count=count, of=of)
            key = "battle" if planned.stacks[side].get(goal) == after.stacks[side].get(goal) else "joint-battle"
            yield AdviceReason(words.say(f"advice.because.{key}", odds=found.odds.title, wins=wins), "9.22")
            return
    captured = [p for p in s.stacks[1 - side].get(goal, ()) if p in after.stacks[side].get(goal, ())]
    if captured:
        yield AdviceReason(words.say("advice.because.capture", group=captured), "9.33d")
    if group[0] in LEADERS:
        yield from errand(captain, s, side, group[0], goal)
    elif goal in CITY_AT:
        mine = s.control[OWNER[goal]] == side
        key = "garrison" if mine else "city"
        yield AdviceReason(words.say(f"advice.because.{key}", hex=goal, value=CITY_VALUE[goal]), "7.13c")
    elif any([u < UNITS for u in s.stacks[side].get(goal, ())]):
        yield AdviceReason(words.say("advice.because.join", hex=goal), "9.21a")
    else:
        yield from stand(words, s, after, side, s.where[group[0]])


def stand(
    words: Catalogue, s: DarkEmperorState, after: DarkEmperorState, side: int, start: int
) -> Iterator[AdviceReason]:
    """Return the reason for units to stand in a hex without a city, friends or enemies."""
    was, now = production(s), production(after)
    if now != was and (now > was) == (side == NECROMANCER_SIDE):
        yield AdviceReason(words.say("advice.because.production", was=was, now=now), "20.3a")
    elif start >= 0 and len(s.stacks[side].get(start, ())) >= LIMIT[start]:
        yield AdviceReason(words.say("advice.because.spread"), "10a")


def errand(captain: Decider, s: DarkEmperorState, side: int, leader: int, goal: int) -> Iterator[AdviceReason]:
    """Return the reason for the destination of a lone leader."""
    words = captain.game.words
    kingdom = CAPITAL.index(goal) if goal in CAPITAL else -1
    if kingdom in KINGDOM_POWERS and s.control[kingdom] not in (0, 1):
        odds = odds_of(diplomacy_chance(s, side, leader, kingdom))
        yield AdviceReason(words.say("advice.because.court", kingdom=kingdom, odds=odds), "11.2a")
    elif goal in s.markers:
        yield AdviceReason(words.say("advice.because.marker"), "18.12a")
    elif goal in s.stacks[side]:
        yield AdviceReason(words.say("advice.because.lead", leader=leader, rating=s.rating(leader)), "9.23a")
    else:
        yield AdviceReason(words.say("advice.because.safe"), "8.15b")


def arrived(captain: Decider, s: DarkEmperorState, seat: str, actions: Sequence[Action]) -> DarkEmperorState:
    """Return the position after a march."""
    after = s.copy()
    for action in actions:
        if action not in captain.game.actions(after, seat):
            break
        captain.game.take(after, seat, action)
    return after


def with_other_marches(captain: Decider, after: DarkEmperorState, seat: str) -> DarkEmperorState:
    """Return the position after the captain's other marches of this segment, up to a roll."""
    planned = after.copy()
    planned.dice.drawn = []  # type: ignore[misc]
    for _ in range(MOST_PLANNED_CLICKS):
        top: Any = planned.flow[-1]
        if not isinstance(top, Movement | March | FromBox) or planned.seats[top.seat] != seat:
            break
        action = captain.decide(planned, seat)
        if planned.dice.drawn or (isinstance(top, Movement) and action[0] == "end"):
            break
        captain.game.take(planned, seat, action)
    return planned


# Single actions


def click_told(captain: Decider, s: DarkEmperorState, action: Action) -> tuple[str, list[AdviceReason]]:
    """Return the action in words, and the captain's principle for such steps."""
    words = captain.game.words
    what = captain.game.action_text(s, action)
    step: Any = s.flow[-1]
    clause = captain.game.clause_of(step)
    if isinstance(step, March) and action == HALT:
        reasons = [halt_reason(words, s, step, clause)]
    else:
        reasons = [*principle(words, "advice.why", step, action, clause)]
    return words.say("advice.click", what=what), reasons


def halt_reason(words: Catalogue, s: DarkEmperorState, step: March, clause: str) -> AdviceReason:
    """Return why pieces stay in their hex: as a city's garrison, or without another task."""
    here = step.group or s.stacks[step.seat].get(step.hex, ())
    if step.hex in CITY_AT and s.control[OWNER[step.hex]] == step.seat and any([p < UNITS for p in here]):
        value = CITY_VALUE[step.hex]
        return AdviceReason(words.say("advice.because.garrison", hex=step.hex, value=value), "7.13c")
    return AdviceReason(words.say("advice.because.no-task"), clause)


def grounds(told: Preview) -> Iterator[AdviceReason]:
    """Return the lines of a preview as reasons: chances, costs, drawbacks."""
    for line in told.lines:
        yield AdviceReason(line.text, line.clause, 0.5)


def certainty(told: Preview) -> float:
    """Return the chance of success if the action leads directly to a roll, otherwise 0."""
    return next((line.chance for line in told.lines if line.event and line.chance < 1), 0.0)


def others(captain: Decider, s: DarkEmperorState, seat: str, chosen: Action) -> Iterator[Alternative]:
    """Return other actions with the same verb, and the reasons against them."""
    game = captain.game
    if isinstance(s.flow[-1], Movement | March | FromBox):
        return
    alike = [action for action in game.actions(s, seat) if action[0] == chosen[0] and action != chosen]
    alike.sort(key=lambda action: action[0] == "enter" and action[1] not in CAPITAL)
    found = 0
    for action in alike[:MOST_WEIGHED]:
        reason = against(list(game.consequences(s, seat, action)))
        if reason is not None:
            yield Alternative(game.action_text(s, action), reason.text, reason.clause, action)
            found += 1
        if found == MOST_INSTEAD:
            return


def against(told: Sequence[Any]) -> Consequence | None:
    """Return the most serious consequence of an action, or None."""
    lines = [each for each in told if isinstance(each, Consequence)]
    return next((line for line in lines if line.weight == "warning"), lines[0] if lines else None)
