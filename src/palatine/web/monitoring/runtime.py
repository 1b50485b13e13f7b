"""The background components of one process, for readiness and metrics."""

from __future__ import annotations

from dataclasses import dataclass

from palatine.processes import ProcessPool
from palatine.web.background.bot_worker import BotWorker


@dataclass
class Runtime:
    """The components that only a running server has; None in tests and commands."""

    bots: BotWorker | None = None
    pool: ProcessPool | None = None
    """Worker processes in which bots compute."""
    is_stopping: bool = False
    """True if the process is stopping; `/readyz` then fails, so that clients go elsewhere."""
