"""Advice from any bot: the bot's own, or its decision with a preview as the reasons."""

from __future__ import annotations

from typing import Any

import msgspec

from palatine.core import Action, Bot, Game, OrdersGame, Shortcut, State
from palatine.core.guidance.advice import Advice, AdviceReason
from palatine.core.guidance.preview import PREVIEW_SEED, Preview
from palatine.players.rollouts import PolicyRollout, SheetRollout

SEED = 0
"""Seed of the worlds in which advice is evaluated."""


def advise(game: Game[Any], bot: Bot, state: State, seat: str, name: str = "") -> Advice:
    """Return what a bot would do for `seat`, which must be to act.

    The advice uses only what the seat knows.
    """
    own: Any = getattr(bot, "advise", None)
    if own is not None:
        found: Advice = own(state, seat)
    else:
        sampled_state = game.determinize(state, seat, PREVIEW_SEED)
        found = (
            _advise_sheet(game, bot, sampled_state, seat)
            if game.orders
            else _advise_actions(game, bot, sampled_state, seat)
        )
    return found if found.bot else msgspec.structs.replace(found, bot=name)


def winning_chance(game: Game[Any], advice: Advice, state: State, seat: str, samples: int) -> float:
    """Return the chance of winning if the seat follows a piece of advice.

    It is the mean over `samples` rollouts in sampled worlds, as the marshal estimates it. Positions that the seat
    cannot distinguish give equal results.
    """
    trial: Any
    candidate: Any
    if isinstance(game, OrdersGame):
        trial, candidate = SheetRollout(game, state, seat, SEED), game.parse(advice.sheet)
    else:
        trial = PolicyRollout(game, state, seat, SEED)
        candidate = trial.own_policy()
    total: float = sum(trial(candidate, k) for k in range(samples))
    return total / samples


def _advise_sheet(game: Any, bot: Bot, sampled_state: State, seat: str) -> Advice:
    sheet = bot.decide(sampled_state.copy(), seat)
    because = _reasons(game.preview_sheet(sampled_state, seat, sheet))
    return Advice("", sheet=game.write(sheet), reasons=because, kind="sheet")


def _advise_actions(game: Game[Any], bot: Bot, sampled_state: State, seat: str) -> Advice:
    action: Action = bot.decide(sampled_state.copy(), seat)
    shortcut = _shortcut_begun(game, bot, sampled_state, seat, action)
    actions = shortcut.actions if shortcut else (action,)
    text = shortcut.text if shortcut else game.action_text(sampled_state, action)
    because = _reasons(game.preview_plan(sampled_state, seat, actions))
    return Advice(text[:1].upper() + text[1:], actions, reasons=because)


def _shortcut_begun(game: Game[Any], bot: Bot, sampled_state: State, seat: str, first: Action) -> Shortcut | None:
    """Return the longest offered shortcut that the bot would carry out itself, or None."""
    left = [
        shortcut
        for shortcut in game.view(sampled_state, seat).shortcuts
        if not shortcut.duration_key and shortcut.actions[0] == first
    ]
    state, decided, found = sampled_state.copy(), [first], None
    while left:
        found = next((shortcut for shortcut in left if len(shortcut.actions) == len(decided)), found)
        left = [shortcut for shortcut in left if len(shortcut.actions) > len(decided)]
        if not left or decided[-1] not in game.actions(state, seat):
            break
        game.take(state, seat, decided[-1])
        if seat not in game.actors(state):
            break
        decided.append(bot.decide(state.copy(), seat))
        left = [shortcut for shortcut in left if shortcut.actions[: len(decided)] == tuple(decided)]
    return found


def _reasons(preview: Preview) -> tuple[AdviceReason, ...]:
    return tuple([AdviceReason(line.text, line.clause) for line in preview.lines])
