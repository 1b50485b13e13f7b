"""Advice from the captain: its action in words with reasons, from the seat's information."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from palatine.core import Action, Catalogue, Game
from palatine.core.bot import StepBot
from palatine.core.guidance.advice import Advice, AdviceReason, Alternative, principle
from palatine.core.guidance.preview import PREVIEW_SEED, Preview
from palatine.games.demonlord.bot.march_reasons import march_advice
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.rules.movement.movement import March, Movement
from palatine.games.demonlord.state import DemonlordState

BOT: Final = "captain"
MOST_CLICKS: Final = 60
"""Maximum number of actions in the advice on a march."""
MOST_REASONS: Final = 3
MOST_OTHERS: Final = 2
"""Maximum number of other actions mentioned, of those checked."""
LOOKED_AT: Final = 8

BATTLES: Final = ("ChooseBattle", "BattleOrSiege", "ChooseTerrain", "MayWithdraw", "Garrison")
THROWS: Final = ("Target", "ChooseRainsShape", "GateTo", "ChooseRaisedUnit", "Invoke", "ChooseSpirit")
"""Steps whose first result in the odds is success."""
BLOWS: Final = ("AimAt", "AimMagic")
"""Steps whose odds state the chance of success in the title."""

DecidingBot = StepBot[DemonlordState, CaptainPerception]


def advise(captain: DecidingBot, state: DemonlordState, seat: str) -> Advice:
    """Return what the captain would do for `seat`.

    The result is the same for all positions that the seat cannot distinguish.
    """
    twin = captain.game.determinize(state, seat, PREVIEW_SEED)
    first = captain.decide(twin, seat)
    if isinstance(twin.flow[-1], Movement | March):
        return march_advice(captain.game.words, twin, seat, whole_march(captain, twin, seat, first))
    return choice_advice(captain.game, twin, seat, first)


def whole_march(captain: DecidingBot, twin: DemonlordState, seat: str, first: Action) -> tuple[Action, ...]:
    """Return all actions of the march that begins with `first`.

    It ends before another stack is picked, or at a roll.
    """
    s, done, action = twin.copy(), [first], first
    s.dice.drawn = []  # type: ignore[misc]
    for _ in range(MOST_CLICKS):
        captain.game.take(s, seat, action)
        step: Any = s.flow[-1] if s.flow else None
        if s.dice.drawn or not isinstance(step, March) or s.seats[step.seat] != seat:
            break
        action = captain.decide(s, seat)
        done.append(action)
    return tuple(done)


# Single choices


def choice_advice(game: Game[DemonlordState], twin: DemonlordState, seat: str, action: Action) -> Advice:
    """Return advice on one action, with its preview, and reasons against others."""
    words = game.words
    told = game.preview(twin, seat, action)
    text = words.say("advise.choice", text=game.action_text(twin, action))
    step: Any = twin.flow[-1]
    principles = principle(words, "advise.because", step, action, str(getattr(step, "clause", "")))
    because = (*principles, *reasons(words, twin, told))[:MOST_REASONS]
    is_of_success = bool(told.odds) and type(step).__name__ in (*BATTLES, *THROWS)
    sure = told.odds[0].results[0].chance if is_of_success else 0.0
    return Advice(
        text, (action,), reasons=because, alternatives=tuple(others(game, twin, seat, action)), sure=sure, bot=BOT
    )


def reasons(words: Catalogue, twin: DemonlordState, told: Preview) -> Iterator[AdviceReason]:
    """Return the reasons from a preview, the chance of a battle or roll first."""
    name = type(twin.flow[-1]).__name__
    for odds in told.odds[:1]:
        success = odds.results[0]
        if name in BATTLES:
            said = words.say("advise.odds", title=odds.title, share=success.chance)
            yield AdviceReason(said, odds.clause)
        elif name in THROWS:
            yield AdviceReason(f"{success.text}.", odds.clause)
        elif name in BLOWS:
            yield AdviceReason(f"{odds.title}.", odds.clause)
    for line in told.lines:
        yield AdviceReason(line.text, line.clause, 0.5 if line.weight == "note" else 0.8)


def others(game: Game[DemonlordState], twin: DemonlordState, seat: str, chosen: Action) -> Iterator[Alternative]:
    """Return other actions whose preview has a warning."""
    left = MOST_OTHERS
    for action in [each for each in game.actions(twin, seat) if each != chosen][:LOOKED_AT]:
        warned: Sequence[Any] = [
            line for line in game.preview(twin, seat, action).lines if line.weight == "warning"
        ]
        if warned and left:
            left -= 1
            yield Alternative(game.action_text(twin, action), warned[0].text, warned[0].clause, action)
