"""Cached verification of finished matches, since they do not change and checking takes long."""

from __future__ import annotations

from palatine.matches.files.checking import verified_elsewhere
from palatine.matches.files.exchange import export
from palatine.matches.responses import Verification
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.wording import refused


def verify(context: MatchRuntime, match: str) -> Verification:
    """Verify the dice and the actions of a finished match, once for all callers.

    Raises `Refused` for a lesson and while the match is in play.
    """
    context.check_no_lesson(match)
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused("not-over")
    key = (match, loaded.row.version, loaded.game.rules)
    with context.lock(f"verify {match}"):
        known = context.verdicts.get(key)
        if known is None:
            known = verified_elsewhere(context.executor, export(context, match, None))
            context.verdicts.keep(key, known)
    return known
