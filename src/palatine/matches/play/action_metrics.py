"""Metrics of actions by game and result, and recordings of slow actions for the operator."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from time import perf_counter
from typing import Concatenate, ParamSpec

from palatine import metrics
from palatine.core import PalatineError, Refused
from palatine.matches.errors import Conflict, Forbidden, MatchStuck, NotFound, StorageError
from palatine.matches.responses import MatchView
from palatine.matches.runtime import slow_actions
from palatine.matches.runtime.context import MatchRuntime, Writing
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.unit_of_work import PendingWrite

log = logging.getLogger(__name__)

P = ParamSpec("P")
RESULT_LABELS: dict[type[BaseException], str] = {
    Conflict: "conflict", Refused: "refused", Forbidden: "forbidden", NotFound: "missing", MatchStuck: "stuck",
    StorageError: "unsaved",
}  # fmt: skip


def result_of(error: BaseException) -> str:
    """Return the result of a failed action as a metric label."""
    return next((RESULT_LABELS[kind] for kind in type(error).__mro__ if kind in RESULT_LABELS), "unreadable")


def measure_action(
    act: Callable[Concatenate[MatchRuntime, str, P], MatchView],
) -> Callable[Concatenate[MatchRuntime, str, P], MatchView]:
    """Return `act` with its result and duration counted in the metrics."""

    @wraps(act)
    def counted(context: MatchRuntime, match: str, *args: P.args, **kwargs: P.kwargs) -> MatchView:
        with _counted(context, match):
            return act(context, match, *args, **kwargs)

    return counted  # type: ignore[return-value]  # Arguments are passed on by position.


def measure_writing_action(
    act: Callable[Concatenate[MatchRuntime, str, P], Writing[MatchView]],
) -> Callable[Concatenate[MatchRuntime, str, P], Writing[MatchView]]:
    """Return an action that is written in a batch, with result and duration counted."""

    @wraps(act)
    def counted(context: MatchRuntime, match: str, *args: P.args, **kwargs: P.kwargs) -> Writing[MatchView]:
        with _counted(context, match):
            return (yield from act(context, match, *args, **kwargs))

    return counted  # type: ignore[return-value]


@contextmanager
def _counted(context: MatchRuntime, match: str) -> Iterator[None]:
    begun, result = perf_counter(), "failed"
    try:
        yield
        result = "done"
    except PalatineError as error:
        result = result_of(error)
        raise
    finally:
        known = context.cache.get(match)
        metrics.count_action(known.row.game if known else "", result, perf_counter() - begun)


def record_if_slow(context: MatchRuntime, before: LoadedMatch, pending: PendingWrite, seconds: float) -> None:
    """Record an action that took longer than `monitoring.slow_seconds`."""
    if not 0 < context.slow.seconds < seconds:
        return
    row = before.row
    metrics.SLOW_ACTIONS.add(row.game)
    log.warning("Slow action: match=%s version=%s seconds=%.2f", row.id, row.version, seconds)
    folder = context.storage.slow
    if folder is None or before.views is None:
        return
    place = (row.game, before.game.rules_version, row.id, row.version, pending.time)
    moves = slow_actions.moves_of(pending.records)
    file = slow_actions.new_recording(place, seconds, before.game.encode(before.state), moves)
    slow_actions.save_recording(folder, file, context.slow.most)
