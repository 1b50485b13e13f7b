"""What checking a finished match found, kept: a finished match does not change, and checking it takes long."""

from __future__ import annotations

from palatine.matches.files.checking import verified_elsewhere
from palatine.matches.files.exchange import export
from palatine.matches.kept import Kept
from palatine.matches.responses import Verification
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.wording import refused

Verdicts = Kept[tuple[str, int, str], Verification]
"""By a match, the number of its records, and the rules that were asked."""


def verify(context: MatchRuntime, verdicts: Verdicts, match: str) -> Verification:
    """Check a finished match, unless that has been done; whoever asks while it is being done waits for it.

    Raises Refused while the match is being played.
    """
    loaded = context.open(match)
    if loaded.row.status != "over":
        raise refused("not-over")
    key = (match, loaded.row.version, loaded.game.rules)
    with context.lock(f"verify {match}"):
        known = verdicts.get(key)
        if known is None:
            known = verified_elsewhere(context.executor, export(context, match, None))
            verdicts.keep(key, known)
    return known
