"""What the captain would do, and why: his next deed in words, with the rules and chances it rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Protocol

from palatine.core import Action, Advice, AdviceReason, Alternative, Consequence, Game, Preview
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.pieces import KINGDOM_POWERS, LEADERS, UNITS
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_AT, CITY_VALUE, OWNER
from palatine.games.dark_emperor.preview.combat import battle_ahead
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.rules.combat.combat import is_won
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_chance
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.wording import odds_of

MOST_CLICKS: Final = 80
MOST_INSTEAD: Final = 3
MOST_WEIGHED: Final = 12
"""So many other actions are looked at to say why they were not chosen."""
MOST_BECAUSE: Final = 4


class Decider(Protocol):
    """A captain, as he is asked for advice."""

    game: Game[DarkEmperorState]

    def perceive(self, state: DarkEmperorState, seat: str) -> Perception: ...

    def decide(self, state: DarkEmperorState, seat: str) -> Action: ...


def advise(captain: Decider, state: DarkEmperorState, seat: str) -> Advice:
    """What the captain would do for a seat that is asked; a march is told as a whole."""
    sight = captain.perceive(state, seat)
    s = sight.state
    actions = next_deed(captain, s, seat)
    told = captain.game.preview_plan(s, seat, actions)
    if is_march(s, actions):
        text, reasons = march_told(captain, sight, seat, actions)
    else:
        text, reasons = click_told(captain, s, seat, actions[0])
    return Advice(
        text, tuple(actions), reasons=tuple([*reasons, *grounds(told)][:MOST_BECAUSE]),
        alternatives=tuple(others(captain, s, seat, actions[0])), sure=certainty(told),
    )  # fmt: skip


def is_march(s: DarkEmperorState, actions: Sequence[Action]) -> bool:
    """Whether his next deed is a march, and not a click by which he ends one or all."""
    return isinstance(s.flow[-1], Movement | March | FromBox) and any(
        [a[0] in ("go", "to", "box") for a in actions]
    )


def next_deed(captain: Decider, s: DarkEmperorState, seat: str) -> list[Action]:
    """His next click; of a march all clicks up to its end, or up to a roll."""
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
    """Who goes where, and what for."""
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
    """What a march is for, by what is at its end."""
    words, side = captain.game.words, s.seats.index(seat)
    after = arrived(captain, s, seat, actions)
    if goal in s.stacks[1 - side] or goal in after.stacks[1 - side]:
        found = battle_ahead(PreviewContext(captain.game, after, seat, ("end", 0)), after, goal)
        if found is not None:
            count, of = odds_of(found.chance, is_won)
            wins = captain.game.words.say("advice.wins", count=count, of=of)
            yield AdviceReason(words.say("advice.because.battle", odds=found.odds.title, wins=wins), "9.22")
        return
    if group[0] in LEADERS:
        yield from errand(captain, s, side, group[0], goal)
    elif goal in CITY_AT:
        mine = s.control[OWNER[goal]] == side
        key = "garrison" if mine else "city"
        yield AdviceReason(words.say(f"advice.because.{key}", hex=goal, value=CITY_VALUE[goal]), "7.13c")
    elif any([u < UNITS for u in s.stacks[side].get(goal, ())]):
        yield AdviceReason(words.say("advice.because.join", hex=goal), "9.21a")
    else:
        yield AdviceReason(words.say("advice.because.spread", hex=goal), "10a")


def errand(captain: Decider, s: DarkEmperorState, side: int, leader: int, goal: int) -> Iterator[AdviceReason]:
    """What a leader by himself goes for."""
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
    """The position after a march."""
    after = s.copy()
    for action in actions:
        if action not in captain.game.actions(after, seat):
            break
        captain.game.take(after, seat, action)
    return after


# One click


def click_told(captain: Decider, s: DarkEmperorState, seat: str, action: Action) -> tuple[str, list[AdviceReason]]:
    """The action in words, and the principle by which the captain decides such steps."""
    words = captain.game.words
    what = captain.game.action_text(s, action)
    step: Any = s.flow[-1]
    name = type(step).__name__
    keys = (f"advice.why.{name}.{action[0]}", f"advice.why.{name}")
    why = next((key for key in keys if words.has(key)), "")
    reasons = [AdviceReason(words.say(why), captain.game.clause_of(step))] if why else []
    return words.say("advice.click", what=what), reasons


def grounds(told: Preview) -> Iterator[AdviceReason]:
    """What is foreseen of it, as reasons: chances, costs, and what he takes into the bargain."""
    for line in told.lines:
        yield AdviceReason(line.text, line.clause, 0.5)


def certainty(told: Preview) -> float:
    """How likely it is that what he does succeeds, as far as the dice decide it at once; 0 where they do not."""
    return next((line.chance for line in told.lines if line.event and line.chance < 1), 0.0)


def others(captain: Decider, s: DarkEmperorState, seat: str, chosen: Action) -> Iterator[Alternative]:
    """Other actions of the same kind, and what speaks against them."""
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
    """The gravest that is told of an action."""
    lines = [each for each in told if isinstance(each, Consequence)]
    return next((line for line in lines if line.weight == "warning"), lines[0] if lines else None)
