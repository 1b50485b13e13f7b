"""The house plays on: bots, and moves that are forced."""

from __future__ import annotations

import logging
import secrets
from math import inf
from time import monotonic
from typing import Any

from palatine import registry
from palatine.core import Action, Bot, State, Unknown
from palatine.table import turns
from palatine.table.desk import Desk
from palatine.table.draft import Draft
from palatine.table.session import Session

log = logging.getLogger(__name__)

UNWATCHED_SECONDS = 0.25
"""How long bots among themselves may keep somebody waiting who only looks on."""


def go_on(desk: Desk, session: Session) -> Session:
    """Play on if it is for the house to act: at once, or by waking whoever does it in the background."""
    if not session.row.due:
        return session
    if desk.bots == "inline":
        is_watched = any(not seat.bot for seat in session.seats)
        run(desk, session.row.id, None if is_watched else UNWATCHED_SECONDS)
        return desk.open(session.row.id)
    desk.rouse(session.row.id)
    return session


def run_woken(desk: Desk, match: str) -> int:
    """`run`, and once more for whoever called meanwhile."""
    played = 0
    try:
        played += run(desk, match)
    except BaseException:
        desk.rest(match)
        raise
    return played + run_woken(desk, match) if desk.rest(match) else played


def run(desk: Desk, match: str, seconds: float | None = None) -> int:
    """Play until a person is asked, the match is over or time is up; the number of actions played.

    Each bot's action is written before the next is thought of, so a crash loses none.
    """
    bots: dict[tuple[str, str], Bot] = {}
    played = 0
    until = monotonic() + seconds if seconds is not None else inf
    with desk.turn(match):
        while (session := desk.open(match)).row.due and monotonic() < until:
            draft = Draft(session)
            if session.row.clock is None:
                _decide(draft, bots)
                draft.play_forced()
            elif not _see_to_turn(draft, bots):
                break
            if desk.write(draft) is not None:
                played += len(draft.records)
    return played


def _see_to_turn(draft: Draft, bots: dict[tuple[str, str], Bot]) -> bool:
    """A bot hands in or, when all have, the turn is run; False when the rules fail to run it."""
    for seat in draft.row.asked:
        if draft.seat(seat).bot:
            _hand_in(draft, seat, bots)
            return True
    try:
        turns.run_turn(draft, "all")
    except Exception:  # the sheets are kept; the turn is run when the rules have been mended
        log.exception("Match %s: turn %s could not be run", draft.row.id, draft.row.turn)
        return False
    return True


def hand_in_bots(draft: Draft) -> None:
    """Every bot that has not handed in yet does so."""
    for seat in draft.game.actors(draft.state):
        if draft.seat(seat).bot:
            _hand_in(draft, seat, {})


def _hand_in(draft: Draft, seat: str, bots: dict[tuple[str, str], Bot]) -> None:
    name = draft.seat(seat).bot
    if (seat, name) not in bots:
        bots[seat, name] = new_bot(draft, name)
    game = turns.rules(draft.game)
    text = decide_sheet(draft, bots[seat, name], seat)
    turns.hand_in(draft, seat, text, game.parse(text))


def decide_sheet(draft: Draft, bot: Bot, seat: str) -> str:
    """The bot's sheet as text; a recruit's when the bot fails or orders what it may not."""
    game, state = turns.rules(draft.game), draft.state
    try:
        text = game.write(bot.decide(state.copy(), seat))
        wrong = [problem for problem in game.check(state, seat, game.parse(text)) if not problem.uncertain]
        if not wrong:
            return text
        trouble: Any = f"line {wrong[0].line}: {wrong[0].reason}"
    except Exception as error:  # as below
        trouble = error
    log.warning("Match %s: the bot of %s failed (%s); a recruit acts for it", draft.row.id, seat, trouble)
    return game.write(registry.bot("recruit", game, secrets.randbits(32)).decide(state.copy(), seat))


def _decide(draft: Draft, bots: dict[tuple[str, str], Bot]) -> None:
    for seat in draft.row.asked:
        name = draft.seat(seat).bot
        if name:
            if (seat, name) not in bots:
                bots[seat, name] = new_bot(draft, name)
            draft.play(seat, decide(draft, bots[seat, name], seat))
            return


def decide(draft: Draft, bot: Bot, seat: str) -> Action:
    """The bot's action; a recruit's when the bot fails or does what it may not."""
    game, state = draft.game, draft.state
    try:
        action: Action = bot.decide(state.copy(), seat)
        if action in game.actions(state, seat):
            return action
        trouble: Any = f"it chose {action!r}, which is not legal"
    except Exception as error:  # a bot is somebody else's program: whatever it does, the match goes on
        trouble = error
    log.warning("Match %s: the bot of %s failed (%s); a recruit acts for it", draft.row.id, seat, trouble)
    return recruit_action(draft, state, seat)


def recruit_action(draft: Draft, state: State, seat: str) -> Action:
    action: Action = registry.bot("recruit", draft.game, secrets.randbits(32)).decide(state.copy(), seat)
    return action


def new_bot(draft: Draft, name: str) -> Bot:
    """A bot by name; a recruit when it cannot be made."""
    try:
        return registry.bot(name, draft.game, secrets.randbits(32))
    except Exception as error:  # as above
        if not isinstance(error, Unknown):
            log.warning("Match %s: the bot %s cannot be made (%s)", draft.row.id, name, error)
        return registry.bot("recruit", draft.game, secrets.randbits(32))


def check_bot(game: Any, name: str) -> None:
    """Raise Unknown when `game` has no bot of that name."""
    if name not in registry.bots(game):
        raise Unknown(f"{game.title} has no bot {name!r}; it has {', '.join(registry.bots(game))}.")
