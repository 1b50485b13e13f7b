"""Cached verification of finished matches, since they do not change and checking takes long."""

from __future__ import annotations

from palatine.matches.files.checking import verify_in_executor
from palatine.matches.files.exchange import export_match
from palatine.matches.responses import Verification
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.wording import refused_error


def verify_cached(context: MatchRuntime, match: str) -> Verification:
    """Verify the dice and the actions of a finished match, once for all callers.

    Raises `Refused` for a lesson and while the match is in play.
    """
    context.check_no_lesson(match)
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused_error("not-over")
    key = (match, loaded.row.version, loaded.game.rules_version)
    with context.lock(f"verify {match}"):
        known = context.verdicts.get(key)
        if known is None:
            known = verify_in_executor(context.executor, export_match(context, match, None))
            context.verdicts.put(key, known)
    return known
