"""Matches in which the referee has halted, and retries at the next start or on request."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from palatine import registry
from palatine.core import PalatineError
from palatine.matches.play.bots import continue_play
from palatine.matches.play.seating import all_seated, begin_match
from palatine.matches.responses import Finding
from palatine.matches.runtime import failures
from palatine.matches.runtime.context import ACTION_SECONDS, TURN_SECONDS, MatchRuntime
from palatine.matches.runtime.failures import Failure
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.transitions import resolve_turn
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.time_limit import time_limit

log = logging.getLogger(__name__)


def stuck_matches(context: MatchRuntime) -> list[Finding]:
    """Return the halted matches, each with the reason and the file that reproduces the failure."""
    found = []
    for match in context.storage.match_ids(stuck=True):
        row = context.peek(match).row
        failure = Failure.of_row(row)
        found.append(Finding(row.version, f"{failure.for_operator} {failure.file}".strip(), match, "stuck"))
    return found


def retry_all(context: MatchRuntime, owns: Callable[[str], bool] = lambda match: True) -> None:
    """Retry all halted matches.

    Called when a process starts, since the rules may have been fixed.
    """
    for match in filter(owns, context.storage.match_ids(stuck=True)):
        try:
            retry(context, match)
        except PalatineError as error:
            log.warning("Stuck match could not be retried: match=%s error=%s", match, error)


def retry(context: MatchRuntime, match: str) -> bool:
    """Retry a halted match and return whether the referee can continue; if so, it does."""
    loaded = context.open(match)
    if not loaded.row.stuck:
        return True
    failure = Failure.of_row(loaded.row)
    try:
        with time_limit(ACTION_SECONDS if loaded.row.clock is None else TURN_SECONDS):
            _reproduce_failure(loaded, failure)
    except Exception as error:
        log.warning("Match still stuck: match=%s error=%s: %s", match, type(error).__name__, error)
        return False
    pending = PendingWrite(loaded)
    pending.resume()
    written = context.write_by_server(pending)
    if written is not None and written.row.status == "open" and all_seated(written.seats):
        begin_match(context, written)
    elif written is not None:
        continue_play(context, written)
    return True


def _reproduce_failure(loaded: LoadedMatch, failure: Failure) -> None:
    """Reproduce the failure from its file or, without one, check the current position."""
    file = Path(failure.file)
    if failure.file and file.is_file():
        failures.replay(failures.read_failure(file))
        return
    game = registry.load(loaded.row.game)
    if loaded.views is None:
        return
    if failure.what == "turn":
        resolve_turn(loaded.orders_game, loaded.state)
    failures.compute_all_views(game, loaded.state, loaded.names)
